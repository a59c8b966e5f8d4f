//! Result of packing.

use std::path::PathBuf;

use ransack_base::{ContentId, RelPath, Report};

use super::options::PackLevel;

/// Text of a pack and the treatment of each file.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Pack {
    /// Text.
    pub text: String,
    /// Number of tokens in `text`, in [`PackOptions::encoding`](crate::PackOptions::encoding).
    pub tokens: u64,
    /// Parts of the text, each a pack of its own; empty unless
    /// [`PackOptions::max_part_tokens`](crate::PackOptions::max_part_tokens) is set.
    pub parts: Vec<PackPart>,
    /// Files in scope, in path order, without the skipped files of the report.
    pub files: Vec<PackedFile>,
    /// Totals of each directory that contains files, in path order, including the directories below
    /// it. The path of a root is empty.
    pub directories: Vec<PackedDirectory>,
    /// Decisions of the rules about the entries of the walked directories, in path order; empty
    /// unless [`PackOptions::explain`](crate::PackOptions::explain) is set.
    pub decisions: Vec<PackDecision>,
    /// Report of the call. Not complete if a file was skipped; files that the maximum shortens or
    /// leaves out are not gaps.
    pub report: Report,
}

/// Part of a pack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PackPart {
    /// Text.
    pub text: String,
    /// Number of tokens in `text`.
    pub tokens: u64,
}

/// Part of a text that [`pack_stream`](crate::pack_stream()) packs.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PackedText {
    /// Text; empty for a file that is left out, and while files are read ahead of the text. The texts
    /// of all parts together are [`Pack::text`].
    pub text: String,
    /// File that the text shows; `None` at the end of the text, and while files are read ahead.
    pub file: Option<PackedFile>,
    /// Number of files read so far: while files are read ahead, of these, and then of those that the
    /// text shows or leaves out.
    pub files_done: u64,
}

/// Treatment of one file.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PackedFile {
    /// Path from the base that [`Scope::paths_from`](crate::Scope::paths_from) selects.
    pub path: RelPath,
    /// Index of the root in [`Scope::roots`](crate::Scope::roots), 0-based.
    pub root: u32,
    /// Level of detail in the text.
    pub treatment: PackLevel,
    /// Reason for the treatment.
    pub reason: PackReason,
    /// Number of tokens of the file's part of the text, with its path; 0 if it is left out.
    pub tokens: u64,
    /// Number of tokens of the whole file.
    pub original_tokens: u64,
    /// Size of the file's text in bytes.
    pub size: u64,
    /// Priority from which the maximum was divided; 0 without a maximum.
    pub priority: f64,
    /// Name of the language; `None` if it is unknown.
    pub language: Option<&'static str>,
    /// Name of the encoding from which the text was decoded, as in `UTF-8`.
    pub encoding: &'static str,
    /// Whether the encoding was detected from the text, which may be wrong.
    pub is_encoding_detected: bool,
    /// Content id of the file.
    pub version: ContentId,
    /// Possible secrets, in order of their lines.
    pub secrets: Vec<FoundSecret>,
}

/// Reason for the level at which a file is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PackReason {
    /// Everything is shown.
    Complete,
    /// A rule of [`PackOptions::levels`](crate::PackOptions::levels) limits the level.
    Level,
    /// The maximum leaves no room for more.
    Budget,
    /// The file seems to contain a secret.
    Secret,
}

impl PackReason {
    /// All reasons, each with its name.
    pub const ALL: [(&'static str, PackReason); 4] = [
        ("complete", PackReason::Complete),
        ("level", PackReason::Level),
        ("budget", PackReason::Budget),
        ("secret", PackReason::Secret),
    ];
}

/// Totals of a directory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PackedDirectory {
    /// Path; empty for a root.
    pub path: RelPath,
    /// Index of the root in [`Scope::roots`](crate::Scope::roots), 0-based.
    pub root: u32,
    /// Number of files in the directory and below it.
    pub files: u64,
    /// Number of tokens of these files in the text.
    pub tokens: u64,
    /// Number of tokens of these files as a whole.
    pub original_tokens: u64,
}

/// Text that has the form of a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FoundSecret {
    /// Line of the first character, 1-based.
    pub line: u64,
    /// Kind of the secret, as in `private key` or `GitHub token`.
    pub kind: &'static str,
}

/// Decision of the rules about an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PackDecision {
    /// Path relative to the root of the call.
    pub path: RelPath,
    /// Whether the entry is a directory, below which nothing is packed if it is excluded.
    pub is_directory: bool,
    /// Whether the entry is included.
    pub is_included: bool,
    /// Source of the rule that decided; `None` if no rule matches.
    pub source: Option<RuleSource>,
    /// Number of the rule's line in its source, 1-based.
    pub line: Option<u64>,
    /// Rule as written.
    pub rule: Option<String>,
}

/// Source of a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RuleSource {
    /// A file: `.contextfiles` or an ignore file.
    File(PathBuf),
    /// The call.
    Caller,
    /// The built-in list.
    Default,
}
