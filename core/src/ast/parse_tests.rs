//! The stack that parsers use, over all grammars.

use std::ptr;

use ransack_base::internal::with_stack;

use super::*;
use crate::ast::languages;
use ransack_testing::tier;

/// Size of a text in bytes. A chain of 100 bytes of stack for each token of one byte
/// would be a hundred pages.
const SIZE: usize = 4 << 10;

/// Openings, and other beginnings that a text may repeat without an end.
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

/// Number of bytes below the calling function's frame that have been used, of the
/// `size` bytes that the stack has at least.
fn used_stack(size: usize) -> usize {
    const PAGE: usize = 4096;
    let local = 0_u8;
    let end = ptr::from_ref(&local).addr() & !(PAGE - 1);
    let start = (end - size).next_multiple_of(PAGE);
    let mut pages = vec![0; (end - start) / PAGE];
    // SAFETY: `mincore` writes a byte for each page of the range into `pages`, which
    // has as many; it only asks the kernel about the range, part of this stack.
    let status = unsafe { libc::mincore(start as *mut _, end - start, pages.as_mut_ptr()) };
    assert_eq!(status, 0, "pages are of {PAGE} bytes");
    let first = pages.iter().position(|page| page & 1 == 1);
    first.map_or(0, |first| (pages.len() - first) * PAGE)
}

/// Bytes of stack that a parser uses for a text, or for the part of it that it
/// reads in some milliseconds.
fn stack_of(language: &'static Language, text: &str) -> usize {
    // More than what the C library keeps of threads that have ended.
    const STACK: usize = 64 << 20;
    with_stack(STACK, || {
        let token = CancelToken::new();
        let budget = WorkBudget::new(&token, Some(Duration::from_millis(10)));
        let mut parser = parser(language).unwrap();
        // Whether it comes to the end does not matter.
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
        // Each language has other ones in the default tier; the worst are those of JavaScript.
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
    // The measurement sees chains.
    #[cfg(feature = "lang-javascript")]
    assert!(worst.0 > 20 * SIZE, "{worst:?}");
}
