//! Replacements in the case of the replaced text.
//!
//! The rule is the one of the option "Preserve Case" of Visual Studio Code
//! (`buildReplaceStringWithCasePreserved` in `src/vs/base/common/search.ts`), with one difference: a
//! match without letters leaves the replacement as it is.

/// Returns `new` in the case of `old`.
pub(super) fn with_case_of(old: &[u8], new: &[u8]) -> Vec<u8> {
    let (old, new) = (String::from_utf8_lossy(old), new);
    let mut out = Vec::with_capacity(new.len());
    let splits = |mark: char| {
        let parts = old.split(mark).count();
        let byte = mark as u8;
        parts > 1 && new.split(|next| *next == byte).count() == parts
    };
    let mark = match (splits('-'), splits('_')) {
        (true, false) => '-',
        (false, true) => '_',
        _ => {
            part_with_case_of(&old, new, &mut out);
            return out;
        }
    };
    let parts = std::iter::zip(old.split(mark), new.split(|byte| *byte == mark as u8));
    for (number, (old, new)) in parts.enumerate() {
        if number > 0 {
            out.push(mark as u8);
        }
        part_with_case_of(old, new, &mut out);
    }
    out
}

/// Appends `new` in the case of `old`, without regard to hyphens and underscores.
fn part_with_case_of(old: &str, new: &[u8], out: &mut Vec<u8>) {
    let has_upper = old.chars().any(char::is_uppercase);
    let has_lower = old.chars().any(char::is_lowercase);
    let first = old.chars().next();
    match (has_upper, has_lower) {
        (true, false) => map_chars(new, usize::MAX, true, out),
        (false, true) => map_chars(new, usize::MAX, false, out),
        (true, true) if first.is_some_and(char::is_uppercase) => map_chars(new, 1, true, out),
        (true, true) if first.is_some_and(char::is_lowercase) => map_chars(new, 1, false, out),
        _ => out.extend_from_slice(new),
    }
}

/// Appends text with its first `count` characters in upper or lower case. Bytes that are not UTF-8
/// stay.
fn map_chars(text: &[u8], count: usize, to_upper: bool, out: &mut Vec<u8>) {
    let mut left = count;
    for chunk in text.utf8_chunks() {
        for next in chunk.valid().chars() {
            let mut buffer = [0; 4];
            if left == 0 {
                out.extend_from_slice(next.encode_utf8(&mut buffer).as_bytes());
                continue;
            }
            left -= 1;
            let mut push = |mapped: char| {
                out.extend_from_slice(mapped.encode_utf8(&mut buffer).as_bytes());
            };
            match to_upper {
                true => next.to_uppercase().for_each(&mut push),
                false => next.to_lowercase().for_each(&mut push),
            }
        }
        left = left.saturating_sub(usize::from(!chunk.invalid().is_empty()));
        out.extend_from_slice(chunk.invalid());
    }
}

#[cfg(test)]
mod tests;
