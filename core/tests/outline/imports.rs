//! Imports and exports of one text in each language, compared with fixtures.
//!
//! `imports.txt` among the samples of a language is a source text, a line of `=`, its imports, and
//! then its exports, one per line. `RANSACK_BLESS=1` rewrites the fixtures; review the diff.

use std::fmt::Write;
use std::thread;
use std::time::Duration;

use ransack::{
    AbortReason, CancelToken, ErrorKind, Export, Import, OutlineFilesOptions, SkipReason,
    Workspace, WorkspaceOptions, ast, exports, exports_file, imports, imports_file,
};
use ransack_testing::Tree;
use ransack_testing::samples::{self, Fixture};

fn imports_of(source: &str, language: &str) -> Vec<Import> {
    imports(source.as_bytes(), language, &CancelToken::new())
        .unwrap()
        .items
}

fn exports_of(source: &str, language: &str) -> Option<Vec<Export>> {
    match exports(source.as_bytes(), language, &CancelToken::new()) {
        Ok(exports) => Some(exports.items),
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::InvalidOption);
            assert_eq!(error.pattern(), Some(language));
            None
        }
    }
}

fn render(source: &str, language: &str) -> String {
    let mut text = String::new();
    for import in imports_of(source, language) {
        let names = import.names.iter().map(|name| {
            let kind = if name.is_type_only { "type " } else { "" };
            let alias = name.alias.as_ref().map(|alias| format!(" as {alias}"));
            format!("{kind}{}{}", name.name, alias.unwrap_or_default())
        });
        let names: Vec<_> = names.collect();
        let span = import.span;
        let source = source[span.start.offset..span.end.offset].replace('\n', "\\n");
        writeln!(
            text,
            "{} {} {} {{{}}} | {source}",
            span.start.line,
            import.kind.name(),
            import.module,
            names.join(", "),
        )
        .unwrap();
    }
    for export in exports_of(source, language).unwrap_or_default() {
        let local = export.local.map(|local| format!(" = {local}"));
        let module = export.module.map(|module| format!(" from {module}"));
        let span = export.span;
        let source = source[span.start.offset..span.end.offset].replace('\n', "\\n");
        writeln!(
            text,
            "{} export {} {}{}{} | {source}",
            span.start.line,
            export.kind.name(),
            export.name,
            local.unwrap_or_default(),
            module.unwrap_or_default(),
        )
        .unwrap();
    }
    text
}

#[test]
fn imports_and_exports_are_those_of_the_fixtures() {
    let bless = std::env::var_os("RANSACK_BLESS").is_some();
    let mut faults = Vec::new();
    for fixture in samples::imports() {
        let language = &fixture.language;
        let rendered = render(&fixture.source, language);
        if bless {
            fixture.bless(&rendered);
        } else if rendered != fixture.expected {
            faults.push(format!("{language}:\n{rendered}"));
        }
        let read = imports(fixture.source.as_bytes(), language, &CancelToken::new()).unwrap();
        assert_eq!(
            read.syntax_errors, 0,
            "the fixture of {language} has syntax errors"
        );
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_language_has_imports_or_is_an_error() {
    let fixtures = samples::imports();
    // Their imports come from embedded code, as in Vue.
    let of_embedded = ["astro", "html", "svelte"];
    for language in ast::languages() {
        let has_fixture = fixtures
            .iter()
            .any(|fixture| fixture.language == language.name);
        match imports(b"", language.name, &CancelToken::new()) {
            Ok(read) => {
                assert!(has_fixture || of_embedded.contains(&language.name));
                assert!(read.items.is_empty());
                assert_eq!(read.language, language.name);
            }
            Err(error) => {
                assert!(!has_fixture, "{}", language.name);
                assert_eq!(error.kind(), ErrorKind::InvalidOption);
                assert_eq!(error.pattern(), Some(language.name));
            }
        }
    }
}

#[test]
fn spans_are_in_order_and_hold_their_names() {
    for Fixture {
        language, source, ..
    } in samples::imports()
    {
        let imports = imports_of(&source, &language);
        for pair in imports.windows(2) {
            assert!(pair[0].span.start.offset <= pair[1].span.start.offset);
        }
        for import in imports {
            for name in import.names {
                assert!(import.span.start.offset <= name.span.start.offset);
                assert!(name.span.end.offset <= import.span.end.offset);
            }
        }
    }
}

#[test]
fn broken_code_is_read_as_far_as_it_can_be() {
    let read = |source: &str, language: &str| {
        let read = imports(source.as_bytes(), language, &CancelToken::new()).unwrap();
        let modules = read.items.into_iter().map(|import| import.module);
        (modules.collect::<Vec<_>>(), read.syntax_errors > 0)
    };
    let (modules, has_errors) = read("import a\ndef f(:\nimport b\n", "python");
    assert!(
        has_errors && modules.contains(&"a".to_owned()),
        "{modules:?}"
    );
    let (modules, has_errors) = read("use a::b;\nfn f( {\nuse c::d;\n", "rust");
    assert!(
        has_errors && modules.contains(&"a".to_owned()),
        "{modules:?}"
    );
    // Every prefix of every fixture, and bytes that are not UTF-8.
    for Fixture {
        language, source, ..
    } in samples::imports()
    {
        for end in (0..source.len()).step_by(7) {
            let mut bytes = source.as_bytes()[..end].to_vec();
            bytes.push(0xff);
            imports(&bytes, &language, &CancelToken::new()).unwrap();
            let _ = exports(&bytes, &language, &CancelToken::new());
        }
    }
}

#[test]
fn nested_code_does_not_exhaust_the_stack() {
    let depth = 20_000;
    let cases = [
        (
            "rust",
            format!("use {}b{};", "a::{".repeat(depth), "}".repeat(depth)),
        ),
        (
            "javascript",
            format!(
                "export const {}b{} = 1;",
                "[".repeat(depth),
                "]".repeat(depth)
            ),
        ),
        (
            "python",
            format!("{}b{} = 1", "(".repeat(depth), ")".repeat(depth)),
        ),
        ("c", "#if 1\n".repeat(depth)),
    ];
    for (language, source) in cases {
        imports(source.as_bytes(), language, &CancelToken::new()).unwrap();
        exports(source.as_bytes(), language, &CancelToken::new()).unwrap();
    }
}

#[test]
fn a_cancelled_call_fails_before_and_during_the_work() {
    // Takes seconds to parse if it is not stopped.
    let source = "[".repeat(3_000_000).into_bytes();
    type Call = fn(&[u8], &CancelToken) -> Option<ErrorKind>;
    let calls: [Call; 2] = [
        |source, token| {
            let made = imports(source, "javascript", token);
            made.err().map(|error| error.kind())
        },
        |source, token| {
            let made = exports(source, "javascript", token);
            made.err().map(|error| error.kind())
        },
    ];
    for call in calls {
        let token = CancelToken::new();
        token.cancel(AbortReason::User);
        assert_eq!(call(b"f", &token), Some(ErrorKind::Aborted));
        let token = CancelToken::new();
        thread::scope(|scope| {
            let running = scope.spawn(|| call(&source, &token));
            thread::sleep(Duration::from_millis(20));
            token.cancel(AbortReason::User);
            assert_eq!(running.join().unwrap(), Some(ErrorKind::Aborted));
        });
        let token = CancelToken::with_timeout(Duration::from_millis(20));
        assert_eq!(call(&source, &token), Some(ErrorKind::Timeout));
    }
}

#[test]
fn files_have_the_imports_and_exports_of_their_texts() {
    let tree = Tree::of(&[
        ("a.py", "import os\nX = 1\n"),
        ("data.json", "{}"),
        ("a.rb", "require 'x'\n"),
        ("binary.c", "int x;\0"),
        ("broken.py", "import a\ndef f(:\n"),
    ]);
    let options = |path: &str| OutlineFilesOptions::new(tree.path(path));
    let token = CancelToken::new();
    let outcome = imports_file(&options("a.py"), &token).unwrap();
    assert_eq!(outcome.items[0].path, tree.path("a.py").to_str().unwrap());
    assert_eq!(outcome.items[0].items[0].module, "os");
    let outcome = exports_file(&options("a.py"), &token).unwrap();
    assert_eq!(outcome.items[0].items[0].name, "X");
    let error = imports_file(&options("data.json"), &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    assert!(error.to_string().contains("with imports"), "{error}");
    let error = exports_file(&options("a.rb"), &token).unwrap_err();
    assert!(error.to_string().contains("with exports"), "{error}");
    let json = options("data.json").language("json");
    let error = imports_file(&json, &token).unwrap_err();
    assert_eq!(error.pattern(), Some("json"));
    let outcome = imports_file(&options("binary.c"), &token).unwrap();
    assert!(outcome.items.is_empty());
    assert_eq!(outcome.report.skipped[0].reason, SkipReason::Binary);
    let outcome = imports_file(&options("broken.py"), &token).unwrap();
    assert_eq!(outcome.items[0].items.len(), 1);
    assert_eq!(outcome.report.skipped[0].reason, SkipReason::SyntaxErrors);
    let error = imports_file(&options("none.py"), &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}

#[test]
fn a_workspace_reads_open_buffers() {
    let tree = Tree::of(&[("a.py", "import os\nX = 1\n")]);
    let workspace = Workspace::open(tree.path(""), &WorkspaceOptions::default()).unwrap();
    let (options, token) = (OutlineFilesOptions::new("a.py"), CancelToken::new());
    let module = || {
        let outcome = imports_file(&options.clone().workspace(&workspace), &token).unwrap();
        outcome.items[0].items[0].module.clone()
    };
    assert_eq!(module(), "os");
    workspace.set_buffer("a.py", "import re\nY = 1\n").unwrap();
    assert_eq!(module(), "re");
    let outcome = exports_file(&options.clone().workspace(&workspace), &token).unwrap();
    assert_eq!(outcome.items[0].items[0].name, "Y");
    workspace.close();
    let error = imports_file(&options.clone().workspace(&workspace), &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Closed);
    let error = exports_file(&options.clone().workspace(&workspace), &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Closed);
}

fn exported_names(source: &str, language: &str) -> Vec<String> {
    let exports = exports_of(source, language).unwrap();
    let name = |export: Export| format!("{} {}", export.kind.name(), export.name);
    exports.into_iter().map(name).collect()
}

/// Name lists built by operators and methods are read; other expressions are not.
#[test]
fn lists_of_python_names_are_read_in_all_forms() {
    let names = |source| exported_names(source, "python");
    let all = ["named a", "named b", "named c", "named d", "named e"];
    assert_eq!(
        names(
            "__all__ = [\"a\"] + m.__all__ + (['b'])\n__all__ += ('c',)\n\
             __all__.extend(['d'] + other())\n__all__.append('e')\ndef f(): pass\n"
        ),
        all
    );
    assert!(names("__all__ = [x + \"a\"] + f(\"b\")\n__all__ += \"c\"\ny = 1\n").is_empty());
}

#[test]
fn rare_exports_of_typescript_are_read() {
    let names = |source| exported_names(source, "typescript");
    assert_eq!(
        names("export import t = U.V;\nexport as namespace X;\n"),
        ["named t", "named X"]
    );
    assert_eq!(names("export import r = require('m');\n"), ["named r"]);
    assert_eq!(names("export = X;\n"), ["default default"]);
}
