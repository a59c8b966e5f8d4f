//! Syntax-tree search: ast-grep's command line, and comparison of results.

use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use crate::cases::Case;
use crate::corpus::Corpus;
use crate::find;
use crate::rival::{AST_GREP, Clock, Rival};

/// ast-grep, called with the pattern alone or with a rule that adds a context to the pattern. The
/// rule gives the correct result.
pub(crate) struct AstGrep {
    pub(crate) in_context: bool,
}

fn program() -> Option<PathBuf> {
    find::program("RANSACK_BENCH_AST_GREP", "ast-grep")
}

impl Rival for AstGrep {
    fn name(&self) -> &'static str {
        if self.in_context {
            "ast-grep, told the context"
        } else {
            AST_GREP
        }
    }

    fn version(&self) -> Result<String, String> {
        let program = program().ok_or("no ast-grep found, see RANSACK_BENCH_AST_GREP")?;
        find::version(&program).ok_or_else(|| "it does not run".into())
    }

    fn clock(&self) -> Clock {
        Clock::Outside
    }

    fn command(&self, case: &Case, corpus: &Corpus) -> Option<Command> {
        let syntax = case.syntax.as_ref()?;
        let mut command = Command::new(program()?);
        command.current_dir(corpus.path());
        if self.in_context {
            let kind = syntax.kind.as_ref()?;
            let context = format!("void f(void) {{ {}; }}", case.pattern);
            let rule = json!({
                "id": "pattern",
                "language": syntax.language,
                "rule": { "any": [
                    { "pattern": { "context": context, "selector": kind } },
                    { "pattern": case.pattern },
                ] },
            });
            command.args(["scan", "--inline-rules", &rule.to_string()]);
        } else {
            command.args([
                "run",
                "--pattern",
                &case.pattern,
                "--lang",
                &syntax.language,
            ]);
        }
        command.args(["--json=stream", "--no-ignore=hidden", "./"]);
        Some(command)
    }

    fn policy_difference(&self, case: &Case) -> Option<&'static str> {
        reads_otherwise(case)
    }
}

/// Reason why tools that parse a pattern as a standalone file find other nodes.
pub(crate) fn reads_otherwise(case: &Case) -> Option<&'static str> {
    case.syntax.as_ref()?.kind.as_ref()?;
    Some("it reads a call alone as a type made by a macro")
}

/// Reason why pi-natives does not find all code with a block.
pub(crate) fn minds_comments(case: &Case) -> Option<&'static str> {
    let has_block = case.pattern.contains('{');
    has_block.then_some("it finds no block that has a comment before its closing bracket")
}

/// Parses the position of a match, `path:start:end` in bytes, from a line in that form or a line of
/// ast-grep's JSON.
pub(crate) fn place(line: &[u8]) -> Vec<u8> {
    match serde_json::from_slice::<Value>(line) {
        Ok(found) => {
            let file = found["file"].as_str().unwrap_or_default();
            let bytes = &found["range"]["byteOffset"];
            let file = file.strip_prefix("./").unwrap_or(file);
            format!("{file}:{}:{}", bytes["start"], bytes["end"]).into_bytes()
        }
        Err(_) => line.to_vec(),
    }
}
