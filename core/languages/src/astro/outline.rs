//! Outline table for Astro, with the rules of HTML.

use crate::html::outline::{ELEMENT, FRONTMATTER, SCRIPT, STYLE, TABLE};
use crate::outline::table::OutlineTable;

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    rules: &[ELEMENT, SCRIPT, STYLE, FRONTMATTER],
    ..TABLE
};
