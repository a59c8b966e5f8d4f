//! The configuration in force in a repository.
//!
//! Precedence, lowest first: system, user, repository, work tree, environment.
//! Included files take effect at the line that names them.

use std::path::{Path, PathBuf};

use super::condition::Subject;
use super::environment::{GitEnvironment, parse_bool};
use super::repository::Repository;
use super::syntax::{self, Variable};
use super::{Trace, to_path};

/// Settings that ignore rules depend on.
#[derive(Debug, Default)]
pub(crate) struct GitConfig {
    /// `core.excludesFile`, or its default.
    pub(crate) excludes_file: Option<PathBuf>,
    /// `core.attributesFile`, or its default.
    pub(crate) attributes_file: Option<PathBuf>,
    /// `core.ignoreCase`.
    pub(crate) ignore_case: bool,
    /// Length in bytes of an object name, from `extensions.objectFormat`.
    pub(crate) hash_len: usize,
    /// `core.worktree`.
    pub(super) work_tree: Option<PathBuf>,
}

/// Maximum include depth that Git allows.
const MAX_DEPTH: usize = 10;
/// Maximum number of files. A configuration that keeps including files ends
/// there.
const MAX_FILES: usize = 1000;
/// Maximum size of a configuration file, in bytes.
const MAX_SIZE: u64 = 16 << 20;

/// Reads the configuration of a repository.
pub(crate) fn read(
    repository: &Repository,
    environment: &GitEnvironment,
    trace: &mut Trace,
) -> GitConfig {
    let mut reader = ConfigReader::new(repository, environment, trace);
    reader.read_all();
    let mut config = reader.config;
    config.excludes_file = match reader.excludes_file {
        // Relative to the top directory, where Git runs.
        Some(path) if path.as_os_str().is_empty() => None,
        Some(path) => Some(repository.top.join(path)),
        None => environment.default_excludes(),
    };
    let attributes_file = config.attributes_file.take();
    config.attributes_file = attributes_file
        .map(|path| repository.top.join(path))
        .or_else(|| environment.default_attributes());
    config
}

struct ConfigReader<'a> {
    repository: &'a Repository,
    environment: &'a GitEnvironment,
    trace: &'a mut Trace,
    config: GitConfig,
    excludes_file: Option<PathBuf>,
    /// `extensions.worktreeConfig` from the repository's own file.
    has_work_tree_config: bool,
    /// URLs of all remotes, once a condition needs them.
    urls: Option<Vec<Vec<u8>>>,
    /// Whether only the URLs are being collected. Conditions about URLs then do
    /// not hold.
    collects_urls: bool,
    files: usize,
    /// Whether reading has ended: no further file is read.
    has_ended: bool,
}

/// Reads a file with a maximum number of bytes.
type ReadConfig = fn(&mut Trace, &Path, u64) -> Option<Vec<u8>>;

/// A file being read.
struct Source<'a> {
    path: Option<&'a Path>,
    /// Number of includes that lead to the file.
    depth: usize,
}

impl<'a> ConfigReader<'a> {
    fn new(
        repository: &'a Repository,
        environment: &'a GitEnvironment,
        trace: &'a mut Trace,
    ) -> ConfigReader<'a> {
        ConfigReader {
            repository,
            environment,
            trace,
            config: GitConfig {
                hash_len: 20,
                ..GitConfig::default()
            },
            excludes_file: None,
            has_work_tree_config: false,
            urls: None,
            collects_urls: false,
            files: 0,
            has_ended: false,
        }
    }

    fn read_all(&mut self) {
        if let Some(config) = self.environment.system.as_deref() {
            self.read_file(config, 0, Trace::read);
        }
        for config in self.environment.user_configs() {
            self.read_file(&config, 0, Trace::read_of_user);
        }
        if self.repository.is_valid {
            let own = self.repository.common_dir.join("config");
            self.read_file(&own, 0, Trace::read);
        }
        if self.has_work_tree_config {
            let own = self.repository.git_dir.join("config.worktree");
            self.read_file(&own, 0, Trace::read);
        }
        let source = Source {
            path: None,
            depth: 0,
        };
        for variable in &self.environment.variables {
            self.apply(variable, &source);
        }
    }

    fn read_file(&mut self, path: &Path, depth: usize, read: ReadConfig) {
        if self.has_ended {
            return;
        }
        self.files += 1;
        if depth > MAX_DEPTH || self.files > MAX_FILES {
            self.has_ended = true;
            let message = "the Git configuration includes too many files";
            self.trace.fault(path, message);
            return;
        }
        let Some(text) = read(self.trace, path, MAX_SIZE) else {
            return;
        };
        let (variables, error) = syntax::parse(&text);
        let is_own = depth == 0 && path == self.repository.common_dir.join("config");
        let source = Source {
            path: Some(path),
            depth,
        };
        for variable in &variables {
            if is_own && variable.0 == b"extensions.worktreeconfig" {
                self.has_work_tree_config = self.parse_bool(variable, &source).unwrap_or(false);
            }
            self.apply(variable, &source);
        }
        if let Some(line) = error {
            self.trace
                .fault(path, format!("bad line {line} in a Git configuration file"));
        }
    }

    fn apply(&mut self, variable: &Variable, source: &Source<'_>) {
        let (name, value) = variable;
        match &name[..] {
            b"include.path" => self.include(value.as_deref(), source),
            b"core.excludesfile" => {
                if let Some(path) = self.path(value.as_deref(), source) {
                    self.excludes_file = Some(path);
                }
            }
            b"core.attributesfile" => {
                if let Some(path) = self.path(value.as_deref(), source) {
                    self.config.attributes_file = Some(path);
                }
            }
            b"core.ignorecase" => {
                if let Some(value) = self.parse_bool(variable, source) {
                    self.config.ignore_case = value;
                }
            }
            b"extensions.objectformat" if value.as_deref() == Some(b"sha256") => {
                self.config.hash_len = 32;
            }
            b"core.worktree" => self.config.work_tree = value.as_deref().map(to_path),
            name => {
                let condition = name
                    .strip_prefix(b"includeif.")
                    .and_then(|rest| rest.strip_suffix(b".path"));
                if let Some(condition) = condition {
                    if self.holds(condition, source) {
                        self.include(value.as_deref(), source);
                    }
                } else if self.collects_urls
                    && name.starts_with(b"remote.")
                    && name.ends_with(b".url")
                    && let Some(urls) = &mut self.urls
                {
                    urls.extend(value.clone());
                }
            }
        }
    }

    fn parse_bool(&mut self, (name, value): &Variable, source: &Source<'_>) -> Option<bool> {
        let parsed = value.as_ref().map_or(Some(true), |value| parse_bool(value));
        if parsed.is_none() {
            let name = String::from_utf8_lossy(name);
            self.fault(source, format!("the value of `{name}` is not a boolean"));
        }
        parsed
    }

    fn path(&mut self, value: Option<&[u8]>, source: &Source<'_>) -> Option<PathBuf> {
        let Some(value) = value else {
            self.fault(source, "a variable that names a file has no value".into());
            return None;
        };
        match self.environment.expand(value) {
            Ok(path) => Some(path),
            Err(message) => {
                self.fault(source, message);
                None
            }
        }
    }

    fn include(&mut self, value: Option<&[u8]>, source: &Source<'_>) {
        let Some(path) = self.path(value, source) else {
            return;
        };
        let path = match (path.is_absolute(), source.path.and_then(Path::parent)) {
            (true, _) => path,
            (false, Some(dir)) => dir.join(path),
            (false, None) => {
                self.fault(
                    source,
                    "a relative path can only be included by a file".into(),
                );
                return;
            }
        };
        self.read_file(&path, source.depth + 1, Trace::read);
    }

    fn holds(&mut self, condition: &[u8], source: &Source<'_>) -> bool {
        if condition.starts_with(b"hasconfig:") {
            if self.collects_urls {
                return false;
            }
            if self.urls.is_none() {
                self.urls = Some(self.remote_urls());
            }
        }
        let subject = Subject {
            git_dir: &self.repository.git_dir,
            head: &self.repository.head,
            environment: self.environment,
        };
        let urls = self.urls.as_deref().unwrap_or_default();
        subject.holds(condition, source.path, urls)
    }

    /// Reads the configuration only for the URLs of remotes.
    fn remote_urls(&mut self) -> Vec<Vec<u8>> {
        let mut trace = Trace::default();
        let mut reader = ConfigReader::new(self.repository, self.environment, &mut trace);
        reader.urls = Some(Vec::new());
        reader.collects_urls = true;
        reader.read_all();
        reader.urls.unwrap_or_default()
    }

    fn fault(&mut self, source: &Source<'_>, message: String) {
        let place = source.path.unwrap_or(Path::new("GIT_CONFIG_COUNT"));
        self.trace.fault(place, message);
    }
}
