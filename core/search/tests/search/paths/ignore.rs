//! Ignore rules compared with Git, the oracle.

use std::fs;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use ransack_testing::child::with_home;
use ransack_testing::git::{git_files, git_ignored, init, our_files};
use ransack_testing::tier;
use ransack_testing::{Tree, files_below};

const DIRS: [&str; 9] = [
    "", "a/", "a/b/", "a/b/c/", "b/", "b/a/", "foo/", "foo/bar/", "d e/",
];
const NAMES: [&str; 20] = [
    "a.c",
    "b.c",
    "c",
    "foo.c",
    "foobar",
    "bar",
    "#x",
    "!y",
    "sp ",
    "br[ck",
    "back\\slash",
    "ä",
    ".hid",
    "a-b",
    "{a,b}",
    "x]",
    "A.C",
    "*",
    "ab",
    "a?",
];

fn grow(tree: &Tree) {
    for dir in DIRS {
        for name in NAMES {
            // Two of the names are directories in one of the directories.
            if !["a/b/c", "foo/bar"].contains(&&*format!("{dir}{name}")) {
                tree.write(&format!("{dir}{name}"), "x\n");
            }
        }
    }
}

fn rule() -> impl Strategy<Value = Vec<u8>> {
    let name = prop::sample::select(vec![
        "a", "b", "c", "foo", "bar", "a.c", ".c", "ab", "sp", "ä", "d e", "x", "#x", "!y", "A",
    ]);
    let wild = prop::sample::select(vec![
        "*",
        "?",
        "**",
        "***",
        "[ab]",
        "[!a]",
        "[^a]",
        "[a-c]",
        "[c-a]",
        "[[:alpha:]]",
        "[[:nope:]]",
        "[]x]",
        "[!]x]",
        "[a",
        "[",
        "]",
        "[\\]]",
        "[a\\-c]",
        "[a-c-e]",
        "[[:a]",
        "-",
        "{a,b}",
        "[a-",
    ]);
    let mark = prop::sample::select(vec![
        "/", "//", "/", "\\", "\\*", "\\ ", " ", "\\#", "\\a", "\\\\", "\0",
    ]);
    let atom = prop_oneof![6 => name, 3 => wild, 3 => mark];
    let head = prop::sample::select(vec!["", "", "", "", "!", "!", "/", "**/", "#", "\\!", "!/"]);
    let tail = prop::sample::select(vec![
        "", "", "", "", "/", "/*", "/**", " ", "\\ ", "\r", "\\", "  ",
    ]);
    (head, prop::collection::vec(atom, 1..5), tail)
        .prop_map(|(head, body, tail)| [head, &body.concat(), tail].concat().into_bytes())
}

/// Rules that often match: whole names and few wildcards.
fn tame_rule() -> impl Strategy<Value = Vec<u8>> {
    let name = prop::sample::select(vec![
        "a", "b", "c", "foo", "bar", "a.c", "*.c", "*", "foo*", "**", "?", "a*", "*a*", "[a-f]*",
    ]);
    let head = prop::sample::select(vec!["", "", "!", "!", "/", "!/", "**/", "!**/"]);
    let tail = prop::sample::select(vec!["", "", "", "/", "/*", "/**"]);
    (head, prop::collection::vec(name, 1..4), tail)
        .prop_map(|(head, body, tail)| format!("{head}{}{tail}", body.join("/")).into_bytes())
}

/// Ignore file of random rules and line ends, with or without one at the end.
fn ignore_file() -> impl Strategy<Value = Vec<u8>> {
    let rules = prop_oneof![
        prop::collection::vec(rule(), 0..4),
        prop::collection::vec(tame_rule(), 0..6),
    ];
    (
        rules,
        any::<bool>(),
        any::<bool>(),
        prop::bool::weighted(0.1),
    )
        .prop_map(|(rules, crlf, ended, bom)| {
            let line_end: &[u8] = if crlf { b"\r\n" } else { b"\n" };
            let mut text = if bom {
                b"\xEF\xBB\xBF".to_vec()
            } else {
                Vec::new()
            };
            text.extend(rules.join(line_end));
            if ended {
                text.extend_from_slice(line_end);
            }
            text
        })
}

#[test]
fn random_rules_match_as_in_git() {
    let home = Tree::new();
    with_home(home.root(), |_| {
        let tree = Tree::new();
        grow(&tree);
        init(tree.root());
        let places = [
            ".gitignore",
            "a/.gitignore",
            "a/b/.gitignore",
            "foo/.gitignore",
        ];
        let files = (
            ignore_file(),
            prop::option::weighted(0.4, ignore_file()),
            prop::option::weighted(0.2, ignore_file()),
            prop::option::weighted(0.2, ignore_file()),
            prop::option::weighted(0.2, ignore_file()),
        );
        let config = ProptestConfig {
            cases: tier::cases(400),
            failure_persistence: None,
            ..ProptestConfig::default()
        };
        let result = TestRunner::new(config).run(&files, |(top, a, ab, foo, exclude)| {
            let contents = [Some(top), a, ab, foo];
            for (place, content) in places.iter().zip(&contents) {
                match content {
                    Some(content) => tree.write(place, content),
                    None => drop(fs::remove_file(tree.path(place))),
                }
            }
            tree.write(".git/info/exclude", exclude.clone().unwrap_or_default());
            let (ours, git) = (our_files(tree.root()), git_files(tree.root()));
            let only = |a: &[String], b: &[String]| -> Vec<String> {
                a.iter()
                    .filter(|f| !b.contains(f))
                    .take(5)
                    .cloned()
                    .collect()
            };
            let texts: Vec<_> = contents
                .iter()
                .chain([&exclude])
                .flatten()
                .map(|c| String::from_utf8_lossy(c).into_owned())
                .collect();
            prop_assert!(
                ours == git,
                "rules {texts:?}: we alone search {:?}, git alone lists {:?}",
                only(&ours, &git),
                only(&git, &ours)
            );
            Ok(())
        });
        if let Err(failure) = result {
            panic!("{failure}");
        }
    });
}

/// Ignore files with unusual syntax.
#[rustfmt::skip]
const RULES: &[&str] = &[
    "a//b", "//a", "a//", "/a/", "a/***/c", "***/c", "foo/***", "a**c", "a/b**", "**/", "/**",
    "/", "**", "*/", "!", "!*", "*\n!*/\n!*.c", "/*\n!/foo\n/foo/*\n!/foo/bar", "a/\n!a/b/c",
    "foo/*\n!foo/bar/", "sp ", "sp\\ ", "sp\\ \\ ", "\\#x", "#x", "\\!y", "!y", "br[ck",
    "br\\[ck", "back\\slash", "back\\\\slash", "back\\", "[", "a[", "*[", "\\", "{a,b}", "[a-",
    "[[:alpha:]b].c", "[[:nope:]]*", "[[:alph", "[[:a]b:]", "[[:a][[:alpha:]]", "[[:a]", "[]x]]", "x[]]", "x[\\]]",
    "[!]]", "a[?]", "a\\?", "[*]", "\\*", "*.C", "a.c\r", "a.c \r\nb.c\r\n", "\u{FEFF}a.c",
    "\u{FEFF}# x\na.c", "ä", "?", "??", "[ä]", "d e", "d e ", "d\\ e", "d e/", ".hid", ".*",
    "?hid", "a/b", "b/a.c", "./a", "../a", "a/./b", "a/b/", "/a/b/c/", "**/b/**", "a/**/c",
    "a/**/**/c", "**/**/c", "foo**bar", "foo*r", "*o*a*", "a/b/c/", "c/", "c", "foo/bar/**",
    "foo/**/bar", "**foo", "foo**", "**/foo**", "*/c", "*/*/c", "*a/c", "a\\/b", "a\\/", "\t",
    "a.c\t", " a.c", "a.c\u{0C}", "[a-c]/b", "[/]", "a[/]b", "a/[^/]", "[^/]*", "a[!/]b", "*\\",
    "foo/\\", "[\\", "[a\\", "a.c\\", "[--0]", "[a-b-d].c", "[b-a].c", "[[:upper:]]*",
    "[[:alpha:]-z].c", "[!a-b]", "[\\a]b", "bar\0x", "\0bar", "a.c\0\r\nb.c \0 \r\n", "foo/\0x", "#\0\nbar",
    // Git compares the literal start of a rule before the wildcards, so it treats a `**` right
    // after it as a whole component.
    "/foo**/bar", "a**/c", "/a**", "foo/b**", "foo**//bar", "/a**//*", "a**//b/c", "a**//**", "a***//b",
    "foo**/**//bar", "a**///b", "a**/*//b", "a**\\//b", "!a**//b", "a/**//c", "**//c", "fo**//bar", "a**//",
];

/// Compares each of these ignore files in a tree of names that it could match.
#[test]
fn unusual_rules_match_as_in_git() {
    let home = Tree::new();
    with_home(home.root(), |_| {
        let tree = Tree::new();
        grow(&tree);
        init(tree.root());
        let mut wrong = Vec::new();
        for rules in RULES {
            for nested in [false, true] {
                let place = if nested { "a/.gitignore" } else { ".gitignore" };
                tree.write(place, rules);
                let (ours, git) = (our_files(tree.root()), git_files(tree.root()));
                let ignored = git_ignored(tree.root());
                let mut all = files_below(tree.root(), |o| o.scope.gitignore = false);
                // Neither list contains the ignore files themselves.
                all.retain(|file| !file.ends_with(".gitignore"));
                for file in all
                    .iter()
                    .filter(|f| ours.contains(f) == ignored.contains(f))
                {
                    wrong.push(format!(
                        "{rules:?} in {place}: check-ignore differs on {file}"
                    ));
                }
                if ours != git {
                    let extra = ours.iter().find(|f| !git.contains(f));
                    let missing = git.iter().find(|f| !ours.contains(f));
                    wrong.push(format!(
                        "{rules:?} in {place}: searched though ignored {extra:?}, left out though not ignored {missing:?}",
                    ));
                }
                fs::remove_file(tree.path(place)).unwrap();
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}
