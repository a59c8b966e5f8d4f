//! Items shared by the crates of `ransack`; not a public interface. They may change in any version.

pub use crate::directives::Directives;
pub use crate::early_errors::EarlyError;
pub use crate::embedded::{EmbeddedRegion, ImportScript};
pub use crate::highlights::{MARKDOWN_INLINE, Untagged};
pub use crate::imports::list::{Brackets, Item, ListStyle, NameList, in_order, target_list};
pub use crate::imports::read::{ImportTable, ReadImport, Reader};
pub use crate::imports::statement::{
    CallImports, FileStyle, ImportRules, Statement, blank_lines_end, byte_order_mark, line_end,
    line_start, node_text, trimmed, without_next_semicolon,
};
pub use crate::kinds::NodeKinds;
pub use crate::lookup::{
    QuerySources, comment_kinds, early_errors, embedded_regions, embeds_by_line, has_highlights,
    has_import_scripts, import_scripts, is_host, is_plain_use, may_contain, query_sources,
    untagged,
};
pub use crate::outline::declarator::innermost;
pub use crate::outline::doc::{comment_text, string_text};
pub use crate::outline::item::{ItemParts, item_weight, outline_item};
pub use crate::outline::kind::{add_modifier, add_modifiers, has_locals, is_type};
pub use crate::outline::spans::{Location, Spans};
pub use crate::outline::table::{
    DocStyle, Draft, IndentUnit, Marked, Name, OutlineTable, OutlineText, PRAGMA_REGION, Rule,
    RulePlace, child_of_kind, has_word, part,
};
pub use crate::pattern::{
    CLike, CommentScan, ContextCondition, EcmascriptKinds, Formats, LineEnds, Operands,
    OptionalChildren, PatternContext, PatternSyntax, Placeholder, Quotes, StatementHeads,
};
pub use crate::registry::{PerLanguage, tables};
pub use crate::tables::LanguageTables;
