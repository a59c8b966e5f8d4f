use super::*;
use crate::paths::NO_HIDDEN_NAMES;

fn list(globs: &[&str]) -> GlobList {
    let globs: Vec<String> = globs.iter().map(|g| (*g).to_owned()).collect();
    let mut compiled = RootGlobs::filter(&globs, &["/".into()], false).unwrap();
    compiled.lists.remove(0)
}

#[test]
fn the_last_matching_glob_wins() {
    let globs = list(&["*.rs", "!gen_*", "gen_keep.rs"]);
    assert!(globs.admits(b"a/b.rs", false, &NO_HIDDEN_NAMES));
    assert!(!globs.admits(b"a/gen_b.rs", false, &NO_HIDDEN_NAMES));
    assert!(globs.admits(b"a/gen_keep.rs", false, &NO_HIDDEN_NAMES));
    assert!(!globs.admits(b"a/b.c", false, &NO_HIDDEN_NAMES));
}

#[test]
fn negated_globs_alone_admit_other_paths() {
    let globs = list(&["!*.md", "!target/"]);
    assert!(
        globs.admits(b"a.rs", false, &NO_HIDDEN_NAMES)
            && !globs.admits(b"docs/a.md", false, &NO_HIDDEN_NAMES)
    );
    assert!(
        !globs.admits_below(b"target", &NO_HIDDEN_NAMES)
            && globs.admits_below(b"src", &NO_HIDDEN_NAMES)
    );
}

#[test]
fn unreachable_directories_are_not_entered() {
    let globs = list(&["src/**/*.rs"]);
    assert!(
        globs.admits_below(b"src", &NO_HIDDEN_NAMES)
            && globs.admits_below(b"src/a/b", &NO_HIDDEN_NAMES)
    );
    assert!(!globs.admits_below(b"docs", &NO_HIDDEN_NAMES));
    let globs = list(&["src/"]);
    assert!(
        globs.admits_below(b"src", &NO_HIDDEN_NAMES)
            && globs.admits(b"src/a/b.c", false, &NO_HIDDEN_NAMES)
    );
    assert!(!globs.admits(b"b.c", false, &NO_HIDDEN_NAMES));
}
