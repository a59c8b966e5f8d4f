//! Outline table for Perl. Documentation is any comment directly above a definition, or the POD
//! section or item of the same name anywhere in the file.

use std::collections::HashMap;

use ransack_base::internal::span_of;
use tree_sitter::Node;

use crate::outline::item::OutlineItem;
use crate::outline::kind::ItemKind::{
    Class, Constant, Constructor, Field, Function, Method, Module, Property, Test, Trait, Variable,
};
use crate::outline::kind::Modifier;
use crate::outline::table::OutlineText;
use crate::outline::table::{
    DocStyle, Draft, HASH_REGION, Name, OutlineTable, Rule, child_of_kind, rule,
};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "conditional_statement cstyle_for_statement for_statement loop_statement \
        match_regexp match_regexp_modifiers try_statement",
    branches: "do_expression else for_statement label",
    separator: "::",
    rules: &[
        rule("package_statement", Module).body(&["block"]),
        rule("class_statement", Class).body(&["block"]),
        rule("role_statement", Trait).body(&["block"]),
        rule("subroutine_declaration_statement", Function)
            .member(Method)
            .refine(subroutine),
        rule("method_declaration_statement", Method).refine(subroutine),
        variable("variable_declaration").named(&["variable"]),
        variable("variable_declaration").name(Name::List("variables")),
        rule("use_statement", Constant).body(&[]).refined(constant),
        rule("autoquoted_bareword", Constant)
            .name(Name::Whole)
            .body(&[])
            .refine(constant_of_list),
        rule("ambiguous_function_call_expression", Property)
            .body(&[])
            .refined(call),
        rule("function_call_expression", Property)
            .body(&[])
            .refined(call),
    ],
    wrappers: "expression_statement assignment_expression",
    opaque: "string_literal interpolated_string_literal heredoc_content signature prototype \
        attrlist quoted_word_list hash_element_expression array_element_expression \
        method_call_expression",
    comments: "comment pod",
    doc: DocStyle::HASH,
    words: &[("our", Modifier::Exported), ("my", Modifier::Private)],
    convention: Some(convention),
    arrange: Some(arrange),
    elided: "{ ... }",
    region: HASH_REGION,
    ..OutlineTable::EMPTY
};

/// Starts a rule for file variables.
const fn variable(node: &'static str) -> Rule {
    rule(node, Variable)
        .member(Field)
        .body(&[])
        .not_local()
        .refine(file_variable)
}

/// Detects methods by their use of `$self` or `$class`. Assigns `Other::name` to `Other`.
fn subroutine(draft: &mut Draft<'_, '_>) -> bool {
    let name = String::from_utf8_lossy(draft.name_bytes()).into_owned();
    if let Some((owner, name)) = name.rsplit_once("::") {
        draft.owner = Some(owner.to_owned());
        draft.name.start = draft.name.end - name.len();
    }
    let Some(body) = draft.node.child_by_field_name("body") else {
        draft.modifiers.insert(Modifier::Declaration);
        return true;
    };
    let first = match child_of_kind(draft.node, &["signature"]) {
        Some(signature) => draft.text(signature),
        None => {
            let text = draft.text(body);
            let end = memchr::memchr2(b';', b'=', text).map_or(text.len(), |end| end + 1);
            &text[..end]
        }
    };
    let has = |word: &str| memchr::memmem::find(first, word.as_bytes()).is_some();
    if has("$self") || has("$class") {
        let is_new = draft.name_bytes() == b"new";
        draft.kind = if is_new { Constructor } else { Method };
    }
    true
}

/// Keeps variables of files and packages, and functions assigned to them.
fn file_variable(draft: &mut Draft<'_, '_>) -> bool {
    let is_global = draft.is_only_in(&[
        "source_file",
        "expression_statement",
        "assignment_expression",
        "package_statement",
        "class_statement",
        "role_statement",
        "phaser_statement",
        "block",
    ]);
    if !is_global {
        return false;
    }
    let assignment = draft.ancestor(1);
    let assignment = assignment.filter(|around| around.kind() == "assignment_expression");
    let right = assignment.and_then(|assignment| assignment.child_by_field_name("right"));
    // In a declaration of several variables, none holds the function.
    let is_one = draft.declarator.is_none();
    let function =
        right.filter(|right| is_one && right.kind() == "anonymous_subroutine_expression");
    if let Some(body) = function.and_then(|function| function.child_by_field_name("body")) {
        draft.kind = Function;
        draft.body = Some(body.byte_range());
    }
    true
}

/// Returns whether a statement is `use constant`.
fn is_constants(draft: &Draft<'_, '_>, statement: Node<'_>) -> bool {
    let module = statement.child_by_field_name("module");
    statement.kind() == "use_statement"
        && module.is_some_and(|module| draft.text(module) == b"constant")
}

/// Keeps the constant of `use constant NAME => value`.
fn constant(draft: &mut Draft<'_, '_>) -> bool {
    if !is_constants(draft, draft.node) {
        return false;
    }
    let list = draft.child(&["list_expression"]);
    let name = list.and_then(|list| list.named_child(0));
    let name = name.filter(|name| name.kind() == "autoquoted_bareword");
    draft.signature_end = name.map(|name| name.end_byte());
    draft.set_name(name)
}

/// Keeps the constants of `use constant { NAME => value, ... }`.
fn constant_of_list(draft: &mut Draft<'_, '_>) -> bool {
    let kind = |n| draft.ancestor(n).map_or("", |node| node.kind());
    kind(1) == "list_expression"
        && kind(2) == "anonymous_hash_expression"
        && draft
            .ancestor(3)
            .is_some_and(|statement| is_constants(draft, statement))
}

/// Keeps the attributes of Moose, and tests with a title.
fn call(draft: &mut Draft<'_, '_>) -> bool {
    let function = draft.field_text("function");
    if !matches!(function, b"has" | b"subtest" | b"describe" | b"it") {
        return false;
    }
    let arguments = draft.node.child_by_field_name("arguments");
    let list = arguments.filter(|arguments| arguments.kind() == "list_expression");
    let Some(first) = list.and_then(|list| list.named_child(0)) else {
        return false;
    };
    draft.signature_end = Some(first.end_byte());
    draft.name = match first.kind() {
        "autoquoted_bareword" => first.byte_range(),
        "string_literal" | "interpolated_string_literal" => {
            first.start_byte() + 1..first.end_byte().saturating_sub(1)
        }
        _ => return false,
    };
    if function != b"has" {
        draft.kind = Test;
        let block = list.and_then(|list| child_of_kind(list, &["anonymous_subroutine_expression"]));
        let block = block.and_then(|block| block.child_by_field_name("body"));
        draft.body = block.map(|block| block.byte_range());
        return block.is_some();
    }
    true
}

/// Marks names that begin with `_` as private.
fn convention(draft: &mut Draft<'_, '_>) {
    if draft.name_bytes().starts_with(b"_") {
        draft.modifiers.insert(Modifier::Private);
    }
}

/// Moves the definitions after a package without a block into the package, and adds POD
/// documentation.
fn arrange(items: Vec<OutlineItem>, text: OutlineText<'_>) -> Vec<OutlineItem> {
    let mut arranged: Vec<OutlineItem> = Vec::new();
    let mut package: Option<OutlineItem> = None;
    for mut item in items {
        if matches!(item.kind, Module | Class | Trait) {
            arranged.extend(package.take());
            match item.body_span() {
                None => package = Some(item),
                Some(_) => arranged.push(item),
            }
        } else if let Some(package) = &mut package {
            // A function of another package is already qualified.
            if item.qualified_name() == item.name && package.name != "main" {
                qualify(&mut item, &package.name);
            }
            let is_class = matches!(package.kind, Class | Trait);
            if is_class && item.kind == Variable {
                item.kind = Field;
            }
            let end = item.span().end.offset.max(package.span().end.offset);
            let whole = package.span().start.offset..end;
            package.set_span(span_of(text.lines, text.source, &whole));
            package.children.push(item);
        } else {
            arranged.push(item);
        }
    }
    arranged.extend(package);
    let pods = pods(text.source);
    if !pods.is_empty() {
        add_pods(&mut arranged, &pods);
    }
    arranged
}

/// Prepends the name of a package to the name paths of a definition and its children.
fn qualify(item: &mut OutlineItem, package: &str) {
    item.set_qualified_name(&format!("{package}::{}", item.qualified_name()));
    for child in &mut item.children {
        qualify(child, package);
    }
}

/// Returns the text of POD sections and items by the first name in their heading.
fn pods(source: &[u8]) -> HashMap<String, String> {
    let mut pods: HashMap<String, String> = HashMap::new();
    let mut heading: Option<String> = None;
    let mut is_after_blank = true;
    for line in source.split(|byte| *byte == b'\n') {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let is_command = is_after_blank
            && line.first() == Some(&b'=')
            && line.get(1).is_some_and(u8::is_ascii_alphabetic);
        is_after_blank = line.is_empty();
        if is_command {
            let line = String::from_utf8_lossy(line);
            let (command, title) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            let is_heading = command.starts_with("=head")
                || matches!(
                    command,
                    "=item" | "=method" | "=func" | "=function" | "=attr"
                );
            heading = name_of_heading(title).filter(|_| is_heading);
            if heading.as_ref().is_some_and(|name| pods.contains_key(name)) {
                heading = None;
            }
        } else if let Some(name) = &heading {
            let text = pods.entry(name.clone()).or_default();
            text.push_str(&String::from_utf8_lossy(line));
            text.push('\n');
        }
    }
    pods
}

/// Returns the name documented by a POD heading: the last word of `$object->name`, without
/// formatting codes and arguments.
fn name_of_heading(title: &str) -> Option<String> {
    let title = title.rsplit("->").next().unwrap_or(title);
    let title = title
        .trim()
        .trim_start_matches("C<")
        .trim_start_matches("B<");
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let start = title.strip_prefix(['$', '@', '%']).unwrap_or(title);
    let end = start.find(|c| !is_name(c)).unwrap_or(start.len());
    let is_alone = !start[end..].trim_start().starts_with(is_name);
    Some(start[..end].to_owned()).filter(|name| !name.is_empty() && is_alone)
}

fn add_pods(items: &mut [OutlineItem], pods: &HashMap<String, String>) {
    for item in items {
        add_pods(&mut item.children, pods);
        if item.doc.is_none() && !matches!(item.kind, Module | Test) {
            let name = item.name.trim_start_matches(['$', '@', '%']);
            let text = pods.get(name).map(|text| text.trim_matches('\n'));
            item.doc = text.filter(|text| !text.is_empty()).map(str::to_owned);
        }
    }
}
