//! Interpretations of AST patterns: synchronously, and as a [task](crate::task).

use napi::bindgen_prelude::{Either, External, Object};
use napi::{Env, Result};
use napi_derive::napi;
use ransack::{CancelToken, Pool, ReadingShape};

use super::syntax::{CheckSyntaxCall, SyntaxInput};
use crate::content::OwnedText;
use crate::error::failure;
use crate::task::{Task, TaskAnswer, Waker, token_with};

/// Interpretation of a pattern in one grammatical context.
#[napi(object, object_from_js = false)]
pub struct PatternReading {
    /// Grammatical context in which the pattern was parsed: `file`, `statement`, `expression`,
    /// `member` or another context, depending on the language.
    pub context: String,
    /// Shape of the code that matches: one node, the beginning of one node with any body, or
    /// consecutive siblings.
    #[napi(ts_type = "'node' | 'header' | 'sequence'")]
    pub shape: String,
    /// Required kind of the matching node, or of the first matching sibling, as named by the
    /// grammar. Absent if a node of any kind matches.
    pub kind: Option<String>,
    /// Syntax tree of the pattern as an S-expression. Siblings are separated by a line feed; `...`
    /// stands for any further children.
    pub tree: String,
}

/// Interpretations of one pattern.
struct Readings(Vec<PatternReading>);

impl TaskAnswer for Readings {
    fn set_on(self, object: &mut Object<'_>) -> Result<()> {
        object.set("answer", self.0)
    }
}

/// Returns the interpretations of a pattern.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn explain_pattern(
    env: &Env,
    pattern: String,
    language: String,
    options: CheckSyntaxCall,
) -> Result<Object<'_>> {
    let input = options.into_input(OwnedText::from(Either::A(pattern)), language)?;
    let mut result = Object::new(env)?;
    match readings(&input, &token_with(input.timeout)) {
        Ok(readings) => readings.set_on(&mut result)?,
        Err(error) => result.set("error", failure(env, &error)?)?,
    }
    Ok(result)
}

/// Starts `explainPatternAsync` as task `id`.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn explain_pattern_task(
    pattern: String,
    language: String,
    waker: &External<Waker>,
    id: u32,
    options: CheckSyntaxCall,
) -> Result<External<Task>> {
    let input = options.into_input(OwnedText::from(Either::A(pattern)), language)?;
    Ok(waker.start_single(id, input.timeout, |token| {
        Pool::shared().run(token, move |token| readings(&input, token))
    }))
}

fn readings(input: &SyntaxInput, token: &CancelToken) -> ransack::Result<Readings> {
    let pattern = String::from_utf8_lossy(&input.code);
    let language = input.language.as_deref().unwrap_or_default();
    let readings = ransack::explain_pattern(&pattern, language, token)?;
    Ok(Readings(readings.into_iter().map(Into::into).collect()))
}

/// Returns the name of a shape.
pub(super) fn shape_name(shape: ReadingShape) -> &'static str {
    let named = ReadingShape::ALL.iter().find(|(_, other)| *other == shape);
    named.map_or("node", |(name, _)| name)
}

impl From<ransack::PatternReading> for PatternReading {
    fn from(reading: ransack::PatternReading) -> PatternReading {
        PatternReading {
            context: reading.context.to_owned(),
            shape: shape_name(reading.shape).to_owned(),
            kind: reading.kind,
            tree: reading.tree,
        }
    }
}
