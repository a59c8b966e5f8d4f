//! The queries that tell classes from syntax trees: those that the crates of
//! the grammars bring along.

/// The texts of a grammar's queries.
#[derive(Clone, Copy)]
pub(super) struct Sources {
    /// Run as one query, in this order.
    pub(super) highlights: &'static [&'static str],
    /// What is text of another language.
    pub(super) injections: &'static [&'static str],
    /// Of two patterns for the same node the first holds. Tree-sitter has it
    /// the other way round since 0.23, and queries are written for either.
    pub(super) first_holds: bool,
}

/// The grammar of the spans of Markdown, which is only used within that of its
/// blocks.
#[cfg(feature = "lang-markdown")]
pub(super) const MARKDOWN_INLINE: &str = "markdown_inline";

macro_rules! sources {
    ($name:ident, $($feature:literal $grammar:pat => [$($highlights:expr),+] [$($injections:expr),*] $first_holds:ident;)*) => {
        match $name {
            $(#[cfg(feature = $feature)]
            $grammar => Some(Sources {
                highlights: &[$($highlights),+],
                injections: &[$($injections),*],
                first_holds: $first_holds,
            }),)*
            _ => None,
        }
    };
}

const FIRST: bool = true;
const LAST: bool = false;

/// The queries of a grammar, by its name in the `ast` module; `None` for one
/// that has none or is not built in.
pub(super) fn sources(grammar: &str) -> Option<Sources> {
    sources! { grammar,
        "lang-astro" "astro" => [tree_sitter_astro_next::HIGHLIGHTS_QUERY] [tree_sitter_astro_next::INJECTIONS_QUERY] LAST;
        "lang-bash" "bash" => [tree_sitter_bash::HIGHLIGHT_QUERY] [] LAST;
        "lang-c" "c" => [tree_sitter_c::HIGHLIGHT_QUERY] [] LAST;
        "lang-clojure" "clojure" => [tree_sitter_clojure_orchard::HIGHLIGHTS_QUERY] [] LAST;
        "lang-cmake" "cmake" => [tree_sitter_cmake::HIGHLIGHTS_QUERY] [] LAST;
        "lang-cpp" "cpp" => [tree_sitter_c::HIGHLIGHT_QUERY, tree_sitter_cpp::HIGHLIGHT_QUERY] [] LAST;
        "lang-csharp" "csharp" => [tree_sitter_c_sharp::HIGHLIGHTS_QUERY] [] LAST;
        "lang-css" "css" => [tree_sitter_css::HIGHLIGHTS_QUERY] [] LAST;
        "lang-dart" "dart" => [tree_sitter_dart::HIGHLIGHTS_QUERY] [] LAST;
        "lang-dockerfile" "dockerfile" => [tree_sitter_containerfile::HIGHLIGHTS_QUERY] [tree_sitter_containerfile::INJECTIONS_QUERY] LAST;
        "lang-elixir" "elixir" => [tree_sitter_elixir::HIGHLIGHTS_QUERY] [tree_sitter_elixir::INJECTIONS_QUERY] LAST;
        "lang-erlang" "erlang" => [tree_sitter_erlang::HIGHLIGHTS_QUERY] [] LAST;
        "lang-go" "go" => [tree_sitter_go::HIGHLIGHTS_QUERY] [] LAST;
        "lang-haskell" "haskell" => [tree_sitter_haskell::HIGHLIGHTS_QUERY] [tree_sitter_haskell::INJECTIONS_QUERY] LAST;
        "lang-html" "html" => [tree_sitter_html::HIGHLIGHTS_QUERY] [tree_sitter_html::INJECTIONS_QUERY] LAST;
        "lang-ini" "ini" => [tree_sitter_ini::HIGHLIGHTS_QUERY] [] LAST;
        "lang-java" "java" => [tree_sitter_java::HIGHLIGHTS_QUERY] [] LAST;
        "lang-javascript" "javascript" => [tree_sitter_javascript::HIGHLIGHT_QUERY, tree_sitter_javascript::JSX_HIGHLIGHT_QUERY] [tree_sitter_javascript::INJECTIONS_QUERY] LAST;
        "lang-json" "json" => [tree_sitter_json::HIGHLIGHTS_QUERY] [] LAST;
        "lang-julia" "julia" => [arborium_julia::HIGHLIGHTS_QUERY] [] LAST;
        "lang-just" "just" => [arborium_just::HIGHLIGHTS_QUERY] [arborium_just::INJECTIONS_QUERY] LAST;
        "lang-kotlin" "kotlin" => [tree_sitter_kotlin_sg::HIGHLIGHTS_QUERY] [] LAST;
        "lang-lua" "lua" => [tree_sitter_lua::HIGHLIGHTS_QUERY] [tree_sitter_lua::INJECTIONS_QUERY] LAST;
        "lang-make" "make" => [tree_sitter_make::HIGHLIGHTS_QUERY] [] LAST;
        "lang-markdown" "markdown" => [tree_sitter_md::HIGHLIGHT_QUERY_BLOCK] [tree_sitter_md::INJECTION_QUERY_BLOCK] LAST;
        "lang-markdown" MARKDOWN_INLINE => [tree_sitter_md::HIGHLIGHT_QUERY_INLINE] [tree_sitter_md::INJECTION_QUERY_INLINE] LAST;
        "lang-nix" "nix" => [tree_sitter_nix::HIGHLIGHTS_QUERY] [tree_sitter_nix::INJECTIONS_QUERY] LAST;
        "lang-objc" "objc" => [tree_sitter_c::HIGHLIGHT_QUERY, tree_sitter_objc::HIGHLIGHTS_QUERY] [] LAST;
        "lang-ocaml" "ocaml" => [tree_sitter_ocaml::HIGHLIGHTS_QUERY] [] LAST;
        "lang-odin" "odin" => [tree_sitter_odin::HIGHLIGHTS_QUERY] [] LAST;
        "lang-perl" "perl" => [ts_parser_perl::HIGHLIGHTS_QUERY] [] LAST;
        "lang-php" "php" => [tree_sitter_php::HIGHLIGHTS_QUERY] [tree_sitter_php::INJECTIONS_QUERY, PHP_HTML] LAST;
        "lang-powershell" "powershell" => [tree_sitter_powershell::HIGHLIGHTS_QUERY] [] LAST;
        "lang-python" "python" => [tree_sitter_python::HIGHLIGHTS_QUERY] [] LAST;
        "lang-r" "r" => [tree_sitter_r::HIGHLIGHTS_QUERY] [] LAST;
        "lang-regex" "regex" => [tree_sitter_regex::HIGHLIGHTS_QUERY] [] LAST;
        "lang-ruby" "ruby" => [tree_sitter_ruby::HIGHLIGHTS_QUERY] [] LAST;
        "lang-rust" "rust" => [tree_sitter_rust::HIGHLIGHTS_QUERY] [tree_sitter_rust::INJECTIONS_QUERY] LAST;
        "lang-scala" "scala" => [tree_sitter_scala::HIGHLIGHTS_QUERY] [] LAST;
        "lang-solidity" "solidity" => [tree_sitter_solidity::HIGHLIGHT_QUERY] [] LAST;
        "lang-sql" "sql" => [tree_sitter_sequel::HIGHLIGHTS_QUERY] [] LAST;
        "lang-starlark" "starlark" => [tree_sitter_starlark::HIGHLIGHTS_QUERY] [] LAST;
        "lang-svelte" "svelte" => [tree_sitter_svelte_next::HIGHLIGHTS_QUERY] [tree_sitter_svelte_next::INJECTIONS_QUERY] LAST;
        "lang-swift" "swift" => [tree_sitter_swift::HIGHLIGHTS_QUERY] [tree_sitter_swift::INJECTIONS_QUERY] LAST;
        "lang-tlaplus" "tlaplus" => [tree_sitter_tlaplus::HIGHLIGHT_QUERY] [] LAST;
        "lang-toml" "toml" => [tree_sitter_toml_ng::HIGHLIGHTS_QUERY] [] LAST;
        "lang-tsx" "tsx" => [tree_sitter_typescript::HIGHLIGHTS_QUERY, tree_sitter_javascript::HIGHLIGHT_QUERY, tree_sitter_javascript::JSX_HIGHLIGHT_QUERY] [tree_sitter_javascript::INJECTIONS_QUERY] LAST;
        "lang-typescript" "typescript" => [tree_sitter_typescript::HIGHLIGHTS_QUERY, tree_sitter_javascript::HIGHLIGHT_QUERY] [tree_sitter_javascript::INJECTIONS_QUERY] LAST;
        "lang-vue" "vue" => [VUE] [VUE_INJECTIONS] LAST;
        "lang-xml" "xml" => [tree_sitter_xml::XML_HIGHLIGHT_QUERY] [] LAST;
        "lang-yaml" "yaml" => [tree_sitter_yaml::HIGHLIGHTS_QUERY] [] LAST;
        "lang-zig" "zig" => [tree_sitter_zig::HIGHLIGHTS_QUERY] [] LAST;
    }
}

/// The crate leaves out that what is around the `<?php` is HTML.
#[cfg(feature = "lang-php")]
const PHP_HTML: &str = r#"
((text) @injection.content
 (#set! injection.language "html")
 (#set! injection.combined))
"#;

// The crate has its queries in files that it does not show.
#[cfg(feature = "lang-vue")]
const VUE: &str = r#"
[(tag_name) (erroneous_end_tag_name)] @tag
(doctype) @constant
[(attribute_name) (directive_name) (directive_modifier)] @attribute
(directive_value) @property
[(attribute_value) (quoted_attribute_value)] @string
(entity) @escape
(comment) @comment
["<" ">" "</" "/>" "=" (interpolation)] @punctuation
(interpolation (raw_text) @none)
"#;
#[cfg(feature = "lang-vue")]
const VUE_INJECTIONS: &str = r#"
((script_element (raw_text) @injection.content)
 (#set! injection.language "typescript"))
((style_element (raw_text) @injection.content)
 (#set! injection.language "css"))
((interpolation (raw_text) @injection.content)
 (#set! injection.language "typescript"))
((directive_attribute
   (quoted_attribute_value (attribute_value) @injection.content))
 (#set! injection.language "typescript"))
"#;
