//! Packing of files into one text.
//!
//! - `options`: options

pub mod options;

use std::ptr;

use ransack::{
    FoundSecret, Pack, PackDecision, PackReason, PackedDirectory, PackedFile, PackedText,
    RuleSource,
};

use crate::call::{self, CallbackItem, show_version};
use crate::cancel::ransack_cancel_token;
use crate::error::ransack_status;
use crate::ffi::{self, Handle};
use crate::report::{EmbeddedReport, ransack_report};
use crate::slice::ransack_bytes;
use crate::stream::{self, ransack_stream};

use options::ransack_pack_options;

/// Reason for the treatment of a file in a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_pack_reason {
    /// Everything is shown.
    Complete = 0,
    /// A level of the call limits the file.
    Level = 1,
    /// The maximum leaves no room for more.
    Budget = 2,
    /// The file seems to contain a secret.
    Secret = 3,
}

/// Source of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_rule_source {
    /// No rule matches.
    None = 0,
    /// A file: `.contextfiles` or an ignore file.
    File = 1,
    /// The call.
    Caller = 2,
    /// The built-in list.
    Default = 3,
}

/// Text that has the form of a secret.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_found_secret {
    /// Line of the first character, from 1.
    pub line: u64,
    /// Kind of the secret, as in "private key".
    pub kind: ransack_bytes,
}

/// Treatment of one file in a pack.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_packed_file {
    /// Path from the base that `paths_from` selects.
    pub path: ransack_bytes,
    /// Index of the root in the scope, from 0.
    pub root: u32,
    /// Amount of the file in the text, a ransack_pack_level.
    pub treatment: u32,
    /// Reason for the treatment, a ransack_pack_reason.
    pub reason: u32,
    /// Whether the encoding was detected from the text, which may be wrong.
    pub is_encoding_detected: u8,
    /// Number of tokens of the file's part of the text, with its path; 0 if it is left out.
    pub tokens: u64,
    /// Number of tokens of the whole file.
    pub original_tokens: u64,
    /// Size of the file's text in bytes.
    pub size: u64,
    /// Priority from which the maximum was divided; 0 without a maximum.
    pub priority: f64,
    /// Name of the language; empty if it is unknown.
    pub language: ransack_bytes,
    /// Name of the encoding from which the text was decoded, as in "UTF-8".
    pub encoding: ransack_bytes,
    /// Content id of the file, as 32 hexadecimal digits.
    pub content_id: ransack_bytes,
    /// Possible secrets, in order of their lines.
    pub secrets: *const ransack_found_secret,
    /// Number of possible secrets.
    pub secrets_len: usize,
}

/// Totals of a directory in a pack.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_packed_directory {
    /// Path; empty for a root.
    pub path: ransack_bytes,
    /// Index of the root in the scope, from 0.
    pub root: u32,
    /// Number of files in the directory and below it.
    pub files: u64,
    /// Number of tokens of these files in the text.
    pub tokens: u64,
    /// Number of tokens of these files as a whole.
    pub original_tokens: u64,
}

/// Decision of the rules about an entry of a walked directory.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_pack_decision {
    /// Path relative to the root of the call.
    pub path: ransack_bytes,
    /// Whether the entry is a directory, below which nothing is packed if it is excluded.
    pub is_directory: u8,
    /// Whether the entry is included.
    pub is_included: u8,
    /// Source of the rule that decided, a ransack_rule_source.
    pub source: u32,
    /// Line of the rule in its source, from 1; 0 if no rule matches.
    pub line: u64,
    /// File with the rule; empty for rules from elsewhere.
    pub file: ransack_bytes,
    /// Rule as written; empty if no rule matches.
    pub rule: ransack_bytes,
}

/// Part of a pack.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_pack_part {
    /// Text, UTF-8.
    pub text: ransack_bytes,
    /// Number of tokens in `text`.
    pub tokens: u64,
}

/// Part of a text that ransack_pack_stream() packs.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_packed_text {
    /// Text, UTF-8; empty for a file that is left out, and while files are read ahead of the text. The
    /// texts of all parts together are the text of ransack_pack().
    pub text: ransack_bytes,
    /// File that the text shows; NULL at the end of the text, and while files are read ahead.
    pub file: *const ransack_packed_file,
    /// Number of files read so far: while files are read ahead, of these, and then of those that the
    /// text shows or leaves out.
    pub files_done: u64,
}

/// Text of a pack and the treatment of each file.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_packed {
    /// Text, UTF-8.
    pub text: ransack_bytes,
    /// Number of tokens in `text`, in the encoding of the call.
    pub tokens: u64,
    /// Parts of the text, each a pack of its own; none unless `max_part_tokens` is set.
    pub parts: *const ransack_pack_part,
    /// Number of parts.
    pub parts_len: usize,
    /// Files in scope, in path order, without the skipped files of the report.
    pub files: *const ransack_packed_file,
    /// Number of files.
    pub files_len: usize,
    /// Totals of each directory that contains files, in path order, including the directories below
    /// it.
    pub directories: *const ransack_packed_directory,
    /// Number of directories.
    pub directories_len: usize,
    /// Decisions of the rules, in path order; none unless `explain` is set.
    pub decisions: *const ransack_pack_decision,
    /// Number of decisions.
    pub decisions_len: usize,
    /// Report on the call. Not complete if a file was skipped; files that the maximum shortens or
    /// leaves out are not gaps.
    pub report: *const ransack_report,
}

/// Packs the files of a scope into one text for a language model. Free `out` with
/// ransack_packed_free().
///
/// Files are in path order. If the text has a maximum, it never exceeds it, and files with a low
/// priority are shown in less detail, then left out: first the bodies of functions are lost, then
/// signatures, then names. Explicitly named files come first, then files with relevant definitions
/// and texts; among others, files that differ from Git's index and files whose definitions occur in
/// many other files. Weights are factors.
///
/// - `options` selects files and maximum; NULL means the defaults.
/// - `token` cancels the call; NULL for none.
///
/// Fails with RANSACK_STATUS_INVALID_OPTION if both maxima are set, if the maximum is less than the
/// size of the added sections, or, without a maximum, if the files are larger than
/// `max_content_size`; and with any error of ransack_glob() for the scope.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_pack(
    options: *const ransack_pack_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_packed,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run_into(options, token, out, |core, token| {
            Ok(OwnedPack::new(ransack::pack(core, token)?))
        })
    }
}

/// Opens a stream of the text of ransack_pack() in parts, one for each file: the work runs in the
/// background, and ransack_pack_stream_next() returns the parts. While the call reads files ahead of
/// the text, it returns parts without a text, whose `files_done` is the number of files so far.
///
/// `options` and `token` are as for ransack_pack(); `options` need not outlive this call. Free `out`
/// with ransack_stream_free().
///
/// Costs as much as ransack_pack(), without the memory for the text. Without a maximum, the tree needs
/// the numbers of tokens of all files, so files are read twice; without the tree, the first part is
/// ready as soon as the first file is read.
///
/// Fails if an argument or option is invalid, such as a null pointer; all other errors are returned
/// by ransack_pack_stream_next(), also RANSACK_STATUS_INVALID_OPTION for `explain` and `list_only`,
/// which have no parts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_pack_stream(
    options: *const ransack_pack_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_stream,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe { stream::open(options, token, out, ransack::pack_stream) }
}

/// Sets `out` to the next part of ransack_pack_stream(), which is valid until the next call on the
/// stream. If `wait` is not 0, waits until a part is ready or the stream ends.
///
/// Sets `out` to NULL if the stream has ended, or if `wait` is 0 and no part is ready. To distinguish
/// the two, call ransack_stream_report(), which returns a report only after the end. An error also
/// ends the stream; the error is returned once, and there is no report.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_pack_stream_next(
    stream: *mut ransack_stream,
    wait: u8,
    out: *mut *const ransack_packed_text,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe { stream::next::<PackedText>(stream, wait, out) }
}

/// Arrays that the view of a part points to.
#[derive(Default)]
pub(crate) struct FileArrays {
    file: Option<Box<ransack_packed_file>>,
    secrets: Vec<ransack_found_secret>,
    content_id: String,
}

impl CallbackItem for PackedText {
    type View = ransack_packed_text;
    type Arrays = FileArrays;

    fn view(&self, arrays: &mut FileArrays) -> ransack_packed_text {
        let FileArrays {
            file,
            secrets,
            content_id,
        } = arrays;
        *file = self.file.as_ref().map(|packed| {
            show_version(Some(packed.version), content_id);
            secrets.clear();
            secrets.extend(packed.secrets.iter().map(shown_secret));
            Box::new(shown_file(packed, secrets, content_id))
        });
        let file = file.as_deref();
        ransack_packed_text {
            text: ransack_bytes::of(self.text.as_bytes()),
            file: file.map_or(ptr::null(), ptr::from_ref),
            files_done: self.files_done,
        }
    }
}

/// Frees a pack and everything it points to. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_packed_free(packed: *mut ransack_packed) {
    // SAFETY: the header requires NULL or a pack of this library that is not used afterwards.
    unsafe { ffi::free(packed) }
}

impl Handle for ransack_packed {
    type Owner = OwnedPack;
}

/// Pack with all data that its C struct points to.
///
/// Invariant: `shown` is the first field, so a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct OwnedPack {
    shown: ransack_packed,
    _parts: Vec<ransack_pack_part>,
    _files: Vec<ransack_packed_file>,
    _directories: Vec<ransack_packed_directory>,
    _decisions: Vec<ransack_pack_decision>,
    _secrets: Vec<Vec<ransack_found_secret>>,
    _content_ids: Vec<String>,
    _report: EmbeddedReport,
    _pack: Pack,
}

impl OwnedPack {
    fn new(mut pack: Pack) -> OwnedPack {
        let report = EmbeddedReport::new(std::mem::take(&mut pack.report));
        let secrets = pack.files.iter();
        let secrets: Vec<Vec<_>> = secrets
            .map(|file| file.secrets.iter().map(shown_secret).collect())
            .collect();
        let content_ids = pack.files.iter().map(|file| file.version.to_string());
        let content_ids: Vec<String> = content_ids.collect();
        let files = std::iter::zip(&pack.files, std::iter::zip(&secrets, &content_ids));
        let files: Vec<_> = files
            .map(|(file, (secrets, content_id))| shown_file(file, secrets, content_id))
            .collect();
        let directories: Vec<_> = pack.directories.iter().map(shown_directory).collect();
        let decisions: Vec<_> = pack.decisions.iter().map(shown_decision).collect();
        let parts = pack.parts.iter().map(|part| ransack_pack_part {
            text: ransack_bytes::of(part.text.as_bytes()),
            tokens: part.tokens,
        });
        let parts: Vec<_> = parts.collect();
        // Moving vectors and strings does not move their content.
        OwnedPack {
            shown: ransack_packed {
                text: ransack_bytes::of(pack.text.as_bytes()),
                tokens: pack.tokens,
                parts: parts.as_ptr(),
                parts_len: parts.len(),
                files: files.as_ptr(),
                files_len: files.len(),
                directories: directories.as_ptr(),
                directories_len: directories.len(),
                decisions: decisions.as_ptr(),
                decisions_len: decisions.len(),
                report: report.as_ptr(),
            },
            _parts: parts,
            _files: files,
            _directories: directories,
            _decisions: decisions,
            _secrets: secrets,
            _content_ids: content_ids,
            _report: report,
            _pack: pack,
        }
    }
}

fn shown_secret(secret: &FoundSecret) -> ransack_found_secret {
    ransack_found_secret {
        line: secret.line,
        kind: ransack_bytes::of(secret.kind.as_bytes()),
    }
}

fn shown_file(
    file: &PackedFile,
    secrets: &[ransack_found_secret],
    content_id: &str,
) -> ransack_packed_file {
    let reason = PackReason::ALL.iter().position(|(_, r)| *r == file.reason);
    ransack_packed_file {
        path: ransack_bytes::of(file.path.as_bytes()),
        root: file.root,
        treatment: file.treatment as u32,
        reason: reason.unwrap_or_default() as u32,
        is_encoding_detected: file.is_encoding_detected.into(),
        tokens: file.tokens,
        original_tokens: file.original_tokens,
        size: file.size,
        priority: file.priority,
        language: ransack_bytes::of(file.language.unwrap_or_default().as_bytes()),
        encoding: ransack_bytes::of(file.encoding.as_bytes()),
        content_id: ransack_bytes::of(content_id.as_bytes()),
        secrets: secrets.as_ptr(),
        secrets_len: secrets.len(),
    }
}

fn shown_directory(directory: &PackedDirectory) -> ransack_packed_directory {
    ransack_packed_directory {
        path: ransack_bytes::of(directory.path.as_bytes()),
        root: directory.root,
        files: directory.files,
        tokens: directory.tokens,
        original_tokens: directory.original_tokens,
    }
}

fn shown_decision(decision: &PackDecision) -> ransack_pack_decision {
    let (source, file) = match &decision.source {
        None => (ransack_rule_source::None, &[][..]),
        Some(RuleSource::File(file)) => {
            let file = file.as_os_str().as_encoded_bytes();
            (ransack_rule_source::File, file)
        }
        Some(RuleSource::Caller) => (ransack_rule_source::Caller, &[][..]),
        Some(_) => (ransack_rule_source::Default, &[][..]),
    };
    ransack_pack_decision {
        path: ransack_bytes::of(decision.path.as_bytes()),
        is_directory: decision.is_directory.into(),
        is_included: decision.is_included.into(),
        source: source as u32,
        line: decision.line.unwrap_or_default(),
        file: ransack_bytes::of(file),
        rule: ransack_bytes::of(decision.rule.as_deref().unwrap_or_default().as_bytes()),
    }
}
