//! Compiler of a language, which reads texts in sequence.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::ops::Range;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::Value;

use crate::outline_oracle;

/// Declaration found by a compiler.
pub(super) struct Declaration {
    pub(super) name: String,
    pub(super) range: Range<usize>,
}

/// Running program of `oracles/`.
pub(super) struct Compiler {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// File that the program reads.
    path: PathBuf,
}

impl Compiler {
    /// Starts the compiler of a language, which reads texts from the file at `path`.
    pub(super) fn start(language: &str, path: PathBuf) -> Result<Compiler, Box<dyn Error>> {
        let mut command = outline_oracle::program(language)?;
        if language == "python" {
            command.arg("--compile");
        }
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn()?;
        let input = process.stdin.take().ok_or("no standard input")?;
        let output = process.stdout.take().ok_or("no standard output")?;
        Ok(Compiler {
            process,
            input,
            output: BufReader::new(output),
            path,
        })
    }

    /// Returns the declarations of a text, or the reason why the compiler rejects it.
    pub(super) fn compile(
        &mut self,
        text: &str,
    ) -> Result<Result<Vec<Declaration>, String>, Box<dyn Error>> {
        fs::write(&self.path, text)?;
        writeln!(self.input, "{}", self.path.display())?;
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        let value: Value = serde_json::from_str(&line)?;
        if let Some(why) = value["error"].as_str() {
            return Ok(Err(why.to_owned()));
        }
        let items = value["items"].as_array();
        let items = items.ok_or("no items")?.iter().map(declaration);
        let items = items.collect::<Option<Vec<_>>>();
        Ok(Ok(items.ok_or("an item without its offsets")?))
    }
}

impl Drop for Compiler {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn declaration(item: &Value) -> Option<Declaration> {
    let offset = |at: usize| usize::try_from(item[at].as_u64()?).ok();
    Some(Declaration {
        name: item[1].as_str()?.to_owned(),
        range: offset(3)?..offset(4)?,
    })
}

/// Declarations by name and code, with the number of occurrences of each.
pub(super) type Declarations = BTreeMap<(String, String), usize>;

/// Returns the code of a range without white space and the separator at its end.
pub(super) fn code(text: &str, range: Range<usize>) -> String {
    let code = text.get(range).unwrap_or_default();
    let code: String = code.split_whitespace().collect();
    code.trim_end_matches([',', ';']).to_owned()
}
