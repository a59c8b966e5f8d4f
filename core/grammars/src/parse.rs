//! Parsers, and the limits on the size of a text.
//!
//! All text is parsed through this module, so that every parse ends soon after its token fires or
//! its time runs out.

use std::io;
use std::ops::ControlFlow;

use ransack_base::internal::{self, ErrorParts, is_worker, with_stack};
use ransack_base::{CancelToken, Error, ErrorKind, Result};
use rustc_hash::FxHashMap;
use tree_sitter::{LanguageError, ParseOptions, Parser, Range, Tree, TreeCursor};

use crate::budget::{Interrupt, WorkBudget};
use crate::language::Language;
use crate::lookup::{grammar_of, language_named};
use crate::mask::{MaskedText, SyntaxMask, mask_ranges, syntax_mask};

/// Maximum size of the text in bytes, since tree-sitter counts bytes in 32 bits.
pub const MAX_TEXT: usize = i32::MAX as usize;

/// Maximum input size, in bytes, of work that runs on the calling thread. The worst parser steps
/// take time cubic in the text: 20 ms for 256 bytes, over a second for 2 KiB.
const INLINE_LIMIT: usize = 256;

/// Runs `work` on text in the language named `language`. Uses the shared worker pool if the total
/// size of the text and of `extra_bytes` bytes of further input is large.
///
/// A parser cannot be interrupted at every point: one step over hostile text can take seconds, and
/// so can freeing the parser's memory. On the pool, such a step does not delay the return of a
/// cancelled call.
///
/// # Errors
///
/// `InvalidOption` if the language is unknown or the text is larger than [`MAX_TEXT`]; `Aborted` or
/// `Timeout` if the token fires; any error that `work` returns.
pub fn offload<T: Send + 'static>(
    source: &[u8],
    extra_bytes: usize,
    language: &str,
    token: &CancelToken,
    work: impl FnOnce(&[u8], &'static Language, &CancelToken) -> Result<T> + Send + 'static,
) -> Result<T> {
    token.heartbeat()?;
    let language = language_named(language)?;
    if source.len() > MAX_TEXT {
        return Err(Error::option("text is larger than 2 GiB"));
    }
    let is_short = source.len() + extra_bytes <= INLINE_LIMIT;
    // The same token releases anyone waiting for a worker.
    let is_inline = is_short || is_worker();
    internal::offload(source, is_inline, token, move |source, token| {
        work(source, language, token)
    })
}

/// Parsers of one worker, one per language, reused across files.
#[derive(Default)]
pub struct Parsers {
    by_language: FxHashMap<&'static str, GrammarParser>,
}

impl Parsers {
    /// Returns the parser of a language, creating it on first use.
    pub fn of(&mut self, language: &Language) -> &mut GrammarParser {
        // A grammar that fails to load does not get here, since compiling the query for its
        // language fails first.
        self.by_language
            .entry(language.name)
            .or_insert_with(|| parser(language).unwrap_or_default())
    }

    /// Parses `source` in a language, or only its `ranges` unless they are empty.
    pub fn parse(
        &mut self,
        language: &Language,
        source: &[u8],
        ranges: &[Range],
        budget: &WorkBudget<'_>,
    ) -> Result<Tree, Interrupt> {
        parse(self.of(language), source, ranges, budget)
    }
}

/// Parser of a grammar. It reads code that the grammar cannot parse as other code of the same length;
/// offsets and rows of the tree apply to the source.
#[derive(Default)]
pub struct GrammarParser {
    parser: Parser,
    mask: Option<SyntaxMask>,
}

impl GrammarParser {
    /// Sets the grammar. `name` is the name of its language, or of a part of one.
    ///
    /// # Errors
    ///
    /// Fails if tree-sitter does not support the version of the grammar.
    pub fn set_grammar(
        &mut self,
        name: &str,
        grammar: &tree_sitter::Language,
    ) -> Result<(), LanguageError> {
        self.mask = syntax_mask(name);
        self.parser.set_language(grammar)
    }

    /// Returns the grammar, if it is set.
    pub(crate) fn grammar(&self) -> Option<tree_sitter::Language> {
        self.parser.language().map(|grammar| grammar.clone())
    }

    /// Returns the text of the same length that stands for `source`; `None` for `source` itself.
    pub fn masked(
        &self,
        source: &[u8],
        budget: &WorkBudget<'_>,
    ) -> Result<Option<Vec<u8>>, Interrupt> {
        let masked = self.masked_ranges(source, &[], budget)?;
        Ok(masked.map(|masked| masked.text))
    }

    fn masked_ranges(
        &self,
        source: &[u8],
        ranges: &[Range],
        budget: &WorkBudget<'_>,
    ) -> Result<Option<MaskedText>, Interrupt> {
        let mask = self.mask;
        mask.map_or(Ok(None), |mask| mask_ranges(mask, source, ranges, budget))
    }

    /// Parses a text that needs no mask or has it already.
    pub(crate) fn parse_masked(
        &mut self,
        text: &[u8],
        old: Option<&Tree>,
        budget: &WorkBudget<'_>,
    ) -> Result<Tree, Interrupt> {
        let _ = self.parser.set_included_ranges(&[]);
        run(&mut self.parser, text, 0, old, budget)
    }
}

/// Creates a parser of the language.
pub fn parser(language: &Language) -> Result<GrammarParser> {
    let mut parser = GrammarParser::default();
    parser
        .set_grammar(language.name, &grammar_of(language))
        .map_err(|error| {
            let message = format!("cannot load the grammar of {}: {error}", language.name);
            Error::new(ErrorKind::Internal, message)
        })?;
    Ok(parser)
}

/// Parses `source`, or only its `ranges` unless they are empty.
pub fn parse(
    parser: &mut GrammarParser,
    source: &[u8],
    ranges: &[Range],
    budget: &WorkBudget<'_>,
) -> Result<Tree, Interrupt> {
    let masked = parser.masked_ranges(source, ranges, budget)?;
    // Fails only for unsorted ranges; the ranges of a tree are sorted.
    let _ = parser.parser.set_included_ranges(ranges);
    let (text, start) = match &masked {
        Some(masked) => (masked.text.as_slice(), masked.start),
        None => (source, 0),
    };
    run(&mut parser.parser, text, start, None, budget)
}

/// Parses an edited text incrementally. Reuses the parts of `old` that its edits did not change;
/// the edits must have been applied with [`Tree::edit`]. Neither the text nor the text of `old` may
/// need a [mask](GrammarParser::masked).
pub fn parse_edited(
    parser: &mut GrammarParser,
    source: &[u8],
    old: &Tree,
    budget: &WorkBudget<'_>,
) -> Result<Tree, Interrupt> {
    parser.parse_masked(source, Some(old), budget)
}

/// Parses a text that begins at the offset `start`.
fn run(
    parser: &mut Parser,
    source: &[u8],
    start: usize,
    old: Option<&Tree>,
    budget: &WorkBudget<'_>,
) -> Result<Tree, Interrupt> {
    budget.check()?;
    let mut stopped = None;
    let is_stopped = || {
        stopped = budget.check().err();
        stopped.is_some()
    };
    let parsed = parse_with_stack(parser, source, start, old, is_stopped);
    let tree = parsed.map_err(|_| Interrupt::NoStack)?;
    // A parser with a language returns no tree only if it was stopped.
    tree.ok_or_else(|| stopped.unwrap_or(Interrupt::OutOfTime))
}

/// Maximum stack, in bytes, that a parser uses per byte of text. tree-sitter frees a node of its
/// parse stack by recursing over all but the first of its links, at about 100 bytes per call. Text
/// that stays ambiguous at each level, such as `{a:` in JavaScript, creates a chain of such nodes,
/// at most one per byte. The maximum measured by a test over all grammars is 40 bytes.
const STACK_PER_BYTE: usize = 128;

/// Stack, in bytes, that a parser uses for any text.
const STACK_BASE: usize = 32 << 10;

/// Parses text of `len` bytes and runs the work on its tree on one thread with enough stack. Using
/// one thread keeps the tree in the caches of one core.
pub fn with_stack_of_text<T: Send>(
    len: usize,
    work: impl FnOnce() -> Result<T, Interrupt> + Send,
) -> Result<T, Interrupt> {
    with_stack(stack_size(len), work).unwrap_or(Err(Interrupt::NoStack))
}

/// Returns the stack size, in bytes, that a parser may need for `len` bytes of text.
fn stack_size(len: usize) -> usize {
    len.saturating_mul(STACK_PER_BYTE)
        .saturating_add(STACK_BASE)
}

/// Parses the text, which begins at the offset `start`, or only the parser's included ranges, on a thread with enough stack. Calls
/// `is_stopped` at intervals. Returns `None` if `is_stopped` returned true or the parser has no
/// language. Afterwards the parser is ready for another text.
///
/// # Errors
///
/// Fails if a thread with enough stack for text of this size cannot be started.
fn parse_with_stack(
    parser: &mut Parser,
    source: &[u8],
    start: usize,
    old: Option<&Tree>,
    mut is_stopped: impl FnMut() -> bool + Send,
) -> io::Result<Option<Tree>> {
    let included = parser.included_ranges();
    let len: usize = included.iter().map(|r| r.end_byte - r.start_byte).sum();
    with_stack(stack_size(len.min(source.len())), || {
        let mut progress = |_: &_| match is_stopped() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let options = ParseOptions::new().progress_callback(&mut progress);
        let from = |at: usize| source.get(at.checked_sub(start)?..);
        let mut read = |at: usize, _| from(at).unwrap_or_default();
        let tree = parser.parse_with_options(&mut read, old, Some(options));
        if tree.is_none() {
            // Without a reset, the parser would resume with this text, and dropping it would free
            // the memory of the stopped parse on a smaller stack.
            parser.reset();
        }
        tree
    })
}

/// Parses text without a time limit; ends early only if the token fires.
pub fn parse_unbounded(
    parser: &mut GrammarParser,
    text: &[u8],
    token: &CancelToken,
) -> Result<Tree> {
    let budget = WorkBudget::new(token, None);
    parse(parser, text, &[], &budget).map_err(interrupt_error)
}

/// Returns the error for interrupted work on text in memory, which has no time limit of its own.
pub fn interrupt_error(interrupt: Interrupt) -> Error {
    match interrupt {
        Interrupt::Aborted(aborted) => aborted.into(),
        Interrupt::OutOfTime | Interrupt::TooDeep => {
            Error::new(ErrorKind::Internal, "the parser returned no tree")
        }
        Interrupt::NoStack => no_stack(),
    }
}

/// Returns the error for text whose size requires more stack than any thread has.
pub fn no_stack() -> Error {
    let message = "cannot start a thread with the stack to parse a text of this size";
    Error::new(ErrorKind::Io, message)
}

/// Moves the cursor to the next node, in pre-order, outside the current
/// subtree. Returns false at the end of the tree.
pub fn skip_subtree(cursor: &mut TreeCursor<'_>) -> bool {
    while !cursor.goto_next_sibling() {
        if !cursor.goto_parent() {
            return false;
        }
    }
    true
}

#[cfg(all(test, target_os = "linux"))]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
