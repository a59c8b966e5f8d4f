//! Definitions of files as reported by official parsers, which are programs or functions.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use serde_json::Value;

use super::Found;
use crate::find;

/// Parser of an oracle.
pub(super) enum Parser {
    /// Program in `oracles/`.
    Script {
        /// Environment variable and name of the program that runs it.
        runtime: (&'static str, &'static str),
        /// Arguments before the program.
        arguments: &'static [&'static str],
        name: &'static str,
    },
    /// Function that returns the definitions of a text, or the reason why it rejects the text.
    Function(fn(&str) -> Result<Vec<Found>, String>),
}

/// Definitions that the oracle reports for one file, or the reason why its parser rejects the file.
pub(super) type Read = Result<Definitions, String>;

/// Definitions of one file by the oracle.
pub(super) struct Definitions {
    pub(super) items: Vec<Found>,
    /// First and last lines of the ranges that the parser does not read.
    skipped: Vec<(u64, u64)>,
}

impl Definitions {
    /// Returns whether the parser reads the line of a definition.
    pub(super) fn is_read(&self, found: &Found) -> bool {
        let (_, _, line) = *found;
        let mut skipped = self.skipped.iter();
        !skipped.any(|(first, last)| (*first..=*last).contains(&line))
    }
}

/// Reader for the files of a language.
pub(super) enum Reader {
    Program(Command),
    Function(fn(&str) -> Result<Vec<Found>, String>),
}

impl Parser {
    /// Returns the reader, or the reason why it cannot run.
    pub(super) fn reader(&self) -> Result<Reader, String> {
        let (runtime, arguments, script) = match self {
            Parser::Script {
                runtime,
                arguments,
                name,
            } => (*runtime, *arguments, *name),
            Parser::Function(function) => return Ok(Reader::Function(*function)),
        };
        let (variable, name) = runtime;
        let runtime = find::program(variable, name).ok_or(format!("no {name} found"))?;
        let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("oracles");
        let mut command = Command::new(runtime);
        command.args(arguments).arg(scripts.join(script));
        Ok(Reader::Program(command))
    }
}

impl Reader {
    /// Returns the definitions of each file.
    pub(super) fn read(self, files: &[PathBuf]) -> Result<BTreeMap<PathBuf, Read>, Box<dyn Error>> {
        let function = match self {
            Reader::Program(command) => return ask(command, files),
            Reader::Function(function) => function,
        };
        let read = files.iter().map(|path| {
            let source = String::from_utf8(fs::read(path)?);
            let items = source.map_err(|e| e.to_string());
            let skipped = Vec::new();
            let read = items.and_then(|source| function(&source));
            Ok((
                path.clone(),
                read.map(|items| Definitions { items, skipped }),
            ))
        });
        read.collect()
    }
}

/// Runs the oracle on the files.
fn ask(mut command: Command, files: &[PathBuf]) -> Result<BTreeMap<PathBuf, Read>, Box<dyn Error>> {
    let mut paths = String::new();
    for path in files {
        paths += path.to_str().ok_or("a path that is not UTF-8")?;
        paths.push('\n');
    }
    let mut process = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = process.stdin.take().ok_or("no standard input")?;
    // The oracle may print before it has read all input.
    let writer = thread::spawn(move || input.write_all(paths.as_bytes()));
    let output = process.wait_with_output()?;
    if !output.status.success() {
        return Err(format!("{command:?}: {}", output.status).into());
    }
    writer.join().map_err(|_| "the writer panicked")??;
    let mut read = BTreeMap::new();
    for line in String::from_utf8(output.stdout)?.lines() {
        let value: Value = serde_json::from_str(line)?;
        let path = value["path"]
            .as_str()
            .ok_or_else(|| Malformed(line.into()))?;
        let items = match (value["error"].as_str(), value["items"].as_array()) {
            (Some(why), _) => Err(why.to_owned()),
            (None, Some(items)) => {
                let definitions = definitions(items, &value["skipped"]);
                Ok(definitions.ok_or_else(|| Malformed(line.into()))?)
            }
            (None, None) => return Err(Malformed(line.into()).into()),
        };
        read.insert(PathBuf::from(path), items);
    }
    Ok(read)
}

fn definitions(items: &[Value], skipped: &Value) -> Option<Definitions> {
    let skipped = skipped.as_array().map_or(&[][..], Vec::as_slice);
    let range = |range: &Value| Some((range[0].as_u64()?, range[1].as_u64()?));
    Some(Definitions {
        items: items.iter().map(found).collect::<Option<_>>()?,
        skipped: skipped.iter().map(range).collect::<Option<_>>()?,
    })
}

fn found(item: &Value) -> Option<Found> {
    let part = |at: usize| item[at].as_str().map(str::to_owned);
    Some((part(0)?, part(1)?, item[2].as_u64()?))
}

/// Oracle output line that does not have the documented form.
#[derive(Debug)]
struct Malformed(String);

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start: String = self.0.chars().take(200).collect();
        write!(f, "cannot read a line of the oracle: {start}")
    }
}

impl Error for Malformed {}
