//! Character classes and properties.

use ransack_base::Result;

use super::input::Input;
use super::{fold, push_char};

/// Hexadecimal digits, as a part of a class.
pub(super) const DIGITS16: &str = "0-9A-Fa-f";

/// Characters of words.
pub(super) const WORD: &str = r"[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}]";

/// Sets by their names in POSIX brackets.
const POSIX: [(&str, &str); 14] = [
    ("alnum", r"[\p{Alphabetic}\p{Nd}]"),
    ("alpha", r"\p{Alphabetic}"),
    ("ascii", r"[\x00-\x7F]"),
    ("blank", r"[\t\p{Zs}]"),
    ("cntrl", r"\p{Cc}"),
    ("digit", r"\p{Nd}"),
    ("graph", r"[^\s\p{Cc}\p{Cn}]"),
    ("lower", r"\p{Lowercase}"),
    ("print", r"[[^\s\p{Cc}\p{Cn}]\p{Zs}]"),
    ("punct", r"[\p{P}\p{S}]"),
    ("space", r"\s"),
    ("upper", r"\p{Uppercase}"),
    ("word", WORD),
    ("xdigit", r"[0-9A-Fa-f]"),
];

/// Sets without a character that folds to several ones.
const CASELESS: [&str; 12] = [
    r"\d",
    r"\s",
    r"\p{Nd}",
    r"\p{Cc}",
    r"\p{P}",
    r"[\t\p{Zs}]",
    r"[\p{P}\p{S}]",
    r"[\x00-\x7F]",
    r"[0-9A-Fa-f]",
    r"\p{n}",
    r"\p{p}",
    r"\p{s}",
];

/// Item of a class.
enum Item {
    Char(char),
    /// Set by an escape or a POSIX bracket.
    Set(String),
    /// Class within the class.
    Class(String),
}

/// Maximum depth of classes within classes.
const MAX_DEPTH: usize = 64;

/// Translates a class, after its opening bracket.
pub(super) fn translate(input: &mut Input<'_>, ignores_case: bool) -> Result<String> {
    translate_within(input, ignores_case, 0)
}

fn translate_within(input: &mut Input<'_>, ignores_case: bool, depth: usize) -> Result<String> {
    let start = input.at - 1;
    if depth == MAX_DEPTH {
        return Err(input.fault(start, "too many classes within classes"));
    }
    let mut output = String::from("[");
    let is_negated = input.take("^");
    if is_negated {
        output.push('^');
    }
    // Only what a class lists can fold to several characters.
    let folds = ignores_case && !is_negated;
    let first = input.at;
    loop {
        if input.at > first && input.take("]") {
            output.push(']');
            return Ok(output);
        }
        if input.take("&&") {
            output.push_str("&&");
            continue;
        }
        let at = input.at;
        let item = item(input, depth)?;
        let item = item.ok_or_else(|| input.fault(start, "a class is not closed"))?;
        let ends_range = || {
            let rest = input.rest();
            let is_range = rest.starts_with('-') && !rest.starts_with("-&&");
            is_range.then(|| rest[1..].chars().next()).flatten()
        };
        let end = ends_range().filter(|end| *end != ']');
        match (item, end) {
            // What a range to a class contains is not defined.
            (Item::Char(_), Some('[')) => {
                input.at += 2;
                return Err(input.unsupported(at));
            }
            (Item::Char(from), Some(_)) => {
                input.at += 1;
                let Some(Item::Char(to)) = self::item(input, depth)? else {
                    return Err(input.unsupported(at));
                };
                if from > to {
                    return Err(input.fault(at, "a range is empty"));
                }
                fold_in_class(input, at, from, to, folds)?;
                push_char(&mut output, from);
                output.push('-');
                push_char(&mut output, to);
                // A hyphen after a range is a literal.
                if input.take("-") {
                    push_char(&mut output, '-');
                }
            }
            (Item::Char(literal), None) => {
                fold_in_class(input, at, literal, literal, folds)?;
                push_char(&mut output, literal);
            }
            (Item::Set(_), Some(end)) if end != '[' => {
                input.at += 1;
                return Err(input.unsupported(at));
            }
            (Item::Set(set), _) if folds && !CASELESS.contains(&set.as_str()) => {
                return Err(input.unsupported(at));
            }
            (Item::Class(_), _) if folds => return Err(input.unsupported(at)),
            (Item::Set(set) | Item::Class(set), _) => output.push_str(&set),
        }
    }
}

/// Refuses a range that Oniguruma extends by text of several characters.
fn fold_in_class(input: &Input<'_>, start: usize, from: char, to: char, folds: bool) -> Result<()> {
    match folds && fold::is_multiple(from..=to) {
        true => Err(input.unsupported(start)),
        false => Ok(()),
    }
}

/// Reads an item; `None` at the end of the pattern.
fn item(input: &mut Input<'_>, depth: usize) -> Result<Option<Item>> {
    let start = input.at;
    let Some(next) = input.next() else {
        return Ok(None);
    };
    Ok(Some(match next {
        '[' if input.rest().starts_with(':') => Item::Set(bracket(input, start)?),
        '[' => Item::Class(translate_within(input, false, depth + 1)?),
        '\\' => match input.escaped_char()? {
            Some(literal) => Item::Char(literal),
            None => escape(input, start)?,
        },
        literal => Item::Char(literal),
    }))
}

/// Reads a POSIX bracket, such as `[:^alpha:]`, after its `[`.
fn bracket(input: &mut Input<'_>, start: usize) -> Result<String> {
    input.at += 1;
    let is_negated = input.take("^");
    let name = input.take_until(":]").unwrap_or_default();
    let set = POSIX.iter().find(|(known, _)| *known == name);
    let (_, set) = set.ok_or_else(|| input.unsupported(start))?;
    Ok(negated(set, is_negated))
}

fn negated(set: &str, is_negated: bool) -> String {
    match is_negated {
        true => format!("[^{set}]"),
        false => set.to_owned(),
    }
}

/// Reads an escape in a class, after its backslash.
fn escape(input: &mut Input<'_>, start: usize) -> Result<Item> {
    let letter = input.next().unwrap_or_default();
    Ok(match letter {
        'b' => Item::Char('\x08'),
        'd' | 'D' | 's' | 'S' => Item::Set(format!("\\{letter}")),
        'w' | 'W' => Item::Set(negated(WORD, letter == 'W')),
        'h' | 'H' => Item::Set(negated(&format!("[{DIGITS16}]"), letter == 'H')),
        'p' | 'P' if input.peek() == Some('{') => Item::Set(property(input, letter == 'P')?),
        _ => return Err(input.unsupported(start)),
    })
}

/// Reads the name of a property in braces, after `\p` or `\P`.
pub(super) fn property(input: &mut Input<'_>, is_negated: bool) -> Result<String> {
    let start = input.at - 2;
    input.at += 1;
    let is_negated = input.take("^") != is_negated;
    let name = input.take_until("}").unwrap_or_default();
    let is_ignored = |c: &char| !matches!(c, ' ' | '_' | '-');
    let plain: String = name
        .to_ascii_lowercase()
        .chars()
        .filter(is_ignored)
        .collect();
    // Unknown names make the translated pattern invalid.
    let set = match plain.as_str() {
        // Unlike the bracket, without symbols.
        "punct" => r"\p{P}".to_owned(),
        "posixpunct" => r"[\p{P}\p{S}]".to_owned(),
        _ => match POSIX.iter().find(|(known, _)| *known == plain) {
            Some((_, set)) => (*set).to_owned(),
            None => format!("\\p{{{plain}}}"),
        },
    };
    let is_plain = !plain.is_empty() && plain.bytes().all(|b| b.is_ascii_alphanumeric());
    if !is_plain {
        return Err(input.unsupported(start));
    }
    Ok(negated(&set, is_negated))
}
