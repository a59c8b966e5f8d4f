use super::*;

#[test]
#[cfg(unix)]
fn urls_name_paths() {
    let path = |href| file_path(href).ok();
    assert_eq!(path("file:///a/b%20c").unwrap(), b"/a/b c");
    assert_eq!(path("file:///%FF%e4/%25?q#f").unwrap(), b"/\xFF\xE4/%");
    assert_eq!(path("file:///a%2"), Some(b"/a%2".to_vec()));
    for wrong in [
        "file://host/a",
        "https://h/a",
        "file:///a%2Fb",
        "file:///%00",
    ] {
        assert_eq!(path(wrong), None, "{wrong}");
    }
}
