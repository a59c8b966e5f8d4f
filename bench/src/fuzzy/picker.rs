//! Programs and libraries that rank paths. Each answers queries in sequence.

use std::error::Error;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use ransack::{CancelToken, FuzzyList, FuzzyMatchOptions};
use serde_json::Value;

use crate::corpus::Corpus;
use crate::find;

/// Number of results per query.
pub(super) const BEST: usize = 50;

/// Best paths for a query, with the time of the call.
pub(super) struct Answer {
    pub(super) best: Vec<String>,
    pub(super) time: Duration,
}

type Answers = Result<Vec<Answer>, Box<dyn Error>>;

pub(super) trait Picker {
    fn name(&self) -> &'static str;

    /// Ranks the paths of the corpus for every query.
    fn pick(&self, corpus: &Corpus, paths: &[String], queries: &[&str]) -> Answers;
}

pub(super) fn all() -> Vec<Box<dyn Picker>> {
    vec![
        Box::new(Ransack),
        Box::new(Script::RANSACK),
        Box::new(Script::WORKSPACE),
        Box::new(Nucleo),
        Box::new(Frizbee),
        Box::new(Script::FFF),
        Box::new(Script::PI_NATIVES),
        Box::new(Fzf),
    ]
}

fn timed(paths: &[String], rank: impl FnOnce() -> Vec<usize>) -> Answer {
    let start = Instant::now();
    let best = rank();
    Answer {
        time: start.elapsed(),
        best: best.into_iter().map(|at| paths[at].clone()).collect(),
    }
}

/// [`FuzzyList`] that is reused between queries without using its history.
struct Ransack;

impl Picker for Ransack {
    fn name(&self) -> &'static str {
        "ransack"
    }

    fn pick(&self, _: &Corpus, paths: &[String], queries: &[&str]) -> Answers {
        let mut list = FuzzyList::new(paths);
        let mut options = FuzzyMatchOptions::default();
        options.limit = Some(BEST as u64);
        let token = CancelToken::new();
        let mut answers = Vec::new();
        for query in queries {
            // No query extends this one, so the history cannot speed up the next query.
            list.rank("\u{10FFFD}", &options, &token)?;
            let mut outcome = Ok(Vec::new());
            answers.push(timed(paths, || {
                outcome = list
                    .rank(query, &options, &token)
                    .map(|outcome| outcome.items);
                let items = outcome.iter().flatten();
                items.map(|item| item.index).collect()
            }));
            outcome?;
        }
        Ok(answers)
    }
}

struct Nucleo;

impl Picker for Nucleo {
    fn name(&self) -> &'static str {
        "nucleo-matcher, 1 thread"
    }

    fn pick(&self, _: &Corpus, paths: &[String], queries: &[&str]) -> Answers {
        let mut matcher =
            nucleo_matcher::Matcher::new(nucleo_matcher::Config::DEFAULT.match_paths());
        let indexed: Vec<Indexed<'_>> = paths
            .iter()
            .enumerate()
            .map(|(at, path)| Indexed(at, path))
            .collect();
        let answer = |query: &&str| {
            timed(paths, || {
                let pattern = Pattern::parse(query, CaseMatching::Ignore, Normalization::Smart);
                let found = pattern.match_list(&indexed, &mut matcher);
                found
                    .into_iter()
                    .take(BEST)
                    .map(|(item, _)| item.0)
                    .collect()
            })
        };
        Ok(queries.iter().map(answer).collect())
    }
}

/// Path with its index in the list.
struct Indexed<'a>(usize, &'a str);

impl AsRef<str> for Indexed<'_> {
    fn as_ref(&self) -> &str {
        self.1
    }
}

struct Frizbee;

impl Picker for Frizbee {
    fn name(&self) -> &'static str {
        "frizbee, 1 typo"
    }

    fn pick(&self, _: &Corpus, paths: &[String], queries: &[&str]) -> Answers {
        let config = frizbee::Config::default().max_typos(Some(1));
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let answer = |query: &&str| {
            timed(paths, || {
                let mut matcher = frizbee::Matcher::from_query(query, &config);
                let found = matcher.match_list_parallel(paths, threads);
                found
                    .iter()
                    .take(BEST)
                    .map(|found| found.index as usize)
                    .collect()
            })
        };
        Ok(queries.iter().map(answer).collect())
    }
}

/// fzf, as one process per query that reads all paths.
struct Fzf;

impl Picker for Fzf {
    fn name(&self) -> &'static str {
        "fzf, process"
    }

    fn pick(&self, _: &Corpus, paths: &[String], queries: &[&str]) -> Answers {
        let program = find::program("RANSACK_BENCH_FZF", "fzf").ok_or("no fzf found")?;
        let input = paths.join("\n");
        let mut answers = Vec::new();
        for query in queries {
            let start = Instant::now();
            let mut fzf = Command::new(&program)
                .args(["--scheme=path", "--filter", query])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()?;
            let mut stdin = fzf.stdin.take().ok_or("no pipe")?;
            let text = input.clone();
            let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
            let output = fzf.wait_with_output()?;
            let time = start.elapsed();
            writer.join().map_err(|_| "the writer panicked")??;
            let text = String::from_utf8(output.stdout)?;
            answers.push(Answer {
                best: text.lines().take(BEST).map(str::to_owned).collect(),
                time,
            });
        }
        Ok(answers)
    }
}

/// Package for Node or Bun, called by `node/fuzzy.mjs`.
pub(super) struct Script {
    name: &'static str,
    /// Mode of the script.
    kind: &'static str,
    runtime: (&'static str, &'static str),
    module: fn() -> Result<String, &'static str>,
}

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/node/fuzzy.mjs");
const OWN_ADDON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../napi/index.js");

/// Returns the path of an installed package of `node/package.json`.
fn installed(package: &str) -> Result<String, &'static str> {
    let modules = std::env::var("RANSACK_BENCH_NODE_MODULES");
    let modules = modules.map_err(|_| "RANSACK_BENCH_NODE_MODULES is not set")?;
    Ok(format!("{modules}/{package}"))
}

fn own_addon() -> String {
    std::env::var("RANSACK_BENCH_ADDON").unwrap_or_else(|_| OWN_ADDON.into())
}

impl Script {
    const RANSACK: Script = Script {
        name: "ransack, Node, one-shot",
        kind: "walk",
        runtime: ("RANSACK_BENCH_NODE", "node"),
        module: || Ok(own_addon()),
    };
    pub(super) const WORKSPACE: Script = Script {
        name: "ransack, Node, workspace",
        kind: "workspace",
        runtime: ("RANSACK_BENCH_NODE", "node"),
        module: || Ok(own_addon()),
    };
    const FFF: Script = Script {
        name: "fff, Node",
        kind: "fff",
        runtime: ("RANSACK_BENCH_NODE", "node"),
        module: || installed("@ff-labs/fff-node"),
    };
    const PI_NATIVES: Script = Script {
        name: "pi-natives, Bun, one-shot",
        kind: "walk",
        runtime: ("RANSACK_BENCH_BUN", "bun"),
        module: || installed("@oh-my-pi/pi-natives"),
    };
}

impl Picker for Script {
    fn name(&self) -> &'static str {
        self.name
    }

    fn pick(&self, corpus: &Corpus, _: &[String], queries: &[&str]) -> Answers {
        let runtime = find::program(self.runtime.0, self.runtime.1);
        let runtime: PathBuf = runtime.ok_or(format!("no {} found", self.runtime.1))?;
        let dir = tempfile::tempdir()?;
        let file = dir.path().join("queries.json");
        std::fs::write(&file, serde_json::to_string(queries)?)?;
        let output = Command::new(runtime)
            .args([SCRIPT, &(self.module)()?, self.kind])
            .args([corpus.path(), &file])
            .arg(BEST.to_string())
            .output()?;
        if !output.status.success() {
            let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(stderr.lines().next().unwrap_or("it failed").into());
        }
        let lines = String::from_utf8(output.stdout)?;
        lines.lines().map(parse_answer).collect()
    }
}

/// Parses a line that the script prints.
fn parse_answer(line: &str) -> Result<Answer, Box<dyn Error>> {
    let value: Value = serde_json::from_str(line)?;
    let best = value["best"].as_array().ok_or("no paths")?;
    let best = best.iter().filter_map(Value::as_str);
    Ok(Answer {
        best: best.map(str::to_owned).collect(),
        time: Duration::from_secs_f64(value["ms"].as_f64().ok_or("no time")? / 1e3),
    })
}
