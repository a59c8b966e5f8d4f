//! The syntect engine: a TextMate grammar, line after line.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use syntect::parsing::{ClearAmount, ParseState, Scope, ScopeStackOp, SyntaxReference, SyntaxSet};

use super::class::{PLAIN, mark_of_scope};

/// The grammars. Each is unpacked when it is first used, and its expressions
/// are compiled when they are first tried.
pub(super) fn syntaxes() -> &'static SyntaxSet {
    static SYNTAXES: OnceLock<SyntaxSet> = OnceLock::new();
    SYNTAXES.get_or_init(two_face::syntax::extra_newlines)
}

/// Marks a scope that says nothing of its own.
const INHERITED: u8 = u8::MAX;

/// Where the work stands between two lines.
#[derive(Clone)]
pub(super) struct LineState {
    parser: ParseState,
    scopes: Vec<Level>,
    cleared: Vec<Vec<Level>>,
}

// SAFETY: what keeps it from being so by itself are the pointers in the regions
// of Oniguruma, which own what they lead to and are tied to no thread.
unsafe impl Send for LineState {}

#[derive(Clone, Copy)]
struct Level {
    /// The mark of the scope itself.
    own: u8,
    /// The mark of text that has this scope innermost.
    mark: u8,
}

/// Reads lines. What it keeps is only there for speed.
#[derive(Default)]
pub(super) struct LineReader {
    marks: FxHashMap<Scope, u8>,
    line: String,
}

impl LineState {
    pub(super) fn new(syntax: &SyntaxReference) -> LineState {
        LineState {
            parser: ParseState::new(syntax),
            scopes: Vec::new(),
            cleared: Vec::new(),
        }
    }

    fn mark(&self) -> u8 {
        self.scopes.last().map_or(PLAIN, |level| level.mark)
    }

    fn push(&mut self, own: u8) {
        let mark = if own == INHERITED { self.mark() } else { own };
        self.scopes.push(Level { own, mark });
    }

    fn apply(&mut self, op: &ScopeStackOp, reader: &mut LineReader) {
        match op {
            ScopeStackOp::Push(scope) => self.push(reader.mark(*scope)),
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

impl LineReader {
    /// Marks the bytes of one line, which comes without its end. False if not
    /// all of it could be looked at: what is beyond `max` bytes stays plain,
    /// and the next line goes on as if this one had not been.
    pub(super) fn read(
        &mut self,
        state: &mut LineState,
        text: &[u8],
        marks: &mut [u8],
        max: usize,
    ) -> bool {
        let Some(kept) = (text.len() > max).then(|| char_start(text, max)) else {
            return self.read_whole(state, text, marks);
        };
        self.read_whole(&mut state.clone(), &text[..kept], &mut marks[..kept]);
        false
    }

    fn read_whole(&mut self, state: &mut LineState, text: &[u8], marks: &mut [u8]) -> bool {
        let mut line = std::mem::take(&mut self.line);
        line.clear();
        push_same_length(text, &mut line);
        line.push('\n');
        // Oniguruma gives up on what it has tried millions of times, and its
        // bindings panic then.
        let parsed = catch_unwind(AssertUnwindSafe(|| {
            state.parser.parse_line(&line, syntaxes())
        }));
        self.line = line;
        let Ok(Ok(ops)) = parsed else {
            return false;
        };
        let mut from = 0;
        for (at, op) in &ops {
            let at = (*at).min(marks.len());
            if at > from {
                marks[from..at].fill(state.mark());
                from = at;
            }
            state.apply(op, self);
        }
        marks[from..].fill(state.mark());
        true
    }

    fn mark(&mut self, scope: Scope) -> u8 {
        *self
            .marks
            .entry(scope)
            .or_insert_with(|| mark_of_scope(&scope.build_string()).unwrap_or(INHERITED))
    }
}

/// The start of the character that is at `at`.
fn char_start(text: &[u8], at: usize) -> usize {
    let is_inside = |at: &usize| text[*at] & 0xC0 == 0x80;
    (at.saturating_sub(3)..=at)
        .rev()
        .find(|at| !is_inside(at))
        .unwrap_or(at)
}

/// Appends the text with a control character for each byte that is not part of
/// UTF-8, so that offsets stay what they are.
pub(super) fn push_same_length(text: &[u8], line: &mut String) {
    for chunk in text.utf8_chunks() {
        line.push_str(chunk.valid());
        line.extend(chunk.invalid().iter().map(|_| '\u{1}'));
    }
}
