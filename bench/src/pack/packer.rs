//! Other packers.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use ransack::{PackOptions, PackRules, RuleMode};
use serde_json::Value;

use crate::corpus::Corpus;

/// Other program that packs files.
pub(super) struct Packer {
    pub(super) name: &'static str,
    /// Environment variable that names the program.
    pub(super) variable: &'static str,
    program: PathBuf,
    /// Arguments with which the program packs all files to standard output.
    arguments: &'static [&'static str],
    /// Arguments with which it prints the chosen files.
    list_arguments: &'static [&'static str],
    /// Reads the paths that it prints.
    paths: fn(&[u8]) -> Option<BTreeSet<String>>,
    pub(super) counts_tokens: bool,
    /// Options with which ransack follows the rules of the program.
    pub(super) options: fn(&Corpus) -> PackOptions,
}

/// Returns all packers.
pub(super) fn all() -> Vec<Packer> {
    let program = |variable: &str, name: &str| {
        let program = std::env::var_os(variable).filter(|program| !program.is_empty());
        PathBuf::from(program.unwrap_or_else(|| name.into()))
    };
    vec![
        Packer {
            name: "repomix",
            variable: "RANSACK_BENCH_REPOMIX",
            program: program("RANSACK_BENCH_REPOMIX", "repomix"),
            arguments: &["--stdout", "."],
            list_arguments: &[
                "--stdout",
                "--style",
                "json",
                "--no-default-patterns",
                "--ignore",
                ".git/**",
                ".",
            ],
            paths: |text| {
                let value: Value = serde_json::from_slice(text).ok()?;
                Some(value["files"].as_object()?.keys().cloned().collect())
            },
            counts_tokens: true,
            options: plain,
        },
        Packer {
            name: "yek",
            variable: "RANSACK_BENCH_YEK",
            program: program("RANSACK_BENCH_YEK", "yek"),
            arguments: &["--max-size", "1000MB", "."],
            list_arguments: &["--max-size", "1000MB", "--json", "."],
            paths: |text| {
                let value: Value = serde_json::from_slice(text).ok()?;
                let files = value.as_array()?.iter();
                Some(
                    files
                        .filter_map(|file| Some(file["filename"].as_str()?.to_owned()))
                        .collect(),
                )
            },
            counts_tokens: false,
            options: visible,
        },
        Packer {
            name: "code2prompt",
            variable: "RANSACK_BENCH_CODE2PROMPT",
            program: program("RANSACK_BENCH_CODE2PROMPT", "code2prompt"),
            arguments: &["--quiet", "--output-file", "-", "."],
            list_arguments: &[
                "--quiet",
                "--output-format",
                "json",
                "--output-file",
                "-",
                ".",
            ],
            paths: |text| {
                let value: Value = serde_json::from_slice(text).ok()?;
                let files = value["files"].as_array()?.iter();
                Some(
                    files
                        .filter_map(|path| Some(path.as_str()?.to_owned()))
                        .collect(),
                )
            },
            counts_tokens: true,
            options: visible,
        },
        Packer {
            name: "files-to-prompt",
            variable: "RANSACK_BENCH_FILES_TO_PROMPT",
            program: program("RANSACK_BENCH_FILES_TO_PROMPT", "files-to-prompt"),
            arguments: &["."],
            list_arguments: &["--cxml", "."],
            paths: |text| {
                let text = String::from_utf8_lossy(text);
                let mut lines = text.lines();
                let mut paths = BTreeSet::new();
                while let Some(line) = lines.next() {
                    let source = line.starts_with("<document index=").then(|| {
                        lines
                            .next()?
                            .strip_prefix("<source>")?
                            .strip_suffix("</source>")
                    });
                    paths.extend(source.flatten().map(without_dot));
                }
                Some(paths)
            },
            counts_tokens: false,
            options: visible,
        },
        Packer {
            name: "jinni",
            variable: "RANSACK_BENCH_JINNI",
            program: program("RANSACK_BENCH_JINNI", "jinni"),
            arguments: &["--no-copy", "--size-limit-mb", "1000", "."],
            list_arguments: &["--no-copy", "--size-limit-mb", "1000", "--list-only", "."],
            paths: |text| {
                let text = String::from_utf8_lossy(text);
                Some(text.lines().map(without_dot).collect())
            },
            counts_tokens: false,
            options: |corpus| {
                let mut rules = PackRules::default();
                rules.mode = RuleMode::Jinni;
                rules.root = Some(corpus.path().to_owned());
                PackOptions::new(corpus.path()).rules(rules)
            },
        },
    ]
}

/// Options without rules besides ignore files.
fn plain(corpus: &Corpus) -> PackOptions {
    let mut options = PackOptions::new(corpus.path());
    options.rules = None;
    options.scope.hidden = true;
    options.scope.node_modules = true;
    options
}

/// Options without rules besides ignore files, and without hidden files.
fn visible(corpus: &Corpus) -> PackOptions {
    let mut options = plain(corpus);
    options.scope.hidden = false;
    options
}

fn without_dot(path: &str) -> String {
    path.strip_prefix("./").unwrap_or(path).to_owned()
}

impl Packer {
    /// Returns the version; `None` if the program does not run.
    pub(super) fn version(&self) -> Option<String> {
        let first_line = |argument: &str| {
            let mut command = Command::new(&self.program);
            let output = command.arg(argument).stderr(Stdio::null()).output().ok()?;
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let line = text.lines().next().unwrap_or_default().to_owned();
            output.status.success().then_some(line)
        };
        let installed = || {
            // jinni prints no version.
            let mut python = Command::new(self.program.with_file_name("python"));
            let code = format!(
                "import importlib.metadata as m; print(m.version('{}'))",
                self.name
            );
            let output = python
                .args(["-c", &code])
                .stderr(Stdio::null())
                .output()
                .ok()?;
            let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
            output.status.success().then_some(text)
        };
        let runs = || first_line("--help").map(|_| "of unknown version".to_owned());
        first_line("--version").or_else(installed).or_else(runs)
    }

    /// Returns the process that packs all files.
    pub(super) fn command(&self, corpus: &Corpus) -> Command {
        let mut command = Command::new(&self.program);
        command.args(self.arguments).current_dir(corpus.path());
        // repomix keeps the tokens of earlier runs on disk.
        command.env("REPOMIX_TOKEN_CACHE", "0");
        command
    }

    /// Returns the files that the program packs.
    pub(super) fn files(&self, corpus: &Corpus) -> Result<BTreeSet<String>, Box<dyn Error>> {
        let mut command = Command::new(&self.program);
        command.args(self.list_arguments).current_dir(corpus.path());
        let output = command.stdin(Stdio::null()).output()?;
        let paths = (self.paths)(&output.stdout);
        paths.ok_or_else(|| {
            let words = String::from_utf8_lossy(&output.stderr);
            format!("{}: {}: {words}", self.name, output.status).into()
        })
    }
}
