//! Ordered lists of globs: path filters and path searches.

use super::hidden::{HiddenNames, each_component};
use super::pattern::{Dialect, PathPattern, is_special};
use crate::error::{Error, ErrorKind, Result};

/// Largest number of brace combinations of one glob.
const MAX_ALTERNATIVES: usize = 4096;

/// An ordered list of globs. The last matching glob wins; `!` negates.
#[derive(Debug, Default)]
pub(crate) struct GlobList {
    globs: Vec<Glob>,
    /// Whether a path that no glob matches is admitted.
    otherwise: bool,
}

#[derive(Debug)]
struct Glob {
    patterns: Vec<PathPattern>,
    negated: bool,
    only_dirs: bool,
    /// Whether a matching directory admits everything below it.
    with_content: bool,
}

impl GlobList {
    /// Compiles globs as a path filter: a glob without `/` matches at any depth.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidGlob`] for a glob that does not parse.
    pub(crate) fn filter(globs: &[String]) -> Result<GlobList> {
        GlobList::new(globs, true, |pattern, anchored| {
            if anchored {
                pattern
            } else {
                pattern.at_any_depth()
            }
        })
    }

    /// Compiles globs as a path search: they match from the root, except that
    /// with `recursive` a glob without `/` matches at any depth.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidGlob`] for a glob that does not parse.
    pub(crate) fn select(globs: &[String], recursive: bool, literal: bool) -> Result<GlobList> {
        let place = |pattern: PathPattern, anchored: bool| {
            if recursive && !anchored {
                pattern.at_any_depth()
            } else {
                pattern
            }
        };
        if literal {
            let escaped: Vec<String> = globs.iter().map(|g| escape(g)).collect();
            GlobList::new(&escaped, false, place)
        } else {
            GlobList::new(globs, false, place)
        }
    }

    fn new(
        globs: &[String],
        dirs_with_content: bool,
        place: impl Fn(PathPattern, bool) -> PathPattern,
    ) -> Result<GlobList> {
        let mut list = GlobList {
            globs: Vec::new(),
            otherwise: true,
        };
        for glob in globs {
            let (negated, text) = match glob.strip_prefix('!') {
                Some(rest) => (true, rest),
                None => (false, glob.as_str()),
            };
            let (text, only_dirs) = without_final_slash(text);
            let text_is_anchored = text.contains('/');
            let text = text.strip_prefix("./").unwrap_or(text);
            let patterns = compile(text, glob)?;
            // On Windows a backslash separates too.
            let anchored = text_is_anchored || patterns.iter().any(PathPattern::is_nested);
            let patterns = patterns.into_iter().map(|p| place(p, anchored)).collect();
            list.otherwise &= negated;
            let with_content = only_dirs && dirs_with_content;
            list.globs.push(Glob {
                patterns,
                negated,
                only_dirs,
                with_content,
            });
        }
        Ok(list)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.globs.is_empty()
    }

    /// Whether the entry at this relative path is admitted.
    pub(crate) fn admits(&self, path: &[u8], is_dir: bool) -> bool {
        let decides = self
            .globs
            .iter()
            .rev()
            .find(|glob| glob.matches(path, is_dir));
        decides.map_or(self.otherwise, |glob| !glob.negated)
    }

    /// Whether the entry at this relative path is admitted by a glob that spells
    /// out the hidden names that must be.
    pub(crate) fn admits_hidden(&self, path: &[u8], is_dir: bool, hidden: &HiddenNames) -> bool {
        match self.last_match(path, is_dir, hidden) {
            Some(glob) => !glob.negated,
            None => self.otherwise && !must_spell_any(path, hidden),
        }
    }

    /// Whether anything below the directory at this relative path can be admitted
    /// under the rule of [`admits_hidden`](GlobList::admits_hidden).
    pub(crate) fn admits_below_hidden(&self, path: &[u8], hidden: &HiddenNames) -> bool {
        let last = self.last_match(path, true, hidden);
        let reaches = |glob: &Glob| {
            let below = |p: &PathPattern| p.may_match_below_hidden(path, hidden);
            !glob.negated && glob.patterns.iter().any(below)
        };
        !last.is_some_and(|glob| glob.negated)
            && (self.otherwise && !must_spell_any(path, hidden) || self.globs.iter().any(reaches))
    }

    /// Returns the glob that decides about a path. A negated glob need not spell
    /// out hidden names.
    fn last_match(&self, path: &[u8], is_dir: bool, hidden: &HiddenNames) -> Option<&Glob> {
        self.globs.iter().rev().find(|glob| {
            let spelled = |p: &PathPattern| p.matches_hidden(path, hidden);
            glob.matches(path, is_dir) && (glob.negated || glob.patterns.iter().any(spelled))
        })
    }

    /// Whether anything below the directory at this relative path can be
    /// admitted.
    pub(crate) fn admits_below(&self, path: &[u8]) -> bool {
        // Excluding a directory excludes everything below it.
        let taken_out = self
            .globs
            .iter()
            .rev()
            .find(|glob| glob.matches(path, true))
            .is_some_and(|g| g.negated);
        let reaches = |glob: &Glob| {
            !glob.negated
                && (glob.with_content && glob.matches(path, true)
                    || glob
                        .patterns
                        .iter()
                        .any(|p| p.may_match_below(path, Dialect::Glob)))
        };
        !taken_out && (self.otherwise || self.globs.iter().any(reaches))
    }

    /// Whether a glob spells out this name, which then overrides a default
    /// exclusion.
    pub(crate) fn names(&self, name: &[u8]) -> bool {
        self.globs
            .iter()
            .any(|g| !g.negated && g.patterns.iter().any(|p| p.names(name)))
    }
}

impl Glob {
    fn matches(&self, path: &[u8], is_dir: bool) -> bool {
        let any = |path: &[u8]| self.patterns.iter().any(|p| p.matches(path, Dialect::Glob));
        if (is_dir || !self.only_dirs) && any(path) {
            return true;
        }
        self.with_content && memchr::memchr_iter(b'/', path).any(|at| any(&path[..at]))
    }
}

/// Removes `/` at the end, escaped or not. Returns whether there was one.
fn without_final_slash(text: &str) -> (&str, bool) {
    let mut rest = text;
    while let Some(before) = rest.strip_suffix('/') {
        let slashes = before.bytes().rev().take_while(|&b| b == b'\\').count();
        rest = &before[..before.len() - slashes % 2];
    }
    (rest, rest.len() < text.len())
}

fn must_spell_any(path: &[u8], hidden: &HiddenNames) -> bool {
    let mut found = false;
    each_component(path, |at, name| {
        found = hidden.must_spell(at, name);
        !found
    });
    found
}

/// Escapes the characters that are special in a glob with a backslash. On Windows
/// a backslash in the text is a separator.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if cfg!(windows) && c == '\\' {
            escaped.push('/');
            continue;
        }
        if u8::try_from(c).is_ok_and(is_special) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Compiles one glob to a pattern for each combination of its braces.
fn compile(text: &str, glob: &str) -> Result<Vec<PathPattern>> {
    let error = |message: &str| Error::new(ErrorKind::InvalidGlob, message).with_pattern(glob);
    if text.is_empty() {
        return Err(error("the glob is empty"));
    }
    if text.contains('\0') {
        return Err(error("the glob contains a NUL byte"));
    }
    let texts = expand_braces(text.as_bytes())
        .ok_or_else(|| error("the glob's braces have more than 4096 combinations"))?;
    let compiled = texts.iter().map(|text| {
        let pattern = PathPattern::new(text, Dialect::Glob).map_err(|e| error(&e.to_string()))?;
        match pattern.names(b"..") {
            true => Err(error("the glob leaves its root through `..`")),
            false => Ok(pattern),
        }
    });
    compiled.collect()
}

/// Expands `{a,b}` groups, nested or not. An unclosed group ends with the text.
/// `None` if there are more than [`MAX_ALTERNATIVES`].
fn expand_braces(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut at = 0;
    let all = alternatives(text, &mut at, 0)?;
    Some(all)
}

/// Parses alternatives up to the `}` that ends a group (`depth > 0`) or to the
/// end of the text.
fn alternatives(text: &[u8], at: &mut usize, depth: usize) -> Option<Vec<Vec<u8>>> {
    if depth > 64 {
        return None;
    }
    let mut all: Vec<Vec<u8>> = Vec::new();
    let mut current: Vec<Vec<u8>> = vec![Vec::new()];
    let mut in_class = false;
    while *at < text.len() {
        let byte = text[*at];
        *at += 1;
        match byte {
            b'\\' if *at < text.len() => {
                let escaped = [byte, text[*at]];
                *at += 1;
                current
                    .iter_mut()
                    .for_each(|c| c.extend_from_slice(&escaped));
                continue;
            }
            b'[' if text[*at..].contains(&b']') => in_class = true,
            b']' => in_class = false,
            b'{' if !in_class => {
                let group = alternatives(text, at, depth + 1)?;
                if current.len().saturating_mul(group.len()) > MAX_ALTERNATIVES {
                    return None;
                }
                current = current
                    .iter()
                    .flat_map(|head| group.iter().map(move |tail| [&head[..], tail].concat()))
                    .collect();
                continue;
            }
            b',' if depth > 0 && !in_class => {
                all.append(&mut current);
                current.push(Vec::new());
                continue;
            }
            b'}' if depth > 0 && !in_class => break,
            _ => {}
        }
        current.iter_mut().for_each(|c| c.push(byte));
    }
    all.append(&mut current);
    (all.len() <= MAX_ALTERNATIVES).then_some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(text: &str) -> Vec<String> {
        let all = expand_braces(text.as_bytes()).unwrap();
        all.into_iter()
            .map(|t| String::from_utf8(t).unwrap())
            .collect()
    }

    #[test]
    fn braces_expand_to_every_combination() {
        assert_eq!(expanded("a.{b,c}"), ["a.b", "a.c"]);
        assert_eq!(
            expanded("{a,b{c,d}}{1,2}"),
            ["a1", "a2", "bc1", "bc2", "bd1", "bd2"]
        );
        assert_eq!(
            expanded("a.{b,c"),
            ["a.b", "a.c"],
            "an open group is closed"
        );
        assert_eq!(expanded(r"\{a,b\}"), [r"\{a,b\}"]);
        assert_eq!(expanded("[{,}]"), ["[{,}]"]);
        assert_eq!(expanded("a}"), ["a}"]);
        assert_eq!(expanded("x{,.bak}"), ["x", "x.bak"]);
        assert!(expand_braces("{a,b}".repeat(13).as_bytes()).is_none());
        assert!(expand_braces("{".repeat(100_000).as_bytes()).is_none());
    }

    fn list(globs: &[&str]) -> GlobList {
        GlobList::filter(&globs.iter().map(|g| (*g).to_owned()).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn the_last_matching_glob_wins() {
        let globs = list(&["*.rs", "!gen_*", "gen_keep.rs"]);
        assert!(globs.admits(b"a/b.rs", false));
        assert!(!globs.admits(b"a/gen_b.rs", false));
        assert!(globs.admits(b"a/gen_keep.rs", false));
        assert!(!globs.admits(b"a/b.c", false));
    }

    #[test]
    fn negated_globs_alone_admit_other_paths() {
        let globs = list(&["!*.md", "!target/"]);
        assert!(globs.admits(b"a.rs", false) && !globs.admits(b"docs/a.md", false));
        assert!(!globs.admits_below(b"target") && globs.admits_below(b"src"));
    }

    #[test]
    fn unreachable_directories_are_not_entered() {
        let globs = list(&["src/**/*.rs"]);
        assert!(globs.admits_below(b"src") && globs.admits_below(b"src/a/b"));
        assert!(!globs.admits_below(b"docs"));
        let globs = list(&["src/"]);
        assert!(globs.admits_below(b"src") && globs.admits(b"src/a/b.c", false));
        assert!(!globs.admits(b"b.c", false));
    }
}
