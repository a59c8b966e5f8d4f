#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![cfg(feature = "ast")]
//! Rewriting by syntax.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use ransack::{
    AbortReason, AstEditOptions, AstEditOutcome, CancelToken, ErrorKind, Rewrite, StoppedBy,
    ast_edit,
};

fn edit(options: &AstEditOptions) -> ransack::Result<AstEditOutcome> {
    ast_edit(options, &CancelToken::new())
}

fn applied(dir: &Path, rewrites: &[(&str, &str)]) -> AstEditOptions {
    let mut options = AstEditOptions::default();
    options.scope = ransack::Scope::new(dir);
    options.rewrites = rewrites.iter().map(|(p, r)| Rewrite::new(*p, *r)).collect();
    options.dry_run = false;
    options
}

/// What the rewrites make of a file of this name and text.
fn rewritten_by(
    name: &str,
    text: impl AsRef<[u8]>,
    rewrites: &[(&str, &str)],
    adjust: impl Fn(&mut AstEditOptions),
) -> ransack::Result<Vec<u8>> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(name);
    fs::write(&path, text).unwrap();
    let mut options = applied(dir.path(), rewrites);
    adjust(&mut options);
    edit(&options)?;
    let names: Vec<_> = fs::read_dir(dir.path()).unwrap().collect();
    assert_eq!(names.len(), 1, "{names:?}");
    Ok(fs::read(path).unwrap())
}

fn rewritten(name: &str, text: &str, pattern: &str, replacement: &str) -> String {
    let new = rewritten_by(name, text, &[(pattern, replacement)], |_| ()).unwrap();
    String::from_utf8(new).unwrap()
}

#[test]
fn terminators_and_comments_stay() {
    let var = ("var $A = $B", "let $A = $B");
    for (old, new) in [
        ("var a = 1; let b = 2;", "let a = 1; let b = 2;"),
        ("var a = 1 // one\nf()", "let a = 1 // one\nf()"),
        (
            "var a = 1 /* one */ ; // two\n",
            "let a = 1 /* one */ ; // two\n",
        ),
    ] {
        assert_eq!(rewritten("a.js", old, var.0, var.1), new);
    }
    let new = rewritten("a.js", "var a = 1; f();", "var $A = $B", "let $A = $B;");
    assert_eq!(new, "let a = 1; f();");
    let new = rewritten("a.js", "var a = 1; f();", "var $A = $B;", "let $A = $B;");
    assert_eq!(new, "let a = 1; f();");
    let new = rewritten(
        "a.c",
        "void f(void) { kfree(p); }\n",
        "kfree($A)",
        "kvfree($A)",
    );
    assert_eq!(new, "void f(void) { kvfree(p); }\n");
    let new = rewritten(
        "a.c",
        "void f(void) { kfree(p); }\n",
        "kfree($A);",
        "kvfree($A);",
    );
    assert_eq!(new, "void f(void) { kvfree(p); }\n");
}

#[test]
fn deletions_take_terminators_and_blank_lines() {
    for (old, new) in [
        ("a();\n  debug(1);\nb();\n", "a();\nb();\n"),
        ("a();\r\n  debug(1);\r\nb();\r\n", "a();\r\nb();\r\n"),
        ("a();\n  debug(1); debug(2);\nb();", "a();\nb();"),
        ("a(); debug(1); b();", "a();  b();"),
        ("a();\ndebug(1)", "a();\n"),
        ("debug(1); // why\n", " // why\n"),
    ] {
        assert_eq!(rewritten("a.js", old, "debug($$$A)", ""), new, "{old:?}");
    }
}

#[test]
fn what_moves_is_indented_anew_but_for_literals() {
    let old = "if (x) {\n    g({\n      a: `\n    t\n`,\n    });\n}\n";
    let new = "if (x) {\n    if (y) {\n      h({\n        a: `\n    t\n`,\n      });\n    }\n}\n";
    let template = "if (y) {\n  h($A);\n}";
    assert_eq!(rewritten("a.js", old, "g($A);", template), new);
    // What stays at its depth stays byte for byte.
    let old = "\tf(a,\r\n  b);\r\n";
    assert_eq!(
        rewritten("a.js", old, "f($$$A)", "g($$$A)"),
        old.replace('f', "g")
    );
    let new = rewritten("a.js", "  f(1);\r\n", "f($A);", "g($A);\nh();");
    assert_eq!(new, "  g(1);\r\n  h();\r\n");
}

#[test]
fn the_outermost_match_is_taken_and_the_rest_by_repeating() {
    let rewrite = [("f($A)", "g($A)")];
    let old = "f(f(f(1)));\n";
    let once = rewritten_by("a.js", old, &rewrite, |_| ()).unwrap();
    assert_eq!(once, b"g(f(f(1)));\n");
    let all = rewritten_by("a.js", old, &rewrite, |o| o.repeat = 10).unwrap();
    assert_eq!(all, b"g(g(g(1)));\n");
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.js"), old).unwrap();
    let mut options = applied(dir.path(), &[("f($A)", "f(f($A))")]);
    options.repeat = 3;
    let outcome = edit(&options).unwrap();
    assert!(outcome.file_changes[0].is_unsettled);
    assert_eq!(outcome.total_replacements, 3);
    assert_eq!(outcome.changes[2].pass, 2);
}

#[test]
fn overlapping_edits_are_an_error_and_equal_ones_one() {
    let error = rewritten_by(
        "a.js",
        "x;\nf(g(1));",
        &[("f($A)", "h($A)"), ("g($A)", "i($A)")],
        |_| (),
    )
    .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OverlappingEdits);
    let words = error.to_string();
    assert!(
        words.contains("rewrite 1 at 2:1") && words.contains("rewrite 2 at 2:3"),
        "{words}"
    );
    assert!(error.path().unwrap().ends_with("a.js"));
    let same = [("f($A)", "h($A)"), ("f($$$B)", "h($$$B)")];
    assert_eq!(
        rewritten_by("a.js", "f(1);", &same, |_| ()).unwrap(),
        b"h(1);"
    );
}

#[test]
fn new_syntax_errors_are_refused() {
    let rewrite = [("f($A)", "f($A")];
    let error = rewritten_by("a.js", "x;\nf(1);", &rewrite, |_| ()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SyntaxError);
    let forced = rewritten_by("a.js", "x;\nf(1);", &rewrite, |o| {
        o.allow_syntax_errors = true
    });
    assert_eq!(forced.unwrap(), b"x;\nf(1;");
    let broken = "x = = 1;\nf(1);";
    let fine = [("f($A)", "g($A)")];
    assert_eq!(
        rewritten_by("a.js", broken, &fine, |_| ()).unwrap(),
        b"x = = 1;\ng(1);"
    );
    let error = rewritten_by("a.js", broken, &fine, |o| o.fail_on_parse_error = true).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SyntaxError);
}

#[test]
fn encodings_and_embedded_languages_stay() {
    let rewrite = [("f($A)", "g($A)")];
    let bom = b"\xef\xbb\xbff(1);\r\nx = '\xff';\nf(2)";
    let new = rewritten_by("a.js", bom, &rewrite, |_| ()).unwrap();
    assert_eq!(new, b"\xef\xbb\xbfg(1);\r\nx = '\xff';\ng(2)");
    for big in [false, true] {
        let units = |text: &str| -> Vec<u8> {
            let units = text.encode_utf16();
            let bytes = if big {
                u16::to_be_bytes
            } else {
                u16::to_le_bytes
            };
            units.flat_map(bytes).collect()
        };
        let new = rewritten_by("a.js", units("\u{feff}f('😀');\r\n"), &rewrite, |_| ()).unwrap();
        assert_eq!(new, units("\u{feff}g('😀');\r\n"));
        let odd = [units("\u{feff}f(1);"), vec![7]].concat();
        assert_eq!(rewritten_by("a.js", &odd, &rewrite, |_| ()).unwrap(), odd);
    }
    let html = "<p>f(1)</p>\n<script>\n  f(1)\n</script>\n";
    assert_eq!(
        rewritten("a.html", html, "f($A)", "g($A)"),
        "<p>f(1)</p>\n<script>\n  g(1)\n</script>\n"
    );
}

#[test]
fn a_preview_changes_nothing_and_holds_until_a_file_changes() {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in [("a.js", "f(1)"), ("b.py", "f(2)\n"), ("c.txt", "f(3)")] {
        fs::write(dir.path().join(name), text).unwrap();
    }
    let mut options = applied(dir.path(), &[("f($A)", "g($A, $A)")]);
    options.dry_run = true;
    let preview = edit(&options).unwrap();
    assert!(!preview.applied && preview.report.complete);
    assert_eq!(preview.total_replacements, 2);
    assert_eq!(preview.changes[0].language, "javascript");
    assert_eq!(preview.changes[1].after, b"g(2, 2)");
    assert_eq!(fs::read(dir.path().join("a.js")).unwrap(), b"f(1)");
    options.dry_run = false;
    options.preview = Some(preview.preview);
    fs::write(dir.path().join("b.py"), "f(2)\n#\n").unwrap();
    assert_eq!(edit(&options).unwrap_err().kind(), ErrorKind::Stale);
    assert_eq!(fs::read(dir.path().join("a.js")).unwrap(), b"f(1)");
    fs::write(dir.path().join("b.py"), "f(2)\n").unwrap();
    assert!(edit(&options).unwrap().applied);
    assert_eq!(fs::read(dir.path().join("a.js")).unwrap(), b"g(1, 1)");
    assert_eq!(fs::read(dir.path().join("b.py")).unwrap(), b"g(2, 2)\n");
}

#[test]
fn limits_take_the_first() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["a.js", "b.js", "c.js"] {
        fs::write(dir.path().join(name), "f(1); f(2);").unwrap();
    }
    let mut options = applied(dir.path(), &[("f($A)", "g($A)")]);
    options.max_replacements = Some(3);
    let outcome = edit(&options).unwrap();
    assert_eq!(outcome.total_replacements, 3);
    assert_eq!(outcome.report.stopped_by, Some(StoppedBy::Limit));
    assert!(!outcome.report.complete);
    assert_eq!(fs::read(dir.path().join("b.js")).unwrap(), b"g(1); f(2);");
    options.max_replacements = None;
    options.max_files = Some(1);
    let outcome = edit(&options).unwrap();
    assert_eq!(outcome.file_changes.len(), 1);
    assert_eq!(outcome.report.stopped_by, Some(StoppedBy::Limit));
    assert_eq!(fs::read(dir.path().join("c.js")).unwrap(), b"f(1); f(2);");
    options.max_replacements = Some(0);
    assert_eq!(edit(&options).unwrap().total_replacements, 0);
}

#[cfg(unix)]
#[test]
fn what_a_file_is_besides_its_text_stays() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    fs::create_dir(at("in")).unwrap();
    fs::write(at("in/mode.js"), "f(1)").unwrap();
    fs::set_permissions(at("in/mode.js"), fs::Permissions::from_mode(0o751)).unwrap();
    fs::write(at("in/hard.js"), "f(1); f(2)").unwrap();
    fs::hard_link(at("in/hard.js"), at("other")).unwrap();
    fs::write(at("target"), "f(1)").unwrap();
    symlink("../target", at("in/link.js")).unwrap();
    let inode = fs::metadata(at("other")).unwrap().ino();
    let mut options = applied(&at("in"), &[("f($A)", "g($A)")]);
    assert_eq!(edit(&options).unwrap().file_changes.len(), 2);
    assert_eq!(
        fs::metadata(at("in/mode.js")).unwrap().mode() & 0o7777,
        0o751
    );
    assert_eq!(fs::read(at("in/mode.js")).unwrap(), b"g(1)");
    assert_eq!(fs::metadata(at("in/hard.js")).unwrap().ino(), inode);
    assert_eq!(fs::read(at("other")).unwrap(), b"g(1); g(2)");
    assert_eq!(fs::read(at("target")).unwrap(), b"f(1)");
    options.scope.follow_symlinks = true;
    assert_eq!(edit(&options).unwrap().file_changes.len(), 1);
    assert!(fs::symlink_metadata(at("in/link.js")).unwrap().is_symlink());
    assert_eq!(fs::read(at("target")).unwrap(), b"g(1)");
}

#[test]
fn bad_input_is_an_error_that_names_it() {
    let error =
        |rewrites: &[(&str, &str)]| rewritten_by("a.js", "f(1)", rewrites, |_| ()).unwrap_err();
    assert_eq!(error(&[]).kind(), ErrorKind::InvalidOption);
    assert_eq!(error(&[("", "x")]).kind(), ErrorKind::InvalidPattern);
    assert_eq!(error(&[("f(", "x")]).kind(), ErrorKind::InvalidPattern);
    let unbound = error(&[("f($A)", "g($B)")]);
    assert_eq!(
        (unbound.pattern(), unbound.offset()),
        (Some("g($B)"), Some(2))
    );
    let token = CancelToken::new();
    token.cancel(AbortReason::User);
    let options = AstEditOptions::new("f($A)", "g($A)", "no such root");
    assert_eq!(
        ast_edit(&options, &token).unwrap_err().kind(),
        ErrorKind::Aborted
    );
    assert_eq!(edit(&options).unwrap_err().kind(), ErrorKind::NotFound);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Names that are calls are replaced; all else, whatever its blanks and
    /// line ends, comes out as it went in.
    #[test]
    fn edits_are_splices(pieces in prop::collection::vec(
        prop::sample::select(vec!["old(1)", "old(x,\r\n\ty)", "keep(2)", "'old(3)'", "/* old(4) */ 5"]), 0..12),
        ends in prop::sample::select(vec![";", ";\n", ";\r\n", " ; ", ";\n\n\t"]),
    ) {
        let text = |from: &str, to: &str| -> String {
            let piece = |piece: &&str| match piece.strip_prefix(from) {
                Some(rest) => format!("{to}{rest}{ends}"),
                None => format!("{piece}{ends}"),
            };
            pieces.iter().map(piece).collect()
        };
        let new = rewritten("a.js", &text("old", "old"), "old($$$A)", "new_($$$A)");
        prop_assert_eq!(new, text("old", "new_"));
    }
}
