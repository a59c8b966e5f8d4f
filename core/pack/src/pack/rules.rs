//! Rules of `.contextfiles` and of the caller, and the built-in rules.
//!
//! A rule has the notation of `.gitignore`, but a plain pattern includes and a pattern after `!`
//! excludes. The last rule that matches decides. Two modes differ in what a pattern is relative to and
//! in how rules are combined; see [`RuleMode`].

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, RwLock};

use ransack_base::internal::{is_missing, lock, os_str, rel_path, setters, skipped_path};
use ransack_base::{OptionName, SkipReason, SkippedPath};
use ransack_search::internal::{Case, EntryRules, Gitignore, MatchedRule, RuledEntry, Verdict};
use rustc_hash::FxHashMap;

use super::outcome::{PackDecision, RuleSource};

/// Name of the files with rules.
pub(super) const RULE_FILE: &str = ".contextfiles";

/// Maximum size of a file with rules in bytes.
const MAX_RULE_FILE: u64 = 16 << 20;

/// Rules that decide which files are packed, besides the scope.
///
/// Rules come from `.contextfiles` in the tree, from the caller and from a built-in list. They have
/// the notation of `.gitignore`, but a plain pattern includes, and a pattern after `!` excludes. The
/// last matching rule decides; nothing below an excluded directory is packed. A `node_modules` directory
/// that no rule includes is packed only if [`Scope::node_modules`](crate::Scope::node_modules) is set. An
/// explicitly named file is packed whatever the rules say.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PackRules {
    /// Combination of rules. Default: [`RuleMode::Nearest`].
    pub mode: RuleMode,
    /// Rules of the caller. Default: empty.
    pub rules: Vec<String>,
    /// Directory above which no `.contextfiles` is read. A root of the call outside of it is its own
    /// rule root. Default: `None`, which means the workspace's root or the current directory.
    pub root: Option<PathBuf>,
    /// Whether the built-in rules apply: [`PackRules::defaults`]. Default: true.
    pub use_defaults: bool,
}

/// Combination of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RuleMode {
    /// A pattern is relative to the directory of its file, as in `.gitignore`; a rule in a nearer
    /// directory takes precedence. Rules in `.contextfiles` take precedence over ignore rules, and
    /// these over the built-in rules. Rules of the caller replace all others, and are relative to the
    /// roots of the call; if one of them includes files, files that match none of them are excluded.
    #[default]
    Nearest,
    /// Rules of the program jinni 0.4.0: built-in rules, rules in `.gitignore` and `.contextfiles` from
    /// the rule root down, and the rules of the caller, in this order, all relative to the root of
    /// the call. A rule that matches a directory also matches everything below it. Other ignore files
    /// do not count.
    Jinni,
}

impl RuleMode {
    /// All modes, each with its name.
    pub const ALL: [(&'static str, RuleMode); 2] =
        [("nearest", RuleMode::Nearest), ("jinni", RuleMode::Jinni)];
}

impl Default for PackRules {
    fn default() -> PackRules {
        PackRules {
            mode: RuleMode::default(),
            rules: Vec::new(),
            root: None,
            use_defaults: true,
        }
    }
}

/// Built-in rule that does not apply if the scope includes these directories.
const NO_NODE_MODULES: &str = "!node_modules/";

/// Built-in rules of [`RuleMode::Nearest`].
const DEFAULTS: &[&str] = &[
    "!.contextfiles",
    "!.git/",
    "!.hg/",
    "!.svn/",
    NO_NODE_MODULES,
    "!__pycache__/",
    "!*.pyc",
    "!*.pyo",
    "!venv/",
    "!.venv/",
    "!*.egg-info/",
    "!build/",
    "!dist/",
    "!target/",
    "!*.log",
    "!*.bak",
    "!*.tmp",
    "!*.temp",
    "!*.swp",
    "!*~",
    "!*.gz",
    "!*.zip",
    "!*.tar",
    "!*.bz2",
    "!*.xz",
    "!*.7z",
    "!*.rar",
    "!Thumbs.db",
    "!.DS_Store",
];

/// Built-in rules of jinni 0.4.0.
const JINNI_DEFAULTS: &[&str] = &[
    "*",
    "!.*",
    "!.contextfiles",
    "!node_modules/",
    "!__pycache__/",
    "!*.pyc",
    "!*.pyo",
    "!venv/",
    "!env/",
    "!.venv/",
    "!.env/",
    "!*.egg-info/",
    "!build/",
    "!dist/",
    "!target/",
    "!out/",
    "!bin/",
    "!obj/",
    "!output/",
    "!logs/",
    "!*.log",
    "!log.*",
    "!*.bak",
    "!*.tmp",
    "!*.temp",
    "!*.swp",
    "!*~",
    "!*.gz",
    "!*.zip",
    "!*.tar",
    "!*.bz2",
    "!*.xz",
    "!*.7z",
    "!*.rar",
    "!*.zipx",
    "!Thumbs.db",
    "!LICENSE",
];

setters! { PackRules {
    value(RuleMode) mode,
    list(String) rules,
    some(PathBuf) root,
    value(bool) use_defaults,
}}

impl PackRules {
    /// Returns the built-in rules of a mode.
    pub fn defaults(mode: RuleMode) -> &'static [&'static str] {
        match mode {
            RuleMode::Nearest => DEFAULTS,
            RuleMode::Jinni => JINNI_DEFAULTS,
        }
    }
}

/// One rule: its source and its text.
#[derive(Clone, Debug)]
struct PackRule {
    source: RuleSource,
    line: u64,
    text: Arc<str>,
}

/// Rules in the order of their precedence, lowest first.
#[derive(Clone, Debug, Default)]
struct RuleList {
    matcher: Arc<Gitignore>,
    rules: Vec<PackRule>,
}

impl RuleList {
    /// Creates a list of the rules that compile.
    fn new(rules: Vec<PackRule>, mode: RuleMode) -> RuleList {
        let mut matcher = Gitignore::default();
        let mut kept: Vec<PackRule> = Vec::with_capacity(rules.len());
        let mut add = |text: &str, rule: &PackRule| {
            let before = matcher.len();
            matcher.add(text.as_bytes(), 0, Case::Distinct);
            if matcher.len() > before {
                kept.push(rule.clone());
            }
        };
        for rule in rules {
            // For the program, `a/**` also matches the directory.
            let below = rule.text.trim_end().strip_suffix("/**");
            if let Some(dir) = below.filter(|_| mode == RuleMode::Jinni) {
                let (mark, dir) = match dir.strip_prefix('!') {
                    Some(dir) => ("!", dir),
                    None => ("", dir),
                };
                add(&format!("{mark}/{}/", dir.trim_start_matches('/')), &rule);
            }
            add(&rule.text, &rule);
        }
        RuleList {
            matcher: Arc::new(matcher),
            rules: kept,
        }
    }

    fn last_match(&self, path: &[u8], is_dir: bool) -> Option<MatchedRule> {
        let name = memchr::memrchr(b'/', path).map_or(path, |slash| &path[slash + 1..]);
        self.matcher.last_match(path, name, is_dir)
    }

    /// Returns the last rule that matches the path or a directory above it.
    fn last_match_above(&self, path: &[u8], is_dir: bool) -> Option<MatchedRule> {
        let above = memchr::memchr_iter(b'/', path);
        let above = above.filter_map(|slash| self.last_match(&path[..slash], true));
        above
            .chain(self.last_match(path, is_dir))
            .max_by_key(|rule| rule.index)
    }

    /// Returns the rule of a match.
    fn rule(&self, matched: MatchedRule) -> Option<&PackRule> {
        self.rules.get(matched.index as usize)
    }
}

/// Rules in force in one directory.
#[derive(Debug)]
struct DirRules {
    /// Length of the directory's path with a final `/`.
    base: usize,
    /// In the mode `Nearest`, the rules of the directory's own file; in the mode `Jinni`, all rules.
    list: RuleList,
    /// In the mode `Nearest`, the rules of the directories above.
    parent: Option<Arc<DirRules>>,
}

/// Rules in force in each directory, by its path.
type RulesByDir = FxHashMap<Box<[u8]>, Option<Arc<DirRules>>>;

/// Rules of one call.
#[derive(Debug)]
pub(super) struct CallRules {
    mode: RuleMode,
    /// Rules of the caller.
    given: RuleList,
    /// Whether a given rule includes.
    has_including: bool,
    /// Whether a given rule includes and contains `**`.
    has_recursive: bool,
    defaults: RuleList,
    /// Whether `node_modules` directories that no rule matches are included.
    has_node_modules: bool,
    /// Directory above which no rules are read, with links resolved.
    root: PathBuf,
    by_dir: RwLock<RulesByDir>,
    faults: Mutex<Vec<(SkipReason, SkippedPath)>>,
    /// Whether a built-in rule has excluded an entry.
    default_excludes: AtomicBool,
    /// Decisions, if the call explains them.
    decisions: Option<Mutex<Vec<PackDecision>>>,
}

impl CallRules {
    /// Compiles the rules of a call. `root` is the rule root, absolute and with links resolved.
    /// `has_node_modules` is the option of the scope, which the mode `Jinni` lacks.
    pub(super) fn new(
        rules: &PackRules,
        root: PathBuf,
        has_node_modules: bool,
        explains: bool,
    ) -> CallRules {
        let given = of_lines(rules.rules.iter().map(String::as_str), &RuleSource::Caller);
        let includes = |rule: &&PackRule| !rule.text.starts_with('!');
        let defaults = match rules.use_defaults {
            true => PackRules::defaults(rules.mode),
            // Everything is included without a rule.
            false if rules.mode == RuleMode::Jinni => &JINNI_DEFAULTS[..1],
            false => &[],
        };
        let has_node_modules = has_node_modules || rules.mode == RuleMode::Jinni;
        let is_excess = |rule: &&str| {
            rules.mode == RuleMode::Nearest && has_node_modules && *rule == NO_NODE_MODULES
        };
        let defaults = defaults.iter().copied().filter(|rule| !is_excess(rule));
        let defaults = of_lines(defaults, &RuleSource::Default);
        let given = RuleList::new(given, rules.mode);
        CallRules {
            mode: rules.mode,
            has_including: given.rules.iter().any(|rule| includes(&rule)),
            has_recursive: given
                .rules
                .iter()
                .filter(includes)
                .any(|rule| rule.text.contains("**")),
            given,
            defaults: RuleList::new(defaults, rules.mode),
            has_node_modules,
            root,
            by_dir: RwLock::default(),
            faults: Mutex::default(),
            default_excludes: AtomicBool::new(false),
            decisions: explains.then(Mutex::default),
        }
    }

    pub(super) fn mode(&self) -> RuleMode {
        self.mode
    }

    /// Returns the faults of rule files for the report.
    pub(super) fn take_faults(&self) -> Vec<(SkipReason, SkippedPath)> {
        std::mem::take(&mut *lock(&self.faults))
    }

    /// Returns the decisions so far in path order.
    pub(super) fn take_decisions(&self) -> Vec<PackDecision> {
        let Some(decisions) = &self.decisions else {
            return Vec::new();
        };
        let mut decisions = std::mem::take(&mut *lock(decisions));
        decisions.sort_by(|a, b| (&a.path, &a.source).cmp(&(&b.path, &b.source)));
        decisions.dedup();
        decisions
    }

    /// Returns the rules in force in a directory, whose path has no final `/`.
    fn in_dir(&self, dir: &[u8], root_len: usize) -> Option<Arc<DirRules>> {
        let known = self.by_dir.read().ok()?.get(dir).cloned();
        if let Some(known) = known {
            return known;
        }
        let path = Path::new(os_str(dir));
        let root = self.rule_root(dir, root_len);
        let above = match path.parent() {
            Some(parent) if dir.len() > root.len() => {
                self.in_dir(parent.as_os_str().as_encoded_bytes(), root_len)
            }
            _ => None,
        };
        let mut own = Vec::new();
        if self.mode == RuleMode::Jinni {
            let lines = self.read(&path.join(".gitignore"));
            own.extend(lines.into_iter().filter_map(inverted));
        }
        own.extend(self.read(&path.join(RULE_FILE)));
        let rules = match (own.is_empty(), self.mode) {
            (true, _) => above,
            (false, RuleMode::Nearest) => Some(Arc::new(DirRules {
                base: dir.len() + 1,
                list: RuleList::new(own, self.mode),
                parent: above,
            })),
            (false, RuleMode::Jinni) => {
                let rules = above.map(|above| above.list.rules.clone());
                let mut rules = rules.unwrap_or_default();
                // `.gitignore` files of all directories come before all `.contextfiles`.
                rules.extend(own);
                let is_git = |rule: &PackRule| matches!(&rule.source, RuleSource::File(file) if file.ends_with(".gitignore"));
                rules.sort_by_key(|rule| !is_git(rule));
                Some(Arc::new(DirRules {
                    base: root_len,
                    list: RuleList::new(rules, self.mode),
                    parent: None,
                }))
            }
        };
        if let Ok(mut by_dir) = self.by_dir.write() {
            by_dir.insert(dir.into(), rules.clone());
        }
        rules
    }

    /// Returns the rule root for a directory: the call's, if it contains the directory, or else the
    /// root of the walk.
    fn rule_root<'a>(&'a self, dir: &'a [u8], root_len: usize) -> &'a [u8] {
        match Path::new(os_str(dir)).starts_with(&self.root) {
            true => self.root.as_os_str().as_encoded_bytes(),
            false => &dir[..dir.len().min(root_len.saturating_sub(1))],
        }
    }

    /// Reads the rules of a file; none if it does not exist. A fault goes to the report.
    fn read(&self, file: &Path) -> Vec<PackRule> {
        let fault = |error: &io::Error| {
            let path = rel_path(file.as_os_str().as_encoded_bytes());
            let path = skipped_path(0, path, Some(error.to_string()));
            lock(&self.faults).push((SkipReason::IgnoreFile, path));
        };
        let metadata = match fs::metadata(file) {
            Ok(metadata) => metadata,
            Err(error) => {
                if !is_missing(&error) {
                    fault(&error);
                }
                return Vec::new();
            }
        };
        if metadata.is_dir() {
            return Vec::new();
        }
        if metadata.len() > MAX_RULE_FILE {
            fault(&io::Error::other("the file with rules is too large"));
            return Vec::new();
        }
        match fs::read(file) {
            Ok(content) => {
                let content = content.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&content);
                let content = String::from_utf8_lossy(content);
                of_lines(content.lines(), &RuleSource::File(file.to_owned()))
            }
            Err(error) => {
                fault(&error);
                Vec::new()
            }
        }
    }

    /// Decides in the mode `Nearest`. Returns the rule, if a rule decides.
    fn decide_nearest(&self, entry: &RuledEntry<'_>) -> (bool, Option<PackRule>) {
        let below_root = &entry.path[entry.root_len.min(entry.path.len())..];
        if !self.given.rules.is_empty() {
            let matched = self.given.last_match(below_root, entry.is_dir);
            // Files below a directory that is included by its name are included.
            let matched = matched.or_else(|| {
                self.given
                    .last_match_above(below_root, entry.is_dir)
                    .filter(|rule| !rule.is_negated)
            });
            return match matched {
                Some(rule) => (!rule.is_negated, self.given.rule(rule).cloned()),
                None if entry.is_dir => (self.has_node_modules || !is_node_modules(entry), None),
                None => (!self.has_including, None),
            };
        }
        let dir = &entry.path[..entry.path.len() - entry.name().len()];
        let dir = dir.strip_suffix(b"/").unwrap_or(dir);
        let mut rules = self.in_dir(dir, entry.root_len);
        while let Some(own) = rules {
            let path = entry.path.get(own.base..).unwrap_or_default();
            if let Some(matched) = own.list.last_match(path, entry.is_dir) {
                return (!matched.is_negated, own.list.rule(matched).cloned());
            }
            rules = own.parent.clone();
        }
        match entry.by_ignore_rules() {
            None => {}
            Some(verdict) => {
                let place = self.decisions.as_ref().and_then(|_| entry.ignore_rule());
                let rule = place.map(|place| PackRule {
                    text: line_of(&place.file, place.line).into(),
                    source: RuleSource::File(place.file),
                    line: place.line.into(),
                });
                return (verdict != Verdict::Ignore, rule);
            }
        }
        match self.defaults.last_match(below_root, entry.is_dir) {
            Some(rule) => (!rule.is_negated, self.defaults.rule(rule).cloned()),
            None => (self.has_node_modules || !is_node_modules(entry), None),
        }
    }

    /// Decides in the mode `Jinni`: the last rule of all that matches the path or a directory above
    /// it. A directory that no rule includes is walked only if a recursive rule of the caller may
    /// include files below it.
    fn decide_jinni(&self, entry: &RuledEntry<'_>) -> (bool, Option<PackRule>) {
        let path = &entry.path[entry.root_len.min(entry.path.len())..];
        let dir = &entry.path[..entry.path.len() - entry.name().len()];
        let dir = dir.strip_suffix(b"/").unwrap_or(dir);
        let of_files = self.in_dir(dir, entry.root_len);
        let lists = [
            Some(&self.given),
            of_files.as_ref().map(|rules| &rules.list),
            Some(&self.defaults),
        ];
        let decided = lists.into_iter().flatten().find_map(|list| {
            let matched = list.last_match_above(path, entry.is_dir)?;
            Some((!matched.is_negated, list.rule(matched).cloned()))
        });
        let (is_included, rule) = decided.unwrap_or((false, None));
        (is_included || entry.is_dir && self.has_recursive, rule)
    }
}

impl EntryRules for CallRules {
    fn verdict(&self, entry: &RuledEntry<'_>) -> Option<Verdict> {
        let (is_included, rule) = match self.mode {
            RuleMode::Nearest => self.decide_nearest(entry),
            RuleMode::Jinni => self.decide_jinni(entry),
        };
        let is_default = |rule: &PackRule| matches!(rule.source, RuleSource::Default);
        if !is_included && rule.as_ref().is_some_and(is_default) {
            self.default_excludes.store(true, Ordering::Relaxed);
        }
        if let Some(decisions) = &self.decisions {
            let path = &entry.path[entry.root_len.min(entry.path.len())..];
            lock(decisions).push(PackDecision {
                path: rel_path(path),
                is_directory: entry.is_dir,
                is_included,
                source: rule.as_ref().map(|rule| rule.source.clone()),
                line: rule.as_ref().map(|rule| rule.line),
                rule: rule.map(|rule| rule.text.to_string()),
            });
        }
        Some(match is_included {
            true => Verdict::Include,
            false => Verdict::Ignore,
        })
    }

    fn hint(&self) -> Option<String> {
        let excludes = self.default_excludes.load(Ordering::Relaxed);
        let option = OptionName::Rules.name();
        excludes.then(|| {
            format!("built-in rules exclude entries that the globs select (set `{option}` to include them)")
        })
    }
}

fn is_node_modules(entry: &RuledEntry<'_>) -> bool {
    entry.is_dir && entry.name() == b"node_modules"
}

/// Returns the rules of lines, numbered from 1.
fn of_lines<'a>(lines: impl Iterator<Item = &'a str>, source: &RuleSource) -> Vec<PackRule> {
    let rule = |(line, number): (&str, u64)| PackRule {
        source: source.clone(),
        line: number,
        text: line.into(),
    };
    lines.zip(1..).map(rule).collect()
}

/// Returns a rule of `.gitignore` as a rule that excludes the files it ignores.
fn inverted(rule: PackRule) -> Option<PackRule> {
    if rule.text.is_empty() || rule.text.starts_with('#') {
        return None;
    }
    let text = match rule.text.strip_prefix('!') {
        Some(included) => included.into(),
        None => format!("!{}", rule.text).into(),
    };
    Some(PackRule { text, ..rule })
}

/// Returns a line of a file; empty if it cannot be read.
fn line_of(file: &Path, line: u32) -> String {
    let content = fs::read(file).unwrap_or_default();
    let content = String::from_utf8_lossy(&content);
    let line = content.lines().nth(line.saturating_sub(1) as usize);
    line.unwrap_or_default().to_owned()
}
