//! Results: definitions of one text.

use super::kind::{ItemKind, Modifiers};
use crate::ast::Span;
use crate::path::RelPath;

/// Definition in a text, with the definitions inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutlineItem {
    /// Kind.
    pub kind: ItemKind,
    /// Name as written in the source, without quotes; for an `impl` block of Rust its header, such
    /// as `impl Display for Point`. Bytes that are not UTF-8 are U+FFFD.
    pub name: String,
    /// Names of the enclosing definitions and of this one, joined by
    /// [`Outline::separator`]. A method of an `impl` block is qualified by the type.
    pub qualified_name: String,
    /// Header without documentation, attributes and body, in one line; runs of white space are one
    /// space. At most [`OutlineItem::MAX_SIGNATURE`] bytes; a longer one ends in `…`.
    pub signature: String,
    /// Documentation without comment markers, by the convention of the language; `None` if there is
    /// none.
    pub doc: Option<String>,
    /// Modifiers.
    pub modifiers: Modifiers,
    /// Location of the whole definition: documentation, attributes, header and body.
    pub span: Span,
    /// Location of the name; for a definition without name, of its first token.
    pub name_span: Span,
    /// Location of the body, with its brackets if it has any; `None` without a body.
    pub body_span: Option<Span>,
    /// Location of the value of a variable, constant, field, variant or key; `None` without a value.
    pub value_span: Option<Span>,
    /// Location of the documentation, from its first comment to its last; `None` without any.
    pub doc_span: Option<Span>,
    /// Location of the attributes, decorators or annotations, from the first to the last; `None`
    /// without any.
    pub attributes_span: Option<Span>,
    /// Location of the signature. Attributes and comments may lie inside.
    pub signature_span: Span,
    /// Whether the code of the definition has a syntax error, so that parts of it may be missing.
    pub has_error: bool,
    /// Definitions inside this one, by start offset.
    pub children: Vec<OutlineItem>,
}

impl OutlineItem {
    /// Maximum length of [`OutlineItem::signature`], in bytes.
    pub const MAX_SIGNATURE: usize = 1024;

    /// Returns the approximate memory of the item and its children in bytes.
    pub(super) fn weight(&self) -> usize {
        let doc = self.doc.as_ref().map_or(0, String::len);
        let own = self.name.len() + self.qualified_name.len() + self.signature.len() + doc;
        let children: usize = self.children.iter().map(OutlineItem::weight).sum();
        size_of::<OutlineItem>() + own + children
    }

    /// Calls `visit` for the item and each definition inside it, in pre-order.
    pub fn for_each<'a>(&'a self, visit: &mut impl FnMut(&'a OutlineItem)) {
        visit(self);
        for child in &self.children {
            child.for_each(visit);
        }
    }
}

/// Definitions of one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outline {
    /// Path of the file relative to its root, or the file name if the root is a file. Empty for a
    /// text in memory.
    pub path: RelPath,
    /// Index of the root in [`Scope::roots`](crate::Scope::roots), 0-based.
    pub root: u32,
    /// Name of the language.
    pub language: &'static str,
    /// Text between the names of [`OutlineItem::qualified_name`]: `.`, or `::` in languages that
    /// write paths so.
    pub separator: &'static str,
    /// Definitions outside any other, by start offset.
    pub items: Vec<OutlineItem>,
    /// Number of syntax errors in the text, embedded code included; of nested errors the outermost
    /// counts. Definitions near them may be missing.
    pub syntax_errors: u64,
    /// Number of definitions that are left out because they are nested in
    /// [`Outline::MAX_DEPTH`] others.
    pub too_deep: u64,
    /// Whether the text looks minified: its lines have more than 500 bytes on average, or one in
    /// the first 64 KiB has more than 5,000.
    pub is_minified: bool,
    /// Whether a comment in the first 4 KiB says that the text is generated: `@generated`, `DO NOT
    /// EDIT`, `auto-generated` and variants.
    pub is_generated: bool,
}

impl Outline {
    /// Maximum depth of [`Outline::items`]: 100.
    pub const MAX_DEPTH: usize = 100;

    /// Calls `visit` for each definition, in pre-order.
    pub fn for_each<'a>(&'a self, mut visit: impl FnMut(&'a OutlineItem)) {
        for item in &self.items {
            item.for_each(&mut visit);
        }
    }
}
