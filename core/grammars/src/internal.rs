//! Items shared by the crates of `ransack`; not a public interface. They may change in any version.

pub use crate::buffer_trees::{BYTES_PER_NODE, BufferTreeKey, BufferTrees};
pub use crate::lookup::{
    claims_file_name, grammar_of, language_named, language_of_file_name, unknown_language_of_file,
};
pub use crate::mask::masked;
pub use crate::parse::{
    Interrupt, MAX_TEXT, Parsers, WorkBudget, WorkLimits, interrupt_error, no_stack, offload,
    parse, parse_edited, parse_unbounded, parse_with_stack, parser, skip_subtree,
    with_stack_of_text,
};
pub use crate::queries::{CrateQueries, crate_queries, part_grammar};
