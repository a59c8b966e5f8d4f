//! `cargo run --release --example glob -- PATTERN [DIR]`: prints the paths that
//! match, newest first.

use std::io::{self, Write};
use std::process::ExitCode;

use ransack::{CancelToken, FileType, GlobOptions, glob};

fn main() -> io::Result<ExitCode> {
    let mut args = std::env::args().skip(1);
    let Some(pattern) = args.next() else {
        writeln!(io::stderr(), "usage: glob PATTERN [DIR]")?;
        return Ok(ExitCode::from(2));
    };
    let root = args.next().unwrap_or_else(|| ".".into());
    let options = GlobOptions::new(pattern, root).sort_by_mtime(true);
    let outcome = match glob(&options, &CancelToken::new()) {
        Ok(outcome) => outcome,
        Err(error) => {
            writeln!(io::stderr(), "{error}")?;
            return Ok(ExitCode::from(2));
        }
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    for found in &outcome.items {
        // Raw bytes: a path need not be UTF-8.
        out.write_all(found.path.as_bytes())?;
        let is_dir = found.file_type == FileType::Dir;
        out.write_all(if is_dir { b"/\n" } else { b"\n" })?;
    }
    out.flush()?;
    if !outcome.report.complete {
        let skipped = &outcome.report.skipped;
        writeln!(io::stderr(), "not everything was looked at: {skipped:?}")?;
        return Ok(ExitCode::from(2));
    }
    Ok(ExitCode::from(u8::from(outcome.items.is_empty())))
}
