use super::*;

#[test]
fn only_exact_names_are_files_of_an_edit() {
    let of = |name: &str| EditFile::of(name.as_bytes());
    assert_eq!(of(".ransack-edit-1f-0.journal"), Some(EditFile::Journal));
    for name in [".ransack-edit-1f-0-12.new", ".ransack-edit-1f-0-12.old"] {
        assert_eq!(of(name), Some(EditFile::Temporary), "{name}");
    }
    for name in [
        ".ransack-edit.journal",
        ".ransack-edit-",
        ".ransack-edit-.new",
        ".ransack-edit-1f",
        ".ransack-edit-1f.newer",
        ".ransack-edit-mine.new",
        ".ransack-edit-1f.txt",
        "x.ransack-edit-1f.new",
        "",
    ] {
        assert_eq!(of(name), None, "{name}");
    }
}
