//! Files whose extension several languages share: every operation decides by the text.

use std::fs;

use ransack::ast::Language;
use ransack::highlight::{HighlightOptions, detect_language, highlight_buffer};
use ransack::{
    AstEditOptions, AstGrepOptions, BufferChange, CancelToken, DefinitionAction, DefinitionEdit,
    DefinitionEditOptions, ErrorKind, GrepOptions, ImportRequest, IndexMode, OutlineFilesOptions,
    RefreshMode, Report, Workspace, ast_edit, ast_grep, block_range_in_buffer,
    check_syntax_in_buffer, definition_in_file, edit_definition, enclosing_names, grep,
    imports_stream, outline_file, outline_stream, skeleton_file,
};
use ransack_testing::Tree;
use ransack_testing::changes::{plain, ready};
use ransack_testing::compare::open_indexed;

const C: &str = "#pragma once\nint f(struct class *class);\n";
const CPP: &str = "#include <string>\n\n// Größe.\nclass A {\n public:\n  int g(int x) { return \
                   f(x); }\n};\n";
const OBJC: &str = "#import <A.h>\n\n@interface B : NSObject\n- (int)h:(int)x;\n@end\n";

/// Files with their text, their language and the first name of their outline.
const FILES: [(&str, &str, &str, &str); 7] = [
    ("c.h", C, "c", "f"),
    ("cpp.H", CPP, "cpp", "A"),
    ("d/objc.h", OBJC, "objc", "B"),
    ("m.m", OBJC, "objc", "B"),
    (
        "matlab.m",
        "% c\nfunction y = f(x)\ny = g(x);\nend\n",
        "",
        "",
    ),
    (
        "qt.ts",
        "<?xml version=\"1.0\"?>\n<TS><a id=\"b\"/></TS>\n",
        "xml",
        "TS",
    ),
    (
        "t.ts",
        "class C { g(x) { return f(x) } }\n",
        "typescript",
        "C",
    ),
];

fn tree() -> Tree {
    Tree::of(&FILES.map(|(path, text, _, _)| (path, text)))
}

/// Returns the names of the files in a language, in path order.
fn files_in(language: &str) -> Vec<&'static str> {
    let files = FILES.iter().filter(|(_, _, known, _)| *known == language);
    files.map(|(path, ..)| *path).collect()
}

#[test]
fn outlines_are_in_the_language_of_the_text() {
    let (tree, token) = (tree(), CancelToken::new());
    let options = OutlineFilesOptions::new(tree.root());
    let found = outline_stream(&options, &token).collect_outcome().unwrap();
    let names = |outline: &ransack::Outline| {
        let first = outline.items.first().map_or("", |item| item.name.as_str());
        (outline.path.to_string(), outline.language, first.to_owned())
    };
    let expected = FILES
        .iter()
        .filter(|(_, _, language, _)| !language.is_empty());
    let expected: Vec<_> = expected
        .map(|&(path, _, language, name)| (path.to_owned(), language, name.to_owned()))
        .collect();
    assert_eq!(found.items.iter().map(names).collect::<Vec<_>>(), expected);
    assert!(found.report.complete, "{:?}", found.report);
    for (path, text, language, name) in FILES {
        let path = tree.root().join(path);
        let one = OutlineFilesOptions::new(&path);
        assert_eq!(
            Language::from_file(&path, text.as_bytes()).map_or("", |l| l.name),
            language
        );
        if language.is_empty() {
            let error = outline_file(&one, &token).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidOption);
            continue;
        }
        assert_eq!(
            outline_file(&one, &token).unwrap().items[0].language,
            language
        );
        assert_eq!(
            skeleton_file(&one, &Default::default(), &token)
                .unwrap()
                .items[0]
                .language,
            language
        );
        let definition = definition_in_file(&one, name, &Default::default(), &token).unwrap();
        assert_eq!(definition.items[0].item.name, name);
        // The language of a call has precedence for files that it names.
        let given = one.clone().language("python");
        assert_eq!(
            outline_file(&given, &token).unwrap().items[0].language,
            "python"
        );
    }
    for language in ["c", "cpp", "objc", "xml", "typescript"] {
        let mut options = OutlineFilesOptions::new(tree.root());
        options.language = Some(language.into());
        let found = outline_stream(&options, &token)
            .collect_outcome()
            .unwrap()
            .items;
        let paths: Vec<_> = found
            .iter()
            .map(|outline| outline.path.to_string())
            .collect();
        assert_eq!(paths, files_in(language), "{language}");
    }
    let options = OutlineFilesOptions::new(tree.root());
    let imported = imports_stream(&options, &token)
        .collect_outcome()
        .unwrap()
        .items;
    let imported: Vec<_> = imported
        .iter()
        .map(|file| (file.path.to_string(), file.language))
        .collect();
    assert!(imported.contains(&("cpp.H".into(), "cpp")), "{imported:?}");
}

#[test]
fn searches_and_edits_are_in_the_language_of_the_text() {
    let token = CancelToken::new();
    for language in [
        None,
        Some("c"),
        Some("cpp"),
        Some("objc"),
        Some("typescript"),
        Some("xml"),
    ] {
        let tree = tree();
        let mut options = AstGrepOptions::new("f($A)", tree.root());
        options.language = language.map(str::to_owned);
        let paths = |options: &AstGrepOptions| -> (Vec<String>, Report) {
            let found = ast_grep(options, &token).unwrap();
            let paths = found.items.iter().map(|found| found.path.to_string());
            (paths.collect(), plain(found.report))
        };
        let has_call = |path: &&str| ["cpp.H", "t.ts"].contains(path);
        let expected: Vec<_> = match language {
            None => vec!["cpp.H", "t.ts"],
            Some("xml") => continue,
            Some(language) => files_in(language).into_iter().filter(has_call).collect(),
        };
        let (found, report) = paths(&options);
        assert_eq!(found, expected, "{language:?}");
        assert!(report.complete, "{report:?}");
        for refresh in [RefreshMode::Stat, RefreshMode::Watch] {
            let workspace = open_indexed(&tree, refresh, IndexMode::Memory);
            ready(&workspace);
            let mut options = options.clone().workspace(&workspace);
            options.scope.roots = vec![".".into()];
            assert_eq!(
                paths(&options),
                (found.clone(), report.clone()),
                "{language:?}"
            );
        }
        let mut edit = AstEditOptions::new("f($A)", "k($A)", tree.root()).dry_run(false);
        edit.language = language.map(str::to_owned);
        let outcome = ast_edit(&edit, &token).unwrap();
        let edited: Vec<_> = outcome
            .file_changes
            .iter()
            .map(|file| file.path.to_string())
            .collect();
        assert_eq!(edited, expected, "{language:?}");
    }
}

#[test]
fn results_name_the_definitions_of_the_language_of_the_text() {
    let tree = tree();
    let options = GrepOptions::new(r"f\(x\)|h:", tree.root()).enclosing(enclosing_names());
    let found = grep(&options, &CancelToken::new()).unwrap().items;
    let names: Vec<_> = found
        .iter()
        .map(|found| {
            (
                found.path.to_string(),
                found.enclosing.clone().unwrap_or_default(),
            )
        })
        .collect();
    let expected = [
        ("cpp.H", "A::g"),
        ("d/objc.h", "B.h:"),
        ("m.m", "B.h:"),
        ("matlab.m", ""),
        ("t.ts", "C.g"),
    ];
    assert_eq!(
        names,
        expected.map(|(path, name)| (path.to_owned(), name.to_owned()))
    );
}

#[test]
fn definitions_are_edited_in_the_language_of_the_text() {
    let (tree, token) = (tree(), CancelToken::new());
    let path = |name: &str| tree.root().join(name);
    let edits = [
        DefinitionEdit::new(
            path("cpp.H"),
            "A::g",
            DefinitionAction::Rename { name: "k".into() },
        ),
        DefinitionEdit::new(
            path("cpp.H"),
            "",
            DefinitionAction::AddImports {
                imports: vec![ImportRequest::new("b.h")],
            },
        ),
    ];
    let options = DefinitionEditOptions::default().edits(edits).dry_run(false);
    edit_definition(&options, &token).unwrap();
    let text = fs::read_to_string(path("cpp.H")).unwrap();
    assert!(
        text.contains("int k(int x)") && text.contains("#include <b.h>"),
        "{text}"
    );
    let rename = DefinitionAction::Rename { name: "k".into() };
    let options = DefinitionEditOptions::new(path("matlab.m"), "f", rename);
    let error = edit_definition(&options, &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    assert!(error.path().unwrap().ends_with("matlab.m"));
}

#[test]
fn open_buffers_change_their_language_with_their_text() {
    let (tree, token) = (tree(), CancelToken::new());
    let workspace = Workspace::open(tree.root(), &Default::default()).unwrap();
    workspace.set_buffer("d/new.h", C).unwrap();
    let name = |options: &OutlineFilesOptions| {
        let options = options.clone().workspace(&workspace);
        let outline = outline_file(&options, &token).unwrap().items.remove(0);
        (outline.language, outline.items[0].name.clone())
    };
    let options = OutlineFilesOptions::new("d/new.h");
    let kind = |line| {
        let found = block_range_in_buffer(&workspace, "d/new.h", None, line, &token).unwrap();
        found.unwrap().kind
    };
    let highlighted = || {
        let options = HighlightOptions::new("");
        let found = highlight_buffer(&workspace, "d/new.h", &options, &token).unwrap();
        found.report().language
    };
    assert_eq!(name(&options), ("c", "f".into()));
    assert_eq!(highlighted(), Some("c"));
    let change = BufferChange::replace((0, 0)..(0, 0), "class A {};\n");
    workspace.update_buffer("d/new.h", &[change], 2).unwrap();
    assert_eq!(name(&options), ("cpp", "A".into()));
    assert_eq!(highlighted(), Some("cpp"));
    assert_eq!(kind(1), "class_specifier");
    assert!(
        check_syntax_in_buffer(&workspace, "d/new.h", None, &token)
            .unwrap()
            .is_empty()
    );
}

#[test]
fn detection_decides_like_the_grammars() {
    for (path, text, language, _) in FILES {
        let expected = match path {
            "matlab.m" => "matlab",
            _ => language,
        };
        assert_eq!(
            detect_language(path, text.as_bytes()),
            Some(expected),
            "{path}"
        );
    }
}
