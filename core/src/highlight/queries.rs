//! Sources of highlight and injection queries: the queries of the grammar crates, extended by
//! missing captures. Compiles nothing.

/// Query sources of a grammar.
#[derive(Clone, Copy)]
pub(super) struct QuerySources {
    /// Parts of the highlight query, concatenated in this order.
    pub(super) highlights: &'static [&'static str],
    /// Parts of the injection query, which finds text in other languages.
    pub(super) injections: &'static [&'static str],
    /// Whether the first of several patterns for the same node wins. Since tree-sitter 0.23 the
    /// last one wins; existing queries assume either rule.
    pub(super) first_wins: bool,
}

/// Grammar of Markdown inline content; only embedded in the block grammar.
#[cfg(feature = "lang-markdown")]
pub(super) const MARKDOWN_INLINE: &str = "markdown_inline";

/// Grammar of PHP code without a `<?php` tag.
#[cfg(feature = "lang-php")]
pub(super) const PHP_ONLY: &str = "php_only";

macro_rules! sources {
    ($name:ident, $($feature:literal $grammar:pat => [$($highlights:expr),+] [$($injections:expr),*] $first_wins:ident;)*) => {
        match $name {
            $(#[cfg(feature = $feature)]
            $grammar => Some(QuerySources {
                highlights: &[$($highlights),+],
                injections: &[$($injections),*],
                first_wins: $first_wins,
            }),)*
            _ => None,
        }
    };
}

const FIRST: bool = true;
const LAST: bool = false;

/// Returns the query sources of a grammar by its name in the `ast` module; `None` if the grammar
/// has no queries or is not built in.
pub(super) fn query_sources(grammar: &str) -> Option<QuerySources> {
    sources! { grammar,
        "lang-astro" "astro" => [tree_sitter_astro_next::HIGHLIGHTS_QUERY] [tree_sitter_astro_next::INJECTIONS_QUERY] LAST;
        "lang-bash" "bash" => [tree_sitter_bash::HIGHLIGHT_QUERY, BASH_EXTRA] [] LAST;
        "lang-c" "c" => [tree_sitter_c::HIGHLIGHT_QUERY, C_EXTRA] [] LAST;
        "lang-clojure" "clojure" => [tree_sitter_clojure_orchard::HIGHLIGHTS_QUERY, CLOJURE_EXTRA] [] LAST;
        "lang-cmake" "cmake" => [tree_sitter_cmake::HIGHLIGHTS_QUERY] [] LAST;
        "lang-cpp" "cpp" => [tree_sitter_c::HIGHLIGHT_QUERY, tree_sitter_cpp::HIGHLIGHT_QUERY, C_EXTRA, CPP_EXTRA] [] LAST;
        "lang-csharp" "csharp" => [tree_sitter_c_sharp::HIGHLIGHTS_QUERY, CSHARP_EXTRA] [] LAST;
        "lang-css" "css" => [tree_sitter_css::HIGHLIGHTS_QUERY] [] LAST;
        "lang-dart" "dart" => [tree_sitter_dart::HIGHLIGHTS_QUERY] [] LAST;
        "lang-dockerfile" "dockerfile" => [tree_sitter_containerfile::HIGHLIGHTS_QUERY] [tree_sitter_containerfile::INJECTIONS_QUERY] LAST;
        "lang-elixir" "elixir" => [tree_sitter_elixir::HIGHLIGHTS_QUERY] [tree_sitter_elixir::INJECTIONS_QUERY] LAST;
        "lang-erlang" "erlang" => [tree_sitter_erlang::HIGHLIGHTS_QUERY] [] LAST;
        "lang-go" "go" => [tree_sitter_go::HIGHLIGHTS_QUERY, GO_EXTRA] [] FIRST;
        "lang-haskell" "haskell" => [tree_sitter_haskell::HIGHLIGHTS_QUERY, HASKELL_EXTRA] [tree_sitter_haskell::INJECTIONS_QUERY] LAST;
        "lang-html" "html" => [tree_sitter_html::HIGHLIGHTS_QUERY, HTML_EXTRA] [tree_sitter_html::INJECTIONS_QUERY] LAST;
        "lang-ini" "ini" => [tree_sitter_ini::HIGHLIGHTS_QUERY] [] LAST;
        "lang-java" "java" => [tree_sitter_java::HIGHLIGHTS_QUERY, JAVA_EXTRA] [] LAST;
        "lang-javascript" "javascript" => [tree_sitter_javascript::HIGHLIGHT_QUERY, tree_sitter_javascript::JSX_HIGHLIGHT_QUERY, JAVASCRIPT_EXTRA] [tree_sitter_javascript::INJECTIONS_QUERY] LAST;
        "lang-json" "json" => [tree_sitter_json::HIGHLIGHTS_QUERY, JSON_EXTRA] [] FIRST;
        "lang-julia" "julia" => [arborium_julia::HIGHLIGHTS_QUERY] [] LAST;
        "lang-just" "just" => [arborium_just::HIGHLIGHTS_QUERY] [arborium_just::INJECTIONS_QUERY] LAST;
        "lang-kotlin" "kotlin" => [tree_sitter_kotlin_sg::HIGHLIGHTS_QUERY] [] LAST;
        "lang-lua" "lua" => [tree_sitter_lua::HIGHLIGHTS_QUERY] [tree_sitter_lua::INJECTIONS_QUERY] LAST;
        "lang-make" "make" => [tree_sitter_make::HIGHLIGHTS_QUERY] [] LAST;
        "lang-markdown" "markdown" => [tree_sitter_md::HIGHLIGHT_QUERY_BLOCK] [tree_sitter_md::INJECTION_QUERY_BLOCK] LAST;
        "lang-markdown" MARKDOWN_INLINE => [tree_sitter_md::HIGHLIGHT_QUERY_INLINE] [tree_sitter_md::INJECTION_QUERY_INLINE] LAST;
        "lang-nix" "nix" => [tree_sitter_nix::HIGHLIGHTS_QUERY] [tree_sitter_nix::INJECTIONS_QUERY] FIRST;
        "lang-objc" "objc" => [tree_sitter_c::HIGHLIGHT_QUERY, tree_sitter_objc::HIGHLIGHTS_QUERY, C_EXTRA] [] LAST;
        "lang-ocaml" "ocaml" => [tree_sitter_ocaml::HIGHLIGHTS_QUERY] [] LAST;
        "lang-odin" "odin" => [tree_sitter_odin::HIGHLIGHTS_QUERY] [] LAST;
        "lang-perl" "perl" => [ts_parser_perl::HIGHLIGHTS_QUERY] [] LAST;
        "lang-php" "php" => [tree_sitter_php::HIGHLIGHTS_QUERY, PHP_EXTRA] [PHP_INJECTIONS, PHP_TEXT] LAST;
        "lang-php" PHP_ONLY => [tree_sitter_php::HIGHLIGHTS_QUERY, PHP_EXTRA] [PHP_INJECTIONS] LAST;
        "lang-powershell" "powershell" => [tree_sitter_powershell::HIGHLIGHTS_QUERY] [] LAST;
        "lang-python" "python" => [tree_sitter_python::HIGHLIGHTS_QUERY, PYTHON_EXTRA] [] LAST;
        "lang-r" "r" => [tree_sitter_r::HIGHLIGHTS_QUERY] [] LAST;
        "lang-regex" "regex" => [tree_sitter_regex::HIGHLIGHTS_QUERY] [] LAST;
        "lang-ruby" "ruby" => [tree_sitter_ruby::HIGHLIGHTS_QUERY] [] LAST;
        "lang-rust" "rust" => [tree_sitter_rust::HIGHLIGHTS_QUERY, RUST_EXTRA] [tree_sitter_rust::INJECTIONS_QUERY] LAST;
        "lang-scala" "scala" => [tree_sitter_scala::HIGHLIGHTS_QUERY] [] LAST;
        "lang-sql" "sql" => [tree_sitter_sequel::HIGHLIGHTS_QUERY] [] LAST;
        "lang-starlark" "starlark" => [tree_sitter_starlark::HIGHLIGHTS_QUERY] [] LAST;
        "lang-svelte" "svelte" => [tree_sitter_svelte_next::HIGHLIGHTS_QUERY] [tree_sitter_svelte_next::INJECTIONS_QUERY] LAST;
        "lang-swift" "swift" => [tree_sitter_swift::HIGHLIGHTS_QUERY] [tree_sitter_swift::INJECTIONS_QUERY] LAST;
        "lang-tlaplus" "tlaplus" => [tree_sitter_tlaplus::HIGHLIGHT_QUERY] [] FIRST;
        "lang-toml" "toml" => [TOML] [] LAST;
        "lang-tsx" "tsx" => [tree_sitter_typescript::HIGHLIGHTS_QUERY, tree_sitter_javascript::HIGHLIGHT_QUERY, tree_sitter_javascript::JSX_HIGHLIGHT_QUERY, JAVASCRIPT_EXTRA] [tree_sitter_javascript::INJECTIONS_QUERY] LAST;
        "lang-typescript" "typescript" => [tree_sitter_typescript::HIGHLIGHTS_QUERY, tree_sitter_javascript::HIGHLIGHT_QUERY, JAVASCRIPT_EXTRA] [tree_sitter_javascript::INJECTIONS_QUERY] LAST;
        "lang-vue" "vue" => [VUE] [VUE_INJECTIONS] LAST;
        "lang-xml" "xml" => [tree_sitter_xml::XML_HIGHLIGHT_QUERY] [] LAST;
        "lang-yaml" "yaml" => [tree_sitter_yaml::HIGHLIGHTS_QUERY] [] LAST;
        "lang-zig" "zig" => [tree_sitter_zig::HIGHLIGHTS_QUERY] [] LAST;
    }
}

// Captures missing from the crates' queries: punctuation, operators, numbers distinct from other
// constants.
#[cfg(any(feature = "lang-c", feature = "lang-cpp", feature = "lang-objc"))]
const C_EXTRA: &str = r#"
(char_literal) @string
(escape_sequence) @escape
["(" ")" "[" "]" "{" "}" "," ":"] @punctuation
["/" "%" "!" "|" "^" "~" "<<" ">>" "<=" ">=" "*=" "/=" "%=" "&=" "|=" "^=" "<<=" ">>=" "?"] @operator
[(true) (false)] @constant
(enumerator name: (identifier) @constant)
(preproc_def name: (identifier) @constant)
"#;
#[cfg(feature = "lang-cpp")]
const CPP_EXTRA: &str = r#"
(namespace_identifier) @module
"::" @punctuation
"#;
#[cfg(feature = "lang-csharp")]
const CSHARP_EXTRA: &str = r#"
(invocation_expression function: (identifier) @function)
(invocation_expression function: (member_access_expression name: (identifier) @function))
"#;
#[cfg(feature = "lang-java")]
const JAVA_EXTRA: &str = r#"
["(" ")" "[" "]" "{" "}" "," ";" "."] @punctuation
["=" "+" "-" "*" "/" "%" "!" "==" "!=" "<" ">" "<=" ">=" "&&" "||" "->" "?" ":" "+=" "-="] @operator
(package_declaration (_) @module)
"#;
#[cfg(feature = "lang-go")]
const GO_EXTRA: &str = r#"
["(" ")" "[" "]" "{" "}" "," ";" "." ":"] @punctuation
(package_identifier) @module
"#;
#[cfg(feature = "lang-rust")]
const RUST_EXTRA: &str = r#"
[(integer_literal) (float_literal)] @number
((identifier) @constant (#match? @constant "^[A-Z][A-Z0-9_]+$"))
["=" "+" "-" "/" "%" "->" "=>" "==" "!=" "<=" ">=" "&&" "||" "+=" "-=" "*=" "/=" ".." "..=" "?" "!"] @operator
((scoped_identifier path: (identifier) @module) (#match? @module "^[a-z]"))
(scoped_use_list path: (identifier) @module)
(macro_invocation "!" @function)
(lifetime) @constant
(lifetime ["'" (identifier)] @constant)
"#;
#[cfg(feature = "lang-php")]
const PHP_EXTRA: &str = r#"
(variable_name) @variable
(variable_name "$" @variable)
(class_declaration name: (name) @type)
(base_clause (name) @type)
["(" ")" "[" "]" "{" "}" "," ";"] @punctuation
["=" "+" "-" "*" "/" "." "==" "===" "!=" "!==" "<" ">" "->" "=>" "::" "&&" "||" "!"] @operator
"#;
#[cfg(feature = "lang-bash")]
const BASH_EXTRA: &str = r#"
(variable_name) @variable
(simple_expansion "$" @variable)
["(" ")" "{" "}" "[" "]" "[[" "]]" ";" ";;"] @punctuation
"#;
#[cfg(feature = "lang-html")]
const HTML_EXTRA: &str = r#"
(quoted_attribute_value) @string
(entity) @escape
"=" @punctuation
"#;
#[cfg(feature = "lang-python")]
const PYTHON_EXTRA: &str = r#"
(decorator "@" @attribute)
(decorator (identifier) @attribute)
(decorator (call function: (identifier) @attribute))
(class_definition name: (identifier) @type)
["(" ")" "[" "]" "{" "}" "," ":" "."] @punctuation
"#;
#[cfg(any(
    feature = "lang-javascript",
    feature = "lang-tsx",
    feature = "lang-typescript"
))]
const JAVASCRIPT_EXTRA: &str = r#"
(regex "/" @string)
(escape_sequence) @escape
(private_property_identifier) @property
"#;
#[cfg(feature = "lang-json")]
const JSON_EXTRA: &str = r#"
["{" "}" "[" "]" "," ":"] @punctuation
"#;
#[cfg(feature = "lang-clojure")]
const CLOJURE_EXTRA: &str = r#"
(list_lit . (sym_lit) @function)
((list_lit . (sym_lit) @keyword)
 (#match? @keyword "^(ns|def|defn-?|defmacro|defmulti|defmethod|defprotocol|defrecord|deftype|fn|let|letfn|loop|recur|if|if-let|if-not|when|when-let|when-not|cond|condp|case|do|doseq|dotimes|for|try|catch|finally|throw|quote|var|and|or|not|->>?)$"))
((list_lit . (sym_lit) @_define . (sym_lit) @function)
 (#match? @_define "^def"))
[(bool_lit) (nil_lit)] @constant
["(" ")" "[" "]" "{" "}"] @punctuation
"#;

#[cfg(feature = "lang-haskell")]
const HASKELL_EXTRA: &str = r#"
(expression/variable) @variable
(pattern/variable) @variable
(decl/signature name: (variable) @function)
(decl/function name: (variable) @function)
(decl/bind name: (variable) @function)
(apply function: (expression/variable) @function)
"#;

/// The crate's query captures a key together with its value.
#[cfg(feature = "lang-toml")]
const TOML: &str = r#"
[(bare_key) (quoted_key)] @property
(table [(bare_key) (dotted_key) (quoted_key)] @type)
(table (dotted_key (bare_key) @type))
(table_array_element [(bare_key) (dotted_key) (quoted_key)] @type)
(table_array_element (dotted_key (bare_key) @type))
(boolean) @constant
(comment) @comment
(string) @string
(escape_sequence) @escape
[(integer) (float)] @number
[(offset_date_time) (local_date_time) (local_date) (local_time)] @number
["." "," "[" "]" "[[" "]]" "{" "}"] @punctuation
"=" @operator
"#;

/// The crate's query has no injections for here-documents.
#[cfg(feature = "lang-php")]
const PHP_INJECTIONS: &str = r#"
((heredoc (heredoc_body) @injection.content (heredoc_end) @injection.language)
 (#set! injection.include-children))
((nowdoc (nowdoc_body) @injection.content (heredoc_end) @injection.language)
 (#set! injection.include-children))
"#;
/// The crate's query has no injection for the HTML outside `<?php` tags.
#[cfg(feature = "lang-php")]
const PHP_TEXT: &str = r#"
((text) @injection.content
 (#set! injection.language "html")
 (#set! injection.combined))
"#;

// The crate does not export its query files.
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
