//! Content index: build, size, opening again, and searches beside ripgrep, whose answers
//! must be equal.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use ransack::{
    AstGrepOptions, CancelToken, GrepMode, GrepOptions, IndexMode, RefreshMode, Workspace,
    WorkspaceOptions,
};

use crate::cases::{self, Case};
use crate::child;
use crate::corpus::Corpus;
use crate::find;
use crate::measure::run;
use crate::rival::Clock;
use crate::table::{Table, median, percentile};

/// Searches with few candidates, and a regular expression.
const NAMED: [&str; 4] = [
    "PM_RESUME",
    "ext4_inode_cache",
    "absent_from_the_tree",
    r"\b[A-Z]+_SUSPEND\b",
];

/// Numbers of identifiers and expressions drawn from the tree.
const IDENTIFIERS: usize = 200;
const EXPRESSIONS: usize = 100;

/// Calls of each search after the first.
const CALLS: usize = 5;

/// Numbers by name: milliseconds, or what the name says.
type Samples = BTreeMap<String, Vec<f64>>;

pub(crate) fn measure(corpus: &Corpus, runs: usize) -> Result<Table, Box<dyn Error>> {
    let case = cases::named(cases::INDEX).ok_or("no such case")?;
    let store = tempfile::tempdir()?;
    let mut samples = Samples::new();
    for _ in 0..runs {
        // Each build begins with an empty store.
        fs::remove_dir_all(store.path())?;
        for task in ["build", "watch", "stat", "search", "draw"] {
            let mut command =
                child::command(child::INDEX, &case, corpus).ok_or("no own program")?;
            command.arg(task).arg(store.path());
            for line in String::from_utf8(run(command, Clock::Outside, None)?.output)?.lines() {
                if let Some((number, name)) = line.split_once(' ') {
                    samples
                        .entry(name.to_owned())
                        .or_default()
                        .push(number.parse()?);
                }
            }
        }
    }
    let mut table = Table::new(&["ms, or as named", "samples", "min", "p50", "max"]);
    for (name, values) in &samples {
        let cell = |percent| percentile(values, percent).map_or("-".into(), |v| format!("{v:.2}"));
        table.row(vec![
            name.clone(),
            values.len().to_string(),
            cell(0),
            cell(50),
            cell(100),
        ]);
    }
    Ok(table)
}

/// Runs one task in its own process.
pub(crate) fn trials(corpus: &Corpus, task: &str, store: &str) -> Result<(), Box<dyn Error>> {
    match task {
        "build" => build(corpus, store),
        "watch" => reopen(corpus, store, RefreshMode::Watch),
        "stat" => reopen(corpus, store, RefreshMode::Stat),
        "search" => searches(corpus, store),
        "draw" => drawn(corpus, store),
        _ => Err("no such task".into()),
    }
}

fn open(corpus: &Corpus, store: &str, refresh: RefreshMode) -> ransack::Result<Workspace> {
    let options = WorkspaceOptions::default()
        .refresh(refresh)
        .index(IndexMode::Disk)
        .index_path(Path::new(store).to_owned());
    Workspace::open(corpus.path(), &options)
}

fn build(corpus: &Corpus, store: &str) -> Result<(), Box<dyn Error>> {
    let begun = Instant::now();
    let workspace = open(corpus, store, RefreshMode::Watch)?;
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
    let workspace = open(corpus, store, refresh)?;
    let options = GrepOptions::new(NAMED[0], ".");
    let found = workspace.grep(&options, &CancelToken::new())?;
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
    let workspace = open(corpus, store, RefreshMode::Watch)?;
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
        let found = workspace.grep(&options, &token)?;
        tell("grep after an edit", begun.elapsed())?;
        let expected = format!("bench_index_edit {edit}");
        if found.items.len() != 1 || found.items[0].line != expected.as_bytes() {
            return Err("an edit was not found".into());
        }
    }
    fs::remove_file(path)?;
    let options = AstGrepOptions::new("kfree($A)", ".").language("c".to_owned());
    let mut direct = options.clone();
    direct.scope.roots = vec![corpus.path().to_owned()];
    for _ in 0..2 {
        let begun = Instant::now();
        let own = workspace.ast_grep(&options, &token)?;
        let indexed = begun.elapsed();
        let begun = Instant::now();
        let plain = ransack::ast_grep(&direct, &token)?;
        let unindexed = begun.elapsed();
        if own.items != plain.items {
            return Err("the syntax search has other results with the index".into());
        }
        tell("ast kfree($A): index", indexed)?;
        tell("ast kfree($A): no index", unindexed)?;
    }
    Ok(())
}

/// Searches for words and expressions drawn from the tree.
fn drawn(corpus: &Corpus, store: &str) -> Result<(), Box<dyn Error>> {
    let token = CancelToken::new();
    let workspace = open(corpus, store, RefreshMode::Watch)?;
    workspace.ready(&token, |_| {})?;
    let identifiers = draw_identifiers(&workspace, IDENTIFIERS)?;
    let expressions: Vec<String> = draw_identifiers(&workspace, EXPRESSIONS)?
        .iter()
        .enumerate()
        .map(|(n, name)| expression(n, name))
        .collect();
    for (kind, patterns) in [("identifier", identifiers), ("expression", expressions)] {
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

/// Draws different identifiers of at least four characters, each from a file that is
/// drawn first.
fn draw_identifiers(workspace: &Workspace, count: usize) -> Result<Vec<String>, Box<dyn Error>> {
    let files = workspace.glob(
        &ransack::GlobOptions::new("**/*.[chS]", "."),
        &CancelToken::new(),
    )?;
    let mut state = 0x2545_f491_4f6c_dd1d_u64 ^ count as u64;
    let mut below = |end: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % end as u64) as usize
    };
    let mut drawn = Vec::new();
    while drawn.len() < count {
        let file = &files.items[below(files.items.len())];
        let text = fs::read(workspace.root().join(&file.path))?;
        let text = String::from_utf8_lossy(&text);
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let names: Vec<&str> = text
            .split(|c| !is_name(c))
            .filter(|name| name.len() >= 4 && !name.starts_with(|c: char| c.is_ascii_digit()))
            .collect();
        if !names.is_empty() {
            let name = names[below(names.len())].to_owned();
            if !drawn.contains(&name) {
                drawn.push(name);
            }
        }
    }
    Ok(drawn)
}

/// Returns an expression as people write them about a name.
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

/// Compares the files with their numbers of matching lines, and returns the median
/// times of the index and of ripgrep, called in turns.
fn compare(
    workspace: &Workspace,
    corpus: &Corpus,
    pattern: &str,
    calls: usize,
) -> Result<(Duration, Duration), Box<dyn Error>> {
    let rg = find::program("RANSACK_BENCH_RG", "rg").ok_or("ripgrep is missing")?;
    let token = CancelToken::new();
    let mut options = GrepOptions::new(pattern, ".");
    let lines = GrepOptions::new(pattern, ".");
    options.select.mode = GrepMode::Count;
    let own = workspace.grep(&options, &token)?;
    let own: BTreeMap<String, u64> = own
        .items
        .iter()
        .map(|item| (item.path.to_string(), item.match_count))
        .collect();
    let command = |arguments: &[&str]| {
        let mut command = Command::new(&rg);
        command.current_dir(corpus.path());
        command.args(["--no-config", "--hidden", "--glob=!.git", "--crlf"]);
        command.args(arguments).arg("--").arg(pattern).arg(".");
        command
    };
    let counted = run(command(&["--count"]), Clock::Outside, None)?.output;
    let rival: BTreeMap<String, u64> = String::from_utf8_lossy(&counted)
        .lines()
        .filter_map(|line| {
            let (path, count) = line.rsplit_once(':')?;
            Some((
                path.trim_start_matches("./").to_owned(),
                count.parse().ok()?,
            ))
        })
        .collect();
    if own != rival {
        return Err(format!("{pattern}: {} files, ripgrep {}", own.len(), rival.len()).into());
    }
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..calls {
        let begun = Instant::now();
        let found = workspace.grep(&lines, &token)?;
        ours.push(begun.elapsed());
        drop(found);
        theirs.push(run(command(&["--line-number"]), Clock::Outside, None)?.wall);
    }
    let middle = |times: &[Duration]| median(times).ok_or("no call");
    Ok((middle(&ours)?, middle(&theirs)?))
}

fn tell(name: &str, time: Duration) -> io::Result<()> {
    writeln!(io::stdout(), "{} {name}", time.as_secs_f64() * 1e3)
}
