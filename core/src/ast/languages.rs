//! Table of languages: names, files, grammars, and how patterns are parsed.
//!
//! Sorted by name, as required by binary search. A test generates `languages.md`, the table in the
//! docs, from this table.

use super::context as at;
use super::external_scanner;
use super::language::{Language, PatternSyntax, Placeholder};
#[cfg(any(feature = "lang-bash", feature = "lang-just", feature = "lang-odin"))]
use super::narrow_scanner;
#[cfg(feature = "lang-ocaml")]
use super::ocaml_scanner;
use super::packed;
#[cfg(feature = "lang-perl")]
use super::perl_scanner;
#[cfg(feature = "lang-sql")]
use super::sql_scanner;

/// Builds the table from one entry per language: feature, name, aliases, extensions, file names,
/// grammar, contexts, keyword case, placeholders, and additional list placeholders.
macro_rules! languages {
    ($($feature:literal $name:literal $aliases:tt $extensions:tt $file_names:tt
       $grammar:expr, $contexts:ident $case:ident
       [$(($($form:tt)*))*] [$(($($list:tt)*))*];)*) => {
        /// Features that add a language to the build, each with the names and the extensions of
        /// its language.
        pub(super) static FEATURES: &[(&str, &[&str], &[&str])] = &[$(
            ($feature, &concat_names!($name $aliases), &$extensions),
        )*];

        pub(super) static LANGUAGES: &[Language] = &[$(
            #[cfg(feature = $feature)]
            Language {
                name: $name,
                aliases: &$aliases,
                extensions: &$extensions,
                file_names: &$file_names,
                grammar: $grammar,
                pattern_syntax: PatternSyntax {
                    placeholders: &[$(placeholder!($($form)*)),*],
                    list_placeholders: &[$(placeholder!($($list)*)),*],
                    contexts: at::$contexts,
                    any_case: $case,
                },
            },
        )*];
    };
}

/// Builds the array of a language's name and aliases.
macro_rules! concat_names {
    ($name:literal [$($alias:literal),* $(,)?]) => {
        [$name $(, $alias)*]
    };
}

/// Builds a placeholder from the text before and after a name, or from text without a name, with
/// optional suffixes of the preceding code.
#[allow(unused_macros, reason = "all languages may be off")]
macro_rules! placeholder {
    ($before:literal, $after:literal) => {
        placeholder!($before, $after, [])
    };
    ($before:literal, $after:literal, $only_after:expr) => {
        Placeholder {
            before: $before,
            after: Some($after),
            only_after: &$only_after,
        }
    };
    ($alone:literal) => {
        placeholder!($alone, [])
    };
    ($alone:literal, $only_after:expr) => {
        Placeholder {
            before: $alone,
            after: None,
            only_after: &$only_after,
        }
    };
}

/// Keyword case for languages with case-sensitive keywords.
const EXACT: bool = false;
/// Code suffixes before the name of a class.
const CONSTANT: [&str; 3] = ["class", "module", "<"];

/// Code suffixes before the path of a package.
const IMPORT: [&str; 2] = ["import", "from"];

/// Code suffixes before the value of a definition.
const VALUE: [&str; 1] = ["="];

/// Code suffixes before the alternatives of a `case` expression.
const OF: [&str; 1] = ["of"];

/// Code suffixes before classes in a `deriving` clause.
const DERIVING: [&str; 1] = ["deriving ("];

/// Code suffixes before the entries of a hash table.
const HASH_TABLE: [&str; 2] = ["@{", ";"];

/// Code suffixes before a statement.
const STATEMENT: [&str; 3] = ["{", "}", ";"];

/// Code suffixes before a parameter.
const PARAMETERS: [&str; 2] = ["(", ","];

/// Code suffixes before a type parameter.
const TYPE_PARAMETERS: [&str; 2] = ["<", ","];

/// Code suffixes before the head of a `for` loop.
const FOR: [&str; 2] = ["for (", "for("];

/// Code before the enumerators of a `for` comprehension.
const FOR_BRACES: [&str; 2] = ["~for {", "~for{"];

/// Code suffixes before the constants or variables of a group.
const GROUP: [&str; 4] = ["const (", "const(", "var (", "var("];

/// Code suffixes before the types of a group.
const TYPE_GROUP: [&str; 2] = ["type (", "type("];

/// Code before the rules of a macro.
const MACRO: [&str; 1] = ["~macro_rules!"];

/// Code before the arms of a `switch` expression.
const SWITCH_ARMS: [&str; 1] = ["~ switch"];

/// Code before the cases of a `switch` statement.
const SWITCH: [&str; 1] = ["~switch "];

/// Code before the requirements of a protocol.
const PROTOCOL: [&str; 1] = ["~protocol "];

/// Code before the methods of a class.
const IMPLEMENTATION: [&str; 1] = ["~@implementation"];

/// Code before the blocks of key frames.
const KEY_FRAMES: [&str; 1] = ["~keyframes"];

/// Code suffixes before the members that a constructor initializes.
const INITIALIZERS: [&str; 2] = [") :", "):"];

/// Code before the entries of a dictionary.
const DICTIONARY: [&str; 1] = ["~@{"];

/// Code suffixes before the content of a string.
const QUOTE: [&str; 1] = ["\""];

/// Code suffixes before a number of rows.
const ROWS: [&str; 2] = ["limit", "offset"];

/// Code suffixes before a query.
const QUERY: [&str; 8] = [
    Placeholder::START,
    "as",
    "as (",
    "exists (",
    "union",
    "all",
    "except",
    "intersect",
];

/// Code suffixes before a query that follows common table expressions.
const TABLES: [&str; 1] = [")"];

/// Code suffixes before the assignments of an update.
const SET: [&str; 1] = ["set"];

/// Code before the columns of a new table.
const NEW_TABLE: [&str; 1] = ["~create table"];

/// Code suffixes before the parameter of a `catch` block.
const CATCH: [&str; 2] = ["catch (", "catch("];

/// Code suffixes before the items of a shell `case`.
const CASES: [&str; 1] = ["in"];

/// Code suffixes before an operand that may be a type.
const SIZEOF: [&str; 2] = ["sizeof(", "sizeof ("];

/// Code suffixes before an entry of a literal.
const ENTRIES: [&str; 2] = ["{", ","];

/// Code suffixes before the name of a tag.
const TAG: [&str; 2] = ["<", "</"];

/// Requires an empty prefix, before the modifiers of a declaration.
const START: [&str; 1] = [Placeholder::START];

/// Keyword case for languages with case-insensitive keywords.
const ANY_CASE: bool = true;

// `.h` files are C rather than C++ or Objective-C, since `c` sorts first. Of a grammar with several
// parts, the part for whole files is used. A placeholder begins with a letter that is valid in
// names but unused in real code, so it cannot be confused with code.
languages! {
    "lang-astro" "astro" [] ["astro"]
        []
        external_scanner::ASTRO, MARKUP EXACT
        [("µ", "") ("x-u", TAG)] [];
    "lang-bash" "bash" ["sh", "shell", "zsh", "ksh"] ["sh", "bash", "zsh", "ksh", "bats"]
        [".bashrc", ".bash_profile", ".profile", ".zshrc", ".zprofile", ".zshenv", "PKGBUILD"]
        narrow_scanner::BASH, BASH EXACT
        [("_", "") ("$", "")] [("_", ";") ("_", ") ;;", CASES)];
    "lang-c" "c" [] ["c", "h"]
        []
        tree_sitter_c::LANGUAGE, C EXACT
        [("𐀀", "") ("struct 𐀀", "", SIZEOF) ("𐀀", ";", STATEMENT)] [("𐀀", ";") ("case 𐀀", ":") ("𐀀", "; ;", FOR)];
    "lang-clojure" "clojure" ["clj", "cljs", "edn"] ["clj", "cljs", "cljc", "edn", "bb"]
        []
        tree_sitter_clojure_orchard::LANGUAGE, TOP EXACT
        [("$", "")] [];
    "lang-cmake" "cmake" [] ["cmake"]
        ["CMakeLists.txt"]
        tree_sitter_cmake::LANGUAGE, LINE ANY_CASE
        [("_", "")] [];
    "lang-cpp" "cpp" ["c++", "cc", "cxx", "cuda"] ["cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ipp", "tpp", "cu", "cuh", "ino", "h"]
        []
        packed::CPP, CPP EXACT
        [("𐀀", "") ("struct 𐀀", "", SIZEOF) ("𐀀", ";", STATEMENT)] [("𐀀", ";") ("case 𐀀", ":") ("𐀀", "; ;", FOR) ("auto 𐀀", " : x", FOR) ("typename 𐀀", "", TYPE_PARAMETERS) ("𐀀", "(x)", INITIALIZERS)];
    "lang-csharp" "csharp" ["cs", "c#", "c-sharp"] ["cs", "csx"]
        []
        packed::CSHARP, CSHARP EXACT
        [("µ", "") ("µ", ";", STATEMENT)] [("µ", "();") ("int µ", ";") ("case µ", ": break;") ("int µ", "", PARAMETERS) ("int µ", " = 0; ;", FOR) ("[µ", "]", START) ("µ", " => 0", SWITCH_ARMS)];
    "lang-css" "css" [] ["css"]
        []
        tree_sitter_css::LANGUAGE, CSS EXACT
        [("_", "") ("--_", "")] [("_", ": _") ("_", ": _;") ("from {}", KEY_FRAMES)];
    "lang-dart" "dart" [] ["dart"]
        []
        tree_sitter_dart::LANGUAGE, DART EXACT
        [("$", "") ("'", "'") ("$", ";", STATEMENT)] [("$", ";") ("int $", ";") ("case $", ":") ("int $", "", PARAMETERS) ("int $", " = 0; ;", FOR) ("@$", "", START)];
    "lang-diff" "diff" ["patch"] ["diff", "patch"]
        []
        tree_sitter_diff::LANGUAGE, LINE EXACT
        [("µ", "")] [];
    "lang-dockerfile" "dockerfile" ["docker", "containerfile"] ["dockerfile", "containerfile"]
        ["Dockerfile", "Containerfile", "Dockerfile.*", "Containerfile.*"]
        tree_sitter_containerfile::LANGUAGE, LINE ANY_CASE
        [("µ", "") ("_", "") ("$", "") ("1")] [];
    "lang-elixir" "elixir" ["ex"] ["ex", "exs"]
        ["mix.lock"]
        tree_sitter_elixir::LANGUAGE, ELIXIR EXACT
        [("µ", "") ("Μ", "")] [("µ", ": 0", ENTRIES)];
    "lang-erlang" "erlang" ["erl"] ["erl", "hrl", "escript"]
        ["rebar.config"]
        tree_sitter_erlang::LANGUAGE, ERLANG EXACT
        [("_", "") ("a", "")] [("_", " -> ok")];
    "lang-go" "go" ["golang"] ["go"]
        []
        tree_sitter_go::LANGUAGE, GO EXACT
        [("µ", "") ("\"", "\"", IMPORT)] [("case µ", ":") ("\"", "\"") ("µ", ";", STATEMENT) ("µ", " = 0;", GROUP) ("µ", " T;", TYPE_GROUP)];
    "lang-graphql" "graphql" ["gql"] ["graphql", "gql", "graphqls"]
        []
        tree_sitter_graphql::LANGUAGE, GRAPHQL EXACT
        [("_", "") ("$", "")] [("_", ": T")];
    "lang-haskell" "haskell" ["hs"] ["hs"]
        []
        packed::HASKELL, HASKELL EXACT
        [("µ", "") ("Μ", "") ("Μ", " T", VALUE)] [("µ", " -> 0", OF) ("Μ", ", T", DERIVING)];
    "lang-hcl" "hcl" ["terraform", "tf"] ["hcl", "tf", "tfvars", "nomad"]
        []
        tree_sitter_hcl::LANGUAGE, HCL EXACT
        [("µ", "") ("\"", "\"") ("{\n}")] [("µ", " = 0")];
    "lang-html" "html" ["htm"] ["html", "htm", "xhtml"]
        []
        external_scanner::HTML, MARKUP ANY_CASE
        [("µ", "") ("x-u", TAG)] [];
    "lang-ini" "ini" ["cfg", "properties"] ["ini", "cfg", "editorconfig", "properties", "desktop", "service"]
        [".editorconfig", ".gitconfig", ".gitmodules", ".npmrc"]
        tree_sitter_ini::LANGUAGE, LINE EXACT
        [("µ", "")] [("µ", "=0")];
    "lang-java" "java" [] ["java"]
        []
        tree_sitter_java::LANGUAGE, JAVA EXACT
        [("$", "") ("$", ";", STATEMENT)] [("$", ";") ("int $", ";") ("case $", ":") ("int $", "", PARAMETERS) ("int $", "; ;", FOR) ("int $", " : x", FOR) ("@$", "", START)];
    "lang-javascript" "javascript" ["js", "jsx", "node"] ["js", "jsx", "mjs", "cjs"]
        ["Jakefile"]
        tree_sitter_javascript::LANGUAGE, JS EXACT
        [("$", "") ("'", "'")] [("case $", ":") ("$", "; ;", FOR) ("const $", " of x", FOR) ("@$", "", START) ("$", ";", STATEMENT)];
    "lang-json" "json" ["jsonc"] ["json", "jsonc", "webmanifest", "geojson"]
        [".babelrc", ".eslintrc", ".prettierrc", "composer.lock"]
        tree_sitter_json::LANGUAGE, JSON EXACT
        [("\"", "\"")] [("\"_", "\": 0")];
    "lang-julia" "julia" ["jl"] ["jl"]
        []
        packed::JULIA, JULIA EXACT
        [("µ", "")] [];
    "lang-just" "just" ["justfile"] ["just"]
        ["justfile", "Justfile", ".justfile"]
        narrow_scanner::JUST, LINE EXACT
        [("_", "") ("'", "'")] [];
    "lang-kotlin" "kotlin" ["kt", "kts"] ["kt", "kts", "ktm"]
        []
        external_scanner::KOTLIN, KOTLIN EXACT
        [("µ", "") ("µ", ": T", CATCH)] [("val µ", "") ("µ", " -> 0") ("µ", ": T", PARAMETERS) ("µ", " in x", FOR) ("@µ", "", START) ("fun µ", "();", STATEMENT) ("µ", ";", STATEMENT)];
    "lang-lua" "lua" [] ["lua"]
        [".luacheckrc"]
        tree_sitter_lua::LANGUAGE, LUA EXACT
        [("_", "")] [("_", "()")];
    "lang-make" "make" ["makefile", "mk"] ["mk", "mak"]
        ["Makefile", "makefile", "GNUmakefile", "Kbuild", "Makefile.*"]
        tree_sitter_make::LANGUAGE, LINE EXACT
        [("_", "")] [];
    "lang-markdown" "markdown" ["md"] ["md", "markdown", "mdown", "mkd"]
        []
        tree_sitter_md::LANGUAGE, LINE EXACT
        [("µ", "")] [];
    "lang-nix" "nix" [] ["nix"]
        []
        tree_sitter_nix::LANGUAGE, NIX EXACT
        [("_", "")] [("_", " = 0;")];
    "lang-objc" "objc" ["objective-c", "objectivec", "obj-c"] ["m", "mm", "h"]
        []
        packed::OBJC, OBJC EXACT
        [("_", "") ("struct _", "", SIZEOF) ("_", ";", STATEMENT)] [("_", ";") ("case _", ":") ("- (void)_", ";") ("- (void)_", " {}", IMPLEMENTATION) ("_", ": x", DICTIONARY) ("_", "; ;", FOR)];
    "lang-ocaml" "ocaml" ["ml"] ["ml"]
        []
        ocaml_scanner::OCAML, OCAML EXACT
        [("_", "") ("Z", "")] [("| _", " -> 0") ("_", " : t;")];
    "lang-odin" "odin" [] ["odin"]
        []
        narrow_scanner::ODIN, ODIN EXACT
        [("_", "")] [("_", ": int,") ("case _", ":") ("_", ": int", PARAMETERS)];
    "lang-perl" "perl" ["pl"] ["pl", "pm", "t", "psgi"]
        []
        perl_scanner::PERL, PERL EXACT
        [("$", "") ("_", "")] [("_", ";")];
    "lang-php" "php" [] ["php", "phtml", "php5", "php7", "phps"]
        []
        tree_sitter_php::LANGUAGE_PHP, PHP ANY_CASE
        [("µ", "") ("$", "") ("µ", ";", STATEMENT)] [("µ", ";") ("$", ";") ("public $", ";") ("case µ", ":") ("case µ", ";", STATEMENT) ("µ", " => 0") ("$", "; ;", FOR)];
    "lang-powershell" "powershell" ["ps1", "pwsh", "ps"] ["ps1", "psm1", "psd1"]
        []
        tree_sitter_powershell::LANGUAGE, POWERSHELL ANY_CASE
        [("$", "") ("_", "")] [("_", " = 0", HASH_TABLE) ("_", " {}", STATEMENT)];
    "lang-protobuf" "protobuf" ["proto"] ["proto"]
        []
        tree_sitter_proto::LANGUAGE, PROTO EXACT
        [("_", "") ("1")] [("string _", " = 1;") ("rpc _", "(A) returns (B);") ("_", " = 1;")];
    "lang-python" "python" ["py", "python3"] ["py", "pyi", "pyw", "py3"]
        ["SConstruct", "SConscript"]
        external_scanner::PYTHON, PYTHON EXACT
        [("µ", "")] [("**µ", "", ENTRIES)];
    "lang-r" "r" ["rlang"] ["r"]
        [".Rprofile"]
        tree_sitter_r::LANGUAGE, TOP EXACT
        [("µ", "")] [];
    "lang-regex" "regex" ["re", "regexp"] ["regex", "regexp"]
        []
        tree_sitter_regex::LANGUAGE, TOP EXACT
        [("µ", "")] [];
    "lang-ruby" "ruby" ["rb"] ["rb", "rake", "gemspec", "ru", "rbw", "podspec"]
        ["Rakefile", "Gemfile", "Guardfile", "Vagrantfile", "Podfile", "Capfile", "Brewfile"]
        external_scanner::RUBY, RUBY EXACT
        [("µ", "") ("Μ", "") ("Z", "", CONSTANT)] [("when µ", "") ("**µ", "", ENTRIES)];
    "lang-rust" "rust" ["rs"] ["rs"]
        []
        tree_sitter_rust::LANGUAGE, RUST EXACT
        [("µ", "")] [("µ", " => 0") ("µ", " => 0,") ("µ", ": T") ("const µ", ": T = 0;") ("() => {µ", "}", MACRO)];
    "lang-scala" "scala" [] ["scala", "sc", "sbt"]
        []
        packed::SCALA, SCALA EXACT
        [("µ", "")] [("case µ", " =>") ("µ", "x: T", PARAMETERS) ("µ", "x <- x", FOR) ("µ", " <- x", FOR_BRACES) ("${µ", "}", QUOTE)];
    "lang-solidity" "solidity" ["sol"] ["sol"]
        []
        tree_sitter_solidity::LANGUAGE, SOLIDITY EXACT
        [("$", "") ("$", ";", STATEMENT) ("\"", "\"", IMPORT)] [("$", ";") ("int $", ";") ("int $", "", PARAMETERS) ("int $", " = 0; ;", FOR)];
    "lang-sql" "sql" ["mysql", "postgresql", "sqlite"] ["sql", "ddl", "dml"]
        []
        sql_scanner::SQL, SQL ANY_CASE
        [("_", "") ("1", ROWS) ("SELECT _", "", QUERY)] [("SELECT _", "", TABLES) ("_", " = 1", SET) ("_", " INT", NEW_TABLE)];
    "lang-starlark" "starlark" ["bazel", "bzl"] ["bzl", "bazel", "star", "starlark"]
        ["BUILD", "WORKSPACE", "Tiltfile", "BUCK"]
        tree_sitter_starlark::LANGUAGE, STARLARK EXACT
        [("µ", "")] [("**µ", "", ENTRIES)];
    "lang-svelte" "svelte" [] ["svelte"]
        []
        external_scanner::SVELTE, MARKUP EXACT
        [("µ", "") ("x-u", TAG)] [];
    "lang-swift" "swift" [] ["swift"]
        []
        packed::SWIFT, SWIFT EXACT
        [("µ", "")] [("let µ", ": T") ("case µ", ":") ("µ", ": T", PARAMETERS) ("@µ", "", START) ("µ", ";", STATEMENT) ("case µ", ":\nx", SWITCH) ("var µ", ": T { get }", PROTOCOL)];
    "lang-tlaplus" "tlaplus" ["tla", "tla+"] ["tla"]
        []
        external_scanner::TLAPLUS, TLA EXACT
        [("_", "")] [];
    "lang-toml" "toml" [] ["toml"]
        ["Cargo.lock", "Pipfile", "poetry.lock", "uv.lock"]
        tree_sitter_toml_ng::LANGUAGE, TOML EXACT
        [("_", "") ("\"", "\"")] [("_", " = 0")];
    "lang-tsx" "tsx" [] ["tsx"]
        []
        tree_sitter_typescript::LANGUAGE_TSX, TSX EXACT
        [("$", "") ("'", "'")] [("case $", ":") ("$", "; ;", FOR) ("const $", " of x", FOR) ("@$", "", START) ("$", ";", STATEMENT)];
    "lang-typescript" "typescript" ["ts"] ["ts", "mts", "cts"]
        []
        tree_sitter_typescript::LANGUAGE_TYPESCRIPT, TS EXACT
        [("$", "") ("'", "'")] [("case $", ":") ("$", "; ;", FOR) ("const $", " of x", FOR) ("@$", "", START) ("$", ";", STATEMENT)];
    "lang-verilog" "verilog" ["systemverilog", "sv"] ["v", "sv", "vh", "svh"]
        []
        packed::VERILOG, VERILOG EXACT
        [("_", "")] [("_", ";") ("wire _", ";")];
    "lang-vue" "vue" [] ["vue"]
        []
        external_scanner::VUE, MARKUP EXACT
        [("µ", "") ("x-u", TAG)] [];
    "lang-xml" "xml" ["svg", "xsd", "xslt"] ["xml", "xsd", "xsl", "xslt", "svg", "rng", "wsdl", "plist", "csproj", "vbproj", "fsproj", "props", "targets", "resx"]
        []
        external_scanner::XML, MARKUP EXACT
        [("_", "")] [];
    "lang-yaml" "yaml" ["yml"] ["yaml", "yml"]
        [".clang-format", ".clang-tidy"]
        external_scanner::YAML, LINE EXACT
        [("µ", "")] [];
    "lang-zig" "zig" [] ["zig", "zon"]
        []
        tree_sitter_zig::LANGUAGE, ZIG EXACT
        [("_", "")] [("_", ";") ("_", ": T,") ("_", " => 0,") ("_", ": T", PARAMETERS)];
}
