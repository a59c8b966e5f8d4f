//! Splitting of text into the pieces that are encoded separately (pre-tokenization).
//!
//! The published patterns have hand-written scanners; any other pattern uses `fancy-regex`.

use std::ops::{ControlFlow, Range};

use fancy_regex::Regex;
use ransack_base::internal::ErrorParts;
use ransack_base::{Aborted, CancelToken, Error, ErrorKind, Result};

use super::resume::{OpenPiece, ResumeCondition};
use super::scanner::{PieceScanner, SplitPattern};
use super::visitor::PieceVisitor;
use super::window;

/// Rule that splits text into pieces.
pub(super) enum Splitter {
    /// Pattern with a hand-written scanner.
    Known(SplitPattern),
    /// Sequence of steps, each of which splits the pieces of the previous step.
    Steps(Vec<SplitStep>),
}

/// One step of a [`Splitter`], with the semantics of Hugging Face's pre-tokenizers.
pub(super) enum SplitStep {
    /// Pattern with a hand-written scanner.
    Known(SplitPattern),
    /// Splits at the matches of a regular expression.
    Split {
        regex: Box<Regex>,
        /// Whether the text between matches counts as the match.
        invert: bool,
        behavior: SplitBehavior,
    },
    /// Splits numeric characters from other characters.
    Digits {
        /// Whether each numeric character is a separate piece.
        each: bool,
    },
}

/// Treatment of matches by a split step.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SplitBehavior {
    /// Matches are dropped.
    Removed,
    /// Each match is a separate piece.
    Isolated,
    /// Each match joins the preceding piece.
    MergedWithPrevious,
    /// Each match joins the following piece.
    MergedWithNext,
    /// Adjacent matches form one piece, as do adjacent parts between matches.
    Contiguous,
}

/// Number of bytes between two checks of the cancel token.
const CHECK_INTERVAL: usize = 1 << 15;

impl Splitter {
    /// Creates a splitter whose pieces are the matches of a regular expression. Text between
    /// matches is dropped.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::InvalidPattern`] if the pattern does not compile.
    pub(super) fn from_pattern(pattern: &str) -> Result<Splitter> {
        Ok(match SplitPattern::known(pattern) {
            Some(known) => Splitter::Known(known),
            None => Splitter::Steps(vec![SplitStep::Split {
                regex: Box::new(compile(pattern)?),
                invert: true,
                behavior: SplitBehavior::Removed,
            }]),
        })
    }

    /// Creates a splitter that applies these steps in order.
    pub(super) fn from_steps(steps: Vec<SplitStep>) -> Splitter {
        match steps[..] {
            [SplitStep::Known(pattern)] => Splitter::Known(pattern),
            _ => Splitter::Steps(steps),
        }
    }

    /// Whether appending text can change only the last pieces.
    pub(super) fn has_local_splits(&self) -> bool {
        matches!(self, Splitter::Known(_))
    }

    /// Returns the condition under which splitting may resume at `at`, a position in `piece`; see
    /// [`OpenPiece::resume`].
    pub(super) fn resume(&self, piece: OpenPiece<'_>, at: usize) -> Option<ResumeCondition> {
        match self {
            &Splitter::Known(pattern) => piece.resume(pattern, at),
            Splitter::Steps(_) => None,
        }
    }

    /// Calls `visit` for the pieces of `text` from `at` on, in order, until it returns `Break`.
    pub(super) fn visit(
        &self,
        text: &[u8],
        at: usize,
        token: &CancelToken,
        visit: &mut impl PieceVisitor,
    ) -> Result<ControlFlow<()>> {
        let scanner = PieceScanner::new(text, token);
        Ok(match self {
            Splitter::Known(SplitPattern::O200k) => {
                pieces_of_o200k(&scanner, text, at, token, visit)?
            }
            &Splitter::Known(SplitPattern::Cl100k { digits, joins_end }) => {
                let end_of = |at| scanner.cl100k(at, digits, joins_end);
                pieces(text, at, token, visit, end_of)?
            }
            Splitter::Known(SplitPattern::Gpt2) => {
                pieces(text, at, token, visit, |at| scanner.gpt2(at))?
            }
            Splitter::Steps(steps) => {
                for range in split_all(steps, text, at, token)? {
                    token.heartbeat()?;
                    if visit.piece(text, range.start, range.end)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                ControlFlow::Continue(())
            }
        })
    }
}

/// Visits the pieces from `at` on; `end_of` returns the end of the piece at an offset.
#[inline(always)]
fn pieces(
    text: &[u8],
    mut at: usize,
    token: &CancelToken,
    visit: &mut impl PieceVisitor,
    end_of: impl Fn(usize) -> usize,
) -> Result<ControlFlow<()>, Aborted> {
    let mut next_check = at + CHECK_INTERVAL;
    while at < text.len() {
        let end = end_of(at);
        if end >= next_check {
            token.heartbeat()?;
            next_check = end + CHECK_INTERVAL;
        }
        if visit.piece(text, at, end)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        at = end;
    }
    Ok(ControlFlow::Continue(()))
}

/// Visits the `o200k` pieces from `at` on, using windows of ASCII text where possible.
fn pieces_of_o200k(
    scanner: &PieceScanner<'_>,
    text: &[u8],
    mut at: usize,
    token: &CancelToken,
    visit: &mut impl PieceVisitor,
) -> Result<ControlFlow<()>, Aborted> {
    let mut next_check = at + CHECK_INTERVAL;
    while at < text.len() {
        if at >= next_check {
            token.heartbeat()?;
            next_check = at + CHECK_INTERVAL;
        }
        let from = at;
        let mut starts = window::piece_starts(text, from);
        while starts != 0 {
            let end = from + starts.trailing_zeros() as usize;
            starts &= starts - 1;
            if visit.piece(text, at, end)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            at = end;
        }
        if at == from {
            let end = scanner.o200k(at);
            // A scanner cancelled in a long run returns an unspecified end.
            if end - at > CHECK_INTERVAL {
                token.heartbeat()?;
            }
            if visit.piece(text, at, end)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            at = end;
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Compiles a `fancy-regex` regular expression.
pub(super) fn compile(pattern: &str) -> Result<Regex> {
    Regex::new(pattern).map_err(|error| invalid_pattern(pattern, &error))
}

fn invalid_pattern(pattern: &str, error: &fancy_regex::Error) -> Error {
    let (message, offset) = match error {
        fancy_regex::Error::ParseError(offset, cause) => {
            let mut cause = cause.to_string();
            if let Some(first) = cause.get_mut(..1) {
                first.make_ascii_lowercase();
            }
            (format!("cannot parse the pattern: {cause}"), Some(*offset))
        }
        fancy_regex::Error::CompileError(cause) => {
            (format!("cannot compile the pattern: {cause}"), None)
        }
        other => (format!("cannot compile the pattern: {other}"), None),
    };
    let invalid = Error::new(ErrorKind::InvalidPattern, message).with_pattern(pattern);
    match offset {
        Some(offset) => invalid.with_offset(offset),
        None => invalid,
    }
}

/// Applies all steps to the text from `at` on.
fn split_all(
    steps: &[SplitStep],
    text: &[u8],
    at: usize,
    token: &CancelToken,
) -> Result<Vec<Range<usize>>> {
    let whole = at..text.len();
    let mut pieces = vec![whole];
    for step in steps {
        let mut next = Vec::with_capacity(pieces.len());
        for piece in pieces {
            token.heartbeat()?;
            step.split(text, piece, token, &mut next)?;
        }
        pieces = next;
    }
    Ok(pieces)
}

impl SplitStep {
    /// Appends the parts of one piece to `out`.
    fn split(
        &self,
        text: &[u8],
        piece: Range<usize>,
        token: &CancelToken,
        out: &mut Vec<Range<usize>>,
    ) -> Result<()> {
        match *self {
            SplitStep::Known(pattern) => {
                let scanner = PieceScanner::new(&text[..piece.end], token);
                let mut at = piece.start;
                while at < piece.end {
                    token.heartbeat()?;
                    let end = scanner.end_of_piece(pattern, at);
                    out.push(at..end);
                    at = end;
                }
            }
            SplitStep::Split {
                ref regex,
                invert,
                behavior,
            } => {
                let parts = match_parts(regex, text, &piece, token)?;
                let parts = parts.into_iter().map(|(part, hit)| (part, hit != invert));
                join_parts(parts.collect(), behavior, out);
            }
            SplitStep::Digits { each } => {
                let behavior = if each {
                    SplitBehavior::Isolated
                } else {
                    SplitBehavior::Contiguous
                };
                let part = &String::from_utf8_lossy(&text[piece.clone()]);
                let mut parts: Vec<(Range<usize>, bool)> = Vec::new();
                for (at, c) in part.char_indices() {
                    let from = piece.start + at;
                    let to = from + c.len_utf8();
                    match parts.last_mut() {
                        Some((last, false)) if !c.is_numeric() => last.end = to,
                        _ => parts.push((from..to, c.is_numeric())),
                    }
                }
                join_parts(parts, behavior, out);
            }
        }
        Ok(())
    }
}

/// Returns the matches in a piece (`true`) and the parts between them (`false`), in order.
fn match_parts(
    regex: &Regex,
    text: &[u8],
    piece: &Range<usize>,
    token: &CancelToken,
) -> Result<Vec<(Range<usize>, bool)>> {
    let part = String::from_utf8_lossy(&text[piece.clone()]);
    let mut parts = Vec::new();
    let mut covered = piece.start;
    for found in regex.find_iter(&*part) {
        token.heartbeat()?;
        let found = found.map_err(|error| {
            Error::new(ErrorKind::InvalidPattern, error.to_string()).with_pattern(regex.as_str())
        })?;
        let range = piece.start + found.start()..piece.start + found.end();
        if range.start > covered {
            parts.push((covered..range.start, false));
        }
        covered = range.end;
        if !range.is_empty() {
            parts.push((range, true));
        }
    }
    if covered < piece.end {
        parts.push((covered..piece.end, false));
    }
    Ok(parts)
}

/// Appends the parts to `out`, joined or dropped according to `behavior`. `true` marks a match.
fn join_parts(
    parts: Vec<(Range<usize>, bool)>,
    behavior: SplitBehavior,
    out: &mut Vec<Range<usize>>,
) {
    let first = out.len();
    let mut previous = false;
    for (part, hit) in parts {
        let joins = out.len() > first
            && match behavior {
                SplitBehavior::Removed | SplitBehavior::Isolated => false,
                SplitBehavior::MergedWithPrevious => hit && !previous,
                SplitBehavior::MergedWithNext => !hit && previous,
                SplitBehavior::Contiguous => hit == previous,
            };
        match out.last_mut() {
            Some(last) if joins => last.end = part.end,
            _ if hit && behavior == SplitBehavior::Removed => {}
            _ => out.push(part),
        }
        previous = hit;
    }
}
