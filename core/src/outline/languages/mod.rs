//! Outline tables for all languages, one file per language. `call_signatures`: code that the
//! TypeScript grammar cannot parse; `clauses`: functions with several clauses; `promoted`:
//! parameters that are members.

use std::sync::OnceLock;

use super::compiled::CompiledTable;
use super::table::Table;
use crate::ast::Language;

mod call_signatures;
mod clauses;
mod promoted;

/// Declares the language modules and the lookup of their tables by name. All modules are built
/// regardless of features, since languages share rules.
macro_rules! tables {
    ($($module:ident { $($feature:literal $name:literal => $table:ident,)* })*) => {
        $(mod $module;)*

        /// Returns the table of a language.
        pub(super) fn compiled_table(language: &Language) -> Option<&'static CompiledTable> {
            match language.name {
                $($(
                    #[cfg(feature = $feature)]
                    $name => {
                        static COMPILED: OnceLock<CompiledTable> = OnceLock::new();
                        let compile = || CompiledTable::new(&$module::$table, &language.grammar());
                        Some(COMPILED.get_or_init(compile))
                    }
                )*)*
                _ => None,
            }
        }
    };
}

tables! {
    bash { "lang-bash" "bash" => BASH, }
    build { "lang-cmake" "cmake" => CMAKE, "lang-dockerfile" "dockerfile" => DOCKERFILE, "lang-hcl" "hcl" => HCL, "lang-make" "make" => MAKE, }
    c { "lang-c" "c" => C, }
    clojure { "lang-clojure" "clojure" => CLOJURE, }
    cpp { "lang-cpp" "cpp" => CPP, }
    csharp { "lang-csharp" "csharp" => CSHARP, }
    css { "lang-css" "css" => CSS, }
    data { "lang-ini" "ini" => INI, "lang-json" "json" => JSON, "lang-toml" "toml" => TOML, "lang-yaml" "yaml" => YAML, }
    dart { "lang-dart" "dart" => DART, }
    diff { "lang-diff" "diff" => DIFF, }
    elixir { "lang-elixir" "elixir" => ELIXIR, }
    erlang { "lang-erlang" "erlang" => ERLANG, }
    go { "lang-go" "go" => GO, }
    graphql { "lang-graphql" "graphql" => GRAPHQL, }
    haskell { "lang-haskell" "haskell" => HASKELL, }
    java { "lang-java" "java" => JAVA, }
    javascript { "lang-javascript" "javascript" => JAVASCRIPT, }
    julia { "lang-julia" "julia" => JULIA, }
    just { "lang-just" "just" => JUST, }
    kotlin { "lang-kotlin" "kotlin" => KOTLIN, }
    lua { "lang-lua" "lua" => LUA, }
    markdown { "lang-markdown" "markdown" => MARKDOWN, }
    markup { "lang-astro" "astro" => ASTRO, "lang-html" "html" => HTML, "lang-svelte" "svelte" => SVELTE, "lang-vue" "vue" => VUE, }
    nix { "lang-nix" "nix" => NIX, }
    objc { "lang-objc" "objc" => OBJC, }
    ocaml { "lang-ocaml" "ocaml" => OCAML, }
    odin { "lang-odin" "odin" => ODIN, }
    perl { "lang-perl" "perl" => PERL, }
    php { "lang-php" "php" => PHP, }
    powershell { "lang-powershell" "powershell" => POWERSHELL, }
    protobuf { "lang-protobuf" "protobuf" => PROTOBUF, }
    python { "lang-python" "python" => PYTHON, }
    r { "lang-r" "r" => R, }
    regex { "lang-regex" "regex" => REGEX, }
    ruby { "lang-ruby" "ruby" => RUBY, }
    rust { "lang-rust" "rust" => RUST, }
    scala { "lang-scala" "scala" => SCALA, }
    solidity { "lang-solidity" "solidity" => SOLIDITY, }
    sql { "lang-sql" "sql" => SQL, }
    starlark { "lang-starlark" "starlark" => STARLARK, }
    swift { "lang-swift" "swift" => SWIFT, }
    tlaplus { "lang-tlaplus" "tlaplus" => TLAPLUS, }
    typescript { "lang-typescript" "typescript" => TYPESCRIPT, "lang-tsx" "tsx" => TYPESCRIPT, }
    verilog { "lang-verilog" "verilog" => VERILOG, }
    xml { "lang-xml" "xml" => XML, }
    zig { "lang-zig" "zig" => ZIG, }
}

/// Returns the rules of a language.
pub(super) fn table(language: &Language) -> Option<&'static Table> {
    compiled_table(language).map(|compiled| compiled.table)
}

/// Returns the replacement for a body in a skeleton.
pub(super) fn elided(language: &Language) -> &'static str {
    table(language).map_or("...", |table| table.elided)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast;
    use crate::outline::table::{Name, Place, Rule};

    /// Returns the names in a table that the grammar does not have.
    fn unknown_names(table: &Table, grammar: &tree_sitter::Language) -> Vec<String> {
        let is_kind = |kind: &str| {
            [true, false]
                .iter()
                .any(|named| grammar.id_for_node_kind(kind, *named) != 0)
        };
        let is_field = |field: &str| grammar.field_id_for_name(field).is_some();
        let names_of_rule = |rule: &Rule| {
            let mut unknown = Vec::new();
            unknown.extend((!is_kind(rule.node)).then_some(rule.node));
            let parts = rule.body.iter().chain(rule.value);
            // `body` is the default, even in languages without such a field.
            let is_part = |part: &str| part == "body" || is_kind(part) || is_field(part);
            unknown.extend(parts.copied().filter(|part| !is_part(part)));
            if let Place::Within(around) = rule.place {
                unknown.extend((!is_kind(around)).then_some(around));
            }
            match rule.name {
                Name::Fields(fields) => unknown.extend(fields.iter().filter(|f| !is_field(f))),
                Name::Child(kinds) => unknown.extend(kinds.iter().filter(|k| !is_kind(k))),
                _ => {}
            }
            unknown
        };
        let kinds = [
            table.wrappers,
            table.opaque,
            table.comments,
            table.attributes,
            table.modifier_lists,
        ];
        let marked = table.marked.iter().map(|marked| marked.nodes);
        let kinds = kinds.into_iter().chain(marked).flatten().copied();
        let unknown = kinds.filter(|kind| !is_kind(kind));
        let unknown = unknown.chain(table.rules.iter().flat_map(names_of_rule));
        unknown.map(str::to_owned).collect()
    }

    #[test]
    fn tables_have_names_of_their_grammars_only() {
        let mut faults = Vec::new();
        for language in ast::languages() {
            let Some(CompiledTable { table, .. }) = compiled_table(language) else {
                continue;
            };
            for name in unknown_names(table, &language.grammar()) {
                faults.push(format!("{}: {name}", language.name));
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}
