//! Assignment targets, and operators whose operands need parentheses.

use ransack_grammars::internal::{Interrupt, WorkBudget};
use tree_sitter::Node;

use super::kinds::Kind;
use super::{ScriptLevel, ScriptWalk};

impl<'t> ScriptWalk<'_, 't> {
    pub(super) fn assignment(&mut self, node: Node<'t>, kind: Kind) {
        if let Some(left) = node.child_by_field_name("left") {
            self.target(left, kind == Kind::Assignment);
        }
    }

    pub(super) fn update(&mut self, node: Node<'t>) {
        let Some(argument) = node.child_by_field_name("argument") else {
            return;
        };
        self.target(argument, false);
    }

    /// Reports an expression that cannot be assigned to. `allows_pattern` is false for `+=` and
    /// `++`.
    pub(super) fn target(&mut self, target: Node<'t>, allows_pattern: bool) {
        let mut node = target;
        let mut is_plain = true;
        loop {
            match self.kind(node) {
                Kind::Parenthesized | Kind::TypeCast => {
                    is_plain = false;
                    let mut cursor = node.walk();
                    let mut inner = node
                        .named_children(&mut cursor)
                        .filter(|child| !child.is_extra());
                    // In an assertion `<T>x`, the type comes first.
                    let inner = match node.kind() {
                        "type_assertion" => inner.nth(1),
                        _ => inner.next(),
                    };
                    match inner {
                        Some(inner) => node = inner,
                        None => return,
                    }
                }
                Kind::ObjectPattern | Kind::ArrayPattern if is_plain && allows_pattern => {
                    self.pattern_targets(node);
                    return;
                }
                _ => break,
            }
        }
        match self.kind(node) {
            Kind::Identifier => {
                if self.is_strict() {
                    self.strict_binding(node);
                }
            }
            Kind::Member | Kind::Subscript => {
                if !self.is_typescript && self.has_optional_chain(node) {
                    self.error(node, "optional chain as an assignment target");
                }
            }
            // `undefined` is a name; a call as a target fails at run time.
            Kind::Other if node.kind() == "undefined" => {}
            Kind::Call => {}
            _ if node.is_error() || node.is_missing() => {}
            _ => self.error(target, "value that cannot be assigned to"),
        }
    }

    /// Checks the targets in a pattern that are not patterns themselves. One walk over the pattern
    /// also covers nested assignments and patterns.
    fn pattern_targets(&mut self, pattern: Node<'t>) {
        let mut cursor = pattern.walk();
        let mut is_done = false;
        while !is_done {
            let node = cursor.node();
            let field = cursor.field_name();
            let is_skipped = matches!(field, Some("right" | "key"));
            let has_parts = match self.kind(node) {
                _ if is_skipped => false,
                Kind::Identifier | Kind::Shorthand => {
                    if self.is_strict() {
                        self.strict_binding(node);
                    }
                    false
                }
                Kind::Parenthesized | Kind::Member | Kind::Subscript => {
                    self.target(node, false);
                    false
                }
                _ => !node.is_error(),
            };
            if has_parts && cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    is_done = true;
                    break;
                }
            }
        }
    }

    /// Returns whether a member access is part of an optional chain (`?.`).
    fn has_optional_chain(&self, node: Node<'t>) -> bool {
        let mut node = Some(node);
        while let Some(part) = node {
            if !matches!(self.kind(part), Kind::Member | Kind::Subscript | Kind::Call) {
                return false;
            }
            if part.child_by_field_name("optional_chain").is_some() {
                return true;
            }
            node = part
                .child_by_field_name("object")
                .or_else(|| part.child_by_field_name("function"));
        }
        false
    }

    pub(super) fn call(&mut self, node: Node<'t>, kind: Kind) {
        let (part, message) = match kind {
            Kind::New => ("constructor", "optional chain in `new`"),
            _ => {
                let arguments = node.child_by_field_name("arguments");
                if self.child_kind(arguments) != Kind::TemplateString {
                    return;
                }
                ("function", "template after an optional chain")
            }
        };
        let part = node.child_by_field_name(part);
        if let Some(part) = part
            && !self.is_typescript
            && self.has_optional_chain(part)
        {
            self.error(node, message);
        }
    }

    pub(super) fn unary(&mut self, node: Node<'t>) {
        let operator = node.child_by_field_name("operator");
        if !self.is_strict() || operator.is_none_or(|operator| operator.kind() != "delete") {
            return;
        }
        let mut argument = node.child_by_field_name("argument");
        while self.child_kind(argument) == Kind::Parenthesized {
            argument = argument.and_then(|argument| argument.named_child(0));
        }
        if self.child_kind(argument) == Kind::Identifier {
            self.error_in_function(node, "`delete` of a name in strict mode");
        }
    }

    /// Reports an expression that needs parentheses in its position.
    pub(super) fn operand(&mut self, node: Node<'t>, kind: Kind, parent: ScriptLevel) {
        let is_first = parent.last == Kind::Other;
        let is_assignment = matches!(kind, Kind::Assignment | Kind::AugmentedAssignment);
        let needs_parentheses = match parent.kind {
            Kind::Unary | Kind::Binary => is_assignment || kind == Kind::Arrow,
            Kind::Call | Kind::Member | Kind::Subscript => kind == Kind::Arrow && is_first,
            Kind::Heritage => {
                is_assignment || matches!(kind, Kind::Arrow | Kind::Unary | Kind::Binary)
            }
            _ => false,
        };
        if needs_parentheses && !self.is_typescript {
            self.error(node, "expression that needs parentheses here");
        }
    }

    /// Reports a function, class or object at the start of `whole`, which is a statement, the body of
    /// an arrow function or a default export, where it would be read as a declaration or a block.
    pub(super) fn statement_head(
        &mut self,
        whole: Option<Node<'t>>,
        parent: Kind,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        let mut first = whole;
        while let Some(node) = first {
            budget.step()?;
            let is_wrong = match self.kind(node) {
                // The grammar parses some blocks as whole objects.
                Kind::Object => parent != Kind::Export && first != whole,
                Kind::Function | Kind::Class => match parent {
                    Kind::ExpressionStatement => true,
                    Kind::Export => first != whole,
                    _ => false,
                },
                _ => false,
            };
            if is_wrong {
                self.error(node, "expression that needs parentheses here");
                break;
            }
            first = node.child(0);
        }
        Ok(())
    }

    pub(super) fn mixed_operators(&mut self, node: Node<'t>, level: ScriptLevel) {
        let is_mixed = matches!(
            (level.operator, level.operand),
            (Kind::Coalesce, Kind::Logical) | (Kind::Logical, Kind::Coalesce)
        );
        if is_mixed {
            let message = "`??` beside `||` or `&&` needs parentheses";
            self.error(node, message);
        }
    }

    pub(super) fn arrow(&mut self, node: Node<'t>, parent: ScriptLevel) {
        let before = self.code.text.get(parent.last_end..node.start_byte());
        let is_after_line = before.is_some_and(|text| text.contains(&b'\n'));
        // Comments may contain line ends.
        if is_after_line && before.is_some_and(|text| text.trim_ascii().is_empty()) {
            self.error(node, "line end before `=>`");
        }
    }
}
