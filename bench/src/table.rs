//! Text tables and their statistics.

use std::time::Duration;

/// Table whose first column is text and whose other columns are numbers.
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(head: &[&str]) -> Table {
        Table {
            rows: vec![head.iter().map(|h| (*h).to_owned()).collect()],
        }
    }

    pub(crate) fn row(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rows.len() < 2
    }

    pub(crate) fn aligned(&self) -> String {
        self.lines("", "  ", "")
    }

    pub(crate) fn markdown(&self) -> String {
        let text = self.lines("| ", " | ", " |");
        let (head, rest) = text.split_once('\n').unwrap_or((&text, ""));
        let columns = self.rows.first().map_or(0, Vec::len);
        let rule = format!("| --- |{}", " ---: |".repeat(columns.saturating_sub(1)));
        format!("{head}\n{rule}\n{rest}")
    }

    fn lines(&self, before: &str, between: &str, after: &str) -> String {
        let columns = self.rows.first().map_or(0, Vec::len);
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut text = String::new();
        for row in &self.rows {
            let cells: Vec<String> = row
                .iter()
                .zip(&widths)
                .enumerate()
                .map(|(column, (cell, &width))| match column {
                    0 => format!("{cell:<width$}"),
                    _ => format!("{cell:>width$}"),
                })
                .collect();
            text += &format!("{before}{}{after}\n", cells.join(between));
        }
        text
    }
}

pub(crate) fn millis(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1000.0)
}

/// Returns the upper median, or `None` without values.
pub(crate) fn median<T: Copy + PartialOrd>(values: &[T]) -> Option<T> {
    percentile(values, 50)
}

pub(crate) fn percentile<T: Copy + PartialOrd>(values: &[T], percent: usize) -> Option<T> {
    let mut sorted = values.to_vec();
    sorted.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    sorted
        .get((sorted.len() * percent / 100).min(sorted.len().saturating_sub(1)))
        .copied()
}

#[cfg(test)]
mod tests;
