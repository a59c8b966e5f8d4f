//! Edit of one file of 300 kB from Node, reads of lines and places of lines, beside programs that read
//! and write the files themselves. The files are in memory, so the figures leave out the
//! synchronisation with a disk.

use std::env;
use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use crate::find;
use crate::measure::Plan;
use crate::outline_round_trip::SHARED_MEMORY;
use crate::rival::OWN_ADDON;
use crate::samples::Samples;
use crate::table::Table;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/node/edit.mjs");

/// Calls of each kind in one process.
const CALLS: usize = 50;

/// Runs the script, which compares the bytes after each call. Returns false if it fails.
pub(crate) fn measure(
    plan: &Plan,
    out: &mut dyn Write,
) -> Result<(bool, Vec<Table>), Box<dyn Error>> {
    let Some(node) = find::program("RANSACK_BENCH_NODE", "node") else {
        writeln!(out, "  Node: left out, not found")?;
        return Ok((true, Vec::new()));
    };
    writeln!(out, "  Node {}", find::version(&node).unwrap_or_default())?;
    let addon = env::var("RANSACK_BENCH_ADDON").unwrap_or_else(|_| OWN_ADDON.into());
    let memory = Path::new(SHARED_MEMORY);
    let dir = match memory.is_dir() {
        true => tempfile::tempdir_in(memory)?,
        false => tempfile::tempdir()?,
    };
    let calls = match plan.only_check {
        true => 1,
        false => CALLS,
    };
    let mut samples = Samples::default();
    let mut command = Command::new(node);
    command
        .args([SCRIPT, &addon])
        .arg(dir.path())
        .arg(calls.to_string());
    samples.collect(command)?;
    let table = samples.table("one file of 300 kB, ms");
    Ok((
        true,
        if plan.only_check {
            Vec::new()
        } else {
            vec![table]
        },
    ))
}
