//! Judges the answers of operations under faults, and counts the verdicts.

use std::collections::BTreeMap;
use std::fmt;

use super::plan::EACCES;
use super::program::{Action, Fault, Run};

/// Outcome of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// The run made fewer calls of this kind than the run without faults.
    NotReached,
    /// Same answer as without faults.
    Identical,
    /// Answer without a file that does not exist for this user.
    Missing,
    /// An error.
    Error,
    /// Answer that reports that it is incomplete, and why.
    Reported,
    /// The process was killed and left a sound state.
    Killed,
    Violation,
}

/// Counts of verdicts, and the violations.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    counts: BTreeMap<Verdict, usize>,
    violations: Vec<String>,
}

impl Tally {
    pub(crate) fn add(&mut self, fault: &Fault, run: &Run, verdict: Result<Verdict, String>) {
        let verdict = verdict.unwrap_or_else(|message| {
            let lines = shown(run);
            let violation = format!("{fault} at {}: {message}\n    {lines}", run.place);
            self.violations.push(violation);
            Verdict::Violation
        });
        *self.counts.entry(verdict).or_default() += 1;
    }

    /// Prints the counts, and fails with the violations, if there are any.
    pub(crate) fn finish(self, operation: &str) {
        eprintln!("{operation}: {self}");
        let count = self.violations.len();
        let mut verdicts = self.counts.keys();
        assert!(
            verdicts.any(|verdict| *verdict != Verdict::NotReached),
            "{operation}: no fault was reached"
        );
        assert!(
            count == 0,
            "{operation}: {count} violations\n{}",
            self.violations.join("\n")
        );
    }
}

/// Lines of an answer for a message; of many items, the first.
fn shown(run: &Run) -> String {
    let (items, others): (Vec<&String>, Vec<_>) =
        run.lines.iter().partition(|line| line.starts_with("item "));
    let lines: Vec<&str> = items
        .into_iter()
        .take(30)
        .chain(others)
        .map(String::as_str)
        .collect();
    lines.join("\n    ")
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total: usize = self.counts.values().sum();
        write!(f, "{total} faults")?;
        for (verdict, count) in &self.counts {
            write!(f, ", {verdict:?} {count}")?;
        }
        Ok(())
    }
}

/// Reason for a skipped ignore file. Its rules do not apply, so more is found.
const IGNORE_FILE: &str = "7";

/// Statuses of a panic.
const PANICS: [&str; 2] = ["3", "14"];

/// Fails if the process did not exit normally.
pub(crate) fn check_end(fault: &Fault, run: &Run) -> Result<(), String> {
    if run.is_hung {
        return Err("the operation hangs".to_owned());
    }
    let is_killed = fault.action == Action::Kill && run.hits > 0;
    let (signal, status) = (run.signal, run.status);
    if !is_killed && (signal != 0 || status != 0) {
        return Err(format!(
            "the process ends with signal {signal}, status {status}"
        ));
    }
    let has_panicked = |error: &str| PANICS.contains(&error.split(' ').next().unwrap());
    if run.values("error").any(has_panicked) {
        return Err("a call panicked".to_owned());
    }
    Ok(())
}

/// Compares the answer of a search under a fault with the answer without faults.
pub(crate) fn search(fault: &Fault, run: &Run, truth: &Run) -> Result<Verdict, String> {
    check_end(fault, run)?;
    if run.hits == 0 && run.lines != truth.lines {
        return Err("the answer changes without a fault".to_owned());
    }
    match run.hits {
        0 => Ok(Verdict::NotReached),
        _ if is_closed_home(fault, run) => Ok(Verdict::Missing),
        _ => answer(run, truth),
    }
}

/// Whether the fault says that this user may not search the directory of a file of Git's
/// configuration. As in Git, the file counts as missing.
fn is_closed_home(fault: &Fault, run: &Run) -> bool {
    let is_closed = fault.kind == "statx" && fault.action == Action::Error(EACCES);
    let files = ["/home/.gitconfig", "/home/excludes"];
    is_closed && files.iter().any(|file| run.place.ends_with(file))
}

/// Compares an answer with the answer without faults.
pub(crate) fn answer(run: &Run, truth: &Run) -> Result<Verdict, String> {
    let mut verdict = Verdict::Identical;
    let (parts, expected) = (parts(&run.lines), parts(&truth.lines));
    for (name, lines) in &parts {
        let Some(true_lines) = expected.get(name) else {
            // A step that prints nothing unless it fails.
            if !lines.iter().any(|line| line.starts_with("error ")) {
                return Err(format!("part {name} has no error"));
            }
            verdict = Verdict::Error;
            continue;
        };
        verdict = verdict.max(part(lines, true_lines)?);
    }
    let is_complete = expected.keys().all(|name| parts.contains_key(name));
    if !is_complete && !parts.contains_key("open") {
        return Err("a part of the answer is missing".to_owned());
    }
    Ok(verdict)
}

/// Lines of an answer by part.
fn parts(lines: &[String]) -> BTreeMap<&str, Vec<&str>> {
    let mut parts = BTreeMap::<&str, Vec<&str>>::new();
    let mut items = Vec::new();
    let mut current = None;
    for line in lines {
        if let Some(name) = line.strip_prefix("part ") {
            // Items of a part precede its line.
            parts.insert(name, std::mem::take(&mut items));
            current = Some(name);
        } else if line.starts_with("item ") || current.is_none() {
            items.push(line.as_str());
        } else if let Some(part) = current.and_then(|name| parts.get_mut(name)) {
            part.push(line);
        }
    }
    if current.is_none() || !items.is_empty() {
        parts.insert("", items);
    }
    parts
}

fn part(lines: &[&str], truth: &[&str]) -> Result<Verdict, String> {
    if lines == truth {
        return Ok(Verdict::Identical);
    }
    if lines.iter().any(|line| line.starts_with("error ")) {
        return match unexpected(lines, truth) {
            Some(item) => Err(format!("an item that is none: {item}")),
            None => Ok(Verdict::Error),
        };
    }
    let has = |prefix: &str| lines.iter().any(|line| line.starts_with(prefix));
    if has("complete 1") {
        return Err("another answer is called complete".to_owned());
    }
    if !has("complete 0") {
        return Err("neither an answer nor an error".to_owned());
    }
    if !has("skipped ") && !has("stopped ") {
        return Err("nothing says why the answer is not complete".to_owned());
    }
    let is_ignore_file = format!("skipped {IGNORE_FILE} ");
    match unexpected(lines, truth) {
        Some(item) if !has(&is_ignore_file) => Err(format!("an item that is none: {item}")),
        _ => Ok(Verdict::Reported),
    }
}

/// Returns an item that is not among the expected items, counting duplicates.
fn unexpected(lines: &[&str], truth: &[&str]) -> Option<String> {
    let mut left = BTreeMap::<&str, usize>::new();
    for line in truth {
        *left.entry(line).or_default() += 1;
    }
    let items = lines.iter().filter(|line| line.starts_with("item "));
    for item in items {
        match left.get_mut(item) {
            Some(count) if *count > 0 => *count -= 1,
            _ => return Some((*item).to_owned()),
        }
    }
    None
}
