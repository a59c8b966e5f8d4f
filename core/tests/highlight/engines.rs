//! Highlighting: language names and detection, engines, options, output forms,
//! themes and reports.

use std::time::Duration;

use ransack::highlight::{
    Class, ColorDepth, Colors, Engine, HighlightOptions, Output, Palette, Rgb, Theme,
    detect_language, engine_of, highlight, highlight_code, supported_languages, supports_language,
};
use ransack::{AbortReason, CancelToken, ErrorKind, OnTimeout, StoppedBy};

#[test]
fn names_aliases_and_extensions_are_known() {
    let names = supported_languages();
    assert!(names.len() >= 200, "{}", names.len());
    assert!(names.is_sorted());
    for name in &names {
        assert!(supports_language(name), "{name}");
        assert!(engine_of(name).is_some());
    }
    for (alias, name) in [
        ("JS", "javascript"),
        ("c++", "cpp"),
        ("C#", "csharp"),
        ("golang", "go"),
        ("sh", "bash"),
        ("yml", "yaml"),
        ("f90", "fortran"),
        ("tsx", "tsx"),
        ("objective-c", "objc"),
        ("text", "plain"),
        ("rst", "restructuredtext"),
        ("ps1", "powershell"),
        (" Rust\n", "rust"),
        ("Plain Text", "plain"),
        ("Bourne Again Shell (bash)", "bash"),
        ("batch file", "batch"),
    ] {
        let options = HighlightOptions::new(alias);
        let found = highlight(b"x", &options, &CancelToken::new()).unwrap();
        assert_eq!(found.report().language, Some(name), "{alias}");
    }
    for name in ["klingon", "", " ", "\0", "rust\0", "c c"] {
        assert!(!supports_language(name), "{name:?}");
    }
}

#[test]
fn languages_are_detected_by_path() {
    for (path, name) in [
        ("a/b.rs", "rust"),
        ("Dockerfile", "dockerfile"),
        ("Dockerfile.dev", "dockerfile"),
        ("CMakeLists.txt", "cmake"),
        ("Makefile", "make"),
        ("x.h", "c"),
        ("x.hpp", "cpp"),
        ("x.HTML", "html"),
        ("view.html.erb", "erb"),
        ("x.d.ts", "typescript"),
        ("Cargo.lock", "toml"),
        (".gitignore", "git-ignore"),
        (".bashrc", "bash"),
        ("Jenkinsfile", "jenkinsfile"),
        ("nginx.conf", "nginx"),
        ("my.conf", "ini"),
        (".tmux.conf", "bash"),
        ("bash.bashrc", "bash"),
        ("Jenkinsfile.prod", "jenkinsfile"),
        ("Makefile.PL", "perl"),
        ("a.py.bak", "python"),
        ("a.rs~", "rust"),
        ("config.sh.in", "bash"),
        ("x.ipynb", "jupyter"),
        ("go.mod", "go-mod"),
        ("x.1", "troff"),
        ("Gemfile", "ruby"),
        ("x.patch", "diff"),
        ("COMMIT_EDITMSG", "git-commit"),
        ("x.unknown", ""),
        ("x", ""),
        ("", ""),
    ] {
        assert_eq!(detect_language(path, b"").unwrap_or(""), name, "{path}");
    }
}

#[test]
fn languages_are_detected_by_the_first_lines() {
    for (line, name) in [
        ("#!/bin/sh", "bash"),
        ("#!/usr/bin/env python3", "python"),
        ("#!/usr/bin/env -S A=1 node --no-warnings", "javascript"),
        ("#! /usr/bin/perl5.36 -w", "perl"),
        ("#!/usr/local/bin/fish", "fish"),
        ("#!/usr/bin/env", ""),
        ("#!", ""),
        ("/* -*- c++ -*- */", "cpp"),
        ("# -*- mode: Ruby; tab-width: 4 -*-", "ruby"),
        ("\n\n# vim: set ts=4 ft=yaml :", "yaml"),
        ("// vi: syntax=go", "go"),
        ("see nvim:ft=go", ""),
        ("# nvim:, then vim: ft=go", "go"),
        ("<?xml version=\"1.0\"?>", "xml"),
        ("\u{FEFF}<!DOCTYPE html>", "html"),
        ("\0\u{1}", ""),
    ] {
        let found = detect_language("file", line.as_bytes());
        assert_eq!(found.unwrap_or(""), name, "{line}");
    }
    let long = format!("#!/bin/sh {}", "(\"\\".repeat(1_000_000));
    assert_eq!(detect_language("file", long.as_bytes()), Some("bash"));
    let long = "é*".repeat(1_000_000);
    assert_eq!(detect_language("file", long.as_bytes()), None);
    // The text has precedence over the name.
    assert_eq!(detect_language("a.c", b"// vim: ft=cpp\n"), Some("cpp"));
    assert_eq!(detect_language("a.c", b"#!/bin/sh\n"), Some("bash"));
    assert_eq!(detect_language("a.c", b"\xFF\xFE"), Some("c"));
}

#[test]
fn engines_can_be_forced() {
    let token = CancelToken::new();
    for (engine, used) in [
        (None, Engine::TreeSitter),
        (Some(Engine::TreeSitter), Engine::TreeSitter),
        (Some(Engine::Syntect), Engine::Syntect),
        (Some(Engine::Plain), Engine::Plain),
    ] {
        let mut options = HighlightOptions::new("c");
        options.engine = engine;
        let found = highlight(b"int a;", &options, &token).unwrap();
        assert_eq!(found.report().engine.engine, used);
        assert!(!found.report().engine.reason.is_empty());
        assert_eq!(found.spans().count() == 0, used == Engine::Plain);
    }
    // An engine that the language does not have is ignored.
    let mut options = HighlightOptions::new("haml");
    options.engine = Some(Engine::TreeSitter);
    let found = highlight(b"%p", &options, &token).unwrap();
    assert_eq!(found.report().engine.engine, Engine::Syntect);
}

/// Without a grammar, the engine by lines reads PHP.
#[test]
fn php_without_tags_needs_no_grammar() {
    let token = CancelToken::new();
    let mut options = HighlightOptions::new("php");
    options.engine = Some(Engine::Syntect);
    for text in [
        "return 12;\n",
        "<?php return 12;\n",
        "$a = 1;\n?><b>\n<?php return 12;\n",
    ] {
        let highlighted = highlight(text.as_bytes(), &options, &token).unwrap();
        let class_of = |word: &str| {
            let at = text.find(word).unwrap();
            let mut spans = highlighted.spans();
            spans
                .find(|span| span.start <= at && at < span.end)
                .map(|span| span.class)
        };
        assert_eq!(class_of("return"), Some(Class::Keyword), "{text}");
        assert_eq!(class_of("12"), Some(Class::Number), "{text}");
    }
}

#[test]
fn an_unknown_language_is_plain() {
    let options = HighlightOptions::new("klingon");
    let found = highlight(b"a < b", &options, &CancelToken::new()).unwrap();
    assert_eq!(found.spans().count(), 0);
    assert_eq!(
        found.render(&Output::Html, &CancelToken::new()).unwrap(),
        b"a &lt; b"
    );
    assert!(found.report().complete);
    assert_eq!(found.report().language, None);
    assert_eq!(found.report().engine.engine, Engine::Plain);
}

#[test]
fn utf16_offsets_select_the_same_text() {
    let text = b"// \xF0\x9F\x98\x80 \xFF \xE2\x82 \xC3\xA9\nint a; // \xF0\x9F\x98\x80\nint b;";
    let lossy: Vec<u16> = String::from_utf8_lossy(text).encode_utf16().collect();
    let options = HighlightOptions::new("c");
    let found = highlight(text, &options, &CancelToken::new()).unwrap();
    let bytes: Vec<_> = found.spans().collect();
    let units: Vec<_> = found.spans_utf16().collect();
    assert_eq!(bytes.len(), units.len());
    assert!(bytes.len() >= 6);
    for (bytes, units) in bytes.iter().zip(&units) {
        assert_eq!(bytes.class, units.class);
        let part = String::from_utf8_lossy(&text[bytes.start..bytes.end]);
        let unit_part = String::from_utf16_lossy(&lossy[units.start..units.end]);
        assert_eq!(part, unit_part);
    }
}

#[test]
fn only_the_styles_that_were_set_are_reset() {
    let colored = |keyword| {
        highlight_code(
            "return",
            "c",
            &Colors {
                keyword,
                ..Colors::default()
            },
        )
    };
    assert_eq!(colored("\x1b[31m"), "\x1b[31mreturn\x1b[39m");
    assert_eq!(colored("\x1b[1;38;5;9m"), "\x1b[1;38;5;9mreturn\x1b[22;39m");
    assert_eq!(
        colored("\x1b[1m\x1b[44m"),
        "\x1b[1m\x1b[44mreturn\x1b[22;49m"
    );
    assert_eq!(colored("<b>"), "<b>return\x1b[0m");
    assert_eq!(colored(""), "return");
}

#[test]
fn styles_end_with_the_line() {
    let colors = Colors {
        comment: "\x1b[2m",
        ..Colors::default()
    };
    assert_eq!(
        highlight_code("/* a\r\n\r\n b */", "c", &colors),
        "\x1b[2m/* a\x1b[22m\r\n\r\n\x1b[2m b */\x1b[22m"
    );
}

#[test]
fn text_with_escape_sequences_is_rendered_unchanged() {
    let text = b"\x1b[1;31mred\x1b[0m \xFF\x1b]8;;http://a\x07link";
    let options = HighlightOptions::new("ansi");
    let found = highlight(text, &options, &CancelToken::new()).unwrap();
    let palette = Palette::new(|_| "\x1b[35m".into());
    assert_eq!(
        found
            .render(&Output::Ansi(palette), &CancelToken::new())
            .unwrap(),
        text
    );
    let escapes: Vec<_> = found.spans().map(|s| (s.start, s.end, s.class)).collect();
    let expected = [(0, 7), (10, 14), (16, 30)];
    assert_eq!(
        escapes,
        expected.map(|(start, end)| (start, end, Class::Escape))
    );
}

#[test]
fn long_lines_are_reported() {
    let mut options = HighlightOptions::new("c");
    options.engine = Some(Engine::Syntect);
    options.max_line = 20;
    let text = "int a;\nint b; /* é and a very long comment */ int c;\nint d;\n";
    let found = highlight(text.as_bytes(), &options, &CancelToken::new()).unwrap();
    let report = found.report();
    assert!(!report.complete);
    assert_eq!(
        (report.long_lines, &*report.first_long_lines),
        (1, &[2][..])
    );
    let keywords = |line: &str| {
        let start = text.find(line).unwrap();
        found
            .spans()
            .any(|s| s.start == start && s.class == Class::Keyword)
    };
    // The rest of the long line is plain, and it does not affect the next line.
    assert!(keywords("int a") && keywords("int b") && keywords("int d") && !keywords("int c"));
    let many = "x\n".repeat(3) + &"y".repeat(50).repeat(2) + "\n";
    let many = many.repeat(20);
    let found = highlight(many.as_bytes(), &options, &CancelToken::new()).unwrap();
    assert_eq!(found.report().long_lines, 20);
    assert_eq!(
        found.report().first_long_lines,
        [4, 8, 12, 16, 20, 24, 28, 32, 36, 40]
    );
}

#[test]
fn a_fired_token_stops_the_call() {
    let token = CancelToken::new();
    token.cancel(AbortReason::User);
    let error = highlight(b"int a;", &HighlightOptions::new("c"), &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted);
}

#[test]
fn a_token_stops_rendering_except_a_deadline_under_partial() {
    let mut options = HighlightOptions::new("c");
    let text = b"int a; // b";
    for (on_timeout, reason, is_stopped) in [
        (OnTimeout::Fail, AbortReason::User, true),
        (OnTimeout::Fail, AbortReason::Timeout, true),
        (OnTimeout::Partial, AbortReason::User, true),
        (OnTimeout::Partial, AbortReason::Timeout, false),
    ] {
        options.on_timeout = on_timeout;
        let found = highlight(text, &options, &CancelToken::new()).unwrap();
        let token = CancelToken::new();
        token.cancel(reason);
        for output in [Output::Html, Output::Ansi(Palette::default())] {
            assert_eq!(found.render(&output, &token).is_err(), is_stopped);
        }
        assert_eq!(found.heartbeat(&token).is_err(), is_stopped);
    }
}

#[test]
fn a_token_stops_hostile_text() {
    let minified = "a.b(function(c){return c+1}),".repeat(200_000);
    let deep = "(".repeat(300_000);
    let nested = "<a>".repeat(300_000);
    let quotes = "\"\\".repeat(1_000_000);
    for text in [&minified, &deep, &nested, &quotes] {
        for (language, engine) in [
            ("javascript", Engine::TreeSitter),
            ("c", Engine::TreeSitter),
            ("html", Engine::TreeSitter),
            ("markdown", Engine::TreeSitter),
            ("javascript", Engine::Syntect),
            ("perl", Engine::Syntect),
        ] {
            let mut options = HighlightOptions::new(language);
            options.engine = Some(engine);
            options.on_timeout = OnTimeout::Partial;
            let token = CancelToken::with_timeout(Duration::from_millis(30));
            let found = highlight(text.as_bytes(), &options, &token).unwrap();
            let report = found.report();
            if report.stopped_by.is_some() {
                assert_eq!(report.stopped_by, Some(StoppedBy::Timeout));
                assert!(!report.complete);
            }
            let expired = CancelToken::with_timeout(Duration::ZERO);
            let found = highlight(text.as_bytes(), &options, &expired).unwrap();
            assert_eq!(found.report().stopped_by, Some(StoppedBy::Timeout));
            options.on_timeout = OnTimeout::Fail;
            let token = CancelToken::with_timeout(Duration::ZERO);
            let error = highlight(text.as_bytes(), &options, &token).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Timeout);
        }
    }
}

#[test]
fn bundled_themes_are_known_by_name() {
    let names = Theme::names();
    assert!(names.len() >= 20);
    for name in &names {
        let theme = Theme::named(&name.to_uppercase()).unwrap();
        assert_eq!(theme.name(), *name);
        assert_ne!(theme.foreground(), theme.background());
        assert_ne!(
            theme.style(Class::Comment),
            theme.style(Class::String),
            "{name}"
        );
    }
    assert!(Theme::named("no such theme").is_none());
    let error = "Nordd".parse::<Theme>().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    let message = error.to_string();
    let start = "unknown theme: `Nordd`; candidates: Nord";
    assert!(message.starts_with(start), "{message}");
    assert!(Theme::named("dracula").unwrap().is_dark());
    assert!(!Theme::named("github").unwrap().is_dark());
}

/// Contrast by WCAG 2: the ratio of relative luminances.
fn contrast(a: Rgb, b: Rgb) -> f64 {
    let linear = |channel: u8| {
        let channel = f64::from(channel) / 255.0;
        if channel <= 0.04045 {
            channel / 12.92
        } else {
            ((channel + 0.055) / 1.055).powf(2.4)
        }
    };
    let luminance = |c: Rgb| 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn a_light_and_a_dark_theme_are_legible() {
    for (name, dark) in [("Coldark-Cold", false), ("Catppuccin Mocha", true)] {
        let theme = Theme::named(name).unwrap();
        assert_eq!(theme.is_dark(), dark);
        for class in Class::ALL {
            let color = theme.style(class).color.unwrap_or(theme.foreground());
            let ratio = contrast(color, theme.background());
            assert!(ratio >= 4.5, "{name}, {class}: {ratio:.2}");
        }
    }
}

#[test]
fn palettes_have_the_colours_of_the_depth() {
    let theme = Theme::named("Dracula").unwrap();
    let shown = |depth| {
        let options = HighlightOptions::new("c");
        let found = highlight(b"return", &options, &CancelToken::new()).unwrap();
        let output = Output::Ansi(theme.palette(depth));
        String::from_utf8(found.render(&output, &CancelToken::new()).unwrap()).unwrap()
    };
    assert_eq!(
        shown(ColorDepth::TrueColor),
        "\x1b[38;2;255;121;198mreturn\x1b[39m"
    );
    assert_eq!(shown(ColorDepth::Ansi256), "\x1b[38;5;212mreturn\x1b[39m");
    assert_eq!(shown(ColorDepth::Ansi16), "\x1b[95mreturn\x1b[39m");
    let css = theme.css("pre.code");
    assert!(
        css.contains("pre.code .hl-keyword { color: #ff79c6 }"),
        "{css}"
    );
}

#[test]
fn a_theme_is_parsed_from_a_file() {
    let text = br#"<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>name</key><string>Own</string>
<key>settings</key><array>
  <dict><key>settings</key><dict>
    <key>background</key><string>#000000</string><key>foreground</key><string>#ffffff</string>
  </dict></dict>
  <dict><key>scope</key><string>keyword</string><key>settings</key><dict>
    <key>foreground</key><string>#ff0000</string><key>fontStyle</key><string>bold</string>
  </dict></dict>
</array></dict></plist>"#;
    let theme = Theme::from_tm_theme(text).unwrap();
    assert_eq!(theme.name(), "Own");
    let style = theme.style(Class::Keyword);
    assert_eq!(style.color, Some(Rgb { r: 255, g: 0, b: 0 }));
    assert!(style.bold && !style.italic && theme.is_dark());
    assert_eq!(theme.style(Class::String).color, None);
    for bad in [
        &b""[..],
        b"{}",
        b"<plist></plist>",
        b"<plist><dict></dict></plist>",
        b"\xFF\xFE",
        b"bplist00",
        "<array>".repeat(100_000).as_bytes(),
        "<dict><key>a</key>".repeat(100_000).as_bytes(),
        "(".repeat(100_000).as_bytes(),
    ] {
        let error = Theme::from_tm_theme(bad).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption);
        assert!(error.to_string().contains("invalid .tmTheme"), "{error}");
    }
}

/// Theme with these rules: selectors, a colour and font styles.
fn theme_of(rules: &[(&str, &str, &str)]) -> Theme {
    let rules = rules.iter().map(|(scope, color, font)| {
        format!(
            "<dict><key>scope</key><string>{scope}</string><key>settings</key><dict>\
             <key>foreground</key><string>{color}</string>\
             <key>fontStyle</key><string>{font}</string></dict></dict>"
        )
    });
    let rules: String = rules.collect();
    let text = format!("<plist><dict><key>settings</key><array>{rules}</array></dict></plist>");
    Theme::from_tm_theme(text.as_bytes()).unwrap()
}

#[test]
fn rules_of_a_theme_style_classes() {
    let theme = theme_of(&[
        ("comment, string | constant.numeric", "#f00", "bold glowing"),
        ("string.quoted.double - comment", "#00ff0080", ""),
        ("keyword - keyword.control", "#0000ff", "underline"),
        ("entity.name.function,", "red", "italic"),
        ("source.c variable", "#123456", ""),
        ("commen", "#654321", ""),
    ]);
    let color = |class| theme.style(class).color.map(|Rgb { r, g, b }| [r, g, b]);
    assert_eq!(color(Class::Comment), Some([255, 0, 0]));
    assert!(theme.style(Class::Comment).bold);
    assert_eq!(color(Class::Number), Some([255, 0, 0]));
    assert_eq!(color(Class::String), Some([0, 255, 0]));
    assert_eq!(color(Class::Operator), Some([0, 0, 255]));
    // The first scope of a keyword is excluded, the second is not.
    assert_eq!(color(Class::Keyword), Some([0, 0, 255]));
    assert_eq!(color(Class::Function), None);
    assert!(theme.style(Class::Function).italic);
    assert_eq!(color(Class::Variable), None);
    assert_eq!(color(Class::Punctuation), None);
}

#[test]
fn themes_with_many_scopes_do_not_affect_languages() {
    for part in 0..3 {
        let scopes: Vec<_> = (0..40_000).map(|n| format!("a{part}x{n}")).collect();
        let theme = theme_of(&[(&scopes.join(","), "#ff0000", "")]);
        assert_eq!(theme.style(Class::Keyword).color, None);
    }
    for name in ["haml", "awk", "latex"] {
        let options = HighlightOptions::new(name);
        let found = highlight(b"%p \"a\"\n", &options, &CancelToken::new()).unwrap();
        assert!(
            found.report().complete && found.spans().count() > 0,
            "{name}"
        );
    }
}

#[test]
fn a_line_that_takes_too_long_stays_plain() {
    let mut options = HighlightOptions::new("javascript");
    options.engine = Some(Engine::Syntect);
    options.max_line = usize::MAX;
    let slow = "a.b(function(c){return c+1}),".repeat(400_000);
    let text = format!("let a = `\n{slow}\nend`; return 1\n");
    let found = highlight(text.as_bytes(), &options, &CancelToken::new()).unwrap();
    let report = found.report();
    assert_eq!(
        (report.complete, report.stopped_by, report.long_lines),
        (false, None, 1)
    );
    assert_eq!(report.first_long_lines, [2]);
    let spans: Vec<_> = found.spans().collect();
    let line = 10..10 + slow.len();
    assert!(
        spans
            .iter()
            .all(|span| span.end <= line.start || span.start >= line.end)
    );
    // The next line is parsed from the state before the slow one: in a string.
    let word = |word: &str| text.rfind(word).unwrap();
    let class = |at| {
        spans
            .iter()
            .find(|s| (s.start..s.end).contains(&at))
            .map(|s| s.class)
    };
    assert_eq!(class(word("end")), Some(Class::String));
    assert_eq!(class(word("return")), Some(Class::Keyword));
}
