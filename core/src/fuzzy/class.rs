use super::text::Unit;

/// What words are made of, and what is between them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Separator,
    Lower,
    Upper,
    Digit,
}

impl Class {
    /// `raw` is a character before folding.
    pub(super) fn of(raw: Unit) -> Class {
        match char::from_u32(raw) {
            Some(c) if c.is_ascii() => Class::of_ascii(c as u8),
            Some(c) if c.is_uppercase() => Class::Upper,
            Some(c) if c.is_numeric() => Class::Digit,
            Some(_) | None => Class::Lower,
        }
    }

    /// What is not ASCII counts as a separator.
    pub(super) fn of_ascii(byte: u8) -> Class {
        CLASSES[usize::from(byte)]
    }
}

static CLASSES: [Class; 256] = {
    let mut classes = [Class::Separator; 256];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' => Class::Lower,
            b'A'..=b'Z' => Class::Upper,
            b'0'..=b'9' => Class::Digit,
            _ => Class::Separator,
        };
        byte += 1;
    }
    classes
};
