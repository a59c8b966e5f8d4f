//! Parameters and arguments.

use ransack_grammars::internal::{Interrupt, WorkBudget};
use rustc_hash::FxHashSet;
use tree_sitter::Node;

use super::PythonWalk;
use super::functions::PythonFrame;
use super::kinds::Kind;

impl<'t> PythonWalk<'_, 't> {
    /// Checks a list of parameters and adds their names to the frame.
    pub(super) fn parameters(
        &mut self,
        list: Node<'t>,
        frame: &mut PythonFrame<'t>,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        if list.has_error() {
            return Ok(());
        }
        let mut count = 0;
        let (mut has_slash, mut has_star, mut has_default) = (false, false, false);
        // Bare `*` not yet followed by a parameter.
        let mut star = None;
        let mut has_rest = false;
        let mut cursor = list.walk();
        for parameter in list.named_children(&mut cursor) {
            budget.step()?;
            if parameter.is_extra() {
                continue;
            }
            let is_typed = parameter.kind() == "typed_parameter";
            let inner = match is_typed {
                true => parameter.named_child(0).unwrap_or(parameter),
                false => parameter,
            };
            if has_rest {
                self.error(parameter, "parameter after `**`");
            }
            let is_default = matches!(
                parameter.kind(),
                "default_parameter" | "typed_default_parameter"
            );
            let name = match inner.kind() {
                "positional_separator" => {
                    if count == 0 || has_slash || has_star {
                        self.error(inner, "`/` that is first, second or after `*`");
                    }
                    has_slash = true;
                    None
                }
                "keyword_separator" | "list_splat_pattern" => {
                    if has_star {
                        self.error(inner, "second `*` of the parameters");
                    }
                    has_star = true;
                    let name = inner.named_child(0);
                    star = name.is_none().then_some(inner);
                    name
                }
                "dictionary_splat_pattern" => {
                    has_rest = true;
                    inner.named_child(0)
                }
                "tuple_pattern" => {
                    self.modern_error(inner, "parameter in parentheses");
                    None
                }
                _ if is_default => {
                    star = None;
                    let name = parameter.child_by_field_name("name");
                    if let Some(tuple) = name.filter(|name| name.kind() == "tuple_pattern") {
                        self.modern_error(tuple, "parameter in parentheses");
                    }
                    name
                }
                _ => {
                    star = None;
                    if has_default && !has_star {
                        self.error(
                            parameter,
                            "parameter without a default after one with a default",
                        );
                    }
                    Some(inner)
                }
            };
            has_default |= is_default;
            count += 1;
            if let Some(name) = name.filter(|name| name.kind() == "identifier") {
                self.debug_name(name);
                if !frame.parameters.insert(self.code.slice(name)) {
                    self.error(name, "second parameter of the same name");
                }
            }
        }
        if let Some(star) = star {
            self.error(star, "`*` that no named parameter follows");
        }
        Ok(())
    }

    pub(super) fn arguments(
        &mut self,
        list: Node<'t>,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        if list.has_error() {
            return Ok(());
        }
        let (mut has_keyword, mut has_rest) = (false, false);
        let mut names = FxHashSet::default();
        let mut cursor = list.walk();
        for argument in list.named_children(&mut cursor) {
            budget.step()?;
            match argument.kind() {
                "keyword_argument" => {
                    has_keyword = true;
                    let Some(name) = argument.child_by_field_name("name") else {
                        continue;
                    };
                    self.debug_name(name);
                    if !names.insert(self.code.slice(name)) {
                        self.error(name, "keyword argument is repeated");
                    }
                }
                "dictionary_splat" => has_rest = true,
                "list_splat" if has_rest => {
                    self.error(argument, "`*` argument after `**`");
                }
                "list_splat" => {}
                _ if argument.is_extra() => {}
                _ if has_keyword || has_rest => {
                    self.error(argument, "positional argument after a keyword argument");
                }
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) fn pattern(
        &mut self,
        node: Node<'t>,
        kind: Kind,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        if node.has_error() {
            return Ok(());
        }
        let is_class = kind == Kind::ClassPattern;
        let mut is_closed = false;
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            budget.step()?;
            let inner = match child.kind() {
                "case_pattern" => child.named_child(0).unwrap_or(child),
                _ => child,
            };
            let closes = match is_class {
                true => inner.kind() == "keyword_pattern",
                false => inner.kind() == "splat_pattern",
            };
            let message = match is_class {
                true => "positional pattern after a keyword pattern",
                false => "pattern after `**`",
            };
            if is_closed && !closes && !child.is_extra() {
                self.error(child, message);
            }
            is_closed |= closes;
        }
        Ok(())
    }
}
