//! Fuzzy path search: rank of the intended path, time per query, and time per
//! keystroke.

mod picker;
mod queries;

use std::error::Error;
use std::io::Write;
use std::time::{Duration, Instant};

use ransack::{CancelToken, FuzzyFindOptions, FuzzyList, FuzzyMatchOptions, fuzzy_find};
use ransack::{Workspace, WorkspaceOptions};

use crate::corpus::Corpus;
use crate::table::{Table, percentile};
use picker::{Answer, BEST, Picker, Script};
use queries::{Query, Style};

/// Number of queries per style.
const QUERIES_PER_STYLE: usize = 40;

/// Measures all pickers. Returns tables of quality per style, of time per query,
/// and of time per keystroke.
pub(crate) fn measure(corpus: &Corpus, out: &mut dyn Write) -> Result<Vec<Table>, Box<dyn Error>> {
    let paths = queries::files(corpus)?;
    let queries = queries::make(&paths, QUERIES_PER_STYLE);
    let texts: Vec<&str> = queries.iter().map(|query| query.text.as_str()).collect();
    let mut head = vec!["mean reciprocal rank"];
    head.extend(Style::ALL.map(Style::title));
    head.extend(["all", "first"]);
    let mut quality = Table::new(&head);
    let mut speed = Table::new(&["a query", "p50 ms", "p95 ms", "p99 ms", "max ms"]);
    for picker in picker::all() {
        match picker.pick(corpus, &paths, &texts) {
            Ok(answers) => {
                quality.row(quality_row(picker.as_ref(), &paths, &queries, &answers));
                let times: Vec<Duration> = answers.iter().map(|answer| answer.time).collect();
                speed.row(times_row(picker.name(), &times));
            }
            Err(error) => writeln!(out, "{}: left out, {error}", picker.name())?,
        }
    }
    speed.row(times_row("ransack, one-shot", &one_shots(corpus, &texts)?));
    let mut typing = Table::new(&["a key", "p50 ms", "p95 ms", "p99 ms", "max ms"]);
    let typed = prefixes(&texts);
    typing.row(times_row(
        "ransack, list",
        &keystrokes_in_list(&paths, &typed)?,
    ));
    let in_workspace = keystrokes_in_workspace(corpus, &typed)?;
    typing.row(times_row("ransack, workspace", &in_workspace));
    let in_node = Script::WORKSPACE;
    match in_node.pick(corpus, &paths, &typed) {
        Ok(answers) => {
            let times: Vec<Duration> = answers.iter().map(|answer| answer.time).collect();
            typing.row(times_row(in_node.name(), &times));
        }
        Err(error) => writeln!(out, "{}: left out, {error}", in_node.name())?,
    }
    Ok(vec![quality, speed, typing])
}

fn quality_row(
    picker: &dyn Picker,
    paths: &[String],
    queries: &[Query],
    answers: &[Answer],
) -> Vec<String> {
    let ranks: Vec<(Style, Option<usize>)> = queries
        .iter()
        .zip(answers)
        .map(|(query, answer)| {
            let rank = answer
                .best
                .iter()
                .position(|path| *path == paths[query.wanted]);
            (query.style, rank)
        })
        .collect();
    let mean = |chosen: &dyn Fn(Style) -> bool, weight: fn(usize) -> f64| {
        let chosen: Vec<f64> = ranks
            .iter()
            .filter(|(style, _)| chosen(*style))
            .map(|(_, rank)| rank.map_or(0.0, weight))
            .collect();
        format!(
            "{:.3}",
            chosen.iter().sum::<f64>() / chosen.len().max(1) as f64
        )
    };
    let reciprocal = |rank: usize| 1.0 / (rank + 1) as f64;
    let mut row = vec![picker.name().to_owned()];
    row.extend(Style::ALL.map(|style| mean(&|other| other == style, reciprocal)));
    row.push(mean(&|_| true, reciprocal));
    row.push(mean(&|_| true, |rank| f64::from(u8::from(rank == 0))));
    row
}

fn times_row(name: &str, times: &[Duration]) -> Vec<String> {
    let cell = |percent| {
        let time = percentile(times, percent).unwrap_or_default();
        format!("{:.2}", time.as_secs_f64() * 1e3)
    };
    vec![name.to_owned(), cell(50), cell(95), cell(99), cell(100)]
}

/// Times each query with its own walk, from Rust.
fn one_shots(corpus: &Corpus, queries: &[&str]) -> Result<Vec<Duration>, ransack::Error> {
    let one_shot = |query: &&str| {
        let mut options = FuzzyFindOptions::new(*query, corpus.path());
        options.limit = Some(BEST as u64);
        let start = Instant::now();
        fuzzy_find(&options, &CancelToken::new()).map(|_| start.elapsed())
    };
    queries.iter().map(one_shot).collect()
}

/// Returns the text after each keystroke as the queries are typed in sequence.
fn prefixes<'a>(queries: &[&'a str]) -> Vec<&'a str> {
    let prefixes = |query: &&'a str| {
        let query = *query;
        query
            .char_indices()
            .map(move |(at, c)| &query[..at + c.len_utf8()])
    };
    queries.iter().flat_map(prefixes).collect()
}

/// Times each keystroke in a workspace.
fn keystrokes_in_workspace(
    corpus: &Corpus,
    typed: &[&str],
) -> Result<Vec<Duration>, ransack::Error> {
    let workspace = Workspace::open(corpus.path(), &WorkspaceOptions::default())?;
    let token = CancelToken::new();
    let mut options = FuzzyFindOptions::new("", ".");
    options.limit = Some(BEST as u64);
    fuzzy_find(&options.clone().workspace(&workspace), &token)?;
    let time = |query: &&str| {
        options.query = (*query).to_owned();
        let start = Instant::now();
        fuzzy_find(&options.clone().workspace(&workspace), &token).map(|_| start.elapsed())
    };
    typed.iter().map(time).collect()
}

/// Times each keystroke in a list.
fn keystrokes_in_list(paths: &[String], typed: &[&str]) -> Result<Vec<Duration>, ransack::Error> {
    let mut list = FuzzyList::new(paths);
    let mut options = FuzzyMatchOptions::default();
    options.limit = Some(BEST as u64);
    let time = |query: &&str| {
        let start = Instant::now();
        list.rank(query, &options, &CancelToken::new())
            .map(|_| start.elapsed())
    };
    typed.iter().map(time).collect()
}
