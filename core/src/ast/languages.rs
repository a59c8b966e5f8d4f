//! The table of languages.

use super::context as at;
use super::language::{Language, Reading};

/// One line of the table: the feature, the names, the files, the grammar, and
/// how patterns are read.
macro_rules! languages {
    ($($feature:literal $name:literal $aliases:tt $extensions:tt $file_names:tt
       $grammar:expr, $sigils:tt $contexts:ident $case:ident;)*) => {
        pub(super) static LANGUAGES: &[Language] = &[$(
            #[cfg(feature = $feature)]
            Language {
                name: $name,
                aliases: &$aliases,
                extensions: &$extensions,
                file_names: &$file_names,
                grammar: $grammar,
                reading: Reading {
                    sigils: &$sigils,
                    contexts: at::$contexts,
                    any_case: $case,
                },
            },
        )*];
    };
}

/// Keywords are to be written as they are, or in any case.
const EXACT: bool = false;
const ANY_CASE: bool = true;

// `.h` is C before it is C++ or Objective-C. Of grammars in several parts the
// one for whole files is taken.
languages! {
    "lang-astro" "astro" [] ["astro"]
        []
        tree_sitter_astro_next::LANGUAGE, ['µ'] MARKUP EXACT;
    "lang-bash" "bash" ["sh", "shell", "zsh", "ksh"] ["sh", "bash", "zsh", "ksh", "bats"]
        [".bashrc", ".bash_profile", ".profile", ".zshrc", ".zprofile", ".zshenv", "PKGBUILD"]
        tree_sitter_bash::LANGUAGE, ['_', '$'] TOP EXACT;
    "lang-c" "c" [] ["c", "h"]
        []
        tree_sitter_c::LANGUAGE, ['𐀀'] C EXACT;
    "lang-clojure" "clojure" ["clj", "cljs", "edn"] ["clj", "cljs", "cljc", "edn", "bb"]
        []
        tree_sitter_clojure_orchard::LANGUAGE, ['$'] TOP EXACT;
    "lang-cmake" "cmake" [] ["cmake"]
        ["CMakeLists.txt"]
        tree_sitter_cmake::LANGUAGE, ['_'] TOP ANY_CASE;
    "lang-cpp" "cpp" ["c++", "cc", "cxx", "cuda"] ["cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ipp", "tpp", "cu", "cuh", "ino", "h"]
        []
        tree_sitter_cpp::LANGUAGE, ['𐀀'] CPP EXACT;
    "lang-csharp" "csharp" ["cs", "c#", "c-sharp"] ["cs", "csx"]
        []
        tree_sitter_c_sharp::LANGUAGE, ['µ'] CSHARP EXACT;
    "lang-css" "css" [] ["css"]
        []
        tree_sitter_css::LANGUAGE, ['_'] CSS EXACT;
    "lang-dart" "dart" [] ["dart"]
        []
        tree_sitter_dart::LANGUAGE, ['$'] DART EXACT;
    "lang-diff" "diff" ["patch"] ["diff", "patch"]
        []
        tree_sitter_diff::LANGUAGE, ['µ'] TOP EXACT;
    "lang-dockerfile" "dockerfile" ["docker", "containerfile"] ["dockerfile", "containerfile"]
        ["Dockerfile", "Containerfile", "Dockerfile.*", "Containerfile.*"]
        tree_sitter_containerfile::LANGUAGE, ['µ', '_'] TOP ANY_CASE;
    "lang-elixir" "elixir" ["ex"] ["ex", "exs"]
        ["mix.lock"]
        tree_sitter_elixir::LANGUAGE, ['µ'] TOP EXACT;
    "lang-erlang" "erlang" ["erl"] ["erl", "hrl", "escript"]
        ["rebar.config"]
        tree_sitter_erlang::LANGUAGE, ['_'] ERLANG EXACT;
    "lang-go" "go" ["golang"] ["go"]
        []
        tree_sitter_go::LANGUAGE, ['µ'] GO EXACT;
    "lang-graphql" "graphql" ["gql"] ["graphql", "gql", "graphqls"]
        []
        tree_sitter_graphql::LANGUAGE, ['_'] GRAPHQL EXACT;
    "lang-haskell" "haskell" ["hs"] ["hs"]
        []
        tree_sitter_haskell::LANGUAGE, ['µ'] HASKELL EXACT;
    "lang-hcl" "hcl" ["terraform", "tf"] ["hcl", "tf", "tfvars", "nomad"]
        []
        tree_sitter_hcl::LANGUAGE, ['µ'] TOP EXACT;
    "lang-html" "html" ["htm"] ["html", "htm", "xhtml"]
        []
        tree_sitter_html::LANGUAGE, ['µ'] MARKUP ANY_CASE;
    "lang-ini" "ini" ["cfg", "properties"] ["ini", "cfg", "editorconfig", "properties", "desktop", "service"]
        [".editorconfig", ".gitconfig", ".gitmodules", ".npmrc"]
        tree_sitter_ini::LANGUAGE, ['µ'] TOP EXACT;
    "lang-java" "java" [] ["java"]
        []
        tree_sitter_java::LANGUAGE, ['$'] JAVA EXACT;
    "lang-javascript" "javascript" ["js", "jsx", "node"] ["js", "jsx", "mjs", "cjs"]
        ["Jakefile"]
        tree_sitter_javascript::LANGUAGE, ['$'] JS EXACT;
    "lang-json" "json" ["jsonc"] ["json", "jsonc", "webmanifest", "geojson"]
        [".babelrc", ".eslintrc", ".prettierrc", "composer.lock"]
        tree_sitter_json::LANGUAGE, ['$'] JSON EXACT;
    "lang-julia" "julia" ["jl"] ["jl"]
        []
        arborium_julia::language(), ['µ'] TOP EXACT;
    "lang-just" "just" ["justfile"] ["just"]
        ["justfile", "Justfile", ".justfile"]
        arborium_just::language(), ['_'] TOP EXACT;
    "lang-kotlin" "kotlin" ["kt", "kts"] ["kt", "kts", "ktm"]
        []
        tree_sitter_kotlin_sg::LANGUAGE, ['µ'] KOTLIN EXACT;
    "lang-lua" "lua" [] ["lua"]
        [".luacheckrc"]
        tree_sitter_lua::LANGUAGE, ['_'] TOP EXACT;
    "lang-make" "make" ["makefile", "mk"] ["mk", "mak"]
        ["Makefile", "makefile", "GNUmakefile", "Kbuild", "Makefile.*"]
        tree_sitter_make::LANGUAGE, ['_'] TOP EXACT;
    "lang-markdown" "markdown" ["md"] ["md", "markdown", "mdown", "mkd"]
        []
        tree_sitter_md::LANGUAGE, ['µ'] TOP EXACT;
    "lang-nix" "nix" [] ["nix"]
        []
        tree_sitter_nix::LANGUAGE, ['_'] NIX EXACT;
    "lang-objc" "objc" ["objective-c", "objectivec", "obj-c"] ["m", "mm", "h"]
        []
        tree_sitter_objc::LANGUAGE, ['_'] OBJC EXACT;
    "lang-ocaml" "ocaml" ["ml"] ["ml"]
        []
        tree_sitter_ocaml::LANGUAGE_OCAML, ['_'] OCAML EXACT;
    "lang-odin" "odin" [] ["odin"]
        []
        tree_sitter_odin::LANGUAGE, ['_'] ODIN EXACT;
    "lang-perl" "perl" ["pl"] ["pl", "pm", "t", "psgi"]
        []
        ts_parser_perl::LANGUAGE, ['$', '_'] TOP EXACT;
    "lang-php" "php" [] ["php", "phtml", "php5", "php7", "phps"]
        []
        tree_sitter_php::LANGUAGE_PHP, ['µ', '$'] PHP ANY_CASE;
    "lang-powershell" "powershell" ["ps1", "pwsh", "ps"] ["ps1", "psm1", "psd1"]
        []
        tree_sitter_powershell::LANGUAGE, ['$', '_'] TOP ANY_CASE;
    "lang-protobuf" "protobuf" ["proto"] ["proto"]
        []
        tree_sitter_proto::LANGUAGE, ['_'] PROTO EXACT;
    "lang-python" "python" ["py", "python3"] ["py", "pyi", "pyw", "py3"]
        ["SConstruct", "SConscript"]
        tree_sitter_python::LANGUAGE, ['µ'] PYTHON EXACT;
    "lang-r" "r" ["rlang"] ["r"]
        [".Rprofile"]
        tree_sitter_r::LANGUAGE, ['µ'] TOP EXACT;
    "lang-regex" "regex" ["re", "regexp"] ["regex", "regexp"]
        []
        tree_sitter_regex::LANGUAGE, ['µ'] TOP EXACT;
    "lang-ruby" "ruby" ["rb"] ["rb", "rake", "gemspec", "ru", "rbw", "podspec"]
        ["Rakefile", "Gemfile", "Guardfile", "Vagrantfile", "Podfile", "Capfile", "Brewfile"]
        tree_sitter_ruby::LANGUAGE, ['µ'] RUBY EXACT;
    "lang-rust" "rust" ["rs"] ["rs"]
        []
        tree_sitter_rust::LANGUAGE, ['µ'] RUST EXACT;
    "lang-scala" "scala" [] ["scala", "sc", "sbt"]
        []
        tree_sitter_scala::LANGUAGE, ['µ'] SCALA EXACT;
    "lang-solidity" "solidity" ["sol"] ["sol"]
        []
        tree_sitter_solidity::LANGUAGE, ['$'] SOLIDITY EXACT;
    "lang-sql" "sql" ["mysql", "postgresql", "sqlite"] ["sql", "ddl", "dml"]
        []
        tree_sitter_sequel::LANGUAGE, ['_'] SQL ANY_CASE;
    "lang-starlark" "starlark" ["bazel", "bzl"] ["bzl", "bazel", "star", "starlark"]
        ["BUILD", "WORKSPACE", "Tiltfile", "BUCK"]
        tree_sitter_starlark::LANGUAGE, ['µ'] PYTHON EXACT;
    "lang-svelte" "svelte" [] ["svelte"]
        []
        tree_sitter_svelte_next::LANGUAGE, ['µ'] MARKUP EXACT;
    "lang-swift" "swift" [] ["swift"]
        []
        tree_sitter_swift::LANGUAGE, ['µ'] SWIFT EXACT;
    "lang-tlaplus" "tlaplus" ["tla", "tla+"] ["tla"]
        []
        tree_sitter_tlaplus::LANGUAGE, ['_'] TLA EXACT;
    "lang-toml" "toml" [] ["toml"]
        ["Cargo.lock", "Pipfile", "poetry.lock", "uv.lock"]
        tree_sitter_toml_ng::LANGUAGE, ['_'] TOML EXACT;
    "lang-tsx" "tsx" [] ["tsx"]
        []
        tree_sitter_typescript::LANGUAGE_TSX, ['$'] TS EXACT;
    "lang-typescript" "typescript" ["ts"] ["ts", "mts", "cts"]
        []
        tree_sitter_typescript::LANGUAGE_TYPESCRIPT, ['$'] TS EXACT;
    "lang-verilog" "verilog" ["systemverilog", "sv"] ["v", "sv", "vh", "svh"]
        []
        tree_sitter_verilog::LANGUAGE, ['_'] VERILOG EXACT;
    "lang-vue" "vue" [] ["vue"]
        []
        tree_sitter_vue_next::LANGUAGE, ['µ'] MARKUP EXACT;
    "lang-xml" "xml" ["svg", "xsd", "xslt"] ["xml", "xsd", "xsl", "xslt", "svg", "rng", "wsdl", "plist", "csproj", "vbproj", "fsproj", "props", "targets", "resx"]
        []
        tree_sitter_xml::LANGUAGE_XML, ['_'] MARKUP EXACT;
    "lang-yaml" "yaml" ["yml"] ["yaml", "yml"]
        [".clang-format", ".clang-tidy"]
        tree_sitter_yaml::LANGUAGE, ['µ'] TOP EXACT;
    "lang-zig" "zig" [] ["zig", "zon"]
        []
        tree_sitter_zig::LANGUAGE, ['_'] ZIG EXACT;
}
