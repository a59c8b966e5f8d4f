//! Packed locations of an item. An outline has many items, and unpacked spans would take nearly
//! half of their memory.

use ransack_base::internal::{position, span};
use ransack_base::offsets::Position;
use ransack_base::offsets::Span;

/// Locations that an item may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// Documentation, attributes and the definition itself.
    Whole,
    /// Name.
    Name,
    /// Signature.
    Signature,
    /// Body.
    Body,
    /// Value.
    Value,
    /// Documentation.
    Doc,
    /// Attributes.
    Attributes,
}

const COUNT: usize = 7;

/// Locations of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spans {
    /// Columns, for an item on one line on which each byte is one UTF-16 code unit.
    InLine(InLine),
    /// All locations.
    Packed(Box<[Packed; COUNT]>),
}

/// Start and end of each location as columns of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InLine {
    line: u32,
    /// Offset of the first column.
    start: u32,
    columns: [[u16; 2]; COUNT],
}

/// Columns that mark a missing location.
const NO_COLUMNS: [u16; 2] = [1, 0];

impl Spans {
    /// Packs the spans.
    pub fn new(spans: [(Location, Option<Span>); COUNT]) -> Spans {
        let first = spans.iter().find_map(|(_, span)| *span);
        let in_line = first.and_then(|first| InLine::new(first.start, &spans));
        in_line.map_or_else(|| Spans::packed(&spans), Spans::InLine)
    }

    fn packed(spans: &[(Location, Option<Span>)]) -> Spans {
        let mut packed = [Packed::default(); COUNT];
        for (location, span) in spans {
            packed[*location as usize] = (*span).into();
        }
        Spans::Packed(Box::new(packed))
    }

    /// Returns a location of the item, if present.
    pub fn get(&self, location: Location) -> Option<Span> {
        match self {
            Spans::InLine(in_line) => in_line.get(location),
            Spans::Packed(packed) => packed[location as usize].get_if_any(),
        }
    }

    /// Returns the heap memory in bytes, excluding the value itself.
    pub fn weight(&self) -> usize {
        match self {
            Spans::InLine(_) => 0,
            Spans::Packed(packed) => size_of_val(&**packed),
        }
    }

    /// Changes a location.
    pub fn set(&mut self, location: Location, span: Option<Span>) {
        let all = Location::ALL.map(|each| match each == location {
            true => (each, span),
            false => (each, self.get(each)),
        });
        *self = Spans::new(all);
    }
}

impl Location {
    const ALL: [Location; COUNT] = [
        Location::Whole,
        Location::Name,
        Location::Signature,
        Location::Body,
        Location::Value,
        Location::Doc,
        Location::Attributes,
    ];
}

impl InLine {
    /// Returns the locations if all of them are on the line of `first`.
    fn new(first: Position, spans: &[(Location, Option<Span>)]) -> Option<InLine> {
        let start = first.offset - first.column;
        let column = |position: Position| {
            let fits = position.line == first.line
                && position.column == position.column_utf16
                && position.offset - position.column == start;
            u16::try_from(position.column).ok().filter(|_| fits)
        };
        let mut columns = [NO_COLUMNS; COUNT];
        for (location, span) in spans {
            if let Some(span) = span {
                columns[*location as usize] = [column(span.start)?, column(span.end)?];
            }
        }
        Some(InLine {
            line: first.line as u32,
            start: start as u32,
            columns,
        })
    }

    fn get(&self, location: Location) -> Option<Span> {
        let columns = self.columns[location as usize];
        let [start, end] = columns.map(|column| {
            let offset = self.start as usize + usize::from(column);
            position(offset, self.line.into(), column.into(), column.into())
        });
        (columns != NO_COLUMNS).then(|| span(start, end))
    }
}

/// Packed span. Text that has been parsed is smaller than 2 GiB, so 32 bits suffice for every
/// number. The default value means no span, since lines are 1-based.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Packed([[u32; 4]; 2]);

impl Packed {
    /// Returns the span, unless it is the default value.
    fn get_if_any(self) -> Option<Span> {
        let Packed([start, end]) = self;
        (self != Packed::default()).then(|| span(unpacked(start), unpacked(end)))
    }
}

impl From<Option<Span>> for Packed {
    fn from(span: Option<Span>) -> Packed {
        span.map_or(Packed::default(), |span| {
            Packed([packed(span.start), packed(span.end)])
        })
    }
}

fn packed(position: Position) -> [u32; 4] {
    let Position {
        offset,
        line,
        column,
        column_utf16,
        ..
    } = position;
    [
        offset as u32,
        line as u32,
        column as u32,
        column_utf16 as u32,
    ]
}

fn unpacked([offset, line, column, column_utf16]: [u32; 4]) -> Position {
    position(
        offset as usize,
        line.into(),
        column as usize,
        column_utf16 as usize,
    )
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
