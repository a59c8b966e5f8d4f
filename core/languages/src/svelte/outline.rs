//! Outline table for Svelte, with the rules of HTML.

use crate::html::outline::{ELEMENT, SCRIPT, STYLE, TABLE};
use crate::outline::table::OutlineTable;

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    rules: &[ELEMENT, SCRIPT, STYLE],
    ..TABLE
};
