//! Replacement of a literal in 2,000 of 10,000 generated files, in memory and on a disk: as a process
//! compared with sd, ruplacer and fastmod, as a call compared with a search, and a preview compared with
//! ripgrep's.
//!
//! sd gets the paths of all files, since it does not walk. None of the rivals syncs what it writes.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use ransack::{CancelToken, GrepOptions, ReplaceOptions, grep, replace};

use crate::ast_edit::{files, read};
use crate::cases::Case;
use crate::child::{self, Watch};
use crate::corpus::Corpus;
use crate::find;
use crate::measure::{Plan, run};
use crate::outline_round_trip::SHARED_MEMORY;
use crate::rival::Clock;
use crate::table::{Table, median, millis};

/// Number of files, and of those with matches.
const FILES: usize = 10_000;
const MATCHING: usize = 2_000;

const NEEDLE: &str = "needle_text";
const REPLACEMENT: &str = "other_text";

/// Tasks of a ransack process.
const SEARCH: &str = "search";
const PREVIEW: &str = "preview";
const APPLY: &str = "apply";

const SD: &str = "sd";
const RUPLACER: &str = "ruplacer";
const FASTMOD: &str = "fastmod";
const RIPGREP: &str = "ripgrep --replace";

/// Program that replaces text, and the variable with its path.
const PROGRAMS: [(&str, &str, &str); 4] = [
    (RIPGREP, "RANSACK_BENCH_RG", "rg"),
    (SD, "RANSACK_BENCH_SD", "sd"),
    (RUPLACER, "RANSACK_BENCH_RUPLACER", "ruplacer"),
    (FASTMOD, "RANSACK_BENCH_FASTMOD", "fastmod"),
];

/// Kind of run, its tools with the section that is timed, and the tool that the others are compared
/// with.
type Group = (&'static str, &'static [(&'static str, Clock)], &'static str);

const GROUPS: [Group; 2] = [
    (
        PREVIEW,
        &[
            ("search", Clock::Inside),
            ("ransack, one call", Clock::Inside),
            ("ransack", Clock::Outside),
            (RIPGREP, Clock::Outside),
        ],
        "search",
    ),
    (
        APPLY,
        &[
            (SD, Clock::Outside),
            (RUPLACER, Clock::Outside),
            (FASTMOD, Clock::Outside),
            ("ransack", Clock::Outside),
            ("ransack, one call", Clock::Inside),
        ],
        SD,
    ),
];

/// Times previews and applies in memory and on a disk, in turns. Returns false if the resulting files or
/// the numbers of matches differ.
pub(crate) fn measure(
    case: &Case,
    plan: &Plan,
    out: &mut dyn Write,
) -> Result<(bool, Vec<Table>), Box<dyn Error>> {
    let mut programs = BTreeMap::new();
    for (name, variable, command) in PROGRAMS {
        match find::program(variable, command) {
            Some(program) => {
                writeln!(out, "  {}", find::version(&program).unwrap_or_default())?;
                programs.insert(name, program);
            }
            None => writeln!(out, "  {name}: left out, not found")?,
        }
    }
    let mut places = vec![("on a disk", tempfile::tempdir()?)];
    if Path::new(SHARED_MEMORY).is_dir() {
        places.insert(0, ("in memory", tempfile::tempdir_in(SHARED_MEMORY)?));
    }
    let mut equal = true;
    let mut tables = Vec::new();
    for (name, place) in &places {
        let (is_equal, table) = compare(name, place.path(), &programs, case, plan, out)?;
        equal &= is_equal;
        tables.push(table);
    }
    Ok((equal, tables))
}

fn compare(
    name: &str,
    place: &Path,
    programs: &BTreeMap<&str, PathBuf>,
    case: &Case,
    plan: &Plan,
    out: &mut dyn Write,
) -> Result<(bool, Table), Box<dyn Error>> {
    let mut equal = true;
    let mut planted = 0;
    let mut table = Table::new(&[name, "min ms", "median ms", "x first"]);
    let rounds = if plan.only_check { 1 } else { plan.runs };
    for (kind, tools, reference) in GROUPS {
        let mut samples: BTreeMap<&str, Vec<Duration>> = BTreeMap::new();
        let mut expected: Option<BTreeMap<PathBuf, Vec<u8>>> = None;
        for round in 0..rounds {
            for (tool, clock) in tools {
                let dir = place.join(planted.to_string());
                planted += 1;
                make(&dir)?;
                let task = if *tool == "search" { SEARCH } else { kind };
                let command = match programs.get(tool) {
                    Some(program) => by_rival(tool, program, &dir)?,
                    None if tool.starts_with("ransack") || task == SEARCH => {
                        let corpus = Corpus::open_path(&dir)?;
                        let command = child::command(child::REPLACE, case, &corpus);
                        let mut command = command.ok_or("no own program")?;
                        command.arg(task);
                        command
                    }
                    None => continue,
                };
                let sample = run(command, *clock, None)?;
                samples.entry(tool).or_default().push(sample.wall);
                if kind == PREVIEW {
                    let lines = memchr::memchr_iter(b'\n', &sample.output).count();
                    if lines != MATCHING {
                        writeln!(out, "  {tool} finds {lines} places")?;
                        equal = false;
                    }
                }
                if round == 0 {
                    let files = read(&dir)?;
                    if *expected.get_or_insert_with(|| files.clone()) != files {
                        writeln!(out, "  {tool} leaves other files after the {kind}")?;
                        equal = false;
                    }
                }
                // A disk would search the inodes freed recently for each new file.
                if name == "in memory" {
                    fs::remove_dir_all(&dir)?;
                }
            }
        }
        if plan.only_check {
            continue;
        }
        let first = samples.get(reference).cloned().unwrap_or_default();
        for (tool, clock) in tools {
            let Some(times) = samples.get(tool) else {
                continue;
            };
            let pairs = times.iter().zip(&first);
            let ratios: Vec<f64> = pairs
                .map(|(own, other)| own.as_secs_f64() / other.as_secs_f64())
                .collect();
            let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".into());
            let what = match clock {
                Clock::Inside if *tool == "search" => ", one call",
                _ => "",
            };
            table.row(vec![
                format!("{kind}: {tool}{what}"),
                or_dash(times.iter().min().copied().map(millis)),
                or_dash(median(times).map(millis)),
                or_dash(median(&ratios).map(|ratio| format!("{ratio:.2}"))),
            ]);
        }
    }
    Ok((equal, table))
}

/// Returns the command of another tool, which applies the replacement unless it only previews.
fn by_rival(tool: &str, program: &Path, dir: &Path) -> Result<Command, Box<dyn Error>> {
    let mut command = Command::new(program);
    match tool {
        RIPGREP => command
            .args(["-F", NEEDLE, "--replace", REPLACEMENT])
            .arg(dir),
        SD => {
            let mut all = Vec::new();
            files(dir, &mut all)?;
            command.args(["-F", NEEDLE, REPLACEMENT]).args(all)
        }
        RUPLACER => command
            .args(["--go", "--no-regex", NEEDLE, REPLACEMENT])
            .arg(dir),
        _ => command
            .args(["--accept-all", "-F", NEEDLE, REPLACEMENT, "-d"])
            .arg(dir),
    };
    Ok(command)
}

/// Text files of 1 to 8 kB, of which every fifth has one match.
fn make(root: &Path) -> io::Result<()> {
    for file in 0..FILES {
        let dir = root.join(format!("m{}", file / 100));
        if file % 100 == 0 {
            fs::create_dir_all(&dir)?;
        }
        let mut text = String::new();
        let lines = 20 + file % 8 * 20;
        for line in 0..lines {
            if line == lines / 2 && file % (FILES / MATCHING) == 0 {
                text += &format!("  let value{file} = {NEEDLE}({line});\n");
            }
            text += &format!("  let number{line} = compute(value{line}, {file}) + 1;\n");
        }
        fs::write(dir.join(format!("f{file}.txt")), text)?;
    }
    Ok(())
}

/// Runs the task of a ransack process.
pub(crate) fn child(corpus: &Corpus, kind: &str) -> Result<(), Box<dyn Error>> {
    let token = CancelToken::new();
    let mut out = io::BufWriter::new(io::stdout().lock());
    if kind == SEARCH {
        let options = GrepOptions::new(NEEDLE, corpus.path()).literal(true);
        let watch = Watch::start();
        let outcome = grep(&options, &token)?;
        watch.stop();
        for found in &outcome.items {
            writeln!(out, "{}:{}", found.path, found.line_number)?;
        }
        return Ok(out.flush()?);
    }
    let options = ReplaceOptions::new(NEEDLE, REPLACEMENT, corpus.path());
    let options = options.literal(true).dry_run(kind == PREVIEW);
    let watch = Watch::start();
    let outcome = replace(&options, &token)?;
    watch.stop();
    for change in &outcome.changes {
        let after = String::from_utf8_lossy(&change.after);
        writeln!(out, "{}:{}:{after}", change.path, change.span.start.line)?;
    }
    Ok(out.flush()?)
}
