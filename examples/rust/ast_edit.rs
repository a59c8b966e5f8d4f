//! `cargo run --release --example ast_edit -- PATTERN REPLACEMENT [DIR] [--apply]`: replaces code
//! that matches a pattern. Without `--apply`, it only prints the changes.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use ransack::{AstEditOptions, CancelToken, RenderOptions, ast_edit, render};

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
    // The diffs of the files, and what was not examined.
    let how = RenderOptions::default().color(io::stdout().is_terminal());
    let token = CancelToken::new();
    let edited = ast_edit(&options, &token).and_then(|outcome| {
        let rendering = render(&outcome, &how, &token)?;
        Ok((outcome, rendering))
    });
    let (outcome, rendering) = match edited {
        Ok(edited) => edited,
        Err(error) => {
            writeln!(io::stderr(), "{error}")?;
            return Ok(ExitCode::from(2));
        }
    };
    let mut out = io::stdout().lock();
    out.write_all(rendering.text.as_bytes())?;
    let (count, files) = (outcome.total_replacements, outcome.file_changes.len());
    let verb = if outcome.applied { "made" } else { "possible" };
    writeln!(out, "{count} replacements {verb} in {files} files")?;
    if !outcome.report.complete {
        return Ok(ExitCode::from(2));
    }
    Ok(ExitCode::from(u8::from(count == 0)))
}
