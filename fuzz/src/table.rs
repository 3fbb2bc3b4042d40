//! Table files: what can be read is all of one piece.

use std::io::Cursor;

use grundy::store::StoredTable;
use grundy::theory::Control;

/// Reads bytes as a table file, in every way; returns whether they are one.
///
/// # Panics
///
/// If single values are others than those of the stretch.
pub fn table_file(bytes: &[u8]) -> bool {
    let Ok(mut table) = StoredTable::read(Cursor::new(bytes), "input".as_ref()) else { return false };
    // Files of a few bytes can claim no more values than they have blocks for, but those are large.
    let control = Control::default().with_memory_limit(1 << 26);
    let Ok(values) = table.stretch(0, u64::MAX, &control) else { return false };
    for index in (0..values.len()).step_by(1013) {
        let place = u64::try_from(index).expect("the machine has 64 bits or less");
        assert_eq!(table.value(place).expect("the block was read before"), values.get(index));
    }
    assert!(table.verify(&control).is_ok());
    true
}
