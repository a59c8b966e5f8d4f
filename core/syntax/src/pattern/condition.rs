//! Conditions of contexts, and the conditions that a fragment meets by the way it begins.

use ransack_grammars::Language;
use ransack_languages::internal::{ContextCondition, PatternContext, tables};

/// Returns the contexts of a language that may be intended for the fragment `text`, whose syntax
/// errors are therefore relevant.
pub(crate) fn likely_contexts(
    text: &str,
    language: &Language,
) -> impl Iterator<Item = &'static PatternContext> {
    let conditions = conditions(text);
    let contexts = tables(language).patterns.contexts.iter();
    contexts.filter(move |context| {
        matches!(
            context.condition,
            ContextCondition::Always | ContextCondition::Fallback
        ) || conditions.contains(&context.condition)
    })
}

/// Keywords for another branch of a condition.
const ELSE: [&str; 4] = ["elif", "else", "elseif", "elsif"];

/// Returns the conditions of contexts that a fragment meets: whether it begins with a brace, a tag
/// or `else`, like a class member, or with a name or literal followed by a single colon, an equals
/// sign (possibly adjacent) or an arrow.
pub(crate) fn conditions(text: &str) -> Vec<ContextCondition> {
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

/// Returns the first word of the text.
pub(crate) fn first_word(text: &str) -> &str {
    &text[..text.find(|c| !is_word(c)).unwrap_or(text.len())]
}

/// Returns whether the text begins with two words.
pub(crate) fn has_two_words(text: &str) -> bool {
    let word = first_word(text);
    let rest = text[word.len()..].trim_start();
    !word.is_empty() && rest.len() < text.len() - word.len() && rest.starts_with(is_word)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}
