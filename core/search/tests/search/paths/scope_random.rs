//! Options that restrict a walk, on generated trees, compared with a naive walk: depth, ignore
//! files, nested repositories. Walks, file tables and indexes give the same results and counts.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use ransack::{
    CancelToken, GlobOptions, GrepMode, GrepOptions, IndexMode, Pool, RefreshMode, Report, Scope,
    SkipReason, Workspace, glob, grep,
};
use ransack_testing::Tree;
use ransack_testing::compare::{assert_same, open_indexed};
use ransack_testing::tier;

const DIRS: [&str; 8] = ["", "a/", "a/b/", "a/b/a/", "b/", "b/.c/", ".c/", ".c/ä/"];
const NAMES: [&str; 6] = ["a.rs", "b.rs", "c", ".c.rs", "ä", "a.d"];
const IGNORE_FILES: [&str; 3] = [".ignore", ".agentignore", ".secretignore"];

/// A line of an ignore file: a name, with or without `!` before it and `/` after it.
#[derive(Clone, Debug)]
struct Line {
    name: &'static str,
    negated: bool,
    only_dirs: bool,
}

#[derive(Clone, Debug)]
struct Generated {
    files: Vec<(usize, usize)>,
    rules: Vec<(usize, usize, Vec<Line>)>,
    repositories: Vec<(usize, bool)>,
}

fn generated() -> impl Strategy<Value = Generated> {
    let name = prop::sample::select(vec!["a", "b", ".c", "ä", "a.rs", "c", ".c.rs"]);
    let line = (name, prop::bool::weighted(0.3), prop::bool::weighted(0.2));
    let line = line.prop_map(|(name, negated, only_dirs)| Line {
        name,
        negated,
        only_dirs,
    });
    let place = 0..DIRS.len();
    let rules = (place.clone(), 0..3_usize, prop::collection::vec(line, 0..4));
    (
        prop::collection::vec((place.clone(), 0..NAMES.len()), 1..40),
        prop::collection::vec(rules, 0..5),
        prop::collection::vec((1..DIRS.len(), any::<bool>()), 0..3),
    )
        .prop_map(|(files, rules, repositories)| Generated {
            files,
            rules,
            repositories,
        })
}

impl Generated {
    fn tree(&self) -> Tree {
        let tree = Tree::new();
        for &(dir, name) in &self.files {
            let path = format!("{}{}", DIRS[dir], NAMES[name]);
            if !DIRS.contains(&&*format!("{path}/")) {
                tree.write(&path, "x\n");
            }
        }
        for (dir, file, lines) in &self.rules {
            let lines = lines.iter().map(|line| {
                let negated = if line.negated { "!" } else { "" };
                let only_dirs = if line.only_dirs { "/" } else { "" };
                format!("{negated}{}{only_dirs}\n", line.name)
            });
            let path = format!("{}{}", DIRS[*dir], IGNORE_FILES[*file]);
            tree.write(&path, lines.collect::<String>());
        }
        for &(dir, is_work_tree) in &self.repositories {
            let dir = DIRS[dir].trim_end_matches('/');
            if tree.path(&format!("{dir}/.git")).exists() {
                continue;
            }
            match is_work_tree {
                true => tree.write(&format!("{dir}/.git"), "gitdir: ../.git/worktrees/x\n"),
                false => tree.make_repository(dir),
            }
        }
        tree
    }
}

fn scope() -> impl Strategy<Value = Scope> {
    let names = vec![
        vec![],
        vec![".agentignore"],
        vec![".agentignore", ".secretignore"],
        vec![".secretignore", ".agentignore"],
    ];
    let globs = prop::sample::select(vec![None, Some("*.rs"), Some("!b")]);
    (
        prop::option::of(0..5_u64),
        prop::sample::select(names),
        globs,
        any::<[bool; 3]>(),
    )
        .prop_map(|(max_depth, names, globs, [hidden, gitignore, nested])| {
            Scope::new(".")
                .max_depth(max_depth)
                .ignore_files(names)
                .globs(globs)
                .hidden(hidden)
                .gitignore(gitignore)
                .nested_repositories(nested)
        })
}

/// Naive walk.
struct Naive<'a> {
    scope: &'a Scope,
    /// Whether directories are results.
    dirs: bool,
    found: Vec<String>,
    ignored: u64,
    repositories: u64,
}

/// Rules of one directory: of the further files, then of `.ignore`.
type Level = [Vec<Line>; 2];

impl Naive<'_> {
    fn walk(&mut self, dir: &Path, shown: &str, depth: u64, above: &[Level]) {
        if shown.is_empty() && self.scope.max_depth == Some(0) {
            return;
        }
        if !shown.is_empty() && !self.scope.nested_repositories && dir.join(".git").exists() {
            self.repositories += 1;
            return;
        }
        let further = self.scope.ignore_files.iter();
        let further = further.flat_map(|name| lines(&dir.join(name))).collect();
        let standard = match self.scope.gitignore {
            true => lines(&dir.join(".ignore")),
            false => Vec::new(),
        };
        let levels = [above, &[[further, standard]]].concat();
        for entry in fs::read_dir(dir).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            if name == ".git" {
                continue;
            }
            let path = format!("{shown}{name}");
            let is_dir = entry.file_type().unwrap().is_dir();
            let is_deepest = self.scope.max_depth == Some(depth + 1);
            let (is_item, is_walked) = match (self.scope.globs.first(), is_dir) {
                (Some(glob), _) if glob == "!b" && name == "b" => (false, false),
                (Some(glob), _) if glob == "*.rs" => (name.ends_with(".rs"), is_dir),
                _ => (true, is_dir),
            };
            let is_item = is_item && (!is_dir || self.dirs);
            let is_walked = is_walked && !is_deepest;
            let verdict = is_ignored(&levels, &name, is_dir);
            let is_hidden = !self.scope.hidden && name.starts_with('.') && verdict != Some(false);
            if is_hidden || !(is_item || is_walked) {
                continue;
            }
            if verdict == Some(true) {
                self.ignored += 1;
                continue;
            }
            if is_item {
                self.found.push(path.clone());
            }
            if is_walked {
                self.walk(&entry.path(), &format!("{path}/"), depth + 1, &levels);
            }
        }
    }
}

fn lines(path: &Path) -> Vec<Line> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let line = |text: &str| {
        let (text, negated) = (text.trim_start_matches('!'), text.starts_with('!'));
        Line {
            name: text.trim_end_matches('/').to_owned().leak(),
            negated,
            only_dirs: text.ends_with('/'),
        }
    };
    text.lines().map(line).collect()
}

/// Whether the last rule of the nearest directory ignores a name; `None` if no rule matches.
fn is_ignored(levels: &[Level], name: &str, is_dir: bool) -> Option<bool> {
    let by = |kind: usize| {
        levels.iter().rev().find_map(|level| {
            let matches = |line: &&Line| line.name == name && (is_dir || !line.only_dirs);
            let line = level[kind].iter().rev().find(matches)?;
            Some(!line.negated)
        })
    };
    by(0).or_else(|| by(1))
}

fn count_of(report: &Report, reason: SkipReason) -> u64 {
    let mut skipped = report.skipped.iter();
    skipped.find(|s| s.reason == reason).map_or(0, |s| s.count)
}

fn naive<'a>(tree: &Tree, scope: &'a Scope, dirs: bool) -> Naive<'a> {
    let mut naive = Naive {
        scope,
        dirs,
        found: Vec::new(),
        ignored: 0,
        repositories: 0,
    };
    naive.walk(tree.root(), "", 0, &[]);
    naive.found.sort_unstable();
    naive
}

/// Compares one scope in walks with one and three threads, and in each workspace.
fn check(tree: &Tree, workspaces: &[Workspace], scope: &Scope) {
    let token = CancelToken::new();
    let whole = scope.clone().roots([tree.root()]);
    let grep_of = |scope: Scope, threads: Option<usize>| {
        let options = GrepOptions::new("x", ".").mode(GrepMode::FilesWithMatches);
        grep(&options.scope(scope).pool(threads.map(Pool::new)), &token)
    };
    let glob_of = |scope: Scope, threads: Option<usize>| {
        let options = GlobOptions::new("**", ".");
        glob(&options.scope(scope).pool(threads.map(Pool::new)), &token)
    };
    let expected = naive(tree, scope, false);
    let found = grep_of(whole.clone(), Some(1)).unwrap();
    let paths: Vec<String> = found.items.iter().map(|m| m.path.to_string()).collect();
    let report = &found.report;
    let counts = (
        report.ignored,
        count_of(report, SkipReason::NestedRepository),
    );
    // The text of ignore files does not match.
    let searched: Vec<String> = (expected.found.iter())
        .filter(|path| !path.ends_with("ignore"))
        .cloned()
        .collect();
    assert_eq!(paths, searched, "grep {scope:?}");
    assert_eq!(
        counts,
        (expected.ignored, expected.repositories),
        "grep {scope:?}"
    );
    let expected = naive(tree, scope, true);
    let listed = glob_of(whole.clone(), Some(1)).unwrap();
    let paths: Vec<String> = listed.items.iter().map(|m| m.path.to_string()).collect();
    let report = &listed.report;
    let counts = (
        report.ignored,
        count_of(report, SkipReason::NestedRepository),
    );
    // A pattern spells out hidden names, which `**` does not.
    assert_eq!(paths, expected.found, "glob {scope:?}");
    assert_eq!(
        counts,
        (expected.ignored, expected.repositories),
        "glob {scope:?}"
    );

    let three = grep_of(whole.clone(), Some(3));
    assert_same((three, Ok(found.clone())), "grep with three threads", false);
    let three = glob_of(whole, Some(3));
    assert_same(
        (three, Ok(listed.clone())),
        "glob with three threads",
        false,
    );
    for workspace in workspaces {
        let here = scope.clone().workspace(workspace);
        let pair = (grep_of(here.clone(), None), Ok(found.clone()));
        assert_same(pair, &format!("grep in a workspace {scope:?}"), false);
        let pair = (glob_of(here, None), Ok(listed.clone()));
        assert_same(pair, &format!("glob in a workspace {scope:?}"), false);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: tier::cases(100), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn walks_tables_and_indexes_agree_with_a_naive_walk(
        generated in generated(),
        scopes in prop::collection::vec(scope(), 12),
    ) {
        let tree = generated.tree();
        let indexed = open_indexed(&tree, RefreshMode::Watch, IndexMode::Memory);
        indexed.ready(&CancelToken::new(), |_| ()).unwrap();
        let workspaces = [open_indexed(&tree, RefreshMode::Stat, IndexMode::None), indexed];
        for scope in &scopes {
            check(&tree, &workspaces, scope);
        }
    }
}
