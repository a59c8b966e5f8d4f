//! Defaults of options structs by name, for languages that cannot use the `_INIT` macros.
//!
//! Invariant: [`ALL`] lists every struct that [`versioned!`](super::versioned::versioned) declares;
//! the tests in `header` compare it with the header.

use std::ffi::{c_char, c_void};

use super::scope::ransack_scope;
use super::versioned::{Versioned, write_defaults};
#[cfg(feature = "ast")]
use crate::ast::{
    options::{ransack_ast_grep_options, ransack_ast_match_options},
    recovery::ransack_recovery_options,
};
#[cfg(feature = "ast")]
use crate::ast_edit::ransack_ast_edit_options;
#[cfg(feature = "ast")]
use crate::edit::read::ransack_read_lines_options;
#[cfg(feature = "ast")]
use crate::edit::resolve::ransack_resolve_lines_options;
#[cfg(feature = "ast")]
use crate::edit::{
    apply_patch::ransack_apply_patch_options, conflicts::ransack_conflicts_options,
    ransack_edit_options, replace::ransack_replace_options, text::ransack_edit_text_options,
};
#[cfg(feature = "outline")]
use crate::edit_definition::ransack_definition_edit_options;
use crate::error::{Failure, ransack_status};
use crate::fuzzy::options::{ransack_fuzzy_find_options, ransack_fuzzy_match_options};
use crate::glob::ransack_glob_options;
use crate::grep::options::{ransack_grep_options, ransack_search_options};
#[cfg(feature = "highlight")]
use crate::highlight::options::ransack_highlight_options;
#[cfg(feature = "outline")]
use crate::outline::{
    definition::ransack_definition_options, options::ransack_outline_options,
    skeleton::ransack_skeleton_options,
};
#[cfg(all(feature = "ast", feature = "tokens"))]
use crate::pack::options::ransack_pack_options;
use crate::panic::guard;
#[cfg(feature = "tokens")]
use crate::render::ransack_render_options;
use crate::slice::ransack_bytes_from_str;
use crate::text::options::{ransack_text_options, ransack_truncate_options, ransack_wrap_options};
#[cfg(feature = "tokens")]
use crate::tokens::options::{
    ransack_tiktoken_options, ransack_token_options, ransack_truncate_tokens_options,
};
#[cfg(feature = "tokens")]
use crate::tree::ransack_tree_options;
#[cfg(feature = "ast")]
use crate::undo::options::{
    ransack_checkpoint_options, ransack_edits_options, ransack_journal_options,
    ransack_undo_options,
};
use crate::workspace::ransack_workspace_options;

/// Options struct, found by its name.
pub(crate) struct OptionsStruct {
    pub(crate) name: &'static str,
    /// [`write_defaults`] for the struct.
    write: unsafe fn(*mut c_void, u32) -> Result<(), Failure>,
    /// Returns the defaults, formatted with `Debug`.
    #[cfg(test)]
    pub(crate) defaults: fn() -> String,
}

/// Options structs of this build.
pub(crate) static ALL: &[OptionsStruct] = &[
    #[cfg(feature = "ast")]
    OptionsStruct::of::<ransack_apply_patch_options>(),
    #[cfg(feature = "ast")]
    OptionsStruct::of::<ransack_ast_edit_options>(),
    #[cfg(feature = "ast")]
    OptionsStruct::of::<ransack_ast_grep_options>(),
    #[cfg(feature = "ast")]
    OptionsStruct::of::<ransack_ast_match_options>(),
    #[cfg(feature = "ast")]
    OptionsStruct::of::<ransack_checkpoint_options>(),
    #[cfg(feature = "ast")]
    OptionsStruct::of::<ransack_conflicts_options>(),
    #[cfg(feature = "outline")]
    OptionsStruct::of::<ransack_definition_edit_options>(),
    #[cfg(feature = "outline")]
    OptionsStruct::of::<ransack_definition_options>(),
    #[cfg(feature = "ast")]
    OptionsStruct::of::<ransack_edits_options>(),
    #[cfg(feature = "ast")]
    OptionsStruct::of::<ransack_edit_options>(),
    #[cfg(feature = "ast")]
    OptionsStruct::of::<ransack_edit_text_options>(),
    #[cfg(feature = "ast")]
    OptionsStruct::of::<ransack_read_lines_options>(),
    #[cfg(feature = "ast")]
    OptionsStruct::of::<ransack_resolve_lines_options>(),
    OptionsStruct::of::<ransack_fuzzy_find_options>(),
    OptionsStruct::of::<ransack_fuzzy_match_options>(),
    OptionsStruct::of::<ransack_glob_options>(),
    OptionsStruct::of::<ransack_grep_options>(),
    #[cfg(feature = "highlight")]
    OptionsStruct::of::<ransack_highlight_options>(),
    #[cfg(feature = "ast")]
    OptionsStruct::of::<ransack_journal_options>(),
    #[cfg(feature = "outline")]
    OptionsStruct::of::<ransack_outline_options>(),
    #[cfg(all(feature = "ast", feature = "tokens"))]
    OptionsStruct::of::<ransack_pack_options>(),
    #[cfg(feature = "ast")]
    OptionsStruct::of::<ransack_recovery_options>(),
    #[cfg(feature = "tokens")]
    OptionsStruct::of::<ransack_render_options>(),
    #[cfg(feature = "ast")]
    OptionsStruct::of::<ransack_replace_options>(),
    OptionsStruct::of::<ransack_scope>(),
    OptionsStruct::of::<ransack_search_options>(),
    #[cfg(feature = "outline")]
    OptionsStruct::of::<ransack_skeleton_options>(),
    OptionsStruct::of::<ransack_text_options>(),
    #[cfg(feature = "tokens")]
    OptionsStruct::of::<ransack_tiktoken_options>(),
    #[cfg(feature = "tokens")]
    OptionsStruct::of::<ransack_token_options>(),
    #[cfg(feature = "tokens")]
    OptionsStruct::of::<ransack_tree_options>(),
    OptionsStruct::of::<ransack_truncate_options>(),
    #[cfg(feature = "tokens")]
    OptionsStruct::of::<ransack_truncate_tokens_options>(),
    #[cfg(feature = "ast")]
    OptionsStruct::of::<ransack_undo_options>(),
    OptionsStruct::of::<ransack_workspace_options>(),
    OptionsStruct::of::<ransack_wrap_options>(),
];

impl OptionsStruct {
    const fn of<T: Versioned>() -> OptionsStruct {
        OptionsStruct {
            name: T::NAME,
            write: write::<T>,
            #[cfg(test)]
            defaults: || format!("{:?}", T::defaults()),
        }
    }
}

/// Calls [`write_defaults`] for a struct of type `T`.
///
/// # Safety
///
/// Same contract as [`write_defaults`], for a struct of type `T` at `place`.
unsafe fn write<T: Versioned>(place: *mut c_void, version: u32) -> Result<(), Failure> {
    // SAFETY: the contract of this function.
    unsafe { write_defaults(place.cast::<T>(), version) }
}

/// Sets every field of an options struct or of a ransack_scope to its default, as the _INIT macro
/// of the struct does, for languages that cannot use macros.
///
/// `name` is the name of the struct, such as "ransack_grep_options". `version` is the version of
/// the struct that the program knows, such as RANSACK_GREP_OPTIONS_VERSION; nothing is written past
/// the last field of that version.
///
/// Fails with RANSACK_STATUS_INVALID_OPTION if this build has no options struct of that name, and
/// with RANSACK_STATUS_BAD_VERSION if the version is unknown.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_options_init(
    options: *mut c_void,
    name: *const c_char,
    version: u32,
) -> ransack_status {
    guard(|| {
        if options.is_null() {
            return Err(Failure::null("options"));
        }
        if name.is_null() {
            return Err(Failure::null("name"));
        }
        // SAFETY: the header requires a NUL-terminated string that does not change during the call.
        let name = unsafe { ransack_bytes_from_str(name).text("name") }?;
        let known = ALL.iter().find(|one| one.name == name).ok_or_else(|| {
            let message = format!("this build has no options struct `{name}`");
            Failure::new(ransack_status::InvalidOption, message)
        })?;
        // SAFETY: the header requires a writable struct of this name and version.
        unsafe { (known.write)(options, version) }
    })
}
