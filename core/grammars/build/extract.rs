//! Extracts the dense parse table from the C source of a tree-sitter grammar.
//!
//! Tree-sitter generates `parser.c` in one fixed form, line by line. Any deviation is an error, so
//! a table is read completely or not at all.

use std::collections::HashMap;
use std::fmt::Write;

/// Grammar with its dense table extracted.
pub(crate) struct ExtractedGrammar {
    /// C source with a zeroed table. `ransack_grammar_NAME` returns the grammar, and
    /// `ransack_table_NAME` the address of the table and its number of values.
    pub(crate) source: String,
    /// Number of values in a row.
    pub(crate) symbols: u16,
    /// Rows of the table, as `(symbol, value)` pairs of the non-zero values.
    pub(crate) rows: Vec<Vec<(u16, u16)>>,
}

const TABLE: &str = "ts_parse_table[LARGE_STATE_COUNT][SYMBOL_COUNT]";

/// Extracts the table from the text of a `parser.c`. An error describes the unexpected part.
pub(crate) fn extract_table(source: &str, name: &str) -> Result<ExtractedGrammar, String> {
    let symbols: u16 = constant(source, "SYMBOL_COUNT")?;
    let states: usize = constant(source, "LARGE_STATE_COUNT")?;
    let (before, rest) = cut(source, &format!("static const uint16_t {TABLE} = {{\n"))?;
    let (table, after) = cut(rest, "\n};\n")?;
    let rows = rows(table, &identifiers(before)?)?;
    if rows.len() != states {
        return Err(format!(
            "table has {} rows: LARGE_STATE_COUNT is {states}",
            rows.len()
        ));
    }
    let in_bounds = |row: &Vec<_>| row.iter().all(|&(symbol, _)| symbol < symbols);
    if !rows.iter().all(in_bounds) {
        return Err(format!("symbol out of range: SYMBOL_COUNT is {symbols}"));
    }
    let (middle, function) = cut(after, "TS_PUBLIC const TSLanguage *tree_sitter_")?;
    let (_, function) = cut(function, "(void) {\n")?;
    let mut source = format!(
        "{before}static uint16_t {TABLE};\n{middle}\
         const TSLanguage *ransack_grammar_{name}(void) {{\n{function}"
    );
    // Writing to a string cannot fail.
    let _ = write!(
        source,
        "\nuint16_t *ransack_table_{name}(uint32_t *len) {{\n  \
           *len = LARGE_STATE_COUNT * SYMBOL_COUNT;\n  return &ts_parse_table[0][0];\n}}\n"
    );
    Ok(ExtractedGrammar {
        source,
        symbols,
        rows,
    })
}

/// Splits a text at the first `mark`.
fn cut<'a>(text: &'a str, mark: &str) -> Result<(&'a str, &'a str), String> {
    text.split_once(mark)
        .ok_or_else(|| format!("missing `{}`", mark.trim()))
}

/// Value of a `#define`.
fn constant<N: std::str::FromStr>(source: &str, name: &str) -> Result<N, String> {
    let (_, rest) = cut(source, &format!("\n#define {name} "))?;
    let value = rest.lines().next().and_then(|digits| digits.parse().ok());
    value.ok_or_else(|| format!("`{name}` is not a number"))
}

/// Symbol numbers by name.
fn identifiers(source: &str) -> Result<HashMap<&str, u16>, String> {
    let (_, rest) = cut(source, "\nenum ts_symbol_identifiers {\n")?;
    let (lines, _) = cut(rest, "\n};\n")?;
    let mut identifiers = HashMap::from([("ts_builtin_sym_end", 0)]);
    for line in lines.lines() {
        let entry = line.strip_suffix(',').and_then(|l| l.split_once(" = "));
        let Some((name, Ok(number))) = entry.map(|(name, n)| (name.trim(), n.parse())) else {
            return Err(format!("malformed symbol: `{line}`"));
        };
        identifiers.insert(name, number);
    }
    Ok(identifiers)
}

/// Parses the rows of the table.
fn rows(table: &str, identifiers: &HashMap<&str, u16>) -> Result<Vec<Vec<(u16, u16)>>, String> {
    let mut rows: Vec<Vec<(u16, u16)>> = Vec::new();
    let mut open = false;
    for line in table.lines() {
        let is_valid = match line.as_bytes() {
            b"  }," if open => {
                open = false;
                true
            }
            [b' ', b' ', b'[', ..] if !open => {
                open = true;
                let number = rows.len();
                rows.push(Vec::new());
                line == format!("  [{number}] = {{") || line == format!("  [STATE({number})] = {{")
            }
            _ if open => match (entry(line, identifiers), rows.last_mut()) {
                // Values are 0 by default.
                (Some((_, 0)), _) => true,
                (Some(entry), Some(row)) => {
                    row.push(entry);
                    true
                }
                _ => false,
            },
            _ => false,
        };
        if !is_valid {
            return Err(format!("malformed line in the table: `{line}`"));
        }
    }
    if open {
        return Err("unterminated row".into());
    }
    Ok(rows)
}

/// Parses a line of the form `    [symbol] = ACTIONS(1),` or `    [symbol] = STATE(1),`. Both
/// macros evaluate to their argument.
fn entry(line: &str, identifiers: &HashMap<&str, u16>) -> Option<(u16, u16)> {
    let line = line.strip_prefix("    [")?.strip_suffix("),")?;
    let (symbol, value) = line.split_once("] = ")?;
    let value = value
        .strip_prefix("ACTIONS(")
        .or_else(|| value.strip_prefix("STATE("))?;
    Some((*identifiers.get(symbol)?, value.parse().ok()?))
}
