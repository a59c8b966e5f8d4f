//! Outline results: definitions, and the structs that own them.

use std::ffi::{c_int, c_void};

use ransack::{Outline, OutlineItem};

use crate::ast::item::ransack_span;
use crate::call::CallbackItem;
use crate::ffi::Handle;
use crate::slice::ransack_bytes;

/// Parent index of a top-level definition.
pub const RANSACK_NO_PARENT: u32 = 0xFFFF_FFFF;

/// Definition in source code.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_outline_item {
    /// Name as written in the source, without quotes; for a Rust `impl` block, the header of the
    /// block. Invalid UTF-8 is replaced with U+FFFD.
    pub name: ransack_bytes,
    /// Names of the enclosing definitions and of this definition, joined by the outline's
    /// `separator`.
    pub qualified_name: ransack_bytes,
    /// Header of the definition, without documentation, attributes and body, as one line of at most
    /// 1,024 bytes.
    pub signature: ransack_bytes,
    /// Documentation of the definition, without comment markers; may be empty.
    pub doc: ransack_bytes,
    /// Range of the whole definition: documentation, attributes, header and body.
    pub span: ransack_span,
    /// Range of the name, or of the first token of an unnamed definition.
    pub name_span: ransack_span,
    /// Range of the body, including its brackets, if `has_body` is set.
    pub body_span: ransack_span,
    /// Range of the signature; may contain attributes and comments.
    pub signature_span: ransack_span,
    /// Range of the value of a variable, constant, macro, field, variant or key, if `has_value` is set.
    pub value_span: ransack_span,
    /// Range of the documentation, from the first comment to the last, if `has_doc` is set.
    pub doc_span: ransack_span,
    /// Range of the attributes, decorators or annotations, from first to last, if `has_attributes`
    /// is set.
    pub attributes_span: ransack_span,
    /// Kind of definition, a ransack_item_kind.
    pub kind: u32,
    /// Modifiers, the bitwise OR of values of ransack_modifier.
    pub modifiers: u32,
    /// Index of the enclosing definition, which comes earlier in the array; RANSACK_NO_PARENT if
    /// the definition is at top level.
    pub parent: u32,
    /// Number of enclosing definitions.
    pub depth: u32,
    /// Whether the definition has a body.
    pub has_body: u8,
    /// Whether the definition has documentation; `doc_span` is then valid.
    pub has_doc: u8,
    /// Whether the definition has a value.
    pub has_value: u8,
    /// Whether the definition has attributes.
    pub has_attributes: u8,
    /// Whether the definition's code has a syntax error; parts of the definition may then be
    /// missing.
    pub has_error: u8,
}

/// Definitions in one text or file.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_outline {
    /// Path of the file relative to the base that `paths_from` selects, as raw file-system bytes.
    /// Empty for text in memory.
    pub path: ransack_bytes,
    /// Name of the source's language.
    pub language: ransack_bytes,
    /// Text between the names in a `qualified_name`: "." or "::".
    pub separator: ransack_bytes,
    /// Definitions, each followed by the definitions inside it.
    pub items: *const ransack_outline_item,
    /// Number of definitions.
    pub items_len: usize,
    /// Number of syntax errors in the text; definitions near them may be missing.
    pub syntax_errors: u64,
    /// Number of definitions omitted because they are nested inside 100 others.
    pub too_deep: u64,
    /// Index of the root in the scope, 0-based.
    pub root: u32,
    /// Whether the text looks minified: an average line length over 500 bytes, or a line over 5,000
    /// bytes.
    pub is_minified: u8,
    /// Whether a comment at the start of the text says that the text is generated.
    pub is_generated: u8,
    /// Content id of the bytes of the file or text, as 32 hexadecimal digits.
    pub version: ransack_bytes,
}

/// Callback for outlines of files, called once for each file, in path order, on the thread that
/// made the call.
///
/// Returns 0 to continue. Any other number stops the call: it succeeds, and the report's
/// `stopped_by` is RANSACK_STOPPED_BY_CALLBACK. `user_data` is the pointer passed to the call.
pub type ransack_on_outline =
    Option<unsafe extern "C" fn(item: *const ransack_outline, user_data: *mut c_void) -> c_int>;

/// Arrays that an outline points to.
#[derive(Default)]
pub(crate) struct OutlineArrays {
    items: Vec<ransack_outline_item>,
    version: String,
}

impl CallbackItem for Outline {
    type View = ransack_outline;
    type Arrays = OutlineArrays;

    fn view(&self, arrays: &mut OutlineArrays) -> ransack_outline {
        let OutlineArrays { items, version } = arrays;
        items.clear();
        flatten(&self.items, RANSACK_NO_PARENT, 0, items);
        *version = self.version.to_string();
        ransack_outline {
            path: ransack_bytes::of(self.path.as_bytes()),
            language: ransack_bytes::of(self.language.as_bytes()),
            separator: ransack_bytes::of(self.separator.as_bytes()),
            items: items.as_ptr(),
            items_len: items.len(),
            syntax_errors: self.syntax_errors,
            too_deep: self.too_deep,
            root: self.root,
            is_minified: self.is_minified.into(),
            is_generated: self.is_generated.into(),
            version: ransack_bytes::of(version.as_bytes()),
        }
    }
}

/// Appends definitions in pre-order. The recursion depth is bounded by `Outline::MAX_DEPTH`.
pub(super) fn flatten(
    items: &[OutlineItem],
    parent: u32,
    depth: u32,
    flat: &mut Vec<ransack_outline_item>,
) {
    for item in items {
        let index = u32::try_from(flat.len()).unwrap_or(RANSACK_NO_PARENT);
        flat.push(ransack_outline_item {
            name: ransack_bytes::of(item.name.as_bytes()),
            qualified_name: ransack_bytes::of(item.qualified_name().as_bytes()),
            signature: ransack_bytes::of(item.signature.as_bytes()),
            doc: ransack_bytes::of(item.doc.as_deref().unwrap_or_default().as_bytes()),
            span: item.span().into(),
            name_span: item.name_span().into(),
            body_span: item.body_span().unwrap_or_default().into(),
            signature_span: item.signature_span().into(),
            value_span: item.value_span().unwrap_or_default().into(),
            doc_span: item.doc_span().unwrap_or_default().into(),
            attributes_span: item.attributes_span().unwrap_or_default().into(),
            kind: item.kind as u32,
            modifiers: item.modifiers.bits(),
            parent,
            depth,
            has_body: item.body_span().is_some().into(),
            has_doc: item.doc_span().is_some().into(),
            has_value: item.value_span().is_some().into(),
            has_attributes: item.attributes_span().is_some().into(),
            has_error: item.has_error.into(),
        });
        flatten(&item.children, index, depth + 1, flat);
    }
}

/// C struct with the result that it points to.
///
/// Invariant: `shown` is the first field, so a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct OwnedView<V, A, T> {
    shown: V,
    _arrays: A,
    _item: T,
}

impl<T: CallbackItem> OwnedView<T::View, T::Arrays, T> {
    pub(super) fn new(item: T) -> OwnedView<T::View, T::Arrays, T> {
        let mut arrays = T::Arrays::default();
        // Moving the item and the arrays does not move their heap data.
        OwnedView {
            shown: item.view(&mut arrays),
            _arrays: arrays,
            _item: item,
        }
    }
}

impl Handle for ransack_outline {
    type Owner = OwnedView<ransack_outline, OutlineArrays, Outline>;
}
