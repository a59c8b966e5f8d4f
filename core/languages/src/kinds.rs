//! Node kinds by the role that a node has in any language.

/// Node kinds of a language by role. The kinds of a role are separated by spaces. A table names only
/// the roles whose kinds differ from the kinds of most grammars.
pub struct NodeKinds {
    /// Lists of arguments, which may have keywords.
    pub arguments: &'static str,
    /// Attributes of tags.
    pub attributes: &'static str,
    /// Lists of the bounds of a type parameter.
    pub bounds: &'static str,
    /// Expressions, patterns and types in brackets that only group.
    pub groups: &'static str,
    /// Here-documents and their parts.
    pub here_documents: &'static str,
    /// Start of the kinds of keywords, if keywords have named nodes; otherwise empty.
    pub keyword_prefix: &'static str,
    /// Named nodes whose kind is the keyword that they consist of or begin with.
    pub keywords: &'static str,
    /// Statements with a label.
    pub labelled: &'static str,
    /// Nodes in which `;` separates the parts of the head of a loop.
    pub loop_heads: &'static str,
    /// Operators with a named node.
    pub operators: &'static str,
    /// Names that include the mark before them, such as `@name`.
    pub sigils: &'static str,
    /// Elements that stand for all elements of another list, such as `*list`.
    pub spreads: &'static str,
    /// Text between the quotes of a string or the delimiters of a here-document.
    pub string_contents: &'static str,
    /// Strings with their quotes.
    pub strings: &'static str,
    /// Tuples, and their patterns and types.
    pub tuples: &'static str,
}

impl NodeKinds {
    pub(crate) const DEFAULT: NodeKinds = NodeKinds {
        arguments: "argument_list arguments",
        attributes: "attribute",
        bounds: "",
        groups: "parenthesized_expression",
        here_documents: "",
        keyword_prefix: "",
        keywords: "",
        labelled: "labeled_statement",
        loop_heads: "for_statement",
        operators: "",
        sigils: "",
        spreads: "spread_element",
        string_contents: "string_content",
        strings: "string string_literal",
        tuples: "tuple tuple_expression",
    };

    /// Returns the keyword of a kind that begins with [`NodeKinds::keyword_prefix`].
    pub fn keyword<'k>(&self, kind: &'k str) -> Option<&'k str> {
        let keyword = kind.strip_prefix(self.keyword_prefix);
        keyword.filter(|_| !self.keyword_prefix.is_empty())
    }

    /// Returns whether a kind is a name, in the terms of all grammars: `identifier`,
    /// `type_identifier`, `simple_identifier`.
    pub fn is_identifier(kind: &str) -> bool {
        kind.contains("identifier")
    }

    /// Returns whether a kind is a statement, in the terms of all grammars: `if_statement`.
    pub fn is_statement(kind: &str) -> bool {
        kind.ends_with("statement")
    }

    /// Returns whether a kind is a declaration, in the terms of all grammars: `class_declaration`.
    pub fn is_declaration(kind: &str) -> bool {
        kind.ends_with("declaration")
    }
}
