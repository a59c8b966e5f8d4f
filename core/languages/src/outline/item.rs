//! Definitions.

use ransack_base::offsets::Span;

use super::kind::{ItemKind, Modifiers};
use super::spans::{Location, Spans};

/// Definition in source text, including its nested definitions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutlineItem {
    /// Kind of the definition.
    pub kind: ItemKind,
    /// Name as written in the source, without quotes; for an `impl` block in Rust, the header, such
    /// as `impl Display for Point`. Invalid UTF-8 is replaced with U+FFFD.
    pub name: String,
    /// Header without documentation, attributes and body, on one line, with each run of white space
    /// replaced with one space. A header longer than [`OutlineItem::MAX_SIGNATURE`] bytes is
    /// truncated and ends in `…`.
    pub signature: String,
    /// Documentation according to the language's conventions, without comment markers; `None` if
    /// the definition has no documentation.
    pub doc: Option<String>,
    /// Modifiers of the definition.
    pub modifiers: Modifiers,
    /// Whether the code of the definition has a syntax error; parts of the definition may then be
    /// missing.
    pub has_error: bool,
    /// Definitions nested in this definition, in order of start offset.
    pub children: Vec<OutlineItem>,
    /// Qualified name, if it differs from the name.
    pub(crate) path: Option<Box<str>>,
    pub(crate) spans: Spans,
}

impl OutlineItem {
    /// Maximum length of [`OutlineItem::signature`], in bytes.
    pub const MAX_SIGNATURE: usize = 1024;

    /// Returns the names of the enclosing definitions and this definition, joined by
    /// `Outline::separator`. A method in an `impl` block is qualified by the type.
    pub fn qualified_name(&self) -> &str {
        self.path.as_deref().unwrap_or(&self.name)
    }

    /// Returns the location of the whole definition: documentation, attributes, header and body.
    pub fn span(&self) -> Span {
        self.spans.get(Location::Whole).unwrap_or_default()
    }

    /// Returns the location of the name; for an unnamed definition, the location of its first
    /// token.
    pub fn name_span(&self) -> Span {
        self.spans.get(Location::Name).unwrap_or_default()
    }

    /// Returns the location of the signature, which may include attributes and comments.
    pub fn signature_span(&self) -> Span {
        self.spans.get(Location::Signature).unwrap_or_default()
    }

    /// Returns the location of the body, including its brackets if it has any; `None` if the
    /// definition has no body.
    pub fn body_span(&self) -> Option<Span> {
        self.spans.get(Location::Body)
    }

    /// Returns the location of the value of a variable, constant, macro, field, variant or key;
    /// `None` if the definition has no value.
    pub fn value_span(&self) -> Option<Span> {
        self.spans.get(Location::Value)
    }

    /// Returns the location of the documentation, from its first comment to its last; `None` if the
    /// definition has no documentation.
    pub fn doc_span(&self) -> Option<Span> {
        self.spans.get(Location::Doc)
    }

    /// Returns the location of the attributes, decorators or annotations, from the first to the
    /// last; `None` if the definition has no attributes.
    pub fn attributes_span(&self) -> Option<Span> {
        self.spans.get(Location::Attributes)
    }

    pub(crate) fn set_qualified_name(&mut self, path: &str) {
        self.path = (path != self.name).then(|| path.into());
    }

    pub(crate) fn set_span(&mut self, span: Span) {
        self.spans.set(Location::Whole, Some(span));
    }

    pub(crate) fn set_name_span(&mut self, span: Span) {
        self.spans.set(Location::Name, Some(span));
    }

    pub(crate) fn set_signature_span(&mut self, span: Span) {
        self.spans.set(Location::Signature, Some(span));
    }

    pub(crate) fn set_body_span(&mut self, span: Option<Span>) {
        self.spans.set(Location::Body, span);
    }

    pub(crate) fn set_value_span(&mut self, span: Option<Span>) {
        self.spans.set(Location::Value, span);
    }

    pub(crate) fn set_doc_span(&mut self, span: Option<Span>) {
        self.spans.set(Location::Doc, span);
    }

    pub(crate) fn set_attributes_span(&mut self, span: Option<Span>) {
        self.spans.set(Location::Attributes, span);
    }

    /// Calls `visit` for this definition and each nested definition, in pre-order.
    pub fn for_each<'a>(&'a self, visit: &mut impl FnMut(&'a OutlineItem)) {
        visit(self);
        for child in &self.children {
            child.for_each(visit);
        }
    }
}

/// Parts of a definition.
pub struct ItemParts {
    /// Kind.
    pub kind: ItemKind,
    /// Name.
    pub name: String,
    /// Name path, if it differs from the name.
    pub path: Option<Box<str>>,
    /// Signature.
    pub signature: String,
    /// Documentation.
    pub doc: Option<String>,
    /// Modifiers.
    pub modifiers: Modifiers,
    /// Whether the definition contains a syntax error.
    pub has_error: bool,
    /// Locations.
    pub spans: Spans,
}

/// Creates a definition without children.
pub fn outline_item(parts: ItemParts) -> OutlineItem {
    OutlineItem {
        kind: parts.kind,
        name: parts.name,
        signature: parts.signature,
        doc: parts.doc,
        modifiers: parts.modifiers,
        has_error: parts.has_error,
        children: Vec::new(),
        path: parts.path,
        spans: parts.spans,
    }
}

/// Returns the approximate memory of a definition and its children in bytes.
pub fn item_weight(item: &OutlineItem) -> usize {
    let doc = item.doc.as_ref().map_or(0, String::len);
    let path = item.path.as_ref().map_or(0, |path| path.len());
    let own = item.name.len() + item.signature.len() + doc + path + item.spans.weight();
    let children: usize = item.children.iter().map(item_weight).sum();
    size_of::<OutlineItem>() + own + children
}
