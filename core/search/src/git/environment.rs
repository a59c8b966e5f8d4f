//! Environment variables of the process that Git reads.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::repository::Repository;
use super::syntax::{Variable, canonical_name, is_space};
use super::{GitFault, Trace, config, to_path};
use crate::paths::real_path;

/// Environment that ignore rules depend on, as of the start of a call.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct GitEnvironment {
    pub(super) home: Option<PathBuf>,
    config_home: Option<PathBuf>,
    /// `GIT_CONFIG_GLOBAL`.
    global: Option<PathBuf>,
    /// The system's configuration file; `None` if it must not be read.
    pub(super) system: Option<PathBuf>,
    /// `GIT_CONFIG_COUNT` and `GIT_CONFIG_PARAMETERS`.
    pub(super) variables: Vec<Variable>,
    /// Names of variables that Git rejects, each with the reason.
    faults: Vec<(&'static str, String)>,
    /// The repository that `GIT_DIR` names.
    named: Option<Repository>,
    /// `GIT_INDEX_FILE`, which applies to that repository.
    index: Option<PathBuf>,
}

impl GitEnvironment {
    /// Reads the environment.
    pub(crate) fn current() -> GitEnvironment {
        let home = variable("HOME").or_else(|| variable("USERPROFILE"));
        let config_home = variable("XDG_CONFIG_HOME")
            .filter(|dir| !dir.is_empty())
            .map(PathBuf::from);
        let mut environment = GitEnvironment {
            config_home: config_home.or_else(|| Some(Path::new(home.as_ref()?).join(".config"))),
            home: home.map(PathBuf::from),
            global: variable("GIT_CONFIG_GLOBAL").map(PathBuf::from),
            ..GitEnvironment::default()
        };
        let excludes_system =
            variable("GIT_CONFIG_NOSYSTEM").is_some_and(|value| is_true(value.as_encoded_bytes()));
        if !excludes_system {
            let named = variable("GIT_CONFIG_SYSTEM").map(PathBuf::from);
            environment.system = named.or_else(default_system_config);
        }
        environment.read_pairs();
        environment.read_parameters();
        environment.read_git_dir();
        environment
    }

    /// Returns the faults that Git finds in the environment.
    pub(crate) fn faults(&self) -> Vec<GitFault> {
        let mut trace = Trace::default();
        for (name, message) in &self.faults {
            trace.fault(Path::new(name), message.clone());
        }
        trace.faults
    }

    /// Returns the configuration files of the user, lowest precedence first.
    pub(super) fn user_configs(&self) -> Vec<PathBuf> {
        if let Some(global) = &self.global {
            return vec![global.clone()];
        }
        let in_config_home = self.config_home.as_ref().map(|c| c.join("git/config"));
        let in_home = self.home.as_ref().map(|h| h.join(".gitconfig"));
        in_config_home.into_iter().chain(in_home).collect()
    }

    /// Returns the excludes file to use if the configuration names none.
    pub(super) fn default_excludes(&self) -> Option<PathBuf> {
        Some(self.config_home.as_ref()?.join("git/ignore"))
    }

    pub(super) fn default_attributes(&self) -> Option<PathBuf> {
        Some(self.config_home.as_ref()?.join("git/attributes"))
    }

    /// Returns the repository that `GIT_DIR` names if `dir` is the top
    /// directory of its work tree. Git then looks for no other repository
    /// there.
    pub(crate) fn named_at(&self, dir: &Path) -> Option<&Repository> {
        self.named.as_ref().filter(|named| named.top == dir)
    }

    /// Returns the repository whose work tree has `dir` as its top directory.
    pub(crate) fn repository_at(&self, dir: &Path, trace: &mut Trace) -> Option<Repository> {
        let named = self.named_at(dir).cloned();
        named.or_else(|| Repository::at(dir, trace))
    }

    /// Returns the index file of a repository.
    pub(super) fn index_of(&self, repository: &Repository) -> PathBuf {
        let named = self.named.as_ref().filter(|named| *named == repository);
        match named.and(self.index.as_ref()) {
            Some(index) => index.clone(),
            None => repository.git_dir.join("index"),
        }
    }

    /// Expands a leading `~` or `~user` in a path.
    ///
    /// # Errors
    ///
    /// Returns a message that names the user without a known home directory, or
    /// says that `%(prefix)` cannot be expanded.
    pub(super) fn expand(&self, path: &[u8]) -> Result<PathBuf, String> {
        let Some(rest) = path.strip_prefix(b"~") else {
            if path.starts_with(b"%(prefix)/") {
                return Err(
                    "the installation of Git is not known, which `%(prefix)` stands for".into(),
                );
            }
            return Ok(to_path(path));
        };
        let slash = memchr::memchr(b'/', rest).unwrap_or(rest.len());
        let (user, below) = rest.split_at(slash);
        let home = match user {
            [] => self
                .home
                .clone()
                .ok_or("no home directory is known, which `~` stands for")?,
            _ => home_of(user).ok_or_else(|| {
                format!(
                    "the user `{}` has no home directory",
                    String::from_utf8_lossy(user)
                )
            })?,
        };
        let below = below.strip_prefix(b"/").unwrap_or(below);
        Ok(if below.is_empty() {
            home
        } else {
            home.join(to_path(below))
        })
    }

    /// Reads `GIT_CONFIG_COUNT` and its pairs.
    fn read_pairs(&mut self) {
        let Some(count) = variable("GIT_CONFIG_COUNT").filter(|count| !count.is_empty()) else {
            return;
        };
        // At most as many as Git accepts; there cannot be more variables.
        let Some(count) = count.to_str().and_then(|c| c.parse::<u32>().ok()) else {
            let message = format!("`{}` is not a number of variables", count.to_string_lossy());
            self.faults.push(("GIT_CONFIG_COUNT", message));
            return;
        };
        for n in 0..count {
            let name = variable(&format!("GIT_CONFIG_KEY_{n}"));
            let value = variable(&format!("GIT_CONFIG_VALUE_{n}"));
            let (Some(name), Some(value)) = (name, value) else {
                let message = format!("`GIT_CONFIG_KEY_{n}` or `GIT_CONFIG_VALUE_{n}` is missing");
                self.faults.push(("GIT_CONFIG_COUNT", message));
                return;
            };
            let value = value.into_encoded_bytes();
            self.add("GIT_CONFIG_COUNT", name.as_encoded_bytes(), Some(value));
        }
    }

    fn add(&mut self, source: &'static str, name: &[u8], value: Option<Vec<u8>>) {
        match canonical_name(name) {
            Some(name) => self.variables.push((name, value)),
            None => {
                let name = String::from_utf8_lossy(name);
                self.faults
                    .push((source, format!("`{name}` is not a name of a variable")));
            }
        }
    }

    /// Reads `GIT_CONFIG_PARAMETERS`, in which `git -c` passes variables:
    /// quoted `'name'='value'`, or `'name=value'` from older versions.
    fn read_parameters(&mut self) {
        const SOURCE: &str = "GIT_CONFIG_PARAMETERS";
        let Some(text) = variable(SOURCE) else {
            return;
        };
        let mut rest = text.as_encoded_bytes();
        while !rest.is_empty() {
            let Some((name, after)) = unquote(rest) else {
                self.faults
                    .push((SOURCE, "the value is not quoted as by Git".into()));
                return;
            };
            rest = after;
            if let Some(after) = rest.strip_prefix(b"=") {
                let value = unquote(after);
                rest = value.as_ref().map_or(after, |(_, rest)| rest);
                self.add(SOURCE, &name, value.map(|(value, _)| value));
            } else {
                let equals = memchr::memchr(b'=', &name);
                let value = equals.map(|at| name[at + 1..].to_vec());
                self.add(
                    SOURCE,
                    name[..equals.unwrap_or(name.len())].trim_ascii(),
                    value,
                );
            }
            if rest.first().is_some_and(|&b| !is_space(b)) {
                self.faults
                    .push((SOURCE, "the value is not quoted as by Git".into()));
                return;
            }
            rest = trim_start(rest);
        }
    }

    /// Reads `GIT_DIR`, `GIT_WORK_TREE` and `GIT_INDEX_FILE`.
    fn read_git_dir(&mut self) {
        let absolute = |name| std::path::absolute(variable(name)?).ok();
        let Some(git_dir) = absolute("GIT_DIR") else {
            return;
        };
        let mut trace = Trace::default();
        let current = env::current_dir().unwrap_or_default();
        let Some(mut named) = Repository::open(&git_dir, &current, &mut trace) else {
            self.faults.push((
                "GIT_DIR",
                format!("`{}` is not a repository", git_dir.display()),
            ));
            return;
        };
        let work_tree = absolute("GIT_WORK_TREE").or_else(|| {
            let settings = config::read(&named, self, &mut trace);
            Some(named.git_dir.join(settings.work_tree?))
        });
        let top = work_tree.unwrap_or(current);
        named.top = real_path(&top).unwrap_or(top);
        self.named = Some(named);
        self.index = absolute("GIT_INDEX_FILE");
    }
}

fn variable(name: &str) -> Option<OsString> {
    env::var_os(name)
}

/// Returns the path of the system's configuration file in usual installations.
/// Only Git itself knows the real one.
fn default_system_config() -> Option<PathBuf> {
    if cfg!(windows) {
        Some(Path::new(&variable("ProgramFiles")?).join("Git/etc/gitconfig"))
    } else {
        Some(PathBuf::from("/etc/gitconfig"))
    }
}

/// Whether a Git value means true. Returns `false` also for a value that is
/// neither true nor false.
pub(super) fn is_true(value: &[u8]) -> bool {
    parse_bool(value) == Some(true)
}

/// Parses a Git boolean.
pub(super) fn parse_bool(value: &[u8]) -> Option<bool> {
    let is = |word: &str| value.eq_ignore_ascii_case(word.as_bytes());
    if is("true") || is("yes") || is("on") {
        return Some(true);
    }
    if value.is_empty() || is("false") || is("no") || is("off") {
        return Some(false);
    }
    let text = std::str::from_utf8(value).ok()?;
    let digits = text.trim_end_matches(['k', 'K', 'm', 'M', 'g', 'G']);
    if text.len() - digits.len() > 1 {
        return None;
    }
    Some(digits.parse::<i64>().ok()? != 0)
}

fn trim_start(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|&b| !is_space(b));
    &text[start.unwrap_or(text.len())..]
}

/// Reads a single-quoted text as Git writes it, where `'\''` is a quote.
/// Returns the text and the remaining input.
fn unquote(text: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let mut rest = text.strip_prefix(b"'")?;
    let mut unquoted = Vec::new();
    loop {
        let end = memchr::memchr(b'\'', rest)?;
        unquoted.extend_from_slice(&rest[..end]);
        rest = &rest[end + 1..];
        match rest {
            [b'\\', quoted @ (b'\'' | b'!'), b'\'', after @ ..] => {
                unquoted.push(*quoted);
                rest = after;
            }
            _ => return Some((unquoted, rest)),
        }
    }
}

/// Returns the home directory of a user from the system's user database.
#[cfg(unix)]
fn home_of(user: &[u8]) -> Option<PathBuf> {
    use std::ffi::{CStr, CString};
    use std::mem::MaybeUninit;
    use std::ptr;

    let user = CString::new(user).ok()?;
    let mut buffer = vec![0; 1024];
    loop {
        let mut entry = MaybeUninit::<libc::passwd>::uninit();
        let mut found = ptr::null_mut();
        // SAFETY: `user` ends with a NUL byte; `entry`, the buffer of the given
        // length, and `found` are live and writable during the call.
        let status = unsafe {
            libc::getpwnam_r(
                user.as_ptr(),
                entry.as_mut_ptr(),
                buffer.as_mut_ptr(),
                buffer.len(),
                &mut found,
            )
        };
        if status == libc::ERANGE && buffer.len() < 1 << 20 {
            buffer.resize(buffer.len() * 4, 0);
            continue;
        }
        if status != 0 || found.is_null() {
            return None;
        }
        // SAFETY: `found` is non-null, so it points to `entry`, which the call
        // filled in. Its strings lie in `buffer`, which outlives the copy
        // below.
        let home = unsafe { CStr::from_ptr((*found).pw_dir) };
        return Some(to_path(home.to_bytes()));
    }
}

#[cfg(not(unix))]
fn home_of(_: &[u8]) -> Option<PathBuf> {
    None
}
