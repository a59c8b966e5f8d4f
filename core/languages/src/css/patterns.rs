//! Patterns of CSS.

use crate::pattern::ContextCondition::{Colon, Fallback};
use crate::pattern::{FILE, PatternSyntax, Quotes, at, named, whole};

/// Code before the blocks of key frames.
const KEY_FRAMES: &[&str] = &["~keyframes"];

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("_", ""), named("--_", "")],
    list_placeholders: &[
        named("_", ": _"),
        named("_", ": _;"),
        whole("from {}").only_after(KEY_FRAMES),
    ],
    contexts: &[
        FILE,
        at("declaration", Colon, "a {\n", "\n}"),
        at("declaration", Colon, "a {\n", ";\n}"),
        at("selector", Fallback, "", " {}"),
        at("value", Fallback, "a { x: ", "; }"),
        at("query", Fallback, "@media ", " {}"),
    ],
    closings: &[" {}"],
    quotes: Quotes::Equal,
    block_kinds: "block keyframe_block keyframe_block_list",
    ..PatternSyntax::DEFAULT
};
