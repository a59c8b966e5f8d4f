//! Patches and edits of a text.

use ransack::{
    CancelToken, DiffOptions, EditTextOptions, LineKind, Patch, PatchOptions, TextAction,
    TextPlace, edit_text, parse_patch, unified_diff,
};

use super::Input;

/// Applies a patch to a text and reverses it. Then applies the diff of the texts.
pub(super) fn patch(data: &[u8]) {
    let mut input = Input::new(data);
    let options = PatchOptions::default().fuzz(input.below(3));
    let text = input.part();
    let rest = input.rest();
    let token = CancelToken::new();
    let diff = unified_diff(text, rest, b"f", &DiffOptions::default(), &token).unwrap();
    if let [file] = &parse_patch(&diff).map_or(Vec::new(), |patch| patch.files)[..] {
        let patched = file.apply(text, &PatchOptions::default(), &token).unwrap();
        assert_eq!(patched.text, rest);
    } else {
        assert_eq!(text, rest);
    }
    let Ok(patch) = parse_patch(rest) else {
        return;
    };
    for file in &patch.files {
        let Ok(patched) = file.apply(text, &options, &token) else {
            continue;
        };
        assert_eq!(patched.hunks.len(), file.hunks.len());
        let lines = file.hunks.iter().flat_map(|hunk| &hunk.lines);
        if lines.clone().all(|(kind, _)| *kind == LineKind::Context) {
            assert_eq!(patched.text, text);
        }
    }
    // Reversing twice gives the same changes, unless it creates or deletes an empty file.
    let reversed = patch.reversed();
    if let Some(again) = reversed.as_ref().and_then(Patch::reversed) {
        let changes = |patch: &Patch| {
            let files = patch.files.iter();
            files.map(|file| file.change.clone()).collect::<Vec<_>>()
        };
        assert_eq!(changes(&again), changes(&patch));
    }
}

/// Edits a text: what is found is replaced, and the rest stays.
pub(super) fn text(data: &[u8]) {
    let mut input = Input::new(data);
    let options = EditTextOptions::default().tolerant(input.byte() & 1 == 1);
    let line = u64::from(input.byte());
    let (old, new) = (input.text(), input.text());
    let text = input.rest();
    let token = CancelToken::new();
    let edits = [
        TextAction::replace_all(&*old, &*new),
        TextAction::replace_lines(line, line + 1, &*new),
        TextAction::insert(TextPlace::AfterLine(line), &*new),
        TextAction::insert(TextPlace::Before(old.clone()), &*new),
    ];
    for edit in &edits {
        let edited = edit_text(text, std::slice::from_ref(edit), &options, &token);
        let Ok(edited) = edited else { continue };
        assert_eq!(edited.edits.len(), 1);
        if !edited.edits[0].is_changed {
            assert_eq!(edited.text, text);
        }
    }
    // The same text again changes nothing.
    let same = [TextAction::replace_all(&*old, &*old)];
    if let Ok(edited) = edit_text(text, &same, &options, &token) {
        assert_eq!(edited.text, text);
    }
}
