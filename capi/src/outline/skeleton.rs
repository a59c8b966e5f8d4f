//! Skeletons: text with elided bodies.

use std::ffi::{c_int, c_void};
use std::ptr;

use ransack::{Skeleton, SkeletonLevel, SkeletonOptions};

use super::item::OwnedView;
use super::options::ransack_outline_options;
use super::run_on_file;
use crate::ast::syntax;
use crate::call::{self, CallbackItem};
use crate::cancel::ransack_cancel_token;
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::options::versioned::{self, Defaults, versioned};
use crate::options::{NO_BYTES, from_limit, optional_text, to_limit, value_of};
use crate::report::ransack_report;
use crate::slice::{ransack_bytes, texts};
use crate::stream::{self, OpenStream, ransack_stream};

/// Newest version of ransack_skeleton_options.
pub const RANSACK_SKELETON_OPTIONS_VERSION: u32 = 1;

/// Level of detail of a skeleton, in order of increasing detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_skeleton_level {
    /// One line for each definition with its kind and its name, indented by two spaces per depth.
    /// Not text in the language of the source.
    Names = 0,
    /// Signatures without documentation; headings of Markdown without text; keys with values of at
    /// most 30 bytes.
    Signatures = 1,
    /// Signatures and documentation; headings of Markdown, each with its first paragraph; keys with
    /// values of at most 100 bytes.
    Docs = 2,
    /// The whole text.
    Full = 3,
}

/// Options for skeletons. Initialise with RANSACK_SKELETON_OPTIONS_INIT; NULL means the defaults.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_skeleton_options {
    /// RANSACK_SKELETON_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Level of detail, a ransack_skeleton_level; with `max_tokens`, the highest level. Default:
    /// RANSACK_SKELETON_LEVEL_DOCS.
    pub level: u32,
    /// Name paths of definitions to keep in full, as for ransack_definition_source(). If a call
    /// reads several files, every definition with such a name is kept. A list of names lists them
    /// like all others. Default: none.
    pub names: *const ransack_bytes,
    /// Number of name paths. Default: 0.
    pub names_len: usize,
    /// Maximum number of tokens of one skeleton. The skeleton has the highest level that fits. If
    /// no level fits, it lists the names that fit: the deepest definitions are omitted first, then
    /// the last ones, and the last line gives their number, as in "... 12 more". Fails in a build
    /// without tokenizers. Default: RANSACK_NO_LIMIT.
    pub max_tokens: u64,
    /// Name of the encoding that counts tokens, as for ransack_encoding_from_name(). Default:
    /// empty, which means "o200k_base".
    pub token_encoding: ransack_bytes,
}

versioned!(
    ransack_skeleton_options,
    RANSACK_SKELETON_OPTIONS_VERSION,
    [token_encoding: 48]
);

impl Defaults for ransack_skeleton_options {
    fn defaults() -> ransack_skeleton_options {
        let core = SkeletonOptions::default();
        ransack_skeleton_options {
            version: RANSACK_SKELETON_OPTIONS_VERSION,
            level: ransack_skeleton_level::Docs as u32,
            names: ptr::null(),
            names_len: 0,
            max_tokens: from_limit(core.max_tokens),
            token_encoding: NO_BYTES,
        }
    }
}

/// Text without details, such as the bodies of its functions.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_skeleton {
    /// Path of the file relative to the base that `paths_from` selects. Empty for text in memory.
    pub path: ransack_bytes,
    /// Name of the source's language.
    pub language: ransack_bytes,
    /// Source with each elided body replaced with "...", in a comment or in whatever form the
    /// language's syntax requires; at RANSACK_SKELETON_LEVEL_NAMES, the list of names.
    pub text: ransack_bytes,
    /// Number of elided bodies, sections and values; 0 for a list of names.
    pub elided: u64,
    /// Number of tokens in `text`; 0 in a build without tokenizers.
    pub tokens: u64,
    /// Number of tokens in the original text; 0 in a build without tokenizers.
    pub original_tokens: u64,
    /// Number of syntax errors in the original text.
    pub syntax_errors: u64,
    /// Index of the root in the scope, 0-based.
    pub root: u32,
    /// Level of detail of `text`, a ransack_skeleton_level.
    pub level: u32,
    /// Number of definitions omitted from a list of names that exceeds `max_tokens`.
    pub omitted: u64,
    /// Content id of the bytes of the file or text, as 32 hexadecimal digits.
    pub version: ransack_bytes,
}

/// Callback for skeletons of files, called once for each file, in path order, on the thread that
/// made the call.
///
/// Returns 0 to continue. Any other number stops the call: it succeeds, and the report's
/// `stopped_by` is RANSACK_STOPPED_BY_CALLBACK. `user_data` is the pointer passed to the call.
pub type ransack_on_skeleton =
    Option<unsafe extern "C" fn(item: *const ransack_skeleton, user_data: *mut c_void) -> c_int>;

impl CallbackItem for Skeleton {
    type View = ransack_skeleton;
    type Arrays = String;

    fn view(&self, version: &mut String) -> ransack_skeleton {
        *version = self.version.to_string();
        ransack_skeleton {
            path: ransack_bytes::of(self.path.as_bytes()),
            language: ransack_bytes::of(self.language.as_bytes()),
            text: ransack_bytes::of(&self.text),
            elided: self.elided,
            tokens: self.tokens,
            original_tokens: self.original_tokens,
            syntax_errors: self.syntax_errors,
            root: self.root,
            level: self.level as u32,
            omitted: self.omitted,
            version: ransack_bytes::of(version.as_bytes()),
        }
    }
}

impl Handle for ransack_skeleton {
    type Owner = OwnedView<ransack_skeleton, String, Skeleton>;
}

/// Returns a skeleton of text in memory: function bodies are elided; imports, types with their
/// members, constants and signatures stay. Free `out` with ransack_skeleton_free().
///
/// - `options` limits level and tokens, and names definitions to keep; NULL means the defaults.
/// - `language` is the name or an alias of the text's language; see ransack_ast_languages().
/// - `token` cancels the call; NULL for none.
///
/// Fails if a name is unknown or ambiguous, if the language or the encoding is unknown, or if the
/// token fires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_skeleton_source(
    source: ransack_bytes,
    language: ransack_bytes,
    options: *const ransack_skeleton_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_skeleton,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        syntax::run(source, language, token, out, |source, language, token| {
            let options = resolve(options)?;
            let skeleton = ransack::skeleton(source, language, &options, token)?;
            Ok(OwnedView::new(skeleton))
        })
    }
}

/// Frees a skeleton returned by ransack_skeleton_source() or ransack_skeleton_file(). Does nothing
/// if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_skeleton_free(skeleton: *mut ransack_skeleton) {
    // SAFETY: the header requires NULL or a skeleton of this library that is not used afterwards.
    unsafe { ffi::free(skeleton) }
}

/// Returns a skeleton of the file `path`. Free `out` with ransack_skeleton_free().
///
/// - `files` selects the workspace, the language and limits, as `options` in
///   ransack_outline_file(); NULL means the defaults.
/// - `options` is as for ransack_skeleton_source().
/// - `token`, `out` and `out_report` are as for ransack_outline_file(): `out` receives NULL if the
///   file is skipped.
///
/// Returns any error of ransack_skeleton_source() or ransack_outline_file().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_skeleton_file(
    path: ransack_bytes,
    files: *const ransack_outline_options,
    options: *const ransack_skeleton_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_skeleton,
    out_report: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        run_on_file((path, files, token, out, out_report), |core, token| {
            let options = resolve(options)?;
            Ok(ransack::skeleton_file(core, &options, token)?)
        })
    }
}

/// Makes a skeleton of each file in scope that is in a language with outlines, and passes the
/// skeletons to `on_skeleton` in path order, regardless of the number of threads.
///
/// - `options` is as for ransack_skeleton_source(), except that a name may have several
///   definitions, in one file or in several; NULL means the defaults.
/// - `token` cancels the call; NULL for none.
/// - `on_skeleton` may be NULL if only the report is needed.
/// - `out_report` receives the report, or is NULL if the report is not needed; free it with
///   ransack_report_free().
///
/// Fails under the same conditions as ransack_outline_each(). Also fails if the level is unknown or
/// a name is empty, and with RANSACK_STATUS_UNKNOWN_NAME if no file defines one of the names.
/// Whether a name is defined is known only after all files have been read, so `on_skeleton` may
/// have been called before this error. A call that is stopped earlier by a limit or by
/// `on_skeleton` does not return this error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_skeleton_each(
    files: *const ransack_outline_options,
    options: *const ransack_skeleton_options,
    token: *const ransack_cancel_token,
    on_skeleton: ransack_on_skeleton,
    user_data: *mut c_void,
    out_report: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run(
            (files, token, on_skeleton, user_data, out_report),
            |core, token, to| {
                let options = resolve(options)?;
                let each = |item| to.call(&item);
                Ok(ransack::skeleton_stream(core, &options, token).for_each(each)?)
            },
        )
    }
}

/// Opens a stream of the results of ransack_skeleton_each(): the work runs in the background, and
/// ransack_skeleton_stream_next() returns the results. `files`, `options` and `token` are as for
/// ransack_skeleton_each(); `files` and `options` need not outlive this call. Free `out` with
/// ransack_stream_free().
///
/// Fails if an argument or option is invalid, such as a null pointer; all other errors are returned
/// by ransack_skeleton_stream_next().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_skeleton_stream(
    files: *const ransack_outline_options,
    options: *const ransack_skeleton_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_stream,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run_into(files, token, out, |core, token| {
            let options = resolve(options)?;
            let stream = ransack::skeleton_stream(core, &options, token);
            Ok(OpenStream::new(stream))
        })
    }
}

/// Sets `out` to the next result of ransack_skeleton_stream(), which is valid until the next call
/// on the stream. If `wait` is not 0, waits until a result is ready or the stream ends.
///
/// Sets `out` to NULL if the stream has ended, or if `wait` is 0 and no result is ready. To
/// distinguish the two, call ransack_stream_report(), which returns a report only after the end. An
/// error also ends the stream; the error is returned once, and there is no report.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_skeleton_stream_next(
    stream: *mut ransack_stream,
    wait: u8,
    out: *mut *const ransack_skeleton,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe { stream::next::<Skeleton>(stream, wait, out) }
}

/// Converts the options; NULL means the defaults.
///
/// # Safety
///
/// Same contract as [`versioned::read_versioned`]; the texts of the struct are valid.
unsafe fn resolve(options: *const ransack_skeleton_options) -> Result<SkeletonOptions, Failure> {
    let mut core = SkeletonOptions::default();
    if options.is_null() {
        return Ok(core);
    }
    // SAFETY: the contract of this function.
    let options = unsafe { versioned::read_versioned(options, "options") }?;
    let (_, level) = value_of(&SkeletonLevel::ALL, "level", options.level)?;
    core.level = *level;
    // SAFETY: the contract of this function.
    unsafe {
        core.names = texts(options.names, options.names_len, "names")?;
        core.token_encoding = optional_text(options.token_encoding, "token_encoding")?;
    }
    core.max_tokens = to_limit(options.max_tokens);
    Ok(core)
}

#[cfg(test)]
mod tests;
