//! Outline table for Vue, with the rules of HTML.

use crate::html::outline::{ELEMENT, SCRIPT, STYLE, TABLE, TEMPLATE};
use crate::outline::table::OutlineTable;

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    rules: &[ELEMENT, SCRIPT, STYLE, TEMPLATE],
    ..TABLE
};
