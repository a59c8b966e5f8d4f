//! Error messages refer to options by `OptionName`, so each binding prints its own names: no string
//! in the crates has an option name in backticks.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use ransack::OptionName;

use crate::add_sources;

/// File that defines the names.
const NAMES: &str = "error/option_name.rs";

/// Returns the lines of code without comments.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate();
    lines.filter(|(_, line)| !line.trim_start().starts_with("//"))
}

/// Names of the public fields of the structs whose names end in `Options`, `Query`, `Select` or `Scope`.
fn fields_of_options(texts: &[(PathBuf, String)]) -> BTreeSet<String> {
    let mut fields = BTreeSet::new();
    for (_, text) in texts {
        let mut is_options = false;
        for (_, line) in code(text) {
            if let Some(rest) = line.strip_prefix("pub struct ") {
                let name = rest.split([' ', '<', '(', ';']).next().unwrap_or(rest);
                let ends = ["Options", "Query", "Select", "Scope"];
                is_options = ends.iter().any(|end| name.ends_with(end));
            } else if line.starts_with('}') {
                is_options = false;
            } else if is_options && let Some(field) = line.strip_prefix("    pub ") {
                fields.insert(field.split(':').next().unwrap_or(field).to_owned());
            }
        }
    }
    fields
}

#[test]
fn messages_have_no_names_of_options() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in [
        "src",
        "base/src",
        "edit/src",
        "pack/src",
        "search/src",
        "text/src",
        "tokens/src",
        "grammars/src",
        "highlight/src",
        "languages/src",
        "structure/src",
        "syntax/src",
        "transaction/src",
    ] {
        add_sources(&root.join(folder), &mut files);
    }
    let mut texts: Vec<(PathBuf, String)> = Vec::new();
    for path in files {
        let name = path.to_string_lossy().replace('\\', "/");
        if !name.ends_with(NAMES) {
            texts.push((path.clone(), fs::read_to_string(&path).unwrap()));
        }
    }
    let fields = fields_of_options(&texts);
    assert!(
        fields.len() > 50 && fields.contains("time_per_file"),
        "{fields:?}"
    );
    for option in OptionName::ALL {
        let is_known = fields.contains(option.name());
        assert!(
            is_known || ["ids", "imports", "name"].contains(&option.name()),
            "{option:?}"
        );
    }
    let mut faults = Vec::new();
    for (path, text) in &texts {
        for (number, line) in code(text) {
            // The words between backticks.
            for word in line.split('`').skip(1).step_by(2) {
                if fields.contains(word) {
                    faults.push(format!("{}:{}: `{word}`", path.display(), number + 1));
                }
            }
        }
    }
    assert!(
        faults.is_empty(),
        "use `OptionName` for options in messages:\n{}",
        faults.join("\n")
    );
}
