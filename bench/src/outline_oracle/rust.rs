//! Definitions of Rust files as parsed by `syn`. Tokens inside macros are not parsed.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Ident, Signature};

use super::Found;

/// Returns the definitions of a file, or the reason why `syn` rejects it.
pub(super) fn definitions(source: &str) -> Result<Vec<Found>, String> {
    let file = syn::parse_file(source).map_err(|e| e.to_string())?;
    let mut definitions = Definitions::default();
    definitions.visit_file(&file);
    drop(file);
    // Otherwise the positions of all files of a thread stay in memory.
    proc_macro2::extra::invalidate_current_thread_spans();
    Ok(definitions.items)
}

#[derive(Default)]
struct Definitions {
    items: Vec<Found>,
}

impl Definitions {
    fn add(&mut self, kind: &str, name: &Ident) {
        self.add_text(kind, name.to_string(), name.span());
    }

    fn add_text(&mut self, kind: &str, name: String, span: Span) {
        let line = span.start().line as u64;
        self.items.push((kind.to_owned(), name, line));
    }

    /// A function of a type that is named `new` and takes no `self` is a constructor.
    fn add_method(&mut self, signature: &Signature) {
        let is_constructor = signature.ident == "new" && signature.receiver().is_none();
        let kind = match is_constructor {
            true => "constructor",
            false => "method",
        };
        self.add(kind, &signature.ident);
    }
}

/// Returns the source of a node, with single blanks.
fn text(node: &impl Spanned) -> String {
    let text = node.span().source_text().unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Visitors for named definition nodes, with their kinds.
macro_rules! named {
    ($($visit:ident $node:ident $kind:literal)*) => {
        $(fn $visit(&mut self, node: &'ast syn::$node) {
            self.add($kind, &node.ident);
            visit::$visit(self, node);
        })*
    };
}

impl<'ast> Visit<'ast> for Definitions {
    named! {
        visit_item_mod ItemMod "module"
        visit_item_struct ItemStruct "struct"
        visit_item_union ItemUnion "union"
        visit_item_enum ItemEnum "enum"
        visit_variant Variant "variant"
        visit_item_trait ItemTrait "trait"
        visit_item_const ItemConst "constant"
        visit_impl_item_const ImplItemConst "constant"
        visit_trait_item_const TraitItemConst "constant"
        visit_item_static ItemStatic "variable"
        visit_foreign_item_static ForeignItemStatic "variable"
        visit_item_type ItemType "typeAlias"
        visit_impl_item_type ImplItemType "typeAlias"
        visit_trait_item_type TraitItemType "typeAlias"
        visit_foreign_item_type ForeignItemType "typeAlias"
    }

    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        self.add("function", &node.sig.ident);
        visit::visit_item_fn(self, node);
    }

    fn visit_foreign_item_fn(&mut self, node: &'ast syn::ForeignItemFn) {
        self.add("function", &node.sig.ident);
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        self.add_method(&node.sig);
        visit::visit_impl_item_fn(self, node);
    }

    fn visit_trait_item_fn(&mut self, node: &'ast syn::TraitItemFn) {
        self.add_method(&node.sig);
        visit::visit_trait_item_fn(self, node);
    }

    fn visit_field(&mut self, node: &'ast syn::Field) {
        if let Some(name) = &node.ident {
            self.add("field", name);
        }
        visit::visit_field(self, node);
    }

    fn visit_item_impl(&mut self, node: &'ast syn::ItemImpl) {
        let of = text(&node.self_ty);
        let name = match &node.trait_ {
            Some((implemented, _)) => {
                let polarity = node.modifiers.polarity.as_ref().map_or("", |_| "!");
                format!("impl {polarity}{} for {of}", text(implemented))
            }
            None => format!("impl {of}"),
        };
        self.add_text("impl", name, node.self_ty.span());
        visit::visit_item_impl(self, node);
    }

    fn visit_item_macro(&mut self, node: &'ast syn::ItemMacro) {
        if let Some(name) = node
            .ident
            .as_ref()
            .filter(|_| node.mac.path.is_ident("macro_rules"))
        {
            self.add("macro", name);
        }
    }
}
