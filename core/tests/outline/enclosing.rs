//! Names of the definitions around the matches of searches.

use std::fs;

use ransack::{
    AbortReason, AstGrepOptions, CancelToken, ErrorKind, GrepMode, GrepOptions, Outcome,
    OutlineOptions, Pool, Workspace, WorkspaceOptions, ast_grep, enclosing_names, grep, outline,
};
use ransack_testing::Tree;

const PYTHON: &str = "import os\n\nclass Größe:\n    x = os\n\n    @os.a\n    def run(self):\n        \
                      return os\n\nos.b()\n";

fn names(options: &GrepOptions) -> Vec<(u64, Option<String>)> {
    let options = options.clone().enclosing(enclosing_names());
    let found = grep(&options, &CancelToken::new()).unwrap().items;
    found
        .into_iter()
        .map(|found| (found.line_number, found.enclosing))
        .collect()
}

fn some(name: &str) -> Option<String> {
    Some(name.to_owned())
}

#[test]
fn matches_are_in_the_innermost_definition() {
    let tree = Tree::of(&[("a.py", PYTHON)]);
    let options = GrepOptions::new(r"\bos\b", tree.root());
    let expected = [
        (1, None),
        (4, some("Größe.x")),
        (6, some("Größe.run")),
        (8, some("Größe.run")),
        (10, None),
    ];
    assert_eq!(names(&options), expected);
    // Nothing is named unless the call asks.
    let found = grep(&options, &CancelToken::new()).unwrap().items;
    assert!(found.iter().all(|found| found.enclosing.is_none()));
    // A clipped line counts from its match, and a line that does not match from its text.
    let clipped = options.clone().max_columns(2);
    assert_eq!(names(&clipped), expected);
    let inverted = GrepOptions::new("os|^$", tree.root()).invert(true);
    let expected = [(3, some("Größe")), (7, some("Größe.run"))];
    assert_eq!(names(&inverted), expected);
    for mode in [GrepMode::Count, GrepMode::FilesWithMatches] {
        assert_eq!(names(&options.clone().mode(mode)), [(0, None)]);
    }
}

#[test]
fn a_match_of_several_lines_is_where_it_begins() {
    let tree = Tree::of(&[("a.js", "function f() {\n  g()\n}\nfunction g() {\n}\n")]);
    let options = GrepOptions::new(r"g\(\)\n\}\nfunction", tree.root()).multiline(true);
    assert_eq!(names(&options), [(2, some("f"))]);
}

#[test]
fn files_without_an_outline_have_no_names() {
    let utf16: Vec<u8> = "\u{feff}def f():\n    return 'größe'\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let tree = Tree::of(&[("a.txt", "größe\n"), ("b.py", "def g(:\n    größe(\n")]);
    tree.write("c.py", &utf16);
    tree.write(
        "d.py",
        "def h():\n    return 'gr\u{f6}\u{df}e'\n"
            .chars()
            .map(|c| c as u8)
            .collect::<Vec<u8>>(),
    );
    let options = GrepOptions::new("größe", tree.root());
    let found = grep(
        &options.clone().enclosing(enclosing_names()),
        &CancelToken::new(),
    );
    let Outcome { items, report } = found.unwrap();
    assert!(report.complete);
    let names = items
        .iter()
        .map(|found| (found.path.to_string(), found.enclosing.clone()));
    let names: Vec<_> = names.collect();
    assert_eq!(names[0], ("a.txt".to_owned(), None));
    assert_eq!(names[1].0, "b.py");
    assert_eq!(names[2], ("c.py".to_owned(), some("f")));
    assert_eq!(names.len(), 3);
    let latin1 = GrepOptions::new("größe", tree.path("d.py")).encoding("latin1");
    assert_eq!(self::names(&latin1), [(2, some("h"))]);
}

/// Compares with a search of the outline for the innermost range.
#[test]
fn names_equal_the_outline() {
    let tree = Tree::samples();
    let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
    let token = CancelToken::new();
    let mut named = 0;
    let options = GrepOptions::new(r"\S", &workspace).enclosing(enclosing_names());
    for found in grep(&options, &token).unwrap().items {
        let path = found.path.to_string();
        let source = fs::read(tree.path(&path)).unwrap();
        let offset = found.byte_offset as usize + found.submatches[0].start;
        let language = ransack::ast::languages().iter().find(|language| {
            language
                .extensions
                .iter()
                .any(|end| path.ends_with(&format!(".{end}")))
        });
        let Some(language) = language else { continue };
        let Ok(outline) = outline(&source, language.name, &OutlineOptions::default(), &token)
        else {
            continue;
        };
        let mut around = Vec::new();
        outline.for_each(|item| {
            let span = item.span();
            if (span.start.offset..span.end.offset).contains(&offset) {
                around.push((span.end.offset - span.start.offset, item.qualified_name()));
            }
        });
        let smallest = around.iter().map(|(len, _)| *len).min();
        let is_known = found.enclosing.as_deref().is_none_or(|name| {
            around
                .iter()
                .any(|(len, known)| Some(*len) == smallest && *known == name)
        });
        assert!(
            is_known,
            "{path}:{}: {:?} in {around:?}",
            found.line_number, found.enclosing
        );
        assert_eq!(
            found.enclosing.is_some(),
            !around.is_empty(),
            "{path}:{}",
            found.line_number
        );
        named += usize::from(found.enclosing.is_some());
    }
    assert!(named > 200, "{named}");
}

#[test]
fn matches_of_patterns_are_named() {
    let tree = Tree::of(&[("a.py", PYTHON), ("b.py", "def f(): pass\n")]);
    let options = AstGrepOptions::new("os", tree.root())
        .limit(None)
        .enclosing(enclosing_names());
    let found = ast_grep(&options, &CancelToken::new()).unwrap().items;
    let names: Vec<_> = found.into_iter().map(|found| found.enclosing).collect();
    let in_class = [some("Größe.x"), some("Größe.run"), some("Größe.run")];
    assert_eq!(names, [&[None], &in_class[..], &[None]].concat());
    // A definition is in itself.
    let options = AstGrepOptions::new("def $A(): $$$B", tree.root()).enclosing(enclosing_names());
    let found = ast_grep(&options, &CancelToken::new()).unwrap().items;
    assert_eq!(found[0].enclosing, some("f"));
}

#[test]
fn a_workspace_sees_buffers_and_keeps_trees() {
    let tree = Tree::of(&[("a.py", PYTHON)]);
    let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
    let options = GrepOptions::new("return", &workspace);
    assert_eq!(names(&options), [(8, some("Größe.run"))]);
    let file = ransack::OutlineFilesOptions::new("a.py").workspace(&workspace);
    let quick = file.time_per_file(std::time::Duration::ZERO);
    let outcome = ransack::outline_file(&quick, &CancelToken::new()).unwrap();
    assert_eq!(outcome.items.len(), 1);
    workspace
        .set_buffer("a.py", "def buffered():\n    return 1\n")
        .unwrap();
    assert_eq!(names(&options), [(2, some("buffered"))]);
}

#[test]
fn names_are_the_same_for_any_number_of_threads_and_end_with_the_call() {
    let tree = Tree::new();
    for number in 0..50 {
        tree.write(&format!("{number:02}.py"), PYTHON);
    }
    let of = |threads| {
        let pool = Pool::new(threads);
        let options = GrepOptions::new("return", tree.root()).limit(20).pool(pool);
        names(&options)
    };
    assert_eq!(of(1), of(4));
    assert_eq!(of(1).len(), 20);
    let token = CancelToken::new();
    token.cancel(AbortReason::User);
    let options = GrepOptions::new("return", tree.root()).enclosing(enclosing_names());
    let error = grep(&options, &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted);
}
