//! Edits that change nothing, and edits that undo each other.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use ransack::DefinitionAction::{Remove, Replace};
use ransack::DefinitionPart::Summary;
use ransack::InsertPlace::{After, Before, LastMember};
use ransack::{
    CancelToken, DefinitionAction, DefinitionEdit, DefinitionEditOptions, DefinitionOptions,
    DefinitionPart, ErrorKind, ItemKind, OutlineItem, OutlineOptions, Result, definition,
    edit_definition, outline,
};
use ransack_testing::samples::{self, Fixture};
use ransack_testing::tier;

use super::{PYTHON, insert};

/// Definitions of a text with their names and numbers; definitions with the same name in order.
pub(super) fn definitions(source: &str, language: &str) -> Vec<(String, OutlineItem)> {
    let options = OutlineOptions::default().key_depth(None);
    let outline = outline(source.as_bytes(), language, &options, &CancelToken::new()).unwrap();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut definitions = Vec::new();
    outline.for_each(|item| {
        let path = item.qualified_name().replace("::", ".");
        let number = numbers.entry(path).or_default();
        *number += 1;
        if !item.name.is_empty() {
            definitions.push((format!("{}#{number}", item.qualified_name()), item.clone()));
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
    for (number, fixture) in samples::outlines().into_iter().enumerate() {
        let Fixture {
            language, source, ..
        } = fixture;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("text");
        fs::write(&path, &source).unwrap();
        // A summary is not part of the text.
        let mut parts = DefinitionPart::ALL.map(|(_, part)| part).to_vec();
        parts.retain(|part| *part != Summary);
        // In the default tier, each language tests different parts.
        let parts = parts.into_iter().skip(number % tier::every());
        for part in parts.step_by(tier::every()) {
            let mut edits = Vec::new();
            for (name, _) in definitions(&source, &language) {
                let token = CancelToken::new();
                let found = definition(source.as_bytes(), &language, &name, &[part].into(), &token)
                    .unwrap();
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

/// Numbered names of the definitions of a text, by the sibling indices of each definition and its
/// parents.
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
const REGULAR: [(&str, &str); 18] = [
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
    (
        "dart",
        "import 'a.dart';\n\n/// Doc.\n@immutable\nclass A extends B {\n  final int x;\n  int y = 1;\n  int z = 2;\n\n  /// Makes.\n  A(this.x) {\n    z = 1;\n  }\n\n  void f() {\n    y = 2;\n  }\n}\n\nenum E { a, b }\n\nvoid g() {\n  print(1);\n}\n",
    ),
    (
        "objc",
        "#import \"a.h\"\n\n/// Doc.\n@interface A : B\n@property (nonatomic) int x;\n@property (nonatomic) int y;\n\n- (void)f;\n- (void)setX:(int)x y:(int)y;\n@end\n\n@implementation A\n\n- (void)f {\n  g();\n}\n\n- (void)setX:(int)x y:(int)y {\n  _x = x;\n}\n\n@end\n\nint g(void) {\n  return 1;\n}\n",
    ),
    (
        "odin",
        "package p\n\nimport \"core:fmt\"\n\n// Doc.\nA :: struct {\n\tx: int,\n\ty: f32,\n}\n\nE :: enum {\n\tA,\n\tB = 2,\n\tC,\n}\n\nLIMIT :: 1\ncount := 2\n\nf :: proc() {\n\tfmt.println(1)\n}\n\n@(private)\ng :: proc(x: int) -> int {\n\treturn x\n}\n",
    ),
    (
        "powershell",
        "$x = 1\n$y = 2\n\n<#\n.SYNOPSIS\nDoc.\n#>\nfunction Get-A {\n    param($z)\n    $z\n}\n\nclass A {\n    [int]$X\n    [int]$Y = 2\n\n    A() {\n        $this.X = 1\n    }\n\n    [int] F() {\n        return 1\n    }\n}\n\nenum E {\n    A\n    B = 2\n}\n",
    ),
    (
        "solidity",
        "pragma solidity ^0.8.0;\n\n/// Doc.\ncontract A is B {\n    uint256 public x;\n    uint256 private y = 1;\n\n    event Changed(uint256 x);\n    error Bad();\n\n    modifier only() {\n        _;\n    }\n\n    constructor() {\n        x = 1;\n    }\n\n    /// @dev Doc.\n    function f() public only {\n        x = 2;\n    }\n\n    struct S {\n        uint256 a;\n        uint256 b;\n    }\n\n    enum E {\n        A,\n        B\n    }\n}\n",
    ),
    (
        "starlark",
        "load(\"a.bzl\", \"b\")\n\nLIMIT = 1\nOTHER = 2\n\ndef f(x):\n    \"\"\"Doc.\"\"\"\n    return x\n\ndef g(x):\n    return x\n\ncc_library(\n    name = \"a\",\n    srcs = [\"a.cc\"],\n)\n\ncc_library(\n    name = \"b\",\n    srcs = [\"b.cc\"],\n)\n",
    ),
    (
        "tlaplus",
        "---- MODULE A ----\nEXTENDS Naturals\n\nCONSTANT N\nVARIABLE x\n\n\\* Doc.\nInit ==\n  /\\ x = 0\n  /\\ N > 0\n\n\\* More.\nNext ==\n  \\/ x' = 1\n  \\/ x' = 2\n\nTHEOREM Safe == Init\n====\n",
    ),
    (
        "verilog",
        "module a (\n    input logic x,\n    input logic y,\n    output logic o\n);\n  parameter N = 1;\n  localparam M = 2;\n  logic z;\n\n  // Doc.\n  function int f(int a);\n    return a;\n  endfunction\n\n  task t();\n    z = 1;\n  endtask\nendmodule\n\nclass c;\n  int x;\n  int y;\n\n  function new();\n    x = 1;\n  endfunction\n\n  virtual task run();\n    x = 2;\n  endtask\nendclass\n",
    ),
    (
        "zig",
        "const std = @import(\"std\");\n\n/// Doc.\npub const A = struct {\n    x: u8,\n    y: u8 = 1,\n    w: u8,\n\n    const z = 2;\n\n    pub fn f(self: A) u8 {\n        return self.x;\n    }\n};\n\nconst E = enum {\n    a,\n    b,\n};\n\nfn g() void {\n    return;\n}\n\ntest \"g\" {\n    g();\n}\n",
    ),
    ("yaml", "a: 1\nb:\n  c: 2\n  d: 3\ne: 4\n"),
];

#[test]
fn definitions_that_are_removed_and_inserted_again_restore_the_text() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("text");
    let mut faults = Vec::new();
    for (language, source) in REGULAR {
        for (place, (name, item)) in named_places(source, language) {
            let is_clause = item.body_span().is_none() || language == "tlaplus";
            if item.kind == ItemKind::Module && is_clause {
                // A package clause, which must come first, or the only module of a file.
                continue;
            }
            let without = dry_run(&path, source, language, &name, &Remove);
            let without = match without {
                Ok(without) => without,
                Err(error) => {
                    faults.push(format!("{language}: {name}: {error}"));
                    continue;
                }
            };
            let text = &source[item.span().start.offset..item.span().end.offset];
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
            if !results.iter().any(is_restored) {
                faults.push(format!("{language}: {name}: {results:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn code_cut_out_of_a_file_is_restored() {
    let cases = [
        // The class contains all indentation of the text.
        ("a.rb", "class A\n\tdef f\n\tend\nend\n\nX = 1\n", "A", "X"),
        // A comment whose continuation lines have one more blank than code lines.
        (
            "a.ts",
            "class A {\n  /**\n   * Doc.\n   */\n  f() {\n    return 1;\n  }\n\n  g() {}\n}\n",
            "A.f",
            "A.g",
        ),
        // A line of a here-document that begins with code.
        (
            "a.rb",
            "class A\n    def f\n        x = <<T\n#{a}\n  b\nT\n    end\n\n    def g\n    end\nend\n",
            "A.f",
            "A.g",
        ),
    ];
    for (file, source, name, next) in cases {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(file);
        let language = file.split_once('.').unwrap().1;
        let token = CancelToken::new();
        let found = definition(
            source.as_bytes(),
            language,
            name,
            &DefinitionOptions::default(),
            &token,
        );
        let text = String::from_utf8(found.unwrap().text).unwrap();
        let without = dry_run(&path, source, language, name, &Remove).unwrap();
        assert_ne!(without, source);
        let action = insert(Before, &text);
        let restored = dry_run(&path, &without, language, next, &action).unwrap();
        assert_eq!(restored, source);
    }
}
