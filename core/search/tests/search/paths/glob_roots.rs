//! Globs that name the root, leave it, or are absolute paths; notations of other tools.

use std::path::Path;

use ransack::{
    CancelToken, Error, ErrorKind, GlobOptions, GrepOptions, Workspace, WorkspaceOptions,
    escape_glob, glob, grep,
};
use ransack_testing::{Tree, files_below};

fn tree() -> Tree {
    Tree::of(&[
        ("src/a.ts", "x"),
        ("src/b/c.ts", "x"),
        ("other/a.ts", "x"),
        ("p(1).txt", "x"),
        ("a,b.js", "x"),
        ("1..3", "x"),
    ])
}

fn found(root: &Path, pattern: &str) -> Vec<String> {
    let outcome = glob(&GlobOptions::new(pattern, root), &CancelToken::new()).unwrap();
    outcome.items.iter().map(|m| m.path.to_string()).collect()
}

fn searched(root: &Path, glob: &str) -> Vec<String> {
    files_below(root, |o| o.scope.globs = vec![glob.into()])
}

/// Errors of a glob as a pattern and as a filter, negated or not.
fn errors(root: &Path, text: &str) -> Vec<Error> {
    let token = CancelToken::new();
    let mut errors = vec![glob(&GlobOptions::new(text, root), &token).unwrap_err()];
    for filter in [text.to_owned(), format!("!{text}")] {
        let mut options = GrepOptions::new("x", root);
        options.scope.globs = vec![filter];
        errors.push(grep(&options, &token).unwrap_err());
    }
    errors
}

/// Errors of a glob, and of a glob with it as an alternative.
fn errors_in_braces(root: &Path, text: &str) -> Vec<Error> {
    let mut all = errors(root, text);
    all.extend(errors(root, &format!("{{{text},zz}}")));
    all
}

#[test]
fn a_glob_that_names_the_root_is_an_error() {
    let tree = tree();
    let absolute = tree.path("src/..");
    let absolute = absolute.to_str().unwrap();
    for text in [
        ".",
        "./",
        "/",
        "./.",
        "src/..",
        "src/b/../../",
        "//",
        absolute,
    ] {
        let mut literal = GlobOptions::new(text, tree.root());
        literal.literal = true;
        let literal = glob(&literal, &CancelToken::new()).unwrap_err();
        for error in errors_in_braces(tree.root(), text)
            .into_iter()
            .chain([literal])
        {
            assert_eq!(error.kind(), ErrorKind::InvalidGlob, "{text}");
            assert!(error.to_string().contains("write `**`"), "{error}");
        }
    }
    for error in errors(tree.root(), "") {
        assert!(error.to_string().contains("write `**`"), "{error}");
    }
}

#[test]
fn parent_components_are_resolved_within_the_root() {
    let tree = tree();
    let root = tree.root();
    for glob in [
        "src/../other/a.ts",
        "src/b/../../other/*",
        "*/../other/a.ts",
        "./other/./a.ts",
    ] {
        assert_eq!(found(root, glob), ["other/a.ts"], "{glob}");
        assert_eq!(searched(root, glob), ["other/a.ts"], "{glob}");
    }
    // The glob has a `/`, so it matches from the root.
    assert_eq!(found(root, "other/../a.ts"), [] as [&str; 0]);
    assert_eq!(searched(root, "src/../other/"), ["other/a.ts"]);
    for text in ["..", "../x", "src/../../x", "{a,..}/b"] {
        for error in errors_in_braces(root, text) {
            assert_eq!(error.kind(), ErrorKind::InvalidGlob, "{text}");
            assert!(error.to_string().contains("leaves its root"), "{error}");
        }
    }
    for error in errors_in_braces(root, "**/../a.ts") {
        assert!(error.to_string().contains("follows `**`"), "{error}");
    }
}

#[test]
#[cfg(unix)]
fn an_absolute_glob_is_relative_to_the_root_that_it_is_below() {
    let top = Tree::new();
    for dir in ["one", "t[w]o"] {
        top.write(&format!("{dir}/src/a.ts"), "x");
        top.write(&format!("{dir}/b.ts"), "x");
        top.write(&format!("{dir}/home/b.ts"), "x");
    }
    std::os::unix::fs::symlink("one", top.path("link")).unwrap();
    let real = top.root().canonicalize().unwrap();
    for (root, base) in [
        ("one", real.join("one")),
        ("link", real.join("one")),
        ("link", top.path("link")),
        ("t[w]o", real.join("t[w]o")),
    ] {
        let root = top.path(root);
        let base = base.to_str().unwrap();
        for base in [base.to_owned(), escape_glob(base)] {
            for (glob, expected) in [("src/*.ts", "src/a.ts"), ("/src/../b.*", "b.ts")] {
                let glob = format!("{base}/{glob}");
                assert_eq!(found(&root, &glob), [expected], "{glob}");
                assert_eq!(searched(&root, &glob), [expected], "{glob}");
            }
            let filter = format!("{{{base}/src/,/home/}}");
            assert_eq!(searched(&root, &filter), ["home/b.ts", "src/a.ts"]);
            assert_eq!(
                searched(&root, &format!("!{base}/src/")),
                ["b.ts", "home/b.ts"]
            );
        }
        // Below another root, or next to this root, it matches nothing.
        assert_eq!(found(&root, &format!("{base}2/b.ts")), [] as [&str; 0]);
    }
    // Of several roots, it is below one.
    let mut options = GlobOptions::new(top.path("one/**").to_str().unwrap(), top.path("t[w]o"));
    options.scope.roots.push(top.path("one"));
    options.scope.globs = vec!["*.ts".into()];
    let outcome = glob(&options, &CancelToken::new()).unwrap();
    let places: Vec<_> = outcome
        .items
        .iter()
        .map(|m| (m.root, m.path.to_string()))
        .collect();
    let expected = ["b.ts", "home/b.ts", "src/a.ts"].map(|path| (1, path.to_owned()));
    assert_eq!(places, expected);
    // In a workspace, the root is given relative to the workspace.
    let workspace = Workspace::open(top.root(), &WorkspaceOptions::default()).unwrap();
    let mut options = GlobOptions::new(top.path("one/src/*").to_str().unwrap(), "one");
    options.scope.globs = vec![top.path("one/src/a.*").to_str().unwrap().to_owned()];
    let outcome = glob(&options.clone().workspace(&workspace), &CancelToken::new()).unwrap();
    assert_eq!(outcome.items[0].path, "one/src/a.ts");
}

#[test]
fn notations_of_other_tools_are_errors_that_say_what_to_write() {
    let tree = tree();
    let root = tree.root();
    for (text, instead) in [
        ("@(src|other)/*.ts", "`{src,other}`"),
        ("?(src)/a.ts", "`{,src}`"),
        ("src/!(a).ts", "`!a`"),
        ("+(a).ts", "`*`"),
        ("p*(1).txt", r"`\(`"),
        ("src/{1..3}.ts", "`{1,2,3}`"),
        ("{a..c}.ts", "`[a-c]`"),
        ("*.js,*.ts", "`{*.js,*.ts}`"),
    ] {
        for error in errors(root, text) {
            assert_eq!(error.kind(), ErrorKind::InvalidGlob, "{text}");
            assert!(error.to_string().contains(instead), "{error}");
            assert!(error.offset().is_some(), "{error}");
        }
    }
    let error = glob(&GlobOptions::new("src/!(a).ts", root), &CancelToken::new()).unwrap_err();
    assert_eq!(error.offset(), Some(4));
    // At the start, `!` negates, and the parenthesis is escaped.
    let mut options = GrepOptions::new("x", root);
    options.scope.globs = vec!["!(src)/**".into()];
    assert!(grep(&options, &CancelToken::new()).is_err());
    assert_eq!(searched(root, r"!\(src)/**").len(), 6);

    for (text, expected) in [
        (r"p*\(1).txt", "p(1).txt"),
        ("p[(]1).txt", "p(1).txt"),
        ("a,*.js", "a,b.js"),
        (r"*\,*.js", "a,b.js"),
        (r"\{1..3}", ""),
        ("1..3", "1..3"),
        ("{1..3,zz}", "1..3"),
    ] {
        let expected: Vec<&str> = Some(expected)
            .filter(|e| !e.is_empty())
            .into_iter()
            .collect();
        assert_eq!(found(root, text), expected, "{text}");
        assert_eq!(searched(root, text), expected, "{text}");
    }
    for literal in ["p(1).txt", "a,b.js", "1..3"] {
        assert_eq!(found(root, &escape_glob(literal)), [literal]);
    }
}
