use ransack_base::{AbortReason, ErrorKind};

use super::*;
use crate::textmate::syntaxes;

/// Returns a token that has fired: a call with it gets prepared languages only.
fn fired() -> CancelToken {
    let token = CancelToken::new();
    token.cancel(AbortReason::User);
    token
}

#[test]
fn grammars_and_their_embedded_languages_are_compiled() {
    // No other test of this process highlights these languages.
    for (language, grammars) in [
        ("html", &["html", "css", "javascript"][..]),
        ("markdown", &["markdown", MARKDOWN_INLINE]),
        ("php", &["php", "php_only"]),
    ] {
        warm_language(language, &CancelToken::new()).unwrap();
        for name in grammars {
            assert!(matches!(grammar(name, &fired()), Ok(Some(_))), "{name}");
        }
    }
}

#[test]
fn every_language_can_be_prepared() {
    for name in ["haml", "diff", "ansi", "plain", "RS", " c++ "] {
        warm_language(name, &CancelToken::new()).unwrap();
    }
    assert!(!syntaxes().syntaxes().is_empty());
}

#[test]
fn unknown_languages_and_fired_tokens_are_errors() {
    let error = warm_language("pyhton", &CancelToken::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    assert_eq!(error.candidates()[0], "python");
    let error = warm_language("rust", &fired()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted);
}
