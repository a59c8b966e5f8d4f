//! Packages of the registry whose files the tests read.

use std::path::PathBuf;
use std::process::Command;

/// Directory of a package among the dependencies, which Cargo has or downloads.
pub fn folder(name: &str) -> PathBuf {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "Cargo cannot get the package `{name}`: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages.iter().find(|package| package["name"] == name);
    let manifest = package.and_then(|package| package["manifest_path"].as_str());
    let manifest = manifest.unwrap_or_else(|| panic!("`{name}` is no dependency"));
    PathBuf::from(manifest).parent().unwrap().to_owned()
}
