//! Detects the indentation unit of source text.

use ransack_languages::internal::IndentUnit;

/// Maximum number of indented lines to read.
const MAX_LINES: usize = 1000;

/// Maximum number of spaces in one level; a deeper line is aligned rather than indented.
const MAX_SPACES: usize = 8;

/// Returns the indentation unit of the text: a tab if most of its first indented lines begin
/// with one, otherwise the most common increase in spaces from one line to the next. Returns
/// `None` if no line is indented. Skips block comments.
pub(super) fn indent_unit(source: &[u8]) -> Option<IndentUnit> {
    let mut steps = [0usize; MAX_SPACES + 1];
    let mut before = 0;
    let least = read(source, |width| {
        if let Some(count) = steps.get_mut(width.saturating_sub(before)) {
            *count += 1;
        }
        before = width;
    })?;
    let most = steps[2..].iter().max().copied().filter(|count| *count > 0);
    let step = steps.iter().skip(2).position(|count| Some(*count) == most);
    Some(match (least, step) {
        (IndentUnit::Spaces(_), Some(step)) => IndentUnit::Spaces(step + 2),
        (unit, _) => unit,
    })
}

/// Returns the unit of code like [`indent_unit`], but uses the smallest number of spaces, since
/// the first line of code cut out of a file does not show its indentation. Returns a tab if the
/// first indented line begins with one; later lines may be inside literals.
pub(super) fn indent_unit_of_code(code: &[u8]) -> Option<IndentUnit> {
    let mut lines = code.split(|byte| *byte == b'\n');
    let first = lines.find(|line| line.starts_with(b"\t") || line.starts_with(b"  "))?;
    match first[0] {
        b'\t' => Some(IndentUnit::Tab),
        _ => read(code, |_| ()),
    }
}

/// Returns a tab, or the smallest number of spaces of a line. Calls `each` with the number of
/// spaces of each code line that does not begin with a tab.
fn read(source: &[u8], mut each: impl FnMut(usize)) -> Option<IndentUnit> {
    let (mut tabs, mut spaces, mut least) = (0, 0, usize::MAX);
    let mut is_comment = false;
    for line in source.split(|byte| *byte == b'\n') {
        let code = line.trim_ascii();
        is_comment |= code.starts_with(b"/*");
        if is_comment {
            is_comment = memchr::memmem::find(code, b"*/").is_none();
            continue;
        }
        if code.is_empty() {
            continue;
        }
        if line[0] == b'\t' {
            tabs += 1;
            continue;
        }
        let width = line.iter().take_while(|byte| **byte == b' ').count();
        each(width);
        // A single space belongs to a comment.
        if width > 1 {
            spaces += 1;
            least = least.min(width);
        }
        if tabs + spaces == MAX_LINES {
            break;
        }
    }
    match (tabs, spaces) {
        (0, 0) => None,
        _ if tabs > spaces => Some(IndentUnit::Tab),
        _ => Some(IndentUnit::Spaces(least.min(MAX_SPACES))),
    }
}

/// Returns the blanks of one level.
pub(super) fn blanks_of(unit: IndentUnit) -> Vec<u8> {
    match unit {
        IndentUnit::Tab => b"\t".to_vec(),
        IndentUnit::Spaces(count) => vec![b' '; count],
    }
}
