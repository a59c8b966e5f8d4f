use super::super::oracle::{long_samples, samples};
use super::*;

/// Returns the line, column and UTF-16 column of `offset`, counted from the start of the text.
fn naive(text: &[u8], offset: usize) -> (u64, usize, usize) {
    let mut before = &text[..offset];
    if text.starts_with(BOM) {
        before = before.get(BOM.len()..).unwrap_or_default();
    }
    let line = before.iter().filter(|&&byte| byte == b'\n').count();
    let in_line = before.split(|&byte| byte == b'\n').next_back();
    let in_line = in_line.unwrap_or_default();
    let units = String::from_utf8_lossy(in_line).encode_utf16().count();
    (line as u64 + 1, in_line.len(), units)
}

#[test]
fn positions_agree_with_counting_from_the_start() {
    for text in samples().into_iter().chain(long_samples(2000)) {
        let index = LineIndex::new(&text);
        for offset in 0..=text.len() {
            let at = index.position(&text, offset);
            let found = (at.line, at.column, at.column_utf16);
            assert_eq!(found, naive(&text, offset), "{offset} of {text:x?}");
            assert_eq!(at.offset, offset);
            assert_eq!(index.line_of(offset), at.line);
            for near in 0..at.line + 3 {
                assert_eq!(position_near(&index, &text, offset, near), at);
            }
        }
    }
}

/// The character is a byte order mark only at the start of a text.
#[test]
fn a_byte_order_mark_has_no_column() {
    let text = "\u{feff}a\u{e9}b\n\u{feff}c".as_bytes();
    let lines = LineIndex::new(text);
    let at = |offset| {
        let found = lines.position(text, offset);
        (found.offset, found.line, found.column, found.column_utf16)
    };
    assert_eq!(at(0), (0, 1, 0, 0));
    assert_eq!(at(2), (2, 1, 0, 0));
    assert_eq!(at(3), (3, 1, 0, 0));
    assert_eq!(at(6), (6, 1, 3, 2));
    assert_eq!(at(8), (8, 2, 0, 0));
    assert_eq!(at(11), (11, 2, 3, 1));
    assert_eq!(lines.line_range(1), Some(0..8));
}

#[test]
fn line_ranges_are_the_lines_with_their_ends() {
    for text in samples() {
        let index = LineIndex::new(&text);
        let lines: Vec<_> = text.split(|&byte| byte == b'\n').collect();
        let mut start = 0;
        for (line, number) in lines.iter().zip(1..) {
            let end = text.len().min(start + line.len() + 1);
            assert_eq!(index.line_range(number), Some(start..end), "{text:x?}");
            start = end;
        }
        assert_eq!(index.line_range(lines.len() as u64 + 1), None);
        assert_eq!(index.line_range(0), None);
        assert_eq!(line_feeds(&text), lines.len() - 1);
    }
}

#[test]
fn line_starts_follow_line_feeds() {
    for text in samples() {
        let index = LineIndex::new(&text);
        for offset in 0..=text.len() {
            let line = index.line_range(index.line_of(offset));
            assert_eq!(
                Some(line_start(&text, offset)),
                line.map(|range| range.start)
            );
        }
    }
    assert_eq!(line_start(b"a\nb", 9), 2);
}

#[test]
fn line_bounds_leave_out_the_line_end() {
    for text in samples() {
        let index = LineIndex::new(&text);
        let mut start = 0;
        while start < text.len() {
            let bounds = line_at(&text, start, text.len());
            let line = &text[start..bounds.next];
            let content = line.strip_suffix(b"\n");
            let content = content.map_or(line, |l| l.strip_suffix(b"\r").unwrap_or(l));
            assert_eq!(&text[bounds.start..bounds.end], content);
            let range = index.line_range(index.line_of(start));
            assert_eq!(range, Some(start..bounds.next));
            start = bounds.next;
        }
    }
    let bounds = line_at(b"ab\ncd\n", 3, 4);
    assert_eq!((bounds.start, bounds.end, bounds.next), (3, 4, 4));
}
