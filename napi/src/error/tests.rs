use std::collections::HashSet;

use super::*;

/// Reports, and messages about two elements, use the core's names.
#[test]
fn lists_of_edits_and_patterns_have_the_names_of_the_core() {
    for list in [
        OptionName::Edits,
        OptionName::Patterns,
        OptionName::Rewrites,
    ] {
        assert_eq!(js_name(list), list.name());
    }
}

#[test]
fn every_option_that_a_message_names_is_one_of_javascript() {
    let lines = include_str!("../../index.d.ts").lines();
    let properties: HashSet<&str> = lines
        .filter_map(|line| line.trim_start().split_once(':'))
        .map(|(name, _)| name.trim_end_matches('?'))
        .collect();
    for option in OptionName::ALL {
        let name = js_name(*option);
        assert!(properties.contains(name), "{name}");
    }
}
