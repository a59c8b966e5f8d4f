//! Outlines of one text in each language, compared with fixtures.
//!
//! `outline.txt` among the samples of a language is a source text, a line of `=`, and its outline, one line per definition: line, kind, name path, modifiers, `|` signature, and if present `//`
//! documentation. `RANSACK_BLESS=1` rewrites the outlines; review the diff.

use std::fmt::Write;

use ransack::{CancelToken, Outline, OutlineItem, OutlineOptions, ast, outline};
use ransack_testing::samples::{self, Fixture};

fn of(source: &str, language: &str) -> Outline {
    let options = OutlineOptions::default();
    outline(source.as_bytes(), language, &options, &CancelToken::new()).unwrap()
}

fn render(items: &[OutlineItem], depth: usize, text: &mut String) {
    for item in items {
        let modifiers: Vec<_> = item
            .modifiers
            .iter()
            .map(|m| format!(" +{}", m.name()))
            .collect();
        let doc = item
            .doc
            .as_deref()
            .map(|doc| format!(" // {}", doc.replace('\n', "\\n")));
        let error = if item.has_error { " !" } else { "" };
        writeln!(
            text,
            "{:depth$}{} {} {}{}{error} | {}{}",
            "",
            item.name_span().start.line,
            item.kind.name(),
            item.qualified_name(),
            modifiers.concat(),
            item.signature,
            doc.unwrap_or_default(),
            depth = 2 * depth,
        )
        .unwrap();
        render(&item.children, depth + 1, text);
    }
}

#[test]
fn outlines_are_those_of_the_fixtures() {
    let bless = std::env::var_os("RANSACK_BLESS").is_some();
    let mut faults = Vec::new();
    for fixture in samples::outlines() {
        let language = &fixture.language;
        let outline = of(&fixture.source, language);
        let mut rendered = String::new();
        render(&outline.items, 0, &mut rendered);
        if bless {
            fixture.bless(&rendered);
        } else if rendered != fixture.expected {
            faults.push(format!("{language}:\n{rendered}"));
        }
        assert_eq!(
            outline.syntax_errors, 0,
            "the fixture of {language} has syntax errors"
        );
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_language_has_an_outline_and_a_fixture() {
    let fixtures = samples::outlines();
    let names: Vec<&str> = fixtures
        .iter()
        .map(|fixture| fixture.language.as_str())
        .collect();
    let mut languages: Vec<&str> = ast::languages().iter().map(|l| l.name).collect();
    languages.sort_unstable();
    assert_eq!(names, languages);
    for language in languages {
        let options = OutlineOptions::default();
        let outlined = outline(b"", language, &options, &CancelToken::new());
        assert_eq!(outlined.unwrap().items, [], "{language}");
    }
}

#[test]
fn members_of_an_extension_block_are_members_of_the_class_around_it() {
    let source = "class A {\n  extension<T>(B<T> b) where T : C {\n    int D => 1;\n    void E() { }\n  }\n  \
                  extension(string) { int F => 2; }\n  class ion { int extens; }\n}\n";
    let mut names = Vec::new();
    of(source, "csharp").for_each(|item| names.push(item.qualified_name().to_owned()));
    assert_eq!(names, ["A", "A.D", "A.E", "A.F", "A.ion", "A.ion.extens"]);
}

#[test]
fn a_namespace_without_braces_qualifies_the_names_after_it() {
    let source = "using X;\nnamespace A.Größe;\nclass C { int x; enum E { F } }\nenum G { H }\n";
    let mut names = Vec::new();
    of(source, "csharp").for_each(|item| names.push(item.qualified_name().to_owned()));
    let expected = [
        "A.Größe",
        "A.Größe.C",
        "A.Größe.C.x",
        "A.Größe.C.E",
        "A.Größe.C.E.F",
        "A.Größe.G",
        "A.Größe.G.H",
    ];
    assert_eq!(names, expected);
}

#[test]
fn spans_nest_and_are_in_order() {
    fn check(items: &[OutlineItem], source: &str, language: &str) {
        for pair in items.windows(2) {
            let in_order = pair[0].span().start.offset <= pair[1].span().start.offset;
            assert!(
                in_order,
                "{language}: {} and {}",
                pair[0].name, pair[1].name
            );
        }
        for item in items {
            let (whole, name) = (item.span(), item.name_span());
            let message = format!("{language}: {}", item.qualified_name());
            assert!(whole.start.offset <= name.start.offset, "{message}");
            assert!(name.end.offset <= whole.end.offset, "{message}");
            if let Some(body) = item.body_span() {
                assert!(whole.start.offset <= body.start.offset, "{message}");
                assert!(body.end.offset <= whole.end.offset, "{message}");
            }
            assert!(source.is_char_boundary(whole.start.offset));
            for child in &item.children {
                let is_inside = whole.start.offset <= child.span().start.offset
                    && child.span().end.offset <= whole.end.offset;
                assert!(is_inside, "{message} and {}", child.name);
            }
            check(&item.children, source, language);
        }
    }
    for Fixture {
        language, source, ..
    } in samples::outlines()
    {
        check(&of(&source, &language).items, &source, &language);
    }
}

/// In a text that is not UTF-8, spans refer to its bytes, not to the replacement characters.
#[test]
fn spans_are_those_of_the_bytes_of_a_text_that_is_not_utf_8() {
    let token = CancelToken::new();
    let options = OutlineOptions::default().key_depth(None);
    let range = |span: ransack::Span| span.start.offset..span.end.offset;
    let mut compared = 0;
    for Fixture {
        language, source, ..
    } in samples::outlines()
    {
        let valid = outline(source.as_bytes(), &language, &options, &token).unwrap();
        let mut text = source.into_bytes();
        for at in memchr::memmem::find_iter(&text.clone(), "ö") {
            text[at..at + 2].copy_from_slice(b"\xFF\xFE");
        }
        let outline = outline(&text, &language, &options, &token).unwrap();
        let (mut items, mut expected) = (Vec::new(), Vec::new());
        outline.for_each(|item| items.push(item));
        valid.for_each(|item| expected.push(item));
        for item in items {
            let (whole, name) = (range(item.span()), range(item.name_span()));
            assert!(
                whole.start <= name.start && name.end <= whole.end,
                "{language}: {item:?}"
            );
            let valid_name = item.name.replace("\u{FFFD}\u{FFFD}", "ö");
            let of_valid = expected
                .iter()
                .find(|valid| valid.name == valid_name && range(valid.span()) == whole);
            if let Some(valid) = of_valid.filter(|valid| valid.name != item.name) {
                compared += 1;
                assert_eq!(range(valid.name_span()), name, "{language}: {item:?}");
            }
        }
    }
    // The lexers of the other languages do not accept such bytes in names.
    assert!(compared >= 17, "{compared}");
}

/// The names of one declaration are found after a comment that is not UTF-8.
#[test]
fn each_name_of_a_declaration_has_its_own_bytes() {
    let text = b"class C a where\n  first{-\xFF\xFF-}, second :: a\n";
    let outline = outline(
        text,
        "haskell",
        &OutlineOptions::default(),
        &CancelToken::new(),
    )
    .unwrap();
    let mut found = false;
    outline.for_each(|item| {
        if item.name == "second" {
            let name = item.name_span();
            found = true;
            assert_eq!(&text[name.start.offset..name.end.offset], b"second");
        }
    });
    assert!(found, "{outline:?}");
}
