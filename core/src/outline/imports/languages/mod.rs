//! Import and export statements in each language, with one file per language family.

mod c;
mod ecmascript;
mod go;
mod java;
mod others;
mod python;
mod rust;

use std::sync::OnceLock;

use super::item::{Export, ExportKind, ImportedName};
use super::read::CompiledGrammar;
use crate::ast::Language;

/// Declares the lookup of grammars by language name.
macro_rules! grammars {
    ($($feature:literal $name:literal => $($path:ident)::+,)*) => {
        /// Returns the grammar of a language; `None` for a language without imports.
        pub(super) fn compiled(language: &Language) -> Option<&'static CompiledGrammar> {
            match language.name {
                $(
                    #[cfg(feature = $feature)]
                    $name => {
                        static COMPILED: OnceLock<CompiledGrammar> = OnceLock::new();
                        let compile = || CompiledGrammar::new(&$($path)::+, &language.grammar());
                        Some(COMPILED.get_or_init(compile))
                    }
                )*
                _ => None,
            }
        }
    };
}

grammars! {
    "lang-bash" "bash" => others::BASH,
    "lang-c" "c" => c::C,
    "lang-cpp" "cpp" => c::C,
    "lang-csharp" "csharp" => others::CSHARP,
    "lang-css" "css" => others::CSS,
    "lang-go" "go" => go::GO,
    "lang-java" "java" => java::JAVA,
    "lang-javascript" "javascript" => ecmascript::ECMASCRIPT,
    "lang-just" "just" => others::JUST,
    "lang-kotlin" "kotlin" => others::KOTLIN,
    "lang-lua" "lua" => others::LUA,
    "lang-php" "php" => others::PHP,
    "lang-protobuf" "protobuf" => others::PROTOBUF,
    "lang-python" "python" => python::PYTHON,
    "lang-ruby" "ruby" => others::RUBY,
    "lang-rust" "rust" => rust::RUST,
    "lang-scala" "scala" => others::SCALA,
    "lang-swift" "swift" => others::SWIFT,
    "lang-tsx" "tsx" => ecmascript::ECMASCRIPT,
    "lang-typescript" "typescript" => ecmascript::ECMASCRIPT,
}

/// Returns whether text in a language can have imports in embedded code.
pub(super) fn embeds(language: &Language) -> bool {
    matches!(language.name, "astro" | "html" | "svelte" | "vue")
}

/// Returns the re-export of a name from another module.
fn re_export(name: ImportedName, module: &str, is_type_only: bool) -> Export {
    let kind = match (is_type_only || name.is_type_only, &name.alias) {
        (true, _) => ExportKind::TypeOnly,
        (false, None) if name.name == "*" => ExportKind::Wildcard,
        (false, _) => ExportKind::ReExport,
    };
    Export {
        module: Some(module.to_owned()),
        ..export_of(name, kind)
    }
}

/// Returns the export of a name defined in this text.
fn local_export(name: ImportedName, is_type_only: bool) -> Export {
    let exported = name.alias.as_ref().unwrap_or(&name.name);
    let kind = match is_type_only || name.is_type_only {
        true => ExportKind::TypeOnly,
        false if exported == "default" => ExportKind::Default,
        false => ExportKind::Named,
    };
    export_of(name, kind)
}

fn export_of(name: ImportedName, kind: ExportKind) -> Export {
    let (exported, local) = match name.alias {
        Some(alias) => (alias, Some(name.name)),
        None => (name.name, None),
    };
    Export {
        name: exported,
        local,
        module: None,
        kind,
        span: name.span,
    }
}
