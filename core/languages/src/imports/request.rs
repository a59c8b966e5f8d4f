//! Imports to add.

use super::item::ImportKind;

/// Import to add to source text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImportRequest {
    /// Module, without quotes or brackets, as in [`Import::module`](crate::Import::module). In Ruby,
    /// a module that starts with `./` or `../` is imported by `require_relative`.
    pub module: String,
    /// Names to import, each with an optional alias. `("*", Some(alias))` imports the module under
    /// an alias, `("*", None)` imports all names from the module, and `("default", Some(alias))`
    /// imports the default export in JavaScript. An empty list imports the module itself; C and Go
    /// accept only an empty list or `*`, C# an empty list or `*` with an alias, Swift an empty list.
    /// In Lua, an empty list imports the module under the last part of its name.
    pub names: Vec<(String, Option<String>)>,
    /// Kind of the import. Default: [`ImportKind::Static`]. Other kinds depend on the language:
    /// `TypeOnly` and `SideEffect` in TypeScript and JavaScript, `SideEffect` in Go, `Member` in
    /// C# and Java, `ReExport` in Rust and Swift, `Function` and `Constant` in PHP, `Include` and
    /// `SystemInclude` in C and C++, `SideEffect` and `Include` in Lua and Perl, `Dynamic` for
    /// `require` in Perl, `Include` for `load` and, with a name, `Dynamic` for `autoload` in Ruby.
    pub kind: ImportKind,
}

impl ImportRequest {
    /// Creates a request that imports the module itself.
    pub fn new(module: impl Into<String>) -> ImportRequest {
        ImportRequest {
            module: module.into(),
            names: Vec::new(),
            kind: ImportKind::Static,
        }
    }

    /// Adds a name to import from the module.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> ImportRequest {
        self.names.push((name.into(), None));
        self
    }

    /// Adds a name to import from the module under an alias.
    #[must_use]
    pub fn name_as(mut self, name: impl Into<String>, alias: impl Into<String>) -> ImportRequest {
        self.names.push((name.into(), Some(alias.into())));
        self
    }

    /// Sets the kind of the import.
    #[must_use]
    pub fn kind(mut self, kind: ImportKind) -> ImportRequest {
        self.kind = kind;
        self
    }
}
