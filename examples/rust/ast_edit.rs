//! `cargo run --release --example ast_edit -- PATTERN REPLACEMENT [DIR] [--apply]`: replaces code
//! that matches a pattern. Without `--apply`, it only prints the changes.

use std::io::{self, Write};
use std::process::ExitCode;

use ransack::{AstEditOptions, CancelToken, ast_edit};

fn main() -> io::Result<ExitCode> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let apply = args.last().is_some_and(|last| last == "--apply");
    args.truncate(args.len() - usize::from(apply));
    let [pattern, replacement, rest @ ..] = &args[..] else {
        writeln!(
            io::stderr(),
            "usage: ast_edit PATTERN REPLACEMENT [DIR] [--apply]"
        )?;
        return Ok(ExitCode::from(2));
    };
    let root = rest.first().map_or(".", String::as_str);
    let options = AstEditOptions::new(pattern, replacement, root).dry_run(!apply);
    let outcome = match ast_edit(&options, &CancelToken::new()) {
        Ok(outcome) => outcome,
        Err(error) => {
            writeln!(io::stderr(), "{error}")?;
            return Ok(ExitCode::from(2));
        }
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    for change in &outcome.changes {
        let (line, column) = (change.span.start.line, change.span.start.column + 1);
        writeln!(out, "{}:{line}:{column}", change.path)?;
        for (sign, text) in [("-", &change.before), ("+", &change.after)] {
            for line in text.split(|byte| *byte == b'\n') {
                // Raw bytes: code need not be UTF-8.
                out.write_all(&[sign.as_bytes(), line, b"\n"].concat())?;
            }
        }
    }
    let (count, files) = (outcome.total_replacements, outcome.file_changes.len());
    let verb = if outcome.applied { "made" } else { "possible" };
    writeln!(out, "{count} replacements {verb} in {files} files")?;
    out.flush()?;
    if !outcome.report.complete {
        let skipped = &outcome.report.skipped;
        writeln!(io::stderr(), "not everything was looked at: {skipped:?}")?;
        return Ok(ExitCode::from(2));
    }
    Ok(ExitCode::from(u8::from(count == 0)))
}
