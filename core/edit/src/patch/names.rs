//! Names of files in the headers of unified diffs.

use std::borrow::Cow;

use super::lines::without_return;

/// Name in a line that begins with `---` or `+++`.
pub(super) struct FileName {
    /// Path; `None` for `/dev/null`.
    pub(super) path: Option<Vec<u8>>,
    /// Whether the time of the file is the start of 1970, which `diff -N` gives to a file that does
    /// not exist.
    pub(super) is_epoch: bool,
}

impl FileName {
    /// Reads the rest of a header line: the name and, after a tab, the time. Returns `None` if there
    /// is no name.
    pub(super) fn of(rest: &[u8]) -> Option<FileName> {
        let rest = without_return(rest);
        let (path, time) = match rest.starts_with(b"\"") {
            true => quoted(rest)?,
            false => {
                let tab = rest.iter().position(|byte| *byte == b'\t');
                let (path, time) = rest.split_at(tab.unwrap_or(rest.len()));
                (path.to_vec(), time)
            }
        };
        (!path.is_empty()).then(|| FileName {
            path: (path != b"/dev/null").then_some(path),
            is_epoch: is_epoch(time),
        })
    }
}

/// Returns the paths that two names of one file may mean, the best one first: as GNU `patch` does, the
/// one with the fewest components, then with the shortest last component, then the shortest one. The
/// last path is the common one of two names that differ only in their first component.
pub(super) fn candidates(old: Option<Vec<u8>>, new: Option<Vec<u8>>) -> Vec<Vec<u8>> {
    let common = match (&old, &new) {
        (Some(old), Some(new)) if old != new => {
            let rest = below_first(old).filter(|rest| below_first(new) == Some(rest));
            rest.map(<[u8]>::to_vec)
        }
        _ => None,
    };
    let mut paths: Vec<Vec<u8>> = old.into_iter().chain(new).collect();
    paths.dedup();
    paths.sort_by_key(|path| {
        let components = path.split(|byte| *byte == b'/');
        let components = components.filter(|component| !component.is_empty());
        let last = components.clone().next_back().map_or(0, <[u8]>::len);
        (components.count(), last, path.len())
    });
    paths.extend(common);
    paths
}

/// Returns the path below the first component of a path; `None` if there is only one component.
pub(super) fn below_first(path: &[u8]) -> Option<&[u8]> {
    let slash = path.iter().position(|byte| *byte == b'/')?;
    Some(&path[slash + 1..]).filter(|rest| !rest.is_empty())
}

/// Returns a path that may be quoted; `None` if it is empty or the quotes are malformed.
pub(super) fn unquoted(path: &[u8]) -> Option<Cow<'_, [u8]>> {
    let path = without_return(path);
    let path = match path.starts_with(b"\"") {
        true => Cow::Owned(quoted(path)?.0),
        false => Cow::Borrowed(path),
    };
    Some(path).filter(|path| !path.is_empty())
}

/// Returns the path of the line `diff --git a/PATH b/PATH` without its first component; `None` if the
/// line does not name the same path twice.
pub(super) fn common_path(names: &[u8]) -> Option<Vec<u8>> {
    let names = without_return(names);
    let mut pairs: Vec<(Cow<'_, [u8]>, &[u8])> = Vec::new();
    match names.starts_with(b"\"") {
        true => {
            let (old, rest) = quoted(names)?;
            pairs.push((Cow::Owned(old), rest.strip_prefix(b" ")?));
        }
        false => {
            let spaces = (0..names.len()).filter(|at| names[*at] == b' ');
            pairs.extend(spaces.map(|at| (Cow::Borrowed(&names[..at]), &names[at + 1..])));
        }
    }
    let own = |path: &[u8]| below_first(path).unwrap_or(path).to_vec();
    pairs.into_iter().find_map(|(old, new)| {
        let new = unquoted(new)?;
        let path = own(&old);
        (!path.is_empty() && path == own(&new)).then_some(path)
    })
}

/// Reads a name in quotes, with the escape sequences of C. Returns it and the text after the quotes.
fn quoted(text: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let mut rest = text.strip_prefix(b"\"")?;
    let mut name = Vec::new();
    loop {
        let (byte, after) = rest.split_first()?;
        rest = after;
        match byte {
            b'"' => return Some((name, rest)),
            b'\\' => {
                let (escape, after) = rest.split_first()?;
                rest = after;
                name.push(match escape {
                    b'a' => 7,
                    b'b' => 8,
                    b't' => b'\t',
                    b'n' => b'\n',
                    b'v' => 11,
                    b'f' => 12,
                    b'r' => b'\r',
                    b'"' | b'\\' => *escape,
                    b'0'..=b'3' => {
                        let (digits, after) = rest.split_at_checked(2)?;
                        rest = after;
                        digits.iter().try_fold(escape - b'0', |value, digit| {
                            let is_octal = matches!(digit, b'0'..=b'7');
                            is_octal.then(|| value * 8 + (digit - b'0'))
                        })?
                    }
                    _ => return None,
                });
            }
            _ => name.push(*byte),
        }
    }
}

/// Returns whether a time such as `1970-01-01 01:00:00.000000000 +0100` is the start of 1970 in UTC.
fn is_epoch(time: &[u8]) -> bool {
    let minutes = || {
        let mut parts = std::str::from_utf8(time).ok()?.split_ascii_whitespace();
        let day = match parts.next()? {
            "1970-01-01" => 0,
            "1969-12-31" => -24 * 60,
            _ => return None,
        };
        let (clock, seconds) = parts.next()?.rsplit_once(':')?;
        if !seconds.chars().all(|digit| matches!(digit, '0' | '.')) {
            return None;
        }
        let zone = parts.next().unwrap_or("+0000");
        let (sign, zone) = match zone.strip_prefix('-') {
            Some(zone) => (-1, zone),
            None => (1, zone.strip_prefix('+')?),
        };
        Some(day + minutes_of(clock)? - sign * minutes_of(zone)?)
    };
    minutes() == Some(0)
}

/// Returns the minutes of a time such as `01:00` or `0100`.
fn minutes_of(time: &str) -> Option<i64> {
    let digits = time.replace(':', "");
    let (hours, minutes) = digits.split_at_checked(2)?;
    Some(hours.parse::<i64>().ok()? * 60 + minutes.parse::<i64>().ok()?)
}
