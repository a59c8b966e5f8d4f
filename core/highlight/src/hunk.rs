//! Lines of a diff's hunk that look like headers of a file or separators: `--- a` inside a hunk is the
//! deleted line `-- a`, and `---` is the deleted line `--`, which a TextMate grammar cannot decide, since it does not count lines.

use crate::class::Class;

/// Lines that remain in the current hunk of a unified diff; none outside of hunks.
#[derive(Clone, Copy, Default)]
pub(super) struct HunkLines {
    old: u64,
    new: u64,
}

impl HunkLines {
    /// Counts a line, and corrects its classes if it is a changed line with another class.
    pub(super) fn advance(&mut self, line: &[u8], classes: &mut [u8]) {
        if self.old == 0 && self.new == 0 {
            // Only a grammar with diffs has a heading here.
            if line.starts_with(b"@@ ") && classes.first() == Some(&Class::Heading.id()) {
                *self = HunkLines::from_header(line).unwrap_or_default();
            }
            return;
        }
        let class = match line.first() {
            Some(b'-') => {
                self.old = self.old.saturating_sub(1);
                Class::Deleted
            }
            Some(b'+') => {
                self.new = self.new.saturating_sub(1);
                Class::Inserted
            }
            Some(b'\\') => return,
            // Some tools remove the space of an empty line.
            Some(b' ' | b'\r') | None => {
                self.old = self.old.saturating_sub(1);
                self.new = self.new.saturating_sub(1);
                return;
            }
            Some(_) => {
                *self = HunkLines::default();
                return;
            }
        };
        // A heading, or the separator `---` of diffs without hunks.
        let headings = [Class::Heading, Class::Punctuation];
        if headings
            .iter()
            .any(|class| classes.first() == Some(&class.id()))
        {
            classes.fill(class.id());
        }
    }

    /// Reads the numbers of lines of a header, such as `@@ -1,2 +3 @@`.
    fn from_header(line: &[u8]) -> Option<HunkLines> {
        let end = memchr::memmem::find(line, b" @@")?;
        let mut words = str::from_utf8(line.get(3..end)?).ok()?.split(' ');
        let mut count = |sign: char| {
            let range = words.next()?.strip_prefix(sign)?;
            match range.split_once(',') {
                Some((_, count)) => count.parse().ok(),
                None => Some(1),
            }
        };
        Some(HunkLines {
            old: count('-')?,
            new: count('+')?,
        })
    }
}
