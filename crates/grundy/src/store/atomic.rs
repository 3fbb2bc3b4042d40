//! Files that are whole or not there.
//!
//! The bytes go to a temporary file in the same folder, which gets its name by a
//! rename when everything is on the disk. POSIX has a rename within a file system
//! replace the old file in one step, so a reader, or a power cut, meets the
//! old file or the new one and never a part. A run that is killed leaves at most
//! the temporary file behind.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::error::StoreError;

/// Makes the file `path` from what `write` writes, or leaves `path` as it was.
///
/// A link keeps being one: the file it leads to is replaced. What is no
/// ordinary file, such as a pipe or a terminal, cannot be replaced and is written to.
///
/// # Errors
///
/// What `write` returns, or [`StoreError::File`] if the file cannot be made,
/// completed or renamed. The temporary file is removed then.
pub fn write_atomically(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let failed = |source: io::Error| StoreError::File { path: path.to_owned(), source };
    let existing = match fs::metadata(path) {
        Ok(metadata) => Some(metadata),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(failed(error)),
    };
    if let Some(metadata) = &existing {
        if metadata.is_dir() {
            return Err(failed(io::Error::from(io::ErrorKind::IsADirectory)));
        }
        if !metadata.is_file() {
            let mut file = OpenOptions::new().write(true).open(path).map_err(failed)?;
            return blame(write(&mut file), path);
        }
    }
    let target = match &existing {
        Some(_) => fs::canonicalize(path).map_err(failed)?,
        None => where_links_lead(path),
    };
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    let Some(name) = target.file_name() else {
        return Err(failed(io::Error::new(io::ErrorKind::InvalidInput, "the path names no file")));
    };
    let mut prefix = OsString::from(".");
    prefix.push(name);
    prefix.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".part");
    let permissions = existing.map(|metadata| metadata.permissions());
    let ordinary = ordinary_permissions();
    if let Some(permissions) = permissions.as_ref().or(ordinary.as_ref()) {
        builder.permissions(permissions.clone());
    }
    let mut temporary = builder.tempfile_in(&folder).map_err(|error| failed(without_path(&error)))?;
    blame(write(temporary.as_file_mut()), path)?;
    let file = temporary.as_file_mut();
    file.flush().and_then(|()| file.sync_all()).map_err(failed)?;
    temporary.persist(&target).map_err(|error| failed(error.error))?;
    sync_folder(&folder);
    Ok(())
}

/// The file that a path leads to which does not exist: a link may lead to a file
/// that is still to be made.
fn where_links_lead(path: &Path) -> PathBuf {
    // As many as the system follows; in a circle nothing is made.
    const MOST_LINKS: usize = 40;
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&target) else { break };
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    target
}

/// Why a temporary file cannot be made, without its name, which nobody has asked for.
fn without_path(error: &io::Error) -> io::Error {
    let what = match error.kind() {
        io::ErrorKind::NotFound => "its folder does not exist".to_owned(),
        io::ErrorKind::PermissionDenied => "its folder may not be written to".to_owned(),
        io::ErrorKind::NotADirectory => "a part of its path is no folder".to_owned(),
        kind => kind.to_string(),
    };
    io::Error::new(error.kind(), what)
}

/// Names the file in an error of the writer.
fn blame(result: Result<(), StoreError>, path: &Path) -> Result<(), StoreError> {
    result.map_err(|error| match error {
        StoreError::Write(source) => StoreError::File { path: path.to_owned(), source },
        other => other,
    })
}

/// The permissions of a new file; the process's mask takes some away as ever.
/// Temporary files are otherwise readable by their owner only.
#[cfg(unix)]
pub(super) fn ordinary_permissions() -> Option<fs::Permissions> {
    Some(std::os::unix::fs::PermissionsExt::from_mode(0o666))
}

#[cfg(not(unix))]
pub(super) fn ordinary_permissions() -> Option<fs::Permissions> {
    None
}

/// Asks that the new name be on the disk too. The file is whole whether or not
/// the system can do that for folders, so a refusal is no error.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::Stopped;

    fn names(folder: &Path) -> Vec<OsString> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect()
    }

    #[test]
    fn the_file_appears_only_when_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.txt");
        write_atomically(&path, |file| {
            file.write_all(b"first")?;
            assert!(!path.exists());
            Ok(())
        })
        .unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"first");
        write_atomically(&path, |file| {
            file.write_all(b"second")?;
            assert_eq!(fs::read(&path)?, b"first");
            Ok(())
        })
        .unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(names(folder.path()), ["table.txt"]);
    }

    #[test]
    fn a_failure_leaves_everything_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.txt");
        let stopped = write_atomically(&path, |file| {
            file.write_all(b"half")?;
            Err(Stopped::Interrupted.into())
        });
        assert!(matches!(stopped, Err(StoreError::Stopped(Stopped::Interrupted))));
        assert!(names(folder.path()).is_empty());

        fs::write(&path, "old").unwrap();
        let failed = write_atomically(&path, |_| Err(io::Error::from(io::ErrorKind::StorageFull).into()));
        assert!(matches!(&failed, Err(StoreError::File { path: named, .. }) if *named == path), "{failed:?}");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["table.txt"]);
    }

    #[test]
    fn folders_that_are_not_there_and_names_of_folders_are_errors() {
        let folder = tempfile::tempdir().unwrap();
        for path in [folder.path().join("no/such/table.txt"), folder.path().to_owned(), PathBuf::new()] {
            let result = write_atomically(&path, |_| Ok(()));
            assert!(matches!(result, Err(StoreError::File { .. })), "{}", path.display());
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("file", &link).unwrap();
        write_atomically(&link, |out| Ok(out.write_all(b"new")?)).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        fs::remove_file(&file).unwrap();
        write_atomically(&link, |out| Ok(out.write_all(b"made")?)).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"made");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_written_to_and_not_replaced() {
        write_atomically(Path::new("/dev/null"), |out| Ok(out.write_all(b"new")?)).unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
