//! Properties of changes over real files and hostile texts.

use super::*;
use ransack_testing::tier;

fn files(root: &Path, extensions: &[&str], found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(root) else {
        return;
    };
    let mut entries: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            files(&path, extensions, found);
        } else if extension.is_some_and(|extension| extensions.contains(&extension)) {
            found.push(path);
        }
    }
}

/// Files on this machine in a language, spread over the trees: about 80, or `RANSACK_IMPORT_FILES`.
/// `RANSACK_IMPORT_TREE` is a further tree.
fn real_files(language: &str) -> Vec<PathBuf> {
    let max: usize = std::env::var("RANSACK_IMPORT_FILES")
        .map_or(tier::cases(80) as usize, |max| max.parse().unwrap());
    let home = std::env::var("HOME").unwrap_or_default();
    let registry = Path::new(&home).join(".cargo/registry/src");
    let node = Path::new(env!("CARGO_MANIFEST_DIR")).join("../napi/node_modules");
    let (roots, extensions): (Vec<PathBuf>, &[&str]) = match language {
        "python" => (
            vec![
                "/usr/lib/python3.11".into(),
                "/usr/lib/python3".into(),
                "/usr/local/lib".into(),
            ],
            &["py"],
        ),
        "rust" => (vec![registry], &["rs"]),
        "c" => (vec![registry, "/usr/include".into()], &["c"]),
        "cpp" => (
            vec![registry, "/usr/include".into()],
            &["h", "hpp", "cc", "cpp"],
        ),
        "go" => (vec!["/usr/lib/go".into(), registry], &["go"]),
        "java" => (vec![registry], &["java"]),
        "csharp" => (vec![registry], &["cs"]),
        "kotlin" => (vec![registry], &["kt", "kts"]),
        "php" => (vec![registry, "/usr/share/php".into()], &["php"]),
        "scala" => (vec![registry], &["scala"]),
        "swift" => (vec![registry], &["swift"]),
        "lua" => (vec!["/usr/share".into()], &["lua"]),
        "perl" => (
            vec!["/usr/share/perl".into(), "/usr/share/perl5".into()],
            &["pm", "pl"],
        ),
        "ruby" => (
            vec!["/usr/lib/ruby".into(), "/usr/share/ruby".into()],
            &["rb"],
        ),
        "typescript" => (
            vec![node, registry, "/usr/lib/node_modules".into()],
            &["ts", "mts"],
        ),
        _ => (
            vec![node, registry, "/usr/lib/node_modules".into()],
            &["js", "mjs"],
        ),
    };
    let more = std::env::var_os("RANSACK_IMPORT_TREE").map(PathBuf::from);
    let mut found = Vec::new();
    for root in roots.into_iter().chain(more) {
        files(&root, extensions, &mut found);
    }
    let step = (found.len() / max).max(1);
    found.into_iter().step_by(step).collect()
}

/// Set of a text's imports.
fn imported(source: &[u8], language: &str) -> (BTreeSet<String>, u64) {
    let read = imports(source, language, &CancelToken::new()).unwrap();
    let mut set = BTreeSet::new();
    for import in read.items {
        // A list with a wildcard and names is a wildcard import until the wildcard is removed.
        let kind = match import.kind {
            ImportKind::Wildcard => ImportKind::Static,
            kind => kind,
        };
        let head = format!("{kind:?} {}", import.module);
        for name in &import.names {
            set.insert(format!(
                "{head} {} {:?} {}",
                name.name, name.alias, name.is_type_only
            ));
        }
        if import.names.is_empty() {
            set.insert(head);
        }
    }
    (set, read.syntax_errors)
}

/// Languages whose imports can be changed.
const LANGUAGES: [&str; 21] = [
    "astro",
    "csharp",
    "kotlin",
    "lua",
    "perl",
    "php",
    "ruby",
    "scala",
    "solidity",
    "svelte",
    "swift",
    "vue",
    "python",
    "rust",
    "c",
    "cpp",
    "go",
    "java",
    "typescript",
    "javascript",
    "tsx",
];

/// Languages of which some machines have files.
fn languages_with_files() -> impl Iterator<Item = &'static str> {
    let without = ["astro", "solidity", "svelte", "tsx", "vue"];
    LANGUAGES
        .into_iter()
        .filter(move |language| !without.contains(language))
}

#[test]
fn real_files_import_the_same_when_organised() {
    for language in languages_with_files() {
        let (mut count, mut changed) = (0, 0);
        for path in real_files(language) {
            let Ok(source) = fs::read(&path) else {
                continue;
            };
            if source.len() > 300_000 {
                continue;
            }
            let token = CancelToken::new();
            let name = path.to_str();
            let organised = organise_imports(&source, language, name, &token).unwrap();
            count += 1;
            if organised == source {
                continue;
            }
            changed += 1;
            let (before, errors_before) = imported(&source, language);
            let (after, errors_after) = imported(&organised, language);
            assert_eq!(before, after, "{}", path.display());
            assert!(errors_after <= errors_before, "{}", path.display());
            let again = organise_imports(&organised, language, name, &token).unwrap();
            assert!(again == organised, "{} is not stable", path.display());
        }
        // Crates from the registry are formatted, so their order is rustfmt's.
        if language == "rust" {
            assert!(changed * 25 <= count.max(25), "{changed} of {count}");
        }
    }
}

#[test]
fn real_files_keep_their_imports_when_one_is_added_and_removed() {
    for language in languages_with_files() {
        let (add, removal) = match language {
            "rust" => (
                request("zz::new").name("Added"),
                ImportRemoval::name("zz::new", "Added"),
            ),
            "java" => (
                request("zz").name("Added"),
                ImportRemoval::name("zz", "Added"),
            ),
            "typescript" | "javascript" => (
                request("zz").name("added"),
                ImportRemoval::name("zz", "added"),
            ),
            "kotlin" | "php" | "scala" => (
                request("org").name("Added"),
                ImportRemoval::name("org", "Added"),
            ),
            _ => (request("zz"), ImportRemoval::module("zz")),
        };
        for path in real_files(language).into_iter().step_by(3) {
            let source = fs::read(&path).unwrap();
            if source.len() > 300_000 {
                continue;
            }
            let token = CancelToken::new();
            let added = add_imports(&source, language, std::slice::from_ref(&add), &token);
            let added = match added {
                // A file with several namespaces, or only with HTML.
                Err(error) if language == "php" && error.kind() == ErrorKind::InvalidOption => {
                    continue;
                }
                added => added.unwrap().text,
            };
            let (before, errors_before) = imported(&source, language);
            let (after, errors_after) = imported(&added, language);
            assert_eq!(after.difference(&before).count(), 1, "{}", path.display());
            assert!(before.is_subset(&after), "{}", path.display());
            assert!(errors_after <= errors_before, "{}", path.display());
            let is_call = String::from_utf8_lossy(&added).contains("const { added } = require(");
            let removed = remove_imports(&added, language, std::slice::from_ref(&removal), &token);
            if is_call {
                assert_eq!(removed.unwrap_err().kind(), ErrorKind::UnknownName);
                continue;
            }
            let removed = removed.unwrap();
            assert!(removed == source, "{} differs", path.display());
        }
    }
}

#[test]
fn hostile_texts_do_not_panic() {
    let token = CancelToken::new();
    let texts = [
        "import",
        "from a import (",
        "import (\n",
        "use a::{",
        "use {",
        "use ::{a, b};\nuse *;",
        "#include",
        "import {} from 'a'\nimport {,} from 'b'",
        "import a\rimport b",
        "\u{feff}import b\nimport a\n",
        "import b\\\n\nimport a",
        "from . import (b,\n a)",
        "import b;;import a;",
        "/* x */ import b; /* y\n */\nimport a",
        "require",
        "require 'b\nrequire 'a'",
        "local a = require",
        "local a = require 'a' local b = require 'b'",
        "use a qw(",
        "use a qw(b\nuse c",
        "<script>import b from 'b'\nimport a from 'a'",
        "<script>",
        "---\nimport b from 'b'\nimport a from 'a'",
        "---",
        "using",
        "using A = ;\nusing B",
        "namespace N { using B; using A;",
        "#if X\nusing B;\nusing A;",
        "<?php use A\\{B, use C;",
        "<?php namespace N { use B;\nuse A;",
        "<?php use ;",
        "import a.{b, {c}}\nimport a.",
        "import a.b, , c",
        "package a {\nimport c.d\nimport b.d",
        "#endif\n#if X\nimport B\nimport A",
        "import a.b /* c\nimport a.a",
    ];
    for language in LANGUAGES {
        for text in texts {
            organise_imports(text.as_bytes(), language, None, &token).unwrap();
            let _ = add_imports(text.as_bytes(), language, &[request("zz")], &token);
            let _ = remove_imports(
                text.as_bytes(),
                language,
                &[ImportRemoval::module("a")],
                &token,
            );
        }
        let deep = format!("use {}b{};\nuse a;", "a::{".repeat(5000), "}".repeat(5000));
        organise_imports(deep.as_bytes(), language, None, &token).unwrap();
        organise_imports(b"import b\xff\nimport a\n", language, None, &token).unwrap();
    }
}

#[test]
fn real_files_lose_only_what_is_removed_and_gain_only_what_is_added() {
    let token = CancelToken::new();
    for language in languages_with_files() {
        let mut count = 0;
        for path in real_files(language) {
            let source = fs::read(&path).unwrap();
            if source.len() > 100_000 {
                continue;
            }
            let (before, errors) = imported(&source, language);
            let items = imports(&source, language, &token).unwrap().items;
            for import in items.iter().step_by(3).take(6) {
                let removal = match import.names.last() {
                    Some(name) if name.alias.is_none() || name.name != "*" => {
                        ImportRemoval::name(&import.module, &name.name)
                    }
                    _ => ImportRemoval::module(&import.module),
                };
                match remove_imports(&source, language, std::slice::from_ref(&removal), &token) {
                    Ok(removed) => {
                        let (after, errors_after) = imported(&removed, language);
                        let message = format!("{} {removal:?}", path.display());
                        assert!(after.is_subset(&before), "{message}");
                        let lost: Vec<_> = before.difference(&after).collect();
                        let is_of_module = |lost: &&String| lost.contains(&import.module);
                        assert!(lost.iter().all(is_of_module), "{message} {lost:?}");
                        assert!(errors_after <= errors, "{message}");
                        assert_ne!(removed, source, "{message}");
                        count += 1;
                    }
                    // An import inside a function or condition.
                    Err(error) => assert_eq!(error.kind(), ErrorKind::UnknownName),
                }
                let has_names = matches!(
                    language,
                    "kotlin" | "perl" | "python" | "rust" | "scala" | "typescript" | "javascript"
                );
                if !has_names || import.kind != ImportKind::Static || import.names.is_empty() {
                    continue;
                }
                let request = request(&import.module).name("zzAdded");
                let added = add_imports(&source, language, &[request], &token)
                    .unwrap()
                    .text;
                let (after, errors_after) = imported(&added, language);
                let message = format!("{} {}", path.display(), import.module);
                assert!(before.is_subset(&after), "{message}");
                assert_eq!(after.difference(&before).count(), 1, "{message}");
                assert!(errors_after <= errors, "{message}");
            }
        }
        assert!(
            count > tier::cases(50) as usize || !matches!(language, "python" | "rust"),
            "{language}: {count}"
        );
    }
}

#[test]
fn many_imports_take_no_quadratic_time() {
    const COUNT: usize = 10_000;
    let lines = |line: &dyn Fn(usize) -> String| -> String {
        (0..COUNT)
            .map(|number| line(number * 7919 % COUNT))
            .collect()
    };
    let python = lines(&|number| format!("from m import n{number}\n"));
    let modules = lines(&|number| format!("import m{number}\n"));
    let names = lines(&|number| format!("n{number}, "));
    let list = format!("from m import {}x\n", names.trim_end());
    let shebang = format!("#!/usr/bin/python\n{modules}");
    let rust = lines(&|number| format!("use m{number}::x;\n"));
    let tree = format!("use m::{{{names}}};\n");
    let go = lines(&|number| format!("\t\"m{number}\"\n"));
    let go = format!("package a\nimport (\n{go})\n");
    let script = lines(&|number| format!("import {{ n{number} }} from 'm';\n"));
    let component = format!("<script>\n{script}</script>\n");
    let ruby = lines(&|number| format!("require 'm{}'\n", number / 2));
    let lua = lines(&|number| format!("local n{} = require 'm{number}'\n", number / 2));
    let perl = lines(&|number| format!("use M qw(n{number});\n"));
    let words = format!("use M qw({});\n", names.replace(',', ""));
    let solidity = lines(&|number| format!("import {{N{number}}} from \"m\";\n"));
    let using = lines(&|number| format!("using m{number};\n"));
    let kotlin = lines(&|number| format!("import m{number}.x\n"));
    let scala = lines(&|number| format!("import org.m{number}.x\n"));
    let php = format!("<?php\n{}", using.replace("using", "use"));
    let group = format!("<?php\nuse m\\{{{names}x}};\n");
    let cases = [
        ("csharp", using),
        ("kotlin", kotlin),
        ("scala", scala),
        ("swift", modules.clone()),
        ("php", php),
        ("php", group),
        ("python", python),
        ("python", modules),
        ("python", list),
        ("python", shebang),
        ("rust", rust),
        ("rust", tree),
        ("go", go),
        ("typescript", script),
        ("vue", component),
        ("ruby", ruby),
        ("lua", lua),
        ("perl", perl),
        ("perl", words),
        ("solidity", solidity),
    ];
    for (language, source) in cases {
        // Each call takes a second without optimization; in quadratic time, minutes.
        let token = CancelToken::with_timeout(Duration::from_secs(20));
        organise_imports(source.as_bytes(), language, None, &token).unwrap();
        add_imports(source.as_bytes(), language, &[request("zz")], &token).unwrap();
        let removal = ImportRemoval::module("m");
        match remove_imports(source.as_bytes(), language, &[removal], &token) {
            Ok(_) => {}
            Err(error) => assert_eq!(error.kind(), ErrorKind::UnknownName),
        }
    }
}
