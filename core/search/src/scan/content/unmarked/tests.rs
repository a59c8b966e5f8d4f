use super::unmarked_encoding;

fn utf16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(to_bytes).collect()
}

fn utf32(text: &str, to_bytes: fn(u32) -> [u8; 4]) -> Vec<u8> {
    text.chars().flat_map(|c| to_bytes(c.into())).collect()
}

#[test]
fn text_in_any_script_is_detected() {
    for text in [
        "int main(void) { return 0; }\r\n",
        "Grüße, Żółć\n",
        "Всем привет\n",
        "中文文本，没有空格。\n第二行\n",
        "日本語のテキスト\n",
        "한국어 텍스트\n",
        "emoji 🦀👩‍👩‍👧 in text\n",
        "abc\n",
    ] {
        // A short text that is not mostly ASCII may be anything.
        let text = &text.repeat(if text.is_ascii() { 1 } else { 8 });
        assert_eq!(
            unmarked_encoding(&utf16(text, u16::to_le_bytes)),
            Some("UTF-16LE"),
            "{text}"
        );
        // Without a NUL byte, other text may be valid in both byte orders.
        if text.is_ascii() {
            assert_eq!(
                unmarked_encoding(&utf16(text, u16::to_be_bytes)),
                Some("UTF-16BE")
            );
        }
        assert_eq!(
            unmarked_encoding(&utf32(text, u32::to_le_bytes)),
            Some("UTF-32LE")
        );
        assert_eq!(
            unmarked_encoding(&utf32(text, u32::to_be_bytes)),
            Some("UTF-32BE")
        );
    }
}

#[test]
fn a_sample_that_ends_inside_a_pair_is_text() {
    let text = format!("a{}", "🦀".repeat(40_000));
    let bytes = utf16(&text, u16::to_le_bytes);
    assert_eq!(unmarked_encoding(&bytes), Some("UTF-16LE"));
    // At the end of a file, half a pair is an error.
    let short = utf16("abc 🦀", u16::to_le_bytes);
    assert_eq!(unmarked_encoding(&short[..short.len() - 2]), None);
}

#[test]
fn binary_files_are_not_text() {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x06\0\0\0";
    let gif = b"GIF89a\x10\0\x10\0\xf0\0\0\0\0\0\0\0\0!\xf9\x04\0";
    let jpeg = b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01";
    let elf = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3e\0";
    let zip = b"PK\x03\x04\x14\0\0\0\x08\0";
    let strings = b"one\0two\0three\0";
    let numbers: Vec<u8> = (0..200_u16).flat_map(u16::to_le_bytes).collect();
    let noise: Vec<u8> = (0..400_u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    for content in [
        &png[..],
        gif,
        jpeg,
        elf,
        zip,
        strings,
        &numbers,
        &noise,
        b"",
        b"\0",
        b"\0*",
        b"\x04\x0f\x41\x62\x0ac\0a",
        b"\0\0",
    ] {
        assert_eq!(unmarked_encoding(content), None, "{content:x?}");
    }
}
