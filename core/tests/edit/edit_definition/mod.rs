//! Edits of definitions by name.

mod bodies;
mod constructs;
mod cut_out;
mod data_files;
mod docs;
mod elements;
mod files;
mod headers;
mod imports;
mod indentation;
mod languages;
mod limits;
mod lists;
mod parts;
mod places;
mod round_trip;
mod statements;
#[cfg(unix)]
mod waiting;

use std::fs;

use ransack::DefinitionAction::{Insert, Rename, Replace};
use ransack::{
    CancelToken, DefinitionAction, DefinitionEdit, DefinitionEditOptions, DefinitionPart,
    InsertPlace, Result, edit_definition,
};

/// Applies edits to a text in a file with this name.
fn edit(name: &str, source: &str, edits: &[(&str, DefinitionAction)]) -> Result<String> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(name);
    fs::write(&path, source).unwrap();
    let edits = edits.iter();
    let edits = edits.map(|(name, action)| DefinitionEdit::new(&path, *name, action.clone()));
    let options = DefinitionEditOptions::default().edits(edits).dry_run(false);
    let outcome = edit_definition(&options, &CancelToken::new())?;
    assert!(outcome.applied);
    Ok(fs::read_to_string(&path).unwrap())
}

#[track_caller]
#[allow(
    clippy::needless_pass_by_value,
    reason = "calls build the action in place"
)]
fn check(file: &str, source: &str, name: &str, action: DefinitionAction, expected: &str) {
    let text = edit(file, source, &[(name, action.clone())]);
    let text = text.unwrap_or_else(|error| panic!("{action:?}: {error}"));
    assert!(
        text == expected,
        "{action:?} gives\n{text}\nnot\n{expected}"
    );
}

fn replace(part: DefinitionPart, text: &str) -> DefinitionAction {
    let text = text.to_owned();
    Replace { part, text }
}

fn insert(place: InsertPlace, text: &str) -> DefinitionAction {
    let text = text.to_owned();
    Insert { place, text }
}

fn rename(name: &str) -> DefinitionAction {
    let name = name.to_owned();
    Rename { name }
}

fn move_to(path: Option<&str>, place: InsertPlace, target: &str) -> DefinitionAction {
    DefinitionAction::Move {
        path: path.map(Into::into),
        place,
        target: target.to_owned(),
    }
}

const PYTHON: &str = "\
import os


class A:
    \"\"\"Doc.\"\"\"

    x = 1

    def f(self):
        return 1

    @property
    def g(self):
        \"\"\"Gets.\"\"\"
        return 2


def top():
    pass
";
