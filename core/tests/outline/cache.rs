//! Syntax trees and outlines that a workspace keeps, and content ids of files.
//!
//! A call that may take no time fails if it parses, so it shows whether the tree was kept.

use std::fs;
use std::thread;
use std::time::Duration;

use ransack::{
    CancelToken, ContentId, DefinitionAction, DefinitionEditOptions, DefinitionOptions,
    OutlineFilesOptions, OutlineOptions, SkeletonLevel, SkeletonOptions, SkipReason, Workspace,
    WorkspaceOptions, definition, definition_in_file, edit_definition, exports_file, imports_file,
    outline, outline_file, outline_stream, skeleton, skeleton_file,
};
use ransack_testing::Tree;

const SOURCE: &str = "import os\n\nclass A:\n    def f(self):\n        x = 1\n        return x\n";

/// Calls for one file.
const CALLS: [&str; 6] = [
    "outline",
    "definition",
    "skeleton",
    "imports",
    "exports",
    "edit",
];

fn run(call: &str, file: &OutlineFilesOptions, workspace: &Workspace) {
    let token = CancelToken::new();
    match call {
        "outline" => drop(outline_file(file, &token).unwrap()),
        "definition" => {
            drop(definition_in_file(file, "A.f", &DefinitionOptions::default(), &token).unwrap());
        }
        "skeleton" => drop(skeleton_file(file, &SkeletonOptions::default(), &token).unwrap()),
        "imports" => drop(imports_file(file, &token).unwrap()),
        "exports" => drop(exports_file(file, &token).unwrap()),
        _ => {
            let remove = DefinitionAction::Remove;
            let path = file.scope.roots[0].clone();
            let options = DefinitionEditOptions::new(path, "A.f", remove).workspace(workspace);
            drop(edit_definition(&options, &token).unwrap());
        }
    }
}

/// Whether an outline of the file needs no parse.
fn is_kept(file: &OutlineFilesOptions) -> bool {
    let file = file.clone().time_per_file(Duration::ZERO);
    let outcome = outline_file(&file, &CancelToken::new()).unwrap();
    let skipped = outcome.report.skipped.first().map(|skipped| skipped.reason);
    match outcome.items.is_empty() {
        true => assert_eq!(skipped, Some(SkipReason::ParseTimeout)),
        false => assert_eq!(skipped, None),
    }
    !outcome.items.is_empty()
}

fn open(tree: &Tree) -> Workspace {
    Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap()
}

#[test]
fn each_call_for_one_file_parses_it_for_all_later_calls() {
    for call in CALLS {
        let tree = Tree::of(&[("a.py", SOURCE)]);
        let workspace = open(&tree);
        let file = OutlineFilesOptions::new("a.py").workspace(&workspace);
        assert!(!is_kept(&file), "{call}");
        run(call, &file, &workspace);
        assert!(is_kept(&file), "{call}");
        // Imports and skeletons of a kept text need no parse either.
        let token = CancelToken::new();
        let quick = file.clone().time_per_file(Duration::ZERO);
        assert_eq!(
            imports_file(&quick, &token).unwrap().items.len(),
            1,
            "{call}"
        );
        let made = skeleton_file(&quick, &SkeletonOptions::default(), &token).unwrap();
        assert_eq!(made.items.len(), 1, "{call}");
        let alone = OutlineFilesOptions::new(tree.root().join("a.py"));
        assert!(!is_kept(&alone), "{call}");
    }
}

#[test]
fn a_stream_uses_kept_texts_and_keeps_none() {
    let tree = Tree::of(&[("a.py", SOURCE), ("b.py", "def g(): pass\n")]);
    let workspace = open(&tree);
    let token = CancelToken::new();
    let file = |name: &str| OutlineFilesOptions::new(name).workspace(&workspace);
    let all = outline_stream(&file("."), &token)
        .collect_outcome()
        .unwrap();
    assert_eq!(all.items.len(), 2);
    assert!(!is_kept(&file("a.py")) && !is_kept(&file("b.py")));
    run("outline", &file("a.py"), &workspace);
    let quick = file(".").time_per_file(Duration::ZERO);
    let outcome = outline_stream(&quick, &token).collect_outcome().unwrap();
    assert_eq!(outcome.items, all.items[..1]);
}

#[test]
fn a_changed_file_is_never_stale() {
    let tree = Tree::of(&[("a.py", SOURCE)]);
    let workspace = open(&tree);
    let file = OutlineFilesOptions::new("a.py").workspace(&workspace);
    let token = CancelToken::new();
    run("outline", &file, &workspace);
    let path = tree.root().join("a.py");
    let modified = fs::metadata(&path).unwrap().modified().unwrap();
    // Same size and time.
    fs::write(&path, SOURCE.replace("class A", "class B")).unwrap();
    fs::File::options()
        .write(true)
        .open(&path)
        .unwrap()
        .set_modified(modified)
        .unwrap();
    let names = || {
        let outcome = outline_file(&file, &token).unwrap();
        let outline = outcome.items.into_iter().next().unwrap();
        outline.items[0].name.clone()
    };
    assert_eq!(names(), "B");
    workspace.set_buffer("a.py", "def größe(): pass\n").unwrap();
    assert!(!is_kept(&file));
    assert_eq!(names(), "größe");
    assert!(is_kept(&file));
    workspace.clear_buffer(None).unwrap();
    assert_eq!(names(), "B");
    // The same text is found under any name.
    fs::write(tree.root().join("b.py"), SOURCE).unwrap();
    assert!(is_kept(
        &OutlineFilesOptions::new("b.py").workspace(&workspace)
    ));
}

#[test]
fn texts_in_other_languages_and_encodings_are_kept_apart() {
    let source = "int f;\n";
    let tree = Tree::of(&[("a.c", source), ("a.java", source)]);
    let workspace = open(&tree);
    let file = |name: &str| OutlineFilesOptions::new(name).workspace(&workspace);
    run("outline", &file("a.c"), &workspace);
    assert!(is_kept(&file("a.c")) && !is_kept(&file("a.java")));
    let as_cpp = file("a.c").language("cpp");
    assert!(!is_kept(&as_cpp));
    fs::write(tree.root().join("b.py"), b"def \xe4(): pass\n").unwrap();
    let token = CancelToken::new();
    let name = |encoding: &str| {
        let outcome = outline_file(&file("b.py").encoding(encoding), &token).unwrap();
        outcome.items[0].items[0].name.clone()
    };
    assert_eq!([name("latin1"), name("koi8-r")], ["ä", "Д"]);
    assert_eq!(name("latin1"), "ä");
}

#[test]
fn results_through_a_workspace_equal_results_of_texts() {
    let tree = Tree::samples();
    let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
    let token = CancelToken::new();
    let mut count = 0;
    let all = OutlineFilesOptions::new(&workspace);
    for expected in outline_stream(&all, &token)
        .collect_outcome()
        .unwrap()
        .items
    {
        let file = OutlineFilesOptions::new(expected.path.to_string()).workspace(&workspace);
        let source = fs::read(tree.path(&expected.path.to_string())).unwrap();
        for key_depth in [Some(3), None, Some(1), Some(3)] {
            let options = OutlineOptions::default().key_depth(key_depth);
            let of_file = outline_file(&file.clone().outline(options.clone()), &token).unwrap();
            let of_text = outline(&source, expected.language, &options, &token).unwrap();
            assert_eq!(of_file.items[0].items, of_text.items, "{}", expected.path);
            assert_eq!(of_file.items[0].version, of_text.version);
        }
        for (_, level) in SkeletonLevel::ALL.iter().chain(&SkeletonLevel::ALL) {
            let options = SkeletonOptions::default().level(*level);
            let of_file = skeleton_file(&file, &options, &token)
                .unwrap()
                .items
                .remove(0);
            let of_text = skeleton(&source, expected.language, &options, &token).unwrap();
            let expected = (
                of_text.text,
                of_text.elided,
                of_text.tokens,
                of_text.original_tokens,
            );
            let made = (
                of_file.text,
                of_file.elided,
                of_file.tokens,
                of_file.original_tokens,
            );
            assert_eq!(made, expected);
        }
        count += 1;
    }
    assert!(count > 40, "{count}");
}

#[test]
fn calls_at_the_same_time_share_texts() {
    let tree = Tree::of(&[("a.py", SOURCE)]);
    let workspace = open(&tree);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let file = OutlineFilesOptions::new("a.py").workspace(&workspace);
                for call in CALLS {
                    run(call, &file, &workspace);
                }
            });
        }
    });
    workspace.close();
    let file = OutlineFilesOptions::new("a.py").workspace(&workspace);
    assert!(outline_file(&file, &CancelToken::new()).is_err());
}

#[test]
fn results_have_the_content_id_of_the_bytes() {
    let utf16 = "\u{feff}def f(): pass\n".encode_utf16();
    let utf16: Vec<u8> = utf16.flat_map(u16::to_le_bytes).collect();
    let texts: [&[u8]; 4] = [SOURCE.as_bytes(), b"", b"\xef\xbb\xbfx = 1\n", &utf16];
    let tree = Tree::new();
    let path = tree.root().join("a.py");
    let file = OutlineFilesOptions::new(&path);
    let token = CancelToken::new();
    for text in texts {
        fs::write(&path, text).unwrap();
        let id = ContentId::of(text);
        let outlined = outline_file(&file, &token).unwrap().items.remove(0);
        let made = skeleton_file(&file, &SkeletonOptions::default(), &token).unwrap();
        assert_eq!((outlined.version, made.items[0].version), (id, id));
        let of_text = outline(text, "python", &OutlineOptions::default(), &token).unwrap();
        assert_eq!(of_text.version, id);
    }
    fs::write(&path, SOURCE).unwrap();
    let options = DefinitionOptions::default();
    let found = definition_in_file(&file, "A", &options, &token)
        .unwrap()
        .items
        .remove(0);
    let of_text = definition(SOURCE.as_bytes(), "python", "A", &options, &token).unwrap();
    let id = ContentId::of(SOURCE.as_bytes());
    assert_eq!((found.version, of_text.version), (id, id));
    let made = skeleton(
        SOURCE.as_bytes(),
        "python",
        &SkeletonOptions::default(),
        &token,
    );
    assert_eq!(made.unwrap().version, id);
    let workspace = open(&tree);
    workspace.set_buffer("a.py", "def g(): pass\n").unwrap();
    let buffered = OutlineFilesOptions::new("a.py").workspace(&workspace);
    let buffered = outline_file(&buffered, &token).unwrap().items.remove(0);
    assert_eq!(buffered.version, ContentId::of(b"def g(): pass\n"));
}
