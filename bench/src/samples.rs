//! Named numbers printed by processes, and their table.

use std::collections::BTreeMap;
use std::error::Error;
use std::process::{Command, Stdio};

use crate::table::{Table, percentile};

/// Numbers by name: milliseconds unless the name says otherwise.
#[derive(Default)]
pub(crate) struct Samples(BTreeMap<String, Vec<f64>>);

impl Samples {
    pub(crate) fn add(&mut self, name: impl Into<String>, number: f64) {
        self.0.entry(name.into()).or_default().push(number);
    }

    /// Adds the lines `number name` printed by a process.
    ///
    /// # Errors
    ///
    /// The process fails or prints anything else.
    pub(crate) fn collect(&mut self, mut command: Command) -> Result<(), Box<dyn Error>> {
        let output = command.stdin(Stdio::null()).output()?;
        if !output.status.success() {
            let words = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{command:?}: {}: {words}", output.status).into());
        }
        for line in String::from_utf8(output.stdout)?.lines() {
            let (number, name) = line.split_once(' ').ok_or("a line without a name")?;
            self.add(name, number.parse()?);
        }
        Ok(())
    }

    /// Returns a table with one row per name.
    pub(crate) fn table(&self, title: &str) -> Table {
        let mut table = Table::new(&[title, "samples", "min", "p50", "p99", "max"]);
        for (name, values) in &self.0 {
            let cell =
                |percent| percentile(values, percent).map_or("-".into(), |v| format!("{v:.2}"));
            table.row(vec![
                name.clone(),
                values.len().to_string(),
                cell(0),
                cell(50),
                cell(99),
                cell(100),
            ]);
        }
        table
    }
}
