use super::*;

#[test]
fn a_root_is_split_before_its_first_wildcard() {
    let tree = tempfile::tempdir().unwrap();
    let top = tree.path().to_str().unwrap().to_owned();
    fs::create_dir_all(tree.path().join("src/[id]")).unwrap();
    let split = |root: &str| {
        let (dir, glob) = resolve(Path::new(root), None)?;
        let dir = dir.to_str().unwrap().to_owned();
        Some((dir, glob.glob, String::from_utf8(glob.spelled).unwrap()))
    };
    let expected = |dir: &str, glob: &str, shown: &str| {
        Some((dir.to_owned(), glob.to_owned(), shown.to_owned()))
    };
    let src = format!("{top}/src");
    let shown = format!("{src}/");
    assert_eq!(
        split(&format!("{src}/**/*.rs")),
        expected(&src, "**/*.rs", &shown)
    );
    assert_eq!(
        split(&format!("{src}/{{a,b}}/c")),
        expected(&src, "{a,b}/c", &shown)
    );
    assert_eq!(split("*.rs"), expected(".", "*.rs", ""));
    assert_eq!(split("./x/*.rs"), expected("./x", "*.rs", "./x/"));
    // A name with a wildcard that exists is a name.
    let id = format!("{src}/[id]");
    assert_eq!(split(&id), None);
    assert_eq!(
        split(&format!("{id}/*.ts")),
        expected(&id, "*.ts", &format!("{id}/"))
    );
    assert_eq!(split(&format!("{src}/none")), None);
}

#[test]
fn a_glob_above_a_folder_becomes_globs_below_it() {
    for (glob, dir, globs) in [
        ("**/*.js", "r", &["**/*.js"][..]),
        ("**/*.js", "a/b", &["**/*.js"]),
        ("*/*.js", "r", &["*.js"]),
        ("*/*.js", "a/b", &[]),
        ("*.js", "r", &[]),
        ("*", "r", &[""]),
        ("*", "a/b", &[""]),
        ("**", "r", &["**"]),
        ("a*/**/b/*.js", "a/b", &["**/b/*.js", "*.js"]),
        ("{a,r}/{x,y/z}", "r", &["x{}", "y{}/z"]),
        ("{1..3}", "r", &[]),
    ] {
        assert_eq!(globs_below(glob, dir.as_bytes()), globs, "{glob} {dir}");
    }
}
