//! Tokenizers for Node and Bun, called by `node/tokens.mjs`.

use std::error::Error;
use std::fs;
use std::io::Write;
use std::process::Command;

use serde_json::Value;

use crate::find;
use crate::measure::Plan;
use crate::rival::OWN_ADDON;
use crate::table::{Table, percentile};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/node/tokens.mjs");

/// Runs the script in each runtime, if packages are installed. Returns false if
/// counts differ without a known cause.
pub(super) fn measure(
    texts: &[(String, String)],
    plan: &Plan,
    out: &mut dyn Write,
) -> Result<(Vec<Table>, bool), Box<dyn Error>> {
    let mut tables = Vec::new();
    let mut equal = true;
    let Ok(modules) = std::env::var("RANSACK_BENCH_NODE_MODULES") else {
        writeln!(out, "Node: left out, RANSACK_BENCH_NODE_MODULES is not set")?;
        return Ok((tables, equal));
    };
    let dir = tempfile::tempdir()?;
    let mut arguments = Vec::new();
    for (number, (name, text)) in texts.iter().enumerate() {
        let path = dir.path().join(number.to_string());
        fs::write(&path, text)?;
        arguments.push(format!("{name}={}", path.display()));
    }
    let rounds = if plan.only_check { 0 } else { plan.runs };
    for (variable, name) in [("RANSACK_BENCH_NODE", "node"), ("RANSACK_BENCH_BUN", "bun")] {
        let Some(runtime) = find::program(variable, name) else {
            writeln!(out, "{name}: left out, not found")?;
            continue;
        };
        let addon = std::env::var("RANSACK_BENCH_ADDON").unwrap_or_else(|_| OWN_ADDON.into());
        let output = Command::new(runtime)
            .args([SCRIPT, &addon, &modules, &rounds.to_string()])
            .args(&arguments)
            .output()?;
        let Ok(answer) = serde_json::from_slice::<Value>(&output.stdout) else {
            return Err(String::from_utf8_lossy(&output.stderr).into());
        };
        equal &= output.status.success();
        report(&answer, out)?;
        if rounds > 0 {
            tables.push(table(&answer));
            tables.push(abort(&answer));
        }
    }
    Ok((tables, equal))
}

/// Prints missing packages and differing counts.
fn report(answer: &Value, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "{}", string(&answer["runtime"]))?;
    for name in list(&answer["missing"]) {
        writeln!(out, "  {} is not installed", string(name))?;
    }
    for row in list(&answer["differences"]) {
        writeln!(
            out,
            "  {} counts {} in {}, ransack {}: {}",
            string(&row["who"]),
            row["other"],
            string(&row["kind"]),
            row["ransack"],
            row["why"].as_str().unwrap_or("not explained"),
        )?;
    }
    Ok(())
}

/// Returns the best of the rounds: MB/s for texts, nanoseconds for the short
/// string, milliseconds for the first call.
fn table(answer: &Value) -> Table {
    let first = list(&answer["first"]);
    let rivals: Vec<&str> = first.iter().map(|row| string(&row["who"])).collect();
    let runtime = format!("{}, MB/s", string(&answer["runtime"]));
    let heads = [runtime.as_str()].into_iter().chain(rivals);
    let mut table = Table::new(&heads.collect::<Vec<_>>());
    let times = list(&answer["times"]);
    for rows in times.chunk_by(|a, b| a["kind"] == b["kind"]) {
        let Some(kind) = rows.first().map(|row| string(&row["kind"])) else {
            continue;
        };
        let cells = rows.iter().map(|row| {
            let ns = best(&row["ns"]);
            match row["bytes"].as_f64() {
                Some(bytes) if bytes > 1000.0 => format!("{:.1}", bytes / ns * 1e3),
                _ => format!("{ns:.0} ns"),
            }
        });
        table.row([kind.to_owned()].into_iter().chain(cells).collect());
    }
    let cells = first
        .iter()
        .map(|row| format!("{:.0} ms", best(&row["ms"])));
    let head = ["first call of a process".to_owned()];
    table.row(head.into_iter().chain(cells).collect());
    table
}

/// Returns the milliseconds from an abort to the rejection.
fn abort(answer: &Value) -> Table {
    let runtime = format!("{}: abort to settled", string(&answer["runtime"]));
    let mut table = Table::new(&[&runtime, "trials", "p50 ms", "max ms"]);
    for row in list(&answer["abort"]) {
        let times: Vec<f64> = list(&row["ms"]).iter().filter_map(Value::as_f64).collect();
        let cell =
            |percent| percentile(&times, percent).map_or("-".into(), |ms| format!("{ms:.2}"));
        table.row(vec![
            string(&row["kind"]).to_owned(),
            format!("{} of {}", times.len(), row["trials"]),
            cell(50),
            cell(100),
        ]);
    }
    table
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn string(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn best(times: &Value) -> f64 {
    let times = list(times).iter().filter_map(Value::as_f64);
    times.fold(f64::INFINITY, f64::min)
}
