//! Compiled path patterns: the matcher of globs and ignore rules.

#[cfg(test)]
mod tests;

use std::fmt;

use super::glob_class::{GlobClass, char_at};
use super::hidden::{HiddenNames, each_component, is_hidden};

/// A compiled path pattern: segments separated by `/`, each a literal, a wildcard segment, or `**`
/// for any number of segments.
///
/// Matching takes `O(pattern * path)` in the worst case. A failed attempt backtracks only to the
/// last `*` of a segment and the last `**` of the pattern. That suffices, because an earlier `*` or
/// `**` could only consume less.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PathPattern {
    segments: Vec<GlobSegment>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum GlobSegment {
    Globstar,
    Literal(Vec<u8>),
    /// `*` followed by this literal.
    Suffix(Vec<u8>),
    /// A name in any case: only [`GlobToken::Byte`] and [`GlobToken::Letter`].
    AnyCase(Vec<GlobToken>),
    Wild(Vec<GlobToken>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum GlobToken {
    Byte(u8),
    /// `?`: one character.
    One,
    /// `*`: any number of characters within the segment.
    Star,
    Class(GlobClass),
    /// A literal character in any case.
    Letter(GlobClass),
}

/// Dialect of the pattern syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Git's `wildmatch` with `WM_PATHNAME`: `?` and classes match a byte; an
    /// unclosed class or a trailing backslash makes the pattern match nothing.
    Git,
    /// [`Dialect::Git`] with `WM_CASEFOLD`; paths must be in lower case.
    GitIgnoreCase,
    /// Globs of search options: `?` and classes match a character; an unclosed `[` and a trailing
    /// backslash are literal. On Windows, where `\` separates path components, a backslash that
    /// escapes nothing is a `/`.
    Glob,
    /// [`Dialect::Glob`] in which each character stands for all characters equal to it under
    /// Unicode simple case folding. The compiled pattern matches paths as they are.
    GlobIgnoreCase,
}

/// Error for a Git pattern that can never match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NeverMatches;

impl fmt::Display for NeverMatches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the pattern cannot match any path")
    }
}

impl Dialect {
    pub(super) fn is_git(self) -> bool {
        matches!(self, Dialect::Git | Dialect::GitIgnoreCase)
    }
}

impl PathPattern {
    /// Compiles a pattern; braces are literal.
    ///
    /// # Errors
    ///
    /// Returns [`NeverMatches`], in the Git dialect only.
    pub(crate) fn new(text: &[u8], dialect: Dialect) -> Result<PathPattern, NeverMatches> {
        let mut segments = Vec::new();
        let mut tokens = Vec::new();
        let mut at = 0;
        while at < text.len() {
            match text[at] {
                b'/' => {
                    // No path has an empty component.
                    if tokens.is_empty() && dialect.is_git() {
                        return Err(NeverMatches);
                    }
                    push_segment(&mut segments, &mut tokens, dialect);
                    at += 1;
                }
                b'\\' => match text.get(at + 1) {
                    None if dialect.is_git() => return Err(NeverMatches),
                    Some(b'/') => {
                        // Git's `**\/` takes at least one component, unlike its `**/`.
                        if dialect.is_git() && is_globstar(&tokens) {
                            push_segment(&mut segments, &mut vec![GlobToken::Star], dialect);
                        }
                        at += 1;
                    }
                    Some(&next) if dialect.is_git() || !cfg!(windows) || is_special(next) => {
                        at += 1 + push_literal(&mut tokens, &text[at + 1..], dialect);
                    }
                    None if !cfg!(windows) => {
                        tokens.push(GlobToken::Byte(b'\\'));
                        at += 1;
                    }
                    _ => {
                        push_segment(&mut segments, &mut tokens, dialect);
                        at += 1;
                    }
                },
                b'?' => {
                    tokens.push(GlobToken::One);
                    at += 1;
                }
                b'*' => {
                    tokens.push(GlobToken::Star);
                    at += 1;
                }
                b'[' => match GlobClass::parse(&text[at..], dialect) {
                    Some((class, len)) => {
                        tokens.push(GlobToken::Class(class));
                        at += len;
                    }
                    None if dialect.is_git() => return Err(NeverMatches),
                    None => {
                        tokens.push(GlobToken::Byte(b'['));
                        at += 1;
                    }
                },
                byte if dialect == Dialect::GitIgnoreCase => {
                    tokens.push(GlobToken::Byte(byte.to_ascii_lowercase()));
                    at += 1;
                }
                _ => at += push_literal(&mut tokens, &text[at..], dialect),
            }
        }
        if tokens.is_empty() && dialect.is_git() {
            return Err(NeverMatches);
        }
        push_segment(&mut segments, &mut tokens, dialect);
        Ok(PathPattern { segments })
    }

    /// Prepends `**/`: the pattern then matches at any depth.
    pub(crate) fn at_any_depth(mut self) -> PathPattern {
        if self.segments.first() != Some(&GlobSegment::Globstar) {
            self.segments.insert(0, GlobSegment::Globstar);
        }
        self
    }

    /// Removes each `..` together with the preceding segment.
    ///
    /// # Errors
    ///
    /// Returns a message with the fault and the correct notation if a `..` cannot be removed.
    pub(crate) fn without_parents(self) -> Result<PathPattern, &'static str> {
        let mut segments: Vec<GlobSegment> = Vec::with_capacity(self.segments.len());
        for segment in self.segments {
            let is_parent = matches!(&segment, GlobSegment::Literal(name) if name == b"..");
            match (segments.last(), is_parent) {
                (None, true) => {
                    return Err(
                        "the glob leaves its root through `..` (search from a directory above)",
                    );
                }
                (Some(GlobSegment::Globstar), true) => {
                    return Err(
                        "`..` follows `**`, which stands for any directory (write the path without `..`)",
                    );
                }
                (Some(_), true) => drop(segments.pop()),
                (Some(GlobSegment::Globstar), false) if segment == GlobSegment::Globstar => {}
                (_, false) => segments.push(segment),
            }
        }
        Ok(PathPattern { segments })
    }

    /// Whether the pattern stands for the root itself.
    pub(crate) fn is_root(&self) -> bool {
        self.segments.is_empty()
    }

    /// Whether a segment without wildcards matches this name.
    pub(crate) fn names(&self, name: &[u8]) -> bool {
        self.segments.iter().any(|segment| match segment {
            GlobSegment::Literal(_) | GlobSegment::AnyCase(_) => {
                segment.matches(name, Dialect::Glob)
            }
            GlobSegment::Globstar | GlobSegment::Suffix(_) | GlobSegment::Wild(_) => false,
        })
    }

    /// Whether the pattern has more than one segment.
    pub(crate) fn is_nested(&self) -> bool {
        self.segments.len() > 1
    }

    /// Whether the whole relative path matches, with each required hidden name matched by a segment
    /// that starts with a dot.
    pub(crate) fn matches_hidden(&self, path: &[u8], hidden: &HiddenNames) -> bool {
        self.positions(path, hidden).last() == Some(&true)
    }

    /// Whether some path below this relative directory could match under the rule of
    /// [`matches_hidden`](PathPattern::matches_hidden).
    pub(crate) fn may_match_below_hidden(&self, dir: &[u8], hidden: &HiddenNames) -> bool {
        let positions = self.positions(dir, hidden);
        positions[..self.segments.len()].contains(&true)
    }

    /// Returns, for each number of leading segments, whether they match the whole path. Takes
    /// `O(segments * components)`: unlike in [`matches`](PathPattern::matches), an earlier `**` may
    /// have to consume more where a later one must not.
    fn positions(&self, path: &[u8], hidden: &HiddenNames) -> Vec<bool> {
        let segments = &self.segments;
        // A `**` may match nothing, except at the end: `a/**` does not match `a`.
        let skip_globstars = |at: &mut Vec<bool>| {
            for (si, segment) in segments.iter().enumerate() {
                if *segment == GlobSegment::Globstar && si + 1 < segments.len() {
                    at[si + 1] |= at[si];
                }
            }
        };
        let mut positions = vec![false; segments.len() + 1];
        positions[0] = true;
        skip_globstars(&mut positions);
        each_component(path, |at, name| {
            let must_spell = hidden.must_spell(at, name);
            let mut next = vec![false; segments.len() + 1];
            for (si, segment) in segments.iter().enumerate().filter(|(si, _)| positions[*si]) {
                if *segment == GlobSegment::Globstar {
                    next[si] |= !must_spell;
                    next[si + 1] |= !must_spell;
                } else {
                    let is_spelled = !must_spell || segment.spells_dot();
                    next[si + 1] |= is_spelled && segment.matches(name, Dialect::Glob);
                }
            }
            skip_globstars(&mut next);
            positions = next;
            positions.contains(&true)
        });
        positions
    }

    /// Whether the whole relative path matches.
    pub(crate) fn matches(&self, path: &[u8], dialect: Dialect) -> bool {
        let segments = &self.segments;
        if let [GlobSegment::Globstar, segment] = segments.as_slice()
            && *segment != GlobSegment::Globstar
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
            } else if segments[si] == GlobSegment::Globstar {
                if si + 1 == segments.len() {
                    // A trailing `**` takes at least one segment: `a/**` matches everything inside
                    // `a`, but not `a`.
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
            // Extend the last `**` by one segment.
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
            if *segment == GlobSegment::Globstar {
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

    /// Returns the text of a pattern that is a single literal segment.
    pub(crate) fn as_literal_name(&self) -> Option<&[u8]> {
        match self.segments.as_slice() {
            [GlobSegment::Literal(name)] => Some(name),
            _ => None,
        }
    }

    /// Returns the first segment if it is literal.
    pub(crate) fn first_literal(&self) -> Option<&[u8]> {
        match self.segments.first() {
            Some(GlobSegment::Literal(name)) => Some(name),
            _ => None,
        }
    }

    /// Returns the first and last byte that a name must have. For a single segment.
    pub(crate) fn edges(&self) -> (Option<u8>, Option<u8>) {
        let literal = |token: Option<&GlobToken>| match token {
            Some(GlobToken::Byte(byte)) => Some(*byte),
            _ => None,
        };
        match self.segments.as_slice() {
            [GlobSegment::Wild(tokens)] => (literal(tokens.first()), literal(tokens.last())),
            _ => (None, None),
        }
    }

    /// Whether the pattern matches only single names.
    pub(crate) fn is_one_name(&self) -> bool {
        matches!(self.segments.as_slice(), [segment] if *segment != GlobSegment::Globstar)
    }

    /// Returns the minimum number of dots in a matching name. For a single segment.
    pub(crate) fn count_dots(&self) -> usize {
        match self.segments.as_slice() {
            [GlobSegment::Wild(tokens)] => {
                let dots = tokens.iter().filter(|t| **t == GlobToken::Byte(b'.'));
                dots.count()
            }
            _ => 0,
        }
    }

    /// Returns the suffix if the pattern is a single segment `*suffix`.
    pub(crate) fn as_suffix(&self) -> Option<&[u8]> {
        match self.segments.as_slice() {
            [GlobSegment::Suffix(suffix)] => Some(suffix),
            _ => None,
        }
    }
}

/// Whether a backslash makes this byte literal in the glob dialect.
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

fn is_globstar(tokens: &[GlobToken]) -> bool {
    tokens.len() > 1 && tokens.iter().all(|token| *token == GlobToken::Star)
}

/// Adds the first literal character of `text`, or the first byte in the Git dialect. Returns its
/// length.
fn push_literal(tokens: &mut Vec<GlobToken>, text: &[u8], dialect: Dialect) -> usize {
    if dialect == Dialect::GlobIgnoreCase {
        let (c, len) = char_at(text, dialect);
        if let Some(class) = char::from_u32(c).and_then(GlobClass::any_case) {
            tokens.push(GlobToken::Letter(class));
            return len;
        }
    }
    tokens.push(GlobToken::Byte(text[0]));
    1
}

fn push_segment(segments: &mut Vec<GlobSegment>, tokens: &mut Vec<GlobToken>, dialect: Dialect) {
    let tokens = std::mem::take(tokens);
    let is_here = !dialect.is_git() && tokens == [GlobToken::Byte(b'.')];
    if tokens.is_empty() || is_here {
        return;
    }
    if is_globstar(&tokens) {
        if segments.last() != Some(&GlobSegment::Globstar) {
            segments.push(GlobSegment::Globstar);
        }
        return;
    }
    let literal = |tokens: &[GlobToken]| -> Option<Vec<u8>> {
        let byte = |token: &GlobToken| match token {
            GlobToken::Byte(byte) => Some(*byte),
            _ => None,
        };
        tokens.iter().map(byte).collect()
    };
    let suffix = |tokens: &[GlobToken]| match tokens {
        [GlobToken::Star, rest @ ..] => literal(rest),
        _ => None,
    };
    segments.push(if let Some(text) = literal(&tokens) {
        GlobSegment::Literal(text)
    } else if let Some(text) = suffix(&tokens) {
        GlobSegment::Suffix(text)
    } else if tokens.iter().all(GlobToken::is_literal) {
        GlobSegment::AnyCase(tokens)
    } else {
        GlobSegment::Wild(tokens)
    });
}

impl GlobToken {
    fn is_literal(&self) -> bool {
        matches!(self, GlobToken::Byte(_) | GlobToken::Letter(_))
    }
}

impl GlobSegment {
    /// Whether the segment matches only names that start with a dot.
    fn spells_dot(&self) -> bool {
        match self {
            GlobSegment::Literal(literal) => is_hidden(literal),
            GlobSegment::AnyCase(tokens) | GlobSegment::Wild(tokens) => {
                tokens.first() == Some(&GlobToken::Byte(b'.'))
            }
            GlobSegment::Globstar | GlobSegment::Suffix(_) => false,
        }
    }

    fn matches(&self, name: &[u8], dialect: Dialect) -> bool {
        match self {
            GlobSegment::Globstar => true,
            GlobSegment::Literal(literal) => literal == name,
            GlobSegment::Suffix(suffix) => name.ends_with(suffix),
            GlobSegment::AnyCase(tokens) | GlobSegment::Wild(tokens) => {
                wild_matches(tokens, name, dialect)
            }
        }
    }
}

fn wild_matches(tokens: &[GlobToken], name: &[u8], dialect: Dialect) -> bool {
    let (mut ti, mut ni) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    loop {
        let step = match tokens.get(ti) {
            None if ni == name.len() => return true,
            None => None,
            Some(GlobToken::Star) => {
                ti += 1;
                if ti == tokens.len() {
                    return true;
                }
                retry = Some((ti, ni));
                continue;
            }
            Some(_) if ni == name.len() => None,
            Some(GlobToken::Byte(b)) => (name[ni] == *b).then_some(1),
            Some(GlobToken::One) => Some(char_at(&name[ni..], dialect).1),
            Some(GlobToken::Class(class) | GlobToken::Letter(class)) => {
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
                    ti = after;
                    ni = from + char_at(&name[from..], dialect).1;
                    retry = Some((after, ni));
                }
                _ => return false,
            },
        }
    }
}
