//! Keystrokes in an open buffer of a workspace: time until the outline, the nodes and the colours of
//! 60 lines are new.

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::time::Instant;

use ransack::ast::node_chain_in_buffer;
use ransack::highlight::{HighlightOptions, highlight_buffer};
use ransack::{
    BufferChange, CancelToken, OutlineFilesOptions, Workspace, WorkspaceOptions, outline_file,
};

use crate::cases::Case;
use crate::child;
use crate::corpus::Corpus;
use crate::measure::Plan;
use crate::outline;
use crate::samples::Samples;
use crate::table::Table;

/// Keystrokes in one process.
const KEYS: u32 = 30;

/// Files of the corpus.
const TEXTS: [&str; 2] = ["kernel/sched/core.c", "kernel/softirq.c"];

/// Lines that are highlighted.
const WINDOW: u64 = 60;

/// Runs the keystrokes in separate processes.
pub(crate) fn measure(
    case: &Case,
    corpus: &Corpus,
    plan: &Plan,
) -> Result<Option<Table>, Box<dyn Error>> {
    let mut samples = Samples::default();
    let rounds = if plan.only_check { 0 } else { plan.runs };
    for _ in 0..rounds {
        for path in TEXTS {
            let mut command = child::command(child::OUTLINE, case, corpus).ok_or("no program")?;
            command.args([outline::KEYSTROKE, path, ""]);
            samples.collect(command)?;
        }
    }
    Ok((rounds > 0).then(|| samples.table("keystroke, ms")))
}

/// Times the keystrokes in this process and prints lines `number name`. Each one inserts or removes
/// a character; the text has a syntax error after every other one.
pub(crate) fn child(corpus: &Corpus, path: &str) -> Result<(), Box<dyn Error>> {
    let source = fs::read(corpus.path().join(path))?;
    let lines = u32::try_from(memchr::memchr_iter(b'\n', &source).count())?;
    let empty = tempfile::tempdir()?;
    let workspace = Workspace::open(empty.path(), &WorkspaceOptions::default())?;
    let (_, name) = path.rsplit_once('/').unwrap_or(("", path));
    workspace.set_buffer(name, source)?;
    let token = CancelToken::new();
    let file = OutlineFilesOptions::new(name).workspace(&workspace);
    outline_file(&file, &token)?;
    highlight_buffer(&workspace, name, &HighlightOptions::new(""), &token)?;
    let mut out = io::stdout().lock();
    for key in 0..KEYS {
        let line = lines * (key / 2 + 1) / (KEYS / 2 + 2);
        let change = match key % 2 {
            0 => BufferChange::replace((line, 0)..(line, 0), "x"),
            _ => BufferChange::replace((line, 0)..(line, 1), ""),
        };
        let mut lap = Instant::now();
        let mut time = |what: &str| {
            let elapsed = 1e3 * lap.elapsed().as_secs_f64();
            let written = writeln!(out, "{elapsed} {name}: {what}");
            lap = Instant::now();
            written
        };
        workspace.update_buffer(name, &[change], i32::try_from(key)?)?;
        time("update")?;
        outline_file(&file, &token)?;
        time("outline")?;
        let first = u64::from(line).saturating_sub(WINDOW / 2) + 1;
        let options = HighlightOptions::new("").lines(first..=first + WINDOW - 1);
        highlight_buffer(&workspace, name, &options, &token)?;
        time("60 lines highlighted")?;
        node_chain_in_buffer(&workspace, name, None, u64::from(line) + 1, &token)?;
        time("nodes around the line")?;
    }
    Ok(())
}
