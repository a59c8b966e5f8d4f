//! Naive line-by-line search: the oracle of the property tests.

use ransack_search::{GrepMatch, Query, Select};
use regex::bytes::{Regex, RegexBuilder};

pub struct Naive {
    singles: Vec<Regex>,
    excluded: Vec<Regex>,
    invert: bool,
    names_return: bool,
}

/// 1-based line number, and the line without its line end.
type Line = (u64, Vec<u8>);

/// Result in comparable form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    pub line: Line,
    pub byte_offset: u64,
    pub submatches: Vec<(usize, usize, u32)>,
    pub before: Vec<Line>,
    pub after: Vec<Line>,
}

impl From<&GrepMatch> for Hit {
    fn from(found: &GrepMatch) -> Hit {
        let lines = |context: &[ransack_search::ContextLine]| {
            context
                .iter()
                .map(|c| (c.line_number, c.line.clone()))
                .collect()
        };
        Hit {
            line: (found.line_number, found.line.clone()),
            byte_offset: found.byte_offset,
            submatches: found
                .submatches
                .iter()
                .map(|s| (s.start, s.end, s.pattern))
                .collect(),
            before: lines(&found.context_before),
            after: lines(&found.context_after),
        }
    }
}

impl Naive {
    pub fn new(query: &Query) -> Naive {
        let text = |pattern: &String| match (query.literal, query.word) {
            (true, true) => {
                format!(
                    r"\b{{start-half}}(?:{})\b{{end-half}}",
                    regex::escape(pattern)
                )
            }
            (true, false) => regex::escape(pattern),
            (false, true) => format!(r"\b{{start-half}}(?:{pattern})\b{{end-half}}"),
            (false, false) => format!("(?:{pattern})"),
        };
        let compile_all = |patterns: &[String]| -> Vec<Regex> {
            let ignore_case = query.ignore_case || is_smart(query, patterns);
            let compile = |pattern| {
                RegexBuilder::new(&text(pattern))
                    .multi_line(true)
                    .case_insensitive(ignore_case)
                    .build()
                    .unwrap()
            };
            patterns.iter().map(compile).collect()
        };
        let mut all = query.patterns.iter().chain(&query.exclude);
        Naive {
            singles: compile_all(&query.patterns),
            excluded: compile_all(&query.exclude),
            invert: query.invert,
            names_return: all.any(|pattern| {
                // The members of negated classes are not named.
                let named = Regex::new(r"\[\^[^\]]*\]").unwrap();
                let named = named.replace_all(pattern.as_bytes(), &b""[..]);
                let named = std::str::from_utf8(&named).unwrap();
                (!query.literal && named.contains(r"\r")) || pattern.contains('\r')
            }),
        }
    }

    /// All results for one text, regardless of the mode.
    pub fn search(&self, text: &[u8], select: &Select) -> Vec<Hit> {
        let lines = lines(text);
        let seen = |at: usize| match self.names_return {
            true => lines[at]
                .whole
                .strip_suffix(b"\n")
                .unwrap_or(lines[at].whole),
            false => lines[at].text,
        };
        let matching: Vec<usize> = (0..lines.len())
            .filter(|&at| self.is_match(seen(at)) != self.invert)
            .filter(|&at| !self.excluded.iter().any(|r| r.is_match(seen(at))))
            .collect();
        let cap = select
            .max_count_per_file
            .map_or(usize::MAX, |cap| cap as usize);
        let end = (select.limit).map_or(usize::MAX, |limit| (select.offset + limit) as usize);
        let mut hits = Vec::new();
        // First line that is not in any result yet.
        let mut free = 0;
        for (nth, &at) in matching.iter().enumerate() {
            // The last result takes the matches of later results.
            let next = match nth + 1 < cap.min(end) {
                true => matching.get(nth + 1).copied().unwrap_or(lines.len()),
                false => lines.len(),
            };
            let after_end = next.min(at.saturating_add(select.context_after).saturating_add(1));
            let numbered = |range: std::ops::Range<usize>| -> Vec<Line> {
                range
                    .map(|n| (n as u64 + 1, lines[n].text.to_vec()))
                    .collect()
            };
            hits.push(Hit {
                line: (at as u64 + 1, lines[at].text.to_vec()),
                byte_offset: lines[at].offset,
                submatches: self.submatches(seen(at), lines[at].text.len()),
                before: numbered(free.max(at.saturating_sub(select.context_before))..at),
                after: numbered(at + 1..after_end),
            });
            free = after_end;
        }
        hits.truncate(cap.min(end));
        hits.drain(..hits.len().min(select.offset as usize));
        hits
    }

    fn is_match(&self, line: &[u8]) -> bool {
        self.singles.iter().any(|r| r.is_match(line))
    }

    /// Returns the earliest match; if several patterns match there, the match of the first. One
    /// combined expression would be wrong: `.*^|.*a` is simplified to `.*(?:^|a)`, which prefers
    /// another match.
    fn submatches(&self, line: &[u8], shown: usize) -> Vec<(usize, usize, u32)> {
        if self.invert {
            return Vec::new();
        }
        let next = |at: usize| {
            self.singles
                .iter()
                .enumerate()
                .filter_map(|(n, r)| r.find_at(line, at).map(|m| (m.start(), m.end(), n as u32)))
                .min_by_key(|&(start, _, n)| (start, n))
        };
        let mut found: Vec<(usize, usize, u32)> = Vec::new();
        let mut at = 0;
        while at <= line.len()
            && let Some((start, end, pattern)) = next(at)
        {
            // No empty match directly follows another match.
            let follows = start == end && found.last().is_some_and(|last| last.1 == end);
            if !follows {
                found.push((start, end, pattern));
            }
            at = end + usize::from(follows);
        }
        // A carriage return in the line end is not shown, nor is a position after it.
        (found.into_iter())
            .filter(|&(start, _, _)| start <= shown)
            .map(|(start, end, pattern)| (start, end.min(shown), pattern))
            .collect()
    }
}

/// Whether smart case makes a list of patterns ignore case.
fn is_smart(query: &Query, patterns: &[String]) -> bool {
    // Letters in escapes such as `\W` and `\pL` are not literals, and a flag `i` decides the case of
    // its group.
    let escape = r"\\(?:pL|p\{\w+\}|.)|\[:\w+:\]|\(\?i:[^)]*\)";
    let escape = regex::Regex::new(escape).unwrap();
    let letters: String = (patterns.iter())
        .map(|pattern| match query.literal {
            true => pattern.into(),
            false => escape.replace_all(pattern, ""),
        })
        .collect();
    query.smart_case
        && letters.contains(char::is_alphabetic)
        && !letters.contains(char::is_uppercase)
}

/// Line of a text.
struct TextLine<'a> {
    offset: u64,
    whole: &'a [u8],
    /// Range without the line end.
    text: &'a [u8],
}

fn lines(text: &[u8]) -> Vec<TextLine<'_>> {
    let mut end = 0;
    text.split_inclusive(|&b| b == b'\n')
        .map(|whole| {
            let offset = end;
            end += whole.len() as u64;
            let text = match whole.strip_suffix(b"\n") {
                Some(line) => line.strip_suffix(b"\r").unwrap_or(line),
                None => whole,
            };
            TextLine {
                offset,
                whole,
                text,
            }
        })
        .collect()
}
