//! The published packages.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Names and folders of the published packages.
const PACKAGES: [(&str, &str); 14] = [
    ("ransack", "."),
    ("ransack-base", "base"),
    ("ransack-edit", "edit"),
    ("ransack-grammars", "grammars"),
    ("ransack-highlight", "highlight"),
    ("ransack-languages", "languages"),
    ("ransack-pack", "pack"),
    ("ransack-search", "search"),
    ("ransack-structure", "structure"),
    ("ransack-syntax", "syntax"),
    ("ransack-text", "text"),
    ("ransack-tokens", "tokens"),
    ("ransack-transaction", "transaction"),
    ("ransack-packed-grammars", "packed-grammars"),
];

#[test]
fn packages_hold_the_licence_texts() {
    let core = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (package, folder) in PACKAGES {
        let output = Command::new(env!("CARGO"))
            .args([
                "package",
                "--list",
                "--allow-dirty",
                "--offline",
                "--package",
                package,
            ])
            .current_dir(core)
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{error}");
        let files = String::from_utf8(output.stdout).unwrap();
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            assert!(
                files.lines().any(|file| file == licence),
                "{package}: {files}"
            );
            let text = fs::read_to_string(core.join(folder).join(licence)).unwrap();
            assert!(text == fs::read_to_string(core.join("..").join(licence)).unwrap());
            assert!(text.len() > 1000);
        }
    }
}

#[test]
fn packed_languages_are_those_of_the_crate_of_grammars() {
    let core = Path::new(env!("CARGO_MANIFEST_DIR"));
    let features = fs::read_to_string(core.join("grammars/Cargo.toml")).unwrap();
    let grammars = fs::read_to_string(core.join("packed-grammars/Cargo.toml")).unwrap();
    let packed = fs::read_to_string(core.join("grammars/src/packed.rs")).unwrap();
    let (_, rows) = packed.split_once("\ngrammars! {\n").unwrap();
    let (rows, _) = rows.split_once("\n}\n").unwrap();
    assert!(rows.lines().count() > 10);
    for row in rows.lines() {
        let name = row.split('"').nth(3).unwrap();
        let feature = format!("\"ransack-packed-grammars?/{name}\"");
        let line = format!("lang-{name} = ");
        let line = features
            .lines()
            .find(|other| other.starts_with(&line))
            .unwrap();
        assert!(line.contains(&feature), "{line}");
        assert!(grammars.contains(&format!("\n{name} = [\"dep:")), "{name}");
    }
    let listed = features.matches("ransack-packed-grammars?/").count();
    assert_eq!(listed, rows.lines().count());
}
