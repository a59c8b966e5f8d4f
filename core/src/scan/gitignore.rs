use rustc_hash::FxHashMap;

use super::pattern::{Dialect, Pattern};

/// The rules of one ignore file, in the format of `gitignore(5)`.
///
/// Rules are sorted into tables by what they can be told apart by (a whole
/// name, an extension), so that a file of thousands of rules costs a few
/// look-ups a path. Of the rules that match, the last one in the file decides.
#[derive(Debug, Default)]
pub(crate) struct Gitignore {
    rules: Vec<Rule>,
    /// Rules that are one literal name, by that name.
    by_name: FxHashMap<Vec<u8>, Vec<u32>>,
    /// Rules of the form `*.ext` or `*.more.ext`, by the last extension.
    by_extension: FxHashMap<Vec<u8>, Vec<u32>>,
    /// Rules with a `/` that begin with a literal component, by that.
    by_top: FxHashMap<Vec<u8>, Vec<u32>>,
    /// All others, to be tried one by one.
    others: Vec<u32>,
}

#[derive(Debug)]
struct Rule {
    matcher: Matcher,
    /// `!`: what matches is not ignored.
    negated: bool,
    only_dirs: bool,
}

#[derive(Debug)]
enum Matcher {
    /// The table has told all there is to know.
    Name,
    /// `*` and this suffix, against the last component.
    Suffix(Vec<u8>),
    /// Against the last component, which must begin and end with these bytes.
    Base {
        first: Option<u8>,
        last: Option<u8>,
        pattern: Pattern,
    },
    /// Against the path from the ignore file's directory.
    Path(Pattern),
    /// The same for what follows a literal beginning.
    PathAfter(Vec<u8>, Pattern),
}

/// What an ignore file says of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Ignore,
    Include,
}

impl Gitignore {
    pub(crate) fn parse(content: &[u8]) -> Gitignore {
        let content = content.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(content);
        let mut set = Gitignore::default();
        for line in content.split(|&b| b == b'\n') {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            set.add(line);
        }
        set
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    fn add(&mut self, line: &[u8]) {
        let mut line = trim_trailing_spaces(line);
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
        // A slash anywhere but at the end ties the rule to this directory.
        let anchored = line.contains(&b'/');
        let line = line.strip_prefix(b"/").unwrap_or(line);
        if line.is_empty() {
            return;
        }
        let index = self.rules.len() as u32;
        // Git compares the literal beginning of a rule first and then sees only
        // the rest, so that `a**/b` is `a` and `**/b`.
        let literal = line
            .iter()
            .position(|b| b"*?[\\".contains(b))
            .unwrap_or(line.len());
        let (beginning, rest) = line.split_at(literal);
        if anchored
            && !beginning.is_empty()
            && !beginning.ends_with(b"/")
            && rest.starts_with(b"**")
        {
            if let Ok(pattern) = Pattern::new(rest, Dialect::Git) {
                self.others.push(index);
                let matcher = Matcher::PathAfter(beginning.to_vec(), pattern);
                self.rules.push(Rule {
                    matcher,
                    negated,
                    only_dirs,
                });
            }
            return;
        }
        // A pattern that can match nothing is no rule.
        let Ok(pattern) = Pattern::new(line, Dialect::Git) else {
            return;
        };
        let matcher = if anchored {
            match pattern.first_literal() {
                Some(top) => self.by_top.entry(top.to_vec()).or_default().push(index),
                None => self.others.push(index),
            }
            Matcher::Path(pattern)
        } else if let Some(name) = pattern.as_literal_name() {
            self.by_name.entry(name.to_vec()).or_default().push(index);
            Matcher::Name
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
            Matcher::Suffix(suffix.to_vec())
        } else {
            self.others.push(index);
            let (first, last) = pattern.edges();
            Matcher::Base {
                first,
                last,
                pattern,
            }
        };
        self.rules.push(Rule {
            matcher,
            negated,
            only_dirs,
        });
    }

    /// The verdict on `path`, relative to the directory of the ignore file;
    /// `name` is its last component.
    pub(crate) fn verdict(&self, path: &[u8], name: &[u8], is_dir: bool) -> Option<Verdict> {
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
        last.map(|index| match self.rules[index as usize].negated {
            true => Verdict::Include,
            false => Verdict::Ignore,
        })
    }
}

impl Matcher {
    fn matches(&self, path: &[u8], name: &[u8]) -> bool {
        match self {
            Matcher::Name => true,
            Matcher::Suffix(suffix) => name.ends_with(suffix),
            Matcher::Base {
                first,
                last,
                pattern,
            } => {
                let fits =
                    |edge: &Option<u8>, byte: Option<&u8>| edge.is_none_or(|e| byte == Some(&e));
                fits(first, name.first())
                    && fits(last, name.last())
                    && pattern.matches(name, Dialect::Git)
            }
            Matcher::Path(pattern) => pattern.matches(path, Dialect::Git),
            Matcher::PathAfter(beginning, pattern) => path
                .strip_prefix(&beginning[..])
                .is_some_and(|rest| pattern.matches(rest, Dialect::Git)),
        }
    }
}

/// Git drops trailing spaces unless a backslash stands before them.
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
