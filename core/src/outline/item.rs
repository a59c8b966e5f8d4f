//! Results: the definitions in one text.

use ransack_base::RelPath;

use super::kind::{ItemKind, Modifiers};
use super::spans::{Location, Spans};
use crate::ast::Span;

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
    pub(super) path: Option<Box<str>>,
    pub(super) spans: Spans,
}

impl OutlineItem {
    /// Maximum length of [`OutlineItem::signature`], in bytes.
    pub const MAX_SIGNATURE: usize = 1024;

    /// Returns the names of the enclosing definitions and this definition, joined by
    /// [`Outline::separator`]. A method in an `impl` block is qualified by the type.
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

    /// Returns the location of the value of a variable, constant, field, variant or key; `None` if
    /// the definition has no value.
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

    /// Calls `visit` for this definition and each nested definition, in pre-order.
    pub fn for_each<'a>(&'a self, visit: &mut impl FnMut(&'a OutlineItem)) {
        visit(self);
        for child in &self.children {
            child.for_each(visit);
        }
    }
}

/// Definitions in one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outline {
    /// Path of the file relative to its root, or the file name if the root is a file. Empty for
    /// text in memory.
    pub path: RelPath,
    /// Index of the root in [`Scope::roots`](crate::Scope::roots), 0-based.
    pub root: u32,
    /// Name of the text's language.
    pub language: &'static str,
    /// Separator between the names in [`OutlineItem::qualified_name`]: `::` in languages whose
    /// paths use `::`, and `.` in all others.
    pub separator: &'static str,
    /// Top-level definitions, in order of start offset.
    pub items: Vec<OutlineItem>,
    /// Number of syntax errors in the text, including embedded code; if errors are nested, only the
    /// outermost is counted. Definitions near errors may be missing.
    pub syntax_errors: u64,
    /// Number of definitions omitted because their depth exceeds [`Outline::MAX_DEPTH`].
    pub too_deep: u64,
    /// Whether the text looks minified: its average line length exceeds 500 bytes, or a line in the
    /// first 64 KiB exceeds 5,000 bytes.
    pub is_minified: bool,
    /// Whether a comment in the first 4 KiB marks the text as generated: `@generated`, `DO NOT
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
