//! Ranking paths: how often the path that was meant comes first, and how long
//! that takes.

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

/// Queries of each style for those that keep a list, and for those that walk
/// the tree or start a process each time.
const MANY: usize = 40;

/// Tables of quality by style, of times, and of times while somebody types.
pub(crate) fn measure(corpus: &Corpus, out: &mut dyn Write) -> Result<Vec<Table>, Box<dyn Error>> {
    let paths = queries::files(corpus)?;
    let queries = queries::make(&paths, MANY);
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
            Err(why) => writeln!(out, "{}: left out, {why}", picker.name())?,
        }
    }
    speed.row(times_row("ransack, one-shot", &one_shots(corpus, &texts)?));
    let mut typing = Table::new(&["a key", "p50 ms", "p95 ms", "p99 ms", "max ms"]);
    let typed = typed(&texts);
    typing.row(times_row("ransack, list", &keys(&paths, &typed)?));
    let keys = keys_in_workspace(corpus, &typed)?;
    typing.row(times_row("ransack, workspace", &keys));
    let in_node = Script::WORKSPACE;
    match in_node.pick(corpus, &paths, &typed) {
        Ok(answers) => {
            let times: Vec<Duration> = answers.iter().map(|answer| answer.time).collect();
            typing.row(times_row(in_node.name(), &times));
        }
        Err(why) => writeln!(out, "{}: left out, {why}", in_node.name())?,
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
    let mean = |chosen: &dyn Fn(Style) -> bool, worth: fn(usize) -> f64| {
        let chosen: Vec<f64> = ranks
            .iter()
            .filter(|(style, _)| chosen(*style))
            .map(|(_, rank)| rank.map_or(0.0, worth))
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

/// Each query with a walk of its own, from Rust.
fn one_shots(corpus: &Corpus, queries: &[&str]) -> Result<Vec<Duration>, ransack::Error> {
    let one_shot = |query: &&str| {
        let mut options = FuzzyFindOptions::new(*query, corpus.path());
        options.limit = Some(BEST as u64);
        let begun = Instant::now();
        fuzzy_find(&options, &CancelToken::new()).map(|_| begun.elapsed())
    };
    queries.iter().map(one_shot).collect()
}

/// What is there after each key when the queries are typed one after the other.
fn typed<'a>(queries: &[&'a str]) -> Vec<&'a str> {
    let keys = |query: &&'a str| {
        let query = *query;
        query
            .char_indices()
            .map(move |(at, c)| &query[..at + c.len_utf8()])
    };
    queries.iter().flat_map(keys).collect()
}

/// How long each key takes in a workspace.
fn keys_in_workspace(corpus: &Corpus, typed: &[&str]) -> Result<Vec<Duration>, ransack::Error> {
    let workspace = Workspace::open(corpus.path(), &WorkspaceOptions::default())?;
    let token = CancelToken::new();
    let mut options = FuzzyFindOptions::new("", ".");
    options.limit = Some(BEST as u64);
    workspace.fuzzy_find(&options, &token)?;
    let time = |query: &&str| {
        options.query = (*query).to_owned();
        let begun = Instant::now();
        workspace
            .fuzzy_find(&options, &token)
            .map(|_| begun.elapsed())
    };
    typed.iter().map(time).collect()
}

/// How long each key takes from a list.
fn keys(paths: &[String], typed: &[&str]) -> Result<Vec<Duration>, ransack::Error> {
    let mut list = FuzzyList::new(paths);
    let mut options = FuzzyMatchOptions::default();
    options.limit = Some(BEST as u64);
    let time = |query: &&str| {
        let begun = Instant::now();
        list.rank(query, &options, &CancelToken::new())
            .map(|_| begun.elapsed())
    };
    typed.iter().map(time).collect()
}
