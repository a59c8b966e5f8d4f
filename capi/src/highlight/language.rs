//! Which languages there are, and which a file is in.

use std::path::PathBuf;
use std::sync::OnceLock;

use ransack::highlight::{Engine, detect_language, engine_of, supported_languages};

use crate::error::{Failure, ransack_status};
use crate::ffi;
use crate::options::highlight::ransack_highlight_engine;
use crate::panic::guard;
use crate::slice::ransack_bytes;

/// Sets `out` to 1 if there is a language or kind of file with this name, alias
/// or extension, else to 0. Case is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_supports_language(
    language: ransack_bytes,
    out: *mut u8,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the name is valid during the call.
        let language = unsafe { language.text("language") }?;
        out.write(ransack::highlight::supports_language(&language).into());
        Ok(())
    })
}

/// Gives the names of all languages and kinds of files that can be asked for, in
/// order; each has aliases besides. The array, and all it points to, is static.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_supported_languages(
    out_names: *mut *const ransack_bytes,
    out_len: *mut usize,
) -> ransack_status {
    static NAMES: Names = Names::new(supported_languages);
    // SAFETY: outputs of the caller.
    unsafe { NAMES.give(out_names, out_len) }
}

/// Gives the name of the language of a file by its path and the first bytes of
/// its text, of which a few hundred are enough; there may be none. By a "vim:" or
/// "-*-" modeline, the whole name of the file, the program after "#!", the
/// extension, or what the first line looks like. Empty if none is known; else
/// static.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_detect_language(
    path: ransack_bytes,
    first_bytes: ransack_bytes,
    out: *mut ransack_bytes,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the path is valid during the call.
        let path = PathBuf::from(unsafe { path.path("path") }?);
        // SAFETY: so is the text.
        let first_bytes = unsafe { first_bytes.get("first_bytes") }?;
        let found = detect_language(path, first_bytes);
        out.write(ransack_bytes::of(found.unwrap_or_default().as_bytes()));
        Ok(())
    })
}

/// Gives the engine that works for a language unless another is asked for, and
/// why, in static words.
///
/// Fails with RANSACK_STATUS_INVALID_OPTION if the language is not known.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_engine_of(
    language: ransack_bytes,
    out_engine: *mut ransack_highlight_engine,
    out_reason: *mut ransack_bytes,
) -> ransack_status {
    guard(|| {
        // SAFETY: outputs of the caller.
        let out_engine = unsafe { ffi::out_param(out_engine, "out_engine") }?;
        // SAFETY: as above.
        let out_reason = unsafe { ffi::out_param(out_reason, "out_reason") }?;
        // SAFETY: the name is valid during the call.
        let language = unsafe { language.text("language") }?;
        let choice = engine_of(&language).ok_or_else(|| {
            let message = format!("no language `{language}` is known");
            Failure::new(ransack_status::InvalidOption, message)
        })?;
        out_engine.write(engine(choice.engine));
        out_reason.write(ransack_bytes::of(choice.reason.as_bytes()));
        Ok(())
    })
}

pub(super) fn engine(engine: Engine) -> ransack_highlight_engine {
    match engine {
        Engine::TreeSitter => ransack_highlight_engine::TreeSitter,
        Engine::Syntect => ransack_highlight_engine::Syntect,
        _ => ransack_highlight_engine::Plain,
    }
}

/// A list of static names, made when it is first asked for.
pub(super) struct Names {
    list: fn() -> Vec<&'static str>,
    views: OnceLock<Vec<ransack_bytes>>,
}

// SAFETY: the views lead to static text and do not change once they are made.
unsafe impl Sync for Names {}

impl Names {
    pub(super) const fn new(list: fn() -> Vec<&'static str>) -> Names {
        Names {
            list,
            views: OnceLock::new(),
        }
    }

    /// # Safety
    ///
    /// As [`ffi::out_param`], for both places.
    pub(super) unsafe fn give(
        &'static self,
        out_names: *mut *const ransack_bytes,
        out_len: *mut usize,
    ) -> ransack_status {
        guard(|| {
            // SAFETY: the caller's promise.
            let out_names = unsafe { ffi::out_param(out_names, "out_names") }?;
            // SAFETY: as above.
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
