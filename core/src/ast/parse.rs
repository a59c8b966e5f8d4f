//! Parsing within bounds.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use tree_sitter::{ParseOptions, Parser, Range, Tree, TreeCursor};

use super::language::Language;
use crate::cancel::{Aborted, CancelToken};
use crate::error::{Error, ErrorKind, Result};
use crate::exec;

/// The most bytes of a text: grammars count them in 32 bits.
pub(super) const MAX_TEXT: usize = i32::MAX as usize;

/// Up to this many bytes are parsed where the caller is.
const INLINE_LIMIT: usize = 2 << 10;

/// Does `work` on a text in the language with this name; `more` bytes beside
/// it are to be parsed too.
///
/// A parser cannot be interrupted everywhere: one step over hostile text takes
/// up to seconds, and so does freeing what it leaves. So a text that is not
/// small is worked on where nobody waits for it after an abort.
pub(super) fn offload<T: Send + 'static>(
    source: &[u8],
    more: usize,
    language: &str,
    token: &CancelToken,
    work: impl FnOnce(&[u8], &'static Language, &CancelToken) -> Result<T> + Send + 'static,
) -> Result<T> {
    token.heartbeat()?;
    let language = Language::from_name_or_error(language)?;
    if source.len() > MAX_TEXT {
        return Err(Error::option("text of more than 2 GiB"));
    }
    let is_short = source.len() + more <= INLINE_LIMIT;
    exec::offload(source, is_short, token, move |source, token| {
        work(source, language, token)
    })
}

/// Why work on a file status before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interrupt {
    Aborted(Aborted),
    /// The file took more time than one file may.
    OutOfTime,
    /// It is nested too deeply for a rule.
    TooDeep,
}

impl From<Aborted> for Interrupt {
    fn from(aborted: Aborted) -> Interrupt {
        Interrupt::Aborted(aborted)
    }
}

/// Bounds the work on one file.
pub(super) struct WorkBudget<'a> {
    token: &'a CancelToken,
    deadline: Option<Instant>,
    /// Steps until the next look at the clock.
    steps: u32,
}

impl<'a> WorkBudget<'a> {
    /// How many small steps, some ten nanoseconds each, are taken between two
    /// looks at the clock.
    const CHECK_INTERVAL: u32 = 4096;

    pub(super) fn new(token: &'a CancelToken, budget: Option<Duration>) -> WorkBudget<'a> {
        WorkBudget {
            token,
            deadline: budget.and_then(|budget| Instant::now().checked_add(budget)),
            steps: WorkBudget::CHECK_INTERVAL,
        }
    }

    /// To be called at every small step.
    #[inline]
    pub(super) fn step(&mut self) -> Result<(), Interrupt> {
        self.steps -= 1;
        if self.steps == 0 {
            self.steps = WorkBudget::CHECK_INTERVAL;
            self.check()
        } else {
            Ok(())
        }
    }

    pub(super) fn check(&self) -> Result<(), Interrupt> {
        self.token.heartbeat()?;
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Interrupt::OutOfTime),
            _ => Ok(()),
        }
    }
}

/// The parsers that one thread uses again and again.
#[derive(Default)]
pub(super) struct Parsers {
    by_language: FxHashMap<&'static str, Parser>,
}

impl Parsers {
    pub(super) fn of(&mut self, language: &Language) -> &mut Parser {
        // Compiling a query for the language would have shown a fault in it.
        self.by_language
            .entry(language.name)
            .or_insert_with(|| parser(language).unwrap_or_default())
    }
}

/// A parser of the language.
pub(super) fn parser(language: &Language) -> Result<Parser> {
    let mut parser = Parser::new();
    parser.set_language(&language.grammar()).map_err(|error| {
        let message = format!("grammar of {}: {error}", language.name);
        Error::new(ErrorKind::Internal, message)
    })?;
    Ok(parser)
}

/// Parses `source`, or only the parts of it in `ranges` if there are any.
pub(super) fn parse(
    parser: &mut Parser,
    source: &[u8],
    ranges: &[Range],
    budget: &WorkBudget<'_>,
) -> Result<Tree, Interrupt> {
    // Ranges out of order would be refused; then none are set.
    let _ = parser.set_included_ranges(ranges);
    run(parser, source, None, budget)
}

/// Parses what has become of a text by the edits that its `old` tree was told
/// of, which costs little more than to parse what is new.
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
    let mut progress = |_: &_| match budget.check() {
        Ok(()) => ControlFlow::Continue(()),
        Err(stop) => {
            stopped = Some(stop);
            ControlFlow::Break(())
        }
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let tree = parser.parse_with_options(
        &mut |at, _| source.get(at..).unwrap_or_default(),
        old,
        Some(options),
    );
    tree.ok_or_else(|| {
        // Else it would go on with this text, and whoever drops the parser
        // would wait until all that it holds is freed.
        parser.reset();
        // There is no other reason for a parser with a language.
        stopped.unwrap_or(Interrupt::OutOfTime)
    })
}

/// Parses text that is not bounded by time.
pub(super) fn parse_unbounded(
    parser: &mut Parser,
    text: &[u8],
    token: &CancelToken,
) -> Result<Tree> {
    let budget = WorkBudget::new(token, None);
    parse(parser, text, &[], &budget).map_err(|stop| match stop {
        Interrupt::Aborted(aborted) => aborted.into(),
        Interrupt::OutOfTime | Interrupt::TooDeep => {
            Error::new(ErrorKind::Internal, "a parse gave no tree")
        }
    })
}

/// Moves to the next node that is not within this one.
pub(super) fn skip_subtree(cursor: &mut TreeCursor<'_>) -> bool {
    while !cursor.goto_next_sibling() {
        if !cursor.goto_parent() {
            return false;
        }
    }
    true
}
