//! Functions, and rules that depend on the innermost function.

use ransack_grammars::internal::{Interrupt, WorkBudget};
use tree_sitter::{Node, TreeCursor};

use super::kinds::Kind;
use super::names::Declaration;
use super::{ScriptLevel, ScriptWalk};

/// Function, or other code with the same restrictions: the program or a field initializer.
#[derive(Clone, Copy, Default)]
pub(super) struct Function {
    /// Id of the node; 0 if the function is not a method.
    node: usize,
    role: FunctionRole,
    is_async: bool,
    is_generator: bool,
    pub(super) is_strict: bool,
    /// Whether the grammar parsed the whole function without errors.
    pub(super) is_sound: bool,
    pub(super) in_parameters: bool,
    allows_super_call: bool,
    allows_super_property: bool,
    allows_new_target: bool,
    /// Whether `arguments` is an error: in a field initializer or a static block.
    forbids_arguments: bool,
    pub(super) loops: u32,
    /// Number of enclosing loops and `switch` statements.
    pub(super) breakables: u32,
    /// Number of labels outside the function.
    pub(super) first_label: usize,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum FunctionRole {
    #[default]
    Program,
    Namespace,
    Function,
    Arrow,
    Field,
    StaticBlock,
}

impl Function {
    pub(super) fn program(is_module: bool, is_sound: bool) -> Function {
        Function {
            is_strict: is_module,
            is_sound,
            ..Function::default()
        }
    }

    /// Creates the frame of a class body, which is strict.
    pub(super) fn class(self) -> Function {
        Function {
            is_strict: true,
            ..self
        }
    }

    pub(super) fn namespace(self) -> Function {
        Function {
            role: FunctionRole::Namespace,
            is_strict: self.is_strict,
            is_sound: self.is_sound,
            ..Function::default()
        }
    }

    /// Creates the frame of a field initializer.
    pub(super) fn field(self) -> Function {
        Function {
            role: FunctionRole::Field,
            is_strict: true,
            is_sound: self.is_sound,
            allows_super_property: true,
            allows_new_target: true,
            forbids_arguments: true,
            ..Function::default()
        }
    }

    pub(super) fn static_block(self) -> Function {
        Function {
            role: FunctionRole::StaticBlock,
            first_label: self.first_label,
            ..self.field()
        }
    }

    pub(super) fn is_field(self) -> bool {
        self.role == FunctionRole::Field
    }

    pub(super) fn is_of(self, node: Node<'_>) -> bool {
        self.node == node.id()
    }
}

/// Tokens before the parameters of a function.
#[derive(Default)]
struct Head {
    is_async: bool,
    is_generator: bool,
    is_static: bool,
    /// Kind of accessor, for a getter or a setter.
    accessor: Option<Accessor>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Accessor {
    Get,
    Set,
}

impl<'t> ScriptWalk<'_, 't> {
    fn head(&self, node: Node<'t>) -> Head {
        let mut head = Head::default();
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            match child.kind() {
                "async" => head.is_async = true,
                "*" => head.is_generator = true,
                "static" => head.is_static = true,
                "get" => head.accessor = Some(Accessor::Get),
                "set" => head.accessor = Some(Accessor::Set),
                "formal_parameters" | "=>" | "identifier" | "property_identifier" => break,
                _ => {}
            }
        }
        head
    }

    pub(super) fn is_plain_function(&self, node: Node<'t>) -> bool {
        let head = self.head(node);
        !head.is_async && !head.is_generator
    }

    /// Returns whether a body starts with directives that include `use strict`.
    pub(super) fn is_strict_body(&self, body: Node<'t>) -> bool {
        let mut cursor = body.walk();
        for child in body.named_children(&mut cursor) {
            let text = self.code.slice(child);
            match child.kind() {
                "comment" | "hash_bang_line" => {}
                "expression_statement" if matches!(text.first(), Some(b'"' | b'\'')) => {
                    let text = text.strip_suffix(b";").unwrap_or(text);
                    if matches!(text, b"\"use strict\"" | b"'use strict'") {
                        return true;
                    }
                }
                _ => return false,
            }
        }
        false
    }

    /// Enters a function other than a method.
    pub(super) fn enter_function(
        &mut self,
        node: Node<'t>,
        kind: Kind,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        let head = self.head(node);
        let outer = self.function();
        let is_arrow = kind == Kind::Arrow;
        let function = Function {
            role: if is_arrow {
                FunctionRole::Arrow
            } else {
                FunctionRole::Function
            },
            allows_super_call: is_arrow && outer.allows_super_call,
            allows_super_property: is_arrow && outer.allows_super_property,
            allows_new_target: !is_arrow || outer.allows_new_target,
            forbids_arguments: is_arrow && outer.forbids_arguments,
            ..Function::default()
        };
        let name = node.child_by_field_name("name");
        self.push_function(node, function, &head, budget)?;
        if let Some(name) = name
            && self.is_strict()
        {
            self.strict_binding(name);
        }
        Ok(())
    }

    /// Enters a method at its parameters, since its name belongs to the outer function.
    pub(super) fn enter_method(
        &mut self,
        parameters: Node<'t>,
        cursor: &TreeCursor<'t>,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        let mut cursor = cursor.clone();
        if !cursor.goto_parent() {
            return Ok(());
        }
        let node = cursor.node();
        let head = self.head(node);
        let class = self
            .classes
            .last()
            .filter(|_| self.ancestor(1) == Kind::ClassBody);
        let is_constructor = class.is_some_and(|class| {
            class.is_derived
                && !head.is_static
                && head.accessor.is_none()
                && !head.is_async
                && !head.is_generator
                && is_constructor_name(self.code.text, node)
        });
        let function = Function {
            node: node.id(),
            role: FunctionRole::Function,
            allows_super_call: is_constructor,
            allows_super_property: true,
            allows_new_target: true,
            ..Function::default()
        };
        self.push_function(node, function, &head, budget)?;
        if let Some(accessor) = head.accessor {
            self.accessor(parameters, accessor);
        }
        Ok(())
    }

    fn accessor(&mut self, parameters: Node<'t>, accessor: Accessor) {
        let mut cursor = parameters.walk();
        let given: Vec<Node<'t>> = parameters
            .named_children(&mut cursor)
            .filter(|child| {
                let is_this = self.is_typescript && self.code.slice(*child).starts_with(b"this");
                !child.is_extra() && !is_this
            })
            .take(2)
            .collect();
        let wanted = usize::from(accessor == Accessor::Set);
        let is_rest = given
            .first()
            .is_some_and(|child| child.kind() == "rest_pattern");
        if given.len() != wanted || is_rest {
            let message = match accessor {
                Accessor::Get => "getter with a parameter",
                Accessor::Set => "setter without exactly one parameter",
            };
            self.error(parameters, message);
        }
    }

    fn push_function(
        &mut self,
        node: Node<'t>,
        function: Function,
        head: &Head,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        let outer = self.function();
        let body = node.child_by_field_name("body");
        let block = body.filter(|body| self.kind(*body) == Kind::StatementBlock);
        let has_directive = block.is_some_and(|block| self.is_strict_body(block));
        self.names.enter_function(node.start_byte());
        self.functions.push(Function {
            is_async: head.is_async,
            is_generator: head.is_generator,
            is_strict: outer.is_strict || has_directive,
            is_sound: !node.has_error(),
            first_label: self.targets.len(),
            ..function
        });
        self.parameters(node, has_directive, budget)
    }

    fn parameters(
        &mut self,
        node: Node<'t>,
        has_directive: bool,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        let Function {
            role, is_strict, ..
        } = self.function();
        let single = node.child_by_field_name("parameter");
        let Some(list) = single.or_else(|| node.child_by_field_name("parameters")) else {
            return Ok(());
        };
        let mut is_simple = true;
        if single.is_none() {
            let mut cursor = list.walk();
            for child in list.named_children(&mut cursor) {
                let pattern = child.child_by_field_name("pattern").unwrap_or(child);
                let has_value = child.child_by_field_name("value").is_some();
                let is_name = matches!(pattern.kind(), "identifier" | "this");
                is_simple &= child.is_extra() || (is_name && !has_value);
            }
        }
        if has_directive && !is_simple {
            let message = "`use strict` in a function whose parameters are not plain names";
            self.error(list, message);
        }
        let is_method = self.function().node != 0;
        let is_unique = is_strict || !is_simple || role == FunctionRole::Arrow || is_method;
        for name in self.bindings(list, budget)? {
            if is_strict {
                self.strict_binding(name);
            }
            let declaration = Declaration::Parameter { is_unique };
            self.declare(name, declaration, budget)?;
        }
        Ok(())
    }

    pub(super) fn leave_function(&mut self) {
        self.functions.pop();
        self.names.leave_scope();
    }

    pub(super) fn return_statement(&mut self, node: Node<'t>) {
        let is_outside = match self.function().role {
            // A CommonJS module is a function body.
            FunctionRole::Program => self.is_module,
            FunctionRole::Namespace | FunctionRole::StaticBlock => true,
            FunctionRole::Function | FunctionRole::Arrow | FunctionRole::Field => false,
        };
        if is_outside {
            self.error_in_function(node, "`return` outside of a function");
        }
    }

    /// Returns whether the text after a word continues as it would after a name, with an operator
    /// or a call. A sloppy script may use the word as a name.
    fn may_be_name(&self, node: Node<'t>, word: &str) -> bool {
        let text = self.code.slice(node).get(word.len()..).unwrap_or_default();
        let next = text.trim_ascii_start().first();
        matches!(
            next,
            None | Some(b'(' | b'[' | b'+' | b'-' | b'*' | b'/' | b'`')
        )
    }

    pub(super) fn await_expression(&mut self, node: Node<'t>) {
        let function = self.function();
        let is_allowed = match function.role {
            FunctionRole::Program => true,
            FunctionRole::Namespace | FunctionRole::Field | FunctionRole::StaticBlock => false,
            FunctionRole::Function | FunctionRole::Arrow => {
                function.is_async && !function.in_parameters
            }
        };
        let is_name = !self.is_module && !function.is_async && self.may_be_name(node, "await");
        if !is_allowed && !is_name {
            self.error_in_function(node, "`await` outside of an async function");
        }
    }

    pub(super) fn yield_expression(&mut self, node: Node<'t>) {
        let function = self.function();
        if function.is_generator && !function.in_parameters {
            return;
        }
        let is_name = !function.is_strict && self.may_be_name(node, "yield");
        // A generator around an arrow function also applies to the arrow's parameters.
        if !is_name || function.is_generator || self.is_generator_around_parameters() {
            self.error_in_function(node, "`yield` outside of the body of a generator");
        }
    }

    fn is_generator_around_parameters(&self) -> bool {
        let mut functions = self.functions.iter().rev();
        let outer = functions.find(|f| !(f.role == FunctionRole::Arrow && f.in_parameters));
        self.function().role == FunctionRole::Arrow
            && self.function().in_parameters
            && outer.is_some_and(|f| f.is_generator)
    }

    pub(super) fn super_keyword(
        &mut self,
        node: Node<'t>,
        parent: ScriptLevel,
        cursor: &TreeCursor<'t>,
    ) {
        let function = self.function();
        let is_first = parent.last == Kind::Other;
        let message = match parent.kind {
            Kind::Call if is_first && cursor.field_name() == Some("function") => (!function
                .allows_super_call)
                .then_some("`super()` outside of the constructor of a derived class"),
            Kind::Member | Kind::Subscript if is_first => {
                (!function.allows_super_property).then_some("`super` outside of a method")
            }
            _ => Some("`super` without a call or a property"),
        };
        if let Some(message) = message {
            self.error_in_function(node, message);
        }
    }

    pub(super) fn meta_property(&mut self, node: Node<'t>) {
        let is_target = self.code.slice(node).starts_with(b"new");
        if is_target && !self.function().allows_new_target {
            self.error_in_function(node, "`new.target` outside of a function");
        }
    }

    /// Returns whether an operand follows `await`. The grammar takes `await (a)(b)` for a call.
    pub(super) fn begins_operand(&self, node: Node<'t>) -> bool {
        let rest = self.code.text.get(node.end_byte()..).unwrap_or_default();
        matches!(rest.trim_ascii_start().first(), Some(b'(' | b'[' | b'`'))
    }

    /// Reports `arguments` where it is not available, and names reserved by the innermost function.
    pub(super) fn function_name(&mut self, node: Node<'t>, text: &[u8]) {
        let function = self.function();
        let message = match text {
            b"arguments" if function.forbids_arguments => "`arguments` in a class initializer",
            b"await" if function.is_async && function.role != FunctionRole::Program => {
                if self.begins_operand(node) {
                    return;
                }
                "`await` as a name in an async function"
            }
            b"await" if function.role == FunctionRole::StaticBlock => {
                "`await` as a name in a static block"
            }
            b"yield" if function.is_generator => "`yield` as a name in a generator",
            _ => return,
        };
        self.error_in_function(node, message);
    }
}

fn is_constructor_name(text: &[u8], method: Node<'_>) -> bool {
    let name = method.child_by_field_name("name");
    let name = name.and_then(|name| text.get(name.byte_range()));
    matches!(
        name,
        Some(b"constructor" | b"\"constructor\"" | b"'constructor'")
    )
}
