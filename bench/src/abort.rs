//! Time from the cancellation of a call to its return, for every operation that takes a token.

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ransack::{AbortReason, CancelToken, ErrorKind, Pool};

use crate::abort_calls;
use crate::abort_inputs::{HostileTree, OF_CODE, hostile_code, long_texts};
use crate::cases;
use crate::child;
use crate::corpus::Corpus;
use crate::measure::run;
use crate::rival::Clock;
use crate::stolen::MachineTime;
use crate::table::{Table, percentile};

/// With only 50 or 100 trials, the 99th percentile would be the maximum.
const TRIALS: u32 = 200;

/// Number of different delays before the cancellation.
const DELAYS: u32 = 50;

/// Maximum share of time that the host of a virtual machine may steal during a row. One stalled
/// trial in a hundred becomes the p99.
const MAX_STOLEN: f64 = 0.01;

/// Maximum number of measurements of a row; the measurement with the smallest stolen share counts.
const ATTEMPTS: u32 = 10;

/// Delay that the system adds: its scheduler wakes the caller.
pub(crate) const LOOP: &str = "a loop that checks its token";

/// Operations that are cancelled on the corpus.
const OVER_FILES: [&str; 16] = [
    LOOP,
    "grep",
    "glob",
    "tree",
    "fuzzy_find",
    "ast_grep",
    "ast_edit",
    "outline_each",
    "skeleton_each",
    "imports_each",
    "exports_each",
    "Workspace::glob, first",
    "Workspace::grep",
    "Workspace::ready",
    "Workspace::export_index",
    "Workspace::import_index",
];

/// Runs the trials on the corpus and on hostile inputs, each in its own
/// process, and summarises them.
pub(crate) fn measure(corpus: &Corpus) -> Result<Table, Box<dyn Error>> {
    let mut table = Table::new(&[
        "cancel to return",
        "trials",
        "p50 ms",
        "p99 ms",
        "max ms",
        "stolen %",
        "peak MB",
    ]);
    beside_busy_threads(&mut table, corpus)?;
    for operation in OVER_FILES {
        row(&mut table, [operation, ""], "the corpus", corpus)?;
    }
    for hostile in HostileTree::ALL {
        let dir = tempfile::tempdir()?;
        hostile.make(dir.path())?;
        let corpus = Corpus::open_path(dir.path())?;
        for operation in hostile.operations() {
            row(&mut table, [operation, ""], hostile.title(), &corpus)?;
        }
        if matches!(hostile, HostileTree::Line) {
            for operation in [
                "search",
                "search, `a{65535}b`",
                "search, another `a{65535}b` each time",
            ] {
                row(&mut table, [operation, "line"], hostile.title(), &corpus)?;
            }
        }
    }
    for (title, file, text) in hostile_code() {
        let dir = tempfile::tempdir()?;
        fs::write(dir.path().join(file), text)?;
        let corpus = Corpus::open_path(dir.path())?;
        row(&mut table, ["ast_grep", ""], title, &corpus)?;
        for operation in OF_CODE.into_iter().chain(["ast_match", "edit_definition"]) {
            row(&mut table, [operation, file], title, &corpus)?;
        }
    }
    for (title, file, text, operations) in long_texts() {
        let dir = tempfile::tempdir()?;
        fs::write(dir.path().join(file), text)?;
        let corpus = Corpus::open_path(dir.path())?;
        for operation in operations {
            row(&mut table, [operation, file], title, &corpus)?;
        }
    }
    Ok(table)
}

/// Measures the delay that the system adds while every core is in use, as during most calls.
fn beside_busy_threads(table: &mut Table, corpus: &Corpus) -> Result<(), Box<dyn Error>> {
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism()?.get() {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let measured = row(table, [LOOP, ""], "beside busy threads", corpus);
        is_over.store(true, Ordering::Relaxed);
        measured
    })
}

/// Measures an operation on the tree, or on one of its files in memory.
fn row(
    table: &mut Table,
    [operation, file]: [&str; 2],
    input: &str,
    corpus: &Corpus,
) -> Result<(), Box<dyn Error>> {
    let (stolen, text) = calm_run(operation, file, corpus)?;
    let (trials, peaks): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| !line.starts_with(PEAK));
    let times: Vec<f64> = trials
        .iter()
        .filter_map(|line| line.parse::<u64>().ok())
        .map(|ns| ns as f64 / 1e6)
        .collect();
    let peak = peaks
        .first()
        .and_then(|line| line[PEAK.len()..].parse::<f64>().ok());
    let cell = |percent| percentile(&times, percent).map_or("-".into(), |ms| format!("{ms:.2}"));
    table.row(vec![
        format!("{operation}: {input}"),
        format!("{} of {TRIALS}", times.len()),
        cell(50),
        cell(99),
        cell(100),
        stolen.map_or("-".into(), |share| format!("{:.1}", share * 100.0)),
        peak.map_or("-".into(), |kb| format!("{:.1}", kb / 1e3)),
    ]);
    Ok(())
}

/// Runs the trials, and repeats them while the host steals more than [`MAX_STOLEN`] of the time.
/// Returns the smallest share, if the system counts it, and the output of that run.
fn calm_run(
    operation: &str,
    file: &str,
    corpus: &Corpus,
) -> Result<(Option<f64>, String), Box<dyn Error>> {
    let case = cases::named(cases::ABORT).ok_or("no such case")?;
    let mut best: Option<(Option<f64>, Vec<u8>)> = None;
    for _ in 0..ATTEMPTS {
        let mut command = child::command(child::ABORT, &case, corpus).ok_or("no own program")?;
        command.args([operation, file]);
        let begun = MachineTime::now();
        let output = run(command, Clock::Outside, None)?.output;
        let stolen = begun.and_then(|begun| Some(MachineTime::now()?.stolen_since(begun)));
        if best.as_ref().is_none_or(|(least, _)| stolen < *least) {
            best = Some((stolen, output));
        }
        if stolen.is_none_or(|share| share <= MAX_STOLEN) {
            break;
        }
    }
    let (stolen, output) = best.ok_or("no attempt")?;
    Ok((stolen, String::from_utf8(output)?))
}

/// Prefix of the line with the peak memory.
const PEAK: &str = "peak ";

/// Starts calls and cancels each after a delay of 2 to 51 ms. Prints the time from the cancellation
/// to the return, in nanoseconds. Calls that finished before the cancellation do not count.
pub(crate) fn trials(
    case: &cases::Case,
    corpus: &Corpus,
    operation: &str,
    file: &str,
) -> Result<(), Box<dyn Error>> {
    let cancelled = abort_calls::named(operation, file, case, corpus)?;
    for trial in 0..TRIALS {
        // Workers that the last trial abandoned may still be running.
        drop(Pool::shared().run(&CancelToken::new(), |_| Ok(())).next());
        if let Some(prepare) = &cancelled.prepare {
            prepare()?;
        }
        let token = CancelToken::new();
        let call = &cancelled.call;
        let latency = std::thread::scope(|scope| {
            let running = scope.spawn(|| {
                let error = call(&token);
                (Instant::now(), error)
            });
            std::thread::sleep(Duration::from_millis(2 + u64::from(trial % DELAYS)));
            let asked = Instant::now();
            token.cancel(AbortReason::User);
            match running.join() {
                Ok((returned, Some(e))) if e.kind() == ErrorKind::Aborted => {
                    Some(returned.saturating_duration_since(asked))
                }
                _ => None,
            }
        });
        if let Some(latency) = latency {
            writeln!(io::stdout(), "{}", latency.as_nanos())?;
        }
    }
    writeln!(io::stdout(), "{PEAK}{}", child::peak_kilobytes())?;
    Ok(())
}
