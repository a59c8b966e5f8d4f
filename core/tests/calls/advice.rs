//! Advice in errors and reports.

use std::path::Path;
use std::time::Duration;

use ransack::{
    AstEditOptions, AstGrepOptions, CancelToken, DefinitionAction, DefinitionEditOptions, Encoding,
    Error, ErrorKind, GlobOptions, GrepOptions, OutlineFilesOptions, ScopeWorkspace,
    SkeletonOptions, Workspace, WorkspaceOptions, ast_edit, ast_grep, edit_definition,
    encoding_for_model, glob, grep, outline_file, skeleton,
};
use ransack_testing::Tree;

fn grep_error(change: impl FnOnce(&mut GrepOptions)) -> Error {
    let tree = Tree::of(&[("src/lib.rs", "x\n")]);
    let mut options = GrepOptions::new("x", tree.root());
    change(&mut options);
    grep(&options, &CancelToken::new()).unwrap_err()
}

#[test]
fn an_unknown_name_has_the_nearest() {
    let type_of = |name: &str| grep_error(|options| options.scope.types = vec![name.to_owned()]);
    for (name, nearest) in [
        ("tsx", "ts"),
        ("typescrpt", "ts"),
        ("javascript", "js"),
        ("pyton", "py"),
    ] {
        let error = type_of(name);
        assert_eq!(error.kind(), ErrorKind::UnknownType);
        assert!(
            error.candidates().iter().any(|known| known == nearest),
            "{error}"
        );
        assert!(
            error
                .to_string()
                .contains(&format!("`{name}`; candidates: ")),
            "{error}"
        );
    }
    assert!(type_of("qqqqq").candidates().is_empty());
    let error = grep_error(|options| options.encoding = Some("utf16".to_owned()));
    assert_eq!(error.candidates()[..2], ["utf-16be", "utf-16le"]);
    let mut options = AstGrepOptions::new("x", ".");
    options.language = Some("typescrpt".to_owned());
    let error = ast_grep(&options, &CancelToken::new()).unwrap_err();
    assert_eq!(error.candidates()[0], "typescript");
    let mut options = AstGrepOptions::new("f($A)", ".").language("rust");
    options.query.selector = Some("call_expresion".to_owned());
    let error = ast_grep(&options, &CancelToken::new()).unwrap_err();
    assert_eq!(error.candidates()[0], "call_expression");
    assert_eq!(
        encoding_for_model("gtp-4o").unwrap_err().candidates()[0],
        "gpt-4o"
    );
    assert_eq!(
        "o200kbas".parse::<Encoding>().unwrap_err().candidates()[0],
        "o200k_base"
    );
}

#[test]
fn a_wrong_element_of_a_list_has_its_index() {
    let owned = |texts: &[&str]| texts.iter().copied().map(str::to_owned).collect::<Vec<_>>();
    let starts = |message: &str, error: Error| {
        assert!(error.to_string().starts_with(message), "{error}");
    };
    starts(
        "`types[1]`: unknown file type: `rsut`",
        grep_error(|options| options.scope.types = owned(&["rust", "rsut"])),
    );
    starts(
        "`types_not[0]`: unknown file type: `rsut`",
        grep_error(|options| options.scope.types_not = owned(&["rsut", "c"])),
    );
    starts(
        "`globs[1]`: the glob is empty",
        grep_error(|options| options.scope.globs = owned(&["a", ""])),
    );
    starts(
        "`globs[2]`: `{1..3}` is a range",
        grep_error(|options| options.scope.globs = owned(&["a", "b", "{1..3}"])),
    );
    starts(
        "`roots[1]`: the path is empty",
        grep_error(|options| options.scope.roots.push("".into())),
    );
    let mut options = GlobOptions::new("*", ".");
    options.patterns = owned(&["*", ""]);
    starts(
        "`patterns[1]`: the glob is empty",
        glob(&options, &CancelToken::new()).unwrap_err(),
    );
    let mut options = SkeletonOptions::default();
    let names = |options: &SkeletonOptions| {
        skeleton(b"fn f() {}\n", "rust", options, &CancelToken::new()).unwrap_err()
    };
    options.names = owned(&["f", "g"]);
    starts("`names[1]`: ", names(&options));
    options.names = owned(&["f", ""]);
    starts(
        "`names[1]`: the name of a definition is empty",
        names(&options),
    );
    let mut edits = DefinitionEditOptions::new("src/a.rs", "f", DefinitionAction::Remove);
    edits.edits.push(edits.edits[0].clone());
    edits.edits[1].path = "".into();
    starts(
        "`edits[1]`: the path is empty",
        edit_definition(&edits, &CancelToken::new()).unwrap_err(),
    );
}

#[test]
fn a_missing_path_has_the_nearest_that_exists() {
    let tree = Tree::of(&[("source/lib.rs", "x\n"), ("docs/a.md", "x\n")]);
    for (missing, nearest) in [
        ("sorce", "source"),
        ("sorce/lib.rs", "source"),
        ("source/lip.rs", "source/lib.rs"),
        ("docs/qqq/z.rs", "docs"),
    ] {
        let path = tree.path(missing);
        let error = grep(&GrepOptions::new("x", &path), &CancelToken::new()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound);
        assert_eq!(error.path(), Some(path.as_path()));
        let expected = tree.path(nearest).to_string_lossy().into_owned();
        assert_eq!(error.candidates(), [expected], "{error}");
    }
    // Relative to the working directory of the test, the folder of the crate.
    let error = grep(&GrepOptions::new("x", "tests/cals"), &CancelToken::new()).unwrap_err();
    assert_eq!(
        error.path(),
        Some(&*std::path::absolute("tests/cals").unwrap())
    );
    assert!(error.to_string().contains(": tests/cals: "), "{error}");
    assert_eq!(
        error.candidates()[0],
        Path::new("tests").join("calls").to_string_lossy()
    );
}

#[test]
fn a_workspace_names_paths_as_they_were_given() {
    let tree = Tree::of(&[("source/lib.rs", "fn f() {}\n")]);
    let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
    let token = CancelToken::new();
    let of_files = |path: &Path| {
        let edits = DefinitionEditOptions::new(path, "f", DefinitionAction::Remove);
        let mut rewrite = AstEditOptions::new("f($A)", "g($A)", path);
        rewrite.allow_syntax_errors = true;
        [
            grep(&GrepOptions::new("x", path).workspace(&workspace), &token).err(),
            glob(&GlobOptions::new("*", path).workspace(&workspace), &token).err(),
            outline_file(
                &OutlineFilesOptions::new(path).workspace(&workspace),
                &token,
            )
            .err(),
            edit_definition(&edits.clone().workspace(&workspace), &token).err(),
            ast_edit(&rewrite.clone().workspace(&workspace), &token).err(),
        ]
    };
    let missing = "sorce/lib.rs";
    for error in of_files(Path::new(missing)) {
        let error = error.unwrap();
        assert_eq!(error.path(), Some(&*tree.path("sorce/lib.rs")), "{error}");
        let message = error.to_string();
        assert!(message.contains(": sorce/lib.rs: "), "{message}");
        assert_eq!(error.candidates(), ["source"], "{message}");
    }
    for error in of_files(&tree.path(missing)) {
        let message = error.unwrap().to_string();
        let given = tree.path("sorce/lib.rs").to_string_lossy().into_owned();
        assert!(message.contains(&given), "{message}");
    }
    let above = GrepOptions::new("x", "..");
    let message = grep(&above.clone().workspace(&workspace), &token)
        .unwrap_err()
        .to_string();
    assert!(
        message.ends_with(": ..; list it in `allow` to allow it"),
        "{message}"
    );
}

#[test]
fn a_binding_prints_its_own_names_of_options() {
    let options = AstEditOptions::new("f($A)", "g($B)", ".");
    let error = ast_edit(&options, &CancelToken::new()).unwrap_err();
    let own = error.to_string();
    assert!(
        own.starts_with("`rewrites[0]`: unknown metavariable `$B`: the pattern has `$A`; "),
        "{own}"
    );
    let message = error.message_with(|option| match option {
        ransack::OptionName::Rewrites => "changes",
        other => other.name(),
    });
    assert_eq!(message, own.replace("`rewrites[0]`", "`changes[0]`"));
}

#[test]
fn a_timeout_says_after_what_time_and_how_many_files() {
    let tree = Tree::of(&[("a", "x\n")]);
    let token = CancelToken::with_timeout(Duration::ZERO);
    let error = grep(&GrepOptions::new("x", tree.root()), &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    let message = error.to_string();
    assert!(
        message.starts_with("timed out after ") && message.ends_with(" ms and 0 files"),
        "{message}"
    );
}

#[test]
fn a_pattern_with_a_syntax_error_may_be_literal_text() {
    let error = grep_error(|options| options.query.patterns = vec!["f(".to_owned()]);
    let expected = "cannot parse the pattern: unclosed group: `f(` at byte 1; set `literal` to search for this text";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn an_empty_scope_says_that_directories_are_ignored() {
    let tree = Tree::of(&[
        (".ignore", "out/\n"),
        ("one/out/a.rs", "x\n"),
        ("two/out/a.rs", "x\n"),
        ("two/b.rs", "x\n"),
    ]);
    for (root, glob, hint) in [
        ("one", "*.rs", "each file is in an ignored directory"),
        (
            "two",
            "out/*.rs",
            "no file outside ignored directories matches the globs",
        ),
        ("two", "src/*.rs", "no file matches the globs"),
    ] {
        for workspace in [
            None,
            Some(Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap()),
        ] {
            let mut options = GrepOptions::new("x", tree.path(root)).globs([glob]);
            options.scope.workspace = workspace.as_ref().map(ScopeWorkspace::from);
            let report = grep(&options, &CancelToken::new()).unwrap().report;
            assert_eq!(
                report.hints,
                [hint],
                "{root} {glob} {}",
                workspace.is_some()
            );
        }
    }
}

#[test]
fn an_empty_scope_says_what_selects_nothing() {
    let tree = Tree::of(&[
        ("src/a.rs", "x\n"),
        ("out.log", "x\n"),
        (".ignore", "*.log\n"),
    ]);
    std::fs::create_dir(tree.path("empty")).unwrap();
    let owned = |texts: &[&str]| texts.iter().copied().map(str::to_owned).collect();
    let hints = |root: &str, globs: &[&str], types: &[&str]| {
        let mut options = GrepOptions::new("x", tree.path(root));
        options.scope.globs = owned(globs);
        options.scope.types = owned(types);
        grep(&options, &CancelToken::new()).unwrap().report.hints
    };
    let none: [&str; 0] = [];
    assert_eq!(hints("", &[], &[]), none);
    assert_eq!(
        hints("empty", &[], &[]),
        ["there is no file below the given paths"]
    );
    assert_eq!(hints("", &["*.c"], &[]), ["no file matches the globs"]);
    assert_eq!(
        hints("", &["src"], &[]),
        [
            "no file matches the globs",
            "`src` is a directory; `src/` selects what is below it"
        ]
    );
    assert_eq!(hints("", &["src/"], &[]), none);
    assert_eq!(hints("", &["lib/**"], &[]), ["no file matches the globs"]);
    assert_eq!(
        hints("", &[], &["py", "c"]),
        ["no file has the type py or c"]
    );
    assert_eq!(hints("", &["*.rs"], &["py"]), ["no file has the type py"]);
    let excluded = "each file is ignored, hidden, or excluded by one of globs and types";
    assert_eq!(hints("", &["*.log"], &[]), [excluded]);
    assert_eq!(hints("", &["*.log"], &["rust"]), [excluded]);
    let found = glob(&GlobOptions::new("*.c", tree.root()), &CancelToken::new()).unwrap();
    assert_eq!(
        found.report.hints,
        ["no path matches the patterns and globs"]
    );
}
