//! Line numbers that were copied from a numbered listing into a text.

/// Returns whether every line that is not blank begins with its line number, as a listing shows it:
/// consecutive numbers, each followed by a tab, `:`, `|` or an arrow. A single line counts only if a
/// tab or an arrow follows its number.
pub(super) fn has_line_numbers(text: &[u8]) -> bool {
    let mut previous: Option<u64> = None;
    let mut count = 0;
    for (step, line) in text.split(|byte| *byte == b'\n').enumerate() {
        let Some((number, mark)) = line_number(line) else {
            match line.trim_ascii().is_empty() && step > 0 {
                true => {
                    previous = previous.map(|number| number + 1);
                    continue;
                }
                false => return false,
            }
        };
        if previous.is_some_and(|previous| number != previous + 1) {
            return false;
        }
        count += 1;
        previous = Some(number);
        if count == 1 && !text.contains(&b'\n') {
            return matches!(mark, Mark::Tab | Mark::Arrow);
        }
    }
    count > 1
}

/// Mark after a line number.
enum Mark {
    Tab,
    Arrow,
    Punctuation,
}

/// Returns the number at the start of a line of a listing.
fn line_number(line: &[u8]) -> Option<(u64, Mark)> {
    let line = line.trim_ascii_start();
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = line.split_at(digits);
    let number = std::str::from_utf8(digits).ok()?.parse().ok()?;
    let mark = match rest {
        [b'\t', ..] => Mark::Tab,
        [b':' | b'|', ..] | [b' ', b'|', ..] => Mark::Punctuation,
        rest if rest.starts_with("\u{2192}".as_bytes()) => Mark::Arrow,
        _ => return None,
    };
    Some((number, mark))
}

#[cfg(test)]
mod tests {
    use super::has_line_numbers;

    #[test]
    fn listings_are_recognized() {
        for listing in [
            "7\ta\n8\tb\n",
            "     7\u{2192}a",
            "7\ta",
            "9:a\n10:b",
            "9 | a\n10 | b\n\n12 | d",
        ] {
            assert!(has_line_numbers(listing.as_bytes()), "{listing}");
        }
    }

    #[test]
    fn code_is_no_listing() {
        for code in [
            "",
            "\n",
            "a\n",
            "7: a",
            "7 a\n8 b",
            "7\ta\n9\tb",
            "7:a\nb",
            "case 7:\n8:",
            "1.\ta\n2.\tb",
        ] {
            assert!(!has_line_numbers(code.as_bytes()), "{code}");
        }
    }
}
