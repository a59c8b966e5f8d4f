//! The modules of a crate form layers: a module imports only from the layers below it.
//! `.github/ARCHITECTURE.md` documents the layers, and this test reads them from there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use ransack_testing::tools::workspace;

use crate::add_sources;

#[test]
fn modules_import_only_from_lower_layers() {
    for folder in [
        "core/edit",
        "core/grammars",
        "core/highlight",
        "core/languages",
        "core/search",
        "core/structure",
        "core/syntax",
        "core/transaction",
    ] {
        check(folder);
    }
}

/// Checks the modules of a crate.
fn check(folder: &str) {
    let layers = documented_layers(folder);
    let imports = imports(folder);
    let mut faults = Vec::new();
    for (module, imported) in &imports {
        let Some(place) = layers.get(module) else {
            faults.push(format!("`{module}` is in no layer"));
            continue;
        };
        for (name, file) in imported {
            if layers.get(name).is_none_or(|found| found >= place) {
                faults.push(format!(
                    "{file} imports `{name}`, which is in no lower layer"
                ));
            }
        }
    }
    for module in layers
        .keys()
        .filter(|&module| !imports.contains_key(module))
    {
        faults.push(format!("`{module}` in the layers does not exist"));
    }
    assert!(faults.is_empty(), "{folder}: {}", faults.join("\n"));
}

/// A change of tests then leaves the module itself as it is.
#[test]
fn unit_tests_have_their_own_files() {
    let mut files = Vec::new();
    for folder in ["bench/src", "capi/src", "core", "napi/src"] {
        add_sources(&workspace().join(folder), &mut files);
    }
    assert!(files.len() > 500, "{}", files.len());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        assert!(!text.contains("mod tests {"), "{}", file.display());
    }
}

#[test]
fn imports_are_found_in_every_form() {
    let source = "use crate::{a::B, c, d::{E, f}};\nuse super::g; // crate::comment\n\
                  fn x() -> crate::h::I { super::super::j() }\nlet s = \"crate::text\";";
    let found = imports_of(source, 1);
    assert_eq!(
        found,
        BTreeSet::from(["a", "c", "d", "g", "h"].map(String::from))
    );
    let found = imports_of(source, 2);
    assert_eq!(
        found,
        BTreeSet::from(["a", "c", "d", "h", "j"].map(String::from))
    );
}

/// Position of each module: its line in the block, 0-based, then its place on the line, 1-based.
fn documented_layers(folder: &str) -> BTreeMap<String, (usize, usize)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.github/ARCHITECTURE.md");
    let text = fs::read_to_string(&path).unwrap();
    let start = format!("```layers {folder}\n");
    let block = text.split(&start).nth(1).expect("a block of layers");
    let block = block.split("```").next().unwrap();
    let mut layers = BTreeMap::new();
    for (line, modules) in block.lines().enumerate() {
        for (at, module) in modules.split_whitespace().enumerate() {
            let earlier = layers.insert(module.to_owned(), (line, at + 1));
            assert_eq!(earlier, None, "`{module}` is in two layers");
        }
    }
    layers
}

/// For each top-level module, the modules that it imports, each with one importing file.
fn imports(folder: &str) -> BTreeMap<String, BTreeMap<String, String>> {
    let src = workspace().join(folder).join("src");
    let mut files = Vec::new();
    add_sources(&src, &mut files);
    let mut imports: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for file in files {
        let name = file
            .strip_prefix(&src)
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned();
        if matches!(&*name, "lib.rs" | "internal.rs") {
            continue;
        }
        let module = name.split(['/', '.']).next().unwrap().to_owned();
        let of_module = imports.entry(module.clone()).or_default();
        if name
            .split('/')
            .any(|part| matches!(part, "tests" | "tests.rs"))
        {
            continue;
        }
        let is_mod = name.ends_with("/mod.rs");
        let depth = name.matches('/').count() + usize::from(!is_mod);
        for found in imports_of(&fs::read_to_string(&file).unwrap(), depth) {
            // An exported macro is at the root of the crate, wherever it is defined.
            if found != module && !found.ends_with("_setters") {
                of_module.insert(found, name.clone());
            }
        }
    }
    imports
}

/// Returns the crate root names that a module at this depth refers to, outside comments and
/// strings.
fn imports_of(source: &str, depth: usize) -> BTreeSet<String> {
    let code: String = source
        .lines()
        .map(|line| format!("{}\n", without_comment(line)))
        .collect();
    let mut found = BTreeSet::new();
    for root in ["crate::".to_owned(), "super::".repeat(depth)] {
        for (at, _) in code.match_indices(&root) {
            let before = code[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '$')) {
                continue;
            }
            let rest = &code[at + root.len()..];
            match rest.strip_prefix('{') {
                Some(group) => found.extend(group_names(group)),
                None => found.extend(identifier(rest)),
            }
        }
    }
    found.remove("super");
    found
}

fn without_comment(line: &str) -> String {
    let code = line.split("//").next().unwrap();
    // Text between quotes is not code.
    code.split('"').step_by(2).collect::<Vec<_>>().join("\"\"")
}

fn identifier(text: &str) -> Option<String> {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_'));
    let name = &text[..end.unwrap_or(text.len())];
    (!name.is_empty()).then(|| name.to_owned())
}

/// The first names in the items of a `{...}` group, which begins after the
/// brace.
fn group_names(group: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut depth = 0;
    let mut expects_name = true;
    for (at, c) in group.char_indices() {
        match c {
            '}' if depth == 0 => break,
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => expects_name = true,
            c if expects_name && !c.is_whitespace() => {
                names.extend(identifier(&group[at..]));
                expects_name = false;
            }
            _ => {}
        }
    }
    names
}
