//! Results: definitions of one text.

use ransack_base::RelPath;

use super::kind::{ItemKind, Modifiers};
use super::spans::{Location, Spans};
use crate::ast::Span;

/// Definition in a text, with the definitions inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutlineItem {
    /// Kind.
    pub kind: ItemKind,
    /// Name as written in the source, without quotes; for an `impl` block of Rust its header, such
    /// as `impl Display for Point`. Bytes that are not UTF-8 are U+FFFD.
    pub name: String,
    /// Header without documentation, attributes and body, in one line; runs of white space are one
    /// space. At most [`OutlineItem::MAX_SIGNATURE`] bytes; a longer one ends in `…`.
    pub signature: String,
    /// Documentation without comment markers, by the convention of the language; `None` if there is
    /// none.
    pub doc: Option<String>,
    /// Modifiers.
    pub modifiers: Modifiers,
    /// Whether the code of the definition has a syntax error, so that parts of it may be missing.
    pub has_error: bool,
    /// Definitions inside this one, by start offset.
    pub children: Vec<OutlineItem>,
    /// Qualified name, if it is another than the name.
    pub(super) path: Option<Box<str>>,
    pub(super) spans: Spans,
}

impl OutlineItem {
    /// Maximum length of [`OutlineItem::signature`], in bytes.
    pub const MAX_SIGNATURE: usize = 1024;

    /// Returns the names of the enclosing definitions and of this one, joined by
    /// [`Outline::separator`]. A method of an `impl` block is qualified by the type.
    pub fn qualified_name(&self) -> &str {
        self.path.as_deref().unwrap_or(&self.name)
    }

    /// Returns the location of the whole definition: documentation, attributes, header and body.
    pub fn span(&self) -> Span {
        self.spans.get(Location::Whole).unwrap_or_default()
    }

    /// Returns the location of the name; for a definition without name, of its first token.
    pub fn name_span(&self) -> Span {
        self.spans.get(Location::Name).unwrap_or_default()
    }

    /// Returns the location of the signature. Attributes and comments may lie inside.
    pub fn signature_span(&self) -> Span {
        self.spans.get(Location::Signature).unwrap_or_default()
    }

    /// Returns the location of the body, with its brackets if it has any; `None` without a body.
    pub fn body_span(&self) -> Option<Span> {
        self.spans.get(Location::Body)
    }

    /// Returns the location of the value of a variable, constant, field, variant or key; `None`
    /// without a value.
    pub fn value_span(&self) -> Option<Span> {
        self.spans.get(Location::Value)
    }

    /// Returns the location of the documentation, from its first comment to its last; `None`
    /// without any.
    pub fn doc_span(&self) -> Option<Span> {
        self.spans.get(Location::Doc)
    }

    /// Returns the location of the attributes, decorators or annotations, from the first to the
    /// last; `None` without any.
    pub fn attributes_span(&self) -> Option<Span> {
        self.spans.get(Location::Attributes)
    }

    pub(super) fn set_qualified_name(&mut self, path: &str) {
        self.path = (path != self.name).then(|| path.into());
    }

    pub(super) fn set_span(&mut self, span: Span) {
        self.spans.set(Location::Whole, Some(span));
    }

    pub(super) fn set_name_span(&mut self, span: Span) {
        self.spans.set(Location::Name, Some(span));
    }

    pub(super) fn set_signature_span(&mut self, span: Span) {
        self.spans.set(Location::Signature, Some(span));
    }

    pub(super) fn set_body_span(&mut self, span: Option<Span>) {
        self.spans.set(Location::Body, span);
    }

    pub(super) fn set_value_span(&mut self, span: Option<Span>) {
        self.spans.set(Location::Value, span);
    }

    pub(super) fn set_doc_span(&mut self, span: Option<Span>) {
        self.spans.set(Location::Doc, span);
    }

    pub(super) fn set_attributes_span(&mut self, span: Option<Span>) {
        self.spans.set(Location::Attributes, span);
    }

    /// Returns the approximate memory of the item and its children in bytes.
    pub(super) fn weight(&self) -> usize {
        let doc = self.doc.as_ref().map_or(0, String::len);
        let path = self.path.as_ref().map_or(0, |path| path.len());
        let own = self.name.len() + self.signature.len() + doc + path + self.spans.weight();
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
    /// Approximate memory of the definitions in bytes.
    pub(super) weight: usize,
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
