//! Grammars whose generated lexer is replaced in some lex states.
//!
//! A parser's lex state decides which tokens its generated lexer looks for. [`LexStates`] finds the
//! states in which a token is valid, so that a wrapper reads these tokens itself.

use tree_sitter_language::LanguageFn;

use super::{GrammarLayout, Lexer};

/// Symbol of a token, and the lex states in which it is valid.
pub(super) struct LexStates {
    pub(super) symbol: u16,
    /// Whether the token is valid, by state.
    states: Vec<bool>,
}

impl LexStates {
    /// Finds the token with the node kind `token` that is valid together with a token of each kind
    /// of `others`. Finds no state without such a token.
    pub(super) fn of(grammar: LanguageFn, token: &str, others: &[&str]) -> LexStates {
        let language = tree_sitter::Language::from(grammar);
        let symbols_of = |kind: &str| -> Vec<u16> {
            let ids = 0..u16::try_from(language.node_kind_count()).unwrap_or(u16::MAX);
            ids.filter(|&id| language.node_kind_for_id(id) == Some(kind))
                .collect()
        };
        let others: Vec<Vec<u16>> = others.iter().map(|kind| symbols_of(kind)).collect();
        // SAFETY: the function returns a pointer to a static grammar.
        let layout = unsafe { grammar.into_raw()() }.cast::<GrammarLayout>();
        let states = 0..u16::try_from(language.parse_state_count()).unwrap_or(u16::MAX);
        let states_of = |symbol: u16| {
            let is_valid = |symbol: &u16, state| language.next_state(state, *symbol) != 0;
            let states = states.clone().filter(|&state| {
                let has_any = |kind: &Vec<u16>| kind.iter().any(|other| is_valid(other, state));
                is_valid(&symbol, state) && others.iter().all(has_any)
            });
            // SAFETY: a test checks the version of the grammar, and `state` is one of its parse
            // states.
            let valid = states.map(|state| unsafe { GrammarLayout::lex_state(layout, state) });
            let mut states = Vec::new();
            for state in valid.map(usize::from) {
                states.resize(states.len().max(state + 1), false);
                states[state] = true;
            }
            LexStates { symbol, states }
        };
        let mut found = symbols_of(token).into_iter().map(states_of);
        let found = found.find(|found| !found.states.is_empty());
        found.unwrap_or(LexStates {
            symbol: 0,
            states: Vec::new(),
        })
    }

    pub(super) fn contains(&self, state: u16) -> bool {
        self.states.get(usize::from(state)) == Some(&true)
    }
}

/// Text from the current position of a lexer on.
pub(super) struct LexText<'l>(&'l mut Lexer);

impl<'l> LexText<'l> {
    /// # Safety
    ///
    /// `lexer` must point to a tree-sitter lexer that nothing else uses during `'l`.
    pub(super) unsafe fn new(lexer: *mut Lexer) -> LexText<'l> {
        // SAFETY: see above.
        LexText(unsafe { &mut *lexer })
    }

    /// Returns the current character; 0 at the end of the text.
    pub(super) fn character(&self) -> char {
        let character = u32::try_from(self.0.lookahead).ok();
        let character = character.and_then(char::from_u32);
        character.unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    pub(super) fn advance(&mut self) {
        // SAFETY: the function belongs to this lexer.
        unsafe { (self.0.advance)(&raw mut *self.0, false) }
    }

    /// Advances over a character before the token.
    pub(super) fn skip(&mut self) {
        // SAFETY: the function belongs to this lexer.
        unsafe { (self.0.advance)(&raw mut *self.0, true) }
    }

    /// Ends the token at the current position.
    pub(super) fn mark_end(&mut self) {
        // SAFETY: the function belongs to this lexer.
        unsafe { (self.0.mark_end)(&raw mut *self.0) }
    }

    /// Sets the symbol of the token.
    pub(super) fn found(&mut self, symbol: u16) -> bool {
        self.0.result_symbol = symbol;
        true
    }

    /// Advances over at most `most` characters that `is` accepts; returns their number.
    pub(super) fn advance_while(&mut self, most: usize, is: impl Fn(char) -> bool) -> usize {
        let mut count = 0;
        while count < most && is(self.character()) {
            self.advance();
            count += 1;
        }
        count
    }
}
