//! Content index: build, size, reopening, and searches compared with ripgrep, whose results must be
//! equal.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use ransack::{
    AstGrepOptions, CancelToken, GrepMode, GrepOptions, IndexMode, RefreshMode, Workspace,
    WorkspaceOptions, ast_grep, glob, grep,
};

use crate::cases;
use crate::child;
use crate::corpus::Corpus;
use crate::find;
use crate::measure::run;
use crate::rival::{Clock, OWN_ADDON};
use crate::samples::Samples;
use crate::table::{Table, median};

/// Searches with few candidates, and a regular expression.
const NAMED: [&str; 4] = [
    "PM_RESUME",
    "ext4_inode_cache",
    "absent_from_the_tree",
    r"\b[A-Z]+_SUSPEND\b",
];

/// Patterns of code: frequent, rare and absent.
const SYNTAX: [&str; 3] = [
    "kfree($A)",
    "set_user_nice($A, $B)",
    "absent_from_the_tree($A)",
];

/// Numbers of identifiers and expressions sampled from the tree.
const IDENTIFIERS: usize = 200;
const EXPRESSIONS: usize = 100;

/// Calls of each search after the first.
const CALLS: usize = 5;

/// Times searches through Node, and searches of fff.
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/node/index.mjs");

pub(crate) fn measure(corpus: &Corpus, runs: usize) -> Result<Table, Box<dyn Error>> {
    let case = cases::named(cases::INDEX).ok_or("no such case")?;
    let store = tempfile::tempdir()?;
    let modules = std::env::var("RANSACK_BENCH_NODE_MODULES").ok();
    let fff = modules.map(|modules| format!("{modules}/@ff-labs/fff-node"));
    let own = std::env::var("RANSACK_BENCH_ADDON").unwrap_or_else(|_| OWN_ADDON.into());
    let expected = NAMED.map(|pattern| count_lines(corpus, pattern));
    let mut samples = Samples::default();
    for _ in 0..runs {
        // Each build begins with an empty store.
        fs::remove_dir_all(store.path())?;
        for task in ["build", "watch", "stat", "search", "draw", "worktree"] {
            let mut command =
                child::command(child::INDEX, &case, corpus).ok_or("no own program")?;
            command.arg(task).arg(store.path());
            samples.collect(command)?;
        }
        for (kind, module) in [("ransack", Some(&own)), ("fff", fff.as_ref())] {
            let node = find::program("RANSACK_BENCH_NODE", "node");
            if let (Some(node), Some(module)) = (node, module) {
                let mut command = Command::new(node);
                command.args([SCRIPT, module, kind]).arg(corpus.path());
                command.arg(store.path());
                for (pattern, lines) in NAMED.iter().zip(&expected) {
                    let lines = lines.as_ref().map_err(ToString::to_string)?;
                    command.arg(pattern).arg(lines.to_string());
                }
                samples.collect(command)?;
            }
        }
        codesearch(corpus, store.path(), &expected, &mut samples)?;
    }
    Ok(samples.table("ms, or as named"))
}

/// Returns the number of lines that ripgrep finds.
fn count_lines(corpus: &Corpus, pattern: &str) -> Result<u64, Box<dyn Error>> {
    Ok(counts(&ripgrep()?, corpus, pattern)?.values().sum())
}

/// Measures Debian's `codesearch`, if it is installed. It skips files that it does not consider
/// text.
fn codesearch(
    corpus: &Corpus,
    store: &Path,
    expected: &[Result<u64, Box<dyn Error>>],
    samples: &mut Samples,
) -> Result<(), Box<dyn Error>> {
    let program = |name: &str| {
        let mut command = Command::new(name);
        command.env("CSEARCHINDEX", store.join("codesearch"));
        command
    };
    let begun = Instant::now();
    let mut build = program("cindex");
    build.arg(corpus.path()).stderr(Stdio::null());
    let status = match build.status() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        status => status?,
    };
    if !status.success() {
        return Err("cindex failed".into());
    }
    samples.add("build: codesearch", begun.elapsed().as_secs_f64() * 1e3);
    for (pattern, expected) in NAMED.iter().zip(expected) {
        let expected = expected.as_ref().map_err(ToString::to_string)?;
        for _ in 0..CALLS {
            let mut search = program("csearch");
            search.args(["-n", pattern]);
            let sample = run(search, Clock::Outside, None)?;
            let lines = memchr::memchr_iter(b'\n', &sample.output).count();
            let name = format!("grep {pattern}: codesearch, {lines} of {expected} lines");
            samples.add(name, sample.wall.as_secs_f64() * 1e3);
        }
    }
    Ok(())
}

/// Runs one task in its own process.
pub(crate) fn trials(corpus: &Corpus, task: &str, store: &str) -> Result<(), Box<dyn Error>> {
    match task {
        "build" => build(corpus, store),
        "watch" => reopen(corpus, store, RefreshMode::Watch),
        "stat" => reopen(corpus, store, RefreshMode::Stat),
        "search" => searches(corpus, store),
        "draw" => drawn(corpus, store),
        "worktree" => second_work_tree(corpus, store),
        _ => Err("no such task".into()),
    }
}

fn open(root: &Path, store: &str, refresh: RefreshMode) -> ransack::Result<Workspace> {
    let options = WorkspaceOptions::default()
        .refresh(refresh)
        .index(IndexMode::Disk)
        .index_path(Path::new(store).to_owned());
    Workspace::open(root, &options)
}

fn build(corpus: &Corpus, store: &str) -> Result<(), Box<dyn Error>> {
    let begun = Instant::now();
    let workspace = open(corpus.path(), store, RefreshMode::Watch)?;
    workspace.ready(&CancelToken::new(), |_| {})?;
    tell("build", begun.elapsed())?;
    let stats = workspace.index_stats();
    if stats.always_scanned.unindexed > 0 || stats.fault.is_some() {
        return Err(format!("the index is not complete: {stats:?}").into());
    }
    let status = fs::read_to_string("/proc/self/status")?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak
        .and_then(|peak| peak.split_whitespace().next())
        .ok_or("no peak")?;
    let mut out = io::stdout();
    writeln!(out, "{} peak of the build, MB", peak.parse::<f64>()? / 1e3)?;
    writeln!(out, "{} size on disk, MB", stats.disk_bytes as f64 / 1e6)?;
    let share = 100.0 * stats.disk_bytes as f64 / stats.bytes as f64;
    writeln!(out, "{share} size on disk, % of the text")?;
    writeln!(out, "{} resident, MB", stats.resident_bytes as f64 / 1e6)?;
    Ok(())
}

fn reopen(corpus: &Corpus, store: &str, refresh: RefreshMode) -> Result<(), Box<dyn Error>> {
    let begun = Instant::now();
    let workspace = open(corpus.path(), store, refresh)?;
    let options = GrepOptions::new(NAMED[0], &workspace);
    let found = grep(&options, &CancelToken::new())?;
    tell(
        &format!("open until the first answer, {refresh:?}"),
        begun.elapsed(),
    )?;
    if !found.report.index.used || found.report.index.candidates > 1000 {
        return Err(format!("not from the index: {:?}", found.report.index).into());
    }
    Ok(())
}

fn searches(corpus: &Corpus, store: &str) -> Result<(), Box<dyn Error>> {
    let token = CancelToken::new();
    let workspace = open(corpus.path(), store, RefreshMode::Watch)?;
    workspace.ready(&token, |_| {})?;
    for pattern in NAMED {
        let (own, rival) = compare(&workspace, corpus, pattern, CALLS)?;
        tell(&format!("grep {pattern}: ransack, index"), own)?;
        tell(&format!("grep {pattern}: ripgrep"), rival)?;
        let ratio = rival.as_secs_f64() / own.as_secs_f64();
        writeln!(
            io::stdout(),
            "{ratio} grep {pattern}: times faster than ripgrep"
        )?;
    }
    let path = corpus.path().join("bench-index.txt");
    let options = GrepOptions::new("bench_index_edit", ".");
    for edit in 0..CALLS {
        fs::write(&path, format!("bench_index_edit {edit}\n"))?;
        let begun = Instant::now();
        let found = grep(&options.clone().workspace(&workspace), &token)?;
        tell("grep after an edit", begun.elapsed())?;
        let expected = format!("bench_index_edit {edit}");
        if found.items.len() != 1 || found.items[0].line != expected.as_bytes() {
            return Err("an edit was not found".into());
        }
    }
    fs::remove_file(path)?;
    for pattern in SYNTAX {
        let options = AstGrepOptions::new(pattern, ".").language("c".to_owned());
        let mut direct = options.clone();
        direct.scope.roots = vec![corpus.path().to_owned()];
        let begun = Instant::now();
        let own = ast_grep(&options.clone().workspace(&workspace), &token)?;
        let indexed = begun.elapsed();
        let begun = Instant::now();
        let plain = ast_grep(&direct, &token)?;
        let unindexed = begun.elapsed();
        if own.items != plain.items {
            return Err("the syntax search has other results with the index".into());
        }
        tell(&format!("ast {pattern}: index"), indexed)?;
        tell(&format!("ast {pattern}: no index"), unindexed)?;
    }
    Ok(())
}

/// Opens a second work tree of a repository whose first work tree is indexed.
fn second_work_tree(corpus: &Corpus, store: &str) -> Result<(), Box<dyn Error>> {
    let dir = tempfile::tempdir_in(store)?;
    let repository = dir.path().join("repository");
    let git = |arguments: &[&str]| -> Result<(), Box<dyn Error>> {
        let mut command = Command::new("git");
        command.arg("--git-dir").arg(&repository);
        command.arg("--work-tree").arg(corpus.path());
        command.args(["-c", "user.name=bench", "-c", "user.email=bench@localhost"]);
        // The work trees have the bytes of the corpus.
        command.args(["-c", "core.autocrlf=false"]).args(arguments);
        let done = command.stdout(Stdio::null()).status()?;
        match done.success() {
            true => Ok(()),
            false => Err(format!("git {} failed", arguments[0]).into()),
        }
    };
    git(&["init", "-q"])?;
    git(&["add", "-A", "-f"])?;
    git(&["commit", "-q", "-m", "corpus"])?;
    let trees = ["first", "second"].map(|name| dir.path().join(name));
    for tree in &trees {
        let tree = tree.to_str().ok_or("path is not text")?;
        git(&["worktree", "add", "-q", "--detach", tree])?;
    }
    let token = CancelToken::new();
    let store = dir.path().join("store");
    let store = store.to_str().ok_or("path is not text")?;
    let [first, second] = &trees;
    open(first, store, RefreshMode::Watch)?.ready(&token, |_| {})?;
    let begun = Instant::now();
    let workspace = open(second, store, RefreshMode::Watch)?;
    workspace.ready(&token, |_| {})?;
    tell("a second work tree, ready", begun.elapsed())?;
    let found = grep(
        &GrepOptions::new(NAMED[0], ".").workspace(&workspace),
        &token,
    )?;
    let plain = grep(&GrepOptions::new(NAMED[0], second), &token)?;
    if found.items != plain.items || !found.report.index.used {
        return Err("a second work tree has other results with the index".into());
    }
    Ok(())
}

/// Searches for words and expressions sampled from the tree.
fn drawn(corpus: &Corpus, store: &str) -> Result<(), Box<dyn Error>> {
    let token = CancelToken::new();
    let workspace = open(corpus.path(), store, RefreshMode::Watch)?;
    workspace.ready(&token, |_| {})?;
    let places = draw_places(&workspace, IDENTIFIERS)?;
    let expressions = places[..EXPRESSIONS].iter().enumerate();
    let expressions = expressions.map(|(n, name)| expression(n, name)).collect();
    for (kind, patterns) in [
        ("identifier", draw_identifiers(&workspace, IDENTIFIERS)?),
        ("identifier at a drawn place", places),
        ("expression", expressions),
    ] {
        let mut ratios = Vec::new();
        for pattern in &patterns {
            let (own, rival) = compare(&workspace, corpus, pattern, 1)?;
            tell(&format!("drawn {kind}: ransack, index"), own)?;
            tell(&format!("drawn {kind}: ripgrep"), rival)?;
            ratios.push(rival.as_secs_f64() / own.as_secs_f64());
        }
        let ratio = median(&ratios).ok_or("nothing drawn")?;
        writeln!(
            io::stdout(),
            "{ratio} drawn {kind}: times faster than ripgrep, median"
        )?;
    }
    Ok(())
}

/// Returns the paths of the tree's C files.
fn sources(workspace: &Workspace) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let options = ransack::GlobOptions::new("**/*.[chS]", workspace);
    let files = glob(&options, &CancelToken::new())?;
    let path = |item: &ransack::GlobMatch| workspace.root().join(&item.path);
    Ok(files.items.iter().map(path).collect())
}

/// Returns the identifiers in a text with at least four characters.
fn identifiers(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|b| !(b.is_ascii_alphanumeric() || *b == b'_'))
        .filter(|name| name.len() >= 4 && !name[0].is_ascii_digit())
}

/// Samples distinct identifiers of the tree uniformly, by smallest hash.
fn draw_identifiers(workspace: &Workspace, count: usize) -> Result<Vec<String>, Box<dyn Error>> {
    let mut drawn = BTreeMap::new();
    for path in sources(workspace)? {
        for name in identifiers(&fs::read(path)?) {
            let mut hasher = DefaultHasher::new();
            hasher.write(name);
            let hash = hasher.finish();
            let is_small = drawn.last_key_value().is_none_or(|(last, _)| hash < *last);
            if is_small || drawn.len() < count {
                drawn.insert(hash, String::from_utf8_lossy(name).into_owned());
                if drawn.len() > count {
                    drawn.pop_last();
                }
            }
        }
    }
    Ok(drawn.into_values().collect())
}

/// Samples distinct identifiers by first picking a file and a position in it, so frequent
/// identifiers are more likely.
fn draw_places(workspace: &Workspace, count: usize) -> Result<Vec<String>, Box<dyn Error>> {
    let files = sources(workspace)?;
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut below = |end: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % end as u64) as usize
    };
    let mut drawn = Vec::new();
    while drawn.len() < count {
        let text = fs::read(&files[below(files.len())])?;
        let names: Vec<&[u8]> = identifiers(&text).collect();
        if !names.is_empty() {
            let name = String::from_utf8_lossy(names[below(names.len())]).into_owned();
            if !drawn.contains(&name) {
                drawn.push(name);
            }
        }
    }
    Ok(drawn)
}

/// Returns a typical expression around a name.
fn expression(number: usize, name: &str) -> String {
    let half = name.len() / 2;
    match number % 6 {
        0 => format!(r"\b{name}\b"),
        1 => format!(r"{name}\s*\("),
        2 => format!("(?i){name}"),
        3 => format!(r"{}\w+", &name[..name.len() - 1]),
        4 => format!(r"\w+{}\b", &name[half..]),
        _ => format!("(struct|int|void) {name}"),
    }
}

/// Compares the numbers of matching lines per file, and returns the median times of the index and
/// of ripgrep, called in turns.
fn compare(
    workspace: &Workspace,
    corpus: &Corpus,
    pattern: &str,
    calls: usize,
) -> Result<(Duration, Duration), Box<dyn Error>> {
    let rg = ripgrep()?;
    let token = CancelToken::new();
    let mut options = GrepOptions::new(pattern, workspace);
    let lines = GrepOptions::new(pattern, ".");
    options.select.mode = GrepMode::Count;
    let own = grep(&options, &token)?;
    let own: BTreeMap<String, u64> = own
        .items
        .iter()
        .map(|item| (item.path.to_string(), item.match_count.unwrap_or(0)))
        .collect();
    let rival = counts(&rg, corpus, pattern)?;
    if own != rival {
        return Err(format!("{pattern}: {} files, ripgrep {}", own.len(), rival.len()).into());
    }
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..calls {
        let begun = Instant::now();
        let found = grep(&lines.clone().workspace(workspace), &token)?;
        ours.push(begun.elapsed());
        drop(found);
        let command = searching(&rg, corpus, "--line-number", pattern);
        theirs.push(run(command, Clock::Outside, None)?.wall);
    }
    let middle = |times: &[Duration]| median(times).ok_or("no call");
    Ok((middle(&ours)?, middle(&theirs)?))
}

fn ripgrep() -> Result<PathBuf, Box<dyn Error>> {
    find::program("RANSACK_BENCH_RG", "rg").ok_or_else(|| "ripgrep is missing".into())
}

/// Returns ripgrep's command for the lines that a search finds.
fn searching(rg: &Path, corpus: &Corpus, argument: &str, pattern: &str) -> Command {
    let mut command = Command::new(rg);
    command.current_dir(corpus.path());
    command.args(["--no-config", "--hidden", "--glob=!.git", "--crlf"]);
    command.args([argument, "--", pattern, "."]);
    command
}

/// Returns the number of matching lines that ripgrep finds in each file.
fn counts(
    rg: &Path,
    corpus: &Corpus,
    pattern: &str,
) -> Result<BTreeMap<String, u64>, Box<dyn Error>> {
    let command = searching(rg, corpus, "--count", pattern);
    let counted = run(command, Clock::Outside, None)?.output;
    let lines = String::from_utf8_lossy(&counted);
    let lines = lines.lines().filter_map(|line| {
        let (path, count) = line.rsplit_once(':')?;
        Some((
            path.trim_start_matches("./").to_owned(),
            count.parse().ok()?,
        ))
    });
    Ok(lines.collect())
}

fn tell(name: &str, time: Duration) -> io::Result<()> {
    writeln!(io::stdout(), "{} {name}", time.as_secs_f64() * 1e3)
}
