//! Theme files.

use ransack::CancelToken;
use ransack::highlight::{ColorDepth, HighlightOptions, Output, Theme, highlight};

use ransack_testing::strip::strip_sgr;

const CODE: &[u8] = b"// c\nfn f(x: &str) -> u8 { \"s\"; 1 }\n";

pub(crate) fn run(data: &[u8]) {
    let Ok(theme) = Theme::from_tm_theme(data) else {
        return;
    };
    let css = theme.css(".code");
    assert_eq!(css.matches('{').count(), css.matches('}').count(), "{css}");
    let token = CancelToken::new();
    let found = highlight(CODE, &HighlightOptions::new("rust"), &token).unwrap();
    for depth in [
        ColorDepth::Ansi16,
        ColorDepth::Ansi256,
        ColorDepth::TrueColor,
    ] {
        let shown = found
            .render(&Output::Ansi(theme.palette(depth)), &token)
            .unwrap();
        assert_eq!(strip_sgr(&shown), CODE);
    }
}
