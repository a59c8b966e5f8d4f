//! How a tokenizer cuts text into the pieces that it encodes one by one.

use std::ops::{ControlFlow, Range};

use fancy_regex::Regex;

use super::scanner::{PieceScanner, SplitPattern};
use super::visitor::PieceVisitor;
use super::window;
use crate::cancel::{Aborted, CancelToken};
use crate::error::{Error, ErrorKind, Result};

/// The way text is cut.
pub(super) enum Splitter {
    /// By a pattern that is known.
    Known(SplitPattern),
    /// SplitStep by step, each cutting the pieces of the one before.
    Steps(Vec<SplitStep>),
}

/// One way to cut, as Hugging Face's pre-tokenizers have it.
pub(super) enum SplitStep {
    Known(SplitPattern),
    Split {
        regex: Box<Regex>,
        /// Whether what does not match counts as the match.
        invert: bool,
        behavior: SplitBehavior,
    },
    /// Numeric characters apart from others, each by itself or not.
    Digits {
        each: bool,
    },
}

/// What becomes of a match.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SplitBehavior {
    Removed,
    Isolated,
    MergedWithPrevious,
    MergedWithNext,
    Contiguous,
}

/// The bytes between two looks at the cancel token.
const CHECK_INTERVAL: usize = 1 << 15;

impl Splitter {
    /// Cuts where the pattern's matches begin and end; what lies between two
    /// matches is no token.
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

    /// Takes these steps.
    pub(super) fn from_steps(steps: Vec<SplitStep>) -> Splitter {
        match steps[..] {
            [SplitStep::Known(pattern)] => Splitter::Known(pattern),
            _ => Splitter::Steps(steps),
        }
    }

    /// Whether only the last pieces of a text depend on how it goes on.
    pub(super) fn has_local_splits(&self) -> bool {
        matches!(self, Splitter::Known(_))
    }

    /// As [`PieceScanner::can_resume`].
    pub(super) fn can_resume(
        &self,
        text: &[u8],
        from: usize,
        at: usize,
        token: &CancelToken,
    ) -> bool {
        match self {
            &Splitter::Known(pattern) => {
                PieceScanner::new(text, token).can_resume(pattern, from, at)
            }
            Splitter::Steps(_) => false,
        }
    }

    /// Visits the pieces of `text` from `at` on.
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

/// Visits the pieces from `at` on, of which `end_of` tells the end.
#[inline(always)]
fn pieces(
    text: &[u8],
    mut at: usize,
    token: &CancelToken,
    visit: &mut impl PieceVisitor,
    end_of: impl Fn(usize) -> usize,
) -> Result<ControlFlow<()>, Aborted> {
    let mut beat = at + CHECK_INTERVAL;
    while at < text.len() {
        let end = end_of(at);
        if end >= beat {
            token.heartbeat()?;
            beat = end + CHECK_INTERVAL;
        }
        if visit.piece(text, at, end)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        at = end;
    }
    Ok(ControlFlow::Continue(()))
}

/// The same for o200k, which finds many at once where it can.
fn pieces_of_o200k(
    scanner: &PieceScanner<'_>,
    text: &[u8],
    mut at: usize,
    token: &CancelToken,
    visit: &mut impl PieceVisitor,
) -> Result<ControlFlow<()>, Aborted> {
    let mut beat = at + CHECK_INTERVAL;
    while at < text.len() {
        if at >= beat {
            token.heartbeat()?;
            beat = at + CHECK_INTERVAL;
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
            // Once the token has fired, the end is not to be relied on.
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

pub(super) fn compile(pattern: &str) -> Result<Regex> {
    Regex::new(pattern).map_err(|error| {
        Error::new(ErrorKind::InvalidPattern, error.to_string()).with_pattern(pattern)
    })
}

/// Takes all steps.
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

/// The matches in a piece and what lies between them.
fn match_parts(
    regex: &Regex,
    text: &[u8],
    piece: &Range<usize>,
    token: &CancelToken,
) -> Result<Vec<(Range<usize>, bool)>> {
    let part = String::from_utf8_lossy(&text[piece.clone()]);
    let mut parts = Vec::new();
    let mut done = piece.start;
    for found in regex.find_iter(&*part) {
        token.heartbeat()?;
        let found = found.map_err(|error| {
            Error::new(ErrorKind::InvalidPattern, error.to_string()).with_pattern(regex.as_str())
        })?;
        let range = piece.start + found.start()..piece.start + found.end();
        if range.start > done {
            parts.push((done..range.start, false));
        }
        done = range.end;
        if !range.is_empty() {
            parts.push((range, true));
        }
    }
    if done < piece.end {
        parts.push((done..piece.end, false));
    }
    Ok(parts)
}

/// Puts together what belongs together.
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
