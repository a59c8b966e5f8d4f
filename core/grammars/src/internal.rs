//! Items shared by the crates of `ransack`; not a public interface. They may change in any version.

pub use crate::budget::{Interrupt, WorkBudget, WorkLimits};
pub use crate::buffer_trees::{BYTES_PER_NODE, BufferTreeKey, BufferTrees};
pub use crate::language::{CrateQueries, KnownLanguage};
pub use crate::lookup::{
    FileLanguages, grammar_of, known_languages, language_named, unknown_language_of_file,
};
pub use crate::mask::{HiddenToken, UnconditionalText, hidden_tokens, masked, unconditional};
pub use crate::modeline::modeline_language;
pub use crate::parse::{
    GrammarParser, MAX_TEXT, Parsers, interrupt_error, no_stack, offload, parse, parse_edited,
    parse_unbounded, parser, skip_subtree, with_stack_of_text,
};
pub use crate::queries::{crate_queries, part_grammar};
pub use crate::shared_extension::{SharedExtension, shared_extension};
