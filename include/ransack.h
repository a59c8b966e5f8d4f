/*
 * ransack from C: content search over trees and in memory, by pattern and by
 * syntax, edits by syntax, paths by pattern or by what is typed of them, and text
 * by terminal cells, by the tokens of language models, and in colour.
 *
 * Example
 * -------
 *
 *     static int on_match(const ransack_match *m, void *user_data) {
 *       (void)user_data;
 *       printf("%.*s:%llu: %.*s\n", (int)m->path.len, (const char *)m->path.data,
 *              (unsigned long long)m->line_number,
 *              (int)m->line.len, (const char *)m->line.data);
 *       return 0;
 *     }
 *
 *     ransack_bytes pattern = ransack_bytes_from_str("needle");
 *     ransack_bytes root = ransack_bytes_from_str("src");
 *     ransack_grep_options options = RANSACK_GREP_OPTIONS_INIT;
 *     options.patterns = &pattern;
 *     options.patterns_len = 1;
 *     options.roots = &root;
 *     options.roots_len = 1;
 *     ransack_report *report = NULL;
 *     if (ransack_grep(&options, NULL, on_match, NULL, &report) != RANSACK_STATUS_OK)
 *       fprintf(stderr, "%s\n", ransack_last_error_message());
 *     ransack_report_free(report);
 *
 * Results and errors
 * ------------------
 *
 * Functions that can fail return a ransack_status: RANSACK_STATUS_OK, which is
 * 0, or a number that says what went wrong. Numbers are never reused. The
 * details, in words and in parts, are those of ransack_last_error() on the
 * same thread. Outputs are written only on success; there is no partial
 * success. A file that cannot be read is no error: the report tells of it.
 *
 * A NULL pointer is an error (RANSACK_STATUS_NULL_ARGUMENT) unless a function
 * says that it may be NULL. Integers that stand for an enumeration are checked;
 * an unknown value is an error. Flags are uint8_t: 0 is false, anything else is
 * true.
 *
 * A panic inside the library, which would be a defect of it, is caught and
 * returned as RANSACK_STATUS_PANIC; the process lives on.
 *
 * Text
 * ----
 *
 * All text is a ransack_bytes, a pointer and a length, and need not end in
 * NUL. Where the length is 0 the pointer is ignored and may be NULL. Patterns,
 * queries, rules, globs, special tokens, colours and names (of types, languages,
 * themes, encodings and models) must be UTF-8; paths and file content are bytes and
 * arrive unchanged (on Windows paths are UTF-8). Paths of results are relative to
 * their root and use '/'.
 *
 * Lines are numbered from 1. Offsets and columns are bytes and count from 0.
 * Times are milliseconds. RANSACK_NO_LIMIT stands for "none" where a number
 * is optional; 0 is always the number 0.
 *
 * Terminal text
 * -------------
 *
 * Text that is measured or cut by terminal cells should be UTF-8 and may be
 * anything: each ill-formed part of it (a maximal subpart, as the Unicode
 * Standard names it) counts as U+FFFD, and no byte of it is an escape. A result
 * that is a part of the text is that part, byte for byte; a result that had to
 * be built is UTF-8 with U+FFFD for such parts. Widths and columns are cells
 * and count from 0; any width is allowed. What takes how many cells, Unicode
 * decides (see ransack_unicode_version()), as the terminals read it that
 * cluster graphemes; a ransack_text_options is for the others.
 *
 * An escape sequence takes no cell and is never split: control sequences,
 * control strings (OSC and APC, ended by BEL or ST; DCS, PM and SOS, ended by
 * ST), charset selects and everything else that ESC or a C1 character
 * introduces. One that is cut off ends with the text.
 *
 * Tokens
 * ------
 *
 * Text that is counted, encoded or cut by tokens should be UTF-8 and may be
 * anything: each ill-formed part of it (a maximal subpart) counts as U+FFFD.
 * Offsets are in the bytes as they were given. What looks like a special token
 * is ordinary text unless a ransack_token_options allows it. Time is linear in
 * the text, whatever it holds. ransack_tokenizer_count() and _count_each() share
 * out 1 MB and more among the library's threads, with the identical result. A
 * thread that counts keeps a cache of 200 kB.
 *
 * Colours
 * -------
 *
 * Text that is highlighted may be anything, and comes out unchanged between what
 * is put around its parts. Offsets are in the bytes as they were given. What
 * parts there are two engines say, one with tree-sitter grammars and one with
 * TextMate grammars, in the same classes; the report tells which it was and why.
 * A token stops either within a few milliseconds.
 *
 * Ownership
 * ---------
 *
 * What a function takes as a const pointer stays the caller's, must not change
 * during the call and is not kept after it. What is returned through a
 * pointer to a pointer belongs to the caller and is freed with the _free
 * function of its type, once; these accept NULL. A ransack_text is either a
 * part of the text that the call was given, valid for as long as that, or has
 * an `owner` to be freed. What a callback is given, and everything it points to,
 * is valid until the callback returns. What is static says so.
 *
 * Threads
 * -------
 *
 * Every function may be called from any thread, also while others are under
 * way. A cancel token or a workspace may be used by any number of threads at a
 * time. A report
 * may be read by several and is freed by one. No object may be freed while
 * another thread is inside a call that was given it.
 *
 * Callbacks run on the thread that made the call, in the order of the results,
 * and may call the library. They must return: throwing a C++ exception or
 * longjmp through the library is undefined. The library starts its threads
 * when the first call needs them, and never at load time. In a child after
 * fork() without exec() there are none of them, so do not call it there if the
 * parent has.
 *
 * Versions
 * --------
 *
 * Options begin with a version. Set them up with their _INIT macro or _init
 * function, which gives every field its default, then change what you need.
 * Fields are only ever added at the end, with a new version, so a program
 * compiled against an older header works with a newer shared library: the
 * fields that it does not know have their defaults. A version that the
 * library does not know is RANSACK_STATUS_BAD_VERSION. Structs that the
 * library hands out by pointer also grow only at the end. A release that
 * cannot keep this promise has another SONAME.
 */

/* Generated from capi/src by cbindgen. Do not edit; change the sources and run
 * RANSACK_BLESS=1 cargo test -p ransack-capi --test header */

#ifndef RANSACK_H
#define RANSACK_H

#include <stddef.h>
#include <stdint.h>

/** The version of this header; ransack_version() is that of the library. */
#define RANSACK_VERSION_MAJOR 0
#define RANSACK_VERSION_MINOR 1
#define RANSACK_VERSION_PATCH 0
#define RANSACK_VERSION "0.1.0"

/**
 * Initialises a ransack_grep_options with every default.
 */
#define RANSACK_GREP_OPTIONS_INIT { \
  RANSACK_GREP_OPTIONS_VERSION, \
  NULL, 0, 0, 0, 0, 0, 0, 0, 0, /* patterns to dot_all */ \
  NULL, 0, NULL, 0, NULL, 0, NULL, 0, /* roots to types_not_len */ \
  1, 1, 0, 0, /* hidden to follow_symlinks */ \
  RANSACK_GREP_MODE_CONTENT, \
  RANSACK_NO_LIMIT, 0, RANSACK_NO_LIMIT, 0, 0, RANSACK_NO_LIMIT, /* limit to max_columns */ \
  RANSACK_NO_LIMIT, { NULL, 0 }, /* max_file_size, encoding */ \
  RANSACK_NO_LIMIT, RANSACK_ON_TIMEOUT_FAIL, 0 /* timeout_ms to binary */ \
}

/**
 * Initialises a ransack_glob_options with every default.
 */
#define RANSACK_GLOB_OPTIONS_INIT { \
  RANSACK_GLOB_OPTIONS_VERSION, \
  NULL, 0, 1, 0, /* patterns to literal */ \
  NULL, 0, NULL, 0, NULL, 0, NULL, 0, /* roots to types_not_len */ \
  0, 1, 0, 0, /* hidden to follow_symlinks */ \
  0, 0, 0, /* file_type to sort_by_mtime */ \
  RANSACK_NO_LIMIT, 0, /* limit, offset */ \
  RANSACK_NO_LIMIT, RANSACK_ON_TIMEOUT_FAIL /* timeout_ms, on_timeout */ \
}

/**
 * Initialises a ransack_fuzzy_find_options with every default.
 */
#define RANSACK_FUZZY_FIND_OPTIONS_INIT { \
  RANSACK_FUZZY_FIND_OPTIONS_VERSION, { NULL, 0 }, /* query */ \
  NULL, 0, NULL, 0, NULL, 0, NULL, 0, /* roots to types_not_len */ \
  0, 1, 0, 0, 1, 0, /* hidden to symlinks */ \
  NULL, 0, { NULL, 0 }, NULL, 0, /* recent to frecency_len */ \
  100, 0, /* limit, offset */ \
  RANSACK_NO_LIMIT, RANSACK_ON_TIMEOUT_FAIL /* timeout_ms, on_timeout */ \
}

/**
 * Initialises a ransack_fuzzy_match_options with every default.
 */
#define RANSACK_FUZZY_MATCH_OPTIONS_INIT { \
  RANSACK_FUZZY_MATCH_OPTIONS_VERSION, \
  NULL, 0, { NULL, 0 }, NULL, 0, /* recent to frecency_len */ \
  RANSACK_NO_LIMIT, 0 /* limit, offset */ \
}

/**
 * Initialises a ransack_search_options with every default.
 */
#define RANSACK_SEARCH_OPTIONS_INIT { \
  RANSACK_SEARCH_OPTIONS_VERSION, \
  NULL, 0, 0, 0, 0, 0, 0, 0, 0, /* patterns to dot_all */ \
  RANSACK_GREP_MODE_CONTENT, \
  RANSACK_NO_LIMIT, 0, RANSACK_NO_LIMIT, 0, 0, RANSACK_NO_LIMIT /* limit to max_columns */ \
}

/**
 * Initialises a ransack_ast_grep_options with every default.
 */
#define RANSACK_AST_GREP_OPTIONS_INIT { \
  RANSACK_AST_GREP_OPTIONS_VERSION, \
  NULL, 0, { NULL, 0 }, { NULL, 0 }, /* patterns to selector */ \
  NULL, 0, NULL, 0, NULL, 0, NULL, 0, /* roots to types_not_len */ \
  1, 1, 0, 0, /* hidden to follow_symlinks */ \
  RANSACK_STRICTNESS_SMART, { NULL, 0 }, /* strictness, language */ \
  RANSACK_NO_LIMIT, 0, 2000, 16777216, { NULL, 0 }, /* limit to encoding */ \
  RANSACK_NO_LIMIT, RANSACK_ON_TIMEOUT_FAIL, 0 /* timeout_ms to include_meta */ \
}

/**
 * Initialises a ransack_ast_match_options with every default.
 */
#define RANSACK_AST_MATCH_OPTIONS_INIT { \
  RANSACK_AST_MATCH_OPTIONS_VERSION, \
  NULL, 0, { NULL, 0 }, { NULL, 0 }, /* patterns to selector */ \
  RANSACK_NO_LIMIT, 0, RANSACK_STRICTNESS_SMART, 0 /* limit to include_meta */ \
}

/**
 * Initialises a ransack_ast_edit_options with every default.
 */
#define RANSACK_AST_EDIT_OPTIONS_INIT { \
  RANSACK_AST_EDIT_OPTIONS_VERSION, \
  NULL, 0, { NULL, 0 }, /* rewrites to selector */ \
  NULL, 0, NULL, 0, NULL, 0, NULL, 0, /* roots to types_not_len */ \
  1, 1, 0, 0, /* hidden to follow_symlinks */ \
  RANSACK_STRICTNESS_SMART, { NULL, 0 }, { NULL, 0 }, /* strictness to preview */ \
  RANSACK_NO_LIMIT, RANSACK_NO_LIMIT, 2000, 16777216, { NULL, 0 }, /* max_replacements to encoding */ \
  RANSACK_NO_LIMIT, 1, 1, 0, 0 /* timeout_ms to allow_syntax_errors */ \
}

/**
 * Initialises a ransack_text_options with every default.
 */
#define RANSACK_TEXT_OPTIONS_INIT { \
  RANSACK_TEXT_OPTIONS_VERSION, \
  RANSACK_CLUSTER_WIDTH_CAPPED, 8, 0, /* cluster_width to ambiguous_wide */ \
  1, 1, 1 /* emoji_variation to lone_regional_wide */ \
}

/**
 * Initialises a ransack_truncate_options with every default.
 */
#define RANSACK_TRUNCATE_OPTIONS_INIT { \
  RANSACK_TRUNCATE_OPTIONS_VERSION, \
  RANSACK_CUT_AT_END, NULL, NULL, 0, 0 /* cut_at to pad */ \
}

/**
 * Initialises a ransack_wrap_options with every default.
 */
#define RANSACK_WRAP_OPTIONS_INIT { \
  RANSACK_WRAP_OPTIONS_VERSION, \
  0, 0, NULL /* keep_spaces to text */ \
}

/**
 * Initialises a ransack_token_options with every default.
 */
#define RANSACK_TOKEN_OPTIONS_INIT { \
  RANSACK_TOKEN_OPTIONS_VERSION, \
  0, NULL, 0 /* all_special to allowed_special_len */ \
}

/**
 * Initialises a ransack_tiktoken_options with every default.
 */
#define RANSACK_TIKTOKEN_OPTIONS_INIT { \
  RANSACK_TIKTOKEN_OPTIONS_VERSION, \
  { NULL, 0 }, NULL, 0 /* pattern to special_tokens_len */ \
}

/**
 * Initialises a ransack_highlight_options with every default.
 */
#define RANSACK_HIGHLIGHT_OPTIONS_INIT { \
  RANSACK_HIGHLIGHT_OPTIONS_VERSION, \
  0, 0, 2048 /* engine to max_line */ \
}

/**
 * Initialises a ransack_workspace_options with every default.
 */
#define RANSACK_WORKSPACE_OPTIONS_INIT { \
  RANSACK_WORKSPACE_OPTIONS_VERSION, RANSACK_REFRESH_MODE_WATCH \
}

/**
 * The most matches that are listed of one line.
 */
#define RANSACK_MAX_SUBMATCHES 10000

/**
 * Stands for "no limit" in options that are numbers.
 */
#define RANSACK_NO_LIMIT 18446744073709551615ull

/**
 * The newest version of ransack_ast_grep_options.
 */
#define RANSACK_AST_GREP_OPTIONS_VERSION 1

/**
 * The newest version of ransack_ast_match_options.
 */
#define RANSACK_AST_MATCH_OPTIONS_VERSION 1

/**
 * The newest version of ransack_ast_edit_options.
 */
#define RANSACK_AST_EDIT_OPTIONS_VERSION 1

/**
 * The newest version of ransack_fuzzy_find_options.
 */
#define RANSACK_FUZZY_FIND_OPTIONS_VERSION 1

/**
 * The newest version of ransack_fuzzy_match_options.
 */
#define RANSACK_FUZZY_MATCH_OPTIONS_VERSION 1

/**
 * The newest version of ransack_glob_options.
 */
#define RANSACK_GLOB_OPTIONS_VERSION 1

/**
 * The newest version of ransack_grep_options.
 */
#define RANSACK_GREP_OPTIONS_VERSION 1

/**
 * The newest version of ransack_highlight_options.
 */
#define RANSACK_HIGHLIGHT_OPTIONS_VERSION 1

/**
 * The newest version of ransack_search_options.
 */
#define RANSACK_SEARCH_OPTIONS_VERSION 1

/**
 * The newest version of ransack_text_options.
 */
#define RANSACK_TEXT_OPTIONS_VERSION 1

/**
 * The newest version of ransack_truncate_options.
 */
#define RANSACK_TRUNCATE_OPTIONS_VERSION 1

/**
 * The newest version of ransack_wrap_options.
 */
#define RANSACK_WRAP_OPTIONS_VERSION 1

/**
 * The newest version of ransack_token_options.
 */
#define RANSACK_TOKEN_OPTIONS_VERSION 1

/**
 * The newest version of ransack_tiktoken_options.
 */
#define RANSACK_TIKTOKEN_OPTIONS_VERSION 1

/**
 * The newest version of ransack_workspace_options.
 */
#define RANSACK_WORKSPACE_OPTIONS_VERSION 1

/**
 * The outcome of a call. Numbers are never reused; more may be added, so
 * treat an unknown one as a failure.
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
   * A pointer was NULL that must not be.
   */
  RANSACK_STATUS_NULL_ARGUMENT = 1,
  /**
   * Options declare a version that this library does not know.
   */
  RANSACK_STATUS_BAD_VERSION = 2,
  /**
   * The library panicked, which is a defect of it.
   */
  RANSACK_STATUS_PANIC = 3,
  /**
   * A pattern, glob or name is not UTF-8; the error's offset is that of the
   * first bad byte.
   */
  RANSACK_STATUS_INVALID_UTF8 = 4,
  /**
   * The token was cancelled by a signal or by the user.
   */
  RANSACK_STATUS_ABORTED = 5,
  /**
   * The deadline passed, and partial results were not asked for.
   */
  RANSACK_STATUS_TIMEOUT = 6,
  /**
   * A search pattern does not parse, is empty or is too large. The error
   * has the pattern and, where it is known, the offset.
   */
  RANSACK_STATUS_INVALID_PATTERN = 7,
  /**
   * A path glob does not parse; the error has it as its pattern.
   */
  RANSACK_STATUS_INVALID_GLOB = 8,
  /**
   * An option has a value that the call cannot use.
   */
  RANSACK_STATUS_INVALID_OPTION = 9,
  /**
   * A file type name is not known; the error has it as its pattern.
   */
  RANSACK_STATUS_UNKNOWN_TYPE = 10,
  /**
   * A root or a file does not exist; the error has its path.
   */
  RANSACK_STATUS_NOT_FOUND = 11,
  /**
   * A root or a file may not be read; the error has its path.
   */
  RANSACK_STATUS_PERMISSION_DENIED = 12,
  /**
   * Another failure of the operating system; the error has the path, if it
   * is about one.
   */
  RANSACK_STATUS_IO = 13,
  /**
   * Work on one of the library's threads panicked, which is a defect of it.
   */
  RANSACK_STATUS_INTERNAL = 14,
  /**
   * No model or token encoding of this name is known; the error has it as
   * its pattern.
   */
  RANSACK_STATUS_UNKNOWN_MODEL = 15,
  /**
   * A vocabulary file cannot be read as one, or asks for what is not
   * supported.
   */
  RANSACK_STATUS_INVALID_VOCABULARY = 16,
  /**
   * The workspace has been closed.
   */
  RANSACK_STATUS_CLOSED = 17,
  /**
   * Edits overlap; the message names both places.
   */
  RANSACK_STATUS_OVERLAPPING_EDITS = 18,
  /**
   * An edit would make a syntax error, or a file holds one where none may
   * be; the error has the file's path.
   */
  RANSACK_STATUS_SYNTAX_ERROR = 19,
  /**
   * A file, or all of a preview, is no longer what it was when the edits
   * were computed.
   */
  RANSACK_STATUS_STALE = 20,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_status ransack_status;
#else
typedef int32_t ransack_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Why a path was left out. More may be added.
 */
enum ransack_skip_reason
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * A reason that this version of the header has no name for.
   */
  RANSACK_SKIP_REASON_OTHER = 0,
  /**
   * A NUL byte in it, and binary files were not asked for.
   */
  RANSACK_SKIP_REASON_BINARY = 1,
  /**
   * Larger than `max_file_size`, or than what may be held in memory at once.
   */
  RANSACK_SKIP_REASON_TOO_LARGE = 2,
  /**
   * It could not be opened, listed or read.
   */
  RANSACK_SKIP_REASON_UNREADABLE = 3,
  /**
   * Its bytes are not valid in the encoding given.
   */
  RANSACK_SKIP_REASON_UNDECODABLE = 4,
  /**
   * A node_modules directory that was not asked for.
   */
  RANSACK_SKIP_REASON_NODE_MODULES = 5,
  /**
   * A symbolic link, followed on request, that leads back to a directory
   * above it.
   */
  RANSACK_SKIP_REASON_SYMLINK_LOOP = 6,
  /**
   * An ignore file that could not be read.
   */
  RANSACK_SKIP_REASON_IGNORE_FILE = 7,
  /**
   * It holds syntax errors. It was searched all the same.
   */
  RANSACK_SKIP_REASON_SYNTAX_ERRORS = 8,
  /**
   * It could not be parsed and searched in the time that one file may take.
   */
  RANSACK_SKIP_REASON_PARSE_TIMEOUT = 9,
  /**
   * No pattern can be read in its language.
   */
  RANSACK_SKIP_REASON_NO_PATTERN = 10,
  /**
   * It is nested too deeply for a rule.
   */
  RANSACK_SKIP_REASON_TOO_DEEP = 11,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_skip_reason ransack_skip_reason;
#else
typedef uint32_t ransack_skip_reason;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What ended a call before it had seen everything. More may be added.
 */
enum ransack_stopped_by
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Nothing: it went to the end.
   */
  RANSACK_STOPPED_BY_NONE = 0,
  /**
   * The limit on results was reached and there is at least one more.
   */
  RANSACK_STOPPED_BY_LIMIT = 1,
  /**
   * The time was over and partial results were asked for.
   */
  RANSACK_STOPPED_BY_TIMEOUT = 2,
  /**
   * The callback asked to stop.
   */
  RANSACK_STOPPED_BY_CALLBACK = 3,
  /**
   * A reason that this version of the header has no name for.
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
 * The ways to know which files there are. What a workspace's table does not
 * hold (ignored directories, node_modules, other places) is walked when a call
 * asks for it, whichever way is in force. More may be added.
 */
enum ransack_refresh_mode
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Directories are read for the call. A call without a workspace, or one
   * that follows symbolic links, always is of this kind.
   */
  RANSACK_REFRESH_MODE_WALK = 0,
  /**
   * The system tells of changes, and all that it has told is taken in before
   * the call.
   */
  RANSACK_REFRESH_MODE_WATCH = 1,
  /**
   * Every directory and every ignore file is compared with its last known
   * time of change, and read again if it differs.
   */
  RANSACK_REFRESH_MODE_STAT = 2,
  /**
   * The table is what it was when it was last told to be brought up to date.
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
 * Why a workspace listed directories anew that it knew. More may be added.
 */
enum ransack_rescan_reason
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * It did not.
   */
  RANSACK_RESCAN_REASON_REASON_NONE = 0,
  /**
   * The first scan.
   */
  RANSACK_RESCAN_REASON_REASON_FIRST = 1,
  /**
   * More changes than the system keeps.
   */
  RANSACK_RESCAN_REASON_REASON_OVERFLOW = 2,
  /**
   * An ignore file, or a Git configuration that names one, has changed.
   */
  RANSACK_RESCAN_REASON_REASON_IGNORE_FILE = 3,
  /**
   * The root's path leads to another directory.
   */
  RANSACK_RESCAN_REASON_REASON_ROOT = 4,
  /**
   * A file system was mounted or unmounted somewhere.
   */
  RANSACK_RESCAN_REASON_REASON_MOUNT = 5,
  /**
   * It was asked for.
   */
  RANSACK_RESCAN_REASON_REASON_ASKED = 6,
  /**
   * The call before failed, when the root was not there or in a scan.
   */
  RANSACK_RESCAN_REASON_REASON_FAILED = 7,
  /**
   * A reason that this version of the header has no name for.
   */
  RANSACK_RESCAN_REASON_REASON_OTHER = 8,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ransack_rescan_reason ransack_rescan_reason;
#else
typedef uint32_t ransack_rescan_reason;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Why a workspace is not watched though it was to be. More may be added.
 */
enum ransack_watch_fallback
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * It is, or was not to be.
   */
  RANSACK_WATCH_FALLBACK_NONE = 0,
  /**
   * On this platform no way is known to be told of every change in time; only
   * Linux has one so far.
   */
  RANSACK_WATCH_FALLBACK_PLATFORM = 1,
  /**
   * The system allows no more watches or watchers.
   */
  RANSACK_WATCH_FALLBACK_LIMIT = 2,
  /**
   * A network or other file system that can change unseen.
   */
  RANSACK_WATCH_FALLBACK_FILE_SYSTEM = 3,
  /**
   * A reason that this version of the header has no name for.
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
 * Why a token fired.
 */
enum ransack_abort_reason
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * It has not fired.
   */
  RANSACK_ABORT_REASON_NONE = 0,
  /**
   * A signal of the caller's own. Calls fail with RANSACK_STATUS_ABORTED.
   */
  RANSACK_ABORT_REASON_SIGNAL = 1,
  /**
   * Its time is over. Calls fail with RANSACK_STATUS_TIMEOUT or return what
   * they have, as their options say.
   */
  RANSACK_ABORT_REASON_TIMEOUT = 2,
  /**
   * The user asked. Calls fail with RANSACK_STATUS_ABORTED.
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
 * What a path leads to.
 */
enum ransack_file_type
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * A regular file.
   */
  RANSACK_FILE_TYPE_FILE = 1,
  /**
   * A directory.
   */
  RANSACK_FILE_TYPE_DIR = 2,
  /**
   * A symbolic link.
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
 * What finds the parts of a text that have a class.
 */
enum ransack_highlight_engine
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The one that ransack_highlight_engine_of() names. Only in options.
   */
  RANSACK_HIGHLIGHT_ENGINE_DEFAULT = 0,
  /**
   * A tree-sitter grammar and its queries. Any part of the text may have a
   * bearing on any other.
   */
  RANSACK_HIGHLIGHT_ENGINE_TREE_SITTER = 1,
  /**
   * A TextMate grammar run by syntect with Oniguruma, line after line.
   */
  RANSACK_HIGHLIGHT_ENGINE_SYNTECT = 2,
  /**
   * None: the text stays plain.
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
 * A published encoding: a vocabulary with its rules and special tokens.
 */
enum ransack_encoding
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * o200k_base: GPT-4o, GPT-4.1, GPT-5, the o series.
   */
  RANSACK_ENCODING_O200K_BASE = 0,
  /**
   * o200k_harmony: gpt-oss. The tokens of o200k_base with other special
   * tokens.
   */
  RANSACK_ENCODING_O200K_HARMONY = 1,
  /**
   * cl100k_base: GPT-4, GPT-3.5, the embedding models.
   */
  RANSACK_ENCODING_CL100K_BASE = 2,
  /**
   * p50k_base: the Codex models, text-davinci-003.
   */
  RANSACK_ENCODING_P50K_BASE = 3,
  /**
   * p50k_edit: the edit models.
   */
  RANSACK_ENCODING_P50K_EDIT = 4,
  /**
   * r50k_base, also known as gpt2: GPT-2 and GPT-3.
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
 * On which side text stands that is filled up with spaces.
 */
enum ransack_align
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Spaces come after the text.
   */
  RANSACK_ALIGN_LEFT = 0,
  /**
   * Spaces come before the text.
   */
  RANSACK_ALIGN_RIGHT = 1,
  /**
   * Spaces come on both sides, the odd one after the text.
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
 * What a grapheme cluster of several characters takes.
 */
enum ransack_cluster_width
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The sum of its characters, at most two cells: ghostty, WezTerm, Windows
   * Terminal.
   */
  RANSACK_CLUSTER_WIDTH_CAPPED = 0,
  /**
   * What its first character takes, marks taking nothing: kitty.
   */
  RANSACK_CLUSTER_WIDTH_FIRST = 1,
  /**
   * The sum of its characters, however many: terminals without grapheme
   * clustering (mode 2027).
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
 * How many colours a terminal has.
 */
enum ransack_color_depth
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Any colour.
   */
  RANSACK_COLOR_DEPTH_TRUE_COLOR = 0,
  /**
   * The 256 of xterm.
   */
  RANSACK_COLOR_DEPTH_ANSI256 = 1,
  /**
   * The 16 that every terminal has, in the shades of the user's choice.
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
 * Which part of a text that is too wide is cut.
 */
enum ransack_cut_at
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The end.
   */
  RANSACK_CUT_AT_END = 0,
  /**
   * The start.
   */
  RANSACK_CUT_AT_START = 1,
  /**
   * The middle; the part before it gets the odd cell.
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
 * What one result of a search is.
 */
enum ransack_grep_mode
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * A matching line, or with `multiline` the lines of a match.
   */
  RANSACK_GREP_MODE_CONTENT = 0,
  /**
   * A file with matches, with the number of its matching lines.
   */
  RANSACK_GREP_MODE_COUNT = 1,
  /**
   * A file with matches; the file is left at the first.
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
 * What a part of a text is. More may be added.
 */
enum ransack_highlight_class
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  RANSACK_HIGHLIGHT_CLASS_COMMENT = 0,
  RANSACK_HIGHLIGHT_CLASS_KEYWORD = 1,
  RANSACK_HIGHLIGHT_CLASS_FUNCTION = 2,
  RANSACK_HIGHLIGHT_CLASS_VARIABLE = 3,
  RANSACK_HIGHLIGHT_CLASS_STRING = 4,
  RANSACK_HIGHLIGHT_CLASS_NUMBER = 5,
  RANSACK_HIGHLIGHT_CLASS_TYPE = 6,
  RANSACK_HIGHLIGHT_CLASS_OPERATOR = 7,
  RANSACK_HIGHLIGHT_CLASS_PUNCTUATION = 8,
  RANSACK_HIGHLIGHT_CLASS_INSERTED = 9,
  RANSACK_HIGHLIGHT_CLASS_DELETED = 10,
  RANSACK_HIGHLIGHT_CLASS_CONSTANT = 11,
  RANSACK_HIGHLIGHT_CLASS_PROPERTY = 12,
  RANSACK_HIGHLIGHT_CLASS_ATTRIBUTE = 13,
  RANSACK_HIGHLIGHT_CLASS_TAG = 14,
  RANSACK_HIGHLIGHT_CLASS_NAMESPACE = 15,
  RANSACK_HIGHLIGHT_CLASS_ESCAPE = 16,
  RANSACK_HIGHLIGHT_CLASS_HEADING = 17,
  RANSACK_HIGHLIGHT_CLASS_EMPHASIS = 18,
  RANSACK_HIGHLIGHT_CLASS_STRONG = 19,
  RANSACK_HIGHLIGHT_CLASS_LINK = 20,
  RANSACK_HIGHLIGHT_CLASS_CODE = 21,
  RANSACK_HIGHLIGHT_CLASS_ERROR = 22,
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
 * What a call does when its time is over.
 */
enum ransack_on_timeout
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Fail with RANSACK_STATUS_TIMEOUT.
   */
  RANSACK_ON_TIMEOUT_FAIL = 0,
  /**
   * Succeed with what was found so far, and a report that says so.
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
 * What may differ between a pattern and the code that it matches.
 */
enum ransack_strictness
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Nothing: all nodes of both must match.
   */
  RANSACK_STRICTNESS_CST = 0,
  /**
   * Comments in the code, its punctuation and keywords that the pattern
   * lacks, and whatever it has after the last node of the pattern.
   */
  RANSACK_STRICTNESS_SMART = 1,
  /**
   * Punctuation and keywords of both.
   */
  RANSACK_STRICTNESS_AST = 2,
  /**
   * Those and comments.
   */
  RANSACK_STRICTNESS_RELAXED = 3,
  /**
   * Those and the text of names and literals: only kinds of nodes count.
   */
  RANSACK_STRICTNESS_SIGNATURE = 4,
  /**
   * Comments, and the kinds of nodes: only text counts.
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
 * Which part of a text with too many tokens is given up.
 */
enum ransack_truncate_from
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The end: the beginning is kept.
   */
  RANSACK_TRUNCATE_FROM_END = 0,
  /**
   * The beginning: the end is kept.
   */
  RANSACK_TRUNCATE_FROM_START = 1,
  /**
   * The middle: as many tokens are kept of the beginning as of the end, or
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
 * A switch that stops calls, from any thread. It fires once, when it is
 * cancelled, when its time is over or when its parent fires; the first reason
 * stays. A call whose token fires ends within milliseconds; a call that is
 * given a token that has fired does no work.
 */
typedef struct ransack_cancel_token ransack_cancel_token;

/**
 * A form of highlighted text. Whatever is put around parts of the text is taken
 * back before the line ends. It can be used for any number of calls at a time.
 */
typedef struct ransack_highlight_form ransack_highlight_form;

/**
 * Highlights text while it arrives. After ransack_highlight_stream_finish() the
 * output is, byte for byte, that of ransack_highlight() over all of the text.
 * Until then, with RANSACK_HIGHLIGHT_ENGINE_SYNTECT it is that of the text so
 * far, and complete lines are never taken back; with
 * RANSACK_HIGHLIGHT_ENGINE_TREE_SITTER what is new is coloured from time to
 * time by what is around it. Calls from several threads take turns.
 */
typedef struct ransack_highlight_stream ransack_highlight_stream;

/**
 * Counts the tokens of a text that grows at its end. The total is always that
 * of the whole text, as ransack_tokenizer_count() has it, though only the end
 * of it is counted again. Calls from several threads take turns.
 */
typedef struct ransack_token_counter ransack_token_counter;

/**
 * A vocabulary with its rules. It never changes; any number of threads may use
 * it at a time.
 */
typedef struct ransack_tokenizer ransack_tokenizer;

/**
 * A directory whose file table is kept, so that calls need not walk it. Every
 * call gives what the same call without a workspace gives, and sees every
 * change to the tree that was made before it began, unless its refresh mode is
 * RANSACK_REFRESH_MODE_MANUAL.
 */
typedef struct ransack_workspace ransack_workspace;

/**
 * A view of bytes that someone else owns.
 */
typedef struct ransack_bytes {
  /**
   * The first byte. Ignored where `len` is 0.
   */
  const uint8_t *data;
  /**
   * The number of bytes.
   */
  size_t len;
} ransack_bytes;

/**
 * Options of ransack_ast_grep(). Set up with RANSACK_AST_GREP_OPTIONS_INIT or
 * ransack_ast_grep_options_init().
 */
typedef struct ransack_ast_grep_options {
  /**
   * RANSACK_AST_GREP_OPTIONS_VERSION of the header that the caller was
   * compiled with.
   */
  uint32_t version;
  /**
   * The patterns, UTF-8; code matches if it looks like one of them. A pattern
   * is code in which $A stands for any one node, $$A for one that may also be
   * punctuation or a keyword, and $$$A for any number of siblings; $_ and $$$
   * do so without a name. Names are upper-case letters, digits and '_'; the
   * same name stands for the same code. A pattern need not be a whole
   * statement or file: it is read in every place where it can stand. Default:
   * none, which is an error unless there is a rule.
   */
  const struct ransack_bytes *patterns;
  /**
   * The number of patterns. Default: 0.
   */
  size_t patterns_len;
  /**
   * A rule in the YAML or JSON form of ast-grep: an object with `rule`, and
   * where wanted `constraints` and `utils`, or only what is in `rule`, with
   * `pattern`, `kind`, `regex`, `inside`, `has`, `precedes`, `follows`,
   * `all`, `any`, `not`, `matches`, `nthChild` or `range`. With patterns too,
   * code that looks like either matches. Default: empty, none.
   */
  struct ransack_bytes rule;
  /**
   * The kind of node, by the name that the grammar gives it, which is looked
   * for instead of the whole pattern: the first such node in the pattern.
   * Default: empty, none.
   */
  struct ransack_bytes selector;
  /**
   * Directories to walk and files to search, in this order. A file whose name
   * tells no known language is out of scope. Relative ones start from the
   * current directory. Default: none, which is an error.
   */
  const struct ransack_bytes *roots;
  /**
   * The number of roots. Default: 0.
   */
  size_t roots_len;
  /**
   * Path globs, as in ransack_grep_options. Default: none, all files.
   */
  const struct ransack_bytes *globs;
  /**
   * The number of globs. Default: 0.
   */
  size_t globs_len;
  /**
   * Names of file types that are let in; see ransack_file_types(). Default:
   * none, all types.
   */
  const struct ransack_bytes *types;
  /**
   * The number of types that are let in. Default: 0.
   */
  size_t types_len;
  /**
   * Names of file types that are left out. Default: none.
   */
  const struct ransack_bytes *types_not;
  /**
   * The number of types that are left out. Default: 0.
   */
  size_t types_not_len;
  /**
   * Whether files and directories whose name starts with '.' are in.
   * Default: 1.
   */
  uint8_t hidden;
  /**
   * Whether ignore rules hold, as in ransack_grep_options. Default: 1.
   */
  uint8_t gitignore;
  /**
   * Whether node_modules directories are walked, as in ransack_grep_options.
   * Default: 0.
   */
  uint8_t node_modules;
  /**
   * Whether symbolic links below the roots are followed. Default: 0.
   */
  uint8_t follow_symlinks;
  /**
   * What may differ between pattern and code, a ransack_strictness. Default:
   * RANSACK_STRICTNESS_SMART.
   */
  uint32_t strictness;
  /**
   * The name or alias of a language: only files in it are searched, only what
   * is in it of files that embed other languages, and a root that is a file
   * is taken to be in it. Default: empty, every file in its own.
   */
  struct ransack_bytes language;
  /**
   * The most results; the search stops when it has seen one more. Default:
   * RANSACK_NO_LIMIT.
   */
  uint64_t limit;
  /**
   * How many results, in their order, are left out at the front. Default: 0.
   */
  uint64_t offset;
  /**
   * The most milliseconds for one file; one that needs more is skipped and
   * reported. Default: 2000.
   */
  uint64_t time_per_file_ms;
  /**
   * Files of more bytes are skipped and reported; RANSACK_NO_LIMIT is 2 GiB.
   * Default: 16777216.
   */
  uint64_t max_file_size;
  /**
   * The encoding of files that have no byte order mark, as in
   * ransack_grep_options. Default: empty, UTF-8.
   */
  struct ransack_bytes encoding;
  /**
   * Milliseconds from the beginning of the call until it times out, beside
   * what the token says; 0 times out at once. Default: RANSACK_NO_LIMIT.
   */
  uint64_t timeout_ms;
  /**
   * What happens then, a ransack_on_timeout; also when the token's time is
   * over. Default: RANSACK_ON_TIMEOUT_FAIL.
   */
  uint32_t on_timeout;
  /**
   * Whether it is told what metavariables stand for. Default: 0.
   */
  uint8_t include_meta;
} ransack_ast_grep_options;

/**
 * A place in a text.
 */
typedef struct ransack_position {
  /**
   * In bytes from the start of the text, 0-based.
   */
  size_t offset;
  /**
   * Number of the line, 1-based.
   */
  uint64_t line;
  /**
   * In bytes from the start of the line, 0-based.
   */
  size_t column;
  /**
   * The same in UTF-16 code units, with one for each piece that is not UTF-8.
   */
  size_t column_utf16;
} ransack_position;

/**
 * From where to where something goes in a text.
 */
typedef struct ransack_span {
  /**
   * Its first byte.
   */
  struct ransack_position start;
  /**
   * The byte after its last.
   */
  struct ransack_position end;
} ransack_span;

/**
 * What a metavariable stands for.
 */
typedef struct ransack_meta_variable {
  /**
   * The name, without '$'.
   */
  struct ransack_bytes name;
  /**
   * The code; of a list, from the first to the last node.
   */
  struct ransack_bytes text;
  /**
   * Where the code is, if `has_span`.
   */
  struct ransack_span span;
  /**
   * Whether it stands for a list of nodes.
   */
  uint8_t is_list;
  /**
   * Whether it is anywhere; an empty list is not.
   */
  uint8_t has_span;
} ransack_meta_variable;

/**
 * A piece of code that matched. It and all that it points to is valid until the
 * callback returns.
 */
typedef struct ransack_code_match {
  /**
   * The file, relative to its root, bytes as the file system has them; for a
   * root that is a file, its name. Empty for a search in memory.
   */
  struct ransack_bytes path;
  /**
   * The language in which it was found, by name; where one language is
   * embedded in another, the embedded one.
   */
  struct ransack_bytes language;
  /**
   * Where the pattern was thought to stand when it was read: "file",
   * "statement", "expression", "member", "type", ... "rule" for a rule.
   */
  struct ransack_bytes context;
  /**
   * The code.
   */
  struct ransack_bytes text;
  /**
   * Where the code is.
   */
  struct ransack_span span;
  /**
   * What the named metavariables stand for, in the order of their first
   * occurrence in the pattern, if asked for.
   */
  const struct ransack_meta_variable *meta_variables;
  /**
   * Their number.
   */
  size_t meta_variables_len;
  /**
   * Index of the pattern in the options, from 0; the first, if several match
   * here. A rule comes after all patterns.
   */
  uint32_t pattern;
  /**
   * Index of the root in the options, from 0.
   */
  uint32_t root;
} ransack_code_match;

/**
 * Is called for each piece of code, in order, on the thread that made the call.
 * Return 0 to go on and anything else to stop the search: the call then
 * succeeds, with RANSACK_STOPPED_BY_CALLBACK in its report and a `next_offset`
 * that continues after this result. `user_data` is what the call was given.
 */
typedef int (*ransack_on_code_match)(const struct ransack_code_match *item, void *user_data);

/**
 * One path that was left out.
 */
typedef struct ransack_skipped_path {
  /**
   * The path, relative to its root.
   */
  struct ransack_bytes path;
  /**
   * The operating system's or decoder's words; empty if there are none.
   */
  struct ransack_bytes detail;
  /**
   * Index of the root in the options, from 0.
   */
  uint32_t root;
} ransack_skipped_path;

/**
 * The paths that were left out for one reason.
 */
typedef struct ransack_skipped {
  /**
   * Why.
   */
  ransack_skip_reason reason;
  /**
   * How many.
   */
  uint64_t count;
  /**
   * The first few of them, in path order.
   */
  const struct ransack_skipped_path *paths;
  /**
   * The number of `paths`, at most 10.
   */
  size_t paths_len;
} ransack_skipped;

/**
 * How it is known which files there are.
 */
typedef struct ransack_snapshot_info {
  /**
   * How the table of files was brought up to date for the call.
   */
  ransack_refresh_mode mode;
  /**
   * Why all of it, or what is below a directory with another ignore file, was
   * listed anew, for the call or since the one before.
   */
  ransack_rescan_reason rescan;
  /**
   * Why a workspace that was to be watched is not.
   */
  ransack_watch_fallback fallback;
} ransack_snapshot_info;

/**
 * What a call did and did not do. Look at `complete` before you say that there
 * is no such thing.
 */
typedef struct ransack_report {
  /**
   * Number of files whose content was examined; of a ransack_glob() the
   * number of names.
   */
  uint64_t files_searched;
  /**
   * Number of files with at least one match.
   */
  uint64_t files_with_matches;
  /**
   * Number of matches found, those before the offset and, where the call saw
   * them, after the limit included.
   */
  uint64_t total_matches;
  /**
   * The `offset` of a call that continues where this one ended, if
   * `has_next_offset`; else 0.
   */
  uint64_t next_offset;
  /**
   * What was in reach and not searched, one entry for each reason.
   */
  const struct ransack_skipped *skipped;
  /**
   * The number of entries in `skipped`.
   */
  size_t skipped_len;
  /**
   * What ended the call early.
   */
  ransack_stopped_by stopped_by;
  /**
   * 1 only if everything in scope was looked at, so that what is not among
   * the results is not in the tree. What the options put out of scope
   * (ignored, hidden or filtered paths, binary files, node_modules) does not
   * count against it; what could not be read or was cut by a limit or by
   * time does.
   */
  uint8_t complete;
  /**
   * Whether `total_matches` is the number in the tree; if not, it is a lower
   * bound.
   */
  uint8_t total_is_exact;
  /**
   * Whether the roots, globs and types named no file at all.
   */
  uint8_t no_files_matched_scope;
  /**
   * Whether there is more, from `next_offset` on.
   */
  uint8_t has_next_offset;
  /**
   * How it is known which files there are.
   */
  struct ransack_snapshot_info snapshot;
} ransack_report;

/**
 * Options of ransack_ast_match(), with the meaning and the defaults of the same
 * fields of ransack_ast_grep_options. Set up with RANSACK_AST_MATCH_OPTIONS_INIT
 * or ransack_ast_match_options_init().
 */
typedef struct ransack_ast_match_options {
  /**
   * RANSACK_AST_MATCH_OPTIONS_VERSION of the header that the caller was
   * compiled with.
   */
  uint32_t version;
  /**
   * The patterns, UTF-8. Default: none, which is an error unless there is a
   * rule.
   */
  const struct ransack_bytes *patterns;
  /**
   * The number of patterns. Default: 0.
   */
  size_t patterns_len;
  /**
   * A rule in YAML or JSON. Default: empty, none.
   */
  struct ransack_bytes rule;
  /**
   * The kind of node which is looked for instead of the whole pattern.
   * Default: empty, none.
   */
  struct ransack_bytes selector;
  /**
   * The most results. Default: RANSACK_NO_LIMIT.
   */
  uint64_t limit;
  /**
   * How many results, in their order, are left out at the front. Default: 0.
   */
  uint64_t offset;
  /**
   * What may differ between pattern and code, a ransack_strictness. Default:
   * RANSACK_STRICTNESS_SMART.
   */
  uint32_t strictness;
  /**
   * Whether it is told what metavariables stand for. Default: 0.
   */
  uint8_t include_meta;
} ransack_ast_match_options;

/**
 * What to replace, and by what.
 */
typedef struct ransack_rewrite {
  /**
   * The code to replace, as in ransack_ast_grep_options.
   */
  struct ransack_bytes pattern;
  /**
   * What comes in its place, UTF-8. $A or $$$A stands for what the pattern's
   * metavariable of that name matched, byte for byte; "\$" for a dollar sign,
   * and "\\" before a dollar sign for a backslash. Its lines, and those of what
   * metavariables stand for, are indented as the place is where they go; lines
   * inside literals are left alone. If it is empty, code is deleted, with the
   * ';' that ends it, and with its line if that is left blank.
   */
  struct ransack_bytes replacement;
} ransack_rewrite;

/**
 * Options of ransack_ast_edit(). Set up with RANSACK_AST_EDIT_OPTIONS_INIT or
 * ransack_ast_edit_options_init().
 */
typedef struct ransack_ast_edit_options {
  /**
   * RANSACK_AST_EDIT_OPTIONS_VERSION of the header that the caller was
   * compiled with.
   */
  uint32_t version;
  /**
   * The rewrites. Code that looks like two of them is an error unless both
   * make the same of it. Default: none, which is an error.
   */
  const struct ransack_rewrite *rewrites;
  /**
   * The number of rewrites. Default: 0.
   */
  size_t rewrites_len;
  /**
   * The kind of node which is looked for instead of a whole pattern, and is
   * what is replaced. Default: empty, none.
   */
  struct ransack_bytes selector;
  /**
   * Directories to walk and files to edit. A file whose name tells no known
   * language is out of scope. Relative ones start from the current directory.
   * Default: none, which is an error.
   */
  const struct ransack_bytes *roots;
  /**
   * The number of roots. Default: 0.
   */
  size_t roots_len;
  /**
   * Path globs, as in ransack_grep_options. Default: none, all files.
   */
  const struct ransack_bytes *globs;
  /**
   * The number of globs. Default: 0.
   */
  size_t globs_len;
  /**
   * Names of file types that are let in; see ransack_file_types(). Default:
   * none, all types.
   */
  const struct ransack_bytes *types;
  /**
   * The number of types that are let in. Default: 0.
   */
  size_t types_len;
  /**
   * Names of file types that are left out. Default: none.
   */
  const struct ransack_bytes *types_not;
  /**
   * The number of types that are left out. Default: 0.
   */
  size_t types_not_len;
  /**
   * Whether files and directories whose name starts with '.' are in.
   * Default: 1.
   */
  uint8_t hidden;
  /**
   * Whether ignore rules hold, as in ransack_grep_options. Default: 1.
   */
  uint8_t gitignore;
  /**
   * Whether node_modules directories are walked, as in ransack_grep_options.
   * Default: 0.
   */
  uint8_t node_modules;
  /**
   * Whether symbolic links below the roots are followed. Default: 0.
   */
  uint8_t follow_symlinks;
  /**
   * What may differ between pattern and code, a ransack_strictness. Default:
   * RANSACK_STRICTNESS_SMART.
   */
  uint32_t strictness;
  /**
   * The name or alias of a language, as in ransack_ast_grep_options. Default:
   * empty, every file in its own.
   */
  struct ransack_bytes language;
  /**
   * The `preview` of an earlier outcome. If the changes would not be exactly
   * those, in the very same texts, nothing is changed and the call fails with
   * RANSACK_STATUS_STALE. Default: empty, none.
   */
  struct ransack_bytes preview;
  /**
   * The most replacements; the first ones in path order are made. Default:
   * RANSACK_NO_LIMIT.
   */
  uint64_t max_replacements;
  /**
   * The most files with changes; the first ones in path order are taken.
   * Default: RANSACK_NO_LIMIT.
   */
  uint64_t max_files;
  /**
   * The most milliseconds for reading and matching one file; one that needs
   * more is skipped and reported. Default: 2000.
   */
  uint64_t time_per_file_ms;
  /**
   * Files of more bytes are skipped and reported; one that would become larger
   * is a failure. RANSACK_NO_LIMIT is 2 GiB. Default: 16777216.
   */
  uint64_t max_file_size;
  /**
   * The encoding of files that have no byte order mark, as in
   * ransack_grep_options. A file is written in the encoding that it was read
   * in; one that does not come out as it went in is skipped and reported.
   * Default: empty, UTF-8.
   */
  struct ransack_bytes encoding;
  /**
   * Milliseconds from the beginning of the call until it fails, beside what the
   * token says, unless files are already being replaced. Default:
   * RANSACK_NO_LIMIT.
   */
  uint64_t timeout_ms;
  /**
   * How often the rewrites are carried out on a file; each time on what the
   * last has made, until nothing is left to do. 0 counts as 1. Default: 1.
   */
  uint32_t repeat;
  /**
   * Whether files are left as they are, and only the changes told. Default: 1.
   */
  uint8_t dry_run;
  /**
   * Whether a file that may match and holds syntax errors before it is edited
   * fails the call; if not, it is edited and reported. Default: 0.
   */
  uint8_t fail_on_parse_error;
  /**
   * Whether a file may have more syntax errors after its edits than it had
   * before. Default: 0.
   */
  uint8_t allow_syntax_errors;
} ransack_ast_edit_options;

/**
 * One replacement.
 */
typedef struct ransack_code_change {
  /**
   * The file, relative to its root, bytes as the file system has them; for a
   * root that is a file, its name.
   */
  struct ransack_bytes path;
  /**
   * The language in which the match was found, by name.
   */
  struct ransack_bytes language;
  /**
   * What was there.
   */
  struct ransack_bytes before;
  /**
   * What comes in its place.
   */
  struct ransack_bytes after;
  /**
   * What is replaced, in the text that the pass began with. Offsets in a file
   * in UTF-16 count bytes of it as UTF-8.
   */
  struct ransack_span span;
  /**
   * Index of the rewrite in the options, from 0.
   */
  uint32_t rewrite;
  /**
   * Number of the pass over the file, from 0; see `repeat` in the options.
   */
  uint32_t pass;
  /**
   * Index of the root in the options, from 0.
   */
  uint32_t root;
} ransack_code_change;

/**
 * The replacements in one file, counted.
 */
typedef struct ransack_file_change {
  /**
   * The file, as in the changes.
   */
  struct ransack_bytes path;
  /**
   * Number of replacements.
   */
  uint64_t count;
  /**
   * Index of the root in the options, from 0.
   */
  uint32_t root;
  /**
   * Whether there still is something to replace after the last pass that
   * `repeat` allows. Not looked at if that is 1.
   */
  uint8_t is_unsettled;
} ransack_file_change;

/**
 * What ransack_ast_edit() changed or would change. All of it belongs to the
 * outcome and is freed with it.
 */
typedef struct ransack_ast_edit_outcome {
  /**
   * The replacements, by root, then bytewise by path, then by pass and place.
   */
  const struct ransack_code_change *changes;
  /**
   * Their number.
   */
  size_t changes_len;
  /**
   * The files with replacements, in the same order.
   */
  const struct ransack_file_change *file_changes;
  /**
   * Their number.
   */
  size_t file_changes_len;
  /**
   * Stands for exactly these changes of exactly these texts: the `preview`
   * option of a call that is to make them.
   */
  struct ransack_bytes preview;
  /**
   * How far the changes are all that could be made. Its `total_matches` counts
   * replacements, and there is no `next_offset`.
   */
  const struct ransack_report *report;
  /**
   * Whether the files on disk are now as the changes say; if not, none is.
   */
  uint8_t applied;
} ransack_ast_edit_outcome;

/**
 * A language that can be searched by syntax.
 */
typedef struct ransack_ast_language {
  /**
   * The name, in lower case.
   */
  struct ransack_bytes name;
  /**
   * Other names that it answers to. Case is ignored in all of them.
   */
  const struct ransack_bytes *aliases;
  /**
   * Their number.
   */
  size_t aliases_len;
  /**
   * Extensions of its files, without the dot, in lower case. If two languages
   * share one, a file is of the first of them.
   */
  const struct ransack_bytes *extensions;
  /**
   * Their number.
   */
  size_t extensions_len;
  /**
   * Whole names of its files. One that ends in ".*" stands for all names that
   * begin so.
   */
  const struct ransack_bytes *file_names;
  /**
   * Their number.
   */
  size_t file_names_len;
} ransack_ast_language;

/**
 * A node of a syntax tree.
 */
typedef struct ransack_syntax_node {
  /**
   * Its kind, by the name that the grammar gives it.
   */
  struct ransack_bytes kind;
  /**
   * Where it is.
   */
  struct ransack_span span;
  /**
   * The number of its last line, 1-based: that of its last character which is
   * no line end.
   */
  uint64_t last_line;
} ransack_syntax_node;

/**
 * Nodes of a syntax tree.
 */
typedef struct ransack_syntax_nodes {
  /**
   * The nodes, each within the next.
   */
  const struct ransack_syntax_node *nodes;
  /**
   * Their number.
   */
  size_t len;
} ransack_syntax_nodes;

/**
 * Lines of a text.
 */
typedef struct ransack_line_range {
  /**
   * The number of the first, 1-based.
   */
  uint64_t first;
  /**
   * The number of the last.
   */
  uint64_t last;
} ransack_line_range;

/**
 * Numbers of lines.
 */
typedef struct ransack_line_numbers {
  /**
   * The numbers, 1-based, in order, each once.
   */
  const uint64_t *lines;
  /**
   * How many there are.
   */
  size_t len;
  /**
   * Whether the text has syntax errors, so that it is not certain what belongs
   * together; there are no numbers then.
   */
  uint8_t has_syntax_errors;
} ransack_line_numbers;

/**
 * A place where a text breaks the syntax of its language.
 */
typedef struct ransack_syntax_diagnostic {
  /**
   * What is missing here, by the name that the grammar gives it; empty for
   * text that has no place here.
   */
  struct ransack_bytes missing;
  /**
   * Where it is.
   */
  struct ransack_span span;
} ransack_syntax_diagnostic;

/**
 * Places where a text breaks the syntax of its language.
 */
typedef struct ransack_syntax_diagnostics {
  /**
   * The places, in order.
   */
  const struct ransack_syntax_diagnostic *diagnostics;
  /**
   * Their number.
   */
  size_t len;
} ransack_syntax_diagnostics;

/**
 * What went wrong in the last call that failed on a thread.
 */
typedef struct ransack_error {
  /**
   * What the call returned.
   */
  ransack_status status;
  /**
   * Whether there is an offset.
   */
  uint8_t has_offset;
  /**
   * Byte offset of the fault in the pattern, 0-based; else 0.
   */
  uint64_t offset;
  /**
   * The whole error in words, as UTF-8. A NUL that it would quote is spelled
   * "\0"; one follows it that is not counted.
   */
  struct ransack_bytes message;
  /**
   * The path concerned, as it was given; empty if the error is about none.
   */
  struct ransack_bytes path;
  /**
   * The pattern, glob or name concerned, as it was given; empty if the error
   * is about none.
   */
  struct ransack_bytes pattern;
} ransack_error;

/**
 * A path and a weight of how often and how recently it was used.
 */
typedef struct ransack_frecency {
  /**
   * The path, as results have it, without a '/' at the end of a directory's.
   */
  struct ransack_bytes path;
  /**
   * 0 for never; what counts is the order of magnitude.
   */
  double weight;
} ransack_frecency;

/**
 * Options of ransack_fuzzy_find(). Set up with RANSACK_FUZZY_FIND_OPTIONS_INIT or
 * ransack_fuzzy_find_options_init().
 */
typedef struct ransack_fuzzy_find_options {
  /**
   * RANSACK_FUZZY_FIND_OPTIONS_VERSION of the header that the caller was
   * compiled with.
   */
  uint32_t version;
  /**
   * What was typed, UTF-8, at most 10,240 bytes. White space and control
   * characters divide it into words. If it is empty everything matches:
   * recently used paths come first, then shallow and short ones. Default:
   * empty.
   */
  struct ransack_bytes query;
  /**
   * Directories to look in, in this order. Relative ones start from the
   * current directory. Default: none, which is an error.
   */
  const struct ransack_bytes *roots;
  /**
   * The number of roots. Default: 0.
   */
  size_t roots_len;
  /**
   * Path globs that narrow the results, as in ransack_grep_options. Default:
   * none, all files.
   */
  const struct ransack_bytes *globs;
  /**
   * The number of globs. Default: 0.
   */
  size_t globs_len;
  /**
   * Names of file types that are let in; see ransack_file_types(). A
   * directory is of no type, and so left out. Default: none, all types.
   */
  const struct ransack_bytes *types;
  /**
   * The number of types that are let in. Default: 0.
   */
  size_t types_len;
  /**
   * Names of file types that are left out. Default: none.
   */
  const struct ransack_bytes *types_not;
  /**
   * The number of types that are left out. Default: 0.
   */
  size_t types_not_len;
  /**
   * Whether files and directories whose name starts with '.' are in.
   * Default: 0.
   */
  uint8_t hidden;
  /**
   * Whether ignore rules hold, as in ransack_grep_options. Default: 1.
   */
  uint8_t gitignore;
  /**
   * Whether node_modules directories are walked. Default: 0.
   */
  uint8_t node_modules;
  /**
   * Whether symbolic links below the roots are followed. Default: 0.
   */
  uint8_t follow_symlinks;
  /**
   * Whether directories are found too. Default: 1.
   */
  uint8_t dirs;
  /**
   * Whether symbolic links are found, as such. Default: 0.
   */
  uint8_t symlinks;
  /**
   * Recently used paths, the latest first, as results have them, without a
   * '/' at the end of a directory's. Default: none.
   */
  const struct ransack_bytes *recent;
  /**
   * The number of recent paths. Default: 0.
   */
  size_t recent_len;
  /**
   * The path that is being worked on: others near it rank higher. Default:
   * empty, none.
   */
  struct ransack_bytes current;
  /**
   * Paths with weights. Default: none.
   */
  const struct ransack_frecency *frecency;
  /**
   * The number of weights. Default: 0.
   */
  size_t frecency_len;
  /**
   * The most results. Default: 100.
   */
  uint64_t limit;
  /**
   * How many results, in their order, are left out at the front. Default: 0.
   */
  uint64_t offset;
  /**
   * Milliseconds from the beginning of the call until it times out, beside
   * what the token says; 0 times out at once. Default: RANSACK_NO_LIMIT.
   */
  uint64_t timeout_ms;
  /**
   * What happens then, a ransack_on_timeout; also when the token's time is
   * over. Default: RANSACK_ON_TIMEOUT_FAIL.
   */
  uint32_t on_timeout;
} ransack_fuzzy_find_options;

/**
 * One path that matched. It and all that it points to is valid until the
 * callback returns.
 */
typedef struct ransack_fuzzy_path {
  /**
   * The path relative to its root, bytes as the file system has them; a
   * directory's ends in '/'.
   */
  struct ransack_bytes path;
  /**
   * The bytes of the path where the characters of the query were found, in
   * ascending order. Each is where a character begins.
   */
  const uint32_t *positions;
  /**
   * The number of positions.
   */
  size_t positions_len;
  /**
   * What it is worth, more for better matches; comparable for one query only.
   */
  int32_t score;
  /**
   * Index of the root in the options, from 0.
   */
  uint32_t root;
  /**
   * What is there.
   */
  ransack_file_type file_type;
} ransack_fuzzy_path;

/**
 * Is called for each path, best first, on the thread that made the call. Return
 * 0 to go on and anything else to stop: the call then succeeds, with
 * RANSACK_STOPPED_BY_CALLBACK in its report and a `next_offset` that continues
 * after this path. `user_data` is what the call was given.
 */
typedef int (*ransack_on_fuzzy_path)(const struct ransack_fuzzy_path *item, void *user_data);

/**
 * Options of ransack_fuzzy_match(). Set up with RANSACK_FUZZY_MATCH_OPTIONS_INIT
 * or ransack_fuzzy_match_options_init().
 */
typedef struct ransack_fuzzy_match_options {
  /**
   * RANSACK_FUZZY_MATCH_OPTIONS_VERSION of the header that the caller was
   * compiled with.
   */
  uint32_t version;
  /**
   * Recently used strings, the latest first. Default: none.
   */
  const struct ransack_bytes *recent;
  /**
   * The number of recent strings. Default: 0.
   */
  size_t recent_len;
  /**
   * The path that is being worked on: others near it rank higher. Default:
   * empty, none.
   */
  struct ransack_bytes current;
  /**
   * Strings with weights. Default: none.
   */
  const struct ransack_frecency *frecency;
  /**
   * The number of weights. Default: 0.
   */
  size_t frecency_len;
  /**
   * The most results. Default: RANSACK_NO_LIMIT.
   */
  uint64_t limit;
  /**
   * How many results, in their order, are left out at the front. Default: 0.
   */
  uint64_t offset;
} ransack_fuzzy_match_options;

/**
 * One string that matched. It and all that it points to is valid until the
 * callback returns.
 */
typedef struct ransack_fuzzy_string {
  /**
   * Where in the list it is, from 0.
   */
  size_t index;
  /**
   * The bytes of the string where the characters of the query were found, in
   * ascending order. Each is where a character begins.
   */
  const uint32_t *positions;
  /**
   * The number of positions.
   */
  size_t positions_len;
  /**
   * What it is worth, more for better matches; comparable for one query only.
   */
  int32_t score;
} ransack_fuzzy_string;

/**
 * The same for strings.
 */
typedef int (*ransack_on_fuzzy_string)(const struct ransack_fuzzy_string *item, void *user_data);

/**
 * Options of ransack_glob(). Set up with RANSACK_GLOB_OPTIONS_INIT or
 * ransack_glob_options_init().
 */
typedef struct ransack_glob_options {
  /**
   * RANSACK_GLOB_OPTIONS_VERSION of the header that the caller was compiled
   * with.
   */
  uint32_t version;
  /**
   * The patterns, UTF-8, from the root on; a path matches if the last of
   * them that speaks of it is not negated with '!'. None may be empty.
   * Default: none, which is an error.
   *
   * One star and '?' match within a component, '[a-z]' and '[!a-z]' one
   * character, a component of two stars any number of components, '{a,b}'
   * alternatives, nested too; a final '/' only directories. A backslash
   * before a character that means something here makes it literal and is a
   * '/' otherwise. A brace that is not closed is closed at the end, a
   * bracket that is not closed is literal. Upper and lower case differ.
   */
  const struct ransack_bytes *patterns;
  /**
   * The number of patterns. Default: 0.
   */
  size_t patterns_len;
  /**
   * Whether a pattern without '/' matches at any depth; if not, only the
   * root's own entries, and nothing else is read. Default: 1.
   */
  uint8_t recursive;
  /**
   * Whether patterns are plain relative paths. Default: 0.
   */
  uint8_t literal;
  /**
   * Directories to look in, in this order. Relative ones start from the
   * current directory. Default: none, which is an error.
   */
  const struct ransack_bytes *roots;
  /**
   * The number of roots. Default: 0.
   */
  size_t roots_len;
  /**
   * Path globs that narrow the results further, as in ransack_grep_options.
   * Default: none, all files.
   */
  const struct ransack_bytes *globs;
  /**
   * The number of globs. Default: 0.
   */
  size_t globs_len;
  /**
   * Names of file types that are let in; see ransack_file_types(). A
   * directory is of no type, and so left out. Default: none, all types.
   */
  const struct ransack_bytes *types;
  /**
   * The number of types that are let in. Default: 0.
   */
  size_t types_len;
  /**
   * Names of file types that are left out. Default: none.
   */
  const struct ransack_bytes *types_not;
  /**
   * The number of types that are left out. Default: 0.
   */
  size_t types_not_len;
  /**
   * Whether files and directories whose name starts with '.' are in. If not,
   * a pattern that spells out the dot still reaches them. Default: 0,
   * unlike that of ransack_grep_options.
   */
  uint8_t hidden;
  /**
   * Whether ignore rules hold: .gitignore, .git/info/exclude and the user's
   * global excludes inside a repository, and .ignore anywhere. Default: 1.
   */
  uint8_t gitignore;
  /**
   * Whether node_modules directories are walked. They also are when a
   * pattern or glob spells out node_modules or a root lies in one. Default:
   * 0.
   */
  uint8_t node_modules;
  /**
   * Whether symbolic links below the roots are followed. Default: 0.
   */
  uint8_t follow_symlinks;
  /**
   * The only kind of result wanted, a ransack_file_type, or 0 for any. For
   * files and directories a symbolic link counts as what it leads to.
   * Default: 0.
   */
  uint32_t file_type;
  /**
   * Whether size and time are given, at the cost of one call to the system
   * for each result. Default: 0.
   */
  uint8_t stat;
  /**
   * Whether results come newest first, equal ones by root and path; size and
   * time are then given too. The first is shown when the last is found.
   * Default: 0.
   */
  uint8_t sort_by_mtime;
  /**
   * The most results; unless they are sorted, the search stops when it has
   * seen one more. 0 tells only whether there are any. Default:
   * RANSACK_NO_LIMIT.
   */
  uint64_t limit;
  /**
   * How many results, in their order, are left out at the front. Default: 0.
   */
  uint64_t offset;
  /**
   * Milliseconds from the beginning of the call until it times out, beside
   * what the token says; 0 times out at once. Default: RANSACK_NO_LIMIT.
   */
  uint64_t timeout_ms;
  /**
   * What happens then, a ransack_on_timeout; also when the token's time is
   * over. Default: RANSACK_ON_TIMEOUT_FAIL.
   */
  uint32_t on_timeout;
} ransack_glob_options;

/**
 * One path that matched. It and all that it points to is valid until the
 * callback returns.
 */
typedef struct ransack_path_match {
  /**
   * The path relative to its root, bytes as the file system has them.
   */
  struct ransack_bytes path;
  /**
   * Last modification in milliseconds since 1970 (UTC), if `has_mtime`; of a
   * link, its target's, or its own where it leads nowhere. Else 0.
   */
  int64_t mtime_ms;
  /**
   * Size in bytes, if `has_size`; of a link, its target's. Else 0.
   */
  uint64_t size;
  /**
   * Index of the root in the options, from 0.
   */
  uint32_t root;
  /**
   * What is there; a symbolic link is a link, whatever it leads to, unless
   * links are followed.
   */
  ransack_file_type file_type;
  /**
   * Whether there is a time: if it was asked for.
   */
  uint8_t has_mtime;
  /**
   * Whether there is a size: if it was asked for and it is a file or a link
   * to one.
   */
  uint8_t has_size;
} ransack_path_match;

/**
 * Is called for each path, in order, on the thread that made the call. Return
 * 0 to go on and anything else to stop: the call then succeeds, with
 * RANSACK_STOPPED_BY_CALLBACK in its report and a `next_offset` that continues
 * after this path. `user_data` is what the call was given.
 */
typedef int (*ransack_on_path)(const struct ransack_path_match *item, void *user_data);

/**
 * Text that belongs to the caller.
 */
typedef struct ransack_string {
  /**
   * The text, as UTF-8 unless the call says otherwise. A NUL follows it that
   * is not counted.
   */
  struct ransack_bytes text;
} ransack_string;

/**
 * Options of ransack_grep(). Set up with RANSACK_GREP_OPTIONS_INIT or
 * ransack_grep_options_init().
 */
typedef struct ransack_grep_options {
  /**
   * RANSACK_GREP_OPTIONS_VERSION of the header that the caller was compiled
   * with.
   */
  uint32_t version;
  /**
   * The patterns, UTF-8; a line matches if one of them does. None may be
   * empty. The syntax is that of Rust's regex crate, except that a brace
   * which cannot be a repetition stands for itself, and so does a '$' before
   * it, as in ${name}. Default: none, which is an error.
   */
  const struct ransack_bytes *patterns;
  /**
   * The number of patterns. Default: 0.
   */
  size_t patterns_len;
  /**
   * Whether patterns are plain text. Default: 0.
   */
  uint8_t literal;
  /**
   * Whether case is ignored, with Unicode's simple folding. Default: 0.
   */
  uint8_t ignore_case;
  /**
   * Whether case is ignored when no pattern holds an upper-case letter.
   * Default: 0.
   */
  uint8_t smart_case;
  /**
   * Whether a match must not touch a word character outside it, on either
   * side. Default: 0.
   */
  uint8_t word;
  /**
   * Whether the lines are wanted that do not match. Default: 0.
   */
  uint8_t invert;
  /**
   * Whether a match may span lines; if not, a pattern that holds a line feed
   * is an error. Default: 0.
   */
  uint8_t multiline;
  /**
   * Whether '.' also matches a line feed; only with `multiline`. Default: 0.
   */
  uint8_t dot_all;
  /**
   * Directories to walk and files to search, in this order. A root that is
   * named here is searched even if ignore files, globs or types would leave
   * it out. Relative ones start from the current directory. Default: none,
   * which is an error.
   */
  const struct ransack_bytes *roots;
  /**
   * The number of roots. Default: 0.
   */
  size_t roots_len;
  /**
   * Path globs, UTF-8, with '?', '[a-z]', '{a,b}', one star within a
   * directory and two across them. A glob without '/' matches at any depth,
   * one with '/' from the root; '!' before it takes paths out; the last glob
   * that matches decides. Default: none, all files.
   */
  const struct ransack_bytes *globs;
  /**
   * The number of globs. Default: 0.
   */
  size_t globs_len;
  /**
   * Names of file types that are let in; see ransack_file_types(). Default:
   * none, all types.
   */
  const struct ransack_bytes *types;
  /**
   * The number of types that are let in. Default: 0.
   */
  size_t types_len;
  /**
   * Names of file types that are left out. Default: none.
   */
  const struct ransack_bytes *types_not;
  /**
   * The number of types that are left out. Default: 0.
   */
  size_t types_not_len;
  /**
   * Whether files and directories whose name starts with '.' are in.
   * Default: 1.
   */
  uint8_t hidden;
  /**
   * Whether ignore rules hold: .gitignore, .git/info/exclude and the user's
   * global excludes inside a repository, and .ignore anywhere. Default: 1.
   */
  uint8_t gitignore;
  /**
   * Whether node_modules directories are walked. They also are when a glob
   * spells out node_modules or a root lies in one. Default: 0.
   */
  uint8_t node_modules;
  /**
   * Whether symbolic links below the roots are followed. Default: 0.
   */
  uint8_t follow_symlinks;
  /**
   * What one result is, a ransack_grep_mode. Default:
   * RANSACK_GREP_MODE_CONTENT.
   */
  uint32_t mode;
  /**
   * The most results; the search stops when it has seen one more. 0 tells
   * only whether there are any. Default: RANSACK_NO_LIMIT.
   */
  uint64_t limit;
  /**
   * How many results, in their order, are left out at the front. Default: 0.
   */
  uint64_t offset;
  /**
   * The most matches from one file, in any mode. Default: RANSACK_NO_LIMIT.
   */
  uint64_t max_count_per_file;
  /**
   * Lines of context before each match. Default: 0.
   */
  uint64_t context_before;
  /**
   * Lines of context after each match. A line is given once: if it could be
   * context of two matches it comes after the first. Default: 0.
   */
  uint64_t context_after;
  /**
   * The most bytes of a line; of a longer one a window around its first
   * match is given, cut between characters. Default: RANSACK_NO_LIMIT.
   */
  uint64_t max_columns;
  /**
   * Files of more bytes are skipped and reported. Default: RANSACK_NO_LIMIT.
   */
  uint64_t max_file_size;
  /**
   * The encoding of files that have no byte order mark, by its label in the
   * WHATWG Encoding Standard ("latin1", "gbk", "utf-16le"). Offsets in files
   * that had to be decoded count bytes of the decoded text. Default: empty,
   * UTF-8, in which invalid bytes are kept as they are.
   */
  struct ransack_bytes encoding;
  /**
   * Milliseconds from the beginning of the call until it times out, beside
   * what the token says; 0 times out at once. Default: RANSACK_NO_LIMIT.
   */
  uint64_t timeout_ms;
  /**
   * What happens then, a ransack_on_timeout; also when the token's time is
   * over. Default: RANSACK_ON_TIMEOUT_FAIL.
   */
  uint32_t on_timeout;
  /**
   * Whether files that hold a NUL byte are searched; if not, they are
   * skipped and reported. Default: 0.
   */
  uint8_t binary;
} ransack_grep_options;

/**
 * A match within a line.
 */
typedef struct ransack_submatch {
  /**
   * First byte, 0-based, in the `line` of the ransack_match.
   */
  size_t start;
  /**
   * One past the last byte; equal to `start` for an empty match.
   */
  size_t end;
  /**
   * Index of the pattern in the options, from 0; of several that match here
   * the first.
   */
  uint32_t pattern;
} ransack_submatch;

/**
 * A line near a match.
 */
typedef struct ransack_context_line {
  /**
   * Number of the line, 1-based.
   */
  uint64_t line_number;
  /**
   * The line without its line end, cut at `max_columns` bytes.
   */
  struct ransack_bytes line;
  /**
   * Whether it was cut.
   */
  uint8_t clipped;
} ransack_context_line;

/**
 * One result of a search. It and all that it points to is valid until the
 * callback returns.
 */
typedef struct ransack_match {
  /**
   * The file, relative to its root, bytes as the file system has them; for a
   * root that is a file, its name. Empty for a search in memory.
   */
  struct ransack_bytes path;
  /**
   * Number of the first line, 1-based; 0 where the result is a file.
   */
  uint64_t line_number;
  /**
   * Where the line begins in the file, in bytes, 0-based.
   */
  uint64_t byte_offset;
  /**
   * The line without its line end, or if `has_clip` a part of it. Of a match
   * over several lines all of them, without the last line end. Empty where
   * the result is a file.
   */
  struct ransack_bytes line;
  /**
   * The matches in `line`, in order, at most RANSACK_MAX_SUBMATCHES.
   */
  const struct ransack_submatch *submatches;
  /**
   * Their number; 0 for inverted searches and where the result is a file.
   */
  size_t submatches_len;
  /**
   * Lines before that belong to no earlier match, nearest last.
   */
  const struct ransack_context_line *context_before;
  /**
   * Their number.
   */
  size_t context_before_len;
  /**
   * Lines after, nearest first.
   */
  const struct ransack_context_line *context_after;
  /**
   * Their number.
   */
  size_t context_after_len;
  /**
   * Number of matching lines in the file, where that is the result; else 1.
   */
  uint64_t match_count;
  /**
   * Where `line` begins in the whole line, in bytes; 0 unless `has_clip`.
   */
  uint64_t clip_offset;
  /**
   * Length of the whole line in bytes; that of `line` unless `has_clip`.
   */
  uint64_t line_len;
  /**
   * Index of the root in the options, from 0.
   */
  uint32_t root;
  /**
   * Whether `line` is only a part of a line longer than `max_columns`.
   */
  uint8_t has_clip;
  /**
   * Whether `line` holds more matches than are listed.
   */
  uint8_t submatches_capped;
} ransack_match;

/**
 * Is called for each result, in order, on the thread that made the call.
 * Return 0 to go on and anything else to stop the search: the call then
 * succeeds, with RANSACK_STOPPED_BY_CALLBACK in its report and a `next_offset`
 * that continues after this result. `user_data` is what the call was given.
 */
typedef int (*ransack_on_match)(const struct ransack_match *item, void *user_data);

/**
 * How text is highlighted. Set up with RANSACK_HIGHLIGHT_OPTIONS_INIT or
 * ransack_highlight_options_init(); wherever these options are asked for, NULL
 * stands for the defaults.
 */
typedef struct ransack_highlight_options {
  /**
   * RANSACK_HIGHLIGHT_OPTIONS_VERSION of the header that the caller was
   * compiled with.
   */
  uint32_t version;
  /**
   * The engine, a ransack_highlight_engine. One that the language does not
   * have is not used. Default: RANSACK_HIGHLIGHT_ENGINE_DEFAULT.
   */
  uint32_t engine;
  /**
   * What happens when the deadline of the token passes, a ransack_on_timeout;
   * with RANSACK_ON_TIMEOUT_PARTIAL what is left stays plain. Default:
   * RANSACK_ON_TIMEOUT_FAIL.
   */
  uint32_t on_timeout;
  /**
   * Of lines longer than this, in bytes, RANSACK_HIGHLIGHT_ENGINE_SYNTECT
   * looks at the beginning only; the rest stays plain, and the report says
   * so. Default: 2048.
   */
  uint64_t max_line;
} ransack_highlight_options;

/**
 * A part of a text with one class; none reaches over the end of a line. This
 * struct never grows.
 */
typedef struct ransack_highlight_span {
  /**
   * The first byte, 0-based.
   */
  size_t start;
  /**
   * One past the last byte.
   */
  size_t end;
  /**
   * The same in UTF-16 code units, where U+FFFD stands for each part that is
   * not UTF-8.
   */
  size_t start_utf16;
  /**
   * The same of `end`.
   */
  size_t end_utf16;
  /**
   * What it is, a ransack_highlight_class.
   */
  uint32_t class_;
} ransack_highlight_span;

/**
 * What a call did and did not do.
 */
typedef struct ransack_highlight_report {
  /**
   * The name of the language; empty if the one asked for is not known.
   */
  struct ransack_bytes language;
  /**
   * Why the engine is the one it is, in words.
   */
  struct ransack_bytes reason;
  /**
   * How many lines were not looked at in full because of their length, or
   * because they took more than a second.
   */
  uint64_t long_lines;
  /**
   * The numbers of the first of them, from 1, at most ten.
   */
  const uint64_t *first_long_lines;
  /**
   * How many these are.
   */
  size_t first_long_lines_len;
  /**
   * The engine that was used.
   */
  ransack_highlight_engine engine;
  /**
   * What ended the call before it had seen everything.
   */
  ransack_stopped_by stopped_by;
  /**
   * 1 if all of the text was looked at; what is plain then is so because it
   * has no class.
   */
  uint8_t complete;
} ransack_highlight_report;

/**
 * Highlighted text.
 */
typedef struct ransack_highlighted {
  /**
   * The text in the form that was asked for; empty if none was. It stands
   * alone: the text that was given may be freed.
   */
  struct ransack_bytes output;
  /**
   * The parts that have a class, in order and apart from each other; none if
   * a form was asked for.
   */
  const struct ransack_highlight_span *spans;
  /**
   * Their number.
   */
  size_t spans_len;
  /**
   * How far all this can be trusted.
   */
  const struct ransack_highlight_report *report;
} ransack_highlighted;

/**
 * The escape sequences before text of eleven classes; one that is empty leaves
 * its class plain. Other classes take the colour of the one that is nearest.
 * This struct never grows.
 */
typedef struct ransack_highlight_colors {
  struct ransack_bytes comment;
  struct ransack_bytes keyword;
  struct ransack_bytes function;
  struct ransack_bytes variable;
  struct ransack_bytes string;
  struct ransack_bytes number;
  struct ransack_bytes type_;
  struct ransack_bytes operator_;
  struct ransack_bytes punctuation;
  struct ransack_bytes inserted;
  struct ransack_bytes deleted;
} ransack_highlight_colors;

/**
 * How the output of a stream changes. This struct never grows.
 */
typedef struct ransack_highlight_update {
  /**
   * So many bytes of the output so far hold; the rest is taken back.
   */
  size_t keep;
  /**
   * The same in UTF-16 code units, where U+FFFD stands for each part that is
   * not UTF-8.
   */
  size_t keep_utf16;
  /**
   * What comes after them.
   */
  struct ransack_bytes append;
  /**
   * What holds it, to be freed with ransack_string_free().
   */
  struct ransack_string *owner;
} ransack_highlight_update;

/**
 * A theme: what each class looks like.
 */
typedef struct ransack_theme {
  /**
   * Its name.
   */
  struct ransack_bytes name;
  /**
   * The colour of plain text, as 0xRRGGBB.
   */
  uint32_t foreground;
  /**
   * The colour behind it.
   */
  uint32_t background;
  /**
   * Whether it is meant for a dark background.
   */
  uint8_t is_dark;
} ransack_theme;

/**
 * How text of a class looks. This struct never grows.
 */
typedef struct ransack_text_style {
  /**
   * The colour, as 0xRRGGBB; that of plain text if `has_color` is 0.
   */
  uint32_t color;
  /**
   * Whether there is a colour.
   */
  uint8_t has_color;
  /**
   * Bold.
   */
  uint8_t bold;
  /**
   * In italics.
   */
  uint8_t italic;
  /**
   * Underlined.
   */
  uint8_t underline;
} ransack_text_style;

/**
 * Options of ransack_search() and ransack_has_match(), with the meaning and
 * the defaults of the same fields of ransack_grep_options. Set up with
 * RANSACK_SEARCH_OPTIONS_INIT or ransack_search_options_init().
 */
typedef struct ransack_search_options {
  /**
   * RANSACK_SEARCH_OPTIONS_VERSION of the header that the caller was
   * compiled with.
   */
  uint32_t version;
  /**
   * The patterns, UTF-8. Default: none, which is an error.
   */
  const struct ransack_bytes *patterns;
  /**
   * The number of patterns. Default: 0.
   */
  size_t patterns_len;
  /**
   * Whether patterns are plain text. Default: 0.
   */
  uint8_t literal;
  /**
   * Whether case is ignored. Default: 0.
   */
  uint8_t ignore_case;
  /**
   * Whether case is ignored when no pattern holds an upper-case letter.
   * Default: 0.
   */
  uint8_t smart_case;
  /**
   * Whether a match must not touch a word character outside it. Default: 0.
   */
  uint8_t word;
  /**
   * Whether the lines are wanted that do not match. Default: 0.
   */
  uint8_t invert;
  /**
   * Whether a match may span lines. Default: 0.
   */
  uint8_t multiline;
  /**
   * Whether '.' also matches a line feed; only with `multiline`. Default: 0.
   */
  uint8_t dot_all;
  /**
   * What one result is, a ransack_grep_mode. Default:
   * RANSACK_GREP_MODE_CONTENT.
   */
  uint32_t mode;
  /**
   * The most results. Default: RANSACK_NO_LIMIT.
   */
  uint64_t limit;
  /**
   * How many results are left out at the front. Default: 0.
   */
  uint64_t offset;
  /**
   * The most matches, in any mode. Default: RANSACK_NO_LIMIT.
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
   * The most bytes of a line. Default: RANSACK_NO_LIMIT.
   */
  uint64_t max_columns;
} ransack_search_options;

/**
 * How a terminal lays out text. The defaults are what kitty, ghostty, WezTerm
 * and Windows Terminal show. Set up with RANSACK_TEXT_OPTIONS_INIT or
 * ransack_text_options_init(); wherever these options are asked for, NULL
 * stands for the defaults.
 */
typedef struct ransack_text_options {
  /**
   * RANSACK_TEXT_OPTIONS_VERSION of the header that the caller was compiled
   * with.
   */
  uint32_t version;
  /**
   * What a cluster of several characters takes, a ransack_cluster_width.
   * Default: RANSACK_CLUSTER_WIDTH_CAPPED.
   */
  uint32_t cluster_width;
  /**
   * Cells from one tab stop to the next; with 0 a tab takes no cell.
   * Default: 8.
   */
  uint8_t tab_width;
  /**
   * Whether characters of ambiguous East Asian width (UAX #11) take two
   * cells. Default: 0.
   */
  uint8_t ambiguous_wide;
  /**
   * Whether U+FE0F after a character that can be an emoji makes it two cells
   * wide. Default: 1; 0 for terminals that ignore it (xterm, VTE).
   */
  uint8_t emoji_variation;
  /**
   * Whether U+FE0E after an emoji that has a text form makes it one cell
   * wide. Default: 1.
   */
  uint8_t text_variation;
  /**
   * Whether a regional indicator that is no half of a flag takes two cells.
   * Default: 1.
   */
  uint8_t lone_regional_wide;
} ransack_text_options;

/**
 * Options of ransack_truncate_to_width(). Set up with
 * RANSACK_TRUNCATE_OPTIONS_INIT or ransack_truncate_options_init(); NULL stands
 * for the defaults.
 */
typedef struct ransack_truncate_options {
  /**
   * RANSACK_TRUNCATE_OPTIONS_VERSION of the header that the caller was
   * compiled with.
   */
  uint32_t version;
  /**
   * Where to cut, a ransack_cut_at. Default: RANSACK_CUT_AT_END.
   */
  uint32_t cut_at;
  /**
   * How the terminal lays out text. Default: NULL, the defaults.
   */
  const struct ransack_text_options *text;
  /**
   * What stands for the part that was cut; may hold escapes, and may be
   * empty. Cut itself where it is wider than the width. Default: NULL, which
   * stands for U+2026.
   */
  const struct ransack_bytes *ellipsis;
  /**
   * Whether to cut between words, where that leaves at least one. Default:
   * 0.
   */
  uint8_t word_boundary;
  /**
   * Whether to fill up to the width with spaces at the end. Default: 0.
   */
  uint8_t pad;
} ransack_truncate_options;

/**
 * Options of ransack_wrap_text_with_ansi(). Set up with
 * RANSACK_WRAP_OPTIONS_INIT or ransack_wrap_options_init(); NULL stands for the
 * defaults.
 */
typedef struct ransack_wrap_options {
  /**
   * RANSACK_WRAP_OPTIONS_VERSION of the header that the caller was compiled
   * with.
   */
  uint32_t version;
  /**
   * Whether spaces at a break are kept: they stay at the end of the line as
   * long as they fit, and the rest starts the next. Default: 0, they are
   * dropped.
   */
  uint8_t keep_spaces;
  /**
   * Whether a word that holds "://" is left whole even where it is wider
   * than the line. Default: 0.
   */
  uint8_t keep_urls;
  /**
   * How the terminal lays out text. Default: NULL, the defaults.
   */
  const struct ransack_text_options *text;
} ransack_wrap_options;

/**
 * How text becomes tokens. By default what looks like a special token is
 * ordinary text. Set up with RANSACK_TOKEN_OPTIONS_INIT or
 * ransack_token_options_init(); wherever these options are asked for, NULL
 * stands for the defaults.
 */
typedef struct ransack_token_options {
  /**
   * RANSACK_TOKEN_OPTIONS_VERSION of the header that the caller was compiled
   * with.
   */
  uint32_t version;
  /**
   * Whether every special token of the vocabulary is recognised in the text;
   * `allowed_special` is ignored then. Default: 0.
   */
  uint8_t all_special;
  /**
   * The special tokens that are recognised in the text; one that the
   * vocabulary does not have is RANSACK_STATUS_INVALID_OPTION. The list is
   * compiled at each call. Default: none.
   */
  const struct ransack_bytes *allowed_special;
  /**
   * Their number.
   */
  size_t allowed_special_len;
} ransack_token_options;

/**
 * A special token, such as "<|endoftext|>". This struct never grows.
 */
typedef struct ransack_special_token {
  /**
   * The text that it is spelled as.
   */
  struct ransack_bytes text;
  /**
   * Its number.
   */
  uint32_t id;
} ransack_special_token;

/**
 * What a `.tiktoken` file does not say about its vocabulary. Set up with
 * RANSACK_TIKTOKEN_OPTIONS_INIT or ransack_tiktoken_options_init(); NULL stands
 * for the defaults.
 */
typedef struct ransack_tiktoken_options {
  /**
   * RANSACK_TIKTOKEN_OPTIONS_VERSION of the header that the caller was
   * compiled with.
   */
  uint32_t version;
  /**
   * The pattern that cuts text into pieces, in the syntax of the Rust crate
   * fancy-regex. Those of the published encodings and of GPT-2, Llama 3 and
   * Qwen 2 are as fast as the built-in ones. Default: empty, which stands for
   * that of o200k_base.
   */
  struct ransack_bytes pattern;
  /**
   * The special tokens and their ids. Default: none.
   */
  const struct ransack_special_token *special_tokens;
  /**
   * Their number.
   */
  size_t special_tokens_len;
} ransack_tiktoken_options;

/**
 * Options of ransack_workspace_open(). Set up with
 * RANSACK_WORKSPACE_OPTIONS_INIT or ransack_workspace_options_init().
 */
typedef struct ransack_workspace_options {
  /**
   * RANSACK_WORKSPACE_OPTIONS_VERSION of the header that the caller was
   * compiled with.
   */
  uint32_t version;
  /**
   * How calls know that the table is up to date, a ransack_refresh_mode.
   * Default: RANSACK_REFRESH_MODE_WATCH, which falls back to
   * RANSACK_REFRESH_MODE_STAT where it cannot be had.
   */
  uint32_t refresh;
} ransack_workspace_options;

/**
 * Text that a call gives back. This struct never grows.
 */
typedef struct ransack_text {
  /**
   * The result. Points into the text that the call was given if `owner` is
   * NULL; nothing was allocated then.
   */
  struct ransack_bytes text;
  /**
   * What holds the result, to be freed with ransack_string_free(), which
   * accepts NULL.
   */
  struct ransack_string *owner;
} ransack_text;

/**
 * What is left of a line on both sides of a box. This struct never grows.
 */
typedef struct ransack_segments {
  /**
   * The text before the box, its styles closed.
   */
  struct ransack_text before;
  /**
   * The text after the box, with the styles that are open there opened again.
   */
  struct ransack_text after;
  /**
   * The cells of `before`; fewer than asked for where the line is shorter.
   */
  size_t before_width;
  /**
   * The cells of `after`.
   */
  size_t after_width;
} ransack_segments;

/**
 * The lines of a text.
 */
typedef struct ransack_lines {
  /**
   * The lines, without line ends. Those that are a part of the wrapped text
   * point into it, so it must live, unchanged, as long as they are used.
   */
  const struct ransack_bytes *lines;
  /**
   * Their number, at least 1.
   */
  size_t len;
} ransack_lines;

/**
 * A piece of text that is drawn as one. It and what it points to is valid
 * until the callback returns.
 */
typedef struct ransack_grapheme {
  /**
   * The piece, a part of the text.
   */
  struct ransack_bytes text;
  /**
   * Where it starts in the text, in bytes, 0-based.
   */
  size_t offset;
  /**
   * Its cells; of a tab, up to the next stop of the column it stands in.
   */
  size_t width;
  /**
   * Whether it is an escape sequence, which is one piece of width 0.
   */
  uint8_t is_escape;
} ransack_grapheme;

/**
 * Is called for each piece, in order, on the thread that made the call. Return
 * 0 to go on and anything else to stop: the call then succeeds. `user_data` is
 * what the call was given.
 */
typedef int (*ransack_on_grapheme)(const struct ransack_grapheme *item, void *user_data);

/**
 * What ransack_tokenizer_truncate() leaves out. This struct never grows.
 */
typedef struct ransack_truncation {
  /**
   * The first byte of the text that is given up, 0-based; the text's length
   * if it fits. What is before is kept.
   */
  size_t dropped_start;
  /**
   * One past the last byte that is given up. What is behind is kept.
   */
  size_t dropped_end;
  /**
   * The tokens of the whole text.
   */
  size_t total_tokens;
  /**
   * The tokens of what is kept, of its two parts counted each by itself.
   */
  size_t tokens;
} ransack_truncation;

/**
 * One piece of a text that was cut up. This struct never grows.
 */
typedef struct ransack_chunk {
  /**
   * Its first byte in the text, 0-based.
   */
  size_t start;
  /**
   * One past its last byte.
   */
  size_t end;
  /**
   * Its tokens, counted by itself.
   */
  size_t tokens;
} ransack_chunk;

/**
 * The pieces of a text.
 */
typedef struct ransack_chunks {
  /**
   * The pieces, in order.
   */
  const struct ransack_chunk *chunks;
  /**
   * Their number; 0 for empty text.
   */
  size_t len;
} ransack_chunks;

/**
 * The tokens of a text by their numbers.
 */
typedef struct ransack_token_ids {
  /**
   * The numbers, in order.
   */
  const uint32_t *ids;
  /**
   * How many.
   */
  size_t len;
} ransack_token_ids;

/**
 * A token and where it stands. This struct never grows.
 */
typedef struct ransack_token {
  /**
   * Its number in the vocabulary.
   */
  uint32_t id;
  /**
   * The first byte of the text that it stands for, 0-based. It need not be
   * the first of a character.
   */
  size_t start;
  /**
   * One past the last byte.
   */
  size_t end;
} ransack_token;

/**
 * The tokens of a text.
 */
typedef struct ransack_tokens {
  /**
   * The tokens, in order.
   */
  const struct ransack_token *tokens;
  /**
   * Their number.
   */
  size_t len;
} ransack_tokens;

/**
 * A file type: a name for a set of globs.
 */
typedef struct ransack_file_type_def {
  /**
   * The name, as options take it in `types` and `types_not`.
   */
  struct ransack_bytes name;
  /**
   * The globs of the files that it means.
   */
  const struct ransack_bytes *globs;
  /**
   * The number of globs.
   */
  size_t globs_len;
} ransack_file_type_def;

/**
 * How large a workspace's table is.
 */
typedef struct ransack_table_size {
  /**
   * Files, directories and symbolic links.
   */
  uint64_t entries;
  /**
   * Bytes in memory, without the parsed ignore rules.
   */
  uint64_t bytes;
} ransack_table_size;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Searches files for code that looks like a pattern, and shows each result to
 * `on_match` as soon as it is its turn: by root, then bytewise by path, then by
 * where it begins, whatever the number of threads. Returns when the search has
 * ended.
 *
 * Each file is searched in its own language, and what it embeds (scripts and
 * styles in markup, fenced code in Markdown) in its.
 *
 * `token` stops the search from outside; it may be NULL. `on_match` may be NULL
 * if only the report is wanted. `out` gets the report, to be freed with
 * ransack_report_free().
 *
 * Fails for a pattern or rule that cannot be read in the language asked for, or
 * in any that was met, for an unknown language, for a glob, type or option that
 * is not valid, for a root that cannot be opened, when the token fires, and when
 * the time is over unless partial results are asked for. Files that cannot be
 * searched, or hold syntax errors, are no failure: see `skipped` in the report.
 */
ransack_status ransack_ast_grep(const struct ransack_ast_grep_options *options,
                                const struct ransack_cancel_token *token,
                                ransack_on_code_match on_match,
                                void *user_data,
                                struct ransack_report **out);

/**
 * Searches text in memory by syntax, on the calling thread, and shows each
 * result to `on_match`, in order; the work is done before the first is shown.
 * `language` is the name or alias of a language; see ransack_ast_languages().
 *
 * `token` stops the search; it may be NULL. `on_match` may be NULL if only the
 * report is wanted. `out` gets the report, which speaks of one file, to be freed
 * with ransack_report_free().
 *
 * Fails for a language that is not known, for a pattern or rule that cannot be
 * read in it, for an option that is not valid, and when the token fires.
 */
ransack_status ransack_ast_match(struct ransack_bytes source,
                                 struct ransack_bytes language,
                                 const struct ransack_ast_match_options *options,
                                 const struct ransack_cancel_token *token,
                                 ransack_on_code_match on_match,
                                 void *user_data,
                                 struct ransack_report **out);

/**
 * Replaces code that looks like a pattern, in files; by default only tells what
 * would be replaced.
 *
 * Each file is read in its own language. Of matches of one rewrite that lie in
 * each other the outermost is replaced. The bytes around replacements stay as
 * they are, and so do a ';' or a comment that follows the code of a pattern that
 * does not end in one.
 *
 * With `dry_run` 0 all texts are computed and parsed before the first is written,
 * and either all files get theirs or none. If the process dies half-way, the next
 * call over the same roots puts back what was changed.
 *
 * `token` stops the call; it may be NULL. It is heeded until the first file is
 * replaced; then the work is brought to its end. `out` gets the outcome, to be
 * freed with ransack_ast_edit_outcome_free().
 *
 * Fails as ransack_ast_grep() does, and for a replacement with a metavariable
 * that its pattern lacks, edits that overlap (RANSACK_STATUS_OVERLAPPING_EDITS),
 * edits that would make a syntax error (RANSACK_STATUS_SYNTAX_ERROR), a file, or
 * all of a preview, that has changed in the meantime (RANSACK_STATUS_STALE), and a
 * file that cannot be written. No file is changed then.
 */
ransack_status ransack_ast_edit(const struct ransack_ast_edit_options *options,
                                const struct ransack_cancel_token *token,
                                struct ransack_ast_edit_outcome **out);

/**
 * Frees an outcome and all that it points to. Does nothing for NULL.
 */
void ransack_ast_edit_outcome_free(struct ransack_ast_edit_outcome *outcome);

/**
 * Gives the languages that the library can search by syntax, sorted by name. The
 * array, and all it points to, is static.
 */
ransack_status ransack_ast_languages(const struct ransack_ast_language **out_languages,
                                     size_t *out_len);

/**
 * Finds the outermost node that begins in line `line` of a text, 1-based, with
 * all of its lines: the function, statement, element or entry that one means by
 * pointing there. `out` gets that one node, or none if none begins there, as in a
 * line of closing brackets. Free it with ransack_syntax_nodes_free().
 *
 * `language` is the name or alias of the text's language. `token` stops the
 * call; it may be NULL.
 *
 * Fails for a language that is not known, and when the token fires.
 */
ransack_status ransack_block_range_at(struct ransack_bytes source,
                                      struct ransack_bytes language,
                                      uint64_t line,
                                      const struct ransack_cancel_token *token,
                                      struct ransack_syntax_nodes **out);

/**
 * Finds the named nodes that hold the first character of line `line` which is no
 * blank, from the innermost to the whole text; none for a blank line. Free `out`
 * with ransack_syntax_nodes_free(). Arguments and failures are as with
 * ransack_block_range_at().
 */
ransack_status ransack_node_chain_at(struct ransack_bytes source,
                                     struct ransack_bytes language,
                                     uint64_t line,
                                     const struct ransack_cancel_token *token,
                                     struct ransack_syntax_nodes **out);

/**
 * Finds the lines, outside those shown, in which something begins that ends in a
 * line shown, or ends that begins in one: what one would show beside them to tell
 * where they are. Free `out` with ransack_line_numbers_free(). The other
 * arguments and failures are as with ransack_block_range_at().
 */
ransack_status ransack_enclosing_block_boundaries(struct ransack_bytes source,
                                                  struct ransack_bytes language,
                                                  const struct ransack_line_range *shown,
                                                  size_t shown_len,
                                                  const struct ransack_cancel_token *token,
                                                  struct ransack_line_numbers **out);

/**
 * Finds where a text breaks the syntax of its language, in order; nowhere if it
 * does not. Of errors within errors only the outer ones are given. Free `out`
 * with ransack_syntax_diagnostics_free(). Arguments and failures are as with
 * ransack_block_range_at().
 */
ransack_status ransack_check_syntax(struct ransack_bytes source,
                                    struct ransack_bytes language,
                                    const struct ransack_cancel_token *token,
                                    struct ransack_syntax_diagnostics **out);

/**
 * Frees nodes. Does nothing for NULL.
 */
void ransack_syntax_nodes_free(struct ransack_syntax_nodes *nodes);

/**
 * Frees diagnostics. Does nothing for NULL.
 */
void ransack_syntax_diagnostics_free(struct ransack_syntax_diagnostics *diagnostics);

/**
 * Frees numbers of lines. Does nothing for NULL.
 */
void ransack_line_numbers_free(struct ransack_line_numbers *lines);

/**
 * Makes a token that fires when it is cancelled. Free it with
 * ransack_cancel_token_free().
 */
ransack_status ransack_cancel_token_new(struct ransack_cancel_token **out);

/**
 * Makes a token that also fires when `timeout_ms` milliseconds have passed: 0
 * has fired at once, RANSACK_NO_LIMIT never does. Free it with
 * ransack_cancel_token_free().
 */
ransack_status ransack_cancel_token_new_with_timeout_ms(uint64_t timeout_ms,
                                                        struct ransack_cancel_token **out);

/**
 * Makes a token that also fires when `parent` does, not the other way round.
 * The parent may be freed first. Free it with ransack_cancel_token_free().
 */
ransack_status ransack_cancel_token_child(const struct ransack_cancel_token *parent,
                                          struct ransack_cancel_token **out);

/**
 * Makes a child of `parent` that also fires when `timeout_ms` milliseconds
 * have passed, as ransack_cancel_token_new_with_timeout_ms(). Free it with
 * ransack_cancel_token_free().
 */
ransack_status ransack_cancel_token_child_with_timeout_ms(const struct ransack_cancel_token *parent,
                                                          uint64_t timeout_ms,
                                                          struct ransack_cancel_token **out);

/**
 * Fires the token for `reason`, a ransack_abort_reason other than
 * RANSACK_ABORT_REASON_NONE. If it had fired before, the earlier reason stays;
 * that is no error.
 */
ransack_status ransack_cancel_token_cancel(const struct ransack_cancel_token *token,
                                           uint32_t reason);

/**
 * Gives the reason why the token fired, RANSACK_ABORT_REASON_NONE if it has
 * not.
 */
ransack_status ransack_cancel_token_reason(const struct ransack_cancel_token *token,
                                           ransack_abort_reason *out);

/**
 * Frees a token, without firing it. Does nothing for NULL.
 */
void ransack_cancel_token_free(struct ransack_cancel_token *token);

/**
 * Returns the error of the last call that failed on this thread, NULL if none
 * has. Calls that succeed leave it alone. It belongs to the library and is
 * valid until the next call that fails on this thread, or the thread's end.
 */
const struct ransack_error *ransack_last_error(void);

/**
 * Returns the message of ransack_last_error() as a string that ends in NUL,
 * "" if there is none. It is valid for as long as that.
 */
const char *ransack_last_error_message(void);

/**
 * Finds files and directories by what somebody types of their path, and shows
 * each to `on_path`, best first, whatever the number of threads.
 *
 * A path matches if the characters of the query come in it in this order, in
 * any case and Unicode normalisation form. '_', '-', '.' and white space in the
 * query may be missing in the path; a '/' may not, and divides what is to be
 * found in directories from what is to be found below them. White space divides
 * words, which may come in any order. A word of four or more letters may have
 * one letter wrong; digits must be right. `total_matches` of the report is the
 * number of all that match.
 *
 * `token` stops the search from outside; it may be NULL. `on_path` may be NULL
 * if only the report is wanted. `out` gets the report, to be freed with
 * ransack_report_free().
 *
 * Fails for a query of more than 10,240 bytes, for a glob, type or option that
 * is not valid, for a root that cannot be opened or is not a directory, when
 * the token fires, and when the time is over unless partial results are asked
 * for. Directories that cannot be read are no failure: see `skipped` in the
 * report.
 */
ransack_status ransack_fuzzy_find(const struct ransack_fuzzy_find_options *options,
                                  const struct ransack_cancel_token *token,
                                  ransack_on_fuzzy_path on_path,
                                  void *user_data,
                                  struct ransack_report **out);

/**
 * Ranks strings of any list by the rules of ransack_fuzzy_find() and shows each
 * that matches to `on_string`, best first. A string that ends in '/' counts as
 * a directory. The work is done before the first is shown.
 *
 * `token` stops the call; it may be NULL. `on_string` may be NULL if only the
 * report is wanted, of which the strings are the files. Free `out` with
 * ransack_report_free().
 *
 * Fails for a query of more than 10,240 bytes or an option that is not valid,
 * and when the token fires.
 */
ransack_status ransack_fuzzy_match(struct ransack_bytes query,
                                   const struct ransack_bytes *strings,
                                   size_t strings_len,
                                   const struct ransack_fuzzy_match_options *options,
                                   const struct ransack_cancel_token *token,
                                   ransack_on_fuzzy_string on_string,
                                   void *user_data,
                                   struct ransack_report **out);

/**
 * Finds files, directories and links whose path matches, and shows each to
 * `on_path` as soon as it is its turn: by root, then bytewise by path, or
 * newest first where that is asked for, whatever the number of threads. A
 * directory that no pattern can reach into is not read. Returns when the
 * search has ended.
 *
 * `token` stops the search from outside; it may be NULL. No path is shown
 * after it has fired, except for what was found before a timeout if partial
 * results are asked for. `on_path` may be NULL if only the report is wanted.
 * `out` gets the report, to be freed with ransack_report_free().
 *
 * Fails for a pattern, glob, type or option that is not valid, for a root that
 * cannot be opened or is not a directory, when the token fires, and when the
 * time is over unless partial results are asked for. Paths may have been shown
 * before a failure. Directories that cannot be read are no failure: see
 * `skipped` in the report.
 */
ransack_status ransack_glob(const struct ransack_glob_options *options,
                            const struct ransack_cancel_token *token,
                            ransack_on_path on_path,
                            void *user_data,
                            struct ransack_report **out);

/**
 * Gives the pattern that matches exactly this relative path, whatever
 * characters it holds. The path must be UTF-8, as patterns are. Free `out` with
 * ransack_string_free().
 */
ransack_status ransack_escape_glob(struct ransack_bytes path, struct ransack_string **out);

/**
 * Searches files for lines that match, and shows each result to `on_match` as
 * soon as it is its turn: by root, then bytewise by path, then by line,
 * whatever the number of threads. Returns when the search has ended.
 *
 * `token` stops the search from outside; it may be NULL. No result is shown
 * after it has fired, except for what was found before a timeout if partial
 * results are asked for. `on_match` may be NULL if only the report is wanted.
 * `out` gets the report, to be freed with ransack_report_free().
 *
 * Fails for a pattern, glob, type or option that is not valid, for a root that
 * cannot be opened, when the token fires, and when the time is over unless
 * partial results are asked for. Results may have been shown before a failure.
 * Files that cannot be searched are no failure: see `skipped` in the report.
 */
ransack_status ransack_grep(const struct ransack_grep_options *options,
                            const struct ransack_cancel_token *token,
                            ransack_on_match on_match,
                            void *user_data,
                            struct ransack_report **out);

/**
 * Highlights a text: in `form`, or if that is NULL as spans. `language` is a
 * name, an alias or an extension, in any case; text in one that is not known
 * stays plain. The text itself is never changed: the output without what was put
 * in is the text, byte for byte. `options` and `token` may be NULL. Free `out`
 * with ransack_highlighted_free().
 *
 * Fails as soon as the token fires; with RANSACK_ON_TIMEOUT_PARTIAL a deadline is
 * no failure.
 */
ransack_status ransack_highlight(struct ransack_bytes text,
                                 struct ransack_bytes language,
                                 const struct ransack_highlight_form *form,
                                 const struct ransack_highlight_options *options,
                                 const struct ransack_cancel_token *token,
                                 struct ransack_highlighted **out);

/**
 * Frees highlighted text. Does nothing for NULL.
 */
void ransack_highlighted_free(struct ransack_highlighted *highlighted);

/**
 * Gives code with escape sequences around its parts; as it is if the language is
 * not known. ransack_highlight() is the same with options and a way to stop it.
 * Free `out` with ransack_string_free(); its text is as the code was, UTF-8 or
 * not.
 */
ransack_status ransack_highlight_code(struct ransack_bytes code,
                                      struct ransack_bytes language,
                                      const struct ransack_highlight_colors *colors,
                                      struct ransack_string **out);

/**
 * Gives the name of a ransack_highlight_class, as "keyword", which is also what
 * follows "hl-" in HTML. It is static.
 */
ransack_status ransack_highlight_class_name(uint32_t class_, struct ransack_bytes *out);

/**
 * Gives the copyright notices and licences of the bundled syntaxes and themes,
 * to be shown by programs that pass them on. Free `out` with
 * ransack_string_free().
 */
ransack_status ransack_highlight_acknowledgements(struct ransack_string **out);

/**
 * Sets `out` to 1 if there is a language or kind of file with this name, alias
 * or extension, else to 0. Case is ignored.
 */
ransack_status ransack_supports_language(struct ransack_bytes language, uint8_t *out);

/**
 * Gives the names of all languages and kinds of files that can be asked for, in
 * order; each has aliases besides. The array, and all it points to, is static.
 */
ransack_status ransack_supported_languages(const struct ransack_bytes **out_names, size_t *out_len);

/**
 * Gives the name of the language of a file by its path and the first bytes of
 * its text, of which a few hundred are enough; there may be none. By a "vim:" or
 * "-*-" modeline, the whole name of the file, the program after "#!", the
 * extension, or what the first line looks like. Empty if none is known; else
 * static.
 */
ransack_status ransack_detect_language(struct ransack_bytes path,
                                       struct ransack_bytes first_bytes,
                                       struct ransack_bytes *out);

/**
 * Gives the engine that works for a language unless another is asked for, and
 * why, in static words.
 *
 * Fails with RANSACK_STATUS_INVALID_OPTION if the language is not known.
 */
ransack_status ransack_highlight_engine_of(struct ransack_bytes language,
                                           ransack_highlight_engine *out_engine,
                                           struct ransack_bytes *out_reason);

/**
 * Makes a stream of text in one language. The form may be freed before it.
 * `options` may be NULL; its `on_timeout` does not count. Free the stream with
 * ransack_highlight_stream_free().
 */
ransack_status ransack_highlight_stream_new(struct ransack_bytes language,
                                            const struct ransack_highlight_form *form,
                                            const struct ransack_highlight_options *options,
                                            struct ransack_highlight_stream **out);

/**
 * Adds text; a chunk may end anywhere, in the middle of a character too. `token`
 * stops it; it may be NULL. Free the owner of `out` with ransack_string_free().
 *
 * Fails when the token fires. The text is taken in all the same; the next call
 * goes on with it.
 */
ransack_status ransack_highlight_stream_push(struct ransack_highlight_stream *stream,
                                             struct ransack_bytes chunk,
                                             const struct ransack_cancel_token *token,
                                             struct ransack_highlight_update *out);

/**
 * Makes the output that of one call over the text so far. More text may follow.
 * `token` may be NULL. Free the owner of `out` with ransack_string_free().
 *
 * Fails when the token fires; the output is as it was.
 */
ransack_status ransack_highlight_stream_finish(struct ransack_highlight_stream *stream,
                                               const struct ransack_cancel_token *token,
                                               struct ransack_highlight_update *out);

/**
 * Tells how far the output can be trusted; it is not complete before
 * ransack_highlight_stream_finish(). Free `out` with
 * ransack_highlight_report_free().
 */
ransack_status ransack_highlight_stream_report(const struct ransack_highlight_stream *stream,
                                               struct ransack_highlight_report **out);

/**
 * Frees the report of a stream. Does nothing for NULL.
 */
void ransack_highlight_report_free(struct ransack_highlight_report *report);

/**
 * Frees a stream. Does nothing for NULL.
 */
void ransack_highlight_stream_free(struct ransack_highlight_stream *stream);

/**
 * Gives the names of the bundled themes. Of the dark ones "Catppuccin Mocha" and
 * of the light ones "Coldark-Cold" keep a contrast of 4.5 to 1 in every class.
 * The array, and all it points to, is static.
 */
ransack_status ransack_theme_names(const struct ransack_bytes **out_names, size_t *out_len);

/**
 * Gives the bundled theme with a name; case is ignored. Free it with
 * ransack_theme_free().
 *
 * Fails with RANSACK_STATUS_INVALID_OPTION if there is none.
 */
ransack_status ransack_theme_named(struct ransack_bytes name, struct ransack_theme **out);

/**
 * Makes a theme of the text of a `.tmTheme` file. Free it with
 * ransack_theme_free().
 *
 * Fails with RANSACK_STATUS_INVALID_OPTION if the text is none.
 */
ransack_status ransack_theme_from_tm_theme(struct ransack_bytes text, struct ransack_theme **out);

/**
 * Gives how text of a class, a ransack_highlight_class, looks.
 */
ransack_status ransack_theme_style(const struct ransack_theme *theme,
                                   uint32_t class_,
                                   struct ransack_text_style *out);

/**
 * Gives style rules for HTML output within an element that `selector` matches.
 * Free `out` with ransack_string_free().
 */
ransack_status ransack_theme_css(const struct ransack_theme *theme,
                                 struct ransack_bytes selector,
                                 struct ransack_string **out);

/**
 * Frees a theme. Does nothing for NULL.
 */
void ransack_theme_free(struct ransack_theme *theme);

/**
 * Makes the form for a terminal, with colours of one's own. Free it with
 * ransack_highlight_form_free().
 */
ransack_status ransack_highlight_form_colors(const struct ransack_highlight_colors *colors,
                                             struct ransack_highlight_form **out);

/**
 * Makes the form for a terminal with the colours of a theme, which may be freed
 * before it; `depth` is a ransack_color_depth. Free it with
 * ransack_highlight_form_free().
 */
ransack_status ransack_highlight_form_theme(const struct ransack_theme *theme,
                                            uint32_t depth,
                                            struct ransack_highlight_form **out);

/**
 * Makes HTML the form: <span class="hl-keyword">, with what is special in HTML
 * escaped. Free it with ransack_highlight_form_free().
 */
ransack_status ransack_highlight_form_html(struct ransack_highlight_form **out);

/**
 * Frees a form. Does nothing for NULL.
 */
void ransack_highlight_form_free(struct ransack_highlight_form *form);

/**
 * Sets every field to its default, as RANSACK_AST_GREP_OPTIONS_INIT does.
 * `version` is RANSACK_AST_GREP_OPTIONS_VERSION of the caller's header; nothing
 * is written past the end of the struct in that version.
 */
ransack_status ransack_ast_grep_options_init(struct ransack_ast_grep_options *options,
                                             uint32_t version);

/**
 * Sets every field to its default, as RANSACK_AST_MATCH_OPTIONS_INIT does.
 * `version` is RANSACK_AST_MATCH_OPTIONS_VERSION of the caller's header; nothing
 * is written past the end of the struct in that version.
 */
ransack_status ransack_ast_match_options_init(struct ransack_ast_match_options *options,
                                              uint32_t version);

/**
 * Sets every field to its default, as RANSACK_AST_EDIT_OPTIONS_INIT does.
 * `version` is RANSACK_AST_EDIT_OPTIONS_VERSION of the caller's header; nothing
 * is written past the end of the struct in that version.
 */
ransack_status ransack_ast_edit_options_init(struct ransack_ast_edit_options *options,
                                             uint32_t version);

/**
 * Sets every field to its default, as RANSACK_FUZZY_FIND_OPTIONS_INIT does.
 * `version` is RANSACK_FUZZY_FIND_OPTIONS_VERSION of the caller's header;
 * nothing is written past the end of the struct in that version.
 */
ransack_status ransack_fuzzy_find_options_init(struct ransack_fuzzy_find_options *options,
                                               uint32_t version);

/**
 * Sets every field to its default, as RANSACK_FUZZY_MATCH_OPTIONS_INIT does.
 * `version` is RANSACK_FUZZY_MATCH_OPTIONS_VERSION of the caller's header;
 * nothing is written past the end of the struct in that version.
 */
ransack_status ransack_fuzzy_match_options_init(struct ransack_fuzzy_match_options *options,
                                                uint32_t version);

/**
 * Sets every field to its default, as RANSACK_GLOB_OPTIONS_INIT does. `version`
 * is RANSACK_GLOB_OPTIONS_VERSION of the caller's header; nothing is written
 * past the end of the struct in that version.
 */
ransack_status ransack_glob_options_init(struct ransack_glob_options *options, uint32_t version);

/**
 * Sets every field to its default, as RANSACK_GREP_OPTIONS_INIT does. `version`
 * is RANSACK_GREP_OPTIONS_VERSION of the caller's header; nothing is written
 * past the end of the struct in that version.
 */
ransack_status ransack_grep_options_init(struct ransack_grep_options *options, uint32_t version);

/**
 * Sets every field to its default, as RANSACK_HIGHLIGHT_OPTIONS_INIT does.
 * `version` is RANSACK_HIGHLIGHT_OPTIONS_VERSION of the caller's header; nothing
 * is written past the end of the struct in that version.
 */
ransack_status ransack_highlight_options_init(struct ransack_highlight_options *options,
                                              uint32_t version);

/**
 * Sets every field to its default, as RANSACK_SEARCH_OPTIONS_INIT does.
 * `version` is RANSACK_SEARCH_OPTIONS_VERSION of the caller's header; nothing
 * is written past the end of the struct in that version.
 */
ransack_status ransack_search_options_init(struct ransack_search_options *options,
                                           uint32_t version);

/**
 * Sets every field to its default, as RANSACK_TEXT_OPTIONS_INIT does. `version`
 * is RANSACK_TEXT_OPTIONS_VERSION of the caller's header; nothing is written
 * past the end of the struct in that version.
 */
ransack_status ransack_text_options_init(struct ransack_text_options *options, uint32_t version);

/**
 * Sets every field to its default, as RANSACK_TRUNCATE_OPTIONS_INIT does.
 * `version` is RANSACK_TRUNCATE_OPTIONS_VERSION of the caller's header; nothing
 * is written past the end of the struct in that version.
 */
ransack_status ransack_truncate_options_init(struct ransack_truncate_options *options,
                                             uint32_t version);

/**
 * Sets every field to its default, as RANSACK_WRAP_OPTIONS_INIT does. `version`
 * is RANSACK_WRAP_OPTIONS_VERSION of the caller's header; nothing is written
 * past the end of the struct in that version.
 */
ransack_status ransack_wrap_options_init(struct ransack_wrap_options *options, uint32_t version);

/**
 * Sets every field to its default, as RANSACK_TOKEN_OPTIONS_INIT does.
 * `version` is RANSACK_TOKEN_OPTIONS_VERSION of the caller's header; nothing is
 * written past the end of the struct in that version.
 */
ransack_status ransack_token_options_init(struct ransack_token_options *options, uint32_t version);

/**
 * Sets every field to its default, as RANSACK_TIKTOKEN_OPTIONS_INIT does.
 * `version` is RANSACK_TIKTOKEN_OPTIONS_VERSION of the caller's header; nothing
 * is written past the end of the struct in that version.
 */
ransack_status ransack_tiktoken_options_init(struct ransack_tiktoken_options *options,
                                             uint32_t version);

/**
 * Sets every field to its default, as RANSACK_WORKSPACE_OPTIONS_INIT does.
 * `version` is RANSACK_WORKSPACE_OPTIONS_VERSION of the caller's header; nothing
 * is written past the end of the struct in that version.
 */
ransack_status ransack_workspace_options_init(struct ransack_workspace_options *options,
                                              uint32_t version);

/**
 * Returns the largest number of threads that searches use together. At first
 * it is the number of cores that the process may use.
 */
size_t ransack_pool_size(void);

/**
 * Changes the largest number of threads, also for searches that are under way;
 * 0 counts as 1. Surplus threads end after their current piece of work.
 */
ransack_status ransack_pool_resize(size_t size);

/**
 * Frees a report and all that it points to. Does nothing for NULL.
 */
void ransack_report_free(struct ransack_report *report);

/**
 * Searches text in memory for lines that match, on the calling thread, and
 * shows each result to `on_match`, in order. Text is searched as it is: no
 * encoding is guessed, a NUL byte is a byte.
 *
 * `on_match` may be NULL if only the report is wanted. `out` gets the report,
 * which speaks of one file, to be freed with ransack_report_free().
 *
 * `token` stops the search; it may be NULL.
 *
 * Fails for a pattern or option that is not valid, and when the token fires.
 */
ransack_status ransack_search(struct ransack_bytes content,
                              const struct ransack_search_options *options,
                              const struct ransack_cancel_token *token,
                              ransack_on_match on_match,
                              void *user_data,
                              struct ransack_report **out);

/**
 * Tells whether text in memory holds a match: `out` is set to 1 or 0. Of the
 * options only those before `mode` count.
 *
 * Fails for a pattern that is not valid.
 */
ransack_status ransack_has_match(struct ransack_bytes content,
                                 const struct ransack_search_options *options,
                                 uint8_t *out);

/**
 * Returns a view of a string that ends in NUL, without the NUL; an empty view
 * for NULL. The view is valid for as long as the string.
 */
struct ransack_bytes ransack_bytes_from_str(const char *text);

/**
 * Frees a string. Does nothing for NULL.
 */
void ransack_string_free(struct ransack_string *string);

/**
 * Returns the version of Unicode that widths and clusters follow, as "17.0.0".
 * The string is static.
 */
const char *ransack_unicode_version(void);

/**
 * Gives the cells that a text takes in a terminal: a text of several lines the
 * sum of its lines. Escape sequences and control characters take none, CR and
 * BS take nothing back; a tab goes to the next stop of the column it stands in,
 * which LF and CR LF set to 0. `options` may be NULL. Linear, nothing allocated if the text is UTF-8.
 */
ransack_status ransack_visible_width(struct ransack_bytes text,
                                     const struct ransack_text_options *options,
                                     size_t *out);

/**
 * As ransack_visible_width(), of `len` units of UTF-16 in the byte order of
 * the machine. A surrogate without its other half counts as U+FFFD. Nothing is
 * allocated.
 */
ransack_status ransack_visible_width_utf16(const uint16_t *text,
                                           size_t len,
                                           const struct ransack_text_options *options,
                                           size_t *out);

/**
 * As ransack_visible_width(), of Latin-1, where each byte is the character of
 * its value. Nothing is allocated.
 */
ransack_status ransack_visible_width_latin1(struct ransack_bytes text,
                                            const struct ransack_text_options *options,
                                            size_t *out);

/**
 * As ransack_visible_width(), of each of `len` texts: `out_widths` is an array
 * of as many numbers, and is not written if any text is bad. For callers to
 * whom a call costs more than the work.
 */
ransack_status ransack_visible_widths(const struct ransack_bytes *texts,
                                      size_t len,
                                      const struct ransack_text_options *options,
                                      size_t *out_widths);

/**
 * Cuts a text so that it takes at most `width` cells with the ellipsis. The
 * ellipsis has the style of the text that it follows (at the start: that it
 * precedes), and what is open where the text is cut is closed after it. A text
 * that fits comes back as it is. With padding the result takes `width` cells,
 * up to 65,535. `options` may be NULL. Linear; where the end is cut, in the
 * part that is kept, but for the check that the text is UTF-8.
 */
ransack_status ransack_truncate_to_width(struct ransack_bytes text,
                                         size_t width,
                                         const struct ransack_truncate_options *options,
                                         struct ransack_text *out);

/**
 * Gives the part of a line from cell `start` on, `length` cells long, and its
 * cells in `out_width`. Styles and hyperlinks that are open at the start are
 * opened again, and closed where the line is cut.
 *
 * A wide cluster that lies across the start is left out, and one that lies
 * across the end is kept whole, so that the slice can be one cell wider. With
 * `strict` both are left out and spaces stand for the cells that they had in
 * the slice, which then never exceeds `length`. A tab that is cut becomes
 * spaces either way. `options` may be NULL. Linear in the text before the end
 * of the slice, but for the check that the text is UTF-8.
 */
ransack_status ransack_slice_with_width(struct ransack_bytes line,
                                        size_t start,
                                        size_t length,
                                        uint8_t strict,
                                        const struct ransack_text_options *options,
                                        struct ransack_text *out,
                                        size_t *out_width);

/**
 * Gives what is left of a line on both sides of a box that covers it from cell
 * `before_end` to cell `after_start`, and `after_len` cells of what comes
 * after. The text before never reaches under the box: a wide cluster that would
 * is replaced by spaces. With `strict_after` the same holds for both ends of
 * the text after, else it is as ransack_slice_with_width() says. Free the
 * `owner` of both parts. `options` may be NULL. Linear, one pass.
 */
ransack_status ransack_extract_segments(struct ransack_bytes line,
                                        size_t before_end,
                                        size_t after_start,
                                        size_t after_len,
                                        uint8_t strict_after,
                                        const struct ransack_text_options *options,
                                        struct ransack_segments *out);

/**
 * Breaks a text into lines of at most `width` cells: at spaces, tabs and
 * U+200B and around wide characters that are no Hangul, and within a word only
 * where it fits on no line. A cluster wider than `width` has a line for itself.
 * The text's own line breaks (LF, CR LF) are kept, its spaces at a break are
 * dropped unless the options say otherwise. Styles and hyperlinks that are open
 * at the end of a line are closed there and opened again on the next.
 *
 * Free `out` with ransack_lines_free(). `options` may be NULL. Linear; only
 * lines that are no part of the text are built.
 */
ransack_status ransack_wrap_text_with_ansi(struct ransack_bytes text,
                                           size_t width,
                                           const struct ransack_wrap_options *options,
                                           struct ransack_lines **out);

/**
 * Frees lines. Does nothing for NULL.
 */
void ransack_lines_free(struct ransack_lines *lines);

/**
 * Fills a line with spaces so that it takes `width` cells, up to 65,535; where
 * they go, `align` says, a ransack_align. A line that is as wide or wider comes
 * back as it is. `options` may be NULL. Linear.
 */
ransack_status ransack_pad_to_width(struct ransack_bytes line,
                                    size_t width,
                                    uint32_t align,
                                    const struct ransack_text_options *options,
                                    struct ransack_text *out);

/**
 * Shows the extended grapheme clusters (UAX #29) and the escape sequences of a
 * text to `on_grapheme`, which joined are the text, each with its cells. An
 * ill-formed part of the text is a piece with its own bytes. `options` may be
 * NULL. Linear, nothing allocated if the text is UTF-8.
 */
ransack_status ransack_graphemes(struct ransack_bytes text,
                                 const struct ransack_text_options *options,
                                 ransack_on_grapheme on_grapheme,
                                 void *user_data);

/**
 * Gives the text without its escape sequences. Everything else stays, control
 * characters too. A text without any comes back as it is. Linear.
 */
ransack_status ransack_strip_ansi(struct ransack_bytes text, struct ransack_text *out);

/**
 * Gives the text as it can be shown or stored anywhere: as UTF-8, without
 * escape sequences, without control characters (C0, DEL and C1) other than tab
 * and LF, with LF for CR LF and for CR. Ill-formed parts are left out. A text
 * that is so already comes back as it is. Linear.
 */
ransack_status ransack_sanitize_text(struct ransack_bytes text, struct ransack_text *out);

/**
 * Gives the number of tokens of a text in a published encoding, a
 * ransack_encoding. What looks like a special token is ordinary text.
 * ransack_tokenizer_count() is the same with options and a way to stop it.
 * Linear, on the calling thread; nothing is allocated if the text is UTF-8, but
 * for the vocabulary at the first call.
 */
ransack_status ransack_count_tokens(struct ransack_bytes text, uint32_t encoding, size_t *out);

/**
 * Makes a counter of nothing yet. The tokenizer and the options may be freed
 * before it. `options` may be NULL. Free the counter with
 * ransack_token_counter_free().
 *
 * An allowed special token that the vocabulary does not have is found by the
 * first push.
 */
ransack_status ransack_token_counter_new(const struct ransack_tokenizer *tokenizer,
                                         const struct ransack_token_options *options,
                                         struct ransack_token_counter **out);

/**
 * Adds `part` at the end and gives the new total. Parts are copied and need
 * not end between two characters. Costs what is pushed and the last few words
 * before it. `token` stops it; it may be NULL.
 *
 * Fails for an allowed special token that the vocabulary does not have and when
 * the token fires; nothing is added then.
 */
ransack_status ransack_token_counter_push(struct ransack_token_counter *counter,
                                          struct ransack_bytes part,
                                          const struct ransack_cancel_token *token,
                                          size_t *out_total);

/**
 * Takes away what was pushed last: `out_popped` is set to 1, or to 0 if there
 * is nothing. Constant time.
 */
ransack_status ransack_token_counter_pop(struct ransack_token_counter *counter,
                                         uint8_t *out_popped);

/**
 * Gives the number of tokens of all that was pushed and not popped. Constant
 * time.
 */
ransack_status ransack_token_counter_total(const struct ransack_token_counter *counter,
                                           size_t *out_total);

/**
 * Frees a counter. Does nothing for NULL.
 */
void ransack_token_counter_free(struct ransack_token_counter *counter);

/**
 * Cuts a text down to at most `limit` tokens, between two tokens that meet
 * between two characters; `from`, a ransack_truncate_from, says which part is
 * given up. What is kept has at most `limit` tokens when it is counted by
 * itself. It may have fewer: next to the cut white space can fall into other
 * tokens than before, and a character can be several tokens. No text is copied.
 *
 * `options` and `token` may be NULL. Fails as ransack_tokenizer_count().
 * Linear in the whole text.
 */
ransack_status ransack_tokenizer_truncate(const struct ransack_tokenizer *tokenizer,
                                          struct ransack_bytes text,
                                          size_t limit,
                                          uint32_t from,
                                          const struct ransack_token_options *options,
                                          const struct ransack_cancel_token *token,
                                          struct ransack_truncation *out);

/**
 * Cuts a text into chunks of at most `size` tokens each, counted by itself, of
 * which each begins with about the last `overlap` tokens of the one before.
 * Cuts are made as ransack_tokenizer_truncate() makes them. A character of more
 * tokens than `size` is a chunk all the same. Free `out` with
 * ransack_chunks_free().
 *
 * `options` and `token` may be NULL. Fails with RANSACK_STATUS_INVALID_OPTION
 * if `overlap` is not less than `size`, and as ransack_tokenizer_count(). Linear
 * in the chunks taken together.
 */
ransack_status ransack_tokenizer_split(const struct ransack_tokenizer *tokenizer,
                                       struct ransack_bytes text,
                                       size_t size,
                                       size_t overlap,
                                       const struct ransack_token_options *options,
                                       const struct ransack_cancel_token *token,
                                       struct ransack_chunks **out);

/**
 * Frees chunks. Does nothing for NULL.
 */
void ransack_chunks_free(struct ransack_chunks *chunks);

/**
 * Gives the encoding of a published name, such as "o200k_base". Case and
 * underscores do not count; "gpt2" is r50k_base.
 *
 * Fails with RANSACK_STATUS_UNKNOWN_MODEL for any other name.
 */
ransack_status ransack_encoding_from_name(struct ransack_bytes name, ransack_encoding *out);

/**
 * Gives the published name of an encoding, a ransack_encoding. The text is
 * static.
 */
ransack_status ransack_encoding_name(uint32_t encoding, struct ransack_bytes *out);

/**
 * Gives the encoding of a published model by the model's name, such as
 * "gpt-4o". Versions of a model are known by how their name begins
 * ("gpt-4o-2024-05-13"), fine-tuned ones by the base in their name
 * ("ft:gpt-4o:...").
 *
 * Fails with RANSACK_STATUS_UNKNOWN_MODEL for a model whose vocabulary is not
 * built in; see ransack_tokenizer_from_tokenizer_json_file().
 */
ransack_status ransack_encoding_for_model(struct ransack_bytes model, ransack_encoding *out);

/**
 * Gives the tokenizer of a published encoding, a ransack_encoding. Its
 * vocabulary is loaded at the first call for it, which takes some ten
 * milliseconds, shared, and kept for the life of the process, so this call also
 * is how to load one ahead. Free the tokenizer with ransack_tokenizer_free().
 */
ransack_status ransack_tokenizer_get(uint32_t encoding, struct ransack_tokenizer **out);

/**
 * Reads the content of a `.tiktoken` file: lines of a token in base64 and its
 * rank. `options` may be NULL. Free the tokenizer with
 * ransack_tokenizer_free().
 *
 * Fails with RANSACK_STATUS_INVALID_VOCABULARY for what is not such a file or
 * lacks a byte, and with RANSACK_STATUS_INVALID_PATTERN for the pattern.
 */
ransack_status ransack_tokenizer_from_tiktoken(struct ransack_bytes ranks,
                                               const struct ransack_tiktoken_options *options,
                                               struct ransack_tokenizer **out);

/**
 * As ransack_tokenizer_from_tiktoken(), of the file at `path`. Also fails if it
 * cannot be read; errors have its path.
 */
ransack_status ransack_tokenizer_from_tiktoken_file(struct ransack_bytes path,
                                                    const struct ransack_tiktoken_options *options,
                                                    struct ransack_tokenizer **out);

/**
 * Reads the content of a `tokenizer.json` of Hugging Face: byte pair encoding
 * on bytes (GPT-2, Llama 3, Qwen, DeepSeek and their like) or on characters
 * with byte fallback (Llama 2, Mistral, Gemma). Free the tokenizer with
 * ransack_tokenizer_free().
 *
 * Where the file asks for it, text is normalised as Unicode has it now. Hugging
 * Face's library has older tables, so that a few rare characters may become
 * other tokens there.
 *
 * Fails with RANSACK_STATUS_INVALID_VOCABULARY; the message names the part that
 * is wrong or not supported.
 */
ransack_status ransack_tokenizer_from_tokenizer_json(struct ransack_bytes json,
                                                     struct ransack_tokenizer **out);

/**
 * As ransack_tokenizer_from_tokenizer_json(), of the file at `path`. Also fails
 * if it cannot be read; errors have its path.
 */
ransack_status ransack_tokenizer_from_tokenizer_json_file(struct ransack_bytes path,
                                                          struct ransack_tokenizer **out);

/**
 * Frees a tokenizer; the vocabulary of a published encoding stays loaded. Does
 * nothing for NULL.
 */
void ransack_tokenizer_free(struct ransack_tokenizer *tokenizer);

/**
 * Gives the number of tokens of a text. `options` and `token` may be NULL.
 * Linear.
 *
 * Fails with RANSACK_STATUS_INVALID_OPTION for an allowed special token that
 * the vocabulary does not have, and when the token fires.
 */
ransack_status ransack_tokenizer_count(const struct ransack_tokenizer *tokenizer,
                                       struct ransack_bytes text,
                                       const struct ransack_token_options *options,
                                       const struct ransack_cancel_token *token,
                                       size_t *out);

/**
 * Counts the tokens of each of `len` texts: `out_counts` is an array of as many
 * numbers, and `out_total` their sum. Either may be NULL if it is not wanted.
 * `options` and `token` may be NULL. Fails as ransack_tokenizer_count().
 */
ransack_status ransack_tokenizer_count_each(const struct ransack_tokenizer *tokenizer,
                                            const struct ransack_bytes *texts,
                                            size_t len,
                                            const struct ransack_token_options *options,
                                            const struct ransack_cancel_token *token,
                                            size_t *out_counts,
                                            size_t *out_total);

/**
 * Tells whether a text has at most `limit` tokens, without looking at the rest
 * as soon as it has more: `out_fits` is set to 1 or 0, and `out_count` to the
 * number of its tokens if it fits, else to 0. `options` and `token` may be
 * NULL. Fails as ransack_tokenizer_count().
 */
ransack_status ransack_tokenizer_count_up_to(const struct ransack_tokenizer *tokenizer,
                                             struct ransack_bytes text,
                                             size_t limit,
                                             const struct ransack_token_options *options,
                                             const struct ransack_cancel_token *token,
                                             uint8_t *out_fits,
                                             size_t *out_count);

/**
 * Gives the tokens of a text by their numbers. Free `out` with
 * ransack_token_ids_free(). `options` and `token` may be NULL. Fails as
 * ransack_tokenizer_count(). Linear.
 */
ransack_status ransack_tokenizer_encode(const struct ransack_tokenizer *tokenizer,
                                        struct ransack_bytes text,
                                        const struct ransack_token_options *options,
                                        const struct ransack_cancel_token *token,
                                        struct ransack_token_ids **out);

/**
 * Frees token numbers. Does nothing for NULL.
 */
void ransack_token_ids_free(struct ransack_token_ids *ids);

/**
 * Gives the tokens of a text and the bytes that each stands for. Free `out`
 * with ransack_tokens_free(). `options` and `token` may be NULL. Fails as
 * ransack_tokenizer_count(). Linear.
 */
ransack_status ransack_tokenizer_token_offsets(const struct ransack_tokenizer *tokenizer,
                                               struct ransack_bytes text,
                                               const struct ransack_token_options *options,
                                               const struct ransack_cancel_token *token,
                                               struct ransack_tokens **out);

/**
 * Frees tokens. Does nothing for NULL.
 */
void ransack_tokens_free(struct ransack_tokens *tokens);

/**
 * Gives the bytes that `len` tokens stand for, special ones included. They need
 * not be UTF-8, for a token can be a part of a character. Free `out` with
 * ransack_string_free().
 *
 * Fails with RANSACK_STATUS_INVALID_OPTION for a number that the vocabulary
 * does not have.
 */
ransack_status ransack_tokenizer_decode(const struct ransack_tokenizer *tokenizer,
                                        const uint32_t *ids,
                                        size_t len,
                                        struct ransack_string **out);

/**
 * Gives the special tokens of a tokenizer. The array, and all it points to, is
 * valid until the tokenizer is freed.
 */
ransack_status ransack_tokenizer_special_tokens(const struct ransack_tokenizer *tokenizer,
                                                const struct ransack_special_token **out_tokens,
                                                size_t *out_len);

/**
 * Gives the file types that the library knows, sorted by name. The array, and
 * all it points to, is static.
 */
ransack_status ransack_file_types(const struct ransack_file_type_def **out_types, size_t *out_len);

/**
 * Returns the version of the library that is running, as "1.2.3"; compare it
 * with RANSACK_VERSION, the version of the header. The string is static.
 */
const char *ransack_version(void);

/**
 * Opens a workspace on the directory `root` and begins its first scan, which
 * calls then wait for. `options` may be NULL for the defaults. Free `out` with
 * ransack_workspace_free().
 *
 * Fails if the root is not a directory or cannot be opened.
 */
ransack_status ransack_workspace_open(struct ransack_bytes root,
                                      const struct ransack_workspace_options *options,
                                      struct ransack_workspace **out);

/**
 * Gives another handle of the same workspace, whose calls do not wait for the
 * first scan: until it ends they see what is listed so far, and their reports
 * are not `complete`. Free `out` with ransack_workspace_free().
 */
ransack_status ransack_workspace_without_waiting(const struct ransack_workspace *workspace,
                                                 struct ransack_workspace **out);

/**
 * As ransack_grep(), through the workspace. Roots are paths from the
 * workspace's root; none means all of it.
 */
ransack_status ransack_workspace_grep(const struct ransack_workspace *workspace,
                                      const struct ransack_grep_options *options,
                                      const struct ransack_cancel_token *token,
                                      ransack_on_match on_match,
                                      void *user_data,
                                      struct ransack_report **out);

/**
 * As ransack_glob(), through the workspace. Roots are paths from the
 * workspace's root; none means all of it.
 */
ransack_status ransack_workspace_glob(const struct ransack_workspace *workspace,
                                      const struct ransack_glob_options *options,
                                      const struct ransack_cancel_token *token,
                                      ransack_on_path on_path,
                                      void *user_data,
                                      struct ransack_report **out);

/**
 * As ransack_fuzzy_find(), through the workspace. Roots are paths from the
 * workspace's root; none means all of it.
 */
ransack_status ransack_workspace_fuzzy_find(const struct ransack_workspace *workspace,
                                            const struct ransack_fuzzy_find_options *options,
                                            const struct ransack_cancel_token *token,
                                            ransack_on_fuzzy_path on_path,
                                            void *user_data,
                                            struct ransack_report **out);

/**
 * As ransack_ast_grep(), through the workspace. Roots are paths from the
 * workspace's root; none means all of it.
 */
ransack_status ransack_workspace_ast_grep(const struct ransack_workspace *workspace,
                                          const struct ransack_ast_grep_options *options,
                                          const struct ransack_cancel_token *token,
                                          ransack_on_code_match on_match,
                                          void *user_data,
                                          struct ransack_report **out);

/**
 * As ransack_ast_edit(), through the workspace. Roots are paths from the
 * workspace's root; none means all of it.
 */
ransack_status ransack_workspace_ast_edit(const struct ransack_workspace *workspace,
                                          const struct ransack_ast_edit_options *options,
                                          const struct ransack_cancel_token *token,
                                          struct ransack_ast_edit_outcome **out);

/**
 * Brings the table up to date now, as the next call would; with
 * RANSACK_REFRESH_MODE_MANUAL as with RANSACK_REFRESH_MODE_STAT. `out` may be NULL.
 *
 * Fails if the root is no longer there or the workspace has been closed.
 */
ransack_status ransack_workspace_refresh(const struct ransack_workspace *workspace,
                                         struct ransack_snapshot_info *out);

/**
 * Has the next call list anew what is at `path` and below, a path from the
 * workspace's root or an absolute one; if it is empty, everything.
 */
ransack_status ransack_workspace_invalidate(const struct ransack_workspace *workspace,
                                            struct ransack_bytes path);

/**
 * Tells how large the table is now.
 */
ransack_status ransack_workspace_table_size(const struct ransack_workspace *workspace,
                                            struct ransack_table_size *out);

/**
 * Ends the first scan and the watching, for every handle of the workspace.
 * Calls under way end as they would have; later ones fail with
 * RANSACK_STATUS_CLOSED. Closing again does nothing.
 */
ransack_status ransack_workspace_close(const struct ransack_workspace *workspace);

/**
 * Frees a handle; the last one closes the workspace. Does nothing for NULL.
 */
void ransack_workspace_free(struct ransack_workspace *workspace);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* RANSACK_H */
