use super::*;

fn file(format: PackFormat, path: &str, text: &str, level: PackLevel) -> String {
    let writer = SectionWriter {
        format,
        line_numbers: false,
    };
    writer.file(&FileSection {
        path,
        level,
        language: Some("rust"),
        text,
        first_line: 1,
        part: None,
    })
}

#[test]
fn fences_are_longer_than_those_in_the_text() {
    let text = file(PackFormat::Markdown, "a.md", "````\nx", PackLevel::Whole);
    assert_eq!(text, "## a.md\n\n`````rust\n````\nx\n`````\n");
    let text = file(PackFormat::Jinni, "a.py", "x\n", PackLevel::Whole);
    assert_eq!(text, "```path=a.py\nx\n\n```\n");
}

#[test]
fn texts_are_escaped() {
    let text = file(PackFormat::Xml, "a\"&<", "]]>\u{1}", PackLevel::Whole);
    let expected = "<file path=\"a&quot;&amp;&lt;\" level=\"whole\"><![CDATA[\n]]]]><![CDATA[>\u{FFFD}]]></file>\n";
    assert_eq!(text, expected);
    let text = file(PackFormat::Json, "ä\\", "\"\n\u{1}", PackLevel::Skeleton);
    let expected = "{\"path\":\"ä\\\\\",\"level\":\"skeleton\",\"text\":\"\\\"\\n\\u0001\"}\n";
    assert_eq!(text, expected);
    let text = file(PackFormat::Plain, "a\nb", "x", PackLevel::Outline);
    assert_eq!(text, "==== a\u{FFFD}b (outline)\nx\n");
}

#[test]
fn numbers_begin_lines_of_whole_files() {
    let writer = SectionWriter {
        format: PackFormat::Plain,
        line_numbers: true,
    };
    let section = |level| FileSection {
        path: "a",
        level,
        language: None,
        text: "x\ny",
        first_line: 1,
        part: None,
    };
    let text = writer.file(&section(PackLevel::Whole));
    assert_eq!(text, "==== a\n1\tx\n2\ty\n");
    let text = writer.file(&section(PackLevel::Skeleton));
    assert_eq!(text, "==== a (skeleton)\nx\ny\n");
}
