//! Edits of files and texts as JavaScript passes them.

use ransack::{ExpectedCount, FileEdit, FileEditAction, TextAction, TextPlace};

use crate::path::PathArgument;

/// Edit, as passed by `js/internal/file_edit.js`, which has checked it: the form, the file, the quoted
/// text, the new text, the first and the last line or the expected count, the new path, whether a
/// created file may be executed, and the content id.
pub type EditFields = (
    String,
    Option<PathArgument>,
    Option<String>,
    Option<String>,
    Option<f64>,
    Option<f64>,
    Option<PathArgument>,
    Option<bool>,
    Option<String>,
);

/// Converts an edit of a file.
pub(super) fn to_file_edit(fields: EditFields) -> FileEdit {
    let (form, path, quoted, text, first, last, target, executable, version) = fields;
    let path = path.map(|path| path.0).unwrap_or_default();
    let if_version = version.and_then(|version| version.parse().ok());
    let action = match form.as_str() {
        "create" => FileEditAction::Create {
            text: text.unwrap_or_default(),
            is_executable: executable.unwrap_or_default(),
        },
        "delete" => FileEditAction::Delete,
        "rename" => FileEditAction::rename(target.map(|path| path.0).unwrap_or_default()),
        form => text_action(form, quoted, text, first, last).into(),
    };
    FileEdit::new(path, action).if_version(if_version)
}

/// Converts an edit of a text.
pub(super) fn to_text_action(fields: EditFields) -> TextAction {
    let (form, _, quoted, text, first, last, ..) = fields;
    text_action(&form, quoted, text, first, last)
}

fn text_action(
    form: &str,
    quoted: Option<String>,
    text: Option<String>,
    first: Option<f64>,
    last: Option<f64>,
) -> TextAction {
    let quoted = quoted.unwrap_or_default();
    let text = text.unwrap_or_default();
    let line = first.unwrap_or_default() as u64;
    let place = match form {
        "lines" => {
            let last = last.map_or(line, |last| last as u64);
            return TextAction::replace_lines(line, last, text);
        }
        "start" => TextPlace::Start,
        "end" => TextPlace::End,
        "beforeLine" => TextPlace::BeforeLine(line),
        "afterLine" => TextPlace::AfterLine(line),
        "before" => TextPlace::Before(quoted),
        "after" => TextPlace::After(quoted),
        form => {
            let expected = match (form, first) {
                ("all", _) => ExpectedCount::All,
                (_, Some(_)) => ExpectedCount::Exactly(line),
                (_, None) => ExpectedCount::default(),
            };
            let (old, new) = (quoted, text);
            return TextAction::Replace { old, new, expected };
        }
    };
    TextAction::insert(place, text)
}
