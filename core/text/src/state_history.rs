//! Terminal states at points of a text, each stored once.
//!
//! Invariant: states have ascending numbers; a state may be dropped once no point that refers to it
//! or to an earlier one is needed.

use std::collections::VecDeque;

use super::terminal_state::TerminalState;

/// Offset in the text, with the terminal state in force there.
#[derive(Clone, Copy, Default)]
pub(super) struct LinePoint {
    pub(super) at: usize,
    /// Number of the state in [`StateHistory`].
    pub(super) state: usize,
}

/// Numbered terminal states that [`LinePoint`]s refer to. Each is stored once, because a state is
/// large and most points share one.
#[derive(Default)]
pub(super) struct StateHistory<'a> {
    /// State number `first`.
    oldest: TerminalState<'a>,
    first: usize,
    /// States after `oldest`, in order of their numbers.
    later: VecDeque<TerminalState<'a>>,
    /// Whether no point refers to the last state in `later`; the state may then change.
    unused: bool,
}

impl<'a> StateHistory<'a> {
    /// Returns the state with this number, which must not have been dropped.
    pub(super) fn get(&self, number: usize) -> &TerminalState<'a> {
        match (number - self.first).checked_sub(1) {
            Some(i) => &self.later[i],
            None => &self.oldest,
        }
    }

    /// Returns the number of the last state.
    pub(super) fn last(&self) -> usize {
        self.first + self.later.len()
    }

    /// Returns the number of the last state, for a point that will refer to it.
    pub(super) fn current(&mut self) -> usize {
        self.unused = false;
        self.last()
    }

    /// Applies an escape sequence to the last state, or to a copy of it if a point refers to it.
    pub(super) fn apply(&mut self, sequence: &'a str) {
        if !self.unused {
            self.later.push_back(*self.get(self.last()));
            self.unused = true;
        }
        if let Some(state) = self.later.back_mut() {
            state.apply(sequence);
        }
    }

    /// Drops the states before `number`.
    pub(super) fn forget(&mut self, number: usize) {
        if number == self.first {
            return;
        }
        if let Some(state) = self.later.drain(..number - self.first).next_back() {
            self.oldest = state;
        }
        self.first = number;
        self.unused &= !self.later.is_empty();
    }
}
