//! Edits of files: unedited text stays unchanged.

use std::fs;
use std::sync::{Mutex, OnceLock, PoisonError};

use ransack::{
    AstChange, AstEditOptions, CancelToken, DefinitionAction, DefinitionEditOptions,
    DefinitionPart, ErrorKind, InsertPlace, OutlineOptions, ast_edit, check_syntax, definition,
    edit_definition, outline,
};
use tempfile::TempDir;

use super::Input;

/// Directory of the edited file; used by one call at a time.
fn directory() -> &'static Mutex<TempDir> {
    static DIRECTORY: OnceLock<Mutex<TempDir>> = OnceLock::new();
    DIRECTORY.get_or_init(|| Mutex::new(TempDir::new().unwrap()))
}

/// Returns the text after changes, which must be in order and agree with the text.
fn apply(text: &[u8], changes: &[AstChange]) -> Vec<u8> {
    let (mut changed, mut from) = (Vec::new(), 0);
    for change in changes {
        let (start, end) = (change.span.start.offset, change.span.end.offset);
        assert!(from <= start && start <= end, "{changes:?}");
        assert_eq!(text[start..end], change.before);
        changed.extend_from_slice(&text[from..start]);
        changed.extend_from_slice(&change.after);
        from = end;
    }
    changed.extend_from_slice(&text[from..]);
    changed
}

fn errors(text: &[u8], language: &str) -> usize {
    check_syntax(text, language, &CancelToken::new())
        .unwrap()
        .len()
}

fn refused(error: &ransack::Error) {
    let expected = [
        ErrorKind::InvalidPattern,
        ErrorKind::InvalidOption,
        ErrorKind::UnknownName,
        ErrorKind::AmbiguousName,
        ErrorKind::OverlappingEdits,
        ErrorKind::SyntaxError,
    ];
    assert!(
        expected.contains(&error.kind()),
        "{:?}: {error}",
        error.kind()
    );
}

/// Input: a language, a pattern, a NUL byte, a replacement, a NUL byte, and the text.
pub(crate) fn rewrite(data: &[u8]) {
    let mut input = Input::new(data);
    let language = input.language();
    let (pattern, replacement) = (input.text(), input.text());
    let text = input.rest();
    let dir = directory().lock().unwrap_or_else(PoisonError::into_inner);
    let path = dir.path().join("text");
    fs::write(&path, text).unwrap();
    let options = AstEditOptions::new(pattern, replacement, &path).language(language);
    let token = CancelToken::new();
    let planned = match ast_edit(&options, &token) {
        Ok(planned) => planned,
        Err(error) => {
            refused(&error);
            return assert_eq!(fs::read(&path).unwrap(), text);
        }
    };
    assert_eq!(fs::read(&path).unwrap(), text, "a dry run writes nothing");
    let expected = apply(text, &planned.changes);
    let done = ast_edit(&options.dry_run(false), &token).unwrap();
    assert_eq!(done.changes, planned.changes);
    assert_eq!(fs::read(&path).unwrap(), expected);
    // Without `allow_syntax_errors`, no edit adds syntax errors.
    let is_kept = errors(&expected, language) <= errors(text, language);
    assert!(is_kept, "{}", String::from_utf8_lossy(&expected));
}

/// Input: a language, the number of a definition, an action, new code, a NUL byte, and the text.
pub(crate) fn definition_edit(data: &[u8]) {
    let mut input = Input::new(data);
    let language = input.language();
    let (number, kind) = (usize::from(input.byte()), input.byte());
    let code = input.text();
    let text = input.rest();
    let token = CancelToken::new();
    let outlined = outline(text, language, &OutlineOptions::default(), &token).unwrap();
    let mut items = Vec::new();
    outlined.for_each(|item| items.push(item));
    items.retain(|item| !item.name.trim().is_empty());
    let Some(item) = items.get(number % items.len().max(1)) else {
        return;
    };
    // For several definitions of one name, the error lists the numbers.
    let name = item.qualified_name();
    let part = DefinitionPart::ALL[usize::from(kind >> 4) % 6].1;
    let place = InsertPlace::ALL[usize::from(kind >> 4) % 4].1;
    let action = match kind & 7 {
        0 => match definition(text, language, name, &[part].into(), &token) {
            Ok(found) => match String::from_utf8(found.text) {
                Ok(same) if found.span.is_some() => DefinitionAction::Replace { part, text: same },
                _ => return,
            },
            Err(error) => return refused(&error),
        },
        1 | 2 => DefinitionAction::Replace { part, text: code },
        3 => DefinitionAction::Rename { name: code },
        4 | 5 => DefinitionAction::Insert { place, text: code },
        6 => DefinitionAction::Remove,
        _ => DefinitionAction::Region {
            title: code,
            last: None,
        },
    };
    let dir = directory().lock().unwrap_or_else(PoisonError::into_inner);
    let path = dir.path().join("text");
    fs::write(&path, text).unwrap();
    let options = DefinitionEditOptions::new(&path, name, action).language(language);
    let planned = match edit_definition(&options, &token) {
        Ok(planned) => planned,
        Err(error) => {
            refused(&error);
            return assert_eq!(fs::read(&path).unwrap(), text);
        }
    };
    if kind & 7 == 0 {
        assert_eq!(planned.changes, [], "{part:?} of {name} by itself");
    }
    assert_eq!(fs::read(&path).unwrap(), text, "a dry run writes nothing");
    let expected = apply(text, &planned.changes);
    edit_definition(&options.dry_run(false), &token).unwrap();
    assert_eq!(fs::read(&path).unwrap(), expected);
    // An outline parses more than the grammar where it masks C macros.
    let outline_errors = |text: &[u8]| {
        let outline = outline(text, language, &OutlineOptions::default(), &token);
        outline.unwrap().syntax_errors
    };
    let is_kept = errors(&expected, language) <= errors(text, language)
        || outline_errors(&expected) <= outlined.syntax_errors;
    assert!(is_kept, "{}", String::from_utf8_lossy(&expected));
}
