//! Source of one definition by name.

use std::ffi::{c_int, c_void};

use ransack::{Definition, DefinitionPart};

use super::item::{OwnedView, RANSACK_NO_PARENT, flatten, ransack_outline_item};
use super::options::ransack_outline_options;
use super::pass;
use crate::ast::item::ransack_span;
use crate::ast::syntax;
use crate::call::{self, CallbackItem};
use crate::cancel::ransack_cancel_token;
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::options::value_of;
use crate::report::ransack_report;
use crate::slice::{ELEMENT, elements, ransack_bytes};

/// Part of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_definition_part {
    /// Documentation, attributes, header and body.
    Whole = 0,
    /// Documentation, with its comment markers or quotes.
    Doc = 1,
    /// Attributes, decorators or annotations, from first to last.
    Attributes = 2,
    /// Header, without the documentation and attributes before it and without the body.
    Signature = 3,
    /// Body, with its brackets if it has any.
    Body = 4,
    /// Value of a variable, constant, field, variant or key.
    Value = 5,
    /// The whole definition with function bodies elided, as in a skeleton: for a class, its
    /// documentation, fields and method signatures. Cannot be replaced.
    Summary = 6,
}

/// Source of a definition, or of parts of it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_definition {
    /// Path of the file from the base that `paths_from` selects. Empty for text in memory.
    pub path: ransack_bytes,
    /// Name of the source's language.
    pub language: ransack_bytes,
    /// Source of the requested parts, in source order, joined by newlines; empty if the definition
    /// has none of the parts.
    pub text: ransack_bytes,
    /// Smallest range that contains the requested parts, if `has_part` is set.
    pub span: ransack_span,
    /// The definition, followed by the definitions inside it.
    pub items: *const ransack_outline_item,
    /// Number of items, at least 1.
    pub items_len: usize,
    /// Number of syntax errors in the whole text.
    pub syntax_errors: u64,
    /// Whether the definition has any of the requested parts.
    pub has_part: u8,
}

/// Callback for the definition in a file, called at most once, on the thread that made the call.
/// Its return value is ignored. `user_data` is the pointer passed to the call.
pub type ransack_on_definition =
    Option<unsafe extern "C" fn(item: *const ransack_definition, user_data: *mut c_void) -> c_int>;

impl CallbackItem for Definition {
    type View = ransack_definition;
    type Arrays = Vec<ransack_outline_item>;

    fn view(&self, arrays: &mut Vec<ransack_outline_item>) -> ransack_definition {
        arrays.clear();
        flatten(
            std::slice::from_ref(&self.item),
            RANSACK_NO_PARENT,
            0,
            arrays,
        );
        ransack_definition {
            path: ransack_bytes::of(self.path.as_bytes()),
            language: ransack_bytes::of(self.language.as_bytes()),
            text: ransack_bytes::of(&self.text),
            span: self.span.unwrap_or_default().into(),
            items: arrays.as_ptr(),
            items_len: arrays.len(),
            syntax_errors: self.syntax_errors,
            has_part: self.span.is_some().into(),
        }
    }
}

impl Handle for ransack_definition {
    type Owner = OwnedView<ransack_definition, Vec<ransack_outline_item>, Definition>;
}

/// Finds a definition by name path in text in memory, and returns its source. Free `out` with
/// ransack_definition_free().
///
/// - `name` is the qualified name of the definition or the end of that name: "Outer.method",
///   "Outer::method" or "method"; case-sensitive. An exact qualified name takes precedence over
///   names that only end with it. A suffix "#1", "#2" and so on selects one of several definitions
///   with the same name, in source order; if the number is out of range, the call fails with
///   RANSACK_STATUS_UNKNOWN_NAME. A declaration without a body is found only if the text has no
///   definition with that name.
/// - `parts` is an array of `parts_len` values of ransack_definition_part, in any order; NULL or a
///   length of 0 selects the whole definition. The returned text contains the parts that exist, in
///   source order, joined by newlines. A repeated part, or a part inside another, adds nothing;
///   overlapping parts are merged; a summary contains every part except the whole. Documentation
///   that is the first statement of the body, as in Python, follows the signature and is part of
///   the body.
/// - `language` is the name or an alias of the text's language; see ransack_ast_languages().
/// - `token` cancels the call; NULL for none.
///
/// Fails with RANSACK_STATUS_UNKNOWN_NAME if no definition has the name, and with
/// RANSACK_STATUS_AMBIGUOUS_NAME if several definitions have it; the error's `candidates` are the
/// nearest names or, for an ambiguous name, each definition with its number. Also fails if the
/// language is unknown or the token fires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_definition_source(
    source: ransack_bytes,
    language: ransack_bytes,
    name: ransack_bytes,
    parts: *const u32,
    parts_len: usize,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_definition,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        syntax::run(source, language, token, out, |source, language, token| {
            let name = name.text("name")?;
            let parts = to_parts(parts, parts_len)?;
            let found = ransack::definition(source, language, &name, &parts, token)?;
            Ok(OwnedView::new(found))
        })
    }
}

/// Frees a definition returned by ransack_definition_source(). Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_definition_free(definition: *mut ransack_definition) {
    // SAFETY: the header requires NULL or a definition of this library that is not used afterwards.
    unsafe { ffi::free(definition) }
}

/// Finds a definition by name path in the file that is the only root of the scope, and passes the
/// definition to `on_definition`, which may be NULL. The callback is not called if the file is
/// skipped; the report then says why. `name` and `parts` are as for ransack_definition_source();
/// the other arguments are as for ransack_outline_file(). Returns any error that either function
/// can return.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_definition_in_file(
    options: *const ransack_outline_options,
    name: ransack_bytes,
    parts: *const u32,
    parts_len: usize,
    token: *const ransack_cancel_token,
    on_definition: ransack_on_definition,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run(
            (options, token, on_definition, user_data, out),
            |core, token, to| {
                let (name, parts) = (name.text("name")?, to_parts(parts, parts_len)?);
                let found = ransack::definition_in_file(core, &name, &parts, token)?;
                Ok(pass(found, token, to)?)
            },
        )
    }
}

/// Converts an array of parts.
///
/// # Safety
///
/// Same contract as [`ffi::array`].
unsafe fn to_parts(parts: *const u32, len: usize) -> Result<Vec<DefinitionPart>, Failure> {
    // SAFETY: the contract of this function.
    unsafe { elements(parts, len, "parts", |part| to_part(*part, ELEMENT)) }
}

/// Converts a part; `name` is the name of the parameter.
pub(super) fn to_part(part: u32, name: &str) -> Result<DefinitionPart, Failure> {
    value_of(&DefinitionPart::ALL, name, part).map(|(_, part)| *part)
}
