//! Table of languages: features, names, files and grammars.
//!
//! Sorted by name, as required by binary search. A test generates `languages.md`, the table in the
//! docs, from this table.

use crate::language::{KnownLanguage, Language};
use crate::packed;
use crate::scanner;

/// Builds the table from one entry per language: feature, name, aliases, extensions, file names and
/// grammar.
macro_rules! languages {
    ($($feature:literal $name:literal $aliases:tt $extensions:tt $file_names:tt $grammar:expr;)*) => {
        /// All languages, including those that this build lacks.
        pub(super) static KNOWN_LANGUAGES: &[KnownLanguage] = &[$(
            KnownLanguage {
                feature: $feature,
                name: $name,
                aliases: &$aliases,
                extensions: &$extensions,
                file_names: &$file_names,
            },
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

// `shared_extension` decides among languages that list the same extension. Of a grammar with several
// parts, the part for whole files is used.
languages! {
    "lang-astro" "astro" [] ["astro"]
        [] scanner::ASTRO;
    "lang-bash" "bash" ["sh", "shell", "zsh", "ksh", "shell-script", "ash", "dash", "shellscript"]
        ["sh", "bash", "zsh", "ksh", "bats", "command", "ebuild", "eclass"]
        [".bashrc", ".bash_profile", ".profile", ".zshrc", ".zprofile", ".zshenv", "PKGBUILD",
            "APKBUILD", ".envrc", ".bash_aliases", ".bash_functions", ".bash_login",
            ".bash_logout", ".kshrc", ".xinitrc", ".xprofile", ".xsession", ".zlogin", ".zlogout",
            "bash.bashrc", "bash_aliases", "bash_logout", "bash_profile", "bashrc", "gradlew",
            "kshrc", "profile", "zlogin", "zlogout", "zprofile", "zshenv", "zshrc"] scanner::narrow::BASH;
    "lang-c" "c" ["h"] ["c", "h"]
        [] tree_sitter_c::LANGUAGE;
    "lang-clojure" "clojure" ["clj", "cljs", "edn"] ["clj", "cljs", "cljc", "edn", "bb", "boot", "cl2", "cljx", "hic"]
        ["riemann.config"] tree_sitter_clojure_orchard::LANGUAGE;
    "lang-cmake" "cmake" [] ["cmake"]
        ["CMakeLists.txt"] tree_sitter_cmake::LANGUAGE;
    "lang-cpp" "cpp" ["c++", "cc", "cxx", "cuda", "hpp", "cplusplus"]
        ["cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ipp", "tpp", "cu", "cuh", "ino",
            "h", "tcc", "inl", "ixx", "cppm"]
        [] packed::CPP;
    "lang-csharp" "csharp" ["cs", "c#", "c-sharp", "dotnet", "cake"] ["cs", "csx", "cake"]
        [] packed::CSHARP;
    "lang-css" "css" ["postcss"] ["css"]
        [] tree_sitter_css::LANGUAGE;
    "lang-dart" "dart" [] ["dart"]
        [] tree_sitter_dart::LANGUAGE;
    "lang-diff" "diff" ["patch", "udiff"] ["diff", "patch", "rej"]
        [] tree_sitter_diff::LANGUAGE;
    "lang-dockerfile" "dockerfile" ["docker", "containerfile"] ["dockerfile", "containerfile"]
        ["Dockerfile", "Containerfile", "Dockerfile.*", "Containerfile.*"] tree_sitter_containerfile::LANGUAGE;
    "lang-elixir" "elixir" ["ex", "exs"] ["ex", "exs"]
        ["mix.lock"] tree_sitter_elixir::LANGUAGE;
    "lang-erlang" "erlang" ["erl"] ["erl", "hrl", "escript"]
        ["rebar.config", "Emakefile", "rebar.config.lock", "rebar.lock"] tree_sitter_erlang::LANGUAGE;
    "lang-go" "go" ["golang"] ["go"]
        [] tree_sitter_go::LANGUAGE;
    "lang-graphql" "graphql" ["gql"] ["graphql", "gql", "graphqls"]
        [] tree_sitter_graphql::LANGUAGE;
    "lang-haskell" "haskell" ["hs"] ["hs", "hs-boot"]
        [] packed::HASKELL;
    "lang-hcl" "hcl" ["terraform", "tf"] ["hcl", "tf", "tfvars", "nomad"]
        [".terraformrc"] tree_sitter_hcl::LANGUAGE;
    "lang-html" "html" ["htm"] ["html", "htm", "xhtml", "xht"]
        [] scanner::HTML;
    "lang-ini" "ini" ["cfg", "properties", "conf", "dosini"] ["ini", "cfg", "editorconfig", "properties", "desktop", "service"]
        [".editorconfig", ".gitconfig", ".gitmodules", ".npmrc", ".pypirc", ".flake8", ".pylintrc",
            ".coveragerc", "pylintrc", "tox.ini", "buildozer.spec"] tree_sitter_ini::LANGUAGE;
    "lang-java" "java" [] ["java", "jav"]
        [] tree_sitter_java::LANGUAGE;
    "lang-javascript" "javascript" ["js", "jsx", "node", "mjs", "cjs", "javascriptreact",
            "ecmascript"]
        ["js", "jsx", "mjs", "cjs", "es", "jake", "jsm", "njs", "ssjs"]
        ["Jakefile"] scanner::ecmascript::JAVASCRIPT;
    "lang-json" "json" ["jsonc", "topojson"]
        ["json", "jsonc", "webmanifest", "geojson", "avsc", "gltf", "har", "json-tmlanguage",
            "mcmeta", "tfstate", "topojson", "webapp", "yyp"]
        [".babelrc", ".eslintrc", ".prettierrc", "composer.lock", ".jshintrc", ".swcrc",
            "flake.lock", ".all-contributorsrc", ".arcconfig", ".auto-changelog", ".c8rc",
            ".htmlhintrc", ".imgbotconfig", ".jscsrc", ".jslintrc", ".nycrc", ".tern-config",
            ".tern-project", ".watchmanconfig", "MODULE.bazel.lock", "Pipfile.lock", "deno.lock",
            "mcmod.info"] scanner::json::JSON;
    "lang-julia" "julia" ["jl"] ["jl"]
        [] packed::JULIA;
    "lang-just" "just" ["justfile"] ["just"]
        ["justfile", "Justfile", ".justfile"] scanner::narrow::JUST;
    "lang-kotlin" "kotlin" ["kt", "kts"] ["kt", "kts", "ktm"]
        [] scanner::KOTLIN;
    "lang-lua" "lua" ["luajit"] ["lua", "nse", "pd_lua", "rockspec", "wlua"]
        [".luacheckrc"] tree_sitter_lua::LANGUAGE;
    "lang-make" "make" ["makefile", "mk", "gmake", "bsdmake"] ["mk", "mak", "make", "mkfile"]
        ["Makefile", "makefile", "GNUmakefile", "Kbuild", "Makefile.*", "BSDmakefile", "mkfile"] tree_sitter_make::LANGUAGE;
    "lang-markdown" "markdown" ["md", "mdx", "pandoc"] ["md", "markdown", "mdown", "mkd", "mdx", "livemd", "mdwn", "mkdn", "mkdown"]
        ["contents.lr"] tree_sitter_md::LANGUAGE;
    "lang-nix" "nix" ["nixos"] ["nix"]
        [] tree_sitter_nix::LANGUAGE;
    "lang-objc" "objc" ["objective-c", "objectivec", "obj-c"] ["m", "mm", "h"]
        [] packed::OBJC;
    "lang-ocaml" "ocaml" ["ml"] ["ml"]
        [] scanner::ocaml::OCAML;
    "lang-odin" "odin" ["odinlang", "odin-lang"] ["odin"]
        [] scanner::narrow::ODIN;
    "lang-perl" "perl" ["pl", "perl5", "cperl"] ["pl", "pm", "t", "psgi", "al", "perl", "ph", "plx"]
        ["cpanfile", "Makefile.PL", "Rexfile"] scanner::perl::PERL;
    "lang-php" "php" [] ["php", "phtml", "php5", "php7", "phps", "ctp"]
        [".php_cs", ".php_cs.dist", "Phakefile"] tree_sitter_php::LANGUAGE_PHP;
    "lang-powershell" "powershell" ["ps1", "pwsh", "ps", "posh"] ["ps1", "psm1", "psd1"]
        [] tree_sitter_powershell::LANGUAGE;
    "lang-protobuf" "protobuf" ["proto", "protocol-buffer", "protocol-buffers"] ["proto"]
        [] tree_sitter_proto::LANGUAGE;
    "lang-python" "python" ["py", "python3", "py3", "sage"] ["py", "pyi", "pyw", "py3", "gyp", "gypi", "pyt", "smk", "tac", "wsgi"]
        ["SConstruct", "SConscript", "wscript", "Snakefile", ".gclient", "DEPS"] scanner::PYTHON;
    "lang-r" "r" ["rlang", "rscript", "splus"] ["r", "rsx"]
        [".Rprofile"] tree_sitter_r::LANGUAGE;
    "lang-regex" "regex" ["re", "regexp", "regular-expression"] ["regex", "regexp"]
        [] tree_sitter_regex::LANGUAGE;
    "lang-ruby" "ruby" ["rb", "jruby", "macruby"]
        ["rb", "rake", "gemspec", "ru", "rbw", "podspec", "eye", "god", "mspec", "rbi", "ruby",
            "thor", "watchr"]
        ["Rakefile", "Gemfile", "Guardfile", "Vagrantfile", "Podfile", "Capfile", "Brewfile",
            "Appraisals", "Berksfile", "Buildfile", "Dangerfile", "Deliverfile", "Fastfile",
            "Jarfile", "Mavenfile", "Puppetfile", "Snapfile", "Steepfile", "Thorfile", ".irbrc",
            ".pryrc", ".simplecov", "buildfile"] scanner::RUBY;
    "lang-rust" "rust" ["rs"] ["rs"]
        [] tree_sitter_rust::LANGUAGE;
    "lang-scala" "scala" ["sbt"] ["scala", "sc", "sbt", "kojo"]
        [] packed::SCALA;
    "lang-solidity" "solidity" ["sol"] ["sol"]
        [] tree_sitter_solidity::LANGUAGE;
    "lang-sql" "sql" ["mysql", "postgresql", "sqlite", "postgres", "psql", "sqlite3", "plsql", "tsql"] ["sql", "ddl", "dml"]
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
        ["Cargo.lock", "Pipfile", "poetry.lock", "uv.lock", "Gopkg.lock", "pdm.lock"] tree_sitter_toml_ng::LANGUAGE;
    "lang-tsx" "tsx" ["typescriptreact"] ["tsx"]
        [] scanner::ecmascript::TSX;
    "lang-typescript" "typescript" ["ts", "mts", "cts"] ["ts", "mts", "cts"]
        [] scanner::ecmascript::TYPESCRIPT;
    "lang-verilog" "verilog" ["systemverilog", "sv", "v", "vlog"] ["v", "sv", "vh", "svh", "veo"]
        [] packed::VERILOG;
    "lang-vue" "vue" [] ["vue"]
        [] scanner::VUE;
    "lang-xml" "xml" ["svg", "xsd", "xslt", "rss", "atom", "wsdl", "xaml"]
        ["xml", "xsd", "xsl", "xslt", "svg", "rng", "wsdl", "plist", "csproj", "vbproj", "fsproj",
            "props", "targets", "resx", "adml", "admx", "ant", "axml", "ccxml", "csl", "dita",
            "ditamap", "ditaval", "fxml", "glade", "grxml", "iml", "ivy", "jelly", "kml", "launch",
            "mjml", "mxml", "natvis", "nuspec", "osm", "proj", "ps1xml", "rdf", "scxml", "sfproj",
            "shproj", "storyboard", "ui", "urdf", "vcxproj", "vsixmanifest", "vxml", "wixproj",
            "wsf", "wxi", "wxl", "wxs", "x3d", "xacro", "xib", "xlf", "xliff", "xmi", "xmp",
            "xproj", "xspec", "xul", "zcml"]
        ["pom.xml", ".classpath", ".cproject", ".project", "App.config", "NuGet.config",
            "Settings.StyleCop", "Web.Debug.config", "Web.Release.config", "Web.config",
            "packages.config"] scanner::XML;
    "lang-yaml" "yaml" ["yml", "dockercompose"] ["yaml", "yml", "cff", "reek", "rviz", "yaml-tmlanguage"]
        [".clang-format", ".clang-tidy", "CITATION.cff", ".clangd", ".gemrc", "glide.lock", "pixi.lock"] scanner::YAML;
    "lang-zig" "zig" ["zon"] ["zig", "zon"]
        [] tree_sitter_zig::LANGUAGE;
}
