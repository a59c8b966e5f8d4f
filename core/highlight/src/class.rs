//! Highlight classes: one set for all engines, themes and output forms, and the
//! tables that map capture names and scopes to them.
//!
//! Invariant: a class id is the discriminant plus one, so that zero is plain.

use std::fmt;

/// Syntactic class of a part of the text.
///
/// Both engines map their own names to these classes, and themes, palettes and output forms use the
/// classes as keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
#[repr(u8)]
pub enum Class {
    /// Comment, including its delimiters.
    Comment,
    /// Keyword of the language, or preprocessor directive.
    Keyword,
    /// Name of a function, method or macro, at its definition or at a call.
    Function,
    /// Any other name that stands for a value, such as a variable or a parameter.
    Variable,
    /// String or character literal, including its quotes, or regular expression.
    String,
    /// Numeric literal.
    Number,
    /// Name of a type, class, trait or interface.
    Type,
    /// Operator.
    Operator,
    /// Bracket or separator.
    Punctuation,
    /// Line that a diff adds.
    Inserted,
    /// Line that a diff removes.
    Deleted,
    /// Named constant or fixed value: `true`, `null`, `MAX_SIZE`, `:symbol`.
    Constant,
    /// Name of a field, member or key.
    Property,
    /// Attribute, annotation or decorator, or name of an attribute in a markup tag.
    Attribute,
    /// Name of a markup tag.
    Tag,
    /// Name of a module, package or namespace.
    Namespace,
    /// Escape sequence or placeholder in a string, or terminal escape sequence.
    Escape,
    /// Heading in a document, or heading of a section in a diff.
    Heading,
    /// Italic text.
    Emphasis,
    /// Bold text.
    Strong,
    /// Address or label of a hyperlink.
    Link,
    /// Literal text in a document, such as a code block.
    Code,
    /// Illegal token, or error in a log.
    Error,
    /// Possible mistake, or warning in a log.
    Warning,
}

/// Class id of a byte without a class. Zero, so that the kernel provides the
/// pages of a large map only when they are written.
pub(super) const PLAIN: u8 = 0;

use Class as C;

impl Class {
    /// All classes, in the order of their discriminants.
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

    /// Returns the name in lower case, such as `keyword`.
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

    /// Returns the basic class whose escape sequence in [`Colors`](super::Colors) applies to this
    /// class; `None` if text of this class stays plain. There are eleven basic classes.
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

    pub(super) fn from_id(class_id: u8) -> Option<Class> {
        let index = usize::from(class_id).checked_sub(1)?;
        Class::ALL.get(index).copied()
    }

    pub(super) fn id(self) -> u8 {
        self as u8 + 1
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Returns the class id for a capture name of a tree-sitter query, such as
/// `function.builtin`; `None` if the name has no class.
pub(super) fn class_id_of_capture(name: &str) -> Option<u8> {
    longest_prefix(CAPTURES, name).map(|class| class.map_or(PLAIN, Class::id))
}

/// Returns the class id for a scope of a TextMate grammar, such as
/// `constant.numeric.integer.c`; `None` if the text keeps the class of the
/// enclosing scope.
pub(super) fn class_id_of_scope(scope: &str) -> Option<u8> {
    longest_prefix(SCOPES, scope).map(|class| class.map_or(PLAIN, Class::id))
}

/// Dotted name prefixes, each with the class of all names that begin with it. `None` makes a name
/// plain, whatever encloses it.
type ClassByPrefix = &'static [(&'static str, Option<Class>)];

/// Looks up the longest prefix of `name` in whole dotted parts.
fn longest_prefix(table: ClassByPrefix, name: &str) -> Option<Option<Class>> {
    let mut prefix = name;
    loop {
        if let Some(&(_, class)) = table.iter().find(|(known, _)| *known == prefix) {
            return Some(class);
        }
        prefix = &prefix[..prefix.rfind('.')?];
    }
}

/// Capture names of highlight queries: names documented by tree-sitter, names used by editors whose
/// queries grammars reuse, and a few names specific to single grammars.
const CAPTURES: ClassByPrefix = &[
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

/// Scopes, following the naming conventions of TextMate and Sublime Text.
const SCOPES: ClassByPrefix = &[
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
    ("entity.name.tag.yaml", Some(C::Property)),
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

/// Returns the scopes that a theme may style for a class; the first one that it
/// styles wins.
pub(super) fn scopes(class: Class) -> &'static [&'static str] {
    match class {
        Class::Comment => &["comment.line"],
        Class::Keyword => &["keyword.control", "keyword", "storage.type"],
        Class::Function => &[
            "entity.name.function",
            "support.function",
            "variable.function",
        ],
        Class::Variable => &["variable.other", "variable"],
        Class::String => &["string.quoted.double", "string"],
        Class::Number => &["constant.numeric", "constant"],
        Class::Type => &[
            "entity.name.type",
            "entity.name.class",
            "support.type",
            "storage.type",
        ],
        Class::Operator => &["keyword.operator"],
        Class::Punctuation => &["punctuation.separator", "punctuation"],
        Class::Inserted => &["markup.inserted", "string.quoted.double"],
        Class::Deleted => &["markup.deleted", "invalid.illegal"],
        Class::Constant => &["constant.language", "constant"],
        Class::Property => &["variable.other.member", "support.type.property-name"],
        Class::Attribute => &["entity.other.attribute-name", "variable.annotation"],
        Class::Tag => &["entity.name.tag", "keyword"],
        Class::Namespace => &["entity.name.namespace", "entity.name.type", "support.type"],
        Class::Escape => &[
            "constant.character.escape",
            "constant.character",
            "constant",
        ],
        Class::Heading => &["markup.heading", "entity.name.section"],
        Class::Emphasis => &["markup.italic"],
        Class::Strong => &["markup.bold"],
        Class::Link => &["markup.underline.link", "string.other.link", "string"],
        Class::Code => &["markup.raw", "string"],
        Class::Error => &["markup.deleted", "invalid.illegal", "keyword"],
        Class::Warning => &["constant.numeric", "constant"],
    }
}
