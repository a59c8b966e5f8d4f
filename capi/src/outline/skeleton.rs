//! Skeletons: text with elided bodies.

use std::ffi::{c_int, c_void};

use ransack::{Skeleton, SkeletonLevel, SkeletonOptions};

use super::item::OwnedView;
use super::options::ransack_outline_options;
use super::pass;
use crate::ast::syntax;
use crate::call::{self, CallbackItem};
use crate::cancel::ransack_cancel_token;
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::options::value_of;
use crate::report::ransack_report;
use crate::slice::{ransack_bytes, texts};
use crate::stream::{self, OpenStream, ransack_stream};

/// Content of a skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_skeleton_level {
    /// Signatures without documentation.
    Signatures = 0,
    /// Signatures and documentation.
    Docs = 1,
}

/// Text with the bodies of its functions elided.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_skeleton {
    /// Path of the file from the base that `paths_from` selects. Empty for text in memory.
    pub path: ransack_bytes,
    /// Name of the source's language.
    pub language: ransack_bytes,
    /// Source with each elided body replaced with "...", in a comment or in whatever form the
    /// language's syntax requires.
    pub text: ransack_bytes,
    /// Number of elided bodies.
    pub elided: u64,
    /// Number of tokens in `text` with the encoding "o200k_base"; 0 in a build without tokenizers.
    pub tokens: u64,
    /// Number of tokens in the original text with the encoding "o200k_base"; 0 in a build without
    /// tokenizers.
    pub original_tokens: u64,
    /// Number of syntax errors in the original text.
    pub syntax_errors: u64,
    /// Index of the root in the scope, from 0.
    pub root: u32,
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
    type Arrays = ();

    fn view(&self, _: &mut ()) -> ransack_skeleton {
        ransack_skeleton {
            path: ransack_bytes::of(self.path.as_bytes()),
            language: ransack_bytes::of(self.language.as_bytes()),
            text: ransack_bytes::of(&self.text),
            elided: self.elided,
            tokens: self.tokens,
            original_tokens: self.original_tokens,
            syntax_errors: self.syntax_errors,
            root: self.root,
        }
    }
}

impl Handle for ransack_skeleton {
    type Owner = OwnedView<ransack_skeleton, (), Skeleton>;
}

/// Returns a skeleton of text in memory: function bodies are elided; imports, types with their
/// members, constants and signatures stay. Free `out` with ransack_skeleton_free().
///
/// - `level` is a ransack_skeleton_level.
/// - `names` is an array of `names_len` name paths of definitions to keep in full, as for
///   ransack_definition_source(); NULL for none.
/// - `language` is the name or an alias of the text's language; see ransack_ast_languages().
/// - `token` cancels the call; NULL for none.
///
/// Fails if a name is unknown or ambiguous, if the language is unknown, or if the token fires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_skeleton_source(
    source: ransack_bytes,
    language: ransack_bytes,
    level: u32,
    names: *const ransack_bytes,
    names_len: usize,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_skeleton,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        syntax::run(source, language, token, out, |source, language, token| {
            let options = resolve(level, names, names_len)?;
            let skeleton = ransack::skeleton(source, language, &options, token)?;
            Ok(OwnedView::new(skeleton))
        })
    }
}

/// Frees a skeleton returned by ransack_skeleton_source(). Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_skeleton_free(skeleton: *mut ransack_skeleton) {
    // SAFETY: the header requires NULL or a skeleton of this library that is not used afterwards.
    unsafe { ffi::free(skeleton) }
}

/// Elides the function bodies of the file that is the only root of the scope, and passes the result
/// to `on_skeleton`, which may be NULL. The callback is not called if the file is skipped; the
/// report then says why. `level` and `names` are as for ransack_skeleton_source(); the other
/// arguments are as for ransack_outline_file(). Returns any error that either function can return.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_skeleton_file(
    options: *const ransack_outline_options,
    level: u32,
    names: *const ransack_bytes,
    names_len: usize,
    token: *const ransack_cancel_token,
    on_skeleton: ransack_on_skeleton,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run(
            (options, token, on_skeleton, user_data, out),
            |core, token, to| {
                let options = resolve(level, names, names_len)?;
                let made = ransack::skeleton_file(core, &options, token)?;
                Ok(pass(made, token, to)?)
            },
        )
    }
}

/// Makes a skeleton of each file in scope that is in a language with outlines, and passes the
/// skeletons to `on_skeleton` in path order, regardless of the number of threads.
///
/// - `level` is a ransack_skeleton_level.
/// - `names` is an array of `names_len` name paths, as for ransack_definition_source(); NULL for
///   none. Every definition with such a name is kept in full, even if a file has several.
/// - `token` cancels the call; NULL for none.
/// - `on_skeleton` may be NULL if only the report is needed.
/// - `out` receives the report; free it with ransack_report_free().
///
/// Fails under the same conditions as ransack_outline_each(). Also fails if the level is unknown or
/// a name is empty, and with RANSACK_STATUS_UNKNOWN_NAME if no file defines one of the names.
/// Whether a name is defined is known only after all files have been read, so `on_skeleton` may
/// have been called before this error. A call that is stopped earlier by a limit or by
/// `on_skeleton` does not return this error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_skeleton_each(
    options: *const ransack_outline_options,
    level: u32,
    names: *const ransack_bytes,
    names_len: usize,
    token: *const ransack_cancel_token,
    on_skeleton: ransack_on_skeleton,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run(
            (options, token, on_skeleton, user_data, out),
            |core, token, to| {
                let options = resolve(level, names, names_len)?;
                let each = |item| to.call(&item);
                Ok(ransack::skeleton_stream(core, &options, token).for_each(each)?)
            },
        )
    }
}

/// Opens a stream of the results of ransack_skeleton_each(): the work runs in the background, and
/// ransack_skeleton_stream_next() returns the results. `options`, `level`, `names` and `token` are
/// as for ransack_skeleton_each(); `options` and `names` need not outlive this call. Free `out`
/// with ransack_stream_free().
///
/// Fails if an argument, option, level or name is invalid, such as a null pointer; all other errors
/// are returned by ransack_skeleton_stream_next().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_skeleton_stream(
    options: *const ransack_outline_options,
    level: u32,
    names: *const ransack_bytes,
    names_len: usize,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_stream,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run_into(options, token, out, |core, token| {
            let options = resolve(level, names, names_len)?;
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

/// Converts the arguments of a skeleton.
///
/// # Safety
///
/// `names` is NULL or an array of `names_len` valid strings.
unsafe fn resolve(
    level: u32,
    names: *const ransack_bytes,
    names_len: usize,
) -> Result<SkeletonOptions, Failure> {
    let (_, level) = value_of(&SkeletonLevel::ALL, "level", level)?;
    // SAFETY: the contract of this function.
    let names = unsafe { texts(names, names_len, "names") }?;
    Ok(SkeletonOptions::default().level(*level).names(names))
}
