//! Ignore rules in force in a directory: `.gitignore`, `.ignore`,
//! `.git/info/exclude`, the user's global excludes, and files with further names.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf};
use std::sync::Arc;

use ransack_base::internal::{ErrorParts, is_missing, os_str};
use ransack_base::{Error, OptionName, Result};

use super::Scope;
use super::gitignore::{Case, Gitignore, Verdict};
use super::source::IgnoreRuleSource;
use super::walk::unlink;
use crate::git::{
    GitConfig, GitEnvironment, GitFault, Repository, Trace, TrackedPaths, read_config, read_file,
};

/// Ignore rules in force in one directory: the rules of its own files and, through `parent`, of the
/// directories above.
///
/// A directory without ignore files shares its parent's node: the length of the chain is the number
/// of directories with ignore files, not the depth.
#[derive(Debug)]
pub(crate) struct Rules {
    parent: Option<Arc<Rules>>,
    /// Length in bytes of the directory's absolute path with a trailing `/`; patterns see the rest
    /// of a path.
    base: usize,
    /// Rules of files with further names, which take precedence over all other rules and apply
    /// across repositories.
    further: Gitignore,
    /// Whether this node or one above it has rules in `further`.
    has_further: bool,
    /// Rules of `.ignore`, which take precedence over all Git rules and apply across repositories.
    dot_ignore: Gitignore,
    /// Rules of `.gitignore`.
    gitignore: Gitignore,
    /// Set in a repository's top directory.
    repository: Option<RepositoryRules>,
    /// Whether Git's rules exclude the directory. It is entered because it holds tracked files.
    is_ignored: bool,
}

/// Rules in a repository's top directory.
#[derive(Debug)]
struct RepositoryRules {
    /// Whether Git recognises the directory as a repository.
    is_valid: bool,
    /// Rules of `.git/info/exclude`.
    exclude: Gitignore,
    /// The user's global excludes.
    global: Gitignore,
    /// Paths of the files with the rules of `exclude` and `global`.
    exclude_file: PathBuf,
    global_file: Option<PathBuf>,
    case: Case,
    /// Paths that are in scope even if Git's rules exclude them.
    tracked: Option<TrackedPaths>,
}

/// Inputs of a call's ignore rules other than the tree.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct RulesContext {
    pub(crate) environment: GitEnvironment,
    /// Whether tracked files are in scope even if Git's rules exclude them.
    pub(crate) tracked: bool,
    /// Whether `.ignore` and Git's rules apply.
    standard: bool,
    /// Names of further ignore files, in increasing order of precedence.
    further: Vec<String>,
}

impl Drop for Rules {
    fn drop(&mut self) {
        unlink(self.parent.take(), |rules| rules.parent.take());
    }
}

impl RulesContext {
    /// Reads the environment of the process.
    pub(crate) fn current(tracked: bool) -> RulesContext {
        RulesContext {
            environment: GitEnvironment::current(),
            tracked,
            standard: true,
            further: Vec::new(),
        }
    }

    /// Returns the inputs of the rules of a call.
    ///
    /// # Errors
    ///
    /// Fails if an element of [`Scope::ignore_files`] is not a file name, or if there are more than
    /// [`MAX_FURTHER`].
    pub(super) fn of_call(scope: &Scope) -> Result<RulesContext> {
        let names = &scope.ignore_files;
        if names.len() > MAX_FURTHER {
            let message = format!("more than {MAX_FURTHER} names of ignore files");
            return Err(Error::option(message));
        }
        for (index, name) in names.iter().enumerate() {
            if let Err(error) = check_file_name(name) {
                return Err(match names.len() {
                    1 => error,
                    _ => error.in_element(OptionName::IgnoreFiles, index),
                });
            }
        }
        Ok(RulesContext {
            further: names.clone(),
            ..match scope.gitignore {
                true => RulesContext::current(scope.tracked),
                false => RulesContext::default(),
            }
        })
    }

    /// Whether any rules can apply.
    pub(super) fn has_rules(&self) -> bool {
        self.standard || !self.further.is_empty()
    }
}

/// Fails if a text is not the name of a file.
fn check_file_name(name: &str) -> Result<()> {
    let mut components = Path::new(name).components();
    let is_name = matches!(components.next(), Some(Component::Normal(first)) if first == name);
    if name.is_empty() {
        Err(Error::option("the name of an ignore file is empty"))
    } else if !is_name || components.next().is_some() || name.contains('\0') {
        let message = "the name of an ignore file must be a single path component";
        Err(Error::option(message).with_path(Path::new(name)))
    } else {
        Ok(())
    }
}

/// Ignore files found in the listing of a directory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct IgnoreFiles {
    pub(crate) dot_ignore: bool,
    pub(crate) gitignore: bool,
    pub(crate) git: bool,
    /// One bit for each further name.
    further: u64,
}

/// Maximum number of further names of ignore files.
const MAX_FURTHER: usize = u64::BITS as usize;

impl IgnoreFiles {
    /// Records a name of the listing.
    pub(crate) fn note(&mut self, name: &[u8], context: &RulesContext) {
        match name {
            b".ignore" => self.dot_ignore = true,
            b".gitignore" => self.gitignore = true,
            b".git" => self.git = true,
            _ => {}
        }
        for (bit, further) in context.further.iter().enumerate() {
            if further.as_bytes() == name {
                self.further |= 1 << bit;
            }
        }
    }

    /// Whether the rules of a file table depend on a file with this name.
    pub(crate) fn names(name: &[u8]) -> bool {
        let mut found = IgnoreFiles::default();
        found.note(name, &RulesContext::default());
        found.any()
    }

    fn any(self) -> bool {
        self != IgnoreFiles::default()
    }

    /// Removes the files whose rules do not apply.
    fn in_force(self, context: &RulesContext) -> IgnoreFiles {
        match context.standard {
            true => self,
            false => IgnoreFiles {
                further: self.further,
                ..IgnoreFiles::default()
            },
        }
    }

    /// Returns the further names that were found, in increasing order of precedence.
    fn further_names(self, context: &RulesContext) -> impl Iterator<Item = &String> {
        let names = context.further.iter().enumerate();
        names.filter_map(move |(bit, name)| (self.further >> bit & 1 == 1).then_some(name))
    }
}

/// Maximum size of an ignore file in bytes, as in Git.
const MAX_SIZE: u64 = 100 << 20;

impl Rules {
    /// Reads the rules of the directories above `root`, an absolute path.
    pub(crate) fn above(
        root: &Path,
        context: &RulesContext,
        faults: &mut Vec<GitFault>,
    ) -> Option<Arc<Rules>> {
        faults.append(&mut context.environment.faults());
        let mut dirs: Vec<&Path> = root.ancestors().skip(1).collect();
        dirs.reverse();
        let mut rules = None;
        for dir in dirs {
            // Reading a file whose existence is unknown reports the fault. In a directory that may
            // not be searched, the file does not exist for this user.
            let exists = |name: &str| match dir.join(name).symlink_metadata() {
                Ok(_) => true,
                Err(error) => {
                    !is_missing(&error) && error.kind() != io::ErrorKind::PermissionDenied
                }
            };
            let mut found = IgnoreFiles::default();
            let further = context.further.iter().map(String::as_str);
            for name in [".ignore", ".gitignore", ".git"].into_iter().chain(further) {
                if exists(name) {
                    found.note(name.as_bytes(), context);
                }
            }
            rules = Rules::enter(rules, dir, found, context, faults);
        }
        rules
    }

    /// Reads the rules in force in `dir`, an absolute path whose listing contains `found`.
    pub(crate) fn enter(
        parent: Option<Arc<Rules>>,
        dir: &Path,
        found: IgnoreFiles,
        context: &RulesContext,
        faults: &mut Vec<GitFault>,
    ) -> Option<Arc<Rules>> {
        let found = found.in_force(context);
        let mut trace = Trace::default();
        let environment = &context.environment;
        let valid = match found.git {
            true => environment.repository_at(dir, &mut trace),
            false => environment.named_at(dir).cloned(),
        };
        if valid.is_none() && !found.any() {
            return parent;
        }
        let is_enclosed = || {
            parent
                .as_ref()
                .is_some_and(|rules| rules.is_in_valid_repository())
        };
        let repository =
            valid.or_else(|| (found.git && !is_enclosed()).then(|| Repository::broken_at(dir)));
        let own =
            repository.map(|repository| RepositoryRules::read(&repository, context, &mut trace));
        let above = parent.as_ref().and_then(|rules| rules.repository());
        let case = own
            .as_ref()
            .or(above)
            .map_or(Case::Distinct, |own| own.case);
        let mut read = |name: &str, case, rules: &mut Gitignore| {
            let path = dir.join(name);
            match read_ignore_file(&path) {
                Ok(content) => rules.add_file(&content, case),
                Err(e) if is_missing(&e) => {}
                Err(e) => trace.faults.push((path, e)),
            }
        };
        let mut further = Gitignore::default();
        for name in found.further_names(context) {
            read(name, Case::Distinct, &mut further);
        }
        let mut dot_ignore = Gitignore::default();
        if found.dot_ignore {
            read(".ignore", Case::Distinct, &mut dot_ignore);
        }
        let mut gitignore = Gitignore::default();
        if found.gitignore {
            read(".gitignore", case, &mut gitignore);
        }
        faults.append(&mut trace.faults);
        let is_empty = further.is_empty() && dot_ignore.is_empty() && gitignore.is_empty();
        if own.is_none() && is_empty {
            return parent;
        }
        let has_further_above = parent.as_ref().is_some_and(|rules| rules.has_further);
        Some(Arc::new(Rules {
            parent,
            base: base_of(dir),
            has_further: has_further_above || !further.is_empty(),
            further,
            dot_ignore,
            gitignore,
            repository: own,
            is_ignored: false,
        }))
    }

    /// Returns the rules in `dir`, which the Git rules of `parent` exclude and which is entered
    /// because it holds tracked files.
    pub(crate) fn within_ignored(parent: Arc<Rules>, dir: &Path) -> Arc<Rules> {
        Arc::new(Rules {
            base: base_of(dir),
            has_further: parent.has_further,
            parent: Some(parent),
            further: Gitignore::default(),
            dot_ignore: Gitignore::default(),
            gitignore: Gitignore::default(),
            repository: None,
            is_ignored: true,
        })
    }

    /// Returns the sources that the result of [`Rules::enter`] for `dir` depends on, whether they
    /// exist or not.
    pub(crate) fn sources(
        dir: &Path,
        found: IgnoreFiles,
        context: &RulesContext,
    ) -> Vec<IgnoreRuleSource> {
        let mut sources = Vec::new();
        if found.dot_ignore {
            sources.push(IgnoreRuleSource::File(dir.join(".ignore")));
        }
        if found.gitignore {
            sources.push(IgnoreRuleSource::File(dir.join(".gitignore")));
        }
        if found.git || context.environment.named_at(dir).is_some() {
            sources.push(IgnoreRuleSource::Repository(dir.to_owned()));
        }
        sources
    }

    /// Returns the sources that the result of [`Rules::above`] depends on.
    pub(crate) fn sources_above(root: &Path, context: &RulesContext) -> Vec<IgnoreRuleSource> {
        let everything = IgnoreFiles {
            dot_ignore: true,
            gitignore: true,
            git: true,
            ..IgnoreFiles::default()
        };
        let dirs = root.ancestors().skip(1);
        dirs.flat_map(|dir| Rules::sources(dir, everything, context))
            .collect()
    }

    fn chain(&self) -> impl Iterator<Item = &Rules> {
        std::iter::successors(Some(self), |rules| rules.parent.as_deref())
    }

    fn is_in_valid_repository(&self) -> bool {
        let mut repositories = self.chain().filter_map(|rules| rules.repository.as_ref());
        repositories.any(|repository| repository.is_valid)
    }

    /// Returns the nearest repository.
    fn repository(&self) -> Option<&RepositoryRules> {
        self.chain().find_map(|rules| rules.repository.as_ref())
    }

    /// Returns the decision about an entry of the directory. `path` is absolute, in the form of the
    /// directories that were entered; `name` is its last component.
    pub(crate) fn verdict(&self, path: &[u8], name: &[u8], is_dir: bool) -> Option<Verdict> {
        if self.has_further {
            let by_further = |rules: &Rules| ask(&rules.further, path, rules.base, name, is_dir);
            let further = self.chain().find_map(by_further);
            if further.is_some() {
                return further;
            }
        }
        let by_dot_ignore = |rules: &Rules| ask(&rules.dot_ignore, path, rules.base, name, is_dir);
        let dot_ignore = self.chain().find_map(by_dot_ignore);
        if dot_ignore.is_some() {
            return dot_ignore;
        }
        // Git rules apply only inside a repository, up to its top directory.
        let top = self.chain().find(|rules| rules.repository.is_some())?;
        let repository = top.repository.as_ref()?;
        let by_git = match repository.case {
            Case::Distinct => self.git_verdict(path, name, is_dir, top),
            Case::Ignored => {
                let path = path.to_ascii_lowercase();
                let name = &path[path.len() - name.len()..];
                self.git_verdict(&path, name, is_dir, top)
            }
        };
        let is_tracked = || {
            let tracked = repository.tracked.as_ref();
            tracked.is_some_and(|tracked| tracked.contains(&path[top.base..], is_dir))
        };
        match by_git {
            Some(Verdict::Ignore) if is_tracked() => Some(Verdict::Tracked),
            other => other,
        }
    }

    /// Returns the decision of Git's rules up to the node of the repository's top directory.
    fn git_verdict(&self, path: &[u8], name: &[u8], is_dir: bool, top: &Rules) -> Option<Verdict> {
        // A nested repository may itself lie in an ignored directory.
        let below = || self.chain().take_while(|rules| rules.repository.is_none());
        let within = || below().chain([top]);
        if within().any(|rules| rules.is_ignored) {
            return Some(Verdict::Ignore);
        }
        let ask = |rules, base| ask(rules, path, base, name, is_dir);
        let repository = top.repository.as_ref()?;
        within()
            .find_map(|rules| ask(&rules.gitignore, rules.base))
            .or_else(|| ask(&repository.exclude, top.base))
            .or_else(|| ask(&repository.global, top.base))
    }
}

/// Place of an ignore rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IgnoreRulePlace {
    /// Absolute path of the ignore file.
    pub file: PathBuf,
    /// Number of the rule's line, 1-based.
    pub line: u32,
}

impl Rules {
    /// Returns the rule that decides about an entry, as [`Rules::verdict`] does; `None` if no rule
    /// matches or the entry lies in a directory that holds tracked files.
    pub(crate) fn place(&self, path: &[u8], name: &[u8], is_dir: bool) -> Option<IgnoreRulePlace> {
        let line = |rules: &Gitignore, path: &[u8], base: usize| {
            let rule = rules.last_match(&path[base..], name, is_dir);
            rule.map(|rule| rule.line)
        };
        let in_dir = |rules: &Rules, name: &str, line: u32| IgnoreRulePlace {
            file: Path::new(os_str(&path[..rules.base])).join(name),
            line,
        };
        let further = self.chain().find_map(|rules| {
            let line = line(&rules.further, path, rules.base)?;
            Some(in_dir(rules, "", line))
        });
        let dot_ignore = || {
            self.chain().find_map(|rules| {
                let line = line(&rules.dot_ignore, path, rules.base)?;
                Some(in_dir(rules, ".ignore", line))
            })
        };
        let by_git = || {
            let top = self.chain().find(|rules| rules.repository.is_some())?;
            let repository = top.repository.as_ref()?;
            let lower = path.to_ascii_lowercase();
            let asked = match repository.case {
                Case::Distinct => path,
                Case::Ignored => &lower,
            };
            let below = self.chain().take_while(|rules| rules.repository.is_none());
            let own = below.chain([top]).find_map(|rules| {
                let line = line(&rules.gitignore, asked, rules.base)?;
                Some(in_dir(rules, ".gitignore", line))
            });
            own.or_else(|| {
                let files = [
                    (&repository.exclude, Some(&repository.exclude_file)),
                    (&repository.global, repository.global_file.as_ref()),
                ];
                files.into_iter().find_map(|(rules, file)| {
                    let line = line(rules, asked, top.base)?;
                    let file = file?.clone();
                    Some(IgnoreRulePlace { file, line })
                })
            })
        };
        further.or_else(dot_ignore).or_else(by_git)
    }
}

/// Inputs of the rules in a repository's top directory.
#[derive(Hash)]
struct RepositoryInputs {
    is_valid: bool,
    ignore_case: bool,
    /// Content of `.git/info/exclude`.
    exclude: Vec<u8>,
    /// Content of the user's global excludes.
    global: Vec<u8>,
}

impl RepositoryInputs {
    fn read(repository: &Repository, config: &GitConfig, trace: &mut Trace) -> RepositoryInputs {
        let exclude = repository.exclude_file();
        let global = config.excludes_file.as_deref();
        for path in [Some(&*exclude), global].into_iter().flatten() {
            if path.is_dir() {
                trace.fault(path, "a directory cannot be an excludes file");
            }
        }
        let global = global.and_then(|path| trace.read_of_user(path, MAX_SIZE));
        RepositoryInputs {
            is_valid: repository.is_valid,
            ignore_case: config.ignore_case,
            exclude: trace.read(&exclude, MAX_SIZE).unwrap_or_default(),
            global: global.unwrap_or_default(),
        }
    }
}

impl RepositoryRules {
    fn read(repository: &Repository, context: &RulesContext, trace: &mut Trace) -> RepositoryRules {
        let config = read_config(repository, &context.environment, trace);
        let inputs = RepositoryInputs::read(repository, &config, trace);
        let case = match inputs.ignore_case {
            true => Case::Ignored,
            false => Case::Distinct,
        };
        let tracked = || TrackedPaths::read(repository, &context.environment, &config, trace);
        RepositoryRules {
            is_valid: inputs.is_valid,
            exclude: Gitignore::parse(&inputs.exclude, case),
            global: Gitignore::parse(&inputs.global, case),
            exclude_file: repository.exclude_file(),
            global_file: config.excludes_file.clone(),
            case,
            tracked: context.tracked.then(tracked),
        }
    }
}

/// Returns a hash of everything that [`Rules::enter`] reads for the repository at `dir`, without
/// the index, and the files that the hash depends on.
pub(super) fn repository_digest(dir: &Path, environment: &GitEnvironment) -> (u64, Vec<PathBuf>) {
    let mut trace = Trace::default();
    let mut hasher = DefaultHasher::new();
    let valid = environment.repository_at(dir, &mut trace);
    // Whether a broken repository counts depends on the directories above, which are separate
    // sources.
    let has_broken = || fs::symlink_metadata(dir.join(".git")).is_ok();
    let repository = valid.or_else(|| has_broken().then(|| Repository::broken_at(dir)));
    if let Some(repository) = repository {
        let config = read_config(&repository, environment, &mut trace);
        RepositoryInputs::read(&repository, &config, &mut trace).hash(&mut hasher);
        // Reports name the faults.
        for (path, error) in &trace.faults {
            (path, error.to_string()).hash(&mut hasher);
        }
    }
    (hasher.finish(), trace.inputs)
}

/// Reads an ignore file of the tree. Like Git, does not follow a link: otherwise a repository could
/// make its user's process read any file.
fn read_ignore_file(path: &Path) -> io::Result<Vec<u8>> {
    let is_gits = path.file_name().is_some_and(|name| name == ".gitignore");
    if is_gits && fs::symlink_metadata(path)?.is_symlink() {
        return Err(io::Error::other(
            "a symbolic link, which Git does not follow; its rules do not apply",
        ));
    }
    read_file(path, MAX_SIZE)
}

/// Returns the length of a directory's path with a trailing `/`.
fn base_of(dir: &Path) -> usize {
    let path = dir.as_os_str().as_encoded_bytes();
    let ends_in_slash = path
        .last()
        .is_some_and(|last| [b'/', MAIN_SEPARATOR as u8].contains(last));
    path.len() + usize::from(!ends_in_slash)
}

/// Returns the decision of one ignore file about an absolute path.
fn ask(rules: &Gitignore, path: &[u8], base: usize, name: &[u8], is_dir: bool) -> Option<Verdict> {
    if rules.is_empty() {
        return None;
    }
    rules.verdict(&path[base..], name, is_dir)
}
