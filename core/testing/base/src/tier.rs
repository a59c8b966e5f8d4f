//! The two tiers of tests: the default one, and the full one, whose groups `.ci/groups` lists.
//!
//! The environment variable `RANSACK_TESTS` is unset for the default tier, `full` for all groups, or
//! the names of groups, separated by commas.

use std::env;

/// Table of the groups.
const TABLE: &str = include_str!("../../../../.ci/groups");

const VARIABLE: &str = "RANSACK_TESTS";

/// Group of the full tier.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    pub name: &'static str,
    /// Tests or checks that the group runs.
    pub content: &'static str,
    /// Files and folders whose change makes `.ci/run` run the group.
    pub sources: &'static str,
    pub command: &'static str,
}

/// Returns the groups in the order of the table.
pub fn groups() -> impl Iterator<Item = Group> {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let mut parts = row.splitn(4, '|').map(str::trim);
        let mut part = || parts.next().expect("a row of .ci/groups has four parts");
        Group {
            name: part(),
            content: part(),
            sources: part(),
            command: part(),
        }
    })
}

/// Whether this run includes the group. Panics if the table or the environment variable has a name
/// that the other does not know.
pub fn runs(group: &str) -> bool {
    let is_known = |name: &str| groups().any(|known| known.name == name);
    assert!(is_known(group), "no group `{group}` in .ci/groups");
    let wanted = env::var(VARIABLE).unwrap_or_default();
    let mut names = wanted.split(',').filter(|name| !name.is_empty());
    names.any(|name| {
        assert!(
            name == "full" || is_known(name),
            "{VARIABLE}: no group `{name}` in .ci/groups"
        );
        name == "full" || name == group
    })
}

/// Number of cases of a random or exhaustive test that has many of them: a fifth in the default
/// tier, and with the group `random` all.
pub fn cases(all: u32) -> u32 {
    all.div_ceil(every() as u32)
}

/// Step at which an exhaustive test takes its cases: each fifth in the default tier, and with the
/// group `random` every one.
pub fn every() -> usize {
    if runs("random") { 1 } else { 5 }
}

/// Returns the line that says what this run leaves to the full tier. `None` if nothing.
pub fn left_out() -> Option<String> {
    let left: Vec<&str> = groups()
        .filter(|group| !runs(group.name))
        .map(|group| group.name)
        .collect();
    (!left.is_empty()).then(|| {
        format!(
            "left to the full tier ({VARIABLE}=full or a list of): {}",
            left.join(",")
        )
    })
}
