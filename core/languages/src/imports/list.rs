//! Lists of names in import statements: their layout and order.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::ops::Range;

use super::statement::line_start;

/// Maximum nesting depth of lists of names. Statements with deeper lists are not changed.
pub(crate) const MAX_DEPTH: usize = 32;

/// Layout of a list of names.
#[derive(Clone, Copy)]
pub struct ListStyle {
    /// Opening bracket.
    pub open: &'static str,
    /// Closing bracket.
    pub close: &'static str,
    /// Space inside the brackets of a one-line list.
    pub pad: &'static str,
    /// Separator of names; empty if white space separates them.
    pub separator: &'static str,
    /// When a list has brackets.
    pub brackets: Brackets,
    /// Maximum length of a line.
    pub width: usize,
    /// Whether the lines of a long list are filled; if not, each name has its own line.
    pub fills: bool,
    /// Whether a multi-line list ends with a comma.
    pub has_trailing_comma: bool,
    /// Indentation of a name on a line of its own.
    pub indent: &'static str,
}

/// Condition under which a list has brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Brackets {
    /// The list always has brackets.
    Always,
    /// The list has brackets only if it spans several lines.
    Multiline,
    /// The list has brackets only if it contains several names, or a name that requires them.
    Several,
    /// The list has brackets only if the text has them; a name without brackets stays single.
    Kept,
}

/// Name or nested list in a list.
#[derive(Clone, Debug)]
pub struct Item {
    /// Source text, without the nested list if any.
    pub text: String,
    /// Name as the module calls it.
    pub name: String,
    /// Name in this text, if it differs.
    pub alias: Option<String>,
    /// Whether the name is outside the brackets, like the default import in JavaScript.
    pub is_bare: bool,
    /// Names below this name.
    pub list: Option<NameList>,
    /// Range of the name, relative to the start of the statement's text.
    pub range: Range<usize>,
}

/// Names in a statement.
#[derive(Clone, Debug)]
pub struct NameList {
    /// Module of the names.
    pub module: String,
    /// Names and nested lists.
    pub items: Vec<Item>,
    /// Whether the list contains comments; it is then not rendered again.
    pub has_comments: bool,
    /// Whether each name has its own line.
    pub is_vertical: bool,
    /// Whether the text has brackets.
    pub has_brackets: bool,
    /// Separator of names; empty if white space separates them.
    pub separator: &'static str,
    /// Whether the space inside the brackets differs from the language's style.
    pub has_other_pad: bool,
    /// Indentation of the line on which the list starts.
    pub indent: String,
}

impl NameList {
    /// Returns the names of the list and its nested lists, each with its module.
    pub fn leaves(&self) -> Vec<(&str, &Item)> {
        let mut leaves = Vec::new();
        for item in &self.items {
            match &item.list {
                Some(list) => leaves.extend(list.leaves()),
                None => leaves.push((self.module.as_str(), item)),
            }
        }
        leaves
    }

    /// Returns whether the list has brackets around a single name that does not require them.
    pub fn has_needless_brackets(&self) -> bool {
        matches!(self.items.as_slice(), [only] if self.has_brackets && !only.requires_brackets())
    }

    /// Returns whether the list or a nested list has comments.
    pub fn has_any_comments(&self) -> bool {
        let inner = self.items.iter().filter_map(|item| item.list.as_ref());
        self.has_comments || inner.into_iter().any(NameList::has_any_comments)
    }

    /// Sorts the names of the list and its nested lists. Returns whether the order changed.
    pub fn sort(&mut self, compare: fn(&Item, &Item) -> Ordering) -> bool {
        let mut has_changed = false;
        for item in &mut self.items {
            has_changed |= item.list.as_mut().is_some_and(|list| list.sort(compare));
        }
        let key = |a: &Item, b: &Item| in_order(a, b, compare);
        if !self
            .items
            .is_sorted_by(|a, b| key(a, b) != Ordering::Greater)
        {
            self.items.sort_by(key);
            has_changed = true;
        }
        has_changed
    }

    /// Removes duplicate names. Returns whether there were any.
    pub fn dedup(&mut self) -> bool {
        let mut seen = HashSet::new();
        let count = self.items.len();
        self.items
            .retain(|item| item.list.is_some() || seen.insert((item.text.clone(), item.is_bare)));
        self.items.len() != count
    }

    /// Renders the list. `before` and `after` are the lengths of the text before and after it on
    /// its line.
    pub fn render(&self, style: &ListStyle, eol: &str, before: usize, after: usize) -> String {
        let bare = self.items.iter().filter(|item| item.is_bare);
        let mut parts: Vec<String> = bare.map(|item| item.text.clone()).collect();
        let before = before + parts.iter().map(|part| part.len() + 2).sum::<usize>();
        let listed = self.items.iter().filter(|item| !item.is_bare);
        let texts = listed.map(|item| item.render(style, eol, before));
        let texts: Vec<String> = texts.collect();
        if !texts.is_empty() {
            parts.push(self.render_names(&texts, style, eol, before, after));
        }
        parts.join(", ")
    }

    /// Sets the ranges of the names in `text`, in which the rendered list starts at `at`. Returns
    /// the end of the last name.
    pub fn locate(&mut self, text: &str, mut at: usize) -> usize {
        // Bare names come first.
        for is_bare in [true, false] {
            for item in self.items.iter_mut().filter(|item| item.is_bare == is_bare) {
                let rest = text.get(at..).unwrap_or_default();
                at = text.len() - rest.trim_start_matches(is_between_names).len();
                item.range = at..at + item.text.len();
                at = match &mut item.list {
                    Some(list) => list.locate(text, item.range.end),
                    None => item.range.end,
                };
            }
        }
        at
    }

    fn render_names(
        &self,
        texts: &[String],
        style: &ListStyle,
        eol: &str,
        before: usize,
        after: usize,
    ) -> String {
        let pad = match (self.has_other_pad, style.pad) {
            (false, pad) => pad,
            (true, "") => " ",
            (true, _) => "",
        };
        let joined = texts.join(&format!("{} ", self.separator));
        let is_plain = match style.brackets {
            Brackets::Always => false,
            Brackets::Multiline => !self.has_brackets,
            Brackets::Several => {
                texts.len() == 1 && !self.items.iter().any(Item::requires_brackets)
            }
            Brackets::Kept => !self.has_brackets,
        };
        let single = match is_plain {
            true => joined,
            false => format!("{}{pad}{joined}{pad}{}", style.open, style.close),
        };
        let fits = before + single.len() + after <= style.width && !single.contains('\n');
        let stays_vertical = self.is_vertical && self.has_brackets;
        if fits && !stays_vertical || texts.len() == 1 && is_plain {
            return single;
        }
        let inner = format!("{}{}", self.indent, style.indent);
        let comma = if style.has_trailing_comma { "," } else { "" };
        let lines = match style.fills && !stays_vertical {
            true => fill(texts, style.width.saturating_sub(inner.len() + 1)),
            false => texts.to_vec(),
        };
        let lines = lines.join(&format!("{}{eol}{inner}", self.separator));
        format!(
            "{}{eol}{inner}{lines}{comma}{eol}{}{}",
            style.open, self.indent, style.close
        )
    }
}

/// Returns whether a character separates the names of a rendered list.
fn is_between_names(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '{' | '}' | '(' | ')')
}

impl Item {
    /// Returns whether the name is valid only in brackets, even if it is the only name: `self` in
    /// Rust, `a => b` in Scala.
    fn requires_brackets(&self) -> bool {
        self.name == "self" || self.text.contains("=>")
    }

    fn render(&self, style: &ListStyle, eol: &str, before: usize) -> String {
        match &self.list {
            Some(list) => {
                let inner = list.render(style, eol, before + self.text.len(), 1);
                format!("{}{inner}", self.text)
            }
            None => self.text.clone(),
        }
    }
}

/// Compares the names of a statement: in JavaScript the default import, then the namespace, then
/// the list.
pub fn in_order(a: &Item, b: &Item, compare: fn(&Item, &Item) -> Ordering) -> Ordering {
    let rank = |item: &Item| match (item.is_bare, item.name.as_str()) {
        (true, "*") => 1,
        (true, _) => 0,
        (false, _) => 2,
    };
    rank(a).cmp(&rank(b)).then_with(|| compare(a, b))
}

/// Joins names into lines of at most `width`. A nested list has its own lines.
fn fill(texts: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for text in texts {
        match lines.last_mut() {
            Some(line)
                if line.len() + 2 + text.len() <= width
                    && !line.contains('{')
                    && !text.contains('{') =>
            {
                line.push_str(", ");
                line.push_str(text);
            }
            _ => lines.push(text.clone()),
        }
    }
    lines
}

/// Returns the list of a module: `list` itself or a nested list.
pub fn target_list<'l>(list: &'l mut NameList, module: &str) -> Option<&'l mut NameList> {
    if list.module == module {
        return Some(list);
    }
    let inner = list.items.iter_mut().filter_map(|item| item.list.as_mut());
    inner.into_iter().find_map(|list| target_list(list, module))
}

/// Reads the layout of a list from its source.
pub(crate) fn list_of(
    module: &str,
    source: &[u8],
    range: &Range<usize>,
    items: Vec<Item>,
    has_comments: bool,
    style: &ListStyle,
) -> NameList {
    let text = String::from_utf8_lossy(source.get(range.clone()).unwrap_or_default()).into_owned();
    let is_multiline = text.contains('\n');
    let has_brackets =
        text.trim_start().starts_with(style.open.trim()) || text.contains(style.open.trim());
    let lines = text.lines().count();
    let inner = text
        .split_once(style.open.trim())
        .map_or("", |(_, inner)| inner);
    let has_pad = inner.starts_with(' ');
    let listed = items.iter().filter(|item| !item.is_bare).count();
    let has_lists = items.iter().any(|item| item.list.is_some());
    let start = line_start(source, range.start);
    let line = source.get(start..range.start).unwrap_or_default();
    let indent: Vec<u8> = line
        .iter()
        .copied()
        .take_while(u8::is_ascii_whitespace)
        .collect();
    NameList {
        module: module.to_owned(),
        has_comments,
        // A multi-line list with one name is vertical too.
        is_vertical: is_multiline && lines >= listed + 2 && !(style.fills && has_lists),
        has_brackets,
        separator: style.separator,
        has_other_pad: has_brackets
            && !is_multiline
            && !inner.is_empty()
            && has_pad != (style.pad == " "),
        indent: String::from_utf8_lossy(&indent).into_owned(),
        items,
    }
}

/// Layout for languages without lists of names.
pub(crate) const NO_LIST: ListStyle = ListStyle {
    open: "",
    close: "",
    pad: "",
    separator: ",",
    brackets: Brackets::Several,
    width: usize::MAX,
    fills: false,
    has_trailing_comma: false,
    indent: "",
};
