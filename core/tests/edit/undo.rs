//! Undo of every kind of edit, alone and in a workspace; ids, and reasons why there is none.

use std::fs;
use std::path::Path;

use ransack::{
    AppliedAction, AstEditOptions, CancelToken, DefinitionAction, DefinitionEditOptions,
    EditOptions, EditsOptions, ErrorKind, FileEdit, FileEditAction, JournalOptions, JournaledState,
    Scope, TextAction, UndoOptions, Workspace, WorkspaceOptions, ast_edit, edit, edit_definition,
    edits, redo, undo,
};

/// Tree, and a journal next to it.
struct Place {
    dir: tempfile::TempDir,
    journal: JournalOptions,
}

impl Place {
    fn new() -> Place {
        let dir = tempfile::tempdir().unwrap();
        let tree = dir.path().join("tree");
        fs::create_dir(&tree).unwrap();
        fs::write(tree.join("a.js"), "function f() {}\nf(1);\n").unwrap();
        fs::write(tree.join("ö.txt"), "one\r\ntwo").unwrap();
        let journal = JournalOptions::default().journal_path(dir.path().join("state"));
        Place { dir, journal }
    }

    fn tree(&self) -> std::path::PathBuf {
        self.dir.path().join("tree")
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.tree().join(name)).unwrap()
    }

    fn undo(&self) -> UndoOptions {
        UndoOptions::new(self.tree()).journal(self.journal.clone())
    }

    fn operations(&self) -> Vec<String> {
        let options = EditsOptions::new(self.tree()).journal(self.journal.clone());
        let listed = edits(&options, &CancelToken::new()).unwrap();
        listed
            .edits
            .into_iter()
            .map(|edit| edit.operation)
            .collect()
    }
}

fn rewrite(root: &Path, journal: &JournalOptions) -> AstEditOptions {
    let options = AstEditOptions::new("f($A)", "g($A)", root).dry_run(false);
    options.journal(journal.clone())
}

#[test]
fn every_operation_has_an_id_and_is_undone() {
    let (place, token) = (Place::new(), CancelToken::new());
    let (code, text) = (place.tree().join("a.js"), place.tree().join("ö.txt"));
    let before = [place.read("a.js"), place.read("ö.txt")];
    let first = ast_edit(&rewrite(&place.tree(), &place.journal), &token)
        .unwrap()
        .id
        .unwrap();

    let action = DefinitionAction::Rename { name: "h".into() };
    let options = DefinitionEditOptions::new(&code, "f", action).dry_run(false);
    let options = options.journal(place.journal.clone());
    let second = edit_definition(&options, &token).unwrap().id.unwrap();

    let edits = [
        FileEdit::new(&text, TextAction::replace("two", "2")),
        FileEdit::new(&text, FileEditAction::rename(place.tree().join("new/ö.md"))),
        FileEdit::new(
            place.tree().join("new/c.txt"),
            FileEditAction::create("new"),
        ),
    ];
    let options = EditOptions::default().edits(edits).dry_run(false);
    let third = edit(&options.journal(place.journal.clone()), &token)
        .unwrap()
        .id
        .unwrap();
    assert_eq!(place.read("new/ö.md"), "one\r\n2");
    assert_eq!(place.operations(), ["edit", "edit_definition", "ast_edit"]);

    for id in [third, second, first] {
        let undone = undo(&place.undo().id(&*id), &token).unwrap();
        assert_eq!((undone.applied, &undone.edits[0].id), (true, &id));
    }
    assert_eq!([place.read("a.js"), place.read("ö.txt")], before);
    assert!(!place.tree().join("new").exists());
    for _ in 0..3 {
        let redone = redo(&place.undo(), &token).unwrap();
        assert_eq!(redone.edits[0].state, JournaledState::Applied);
    }
    assert_eq!(place.read("new/c.txt"), "new");
    assert_eq!(place.read("a.js"), "function h() {}\ng(1);\n");
}

#[test]
fn only_an_applied_edit_has_an_id_and_a_missing_journal_is_reported() {
    let (place, token) = (Place::new(), CancelToken::new());
    let options = rewrite(&place.tree(), &place.journal);
    assert_eq!(
        ast_edit(&options.clone().dry_run(true), &token).unwrap().id,
        None
    );
    assert!(
        !place.dir.path().join("state").exists(),
        "a dry run writes nothing"
    );

    let off = place.journal.clone().record_edits(false);
    let outcome = ast_edit(&options.clone().journal(off), &token).unwrap();
    assert!(outcome.applied && outcome.id.is_none() && outcome.report.hints.is_empty());

    fs::write(place.dir.path().join("state"), "").unwrap();
    let back = AstEditOptions::new("g($A)", "f($A)", place.tree()).dry_run(false);
    let outcome = ast_edit(&back.journal(place.journal.clone()), &token).unwrap();
    assert!(outcome.applied && outcome.id.is_none() && outcome.report.complete);
    let [hint] = &outcome.report.hints[..] else {
        panic!("{:?}", outcome.report);
    };
    assert!(hint.starts_with("the edit cannot be undone: "), "{hint}");
    assert_eq!(place.read("a.js"), "function f() {}\nf(1);\n");
}

#[test]
fn in_a_workspace_the_root_is_that_of_the_workspace_and_buffers_stay() {
    let (place, token) = (Place::new(), CancelToken::new());
    let workspace = Workspace::open(place.tree(), &WorkspaceOptions::default()).unwrap();
    let options = AstEditOptions::default()
        .journal(place.journal.clone())
        .dry_run(false);
    let options = options.rewrites([ransack::Rewrite::new("f($A)", "g($A)")]);
    let options = options.scope(Scope::new(&workspace).roots(["a.js"]));
    let id = ast_edit(&options, &token).unwrap().id.unwrap();

    workspace.set_buffer("a.js", "edited").unwrap();
    let in_workspace = place.undo().path(".").workspace(&workspace).id(&*id);
    let refused = undo(&in_workspace, &token).unwrap();
    let root = place.tree().canonicalize().unwrap();
    assert!(!refused.applied && refused.edits.is_empty());
    assert_eq!(refused.buffers, [root.join("a.js")]);
    assert_eq!(place.read("a.js"), "function f() {}\ng(1);\n");
    workspace.clear_buffer(Some(Path::new("a.js"))).unwrap();

    fs::write(place.tree().join("a.js"), "foreign").unwrap();
    let error = undo(&in_workspace, &token).unwrap_err();
    assert_eq!((error.kind(), error.paths().len()), (ErrorKind::Stale, 1));
    fs::write(place.tree().join("a.js"), "function f() {}\ng(1);\n").unwrap();

    let undone = undo(&in_workspace, &token).unwrap();
    assert_eq!(
        (&undone.edits[0].root, undone.edits[0].files.len()),
        (&root, 1)
    );
    assert_eq!(undone.edits[0].files[0].action, AppliedAction::Rewritten);
    assert_eq!(place.read("a.js"), "function f() {}\nf(1);\n");
}

#[test]
fn an_edit_of_another_session_is_undone_by_its_id_only() {
    let (place, token) = (Place::new(), CancelToken::new());
    let other = place.journal.clone().session("other");
    let edited = ast_edit(&rewrite(&place.tree(), &other), &token).unwrap();
    let error = undo(&place.undo(), &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert_eq!(error.candidates(), [edited.id.clone().unwrap()]);
    let error = redo(&place.undo(), &token).unwrap_err();
    assert!(error.candidates().is_empty(), "{error}");
    let options = place.undo().id(edited.id.unwrap());
    assert_eq!(undo(&options, &token).unwrap().edits.len(), 1);
}
