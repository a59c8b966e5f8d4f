//! Source of one definition by name.

use std::ptr;

use ransack::{Definition, DefinitionLayout, DefinitionOptions, DefinitionPart};

use super::item::{OwnedView, RANSACK_NO_PARENT, flatten, ransack_outline_item};
use super::options::ransack_outline_options;
use super::run_on_file;
use crate::ast::item::ransack_span;
use crate::ast::syntax;
use crate::call::CallbackItem;
use crate::cancel::ransack_cancel_token;
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::options::value_of;
use crate::options::versioned::{self, Defaults, versioned};
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
    /// Value of a variable, constant, macro, field, variant or key.
    Value = 5,
    /// The whole definition with function bodies elided, as in a skeleton: for a class, its
    /// documentation, fields and method signatures. Cannot be replaced.
    Summary = 6,
}

/// Newest version of ransack_definition_options.
pub const RANSACK_DEFINITION_OPTIONS_VERSION: u32 = 1;

/// Layout of the source of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_definition_layout {
    /// The exact source: the first line begins at the definition, without its indentation; the
    /// other lines keep theirs.
    Exact = 0,
    /// Whole lines with their indentation, and with other code in these lines.
    Lines = 1,
    /// Whole lines without the indentation of the first line. A line that is indented less loses
    /// only the part that it shares with the first line.
    Dedented = 2,
}

/// Options for ransack_definition_source() and ransack_definition_in_file(). Initialise with
/// RANSACK_DEFINITION_OPTIONS_INIT; NULL means the defaults.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_definition_options {
    /// RANSACK_DEFINITION_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Layout of the returned source, a ransack_definition_layout. Default:
    /// RANSACK_DEFINITION_LAYOUT_EXACT.
    pub layout: u32,
    /// Parts to return, in any order, values of ransack_definition_part. The returned text contains
    /// the parts that exist, in source order, joined by newlines. A repeated part, or a part inside
    /// another, adds nothing; overlapping parts are merged; a summary contains every part except
    /// the whole. Documentation that is the first statement of the body, as in Python, follows the
    /// signature and is part of the body. Default: none, which selects the whole definition.
    pub parts: *const u32,
    /// Number of parts. Default: 0.
    pub parts_len: usize,
}

versioned!(
    ransack_definition_options,
    RANSACK_DEFINITION_OPTIONS_VERSION,
    [parts_len: 24]
);

impl Defaults for ransack_definition_options {
    fn defaults() -> ransack_definition_options {
        ransack_definition_options {
            version: RANSACK_DEFINITION_OPTIONS_VERSION,
            layout: ransack_definition_layout::Exact as u32,
            parts: ptr::null(),
            parts_len: 0,
        }
    }
}

/// Range of one part of a definition.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_definition_part_span {
    /// Range of the part.
    pub span: ransack_span,
    /// Kind of the part, a ransack_definition_part: documentation, attributes, signature, body or
    /// value.
    pub part: u32,
}

/// Source of a definition, or of parts of it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_definition {
    /// Path of the file relative to the base that `paths_from` selects. Empty for text in memory.
    pub path: ransack_bytes,
    /// Name of the source's language.
    pub language: ransack_bytes,
    /// Source of the requested parts, in source order, joined by newlines; empty if the definition
    /// has none of the parts.
    pub text: ransack_bytes,
    /// Smallest range that contains the requested parts, or the lines of the parts if the layout
    /// has whole lines; set if `has_part` is set.
    pub span: ransack_span,
    /// The definition, followed by the definitions inside it.
    pub items: *const ransack_outline_item,
    /// Number of items, at least 1.
    pub items_len: usize,
    /// Number of syntax errors in the whole text.
    pub syntax_errors: u64,
    /// Whether the definition has any of the requested parts.
    pub has_part: u8,
    /// All parts of the definition, requested or not, in source order. Parts may be nested:
    /// documentation inside a Python body, for example.
    pub parts: *const ransack_definition_part_span,
    /// Number of parts.
    pub parts_len: usize,
    /// Content id of the bytes of the file or text, as 32 hexadecimal digits.
    pub version: ransack_bytes,
}

/// Arrays that a definition points to.
#[derive(Default)]
pub(crate) struct DefinitionArrays {
    items: Vec<ransack_outline_item>,
    parts: Vec<ransack_definition_part_span>,
    version: String,
}

impl CallbackItem for Definition {
    type View = ransack_definition;
    type Arrays = DefinitionArrays;

    fn view(&self, arrays: &mut DefinitionArrays) -> ransack_definition {
        let DefinitionArrays {
            items,
            parts,
            version,
        } = arrays;
        items.clear();
        let item = std::slice::from_ref(&self.item);
        flatten(item, RANSACK_NO_PARENT, 0, items);
        parts.clear();
        parts.extend(self.parts.iter().map(|part| ransack_definition_part_span {
            span: part.span.into(),
            part: part.part as u32,
        }));
        *version = self.version.to_string();
        ransack_definition {
            path: ransack_bytes::of(self.path.as_bytes()),
            language: ransack_bytes::of(self.language.as_bytes()),
            text: ransack_bytes::of(&self.text),
            span: self.span.unwrap_or_default().into(),
            items: items.as_ptr(),
            items_len: items.len(),
            syntax_errors: self.syntax_errors,
            has_part: self.span.is_some().into(),
            parts: parts.as_ptr(),
            parts_len: parts.len(),
            version: ransack_bytes::of(version.as_bytes()),
        }
    }
}

impl Handle for ransack_definition {
    type Owner = OwnedView<ransack_definition, DefinitionArrays, Definition>;
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
/// - `options` selects parts and layout; NULL means the defaults.
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
    options: *const ransack_definition_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_definition,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        syntax::run(source, language, token, out, |source, language, token| {
            let name = name.text("name")?;
            let options = resolve(options)?;
            let found = ransack::definition(source, language, &name, &options, token)?;
            Ok(OwnedView::new(found))
        })
    }
}

/// Frees a definition returned by ransack_definition_source() or ransack_definition_in_file(). Does
/// nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_definition_free(definition: *mut ransack_definition) {
    // SAFETY: the header requires NULL or a definition of this library that is not used afterwards.
    unsafe { ffi::free(definition) }
}

/// Finds a definition by name path in the file `path`, and returns its source. Free `out` with
/// ransack_definition_free().
///
/// - `files` selects the workspace, the language and limits, as `options` in
///   ransack_outline_file(); NULL means the defaults.
/// - `name` and `options` are as for ransack_definition_source().
/// - `token`, `out` and `out_report` are as for ransack_outline_file(): `out` receives NULL if the
///   file is skipped.
///
/// Returns any error of ransack_definition_source() or ransack_outline_file(). The `path` of the
/// error for an unknown or ambiguous name is the file.
///
///     ransack_definition *found = NULL;
///     status = ransack_definition_in_file(RANSACK_BYTES("src/a.py"), NULL, RANSACK_BYTES("Tool.run"),
///                                         NULL, NULL, &found, NULL);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_definition_in_file(
    path: ransack_bytes,
    files: *const ransack_outline_options,
    name: ransack_bytes,
    options: *const ransack_definition_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_definition,
    out_report: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        run_on_file((path, files, token, out, out_report), |core, token| {
            let (name, options) = (name.text("name")?, resolve(options)?);
            Ok(ransack::definition_in_file(core, &name, &options, token)?)
        })
    }
}

/// Converts the options; NULL means the defaults.
///
/// # Safety
///
/// Same contract as [`versioned::read_versioned`]; the array of the struct is valid.
unsafe fn resolve(
    options: *const ransack_definition_options,
) -> Result<DefinitionOptions, Failure> {
    let core = DefinitionOptions::default();
    if options.is_null() {
        return Ok(core);
    }
    // SAFETY: the contract of this function.
    let options = unsafe { versioned::read_versioned(options, "options") }?;
    let (_, layout) = value_of(&DefinitionLayout::ALL, "layout", options.layout)?;
    let to_part = |part: &u32| to_part(*part, ELEMENT);
    // SAFETY: the contract of this function.
    let parts = unsafe { elements(options.parts, options.parts_len, "parts", to_part) }?;
    Ok(core.layout(*layout).parts(parts))
}

/// Converts a part; `name` is the name of the parameter.
pub(crate) fn to_part(part: u32, name: &str) -> Result<DefinitionPart, Failure> {
    value_of(&DefinitionPart::ALL, name, part).map(|(_, part)| *part)
}
