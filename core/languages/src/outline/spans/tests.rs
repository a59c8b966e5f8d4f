use super::*;

fn span_at(start: [usize; 4], end: [usize; 4]) -> Span {
    let [start, end] = [start, end].map(|[offset, line, column, column_utf16]| {
        position(offset, line as u64, column, column_utf16)
    });
    span(start, end)
}

fn spans(whole: Span, body: Option<Span>) -> Spans {
    Spans::new(Location::ALL.map(|location| {
        let span = match location {
            Location::Whole => Some(whole),
            Location::Body => body,
            _ => None,
        };
        (location, span)
    }))
}

#[test]
fn spans_survive_packing() {
    let whole = span_at([105, 7, 5, 5], [120, 7, 20, 20]);
    let empty = span_at([100, 7, 0, 0], [100, 7, 0, 0]);
    let others = [
        span_at([110, 7, 10, 10], [119, 7, 19, 19]),
        empty,
        // Another line, different columns in UTF-16, a long line.
        span_at([110, 7, 10, 10], [200, 9, 3, 3]),
        span_at([110, 7, 10, 9], [119, 7, 19, 18]),
        span_at([110, 7, 10, 10], [70_100, 7, 70_000, 70_000]),
    ];
    for (n, other) in others.into_iter().enumerate() {
        let mut spans = spans(whole, Some(other));
        assert_eq!(matches!(spans, Spans::InLine(_)), n < 2);
        assert_eq!(spans.get(Location::Whole), Some(whole));
        assert_eq!(spans.get(Location::Body), Some(other));
        assert_eq!(spans.get(Location::Doc), None);
        spans.set(Location::Doc, Some(other));
        assert_eq!(spans.get(Location::Doc), Some(other));
        spans.set(Location::Doc, None);
        spans.set(Location::Body, None);
        assert_eq!(spans, self::spans(whole, None));
    }
}
