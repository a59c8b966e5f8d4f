//! Removes escape sequences or tags from rendered output. Shares no code with the
//! renderer.

/// Returns the text without the sequences `ESC [ ... m`.
pub fn strip_sgr(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        if rest.starts_with(b"\x1b[")
            && let Some(end) = rest[2..]
                .iter()
                .position(|b| !matches!(b, b'0'..=b'9' | b';'))
            && rest[2 + end] == b'm'
        {
            rest = &rest[2 + end + 1..];
            continue;
        }
        out.push(byte);
        rest = after;
    }
    out
}

/// Returns the text without tags and with its entities decoded.
pub fn strip_html(text: &[u8]) -> Vec<u8> {
    const ENTITIES: [(&[u8], u8); 5] = [
        (b"&amp;", b'&'),
        (b"&lt;", b'<'),
        (b"&gt;", b'>'),
        (b"&quot;", b'"'),
        (b"&#39;", b'\''),
    ];
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        if byte == b'<' {
            let end = rest.iter().position(|&b| b == b'>').unwrap();
            rest = &rest[end + 1..];
        } else if let Some((name, byte)) = ENTITIES.iter().find(|(name, _)| rest.starts_with(name))
        {
            out.push(*byte);
            rest = &rest[name.len()..];
        } else {
            assert!(!matches!(byte, b'&' | b'"' | b'\''));
            out.push(byte);
            rest = after;
        }
    }
    out
}
