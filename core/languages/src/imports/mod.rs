//! Import statements: their content and their form.
//!
//! - `read`: the table of a language, and the reader of imports and exports.
//! - `item`: imports and exports; `request`: imports to add.
//! - `statement`, `list`, `layout`: statements that can be changed, their lists of names, and the
//!   layout of the lists.
//! - `order`: the order of modules and names.

pub(crate) mod item;
mod layout;
pub(crate) mod list;
pub(crate) mod order;
pub(crate) mod read;
pub(crate) mod request;
pub(crate) mod statement;
