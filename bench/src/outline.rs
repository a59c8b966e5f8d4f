//! Outlines of sets of files, compared with the bare parse of the same files and with other tools;
//! and of one file, from Rust and from Node.

use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use ransack::{CancelToken, GlobOptions, OutlineFilesOptions, Pool, glob_stream, outline_stream};
use tempfile::TempDir;
use tree_sitter::{Language, Parser};

use crate::cases::Case;
use crate::child::{self, Watch};
use crate::corpus::Corpus;
use crate::find;
use crate::keystroke;
use crate::measure::{Plan, Sample, run};
use crate::outline_file;
use crate::outline_oracle;
use crate::rival::Clock;
use crate::table::{Table, median, millis};

const REPOSITORY_MAP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/python/repository_map.py");

/// Number of published files.
const FILES: usize = 10_000;
/// Directory of the corpus in which all tools are timed, including single-threaded tools.
const PART: &str = "kernel";

const PARSE: &str = "parse";
const OUTLINE: &str = "outline";
pub(crate) const ONE_FILE: &str = "one-file";
pub(crate) const KEYSTROKE: &str = "keystroke";

/// Name of the file that lists the files of a set.
const LIST: &str = "files";

/// Languages of a set of files.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Set {
    C,
    Script,
}

/// Program that reads a set of files.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tool {
    /// Reads and parses each file, and frees its tree.
    Parse,
    Ransack,
    Ctags,
    AstGrep,
    CodeGraph,
    Aider,
}

/// Tools and numbers of threads, in turns; each parse is the reference for the tools after it.
type Turns = [(Tool, usize)];

/// Times outlines of the C files of the corpus, of published TypeScript and JavaScript files, and of
/// one file. Returns false if results that must be equal are not.
pub(crate) fn measure(
    case: &Case,
    corpus: &Corpus,
    plan: &Plan,
    out: &mut dyn Write,
) -> Result<(Vec<Table>, bool), Box<dyn Error>> {
    let mut tables = Vec::new();
    let mut equal = true;
    let all = plan.threads;
    let own = [(Tool::Parse, all), (Tool::Ransack, all)];
    let everybody = [
        (Tool::Parse, 1),
        (Tool::Ransack, 1),
        (Tool::Ctags, 1),
        (Tool::Aider, 1),
        (Tool::Parse, all),
        (Tool::Ransack, all),
        (Tool::AstGrep, all),
        (Tool::CodeGraph, all),
    ];
    let mut compare = |set: Set, title: &str, corpus: &Corpus, turns: &Turns| {
        let files = Files::list(set, corpus)?;
        writeln!(out, "  {title}: {} files", files.count)?;
        let (is_equal, table) = files.compare(title, case, turns, plan, out)?;
        equal &= is_equal;
        tables.push(table);
        Ok::<_, Box<dyn Error>>(())
    };
    compare(Set::C, "C", corpus, &own)?;
    let part = Corpus::open_path(&corpus.path().join(PART))?;
    compare(Set::C, PART, &part, &everybody)?;
    let published = tempfile::tempdir()?;
    plant(published.path())?;
    let published = Corpus::open_path(published.path())?;
    compare(
        Set::Script,
        "TypeScript and JavaScript",
        &published,
        &everybody,
    )?;
    tables.extend(outline_file::measure(case, corpus, plan, out)?);
    tables.extend(keystroke::measure(case, corpus, plan)?);
    Ok((tables, equal))
}

impl Set {
    fn name(self) -> &'static str {
        match self {
            Set::C => "c",
            Set::Script => "script",
        }
    }

    fn pattern(self) -> &'static str {
        match self {
            Set::C => "**/*.{c,h}",
            Set::Script => "**/*.{ts,mts,cts,tsx,js,mjs,cjs,jsx}",
        }
    }
}

/// Returns the grammar of a file by its extension.
pub(crate) fn grammar(path: &Path) -> Language {
    let extension = path.extension().unwrap_or_default();
    match &*extension.to_string_lossy() {
        "c" | "h" => tree_sitter_c::LANGUAGE.into(),
        "ts" | "mts" | "cts" => tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        "tsx" => tree_sitter_typescript::LANGUAGE_TSX.into(),
        _ => tree_sitter_javascript::LANGUAGE.into(),
    }
}

/// Copies published files, evenly spread, so every tool reads the same files.
fn plant(root: &Path) -> Result<(), Box<dyn Error>> {
    let mut all = Vec::new();
    for language in ["typescript", "tsx", "javascript"] {
        all.extend(outline_oracle::published(language)?);
    }
    let count = all.len().min(FILES);
    for number in 0..count {
        let path = &all[number * all.len() / count];
        let name = path.file_name().ok_or("a file without a name")?;
        let dir = root
            .join((number / 100).to_string())
            .join(number.to_string());
        fs::create_dir_all(&dir)?;
        fs::copy(path, dir.join(name))?;
    }
    Ok(())
}

/// Lists the files of a set below a directory, relative to it and in path order.
fn list(set: Set, dir: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut options = GlobOptions::new(set.pattern(), dir);
    options.scope.hidden = true;
    options.file_type = Some(ransack::FileType::File);
    let mut paths = Vec::new();
    glob_stream(&options, &CancelToken::new()).for_each(|item| {
        paths.push(dir.join(&item.path));
        ControlFlow::Continue(())
    })?;
    Ok(paths)
}

/// Files of a corpus, and a file that lists them for tools that need a list.
struct Files<'c> {
    set: Set,
    corpus: &'c Corpus,
    count: usize,
    place: TempDir,
}

impl Files<'_> {
    fn list(set: Set, corpus: &Corpus) -> Result<Files<'_>, Box<dyn Error>> {
        let paths = list(set, corpus.path())?;
        let place = tempfile::tempdir()?;
        let mut text = String::new();
        for path in &paths {
            text += path.to_str().ok_or("a path that is not UTF-8")?;
            text.push('\n');
        }
        fs::write(place.path().join(LIST), text)?;
        let count = paths.len();
        Ok(Files {
            set,
            corpus,
            count,
            place,
        })
    }

    /// Runs the tools once for their results, then in turns for their times.
    fn compare(
        &self,
        title: &str,
        case: &Case,
        turns: &Turns,
        plan: &Plan,
        out: &mut dyn Write,
    ) -> Result<(bool, Table), Box<dyn Error>> {
        let head = [title, "min ms", "median ms", "cpu ms", "peak MB", "x parse"];
        let mut table = Table::new(&head);
        let mut able = Vec::new();
        let mut expected: Option<Vec<u8>> = None;
        let mut equal = true;
        for &(tool, threads) in turns {
            let command = match self.command(tool, threads, case) {
                Ok(command) => command,
                Err(why) => {
                    writeln!(out, "  {}: left out, {why}", tool.name())?;
                    continue;
                }
            };
            let sample = run(command, tool.clock(), None)?;
            let found = String::from_utf8_lossy(&sample.output);
            let found = found.lines().next_back().unwrap_or_default();
            match tool {
                // Files and definitions must not depend on the number of threads.
                Tool::Parse | Tool::Ransack => {
                    writeln!(out, "  {}, {threads}: {found}", tool.name())?;
                    if tool == Tool::Ransack {
                        equal &=
                            *expected.get_or_insert_with(|| sample.output.clone()) == sample.output;
                    }
                }
                _ => writeln!(out, "  {}: {} bytes", tool.name(), sample.output.len())?,
            }
            able.push((tool, threads, vec![sample]));
        }
        if plan.only_check {
            return Ok((equal, table));
        }
        // The first round warms the page cache and does not count unless it was long.
        let rounds = plan.runs;
        let is_long = |samples: &[Sample]| samples[0].wall > Duration::from_secs(20);
        for round in 0..rounds {
            for (tool, threads, samples) in &mut able {
                if is_long(samples) && round > 0 {
                    continue;
                }
                let command = self.command(*tool, *threads, case)?;
                samples.push(run(command, tool.clock(), None)?);
            }
        }
        let mut reference = Vec::new();
        for (tool, threads, samples) in &able {
            let samples = &samples[1..];
            let walls: Vec<Duration> = samples.iter().map(|sample| sample.wall).collect();
            if *tool == Tool::Parse {
                reference.clone_from(&walls);
            }
            let ratios: Vec<f64> = walls
                .iter()
                .zip(reference.iter().cycle())
                .map(|(own, parse)| own.as_secs_f64() / parse.as_secs_f64())
                .collect();
            let cpus: Option<Vec<Duration>> = samples.iter().map(|sample| sample.cpu).collect();
            let peak = samples.iter().filter_map(|s| s.peak_kilobytes).max();
            let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".into());
            table.row(vec![
                format!("{}, {threads} threads", tool.name()),
                or_dash(walls.iter().min().copied().map(millis)),
                or_dash(median(&walls).map(millis)),
                or_dash(cpus.and_then(|cpus| median(&cpus)).map(millis)),
                or_dash(peak.map(|peak| format!("{:.1}", peak as f64 / 1024.0))),
                or_dash(median(&ratios).map(|ratio| format!("{ratio:.2}"))),
            ]);
        }
        Ok((equal, table))
    }

    /// Returns a directory with copies of the files for a tool that writes there, and removes the
    /// tool's output.
    fn fresh_copy(&self) -> Result<PathBuf, Box<dyn Error>> {
        let copy = self.place.path().join("copy");
        if !copy.exists() {
            for path in list(self.set, self.corpus.path())? {
                let own = copy.join(path.strip_prefix(self.corpus.path())?);
                fs::create_dir_all(own.parent().unwrap_or(&copy))?;
                fs::copy(path, own)?;
            }
        }
        match fs::remove_dir_all(copy.join(".codegraph")) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(copy),
        }
    }

    /// Returns the process of a tool, or the reason why it cannot run here.
    fn command(&self, tool: Tool, threads: usize, case: &Case) -> Result<Command, String> {
        let program = |variable: &str, name: &str| {
            find::program(variable, name).ok_or(format!("no {name} found, see {variable}"))
        };
        match tool {
            Tool::Parse | Tool::Ransack => {
                let task = if tool == Tool::Parse { PARSE } else { OUTLINE };
                let command = child::command(child::OUTLINE, case, self.corpus);
                let mut command = command.ok_or("no own program")?;
                command.args([task, self.set.name(), &threads.to_string()]);
                Ok(command)
            }
            Tool::Ctags => {
                let mut command = Command::new(program("RANSACK_BENCH_CTAGS", "ctags")?);
                command.args(["--sort=no", "--fields=+neS", "-f", "-", "-L"]);
                command.arg(self.place.path().join(LIST));
                Ok(command)
            }
            Tool::AstGrep => {
                let mut command = Command::new(program("RANSACK_BENCH_AST_GREP", "ast-grep")?);
                command.args(["outline", "--items=structure", "--json=stream"]);
                if self.set == Set::C {
                    command.args(["--lang", "c"]);
                }
                command.args(["--no-ignore=hidden"]).arg(self.corpus.path());
                Ok(command)
            }
            Tool::CodeGraph => {
                let mut command = Command::new(program("RANSACK_BENCH_CODEGRAPH", "codegraph")?);
                let copy = self.fresh_copy().map_err(|error| error.to_string())?;
                command.args(["init", "--yes"]).arg(copy);
                command.env("CODEGRAPH_TELEMETRY", "0");
                Ok(command)
            }
            Tool::Aider => {
                let python = env::var_os("RANSACK_BENCH_AIDER");
                let python = python.ok_or("RANSACK_BENCH_AIDER is not set")?;
                let mut command = Command::new(python);
                command
                    .arg(REPOSITORY_MAP)
                    .arg(self.place.path().join(LIST));
                Ok(command)
            }
        }
    }
}

impl Tool {
    fn name(self) -> &'static str {
        match self {
            Tool::Parse => "floor: read and parse",
            Tool::Ransack => "ransack",
            Tool::Ctags => "universal-ctags",
            Tool::AstGrep => "ast-grep outline",
            Tool::CodeGraph => "codegraph",
            Tool::Aider => "aider's repository map",
        }
    }

    fn clock(self) -> Clock {
        match self {
            Tool::Parse | Tool::Ransack => Clock::Inside,
            _ => Clock::Outside,
        }
    }
}

/// Runs a task in a process of this program.
pub(crate) fn child(corpus: &Corpus, task: &str, what: [&str; 2]) -> Result<(), Box<dyn Error>> {
    let [set, threads] = what;
    if task == KEYSTROKE {
        return keystroke::child(corpus, set);
    }
    if task == ONE_FILE {
        return outline_file::child(corpus, set, threads);
    }
    let threads = threads.parse()?;
    let set = [Set::C, Set::Script]
        .into_iter()
        .find(|known| known.name() == set);
    let set = set.ok_or("no such set")?;
    match task {
        PARSE => parse(corpus, set, threads),
        OUTLINE => outline_all(corpus, set, threads),
        _ => Err("no such task".into()),
    }
}

fn parse(corpus: &Corpus, set: Set, threads: usize) -> Result<(), Box<dyn Error>> {
    let watch = Watch::start();
    let paths = list(set, corpus.path())?;
    let next = AtomicUsize::new(0);
    let work = || {
        let mut parser = Parser::new();
        let mut bytes = 0;
        while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
            let source = fs::read(path)?;
            parser
                .set_language(&grammar(path))
                .map_err(io::Error::other)?;
            parser.parse(&source, None).ok_or(io::ErrorKind::TimedOut)?;
            bytes += source.len();
        }
        Ok::<usize, io::Error>(bytes)
    };
    let bytes = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let sums = threads.into_iter().map(thread::ScopedJoinHandle::join);
        sums.map(|sum| sum.map_err(|_| "a thread panicked"))
            .collect::<Result<Vec<_>, _>>()
    })?;
    watch.stop();
    let bytes: usize = bytes.into_iter().sum::<io::Result<usize>>()?;
    writeln!(io::stdout(), "{} files, {bytes} bytes", paths.len())?;
    Ok(())
}

fn outline_all(corpus: &Corpus, set: Set, threads: usize) -> Result<(), Box<dyn Error>> {
    let mut options = OutlineFilesOptions::new(corpus.path())
        .globs([set.pattern()])
        .pool(Pool::new(threads));
    options.scope.hidden = true;
    options.time_per_file = None;
    options.max_file_size = None;
    if set == Set::C {
        options.language = Some("c".into());
    }
    let (mut items, mut bytes) = (0_usize, 0_usize);
    let watch = Watch::start();
    let report = outline_stream(&options, &CancelToken::new()).for_each(|outline| {
        outline.for_each(|item| {
            items += 1;
            bytes += item.signature.len();
        });
        ControlFlow::Continue(())
    })?;
    watch.stop();
    writeln!(
        io::stdout(),
        "{} files, {items} definitions, {bytes} bytes of signatures",
        report.files_searched
    )?;
    Ok(())
}
