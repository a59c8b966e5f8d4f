//! Options that error messages name.
//!
//! A message contains no option names: it refers to options, and each binding prints its own names.
//! The test `option_names` searches the sources for messages that contain one.

use std::fmt;

/// Option that an error message refers to.
///
/// A language binding whose options have different names prints messages with
/// [`Error::message_with`](crate::Error::message_with).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OptionName {
    /// `allow`: directories and files outside a workspace's root that its calls may reach.
    Allow,
    /// `allow_outside`: whether calls on a workspace may reach paths outside its root.
    AllowOutside,
    /// `allowed_special`: special tokens that are recognized in text.
    AllowedSpecial,
    /// `backtracking`: whether patterns may have look-around and back-references.
    Backtracking,
    /// `deny`: globs of paths that no call on a workspace may reach.
    Deny,
    /// `edits`: edits to definitions.
    Edits,
    /// `exclude`: patterns that a result of a search must not match.
    Exclude,
    /// `folders`: directories that make up a workspace.
    Folders,
    /// `globs`: globs of a scope.
    Globs,
    /// `ids`: token ids to decode.
    Ids,
    /// `ignore_files`: names of further ignore files.
    IgnoreFiles,
    /// `imports`: imports to add.
    Imports,
    /// `index_path`: directory of a workspace's content index.
    IndexPath,
    /// `language`: name of a file's language.
    Language,
    /// `levels`: maximum levels of detail of packed files.
    Levels,
    /// `literal`: whether patterns are literal text.
    Literal,
    /// `max_bytes`: maximum number of bytes of lines that are read.
    MaxBytes,
    /// `max_tokens`: maximum number of tokens of a text.
    MaxTokens,
    /// `multiline`: whether matches span lines.
    Multiline,
    /// `name`: name path of the definition to edit.
    Name,
    /// `names`: name paths of the definitions of a skeleton.
    Names,
    /// `patterns`: search patterns.
    Patterns,
    /// `preview`: token of an earlier dry run.
    Preview,
    /// `ranges`: lines to read.
    Ranges,
    /// `refresh`: method by which a workspace keeps its file table up to date.
    Refresh,
    /// `relevant`: texts that make packed files relevant.
    Relevant,
    /// `imports`: imports to remove.
    Removals,
    /// `rewrites`: patterns and their replacements.
    Rewrites,
    /// `roots`: files and directories of a scope.
    Roots,
    /// `rules`: rules that decide which files in scope are packed.
    Rules,
    /// `sections`: texts to add to a pack.
    Sections,
    /// `size_limit`: maximum size of a compiled pattern.
    SizeLimit,
    /// `time_per_file`: maximum time for one file.
    TimePerFile,
    /// `types`: file types in scope.
    Types,
    /// `types_not`: file types out of scope.
    TypesNot,
    /// `wait`: maximum time to wait for other edits.
    Wait,
    /// `weights`: factors for the priority of packed files.
    Weights,
}

impl OptionName {
    /// All option names in this version of the crate.
    pub const ALL: &'static [OptionName] = &[
        OptionName::Allow,
        OptionName::AllowOutside,
        OptionName::AllowedSpecial,
        OptionName::Backtracking,
        OptionName::Deny,
        OptionName::Edits,
        OptionName::Exclude,
        OptionName::Folders,
        OptionName::Globs,
        OptionName::Ids,
        OptionName::IgnoreFiles,
        OptionName::Imports,
        OptionName::IndexPath,
        OptionName::Language,
        OptionName::Levels,
        OptionName::Literal,
        OptionName::MaxBytes,
        OptionName::MaxTokens,
        OptionName::Multiline,
        OptionName::Name,
        OptionName::Names,
        OptionName::Patterns,
        OptionName::Preview,
        OptionName::Ranges,
        OptionName::Refresh,
        OptionName::Relevant,
        OptionName::Removals,
        OptionName::Rewrites,
        OptionName::Roots,
        OptionName::Rules,
        OptionName::Sections,
        OptionName::SizeLimit,
        OptionName::TimePerFile,
        OptionName::Types,
        OptionName::TypesNot,
        OptionName::Wait,
        OptionName::Weights,
    ];

    /// Returns the name of the field in this crate's options.
    pub fn name(self) -> &'static str {
        match self {
            OptionName::Allow => "allow",
            OptionName::AllowOutside => "allow_outside",
            OptionName::AllowedSpecial => "allowed_special",
            OptionName::Backtracking => "backtracking",
            OptionName::Deny => "deny",
            OptionName::Edits => "edits",
            OptionName::Exclude => "exclude",
            OptionName::Folders => "folders",
            OptionName::Globs => "globs",
            OptionName::Ids => "ids",
            OptionName::IgnoreFiles => "ignore_files",
            OptionName::Imports | OptionName::Removals => "imports",
            OptionName::IndexPath => "index_path",
            OptionName::Language => "language",
            OptionName::Levels => "levels",
            OptionName::Literal => "literal",
            OptionName::MaxBytes => "max_bytes",
            OptionName::MaxTokens => "max_tokens",
            OptionName::Multiline => "multiline",
            OptionName::Name => "name",
            OptionName::Names => "names",
            OptionName::Patterns => "patterns",
            OptionName::Preview => "preview",
            OptionName::Ranges => "ranges",
            OptionName::Refresh => "refresh",
            OptionName::Relevant => "relevant",
            OptionName::Rewrites => "rewrites",
            OptionName::Roots => "roots",
            OptionName::Rules => "rules",
            OptionName::Sections => "sections",
            OptionName::SizeLimit => "size_limit",
            OptionName::TimePerFile => "time_per_file",
            OptionName::Types => "types",
            OptionName::TypesNot => "types_not",
            OptionName::Wait => "wait",
            OptionName::Weights => "weights",
        }
    }
}

/// Options that a message refers to. The message does not contain their names, because each binding
/// has its own.
#[derive(Clone, Debug, Default)]
pub(super) struct NamedOptions {
    /// List elements that the error is about, outermost list first.
    pub(super) element: Vec<(OptionName, usize)>,
    pub(super) advice: Option<Advice>,
}

/// Advice to change an option.
#[derive(Clone, Copy, Debug)]
pub(super) struct Advice {
    pub(super) verb: &'static str,
    pub(super) option: OptionName,
    pub(super) purpose: &'static str,
}

impl NamedOptions {
    /// Writes the element that the error is about, such as `edits[0].imports[1]`.
    pub(super) fn write_element(
        &self,
        f: &mut impl fmt::Write,
        name_of: &dyn Fn(OptionName) -> &'static str,
    ) -> fmt::Result {
        for (depth, (list, index)) in self.element.iter().enumerate() {
            let before = if depth == 0 { "`" } else { "." };
            write!(f, "{before}{}[{index}]", name_of(*list))?;
        }
        f.write_str(if self.element.is_empty() { "" } else { "`: " })
    }

    /// Writes the advice after the message.
    pub(super) fn write_advice(
        &self,
        f: &mut impl fmt::Write,
        name_of: &dyn Fn(OptionName) -> &'static str,
    ) -> fmt::Result {
        let Some(advice) = &self.advice else {
            return Ok(());
        };
        write!(f, "; {} `{}`", advice.verb, name_of(advice.option))?;
        let before = if advice.purpose.is_empty() { "" } else { " " };
        write!(f, "{before}{}", advice.purpose)
    }
}
