//! Finds the indentation of supplied code: flush with the left margin, or cut out of a file.

use ransack_grammars::Language;
use ransack_languages::internal::OutlineTable;

use crate::edit_definition::fragment::Line;
use crate::edit_definition::prefix;
use crate::outline::compiled::outline_table;

/// Indentation to remove from the lines of a fragment.
pub(super) struct Base {
    pub(super) blanks: Vec<u8>,
    pub(super) is_of_first_line: bool,
}

/// Finds the indentation common to the lines of a fragment, or the indentation of the place it was
/// cut from.
pub(super) fn base(lines: &[Line], language: &Language, indent: &[u8]) -> Base {
    let code_lines = |line: &&Line| !line.is_literal;
    let none = Base {
        blanks: Vec::new(),
        is_of_first_line: false,
    };
    let Some(first) = lines.first() else {
        return none;
    };
    if !first.indent.is_empty() {
        let mut common = first.indent.as_slice();
        let is_known = common == indent || closes_at(lines, common);
        for line in lines.iter().filter(code_lines).filter(|_| !is_known) {
            let shared = common.iter().zip(&line.indent);
            let len = shared.take_while(|(a, b)| a == b).count();
            common = &common[..len];
        }
        return Base {
            blanks: common.to_vec(),
            is_of_first_line: true,
        };
    }
    let table = outline_table(language).unwrap_or(&OutlineTable::EMPTY);
    if let Some(blanks) = prefix::level_below(lines, table) {
        return Base {
            blanks: blanks.to_vec(),
            is_of_first_line: false,
        };
    }
    if let Some(blanks) = comment_base(lines)
        && blanks == indent
    {
        return Base {
            blanks: blanks.to_vec(),
            is_of_first_line: false,
        };
    }
    let rest: Vec<&Line> = lines.iter().skip(1).filter(code_lines).collect();
    let is_layout = table.is_layout;
    if !is_layout && !indent.is_empty() && closes_at(lines, indent) {
        return Base {
            blanks: indent.to_vec(),
            is_of_first_line: false,
        };
    }
    let all_have_it = rest.iter().all(|line| line.indent.starts_with(indent));
    let (Some(last), true) = (rest.last(), all_have_it && !indent.is_empty()) else {
        return none;
    };
    let least = rest.iter().map(|line| line.indent.len()).min();
    let is_cut_out = if is_aligned(first, rest[0]) {
        false
    } else if least > Some(indent.len()) {
        true
    } else if is_layout {
        // The lines of a block, or the start of a block.
        let begins_deeper = rest
            .first()
            .is_some_and(|line| line.indent.len() > indent.len());
        let opens_body = first.text.trim_ascii_end().ends_with(b":");
        !opens_block(&first.text) || (begins_deeper && (opens_body || returns(&rest, indent.len())))
    } else {
        let is_level = |line: &Line| line.indent.len() == indent.len();
        let has_deeper = rest.iter().any(|line| !is_level(line));
        // In a Rust header, the bounds are deeper than `where`, which aligns with the header.
        let has_bounds = rest
            .iter()
            .any(|line| is_level(line) && line.text == b"where");
        has_bounds
            || (is_level(last) && (has_deeper || prefix::is_whole_prefix(&first.text, table)))
    };
    match is_cut_out {
        true => Base {
            blanks: indent.to_vec(),
            is_of_first_line: false,
        },
        false => none,
    }
}

/// Returns whether the second line is aligned with code of the first line when the first line
/// begins at the left margin: after an open bracket, after `=`, or after the first word.
fn is_aligned(first: &Line, second: &Line) -> bool {
    let text = String::from_utf8_lossy(&first.text);
    let text = text.trim_end();
    let at = text.char_indices().nth(second.indent.len());
    if second.indent.contains(&b'\t') || text.ends_with(['(', '[', '{']) {
        return false;
    }
    let Some((before, after)) = at.and_then(|(at, _)| text.split_at_checked(at)) else {
        return false;
    };
    let mut depth = 1;
    let stays_open = after.chars().all(|character| {
        depth += match character {
            '(' | '[' | '{' => 1,
            ')' | ']' | '}' => -1,
            _ => 0,
        };
        depth > 0
    });
    let is_word = |word: &str| word.bytes().all(|byte| byte.is_ascii_alphabetic());
    (before.ends_with(['(', '[', '{']) && stays_open)
        || before.ends_with("= ")
        || before.strip_suffix(' ').is_some_and(is_word)
}

/// Returns whether code ends in a line with this indentation that closes the bracket opened in its
/// first line.
fn closes_at(lines: &[Line], indent: &[u8]) -> bool {
    let last = lines.iter().skip(1).rfind(|line| !line.is_literal);
    last.is_some_and(|last| last.indent == indent && is_closing(&last.text))
}

/// Returns the original indentation of code that begins with a block comment, read from the blanks
/// before ` *` in its second line.
fn comment_base(lines: &[Line]) -> Option<&[u8]> {
    let [first, second, ..] = lines else {
        return None;
    };
    let is_continued = first.text.starts_with(b"/*") && second.text.starts_with(b"*");
    second.indent.strip_suffix(b" ").filter(|_| is_continued)
}

/// Returns whether the first line that returns to the level of the code's first line closes or
/// continues it.
fn returns(rest: &[&Line], level: usize) -> bool {
    let back = rest.iter().find(|line| line.indent.len() == level);
    back.is_some_and(|line| is_closing(&line.text) || continues(&line.text))
}

/// Returns whether a line continues a statement in a language with significant indentation.
fn continues(line: &[u8]) -> bool {
    let words: [&[u8]; 5] = [b"elif", b"else", b"except", b"finally", b"then"];
    words.iter().any(|word| line.starts_with(word))
}

/// Returns whether a line opens an indented block in a language with significant indentation.
fn opens_block(line: &[u8]) -> bool {
    matches!(
        line.trim_ascii_end().last(),
        Some(b':' | b'=' | b'(' | b'[' | b'{' | b',' | b'\\')
    )
}

/// Returns whether a line closes a bracket or block opened by earlier lines.
fn is_closing(line: &[u8]) -> bool {
    matches!(line.first(), Some(b'}' | b')' | b']')) || line.starts_with(b"end")
}
