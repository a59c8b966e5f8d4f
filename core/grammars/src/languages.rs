//! Table of languages: features, names, files and grammars.
//!
//! Sorted by name, as required by binary search. A test generates `languages.md`, the table in the
//! docs, from this table.

use crate::language::Language;
use crate::packed;
use crate::scanner;

/// Builds the table from one entry per language: feature, name, aliases, extensions, file names and
/// grammar.
macro_rules! languages {
    ($($feature:literal $name:literal $aliases:tt $extensions:tt $file_names:tt $grammar:expr;)*) => {
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

// `.h` files are C rather than C++ or Objective-C, since `c` sorts first. Of a grammar with several
// parts, the part for whole files is used.
languages! {
    "lang-astro" "astro" [] ["astro"]
        [] scanner::ASTRO;
    "lang-bash" "bash" ["sh", "shell", "zsh", "ksh"] ["sh", "bash", "zsh", "ksh", "bats"]
        [".bashrc", ".bash_profile", ".profile", ".zshrc", ".zprofile", ".zshenv", "PKGBUILD"] scanner::narrow::BASH;
    "lang-c" "c" [] ["c", "h"]
        [] tree_sitter_c::LANGUAGE;
    "lang-clojure" "clojure" ["clj", "cljs", "edn"] ["clj", "cljs", "cljc", "edn", "bb"]
        [] tree_sitter_clojure_orchard::LANGUAGE;
    "lang-cmake" "cmake" [] ["cmake"]
        ["CMakeLists.txt"] tree_sitter_cmake::LANGUAGE;
    "lang-cpp" "cpp" ["c++", "cc", "cxx", "cuda"] ["cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ipp", "tpp", "cu", "cuh", "ino", "h"]
        [] packed::CPP;
    "lang-csharp" "csharp" ["cs", "c#", "c-sharp"] ["cs", "csx"]
        [] packed::CSHARP;
    "lang-css" "css" [] ["css"]
        [] tree_sitter_css::LANGUAGE;
    "lang-dart" "dart" [] ["dart"]
        [] tree_sitter_dart::LANGUAGE;
    "lang-diff" "diff" ["patch"] ["diff", "patch"]
        [] tree_sitter_diff::LANGUAGE;
    "lang-dockerfile" "dockerfile" ["docker", "containerfile"] ["dockerfile", "containerfile"]
        ["Dockerfile", "Containerfile", "Dockerfile.*", "Containerfile.*"] tree_sitter_containerfile::LANGUAGE;
    "lang-elixir" "elixir" ["ex"] ["ex", "exs"]
        ["mix.lock"] tree_sitter_elixir::LANGUAGE;
    "lang-erlang" "erlang" ["erl"] ["erl", "hrl", "escript"]
        ["rebar.config"] tree_sitter_erlang::LANGUAGE;
    "lang-go" "go" ["golang"] ["go"]
        [] tree_sitter_go::LANGUAGE;
    "lang-graphql" "graphql" ["gql"] ["graphql", "gql", "graphqls"]
        [] tree_sitter_graphql::LANGUAGE;
    "lang-haskell" "haskell" ["hs"] ["hs"]
        [] packed::HASKELL;
    "lang-hcl" "hcl" ["terraform", "tf"] ["hcl", "tf", "tfvars", "nomad"]
        [] tree_sitter_hcl::LANGUAGE;
    "lang-html" "html" ["htm"] ["html", "htm", "xhtml"]
        [] scanner::HTML;
    "lang-ini" "ini" ["cfg", "properties"] ["ini", "cfg", "editorconfig", "properties", "desktop", "service"]
        [".editorconfig", ".gitconfig", ".gitmodules", ".npmrc"] tree_sitter_ini::LANGUAGE;
    "lang-java" "java" [] ["java"]
        [] tree_sitter_java::LANGUAGE;
    "lang-javascript" "javascript" ["js", "jsx", "node"] ["js", "jsx", "mjs", "cjs"]
        ["Jakefile"] scanner::ecmascript::JAVASCRIPT;
    "lang-json" "json" ["jsonc"] ["json", "jsonc", "webmanifest", "geojson"]
        [".babelrc", ".eslintrc", ".prettierrc", "composer.lock"] scanner::json::JSON;
    "lang-julia" "julia" ["jl"] ["jl"]
        [] packed::JULIA;
    "lang-just" "just" ["justfile"] ["just"]
        ["justfile", "Justfile", ".justfile"] scanner::narrow::JUST;
    "lang-kotlin" "kotlin" ["kt", "kts"] ["kt", "kts", "ktm"]
        [] scanner::KOTLIN;
    "lang-lua" "lua" [] ["lua"]
        [".luacheckrc"] tree_sitter_lua::LANGUAGE;
    "lang-make" "make" ["makefile", "mk"] ["mk", "mak"]
        ["Makefile", "makefile", "GNUmakefile", "Kbuild", "Makefile.*"] tree_sitter_make::LANGUAGE;
    "lang-markdown" "markdown" ["md"] ["md", "markdown", "mdown", "mkd"]
        [] tree_sitter_md::LANGUAGE;
    "lang-nix" "nix" [] ["nix"]
        [] tree_sitter_nix::LANGUAGE;
    "lang-objc" "objc" ["objective-c", "objectivec", "obj-c"] ["m", "mm", "h"]
        [] packed::OBJC;
    "lang-ocaml" "ocaml" ["ml"] ["ml"]
        [] scanner::ocaml::OCAML;
    "lang-odin" "odin" [] ["odin"]
        [] scanner::narrow::ODIN;
    "lang-perl" "perl" ["pl"] ["pl", "pm", "t", "psgi"]
        [] scanner::perl::PERL;
    "lang-php" "php" [] ["php", "phtml", "php5", "php7", "phps"]
        [] tree_sitter_php::LANGUAGE_PHP;
    "lang-powershell" "powershell" ["ps1", "pwsh", "ps"] ["ps1", "psm1", "psd1"]
        [] tree_sitter_powershell::LANGUAGE;
    "lang-protobuf" "protobuf" ["proto"] ["proto"]
        [] tree_sitter_proto::LANGUAGE;
    "lang-python" "python" ["py", "python3"] ["py", "pyi", "pyw", "py3"]
        ["SConstruct", "SConscript"] scanner::PYTHON;
    "lang-r" "r" ["rlang"] ["r"]
        [".Rprofile"] tree_sitter_r::LANGUAGE;
    "lang-regex" "regex" ["re", "regexp"] ["regex", "regexp"]
        [] tree_sitter_regex::LANGUAGE;
    "lang-ruby" "ruby" ["rb"] ["rb", "rake", "gemspec", "ru", "rbw", "podspec"]
        ["Rakefile", "Gemfile", "Guardfile", "Vagrantfile", "Podfile", "Capfile", "Brewfile"] scanner::RUBY;
    "lang-rust" "rust" ["rs"] ["rs"]
        [] tree_sitter_rust::LANGUAGE;
    "lang-scala" "scala" [] ["scala", "sc", "sbt"]
        [] packed::SCALA;
    "lang-solidity" "solidity" ["sol"] ["sol"]
        [] tree_sitter_solidity::LANGUAGE;
    "lang-sql" "sql" ["mysql", "postgresql", "sqlite"] ["sql", "ddl", "dml"]
        [] scanner::sql::SQL;
    "lang-starlark" "starlark" ["bazel", "bzl"] ["bzl", "bazel", "star", "starlark"]
        ["BUILD", "WORKSPACE", "Tiltfile", "BUCK"] tree_sitter_starlark::LANGUAGE;
    "lang-svelte" "svelte" [] ["svelte"]
        [] scanner::SVELTE;
    "lang-swift" "swift" [] ["swift"]
        [] packed::SWIFT;
    "lang-tlaplus" "tlaplus" ["tla", "tla+"] ["tla"]
        [] scanner::TLAPLUS;
    "lang-toml" "toml" [] ["toml"]
        ["Cargo.lock", "Pipfile", "poetry.lock", "uv.lock"] tree_sitter_toml_ng::LANGUAGE;
    "lang-tsx" "tsx" [] ["tsx"]
        [] scanner::ecmascript::TSX;
    "lang-typescript" "typescript" ["ts"] ["ts", "mts", "cts"]
        [] scanner::ecmascript::TYPESCRIPT;
    "lang-verilog" "verilog" ["systemverilog", "sv"] ["v", "sv", "vh", "svh"]
        [] packed::VERILOG;
    "lang-vue" "vue" [] ["vue"]
        [] scanner::VUE;
    "lang-xml" "xml" ["svg", "xsd", "xslt"] ["xml", "xsd", "xsl", "xslt", "svg", "rng", "wsdl", "plist", "csproj", "vbproj", "fsproj", "props", "targets", "resx"]
        [] scanner::XML;
    "lang-yaml" "yaml" ["yml"] ["yaml", "yml"]
        [".clang-format", ".clang-tidy"] scanner::YAML;
    "lang-zig" "zig" [] ["zig", "zon"]
        [] tree_sitter_zig::LANGUAGE;
}
