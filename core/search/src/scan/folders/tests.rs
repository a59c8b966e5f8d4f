use super::*;

#[test]
fn only_paths_to_folders_and_below_are_listed() {
    let folders = Folders::new(vec![b"a/b".to_vec(), b"c".to_vec()], Arc::default());
    for (path, contained, admitted) in [
        ("", false, true),
        ("a", false, true),
        ("a/b", true, true),
        ("a/b/x", true, true),
        ("a/bc", false, false),
        ("a/x", false, false),
        ("c", true, true),
        ("cd", false, false),
    ] {
        assert_eq!(folders.contain(path.as_bytes()), contained, "{path}");
        assert_eq!(folders.divide(path.as_bytes()), !contained, "{path}");
        assert_eq!(folders.admit(path.as_bytes()), admitted, "{path}");
    }
    for all in [
        Folders::default(),
        Folders::new(vec![Vec::new()], Arc::default()),
    ] {
        assert!(all.contain(b"x/y") && all.admit(b"") && !all.divide(b""));
    }
}
