//! Searches, workspaces and indexes under faults.

use std::fs;
use std::path::{Path, PathBuf};

use super::judge::{self, Tally, Verdict};
use super::plan::{self, EACCES, Wanted};
use super::program::{Action, Fault, Program, Run};
use super::trees;
use tempfile::TempDir;

/// Directory of a test, with a home directory and files.
pub(crate) struct Place {
    _temporary: TempDir,
    pub(crate) root: PathBuf,
}

impl Place {
    pub(crate) fn new() -> Place {
        let temporary = TempDir::new().unwrap();
        // Named by Git's configuration.
        let root = temporary.path().canonicalize().unwrap();
        trees::plant_home(&root.join("home"));
        Place {
            _temporary: temporary,
            root,
        }
    }

    pub(crate) fn start(&self) -> Program {
        Program::start(&self.root.join("home"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }
}

/// Runs an operation without faults.
pub(crate) fn run(program: &mut Program, operation: &str, dir: &Path) -> Run {
    let fault = Fault::none();
    let run = program.run(operation, dir, &fault, || ());
    judge::check_end(&fault, &run).unwrap_or_else(|message| panic!("{operation}: {message}"));
    run
}

/// Runs a read-only operation under each fault of a sample.
fn check_search(operation: &str, most: usize) {
    let place = Place::new();
    trees::plant_big(&place.root);
    check_search_in(&place, operation, |truth| {
        let wanted = Wanted {
            lasting: true,
            ..Wanted::default()
        };
        let mut faults = plan::faults(truth, wanted);
        // For this user, files in inaccessible parent directories do not exist.
        faults.retain(|fault| {
            let is_statx = fault.kind == "statx" && fault.action == Action::Error(EACCES);
            operation != "grep_below" || !is_statx
        });
        plan::sample(faults, most)
    });
}

fn check_search_in(place: &Place, operation: &str, faults: impl Fn(&Run) -> Vec<Fault>) {
    trees::plant_search(&place.root);
    let mut program = place.start();
    let truth = run(&mut program, operation, &place.root);
    assert_eq!(truth.values("complete").next(), Some("1"), "{truth:?}");
    assert!(truth.values("item").next().is_some(), "{truth:?}");
    let mut tally = Tally::default();
    for fault in faults(&truth) {
        let run = program.run(operation, &place.root, &fault, || ());
        let verdict = judge::search(&fault, &run, &truth);
        tally.add(&fault, &run, verdict);
    }
    tally.finish(operation);
}

macro_rules! searches {
    ($($name:ident),*) => {
        $(
            #[test]
            fn $name() {
                check_search(stringify!($name), 30);
            }
        )*
    };
}

searches!(
    grep,
    grep_below,
    grep_multiline,
    grep_follow,
    glob,
    glob_by_mtime,
    fuzzy_find,
    ast_grep,
    outline_each,
    skeleton_each,
    imports_each,
    exports_each,
    conflicts,
    imports_file,
    definition_in_file,
    tokenizer_file,
    directory_tree,
    read_lines
);

/// Rules that cannot be read are reported, wherever they are: in the tree, above it, in a
/// repository, in the user's configuration.
#[test]
fn each_failure_in_rules_is_reported() {
    for operation in ["glob", "grep_below"] {
        check_search_in(&Place::new(), operation, |truth| {
            plan::sample(plan::each_call_fails(truth, 1), usize::MAX)
        });
    }
}

/// Runs the operation on a workspace, whose files it changes, under each fault.
fn check_workspace(operation: &str) {
    let place = Place::new();
    trees::plant_search(&place.root);
    let mut program = place.start();
    let dir = place.path("run");
    let fresh = || {
        trees::clear(&dir);
        fs::create_dir(&dir).unwrap();
        trees::copy(&place.path("tree"), &dir.join("tree"));
    };
    fresh();
    let truth = run(&mut program, operation, &dir);
    let complete: Vec<&str> = truth.values("complete").collect();
    assert_eq!(complete, ["1"; 3], "{truth:?}");
    let mut tally = Tally::default();
    let all = plan::faults(&truth, Wanted::default());
    // Directories that cannot be watched, and a thread that cannot be woken.
    let of_watch = all
        .iter()
        .filter(|fault| fault.kind == "inotify_add_watch" || fault.kind == "write");
    let of_watch: Vec<Fault> = of_watch.cloned().collect();
    let mut faults = plan::sample(all, 20);
    faults.extend(plan::sample(of_watch, usize::MAX));
    for fault in faults {
        fresh();
        let run = program.run(operation, &dir, &fault, || ());
        let verdict = judge::search(&fault, &run, &truth);
        tally.add(&fault, &run, verdict);
    }
    tally.finish(operation);
}

#[test]
fn workspace_watch() {
    check_workspace("workspace_watch");
}

#[test]
fn workspace_stat() {
    check_workspace("workspace_stat");
}

/// Runs an operation on a workspace with an index on disk under each fault. `index` is copied for
/// each run. A later call without faults must answer like a new index.
fn check_index(name: &str, operation: &str, place: &Place) {
    let mut program = place.start();
    let dir = place.path("run");
    let fresh = || {
        for made in ["index", "exported"] {
            trees::clear(&dir.join(made));
            if place.path(made).exists() {
                trees::copy(&place.path(made), &dir.join(made));
            }
        }
    };
    fresh();
    let truth = run(&mut program, operation, &dir);
    let expected: Vec<&str> = truth.values("complete").collect();
    assert_eq!(expected, ["1"], "{truth:?}");
    let mut tally = Tally::default();
    let wanted = Wanted {
        lasting: true,
        after: true,
        death: true,
    };
    let mut faults = plan::sample(plan::faults(&truth, wanted), 20);
    // Directories that cannot be closed, several at once.
    let unclosed = plan::each_call_fails(&truth, plan::FOR_EVER).into_iter();
    faults.extend(unclosed.filter(|fault| fault.kind == "close").take(1));
    for fault in faults {
        fresh();
        let run = program.run(operation, &dir, &fault, || ());
        let mut verdict = if run.signal != 0 && run.hits > 0 {
            judge::check_end(&fault, &run).map(|()| Verdict::Killed)
        } else {
            judge::search(&fault, &run, &truth)
        };
        if verdict.is_ok() {
            let later = after_index(&mut program, operation, &dir, &run, &truth);
            if let Err(message) = later {
                verdict = Err(message);
            }
        }
        tally.add(&fault, &run, verdict);
    }
    tally.finish(name);
}

/// Checks the state after a run under a fault: the index and the exported index.
pub(crate) fn after_index(
    program: &mut Program,
    operation: &str,
    dir: &Path,
    run: &Run,
    truth: &Run,
) -> Result<(), String> {
    let again = |program: &mut Program, operation: &str| {
        let again = program.run(operation, dir, &Fault::none(), || ());
        judge::check_end(&Fault::none(), &again)?;
        if again.lines != truth.lines {
            let lines = again.lines.join("\n    ");
            return Err(format!("a later {operation} answers\n    {lines}\nafter"));
        }
        Ok(())
    };
    again(program, "index_ready")?;
    if operation != "index_export" {
        return Ok(());
    }
    let has_succeeded = run.signal == 0 && run.values("error").next().is_none();
    let is_there = dir.join("exported").exists();
    if has_succeeded || is_there {
        trees::clear(&dir.join("index"));
        again(program, "index_import")?;
    }
    Ok(())
}

/// Creates a tree with an index.
pub(crate) fn plant_indexed() -> Place {
    let place = Place::new();
    let dir = place.path("run");
    trees::plant_search(&dir);
    // Some segments are merged and written in parts.
    for number in 0..40 {
        let text = format!("common needle word_{number}\n");
        trees::write(&dir, &format!("tree/many/{number}.txt"), text.as_bytes());
    }
    place
}

/// Moves the output of an operation to the directory that each run copies.
fn keep(place: &Place, operation: &str, made: &str) {
    let dir = place.path("run");
    let result = run(&mut place.start(), operation, &dir);
    assert_eq!(result.values("error").next(), None, "{result:?}");
    fs::rename(dir.join(made), place.path(made)).unwrap();
}

#[test]
fn index_build() {
    check_index("index_build", "index_ready", &plant_indexed());
}

#[test]
fn index_reopen() {
    let place = plant_indexed();
    keep(&place, "index_ready", "index");
    check_index("index_reopen", "index_ready", &place);
}

#[test]
fn index_update() {
    let place = plant_indexed();
    keep(&place, "index_ready", "index");
    let tree = place.path("run/tree");
    trees::write(&tree, "many/1.txt", b"changed needle\n");
    trees::write(&tree, "many/new.txt", b"new needle\n");
    fs::remove_file(tree.join("many/2.txt")).unwrap();
    check_index("index_update", "index_ready", &place);
}

#[test]
fn index_export() {
    check_index("index_export", "index_export", &plant_indexed());
}

#[test]
fn index_import() {
    let place = plant_indexed();
    keep(&place, "index_export", "exported");
    check_index("index_import", "index_import", &place);
}
