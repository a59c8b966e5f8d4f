//! Edits to try on a definition, with the expected result of each.

use ransack::InsertPlace::{After, Before, FirstMember, LastMember};
use ransack::{DefinitionAction, DefinitionPart, InsertPlace, ItemKind, OutlineItem};

use crate::outline_round_trip::named::{Named, range};

/// Name of inserted definitions.
pub(super) const NEW: &str = "ransackNew";

/// Edit of a definition.
pub(super) struct Trial {
    /// Group of the edit in the table.
    pub(super) group: &'static str,
    pub(super) action: DefinitionAction,
    /// Declaration that the text must have afterwards.
    pub(super) adds: Option<String>,
}

/// Groups of edits, in the order of the table.
pub(super) const GROUPS: [&str; 9] = [
    "whole", "header", "body", "value", "doc", "remove", "insert", "rename", "move",
];

/// Returns the edits of a definition.
pub(super) fn trials(
    source: &str,
    language: &str,
    chosen: &Named<'_>,
    all: &[Named<'_>],
) -> Vec<Trial> {
    let is_python = language == "python";
    let item = chosen.item;
    let mut trials = Vec::new();
    let mut add = |group, action, adds: Option<&str>| {
        let adds = adds.map(str::to_owned);
        trials.push(Trial {
            group,
            action,
            adds,
        });
    };
    let replace = |part, text: String| DefinitionAction::Replace { part, text };
    let text_of = |part| range(part, item).map(|range| &source[range]);

    let whole = text_of(DefinitionPart::Whole).unwrap_or_default();
    let comment = if is_python { "# New." } else { "// New." };
    let at = range(DefinitionPart::Whole, item).map_or(0, |range| range.start);
    let indent = &source[source[..at].rfind('\n').map_or(0, |feed| feed + 1)..at];
    let margin = match indent.trim().is_empty() {
        true => whole.replace(&format!("\n{indent}"), "\n"),
        false => whole.to_owned(),
    };
    add(
        "whole",
        replace(DefinitionPart::Whole, format!("{comment}\n{margin}")),
        None,
    );
    if let Some(body) = text_of(DefinitionPart::Body) {
        let text = match (is_python, body.starts_with('{'), is_function(item)) {
            (true, ..) => "pass",
            (_, true, true) => "throw 0;",
            (_, true, false) => "",
            (_, false, true) => "0",
            (_, false, false) => "{}",
        };
        add("body", replace(DefinitionPart::Body, text.into()), None);
    }
    if text_of(DefinitionPart::Value).is_some() && item.kind != ItemKind::TypeAlias {
        add("value", replace(DefinitionPart::Value, "0".into()), None);
    }
    // In Python, only functions and classes have documentation.
    if !is_python || item.body_span().is_some() {
        for text in ["One line.", "First line.\n\nLast line.", ""] {
            add("doc", replace(DefinitionPart::Doc, text.into()), None);
        }
    }
    let signature = text_of(DefinitionPart::Signature).unwrap_or_default();
    let blank = if is_python { " " } else { "\n" };
    add(
        "header",
        replace(DefinitionPart::Signature, format!("{signature}{blank}")),
        None,
    );
    let is_decorated = match is_python {
        true => is_function(item) || item.kind == ItemKind::Class,
        false => item.kind == ItemKind::Class && !signature.contains("declare "),
    };
    if is_decorated {
        add(
            "header",
            replace(DefinitionPart::Attributes, "@made".into()),
            None,
        );
    }
    add("remove", DefinitionAction::Remove, None);

    let parent = chosen
        .place
        .split_last()
        .and_then(|(_, around)| all.iter().find(|named| named.place == around));
    for place in [Before, After] {
        let text = new_code(is_python, parent.map(|parent| parent.item));
        add(
            "insert",
            DefinitionAction::Insert { place, text },
            Some(NEW),
        );
    }
    if is_container(item) && item.body_span().is_some() {
        for place in [FirstMember, LastMember] {
            let text = new_code(is_python, Some(item));
            add(
                "insert",
                DefinitionAction::Insert { place, text },
                Some(NEW),
            );
        }
    }
    if item.name.chars().all(|c| c.is_alphanumeric() || c == '_') && item.name != "constructor" {
        let name = format!("{}Renamed", item.name);
        add(
            "rename",
            DefinitionAction::Rename { name: name.clone() },
            (item.kind != ItemKind::Test).then_some(name.as_str()),
        );
    }
    let mut move_to = |place: InsertPlace, target: String| {
        let path = None;
        add(
            "move",
            DefinitionAction::Move {
                path,
                place,
                target,
            },
            None,
        );
    };
    if let Some((index, around)) = chosen.place.split_last() {
        let beside = |index: usize| {
            let place = [around, &[index]].concat();
            let found = all.iter().find(|named| named.place == place);
            found.map(|named| named.name.clone())
        };
        if let Some(target) = beside(index + 1) {
            move_to(After, target);
        }
        if let Some(target) = index.checked_sub(1).and_then(beside) {
            move_to(Before, target);
        }
        if around.is_empty() {
            move_to(LastMember, String::new());
        }
    }
    trials
}

fn is_function(item: &OutlineItem) -> bool {
    use ItemKind::{Constructor, Function, Method};
    matches!(item.kind, Function | Method | Constructor)
}

fn is_container(item: &OutlineItem) -> bool {
    use ItemKind::{Class, Enum, Interface, Namespace};
    is_function(item) || matches!(item.kind, Class | Enum | Interface | Namespace)
}

/// Returns a definition that is valid inside another definition.
fn new_code(is_python: bool, around: Option<&OutlineItem>) -> String {
    use ItemKind::{Class, Constant, Enum, Field, Interface, Property, TypeAlias, Variable};
    if is_python {
        return format!("def {NEW}(self):\n    return 1");
    }
    match around.map(|item| item.kind) {
        Some(Class | Constant | Variable | Field) => format!("{NEW}() {{\n  return 1;\n}}"),
        Some(Interface | TypeAlias | Property) => format!("{NEW}(): void;"),
        Some(Enum) => NEW.to_owned(),
        _ => format!("function {NEW}() {{\n  return 1;\n}}"),
    }
}
