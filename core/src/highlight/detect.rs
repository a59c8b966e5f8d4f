//! Which language a file is in.

use std::path::Path;

use super::language::{Language, by_extension, by_file_name, by_first_line, by_program};

/// How many bytes of the first line are looked at, since what looks at them
/// cannot be interrupted.
const MAX_FIRST: usize = 256;

/// How many lines may hold a modeline, as in Vim.
const MODELINES: usize = 5;

/// The language of a file, by its path and the first bytes of its text; a few
/// hundred are enough, and there may be none.
///
/// What the text says goes first, a `vim:` or `-*-` modeline; then the whole
/// name of the file, the program after `#!`, the extension, and last what the
/// first line looks like.
///
/// # Cost
///
/// Microseconds where the name tells; up to 20 ms, once, if the first line has
/// to be looked at.
///
/// ```
/// use ransack::highlight::detect_language;
///
/// assert_eq!(detect_language("src/main.rs", b""), Some("rust"));
/// assert_eq!(detect_language("CMakeLists.txt", b""), Some("cmake"));
/// assert_eq!(detect_language("run", b"#!/usr/bin/env python3\n"), Some("python"));
/// assert_eq!(detect_language("notes", b"# vim: set ft=sh :\n"), Some("bash"));
/// assert_eq!(detect_language("notes", b"hello"), None);
/// ```
pub fn detect_language(path: impl AsRef<Path>, first_bytes: &[u8]) -> Option<&'static str> {
    let name = path.as_ref().file_name().unwrap_or_default();
    let name = name.to_string_lossy();
    let first_bytes = first_bytes
        .strip_prefix(b"\xEF\xBB\xBF")
        .unwrap_or(first_bytes);
    let lines: Vec<_> = first_bytes
        .split(|&b| b == b'\n')
        .take(MODELINES)
        .map(String::from_utf8_lossy)
        .collect();
    let first = first_bytes
        .split(|&b| b == b'\n')
        .next()
        .unwrap_or_default();
    let first = String::from_utf8_lossy(&first[..first.len().min(MAX_FIRST)]);
    let first = first.trim_end();
    let mut modes = lines.iter().filter_map(|line| mode(line));
    modes
        .find_map(|mode| Language::named(&mode))
        .or_else(|| by_file_name(&name))
        .or_else(|| program(first).and_then(by_program))
        .or_else(|| extensions(&name).find_map(by_extension))
        .or_else(|| (!first.is_empty()).then(|| by_first_line(first)).flatten())
        .map(Language::name)
}

/// What can be an extension, longest first: of `a.html.erb` both `html.erb`
/// and `erb`.
fn extensions(name: &str) -> impl Iterator<Item = &str> {
    name.match_indices('.').map(|(dot, _)| &name[dot + 1..])
}

/// The program that a first line names: of `#!/usr/bin/env -S python3.11 -u`
/// the `python`.
fn program(line: &str) -> Option<&str> {
    let mut words = line.strip_prefix("#!")?.split_ascii_whitespace();
    let base = |word: &'_ str| word.rfind('/').map_or(0, |slash| slash + 1);
    let mut word = words.next()?;
    word = &word[base(word)..];
    if word == "env" {
        word = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
        word = &word[base(word)..];
    }
    let plain = word.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    Some(if plain.is_empty() { word } else { plain })
}

/// The language that a line sets for an editor.
fn mode(line: &str) -> Option<String> {
    emacs_mode(line)
        .or_else(|| vim_mode(line))
        .map(str::to_ascii_lowercase)
}

/// Of `-*- mode: c++; tab-width: 4 -*-` and of `-*- c++ -*-` the `c++`.
fn emacs_mode(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("-*-")?;
    let (variables, _) = rest.split_once("-*-")?;
    if !variables.contains(':') {
        return Some(variables.trim());
    }
    variables
        .split(';')
        .filter_map(|variable| variable.split_once(':'))
        .find(|(name, _)| name.trim().eq_ignore_ascii_case("mode"))
        .map(|(_, mode)| mode.trim())
}

/// Of `vim: ft=python` and of `vim: set sw=4 filetype=python :` the `python`.
fn vim_mode(line: &str) -> Option<&str> {
    let at = ["vim:", "vi:", "ex:"].iter().find_map(|mark| {
        let begins = |at: usize| {
            line[..at]
                .chars()
                .next_back()
                .is_none_or(char::is_whitespace)
        };
        let mut places = line.match_indices(mark).map(|(at, _)| at);
        places.find(|at| begins(*at)).map(|at| at + mark.len())
    })?;
    line[at..]
        .split([' ', '\t', ':'])
        .filter_map(|option| option.split_once('='))
        .find(|(name, _)| matches!(*name, "ft" | "filetype" | "syn" | "syntax"))
        .map(|(_, language)| language.trim())
}
