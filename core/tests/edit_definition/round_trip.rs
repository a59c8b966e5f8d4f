//! Edits that change nothing, and edits that undo each other.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use ransack::DefinitionAction::{Remove, Replace};
use ransack::DefinitionPart::Summary;
use ransack::InsertPlace::{After, Before, LastMember};
use ransack::{
    CancelToken, DefinitionAction, DefinitionEdit, DefinitionEditOptions, DefinitionPart,
    ErrorKind, ItemKind, OutlineItem, OutlineOptions, Result, definition, edit_definition, outline,
};

use super::{PYTHON, insert};

/// Sources of the fixtures of outlines, with the extension of a file of their language.
fn fixtures() -> Vec<(String, String)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/outline");
    let mut fixtures = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let (source, _) = text.split_once("\n==========\n").unwrap();
        let language = path.file_stem().unwrap().to_str().unwrap().to_owned();
        fixtures.push((language, format!("{source}\n")));
    }
    fixtures.sort();
    fixtures
}

/// Definitions of a text with their names and numbers, those of one name in order.
fn definitions(source: &str, language: &str) -> Vec<(String, OutlineItem)> {
    let options = OutlineOptions::default().key_depth(None);
    let outline = outline(source.as_bytes(), language, &options, &CancelToken::new()).unwrap();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut definitions = Vec::new();
    outline.for_each(|item| {
        let path = item.qualified_name.replace("::", ".");
        let number = numbers.entry(path).or_default();
        *number += 1;
        if !item.name.is_empty() {
            definitions.push((format!("{}#{number}", item.qualified_name), item.clone()));
        }
    });
    definitions
}

#[test]
fn a_summary_cannot_be_replaced() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.py");
    fs::write(&path, "def f():\n    pass\n").unwrap();
    let text = "def f():\n    pass".to_owned();
    let part = Summary;
    let options = DefinitionEditOptions::new(&path, "f", Replace { part, text });
    let error = edit_definition(&options, &CancelToken::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    assert!(error.to_string().contains("summary"), "{error}");
}

#[test]
fn parts_replaced_by_their_own_text_change_no_byte() {
    for (language, source) in fixtures() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("text");
        fs::write(&path, &source).unwrap();
        let parts = DefinitionPart::ALL.map(|(_, part)| part);
        // A summary is no part of the text.
        for part in parts.into_iter().filter(|part| *part != Summary) {
            let mut edits = Vec::new();
            for (name, _) in definitions(&source, &language) {
                let token = CancelToken::new();
                let found = definition(source.as_bytes(), &language, &name, part, &token).unwrap();
                if found.span.is_some() {
                    let text = String::from_utf8(found.text).unwrap();
                    edits.push(DefinitionEdit::new(&path, name, Replace { part, text }));
                }
            }
            if edits.is_empty() {
                continue;
            }
            let options = DefinitionEditOptions::default()
                .edits(edits)
                .language(&language);
            let outcome = edit_definition(&options, &CancelToken::new());
            let outcome = outcome.unwrap_or_else(|error| panic!("{language}: {part:?}: {error}"));
            assert_eq!(outcome.changes, [], "{language}: {part:?}");
        }
    }
}

/// Text after an edit, computed from the changes of a dry run.
fn dry_run(
    path: &Path,
    source: &str,
    language: &str,
    name: &str,
    action: &DefinitionAction,
) -> Result<String> {
    fs::write(path, source).unwrap();
    let options = DefinitionEditOptions::new(path, name, action.clone()).language(language);
    let outcome = edit_definition(&options, &CancelToken::new())?;
    let (mut text, mut from) = (Vec::new(), 0);
    for change in &outcome.changes {
        text.extend_from_slice(&source.as_bytes()[from..change.span.start.offset]);
        text.extend_from_slice(&change.after);
        from = change.span.end.offset;
    }
    text.extend_from_slice(&source.as_bytes()[from..]);
    Ok(String::from_utf8(text).unwrap())
}

/// Numbered names of the definitions of a text, by the index of each among its siblings and of
/// those around it.
fn named_places(source: &str, language: &str) -> HashMap<Vec<usize>, (String, OutlineItem)> {
    fn add(
        items: &[OutlineItem],
        place: &mut Vec<usize>,
        names: &mut dyn Iterator<Item = (String, OutlineItem)>,
        places: &mut HashMap<Vec<usize>, (String, OutlineItem)>,
    ) {
        for (index, item) in items.iter().enumerate() {
            place.push(index);
            if !item.name.is_empty() {
                places.insert(place.clone(), names.next().unwrap());
            }
            add(&item.children, place, names, places);
            place.pop();
        }
    }
    let options = OutlineOptions::default().key_depth(None);
    let outline = outline(source.as_bytes(), language, &options, &CancelToken::new()).unwrap();
    let mut places = HashMap::new();
    let mut names = definitions(source, language).into_iter();
    add(&outline.items, &mut Vec::new(), &mut names, &mut places);
    places
}

/// Texts whose definitions have the usual gaps.
const REGULAR: [(&str, &str); 9] = [
    ("python", PYTHON),
    (
        "rust",
        "//! Doc.\n\nuse a::b;\n\n/// A.\n#[x]\npub struct A {\n    /// One.\n    a: u8,\n    b: u8,\n    c: u8,\n}\n\nimpl A {\n    fn f(&self) {\n        1;\n    }\n\n    fn g(&self) {\n        2;\n    }\n}\n\nfn h() {\n    3;\n}\n",
    ),
    (
        "typescript",
        "import a from 'a';\n\nexport enum E {\n  A,\n  B = 2\n}\n\n/** Doc. */\nexport class A {\n  x = 1;\n  y = 2;\n\n  @dec()\n  f() {\n    return `a\n b`;\n  }\n\n  g() {\n    return 1;\n  }\n}\n\nexport interface I {\n  a: number;\n  b: string;\n}\n",
    ),
    (
        "json",
        "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": [1],\n    \"d\": null\n  },\n  \"e\": 2\n}\n",
    ),
    (
        "go",
        "package p\n\nimport \"a\"\n\n// A is.\ntype A struct {\n\tX int\n\tY int\n}\n\nfunc (a A) F() {\n\treturn\n}\n\nfunc G() {\n\treturn\n}\n",
    ),
    (
        "java",
        "package p;\n\nimport a.B;\n\n/** Doc. */\nclass A {\n    int x = 1;\n    int y;\n\n    @Override\n    void f() {\n        x = 2;\n    }\n\n    void g() {\n        x = 3;\n    }\n\n    enum E {\n        A,\n        B;\n    }\n}\n",
    ),
    (
        "c",
        "#include <a.h>\n\nstruct s {\n\tint a;\n\tchar *b;\n\tint c;\n};\n\n/** Doc. */\nint f(void)\n{\n\treturn 1;\n}\n\nint g(void)\n{\n\treturn 2;\n}\n",
    ),
    (
        "ruby",
        "module M\n  # Doc.\n  class A\n    X = 1\n    Y = 2\n\n    def f\n      1\n    end\n\n    def g\n      2\n    end\n  end\nend\n",
    ),
    ("yaml", "a: 1\nb:\n  c: 2\n  d: 3\ne: 4\n"),
];

#[test]
fn definitions_that_are_removed_and_inserted_again_restore_the_text() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("text");
    for (language, source) in REGULAR {
        for (place, (name, item)) in named_places(source, language) {
            if item.kind == ItemKind::Module && item.body_span.is_none() {
                // A package clause, before which nothing can be.
                continue;
            }
            let without = dry_run(&path, source, language, &name, &Remove);
            let without = without.unwrap_or_else(|error| panic!("{language}: {name}: {error}"));
            let text = &source[item.span.start.offset..item.span.end.offset];
            let now = named_places(&without, language);
            let (&last, around) = place.split_last().unwrap();
            let beside = |index: usize| {
                let place = [around, &[index]].concat();
                now.get(&place).map(|(name, _)| name.clone())
            };
            let parent = match around {
                [] => Some(String::new()),
                _ => now.get(around).map(|(name, _)| name.clone()),
            };
            let places = [
                (After, last.checked_sub(1).and_then(beside)),
                (Before, beside(last)),
                (LastMember, parent),
            ];
            let results: Vec<_> = places
                .into_iter()
                .filter_map(|(place, target)| {
                    let action = insert(place, text);
                    Some(dry_run(&path, &without, language, &target?, &action))
                })
                .collect();
            let is_restored =
                |result: &Result<String>| result.as_deref().is_ok_and(|t| t == source);
            assert!(
                results.iter().any(is_restored),
                "{language}: {name}: {results:?}"
            );
        }
    }
}
