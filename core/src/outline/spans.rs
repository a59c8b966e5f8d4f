//! Locations of an item, packed: items are many, and nearly half of their memory would be spans.

use crate::ast::Span;
use crate::offsets::Position;

/// Packed locations of an item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Spans {
    pub(super) whole: Packed,
    pub(super) name: Packed,
    pub(super) signature: Packed,
    pub(super) body: Packed,
    /// Locations that few items have.
    pub(super) rare: Option<Box<Rare>>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rare {
    pub(super) value: Packed,
    pub(super) doc: Packed,
    pub(super) attributes: Packed,
}

impl Spans {
    /// Returns the locations that few items have.
    pub(super) fn rare(&self) -> Rare {
        self.rare.as_deref().copied().unwrap_or_default()
    }

    /// Changes the locations that few items have.
    pub(super) fn change_rare(&mut self, change: impl FnOnce(&mut Rare)) {
        let mut rare = self.rare();
        change(&mut rare);
        self.rare = rare.boxed();
    }
}

impl Rare {
    /// Returns the locations for [`Spans::rare`]; `None` if there are none.
    pub(super) fn boxed(self) -> Option<Box<Rare>> {
        (self != Rare::default()).then(|| Box::new(self))
    }
}

/// Packed span. Texts with a tree are smaller than 2 GiB, so that 32 bits hold any number. Its
/// default is no span: lines begin at 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Packed([[u32; 4]; 2]);

impl Packed {
    /// Returns the span; one of zeros if there is none.
    pub(super) fn get(self) -> Span {
        let Packed([start, end]) = self;
        Span {
            start: unpacked(start),
            end: unpacked(end),
        }
    }

    /// Returns the span, if there is one.
    pub(super) fn get_if_any(self) -> Option<Span> {
        (self != Packed::default()).then(|| self.get())
    }
}

impl From<Span> for Packed {
    fn from(span: Span) -> Packed {
        Packed([packed(span.start), packed(span.end)])
    }
}

impl From<Option<Span>> for Packed {
    fn from(span: Option<Span>) -> Packed {
        span.map(Packed::from).unwrap_or_default()
    }
}

fn packed(position: Position) -> [u32; 4] {
    let Position {
        offset,
        line,
        column,
        column_utf16,
    } = position;
    [
        offset as u32,
        line as u32,
        column as u32,
        column_utf16 as u32,
    ]
}

fn unpacked([offset, line, column, column_utf16]: [u32; 4]) -> Position {
    Position {
        offset: offset as usize,
        line: line.into(),
        column: column as usize,
        column_utf16: column_utf16 as usize,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_survive_packing() {
        let position = |offset| Position {
            offset,
            line: 7,
            column: 3,
            column_utf16: 2,
        };
        let span = Span {
            start: position(5),
            end: position(i32::MAX as usize),
        };
        assert_eq!(Packed::from(span).get(), span);
        assert_eq!(Packed::from(Some(span)).get_if_any(), Some(span));
        assert_eq!(Packed::from(None).get_if_any(), None);

        let mut spans = Spans::default();
        assert_eq!(spans.rare(), Rare::default());
        spans.change_rare(|rare| rare.doc = span.into());
        assert_eq!(spans.rare().doc.get_if_any(), Some(span));
        assert_eq!(spans.rare().value.get_if_any(), None);
        spans.change_rare(|rare| rare.doc = None.into());
        assert_eq!(spans, Spans::default());
    }
}
