//! Parser of `.tmTheme` files, which are XML property lists.
//!
//! syntect's own parser is not used: it overflows the stack on deep nesting, and interns every word
//! of every scope for the life of the process, with room for only 65,000. This parser passes only
//! scopes that can style a class to syntect.

use std::str::FromStr;

use plist::{Dictionary, Value};
use quick_xml::Reader;
use quick_xml::events::Event;
use ransack_base::internal::ErrorParts;
use ransack_base::{Error, Result};
use syntect::highlighting::{
    Color, FontStyle, ScopeSelectors, StyleModifier, Theme, ThemeItem, ThemeSettings,
};

use crate::class::{Class, scopes};

/// Maximum nesting depth; a theme needs five levels.
const MAX_DEPTH: usize = 32;

/// Parses a theme. Ignores rules that style no class, and invalid colours and font styles.
pub(super) fn parse(text: &[u8]) -> Result<Theme> {
    check_depth(text)?;
    let list = Value::from_reader_xml(text).map_err(invalid)?;
    let root = list.as_dictionary();
    let root = root.ok_or_else(|| invalid("the root is not a dictionary"))?;
    let items = root.get("settings").and_then(Value::as_array);
    let items = items.ok_or_else(|| invalid("the root has no array `settings`"))?;
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

fn invalid(reason: impl std::fmt::Display) -> Error {
    Error::option(format!("invalid .tmTheme property list: {reason}"))
}

/// Rejects deep nesting, since the property list parser recurses on each level.
fn check_depth(text: &[u8]) -> Result<()> {
    let mut reader = Reader::from_reader(text);
    let mut depth = 0_usize;
    loop {
        let event = reader.read_event();
        let at = reader.error_position();
        match event.map_err(|error| invalid(format!("{error} at byte {at}")))? {
            Event::Start(_) if depth == MAX_DEPTH => {
                let at = reader.buffer_position();
                let reason = format!("nesting exceeds {MAX_DEPTH} levels at byte {at}");
                return Err(invalid(reason));
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

/// Reduces a selector to the scopes that match a class; `None` if its path
/// matches none.
fn selector(text: &str) -> Option<String> {
    let mut parts = text.split(" -").map(str::trim);
    let mut selector = parts.next().filter(|path| matches_class(path))?.to_owned();
    for excluded in parts.filter(|path| matches_class(path)) {
        selector += " -";
        selector += excluded;
    }
    Some(selector)
}

/// Returns whether `scope` is a whole-word prefix of a scope of a class.
fn matches_class(scope: &str) -> bool {
    let known = Class::ALL.into_iter().flat_map(scopes);
    let rests = known.filter_map(|known| known.strip_prefix(scope));
    !scope.is_empty()
        && rests
            .into_iter()
            .any(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Parses a colour of the form `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`; ignores
/// the opacity.
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
