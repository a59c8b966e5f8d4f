//! Items shared by the crates of `ransack`; not a public interface. They may change in any version.

pub use crate::outline::count::{FileText, SymbolCount, SymbolCounter, SymbolScratch};
pub use crate::skeleton::detail::DetailedText;
