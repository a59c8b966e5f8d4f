//! Lists of names, the skeletons with the least detail.
//!
//! A list has a line for each definition: its kind and its name, indented by its depth. A list that
//! must be shorter omits the deepest definitions first, then the last ones.

use ransack_languages::OutlineItem;

use crate::outline::item::Outline;

/// Names of the definitions in a text.
pub(super) struct DefinitionList {
    /// Lines in source order, each with the depth of its definition.
    lines: Vec<(usize, String)>,
}

impl DefinitionList {
    pub(super) fn new(outline: &Outline) -> DefinitionList {
        let mut list = DefinitionList { lines: Vec::new() };
        list.add(&outline.items, 0);
        list
    }

    fn add(&mut self, items: &[OutlineItem], depth: usize) {
        for item in items {
            let name = item.name.split_whitespace().collect::<Vec<_>>().join(" ");
            let kind = item.kind.name();
            // The name of an `impl` block is its header.
            let has_kind = name.split(' ').next() == Some(kind);
            let kind = if has_kind { "" } else { kind };
            let line = format!(
                "{:indent$}{}",
                "",
                format!("{kind} {name}").trim(),
                indent = 2 * depth
            );
            self.lines.push((depth, line));
            self.add(&item.children, depth + 1);
        }
    }

    /// Returns all names.
    pub(super) fn all(&self) -> String {
        self.text(&self.shallow(usize::MAX), 0)
    }

    /// Returns the most detailed list that `fits`, and the number of omitted definitions.
    pub(super) fn fitting(&self, fits: impl Fn(&str) -> bool) -> (String, u64) {
        let deepest = self
            .lines
            .iter()
            .map(|(depth, _)| *depth)
            .max()
            .unwrap_or(0);
        let mut shown = Vec::new();
        for depth in (0..=deepest).rev() {
            shown = self.shallow(depth);
            let omitted = self.lines.len() - shown.len();
            let text = self.text(&shown, omitted);
            if fits(&text) {
                return (text, omitted as u64);
            }
        }
        // The longest list that fits; the number of tokens may shrink slightly as a text grows, so
        // the result is checked again.
        let text = |count: usize| self.text(&shown[..count], self.lines.len() - count);
        let (mut low, mut high) = (0, shown.len());
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            match fits(&text(middle)) {
                true => low = middle,
                false => high = middle - 1,
            }
        }
        let fitting = (0..=low).rev().find(|count| fits(&text(*count)));
        match fitting {
            Some(count) => (text(count), (self.lines.len() - count) as u64),
            None => (String::new(), self.lines.len() as u64),
        }
    }

    /// Returns the lines of definitions up to a depth.
    fn shallow(&self, max_depth: usize) -> Vec<&str> {
        let lines = self.lines.iter();
        let lines = lines.filter(|(depth, _)| *depth <= max_depth);
        lines.map(|(_, line)| line.as_str()).collect()
    }

    /// Joins lines, followed by the number of `omitted` definitions.
    fn text(&self, lines: &[&str], omitted: usize) -> String {
        let mut text = String::new();
        for line in lines {
            text += line;
            text += "\n";
        }
        if omitted > 0 {
            text += &format!("... {omitted} more\n");
        }
        text
    }
}

#[cfg(test)]
mod tests;
