//! Options for packing.

use std::time::Duration;

use ransack_base::Pool;
use ransack_base::internal::setters;
use ransack_search::{Scope, ScopeRoot, scope_setters};
use ransack_tokens::Encoding;

use super::rules::PackRules;

/// Amount of a file that a pack shows, in order of increasing detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum PackLevel {
    /// Nothing.
    Omitted,
    /// The path alone.
    Path,
    /// One line for each definition, with its kind and name.
    Outline,
    /// The text without documentation and with its function bodies elided. Definitions that
    /// [`PackOptions::relevant`] names keep their bodies.
    Skeleton,
    /// The text without comments.
    Uncommented,
    /// The whole text.
    Whole,
}

impl PackLevel {
    /// All levels in order of increasing detail, each with its name.
    pub const ALL: [(&'static str, PackLevel); 6] = [
        ("omitted", PackLevel::Omitted),
        ("path", PackLevel::Path),
        ("outline", PackLevel::Outline),
        ("skeleton", PackLevel::Skeleton),
        ("uncommented", PackLevel::Uncommented),
        ("whole", PackLevel::Whole),
    ];

    /// Returns the name of the level.
    pub fn name(self) -> &'static str {
        let known = PackLevel::ALL.iter().find(|(_, level)| *level == self);
        known.map_or("", |(name, _)| name)
    }
}

/// Notation of a pack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PackFormat {
    /// Markdown: a heading with the path, and the text in a fence that is longer than any in it.
    #[default]
    Markdown,
    /// XML: one `file` element for each file, with the text in CDATA sections. Control characters
    /// that XML cannot hold are U+FFFD.
    Xml,
    /// JSON: an object with a text `tree`, an array `files` of objects with `path`, `level` and `text`,
    /// and an array `sections`.
    Json,
    /// Plain text: a line with the path, then the text.
    Plain,
    /// The notation of jinni: the text in a fence of three backticks whose info string is `path=`
    /// and the path.
    Jinni,
}

impl PackFormat {
    /// All formats, each with its name.
    pub const ALL: [(&'static str, PackFormat); 5] = [
        ("markdown", PackFormat::Markdown),
        ("xml", PackFormat::Xml),
        ("json", PackFormat::Json),
        ("plain", PackFormat::Plain),
        ("jinni", PackFormat::Jinni),
    ];
}

/// Text or pattern that makes files and definitions relevant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RelevantText {
    /// Words in any order, compared regardless of ASCII case: a definition is relevant if its name
    /// is one of them, a file if it contains one.
    Words(String),
    /// Regular expression in the syntax of [`grep`](crate::grep()): a definition is relevant if its
    /// name matches, a file if its text does.
    Pattern(String),
}

impl From<&str> for RelevantText {
    fn from(words: &str) -> RelevantText {
        RelevantText::Words(words.to_owned())
    }
}

impl From<String> for RelevantText {
    fn from(words: String) -> RelevantText {
        RelevantText::Words(words)
    }
}

/// Maximum level of the files that a glob matches.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LevelRule {
    /// Glob, in the notation of [`Scope::globs`] without a leading `!`.
    pub glob: String,
    /// Maximum level of detail.
    pub level: PackLevel,
}

impl LevelRule {
    /// Creates a rule.
    pub fn new(glob: impl Into<String>, level: PackLevel) -> LevelRule {
        LevelRule {
            glob: glob.into(),
            level,
        }
    }
}

/// Factor for the priority of the files that a glob matches.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WeightRule {
    /// Glob, in the notation of [`Scope::globs`] without a leading `!`.
    pub glob: String,
    /// Factor; finite and not negative.
    pub weight: f64,
}

impl WeightRule {
    /// Creates a rule.
    pub fn new(glob: impl Into<String>, weight: f64) -> WeightRule {
        WeightRule {
            glob: glob.into(),
            weight,
        }
    }
}

/// Text from the caller, such as a diff or a log, that a pack contains after its files.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PackSection {
    /// Heading.
    pub title: String,
    /// Text.
    pub text: String,
}

impl PackSection {
    /// Creates a section.
    pub fn new(title: impl Into<String>, text: impl Into<String>) -> PackSection {
        PackSection {
            title: title.into(),
            text: text.into(),
        }
    }
}

/// Options for [`pack`](crate::pack()).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PackOptions {
    /// Files to pack. A root that is a file is explicitly named: its priority is above all others.
    pub scope: Scope,
    /// Rules that decide which files in scope are packed. Default: `Some(PackRules::default())`: the
    /// rules of `.contextfiles` in the tree and the built-in rules; `None` for no rules besides the
    /// scope.
    pub rules: Option<PackRules>,
    /// Whether the result tells for each entry of the walked directories which rule decided.
    /// Default: false.
    pub explain: bool,
    /// Maximum number of tokens of the whole text, in [`encoding`](PackOptions::encoding). Default:
    /// `None`, no limit.
    pub max_tokens: Option<u64>,
    /// Maximum size of the whole text in bytes. An error together with
    /// [`max_tokens`](PackOptions::max_tokens). Default: `None`, no limit.
    pub max_bytes: Option<u64>,
    /// Maximum number of tokens of a part. If set, the result also has the text in parts, cut between
    /// files; a file that does not fit into a part is cut at the ends of definitions, or else of
    /// lines, in the text too. Default: `None`, no parts.
    pub max_part_tokens: Option<u64>,
    /// Encoding in which tokens are counted. Default: [`Encoding::O200kBase`].
    pub encoding: Encoding,
    /// Notation of the text. Default: [`PackFormat::Markdown`].
    pub format: PackFormat,
    /// Whether the text begins with a directory tree of the files in scope, each with its number of
    /// tokens as a whole. A tree uses at most a twentieth of the maximum: directories collapse to
    /// counts. The tree is omitted if its first line is too long or if there is a single file.
    /// [`PackFormat::Jinni`] has no tree. Default: true.
    pub tree: bool,
    /// Whether each line of a file that is shown as a whole begins with its number. Default: false.
    pub line_numbers: bool,
    /// Texts that make files and definitions relevant: relevant files come first, and skeletons show
    /// the bodies of relevant definitions. Matters only with a maximum. Default: empty.
    pub relevant: Vec<RelevantText>,
    /// Maximum levels of detail; the last rule whose glob matches a file counts. Default: empty,
    /// which shows whole files.
    pub levels: Vec<LevelRule>,
    /// Factors for the priority of files; the last rule whose glob matches a file counts. Default:
    /// empty, which is 1 for all files.
    pub weights: Vec<WeightRule>,
    /// Texts to add after the files. They count towards the maximum and are never shortened.
    /// Default: empty.
    pub sections: Vec<PackSection>,
    /// Whether files that seem to contain a secret are packed. Default: false: they are left out and
    /// reported.
    pub allow_secrets: bool,
    /// Whether to list the files that would be packed, one path per line, without their texts.
    /// Default: false.
    pub list_only: bool,
    /// Maximum size of a file in bytes; a larger file is skipped and reported. Default: 16 MiB;
    /// `None` for any size up to 2 GiB.
    pub max_file_size: Option<u64>,
    /// Maximum size of all packed text in bytes, if neither tokens nor bytes have a maximum. If there
    /// is more, the call fails and the error names the ten largest files. Default: 100 MiB; `None`
    /// for no limit.
    pub max_content_size: Option<u64>,
    /// Encoding of files without a byte order mark, as a label of the WHATWG Encoding Standard.
    /// Default: `None`, which reads UTF-8; the encoding of other files is detected and reported.
    pub file_encoding: Option<String>,
    /// Maximum time to parse one file; a file that takes longer is not shortened. Default: 2
    /// seconds; `None` for no limit.
    pub time_per_file: Option<Duration>,
    /// Worker pool to run on. Default: `None`, the pool of the workspace or the shared pool.
    pub pool: Option<Pool>,
}

impl Default for PackOptions {
    fn default() -> PackOptions {
        PackOptions {
            scope: Scope::default(),
            rules: Some(PackRules::default()),
            explain: false,
            max_tokens: None,
            max_bytes: None,
            max_part_tokens: None,
            encoding: Encoding::default(),
            format: PackFormat::default(),
            tree: true,
            line_numbers: false,
            relevant: Vec::new(),
            levels: Vec::new(),
            weights: Vec::new(),
            sections: Vec::new(),
            allow_secrets: false,
            list_only: false,
            max_file_size: Some(16 << 20),
            max_content_size: Some(100 << 20),
            file_encoding: None,
            time_per_file: Some(Duration::from_secs(2)),
            pool: None,
        }
    }
}

impl PackOptions {
    /// Creates options with one root and default values.
    pub fn new(root: impl Into<ScopeRoot>) -> PackOptions {
        PackOptions {
            scope: Scope::new(root),
            ..PackOptions::default()
        }
    }
}

setters! { PackOptions {
    value(Scope) scope,
    option(PackRules) rules,
    value(bool) explain,
    option(u64) max_tokens,
    option(u64) max_bytes,
    option(u64) max_part_tokens,
    value(Encoding) encoding,
    value(PackFormat) format,
    value(bool) tree,
    value(bool) line_numbers,
    list(RelevantText) relevant,
    list(LevelRule) levels,
    list(WeightRule) weights,
    list(PackSection) sections,
    value(bool) allow_secrets,
    value(bool) list_only,
    option(u64) max_file_size,
    option(u64) max_content_size,
    some(String) file_encoding,
    option(Duration) time_per_file,
    option(Pool) pool,
}}
scope_setters!(PackOptions.scope:);
