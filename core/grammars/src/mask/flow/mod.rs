//! Masks the types of Flow in JavaScript whose first comment has `@flow`.
//!
//! Reads tokens and brackets, not syntax. A `:` belongs to a type if it is directly in parentheses,
//! follows a closing parenthesis, or follows the name of a variable or a field; unless a `?` before
//! it is open. Types inside functions are masked with spaces. The type of a variable or field
//! without a value is masked with a value, and an alias with a variable, so that the node of a
//! definition contains its type.
//!
//! - `declarations`: statements that only Flow has.
//! - `jsx`: elements.
//! - `types`: the end of a type.

mod declarations;
mod jsx;
mod types;

use crate::budget::{Interrupt, WorkBudget};
use crate::mask::masked::Masked;
use crate::mask::words::leading_word;

/// Number of leading bytes searched for `@flow`.
const HEADER: usize = 4 << 10;

/// Returns text of the same length without types, or `None` if the text is not Flow. O(n).
pub(super) fn without_types(
    source: &[u8],
    budget: &mut WorkBudget<'_>,
) -> Result<Option<Vec<u8>>, Interrupt> {
    let header = &source[..source.len().min(HEADER)];
    let Some(mark) = memchr::memmem::find(header, b"@flow") else {
        return Ok(None);
    };
    let line = memchr::memrchr(b'\n', &header[..mark]).map_or(0, |feed| feed + 1);
    let line = header[line..mark].trim_ascii_start();
    if !(line.starts_with(b"*") || line.starts_with(b"/")) {
        return Ok(None);
    }
    let mut scan = FlowScan {
        source,
        text: Masked::new(source),
        at: 0,
        previous: Previous::Start,
        closed: FlowFrameKind::Block,
        frames: vec![FlowFrame::new(FlowFrameKind::Block)],
    };
    while scan.at < source.len() {
        budget.step()?;
        let start = scan.at;
        scan.step();
        // Every step advances, so that the loop ends.
        scan.at = scan.at.max(start + 1);
    }
    Ok(scan.text.finish())
}

/// Token before the current one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Previous {
    /// Start of a statement or of a member of a class.
    Start,
    /// Token after which an expression begins.
    Operator,
    /// End of an expression.
    Operand,
    /// `)`.
    Close,
    /// `=>`.
    Arrow,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FlowFrameKind {
    Block,
    Object,
    Class,
    /// Parentheses of a call, a cast, or parameters.
    Paren,
    /// Parentheses after the name of a function or method.
    Parameters,
    Bracket,
    /// `${...}` in a template, or `{...}` in an element.
    Hole,
    /// Tag of an element.
    Tag,
    /// Text and children of an element.
    Children,
}

/// Part of a declaration.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FlowDeclaration {
    None,
    /// Name of a variable; a `:` begins its type.
    Name,
    /// Value.
    Value,
}

/// Open bracket.
struct FlowFrame {
    kind: FlowFrameKind,
    /// Number of `?` without their `:`.
    ternaries: u32,
    /// Part of the declaration that a block or class contains at this point.
    declaration: FlowDeclaration,
    /// Whether a `case` has not had its `:`.
    in_case: bool,
    /// Whether the body of a class follows.
    opens_class: bool,
    /// Whether the parameters of a function follow.
    opens_parameters: bool,
}

impl FlowFrame {
    fn new(kind: FlowFrameKind) -> FlowFrame {
        FlowFrame {
            kind,
            ternaries: 0,
            declaration: FlowDeclaration::None,
            in_case: false,
            opens_class: false,
            opens_parameters: false,
        }
    }
}

struct FlowScan<'s> {
    source: &'s [u8],
    text: Masked<'s>,
    at: usize,
    previous: Previous,
    /// Kind of the last closed bracket.
    closed: FlowFrameKind,
    /// Open brackets, outermost first. Never empty.
    frames: Vec<FlowFrame>,
}

impl<'s> FlowScan<'s> {
    fn rest(&self) -> &'s [u8] {
        self.source.get(self.at..).unwrap_or_default()
    }

    fn frame(&mut self) -> &mut FlowFrame {
        if self.frames.is_empty() {
            self.frames.push(FlowFrame::new(FlowFrameKind::Block));
        }
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    fn open(&mut self, kind: FlowFrameKind, previous: Previous) {
        self.frames.push(FlowFrame::new(kind));
        self.previous = previous;
        self.at += 1;
    }

    fn operator(&mut self, len: usize) {
        self.at += len;
        self.previous = Previous::Operator;
    }

    fn step(&mut self) {
        match self.frame().kind {
            FlowFrameKind::Tag => return self.tag(),
            FlowFrameKind::Children => return self.children(),
            _ => {}
        }
        let expects_operand = !matches!(self.previous, Previous::Operand | Previous::Close);
        let at = self.at;
        match self.rest() {
            [byte, ..] if byte.is_ascii_whitespace() => self.at += 1,
            [b'/', b'/' | b'*', ..] => self.at = types::trivia_end(self.source, at),
            [b'/', ..] if expects_operand => {
                self.at = regex_end(self.source, at);
                self.previous = Previous::Operand;
            }
            [b'"' | b'\'', ..] => {
                self.at = types::string_end(self.source, at);
                self.previous = Previous::Operand;
            }
            [b'`', ..] => self.template(),
            [b'(', ..] => self.open_paren(),
            [b'[', ..] => self.open(FlowFrameKind::Bracket, Previous::Operator),
            [b'{', ..] => self.open_brace(),
            [b')', ..] => self.close(Previous::Close),
            [b']', ..] => self.close(Previous::Operand),
            [b'}', ..] => self.close_brace(),
            [b'<', b'<' | b'=', ..] if !expects_operand => self.operator(2),
            [b'<', ..] => self.angle(expects_operand),
            [b':', ..] => self.colon(),
            [b'?', b'.', next, ..] if !next.is_ascii_digit() => self.operator(2),
            [b'?', b'?', ..] => self.operator(2),
            [b'?', ..] => self.question(),
            [b'=', b'>', ..] => {
                self.at += 2;
                self.previous = Previous::Arrow;
            }
            [b'=', b'=', ..] => self.operator(2),
            [b'=', ..] => {
                let frame = self.frame();
                if frame.declaration == FlowDeclaration::Name || frame.kind == FlowFrameKind::Class
                {
                    frame.declaration = FlowDeclaration::Value;
                }
                self.operator(1);
            }
            [b',', ..] => {
                let frame = self.frame();
                if frame.kind == FlowFrameKind::Block && frame.declaration == FlowDeclaration::Value
                {
                    frame.declaration = FlowDeclaration::Name;
                }
                self.operator(1);
            }
            [b';', ..] => {
                self.at += 1;
                self.end_statement();
            }
            [b'+' | b'-', rest @ ..]
                if self.previous == Previous::Start
                    && !leading_word(rest.strip_prefix(b"#").unwrap_or(rest)).is_empty() =>
            {
                // Variance of a field. The name moves to the start of the field.
                if self.frame().kind == FlowFrameKind::Class {
                    let mark = usize::from(rest.starts_with(b"#"));
                    let len = mark + leading_word(&rest[mark..]).len();
                    self.text.write(at..at + 1 + len, &rest[..len]);
                }
                self.at += 1;
            }
            [b'+', b'+', ..] | [b'-', b'-', ..] => self.at += 2,
            [byte, ..] if byte.is_ascii_digit() => {
                let is_digit = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'.';
                self.at += self.rest().iter().take_while(is_digit).count();
                self.previous = Previous::Operand;
            }
            rest => {
                let len = leading_word(rest).len();
                match len {
                    0 => self.operator(1),
                    _ => self.word(at, at + len),
                }
            }
        }
    }

    fn end_statement(&mut self) {
        self.previous = Previous::Start;
        let frame = self.frame();
        frame.declaration = FlowDeclaration::None;
        frame.ternaries = 0;
        frame.in_case = false;
        frame.opens_class = false;
    }

    fn close(&mut self, previous: Previous) {
        self.closed = self.frame().kind;
        if self.frames.len() > 1 {
            self.frames.pop();
        }
        self.at += 1;
        self.previous = previous;
    }

    fn open_paren(&mut self) {
        let is_method = matches!(
            self.frame().kind,
            FlowFrameKind::Class | FlowFrameKind::Object
        ) && self.frame().declaration != FlowDeclaration::Value
            && self.previous == Previous::Operand;
        let opens = std::mem::take(&mut self.frame().opens_parameters);
        let kind = match is_method || opens {
            true => FlowFrameKind::Parameters,
            false => FlowFrameKind::Paren,
        };
        self.open(kind, Previous::Operator);
    }

    fn open_brace(&mut self) {
        let kind = if std::mem::take(&mut self.frame().opens_class) {
            FlowFrameKind::Class
        } else if matches!(self.previous, Previous::Operator | Previous::Operand) {
            FlowFrameKind::Object
        } else {
            FlowFrameKind::Block
        };
        let previous = match kind {
            FlowFrameKind::Object => Previous::Operator,
            _ => Previous::Start,
        };
        self.open(kind, previous);
    }

    fn close_brace(&mut self) {
        let kind = self.frame().kind;
        self.close(match kind {
            FlowFrameKind::Object => Previous::Operand,
            _ => Previous::Start,
        });
        let outer = self.frame();
        match (kind, outer.kind) {
            (FlowFrameKind::Hole, FlowFrameKind::Tag | FlowFrameKind::Children) => {}
            // A template continues after the hole.
            (FlowFrameKind::Hole, _) => self.template_text(),
            (FlowFrameKind::Block, FlowFrameKind::Class) => {
                outer.declaration = FlowDeclaration::None;
            }
            (FlowFrameKind::Block | FlowFrameKind::Class, FlowFrameKind::Block)
                if outer.declaration != FlowDeclaration::Value => {}
            (FlowFrameKind::Block | FlowFrameKind::Class, _) => self.previous = Previous::Operand,
            _ => {}
        }
    }

    fn template(&mut self) {
        self.at += 1;
        self.template_text();
    }

    /// Skips the text of a template up to its end or to a hole.
    fn template_text(&mut self) {
        while let Some(&byte) = self.source.get(self.at) {
            match byte {
                b'\\' => self.at += 1,
                b'`' => {
                    self.at += 1;
                    break;
                }
                b'$' if self.source.get(self.at + 1) == Some(&b'{') => {
                    self.at += 1;
                    return self.open(FlowFrameKind::Hole, Previous::Operator);
                }
                _ => {}
            }
            self.at += 1;
        }
        self.previous = Previous::Operand;
    }

    /// Masks type parameters and arguments, or enters an element.
    fn angle(&mut self, expects_operand: bool) {
        let at = self.at;
        let end = match self.frame().opens_class || self.frame().opens_parameters {
            true => types::angle_end(self.source, at),
            false => types::short_angle_end(self.source, at),
        };
        let next = end.map(|end| types::skip_trivia(self.source, end));
        let after = next.and_then(|next| self.source.get(next..));
        let after = after.unwrap_or_default();
        let is_header = self.frame().opens_class;
        let is_call = after.starts_with(b"(");
        let is_types = match expects_operand {
            true => is_call && next.is_some_and(|next| types::begins_arrow(self.source, next)),
            false => is_call || is_header || after.starts_with(b"`"),
        };
        if let Some(end) = end.filter(|_| is_types) {
            self.text.blank(at..end);
            self.at = end;
        } else if expects_operand {
            self.open(FlowFrameKind::Tag, Previous::Operator);
        } else {
            self.operator(1);
        }
    }

    fn question(&mut self) {
        let at = self.at;
        let next = types::skip_trivia(self.source, at + 1);
        let is_optional = matches!(self.source.get(next), Some(b':' | b',' | b')' | b'='))
            && self.frame().ternaries == 0
            && matches!(
                self.frame().kind,
                FlowFrameKind::Paren | FlowFrameKind::Parameters | FlowFrameKind::Class
            );
        if is_optional {
            self.text.blank(at..at + 1);
            self.at += 1;
        } else {
            self.frame().ternaries += 1;
            self.operator(1);
        }
    }

    fn colon(&mut self) {
        let is_after_close = self.previous == Previous::Close;
        let frame = self.frame();
        if frame.ternaries > 0 {
            frame.ternaries -= 1;
            return self.operator(1);
        }
        let (kind, declaration) = (frame.kind, frame.declaration);
        match kind {
            FlowFrameKind::Block if frame.in_case => {
                self.at += 1;
                self.end_statement();
            }
            FlowFrameKind::Paren | FlowFrameKind::Parameters if !is_after_close => {
                self.annotation(true);
            }
            FlowFrameKind::Block if declaration == FlowDeclaration::Name => self.typed_name(),
            _ if is_after_close => {
                // After the parameters of an arrow function, `=>` begins its body.
                self.annotation(self.closed == FlowFrameKind::Parameters);
                self.previous = Previous::Close;
            }
            FlowFrameKind::Class if declaration != FlowDeclaration::Value => self.typed_name(),
            _ => self.operator(1),
        }
    }

    /// Masks the `:` and the type after it with spaces. `allows_arrow` is whether the type may be
    /// the type of a function without parentheses.
    fn annotation(&mut self, allows_arrow: bool) {
        let start = self.at;
        let end = types::type_end(self.source, start + 1, allows_arrow);
        self.text.blank(start..end);
        if self.source[..start].ends_with(b"this") {
            self.text.write(start - 4..start, b"thiz");
        }
        self.at = end;
        self.previous = Previous::Operand;
    }

    /// Masks the type of a variable or field: with spaces if a value follows, otherwise with a
    /// value.
    fn typed_name(&mut self) {
        let start = self.at;
        let end = types::type_end(self.source, start + 1, true);
        let next = types::skip_trivia(self.source, end);
        match self.source.get(next) {
            Some(b'=') => self.text.blank(start..end),
            _ => self.value(start, end),
        }
        self.at = end;
        self.previous = Previous::Operand;
        if !matches!(self.source.get(next), Some(b'=' | b',')) {
            self.end_statement();
        }
    }

    /// Masks a range with `=` and a value.
    fn value(&mut self, start: usize, end: usize) {
        match end - start {
            0 | 1 => {}
            2 => self.text.write(start..end, b"=0"),
            _ => {
                self.text.write(start..end, b"=[");
                self.text.write(end - 1..end, b"]");
            }
        }
    }
}

/// Returns the end of a regular expression.
fn regex_end(source: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    let mut in_class = false;
    while let Some(&byte) = source.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' => return at,
            b'[' => in_class = true,
            b']' => in_class = false,
            b'/' if !in_class => {
                let flags = leading_word(&source[at + 1..]).len();
                return at + 1 + flags;
            }
            _ => {}
        }
        at += 1;
    }
    source.len()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
