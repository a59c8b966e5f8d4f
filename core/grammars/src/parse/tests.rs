//! Stack usage of the parsers of all grammars.

use std::ptr;
use std::time::Duration;

use ransack_base::internal::with_stack;
use ransack_testing_base::tier;

use super::*;
use crate::lookup::languages;

/// Size of the text in bytes. With 100 bytes of stack for each one-byte token, a chain takes a
/// hundred pages.
const SIZE: usize = 4 << 10;

/// Openings, and other beginnings that a text may repeat endlessly.
const BEGINNINGS: &[&str] = &[
    "(",
    "[",
    "{",
    "<",
    "((",
    "[{",
    "{[",
    "({",
    "{{",
    "{a:",
    "({a:",
    "a{b:",
    "a{",
    "a[",
    "a<",
    "a<b>(",
    "a<b,",
    "f(",
    "a.b(",
    "a(b)",
    "a(*",
    "(a)",
    "(a,",
    "(int)",
    "(a)=>",
    "a=>",
    "a->",
    "a=",
    "a?",
    "a?b:",
    "a,",
    "a;",
    "a:",
    "a: ",
    "a:\n ",
    "a ",
    "a\n",
    "a+",
    "a|",
    "a&&",
    "a::",
    "-",
    "!",
    "~",
    "&",
    "*a",
    "..",
    "\\",
    "? ",
    "- ",
    "> ",
    "<a>",
    "</",
    "<%",
    "<?php ",
    "<!--",
    "<a b='",
    "/*",
    "(*",
    "{-",
    "{%",
    "%{",
    "--[[",
    "#if a\n",
    "#{",
    "${",
    "$(",
    "\"#{",
    "\"${",
    "`${",
    "f'{",
    "\"",
    "'",
    "`",
    "<<A\n",
    "/\\ ",
    "\\(",
    "if(x){",
    "if(a)",
    "else if(a)",
    "if a then ",
    "if a:\n ",
    "case a of ",
    "begin ",
    "do ",
    "let a = a in ",
    "fn a(){",
    "function(){",
    "class a{",
    "lambda a:",
    "not ",
    "new a(",
    "yield ",
    "@a(",
    "CASE WHEN ",
];

/// Returns the number of used bytes below the frame of the calling function, out of the `size`
/// bytes that the stack has at least.
fn used_stack(size: usize) -> usize {
    const PAGE: usize = 4096;
    let local = 0_u8;
    let end = ptr::from_ref(&local).addr() & !(PAGE - 1);
    let start = (end - size).next_multiple_of(PAGE);
    let mut pages = vec![0; (end - start) / PAGE];
    // SAFETY: `mincore` writes one byte per page of the range into `pages`, which has that length;
    // it only queries the kernel about the range, which is part of this stack.
    let status = unsafe { libc::mincore(start as *mut _, end - start, pages.as_mut_ptr()) };
    assert_eq!(status, 0, "pages are of {PAGE} bytes");
    let first = pages.iter().position(|page| page & 1 == 1);
    first.map_or(0, |first| (pages.len() - first) * PAGE)
}

/// Returns the stack, in bytes, that a parser uses for a text, or for the part that it reads within
/// some milliseconds.
fn stack_of(language: &'static Language, text: &str) -> usize {
    // More than the C library caches from finished threads.
    const STACK: usize = 64 << 20;
    with_stack(STACK, || {
        let token = CancelToken::new();
        let budget = WorkBudget::new(&token, Some(Duration::from_millis(10)));
        let mut parser = parser(language).unwrap();
        // Whether the parse completes does not matter.
        let _ = parse(&mut parser, text.as_bytes(), &[], &budget);
        drop(parser);
        used_stack(STACK)
    })
    .unwrap()
}

#[test]
fn no_text_of_any_language_uses_half_of_its_stack() {
    let mut worst = (0, "", "");
    for (number, language) in languages().iter().enumerate() {
        // In the default tier, each language uses a different subset; JavaScript has the worst
        // cases.
        let step = match language.name {
            "javascript" => 1,
            _ => tier::every(),
        };
        for beginning in BEGINNINGS.iter().skip(number % step).step_by(step) {
            let text = beginning.repeat(SIZE / beginning.len());
            let used = stack_of(language, &text);
            let allowed = (STACK_BASE + STACK_PER_BYTE * text.len()) / 2;
            let name = language.name;
            assert!(used <= allowed, "{name}, {beginning:?}: {used} > {allowed}");
            worst = worst.max((used, name, *beginning));
        }
    }
    // The measurement detects chains.
    #[cfg(feature = "lang-javascript")]
    assert!(worst.0 > 20 * SIZE, "{worst:?}");
}
