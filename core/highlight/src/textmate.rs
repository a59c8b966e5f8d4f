//! The syntect engine: parses one line at a time with a TextMate grammar.
//!
//! Invariant: the state after a line depends only on the state before it and on
//! the line.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use ransack_base::internal::char_start;
use rustc_hash::FxHashMap;
use syntect::parsing::{ClearAmount, ParseState, Scope, ScopeStackOp, SyntaxReference, SyntaxSet};

use crate::class::{PLAIN, class_id_of_scope};
use crate::hunk::HunkLines;

/// Returns the bundled grammars. A grammar is unpacked on first use, and a regular expression is
/// compiled on its first match attempt.
pub(super) fn syntaxes() -> &'static SyntaxSet {
    static SYNTAXES: OnceLock<SyntaxSet> = OnceLock::new();
    SYNTAXES.get_or_init(two_face::syntax::extra_newlines)
}

/// Class id of a scope that has no class of its own.
const INHERITED: u8 = u8::MAX;

/// Parser state between two lines.
#[derive(Clone)]
pub(super) struct LineState {
    parser: ParseState,
    scopes: Vec<ScopeLevel>,
    cleared: Vec<Vec<ScopeLevel>>,
    hunk: HunkLines,
}

// SAFETY: the only fields that are not `Send` are raw pointers in Oniguruma's
// regions. A region owns the memory it points to, is not shared between values,
// and has no thread affinity.
unsafe impl Send for LineState {}

#[derive(Clone, Copy)]
struct ScopeLevel {
    /// Class id of the scope itself, or [`INHERITED`].
    own: u8,
    /// Class id of text whose innermost scope is this one.
    effective: u8,
}

/// Line parser. Its fields are caches and buffers; results do not depend on them.
#[derive(Default)]
pub(super) struct LineParser {
    class_ids: FxHashMap<Scope, u8>,
    line: String,
}

impl LineState {
    pub(super) fn new(syntax: &SyntaxReference) -> LineState {
        LineState {
            parser: ParseState::new(syntax),
            scopes: Vec::new(),
            cleared: Vec::new(),
            hunk: HunkLines::default(),
        }
    }

    fn class_id(&self) -> u8 {
        self.scopes.last().map_or(PLAIN, |level| level.effective)
    }

    fn push(&mut self, own: u8) {
        let effective = if own == INHERITED {
            self.class_id()
        } else {
            own
        };
        self.scopes.push(ScopeLevel { own, effective });
    }

    fn apply(&mut self, op: &ScopeStackOp, parser: &mut LineParser) {
        match op {
            ScopeStackOp::Push(scope) => self.push(parser.class_id(*scope)),
            ScopeStackOp::Pop(n) => {
                self.scopes.truncate(self.scopes.len().saturating_sub(*n));
            }
            ScopeStackOp::Clear(amount) => {
                let kept = match amount {
                    ClearAmount::TopN(n) => self.scopes.len().saturating_sub(*n),
                    ClearAmount::All => 0,
                };
                let cleared = self.scopes.split_off(kept);
                self.cleared.push(cleared);
            }
            ScopeStackOp::Restore => {
                for level in self.cleared.pop().unwrap_or_default() {
                    self.push(level.own);
                }
            }
            ScopeStackOp::Noop => {}
        }
    }
}

impl LineParser {
    /// Classifies the bytes of one line, given without its line ending. Returns whether the whole
    /// line was parsed. If the line is longer than `max_line` bytes, the rest stays plain and
    /// `state` does not change.
    pub(super) fn parse_line(
        &mut self,
        state: &mut LineState,
        text: &[u8],
        classes: &mut [u8],
        max_line: usize,
    ) -> bool {
        let is_whole = match text.len() > max_line {
            false => self.parse_whole(state, text, classes),
            true => {
                let kept = char_start(text, max_line);
                self.parse_whole(&mut state.clone(), &text[..kept], &mut classes[..kept]);
                false
            }
        };
        state.hunk.advance(text, classes);
        is_whole
    }

    fn parse_whole(&mut self, state: &mut LineState, text: &[u8], classes: &mut [u8]) -> bool {
        let mut line = std::mem::take(&mut self.line);
        line.clear();
        push_same_length(text, &mut line);
        line.push('\n');
        // The bindings panic when Oniguruma exceeds its retry limit of millions
        // of steps.
        let parsed = catch_unwind(AssertUnwindSafe(|| {
            state.parser.parse_line(&line, syntaxes())
        }));
        self.line = line;
        let Ok(Ok(ops)) = parsed else {
            return false;
        };
        let mut from = 0;
        for (at, op) in &ops {
            let at = (*at).min(classes.len());
            if at > from {
                classes[from..at].fill(state.class_id());
                from = at;
            }
            state.apply(op, self);
        }
        classes[from..].fill(state.class_id());
        true
    }

    fn class_id(&mut self, scope: Scope) -> u8 {
        *self
            .class_ids
            .entry(scope)
            .or_insert_with(|| class_id_of_scope(&scope.build_string()).unwrap_or(INHERITED))
    }
}

/// Appends the text to `line`, with U+0001 for each byte that is not valid UTF-8, which preserves
/// byte offsets.
pub(super) fn push_same_length(text: &[u8], line: &mut String) {
    for chunk in text.utf8_chunks() {
        line.push_str(chunk.valid());
        line.extend(chunk.invalid().iter().map(|_| '\u{1}'));
    }
}
