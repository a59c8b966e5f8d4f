//! Rules of one ignore file, in the format of `gitignore(5)`.
//!
//! Invariant: the last matching rule wins, whichever table contains it.

use rustc_hash::FxHashMap;

use crate::paths::{Dialect, PathPattern};

/// Compiled rules of one ignore file.
///
/// Rules are indexed by a literal part (a whole name, an extension): a file with thousands of rules
/// costs a few look-ups per path.
#[derive(Debug, Default)]
pub struct Gitignore {
    rules: Vec<IgnoreRule>,
    /// Rules that are one literal name.
    by_name: FxHashMap<Vec<u8>, Vec<u32>>,
    /// Rules of the form `*.ext` or `*.more.ext`, keyed by the last extension.
    by_extension: FxHashMap<Vec<u8>, Vec<u32>>,
    /// Rules with a `/` and a literal first component, keyed by that component.
    by_top: FxHashMap<Vec<u8>, Vec<u32>>,
    /// All other rules, tried one at a time.
    others: Vec<u32>,
}

#[derive(Debug)]
struct IgnoreRule {
    matcher: RuleMatcher,
    /// Whether the rule starts with `!`: matching paths are not ignored.
    negated: bool,
    only_dirs: bool,
    /// Number of the rule's line, 1-based.
    line: u32,
}

#[derive(Debug)]
enum RuleMatcher {
    /// The index has already matched the whole rule.
    Name,
    /// `*` followed by this suffix, matched against the last component.
    Suffix(Vec<u8>),
    /// Matched against the last component, after checking its first and last bytes and its number
    /// of dots: most names fail one of these checks.
    Base {
        first: Option<u8>,
        last: Option<u8>,
        dots: usize,
        pattern: PathPattern,
    },
    /// Matched against the names in the ignore file's directory.
    Top(PathPattern),
    /// Matched against the path relative to the ignore file's directory.
    Path(PathPattern),
    /// Matched against the rest of that path after a literal prefix.
    PathAfter(Vec<u8>, PathPattern),
}

/// Rule that matches a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchedRule {
    /// Index of the rule among all rules.
    pub index: u32,
    /// Whether the rule starts with `!`.
    pub is_negated: bool,
    /// Number of the rule's line.
    pub line: u32,
}

/// Decision of the ignore rules about a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The path is not in scope.
    Ignore,
    /// A rule includes the path.
    Include,
    /// Git's rules exclude the path, but it is tracked or holds tracked files, and the call
    /// includes them.
    Tracked,
}

/// Whether names are case-sensitive (`core.ignoreCase` in Git).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// Names that differ in case are different.
    Distinct,
    /// Names that differ in case are equal.
    Ignored,
}

impl Gitignore {
    /// Parses an ignore file. If case is ignored, paths must be in lower case.
    pub(crate) fn parse(content: &[u8], case: Case) -> Gitignore {
        let mut set = Gitignore::default();
        set.add_file(content, case);
        set
    }

    /// Adds the rules of an ignore file, which take precedence over the rules so far.
    pub(crate) fn add_file(&mut self, content: &[u8], case: Case) {
        let content = content.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(content);
        for (line, number) in content.split(|&b| b == b'\n').zip(1..) {
            self.add(line, number, case);
        }
    }

    /// Returns the number of rules.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// Whether there are no rules.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Adds the rule of a line, which takes precedence over the rules so far. Ignores a comment, an
    /// empty line, and, like Git, a pattern that cannot match.
    pub fn add(&mut self, line: &[u8], number: u32, case: Case) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        // Git treats a line as a C string.
        let end = memchr::memchr(0, line).unwrap_or(line.len());
        let mut line = trim_trailing_spaces(&line[..end]);
        if line.first() == Some(&b'#') {
            return;
        }
        let negated = line.first() == Some(&b'!');
        if negated {
            line = &line[1..];
        }
        let only_dirs = line.last() == Some(&b'/');
        if only_dirs {
            line = &line[..line.len() - 1];
        }
        // A slash anywhere except at the end anchors the rule to this directory.
        let anchored = line.contains(&b'/');
        let line = line.strip_prefix(b"/").unwrap_or(line);
        if line.is_empty() {
            return;
        }
        let dialect = match case {
            Case::Distinct => Dialect::Git,
            Case::Ignored => Dialect::GitIgnoreCase,
        };
        let index = self.rules.len() as u32;
        // Git first matches the literal prefix of a rule, then only the rest, so `a**/b` is `a`
        // followed by `**/b`.
        let literal = line
            .iter()
            .position(|b| b"*?[\\".contains(b))
            .unwrap_or(line.len());
        let (prefix, rest) = line.split_at(literal);
        let splits_name = anchored && !prefix.is_empty() && !prefix.ends_with(b"/");
        // A path has an empty component only here: `a**//b` is `a/b`, and `a**/` is `a`.
        let after = after_globstars(rest);
        let joined = (splits_name && after.len() < rest.len())
            .then(|| [prefix, after].concat())
            .filter(|_| after.is_empty() || after.starts_with(b"/"));
        let line = joined.as_deref().unwrap_or(line);
        if splits_name && joined.is_none() && rest.starts_with(b"**") {
            if let Ok(pattern) = PathPattern::new(rest, dialect) {
                self.others.push(index);
                let prefix = match case {
                    Case::Distinct => prefix.to_vec(),
                    Case::Ignored => prefix.to_ascii_lowercase(),
                };
                let matcher = RuleMatcher::PathAfter(prefix, pattern);
                self.rules.push(IgnoreRule {
                    matcher,
                    negated,
                    only_dirs,
                    line: number,
                });
            }
            return;
        }
        // Like Git, ignores a pattern that cannot match.
        let Ok(pattern) = PathPattern::new(line, dialect) else {
            return;
        };
        let matcher = if anchored {
            match pattern.first_literal() {
                Some(top) => self.by_top.entry(top.to_vec()).or_default().push(index),
                None => self.others.push(index),
            }
            match pattern.is_one_name() {
                true => RuleMatcher::Top(pattern),
                false => RuleMatcher::Path(pattern),
            }
        } else if let Some(name) = pattern.as_literal_name() {
            self.by_name.entry(name.to_vec()).or_default().push(index);
            RuleMatcher::Name
        } else if let Some(suffix) = pattern.as_suffix() {
            match memchr::memrchr(b'.', suffix) {
                Some(dot) => {
                    self.by_extension
                        .entry(suffix[dot + 1..].to_vec())
                        .or_default()
                        .push(index);
                }
                None => self.others.push(index),
            }
            RuleMatcher::Suffix(suffix.to_vec())
        } else {
            self.others.push(index);
            let (first, last) = pattern.edges();
            RuleMatcher::Base {
                first,
                last,
                dots: pattern.count_dots(),
                pattern,
            }
        };
        self.rules.push(IgnoreRule {
            matcher,
            negated,
            only_dirs,
            line: number,
        });
    }

    /// Returns the decision about `path`, relative to the directory of the ignore file, whose last
    /// component is `name`. Returns `None` if no rule matches.
    pub(crate) fn verdict(&self, path: &[u8], name: &[u8], is_dir: bool) -> Option<Verdict> {
        let last = self.last_match(path, name, is_dir)?;
        Some(match last.is_negated {
            true => Verdict::Include,
            false => Verdict::Ignore,
        })
    }

    /// Returns the last rule that matches `path`, relative to the directory of the ignore file, whose
    /// last component is `name`.
    pub fn last_match(&self, path: &[u8], name: &[u8], is_dir: bool) -> Option<MatchedRule> {
        let mut last: Option<u32> = None;
        let mut try_rules = |indices: &[u32]| {
            for &index in indices.iter().rev() {
                if last.is_some_and(|l| l > index) {
                    break;
                }
                let rule = &self.rules[index as usize];
                if (is_dir || !rule.only_dirs) && rule.matcher.matches(path, name) {
                    last = Some(index);
                    break;
                }
            }
        };
        if let Some(indices) = self.by_name.get(name) {
            try_rules(indices);
        }
        if !self.by_top.is_empty() {
            let top = memchr::memchr(b'/', path).map_or(path, |at| &path[..at]);
            if let Some(indices) = self.by_top.get(top) {
                try_rules(indices);
            }
        }
        if !self.by_extension.is_empty()
            && let Some(dot) = memchr::memrchr(b'.', name)
            && let Some(indices) = self.by_extension.get(&name[dot + 1..])
        {
            try_rules(indices);
        }
        try_rules(&self.others);
        last.map(|index| {
            let rule = &self.rules[index as usize];
            MatchedRule {
                index,
                is_negated: rule.negated,
                line: rule.line,
            }
        })
    }
}

impl RuleMatcher {
    fn matches(&self, path: &[u8], name: &[u8]) -> bool {
        match self {
            RuleMatcher::Name => true,
            RuleMatcher::Suffix(suffix) => name.ends_with(suffix),
            RuleMatcher::Base {
                first,
                last,
                dots,
                pattern,
            } => {
                let fits =
                    |edge: &Option<u8>, byte: Option<&u8>| edge.is_none_or(|e| byte == Some(&e));
                fits(first, name.first())
                    && fits(last, name.last())
                    && (*dots < 2 || memchr::memchr_iter(b'.', name).nth(dots - 1).is_some())
                    && pattern.matches(name, Dialect::Git)
            }
            RuleMatcher::Top(pattern) => {
                path.len() == name.len() && pattern.matches(path, Dialect::Git)
            }
            RuleMatcher::Path(pattern) => pattern.matches(path, Dialect::Git),
            RuleMatcher::PathAfter(prefix, pattern) => path
                .strip_prefix(&prefix[..])
                .is_some_and(|rest| pattern.matches(rest, Dialect::Git)),
        }
    }
}

/// Removes one or more `**/` at the start.
fn after_globstars(mut pattern: &[u8]) -> &[u8] {
    loop {
        let stars = pattern.iter().take_while(|&&b| b == b'*').count();
        match pattern[stars..].strip_prefix(b"/") {
            Some(rest) if stars > 1 => pattern = rest,
            _ => return pattern,
        }
    }
}

/// Removes trailing spaces, except a space escaped by a backslash.
fn trim_trailing_spaces(line: &[u8]) -> &[u8] {
    let mut end = line.len();
    while end > 0 && line[end - 1] == b' ' {
        let slashes = line[..end - 1]
            .iter()
            .rev()
            .take_while(|&&b| b == b'\\')
            .count();
        if slashes % 2 == 1 {
            break;
        }
        end -= 1;
    }
    &line[..end]
}
