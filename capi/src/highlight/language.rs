//! Languages supported by syntax highlighting, and language detection.

use std::path::PathBuf;
use std::sync::OnceLock;

use ransack::highlight::{
    Engine, detect_language, engine_of, supported_languages, unknown_language, warm_language,
};

use crate::cancel::{ransack_cancel_token, token_or_new};
use crate::error::ransack_status;
use crate::ffi;
use crate::highlight::options::ransack_highlight_engine;
use crate::panic::guard;
use crate::slice::ransack_bytes;

/// Sets `out` to 1 if a language or file format with this name, alias or extension is supported,
/// otherwise to 0. Case is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_supports_language(
    language: ransack_bytes,
    out: *mut u8,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires text that does not change during the call.
        let language = unsafe { language.text("language") }?;
        out.write(ransack::highlight::supports_language(&language).into());
        Ok(())
    })
}

/// Returns the names of the supported languages and file formats, sorted. Aliases and extensions
/// are also accepted but not listed. `out_names` receives a pointer to an array, and `out_len` its
/// number of names. The array and everything it points to are static.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_supported_languages(
    out_names: *mut *const ransack_bytes,
    out_len: *mut usize,
) -> ransack_status {
    static NAMES: NameList = NameList::new(supported_languages);
    // SAFETY: the header requires NULL or outputs that are valid for one write.
    unsafe { NAMES.write(out_names, out_len) }
}

/// Detects the language of a file from its path and the first bytes of its content, which may be
/// empty. A few hundred bytes suffice, except for extensions that languages share. Checks, in this
/// order: a "vim:" or "-*-" modeline, the file name, the interpreter after "#!", the extension, the
/// first line. Sets `out` to the static name of the language, or to empty text if no language is
/// recognised.
///
/// The extension has precedence over an interpreter that runs its language too, as "node" does
/// TypeScript. Suffixes of backups and templates, such as "~", ".bak", ".orig", ".in" and ".tmpl",
/// do not count. The content decides among languages that share an extension: C, C++ and
/// Objective-C for ".h", and others for ".conf", ".d", ".fs", ".inc", ".m", ".ml", ".pl", ".ts" and
/// ".v"; pass up to 64 KiB of it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_detect_language(
    path: ransack_bytes,
    first_bytes: ransack_bytes,
    out: *mut ransack_bytes,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires text that does not change during the call.
        let path = PathBuf::from(unsafe { path.path("path") }?);
        // SAFETY: the header requires text that does not change during the call.
        let first_bytes = unsafe { first_bytes.get("first_bytes") }?;
        let found = detect_language(path, first_bytes);
        out.write(ransack_bytes::of(found.unwrap_or_default().as_bytes()));
        Ok(())
    })
}

/// Returns the default engine for a language, and the reason for that choice as static text. Each
/// of the two outputs may be NULL.
///
/// Fails with RANSACK_STATUS_INVALID_OPTION if the language is unknown; the error's `candidates`
/// are the nearest names.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_engine_of(
    language: ransack_bytes,
    out_engine: *mut ransack_highlight_engine,
    out_reason: *mut ransack_bytes,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or outputs that are valid for one write.
        let (out_engine, out_reason) = unsafe {
            (
                ffi::optional_param(out_engine),
                ffi::optional_param(out_reason),
            )
        };
        // SAFETY: the header requires text that does not change during the call.
        let language = unsafe { language.text("language") }?;
        let choice = engine_of(&language).ok_or_else(|| unknown_language(&language))?;
        if let Some(out) = out_engine {
            out.write(engine(choice.engine));
        }
        if let Some(out) = out_reason {
            out.write(ransack_bytes::of(choice.reason.as_bytes()));
        }
        Ok(())
    })
}

/// Prepares a language for its default engine, so that the first call that highlights it is as fast
/// as later calls: unpacks its grammar and compiles its queries or regular expressions. Also
/// prepares the languages that its grammar always embeds, such as CSS in HTML. Languages that a
/// text names, as code blocks in Markdown do, are prepared when a text first contains
/// them.
///
/// `language` is a name, alias or extension. `token` cancels the call; NULL for none. Takes 5 to
/// 100 ms on the calling thread and the shared pool, and no time if the language is prepared.
/// Fails with RANSACK_STATUS_INVALID_OPTION if the language is unknown; the error's `candidates`
/// are the nearest names. Also fails if the token fires.
///
///     status = ransack_warm_language(RANSACK_BYTES("rust"), NULL);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_warm_language(
    language: ransack_bytes,
    token: *const ransack_cancel_token,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires text that does not change during the call.
        let language = unsafe { language.text("language") }?;
        // SAFETY: the header requires NULL or a token that is not freed during the call.
        let token = unsafe { token_or_new(token) }?;
        Ok(warm_language(&language, &token)?)
    })
}

pub(super) fn engine(engine: Engine) -> ransack_highlight_engine {
    match engine {
        Engine::TreeSitter => ransack_highlight_engine::TreeSitter,
        Engine::Syntect => ransack_highlight_engine::Syntect,
        _ => ransack_highlight_engine::Plain,
    }
}

/// List of static names with their C views, built on first use.
pub(super) struct NameList {
    list: fn() -> Vec<&'static str>,
    views: OnceLock<Vec<ransack_bytes>>,
}

// SAFETY: the views point to static text and never change once `views` is set.
unsafe impl Sync for NameList {}

impl NameList {
    pub(super) const fn new(list: fn() -> Vec<&'static str>) -> NameList {
        NameList {
            list,
            views: OnceLock::new(),
        }
    }

    /// Writes the address and length of the list to the two outputs.
    ///
    /// # Safety
    ///
    /// Same contract as [`ffi::out_param`], for both outputs.
    pub(super) unsafe fn write(
        &'static self,
        out_names: *mut *const ransack_bytes,
        out_len: *mut usize,
    ) -> ransack_status {
        guard(|| {
            // SAFETY: the contract of this function.
            let out_names = unsafe { ffi::out_param(out_names, "out_names") }?;
            // SAFETY: the contract of this function.
            let out_len = unsafe { ffi::out_param(out_len, "out_len") }?;
            let views = self.views.get_or_init(|| {
                let names = (self.list)();
                let views = names.iter().map(|name| ransack_bytes::of(name.as_bytes()));
                views.collect()
            });
            out_names.write(views.as_ptr());
            out_len.write(views.len());
            Ok(())
        })
    }
}
