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

/// Returns the shared extension of a file name.
pub fn shared_extension(name: &[u8]) -> Option<&'static SharedExtension> {
    let dot = memchr::memrchr(b'.', name)?;
    let extension = &name[dot + 1..];
    EXTENSIONS.iter().find(|shared| {
        let known = shared.extension.as_bytes();
        known.eq_ignore_ascii_case(extension)
    })
}

static EXTENSIONS: &[SharedExtension] = &[
    SharedExtension {
        extension: "h",
        languages: &["c", "cpp", "objc"],
        decide: |text| Some(header::language(text)),
    },
    SharedExtension {
        extension: "m",
        languages: &["objc", "matlab"],
        decide: first_lines::m,
    },
    SharedExtension {
        extension: "ts",
        languages: &["typescript", "xml"],
        decide: |text| Some(first_lines::xml_or("typescript", text)),
    },
    SharedExtension {
        extension: "tsx",
        languages: &["tsx", "xml"],
        decide: |text| Some(first_lines::xml_or("tsx", text)),
    },
    SharedExtension {
        extension: "v",
        languages: &["verilog"],
        decide: first_lines::v,
    },
    SharedExtension {
        extension: "pl",
        languages: &["perl"],
        decide: first_lines::pl,
    },
    SharedExtension {
        extension: "d",
        languages: &["d", "make"],
        decide: first_lines::d,
    },
    SharedExtension {
        extension: "fs",
        languages: &["fsharp", "glsl"],
        decide: first_lines::fs,
    },
    SharedExtension {
        extension: "inc",
        languages: &["php", "c", "cpp", "html", "assembly", "pascal", "sql"],
        decide: first_lines::inc,
    },
    SharedExtension {
        extension: "conf",
        languages: &["ini", "nginx", "apache", "xml"],
        decide: first_lines::conf,
    },
    SharedExtension {
        extension: "bb",
        languages: &["clojure"],
        decide: first_lines::bb,
    },
    SharedExtension {
        extension: "cl",
        languages: &["lisp", "opencl"],
        decide: first_lines::cl,
    },
    SharedExtension {
        extension: "es",
        languages: &["javascript", "erlang"],
        decide: first_lines::es,
    },
    SharedExtension {
        extension: "ml",
        languages: &["ocaml", "sml"],
        decide: first_lines::ml,
    },
    SharedExtension {
        extension: "p",
        languages: &["pascal", "gnuplot"],
        decide: first_lines::p,
    },
    SharedExtension {
        extension: "pm",
        languages: &["perl"],
        decide: first_lines::pm,
    },
    SharedExtension {
        extension: "pp",
        languages: &["puppet", "pascal"],
        decide: first_lines::pp,
    },
    SharedExtension {
        extension: "rs",
        languages: &["rust", "xml"],
        decide: |text| Some(first_lines::xml_or("rust", text)),
    },
    SharedExtension {
        extension: "t",
        languages: &["perl"],
        decide: first_lines::pm,
    },
];

#[cfg(test)]
mod tests;
