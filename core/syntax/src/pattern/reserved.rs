//! Reserved words, which a grammar may read as names where its parser does not expect a keyword, and
//! words that resemble keywords.

use ransack_grammars::Language;
use ransack_grammars::internal::grammar_of;
use ransack_languages::internal::{has_word, tables};

/// Minimum length of keywords compared with misspelt words.
const MIN_KEYWORD: usize = 2;

/// Words with the letters of a keyword that occur as names in code.
const WORDS: [&str; 2] = ["arise", "form"];

/// Returns the reserved word of a language that equals `word`; `None` if a node of kind `kind` may
/// have it as its text.
pub(crate) fn reserved_word(language: &Language, kind: &str, word: &str) -> Option<&'static str> {
    let directives = &tables(language).directives;
    let syntax = tables(language).patterns;
    let find = |words: &'static str, word: &str| words.split(' ').find(|known| *known == word);
    if kind == directives.unknown {
        return find(directives.known, word);
    }
    if !has_word(syntax.names, kind) {
        return None;
    }
    match syntax.any_case {
        true => find(syntax.reserved, &word.to_ascii_lowercase()),
        false => find(syntax.reserved, word),
    }
}

/// Degree of similarity between a word and a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resemblance {
    /// Two adjacent letters are exchanged.
    Exchanged,
    /// One letter is missing, added or different.
    Close,
}

/// Returns the keyword of a language that a word resembles; `None` for a keyword itself. Exchanged
/// letters take precedence over other differences.
pub(crate) fn misspelt_keyword(language: &Language, word: &str) -> Option<(String, Resemblance)> {
    let is_word = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphabetic());
    let lower_case = word.to_ascii_lowercase();
    if word.len() + 1 < MIN_KEYWORD
        || !is_word(word)
        || WORDS.contains(&&*lower_case) && !tables(language).patterns.any_case
    {
        return None;
    }
    let grammar = grammar_of(language);
    let any_case = tables(language).patterns.any_case;
    let mut found: Option<(String, Resemblance)> = None;
    for kind in 0..grammar.node_kind_count() as u16 {
        let Some(name) = grammar.node_kind_for_id(kind) else {
            continue;
        };
        let keyword = match tables(language).kinds.keyword(name) {
            Some(keyword) => keyword,
            None if !grammar.node_kind_is_named(kind) => name,
            None => continue,
        };
        if !is_word(keyword) {
            continue;
        }
        if keyword == word || any_case && keyword.eq_ignore_ascii_case(word) {
            return None;
        }
        let same_case = if any_case { &lower_case } else { word };
        let keyword_case = keyword.to_ascii_lowercase();
        let compared = if any_case { &*keyword_case } else { keyword };
        if keyword.len() < MIN_KEYWORD {
            continue;
        }
        match resemblance(same_case.as_bytes(), compared.as_bytes()) {
            Some(Resemblance::Exchanged) => {
                found = Some((keyword.to_owned(), Resemblance::Exchanged));
            }
            Some(Resemblance::Close) if found.is_none() => {
                found = Some((keyword.to_owned(), Resemblance::Close));
            }
            _ => {}
        }
    }
    found
}

/// Compares two different words.
fn resemblance(word: &[u8], keyword: &[u8]) -> Option<Resemblance> {
    let start = word.iter().zip(keyword).take_while(|(a, b)| a == b).count();
    let (word, keyword) = (&word[start..], &keyword[start..]);
    match (word, keyword) {
        ([a, b, rest @ ..], [c, d, other @ ..]) if a == d && b == c && rest == other => {
            Some(Resemblance::Exchanged)
        }
        // A word with another first letter is another word.
        ([_, rest @ ..], [_, other @ ..]) if rest == other && start > 0 => Some(Resemblance::Close),
        (rest, [_, other @ ..]) if rest == other => Some(Resemblance::Close),
        ([_, rest @ ..], other) if rest == other => Some(Resemblance::Close),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
