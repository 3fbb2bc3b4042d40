//! The folder of a run: its lock, and which of its checkpoints is to be used.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::super::error::StoreError;
use super::super::rule_mark::RuleMark;
use super::super::sealed::{self, Wrong};
use super::manifest::{Entry, KIND, LOCK, Manifest, manifest_name};
use super::part::PartReader;
use super::save::Save;
use crate::theory::Control;

/// How many checkpoints a folder holds.
const KEPT: usize = 2;

/// The checkpoints of one run, in a folder that no other run may write to meanwhile.
///
/// # Examples
///
/// A run that adds a byte for every position to the part `values`, and keeps what else it
/// knows in the part `state`:
///
/// ```
/// use std::io::Read;
///
/// use grundy::lang::Rule;
/// use grundy::store::{Checkpoints, RuleMark};
/// use grundy::theory::Control;
///
/// let folder = tempfile::tempdir()?;
/// let rule = RuleMark::new(&Rule::parse("0.16")?, &[]);
/// let control = Control::default();
///
/// let mut run = Checkpoints::open(folder.path(), &rule, "example 1", &control)?;
/// assert!(run.latest().is_none());
/// let mut values: Vec<u8> = Vec::new();
/// for position in [4, 9] {
///     // Work goes on.
///     values.resize(position, 7);
///     // What is saved already is not written again.
///     let mut save = run.begin(position as u64);
///     let saved = save.length("values") as usize;
///     save.append("values", &values[saved..])?;
///     save.replace("state", b"what else there is to know")?;
///     save.commit()?;
/// }
/// drop(run);
///
/// // Another run goes on from there.
/// let run = Checkpoints::open(folder.path(), &rule, "example 1", &control)?;
/// assert_eq!(run.latest().map(|latest| latest.position()), Some(9));
/// let mut restored = Vec::new();
/// run.latest().unwrap().part("values").unwrap().read_to_end(&mut restored)?;
/// assert_eq!(restored, values);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Checkpoints {
    pub(super) folder: PathBuf,
    pub(super) rule: RuleMark,
    pub(super) engine: String,
    /// The last two checkpoints, the last of them last, with their numbers. That one is
    /// whole; of one before it only the manifest was read.
    pub(super) kept: Vec<(u64, Manifest)>,
    /// The number of the next checkpoint: no file has it yet.
    pub(super) next: u64,
    problems: Vec<StoreError>,
    lock: File,
}

impl Checkpoints {
    /// Opens the folder of a run of `rule` by `engine`, and makes it if it is not there.
    ///
    /// The newest checkpoint that is whole is the [`latest`](Checkpoints::latest); what
    /// is wrong with newer ones, the [`problems`](Checkpoints::problems) say. All its bytes are
    /// read for that. The name of an engine should change with the meaning of its parts.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unfit`] if another run is at work in the folder, if its checkpoints are of another
    /// rule or engine or of a newer version, or if there are some and none is whole;
    /// [`StoreError::Read`] and [`StoreError::File`] if the system refuses something;
    /// [`StoreError::Stopped`] if `control` says so.
    pub fn open(
        folder: &Path,
        rule: &RuleMark,
        engine: &str,
        control: &Control,
    ) -> Result<Checkpoints, StoreError> {
        let failed = |source: io::Error| StoreError::File { path: folder.to_owned(), source };
        fs::create_dir_all(folder).map_err(failed)?;
        let lock = lock(folder)?;
        let mut manifests = BTreeSet::new();
        let mut greatest = 0;
        for name in names(folder)? {
            match Entry::of(&name) {
                Some(Entry::Manifest(number)) => {
                    manifests.insert(number);
                    greatest = greatest.max(number);
                }
                Some(Entry::Chunk(number, _)) => greatest = greatest.max(number),
                Some(Entry::Unfinished) | None => {}
            }
        }
        let mut run = Checkpoints {
            folder: folder.to_owned(),
            rule: rule.clone(),
            engine: engine.to_owned(),
            kept: Vec::new(),
            next: greatest.checked_add(1).ok_or_else(|| too_many(folder))?,
            problems: Vec::new(),
            lock,
        };
        for &number in manifests.iter().rev() {
            if !run.kept.is_empty() {
                run.kept.extend(run.manifest(number).ok().map(|manifest| (number, manifest)));
                run.kept.reverse();
                break;
            }
            match run.inspect(number, control) {
                Ok(manifest) => run.kept.push((number, manifest)),
                Err(Flaw::Damage(problem)) => run.problems.push(problem),
                Err(Flaw::Refusal(error)) => return Err(error),
            }
        }
        if run.kept.is_empty() && !run.problems.is_empty() {
            let told: Vec<String> = run.problems.iter().map(ToString::to_string).collect();
            return Err(unfit(
                folder,
                format!("holds no checkpoint that is whole: {}", told.join("; ")),
                "begin anew with another folder, or bring the files back from a copy",
            ));
        }
        run.clean();
        Ok(run)
    }

    /// The newest checkpoint that is whole, if there is one.
    #[must_use]
    pub fn latest(&self) -> Option<Checkpoint<'_>> {
        let (_, manifest) = self.kept.last()?;
        Some(Checkpoint { folder: &self.folder, manifest })
    }

    /// What is wrong with checkpoints that are newer than the latest whole one.
    #[must_use]
    pub fn problems(&self) -> &[StoreError] {
        &self.problems
    }

    /// Begins a new checkpoint, which has reached `position`. Nothing is changed until
    /// it is committed.
    pub fn begin(&mut self, position: u64) -> Save<'_> {
        Save::new(self, position)
    }

    /// Takes a checkpoint that is complete for the latest one.
    pub(super) fn accept(&mut self, number: u64, manifest: Manifest) {
        self.kept.push((number, manifest));
        let superfluous = self.kept.len().saturating_sub(KEPT);
        self.kept.drain(..superfluous);
        self.clean();
    }

    /// Removes what no checkpoint that is kept needs. What cannot be removed does no harm.
    /// Damaged checkpoints that are newer than the latest stay till another follows them.
    fn clean(&self) {
        let Some(&(newest, _)) = self.kept.last() else { return };
        let manifests: BTreeSet<u64> = self.kept.iter().map(|(number, _)| *number).collect();
        let chunks = self.kept.iter().flat_map(|(_, manifest)| manifest.chunks());
        let chunks: BTreeSet<(u64, u64)> = chunks.map(|chunk| (chunk.saved, chunk.index)).collect();
        for name in names(&self.folder).unwrap_or_default() {
            let needless = match Entry::of(&name) {
                Some(Entry::Unfinished) => true,
                Some(Entry::Manifest(number)) => number < newest && !manifests.contains(&number),
                Some(Entry::Chunk(saved, index)) => saved <= newest && !chunks.contains(&(saved, index)),
                None => false,
            };
            if needless {
                let _ = fs::remove_file(self.folder.join(name));
            }
        }
    }

    /// The manifest with this number, if the checkpoint is whole and one of this run.
    fn inspect(&self, number: u64, control: &Control) -> Result<Manifest, Flaw> {
        let manifest = self.manifest(number)?;
        for chunk in manifest.chunks() {
            PartReader::new(&self.folder, vec![*chunk]).verify(control).map_err(|error| match error {
                StoreError::Stopped(_) => Flaw::Refusal(error),
                error => Flaw::Damage(error),
            })?;
        }
        Ok(manifest)
    }

    /// The manifest with this number, if it is whole and one of this run.
    fn manifest(&self, number: u64) -> Result<Manifest, Flaw> {
        let path = self.folder.join(manifest_name(number));
        let mut bytes = Vec::new();
        let failed = |source: io::Error| Flaw::Damage(StoreError::Read { path: path.clone(), source });
        let mut file = File::open(&path).map_err(failed)?;
        // A description has a greatest length, and so nothing longer is a manifest.
        let mut prefix = Vec::new();
        file.by_ref().take(sealed::PREFIX as u64).read_to_end(&mut prefix).map_err(failed)?;
        let length = sealed::length(KIND, &prefix).map_err(|wrong| flaw(&path, &wrong))?;
        bytes.append(&mut prefix);
        let left = length - sealed::PREFIX as u64 + 1;
        file.by_ref().take(left).read_to_end(&mut bytes).map_err(failed)?;
        let manifest = Manifest::read(&bytes).map_err(|wrong| flaw(&path, &wrong))?;
        if !manifest.rule.is_same_rule(&self.rule) {
            return Err(Flaw::Refusal(unfit(
                &self.folder,
                format!("holds checkpoints of another rule: {}", in_short(&manifest.rule)),
                "give another folder for this rule, or that rule for this folder",
            )));
        }
        if manifest.engine != self.engine {
            return Err(Flaw::Refusal(unfit(
                &self.folder,
                format!(
                    "holds checkpoints of the engine `{}` of {}, and this run is by `{}`",
                    manifest.engine, manifest.program, self.engine
                ),
                "give another folder, or let the same engine go on",
            )));
        }
        Ok(manifest)
    }
}

impl Drop for Checkpoints {
    /// Gives the lock back now: a process that was started meanwhile may hold the file open
    /// a moment longer.
    fn drop(&mut self) {
        let _ = self.lock.unlock();
    }
}

/// A checkpoint that is whole.
#[derive(Clone, Copy, Debug)]
pub struct Checkpoint<'a> {
    folder: &'a Path,
    manifest: &'a Manifest,
}

impl<'a> Checkpoint<'a> {
    /// The position that the run had reached.
    #[must_use]
    pub fn position(self) -> u64 {
        self.manifest.position
    }

    pub(super) fn folder(self) -> &'a Path {
        self.folder
    }

    /// The program that wrote it, with its version.
    #[must_use]
    pub fn program(self) -> &'a str {
        &self.manifest.program
    }

    /// The bytes of a part, if there is one of this name.
    #[must_use]
    pub fn part(self, name: &str) -> Option<PartReader> {
        let part = self.manifest.part(name)?;
        Some(PartReader::new(self.folder, part.chunks.clone()))
    }
}

/// Why a checkpoint is not used.
enum Flaw {
    /// It is damaged; the one before it may do.
    Damage(StoreError),
    /// It must not be touched, or the work has to stop.
    Refusal(StoreError),
}

fn flaw(path: &Path, wrong: &Wrong) -> Flaw {
    let what = match wrong {
        Wrong::Newer(version) => {
            return Flaw::Refusal(unfit(
                path,
                format!(
                    "was written in version {version} of the format, and this program reads version {}",
                    KIND.version
                ),
                "use a newer version of grundy",
            ));
        }
        Wrong::Foreign => "it does not begin as a manifest does",
        Wrong::Damaged(what) => what,
    };
    Flaw::Damage(unfit(
        path,
        format!("is damaged: {what}"),
        "the checkpoint before it is used, if there is one",
    ))
}

pub(super) fn unfit(path: &Path, what: String, cure: &str) -> StoreError {
    StoreError::Unfit { path: path.to_owned(), what, cure: cure.to_owned() }
}

pub(super) fn too_many(folder: &Path) -> StoreError {
    unfit(folder, "holds files with the greatest number there is".to_owned(), "give another folder")
}

/// The rule on one line, cut if it is long.
fn in_short(rule: &RuleMark) -> String {
    const LONGEST: usize = 200;
    let mut text: String = rule.text().split_whitespace().collect::<Vec<_>>().join(" ");
    for (name, value) in rule.parameters() {
        text += &format!(" with {name} = {value}");
    }
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

/// Locks the folder for this process, until the file is closed.
fn lock(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join(LOCK);
    let failed = |source: io::Error| StoreError::File { path: path.clone(), source };
    // Opened for writing, since some network file systems lock nothing else; never cut.
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(unfit(
            folder,
            "is in use by another run".to_owned(),
            "wait for its end, stop it, or give another folder",
        )),
        Err(TryLockError::Error(source)) => Err(failed(source)),
    }
}

/// The names of the folder's files; those that are not UTF-8 are not ours.
fn names(folder: &Path) -> Result<Vec<String>, StoreError> {
    let failed = |source: io::Error| StoreError::Read { path: folder.to_owned(), source };
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        if let Ok(name) = entry.map_err(failed)?.file_name().into_string() {
            names.push(name);
        }
    }
    Ok(names)
}
