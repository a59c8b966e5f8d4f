//! Takes the dense parse table out of the C source of a grammar.
//!
//! Tree-sitter writes `parser.c` in one form, line by line. What is not in that
//! form is refused, so that a table is either read wholly or not at all.

use std::collections::HashMap;
use std::fmt::Write;

/// A grammar whose dense table is kept apart from it.
pub(crate) struct Grammar {
    /// The C source. Its table is empty; `ransack_grammar_NAME` is the grammar,
    /// and `ransack_table_NAME` tells where the table is and how long.
    pub(crate) source: String,
    /// How many values a row has.
    pub(crate) symbols: u16,
    /// The rows, each the symbols that it has values for and these.
    pub(crate) rows: Vec<Vec<(u16, u16)>>,
}

const TABLE: &str = "ts_parse_table[LARGE_STATE_COUNT][SYMBOL_COUNT]";

/// Splits the text of a `parser.c`, or says what is not understood of it.
pub(crate) fn split(source: &str, name: &str) -> Result<Grammar, String> {
    let symbols: u16 = constant(source, "SYMBOL_COUNT")?;
    let states: usize = constant(source, "LARGE_STATE_COUNT")?;
    let (before, rest) = cut(source, &format!("static const uint16_t {TABLE} = {{\n"))?;
    let (table, after) = cut(rest, "\n};\n")?;
    let rows = rows(table, &identifiers(before)?)?;
    if rows.len() != states {
        return Err(format!("{} rows of {states}", rows.len()));
    }
    let in_bounds = |row: &Vec<_>| row.iter().all(|&(symbol, _)| symbol < symbols);
    if !rows.iter().all(in_bounds) {
        return Err("a symbol beyond the last".into());
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
    Ok(Grammar {
        source,
        symbols,
        rows,
    })
}

/// What stands before the first `mark` and after it.
fn cut<'a>(text: &'a str, mark: &str) -> Result<(&'a str, &'a str), String> {
    text.split_once(mark)
        .ok_or_else(|| format!("no `{}`", mark.trim()))
}

fn constant<N: std::str::FromStr>(source: &str, name: &str) -> Result<N, String> {
    let (_, rest) = cut(source, &format!("\n#define {name} "))?;
    let value = rest.lines().next().and_then(|digits| digits.parse().ok());
    value.ok_or_else(|| format!("no number `{name}`"))
}

/// The numbers of the symbols.
fn identifiers(source: &str) -> Result<HashMap<&str, u16>, String> {
    let (_, rest) = cut(source, "\nenum ts_symbol_identifiers {\n")?;
    let (lines, _) = cut(rest, "\n};\n")?;
    let mut identifiers = HashMap::from([("ts_builtin_sym_end", 0)]);
    for line in lines.lines() {
        let entry = line.strip_suffix(',').and_then(|l| l.split_once(" = "));
        let Some((name, Ok(number))) = entry.map(|(name, n)| (name.trim(), n.parse())) else {
            return Err(format!("no symbol: `{line}`"));
        };
        identifiers.insert(name, number);
    }
    Ok(identifiers)
}

fn rows(table: &str, identifiers: &HashMap<&str, u16>) -> Result<Vec<Vec<(u16, u16)>>, String> {
    let mut rows: Vec<Vec<(u16, u16)>> = Vec::new();
    let mut open = false;
    for line in table.lines() {
        let understood = match line.as_bytes() {
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
                // A value that is not there is 0 too.
                (Some((_, 0)), _) => true,
                (Some(entry), Some(row)) => {
                    row.push(entry);
                    true
                }
                _ => false,
            },
            _ => false,
        };
        if !understood {
            return Err(format!("in the table: `{line}`"));
        }
    }
    if open {
        return Err("a row without an end".into());
    }
    Ok(rows)
}

/// `    [symbol] = ACTIONS(1),` or `    [symbol] = STATE(1),`: macros whose value
/// is what they are given.
fn entry(line: &str, identifiers: &HashMap<&str, u16>) -> Option<(u16, u16)> {
    let line = line.strip_prefix("    [")?.strip_suffix("),")?;
    let (symbol, value) = line.split_once("] = ")?;
    let value = value
        .strip_prefix("ACTIONS(")
        .or_else(|| value.strip_prefix("STATE("))?;
    Some((*identifiers.get(symbol)?, value.parse().ok()?))
}
