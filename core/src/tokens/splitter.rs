//! How a tokenizer cuts text into the pieces that it encodes one by one.

use std::ops::{ControlFlow, Range};

use fancy_regex::Regex;

use super::scanner::{Pattern, Scanner};
use super::visit::Visit;
use super::window;
use crate::cancel::{Aborted, CancelToken};
use crate::error::{Error, ErrorKind, Result};

/// The way text is cut.
pub(super) enum Splitter {
    /// By a pattern that is known.
    Known(Pattern),
    /// Step by step, each cutting the pieces of the one before.
    Steps(Vec<Step>),
}

/// One way to cut, as Hugging Face's pre-tokenizers have it.
pub(super) enum Step {
    Known(Pattern),
    Split {
        regex: Box<Regex>,
        /// Whether what does not match counts as the match.
        invert: bool,
        behavior: Behavior,
    },
    /// Numeric characters apart from others, each by itself or not.
    Digits {
        each: bool,
    },
}

/// What becomes of a match.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Behavior {
    Removed,
    Isolated,
    MergedWithPrevious,
    MergedWithNext,
    Contiguous,
}

/// The bytes between two looks at the cancel token.
const BEAT: usize = 1 << 15;

impl Splitter {
    /// Cuts where the pattern's matches begin and end; what lies between two
    /// matches is no token.
    pub(super) fn pattern(pattern: &str) -> Result<Splitter> {
        Ok(match Pattern::known(pattern) {
            Some(known) => Splitter::Known(known),
            None => Splitter::Steps(vec![Step::Split {
                regex: Box::new(compile(pattern)?),
                invert: true,
                behavior: Behavior::Removed,
            }]),
        })
    }

    /// Takes these steps.
    pub(super) fn of(steps: Vec<Step>) -> Splitter {
        match steps[..] {
            [Step::Known(pattern)] => Splitter::Known(pattern),
            _ => Splitter::Steps(steps),
        }
    }

    /// Whether only the last pieces of a text depend on how it goes on.
    pub(super) fn settles(&self) -> bool {
        matches!(self, Splitter::Known(_))
    }

    /// As [`Scanner::resumes`].
    pub(super) fn resumes(&self, text: &[u8], from: usize, at: usize, token: &CancelToken) -> bool {
        match self {
            &Splitter::Known(pattern) => Scanner::new(text, token).resumes(pattern, from, at),
            Splitter::Steps(_) => false,
        }
    }

    /// Visits the pieces of `text` from `at` on.
    pub(super) fn visit(
        &self,
        text: &[u8],
        at: usize,
        token: &CancelToken,
        visit: &mut impl Visit,
    ) -> Result<ControlFlow<()>> {
        let scanner = Scanner::new(text, token);
        Ok(match self {
            Splitter::Known(Pattern::O200k) => pieces_of_o200k(&scanner, text, at, token, visit)?,
            &Splitter::Known(Pattern::Cl100k { digits, joins_end }) => {
                let end_of = |at| scanner.cl100k(at, digits, joins_end);
                pieces(text, at, token, visit, end_of)?
            }
            Splitter::Known(Pattern::Gpt2) => {
                pieces(text, at, token, visit, |at| scanner.gpt2(at))?
            }
            Splitter::Steps(steps) => {
                for range in cut(steps, text, at, token)? {
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
    visit: &mut impl Visit,
    end_of: impl Fn(usize) -> usize,
) -> Result<ControlFlow<()>, Aborted> {
    let mut beat = at + BEAT;
    while at < text.len() {
        let end = end_of(at);
        if end >= beat {
            token.heartbeat()?;
            beat = end + BEAT;
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
    scanner: &Scanner<'_>,
    text: &[u8],
    mut at: usize,
    token: &CancelToken,
    visit: &mut impl Visit,
) -> Result<ControlFlow<()>, Aborted> {
    let mut beat = at + BEAT;
    while at < text.len() {
        if at >= beat {
            token.heartbeat()?;
            beat = at + BEAT;
        }
        let from = at;
        let mut starts = window::starts(text, from);
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
            if end - at > BEAT {
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
fn cut(steps: &[Step], text: &[u8], at: usize, token: &CancelToken) -> Result<Vec<Range<usize>>> {
    let whole = at..text.len();
    let mut pieces = vec![whole];
    for step in steps {
        let mut next = Vec::with_capacity(pieces.len());
        for piece in pieces {
            token.heartbeat()?;
            step.cut(text, piece, token, &mut next)?;
        }
        pieces = next;
    }
    Ok(pieces)
}

impl Step {
    fn cut(
        &self,
        text: &[u8],
        piece: Range<usize>,
        token: &CancelToken,
        out: &mut Vec<Range<usize>>,
    ) -> Result<()> {
        match *self {
            Step::Known(pattern) => {
                let scanner = Scanner::new(&text[..piece.end], token);
                let mut at = piece.start;
                while at < piece.end {
                    token.heartbeat()?;
                    let end = scanner.end_of_piece(pattern, at);
                    out.push(at..end);
                    at = end;
                }
            }
            Step::Split {
                ref regex,
                invert,
                behavior,
            } => {
                let parts = matches(regex, text, &piece, token)?;
                let parts = parts.into_iter().map(|(part, hit)| (part, hit != invert));
                merge(parts.collect(), behavior, out);
            }
            Step::Digits { each } => {
                let behavior = if each {
                    Behavior::Isolated
                } else {
                    Behavior::Contiguous
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
                merge(parts, behavior, out);
            }
        }
        Ok(())
    }
}

/// The matches in a piece and what lies between them.
fn matches(
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
fn merge(parts: Vec<(Range<usize>, bool)>, behavior: Behavior, out: &mut Vec<Range<usize>>) {
    let first = out.len();
    let mut previous = false;
    for (part, hit) in parts {
        let joins = out.len() > first
            && match behavior {
                Behavior::Removed | Behavior::Isolated => false,
                Behavior::MergedWithPrevious => hit && !previous,
                Behavior::MergedWithNext => !hit && previous,
                Behavior::Contiguous => hit == previous,
            };
        match out.last_mut() {
            Some(last) if joins => last.end = part.end,
            _ if hit && behavior == Behavior::Removed => {}
            _ => out.push(part),
        }
        previous = hit;
    }
}
