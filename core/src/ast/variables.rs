//! Predefined variables of a language whose names look like metavariables. In a pattern, such names
//! are ordinary code.

/// Returns the names of the predefined variables, without `$`, for a language name. A name that
/// ends with a bracket is a variable only before this bracket.
pub(super) fn predefined(language: &str) -> &'static [&'static str] {
    match language {
        "perl" => &["ENV{", "INC{", "SIG{", "ARGV["],
        "php" => &[
            "_COOKIE", "_ENV", "_FILES", "_GET", "_POST", "_REQUEST", "_SERVER", "_SESSION",
            "GLOBALS[",
        ],
        _ => &[],
    }
}
