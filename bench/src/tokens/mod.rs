//! Token counting compared with other tokenizers, in one process and in fresh processes.

mod abort;
mod check;
mod node;

use std::collections::HashSet;
use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ransack::{Encoding, Tokenizer, count_tokens};

use crate::cases::Case;
use crate::child;
use crate::corpus::{Corpus, TEXT};
use crate::measure::{Plan, run};
use crate::rival::Clock;
use crate::table::Table;

/// Files of the Linux source tree to count as code; in other corpora, any of them that exist.
const CODE: [&str; 5] = [
    "kernel/sched/core.c",
    "kernel/sched/fair.c",
    "fs/ext4/inode.c",
    "mm/memory.c",
    "Documentation/admin-guide/kernel-parameters.txt",
];

/// Maximum length of each text in bytes.
const SIZE: usize = 1_250_000;

/// Counts `o200k_base` tokens; `None` on failure.
type Counter = Box<dyn Fn(&str) -> Option<usize>>;

type Load = fn() -> Result<Counter, Box<dyn Error>>;

/// Tokenizers, ransack first, with their loaders.
const RIVALS: [(&str, Load); 4] = [
    ("ransack", || {
        Tokenizer::get(Encoding::O200kBase);
        Ok(Box::new(|text| {
            Some(count_tokens(text, Encoding::O200kBase))
        }))
    }),
    ("toktok-rs", || {
        let tokenizer = toktok::Tokenizer::builtin("o200k_base")?;
        Ok(Box::new(move |text| Some(tokenizer.count(text.as_bytes()))))
    }),
    ("bpe-openai", || {
        let tokenizer = bpe_openai::o200k_base();
        Ok(Box::new(move |text| Some(tokenizer.count(text))))
    }),
    ("tiktoken-rs", || {
        let tokenizer = tiktoken_rs::o200k_base()?;
        // Its regex engine fails on long runs.
        Ok(Box::new(move |text| {
            let (tokens, _) = tokenizer.encode(text, &HashSet::new()).ok()?;
            Some(tokens.len())
        }))
    }),
];

/// Returns the tables, and whether all counts are equal.
pub(crate) fn measure(
    case: &Case,
    corpus: &Corpus,
    plan: &Plan,
    out: &mut dyn Write,
) -> Result<(Vec<Table>, bool), Box<dyn Error>> {
    let rivals = RIVALS
        .iter()
        .map(|(name, load)| Ok((*name, load()?)))
        .collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    let mut equal = check::measure(corpus, out)?;
    let texts = texts(corpus)?;
    for (name, text) in &texts {
        let counts: Vec<Option<usize>> = rivals.iter().map(|(_, count)| count(text)).collect();
        let [ours, others @ ..] = &counts[..] else {
            return Err("no rivals".into());
        };
        if others.iter().any(|other| other.is_some() && other != ours) {
            writeln!(out, "{name}: counts differ: {counts:?}")?;
            equal = false;
        }
    }
    let (node_tables, node_equal) = node::measure(&texts, plan, out)?;
    equal &= node_equal;
    if plan.only_check {
        return Ok((Vec::new(), equal));
    }
    let heads = || RIVALS.iter().map(|(name, _)| *name);
    let mut warm = Table::new(
        &["MB/s, warm"]
            .into_iter()
            .chain(heads())
            .collect::<Vec<_>>(),
    );
    for (name, text) in texts.iter().chain(&runs()) {
        let mut row = vec![name.clone()];
        for (_, count) in &rivals {
            row.push(match best_of(plan.runs, || count(text).is_some()) {
                Some(best) => format!("{:.1}", text.len() as f64 / best.as_secs_f64() / 1e6),
                None => "fails".to_owned(),
            });
        }
        warm.row(row);
    }
    let mut tables = vec![
        warm,
        small(&rivals)?,
        fresh(case, corpus, plan)?,
        abort::measure(case, corpus)?,
    ];
    tables.extend(node_tables);
    Ok((tables, equal))
}

/// Returns the shortest time of several runs, after a warm-up run, or `None` on failure. A slow
/// tokenizer runs for at most two seconds.
fn best_of(runs: usize, count: impl Fn() -> bool) -> Option<Duration> {
    if !count() {
        return None;
    }
    let begun = Instant::now();
    let mut best = Duration::MAX;
    for _ in 0..runs {
        let start = Instant::now();
        count();
        best = best.min(start.elapsed());
        if begun.elapsed() > Duration::from_secs(2) {
            break;
        }
    }
    Some(best)
}

/// Returns the texts: code and prose of the corpus, and the beginning of every file in the
/// directory `RANSACK_BENCH_TEXTS`.
fn texts(corpus: &Corpus) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let mut texts = Vec::new();
    let code = CODE.iter().map(|file| read(&corpus.path().join(file)));
    match code.collect::<io::Result<Vec<String>>>() {
        Ok(code) => texts.push(("kernel C".to_owned(), code.concat())),
        Err(_) => texts.push(("the corpus".to_owned(), first(&whole(corpus)?).to_owned())),
    }
    for path in files()? {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        texts.push((name.into_owned(), first(&read(&path)?).to_owned()));
    }
    Ok(texts)
}

/// Returns the files of `RANSACK_BENCH_TEXTS`.
fn files() -> io::Result<Vec<PathBuf>> {
    let Some(dir) = std::env::var_os("RANSACK_BENCH_TEXTS") else {
        return Ok(Vec::new());
    };
    let paths = fs::read_dir(dir)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = paths.collect::<io::Result<Vec<_>>>()?;
    paths.retain(|path| path.is_file());
    paths.sort();
    Ok(paths)
}

fn read(path: &Path) -> io::Result<String> {
    fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

fn whole(corpus: &Corpus) -> Result<String, Box<dyn Error>> {
    let dir = tempfile::tempdir()?;
    let text = fs::read(corpus.in_one_text(dir.path())?.path().join(TEXT))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

fn first(text: &str) -> &str {
    let end = (0..=SIZE.min(text.len()))
        .rev()
        .find(|&at| text.is_char_boundary(at));
    &text[..end.unwrap_or(0)]
}

/// Returns texts that are slow for tokenizers without linear time.
fn runs() -> Vec<(String, String)> {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let base64: String = (0..SIZE)
        .map(|_| char::from(letters[random() as usize % letters.len()]))
        .collect();
    let bytes: Vec<u8> = (0..SIZE / 2).map(|_| (random() >> 32) as u8).collect();
    let mut texts: Vec<(String, String)> = [
        ("one letter", "a"),
        ("spaces", " "),
        ("digits", "7"),
        ("equals signs", "="),
        ("one CJK character", "中"),
        ("`a b`", "a b"),
    ]
    .map(|(name, unit)| (name.to_owned(), unit.repeat(1_000_000 / unit.len())))
    .into();
    texts.push(("base64".to_owned(), base64));
    let random = String::from_utf8_lossy(&bytes).into_owned();
    texts.push(("random bytes, lossy".to_owned(), random));
    texts
}

/// Times short calls, in nanoseconds.
fn small(rivals: &[(&str, Counter)]) -> Result<Table, Box<dyn Error>> {
    let heads = RIVALS.iter().map(|(name, _)| *name);
    let mut table = Table::new(
        &["one call, ns"]
            .into_iter()
            .chain(heads)
            .collect::<Vec<_>>(),
    );
    for (name, text, calls) in [
        ("12 characters", "Hello world!".to_owned(), 100_000),
        ("100,000 x `a`", "a".repeat(100_000), 1),
    ] {
        let mut row = vec![name.to_owned()];
        for (_, count) in rivals {
            let best = best_of(10, || (0..calls).all(|_| count(black_box(&text)).is_some()));
            let best = best.ok_or("a rival failed on a short text")?;
            row.push(format!(
                "{:.0}",
                best.as_secs_f64() * 1e9 / f64::from(calls)
            ));
        }
        table.row(row);
    }
    Ok(table)
}

/// Times loading and the first count, each in separate processes.
fn fresh(case: &Case, corpus: &Corpus, plan: &Plan) -> Result<Table, Box<dyn Error>> {
    let mut table = Table::new(&[
        "a fresh process",
        "load ms",
        "first call ms",
        "both, MB/s",
        "vocabulary MB",
    ]);
    for (name, _) in RIVALS {
        let mut best: Option<[f64; 4]> = None;
        for _ in 0..plan.runs {
            let mut command =
                child::command(child::TOKENS, case, corpus).ok_or("no own program")?;
            command.arg(name);
            let text = String::from_utf8(run(command, Clock::Outside, None)?.output)?;
            let numbers: Vec<f64> = text
                .split_whitespace()
                .filter_map(|n| n.parse().ok())
                .collect();
            let numbers: [f64; 4] = numbers.try_into().map_err(|_| "not four numbers")?;
            if best.is_none_or(|best| numbers[2] > best[2]) {
                best = Some(numbers);
            }
        }
        let best = best.ok_or("no run")?;
        table.row(
            [name.to_owned()]
                .into_iter()
                .chain(best.map(|n| format!("{n:.1}")))
                .collect(),
        );
    }
    Ok(table)
}

/// Runs the task of a child process: the first call of a tokenizer, or the
/// trials of a call that is cancelled.
pub(crate) fn child(corpus: &Corpus, task: &str) -> Result<(), Box<dyn Error>> {
    match task.parse() {
        Ok(number) => abort::trials(number),
        Err(_) => first_call(corpus, task),
    }
}

/// Loads, counts once, and prints times and memory.
fn first_call(corpus: &Corpus, rival: &str) -> Result<(), Box<dyn Error>> {
    let texts = texts(corpus)?;
    let (_, text) = texts.first().ok_or("no text")?;
    let (_, load) = RIVALS
        .iter()
        .find(|(name, _)| *name == rival)
        .ok_or("no such rival")?;
    let before = child::resident_kilobytes();
    let begun = Instant::now();
    let count = load()?;
    let loaded = begun.elapsed();
    let resident = child::resident_kilobytes().saturating_sub(before);
    black_box(count(text));
    let all = begun.elapsed();
    writeln!(
        io::stdout(),
        "{} {} {} {}",
        loaded.as_secs_f64() * 1e3,
        (all - loaded).as_secs_f64() * 1e3,
        text.len() as f64 / all.as_secs_f64() / 1e6,
        resident as f64 / 1e3,
    )?;
    Ok(())
}
