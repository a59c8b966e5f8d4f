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
        pub(crate) const $constant: LanguageFn = $library::$language $(($($none)*))?;

        #[cfg(all(feature = $feature, packed = $name))]
        pub(crate) const $constant: LanguageFn = {
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
                    let unpacked = crate::unpack::unpack(packed, table);
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
mod tests;
