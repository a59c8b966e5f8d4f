//! Search by syntax.

mod context;
mod language;
mod languages;

pub use language::{Language, languages};
