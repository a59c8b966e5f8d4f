use super::*;

#[test]
fn parts_are_joined() {
    let parts = ["{\"a\":1}\n", "{\"b\":2}\n"];
    let join = |format, tree| join(format, tree, &parts, &[]);
    assert_eq!(join(PackFormat::Plain, None), "{\"a\":1}\n\n{\"b\":2}\n");
    assert_eq!(
        join(PackFormat::Plain, Some("a\nb\n")),
        "a\nb\n\n{\"a\":1}\n\n{\"b\":2}\n"
    );
    assert_eq!(
        join(PackFormat::Xml, None),
        "<pack>\n{\"a\":1}\n{\"b\":2}\n</pack>\n"
    );
    assert_eq!(
        join(PackFormat::Json, Some("\"tree\":\"\",\n")),
        "{\"tree\":\"\",\n\"files\":[\n{\"a\":1},\n{\"b\":2}\n],\"sections\":[\n]}\n"
    );
}
