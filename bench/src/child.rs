//! Tasks of this binary when it runs as a rival in a child process.

use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use ransack::{
    AstMatch, CancelToken, FileType, GlobMatch, GrepMatch, ast_grep, ast_grep_stream, glob,
    glob_stream, grep, grep_stream, search,
};

use crate::abort;
use crate::ast_edit;
use crate::cases::Case;
use crate::corpus::{Corpus, TEXT};
use crate::floor::{self, Floor};
use crate::highlight;
use crate::index;
use crate::outline;
use crate::pack;
use crate::replace;
use crate::saturation;
use crate::soak_tree;
use crate::tokens;
use crate::workspace;

/// First argument of a child process.
pub(crate) const FLAG: &str = "--child";

/// Tasks by name.
pub(crate) const GREP: &str = "grep";
pub(crate) const CALL: &str = "call";
pub(crate) const ABORT: &str = "abort";
pub(crate) const AST_EDIT: &str = "ast-edit";
pub(crate) const REPLACE: &str = "replace";
pub(crate) const HIGHLIGHT: &str = "highlight";
pub(crate) const SATURATION: &str = "saturation";
pub(crate) const TOKENS: &str = "tokens";
pub(crate) const WORKSPACE: &str = "workspace";
pub(crate) const INDEX: &str = "index";
pub(crate) const OUTLINE: &str = "outline";
pub(crate) const PACK: &str = "pack";
pub(crate) const SOAK: &str = "soak";

pub(crate) fn command(task: &str, case: &Case, corpus: &Corpus) -> Option<Command> {
    let mut command = Command::new(std::env::current_exe().ok()?);
    command
        .args([FLAG, task])
        .arg(case.to_json().to_string())
        .arg(corpus.path());
    Some(command)
}

pub(crate) fn main(args: &[String]) -> Result<ExitCode, Box<dyn Error>> {
    let [task, case, corpus, rest @ ..] = args else {
        return Err("not meant to be called by hand".into());
    };
    let case = Case::from_json(case).ok_or("no such case")?;
    let corpus = Corpus::open(corpus)?;
    match (task.as_str(), rest) {
        (GREP, []) => grep_to_stdout(&case, &corpus)?,
        (CALL, []) => time_one_call(&case, &corpus)?,
        (ABORT, [operation, file]) => abort::trials(&case, &corpus, operation, file)?,
        (AST_EDIT, [kind]) => ast_edit::child(&corpus, kind)?,
        (REPLACE, [kind]) => replace::child(&corpus, kind)?,
        (HIGHLIGHT, [task]) => highlight::child(&case, &corpus, task)?,
        (SOAK, []) => soak_tree::child(&corpus)?,
        (SATURATION, []) => saturation::child(&corpus)?,
        (PACK, [task]) => pack::child(&corpus, task)?,
        (TOKENS, [task]) => tokens::child(&corpus, task)?,
        (WORKSPACE, [mode]) => workspace::trials(&case, &corpus, mode)?,
        (INDEX, [task, store]) => index::trials(&corpus, task, store)?,
        (OUTLINE, [task, first, second]) => outline::child(&corpus, task, [first, second])?,
        (task, [threads]) => {
            let floor = Floor::named(task).ok_or("no such task")?;
            floor::run(floor, &case, &corpus, threads.parse()?)?;
        }
        _ => return Err("no such task".into()),
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs the search as a command-line tool would.
fn grep_to_stdout(case: &Case, corpus: &Corpus) -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::with_capacity(64 << 10, io::stdout().lock());
    let mut written = Ok(());
    let token = CancelToken::new();
    let go_on = |written: &io::Result<()>| match written {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    };
    if let Some(syntax) = &case.syntax {
        ast_grep_stream(&case.ast_options(syntax, corpus), &token).for_each(|item| {
            written = write_place(&mut out, &item);
            go_on(&written)
        })?;
    } else if case.in_memory {
        let text = std::fs::read(corpus.path().join(TEXT))?;
        for item in search(&text, &case.search_options(), &token)?.items {
            write_line(&mut out, TEXT.as_bytes(), &item)?;
        }
    } else if case.is_glob {
        glob_stream(&case.glob_options(corpus), &token).for_each(|item| {
            written = write_path(&mut out, &item);
            go_on(&written)
        })?;
    } else {
        grep_stream(&case.options(corpus), &token).for_each(|item| {
            written = write_item(&mut out, case, &item);
            go_on(&written)
        })?;
    }
    written?;
    Ok(out.flush()?)
}

fn time_one_call(case: &Case, corpus: &Corpus) -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(io::stdout().lock());
    let token = CancelToken::new();
    if let Some(syntax) = &case.syntax {
        let options = case.ast_options(syntax, corpus);
        let watch = Watch::start();
        let outcome = ast_grep(&options, &token)?;
        watch.stop();
        outcome
            .items
            .iter()
            .try_for_each(|item| write_place(&mut out, item))?;
    } else if case.in_memory {
        let text = std::fs::read(corpus.path().join(TEXT))?;
        let watch = Watch::start();
        let outcome = search(&text, &case.search_options(), &token)?;
        watch.stop();
        outcome
            .items
            .iter()
            .try_for_each(|item| write_line(&mut out, TEXT.as_bytes(), item))?;
    } else if case.is_glob {
        let options = case.glob_options(corpus);
        let watch = Watch::start();
        let outcome = glob(&options, &token)?;
        watch.stop();
        outcome
            .items
            .iter()
            .try_for_each(|item| write_path(&mut out, item))?;
    } else {
        let options = case.options(corpus);
        let watch = Watch::start();
        let outcome = grep(&options, &token)?;
        watch.stop();
        outcome
            .items
            .iter()
            .try_for_each(|item| write_item(&mut out, case, item))?;
    }
    Ok(out.flush()?)
}

/// Lists files as ripgrep does: no directories, no links.
fn write_path(out: &mut impl Write, item: &GlobMatch) -> io::Result<()> {
    if item.file_type == FileType::File {
        out.write_all(item.path.as_bytes())?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

fn write_place(out: &mut impl Write, item: &AstMatch) -> io::Result<()> {
    out.write_all(item.path.as_bytes())?;
    writeln!(out, ":{}:{}", item.span.start.offset, item.span.end.offset)
}

fn write_item(out: &mut impl Write, case: &Case, item: &GrepMatch) -> io::Result<()> {
    if case.files_only {
        out.write_all(item.path.as_bytes())?;
        return out.write_all(b"\n");
    }
    write_line(out, item.path.as_bytes(), item)
}

fn write_line(out: &mut impl Write, path: &[u8], item: &GrepMatch) -> io::Result<()> {
    out.write_all(path)?;
    write!(out, ":{}:", item.line_number)?;
    out.write_all(&item.line)?;
    out.write_all(b"\n")
}

/// Timer for a section of a process.
pub(crate) struct Watch {
    begun: Instant,
    cpu: Duration,
}

impl Watch {
    pub(crate) fn start() -> Watch {
        Watch {
            begun: Instant::now(),
            cpu: cpu_of_this_process(),
        }
    }

    /// Prints wall time and CPU time in nanoseconds and peak memory in
    /// kilobytes for the parent.
    pub(crate) fn stop(self) {
        let wall = self.begun.elapsed();
        let cpu = cpu_of_this_process().saturating_sub(self.cpu);
        let text = format!(
            "time {} {} {}",
            wall.as_nanos(),
            cpu.as_nanos(),
            peak_kilobytes()
        );
        let _ = writeln!(io::stderr(), "{text}");
    }
}

#[cfg(unix)]
fn cpu_of_this_process() -> Duration {
    // SAFETY: all zeroes is a valid `rusage`, and the call fills it in.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &raw mut usage);
        usage
    };
    cpu_time(&usage)
}

#[cfg(unix)]
pub(crate) fn cpu_time(usage: &libc::rusage) -> Duration {
    let time = |t: libc::timeval| {
        Duration::from_secs(t.tv_sec as u64) + Duration::from_micros(t.tv_usec as u64)
    };
    time(usage.ru_utime) + time(usage.ru_stime)
}

#[cfg(not(unix))]
fn cpu_of_this_process() -> Duration {
    Duration::ZERO
}

/// Returns the peak resident memory; 0 if the system does not report it.
pub(crate) fn peak_kilobytes() -> u64 {
    kilobytes("VmHWM:")
}

/// Returns the resident memory; 0 if the system does not report it.
pub(crate) fn resident_kilobytes() -> u64 {
    kilobytes("VmRSS:")
}

/// Returns the allocated memory; the rest of the resident memory is code, stacks and memory cached
/// by the allocator. 0 unless the allocator is glibc's.
#[cfg(target_env = "gnu")]
pub(crate) fn allocated_bytes() -> usize {
    // SAFETY: takes no arguments and returns numbers.
    let info = unsafe { libc::mallinfo2() };
    info.uordblks + info.hblkhd
}

#[cfg(not(target_env = "gnu"))]
pub(crate) fn allocated_bytes() -> usize {
    0
}

/// Returns freed memory to the system if the allocator is glibc's, which keeps it in per-thread
/// arenas.
#[cfg(target_env = "gnu")]
pub(crate) fn return_freed_memory() {
    // SAFETY: takes a number; may be called at any time.
    unsafe { libc::malloc_trim(0) };
}

#[cfg(not(target_env = "gnu"))]
pub(crate) fn return_freed_memory() {}

fn kilobytes(what: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(what));
    line.and_then(|l| l.trim().trim_end_matches("kB").trim().parse().ok())
        .unwrap_or(0)
}
