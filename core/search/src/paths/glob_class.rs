//! Character classes of path patterns, such as `[a-z]` and `[![:digit:]]`.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use super::pattern::Dialect;

/// A compiled class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GlobClass {
    negated: bool,
    ranges: Vec<(u32, u32)>,
}

impl GlobClass {
    /// Parses a class at the start of `text`. Returns the class and its length
    /// with both brackets, or `None` if it is not closed.
    pub(super) fn parse(text: &[u8], dialect: Dialect) -> Option<(GlobClass, usize)> {
        let mut class = GlobClass::default();
        let mut at = 1;
        if matches!(text.get(at), Some(b'!' | b'^')) {
            class.negated = true;
            at += 1;
        }
        let start = at;
        loop {
            match *text.get(at)? {
                b']' if at > start => {
                    if dialect == Dialect::GlobIgnoreCase {
                        class.fold_case();
                    }
                    return Some((class, at + 1));
                }
                b'[' if text.get(at + 1) == Some(&b':') => {
                    // Git reads a name up to the next `]`.
                    let rest = &text[at + 2..];
                    let end = memchr::memchr(b']', rest)?;
                    match rest[..end].strip_suffix(b":") {
                        Some(name) if class.add_named(name) => {
                            if name == b"upper" {
                                class.add_lower(b'A'.into(), b'Z'.into(), dialect);
                            }
                            at += end + 3;
                        }
                        // Git rejects a pattern with an unknown name.
                        Some(_) if dialect.is_git() => return None,
                        _ => {
                            class.ranges.push((u32::from(b'['), u32::from(b'[')));
                            at += 1;
                        }
                    }
                }
                _ => {
                    let (low, len) = GlobClass::member(&text[at..], dialect)?;
                    at += len;
                    let is_range = text.get(at) == Some(&b'-')
                        && !matches!(text.get(at + 1), None | Some(b']'));
                    if is_range {
                        let (high, len) = GlobClass::member(&text[at + 1..], dialect)?;
                        at += 1 + len;
                        // `[z-a]` is empty in globs, but in Git a range always
                        // contains its first character.
                        class.ranges.push((low, high));
                        class.add_lower(low, high, dialect);
                        if dialect.is_git() {
                            class.ranges.push((low, low));
                        }
                    } else {
                        class.ranges.push((low, low));
                    }
                }
            }
        }
    }

    /// Returns the class of the characters equal to `c` under Unicode simple case folding, or
    /// `None` if there is no other.
    pub(super) fn any_case(c: char) -> Option<GlobClass> {
        let mut class = GlobClass {
            negated: false,
            ranges: vec![(c.into(), c.into())],
        };
        class.fold_case();
        (class.ranges != [(c.into(), c.into())]).then_some(class)
    }

    /// Adds every character equal to a member under Unicode simple case folding.
    fn fold_case(&mut self) {
        let ranges = self.ranges.iter().filter_map(|&(low, high)| {
            let (low, high) = (char::from_u32(low)?, char::from_u32(high)?);
            // An empty range stays empty.
            (low <= high).then(|| ClassUnicodeRange::new(low, high))
        });
        let mut class = ClassUnicode::new(ranges);
        class.case_fold_simple();
        let ranges = class.ranges().iter();
        self.ranges = ranges
            .map(|range| (range.start().into(), range.end().into()))
            .collect();
    }

    fn member(text: &[u8], dialect: Dialect) -> Option<(u32, usize)> {
        match text {
            [] | [b'\\'] => None,
            [b'\\', rest @ ..] => {
                let (c, len) = char_at(rest, dialect);
                Some((c, len + 1))
            }
            _ => Some(char_at(text, dialect)),
        }
    }

    /// Adds the lower case of the letters in a range if case is ignored. Like
    /// Git, does this for ranges but not for single letters.
    fn add_lower(&mut self, low: u32, high: u32, dialect: Dialect) {
        let low = low.max(b'A'.into());
        let high = high.min(b'Z'.into());
        if dialect == Dialect::GitIgnoreCase && low <= high {
            self.ranges.push((low + 32, high + 32));
        }
    }

    fn add_named(&mut self, name: &[u8]) -> bool {
        let ranges: &[(u8, u8)] = match name {
            b"alnum" => &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')],
            b"alpha" => &[(b'A', b'Z'), (b'a', b'z')],
            b"blank" => &[(b' ', b' '), (b'\t', b'\t')],
            b"cntrl" => &[(0, 31), (127, 127)],
            b"digit" => &[(b'0', b'9')],
            b"graph" => &[(b'!', b'~')],
            b"lower" => &[(b'a', b'z')],
            b"print" => &[(b' ', b'~')],
            b"punct" => &[(b'!', b'/'), (b':', b'@'), (b'[', b'`'), (b'{', b'~')],
            b"space" => &[(9, 13), (b' ', b' ')],
            b"upper" => &[(b'A', b'Z')],
            b"xdigit" => &[(b'0', b'9'), (b'A', b'F'), (b'a', b'f')],
            _ => return false,
        };
        self.ranges
            .extend(ranges.iter().map(|&(a, b)| (u32::from(a), u32::from(b))));
        true
    }

    pub(super) fn contains(&self, c: u32) -> bool {
        self.ranges.iter().any(|&(low, high)| low <= c && c <= high) != self.negated
    }
}

/// Returns the first unit of `bytes`, which must not be empty, and its length.
/// A unit is a character, or a byte in the Git dialect. Invalid UTF-8 bytes are
/// units above all characters.
pub(super) fn char_at(bytes: &[u8], dialect: Dialect) -> (u32, usize) {
    let first = bytes[0];
    if first < 0x80 || dialect.is_git() {
        return (u32::from(first), 1);
    }
    for len in 2..=bytes.len().min(4) {
        if let Ok(text) = std::str::from_utf8(&bytes[..len]) {
            return (text.chars().next().map_or(0, u32::from), len);
        }
    }
    (0x11_0000 + u32::from(first), 1)
}
