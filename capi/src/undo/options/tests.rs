use super::*;

#[test]
fn defaults_equal_core() {
    let journal = ransack_journal_options::defaults();
    // SAFETY: the defaults point to nothing.
    let (journal, undo, checkpoint, edits) = unsafe {
        (
            resolve_journal(&raw const journal).unwrap(),
            ransack_undo_options::defaults().resolve().unwrap(),
            ransack_checkpoint_options::defaults().resolve().unwrap(),
            ransack_edits_options::defaults().resolve().unwrap(),
        )
    };
    let defaults = (
        JournalOptions::default(),
        UndoOptions::default(),
        CheckpointOptions::default(),
        EditsOptions::default(),
    );
    let given = (journal, undo, checkpoint, edits);
    assert_eq!(format!("{given:?}"), format!("{defaults:?}"));
}
