//! Languages in the modelines of Emacs and Vim.

/// Number of leading lines that may have a modeline, as in Vim.
const MODELINE_LINES: usize = 5;

/// Returns the first known language in a modeline of the text. `named` looks up a name in lower
/// case.
pub fn modeline_language<T>(text: &[u8], named: impl Fn(&str) -> Option<T>) -> Option<T> {
    let lines = text.split(|&b| b == b'\n').take(MODELINE_LINES);
    let mut lines = lines.map(String::from_utf8_lossy);
    lines.find_map(|line| modeline(&line).and_then(|name| named(&name)))
}

/// Extracts the language from an editor's modeline, in lower case.
fn modeline(line: &str) -> Option<String> {
    emacs_mode(line)
        .or_else(|| vim_filetype(line))
        .map(str::to_ascii_lowercase)
}

/// Extracts `c++` from `-*- mode: c++; tab-width: 4 -*-` or `-*- c++ -*-`.
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

/// Extracts `python` from `vim: ft=python` or `vim: set sw=4 filetype=python :`.
fn vim_filetype(line: &str) -> Option<&str> {
    let options = ["vim:", "vi:", "ex:"].iter().find_map(|marker| {
        let begins_word = |at: usize| {
            line[..at]
                .chars()
                .next_back()
                .is_none_or(char::is_whitespace)
        };
        let mut markers = line.match_indices(marker).map(|(at, _)| at);
        markers
            .find(|at| begins_word(*at))
            .map(|at| at + marker.len())
    })?;
    line[options..]
        .split([' ', '\t', ':'])
        .filter_map(|option| option.split_once('='))
        .find(|(name, _)| matches!(*name, "ft" | "filetype" | "syn" | "syntax"))
        .map(|(_, language)| language.trim())
}
