//! What a piece of text is: one set of classes for all engines, themes and
//! output forms.

use std::fmt;

/// What a piece of text is.
///
/// Both engines map their own names to these classes, and all that colours
/// text is keyed by them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
#[repr(u8)]
pub enum Class {
    /// A comment, with its marks.
    Comment,
    /// A word of the language itself, preprocessor directives too.
    Keyword,
    /// The name of a function, method or macro, where it is defined or called.
    Function,
    /// Any other name of a value; parameters too.
    Variable,
    /// A string or character, with its quotes; a regular expression.
    String,
    /// A number.
    Number,
    /// The name of a type, class, trait or interface.
    Type,
    /// An operator.
    Operator,
    /// Brackets and separators.
    Punctuation,
    /// A line that a diff adds.
    Inserted,
    /// A line that a diff removes.
    Deleted,
    /// A named constant or fixed value: `true`, `null`, `MAX_SIZE`, `:symbol`.
    Constant,
    /// The name of a field, a member, or a key.
    Property,
    /// An attribute, annotation or decorator; the name of a tag's attribute.
    Attribute,
    /// The name of a tag of markup.
    Tag,
    /// The name of a module, package or namespace.
    Namespace,
    /// An escape or a placeholder in a string.
    Escape,
    /// A heading of a document, and of a part of a diff.
    Heading,
    /// Text in italics.
    Emphasis,
    /// Text in bold.
    Strong,
    /// A link's address or label.
    Link,
    /// Literal text in a document.
    Code,
    /// What is wrong: an illegal token, an error in a log.
    Error,
    /// What may be wrong, such as a warning in a log.
    Warning,
}

/// How a byte that has no class is marked where every byte has a mark. Zero, so
/// that the marks of a large text cost nothing until they are made.
pub(super) const PLAIN: u8 = 0;

use Class as C;

impl Class {
    /// Every class.
    pub const ALL: [Class; 24] = [
        C::Comment,
        C::Keyword,
        C::Function,
        C::Variable,
        C::String,
        C::Number,
        C::Type,
        C::Operator,
        C::Punctuation,
        C::Inserted,
        C::Deleted,
        C::Constant,
        C::Property,
        C::Attribute,
        C::Tag,
        C::Namespace,
        C::Escape,
        C::Heading,
        C::Emphasis,
        C::Strong,
        C::Link,
        C::Code,
        C::Error,
        C::Warning,
    ];

    /// The name, in lower case: `keyword`.
    pub fn name(self) -> &'static str {
        match self {
            C::Comment => "comment",
            C::Keyword => "keyword",
            C::Function => "function",
            C::Variable => "variable",
            C::String => "string",
            C::Number => "number",
            C::Type => "type",
            C::Operator => "operator",
            C::Punctuation => "punctuation",
            C::Inserted => "inserted",
            C::Deleted => "deleted",
            C::Constant => "constant",
            C::Property => "property",
            C::Attribute => "attribute",
            C::Tag => "tag",
            C::Namespace => "namespace",
            C::Escape => "escape",
            C::Heading => "heading",
            C::Emphasis => "emphasis",
            C::Strong => "strong",
            C::Link => "link",
            C::Code => "code",
            C::Error => "error",
            C::Warning => "warning",
        }
    }

    /// The class that stands in for this one where there are colours only for
    /// the eleven of [`Colors`](super::Colors); `None` if it stays plain.
    pub fn basic(self) -> Option<Class> {
        Some(match self {
            C::Constant => C::Number,
            C::Property => C::Variable,
            C::Attribute => C::Variable,
            C::Tag | C::Heading => C::Keyword,
            C::Namespace => C::Type,
            C::Escape | C::Link | C::Code => C::String,
            C::Emphasis | C::Strong => return None,
            C::Error => C::Deleted,
            C::Warning => C::Number,
            basic => basic,
        })
    }

    pub(super) fn from_mark(mark: u8) -> Option<Class> {
        let index = usize::from(mark).checked_sub(1)?;
        Class::ALL.get(index).copied()
    }

    pub(super) fn mark(self) -> u8 {
        self as u8 + 1
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The mark for a name of a tree-sitter query, such as `function.builtin`;
/// `None` if the name says nothing about the text.
#[cfg(feature = "ast")]
pub(super) fn mark_of_capture(name: &str) -> Option<u8> {
    longest_prefix(CAPTURES, name).map(|class| class.map_or(PLAIN, Class::mark))
}

/// The mark for a scope of a TextMate grammar, such as
/// `constant.numeric.integer.c`; `None` if the text is what it would be
/// without the scope.
pub(super) fn mark_of_scope(scope: &str) -> Option<u8> {
    longest_prefix(SCOPES, scope).map(|class| class.map_or(PLAIN, Class::mark))
}

/// A name of dotted parts and the class of all that begin with it, or that
/// they have none, whatever is around them.
type Names = &'static [(&'static str, Option<Class>)];

fn longest_prefix(names: Names, name: &str) -> Option<Option<Class>> {
    let mut prefix = name;
    loop {
        if let Some(&(_, class)) = names.iter().find(|(known, _)| *known == prefix) {
            return Some(class);
        }
        prefix = &prefix[..prefix.rfind('.')?];
    }
}

/// Names that queries use: those that tree-sitter documents, those of editors
/// whose queries grammars have taken over, and a few of single grammars.
#[cfg(feature = "ast")]
const CAPTURES: Names = &[
    ("annotation", Some(C::Attribute)),
    ("attribute", Some(C::Attribute)),
    ("boolean", Some(C::Constant)),
    ("character", Some(C::String)),
    ("character.special", Some(C::Escape)),
    ("charset", Some(C::Keyword)),
    ("comment", Some(C::Comment)),
    ("conditional", Some(C::Keyword)),
    ("constant", Some(C::Constant)),
    ("constant.character", Some(C::String)),
    ("constant.character.escape", Some(C::Escape)),
    ("constant.numeric", Some(C::Number)),
    ("constructor", Some(C::Type)),
    ("define", Some(C::Keyword)),
    ("delimiter", Some(C::Punctuation)),
    ("diff.minus", Some(C::Deleted)),
    ("diff.plus", Some(C::Inserted)),
    ("embedded", None),
    ("enum", Some(C::Type)),
    ("escape", Some(C::Escape)),
    ("exception", Some(C::Keyword)),
    ("field", Some(C::Property)),
    ("float", Some(C::Number)),
    ("function", Some(C::Function)),
    ("import", Some(C::Keyword)),
    ("include", Some(C::Keyword)),
    ("interface", Some(C::Type)),
    ("keyframes", Some(C::Keyword)),
    ("keyword", Some(C::Keyword)),
    ("keyword.operator", Some(C::Keyword)),
    ("label", Some(C::Constant)),
    ("markup.heading", Some(C::Heading)),
    ("markup.italic", Some(C::Emphasis)),
    ("markup.link", Some(C::Link)),
    ("markup.raw", Some(C::Code)),
    ("markup.strong", Some(C::Strong)),
    ("media", Some(C::Keyword)),
    ("method", Some(C::Function)),
    ("module", Some(C::Namespace)),
    ("namespace", Some(C::Namespace)),
    ("none", None),
    ("number", Some(C::Number)),
    ("operator", Some(C::Operator)),
    ("parameter", Some(C::Variable)),
    ("preproc", Some(C::Keyword)),
    ("property", Some(C::Property)),
    ("punctuation", Some(C::Punctuation)),
    ("repeat", Some(C::Keyword)),
    ("storageclass", Some(C::Keyword)),
    ("string", Some(C::String)),
    ("string.escape", Some(C::Escape)),
    ("string.special.key", Some(C::Property)),
    ("string.special.symbol", Some(C::Constant)),
    ("string.special.uri", Some(C::Link)),
    ("string.special.url", Some(C::Link)),
    ("supports", Some(C::Keyword)),
    ("symbol", Some(C::Constant)),
    ("tag", Some(C::Tag)),
    ("tag.attribute", Some(C::Attribute)),
    ("tag.delimiter", Some(C::Punctuation)),
    ("text.danger", Some(C::Error)),
    ("text.emphasis", Some(C::Emphasis)),
    ("text.literal", Some(C::Code)),
    ("text.reference", Some(C::Link)),
    ("text.strong", Some(C::Strong)),
    ("text.title", Some(C::Heading)),
    ("text.uri", Some(C::Link)),
    ("text.warning", Some(C::Warning)),
    ("type", Some(C::Type)),
    ("type.qualifier", Some(C::Keyword)),
    ("variable", Some(C::Variable)),
    ("variable.field", Some(C::Property)),
    ("variable.member", Some(C::Property)),
];

/// Scopes, by the naming rules of TextMate and Sublime Text.
const SCOPES: Names = &[
    ("comment", Some(C::Comment)),
    ("constant", Some(C::Constant)),
    ("constant.character", Some(C::String)),
    ("constant.character.escape", Some(C::Escape)),
    ("constant.numeric", Some(C::Number)),
    ("constant.other.placeholder", Some(C::Escape)),
    ("entity.name", Some(C::Type)),
    ("entity.name.constant", Some(C::Constant)),
    ("entity.name.function", Some(C::Function)),
    ("entity.name.label", Some(C::Constant)),
    ("entity.name.namespace", Some(C::Namespace)),
    ("entity.name.section", Some(C::Heading)),
    ("entity.name.tag", Some(C::Tag)),
    ("entity.other.attribute-name", Some(C::Attribute)),
    ("entity.other.inherited-class", Some(C::Type)),
    ("invalid", Some(C::Error)),
    ("invalid.deprecated", None),
    ("keyword", Some(C::Keyword)),
    ("keyword.operator", Some(C::Operator)),
    ("keyword.operator.word", Some(C::Keyword)),
    ("markup.bold", Some(C::Strong)),
    ("markup.changed", Some(C::Warning)),
    ("markup.deleted", Some(C::Deleted)),
    ("markup.error", Some(C::Error)),
    ("markup.heading", Some(C::Heading)),
    ("markup.inserted", Some(C::Inserted)),
    ("markup.italic", Some(C::Emphasis)),
    ("markup.raw", Some(C::Code)),
    ("markup.underline.link", Some(C::Link)),
    ("markup.warning", Some(C::Warning)),
    ("meta.diff.header", Some(C::Heading)),
    ("meta.diff.range", Some(C::Heading)),
    ("meta.embedded", None),
    ("meta.interpolation", None),
    ("meta.mapping.key", Some(C::Property)),
    ("punctuation", Some(C::Punctuation)),
    ("punctuation.definition.annotation", Some(C::Attribute)),
    ("punctuation.definition.bold", Some(C::Strong)),
    ("punctuation.definition.comment", Some(C::Comment)),
    ("punctuation.definition.deleted", Some(C::Deleted)),
    ("punctuation.definition.from-file", Some(C::Heading)),
    ("punctuation.definition.heading", Some(C::Heading)),
    ("punctuation.definition.inserted", Some(C::Inserted)),
    ("punctuation.definition.italic", Some(C::Emphasis)),
    ("punctuation.definition.keyword", Some(C::Keyword)),
    ("punctuation.definition.range", Some(C::Heading)),
    ("punctuation.definition.raw", Some(C::Code)),
    ("punctuation.definition.string", Some(C::String)),
    ("punctuation.definition.to-file", Some(C::Heading)),
    ("punctuation.definition.variable", Some(C::Variable)),
    ("source", None),
    ("storage", Some(C::Keyword)),
    ("string", Some(C::String)),
    ("string.other.link", Some(C::Link)),
    ("support", Some(C::Constant)),
    ("support.class", Some(C::Type)),
    ("support.function", Some(C::Function)),
    ("support.type", Some(C::Type)),
    ("support.type.property-name", Some(C::Property)),
    ("variable", Some(C::Variable)),
    ("variable.annotation", Some(C::Attribute)),
    ("variable.function", Some(C::Function)),
    ("variable.other.member", Some(C::Property)),
    ("variable.other.property", Some(C::Property)),
];
