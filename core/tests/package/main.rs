//! The crates as packages: layers, manifests, public items and packed grammars.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod features;
mod grammar_packing;
mod layers;
mod manifests;
mod option_names;
mod packed_grammars;
mod public_items;
