//! Open buffers together with a content index: the same results as in a workspace with the same
//! buffers and no index, after random changes of files, directories and buffers.

use std::path::Path;

use ransack::AstGrepOptions;
use ransack::{
    CancelToken, GlobOptions, GrepMode, IndexMode, Outcome, RefreshMode, Report, Scope, Workspace,
    WorkspaceOptions, ast_grep,
};
use ransack_testing::changes::{change, fill, place, plain, query, ready, source, text};
use ransack_testing::tier;
use ransack_testing::{Dice, Tree};

/// A workspace with an index and a workspace without, with the same buffers.
struct Pair {
    tree: Tree,
    _store: tempfile::TempDir,
    refresh: RefreshMode,
    indexed: Workspace,
    other: Workspace,
}

impl Pair {
    fn open(refresh: RefreshMode, index: IndexMode, dice: &mut Dice) -> Pair {
        let (tree, store) = (Tree::new(), tempfile::tempdir().unwrap());
        tree.make_repository(".");
        fill(&tree, dice);
        for _ in 0..100 {
            write_source(&tree, dice);
        }
        if refresh != RefreshMode::Watch {
            // Timestamps are reliable only for settled files.
            tree.settle();
        }
        let options = WorkspaceOptions::default().refresh(refresh);
        let other = Workspace::open(tree.root(), &options).unwrap();
        let options = options.index(index).index_path(store.path().to_owned());
        let indexed = Workspace::open(tree.root(), &options).unwrap();
        ready(&indexed);
        Pair {
            tree,
            _store: store,
            refresh,
            indexed,
            other,
        }
    }

    fn both(&self) -> [&Workspace; 2] {
        [&self.indexed, &self.other]
    }

    /// Makes one random change to the files or the buffers. `buffers` are the paths that may have a
    /// buffer.
    fn change(&self, dice: &mut Dice, buffers: &mut Vec<String>) {
        match dice.below(12) {
            0..4 => change(&self.tree, dice),
            4 => write_source(&self.tree, dice),
            5..10 => {
                let path = match dice.below(4) {
                    0 => source_place(dice),
                    1 => format!("new{}/deep/f{}", dice.below(3), dice.below(3)),
                    2 if !buffers.is_empty() => buffers[dice.below(buffers.len())].clone(),
                    _ => place(dice),
                };
                let text = match dice.below(2) {
                    0 => source(dice, &path).into_bytes(),
                    _ => text(dice),
                };
                let set = self.both().map(|workspace| {
                    let set = workspace.set_buffer(&path, text.clone());
                    set.map_err(|error| error.to_string())
                });
                assert_eq!(set[0], set[1], "{path}");
                buffers.push(path);
            }
            10 if !buffers.is_empty() => {
                let path = buffers.swap_remove(dice.below(buffers.len()));
                for workspace in self.both() {
                    workspace.clear_buffer(Some(Path::new(&path))).unwrap();
                }
            }
            _ if dice.below(12) == 0 => {
                buffers.clear();
                for workspace in self.both() {
                    workspace.clear_buffer(None).unwrap();
                }
            }
            _ => {}
        }
    }

    fn refresh(&self) {
        if self.refresh == RefreshMode::Manual {
            for workspace in self.both() {
                workspace.invalidate(None);
                workspace.refresh().unwrap();
            }
        }
    }

    /// Compares the outcomes of one call. Returns whether the index excluded files.
    fn compare<T: PartialEq + std::fmt::Debug>(
        &self,
        about: &dyn std::fmt::Debug,
        call: impl Fn(&Workspace) -> ransack::Result<Outcome<T>>,
    ) -> bool {
        match (call(&self.indexed), call(&self.other)) {
            (Ok(here), Ok(there)) => {
                let excludes = excludes(&here.report);
                assert_eq!(here.items, there.items, "{about:?}");
                assert_eq!(plain(here.report), plain(there.report), "{about:?}");
                excludes
            }
            (here, there) => {
                let error = |outcome: ransack::Result<Outcome<T>>| {
                    outcome.map(drop).map_err(|error| error.to_string())
                };
                assert_eq!(error(here), error(there), "{about:?}");
                false
            }
        }
    }
}

fn excludes(report: &Report) -> bool {
    report.index.used && report.index.candidates < report.files_searched
}

fn source_place(dice: &mut Dice) -> String {
    let extension = ["c", "py", "rs", "md"][dice.below(4)];
    format!("s{}/f{}.{extension}", dice.below(3), dice.below(30))
}

fn write_source(tree: &Tree, dice: &mut Dice) {
    let path = source_place(dice);
    let parent = tree.path(path.split('/').next().unwrap());
    // A file may be in the way, or a directory.
    let _ = std::fs::create_dir_all(parent);
    let _ = std::fs::write(tree.path(&path), source(dice, &path));
}

/// Whole workspace, parts of it, and paths that may not exist.
fn roots(scope: &mut Scope, dice: &mut Dice) {
    if dice.below(3) == 0 {
        let root = ["a", "a/b", "c", "s1", "new1", ".h", "a/y"][dice.below(7)];
        scope.roots = vec![root.into()];
        if dice.below(2) == 0 {
            scope.roots.push("s0".into());
        }
    }
}

fn random_changes(refresh: RefreshMode, index: IndexMode, rounds: u32) {
    let rounds = tier::cases(rounds) as usize;
    let mut dice = Dice::new(refresh as u64 * 3 + index as u64 + 41);
    let pair = Pair::open(refresh, index, &mut dice);
    let mut buffers = Vec::new();
    let (mut excluded, token) = (0, CancelToken::new());
    for round in 0..rounds {
        for _ in 0..dice.below(4) {
            pair.change(&mut dice, &mut buffers);
        }
        pair.refresh();
        if round % 25 == 0 {
            ready(&pair.indexed);
        }
        let mut grep = query(&mut dice);
        roots(&mut grep.scope, &mut dice);
        grep.query.multiline = dice.below(8) == 0;
        grep.binary = dice.below(10) == 0;
        grep.encoding = (dice.below(15) == 0).then(|| "utf-16le".to_owned());
        grep.select.mode = match dice.below(6) {
            0 => GrepMode::FilesWithMatches,
            1 => GrepMode::Count,
            _ => GrepMode::Content,
        };
        excluded +=
            usize::from(pair.compare(&grep, |w| ransack::grep(&grep.clone().workspace(w), &token)));
        match dice.below(3) {
            0 => {
                let pattern = ["**", "**/f1*", "a/**", "new*/**"][dice.below(4)];
                let mut glob = GlobOptions::new(pattern, ".");
                roots(&mut glob.scope, &mut dice);
                glob.scope.hidden = dice.below(2) == 0;
                pair.compare(&glob, |w| ransack::glob(&glob.clone().workspace(w), &token));
            }
            1 => {
                let pattern = ["kfree($A)", "spin_lock($A)", "$F(a)", "absent($A)"];
                let mut ast = AstGrepOptions::new(pattern[dice.below(4)], ".");
                ast.language = [None, Some("c"), Some("python")][dice.below(3)].map(String::from);
                roots(&mut ast.scope, &mut dice);
                pair.compare(&ast, |w| ast_grep(&ast.clone().workspace(w), &token));
            }
            _ => {}
        }
    }
    assert!(excluded > rounds / 10, "{excluded} of {rounds}");
}

#[test]
fn buffers_while_watched() {
    random_changes(RefreshMode::Watch, IndexMode::Memory, 800);
    random_changes(RefreshMode::Watch, IndexMode::Disk, 300);
}

#[test]
fn buffers_by_metadata() {
    random_changes(RefreshMode::Stat, IndexMode::Memory, 500);
    random_changes(RefreshMode::Stat, IndexMode::Disk, 300);
}

#[test]
fn buffers_by_hand() {
    random_changes(RefreshMode::Manual, IndexMode::Memory, 400);
    random_changes(RefreshMode::Manual, IndexMode::Disk, 200);
}
