use super::*;

#[test]
fn every_grammar_is_compatible_with_the_parser() {
    for language in languages() {
        let mut parser = tree_sitter::Parser::new();
        parser.set_language(&grammar_of(language)).unwrap();
        assert!(parser.parse("", None).is_some(), "{}", language.name);
    }
}

#[test]
fn names_are_sorted_and_unique() {
    assert!(languages().is_sorted_by(|a, b| a.name < b.name));
    for language in languages() {
        for name in language.aliases.iter().chain([&language.name]) {
            assert_eq!(Language::from_name(name), Some(language), "{name}");
            assert_eq!(name.to_lowercase(), **name);
        }
    }
}

#[test]
#[cfg(feature = "all-languages")]
fn files_have_a_language_by_name_and_extension() {
    assert_eq!(languages().len(), 56);
    for (path, name) in [
        ("a/Makefile", "make"),
        ("Dockerfile.dev", "dockerfile"),
        ("CMakeLists.txt", "cmake"),
        ("x.R", "r"),
        ("x.hpp", "cpp"),
        ("x.h", "c"),
        (".d/x.d.ts", "typescript"),
        ("Cargo.lock", "toml"),
        ("Makefile.PL", "perl"),
        ("Makefile.am", "make"),
    ] {
        assert_eq!(
            Language::from_path(path).map(|l| l.name),
            Some(name),
            "{path}"
        );
    }
    assert_eq!(Language::from_path("Dockerfile2"), None);
    assert_eq!(Language::from_path(".c").map(|l| l.name), Some("c"));
}

/// Returns the table of languages for the docs of [`languages`].
#[cfg(feature = "all-languages")]
fn markdown_table() -> String {
    let mut table = String::from("| language | aliases | files |\n| --- | --- | --- |\n");
    for language in languages() {
        let extensions = language.extensions.iter().map(|e| format!("`.{e}`"));
        let names = language.file_names.iter().map(|name| format!("`{name}`"));
        let aliases: Vec<_> = language.aliases.iter().map(|a| format!("`{a}`")).collect();
        let files: Vec<_> = extensions.chain(names).collect();
        let row = [
            format!("`{}`", language.name),
            aliases.join(" "),
            files.join(" "),
        ];
        table += &format!("| {} |\n", row.join(" | "));
    }
    table
}

#[test]
#[cfg(feature = "all-languages")]
fn docs_have_the_table_of_languages() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/languages.md");
    if std::env::var_os("RANSACK_BLESS").is_some() {
        std::fs::write(path, markdown_table()).unwrap();
    }
    let documented = std::fs::read_to_string(path).unwrap();
    assert_eq!(documented, markdown_table(), "run with RANSACK_BLESS=1");
}

/// The table in the page of the crate has two more columns.
#[test]
#[cfg(feature = "all-languages")]
fn the_page_of_the_crate_has_the_table_of_languages() {
    let page = include_str!("../../../README.md");
    let rows = page
        .split("| language | aliases | files | crate | MB |\n")
        .nth(1);
    let rows = rows.unwrap().lines().skip(1);
    let rows = rows.take_while(|line| line.starts_with("| "));
    let of_page: Vec<_> = rows
        .map(|row| row.split(" | ").take(3).collect::<Vec<_>>().join(" | ") + " |")
        .collect();
    let table = markdown_table().replace('`', "");
    let of_crate: Vec<_> = table.lines().skip(2).collect();
    assert_eq!(of_page, of_crate);
}

#[test]
fn a_file_has_the_first_language_that_claims_its_name() {
    let mut names = vec![
        "x".to_owned(),
        "x.".into(),
        "x.unknown".into(),
        format!("x.{}", "a".repeat(100)),
    ];
    for language in languages() {
        for extension in language.extensions {
            assert!(extension.len() <= MAX_EXTENSION, "{extension}");
            names.push(format!("x.{extension}"));
            names.push(format!("x.Y.{}", extension.to_uppercase()));
        }
        for name in language.file_names {
            let name = name.trim_end_matches('*');
            names.push(name.into());
            names.push(format!("{name}.dev"));
            names.push(format!("x{name}"));
        }
    }
    for name in names {
        let name = name.as_bytes();
        let first = |claims: fn(&Language, &[u8]) -> bool| {
            languages().iter().find(|language| claims(language, name))
        };
        let named = first(Language::has_name).or_else(|| first(Language::has_prefix));
        assert_eq!(by_name(name), named);
        let found = by_extension(name).map(|found| found.language);
        assert_eq!(found, first(Language::claims_extension));
    }
}
