//! Syntax of Git's configuration files.
//!
//! Follows `git_parse_source` in Git's `config.c` byte for byte.

/// A variable, `section.subsection.name` with section and name in lower case,
/// and its value; the value is `None` without `=`.
pub(super) type Variable = (Vec<u8>, Option<Vec<u8>>);

/// Returns the variables of a configuration file in order, and the 1-based line
/// of the first error, where reading ends.
pub(super) fn parse(text: &[u8]) -> (Vec<Variable>, Option<usize>) {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let mut parser = ConfigParser {
        text,
        at: 0,
        section: Vec::new(),
        variables: Vec::new(),
    };
    let error = parser.run().is_none();
    let read = parser.at.min(text.len());
    let line = text[..read].iter().filter(|&&b| b == b'\n').count();
    // A line end at which an error was found belongs to the line.
    let is_after_end = read > 0 && text[read - 1] == b'\n';
    let line = line + usize::from(!is_after_end);
    (parser.variables, error.then_some(line.max(1)))
}

/// Lower-cases a variable's section and name. Returns `None` if the text is not
/// a variable name.
pub(super) fn canonical_name(name: &[u8]) -> Option<Vec<u8>> {
    let first = memchr::memchr(b'.', name)?;
    let last = memchr::memrchr(b'.', name)?;
    let is_key = |bytes: &[u8]| bytes.iter().all(|&b| is_key_char(b));
    let variable = &name[last + 1..];
    let is_valid = first > 0
        && is_key(&name[..first])
        && variable.first().is_some_and(u8::is_ascii_alphabetic)
        && is_key(variable)
        && !name[first..last].contains(&b'\n');
    is_valid.then(|| {
        let mut name = name.to_vec();
        name[..first].make_ascii_lowercase();
        name[last..].make_ascii_lowercase();
        name
    })
}

fn is_key_char(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-'
}

/// Whether a byte is white space to Git's `isspace`.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

struct ConfigParser<'a> {
    text: &'a [u8],
    at: usize,
    /// Name of the current section with a trailing `.`.
    section: Vec<u8>,
    variables: Vec<Variable>,
}

impl ConfigParser<'_> {
    /// Returns the next byte, with `\r\n` as `\n`. Returns `\n` at the end.
    fn next(&mut self) -> u8 {
        let byte = self.text.get(self.at).copied();
        self.at += 1;
        match byte {
            Some(b'\r') if self.text.get(self.at) == Some(&b'\n') => {
                self.at += 1;
                b'\n'
            }
            Some(byte) => byte,
            None => b'\n',
        }
    }

    fn is_at_end(&self) -> bool {
        self.at > self.text.len()
    }

    /// Reads the file. Returns `None` on an error.
    fn run(&mut self) -> Option<()> {
        let mut is_comment = false;
        loop {
            match self.next() {
                b'\n' if self.is_at_end() => return Some(()),
                b'\n' => is_comment = false,
                _ if is_comment => {}
                byte if is_space(byte) => {}
                b'#' | b';' => is_comment = true,
                b'[' => self.section()?,
                byte if byte.is_ascii_alphabetic() => self.variable(byte)?,
                _ => return None,
            }
        }
    }

    /// Reads the rest of a section's header.
    fn section(&mut self) -> Option<()> {
        self.section.clear();
        loop {
            match self.next() {
                b']' => break,
                b' ' | b'\t' => {
                    self.subsection()?;
                    break;
                }
                byte if is_key_char(byte) || byte == b'.' => {
                    self.section.push(byte.to_ascii_lowercase());
                }
                _ => return None,
            }
        }
        self.section.push(b'.');
        Some(())
    }

    /// Reads `"subsection"]`.
    fn subsection(&mut self) -> Option<()> {
        let mut byte = self.next();
        while byte == b' ' || byte == b'\t' || byte == b'\r' {
            byte = self.next();
        }
        if byte != b'"' {
            return None;
        }
        self.section.push(b'.');
        loop {
            match self.next() {
                b'\n' => return None,
                b'"' => break,
                b'\\' => match self.next() {
                    b'\n' => return None,
                    byte => self.section.push(byte),
                },
                byte => self.section.push(byte),
            }
        }
        (self.next() == b']').then_some(())
    }

    fn variable(&mut self, first: u8) -> Option<()> {
        let mut name = self.section.clone();
        name.push(first.to_ascii_lowercase());
        let mut byte = self.next();
        while is_key_char(byte) {
            name.push(byte.to_ascii_lowercase());
            byte = self.next();
        }
        while byte == b' ' || byte == b'\t' {
            byte = self.next();
        }
        let value = match byte {
            b'\n' => None,
            b'=' => Some(self.value()?),
            _ => return None,
        };
        // A variable before the first section has no meaning.
        if !self.section.is_empty() {
            self.variables.push((name, value));
        }
        Some(())
    }

    /// Reads a value to the end of its line.
    fn value(&mut self) -> Option<Vec<u8>> {
        let mut value = Vec::new();
        let (mut is_quoted, mut is_comment) = (false, false);
        // Length without trailing white space.
        let mut end = None;
        loop {
            let byte = self.next();
            if byte == b'\n' {
                if is_quoted {
                    return None;
                }
                value.truncate(end.unwrap_or(value.len()));
                return Some(value);
            }
            if is_comment {
                continue;
            }
            if is_space(byte) && !is_quoted {
                if !value.is_empty() {
                    end.get_or_insert(value.len());
                    value.push(byte);
                }
                continue;
            }
            if !is_quoted && matches!(byte, b'#' | b';') {
                is_comment = true;
                continue;
            }
            end = None;
            match byte {
                b'\\' => match self.next() {
                    b'\n' => {}
                    b't' => value.push(b'\t'),
                    b'b' => value.push(8),
                    b'n' => value.push(b'\n'),
                    byte @ (b'\\' | b'"') => value.push(byte),
                    _ => return None,
                },
                b'"' => is_quoted = !is_quoted,
                byte => value.push(byte),
            }
        }
    }
}
