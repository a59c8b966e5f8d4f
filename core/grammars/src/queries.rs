//! Highlight and injection queries of the grammar crates.

/// Queries of a grammar, as its crate and the crates that it extends export them.
#[derive(Clone, Copy)]
pub struct CrateQueries {
    /// Parts of the highlight query, in this order.
    pub highlights: &'static [&'static str],
    /// Parts of the injection query, which finds text in other languages.
    pub injections: &'static [&'static str],
}

macro_rules! queries {
    ($name:ident, $($feature:literal $grammar:literal => [$($highlights:expr),*] [$($injections:expr),*];)*) => {
        match $name {
            $(#[cfg(feature = $feature)]
            $grammar => Some(CrateQueries {
                highlights: &[$($highlights),*],
                injections: &[$($injections),*],
            }),)*
            _ => None,
        }
    };
}

/// Returns the queries of a grammar, which is a language or a part of one
/// ([`part_grammar`]); `None` if the grammar has no queries or is not in the build.
pub fn crate_queries(grammar: &str) -> Option<CrateQueries> {
    queries! { grammar,
        "lang-astro" "astro" => [tree_sitter_astro_next::HIGHLIGHTS_QUERY] [tree_sitter_astro_next::INJECTIONS_QUERY];
        "lang-bash" "bash" => [tree_sitter_bash::HIGHLIGHT_QUERY] [];
        "lang-c" "c" => [tree_sitter_c::HIGHLIGHT_QUERY] [];
        "lang-clojure" "clojure" => [tree_sitter_clojure_orchard::HIGHLIGHTS_QUERY] [];
        "lang-cmake" "cmake" => [tree_sitter_cmake::HIGHLIGHTS_QUERY] [];
        "lang-cpp" "cpp" => [tree_sitter_c::HIGHLIGHT_QUERY, tree_sitter_cpp::HIGHLIGHT_QUERY] [];
        "lang-csharp" "csharp" => [tree_sitter_c_sharp::HIGHLIGHTS_QUERY] [];
        "lang-css" "css" => [tree_sitter_css::HIGHLIGHTS_QUERY] [];
        "lang-dart" "dart" => [tree_sitter_dart::HIGHLIGHTS_QUERY] [];
        "lang-dockerfile" "dockerfile" => [tree_sitter_containerfile::HIGHLIGHTS_QUERY] [tree_sitter_containerfile::INJECTIONS_QUERY];
        "lang-elixir" "elixir" => [tree_sitter_elixir::HIGHLIGHTS_QUERY] [tree_sitter_elixir::INJECTIONS_QUERY];
        "lang-erlang" "erlang" => [tree_sitter_erlang::HIGHLIGHTS_QUERY] [];
        "lang-go" "go" => [tree_sitter_go::HIGHLIGHTS_QUERY] [];
        "lang-haskell" "haskell" => [tree_sitter_haskell::HIGHLIGHTS_QUERY] [tree_sitter_haskell::INJECTIONS_QUERY];
        "lang-html" "html" => [tree_sitter_html::HIGHLIGHTS_QUERY] [tree_sitter_html::INJECTIONS_QUERY];
        "lang-ini" "ini" => [tree_sitter_ini::HIGHLIGHTS_QUERY] [];
        "lang-java" "java" => [tree_sitter_java::HIGHLIGHTS_QUERY] [];
        "lang-javascript" "javascript" => [tree_sitter_javascript::HIGHLIGHT_QUERY, tree_sitter_javascript::JSX_HIGHLIGHT_QUERY] [tree_sitter_javascript::INJECTIONS_QUERY];
        "lang-json" "json" => [tree_sitter_json::HIGHLIGHTS_QUERY] [];
        "lang-julia" "julia" => [arborium_julia::HIGHLIGHTS_QUERY] [];
        "lang-just" "just" => [arborium_just::HIGHLIGHTS_QUERY] [arborium_just::INJECTIONS_QUERY];
        "lang-kotlin" "kotlin" => [tree_sitter_kotlin_sg::HIGHLIGHTS_QUERY] [];
        "lang-lua" "lua" => [tree_sitter_lua::HIGHLIGHTS_QUERY] [tree_sitter_lua::INJECTIONS_QUERY];
        "lang-make" "make" => [tree_sitter_make::HIGHLIGHTS_QUERY] [];
        "lang-markdown" "markdown" => [tree_sitter_md::HIGHLIGHT_QUERY_BLOCK] [tree_sitter_md::INJECTION_QUERY_BLOCK];
        "lang-markdown" "markdown_inline" => [tree_sitter_md::HIGHLIGHT_QUERY_INLINE] [tree_sitter_md::INJECTION_QUERY_INLINE];
        "lang-nix" "nix" => [tree_sitter_nix::HIGHLIGHTS_QUERY] [tree_sitter_nix::INJECTIONS_QUERY];
        "lang-objc" "objc" => [tree_sitter_c::HIGHLIGHT_QUERY, tree_sitter_objc::HIGHLIGHTS_QUERY] [];
        "lang-ocaml" "ocaml" => [tree_sitter_ocaml::HIGHLIGHTS_QUERY] [];
        "lang-odin" "odin" => [tree_sitter_odin::HIGHLIGHTS_QUERY] [];
        "lang-perl" "perl" => [ts_parser_perl::HIGHLIGHTS_QUERY] [];
        "lang-php" "php" => [tree_sitter_php::HIGHLIGHTS_QUERY] [];
        "lang-php" "php_only" => [tree_sitter_php::HIGHLIGHTS_QUERY] [];
        "lang-powershell" "powershell" => [tree_sitter_powershell::HIGHLIGHTS_QUERY] [];
        "lang-python" "python" => [tree_sitter_python::HIGHLIGHTS_QUERY] [];
        "lang-r" "r" => [tree_sitter_r::HIGHLIGHTS_QUERY] [];
        "lang-regex" "regex" => [tree_sitter_regex::HIGHLIGHTS_QUERY] [];
        "lang-ruby" "ruby" => [tree_sitter_ruby::HIGHLIGHTS_QUERY] [];
        "lang-rust" "rust" => [tree_sitter_rust::HIGHLIGHTS_QUERY] [tree_sitter_rust::INJECTIONS_QUERY];
        "lang-scala" "scala" => [tree_sitter_scala::HIGHLIGHTS_QUERY] [];
        "lang-sql" "sql" => [tree_sitter_sequel::HIGHLIGHTS_QUERY] [];
        "lang-starlark" "starlark" => [tree_sitter_starlark::HIGHLIGHTS_QUERY] [];
        "lang-svelte" "svelte" => [tree_sitter_svelte_next::HIGHLIGHTS_QUERY] [tree_sitter_svelte_next::INJECTIONS_QUERY];
        "lang-swift" "swift" => [tree_sitter_swift::HIGHLIGHTS_QUERY] [tree_sitter_swift::INJECTIONS_QUERY];
        "lang-tlaplus" "tlaplus" => [tree_sitter_tlaplus::HIGHLIGHT_QUERY] [];
        "lang-toml" "toml" => [] [];
        "lang-tsx" "tsx" => [tree_sitter_typescript::HIGHLIGHTS_QUERY, tree_sitter_javascript::HIGHLIGHT_QUERY, tree_sitter_javascript::JSX_HIGHLIGHT_QUERY] [tree_sitter_javascript::INJECTIONS_QUERY];
        "lang-typescript" "typescript" => [tree_sitter_typescript::HIGHLIGHTS_QUERY, tree_sitter_javascript::HIGHLIGHT_QUERY] [tree_sitter_javascript::INJECTIONS_QUERY];
        "lang-vue" "vue" => [] [];
        "lang-xml" "xml" => [tree_sitter_xml::XML_HIGHLIGHT_QUERY] [];
        "lang-yaml" "yaml" => [tree_sitter_yaml::HIGHLIGHTS_QUERY] [];
        "lang-zig" "zig" => [tree_sitter_zig::HIGHLIGHTS_QUERY] [];
    }
}

/// Returns a grammar that parses a part of a language: `markdown_inline`, the inline content of
/// Markdown, or `php_only`, PHP without a `<?php` tag. `None` for any other name.
pub fn part_grammar(name: &str) -> Option<tree_sitter::Language> {
    match name {
        #[cfg(feature = "lang-markdown")]
        "markdown_inline" => Some(tree_sitter_md::INLINE_LANGUAGE.into()),
        #[cfg(feature = "lang-php")]
        "php_only" => Some(tree_sitter_php::LANGUAGE_PHP_ONLY.into()),
        _ => None,
    }
}
