//! Published crates whose files the tests read.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tools::{once, succeeds, target, workspace};

/// Directory of a package among the dependencies.
pub fn folder(name: &str) -> PathBuf {
    // Packages for other platforms may be missing.
    let host = succeeds(Command::new("rustc").arg("-vV"));
    let host = host
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .unwrap();
    manifest_dir(
        name,
        workspace(),
        &["--offline", "--locked", "--filter-platform", host],
    )
}

/// Directory of a package that is not a dependency. The first call makes cargo download its
/// sources.
pub fn fetched(name: &str, version: &str) -> PathBuf {
    let place = target().join("tools").join(format!("{name}-{version}"));
    let place = once(&place, |place| {
        fs::create_dir_all(place.join("src")).unwrap();
        fs::write(place.join("src/lib.rs"), "").unwrap();
        let manifest = format!(
            "[package]\nname = \"fetch\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
             {name} = {{ version = \"={version}\", default-features = false }}\n"
        );
        fs::write(place.join("Cargo.toml"), manifest).unwrap();
    });
    manifest_dir(name, &place, &[])
}

fn manifest_dir(name: &str, project: &Path, options: &[&str]) -> PathBuf {
    let mut cargo = Command::new("cargo");
    cargo
        .args(["metadata", "--format-version", "1"])
        .args(options)
        .current_dir(project);
    let metadata: serde_json::Value = serde_json::from_str(&succeeds(&mut cargo)).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages.iter().find(|package| package["name"] == name);
    let manifest = package.and_then(|package| package["manifest_path"].as_str());
    let manifest = manifest.unwrap_or_else(|| panic!("`{name}` is no dependency"));
    PathBuf::from(manifest).parent().unwrap().to_owned()
}
