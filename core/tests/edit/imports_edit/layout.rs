//! Imports that are added and removed again: layouts of name lists, headers and ends of texts.

use super::*;

/// Adds an import and removes it again. Returns the text in between.
#[track_caller]
fn there_and_back(language: &str, source: &str, request: &ImportRequest) -> String {
    let token = CancelToken::new();
    let removal = match request.names.first() {
        Some((name, _)) => ImportRemoval::name(&request.module, name),
        None => ImportRemoval::module(&request.module),
    };
    for source in [source.to_owned(), source.replace('\n', "\r\n")] {
        let request = std::slice::from_ref(request);
        let added = add_imports(source.as_bytes(), language, request, &token).unwrap();
        let removals = std::slice::from_ref(&removal);
        let back = remove_imports(&added.text, language, removals, &token);
        let added = String::from_utf8(added.text).unwrap();
        let back = text(back.map_err(|error| panic!("{error}:\n{added}")));
        assert_ne!(added, source, "{language}");
        assert_eq!(back, source, "{language}:\n{added}");
    }
    let request = std::slice::from_ref(request);
    text(add_imports(source.as_bytes(), language, request, &token).map(|added| added.text))
}

#[test]
fn lists_of_names_keep_their_layout() {
    let long = "aaaaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb, ccccccccccccccccc";
    for list in [
        "b".to_owned(),
        "(b)".to_owned(),
        "(b, d)".to_owned(),
        "(b,d)".to_owned(),
        "( b, d )".to_owned(),
        "(b,\n               d)".to_owned(),
        "(\n    b,\n    d,\n)".to_owned(),
        "(\n    b,\n    d\n)".to_owned(),
        "(\n    b, d,\n    e, f,\n)".to_owned(),
        "(\n    b, d\n    )".to_owned(),
        "(\n    b,\n)".to_owned(),
        "b, \\\n    d".to_owned(),
        "d, b".to_owned(),
        "(d,\n               b)".to_owned(),
        long.to_owned(),
        format!("({long})"),
        format!("{long}, {long}"),
        long.replace(", ", ", \\\n    "),
    ] {
        for name in ["a", "c", "z"] {
            let source = format!("from m import {list}\n\nx = 1\n");
            let added = there_and_back("python", &source, &request("m").name(name));
            assert_eq!(added.matches("import").count(), 1, "{added}");
        }
    }
    for list in [
        "{ b }",
        "{b}",
        "{b,d}",
        "{ b, d, }",
        "{\n  b,\n  d,\n}",
        "{\n  b,\n  d\n}",
        "{\n    b, d,\n    e\n}",
        "{ b,\n  d }",
        "D",
        "D, { b }",
        "D,{b,d}",
        "{ d, b }",
        "{aaaaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbb, ccccccccc}",
        "{ aaaaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbb, cccccc }",
    ] {
        for name in ["a", "c", "z"] {
            let source = format!("import {list} from 'm'\n\nf()\n");
            let added = there_and_back("typescript", &source, &request("m").name(name));
            assert_eq!(added.matches("import").count(), 1, "{added}");
        }
        if !list.contains('D') {
            let source = format!("import {list} from 'm'\n\nf()\n");
            there_and_back("typescript", &source, &request("m").name_as("default", "E"));
        }
    }
    for list in [
        "{b, d}",
        "{\n    b, d,\n}",
        "{ b, d }",
        "{b::{d, e}, f}",
        "{f,b::{d}}",
    ] {
        for name in ["a", "c", "z"] {
            there_and_back(
                "rust",
                &format!("use m::{list};\n"),
                &request("m").name(name),
            );
        }
    }
}

#[test]
fn names_are_cut_from_lists_in_any_layout() {
    let name = |name: &str| ImportRemoval::name("m", name);
    removes(
        "python",
        &[name("b"), name("c")],
        "from m import (a, b,\n               c)\n",
        "from m import (a)\n",
    );
    removes(
        "python",
        &[name("a"), name("c")],
        "from m import (\n    a,  # A\n    b,  # B\n    c  # C\n)\n",
        "from m import (\n    b,  # B\n)\n",
    );
    removes(
        "typescript",
        &[name("a"), name("b")],
        "import D, {a,b} from \"m\";\n",
        "import D from \"m\";\n",
    );
    removes(
        "typescript",
        &[name("default")],
        "import D,{a,b} from \"m\";\n",
        "import {a,b} from \"m\";\n",
    );
    removes(
        "typescript",
        &[name("a")],
        "import { a /* A */, b } from \"m\";\n",
        "import { b } from \"m\";\n",
    );
    removes(
        "rust",
        &[
            ImportRemoval::name("m::c", "d"),
            ImportRemoval::name("m::c", "e"),
        ],
        "use m::{ a, c::{d, e}, f };\n",
        "use m::{ a, f };\n",
    );
}

#[test]
fn headers_and_ends_of_texts_stay() {
    let added = || request("zz").name("q");
    for source in [
        "// Copyright me\nfoo();\n",
        "/*\n * Copyright me\n */\nfoo();\n",
        "// Copyright me\n\nfoo();\n",
        "\"use strict\";\n// Copyright me\nfoo();\n",
        "// Copyright me\n/** Docs. */\n/* eslint-disable a */\nfoo();\n",
        "foo();",
        "'use strict'; // Why.\nfoo();",
        "import a from 'a';",
        "foo();\nimport a from 'a'",
        "foo();\nimport a from './a';\nfoo();\nimport b from './b';\n",
    ] {
        there_and_back("javascript", source, &added());
    }
    for source in [
        "# Copyright\nx = 1\n",
        "# a\n# -*- coding: utf-8 -*-\nx = 1\n",
        "\"\"\"D.\"\"\"",
        "x = 1",
    ] {
        there_and_back("python", source, &added());
    }
    // An import does not split code on the last line of a header.
    let class = "/*\n * Copyright me\n */ class A {\n  f() {}\n}\n";
    let found = there_and_back("javascript", class, &added());
    assert_eq!(found, format!("import {{ q }} from \"zz\";\n\n{class}"));
    let chain = "/*\n * Copyright me\n */ /**\n * Docs.\n */ function f() {}\n";
    let found = there_and_back("javascript", chain, &added());
    assert_eq!(found, format!("import {{ q }} from \"zz\";\n\n{chain}"));
    let strict = "\"use strict\";function f() {\n}\nf();\n";
    let found = there_and_back("javascript", strict, &added());
    assert_eq!(
        found,
        "\"use strict\";function f() {\n}\nimport { q } from \"zz\";\n\nf();\n"
    );
}

#[test]
fn wildcards_bind_in_their_order() {
    for text in [
        "import sys\nfrom ctypes import *\nfrom abc import x\n",
        "from z import *\nfrom a import *\n",
    ] {
        organises("python", text, text);
    }
    organises(
        "python",
        "import b\nimport a\nfrom m import *\nimport d\nimport c\n",
        "import a\nimport b\nfrom m import *\nimport c\nimport d\n",
    );
}

#[test]
fn imports_at_the_start_of_broken_code_are_changed() {
    let broken = "\"\"\"Doc.\"\"\"\nimport a\nfrom b import c\n\n\nclass A(:\n  def f(\n(((\n";
    removes(
        "python",
        &[ImportRemoval::module("a")],
        broken,
        &broken.replace("import a\n", ""),
    );
    there_and_back("python", broken, &request("b").name("d"));
}

#[test]
fn merged_lists_keep_their_names_in_any_layout() {
    let names = [
        "Integers",
        "Naturals",
        "Reals",
        "Range",
        "ImageSet",
        "Rationals",
        "Zz",
    ];
    let (line, two) = (
        names.join(", "),
        [&names[..4], &names[4..]].map(|part| part.join(", ")),
    );
    let long = format!("{}_of_a_long_name", names.join("_of_a_long_name, "));
    for list in [
        line.clone(),
        format!("({line})"),
        format!("( {line} )"),
        format!("({},\n    {})", two[0], two[1]),
        format!("(\n    {},\n    {},\n)", two[0], two[1]),
        format!("{}, \\\n    {}", two[0], two[1]),
        format!("({})", long.replace(", ", ",\n    ")),
        format!("(\n    {},\n)", long.replace(", ", ",\n    ")),
        format!("({long})"),
    ] {
        for module in [
            "m",
            "sympy.sets.fancysets",
            "a.module.with.a.name.that.fills.half.of.its.line",
        ] {
            let source =
                format!("from {module} import ComplexRegion\nfrom {module} import {list}\n");
            let organised =
                organise_imports(source.as_bytes(), "python", None, &CancelToken::new()).unwrap();
            let organised = String::from_utf8(organised).unwrap();
            let of = |text: &str| -> BTreeSet<String> {
                let imports = imports(text.as_bytes(), "python", &CancelToken::new()).unwrap();
                let names = imports.items.into_iter().flat_map(|import| import.names);
                names.map(|name| name.name).collect()
            };
            assert_eq!(of(&organised), of(&source), "{organised}");
            let again = organise_imports(organised.as_bytes(), "python", None, &CancelToken::new())
                .unwrap();
            assert_eq!(String::from_utf8(again).unwrap(), organised);
        }
    }
}

#[test]
fn semicolons_that_begin_the_next_statement_stay() {
    for (language, rest) in [
        ("javascript", ";(function () {})()\n"),
        ("typescript", ";[1, 2].forEach(g)\n"),
        ("tsx", ";\n`a`.b()\n"),
        ("typescript", "\n;(a as B).c()\n"),
    ] {
        let before = format!("const z = f\nimport a from 'a'\n{rest}");
        let after = format!("const z = f\n{rest}");
        removes(language, &[ImportRemoval::module("a")], &before, &after);
        let before = format!("import {{ b }} from 'b'\nimport a from 'a'\n{rest}");
        let after = format!("import a from 'a'\nimport {{ b }} from 'b'\n{rest}");
        organises(language, &before, &after);
    }
    // Nothing needs this one.
    let before = "import a from 'a'\n;\nb()\n";
    removes("javascript", &[ImportRemoval::module("a")], before, "b()\n");
}
