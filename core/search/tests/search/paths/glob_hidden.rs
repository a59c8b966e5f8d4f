//! Hidden names in path searches that exclude them: the pattern must spell out
//! each dot. The oracle is a naive matcher, component by component.

use proptest::prelude::*;
use ransack::{
    CancelToken, FileType, FuzzyFindOptions, GlobOptions, GrepOptions, RefreshMode, Workspace,
    WorkspaceOptions, fuzzy_find, glob, grep,
};
use ransack_testing::Tree;
use ransack_testing::tier;

/// Files below directories with and without a dot, three levels deep.
fn tree() -> Tree {
    let names = [".a", ".b", "a", "b", ".in"];
    let tree = Tree::new();
    for one in names {
        for two in names {
            for three in names {
                tree.write(&format!("{one}/{two}/d/{three}"), "x");
                tree.write(&format!("{one}/{two}/.f{}", &three[1..]), "x");
            }
        }
    }
    tree
}

fn all(tree: &Tree) -> Vec<String> {
    tree.files(|_| ())
}

/// Matches the components that follow. A wildcard does not match a leading dot unless a rule
/// includes the name.
fn naive(pattern: &[&str], path: &[&str], included: &str) -> bool {
    let hidden = |name: &str| name.starts_with('.') && name != included;
    match (pattern, path) {
        ([], []) => true,
        (["**"], [_, ..]) => path.iter().all(|name| !hidden(name)),
        (["**", rest @ ..], _) if !rest.is_empty() => {
            naive(rest, path, included)
                || path
                    .split_first()
                    .is_some_and(|(name, tail)| !hidden(name) && naive(pattern, tail, included))
        }
        ([first, rest @ ..], [name, tail @ ..]) => {
            let spelled = first.starts_with('.') || first.starts_with(r"\.");
            (spelled || !hidden(name))
                && wild(first.as_bytes(), name.as_bytes())
                && naive(rest, tail, included)
        }
        _ => false,
    }
}

fn wild(pattern: &[u8], name: &[u8]) -> bool {
    match (pattern, name) {
        ([], []) => true,
        ([b'*', rest @ ..], _) => (0..=name.len()).any(|at| wild(rest, &name[at..])),
        ([b'?', rest @ ..], [_, tail @ ..]) => wild(rest, tail),
        ([b'[', b'.', b']', rest @ ..], [b'.', tail @ ..]) => wild(rest, tail),
        ([b'\\', p, rest @ ..] | [p, rest @ ..], [c, tail @ ..]) => p == c && wild(rest, tail),
        _ => false,
    }
}

fn segment() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "**", "**", "**", "*", ".*", ".a", "a", ".b", "?a", ".?", "[.]a", "*a", "d", ".f*", r"\.a",
        ".in", "?*",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: tier::cases(300), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_pattern_spells_out_each_dot(
        patterns in prop::collection::vec((any::<bool>(), prop::collection::vec(segment(), 2..6)), 1..3),
        has_rule in any::<bool>(),
    ) {
        let shared = shared();
        let (tree, workspace) = &shared[usize::from(has_rule)];
        let included = if has_rule { ".in" } else { "" };
        let found = |path: &str| {
            let path: Vec<&str> = path.split('/').collect();
            let last = patterns.iter().rev().find(|(negated, pattern)| {
                // A negated pattern matches every name.
                match negated {
                    true => (1..=path.len()).any(|end| plain(pattern, &path[..end])),
                    false => naive(pattern, &path, included),
                }
            });
            last.is_some_and(|(negated, _)| !negated)
        };
        let expected: Vec<String> = all(tree).into_iter().filter(|path| {
            // Entries below an excluded directory are not found by a later pattern either.
            let parts: Vec<&str> = path.split('/').collect();
            let is_cut = (1..parts.len()).any(|end| {
                let dir = &parts[..end];
                patterns.iter().rev().find(|(negated, pattern)| match negated {
                    true => plain(pattern, dir),
                    false => naive(pattern, dir, included),
                }).is_some_and(|(negated, _)| *negated)
            });
            !is_cut && found(path)
        }).collect();
        let texts: Vec<String> = patterns.iter().map(|(negated, pattern)| {
            format!("{}{}", if *negated { "!" } else { "" }, pattern.join("/"))
        }).collect();
        prop_assume!(patterns.iter().any(|(negated, _)| !negated));
        let mut options = GlobOptions::new("", tree.root());
        options.patterns = texts.clone();
        options.file_type = Some(FileType::File);
        let token = CancelToken::new();
        let paths = |found: ransack::Outcome<ransack::GlobMatch>| -> Vec<String> {
            let paths = found.items.iter().map(|m| m.path.to_string());
            // The rule's file is not part of the tree.
            paths.filter(|path| path != ".ignore").collect()
        };
        prop_assert_eq!(&paths(glob(&options, &token).unwrap()), &expected, "{:?}", texts);
        options.scope.roots = vec![".".into()];
        prop_assert_eq!(&paths(glob(&options.clone().workspace(workspace), &token).unwrap()), &expected, "{:?}", texts);
    }
}

/// Matches without a rule about dots.
fn plain(pattern: &[&str], path: &[&str]) -> bool {
    match (pattern, path) {
        ([], []) => true,
        (["**"], [_, ..]) => true,
        (["**", rest @ ..], _) if !rest.is_empty() => {
            plain(rest, path)
                || path
                    .split_first()
                    .is_some_and(|(_, tail)| plain(pattern, tail))
        }
        ([first, rest @ ..], [name, tail @ ..]) => {
            wild(first.as_bytes(), name.as_bytes()) && plain(rest, tail)
        }
        _ => false,
    }
}

/// The tree without rules, and with one that includes `.in`.
fn shared() -> &'static [(Tree, Workspace); 2] {
    static SHARED: std::sync::OnceLock<[(Tree, Workspace); 2]> = std::sync::OnceLock::new();
    SHARED.get_or_init(|| {
        [false, true].map(|has_rule| {
            let tree = tree();
            if has_rule {
                tree.write(".ignore", "!.in\n");
            }
            let mut options = WorkspaceOptions::default();
            options.refresh = RefreshMode::Manual;
            let workspace = Workspace::open(tree.root(), &options).unwrap();
            (tree, workspace)
        })
    })
}

#[test]
fn a_dot_is_spelled_for_each_name() {
    let tree = Tree::of(&[
        (".abc/.abc", "x"),
        (".abc/f", "x"),
        ("d/.abc/g", "x"),
        ("d/.e/.f/h", "x"),
    ]);
    let find = |pattern: &str| -> Vec<String> {
        let options = GlobOptions::new(pattern, tree.root());
        let found = glob(&options, &CancelToken::new()).unwrap();
        found.items.iter().map(|m| m.path.to_string()).collect()
    };
    assert_eq!(find("**/.abc/**"), [".abc/f", "d/.abc/g"]);
    assert_eq!(find("**/.abc/.*"), [".abc/.abc"]);
    assert_eq!(find("**/.abc/**/.abc"), [".abc/.abc"]);
    assert_eq!(find("**/.*/**/.*/*"), ["d/.e/.f/h"]);
    assert_eq!(find("**/.f/*"), [] as [&str; 0]);
    assert_eq!(find("**/h"), [] as [&str; 0]);
}

/// Other operations have no pattern that could spell out a dot.
#[test]
fn other_operations_have_the_option_only() {
    let tree = Tree::of(&[
        (".a/b", "x"),
        ("c", "x"),
        (".in/d", "x"),
        (".ignore", "!.in\n"),
    ]);
    let mut search = GrepOptions::new("x", tree.root());
    search.scope.hidden = false;
    search.scope.globs = vec!["**".into()];
    let found = grep(&search, &CancelToken::new()).unwrap();
    assert_eq!(ransack_testing::paths(&found.items), [".in/d", "c"]);
    let mut list = FuzzyFindOptions::new("", tree.root());
    list.scope.hidden = false;
    let found = fuzzy_find(&list, &CancelToken::new()).unwrap();
    assert_eq!(found.items.len(), 3);
}
