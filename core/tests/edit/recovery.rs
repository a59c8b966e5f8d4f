//! Edits of files that belong to an interrupted edit.
//!
//! The tests of the crate `ransack-transaction` interrupt real processes. Here, the files of an
//! interrupted edit are written as they are in the middle of the exchange.

use std::fs;
use std::path::{Path, PathBuf};

use ransack::{
    AstEditOptions, AstEditOutcome, CancelToken, DefinitionAction, DefinitionEdit,
    DefinitionEditOptions, DefinitionPart, EditState, ErrorKind, RecoveryAction, Rewrite, Scope,
    SkipReason, ast_edit, edit_definition, interrupted_edits,
};
use ransack_transaction::internal::digest;

const OLD: &str = "function old() { return f(1); }\n";
const NEW: &str = "function old() { return longer(1); }\n";
const ID: &str = "0123456789abcdef";

/// Writes two files with [`OLD`].
fn plant(dir: &Path) {
    for name in ["a.js", "b.js"] {
        fs::write(dir.join(name), OLD).unwrap();
    }
}

/// Writes the journal of an edit from [`OLD`] to [`NEW`], with this leader.
fn write_journal(dir: &Path, leader: usize) -> PathBuf {
    let dir = dir.canonicalize().unwrap();
    let (old, new) = (digest(OLD.as_bytes()), digest(NEW.as_bytes()));
    let group = format!("dir {}\n", dir.display());
    let entries = ["a.js", "b.js"].map(|name| format!("rewrite {old:032x} {new:032x} {name}\n"));
    let other = format!("dir {}/missing\n", dir.display());
    let groups = match leader {
        0 => format!("{group}{}", entries.concat()),
        _ => format!("{other}{group}{}", entries.concat()),
    };
    let text = format!("ransack-edit 4 {ID} {leader}\n{groups}");
    let sum = digest(text.as_bytes());
    let path = dir.join(format!(".ransack-edit-{ID}-{leader}.journal"));
    fs::write(&path, format!("{text}listed {sum:032x}\napplying\n")).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    }
    path
}

/// Interrupts an edit after it has exchanged the first of two files.
fn interrupt(dir: &Path) {
    plant(dir);
    write_journal(dir, 0);
    let staged = |number: u32| dir.join(format!(".ransack-edit-{ID}-0-{number}.new"));
    fs::write(dir.join("a.js"), NEW).unwrap();
    fs::write(staged(0), OLD).unwrap();
    fs::write(staged(1), NEW).unwrap();
}

fn options(dir: &Path) -> AstEditOptions {
    let mut options = AstEditOptions::default().rewrites([Rewrite::new("f($A)", "g($A)")]);
    options.scope = Scope::new(dir);
    options
}

fn edit(options: &AstEditOptions) -> ransack::Result<AstEditOutcome> {
    ast_edit(options, &CancelToken::new())
}

fn definition_edit(dir: &Path) -> DefinitionEditOptions {
    let text = "{ return 2; }".into();
    let part = DefinitionPart::Body;
    let action = DefinitionAction::Replace { part, text };
    let edits =
        ["a.js", "b.js"].map(|name| DefinitionEdit::new(dir.join(name), "old", action.clone()));
    DefinitionEditOptions::default().edits(edits)
}

/// Returns the names and contents of all files in a directory.
fn files(dir: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(dir).unwrap().map(Result::unwrap);
    let mut files: Vec<_> = entries
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read_to_string(entry.path()).unwrap())
        })
        .collect();
    files.sort();
    files
}

fn both(text: &str) -> Vec<(String, String)> {
    ["a.js", "b.js"]
        .map(|name| (name.to_owned(), text.to_owned()))
        .to_vec()
}

/// Checks that an outcome reports the interrupted edit of a directory, and that the directory has
/// not changed.
fn check_reported(outcome: &AstEditOutcome, dir: &Path, before: &[(String, String)]) {
    let listed = interrupted_edits(&ransack::RecoveryOptions::new(dir), &CancelToken::new());
    assert_eq!(outcome.interrupted, listed.unwrap().remaining);
    let [interrupted] = &outcome.interrupted[..] else {
        panic!("{:?}", outcome.interrupted);
    };
    assert_eq!(interrupted.state, EditState::Incomplete);
    assert_eq!(interrupted.problem, None);
    let dir = dir.canonicalize().unwrap();
    assert_eq!(
        interrupted.files,
        ["a.js", "b.js"].map(|name| dir.join(name))
    );
    assert_eq!(outcome.recovered, []);
    assert!(!outcome.applied);
    assert_eq!(files(&dir), before);
}

#[test]
fn a_dry_run_reports_an_interrupted_edit() {
    let dir = tempfile::tempdir().unwrap();
    interrupt(dir.path());
    let before = files(dir.path());
    let adjusts: [fn(&mut AstEditOptions); 4] = [
        |_| (),
        |options| options.scope.hidden = false,
        |options| options.scope.globs = vec!["**/*.js".into()],
        // The walk stops before it has seen everything.
        |options| options.max_files = Some(1),
    ];
    for adjust in adjusts {
        let mut options = options(dir.path());
        options.rewrites.push(Rewrite::new("longer($A)", "g($A)"));
        adjust(&mut options);
        let outcome = edit(&options).unwrap();
        check_reported(&outcome, dir.path(), &before);
        let mut skipped = outcome.report.skipped.iter();
        let skipped = skipped.find(|skipped| skipped.reason == SkipReason::InterruptedEdit);
        assert_eq!(skipped.map(|skipped| skipped.count), Some(2));
        assert!(!outcome.report.complete && outcome.report.files_searched <= 2);
    }
    // A root that is a file.
    let outcome = edit(&options(&dir.path().join("b.js"))).unwrap();
    assert_eq!(outcome.interrupted.len(), 1);
}

#[test]
fn the_next_edit_repairs_an_interrupted_edit_before_it_plans() {
    let dir = tempfile::tempdir().unwrap();
    plant(dir.path());
    let preview = edit(&options(dir.path())).unwrap().preview;
    interrupt(dir.path());
    // The token is from before the crash.
    let outcome = edit(&options(dir.path()).dry_run(false).preview(preview)).unwrap();
    assert!(outcome.applied && outcome.report.complete);
    assert_eq!(outcome.total_replacements, 2);
    assert_eq!(outcome.interrupted, []);
    let mut actions: Vec<_> = outcome.recovered.iter().map(|file| file.action).collect();
    actions.sort_by_key(|action| *action != RecoveryAction::Restored);
    assert_eq!(
        actions,
        [RecoveryAction::Restored, RecoveryAction::Unchanged]
    );
    assert_eq!(files(dir.path()), both(&OLD.replace("f(", "g(")));
}

#[test]
#[cfg(unix)]
fn an_interrupted_edit_that_only_links_reach_is_repaired_before_the_checks() {
    let dir = tempfile::tempdir().unwrap();
    let (src, links) = (dir.path().join("src"), dir.path().join("links"));
    fs::create_dir(&src).unwrap();
    fs::create_dir(&links).unwrap();
    plant(&src);
    for name in ["a.js", "b.js"] {
        std::os::unix::fs::symlink(src.join(name), links.join(name)).unwrap();
    }
    let mut through_links = options(&links);
    through_links.scope.follow_symlinks = true;
    let preview = edit(&through_links).unwrap().preview;
    interrupt(&src);
    let before = files(&src);
    // Its files are outside the scope, so the report does not list them.
    check_reported(&edit(&through_links).unwrap(), &src, &before);
    let mut applied = through_links.dry_run(false).preview(preview);
    applied.fail_on_parse_error = true;
    let outcome = edit(&applied).unwrap();
    assert_eq!(
        (outcome.recovered.len(), outcome.total_replacements),
        (2, 2)
    );
    assert_eq!(files(&src), both(&OLD.replace("f(", "g(")));
}

#[test]
fn edit_definition_reports_and_repairs_an_interrupted_edit() {
    let dir = tempfile::tempdir().unwrap();
    interrupt(dir.path());
    let before = files(dir.path());
    let token = CancelToken::new();
    let outcome = edit_definition(&definition_edit(dir.path()), &token).unwrap();
    check_reported(&outcome, dir.path(), &before);
    assert!(!outcome.report.complete);
    let applied = definition_edit(dir.path()).dry_run(false);
    let outcome = edit_definition(&applied, &token).unwrap();
    assert!(outcome.applied && outcome.interrupted.is_empty());
    assert_eq!(outcome.recovered.len(), 2);
    assert_eq!(files(dir.path()), both("function old() { return 2; }\n"));
}

#[test]
fn files_of_an_edit_that_cannot_be_repaired_are_not_edited() {
    let dir = tempfile::tempdir().unwrap();
    plant(dir.path());
    fs::write(dir.path().join("c.js"), OLD).unwrap();
    // A copy, whose primary journal is missing.
    let journal = write_journal(dir.path(), 1);
    let before = files(dir.path());
    let errors = [
        edit(&options(dir.path()).dry_run(false)).unwrap_err(),
        edit_definition(
            &definition_edit(dir.path()).dry_run(false),
            &CancelToken::new(),
        )
        .unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::Stale, "{error}");
        assert_eq!(error.path(), Some(journal.as_path()));
        assert_eq!(error.paths().len(), 2);
    }
    assert_eq!(files(dir.path()), before);
    let outcome = edit(&options(&dir.path().join("c.js")).dry_run(false)).unwrap();
    assert!(outcome.applied);
    assert_eq!(outcome.interrupted[0].state, EditState::Unknown);
}
