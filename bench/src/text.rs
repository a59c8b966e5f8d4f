//! Terminal text: nanoseconds per call on three lines, through Node and Bun, compared with packages
//! with the same functions, and from Rust.

use std::error::Error;
use std::hint::black_box;
use std::io::Write;
use std::process::Command;
use std::time::{Duration, Instant};

use ransack::{
    Align, TextOptions, TruncateOptions, WrapOptions, extract_segments, graphemes, pad_to_width,
    sanitize_text, slice_with_width, strip_ansi, truncate_to_width, visible_width,
    wrap_text_with_ansi,
};
use serde_json::Value;

use crate::find;
use crate::measure::Plan;
use crate::rival::OWN_ADDON;
use crate::table::{Table, median};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/node/text.mjs");
/// Duration of each call's turn in a round.
const TURN: Duration = Duration::from_millis(3);
/// Length in bytes of the ASCII text for throughput; fits in the first-level cache.
const ASCII: usize = 16 << 10;

/// Runs the script in each runtime, and the same calls from Rust. Returns false
/// if a difference between results has no explanation.
pub(crate) fn measure(
    plan: &Plan,
    out: &mut dyn Write,
) -> Result<(bool, Vec<Table>), Box<dyn Error>> {
    let rounds = if plan.only_check { 0 } else { plan.runs };
    let mut equal = true;
    let mut tables = Vec::new();
    let mut samples = Vec::new();
    for (variable, name) in [("RANSACK_BENCH_NODE", "node"), ("RANSACK_BENCH_BUN", "bun")] {
        let Some(runtime) = find::program(variable, name) else {
            writeln!(out, "  {name}: left out, not found")?;
            continue;
        };
        let addon = std::env::var("RANSACK_BENCH_ADDON").unwrap_or_else(|_| OWN_ADDON.into());
        let modules = std::env::var("RANSACK_BENCH_NODE_MODULES").unwrap_or_default();
        let output = Command::new(runtime)
            .args([SCRIPT, &addon, &modules, &rounds.to_string()])
            .output()?;
        let Ok(answer) = serde_json::from_slice::<Value>(&output.stdout) else {
            return Err(String::from_utf8_lossy(&output.stderr).into());
        };
        equal &= report(&answer, out)?;
        samples = lines(&answer);
        if rounds > 0 {
            tables.push(table(&answer, &samples));
        }
    }
    if rounds > 0 {
        let texts: Vec<&str> = samples.iter().map(|(_, text)| text.as_str()).collect();
        tables.push(from_rust(&texts, rounds));
    }
    Ok((equal, tables))
}

/// Prints differences between results. Returns false if one has no explanation.
fn report(answer: &Value, out: &mut dyn Write) -> std::io::Result<bool> {
    let list = |name: &str| answer[name].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    writeln!(out, "  {}", text(&answer["runtime"]))?;
    for name in list("missing") {
        writeln!(out, "  {} is not installed", text(&name))?;
    }
    for row in list("known") {
        writeln!(
            out,
            "  {}: {} differs on {}: {}",
            text(&row["call"]),
            text(&row["rival"]),
            text(&row["kind"]),
            text(&row["why"]),
        )?;
    }
    for row in list("unexplained") {
        writeln!(out, "  not explained: {row}")?;
    }
    for row in list("unused") {
        writeln!(out, "  explained, but there is no difference: {row}")?;
    }
    Ok(list("unexplained").is_empty() && list("unused").is_empty())
}

/// Names and texts of the lines that are timed.
fn lines(answer: &Value) -> Vec<(String, String)> {
    let samples = answer["samples"].as_array().cloned().unwrap_or_default();
    let part = |pair: &Value, i: usize| pair[i].as_str().unwrap_or_default().to_owned();
    samples.iter().map(|s| (part(s, 0), part(s, 1))).collect()
}

/// Returns the medians: one row per call and package.
fn table(answer: &Value, samples: &[(String, String)]) -> Table {
    let runtime = answer["runtime"].as_str().unwrap_or_default();
    let names = samples.iter().map(|(name, _)| format!("{name} ns"));
    let head: Vec<String> = std::iter::once(runtime.to_owned()).chain(names).collect();
    let mut table = Table::new(&head.iter().map(String::as_str).collect::<Vec<_>>());
    let times = answer["times"].as_array().cloned().unwrap_or_default();
    let key = |cell: &Value| format!("{}: {}", cell["call"], cell["who"]).replace('"', "");
    let mut done: Vec<String> = Vec::new();
    for cell in &times {
        let title = key(cell);
        if done.contains(&title) {
            continue;
        }
        let mut row = vec![title.clone()];
        for time in times.iter().filter(|cell| key(cell) == title) {
            let ns: Vec<f64> = time["ns"]
                .as_array()
                .map(|ns| ns.iter().filter_map(Value::as_f64).collect())
                .unwrap_or_default();
            row.push(median(&ns).map_or("-".into(), |ns| format!("{ns:.0}")));
        }
        table.row(row);
        done.push(title);
    }
    table
}

/// A call's name, and the call on a line.
type Call<'a> = (&'a str, &'a dyn Fn(&str));

fn from_rust(texts: &[&str], rounds: usize) -> Table {
    let text = TextOptions::default();
    let truncate = TruncateOptions::default();
    let wrap = WrapOptions::default();
    let calls: [Call<'_>; 9] = [
        ("visible_width", &|line| {
            black_box(visible_width(line, &text));
        }),
        ("truncate_to_width 20", &|line| {
            black_box(truncate_to_width(line, 20, &truncate));
        }),
        ("slice_with_width 5, 20", &|line| {
            black_box(slice_with_width(line, 5, 20, false, &text));
        }),
        ("wrap_text_with_ansi 40", &|line| {
            black_box(wrap_text_with_ansi(line, 40, &wrap));
        }),
        ("extract_segments 5, 15, 20", &|line| {
            black_box(extract_segments(line, 5, 15, 20, true, &text));
        }),
        ("pad_to_width 80", &|line| {
            black_box(pad_to_width(line, 80, Align::Left, &text));
        }),
        ("graphemes", &|line| {
            black_box(graphemes(line, &text).fold(0, |sum, g| sum + g.width));
        }),
        ("strip_ansi", &|line| {
            black_box(strip_ansi(line));
        }),
        ("sanitize_text", &|line| {
            black_box(sanitize_text(line));
        }),
    ];
    let mut table = Table::new(&["Rust", "ASCII ns", "ANSI ns", "Unicode ns"]);
    for (name, call) in calls {
        let mut row = vec![name.to_owned()];
        for line in texts {
            let times: Vec<f64> = (0..rounds)
                .map(|_| nanoseconds(|| call(black_box(line))))
                .collect();
            row.push(median(&times).map_or("-".into(), |ns| format!("{ns:.0}")));
        }
        table.row(row);
    }
    let ascii = "a".repeat(ASCII);
    let times: Vec<f64> = (0..rounds)
        .map(|_| {
            nanoseconds(|| {
                black_box(visible_width(black_box(&ascii), &text));
            })
        })
        .collect();
    let speed = median(&times).map_or("-".into(), |ns| format!("{:.1}", ASCII as f64 / ns));
    table.row(vec![
        "visible_width, GB/s".into(),
        speed,
        "-".into(),
        "-".into(),
    ]);
    table
}

/// Returns the nanoseconds per call.
fn nanoseconds(call: impl Fn()) -> f64 {
    let begun = Instant::now();
    let mut times = 0u32;
    while begun.elapsed() < TURN {
        for _ in 0..64 {
            call();
        }
        times += 64;
    }
    begun.elapsed().as_nanos() as f64 / f64::from(times)
}
