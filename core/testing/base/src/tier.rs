//! Two tiers of tests: the default tier, and the full tier, whose groups are listed in
//! `.ci/groups`.
//!
//! The environment variable `RANSACK_TESTS` is unset for the default tier, `full` for all groups,
//! or a comma-separated list of groups.

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
    /// Files and folders that make `.ci/run` run the group when they change.
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

/// Whether this run includes the group. Panics if the table or the environment variable contains an
/// unknown name.
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

/// Number of cases of a large random or exhaustive test: a fifth in the default tier, all with the
/// group `random`.
pub fn cases(all: u32) -> u32 {
    all.div_ceil(every() as u32)
}

/// Step between the cases of an exhaustive test: every fifth case in the default tier, every case
/// with the group `random`.
pub fn every() -> usize {
    if runs("random") { 1 } else { 5 }
}

/// Returns a line that lists the tests this run leaves to the full tier, or `None` if it leaves
/// none.
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
