//! ransack: native search, editing and text primitives for editors, terminals and coding agents.
//!
//! - ransack_grep(), ransack_search(): content search, in files and in memory
//! - ransack_glob(), ransack_fuzzy_find(): path search, by pattern and by fuzzy query
//! - ransack_ast_grep(), ransack_ast_edit(): syntax-tree search and rewrite
//! - ransack_outline_source(), ransack_outline_file(), ransack_outline_each(): definitions in text,
//!   in one file or in all files in scope
//! - ransack_definition_in_file(), ransack_skeleton_file(): source by name, source without bodies
//! - ransack_edit_definition(): edits of definitions and imports
//! - ransack_imports_file(), ransack_exports_file(), ransack_add_imports(): imports and exports
//! - ransack_edit(), ransack_edit_text(): edits of named files and of texts
//! - ransack_replace(): replacements of matches in files
//! - ransack_read_lines(), ransack_resolve_lines(): lines of files, with snapshots
//! - ransack_apply_patch(), ransack_parse_patch(): patches of files and of texts
//! - ransack_conflicts(): conflicts that merges have left in files
//! - ransack_block_range_at(), ransack_check_syntax(): syntax-tree lookup and syntax checking
//! - ransack_visible_width(), ransack_wrap_text_with_ansi(): terminal text
//! - ransack_count_tokens(), ransack_tokenizer: tokenizers for language models
//! - ransack_renderer: results as text within a number of tokens
//! - ransack_tree(): directory trees with sizes and numbers of lines, tokens and definitions
//! - ransack_pack(): files as one text within a number of tokens
//! - ransack_unified_diff(): line diffs of texts, with the words that differ
//! - ransack_undo(), ransack_redo(), ransack_checkpoint(), ransack_edits(): undo journal of applied edits
//! - ransack_highlight(): syntax highlighting
//! - ransack_workspace: cached, watched directory; see `workspace` in ransack_scope
//! - ransack_cancel_token: cancellation and time limits
//! - ransack_stream: results for event loops; ransack_pool: dedicated worker threads
//!
//! Example
//! -------
//!
//!     static int on_match(const ransack_grep_match *m, void *user_data) {
//!       (void)user_data;
//!       printf("%" RANSACK_BYTES_FMT ":%llu: %" RANSACK_BYTES_FMT "\n", RANSACK_BYTES_ARG(m->path),
//!              (unsigned long long)m->line_number, RANSACK_BYTES_ARG(m->line));
//!       return 0;
//!     }
//!
//!     ransack_bytes pattern = RANSACK_BYTES("needle"), root = RANSACK_BYTES("src");
//!     ransack_scope scope = RANSACK_SCOPE_INIT;
//!     ransack_grep_options options = RANSACK_GREP_OPTIONS_INIT;
//!     scope.roots = &root;
//!     scope.roots_len = 1;
//!     options.scope = &scope;
//!     options.patterns = &pattern;
//!     options.patterns_len = 1;
//!     if (ransack_grep(&options, NULL, on_match, NULL, NULL) != RANSACK_STATUS_OK)
//!       fprintf(stderr, "%s\n", ransack_last_error_message());
//!
//! Errors
//! ------
//!
//! A function that can fail returns a ransack_status: RANSACK_STATUS_OK (0) or an error number.
//! Numbers are never reused. ransack_last_error() returns the details of the last error on the
//! calling thread: message, path, pattern and offset. Outputs are written only on success. A file
//! that cannot be read does not fail a call; the report lists it under `skipped`.
//!
//! If a required pointer is NULL, the call fails with RANSACK_STATUS_NULL_ARGUMENT. A pointer may
//! be NULL only where its documentation says so: an output that is not the purpose of the call, such
//! as every report, is NULL if it is not needed. Enumerations are passed as uint32_t and checked:
//! an unknown value fails with RANSACK_STATUS_INVALID_OPTION. A flag is a uint8_t: 0 is false, any
//! other value is true.
//!
//! Panics and memory: a panic inside the library is a bug in the library. The panic is caught and
//! returned as RANSACK_STATUS_PANIC or RANSACK_STATUS_INTERNAL; the process continues. If memory
//! cannot be allocated, the process aborts.
//!
//! Strings and units
//! -----------------
//!
//! Text is passed as a ransack_bytes: a pointer and a length, without a NUL terminator. If the
//! length is 0, the pointer is ignored and may be NULL. RANSACK_BYTES("a") is the view of a literal,
//! and ransack_bytes_from_str() returns the view of any other string. Names of enumerators, such as
//! ransack_skip_reason_name(), are NUL-terminated. Patterns, queries, rules, globs, special
//! tokens, colours, and the names of types, languages, themes, encodings and models must be UTF-8;
//! otherwise the call fails with RANSACK_STATUS_INVALID_UTF8. Paths and file content are bytes and
//! are returned unchanged (on Windows, paths are UTF-8). Result paths are relative to their root
//! and use '/' on every platform.
//!
//! Lines are numbered from 1. Offsets and columns count from 0, in bytes unless the name ends in
//! _utf16. Sizes are in bytes, times in milliseconds. RANSACK_NO_LIMIT means "no limit" in a
//! numeric option; 0 means zero.
//!
//! Options and versions
//! --------------------
//!
//! Every struct that a caller fills has an _INIT macro, which sets every field to its default; set
//! the fields you need afterwards. An options struct begins with a version, and so does
//! ransack_scope, which selects the files for an operation. For languages without macros,
//! ransack_options_init() does the same. Options structs point to a scope; NULL means the default
//! scope.
//!
//! New fields go at the end of a struct, with a new version, so a program compiled with an older
//! header works with a newer shared library: fields that the program does not know keep their
//! defaults. A version unknown to the library fails with RANSACK_STATUS_BAD_VERSION. Structs that
//! the library returns by pointer also grow at the end. A release that breaks this rule changes the
//! SONAME.
//!
//! Callbacks
//! ---------
//!
//! Results are passed to a callback: ransack_on_X takes a ransack_X and the `user_data` passed to
//! the call. It returns 0 to continue or any other number to stop. If a callback stops a call, the
//! call succeeds, and the report says that it was stopped. Callbacks run on the thread that made
//! the call, one at a time, in result order, and may call the library. They must return: a C++
//! exception or longjmp through the library is undefined behaviour. The item and everything it
//! points to are valid until the callback returns.
//!
//! For event loops and languages without callbacks, ransack_X_stream() opens a ransack_stream, from
//! which ransack_X_stream_next() takes results; see ransack_stream_fd() and
//! ransack_stream_on_ready().
//!
//! Ownership
//! ---------
//!
//! The caller keeps ownership of everything it passes by const pointer; the library reads it only
//! during the call, and it must not change until the call returns. A value returned through a
//! pointer to a pointer belongs to the caller, who frees it once with the _free function for its
//! type; these functions accept NULL. A ransack_text either points into the input text, and is
//! valid as long as that text, or has an `owner` to free. Static values are documented as static.
//!
//! Threads
//! -------
//!
//! Every function may be called from any thread at any time. Any number of threads may share a
//! cancel token, pool, workspace, workspace cache, tokenizer, theme or highlight form; concurrent
//! calls on the same stream, fuzzy list, token counter or highlight stream are serialised. No
//! object may be freed while a call uses it.
//!
//! The library starts threads when a call first needs them, never at load time.
//! ransack_pool_resize() bounds the number of workers, at most 1024. A call whose options name a
//! `pool` uses only that pool. A child process created by fork() without exec() has none of these
//! threads, so it must not call the library if the parent has called it.
//!
//! Cancellation
//! ------------
//!
//! Every long-running call takes a ransack_cancel_token; NULL means none. A call whose token fires
//! returns within milliseconds, with RANSACK_STATUS_ABORTED or RANSACK_STATUS_TIMEOUT; if the token
//! fires during a callback, no more results are passed and the call fails, even if that callback
//! received the last result. With RANSACK_ON_TIMEOUT_PARTIAL a timeout is not an error: the call
//! returns the results found so far, and the report is not `complete`.
//!
//! Terminal text
//! -------------
//!
//! Functions that process terminal text accept any bytes. Each ill-formed part (maximal subpart, as
//! defined by the Unicode Standard) counts as U+FFFD, and none of its bytes begins an escape
//! sequence. A result that is a slice of the input keeps its exact bytes; a newly built result is
//! UTF-8, with U+FFFD for ill-formed parts. Widths and columns are in cells; columns count from 0.
//! Widths follow Unicode (see ransack_unicode_version()) as terminals with grapheme clustering
//! implement it; ransack_text_options can change this.
//!
//! Escape sequences have no width and are never split. An escape sequence is any of the following:
//! control sequences, control strings (OSC and APC, ended by BEL or ST; DCS, PM and SOS, ended by
//! ST), charset selections and all other sequences introduced by ESC or a C1 character. An
//! incomplete sequence extends to the end of the text.
//!
//! Tokens
//! ------
//!
//! Functions that count or produce tokens accept any bytes. Each ill-formed part counts as U+FFFD.
//! Offsets are byte offsets into the input. Text that looks like a special token is ordinary text
//! unless ransack_token_options allows that token. Every call takes time linear in the length of
//! the text, for any input. ransack_tokenizer_count() and ransack_tokenizer_count_batch() split
//! text of 1 MiB or more across the worker threads; the result is the same. Each counting thread
//! keeps a cache of up to 4 MB for each of the last three vocabularies it used.
//!
//! Syntax highlighting
//! -------------------
//!
//! Functions that highlight text accept any bytes; the output contains the text unchanged between
//! the inserted markup. Offsets are byte offsets into the input. Two engines, tree-sitter grammars
//! and TextMate grammars, use the same set of classes; the report names the engine and says why it
//! was chosen.
//!
//! Names
//! -----
//!
//! C has one namespace for types and functions. Where an item type and a function would share a
//! name, the type keeps it, and the function name also names the input: ransack_ast_match_source()
//! returns ransack_ast_match items, and ransack_fuzzy_match_strings() ranks strings by the rules of
//! ransack_fuzzy_find().

#![allow(non_camel_case_types, reason = "the names are those of the C types")]
#![allow(
    non_upper_case_globals,
    reason = "the names are those of the C constants"
)]
#![allow(
    clippy::missing_safety_doc,
    reason = "the conventions above are the contract of every function"
)]

mod call;
mod decoded_text;
mod ffi;
#[cfg(test)]
#[cfg(all(feature = "highlight", feature = "outline", feature = "tokens"))]
mod header;
mod names;
mod panic;

#[cfg(feature = "ast")]
pub mod ast;
#[cfg(feature = "ast")]
pub mod ast_edit;
pub mod cancel;
pub mod diff;
#[cfg(feature = "ast")]
pub mod edit;
#[cfg(feature = "outline")]
pub mod edit_definition;
pub mod error;
pub mod fuzzy;
pub mod glob;
pub mod grep;
#[cfg(feature = "highlight")]
pub mod highlight;
pub mod options;
#[cfg(feature = "outline")]
pub mod outline;
#[cfg(all(feature = "ast", feature = "tokens"))]
pub mod pack;
pub mod passage;
pub mod pool;
#[cfg(feature = "tokens")]
pub mod render;
pub mod report;
pub mod slice;
pub mod stream;
pub mod string;
pub mod text;
#[cfg(feature = "tokens")]
pub mod tokens;
#[cfg(feature = "tokens")]
pub mod tree;
pub mod types;
#[cfg(feature = "ast")]
pub mod undo;
pub mod version;
pub mod workspace;
