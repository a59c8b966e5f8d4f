//! Types of the pattern tables: how the patterns of a language are parsed and compared.

use std::ops::Range;

/// Rules for parsing the patterns of a language and comparing them with code.
pub struct PatternSyntax {
    /// Code substituted for a metavariable before the grammar parses a pattern. Begins with a
    /// letter that is valid in names but unused in real code, so it cannot be confused with code.
    pub placeholders: &'static [Placeholder],
    /// Additional substitutes for a list metavariable, for lists whose elements cannot be plain
    /// names.
    pub list_placeholders: &'static [Placeholder],
    /// Contexts in which a pattern is parsed, in the order of its variants.
    pub contexts: &'static [PatternContext],
    /// Code that completes a header, such as `if (x)` or `class A extends B`, to a full statement or
    /// declaration. It goes between the header and the text of a context. A closing that begins with
    /// a blank and a letter continues a block; it is used only for a fragment that ends with `}`.
    pub closings: &'static [&'static str],
    /// Children that code may have although a pattern lacks them.
    pub optional: OptionalChildren,
    /// Whether keywords are case-insensitive.
    pub any_case: bool,
    /// Words that are never names, in lower case, separated by blanks. A grammar may read them as
    /// names where its parser does not expect a keyword. Excludes words that are reserved only in
    /// some contexts, such as `async` in JavaScript.
    pub reserved: &'static str,
    /// Node kinds of names that a grammar may read reserved words as, separated by blanks. Other
    /// names, such as member names, may be reserved words.
    pub names: &'static str,
    /// Node kinds of the names of members, which may be reserved words, but are not a pattern alone.
    pub member_names: &'static str,
    /// Node kinds that hold a sequence of statements or members, separated by blanks.
    pub block_kinds: &'static str,
    /// Node kind of statements that consist of an expression.
    pub expression_statement: &'static str,
    /// Node kind of lists without brackets whose children may be the parts of pairs.
    pub pair_list: &'static str,
    /// Node kind of functions as which a grammar reads a variable with an initializer in braces.
    pub misread_function: &'static str,
    /// Node kind of strings whose closing quote is not a node.
    pub unclosed_string: &'static str,
    /// Node kinds in which code is a run of siblings without a node of its own, each with the kind of
    /// the run's first sibling.
    pub runs: &'static [(&'static str, &'static str)],
    /// Classes whose decorators belong to their export.
    pub exported_class: Option<ExportedClass>,
    /// Predefined variables whose names look like metavariables, without `$`. A name that ends with
    /// a bracket is a variable only before this bracket.
    pub predefined: &'static [&'static str],
    /// Lexical structure, if it resembles C: words, punctuation, `//` and `/* */` comments.
    pub c_like: Option<CLike>,
    /// Scan for comments without parsing, if the language has the lexical grammar of ECMAScript.
    pub comments: Option<CommentScan>,
    /// Quotes of strings.
    pub quotes: Quotes,
    /// Node kinds of double-quoted strings and of their parts, each with the kind of the same in
    /// single quotes. Empty if the quotes have one kind.
    pub quote_kinds: &'static [(&'static str, &'static str)],
    /// Whether the indentation of a line decides to which block it belongs.
    pub has_layout: bool,
    /// Whether the text of a literal is indented with the code around it.
    pub has_indented_literals: bool,
    /// Whether a block may follow a name without parentheses.
    pub has_bare_blocks: bool,
    /// Whether a colon begins a block. Such languages have tuples without brackets.
    pub has_colon_blocks: bool,
    /// Whether a metavariable stands for a string including its quotes.
    pub quotes_variables: bool,
    /// Whether elements have end tags.
    pub has_end_tags: bool,
    /// Expressions that need brackets at the start of a statement.
    pub statement_heads: StatementHeads,
    /// Expressions that need brackets as operands although the grammar accepts them without.
    pub operands: Operands,
}

impl PatternSyntax {
    /// The base of each table.
    pub(crate) const DEFAULT: PatternSyntax = PatternSyntax {
        placeholders: &[],
        list_placeholders: &[],
        contexts: &[FILE],
        closings: &[],
        optional: OptionalChildren::NONE,
        any_case: false,
        reserved: "",
        names: "identifier",
        member_names: "",
        block_kinds: "",
        expression_statement: "expression_statement",
        pair_list: "",
        misread_function: "",
        unclosed_string: "",
        runs: &[],
        exported_class: None,
        predefined: &[],
        c_like: None,
        comments: None,
        quotes: Quotes::Distinct,
        quote_kinds: &[],
        has_layout: false,
        has_indented_literals: false,
        has_bare_blocks: false,
        has_colon_blocks: false,
        quotes_variables: false,
        has_end_tags: false,
        statement_heads: StatementHeads::NONE,
        operands: Operands::NONE,
    };
}

/// Node kinds of a decorated class and of its export, as in `@D() export class C {}`.
#[derive(Clone, Copy)]
pub struct ExportedClass {
    /// Kind of the class.
    pub class: &'static str,
    /// Kind of a decorator.
    pub decorator: &'static str,
    /// Kind of the export.
    pub export: &'static str,
}

/// Expressions that need brackets as operands although the grammar accepts them without.
#[derive(Clone, Copy)]
pub struct Operands {
    /// Comparison operators, separated by spaces, if a comparison is no operand of another.
    pub comparisons: &'static str,
    /// Kinds of expressions that end with a type, separated by spaces. Code such as `.` or `<`
    /// continues the type.
    pub casts: &'static str,
    /// Whether an optional access, such as `a?.b`, skips the rest of its chain.
    pub has_optional_chains: bool,
    /// Effect of a line end outside of brackets.
    pub line_ends: LineEnds,
    /// Kinds of tuples without brackets, separated by spaces.
    pub bare_tuples: &'static str,
    /// Kind of statements whose list is not a tuple.
    pub plain_lists: &'static str,
    /// Expressions in the braces of a string whose colon would begin a format.
    pub formats: Option<Formats>,
}

/// Expressions in the braces of a string whose colon would begin a format.
#[derive(Clone, Copy)]
pub struct Formats {
    /// Kind of the braces with their content.
    pub braces: &'static str,
    /// Kinds of the expressions, separated by spaces.
    pub expressions: &'static str,
}

impl Operands {
    pub(crate) const NONE: Operands = Operands {
        comparisons: "",
        casts: "",
        has_optional_chains: false,
        line_ends: LineEnds::Blank,
        bare_tuples: "",
        plain_lists: "",
        formats: None,
    };

    /// Operands of languages with optional chains.
    pub(crate) const CHAINS: Operands = Operands {
        has_optional_chains: true,
        ..Operands::NONE
    };
}

/// Effect of a line end in an expression outside of brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum LineEnds {
    /// Like a blank.
    Blank,
    /// The expression ends before an operator on the next line.
    BeforeOperators,
    /// The expression ends.
    Always,
}

/// Expressions, all ending with `}`, that are read as statements where a statement begins.
#[derive(Clone, Copy)]
pub struct StatementHeads {
    /// Node kinds of the expressions, separated by spaces.
    pub kinds: &'static str,
    /// First words of the expressions that do not begin with `{`, separated by spaces.
    pub words: &'static str,
    /// Whether such an expression may be a whole statement.
    pub stand_alone: bool,
    /// Rules of ECMAScript for the ends of lines and the heads of loops.
    pub ecmascript: Option<EcmascriptKinds>,
}

/// Node kinds of ECMAScript, in which an opening bracket on the next line continues a statement that
/// lacks its `;`, and the head of a loop begins with an expression without the operator `in`.
#[derive(Clone, Copy)]
pub struct EcmascriptKinds {
    /// Kind of functions whose body is a block if it begins with `{`.
    pub arrow: &'static str,
    /// Kinds of statements that end with an expression, separated by spaces.
    pub open_statements: &'static str,
    /// Kind of the loops.
    pub loops: &'static str,
    /// Parts of the names of the kinds whose brackets may contain the operator `in` anywhere.
    pub enclosing: &'static [&'static str],
}

impl StatementHeads {
    pub(crate) const NONE: StatementHeads = StatementHeads {
        kinds: "",
        words: "",
        stand_alone: true,
        ecmascript: None,
    };

    /// Heads of ECMAScript.
    pub(crate) const ECMASCRIPT: StatementHeads = StatementHeads {
        kinds: "class function_expression generator_function object",
        words: "async class function",
        stand_alone: false,
        ecmascript: Some(EcmascriptKinds {
            arrow: "arrow_function",
            open_statements: "expression_statement lexical_declaration variable_declaration",
            loops: "for_statement",
            enclosing: &["paren", "arguments", "array", "object", "template", "block"],
        }),
    };

    /// Returns whether code may be such an expression, judged by its start and its end.
    pub fn may_match(&self, code: &[u8]) -> bool {
        let end = code.iter().position(|byte| !byte.is_ascii_alphabetic());
        let (first, rest) = code.split_at(end.unwrap_or(code.len()));
        let is_word = || self.words.split(' ').any(|word| word.as_bytes() == first);
        code.ends_with(b"}")
            && !self.kinds.is_empty()
            && ((first.is_empty() && rest.starts_with(b"{")) || is_word())
    }

    /// Returns whether a node kind is such an expression.
    pub fn contains(&self, kind: &str) -> bool {
        self.kinds.split(' ').any(|head| head == kind)
    }
}

/// Lexical structure of a language that resembles C.
#[derive(Clone, Copy)]
pub struct CLike {
    /// Whether a preprocessor line has a node of its own.
    pub has_directives: bool,
}

/// Scan for comments without parsing.
#[derive(Clone, Copy)]
pub struct CommentScan {
    /// Whether the text may have tags, whose text the scan does not recognise.
    pub may_have_tags: bool,
}

/// Meaning of single and double quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Quotes {
    /// Strings in single and in double quotes differ, or only some of them exist.
    Distinct,
    /// Strings have double quotes only.
    DoubleOnly,
    /// Single and double quotes are equivalent.
    Equal,
    /// Single and double quotes are equivalent, except that double-quoted text may contain variables
    /// and escape sequences that single-quoted text may not.
    Interpolated,
}

/// Code that a grammar accepts in place of a metavariable.
#[derive(Clone, Copy)]
pub struct Placeholder {
    /// Text before the name of the metavariable, or the whole text.
    pub before: &'static str,
    /// Text after the name; `None` if the name is not part of the placeholder.
    pub after: Option<&'static str>,
    /// Suffixes of the code before the metavariable, in any letter case; at least one must match
    /// unless the list is empty. An entry that begins with [`Placeholder::ANYWHERE`] may occur
    /// anywhere in that code.
    pub only_after: &'static [&'static str],
}

impl Placeholder {
    /// Entry of `only_after` for the start of the pattern.
    pub const START: &str = "^";

    /// First character of an `only_after` entry that need not be at the end of the code before the
    /// metavariable.
    pub const ANYWHERE: char = '~';

    /// Restricts the placeholder to positions after code with one of these suffixes.
    pub(crate) const fn only_after(self, suffixes: &'static [&'static str]) -> Placeholder {
        Placeholder {
            only_after: suffixes,
            ..self
        }
    }
}

/// Creates a placeholder from the text before and after a name.
pub(crate) const fn named(before: &'static str, after: &'static str) -> Placeholder {
    Placeholder {
        before,
        after: Some(after),
        only_after: &[],
    }
}

/// Creates a placeholder from text without a name.
pub(crate) const fn whole(text: &'static str) -> Placeholder {
    Placeholder {
        before: text,
        after: None,
        only_after: &[],
    }
}

/// Code suffixes before an entry of a literal.
pub(crate) const ENTRIES: &[&str] = &["{", ","];

/// Code suffixes before the head of a `for` loop.
pub(crate) const FOR: &[&str] = &["for (", "for("];

/// Code suffixes before the path of a package.
pub(crate) const IMPORT: &[&str] = &["import", "from"];

/// Code suffixes before a parameter.
pub(crate) const PARAMETERS: &[&str] = &["(", ","];

/// Code suffixes before an operand that may be a type.
pub(crate) const SIZEOF: &[&str] = &["sizeof(", "sizeof ("];

/// Requires an empty prefix, before the modifiers of a declaration.
pub(crate) const START: &[&str] = &[Placeholder::START];

/// Code suffixes before a statement.
pub(crate) const STATEMENT: &[&str] = &["{", "}", ";"];

/// Code suffixes before the name of a tag.
pub(crate) const TAG: &[&str] = &["<", "</"];

/// Code before and after a fragment that completes a file, such as a class around a member.
#[derive(Clone, Copy, Debug)]
pub struct PatternContext {
    /// Name of the context, as in `AstMatch::context`.
    pub name: &'static str,
    /// Condition under which the context is tried.
    pub condition: ContextCondition,
    /// Code before the fragment.
    pub before: &'static str,
    /// Code after the fragment.
    pub after: &'static str,
}

impl PatternContext {
    /// Returns `fragment` and `closing` inside the context, and the range of the fragment in the
    /// result.
    pub fn wrap(&self, fragment: &str, closing: &str) -> (String, Range<usize>) {
        let start = self.before.len();
        let text = [self.before, fragment, closing, self.after].concat();
        (text, start..start + fragment.len())
    }
}

/// Creates a context.
pub(crate) const fn at(
    name: &'static str,
    condition: ContextCondition,
    before: &'static str,
    after: &'static str,
) -> PatternContext {
    PatternContext {
        name,
        condition,
        before,
        after,
    }
}

/// Context of a fragment that is a whole file.
pub(crate) const FILE: PatternContext = at("file", ContextCondition::Always, "", "");

/// Contexts of languages in which a line feed ends a construct.
pub(crate) const LINE: &[PatternContext] =
    &[FILE, at("file", ContextCondition::Fallback, "", "\n")];

/// Contexts of markup.
pub(crate) const MARKUP: &[PatternContext] = &[
    FILE,
    at("attribute", ContextCondition::Equals, "<a ", "></a>"),
];

/// Condition under which a context is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContextCondition {
    /// Applies to every fragment.
    Always,
    /// Applies if the fragment begins with a name and a colon, which has a different meaning in
    /// every context; otherwise acts like `Fallback`.
    Colon,
    /// Applies if the fragment begins with a name directly followed by an equals sign; otherwise
    /// acts like `Fallback`.
    Equals,
    /// Applies if the fragment begins with a name and a colon or an equals sign, like a class
    /// field; otherwise acts like `Fallback`.
    Field,
    /// Applies only if the fragment begins like a table entry: with a key and an arrow, or with a
    /// name, literal or bracketed key and an equals sign.
    Entry,
    /// Applies only if the fragment begins with a keyword for another branch of a condition.
    Else,
    /// Applies if the fragment begins like a class member: with two words, with a sign and a
    /// parenthesis, or with a name and a parameter that is a field; otherwise acts like `Fallback`.
    Member,
    /// Applies only if the fragment begins with a brace, which may open a block or code in markup.
    Brace,
    /// Applies only if the fragment begins with the opening tag of code embedded in text.
    Tag,
    /// Applies only if no context whose condition is met yields a variant of the pattern.
    Fallback,
}

/// Children that code may have although a pattern lacks them: modifiers, annotations, type
/// parameters, heritage and types of declarations, and type arguments of calls. Names in one
/// text are separated by blanks.
pub struct OptionalChildren {
    /// Kinds of the declarations that may have these children.
    pub parents: &'static str,
    /// Kinds of optional children.
    pub kinds: &'static str,
    /// Fields of optional children.
    pub fields: &'static str,
    /// Kinds of optional children that code may have in addition to those in the pattern.
    pub repeatable: &'static str,
    /// Kinds of return types, in a grammar without a field for them. A declaration may have one if
    /// its pattern has none.
    pub types: &'static str,
    /// Optional children specific to one node kind, by kind or field, such as the type of a
    /// variable.
    pub of_one_parent: &'static [(&'static str, &'static str)],
    /// Kinds of calls, which may have the field [`OptionalChildren::OF_CALLS`].
    pub calls: &'static str,
    /// Kind of lists of modifiers and annotations, whose order is free.
    pub modifier_list: &'static str,
    /// Kinds of a declaration and of the statement that it may contain.
    pub declared: Option<(&'static str, &'static str)>,
}

impl OptionalChildren {
    /// Field of the optional child of calls.
    pub const OF_CALLS: &'static str = "type_arguments";

    pub(crate) const NONE: OptionalChildren = OptionalChildren {
        parents: "",
        kinds: "",
        fields: "",
        repeatable: "",
        types: "",
        of_one_parent: &[],
        calls: "",
        modifier_list: "",
        declared: None,
    };
}
