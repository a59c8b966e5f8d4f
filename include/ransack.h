/*
 * ransack: native search, editing and text primitives for editors, terminals and coding agents.
 *
 * - ransack_grep(), ransack_search(): content search, in files and in memory
 * - ransack_glob(), ransack_fuzzy_find(): path search, by pattern and by fuzzy query
 * - ransack_ast_grep(), ransack_ast_edit(): syntax-tree search and rewrite
 * - ransack_outline_source(), ransack_outline_file(), ransack_outline_each(): definitions in text,
 *   in one file or in all files in scope
 * - ransack_definition_in_file(), ransack_skeleton_file(): source by name, source without bodies
 * - ransack_edit_definition(): edits of definitions and imports
 * - ransack_imports_file(), ransack_exports_file(), ransack_add_imports(): imports and exports
 * - ransack_edit(), ransack_edit_text(): edits of named files and of texts
 * - ransack_replace(): replacements of matches in files
 * - ransack_read_lines(), ransack_resolve_lines(): lines of files, with snapshots
 * - ransack_apply_patch(), ransack_parse_patch(): patches of files and of texts
 * - ransack_conflicts(): conflicts that merges have left in files
 * - ransack_block_range_at(), ransack_check_syntax(): syntax-tree lookup and syntax checking
 * - ransack_visible_width(), ransack_wrap_text_with_ansi(): terminal text
 * - ransack_count_tokens(), ransack_tokenizer: tokenizers for language models
 * - ransack_renderer: results as text within a number of tokens
 * - ransack_tree(): directory trees with sizes and numbers of lines, tokens and definitions
 * - ransack_pack(): files as one text within a number of tokens
 * - ransack_unified_diff(): line diffs of texts, with the words that differ
 * - ransack_undo(), ransack_redo(), ransack_checkpoint(), ransack_edits(): undo journal of applied edits
 * - ransack_highlight(): syntax highlighting
 * - ransack_workspace: cached, watched directory; see `workspace` in ransack_scope
 * - ransack_cancel_token: cancellation and time limits
 * - ransack_stream: results for event loops; ransack_pool: dedicated worker threads
 *
 * Example
 * -------
 *
 *     static int on_match(const ransack_grep_match *m, void *user_data) {
 *       (void)user_data;
 *       printf("%" RANSACK_BYTES_FMT ":%llu: %" RANSACK_BYTES_FMT "\n", RANSACK_BYTES_ARG(m->path),
 *              (unsigned long long)m->line_number, RANSACK_BYTES_ARG(m->line));
 *       return 0;
 *     }
 *
 *     ransack_bytes pattern = RANSACK_BYTES("needle"), root = RANSACK_BYTES("src");
 *     ransack_scope scope = RANSACK_SCOPE_INIT;
 *     ransack_grep_options options = RANSACK_GREP_OPTIONS_INIT;
 *     scope.roots = &root;
 *     scope.roots_len = 1;
 *     options.scope = &scope;
 *     options.patterns = &pattern;
 *     options.patterns_len = 1;
 *     if (ransack_grep(&options, NULL, on_match, NULL, NULL) != RANSACK_STATUS_OK)
 *       fprintf(stderr, "%s\n", ransack_last_error_message());
 *
 * Errors
 * ------
 *
 * A function that can fail returns a ransack_status: RANSACK_STATUS_OK (0) or an error number.
 * Numbers are never reused. ransack_last_error() returns the details of the last error on the
 * calling thread: message, path, pattern and offset. Outputs are written only on success. A file
 * that cannot be read does not fail a call; the report lists it under `skipped`.
 *
 * If a required pointer is NULL, the call fails with RANSACK_STATUS_NULL_ARGUMENT. A pointer may
 * be NULL only where its documentation says so: an output that is not the purpose of the call, such
 * as every report, is NULL if it is not needed. Enumerations are passed as uint32_t and checked:
 * an unknown value fails with RANSACK_STATUS_INVALID_OPTION. A flag is a uint8_t: 0 is false, any
 * other value is true.
 *
 * Panics and memory: a panic inside the library is a bug in the library. The panic is caught and
 * returned as RANSACK_STATUS_PANIC or RANSACK_STATUS_INTERNAL; the process continues. If memory
 * cannot be allocated, the process aborts.
 *
 * Strings and units
 * -----------------
 *
 * Text is passed as a ransack_bytes: a pointer and a length, without a NUL terminator. If the
 * length is 0, the pointer is ignored and may be NULL. RANSACK_BYTES("a") is the view of a literal,
 * and ransack_bytes_from_str() returns the view of any other string. Names of enumerators, such as
 * ransack_skip_reason_name(), are NUL-terminated. Patterns, queries, rules, globs, special
 * tokens, colours, and the names of types, languages, themes, encodings and models must be UTF-8;
 * otherwise the call fails with RANSACK_STATUS_INVALID_UTF8. Paths and file content are bytes and
 * are returned unchanged (on Windows, paths are UTF-8). Result paths are relative to their root
 * and use '/' on every platform.
 *
 * Lines are numbered from 1. Offsets and columns count from 0, in bytes unless the name ends in
 * _utf16. Sizes are in bytes, times in milliseconds. RANSACK_NO_LIMIT means "no limit" in a
 * numeric option; 0 means zero.
 *
 * Options and versions
 * --------------------
 *
 * Every struct that a caller fills has an _INIT macro, which sets every field to its default; set
 * the fields you need afterwards. An options struct begins with a version, and so does
 * ransack_scope, which selects the files for an operation. For languages without macros,
 * ransack_options_init() does the same. Options structs point to a scope; NULL means the default
 * scope.
 *
 * New fields go at the end of a struct, with a new version, so a program compiled with an older
 * header works with a newer shared library: fields that the program does not know keep their
 * defaults. A version unknown to the library fails with RANSACK_STATUS_BAD_VERSION. Structs that
 * the library returns by pointer also grow at the end. A release that breaks this rule changes the
 * SONAME.
 *
 * Callbacks
 * ---------
 *
 * Results are passed to a callback: ransack_on_X takes a ransack_X and the `user_data` passed to
 * the call. It returns 0 to continue or any other number to stop. If a callback stops a call, the
 * call succeeds, and the report says that it was stopped. Callbacks run on the thread that made
 * the call, one at a time, in result order, and may call the library. They must return: a C++
 * exception or longjmp through the library is undefined behaviour. The item and everything it
 * points to are valid until the callback returns.
 *
 * For event loops and languages without callbacks, ransack_X_stream() opens a ransack_stream, from
 * which ransack_X_stream_next() takes results; see ransack_stream_fd() and
 * ransack_stream_on_ready().
 *
 * Ownership
 * ---------
 *
 * The caller keeps ownership of everything it passes by const pointer; the library reads it only
 * during the call, and it must not change until the call returns. A value returned through a
 * pointer to a pointer belongs to the caller, who frees it once with the _free function for its
 * type; these functions accept NULL. A ransack_text either points into the input text, and is
 * valid as long as that text, or has an `owner` to free. Static values are documented as static.
 *
 * Threads
 * -------
 *
 * Every function may be called from any thread at any time. Any number of threads may share a
 * cancel token, pool, workspace, workspace cache, tokenizer, theme or highlight form; concurrent
 * calls on the same stream, fuzzy list, token counter or highlight stream are serialised. No
 * object may be freed while a call uses it.
 *
 * The library starts threads when a call first needs them, never at load time.
 * ransack_pool_resize() bounds the number of workers, at most 1024. A call whose options name a
 * `pool` uses only that pool. A child process created by fork() without exec() has none of these
 * threads, so it must not call the library if the parent has called it.
 *
 * Cancellation
 * ------------
 *
 * Every long-running call takes a ransack_cancel_token; NULL means none. A call whose token fires
 * returns within milliseconds, with RANSACK_STATUS_ABORTED or RANSACK_STATUS_TIMEOUT; if the token
 * fires during a callback, no more results are passed and the call fails, even if that callback
 * received the last result. With RANSACK_ON_TIMEOUT_PARTIAL a timeout is not an error: the call
 * returns the results found so far, and the report is not `complete`.
 *
 * Terminal text
 * -------------
 *
 * Functions that process terminal text accept any bytes. Each ill-formed part (maximal subpart, as
 * defined by the Unicode Standard) counts as U+FFFD, and none of its bytes begins an escape
 * sequence. A result that is a slice of the input keeps its exact bytes; a newly built result is
 * UTF-8, with U+FFFD for ill-formed parts. Widths and columns are in cells; columns count from 0.
 * Widths follow Unicode (see ransack_unicode_version()) as terminals with grapheme clustering
 * implement it; ransack_text_options can change this.
 *
 * Escape sequences have no width and are never split. An escape sequence is any of the following:
 * control sequences, control strings (OSC and APC, ended by BEL or ST; DCS, PM and SOS, ended by
 * ST), charset selections and all other sequences introduced by ESC or a C1 character. An
 * incomplete sequence extends to the end of the text.
 *
 * Tokens
 * ------
 *
 * Functions that count or produce tokens accept any bytes. Each ill-formed part counts as U+FFFD.
 * Offsets are byte offsets into the input. Text that looks like a special token is ordinary text
 * unless ransack_token_options allows that token. Every call takes time linear in the length of
 * the text, for any input. ransack_tokenizer_count() and ransack_tokenizer_count_batch() split
 * text of 1 MiB or more across the worker threads; the result is the same. Each counting thread
 * keeps a cache of up to 4 MB for each of the last three vocabularies it used.
 *
 * Syntax highlighting
 * -------------------
 *
 * Functions that highlight text accept any bytes; the output contains the text unchanged between
 * the inserted markup. Offsets are byte offsets into the input. Two engines, tree-sitter grammars
 * and TextMate grammars, use the same set of classes; the report names the engine and says why it
 * was chosen.
 *
 * Names
 * -----
 *
 * C has one namespace for types and functions. Where an item type and a function would share a
 * name, the type keeps it, and the function name also names the input: ransack_ast_match_source()
 * returns ransack_ast_match items, and ransack_fuzzy_match_strings() ranks strings by the rules of
 * ransack_fuzzy_find().
 */

/* Generated from capi/src by cbindgen. Do not edit; change the sources and run
 * RANSACK_BLESS=1 cargo test -p ransack-capi --lib header */

#ifndef RANSACK_H
#define RANSACK_H

#include <stddef.h>
#include <stdint.h>

/** Version of this header; ransack_version() returns the version of the library. */
#define RANSACK_VERSION_MAJOR 0
#define RANSACK_VERSION_MINOR 1
#define RANSACK_VERSION_PATCH 0
#define RANSACK_VERSION "0.1.0"

/**
 * View of a string literal, without its NUL, as an expression: options.query = RANSACK_BYTES("a").
 * May contain NUL bytes. ransack_bytes_from_str() takes strings that are not literals.
 */
#ifdef __cplusplus
#define RANSACK_BYTES(literal) \
  (ransack_bytes{reinterpret_cast<const uint8_t *>("" literal), sizeof("" literal) - 1})
#else
#define RANSACK_BYTES(literal) \
  ((ransack_bytes){(const uint8_t *)("" literal), sizeof("" literal) - 1})
#endif

/**
 * Conversion specification and argument that print a ransack_bytes up to its first NUL byte:
 * printf("%" RANSACK_BYTES_FMT "\n", RANSACK_BYTES_ARG(match->path)). The argument is evaluated
 * twice.
 */
#define RANSACK_BYTES_FMT ".*s"
#define RANSACK_BYTES_ARG(bytes) (int)(bytes).len, (const char *)(bytes).data

/** Initialiser for ransack_apply_patch_options; sets every field to its default. */
#define RANSACK_APPLY_PATCH_OPTIONS_INIT { \
  RANSACK_APPLY_PATCH_OPTIONS_VERSION, /* version */ \
  1, /* dry_run */ \
  0, /* reverse */ \
  { NULL, 0 }, /* patch */ \
  { NULL, 0 }, /* path */ \
  0, /* fuzz */ \
  { NULL, 0 }, /* preview */ \
  16777216, /* max_file_size */ \
  { NULL, 0 }, /* encoding */ \
  RANSACK_NO_LIMIT, /* timeout_ms */ \
  NULL, /* pool */ \
  10000, /* wait_ms */ \
  NULL, /* workspace */ \
  NULL /* journal */ \
}

/** Initialiser for ransack_ast_edit_options; sets every field to its default. */
#define RANSACK_AST_EDIT_OPTIONS_INIT { \
  RANSACK_AST_EDIT_OPTIONS_VERSION, /* version */ \
  NULL, /* rewrites */ \
  0, /* rewrites_len */ \
  { NULL, 0 }, /* selector */ \
  NULL, /* scope */ \
  1, /* strictness */ \
  { NULL, 0 }, /* language */ \
  { NULL, 0 }, /* preview */ \
  RANSACK_NO_LIMIT, /* max_replacements */ \
  RANSACK_NO_LIMIT, /* max_files */ \
  2000, /* time_per_file_ms */ \
  16777216, /* max_file_size */ \
  { NULL, 0 }, /* encoding */ \
  RANSACK_NO_LIMIT, /* timeout_ms */ \
  1, /* repeat */ \
  1, /* dry_run */ \
  0, /* fail_on_parse_error */ \
  0, /* allow_syntax_errors */ \
  NULL, /* pool */ \
  10000, /* wait_ms */ \
  0, /* keeps */ \
  NULL, /* if_versions */ \
  0, /* if_versions_len */ \
  NULL /* journal */ \
}

/** Initialiser for ransack_ast_grep_options; sets every field to its default. */
#define RANSACK_AST_GREP_OPTIONS_INIT { \
  RANSACK_AST_GREP_OPTIONS_VERSION, /* version */ \
  NULL, /* patterns */ \
  0, /* patterns_len */ \
  { NULL, 0 }, /* rule */ \
  { NULL, 0 }, /* selector */ \
  NULL, /* scope */ \
  1, /* strictness */ \
  { NULL, 0 }, /* language */ \
  RANSACK_NO_LIMIT, /* limit */ \
  0, /* offset */ \
  2000, /* time_per_file_ms */ \
  16777216, /* max_file_size */ \
  { NULL, 0 }, /* encoding */ \
  RANSACK_NO_LIMIT, /* timeout_ms */ \
  0, /* on_timeout */ \
  0, /* include_meta */ \
  0, /* explain */ \
  NULL, /* pool */ \
  0, /* enclosing */ \
  0, /* versions */ \
  0 /* sort_by_mtime */ \
}

/** Initialiser for ransack_ast_match_options; sets every field to its default. */
#define RANSACK_AST_MATCH_OPTIONS_INIT { \
  RANSACK_AST_MATCH_OPTIONS_VERSION, /* version */ \
  NULL, /* patterns */ \
  0, /* patterns_len */ \
  { NULL, 0 }, /* rule */ \
  { NULL, 0 }, /* selector */ \
  RANSACK_NO_LIMIT, /* limit */ \
  0, /* offset */ \
  1, /* strictness */ \
  0, /* include_meta */ \
  0 /* explain */ \
}

/** Initialiser for ransack_checkpoint_options; sets every field to its default. */
#define RANSACK_CHECKPOINT_OPTIONS_INIT { \
  RANSACK_CHECKPOINT_OPTIONS_VERSION, /* version */ \
  { NULL, 0 }, /* name */ \
  { NULL, 0 }, /* path */ \
  NULL, /* workspace */ \
  NULL /* journal */ \
}

/** Initialiser for ransack_conflicts_options; sets every field to its default. */
#define RANSACK_CONFLICTS_OPTIONS_INIT { \
  RANSACK_CONFLICTS_OPTIONS_VERSION, /* version */ \
  NULL, /* scope */ \
  RANSACK_NO_LIMIT, /* limit */ \
  0, /* offset */ \
  RANSACK_NO_LIMIT, /* max_file_size */ \
  { NULL, 0 }, /* encoding */ \
  RANSACK_NO_LIMIT, /* timeout_ms */ \
  0, /* on_timeout */ \
  NULL /* pool */ \
}

/** Initialiser for ransack_definition_edit_options; sets every field to its default. */
#define RANSACK_DEFINITION_EDIT_OPTIONS_INIT { \
  RANSACK_DEFINITION_EDIT_OPTIONS_VERSION, /* version */ \
  1, /* dry_run */ \
  0, /* fail_on_parse_error */ \
  0, /* allow_syntax_errors */ \
  NULL, /* edits */ \
  0, /* edits_len */ \
  { NULL, 0 }, /* language */ \
  { NULL, 0 }, /* preview */ \
  2000, /* time_per_file_ms */ \
  16777216, /* max_file_size */ \
  { NULL, 0 }, /* encoding */ \
  RANSACK_NO_LIMIT, /* timeout_ms */ \
  NULL, /* pool */ \
  10000, /* wait_ms */ \
  NULL, /* workspace */ \
  NULL /* journal */ \
}

/** Initialiser for ransack_definition_options; sets every field to its default. */
#define RANSACK_DEFINITION_OPTIONS_INIT { \
  RANSACK_DEFINITION_OPTIONS_VERSION, /* version */ \
  0, /* layout */ \
  NULL, /* parts */ \
  0 /* parts_len */ \
}

/** Initialiser for ransack_edit_options; sets every field to its default. */
#define RANSACK_EDIT_OPTIONS_INIT { \
  RANSACK_EDIT_OPTIONS_VERSION, /* version */ \
  1, /* dry_run */ \
  0, /* tolerant */ \
  NULL, /* edits */ \
  0, /* edits_len */ \
  { NULL, 0 }, /* path */ \
  { NULL, 0 }, /* preview */ \
  16777216, /* max_file_size */ \
  { NULL, 0 }, /* encoding */ \
  RANSACK_NO_LIMIT, /* timeout_ms */ \
  NULL, /* pool */ \
  10000, /* wait_ms */ \
  NULL, /* workspace */ \
  0, /* only_seen */ \
  NULL /* journal */ \
}

/** Initialiser for ransack_edit_text_options; sets every field to its default. */
#define RANSACK_EDIT_TEXT_OPTIONS_INIT { \
  RANSACK_EDIT_TEXT_OPTIONS_VERSION, /* version */ \
  0, /* tolerant */ \
  NULL, /* edits */ \
  0, /* edits_len */ \
  RANSACK_NO_LIMIT /* timeout_ms */ \
}

/** Initialiser for ransack_edits_options; sets every field to its default. */
#define RANSACK_EDITS_OPTIONS_INIT { \
  RANSACK_EDITS_OPTIONS_VERSION, /* version */ \
  { NULL, 0 }, /* path */ \
  NULL, /* workspace */ \
  NULL /* journal */ \
}

/** Initialiser for ransack_fuzzy_find_options; sets every field to its default. */
#define RANSACK_FUZZY_FIND_OPTIONS_INIT { \
  RANSACK_FUZZY_FIND_OPTIONS_VERSION, /* version */ \
  { NULL, 0 }, /* query */ \
  NULL, /* scope */ \
  1, /* dirs */ \
  0, /* symlinks */ \
  NULL, /* recent */ \
  0, /* recent_len */ \
  { NULL, 0 }, /* current */ \
  NULL, /* frecency */ \
  0, /* frecency_len */ \
  100, /* limit */ \
  0, /* offset */ \
  RANSACK_NO_LIMIT, /* timeout_ms */ \
  0, /* on_timeout */ \
  NULL, /* pool */ \
  1 /* location */ \
}

/** Initialiser for ransack_fuzzy_match_options; sets every field to its default. */
#define RANSACK_FUZZY_MATCH_OPTIONS_INIT { \
  RANSACK_FUZZY_MATCH_OPTIONS_VERSION, /* version */ \
  NULL, /* recent */ \
  0, /* recent_len */ \
  { NULL, 0 }, /* current */ \
  NULL, /* frecency */ \
  0, /* frecency_len */ \
  RANSACK_NO_LIMIT, /* limit */ \
  0, /* offset */ \
  NULL /* pool */ \
}

/** Initialiser for ransack_glob_options; sets every field to its default. */
#define RANSACK_GLOB_OPTIONS_INIT { \
  RANSACK_GLOB_OPTIONS_VERSION, /* version */ \
  NULL, /* patterns */ \
  0, /* patterns_len */ \
  1, /* recursive */ \
  0, /* literal */ \
  NULL, /* scope */ \
  0, /* file_type */ \
  0, /* stat */ \
  0, /* sort_by_mtime */ \
  RANSACK_NO_LIMIT, /* limit */ \
  0, /* offset */ \
  RANSACK_NO_LIMIT, /* timeout_ms */ \
  0, /* on_timeout */ \
  NULL, /* pool */ \
  0 /* ignore_case */ \
}

/** Initialiser for ransack_grep_options; sets every field to its default. */
#define RANSACK_GREP_OPTIONS_INIT { \
  RANSACK_GREP_OPTIONS_VERSION, /* version */ \
  NULL, /* patterns */ \
  0, /* patterns_len */ \
  0, /* literal */ \
  0, /* ignore_case */ \
  0, /* smart_case */ \
  0, /* word */ \
  0, /* invert */ \
  0, /* multiline */ \
  0, /* dot_all */ \
  NULL, /* scope */ \
  0, /* mode */ \
  RANSACK_NO_LIMIT, /* limit */ \
  0, /* offset */ \
  RANSACK_NO_LIMIT, /* max_count_per_file */ \
  0, /* context_before */ \
  0, /* context_after */ \
  RANSACK_NO_LIMIT, /* max_columns */ \
  RANSACK_NO_LIMIT, /* max_file_size */ \
  { NULL, 0 }, /* encoding */ \
  RANSACK_NO_LIMIT, /* timeout_ms */ \
  0, /* on_timeout */ \
  0, /* binary */ \
  NULL, /* pool */ \
  10485760, /* size_limit */ \
  NULL, /* exclude */ \
  0, /* exclude_len */ \
  0, /* sort_by_mtime */ \
  0, /* backtracking */ \
  0, /* enclosing */ \
  0 /* versions */ \
}

/** Initialiser for ransack_highlight_options; sets every field to its default. */
#define RANSACK_HIGHLIGHT_OPTIONS_INIT { \
  RANSACK_HIGHLIGHT_OPTIONS_VERSION, /* version */ \
  0, /* engine */ \
  0, /* on_timeout */ \
  2048, /* max_line */ \
  0, /* time_limit_ms */ \
  0, /* first_line */ \
  0 /* last_line */ \
}

/** Initialiser for ransack_journal_options; sets every field to its default. */
#define RANSACK_JOURNAL_OPTIONS_INIT { \
  RANSACK_JOURNAL_OPTIONS_VERSION, /* version */ \
  1, /* record_edits */ \
  { NULL, 0 }, /* session */ \
  { NULL, 0 }, /* journal_path */ \
  268435456, /* journal_max_bytes */ \
  2592000000 /* journal_max_age_ms */ \
}

/** Initialiser for ransack_outline_options; sets every field to its default. */
#define RANSACK_OUTLINE_OPTIONS_INIT { \
  RANSACK_OUTLINE_OPTIONS_VERSION, /* version */ \
  0, /* on_timeout */ \
  NULL, /* scope */ \
  { NULL, 0 }, /* language */ \
  3, /* key_depth */ \
  RANSACK_NO_LIMIT, /* limit */ \
  0, /* offset */ \
  2000, /* time_per_file_ms */ \
  16777216, /* max_file_size */ \
  { NULL, 0 }, /* encoding */ \
  RANSACK_NO_LIMIT, /* timeout_ms */ \
  NULL /* pool */ \
}

/** Initialiser for ransack_pack_options; sets every field to its default. */
#define RANSACK_PACK_OPTIONS_INIT { \
  RANSACK_PACK_OPTIONS_VERSION, /* version */ \
  0, /* encoding */ \
  NULL, /* scope */ \
  RANSACK_NO_LIMIT, /* max_tokens */ \
  RANSACK_NO_LIMIT, /* max_bytes */ \
  RANSACK_NO_LIMIT, /* max_part_tokens */ \
  0, /* format */ \
  0, /* rule_mode */ \
  NULL, /* rules */ \
  0, /* rules_len */ \
  { NULL, 0 }, /* rule_root */ \
  NULL, /* relevant */ \
  0, /* relevant_len */ \
  NULL, /* levels */ \
  0, /* levels_len */ \
  NULL, /* weights */ \
  0, /* weights_len */ \
  NULL, /* sections */ \
  0, /* sections_len */ \
  1, /* use_rules */ \
  1, /* use_default_rules */ \
  0, /* explain */ \
  1, /* tree */ \
  0, /* line_numbers */ \
  0, /* allow_secrets */ \
  0, /* list_only */ \
  16777216, /* max_file_size */ \
  104857600, /* max_content_size */ \
  { NULL, 0 }, /* file_encoding */ \
  2000, /* time_per_file_ms */ \
  RANSACK_NO_LIMIT, /* timeout_ms */ \
  NULL /* pool */ \
}

/** Initialiser for ransack_read_lines_options; sets every field to its default. */
#define RANSACK_READ_LINES_OPTIONS_INIT { \
  RANSACK_READ_LINES_OPTIONS_VERSION, /* version */ \
  0, /* numbered */ \
  0, /* with_hashes */ \
  { NULL, 0 }, /* path */ \
  0, /* first_line */ \
  0, /* last_line */ \
  NULL, /* ranges */ \
  0, /* ranges_len */ \
  RANSACK_NO_LIMIT, /* max_tokens */ \
  { NULL, 0 }, /* token_encoding */ \
  RANSACK_NO_LIMIT, /* max_bytes */ \
  268435456, /* max_file_size */ \
  { NULL, 0 }, /* encoding */ \
  RANSACK_NO_LIMIT, /* timeout_ms */ \
  NULL, /* pool */ \
  NULL /* workspace */ \
}

/** Initialiser for ransack_recovery_options; sets every field to its default. */
#define RANSACK_RECOVERY_OPTIONS_INIT { \
  RANSACK_RECOVERY_OPTIONS_VERSION, /* version */ \
  NULL, /* roots */ \
  0, /* roots_len */ \
  10000, /* wait_ms */ \
  RANSACK_NO_LIMIT, /* timeout_ms */ \
  NULL /* pool */ \
}

/** Initialiser for ransack_render_options; sets every field to its default. */
#define RANSACK_RENDER_OPTIONS_INIT { \
  RANSACK_RENDER_OPTIONS_VERSION, /* version */ \
  0, /* encoding */ \
  RANSACK_NO_LIMIT, /* max_tokens */ \
  0, /* offset */ \
  { NULL, 0 }, /* cursor */ \
  { NULL, 0 }, /* links */ \
  0, /* group */ \
  1, /* line_numbers */ \
  0 /* color */ \
}

/** Initialiser for ransack_replace_options; sets every field to its default. */
#define RANSACK_REPLACE_OPTIONS_INIT { \
  RANSACK_REPLACE_OPTIONS_VERSION, /* version */ \
  1, /* dry_run */ \
  0, /* literal */ \
  0, /* ignore_case */ \
  0, /* smart_case */ \
  0, /* word */ \
  0, /* multiline */ \
  0, /* dot_all */ \
  0, /* backtracking */ \
  0, /* preserve_case */ \
  NULL, /* patterns */ \
  0, /* patterns_len */ \
  { NULL, 0 }, /* replacement */ \
  NULL, /* scope */ \
  NULL, /* exclude */ \
  0, /* exclude_len */ \
  10485760, /* size_limit */ \
  { NULL, 0 }, /* preview */ \
  NULL, /* if_versions */ \
  0, /* if_versions_len */ \
  RANSACK_NO_LIMIT, /* max_replacements */ \
  RANSACK_NO_LIMIT, /* max_replacements_per_file */ \
  RANSACK_NO_LIMIT, /* max_files */ \
  16777216, /* max_file_size */ \
  { NULL, 0 }, /* encoding */ \
  RANSACK_NO_LIMIT, /* timeout_ms */ \
  NULL, /* pool */ \
  10000, /* wait_ms */ \
  NULL /* journal */ \
}

/** Initialiser for ransack_resolve_lines_options; sets every field to its default. */
#define RANSACK_RESOLVE_LINES_OPTIONS_INIT { \
  RANSACK_RESOLVE_LINES_OPTIONS_VERSION, /* version */ \
  { NULL, 0 }, /* path */ \
  { NULL, 0 }, /* snapshot */ \
  1, /* first_line */ \
  1, /* last_line */ \
  NULL, /* hashes */ \
  0, /* hashes_len */ \
  268435456, /* max_file_size */ \
  { NULL, 0 }, /* encoding */ \
  RANSACK_NO_LIMIT, /* timeout_ms */ \
  NULL, /* pool */ \
  NULL /* workspace */ \
}

/** Initialiser for ransack_scope; sets every field to its default. */
#define RANSACK_SCOPE_INIT { \
  RANSACK_SCOPE_VERSION, /* version */ \
  2, /* hidden */ \
  NULL, /* roots */ \
  0, /* roots_len */ \
  NULL, /* globs */ \
  0, /* globs_len */ \
  NULL, /* types */ \
  0, /* types_len */ \
  NULL, /* types_not */ \
  0, /* types_not_len */ \
  1, /* gitignore */ \
  0, /* node_modules */ \
  0, /* follow_symlinks */ \
  0, /* tracked */ \
  NULL, /* workspace */ \
  0, /* paths_from */ \
  { NULL, 0 }, /* after */ \
  RANSACK_NO_LIMIT, /* max_depth */ \
  NULL, /* ignore_files */ \
  0, /* ignore_files_len */ \
  0, /* glob_ignore_case */ \
  1 /* nested_repositories */ \
}

/** Initialiser for ransack_search_options; sets every field to its default. */
#define RANSACK_SEARCH_OPTIONS_INIT { \
  RANSACK_SEARCH_OPTIONS_VERSION, /* version */ \
  NULL, /* patterns */ \
  0, /* patterns_len */ \
  0, /* literal */ \
  0, /* ignore_case */ \
  0, /* smart_case */ \
  0, /* word */ \
  0, /* invert */ \
  0, /* multiline */ \
  0, /* dot_all */ \
  0, /* mode */ \
  RANSACK_NO_LIMIT, /* limit */ \
  0, /* offset */ \
  RANSACK_NO_LIMIT, /* max_count_per_file */ \
  0, /* context_before */ \
  0, /* context_after */ \
  RANSACK_NO_LIMIT, /* max_columns */ \
  10485760, /* size_limit */ \
  NULL, /* exclude */ \
  0, /* exclude_len */ \
  0 /* backtracking */ \
}

/** Initialiser for ransack_skeleton_options; sets every field to its default. */
#define RANSACK_SKELETON_OPTIONS_INIT { \
  RANSACK_SKELETON_OPTIONS_VERSION, /* version */ \
  2, /* level */ \
  NULL, /* names */ \
  0, /* names_len */ \
  RANSACK_NO_LIMIT, /* max_tokens */ \
  { NULL, 0 } /* token_encoding */ \
}

/** Initialiser for ransack_text_options; sets every field to its default. */
#define RANSACK_TEXT_OPTIONS_INIT { \
  RANSACK_TEXT_OPTIONS_VERSION, /* version */ \
  0, /* cluster_width */ \
  8, /* tab_width */ \
  0, /* ambiguous_wide */ \
  1, /* emoji_variation */ \
  1, /* text_variation */ \
  1, /* lone_regional_wide */ \
  0 /* fixed_tabs */ \
}

/** Initialiser for ransack_tiktoken_options; sets every field to its default. */
#define RANSACK_TIKTOKEN_OPTIONS_INIT { \
  RANSACK_TIKTOKEN_OPTIONS_VERSION, /* version */ \
  { NULL, 0 }, /* pattern */ \
  NULL, /* special_tokens */ \
  0 /* special_tokens_len */ \
}

/** Initialiser for ransack_token_options; sets every field to its default. */
#define RANSACK_TOKEN_OPTIONS_INIT { \
  RANSACK_TOKEN_OPTIONS_VERSION, /* version */ \
  0, /* all_special */ \
  NULL, /* allowed_special */ \
  0, /* allowed_special_len */ \
  NULL /* pool */ \
}

/** Initialiser for ransack_tree_options; sets every field to its default. */
#define RANSACK_TREE_OPTIONS_INIT { \
  RANSACK_TREE_OPTIONS_VERSION, /* version */ \
  0, /* style */ \
  NULL, /* scope */ \
  RANSACK_NO_LIMIT, /* depth */ \
  RANSACK_NO_LIMIT, /* max_tokens */ \
  16777216, /* max_file_size */ \
  RANSACK_NO_LIMIT, /* timeout_ms */ \
  0, /* on_timeout */ \
  0, /* encoding */ \
  NULL, /* pool */ \
  0, /* sizes */ \
  0, /* lines */ \
  0, /* tokens */ \
  0 /* symbols */ \
}

/** Initialiser for ransack_truncate_options; sets every field to its default. */
#define RANSACK_TRUNCATE_OPTIONS_INIT { \
  RANSACK_TRUNCATE_OPTIONS_VERSION, /* version */ \
  0, /* cut_at */ \
  NULL, /* text */ \
  NULL, /* ellipsis */ \
  0, /* word_boundary */ \
  0 /* pad */ \
}

/** Initialiser for ransack_truncate_tokens_options; sets every field to its default. */
#define RANSACK_TRUNCATE_TOKENS_OPTIONS_INIT { \
  RANSACK_TRUNCATE_TOKENS_OPTIONS_VERSION, /* version */ \
  0, /* from_ */ \
  { NULL, 0 }, /* marker */ \
  0 /* line_boundary */ \
}

/** Initialiser for ransack_undo_options; sets every field to its default. */
#define RANSACK_UNDO_OPTIONS_INIT { \
  RANSACK_UNDO_OPTIONS_VERSION, /* version */ \
  { NULL, 0 }, /* id */ \
  { NULL, 0 }, /* checkpoint */ \
  { NULL, 0 }, /* path */ \
  NULL, /* workspace */ \
  NULL, /* journal */ \
  10000, /* wait_ms */ \
  RANSACK_NO_LIMIT, /* timeout_ms */ \
  NULL /* pool */ \
}

/** Initialiser for ransack_workspace_options; sets every field to its default. */
#define RANSACK_WORKSPACE_OPTIONS_INIT { \
  RANSACK_WORKSPACE_OPTIONS_VERSION, /* version */ \
  1, /* refresh */ \
  NULL, /* pool */ \
  0, /* allow_outside */ \
  0, /* index */ \
  { NULL, 0 }, /* index_path */ \
  NULL, /* folders */ \
  0, /* folders_len */ \
  0, /* preset */ \
  RANSACK_NO_LIMIT, /* default_limit */ \
  RANSACK_NO_LIMIT, /* default_max_columns */ \
  RANSACK_NO_LIMIT, /* default_time_limit_ms */ \
  NULL, /* allow */ \
  0, /* allow_len */ \
  NULL, /* deny */ \
  0 /* deny_len */ \
}

/** Initialiser for ransack_wrap_options; sets every field to its default. */
#define RANSACK_WRAP_OPTIONS_INIT { \
  RANSACK_WRAP_OPTIONS_VERSION, /* version */ \
  0, /* keep_spaces */ \
  0, /* keep_urls */ \
  NULL, /* text */ \
  1, /* hard */ \
  1, /* word_wrap */ \
  0, /* break_after_hyphens */ \
  0 /* break_after_slashes */ \
}

/** Initialiser for ransack_buffer_change; sets every field to its default. */
#define RANSACK_BUFFER_CHANGE_INIT { \
  { NULL, 0 }, /* text */ \
  0, /* start_line */ \
  0, /* start_character */ \
  0, /* end_line */ \
  0, /* end_character */ \
  0 /* is_whole */ \
}

/** Initialiser for ransack_definition_edit; sets every field to its default. */
#define RANSACK_DEFINITION_EDIT_INIT { \
  { NULL, 0 }, /* path */ \
  { NULL, 0 }, /* name */ \
  { NULL, 0 }, /* text */ \
  { NULL, 0 }, /* target */ \
  { NULL, 0 }, /* target_path */ \
  NULL, /* imports */ \
  0, /* imports_len */ \
  NULL, /* removals */ \
  0, /* removals_len */ \
  0, /* action */ \
  0, /* part */ \
  0, /* place */ \
  { NULL, 0 } /* if_version */ \
}

/** Initialiser for ransack_file_edit; sets every field to its default. */
#define RANSACK_FILE_EDIT_INIT { \
  { NULL, 0 }, /* path */ \
  { NULL, 0 }, /* old_text */ \
  { NULL, 0 }, /* new_text */ \
  { NULL, 0 }, /* new_path */ \
  { NULL, 0 }, /* if_version */ \
  0, /* first_line */ \
  0, /* last_line */ \
  0, /* expected_count */ \
  0, /* action */ \
  0, /* place */ \
  0, /* executable */ \
  { NULL, 0 }, /* snapshot */ \
  NULL, /* hashes */ \
  0 /* hashes_len */ \
}

/** Initialiser for ransack_file_lines; sets every field to its default. */
#define RANSACK_FILE_LINES_INIT { \
  { NULL, 0 }, /* path */ \
  0, /* first_line */ \
  0 /* last_line */ \
}

/** Initialiser for ransack_file_version; sets every field to its default. */
#define RANSACK_FILE_VERSION_INIT { \
  { NULL, 0 }, /* path */ \
  { NULL, 0 } /* version */ \
}

/** Initialiser for ransack_frecency; sets every field to its default. */
#define RANSACK_FRECENCY_INIT { \
  { NULL, 0 }, /* path */ \
  0 /* weight */ \
}

/** Initialiser for ransack_highlight_colors; sets every field to its default. */
#define RANSACK_HIGHLIGHT_COLORS_INIT { \
  { NULL, 0 }, /* comment */ \
  { NULL, 0 }, /* keyword */ \
  { NULL, 0 }, /* function */ \
  { NULL, 0 }, /* variable */ \
  { NULL, 0 }, /* string */ \
  { NULL, 0 }, /* number */ \
  { NULL, 0 }, /* type_ */ \
  { NULL, 0 }, /* operator_ */ \
  { NULL, 0 }, /* punctuation */ \
  { NULL, 0 }, /* inserted */ \
  { NULL, 0 } /* deleted */ \
}

/** Initialiser for ransack_import_name; sets every field to its default. */
#define RANSACK_IMPORT_NAME_INIT { \
  { NULL, 0 }, /* name */ \
  { NULL, 0 } /* alias */ \
}

/** Initialiser for ransack_import_removal; sets every field to its default. */
#define RANSACK_IMPORT_REMOVAL_INIT { \
  { NULL, 0 }, /* module */ \
  { NULL, 0 } /* name */ \
}

/** Initialiser for ransack_import_request; sets every field to its default. */
#define RANSACK_IMPORT_REQUEST_INIT { \
  { NULL, 0 }, /* module */ \
  NULL, /* names */ \
  0, /* names_len */ \
  0 /* kind */ \
}

/** Initialiser for ransack_level_rule; sets every field to its default. */
#define RANSACK_LEVEL_RULE_INIT { \
  { NULL, 0 }, /* glob */ \
  0 /* level */ \
}

/** Initialiser for ransack_line_range; sets every field to its default. */
#define RANSACK_LINE_RANGE_INIT { \
  0, /* first */ \
  0 /* last */ \
}

/** Initialiser for ransack_pack_section; sets every field to its default. */
#define RANSACK_PACK_SECTION_INIT { \
  { NULL, 0 }, /* title */ \
  { NULL, 0 } /* text */ \
}

/** Initialiser for ransack_relevant_text; sets every field to its default. */
#define RANSACK_RELEVANT_TEXT_INIT { \
  { NULL, 0 }, /* text */ \
  0 /* is_pattern */ \
}

/** Initialiser for ransack_rewrite; sets every field to its default. */
#define RANSACK_REWRITE_INIT { \
  { NULL, 0 }, /* pattern */ \
  { NULL, 0 } /* replacement */ \
}

/** Initialiser for ransack_special_token; sets every field to its default. */
#define RANSACK_SPECIAL_TOKEN_INIT { \
  { NULL, 0 }, /* text */ \
  0 /* id */ \
}

/** Initialiser for ransack_weight_rule; sets every field to its default. */
#define RANSACK_WEIGHT_RULE_INIT { \
  { NULL, 0 }, /* glob */ \
  0 /* weight */ \
}


/**
 * Newest version of ransack_ast_grep_options.
 */
#define RANSACK_AST_GREP_OPTIONS_VERSION 1

/**
 * Newest version of ransack_ast_match_options.
 */
#define RANSACK_AST_MATCH_OPTIONS_VERSION 1

/**
 * Newest version of ransack_recovery_options.
 */
#define RANSACK_RECOVERY_OPTIONS_VERSION 1

/**
 * Newest version of ransack_ast_edit_options.
 */
#define RANSACK_AST_EDIT_OPTIONS_VERSION 1

/**
 * Newest version of ransack_edit_options.
 */
#define RANSACK_EDIT_OPTIONS_VERSION 1

/**
 * Newest version of ransack_apply_patch_options.
 */
#define RANSACK_APPLY_PATCH_OPTIONS_VERSION 1

/**
 * Newest version of ransack_conflicts_options.
 */
#define RANSACK_CONFLICTS_OPTIONS_VERSION 1

/**
 * Newest version of ransack_read_lines_options.
 */
#define RANSACK_READ_LINES_OPTIONS_VERSION 1

/**
 * Newest version of ransack_replace_options.
 */
#define RANSACK_REPLACE_OPTIONS_VERSION 1

/**
 * Newest version of ransack_resolve_lines_options.
 */
#define RANSACK_RESOLVE_LINES_OPTIONS_VERSION 1

/**
 * Newest version of ransack_edit_text_options.
 */
#define RANSACK_EDIT_TEXT_OPTIONS_VERSION 1

/**
 * Newest version of ransack_definition_edit_options.
 */
#define RANSACK_DEFINITION_EDIT_OPTIONS_VERSION 1

/**
 * Newest version of ransack_fuzzy_find_options.
 */
#define RANSACK_FUZZY_FIND_OPTIONS_VERSION 1

/**
 * Newest version of ransack_fuzzy_match_options.
 */
#define RANSACK_FUZZY_MATCH_OPTIONS_VERSION 1

/**
 * Newest version of ransack_glob_options.
 */
#define RANSACK_GLOB_OPTIONS_VERSION 1

/**
 * Maximum number of submatches that a ransack_grep_match lists.
 */
#define RANSACK_MAX_SUBMATCHES 10000

/**
 * Newest version of ransack_grep_options.
 */
#define RANSACK_GREP_OPTIONS_VERSION 1

/**
 * Newest version of ransack_search_options.
 */
#define RANSACK_SEARCH_OPTIONS_VERSION 1

/**
 * Newest version of ransack_highlight_options.
 */
#define RANSACK_HIGHLIGHT_OPTIONS_VERSION 1

/**
 * Value of a numeric option that means "no limit".
 */
#define RANSACK_NO_LIMIT 18446744073709551615ull

/**
 * Newest version of ransack_scope.
 */
#define RANSACK_SCOPE_VERSION 1

/**
 * Newest version of ransack_definition_options.
 */
#define RANSACK_DEFINITION_OPTIONS_VERSION 1

/**
 * Parent index of a top-level definition.
 */
#define RANSACK_NO_PARENT 4294967295

/**
 * Newest version of ransack_outline_options.
 */
#define RANSACK_OUTLINE_OPTIONS_VERSION 1

/**
 * Newest version of ransack_skeleton_options.
 */
#define RANSACK_SKELETON_OPTIONS_VERSION 1

/**
 * Newest version of ransack_pack_options.
 */
#define RANSACK_PACK_OPTIONS_VERSION 1

/**
 * Newest version of ransack_render_options.
 */
#define RANSACK_RENDER_OPTIONS_VERSION 1

/**
 * Newest version of ransack_text_options.
 */
#define RANSACK_TEXT_OPTIONS_VERSION 1

/**
 * Newest version of ransack_truncate_options.
 */
#define RANSACK_TRUNCATE_OPTIONS_VERSION 1

/**
 * Newest version of ransack_wrap_options.
 */
#define RANSACK_WRAP_OPTIONS_VERSION 1

/**
 * Newest version of ransack_token_options.
 */
#define RANSACK_TOKEN_OPTIONS_VERSION 1

/**
 * Newest version of ransack_tiktoken_options.
 */
#define RANSACK_TIKTOKEN_OPTIONS_VERSION 1

/**
 * Newest version of ransack_truncate_tokens_options.
 */
#define RANSACK_TRUNCATE_TOKENS_OPTIONS_VERSION 1

/**
 * Newest version of ransack_tree_options.
 */
#define RANSACK_TREE_OPTIONS_VERSION 1

/**
 * Newest version of ransack_journal_options.
 */
#define RANSACK_JOURNAL_OPTIONS_VERSION 1

/**
 * Newest version of ransack_undo_options.
 */
#define RANSACK_UNDO_OPTIONS_VERSION 1

/**
 * Newest version of ransack_checkpoint_options.
 */
#define RANSACK_CHECKPOINT_OPTIONS_VERSION 1

/**
 * Newest version of ransack_edits_options.
 */
#define RANSACK_EDITS_OPTIONS_VERSION 1

/**
 * Newest version of ransack_workspace_options.
 */
#define RANSACK_WORKSPACE_OPTIONS_VERSION 1

/**
 * Status of a call. Numbers are never reused. More values may be added: treat an unknown status as
 * a failure.
 */
enum ransack_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Success.
   */
  RANSACK_STATUS_OK = 0,
  /**
   * A required pointer is NULL.
   */
  RANSACK_STATUS_NULL_ARGUMENT = 1,
  /**
   * The version of an options struct is unknown to this library.
   */
  RANSACK_STATUS_BAD_VERSION = 2,
  /**
   * The library panicked, which is a bug in the library. The process continues.
   */
  RANSACK_STATUS_PANIC = 3,
  /**
   * A pattern, glob or name is not UTF-8. The error's `offset` is the offset of the first
   * ill-formed byte.
   */
  RANSACK_STATUS_INVALID_UTF8 = 4,
  /**
   * The cancel token of the call was cancelled by the caller's signal or by the user.
   */
  RANSACK_STATUS_ABORTED = 5,
  /**
   * A time limit passed, and the options do not ask for partial results.
   */
  RANSACK_STATUS_TIMEOUT = 6,
  /**
   * A search pattern cannot be parsed, is empty or is too large. The error includes the pattern
   * and, if known, the offset.
   */
  RANSACK_STATUS_INVALID_PATTERN = 7,
  /**
   * A path glob cannot be parsed. The error's `pattern` is the glob.
   */
  RANSACK_STATUS_INVALID_GLOB = 8,
  /**
   * An option has an invalid value.
   */
  RANSACK_STATUS_INVALID_OPTION = 9,
  /**
   * The name of a file type is unknown. The error's `pattern` is the name.
   */
  RANSACK_STATUS_UNKNOWN_TYPE = 10,
  /**
   * A root or file does not exist. The error includes the path.
   */
  RANSACK_STATUS_NOT_FOUND = 11,
  /**
   * Permission to read or write a root or file is denied. The error includes the path.
   */
  RANSACK_STATUS_PERMISSION_DENIED = 12,
  /**
   * Any other operating system error. The error includes the path, if a path is involved.
   */
  RANSACK_STATUS_IO = 13,
  /**
   * A job panicked on a library thread, which is a bug in the library.
   */
  RANSACK_STATUS_INTERNAL = 14,
  /**
   * The name of a model or token encoding is unknown. The error's `pattern` is the name.
   */
  RANSACK_STATUS_UNKNOWN_MODEL = 15,
  /**
   * A vocabulary file cannot be parsed or needs an unsupported feature.
   */
  RANSACK_STATUS_INVALID_VOCABULARY = 16,
  /**
   * The workspace is closed.
   */
  RANSACK_STATUS_CLOSED = 17,
  /**
   * Edits overlap. The message names both positions.
   */
  RANSACK_STATUS_OVERLAPPING_EDITS = 18,
  /**
   * An edit would introduce a syntax error, or a file has a syntax error that the options
   * forbid. The error includes the file's path.
   */
  RANSACK_STATUS_SYNTAX_ERROR = 19,
  /**
   * The preview token is unknown, the call would make different changes from those in the
   * preview, or files have changed since the preview or since they were read; the error's
   * `paths` lists those files. Also returned if another edit of the same files is running or
   * cannot be repaired.
   */
  RANSACK_STATUS_STALE = 20,
  /**
   * The operating system does not report the changes of a workspace. The message gives the reason.
   */
  RANSACK_STATUS_NOT_WATCHED = 21,
  /**
   * No definition has the requested name, or the number after the name is out of range. Also
   * returned if the text does not have an import to remove. The error's `pattern` is the name
   * and, for a single text or file, its `candidates` are the nearest names.
   */
  RANSACK_STATUS_UNKNOWN_NAME = 22,
  /**
   * Several definitions have the requested name. The error's `pattern` is the name, and its
   * `candidates` are the definitions.
   */
  RANSACK_STATUS_AMBIGUOUS_NAME = 23,
  /**
   * The text to replace does not occur in the file.
   */
  RANSACK_STATUS_UNKNOWN_TEXT = 24,
  /**
   * A text to replace is in the file more or less often than expected.
   */
  RANSACK_STATUS_AMBIGUOUS_TEXT = 25,
  /**
   * A patch is malformed, or changes something other than text files.
   */
  RANSACK_STATUS_INVALID_PATCH = 26,
  /**
   * A patch does not fit the text. The message names each hunk.
   */
  RANSACK_STATUS_PATCH_CONFLICT = 27,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_status ransack_status;
#else
typedef int32_t ransack_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Kind of code that an interpretation of a pattern describes.
 */
enum ransack_reading_shape
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * One node.
   */
  RANSACK_READING_SHAPE_NODE = 0,
  /**
   * Beginning of one node, such as `if ($A)`, with any body.
   */
  RANSACK_READING_SHAPE_HEADER = 1,
  /**
   * Consecutive siblings, such as two statements.
   */
  RANSACK_READING_SHAPE_SEQUENCE = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_reading_shape ransack_reading_shape;
#else
typedef uint32_t ransack_reading_shape;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Reason for skipping or reporting a path. More values may be added.
 */
enum ransack_skip_reason
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Reason unknown to this version of the header.
   */
  RANSACK_SKIP_REASON_OTHER = 0,
  /**
   * File that contains a NUL byte. Content search reads such files if the option `binary` is
   * set.
   */
  RANSACK_SKIP_REASON_BINARY = 1,
  /**
   * File larger than `max_file_size`, or too large to hold in memory.
   */
  RANSACK_SKIP_REASON_TOO_LARGE = 2,
  /**
   * File or directory that cannot be opened, listed or read, or a file that changed while it was
   * being read.
   */
  RANSACK_SKIP_REASON_UNREADABLE = 3,
  /**
   * File with bytes that are invalid in its encoding. Searches replace them with U+FFFD; edits
   * skip the file.
   */
  RANSACK_SKIP_REASON_UNDECODABLE = 4,
  /**
   * node_modules directory. Such directories are walked if `node_modules` is set in the scope.
   */
  RANSACK_SKIP_REASON_NODE_MODULES = 5,
  /**
   * Followed symbolic link that leads back to a directory above it.
   */
  RANSACK_SKIP_REASON_SYMLINK_LOOP = 6,
  /**
   * Ignore file that cannot be read.
   */
  RANSACK_SKIP_REASON_IGNORE_FILE = 7,
  /**
   * File with syntax errors. It was processed anyway.
   */
  RANSACK_SKIP_REASON_SYNTAX_ERRORS = 8,
  /**
   * File that took longer than `time_per_file_ms` to parse and search.
   */
  RANSACK_SKIP_REASON_PARSE_TIMEOUT = 9,
  /**
   * File in a language in which none of the patterns can be parsed.
   */
  RANSACK_SKIP_REASON_NO_PATTERN = 10,
  /**
   * File whose code is nested too deeply to evaluate a rule, or whose definitions are nested too
   * deeply for an outline.
   */
  RANSACK_SKIP_REASON_TOO_DEEP = 11,
  /**
   * File of an interrupted edit that has not been repaired, so its text may be old or new. If
   * the edit's journal cannot be read, the path is the journal's path.
   */
  RANSACK_SKIP_REASON_INTERRUPTED_EDIT = 12,
  /**
   * Followed symbolic link whose target lies outside the workspace, unless the workspace options
   * allow such links.
   */
  RANSACK_SKIP_REASON_OUTSIDE = 13,
  /**
   * File with matches of a rewrite that were not replaced, because the replacement would remove
   * code that the pattern does not name. Other matches in the file were replaced.
   */
  RANSACK_SKIP_REASON_LOSSY_REWRITE = 14,
  /**
   * Directory below a root that holds .git. Such directories are walked if
   * `nested_repositories` is set in the scope.
   */
  RANSACK_SKIP_REASON_NESTED_REPOSITORY = 15,
  /**
   * File with lines that look-around or back-references cannot match in a bounded number of
   * steps. Other lines of the file were searched.
   */
  RANSACK_SKIP_REASON_STEP_LIMIT = 16,
  /**
   * Path, or target of a symbolic link, that `deny` in the workspace options denies. Nothing below a
   * denied directory is listed.
   */
  RANSACK_SKIP_REASON_DENIED = 17,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_skip_reason ransack_skip_reason;
#else
typedef uint32_t ransack_skip_reason;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Reason why a call ended early. More values may be added.
 */
enum ransack_stopped_by
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The call ran to completion.
   */
  RANSACK_STOPPED_BY_NONE = 0,
  /**
   * The limit on results was reached and at least one more result exists.
   */
  RANSACK_STOPPED_BY_LIMIT = 1,
  /**
   * The time limit passed and the options ask for partial results.
   */
  RANSACK_STOPPED_BY_TIMEOUT = 2,
  /**
   * The callback returned a number other than 0.
   */
  RANSACK_STOPPED_BY_CALLBACK = 3,
  /**
   * Reason unknown to this version of the header.
   */
  RANSACK_STOPPED_BY_OTHER = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_stopped_by ransack_stopped_by;
#else
typedef uint32_t ransack_stopped_by;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Method by which a call obtains the list of files. Directories that are not in the workspace's
 * file table (ignored directories, node_modules, directories outside the workspace) are walked on
 * demand in every mode. More values may be added.
 */
enum ransack_refresh_mode
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The call walks the directories. This mode is always used without a workspace, and by calls
   * that follow symbolic links.
   */
  RANSACK_REFRESH_MODE_WALK = 0,
  /**
   * The operating system reports changes, and every reported change is applied to the file table
   * before the call. Linux only.
   */
  RANSACK_REFRESH_MODE_WATCH = 1,
  /**
   * The call compares the modification time of every directory and ignore file with the file
   * table and rescans changed directories.
   */
  RANSACK_REFRESH_MODE_STAT = 2,
  /**
   * The file table is used without a check; ransack_workspace_refresh() and
   * ransack_workspace_invalidate() bring the table up to date.
   */
  RANSACK_REFRESH_MODE_MANUAL = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_refresh_mode ransack_refresh_mode;
#else
typedef uint32_t ransack_refresh_mode;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Reason for rescanning directories that were in the file table. More values may be added.
 */
enum ransack_rescan_reason
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * No directory was rescanned.
   */
  RANSACK_RESCAN_REASON_NONE = 0,
  /**
   * Initial scan of the workspace.
   */
  RANSACK_RESCAN_REASON_FIRST = 1,
  /**
   * Overflow of the operating system's event queue.
   */
  RANSACK_RESCAN_REASON_OVERFLOW = 2,
  /**
   * Change to an ignore file, or to a Git configuration file that names an ignore file.
   */
  RANSACK_RESCAN_REASON_IGNORE_FILE = 3,
  /**
   * The path of the root now resolves to a different directory.
   */
  RANSACK_RESCAN_REASON_ROOT = 4,
  /**
   * A file system was mounted or unmounted.
   */
  RANSACK_RESCAN_REASON_MOUNT = 5,
  /**
   * Request by ransack_workspace_invalidate().
   */
  RANSACK_RESCAN_REASON_REQUESTED = 6,
  /**
   * The previous refresh failed, because the root did not exist or a scan failed.
   */
  RANSACK_RESCAN_REASON_FAILED = 7,
  /**
   * Reason unknown to this version of the header.
   */
  RANSACK_RESCAN_REASON_OTHER = 8,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_rescan_reason ransack_rescan_reason;
#else
typedef uint32_t ransack_rescan_reason;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Reason why a workspace opened with RANSACK_REFRESH_MODE_WATCH is not watched. More values may be
 * added.
 */
enum ransack_watch_fallback
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The workspace is watched, or watching was not requested.
   */
  RANSACK_WATCH_FALLBACK_NONE = 0,
  /**
   * The platform has no interface that reports every change in time; only Linux has one.
   */
  RANSACK_WATCH_FALLBACK_PLATFORM = 1,
  /**
   * The watch limit of the operating system was reached.
   */
  RANSACK_WATCH_FALLBACK_LIMIT = 2,
  /**
   * The directory is on a network file system, or on another file system that can change without
   * a report.
   */
  RANSACK_WATCH_FALLBACK_FILE_SYSTEM = 3,
  /**
   * Reason unknown to this version of the header.
   */
  RANSACK_WATCH_FALLBACK_OTHER = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_watch_fallback ransack_watch_fallback;
#else
typedef uint32_t ransack_watch_fallback;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Result of repairing a file.
 */
enum ransack_recovery_action
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The file had some or all of its new text, or had been deleted or renamed, and is as before the
   * edit again.
   */
  RANSACK_RECOVERY_ACTION_RESTORED = 1,
  /**
   * The file was still as before the edit, and was left unchanged.
   */
  RANSACK_RECOVERY_ACTION_UNCHANGED = 2,
  /**
   * The edit was complete; the file is as after the edit.
   */
  RANSACK_RECOVERY_ACTION_COMPLETE = 3,
  /**
   * Another process has changed or removed the file since the edit, so the file was left alone.
   */
  RANSACK_RECOVERY_ACTION_KEPT = 4,
  /**
   * The edit had created the file, or given it this path, and the path was removed again.
   */
  RANSACK_RECOVERY_ACTION_REMOVED = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_recovery_action ransack_recovery_action;
#else
typedef uint32_t ransack_recovery_action;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * State of an edit that is in progress or was interrupted.
 */
enum ransack_edit_state
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The journal cannot be read or does not record the state.
   */
  RANSACK_EDIT_STATE_UNKNOWN = 0,
  /**
   * A process is applying the edit or repairing it.
   */
  RANSACK_EDIT_STATE_RUNNING = 1,
  /**
   * The edit was interrupted before every file had its new text. Recovery restores the old
   * texts.
   */
  RANSACK_EDIT_STATE_INCOMPLETE = 2,
  /**
   * Every file has its new text, but the edit was interrupted before it removed its temporary
   * files. Recovery removes them.
   */
  RANSACK_EDIT_STATE_COMPLETE = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_edit_state ransack_edit_state;
#else
typedef uint32_t ransack_edit_state;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Reason why a token fired.
 */
enum ransack_abort_reason
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The token has not fired.
   */
  RANSACK_ABORT_REASON_NONE = 0,
  /**
   * Cancelled by the caller's signal. Calls fail with RANSACK_STATUS_ABORTED.
   */
  RANSACK_ABORT_REASON_SIGNAL = 1,
  /**
   * The time limit passed. Calls fail with RANSACK_STATUS_TIMEOUT or return partial results,
   * depending on their options.
   */
  RANSACK_ABORT_REASON_TIMEOUT = 2,
  /**
   * Cancelled by the user. Calls fail with RANSACK_STATUS_ABORTED.
   */
  RANSACK_ABORT_REASON_USER = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_abort_reason ransack_abort_reason;
#else
typedef uint32_t ransack_abort_reason;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Kind of a directory entry.
 */
enum ransack_file_type
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Regular file.
   */
  RANSACK_FILE_TYPE_FILE = 1,
  /**
   * Directory.
   */
  RANSACK_FILE_TYPE_DIR = 2,
  /**
   * Symbolic link.
   */
  RANSACK_FILE_TYPE_SYMLINK = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_file_type ransack_file_type;
#else
typedef uint32_t ransack_file_type;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Engine that assigns syntax classes to ranges of text.
 */
enum ransack_highlight_engine
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Default engine for the language; see ransack_highlight_engine_of(). Only valid in options.
   */
  RANSACK_HIGHLIGHT_ENGINE_DEFAULT = 0,
  /**
   * Tree-sitter grammar with its queries. The class of a range may depend on the whole text. Where
   * a syntax error leaves words without a class, syntect provides one.
   */
  RANSACK_HIGHLIGHT_ENGINE_TREE_SITTER = 1,
  /**
   * TextMate grammar, run line by line by syntect with Oniguruma.
   */
  RANSACK_HIGHLIGHT_ENGINE_SYNTECT = 2,
  /**
   * No engine: the text stays plain.
   */
  RANSACK_HIGHLIGHT_ENGINE_PLAIN = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_highlight_engine ransack_highlight_engine;
#else
typedef uint32_t ransack_highlight_engine;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Published token encoding: a vocabulary with its pattern and special tokens.
 */
enum ransack_encoding
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * o200k_base, used by GPT-4o, GPT-4.1, GPT-5 and the o series.
   */
  RANSACK_ENCODING_O200K_BASE = 0,
  /**
   * o200k_harmony, used by gpt-oss: the vocabulary of o200k_base with different special tokens.
   */
  RANSACK_ENCODING_O200K_HARMONY = 1,
  /**
   * cl100k_base, used by GPT-4, GPT-3.5 and the embedding models.
   */
  RANSACK_ENCODING_CL100K_BASE = 2,
  /**
   * p50k_base, used by the Codex models and text-davinci-003.
   */
  RANSACK_ENCODING_P50K_BASE = 3,
  /**
   * p50k_edit, used by the edit models.
   */
  RANSACK_ENCODING_P50K_EDIT = 4,
  /**
   * r50k_base, also known as gpt2, used by GPT-2 and GPT-3.
   */
  RANSACK_ENCODING_R50K_BASE = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_encoding ransack_encoding;
#else
typedef uint32_t ransack_encoding;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Models that share a vocabulary which is not built in, for ransack_estimate_tokens().
 */
enum ransack_model_family
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Claude 3 to Claude Opus 4.6; named "claude-3".
   */
  RANSACK_MODEL_FAMILY_CLAUDE3 = 0,
  /**
   * Claude Opus 4.7 and later, Claude 5; named "claude-4.7".
   */
  RANSACK_MODEL_FAMILY_CLAUDE47 = 1,
  /**
   * Qwen 3.5 to 3.8; named "qwen-3.5".
   */
  RANSACK_MODEL_FAMILY_QWEN35 = 2,
  /**
   * DeepSeek V3 and V4; named "deepseek-3".
   */
  RANSACK_MODEL_FAMILY_DEEP_SEEK3 = 3,
  /**
   * Kimi K2 and K3; named "kimi-k2".
   */
  RANSACK_MODEL_FAMILY_KIMI_K2 = 4,
  /**
   * GLM-5; named "glm-5".
   */
  RANSACK_MODEL_FAMILY_GLM5 = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_model_family ransack_model_family;
#else
typedef uint32_t ransack_model_family;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Effect of a journaled edit on a file.
 */
enum ransack_applied_action
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The file got new bytes.
   */
  RANSACK_APPLIED_ACTION_REWRITTEN = 1,
  /**
   * The file was created.
   */
  RANSACK_APPLIED_ACTION_CREATED = 2,
  /**
   * The file was deleted.
   */
  RANSACK_APPLIED_ACTION_DELETED = 3,
  /**
   * The file got another path, and maybe new bytes.
   */
  RANSACK_APPLIED_ACTION_RENAMED = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_applied_action ransack_applied_action;
#else
typedef uint32_t ransack_applied_action;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * State of a journaled edit.
 */
enum ransack_journaled_state
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The edit is applied, and may be undone.
   */
  RANSACK_JOURNALED_STATE_APPLIED = 1,
  /**
   * The edit is undone, and may be redone.
   */
  RANSACK_JOURNALED_STATE_UNDONE = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_journaled_state ransack_journaled_state;
#else
typedef uint32_t ransack_journaled_state;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Difference in a file between two calls of ransack_workspace_changes(). More values may be added.
 */
enum ransack_change_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The file exists now, and did not exist.
   */
  RANSACK_CHANGE_KIND_CREATED = 1,
  /**
   * The content, permissions or names of the file changed, or it was replaced.
   */
  RANSACK_CHANGE_KIND_MODIFIED = 2,
  /**
   * The file existed, and does not exist now or is no longer in scope.
   */
  RANSACK_CHANGE_KIND_DELETED = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_change_kind ransack_change_kind;
#else
typedef uint32_t ransack_change_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Kind of content index that a workspace keeps. With an index, searches with a selective pattern
 * read only files that may match; results do not change. More values may be added.
 */
enum ransack_index_mode
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * No index: each search reads every file in scope.
   */
  RANSACK_INDEX_MODE_NONE = 0,
  /**
   * Index in memory, built when the workspace is opened.
   */
  RANSACK_INDEX_MODE_MEMORY = 1,
  /**
   * Index on disk, shared with later workspaces and other processes.
   */
  RANSACK_INDEX_MODE_DISK = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_index_mode ransack_index_mode;
#else
typedef uint32_t ransack_index_mode;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Alignment of padded text.
 */
enum ransack_align
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Spaces follow the text.
   */
  RANSACK_ALIGN_LEFT = 0,
  /**
   * Spaces precede the text.
   */
  RANSACK_ALIGN_RIGHT = 1,
  /**
   * Spaces on both sides; if their number is odd, the extra space follows the text.
   */
  RANSACK_ALIGN_CENTER = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_align ransack_align;
#else
typedef uint32_t ransack_align;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Policy for the width of a grapheme cluster of several characters.
 */
enum ransack_cluster_width
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Sum of the widths of the cluster's characters, at most two cells, as in ghostty, WezTerm and
   * Windows Terminal.
   */
  RANSACK_CLUSTER_WIDTH_CAPPED = 0,
  /**
   * Width of the cluster's first character, ignoring marks, as in kitty.
   */
  RANSACK_CLUSTER_WIDTH_FIRST = 1,
  /**
   * Sum of the widths of the cluster's characters, as in terminals without grapheme clustering
   * (mode 2027).
   */
  RANSACK_CLUSTER_WIDTH_SUM = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_cluster_width ransack_cluster_width;
#else
typedef uint32_t ransack_cluster_width;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Number of colours that a terminal supports.
 */
enum ransack_color_depth
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * 24-bit colours.
   */
  RANSACK_COLOR_DEPTH_TRUE_COLOR = 0,
  /**
   * The 256 colours of xterm.
   */
  RANSACK_COLOR_DEPTH_ANSI256 = 1,
  /**
   * The 16 basic colours, whose shades the terminal defines.
   */
  RANSACK_COLOR_DEPTH_ANSI16 = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_color_depth ransack_color_depth;
#else
typedef uint32_t ransack_color_depth;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Part of the text that truncation removes.
 */
enum ransack_cut_at
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * End of the text.
   */
  RANSACK_CUT_AT_END = 0,
  /**
   * Start of the text.
   */
  RANSACK_CUT_AT_START = 1,
  /**
   * Middle of the text; if the number of kept cells is odd, the part before the cut gets the
   * extra cell.
   */
  RANSACK_CUT_AT_MIDDLE = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_cut_at ransack_cut_at;
#else
typedef uint32_t ransack_cut_at;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Change to one definition, or to the imports of a file.
 */
enum ransack_definition_action
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Replaces `part` with `text`. Missing documentation and attributes are added; an empty `text`
   * removes them. A body or value must exist to be replaced. A docstring at the start of a body
   * is kept, unless `text` begins with a docstring. `text` may omit the comment markers of
   * documentation, the brackets of a body, and the opening bracket that follows a signature.
   * Tool directives such as `//go:noinline`, and attributes between documentation comments,
   * stay. An expression body is replaced together with its brackets; the token before the
   * expression, such as `=` or `->`, stays. An expression can replace a block if `text` includes
   * the token, as in `=> a`. Fails if the function has several clauses and `text` has no
   * clauses. Also fails for the value of `a` in `a = b = 1` if `text` does not begin with `b =`.
   */
  RANSACK_DEFINITION_ACTION_REPLACE = 0,
  /**
   * Renames the declaration to `text`, along with the overloads, prototypes and clauses of a
   * function in the same file. Other uses of the name are not changed.
   */
  RANSACK_DEFINITION_ACTION_RENAME = 1,
  /**
   * Inserts `text` at `place`. Fails inside an expression body and next to a definition that is
   * part of an expression.
   */
  RANSACK_DEFINITION_ACTION_INSERT = 2,
  /**
   * Removes the definition with its documentation, attributes and separator. If the definition
   * is the only statement of a block that must not be empty, replaces it with `pass`, `:` or
   * `{}`. Fails if the definition is one of several names, as in `a, b = 1, 2`, and the other
   * names would get different values.
   */
  RANSACK_DEFINITION_ACTION_REMOVE = 3,
  /**
   * Moves the definition with its documentation and attributes to `place` relative to `target`
   * in the file `target_path`. The old place is left as RANSACK_DEFINITION_ACTION_REMOVE would
   * leave it. Fails if the definition is one of several names in a declaration or a chain, as in
   * `int a, b;` or `a = b = 1`. Also fails if the move would put a member of a JavaScript or
   * TypeScript type or object among statements.
   */
  RANSACK_DEFINITION_ACTION_MOVE = 4,
  /**
   * Wraps the definitions from this one to its sibling `target` in region comments with the
   * title `text`, which editors can fold.
   */
  RANSACK_DEFINITION_ACTION_REGION = 5,
  /**
   * Adds `imports` to the file, as ransack_add_imports() does. `name` must be empty.
   */
  RANSACK_DEFINITION_ACTION_ADD_IMPORTS = 6,
  /**
   * Removes `removals` from the imports of the file, as ransack_remove_imports() does. `name`
   * must be empty.
   */
  RANSACK_DEFINITION_ACTION_REMOVE_IMPORTS = 7,
  /**
   * Organises the imports of the file, as ransack_organise_imports() does. `name` must be empty.
   */
  RANSACK_DEFINITION_ACTION_ORGANISE_IMPORTS = 8,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_definition_action ransack_definition_action;
#else
typedef uint32_t ransack_definition_action;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Layout of the source of a definition.
 */
enum ransack_definition_layout
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The exact source: the first line begins at the definition, without its indentation; the
   * other lines keep theirs.
   */
  RANSACK_DEFINITION_LAYOUT_EXACT = 0,
  /**
   * Whole lines with their indentation, and with other code in these lines.
   */
  RANSACK_DEFINITION_LAYOUT_LINES = 1,
  /**
   * Whole lines without the indentation of the first line. A line that is indented less loses
   * only the part that it shares with the first line.
   */
  RANSACK_DEFINITION_LAYOUT_DEDENTED = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_definition_layout ransack_definition_layout;
#else
typedef uint32_t ransack_definition_layout;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Part of a definition.
 */
enum ransack_definition_part
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Documentation, attributes, header and body.
   */
  RANSACK_DEFINITION_PART_WHOLE = 0,
  /**
   * Documentation, with its comment markers or quotes.
   */
  RANSACK_DEFINITION_PART_DOC = 1,
  /**
   * Attributes, decorators or annotations, from first to last.
   */
  RANSACK_DEFINITION_PART_ATTRIBUTES = 2,
  /**
   * Header, without the documentation and attributes before it and without the body.
   */
  RANSACK_DEFINITION_PART_SIGNATURE = 3,
  /**
   * Body, with its brackets if it has any.
   */
  RANSACK_DEFINITION_PART_BODY = 4,
  /**
   * Value of a variable, constant, macro, field, variant or key.
   */
  RANSACK_DEFINITION_PART_VALUE = 5,
  /**
   * The whole definition with function bodies elided, as in a skeleton: for a class, its
   * documentation, fields and method signatures. Cannot be replaced.
   */
  RANSACK_DEFINITION_PART_SUMMARY = 6,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_definition_part ransack_definition_part;
#else
typedef uint32_t ransack_definition_part;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Effect of an edit, or of adding or removing an import.
 */
enum ransack_edit_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The edit changed text or, in a dry run, would change it.
   */
  RANSACK_EDIT_STATUS_APPLIED = 0,
  /**
   * The text is already in the requested state: the import exists, or the code equals the new
   * code. For a rewrite, no match was replaced, because every match equals its replacement, is
   * replaced by another rewrite, contains parts that the pattern does not name, or exceeds a
   * limit.
   */
  RANSACK_EDIT_STATUS_UNCHANGED = 1,
  /**
   * The pattern of the rewrite does not match any code in the searched files.
   */
  RANSACK_EDIT_STATUS_UNMATCHED = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_edit_status ransack_edit_status;
#else
typedef uint32_t ransack_edit_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Kind of export. More values may be added.
 */
enum ransack_export_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Named definition or variable.
   */
  RANSACK_EXPORT_KIND_NAMED = 0,
  /**
   * Default export of a JavaScript module, or the value of `module.exports`.
   */
  RANSACK_EXPORT_KIND_DEFAULT = 1,
  /**
   * Name from another module: `export { a } from "m"`, `pub use m::a`.
   */
  RANSACK_EXPORT_KIND_RE_EXPORT = 2,
  /**
   * All names from another module: `export * from "m"`, `pub use m::*`.
   */
  RANSACK_EXPORT_KIND_WILDCARD = 3,
  /**
   * Type without a value: `export type`, `export interface`.
   */
  RANSACK_EXPORT_KIND_TYPE_ONLY = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_export_kind ransack_export_kind;
#else
typedef uint32_t ransack_export_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Effect of an edit or a patch on a file.
 */
enum ransack_file_change_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The text changes.
   */
  RANSACK_FILE_CHANGE_KIND_MODIFY = 0,
  /**
   * The file is created.
   */
  RANSACK_FILE_CHANGE_KIND_CREATE = 1,
  /**
   * The file is deleted.
   */
  RANSACK_FILE_CHANGE_KIND_DELETE = 2,
  /**
   * The file gets another path, and its text may change.
   */
  RANSACK_FILE_CHANGE_KIND_RENAME = 3,
  /**
   * A copy with another path is created, and its text may differ.
   */
  RANSACK_FILE_CHANGE_KIND_COPY = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_file_change_kind ransack_file_change_kind;
#else
typedef uint32_t ransack_file_change_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Effect of an edit on its file or text. The comment of each action names the fields of
 * ransack_file_edit that it uses. Every action also uses `path` and `if_version`, and an action on
 * lines uses `snapshot` and `hashes`. Any other field that is set is an error.
 */
enum ransack_file_edit_action
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Replaces `old_text`, which must occur once or, if set, `expected_count` times, with `new_text`.
   */
  RANSACK_FILE_EDIT_ACTION_REPLACE = 0,
  /**
   * Replaces the lines from `first_line` to `last_line` with `new_text`.
   */
  RANSACK_FILE_EDIT_ACTION_REPLACE_LINES = 1,
  /**
   * Inserts `new_text` at `place`, which may also use `first_line` or `old_text`.
   */
  RANSACK_FILE_EDIT_ACTION_INSERT = 2,
  /**
   * Creates the file with the text `new_text`, and with missing parent directories. No file
   * or open buffer may have its path. Uses `executable`.
   */
  RANSACK_FILE_EDIT_ACTION_CREATE = 3,
  /**
   * Deletes the file.
   */
  RANSACK_FILE_EDIT_ACTION_DELETE = 4,
  /**
   * Gives the file the path `new_path`, which no file or open buffer may have.
   */
  RANSACK_FILE_EDIT_ACTION_RENAME = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_file_edit_action ransack_file_edit_action;
#else
typedef uint32_t ransack_file_edit_action;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Kind of import. If several kinds apply, the last in the order below wins, except that
 * RANSACK_IMPORT_KIND_WILDCARD yields to every other kind. More values may be added.
 */
enum ransack_import_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Import of a module, or of names from it, at compile or load time.
   */
  RANSACK_IMPORT_KIND_STATIC = 0,
  /**
   * Import of all names from a module: `from m import *`, `use m::*`, `import m.*`.
   */
  RANSACK_IMPORT_KIND_WILDCARD = 1,
  /**
   * Import without names, for its side effects: `import "m"`, or `import _ "m"` in Go.
   */
  RANSACK_IMPORT_KIND_SIDE_EFFECT = 2,
  /**
   * Call that imports a module by a literal name: `import("m")`, `require("m")`,
   * `__import__("m")`, `importlib.import_module("m")`.
   */
  RANSACK_IMPORT_KIND_DYNAMIC = 3,
  /**
   * Inclusion of text, or execution of a file: `#include "f"`, `include!("f")`, `source f`.
   */
  RANSACK_IMPORT_KIND_INCLUDE = 4,
  /**
   * Inclusion of a system header: `#include <f>`.
   */
  RANSACK_IMPORT_KIND_SYSTEM_INCLUDE = 5,
  /**
   * Import of static members of a type: `import static` in Java, `using static` in C#.
   */
  RANSACK_IMPORT_KIND_MEMBER = 6,
  /**
   * Import that is also exported: `export ... from`, `pub use`, `import public`.
   */
  RANSACK_IMPORT_KIND_RE_EXPORT = 7,
  /**
   * Type-only import, which runs no code: `import type`; in Python, imports under
   * `if TYPE_CHECKING:`.
   */
  RANSACK_IMPORT_KIND_TYPE_ONLY = 8,
  /**
   * Import of a function: `use function` in PHP.
   */
  RANSACK_IMPORT_KIND_FUNCTION = 9,
  /**
   * Import of a constant: `use const` in PHP.
   */
  RANSACK_IMPORT_KIND_CONSTANT = 10,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_import_kind ransack_import_kind;
#else
typedef uint32_t ransack_import_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Position for code next to or inside a definition.
 */
enum ransack_insert_place
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Above the definition.
   */
  RANSACK_INSERT_PLACE_BEFORE = 0,
  /**
   * Below the definition.
   */
  RANSACK_INSERT_PLACE_AFTER = 1,
  /**
   * Before the first member of the definition, or at the start of the body if the definition has
   * no members. If the member is in a condition or loop, before that. If the value of the
   * definition is a list or an object, before the first element.
   */
  RANSACK_INSERT_PLACE_FIRST_MEMBER = 2,
  /**
   * After the last member of the definition, or at the end of the body if the definition has no
   * members. If the member is in a condition or loop, after that. If the value of the definition
   * is a list or an object, after the last element.
   */
  RANSACK_INSERT_PLACE_LAST_MEMBER = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_insert_place ransack_insert_place;
#else
typedef uint32_t ransack_insert_place;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Kind of results that a content search returns.
 */
enum ransack_grep_mode
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * One result for each matching line or, with `multiline`, for each match.
   */
  RANSACK_GREP_MODE_CONTENT = 0,
  /**
   * One result for each file with matches, with the number of matching lines.
   */
  RANSACK_GREP_MODE_COUNT = 1,
  /**
   * One result for each file with matches; the search of each file stops at its first match.
   */
  RANSACK_GREP_MODE_FILES_WITH_MATCHES = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_grep_mode ransack_grep_mode;
#else
typedef uint32_t ransack_grep_mode;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Place of the paths of matches and definitions.
 */
enum ransack_grouping
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Each path is a heading above the lines of its file.
   */
  RANSACK_GROUPING_FILE = 0,
  /**
   * Each line begins with its path: "PATH:LINE:TEXT".
   */
  RANSACK_GROUPING_FLAT = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_grouping ransack_grouping;
#else
typedef uint32_t ransack_grouping;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Treatment of files and directories whose names start with '.'.
 */
enum ransack_hidden
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Hidden entries are skipped.
   */
  RANSACK_HIDDEN_EXCLUDE = 0,
  /**
   * Hidden entries are searched.
   */
  RANSACK_HIDDEN_INCLUDE = 1,
  /**
   * Default for the operation: path searches (glob, fuzzy search) exclude hidden entries; all
   * other operations include them.
   */
  RANSACK_HIDDEN_DEFAULT = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_hidden ransack_hidden;
#else
typedef uint32_t ransack_hidden;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Notation of a pack.
 */
enum ransack_pack_format
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Markdown: a heading with the path, and the text in a fence that is longer than any in it.
   */
  RANSACK_PACK_FORMAT_MARKDOWN = 0,
  /**
   * XML: one `file` element for each file, with the text in CDATA sections. Control characters
   * that XML cannot hold are U+FFFD.
   */
  RANSACK_PACK_FORMAT_XML = 1,
  /**
   * JSON: an object with an array `files` of objects with `path`, `level` and `text`.
   */
  RANSACK_PACK_FORMAT_JSON = 2,
  /**
   * Plain text: a line with the path, then the text.
   */
  RANSACK_PACK_FORMAT_PLAIN = 3,
  /**
   * The notation of jinni: the text in a fence of three backticks whose info string is `path=`
   * and the path.
   */
  RANSACK_PACK_FORMAT_JINNI = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_pack_format ransack_pack_format;
#else
typedef uint32_t ransack_pack_format;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Amount of a file that a pack shows, in order of increasing detail.
 */
enum ransack_pack_level
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Nothing.
   */
  RANSACK_PACK_LEVEL_OMITTED = 0,
  /**
   * The path alone.
   */
  RANSACK_PACK_LEVEL_PATH = 1,
  /**
   * One line for each definition, with its kind and name.
   */
  RANSACK_PACK_LEVEL_OUTLINE = 2,
  /**
   * The text without documentation and with its function bodies elided. Definitions that
   * `relevant` names keep their bodies.
   */
  RANSACK_PACK_LEVEL_SKELETON = 3,
  /**
   * The text without comments.
   */
  RANSACK_PACK_LEVEL_UNCOMMENTED = 4,
  /**
   * The whole text.
   */
  RANSACK_PACK_LEVEL_WHOLE = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_pack_level ransack_pack_level;
#else
typedef uint32_t ransack_pack_level;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Reason for the treatment of a file in a pack.
 */
enum ransack_pack_reason
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Everything is shown.
   */
  RANSACK_PACK_REASON_COMPLETE = 0,
  /**
   * A level of the call limits the file.
   */
  RANSACK_PACK_REASON_LEVEL = 1,
  /**
   * The maximum leaves no room for more.
   */
  RANSACK_PACK_REASON_BUDGET = 2,
  /**
   * The file seems to contain a secret.
   */
  RANSACK_PACK_REASON_SECRET = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_pack_reason ransack_pack_reason;
#else
typedef uint32_t ransack_pack_reason;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Base of the paths in results and reports.
 */
enum ransack_paths_from
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The workspace's root in a workspace; otherwise as RANSACK_PATHS_FROM_ROOT.
   */
  RANSACK_PATHS_FROM_DEFAULT = 0,
  /**
   * Paths below a root that is a directory are relative to that root. The path of a root that is
   * a file, and paths that a root with wildcards selects, begin as the root is spelled.
   */
  RANSACK_PATHS_FROM_ROOT = 1,
  /**
   * Paths are relative to the workspace's root; a path outside the workspace is absolute. Without
   * a workspace, the call fails with RANSACK_STATUS_INVALID_OPTION.
   */
  RANSACK_PATHS_FROM_WORKSPACE = 2,
  /**
   * Paths are absolute, with symbolic links in the root's path resolved.
   */
  RANSACK_PATHS_FROM_ABSOLUTE = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_paths_from ransack_paths_from;
#else
typedef uint32_t ransack_paths_from;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Set of default values for the limits of searches in a workspace: of ransack_grep(),
 * ransack_ast_grep(), ransack_glob(), ransack_fuzzy_find() and ransack_outline(). A limit of
 * RANSACK_NO_LIMIT in the options of a call means the default value; RANSACK_NO_LIMIT - 1 is no
 * limit. Edits have no default limits. More values may be added.
 */
enum ransack_preset
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * No limits.
   */
  RANSACK_PRESET_NONE = 0,
  /**
   * Limits for a program that passes results to a language model: 100 results, 500 bytes per line
   * of ransack_grep(), and 10 seconds, after which a search returns the results found so far.
   * Calls wait for the initial scan within this time, except calls through a handle of
   * ransack_workspace_without_waiting().
   */
  RANSACK_PRESET_AGENT = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_preset ransack_preset;
#else
typedef uint32_t ransack_preset;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Syntax class of a range of text. More values may be added.
 */
enum ransack_highlight_class
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Comment with its delimiters.
   */
  RANSACK_HIGHLIGHT_CLASS_COMMENT = 0,
  /**
   * Keyword or preprocessor directive.
   */
  RANSACK_HIGHLIGHT_CLASS_KEYWORD = 1,
  /**
   * Name of a function, method or macro, at its definition or call.
   */
  RANSACK_HIGHLIGHT_CLASS_FUNCTION = 2,
  /**
   * Name of any other value, including parameters.
   */
  RANSACK_HIGHLIGHT_CLASS_VARIABLE = 3,
  /**
   * String or character literal with its quotes, or a regular expression.
   */
  RANSACK_HIGHLIGHT_CLASS_STRING = 4,
  /**
   * Numeric literal.
   */
  RANSACK_HIGHLIGHT_CLASS_NUMBER = 5,
  /**
   * Name of a type, class, trait or interface.
   */
  RANSACK_HIGHLIGHT_CLASS_TYPE = 6,
  /**
   * Operator.
   */
  RANSACK_HIGHLIGHT_CLASS_OPERATOR = 7,
  /**
   * Bracket or separator.
   */
  RANSACK_HIGHLIGHT_CLASS_PUNCTUATION = 8,
  /**
   * Line that a diff adds.
   */
  RANSACK_HIGHLIGHT_CLASS_INSERTED = 9,
  /**
   * Line that a diff removes.
   */
  RANSACK_HIGHLIGHT_CLASS_DELETED = 10,
  /**
   * Named constant or fixed value, such as true, null or MAX_SIZE.
   */
  RANSACK_HIGHLIGHT_CLASS_CONSTANT = 11,
  /**
   * Name of a field, member or key.
   */
  RANSACK_HIGHLIGHT_CLASS_PROPERTY = 12,
  /**
   * Attribute, annotation or decorator, or the name of an attribute in a markup tag.
   */
  RANSACK_HIGHLIGHT_CLASS_ATTRIBUTE = 13,
  /**
   * Name of a markup tag.
   */
  RANSACK_HIGHLIGHT_CLASS_TAG = 14,
  /**
   * Name of a module, package or namespace.
   */
  RANSACK_HIGHLIGHT_CLASS_NAMESPACE = 15,
  /**
   * Escape sequence or placeholder in a string.
   */
  RANSACK_HIGHLIGHT_CLASS_ESCAPE = 16,
  /**
   * Heading in a document, or heading of a part of a diff.
   */
  RANSACK_HIGHLIGHT_CLASS_HEADING = 17,
  /**
   * Text in italics.
   */
  RANSACK_HIGHLIGHT_CLASS_EMPHASIS = 18,
  /**
   * Text in bold.
   */
  RANSACK_HIGHLIGHT_CLASS_STRONG = 19,
  /**
   * Address or label of a link in a document.
   */
  RANSACK_HIGHLIGHT_CLASS_LINK = 20,
  /**
   * Literal text in a document.
   */
  RANSACK_HIGHLIGHT_CLASS_CODE = 21,
  /**
   * Illegal token, or an error in a log.
   */
  RANSACK_HIGHLIGHT_CLASS_ERROR = 22,
  /**
   * Possible error, such as a warning in a log.
   */
  RANSACK_HIGHLIGHT_CLASS_WARNING = 23,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_highlight_class ransack_highlight_class;
#else
typedef uint32_t ransack_highlight_class;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Kind of definition. All languages share this list: each construct gets the nearest common term.
 * More values may be added.
 */
enum ransack_item_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Module, package clause or file-level unit.
   */
  RANSACK_ITEM_KIND_MODULE = 0,
  /**
   * Namespace.
   */
  RANSACK_ITEM_KIND_NAMESPACE = 1,
  /**
   * Class, actor, record class or object declaration.
   */
  RANSACK_ITEM_KIND_CLASS = 2,
  /**
   * Struct or record.
   */
  RANSACK_ITEM_KIND_STRUCT = 3,
  /**
   * Union.
   */
  RANSACK_ITEM_KIND_UNION = 4,
  /**
   * Interface, protocol or module type.
   */
  RANSACK_ITEM_KIND_INTERFACE = 5,
  /**
   * Trait, type class, mixin or role.
   */
  RANSACK_ITEM_KIND_TRAIT = 6,
  /**
   * Implementation or extension of a type declared elsewhere.
   */
  RANSACK_ITEM_KIND_IMPL = 7,
  /**
   * Enumeration.
   */
  RANSACK_ITEM_KIND_ENUM = 8,
  /**
   * Value of an enumeration, or case of a sum type.
   */
  RANSACK_ITEM_KIND_VARIANT = 9,
  /**
   * Function outside a type.
   */
  RANSACK_ITEM_KIND_FUNCTION = 10,
  /**
   * Function that belongs to a type.
   */
  RANSACK_ITEM_KIND_METHOD = 11,
  /**
   * Constructor or initializer.
   */
  RANSACK_ITEM_KIND_CONSTRUCTOR = 12,
  /**
   * Field of a type.
   */
  RANSACK_ITEM_KIND_FIELD = 13,
  /**
   * Property: a member with accessors, or a member of an interface.
   */
  RANSACK_ITEM_KIND_PROPERTY = 14,
  /**
   * Constant.
   */
  RANSACK_ITEM_KIND_CONSTANT = 15,
  /**
   * Variable.
   */
  RANSACK_ITEM_KIND_VARIABLE = 16,
  /**
   * Type alias or associated type.
   */
  RANSACK_ITEM_KIND_TYPE_ALIAS = 17,
  /**
   * Macro.
   */
  RANSACK_ITEM_KIND_MACRO = 18,
  /**
   * Test, or group of tests, with a title instead of a name.
   */
  RANSACK_ITEM_KIND_TEST = 19,
  /**
   * Event or signal.
   */
  RANSACK_ITEM_KIND_EVENT = 20,
  /**
   * Section of a document; its name is the heading.
   */
  RANSACK_ITEM_KIND_SECTION = 21,
  /**
   * Key in a data file.
   */
  RANSACK_ITEM_KIND_KEY = 22,
  /**
   * Style rule or grammar rule.
   */
  RANSACK_ITEM_KIND_RULE = 23,
  /**
   * Database table.
   */
  RANSACK_ITEM_KIND_TABLE = 24,
  /**
   * Database view.
   */
  RANSACK_ITEM_KIND_VIEW = 25,
  /**
   * Database index.
   */
  RANSACK_ITEM_KIND_INDEX = 26,
  /**
   * Database trigger.
   */
  RANSACK_ITEM_KIND_TRIGGER = 27,
  /**
   * Message type in a protocol definition.
   */
  RANSACK_ITEM_KIND_MESSAGE = 28,
  /**
   * Service in a protocol definition.
   */
  RANSACK_ITEM_KIND_SERVICE = 29,
  /**
   * Target in a build file.
   */
  RANSACK_ITEM_KIND_TARGET = 30,
  /**
   * Build stage.
   */
  RANSACK_ITEM_KIND_STAGE = 31,
  /**
   * Markup element.
   */
  RANSACK_ITEM_KIND_ELEMENT = 32,
  /**
   * Block in a configuration file, such as `resource` in Terraform.
   */
  RANSACK_ITEM_KIND_BLOCK = 33,
  /**
   * Change to one file in a patch, or one hunk of a patch.
   */
  RANSACK_ITEM_KIND_CHANGE = 34,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_item_kind ransack_item_kind;
#else
typedef uint32_t ransack_item_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Policy for parts of matched code that the pattern does not name.
 */
enum ransack_keeps
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Keeps every comment, keyword, operator and node that the pattern does not name and no
   * metavariable captures. A match that contains such code is not replaced; its file is reported
   * as RANSACK_SKIP_REASON_LOSSY_REWRITE, with the code that would be lost. In a block without a
   * closing bracket (as in Python) or in a table (as in TOML), the statements or entries after
   * the last one in the pattern are kept if the last lines of the replacement and the pattern
   * have the same indentation. Commas and semicolons that the pattern lacks are not kept.
   */
  RANSACK_KEEPS_EVERYTHING = 0,
  /**
   * Keeps nothing: every match is replaced. `lost` in ransack_ast_change lists the code that a
   * replacement removes.
   */
  RANSACK_KEEPS_NOTHING = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_keeps ransack_keeps;
#else
typedef uint32_t ransack_keeps;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Kind of a line of a patch.
 */
enum ransack_line_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Line of both texts.
   */
  RANSACK_LINE_KIND_CONTEXT = 0,
  /**
   * Line of the old text.
   */
  RANSACK_LINE_KIND_REMOVED = 1,
  /**
   * Line of the new text.
   */
  RANSACK_LINE_KIND_ADDED = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_line_kind ransack_line_kind;
#else
typedef uint32_t ransack_line_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Comparison that found a quoted text. Each level includes the tolerance of the levels before it.
 */
enum ransack_match_level
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * All bytes are equal, apart from the form of line ends. The level of edits that quote nothing.
   */
  RANSACK_MATCH_LEVEL_EXACT = 0,
  /**
   * Typographic characters equal the ASCII characters in their place, one to one: quotation
   * marks, dashes and spaces.
   */
  RANSACK_MATCH_LEVEL_TYPOGRAPHY = 1,
  /**
   * Blanks at the ends of lines do not count.
   */
  RANSACK_MATCH_LEVEL_TRAILING_BLANKS = 2,
  /**
   * Whole lines, whose indentation differs by the same blanks in every line that is not blank. New
   * lines get the indentation of the text.
   */
  RANSACK_MATCH_LEVEL_INDENTATION = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_match_level ransack_match_level;
#else
typedef uint32_t ransack_match_level;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Property of a definition, stated in its header or implied by a convention of the language. Each
 * value is one bit of `modifiers` in ransack_outline_item. More values may be added.
 */
enum ransack_modifier
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Visible outside its file, module or package: `export`, `pub`, `public`, or an upper-case
   * name in Go.
   */
  RANSACK_MODIFIER_EXPORTED = 1,
  /**
   * Visible only in its type or file: `private`, or a name with `#` in JavaScript.
   */
  RANSACK_MODIFIER_PRIVATE = 2,
  /**
   * Visible in its type and subtypes: `protected`.
   */
  RANSACK_MODIFIER_PROTECTED = 4,
  /**
   * Belongs to the type rather than to its instances, or is local to the file: `static`.
   */
  RANSACK_MODIFIER_STATIC = 8,
  /**
   * Asynchronous: `async` or `suspend`.
   */
  RANSACK_MODIFIER_ASYNC = 16,
  /**
   * Without an implementation: `abstract`, or a pure virtual function.
   */
  RANSACK_MODIFIER_ABSTRACT = 32,
  /**
   * Marked as deprecated by an annotation, an attribute or its documentation.
   */
  RANSACK_MODIFIER_DEPRECATED = 64,
  /**
   * Cannot be assigned to, or is evaluated at compile time: `const`, or `final` on a variable.
   */
  RANSACK_MODIFIER_CONST = 128,
  /**
   * Cannot be written: `readonly`.
   */
  RANSACK_MODIFIER_READONLY = 256,
  /**
   * Cannot be extended or overridden: `final`, and `sealed` in C#.
   */
  RANSACK_MODIFIER_FINAL = 512,
  /**
   * Replaces an inherited definition: `override`.
   */
  RANSACK_MODIFIER_OVERRIDE = 1024,
  /**
   * Can be overridden: `virtual` or `open`.
   */
  RANSACK_MODIFIER_VIRTUAL = 2048,
  /**
   * Default export.
   */
  RANSACK_MODIFIER_DEFAULT = 4096,
  /**
   * Yields a sequence: `function*`.
   */
  RANSACK_MODIFIER_GENERATOR = 8192,
  /**
   * Unsafe: `unsafe`.
   */
  RANSACK_MODIFIER_UNSAFE = 16384,
  /**
   * Defined elsewhere: `extern`, `declare`, `external` or `native`.
   */
  RANSACK_MODIFIER_EXTERN = 32768,
  /**
   * Inline: `inline`.
   */
  RANSACK_MODIFIER_INLINE = 65536,
  /**
   * Test, marked by an attribute or a name that the language's test runner recognises.
   */
  RANSACK_MODIFIER_TEST = 131072,
  /**
   * Returns the value of a property: `get`.
   */
  RANSACK_MODIFIER_GETTER = 262144,
  /**
   * Sets the value of a property: `set`.
   */
  RANSACK_MODIFIER_SETTER = 524288,
  /**
   * Declaration without a body, whose definition is elsewhere, such as a prototype in C.
   */
  RANSACK_MODIFIER_DECLARATION = 1048576,
  /**
   * May be absent: `x?: T` in TypeScript.
   */
  RANSACK_MODIFIER_OPTIONAL = 2097152,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_modifier ransack_modifier;
#else
typedef uint32_t ransack_modifier;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Behaviour of a call when its time limit passes.
 */
enum ransack_on_timeout
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The call fails with RANSACK_STATUS_TIMEOUT.
   */
  RANSACK_ON_TIMEOUT_FAIL = 0,
  /**
   * The call succeeds with the results found so far; the report's `stopped_by` is
   * RANSACK_STOPPED_BY_TIMEOUT.
   */
  RANSACK_ON_TIMEOUT_PARTIAL = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_on_timeout ransack_on_timeout;
#else
typedef uint32_t ransack_on_timeout;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Combination of rules that decide which files are packed.
 */
enum ransack_rule_mode
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * A pattern is relative to the directory of its file, as in `.gitignore`; a rule in a nearer
   * directory takes precedence. Rules in `.contextfiles` take precedence over ignore rules, and
   * these over the built-in rules. Rules of the caller replace all others, and are relative to the
   * roots of the call; if one of them includes files, files that match none of them are excluded.
   */
  RANSACK_RULE_MODE_NEAREST = 0,
  /**
   * Rules of the program jinni 0.4.0: built-in rules, rules in `.gitignore` and `.contextfiles` from
   * the rule root down, and the rules of the caller, in this order, all relative to the root of
   * the call. Other ignore files do not count.
   */
  RANSACK_RULE_MODE_JINNI = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_rule_mode ransack_rule_mode;
#else
typedef uint32_t ransack_rule_mode;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Source of a rule.
 */
enum ransack_rule_source
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * No rule matches.
   */
  RANSACK_RULE_SOURCE_NONE = 0,
  /**
   * A file: `.contextfiles` or an ignore file.
   */
  RANSACK_RULE_SOURCE_FILE = 1,
  /**
   * The call.
   */
  RANSACK_RULE_SOURCE_CALLER = 2,
  /**
   * The built-in list.
   */
  RANSACK_RULE_SOURCE_DEFAULT = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_rule_source ransack_rule_source;
#else
typedef uint32_t ransack_rule_source;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Level of detail of a skeleton, in order of increasing detail.
 */
enum ransack_skeleton_level
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * One line for each definition with its kind and its name, indented by two spaces per depth.
   * Not text in the language of the source.
   */
  RANSACK_SKELETON_LEVEL_NAMES = 0,
  /**
   * Signatures without documentation; headings of Markdown without text; keys with values of at
   * most 30 bytes.
   */
  RANSACK_SKELETON_LEVEL_SIGNATURES = 1,
  /**
   * Signatures and documentation; headings of Markdown, each with its first paragraph; keys with
   * values of at most 100 bytes.
   */
  RANSACK_SKELETON_LEVEL_DOCS = 2,
  /**
   * The whole text.
   */
  RANSACK_SKELETON_LEVEL_FULL = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_skeleton_level ransack_skeleton_level;
#else
typedef uint32_t ransack_skeleton_level;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Differences allowed between a pattern and the code that it matches. Unnamed nodes are
 * punctuation and keywords.
 */
enum ransack_strictness
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Exact: every node of the pattern and the code must match.
   */
  RANSACK_STRICTNESS_CST = 0,
  /**
   * Ignores comments in the code, unnamed nodes in the code that the pattern lacks, and nodes in
   * the code after the last node of the pattern.
   */
  RANSACK_STRICTNESS_SMART = 1,
  /**
   * Ignores unnamed nodes in the pattern and the code.
   */
  RANSACK_STRICTNESS_AST = 2,
  /**
   * Ignores comments and unnamed nodes in the pattern and the code.
   */
  RANSACK_STRICTNESS_RELAXED = 3,
  /**
   * Ignores comments, unnamed nodes and the text of names and literals: compares node kinds
   * only.
   */
  RANSACK_STRICTNESS_SIGNATURE = 4,
  /**
   * Ignores comments and node kinds: compares text only.
   */
  RANSACK_STRICTNESS_TEMPLATE = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_strictness ransack_strictness;
#else
typedef uint32_t ransack_strictness;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Kind of difference between a passage and the text of an edit.
 */
enum ransack_text_difference
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Blanks, tabs or empty lines.
   */
  RANSACK_TEXT_DIFFERENCE_WHITE_SPACE = 0,
  /**
   * Forms of quotation marks.
   */
  RANSACK_TEXT_DIFFERENCE_QUOTES = 1,
  /**
   * Forms of dashes.
   */
  RANSACK_TEXT_DIFFERENCE_DASHES = 2,
  /**
   * Unicode normalization forms.
   */
  RANSACK_TEXT_DIFFERENCE_UNICODE_FORM = 3,
  /**
   * Capital and small letters.
   */
  RANSACK_TEXT_DIFFERENCE_CASE = 4,
  /**
   * Anything else: words or whole lines.
   */
  RANSACK_TEXT_DIFFERENCE_WORDS = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_text_difference ransack_text_difference;
#else
typedef uint32_t ransack_text_difference;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Place of an inserted text.
 */
enum ransack_text_place
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Before the first line, after a byte order mark.
   */
  RANSACK_TEXT_PLACE_START = 0,
  /**
   * After the last line.
   */
  RANSACK_TEXT_PLACE_END = 1,
  /**
   * Before the line `first_line`.
   */
  RANSACK_TEXT_PLACE_BEFORE_LINE = 2,
  /**
   * After the line `first_line`.
   */
  RANSACK_TEXT_PLACE_AFTER_LINE = 3,
  /**
   * Directly before `old_text`, which must occur once.
   */
  RANSACK_TEXT_PLACE_BEFORE = 4,
  /**
   * Directly after `old_text`, which must occur once.
   */
  RANSACK_TEXT_PLACE_AFTER = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_text_place ransack_text_place;
#else
typedef uint32_t ransack_text_place;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Form of the text of a directory tree.
 */
enum ransack_tree_style
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Two spaces per level, the form with the fewest tokens.
   */
  RANSACK_TREE_STYLE_INDENT = 0,
  /**
   * Lines of box-drawing characters.
   */
  RANSACK_TREE_STYLE_LINES = 1,
  /**
   * Lines of ASCII characters.
   */
  RANSACK_TREE_STYLE_ASCII = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_tree_style ransack_tree_style;
#else
typedef uint32_t ransack_tree_style;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Part of the text that truncation to a number of tokens removes.
 */
enum ransack_truncate_from
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * End of the text; the start is kept.
   */
  RANSACK_TRUNCATE_FROM_END = 0,
  /**
   * Start of the text; the end is kept.
   */
  RANSACK_TRUNCATE_FROM_START = 1,
  /**
   * Middle of the text; the start and the end keep the same number of tokens, or the start keeps
   * one more.
   */
  RANSACK_TRUNCATE_FROM_MIDDLE = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_truncate_from ransack_truncate_from;
#else
typedef uint32_t ransack_truncate_from;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Token that cancels calls from any thread.
 *
 * A token fires once: when it is cancelled, when its time limit passes, or when its parent fires.
 * The token keeps the first reason. A call whose token fires returns within milliseconds; a call
 * whose token has already fired does no work. Any number of calls and threads may share a token.
 *
 *     ransack_cancel_token *token = NULL;
 *     ransack_cancel_token_new(NULL, 5000, &token);
 *     status = ransack_grep(&options, token, on_match, NULL, &report);
 *     ransack_cancel_token_free(token);
 *
 * To let a new call replace the previous one, give each call its own token, and cancel the token
 * of the previous call when the next begins. Free a token after its call has returned.
 *
 *     ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &next);
 *     if (current) ransack_cancel_token_cancel(current, RANSACK_ABORT_REASON_USER);
 *     current = next;
 */
typedef struct ransack_cancel_token ransack_cancel_token;

/**
 * List of strings for repeated ranking, such as search-as-you-type.
 *
 * The list copies the strings and uses 72 additional bytes for each. It caches the matches of up
 * to eight queries, so that few strings are examined for a query that extends a cached query, or
 * returns to one after characters are deleted. The results are the same as for
 * ransack_fuzzy_match_strings(). Concurrent calls on the same list are serialised.
 *
 *     ransack_fuzzy_list *list = NULL;
 *     ransack_fuzzy_list_new(strings, strings_len, &list);
 *     status = ransack_fuzzy_list_rank(list, query, &options, NULL, on_string, NULL, &report);
 *     ransack_fuzzy_list_free(list);
 */
typedef struct ransack_fuzzy_list ransack_fuzzy_list;

/**
 * Output form for highlighted text. Markup is closed at the end of each line. A form is immutable,
 * so any number of threads may share it.
 */
typedef struct ransack_highlight_form ransack_highlight_form;

/**
 * Highlighter for text that arrives in chunks. After ransack_highlight_stream_finish(), the output
 * equals the output of ransack_highlight() for the whole text, byte for byte.
 *
 * Until then, the output depends on the engine. With RANSACK_HIGHLIGHT_ENGINE_SYNTECT, the output
 * covers all text so far, and complete lines are final. With RANSACK_HIGHLIGHT_ENGINE_TREE_SITTER,
 * new text stays plain until the next periodic pass, and later text may change earlier output.
 * Concurrent calls are serialised.
 *
 *     ransack_highlight_update update;
 *     status = ransack_highlight_stream_push(stream, chunk, NULL, &update);
 *     truncate_output(update.keep);
 *     append_output(update.append);
 *     ransack_string_free(update.owner);
 */
typedef struct ransack_highlight_stream ransack_highlight_stream;

/**
 * Dedicated pool of worker threads, for calls that name the pool in the `pool` field of their
 * options. NULL means the shared pool, whose initial size is the number of processor cores
 * available to the process.
 *
 * A thread starts when a call needs it and ends after 10 seconds without work. Results do not
 * depend on the number of threads.
 *
 *     ransack_pool *pool = NULL;
 *     ransack_pool_new(1, &pool);
 *     options.pool = pool;
 *     status = ransack_grep(&options, NULL, on_match, NULL, &report);
 *     ransack_pool_free(pool);
 */
typedef struct ransack_pool ransack_pool;

/**
 * Collects results and renders them as text for a person or a model: matches and definitions
 * grouped by file, one line each; paths, one line each; changes as unified diffs, cut between
 * hunks. The last line says how many items are shown and, if there are more, the offset or cursor
 * of the next page. If the call was incomplete, the line before it says what was not examined.
 * Concurrent calls are serialised.
 *
 * The functions that add a result copy the needed parts, so a callback can pass its item. With
 * `max_tokens`, results that cannot fit are only counted, so memory stays bounded.
 *
 *     static int on_match(const ransack_grep_match *m, void *renderer) {
 *       return ransack_renderer_push_grep_match((ransack_renderer *)renderer, m);
 *     }
 *
 *     ransack_render_options how = RANSACK_RENDER_OPTIONS_INIT;
 *     how.max_tokens = 2000;
 *     ransack_renderer_new(&how, &renderer);
 *     ransack_grep(&options, NULL, on_match, renderer, &report);
 *     ransack_renderer_push_report(renderer, report);
 *     if (ransack_renderer_finish(renderer, NULL, &rendering) == RANSACK_STATUS_OK)
 *       puts((const char *)rendering->text.data);
 *     ransack_rendering_free(rendering);
 *     ransack_renderer_free(renderer);
 */
typedef struct ransack_renderer ransack_renderer;

/**
 * Results of a call that runs in the background, for event loops and for languages without
 * callbacks. Functions such as ransack_grep_stream() open a stream; functions such as
 * ransack_grep_stream_next() return its results in order.
 *
 * The work pauses while 8 MiB of results are buffered. Concurrent calls on the same stream are
 * serialised.
 *
 *     ransack_stream *stream = NULL;
 *     const ransack_grep_match *item = NULL;
 *     status = ransack_grep_stream(&options, NULL, &stream);
 *     while (!status && !(status = ransack_grep_stream_next(stream, 1, &item)) && item)
 *       fwrite(item->line.data, 1, item->line.len, stdout);
 *     ransack_stream_free(stream);
 */
typedef struct ransack_stream ransack_stream;

/**
 * Token counter for text that grows at the end. The total always equals the result of
 * ransack_tokenizer_count() for the whole text, but only the end of the text is recounted.
 * Concurrent calls are serialised.
 *
 *     ransack_token_counter *counter = NULL;
 *     ransack_token_counter_new(tokenizer, NULL, &counter);
 *     ransack_token_counter_push(counter, part, NULL, &total);
 *     ransack_token_counter_free(counter);
 */
typedef struct ransack_token_counter ransack_token_counter;

/**
 * Tokenizer: a vocabulary with its pattern and special tokens. A tokenizer is immutable, so any
 * number of threads may share it.
 *
 *     ransack_tokenizer *tokenizer = NULL;
 *     size_t count;
 *     ransack_tokenizer_get(RANSACK_ENCODING_O200K_BASE, &tokenizer);
 *     ransack_tokenizer_count(tokenizer, text, NULL, NULL, &count);
 *     ransack_tokenizer_free(tokenizer);
 */
typedef struct ransack_tokenizer ransack_tokenizer;

/**
 * Directory with a cached file table, so that calls need not walk the directory.
 *
 * A call uses the workspace that its ransack_scope names. The call returns exactly the same
 * results as it would without a workspace, and sees every change made to the tree before the call
 * began, except with RANSACK_REFRESH_MODE_MANUAL. File content is never cached. The file table
 * takes about 75 bytes per entry; see ransack_workspace_table_size(). The workspace keeps the
 * syntax trees and outlines of the 64 files that calls for one file, and searches with `enclosing`,
 * read last, in up to 64 MiB, and the syntax trees of open buffers in another 64 MiB, or more if
 * the tree of the last buffer is larger. Any number of threads may share a workspace.
 *
 *     ransack_workspace *workspace = NULL;
 *     ransack_workspace_open(RANSACK_BYTES("."), NULL, &workspace);
 *     scope.workspace = workspace;
 *     options.scope = &scope;
 *     status = ransack_glob(&options, NULL, on_match, NULL, &report);
 *     ransack_workspace_free(workspace);
 */
typedef struct ransack_workspace ransack_workspace;

/**
 * Cache of the most recently used workspaces by root. Any number of threads may share it. NULL
 * means the process-wide cache, which keeps 8 workspaces in RANSACK_REFRESH_MODE_STAT mode and
 * therefore needs no threads or watches.
 *
 *     ransack_workspace *workspace = NULL;
 *     ransack_workspace_cache_get(NULL, RANSACK_BYTES("src"), &workspace);
 *     scope.workspace = workspace;
 *     options.scope = &scope;
 *     status = ransack_glob(&options, NULL, on_match, NULL, &report);
 *     ransack_workspace_free(workspace);
 */
typedef struct ransack_workspace_cache ransack_workspace_cache;

/**
 * Borrowed view of bytes. RANSACK_BYTES() makes one from a literal, ransack_bytes_from_str() from
 * any other NUL-terminated string; RANSACK_BYTES_FMT and RANSACK_BYTES_ARG() print one. The layout
 * is final.
 */
typedef struct ransack_bytes {
  /**
   * First byte. Ignored, and may be NULL, if `len` is 0.
   */
  const uint8_t *data;
  /**
   * Number of bytes.
   */
  size_t len;
} ransack_bytes;

/**
 * Files and directories that an operation examines.
 *
 * Every options struct for files refers to a scope through its `scope` field; NULL is equivalent
 * to a scope with all defaults. Any number of options structs and calls may share a scope, which
 * is read only during a call and never written.
 *
 * Initialise with RANSACK_SCOPE_INIT.
 *
 *     ransack_bytes root = RANSACK_BYTES("src");
 *     ransack_bytes glob = RANSACK_BYTES("*.{c,h}");
 *     ransack_scope scope = RANSACK_SCOPE_INIT;
 *     scope.roots = &root;
 *     scope.roots_len = 1;
 *     scope.globs = &glob;
 *     scope.globs_len = 1;
 *     options.scope = &scope;
 */
typedef struct ransack_scope {
  /**
   * RANSACK_SCOPE_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Treatment of hidden entries, a ransack_hidden. Default: RANSACK_HIDDEN_DEFAULT.
   */
  uint32_t hidden;
  /**
   * Directories to walk and files to read, in this order. A root that does not exist and contains
   * a star, '?', '[' or '{' is a glob, and stands for the files that it matches and everything
   * below the directories that it matches. A root is searched even if ignore files, globs or
   * types exclude it. If roots overlap, each entry is a result of the first root that selects it.
   * A root that cannot be opened is reported as RANSACK_SKIP_REASON_UNREADABLE; if no root can be
   * opened, the call fails. Relative paths start at the root of `workspace` or, without a
   * workspace, at the current directory. Default: none, which means the whole workspace; without
   * a workspace, the call fails with RANSACK_STATUS_INVALID_OPTION.
   */
  const struct ransack_bytes *roots;
  /**
   * Number of roots. Default: 0.
   */
  size_t roots_len;
  /**
   * Path globs, UTF-8: '?', '[a-z]', '{a,b}', one star within a directory, two stars across
   * directories. A glob without '/' matches at any depth; a glob with '/' is matched against the
   * path from the root. The last matching glob wins; a leading '!' excludes. The notation and
   * its errors are the same as for the patterns of ransack_glob_options, except that a glob with
   * a trailing '/' selects everything below the directories it matches: "src/" selects
   * everything below a directory src, and "src" selects a file of that name. Default: none,
   * which selects all files.
   */
  const struct ransack_bytes *globs;
  /**
   * Number of globs. Default: 0.
   */
  size_t globs_len;
  /**
   * Names of file types to include; see ransack_file_types(). Directories have no type, so glob
   * and fuzzy search return no directories if a type is given. Default: none, which selects
   * files of every type.
   */
  const struct ransack_bytes *types;
  /**
   * Number of included types. Default: 0.
   */
  size_t types_len;
  /**
   * Names of file types to exclude. Default: none, which excludes nothing.
   */
  const struct ransack_bytes *types_not;
  /**
   * Number of excluded types. Default: 0.
   */
  size_t types_not_len;
  /**
   * Whether ignore rules apply: .gitignore, .git/info/exclude and the user's global excludes
   * inside a Git repository, and .ignore anywhere. Ignore files in nested directories and in
   * directories above a root also apply. Default: 1.
   */
  uint8_t gitignore;
  /**
   * Whether to walk node_modules directories. They are also walked if a pattern or glob spells
   * out node_modules or if a root lies in such a directory. Default: 0.
   */
  uint8_t node_modules;
  /**
   * Whether to follow symbolic links below the roots. Default: 0.
   */
  uint8_t follow_symlinks;
  /**
   * Whether files in Git's index are in scope even if Git's rules exclude them; a .ignore file
   * still excludes them. Reading the index of each repository encountered takes about 10 ms for
   * 100,000 files. With this option, a call through a workspace walks directories instead of
   * using the file table. Default: 0.
   */
  uint8_t tracked;
  /**
   * Workspace that lists the files. Relative roots start at the workspace's root, an empty list
   * of roots means the whole workspace, and the text of an open buffer replaces the file on
   * disk. An edit that would change a file with an open buffer writes no file; see
   * ransack_ast_edit(). A call that begins after
   * ransack_workspace_close() fails with RANSACK_STATUS_CLOSED; a call in progress finishes
   * normally. A stream counts as a call that begins when the stream is opened; afterwards, the
   * stream needs neither the scope nor this handle. Default: NULL, in which case calls walk
   * directories.
   */
  const struct ransack_workspace *workspace;
  /**
   * Base of the paths in results and reports, a ransack_paths_from. Default:
   * RANSACK_PATHS_FROM_DEFAULT.
   */
  uint32_t paths_from;
  /**
   * Cursor after which results begin, UTF-8: `next` in the report of an earlier call with the
   * same options. ransack_ast_edit() refuses it. Default: empty, which begins with the first
   * result.
   */
  struct ransack_bytes after;
  /**
   * Maximum depth of entries below a root: 1 for the root's own entries, 2 for the entries of
   * its subdirectories, and so on. A root that is a file has depth 0 and is always in scope.
   * Directories at the maximum depth are not read. Default: RANSACK_NO_LIMIT.
   */
  uint64_t max_depth;
  /**
   * Names of further ignore files, such as ".aiderignore", UTF-8, in the syntax of .gitignore.
   * Such a file applies in its directory and below, inside and outside repositories, even if it
   * lies in a directory above a root. Its rules take precedence over .ignore and Git's rules; in
   * one directory, a later name takes precedence over an earlier one. The files apply even if
   * `gitignore` is 0. With this option, a call through a workspace walks directories instead of
   * using the file table. More than 64 names, or a name that is not a single path component,
   * fail with RANSACK_STATUS_INVALID_OPTION. Default: none.
   */
  const struct ransack_bytes *ignore_files;
  /**
   * Number of names in `ignore_files`. Default: 0.
   */
  size_t ignore_files_len;
  /**
   * Whether `globs` match regardless of case, under Unicode simple case folding. A root's
   * absolute path at the start of a glob is compared exactly. Default: 0.
   */
  uint8_t glob_ignore_case;
  /**
   * Whether to walk repositories below the roots: directories that hold .git, either a directory
   * (a repository) or a file (a work tree or submodule). If not, such a directory is an entry of
   * its parent but is not walked, and the report lists it with
   * RANSACK_SKIP_REASON_NESTED_REPOSITORY. A root may be a repository. Default: 1.
   */
  uint8_t nested_repositories;
} ransack_scope;

/**
 * Options for ransack_ast_grep(). Initialise with RANSACK_AST_GREP_OPTIONS_INIT.
 */
typedef struct ransack_ast_grep_options {
  /**
   * RANSACK_AST_GREP_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Patterns, UTF-8; code matches if it matches any pattern. A pattern is code with
   * metavariables: $A matches one named node, $$A matches one node of any kind, and $$$A matches
   * any number of siblings; $_ and $$$ match without a name. A name consists of upper-case
   * letters, digits and '_'. $name is ordinary code; if nothing matches, `hints` in the report
   * say so. Metavariables with the same name must match equal code. A pattern need not be a
   * whole statement or file: it is parsed in every context in which it is valid. Default: none,
   * which fails with RANSACK_STATUS_INVALID_OPTION unless `rule` is given.
   */
  const struct ransack_bytes *patterns;
  /**
   * Number of patterns. Default: 0.
   */
  size_t patterns_len;
  /**
   * Rule in ast-grep's YAML or JSON form: an object with `rule` and optionally `constraints` and
   * `utils`, or only the content of `rule`: `pattern`, `kind`, `regex`, `inside`, `has`,
   * `precedes`, `follows`, `all`, `any`, `not`, `matches`, `nthChild`, `range`. If patterns are
   * also given, code matches if it matches any pattern or the rule. Default: empty, which means
   * no rule.
   */
  struct ransack_bytes rule;
  /**
   * Node kind, as named by the grammar, that selects a part of each pattern: only the first node
   * of this kind is searched for. Default: empty, which uses the whole pattern.
   */
  struct ransack_bytes selector;
  /**
   * Files to search. Files in unknown languages are out of scope.
   * Default: NULL, which means the defaults of ransack_scope.
   */
  const struct ransack_scope *scope;
  /**
   * Differences allowed between pattern and code, a ransack_strictness. Default:
   * RANSACK_STRICTNESS_SMART.
   */
  uint32_t strictness;
  /**
   * Name or alias of the only language to search. Files in other languages are searched only for
   * embedded code in this language; a root that is a file is parsed in this language regardless
   * of its name. Default: empty, which means that each file is parsed in its own language,
   * which its name or, for ".h" and its like, its text determines.
   */
  struct ransack_bytes language;
  /**
   * Maximum number of results; the search stops after finding one more. Default:
   * RANSACK_NO_LIMIT.
   */
  uint64_t limit;
  /**
   * Number of results to skip, in result order. Default: 0.
   */
  uint64_t offset;
  /**
   * Maximum time in milliseconds to parse and search one file; a file that takes longer is
   * skipped and reported. Default: 2000.
   */
  uint64_t time_per_file_ms;
  /**
   * Maximum size of a file in bytes; a larger file is skipped and reported. RANSACK_NO_LIMIT
   * means 2 GiB. Default: 16777216.
   */
  uint64_t max_file_size;
  /**
   * Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard.
   * Offsets in a decoded file count bytes of the decoded text. Default: empty, which means
   * UTF-8.
   */
  struct ransack_bytes encoding;
  /**
   * Time limit in milliseconds from the start of the call, in addition to the token's time
   * limit. With 0, the call times out immediately. Default: RANSACK_NO_LIMIT.
   */
  uint64_t timeout_ms;
  /**
   * Behaviour when `timeout_ms` or the token's time limit passes, a ransack_on_timeout. Default:
   * RANSACK_ON_TIMEOUT_FAIL.
   */
  uint32_t on_timeout;
  /**
   * Whether results include the captures of metavariables. Default: 0.
   */
  uint8_t include_meta;
  /**
   * Whether results include the interpretation under which the pattern matched. Default: 0.
   */
  uint8_t explain;
  /**
   * Worker pool to run on. Default: NULL, the shared pool.
   */
  const struct ransack_pool *pool;
  /**
   * Whether to set `enclosing` of each match, the name path of the definition around it. Each
   * file with matches is parsed once more; a workspace keeps the syntax trees of recent files.
   * Fails in a build without outlines. Default: 0.
   */
  uint8_t enclosing;
  /**
   * Whether to set `version` of each match, the content id of the file, so that a later edit can
   * require that the file is unchanged. All searched files are hashed, at about a millisecond
   * per megabyte. Default: 0.
   */
  uint8_t versions;
  /**
   * Whether to sort results by the modification time of their files, newest file first, then by
   * root and path, and within a file by position. A file whose time cannot be read is last.
   * `offset` and `limit` cut this order. All files are searched before the first result is
   * passed; with a limit, at most twice as many results as needed are held in memory, otherwise
   * all results. Default: 0.
   */
  uint8_t sort_by_mtime;
} ransack_ast_grep_options;

/**
 * Position in text.
 */
typedef struct ransack_position {
  /**
   * Byte offset in the text, 0-based.
   */
  size_t offset;
  /**
   * Line number, 1-based.
   */
  uint64_t line;
  /**
   * Byte offset in the line, 0-based.
   */
  size_t column;
  /**
   * Offset in the line in UTF-16 code units, 0-based; an ill-formed part of the text counts as
   * 1.
   */
  size_t column_utf16;
} ransack_position;

/**
 * Half-open range of text.
 */
typedef struct ransack_span {
  /**
   * Position of the first byte.
   */
  struct ransack_position start;
  /**
   * Position one past the last byte.
   */
  struct ransack_position end;
} ransack_span;

/**
 * Capture of a metavariable.
 */
typedef struct ransack_meta_variable {
  /**
   * Name without '$'.
   */
  struct ransack_bytes name;
  /**
   * Captured code; for a list, the code from the first to the last node.
   */
  struct ransack_bytes text;
  /**
   * Range of the captured code, if `has_span` is set.
   */
  struct ransack_span span;
  /**
   * Whether the metavariable captures a list of nodes.
   */
  uint8_t is_list;
  /**
   * Whether the capture has a range; an empty list does not.
   */
  uint8_t has_span;
} ransack_meta_variable;

/**
 * One interpretation of a pattern.
 */
typedef struct ransack_pattern_reading {
  /**
   * Syntactic context in which the pattern was parsed; see `context` in ransack_ast_match.
   */
  struct ransack_bytes context;
  /**
   * Kind of code that the interpretation describes.
   */
  ransack_reading_shape shape;
  /**
   * Node kind, as named by the grammar, of the matching node or of the first of several
   * siblings; empty if a node of any kind matches.
   */
  struct ransack_bytes kind;
  /**
   * Syntax tree of the interpretation as an S-expression. Line feeds separate siblings; `...`
   * stands for any further children.
   */
  struct ransack_bytes tree;
} ransack_pattern_reading;

/**
 * Code that matches a pattern or a rule. Valid, with everything it points to, until the callback
 * returns.
 */
typedef struct ransack_ast_match {
  /**
   * Path of the file relative to the base that `paths_from` selects, as raw file-system bytes.
   * Empty for a search in memory.
   */
  struct ransack_bytes path;
  /**
   * Name of the match's language; for embedded code, the embedded language.
   */
  struct ransack_bytes language;
  /**
   * Context in which the pattern was parsed: "file", "statement", "expression", "member",
   * "type", ...; "rule" for a rule.
   */
  struct ransack_bytes context;
  /**
   * Matching code.
   */
  struct ransack_bytes text;
  /**
   * Range of the matching code.
   */
  struct ransack_span span;
  /**
   * Captures of the named metavariables, in order of first use in the pattern; empty unless
   * `include_meta` is set in the options.
   */
  const struct ransack_meta_variable *meta_variables;
  /**
   * Number of captures.
   */
  size_t meta_variables_len;
  /**
   * Index in the options of the pattern that matched, 0-based; the lowest index if several
   * patterns match here. For a match of the rule, the number of patterns.
   */
  uint32_t pattern;
  /**
   * Index of the root in the scope, 0-based.
   */
  uint32_t root;
  /**
   * Interpretation under which the pattern matched. NULL if the match is for a rule, or if
   * `explain` is not set in the options.
   */
  const struct ransack_pattern_reading *reading;
  /**
   * Name path of the innermost definition around the start of the match, such as "Tool.run"; a
   * match that is a definition is in itself. Empty unless `enclosing` is set in the options, and
   * for a match in no definition, for a file in a language without outlines, and for a file that
   * is larger than 16 MiB or takes more than 2 seconds to parse.
   */
  struct ransack_bytes enclosing;
  /**
   * Content id of the bytes of the file as they were searched, as 32 hexadecimal digits. Empty
   * unless `versions` is set in the options.
   */
  struct ransack_bytes version;
} ransack_ast_match;

/**
 * Callback for AST search, called once for each match, in result order, on the thread that made
 * the call.
 *
 * Returns 0 to continue. Any other number stops the search: the call succeeds, the report's
 * `stopped_by` is RANSACK_STOPPED_BY_CALLBACK, and its `next_offset` is the offset of the match
 * after this one. `user_data` is the pointer passed to the call.
 */
typedef int (*ransack_on_ast_match)(const struct ransack_ast_match *item, void *user_data);

/**
 * Skipped path.
 */
typedef struct ransack_skipped_path {
  /**
   * Path relative to the base that `paths_from` selects, as raw file-system bytes.
   */
  struct ransack_bytes path;
  /**
   * Message from the operating system, decoder or parser; may be empty.
   */
  struct ransack_bytes detail;
  /**
   * Index of the root in the scope, 0-based.
   */
  uint32_t root;
} ransack_skipped_path;

/**
 * Paths skipped for the same reason.
 */
typedef struct ransack_skipped {
  /**
   * Reason for skipping the paths.
   */
  ransack_skip_reason reason;
  /**
   * Number of skipped paths.
   */
  uint64_t count;
  /**
   * First skipped paths, in path order, at most 10.
   */
  const struct ransack_skipped_path *paths;
  /**
   * Number of entries in `paths`, at most 10.
   */
  size_t paths_len;
} ransack_skipped;

/**
 * Origin of the file list of a call.
 */
typedef struct ransack_snapshot_info {
  /**
   * Refresh mode in which the file list was obtained.
   */
  ransack_refresh_mode mode;
  /**
   * Reason for rescanning the whole tree, or the tree below a changed ignore file, for this call
   * or since the previous call.
   */
  ransack_rescan_reason rescan;
  /**
   * Reason why the workspace is not watched.
   */
  ransack_watch_fallback fallback;
} ransack_snapshot_info;

/**
 * Use of the content index by a call; all fields are 0 without an index. The layout is final.
 */
typedef struct ransack_index_use {
  /**
   * Number of files in scope that were searched because the index did not exclude them,
   * including `always_scanned`.
   */
  uint64_t candidates;
  /**
   * Number of files in scope whose content is not indexed: binary, very large, undecodable and
   * unreadable files, files with an open buffer, and added or changed files that have not been
   * indexed yet.
   */
  uint64_t always_scanned;
  /**
   * Whether the index was used to exclude files. If 0, every file in scope is searched: there is
   * no index, the pattern requires no word that the index can look up, the search is inverted,
   * or an `encoding` is set.
   */
  uint8_t used;
} ransack_index_use;

/**
 * Report on a call: completeness, counts, skipped paths. The absence of a result is conclusive
 * only if `complete` is 1.
 *
 * The caller owns the report and frees it with ransack_report_free(). Everything it points to is
 * valid until then. A report is immutable, so any number of threads may read it.
 */
typedef struct ransack_report {
  /**
   * Number of files whose content was examined, or that were ruled out by a content index. For a
   * path search, the number of entries compared with the patterns.
   */
  uint64_t files_searched;
  /**
   * Number of files with at least one match.
   */
  uint64_t files_with_matches;
  /**
   * Number of matches found, including matches skipped by `offset` and any matches found past
   * the limit.
   */
  uint64_t total_matches;
  /**
   * Value of `offset` for a call that continues where this call stopped, if `has_next_offset` is
   * set; otherwise 0.
   */
  uint64_t next_offset;
  /**
   * Paths in scope that were skipped, one entry for each reason.
   */
  const struct ransack_skipped *skipped;
  /**
   * Number of entries in `skipped`.
   */
  size_t skipped_len;
  /**
   * Reason why the call ended early.
   */
  ransack_stopped_by stopped_by;
  /**
   * 1 only if all text in scope was examined. Binary files that are not roots and paths outside
   * the scope (ignored, hidden and filtered paths, node_modules) do not matter. The value is 0
   * after a limit or a timeout, or if a text in scope was not examined because it is unreadable,
   * cannot be decoded or is larger than the maximum size. With `after`, only the scope from the
   * cursor on counts.
   */
  uint8_t complete;
  /**
   * Whether `total_matches` counts all matches in the examined files; if not, `total_matches` is
   * a lower bound. Matches in skipped files are not counted: see `complete`.
   */
  uint8_t total_is_exact;
  /**
   * Whether roots, globs and types together select no file. For ransack_glob(), whether they and
   * the patterns together select no path. A skipped node_modules directory or nested repository
   * does not count. The glob "src" selects no file if src is a directory; "src/" selects
   * everything below the directory.
   */
  uint8_t no_files_matched_scope;
  /**
   * Whether there are more results, starting at `next_offset`.
   */
  uint8_t has_next_offset;
  /**
   * Origin of the file list of the call.
   */
  struct ransack_snapshot_info snapshot;
  /**
   * Use of the workspace's content index by the call: the number of files that the index did not
   * exclude, and whether it excluded any.
   */
  struct ransack_index_use index;
  /**
   * Time in milliseconds, rounded down, during which the call had work but no worker because
   * other calls occupied all workers.
   */
  uint64_t waited_ms;
  /**
   * Advice for a call that found nothing, UTF-8. A hint may name the root, glob or type that
   * selects no file, or an option whose meaning may be unexpected: for example, $name in a
   * pattern is ordinary code, because metavariable names are upper-case. Of an applied edit without an
   * id, the reason why it cannot be undone.
   */
  const struct ransack_bytes *hints;
  /**
   * Number of hints.
   */
  size_t hints_len;
  /**
   * Cursor for a call with the same options that continues after these results: the value of
   * `after` in its scope. In path order, such a call does not examine earlier files, unlike a
   * call with an offset, and changes to earlier files do not shift its results. After a timeout
   * it continues at the first file that was not examined, so the next page may repeat results
   * from later files. Empty if there are no more results.
   */
  struct ransack_bytes next;
  /**
   * Number of entries that only ignore rules exclude: the call would examine them, or walk them
   * if they are directories, with these globs and types but without ignore rules. An ignored
   * directory counts as one, whatever it contains. A lower bound if the call ended early.
   */
  uint64_t ignored;
} ransack_report;

/**
 * Options for ransack_ast_match_source(). Every field has the same meaning and the same default as
 * the field with that name in ransack_ast_grep_options. Initialise with
 * RANSACK_AST_MATCH_OPTIONS_INIT.
 */
typedef struct ransack_ast_match_options {
  /**
   * RANSACK_AST_MATCH_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Patterns, UTF-8. Default: none, which fails with RANSACK_STATUS_INVALID_OPTION unless `rule`
   * is given.
   */
  const struct ransack_bytes *patterns;
  /**
   * Number of patterns. Default: 0.
   */
  size_t patterns_len;
  /**
   * Rule in ast-grep's YAML or JSON form. Default: empty, which means no rule.
   */
  struct ransack_bytes rule;
  /**
   * Node kind that selects a part of each pattern: only the first node of this kind is searched
   * for. Default: empty, which uses the whole pattern.
   */
  struct ransack_bytes selector;
  /**
   * Maximum number of results. Default: RANSACK_NO_LIMIT.
   */
  uint64_t limit;
  /**
   * Number of results to skip, in result order. Default: 0.
   */
  uint64_t offset;
  /**
   * Differences allowed between pattern and code, a ransack_strictness. Default:
   * RANSACK_STRICTNESS_SMART.
   */
  uint32_t strictness;
  /**
   * Whether results include the captures of metavariables. Default: 0.
   */
  uint8_t include_meta;
  /**
   * Whether results include the interpretation under which the pattern matched. Default: 0.
   */
  uint8_t explain;
} ransack_ast_match_options;

/**
 * Interpretations of a pattern, owned by the caller. Free them with
 * ransack_pattern_readings_free().
 */
typedef struct ransack_pattern_readings {
  /**
   * Interpretations, in the order in which they are tried.
   */
  const struct ransack_pattern_reading *readings;
  /**
   * Number of interpretations, at least 1.
   */
  size_t len;
} ransack_pattern_readings;

/**
 * Language whose syntax the library can parse.
 */
typedef struct ransack_ast_language {
  /**
   * Name, in lower case.
   */
  struct ransack_bytes name;
  /**
   * Other names. Language names and aliases are case-insensitive.
   */
  const struct ransack_bytes *aliases;
  /**
   * Number of aliases.
   */
  size_t aliases_len;
  /**
   * File extensions, without the dot, in lower case. If two languages share an extension, a file
   * belongs to the language that is listed first.
   */
  const struct ransack_bytes *extensions;
  /**
   * Number of extensions.
   */
  size_t extensions_len;
  /**
   * Complete file names. An entry that ends in ".*" matches every name that begins with the part
   * before "*".
   */
  const struct ransack_bytes *file_names;
  /**
   * Number of file names.
   */
  size_t file_names_len;
} ransack_ast_language;

/**
 * Options for ransack_recover_edits() and ransack_interrupted_edits(). Initialise with
 * RANSACK_RECOVERY_OPTIONS_INIT.
 */
typedef struct ransack_recovery_options {
  /**
   * RANSACK_RECOVERY_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Directories to search for journals, recursively, including ignored and hidden directories.
   * If a root is a file, the directory that contains the file is searched. Symbolic links are
   * not followed. Default: none.
   */
  const struct ransack_bytes *roots;
  /**
   * Number of roots. Default: 0.
   */
  size_t roots_len;
  /**
   * Maximum time in milliseconds to wait for edits in progress to end;
   * ransack_interrupted_edits() does not wait. With 0, the call fails immediately instead of
   * waiting; with RANSACK_NO_LIMIT, the wait is unlimited. Default: 10000.
   */
  uint64_t wait_ms;
  /**
   * Time limit in milliseconds from the start of the call, in addition to the token's time
   * limit. Default: RANSACK_NO_LIMIT.
   */
  uint64_t timeout_ms;
  /**
   * Worker pool to run on. Default: NULL, the shared pool.
   */
  const struct ransack_pool *pool;
} ransack_recovery_options;

/**
 * File of an interrupted edit that has been repaired.
 */
typedef struct ransack_recovered_file {
  /**
   * Absolute path, with symbolic links resolved.
   */
  struct ransack_bytes path;
  /**
   * Result of the repair.
   */
  ransack_recovery_action action;
} ransack_recovered_file;

/**
 * Files in one directory that belong to an edit in progress or an interrupted edit.
 */
typedef struct ransack_interrupted_edit {
  /**
   * Absolute path of the journal, with symbolic links resolved.
   */
  struct ransack_bytes journal;
  /**
   * Absolute paths of the edit's files in this directory. Empty if the journal cannot be read;
   * any file in the directory may then belong to the edit.
   */
  const struct ransack_bytes *files;
  /**
   * Number of files.
   */
  size_t files_len;
  /**
   * Reason why the edit cannot be repaired; empty if it can be repaired or is running.
   */
  struct ransack_bytes problem;
  /**
   * State of the edit.
   */
  ransack_edit_state state;
} ransack_interrupted_edit;

/**
 * Outcome of ransack_recover_edits() and ransack_interrupted_edits(). The caller owns it;
 * ransack_recovery_outcome_free() frees it with everything it points to.
 */
typedef struct ransack_recovery_outcome {
  /**
   * Repaired files, in order of repair.
   */
  const struct ransack_recovered_file *recovered;
  /**
   * Number of files.
   */
  size_t recovered_len;
  /**
   * Edits that are running, or that were interrupted and have not been repaired, ordered by
   * journal path.
   */
  const struct ransack_interrupted_edit *remaining;
  /**
   * Number of edits in `remaining`.
   */
  size_t remaining_len;
  /**
   * Report on the search for journals; owned by the outcome.
   */
  const struct ransack_report *report;
} ransack_recovery_outcome;

/**
 * Node of a syntax tree.
 */
typedef struct ransack_syntax_node {
  /**
   * Node kind, as named by the grammar.
   */
  struct ransack_bytes kind;
  /**
   * Range of the node.
   */
  struct ransack_span span;
  /**
   * 1-based number of the node's last line: the line that contains the last character of the
   * node other than a line terminator.
   */
  uint64_t last_line;
} ransack_syntax_node;

/**
 * Nodes of a syntax tree, owned by the caller. Free them with ransack_syntax_nodes_free().
 */
typedef struct ransack_syntax_nodes {
  /**
   * Nodes, each contained in the next.
   */
  const struct ransack_syntax_node *nodes;
  /**
   * Number of nodes.
   */
  size_t len;
} ransack_syntax_nodes;

/**
 * Range of lines. Initialise with RANSACK_LINE_RANGE_INIT. The layout is final.
 */
typedef struct ransack_line_range {
  /**
   * First line, 1-based.
   */
  uint64_t first;
  /**
   * Last line, 1-based.
   */
  uint64_t last;
} ransack_line_range;

/**
 * Line numbers, owned by the caller. Free them with ransack_line_numbers_free().
 */
typedef struct ransack_line_numbers {
  /**
   * Line numbers, 1-based, ascending, without duplicates.
   */
  const uint64_t *lines;
  /**
   * Number of line numbers.
   */
  size_t len;
  /**
   * Whether the text has syntax errors. If set, block boundaries are uncertain and no line
   * numbers are returned.
   */
  uint8_t has_syntax_errors;
} ransack_line_numbers;

/**
 * Syntax error.
 */
typedef struct ransack_syntax_diagnostic {
  /**
   * Kind of the missing node, as named by the grammar; empty if the range holds unexpected text.
   */
  struct ransack_bytes missing;
  /**
   * Range of the error; empty if a node is missing.
   */
  struct ransack_span span;
  /**
   * Description of an error in code that the grammar accepts but the language rejects, such as
   * "`return` outside of a function"; empty if the grammar rejects the code.
   */
  struct ransack_bytes message;
} ransack_syntax_diagnostic;

/**
 * Syntax errors in text, owned by the caller. Free them with ransack_syntax_diagnostics_free().
 */
typedef struct ransack_syntax_diagnostics {
  /**
   * Syntax errors, in text order.
   */
  const struct ransack_syntax_diagnostic *diagnostics;
  /**
   * Number of syntax errors.
   */
  size_t len;
} ransack_syntax_diagnostics;

/**
 * Pattern with its replacement. Initialise with RANSACK_REWRITE_INIT. The layout is final.
 */
typedef struct ransack_rewrite {
  /**
   * Pattern for the code to replace, with the same syntax as `patterns` in
   * ransack_ast_grep_options. By default, code that contains parts that the pattern does not
   * name, such as a comment, is not replaced; see `keeps` in ransack_ast_edit_options.
   */
  struct ransack_bytes pattern;
  /**
   * Replacement, UTF-8. $A or $$$A inserts the capture of that metavariable, byte for byte; "\$"
   * is a literal '$', and "\\" before a '$' is a literal backslash. Lines of the replacement and
   * of captures are indented like the replaced code, except lines inside literals and
   * here-documents. An empty replacement deletes the matched code. It also deletes the ';' that
   * ends the code, or the comma or operator ('|', '&', '||', '&&', '??', 'and', 'or', '+' of
   * bounds) between an element and the next or previous one. If only white space remains on the
   * line, the whole line is deleted. If the element belongs to a tuple, the comma stays. A
   * single statement that is the body of a condition or loop, or follows a label, is replaced by
   * '{}'. The call fails if a deletion would make the code after it part of the code before it
   * or leave an attribute to other code, or if a replacement would not be the whole body of its
   * condition or loop. Parentheses are added around an inserted expression if an adjacent
   * operator or the start of a statement would otherwise change how it is parsed; if needed, a
   * `;` separates it from the previous line, and a blank separates it from an adjacent word.
   */
  struct ransack_bytes replacement;
} ransack_rewrite;

/**
 * File with its content id. Initialise with RANSACK_FILE_VERSION_INIT. The layout is final.
 */
typedef struct ransack_file_version {
  /**
   * Path of the file, absolute or relative to the current directory or, in a workspace, to the
   * workspace's root.
   */
  struct ransack_bytes path;
  /**
   * Content id, such as `version` in ransack_outline.
   */
  struct ransack_bytes version;
} ransack_file_version;

/**
 * Settings of the undo journal, shared by all edits and by ransack_undo(). Initialise with
 * RANSACK_JOURNAL_OPTIONS_INIT.
 *
 * Each applied edit is recorded in the journal of its root. A journal holds the bytes before the edits
 * of changed files, compressed, and nothing else of the tree.
 */
typedef struct ransack_journal_options {
  /**
   * RANSACK_JOURNAL_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Whether applied edits are recorded. An edit that is not recorded has no id and cannot be undone.
   * Default: 1.
   */
  uint8_t record_edits;
  /**
   * Name of the session of an edit. Without an id, ransack_undo() and ransack_redo() consider only
   * the edits of their own session, and a checkpoint belongs to a session. Default: empty, a name
   * that is unique to this process.
   */
  struct ransack_bytes session;
  /**
   * Directory of the journals of all roots. Created, with access for the user only, if it does not
   * exist. Default: empty, the directory "ransack/undo" in the user's state directory:
   * $XDG_STATE_HOME or ~/.local/state, on macOS ~/Library/Application Support, on Windows
   * %LOCALAPPDATA%.
   */
  struct ransack_bytes journal_path;
  /**
   * Maximum size of the journal of a root in bytes. The oldest edits are removed first; a larger edit
   * is not recorded. A journal may exceed the maximum by a sixteenth. Default: 268435456.
   */
  uint64_t journal_max_bytes;
  /**
   * Maximum age of an edit in the journal in milliseconds. Default: 2592000000, 30 days.
   */
  uint64_t journal_max_age_ms;
} ransack_journal_options;

/**
 * Options for ransack_ast_edit(). Initialise with RANSACK_AST_EDIT_OPTIONS_INIT.
 */
typedef struct ransack_ast_edit_options {
  /**
   * RANSACK_AST_EDIT_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Patterns and their replacements. If code matches two patterns, the call fails with
   * RANSACK_STATUS_OVERLAPPING_EDITS, unless both rewrites produce the same text. Default: none,
   * which fails with RANSACK_STATUS_INVALID_OPTION.
   */
  const struct ransack_rewrite *rewrites;
  /**
   * Number of rewrites. Default: 0.
   */
  size_t rewrites_len;
  /**
   * Node kind, as named by the grammar, that selects a part of each pattern: only the first node
   * of this kind is searched for and replaced. Default: empty, which uses the whole pattern.
   */
  struct ransack_bytes selector;
  /**
   * Files to edit. Files in unknown languages are out of scope.
   * Default: NULL, which means the defaults of ransack_scope.
   */
  const struct ransack_scope *scope;
  /**
   * Differences allowed between pattern and code, a ransack_strictness. Default:
   * RANSACK_STRICTNESS_SMART.
   */
  uint32_t strictness;
  /**
   * Name or alias of the only language to edit, as for `language` in ransack_ast_grep_options.
   * Default: empty, which means that each file is parsed in its own language.
   */
  struct ransack_bytes language;
  /**
   * Preview token from an earlier outcome. Unless the call makes exactly the previewed changes
   * to exactly the previewed texts, nothing is written and the call fails with
   * RANSACK_STATUS_STALE. The message says whether the token is unknown, the call makes
   * different changes, or files have changed since the preview; the error's `paths` lists the
   * changed files. Default: empty, which skips this check.
   */
  struct ransack_bytes preview;
  /**
   * Maximum number of replacements; files are taken in path order. Default: RANSACK_NO_LIMIT.
   */
  uint64_t max_replacements;
  /**
   * Maximum number of files to change; files are taken in path order. Default: RANSACK_NO_LIMIT.
   */
  uint64_t max_files;
  /**
   * Maximum time in milliseconds to read and match one file; a file that takes longer is skipped
   * and reported. Default: 2000.
   */
  uint64_t time_per_file_ms;
  /**
   * Maximum size of a file in bytes. A larger file is skipped and reported; if a file would grow
   * beyond the maximum, the call fails. RANSACK_NO_LIMIT means 2 GiB. Default: 16777216.
   */
  uint64_t max_file_size;
  /**
   * Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard. A
   * file is written in the encoding in which it was read. A file is skipped and reported if its
   * text does not encode back to the same bytes. Default: empty, which means UTF-8.
   */
  struct ransack_bytes encoding;
  /**
   * Time limit in milliseconds from the start of the call, in addition to the token's time
   * limit. The limit does not interrupt the call once files are being replaced. Default:
   * RANSACK_NO_LIMIT.
   */
  uint64_t timeout_ms;
  /**
   * Maximum number of passes over a file. Each pass edits the result of the previous pass, until
   * nothing matches. 0 counts as 1. Default: 1.
   */
  uint32_t repeat;
  /**
   * Whether to return the changes without writing any file. Default: 1.
   */
  uint8_t dry_run;
  /**
   * Whether the call fails if a file that may contain a match has syntax errors before it is
   * edited. If not, the file is edited and reported. Default: 0.
   */
  uint8_t fail_on_parse_error;
  /**
   * Whether edits may add syntax errors to a file, whether next to existing errors or elsewhere.
   * If not, such an edit fails with RANSACK_STATUS_SYNTAX_ERROR. Default: 0.
   */
  uint8_t allow_syntax_errors;
  /**
   * Worker pool to run on. Default: NULL, the shared pool.
   */
  const struct ransack_pool *pool;
  /**
   * Maximum time in milliseconds to wait for other edits of the same files; a dry run does not
   * wait. With 0, the call fails immediately instead of waiting; with RANSACK_NO_LIMIT, the wait
   * is unlimited. Default: 10000.
   */
  uint64_t wait_ms;
  /**
   * Matched code that no replacement may remove, a ransack_keeps. Default:
   * RANSACK_KEEPS_EVERYTHING.
   */
  uint32_t keeps;
  /**
   * Content ids that files must have. If one of these files has other content, is not in the
   * scope or cannot be read, the call fails with RANSACK_STATUS_STALE. Default: none.
   */
  const struct ransack_file_version *if_versions;
  /**
   * Number of files in `if_versions`. Default: 0.
   */
  size_t if_versions_len;
  /**
   * Settings of the undo journal, which makes it possible to undo the edit. Default: NULL, which means
   * the defaults of ransack_journal_options.
   */
  const struct ransack_journal_options *journal;
} ransack_ast_edit_options;

/**
 * Replacement of one match in a file.
 */
typedef struct ransack_ast_change {
  /**
   * Path of the file relative to the base that `paths_from` selects, as raw file-system bytes.
   */
  struct ransack_bytes path;
  /**
   * Name of the match's language.
   */
  struct ransack_bytes language;
  /**
   * Replaced text.
   */
  struct ransack_bytes before;
  /**
   * Replacement text.
   */
  struct ransack_bytes after;
  /**
   * Range of the replaced text, in the file's text at the start of the pass. Offsets in a UTF-16
   * file count bytes of the text converted to UTF-8.
   */
  struct ransack_span span;
  /**
   * Index of the rewrite in the options, 0-based.
   */
  uint32_t rewrite;
  /**
   * Index of the pass over the file, 0-based; see `repeat` in ransack_ast_edit_options.
   */
  uint32_t pass;
  /**
   * Index of the root in the scope, 0-based.
   */
  uint32_t root;
  /**
   * Parts of the replaced text that the pattern does not name and no metavariable captures, such
   * as comments, in order. The replacement removes these parts, or moves them if they are
   * statements after the replaced code. Empty unless `keeps` in ransack_ast_edit_options is
   * RANSACK_KEEPS_NOTHING.
   */
  const struct ransack_bytes *lost;
  /**
   * Number of parts in `lost`.
   */
  size_t lost_len;
} ransack_ast_change;

/**
 * Replacement of a range of a text, as in the Language Server Protocol. Lines and characters are
 * 0-based; lines end with LF, CR LF or CR; characters are UTF-16 code units, and a byte order mark at
 * the start of the text does not count. The layout is final.
 */
typedef struct ransack_text_edit {
  /**
   * Line of the start of the range.
   */
  uint32_t start_line;
  /**
   * Character in this line.
   */
  uint32_t start_character;
  /**
   * Line of the end of the range, which equals the start to insert.
   */
  uint32_t end_line;
  /**
   * Character in this line.
   */
  uint32_t end_character;
  /**
   * New text of the range; empty to delete.
   */
  struct ransack_bytes new_text;
} ransack_text_edit;

/**
 * File with replacements: their number, and the changes of the whole text in two forms.
 */
typedef struct ransack_file_change {
  /**
   * Path of the file relative to the base that `paths_from` selects, as raw file-system bytes.
   */
  struct ransack_bytes path;
  /**
   * Number of replacements.
   */
  uint64_t count;
  /**
   * Index of the root in the scope, 0-based.
   */
  uint32_t root;
  /**
   * Whether code still matches after the last pass that `repeat` allows. Always 0 if `repeat` is
   * 1, because no further pass is tried.
   */
  uint8_t is_unsettled;
  /**
   * Unified diff of the text before the first and after the last pass, with "a/PATH" and
   * "b/PATH" in the header and three lines of context. `git apply` and `patch` reproduce the new
   * file from it. For a UTF-16 file, the diff of the text converted to UTF-8. Lines keep their
   * "\r\n" and bytes that are not UTF-8.
   */
  struct ransack_bytes diff;
  /**
   * `file:` URI of the file, for use in an editor: the path under which its open buffer was set
   * or, without a buffer, the path below the root as the caller gave it. Links are not resolved.
   */
  struct ransack_bytes uri;
  /**
   * Whether an open buffer in the workspace has the text.
   */
  uint8_t has_buffer;
  /**
   * Whether `buffer_version` is known.
   */
  uint8_t has_buffer_version;
  /**
   * Version of the open buffer that the edits change, as given to
   * ransack_workspace_update_buffer(); 0 without a buffer, and if the text was set as a whole
   * since.
   */
  int32_t buffer_version;
  /**
   * Edits that change the text before the first pass to the text after the last pass, for an editor
   * that applies them: the `edits` of a `TextDocumentEdit` in the Language Server Protocol. In
   * ascending order; no two overlap, and all refer to the text before the first pass. Empty if the
   * files on disk were replaced.
   */
  const struct ransack_text_edit *text_edits;
  /**
   * Number of edits in `text_edits`.
   */
  size_t text_edits_len;
  /**
   * New path of a file that is renamed, in the form of `path`; empty for other files.
   */
  struct ransack_bytes new_path;
  /**
   * `file:` URI of the new path; empty for other files.
   */
  struct ransack_bytes new_uri;
  /**
   * Effect on the file, a ransack_file_change_kind; RANSACK_FILE_CHANGE_KIND_MODIFY for a
   * replacement.
   */
  uint32_t kind;
} ransack_file_change;

/**
 * Result of one rewrite or edit.
 */
typedef struct ransack_edit_result {
  /**
   * Effect on each import, in order, if the edit adds or removes imports; each is a
   * ransack_edit_status. Empty for other edits.
   */
  const uint32_t *imports;
  /**
   * Number of imports.
   */
  size_t imports_len;
  /**
   * Effect of the rewrite or edit, a ransack_edit_status.
   */
  uint32_t status;
} ransack_edit_result;

/**
 * Outcome of ransack_ast_edit(). The caller owns it; ransack_ast_edit_outcome_free() frees it with
 * everything it points to.
 */
typedef struct ransack_ast_edit_outcome {
  /**
   * Replacements, ordered by root, then bytewise by path, then by pass and position.
   */
  const struct ransack_ast_change *changes;
  /**
   * Number of replacements.
   */
  size_t changes_len;
  /**
   * Files with replacements, ordered by root, then bytewise by path.
   */
  const struct ransack_file_change *file_changes;
  /**
   * Number of files with replacements.
   */
  size_t file_changes_len;
  /**
   * Token that identifies exactly these changes to exactly these texts. A later call that gets
   * the token as `preview` in ransack_ast_edit_options either applies the same changes or fails.
   */
  struct ransack_bytes preview;
  /**
   * Report on the search; owned by the outcome. The report's `total_matches` counts
   * replacements, and `has_next_offset` is always 0.
   */
  const struct ransack_report *report;
  /**
   * 1 if the files on disk were replaced, 0 if no file was replaced: after a dry run, and if a file
   * with changes has an open buffer in the workspace.
   */
  uint8_t applied;
  /**
   * Files of interrupted edits that the call repaired before planning its own edits, in order of
   * repair. Empty for a dry run, which repairs nothing.
   */
  const struct ransack_recovered_file *recovered;
  /**
   * Number of repaired files.
   */
  size_t recovered_len;
  /**
   * Unfinished edits in the directories that the call covers. Either another process is applying
   * the edit, or the edit was interrupted and has not been repaired. The report lists the files
   * of interrupted edits as RANSACK_SKIP_REASON_INTERRUPTED_EDIT and is not complete.
   */
  const struct ransack_interrupted_edit *interrupted;
  /**
   * Number of edits in `interrupted`.
   */
  size_t interrupted_len;
  /**
   * Result of each rewrite or edit, in the order of the options.
   */
  const struct ransack_edit_result *edits;
  /**
   * Number of rewrites or edits.
   */
  size_t edits_len;
  /**
   * Id of the edit in the undo journal, for ransack_undo(). Empty if no file was written, and if the edit
   * was not recorded; the `hints` of the report say why.
   */
  struct ransack_bytes id;
} ransack_ast_edit_outcome;

/**
 * Text owned by the caller. Free it with ransack_string_free().
 */
typedef struct ransack_string {
  /**
   * Text, in UTF-8 unless the documentation of the call says otherwise. A NUL byte follows the
   * text and is not included in `text.len`.
   */
  struct ransack_bytes text;
} ransack_string;

/**
 * Part of two texts that differs: words, cut to the characters that differ. The layout is final.
 */
typedef struct ransack_changed_words {
  /**
   * Byte offset in the old text of the part's first byte, 0-based.
   */
  size_t old_start;
  /**
   * Byte offset in the old text one past the part's last byte; `old_start` if the new text only
   * adds bytes here.
   */
  size_t old_end;
  /**
   * Byte offset in the new text of the part's first byte, 0-based.
   */
  size_t new_start;
  /**
   * Byte offset in the new text one past the part's last byte; `new_start` if the new text only
   * removes bytes here.
   */
  size_t new_end;
} ransack_changed_words;

/**
 * Parts in which two texts differ, owned by the caller. Free them with
 * ransack_changed_words_list_free().
 */
typedef struct ransack_changed_words_list {
  /**
   * Parts, in text order. No two parts overlap or touch.
   */
  const struct ransack_changed_words *items;
  /**
   * Number of parts; 0 if the texts are equal.
   */
  size_t len;
} ransack_changed_words_list;

/**
 * Edit of a file or a text. Initialise with RANSACK_FILE_EDIT_INIT. The layout is final.
 */
typedef struct ransack_file_edit {
  /**
   * Path of the file: absolute or relative to `path` in ransack_edit_options; empty if that is the
   * file. Of a file that is renamed, its old path. For ransack_edit_text(), empty.
   */
  struct ransack_bytes path;
  /**
   * Quoted text; "\n" in it also stands for "\r\n".
   */
  struct ransack_bytes old_text;
  /**
   * New text. For whole lines, a line end after the last line is optional, and an empty text
   * deletes the lines.
   */
  struct ransack_bytes new_text;
  /**
   * New path of a file that is renamed, in the form of `path`.
   */
  struct ransack_bytes new_path;
  /**
   * Content id that the file must have before the call, such as `version` in ransack_outline. If
   * the file has other content, the call fails with RANSACK_STATUS_STALE. Empty for no check. For
   * ransack_edit_text(), empty.
   */
  struct ransack_bytes if_version;
  /**
   * First line, from 1.
   */
  uint64_t first_line;
  /**
   * Last line; at least `first_line`.
   */
  uint64_t last_line;
  /**
   * Number of times that `old_text` must occur. 0 means once; RANSACK_NO_LIMIT means any number of
   * times, at least once, and replaces every occurrence.
   */
  uint64_t expected_count;
  /**
   * Effect, a ransack_file_edit_action.
   */
  uint32_t action;
  /**
   * Place of an insertion, a ransack_text_place.
   */
  uint32_t place;
  /**
   * Whether a created file may be executed.
   */
  uint8_t executable;
  /**
   * Snapshot in which `first_line` and `last_line` count, such as `snapshot` in ransack_lines_read.
   * If the file has changed since, the edit goes where the lines are now, as
   * ransack_resolve_lines() finds them; otherwise the call fails with RANSACK_STATUS_STALE. Empty
   * for the file as it is. For ransack_edit_text(), empty.
   */
  struct ransack_bytes snapshot;
  /**
   * Hash of each line that the edit replaces, or of the line next to which it inserts text, as
   * `with_hashes` in ransack_read_lines_options gives it: a check, never the address. Empty to
   * check none. For ransack_edit_text(), empty.
   */
  const struct ransack_bytes *hashes;
  /**
   * Number of hashes.
   */
  size_t hashes_len;
} ransack_file_edit;

/**
 * Options for ransack_edit(). Initialise with RANSACK_EDIT_OPTIONS_INIT.
 */
typedef struct ransack_edit_options {
  /**
   * RANSACK_EDIT_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Whether to return the changes without writing any file. Default: 1.
   */
  uint8_t dry_run;
  /**
   * Whether a quoted text that does not occur may be found by more tolerant comparisons; see
   * ransack_match_level. Default: 0.
   */
  uint8_t tolerant;
  /**
   * Edits to make. All refer to the files as they were before the call. Default: none, which fails
   * with RANSACK_STATUS_INVALID_OPTION.
   */
  const struct ransack_file_edit *edits;
  /**
   * Number of edits. Default: 0.
   */
  size_t edits_len;
  /**
   * Directory at which relative paths in the edits start, or the file of edits without a path;
   * relative to the current directory or, in a workspace, to the workspace's root. Default: empty,
   * which means that directory.
   */
  struct ransack_bytes path;
  /**
   * Preview token from an earlier outcome, as in ransack_ast_edit_options. Default: empty, which
   * skips the check.
   */
  struct ransack_bytes preview;
  /**
   * Maximum size of a file in bytes, before and after the edit; if a file is larger, the call
   * fails. RANSACK_NO_LIMIT means 2 GiB. Default: 16777216.
   */
  uint64_t max_file_size;
  /**
   * Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard.
   * Text is written back in the encoding of its file. Default: empty, which means UTF-8.
   */
  struct ransack_bytes encoding;
  /**
   * Time limit in milliseconds from the start of the call, in addition to the token's time
   * limit. The limit does not interrupt the call once files are being replaced. Default:
   * RANSACK_NO_LIMIT.
   */
  uint64_t timeout_ms;
  /**
   * Worker pool to run on. Default: NULL, the shared pool.
   */
  const struct ransack_pool *pool;
  /**
   * Maximum time in milliseconds to wait for other edits of the same files; a dry run does not
   * wait. With 0, the call fails immediately instead of waiting; with RANSACK_NO_LIMIT, the wait
   * is unlimited. Default: 10000.
   */
  uint64_t wait_ms;
  /**
   * Workspace that contains the files, as in ransack_scope. Default: NULL.
   */
  const struct ransack_workspace *workspace;
  /**
   * Whether to refuse changes of lines that no read of this process has shown: lines that an edit
   * replaces, quotes, or names as the place of new text. Lines count that ransack_read_lines() has
   * returned from a retained snapshot of the file and that have not changed since. Default: 0.
   */
  uint8_t only_seen;
  /**
   * Settings of the undo journal, which makes it possible to undo the edit. Default: NULL, which means
   * the defaults of ransack_journal_options.
   */
  const struct ransack_journal_options *journal;
} ransack_edit_options;

/**
 * Result of one edit of a file or a text.
 */
typedef struct ransack_text_edit_result {
  /**
   * Changed places, in the text before the call: lines that contain the replaced text or, for an
   * insertion, the line at its place. Empty for a file that is created, deleted or renamed.
   */
  const struct ransack_line_range *lines;
  /**
   * Number of changed places.
   */
  size_t lines_len;
  /**
   * Effect of the edit, a ransack_edit_status: RANSACK_EDIT_STATUS_APPLIED if it changes bytes or,
   * in a dry run, would, otherwise RANSACK_EDIT_STATUS_UNCHANGED.
   */
  uint32_t status;
  /**
   * Comparison that found the quoted text, a ransack_match_level.
   */
  uint32_t level;
} ransack_text_edit_result;

/**
 * Outcome of ransack_edit(). The caller owns it; ransack_edit_outcome_free() frees it with everything
 * it points to.
 */
typedef struct ransack_edit_outcome {
  /**
   * Files with changes: those whose texts change, then those that are created, deleted or renamed,
   * each in the order of their first edits. `root` is the index of the first edit of the file.
   */
  const struct ransack_file_change *file_changes;
  /**
   * Number of files with changes.
   */
  size_t file_changes_len;
  /**
   * Result of each edit, in the order of the options.
   */
  const struct ransack_text_edit_result *edits;
  /**
   * Number of edits.
   */
  size_t edits_len;
  /**
   * Token that identifies exactly these changes to exactly these files. A later call that gets the
   * token as `preview` in ransack_edit_options either applies the same changes or fails.
   */
  struct ransack_bytes preview;
  /**
   * Report of the call; owned by the outcome.
   */
  const struct ransack_report *report;
  /**
   * 1 if the files on disk were changed, 0 if no file was changed: after a dry run, and if a file
   * with changes has an open buffer in the workspace.
   */
  uint8_t applied;
  /**
   * Files of interrupted edits that the call repaired before planning its own edits, in order of
   * repair. Empty for a dry run, which repairs nothing.
   */
  const struct ransack_recovered_file *recovered;
  /**
   * Number of repaired files.
   */
  size_t recovered_len;
  /**
   * Unfinished edits in the directories of the files, as in ransack_ast_edit_outcome.
   */
  const struct ransack_interrupted_edit *interrupted;
  /**
   * Number of edits in `interrupted`.
   */
  size_t interrupted_len;
  /**
   * Id of the edit in the undo journal, for ransack_undo(). Empty if no file was written, and if the edit
   * was not recorded; the `hints` of the report say why.
   */
  struct ransack_bytes id;
} ransack_edit_outcome;

/**
 * Options for ransack_apply_patch(). Initialise with RANSACK_APPLY_PATCH_OPTIONS_INIT.
 */
typedef struct ransack_apply_patch_options {
  /**
   * RANSACK_APPLY_PATCH_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Whether to return the changes without writing any file. Default: 1.
   */
  uint8_t dry_run;
  /**
   * Whether to undo the patch: to change files that have its new lines so that they have its old
   * lines. Default: 0.
   */
  uint8_t reverse;
  /**
   * Patch, in a format that ransack_parse_patch() reads. Default: empty, which fails with
   * RANSACK_STATUS_INVALID_PATCH.
   */
  struct ransack_bytes patch;
  /**
   * Directory that the paths in the patch are relative to; relative to the current directory or,
   * in a workspace, to the workspace's root. Default: empty, which means that directory.
   */
  struct ransack_bytes path;
  /**
   * Number of context lines at each end of a hunk that may differ from the file, if the hunk fits
   * nowhere otherwise. Default: 0.
   */
  size_t fuzz;
  /**
   * Preview token from an earlier outcome, as in ransack_ast_edit_options. Default: empty, which
   * skips the check.
   */
  struct ransack_bytes preview;
  /**
   * Maximum size of a file in bytes, before and after patching; if a file is larger, the call
   * fails. RANSACK_NO_LIMIT means 2 GiB. Default: 16777216.
   */
  uint64_t max_file_size;
  /**
   * Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard. The
   * patch is then UTF-8, and text is written back in the encoding of its file. Default: empty,
   * which compares the bytes of the patch with the bytes of the file.
   */
  struct ransack_bytes encoding;
  /**
   * Time limit in milliseconds from the start of the call, in addition to the token's time
   * limit. The limit does not interrupt the call once files are being replaced. Default:
   * RANSACK_NO_LIMIT.
   */
  uint64_t timeout_ms;
  /**
   * Worker pool to run on. Default: NULL, the shared pool.
   */
  const struct ransack_pool *pool;
  /**
   * Maximum time in milliseconds to wait for other edits of the same files; a dry run does not
   * wait. With 0, the call fails immediately instead of waiting; with RANSACK_NO_LIMIT, the wait
   * is unlimited. Default: 10000.
   */
  uint64_t wait_ms;
  /**
   * Workspace that contains the files, as in ransack_scope. Default: NULL.
   */
  const struct ransack_workspace *workspace;
  /**
   * Settings of the undo journal, which makes it possible to undo the edit. Default: NULL, which means
   * the defaults of ransack_journal_options.
   */
  const struct ransack_journal_options *journal;
} ransack_apply_patch_options;

/**
 * Place where a hunk was applied.
 */
typedef struct ransack_applied_hunk {
  /**
   * First line of the hunk in the old text, from 1; for a hunk without old lines, the line after
   * the inserted lines.
   */
  uint64_t line;
  /**
   * Difference from the line that the patch gives; 0 if it gives none.
   */
  int64_t offset;
  /**
   * Number of context lines at each end that were not compared.
   */
  size_t fuzz;
} ransack_applied_hunk;

/**
 * Change of a patch that fits its file.
 */
typedef struct ransack_patched_file {
  /**
   * Path of the file in the patch, before the change.
   */
  struct ransack_bytes path;
  /**
   * Place of each hunk.
   */
  const struct ransack_applied_hunk *hunks;
  /**
   * Number of hunks.
   */
  size_t hunks_len;
} ransack_patched_file;

/**
 * Outcome of ransack_apply_patch(). The caller owns it; ransack_apply_patch_outcome_free() frees it
 * with everything it points to.
 */
typedef struct ransack_apply_patch_outcome {
  /**
   * Files with changes: those whose texts change, then those that are created, deleted or renamed.
   * Paths are relative to the directory of the call or, in a workspace, to its root. `root` is the
   * index of the first change of the file in the patch, and `count` the number of hunks.
   */
  const struct ransack_file_change *file_changes;
  /**
   * Number of files with changes.
   */
  size_t file_changes_len;
  /**
   * Places of the hunks, for each change to a file in the order of the patch or, with `reverse`, of
   * the reversed patch.
   */
  const struct ransack_patched_file *patched;
  /**
   * Number of changes in the patch.
   */
  size_t patched_len;
  /**
   * Token that identifies exactly these changes to exactly these files. A later call that gets the
   * token as `preview` in ransack_apply_patch_options either applies the same changes or fails.
   */
  struct ransack_bytes preview;
  /**
   * Report of the call; owned by the outcome.
   */
  const struct ransack_report *report;
  /**
   * 1 if the files on disk were changed, 0 if no file was changed: after a dry run, and if a file
   * with changes has an open buffer in the workspace.
   */
  uint8_t applied;
  /**
   * Files of interrupted edits that the call repaired before planning its own changes, in order of
   * repair. Empty for a dry run, which repairs nothing.
   */
  const struct ransack_recovered_file *recovered;
  /**
   * Number of repaired files.
   */
  size_t recovered_len;
  /**
   * Unfinished edits in the directories of the files, as in ransack_ast_edit_outcome.
   */
  const struct ransack_interrupted_edit *interrupted;
  /**
   * Number of edits in `interrupted`.
   */
  size_t interrupted_len;
  /**
   * Id of the edit in the undo journal, for ransack_undo(). Empty if no file was written, and if the edit
   * was not recorded; the `hints` of the report say why.
   */
  struct ransack_bytes id;
} ransack_apply_patch_outcome;

/**
 * Options for ransack_conflicts(). Initialise with RANSACK_CONFLICTS_OPTIONS_INIT.
 */
typedef struct ransack_conflicts_options {
  /**
   * RANSACK_CONFLICTS_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Files to search. Default: NULL, which means the defaults of ransack_scope.
   */
  const struct ransack_scope *scope;
  /**
   * Maximum number of results. Default: RANSACK_NO_LIMIT.
   */
  uint64_t limit;
  /**
   * Number of results to skip, in result order. Default: 0.
   */
  uint64_t offset;
  /**
   * Maximum file size in bytes; larger files are skipped and reported. Default: RANSACK_NO_LIMIT,
   * 2 GiB.
   */
  uint64_t max_file_size;
  /**
   * Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard.
   * Offsets in decoded files count bytes of the decoded text. Default: empty, which means UTF-8 and
   * keeps invalid bytes.
   */
  struct ransack_bytes encoding;
  /**
   * Time limit in milliseconds from the start of the call, in addition to the token's time
   * limit. With 0, the call times out immediately. Default: RANSACK_NO_LIMIT.
   */
  uint64_t timeout_ms;
  /**
   * Behaviour when `timeout_ms` or the token's time limit passes, a ransack_on_timeout. Default:
   * RANSACK_ON_TIMEOUT_FAIL.
   */
  uint32_t on_timeout;
  /**
   * Worker pool to run on. Default: NULL, the shared pool.
   */
  const struct ransack_pool *pool;
} ransack_conflicts_options;

/**
 * Side or base of a conflict.
 */
typedef struct ransack_conflict_side {
  /**
   * Text after the marker, such as the name of a branch.
   */
  struct ransack_bytes label;
  /**
   * Lines with their line ends.
   */
  struct ransack_bytes text;
  /**
   * First line, from 1. If there are no lines, the line of the marker at their end.
   */
  uint64_t first_line;
  /**
   * Number of lines.
   */
  uint64_t line_count;
  /**
   * Offset of the first line in bytes, from 0.
   */
  uint64_t offset;
} ransack_conflict_side;

/**
 * Conflict of a merge in a file, or a marker without the others. Valid, with everything it points to,
 * until the callback returns.
 */
typedef struct ransack_conflict {
  /**
   * Path from the base that `paths_from` selects, as raw file-system bytes.
   */
  struct ransack_bytes path;
  /**
   * Line of the first marker, from 1.
   */
  uint64_t first_line;
  /**
   * Line of the last marker, from 1.
   */
  uint64_t last_line;
  /**
   * Offset of the first marker in bytes, from 0.
   */
  uint64_t offset;
  /**
   * Length in bytes from the first marker to the end of the line of the last marker.
   */
  uint64_t len;
  /**
   * Side of the current branch, after "<<<<<<<", if `has_ours` is set.
   */
  struct ransack_conflict_side ours;
  /**
   * Text that both sides have changed, after "|||||||", if `has_base` is set: if the merge has
   * written it, as the styles diff3 and zdiff3 of Git do.
   */
  struct ransack_conflict_side base;
  /**
   * Side of the other branch, before ">>>>>>>", if `has_theirs` is set.
   */
  struct ransack_conflict_side theirs;
  /**
   * Index of the root in the scope, from 0.
   */
  uint32_t root;
  /**
   * Whether all markers are present. If not, the conflict consists of one marker, and the side that
   * it belongs to has no text.
   */
  uint8_t is_complete;
  /**
   * Whether there is an `ours`; 0 for a lone ">>>>>>>".
   */
  uint8_t has_ours;
  /**
   * Whether there is a `base`.
   */
  uint8_t has_base;
  /**
   * Whether there is a `theirs`; 0 for a lone "<<<<<<<".
   */
  uint8_t has_theirs;
} ransack_conflict;

/**
 * Callback for conflicts, called once for each conflict, in result order, on the thread that made the
 * call.
 *
 * Returns 0 to continue. Any other number stops the search: the call succeeds, the report's
 * `stopped_by` is RANSACK_STOPPED_BY_CALLBACK, and its `next_offset` is the offset of the conflict
 * after this one. `user_data` is the pointer passed to the call.
 */
typedef int (*ransack_on_conflict)(const struct ransack_conflict *item, void *user_data);

/**
 * Line of a patch.
 */
typedef struct ransack_patch_line {
  /**
   * Text of the line with its line end. Only the last old line and the last new line may lack a
   * line end.
   */
  struct ransack_bytes text;
  /**
   * Kind, a ransack_line_kind.
   */
  uint32_t kind;
} ransack_patch_line;

/**
 * Consecutive lines of a patch.
 */
typedef struct ransack_patch_hunk {
  /**
   * First line in the file before the change, from 1. If the hunk has no old lines, the line after
   * which the new lines are inserted, or 0 at the start of the text. 0 if `has_old_line` is 0.
   */
  uint64_t old_line;
  /**
   * Whether the patch gives line numbers.
   */
  uint8_t has_old_line;
  /**
   * Whether the hunk ends at the end of the file.
   */
  uint8_t is_at_end;
  /**
   * Lines of the file that precede the hunk, such as the heading of a class, outermost first. Only
   * in patches without line numbers.
   */
  const struct ransack_bytes *headings;
  /**
   * Number of headings.
   */
  size_t headings_len;
  /**
   * Lines.
   */
  const struct ransack_patch_line *lines;
  /**
   * Number of lines.
   */
  size_t lines_len;
} ransack_patch_hunk;

/**
 * Change of one file in a patch.
 */
typedef struct ransack_file_patch {
  /**
   * Path of the file before the change; of a created file, its path. Relative, with '/'.
   */
  struct ransack_bytes path;
  /**
   * New path of a file that is renamed or copied; empty for other files.
   */
  struct ransack_bytes new_path;
  /**
   * Effect on the file, a ransack_file_change_kind.
   */
  uint32_t kind;
  /**
   * Whether `was_executable` is known.
   */
  uint8_t has_was_executable;
  /**
   * Whether the file is executable before the change; 0 if unknown.
   */
  uint8_t was_executable;
  /**
   * Whether `is_executable` is known.
   */
  uint8_t has_is_executable;
  /**
   * Whether the file is executable after the change; 0 if unknown.
   */
  uint8_t is_executable;
  /**
   * Changes to the text, in the order of the lines.
   */
  const struct ransack_patch_hunk *hunks;
  /**
   * Number of hunks.
   */
  size_t hunks_len;
} ransack_file_patch;

/**
 * Patch. The caller owns it; ransack_patch_free() frees it with everything it points to.
 */
typedef struct ransack_patch {
  /**
   * Changes of files, in the order of the patch.
   */
  const struct ransack_file_patch *files;
  /**
   * Number of files.
   */
  size_t files_len;
} ransack_patch;

/**
 * Result of ransack_patch_apply(). The caller owns it; ransack_patched_text_free() frees it with
 * everything it points to.
 */
typedef struct ransack_patched_text {
  /**
   * New text.
   */
  struct ransack_bytes text;
  /**
   * Place of each hunk.
   */
  const struct ransack_applied_hunk *hunks;
  /**
   * Number of hunks.
   */
  size_t hunks_len;
} ransack_patched_text;

/**
 * Consecutive lines of a file. Initialise with RANSACK_FILE_LINES_INIT. The layout is final.
 */
typedef struct ransack_file_lines {
  /**
   * Path of the file: absolute or relative to `path` in ransack_read_lines_options; empty if that is
   * the file.
   */
  struct ransack_bytes path;
  /**
   * First line, from 1; a negative number counts from the end, -1 for the last line. 0 means 1.
   */
  int64_t first_line;
  /**
   * Last line, in the form of `first_line`. 0 means the last line of the file.
   */
  int64_t last_line;
} ransack_file_lines;

/**
 * Options for ransack_read_lines(). Initialise with RANSACK_READ_LINES_OPTIONS_INIT.
 */
typedef struct ransack_read_lines_options {
  /**
   * RANSACK_READ_LINES_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Whether each line begins with its number and a tab. Default: 0.
   */
  uint8_t numbered;
  /**
   * Whether each line begins with its number, "#", a hash of the line in four hexadecimal digits,
   * and a tab, as in "12#3fa9". An edit may pass the hashes as a check. Default: 0.
   */
  uint8_t with_hashes;
  /**
   * File to read, or directory at which the paths of `ranges` start; relative to the current
   * directory or, in a workspace, to the workspace's root. Default: empty, which means that
   * directory.
   */
  struct ransack_bytes path;
  /**
   * First line, from 1; a negative number counts from the end, -1 for the last line. 0 means 1.
   * Without effect if there are ranges. Default: 0.
   */
  int64_t first_line;
  /**
   * Last line, in the form of `first_line`. 0 means the last line of the file. Without effect if
   * there are ranges. Default: 0.
   */
  int64_t last_line;
  /**
   * Lines of several files, or several parts of a file. Default: none, which reads the lines
   * `first_line` to `last_line` of the file at `path`.
   */
  const struct ransack_file_lines *ranges;
  /**
   * Number of ranges. Default: 0.
   */
  size_t ranges_len;
  /**
   * Maximum number of tokens in all texts together. Lines that do not fit are left out. Fails in a
   * build without tokenizers. Default: RANSACK_NO_LIMIT.
   */
  uint64_t max_tokens;
  /**
   * Name of the encoding that counts tokens, as for ransack_encoding_from_name(). Default:
   * empty, which means "o200k_base".
   */
  struct ransack_bytes token_encoding;
  /**
   * Maximum number of bytes in all texts together. Lines that do not fit are left out. Default:
   * RANSACK_NO_LIMIT.
   */
  uint64_t max_bytes;
  /**
   * Maximum size of a file in bytes. RANSACK_NO_LIMIT means 2 GiB. Default: 268435456.
   */
  uint64_t max_file_size;
  /**
   * Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard.
   * Default: empty, which means UTF-8.
   */
  struct ransack_bytes encoding;
  /**
   * Time limit in milliseconds from the start of the call, in addition to the token's time
   * limit. Default: RANSACK_NO_LIMIT.
   */
  uint64_t timeout_ms;
  /**
   * Worker pool to run on. Default: NULL, the shared pool.
   */
  const struct ransack_pool *pool;
  /**
   * Workspace that contains the files. The text of an open buffer replaces the text of its file.
   * Default: NULL.
   */
  const struct ransack_workspace *workspace;
} ransack_read_lines_options;

/**
 * Lines of one range.
 */
typedef struct ransack_lines_read {
  /**
   * Path of the file as given: of the range or, if that is empty, of the options.
   */
  struct ransack_bytes path;
  /**
   * Lines with their line ends, decoded to UTF-8 if the file has another encoding. A byte order mark
   * is part of no line.
   */
  struct ransack_bytes text;
  /**
   * Content id of the file, which edits with line numbers take as their snapshot, as 32 hexadecimal
   * digits.
   */
  struct ransack_bytes snapshot;
  /**
   * First line of the text, from 1.
   */
  uint64_t first_line;
  /**
   * Last line of the text; `first_line - 1` if the text has no lines.
   */
  uint64_t last_line;
  /**
   * Number of lines in the file. A line end at the end does not begin another line.
   */
  uint64_t total_lines;
  /**
   * First line of the range that a limit left out, to be read next; 0 if all fit.
   */
  uint64_t next;
  /**
   * Number of lines of the range that a limit left out.
   */
  uint64_t remaining;
  /**
   * Index of the range in the options, from 0.
   */
  uint32_t range;
} ransack_lines_read;

/**
 * Outcome of ransack_read_lines(). The caller owns it; ransack_read_lines_outcome_free() frees it
 * with everything it points to.
 */
typedef struct ransack_read_lines_outcome {
  /**
   * Lines of each range, in the order of the options. A range of a file that is not text or too
   * large has no entry; the report says why.
   */
  const struct ransack_lines_read *ranges;
  /**
   * Number of entries.
   */
  size_t ranges_len;
  /**
   * Number of tokens in all texts together; 0 if tokens are not limited.
   */
  uint64_t tokens;
  /**
   * Report of the call; owned by the outcome. Not complete if a limit left lines out.
   */
  const struct ransack_report *report;
} ransack_read_lines_outcome;

/**
 * Options for ransack_replace(). Initialise with RANSACK_REPLACE_OPTIONS_INIT.
 */
typedef struct ransack_replace_options {
  /**
   * RANSACK_REPLACE_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Whether to return the changes without writing any file. Default: 1.
   */
  uint8_t dry_run;
  /**
   * Whether patterns and replacement are literal text. Default: 0.
   */
  uint8_t literal;
  /**
   * Whether to ignore case, using Unicode's simple case folding. Default: 0.
   */
  uint8_t ignore_case;
  /**
   * Whether to ignore case if the patterns contain letters but no upper-case letters, as in
   * ransack_grep_options. Default: 0.
   */
  uint8_t smart_case;
  /**
   * Whether to match whole words only: a match must not have a word character directly before or
   * after it. Default: 0.
   */
  uint8_t word;
  /**
   * Whether a match may span lines; '\n' then also matches '\r\n'. If not, a pattern that
   * contains a line feed is an error. Default: 0.
   */
  uint8_t multiline;
  /**
   * Whether '.' also matches a line feed. Has no effect without `multiline`. Default: 0.
   */
  uint8_t dot_all;
  /**
   * Whether patterns may contain look-around, back-references and atomic groups, as in
   * ransack_grep_options. Default: 0.
   */
  uint8_t backtracking;
  /**
   * Whether the replacement takes the case of the match, by the rule of Visual Studio Code's
   * "Preserve Case": in upper case if the match has no lower-case letter, in lower case if it has
   * no upper-case letter, otherwise with the first letter in the case of the match's first letter.
   * If both have the same number of parts between hyphens, or between underscores, the rule holds
   * for each part. A match without letters has no case. Default: 0.
   */
  uint8_t preserve_case;
  /**
   * Patterns, UTF-8, in the syntax of ransack_grep_options. Default: none, which fails with
   * RANSACK_STATUS_INVALID_OPTION.
   */
  const struct ransack_bytes *patterns;
  /**
   * Number of patterns. Default: 0.
   */
  size_t patterns_len;
  /**
   * Text that replaces each match, UTF-8. Default: empty, which deletes the matches.
   *
   * Unless `literal` is set, these references stand for parts of the match. $0, $& and ${0} are
   * the match. $1 and ${1} are a capture group by its number, with all digits that follow the '$';
   * the text is empty if the group took no part in the match. ${name}, $<name> and $name are a
   * capture group by its name; without brackets, with all letters, digits and '_' that follow. $$
   * is a dollar sign. A '$' before anything else is literal. A reference to a group that one of the
   * patterns lacks fails with RANSACK_STATUS_INVALID_PATTERN. A backslash is an ordinary character.
   *
   * A line feed is written as the line end in use at the match, "\n" or "\r\n", unless it follows
   * a carriage return or a pattern names the carriage return.
   */
  struct ransack_bytes replacement;
  /**
   * Files to edit. Default: NULL, which means the defaults of ransack_scope.
   */
  const struct ransack_scope *scope;
  /**
   * Patterns that the lines of a match must not match, UTF-8, as in ransack_grep_options.
   * Default: none.
   */
  const struct ransack_bytes *exclude;
  /**
   * Number of patterns in `exclude`. Default: 0.
   */
  size_t exclude_len;
  /**
   * Maximum size of the compiled patterns in bytes; larger patterns fail with
   * RANSACK_STATUS_INVALID_PATTERN. Default: 10485760.
   */
  uint64_t size_limit;
  /**
   * Preview token from an earlier outcome, as in ransack_ast_edit_options. Default: empty, which
   * skips the check.
   */
  struct ransack_bytes preview;
  /**
   * Content ids that files must have. If one of these files has other content, is not in the
   * scope or cannot be read, the call fails with RANSACK_STATUS_STALE. Default: none.
   */
  const struct ransack_file_version *if_versions;
  /**
   * Number of files in `if_versions`. Default: 0.
   */
  size_t if_versions_len;
  /**
   * Maximum number of replacements; files are taken in path order. Default: RANSACK_NO_LIMIT.
   */
  uint64_t max_replacements;
  /**
   * Maximum number of replacements in one file, from its start. Default: RANSACK_NO_LIMIT.
   */
  uint64_t max_replacements_per_file;
  /**
   * Maximum number of files to change; files are taken in path order. Default: RANSACK_NO_LIMIT.
   */
  uint64_t max_files;
  /**
   * Maximum size of a file in bytes. A larger file is skipped and reported; if a file would grow
   * beyond the maximum, the call fails. RANSACK_NO_LIMIT means 2 GiB. Default: 16777216.
   */
  uint64_t max_file_size;
  /**
   * Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard. A
   * file is written in the encoding in which it was read. A file is skipped and reported if its
   * text does not encode back to the same bytes. Default: empty, which means UTF-8.
   */
  struct ransack_bytes encoding;
  /**
   * Time limit in milliseconds from the start of the call, in addition to the token's time
   * limit. The limit does not interrupt the call once files are being replaced. Default:
   * RANSACK_NO_LIMIT.
   */
  uint64_t timeout_ms;
  /**
   * Worker pool to run on. Default: NULL, the shared pool.
   */
  const struct ransack_pool *pool;
  /**
   * Maximum time in milliseconds to wait for other edits of the same files; a dry run does not
   * wait. With 0, the call fails immediately instead of waiting; with RANSACK_NO_LIMIT, the wait
   * is unlimited. Default: 10000.
   */
  uint64_t wait_ms;
  /**
   * Settings of the undo journal, which makes it possible to undo the edit. Default: NULL, which means
   * the defaults of ransack_journal_options.
   */
  const struct ransack_journal_options *journal;
} ransack_replace_options;

/**
 * Replacement of one match in a file.
 */
typedef struct ransack_replaced_match {
  /**
   * Path of the file from the base that `paths_from` selects, as raw file-system bytes.
   */
  struct ransack_bytes path;
  /**
   * Matched text.
   */
  struct ransack_bytes before;
  /**
   * Text that replaces it.
   */
  struct ransack_bytes after;
  /**
   * Range of the match in the text before the call. Offsets in a UTF-16 file count bytes of the
   * text converted to UTF-8.
   */
  struct ransack_span span;
  /**
   * Index of the pattern that matched, from 0; the lowest index if several patterns match here.
   */
  uint32_t pattern;
  /**
   * Index of the root in the scope, from 0.
   */
  uint32_t root;
} ransack_replaced_match;

/**
 * Outcome of ransack_replace(). The caller owns it; ransack_replace_outcome_free() frees it with
 * everything it points to.
 */
typedef struct ransack_replace_outcome {
  /**
   * Replacements, ordered by root, then bytewise by path, then by position.
   */
  const struct ransack_replaced_match *changes;
  /**
   * Number of replacements.
   */
  size_t changes_len;
  /**
   * Files with replacements, ordered by root, then bytewise by path.
   */
  const struct ransack_file_change *file_changes;
  /**
   * Number of files with replacements.
   */
  size_t file_changes_len;
  /**
   * Token that identifies exactly these changes to exactly these texts. A later call that gets
   * the token as `preview` in ransack_replace_options either applies the same changes or fails.
   */
  struct ransack_bytes preview;
  /**
   * Report of the call; owned by the outcome. Its `total_matches` counts replacements, also
   * those beyond a limit that the call has found; `has_next_offset` is always 0.
   */
  const struct ransack_report *report;
  /**
   * Number of matches that equal their replacement, which are no replacements; 0 if unknown.
   */
  uint64_t unchanged_matches;
  /**
   * Whether `unchanged_matches` is known: no limit ended the call.
   */
  uint8_t has_unchanged_matches;
  /**
   * 1 if the files on disk were replaced, 0 if no file was replaced: after a dry run, and if a file
   * with changes has an open buffer in the workspace.
   */
  uint8_t applied;
  /**
   * Files of interrupted edits that the call repaired before planning its own edits, in order of
   * repair. Empty for a dry run, which repairs nothing.
   */
  const struct ransack_recovered_file *recovered;
  /**
   * Number of repaired files.
   */
  size_t recovered_len;
  /**
   * Unfinished edits in the directories that the call covers, as in ransack_ast_edit_outcome.
   */
  const struct ransack_interrupted_edit *interrupted;
  /**
   * Number of edits in `interrupted`.
   */
  size_t interrupted_len;
  /**
   * Id of the edit in the undo journal, for ransack_undo(). Empty if no file was written, and if the edit
   * was not recorded; the `hints` of the report say why.
   */
  struct ransack_bytes id;
} ransack_replace_outcome;

/**
 * Options for ransack_resolve_lines(). Initialise with RANSACK_RESOLVE_LINES_OPTIONS_INIT.
 */
typedef struct ransack_resolve_lines_options {
  /**
   * RANSACK_RESOLVE_LINES_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Path of the file: absolute or relative to the current directory or, in a workspace, to the
   * workspace's root. Default: empty, which is an error.
   */
  struct ransack_bytes path;
  /**
   * Snapshot in which the lines have their numbers, such as `snapshot` in ransack_lines_read.
   * Default: empty, which is an error.
   */
  struct ransack_bytes snapshot;
  /**
   * First line, from 1. Default: 1.
   */
  uint64_t first_line;
  /**
   * Last line; at least `first_line`. Default: 1.
   */
  uint64_t last_line;
  /**
   * Hash of each line in the snapshot, as `with_hashes` in ransack_read_lines_options gives it.
   * Default: none, which checks none.
   */
  const struct ransack_bytes *hashes;
  /**
   * Number of hashes. Default: 0.
   */
  size_t hashes_len;
  /**
   * Maximum size of the file in bytes. RANSACK_NO_LIMIT means 2 GiB. Default: 268435456.
   */
  uint64_t max_file_size;
  /**
   * Encoding of a file without a byte order mark, as a label from the WHATWG Encoding Standard; the
   * same as when the lines were read. Default: empty, which means UTF-8.
   */
  struct ransack_bytes encoding;
  /**
   * Time limit in milliseconds from the start of the call, in addition to the token's time
   * limit. Default: RANSACK_NO_LIMIT.
   */
  uint64_t timeout_ms;
  /**
   * Worker pool to run on. Default: NULL, the shared pool.
   */
  const struct ransack_pool *pool;
  /**
   * Workspace that contains the file. The text of an open buffer replaces the text of the file.
   * Default: NULL.
   */
  const struct ransack_workspace *workspace;
} ransack_resolve_lines_options;

/**
 * Place of lines in a file. The caller owns it; ransack_resolved_lines_free() frees it.
 */
typedef struct ransack_resolved_lines {
  /**
   * First line now, from 1.
   */
  uint64_t first_line;
  /**
   * Last line now.
   */
  uint64_t last_line;
  /**
   * Number of lines in the file now.
   */
  uint64_t total_lines;
  /**
   * Content id of the file now, as 32 hexadecimal digits: the snapshot in which the lines have these
   * numbers.
   */
  struct ransack_bytes snapshot;
} ransack_resolved_lines;

/**
 * Memory of the process for snapshots of read files. The layout is final.
 */
typedef struct ransack_snapshot_memory {
  /**
   * Number of retained snapshots.
   */
  size_t count;
  /**
   * Memory that they take, in bytes.
   */
  size_t bytes;
  /**
   * Maximum memory, in bytes.
   */
  size_t max_bytes;
} ransack_snapshot_memory;

/**
 * Options for ransack_edit_text(). Initialise with RANSACK_EDIT_TEXT_OPTIONS_INIT.
 */
typedef struct ransack_edit_text_options {
  /**
   * RANSACK_EDIT_TEXT_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Whether a quoted text that does not occur may be found by more tolerant comparisons; see
   * ransack_match_level. Default: 0.
   */
  uint8_t tolerant;
  /**
   * Edits to make: replacements and insertions, without a path. Default: none, which returns the
   * text unchanged.
   */
  const struct ransack_file_edit *edits;
  /**
   * Number of edits. Default: 0.
   */
  size_t edits_len;
  /**
   * Time limit in milliseconds from the start of the call, in addition to the token's time limit.
   * Default: RANSACK_NO_LIMIT.
   */
  uint64_t timeout_ms;
} ransack_edit_text_options;

/**
 * Result of ransack_edit_text(). The caller owns it; ransack_edited_text_free() frees it with
 * everything it points to.
 */
typedef struct ransack_edited_text {
  /**
   * New text.
   */
  struct ransack_bytes text;
  /**
   * Result of each edit, in the order of the options.
   */
  const struct ransack_text_edit_result *edits;
  /**
   * Number of edits.
   */
  size_t edits_len;
} ransack_edited_text;

/**
 * Name of an import to add. Initialise with RANSACK_IMPORT_NAME_INIT. The layout is final.
 */
typedef struct ransack_import_name {
  /**
   * Name in the module. "*" with an alias imports the module under another name; "*" without an
   * alias imports all names from the module; "default" with an alias imports the default export
   * of a JavaScript module.
   */
  struct ransack_bytes name;
  /**
   * Name used in the importing text, if it differs from `name`; otherwise empty.
   */
  struct ransack_bytes alias;
} ransack_import_name;

/**
 * Import to add. Initialise with RANSACK_IMPORT_REQUEST_INIT. The layout is final.
 */
typedef struct ransack_import_request {
  /**
   * Module without quotes or brackets, as in `module` in ransack_import. In Ruby, a module that
   * starts with "./" or "../" is imported by `require_relative`.
   */
  struct ransack_bytes module;
  /**
   * Names to import. Empty to import the module itself; always empty in C and Go, except for
   * "*", in C#, except for "*" with an alias, and in Swift.
   */
  const struct ransack_import_name *names;
  /**
   * Number of names.
   */
  size_t names_len;
  /**
   * Kind of import, a ransack_import_kind. RANSACK_IMPORT_KIND_STATIC is 0. Which other kinds
   * are allowed depends on the language: RANSACK_IMPORT_KIND_TYPE_ONLY and
   * RANSACK_IMPORT_KIND_SIDE_EFFECT in TypeScript and JavaScript,
   * RANSACK_IMPORT_KIND_SIDE_EFFECT in Go, RANSACK_IMPORT_KIND_MEMBER in C# and Java,
   * RANSACK_IMPORT_KIND_RE_EXPORT in Rust and Swift, RANSACK_IMPORT_KIND_FUNCTION and
   * RANSACK_IMPORT_KIND_CONSTANT in PHP, RANSACK_IMPORT_KIND_INCLUDE and
   * RANSACK_IMPORT_KIND_SYSTEM_INCLUDE in C and C++, RANSACK_IMPORT_KIND_SIDE_EFFECT and
   * RANSACK_IMPORT_KIND_INCLUDE in Lua and Perl, RANSACK_IMPORT_KIND_DYNAMIC for `require` in
   * Perl, RANSACK_IMPORT_KIND_INCLUDE for `load` and, with a name, RANSACK_IMPORT_KIND_DYNAMIC
   * for `autoload` in Ruby.
   */
  uint32_t kind;
} ransack_import_request;

/**
 * Import to remove. Initialise with RANSACK_IMPORT_REMOVAL_INIT. The layout is final.
 */
typedef struct ransack_import_removal {
  /**
   * Module, as in `module` in ransack_import. In Rust, Java, Kotlin, PHP, Scala and Swift, may
   * also be a path that ends in the name to remove.
   */
  struct ransack_bytes module;
  /**
   * Name in the module. Empty to remove all imports of the module.
   */
  struct ransack_bytes name;
} ransack_import_removal;

/**
 * Edit to one definition, or to the imports of a file. Initialise with
 * RANSACK_DEFINITION_EDIT_INIT. The layout is final.
 */
typedef struct ransack_definition_edit {
  /**
   * Path of the file to edit.
   */
  struct ransack_bytes path;
  /**
   * Name path of the definition, as for ransack_definition_source(): an exact name takes
   * precedence over qualified names that only end with it. Empty for the file itself, to insert
   * code as its first or last member or to change its imports.
   */
  struct ransack_bytes name;
  /**
   * New code, name or title, depending on `action`.
   */
  struct ransack_bytes text;
  /**
   * Name path of the target of a move, or of the last definition in a region. Empty for the file
   * itself as the target of a move, and for a region with one definition.
   */
  struct ransack_bytes target;
  /**
   * Path of the file that contains `target`; the file must exist. Empty for the file in `path`.
   */
  struct ransack_bytes target_path;
  /**
   * Imports to add.
   */
  const struct ransack_import_request *imports;
  /**
   * Number of imports to add.
   */
  size_t imports_len;
  /**
   * Imports to remove.
   */
  const struct ransack_import_removal *removals;
  /**
   * Number of imports to remove.
   */
  size_t removals_len;
  /**
   * Change to make, a ransack_definition_action.
   */
  uint32_t action;
  /**
   * Part to replace, a ransack_definition_part.
   */
  uint32_t part;
  /**
   * Position of an insertion or move, a ransack_insert_place.
   */
  uint32_t place;
  /**
   * Content id that the file in `path` must have before the call, such as `version` in
   * ransack_outline. If the file has other content, the call fails with RANSACK_STATUS_STALE.
   * Empty for no check.
   */
  struct ransack_bytes if_version;
} ransack_definition_edit;

/**
 * Options for ransack_edit_definition(). Initialise with RANSACK_DEFINITION_EDIT_OPTIONS_INIT.
 */
typedef struct ransack_definition_edit_options {
  /**
   * RANSACK_DEFINITION_EDIT_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Whether to return the changes without writing any file. Default: 1.
   */
  uint8_t dry_run;
  /**
   * Whether the call fails if a file has syntax errors before it is edited. Default: 0.
   */
  uint8_t fail_on_parse_error;
  /**
   * Whether edits may add syntax errors to a file, whether next to existing errors or elsewhere.
   * If not, such an edit fails with RANSACK_STATUS_SYNTAX_ERROR. Default: 0.
   */
  uint8_t allow_syntax_errors;
  /**
   * Edits to make. All names are resolved against the files as they were before the call.
   * Default: none, which fails with RANSACK_STATUS_INVALID_OPTION.
   */
  const struct ransack_definition_edit *edits;
  /**
   * Number of edits. Default: 0.
   */
  size_t edits_len;
  /**
   * Name or alias of the files' language. Default: empty, which means the language of each
   * file, which its name or, for ".h" and its like, its text determines.
   */
  struct ransack_bytes language;
  /**
   * Preview token from an earlier outcome, as in ransack_ast_edit_options. Default: empty, which
   * skips the check.
   */
  struct ransack_bytes preview;
  /**
   * Maximum time in milliseconds to parse and edit one file; if a file takes longer, the call
   * fails. Default: 2000.
   */
  uint64_t time_per_file_ms;
  /**
   * Maximum size of a file in bytes, before and after the edit; if a file is larger, the call
   * fails. RANSACK_NO_LIMIT means 2 GiB. Default: 16777216.
   */
  uint64_t max_file_size;
  /**
   * Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard.
   * Default: empty, which means UTF-8.
   */
  struct ransack_bytes encoding;
  /**
   * Time limit in milliseconds from the start of the call, in addition to the token's time
   * limit. The limit does not interrupt the call once files are being replaced. Default:
   * RANSACK_NO_LIMIT.
   */
  uint64_t timeout_ms;
  /**
   * Worker pool to run on. Default: NULL, the shared pool.
   */
  const struct ransack_pool *pool;
  /**
   * Maximum time in milliseconds to wait for other edits of the same files; a dry run does not
   * wait. With 0, the call fails immediately instead of waiting; with RANSACK_NO_LIMIT, the wait
   * is unlimited. Default: 10000.
   */
  uint64_t wait_ms;
  /**
   * Workspace that contains the files, as in ransack_scope. Relative paths in the edits start at
   * the workspace's root. Default: NULL, in which case relative paths start at the current
   * directory.
   */
  const struct ransack_workspace *workspace;
  /**
   * Settings of the undo journal, which makes it possible to undo the edit. Default: NULL, which means
   * the defaults of ransack_journal_options.
   */
  const struct ransack_journal_options *journal;
} ransack_definition_edit_options;

/**
 * Passage of a text that resembles or equals the text of an edit.
 */
typedef struct ransack_text_passage {
  /**
   * First line, from 1.
   */
  uint64_t first_line;
  /**
   * Last line, from 1.
   */
  uint64_t last_line;
  /**
   * Text of the lines, with their line ends.
   */
  struct ransack_bytes text;
  /**
   * Differences from the text of the edit, each a ransack_text_difference. Empty if the passage
   * contains that text.
   */
  const uint32_t *differences;
  /**
   * Number of differences.
   */
  size_t differences_len;
  /**
   * Path of the file as results show it, in an error of ransack_apply_patch(); otherwise empty.
   */
  struct ransack_bytes path;
} ransack_text_passage;

/**
 * Error from the last failed call on a thread.
 */
typedef struct ransack_error {
  /**
   * Status that the call returned.
   */
  ransack_status status;
  /**
   * Whether `offset` is known.
   */
  uint8_t has_offset;
  /**
   * Byte offset of the error in `pattern`, 0-based; 0 if unknown.
   */
  uint64_t offset;
  /**
   * Complete message, UTF-8. A message about an array element starts with its index, 0-based, as
   * in `edits[0]`. A NUL byte in quoted text is written as "\0"; a terminating NUL follows the
   * message and is not included in `message.len`.
   */
  struct ransack_bytes message;
  /**
   * Absolute path of the file or directory that caused the error; empty if none did.
   */
  struct ransack_bytes path;
  /**
   * Pattern, glob or name that caused the error, as spelled by the caller; may be empty.
   */
  struct ransack_bytes pattern;
  /**
   * Absolute paths of the affected files, sorted. For a failed edit, the files that no longer
   * have their old text. For a refused edit, the files that blocked it: files of an interrupted
   * edit, files with open buffers, or files changed since the preview.
   */
  const struct ransack_bytes *paths;
  /**
   * Number of paths.
   */
  size_t paths_len;
  /**
   * Names that the caller may have meant. For an unknown name, the nearest names, best first;
   * for an ambiguous name, each definition, as "NAME#NUMBER (KIND PATH in line LINE)"; for a
   * missing path, the nearest existing paths.
   */
  const struct ransack_bytes *candidates;
  /**
   * Number of candidates.
   */
  size_t candidates_len;
  /**
   * Passages of the text that the caller may have meant, with their lines: for a text to replace
   * that does not occur, the nearest passages, best first; for one that occurs too often, its
   * places; for a patch that does not fit, the places of its hunks; for stale lines of a snapshot,
   * the current lines or the places with equal text. `path` is their file, if any.
   */
  const struct ransack_text_passage *passages;
  /**
   * Number of passages.
   */
  size_t passages_len;
} ransack_error;

/**
 * Path with a weight that reflects how often and how recently the path was used. Initialise with
 * RANSACK_FRECENCY_INIT. The layout is final.
 */
typedef struct ransack_frecency {
  /**
   * Path as spelled in results, except that a directory has no trailing '/'.
   */
  struct ransack_bytes path;
  /**
   * Weight; 0 if the path was never used. Only the logarithm of the weight affects the ranking,
   * so an estimate of its order of magnitude suffices. NaN and negative numbers count as 0.
   */
  double weight;
} ransack_frecency;

/**
 * Options for ransack_fuzzy_find(). Initialise with RANSACK_FUZZY_FIND_OPTIONS_INIT.
 */
typedef struct ransack_fuzzy_find_options {
  /**
   * RANSACK_FUZZY_FIND_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Query, UTF-8, at most 10,240 bytes. White space and control characters separate terms. An
   * empty query matches every path and ranks recently used paths first, then shallow and short
   * paths. Default: empty.
   */
  struct ransack_bytes query;
  /**
   * Directories to search, and filters on the results. Default: NULL, which means the defaults
   * of ransack_scope.
   */
  const struct ransack_scope *scope;
  /**
   * Whether to return directories. Default: 1.
   */
  uint8_t dirs;
  /**
   * Whether to return symbolic links. Default: 0.
   */
  uint8_t symlinks;
  /**
   * Recently used paths, most recent first, spelled like `path` in ransack_frecency. Recently
   * used paths rank higher. Default: none.
   */
  const struct ransack_bytes *recent;
  /**
   * Number of recent paths. Default: 0.
   */
  size_t recent_len;
  /**
   * Path that the user is working on; paths close to it rank higher. Default: empty.
   */
  struct ransack_bytes current;
  /**
   * Paths with weights; a path with a larger weight ranks higher. Default: none.
   */
  const struct ransack_frecency *frecency;
  /**
   * Number of entries in `frecency`. Default: 0.
   */
  size_t frecency_len;
  /**
   * Maximum number of results. Default: 100.
   */
  uint64_t limit;
  /**
   * Number of results to skip, in result order. Default: 0.
   */
  uint64_t offset;
  /**
   * Time limit in milliseconds from the start of the call, in addition to the token's time
   * limit. With 0, the call times out immediately. Default: RANSACK_NO_LIMIT.
   */
  uint64_t timeout_ms;
  /**
   * Behaviour when `timeout_ms` or the token's time limit passes, a ransack_on_timeout. Default:
   * RANSACK_ON_TIMEOUT_FAIL.
   */
  uint32_t on_timeout;
  /**
   * Worker pool to run on. Default: NULL, the shared pool.
   */
  const struct ransack_pool *pool;
  /**
   * Whether a line and column at the end of the query are split off: they take no part in the
   * ranking, and each result returns them. If not, the query is text only. Default: 1.
   *
   * The forms are main.rs:12:5, main.rs:12, main.rs(12,5), main.rs(12) and main.rs#L12. While a
   * location is typed, a ':' at the end and a missing closing bracket are part of it. Any other
   * text, such as main.rs:x, and a location without a path before it stay text. Paths that
   * contain the last word of the query as typed, regardless of the case of ASCII letters, come
   * first: for them, the whole word is a name, and the result has no location.
   */
  uint8_t location;
} ransack_fuzzy_find_options;

/**
 * Path that matches a fuzzy query. Valid, with everything it points to, until the callback
 * returns.
 */
typedef struct ransack_fuzzy_match {
  /**
   * Path relative to the base that `paths_from` selects, as raw file-system bytes; the path of a
   * directory ends in '/'.
   */
  struct ransack_bytes path;
  /**
   * Byte offsets of the matched characters in `path`, ascending. Each is the start of a
   * character.
   */
  const uint32_t *positions;
  /**
   * Number of positions.
   */
  size_t positions_len;
  /**
   * Score; higher is better. Scores are comparable only among results of the same query.
   */
  int32_t score;
  /**
   * Index of the root in the scope, 0-based.
   */
  uint32_t root;
  /**
   * Kind of the entry.
   */
  ransack_file_type file_type;
  /**
   * Line that the query names after the path, as typed, if `has_line` is set, otherwise 0.
   */
  uint32_t line;
  /**
   * Column that the query names after the line, as typed, if `has_column` is set, otherwise 0.
   */
  uint32_t column;
  /**
   * Whether the query names a line and the path does not contain that text itself.
   */
  uint8_t has_line;
  /**
   * Whether the query names a column and the path does not contain that text itself.
   */
  uint8_t has_column;
} ransack_fuzzy_match;

/**
 * Callback for fuzzy path search, called once for each path, best first, on the thread that made
 * the call.
 *
 * Returns 0 to continue. Any other number stops the search: the call succeeds, the report's
 * `stopped_by` is RANSACK_STOPPED_BY_CALLBACK, and its `next_offset` is the offset of the path
 * after this one. `user_data` is the pointer passed to the call.
 */
typedef int (*ransack_on_fuzzy_match)(const struct ransack_fuzzy_match *item, void *user_data);

/**
 * Options for ransack_fuzzy_match_strings(). Initialise with RANSACK_FUZZY_MATCH_OPTIONS_INIT.
 */
typedef struct ransack_fuzzy_match_options {
  /**
   * RANSACK_FUZZY_MATCH_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Recently used strings, most recent first. Recently used strings rank higher. Default: none.
   */
  const struct ransack_bytes *recent;
  /**
   * Number of recent strings. Default: 0.
   */
  size_t recent_len;
  /**
   * Path that the user is working on; paths close to it rank higher. Default: empty.
   */
  struct ransack_bytes current;
  /**
   * Strings with weights; a string with a larger weight ranks higher. Default: none.
   */
  const struct ransack_frecency *frecency;
  /**
   * Number of entries in `frecency`. Default: 0.
   */
  size_t frecency_len;
  /**
   * Maximum number of results. Default: RANSACK_NO_LIMIT.
   */
  uint64_t limit;
  /**
   * Number of results to skip, in result order. Default: 0.
   */
  uint64_t offset;
  /**
   * Worker pool for lists of more than 1,024 strings. Default: NULL, the shared pool.
   */
  const struct ransack_pool *pool;
} ransack_fuzzy_match_options;

/**
 * String that matches a fuzzy query. Valid, with everything it points to, until the callback
 * returns.
 */
typedef struct ransack_fuzzy_string {
  /**
   * Index of the string in the input, 0-based.
   */
  size_t index;
  /**
   * Byte offsets of the matched characters in the string, ascending. Each is the start of a
   * character.
   */
  const uint32_t *positions;
  /**
   * Number of positions.
   */
  size_t positions_len;
  /**
   * Score; higher is better. Scores are comparable only among results of the same query.
   */
  int32_t score;
} ransack_fuzzy_string;

/**
 * Callback for fuzzy ranking of strings, called once for each match, best first, on the thread
 * that made the call.
 *
 * Returns 0 to continue. Any other number stops the call: it succeeds, the report's `stopped_by`
 * is RANSACK_STOPPED_BY_CALLBACK, and its `next_offset` is the offset of the string after this
 * one. `user_data` is the pointer passed to the call.
 */
typedef int (*ransack_on_fuzzy_string)(const struct ransack_fuzzy_string *item, void *user_data);

/**
 * Options for ransack_glob(). Initialise with RANSACK_GLOB_OPTIONS_INIT.
 */
typedef struct ransack_glob_options {
  /**
   * RANSACK_GLOB_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Patterns, UTF-8, relative to the root. The last matching pattern wins; a leading '!'
   * negates. No pattern may be empty. Default: none, which fails with
   * RANSACK_STATUS_INVALID_OPTION.
   *
   * One star and '?' match within a component, '[a-z]' and '[!a-z]' match one character, a
   * component of two stars matches any number of components, and '{a,b}' matches alternatives,
   * which may be nested. A pattern that ends in '/' matches only directories and symbolic links
   * to directories. A backslash makes the next character literal. On Windows, it does so only
   * before a special character; before any other character, it stands for '/'. An unclosed brace
   * is closed at the end of the pattern. An unclosed bracket is literal. Matching is
   * case-sensitive unless `ignore_case` is set.
   *
   * A pattern with braces is the union of its expansions. Empty expansions are dropped:
   * "{a.js,}" is equivalent to "a.js". If all expansions are empty, the braces are literal: "{}"
   * matches the name {}.
   *
   * A leading '/' means the root. A pattern that starts with the absolute path of a root is
   * relative to that root. "a/../b" is equivalent to "b". The following patterns fail with
   * RANSACK_STATUS_INVALID_GLOB, and the message says what to write instead: a pattern that
   * names the root itself (".", "./") or leaves the root through ".."; extended globs such as
   * "@(a|b)"; ranges such as "{1..3}"; comma lists outside braces whose parts all have a
   * wildcard or end in '/'. A backslash before the '(', '{' or ',' makes that character literal.
   */
  const struct ransack_bytes *patterns;
  /**
   * Number of patterns. Default: 0.
   */
  size_t patterns_len;
  /**
   * Whether a pattern without '/' matches at any depth. If not, the pattern matches only entries
   * directly in the root, and no other directory is read. Default: 1.
   */
  uint8_t recursive;
  /**
   * Whether patterns are relative paths in which no character is special. Default: 0.
   */
  uint8_t literal;
  /**
   * Directories to search, and filters on the results. A pattern that spells out the leading dot
   * of a name also finds hidden entries that the scope excludes. Default: NULL, which means the
   * defaults of ransack_scope.
   */
  const struct ransack_scope *scope;
  /**
   * Kind of entries to return, a ransack_file_type; 0 returns all kinds. If files or directories
   * are requested, a symbolic link counts as its target. Default: 0.
   */
  uint32_t file_type;
  /**
   * Whether to return size and modification time, at the cost of one system call for each
   * result. Default: 0.
   */
  uint8_t stat;
  /**
   * Whether to sort results by modification time, newest first, then by root and path. The
   * results then include size and modification time, and all of them are held in memory until
   * the search ends. Default: 0.
   */
  uint8_t sort_by_mtime;
  /**
   * Maximum number of results. An unsorted search stops after finding one more. With 0, the
   * report still says whether there is a match. Default: RANSACK_NO_LIMIT.
   */
  uint64_t limit;
  /**
   * Number of results to skip, in result order. Default: 0.
   */
  uint64_t offset;
  /**
   * Time limit in milliseconds from the start of the call, in addition to the token's time
   * limit. With 0, the call times out immediately. Default: RANSACK_NO_LIMIT.
   */
  uint64_t timeout_ms;
  /**
   * Behaviour when `timeout_ms` or the token's time limit passes, a ransack_on_timeout. Default:
   * RANSACK_ON_TIMEOUT_FAIL.
   */
  uint32_t on_timeout;
  /**
   * Worker pool to run on. Default: NULL, the shared pool.
   */
  const struct ransack_pool *pool;
  /**
   * Whether `patterns` match regardless of case, under Unicode simple case folding. A root's
   * absolute path at the start of a pattern is compared exactly. The globs of the scope have
   * their own option, `glob_ignore_case`. Default: 0.
   */
  uint8_t ignore_case;
} ransack_glob_options;

/**
 * Path that matches a glob. Valid, with everything it points to, until the callback returns.
 */
typedef struct ransack_glob_match {
  /**
   * Path relative to the base that `paths_from` selects, as raw file-system bytes.
   */
  struct ransack_bytes path;
  /**
   * Modification time in milliseconds since 1970-01-01 UTC if `has_mtime` is set, otherwise 0.
   * For a symbolic link, the time of its target, or of the link itself if the link is broken.
   */
  int64_t mtime_ms;
  /**
   * Size in bytes if `has_size` is set, otherwise 0. For a symbolic link, the size of its
   * target.
   */
  uint64_t size;
  /**
   * Index of the root in the scope, 0-based.
   */
  uint32_t root;
  /**
   * Kind of the entry. A symbolic link counts as a link regardless of its target, unless links
   * are followed.
   */
  ransack_file_type file_type;
  /**
   * Whether `mtime_ms` is known; set if the options request modification times.
   */
  uint8_t has_mtime;
  /**
   * Whether `size` is known; set if the options request the size and the entry is a file or a
   * link to a file.
   */
  uint8_t has_size;
} ransack_glob_match;

/**
 * Callback for path search, called once for each path, in result order, on the thread that made
 * the call.
 *
 * Returns 0 to continue. Any other number stops the search: the call succeeds, the report's
 * `stopped_by` is RANSACK_STOPPED_BY_CALLBACK, and its `next_offset` is the offset of the path
 * after this one. `user_data` is the pointer passed to the call.
 */
typedef int (*ransack_on_glob_match)(const struct ransack_glob_match *item, void *user_data);

/**
 * Options for ransack_grep(). Initialise with RANSACK_GREP_OPTIONS_INIT.
 */
typedef struct ransack_grep_options {
  /**
   * RANSACK_GREP_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Patterns, UTF-8; a line matches if any pattern matches. No pattern may be empty. Patterns
   * use the syntax of Rust's regex crate, with two exceptions. A brace that cannot be a
   * repetition is literal, and a '$' before such a brace is literal too, as in ${name}. A hyphen
   * in a class is literal next to an escape such as \w, as in [\w-.]. A carriage return before a
   * line feed is not part of the line, unless a pattern names the carriage return ('\r', or a
   * class that lists it); any other carriage return is an ordinary character. Default: none,
   * which fails with RANSACK_STATUS_INVALID_OPTION.
   */
  const struct ransack_bytes *patterns;
  /**
   * Number of patterns. Default: 0.
   */
  size_t patterns_len;
  /**
   * Whether patterns are literal text rather than regular expressions. Default: 0.
   */
  uint8_t literal;
  /**
   * Whether to ignore case, using Unicode's simple case folding. Default: 0.
   */
  uint8_t ignore_case;
  /**
   * Whether to ignore case if the patterns contain letters but no upper-case letters. Class
   * names such as '\p{Lu}' do not count as letters, nor do letters in a group that sets or
   * clears the flag i, as in (?i:A). Default: 0.
   */
  uint8_t smart_case;
  /**
   * Whether to match whole words only: a match must not have a word character directly before or
   * after it. Default: 0.
   */
  uint8_t word;
  /**
   * Whether to return the lines that do not match, instead of those that do. Default: 0.
   */
  uint8_t invert;
  /**
   * Whether a match may span lines; '\n' then also matches '\r\n'. If not, a pattern that
   * contains a line feed is an error. Default: 0.
   */
  uint8_t multiline;
  /**
   * Whether '.' also matches a line feed. Has no effect without `multiline`. Default: 0.
   */
  uint8_t dot_all;
  /**
   * Files to search. Default: NULL, which means the defaults of ransack_scope.
   */
  const struct ransack_scope *scope;
  /**
   * Kind of results to return, a ransack_grep_mode. Default: RANSACK_GREP_MODE_CONTENT.
   */
  uint32_t mode;
  /**
   * Maximum number of results; the search stops after finding one more. With 0, the report still
   * says whether there is a match. Default: RANSACK_NO_LIMIT.
   */
  uint64_t limit;
  /**
   * Number of results to skip, in result order. Default: 0.
   */
  uint64_t offset;
  /**
   * Maximum number of matches in one file, in any mode. Default: RANSACK_NO_LIMIT.
   */
  uint64_t max_count_per_file;
  /**
   * Lines of context before each match. Default: 0.
   */
  uint64_t context_before;
  /**
   * Lines of context after each match. Each line is returned only once: context lines between
   * two matches belong to the first match. Default: 0.
   */
  uint64_t context_after;
  /**
   * Maximum number of bytes to return for each line. A longer line is cut to a window around its
   * first match, at character boundaries. Default: RANSACK_NO_LIMIT.
   */
  uint64_t max_columns;
  /**
   * Maximum size of a file in bytes; a larger file is skipped and reported. Default:
   * RANSACK_NO_LIMIT.
   */
  uint64_t max_file_size;
  /**
   * Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard
   * ("latin1", "gbk", "utf-16le"). Offsets in a decoded file count bytes of the decoded text.
   * Default: empty, in which case files are searched as UTF-8 and invalid bytes stay unchanged.
   */
  struct ransack_bytes encoding;
  /**
   * Time limit in milliseconds from the start of the call, in addition to the token's time
   * limit. With 0, the call times out immediately. Default: RANSACK_NO_LIMIT.
   */
  uint64_t timeout_ms;
  /**
   * Behaviour when `timeout_ms` or the token's time limit passes, a ransack_on_timeout. Default:
   * RANSACK_ON_TIMEOUT_FAIL.
   */
  uint32_t on_timeout;
  /**
   * Whether to search files that contain a NUL byte. If not, such a file is skipped and reported; if
   * the NUL byte is beyond the first MiB, the text before it is searched. Default: 0.
   */
  uint8_t binary;
  /**
   * Worker pool to run on. Default: NULL, the shared pool.
   */
  const struct ransack_pool *pool;
  /**
   * Maximum size of the compiled patterns in bytes; larger patterns fail with
   * RANSACK_STATUS_INVALID_PATTERN. Compile time and memory grow with the size. In the worst
   * case, search time is proportional to the size times the length of the text. Default:
   * 10485760.
   */
  uint64_t size_limit;
  /**
   * Patterns that a result must not match, UTF-8, like the patterns of a second `grep -v`. A
   * result whose lines contain a match of one of them is dropped, in inverted searches too; it
   * is not counted, and its lines can be context of other results. Syntax and options are those
   * of `patterns`; `smart_case` is decided for this list alone. The patterns see the lines of
   * one result without the last line ending. An empty pattern and a pattern with \A or \z fail
   * with RANSACK_STATUS_INVALID_PATTERN. Default: none.
   */
  const struct ransack_bytes *exclude;
  /**
   * Number of patterns in `exclude`. Default: 0.
   */
  size_t exclude_len;
  /**
   * Whether to sort results by the modification time of their files, newest file first, then by
   * root and path, and within a file by position. A file whose time cannot be read is last.
   * `offset` and `limit` cut this order. All files are searched before the first result is
   * passed; with a limit, at most twice as many results as needed are held in memory, otherwise
   * all results. Default: 0.
   */
  uint8_t sort_by_mtime;
  /**
   * Whether patterns may contain look-around ("(?=a)", "(?!a)", "(?<=a)", "(?<!a)"),
   * back-references ("\1", "\k<name>") and atomic groups ("(?>a)"). If not, such a pattern fails
   * with RANSACK_STATUS_INVALID_PATTERN. Default: 0.
   *
   * A backtracking engine matches these patterns. The number of its steps can grow exponentially
   * with the length of a line, so an attempt to match is limited to 262,144 backtracking steps.
   * Lines over the limit, and lines that may match but are not UTF-8, are not results. The report
   * lists their files as RANSACK_SKIP_REASON_STEP_LIMIT and RANSACK_SKIP_REASON_UNDECODABLE.
   * After eight lines over the limit, the search tries no further line of the file. A line of
   * more than 16 MiB is over the limit, and with `multiline` a text of this size. With
   * `multiline`, look-around sees the whole text, otherwise only the line.
   *
   * A pattern of this kind that contains "\A" or "\z" is an error. If one pattern of a list needs
   * the engine, the engine matches the whole list. Lists that do not need it are matched as
   * without this field.
   */
  uint8_t backtracking;
  /**
   * Whether to set `enclosing` of each match, the name path of the definition around it. Each
   * file with matches is parsed once more, which takes some 100 ms for a C file of 300 kB; a
   * workspace keeps the syntax trees of recent files. Fails in a build without outlines. Default:
   * 0.
   */
  uint8_t enclosing;
  /**
   * Whether to set `version` of each match, the content id of the file, so that a later edit can
   * require that the file is unchanged. Files with matches are hashed, at about a millisecond per
   * megabyte, and all files are held in memory as a whole, so that files larger than 256 MiB are
   * skipped and reported. Default: 0.
   */
  uint8_t versions;
} ransack_grep_options;

/**
 * Match within a line.
 */
typedef struct ransack_submatch {
  /**
   * Byte offset of the match's first byte in `line` of the ransack_grep_match, 0-based.
   */
  size_t start;
  /**
   * Byte offset one past the match's last byte in `line`; equal to `start` for an empty match.
   */
  size_t end;
  /**
   * Index in the options of the pattern that matched, 0-based; the lowest index if several
   * patterns match here.
   */
  uint32_t pattern;
  /**
   * Whether the match extends past the end of `line`, as a match of `a\n` does.
   */
  uint8_t ends_line;
} ransack_submatch;

/**
 * Context line before or after a match.
 */
typedef struct ransack_context_line {
  /**
   * Line number, 1-based.
   */
  uint64_t line_number;
  /**
   * Text of the line without its line terminator, truncated to `max_columns` bytes.
   */
  struct ransack_bytes line;
  /**
   * Whether the line was truncated.
   */
  uint8_t clipped;
} ransack_context_line;

/**
 * Result of a content search: a matching line, or a file in the modes that count files. Valid,
 * with everything it points to, until the callback returns.
 */
typedef struct ransack_grep_match {
  /**
   * Path of the file relative to the base that `paths_from` selects, as raw file-system bytes.
   * Empty for a search in memory.
   */
  struct ransack_bytes path;
  /**
   * Line number, 1-based; for a match over several lines, the number of the first. 0 if the
   * result is a file.
   */
  uint64_t line_number;
  /**
   * Byte offset in the file of the line, or of the first line of a match over several lines,
   * 0-based. In a decoded file (any encoding other than UTF-8), the offset counts bytes of the
   * text converted to UTF-8, without the byte order mark.
   */
  uint64_t byte_offset;
  /**
   * Matching line without its line terminator, or a window of the line if `has_clip` is set. For
   * a match over several lines, all lines of the match without the last terminator. Empty if the
   * result is a file.
   */
  struct ransack_bytes line;
  /**
   * Matches in `line`, in order.
   */
  const struct ransack_submatch *submatches;
  /**
   * Number of submatches, at most RANSACK_MAX_SUBMATCHES; 0 if the search is inverted or the
   * result is a file.
   */
  size_t submatches_len;
  /**
   * Context lines before the match, in file order, except lines returned with an earlier match.
   */
  const struct ransack_context_line *context_before;
  /**
   * Number of context lines before the match.
   */
  size_t context_before_len;
  /**
   * Context lines after the match, in file order.
   */
  const struct ransack_context_line *context_after;
  /**
   * Number of context lines after the match.
   */
  size_t context_after_len;
  /**
   * With RANSACK_GREP_MODE_COUNT, the number of matching lines in the file; with
   * RANSACK_GREP_MODE_FILES_WITH_MATCHES, which stops at the first match, 0; otherwise 1.
   */
  uint64_t match_count;
  /**
   * Byte offset of `line` in the whole line; 0 unless `has_clip` is set.
   */
  uint64_t clip_offset;
  /**
   * Length of the whole line in bytes; equal to the length of `line` unless `has_clip` is set.
   */
  uint64_t line_len;
  /**
   * Index of the root in the scope, 0-based.
   */
  uint32_t root;
  /**
   * Whether `line` is a window of a line longer than `max_columns`.
   */
  uint8_t has_clip;
  /**
   * Whether `line` has more matches than are listed.
   */
  uint8_t submatches_capped;
  /**
   * Name path of the innermost definition around the first match of the line, such as
   * "Tool.run". Empty unless `enclosing` is set in the options, and for a result that is a file
   * or is in no definition, for a file in a language without outlines, and for a file that is
   * larger than 16 MiB or takes more than 2 seconds to parse.
   */
  struct ransack_bytes enclosing;
  /**
   * Content id of the bytes of the file as they were searched, as 32 hexadecimal digits. Empty
   * unless `versions` is set in the options.
   */
  struct ransack_bytes version;
} ransack_grep_match;

/**
 * Callback for content search, called once for each result, in result order, on the thread that
 * made the call.
 *
 * Returns 0 to continue. Any other number stops the search: the call succeeds, the report's
 * `stopped_by` is RANSACK_STOPPED_BY_CALLBACK, and its `next_offset` is the offset of the result
 * after this one. `user_data` is the pointer passed to the call.
 */
typedef int (*ransack_on_grep_match)(const struct ransack_grep_match *item, void *user_data);

/**
 * Options for ransack_search() and ransack_has_match(). Every field has the same meaning and the
 * same default as the field with that name in ransack_grep_options. Initialise with
 * RANSACK_SEARCH_OPTIONS_INIT.
 */
typedef struct ransack_search_options {
  /**
   * RANSACK_SEARCH_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Patterns, UTF-8; a line matches if any pattern matches. Default: none, which fails with
   * RANSACK_STATUS_INVALID_OPTION.
   */
  const struct ransack_bytes *patterns;
  /**
   * Number of patterns. Default: 0.
   */
  size_t patterns_len;
  /**
   * Whether patterns are literal text rather than regular expressions. Default: 0.
   */
  uint8_t literal;
  /**
   * Whether to ignore case, using Unicode's simple case folding. Default: 0.
   */
  uint8_t ignore_case;
  /**
   * Whether to ignore case if the patterns contain letters but no upper-case letters. Class
   * names such as '\p{Lu}' do not count as letters, nor do letters in a group that sets or
   * clears the flag i, as in (?i:A). Default: 0.
   */
  uint8_t smart_case;
  /**
   * Whether to match whole words only: a match must not have a word character directly before or
   * after it. Default: 0.
   */
  uint8_t word;
  /**
   * Whether to return the lines that do not match, instead of those that do. Default: 0.
   */
  uint8_t invert;
  /**
   * Whether a match may span lines; '\n' then also matches '\r\n'. Default: 0.
   */
  uint8_t multiline;
  /**
   * Whether '.' also matches a line feed. Has no effect without `multiline`. Default: 0.
   */
  uint8_t dot_all;
  /**
   * Kind of results to return, a ransack_grep_mode; the text counts as one file. Default:
   * RANSACK_GREP_MODE_CONTENT.
   */
  uint32_t mode;
  /**
   * Maximum number of results. Default: RANSACK_NO_LIMIT.
   */
  uint64_t limit;
  /**
   * Number of results to skip, in result order. Default: 0.
   */
  uint64_t offset;
  /**
   * Maximum number of matches, in any mode. Default: RANSACK_NO_LIMIT.
   */
  uint64_t max_count_per_file;
  /**
   * Lines of context before each match. Default: 0.
   */
  uint64_t context_before;
  /**
   * Lines of context after each match. Default: 0.
   */
  uint64_t context_after;
  /**
   * Maximum number of bytes to return for each line; a longer line is cut to a window around its
   * first match. Default: RANSACK_NO_LIMIT.
   */
  uint64_t max_columns;
  /**
   * Maximum size of the compiled patterns in bytes. Default: 10485760.
   */
  uint64_t size_limit;
  /**
   * Patterns that a result must not match, UTF-8. Default: none.
   */
  const struct ransack_bytes *exclude;
  /**
   * Number of patterns in `exclude`. Default: 0.
   */
  size_t exclude_len;
  /**
   * Whether patterns may contain look-around, back-references and atomic groups. With such a
   * pattern, the call copies the text and runs on a worker of the shared pool. The report lists
   * lines that cannot be matched in `skipped`, with an empty path. Default: 0.
   */
  uint8_t backtracking;
} ransack_search_options;

/**
 * Options for ransack_highlight(), ransack_highlight_buffer() and ransack_highlight_stream_new(),
 * where NULL means the defaults. Initialise with RANSACK_HIGHLIGHT_OPTIONS_INIT.
 */
typedef struct ransack_highlight_options {
  /**
   * RANSACK_HIGHLIGHT_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Engine to use, a ransack_highlight_engine. If the language has no grammar for that engine,
   * the language's default engine is used. Default: RANSACK_HIGHLIGHT_ENGINE_DEFAULT.
   */
  uint32_t engine;
  /**
   * Behaviour when the token's time limit passes, a ransack_on_timeout. With
   * RANSACK_ON_TIMEOUT_PARTIAL, the rest of the text stays plain. Default:
   * RANSACK_ON_TIMEOUT_FAIL.
   */
  uint32_t on_timeout;
  /**
   * Maximum number of bytes that RANSACK_HIGHLIGHT_ENGINE_SYNTECT examines in each line. The
   * rest of a longer line stays plain, and the line is reported. Default: 2048.
   */
  uint64_t max_line;
  /**
   * Maximum time in milliseconds to classify the text, independent of the token. When this time
   * has passed, the rest of the text stays plain, the report's `stopped_by` is
   * RANSACK_STOPPED_BY_TIMEOUT, and the call succeeds. The limit exists because some parsers
   * take minutes for a few kilobytes of hostile text. It does not apply to text of up to 256
   * bytes; in a stream, it applies to each call separately. RANSACK_NO_LIMIT means no limit.
   * Default: 0, which means 2 seconds plus 2 seconds for each MB of text.
   */
  uint64_t time_limit_ms;
  /**
   * First line to highlight, 1-based. Default: 0, which means the whole text if `last_line` is 0
   * too.
   */
  uint64_t first_line;
  /**
   * Number of the last line to highlight; lines past the end of the text are ignored. The classes
   * are the same as in a call for the whole text, except in code that the parser cannot read, where
   * they may depend on the lines; other lines have no ranges, and markup omits them. A stream ignores this option. Default: 0, which means the whole text if `first_line` is
   * 0 too.
   */
  uint64_t last_line;
} ransack_highlight_options;

/**
 * Range of text with one syntax class. A range never crosses the end of a line. This struct never
 * grows.
 */
typedef struct ransack_highlight_span {
  /**
   * Byte offset of the first byte, 0-based.
   */
  size_t start;
  /**
   * Byte offset one past the last byte.
   */
  size_t end;
  /**
   * `start` in UTF-16 code units; each ill-formed part of the text counts as U+FFFD.
   */
  size_t start_utf16;
  /**
   * `end` in UTF-16 code units; each ill-formed part of the text counts as U+FFFD.
   */
  size_t end_utf16;
  /**
   * Syntax class, a ransack_highlight_class.
   */
  uint32_t class_;
} ransack_highlight_span;

/**
 * Report on highlighting: language, engine, completeness.
 */
typedef struct ransack_highlight_report {
  /**
   * Name of the language; empty if the requested language is unknown.
   */
  struct ransack_bytes language;
  /**
   * Reason for the choice of the engine, as static text.
   */
  struct ransack_bytes reason;
  /**
   * Number of lines that were not fully examined because they are too long or took more than a
   * second.
   */
  uint64_t long_lines;
  /**
   * Line numbers, 1-based, of the first lines counted in `long_lines`.
   */
  const uint64_t *first_long_lines;
  /**
   * Number of entries in `first_long_lines`, at most 10.
   */
  size_t first_long_lines_len;
  /**
   * Engine that was used.
   */
  ransack_highlight_engine engine;
  /**
   * Reason why the call ended early.
   */
  ransack_stopped_by stopped_by;
  /**
   * 1 if the whole text was examined; text outside all ranges then has no class.
   */
  uint8_t complete;
} ransack_highlight_report;

/**
 * Highlighted text, owned by the caller. Free it with ransack_highlighted_free().
 */
typedef struct ransack_highlighted {
  /**
   * Text with markup in the requested form; empty if no form was requested. The output does not
   * point into the input text.
   */
  struct ransack_bytes output;
  /**
   * Ranges with a class, in text order, without overlaps; empty if a form was requested.
   */
  const struct ransack_highlight_span *spans;
  /**
   * Number of ranges.
   */
  size_t spans_len;
  /**
   * Report; owned by the highlighted text.
   */
  const struct ransack_highlight_report *report;
} ransack_highlighted;

/**
 * Change to the output of a highlight stream. The layout is final.
 */
typedef struct ransack_highlight_update {
  /**
   * Number of bytes of the previous output to keep; the caller removes the rest.
   */
  size_t keep;
  /**
   * Number of UTF-16 code units of the previous output to keep; each ill-formed part counts as
   * U+FFFD.
   */
  size_t keep_utf16;
  /**
   * Text to append to the kept output.
   */
  struct ransack_bytes append;
  /**
   * Owner of `append`; free it with ransack_string_free().
   */
  struct ransack_string *owner;
} ransack_highlight_update;

/**
 * Theme: a text style for each syntax class. Owned by the caller; free it with
 * ransack_theme_free(). A theme is immutable, so any number of threads may share it.
 */
typedef struct ransack_theme {
  /**
   * Name of the theme.
   */
  struct ransack_bytes name;
  /**
   * Colour of plain text, as 0xRRGGBB.
   */
  uint32_t foreground;
  /**
   * Background colour, as 0xRRGGBB.
   */
  uint32_t background;
  /**
   * Whether the theme is for a dark background.
   */
  uint8_t is_dark;
} ransack_theme;

/**
 * Text style of a syntax class, such as keywords. The layout is final.
 */
typedef struct ransack_text_style {
  /**
   * Text colour as 0xRRGGBB; the colour of plain text if `has_color` is 0.
   */
  uint32_t color;
  /**
   * Whether the class has its own colour.
   */
  uint8_t has_color;
  /**
   * Whether the text is bold.
   */
  uint8_t bold;
  /**
   * Whether the text is italic.
   */
  uint8_t italic;
  /**
   * Whether the text is underlined.
   */
  uint8_t underline;
} ransack_text_style;

/**
 * Escape sequences, in UTF-8, that select the colours of eleven syntax classes. An empty sequence
 * leaves its class plain. Every other class takes the colour of the most similar of these eleven
 * classes. Initialise with RANSACK_HIGHLIGHT_COLORS_INIT. The layout is final.
 */
typedef struct ransack_highlight_colors {
  /**
   * Escape sequence written before a comment.
   */
  struct ransack_bytes comment;
  /**
   * Escape sequence written before a keyword.
   */
  struct ransack_bytes keyword;
  /**
   * Escape sequence written before a function name.
   */
  struct ransack_bytes function;
  /**
   * Escape sequence written before a variable name.
   */
  struct ransack_bytes variable;
  /**
   * Escape sequence written before a string.
   */
  struct ransack_bytes string;
  /**
   * Escape sequence written before a number.
   */
  struct ransack_bytes number;
  /**
   * Escape sequence written before a type name.
   */
  struct ransack_bytes type_;
  /**
   * Escape sequence written before an operator.
   */
  struct ransack_bytes operator_;
  /**
   * Escape sequence written before punctuation.
   */
  struct ransack_bytes punctuation;
  /**
   * Escape sequence written before an inserted line in a diff.
   */
  struct ransack_bytes inserted;
  /**
   * Escape sequence written before a deleted line in a diff.
   */
  struct ransack_bytes deleted;
} ransack_highlight_colors;

/**
 * Definition in source code.
 */
typedef struct ransack_outline_item {
  /**
   * Name as written in the source, without quotes; for a Rust `impl` block, the header of the
   * block. Invalid UTF-8 is replaced with U+FFFD.
   */
  struct ransack_bytes name;
  /**
   * Names of the enclosing definitions and of this definition, joined by the outline's
   * `separator`.
   */
  struct ransack_bytes qualified_name;
  /**
   * Header of the definition, without documentation, attributes and body, as one line of at most
   * 1,024 bytes.
   */
  struct ransack_bytes signature;
  /**
   * Documentation of the definition, without comment markers; may be empty.
   */
  struct ransack_bytes doc;
  /**
   * Range of the whole definition: documentation, attributes, header and body.
   */
  struct ransack_span span;
  /**
   * Range of the name, or of the first token of an unnamed definition.
   */
  struct ransack_span name_span;
  /**
   * Range of the body, including its brackets, if `has_body` is set.
   */
  struct ransack_span body_span;
  /**
   * Range of the signature; may contain attributes and comments.
   */
  struct ransack_span signature_span;
  /**
   * Range of the value of a variable, constant, macro, field, variant or key, if `has_value` is set.
   */
  struct ransack_span value_span;
  /**
   * Range of the documentation, from the first comment to the last, if `has_doc` is set.
   */
  struct ransack_span doc_span;
  /**
   * Range of the attributes, decorators or annotations, from first to last, if `has_attributes`
   * is set.
   */
  struct ransack_span attributes_span;
  /**
   * Kind of definition, a ransack_item_kind.
   */
  uint32_t kind;
  /**
   * Modifiers, the bitwise OR of values of ransack_modifier.
   */
  uint32_t modifiers;
  /**
   * Index of the enclosing definition, which comes earlier in the array; RANSACK_NO_PARENT if
   * the definition is at top level.
   */
  uint32_t parent;
  /**
   * Number of enclosing definitions.
   */
  uint32_t depth;
  /**
   * Whether the definition has a body.
   */
  uint8_t has_body;
  /**
   * Whether the definition has documentation; `doc_span` is then valid.
   */
  uint8_t has_doc;
  /**
   * Whether the definition has a value.
   */
  uint8_t has_value;
  /**
   * Whether the definition has attributes.
   */
  uint8_t has_attributes;
  /**
   * Whether the definition's code has a syntax error; parts of the definition may then be
   * missing.
   */
  uint8_t has_error;
} ransack_outline_item;

/**
 * Definitions in one text or file.
 */
typedef struct ransack_outline {
  /**
   * Path of the file relative to the base that `paths_from` selects, as raw file-system bytes.
   * Empty for text in memory.
   */
  struct ransack_bytes path;
  /**
   * Name of the source's language.
   */
  struct ransack_bytes language;
  /**
   * Text between the names in a `qualified_name`: "." or "::".
   */
  struct ransack_bytes separator;
  /**
   * Definitions, each followed by the definitions inside it.
   */
  const struct ransack_outline_item *items;
  /**
   * Number of definitions.
   */
  size_t items_len;
  /**
   * Number of syntax errors in the text; definitions near them may be missing.
   */
  uint64_t syntax_errors;
  /**
   * Number of definitions omitted because they are nested inside 100 others.
   */
  uint64_t too_deep;
  /**
   * Index of the root in the scope, 0-based.
   */
  uint32_t root;
  /**
   * Whether the text looks minified: an average line length over 500 bytes, or a line over 5,000
   * bytes.
   */
  uint8_t is_minified;
  /**
   * Whether a comment at the start of the text says that the text is generated.
   */
  uint8_t is_generated;
  /**
   * Content id of the bytes of the file or text, as 32 hexadecimal digits.
   */
  struct ransack_bytes version;
} ransack_outline;

/**
 * Options for ransack_outline_each(), and for similar calls for definitions, skeletons, imports
 * and exports of files. Initialise with RANSACK_OUTLINE_OPTIONS_INIT.
 */
typedef struct ransack_outline_options {
  /**
   * RANSACK_OUTLINE_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Behaviour when `timeout_ms` or the token's time limit passes, a ransack_on_timeout. Default:
   * RANSACK_ON_TIMEOUT_FAIL.
   */
  uint32_t on_timeout;
  /**
   * Files to outline; for a call on one file, a scope without roots, which may name a workspace.
   * Files in languages without outlines are out of scope. Default: NULL, which means the
   * defaults of ransack_scope.
   */
  const struct ransack_scope *scope;
  /**
   * Name or alias of the only language to outline. A root that is a file is parsed in this
   * language regardless of its name. Default: empty, which means the language of each
   * file, which its name or, for ".h" and its like, its text determines.
   */
  struct ransack_bytes language;
  /**
   * Maximum depth of keys in a data file, counted from 1 for top-level keys. Deeper keys are
   * omitted. Default: 3.
   */
  uint64_t key_depth;
  /**
   * Maximum number of files; the call stops after finding one more. Default: RANSACK_NO_LIMIT.
   */
  uint64_t limit;
  /**
   * Number of files to skip, in path order. Default: 0.
   */
  uint64_t offset;
  /**
   * Maximum time in milliseconds for one file; a file that takes longer is skipped and reported.
   * Default: 2000.
   */
  uint64_t time_per_file_ms;
  /**
   * Maximum size of a file in bytes; a larger file is skipped and reported. RANSACK_NO_LIMIT
   * means 2 GiB. Default: 16777216.
   */
  uint64_t max_file_size;
  /**
   * Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard.
   * Offsets in a decoded file count bytes of the decoded text. Default: empty, which means
   * UTF-8.
   */
  struct ransack_bytes encoding;
  /**
   * Time limit in milliseconds from the start of the call, in addition to the token's time
   * limit. With 0, the call times out immediately. Default: RANSACK_NO_LIMIT.
   */
  uint64_t timeout_ms;
  /**
   * Worker pool to run on. Default: NULL, the shared pool.
   */
  const struct ransack_pool *pool;
} ransack_outline_options;

/**
 * Callback for outlines of files, called once for each file, in path order, on the thread that
 * made the call.
 *
 * Returns 0 to continue. Any other number stops the call: it succeeds, and the report's
 * `stopped_by` is RANSACK_STOPPED_BY_CALLBACK. `user_data` is the pointer passed to the call.
 */
typedef int (*ransack_on_outline)(const struct ransack_outline *item, void *user_data);

/**
 * Options for ransack_definition_source() and ransack_definition_in_file(). Initialise with
 * RANSACK_DEFINITION_OPTIONS_INIT; NULL means the defaults.
 */
typedef struct ransack_definition_options {
  /**
   * RANSACK_DEFINITION_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Layout of the returned source, a ransack_definition_layout. Default:
   * RANSACK_DEFINITION_LAYOUT_EXACT.
   */
  uint32_t layout;
  /**
   * Parts to return, in any order, values of ransack_definition_part. The returned text contains
   * the parts that exist, in source order, joined by newlines. A repeated part, or a part inside
   * another, adds nothing; overlapping parts are merged; a summary contains every part except
   * the whole. Documentation that is the first statement of the body, as in Python, follows the
   * signature and is part of the body. Default: none, which selects the whole definition.
   */
  const uint32_t *parts;
  /**
   * Number of parts. Default: 0.
   */
  size_t parts_len;
} ransack_definition_options;

/**
 * Range of one part of a definition.
 */
typedef struct ransack_definition_part_span {
  /**
   * Range of the part.
   */
  struct ransack_span span;
  /**
   * Kind of the part, a ransack_definition_part: documentation, attributes, signature, body or
   * value.
   */
  uint32_t part;
} ransack_definition_part_span;

/**
 * Source of a definition, or of parts of it.
 */
typedef struct ransack_definition {
  /**
   * Path of the file relative to the base that `paths_from` selects. Empty for text in memory.
   */
  struct ransack_bytes path;
  /**
   * Name of the source's language.
   */
  struct ransack_bytes language;
  /**
   * Source of the requested parts, in source order, joined by newlines; empty if the definition
   * has none of the parts.
   */
  struct ransack_bytes text;
  /**
   * Smallest range that contains the requested parts, or the lines of the parts if the layout
   * has whole lines; set if `has_part` is set.
   */
  struct ransack_span span;
  /**
   * The definition, followed by the definitions inside it.
   */
  const struct ransack_outline_item *items;
  /**
   * Number of items, at least 1.
   */
  size_t items_len;
  /**
   * Number of syntax errors in the whole text.
   */
  uint64_t syntax_errors;
  /**
   * Whether the definition has any of the requested parts.
   */
  uint8_t has_part;
  /**
   * All parts of the definition, requested or not, in source order. Parts may be nested:
   * documentation inside a Python body, for example.
   */
  const struct ransack_definition_part_span *parts;
  /**
   * Number of parts.
   */
  size_t parts_len;
  /**
   * Content id of the bytes of the file or text, as 32 hexadecimal digits.
   */
  struct ransack_bytes version;
} ransack_definition;

/**
 * Name that an import takes from its module.
 */
typedef struct ransack_imported_name {
  /**
   * Name in the module. "default" for the default export of a JavaScript module; "*" with an
   * alias for the module itself, as in `import m as a`; "*" without an alias for all names.
   */
  struct ransack_bytes name;
  /**
   * Name used in the importing text, if it differs from `name`; otherwise empty.
   */
  struct ransack_bytes alias;
  /**
   * Range of the name with its alias.
   */
  struct ransack_span span;
  /**
   * Whether the name is imported only as a type: `import type`, `import { type A }`.
   */
  uint8_t is_type_only;
} ransack_imported_name;

/**
 * Import of a module, or of names from it.
 */
typedef struct ransack_import {
  /**
   * Module as written, without quotes and brackets: "os.path", "./a.js", "stdio.h". For nested
   * Rust imports, the whole path. In Ruby, the path of `require_relative` starts with "./" or
   * "../".
   */
  struct ransack_bytes module;
  /**
   * Imported names; empty if the module is imported under its own name or for its side effects.
   */
  const struct ransack_imported_name *names;
  /**
   * Number of names.
   */
  size_t names_len;
  /**
   * Range of the import statement. For a dynamic import, range of the call; for a statement that
   * imports several modules, range of the part for this module.
   */
  struct ransack_span span;
  /**
   * Kind of import, a ransack_import_kind.
   */
  uint32_t kind;
} ransack_import;

/**
 * Imports in one text or file.
 */
typedef struct ransack_imports {
  /**
   * Path of the file relative to the base that `paths_from` selects. Empty for text in memory.
   */
  struct ransack_bytes path;
  /**
   * Name of the source's language.
   */
  struct ransack_bytes language;
  /**
   * Imports, ordered by start.
   */
  const struct ransack_import *items;
  /**
   * Number of imports.
   */
  size_t items_len;
  /**
   * Number of syntax errors in the text; imports near them may be missing.
   */
  uint64_t syntax_errors;
  /**
   * Index of the root in the scope, 0-based.
   */
  uint32_t root;
} ransack_imports;

/**
 * Callback for imports of files, called once for each file, in path order, on the thread that
 * made the call.
 *
 * Returns 0 to continue. Any other number stops the call: it succeeds, and the report's
 * `stopped_by` is RANSACK_STOPPED_BY_CALLBACK. `user_data` is the pointer passed to the call.
 */
typedef int (*ransack_on_imports)(const struct ransack_imports *item, void *user_data);

/**
 * Name that source code exports.
 */
typedef struct ransack_export {
  /**
   * Exported name; "default" for the default export, "*" for all names from `module`.
   */
  struct ransack_bytes name;
  /**
   * Name in the exporting text or, for a re-export, in `module`, if it differs from `name`;
   * otherwise empty.
   */
  struct ransack_bytes local;
  /**
   * Module that a re-exported name comes from; otherwise empty.
   */
  struct ransack_bytes module;
  /**
   * Range of the definition, or of the name in an export list.
   */
  struct ransack_span span;
  /**
   * Kind of export, a ransack_export_kind.
   */
  uint32_t kind;
} ransack_export;

/**
 * Names that one text or file exports.
 */
typedef struct ransack_exports {
  /**
   * Path of the file relative to the base that `paths_from` selects. Empty for text in memory.
   */
  struct ransack_bytes path;
  /**
   * Name of the source's language.
   */
  struct ransack_bytes language;
  /**
   * Exports, ordered by start.
   */
  const struct ransack_export *items;
  /**
   * Number of exports.
   */
  size_t items_len;
  /**
   * Number of syntax errors in the text; exports near them may be missing.
   */
  uint64_t syntax_errors;
  /**
   * Index of the root in the scope, 0-based.
   */
  uint32_t root;
} ransack_exports;

/**
 * Callback for exports of files, called once for each file, in path order, on the thread that
 * made the call.
 *
 * Returns 0 to continue. Any other number stops the call: it succeeds, and the report's
 * `stopped_by` is RANSACK_STOPPED_BY_CALLBACK. `user_data` is the pointer passed to the call.
 */
typedef int (*ransack_on_exports)(const struct ransack_exports *item, void *user_data);

/**
 * Options for skeletons. Initialise with RANSACK_SKELETON_OPTIONS_INIT; NULL means the defaults.
 */
typedef struct ransack_skeleton_options {
  /**
   * RANSACK_SKELETON_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Level of detail, a ransack_skeleton_level; with `max_tokens`, the highest level. Default:
   * RANSACK_SKELETON_LEVEL_DOCS.
   */
  uint32_t level;
  /**
   * Name paths of definitions to keep in full, as for ransack_definition_source(). If a call
   * reads several files, every definition with such a name is kept. A list of names lists them
   * like all others. Default: none.
   */
  const struct ransack_bytes *names;
  /**
   * Number of name paths. Default: 0.
   */
  size_t names_len;
  /**
   * Maximum number of tokens of one skeleton. The skeleton has the highest level that fits. If
   * no level fits, it lists the names that fit: the deepest definitions are omitted first, then
   * the last ones, and the last line gives their number, as in "... 12 more". Fails in a build
   * without tokenizers. Default: RANSACK_NO_LIMIT.
   */
  uint64_t max_tokens;
  /**
   * Name of the encoding that counts tokens, as for ransack_encoding_from_name(). Default:
   * empty, which means "o200k_base".
   */
  struct ransack_bytes token_encoding;
} ransack_skeleton_options;

/**
 * Text without details, such as the bodies of its functions.
 */
typedef struct ransack_skeleton {
  /**
   * Path of the file relative to the base that `paths_from` selects. Empty for text in memory.
   */
  struct ransack_bytes path;
  /**
   * Name of the source's language.
   */
  struct ransack_bytes language;
  /**
   * Source with each elided body replaced with "...", in a comment or in whatever form the
   * language's syntax requires; at RANSACK_SKELETON_LEVEL_NAMES, the list of names.
   */
  struct ransack_bytes text;
  /**
   * Number of elided bodies, sections and values; 0 for a list of names.
   */
  uint64_t elided;
  /**
   * Number of tokens in `text`; 0 in a build without tokenizers.
   */
  uint64_t tokens;
  /**
   * Number of tokens in the original text; 0 in a build without tokenizers.
   */
  uint64_t original_tokens;
  /**
   * Number of syntax errors in the original text.
   */
  uint64_t syntax_errors;
  /**
   * Index of the root in the scope, 0-based.
   */
  uint32_t root;
  /**
   * Level of detail of `text`, a ransack_skeleton_level.
   */
  uint32_t level;
  /**
   * Number of definitions omitted from a list of names that exceeds `max_tokens`.
   */
  uint64_t omitted;
  /**
   * Content id of the bytes of the file or text, as 32 hexadecimal digits.
   */
  struct ransack_bytes version;
} ransack_skeleton;

/**
 * Callback for skeletons of files, called once for each file, in path order, on the thread that
 * made the call.
 *
 * Returns 0 to continue. Any other number stops the call: it succeeds, and the report's
 * `stopped_by` is RANSACK_STOPPED_BY_CALLBACK. `user_data` is the pointer passed to the call.
 */
typedef int (*ransack_on_skeleton)(const struct ransack_skeleton *item, void *user_data);

/**
 * Text that makes files and definitions relevant. Initialise with
 * RANSACK_RELEVANT_TEXT_INIT. The layout is final.
 */
typedef struct ransack_relevant_text {
  /**
   * Words in any order, compared regardless of ASCII case: a definition is relevant if its name is
   * one of them, a file if it contains one. With `is_pattern`, a regular expression: a definition
   * is relevant if its name matches, a file if its text does.
   */
  struct ransack_bytes text;
  /**
   * Whether `text` is a regular expression.
   */
  uint8_t is_pattern;
} ransack_relevant_text;

/**
 * Maximum level of the files that a glob matches. Initialise with
 * RANSACK_LEVEL_RULE_INIT. The layout is final.
 */
typedef struct ransack_level_rule {
  /**
   * Glob, as in ransack_scope, without a leading '!'.
   */
  struct ransack_bytes glob;
  /**
   * Maximum level, a ransack_pack_level.
   */
  uint32_t level;
} ransack_level_rule;

/**
 * Factor for the priority of the files that a glob matches. Initialise with
 * RANSACK_WEIGHT_RULE_INIT. The layout is final.
 */
typedef struct ransack_weight_rule {
  /**
   * Glob, as in ransack_scope, without a leading '!'.
   */
  struct ransack_bytes glob;
  /**
   * Factor; finite and not negative.
   */
  double weight;
} ransack_weight_rule;

/**
 * Text from the caller, such as a diff or a log, that a pack contains after its files. Initialise
 * with RANSACK_PACK_SECTION_INIT. The layout is final.
 */
typedef struct ransack_pack_section {
  /**
   * Heading.
   */
  struct ransack_bytes title;
  /**
   * Text.
   */
  struct ransack_bytes text;
} ransack_pack_section;

/**
 * Options for ransack_pack(). Initialise with RANSACK_PACK_OPTIONS_INIT.
 */
typedef struct ransack_pack_options {
  /**
   * RANSACK_PACK_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Encoding in which tokens are counted, a ransack_encoding. Default:
   * RANSACK_ENCODING_O200K_BASE.
   */
  uint32_t encoding;
  /**
   * Files to pack. A root that is a file is explicitly named: its priority is above all others.
   * Default: NULL, which means the defaults of ransack_scope.
   */
  const struct ransack_scope *scope;
  /**
   * Maximum number of tokens of the whole text. Default: RANSACK_NO_LIMIT.
   */
  uint64_t max_tokens;
  /**
   * Maximum size of the whole text in bytes. Fails together with `max_tokens`. Default:
   * RANSACK_NO_LIMIT.
   */
  uint64_t max_bytes;
  /**
   * Maximum number of tokens of a part. If set, the pack also has its text in parts, cut between
   * files; a file that does not fit into a part is cut at the ends of definitions, or else of
   * lines, in the text too. Default: RANSACK_NO_LIMIT, which means no parts.
   */
  uint64_t max_part_tokens;
  /**
   * Notation of the text, a ransack_pack_format. Default: RANSACK_PACK_FORMAT_MARKDOWN.
   */
  uint32_t format;
  /**
   * Combination of rules, a ransack_rule_mode. Default: RANSACK_RULE_MODE_NEAREST.
   */
  uint32_t rule_mode;
  /**
   * Rules of the caller: the notation of `.gitignore`, but a plain pattern includes, and a pattern
   * after '!' excludes. Default: none.
   */
  const struct ransack_bytes *rules;
  /**
   * Number of rules. Default: 0.
   */
  size_t rules_len;
  /**
   * Directory above which no `.contextfiles` is read. Default: empty, which means the workspace's
   * root or the current directory.
   */
  struct ransack_bytes rule_root;
  /**
   * Texts that make files and definitions relevant: relevant files come first, and skeletons show
   * the bodies of relevant definitions. Matters only with a maximum. Default: none.
   */
  const struct ransack_relevant_text *relevant;
  /**
   * Number of relevant texts. Default: 0.
   */
  size_t relevant_len;
  /**
   * Maximum levels of detail; the last rule whose glob matches a file counts. Default: none, which
   * shows whole files.
   */
  const struct ransack_level_rule *levels;
  /**
   * Number of levels. Default: 0.
   */
  size_t levels_len;
  /**
   * Factors for the priority of files; the last rule whose glob matches a file counts. Default:
   * none, which is 1 for all files.
   */
  const struct ransack_weight_rule *weights;
  /**
   * Number of weights. Default: 0.
   */
  size_t weights_len;
  /**
   * Texts to add after the files. They count towards the maximum and are never shortened. Default:
   * none.
   */
  const struct ransack_pack_section *sections;
  /**
   * Number of texts to add. Default: 0.
   */
  size_t sections_len;
  /**
   * Whether the rules of `.contextfiles`, the built-in rules and the caller's rules apply.
   * Default: 1.
   */
  uint8_t use_rules;
  /**
   * Whether the built-in rules apply. Default: 1.
   */
  uint8_t use_default_rules;
  /**
   * Whether the pack has decisions: for each entry of the walked directories, the rule that
   * decided. Default: 0.
   */
  uint8_t explain;
  /**
   * Whether the text begins with a directory tree of the files in scope, each with its number of
   * tokens as a whole. A tree uses at most a twentieth of the maximum: directories collapse to
   * counts. The tree is omitted if its first line is too long or if there is a single file.
   * RANSACK_PACK_FORMAT_JINNI has no tree. Default: 1.
   */
  uint8_t tree;
  /**
   * Whether each line of a file that is shown as a whole begins with its number and a tab.
   * Default: 0.
   */
  uint8_t line_numbers;
  /**
   * Whether files that seem to contain a secret are packed; if not, they are left out and
   * reported. Default: 0.
   */
  uint8_t allow_secrets;
  /**
   * Whether the text is a list of the files that would be packed, one path per line. Default: 0.
   */
  uint8_t list_only;
  /**
   * Maximum size of a file in bytes; a larger file is skipped and reported. RANSACK_NO_LIMIT
   * means 2 GiB. Default: 16777216.
   */
  uint64_t max_file_size;
  /**
   * Maximum size of all packed files in bytes without `max_tokens` and `max_bytes`; if there is
   * more, the call fails and the error names the ten largest files. Default: 104857600.
   */
  uint64_t max_content_size;
  /**
   * Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard.
   * Default: empty, which means UTF-8; the encoding of other files is detected and reported.
   */
  struct ransack_bytes file_encoding;
  /**
   * Maximum time in milliseconds to parse one file; a file that takes longer is not shortened.
   * Default: 2000.
   */
  uint64_t time_per_file_ms;
  /**
   * Time limit in milliseconds from the start of the call, in addition to the token's time
   * limit. Default: RANSACK_NO_LIMIT.
   */
  uint64_t timeout_ms;
  /**
   * Worker pool to run on. Default: NULL, the shared pool.
   */
  const struct ransack_pool *pool;
} ransack_pack_options;

/**
 * Part of a pack.
 */
typedef struct ransack_pack_part {
  /**
   * Text, UTF-8.
   */
  struct ransack_bytes text;
  /**
   * Number of tokens in `text`.
   */
  uint64_t tokens;
} ransack_pack_part;

/**
 * Text that has the form of a secret.
 */
typedef struct ransack_found_secret {
  /**
   * Line of the first character, from 1.
   */
  uint64_t line;
  /**
   * Kind of the secret, as in "private key".
   */
  struct ransack_bytes kind;
} ransack_found_secret;

/**
 * Treatment of one file in a pack.
 */
typedef struct ransack_packed_file {
  /**
   * Path from the base that `paths_from` selects.
   */
  struct ransack_bytes path;
  /**
   * Index of the root in the scope, from 0.
   */
  uint32_t root;
  /**
   * Amount of the file in the text, a ransack_pack_level.
   */
  uint32_t treatment;
  /**
   * Reason for the treatment, a ransack_pack_reason.
   */
  uint32_t reason;
  /**
   * Whether the encoding was detected from the text, which may be wrong.
   */
  uint8_t is_encoding_detected;
  /**
   * Number of tokens of the file's part of the text, with its path; 0 if it is left out.
   */
  uint64_t tokens;
  /**
   * Number of tokens of the whole file.
   */
  uint64_t original_tokens;
  /**
   * Size of the file's text in bytes.
   */
  uint64_t size;
  /**
   * Priority from which the maximum was divided; 0 without a maximum.
   */
  double priority;
  /**
   * Name of the language; empty if it is unknown.
   */
  struct ransack_bytes language;
  /**
   * Name of the encoding from which the text was decoded, as in "UTF-8".
   */
  struct ransack_bytes encoding;
  /**
   * Content id of the file, as 32 hexadecimal digits.
   */
  struct ransack_bytes content_id;
  /**
   * Possible secrets, in order of their lines.
   */
  const struct ransack_found_secret *secrets;
  /**
   * Number of possible secrets.
   */
  size_t secrets_len;
} ransack_packed_file;

/**
 * Totals of a directory in a pack.
 */
typedef struct ransack_packed_directory {
  /**
   * Path; empty for a root.
   */
  struct ransack_bytes path;
  /**
   * Index of the root in the scope, from 0.
   */
  uint32_t root;
  /**
   * Number of files in the directory and below it.
   */
  uint64_t files;
  /**
   * Number of tokens of these files in the text.
   */
  uint64_t tokens;
  /**
   * Number of tokens of these files as a whole.
   */
  uint64_t original_tokens;
} ransack_packed_directory;

/**
 * Decision of the rules about an entry of a walked directory.
 */
typedef struct ransack_pack_decision {
  /**
   * Path relative to the root of the call.
   */
  struct ransack_bytes path;
  /**
   * Whether the entry is a directory, below which nothing is packed if it is excluded.
   */
  uint8_t is_directory;
  /**
   * Whether the entry is included.
   */
  uint8_t is_included;
  /**
   * Source of the rule that decided, a ransack_rule_source.
   */
  uint32_t source;
  /**
   * Line of the rule in its source, from 1; 0 if no rule matches.
   */
  uint64_t line;
  /**
   * File with the rule; empty for rules from elsewhere.
   */
  struct ransack_bytes file;
  /**
   * Rule as written; empty if no rule matches.
   */
  struct ransack_bytes rule;
} ransack_pack_decision;

/**
 * Text of a pack and the treatment of each file.
 */
typedef struct ransack_packed {
  /**
   * Text, UTF-8.
   */
  struct ransack_bytes text;
  /**
   * Number of tokens in `text`, in the encoding of the call.
   */
  uint64_t tokens;
  /**
   * Parts of the text, each a pack of its own; none unless `max_part_tokens` is set.
   */
  const struct ransack_pack_part *parts;
  /**
   * Number of parts.
   */
  size_t parts_len;
  /**
   * Files in scope, in path order, without the skipped files of the report.
   */
  const struct ransack_packed_file *files;
  /**
   * Number of files.
   */
  size_t files_len;
  /**
   * Totals of each directory that contains files, in path order, including the directories below
   * it.
   */
  const struct ransack_packed_directory *directories;
  /**
   * Number of directories.
   */
  size_t directories_len;
  /**
   * Decisions of the rules, in path order; none unless `explain` is set.
   */
  const struct ransack_pack_decision *decisions;
  /**
   * Number of decisions.
   */
  size_t decisions_len;
  /**
   * Report on the call. Not complete if a file was skipped; files that the maximum shortens or
   * leaves out are not gaps.
   */
  const struct ransack_report *report;
} ransack_packed;

/**
 * Part of a text that ransack_pack_stream() packs.
 */
typedef struct ransack_packed_text {
  /**
   * Text, UTF-8; empty for a file that is left out, and while files are read ahead of the text. The
   * texts of all parts together are the text of ransack_pack().
   */
  struct ransack_bytes text;
  /**
   * File that the text shows; NULL at the end of the text, and while files are read ahead.
   */
  const struct ransack_packed_file *file;
  /**
   * Number of files read so far: while files are read ahead, of these, and then of those that the
   * text shows or leaves out.
   */
  uint64_t files_done;
} ransack_packed_text;

/**
 * Numbers of worker threads and waiting tasks in a pool at one moment. The layout is final.
 */
typedef struct ransack_pool_stats {
  /**
   * Maximum number of worker threads, as returned by ransack_pool_size(). Blocked and some
   * abandoned threads do not count against this maximum.
   */
  size_t size;
  /**
   * Number of live worker threads, including idle, blocked and abandoned threads.
   */
  size_t workers;
  /**
   * Number of idle worker threads.
   */
  size_t idle;
  /**
   * Number of worker threads that are waiting for other work in the same pool. They do not count
   * against `size`.
   */
  size_t blocked;
  /**
   * Number of abandoned worker threads: threads that are still doing uninterruptible work for a
   * call that has finished, timed out or been cancelled. Of the abandoned threads that do not
   * return within 2 ms, up to 64 do not count against `size`.
   */
  size_t abandoned;
  /**
   * Number of tasks waiting for a worker thread.
   */
  size_t queued;
} ransack_pool_stats;

/**
 * Options for ransack_renderer_new(). Initialise with RANSACK_RENDER_OPTIONS_INIT; NULL means the
 * defaults.
 */
typedef struct ransack_render_options {
  /**
   * RANSACK_RENDER_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Encoding in which tokens are counted, a ransack_encoding. Default:
   * RANSACK_ENCODING_O200K_BASE.
   */
  uint32_t encoding;
  /**
   * Maximum number of tokens in the whole text, including its last line. Items are left out at
   * the end, as a whole. Default: RANSACK_NO_LIMIT.
   */
  uint64_t max_tokens;
  /**
   * Offset of the first item in the search, for the offset of the next page. Default: 0.
   */
  uint64_t offset;
  /**
   * Cursor of the next page, UTF-8, printed instead of an offset if all items fit. Default:
   * empty, which means none.
   */
  struct ransack_bytes cursor;
  /**
   * URL of the directory that the paths are relative to, such as "file:///home/me/project/". If
   * set, paths are hyperlinks (OSC 8), for terminals. Default: empty, which means no links.
   */
  struct ransack_bytes links;
  /**
   * Place of the paths of matches and definitions, a ransack_grouping. Default:
   * RANSACK_GROUPING_FILE.
   */
  uint32_t group;
  /**
   * Whether matches and definitions have line numbers. Default: 1.
   */
  uint8_t line_numbers;
  /**
   * Whether to use ANSI colours, for terminals. Default: 0.
   */
  uint8_t color;
} ransack_render_options;

/**
 * Text of a result. The caller owns it; ransack_rendering_free() frees it.
 */
typedef struct ransack_rendering {
  /**
   * Text, UTF-8; ends with a line ending. Invalid UTF-8 in results is replaced with U+FFFD. A
   * NUL byte follows the text and is not included in `text.len`.
   */
  struct ransack_bytes text;
  /**
   * Number of tokens in the text; 0 if the options have no `max_tokens`.
   */
  uint64_t tokens;
  /**
   * Number of items in the text: matches, files, paths, definitions or hunks.
   */
  uint64_t shown;
  /**
   * Number of items that exist: `shown`, items that do not fit, and matches or paths that the
   * report counts beyond this page.
   */
  uint64_t total;
  /**
   * Value of `offset` for a call that continues after the last item in the text, if
   * `has_next_offset` is set; otherwise 0.
   */
  uint64_t next_offset;
  /**
   * Whether there are more items, starting at `next_offset`. Always 0 for items without an
   * offset, such as definitions and hunks.
   */
  uint8_t has_next_offset;
} ransack_rendering;

/**
 * Callback for ransack_stream_on_ready(), which typically wakes an event loop. The callback runs
 * on a library thread, or on the thread that cancels the token. It must not block or use the
 * stream. `user_data` is the pointer passed to ransack_stream_on_ready().
 */
typedef void (*ransack_on_ready)(void *user_data);

/**
 * Text layout of a terminal. The defaults match kitty, ghostty, WezTerm and Windows Terminal.
 * Initialise with RANSACK_TEXT_OPTIONS_INIT. Wherever these options
 * are a parameter, NULL means the defaults.
 */
typedef struct ransack_text_options {
  /**
   * RANSACK_TEXT_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Policy for the width of a grapheme cluster of several characters, a ransack_cluster_width.
   * Default: RANSACK_CLUSTER_WIDTH_CAPPED.
   */
  uint32_t cluster_width;
  /**
   * Distance between tab stops in cells; with 0, a tab has no width. Default: 8.
   */
  uint8_t tab_width;
  /**
   * Whether characters of ambiguous East Asian width (UAX #11) are two cells wide. Default: 0.
   */
  uint8_t ambiguous_wide;
  /**
   * Whether U+FE0F makes the preceding character, if it can be an emoji, two cells wide. Set
   * this field to 0 for terminals that ignore U+FE0F (xterm, VTE). Default: 1.
   */
  uint8_t emoji_variation;
  /**
   * Whether U+FE0E makes the preceding emoji, if it has a text form, one cell wide. Default: 1.
   */
  uint8_t text_variation;
  /**
   * Whether a regional indicator that is not part of a flag is two cells wide. Default: 1.
   */
  uint8_t lone_regional_wide;
  /**
   * Whether every tab is `tab_width` cells wide, as if replaced by that many spaces. Default: 0,
   * which extends a tab to the next tab stop.
   */
  uint8_t fixed_tabs;
} ransack_text_options;

/**
 * Options for ransack_truncate_to_width(), where NULL means the defaults. Initialise with
 * RANSACK_TRUNCATE_OPTIONS_INIT.
 */
typedef struct ransack_truncate_options {
  /**
   * RANSACK_TRUNCATE_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Part to remove, a ransack_cut_at. Default: RANSACK_CUT_AT_END.
   */
  uint32_t cut_at;
  /**
   * Text layout of the terminal. Default: NULL, which means the defaults of
   * ransack_text_options.
   */
  const struct ransack_text_options *text;
  /**
   * Text that replaces the removed part, UTF-8. May be empty or contain escape sequences; an
   * ellipsis wider than the maximum width is truncated. Default: NULL, which means U+2026.
   */
  const struct ransack_bytes *ellipsis;
  /**
   * Whether to cut between words if at least one word remains. Default: 0.
   */
  uint8_t word_boundary;
  /**
   * Whether to pad the result with spaces at the end, up to the maximum width. Default: 0.
   */
  uint8_t pad;
} ransack_truncate_options;

/**
 * Text returned by a call. The layout is final.
 */
typedef struct ransack_text {
  /**
   * Bytes of the text. If `owner` is NULL, they are a slice of the input text, and nothing was
   * allocated.
   */
  struct ransack_bytes text;
  /**
   * Owner of the text; free it with ransack_string_free(), which accepts NULL.
   */
  struct ransack_string *owner;
} ransack_text;

/**
 * Parts of a line on both sides of a box that covers its middle. The layout is final.
 */
typedef struct ransack_segments {
  /**
   * Text before the box, with its styles closed.
   */
  struct ransack_text before;
  /**
   * Text after the box, with the styles that are active there reopened.
   */
  struct ransack_text after;
  /**
   * Width of `before` in cells; less than requested if the line is too short.
   */
  size_t before_width;
  /**
   * Width of `after` in cells.
   */
  size_t after_width;
} ransack_segments;

/**
 * Options for ransack_wrap_text_with_ansi(), where NULL means the defaults. Initialise with
 * RANSACK_WRAP_OPTIONS_INIT.
 */
typedef struct ransack_wrap_options {
  /**
   * RANSACK_WRAP_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Whether to keep spaces at a line break: as many spaces as fit stay at the end of the line,
   * and the rest go to the start of the next line. If not, such spaces are removed. Default: 0.
   */
  uint8_t keep_spaces;
  /**
   * Whether to keep a word that contains "://" unbroken, even if the word is wider than the
   * line. Default: 0.
   */
  uint8_t keep_urls;
  /**
   * Text layout of the terminal. Default: NULL, which means the defaults of
   * ransack_text_options.
   */
  const struct ransack_text_options *text;
  /**
   * Whether to break words that are wider than the line. If not, such a word gets a line of its
   * own, which is wider than the width. Default: 1.
   */
  uint8_t hard;
  /**
   * Whether to break between words. If not, every line is filled to the width and breaks between
   * any two clusters, and `hard` has no effect. Default: 1.
   */
  uint8_t word_wrap;
  /**
   * Whether a line may break after a hyphen inside a word: "-", U+2010, U+2012 and U+2013.
   * Several hyphens and slashes stay together. A line does not break after those at the start of
   * a word, after a colon or after opening punctuation. Default: 0.
   */
  uint8_t break_after_hyphens;
  /**
   * Whether a line may break after a slash or backslash inside a word, under the conditions of
   * `break_after_hyphens`. Default: 0.
   */
  uint8_t break_after_slashes;
} ransack_wrap_options;

/**
 * Lines of wrapped text, owned by the caller. Free them with ransack_lines_free().
 */
typedef struct ransack_lines {
  /**
   * Lines without line terminators. They may point into the input text, which must stay
   * unchanged while the lines are used.
   */
  const struct ransack_bytes *lines;
  /**
   * Number of lines, at least 1.
   */
  size_t len;
} ransack_lines;

/**
 * Grapheme cluster or escape sequence in text. Valid, with everything it points to, until the
 * callback returns.
 */
typedef struct ransack_grapheme {
  /**
   * Bytes of the cluster or sequence, as a slice of the text.
   */
  struct ransack_bytes text;
  /**
   * Byte offset in the text, 0-based.
   */
  size_t offset;
  /**
   * Width in cells; for a tab, the distance to the next tab stop.
   */
  size_t width;
  /**
   * Whether this is an escape sequence, which has width 0.
   */
  uint8_t is_escape;
} ransack_grapheme;

/**
 * Callback for grapheme clusters and escape sequences, called once for each, in text order, on the
 * thread that made the call.
 *
 * Returns 0 to continue. Any other number stops the call, which succeeds. `user_data` is the
 * pointer passed to the call.
 */
typedef int (*ransack_on_grapheme)(const struct ransack_grapheme *item, void *user_data);

/**
 * Treatment of special tokens in text. By default, text that looks like a special token is
 * ordinary text. Initialise with RANSACK_TOKEN_OPTIONS_INIT.
 * Wherever these options are a parameter, NULL means the defaults.
 */
typedef struct ransack_token_options {
  /**
   * RANSACK_TOKEN_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Whether all special tokens of the vocabulary are recognised in the text; `allowed_special`
   * is then ignored. Default: 0.
   */
  uint8_t all_special;
  /**
   * Special tokens to recognise in the text. If the vocabulary lacks one of them, the call fails
   * with RANSACK_STATUS_INVALID_OPTION. Each call compiles the list. Default: none.
   */
  const struct ransack_bytes *allowed_special;
  /**
   * Number of allowed special tokens. Default: 0.
   */
  size_t allowed_special_len;
  /**
   * Pool whose threads help count text or batches of 1 MiB or more. Default: NULL, the shared
   * pool.
   */
  const struct ransack_pool *pool;
} ransack_token_options;

/**
 * Options for ransack_tokenizer_truncate(). Initialise with RANSACK_TRUNCATE_TOKENS_OPTIONS_INIT;
 * NULL means the defaults.
 */
typedef struct ransack_truncate_tokens_options {
  /**
   * RANSACK_TRUNCATE_TOKENS_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Part of the text to remove, a ransack_truncate_from. Default:
   * RANSACK_TRUNCATE_FROM_END.
   */
  uint32_t from_;
  /**
   * Text that the program puts in place of the removed text, such as "...[cut]...". If text is
   * removed, the limit applies to the tokens of the whole result, including the marker. A marker
   * with more tokens than the limit fails with RANSACK_STATUS_INVALID_OPTION. Default: empty.
   */
  struct ransack_bytes marker;
  /**
   * Whether to cut only between lines, if that keeps at least one line: the kept start ends
   * after a line feed, and the kept end begins after one. Default: 0, which cuts between tokens.
   */
  uint8_t line_boundary;
} ransack_truncate_tokens_options;

/**
 * Range removed by ransack_tokenizer_truncate(). The layout is final.
 */
typedef struct ransack_truncation {
  /**
   * Byte offset of the first removed byte, 0-based; the length of the text if the text fits.
   */
  size_t dropped_start;
  /**
   * Byte offset one past the last removed byte.
   */
  size_t dropped_end;
  /**
   * Number of tokens in the whole text.
   */
  size_t total_tokens;
  /**
   * Number of tokens in the result: the kept start, the marker if text is removed, and the kept end,
   * counted as one text.
   */
  size_t tokens;
} ransack_truncation;

/**
 * Chunk of text. The layout is final.
 */
typedef struct ransack_chunk {
  /**
   * Byte offset in the text of the chunk's first byte, 0-based.
   */
  size_t start;
  /**
   * Byte offset in the text one past the chunk's last byte.
   */
  size_t end;
  /**
   * Number of tokens in the chunk, counted separately.
   */
  size_t tokens;
} ransack_chunk;

/**
 * Chunks of text, owned by the caller. Free them with ransack_chunks_free().
 */
typedef struct ransack_chunks {
  /**
   * Chunks, in text order.
   */
  const struct ransack_chunk *chunks;
  /**
   * Number of chunks; 0 if the text is empty.
   */
  size_t len;
} ransack_chunks;

/**
 * Special token, such as "<|endoftext|>". Initialise with RANSACK_SPECIAL_TOKEN_INIT. The layout
 * is final.
 */
typedef struct ransack_special_token {
  /**
   * Text of the token.
   */
  struct ransack_bytes text;
  /**
   * Id of the token in the vocabulary.
   */
  uint32_t id;
} ransack_special_token;

/**
 * Parameters of a vocabulary that `.tiktoken` files do not contain. Initialise with
 * RANSACK_TIKTOKEN_OPTIONS_INIT; NULL means the defaults.
 */
typedef struct ransack_tiktoken_options {
  /**
   * RANSACK_TIKTOKEN_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Pattern that splits text before merging, in the syntax of the Rust crate fancy-regex. The
   * patterns of the published encodings and of GPT-2, Llama 3 and Qwen 2 run as fast as in the
   * built-in tokenizers. Default: empty, which means the pattern of o200k_base.
   */
  struct ransack_bytes pattern;
  /**
   * Special tokens with their ids. Default: none.
   */
  const struct ransack_special_token *special_tokens;
  /**
   * Number of special tokens. Default: 0.
   */
  size_t special_tokens_len;
} ransack_tiktoken_options;

/**
 * Token ids of text, owned by the caller. Free them with ransack_token_ids_free().
 */
typedef struct ransack_token_ids {
  /**
   * Token ids, in text order.
   */
  const uint32_t *ids;
  /**
   * Number of token ids.
   */
  size_t len;
} ransack_token_ids;

/**
 * Token with its range in the text. Text for which the vocabulary has no token lies outside all
 * ranges. The layout is final.
 */
typedef struct ransack_token {
  /**
   * Id of the token in the vocabulary.
   */
  uint32_t id;
  /**
   * Byte offset in the text of the token's first byte, 0-based. May be inside a character.
   */
  size_t start;
  /**
   * Byte offset in the text one past the token's last byte.
   */
  size_t end;
} ransack_token;

/**
 * Tokens in text, owned by the caller. Free them with ransack_tokens_free().
 */
typedef struct ransack_tokens {
  /**
   * Tokens, in text order.
   */
  const struct ransack_token *tokens;
  /**
   * Number of tokens.
   */
  size_t len;
} ransack_tokens;

/**
 * Options for ransack_tree(). Initialise with RANSACK_TREE_OPTIONS_INIT.
 */
typedef struct ransack_tree_options {
  /**
   * RANSACK_TREE_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Form of the text, a ransack_tree_style. Default: RANSACK_TREE_STYLE_INDENT.
   */
  uint32_t style;
  /**
   * Roots, each of which begins a tree, and filters that select the files. A directory is in the
   * tree if it holds a selected entry; an empty one is in the tree if the globs select it and no
   * type is set. Directories below `max_depth` are not read, so that they count as empty. A cursor
   * in `after` fails with RANSACK_STATUS_INVALID_OPTION. The default limit of a workspace does not
   * apply. Default: NULL, which means the defaults of ransack_scope.
   */
  const struct ransack_scope *scope;
  /**
   * Maximum depth of the entries that are listed: 1 for the roots' own entries; 0 for the roots
   * alone. Deeper directories are read, and collapse to counts. Default: RANSACK_NO_LIMIT.
   */
  uint64_t depth;
  /**
   * Maximum number of tokens in the whole text. Directories collapse to counts until the text fits.
   * Default: RANSACK_NO_LIMIT.
   */
  uint64_t max_tokens;
  /**
   * Maximum size of a file that is read, in bytes; larger files have no numbers of lines, tokens and
   * definitions, and are reported. RANSACK_NO_LIMIT means 2 GiB. Default: 16777216.
   */
  uint64_t max_file_size;
  /**
   * Time limit in milliseconds from the start of the call, in addition to the token's time limit.
   * Default: RANSACK_NO_LIMIT.
   */
  uint64_t timeout_ms;
  /**
   * Behaviour when `timeout_ms` or the token's time limit passes, a ransack_on_timeout; a partial
   * tree has the entries found so far. Default: RANSACK_ON_TIMEOUT_FAIL.
   */
  uint32_t on_timeout;
  /**
   * Encoding in which tokens are counted, in files and in the text, a ransack_encoding. Default:
   * RANSACK_ENCODING_O200K_BASE.
   */
  uint32_t encoding;
  /**
   * Worker pool to run on. Default: NULL, the shared pool.
   */
  const struct ransack_pool *pool;
  /**
   * Whether nodes have sizes, at the cost of one system call per file. Default: 0.
   */
  uint8_t sizes;
  /**
   * Whether nodes have numbers of lines. Each file is read. Default: 0.
   */
  uint8_t lines;
  /**
   * Whether nodes have numbers of tokens. Each file is read. Default: 0.
   */
  uint8_t tokens;
  /**
   * Whether nodes have numbers of definitions, as an outline lists them, including nested ones. Each
   * file in a language with outlines is read and parsed. Fails with RANSACK_STATUS_INVALID_OPTION in
   * a build without syntax trees. Default: 0.
   */
  uint8_t symbols;
} ransack_tree_options;

/**
 * Entry in a directory tree. Numbers of a directory are the sums of all files below it, listed or not.
 */
typedef struct ransack_tree_node {
  /**
   * Path from the base that `paths_from` selects, as raw file-system bytes; of a root that is a
   * directory, the root as given, or its path relative to the workspace's root.
   */
  struct ransack_bytes path;
  /**
   * Last component of the path, or the whole path of a root.
   */
  struct ransack_bytes name;
  /**
   * Size in bytes if `has_size` is set, otherwise 0.
   */
  uint64_t size;
  /**
   * Number of lines if `has_lines` is set, otherwise 0. A last line without a line end counts.
   */
  uint64_t lines;
  /**
   * Number of tokens if `has_tokens` is set, otherwise 0.
   */
  uint64_t tokens;
  /**
   * Number of definitions if `has_symbols` is set, otherwise 0.
   */
  uint64_t symbols;
  /**
   * Number of files and links below a directory, listed or not.
   */
  uint64_t files;
  /**
   * Number of directories below a directory, listed or not.
   */
  uint64_t dirs;
  /**
   * Index of the root in the scope, from 0.
   */
  uint32_t root;
  /**
   * Depth: 0 for a root, 1 for its own entries. The nodes below a directory follow it, as long as
   * their depth is greater.
   */
  uint32_t depth;
  /**
   * Kind of the entry. A symbolic link counts as a link regardless of its target, unless links are
   * followed.
   */
  ransack_file_type file_type;
  /**
   * Whether `size` is known; set if the options request it, except for links.
   */
  uint8_t has_size;
  /**
   * Whether `lines` is known; set if the options request it, except for links and for files that are
   * not text or could not be read.
   */
  uint8_t has_lines;
  /**
   * Whether `tokens` is known; set as `has_lines`.
   */
  uint8_t has_tokens;
  /**
   * Whether `symbols` is known; not set for files in a language without outlines either.
   */
  uint8_t has_symbols;
  /**
   * Whether the entries of the directory are left out, because of `depth` or `max_tokens`.
   */
  uint8_t is_collapsed;
} ransack_tree_node;

/**
 * Outcome of ransack_tree(). The caller owns it; ransack_tree_outcome_free() frees it with everything
 * it points to.
 */
typedef struct ransack_tree_outcome {
  /**
   * Listed entries: each root, followed by the entries below it. A directory comes before its
   * entries, which are in byte order of their names, files and directories mixed.
   */
  const struct ransack_tree_node *nodes;
  /**
   * Number of listed entries.
   */
  size_t nodes_len;
  /**
   * Text, UTF-8: one line for each node, in order. The name of a directory ends in '/'; notes in
   * parentheses follow: "link", the counts of a collapsed directory, and the numbers. Control
   * characters in names become visible symbols, and bytes that are not UTF-8 become U+FFFD.
   */
  struct ransack_bytes text;
  /**
   * Number of tokens in the text; 0 if the options have no `max_tokens`.
   */
  uint64_t tokens;
  /**
   * Report on the walk; owned by the outcome. Lists directories that cannot be read and files
   * without numbers. Its `total_matches` is the number of entries in scope.
   */
  const struct ransack_report *report;
} ransack_tree_outcome;

/**
 * File type: a name for a set of globs.
 */
typedef struct ransack_file_type_def {
  /**
   * Name to use in `types` and `types_not` in ransack_scope.
   */
  struct ransack_bytes name;
  /**
   * Globs that match the file names of this type.
   */
  const struct ransack_bytes *globs;
  /**
   * Number of globs.
   */
  size_t globs_len;
} ransack_file_type_def;

/**
 * Options for ransack_undo() and ransack_redo(). Initialise with RANSACK_UNDO_OPTIONS_INIT. If neither
 * `id` nor `checkpoint` is set, the call concerns the latest edit of the session.
 */
typedef struct ransack_undo_options {
  /**
   * RANSACK_UNDO_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Id of an edit of any session, as its outcome has it. Default: empty.
   */
  struct ransack_bytes id;
  /**
   * Name of a checkpoint of the session. All edits of the session that were first applied after the
   * checkpoint are undone or redone, or none of them. Default: empty.
   */
  struct ransack_bytes checkpoint;
  /**
   * Root of the edits, or a file or directory above or below it; relative to the current directory
   * or, in a workspace, to its root. Need not exist. Without an id, only edits of files at or below
   * this path count. Default: empty, the current directory or the root of the workspace.
   */
  struct ransack_bytes path;
  /**
   * Workspace that contains the files. If a file that would change has an open buffer, no file is
   * written. Default: NULL.
   */
  const struct ransack_workspace *workspace;
  /**
   * Settings of the journal. Default: NULL, which means the defaults of ransack_journal_options.
   */
  const struct ransack_journal_options *journal;
  /**
   * Maximum time in milliseconds to wait for other edits of the same files; with RANSACK_NO_LIMIT,
   * the wait is unlimited. Default: 10000.
   */
  uint64_t wait_ms;
  /**
   * Time limit in milliseconds from the start of the call, in addition to the token's time limit.
   * The limit does not interrupt the call once files are being replaced. Default: RANSACK_NO_LIMIT.
   */
  uint64_t timeout_ms;
  /**
   * Worker pool to run on. Default: NULL, the shared pool.
   */
  const struct ransack_pool *pool;
} ransack_undo_options;

/**
 * File of a journaled edit.
 */
typedef struct ransack_journaled_file {
  /**
   * Absolute path, with symbolic links resolved; the old path of a renamed file.
   */
  struct ransack_bytes path;
  /**
   * Absolute new path of a renamed file; empty for other files.
   */
  struct ransack_bytes renamed_to;
  /**
   * Effect of the edit on the file.
   */
  ransack_applied_action action;
} ransack_journaled_file;

/**
 * Edit in the undo journal.
 */
typedef struct ransack_journaled_edit {
  /**
   * Id of the edit.
   */
  struct ransack_bytes id;
  /**
   * Name of the operation in snake_case, such as "ast_edit".
   */
  struct ransack_bytes operation;
  /**
   * Name of the session.
   */
  struct ransack_bytes session;
  /**
   * Root of the edit: the root of its workspace, or the directory that contains all roots of the call.
   */
  struct ransack_bytes root;
  /**
   * Time at which the edit was first applied, in milliseconds since the Unix epoch.
   */
  uint64_t time_ms;
  /**
   * Size of the edit in the journal in bytes; 0 if it is not in the journal any more.
   */
  uint64_t bytes;
  /**
   * Files that the edit changes.
   */
  const struct ransack_journaled_file *files;
  /**
   * Number of files.
   */
  size_t files_len;
  /**
   * Names of the checkpoints of the session whose undo includes this edit, oldest first.
   */
  const struct ransack_bytes *checkpoints;
  /**
   * Number of names in `checkpoints`.
   */
  size_t checkpoints_len;
  /**
   * Whether the edit is applied or undone.
   */
  ransack_journaled_state state;
} ransack_journaled_edit;

/**
 * Outcome of ransack_undo() and ransack_redo(). The caller owns it; ransack_undo_outcome_free() frees it
 * with everything it points to.
 */
typedef struct ransack_undo_outcome {
  /**
   * Edits that the call has undone or redone, in this order, with their state after the call. None if
   * there are no such edits after the checkpoint.
   */
  const struct ransack_journaled_edit *edits;
  /**
   * Number of edits.
   */
  size_t edits_len;
  /**
   * Absolute paths of the open buffers because of which nothing was written.
   */
  const struct ransack_bytes *buffers;
  /**
   * Number of paths in `buffers`.
   */
  size_t buffers_len;
  /**
   * Reason why the undone edits cannot be redone, or the redone edits cannot be undone, although the
   * files were written: the journal could not be written. Empty otherwise.
   */
  struct ransack_bytes problem;
  /**
   * Files of interrupted edits that the call repaired before it undid or redid edits.
   */
  const struct ransack_recovered_file *recovered;
  /**
   * Number of repaired files.
   */
  size_t recovered_len;
  /**
   * 1 if the files were written, 0 if there is nothing to do, and if a file that would change has an
   * open buffer in the workspace: nothing at all was written then.
   */
  uint8_t applied;
} ransack_undo_outcome;

/**
 * Options for ransack_checkpoint(). Initialise with RANSACK_CHECKPOINT_OPTIONS_INIT.
 */
typedef struct ransack_checkpoint_options {
  /**
   * RANSACK_CHECKPOINT_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Name of the checkpoint. An earlier checkpoint of the session with the same name and path is
   * replaced. Default: empty, which fails with RANSACK_STATUS_INVALID_OPTION.
   */
  struct ransack_bytes name;
  /**
   * Directory or file whose edits the checkpoint concerns; relative to the current directory or, in
   * a workspace, to its root. Default: empty, the current directory or the root of the workspace.
   */
  struct ransack_bytes path;
  /**
   * Workspace whose root a relative path starts from. Default: NULL.
   */
  const struct ransack_workspace *workspace;
  /**
   * Settings of the journal. Default: NULL, which means the defaults of ransack_journal_options.
   */
  const struct ransack_journal_options *journal;
} ransack_checkpoint_options;

/**
 * Options for ransack_edits(). Initialise with RANSACK_EDITS_OPTIONS_INIT.
 */
typedef struct ransack_edits_options {
  /**
   * RANSACK_EDITS_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Root of the edits, or a file or directory above or below it, as in ransack_undo_options. Edits of
   * files at or below this path are listed. Default: empty, the current directory or the root of the
   * workspace.
   */
  struct ransack_bytes path;
  /**
   * Workspace whose root a relative path starts from. Default: NULL.
   */
  const struct ransack_workspace *workspace;
  /**
   * Settings of the journal. The edits of all sessions are listed. Default: NULL, which means the
   * defaults of ransack_journal_options.
   */
  const struct ransack_journal_options *journal;
} ransack_edits_options;

/**
 * Position among the edits of a session; see ransack_checkpoint().
 */
typedef struct ransack_edit_checkpoint {
  /**
   * Name of the checkpoint.
   */
  struct ransack_bytes name;
  /**
   * Name of the session.
   */
  struct ransack_bytes session;
  /**
   * Absolute path of the directory or file whose edits the checkpoint concerns.
   */
  struct ransack_bytes path;
  /**
   * Time at which the checkpoint was set, in milliseconds since the Unix epoch.
   */
  uint64_t time_ms;
} ransack_edit_checkpoint;

/**
 * Outcome of ransack_edits(). The caller owns it; ransack_edits_outcome_free() frees it with everything
 * it points to.
 */
typedef struct ransack_edits_outcome {
  /**
   * Edits, most recently applied first.
   */
  const struct ransack_journaled_edit *edits;
  /**
   * Number of edits.
   */
  size_t edits_len;
  /**
   * Checkpoints of all sessions, newest first.
   */
  const struct ransack_edit_checkpoint *checkpoints;
  /**
   * Number of checkpoints.
   */
  size_t checkpoints_len;
  /**
   * Files of the journal that are damaged or cannot be read. Their edits are not listed and cannot be
   * undone.
   */
  const struct ransack_bytes *damaged;
  /**
   * Number of paths in `damaged`.
   */
  size_t damaged_len;
} ransack_edits_outcome;

/**
 * Options for ransack_workspace_open(), where NULL means the defaults. Initialise with
 * RANSACK_WORKSPACE_OPTIONS_INIT.
 */
typedef struct ransack_workspace_options {
  /**
   * RANSACK_WORKSPACE_OPTIONS_VERSION from the header that the program was compiled with.
   */
  uint32_t version;
  /**
   * Refresh mode of the file table, a ransack_refresh_mode. If the directory cannot be watched,
   * RANSACK_REFRESH_MODE_STAT is used instead of RANSACK_REFRESH_MODE_WATCH, and reports say
   * why. Default: RANSACK_REFRESH_MODE_WATCH.
   */
  uint32_t refresh;
  /**
   * Pool for scanning the directory, and for calls whose options name no pool. Default: NULL,
   * the shared pool.
   */
  const struct ransack_pool *pool;
  /**
   * Whether the paths of a call may lead outside the root of the workspace or its folders: by an
   * absolute path, by `..`, or through a symbolic link. Otherwise such a call fails with
   * RANSACK_STATUS_INVALID_OPTION, unless `allow` lists the path. Default: 0.
   */
  uint8_t allow_outside;
  /**
   * Content index, a ransack_index_mode. With an index, searches with a selective pattern read
   * few files; results do not change. Building the index takes a few seconds of background work
   * per gigabyte of text, and the index takes about a tenth of the size of the text. With
   * RANSACK_REFRESH_MODE_WALK, which keeps no file table, opening a workspace with an index
   * fails with RANSACK_STATUS_INVALID_OPTION. Default: RANSACK_INDEX_MODE_NONE.
   */
  uint32_t index;
  /**
   * Directory of the index on disk, which workspaces and processes may share; other index modes
   * ignore this field. The path is absolute or relative to the current directory. The directory
   * is created with access for the user only. If it cannot be created, belongs to another user
   * or is writable by other users, opening the workspace fails with RANSACK_STATUS_IO. Default:
   * empty, which means `ransack/index` in the user's cache directory.
   */
  struct ransack_bytes index_path;
  /**
   * Directories that make up the workspace, like the folders of a multi-root workspace in an
   * editor: absolute paths, or paths relative to the root. All of them must be below the root.
   * The workspace then scans, watches and indexes only these directories. A call's root that
   * holds folders and is in none, such as a scope without roots, stands for these folders, in
   * this order. A root with wildcards above folders, such as "s*", selects in the folders that it
   * reaches. Any other root must be in a folder. Paths in results stay relative to the root.
   * Default: none, which means the whole root.
   */
  const struct ransack_bytes *folders;
  /**
   * Number of folders. Default: 0.
   */
  size_t folders_len;
  /**
   * Default values for the limits of searches in the workspace, a ransack_preset. A value in the
   * options of a call takes precedence. Default: RANSACK_PRESET_NONE.
   */
  uint32_t preset;
  /**
   * Maximum number of results of a search whose options set none. Default: RANSACK_NO_LIMIT, the
   * preset's value.
   */
  uint64_t default_limit;
  /**
   * Maximum number of bytes per line of a ransack_grep() whose options set none. Default:
   * RANSACK_NO_LIMIT, the preset's value.
   */
  uint64_t default_max_columns;
  /**
   * Time in milliseconds after which a search returns the results found so far, unless its
   * options or its token have a time limit. Default: RANSACK_NO_LIMIT, the preset's value.
   */
  uint64_t default_time_limit_ms;
  /**
   * Directories and files outside the root that calls may reach, with everything below the
   * directories: absolute paths, or relative to the root. They need not exist; links are resolved
   * when the workspace is opened. Calls walk these directories as without a workspace, and an edit
   * of a file writes its temporary files next to it. Buffers can only be opened below the root.
   * Default: none.
   */
  const struct ransack_bytes *allow;
  /**
   * Number of paths in `allow`. Default: 0.
   */
  size_t allow_len;
  /**
   * Globs, UTF-8, of paths that no call may reach, looked at before all other options. A path is
   * judged with its links resolved; a call that names a denied path fails with
   * RANSACK_STATUS_INVALID_OPTION, and reports list denied entries as RANSACK_SKIP_REASON_DENIED. A
   * glob without '/' matches at any depth; a glob with '/' is relative to the root and to each
   * directory in `allow`, or is an absolute path. Globs match entries below the root and below the
   * directories in `allow`, and with `allow_outside` entries outside, but neither the root nor a
   * directory above it or above a path in `allow`. A glob that matches a directory denies everything
   * below it; with a trailing '/', it matches only directories. The last matching glob wins; '!'
   * negates. On Windows and macOS, case is ignored. A glob that cannot be parsed fails with
   * RANSACK_STATUS_INVALID_GLOB. Default: none.
   */
  const struct ransack_bytes *deny;
  /**
   * Number of globs in `deny`. Default: 0.
   */
  size_t deny_len;
} ransack_workspace_options;

/**
 * Size of the file table of a workspace. The layout is final.
 */
typedef struct ransack_table_size {
  /**
   * Number of files, directories and symbolic links.
   */
  uint64_t entries;
  /**
   * Size of the file table in memory in bytes, excluding the compiled ignore rules.
   */
  uint64_t bytes;
} ransack_table_size;

/**
 * Change to the text of an open buffer, like TextDocumentContentChangeEvent in the Language Server
 * Protocol. Lines are numbered from 0 and end with LF, CR LF or CR. Characters are offsets in the
 * line in UTF-16 code units, from 0: each ill-formed sequence of bytes counts as one code unit, and
 * a byte order mark at the start of the text does not count. A character beyond the end of the line
 * means the end of the line. Initialise with RANSACK_BUFFER_CHANGE_INIT. The layout is final.
 */
typedef struct ransack_buffer_change {
  /**
   * New text of the range, or of the buffer if `is_whole` is set.
   */
  struct ransack_bytes text;
  /**
   * Line of the start of the range to replace.
   */
  uint32_t start_line;
  /**
   * Character of the start of the range to replace.
   */
  uint32_t start_character;
  /**
   * Line of the end of the range; the line of the start to insert.
   */
  uint32_t end_line;
  /**
   * Character of the end of the range; the character of the start to insert.
   */
  uint32_t end_character;
  /**
   * Whether `text` replaces the whole text. The range is then ignored.
   */
  uint8_t is_whole;
} ransack_buffer_change;

/**
 * File that was created, modified or deleted.
 */
typedef struct ransack_changed_file {
  /**
   * Path relative to the root of the workspace.
   */
  struct ransack_bytes path;
  /**
   * Difference between the two calls.
   */
  ransack_change_kind kind;
} ransack_changed_file;

/**
 * Answer of ransack_workspace_changes(). The caller owns it; ransack_changes_free() frees it with
 * everything it points to.
 */
typedef struct ransack_changes {
  /**
   * Changed files, sorted by path.
   */
  const struct ransack_changed_file *files;
  /**
   * Number of files.
   */
  size_t files_len;
  /**
   * Token for the next call.
   */
  struct ransack_bytes next;
  /**
   * Report of the examination of all files; owned by the answer. Its `total_matches` is the
   * number of changes.
   */
  const struct ransack_report *report;
} ransack_changes;

/**
 * Progress in building a content index.
 */
typedef struct ransack_index_progress {
  /**
   * Number of files indexed by this build.
   */
  uint64_t files_done;
  /**
   * Number of files to index.
   */
  uint64_t files_total;
  /**
   * Number of bytes read by this build.
   */
  uint64_t bytes_done;
} ransack_index_progress;

/**
 * Callback for progress in building an index, called at most every 50 ms on the thread that made
 * the call.
 *
 * Returns 0 to continue. Any other number ends the call, which succeeds; the build continues.
 * `user_data` is the pointer passed to the call.
 */
typedef int (*ransack_on_index_progress)(const struct ransack_index_progress *item, void *user_data);

/**
 * Numbers of files that a content index cannot exclude, by reason. The layout is final.
 */
typedef struct ransack_always_scanned {
  /**
   * Number of added or changed files that are not indexed yet.
   */
  uint64_t unindexed;
  /**
   * Number of files with NUL bytes.
   */
  uint64_t binary;
  /**
   * Number of files larger than 64 MiB.
   */
  uint64_t too_large;
  /**
   * Number of files that are not valid in the encoding indicated by their byte order mark.
   */
  uint64_t undecodable;
  /**
   * Number of files that cannot be read.
   */
  uint64_t unreadable;
} ransack_always_scanned;

/**
 * Statistics for one search that a content index narrowed. The layout is final.
 */
typedef struct ransack_index_query_stats {
  /**
   * Number of files in the workspace that may match, whether or not they are in the search's
   * scope.
   */
  uint64_t candidates;
  /**
   * Number of candidates whose content is not in the index.
   */
  uint64_t always_scanned;
  /**
   * Number of files that were searched but do not match; 0 if the search ended early.
   */
  uint64_t false_positives;
} ransack_index_query_stats;

/**
 * Size and state of the content index of a workspace. The caller owns it;
 * ransack_index_stats_free() frees it with everything it points to.
 */
typedef struct ransack_index_stats {
  /**
   * Number of files whose content is indexed.
   */
  uint64_t files;
  /**
   * Number of distinct file contents in the index, including contents of deleted files.
   */
  uint64_t documents;
  /**
   * Total size of the indexed file contents in bytes; files with the same content are counted
   * once.
   */
  uint64_t bytes;
  /**
   * Number of entries in the index's word dictionaries.
   */
  uint64_t words;
  /**
   * Number of pairs of a word and a file content that contains the word.
   */
  uint64_t postings;
  /**
   * Number of segments, the parts of the index that are searched one after another.
   */
  uint64_t segments;
  /**
   * Size of the index on disk in bytes; 0 for an index in memory.
   */
  uint64_t disk_bytes;
  /**
   * Size of the index in memory, in bytes.
   */
  uint64_t resident_bytes;
  /**
   * Numbers of files that every search reads, by reason.
   */
  struct ransack_always_scanned always_scanned;
  /**
   * Statistics for the last search that the index narrowed.
   */
  struct ransack_index_query_stats last_query;
  /**
   * Message of the error that keeps the index in memory instead of on disk, or that ended the
   * last build; empty if there was no error.
   */
  struct ransack_bytes fault;
  /**
   * Kind of index; RANSACK_INDEX_MODE_NONE if the workspace has no index.
   */
  ransack_index_mode mode;
  /**
   * Whether files are being indexed in the background.
   */
  uint8_t is_building;
} ransack_index_stats;

/**
 * Callback for ransack_workspace_on_change(). Runs on the calling thread; returning a number other
 * than 0 ends the call. `user_data` is the pointer passed to ransack_workspace_on_change().
 */
typedef int (*ransack_on_change)(void *user_data);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Value of RANSACK_NO_LIMIT, for languages that cannot use macros.
 */
extern const uint64_t ransack_no_limit;

/**
 * Searches files for code that matches a pattern or a rule.
 *
 * Passes each result to `on_match` as soon as all earlier results are known, and returns when the
 * search has ended. Results are ordered by root, then bytewise by path, then by position, or
 * newest file first if the options ask for it, regardless of the number of threads. Each file is
 * parsed in its own language. Embedded code (scripts and styles in markup, fenced code in
 * Markdown) is parsed in the embedded language. A file that cannot contain a match is not parsed.
 *
 * - `token` cancels the search; NULL for none. After the token fires, no result is passed, except
 *   results found before a timeout if the options ask for partial results.
 * - `on_match` may be NULL if only the report is needed.
 * - `out_report` receives the report, or is NULL if the report is not needed; free it with
 *   ransack_report_free().
 *
 * Fails if a pattern or rule cannot be parsed in the requested language or, if no language is
 * requested, can be parsed in none of the languages of the searched files. Also fails if the
 * language is unknown, if a glob, type or option is invalid, if a root cannot be opened, if the
 * token fires, or on a timeout unless the options ask for partial results. A file that cannot be
 * searched or has syntax errors does not fail the call: see `skipped` in the report.
 *
 *     ransack_bytes pattern = RANSACK_BYTES("kfree($A)");
 *     ransack_ast_grep_options options = RANSACK_AST_GREP_OPTIONS_INIT;
 *     options.patterns = &pattern;
 *     options.patterns_len = 1;
 *     options.scope = &scope;
 *     status = ransack_ast_grep(&options, NULL, on_match, NULL, &report);
 */
ransack_status ransack_ast_grep(const struct ransack_ast_grep_options *options,
                                const struct ransack_cancel_token *token,
                                ransack_on_ast_match on_match,
                                void *user_data,
                                struct ransack_report **out_report);

/**
 * Opens a stream of the results of ransack_ast_grep(): the work runs in the background, and
 * ransack_ast_grep_stream_next() returns the results. `options` and `token` are as for
 * ransack_ast_grep(); `options` need not outlive this call. Free `out` with ransack_stream_free().
 *
 * Fails if an argument or option is invalid, such as a null pointer; all other errors are returned
 * by ransack_ast_grep_stream_next().
 */
ransack_status ransack_ast_grep_stream(const struct ransack_ast_grep_options *options,
                                       const struct ransack_cancel_token *token,
                                       struct ransack_stream **out);

/**
 * Sets `out` to the next result of ransack_ast_grep_stream(), which is valid until the next call
 * on the stream. If `wait` is not 0, waits until a result is ready or the stream ends.
 *
 * Sets `out` to NULL if the stream has ended, or if `wait` is 0 and no result is ready. To
 * distinguish the two, call ransack_stream_report(), which returns a report only after the end. An
 * error also ends the stream; the error is returned once, and there is no report.
 */
ransack_status ransack_ast_grep_stream_next(struct ransack_stream *stream,
                                            uint8_t wait,
                                            const struct ransack_ast_match **out);

/**
 * Searches code in memory for matches of a pattern or a rule, and waits for the result.
 *
 * Passes each result to `on_match` in order; the search has finished before the first result is
 * passed. `language` is the name or an alias of a language; see ransack_ast_languages().
 *
 * - `token` cancels the search; NULL for none.
 * - `on_match` may be NULL if only the report is needed.
 * - `out_report` receives the report, in which the text counts as one file, or is NULL if the
 *   report is not needed; free it with ransack_report_free().
 *
 * Fails if the language is unknown, if a pattern or rule cannot be parsed in that language, if an
 * option is invalid, or if the token fires.
 */
ransack_status ransack_ast_match_source(struct ransack_bytes source,
                                        struct ransack_bytes language,
                                        const struct ransack_ast_match_options *options,
                                        const struct ransack_cancel_token *token,
                                        ransack_on_ast_match on_match,
                                        void *user_data,
                                        struct ransack_report **out_report);

/**
 * Returns the interpretations of an AST pattern. Code matches a pattern if it matches any
 * interpretation. Free `out` with ransack_pattern_readings_free().
 *
 * `language` is the name or an alias of a language; see ransack_ast_languages(). `token` cancels
 * the call; NULL for none.
 *
 * Fails if the pattern cannot match any code in the language; the message then says where the
 * parser fails. Also fails if the language is unknown or the token fires.
 */
ransack_status ransack_explain_pattern(struct ransack_bytes pattern,
                                       struct ransack_bytes language,
                                       const struct ransack_cancel_token *token,
                                       struct ransack_pattern_readings **out);

/**
 * Frees the interpretations of a pattern. Does nothing if the pointer is NULL.
 */
void ransack_pattern_readings_free(struct ransack_pattern_readings *readings);

/**
 * Returns the languages whose syntax the library can parse, sorted by name. `out_languages`
 * receives a pointer to an array, and `out_len` its number of entries. The array and everything it
 * points to are static.
 */
ransack_status ransack_ast_languages(const struct ransack_ast_language **out_languages,
                                     size_t *out_len);

/**
 * Lists edits that are in progress or were interrupted. Writes nothing.
 *
 * Looks for journals in all directories below the roots, and in the directory of each root that is
 * a file. Then follows each journal to the other directories of its edit.
 *
 * - `token` cancels the search; NULL for none.
 * - `out` receives the outcome, whose `recovered` is empty; free it with
 *   ransack_recovery_outcome_free().
 *
 * Fails if a root cannot be opened or listed, if the directory of a root that is a file cannot be
 * listed, or if the token fires.
 */
ransack_status ransack_interrupted_edits(const struct ransack_recovery_options *options,
                                         const struct ransack_cancel_token *token,
                                         struct ransack_recovery_outcome **out);

/**
 * Repairs interrupted edits: restores the old texts of files whose edit was not complete, and
 * removes temporary files. An edit that was complete is never undone.
 *
 * Finds journals in the same way as ransack_interrupted_edits(). An edit that cannot be repaired,
 * such as another user's edit, is left alone and listed in `remaining`.
 *
 * - `token` cancels the search; NULL for none.
 * - `out` receives the outcome; free it with ransack_recovery_outcome_free().
 *
 * Fails under the same conditions as ransack_interrupted_edits(). Also fails with
 * RANSACK_STATUS_STALE if another edit of files below the roots is still in progress after the
 * maximum wait, `wait_ms`.
 */
ransack_status ransack_recover_edits(const struct ransack_recovery_options *options,
                                     const struct ransack_cancel_token *token,
                                     struct ransack_recovery_outcome **out);

/**
 * Frees the outcome of a recovery and everything it points to. Does nothing if the pointer is
 * NULL.
 */
void ransack_recovery_outcome_free(struct ransack_recovery_outcome *outcome);

/**
 * Returns the outermost node that begins on line `line` (1-based), such as a function, statement,
 * element or entry. `out` receives one node, or none if no node begins on the line, for example on
 * a line of closing brackets. Free it with ransack_syntax_nodes_free().
 *
 * `language` is the name or an alias of the text's language; see ransack_ast_languages(). `token`
 * cancels the call; NULL for none. Parses the whole text and blocks until the result is ready.
 *
 * Fails if the language is unknown or the token fires.
 *
 *     ransack_syntax_nodes *block = NULL;
 *     status = ransack_block_range_at(source, RANSACK_BYTES("rust"), 12, NULL, &block);
 *     if (status == RANSACK_STATUS_OK && block->len > 0)
 *       printf("the block ends in line %llu\n", (unsigned long long)block->nodes[0].last_line);
 *     ransack_syntax_nodes_free(block);
 */
ransack_status ransack_block_range_at(struct ransack_bytes source,
                                      struct ransack_bytes language,
                                      uint64_t line,
                                      const struct ransack_cancel_token *token,
                                      struct ransack_syntax_nodes **out);

/**
 * Returns the outermost node that begins on line `line` (1-based) of an open buffer, like
 * ransack_block_range_at().
 *
 * `language` is the name or an alias of the text's language; if it is empty, the file name and, for
 * extensions that languages share, the text determine the language. `token` cancels the call; NULL for none. The workspace keeps the syntax
 * tree of the buffer: after a change of the buffer, a call parses only the changed part of the
 * text, in the languages that ransack_workspace_update_buffer() lists. While a text has syntax
 * errors, the extent of the errors may depend on the changes that led to the text.
 *
 * Fails with RANSACK_STATUS_INVALID_OPTION if no buffer is open at `path`, or if the language is
 * unknown or cannot be detected from the file. Also fails if the workspace is closed or the
 * token fires.
 */
ransack_status ransack_block_range_in_buffer(const struct ransack_workspace *workspace,
                                             struct ransack_bytes path,
                                             struct ransack_bytes language,
                                             uint64_t line,
                                             const struct ransack_cancel_token *token,
                                             struct ransack_syntax_nodes **out);

/**
 * Returns the named nodes that contain the first non-blank character of line `line` (1-based),
 * from the innermost node to the root. A blank line has no such nodes. Free `out` with
 * ransack_syntax_nodes_free().
 *
 * `language` is the name or an alias of the text's language; see ransack_ast_languages(). `token`
 * cancels the call; NULL for none. Parses the whole text and blocks until the result is ready.
 *
 * Fails if the language is unknown or the token fires.
 */
ransack_status ransack_node_chain_at(struct ransack_bytes source,
                                     struct ransack_bytes language,
                                     uint64_t line,
                                     const struct ransack_cancel_token *token,
                                     struct ransack_syntax_nodes **out);

/**
 * Returns the named nodes that contain the first non-blank character of line `line` (1-based) of
 * an open buffer, like ransack_node_chain_at(). The language, the syntax tree and the failures are
 * the same as for ransack_block_range_in_buffer().
 */
ransack_status ransack_node_chain_in_buffer(const struct ransack_workspace *workspace,
                                            struct ransack_bytes path,
                                            struct ransack_bytes language,
                                            uint64_t line,
                                            const struct ransack_cancel_token *token,
                                            struct ransack_syntax_nodes **out);

/**
 * Returns the lines that an excerpt needs as context: the first and last lines of all blocks that
 * begin or end on a shown line, except lines that are already shown. Free `out` with
 * ransack_line_numbers_free().
 *
 * - `shown` is an array of `shown_len` ranges of lines.
 * - `language` is the name or an alias of the text's language; see ransack_ast_languages().
 * - `token` cancels the call; NULL for none.
 *
 * Fails if the language is unknown or the token fires. Syntax errors in the text do not fail the
 * call: see `has_syntax_errors`. Parses the whole text and blocks until the result is ready.
 */
ransack_status ransack_enclosing_block_boundaries(struct ransack_bytes source,
                                                  struct ransack_bytes language,
                                                  const struct ransack_line_range *shown,
                                                  size_t shown_len,
                                                  const struct ransack_cancel_token *token,
                                                  struct ransack_line_numbers **out);

/**
 * Returns the syntax errors in text, in text order; none if the text is well-formed. If errors are
 * nested, only the outermost is returned. JavaScript, TypeScript, Python, Bash, Ruby and TOML are
 * also checked for errors that only their official parsers report, such as a name declared twice or
 * mismatched indentation. Macros are not expanded: a text in which macros stand for syntax can have
 * errors that its outline does not count. Free `out` with ransack_syntax_diagnostics_free().
 *
 * `language` is the name or an alias of the text's language; see ransack_ast_languages(). `token`
 * cancels the call; NULL for none. Parses the whole text and blocks until the result is ready.
 *
 * Fails if the language is unknown or the token fires.
 */
ransack_status ransack_check_syntax(struct ransack_bytes source,
                                    struct ransack_bytes language,
                                    const struct ransack_cancel_token *token,
                                    struct ransack_syntax_diagnostics **out);

/**
 * Returns the syntax errors of an open buffer, like ransack_check_syntax(). The language, the
 * syntax tree and the failures are the same as for ransack_block_range_in_buffer().
 */
ransack_status ransack_check_syntax_in_buffer(const struct ransack_workspace *workspace,
                                              struct ransack_bytes path,
                                              struct ransack_bytes language,
                                              const struct ransack_cancel_token *token,
                                              struct ransack_syntax_diagnostics **out);

/**
 * Frees syntax nodes. Does nothing if the pointer is NULL.
 */
void ransack_syntax_nodes_free(struct ransack_syntax_nodes *nodes);

/**
 * Frees syntax errors. Does nothing if the pointer is NULL.
 */
void ransack_syntax_diagnostics_free(struct ransack_syntax_diagnostics *diagnostics);

/**
 * Frees line numbers. Does nothing if the pointer is NULL.
 */
void ransack_line_numbers_free(struct ransack_line_numbers *lines);

/**
 * Replaces code that matches a pattern, in all files in scope. By default (`dry_run` 1), only
 * returns the changes.
 *
 * Each file is parsed in its own language. If matches of one rewrite are nested, only the
 * outermost is replaced. Bytes outside the replacements stay unchanged. A ';' or comment after a
 * match is kept, unless the pattern itself ends with a ';' or comment.
 *
 * With `dry_run` 0, all new texts are computed and parsed before the first file is written, and
 * either all files are replaced or none. If another process changes one of the files during the
 * call, that change is kept and the call fails. Edits of overlapping directory trees exclude each
 * other; see `wait_ms`. If the process dies during the edit, the next edit of these files, or
 * ransack_recover_edits(), restores the old texts, unless the edit was complete. A dry run writes
 * nothing.
 *
 * A file with an open buffer is never written, because its editor holds the text. If at least one of
 * the changed files has an open buffer in the workspace, no file is written: the call returns like a
 * dry run, with `applied` 0. The editor then applies `text_edits` of all files, those without a buffer
 * included, so that either all files change or none.
 *
 * - `token` cancels the call until the first file is replaced; NULL for none.
 * - `out` receives the outcome; free it with ransack_ast_edit_outcome_free().
 *
 * Returns any error that ransack_ast_grep() can return. Also fails if a replacement uses a
 * metavariable that is not in its pattern; if edits overlap (RANSACK_STATUS_OVERLAPPING_EDITS); if
 * an edit introduces a syntax error (RANSACK_STATUS_SYNTAX_ERROR); if a file or the preview is out
 * of date, or another edit of the same files is running or cannot be repaired
 * (RANSACK_STATUS_STALE); or if a file cannot be written or its directory cannot be listed. If the
 * call fails, no file has changed unless `paths` in ransack_last_error() lists the file; with
 * RANSACK_STATUS_STALE, `paths` lists the files that blocked the edit.
 *
 *     ransack_rewrite rewrite = RANSACK_REWRITE_INIT;
 *     rewrite.pattern = RANSACK_BYTES("var $A = $B");
 *     rewrite.replacement = RANSACK_BYTES("let $A = $B");
 *     ransack_ast_edit_options options = RANSACK_AST_EDIT_OPTIONS_INIT;
 *     options.rewrites = &rewrite;
 *     options.rewrites_len = 1;
 *     options.scope = &scope;
 *     options.dry_run = 0;
 *     status = ransack_ast_edit(&options, NULL, &outcome);
 */
ransack_status ransack_ast_edit(const struct ransack_ast_edit_options *options,
                                const struct ransack_cancel_token *token,
                                struct ransack_ast_edit_outcome **out);

/**
 * Frees the outcome of an edit and everything it points to. Does nothing if the pointer is NULL.
 */
void ransack_ast_edit_outcome_free(struct ransack_ast_edit_outcome *outcome);

/**
 * Creates a token that fires when it is cancelled, when `parent` fires or after `timeout_ms`
 * milliseconds. Free it with ransack_cancel_token_free().
 *
 * - `parent` is NULL for none. Cancelling the new token does not affect the parent, which may be
 *   freed first.
 * - `timeout_ms` is RANSACK_NO_LIMIT for no time limit; with 0, the token fires immediately.
 *
 * Fails with RANSACK_STATUS_IO if the timer thread cannot be started.
 */
ransack_status ransack_cancel_token_new(const struct ransack_cancel_token *parent,
                                        uint64_t timeout_ms,
                                        struct ransack_cancel_token **out);

/**
 * Fires the token with `reason`, a ransack_abort_reason other than RANSACK_ABORT_REASON_NONE. If
 * the token has already fired, the call succeeds without effect.
 *
 * Safe to call from any thread, but not from a signal handler.
 */
ransack_status ransack_cancel_token_cancel(const struct ransack_cancel_token *token,
                                           uint32_t reason);

/**
 * Sets `out` to the reason why the token fired, or to RANSACK_ABORT_REASON_NONE if the token has
 * not fired.
 */
ransack_status ransack_cancel_token_reason(const struct ransack_cancel_token *token,
                                           ransack_abort_reason *out);

/**
 * Frees a token without firing it. Does nothing if the pointer is NULL.
 */
void ransack_cancel_token_free(struct ransack_cancel_token *token);

/**
 * Compares two texts line by line and sets `out` to the differences in the format of `diff -u`,
 * which `git apply` and `patch` read; the text is empty if the texts are equal. Bytes that are not
 * UTF-8 stay. Free the text with ransack_string_free().
 *
 * - `path` names the file in both lines of the header, as "a/PATH" and "b/PATH", without slashes
 *   at its start. It is quoted as in Git if it contains control characters, quotes or backslashes.
 * - `context` is the number of unchanged lines before and after each change, usually 3.
 * - `token` cancels the call; NULL for none.
 * - `out_words` receives the words that differ in the changed lines, or is NULL if they are not
 *   needed; free the list with ransack_changed_words_list_free().
 *
 * A last line without a line ending is followed by "\ No newline at end of file". Takes time linear
 * in the texts; the words take a comparison in each block of changed lines in addition. The diff is
 * always correct, but for long texts with little in common it is not always minimal.
 *
 * A word is a run of letters, digits, underscores and bytes that are not ASCII; a run of blanks; a
 * line ending; or any other character. Replacing the old part of each ransack_changed_words by its
 * new part gives the new text. No part begins or ends inside a character or between CR and LF. A
 * block of more than 512 words without unchanged lines is one part. `context` has no effect on the
 * words.
 *
 *     ransack_string *diff = NULL;
 *     ransack_changed_words_list *words = NULL;
 *     status = ransack_unified_diff(old_text, new_text, path, 3, NULL, &diff, &words);
 *     for (size_t i = 0; i < words->len; i++) {
 *       const ransack_changed_words *part = &words->items[i];
 *       fwrite(old_text.data + part->old_start, 1, part->old_end - part->old_start, stdout);
 *     }
 *     ransack_changed_words_list_free(words);
 *     ransack_string_free(diff);
 */
ransack_status ransack_unified_diff(struct ransack_bytes old_text,
                                    struct ransack_bytes new_text,
                                    struct ransack_bytes path,
                                    size_t context,
                                    const struct ransack_cancel_token *token,
                                    struct ransack_string **out,
                                    struct ransack_changed_words_list **out_words);

/**
 * Frees a list of changed words. Does nothing if the pointer is NULL.
 */
void ransack_changed_words_list_free(struct ransack_changed_words_list *list);

/**
 * Edits named files: replaces quoted passages or lines, inserts text, creates, deletes and renames
 * files. Changes either all files or none. By default (`dry_run` 1), only returns the changes.
 *
 * All edits refer to the files as they were before the call, except that the line numbers of an edit
 * with a `snapshot` refer to that snapshot; edits of one text follow the rules of
 * ransack_edit_text(). A file may be edited and renamed in the same call, with its old path in all of
 * its edits. Bytes outside the edits stay, in files of every encoding. A created file gets missing
 * parent directories. A directory that becomes empty stays.
 *
 * Guarantees, open buffers and interrupted edits are as for ransack_ast_edit().
 *
 * - `token` cancels the call until the first file is replaced; NULL for none.
 * - `out` receives the outcome; free it with ransack_edit_outcome_free().
 *
 * Returns any error of ransack_edit_text(), with the path of the file. Also fails if there are no
 * edits, or a file is not text, is too large, or cannot be read or written; if a file is created,
 * deleted or renamed twice, or its text is edited although it is created or deleted
 * (RANSACK_STATUS_OVERLAPPING_EDITS); and if a file or the preview is out of date, a path to create
 * exists, or another edit of the same files is running (RANSACK_STATUS_STALE). With
 * RANSACK_STATUS_STALE it also fails if the lines of a snapshot have changed, their place is not
 * certain, or the snapshot is not retained (`passages` in ransack_last_error() are the current
 * lines), if a hash differs, and if no read has shown a line although `only_seen` is set. If the call
 * fails, no file has changed unless `paths` in ransack_last_error() lists the file.
 *
 *     ransack_file_edit edit = RANSACK_FILE_EDIT_INIT;
 *     edit.path = RANSACK_BYTES("a.txt");
 *     edit.old_text = RANSACK_BYTES("colour");
 *     edit.new_text = RANSACK_BYTES("color");
 *     ransack_edit_options options = RANSACK_EDIT_OPTIONS_INIT;
 *     options.edits = &edit;
 *     options.edits_len = 1;
 *     options.dry_run = 0;
 *     status = ransack_edit(&options, NULL, &outcome);
 */
ransack_status ransack_edit(const struct ransack_edit_options *options,
                            const struct ransack_cancel_token *token,
                            struct ransack_edit_outcome **out);

/**
 * Frees the outcome of an edit and everything it points to. Does nothing if the pointer is NULL.
 */
void ransack_edit_outcome_free(struct ransack_edit_outcome *outcome);

/**
 * Applies a patch to the files below a directory. Changes either all files or none. By default
 * (`dry_run` 1), only returns the changes.
 *
 * Hunks are placed by the rules of ransack_patch_apply(). Files keep their encoding, their byte order
 * mark and the ends of the lines that do not change. Renames and copies refer to the files before the
 * patch; several other changes to one path are applied one after the other. A patch that makes a file
 * executable, or no longer so, changes its mode: the file is then replaced by a new one with the same
 * owner and attributes. On Windows, this part of a patch is ignored. Of several
 * names that may mean a file, the best one that exists is taken; see ransack_parse_patch(). A file to
 * create gets the best one of those that need the fewest new directories.
 *
 * Guarantees, open buffers and interrupted edits are as for ransack_ast_edit().
 *
 * - `token` cancels the call until the first file is replaced; NULL for none.
 * - `out` receives the outcome; free it with ransack_apply_patch_outcome_free().
 *
 * Fails with RANSACK_STATUS_PATCH_CONFLICT if hunks do not fit, a file does not exist, or a path to add
 * exists: the message names the conflicts of all files, and ransack_last_error() has the `passages` and
 * the `paths` of the files. Fails with RANSACK_STATUS_INVALID_PATCH as ransack_parse_patch() does, if a
 * path leads out of the directory or into a ".git" directory, or if the patch cannot be reversed. Also
 * fails if a file is not text, is too large, or cannot be read or written, if a path to add ends with a
 * slash, and if a file or the preview is out of date (RANSACK_STATUS_STALE). After any other failure than a conflict, no file has changed unless `paths`
 * lists the file; after a conflict, no file has changed.
 *
 *     ransack_apply_patch_options options = RANSACK_APPLY_PATCH_OPTIONS_INIT;
 *     options.patch = RANSACK_BYTES("--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n");
 *     options.path = RANSACK_BYTES("src");
 *     options.dry_run = 0;
 *     status = ransack_apply_patch(&options, NULL, &outcome);
 */
ransack_status ransack_apply_patch(const struct ransack_apply_patch_options *options,
                                   const struct ransack_cancel_token *token,
                                   struct ransack_apply_patch_outcome **out);

/**
 * Frees the outcome of a patch and everything it points to. Does nothing if the pointer is NULL.
 */
void ransack_apply_patch_outcome_free(struct ransack_apply_patch_outcome *outcome);

/**
 * Finds the conflicts that merges have left in files: the lines between "<<<<<<<" and ">>>>>>>", with
 * both sides and, in the styles diff3 and zdiff3 of Git, the base.
 *
 * Passes each conflict to `on_conflict`, in path order, then in order of position. Markers longer than
 * seven characters, which the attribute conflict-marker-size of Git selects, are found as well;
 * shorter ones are not. A marker "<<<<<<<" or ">>>>>>>" without the others is a conflict that is not
 * complete. A line "=======" outside a conflict, such as the underline of a heading, is no marker, and
 * neither is a line ">>>>>>>" in quoted mail.
 *
 * - `token` cancels the search; NULL for none.
 * - `on_conflict` may be NULL if only the report is needed.
 * - `out_report` receives the report, or is NULL if the report is not needed; free it with
 *   ransack_report_free().
 *
 * Costs as much as a search for the markers with ransack_grep(). Fails if a glob, type or option is
 * invalid, if a root cannot be opened, or if the token fires. Also fails on a timeout, unless the
 * options ask for partial results. Conflicts may have been passed before a failure.
 */
ransack_status ransack_conflicts(const struct ransack_conflicts_options *options,
                                 const struct ransack_cancel_token *token,
                                 ransack_on_conflict on_conflict,
                                 void *user_data,
                                 struct ransack_report **out_report);

/**
 * Opens a stream of the results of ransack_conflicts(): the work runs in the background, and
 * ransack_conflicts_stream_next() returns the results. `options` and `token` are as for
 * ransack_conflicts(); `options` need not outlive this call. Free `out` with ransack_stream_free().
 *
 * Fails if an argument or option is invalid, such as a null pointer; all other errors are returned
 * by ransack_conflicts_stream_next().
 */
ransack_status ransack_conflicts_stream(const struct ransack_conflicts_options *options,
                                        const struct ransack_cancel_token *token,
                                        struct ransack_stream **out);

/**
 * Sets `out` to the next result of ransack_conflicts_stream(), which is valid until the next call on
 * the stream. If `wait` is not 0, waits until a result is ready or the stream ends.
 *
 * Sets `out` to NULL if the stream has ended, or if `wait` is 0 and no result is ready. To
 * distinguish the two, call ransack_stream_report(), which returns a report only after the end. An
 * error also ends the stream; the error is returned once, and there is no report.
 */
ransack_status ransack_conflicts_stream_next(struct ransack_stream *stream,
                                             uint8_t wait,
                                             const struct ransack_conflict **out);

/**
 * Reads a patch and sets `out` to it: a unified diff, with the extensions of Git, or the format that
 * starts with "*** Begin Patch". Text before, between and after the changes, such as a commit
 * message, is skipped. Free the patch with ransack_patch_free().
 *
 * Paths in a Git diff lose their first directory ("a/", "b/"). Paths in another unified diff lose it
 * only if it is "a/" in the old and "b/" in the new path. Takes O(n) time.
 *
 * A file is renamed only by the lines "rename from" and "rename to". If the two names of a file
 * differ otherwise, both may mean the file. As with GNU patch, the better one has fewer components,
 * then a shorter last component, then fewer bytes. If only the first components differ, as in the
 * output of "diff -r old new", the path below them may mean the file too; it comes last.
 * ransack_apply_patch() takes the best one that exists. Outside of Git diffs, an old text that is
 * empty and dated 1970-01-01 00:00 UTC means that the file is created, and such a new text that it is
 * deleted, as in the output of "diff -N".
 *
 * A hunk without line numbers, whose header is "@@" or "@@ HEADING", is located by its lines. If the
 * lines with the names of a file end in CR LF, each line of its hunks loses its CR. A missing line
 * feed at the end of the patch is read as if it were there.
 *
 * Fails with RANSACK_STATUS_INVALID_PATCH if the patch has no changes, is malformed, has a file
 * without changes, is a context diff or the combined diff of a merge, or changes a binary file, a
 * symbolic link or a submodule. The message gives the line.
 */
ransack_status ransack_parse_patch(struct ransack_bytes patch,
                                   struct ransack_patch **out);

/**
 * Sets `out` to the patch that undoes `patch`, or to NULL if it is not known: a file is deleted
 * without the lines that it had, or copied. Free it with ransack_patch_free().
 */
ransack_status ransack_patch_reversed(const struct ransack_patch *patch,
                                      struct ransack_patch **out);

/**
 * Applies the hunks of the file `file` of a patch, an index into `files`, to the text of that file,
 * and sets `out` to the new text. Of a created file, the text before is empty. Free the result with
 * ransack_patched_text_free().
 *
 * A hunk is applied at its own line if it fits there, or else at the only place after the hunks before
 * it where it fits. A hunk without a line number must fit at one place only, after its headings; of
 * several places, the only one in the block of its last heading is taken, whose lines are indented
 * more than the heading. Lines keep their line ends. If the patch has no "\r", "\n" in it also stands
 * for "\r\n".
 *
 * - `fuzz` is the number of context lines at each end of a hunk that may differ from the text, if the
 *   hunk fits nowhere otherwise; usually 0.
 * - `token` cancels the call; NULL for none.
 *
 * Takes O(n) time in the text for a hunk that fits at its own line; otherwise it is compared at each
 * line. Fails with RANSACK_STATUS_PATCH_CONFLICT if hunks do not fit, or fit at several places: the
 * message names each of them, and `passages` in ransack_last_error() are the places.
 */
ransack_status ransack_patch_apply(const struct ransack_patch *patch,
                                   size_t file,
                                   struct ransack_bytes text,
                                   size_t fuzz,
                                   const struct ransack_cancel_token *token,
                                   struct ransack_patched_text **out);

/**
 * Frees a patch and everything it points to. Does nothing if the pointer is NULL.
 */
void ransack_patch_free(struct ransack_patch *patch);

/**
 * Frees a patched text and everything it points to. Does nothing if the pointer is NULL.
 */
void ransack_patched_text_free(struct ransack_patched_text *text);

/**
 * Reads lines of a file, or of several files, with the number of lines and a snapshot of each file.
 *
 * Lines end with "\n"; a preceding "\r" is part of the line end. A last line beyond the end means
 * the last line of the file; a negative first line before the start means the first. Reads and hashes
 * each file once; a file that has its last snapshot's content is compared instead of hashed.
 *
 * The text of each file is retained as a snapshot, so that ransack_edit() and
 * ransack_resolve_lines() can find the lines after the file has changed; see
 * ransack_set_snapshot_memory().
 *
 * - `token` cancels the call; NULL for none.
 * - `out` receives the outcome; free it with ransack_read_lines_outcome_free().
 *
 * Fails if the first line of a range does not exist or the last line is before it; if the first line
 * of the call exceeds a limit; if a file cannot be opened or is a directory; and, without ranges, if
 * the file is not text or is too large.
 *
 *     ransack_read_lines_options options = RANSACK_READ_LINES_OPTIONS_INIT;
 *     options.path = RANSACK_BYTES("a.txt");
 *     options.first_line = 10;
 *     options.last_line = 20;
 *     status = ransack_read_lines(&options, NULL, &outcome);
 */
ransack_status ransack_read_lines(const struct ransack_read_lines_options *options,
                                  const struct ransack_cancel_token *token,
                                  struct ransack_read_lines_outcome **out);

/**
 * Frees the outcome of ransack_read_lines() and everything it points to. Does nothing if the pointer
 * is NULL.
 */
void ransack_read_lines_outcome_free(struct ransack_read_lines_outcome *outcome);

/**
 * Searches files for matches of patterns and replaces them. Changes either all files or none. By
 * default (`dry_run` 1), only returns the changes.
 *
 * The matches are those that ransack_grep() finds with the same patterns and options; none overlap.
 * All of them are replaced in one pass over the text as it was before the call. A match that equals
 * its replacement is no change. Bytes outside the replacements stay: encodings, byte order marks, line
 * ends and a missing line end at the end of a file. Binary files are skipped and reported. If a limit
 * leaves out replacements, the report is not complete.
 *
 * Guarantees, open buffers and interrupted edits are as for ransack_ast_edit().
 *
 * - `token` cancels the call until the first file is replaced; NULL for none.
 * - `out` receives the outcome; free it with ransack_replace_outcome_free().
 *
 * Returns any error that ransack_grep() can return. Also fails, before any file is read, if the
 * replacement refers to a group that a pattern lacks (RANSACK_STATUS_INVALID_PATTERN); if a file would
 * grow beyond the limit, or its encoding lacks a character of the replacement
 * (RANSACK_STATUS_INVALID_OPTION); if a file or the preview is out of date, or another edit of the same
 * files is running (RANSACK_STATUS_STALE); or if a file cannot be written. If the call fails, no file
 * has changed unless `paths` in ransack_last_error() lists the file.
 *
 *     ransack_bytes pattern = RANSACK_BYTES("(\\d+)px");
 *     ransack_replace_options options = RANSACK_REPLACE_OPTIONS_INIT;
 *     options.patterns = &pattern;
 *     options.patterns_len = 1;
 *     options.replacement = RANSACK_BYTES("${1}pt");
 *     options.scope = &scope;
 *     options.dry_run = 0;
 *     status = ransack_replace(&options, NULL, &outcome);
 */
ransack_status ransack_replace(const struct ransack_replace_options *options,
                               const struct ransack_cancel_token *token,
                               struct ransack_replace_outcome **out);

/**
 * Frees the outcome of a replacement and everything it points to. Does nothing if the pointer is
 * NULL.
 */
void ransack_replace_outcome_free(struct ransack_replace_outcome *outcome);

/**
 * Returns where lines of a snapshot are in the file now.
 *
 * If the file has changed since, the lines are found if they have not changed and their place is
 * certain: they are between two lines that occur once in the snapshot and once in the file, and
 * everything between these two lines is unchanged. The two may be among the lines; the start and the
 * end of the file count too. Some line around the lines must have stayed in any case. The text that
 * the file has now is retained as a snapshot as well. Reads the file once; if it has changed, takes
 * O(n) time in both texts.
 *
 * - `token` cancels the call; NULL for none.
 * - `out` receives the place; free it with ransack_resolved_lines_free().
 *
 * Fails with RANSACK_STATUS_STALE if the lines have changed, their place is not certain, a hash
 * differs, or the file has changed and the snapshot is not retained; `passages` in
 * ransack_last_error() then has the current lines. Also fails if the lines do not exist in the
 * snapshot, if the number of hashes differs, and if the file cannot be read, is not text or is too
 * large.
 */
ransack_status ransack_resolve_lines(const struct ransack_resolve_lines_options *options,
                                     const struct ransack_cancel_token *token,
                                     struct ransack_resolved_lines **out);

/**
 * Frees a place of lines. Does nothing if the pointer is NULL.
 */
void ransack_resolved_lines_free(struct ransack_resolved_lines *lines);

/**
 * Sets `out` to the memory that the process uses for snapshots of read files.
 */
ransack_status ransack_snapshot_memory_get(struct ransack_snapshot_memory *out);

/**
 * Sets the maximum memory that the process uses for snapshots of read files, in bytes; 64 MiB by
 * default. Drops the snapshots that exceed it, those that were read longest ago first; 0 retains
 * none.
 */
ransack_status ransack_set_snapshot_memory(uint64_t max_bytes);

/**
 * Applies edits to a text. Either all edits are applied or the call fails.
 *
 * All edits refer to the text before the call, so their order does not matter, except that texts
 * inserted at the same place follow each other in the order of the edits. A quoted text must occur
 * exactly as often as expected. If `tolerant` is set and it does not occur, increasingly tolerant
 * comparisons follow, up to the first with a result; its result must be unique. Lines keep their line
 * ends; new lines get the line end of the line that they replace, or else of the line before. A byte
 * order mark and a missing line end at the end of the text stay. Takes O(n) time in the text for each
 * edit.
 *
 * - `token` cancels the call; NULL for none.
 * - `out` receives the new text; free it with ransack_edited_text_free().
 *
 * Fails if a quoted text does not occur (RANSACK_STATUS_UNKNOWN_TEXT; `passages` in
 * ransack_last_error() are the nearest passages) or occurs more or less often than expected
 * (RANSACK_STATUS_AMBIGUOUS_TEXT; `passages` are its places); if two edits change the same bytes
 * (RANSACK_STATUS_OVERLAPPING_EDITS); and if a line does not exist, or the lines of a new text begin
 * with line numbers as a listing shows them (RANSACK_STATUS_INVALID_OPTION).
 */
ransack_status ransack_edit_text(struct ransack_bytes text,
                                 const struct ransack_edit_text_options *options,
                                 const struct ransack_cancel_token *token,
                                 struct ransack_edited_text **out);

/**
 * Frees an edited text and everything it points to. Does nothing if the pointer is NULL.
 */
void ransack_edited_text_free(struct ransack_edited_text *text);

/**
 * Edits definitions, found by name, and imports in files. By default (`dry_run` 1), only returns
 * the changes.
 *
 * Replaces parts, renames declarations, inserts code next to or inside definitions, removes and
 * moves definitions, and adds, removes and organises imports. Either all files are changed or
 * none, with the guarantees of ransack_ast_edit(). Import edits in one file apply in order.
 * Documentation and attributes move with their definition. New code gets the indentation of its
 * position, and the file's line endings and choice of tabs or spaces; lines inside literals stay
 * unchanged. The new code may start at the left margin or be indented as in the file. List
 * separators and blank lines are adjusted. File-level comments, such as a shebang or a licence,
 * belong to no definition and stay first.
 *
 * - `token` cancels the call until the first file is replaced; NULL for none.
 * - `out` receives the outcome; free it with ransack_ast_edit_outcome_free(). In each change,
 *   `rewrite` is the index of the edit, `root` is the index of the file among the distinct files
 *   of the edits, in order of first use, and `path` is the path as given in the edit.
 *
 * Fails if there are no edits; if a file cannot be opened, is not text, is too large or is in no
 * known language; if a name is unknown (RANSACK_STATUS_UNKNOWN_NAME) or ambiguous
 * (RANSACK_STATUS_AMBIGUOUS_NAME); or if the definition lacks the part to replace. An import edit
 * fails under the same conditions as ransack_add_imports() or ransack_remove_imports(). All other
 * failures are as for ransack_ast_edit(). If the call fails, no file has changed unless `paths` in
 * ransack_last_error() lists the file.
 *
 *     ransack_definition_edit edit = RANSACK_DEFINITION_EDIT_INIT;
 *     edit.path = RANSACK_BYTES("a.py");
 *     edit.name = RANSACK_BYTES("A.f");
 *     edit.action = RANSACK_DEFINITION_ACTION_REPLACE;
 *     edit.part = RANSACK_DEFINITION_PART_BODY;
 *     edit.text = RANSACK_BYTES("return 2");
 *     ransack_definition_edit_options options = RANSACK_DEFINITION_EDIT_OPTIONS_INIT;
 *     options.edits = &edit;
 *     options.edits_len = 1;
 *     options.dry_run = 0;
 *     status = ransack_edit_definition(&options, NULL, &outcome);
 */
ransack_status ransack_edit_definition(const struct ransack_definition_edit_options *options,
                                       const struct ransack_cancel_token *token,
                                       struct ransack_ast_edit_outcome **out);

/**
 * Returns the name of a ransack_status as spelled in the header, such as "RANSACK_STATUS_ABORTED",
 * or "" for an unknown number. The string is static.
 */
const char *ransack_status_name(int32_t status);

/**
 * Returns the error from the last failed call on this thread, or NULL if no call has failed.
 * Successful calls do not change the error. The library owns the error, which is valid until the
 * next failed call on this thread or the end of the thread.
 */
const struct ransack_error *ransack_last_error(void);

/**
 * Returns the message of ransack_last_error() as a NUL-terminated string, or "" if there is no
 * error. The string is valid as long as that error is.
 */
const char *ransack_last_error_message(void);

/**
 * Finds files and directories by a fuzzy query and passes them to `on_match`, best first. The
 * order does not depend on the number of threads.
 *
 * A path matches if it contains the characters of the query in order, regardless of case and
 * Unicode normalisation form. '_', '-', '.' and white space in the query may be missing from the
 * path. A '/' in the query must match: the text before it matches in directories, and the text
 * after it matches below those directories. White space separates terms, which may match in any
 * order. `total_matches` in the report counts all matching paths.
 *
 * Typos: a word of four or more letters may have one letter replaced or two adjacent letters
 * swapped. A word of five or more may also have one extra letter, or the same letter several extra
 * times in a row if at least four letters remain without them. The path must contain such a word
 * contiguously, except for separators. The word must start with the right letter, or with its
 * first two letters swapped: "kernal" and "kenrel" find "kernel.c"; "xernel", "krnx" (with gaps)
 * and "keral" (also lacks a letter) do not. Typos in digits are not tolerated.
 *
 * A line and column at the end of the query, as in "main.rs:12:5", are not matched but returned
 * with each result, unless the option `location` is 0.
 *
 * - `token` cancels the search; NULL for none.
 * - `on_match` may be NULL if only the report is needed.
 * - `out_report` receives the report, or is NULL if the report is not needed; free it with
 *   ransack_report_free().
 *
 * Fails if the query exceeds 10,240 bytes, if a glob, type or option is invalid, if a root cannot
 * be opened or is not a directory, or if the token fires. Also fails on a timeout, unless the
 * options ask for partial results. A directory that cannot be read does not fail the call: see
 * `skipped` in the report.
 *
 *     ransack_fuzzy_find_options options = RANSACK_FUZZY_FIND_OPTIONS_INIT;
 *     options.query = RANSACK_BYTES("ext4inode");
 *     options.scope = &scope;
 *     status = ransack_fuzzy_find(&options, NULL, on_match, NULL, &report);
 */
ransack_status ransack_fuzzy_find(const struct ransack_fuzzy_find_options *options,
                                  const struct ransack_cancel_token *token,
                                  ransack_on_fuzzy_match on_match,
                                  void *user_data,
                                  struct ransack_report **out_report);

/**
 * Opens a stream of the results of ransack_fuzzy_find(): the work runs in the background, and
 * ransack_fuzzy_find_stream_next() returns the results. `options` and `token` are as for
 * ransack_fuzzy_find(); `options` need not outlive this call. Free `out` with
 * ransack_stream_free().
 *
 * Fails if an argument or option is invalid, such as a null pointer; all other errors are returned
 * by ransack_fuzzy_find_stream_next().
 */
ransack_status ransack_fuzzy_find_stream(const struct ransack_fuzzy_find_options *options,
                                         const struct ransack_cancel_token *token,
                                         struct ransack_stream **out);

/**
 * Sets `out` to the next result of ransack_fuzzy_find_stream(), which is valid until the next call
 * on the stream. If `wait` is not 0, waits until a result is ready or the stream ends.
 *
 * Sets `out` to NULL if the stream has ended, or if `wait` is 0 and no result is ready. To
 * distinguish the two, call ransack_stream_report(), which returns a report only after the end. An
 * error also ends the stream; the error is returned once, and there is no report.
 */
ransack_status ransack_fuzzy_find_stream_next(struct ransack_stream *stream,
                                              uint8_t wait,
                                              const struct ransack_fuzzy_match **out);

/**
 * Ranks an array of strings by the same rules as ransack_fuzzy_find() and passes the matching
 * strings to `on_string`, best first. A string that ends in '/' counts as a directory. All strings
 * are ranked before the first one is passed.
 *
 * - `token` cancels the call; NULL for none.
 * - `on_string` may be NULL if only the report is needed.
 * - `out_report` receives the report, in which each string counts as a file, or is NULL if the
 *   report is not needed; free it with ransack_report_free().
 *
 * Fails if the query exceeds 10,240 bytes, if an option is invalid, or if the token fires.
 */
ransack_status ransack_fuzzy_match_strings(struct ransack_bytes query,
                                           const struct ransack_bytes *strings,
                                           size_t strings_len,
                                           const struct ransack_fuzzy_match_options *options,
                                           const struct ransack_cancel_token *token,
                                           ransack_on_fuzzy_string on_string,
                                           void *user_data,
                                           struct ransack_report **out_report);

/**
 * Creates a list that contains copies of the strings. A string that ends in '/' counts as a
 * directory. Free `out` with ransack_fuzzy_list_free().
 */
ransack_status ransack_fuzzy_list_new(const struct ransack_bytes *strings,
                                      size_t strings_len,
                                      struct ransack_fuzzy_list **out);

/**
 * Ranks the strings in a list and passes the matching strings to `on_string`, best first.
 *
 * Options, results and errors are the same as for ransack_fuzzy_match_strings().
 */
ransack_status ransack_fuzzy_list_rank(struct ransack_fuzzy_list *list,
                                       struct ransack_bytes query,
                                       const struct ransack_fuzzy_match_options *options,
                                       const struct ransack_cancel_token *token,
                                       ransack_on_fuzzy_string on_string,
                                       void *user_data,
                                       struct ransack_report **out_report);

/**
 * Frees a list. Does nothing if the pointer is NULL.
 */
void ransack_fuzzy_list_free(struct ransack_fuzzy_list *list);

/**
 * Finds files, directories and symbolic links whose paths match a pattern.
 *
 * Passes each path to `on_match` as soon as all earlier paths are known, and returns when the
 * search has ended. Paths are ordered by root, then bytewise by path, or newest first if the
 * options ask for it, regardless of the number of threads. Directories in which no pattern can
 * match are not read.
 *
 * - `token` cancels the search; NULL for none. After the token fires, no path is passed, except
 *   paths found before a timeout if the options ask for partial results.
 * - `on_match` may be NULL if only the report is needed.
 * - `out_report` receives the report, or is NULL if the report is not needed; free it with
 *   ransack_report_free().
 *
 * Fails if a pattern, glob, type or option is invalid, if a root cannot be opened or is not a
 * directory, or if the token fires. Also fails on a timeout, unless the options ask for partial
 * results. Paths may have been passed before a failure. A directory that cannot be read does not
 * fail the call: see `skipped` in the report.
 *
 *     ransack_bytes pattern = RANSACK_BYTES("*.c");
 *     ransack_glob_options options = RANSACK_GLOB_OPTIONS_INIT;
 *     options.patterns = &pattern;
 *     options.patterns_len = 1;
 *     options.scope = &scope;
 *     status = ransack_glob(&options, NULL, on_match, NULL, &report);
 */
ransack_status ransack_glob(const struct ransack_glob_options *options,
                            const struct ransack_cancel_token *token,
                            ransack_on_glob_match on_match,
                            void *user_data,
                            struct ransack_report **out_report);

/**
 * Opens a stream of the results of ransack_glob(): the work runs in the background, and
 * ransack_glob_stream_next() returns the results. `options` and `token` are as for ransack_glob();
 * `options` need not outlive this call. Free `out` with ransack_stream_free().
 *
 * Fails if an argument or option is invalid, such as a null pointer; all other errors are returned
 * by ransack_glob_stream_next().
 */
ransack_status ransack_glob_stream(const struct ransack_glob_options *options,
                                   const struct ransack_cancel_token *token,
                                   struct ransack_stream **out);

/**
 * Sets `out` to the next result of ransack_glob_stream(), which is valid until the next call on
 * the stream. If `wait` is not 0, waits until a result is ready or the stream ends.
 *
 * Sets `out` to NULL if the stream has ended, or if `wait` is 0 and no result is ready. To
 * distinguish the two, call ransack_stream_report(), which returns a report only after the end. An
 * error also ends the stream; the error is returned once, and there is no report.
 */
ransack_status ransack_glob_stream_next(struct ransack_stream *stream,
                                        uint8_t wait,
                                        const struct ransack_glob_match **out);

/**
 * Returns a pattern in which no character of `path` is special. A pattern without '/' matches at any
 * depth, unless the call is not recursive; put '/' before it for the entry of the root alone. Free `out` with ransack_string_free().
 *
 * Fails with RANSACK_STATUS_INVALID_UTF8 if the path is not UTF-8, because patterns must be UTF-8.
 */
ransack_status ransack_escape_glob(struct ransack_bytes path,
                                   struct ransack_string **out);

/**
 * Searches files for lines that match a pattern.
 *
 * Passes each result to `on_match` as soon as all earlier results are known, and returns when the
 * search has ended. Results are ordered by root, then bytewise by path, then by line, or newest
 * file first if the options ask for it, regardless of the number of threads.
 *
 * - `token` cancels the search; NULL for none. After the token fires, no result is passed, except
 *   results found before a timeout if the options ask for partial results.
 * - `on_match` may be NULL if only the report is needed.
 * - `out_report` receives the report, or is NULL if the report is not needed; free it with
 *   ransack_report_free().
 *
 * Fails if a pattern, glob, type or option is invalid, if a root cannot be opened, or if the token
 * fires. Also fails on a timeout, unless the options ask for partial results. Results may have
 * been passed before a failure. A file that cannot be searched does not fail the call: see
 * `skipped` in the report.
 *
 * Each file is read once. Memory use is bounded by the results in flight, not by the size of the
 * tree.
 *
 *     static int on_match(const ransack_grep_match *m, void *user_data) {
 *       (void)user_data;
 *       printf("%" RANSACK_BYTES_FMT ":%llu\n", RANSACK_BYTES_ARG(m->path),
 *              (unsigned long long)m->line_number);
 *       return 0;
 *     }
 *
 *     options.patterns = &pattern;
 *     options.patterns_len = 1;
 *     options.scope = &scope;
 *     if (ransack_grep(&options, NULL, on_match, NULL, &report) == RANSACK_STATUS_OK) {
 *       if (!report->complete) puts("results are incomplete");
 *       ransack_report_free(report);
 *     }
 */
ransack_status ransack_grep(const struct ransack_grep_options *options,
                            const struct ransack_cancel_token *token,
                            ransack_on_grep_match on_match,
                            void *user_data,
                            struct ransack_report **out_report);

/**
 * Opens a stream of the results of ransack_grep(): the work runs in the background, and
 * ransack_grep_stream_next() returns the results. `options` and `token` are as for ransack_grep();
 * `options` need not outlive this call. Free `out` with ransack_stream_free().
 *
 * Fails if an argument or option is invalid, such as a null pointer; all other errors are returned
 * by ransack_grep_stream_next().
 */
ransack_status ransack_grep_stream(const struct ransack_grep_options *options,
                                   const struct ransack_cancel_token *token,
                                   struct ransack_stream **out);

/**
 * Sets `out` to the next result of ransack_grep_stream(), which is valid until the next call on
 * the stream. If `wait` is not 0, waits until a result is ready or the stream ends.
 *
 * Sets `out` to NULL if the stream has ended, or if `wait` is 0 and no result is ready. To
 * distinguish the two, call ransack_stream_report(), which returns a report only after the end. An
 * error also ends the stream; the error is returned once, and there is no report.
 */
ransack_status ransack_grep_stream_next(struct ransack_stream *stream,
                                        uint8_t wait,
                                        const struct ransack_grep_match **out);

/**
 * Searches text in memory for lines that match a pattern, on the calling thread.
 *
 * Passes each result to `on_match` in order; the search has finished before the first result is
 * passed. The text is searched as is: no encoding is detected, a byte order mark is the first
 * character of the first line, and NUL bytes have no special meaning.
 *
 * - `token` cancels the search; NULL for none.
 * - `on_match` may be NULL if only the report is needed.
 * - `out_report` receives the report, in which the text counts as one file, or is NULL if the
 *   report is not needed; free it with ransack_report_free().
 *
 * Fails if a pattern or option is invalid, or if the token fires.
 */
ransack_status ransack_search(struct ransack_bytes content,
                              const struct ransack_search_options *options,
                              const struct ransack_cancel_token *token,
                              ransack_on_grep_match on_match,
                              void *user_data,
                              struct ransack_report **out_report);

/**
 * Sets `out` to 1 if text in memory contains a match, otherwise to 0. Only the options that
 * precede `mode` in the struct or follow `max_columns` apply.
 *
 * - `token` cancels the search; NULL for none.
 *
 * Fails if a pattern is invalid or the token fires. With `backtracking`, also fails if no line
 * matches but some line takes too many steps or is not UTF-8. The search stops at the first match.
 * Without `backtracking`, it takes time linear in the length of the text.
 */
ransack_status ransack_has_match(struct ransack_bytes content,
                                 const struct ransack_search_options *options,
                                 const struct ransack_cancel_token *token,
                                 uint8_t *out);

/**
 * Highlights text. The result is text with markup in `form`, or ranges if `form` is NULL.
 *
 * `language` is a name, alias or extension, matched case-insensitively; text in an unknown
 * language stays plain. Without its markup, the output equals the text, byte for byte (in HTML,
 * after unescaping). `options` may be NULL. `token` cancels the call; NULL for none. Free `out`
 * with ransack_highlighted_free().
 *
 * Fails if the token fires; with RANSACK_ON_TIMEOUT_PARTIAL, a timeout is not an error.
 *
 *     ransack_theme *theme = NULL;
 *     ransack_highlight_form *form = NULL;
 *     ransack_highlighted *result = NULL;
 *     ransack_theme_named(RANSACK_BYTES("Catppuccin Mocha"), &theme);
 *     ransack_highlight_form_theme(theme, RANSACK_COLOR_DEPTH_TRUE_COLOR, &form);
 *     ransack_highlight(text, RANSACK_BYTES("rust"), form, NULL, NULL, &result);
 *     fwrite(result->output.data, 1, result->output.len, stdout);
 *     ransack_highlighted_free(result);
 *     ransack_highlight_form_free(form);
 *     ransack_theme_free(theme);
 */
ransack_status ransack_highlight(struct ransack_bytes text,
                                 struct ransack_bytes language,
                                 const struct ransack_highlight_form *form,
                                 const struct ransack_highlight_options *options,
                                 const struct ransack_cancel_token *token,
                                 struct ransack_highlighted **out);

/**
 * Highlights an open buffer of a workspace, or the lines that `options` names, like
 * ransack_highlight(). If `language` is empty, the path and the text determine the language, as in
 * ransack_detect_language().
 *
 * The workspace keeps the syntax tree of the buffer for RANSACK_HIGHLIGHT_ENGINE_TREE_SITTER.
 * After a change of the buffer, a call parses only the changed part of the text, in the languages
 * that ransack_workspace_update_buffer() lists, and then takes time linear in the lines.
 * RANSACK_HIGHLIGHT_ENGINE_SYNTECT classifies all lines up to the last one. Code in another
 * language that is embedded in the lines, such as a script in HTML, is parsed as a whole. While a
 * text has syntax errors, the extent of the errors may depend on the changes that led to the text.
 *
 * Fails with RANSACK_STATUS_INVALID_OPTION if no buffer is open at `path` or the lines are invalid.
 * Also fails if the workspace is closed or the token fires; with RANSACK_ON_TIMEOUT_PARTIAL, a
 * timeout is not an error.
 *
 *     ransack_highlight_options options = RANSACK_HIGHLIGHT_OPTIONS_INIT;
 *     options.first_line = 100;
 *     options.last_line = 160;
 *     status = ransack_highlight_buffer(workspace, path, ransack_bytes_from_str(""), NULL, &options,
 *                                       NULL, &result);
 */
ransack_status ransack_highlight_buffer(const struct ransack_workspace *workspace,
                                        struct ransack_bytes path,
                                        struct ransack_bytes language,
                                        const struct ransack_highlight_form *form,
                                        const struct ransack_highlight_options *options,
                                        const struct ransack_cancel_token *token,
                                        struct ransack_highlighted **out);

/**
 * Frees highlighted text. Does nothing if the pointer is NULL.
 */
void ransack_highlighted_free(struct ransack_highlighted *highlighted);

/**
 * Returns the name of a ransack_highlight_class, such as "keyword", or "" for an unknown number.
 * In HTML, the class attribute is "hl-" followed by the name. The string is static.
 */
const char *ransack_highlight_class_name(uint32_t class_);

/**
 * Returns the copyright notices and licences of the bundled syntaxes and themes. Programs that
 * redistribute them must include these notices. Free `out` with ransack_string_free().
 */
ransack_status ransack_highlight_acknowledgements(struct ransack_string **out);

/**
 * Sets `out` to 1 if a language or file format with this name, alias or extension is supported,
 * otherwise to 0. Case is ignored.
 */
ransack_status ransack_supports_language(struct ransack_bytes language, uint8_t *out);

/**
 * Returns the names of the supported languages and file formats, sorted. Aliases and extensions
 * are also accepted but not listed. `out_names` receives a pointer to an array, and `out_len` its
 * number of names. The array and everything it points to are static.
 */
ransack_status ransack_supported_languages(const struct ransack_bytes **out_names, size_t *out_len);

/**
 * Detects the language of a file from its path and the first bytes of its content, which may be
 * empty. A few hundred bytes suffice, except for extensions that languages share. Checks, in this
 * order: a "vim:" or "-*-" modeline, the file name, the interpreter after "#!", the extension, the
 * first line. Sets `out` to the static name of the language, or to empty text if no language is
 * recognised.
 *
 * The extension has precedence over an interpreter that runs its language too, as "node" does
 * TypeScript. Suffixes of backups and templates, such as "~", ".bak", ".orig", ".in" and ".tmpl",
 * do not count. The content decides among languages that share an extension: C, C++ and
 * Objective-C for ".h", and others for ".conf", ".d", ".fs", ".inc", ".m", ".ml", ".pl", ".ts" and
 * ".v"; pass up to 64 KiB of it.
 */
ransack_status ransack_detect_language(struct ransack_bytes path,
                                       struct ransack_bytes first_bytes,
                                       struct ransack_bytes *out);

/**
 * Returns the default engine for a language, and the reason for that choice as static text. Each
 * of the two outputs may be NULL.
 *
 * Fails with RANSACK_STATUS_INVALID_OPTION if the language is unknown; the error's `candidates`
 * are the nearest names.
 */
ransack_status ransack_highlight_engine_of(struct ransack_bytes language,
                                           ransack_highlight_engine *out_engine,
                                           struct ransack_bytes *out_reason);

/**
 * Prepares a language for its default engine, so that the first call that highlights it is as fast
 * as later calls: unpacks its grammar and compiles its queries or regular expressions. Also
 * prepares the languages that its grammar always embeds, such as CSS in HTML. Languages that a
 * text names, as code blocks in Markdown do, are prepared when a text first contains
 * them.
 *
 * `language` is a name, alias or extension. `token` cancels the call; NULL for none. Takes 5 to
 * 100 ms on the calling thread and the shared pool, and no time if the language is prepared.
 * Fails with RANSACK_STATUS_INVALID_OPTION if the language is unknown; the error's `candidates`
 * are the nearest names. Also fails if the token fires.
 *
 *     status = ransack_warm_language(RANSACK_BYTES("rust"), NULL);
 */
ransack_status ransack_warm_language(struct ransack_bytes language,
                                     const struct ransack_cancel_token *token);

/**
 * Creates a stream for text in one language, given by name, alias or extension. The form may be
 * freed before the stream. `options` may be NULL; `on_timeout` in the options is ignored. Free the
 * stream with ransack_highlight_stream_free().
 */
ransack_status ransack_highlight_stream_new(struct ransack_bytes language,
                                            const struct ransack_highlight_form *form,
                                            const struct ransack_highlight_options *options,
                                            struct ransack_highlight_stream **out);

/**
 * Appends text; a chunk may end inside a character. `token` cancels the call; NULL for none. Free
 * `out->owner` with ransack_string_free().
 *
 * Fails if the token fires. In that case nothing is appended, and the chunk may be pushed again.
 */
ransack_status ransack_highlight_stream_push(struct ransack_highlight_stream *stream,
                                             struct ransack_bytes chunk,
                                             const struct ransack_cancel_token *token,
                                             struct ransack_highlight_update *out);

/**
 * Completes the output, which then equals the output of ransack_highlight() for the text so far.
 * More text may follow. `token` cancels the call; NULL for none. Free `out->owner` with
 * ransack_string_free().
 *
 * Fails if the token fires; the output is then unchanged.
 */
ransack_status ransack_highlight_stream_finish(struct ransack_highlight_stream *stream,
                                               const struct ransack_cancel_token *token,
                                               struct ransack_highlight_update *out);

/**
 * Returns the report on the text so far. The report is not `complete` before
 * ransack_highlight_stream_finish(). Free `out` with ransack_highlight_report_free().
 */
ransack_status ransack_highlight_stream_report(const struct ransack_highlight_stream *stream,
                                               struct ransack_highlight_report **out);

/**
 * Frees a report returned by ransack_highlight_stream_report(). Does nothing if the pointer is
 * NULL.
 */
void ransack_highlight_report_free(struct ransack_highlight_report *report);

/**
 * Frees a highlight stream. Does nothing if the pointer is NULL.
 */
void ransack_highlight_stream_free(struct ransack_highlight_stream *stream);

/**
 * Returns the names of the bundled themes. "Catppuccin Mocha" (dark) and "Coldark-Cold" (light)
 * have a contrast ratio of at least 4.5:1 in every syntax class. `out_names` receives a pointer to
 * an array, and `out_len` its number of names. The array and everything it points to are static.
 */
ransack_status ransack_theme_names(const struct ransack_bytes **out_names, size_t *out_len);

/**
 * Returns the bundled theme with the given name, ignoring case. Free the theme with
 * ransack_theme_free().
 *
 * Fails with RANSACK_STATUS_INVALID_OPTION if the name is unknown; the error's `candidates` are
 * the nearest names.
 */
ransack_status ransack_theme_named(struct ransack_bytes name, struct ransack_theme **out);

/**
 * Creates a theme from the content of a `.tmTheme` file. Free it with ransack_theme_free().
 *
 * Fails with RANSACK_STATUS_INVALID_OPTION if the content is malformed.
 */
ransack_status ransack_theme_from_tm_theme(struct ransack_bytes text, struct ransack_theme **out);

/**
 * Returns the text style of a syntax class, a ransack_highlight_class.
 *
 * Fails with RANSACK_STATUS_INVALID_OPTION if the number is unknown.
 */
ransack_status ransack_theme_style(const struct ransack_theme *theme,
                                   uint32_t class_,
                                   struct ransack_text_style *out);

/**
 * Returns CSS rules that apply the theme to HTML output inside all elements that `selector`
 * matches. Free `out` with ransack_string_free().
 */
ransack_status ransack_theme_css(const struct ransack_theme *theme,
                                 struct ransack_bytes selector,
                                 struct ransack_string **out);

/**
 * Frees a theme. Does nothing if the pointer is NULL.
 */
void ransack_theme_free(struct ransack_theme *theme);

/**
 * Creates a form for terminals with the caller's colours. Free the form with
 * ransack_highlight_form_free().
 */
ransack_status ransack_highlight_form_colors(const struct ransack_highlight_colors *colors,
                                             struct ransack_highlight_form **out);

/**
 * Creates a form for terminals that uses the colours of a theme. The theme may be freed first.
 * `depth` is a ransack_color_depth. Free the form with ransack_highlight_form_free().
 *
 * Fails with RANSACK_STATUS_INVALID_OPTION if `depth` is unknown.
 */
ransack_status ransack_highlight_form_theme(const struct ransack_theme *theme,
                                            uint32_t depth,
                                            struct ransack_highlight_form **out);

/**
 * Creates a form for HTML, in which highlighted text is wrapped in elements such as <span
 * class="hl-keyword"> and special characters are escaped. Free the form with
 * ransack_highlight_form_free().
 */
ransack_status ransack_highlight_form_html(struct ransack_highlight_form **out);

/**
 * Frees an output form. Does nothing if the pointer is NULL.
 */
void ransack_highlight_form_free(struct ransack_highlight_form *form);

/**
 * Sets every field of an options struct or of a ransack_scope to its default, as the _INIT macro
 * of the struct does, for languages that cannot use macros.
 *
 * `name` is the name of the struct, such as "ransack_grep_options". `version` is the version of
 * the struct that the program knows, such as RANSACK_GREP_OPTIONS_VERSION; nothing is written past
 * the last field of that version.
 *
 * Fails with RANSACK_STATUS_INVALID_OPTION if this build has no options struct of that name, and
 * with RANSACK_STATUS_BAD_VERSION if the version is unknown.
 */
ransack_status ransack_options_init(void *options, const char *name, uint32_t version);

/**
 * Outlines text in memory: returns the functions, types and their members, sections and keys. Free
 * `out` with ransack_outline_free().
 *
 * `language` is the name or an alias of the text's language; see ransack_ast_languages().
 * `key_depth` is the maximum depth of keys in a data file, usually 3; RANSACK_NO_LIMIT means no
 * limit. `token` cancels the call; NULL for none. Parses the whole text once and blocks until the
 * result is ready. Code with syntax errors is outlined as far as possible: see `syntax_errors`.
 *
 * Fails if the language is unknown or the token fires.
 *
 *     ransack_outline *outline = NULL;
 *     status = ransack_outline_source(source, RANSACK_BYTES("c"), 3, NULL, &outline);
 *     for (size_t i = 0; status == RANSACK_STATUS_OK && i < outline->items_len; i++)
 *       printf("%" RANSACK_BYTES_FMT "\n", RANSACK_BYTES_ARG(outline->items[i].signature));
 *     ransack_outline_free(outline);
 */
ransack_status ransack_outline_source(struct ransack_bytes source,
                                      struct ransack_bytes language,
                                      uint64_t key_depth,
                                      const struct ransack_cancel_token *token,
                                      struct ransack_outline **out);

/**
 * Frees an outline returned by ransack_outline_source() or ransack_outline_file(). Does nothing if
 * the pointer is NULL.
 */
void ransack_outline_free(struct ransack_outline *outline);

/**
 * Outlines the file `path`.
 *
 * - `options` may be NULL for the defaults. The workspace in its scope, if any, is where a
 *   relative path starts, and its open buffers replace files; the scope must name no roots.
 * - `token` cancels the call; NULL for none.
 * - `out` receives the outline; free it with ransack_outline_free(). It receives NULL if the file
 *   is skipped, because it is binary, too large or cannot be decoded, for example: the report then
 *   says why.
 * - `out_report` receives the report, or is NULL if the report is not needed; free it with
 *   ransack_report_free().
 *
 * Fails if the path is a directory or cannot be opened, if the file name implies no language and
 * `language` is not set, if the language is unknown, if an option is invalid, or if the token
 * fires. Also fails on a timeout, unless the options ask for partial results; `out` then receives
 * NULL.
 *
 *     ransack_outline *outline = NULL;
 *     status = ransack_outline_file(RANSACK_BYTES("src/a.c"), NULL, NULL, &outline, NULL);
 *     if (status == RANSACK_STATUS_OK && outline != NULL)
 *       printf("%zu definitions\n", outline->items_len);
 *     ransack_outline_free(outline);
 */
ransack_status ransack_outline_file(struct ransack_bytes path,
                                    const struct ransack_outline_options *options,
                                    const struct ransack_cancel_token *token,
                                    struct ransack_outline **out,
                                    struct ransack_report **out_report);

/**
 * Outlines each file in scope that is in a known language, and passes the outlines to `on_outline`
 * in path order, regardless of the number of threads.
 *
 * - `token` cancels the call; NULL for none.
 * - `on_outline` may be NULL if only the report is needed.
 * - `out_report` receives the report, or is NULL if the report is not needed; free it with
 *   ransack_report_free().
 *
 * Fails if the language is unknown, if a glob, type or option is invalid, if a root cannot be
 * opened, or if the token fires. Also fails on a timeout, unless the options ask for partial
 * results. A file that cannot be outlined or has syntax errors does not fail the call: see
 * `skipped` in the report.
 */
ransack_status ransack_outline_each(const struct ransack_outline_options *options,
                                    const struct ransack_cancel_token *token,
                                    ransack_on_outline on_outline,
                                    void *user_data,
                                    struct ransack_report **out_report);

/**
 * Opens a stream of the results of ransack_outline_each(): the work runs in the background, and
 * ransack_outline_stream_next() returns the results. `options` and `token` are as for
 * ransack_outline_each(); `options` need not outlive this call. Free `out` with
 * ransack_stream_free().
 *
 * Fails if an argument or option is invalid, such as a null pointer; all other errors are returned
 * by ransack_outline_stream_next().
 */
ransack_status ransack_outline_stream(const struct ransack_outline_options *options,
                                      const struct ransack_cancel_token *token,
                                      struct ransack_stream **out);

/**
 * Sets `out` to the next result of ransack_outline_stream(), which is valid until the next call on
 * the stream. If `wait` is not 0, waits until a result is ready or the stream ends.
 *
 * Sets `out` to NULL if the stream has ended, or if `wait` is 0 and no result is ready. To
 * distinguish the two, call ransack_stream_report(), which returns a report only after the end. An
 * error also ends the stream; the error is returned once, and there is no report.
 */
ransack_status ransack_outline_stream_next(struct ransack_stream *stream,
                                           uint8_t wait,
                                           const struct ransack_outline **out);

/**
 * Finds a definition by name path in text in memory, and returns its source. Free `out` with
 * ransack_definition_free().
 *
 * - `name` is the qualified name of the definition or the end of that name: "Outer.method",
 *   "Outer::method" or "method"; case-sensitive. An exact qualified name takes precedence over
 *   names that only end with it. A suffix "#1", "#2" and so on selects one of several definitions
 *   with the same name, in source order; if the number is out of range, the call fails with
 *   RANSACK_STATUS_UNKNOWN_NAME. A declaration without a body is found only if the text has no
 *   definition with that name.
 * - `options` selects parts and layout; NULL means the defaults.
 * - `language` is the name or an alias of the text's language; see ransack_ast_languages().
 * - `token` cancels the call; NULL for none.
 *
 * Fails with RANSACK_STATUS_UNKNOWN_NAME if no definition has the name, and with
 * RANSACK_STATUS_AMBIGUOUS_NAME if several definitions have it; the error's `candidates` are the
 * nearest names or, for an ambiguous name, each definition with its number. Also fails if the
 * language is unknown or the token fires.
 */
ransack_status ransack_definition_source(struct ransack_bytes source,
                                         struct ransack_bytes language,
                                         struct ransack_bytes name,
                                         const struct ransack_definition_options *options,
                                         const struct ransack_cancel_token *token,
                                         struct ransack_definition **out);

/**
 * Frees a definition returned by ransack_definition_source() or ransack_definition_in_file(). Does
 * nothing if the pointer is NULL.
 */
void ransack_definition_free(struct ransack_definition *definition);

/**
 * Finds a definition by name path in the file `path`, and returns its source. Free `out` with
 * ransack_definition_free().
 *
 * - `files` selects the workspace, the language and limits, as `options` in
 *   ransack_outline_file(); NULL means the defaults.
 * - `name` and `options` are as for ransack_definition_source().
 * - `token`, `out` and `out_report` are as for ransack_outline_file(): `out` receives NULL if the
 *   file is skipped.
 *
 * Returns any error of ransack_definition_source() or ransack_outline_file(). The `path` of the
 * error for an unknown or ambiguous name is the file.
 *
 *     ransack_definition *found = NULL;
 *     status = ransack_definition_in_file(RANSACK_BYTES("src/a.py"), NULL, RANSACK_BYTES("Tool.run"),
 *                                         NULL, NULL, &found, NULL);
 */
ransack_status ransack_definition_in_file(struct ransack_bytes path,
                                          const struct ransack_outline_options *files,
                                          struct ransack_bytes name,
                                          const struct ransack_definition_options *options,
                                          const struct ransack_cancel_token *token,
                                          struct ransack_definition **out,
                                          struct ransack_report **out_report);

/**
 * Returns the imports of text in memory, including imports in functions, conditions and #if
 * blocks. Free `out` with ransack_imports_free().
 *
 * `language` is the name or an alias of the text's language; see ransack_ast_languages(). `token`
 * cancels the call; NULL for none. Parses the whole text once and blocks until the result is
 * ready. Code with syntax errors is read as far as possible: see `syntax_errors`.
 *
 * Fails if the language is unknown or has no imports, or if the token fires.
 *
 *     ransack_imports *imports = NULL;
 *     status = ransack_imports_source(source, RANSACK_BYTES("c"), NULL, &imports);
 *     for (size_t i = 0; status == RANSACK_STATUS_OK && i < imports->items_len; i++)
 *       printf("%" RANSACK_BYTES_FMT "\n", RANSACK_BYTES_ARG(imports->items[i].module));
 *     ransack_imports_free(imports);
 */
ransack_status ransack_imports_source(struct ransack_bytes source,
                                      struct ransack_bytes language,
                                      const struct ransack_cancel_token *token,
                                      struct ransack_imports **out);

/**
 * Frees imports returned by ransack_imports_source() or ransack_imports_file(). Does nothing if
 * the pointer is NULL.
 */
void ransack_imports_free(struct ransack_imports *imports);

/**
 * Returns the imports of the file `path`, as ransack_imports_source() does for text. Free `out`
 * with ransack_imports_free().
 *
 * All arguments are as for ransack_outline_file(): `options` may be NULL, and `out` receives NULL
 * if the file is skipped.
 *
 * Fails under the same conditions as ransack_outline_file(), and if the language has no imports.
 */
ransack_status ransack_imports_file(struct ransack_bytes path,
                                    const struct ransack_outline_options *options,
                                    const struct ransack_cancel_token *token,
                                    struct ransack_imports **out,
                                    struct ransack_report **out_report);

/**
 * Reads the imports of each file in scope that is in a language with imports, and passes them to
 * `on_imports` in path order, regardless of the number of threads.
 *
 * - `token` cancels the call; NULL for none.
 * - `on_imports` may be NULL if only the report is needed.
 * - `out_report` receives the report, or is NULL if the report is not needed; free it with
 *   ransack_report_free().
 *
 * Fails under the same conditions as ransack_outline_each(), and if the options name a language
 * without imports.
 */
ransack_status ransack_imports_each(const struct ransack_outline_options *options,
                                    const struct ransack_cancel_token *token,
                                    ransack_on_imports on_imports,
                                    void *user_data,
                                    struct ransack_report **out_report);

/**
 * Opens a stream of the results of ransack_imports_each(): the work runs in the background, and
 * ransack_imports_stream_next() returns the results. `options` and `token` are as for
 * ransack_imports_each(); `options` need not outlive this call. Free `out` with
 * ransack_stream_free().
 *
 * Fails if an argument or option is invalid, such as a null pointer; all other errors are returned
 * by ransack_imports_stream_next().
 */
ransack_status ransack_imports_stream(const struct ransack_outline_options *options,
                                      const struct ransack_cancel_token *token,
                                      struct ransack_stream **out);

/**
 * Sets `out` to the next result of ransack_imports_stream(), which is valid until the next call on
 * the stream. If `wait` is not 0, waits until a result is ready or the stream ends.
 *
 * Sets `out` to NULL if the stream has ended, or if `wait` is 0 and no result is ready. To
 * distinguish the two, call ransack_stream_report(), which returns a report only after the end. An
 * error also ends the stream; the error is returned once, and there is no report.
 */
ransack_status ransack_imports_stream_next(struct ransack_stream *stream,
                                           uint8_t wait,
                                           const struct ransack_imports **out);

/**
 * Returns the names that text in memory exports. Free `out` with ransack_exports_free().
 *
 * Exported names are: in C and C++, non-static functions and variables at top level and in
 * namespaces; in Rust, `pub` items; in Python, the strings in `__all__` (list and tuple literals
 * that are assigned, joined with `+`, or added with `+=`, `extend` or `append`) or, without
 * `__all__`, names without a leading underscore; in JavaScript, names in `export` statements and
 * `module.exports`; in Go, capitalised names; in Java, public types.
 *
 * `language` is the name or an alias of the text's language; see ransack_ast_languages(). `token`
 * cancels the call; NULL for none. Parses the whole text once and blocks until the result is
 * ready.
 *
 * Fails if the language is unknown or has no exports, or if the token fires.
 */
ransack_status ransack_exports_source(struct ransack_bytes source,
                                      struct ransack_bytes language,
                                      const struct ransack_cancel_token *token,
                                      struct ransack_exports **out);

/**
 * Frees exports returned by ransack_exports_source() or ransack_exports_file(). Does nothing if
 * the pointer is NULL.
 */
void ransack_exports_free(struct ransack_exports *exports);

/**
 * Returns the names that the file `path` exports, as ransack_exports_source() does for text. Free
 * `out` with ransack_exports_free().
 *
 * All arguments are as for ransack_outline_file(): `options` may be NULL, and `out` receives NULL
 * if the file is skipped.
 *
 * Fails under the same conditions as ransack_outline_file(), and if the language has no exports.
 */
ransack_status ransack_exports_file(struct ransack_bytes path,
                                    const struct ransack_outline_options *options,
                                    const struct ransack_cancel_token *token,
                                    struct ransack_exports **out,
                                    struct ransack_report **out_report);

/**
 * Reads the exports of each file in scope that is in a language with exports, and passes them to
 * `on_exports` in path order, regardless of the number of threads.
 *
 * - `token` cancels the call; NULL for none.
 * - `on_exports` may be NULL if only the report is needed.
 * - `out_report` receives the report, or is NULL if the report is not needed; free it with
 *   ransack_report_free().
 *
 * Fails under the same conditions as ransack_outline_each(), and if the options name a language
 * without exports.
 */
ransack_status ransack_exports_each(const struct ransack_outline_options *options,
                                    const struct ransack_cancel_token *token,
                                    ransack_on_exports on_exports,
                                    void *user_data,
                                    struct ransack_report **out_report);

/**
 * Opens a stream of the results of ransack_exports_each(): the work runs in the background, and
 * ransack_exports_stream_next() returns the results. `options` and `token` are as for
 * ransack_exports_each(); `options` need not outlive this call. Free `out` with
 * ransack_stream_free().
 *
 * Fails if an argument or option is invalid, such as a null pointer; all other errors are returned
 * by ransack_exports_stream_next().
 */
ransack_status ransack_exports_stream(const struct ransack_outline_options *options,
                                      const struct ransack_cancel_token *token,
                                      struct ransack_stream **out);

/**
 * Sets `out` to the next result of ransack_exports_stream(), which is valid until the next call on
 * the stream. If `wait` is not 0, waits until a result is ready or the stream ends.
 *
 * Sets `out` to NULL if the stream has ended, or if `wait` is 0 and no result is ready. To
 * distinguish the two, call ransack_stream_report(), which returns a report only after the end. An
 * error also ends the stream; the error is returned once, and there is no report.
 */
ransack_status ransack_exports_stream_next(struct ransack_stream *stream,
                                           uint8_t wait,
                                           const struct ransack_exports **out);

/**
 * Adds imports to text in memory and returns the new text. The bytes of the text are kept, even if
 * they are not UTF-8. Free `out` with ransack_string_free().
 *
 * If a statement already imports from the same module, the name is added to that statement; an
 * import that already exists changes nothing. A type-only import becomes a value import if a value
 * is added. A new statement is inserted at its sorted position among the imports of its group, or
 * below the file header; Python's `__future__` imports precede all other code. A list in the
 * language's usual layout is wrapped if it becomes too long; in any other layout, names are
 * inserted and the rest is unchanged. ransack_remove_imports() with the same import restores the
 * original text. Imports inside functions, conditions and #if blocks are ignored.
 *
 * In JavaScript and TypeScript, names of `const { a } = require('b')` at the top level count as
 * existing. If a text has such calls and neither `import` nor `export` statements, except
 * type-only imports, a new import is a call too: `const { a } = require('b')`,
 * `const b = require('b')` for the default export or the namespace, or `require('b')`. Such calls
 * are neither removed nor organised.
 *
 * In C#, PHP and Scala, a block of a namespace or package has its own imports. If all imports are
 * in one such block, a new import joins them; in PHP, it also goes into the only block with
 * braces. In Kotlin and PHP, each new name has a statement of its own, unless PHP code already
 * imports from the module by a group in braces. In Scala, new renames and wildcards have the
 * syntax of Scala 3 if an import of the text has it, and otherwise the syntax of Scala 2.
 *
 * In Ruby, Lua and Perl, where an import runs code, a new statement follows the existing statements
 * of its group, and a new name the names of its list. In Vue and Svelte, a new import goes into
 * `<script setup>`; without one, into the first script that is not `<script module>`; and otherwise
 * into the first script. Imports in other scripts count as existing. In Astro, only the front
 * matter is changed.
 *
 * - `imports` is an array of `imports_len` imports to add.
 * - `statuses` is NULL or an array of `imports_len` numbers, which receives a ransack_edit_status
 *   for each import: RANSACK_EDIT_STATUS_UNCHANGED if the import already exists.
 * - `language` is the name or an alias of the text's language: C, C++, C#, Go, Java, JavaScript,
 *   Kotlin, Lua, Perl, PHP, Python, Ruby, Rust, Scala, Solidity, Swift, TSX or TypeScript, or Astro,
 *   Svelte or Vue, whose scripts are changed.
 * - `token` cancels the call; NULL for none.
 *
 * Fails if imports cannot be changed in the language, if an import kind, module or name is invalid
 * in the language, if a Vue, Svelte or Astro text has no script for the import, if a PHP text has
 * several namespaces or no line for the import, or if the token fires.
 *
 *     ransack_import_request request = RANSACK_IMPORT_REQUEST_INIT;
 *     request.module = RANSACK_BYTES("sys");
 *     status = ransack_add_imports(source, RANSACK_BYTES("python"), &request, 1, NULL,
 *                                  NULL, &text);
 */
ransack_status ransack_add_imports(struct ransack_bytes source,
                                   struct ransack_bytes language,
                                   const struct ransack_import_request *imports,
                                   size_t imports_len,
                                   uint32_t *statuses,
                                   const struct ransack_cancel_token *token,
                                   struct ransack_string **out);

/**
 * Removes imports at the top level of text in memory and returns the new text, in the same way as
 * ransack_add_imports(). A statement left without names is removed with its line, its attributes,
 * the comments directly above it and the comment after it. Licences and other file-level comments
 * stay. A list that loses names keeps its layout, except that a multi-line list that was too long
 * for one line is joined once it fits on one line. Either all imports are removed, or the call
 * fails.
 *
 * `removals` is an array of `removals_len` imports to remove. Fails with
 * RANSACK_STATUS_UNKNOWN_NAME if the text has no such import at top level; the error's
 * `candidates` are the nearest modules or names. All other errors are the same as for
 * ransack_add_imports().
 */
ransack_status ransack_remove_imports(struct ransack_bytes source,
                                      struct ransack_bytes language,
                                      const struct ransack_import_removal *removals,
                                      size_t removals_len,
                                      const struct ransack_cancel_token *token,
                                      struct ransack_string **out);

/**
 * Groups, sorts and merges the imports at the top level of text in memory by the language's
 * convention, as isort, rustfmt, goimports, google-java-format, clang-format, `dotnet format`,
 * PHP-CS-Fixer, ktlint, Scalafix and swift-format do; in Kotlin and Scala, by the common order that
 * the text follows best. Returns the new text in the same way as ransack_add_imports(). No import moves across other code, standalone
 * comments, #if, or Python's `from m import *`, which may rebind any name. Comments directly above
 * and after an import move with it, but licences and other file-level comments stay. An import
 * with a suppression comment (`# noqa`, `// @ts-ignore`) is neither merged nor wrapped. The
 * comments `isort: off`, `fmt: off`, `clang-format off`, `isort: skip` and `isort: skip_file` are
 * respected. In C# and Swift, imports inside #if keep their order. The operation is idempotent.
 *
 * Imports of Ruby, Lua and Perl run code and keep their order; only repeated imports are removed,
 * if they have no effect. In Vue and Svelte, each script outside other elements is organised; in
 * Astro, the front matter.
 *
 * `file_name` is the name of the file, which identifies the main header in C and C++; may be
 * empty. Fails under the same conditions as ransack_add_imports().
 */
ransack_status ransack_organise_imports(struct ransack_bytes source,
                                        struct ransack_bytes language,
                                        struct ransack_bytes file_name,
                                        const struct ransack_cancel_token *token,
                                        struct ransack_string **out);

/**
 * Returns the name of a ransack_import_kind, such as "sideEffect", or "" for an unknown number.
 * The string is static.
 */
const char *ransack_import_kind_name(uint32_t kind);

/**
 * Returns the name of a ransack_export_kind, such as "reExport", or "" for an unknown number. The
 * string is static.
 */
const char *ransack_export_kind_name(uint32_t kind);

/**
 * Returns the name of a ransack_item_kind, such as "typeAlias", or "" for an unknown number. The
 * string is static.
 */
const char *ransack_item_kind_name(uint32_t kind);

/**
 * Returns the name of a ransack_modifier, such as "static", or "" if the number is not exactly one
 * known modifier. The string is static.
 */
const char *ransack_modifier_name(uint32_t modifier);

/**
 * Returns a skeleton of text in memory: function bodies are elided; imports, types with their
 * members, constants and signatures stay. Free `out` with ransack_skeleton_free().
 *
 * - `options` limits level and tokens, and names definitions to keep; NULL means the defaults.
 * - `language` is the name or an alias of the text's language; see ransack_ast_languages().
 * - `token` cancels the call; NULL for none.
 *
 * Fails if a name is unknown or ambiguous, if the language or the encoding is unknown, or if the
 * token fires.
 */
ransack_status ransack_skeleton_source(struct ransack_bytes source,
                                       struct ransack_bytes language,
                                       const struct ransack_skeleton_options *options,
                                       const struct ransack_cancel_token *token,
                                       struct ransack_skeleton **out);

/**
 * Frees a skeleton returned by ransack_skeleton_source() or ransack_skeleton_file(). Does nothing
 * if the pointer is NULL.
 */
void ransack_skeleton_free(struct ransack_skeleton *skeleton);

/**
 * Returns a skeleton of the file `path`. Free `out` with ransack_skeleton_free().
 *
 * - `files` selects the workspace, the language and limits, as `options` in
 *   ransack_outline_file(); NULL means the defaults.
 * - `options` is as for ransack_skeleton_source().
 * - `token`, `out` and `out_report` are as for ransack_outline_file(): `out` receives NULL if the
 *   file is skipped.
 *
 * Returns any error of ransack_skeleton_source() or ransack_outline_file().
 */
ransack_status ransack_skeleton_file(struct ransack_bytes path,
                                     const struct ransack_outline_options *files,
                                     const struct ransack_skeleton_options *options,
                                     const struct ransack_cancel_token *token,
                                     struct ransack_skeleton **out,
                                     struct ransack_report **out_report);

/**
 * Makes a skeleton of each file in scope that is in a language with outlines, and passes the
 * skeletons to `on_skeleton` in path order, regardless of the number of threads.
 *
 * - `options` is as for ransack_skeleton_source(), except that a name may have several
 *   definitions, in one file or in several; NULL means the defaults.
 * - `token` cancels the call; NULL for none.
 * - `on_skeleton` may be NULL if only the report is needed.
 * - `out_report` receives the report, or is NULL if the report is not needed; free it with
 *   ransack_report_free().
 *
 * Fails under the same conditions as ransack_outline_each(). Also fails if the level is unknown or
 * a name is empty, and with RANSACK_STATUS_UNKNOWN_NAME if no file defines one of the names.
 * Whether a name is defined is known only after all files have been read, so `on_skeleton` may
 * have been called before this error. A call that is stopped earlier by a limit or by
 * `on_skeleton` does not return this error.
 */
ransack_status ransack_skeleton_each(const struct ransack_outline_options *files,
                                     const struct ransack_skeleton_options *options,
                                     const struct ransack_cancel_token *token,
                                     ransack_on_skeleton on_skeleton,
                                     void *user_data,
                                     struct ransack_report **out_report);

/**
 * Opens a stream of the results of ransack_skeleton_each(): the work runs in the background, and
 * ransack_skeleton_stream_next() returns the results. `files`, `options` and `token` are as for
 * ransack_skeleton_each(); `files` and `options` need not outlive this call. Free `out` with
 * ransack_stream_free().
 *
 * Fails if an argument or option is invalid, such as a null pointer; all other errors are returned
 * by ransack_skeleton_stream_next().
 */
ransack_status ransack_skeleton_stream(const struct ransack_outline_options *files,
                                       const struct ransack_skeleton_options *options,
                                       const struct ransack_cancel_token *token,
                                       struct ransack_stream **out);

/**
 * Sets `out` to the next result of ransack_skeleton_stream(), which is valid until the next call
 * on the stream. If `wait` is not 0, waits until a result is ready or the stream ends.
 *
 * Sets `out` to NULL if the stream has ended, or if `wait` is 0 and no result is ready. To
 * distinguish the two, call ransack_stream_report(), which returns a report only after the end. An
 * error also ends the stream; the error is returned once, and there is no report.
 */
ransack_status ransack_skeleton_stream_next(struct ransack_stream *stream,
                                            uint8_t wait,
                                            const struct ransack_skeleton **out);

/**
 * Packs the files of a scope into one text for a language model. Free `out` with
 * ransack_packed_free().
 *
 * Files are in path order. If the text has a maximum, it never exceeds it, and files with a low
 * priority are shown in less detail, then left out: first the bodies of functions are lost, then
 * signatures, then names. Explicitly named files come first, then files with relevant definitions
 * and texts; among others, recently changed files of a Git repository (those that differ from its
 * index, then the later written), and files whose definitions occur in many other files. Weights are
 * factors. Headings have the paths of the result; with several roots and no workspace, they begin with
 * the root as given.
 *
 * Without a maximum, reads each file once. With a maximum, also parses each file in a known language,
 * and reads the shown files twice. A workspace keeps the measurements: a later call parses only
 * changed files, and without `relevant` it reads only these and the shown ones.
 *
 * - `options` selects files and maximum; NULL means the defaults.
 * - `token` cancels the call; NULL for none.
 *
 * Fails with RANSACK_STATUS_INVALID_OPTION if both maxima are set, if the maximum is less than the
 * size of the added sections, or, without a maximum, if the files are larger than
 * `max_content_size`; and with any error of ransack_glob() for the scope.
 */
ransack_status ransack_pack(const struct ransack_pack_options *options,
                            const struct ransack_cancel_token *token,
                            struct ransack_packed **out);

/**
 * Opens a stream of the text of ransack_pack() in parts, one for each file: the work runs in the
 * background, and ransack_pack_stream_next() returns the parts. While the call reads files ahead of
 * the text, it returns parts without a text, whose `files_done` is the number of files so far.
 *
 * `options` and `token` are as for ransack_pack(); `options` need not outlive this call. Free `out`
 * with ransack_stream_free().
 *
 * Costs as much as ransack_pack(), without the memory for the text. Without a maximum, the tree needs
 * the numbers of tokens of all files, so files are read twice; without the tree, the first part is
 * ready as soon as the first file is read.
 *
 * Fails if an argument or option is invalid, such as a null pointer; all other errors are returned
 * by ransack_pack_stream_next(), also RANSACK_STATUS_INVALID_OPTION for `explain` and `list_only`,
 * which have no parts.
 */
ransack_status ransack_pack_stream(const struct ransack_pack_options *options,
                                   const struct ransack_cancel_token *token,
                                   struct ransack_stream **out);

/**
 * Sets `out` to the next part of ransack_pack_stream(), which is valid until the next call on the
 * stream. If `wait` is not 0, waits until a part is ready or the stream ends.
 *
 * Sets `out` to NULL if the stream has ended, or if `wait` is 0 and no part is ready. To distinguish
 * the two, call ransack_stream_report(), which returns a report only after the end. An error also
 * ends the stream; the error is returned once, and there is no report.
 */
ransack_status ransack_pack_stream_next(struct ransack_stream *stream,
                                        uint8_t wait,
                                        const struct ransack_packed_text **out);

/**
 * Frees a pack and everything it points to. Does nothing if the pointer is NULL.
 */
void ransack_packed_free(struct ransack_packed *packed);

/**
 * Creates a pool of at most `size` threads. A size of 0 counts as 1, and a size above 1024
 * as 1024. Free the pool with ransack_pool_free().
 */
ransack_status ransack_pool_new(size_t size, struct ransack_pool **out);

/**
 * Returns the maximum number of threads in a pool; NULL means the shared pool.
 */
size_t ransack_pool_size(const struct ransack_pool *pool);

/**
 * Sets the maximum number of threads in a pool; NULL means the shared pool. Also applies to calls
 * in progress. A size of 0 counts as 1, and a size above 1024 as 1024. Surplus threads end after
 * their current job.
 */
ransack_status ransack_pool_resize(const struct ransack_pool *pool, size_t size);

/**
 * Sets `out` to the current numbers of worker threads and waiting tasks in a pool; a NULL pool
 * means the shared pool.
 */
ransack_status ransack_pool_stats_get(const struct ransack_pool *pool,
                                      struct ransack_pool_stats *out);

/**
 * Frees a handle to a pool; calls and workspaces that use the pool keep it alive. Does nothing if
 * the pointer is NULL.
 */
void ransack_pool_free(struct ransack_pool *pool);

/**
 * Creates a renderer without results. Free it with ransack_renderer_free().
 *
 * Fails if an option is invalid.
 */
ransack_status ransack_renderer_new(const struct ransack_render_options *options,
                                    struct ransack_renderer **out);

/**
 * Adds a result of a content search.
 */
ransack_status ransack_renderer_push_grep_match(struct ransack_renderer *renderer,
                                                const struct ransack_grep_match *item);

/**
 * Adds a result of a path search.
 */
ransack_status ransack_renderer_push_glob_match(struct ransack_renderer *renderer,
                                                const struct ransack_glob_match *item);

/**
 * Adds a result of a fuzzy path search.
 */
ransack_status ransack_renderer_push_fuzzy_match(struct ransack_renderer *renderer,
                                                 const struct ransack_fuzzy_match *item);

/**
 * Adds a result of an AST search.
 */
ransack_status ransack_renderer_push_ast_match(struct ransack_renderer *renderer,
                                               const struct ransack_ast_match *item);

/**
 * Adds the definitions of an outline.
 */
ransack_status ransack_renderer_push_outline(struct ransack_renderer *renderer,
                                             const struct ransack_outline *item);

/**
 * Adds the diff of a changed file.
 */
ransack_status ransack_renderer_push_file_change(struct ransack_renderer *renderer,
                                                 const struct ransack_file_change *item);

/**
 * Adds the report of the call that found the results; a later report replaces it.
 */
ransack_status ransack_renderer_push_report(struct ransack_renderer *renderer,
                                            const struct ransack_report *report);

/**
 * Renders the results that were added. `token` cancels the call; NULL for none. Free the text with
 * ransack_rendering_free(). The renderer keeps the results.
 *
 * Fails with RANSACK_STATUS_INVALID_OPTION if the last line alone exceeds `max_tokens`, or if the
 * token fires.
 */
ransack_status ransack_renderer_finish(const struct ransack_renderer *renderer,
                                       const struct ransack_cancel_token *token,
                                       struct ransack_rendering **out);

/**
 * Frees a renderer. Does nothing if the pointer is NULL.
 */
void ransack_renderer_free(struct ransack_renderer *renderer);

/**
 * Frees a rendering and its text. Does nothing if the pointer is NULL.
 */
void ransack_rendering_free(struct ransack_rendering *rendering);

/**
 * Returns the name of a ransack_skip_reason, such as "tooLarge", or "" for an unknown number. The
 * string is static.
 */
const char *ransack_skip_reason_name(uint32_t reason);

/**
 * Returns the name of a ransack_stopped_by, such as "limit", or "" for RANSACK_STOPPED_BY_NONE and
 * unknown numbers. The string is static.
 */
const char *ransack_stopped_by_name(uint32_t stopped_by);

/**
 * Frees a report and everything it points to. Does nothing if the pointer is NULL.
 */
void ransack_report_free(struct ransack_report *report);

/**
 * Returns a view of the NUL-terminated string `text`, without the NUL; if `text` is NULL, the view
 * is empty. The view is valid as long as the string.
 */
struct ransack_bytes ransack_bytes_from_str(const char *text);

/**
 * Sets the wake-up callback. After each non-blocking `_next` call that returns nothing, `on_ready`
 * is called once, as soon as another `_next` call may return something. Replaces an earlier
 * callback, and closes the file descriptor returned by ransack_stream_fd(). If `on_ready` is NULL,
 * the stream then has neither.
 *
 * `user_data` may be used on any thread. Replacing the callback or freeing the stream waits until
 * a running callback returns; the old callback never runs afterwards.
 */
ransack_status ransack_stream_on_ready(struct ransack_stream *stream,
                                       ransack_on_ready on_ready,
                                       void *user_data);

/**
 * Sets `out` to a file descriptor for poll(), epoll or an event loop. The descriptor is readable
 * while a non-blocking `_next` call might return a result, the end or an error. After a `_next`
 * call that returns nothing, the descriptor is not readable until another call may return
 * something. The stream owns the descriptor; do not read, write or close it. Removes a callback
 * set by ransack_stream_on_ready().
 *
 * Fails with RANSACK_STATUS_IO if the process cannot open more files, and with
 * RANSACK_STATUS_INVALID_OPTION on a platform without file descriptors.
 */
ransack_status ransack_stream_fd(struct ransack_stream *stream, int *out);

/**
 * Sets `out` to the report if the stream has ended, otherwise to NULL. The stream owns the report.
 */
ransack_status ransack_stream_report(const struct ransack_stream *stream,
                                     const struct ransack_report **out);

/**
 * Stops the work and frees the stream, its last result, its report and its file descriptor. Does
 * nothing if the pointer is NULL.
 */
void ransack_stream_free(struct ransack_stream *stream);

/**
 * Frees a string. Does nothing if the pointer is NULL.
 */
void ransack_string_free(struct ransack_string *string);

/**
 * Returns the Unicode version used for widths and grapheme clusters, for example "17.0.0". The
 * string is static.
 */
const char *ransack_unicode_version(void);

/**
 * Measures the width of text in terminal cells; the width of several lines is the sum of their
 * widths.
 *
 * Escape sequences and control characters have no width; CR and BS do not move the cursor back. A
 * tab extends to the next tab stop, counted from the start of its line (LF and CR LF end a line).
 *
 * `options` may be NULL. Takes time linear in the length of the text. Allocates nothing if the
 * text is UTF-8.
 *
 *     size_t width;
 *     status = ransack_visible_width(text, NULL, &width);
 */
ransack_status ransack_visible_width(struct ransack_bytes text,
                                     const struct ransack_text_options *options,
                                     size_t *out);

/**
 * Measures the width of UTF-16 text of `len` code units, in native byte order, by the same rules
 * as ransack_visible_width(). An unpaired surrogate counts as U+FFFD.
 *
 * `options` may be NULL. Takes time linear in the length of the text. Allocates nothing.
 */
ransack_status ransack_visible_width_utf16(const uint16_t *text,
                                           size_t len,
                                           const struct ransack_text_options *options,
                                           size_t *out);

/**
 * Measures the width of Latin-1 text, in which each byte is the code point with the same value, by
 * the same rules as ransack_visible_width().
 *
 * `options` may be NULL. Takes time linear in the length of the text. Allocates nothing.
 */
ransack_status ransack_visible_width_latin1(struct ransack_bytes text,
                                            const struct ransack_text_options *options,
                                            size_t *out);

/**
 * Measures the width of each of `len` strings by the same rules as ransack_visible_width().
 * `out_widths` is an array of `len` numbers, which is not written if the call fails. Intended for
 * bindings in which a call costs more than the measurement.
 *
 * `options` may be NULL. Takes time linear in the total length of the strings.
 */
ransack_status ransack_visible_widths(const struct ransack_bytes *texts,
                                      size_t len,
                                      const struct ransack_text_options *options,
                                      size_t *out_widths);

/**
 * Truncates text to at most `width` cells, including the ellipsis. Text that fits is returned
 * unchanged.
 *
 * The ellipsis takes the style of the text before it or, if the start is removed, of the text
 * after it. Styles that are open at a cut are closed after the ellipsis. With `pad`, a shorter
 * result is padded to `width` cells, or to 65,535 if `width` is larger.
 *
 * `options` may be NULL. Free `out->owner` with ransack_string_free(). Takes time linear in the
 * length of the text; if the end is removed, only the UTF-8 check reads more than the kept part.
 *
 *     ransack_text cut;
 *     status = ransack_truncate_to_width(text, 80, NULL, &cut);
 *     fwrite(cut.text.data, 1, cut.text.len, stdout);
 *     ransack_string_free(cut.owner);
 */
ransack_status ransack_truncate_to_width(struct ransack_bytes text,
                                         size_t width,
                                         const struct ransack_truncate_options *options,
                                         struct ransack_text *out);

/**
 * Returns the slice of a line that begins at cell `start` and is `length` cells wide, and stores
 * the slice's width in `out_width`, which may be NULL. Styles and hyperlinks that are open where
 * the slice starts are reopened there and closed at the end of the slice.
 *
 * A wide cluster that straddles the start is dropped, and one that straddles the end is kept, so
 * the slice can be one cell wider than `length`. With `strict`, the cells of such clusters that
 * lie inside the slice are replaced with spaces, and the width never exceeds `length`. A tab that
 * straddles either end becomes spaces in both modes.
 *
 * `options` may be NULL. Free `out->owner` with ransack_string_free(). Takes time linear in the
 * length of the text up to the end of the slice; only the UTF-8 check reads the rest.
 */
ransack_status ransack_slice_with_width(struct ransack_bytes line,
                                        size_t start,
                                        size_t length,
                                        uint8_t strict,
                                        const struct ransack_text_options *options,
                                        struct ransack_text *out,
                                        size_t *out_width);

/**
 * Returns the parts of a line on both sides of a box that covers it from cell `before_end` to cell
 * `after_start`: everything before the box, and `after_len` cells after the box.
 *
 * The part before the box never extends under the box: a wide cluster that straddles the edge is
 * replaced with spaces. With `strict_after`, the same applies to both ends of the part after the
 * box; otherwise that part is cut as in ransack_slice_with_width() without `strict`.
 *
 * `options` may be NULL. Free the `owner` of both parts with ransack_string_free(). Takes time
 * linear in the length of the line, in one pass.
 */
ransack_status ransack_extract_segments(struct ransack_bytes line,
                                        size_t before_end,
                                        size_t after_start,
                                        size_t after_len,
                                        uint8_t strict_after,
                                        const struct ransack_text_options *options,
                                        struct ransack_segments *out);

/**
 * Wraps text into lines of at most `width` cells.
 *
 * Lines break at spaces, tabs and U+200B, and around wide characters other than Hangul; a word is
 * broken only if it does not fit on any line. A cluster wider than `width` gets its own line. Line
 * breaks in the text (LF, CR LF) are kept; spaces where a line is broken are removed unless
 * `keep_spaces` is set. Styles and hyperlinks that are open at the end of a line are closed there
 * and reopened on the next line.
 *
 * `options` may be NULL. Free `out` with ransack_lines_free(). Takes time linear in the length of
 * the text. Allocates only lines that are not slices of the text.
 *
 *     ransack_lines *lines = NULL;
 *     status = ransack_wrap_text_with_ansi(text, 80, NULL, &lines);
 *     for (size_t i = 0; status == RANSACK_STATUS_OK && i < lines->len; i++)
 *       printf("%" RANSACK_BYTES_FMT "\n", RANSACK_BYTES_ARG(lines->lines[i]));
 *     ransack_lines_free(lines);
 */
ransack_status ransack_wrap_text_with_ansi(struct ransack_bytes text,
                                           size_t width,
                                           const struct ransack_wrap_options *options,
                                           struct ransack_lines **out);

/**
 * Frees wrapped lines. Does nothing if the pointer is NULL.
 */
void ransack_lines_free(struct ransack_lines *lines);

/**
 * Pads a line with spaces to `width` cells, at most 65,535. `align`, a ransack_align, selects the
 * side on which the spaces are added. A line that is already that wide is returned unchanged.
 *
 * `options` may be NULL. Free `out->owner` with ransack_string_free(). Takes time linear in the
 * length of the line. Fails with RANSACK_STATUS_INVALID_OPTION if `align` is unknown.
 */
ransack_status ransack_pad_to_width(struct ransack_bytes line,
                                    size_t width,
                                    uint32_t align,
                                    const struct ransack_text_options *options,
                                    struct ransack_text *out);

/**
 * Passes the extended grapheme clusters (UAX #29) and escape sequences in text to `on_grapheme`,
 * with their widths. Concatenated, the clusters and sequences equal the text; each ill-formed part
 * is an item with its original bytes.
 *
 * `options` may be NULL; `on_grapheme` may not. Takes time linear in the length of the text.
 * Allocates nothing if the text is UTF-8.
 */
ransack_status ransack_graphemes(struct ransack_bytes text,
                                 const struct ransack_text_options *options,
                                 ransack_on_grapheme on_grapheme,
                                 void *user_data);

/**
 * Removes the escape sequences from text. Everything else stays, including control characters.
 * Text without escape sequences is returned unchanged. Free `out->owner` with
 * ransack_string_free(). Takes time linear in the length of the text.
 */
ransack_status ransack_strip_ansi(struct ransack_bytes text, struct ransack_text *out);

/**
 * Sanitises text for display or storage. Removes escape sequences, ill-formed parts and all
 * control characters (C0, DEL and C1) other than tab and LF; replaces CR LF and CR with LF. The
 * result is UTF-8. Text that needs no change is returned unchanged. Free `out->owner` with
 * ransack_string_free(). Takes time linear in the length of the text.
 */
ransack_status ransack_sanitize_text(struct ransack_bytes text, struct ransack_text *out);

/**
 * Counts the tokens in text with a published encoding, a ransack_encoding. Text that looks like a
 * special token counts as ordinary text. ransack_tokenizer_count() also takes options and a cancel
 * token.
 *
 * Runs on the calling thread and takes time linear in the length of the text. The first call for
 * an encoding loads the vocabulary. Later calls allocate only the thread's cache if the text is
 * UTF-8.
 *
 *     size_t count;
 *     status = ransack_count_tokens(text, RANSACK_ENCODING_O200K_BASE, &count);
 */
ransack_status ransack_count_tokens(struct ransack_bytes text, uint32_t encoding, size_t *out);

/**
 * Creates a counter for text that is initially empty. The tokenizer and the options may be freed
 * before the counter. `options` may be NULL. Free the counter with ransack_token_counter_free().
 *
 * If the vocabulary lacks an allowed special token, the first push fails, not this call.
 */
ransack_status ransack_token_counter_new(const struct ransack_tokenizer *tokenizer,
                                         const struct ransack_token_options *options,
                                         struct ransack_token_counter **out);

/**
 * Appends `part` and sets `out_total`, which may be NULL, to the new total. The part is copied and
 * may end inside a character. Takes time linear in the length of the part and the last few words
 * before the part. `token` cancels the call; NULL for none.
 *
 * Fails if the vocabulary lacks an allowed special token, or if the cancel token fires. If the
 * call fails, nothing is appended.
 */
ransack_status ransack_token_counter_push(struct ransack_token_counter *counter,
                                          struct ransack_bytes part,
                                          const struct ransack_cancel_token *token,
                                          size_t *out_total);

/**
 * Removes the last pushed part. Sets `out_popped`, which may be NULL, to 1, or to 0 if there was
 * no part to remove. Takes constant time.
 */
ransack_status ransack_token_counter_pop(struct ransack_token_counter *counter,
                                         uint8_t *out_popped);

/**
 * Sets `out_total` to the number of tokens in the text. Takes constant time.
 */
ransack_status ransack_token_counter_total(const struct ransack_token_counter *counter,
                                           size_t *out_total);

/**
 * Frees a token counter. Does nothing if the pointer is NULL.
 */
void ransack_token_counter_free(struct ransack_token_counter *counter);

/**
 * Truncates text to at most `limit` tokens. `how` selects the part to remove. `out` receives the
 * removed range; no text is copied, and the program writes the marker itself.
 *
 * Text is cut only between two tokens that meet at a character boundary, or between two lines. The
 * kept parts and the marker, counted as one text, have at most `limit` tokens. They may have fewer,
 * because white space next to a cut may tokenize differently and a character can span several tokens.
 *
 * `how` and `options` may be NULL. `token` cancels the call; NULL for none. Takes time linear in
 * the length of the whole text. Fails with RANSACK_STATUS_INVALID_OPTION if `how->from_` is
 * unknown, the marker has more than `limit` tokens, or the vocabulary lacks an allowed special
 * token. Also fails if the cancel token fires.
 *
 *     ransack_truncation cut;
 *     ransack_truncate_tokens_options how = RANSACK_TRUNCATE_TOKENS_OPTIONS_INIT;
 *     how.from_ = RANSACK_TRUNCATE_FROM_MIDDLE;
 *     how.marker = RANSACK_BYTES("\n[...]\n");
 *     status = ransack_tokenizer_truncate(tokenizer, text, 1000, &how, NULL, NULL, &cut);
 *     fwrite(text.data, 1, cut.dropped_start, stdout);
 *     if (cut.dropped_start < cut.dropped_end) fwrite(how.marker.data, 1, how.marker.len, stdout);
 *     fwrite(text.data + cut.dropped_end, 1, text.len - cut.dropped_end, stdout);
 */
ransack_status ransack_tokenizer_truncate(const struct ransack_tokenizer *tokenizer,
                                          struct ransack_bytes text,
                                          size_t limit,
                                          const struct ransack_truncate_tokens_options *how,
                                          const struct ransack_token_options *options,
                                          const struct ransack_cancel_token *token,
                                          struct ransack_truncation *out);

/**
 * Splits text into chunks of at most `size` tokens, each counted separately. Each chunk begins
 * with about the last `overlap` tokens of the previous chunk. Free `out` with
 * ransack_chunks_free().
 *
 * Text is cut between two tokens that meet at a character boundary. If no such cut makes a chunk
 * small enough, the chunk may end between any two characters. Only a chunk of a single character
 * can have more than `size` tokens. Empty text has no chunks; non-empty text without tokens is one
 * chunk.
 *
 * `options` may be NULL. `token` cancels the call; NULL for none. Takes time linear in the total
 * length of the chunks. Fails with RANSACK_STATUS_INVALID_OPTION if `overlap` is not less than
 * `size` or the vocabulary lacks an allowed special token. Also fails if the cancel token fires.
 */
ransack_status ransack_tokenizer_split(const struct ransack_tokenizer *tokenizer,
                                       struct ransack_bytes text,
                                       size_t size,
                                       size_t overlap,
                                       const struct ransack_token_options *options,
                                       const struct ransack_cancel_token *token,
                                       struct ransack_chunks **out);

/**
 * Frees chunks. Does nothing if the pointer is NULL.
 */
void ransack_chunks_free(struct ransack_chunks *chunks);

/**
 * Returns the encoding with the given name: the published name, such as "o200k_base", or "gpt2",
 * ignoring case and underscores, or the name of a model, as for ransack_encoding_for_model().
 *
 * Fails with RANSACK_STATUS_UNKNOWN_MODEL if no encoding and no known model has that name.
 */
ransack_status ransack_encoding_from_name(struct ransack_bytes name, ransack_encoding *out);

/**
 * Returns the published name of a ransack_encoding, such as "o200k_base", or "" for an unknown
 * number. The string is static.
 */
const char *ransack_encoding_name(uint32_t encoding);

/**
 * Returns the encoding used by a published model, such as "gpt-4o". A model version is recognised
 * by its name prefix ("gpt-4o-2024-05-13"), and a fine-tuned model by the base model in its name
 * ("ft:gpt-4o:..."). A provider before the name and a variant after it are ignored
 * ("openai/gpt-4o:free").
 *
 * Fails with RANSACK_STATUS_UNKNOWN_MODEL if the model's vocabulary is not built in; see
 * ransack_tokenizer_from_tokenizer_json_file().
 */
ransack_status ransack_encoding_for_model(struct ransack_bytes model, ransack_encoding *out);

/**
 * Returns the family of models with the given name, such as "claude-4.7". Case, hyphens,
 * underscores and dots are ignored.
 *
 * Fails with RANSACK_STATUS_UNKNOWN_MODEL if no family has that name.
 */
ransack_status ransack_model_family_from_name(struct ransack_bytes name, ransack_model_family *out);

/**
 * Returns the name of a ransack_model_family, such as "claude-4.7", or "" for an unknown number.
 * The string is static.
 */
const char *ransack_model_family_name(uint32_t family);

/**
 * Estimates the number of tokens in text for a family of models, a ransack_model_family, whose
 * vocabulary is not built in.
 *
 * The estimate is computed from the tokens of o200k_base, with coefficients that keep it at or
 * above the counts of the npm package @oh-my-pi/pi-natives 18.2.3 for every text of 200 bytes or
 * more in a corpus of code and prose. For code and English of 8,000 bytes or more, it is at most
 * 15 % above; for shorter texts and other languages, often 20 to 30 %. The Rust documentation of
 * `estimate_tokens` has the measured errors. A text unlike the corpus may have more tokens than
 * estimated. A tokenizer loaded by ransack_tokenizer_from_tokenizer_json_file() counts exactly.
 *
 * Runs on the calling thread and takes time linear in the length of the text. The first call loads
 * the vocabulary of o200k_base. Fails with RANSACK_STATUS_INVALID_OPTION if the family is unknown.
 *
 *     size_t tokens;
 *     status = ransack_estimate_tokens(text, RANSACK_MODEL_FAMILY_CLAUDE47, &tokens);
 */
ransack_status ransack_estimate_tokens(struct ransack_bytes text, uint32_t family, size_t *out);

/**
 * Returns the tokenizer for a published encoding, a ransack_encoding. The first call for an
 * encoding loads the vocabulary, which takes about ten milliseconds; the vocabulary is shared and
 * stays loaded until the process ends. Free the tokenizer with ransack_tokenizer_free().
 */
ransack_status ransack_tokenizer_get(uint32_t encoding, struct ransack_tokenizer **out);

/**
 * Creates a tokenizer from the content of a `.tiktoken` file, in which each line has a base64
 * token and its merge rank. `options` may be NULL. Free the tokenizer with
 * ransack_tokenizer_free().
 *
 * Fails with RANSACK_STATUS_INVALID_VOCABULARY if the content is malformed or lacks a token for
 * one of the 256 bytes, and with RANSACK_STATUS_INVALID_PATTERN if the pattern is invalid.
 */
ransack_status ransack_tokenizer_from_tiktoken(struct ransack_bytes ranks,
                                               const struct ransack_tiktoken_options *options,
                                               struct ransack_tokenizer **out);

/**
 * Creates a tokenizer from the `.tiktoken` file at `path`. `options` may be NULL. Free the
 * tokenizer with ransack_tokenizer_free().
 *
 * Fails under the same conditions as ransack_tokenizer_from_tiktoken(), and if the file cannot be
 * read. Errors include the path.
 */
ransack_status ransack_tokenizer_from_tiktoken_file(struct ransack_bytes path,
                                                    const struct ransack_tiktoken_options *options,
                                                    struct ransack_tokenizer **out);

/**
 * Creates a tokenizer from the content of a Hugging Face `tokenizer.json`. Supports byte pair
 * encoding on bytes (GPT-2, Llama 3, Qwen, DeepSeek) and on characters with byte fallback (Llama
 * 2, Mistral, Gemma). Free the tokenizer with ransack_tokenizer_free().
 *
 * Regular expressions have the syntax of Oniguruma, as in Hugging Face's library. Constructs without
 * an equivalent are errors, such as `\K`, `\X` and, where case is ignored, text that folds to a
 * different number of characters, such as `ss`.
 *
 * If the file specifies Unicode normalisation, the current Unicode tables are used. Hugging Face's
 * library uses older tables, so it may tokenize a few rare characters differently.
 *
 * Fails with RANSACK_STATUS_INVALID_PATTERN if a regular expression is invalid or has no equivalent,
 * and with RANSACK_STATUS_INVALID_VOCABULARY if the file is malformed or uses another unsupported
 * feature, which the message names. Also fails if there are more than 256 normalizers or more than
 * 64 pre-tokenizers, or if the normalizers can expand text to more than 128 times its length.
 */
ransack_status ransack_tokenizer_from_tokenizer_json(struct ransack_bytes json,
                                                     struct ransack_tokenizer **out);

/**
 * Creates a tokenizer from the Hugging Face `tokenizer.json` at `path`. Free the tokenizer with
 * ransack_tokenizer_free().
 *
 * Fails under the same conditions as ransack_tokenizer_from_tokenizer_json(), and if the file
 * cannot be read. Errors include the path.
 */
ransack_status ransack_tokenizer_from_tokenizer_json_file(struct ransack_bytes path,
                                                          struct ransack_tokenizer **out);

/**
 * Frees a tokenizer; the vocabulary of a published encoding stays loaded. Does nothing if the
 * pointer is NULL.
 */
void ransack_tokenizer_free(struct ransack_tokenizer *tokenizer);

/**
 * Counts the tokens in text.
 *
 * `options` may be NULL. `token` cancels the call; NULL for none. Takes time linear in the length
 * of the text. Fails with RANSACK_STATUS_INVALID_OPTION if the vocabulary lacks an allowed special
 * token. Also fails if the cancel token fires.
 */
ransack_status ransack_tokenizer_count(const struct ransack_tokenizer *tokenizer,
                                       struct ransack_bytes text,
                                       const struct ransack_token_options *options,
                                       const struct ransack_cancel_token *token,
                                       size_t *out);

/**
 * Counts the tokens in each of `len` strings. `out_counts` is an array of `len` numbers;
 * `out_total` receives their sum. Either may be NULL.
 *
 * `options` may be NULL. `token` cancels the call; NULL for none. Takes time linear in the total
 * length of the strings. Fails with RANSACK_STATUS_INVALID_OPTION if the vocabulary lacks an
 * allowed special token. Also fails if the cancel token fires.
 */
ransack_status ransack_tokenizer_count_batch(const struct ransack_tokenizer *tokenizer,
                                             const struct ransack_bytes *texts,
                                             size_t len,
                                             const struct ransack_token_options *options,
                                             const struct ransack_cancel_token *token,
                                             size_t *out_counts,
                                             size_t *out_total);

/**
 * Counts the tokens in text and stops at the first token past `limit`. If the text has at most
 * `limit` tokens, sets `out_fits` to 1 and `out_count` to the number of tokens; otherwise sets
 * both to 0. `out_count` may be NULL.
 *
 * `options` may be NULL. `token` cancels the call; NULL for none. Takes time linear in the length
 * of the text. Fails with RANSACK_STATUS_INVALID_OPTION if the vocabulary lacks an allowed special
 * token. Also fails if the cancel token fires.
 */
ransack_status ransack_tokenizer_count_up_to(const struct ransack_tokenizer *tokenizer,
                                             struct ransack_bytes text,
                                             size_t limit,
                                             const struct ransack_token_options *options,
                                             const struct ransack_cancel_token *token,
                                             uint8_t *out_fits,
                                             size_t *out_count);

/**
 * Encodes text as token ids. Free `out` with ransack_token_ids_free().
 *
 * `options` may be NULL. `token` cancels the call; NULL for none. Takes time linear in the length
 * of the text. Fails with RANSACK_STATUS_INVALID_OPTION if the vocabulary lacks an allowed special
 * token. Also fails if the cancel token fires.
 */
ransack_status ransack_tokenizer_encode(const struct ransack_tokenizer *tokenizer,
                                        struct ransack_bytes text,
                                        const struct ransack_token_options *options,
                                        const struct ransack_cancel_token *token,
                                        struct ransack_token_ids **out);

/**
 * Frees token ids. Does nothing if the pointer is NULL.
 */
void ransack_token_ids_free(struct ransack_token_ids *ids);

/**
 * Encodes text as tokens with their byte ranges. Free `out` with ransack_tokens_free().
 *
 * `options` may be NULL. `token` cancels the call; NULL for none. Takes time linear in the length
 * of the text. Fails with RANSACK_STATUS_INVALID_OPTION if the vocabulary lacks an allowed special
 * token. Also fails if the cancel token fires.
 */
ransack_status ransack_tokenizer_token_offsets(const struct ransack_tokenizer *tokenizer,
                                               struct ransack_bytes text,
                                               const struct ransack_token_options *options,
                                               const struct ransack_cancel_token *token,
                                               struct ransack_tokens **out);

/**
 * Frees tokens. Does nothing if the pointer is NULL.
 */
void ransack_tokens_free(struct ransack_tokens *tokens);

/**
 * Decodes `len` token ids, including special tokens, to bytes. The bytes need not be valid UTF-8,
 * because a token can be part of a character. Free `out` with ransack_string_free().
 *
 * Fails with RANSACK_STATUS_INVALID_OPTION if the vocabulary lacks one of the ids.
 */
ransack_status ransack_tokenizer_decode(const struct ransack_tokenizer *tokenizer,
                                        const uint32_t *ids,
                                        size_t len,
                                        struct ransack_string **out);

/**
 * Returns the special tokens of a tokenizer. `out_tokens` receives a pointer to an array, and
 * `out_len` its number of entries. The array and everything it points to are valid until the
 * tokenizer is freed.
 */
ransack_status ransack_tokenizer_special_tokens(const struct ransack_tokenizer *tokenizer,
                                                const struct ransack_special_token **out_tokens,
                                                size_t *out_len);

/**
 * Returns the directory tree of a scope, as nodes and as text.
 *
 * The scope decides which entries are in the tree: ignore files, globs, types, hidden names, several
 * roots, and a workspace with its file table and open buffers. Symbolic links are listed, and followed
 * only if the scope follows links. A directory that cannot be read is listed without entries, and
 * reported.
 *
 * With `max_tokens`, directories collapse to counts, such as "src/ (12 files, 3 directories)": the
 * deepest first, and on one level those with the most text. The text never exceeds the limit, and the
 * same tree gives the same text.
 *
 * Without numbers, no file is opened. `sizes` adds a system call per file; lines, tokens and definitions
 * read each file.
 *
 * - `token` cancels the call; NULL for none.
 * - `out` receives the outcome; free it with ransack_tree_outcome_free().
 *
 * Fails with RANSACK_STATUS_INVALID_OPTION if the lines of the roots alone exceed `max_tokens`; also if
 * a glob, type or option is invalid, if a root cannot be opened, or if the token fires.
 *
 *     ransack_tree_options options = RANSACK_TREE_OPTIONS_INIT;
 *     options.max_tokens = 2000;
 *     options.lines = 1;
 *     if (ransack_tree(&options, NULL, &tree) == RANSACK_STATUS_OK)
 *       printf("%" RANSACK_BYTES_FMT, RANSACK_BYTES_ARG(tree->text));
 *     ransack_tree_outcome_free(tree);
 */
ransack_status ransack_tree(const struct ransack_tree_options *options,
                            const struct ransack_cancel_token *token,
                            struct ransack_tree_outcome **out);

/**
 * Frees the outcome of ransack_tree() and everything it points to. Does nothing if the pointer is NULL.
 */
void ransack_tree_outcome_free(struct ransack_tree_outcome *outcome);

/**
 * Returns the known file types, sorted by name. `out_types` receives a pointer to an array, and
 * `out_len` its number of entries. The array and everything it points to are static.
 */
ransack_status ransack_file_types(const struct ransack_file_type_def **out_types, size_t *out_len);

/**
 * Undoes an edit, or all edits of the session after a checkpoint: restores the bytes, names and
 * attributes of all their files, or changes none.
 *
 * The edit is the one with the id, of any session; or the latest applied edit of the session that
 * changed a file at or below `path`. Each file must be as the edit left it. Created files are deleted,
 * and directories that the edit created are removed if they are empty. Deleted files return, with their
 * permissions and attributes. Renamed files get their old names. An undo is applied like an edit: durable,
 * all files or none, and repaired by the next call after a crash. It may be redone.
 *
 * - `token` cancels the call until the first file is changed; NULL for none.
 * - `out` receives the outcome; free it with ransack_undo_outcome_free().
 *
 * Fails with RANSACK_STATUS_STALE if files are not as the edit left them, and `paths` in
 * ransack_last_error() lists these files; if the edit is undone already; or if another edit of the same
 * files is running. Fails with RANSACK_STATUS_NOT_FOUND if the journal has no such edit or checkpoint.
 * Also fails if the journal is damaged or not private, or if a file cannot be read or written.
 */
ransack_status ransack_undo(const struct ransack_undo_options *options,
                            const struct ransack_cancel_token *token,
                            struct ransack_undo_outcome **out);

/**
 * Redoes an edit that ransack_undo() has undone, or all such edits of the session after a checkpoint.
 *
 * The edit is the one with the id, or the edit of the session that was undone last. Each file must be as
 * the undo left it.
 *
 * - `token` cancels the call until the first file is changed; NULL for none.
 * - `out` receives the outcome; free it with ransack_undo_outcome_free().
 *
 * Fails under the same conditions as ransack_undo(), and with RANSACK_STATUS_STALE if the edit is not
 * undone.
 */
ransack_status ransack_redo(const struct ransack_undo_options *options,
                            const struct ransack_cancel_token *token,
                            struct ransack_undo_outcome **out);

/**
 * Frees the outcome of an undo and everything it points to. Does nothing if the pointer is NULL.
 */
void ransack_undo_outcome_free(struct ransack_undo_outcome *outcome);

/**
 * Sets a checkpoint, to which ransack_undo() can return with one call.
 *
 * Undoing to a checkpoint undoes the edits of the session that were applied after it and changed a file
 * at or below its path. The edits of other sessions stay.
 *
 * - `token` is checked before the call; NULL for none.
 *
 * Fails if the name is empty, or if the journal cannot be written.
 */
ransack_status ransack_checkpoint(const struct ransack_checkpoint_options *options,
                                  const struct ransack_cancel_token *token);

/**
 * Lists the edits in the undo journal, and the checkpoints. Reads the headers of all edits of the
 * journal.
 *
 * - `token` cancels the call; NULL for none.
 * - `out` receives the outcome; free it with ransack_edits_outcome_free().
 *
 * Fails if the journal cannot be read, or if others can write to it.
 */
ransack_status ransack_edits(const struct ransack_edits_options *options,
                             const struct ransack_cancel_token *token,
                             struct ransack_edits_outcome **out);

/**
 * Frees a list of edits and everything it points to. Does nothing if the pointer is NULL.
 */
void ransack_edits_outcome_free(struct ransack_edits_outcome *outcome);

/**
 * Returns the version of the loaded library, for example "1.2.3". RANSACK_VERSION is the version
 * of the header, which may differ. The string is static.
 */
const char *ransack_version(void);

/**
 * Opens a workspace for the directory `root` and starts the initial scan in the background. Calls
 * on the workspace wait for the initial scan. `options` may be NULL. Free `out` with
 * ransack_workspace_free().
 *
 * Fails if the root is not a directory or cannot be opened.
 */
ransack_status ransack_workspace_open(struct ransack_bytes root,
                                      const struct ransack_workspace_options *options,
                                      struct ransack_workspace **out);

/**
 * Returns another handle to the same workspace; calls that use this handle do not wait for the
 * initial scan. Until the initial scan ends, they use the files found so far, and their reports
 * are not `complete`. Free `out` with ransack_workspace_free().
 */
ransack_status ransack_workspace_without_waiting(const struct ransack_workspace *workspace,
                                                 struct ransack_workspace **out);

/**
 * Refreshes the file table now instead of at the next call; RANSACK_REFRESH_MODE_MANUAL refreshes
 * in the same way as RANSACK_REFRESH_MODE_STAT. `out` may be NULL.
 *
 * Fails if the root no longer exists. Fails with RANSACK_STATUS_CLOSED if the workspace is closed.
 */
ransack_status ransack_workspace_refresh(const struct ransack_workspace *workspace,
                                         struct ransack_snapshot_info *out);

/**
 * Marks `path` and everything below it as stale; the next call rescans the stale entries. The path
 * is absolute or relative to the root of the workspace; an empty path marks the whole workspace.
 */
ransack_status ransack_workspace_invalidate(const struct ransack_workspace *workspace,
                                            struct ransack_bytes path);

/**
 * Sets `out` to the absolute path, with symbolic links resolved, of the file or directory that a
 * call uses for `path`, so that the program can open it within the bounds of the workspace. `path`
 * is absolute or relative to the root of the workspace; it need not exist, nor need its last
 * directories. Takes a few system calls, and does not wait for the initial scan. The path holds
 * until the tree changes. It has the bytes of the operating system's path, UTF-8 or not. Free it with
 * ransack_string_free().
 *
 * Fails with RANSACK_STATUS_INVALID_OPTION if the path is empty, contains a NUL byte or is a broken
 * symbolic link, if it is denied, or if it leads outside the workspace and is not allowed; with
 * RANSACK_STATUS_NOT_FOUND if it leads through a file; and with RANSACK_STATUS_CLOSED if the
 * workspace is closed.
 */
ransack_status ransack_workspace_resolve(const struct ransack_workspace *workspace,
                                         struct ransack_bytes path,
                                         struct ransack_string **out);

/**
 * Sets `out` to the current size of the file table.
 */
ransack_status ransack_workspace_table_size(const struct ransack_workspace *workspace,
                                            struct ransack_table_size *out);

/**
 * Closes the workspace for all of its handles: stops the initial scan and the file watcher. Calls
 * in progress finish normally; later calls fail with RANSACK_STATUS_CLOSED. Closing a closed
 * workspace has no effect. Handles must still be freed.
 */
ransack_status ransack_workspace_close(const struct ransack_workspace *workspace);

/**
 * Frees a handle to a workspace; freeing the last handle closes the workspace. Does nothing if the
 * pointer is NULL.
 */
void ransack_workspace_free(struct ransack_workspace *workspace);

/**
 * Opens a buffer: unsaved text that replaces the file at `path` in every later call on the
 * workspace, until ransack_workspace_clear_buffer() removes the buffer. Setting a buffer again
 * replaces its text. The text is copied.
 *
 * `path` is relative to the root of the workspace, or absolute and below the root. Symbolic links
 * in the path are resolved when the buffer is first set. Neither the file nor its directories need
 * exist: calls see a regular file with the buffer's size and, as its modification time, the time
 * of this call. Its path is subject to ignore rules, globs and types. Changes on disk do not
 * affect the buffer.
 *
 * `text` is treated as UTF-8 and never decoded: invalid bytes stay unchanged, and a UTF-16 byte
 * order mark and the option `encoding` have no effect. Size limits and binary detection do apply.
 * ransack_ast_edit() and ransack_edit_definition() never write a file that has a buffer; they return
 * the changes for the editor to apply. Ignore rules are always read from disk, even if an ignore file
 * has a buffer. A symbolic link whose target exists only as a buffer stays broken.
 *
 * Fails with RANSACK_STATUS_INVALID_OPTION if the path is empty, denied, leads outside the root or through
 * a file or another buffer, or names something other than a regular file. Fails with
 * RANSACK_STATUS_CLOSED if the workspace is closed. Also fails if the path cannot be resolved.
 */
ransack_status ransack_workspace_set_buffer(const struct ransack_workspace *workspace,
                                            struct ransack_bytes path,
                                            struct ransack_bytes text);

/**
 * Applies changes to the text of an open buffer, all or none, as in textDocument/didChange of the
 * Language Server Protocol. Each change applies to the result of the previous one. The texts are
 * copied. Without changes, only the version changes.
 *
 * `version` is the version of the document after the changes. It must be greater than the version
 * of the last update. A buffer that ransack_workspace_set_buffer() has set since accepts any
 * version.
 *
 * The syntax trees of an open buffer are kept: after an update, calls for this file, such as
 * ransack_outline_file() and ransack_highlight_buffer(), parse only the changed part of the text in
 * C, C++, C#, CSS, Go, HTML, Java, JavaScript, JSON, Python, Rust and TypeScript. In other
 * languages, where such a parse has given other trees, they parse the whole text. While a text has
 * syntax errors, the extent of the errors, and so the results near them, may
 * depend on the changes that led to it. The call takes time linear in the text for each change,
 * about 0.1 ms per MB.
 *
 * Fails with RANSACK_STATUS_INVALID_OPTION if no buffer is open at `path`, if the version is not
 * newer, or if a position is on a line that does not exist or inside a surrogate pair. Fails with
 * RANSACK_STATUS_CLOSED if the workspace is closed.
 *
 *     ransack_buffer_change typed = RANSACK_BUFFER_CHANGE_INIT;
 *     typed.text = RANSACK_BYTES("x");
 *     typed.start_line = typed.end_line = 11;
 *     status = ransack_workspace_update_buffer(workspace, path, &typed, 1, 2);
 */
ransack_status ransack_workspace_update_buffer(const struct ransack_workspace *workspace,
                                               struct ransack_bytes path,
                                               const struct ransack_buffer_change *changes,
                                               size_t changes_len,
                                               int32_t version);

/**
 * Removes the buffer for the file at `path`, so that later calls see the file on disk again. An
 * empty path removes all buffers; a path without a buffer has no effect. The path with which the
 * buffer was set still works, even if that path now resolves to another file.
 *
 * Fails with RANSACK_STATUS_CLOSED if the workspace is closed.
 */
ransack_status ransack_workspace_clear_buffer(const struct ransack_workspace *workspace,
                                              struct ransack_bytes path);

/**
 * Creates a cache of at most `capacity` workspaces, opened with `options`; NULL options mean the
 * defaults. Free `out` with ransack_workspace_cache_free().
 *
 * Fails with RANSACK_STATUS_INVALID_OPTION if the capacity is 0.
 */
ransack_status ransack_workspace_cache_new(size_t capacity,
                                           const struct ransack_workspace_options *options,
                                           struct ransack_workspace_cache **out);

/**
 * Returns the workspace for a directory. If the cache has no such workspace, opens one; a full
 * cache then evicts the least recently used workspace, which is closed when its last handle is
 * freed. Free `out` with ransack_workspace_free().
 *
 * Fails if the root is not a directory or cannot be opened.
 */
ransack_status ransack_workspace_cache_get(const struct ransack_workspace_cache *cache,
                                           struct ransack_bytes root,
                                           struct ransack_workspace **out);

/**
 * Marks `path` and everything below it as stale in all cached workspaces; the next call rescans
 * the stale entries. An empty path evicts every workspace.
 */
ransack_status ransack_workspace_cache_invalidate(const struct ransack_workspace_cache *cache,
                                                  struct ransack_bytes path);

/**
 * Frees a cache and its handles to workspaces. Does nothing if the pointer is NULL.
 */
void ransack_workspace_cache_free(struct ransack_workspace_cache *cache);

/**
 * Sets `out` to the files and symbolic links below the root of the workspace that were created,
 * modified or deleted since an earlier call returned `since` as `next`. An empty `since` gives no
 * files, only a token. Every change between the two calls is reported; a file that was changed and
 * changed back may be. Works in every refresh mode, and any number of callers may keep tokens.
 *
 * Ignore rules apply and hidden files are in scope, as with RANSACK_SCOPE_INIT; if an ignore rule
 * changes, the files that it excludes count as deleted. An open buffer replaces its file, so that
 * setting or clearing it is a change. If a file or directory cannot be examined, the report says
 * so, and no file in it counts as deleted until a later call can examine it.
 *
 * Examines the metadata of every file, and reads the files that were modified in the two seconds
 * before this call or the previous one. Keeps about 200 bytes per file until the workspace is
 * closed.
 *
 * - `token` cancels the call; NULL for none.
 * - `out` receives the answer; free it with ransack_changes_free().
 *
 * Fails with RANSACK_STATUS_INVALID_OPTION if `since` is not a token of this workspace, as after it
 * was opened again, or if more than 65,536 files were deleted since; the caller then has to assume
 * that every file changed. Also fails if the workspace is closed, the root cannot be read or the
 * token fires; a later call with the same `since` misses nothing.
 *
 *     ransack_changes *changes = NULL;
 *     status = ransack_workspace_changes(workspace, since, NULL, &changes);
 */
ransack_status ransack_workspace_changes(const struct ransack_workspace *workspace,
                                         struct ransack_bytes since,
                                         const struct ransack_cancel_token *token,
                                         struct ransack_changes **out);

/**
 * Frees an answer of ransack_workspace_changes(). Does nothing if the pointer is NULL.
 */
void ransack_changes_free(struct ransack_changes *changes);

/**
 * Waits until the content index of a workspace covers every file in the file table. Returns
 * immediately if there is no index. Files that change in the meantime are searched without the
 * index. Except in RANSACK_REFRESH_MODE_WATCH, files modified less than two seconds before they
 * were indexed are also searched without the index, because their timestamps may not show a later
 * change.
 *
 * - `token` cancels the call but not the build; NULL for none.
 * - `on_progress` may be NULL.
 *
 * Fails if the index cannot be built. Fails with RANSACK_STATUS_CLOSED if the workspace is closed.
 */
ransack_status ransack_workspace_ready(const struct ransack_workspace *workspace,
                                       const struct ransack_cancel_token *token,
                                       ransack_on_index_progress on_progress,
                                       void *user_data);

/**
 * Writes the content index of a workspace to the file `path`, from which
 * ransack_workspace_import_index() can import the index into another workspace or on another
 * machine. The file contains words from the indexed files but no paths. Files that are not indexed
 * yet are omitted; see ransack_workspace_ready().
 *
 * The path is absolute or relative to the root of the workspace. The index is written to a new file in
 * the same directory, which then replaces an existing file. The time taken and the file size are
 * proportional to the size of the index, which is about a tenth of the size of the text.
 *
 * - `token` cancels the call, in which case no file is written; NULL for none.
 *
 * Fails with RANSACK_STATUS_INVALID_OPTION if the workspace has no index, or the path is empty,
 * contains a NUL byte, is denied or leads outside the workspace. Fails with RANSACK_STATUS_CLOSED if the workspace is closed. Fails with
 * RANSACK_STATUS_IO if the file cannot be written or the index on disk is damaged; a damaged index
 * is rebuilt.
 */
ransack_status ransack_workspace_export_index(const struct ransack_workspace *workspace,
                                              struct ransack_bytes path,
                                              const struct ransack_cancel_token *token);

/**
 * Imports a file written by ransack_workspace_export_index(). Files whose content is in the
 * imported index are not indexed again. The comparison runs in the background: by blob id if Git
 * knows the file, otherwise by content; see ransack_workspace_ready(). The call checks that the
 * imported file is intact, but not that it is correct: an untrusted index can hide matches.
 *
 * The path is absolute or relative to the root of the workspace. The file is copied to memory or to
 * the index on disk, in time linear in its size, and is not needed afterwards.
 *
 * - `token` cancels the call, in which case the index is unchanged; NULL for none.
 *
 * Fails with RANSACK_STATUS_INVALID_OPTION if the workspace has no index, or the path is empty,
 * contains a NUL byte, is denied or leads outside the workspace. Fails with RANSACK_STATUS_CLOSED if the workspace is closed. Fails with
 * RANSACK_STATUS_IO if the file cannot be read, is damaged or has a different format version; the
 * index is then unchanged.
 */
ransack_status ransack_workspace_import_index(const struct ransack_workspace *workspace,
                                              struct ransack_bytes path,
                                              const struct ransack_cancel_token *token);

/**
 * Sets `out` to the size and state of the content index; all fields are 0 if there is no index.
 * Takes time linear in the number of files, and may wait for another call that refreshes the file
 * table. Free `out` with ransack_index_stats_free().
 */
ransack_status ransack_workspace_index_stats(const struct ransack_workspace *workspace,
                                             struct ransack_index_stats **out);

/**
 * Frees index statistics and everything they point to. Does nothing if the pointer is NULL.
 */
void ransack_index_stats_free(struct ransack_index_stats *stats);

/**
 * Calls `on_change` whenever something may have changed below the root of a workspace, until it
 * returns a number other than 0, the token fires or the workspace is closed. Blocks the calling
 * thread in between. Use ransack_workspace_changes() to learn which files changed, in the callback or
 * elsewhere.
 *
 * Reports everything that ransack_workspace_changes() would find on disk, writes to existing files
 * included, even if no call uses the workspace in between. Changes within 10 ms are reported together,
 * and so are those during a callback. A call of `on_change` may also follow a change without effect,
 * such as a write to an ignored file in a directory that is not ignored, or the end of a scan of the
 * whole tree. Open buffers are not reported. A mount below the root is reported when the next call
 * notices it.
 *
 * The first of several concurrent calls adds the report of writes to the watch of each directory: one
 * system call per directory. Until the last one ends, each write wakes the workspace's thread, and a
 * refresh of the file table follows on the pool, at most every 10 ms.
 *
 * - `token` ends the call with RANSACK_STATUS_ABORTED or RANSACK_STATUS_TIMEOUT; NULL for none.
 *
 * Returns RANSACK_STATUS_OK if `on_change` ended the call or the workspace was closed. Fails with
 * RANSACK_STATUS_NOT_WATCHED if the workspace has another refresh mode than
 * RANSACK_REFRESH_MODE_WATCH, or cannot be watched: on platforms other than Linux, on a file system
 * that does not report all changes, or at the limit of watches; also later, as soon as that turns out.
 * Fails with RANSACK_STATUS_NULL_ARGUMENT if `on_change` is NULL, and with RANSACK_STATUS_CLOSED if the
 * workspace is closed at the start.
 *
 *     static int on_change(void *changed) {
 *       *(int *)changed = 1;
 *       return 0;
 *     }
 *     status = ransack_workspace_on_change(workspace, token, on_change, &changed);
 */
ransack_status ransack_workspace_on_change(const struct ransack_workspace *workspace,
                                           const struct ransack_cancel_token *token,
                                           ransack_on_change on_change,
                                           void *user_data);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* RANSACK_H */
