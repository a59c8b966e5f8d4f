//! Tests of replacements in the files of a scope.

mod model;

use std::fs;
use std::path::Path;

use ransack_base::{CancelToken, ContentId, ErrorKind, SkipReason, StoppedBy};
use ransack_search::{IndexMode, ScopeRoot, Workspace, WorkspaceOptions};
use tempfile::TempDir;

use super::*;
use crate::parse_patch;

pub(super) fn dir(files: &[(&str, &[u8])]) -> TempDir {
    let dir = TempDir::new().unwrap();
    for (path, text) in files {
        let path = dir.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    dir
}

pub(super) fn run(options: &ReplaceOptions) -> Result<ReplaceOutcome> {
    replace(options, &CancelToken::new())
}

/// Replaces in a file with this text. Returns its new text.
fn replaced(options: ReplaceOptions, text: impl AsRef<[u8]>) -> Vec<u8> {
    let dir = dir(&[("a.txt", text.as_ref())]);
    let options = options.roots([dir.path()]).dry_run(false);
    let outcome = run(&options).unwrap();
    assert!(outcome.applied && outcome.report.skipped.is_empty());
    fs::read(dir.path().join("a.txt")).unwrap()
}

fn options(pattern: &str, replacement: &str) -> ReplaceOptions {
    ReplaceOptions::new(pattern, replacement, ".")
}

fn text_of(options: ReplaceOptions, text: &str) -> String {
    String::from_utf8(replaced(options, text)).unwrap()
}

#[test]
fn references_stand_for_groups() {
    for (pattern, replacement, text, expected) in [
        ("b+", "[$0]", "abba", "a[bb]a"),
        ("b+", "[$&]", "abba", "a[bb]a"),
        ("b+", "[${0}]", "abba", "a[bb]a"),
        (r"(\w)(\w)", "$2$1", "ab cd", "ba dc"),
        (r"(\w)", "${1}1$1a", "x", "x1xa"),
        (
            r"(?<first>\w)(?P<last>\w)",
            "${last}$<first>$last",
            "ab",
            "bab",
        ),
        ("a(b)?c", "[$1]", "ac abc", "[] [b]"),
        ("a", "$$", "a", "$"),
        ("a", "$$0$", "a", "$0$"),
        ("a", "$ $é$-$'$`$\\n", "a", "$ $é$-$'$`$\\n"),
        ("a|(b)", "<$1>", "ab", "<><b>"),
        ("(?i)é", "e", "É é", "e e"),
        ("a", "", "banana", "bnn"),
        ("^", "> ", "a\nb\n", "> a\n> b\n"),
        ("$", ";", "a\r\nb", "a;\r\nb;"),
        ("x*", "-", "axb\n", "-a-b-\n"),
    ] {
        let found = text_of(options(pattern, replacement), text);
        assert_eq!(found, expected, "{pattern} {replacement} {text:?}");
    }
    let literal = options("a.(b)", "$1$$").literal(true);
    assert_eq!(text_of(literal, "a.(b) axb"), "$1$$ axb");
    let look_around = options(r"(?<=(x))(a)(?=(b))\w", "[$1$2$3]").backtracking(true);
    assert_eq!(text_of(look_around, "xab ab"), "x[xab] ab");
    let reference = options(r"(?<q>['a])(\w*)\k<q>", "<${2}>").backtracking(true);
    assert_eq!(text_of(reference, "'x' 'y"), "<x> 'y");
}

#[test]
fn several_patterns_have_groups_of_their_own() {
    let mut several = options("a(b)", "<$1>");
    several.query.patterns.push("(c)d|(e)".to_owned());
    assert_eq!(text_of(several.clone(), "ab cd e"), "<b> <c> <>");
    let dir = dir(&[("a.txt", b"ab cd")]);
    let outcome = run(&several.roots([dir.path()])).unwrap();
    let patterns: Vec<u32> = outcome
        .changes
        .iter()
        .map(|change| change.pattern)
        .collect();
    assert_eq!(patterns, [0, 1]);
    let mut named = options("(?<x>a)b", "<${x}>");
    named.query.patterns.push("c(?<y>.)(?<x>d)".to_owned());
    assert_eq!(text_of(named, "ab czd"), "<a> <d>");
}

#[test]
fn an_unknown_group_is_an_error_before_anything_is_read() {
    for (patterns, replacement, offset, message) in [
        (
            &["a"][..],
            "x$1",
            1,
            "unknown group `$1`: the pattern has no groups",
        ),
        (
            &["(a)"],
            "$12",
            0,
            "unknown group `$12`: the pattern has 1 group;",
        ),
        (
            &["(?<year>a)(b)"],
            "${yaer}",
            0,
            "`${yaer}`: the pattern has 2 groups (`year`)",
        ),
        (&["(a)", "b"], "$1", 0, "pattern 2 has no groups"),
        (&["a"], "é${x.y}", 2, "`${x.y}`"),
        (&["a"], "$name", 0, "`$name`"),
        (&["a"], "${}", 0, "`${}`"),
        (&["a"], "b${1", 1, "unclosed group `${1`"),
        (&["a"], "$99999999999999999999", 0, "unknown group"),
    ] {
        let mut options = ReplaceOptions::new("", replacement, "/does/not/exist");
        options.query.patterns = patterns.iter().map(|&p| p.to_owned()).collect();
        let error = run(&options).unwrap_err();
        let text = error.to_string();
        assert_eq!(error.kind(), ErrorKind::InvalidPattern, "{text}");
        assert!(text.contains(message), "{text}");
        assert!(text.contains("write `$$` for a dollar sign"), "{text}");
        assert_eq!(error.offset(), Some(offset), "{text}");
        assert_eq!(error.pattern(), Some(replacement));
    }
    for (options, kind) in [
        (options("a", "b").invert(true), ErrorKind::InvalidOption),
        (options("a(", "b"), ErrorKind::InvalidPattern),
        (options("", "b"), ErrorKind::InvalidPattern),
        (ReplaceOptions::default(), ErrorKind::InvalidOption),
        (options("a\n", "b"), ErrorKind::InvalidPattern),
        (options("a", "b").after("x"), ErrorKind::InvalidOption),
    ] {
        assert_eq!(run(&options).unwrap_err().kind(), kind);
    }
}

#[test]
fn patterns_match_as_in_a_search() {
    let word = options("a", "b").word(true);
    assert_eq!(text_of(word, "a ab a\n"), "b ab b\n");
    let smart = options("foo", "x").smart_case(true);
    assert_eq!(text_of(smart, "foo FOO"), "x x");
    let smart = options("Foo", "x").smart_case(true);
    assert_eq!(text_of(smart, "foo Foo"), "foo x");
    let excluded = options("a", "b").exclude(["keep"]);
    assert_eq!(text_of(excluded, "a\na keep\na\n"), "b\na keep\nb\n");
    let across = options(r"a\n(b)", "$1\na").multiline(true);
    assert_eq!(
        text_of(across.clone(), "a\nb\r\na\r\nb\r\n"),
        "b\na\r\nb\r\na\r\n"
    );
    let excluded = across.exclude(["keep"]);
    assert_eq!(text_of(excluded, "a\nb keep\na\nb\n"), "a\nb keep\nb\na\n");
    let all = options("(?s)a(.*)b", "[$1]").multiline(true);
    assert_eq!(text_of(all, "a\r\n1\r\nb"), "[\r\n1\r\n]");
    let start = options(r"\Aa", "b").multiline(true);
    assert_eq!(text_of(start, "\u{feff}a\na"), "\u{feff}b\na");
    let behind = options(r"(?<=(\n.))b", "[$1]")
        .multiline(true)
        .backtracking(true);
    assert_eq!(text_of(behind, "\r\nab\r\nab"), "\r\na[\r\na]\r\na[\r\na]");
    // A named carriage return is an ordinary character.
    assert_eq!(text_of(options("\r$", ""), "a\r\nb\r\n"), "a\nb\n");
    assert_eq!(text_of(options("a\r", "x\ny"), "a\r\n"), "x\ny\n");
    // No match is inside a line end.
    let named = options("x*", "-").exclude(["[\r]x"]);
    assert_eq!(text_of(named.clone(), "a\r\n"), "-a-\r\n");
}

#[test]
fn line_ends_encodings_and_marks_stay() {
    let lines = || options("x", "1\n2\r\n3");
    assert_eq!(text_of(lines(), "x"), "1\n2\r\n3");
    assert_eq!(text_of(lines(), "a\r\nx"), "a\r\n1\r\n2\r\n3");
    assert_eq!(text_of(lines(), "a\r\nx\nb\r\n"), "a\r\n1\n2\r\n3\nb\r\n");
    let changed = |text: &[u8]| replaced(options("é|x", "ü"), text);
    assert_eq!(changed(b"\xEF\xBB\xBFx"), "\u{feff}ü".as_bytes());
    assert_eq!(changed(b"\xFF x \xC3"), b"\xFF \xC3\xBC \xC3");
    let utf16 = |text: &str| -> Vec<u8> {
        let units = text.encode_utf16().flat_map(u16::to_be_bytes);
        [0xFE, 0xFF].into_iter().chain(units).collect()
    };
    assert_eq!(changed(&utf16("é\r\n😀x")), utf16("ü\r\n😀ü"));
    let latin = options("é", "ü").encoding("latin1");
    assert_eq!(replaced(latin, b"\xE9\r\n"), b"\xFC\r\n");
    let dir = dir(&[("a.txt", b"\xE9")]);
    let missing = options("é", "€").encoding("iso-8859-2").roots([dir.path()]);
    let error = run(&missing).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption, "{error}");
    assert!(error.to_string().contains("lacks"), "{error}");
}

#[test]
fn ranges_count_as_in_the_text() {
    let dir = dir(&[
        ("a.txt", "\u{feff}é x\ny x\n".as_bytes()),
        ("b/c.txt", b"x"),
    ]);
    let outcome = run(&options("x", "z").roots([dir.path()])).unwrap();
    let places: Vec<_> = outcome
        .changes
        .iter()
        .map(|change| {
            let start = change.span.start;
            (
                change.path.as_bytes(),
                start.offset,
                start.line,
                start.column,
                start.column_utf16,
            )
        })
        .collect();
    let expected: [(&[u8], _, _, _, _); 3] = [
        (b"a.txt", 6, 1, 3, 2),
        (b"a.txt", 10, 2, 2, 2),
        (b"b/c.txt", 0, 1, 0, 0),
    ];
    assert_eq!(places, expected);
    assert_eq!(outcome.total_replacements, 3);
    assert_eq!(outcome.file_changes.len(), 2);
    let patch = parse_patch(&outcome.file_changes[0].diff).unwrap();
    let old = fs::read(dir.path().join("a.txt")).unwrap();
    let token = CancelToken::new();
    let patched = patch.files[0]
        .apply(&old, &crate::PatchOptions::default(), &token)
        .unwrap();
    assert_eq!(patched.text, "\u{feff}é z\ny z\n".as_bytes());
}

#[test]
fn binary_and_large_files_are_skipped_and_reported() {
    let large = vec![b'x'; 100];
    let dir = dir(&[("a.bin", b"x\0"), ("b.txt", &large), ("c.txt", b"x")]);
    let small = options("x", "y")
        .roots([dir.path()])
        .max_file_size(99)
        .dry_run(false);
    let outcome = run(&small).unwrap();
    let reasons: Vec<_> = outcome
        .report
        .skipped
        .iter()
        .map(|s| (s.reason, s.count))
        .collect();
    assert!(reasons.contains(&(SkipReason::Binary, 1)), "{reasons:?}");
    assert!(reasons.contains(&(SkipReason::TooLarge, 1)), "{reasons:?}");
    assert_eq!(outcome.total_replacements, 1);
    assert_eq!(fs::read(dir.path().join("a.bin")).unwrap(), b"x\0");
    assert_eq!(fs::read(dir.path().join("b.txt")).unwrap(), large);
    let grown = options("x", &"y".repeat(50))
        .roots([dir.path()])
        .max_file_size(100);
    let error = run(&grown).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("longer than the limit of 100 bytes"),
        "{error}"
    );
}

#[test]
fn limits_say_what_they_cut() {
    let dir = dir(&[
        ("a.txt", b"x x x"),
        ("b.txt", b"x x"),
        ("c.txt", b"x"),
        ("d.txt", b"-"),
    ]);
    let plan = |options: ReplaceOptions| {
        let outcome = run(&options.roots([dir.path()])).unwrap();
        let counts: Vec<u64> = outcome.file_changes.iter().map(|file| file.count).collect();
        assert_eq!(counts.iter().sum::<u64>(), outcome.total_replacements);
        let stopped = outcome.report.stopped_by == Some(StoppedBy::Limit);
        let matches = outcome.report.total_matches;
        assert!(
            matches == outcome.total_replacements
                || stopped && matches > outcome.total_replacements
        );
        assert_eq!(outcome.report.complete, !stopped);
        assert_eq!(outcome.unchanged_matches.is_none(), stopped);
        (counts, stopped)
    };
    let all = || options("x", "y");
    assert_eq!(plan(all()), (vec![3, 2, 1], false));
    assert_eq!(plan(all().max_replacements(4)), (vec![3, 1], true));
    assert_eq!(plan(all().max_replacements(6)), (vec![3, 2, 1], false));
    assert_eq!(plan(all().max_replacements(0)), (vec![], true));
    assert_eq!(plan(all().max_files(1)), (vec![3], true));
    assert_eq!(plan(all().max_files(3)), (vec![3, 2, 1], false));
    assert_eq!(
        plan(all().max_replacements_per_file(2)),
        (vec![2, 2, 1], true)
    );
    assert_eq!(
        plan(all().max_replacements_per_file(3)),
        (vec![3, 2, 1], false)
    );
    let both = all().max_replacements_per_file(1).max_replacements(2);
    assert_eq!(plan(both), (vec![1, 1], true));
    let first = all()
        .max_replacements_per_file(1)
        .roots([dir.path()])
        .dry_run(false);
    assert!(run(&first).unwrap().applied);
    assert_eq!(fs::read(dir.path().join("a.txt")).unwrap(), b"y x x");
}

#[test]
fn a_match_that_equals_its_replacement_is_no_change() {
    let dir = dir(&[("a.txt", b"a b"), ("b.txt", b"b")]);
    let modified = |name: &str| {
        fs::metadata(dir.path().join(name))
            .unwrap()
            .modified()
            .unwrap()
    };
    let before = modified("b.txt");
    let same = options("[ab]", "b").roots([dir.path()]).dry_run(false);
    let outcome = run(&same).unwrap();
    assert_eq!(
        (outcome.total_replacements, outcome.unchanged_matches),
        (1, Some(2))
    );
    assert_eq!(outcome.file_changes.len(), 1);
    assert_eq!(modified("b.txt"), before);
    let outcome = run(&same).unwrap();
    assert_eq!(
        (outcome.total_replacements, outcome.unchanged_matches),
        (0, Some(3))
    );
    let hints = &outcome.report.hints;
    assert_eq!(hints, &["each of the 3 matches equals its replacement"]);
    assert!(outcome.report.complete);
}

#[test]
fn the_case_of_matches_is_kept() {
    let case = || {
        options("foo[-_]?bar", "baz-qux")
            .ignore_case(true)
            .preserve_case(true)
    };
    assert_eq!(
        text_of(case(), "foobar FooBar FOO-BAR Foo-Bar foo_BAR"),
        "baz-qux Baz-qux BAZ-QUX Baz-Qux baz-qux"
    );
    let group = options("(foo)(x)", "$2$1")
        .ignore_case(true)
        .preserve_case(true);
    assert_eq!(text_of(group, "FOOX Foox"), "XFOO XFoo");
}

#[test]
fn previews_and_versions_are_checked() {
    let dir = dir(&[("a.txt", b"x"), ("b.txt", b"-")]);
    let at = |name: &str| dir.path().join(name);
    let all = options("x", "y").roots([dir.path()]);
    let preview = run(&all).unwrap();
    assert!(!preview.applied);
    assert_eq!(fs::read(at("a.txt")).unwrap(), b"x");
    let apply = all.clone().dry_run(false).preview(preview.preview.clone());
    let other = apply.clone().replacement("z");
    assert_eq!(run(&other).unwrap_err().kind(), ErrorKind::Stale);
    fs::write(at("a.txt"), "gone").unwrap();
    let error = run(&apply).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Stale);
    assert_eq!(error.paths(), [at("a.txt")], "{error}");
    fs::write(at("a.txt"), "x").unwrap();
    assert!(run(&apply).unwrap().applied);
    assert_eq!(fs::read(at("a.txt")).unwrap(), b"y");
    // Also of a file without a match.
    for (name, text) in [("b.txt", b"-"), ("a.txt", b"y")] {
        let known = all.clone().if_versions([(at(name), ContentId::of(text))]);
        run(&known).unwrap();
        let other = all
            .clone()
            .if_versions([(at(name), ContentId::of(b"other"))]);
        assert_eq!(run(&other).unwrap_err().kind(), ErrorKind::Stale, "{name}");
    }
    let absent = all.if_versions([(at("c.txt"), ContentId::of(b""))]);
    assert_eq!(run(&absent).unwrap_err().kind(), ErrorKind::Stale);
    let capped = absent.max_replacements_per_file(0);
    assert_eq!(run(&capped).unwrap_err().kind(), ErrorKind::Stale);
}

#[test]
fn an_index_excludes_files_and_no_replacement() {
    let texts: Vec<(String, String)> = (0..40)
        .map(|number| {
            (
                format!("{number:02}.txt"),
                format!("word{number} needle{}\n", number % 4),
            )
        })
        .collect();
    let files: Vec<(&str, &[u8])> = texts.iter().map(|(n, t)| (&**n, t.as_bytes())).collect();
    let dir = dir(&files);
    let indexed = WorkspaceOptions::default().index(IndexMode::Memory);
    let workspace = Workspace::open(dir.path(), &indexed).unwrap();
    let token = CancelToken::new();
    workspace.ready(&token, |_| {}).unwrap();
    let all = |root: ScopeRoot| ReplaceOptions::new("needle1", "thread", root);
    let plain = run(&all(dir.path().into())).unwrap();
    let found = run(&all((&workspace).into())).unwrap();
    assert_eq!(found.total_replacements, 10);
    assert_eq!(found.changes, plain.changes);
    assert!(found.report.index.used);
    fs::write(dir.path().join("00.txt"), "needle1\n").unwrap();
    let apply = all((&workspace).into()).dry_run(false);
    assert_eq!(run(&apply).unwrap().total_replacements, 11);
    assert_eq!(run(&apply).unwrap().total_replacements, 0);
}

#[test]
fn files_of_a_workspace_with_an_open_buffer_are_not_written() {
    let dir = dir(&[
        ("a.txt", b"x"),
        ("b.txt", b"x"),
        ("c.md", b"x"),
        ("skip/d.txt", b"x"),
    ]);
    fs::write(dir.path().join(".ignore"), "skip\n").unwrap();
    let workspace = Workspace::open(dir.path(), &WorkspaceOptions::default()).unwrap();
    workspace.set_buffer("a.txt", "unsaved x\n").unwrap();
    let in_workspace = ReplaceOptions::new("x", "y", &workspace);
    let in_workspace = in_workspace.globs(["*.txt"]).dry_run(false);
    let outcome = run(&in_workspace).unwrap();
    assert!(!outcome.applied);
    assert!(outcome.file_changes[0].has_buffer);
    assert_eq!(outcome.file_changes[0].text_edits[0].new_text, b"y");
    assert_eq!(fs::read(dir.path().join("b.txt")).unwrap(), b"x");
    workspace.clear_buffer(Some(Path::new("a.txt"))).unwrap();
    assert!(run(&in_workspace).unwrap().applied);
    let read = |name: &str| fs::read(dir.path().join(name)).unwrap();
    assert_eq!(
        [read("a.txt"), read("b.txt"), read("c.md")],
        [b"y", b"y", b"x"]
    );
    assert_eq!(read("skip/d.txt"), b"x");
}
