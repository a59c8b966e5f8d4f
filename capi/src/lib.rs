//! ransack from C: content search over trees and in memory, by pattern and by
//! syntax, edits by syntax, paths by pattern or by what is typed of them, and text
//! by terminal cells, by the tokens of language models, and in colour.
//!
//! Example
//! -------
//!
//!     static int on_match(const ransack_match *m, void *user_data) {
//!       (void)user_data;
//!       printf("%.*s:%llu: %.*s\n", (int)m->path.len, (const char *)m->path.data,
//!              (unsigned long long)m->line_number,
//!              (int)m->line.len, (const char *)m->line.data);
//!       return 0;
//!     }
//!
//!     ransack_bytes pattern = ransack_bytes_from_str("needle");
//!     ransack_bytes root = ransack_bytes_from_str("src");
//!     ransack_grep_options options = RANSACK_GREP_OPTIONS_INIT;
//!     options.patterns = &pattern;
//!     options.patterns_len = 1;
//!     options.roots = &root;
//!     options.roots_len = 1;
//!     ransack_report *report = NULL;
//!     if (ransack_grep(&options, NULL, on_match, NULL, &report) != RANSACK_STATUS_OK)
//!       fprintf(stderr, "%s\n", ransack_last_error_message());
//!     ransack_report_free(report);
//!
//! Results and errors
//! ------------------
//!
//! Functions that can fail return a ransack_status: RANSACK_STATUS_OK, which is
//! 0, or a number that says what went wrong. Numbers are never reused. The
//! details, in words and in parts, are those of ransack_last_error() on the
//! same thread. Outputs are written only on success; there is no partial
//! success. A file that cannot be read is no error: the report tells of it.
//!
//! A NULL pointer is an error (RANSACK_STATUS_NULL_ARGUMENT) unless a function
//! says that it may be NULL. Integers that stand for an enumeration are checked;
//! an unknown value is an error. Flags are uint8_t: 0 is false, anything else is
//! true.
//!
//! A panic inside the library, which would be a defect of it, is caught and
//! returned as RANSACK_STATUS_PANIC; the process lives on.
//!
//! Text
//! ----
//!
//! All text is a ransack_bytes, a pointer and a length, and need not end in
//! NUL. Where the length is 0 the pointer is ignored and may be NULL. Patterns,
//! queries, rules, globs, special tokens, colours and names (of types, languages,
//! themes, encodings and models) must be UTF-8; paths and file content are bytes and
//! arrive unchanged (on Windows paths are UTF-8). Paths of results are relative to
//! their root and use '/'.
//!
//! Lines are numbered from 1. Offsets and columns are bytes and count from 0.
//! Times are milliseconds. RANSACK_NO_LIMIT stands for "none" where a number
//! is optional; 0 is always the number 0.
//!
//! Terminal text
//! -------------
//!
//! Text that is measured or cut by terminal cells should be UTF-8 and may be
//! anything: each ill-formed part of it (a maximal subpart, as the Unicode
//! Standard names it) counts as U+FFFD, and no byte of it is an escape. A result
//! that is a part of the text is that part, byte for byte; a result that had to
//! be built is UTF-8 with U+FFFD for such parts. Widths and columns are cells
//! and count from 0; any width is allowed. What takes how many cells, Unicode
//! decides (see ransack_unicode_version()), as the terminals read it that
//! cluster graphemes; a ransack_text_options is for the others.
//!
//! An escape sequence takes no cell and is never split: control sequences,
//! control strings (OSC and APC, ended by BEL or ST; DCS, PM and SOS, ended by
//! ST), charset selects and everything else that ESC or a C1 character
//! introduces. One that is cut off ends with the text.
//!
//! Tokens
//! ------
//!
//! Text that is counted, encoded or cut by tokens should be UTF-8 and may be
//! anything: each ill-formed part of it (a maximal subpart) counts as U+FFFD.
//! Offsets are in the bytes as they were given. What looks like a special token
//! is ordinary text unless a ransack_token_options allows it. Time is linear in
//! the text, whatever it holds. ransack_tokenizer_count() and _count_batch() share
//! out 1 MB and more among the library's threads, with the identical result. A
//! thread that counts keeps a cache of 200 kB.
//!
//! Colours
//! -------
//!
//! Text that is highlighted may be anything, and comes out unchanged between what
//! is put around its parts. Offsets are in the bytes as they were given. What
//! parts there are two engines say, one with tree-sitter grammars and one with
//! TextMate grammars, in the same classes; the report tells which it was and why.
//! A token stops either within a few milliseconds.
//!
//! Ownership
//! ---------
//!
//! What a function takes as a const pointer stays the caller's, must not change
//! during the call and is not kept after it. What is returned through a
//! pointer to a pointer belongs to the caller and is freed with the _free
//! function of its type, once; these accept NULL. A ransack_text is either a
//! part of the text that the call was given, valid for as long as that, or has
//! an `owner` to be freed. What a callback is given, and everything it points to,
//! is valid until the callback returns. What is static says so.
//!
//! Threads
//! -------
//!
//! Every function may be called from any thread, also while others are under
//! way. A cancel token or a workspace may be used by any number of threads at a
//! time. A report
//! may be read by several and is freed by one. No object may be freed while
//! another thread is inside a call that was given it.
//!
//! Callbacks run on the thread that made the call, in the order of the results,
//! and may call the library. They must return: throwing a C++ exception or
//! longjmp through the library is undefined. The library starts its threads
//! when the first call needs them, and never at load time. In a child after
//! fork() without exec() there are none of them, so do not call it there if the
//! parent has.
//!
//! Versions
//! --------
//!
//! Options begin with a version. Set them up with their _INIT macro or _init
//! function, which gives every field its default, then change what you need.
//! Fields are only ever added at the end, with a new version, so a program
//! compiled against an older header works with a newer shared library: the
//! fields that it does not know have their defaults. A version that the
//! library does not know is RANSACK_STATUS_BAD_VERSION. Structs that the
//! library hands out by pointer also grow only at the end. A release that
//! cannot keep this promise has another SONAME.

#![allow(non_camel_case_types, reason = "the names are those of the C types")]
#![allow(
    clippy::missing_safety_doc,
    reason = "the conventions above are the contract of every function"
)]

mod ffi;
mod panic;
mod source;

pub mod ast;
pub mod cancel;
pub mod error;
pub mod fuzzy;
pub mod glob;
pub mod grep;
pub mod highlight;
pub mod item;
pub mod options;
pub mod pool;
pub mod report;
pub mod search;
pub mod slice;
pub mod string;
pub mod text;
pub mod tokens;
pub mod types;
pub mod version;
pub mod workspace;
