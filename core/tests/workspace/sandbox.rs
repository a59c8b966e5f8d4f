//! Every operation that takes a path refuses denied paths and paths outside the workspace, and no scan
//! finds, reads or writes a denied file.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use ransack::{
    ApplyPatchOptions, AstEditOptions, AstGrepOptions, CancelToken, CheckpointOptions,
    ConflictsOptions, ContentId, DefinitionAction, DefinitionEditOptions, DefinitionOptions,
    EditOptions, EditsOptions, Error, ErrorKind, FileEdit, FileEditAction, FuzzyFindOptions,
    GlobOptions, GrepOptions, IndexMode, JournalOptions, OutlineFilesOptions, PackOptions,
    ReadLinesOptions, RefreshMode, ReplaceOptions, Report, ResolveLinesOptions, Result,
    SkeletonOptions, SkipReason, TextAction, TreeOptions, UndoOptions, Workspace, WorkspaceOptions,
    apply_patch, ast_edit, ast_grep, checkpoint, conflicts, definition_in_file, edit,
    edit_definition, edits, exports_file, fuzzy_find, glob, grep, imports_file, outline_file,
    outline_stream, pack, read_lines, redo, replace, resolve_lines, skeleton_file, tree, undo,
};
use ransack_testing::Tree;

const CODE: &str = "f(1);\nfunction g() {}\n";

/// Calls an operation with a path in a workspace.
type Operation = (&'static str, fn(&Workspace, &Path) -> Result<()>);

/// Edits a file, or creates, deletes or renames one.
fn edit_file(workspace: &Workspace, path: &Path, action: FileEditAction) -> Result<()> {
    let options = EditOptions::default().edits([FileEdit::new(path, action)]);
    let options = options.workspace(workspace);
    // A dry run judges paths as well.
    edit(&options, &CancelToken::new())?;
    edit(&options.dry_run(false), &CancelToken::new()).map(drop)
}

fn one_file(workspace: &Workspace, path: &Path) -> OutlineFilesOptions {
    OutlineFilesOptions::new(path).workspace(workspace)
}

/// Operations that read, and take a file.
const READS: &[Operation] = &[
    ("grep", |workspace, path| {
        let options = GrepOptions::new("f", path).workspace(workspace);
        grep(&options, &CancelToken::new()).map(drop)
    }),
    ("ast_grep", |workspace, path| {
        let options = AstGrepOptions::new("f($A)", path).workspace(workspace);
        ast_grep(&options, &CancelToken::new()).map(drop)
    }),
    ("ast_edit", |workspace, path| {
        let options = AstEditOptions::new("f($A)", "h($A)", path).workspace(workspace);
        ast_edit(&options, &CancelToken::new()).map(drop)
    }),
    ("outline_file", |workspace, path| {
        outline_file(&one_file(workspace, path), &CancelToken::new()).map(drop)
    }),
    ("outline_stream", |workspace, path| {
        let mut stream = outline_stream(&one_file(workspace, path), &CancelToken::new());
        stream.next().transpose().map(drop)
    }),
    ("definition_in_file", |workspace, path| {
        let file = one_file(workspace, path);
        let options = DefinitionOptions::default();
        definition_in_file(&file, "g", &options, &CancelToken::new()).map(drop)
    }),
    ("skeleton_file", |workspace, path| {
        let options = SkeletonOptions::default();
        skeleton_file(&one_file(workspace, path), &options, &CancelToken::new()).map(drop)
    }),
    ("imports_file", |workspace, path| {
        imports_file(&one_file(workspace, path), &CancelToken::new()).map(drop)
    }),
    ("exports_file", |workspace, path| {
        exports_file(&one_file(workspace, path), &CancelToken::new()).map(drop)
    }),
    ("tree", |workspace, path| {
        tree(
            &TreeOptions::new(path).workspace(workspace),
            &CancelToken::new(),
        )
        .map(drop)
    }),
    ("resolve", |workspace, path| {
        workspace.resolve(path).map(drop)
    }),
    ("edit_definition", |workspace, path| {
        let action = DefinitionAction::Remove;
        let options = DefinitionEditOptions::new(path, "g", action).workspace(workspace);
        edit_definition(&options, &CancelToken::new()).map(drop)
    }),
    ("edit", |workspace, path| {
        let action = TextAction::replace("f(1)", "f(1)").into();
        edit_file(workspace, path, action)
    }),
    ("replace", |workspace, path| {
        let options = ReplaceOptions::new("f", "h", path).workspace(workspace);
        replace(&options, &CancelToken::new()).map(drop)
    }),
    ("read_lines", |workspace, path| {
        let options = ReadLinesOptions::new(path, 1, 1).workspace(workspace);
        read_lines(&options, &CancelToken::new()).map(drop)
    }),
    ("conflicts", |workspace, path| {
        let options = ConflictsOptions::new(path).workspace(workspace);
        conflicts(&options, &CancelToken::new()).map(drop)
    }),
    ("pack", |workspace, path| {
        let options = PackOptions::new(path).workspace(workspace);
        pack(&options, &CancelToken::new()).map(drop)
    }),
];

/// Operations of the undo journal.
const JOURNALED: &[Operation] = &[
    ("undo", |workspace, path| {
        let options = UndoOptions::new(path).workspace(workspace);
        undo(&options.journal(journal(workspace)), &CancelToken::new()).map(drop)
    }),
    ("redo", |workspace, path| {
        let options = UndoOptions::new(path).workspace(workspace);
        redo(&options.journal(journal(workspace)), &CancelToken::new()).map(drop)
    }),
    ("checkpoint", |workspace, path| {
        let options = CheckpointOptions::new("a", path).workspace(workspace);
        checkpoint(&options.journal(journal(workspace)), &CancelToken::new()).map(drop)
    }),
    ("edits", |workspace, path| {
        let options = EditsOptions::new(path).workspace(workspace);
        edits(&options.journal(journal(workspace)), &CancelToken::new()).map(drop)
    }),
];

fn journal(workspace: &Workspace) -> JournalOptions {
    JournalOptions::default().journal_path(workspace.root().join("state"))
}

/// Operations that take a directory.
const SCANS: &[Operation] = &[
    ("glob", |workspace, path| {
        let options = GlobOptions::new("**", path).workspace(workspace);
        glob(&options, &CancelToken::new()).map(drop)
    }),
    ("fuzzy_find", |workspace, path| {
        let options = FuzzyFindOptions::new("x", path).workspace(workspace);
        fuzzy_find(&options, &CancelToken::new()).map(drop)
    }),
];

/// Operations that write or replace a file.
const WRITES: &[Operation] = &[
    ("delete", |workspace, path| {
        edit_file(workspace, path, FileEditAction::Delete)
    }),
    ("rename", |workspace, path| {
        edit_file(workspace, path, FileEditAction::rename("renamed.js"))
    }),
    ("create", |workspace, path| {
        edit_file(workspace, path, FileEditAction::create("new"))
    }),
    ("rename to", |workspace, path| {
        edit_file(workspace, Path::new("own.js"), FileEditAction::rename(path))
    }),
    ("resolve_lines", |workspace, path| {
        let snapshot = ContentId::of(b"");
        let options = ResolveLinesOptions::new(path, snapshot, 1, 1).workspace(workspace);
        resolve_lines(&options, &CancelToken::new()).map(drop)
    }),
    ("set_buffer", |workspace, path| {
        workspace.set_buffer(path, "f(2);\n")
    }),
    ("export_index", |workspace, path| {
        workspace.export_index(path, &CancelToken::new())
    }),
    ("import_index", |workspace, path| {
        workspace.import_index(path, &CancelToken::new())
    }),
];

/// A workspace with denied paths and links, and a directory outside it.
struct Sandbox {
    outside: Tree,
    tree: Tree,
}

impl Sandbox {
    fn new() -> Sandbox {
        let outside = Tree::of(&[
            ("dir/a.js", CODE),
            ("out.js", CODE),
            ("one.js", CODE),
            ("given/a.js", CODE),
            ("given/secret/a.js", CODE),
        ]);
        let tree = Tree::of(&[
            ("own.js", CODE),
            ("x.key.js", CODE),
            ("private/a.js", CODE),
            ("private/deep/b.js", CODE),
            ("sub/secret/a.js", CODE),
            ("sub/ok.js", CODE),
        ]);
        symlink(outside.path("dir"), tree.path("linked")).unwrap();
        symlink(outside.path("out.js"), tree.path("linked.js")).unwrap();
        symlink("private/a.js", tree.path("alias.js")).unwrap();
        symlink("private", tree.path("alias")).unwrap();
        Sandbox { outside, tree }
    }

    fn options(&self) -> WorkspaceOptions {
        WorkspaceOptions::default()
            .allow([self.outside.path("one.js"), self.outside.path("given")])
            .deny(["*.key.js", "private/", "**/secret"])
    }

    fn open(&self) -> Workspace {
        let options = self.options().index(IndexMode::Memory);
        Workspace::open(self.tree.root(), &options).unwrap()
    }

    /// Paths that no operation may reach.
    fn refused(&self) -> Vec<PathBuf> {
        let absolute = [
            self.outside.path("out.js"),
            self.outside.path("given/secret/a.js"),
            self.outside.path("given/../out.js"),
            self.tree.path("x.key.js"),
            self.tree.path("private/deep/b.js"),
        ];
        let up = Path::new("..").join(self.outside.root().file_name().unwrap());
        let relative = [
            "x.key.js",
            "private/a.js",
            "sub/secret/a.js",
            "sub/../private/a.js",
            "linked/a.js",
            "linked.js",
            "alias.js",
            "alias/deep/b.js",
            "..",
            "private",
        ];
        let relative = relative.map(PathBuf::from);
        [up.join("out.js")]
            .into_iter()
            .chain(absolute)
            .chain(relative)
            .collect()
    }
}

#[test]
fn patches_name_no_path_that_they_may_not_reach() {
    let sandbox = Sandbox::new();
    let workspace = sandbox.open();
    let token = CancelToken::new();
    for path in [
        "x.key.js",
        "private/a.js",
        "sub/secret/new.js",
        "new.key.js",
    ] {
        let changes = [
            format!("--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-f(1);\n+f(2);\n"),
            format!("diff --git a/own.js b/{path}\nrename from own.js\nrename to {path}\n"),
            format!("diff --git a/{path} b/c.js\ncopy from {path}\ncopy to c.js\n"),
        ];
        for change in changes {
            let options = ApplyPatchOptions::new(change, sandbox.tree.root());
            let options = options.workspace(&workspace);
            let error = apply_patch(&options, &token).unwrap_err();
            assert!(is_refusal(&error), "{path}: {error}");
        }
    }
    let patch = "--- a/a.js\n+++ b/a.js\n@@ -1 +1 @@\n-f(1);\n+f(2);\n";
    for path in ["linked", "alias", "private"] {
        let options = ApplyPatchOptions::new(patch, path).workspace(&workspace);
        let error = apply_patch(&options, &token).unwrap_err();
        assert!(is_refusal(&error), "{path}: {error}");
    }
    let options = ApplyPatchOptions::new(patch, sandbox.outside.path("given"));
    let options = options.workspace(&workspace).dry_run(false);
    assert!(apply_patch(&options, &token).unwrap().applied);
}

/// Whether an error says that a path may not be reached.
fn is_refusal(error: &Error) -> bool {
    let message = error.to_string();
    error.kind() == ErrorKind::InvalidOption
        && (message.contains("the workspace denies the path")
            || message.contains("leads outside the workspace"))
}

#[test]
fn every_operation_refuses_paths_that_it_may_not_reach() {
    let sandbox = Sandbox::new();
    let workspace = sandbox.open();
    let operations = READS.iter().chain(SCANS).chain(JOURNALED).chain(WRITES);
    for (name, operation) in operations {
        for path in sandbox.refused() {
            let error = operation(&workspace, &path).unwrap_err();
            assert!(is_refusal(&error), "{name} {}: {error}", path.display());
        }
    }
    for path in [
        "private/new.js",
        "linked/new.js",
        "alias/new/file.js",
        "new.key.js",
    ] {
        for (name, operation) in WRITES {
            // Nothing to delete or to rename.
            let error = operation(&workspace, Path::new(path)).unwrap_err();
            assert!(is_refusal(&error), "{name} {path}: {error}");
        }
    }
    assert_eq!(
        fs::read_to_string(sandbox.tree.path("own.js")).unwrap(),
        CODE
    );
    assert_eq!(
        fs::read_dir(sandbox.outside.path("dir")).unwrap().count(),
        1
    );
}

#[test]
fn every_operation_reaches_allowed_files_and_directories() {
    let sandbox = Sandbox::new();
    for path in [
        PathBuf::from("own.js"),
        sandbox.tree.path("sub/ok.js"),
        sandbox.outside.path("one.js"),
        sandbox.outside.path("given/a.js"),
    ] {
        let workspace = sandbox.open();
        for (name, operation) in READS {
            let done = operation(&workspace, &path);
            assert!(done.is_ok(), "{name} {}: {done:?}", path.display());
        }
    }
    let workspace = sandbox.open();
    for path in [PathBuf::from("sub"), sandbox.outside.path("given")] {
        for (name, operation) in SCANS {
            let done = operation(&workspace, &path);
            assert!(done.is_ok(), "{name} {}: {done:?}", path.display());
        }
    }
    let created = sandbox.outside.path("given/new.js");
    let action = FileEditAction::create("new");
    edit_file_once(&workspace, &created, action).unwrap();
    let action = FileEditAction::rename(sandbox.outside.path("given/other.js"));
    edit_file_once(&workspace, &created, action).unwrap();
    let token = CancelToken::new();
    workspace.ready(&token, |_| {}).unwrap();
    // A relative path starts at the root.
    workspace.export_index("index", &token).unwrap();
    assert!(sandbox.tree.path("index").exists());
    workspace.import_index("index", &token).unwrap();
}

fn edit_file_once(workspace: &Workspace, path: &Path, action: FileEditAction) -> Result<()> {
    let options = EditOptions::default().edits([FileEdit::new(path, action)]);
    let options = options.workspace(workspace).dry_run(false);
    edit(&options, &CancelToken::new()).map(drop)
}

/// Denied paths in a report.
fn denied(report: &Report) -> Vec<String> {
    let denied = report.skipped.iter();
    let denied = denied.filter(|skipped| skipped.reason == SkipReason::Denied);
    let paths = denied.flat_map(|skipped| &skipped.first);
    paths.map(|at| at.path.to_string()).collect()
}

#[test]
fn scans_leave_denied_files_out_and_report_them() {
    let sandbox = Sandbox::new();
    let token = CancelToken::new();
    let entries = ["private", "sub/secret", "x.key.js"];
    for mode in [RefreshMode::Watch, RefreshMode::Stat, RefreshMode::Walk] {
        for index in [IndexMode::None, IndexMode::Memory] {
            if mode == RefreshMode::Walk && index != IndexMode::None {
                continue;
            }
            let options = sandbox.options().refresh(mode).index(index);
            let workspace = Workspace::open(sandbox.tree.root(), &options).unwrap();
            let found = grep(&GrepOptions::new("function", &workspace), &token).unwrap();
            let paths: Vec<String> = found.items.iter().map(|m| m.path.to_string()).collect();
            assert_eq!(paths, ["own.js", "sub/ok.js"], "{mode:?} {index:?}");
            assert_eq!(denied(&found.report), entries, "{mode:?} {index:?}");
            assert!(found.report.complete);

            // A link to a denied file tells nothing about it.
            let found = glob(&GlobOptions::new("**", &workspace).stat(true), &token).unwrap();
            let paths: Vec<String> = found.items.iter().map(|m| m.path.to_string()).collect();
            assert_eq!(paths, ["linked", "linked.js", "own.js", "sub", "sub/ok.js"]);
            let with_links = ["alias", "alias.js", "private", "sub/secret", "x.key.js"];
            assert_eq!(denied(&found.report), with_links, "{mode:?} {index:?}");
            // Denied entries out of scope are not reported.
            let found = glob(&GlobOptions::new("*.key", &workspace), &token).unwrap();
            assert_eq!(denied(&found.report), ["private", "sub/secret"]);

            let found = fuzzy_find(&FuzzyFindOptions::new("a", &workspace), &token).unwrap();
            assert!(
                found
                    .items
                    .iter()
                    .all(|m| !m.path.to_string().contains("private"))
            );
            assert!(denied(&found.report).contains(&"private".to_owned()));

            // Entries that appear later are judged as well.
            sandbox.tree.write("late.key.js", CODE);
            sandbox.tree.write("sub/private/late.js", CODE);
            let found = grep(&GrepOptions::new("function", &workspace), &token).unwrap();
            assert_eq!(found.items.len(), 2, "{mode:?} {index:?}");
            let now = [
                "late.key.js",
                "private",
                "sub/private",
                "sub/secret",
                "x.key.js",
            ];
            assert_eq!(denied(&found.report), now, "{mode:?} {index:?}");
            fs::remove_file(sandbox.tree.path("late.key.js")).unwrap();
            fs::remove_dir_all(sandbox.tree.path("sub/private")).unwrap();
        }
    }
}

#[test]
fn followed_links_are_judged_by_their_targets() {
    let sandbox = Sandbox::new();
    let token = CancelToken::new();
    symlink("sub", sandbox.tree.path("through")).unwrap();
    let workspace = sandbox.open();
    let options = GrepOptions::new("function", &workspace).follow_symlinks(true);
    let found = grep(&options, &token).unwrap();
    let paths: Vec<String> = found.items.iter().map(|m| m.path.to_string()).collect();
    assert_eq!(paths, ["own.js", "sub/ok.js", "through/ok.js"]);
    let expected = [
        "alias",
        "alias.js",
        "private",
        "sub/secret",
        "through/secret",
        "x.key.js",
    ];
    assert_eq!(denied(&found.report), expected);

    // A scan of everything that is not denied.
    let options = sandbox.options().allow_outside(true);
    let workspace = Workspace::open(sandbox.tree.root(), &options).unwrap();
    let options = GrepOptions::new("function", &workspace).follow_symlinks(true);
    let found = grep(&options, &token).unwrap();
    let paths: Vec<String> = found.items.iter().map(|m| m.path.to_string()).collect();
    let expected = [
        "linked.js",
        "linked/a.js",
        "own.js",
        "sub/ok.js",
        "through/ok.js",
    ];
    assert_eq!(paths, expected);
    assert!(workspace.resolve("alias.js").is_err());
}

#[test]
fn edits_of_a_tree_write_no_denied_file() {
    let sandbox = Sandbox::new();
    let token = CancelToken::new();
    let workspace = sandbox.open();
    let options = AstEditOptions::new("f($A)", "h($A)", &workspace).dry_run(false);
    let outcome = ast_edit(&options, &token).unwrap();
    assert!(outcome.applied && outcome.file_changes.len() == 2);
    for path in [
        "x.key.js",
        "private/a.js",
        "private/deep/b.js",
        "sub/secret/a.js",
    ] {
        assert_eq!(
            fs::read_to_string(sandbox.tree.path(path)).unwrap(),
            CODE,
            "{path}"
        );
    }
    assert_eq!(
        denied(&outcome.report),
        ["private", "sub/secret", "x.key.js"]
    );
    let changes = workspace.changes(None, &token).unwrap();
    fs::remove_file(sandbox.tree.path("own.js")).unwrap();
    fs::write(sandbox.tree.path("private/a.js"), "").unwrap();
    let changes = workspace.changes(Some(&changes.next), &token).unwrap();
    let paths: Vec<String> = changes.files.iter().map(|f| f.path.to_string()).collect();
    assert_eq!(paths, ["own.js"]);
}

#[test]
fn a_glob_that_cannot_be_parsed_and_an_empty_path_are_errors() {
    let sandbox = Sandbox::new();
    let open =
        |options: WorkspaceOptions| Workspace::open(sandbox.tree.root(), &options).unwrap_err();
    let error = open(WorkspaceOptions::default().deny(["ok", "a/{1..3}"]));
    assert_eq!(error.kind(), ErrorKind::InvalidGlob);
    assert!(error.to_string().starts_with("`deny[1]`: "), "{error}");
    let error = open(WorkspaceOptions::default().allow([PathBuf::new()]));
    assert!(error.to_string().starts_with("`allow[0]`: "), "{error}");
}

#[test]
fn the_error_names_what_is_allowed() {
    let sandbox = Sandbox::new();
    let workspace = sandbox.open();
    let message = workspace.resolve("..").unwrap_err().to_string();
    let root = sandbox.tree.root().display().to_string();
    let one = sandbox.outside.path("one.js").display().to_string();
    assert!(
        message.contains(&format!("allows `{root}`, `{one}`, ")),
        "{message}"
    );
    assert!(
        message.ends_with(": ..; list it in `allow` to allow it"),
        "{message}"
    );
    let message = workspace.resolve("private/a.js").unwrap_err().to_string();
    assert_eq!(
        message,
        "the workspace denies the path: `private/`: private/a.js"
    );
}

#[test]
fn denied_globs_judge_no_directory_above_the_root_or_an_allowed_path() {
    let top = Tree::of(&[
        ("tmp/proj/src/a.js", CODE),
        ("tmp/proj/b.js", CODE),
        ("tmp/given/src/c.js", CODE),
        ("tmp/given/d.js", CODE),
    ]);
    let token = CancelToken::new();
    let given = top.path("tmp/given");
    for (deny, expected) in [
        (
            &["tmp/", "proj/", "given/"][..],
            &["b.js", "src/a.js", "/d.js", "/src/c.js"][..],
        ),
        (&["*", "!src", "!src/**"], &["src/a.js", "/src/c.js"]),
    ] {
        let options = WorkspaceOptions::default().allow([&given]);
        let options = options.deny(deny.iter().copied());
        let workspace = Workspace::open(top.path("tmp/proj"), &options).unwrap();
        let options = GrepOptions::new("function", &workspace);
        let found = grep(&options.roots([Path::new("."), &given]), &token).unwrap();
        let given = given.display().to_string();
        let paths = found.items.iter().map(|m| m.path.to_string());
        let paths: Vec<String> = paths.map(|path| path.replace(&given, "")).collect();
        assert_eq!(paths, expected, "{deny:?}");
        assert!(workspace.resolve("src/new.js").is_ok(), "{deny:?}");
        assert!(workspace.resolve("..").is_err(), "{deny:?}");
    }
}
