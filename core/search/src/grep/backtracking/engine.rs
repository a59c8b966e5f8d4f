//! Engine that backtracks: `fancy-regex`, with a bound on its steps.
//!
//! Invariant: one call of the engine, which cannot be interrupted, backtracks at most
//! [`MAX_BACKTRACKS`] times; a long text takes a call for each position.

use std::fmt::Write;
use std::ops::Range;

use fancy_regex::{Assertion, Error as EngineError, Expr, Regex, RegexBuilder, RegexInput};
use ransack_base::internal::ErrorParts;
use ransack_base::{Aborted, Error, ErrorKind, Result};

use super::super::engine::{MatchSpan, Meter};
use super::super::options::Query;
use super::super::parsed_query::GroupNames;
use super::super::pattern::NUL_ESCAPE;
use super::undecided::BacktrackingEnd;

/// Maximum number of times that one call of the engine backtracks.
const MAX_BACKTRACKS: usize = 1 << 18;

/// Maximum length in bytes of a text that one call of the engine searches.
const MAX_UNBROKEN: usize = 4096;

/// Flags of every pattern: `^` and `$` match at line ends.
const FLAGS: &str = "(?m)";

/// Pattern that only the backtracking engine matches.
pub(in crate::grep) struct BacktrackingPattern {
    /// Pattern for the other engines, which matches wherever this one does.
    pub(in crate::grep) approximation: String,
    /// Pattern for the other engines with all letters and anchors, also those in look-around.
    pub(in crate::grep) all_parts: String,
}

/// Parses a pattern in the syntax of the backtracking engine.
pub(in crate::grep) fn parse(pattern: &str, query: &Query) -> Result<BacktrackingPattern> {
    let tree = Expr::parse_tree(&format!("{FLAGS}{pattern}")).map_err(|e| invalid(pattern, &e))?;
    let mut writers = [false, true].map(|with_look_around| ExprWriter {
        text: String::new(),
        any_text: if query.multiline { "(?s:.)*" } else { ".*" },
        with_look_around,
        has_nul_escape: false,
    });
    for writer in &mut writers {
        if writer.write(&tree.expr).is_err() {
            let cause = match writer.has_nul_escape {
                true => NUL_ESCAPE,
                false => {
                    "of the constructs that need backtracking, only look-around, back-references, \
                     atomic groups and possessive repetitions are supported"
                }
            };
            let message = format!("cannot parse the pattern: {cause}");
            let error = Error::new(ErrorKind::InvalidPattern, message);
            return Err(error.with_pattern(pattern));
        }
    }
    let [approximation, all_parts] = writers.map(|writer| writer.text);
    Ok(BacktrackingPattern {
        approximation,
        all_parts,
    })
}

/// Writes an expression in the syntax of the other engines.
struct ExprWriter {
    text: String,
    /// Stand-in for a back-reference.
    any_text: &'static str,
    /// Whether the content of look-around is written as if it were matched.
    with_look_around: bool,
    /// Whether writing failed at `\0`, which is parsed as a back-reference to the whole match.
    has_nul_escape: bool,
}

impl ExprWriter {
    /// Appends an expression that can be repeated. Fails on an unsupported construct. The parser
    /// bounds the depth.
    fn write(&mut self, expr: &Expr) -> std::fmt::Result {
        match expr {
            Expr::Empty => self.text.push_str("(?:)"),
            Expr::Any { newline, crlf } => self.text.push_str(match (newline, crlf) {
                (true, _) => "(?s:.)",
                (false, true) => "(?R-s:.)",
                (false, false) => "(?-s:.)",
            }),
            Expr::Literal { val, casei } => self.flagged(*casei, &regex_syntax::escape(val))?,
            Expr::Delegate { inner, casei } => self.flagged(*casei, inner)?,
            Expr::Assertion(assertion) => self.text.push_str(assertion_text(*assertion)?),
            Expr::Concat(parts) => {
                self.text.push_str("(?:");
                parts.iter().try_for_each(|part| self.write(part))?;
                self.text.push(')');
            }
            Expr::Alt(parts) => {
                let mut before = "(?:";
                for part in parts {
                    self.text.push_str(before);
                    self.write(part)?;
                    before = "|";
                }
                self.text.push(')');
            }
            Expr::Group(part) => self.group(part)?,
            Expr::AtomicGroup(part) => self.group(part)?,
            Expr::LookAround(part, _) if self.with_look_around => self.group(part)?,
            Expr::LookAround(..) => self.text.push_str("(?:)"),
            Expr::Repeat { child, lo, hi, .. } => {
                self.group(child)?;
                match *hi {
                    usize::MAX => write!(self.text, "{{{lo},}}")?,
                    hi => write!(self.text, "{{{lo},{hi}}}")?,
                }
            }
            Expr::Backref { group: 0, .. } => {
                self.has_nul_escape = true;
                return Err(std::fmt::Error);
            }
            Expr::Backref { .. } => write!(self.text, "(?:{})", self.any_text)?,
            _ => return Err(std::fmt::Error),
        }
        Ok(())
    }

    fn group(&mut self, part: &Expr) -> std::fmt::Result {
        self.text.push_str("(?:");
        self.write(part)?;
        self.text.push(')');
        Ok(())
    }

    fn flagged(&mut self, ignores_case: bool, part: &str) -> std::fmt::Result {
        let flag = if ignores_case { "i" } else { "" };
        write!(self.text, "(?{flag}:{part})")
    }
}

fn assertion_text(assertion: Assertion) -> std::result::Result<&'static str, std::fmt::Error> {
    Ok(match assertion {
        Assertion::StartText => r"\A",
        Assertion::EndText => r"\z",
        Assertion::StartLine { crlf: false } => "(?m:^)",
        Assertion::EndLine { crlf: false } => "(?m:$)",
        Assertion::StartLine { crlf: true } => "(?Rm:^)",
        Assertion::EndLine { crlf: true } => "(?Rm:$)",
        Assertion::LeftWordBoundary => r"\b{start}",
        Assertion::LeftWordHalfBoundary => r"\b{start-half}",
        Assertion::RightWordBoundary => r"\b{end}",
        Assertion::RightWordHalfBoundary => r"\b{end-half}",
        Assertion::WordBoundary => r"\b",
        Assertion::NotWordBoundary => r"\B",
        Assertion::EndTextIgnoreTrailingNewlines { .. } | Assertion::StartLineOniguruma { .. } => {
            return Err(std::fmt::Error);
        }
    })
}

/// Creates the error for a pattern that cannot be parsed or compiled.
fn invalid(pattern: &str, error: &EngineError) -> Error {
    let (cause, offset) = match error {
        EngineError::ParseError(offset, cause) => (cause.to_string(), Some(*offset)),
        EngineError::CompileError(cause) => (cause.to_string(), None),
        other => (other.to_string(), None),
    };
    let mut cause = cause.chars();
    let lower = cause.next().map(char::to_lowercase).into_iter().flatten();
    let message: String = "cannot parse the pattern: "
        .chars()
        .chain(lower)
        .chain(cause)
        .collect();
    let error = Error::new(ErrorKind::InvalidPattern, message).with_pattern(pattern);
    match offset.and_then(|offset| offset.checked_sub(FLAGS.len())) {
        Some(offset) if offset <= pattern.len() => error.with_offset(offset),
        _ => error,
    }
}

/// Backtracking engine for one or more patterns; earlier patterns are preferred.
#[derive(Debug)]
pub(in crate::grep) struct Backtracker {
    patterns: Vec<Regex>,
}

impl Backtracker {
    /// Compiles one pattern.
    pub(in crate::grep) fn compile(
        pattern: &str,
        query: &Query,
        ignore_case: bool,
        size_limit: usize,
    ) -> Result<Backtracker> {
        let text = match query.word {
            true => format!(r"{FLAGS}(?<!\w)(?:{pattern})(?!\w)"),
            false => format!("{FLAGS}{pattern}"),
        };
        let regex = RegexBuilder::new(&text)
            .case_insensitive(ignore_case)
            .dot_matches_new_line(query.multiline && query.dot_all)
            .backtrack_limit(MAX_BACKTRACKS)
            .delegate_size_limit(size_limit)
            .build()
            .map_err(|error| invalid(pattern, &error))?;
        Ok(Backtracker {
            patterns: vec![regex],
        })
    }

    /// Joins engines into one, or returns `None` for an empty list.
    pub(in crate::grep) fn join(engines: Vec<Backtracker>) -> Option<Backtracker> {
        let patterns: Vec<_> = engines.into_iter().flat_map(|one| one.patterns).collect();
        (!patterns.is_empty()).then_some(Backtracker { patterns })
    }

    /// Returns the names of the capture groups of each pattern.
    pub(in crate::grep) fn group_names(&self) -> Vec<GroupNames> {
        let names = |regex: &Regex| {
            let names = regex.capture_names().skip(1);
            names.map(|name| name.map(str::to_owned)).collect()
        };
        self.patterns.iter().map(names).collect()
    }

    /// Finds the capture groups of a match that this engine has found in `text`, from group 0.
    /// Returns false if that takes too many steps.
    pub(in crate::grep) fn groups_of(
        &self,
        text: &str,
        span: MatchSpan,
        groups: &mut Vec<Option<Range<usize>>>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Aborted> {
        meter.run_uninterrupted(MAX_UNBROKEN)?;
        let input = RegexInput::new(text).from_pos(span.start).anchored(true);
        let regex = &self.patterns[span.pattern as usize];
        let Ok(Some(found)) = regex.captures_input(input) else {
            return Ok(false);
        };
        groups.clear();
        groups.extend(found.iter().map(|group| group.map(|group| group.range())));
        Ok(true)
    }

    /// Finds the first match at or after `at`.
    pub(super) fn find_at(
        &self,
        text: &str,
        mut at: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<MatchSpan>, BacktrackingEnd> {
        while !text.is_char_boundary(at) && at < text.len() {
            at += 1;
        }
        if text.len().saturating_sub(at) <= MAX_UNBROKEN {
            return self.find_from(text, at, false, meter);
        }
        for (start, _) in text[at..].char_indices() {
            let rest = text.len() - at - start;
            if rest <= MAX_UNBROKEN {
                return self.find_from(text, at + start, false, meter);
            }
            let found = self.find_from(text, at + start, true, meter)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Finds the first match at or, unless `is_anchored`, after `at`.
    fn find_from(
        &self,
        text: &str,
        at: usize,
        is_anchored: bool,
        meter: &mut Meter<'_>,
    ) -> Result<Option<MatchSpan>, BacktrackingEnd> {
        let mut first: Option<MatchSpan> = None;
        for (pattern, regex) in (0..).zip(&self.patterns) {
            meter.run_uninterrupted(MAX_UNBROKEN)?;
            let input = RegexInput::new(text).from_pos(at).anchored(is_anchored);
            let found = regex.find_input(input);
            let Some(found) = found.map_err(|_| BacktrackingEnd::StepLimit)? else {
                continue;
            };
            if first.is_none_or(|first| found.start() < first.start) {
                first = Some(MatchSpan {
                    start: found.start(),
                    end: found.end(),
                    pattern,
                });
            }
        }
        Ok(first)
    }
}
