//! Dense parse table of a grammar compiled into this program.

use ransack_packed_grammars::LanguageFn;

/// Dense parse table of a compiled grammar.
pub(crate) struct CompiledTable {
    /// Number of values in a row.
    symbols: u32,
    /// Values, row by row.
    pub(crate) values: &'static [u16],
}

/// First fields of a language in ABI versions 13 to 15 of tree-sitter.
#[repr(C)]
struct GrammarHeader {
    abi_version: u32,
    symbol_count: u32,
    alias_count: u32,
    token_count: u32,
    external_token_count: u32,
    state_count: u32,
    large_state_count: u32,
    production_id_count: u32,
    field_count: u32,
    max_alias_sequence_length: u16,
    parse_table: *const u16,
}

impl CompiledTable {
    /// Returns the table of a grammar, or an error if its ABI version is unknown.
    pub(crate) fn of(language: LanguageFn) -> Result<CompiledTable, String> {
        // SAFETY: `LanguageFn` guarantees a function that returns a pointer to a static language
        // of tree-sitter, and every version begins with `abi_version`.
        let header = unsafe { language.into_raw()().cast::<GrammarHeader>() };
        // SAFETY: as above.
        let abi_version = unsafe { (*header).abi_version };
        if !(13..=15).contains(&abi_version) {
            return Err(format!(
                "version {abi_version} of tree-sitter's ABI is unknown"
            ));
        }
        // SAFETY: a language of these versions begins with these fields.
        let header = unsafe { &*header };
        let len = header.large_state_count as usize * header.symbol_count as usize;
        // SAFETY: a dense parse table has one row of `symbol_count` values for each large state.
        let values = unsafe { std::slice::from_raw_parts(header.parse_table, len) };
        Ok(CompiledTable {
            symbols: header.symbol_count,
            values,
        })
    }

    /// Whether the table has these rows of `(symbol, value)` pairs.
    pub(crate) fn equals(&self, symbols: u16, rows: &[Vec<(u16, u16)>]) -> bool {
        let width = usize::from(symbols);
        if u32::from(symbols) != self.symbols || rows.len() * width != self.values.len() {
            return false;
        }
        rows.iter()
            .zip(self.values.chunks_exact(width))
            .all(|(row, values)| {
                let zeros = values.iter().filter(|&&value| value == 0).count();
                let same = |&(symbol, value): &(u16, u16)| values[usize::from(symbol)] == value;
                zeros + row.len() == values.len() && row.iter().all(same)
            })
    }
}
