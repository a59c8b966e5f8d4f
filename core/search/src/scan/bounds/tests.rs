use super::*;

fn denied(globs: &[&str], dirs: &[&Path]) -> DeniedGlobs {
    let globs: Vec<String> = globs.iter().map(|glob| (*glob).to_owned()).collect();
    let dirs: Vec<PathBuf> = dirs.iter().map(|dir| (*dir).to_owned()).collect();
    DeniedGlobs::new(&globs, &dirs).unwrap()
}

#[test]
fn globs_are_relative_to_the_directory_that_holds_the_path() {
    let (root, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let root_path = root.path().canonicalize().unwrap();
    let other_path = other.path().canonicalize().unwrap();
    let globs = ["*.key", "private/", "a/b.txt", ".env*", "!.env.sample"];
    let denied = denied(&globs, &[&root_path, &other_path]);
    fs::create_dir_all(root_path.join("private/deep")).unwrap();
    for (path, glob) in [
        ("x.key", Some("*.key")),
        ("d/ü.key", Some("*.key")),
        ("d/x.keys", None),
        ("private", Some("private/")),
        ("private/deep/x", Some("private/")),
        ("d/private/x", Some("private/")),
        ("a/b.txt", Some("a/b.txt")),
        ("c/a/b.txt", None),
        (".env.local", Some(".env*")),
        (".env.sample", None),
        ("", None),
    ] {
        assert_eq!(denied.glob_denying(&root_path.join(path)), glob, "{path}");
    }
    assert_eq!(
        denied.glob_denying(&other_path.join("a/b.txt")),
        Some("a/b.txt")
    );
    assert_eq!(
        denied.glob_denying(Path::new("/elsewhere/x.key")),
        Some("*.key")
    );
    assert_eq!(denied.glob_denying(Path::new("/elsewhere/a/b.txt")), None);
}

#[test]
fn globs_match_only_below_the_root_and_the_allowed_directories() {
    let outer = tempfile::tempdir().unwrap();
    let outer = outer.path().canonicalize().unwrap();
    let (root, given) = (outer.join("above/proj"), outer.join("given"));
    fs::create_dir_all(root.join("src")).unwrap();
    fs::create_dir_all(given.join("src")).unwrap();
    let except_src = ["*", "!src", "!src/**"];
    let all = [&root, &given];
    let nested = [&root, &outer];
    for (globs, dirs, path, is_denied) in [
        (&["above/"][..], all, "above/proj/a", false),
        (&["above/"], all, "above/proj/above/a", true),
        (&["proj/"], all, "above/proj", false),
        (&["proj/"], all, "above", false),
        (&["given"], all, "given/a", false),
        (&["given"], all, "given", false),
        (&["given"], all, "given/given", true),
        (&["above"], all, "above/other", false),
        (&["other"], all, "above/other", true),
        (&except_src, all, "", false),
        (&except_src, all, "above/proj/src/d/a", false),
        (&except_src, all, "above/proj/a", true),
        (&except_src, all, "given/src/a", false),
        (&except_src, all, "given/a", true),
        (&except_src, all, "other", true),
        (&["above/"], nested, "above/proj/a", false),
        (&["proj/a"], nested, "above/proj/a", false),
        (&["above/proj/a"], nested, "above/proj/a", true),
        (&["given"], nested, "given/a", true),
    ] {
        let dirs = dirs.map(PathBuf::as_path);
        let glob = denied(globs, &dirs)
            .glob_denying(&outer.join(path))
            .is_some();
        assert_eq!(glob, is_denied, "{globs:?} {path}");
    }
}

#[test]
fn an_absolute_glob_denies_its_path_wherever_it_lies() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().canonicalize().unwrap();
    let inside = format!("{}/secret", path.display());
    let denied = denied(&[&inside, "/elsewhere/secret"], &[&path]);
    assert!(denied.glob_denying(&path.join("secret")).is_some());
    assert!(denied.glob_denying(&path.join("secret/x")).is_some());
    assert!(denied.glob_denying(&path.join("a/secret")).is_none());
    assert!(
        denied
            .glob_denying(Path::new("/elsewhere/secret/x"))
            .is_some()
    );
    assert!(denied.glob_denying(Path::new("/elsewhere/other")).is_none());
}

#[test]
fn a_broken_link_leads_to_its_target() {
    use std::os::unix::fs::symlink;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().canonicalize().unwrap();
    fs::create_dir(path.join("d")).unwrap();
    symlink("../none", path.join("d/up")).unwrap();
    symlink("/none/a", path.join("far")).unwrap();
    symlink("far/b", path.join("chain")).unwrap();
    symlink("loop", path.join("loop")).unwrap();
    for (given, target) in [
        ("d/up", path.join("none")),
        ("d/up/x/../y", path.join("none/y")),
        ("far", "/none/a".into()),
        ("chain/c", "/none/a/b/c".into()),
        ("none/../d/up/..", path.clone()),
        ("loop", path.join("loop")),
    ] {
        assert_eq!(spelled_target(&path.join(given)), target, "{given}");
    }
}

#[test]
fn a_message_names_a_few_allowed_paths_and_counts_the_rest() {
    let named: Vec<PathBuf> = (0..5).map(|n| format!("/allowed{n}").into()).collect();
    let bounds = PathBounds::new(named, Some(Vec::new()), Arc::default());
    let message = bounds.check(Path::new("/other")).unwrap_err().to_string();
    assert!(
        message.contains("allows `/allowed0`, `/allowed1`, `/allowed2`, 2 more: /other"),
        "{message}"
    );
}

#[test]
fn a_path_below_a_missing_directory_is_judged_through_its_links() {
    let (root, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let root_path = root.path().canonicalize().unwrap();
    std::os::unix::fs::symlink(outside.path(), root_path.join("out")).unwrap();
    let real = Some(vec![root_path.clone()]);
    let bounds = PathBounds::new(vec![root_path.clone()], real, Arc::default());
    assert!(bounds.check(&root_path.join("new/file")).is_ok());
    for path in ["out/new/file", "../file", "new/../../file"] {
        assert!(bounds.check(&root_path.join(path)).is_err(), "{path}");
    }
}
