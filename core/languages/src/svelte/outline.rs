//! Outline table for Svelte, with the rules of HTML.

use crate::html::outline::{ELEMENT, SCRIPT, STYLE, TABLE};
use crate::outline::table::OutlineTable;

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "if_end if_start if_statement",
    rules: &[ELEMENT, SCRIPT, STYLE],
    ..TABLE
};
