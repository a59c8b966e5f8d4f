//! Here-documents.
//!
//! The grammar reads one here-document per line, whose line ends with words, redirections, a
//! pipeline, or another command after `&&` or `||`. Others are masked as redirections from a file
//! and their bodies as comments.

use std::ops::Range;

use super::ShellReader;
use super::frames::ShellFrameKind;

/// Here-document whose body has not begun.
pub(super) struct Heredoc {
    /// Range of the operator.
    operator: Range<usize>,
    /// Range of the word after it.
    word: Range<usize>,
    /// Line that ends the body.
    delimiter: Vec<u8>,
    /// Whether tabs before the delimiter are ignored.
    is_indented: bool,
    /// Whether the body contains no expansions.
    is_raw: bool,
    /// Number of frames around it.
    depth: usize,
    /// Whether the grammar cannot read it.
    is_masked: bool,
}

impl ShellReader<'_, '_> {
    /// Reads `<<` and the word after it.
    pub(super) fn open_heredoc(&mut self) {
        let start = self.at;
        let is_indented = self.byte(start + 2) == b'-';
        let operator = start..start + 2 + usize::from(is_indented);
        let mut at = operator.end;
        while matches!(self.byte(at), b' ' | b'\t') {
            at += 1;
        }
        let word_start = at;
        let (mut delimiter, mut is_raw, mut is_whole) = (Vec::new(), false, true);
        let mut quote = None;
        loop {
            let byte = self.byte(at);
            match quote {
                _ if byte == b'\n' => break,
                Some(open) if byte == open => quote = None,
                Some(_) => delimiter.push(byte),
                None => match byte {
                    b'\'' | b'"' => {
                        is_raw = true;
                        // A quote inside a word.
                        is_whole &= at == word_start;
                        quote = Some(byte);
                    }
                    b'\\' => {
                        is_raw = true;
                        is_whole &= at == word_start;
                        at += 1;
                        delimiter.push(self.byte(at));
                    }
                    b' ' | b'\t' | b'\r' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')' => break,
                    _ => {
                        // A word after a quote.
                        is_whole &= !matches!(self.byte(word_start), b'\'' | b'"');
                        delimiter.push(byte);
                    }
                },
            }
            at += 1;
        }
        self.at = at;
        let is_in_body = self.frame().body.is_some();
        if at == word_start || quote.is_some() || is_in_body {
            return;
        }
        let is_first = !self.command().has_name();
        let word = word_start..at;
        let first = self.byte(word_start);
        self.heredocs.push(Heredoc {
            is_masked: is_first
                || !is_whole
                || delimiter.is_empty()
                || matches!(first, b'=' | b'$')
                // The grammar's word ends with white space.
                || !self.byte(at).is_ascii_whitespace(),
            operator,
            word,
            delimiter,
            is_indented,
            is_raw,
            depth: self.frames.len(),
        });
    }

    /// Notes a token after which the grammar does not expect a body.
    pub(super) fn mask_heredocs(&mut self) {
        for heredoc in &mut self.heredocs {
            heredoc.is_masked = true;
        }
    }

    /// Forgets the here-documents in a frame that ends before their bodies begin.
    pub(super) fn drop_heredocs(&mut self, depth: usize) {
        self.heredocs.retain(|heredoc| heredoc.depth <= depth);
    }

    /// Reads the bodies that begin at the current line.
    pub(super) fn read_bodies(&mut self) {
        let heredocs = std::mem::take(&mut self.heredocs);
        let (start, mut bodies) = (self.at, Vec::new());
        for heredoc in &heredocs {
            let Some(body) = self.body(heredoc) else {
                // Without its end, the rest of the text is the body.
                self.at = self.source().len();
                return;
            };
            self.at = (body.end + 1).min(self.source().len());
            bodies.push(body);
        }
        // The grammar takes a backslash at the start of a body as a word.
        let is_escaped = self.byte(start) == b'\\';
        if heredocs.len() > 1 || is_escaped || heredocs.iter().any(|heredoc| heredoc.is_masked) {
            for (heredoc, body) in heredocs.into_iter().zip(bodies) {
                self.mask_heredoc(&heredoc, body);
            }
        } else if let ([heredoc], [body]) = (heredocs.as_slice(), bodies.as_slice())
            && !heredoc.is_raw
        {
            self.at = start;
            self.push(ShellFrameKind::Body { end: body.end }, 0);
        }
    }

    /// Returns the range from the current line to the end of the line with the delimiter.
    fn body(&self, heredoc: &Heredoc) -> Option<Range<usize>> {
        let source = self.source();
        let mut start = self.at;
        while start <= source.len() {
            let end = memchr::memchr(b'\n', &source[start..]);
            let end = end.map_or(source.len(), |end| start + end);
            let mut line = &source[start..end];
            line = line.strip_suffix(b"\r").unwrap_or(line);
            if heredoc.is_indented {
                let tabs = line.iter().take_while(|byte| **byte == b'\t').count();
                line = &line[tabs..];
            }
            if line == heredoc.delimiter {
                return Some(self.at..end);
            }
            start = end + 1;
        }
        None
    }

    fn mask_heredoc(&mut self, heredoc: &Heredoc, body: Range<usize>) {
        self.masker.blank(heredoc.operator.clone());
        self.masker.replace(heredoc.operator.start, b"<");
        self.masker.hide(heredoc.operator.clone(), "operator");
        self.masker.hide(heredoc.word.clone(), "string");
        let source = self.source();
        let mut start = body.start;
        while start < body.end {
            let end = memchr::memchr(b'\n', &source[start..body.end]);
            let end = end.map_or(body.end, |end| start + end);
            let rest = source[start + 1..].iter();
            let len = 1 + rest.take_while(|byte| **byte & 0xC0 == 0x80).count();
            if start < end && source[start] != b'\r' {
                self.masker.replace(start, &b"####"[..len.min(4)]);
            }
            start = end + 1;
        }
        if body.start < body.end {
            self.masker.hide(body, "string");
        }
    }
}
