//! Grammars whose parse tables the build script of `ransack` packs.
//!
//! A build script is not told where the sources of other crates are. As a build dependency, this
//! crate makes cargo compile the grammars, in the versions of the build and with its patches,
//! before that script runs, and gives the script their tables to compare a source with. It is of no
//! use elsewhere.

pub use tree_sitter_language::LanguageFn;

/// Grammar with a large parse table.
#[derive(Clone, Copy)]
pub struct Grammar {
    /// Name of the language. The feature of this crate has the same name; the feature of `ransack`
    /// has the prefix `lang-`.
    pub name: &'static str,
    /// Name of the package.
    pub package: &'static str,
    /// Folder of `parser.c`, relative to the package.
    pub folder: &'static str,
    /// Grammar, compiled for the host.
    pub language: LanguageFn,
}

macro_rules! grammars {
    ($($name:literal $package:literal $folder:literal $language:expr;)*) => {
        /// Returns the grammars of the enabled features, sorted by name.
        pub fn grammars() -> Vec<Grammar> {
            vec![$(
                #[cfg(feature = $name)]
                Grammar {
                    name: $name,
                    package: $package,
                    folder: $folder,
                    language: $language,
                },
            )*]
        }
    };
}

grammars! {
    "cpp" "tree-sitter-cpp" "src" tree_sitter_cpp::LANGUAGE;
    "csharp" "tree-sitter-c-sharp" "src" tree_sitter_c_sharp::LANGUAGE;
    "haskell" "tree-sitter-haskell" "src" tree_sitter_haskell::LANGUAGE;
    "julia" "arborium-julia" "grammar/src" arborium_julia::language();
    "kotlin" "tree-sitter-kotlin-sg" "src" tree_sitter_kotlin_sg::LANGUAGE;
    "objc" "tree-sitter-objc" "src" tree_sitter_objc::LANGUAGE;
    "ocaml" "tree-sitter-ocaml" "grammars/ocaml/src" tree_sitter_ocaml::LANGUAGE_OCAML;
    "odin" "tree-sitter-odin" "src" tree_sitter_odin::LANGUAGE;
    "perl" "ts-parser-perl" "src" ts_parser_perl::LANGUAGE;
    "ruby" "tree-sitter-ruby" "src" tree_sitter_ruby::LANGUAGE;
    "scala" "tree-sitter-scala" "src" tree_sitter_scala::LANGUAGE;
    "swift" "tree-sitter-swift" "src" tree_sitter_swift::LANGUAGE;
    "tlaplus" "tree-sitter-tlaplus" "src" tree_sitter_tlaplus::LANGUAGE;
    "verilog" "tree-sitter-verilog" "src" tree_sitter_verilog::LANGUAGE;
}
