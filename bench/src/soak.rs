//! Long-running load on a workspace with a content index: mixed queries, while another process
//! builds, checks out and changes files. Results must equal the results without the workspace;
//! memory, descriptors and threads must not grow.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};
use std::thread;
use std::time::{Duration, Instant};

use ransack::{
    CancelToken, ErrorKind, GrepOptions, IndexMode, RefreshMode, Workspace, WorkspaceOptions, grep,
};

use crate::cases;
use crate::child;
use crate::corpus::Corpus;
use crate::plot::{Series, svg};
use crate::soak_queries::{Query, queries};
use crate::soak_tree::{self, Draw, UNITS};
use crate::table::{Table, median};

/// Threads that query.
const THREADS: usize = 2;

/// Time between samples, and between comparisons.
const SAMPLE: Duration = Duration::from_secs(3);
const CHECK: Duration = Duration::from_secs(30);

/// Maximum growth of a quantity from the second quarter of the time to the last.
const MAX_GROWTH: f64 = 0.05;

/// Values of a sample: name, and whether it must not grow. Memory is the resident memory after the
/// allocator has returned free memory.
const COLUMNS: [(&str, bool); 9] = [
    ("resident memory, MB", true),
    ("allocated memory, MB", true),
    ("descriptors", true),
    ("threads", true),
    ("file table, kB", false),
    ("index in memory, kB", false),
    ("index on disk, MB", false),
    ("segments", false),
    ("queries", false),
];

/// Runs for the time, writes `soak.csv` and `soak.svg` to the current directory, and returns
/// whether all answers were equal and nothing grew.
pub(crate) fn measure(
    corpus: &Corpus,
    minutes: f64,
    out: &mut dyn Write,
) -> Result<(bool, Table), Box<dyn Error>> {
    let dir = tempfile::tempdir()?;
    let root = dir.path().join("tree");
    fs::create_dir(&root)?;
    soak_tree::make(corpus, &root)?;
    let before = descriptors()?;
    let options = WorkspaceOptions::default()
        .index(IndexMode::Disk)
        .index_path(dir.path().join("index"));
    let workspace = Workspace::open(&root, &options)?;
    workspace.ready(&CancelToken::new(), |_| {})?;
    let soak = Soak {
        workspace,
        queries: queries(),
        gate: RwLock::new(()),
        ended: AtomicBool::new(false),
        calls: AtomicU64::new(0),
        ended_early: AtomicU64::new(0),
        indexed: AtomicU64::new(0),
        fault: Mutex::new(None),
    };
    let mut writer = Writer::start(&root)?;
    let samples = thread::scope(|scope| {
        for seed in 1..=THREADS {
            let soak = &soak;
            scope.spawn(move || soak.query_until_ended(seed));
        }
        let samples = soak.watch(&mut writer, Duration::from_secs_f64(60.0 * minutes), out);
        soak.ended.store(true, Ordering::Relaxed);
        samples
    });
    drop(writer);
    let samples = samples?;
    let fault = soak
        .fault
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .take();
    if let Some(fault) = fault {
        return Err(fault.into());
    }
    soak.workspace.close();
    write_files(&samples)?;
    let (calm, table) = summarise(&samples);
    writeln!(
        out,
        "{} queries, {} of them ended by a timeout or dropped, {} narrowed by the index",
        soak.calls.load(Ordering::Relaxed),
        soak.ended_early.load(Ordering::Relaxed),
        soak.indexed.load(Ordering::Relaxed)
    )?;
    drop(soak);
    let after = descriptors_left(before)?;
    writeln!(
        out,
        "descriptors: {before} before the workspace was opened, {after} after it was closed"
    )?;
    Ok((calm && after <= before, table))
}

struct Soak {
    workspace: Workspace,
    queries: Vec<Query>,
    /// Held for reading by each query, for writing by a comparison.
    gate: RwLock<()>,
    ended: AtomicBool,
    calls: AtomicU64,
    ended_early: AtomicU64,
    indexed: AtomicU64,
    /// First fault of a query.
    fault: Mutex<Option<String>>,
}

/// Time since the start in seconds, and the values of [`COLUMNS`].
type Sample = (f64, [f64; COLUMNS.len()]);

impl Soak {
    /// Takes samples and compares answers until the time has passed.
    fn watch(
        &self,
        writer: &mut Writer,
        time: Duration,
        out: &mut dyn Write,
    ) -> Result<Vec<Sample>, Box<dyn Error>> {
        let begun = Instant::now();
        let mut samples = Vec::new();
        let (mut checks, mut results, mut last_check) = (0, 0, begun);
        while begun.elapsed() < time {
            thread::sleep(SAMPLE.min(time));
            if self
                .fault
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .is_some()
            {
                break;
            }
            samples.push((begun.elapsed().as_secs_f64(), self.sample()?));
            if last_check.elapsed() >= CHECK.min(time / 4) {
                let steps = writer.pause()?;
                results += self.check(checks)?;
                writer.go_on()?;
                checks += 1;
                last_check = Instant::now();
                writeln!(
                    out,
                    "{:.0} s: {checks} comparisons equal, {results} results, {steps} changes of the tree",
                    begun.elapsed().as_secs_f64()
                )?;
                out.flush()?;
            }
        }
        Ok(samples)
    }

    fn sample(&self) -> Result<[f64; COLUMNS.len()], Box<dyn Error>> {
        let stats = self.workspace.index_stats();
        child::return_freed_memory();
        Ok([
            child::resident_kilobytes() as f64 / 1e3,
            child::allocated_bytes() as f64 / 1e6,
            descriptors()? as f64,
            fs::read_dir("/proc/self/task")?.count() as f64,
            self.workspace.table_size().bytes as f64 / 1e3,
            stats.resident_bytes as f64 / 1e3,
            stats.disk_bytes as f64 / 1e6,
            stats.segments as f64,
            self.calls.load(Ordering::Relaxed) as f64,
        ])
    }

    /// Compares every query, every second time with a complete index. Returns the number of
    /// results.
    fn check(&self, number: usize) -> Result<usize, Box<dyn Error>> {
        let _alone = self.gate.write().unwrap_or_else(PoisonError::into_inner);
        if number % 2 == 1 {
            self.workspace.ready(&CancelToken::new(), |_| {})?;
        }
        let snapshot = self.workspace.refresh()?;
        if snapshot.mode != RefreshMode::Watch {
            return Err(format!("the tree is not watched: {snapshot:?}").into());
        }
        let mut results = 0;
        for query in &self.queries {
            match query.compare(&self.workspace, self.workspace.root())? {
                (Some(difference), _) => return Err(difference.into()),
                (None, count) => results += count,
            }
        }
        Ok(results)
    }

    fn query_until_ended(&self, seed: usize) {
        let mut draw = Draw::new(seed as u64);
        while !self.ended.load(Ordering::Relaxed) {
            let _shared = self.gate.read().unwrap_or_else(PoisonError::into_inner);
            let done = match draw.below(6) {
                0 => self.query_a_buffer(seed, &mut draw),
                _ => self.query(&mut draw),
            };
            self.calls.fetch_add(1, Ordering::Relaxed);
            if let Err(error) = done {
                let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
                fault.get_or_insert(error.to_string());
                return;
            }
        }
    }

    /// Runs a query to its end or to a timeout, or drops it after its first result.
    fn query(&self, draw: &mut Draw) -> Result<(), Box<dyn Error>> {
        let query = &self.queries[draw.below(self.queries.len())];
        let token = match draw.below(4) {
            0 => CancelToken::with_timeout(Duration::from_millis(draw.below(20) as u64)),
            _ => CancelToken::new(),
        };
        let ended = match query.run(&self.workspace, draw.below(8) == 0, &token) {
            Ok(Some(report)) => {
                self.indexed
                    .fetch_add(report.index.used.into(), Ordering::Relaxed);
                false
            }
            Ok(None) => true,
            Err(error) if error.kind() == ErrorKind::Timeout && token.is_cancelled() => true,
            // The directory is moved away for a moment.
            Err(error) if error.kind() == ErrorKind::NotFound => true,
            Err(error) => return Err(error.into()),
        };
        self.ended_early.fetch_add(ended.into(), Ordering::Relaxed);
        Ok(())
    }

    /// Sets a buffer for an existing file, or at a path that is not on disk, and searches it.
    fn query_a_buffer(&self, seed: usize, draw: &mut Draw) -> Result<(), Box<dyn Error>> {
        let path = match draw.below(2) {
            0 => PathBuf::from(format!("scratch/buffer{seed}.c")),
            // No two threads set the same buffer.
            _ => PathBuf::from(format!(
                "project/unit{}.c",
                draw.below(UNITS / THREADS) * THREADS + seed - 1
            )),
        };
        let lines = 1 + draw.below(2000);
        self.workspace
            .set_buffer(&path, "int soak_unsaved;\n".repeat(lines))?;
        let options = GrepOptions::new("soak_unsaved", &path);
        let found = grep(
            &options.clone().workspace(&self.workspace),
            &CancelToken::new(),
        )?
        .items
        .len();
        self.workspace.clear_buffer(Some(&path))?;
        match found == lines {
            true => Ok(()),
            false => {
                Err(format!("{found} lines of {lines} in the buffer {}", path.display()).into())
            }
        }
    }
}

/// Process that changes the tree; ends when this value is dropped.
struct Writer {
    child: Child,
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Writer {
    fn start(root: &Path) -> Result<Writer, Box<dyn Error>> {
        let case = cases::named(cases::SOAK).ok_or("no such case")?;
        let corpus = Corpus::open_path(root)?;
        let mut command: Command =
            child::command(child::SOAK, &case, &corpus).ok_or("no own program")?;
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let commands = child.stdin.take().ok_or("no input")?;
        let answers = BufReader::new(child.stdout.take().ok_or("no output")?);
        Ok(Writer {
            child,
            commands,
            answers,
        })
    }

    /// Waits for the end of the current change. Returns the number of changes.
    fn pause(&mut self) -> Result<usize, Box<dyn Error>> {
        self.commands.write_all(b"pause\n")?;
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        let steps = line.trim().parse();
        Ok(steps.map_err(|_| "the process that changes the tree has failed")?)
    }

    fn go_on(&mut self) -> Result<(), Box<dyn Error>> {
        Ok(self.commands.write_all(b"go on\n")?)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn descriptors() -> std::io::Result<usize> {
    Ok(fs::read_dir("/proc/self/fd")?.count())
}

/// Waits until at most `most` descriptors are open, because dropped calls end on their threads.
/// Returns the number then, or after ten seconds.
fn descriptors_left(most: usize) -> std::io::Result<usize> {
    let begun = Instant::now();
    loop {
        let left = descriptors()?;
        if left <= most || begun.elapsed() > Duration::from_secs(10) {
            return Ok(left);
        }
        thread::sleep(Duration::from_millis(10));
    }
}

fn column(samples: &[Sample], n: usize) -> Vec<f64> {
    samples.iter().map(|(_, values)| values[n]).collect()
}

fn write_files(samples: &[Sample]) -> Result<(), Box<dyn Error>> {
    let names: Vec<String> = COLUMNS
        .iter()
        .map(|(name, _)| format!("\"{name}\""))
        .collect();
    let mut csv = format!("seconds,{}\n", names.join(","));
    for (time, values) in samples {
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        writeln!(csv, "{time:.1},{}", values.join(","))?;
    }
    fs::write("soak.csv", csv)?;
    let times: Vec<f64> = samples.iter().map(|(time, _)| *time).collect();
    let series: Vec<Series> = (0..COLUMNS.len())
        .map(|n| Series {
            name: COLUMNS[n].0.into(),
            values: column(samples, n),
        })
        .collect();
    fs::write("soak.svg", svg(&times, &series))?;
    Ok(())
}

/// Compares the second quarter of the time with the last. Returns false if a quantity that must not
/// grow has grown.
fn summarise(samples: &[Sample]) -> (bool, Table) {
    let mut table = Table::new(&["soak", "2nd quarter", "last quarter", "growth %", "max"]);
    let mut calm = true;
    let quarter = samples.len() / 4;
    for (n, (name, is_bounded)) in COLUMNS.into_iter().enumerate() {
        let values = column(samples, n);
        let middle = |values: &[f64]| median(values).unwrap_or_default();
        let early = middle(&values[quarter..2 * quarter]);
        let late = middle(&values[values.len() - quarter..]);
        let growth = late / early.max(1e-9) - 1.0;
        calm &= !is_bounded || growth <= MAX_GROWTH;
        table.row(vec![
            name.into(),
            format!("{early:.1}"),
            format!("{late:.1}"),
            format!("{:.1}", 100.0 * growth),
            format!("{:.1}", values.iter().copied().fold(0.0, f64::max)),
        ]);
    }
    (calm, table)
}

#[cfg(test)]
mod tests;
