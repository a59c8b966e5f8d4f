//! Conditions of contexts, and which of them a fragment meets by how it begins.

use super::context::PatternContext;
use super::language::Language;

/// Condition under which a context is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ContextCondition {
    /// Always.
    Always,
    /// If the fragment begins with a name and a colon, which has a different
    /// meaning in every context; else as `Fallback`.
    Colon,
    /// If the fragment begins with a name directly before an equals sign; else
    /// as `Fallback`.
    Equals,
    /// If the fragment begins with a name and a colon or an equals sign, like
    /// the fields of a class; else as `Fallback`.
    Field,
    /// Only if the fragment begins like an entry of a table: with a key and an arrow,
    /// or with a name, literal or key in brackets and an equals sign.
    Entry,
    /// Only if the fragment begins with a keyword for another branch of a condition.
    Else,
    /// If the fragment begins like a member of a class: with two words, with a sign
    /// and a parenthesis, or with a name and a parameter that is a field; else as
    /// `Fallback`.
    Member,
    /// Only if the fragment begins with a brace, which may be a block or code in
    /// markup.
    Brace,
    /// Only if the fragment begins with the opening tag of code in a text.
    Tag,
    /// If the pattern has no variant in the contexts whose condition holds.
    Fallback,
}

/// Returns the contexts of a language whose syntax errors are about the fragment
/// `text`: those that may be meant.
pub(super) fn likely_contexts(
    text: &str,
    language: &Language,
) -> impl Iterator<Item = &'static PatternContext> {
    let conditions = conditions(text);
    let contexts = language.pattern_syntax.contexts.iter();
    contexts.filter(move |context| {
        matches!(
            context.condition,
            ContextCondition::Always | ContextCondition::Fallback
        ) || conditions.contains(&context.condition)
    })
}

/// Keywords for another branch of a condition.
const ELSE: [&str; 4] = ["elif", "else", "elseif", "elsif"];

/// Returns the conditions of contexts that a fragment meets: whether it begins
/// Returns the conditions of contexts that a fragment meets: whether it begins
/// with a brace, a tag or `else`, like a member of a class, or with a name or literal
/// and a single colon, an equals sign, which may follow directly, or an arrow.
pub(super) fn conditions(text: &str) -> Vec<ContextCondition> {
    use ContextCondition::{Brace, Colon, Else, Entry, Equals, Field, Member, Tag};

    if text.starts_with('{') {
        return vec![Brace];
    }
    if text.starts_with("<?") {
        return vec![Tag];
    }
    let is_assigned = |rest: &str| rest.starts_with('=') && !rest.starts_with("==");
    if text.starts_with('[') {
        let rest = text
            .split_once(']')
            .map_or("", |(_, rest)| rest.trim_start());
        return is_assigned(rest).then_some(Entry).into_iter().collect();
    }
    let first = first_word(text);
    if ELSE.iter().any(|word| word.eq_ignore_ascii_case(first)) {
        return vec![Else];
    }
    let signed = text.strip_prefix(['-', '+']);
    if has_two_words(text)
        || signed.is_some_and(|rest| rest.trim_start().starts_with('('))
        || text[first_word(text).len()..].starts_with("(this.")
    {
        return vec![Member];
    }
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '-' | '@' | '"' | '\'');
    let key = text.strip_prefix(':').unwrap_or(text);
    let rest = key.trim_start_matches(is_name);
    let word = &key[..key.len() - rest.len()];
    let colon = rest.trim_start_matches('?').trim_start();
    let equals = rest.trim_start();
    if word.is_empty() {
        Vec::new()
    } else if equals.starts_with("=>") {
        vec![Entry]
    } else if key.len() < text.len() {
        Vec::new()
    } else if colon.starts_with(':') && !colon.starts_with("::") && !colon.starts_with(":=") {
        vec![Colon, Field]
    } else if !is_assigned(equals) {
        Vec::new()
    } else if equals.len() == rest.len() {
        vec![Equals, Field, Entry]
    } else {
        vec![Field, Entry]
    }
}

/// Returns the word that a text begins with.
pub(super) fn first_word(text: &str) -> &str {
    &text[..text.find(|c| !is_word(c)).unwrap_or(text.len())]
}

/// Returns whether a text begins with two words.
pub(super) fn has_two_words(text: &str) -> bool {
    let word = first_word(text);
    let rest = text[word.len()..].trim_start();
    !word.is_empty() && rest.len() < text.len() - word.len() && rest.starts_with(is_word)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}
