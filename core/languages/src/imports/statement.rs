//! Import statements that can be changed: their lines, comments and lists of names.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::ops::Range;

use tree_sitter::Node;

use super::item::ImportKind;
use super::list::{Brackets, Item, ListStyle, NO_LIST, NameList, list_of, target_list};
use super::request::ImportRequest;

/// Rules for changing the imports of one language.
pub struct ImportRules {
    /// Node kinds whose children are also statements.
    pub containers: &'static [&'static str],
    /// Node kinds of blocks whose imports are visible only in the block, such as namespaces. Must
    /// also be in [`ImportRules::containers`].
    pub scopes: &'static [&'static str],
    /// Node kind of lines of conditional compilation that are siblings of the statements.
    pub directive: &'static str,
    /// Node kinds of comments and attributes that move with the statement below.
    pub leading: &'static [&'static str],
    /// Reads a statement; returns `None` for other nodes.
    pub read: fn(&[u8], Node<'_>) -> Option<Statement>,
    /// Returns whether a node belongs to the header of a file, before its imports.
    pub is_header: fn(&[u8], Node<'_>) -> bool,
    /// Whether groups determine the blank lines in a block of imports. If not, blank lines are kept
    /// and delimit the sorted blocks.
    pub has_sections: bool,
    /// Whether a blank line separates different groups.
    pub separates_groups: bool,
    /// Whether one statement can import several names of a module.
    pub has_lists: bool,
    /// Whether organising merges statements that import from the same module.
    pub merges: bool,
    /// Whether a new import of any group may join the only run of imports.
    pub joins_runs: bool,
    /// Separator between a module and its names, if a name can also be a module.
    pub separator: Option<&'static str>,
    /// Group of a statement; groups are in ascending order.
    pub group: fn(&Statement) -> u8,
    /// Group used to find the run of a new statement; equals `group` if groups determine the order.
    pub place: fn(&Statement) -> u8,
    /// Order of statements in a group.
    pub compare: fn(&Statement, &Statement) -> Ordering,
    /// Order of names in a list.
    pub compare_names: fn(&Item, &Item) -> Ordering,
    /// Layout of lists of names.
    pub list: ListStyle,
    /// Splits a statement into one statement per module; returns an empty list to leave the
    /// statement unchanged.
    pub split: fn(&Statement) -> Vec<String>,
    /// Returns the source of a new statement without indentation; `None` if the language has no
    /// such import.
    pub render: fn(&ImportRequest, &FileStyle) -> Option<Vec<String>>,
    /// Text to insert before a statement when the statement is parsed on its own.
    pub prelude: &'static str,
    /// Keyword that is absent from statements inside a list of statements, as in Go.
    pub list_keyword: Option<&'static str>,
    /// Module whose imports must precede all other code of a file.
    pub first_module: Option<&'static str>,
    /// Whether organising sorts the imports inside a conditional region such as `#if`.
    pub sorts_conditions: bool,
    /// Returns whether each of the statements of a text stays in place because its path may depend
    /// on another import. Must not depend on the order of the statements. An empty list pins none.
    pub pins: fn(&[&Statement]) -> Vec<bool>,
    /// Returns the start of the line of the first import of a text, given the root and the end of
    /// the file header, or the reason why no import can be added.
    pub first_place: fn(&[u8], Node<'_>, usize) -> Result<usize, &'static str>,
    /// If set, importing runs code, so organising keeps the order of statements and names, and only
    /// removes repeated statements. The function returns the name that a statement binds, if any; a
    /// repeated statement stays if a statement in between binds the same name.
    pub keeps_order: Option<fn(&Statement) -> Option<&str>>,
    /// Returns whether the text after a statement would continue it if no semicolon ended it.
    pub is_continued: fn(&[u8]) -> bool,
    /// Imports that are calls, such as `require` in JavaScript. They count as existing when imports
    /// are added, and new imports have their form in a text of that style. They are neither removed
    /// nor organised.
    pub calls: Option<&'static CallImports>,
}

/// Imports that are calls.
pub struct CallImports {
    /// Rules for reading and rendering the calls.
    pub rules: &'static ImportRules,
    /// Returns whether the imports of a text are calls, given its root.
    pub is_style: fn(&[u8], Node<'_>) -> bool,
}

impl ImportRules {
    /// Rules of a language whose statements have no lists and one group.
    pub(crate) const BASE: ImportRules = ImportRules {
        containers: &[],
        scopes: &[],
        directive: "",
        leading: &["comment"],
        read: |_, _| None,
        is_header: |_, _| false,
        has_sections: false,
        separates_groups: false,
        has_lists: false,
        merges: false,
        joins_runs: true,
        separator: None,
        group: |_| 0,
        place: |_| 0,
        compare: |_, _| Ordering::Equal,
        compare_names: |_, _| Ordering::Equal,
        list: NO_LIST,
        split: no_split,
        render: |_, _| None,
        prelude: "",
        list_keyword: None,
        first_module: None,
        sorts_conditions: false,
        pins: |_| Vec::new(),
        first_place: |_, _, header_end| Ok(header_end),
        keeps_order: None,
        is_continued: |_| false,
        calls: None,
    };
}

/// Import statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Module.
    pub module: String,
    /// Kind of the import.
    pub kind: ImportKind,
    /// Visibility and attributes: two statements merge only if tag, module and kind are equal.
    pub tag: String,
    /// Local name of the module.
    pub alias: Option<String>,
    /// Whether the statement stays in place and nothing moves across it.
    pub is_barrier: bool,
    /// Whether a comment suppresses diagnostics on the first line. If so, no names are added to the
    /// statement, and it is not wrapped.
    pub is_suppressed: bool,
    /// Range in the text; empty for a new statement.
    pub range: Range<usize>,
    /// Source text.
    pub text: String,
    /// Names, with their range in `text`.
    pub list: Option<(Range<usize>, NameList)>,
}

impl Statement {
    /// Creates the statement of a range, without names.
    pub(crate) fn new(
        source: &[u8],
        range: Range<usize>,
        module: String,
        kind: ImportKind,
    ) -> Statement {
        let text = source.get(range.clone()).unwrap_or_default();
        Statement {
            module,
            kind,
            tag: String::new(),
            alias: None,
            is_barrier: false,
            is_suppressed: false,
            text: String::from_utf8_lossy(text).into_owned(),
            range,
            list: None,
        }
    }

    /// Sets the only name of a statement that has no list of names.
    pub(crate) fn with_name(self, source: &[u8], name: &str, alias: Option<String>) -> Statement {
        let item = Item {
            text: name.to_owned(),
            name: name.to_owned(),
            alias,
            is_bare: false,
            list: None,
            range: 0..0,
        };
        let end = self.range.end..self.range.end;
        let list = list_of(&self.module, source, &end, vec![item], false, &NO_LIST);
        Statement {
            list: Some((self.text.len()..self.text.len(), list)),
            ..self
        }
    }

    /// Renders the list of names again.
    pub fn update(&mut self, style: &ListStyle, eol: &str) {
        let Some((range, list)) = &mut self.list else {
            return;
        };
        if style.open.is_empty() {
            return;
        }
        let width = if self.is_suppressed {
            usize::MAX
        } else {
            style.width
        };
        let style = &ListStyle { width, ..*style };
        let (before, after) = (&self.text[..range.start], &self.text[range.end..]);
        let line = before.rsplit('\n').next().unwrap_or("").len();
        let rest = after.split('\n').next().unwrap_or("").trim_end().len();
        let rendered = list.render(style, eol, line, rest);
        let end = range.start + rendered.len();
        self.text = format!("{before}{rendered}{after}");
        range.end = end;
        let has_open = rendered.starts_with(style.open);
        let open = if has_open { style.open.len() } else { 0 };
        list.locate(&self.text, range.start + open);
    }

    /// Returns the source with normalized white space.
    pub fn normalized(&self) -> String {
        self.text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Returns the module, name and alias of each name; the name is empty for an import of the
    /// module itself.
    pub fn leaves(&self) -> Vec<(String, String, Option<String>)> {
        match &self.list {
            Some((_, list)) => {
                let leaves = list.leaves().into_iter();
                leaves
                    .map(|(module, item)| {
                        (module.to_owned(), item.name.clone(), item.alias.clone())
                    })
                    .collect()
            }
            None => vec![(self.module.clone(), String::new(), self.alias.clone())],
        }
    }

    /// Merges the names of another statement into this one, each at its sorted position. Returns
    /// false and changes nothing if the statements cannot be merged.
    pub fn merge(&mut self, other: &Statement, editor: &ImportRules, eol: &str) -> bool {
        if (&self.kind, &self.tag) != (&other.kind, &other.tag) {
            return false;
        }
        if self.normalized() == other.normalized() {
            return true;
        }
        if self.is_suppressed || other.is_suppressed {
            return false;
        }
        let (Some((_, list)), Some((_, new))) = (&mut self.list, &other.list) else {
            return false;
        };
        let is_type = self.kind == ImportKind::TypeOnly;
        let Some(target) = target_list(list, &new.module) else {
            return false;
        };
        if target.has_any_comments() || new.has_any_comments() {
            return false;
        }
        let all = || target.items.iter().chain(&new.items);
        let is_namespace = |item: &Item| item.is_bare && item.name == "*";
        let defaults = all().filter(|item| item.is_bare && item.name == "default");
        let is_default = |item: &Item| item.is_bare && item.name == "default";
        let has_two_defaults = {
            let mut aliases: Vec<_> = defaults.map(|item| &item.alias).collect();
            aliases.dedup();
            aliases.len() > 1
        };
        let is_mixed_type = is_type && all().any(is_default) && all().any(|item| !item.is_bare);
        if all().any(is_namespace) || has_two_defaults || is_mixed_type {
            return false;
        }
        let key = |item: &Item| (item.text.clone(), item.is_bare);
        let known: HashSet<_> = target.items.iter().map(key).collect();
        let added = new.items.iter().filter(|item| !known.contains(&key(item)));
        let added: Vec<Item> = added.cloned().collect();
        // In Python, `import a` and `import b` have no common module.
        let is_plain = target.module.is_empty() || !editor.has_lists;
        let has_alias = |items: &[Item]| items.iter().any(|item| item.alias.is_some());
        let has_all = |items: &[Item]| items.iter().any(|item| item.name == "*");
        // Python has no list with `*`. isort keeps an aliased name in a separate statement; this
        // code follows isort unless the text does otherwise.
        let is_mixed = has_alias(&target.items) && target.items.len() > 1;
        let keeps_apart = match editor.list.brackets {
            Brackets::Multiline => {
                has_all(&added)
                    || has_all(&target.items)
                    || !is_mixed && (has_alias(&added) || has_alias(&target.items))
            }
            // In Scala, a list with a wildcard hides the original names of its renamed names. A
            // single name in brackets would lose them when the other names are removed again.
            Brackets::Several => {
                has_all(&added) && has_alias(&target.items)
                    || has_all(&target.items) && has_alias(&added)
                    || target.has_needless_brackets()
            }
            Brackets::Kept => !target.has_brackets,
            Brackets::Always => false,
        };
        if !added.is_empty() && (is_plain || keeps_apart) {
            return false;
        }
        self.add_names(&new.module, added, editor, eol)
    }
}

/// Style of a file.
#[derive(Clone, Copy, Debug)]
pub struct FileStyle {
    /// Line ending.
    pub eol: &'static str,
    /// Quote of strings.
    pub quote: char,
    /// Whether statements end with a semicolon.
    pub has_semicolons: bool,
    /// Whether an import has the keyword `as` or ends with `*`, as in Scala 3.
    pub has_as: bool,
    /// Whether the arguments of calls are in parentheses, if the language can omit them.
    pub has_parentheses: bool,
}

/// Returns the length of the byte order mark, or 0 if the text has no byte order mark.
pub fn byte_order_mark(source: &[u8]) -> usize {
    match source.starts_with("\u{feff}".as_bytes()) {
        true => "\u{feff}".len(),
        false => 0,
    }
}

/// Returns a range without trailing white space.
pub fn trimmed(source: &[u8], range: Range<usize>) -> Range<usize> {
    let text = source.get(range.clone()).unwrap_or_default();
    range.start..range.start + text.trim_ascii_end().len()
}

/// Returns the start of the line; on the first line, the offset after the byte order mark.
pub fn line_start(source: &[u8], at: usize) -> usize {
    let before = source.get(..at).unwrap_or_default();
    let first = byte_order_mark(source).min(at);
    memchr::memrchr(b'\n', before).map_or(first, |newline| newline + 1)
}

/// Returns the offset after the line, including its line ending.
pub fn line_end(source: &[u8], at: usize) -> usize {
    let after = source.get(at..).unwrap_or_default();
    memchr::memchr(b'\n', after).map_or(source.len(), |newline| at + newline + 1)
}

/// Returns the offset after the blank lines that start at an offset.
pub fn blank_lines_end(source: &[u8], mut at: usize) -> usize {
    while at < source.len() {
        let next = line_end(source, at);
        if !source[at..next].trim_ascii().is_empty() {
            break;
        }
        at = next;
    }
    at
}

/// Leaves a statement unsplit. Used as a value for [`ImportRules::split`].
pub(crate) fn no_split(_statement: &Statement) -> Vec<String> {
    Vec::new()
}

/// Returns a range including the semicolon that follows it on its line, if any.
pub(crate) fn with_semicolon(source: &[u8], range: Range<usize>) -> Range<usize> {
    let after = source.get(range.end..).unwrap_or_default();
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
    let blanks = after.iter().take_while(is_blank).count();
    match after.get(blanks) {
        Some(b';') => range.start..range.end + blanks + 1,
        _ => range,
    }
}

/// Returns the range of a statement without a `;` on a later line that belongs to the next
/// statement: other code follows it on its line, or the next line would continue the statement.
pub fn without_next_semicolon(source: &[u8], range: Range<usize>) -> Range<usize> {
    let text = source.get(range.clone()).unwrap_or_default();
    let Some(before) = text.strip_suffix(b";") else {
        return range;
    };
    let end = before.trim_ascii_end().len();
    let line_end = line_end(source, range.end);
    let rest = source.get(range.end..line_end).unwrap_or_default();
    let next = source
        .get(line_end..)
        .unwrap_or_default()
        .trim_ascii_start();
    let is_comment = |text: &[u8]| text.starts_with(b"//") || text.starts_with(b"/*");
    let is_followed = match rest.trim_ascii() {
        rest if rest.is_empty() || is_comment(rest) => {
            matches!(next.first(), Some(b'(' | b'[' | b'`' | b'+' | b'-' | b'/'))
                && !is_comment(next)
        }
        _ => true,
    };
    match is_followed && before[end..].contains(&b'\n') {
        true => range.start..range.start + end,
        false => range,
    }
}

/// Returns the text of a node; invalid UTF-8 is replaced with U+FFFD.
pub fn node_text(source: &[u8], node: Node<'_>) -> String {
    let bytes = source.get(node.byte_range()).unwrap_or_default();
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns the text of a node without white space.
pub(crate) fn path_text(source: &[u8], node: Node<'_>) -> String {
    node_text(source, node).split_whitespace().collect()
}
