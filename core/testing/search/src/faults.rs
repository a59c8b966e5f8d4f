//! Assertion over the rows of a table.

/// Panics with all faults, one per line, if there are any.
pub fn assert_none(faults: &[String]) {
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults.join("\n")
    );
}
