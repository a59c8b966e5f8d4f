//! Documentation above other comments.

use std::fmt::Write;

use ransack::{
    CancelToken, OutlineItem, OutlineOptions, SkeletonLevel, SkeletonOptions, outline, skeleton,
};

/// Forms of comments in a language.
struct Comments {
    language: &'static str,
    /// Documentation with the text `D`.
    doc: &'static str,
    /// Comments that are no documentation: in lines, in blocks.
    others: &'static [&'static str],
    /// Definition with a name that ends in `f`.
    code: &'static str,
}

const fn of(
    language: &'static str,
    doc: &'static str,
    others: &'static [&'static str],
    code: &'static str,
) -> Comments {
    Comments {
        language,
        doc,
        others,
        code,
    }
}

const C: &[&str] = &["// x", "/* x */"];

/// Languages in which comments with a mark are documentation.
const MARKED: &[Comments] = &[
    of("c", "/** D */", C, "int f(void) {\n  return 1;\n}"),
    of("cpp", "/// D", C, "class f {\n};"),
    of("cpp", "/** D */", C, "template <class T>\nT f() {\n}"),
    of("objc", "/** D */", C, "@interface f : A\n@end"),
    of("csharp", "/// D", C, "class f {\n}"),
    of("dart", "/// D", C, "int f() {\n  return 1;\n}"),
    of("haskell", "-- | D", &["{- x -}"], "f :: Int\nf = 1"),
    of(
        "haskell",
        "{-| D -}",
        &["-- x", "{- x -}"],
        "f :: Int\nf = 1",
    ),
    of("java", "/** D */", C, "class f {\n}"),
    of("javascript", "/** D */", C, "function f() {\n}"),
    of("javascript", "/** D */", C, "export const f = 1;"),
    of("typescript", "/** D */", C, "export interface f {\n}"),
    of("tsx", "/** D */", C, "export default class f {\n}"),
    of(
        "julia",
        "\"\"\"D\"\"\"",
        &["# x", "#= x =#"],
        "function f()\nend",
    ),
    of("kotlin", "/** D */", C, "fun f() {\n}"),
    of("ocaml", "(** D *)", &["(* x *)"], "let f x = x"),
    of(
        "php",
        "<?php\n/** D */",
        &["// x", "/* x */", "# x"],
        "function f() {\n}",
    ),
    of("rust", "/// D", C, "fn f() {\n}"),
    of("rust", "/** D */", C, "#[inline] // x\nfn f() {\n}"),
    of("scala", "/** D */", C, "def f = 1"),
    of("solidity", "/// D", C, "contract f {\n}"),
    of("swift", "/// D", C, "func f() {\n}"),
    of("swift", "/** D */", C, "struct f {\n}"),
    of("zig", "/// D", &["// x"], "fn f() void {\n}"),
    of(
        "vue",
        "<script>\n/** D */",
        C,
        "function f() {\n}\n</script>",
    ),
];

/// Languages in which every comment above a definition is documentation.
const ANY: &[Comments] = &[
    of("bash", "# D", &["# x"], "f() {\n  :\n}"),
    of("css", "/* D */", &["/* x */"], ".f {\n  color: red;\n}"),
    of("erlang", "%% D", &["% x"], "f() -> 1."),
    of("go", "// D", C, "func f() {\n}"),
    of("hcl", "# D", &["// x", "/* x */"], "variable \"f\" {\n}"),
    of("lua", "--- D", &["-- x"], "function f()\nend"),
    of("make", "# D", &["# x"], "f:\n\ttrue"),
    of("nix", "{\n/* D */", &["# x", "/* x */"], "f = 1; }"),
    of("odin", "// D", C, "f :: proc() {\n}"),
    of("perl", "# D", &["# x"], "sub f {\n}"),
    of("powershell", "# D", &["# x", "<# x #>"], "function f {\n}"),
    of("protobuf", "// D", C, "message f {\n}"),
    of("r", "#' D", &["# x"], "f <- function() {\n}"),
    of("ruby", "# D", &["# x"], "def f\nend"),
    of("sql", "-- D", &["/* x */"], "CREATE TABLE f (a INT);"),
    of("toml", "# D", &["# x"], "[f]\na = 1"),
    of("verilog", "// D", C, "module f;\nendmodule"),
    of("yaml", "# D", &["# x"], "f: 1"),
];

/// Returns the documentation of the definition `f`.
fn doc(source: &str, language: &str) -> Option<String> {
    fn find(items: &[OutlineItem]) -> Option<&OutlineItem> {
        items
            .iter()
            .find_map(|item| match item.name.ends_with('f') {
                true => Some(item),
                false => find(&item.children),
            })
    }
    let options = OutlineOptions::default();
    let outline = outline(source.as_bytes(), language, &options, &CancelToken::new()).unwrap();
    find(&outline.items)?.doc.clone()
}

/// Checks the documentation of each arrangement of comments above a definition.
fn check(table: &[Comments], is_expected: impl Fn(Option<&str>) -> bool) {
    let mut wrong = String::new();
    for comments in table {
        let all = comments.others.concat();
        let line_feeds = comments.others.join("\n");
        let mut arrangements = vec!["\n".to_owned()];
        arrangements.extend(comments.others.iter().map(|other| format!("\n{other}\n")));
        arrangements.push(format!("\n{line_feeds}\n{line_feeds}\n"));
        for other in comments.others.iter().filter(|other| is_block(other)) {
            arrangements.push(format!("\n{other} {other}\n"));
            arrangements.push(format!("\n{other} {all}\n"));
            if is_block(comments.doc) {
                arrangements.push(format!(" {other}\n"));
                arrangements.push(format!(" {other} "));
            }
        }
        for between in arrangements {
            let source = format!("{}{between}{}\n", comments.doc, comments.code);
            let found = doc(&source, comments.language);
            if !is_expected(found.as_deref()) {
                writeln!(wrong, "{}: {source:?}: {found:?}", comments.language).unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

fn is_block(comment: &str) -> bool {
    comment.contains("/*")
        || ["(*", "{-", "#=", "\"\"\""]
            .iter()
            .any(|open| comment.starts_with(open))
}

#[test]
fn other_comments_do_not_separate_documentation_from_its_definition() {
    check(MARKED, |found| found == Some("D"));
    check(ANY, |found| {
        found.is_some_and(|found| found.starts_with('D') || found.starts_with("- D"))
    });
}

#[test]
fn a_blank_line_a_licence_or_code_separates_documentation() {
    for comments in MARKED {
        for other in comments.others {
            let (doc_comment, code) = (comments.doc, comments.code);
            let licence = doc_comment.replace('D', "Copyright (c) 2020 É");
            for source in [
                format!("{doc_comment}\n\n{other}\n{code}\n"),
                format!("{licence}\n{other}\n{code}\n"),
            ] {
                // Tools for R and Julia take any text before a definition.
                if comments.language != "julia" {
                    assert_eq!(doc(&source, comments.language), None, "{source}");
                }
            }
        }
    }
    for (source, expected) in [
        ("g(); /** D */ /* x */ function f() {}", None),
        ("g(); /* x */\n/** D */ /* x */ function f() {}", Some("D")),
        ("/* x */ /** D */ function f() {}", Some("D")),
        (
            "/** D */ // eslint-disable-next-line a\nfunction f() {}",
            Some("D"),
        ),
        ("/** D */ /* eslint-disable a */ function f() {}", None),
        (
            "/* Copyright É */ /* x */ /** D */\nfunction f() {}",
            Some("D"),
        ),
        ("/** D */ /* Copyright É */\nfunction f() {}", None),
        ("/** C */ /** D */ function f() {}", Some("C\nD")),
    ] {
        assert_eq!(doc(source, "javascript").as_deref(), expected, "{source}");
    }
    let go = "package a\n\n// D\n//go:noinline\nfunc f() {}\n";
    assert_eq!(doc(go, "go").as_deref(), Some("D"));
}

/// Comments on the line of documentation stay in a skeleton without documentation.
#[test]
fn a_skeleton_removes_documentation_but_no_comment_on_its_line() {
    let source =
        "class A {\n    /* x */ /** D */\n    f() { return 1; }\n    /** D */ /* é */ g() {}\n}\n";
    let options = SkeletonOptions::default().level(SkeletonLevel::Signatures);
    let skeleton = skeleton(
        source.as_bytes(),
        "javascript",
        &options,
        &CancelToken::new(),
    )
    .unwrap();
    let expected = "class A {\n    /* x */ \n    f() { return 1; }\n     /* é */ g() {}\n}\n";
    assert_eq!(String::from_utf8_lossy(&skeleton.text), expected);
}
