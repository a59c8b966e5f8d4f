//! Grammar numbers for the node kinds that a check uses.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use ransack_grammars::Language;
use ransack_grammars::internal::grammar_of;

/// Kinds indexed by grammar number, shared by all calls.
pub(crate) type KindTable<K> = &'static [K];

/// Tables for the languages checked so far.
pub(crate) type KindTables<K> = Mutex<Option<HashMap<&'static str, KindTable<K>>>>;

/// Returns the table for a language, which is built on first use and kept for the life of the
/// process.
///
/// `known` maps names to kinds; names of anonymous tokens begin with a quote.
pub(crate) fn table<K: Copy + Default>(
    tables: &'static KindTables<K>,
    language: &'static Language,
    known: &[(&str, K)],
) -> KindTable<K> {
    let mut tables = tables.lock().unwrap_or_else(PoisonError::into_inner);
    tables
        .get_or_insert_default()
        .entry(language.name)
        .or_insert_with(|| {
            let grammar = grammar_of(language);
            let count = u16::try_from(grammar.node_kind_count()).unwrap_or(u16::MAX);
            let kind = |id: u16| {
                let name = grammar.node_kind_for_id(id).unwrap_or_default();
                let is_named = grammar.node_kind_is_named(id);
                let is = |known: &str| match known.strip_prefix('\'') {
                    Some(token) => !is_named && token == name,
                    None => is_named && known == name,
                };
                let found = known.iter().find(|(known, _)| is(known));
                found.map_or_else(K::default, |(_, kind)| *kind)
            };
            (0..count).map(kind).collect::<Vec<K>>().leak()
        })
}

/// Declares an enumeration of node kinds and a function that returns the kinds of a language.
macro_rules! kinds {
    ($($kind:ident = $($name:literal)|+,)*) => {
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub(crate) enum Kind {
            #[default]
            Other,
            $($kind,)*
        }

        impl Kind {
            /// Returns the kinds of a language, indexed by grammar number.
            pub(crate) fn table(
                language: &'static ransack_grammars::Language,
            ) -> $crate::early_errors::kinds::KindTable<Kind> {
                static TABLES: $crate::early_errors::kinds::KindTables<Kind> =
                    std::sync::Mutex::new(None);
                $crate::early_errors::kinds::table(
                    &TABLES,
                    language,
                    &[$($(($name, Kind::$kind),)+)*],
                )
            }
        }
    };
}

pub(crate) use kinds;
