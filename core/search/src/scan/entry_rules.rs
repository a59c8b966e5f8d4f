//! Rules of a call that decide, after the ignore rules, which entries of a walk are in scope.

use std::fmt::Debug;

use super::gitignore::Verdict;
use super::rules::{IgnoreRulePlace, Rules};

/// Rules of one call.
pub trait EntryRules: Debug + Send + Sync {
    /// Returns the decision about an entry of a directory; `None` if no rule matches.
    fn verdict(&self, entry: &RuledEntry<'_>) -> Option<Verdict>;

    /// Returns a hint about rules that have excluded entries, for a call whose scope selects no file.
    fn hint(&self) -> Option<String>;
}

/// Entry of a directory about which rules decide.
pub struct RuledEntry<'a> {
    /// Absolute path, with `/` between components.
    pub path: &'a [u8],
    /// Length of the last component of `path`.
    pub name_len: usize,
    /// Length of the path of the call's root, including its final `/`.
    pub root_len: usize,
    /// Whether the entry is a directory.
    pub is_dir: bool,
    pub(super) rules: Option<&'a Rules>,
}

impl RuledEntry<'_> {
    /// Returns the last component of the path.
    pub fn name(&self) -> &[u8] {
        &self.path[self.path.len() - self.name_len..]
    }

    /// Returns the decision of the ignore rules.
    pub fn by_ignore_rules(&self) -> Option<Verdict> {
        self.rules?.verdict(self.path, self.name(), self.is_dir)
    }

    /// Returns the ignore rule that decides.
    pub fn ignore_rule(&self) -> Option<IgnoreRulePlace> {
        self.rules?.place(self.path, self.name(), self.is_dir)
    }
}
