//! Options for packing.

use std::ptr;
use std::time::Duration;

use ransack::{
    LevelRule, PackFormat, PackLevel, PackOptions, PackRules, PackSection, RelevantText, RuleMode,
    WeightRule,
};

use crate::error::Failure;
use crate::options::scope::{self, ransack_scope};
use crate::options::versioned::{Defaults, versioned};
use crate::options::{
    CallOptions, NO_BYTES, RANSACK_NO_LIMIT, from_duration, from_limit, optional_path,
    optional_text, to_limit, value_of,
};
use crate::pool::{self, ransack_pool};
use crate::slice::{elements, ransack_bytes, texts};
use crate::tokens::encoding::{encoding_of, ransack_encoding};

/// Newest version of ransack_pack_options.
pub const RANSACK_PACK_OPTIONS_VERSION: u32 = 1;

/// Amount of a file that a pack shows, in order of increasing detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_pack_level {
    /// Nothing.
    Omitted = 0,
    /// The path alone.
    Path = 1,
    /// One line for each definition, with its kind and name.
    Outline = 2,
    /// The text without documentation and with its function bodies elided. Definitions that
    /// `relevant` names keep their bodies.
    Skeleton = 3,
    /// The text without comments.
    Uncommented = 4,
    /// The whole text.
    Whole = 5,
}

/// Notation of a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_pack_format {
    /// Markdown: a heading with the path, and the text in a fence that is longer than any in it.
    Markdown = 0,
    /// XML: one `file` element for each file, with the text in CDATA sections. Control characters
    /// that XML cannot hold are U+FFFD.
    Xml = 1,
    /// JSON: an object with an array `files` of objects with `path`, `level` and `text`.
    Json = 2,
    /// Plain text: a line with the path, then the text.
    Plain = 3,
    /// The notation of jinni: the text in a fence of three backticks whose info string is `path=`
    /// and the path.
    Jinni = 4,
}

/// Combination of rules that decide which files are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_rule_mode {
    /// A pattern is relative to the directory of its file, as in `.gitignore`; a rule in a nearer
    /// directory takes precedence. Rules in `.contextfiles` take precedence over ignore rules, and
    /// these over the built-in rules. Rules of the caller replace all others, and are relative to the
    /// roots of the call; if one of them includes files, files that match none of them are excluded.
    Nearest = 0,
    /// Rules of the program jinni 0.4.0: built-in rules, rules in `.gitignore` and `.contextfiles` from
    /// the rule root down, and the rules of the caller, in this order, all relative to the root of
    /// the call. Other ignore files do not count.
    Jinni = 1,
}

/// Text that makes files and definitions relevant. Initialise with
/// RANSACK_RELEVANT_TEXT_INIT. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_relevant_text {
    /// Words in any order, compared regardless of ASCII case: a definition is relevant if its name is
    /// one of them, a file if it contains one. With `is_pattern`, a regular expression: a definition
    /// is relevant if its name matches, a file if its text does.
    pub text: ransack_bytes,
    /// Whether `text` is a regular expression.
    pub is_pattern: u8,
}

/// Maximum level of the files that a glob matches. Initialise with
/// RANSACK_LEVEL_RULE_INIT. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_level_rule {
    /// Glob, as in ransack_scope, without a leading '!'.
    pub glob: ransack_bytes,
    /// Maximum level, a ransack_pack_level.
    pub level: u32,
}

/// Factor for the priority of the files that a glob matches. Initialise with
/// RANSACK_WEIGHT_RULE_INIT. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_weight_rule {
    /// Glob, as in ransack_scope, without a leading '!'.
    pub glob: ransack_bytes,
    /// Factor; finite and not negative.
    pub weight: f64,
}

/// Text from the caller, such as a diff or a log, that a pack contains after its files. Initialise
/// with RANSACK_PACK_SECTION_INIT. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_pack_section {
    /// Heading.
    pub title: ransack_bytes,
    /// Text.
    pub text: ransack_bytes,
}

/// Options for ransack_pack(). Initialise with RANSACK_PACK_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_pack_options {
    /// RANSACK_PACK_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Encoding in which tokens are counted, a ransack_encoding. Default:
    /// RANSACK_ENCODING_O200K_BASE.
    pub encoding: u32,
    /// Files to pack. A root that is a file is explicitly named: its priority is above all others.
    /// Default: NULL, which means the defaults of ransack_scope.
    pub scope: *const ransack_scope,
    /// Maximum number of tokens of the whole text. Default: RANSACK_NO_LIMIT.
    pub max_tokens: u64,
    /// Maximum size of the whole text in bytes. Fails together with `max_tokens`. Default:
    /// RANSACK_NO_LIMIT.
    pub max_bytes: u64,
    /// Maximum number of tokens of a part. If set, the pack also has its text in parts, cut between
    /// files; a file that does not fit into a part is cut at the ends of definitions, or else of
    /// lines, in the text too. Default: RANSACK_NO_LIMIT, which means no parts.
    pub max_part_tokens: u64,
    /// Notation of the text, a ransack_pack_format. Default: RANSACK_PACK_FORMAT_MARKDOWN.
    pub format: u32,
    /// Combination of rules, a ransack_rule_mode. Default: RANSACK_RULE_MODE_NEAREST.
    pub rule_mode: u32,
    /// Rules of the caller: the notation of `.gitignore`, but a plain pattern includes, and a pattern
    /// after '!' excludes. Default: none.
    pub rules: *const ransack_bytes,
    /// Number of rules. Default: 0.
    pub rules_len: usize,
    /// Directory above which no `.contextfiles` is read. Default: empty, which means the workspace's
    /// root or the current directory.
    pub rule_root: ransack_bytes,
    /// Texts that make files and definitions relevant: relevant files come first, and skeletons show
    /// the bodies of relevant definitions. Matters only with a maximum. Default: none.
    pub relevant: *const ransack_relevant_text,
    /// Number of relevant texts. Default: 0.
    pub relevant_len: usize,
    /// Maximum levels of detail; the last rule whose glob matches a file counts. Default: none, which
    /// shows whole files.
    pub levels: *const ransack_level_rule,
    /// Number of levels. Default: 0.
    pub levels_len: usize,
    /// Factors for the priority of files; the last rule whose glob matches a file counts. Default:
    /// none, which is 1 for all files.
    pub weights: *const ransack_weight_rule,
    /// Number of weights. Default: 0.
    pub weights_len: usize,
    /// Texts to add after the files. They count towards the maximum and are never shortened. Default:
    /// none.
    pub sections: *const ransack_pack_section,
    /// Number of texts to add. Default: 0.
    pub sections_len: usize,
    /// Whether the rules of `.contextfiles`, the built-in rules and the caller's rules apply.
    /// Default: 1.
    pub use_rules: u8,
    /// Whether the built-in rules apply. Default: 1.
    pub use_default_rules: u8,
    /// Whether the pack has decisions: for each entry of the walked directories, the rule that
    /// decided. Default: 0.
    pub explain: u8,
    /// Whether the text begins with a directory tree of the files in scope, each with its number of
    /// tokens as a whole. A tree uses at most a twentieth of the maximum: directories collapse to
    /// counts. The tree is omitted if its first line is too long or if there is a single file.
    /// RANSACK_PACK_FORMAT_JINNI has no tree. Default: 1.
    pub tree: u8,
    /// Whether each line of a file that is shown as a whole begins with its number and a tab.
    /// Default: 0.
    pub line_numbers: u8,
    /// Whether files that seem to contain a secret are packed; if not, they are left out and
    /// reported. Default: 0.
    pub allow_secrets: u8,
    /// Whether the text is a list of the files that would be packed, one path per line. Default: 0.
    pub list_only: u8,
    /// Maximum size of a file in bytes; a larger file is skipped and reported. RANSACK_NO_LIMIT
    /// means 2 GiB. Default: 16777216.
    pub max_file_size: u64,
    /// Maximum size of all packed files in bytes without `max_tokens` and `max_bytes`; if there is
    /// more, the call fails and the error names the ten largest files. Default: 104857600.
    pub max_content_size: u64,
    /// Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard.
    /// Default: empty, which means UTF-8; the encoding of other files is detected and reported.
    pub file_encoding: ransack_bytes,
    /// Maximum time in milliseconds to parse one file; a file that takes longer is not shortened.
    /// Default: 2000.
    pub time_per_file_ms: u64,
    /// Time limit in milliseconds from the start of the call, in addition to the token's time
    /// limit. Default: RANSACK_NO_LIMIT.
    pub timeout_ms: u64,
    /// Worker pool to run on. Default: NULL, the shared pool.
    pub pool: *const ransack_pool,
}

versioned!(
    ransack_pack_options,
    RANSACK_PACK_OPTIONS_VERSION,
    [pool: 208]
);

impl Defaults for ransack_pack_options {
    fn defaults() -> ransack_pack_options {
        let core = PackOptions::default();
        ransack_pack_options {
            version: RANSACK_PACK_OPTIONS_VERSION,
            encoding: ransack_encoding::O200kBase as u32,
            scope: ptr::null(),
            max_tokens: from_limit(core.max_tokens),
            max_bytes: from_limit(core.max_bytes),
            max_part_tokens: from_limit(core.max_part_tokens),
            format: ransack_pack_format::Markdown as u32,
            rule_mode: ransack_rule_mode::Nearest as u32,
            rules: ptr::null(),
            rules_len: 0,
            rule_root: NO_BYTES,
            relevant: ptr::null(),
            relevant_len: 0,
            levels: ptr::null(),
            levels_len: 0,
            weights: ptr::null(),
            weights_len: 0,
            sections: ptr::null(),
            sections_len: 0,
            use_rules: core.rules.is_some().into(),
            use_default_rules: PackRules::default().use_defaults.into(),
            explain: core.explain.into(),
            tree: core.tree.into(),
            line_numbers: core.line_numbers.into(),
            allow_secrets: core.allow_secrets.into(),
            list_only: core.list_only.into(),
            max_file_size: from_limit(core.max_file_size),
            max_content_size: from_limit(core.max_content_size),
            file_encoding: NO_BYTES,
            time_per_file_ms: from_duration(core.time_per_file),
            timeout_ms: RANSACK_NO_LIMIT,
            pool: ptr::null(),
        }
    }
}

impl CallOptions for ransack_pack_options {
    type Core = PackOptions;

    unsafe fn resolve(&self) -> Result<PackOptions, Failure> {
        let mut core = PackOptions::default();
        // SAFETY: the pointers are valid by the contract of this function.
        unsafe {
            scope::resolve(self.scope, &mut core.scope)?;
            core.rules = self.resolve_rules()?;
            core.relevant = elements(self.relevant, self.relevant_len, "relevant", |given| {
                let text = given.text.text("text")?;
                Ok(match given.is_pattern {
                    0 => RelevantText::Words(text),
                    _ => RelevantText::Pattern(text),
                })
            })?;
            core.levels = elements(self.levels, self.levels_len, "levels", |rule| {
                let (_, level) = value_of(&PackLevel::ALL, "level", rule.level)?;
                Ok(LevelRule::new(rule.glob.text("glob")?, *level))
            })?;
            core.weights = elements(self.weights, self.weights_len, "weights", |rule| {
                Ok(WeightRule::new(rule.glob.text("glob")?, rule.weight))
            })?;
            core.sections = elements(self.sections, self.sections_len, "sections", |section| {
                let title = section.title.text("title")?;
                Ok(PackSection::new(title, section.text.text("text")?))
            })?;
            core.file_encoding = optional_text(self.file_encoding, "file_encoding")?;
            core.pool = pool::resolve(self.pool)?;
        }
        core.encoding = encoding_of(self.encoding)?;
        (_, core.format) = *value_of(&PackFormat::ALL, "format", self.format)?;
        core.max_tokens = to_limit(self.max_tokens);
        core.max_bytes = to_limit(self.max_bytes);
        core.max_part_tokens = to_limit(self.max_part_tokens);
        core.explain = self.explain != 0;
        core.tree = self.tree != 0;
        core.line_numbers = self.line_numbers != 0;
        core.allow_secrets = self.allow_secrets != 0;
        core.list_only = self.list_only != 0;
        core.max_file_size = to_limit(self.max_file_size);
        core.max_content_size = to_limit(self.max_content_size);
        core.time_per_file = to_limit(self.time_per_file_ms).map(Duration::from_millis);
        Ok(core)
    }

    fn timeout_ms(&self) -> Option<u64> {
        Some(self.timeout_ms)
    }
}

impl ransack_pack_options {
    /// Converts the rules.
    ///
    /// # Safety
    ///
    /// The pointers are valid.
    unsafe fn resolve_rules(&self) -> Result<Option<PackRules>, Failure> {
        let (_, mode) = value_of(&RuleMode::ALL, "rule_mode", self.rule_mode)?;
        let mut rules = PackRules::default()
            .mode(*mode)
            .use_defaults(self.use_default_rules != 0);
        // SAFETY: the contract of this function.
        unsafe {
            rules.rules = texts(self.rules, self.rules_len, "rules")?;
            rules.root = optional_path(self.rule_root, "rule_root")?;
        }
        Ok((self.use_rules != 0).then_some(rules))
    }
}

#[cfg(test)]
mod tests;
