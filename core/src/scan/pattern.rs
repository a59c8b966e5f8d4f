use std::fmt;

/// A path pattern, compiled: segments between `/`, each a literal, a wildcard
/// segment, or `**` for any number of segments.
///
/// Matching is `O(pattern * path)` in the worst case: a failed attempt goes
/// back only to the last `*` of a segment and to the last `**` of the path,
/// which is enough because an earlier one could only eat less.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    segments: Vec<Segment>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Segment {
    Globstar,
    Literal(Vec<u8>),
    /// `*` and then this.
    Suffix(Vec<u8>),
    Wild(Vec<Token>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Byte(u8),
    /// `?`: one character.
    One,
    /// `*`: any run within the segment.
    Star,
    Class(Class),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Class {
    negated: bool,
    ranges: Vec<(u32, u32)>,
}

/// The two dialects of the same notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Git's `wildmatch` with `WM_PATHNAME`: `?` and classes take a byte, an
    /// unclosed class or a trailing backslash makes the pattern match nothing.
    Git,
    /// Globs that people type: `?` and classes take a character, an unclosed
    /// `[` stands for itself, a backslash that escapes nothing is a `/`.
    Glob,
}

/// Why a Git pattern can never match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NeverMatches;

impl fmt::Display for NeverMatches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the pattern can match no path")
    }
}

impl Pattern {
    /// Compiles a pattern that holds no braces, or whose braces are literal.
    pub(crate) fn new(text: &[u8], dialect: Dialect) -> Result<Pattern, NeverMatches> {
        let mut segments = Vec::new();
        let mut tokens = Vec::new();
        let mut at = 0;
        while at < text.len() {
            match text[at] {
                b'/' => {
                    // No path has an empty component.
                    if tokens.is_empty() && dialect == Dialect::Git {
                        return Err(NeverMatches);
                    }
                    push_segment(&mut segments, &mut tokens, dialect);
                    at += 1;
                }
                b'\\' => match text.get(at + 1) {
                    None if dialect == Dialect::Git => return Err(NeverMatches),
                    Some(b'/') => at += 1,
                    Some(&next) if dialect == Dialect::Git || is_special(next) => {
                        tokens.push(Token::Byte(next));
                        at += 2;
                    }
                    _ => {
                        push_segment(&mut segments, &mut tokens, dialect);
                        at += 1;
                    }
                },
                b'?' => {
                    tokens.push(Token::One);
                    at += 1;
                }
                b'*' => {
                    tokens.push(Token::Star);
                    at += 1;
                }
                b'[' => match Class::parse(&text[at..], dialect) {
                    Some((class, len)) => {
                        tokens.push(Token::Class(class));
                        at += len;
                    }
                    None if dialect == Dialect::Git => return Err(NeverMatches),
                    None => {
                        tokens.push(Token::Byte(b'['));
                        at += 1;
                    }
                },
                byte => {
                    tokens.push(Token::Byte(byte));
                    at += 1;
                }
            }
        }
        if tokens.is_empty() && dialect == Dialect::Git {
            return Err(NeverMatches);
        }
        push_segment(&mut segments, &mut tokens, dialect);
        Ok(Pattern { segments })
    }

    /// The same pattern at any depth: with `**/` before it.
    pub(crate) fn at_any_depth(mut self) -> Pattern {
        if self.segments.first() != Some(&Segment::Globstar) {
            self.segments.insert(0, Segment::Globstar);
        }
        self
    }

    /// Whether a segment of the pattern is this name, to the letter.
    pub(crate) fn names(&self, name: &[u8]) -> bool {
        self.segments
            .iter()
            .any(|s| matches!(s, Segment::Literal(l) if l == name))
    }

    /// Whether a segment of the pattern begins with a dot and matches `name`.
    pub(crate) fn names_hidden(&self, name: &[u8]) -> bool {
        self.segments.iter().any(|segment| match segment {
            Segment::Globstar | Segment::Suffix(_) => false,
            Segment::Literal(literal) => literal == name,
            Segment::Wild(tokens) => {
                tokens.first() == Some(&Token::Byte(b'.')) && segment.matches(name, Dialect::Glob)
            }
        })
    }

    /// Whether the whole relative path matches.
    pub(crate) fn matches(&self, path: &[u8], dialect: Dialect) -> bool {
        let segments = &self.segments;
        if let [Segment::Globstar, segment] = segments.as_slice()
            && *segment != Segment::Globstar
        {
            let name = memchr::memrchr(b'/', path).map_or(path, |at| &path[at + 1..]);
            return segment.matches(name, dialect);
        }
        let mut path = Some(path);
        let mut si = 0;
        let mut retry: Option<(usize, Option<&[u8]>)> = None;
        loop {
            if si == segments.len() {
                if path.is_none() {
                    return true;
                }
            } else if segments[si] == Segment::Globstar {
                if si + 1 == segments.len() {
                    // A trailing `**` takes at least one segment, so that
                    // `a/**` is what is inside `a` and not `a`.
                    return path.is_some();
                }
                si += 1;
                retry = Some((si, path));
                continue;
            } else if let Some(rest) = path {
                let (name, tail) = split_first(rest);
                if segments[si].matches(name, dialect) {
                    si += 1;
                    path = tail;
                    continue;
                }
            }
            // One more segment goes to the last `**`.
            match retry {
                Some((after, Some(from))) => {
                    let (_, tail) = split_first(from);
                    retry = Some((after, tail));
                    si = after;
                    path = tail;
                }
                _ => return false,
            }
        }
    }

    /// Whether some path below this relative directory could match.
    pub(crate) fn may_match_below(&self, dir: &[u8], dialect: Dialect) -> bool {
        let mut rest = Some(dir);
        for (si, segment) in self.segments.iter().enumerate() {
            let Some(path) = rest else {
                return si < self.segments.len();
            };
            if *segment == Segment::Globstar {
                return true;
            }
            let (name, tail) = split_first(path);
            if !segment.matches(name, dialect) {
                return false;
            }
            rest = tail;
        }
        false
    }

    /// For a single segment: its literal text, if it is nothing else.
    pub(crate) fn as_literal_name(&self) -> Option<&[u8]> {
        match self.segments.as_slice() {
            [Segment::Literal(name)] => Some(name),
            _ => None,
        }
    }

    /// The first segment, if it is literal.
    pub(crate) fn first_literal(&self) -> Option<&[u8]> {
        match self.segments.first() {
            Some(Segment::Literal(name)) => Some(name),
            _ => None,
        }
    }

    /// For a single segment: the bytes that a name must begin and end with.
    pub(crate) fn edges(&self) -> (Option<u8>, Option<u8>) {
        let literal = |token: Option<&Token>| match token {
            Some(Token::Byte(byte)) => Some(*byte),
            _ => None,
        };
        match self.segments.as_slice() {
            [Segment::Wild(tokens)] => (literal(tokens.first()), literal(tokens.last())),
            _ => (None, None),
        }
    }

    /// For a single segment of the form `*suffix`: the suffix.
    pub(crate) fn as_suffix(&self) -> Option<&[u8]> {
        match self.segments.as_slice() {
            [Segment::Suffix(suffix)] => Some(suffix),
            _ => None,
        }
    }
}

/// The characters that a backslash makes literal in a typed glob.
pub(crate) fn is_special(byte: u8) -> bool {
    matches!(
        byte,
        b'*' | b'?' | b'[' | b']' | b'{' | b'}' | b'!' | b'(' | b')' | b'\\' | b','
    )
}

fn split_first(path: &[u8]) -> (&[u8], Option<&[u8]>) {
    match memchr::memchr(b'/', path) {
        Some(at) => (&path[..at], Some(&path[at + 1..])),
        None => (path, None),
    }
}

fn push_segment(segments: &mut Vec<Segment>, tokens: &mut Vec<Token>, dialect: Dialect) {
    let tokens = std::mem::take(tokens);
    let is_here = dialect == Dialect::Glob && tokens == [Token::Byte(b'.')];
    if tokens.is_empty() || is_here {
        return;
    }
    if tokens.len() > 1 && tokens.iter().all(|token| *token == Token::Star) {
        if segments.last() != Some(&Segment::Globstar) {
            segments.push(Segment::Globstar);
        }
        return;
    }
    let literal = |tokens: &[Token]| -> Option<Vec<u8>> {
        let byte = |token: &Token| match token {
            Token::Byte(byte) => Some(*byte),
            _ => None,
        };
        tokens.iter().map(byte).collect()
    };
    let suffix = |tokens: &[Token]| match tokens {
        [Token::Star, rest @ ..] => literal(rest),
        _ => None,
    };
    segments.push(if let Some(text) = literal(&tokens) {
        Segment::Literal(text)
    } else if let Some(text) = suffix(&tokens) {
        Segment::Suffix(text)
    } else {
        Segment::Wild(tokens)
    });
}

impl Segment {
    fn matches(&self, name: &[u8], dialect: Dialect) -> bool {
        match self {
            Segment::Globstar => true,
            Segment::Literal(literal) => literal == name,
            Segment::Suffix(suffix) => name.ends_with(suffix),
            Segment::Wild(tokens) => wild_matches(tokens, name, dialect),
        }
    }
}

fn wild_matches(tokens: &[Token], name: &[u8], dialect: Dialect) -> bool {
    let (mut ti, mut ni) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    loop {
        let step = match tokens.get(ti) {
            None if ni == name.len() => return true,
            None => None,
            Some(Token::Star) => {
                ti += 1;
                if ti == tokens.len() {
                    return true;
                }
                retry = Some((ti, ni));
                continue;
            }
            Some(_) if ni == name.len() => None,
            Some(Token::Byte(b)) => (name[ni] == *b).then_some(1),
            Some(Token::One) => Some(char_at(&name[ni..], dialect).1),
            Some(Token::Class(class)) => {
                let (c, len) = char_at(&name[ni..], dialect);
                class.contains(c).then_some(len)
            }
        };
        match step {
            Some(len) => {
                ti += 1;
                ni += len;
            }
            None => match retry {
                Some((after, from)) if from < name.len() => {
                    retry = Some((after, from + 1));
                    ti = after;
                    ni = from + 1;
                }
                _ => return false,
            },
        }
    }
}

/// The unit at the start of `bytes`, which is not empty, and its length. Bytes
/// that are not UTF-8 are units of their own, above all characters.
fn char_at(bytes: &[u8], dialect: Dialect) -> (u32, usize) {
    let first = bytes[0];
    if first < 0x80 || dialect == Dialect::Git {
        return (u32::from(first), 1);
    }
    for len in 2..=bytes.len().min(4) {
        if let Ok(text) = std::str::from_utf8(&bytes[..len]) {
            return (text.chars().next().map_or(0, u32::from), len);
        }
    }
    (0x11_0000 + u32::from(first), 1)
}

impl Class {
    /// Parses a class at the start of `text`; its length includes both
    /// brackets. `None` if it is not closed.
    fn parse(text: &[u8], dialect: Dialect) -> Option<(Class, usize)> {
        let mut class = Class::default();
        let mut at = 1;
        if matches!(text.get(at), Some(b'!' | b'^')) {
            class.negated = true;
            at += 1;
        }
        let start = at;
        loop {
            match *text.get(at)? {
                b']' if at > start => return Some((class, at + 1)),
                b'[' if text.get(at + 1) == Some(&b':') => {
                    // As Git reads it: up to the next `]`, whatever is between.
                    let rest = &text[at + 2..];
                    let end = memchr::memchr(b']', rest)?;
                    match rest[..end].strip_suffix(b":") {
                        Some(name) if class.add_named(name) => at += end + 3,
                        // Git rejects an unknown name and with it the pattern.
                        Some(_) if dialect == Dialect::Git => return None,
                        _ => {
                            class.ranges.push((u32::from(b'['), u32::from(b'[')));
                            at += 1;
                        }
                    }
                }
                _ => {
                    let (low, len) = Class::member(&text[at..], dialect)?;
                    at += len;
                    let is_range = text.get(at) == Some(&b'-')
                        && !matches!(text.get(at + 1), None | Some(b']'));
                    if is_range {
                        let (high, len) = Class::member(&text[at + 1..], dialect)?;
                        at += 1 + len;
                        // `[z-a]` holds nothing, but for Git a range always
                        // holds the character that it begins with.
                        class.ranges.push((low, high));
                        if dialect == Dialect::Git {
                            class.ranges.push((low, low));
                        }
                    } else {
                        class.ranges.push((low, low));
                    }
                }
            }
        }
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

    fn contains(&self, c: u32) -> bool {
        self.ranges.iter().any(|&(low, high)| low <= c && c <= high) != self.negated
    }
}
