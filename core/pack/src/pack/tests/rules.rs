//! Tests of the rules.

use std::fs;
use std::path::Path;
use std::process::Command;

use ransack_base::CancelToken;
use ransack_testing_base::tier;
use ransack_testing_base::tools::{python_packages, succeeds};
use tempfile::TempDir;

use super::*;

fn write(dir: &Path, path: &str, text: &str) {
    let path = dir.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn tree(files: &[(&str, &str)]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (path, text) in files {
        write(dir.path(), path, text);
    }
    dir
}

fn rules(root: &Path) -> PackRules {
    PackRules {
        root: Some(root.to_owned()),
        ..PackRules::default()
    }
}

fn listed(dir: &Path, rules: PackRules) -> Vec<String> {
    let options = PackOptions::new(dir).rules(rules).list_only(true);
    let packed = pack(&options, &CancelToken::new()).unwrap();
    packed.text.lines().map(str::to_owned).collect()
}

#[test]
fn nearer_rules_win_over_ignore_rules_and_defaults() {
    let dir = tree(&[
        (".gitignore", "/gen\n/keep\n"),
        (".git/HEAD", "ref: refs/heads/main"),
        (".contextfiles", "keep/\n!*.md\n!/top.txt\n"),
        ("a.md", ""),
        ("top.txt", ""),
        ("src/top.txt", ""),
        ("src/.contextfiles", "b.md\n!/c.rs\n"),
        ("src/b.md", ""),
        ("src/c.rs", ""),
        ("src/deep/c.rs", ""),
        ("gen/x", ""),
        ("keep/x", ""),
        ("build/x", ""),
        ("x.log", ""),
    ]);
    let expected = [
        ".gitignore",
        "keep/x",
        "src/b.md",
        "src/deep/c.rs",
        "src/top.txt",
    ];
    assert_eq!(listed(dir.path(), rules(dir.path())), expected);
    let without = PackRules {
        use_defaults: false,
        ..rules(dir.path())
    };
    let found = listed(dir.path(), without);
    assert!(found.contains(&"build/x".to_owned()) && found.contains(&"x.log".to_owned()));
    assert!(found.contains(&"src/.contextfiles".to_owned()));
}

#[test]
fn a_hint_names_the_built_in_rules_if_they_exclude_every_selected_file() {
    let built_in =
        "built-in rules exclude entries that the globs select (set `rules` to include them)";
    let dir = tree(&[("build/x.js", ""), ("x.log", ""), ("src/a.rs", "")]);
    let only_build = tree(&[("build/x.js", "")]);
    for (dir, glob, rules, hints) in [
        (
            &dir,
            "build/",
            Some(PackRules::default()),
            &[
                "no file outside ignored directories matches the globs",
                built_in,
            ][..],
        ),
        (
            &dir,
            "*.log",
            Some(PackRules::default()),
            &[
                "each file is ignored, hidden, or excluded by one of globs and types",
                built_in,
            ],
        ),
        (
            &only_build,
            "build/",
            Some(PackRules::default()),
            &["each file is in an ignored directory", built_in],
        ),
        (
            &dir,
            "src/*.c",
            Some(PackRules::default()),
            &["no file matches the globs"],
        ),
        (&dir, "build/*.c", None, &["no file matches the globs"]),
        (&dir, "build/", None, &[]),
    ] {
        let mut options = PackOptions::new(dir.path()).globs([glob]);
        options.rules = rules;
        let packed = pack(&options, &CancelToken::new()).unwrap();
        assert_eq!(packed.report.hints, hints, "{glob}");
    }
}

#[test]
fn rules_of_the_caller_replace_all_others() {
    let dir = tree(&[
        (".contextfiles", "!*.rs\n"),
        ("a.rs", ""),
        ("b.md", ""),
        ("build/c.rs", ""),
        ("src/d.rs", ""),
    ]);
    let with = |given: &[&str]| {
        let given = PackRules {
            rules: given.iter().map(|rule| (*rule).to_owned()).collect(),
            ..rules(dir.path())
        };
        listed(dir.path(), given)
    };
    assert_eq!(with(&["*.rs"]), ["a.rs", "build/c.rs", "src/d.rs"]);
    assert_eq!(with(&["*.rs", "!build/"]), ["a.rs", "src/d.rs"]);
    assert_eq!(with(&["!*.rs"]), [".contextfiles", "b.md"]);
    assert_eq!(with(&["/src/"]), ["src/d.rs"]);
    assert_eq!(with(&["src/**/*.rs"]), ["src/d.rs"]);
    assert_eq!(with(&[]), ["b.md"]);
}

#[test]
fn node_modules_are_packed_if_the_scope_or_a_rule_includes_them() {
    let dir = tree(&[("a.js", ""), ("b.md", ""), ("node_modules/m/i.js", "")]);
    let with = |given: &[&str], use_defaults, is_in_scope| {
        let rules = PackRules {
            rules: given.iter().map(|rule| (*rule).to_owned()).collect(),
            use_defaults,
            ..rules(dir.path())
        };
        let mut options = PackOptions::new(dir.path()).rules(rules).list_only(true);
        options.scope.node_modules = is_in_scope;
        let packed = pack(&options, &CancelToken::new()).unwrap();
        packed.text.contains("node_modules/m/i.js")
    };
    for use_defaults in [false, true] {
        for given in [&["!*.md"][..], &[]] {
            assert!(!with(given, use_defaults, false));
            assert!(with(given, use_defaults, true), "{given:?} {use_defaults}");
        }
        assert!(with(&["node_modules/"], use_defaults, false));
        assert!(!with(&["!node_modules/"], use_defaults, true));
    }
}

#[test]
fn named_files_and_roots_outside_are_their_own() {
    let dir = tree(&[
        ("project/.contextfiles", "!*.md\n"),
        ("project/a.md", ""),
        ("project/b.rs", ""),
        ("other/.contextfiles", "!*.rs\n"),
        ("other/c.md", ""),
        ("other/d.rs", ""),
    ]);
    let project = dir.path().join("project");
    let options = PackOptions::default()
        .rules(rules(&project))
        .roots([
            project.clone(),
            project.join("a.md"),
            dir.path().join("other"),
        ])
        .list_only(true);
    let packed = pack(&options, &CancelToken::new()).unwrap();
    let names = packed.files.iter().map(|file| file.path.to_string());
    let mut names: Vec<String> = names
        .map(|path| path.rsplit('/').next().unwrap().to_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["a.md", "b.rs", "c.md"]);
}

#[test]
fn decisions_name_the_rule_the_file_and_the_line() {
    let dir = tree(&[
        (".git/HEAD", "ref: refs/heads/main"),
        (".gitignore", "# comment\n*.o\n"),
        (".contextfiles", "\n!a.rs\n"),
        ("a.rs", ""),
        ("b.o", ""),
        ("c.rs", ""),
        ("target/x", ""),
    ]);
    let options = PackOptions::new(dir.path())
        .rules(rules(dir.path()))
        .explain(true);
    let packed = pack(&options, &CancelToken::new()).unwrap();
    let decision = |path: &str| {
        let mut decisions = packed.decisions.iter();
        let found = decisions.find(|decision| decision.path == path).unwrap();
        let file = match &found.source {
            Some(RuleSource::File(file)) => {
                file.file_name().unwrap().to_string_lossy().into_owned()
            }
            source => format!("{source:?}"),
        };
        (
            found.is_included,
            file,
            found.line,
            found.rule.clone().unwrap_or_default(),
        )
    };
    let expected = |is_included, file: &str, line, rule: &str| {
        (is_included, file.to_owned(), line, rule.to_owned())
    };
    assert_eq!(
        decision("a.rs"),
        expected(false, ".contextfiles", Some(2), "!a.rs")
    );
    assert_eq!(
        decision("b.o"),
        expected(false, ".gitignore", Some(2), "*.o")
    );
    assert_eq!(decision("c.rs"), expected(true, "None", None, ""));
    let (is_included, source, _, rule) = decision("target");
    assert_eq!(
        (is_included, &*source, &*rule),
        (false, "Some(Default)", "!target/")
    );
    assert!(
        !packed
            .decisions
            .iter()
            .any(|decision| decision.path == "target/x")
    );
}

#[cfg(unix)]
#[test]
fn unreadable_rules_are_reported() {
    let dir = tree(&[("a.rs", ""), ("src/b.rs", "")]);
    std::os::unix::fs::symlink(".contextfiles", dir.path().join(".contextfiles")).unwrap();
    let options = PackOptions::new(dir.path()).rules(rules(dir.path()));
    let packed = pack(&options, &CancelToken::new()).unwrap();
    assert!(!packed.report.complete, "{:?}", packed.report);
}

/// Prints, for each directory `tN` of a directory, the files that jinni selects.
const JINNI: &str = r#"
import logging, pathlib, sys
logging.disable(logging.CRITICAL)
from jinni.core_logic import read_context
base = pathlib.Path(sys.argv[1])
for tree in sorted(base.glob("t*"), key=lambda path: int(path.name[1:])):
    given = (base / f"rules-{tree.name}").read_text().splitlines()
    text = read_context([str(tree)], str(tree), given or None, list_only=True)
    print(tree.name)
    for line in sorted(text.splitlines()):
        print(" " + line)
"#;

#[test]
fn the_mode_jinni_selects_what_the_program_selects() {
    if !tier::runs("random") {
        return;
    }
    const PATTERNS: [&str; 34] = [
        "*.rs",
        "!*.rs",
        "src/",
        "!src/",
        "/src",
        "!/a.rs",
        "a.rs",
        "!a.rs",
        "b/",
        "!b/",
        "**/b",
        "!**/b",
        "src/**",
        "!src/**",
        "*.md",
        "!*.md",
        "build/",
        ".hidden",
        "b/c",
        "!b/c",
        "/b/c/",
        "*",
        "!*",
        "# comment",
        "",
        "x.log",
        "!b/*.rs",
        "b/**/a.rs",
        "!c",
        "c",
        "[ab].rs",
        "!?.md",
        "out/",
        "LICENSE",
    ];
    const PATHS: [&str; 18] = [
        "a.rs",
        "b.rs",
        "c.md",
        "x.log",
        ".hidden",
        "LICENSE",
        "src/a.rs",
        "src/c.md",
        "src/b/a.rs",
        "src/b/c/a.rs",
        "b/a.rs",
        "b/c/b.rs",
        "b/c/x.md",
        "build/a.rs",
        "out/a.rs",
        "b/out/c.md",
        "c/a.rs",
        "c/b/c/b.rs",
    ];
    let base = tempfile::tempdir().unwrap();
    // A linear congruential generator (Knuth, MMIX).
    let mut state = 7_u64;
    let mut below = |end: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % end
    };
    let mut some = |max: usize| -> Vec<&str> {
        let count = below(max + 1);
        (0..count)
            .map(|_| PATTERNS[below(PATTERNS.len())])
            .collect()
    };
    let mut cases = Vec::new();
    for index in 0..400 {
        let tree = base.path().join(format!("t{index}"));
        for path in PATHS {
            write(&tree, path, "x\n");
        }
        for (dir, max) in [("", 4), ("src/", 2), ("b/", 2), ("b/c/", 2)] {
            for name in [".contextfiles", ".gitignore"] {
                let lines = some(max);
                // The program takes an empty file without an extension for binary.
                let text = lines.join("\n");
                if !text.is_empty() {
                    write(&tree, &format!("{dir}{name}"), &text);
                }
            }
        }
        let given = match index % 3 {
            0 => some(3),
            _ => Vec::new(),
        };
        // A list without any rule is no list for the program.
        write(base.path(), &format!("rules-t{index}"), &given.join("\n"));
        cases.push((tree, given));
    }
    let mut python = Command::new("python3");
    python.args(["-c", JINNI]).arg(base.path());
    python.env("PYTHONPATH", python_packages(&["jinni==0.4.0"]));
    let output = succeeds(&mut python);
    let mut expected: Vec<Vec<String>> = Vec::new();
    for line in output.lines() {
        match line.strip_prefix(' ') {
            None => expected.push(Vec::new()),
            Some(path) => expected.last_mut().unwrap().push(path.to_owned()),
        }
    }
    assert_eq!(expected.len(), cases.len());
    for ((tree, given), expected) in cases.iter().zip(expected) {
        let given = PackRules {
            mode: RuleMode::Jinni,
            rules: given.iter().map(|rule| (*rule).to_owned()).collect(),
            ..rules(tree)
        };
        let mut found = listed(tree, given.clone());
        found.sort();
        let files = ["", "src/", "b/", "b/c/"].into_iter().flat_map(|dir| {
            [".gitignore", ".contextfiles"].map(|name| {
                let path = format!("{dir}{name}");
                let text = fs::read_to_string(tree.join(&path)).unwrap_or_default();
                format!("{path}: {text:?}")
            })
        });
        assert_eq!(
            found,
            expected,
            "{given:?} {:#?}",
            files.collect::<Vec<_>>()
        );
    }
}
