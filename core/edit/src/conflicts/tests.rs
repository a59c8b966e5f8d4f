//! Tests of conflicts.

use std::fs;
use std::path::Path;
use std::process::Command;

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use ransack_base::CancelToken;
use ransack_search::{Workspace, WorkspaceOptions};

use super::markers::conflicts_in;
use super::*;

fn find(text: &str) -> Vec<Conflict> {
    conflicts_in(text.as_bytes(), &CancelToken::new()).unwrap()
}

fn text(side: &Option<ConflictSide>) -> Option<(&str, &str, u64, u64)> {
    let side = side.as_ref()?;
    let part = |bytes| std::str::from_utf8(bytes).unwrap();
    Some((
        part(&side.label),
        part(&side.text),
        side.first_line,
        side.line_count,
    ))
}

#[test]
fn both_sides_and_the_base_are_found() {
    let source = "a\n<<<<<<< HEAD\nb\nc\n||||||| 1234 base\n=======\nd\r\n>>>>>>> topic é\nz\n";
    let found = find(source);
    assert_eq!(found.len(), 1);
    let conflict = &found[0];
    assert!(conflict.is_complete);
    assert_eq!((conflict.first_line, conflict.last_line), (2, 8));
    let range = conflict.offset as usize..(conflict.offset + conflict.len) as usize;
    assert!(source[range.clone()].starts_with("<<<<<<< HEAD"));
    assert!(source[range].ends_with(">>>>>>> topic é\n"));
    assert_eq!(text(&conflict.ours), Some(("HEAD", "b\nc\n", 3, 2)));
    assert_eq!(text(&conflict.base), Some(("1234 base", "", 6, 0)));
    assert_eq!(text(&conflict.theirs), Some(("topic é", "d\r\n", 7, 1)));
    let theirs = conflict.theirs.as_ref().unwrap();
    assert!(source[theirs.offset as usize..].starts_with("d\r\n"));
    // The last line may lack its end, and markers may have the line ends of Windows.
    let found = find("<<<<<<<\r\n=======\r\nx\r\n>>>>>>>");
    assert_eq!(text(&found[0].theirs), Some(("", "x\r\n", 3, 1)));
    assert_eq!(text(&found[0].ours), Some(("", "", 2, 0)));
    assert_eq!(found[0].base, None);
}

#[test]
fn markers_of_a_conflict_have_one_length() {
    let nested = "<<<<<<< a\n1\n||||||| base\n<<<<<<<<< x\n2\n=========\n3\n>>>>>>>>> y\n=======\n4\n>>>>>>> b\n";
    let found = find(nested);
    assert_eq!(found.len(), 1);
    let base = "<<<<<<<<< x\n2\n=========\n3\n>>>>>>>>> y\n";
    assert_eq!(text(&found[0].base), Some(("base", base, 4, 5)));
    let found = find("<<<<<<<<<<<< a\n=======\n============\n>>>>>>>>>>>> b\n");
    assert_eq!(text(&found[0].ours), Some(("a", "=======\n", 2, 1)));
    assert!(found[0].is_complete);
}

#[test]
fn lone_markers_are_incomplete() {
    let found = find(
        "<<<<<<< a\n1\n<<<<<<< b\n2\n=======\n3\n>>>>>>> c\n4\n>>>>>>> d\n=======\n<<<<<<< e\n=======\n",
    );
    let shown: Vec<_> = found
        .iter()
        .map(|c| {
            (
                c.is_complete,
                c.first_line,
                c.last_line,
                text(&c.ours).map(|s| s.0),
                text(&c.theirs).map(|s| s.0),
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            (false, 1, 1, Some("a"), None),
            (true, 3, 7, Some("b"), Some("c")),
            (false, 9, 9, None, Some("d")),
            (false, 11, 11, Some("e"), None),
        ]
    );
    let found = find("<<<<<<< a\n=======\n>>>>>>> b\n>>>>>>> c\n");
    assert_eq!(found.len(), 2);
    assert_eq!((found[1].is_complete, found[1].first_line), (false, 4));
    // The end of a conflict without a separator.
    let found = find("<<<<<<< a\n1\n>>>>>>> b\n");
    assert_eq!(found.len(), 2);
    assert!(found.iter().all(|conflict| !conflict.is_complete));
}

#[test]
fn other_lines_are_no_markers() {
    for source in [
        "Title\n=======\n\ntext\n",
        "<<<<<<\n=======\n>>>>>>\n",
        " <<<<<<< a\n=======\n >>>>>>> b\n",
        "<<<<<<<a\n>>>>>>>b\n",
        "<<<<<<<<<<<<<<<<<<\n drawing\n>>>>>>>>>>>>>>>>>>\n",
        "> > hello\n>>>>>>> quoted\n>>>>>>> mail\n",
        "||||||| a\n=======\n",
        "",
    ] {
        assert_eq!(find(source), [], "{source}");
    }
}

fn run(dir: &Path, arguments: &[&str]) -> Vec<u8> {
    let output = Command::new("git")
        .args(arguments)
        .current_dir(dir)
        .output()
        .unwrap();
    output.stdout
}

fn lines() -> impl Strategy<Value = String> {
    let line = prop_oneof!["[abc]\n", "=======\\.\n", "é <<<<<<<\n"];
    prop::collection::vec(line, 0..12).prop_map(|lines| lines.concat())
}

/// Resolving every conflict for one side gives the file that `git merge-file` makes for that side.
#[test]
fn conflicts_of_git_are_found() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let dir = tempfile::tempdir().unwrap();
    let mut with_conflicts = 0;
    for case in 0..ransack_testing_base::tier::cases(100) {
        for name in ["ours", "base", "theirs"] {
            let text = lines().new_tree(&mut runner).unwrap().current();
            fs::write(dir.path().join(name), text).unwrap();
        }
        let style = ["--diff3", "--zdiff3", "-q"][case as usize % 3];
        let size = ["7", "9"][case as usize % 2];
        let mut merge = vec!["merge-file", "-p", "--marker-size", size, style];
        merge.extend(["-L", "our side", "-L", "base", "-L", "their side"]);
        merge.extend(["ours", "base", "theirs"]);
        let merged = run(dir.path(), &merge);
        let found = conflicts_in(&merged, &CancelToken::new()).unwrap();
        assert!(found.iter().all(|conflict| conflict.is_complete));
        with_conflicts += u32::from(!found.is_empty());
        for (side, option) in [("our side", "--ours"), ("their side", "--theirs")] {
            let expected = run(
                dir.path(),
                &["merge-file", "-p", option, "ours", "base", "theirs"],
            );
            let mut resolved = Vec::new();
            let mut next = 0;
            for conflict in &found {
                assert_eq!(conflict.base.is_some(), style != "-q");
                let chosen = match option {
                    "--ours" => conflict.ours.as_ref().unwrap(),
                    _ => conflict.theirs.as_ref().unwrap(),
                };
                assert_eq!(chosen.label, side.as_bytes());
                resolved.extend_from_slice(&merged[next..conflict.offset as usize]);
                resolved.extend_from_slice(&chosen.text);
                next = (conflict.offset + conflict.len) as usize;
            }
            resolved.extend_from_slice(&merged[next..]);
            assert_eq!(
                String::from_utf8_lossy(&resolved),
                String::from_utf8_lossy(&expected),
                "{}",
                String::from_utf8_lossy(&merged)
            );
        }
    }
    assert!(with_conflicts > 5);
}

const CONFLICT: &str = "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n";

#[test]
fn files_in_scope_are_searched() {
    let dir = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &[u8]| {
        let path = dir.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("b/f.txt", CONFLICT.repeat(2).as_bytes());
    write("a.rs", b"none\n");
    write("c.txt", b">>>>>>> left over\n");
    write("ignored.txt", CONFLICT.as_bytes());
    write(".ignore", b"ignored.txt\n");
    let utf16: Vec<u8> = std::iter::once('\u{feff}')
        .chain(CONFLICT.chars())
        .flat_map(|c| (c as u16).to_le_bytes())
        .collect();
    write("utf16.txt", &utf16);
    write("binary", b"<<<<<<< a\0\n");
    let token = CancelToken::new();
    let options = ConflictsOptions::new(dir.path());
    let outcome = conflicts(&options, &token).unwrap();
    let paths: Vec<_> = outcome.items.iter().map(|c| c.path.to_string()).collect();
    assert_eq!(paths, ["b/f.txt", "b/f.txt", "c.txt", "utf16.txt"]);
    assert_eq!(outcome.items[1].first_line, 6);
    assert_eq!(text(&outcome.items[3].theirs).unwrap().1, "y\n");
    assert_eq!(outcome.report.total_matches, 4);
    assert_eq!(outcome.report.files_with_matches, 3);
    assert_eq!(outcome.report.skipped[0].first[0].path, "binary");

    let outcome = conflicts(&options.clone().globs(["*.txt"]).limit(1).offset(1), &token).unwrap();
    assert_eq!(outcome.items.len(), 1);
    assert_eq!(outcome.items[0].first_line, 6);

    let workspace = Workspace::open(dir.path(), &WorkspaceOptions::default()).unwrap();
    workspace.set_buffer("a.rs", CONFLICT).unwrap();
    let options = ConflictsOptions::new(&workspace);
    let outcome = conflicts(&options, &token).unwrap();
    assert_eq!(outcome.items[0].path, "a.rs");
    assert_eq!(outcome.items.len(), 5);
    let stream = conflicts_stream(&options, &token);
    assert_eq!(
        stream.map(Result::unwrap).collect::<Vec<_>>(),
        outcome.items
    );

    token.cancel(ransack_base::AbortReason::User);
    assert!(conflicts(&options, &token).is_err());
    let missing = ConflictsOptions::new(dir.path().join("missing"));
    assert!(conflicts(&missing, &CancelToken::new()).is_err());
}
