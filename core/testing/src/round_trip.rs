//! Highlighting invariants for any text in any language with either engine.

use ransack::CancelToken;
use ransack::highlight::{Engine, HighlightOptions, Output, Palette, highlight};

use crate::strip::{strip_html, strip_sgr};

pub fn terminal() -> Output {
    Output::Ansi(Palette::new(|class| format!("\x1b[38;5;{}m", class as u8)))
}

/// Checks the round trip of both output forms and the invariants of spans.
pub fn check(name: &str, text: &[u8]) {
    for engine in [Engine::TreeSitter, Engine::Syntect] {
        let mut options = HighlightOptions::new(name);
        options.engine = Some(engine);
        let token = CancelToken::new();
        let found = highlight(text, &options, &token).unwrap();
        let ansi = found.render(&terminal(), &token).unwrap();
        assert_eq!(
            strip_sgr(&ansi).escape_ascii().to_string(),
            text.escape_ascii().to_string(),
            "{name}, {engine:?}, terminal"
        );
        for line in ansi.split(|&b| b == b'\n') {
            let opened = line.windows(4).filter(|w| w == b"\x1b[38").count();
            let closed = line.windows(5).filter(|w| w == b"\x1b[39m").count();
            assert_eq!(opened, closed, "{name}: {}", line.escape_ascii());
        }
        let html = found.render(&Output::Html, &token).unwrap();
        assert_eq!(
            strip_html(&html).escape_ascii().to_string(),
            text.escape_ascii().to_string(),
            "{name}, {engine:?}, HTML"
        );
        let mut end = 0;
        for span in found.spans() {
            assert!(end <= span.start && span.start < span.end && span.end <= text.len());
            assert!(!text[span.start..span.end].contains(&b'\n'), "{name}");
            end = span.end;
        }
    }
}
