//! Highlighting of any text in every language, whole and as a stream.

use std::time::Duration;

use ransack::CancelToken;
use ransack::highlight::{
    HighlightOptions, HighlightStream, Output, detect_language, highlight, supported_languages,
};

use super::Input;
use ransack_testing::round_trip::{check, terminal};

fn language(input: &mut Input<'_>) -> &'static str {
    let rest = input.0;
    let end = rest
        .iter()
        .position(|&byte| byte == b'\n')
        .unwrap_or(rest.len());
    let name = &rest[..end];
    input.0 = &rest[(end + 1).min(rest.len())..];
    let languages = supported_languages();
    let named = languages.iter().find(|known| known.as_bytes() == name);
    let sum: usize = name.iter().copied().map(usize::from).sum();
    named.copied().unwrap_or(languages[sum % languages.len()])
}

pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let language = language(&mut input);
    let text = input.rest();
    check(language, text);
    if let Some(name) = detect_language("file", text) {
        assert!(supported_languages().contains(&name), "{name}");
    }
}

/// Pushes the text in chunks; the final output must equal the output of one call.
pub(crate) fn stream(data: &[u8]) {
    let mut input = Input::new(data);
    let language = language(&mut input);
    let size = input.below(60) + 1;
    let flags = input.byte();
    let text = input.rest();
    let mut options = HighlightOptions::new(language);
    options.max_line = [2048, 4, 40, 200][usize::from(flags & 3)];
    options.time_limit = Some(Duration::from_secs(8));
    let output = if flags & 4 == 4 {
        Output::Html
    } else {
        terminal()
    };
    let token = CancelToken::new();
    let mut stream = HighlightStream::new(&options, output.clone());
    let mut shown = Vec::new();
    for chunk in text.chunks(size) {
        let update = stream.push(chunk, &token).unwrap();
        let kept = String::from_utf8_lossy(&shown[..update.keep]);
        assert_eq!(update.keep_utf16, kept.encode_utf16().count());
        update.apply(&mut shown);
    }
    stream.finish(&token).unwrap().apply(&mut shown);
    let whole = highlight(text, &options, &token).unwrap();
    // With sanitizers, the first call in a language takes seconds. Two calls reach different points
    // at a limit.
    if [&stream.report(), whole.report()]
        .iter()
        .any(|report| report.stopped_by.is_some())
    {
        return;
    }
    let expected = whole.render(&output, &token).unwrap();
    assert_eq!(
        shown.escape_ascii().to_string(),
        expected.escape_ascii().to_string()
    );
    assert_eq!(stream.report(), *whole.report());
}
