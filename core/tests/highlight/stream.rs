//! Incremental highlighting: the final output of a stream equals the output of one call on the
//! whole text.

use std::time::Duration;

use proptest::prelude::*;
use ransack::highlight::{
    Class, Engine, HighlightOptions, HighlightStream, Output, Palette, highlight,
};
use ransack::{AbortReason, CancelToken, ErrorKind};

use ransack_testing::samples::HIGHLIGHTED;
use ransack_testing::strip::{strip_html, strip_sgr};

fn whole(text: &[u8], options: &HighlightOptions, output: &Output) -> Vec<u8> {
    let token = CancelToken::new();
    let found = highlight(text, options, &token).unwrap();
    found.render(output, &token).unwrap()
}

/// Pushes the text in chunks and checks the output after each of them.
fn check(options: &HighlightOptions, output: &Output, text: &[u8], cuts: &[usize]) {
    let token = CancelToken::new();
    let mut stream = HighlightStream::new(options, output.clone());
    let is_exact = stream.report().engine.engine == Engine::Syntect && options.language != "php";
    let mut shown = Vec::new();
    let mut at = 0;
    for &cut in cuts.iter().chain([&text.len()]) {
        let update = stream.push(&text[at..cut], &token).unwrap();
        if is_exact {
            // Only the incomplete line is removed.
            let removed = &shown[update.keep..];
            assert!(!removed[..].contains(&b'\n'));
        }
        update.apply(&mut shown);
        let kept = String::from_utf8_lossy(&shown[..update.keep]);
        assert_eq!(update.keep_utf16, kept.encode_utf16().count());
        at = cut;
        let so_far = &text[..at];
        assert_eq!(stream.text(), so_far);
        if is_exact {
            assert_eq!(shown, whole(so_far, options, output));
        }
        let stripped = match output {
            Output::Html => strip_html(&shown),
            _ => strip_sgr(&shown),
        };
        assert_eq!(stripped, so_far);
    }
    stream.finish(&token).unwrap().apply(&mut shown);
    assert_eq!(shown, whole(text, options, output));
    let again = stream.finish(&token).unwrap();
    assert_eq!((again.keep, again.append.len()), (shown.len(), 0));
    let found = highlight(text, options, &token).unwrap();
    assert_eq!(stream.report(), *found.report());
}

fn outputs() -> [Output; 2] {
    let palette = Palette::new(|class| match class {
        Class::Variable => String::new(),
        class => format!("\x1b[1;38;5;{}m", class as u8),
    });
    [Output::Ansi(palette), Output::Html]
}

#[test]
fn every_sample_by_line_and_by_byte() {
    for (name, text) in HIGHLIGHTED.iter() {
        let text = text.as_bytes();
        let lines: Vec<_> = (1..text.len()).filter(|&i| text[i - 1] == b'\n').collect();
        let bytes: Vec<_> = (1..text.len()).collect();
        for engine in [None, Some(Engine::Syntect)] {
            let mut options = HighlightOptions::new(*name);
            options.engine = engine;
            for output in outputs() {
                check(&options, &output, text, &lines);
                check(&options, &output, text, &bytes);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn any_mixture_in_any_chunks(
        sample in 0..HIGHLIGHTED.len(),
        other in 0..HIGHLIGHTED.len(),
        from in 0.0..1.0,
        cuts in prop::collection::vec(0.0..1.0, 0..12),
        max_line in prop::sample::select(vec![4usize, 40, 2048]),
        force in any::<bool>(),
        html in any::<bool>(),
    ) {
        let (name, text) = HIGHLIGHTED[sample];
        let (_, other) = HIGHLIGHTED[other];
        // A text in one language that ends with another is full of syntax errors.
        let mut text = text.as_bytes().to_vec();
        text.extend(&other.as_bytes()[(other.len() as f64 * from) as usize..]);
        let mut cuts: Vec<_> = cuts.iter().map(|c| (*c * text.len() as f64) as usize).collect();
        cuts.sort_unstable();
        let mut options = HighlightOptions::new(name);
        options.max_line = max_line;
        options.engine = force.then_some(Engine::Syntect);
        check(&options, &outputs()[usize::from(html)], &text, &cuts);
    }
}

#[test]
fn an_aborted_push_appends_nothing() {
    let fired = CancelToken::new();
    fired.cancel(AbortReason::User);
    let token = CancelToken::new();
    for engine in [Engine::TreeSitter, Engine::Syntect] {
        let mut options = HighlightOptions::new("rust");
        options.engine = Some(engine);
        // The last line is longer, so it is listed as partial.
        options.max_line = 6;
        let mut stream = HighlightStream::new(&options, Output::Html);
        let mut shown = Vec::new();
        stream.push(b"fn a() {", &token).unwrap().apply(&mut shown);
        let (report, output) = (stream.report(), shown.clone());
        for chunk in [" b()", " b()\n}\n/* c */ d", "\n"] {
            assert!(stream.push(chunk.as_bytes(), &fired).is_err());
            assert!(stream.finish(&fired).is_err());
            assert_eq!(stream.text(), b"fn a() {");
            assert_eq!(stream.report().long_lines, report.long_lines);
        }
        assert_eq!(shown, output);
        stream
            .push(b" b() }\n// c", &token)
            .unwrap()
            .apply(&mut shown);
        stream.finish(&token).unwrap().apply(&mut shown);
        let text = b"fn a() { b() }\n// c";
        assert_eq!(stream.text(), text);
        assert_eq!(shown, whole(text, &options, &Output::Html));
        assert_eq!(stream.report().long_lines == 1, engine == Engine::Syntect);
    }
}

#[test]
fn a_stream_continues_after_an_abort_at_any_moment() {
    let code = "int a(char *b) { return b[0] + 1; } // é\n".repeat(1000);
    // Text whose classes and state must be discarded if it is not appended.
    let other = "\"/* \n".repeat(1000);
    for engine in [Engine::TreeSitter, Engine::Syntect] {
        let mut options = HighlightOptions::new("c");
        options.engine = Some(engine);
        options.time_limit = Some(Duration::from_secs(3600));
        let mut stream = HighlightStream::new(&options, Output::Html);
        let (mut text, mut shown) = (Vec::new(), Vec::new());
        let mut aborts = 0;
        let mut tokens = (0..).map(|n| CancelToken::with_timeout(Duration::from_millis(n * n)));
        // The chunks end within lines.
        for chunk in [&code[..20_007], &other[..4_003], &code[20_007..]] {
            for part in [&other, chunk].map(str::as_bytes) {
                match stream.push(part, &tokens.next().unwrap()) {
                    Ok(update) => {
                        update.apply(&mut shown);
                        text.extend_from_slice(part);
                    }
                    Err(_) => aborts += 1,
                }
                assert!(stream.text() == text);
            }
        }
        let end = stream.push(code.as_bytes(), &CancelToken::new()).unwrap();
        end.apply(&mut shown);
        text.extend_from_slice(code.as_bytes());
        loop {
            match stream.finish(&tokens.next().unwrap()) {
                Ok(update) => break update.apply(&mut shown),
                Err(_) => aborts += 1,
            }
        }
        assert!(aborts > 0);
        assert!(stream.text() == text);
        assert!(shown == whole(&text, &options, &Output::Html));
    }
}

#[test]
fn text_may_follow_the_end() {
    let token = CancelToken::new();
    let options = HighlightOptions::new("c");
    let mut stream = HighlightStream::new(&options, Output::Html);
    let mut shown = Vec::new();
    stream.push(b"int a;", &token).unwrap().apply(&mut shown);
    stream.finish(&token).unwrap().apply(&mut shown);
    assert!(stream.report().complete);
    stream.push(b" // b", &token).unwrap().apply(&mut shown);
    assert!(!stream.report().complete);
    stream.finish(&token).unwrap().apply(&mut shown);
    assert_eq!(shown, whole(b"int a; // b", &options, &Output::Html));
}

#[test]
fn php_with_and_without_tags() {
    for text in ["return 12;\n", "$a = 1;\n?>\n<?php return $a;\n"] {
        let bytes: Vec<_> = (1..text.len()).collect();
        for engine in [None, Some(Engine::Syntect)] {
            let mut options = HighlightOptions::new("php");
            options.engine = engine;
            check(&options, &Output::Html, text.as_bytes(), &bytes);
        }
    }
}

#[test]
fn characters_at_the_limit_of_a_line_and_at_the_end() {
    for text in ["\u{FEFF}int a;", "a€€€ // é", "é\r\r\n\r€", "\"€\" €\n€"] {
        let bytes: Vec<_> = (1..text.len()).collect();
        for language in ["bash", "c", "haml", "klingon"] {
            for engine in [None, Some(Engine::Syntect)] {
                for max_line in 0..8 {
                    let mut options = HighlightOptions::new(language);
                    options.engine = engine;
                    options.max_line = max_line;
                    check(&options, &Output::Html, text.as_bytes(), &bytes);
                }
            }
        }
    }
    // An incomplete character that has a class, at the end of the text.
    let token = CancelToken::new();
    for text in [b"\xF0\x9F", b"\"\xC3"] {
        let options = HighlightOptions::new("bash");
        let mut stream = HighlightStream::new(&options, Output::Html);
        let mut shown = Vec::new();
        for chunk in [&text[..], b"", text, b"\n\n"] {
            stream.push(chunk, &token).unwrap().apply(&mut shown);
            stream.finish(&token).unwrap().apply(&mut shown);
            assert_eq!(shown, whole(stream.text(), &options, &Output::Html));
        }
    }
}

#[test]
fn a_long_line_is_not_rendered_repeatedly() {
    let text = "{\"a\": 'é'},".repeat(3000);
    let token = CancelToken::new();
    for engine in [Engine::TreeSitter, Engine::Syntect, Engine::Plain] {
        let mut options = HighlightOptions::new("json");
        options.engine = Some(engine);
        let mut stream = HighlightStream::new(&options, Output::Html);
        let mut shown = Vec::new();
        let mut appended = 0;
        for chunk in text.as_bytes().chunks(16) {
            let update = stream.push(chunk, &token).unwrap();
            appended += update.append.len();
            update.apply(&mut shown);
        }
        stream.finish(&token).unwrap().apply(&mut shown);
        assert!(shown == whole(text.as_bytes(), &options, &Output::Html));
        // With syntect, a line is rendered again until it exceeds `max_line`.
        let most = 10 * shown.len() + 200 * 16 * options.max_line;
        assert!(appended < most, "{engine:?}: {appended} of {most}");
    }
}

#[test]
fn a_push_does_not_wait_for_a_parser_that_takes_minutes() {
    let text = "(".repeat(300_000) + "\n";
    let mut stream = HighlightStream::new(&HighlightOptions::new("c"), Output::Html);
    let update = stream.push(text.as_bytes(), &CancelToken::new()).unwrap();
    assert_eq!(strip_html(&update.append), text.as_bytes());
    assert!(!stream.report().complete);
    let soon = CancelToken::with_timeout(Duration::from_millis(20));
    assert_eq!(stream.finish(&soon).unwrap_err().kind(), ErrorKind::Timeout);
}
