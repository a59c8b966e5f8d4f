//! Language detection from a path and the first bytes of a file. Reads no file.

use std::path::Path;

use ransack_grammars::internal::{modeline_language, shared_extension};

use crate::language::{
    HighlightLanguage, by_exact_name, by_extension, by_file_name, by_first_line, by_program,
};

/// Number of bytes of the first line to match, since matching cannot be interrupted.
const MAX_FIRST_LINE: usize = 256;

/// Detects the language of a file from its path and the first bytes of its text. `first_bytes` may
/// be empty; a few hundred bytes are enough, except for extensions that several languages share.
///
/// The following are tried in order until one identifies a known language: a `vim:` or `-*-`
/// modeline, the whole file name, the program after `#!`, the extension and the form of the first
/// line. The extension takes precedence over a program that also runs its language: a `.ts` file
/// that `node` runs is TypeScript, and a `.zsh` file that `sh` runs is Zsh.
///
/// Suffixes of backups and templates do not count: `a.py.bak`, `a.py~` and `a.py.in` are like
/// `a.py`. The other suffixes are `.backup`, `.default`, `.disabled`, `.dist`, `.dpkg-*`,
/// `.example`, `.new`, `.old`, `.orig`, `.pacnew`, `.pacsave`, `.rpmnew`, `.rpmsave`, `.sample`,
/// `.save`, `.template`, `.tmp`, `.tmpl`, `.tpl` and `.ucf-*`; `-` or `_` may replace the dot.
/// Searches and edits by syntax do not search such files in a directory.
///
/// The text decides among languages that share an extension, as for
/// [`Language::from_file`](ransack_grammars::Language::from_file), here also for `.cl`, `.conf`,
/// `.d`, `.fs`, `.inc`, `.p` and `.pp`. Pass up to 64 KiB of such files: a header may begin
/// with a long comment.
///
/// # Cost
///
/// Takes microseconds if the path identifies the language, and some 40 µs if 64 KiB of text decide.
/// In each process, the first call that examines a first line takes up to 20 ms.
///
/// ```
/// # mod ransack { pub use ransack_base::*; pub use ransack_highlight as highlight; }
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
    let first = first_bytes
        .split(|&b| b == b'\n')
        .next()
        .unwrap_or_default();
    let first = String::from_utf8_lossy(&first[..first.len().min(MAX_FIRST_LINE)]);
    let first = first.trim_end();
    let program = by_shebang(first);
    modeline_language(first_bytes, HighlightLanguage::named)
        .or_else(|| by_name(&name, program, first_bytes))
        .or(program)
        .or_else(|| (!first.is_empty()).then(|| by_first_line(first)).flatten())
        .map(HighlightLanguage::name)
}

/// Maximum number of parts of an extension, and of suffixes that are removed.
const MAX_PARTS: usize = 5;

/// Suffixes of backups and templates, without the dot. Package managers write several, such as
/// `.dpkg-old`.
const SUFFIXES: [&str; 22] = [
    "backup", "bak", "default", "dist", "dpkg", "example", "in", "new", "old", "orig", "pacnew",
    "pacsave", "rpmnew", "rpmsave", "sample", "save", "template", "tmp", "tmpl", "tpl", "ucf",
    "disabled",
];

/// Looks up a file name, or an extension that the program of the file does not contradict. If
/// neither is known, looks up the name without the suffix of a backup or template.
fn by_name(
    name: &str,
    program: Option<HighlightLanguage>,
    text: &[u8],
) -> Option<HighlightLanguage> {
    let names = std::iter::successors(Some(name), |name| without_suffix(name));
    names.take(MAX_PARTS).find_map(|name| {
        by_file_name(name).or_else(|| {
            let extension = by_extensions(name, text)?;
            let program = program.filter(|program| !extension.is_run_by(*program));
            Some(program.unwrap_or(extension))
        })
    })
}

/// Removes the suffix of a backup or template from a file name.
fn without_suffix(name: &str) -> Option<&str> {
    if let Some(name) = name.strip_suffix('~') {
        let numbered = name.trim_end_matches(|c: char| c.is_ascii_digit());
        return Some(numbered.strip_suffix(".~").unwrap_or(name));
    }
    if let Some(saved) = name.strip_prefix('#') {
        return saved.strip_suffix('#');
    }
    SUFFIXES.iter().find_map(|suffix| {
        let (name, end) = name.split_at_checked(name.len().checked_sub(suffix.len())?)?;
        let is_suffix = end.eq_ignore_ascii_case(suffix);
        is_suffix.then(|| name.strip_suffix(['.', '-', '_']))?
    })
}

/// Looks up the possible extensions of a name, longest first: `html.erb` and `erb` for
/// `a.html.erb`. If several languages share the extension, the text decides.
fn by_extensions(name: &str, text: &[u8]) -> Option<HighlightLanguage> {
    let dots: Vec<usize> = memchr::memrchr_iter(b'.', name.as_bytes())
        .take(MAX_PARTS)
        .collect();
    let (last, longer) = dots.split_first()?;
    let mut longer = longer.iter().rev();
    longer
        .find_map(|dot| by_extension(&name[dot + 1..]))
        .or_else(|| match shared_extension(&name[last + 1..]) {
            Some(shared) => by_exact_name(shared.language_of(text)?),
            None => by_extension(&name[last + 1..]),
        })
}

/// Looks up the program of a `#!` line, `python` for `#!/usr/bin/env -S python3.11 -u`.
fn by_shebang(line: &str) -> Option<HighlightLanguage> {
    let mut words = line.strip_prefix("#!")?.split_ascii_whitespace();
    let base = |path: &'_ str| path.rfind('/').map_or(0, |slash| slash + 1);
    let mut program = words.next()?;
    program = &program[base(program)..];
    if program == "env" {
        program = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
        program = &program[base(program)..];
    }
    let is_version = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
    by_program(program).or_else(|| by_program(program.trim_end_matches(is_version)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
