//! Extensions that several languages share. A modeline or the beginning of the text decides.
//!
//! | module | decides |
//! | --- | --- |
//! | `header` | C, C++ and Objective-C |
//! | `code_lexer` | which bytes of such a text are code |
//! | `first_lines` | all other languages, by the first line that only one of them has |

mod code_lexer;
mod first_lines;
mod header;

use crate::languages::KNOWN_LANGUAGES;
use crate::modeline::modeline_language;

/// Extension that several languages share.
pub struct SharedExtension {
    /// Extension in lower case, without the dot.
    extension: &'static str,
    /// Names of the languages, the most common one first. Some have no grammar.
    languages: &'static [&'static str],
    /// Returns the language of a text; `None` if the text is in a language that has no name here.
    decide: fn(&[u8]) -> Option<&'static str>,
}

impl SharedExtension {
    /// Number of leading bytes of a text that decide.
    pub const MAX_TEXT: usize = 64 << 10;

    /// Names of the languages that share the extension, the most common one first.
    pub fn languages(&self) -> &'static [&'static str] {
        self.languages
    }

    /// Returns the name of the language of a text; `None` if the text is in a language that is not
    /// in [`languages`](SharedExtension::languages). A text without a sign, such as an empty one,
    /// is in the most common language. O(n) in the text.
    pub fn language_of(&self, text: &[u8]) -> Option<&'static str> {
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        let text = &text[..text.len().min(SharedExtension::MAX_TEXT)];
        let named = |name: &str| {
            let mut languages = KNOWN_LANGUAGES.iter();
            let language = languages.find(|language| language.has_name(name));
            let name = language.map_or(name, |language| language.name);
            self.languages.iter().find(|known| **known == name).copied()
        };
        modeline_language(text, named).or_else(|| (self.decide)(text))
    }
}

/// Returns the shared extension with this name, without a dot, in any case.
pub fn shared_extension(extension: &str) -> Option<&'static SharedExtension> {
    EXTENSIONS.iter().find(|shared| {
        let known = shared.extension;
        known.eq_ignore_ascii_case(extension)
    })
}

const fn shared(
    extension: &'static str,
    languages: &'static [&'static str],
    decide: fn(&[u8]) -> Option<&'static str>,
) -> SharedExtension {
    SharedExtension {
        extension,
        languages,
        decide,
    }
}

static EXTENSIONS: &[SharedExtension] = &[
    shared("h", &["c", "cpp", "objc"], |text| {
        Some(header::language(text))
    }),
    shared("m", &["objc", "matlab"], first_lines::m),
    shared("ts", &["typescript", "xml"], |text| {
        Some(first_lines::xml_or("typescript", text))
    }),
    shared("tsx", &["tsx", "xml"], |text| {
        Some(first_lines::xml_or("tsx", text))
    }),
    shared("v", &["verilog"], first_lines::v),
    shared("pl", &["perl"], first_lines::pl),
    shared("d", &["d", "make"], first_lines::d),
    shared("fs", &["fsharp", "glsl"], first_lines::fs),
    shared(
        "inc",
        &["php", "c", "cpp", "html", "assembly", "pascal", "sql"],
        first_lines::inc,
    ),
    shared(
        "conf",
        &["ini", "nginx", "apache", "xml"],
        first_lines::conf,
    ),
    shared("bb", &["clojure"], first_lines::bb),
    shared("cl", &["lisp", "opencl"], first_lines::cl),
    shared("es", &["javascript", "erlang"], first_lines::es),
    shared("ml", &["ocaml", "sml"], first_lines::ml),
    shared("p", &["pascal", "gnuplot"], first_lines::p),
    shared("pm", &["perl"], first_lines::pm),
    shared("pp", &["puppet", "pascal"], first_lines::pp),
    shared("rs", &["rust", "xml"], |text| {
        Some(first_lines::xml_or("rust", text))
    }),
    shared("t", &["perl"], first_lines::pm),
];

#[cfg(test)]
mod tests;
