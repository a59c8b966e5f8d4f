//! Themes of TextMate's format, a property list.
//!
//! syntect reads them too, but ends the process at deep nesting, and keeps every
//! word of every scope for good, of which it has room for 65,000.

use std::str::FromStr;

use plist::{Dictionary, Value};
use quick_xml::Reader;
use quick_xml::events::Event;
use syntect::highlighting::{
    Color, FontStyle, ScopeSelectors, StyleModifier, Theme, ThemeItem, ThemeSettings,
};

use super::class::Class;
use super::theme::scopes;
use crate::error::{Error, Result};

/// A theme has five.
const MAX_DEPTH: usize = 32;

/// Reads a theme; what colours no class is left out, and so are colours and
/// styles that are none.
pub(super) fn read(text: &[u8]) -> Result<Theme> {
    check_depth(text)?;
    let list = Value::from_reader_xml(text).map_err(no_theme)?;
    let root = list.as_dictionary();
    let root = root.ok_or_else(|| no_theme("it is not a dictionary"))?;
    let items = root.get("settings").and_then(Value::as_array);
    let items = items.ok_or_else(|| no_theme("it has no list `settings`"))?;
    let mut theme = Theme {
        name: root.get("name").and_then(Value::as_string).map(Into::into),
        ..Theme::default()
    };
    for item in items.iter().filter_map(Value::as_dictionary) {
        let Some(settings) = item.get("settings").and_then(Value::as_dictionary) else {
            continue;
        };
        match item.get("scope").and_then(Value::as_string) {
            Some(scope) => theme.scopes.extend(rule(scope, settings)),
            None => {
                theme.settings = ThemeSettings {
                    foreground: color(settings, "foreground").or(theme.settings.foreground),
                    background: color(settings, "background").or(theme.settings.background),
                    ..ThemeSettings::default()
                }
            }
        }
    }
    Ok(theme)
}

fn no_theme(why: impl std::fmt::Display) -> Error {
    Error::option(format!("no theme: {why}"))
}

/// What comes next calls itself for each level.
fn check_depth(text: &[u8]) -> Result<()> {
    let mut reader = Reader::from_reader(text);
    let mut depth = 0_usize;
    loop {
        match reader.read_event().map_err(no_theme)? {
            Event::Start(_) if depth == MAX_DEPTH => {
                return Err(no_theme(format!("it is more than {MAX_DEPTH} levels deep")));
            }
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

fn rule(scope: &str, settings: &Dictionary) -> Option<ThemeItem> {
    let selectors: Vec<_> = scope.split([',', '|']).filter_map(selector).collect();
    if selectors.is_empty() {
        return None;
    }
    let words = settings.get("fontStyle").and_then(Value::as_string);
    let font_style = words.map(|words| {
        let styles = words.split_whitespace().map(|word| match word {
            "bold" => FontStyle::BOLD,
            "italic" => FontStyle::ITALIC,
            "underline" => FontStyle::UNDERLINE,
            _ => FontStyle::empty(),
        });
        styles.collect()
    });
    Some(ThemeItem {
        scope: ScopeSelectors::from_str(&selectors.join(",")).ok()?,
        style: StyleModifier {
            foreground: color(settings, "foreground"),
            background: color(settings, "background"),
            font_style,
        },
    })
}

/// A selector without what matches no class; `None` if nothing is left.
fn selector(text: &str) -> Option<String> {
    let mut parts = text.split(" -").map(str::trim);
    let mut selector = parts.next().filter(|path| is_known(path))?.to_owned();
    for excluded in parts.filter(|path| is_known(path)) {
        selector += " -";
        selector += excluded;
    }
    Some(selector)
}

/// Whether the scope of a class begins with these words.
fn is_known(scope: &str) -> bool {
    let known = Class::ALL.into_iter().flat_map(scopes);
    let rests = known.filter_map(|known| known.strip_prefix(scope));
    !scope.is_empty()
        && rests
            .into_iter()
            .any(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The colour `#rgb`, `#rrggbb`, or with the opacity, which does not count.
fn color(settings: &Dictionary, name: &str) -> Option<Color> {
    let digits = settings.get(name)?.as_string()?.trim().strip_prefix('#')?;
    let digits = digits.chars().map(|digit| digit.to_digit(16));
    let digits: Vec<u8> = digits
        .map(|digit| digit.map(|digit| digit as u8))
        .collect::<Option<_>>()?;
    let (r, g, b) = match digits[..] {
        [r, g, b] | [r, g, b, _] => (r * 17, g * 17, b * 17),
        [a, b, c, d, e, f] | [a, b, c, d, e, f, _, _] => (a * 16 + b, c * 16 + d, e * 16 + f),
        _ => return None,
    };
    Some(Color {
        r,
        g,
        b,
        a: u8::MAX,
    })
}
