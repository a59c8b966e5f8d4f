//! Directory trees beside `tree`, `eza` and `fd`: entries compared with `fd`, and times.

use std::collections::BTreeSet;
use std::error::Error;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

use ransack::{CancelToken, TreeOptions, Workspace, WorkspaceOptions, tree};

use crate::corpus::Corpus;
use crate::find;
use crate::measure::Plan;
use crate::samples::Samples;
use crate::table::Table;

/// Program that lists the tree, with its arguments.
struct Lister {
    name: &'static str,
    program: PathBuf,
    arguments: &'static [&'static str],
}

/// Returns the programs that can run here. `fd` is the first one, if it is installed.
fn listers() -> Vec<Lister> {
    let rows: [(&str, &str, &str, &[&str]); 3] = [
        (
            "fd",
            "RANSACK_BENCH_FD",
            "fd",
            &["--hidden", "--exclude", ".git"],
        ),
        (
            "eza",
            "RANSACK_BENCH_EZA",
            "eza",
            &["--tree", "--all", "--git-ignore", "--ignore-glob", ".git"],
        ),
        (
            "tree",
            "RANSACK_BENCH_TREE",
            "tree",
            &["-a", "-I", ".git", "--gitignore", "--noreport"],
        ),
    ];
    let found = rows
        .into_iter()
        .filter_map(|(name, variable, program, arguments)| {
            let program = find::program(variable, program)?;
            Some(Lister {
                name,
                program,
                arguments,
            })
        });
    found.collect()
}

impl Lister {
    fn command(&self, corpus: &Corpus) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(self.arguments)
            .current_dir(corpus.path())
            .stdin(Stdio::null());
        command
    }
}

/// Compares the entries and times the calls. Returns whether the entries are equal.
pub(crate) fn measure(
    corpus: &Corpus,
    plan: &Plan,
    out: &mut dyn Write,
) -> Result<(bool, Vec<Table>), Box<dyn Error>> {
    let listers = listers();
    let token = CancelToken::new();
    let walked = TreeOptions::new(corpus.path());
    let found = tree(&walked, &token)?;
    let mut equal = true;
    if let Some(fd) = listers.iter().find(|lister| lister.name == "fd") {
        let printed = fd.command(corpus).output()?.stdout;
        let lines = printed
            .split(|byte| *byte == b'\n')
            .filter(|line| !line.is_empty());
        let theirs: BTreeSet<&[u8]> = lines.map(|l| l.strip_suffix(b"/").unwrap_or(l)).collect();
        let own = found.nodes.iter().skip(1).map(|node| node.path.as_bytes());
        let own: BTreeSet<&[u8]> = own.collect();
        equal = own == theirs;
        let verdict = if equal { "equal to" } else { "differ from" };
        writeln!(out, "{} entries {verdict} those of fd", own.len())?;
        for path in own.symmetric_difference(&theirs).take(10) {
            writeln!(out, "  {}", String::from_utf8_lossy(path))?;
        }
    }
    if plan.only_check {
        return Ok((equal, Vec::new()));
    }
    let workspace = Workspace::open(corpus.path(), &WorkspaceOptions::default())?;
    let known = TreeOptions::new(&workspace);
    let calls = [
        ("ransack", walked.clone()),
        (
            "ransack, within 2,000 tokens",
            walked.clone().max_tokens(2000),
        ),
        ("ransack, sizes", walked.clone().sizes(true)),
        ("ransack, lines", walked.lines(true)),
        ("ransack, workspace", known),
    ];
    let mut samples = Samples::default();
    for _ in 0..plan.runs {
        for (name, options) in &calls {
            let begun = Instant::now();
            tree(options, &token)?;
            samples.add(*name, 1e3 * begun.elapsed().as_secs_f64());
        }
        for lister in &listers {
            let begun = Instant::now();
            lister.command(corpus).stdout(Stdio::null()).status()?;
            samples.add(lister.name, 1e3 * begun.elapsed().as_secs_f64());
        }
    }
    Ok((equal, vec![samples.table("tree, ms")]))
}
