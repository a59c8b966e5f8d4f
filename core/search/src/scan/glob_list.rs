//! Ordered lists of globs: path filters and path searches.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use ransack_base::internal::{ErrorParts, slashed};
use ransack_base::{Error, ErrorKind, OptionName, Result};

use super::glob_syntax::{GlobFault, check, escape, expand_braces};
use crate::paths::{Dialect, HiddenNames, PathPattern, each_component, real_path};

/// An ordered list of globs. The last matching glob wins; `!` negates.
#[derive(Debug, Default)]
pub(crate) struct GlobList {
    globs: Vec<Glob>,
    /// Whether a path that matches no glob is admitted.
    otherwise: bool,
    /// Whether a directory matched by a glob with a trailing `/` admits everything below it.
    with_content: bool,
}

/// A glob, which matches if one of its expansions matches.
#[derive(Debug)]
struct Glob {
    expansions: Vec<Expansion>,
    negated: bool,
}

/// A glob without braces.
#[derive(Debug)]
struct Expansion {
    pattern: PathPattern,
    /// Whether the glob ends in `/`.
    only_dirs: bool,
}

/// Globs of a call, compiled for each of its roots, because a glob may be an absolute path.
#[derive(Debug)]
pub struct RootGlobs {
    /// A single list if it is the same for all roots.
    lists: Vec<GlobList>,
}

/// Notation of a list of globs.
#[derive(Clone, Copy)]
struct GlobNotation {
    dialect: Dialect,
    /// Whether a directory matched by a glob with a trailing `/` admits everything below it.
    with_content: bool,
    /// Whether a glob without `/` matches at any depth.
    recursive: bool,
    /// List of options that holds the globs, for error messages.
    option: OptionName,
}

/// Returns the dialect of globs that are case-sensitive or ignore case.
fn dialect(ignore_case: bool) -> Dialect {
    match ignore_case {
        true => Dialect::GlobIgnoreCase,
        false => Dialect::Glob,
    }
}

/// Root that globs are relative to.
struct GlobRoot<'a> {
    path: &'a Path,
    /// Absolute paths of the root without a trailing `/`: as given and with links resolved, each
    /// both as it is and escaped. Computed for the first glob that may be absolute.
    spellings: OnceCell<Vec<String>>,
}

impl GlobRoot<'_> {
    fn spellings(&self) -> &[String] {
        self.spellings.get_or_init(|| {
            let paths = [std::path::absolute(self.path), real_path(self.path)];
            let plain = paths.into_iter().flatten().filter_map(|path| {
                let bytes = String::from_utf8(slashed(path.as_os_str())).ok()?;
                Some(bytes.trim_end_matches('/').to_owned())
            });
            plain.flat_map(|path| [escape(&path), path]).collect()
        })
    }

    /// Returns the part of an absolute glob below the root, including its leading `/`.
    fn strip<'t>(&self, text: &'t str) -> Option<&'t str> {
        let rests = self
            .spellings()
            .iter()
            .filter_map(|s| text.strip_prefix(&s[..]));
        rests
            .filter(|rest| rest.is_empty() || rest.starts_with('/'))
            .min_by_key(|rest| rest.len())
    }
}

impl RootGlobs {
    /// Compiles globs as a path filter: a glob without `/` matches at any depth.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::InvalidGlob`] if a glob cannot be parsed.
    pub(crate) fn filter(
        globs: &[String],
        roots: &[PathBuf],
        ignore_case: bool,
    ) -> Result<RootGlobs> {
        RootGlobs::filter_of(globs, roots, ignore_case, OptionName::Globs)
    }

    /// Compiles the globs of an option as a path filter.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::InvalidGlob`] if a glob cannot be parsed.
    pub fn filter_of(
        globs: &[String],
        roots: &[PathBuf],
        ignore_case: bool,
        option: OptionName,
    ) -> Result<RootGlobs> {
        let notation = GlobNotation {
            dialect: dialect(ignore_case),
            with_content: true,
            recursive: true,
            option,
        };
        RootGlobs::new(globs, roots, notation)
    }

    /// Compiles globs as a path search: they match from the root, except that with `recursive` a
    /// glob without `/` matches at any depth.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::InvalidGlob`] if a glob cannot be parsed.
    pub(crate) fn select(
        globs: &[String],
        roots: &[PathBuf],
        recursive: bool,
        literal: bool,
        ignore_case: bool,
    ) -> Result<RootGlobs> {
        let notation = GlobNotation {
            dialect: dialect(ignore_case),
            with_content: false,
            recursive,
            option: OptionName::Patterns,
        };
        if literal {
            let escaped: Vec<String> = globs.iter().map(|g| escape(g)).collect();
            RootGlobs::new(&escaped, roots, notation)
        } else {
            RootGlobs::new(globs, roots, notation)
        }
    }

    /// Compiles the globs of a root with wildcards, relative to `dir`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::InvalidGlob`] if a glob cannot be parsed.
    pub(super) fn root(globs: &[String], dir: &Path) -> Result<GlobList> {
        let root = GlobRoot {
            path: dir,
            spellings: OnceCell::new(),
        };
        let notation = GlobNotation {
            dialect: Dialect::Glob,
            with_content: true,
            recursive: false,
            option: OptionName::Roots,
        };
        GlobList::new(globs, &root, notation)
    }

    /// Compiles globs of denied paths, relative to `dir`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::InvalidGlob`] if a glob cannot be parsed.
    pub(super) fn denied(globs: &[String], dir: &Path) -> Result<GlobList> {
        let root = GlobRoot {
            path: dir,
            spellings: OnceCell::new(),
        };
        let notation = GlobNotation {
            // File systems that ignore case open a file under any spelling of its name.
            dialect: dialect(cfg!(any(windows, target_os = "macos"))),
            with_content: false,
            recursive: true,
            option: OptionName::Deny,
        };
        GlobList::new(globs, &root, notation)
    }

    fn new(globs: &[String], roots: &[PathBuf], notation: GlobNotation) -> Result<RootGlobs> {
        let mut lists = Vec::new();
        for path in roots {
            let root = GlobRoot {
                path,
                spellings: OnceCell::new(),
            };
            lists.push(GlobList::new(globs, &root, notation)?);
            if root.spellings.get().is_none() {
                break;
            }
        }
        Ok(RootGlobs { lists })
    }

    /// Returns the globs for a root, given by its index.
    pub(crate) fn of(&self, root: u32) -> &GlobList {
        &self.lists[(root as usize).min(self.lists.len() - 1)]
    }

    /// Returns the index of the last glob that matches a file at this relative path, whether or not
    /// the glob is negated.
    pub fn last_index(&self, root: u32, path: &[u8]) -> Option<usize> {
        let list = self.of(root);
        let matches = |glob: &Glob| {
            let mut expansions = glob.expansions.iter();
            expansions.any(|expansion| list.expansion_matches(expansion, path, false))
        };
        list.globs.iter().rposition(matches)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lists.iter().all(|list| list.globs.is_empty())
    }
}

impl GlobList {
    fn new(globs: &[String], root: &GlobRoot<'_>, notation: GlobNotation) -> Result<GlobList> {
        let mut list = GlobList {
            globs: Vec::new(),
            otherwise: true,
            with_content: notation.with_content,
        };
        for (index, glob) in globs.iter().enumerate() {
            let glob = Glob::new(glob, root, notation).map_err(|error| match globs.len() {
                1 => error,
                _ => error.in_element(notation.option, index),
            })?;
            list.otherwise &= glob.negated;
            list.globs.push(glob);
        }
        Ok(list)
    }

    /// Whether the list has no globs and admits every path.
    pub(super) fn admits_everything(&self) -> bool {
        self.globs.is_empty() && self.otherwise
    }

    /// Whether any glob ends in `/`.
    pub(crate) fn tells_dirs(&self) -> bool {
        let mut expansions = self.globs.iter().flat_map(|glob| &glob.expansions);
        expansions.any(|expansion| expansion.only_dirs)
    }

    /// Whether the entry at this relative path is admitted, by a glob that spells out the required
    /// hidden names. A symbolic link to a directory counts as a directory.
    pub(crate) fn admits(&self, path: &[u8], is_dir: bool, hidden: &HiddenNames) -> bool {
        match self.last_match(path, is_dir, hidden) {
            Some(glob) => !glob.negated,
            None => self.admits_by_default(path, hidden),
        }
    }

    /// Returns the index of the last glob that matches the entry at this relative path, unless it is
    /// negated.
    pub(super) fn selecting(&self, path: &[u8], is_dir: bool) -> Option<usize> {
        let at = self.globs.iter().rposition(|glob| {
            let mut expansions = glob.expansions.iter();
            expansions.any(|expansion| self.expansion_matches(expansion, path, is_dir))
        })?;
        (!self.globs[at].negated).then_some(at)
    }

    /// Whether anything below the directory at this relative path can be admitted.
    pub(crate) fn admits_below(&self, path: &[u8], hidden: &HiddenNames) -> bool {
        // Excluding a directory excludes everything below it.
        let last = self.last_match(path, true, hidden);
        let reaches = |expansion: &Expansion| match hidden.any() {
            true => expansion.pattern.may_match_below_hidden(path, hidden),
            false => {
                expansion.pattern.may_match_below(path, Dialect::Glob)
                    || self.with_content
                        && expansion.only_dirs
                        && self.expansion_matches(expansion, path, true)
            }
        };
        let mut selecting = self.globs.iter().filter(|glob| !glob.negated);
        !last.is_some_and(|glob| glob.negated)
            && (self.admits_by_default(path, hidden)
                || selecting.any(|glob| glob.expansions.iter().any(reaches)))
    }

    /// Returns the glob that decides about a path. A negated glob need not spell out hidden names.
    fn last_match(&self, path: &[u8], is_dir: bool, hidden: &HiddenNames) -> Option<&Glob> {
        self.globs.iter().rev().find(|glob| {
            glob.expansions.iter().any(|expansion| {
                let is_spelled = || expansion.pattern.matches_hidden(path, hidden);
                self.expansion_matches(expansion, path, is_dir)
                    && (glob.negated || !hidden.any() || is_spelled())
            })
        })
    }

    /// Whether a path that matches no glob is admitted.
    fn admits_by_default(&self, path: &[u8], hidden: &HiddenNames) -> bool {
        let mut is_admitted = self.otherwise;
        if hidden.any() {
            each_component(path, |at, name| {
                is_admitted &= !hidden.must_spell(at, name);
                is_admitted
            });
        }
        is_admitted
    }

    /// Whether a glob spells out this name, which then overrides a default exclusion.
    pub(crate) fn names(&self, name: &[u8]) -> bool {
        let mut selecting = self.globs.iter().filter(|glob| !glob.negated);
        selecting.any(|glob| glob.expansions.iter().any(|e| e.pattern.names(name)))
    }

    fn expansion_matches(&self, expansion: &Expansion, path: &[u8], is_dir: bool) -> bool {
        let Expansion { pattern, only_dirs } = expansion;
        if (is_dir || !only_dirs) && pattern.matches(path, Dialect::Glob) {
            return true;
        }
        let matches_above = |at: usize| pattern.matches(&path[..at], Dialect::Glob);
        self.with_content && *only_dirs && memchr::memchr_iter(b'/', path).any(matches_above)
    }
}

impl Glob {
    fn new(glob: &str, root: &GlobRoot<'_>, notation: GlobNotation) -> Result<Glob> {
        let error = |message: &str| Error::new(ErrorKind::InvalidGlob, message).with_pattern(glob);
        let syntax = |fault: GlobFault| {
            let error = error(&fault.message);
            match glob.find(&fault.part) {
                Some(at) if !fault.part.is_empty() => error.with_offset(at),
                _ => error,
            }
        };
        let (negated, text) = match glob.strip_prefix('!') {
            Some(rest) => (true, rest),
            None => (false, glob),
        };
        if text.is_empty() {
            return Err(error("the glob is empty (write `**` for every path)"));
        }
        if text.contains('\0') {
            return Err(error("the glob contains a NUL byte"));
        }
        let mut expansions = Vec::new();
        for text in expand_braces(text).map_err(syntax)? {
            check(&text, negated).map_err(syntax)?;
            expansions.push(Expansion::new(&text, root, notation).map_err(error)?);
        }
        Ok(Glob {
            expansions,
            negated,
        })
    }
}

impl Expansion {
    /// Compiles a glob without braces.
    ///
    /// # Errors
    ///
    /// Returns a message with the fault and the correct notation.
    fn new(
        text: &str,
        root: &GlobRoot<'_>,
        notation: GlobNotation,
    ) -> std::result::Result<Expansion, &'static str> {
        let relative = match is_absolute(text) {
            true => root.strip(text).unwrap_or(text),
            false => text,
        };
        let (relative, only_dirs) = without_final_slash(relative);
        let pattern = PathPattern::new(relative.as_bytes(), notation.dialect)
            .map_err(|_| "the glob cannot match any path")?
            .without_parents()?;
        if pattern.is_root() {
            return Err("the glob stands for the root itself (write `**` for everything below it)");
        }
        // On Windows, a backslash is a separator too.
        let is_anchored = is_absolute(text) || relative.contains('/') || pattern.is_nested();
        let pattern = match notation.recursive && !is_anchored {
            true => pattern.at_any_depth(),
            false => pattern,
        };
        Ok(Expansion { pattern, only_dirs })
    }
}

/// Whether a glob starts with `/`, or on Windows with a drive.
fn is_absolute(text: &str) -> bool {
    let has_drive =
        || matches!(text.as_bytes(), [drive, b':', b'/', ..] if drive.is_ascii_alphabetic());
    text.starts_with('/') || cfg!(windows) && has_drive()
}

/// Removes a trailing `/`, escaped or not. Returns whether there was one.
fn without_final_slash(text: &str) -> (&str, bool) {
    let mut rest = text;
    while let Some(before) = rest.strip_suffix('/') {
        let slashes = before.bytes().rev().take_while(|&b| b == b'\\').count();
        rest = &before[..before.len() - slashes % 2];
    }
    (rest, rest.len() < text.len())
}

#[cfg(test)]
mod tests;
