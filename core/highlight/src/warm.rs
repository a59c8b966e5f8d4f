//! Prepares a language ahead of its first use.

use ransack_base::{CancelToken, Result};
use ransack_languages::internal::{MARKDOWN_INLINE, untagged};

use crate::call::{HighlightText, classify};
use crate::grammar::grammar;
use crate::language::{Engine, HighlightLanguage, unknown_language};
use crate::options::HighlightOptions;

/// Prepares a language for its default engine, so that the first call that highlights it is as fast
/// as later calls: unpacks its grammar and compiles its queries or regular expressions. Also
/// prepares the languages that its grammar always embeds, such as CSS in HTML. Languages that a text
/// names, as code blocks in Markdown do, are prepared when a text first contains them.
///
/// # Errors
///
/// - [`InvalidOption`](ransack_base::ErrorKind::InvalidOption) if the language is unknown; the
///   candidates of the error are the nearest names.
/// - [`Aborted`](ransack_base::ErrorKind::Aborted) or [`Timeout`](ransack_base::ErrorKind::Timeout)
///   if the token fires. The preparation continues on the [shared pool](ransack_base::Pool::shared).
///
/// # Cost
///
/// Takes 5 to 100 ms, and no time if the language is prepared. The memory stays in use for the life
/// of the process.
///
/// ```
/// # mod ransack { pub use ransack_base::*; pub use ransack_highlight as highlight; }
/// use ransack::CancelToken;
/// use ransack::highlight::warm_language;
///
/// warm_language("rust", &CancelToken::new())?;
/// assert!(warm_language("klingon", &CancelToken::new()).is_err());
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn warm_language(language: &str, token: &CancelToken) -> Result<()> {
    token.heartbeat()?;
    let Some(host) = HighlightLanguage::named(language) else {
        return Err(unknown_language(language));
    };
    for name in prepare(host, token)? {
        match HighlightLanguage::named(&name) {
            Some(embedded) => drop(prepare(embedded, token)?),
            None if name == MARKDOWN_INLINE => drop(grammar(&name, token)?),
            None => {}
        }
    }
    Ok(())
}

/// Prepares one language and returns the names of the languages that it always embeds.
fn prepare(language: HighlightLanguage, token: &CancelToken) -> Result<Vec<String>> {
    let choice = language.choice(None);
    if choice.engine != Engine::TreeSitter {
        // Every regular expression of the initial state is tried at a letter.
        let options = HighlightOptions::new(language.name());
        let (_, classified) = classify(
            HighlightText::whole(b"a\n"),
            Some(language),
            choice,
            &options,
            token,
        );
        return classified.map(|_| Vec::new());
    }
    let name = language.entry.grammar;
    let untagged = untagged(name).map(|untagged| untagged.grammar);
    let mut embedded = Vec::new();
    for variant in std::iter::once(name).chain(untagged) {
        let Some(grammar) = grammar(variant, token)? else {
            continue;
        };
        let rules = grammar.injections.iter().flat_map(|found| &found.rules);
        embedded.extend(rules.filter_map(|rule| rule.language.as_deref().map(str::to_owned)));
    }
    Ok(embedded)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
