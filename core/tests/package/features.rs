//! All workspace members enable the same features of every dependency, so they share cargo's
//! builds. `ransack-testing-base` enables the features that only some members need.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use ransack_testing::tools::{succeeds, workspace};

/// Packages whose tests run alone. The examples are not included: with only the default features,
/// they compile in a third of the time for first-time users.
const MEMBERS: [&str; 16] = [
    "ransack",
    "ransack-base",
    "ransack-bench",
    "ransack-capi",
    "ransack-napi",
    "ransack-edit",
    "ransack-pack",
    "ransack-search",
    "ransack-text",
    "ransack-tokens",
    "ransack-grammars",
    "ransack-highlight",
    "ransack-languages",
    "ransack-structure",
    "ransack-syntax",
    "ransack-transaction",
];

type Features = BTreeMap<String, BTreeSet<String>>;

/// Features of each package, as cargo resolves them for the selected members. A package that build
/// scripts also use may occur twice.
fn features(members: &[&str], edges: &str) -> Features {
    let mut cargo = Command::new("cargo");
    cargo
        .args(["tree", "--offline", "--locked", "--no-dedupe"])
        .args(["--prefix", "none", "--format", "{p}|{f}", "--edges", edges])
        .args(members)
        .current_dir(workspace());
    let mut found = Features::new();
    for line in succeeds(&mut cargo).lines() {
        if let Some((package, features)) = line.split_once('|') {
            let (package, _) = package.split_once(" (").unwrap_or((package, ""));
            let features = features.trim_end_matches(" (*)").to_owned();
            found
                .entry(package.to_owned())
                .or_default()
                .insert(features);
        }
    }
    found
}

#[test]
fn members_share_all_that_is_built() {
    const TESTS: &str = "normal,build,dev";
    let all = features(&["--workspace"], TESTS);
    assert!(all.len() > 200, "{}", all.len());
    let mut faults = Vec::new();
    let mut compare = |what: &str, own: Features| {
        for (package, own) in own {
            let others: Vec<_> = own.difference(&all[&package]).collect();
            if !others.is_empty() {
                faults.push(format!("{what}: {package} with {others:?}"));
            }
        }
    };
    for member in MEMBERS {
        compare(member, features(&["--package", member], TESTS));
    }
    // The libraries as built by the tests.
    for member in ["ransack-capi", "ransack-napi"] {
        let selected = ["--package", member, "--package", "ransack-testing"];
        compare(
            &format!("library {member}"),
            features(&selected, "normal,build"),
        );
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
