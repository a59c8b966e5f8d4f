//! Definitions by name, and skeletons, in the outline fixtures and in small texts.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use ransack::{
    CancelToken, Definition, DefinitionOptions, DefinitionPart, ErrorKind, OutlineFilesOptions,
    OutlineOptions, Result, SkeletonLevel, SkeletonOptions, definition, definition_in_file,
    outline, outline_stream, skeleton, skeleton_file,
};
use ransack_testing::samples::{self, Fixture};
use ransack_testing::tier;

fn find(source: &str, language: &str, name: &str, parts: &[DefinitionPart]) -> Result<Definition> {
    definition(
        source.as_bytes(),
        language,
        name,
        &DefinitionOptions::default().parts(parts.iter().copied()),
        &CancelToken::new(),
    )
}

fn whole(source: &str, language: &str, name: &str) -> Result<String> {
    let found = find(source, language, name, &[])?;
    Ok(String::from_utf8(found.text).unwrap())
}

#[test]
fn every_definition_is_found_by_its_qualified_name_and_number() {
    for Fixture {
        language, source, ..
    } in samples::outlines()
    {
        let options = OutlineOptions::default().key_depth(None);
        let token = CancelToken::new();
        let outline = outline(source.as_bytes(), &language, &options, &token).unwrap();
        let mut items = Vec::new();
        outline.for_each(|item| items.push(item));
        let mut seen: HashMap<String, usize> = HashMap::new();
        for item in items {
            let path = item.qualified_name().replace("::", ".");
            let number = seen.entry(path).or_default();
            *number += 1;
            if item.name.is_empty() {
                continue;
            }
            let name = format!("{}#{number}", item.qualified_name());
            let found = find(&source, &language, &name, &[]);
            let found = found.unwrap_or_else(|error| panic!("{language}: {name}: {error}"));
            let text = &source.as_bytes()[item.span().start.offset..item.span().end.offset];
            assert_eq!(
                (found.text.as_slice(), &found.item),
                (text, item),
                "{language}: {name}"
            );
        }
    }
}

#[test]
fn a_name_is_the_whole_path_or_its_end() {
    let source = "class A:\n    def f(self): pass\nclass B:\n    def f(self): pass\n    def g(self): pass\ndef h(): pass\n";
    assert_eq!(whole(source, "python", "A.f").unwrap(), "def f(self): pass");
    assert_eq!(
        whole(source, "python", "B::g").unwrap(),
        "def g(self): pass"
    );
    assert_eq!(whole(source, "python", "g").unwrap(), "def g(self): pass");
    let several = whole(source, "python", "f").unwrap_err();
    assert_eq!(several.kind(), ErrorKind::AmbiguousName);
    let candidates = ["f#1 (method A.f in line 2)", "f#2 (method B.f in line 4)"];
    assert_eq!(several.candidates(), candidates);
    let second = find(source, "python", "f#2", &[]).unwrap();
    assert_eq!(second.item.qualified_name(), "B.f");
    // A whole path takes precedence over the end of another.
    let source = "def f(): pass\nclass A:\n    def f(self): pass\n";
    assert_eq!(whole(source, "python", "f").unwrap(), "def f(): pass");
}

#[test]
fn all_candidates_of_a_name_are_told() {
    let source: String = (0..300)
        .map(|n| format!("class A{n}:\n    def f(self): pass\n"))
        .collect();
    let error = whole(&source, "python", "f").unwrap_err();
    assert_eq!(error.candidates().len(), 300);
    assert_eq!(error.candidates()[299], "f#300 (method A299.f in line 600)");
}

#[test]
fn names_that_are_not_there_are_errors_with_the_nearest() {
    let source = "fn read_file() {}\nfn write() {}\nstruct S { x: u8 }\n";
    for (name, nearest) in [
        ("read_fle", vec!["read_file"]),
        ("READ_FILE", vec!["read_file"]),
        ("S::y", vec!["S::x", "S", "read_file", "write"]),
        ("zzz", vec!["read_file", "write", "S", "S::x"]),
        ("write#2", vec!["write"]),
    ] {
        let error = whole(source, "rust", name).unwrap_err();
        let found = (error.kind(), error.pattern());
        assert_eq!(found, (ErrorKind::UnknownName, Some(name)));
        assert_eq!(error.candidates(), nearest, "{name}");
    }
    for name in ["", "  "] {
        let error = whole(source, "rust", name).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption, "{name:?}");
    }
    let error = whole(source, "klingon", "x").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
}

#[test]
fn a_declaration_is_meant_only_without_a_definition() {
    let source = "int f(void);\nint g(void);\nint f(void) { return 1; }\n";
    assert_eq!(
        whole(source, "c", "f").unwrap(),
        "int f(void) { return 1; }"
    );
    assert_eq!(whole(source, "c", "g").unwrap(), "int g(void);");
    assert_eq!(whole(source, "c", "f#1").unwrap(), "int f(void);");
}

#[test]
fn a_summary_has_the_documentation_and_the_signatures() {
    let source = "class A:\n    \"\"\"Doc.\"\"\"\n    x = 1\n\n    def f(self):\n        \
                  \"\"\"F.\"\"\"\n        return 1\n\n    def g(self):\n        return 2 + 3\n\n\ndef h():\n    \
                  return A()\n";
    let found = find(source, "python", "A", &[DefinitionPart::Summary]).unwrap();
    let summary = "class A:\n    \"\"\"Doc.\"\"\"\n    x = 1\n\n    def f(self):\n        \
                   \"\"\"F.\"\"\"\n        ...\n\n    def g(self):\n        ...";
    assert_eq!(String::from_utf8_lossy(&found.text), summary);
    assert_eq!(found.span, Some(found.item.span()));
    let rust = "fn a() {\n    b();\n}\n\nimpl S {\n    /// F.\n    fn f() {\n        g(1, 2, 3);\n    }\n}\n";
    let found = find(rust, "rust", "impl S", &[DefinitionPart::Summary]);
    let text = found.unwrap().text;
    let summary = "impl S {\n    /// F.\n    fn f() { /* ... */ }\n}";
    assert_eq!(String::from_utf8_lossy(&text), summary);
}

#[test]
fn parts_are_those_of_the_source() {
    let source = "/// Doc.\n/// More.\n#[inline]\n#[must_use]\npub fn f(x: u8) -> u8 {\n    x\n}\n";
    let part = |part| {
        let found = find(source, "rust", "f", &[part]).unwrap();
        let range = found.span.map(|span| span.start.offset..span.end.offset);
        let text = String::from_utf8(found.text).unwrap();
        assert_eq!(range.map_or("", |range| &source[range]), text);
        text
    };
    assert_eq!(part(DefinitionPart::Whole), source.trim_end());
    assert_eq!(part(DefinitionPart::Doc).trim_end(), "/// Doc.\n/// More.");
    assert_eq!(part(DefinitionPart::Attributes), "#[inline]\n#[must_use]");
    assert_eq!(part(DefinitionPart::Signature), "pub fn f(x: u8) -> u8");
    assert_eq!(part(DefinitionPart::Body), "{\n    x\n}");
    let python = "@a\ndef f():\n    'Doc.'\n    pass\n";
    let doc = find(python, "python", "f", &[DefinitionPart::Doc]).unwrap();
    assert_eq!(doc.text, b"'Doc.'");
    let none = find("x = 1\n", "python", "x", &[DefinitionPart::Body]).unwrap();
    assert_eq!((none.text.as_slice(), none.span), (b"".as_slice(), None));
}

#[test]
fn several_parts_are_in_the_order_of_the_source() {
    use DefinitionPart::{Attributes, Body, Doc, Signature, Summary, Value, Whole};
    let of = |source: &str, language: &str, name: &str, parts: &[DefinitionPart]| {
        let found = find(source, language, name, parts).unwrap();
        let range = found.span.map(|span| span.start.offset..span.end.offset);
        (String::from_utf8(found.text).unwrap(), range)
    };
    let source = "/// Doc.\n/// More.\n#[inline]\n#[must_use]\npub fn f(x: u8) -> u8 {\n    x\n}\n";
    let whole = source.trim_end();
    let range = |first: &str, last: &str| {
        Some(source.find(first).unwrap()..source.find(last).unwrap() + last.len())
    };
    let signature = "pub fn f(x: u8) -> u8";
    let hover = format!("/// Doc.\n/// More.\n{signature}");
    let cases: &[(&[DefinitionPart], &str, _)] = &[
        (&[], whole, range("///", "}")),
        (&[Doc, Signature], &hover, range("///", signature)),
        // Neither the order of the parts nor their repetition matters.
        (
            &[Signature, Doc, Signature],
            &hover,
            range("///", signature),
        ),
        (
            &[Body, Attributes],
            "#[inline]\n#[must_use]\n{\n    x\n}",
            range("#[inline]", "}"),
        ),
        (&[Value, Signature], signature, range(signature, signature)),
        (&[Value, Body], "{\n    x\n}", range("{", "}")),
        (&[Value, Value], "", None),
        (&[Summary, Whole, Doc], whole, range("///", "}")),
    ];
    for (parts, text, range) in cases {
        let expected = ((*text).to_owned(), range.clone());
        assert_eq!(of(source, "rust", "f", parts), expected, "{parts:?}");
    }

    // Documentation in the body.
    let source = "@a\ndef f():\n    'Doc.'\n    return [1, 2, 3]\n";
    let of_python = |parts: &[DefinitionPart]| of(source, "python", "f", parts).0;
    assert_eq!(of_python(&[Doc, Signature]), "def f()\n'Doc.'");
    assert_eq!(
        of_python(&[Doc, Body, Attributes]),
        "@a\n'Doc.'\n    return [1, 2, 3]"
    );
    let summary = "@a\ndef f():\n    'Doc.'\n    ...";
    for parts in [&[Summary][..], &[Body, Summary], &[Doc, Summary, Signature]] {
        assert_eq!(of_python(parts), summary, "{parts:?}");
    }
    // Parts that overlap.
    let source = "/// A.\n#[inline]\n/// B.\n#[must_use]\nfn f() {}\n";
    let both = "/// A.\n#[inline]\n/// B.\n#[must_use]";
    assert_eq!(of(source, "rust", "f", &[Attributes, Doc]).0, both);
}

#[test]
fn several_parts_contain_each_of_them_once() {
    use DefinitionPart::{Attributes, Body, Doc, Signature, Value};
    let token = CancelToken::new();
    for Fixture {
        language, source, ..
    } in samples::outlines()
    {
        let options = OutlineOptions::default().key_depth(None);
        let outline = outline(source.as_bytes(), &language, &options, &token).unwrap();
        let mut names = Vec::new();
        outline.for_each(|item| names.push(item.qualified_name().to_owned()));
        names.retain(|name| !name.is_empty());
        for name in names.into_iter().step_by(tier::every()) {
            for parts in [
                &[Doc, Signature][..],
                &[Body, Signature, Attributes],
                &[Value, Body, Signature, Attributes, Doc],
            ] {
                let name = format!("{name}#1");
                let found = find(&source, &language, &name, parts).unwrap();
                // C names with both a declaration and a definition.
                let item = &found.item;
                let spans = [
                    (Doc, item.doc_span()),
                    (Attributes, item.attributes_span()),
                    (Signature, Some(item.signature_span())),
                    (Body, item.body_span()),
                    (Value, item.value_span()),
                ];
                let spans = spans.into_iter().filter(|(part, _)| parts.contains(part));
                let spans: Vec<_> = spans.filter_map(|(_, span)| span).collect();
                let first = spans.iter().map(|span| span.start.offset).min();
                let last = spans.iter().map(|span| span.end.offset).max();
                let span = found.span.map(|span| (span.start.offset, span.end.offset));
                assert_eq!(span, first.zip(last), "{language}: {name}, {parts:?}");
                // Every source line that a part touches, without repetitions.
                let touched = |at: &usize| {
                    let is_in =
                        |span: &ransack::Span| (span.start.offset..span.end.offset).contains(at);
                    spans.iter().any(is_in)
                };
                let bytes = source.as_bytes();
                let expected = (0..bytes.len()).filter(touched).map(|at| bytes[at]);
                let is_text = |byte: &u8| *byte != b'\n';
                let expected: Vec<u8> = expected.filter(is_text).collect();
                let text: Vec<u8> = found.text.into_iter().filter(is_text).collect();
                assert_eq!(text, expected, "{language}: {name}, {parts:?}");
            }
        }
    }
}

#[test]
fn skeletons_have_no_new_syntax_errors_and_keep_the_signatures() {
    let token = CancelToken::new();
    let mut elided = 0;
    for Fixture {
        language, source, ..
    } in samples::outlines()
    {
        let before = outline(
            source.as_bytes(),
            &language,
            &OutlineOptions::default(),
            &token,
        )
        .unwrap();
        for (name, level) in SkeletonLevel::ALL {
            // A list of names is not text in the language.
            if level == SkeletonLevel::Names {
                continue;
            }
            let options = SkeletonOptions::default().level(level);
            let made = skeleton(source.as_bytes(), &language, &options, &token).unwrap();
            let text = String::from_utf8_lossy(&made.text).into_owned();
            let after = outline(&made.text, &language, &OutlineOptions::default(), &token).unwrap();
            assert_eq!(after.syntax_errors, 0, "{language}, {name}:\n{text}");
            elided += made.elided;
            // All definitions outside bodies remain, with their signatures.
            let (mut old, mut new) = (Vec::new(), Vec::new());
            collect(&before.items, &mut old);
            collect(&after.items, &mut new);
            assert_eq!(old, new, "{language}, {name}:\n{text}");
            assert!(made.tokens <= made.original_tokens, "{language}");
        }
    }
    assert!(elided > 20, "{elided}");

    /// Names and signatures of the definitions outside functions.
    fn collect(items: &[ransack::OutlineItem], found: &mut Vec<(String, String)>) {
        for item in items {
            // The signature of a key shows a short value.
            let signature = match item.kind.name() {
                "key" => String::new(),
                _ => item.signature.clone(),
            };
            found.push((item.qualified_name().to_owned(), signature));
            let is_elided = matches!(
                item.kind.name(),
                "function" | "method" | "constructor" | "macro"
            );
            if !is_elided {
                collect(&item.children, found);
            }
        }
    }
}

#[test]
fn what_is_around_a_kept_definition_stays() {
    let f = "function f() {\n  function g() {\n    return 1 + 1\n  }\n  return g()\n}\n";
    let h = "function h() {\n  return 2 + 2\n}\n";
    let source = [h, f, h].concat();
    for names in [
        vec!["f"],
        vec!["f.g"],
        vec!["f.g", "f"],
        vec!["f", "f.g", "g"],
    ] {
        let options = SkeletonOptions::default().names(names);
        let made = skeleton(source.as_bytes(), "js", &options, &CancelToken::new()).unwrap();
        let elided = "function h() { /* ... */ }\n";
        let text = String::from_utf8(made.text).unwrap();
        assert_eq!(text, [elided, f, elided].concat());
    }
}

#[test]
fn skeletons_of_broken_code_have_no_new_syntax_errors() {
    let token = CancelToken::new();
    let errors = |text: &[u8], language: &str| {
        let outline = outline(text, language, &OutlineOptions::default(), &token).unwrap();
        outline.syntax_errors
    };
    let (mut broken, mut elided) = (0, 0);
    for Fixture {
        language, source, ..
    } in samples::outlines()
    {
        let source = source.as_bytes();
        for part in 1..16 {
            // Without some bytes at a different position in each text.
            let start = source.len() * part / 16;
            let end = source.len().min(start + 1 + part * 7 % 12);
            let text = [&source[..start], &source[end..]].concat();
            let before = errors(&text, &language);
            let made = skeleton(&text, &language, &SkeletonOptions::default(), &token).unwrap();
            let after = errors(&made.text, &language);
            let shown = String::from_utf8_lossy(&made.text);
            assert!(
                after <= before,
                "{language}: {before}, then {after} in\n{shown}"
            );
            broken += usize::from(before > 0);
            elided += made.elided;
        }
    }
    assert!(
        broken > 300 && elided > 500,
        "{broken} texts, {elided} bodies"
    );
}

#[test]
fn files_of_this_repository_keep_their_outline_in_skeletons() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let roots = [
        "core/grammars/src",
        "core/highlight/src",
        "core/languages/src",
        "core/structure/src",
        "core/syntax/src",
        "capi/tests",
        "examples",
        "napi/js",
        "napi/test",
    ];
    let mut files = OutlineFilesOptions::default();
    files.scope.roots = roots.map(|path| root.join(path)).to_vec();
    let token = CancelToken::new();
    let outcome = outline_stream(&files, &token).collect_outcome().unwrap();
    let (mut count, mut elided) = (0, 0);
    for before in &outcome.items {
        let path = files.scope.roots[before.root as usize].join(before.path.to_string());
        let source = fs::read(&path).unwrap();
        let options = SkeletonOptions::default();
        let made = skeleton(&source, before.language, &options, &token).unwrap();
        let options = OutlineOptions::default();
        let after = outline(&made.text, before.language, &options, &token).unwrap();
        assert!(
            after.syntax_errors <= before.syntax_errors,
            "{}",
            path.display()
        );
        count += 1;
        elided += made.elided;
    }
    assert!(
        count > 400 && elided > 4000,
        "{count} files, {elided} bodies"
    );
}

#[test]
fn a_skeleton_keeps_help_at_the_start_of_a_body_in_brackets() {
    let source =
        "function A {\n    <#\n    .SYNOPSIS\n    Help.\n    #>\n    Get-One\n    Get-Two\n}\n";
    let of = |level| {
        let options = SkeletonOptions::default().level(level);
        let made = skeleton(
            source.as_bytes(),
            "powershell",
            &options,
            &CancelToken::new(),
        );
        String::from_utf8(made.unwrap().text).unwrap()
    };
    let kept = "function A {\n    <#\n    .SYNOPSIS\n    Help.\n    #>\n    ...\n}\n";
    assert_eq!(of(SkeletonLevel::Docs), kept);
    assert_eq!(of(SkeletonLevel::Signatures), "function A { ... }\n");
}

#[test]
fn skeletons_keep_what_they_are_told_to_keep() {
    let source = "/// A.\nfn a() { let x = 1; let y = 2; }\nfn b() { let x = 1; let y = 2; }\n";
    let token = CancelToken::new();
    let of = |options: &SkeletonOptions| {
        let made = skeleton(source.as_bytes(), "rust", options, &token).unwrap();
        (String::from_utf8(made.text).unwrap(), made.elided)
    };
    let elided = "{ /* ... */ }";
    let options = SkeletonOptions::default();
    assert_eq!(
        of(&options),
        (format!("/// A.\nfn a() {elided}\nfn b() {elided}\n"), 2)
    );
    let options = options.names(["b"]);
    assert_eq!(
        of(&options).0,
        format!("/// A.\nfn a() {elided}\nfn b() {{ let x = 1; let y = 2; }}\n")
    );
    let options = SkeletonOptions::default().level(SkeletonLevel::Signatures);
    assert_eq!(
        of(&options).0,
        format!("fn a() {elided}\nfn b() {elided}\n")
    );
    let options = options.names(["c"]);
    let error = skeleton(source.as_bytes(), "rust", &options, &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownName);
}

#[test]
fn files_have_the_definitions_and_skeletons_of_their_texts() {
    let dir = tempfile::TempDir::new().unwrap();
    let path = dir.path().join("a.py");
    fs::write(&path, "def f():\n    x = 1\n    return x\n").unwrap();
    let token = CancelToken::new();
    let options = OutlineFilesOptions::new(&path);
    let found =
        definition_in_file(&options, "f", &[DefinitionPart::Signature].into(), &token).unwrap();
    assert_eq!(found.items[0].text, b"def f()");
    assert!(found.report.complete);
    let made = skeleton_file(&options, &SkeletonOptions::default(), &token).unwrap();
    assert_eq!(made.items[0].text, b"def f():\n    ...\n");
    let error =
        definition_in_file(&options, "g", &DefinitionOptions::default(), &token).unwrap_err();
    assert_eq!(
        (error.kind(), error.path()),
        (ErrorKind::UnknownName, Some(path.as_path()))
    );
}

#[test]
fn a_number_that_no_definition_has_is_an_unknown_name() {
    let source = "def g(): pass\nclass A:\n    def g(self): pass\n    def h(self): pass\n    def h(self): pass\n";
    let table: [(&str, &[&str]); 5] = [
        // An exact name takes precedence over `A.g`.
        ("g#2", &["g", "A.g"]),
        ("g#0", &["g", "A.g"]),
        ("A.g#7", &["A.g", "g"]),
        ("h#3", &["h#2", "h#1"]),
        ("A::h#99999999999999999999", &["A.h", "A.g", "A", "g"]),
    ];
    for (name, candidates) in table {
        let error = find(source, "python", name, &[]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnknownName, "{name}: {error}");
        assert_eq!(error.pattern(), Some(name));
        assert_eq!(error.candidates(), candidates, "{name}");
        let options = SkeletonOptions::default().names([name]);
        let error = skeleton(source.as_bytes(), "python", &options, &CancelToken::new());
        assert_eq!(error.unwrap_err().kind(), ErrorKind::UnknownName, "{name}");
    }
    assert_eq!(whole(source, "python", "g#1").unwrap(), "def g(): pass");
}

#[test]
fn a_definition_with_exactly_the_name_is_preferred() {
    let source = "{\"a\": {\"x\": 1, \"b#2\": 2}, \"x\": 3, \"x#1\": 4, \"c\": {\"y#1\": 5}}";
    for (name, expected) in [
        ("x", "3"),
        ("a.x", "1"),
        ("x#1", "4"),
        ("b#2", "2"),
        ("y#1", "5"),
    ] {
        let found = find(source, "json", name, &[DefinitionPart::Value]).unwrap();
        assert_eq!(String::from_utf8(found.text).unwrap(), expected, "{name}");
    }
}
