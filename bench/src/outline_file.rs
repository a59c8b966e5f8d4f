//! Outline of one file, and one of its definitions, compared with the bare parse; from Rust and
//! from Node.

use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::process::Command;
use std::time::Instant;

use ransack::{CancelToken, DefinitionOptions, OutlineOptions, definition, outline};
use tree_sitter::Parser;

use crate::cases::Case;
use crate::child;
use crate::corpus::Corpus;
use crate::find;
use crate::measure::Plan;
use crate::outline;
use crate::rival::OWN_ADDON;
use crate::samples::Samples;
use crate::table::Table;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/node/outline.mjs");

/// Calls of each kind in one process.
const CALLS: usize = 15;

/// Files of the corpus, and a definition in the last part of each.
const TEXTS: [(&str, &str); 2] = [
    ("kernel/sched/core.c", "sched_show_task"),
    ("kernel/softirq.c", "tasklet_kill"),
];

/// Runs the calls in separate processes, in turns.
pub(crate) fn measure(
    case: &Case,
    corpus: &Corpus,
    plan: &Plan,
    out: &mut dyn Write,
) -> Result<Option<Table>, Box<dyn Error>> {
    let node = find::program("RANSACK_BENCH_NODE", "node");
    if node.is_none() {
        writeln!(out, "  Node: left out, not found")?;
    }
    let addon = env::var("RANSACK_BENCH_ADDON").unwrap_or_else(|_| OWN_ADDON.into());
    let mut samples = Samples::default();
    let rounds = if plan.only_check { 0 } else { plan.runs };
    for _ in 0..rounds {
        for (path, name) in TEXTS {
            let mut command = child::command(child::OUTLINE, case, corpus).ok_or("no program")?;
            command.args([outline::ONE_FILE, path, name]);
            samples.collect(command)?;
            if let Some(node) = &node {
                let mut command = Command::new(node);
                command
                    .args([SCRIPT, &addon])
                    .arg(corpus.path().join(path))
                    .arg(name);
                samples.collect(command)?;
            }
        }
    }
    Ok((rounds > 0).then(|| samples.table("one file, ms")))
}

/// Times the calls in this process and prints lines `number name`.
pub(crate) fn child(corpus: &Corpus, path: &str, name: &str) -> Result<(), Box<dyn Error>> {
    let path = corpus.path().join(path);
    let source = fs::read(&path)?;
    let token = CancelToken::new();
    let language = "c";
    let mut out = io::stdout().lock();
    let title = path.file_name().unwrap_or_default().to_string_lossy();
    for _ in 0..CALLS {
        let begun = Instant::now();
        let mut parser = Parser::new();
        parser.set_language(&outline::grammar(&path))?;
        drop(parser.parse(&source, None).ok_or("no tree")?);
        let parse = begun.elapsed().as_secs_f64();
        let begun = Instant::now();
        let found = outline(&source, language, &OutlineOptions::default(), &token)?;
        let outlined = begun.elapsed().as_secs_f64();
        drop(found);
        let begun = Instant::now();
        definition(
            &source,
            language,
            name,
            &DefinitionOptions::default(),
            &token,
        )?;
        let defined = begun.elapsed().as_secs_f64();
        writeln!(out, "{} {title}: parse", 1e3 * parse)?;
        writeln!(out, "{} {title}: outline", 1e3 * outlined)?;
        writeln!(out, "{} {title}: definition", 1e3 * defined)?;
        writeln!(out, "{} {title}: outline / parse", outlined / parse)?;
        writeln!(out, "{} {title}: definition / parse", defined / parse)?;
    }
    Ok(())
}
