//! Limits on a rule, checked before compilation.
//!
//! ast-grep compiles and evaluates rules recursively. At one node, it evaluates the parts combined
//! by `all`, `any`, `not` and `matches` without any point at which evaluation could be stopped.
//! This module therefore bounds their depth and number, including utilities. Parts of `has`,
//! `inside`, `precedes`, `follows` and `nthChild` are evaluated at other nodes, where
//! [`nodes`](super::nodes) can stop the evaluation; each such part is bounded separately.

use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

use crate::rule::cycles;

/// Maximum nesting depth of parts, including utilities.
const MAX_DEPTH: usize = 64;

/// Maximum number of parts to evaluate at one node, counting utilities once per use.
const MAX_PARTS: usize = 10_000;

/// Maximum length of a `kind`, which may be a compound selector.
const MAX_SELECTOR: usize = 500;

/// Maximum number of digits in an `nthChild` position.
const MAX_DIGITS: usize = 6;

/// Checks the limits of a serialized rule with its utilities and constraints. Returns an error
/// message if the rule is rejected.
pub(crate) fn check(core: &Value) -> Result<(), String> {
    let mut checker = Checker {
        utils: core.get("utils").and_then(Value::as_object),
        sizes: FxHashMap::default(),
    };
    let constraints = core.get("constraints").and_then(Value::as_object);
    let named = |rules: Option<&'_ Map<String, Value>>| {
        let rules = rules.into_iter().flatten();
        rules.map(|(_, rule)| rule.clone()).collect::<Vec<_>>()
    };
    // Unused utilities are compiled too.
    for util in checker.utils.into_iter().flat_map(Map::keys) {
        checker.util(util, 0)?;
    }
    for rule in named(constraints) {
        checker.rule(&rule, 0)?;
    }
    checker.rule(&core["rule"], 0)?;
    checker.utils.map_or(Ok(()), cycles::check)
}

/// Depth and number of the parts evaluated at one node.
#[derive(Clone, Copy, Default)]
struct Size {
    depth: usize,
    parts: usize,
}

struct Checker<'r> {
    utils: Option<&'r Map<String, Value>>,
    /// Sizes of utilities; `None` while being measured.
    sizes: FxHashMap<&'r str, Option<Size>>,
}

impl<'r> Checker<'r> {
    /// Measures a rule at a depth of `depth` parts.
    fn rule(&mut self, rule: &Value, depth: usize) -> Result<Size, String> {
        if depth > MAX_DEPTH {
            return Err(too_deep());
        }
        let mut size = Size { depth: 1, parts: 1 };
        for (key, value) in rule.as_object().into_iter().flatten() {
            match (key.as_str(), value) {
                ("all" | "any", Value::Array(parts)) => {
                    for part in parts {
                        size.add(self.rule(part, depth + 1)?);
                    }
                }
                ("not", part) => size.add(self.rule(part, depth + 1)?),
                ("matches", Value::String(util)) => size.add(self.util(util, depth + 1)?),
                ("inside" | "has" | "precedes" | "follows", relation) => {
                    self.rule(relation, depth + 1)?;
                    if let Some(stop @ Value::Object(_)) = relation.get("stopBy") {
                        self.rule(stop, depth + 1)?;
                    }
                }
                ("nthChild", position) => {
                    check_position(position)?;
                    if let Some(of_rule) = position.get("ofRule") {
                        self.rule(of_rule, depth + 1)?;
                    }
                }
                ("kind", Value::String(kind)) => {
                    if kind.len() > MAX_SELECTOR {
                        return Err(format!("kind is longer than {MAX_SELECTOR} bytes"));
                    }
                    check_position(value)?;
                }
                _ => {}
            }
        }
        size.check()
    }

    /// Measures a utility used at a depth of `depth` parts.
    fn util(&mut self, name: &str, depth: usize) -> Result<Size, String> {
        // ast-grep reports missing utilities.
        let Some((name, rule)) = self.utils.and_then(|utils| utils.get_key_value(name)) else {
            return Ok(Size::default());
        };
        match self.sizes.get(name.as_str()) {
            Some(Some(size)) if depth + size.depth > MAX_DEPTH => Err(too_deep()),
            Some(Some(size)) => Ok(*size),
            // Recursive utility, which `rule_cycles` checks.
            Some(None) => Ok(Size::default()),
            None => {
                self.sizes.insert(name, None);
                let size = self.rule(rule, depth)?;
                self.sizes.insert(name, Some(size));
                Ok(size)
            }
        }
    }
}

impl Size {
    fn add(&mut self, part: Size) {
        self.depth = self.depth.max(part.depth + 1);
        self.parts = self.parts.saturating_add(part.parts);
    }

    fn check(self) -> Result<Size, String> {
        if self.parts > MAX_PARTS {
            return Err(format!(
                "rule combines more than {MAX_PARTS} parts at one node, counting utilities as \
                 often as they are used"
            ));
        }
        Ok(self)
    }
}

fn too_deep() -> String {
    format!("rule is nested more than {MAX_DEPTH} levels deep, utilities included")
}

/// Checks that the numbers of an `nthChild` position do not overflow.
fn check_position(position: &Value) -> Result<(), String> {
    let text = match position {
        Value::Object(fields) => return fields.get("position").map_or(Ok(()), check_position),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.split_whitespace().collect(),
        _ => return Ok(()),
    };
    let mut runs = text.split(|c: char| !c.is_ascii_digit());
    match runs.find(|digits| digits.len() > MAX_DIGITS) {
        Some(digits) => Err(format!(
            "position of nthChild has more than {MAX_DIGITS} digits: {}",
            &digits[..digits.len().min(20)]
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
