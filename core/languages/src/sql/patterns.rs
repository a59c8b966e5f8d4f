//! Patterns of SQL.

use crate::pattern::ContextCondition::Fallback;
use crate::pattern::{FILE, PatternSyntax, Placeholder, at, named, whole};

/// Code before the columns of a new table.
const NEW_TABLE: &[&str] = &["~create table"];

/// Code suffixes before a query.
const QUERY: &[&str] = &[
    Placeholder::START,
    "as",
    "as (",
    "exists (",
    "union",
    "all",
    "except",
    "intersect",
];

/// Code suffixes before a number of rows.
const ROWS: &[&str] = &["limit", "offset"];

/// Code suffixes before the assignments of an update.
const SET: &[&str] = &["set"];

/// Code suffixes before a query that follows common table expressions.
const TABLES: &[&str] = &[")"];

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[
        named("_", ""),
        whole("1").only_after(ROWS),
        named("SELECT _", "").only_after(QUERY),
    ],
    list_placeholders: &[
        named("SELECT _", "").only_after(TABLES),
        named("_", " = 1").only_after(SET),
        named("_", " INT").only_after(NEW_TABLE),
    ],
    contexts: &[
        FILE,
        at("expression", Fallback, "SELECT ", ";"),
        at("condition", Fallback, "SELECT 1 FROM t WHERE ", ";"),
        at("clause", Fallback, "SELECT 1 ", ";"),
        at("clause", Fallback, "SELECT 1 FROM t ", ";"),
        at("clause", Fallback, "SELECT 1 FROM t LIMIT 1 ", ";"),
        at("column", Fallback, "CREATE TABLE t (", ");"),
    ],
    any_case: true,
    reserved: "alter and case create delete drop else from group having insert into join or \
        select then union update when where",
    block_kinds: "block function_body",
    runs: &[("set_operation", "select")],
    ..PatternSyntax::DEFAULT
};
