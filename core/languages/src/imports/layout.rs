//! Changes lists of names inside the text of their statement.
//!
//! A list in the language's usual layout is rendered again. In a list with any other layout or with
//! comments, names are inserted and removed in place and the remaining text is unchanged.

use std::cmp::Ordering;
use std::ops::Range;

use super::list::{Brackets, Item, NameList, in_order, target_list};
use super::statement::{ImportRules, Statement};

const BLANKS: [char; 2] = [' ', '\t'];

/// Text to insert for a name.
struct Insertion {
    /// Offset in the text of the statement.
    at: usize,
    text: String,
    /// Offset of the name in `text`.
    name: usize,
}

impl Statement {
    /// Returns whether rendering the list reproduces its text.
    fn has_usual_layout(&self, editor: &ImportRules, eol: &str) -> bool {
        let mut rendered = self.clone();
        rendered.update(&editor.list, eol);
        rendered.text == self.text
    }

    /// Adds names to the list of a module, each at its sorted position. Returns false and changes
    /// nothing if the text has no position for them.
    pub fn add_names(
        &mut self,
        module: &str,
        added: Vec<Item>,
        editor: &ImportRules,
        eol: &str,
    ) -> bool {
        if self.has_usual_layout(editor, eol) {
            let mut rendered = self.clone();
            rendered.render_names(module, added.clone(), editor, eol);
            if !rendered.loses_layout_of(self, editor) {
                *self = rendered;
                return true;
            }
        }
        let mut changed = self.clone();
        let is_added = |item| changed.insert_name(module, item, editor, eol);
        let all = added
            .into_iter()
            .map(is_added)
            .all(|is_added| is_added.is_some());
        if all {
            *self = changed;
        }
        all
    }

    /// Adds names to the list of a module and renders the list again.
    fn render_names(&mut self, module: &str, added: Vec<Item>, editor: &ImportRules, eol: &str) {
        let list = self.list.as_mut().map(|(_, list)| list);
        let Some(target) = list.and_then(|list| target_list(list, module)) else {
            return;
        };
        let order = |a: &Item, b: &Item| in_order(a, b, editor.compare_names);
        if target
            .items
            .is_sorted_by(|a, b| order(a, b) != Ordering::Greater)
        {
            target.items.extend(added);
            target.items.sort_by(order);
        } else {
            for item in added {
                let at = sorted_place(target, &item, editor);
                target.items.insert(at, item);
            }
        }
        self.update(&editor.list, eol);
    }

    /// Returns whether a former one-line list now has several lines and could not return to the
    /// original line.
    fn loses_layout_of(&self, before: &Statement, editor: &ImportRules) -> bool {
        let is_wrapped = self.text.contains('\n') && !before.text.contains('\n');
        let list = before.list.as_ref().filter(|_| is_wrapped);
        list.is_some_and(|(_, list)| {
            let has_own_brackets = list.has_brackets && editor.list.brackets == Brackets::Multiline;
            list.has_other_pad || has_own_brackets
        })
    }

    /// Inserts a name into the text.
    fn insert_name(
        &mut self,
        module: &str,
        mut item: Item,
        editor: &ImportRules,
        eol: &str,
    ) -> Option<()> {
        let (names, list) = self.list.as_mut()?;
        let target = target_list(list, module)?;
        let place = sorted_place(target, &item, editor);
        let insertion = match item.is_bare {
            true => Insertion {
                at: names.start,
                text: format!("{}, ", item.text),
                name: 0,
            },
            false => insertion(&self.text, target, place, &item.text, eol)?,
        };
        self.text.insert_str(insertion.at, &insertion.text);
        let added = insertion.text.len();
        names.end += added;
        list.move_items(&|at| if at >= insertion.at { at + added } else { at });
        let start = insertion.at + insertion.name;
        item.range = start..start + item.text.len();
        target_list(list, module)?.items.insert(place, item);
        Some(())
    }

    /// Removes the names for which `is_removed` returns true, given the module of their list.
    /// Returns whether any name matches and whether no other names are left. Does not change the
    /// text if no name is left or if the text is not valid UTF-8.
    pub fn remove_names(
        &mut self,
        is_removed: &dyn Fn(&str, &Item) -> bool,
        editor: &ImportRules,
        eol: &str,
        is_utf8: bool,
    ) -> (bool, bool) {
        let has_any = self
            .list
            .as_ref()
            .is_some_and(|(_, list)| list.has(is_removed));
        if !has_any {
            return (false, false);
        }
        let is_usual = is_utf8 && self.has_usual_layout(editor, eol);
        let was_too_long = is_usual && self.is_too_long(editor, eol);
        let Some((names, list)) = &mut self.list else {
            return (false, false);
        };
        let mut removed = Vec::new();
        let bares = |list: &NameList| list.items.iter().filter(|item| item.is_bare).count();
        let had_names = bares(list) < list.items.len();
        list.remove(is_removed, &mut removed);
        if !is_utf8 || list.items.is_empty() {
            return (true, list.items.is_empty());
        }
        if is_usual {
            // The list had several lines only because it did not fit on one.
            list.is_vertical &= !was_too_long;
            list.has_brackets &= !was_too_long;
            self.update(&editor.list, eol);
            return (true, false);
        }
        let lost_names = had_names && bares(list) == list.items.len();
        if let Some(last) = list.items.last().filter(|_| lost_names) {
            // `a, { b }` without names in the braces becomes `a`.
            removed.retain(|item| item.is_bare);
            self.text.replace_range(last.range.end..names.end, "");
            names.end = last.range.end;
        }
        // In descending order, so that a cut does not move the text before it.
        removed.sort_by_key(|item| std::cmp::Reverse(item.range.start));
        for item in removed {
            let cut = cut_of(&self.text, &item.range, list.separator);
            self.text.replace_range(cut.clone(), "");
            names.end -= cut.len();
            list.move_items(&|at| if at >= cut.end { at - cut.len() } else { at });
        }
        (true, false)
    }

    /// Returns whether a multi-line list would be too long for one line.
    fn is_too_long(&self, editor: &ImportRules, eol: &str) -> bool {
        let mut flat = self.clone();
        let Some((_, list)) = &mut flat.list else {
            return false;
        };
        let is_vertical = std::mem::replace(&mut list.is_vertical, false);
        flat.update(&editor.list, eol);
        is_vertical && flat.text.contains('\n')
    }
}

impl NameList {
    /// Moves the ranges of the names in the list and its nested lists.
    pub fn move_items(&mut self, moved: &dyn Fn(usize) -> usize) {
        for item in &mut self.items {
            item.range = moved(item.range.start)..moved(item.range.end);
            if let Some(list) = &mut item.list {
                list.move_items(moved);
            }
        }
    }

    /// Returns whether the list or a nested list has a name for which `is_removed` returns true.
    fn has(&self, is_removed: &dyn Fn(&str, &Item) -> bool) -> bool {
        self.items.iter().any(|item| match &item.list {
            Some(list) => list.has(is_removed),
            None => is_removed(&self.module, item),
        })
    }

    /// Removes names from the list and its nested lists, and then empty lists. Adds the removed
    /// names to `removed`.
    fn remove(&mut self, is_removed: &dyn Fn(&str, &Item) -> bool, removed: &mut Vec<Item>) {
        let module = &self.module;
        self.items.retain_mut(|item| {
            let count = removed.len();
            let keeps = match &mut item.list {
                Some(list) => {
                    list.remove(is_removed, removed);
                    !list.items.is_empty()
                }
                None => !is_removed(module, item),
            };
            if !keeps {
                removed.truncate(count);
                removed.push(item.clone());
            }
            keeps
        });
    }
}

/// Returns the index at which a name is inserted.
fn sorted_place(list: &NameList, item: &Item, editor: &ImportRules) -> usize {
    let is_greater =
        |known: &Item| in_order(known, item, editor.compare_names) == Ordering::Greater;
    let at = list.items.iter().position(is_greater);
    at.unwrap_or(list.items.len())
}

/// Returns the blanks before an offset, if only blanks precede it on its line.
fn indent_of(text: &str, at: usize) -> Option<&str> {
    let line = text[..at].rfind('\n')? + 1;
    let indent = &text[line..at];
    indent.trim().is_empty().then_some(indent)
}

/// Returns the offset after the separator that follows a name, skipping any comments before the
/// separator. An empty separator follows every name but the last.
fn separator_end(text: &str, name_end: usize, separator: &str) -> Option<usize> {
    let mut rest = text[name_end..].trim_start();
    if separator.is_empty() {
        let is_name = |c: char| c.is_alphanumeric() || "_$@%&:".contains(c);
        return rest.starts_with(is_name).then_some(name_end);
    }
    loop {
        let after = match rest.get(..2) {
            Some("/*") => rest.split_once("*/"),
            Some("//") => rest.split_once('\n'),
            _ if rest.starts_with('#') => rest.split_once('\n'),
            _ => break,
        };
        rest = after?.1.trim_start();
    }
    let after = rest.strip_prefix(separator)?;
    Some(text.len() - after.len())
}

/// Returns the rest of a line.
fn rest_of_line(text: &str, at: usize) -> &str {
    text[at..].split('\n').next().unwrap_or_default().trim()
}

/// Returns the insertion of a name at an index of a list. The name gets its own line if the next
/// name, or the one before the last, is alone on its line.
fn insertion(
    text: &str,
    list: &NameList,
    place: usize,
    name: &str,
    eol: &str,
) -> Option<Insertion> {
    let of_index = |index: usize| list.items.get(index).filter(|item| !item.is_bare);
    // Without brackets, a line cannot end between names.
    let separator = list.separator;
    let own_line = |item: &Item| {
        let end = separator_end(text, item.range.end, separator).unwrap_or(item.range.end);
        let is_alone = list.has_brackets && rest_of_line(text, end).is_empty();
        indent_of(text, item.range.start).filter(|_| is_alone)
    };
    if let Some(next) = of_index(place) {
        let text = match own_line(next) {
            Some(indent) => format!("{name}{separator}{eol}{indent}"),
            None => format!("{name}{separator} "),
        };
        return Some(Insertion {
            at: next.range.start,
            text,
            name: 0,
        });
    }
    let last = of_index(place.checked_sub(1)?)?;
    let end = separator_end(text, last.range.end, separator);
    let between = match own_line(last) {
        Some(indent) => format!("{eol}{indent}"),
        None => " ".to_owned(),
    };
    let (before, after) = if end.is_some() {
        ("", separator)
    } else {
        (separator, "")
    };
    Some(Insertion {
        at: end.unwrap_or(last.range.end),
        text: format!("{before}{between}{name}{after}"),
        name: before.len() + between.len(),
    })
}

/// Returns the range of a name in a list, with its separator. If the name is alone on its line,
/// includes the line and its trailing comment.
fn cut_of(text: &str, name: &Range<usize>, separator: &str) -> Range<usize> {
    let line_end = |at: usize| text[at..].find('\n').map_or(text.len(), |end| at + end + 1);
    let is_comment = |rest: &str| rest.starts_with('#') || rest.starts_with("//");
    let indent = indent_of(text, name.start);
    let line_start = indent.map(|indent| name.start - indent.len());
    if let Some(end) = separator_end(text, name.end, separator) {
        let rest = rest_of_line(text, end);
        return match line_start {
            Some(line) if rest.is_empty() || is_comment(rest) => line..line_end(end),
            // Last name on a line that ends with a separator.
            None if rest.is_empty() => text[..name.start].trim_end_matches(BLANKS).len()..end,
            _ => {
                let after = text[end..].trim_start_matches(BLANKS);
                name.start..text.len() - after.len()
            }
        };
    }
    let has_comment = is_comment(rest_of_line(text, name.end));
    // A last name without a separator: the one before it goes, unless a comment is in between.
    let before = text[..name.start].trim_end_matches([' ', '\t', '\r', '\n', '\\']);
    match (before.strip_suffix(separator), line_start) {
        (Some(before), _) if !has_comment => before.trim_end().len()..name.end,
        (_, Some(line)) => line..line_end(name.end),
        _ => name.clone(),
    }
}
