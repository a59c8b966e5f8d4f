//! Masks of Transact-SQL and of clauses of analytical databases.
//!
//! - `TOP 3` after `SELECT` and its like, `EXCLUDE (a)` and its like after `*`: hidden.
//! - `[a]`: a name in double quotes.
//! - `QUALIFY`: `WHERE`, `AND` or `HAVING`, by the clauses before it.
//! - `DECLARE @a INT = 1;`: hidden; `DECLARE @a TABLE (`: `CREATE TABLE`.

mod tokens;

use std::ops::Range;

use self::tokens::{SqlToken, SqlTokenKind, SqlTokens};
use super::masker::Masker;
use crate::budget::{Interrupt, WorkBudget};

pub(super) fn mask(masker: &mut Masker<'_>, budget: &mut WorkBudget<'_>) -> Result<(), Interrupt> {
    let source = masker.source;
    let mut reader = SqlReader {
        tokens: SqlTokens::new(source),
        masker,
        before: [SqlToken::NONE; 2],
        clauses: vec![Clause::None],
    };
    while let Some(token) = reader.tokens.next() {
        budget.step()?;
        reader.read(token, budget)?;
    }
    Ok(())
}

/// Last clause of a query that matters to `QUALIFY`.
#[derive(Clone, Copy, PartialEq)]
enum Clause {
    None,
    From,
    Where,
    Group,
    Having,
}

struct SqlReader<'m, 's> {
    masker: &'m mut Masker<'s>,
    tokens: SqlTokens<'s>,
    /// The last two tokens, last first.
    before: [SqlToken; 2],
    /// Clause in each open bracket.
    clauses: Vec<Clause>,
}

impl<'s> SqlReader<'_, 's> {
    fn is(&self, token: &SqlToken, words: &[&str]) -> bool {
        self.tokens.is_word(token, words)
    }

    fn read(&mut self, token: SqlToken, budget: &mut WorkBudget<'_>) -> Result<(), Interrupt> {
        let [last, ..] = self.before.clone();
        match token.kind {
            SqlTokenKind::Sign(b'(') => self.clauses.push(Clause::None),
            SqlTokenKind::Sign(b')') if self.clauses.len() > 1 => {
                self.clauses.pop();
            }
            SqlTokenKind::Sign(b';') => self.set_clause(Clause::None),
            SqlTokenKind::Sign(b'[') => {
                if let Some(name) = self.bracketed_name(&token) {
                    self.masker.replace(name.start, b"\"");
                    self.masker.replace(name.end - 1, b"\"");
                    self.tokens.at = name.end;
                    let name = SqlToken {
                        kind: SqlTokenKind::Name,
                        range: name,
                    };
                    self.push(name);
                    return Ok(());
                }
            }
            SqlTokenKind::Word if last.kind != SqlTokenKind::Sign(b'.') => {
                let is_hidden = self.read_word(&token, budget)?;
                if is_hidden {
                    return Ok(());
                }
            }
            _ => {}
        }
        self.push(token);
        Ok(())
    }

    fn push(&mut self, token: SqlToken) {
        self.before.swap(0, 1);
        self.before[0] = token;
    }

    fn set_clause(&mut self, clause: Clause) {
        if let Some(last) = self.clauses.last_mut() {
            *last = clause;
        }
    }

    /// Reads a word; returns whether it and what follows is hidden.
    fn read_word(
        &mut self,
        token: &SqlToken,
        budget: &mut WorkBudget<'_>,
    ) -> Result<bool, Interrupt> {
        let clause = self.clauses.last().copied().unwrap_or(Clause::None);
        if self.is(token, &["top"]) {
            return self.read_top(token, budget);
        }
        if self.is(token, &["exclude", "except", "replace", "rename"]) {
            return self.read_exclude(token, budget);
        }
        if self.is(token, &["declare"]) {
            return self.read_declare(token, budget);
        }
        if self.is(token, &["qualify"]) && clause != Clause::None {
            let next = self.tokens.clone().next();
            let is_name = next.is_none_or(
                |next| matches!(next.kind, SqlTokenKind::Sign(sign) if b",.;)=<>".contains(&sign)),
            );
            if !is_name {
                let (word, clause) = match clause {
                    Clause::Group => (b"HAVING ", Clause::Having),
                    Clause::From | Clause::None => (b"WHERE  ", Clause::Where),
                    Clause::Where | Clause::Having => (b"AND    ", clause),
                };
                self.masker.replace(token.range.start, word);
                self.masker.hide(token.range.clone(), "keyword");
                self.set_clause(clause);
            }
        }
        let clauses = [
            ("select", Clause::None),
            ("union", Clause::None),
            ("from", Clause::From),
            ("where", Clause::Where),
            ("group", Clause::Group),
            ("having", Clause::Having),
        ];
        for (word, clause) in clauses {
            if self.is(token, &[word]) {
                self.set_clause(clause);
            }
        }
        Ok(false)
    }

    /// Returns the range of `[a]`, unless it is an index or an array.
    fn bracketed_name(&self, open: &SqlToken) -> Option<Range<usize>> {
        const MAX_NAME: usize = 256;
        let source = self.tokens.source;
        let [last, ..] = &self.before;
        let start = open.range.start;
        let is_adjacent = last.range.end == start
            && (matches!(last.kind, SqlTokenKind::Word | SqlTokenKind::Name)
                || matches!(last.kind, SqlTokenKind::Sign(b')' | b']')));
        if is_adjacent || self.is(last, &["array"]) {
            return None;
        }
        let rest = &source[start + 1..];
        let rest = &rest[..rest.len().min(MAX_NAME)];
        let name = &rest[..memchr::memchr(b']', rest)?];
        let is_name = |byte: &u8| {
            byte.is_ascii_alphanumeric() || b"_ #@$.-/&()%:".contains(byte) || *byte >= 0x80
        };
        let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || *byte >= 0x80;
        let end = start + name.len() + 2;
        let is_escaped = source.get(end) == Some(&b']');
        let is_whole = name.iter().all(is_name) && name.iter().any(is_letter) && !is_escaped;
        is_whole.then_some(start..end)
    }

    /// Hides `TOP 3`, `TOP (@n) PERCENT WITH TIES`.
    fn read_top(
        &mut self,
        token: &SqlToken,
        budget: &mut WorkBudget<'_>,
    ) -> Result<bool, Interrupt> {
        let [last, ..] = self.before.clone();
        if !self.is(
            &last,
            &["select", "distinct", "all", "delete", "update", "insert"],
        ) {
            return Ok(false);
        }
        let mut tokens = self.tokens.clone();
        let end = match tokens.next() {
            Some(next) if matches!(next.kind, SqlTokenKind::Number | SqlTokenKind::Variable) => {
                next.range.end
            }
            Some(next) if next.kind == SqlTokenKind::Sign(b'(') => {
                let Some(close) = tokens.skip_brackets(budget)? else {
                    return Ok(false);
                };
                // In a query, `TOP` may be the name of a function.
                let mut after = tokens.clone();
                let is_call = match after
                    .next()
                    .map(|next| (self.is(&next, &["from", "as", "into"]), next))
                {
                    None | Some((true, _)) => true,
                    Some((_, next)) => match next.kind {
                        SqlTokenKind::Sign(b'*') => !after.next().is_none_or(|next| {
                            self.is(&next, &["from", "into"])
                                || matches!(next.kind, SqlTokenKind::Sign(b',' | b';'))
                        }),
                        SqlTokenKind::Sign(b'[' | b'(' | b'-') => false,
                        SqlTokenKind::Sign(_) => true,
                        _ => false,
                    },
                };
                let is_query = self.is(&last, &["select", "distinct", "all"]);
                if is_query && is_call {
                    return Ok(false);
                }
                close
            }
            _ => return Ok(false),
        };
        let end = self.skip_words(&mut tokens, end, &["percent"]);
        let end = self.skip_words(&mut tokens, end, &["with", "ties"]);
        self.hide(token.range.start..end, budget)?;
        Ok(true)
    }

    /// Skips the next words if they are `words`; returns the end of the last.
    fn skip_words(&self, tokens: &mut SqlTokens<'s>, mut end: usize, words: &[&str]) -> usize {
        let mut ahead = tokens.clone();
        for word in words {
            match ahead.next() {
                Some(next) if self.is(&next, &[word]) => end = next.range.end,
                _ => return tokens.at,
            }
        }
        *tokens = ahead;
        end
    }

    /// Hides `EXCLUDE (a, b)`, `EXCLUDE a` and the like after `*`.
    fn read_exclude(
        &mut self,
        token: &SqlToken,
        budget: &mut WorkBudget<'_>,
    ) -> Result<bool, Interrupt> {
        let [last, first] = self.before.clone();
        let is_all = last.kind == SqlTokenKind::Sign(b'*')
            && (matches!(first.kind, SqlTokenKind::Sign(b'.' | b','))
                || self.is(&first, &["select", "distinct", "all"]));
        if !is_all {
            return Ok(false);
        }
        let mut tokens = self.tokens.clone();
        let end = match tokens.next() {
            Some(next) if next.kind == SqlTokenKind::Sign(b'(') => {
                let inner = tokens.clone().next();
                if inner.is_none_or(|inner| self.is(&inner, &["select", "with"])) {
                    return Ok(false);
                }
                tokens.skip_brackets(budget)?
            }
            Some(next) if matches!(next.kind, SqlTokenKind::Word | SqlTokenKind::Name) => {
                let is_query = self.is(&next, &["select", "all", "distinct"]);
                let is_exclude = self.is(token, &["exclude"]);
                (is_exclude && !is_query).then_some(next.range.end)
            }
            _ => None,
        };
        let Some(end) = end else {
            return Ok(false);
        };
        self.hide(token.range.start..end, budget)?;
        Ok(true)
    }

    /// Hides `DECLARE @a INT = 1;`, or turns `DECLARE @a TABLE` into `CREATE TABLE`.
    fn read_declare(
        &mut self,
        token: &SqlToken,
        budget: &mut WorkBudget<'_>,
    ) -> Result<bool, Interrupt> {
        const CREATE: &[u8] = b"CREATE TABLE ";
        let start = token.range.start;
        let mut tokens = self.tokens.clone();
        let Some(variable) = tokens.next() else {
            return Ok(false);
        };
        if variable.kind != SqlTokenKind::Variable {
            return Ok(false);
        }
        let mut kind = tokens.next();
        if kind.as_ref().is_some_and(|kind| self.is(kind, &["as"])) {
            kind = tokens.next();
        }
        if let Some(kind) = kind.filter(|kind| self.is(kind, &["table"])) {
            let head = start..kind.range.end;
            let source = self.tokens.source;
            if memchr::memchr(b'\n', &source[head.clone()]).is_none() {
                self.masker.hide(token.range.clone(), "keyword");
                self.masker.hide(variable.range, "variable");
                self.masker.hide(kind.range, "keyword");
                for at in head.clone() {
                    self.masker.replace(at, b"_");
                }
                self.masker.replace(start, CREATE);
                self.tokens.at = head.end;
                return Ok(true);
            }
        }
        let (mut end, mut depth, mut last) = (variable.range.end, 0_usize, variable);
        let rest = tokens_after(&self.tokens, &last);
        for next in rest {
            budget.step()?;
            match next.kind {
                SqlTokenKind::Sign(b'(') => depth += 1,
                SqlTokenKind::Sign(b')') if depth == 0 => break,
                SqlTokenKind::Sign(b')') => depth -= 1,
                SqlTokenKind::Sign(b';') if depth == 0 => {
                    end = next.range.end;
                    break;
                }
                SqlTokenKind::Word
                    if depth == 0
                        && !matches!(
                            last.kind,
                            SqlTokenKind::Sign(b'=' | b',' | b'+' | b'-' | b'*' | b'/')
                        )
                        && self.is(&next, STATEMENTS) =>
                {
                    break;
                }
                _ => {}
            }
            end = next.range.end;
            last = next;
        }
        self.hide(start..end, budget)?;
        Ok(true)
    }

    /// Hides a range from the parser, and gives its tokens their classes.
    fn hide(&mut self, range: Range<usize>, budget: &mut WorkBudget<'_>) -> Result<(), Interrupt> {
        self.masker.blank(range.clone());
        let mut tokens = self.tokens.clone();
        tokens.at = range.start;
        let mut last = SqlToken::NONE;
        while let Some(token) = tokens.next().filter(|token| token.range.end <= range.end) {
            budget.step()?;
            let capture = match token.kind {
                SqlTokenKind::Word if self.is(&token, KEYWORDS) => "keyword",
                SqlTokenKind::Word if last.kind == SqlTokenKind::Variable => "type",
                SqlTokenKind::Word
                    if tokens
                        .clone()
                        .next()
                        .is_some_and(|next| next.kind == SqlTokenKind::Sign(b'(')) =>
                {
                    "function"
                }
                SqlTokenKind::Word | SqlTokenKind::Name => "property",
                SqlTokenKind::Number => "number",
                SqlTokenKind::String => "string",
                SqlTokenKind::Variable => "variable",
                SqlTokenKind::Sign(b'(' | b')') => "punctuation.bracket",
                SqlTokenKind::Sign(b',' | b';' | b'.') => "punctuation.delimiter",
                SqlTokenKind::Sign(_) => "operator",
            };
            self.masker.hide(token.range.clone(), capture);
            // The type may follow `AS`.
            if !self.is(&token, &["as"]) {
                last = token;
            }
        }
        self.tokens.at = range.end;
        Ok(())
    }
}

/// Returns the tokens after one of them.
fn tokens_after<'s>(tokens: &SqlTokens<'s>, token: &SqlToken) -> SqlTokens<'s> {
    let mut after = tokens.clone();
    after.at = token.range.end;
    after
}

/// Words that begin a statement. Transact-SQL needs no semicolon between statements.
const STATEMENTS: &[&str] = &[
    "alter", "begin", "create", "declare", "delete", "drop", "end", "exec", "execute", "go", "if",
    "insert", "merge", "print", "return", "select", "set", "truncate", "update", "use", "while",
    "with",
];

/// Words of hidden code that are keywords.
const KEYWORDS: &[&str] = &[
    "all", "and", "as", "case", "declare", "else", "end", "except", "exclude", "from", "in", "is",
    "not", "null", "or", "percent", "rename", "replace", "select", "then", "ties", "top", "when",
    "where", "with",
];

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
