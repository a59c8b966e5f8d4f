//! Ignore rules in force in a directory: `.gitignore`, `.ignore`,
//! `.git/info/exclude` and the user's global excludes.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::gitignore::{Gitignore, Verdict};
use super::walk::unlink;

/// The ignore rules in force in one directory: those of its own files and,
/// through `parent`, of the directories above.
///
/// A directory without ignore files shares its parent's node, so the length of
/// the chain is the number of directories with ignore files, not the depth.
#[derive(Debug)]
pub(crate) struct Rules {
    parent: Option<Arc<Rules>>,
    /// Length in bytes of the directory's absolute path with a final `/`; patterns
    /// see the rest of a path.
    base: usize,
    /// Rules of `.ignore`, which take precedence over all Git rules and apply
    /// across repositories.
    dot_ignore: Gitignore,
    /// Rules of `.gitignore`.
    gitignore: Gitignore,
    /// Rules of `.git/info/exclude`, in the top directory of a repository.
    exclude: Gitignore,
    /// The user's global excludes, in the top directory of a repository.
    global: Option<Arc<Gitignore>>,
    /// Whether this is the top directory of a repository.
    is_repository: bool,
}

impl Drop for Rules {
    fn drop(&mut self) {
        unlink(self.parent.take(), |rules| rules.parent.take());
    }
}

/// Ignore files that the listing of a directory contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct IgnoreFiles {
    pub(crate) dot_ignore: bool,
    pub(crate) gitignore: bool,
    pub(crate) git: bool,
}

impl IgnoreFiles {
    /// Records a name of the listing.
    pub(crate) fn note(&mut self, name: &[u8]) {
        match name {
            b".ignore" => self.dot_ignore = true,
            b".gitignore" => self.gitignore = true,
            b".git" => self.git = true,
            _ => {}
        }
    }

    /// Whether this is the name of an ignore file.
    pub(crate) fn names(name: &[u8]) -> bool {
        let mut found = IgnoreFiles::default();
        found.note(name);
        found.any()
    }

    fn any(self) -> bool {
        self.dot_ignore || self.gitignore || self.git
    }
}

/// An ignore file that could not be read, with the error.
pub(crate) type UnreadableRules = (PathBuf, io::Error);

impl Rules {
    /// Reads the rules of the directories above `root`, an absolute path.
    pub(crate) fn above(root: &Path, faults: &mut Vec<UnreadableRules>) -> Option<Arc<Rules>> {
        let mut dirs: Vec<&Path> = root.ancestors().skip(1).collect();
        dirs.reverse();
        let mut rules = None;
        for dir in dirs {
            let found = IgnoreFiles {
                dot_ignore: dir.join(".ignore").is_file(),
                gitignore: dir.join(".gitignore").is_file(),
                git: dir.join(".git").exists(),
            };
            rules = Rules::enter(rules, dir, found, faults);
        }
        rules
    }

    /// Reads the rules in force in `dir`, an absolute path whose listing contains
    /// `found`.
    pub(crate) fn enter(
        parent: Option<Arc<Rules>>,
        dir: &Path,
        found: IgnoreFiles,
        faults: &mut Vec<UnreadableRules>,
    ) -> Option<Arc<Rules>> {
        if !found.any() {
            return parent;
        }
        let mut read = |present: bool, path: PathBuf| -> Gitignore {
            if !present {
                return Gitignore::default();
            }
            match read_file(&path) {
                Ok(content) => Gitignore::parse(&content),
                Err(e) if is_absent(&e) => Gitignore::default(),
                Err(e) => {
                    faults.push((path, e));
                    Gitignore::default()
                }
            }
        };
        let dot_ignore = read(found.dot_ignore, dir.join(".ignore"));
        let gitignore = read(found.gitignore, dir.join(".gitignore"));
        let repository = if found.git {
            common_git_dir(&dir.join(".git"))
        } else {
            None
        };
        let exclude = match &repository {
            Some(git) => read(true, git.join("info/exclude")),
            None => Gitignore::default(),
        };
        let is_repository = repository.is_some();
        if !is_repository && dot_ignore.is_empty() && gitignore.is_empty() {
            return parent;
        }
        let base = dir.as_os_str().as_encoded_bytes();
        Some(Arc::new(Rules {
            parent,
            base: base.len() + usize::from(base.last() != Some(&b'/')),
            dot_ignore,
            gitignore,
            exclude,
            global: repository
                .as_deref()
                .and_then(global_excludes)
                .map(Arc::new),
            is_repository,
        }))
    }

    /// Returns the files that the result of [`Rules::enter`] for `dir` depends on,
    /// whether they exist or not.
    pub(crate) fn sources(dir: &Path, found: IgnoreFiles) -> Vec<PathBuf> {
        let mut sources = Vec::new();
        if found.dot_ignore {
            sources.push(dir.join(".ignore"));
        }
        if found.gitignore {
            sources.push(dir.join(".gitignore"));
        }
        if found.git {
            let dot_git = dir.join(".git");
            if let Some(git) = common_git_dir(&dot_git) {
                let configs = git_configs(&git);
                sources.extend(excludes_path(&configs));
                sources.extend(configs);
                sources.push(git.join("info/exclude"));
            }
            sources.push(dot_git);
        }
        sources
    }

    /// Returns the files that the result of [`Rules::above`] depends on.
    pub(crate) fn sources_above(root: &Path) -> Vec<PathBuf> {
        let everything = IgnoreFiles {
            dot_ignore: true,
            gitignore: true,
            git: true,
        };
        root.ancestors()
            .skip(1)
            .flat_map(|dir| Rules::sources(dir, everything))
            .collect()
    }

    /// Returns the decision about an entry of the directory. `path` is absolute
    /// and in the form of the directories that were entered; `name` is its last
    /// component.
    pub(crate) fn verdict(&self, path: &[u8], name: &[u8], is_dir: bool) -> Option<Verdict> {
        let chain = || std::iter::successors(Some(self), |r| r.parent.as_deref());
        let ask = |rules: &Gitignore, base: usize| {
            if rules.is_empty() {
                None
            } else {
                rules.verdict(&path[base..], name, is_dir)
            }
        };
        let dot_ignore = chain().find_map(|r| ask(&r.dot_ignore, r.base));
        if dot_ignore.is_some() {
            return dot_ignore;
        }
        // Git rules apply inside a repository only, up to its top directory.
        let repository = chain().find(|r| r.is_repository)?;
        let within = || chain().take_while(|r| r.base >= repository.base);
        within()
            .find_map(|r| ask(&r.gitignore, r.base))
            .or_else(|| ask(&repository.exclude, repository.base))
            .or_else(|| {
                repository
                    .global
                    .as_ref()
                    .and_then(|g| ask(g, repository.base))
            })
    }
}

/// Reads a regular file. An entry of another kind is not an ignore file, as in
/// Git.
fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    if fs::metadata(path)?.is_file() {
        fs::read(path)
    } else {
        Err(io::ErrorKind::NotFound.into())
    }
}

fn read_text(path: &Path) -> Option<String> {
    String::from_utf8(read_file(path).ok()?).ok()
}

fn is_absent(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

/// Returns the directory with `info/exclude` for a `.git` entry: a directory, or
/// a file that names one (worktrees and submodules).
fn common_git_dir(dot_git: &Path) -> Option<PathBuf> {
    if dot_git.is_dir() {
        return Some(dot_git.to_owned());
    }
    let text = read_text(dot_git)?;
    let git_dir = dot_git.parent()?.join(text.strip_prefix("gitdir:")?.trim());
    match read_text(&git_dir.join("commondir")) {
        Some(common) => Some(git_dir.join(common.trim())),
        None => Some(git_dir),
    }
}

/// Reads the user's rules for all repositories.
fn global_excludes(git_dir: &Path) -> Option<Gitignore> {
    let path = excludes_path(&git_configs(git_dir))?;
    let rules = Gitignore::parse(&read_file(&path).ok()?);
    (!rules.is_empty()).then_some(rules)
}

/// Returns the configuration files that may name the user's excludes file:
/// the repository's and the user's.
fn git_configs(git_dir: &Path) -> Vec<PathBuf> {
    let configs = [
        Some(git_dir.join("config")),
        home().map(|h| h.join(".gitconfig")),
        config_home().map(|c| c.join("git/config")),
    ];
    configs.into_iter().flatten().collect()
}

/// Returns the file that `core.excludesFile` names, or Git's default path.
fn excludes_path(configs: &[PathBuf]) -> Option<PathBuf> {
    let named = configs
        .iter()
        .filter_map(|config| read_text(config))
        .find_map(|text| excludes_file(&text));
    match named {
        Some(path) => Some(match (path.strip_prefix("~/"), home()) {
            (Some(rest), Some(home)) => home.join(rest),
            _ => PathBuf::from(path),
        }),
        None => config_home().map(|c| c.join("git/ignore")),
    }
}

fn home() -> Option<PathBuf> {
    let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"));
    home.map(PathBuf::from)
}

fn config_home() -> Option<PathBuf> {
    std::env::var_os("XDG_CONFIG_HOME")
        .filter(|dir| !dir.is_empty())
        .map(PathBuf::from)
        .or_else(|| Some(home()?.join(".config")))
}

/// Returns the last value of `core.excludesFile` in a Git configuration.
fn excludes_file(config: &str) -> Option<String> {
    let mut in_core = false;
    let mut value = None;
    for line in config.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[') {
            let name = section.split(']').next().unwrap_or_default().trim();
            in_core = name.eq_ignore_ascii_case("core");
        } else if in_core
            && let Some((key, text)) = line.split_once('=')
            && key.trim().eq_ignore_ascii_case("excludesfile")
        {
            value = Some(text.trim().trim_matches('"').to_owned());
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::excludes_file;

    #[test]
    fn the_excludes_file_is_read_from_the_core_section_only() {
        let config = "[user]\n excludesFile = no\n[Core]\n\tExcludesFile = \"~/x y\"\n[other]\n";
        assert_eq!(excludes_file(config).as_deref(), Some("~/x y"));
        assert_eq!(excludes_file("[alias]\nexcludesfile = x\n"), None);
    }
}
