//! Table of languages: names, features, files, grammars and the queries of their crates.
//!
//! Sorted by name, as required by binary search. A test generates `languages.md`, the table in the
//! docs, from this table.

use crate::language::{CrateQueries, KnownLanguage, Language};
use crate::packed;
use crate::scanner;

/// Builds the tables from one entry per language: name, feature, aliases, extensions, file names,
/// grammar, and the parts of the highlight and of the injection query of its crate.
macro_rules! languages {
    ($(
        $name:ident $feature:literal $aliases:tt $extensions:tt $file_names:tt $grammar:path
        [$($highlights:expr),*] [$($injections:expr),*];
    )*) => {
        /// All languages, including those that this build lacks.
        pub(super) static KNOWN_LANGUAGES: &[KnownLanguage] = &[$(
            KnownLanguage {
                feature: $feature,
                name: stringify!($name),
                aliases: &$aliases,
                extensions: &$extensions,
                file_names: &$file_names,
            },
        )*];

        pub(super) static LANGUAGES: &[Language] = &[$(
            #[cfg(feature = $feature)]
            Language {
                name: stringify!($name),
                aliases: &$aliases,
                extensions: &$extensions,
                file_names: &$file_names,
                grammar: $grammar,
            },
        )*];

        /// Queries of [`LANGUAGES`], in the same order. A build without highlighting drops them.
        pub(super) static QUERIES: &[CrateQueries] = &[$(
            #[cfg(feature = $feature)]
            CrateQueries { highlights: &[$($highlights),*], injections: &[$($injections),*] },
        )*];

        /// Calls a macro with the names of all languages.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! with_languages {
            ($callback:ident) => {
                $callback! { $($name)* }
            };
        }
    };
}

// `shared_extension` decides among languages that list the same extension. Of a grammar with several
// parts, the part for whole files is used; `queries` has the others. A crate without queries leaves
// them to the folder of the language.
languages! {
    astro "lang-astro" [] ["astro"]
        [] scanner::ASTRO
        [tree_sitter_astro_next::HIGHLIGHTS_QUERY] [tree_sitter_astro_next::INJECTIONS_QUERY];
    bash "lang-bash" ["sh", "shell", "zsh", "ksh", "shell-script", "ash", "dash", "shellscript"]
        ["sh", "bash", "zsh", "ksh", "bats", "command", "ebuild", "eclass"]
        [".bashrc", ".bash_profile", ".profile", ".zshrc", ".zprofile", ".zshenv", "PKGBUILD",
            "APKBUILD", ".envrc", ".bash_aliases", ".bash_functions", ".bash_login",
            ".bash_logout", ".kshrc", ".xinitrc", ".xprofile", ".xsession", ".zlogin", ".zlogout",
            "bash.bashrc", "bash_aliases", "bash_logout", "bash_profile", "bashrc", "gradlew",
            "kshrc", "profile", "zlogin", "zlogout", "zprofile", "zshenv", "zshrc"] scanner::narrow::BASH
        [tree_sitter_bash::HIGHLIGHT_QUERY] [];
    c "lang-c" ["h"] ["c", "h"]
        [] tree_sitter_c::LANGUAGE
        [tree_sitter_c::HIGHLIGHT_QUERY] [];
    clojure "lang-clojure" ["clj", "cljs", "edn"] ["clj", "cljs", "cljc", "edn", "bb", "boot", "cl2", "cljx", "hic"]
        ["riemann.config"] tree_sitter_clojure_orchard::LANGUAGE
        [tree_sitter_clojure_orchard::HIGHLIGHTS_QUERY] [];
    cmake "lang-cmake" [] ["cmake"]
        ["CMakeLists.txt"] tree_sitter_cmake::LANGUAGE
        [tree_sitter_cmake::HIGHLIGHTS_QUERY] [];
    cpp "lang-cpp" ["c++", "cc", "cxx", "cuda", "hpp", "cplusplus"]
        ["cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ipp", "tpp", "cu", "cuh", "ino",
            "h", "tcc", "inl", "ixx", "cppm"]
        [] packed::CPP
        [tree_sitter_c::HIGHLIGHT_QUERY, tree_sitter_cpp::HIGHLIGHT_QUERY] [];
    csharp "lang-csharp" ["cs", "c#", "c-sharp", "dotnet", "cake"] ["cs", "csx", "cake"]
        [] packed::CSHARP
        [tree_sitter_c_sharp::HIGHLIGHTS_QUERY] [];
    css "lang-css" ["postcss"] ["css"]
        [] tree_sitter_css::LANGUAGE
        [tree_sitter_css::HIGHLIGHTS_QUERY] [];
    dart "lang-dart" [] ["dart"]
        [] tree_sitter_dart::LANGUAGE
        [tree_sitter_dart::HIGHLIGHTS_QUERY] [];
    diff "lang-diff" ["patch", "udiff"] ["diff", "patch", "rej"]
        [] tree_sitter_diff::LANGUAGE
        [] [];
    dockerfile "lang-dockerfile" ["docker", "containerfile"] ["dockerfile", "containerfile"]
        ["Dockerfile", "Containerfile", "Dockerfile.*", "Containerfile.*"] tree_sitter_containerfile::LANGUAGE
        [tree_sitter_containerfile::HIGHLIGHTS_QUERY] [tree_sitter_containerfile::INJECTIONS_QUERY];
    elixir "lang-elixir" ["ex", "exs"] ["ex", "exs"]
        ["mix.lock"] tree_sitter_elixir::LANGUAGE
        [tree_sitter_elixir::HIGHLIGHTS_QUERY] [tree_sitter_elixir::INJECTIONS_QUERY];
    erlang "lang-erlang" ["erl"] ["erl", "hrl", "escript"]
        ["rebar.config", "Emakefile", "rebar.config.lock", "rebar.lock"] tree_sitter_erlang::LANGUAGE
        [tree_sitter_erlang::HIGHLIGHTS_QUERY] [];
    go "lang-go" ["golang"] ["go"]
        [] tree_sitter_go::LANGUAGE
        [tree_sitter_go::HIGHLIGHTS_QUERY] [];
    graphql "lang-graphql" ["gql"] ["graphql", "gql", "graphqls"]
        [] tree_sitter_graphql::LANGUAGE
        [] [];
    haskell "lang-haskell" ["hs"] ["hs", "hs-boot"]
        [] packed::HASKELL
        [tree_sitter_haskell::HIGHLIGHTS_QUERY] [tree_sitter_haskell::INJECTIONS_QUERY];
    hcl "lang-hcl" ["terraform", "tf"] ["hcl", "tf", "tfvars", "nomad"]
        [".terraformrc"] tree_sitter_hcl::LANGUAGE
        [] [];
    html "lang-html" ["htm"] ["html", "htm", "xhtml", "xht"]
        [] scanner::HTML
        [tree_sitter_html::HIGHLIGHTS_QUERY] [tree_sitter_html::INJECTIONS_QUERY];
    ini "lang-ini" ["cfg", "properties", "conf", "dosini"] ["ini", "cfg", "editorconfig", "properties", "desktop", "service"]
        [".editorconfig", ".gitconfig", ".gitmodules", ".npmrc", ".pypirc", ".flake8", ".pylintrc",
            ".coveragerc", "pylintrc", "tox.ini", "buildozer.spec"] tree_sitter_ini::LANGUAGE
        [tree_sitter_ini::HIGHLIGHTS_QUERY] [];
    java "lang-java" [] ["java", "jav"]
        [] tree_sitter_java::LANGUAGE
        [tree_sitter_java::HIGHLIGHTS_QUERY] [];
    javascript "lang-javascript" ["js", "jsx", "node", "mjs", "cjs", "javascriptreact",
            "ecmascript"]
        ["js", "jsx", "mjs", "cjs", "es", "jake", "jsm", "njs", "ssjs"]
        ["Jakefile"] scanner::ecmascript::JAVASCRIPT
        [tree_sitter_javascript::HIGHLIGHT_QUERY, tree_sitter_javascript::JSX_HIGHLIGHT_QUERY] [tree_sitter_javascript::INJECTIONS_QUERY];
    json "lang-json" ["jsonc", "topojson"]
        ["json", "jsonc", "webmanifest", "geojson", "avsc", "gltf", "har", "json-tmlanguage",
            "mcmeta", "tfstate", "topojson", "webapp", "yyp"]
        [".babelrc", ".eslintrc", ".prettierrc", "composer.lock", ".jshintrc", ".swcrc",
            "flake.lock", ".all-contributorsrc", ".arcconfig", ".auto-changelog", ".c8rc",
            ".htmlhintrc", ".imgbotconfig", ".jscsrc", ".jslintrc", ".nycrc", ".tern-config",
            ".tern-project", ".watchmanconfig", "MODULE.bazel.lock", "Pipfile.lock", "deno.lock",
            "mcmod.info"] scanner::json::JSON
        [tree_sitter_json::HIGHLIGHTS_QUERY] [];
    julia "lang-julia" ["jl"] ["jl"]
        [] packed::JULIA
        [arborium_julia::HIGHLIGHTS_QUERY] [];
    just "lang-just" ["justfile"] ["just"]
        ["justfile", "Justfile", ".justfile"] scanner::narrow::JUST
        [arborium_just::HIGHLIGHTS_QUERY] [arborium_just::INJECTIONS_QUERY];
    kotlin "lang-kotlin" ["kt", "kts"] ["kt", "kts", "ktm"]
        [] scanner::KOTLIN
        [tree_sitter_kotlin_sg::HIGHLIGHTS_QUERY] [];
    lua "lang-lua" ["luajit"] ["lua", "nse", "pd_lua", "rockspec", "wlua"]
        [".luacheckrc"] tree_sitter_lua::LANGUAGE
        [tree_sitter_lua::HIGHLIGHTS_QUERY] [tree_sitter_lua::INJECTIONS_QUERY];
    make "lang-make" ["makefile", "mk", "gmake", "bsdmake"] ["mk", "mak", "make", "mkfile"]
        ["Makefile", "makefile", "GNUmakefile", "Kbuild", "Makefile.*", "BSDmakefile", "mkfile"] tree_sitter_make::LANGUAGE
        [tree_sitter_make::HIGHLIGHTS_QUERY] [];
    markdown "lang-markdown" ["md", "mdx", "pandoc"] ["md", "markdown", "mdown", "mkd", "mdx", "livemd", "mdwn", "mkdn", "mkdown"]
        ["contents.lr"] tree_sitter_md::LANGUAGE
        [tree_sitter_md::HIGHLIGHT_QUERY_BLOCK] [tree_sitter_md::INJECTION_QUERY_BLOCK];
    nix "lang-nix" ["nixos"] ["nix"]
        [] tree_sitter_nix::LANGUAGE
        [tree_sitter_nix::HIGHLIGHTS_QUERY] [tree_sitter_nix::INJECTIONS_QUERY];
    objc "lang-objc" ["objective-c", "objectivec", "obj-c"] ["m", "mm", "h"]
        [] packed::OBJC
        [tree_sitter_c::HIGHLIGHT_QUERY, tree_sitter_objc::HIGHLIGHTS_QUERY] [];
    ocaml "lang-ocaml" ["ml"] ["ml"]
        [] scanner::ocaml::OCAML
        [tree_sitter_ocaml::HIGHLIGHTS_QUERY] [];
    odin "lang-odin" ["odinlang", "odin-lang"] ["odin"]
        [] scanner::narrow::ODIN
        [tree_sitter_odin::HIGHLIGHTS_QUERY] [];
    perl "lang-perl" ["pl", "perl5", "cperl"] ["pl", "pm", "t", "psgi", "al", "perl", "ph", "plx"]
        ["cpanfile", "Makefile.PL", "Rexfile"] scanner::perl::PERL
        [ts_parser_perl::HIGHLIGHTS_QUERY] [];
    php "lang-php" [] ["php", "phtml", "php5", "php7", "phps", "ctp"]
        [".php_cs", ".php_cs.dist", "Phakefile"] tree_sitter_php::LANGUAGE_PHP
        [tree_sitter_php::HIGHLIGHTS_QUERY] [];
    powershell "lang-powershell" ["ps1", "pwsh", "ps", "posh"] ["ps1", "psm1", "psd1"]
        [] tree_sitter_powershell::LANGUAGE
        [tree_sitter_powershell::HIGHLIGHTS_QUERY] [];
    protobuf "lang-protobuf" ["proto", "protocol-buffer", "protocol-buffers"] ["proto"]
        [] tree_sitter_proto::LANGUAGE
        [] [];
    python "lang-python" ["py", "python3", "py3", "sage"] ["py", "pyi", "pyw", "py3", "gyp", "gypi", "pyt", "smk", "tac", "wsgi"]
        ["SConstruct", "SConscript", "wscript", "Snakefile", ".gclient", "DEPS"] scanner::PYTHON
        [tree_sitter_python::HIGHLIGHTS_QUERY] [];
    r "lang-r" ["rlang", "rscript", "splus"] ["r", "rsx"]
        [".Rprofile"] tree_sitter_r::LANGUAGE
        [tree_sitter_r::HIGHLIGHTS_QUERY] [];
    regex "lang-regex" ["re", "regexp", "regular-expression"] ["regex", "regexp"]
        [] tree_sitter_regex::LANGUAGE
        [tree_sitter_regex::HIGHLIGHTS_QUERY] [];
    ruby "lang-ruby" ["rb", "jruby", "macruby"]
        ["rb", "rake", "gemspec", "ru", "rbw", "podspec", "eye", "god", "mspec", "rbi", "ruby",
            "thor", "watchr"]
        ["Rakefile", "Gemfile", "Guardfile", "Vagrantfile", "Podfile", "Capfile", "Brewfile",
            "Appraisals", "Berksfile", "Buildfile", "Dangerfile", "Deliverfile", "Fastfile",
            "Jarfile", "Mavenfile", "Puppetfile", "Snapfile", "Steepfile", "Thorfile", ".irbrc",
            ".pryrc", ".simplecov", "buildfile"] scanner::RUBY
        [tree_sitter_ruby::HIGHLIGHTS_QUERY] [];
    rust "lang-rust" ["rs"] ["rs"]
        [] tree_sitter_rust::LANGUAGE
        [tree_sitter_rust::HIGHLIGHTS_QUERY] [tree_sitter_rust::INJECTIONS_QUERY];
    scala "lang-scala" ["sbt"] ["scala", "sc", "sbt", "kojo"]
        [] packed::SCALA
        [tree_sitter_scala::HIGHLIGHTS_QUERY] [];
    solidity "lang-solidity" ["sol"] ["sol"]
        [] tree_sitter_solidity::LANGUAGE
        [] [];
    sql "lang-sql" ["mysql", "postgresql", "sqlite", "postgres", "psql", "sqlite3", "plsql", "tsql"] ["sql", "ddl", "dml"]
        [] scanner::sql::SQL
        [tree_sitter_sequel::HIGHLIGHTS_QUERY] [];
    starlark "lang-starlark" ["bazel", "bzl"] ["bzl", "bazel", "star", "starlark"]
        ["BUILD", "WORKSPACE", "Tiltfile", "BUCK"] tree_sitter_starlark::LANGUAGE
        [tree_sitter_starlark::HIGHLIGHTS_QUERY] [];
    svelte "lang-svelte" [] ["svelte"]
        [] scanner::SVELTE
        [tree_sitter_svelte_next::HIGHLIGHTS_QUERY] [tree_sitter_svelte_next::INJECTIONS_QUERY];
    swift "lang-swift" [] ["swift"]
        [] packed::SWIFT
        [tree_sitter_swift::HIGHLIGHTS_QUERY] [tree_sitter_swift::INJECTIONS_QUERY];
    tlaplus "lang-tlaplus" ["tla", "tla+"] ["tla"]
        [] scanner::TLAPLUS
        [tree_sitter_tlaplus::HIGHLIGHT_QUERY] [];
    toml "lang-toml" [] ["toml"]
        ["Cargo.lock", "Pipfile", "poetry.lock", "uv.lock", "Gopkg.lock", "pdm.lock"] tree_sitter_toml_ng::LANGUAGE
        [] [];
    tsx "lang-tsx" ["typescriptreact"] ["tsx"]
        [] scanner::ecmascript::TSX
        [tree_sitter_typescript::HIGHLIGHTS_QUERY, tree_sitter_javascript::HIGHLIGHT_QUERY, tree_sitter_javascript::JSX_HIGHLIGHT_QUERY] [tree_sitter_javascript::INJECTIONS_QUERY];
    typescript "lang-typescript" ["ts", "mts", "cts"] ["ts", "mts", "cts"]
        [] scanner::ecmascript::TYPESCRIPT
        [tree_sitter_typescript::HIGHLIGHTS_QUERY, tree_sitter_javascript::HIGHLIGHT_QUERY] [tree_sitter_javascript::INJECTIONS_QUERY];
    verilog "lang-verilog" ["systemverilog", "sv", "v", "vlog"] ["v", "sv", "vh", "svh", "veo"]
        [] packed::VERILOG
        [] [];
    vue "lang-vue" [] ["vue"]
        [] scanner::VUE
        [] [];
    xml "lang-xml" ["svg", "xsd", "xslt", "rss", "atom", "wsdl", "xaml"]
        ["xml", "xsd", "xsl", "xslt", "svg", "rng", "wsdl", "plist", "csproj", "vbproj", "fsproj",
            "props", "targets", "resx", "adml", "admx", "ant", "axml", "ccxml", "csl", "dita",
            "ditamap", "ditaval", "fxml", "glade", "grxml", "iml", "ivy", "jelly", "kml", "launch",
            "mjml", "mxml", "natvis", "nuspec", "osm", "proj", "ps1xml", "rdf", "scxml", "sfproj",
            "shproj", "storyboard", "ui", "urdf", "vcxproj", "vsixmanifest", "vxml", "wixproj",
            "wsf", "wxi", "wxl", "wxs", "x3d", "xacro", "xib", "xlf", "xliff", "xmi", "xmp",
            "xproj", "xspec", "xul", "zcml"]
        ["pom.xml", ".classpath", ".cproject", ".project", "App.config", "NuGet.config",
            "Settings.StyleCop", "Web.Debug.config", "Web.Release.config", "Web.config",
            "packages.config"] scanner::XML
        [tree_sitter_xml::XML_HIGHLIGHT_QUERY] [];
    yaml "lang-yaml" ["yml", "dockercompose"] ["yaml", "yml", "cff", "reek", "rviz", "yaml-tmlanguage"]
        [".clang-format", ".clang-tidy", "CITATION.cff", ".clangd", ".gemrc", "glide.lock", "pixi.lock"] scanner::YAML
        [tree_sitter_yaml::HIGHLIGHTS_QUERY] [];
    zig "lang-zig" ["zon"] ["zig", "zon"]
        [] tree_sitter_zig::LANGUAGE
        [tree_sitter_zig::HIGHLIGHTS_QUERY] [];
}
