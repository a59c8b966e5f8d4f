//! Parsers, and the limits of work on one file: cancellation, time, size.
//!
//! All parsing of texts goes through this module, so that every parse ends soon
//! after its token fires or its time is over.

use std::io;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use ransack_base::internal::{self, ErrorParts, is_worker, with_stack};
use ransack_base::{Aborted, CancelToken, Error, ErrorKind, Result};
use rustc_hash::FxHashMap;
use tree_sitter::{ParseOptions, Parser, Range, Tree, TreeCursor};

use super::language::Language;

/// Maximum size of a text in bytes: tree-sitter counts bytes in 32 bits.
pub(crate) const MAX_TEXT: usize = i32::MAX as usize;

/// Maximum size in bytes of work that runs on the calling thread. The worst steps
/// of parsers take time cubic in the text: 20 ms for 256 bytes, over a second for
/// 2 KiB.
const INLINE_LIMIT: usize = 256;

/// Runs `work` on a text in the language named `language`; on the shared worker
/// pool if the text and `extra_bytes` of further input to parse are large.
///
/// A parser cannot be interrupted everywhere: one step over hostile text takes
/// up to seconds, and so does freeing its memory. On the pool, such a step does
/// not delay the return of a cancelled call.
///
/// # Errors
///
/// `InvalidOption` for an unknown language or a text over [`MAX_TEXT`];
/// `Aborted` or `Timeout` if the token fires; the error of `work`.
pub(crate) fn offload<T: Send + 'static>(
    source: &[u8],
    extra_bytes: usize,
    language: &str,
    token: &CancelToken,
    work: impl FnOnce(&[u8], &'static Language, &CancelToken) -> Result<T> + Send + 'static,
) -> Result<T> {
    token.heartbeat()?;
    let language = Language::from_name_or_error(language)?;
    if source.len() > MAX_TEXT {
        return Err(Error::option("text is larger than 2 GiB"));
    }
    let is_short = source.len() + extra_bytes <= INLINE_LIMIT;
    // Whoever waits for a worker is released by the same token.
    let is_inline = is_short || is_worker();
    internal::offload(source, is_inline, token, move |source, token| {
        work(source, language, token)
    })
}

/// Reason why work on a file ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Interrupt {
    /// The token fired.
    Aborted(Aborted),
    /// The file exceeded the time limit for one file.
    OutOfTime,
    /// The tree is nested too deeply for a rule.
    TooDeep,
    /// No thread has the stack that the parser may need for a text of this size.
    NoStack,
}

impl From<Aborted> for Interrupt {
    fn from(aborted: Aborted) -> Interrupt {
        Interrupt::Aborted(aborted)
    }
}

/// Cancellation token and deadline of the work on one file.
#[derive(Clone)]
pub(super) struct WorkLimits {
    token: CancelToken,
    deadline: Option<Instant>,
}

impl WorkLimits {
    /// Creates limits without a deadline.
    pub(super) fn of(token: &CancelToken) -> WorkLimits {
        WorkLimits {
            token: token.clone(),
            deadline: None,
        }
    }

    /// Checks token and clock now.
    pub(crate) fn check(&self) -> Result<(), Interrupt> {
        check(&self.token, self.deadline)
    }
}

fn check(token: &CancelToken, deadline: Option<Instant>) -> Result<(), Interrupt> {
    token.heartbeat()?;
    match deadline {
        Some(deadline) if Instant::now() >= deadline => Err(Interrupt::OutOfTime),
        _ => Ok(()),
    }
}

/// Cancellation token and time limit for the work on one file.
pub(crate) struct WorkBudget<'a> {
    token: &'a CancelToken,
    deadline: Option<Instant>,
    /// Steps until the next check.
    steps_left: u32,
}

impl<'a> WorkBudget<'a> {
    /// Number of steps, of some ten nanoseconds each, between two checks of
    /// token and clock.
    const CHECK_INTERVAL: u32 = 4096;

    /// Creates a budget whose time starts now; no `time_limit` means unlimited
    /// time.
    pub(crate) fn new(token: &'a CancelToken, time_limit: Option<Duration>) -> WorkBudget<'a> {
        WorkBudget {
            token,
            deadline: time_limit.and_then(|limit| Instant::now().checked_add(limit)),
            steps_left: WorkBudget::CHECK_INTERVAL,
        }
    }

    /// Counts one small step of work; checks token and clock every
    /// [`WorkBudget::CHECK_INTERVAL`] steps.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), Interrupt> {
        self.steps_left -= 1;
        if self.steps_left == 0 {
            self.steps_left = WorkBudget::CHECK_INTERVAL;
            self.check()
        } else {
            Ok(())
        }
    }

    /// Checks token and clock now.
    pub(crate) fn check(&self) -> Result<(), Interrupt> {
        check(self.token, self.deadline)
    }

    /// Returns the token and the deadline of this budget.
    pub(super) fn limits(&self) -> WorkLimits {
        WorkLimits {
            token: self.token.clone(),
            deadline: self.deadline,
        }
    }
}

/// Parsers of one worker, one per language, reused from file to file.
#[derive(Default)]
pub(crate) struct Parsers {
    by_language: FxHashMap<&'static str, Parser>,
}

impl Parsers {
    /// Returns the parser of a language, created on first use.
    pub(crate) fn of(&mut self, language: &Language) -> &mut Parser {
        // Not reached with a grammar that fails to load: compiling the query
        // for the language has failed before.
        self.by_language
            .entry(language.name)
            .or_insert_with(|| parser(language).unwrap_or_default())
    }
}

/// Creates a parser of the language.
pub(super) fn parser(language: &Language) -> Result<Parser> {
    let mut parser = Parser::new();
    parser.set_language(&language.grammar()).map_err(|error| {
        let message = format!("cannot load the grammar of {}: {error}", language.name);
        Error::new(ErrorKind::Internal, message)
    })?;
    Ok(parser)
}

/// Parses `source`, or only its `ranges` if there are any.
pub(crate) fn parse(
    parser: &mut Parser,
    source: &[u8],
    ranges: &[Range],
    budget: &WorkBudget<'_>,
) -> Result<Tree, Interrupt> {
    // Fails only for unsorted ranges; those of a tree are sorted.
    let _ = parser.set_included_ranges(ranges);
    run(parser, source, None, budget)
}

/// Parses an edited text incrementally: reuses the parts of `old` that its
/// edits, applied with [`Tree::edit`], left unchanged.
pub(super) fn parse_edited(
    parser: &mut Parser,
    source: &[u8],
    old: &Tree,
    budget: &WorkBudget<'_>,
) -> Result<Tree, Interrupt> {
    let _ = parser.set_included_ranges(&[]);
    run(parser, source, Some(old), budget)
}

fn run(
    parser: &mut Parser,
    source: &[u8],
    old: Option<&Tree>,
    budget: &WorkBudget<'_>,
) -> Result<Tree, Interrupt> {
    budget.check()?;
    let mut stopped = None;
    let is_stopped = || {
        stopped = budget.check().err();
        stopped.is_some()
    };
    let parsed = parse_with_stack(parser, source, old, is_stopped);
    let tree = parsed.map_err(|_| Interrupt::NoStack)?;
    // A parser with a language returns no tree only if it was stopped.
    tree.ok_or_else(|| stopped.unwrap_or(Interrupt::OutOfTime))
}

/// Stack in bytes that a parser may use for each byte of a text. tree-sitter frees
/// a node of its stack by recursion over all but the first of its links, about
/// 100 bytes per call. Text that stays ambiguous at each level, such as `{a:` in
/// JavaScript, makes a chain of such nodes; one byte makes at most one. The most
/// that a test over all grammars measures is 40 bytes.
const STACK_PER_BYTE: usize = 128;

/// Stack in bytes that a parser uses for any text.
const STACK_BASE: usize = 32 << 10;

/// Runs the parse of a text of `len` bytes and the work on its tree on one thread with
/// enough stack: a tree that another thread has made is in the caches of another core.
#[cfg(feature = "outline")]
pub(crate) fn with_stack_of_text<T: Send>(
    len: usize,
    work: impl FnOnce() -> Result<T, Interrupt> + Send,
) -> Result<T, Interrupt> {
    with_stack(stack_size(len), work).unwrap_or(Err(Interrupt::NoStack))
}

/// Returns the size in bytes of the stack that a parser may need for `len` bytes of text.
fn stack_size(len: usize) -> usize {
    len.saturating_mul(STACK_PER_BYTE)
        .saturating_add(STACK_BASE)
}

/// Parses a text, or only the ranges that the parser includes, on a thread with
/// enough stack. `is_stopped` is called at intervals; `None` if it returned true,
/// or if the parser has no language. The parser is then ready for another text.
///
/// # Errors
///
/// No thread with the stack for a text of this size can be started.
pub(crate) fn parse_with_stack(
    parser: &mut Parser,
    source: &[u8],
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
        let mut read = |at: usize, _| source.get(at..).unwrap_or_default();
        let tree = parser.parse_with_options(&mut read, old, Some(options));
        if tree.is_none() {
            // Without a reset the parser would resume with this text, and dropping
            // it would free the memory of the stopped parse on a smaller stack.
            parser.reset();
        }
        tree
    })
}

/// Parses text without a time limit; ends early only if the token fires.
pub(super) fn parse_unbounded(
    parser: &mut Parser,
    text: &[u8],
    token: &CancelToken,
) -> Result<Tree> {
    let budget = WorkBudget::new(token, None);
    parse(parser, text, &[], &budget).map_err(interrupt_error)
}

/// Returns the error of work on a text in memory, which has no time limit of its own.
pub(crate) fn interrupt_error(interrupt: Interrupt) -> Error {
    match interrupt {
        Interrupt::Aborted(aborted) => aborted.into(),
        Interrupt::OutOfTime | Interrupt::TooDeep => {
            Error::new(ErrorKind::Internal, "the parser returned no tree")
        }
        Interrupt::NoStack => no_stack(),
    }
}

/// Returns the error of a text for whose size no thread has the stack.
pub(crate) fn no_stack() -> Error {
    let message = "cannot start a thread with the stack to parse a text of this size";
    Error::new(ErrorKind::Io, message)
}

/// Moves the cursor to the next node, in pre-order, outside the current
/// subtree. Returns false at the end of the tree.
pub(crate) fn skip_subtree(cursor: &mut TreeCursor<'_>) -> bool {
    while !cursor.goto_next_sibling() {
        if !cursor.goto_parent() {
            return false;
        }
    }
    true
}

#[cfg(all(test, target_os = "linux"))]
#[path = "parse_tests.rs"]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
