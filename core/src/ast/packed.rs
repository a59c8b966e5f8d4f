//! Grammars with the largest parse tables.
//!
//! With the feature `packed-grammars`, the binary stores these tables compressed to a fiftieth of
//! their size. The first use of a language unpacks its table in 0.3 to 13 ms, into as much memory
//! as the original table. Parsing is as fast as with the crate's table. Without the feature, or if
//! the build is configured not to pack a table (`build/grammars.rs`), the crate's grammar is used.

use tree_sitter_language::LanguageFn;

macro_rules! grammars {
    ($($feature:literal $name:literal $constant:ident = $library:ident::$language:ident $(($($none:tt)*))?;)*) => {
        $(
        #[cfg(all(feature = $feature, not(packed = $name)))]
        pub(super) const $constant: LanguageFn = $library::$language $(($($none)*))?;

        #[cfg(all(feature = $feature, packed = $name))]
        pub(super) const $constant: LanguageFn = {
            use std::sync::Once;

            // Links the external scanner of the grammar.
            use $library as _;

            unsafe extern "C" {
                #[link_name = concat!("ransack_grammar_", $name)]
                fn grammar() -> *const ();
                #[link_name = concat!("ransack_table_", $name)]
                fn table(len: *mut u32) -> *mut u16;
            }

            extern "C" fn unpacked() -> *const () {
                static UNPACKED: Once = Once::new();
                UNPACKED.call_once(|| {
                    let mut len = 0;
                    // SAFETY: `build/extract.rs` generates `table` with this signature; it only
                    // stores the length of the table.
                    let table = unsafe { table(&raw mut len) };
                    // SAFETY: a static, initialized array of `len` numbers; `Once`
                    // makes this the only reference, and `grammar` is called after it ends.
                    let table = unsafe { std::slice::from_raw_parts_mut(table, len as usize) };
                    let packed = include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".table"));
                    // Cannot fail, since the build has unpacked it.
                    let unpacked = super::unpack::unpack(packed, table);
                    debug_assert!(unpacked.is_some(), "{}", $name);
                });
                // SAFETY: this is the renamed function that tree-sitter generated for the grammar;
                // it takes no arguments and has no preconditions.
                unsafe { grammar() }
            }

            // SAFETY: `unpacked` returns a pointer to a static language from a function generated
            // by tree-sitter.
            unsafe { LanguageFn::from_raw(unpacked) }
        };
        )*

        /// Name, whether the grammar is packed, the grammar, and the crate's grammar.
        #[cfg(test)]
        const GRAMMARS: &[(&str, bool, LanguageFn, LanguageFn)] = &[$(
            #[cfg(feature = $feature)]
            (
                $name,
                cfg!(packed = $name),
                $constant,
                $library::$language $(($($none)*))?,
            ),
        )*];
    };
}

grammars! {
    "lang-cpp" "cpp" CPP = tree_sitter_cpp::LANGUAGE;
    "lang-csharp" "csharp" CSHARP = tree_sitter_c_sharp::LANGUAGE;
    "lang-haskell" "haskell" HASKELL = tree_sitter_haskell::LANGUAGE;
    "lang-julia" "julia" JULIA = arborium_julia::language();
    "lang-kotlin" "kotlin" KOTLIN = tree_sitter_kotlin_sg::LANGUAGE;
    "lang-objc" "objc" OBJC = tree_sitter_objc::LANGUAGE;
    "lang-ocaml" "ocaml" OCAML = tree_sitter_ocaml::LANGUAGE_OCAML;
    "lang-odin" "odin" ODIN = tree_sitter_odin::LANGUAGE;
    "lang-perl" "perl" PERL = ts_parser_perl::LANGUAGE;
    "lang-ruby" "ruby" RUBY = tree_sitter_ruby::LANGUAGE;
    "lang-scala" "scala" SCALA = tree_sitter_scala::LANGUAGE;
    "lang-swift" "swift" SWIFT = tree_sitter_swift::LANGUAGE;
    "lang-tlaplus" "tlaplus" TLAPLUS = tree_sitter_tlaplus::LANGUAGE;
    "lang-verilog" "verilog" VERILOG = tree_sitter_verilog::LANGUAGE;
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::path::Path;

    use tree_sitter::{Language, Parser};

    use super::*;

    #[test]
    #[cfg(feature = "packed-grammars")]
    fn all_are_packed() {
        for (name, packed, ..) in GRAMMARS {
            assert!(packed, "{name}");
        }
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

    fn table(grammar: LanguageFn) -> &'static [u16] {
        // SAFETY: the function returns a pointer to a static language that begins with these fields
        // in the ABI versions asserted below.
        let head = unsafe { &*grammar.into_raw()().cast::<GrammarHeader>() };
        let language = Language::from(grammar);
        assert!((13..=15).contains(&head.abi_version));
        assert_eq!(head.state_count as usize, language.parse_state_count());
        let len = head.large_state_count as usize * head.symbol_count as usize;
        // SAFETY: a dense parse table has one row of `symbol_count` values for each large state. It
        // is not written after the function returns.
        unsafe { std::slice::from_raw_parts(head.parse_table, len) }
    }

    #[test]
    fn tables_equal_those_of_the_crates() {
        for &(name, _, grammar, original) in GRAMMARS {
            let (table, original) = (table(grammar), table(original));
            assert!(original.iter().any(|&value| value > 0));
            // `assert_eq` would print megabytes.
            assert!(table == original, "{name}");
        }
    }

    #[test]
    fn texts_are_parsed_as_by_the_crates() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/languages");
        let mut parsed = Vec::new();
        for file in folder.read_dir().unwrap() {
            let path = file.unwrap().path();
            let text = std::fs::read(&path).unwrap();
            // Also with syntax errors: omits every third line.
            let lines = text.split_inclusive(|&byte| byte == b'\n').enumerate();
            let damaged = lines.filter(|(number, _)| number % 3 != 2);
            let damaged: Vec<u8> = damaged.flat_map(|(_, line)| line).copied().collect();
            let Some(language) = crate::ast::Language::from_path(&path) else {
                continue;
            };
            for &(name, _, grammar, original) in GRAMMARS {
                if name != language.name {
                    continue;
                }
                for text in [&text, &damaged] {
                    let [tree, original] = [grammar, original].map(|grammar| {
                        let mut parser = Parser::new();
                        parser.set_language(&grammar.into()).unwrap();
                        parser.parse(text, None).unwrap().root_node().to_sexp()
                    });
                    assert_eq!(tree, original, "{}", path.display());
                }
                parsed.push(name);
            }
        }
        parsed.sort_unstable();
        parsed.dedup();
        assert_eq!(parsed.len(), GRAMMARS.len());
    }
}
