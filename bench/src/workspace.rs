//! Cost of a workspace: opening, memory, calls, and calls after changes.

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use ransack::{
    CancelToken, FuzzyFindOptions, GlobOptions, GrepOptions, RefreshMode, fuzzy_find, glob, grep,
};
use ransack::{Workspace, WorkspaceOptions};

use crate::cases::{self, Case};
use crate::child;
use crate::corpus::{Corpus, make_repository};
use crate::find;
use crate::measure::run;
use crate::rival::{Clock, OWN_ADDON};
use crate::samples::Samples;
use crate::table::Table;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/node/workspace.mjs");

/// Number of calls of each kind in one process, excluding the first call; and number of calls that
/// read every file.
const CALLS: usize = 20;
const READS: usize = 5;

/// Number of rounds of changes in one process.
const TRIALS: usize = 20;

/// In-memory file system: on disk the changes take seconds, and the workspace would receive most of
/// them before the query begins.
const MEMORY: &str = "/dev/shm";

/// Number of changes before each query, which must see them.
const CHANGES: usize = 10_000;

/// Runs the trials, each in a separate process, in turns.
pub(crate) fn measure(corpus: &Corpus, runs: usize) -> Result<Table, Box<dyn Error>> {
    let case = cases::named(cases::WORKSPACE).ok_or("no such case")?;
    let place = tempfile::tempdir_in(MEMORY).or_else(|_| tempfile::tempdir())?;
    mirror(corpus.path(), place.path())?;
    let copy = Corpus::open_path(place.path())?;
    let modules = std::env::var("RANSACK_BENCH_NODE_MODULES").ok();
    let fff = modules.map(|modules| format!("{modules}/@ff-labs/fff-node"));
    let mut samples = Samples::default();
    for _ in 0..runs {
        for (mode, corpus) in [("watch", corpus), ("stat", corpus), ("changes", &copy)] {
            let mut command =
                child::command(child::WORKSPACE, &case, corpus).ok_or("no own program")?;
            command.arg(mode);
            samples.collect(command)?;
        }
        let own = std::env::var("RANSACK_BENCH_ADDON").unwrap_or_else(|_| OWN_ADDON.into());
        for (kind, module) in [("ransack", Some(own)), ("fff", fff.clone())] {
            let node = find::program("RANSACK_BENCH_NODE", "node");
            if let (Some(node), Some(module)) = (node, module) {
                let mut command = Command::new(node);
                command
                    .args([SCRIPT, &module, kind, &case.pattern])
                    .arg(corpus.path());
                samples.collect(command)?;
            }
        }
        if let Some(rg) = find::program("RANSACK_BENCH_RG", "rg") {
            let mut command = Command::new(rg);
            command.current_dir(corpus.path());
            command.args([
                "--no-config",
                "--hidden",
                "--glob=!.git",
                "--files",
                "--glob",
            ]);
            command.arg(&case.pattern);
            let sample = run(command, Clock::Outside, None)?;
            samples.add("glob: ripgrep, process", sample.wall.as_secs_f64() * 1e3);
        }
    }
    Ok(samples.table("ms, or MB"))
}

/// Creates a copy of the corpus tree with empty files (except ignore files), which may be changed
/// freely.
fn mirror(from: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    let mut options = GlobOptions::new("**", from);
    options.scope.hidden = true;
    make_repository(to)?;
    for item in glob(&options, &CancelToken::new())?.items {
        let path = to.join(&item.path);
        match item.file_type {
            ransack::FileType::Dir => fs::create_dir_all(path)?,
            _ if path.ends_with(".gitignore") => {
                fs::copy(from.join(&item.path), path)?;
            }
            _ => {
                if let Some(above) = path.parent() {
                    fs::create_dir_all(above)?;
                }
                fs::write(path, "")?;
            }
        }
    }
    Ok(())
}

/// Runs the trials of one process.
pub(crate) fn trials(case: &Case, corpus: &Corpus, mode: &str) -> Result<(), Box<dyn Error>> {
    let refresh = match mode {
        "stat" => RefreshMode::Stat,
        _ => RefreshMode::Watch,
    };
    let mut options = WorkspaceOptions::default();
    options.refresh = refresh;
    let begun = Instant::now();
    let workspace = Workspace::open(corpus.path(), &options)?;
    workspace.refresh()?;
    let opened = begun.elapsed();
    if mode == "changes" {
        return changes(&workspace, corpus.path());
    }
    tell(&format!("open and first scan, {mode}"), opened)?;
    let megabytes = workspace.table_size().bytes as f64 / 1e6;
    writeln!(io::stdout(), "{megabytes} table, MB")?;
    let token = CancelToken::new();
    let mut options = GlobOptions::new(case.pattern.as_str(), ".");
    options.scope.hidden = true;
    timed(CALLS, &format!("glob: workspace, {mode}"), || {
        glob(&options.clone().workspace(&workspace), &token)
    })?;
    options.sort_by_mtime = true;
    timed(
        CALLS,
        &format!("glob, newest first: workspace, {mode}"),
        || glob(&options.clone().workspace(&workspace), &token),
    )?;
    let mut options = FuzzyFindOptions::new("ext4inode", ".");
    options.limit = Some(50);
    timed(
        CALLS,
        &format!("fuzzy ext4inode, first 50: workspace, {mode}"),
        || fuzzy_find(&options.clone().workspace(&workspace), &token),
    )?;
    let pattern = "PM_RESUME";
    let options = GrepOptions::new(pattern, ".");
    timed(READS, &format!("grep {pattern}: workspace, {mode}"), || {
        grep(&options.clone().workspace(&workspace), &token)
    })?;
    if refresh == RefreshMode::Watch {
        let mut options = GlobOptions::new(case.pattern.as_str(), corpus.path());
        options.scope.hidden = true;
        timed(CALLS, "glob: no workspace", || glob(&options, &token))?;
        options.sort_by_mtime = true;
        timed(CALLS, "glob, newest first: no workspace", || {
            glob(&options, &token)
        })?;
        let options = GrepOptions::new(pattern, corpus.path());
        timed(READS, &format!("grep {pattern}: no workspace"), || {
            grep(&options, &token)
        })?;
        keystrokes(&workspace)?;
    }
    Ok(())
}

/// Size in bytes of the text being edited.
const BUFFER: usize = 1_000_000;

/// Times keystrokes in a buffer that is not on disk, each followed by a query, and checks that the
/// query sees the text.
fn keystrokes(workspace: &Workspace) -> Result<(), Box<dyn Error>> {
    let token = CancelToken::new();
    let path = "bench-buffer/typed.txt";
    let text = "x = call(1, 2);\n".repeat(BUFFER / 16);
    let options = GlobOptions::new("bench-buffer/*", workspace);
    let pattern = GrepOptions::new(r"\bkeystroke [0-9]+$", path).workspace(workspace);
    for key in 0..=CALLS {
        let typed = format!("{text}keystroke {key}\n");
        let begun = Instant::now();
        workspace.set_buffer(path, typed)?;
        let set = begun.elapsed();
        let found = glob(&options, &token)?;
        let globbed = begun.elapsed();
        let line = grep(&pattern, &token)?.items.remove(0).line;
        if found.items.len() != 1 || line != format!("keystroke {key}").as_bytes() {
            return Err(format!("{} found after keystroke {key}", found.items.len()).into());
        }
        // The first query adds the path to the file table.
        let is_first = if key == 0 { ", new path" } else { "" };
        tell(&format!("keystroke in a buffer of 1 MB{is_first}"), set)?;
        tell(&format!("glob after it{is_first}"), globbed - set)?;
    }
    workspace.clear_buffer(None)?;
    Ok(())
}

/// Times a query right after changes, and checks that it sees them.
fn changes(workspace: &Workspace, root: &Path) -> Result<(), Box<dyn Error>> {
    let token = CancelToken::new();
    let made = GlobOptions::new("bench-*/**/new-*", ".");
    let first = GlobOptions::new("**/*.bench-1", ".");
    let second = GlobOptions::new("**/*.bench-2", ".");
    let query = |what: &str, options: &GlobOptions, expected: usize| {
        let begun = Instant::now();
        let found = glob(&options.clone().workspace(workspace), &token)?;
        tell(&format!("glob after {what}"), begun.elapsed())?;
        if found.items.len() != expected {
            return Err(format!("{} found after {what}", found.items.len()).into());
        }
        Ok::<_, Box<dyn Error>>(())
    };
    // Use one extension, so a rename cannot make two names equal.
    let files = glob(
        &GlobOptions::new("**/*.c", ".").workspace(workspace),
        &token,
    )?
    .items;
    let dir = root.join("bench-1");
    for trial in 0..TRIALS {
        fs::create_dir(&dir)?;
        workspace.refresh()?;
        fs::write(dir.join("new-0"), "")?;
        query("1 file was made", &made, 1)?;
        for n in 1..CHANGES {
            if n % 100 == 1 {
                fs::create_dir(dir.join(format!("{}", n / 100)))?;
            }
            fs::write(dir.join(format!("{}/new-{n}", (n - 1) / 100)), "")?;
        }
        query(
            "10,000 files were made in 100 new directories",
            &made,
            CHANGES,
        )?;
        fs::remove_dir_all(&dir)?;
        query("they were removed", &made, 0)?;
        let some = files.iter().cycle().skip(trial * 7).step_by(3);
        let paths: Vec<PathBuf> = some.take(CHANGES).map(|f| root.join(&f.path)).collect();
        for path in &paths {
            fs::write(path, "x")?;
        }
        query("10,000 files all over were written", &made, 0)?;
        for path in &paths {
            fs::write(path.with_extension("bench-1"), "")?;
        }
        query("10,000 files all over were made", &first, CHANGES)?;
        for path in &paths {
            let from = path.with_extension("bench-1");
            fs::rename(from, path.with_extension("bench-2"))?;
        }
        query("they were renamed, all over", &second, CHANGES)?;
        for path in &paths {
            fs::remove_file(path.with_extension("bench-2"))?;
        }
        query("they were removed, all over", &second, 0)?;
    }
    Ok(())
}

/// Times calls, excluding the first.
fn timed<T, E: Error + 'static>(
    calls: usize,
    name: &str,
    mut call: impl FnMut() -> Result<T, E>,
) -> Result<(), Box<dyn Error>> {
    call()?;
    for _ in 0..calls {
        let begun = Instant::now();
        let answer = call()?;
        let time = begun.elapsed();
        drop(answer);
        tell(name, time)?;
    }
    Ok(())
}

fn tell(name: &str, time: Duration) -> io::Result<()> {
    writeln!(io::stdout(), "{} {name}", time.as_secs_f64() * 1e3)
}
