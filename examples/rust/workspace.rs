//! `workspace DIR`: reads globs from standard input, one per line, and prints
//! the matching paths of a cached, watched directory.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::Instant;

use ransack::{CancelToken, Error, GlobOptions, Workspace, WorkspaceOptions, glob};

fn main() -> ExitCode {
    let Some(root) = std::env::args_os().nth(1) else {
        let _ = writeln!(io::stderr(), "usage: workspace DIR");
        return ExitCode::from(2);
    };
    let workspace = match Workspace::open(root, &WorkspaceOptions::default()) {
        Ok(workspace) => workspace,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            return ExitCode::from(2);
        }
    };
    for pattern in io::stdin().lock().lines().map_while(Result::ok) {
        if let Err(error) = answer(&workspace, &pattern) {
            let _ = writeln!(io::stderr(), "{error}");
        }
    }
    ExitCode::SUCCESS
}

fn answer(workspace: &Workspace, pattern: &str) -> Result<(), Error> {
    let begun = Instant::now();
    let outcome = glob(&GlobOptions::new(pattern, workspace), &CancelToken::new())?;
    let time = begun.elapsed();
    let mut out = io::stdout().lock();
    for found in &outcome.items {
        let _ = writeln!(out, "{}", found.path);
    }
    let snapshot = outcome.report.snapshot.mode;
    let _ = writeln!(
        out,
        "{} paths in {time:.1?} ({snapshot:?})",
        outcome.items.len()
    );
    Ok(())
}
