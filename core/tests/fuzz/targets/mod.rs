//! Functions that a fuzzer calls with arbitrary bytes: each parses them and checks invariants of
//! every input. `core/fuzz` calls them under libFuzzer, `tests/fuzz/main.rs` with saved inputs.
//!
//! An input begins with the options of the call, one byte each, so a fuzzer can change them; the
//! rest is the text. A target panics if an invariant is violated.

mod edits;
mod git_files;
mod globs;
mod grep;
mod highlighting;
mod imports;
mod index;
mod outlines;
mod patches;
mod patterns;
mod replacements;
mod terminal;
mod themes;
mod tokenizers;

type Target = fn(&[u8]);

/// Targets by name, sorted.
pub(crate) const TARGETS: [(&str, Target); 20] = [
    ("ast_edit", edits::rewrite),
    ("edit_definition", edits::definition_edit),
    ("git_files", git_files::run),
    ("glob", globs::run),
    ("grep", grep::run),
    ("highlight", highlighting::run),
    ("highlight_stream", highlighting::stream),
    ("ignore", git_files::ignore),
    ("imports", imports::run),
    ("index", index::run),
    ("outline", outlines::run),
    ("patch", patches::patch),
    ("pattern", patterns::pattern),
    ("replace", replacements::run),
    ("rule", patterns::rule),
    ("terminal", terminal::run),
    ("text_edit", patches::text),
    ("theme", themes::run),
    ("tiktoken", tokenizers::tiktoken),
    ("tokenizer_json", tokenizers::json),
];

/// Reader for the parts of an input. Past the end of the input, all numbers are 0.
pub(crate) struct Input<'d>(&'d [u8]);

impl<'d> Input<'d> {
    pub(crate) fn new(data: &'d [u8]) -> Input<'d> {
        Input(data)
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.0.split_off_first().copied().unwrap_or(0)
    }

    /// Returns a number less than `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::from(self.byte()) % end
    }

    /// Returns the bytes before the next NUL byte, or all remaining bytes.
    pub(crate) fn part(&mut self) -> &'d [u8] {
        let end = self.0.iter().position(|&byte| byte == 0);
        let part = &self.0[..end.unwrap_or(self.0.len())];
        self.0 = &self.0[(part.len() + 1).min(self.0.len())..];
        part
    }

    /// Returns [`Input::part`] as text.
    pub(crate) fn text(&mut self) -> String {
        String::from_utf8_lossy(self.part()).into_owned()
    }

    /// Returns the remaining bytes.
    pub(crate) fn rest(self) -> &'d [u8] {
        self.0
    }

    /// Returns the language named in the first line; an unknown name selects a language
    /// deterministically.
    pub(crate) fn language(&mut self) -> &'static str {
        let end = self.0.iter().position(|&byte| byte == b'\n');
        let name = &self.0[..end.unwrap_or(self.0.len())];
        self.0 = &self.0[(name.len() + 1).min(self.0.len())..];
        let languages = ransack::ast::languages();
        let named = languages.iter().find(|l| l.name.as_bytes() == name);
        let sum: usize = name.iter().copied().map(usize::from).sum();
        named.map_or_else(|| languages[sum % languages.len()].name, |l| l.name)
    }
}
