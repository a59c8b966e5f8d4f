//! Class members, private names, and object keys.

use ransack_grammars::internal::{Interrupt, WorkBudget};
use rustc_hash::FxHashMap;
use tree_sitter::Node;

use super::kinds::Kind;
use super::{ScriptLevel, ScriptWalk};

/// Class whose body is being visited.
pub(super) struct ClassScope<'t> {
    pub(super) is_derived: bool,
    private_names: FxHashMap<&'t [u8], Member>,
}

/// Form of a class member with a private name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Member {
    Getter {
        is_static: bool,
    },
    Setter {
        is_static: bool,
    },
    /// A field, a method, or both halves of an accessor.
    Other,
}

impl<'t> ScriptWalk<'_, 't> {
    pub(super) fn enter_class_body(
        &mut self,
        body: Node<'t>,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        let mut class = ClassScope {
            is_derived: self.parent().last == Kind::Heritage,
            private_names: FxHashMap::default(),
        };
        let mut has_constructor = false;
        let mut cursor = body.walk();
        for member in body.named_children(&mut cursor) {
            budget.step()?;
            let kind = self.kind(member);
            let name = member
                .child_by_field_name("property")
                .or_else(|| member.child_by_field_name("name"));
            let (Some(name), false) = (name, member.has_error()) else {
                continue;
            };
            let text = self.code.slice(name);
            let member_form = self.member(member, name);
            if self.kind(name) == Kind::PrivateName {
                self.private_member(&mut class, name, text, member_form, kind);
                continue;
            }
            let key = property_key(name, text);
            let is_method = kind == Kind::Method;
            match key {
                Some(b"constructor") if !member_form.is_static && is_method => {
                    if member_form.is_special {
                        self.error(
                            name,
                            "constructor that is a generator, an accessor or async",
                        );
                    } else if has_constructor {
                        self.error(name, "second constructor of a class");
                    }
                    has_constructor = true;
                }
                Some(b"constructor") if kind == Kind::FieldDefinition && !self.is_typescript => {
                    self.error(name, "field named `constructor`");
                }
                Some(b"prototype") if member_form.is_static && !self.is_typescript => {
                    self.error(name, "static member named `prototype`");
                }
                _ => {}
            }
        }
        self.classes.push(class);
        Ok(())
    }

    fn private_member(
        &mut self,
        class: &mut ClassScope<'t>,
        name: Node<'t>,
        text: &'t [u8],
        form: MemberForm,
        kind: Kind,
    ) {
        if text == b"#constructor" {
            self.error(name, "private member named `#constructor`");
        }
        // TypeScript signatures repeat the name.
        let is_definition = matches!(kind, Kind::Method | Kind::FieldDefinition);
        let member = form.member;
        let other = class.private_names.get(text).copied();
        let merged = match (other, member) {
            (None, member) => Some(member),
            (Some(Member::Getter { is_static }), Member::Setter { is_static: now })
            | (Some(Member::Setter { is_static }), Member::Getter { is_static: now })
                if is_static == now =>
            {
                Some(Member::Other)
            }
            _ => None,
        };
        match merged {
            Some(member) if is_definition => {
                class.private_names.insert(text, member);
            }
            None if is_definition && !self.is_typescript => {
                self.error(name, "private name is declared already");
            }
            // A name without a definition still counts as declared.
            _ => {
                class.private_names.entry(text).or_insert(member);
            }
        }
    }

    fn member(&self, node: Node<'t>, name: Node<'t>) -> MemberForm {
        let mut form = MemberForm {
            is_static: false,
            is_special: false,
            member: Member::Other,
        };
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            if child.id() == name.id() {
                break;
            }
            let is_static = form.is_static;
            match child.kind() {
                "static" => form.is_static = true,
                "static get" => {
                    form.is_static = true;
                    form.member = Member::Getter { is_static: true };
                }
                "get" => form.member = Member::Getter { is_static },
                "set" => form.member = Member::Setter { is_static },
                "async" | "*" => form.is_special = true,
                _ => {}
            }
        }
        form.is_special |= form.member != Member::Other;
        form
    }

    /// Reports a private name that no enclosing class declares.
    pub(super) fn private_name(
        &mut self,
        node: Node<'t>,
        parent: ScriptLevel,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        let text = self.code.slice(node);
        let is_use = matches!(parent.kind, Kind::Member | Kind::Binary);
        if !is_use || text.contains(&b'\\') || self.code.is_embedded {
            return Ok(());
        }
        for class in self.classes.iter().rev() {
            budget.step()?;
            if class.private_names.contains_key(text) {
                return Ok(());
            }
        }
        self.error_in_function(node, "private name that no enclosing class declares");
        Ok(())
    }

    pub(super) fn object(
        &mut self,
        node: Node<'t>,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        let text = self.code.slice(node);
        if memchr::memmem::find(
            text.get(..text.len().min(4096)).unwrap_or(text),
            b"__proto__",
        )
        .is_none()
        {
            return Ok(());
        }
        let mut has_prototype = false;
        let mut cursor = node.walk();
        for pair in node.named_children(&mut cursor) {
            budget.step()?;
            let Some(key) = pair.child_by_field_name("key") else {
                continue;
            };
            let is_pair = self.kind(pair) == Kind::Pair;
            if is_pair && property_key(key, self.code.slice(key)) == Some(b"__proto__") {
                if has_prototype {
                    self.error(key, "second `__proto__` of an object");
                }
                has_prototype = true;
            }
        }
        Ok(())
    }
}

/// Tokens before the name of a class member.
#[derive(Clone, Copy)]
struct MemberForm {
    is_static: bool,
    /// Whether the member is a generator, an accessor or async.
    is_special: bool,
    member: Member,
}

/// Returns the text of a property name that is a word or a string; `None` for other names.
fn property_key<'t>(name: Node<'_>, text: &'t [u8]) -> Option<&'t [u8]> {
    match name.kind() {
        "property_identifier" => Some(text),
        "string" => text.get(1..text.len().saturating_sub(1)),
        _ => None,
    }
}
