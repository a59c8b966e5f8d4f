//! Line diffs of two texts of 300 kB: in this process beside `similar`, and of files beside
//! `git diff --no-index` and `diff`, whose figures include a process.

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::io::Write;
use std::process::Command;
use std::time::Instant;

use ransack::{CancelToken, DiffOptions, PatchOptions, parse_patch, unified_diff};
use similar::{Algorithm, TextDiff};

use crate::find;
use crate::measure::Plan;
use crate::samples::Samples;
use crate::table::Table;

/// Lines of a text of about 300 kB.
const LINES: usize = 7500;

/// Tools whose output is a unified diff of two files, with the arguments before the files.
const TOOLS: [(&str, &[&str]); 2] = [
    ("git", &["diff", "--no-index", "--no-color"]),
    ("diff", &["-u"]),
];

/// Times the diffs, after each diff was applied to the old text. Returns false if a diff does not give
/// the new text.
pub(crate) fn measure(
    plan: &Plan,
    out: &mut dyn Write,
) -> Result<(bool, Vec<Table>), Box<dyn Error>> {
    let version = find::crate_version("similar").unwrap_or_default();
    writeln!(out, "  similar {version}")?;
    for (tool, _) in TOOLS {
        let version = find::version(&tool.into());
        let version = version.unwrap_or_else(|| format!("{tool}: left out, not found"));
        writeln!(out, "  {version}")?;
    }
    let old: Vec<String> = (0..LINES)
        .map(|n| format!("    let value_{n} = compute(input, {});\n", n % 97))
        .collect();
    let mut changed = old.clone();
    for line in changed.iter_mut().step_by(LINES / 100).take(100) {
        line.insert_str(4, "mut ");
    }
    let other = (0..LINES).map(|n| format!("    // Another line, number {n}, of this length.\n"));
    let old = old.concat();
    let texts = [
        ("100 changed lines", changed.concat()),
        ("no common line", other.collect::<String>()),
    ];
    let mut equal = true;
    let mut tables = Vec::new();
    for (name, new) in &texts {
        let mut samples = Samples::default();
        equal &= compare(name, &old, new, plan, &mut samples, out)?;
        if !plan.only_check {
            tables.push(samples.table(&format!("diff of 300 kB, {name}, ms")));
        }
    }
    Ok((equal, tables))
}

fn compare(
    name: &str,
    old: &str,
    new: &str,
    plan: &Plan,
    samples: &mut Samples,
    out: &mut dyn Write,
) -> Result<bool, Box<dyn Error>> {
    let dir = tempfile::tempdir()?;
    fs::write(dir.path().join("old"), old)?;
    fs::write(dir.path().join("new"), new)?;
    let token = CancelToken::new();
    let runs = if plan.only_check { 1 } else { plan.runs };
    let mut equal = true;
    let mut check = |rival: &str, diff: &[u8]| -> Result<(), Box<dyn Error>> {
        let patch = parse_patch(diff)?;
        let patched = patch.files[0].apply(old.as_bytes(), &PatchOptions::default(), &token)?;
        if patched.text != new.as_bytes() {
            equal = false;
            writeln!(out, "  {name}: the diff of {rival} gives another text")?;
        }
        Ok(())
    };
    for run in 0..runs {
        let begun = Instant::now();
        let (before, after) = (old.as_bytes(), new.as_bytes());
        let diff = unified_diff(before, after, b"f", &DiffOptions::default(), &token)?;
        samples.add("ransack", begun.elapsed().as_secs_f64() * 1e3);
        if run == 0 {
            check("ransack", &diff)?;
        }
        for (rival, algorithm) in [
            ("similar, Myers", Algorithm::Myers),
            ("similar, histogram", Algorithm::Histogram),
        ] {
            let begun = Instant::now();
            let diff = TextDiff::configure()
                .algorithm(algorithm)
                .diff_lines(old, new);
            let diff = diff.unified_diff().header("a/f", "b/f").to_string();
            samples.add(rival, begun.elapsed().as_secs_f64() * 1e3);
            if run == 0 {
                check(rival, diff.as_bytes())?;
            }
        }
        for (tool, arguments) in TOOLS {
            let mut command = Command::new(tool);
            command
                .args(arguments)
                .args(["old", "new"])
                .current_dir(dir.path());
            let begun = Instant::now();
            let Ok(output) = command.output() else {
                continue;
            };
            samples.add(
                format!("{tool}, a process"),
                begun.elapsed().as_secs_f64() * 1e3,
            );
            if run == 0 {
                check(tool, black_box(&output.stdout))?;
            }
        }
    }
    Ok(equal)
}
