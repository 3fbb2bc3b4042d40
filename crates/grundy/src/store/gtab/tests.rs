//! What is written comes back; what was changed does not.

use std::io::Cursor;
use std::path::Path;

use super::*;
use crate::lang::Rule;
use crate::store::{Labels, RuleMark, StoreError, TableFile, TableFormat, write_table};
use crate::theory::{Control, Nimber, Stopped, Values};

fn file(labels: Labels<'_>, sizes: &[u64]) -> Vec<u8> {
    let values: Values = sizes.iter().copied().map(Nimber::new).collect();
    let rule = RuleMark::new(&Rule::parse("n -> n - 1 | n - 2").unwrap(), &[]);
    let table = TableFile { labels, values: &values, about: "", rule: &rule };
    let mut out = Vec::new();
    write_table(&mut out, &table, TableFormat::Gtab, &Control::default()).unwrap();
    out
}

fn open(bytes: Vec<u8>) -> Result<StoredTable<Cursor<Vec<u8>>>, StoreError> {
    StoredTable::read(Cursor::new(bytes), Path::new("t.gtab"))
}

/// Every value of a file, if nothing is wrong with it.
fn contents(bytes: Vec<u8>) -> Result<(TableHead, Values), StoreError> {
    let mut table = open(bytes)?;
    let values = table.stretch(0, u64::MAX, &Control::default())?;
    Ok((table.head().clone(), values))
}

fn noise(n: u64) -> u64 {
    (n ^ n >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[test]
fn tables_of_every_width_and_length_come_back() {
    let block = u64::from(BLOCK);
    for shift in [60, 50, 40, 0] {
        for count in [0, 1, block - 1, block, block + 1, 3 * block + 7] {
            let sizes: Vec<u64> = (0..count).map(|n| noise(n) >> shift).collect();
            let mut table = open(file(Labels::Numbers { from: 5 }, &sizes)).unwrap();
            assert_eq!(table.count(), count);
            assert_eq!(table.head().positions, Positions::Numbers { from: 5 });
            let all = table.stretch(0, count, &Control::default()).unwrap();
            assert!(all.iter().map(Nimber::size).eq(sizes.iter().copied()), "{shift} {count}");
            for index in (0..count + 3).step_by(7919).chain([count, u64::MAX]) {
                let expected = usize::try_from(index).ok().and_then(|index| sizes.get(index));
                assert_eq!(table.value(index).unwrap().map(Nimber::size), expected.copied());
            }
            table.verify(&Control::default()).unwrap();
        }
    }
}

#[test]
fn stretches_are_those_of_the_plain_table() {
    let sizes: Vec<u64> = (0..200_000).map(|n| noise(n) >> 55).collect();
    let mut table = open(file(Labels::Numbers { from: 0 }, &sizes)).unwrap();
    for (from, end) in [(0, 0), (65_535, 65_537), (1, 199_999), (199_990, 300_000), (300_000, 5), (7, 7)] {
        let values = table.stretch(from, end, &Control::default()).unwrap();
        let end = end.clamp(from.min(200_000), 200_000);
        let from = from.min(end);
        let expected = &sizes[usize::try_from(from).unwrap()..usize::try_from(end).unwrap()];
        assert!(values.iter().map(Nimber::size).eq(expected.iter().copied()), "{from}..{end}");
    }
    let little = Control::default().with_memory_limit(1000);
    let refused = table.stretch(0, 200_000, &little);
    assert!(matches!(refused, Err(StoreError::Stopped(Stopped::MemoryLimit { .. }))), "{refused:?}");
}

#[test]
fn tuples_and_rows_keep_their_shape() {
    let tuples = contents(file(Labels::Tuples { to: &[1, 2] }, &[0, 1, 2, 1, 2, 0])).unwrap();
    assert_eq!(tuples.0.positions, Positions::Tuples { to: vec![1, 2] });
    assert_eq!(tuples.0.positions.labels(), Labels::Tuples { to: &[1, 2] });
    let rows = contents(file(Labels::Rows { width: 2, alphabet: b"01" }, &[0, 1, 2, 3])).unwrap();
    assert_eq!(rows.0.positions.labels(), Labels::Rows { width: 2, alphabet: b"01" });
    for (labels, sizes) in [
        (Labels::Tuples { to: &[1, 2] }, &[0; 5][..]),
        (Labels::Tuples { to: &[] }, &[]),
        (Labels::Tuples { to: &[u64::MAX, u64::MAX] }, &[0]),
        (Labels::Rows { width: 3, alphabet: b"01" }, &[0; 4]),
        (Labels::Rows { width: usize::MAX, alphabet: b"0" }, &[0; 4]),
        (Labels::Rows { width: usize::MAX, alphabet: b"01" }, &[0; 4]),
        (Labels::Rows { width: 1, alphabet: b"10" }, &[0; 2]),
        (Labels::Numbers { from: u64::MAX }, &[0; 2]),
    ] {
        assert!(matches!(open(file(labels, sizes)), Err(StoreError::Unfit { .. })), "{labels:?}");
    }
}

/// A small file with every part that a file can have: two kinds of blocks, and an index.
fn small() -> Vec<u8> {
    let rule = RuleMark::new(&Rule::parse("n -> n - 1").unwrap(), &[]);
    let head = TableHead { rule, positions: Positions::Numbers { from: 0 } };
    let control = Control::default();
    let mut writer = TableWriter::new(Vec::new(), &head, &control).unwrap().with_total(3);
    for n in 0..u64::from(BLOCK) {
        writer.push(Nimber::new(n % 2)).unwrap();
    }
    for n in 0..20 {
        writer.push(Nimber::new(noise(n))).unwrap();
    }
    writer.finish().unwrap()
}

#[test]
fn every_changed_byte_is_found() {
    let whole = small();
    assert!(contents(whole.clone()).is_ok() && whole.len() < 1500, "{}", whole.len());
    for at in 0..whole.len() {
        for change in [1, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[at] ^= change;
            assert!(matches!(contents(bytes), Err(StoreError::Unfit { .. })), "byte {at} ^ {change}");
        }
    }
}

#[test]
fn every_cut_and_every_addition_is_found() {
    let whole = small();
    for length in 0..whole.len() {
        let cut = open(whole[..length].to_vec());
        assert!(matches!(cut, Err(StoreError::Unfit { .. })), "{length} bytes: {cut:?}");
        let tail_only = open(whole[length.max(1)..].to_vec());
        assert!(matches!(tail_only, Err(StoreError::Unfit { .. })), "from byte {length}");
    }
    for at in [0, 8, 16, whole.len() / 2, whole.len() - 28, whole.len()] {
        let mut longer = whole.clone();
        longer.insert(at, 0);
        assert!(matches!(contents(longer), Err(StoreError::Unfit { .. })), "longer at {at}");
    }
}

#[test]
fn messages_name_the_place_and_the_cure() {
    let told = |bytes: Vec<u8>| contents(bytes).unwrap_err().to_string();
    let mut bytes = small();
    let foreign = told(b"0 0\n1 1\n".to_vec());
    assert!(foreign.starts_with("t.gtab is no table file of grundy"), "{foreign}");
    assert_eq!(told(Vec::new()), foreign);
    let cut = told(bytes[..bytes.len() - 1].to_vec());
    assert!(cut.contains("cut short") && cut.contains("make the table again"), "{cut}");
    let place = bytes.len() - 28 - 2 * 16 - 1;
    bytes[place] ^= 1;
    let block = told(bytes.clone());
    assert!(block.contains("is damaged: block 1, at byte ") && block.contains("checksum"), "{block}");
    bytes[8] = 2;
    let newer = told(bytes);
    assert!(
        newer.contains("version 2 of the format") && newer.contains("newer version of grundy"),
        "{newer}"
    );
}

/// Sizes that a file only claims take no memory, and nothing overflows.
#[test]
fn absurd_sizes_are_refused() {
    let whole = small();
    let tail = |count: u64, index: u64| {
        let mut bytes = whole[..whole.len() - 28].to_vec();
        bytes.extend(tail::Tail { count, index }.encode());
        bytes
    };
    for count in [0, 1, 1 << 40, 1 << 63, u64::MAX] {
        for index in [0, 1, 1 << 40, u64::MAX] {
            assert!(matches!(contents(tail(count, index)), Err(StoreError::Unfit { .. })), "{count} {index}");
        }
    }
    let mut long = whole.clone();
    long[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(open(long).is_err());
    // An entry that leads out of the file, or to a block too long, with a checksum that is right.
    let entry = whole.len() - 28 - 2 * 16;
    for (start, length) in [(u64::MAX, 1), (0, 20), (whole.len() as u64, 20), (300, u32::MAX)] {
        let mut bytes = whole.clone();
        bytes[entry..entry + 16].copy_from_slice(&tail::Entry { start, length }.encode(0));
        assert!(matches!(contents(bytes), Err(StoreError::Unfit { .. })), "{start} {length}");
    }
    // A head that promises blocks of a size that nobody writes.
    let text = String::from_utf8_lossy(&whole[16..]).into_owned();
    assert!(text.contains("\"block\":65536"));
    for block in ["0", "4294967295"] {
        let mut bytes = whole.clone();
        let at = whole.windows(14).position(|window| window == b"\"block\":65536}").unwrap();
        bytes.splice(at..at + 14, format!("\"block\":{block}}}").bytes());
        let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap());
        let length = length + u32::try_from(block.len()).unwrap() - 5;
        bytes[12..16].copy_from_slice(&length.to_le_bytes());
        let end = 16 + usize::try_from(length).unwrap();
        let checksum = crc32fast::hash(&bytes[..end]);
        bytes[end..end + 4].copy_from_slice(&checksum.to_le_bytes());
        let error = open(bytes).unwrap_err().to_string();
        assert!(error.contains("the size of the blocks is absurd"), "{error}");
    }
}

#[test]
fn the_bytes_do_not_depend_on_threads() {
    let rule = RuleMark::new(&Rule::parse("n -> n - 1").unwrap(), &[]);
    let head = TableHead { rule, positions: Positions::Numbers { from: 0 } };
    let written = |threads: usize| {
        let control = Control::default().with_threads(threads.try_into().unwrap());
        let mut writer = TableWriter::new(Vec::new(), &head, &control).unwrap();
        for n in 0..300_000 {
            writer.push(Nimber::new(noise(n) >> 60)).unwrap();
        }
        writer.finish().unwrap()
    };
    let one = written(1);
    assert!(one == written(2) && one == written(7));
}
