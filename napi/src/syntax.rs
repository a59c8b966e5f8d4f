//! The syntax at a place of a text, and what is wrong with it. Each question is
//! answered at once or as a [task](crate::task).

use std::ops::RangeInclusive;

use napi::bindgen_prelude::{Either, External, Null, Object, Uint8Array};
use napi::{Env, Result};
use napi_derive::napi;
use ransack::{CancelToken, Pool};

use crate::ast::AstRange;
use crate::error::failure;
use crate::options::{BlockRangeOptions, CheckSyntaxOptions, EnclosingBoundaryOptions, Text};
use crate::task::{Answer, Task, Waker};

/// A node of a syntax tree.
#[napi(object, object_from_js = false)]
pub struct SyntaxNode {
    /// Its kind, by the name that the grammar gives it.
    pub kind: String,
    /// Its first line, 1-based.
    pub start_line: f64,
    /// Its last line: that of its last character which is no line end.
    pub end_line: f64,
    /// Where it is.
    pub range: AstRange,
}

/// A place where a text breaks the syntax of its language.
#[napi(object, object_from_js = false)]
pub struct SyntaxDiagnostic {
    /// What is missing here, by the name that the grammar gives it; absent for
    /// text that has no place here.
    pub missing: Option<String>,
    /// Where it is.
    pub range: AstRange,
}

/// What is asked about a text.
enum Question {
    Block(u64),
    Chain(u64),
    Boundaries(Vec<RangeInclusive<u64>>),
    Diagnostics,
}

/// What is answered. Nothing is, if the text is in no language that is known.
enum Found {
    Nothing,
    Node(SyntaxNode),
    Nodes(Vec<SyntaxNode>),
    Lines(Vec<f64>),
    Diagnostics(Vec<SyntaxDiagnostic>),
}

impl Question {
    fn answer(&self, text: &Text, token: &CancelToken) -> ransack::Result<Found> {
        let code = &text.code;
        let Some(language) = &text.language else {
            return Ok(Found::Nothing);
        };
        Ok(match self {
            Question::Block(line) => {
                let node = ransack::block_range_at(code, language, *line, token)?;
                node.map_or(Found::Nothing, |node| Found::Node(node.into()))
            }
            Question::Chain(line) => {
                let nodes = ransack::node_chain_at(code, language, *line, token)?;
                Found::Nodes(nodes.into_iter().map(Into::into).collect())
            }
            Question::Boundaries(shown) => {
                let lines = ransack::enclosing_block_boundaries(code, language, shown, token)?;
                lines.map_or(Found::Nothing, |lines| {
                    Found::Lines(lines.into_iter().map(|line| line as f64).collect())
                })
            }
            Question::Diagnostics => {
                let diagnostics = ransack::check_syntax(code, language, token)?;
                Found::Diagnostics(diagnostics.into_iter().map(Into::into).collect())
            }
        })
    }

    /// Answers at once: an object with the `answer` or the `error`.
    fn ask<'env>(&self, env: &'env Env, text: &Text) -> Result<Object<'env>> {
        let token = match text.timeout {
            Some(timeout) => CancelToken::with_timeout(timeout),
            None => CancelToken::new(),
        };
        let mut found = Object::new(env)?;
        match self.answer(text, &token) {
            Ok(answer) => answer.set_on(&mut found)?,
            Err(error) => found.set("error", failure(env, &error)?)?,
        }
        Ok(found)
    }

    /// Answers as task `id`.
    fn start(self, waker: &Waker, id: u32, text: Text) -> External<Task> {
        waker.start_one(id, text.timeout, |token| {
            Pool::shared().run(token, move |token| self.answer(&text, token))
        })
    }
}

impl Answer for Found {
    fn set_on(self, object: &mut Object<'_>) -> Result<()> {
        match self {
            Found::Nothing => object.set("answer", Null),
            Found::Node(node) => object.set("answer", node),
            Found::Nodes(nodes) => object.set("answer", nodes),
            Found::Lines(lines) => object.set("answer", lines),
            Found::Diagnostics(diagnostics) => object.set("answer", diagnostics),
        }
    }
}

/// The outermost node that begins in a line.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn block_range_at(env: &Env, options: BlockRangeOptions) -> Result<Object<'_>> {
    let (text, line) = options.into_parts()?;
    Question::Block(line).ask(env, &text)
}

/// The same as a task.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn block_range_at_task(
    waker: &External<Waker>,
    id: u32,
    options: BlockRangeOptions,
) -> Result<External<Task>> {
    let (text, line) = options.into_parts()?;
    Ok(Question::Block(line).start(waker, id, text))
}

/// The nodes that hold a line.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn node_chain_at(env: &Env, options: BlockRangeOptions) -> Result<Object<'_>> {
    let (text, line) = options.into_parts()?;
    Question::Chain(line).ask(env, &text)
}

/// The same as a task.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn node_chain_at_task(
    waker: &External<Waker>,
    id: u32,
    options: BlockRangeOptions,
) -> Result<External<Task>> {
    let (text, line) = options.into_parts()?;
    Ok(Question::Chain(line).start(waker, id, text))
}

/// The lines that tell where those shown are.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn enclosing_block_boundaries(
    env: &Env,
    options: EnclosingBoundaryOptions,
) -> Result<Object<'_>> {
    let (text, shown) = options.into_parts()?;
    Question::Boundaries(shown).ask(env, &text)
}

/// The same as a task.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn enclosing_block_boundaries_task(
    waker: &External<Waker>,
    id: u32,
    options: EnclosingBoundaryOptions,
) -> Result<External<Task>> {
    let (text, shown) = options.into_parts()?;
    Ok(Question::Boundaries(shown).start(waker, id, text))
}

/// Where a text breaks the syntax of its language.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn check_syntax(
    env: &Env,
    source: Either<String, Uint8Array>,
    language: String,
    options: CheckSyntaxOptions,
) -> Result<Object<'_>> {
    let text = options.into_text(source, language)?;
    Question::Diagnostics.ask(env, &text)
}

/// The same as a task.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn check_syntax_task(
    source: Either<String, Uint8Array>,
    language: String,
    waker: &External<Waker>,
    id: u32,
    options: CheckSyntaxOptions,
) -> Result<External<Task>> {
    let text = options.into_text(source, language)?;
    Ok(Question::Diagnostics.start(waker, id, text))
}

impl From<ransack::SyntaxNode> for SyntaxNode {
    fn from(node: ransack::SyntaxNode) -> SyntaxNode {
        SyntaxNode {
            kind: node.kind,
            start_line: node.span.start.line as f64,
            end_line: node.last_line as f64,
            range: node.span.into(),
        }
    }
}

impl From<ransack::SyntaxDiagnostic> for SyntaxDiagnostic {
    fn from(diagnostic: ransack::SyntaxDiagnostic) -> SyntaxDiagnostic {
        SyntaxDiagnostic {
            missing: diagnostic.missing,
            range: diagnostic.span.into(),
        }
    }
}
