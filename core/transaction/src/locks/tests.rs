use super::*;

fn is_free(held: &TreeLocks, root: &Path) -> bool {
    assert!(!held.0.is_empty());
    TreeLocks::try_acquire(&[root.to_owned()]).is_ok()
}

#[test]
fn locks_cover_a_tree_whatever_its_name() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    fs::create_dir_all(at("a/b/c")).unwrap();
    fs::create_dir_all(at("a2")).unwrap();
    fs::write(at("a/b/file"), "").unwrap();
    fs::write(at("a/b/other"), "").unwrap();
    std::os::unix::fs::symlink("a/b", at("link")).unwrap();
    let held = TreeLocks::try_acquire(&[at("link")]).unwrap();
    for taken in ["a/b", "a/b/c/..", "a/b/c", "a", "a/b/file", ""] {
        assert!(!is_free(&held, &at(taken)), "{taken}");
    }
    assert!(is_free(&held, &at("a2")));
    drop(held);
    let held = TreeLocks::try_acquire(&[at("a/b/file"), at("a2")]).unwrap();
    assert!(!is_free(&held, &at("a/b/file")) && !is_free(&held, &at("a/b")));
    assert!(is_free(&held, &at("a/b/other")) && is_free(&held, &at("a/b/c")));
}

#[test]
fn hard_links_of_a_file_are_locked_once() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    fs::write(at("a"), "").unwrap();
    fs::hard_link(at("a"), at("b")).unwrap();
    let held = TreeLocks::try_acquire(&[at("a"), at("b")]).unwrap();
    assert!(!is_free(&held, &at("a")) && !is_free(&held, &at("b")));
}

#[test]
fn roots_inside_each_other_are_locked_once() {
    let dir = tempfile::tempdir().unwrap();
    let below = dir.path().join("below");
    fs::create_dir(&below).unwrap();
    let roots = [below, dir.path().to_owned(), dir.path().to_owned()];
    assert!(TreeLocks::try_acquire(&roots).is_ok());
}
