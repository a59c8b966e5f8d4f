//! Reserved words, which a grammar may read as names where its parser does not expect a keyword.
//!
//! Lists only words that are never names in a language. Excludes contextually reserved words, such
//! as `async` in JavaScript.

use super::language::Language;

/// Node kinds of names. Grammars allow other names, such as member names, to be reserved words.
const NAMES: [&str; 10] = [
    "bareword",
    "constant",
    "identifier",
    "name",
    "shorthand_property_identifier",
    "simple_identifier",
    "statement_identifier",
    "type_identifier",
    "variable",
    "word",
];

/// Minimum length of keywords compared with misspelt words.
const MIN_KEYWORD: usize = 2;

/// Words with the letters of a keyword that occur as names in code.
const WORDS: [&str; 2] = ["arise", "form"];

/// Returns the reserved words of a language, in lower case.
fn reserved_words(language: &Language) -> &'static str {
    match language.name {
        "bash" => "case do done elif else esac fi for if then until while",
        "c" | "objc" => {
            "break case const continue default do else enum extern for goto if inline return \
             sizeof static struct switch typedef union volatile while"
        }
        "cpp" => {
            "break case catch class const continue default delete do else enum explicit extern for \
             friend goto if inline namespace new operator private protected public return sizeof \
             static struct switch template throw try typedef typename union using virtual volatile \
             while"
        }
        "csharp" => {
            "abstract break case catch class const continue default do else enum explicit extern \
             finally fixed for foreach goto if implicit interface internal lock namespace new \
             operator out override params private protected public readonly ref return sealed \
             sizeof static struct switch throw try typeof unsafe using virtual volatile while"
        }
        "dart" => {
            "assert break case catch class const continue default do else enum extends final \
             finally for if in is new rethrow return switch throw try var void while with"
        }
        "elixir" => "and catch do else end fn in not or rescue when",
        "go" => {
            "break case chan const continue default defer else fallthrough for func go goto if \
             import interface map package range return select struct switch type var"
        }
        "haskell" => {
            "case class data deriving do else if import in instance let module newtype of then type where"
        }
        "java" => {
            "abstract assert break case catch class const continue default do else enum extends \
             final finally for goto if implements import instanceof interface native new package \
             private protected public return static strictfp switch synchronized throw throws \
             transient try void volatile while"
        }
        "javascript" | "typescript" | "tsx" => {
            "break case catch class const continue debugger default delete do else enum export \
             extends finally for function if import in instanceof new return switch throw try \
             typeof var void while with"
        }
        "julia" => {
            "break catch const continue do else elseif end export finally for function global if \
             import let local macro module quote return struct try using while"
        }
        "kotlin" => {
            "as break class continue do else for fun if in interface is object package return \
             throw try typealias val var when while"
        }
        "lua" => {
            "and break do else elseif end for function goto if in local not or repeat return then \
             until while"
        }
        "php" => {
            "as break case catch class clone const continue default do echo else elseif extends \
             final finally fn for foreach function global goto if implements include instanceof \
             insteadof interface new or private protected public require return switch throw \
             trait try use var while xor yield"
        }
        "python" | "starlark" => {
            "and as assert break class continue def del elif else except finally for from global \
             if import in is lambda nonlocal not or pass raise return try while with yield"
        }
        "ruby" => {
            "alias begin break case class def do else elsif end ensure for if in module next not \
             redo rescue retry return then undef unless until when while yield"
        }
        "rust" => {
            "as break const continue else enum extern fn for if impl in let loop match mod move mut \
             pub ref return static struct trait type unsafe use where while"
        }
        "scala" => {
            "abstract case catch class def do else extends final finally for if implicit import \
             lazy match new object override package private protected return sealed throw trait \
             try type val var while with yield"
        }
        "solidity" => {
            "contract do else event for function if import modifier new return struct while"
        }
        "sql" => {
            "alter and case create delete drop else from group having insert into join or select \
             then union update when where"
        }
        "swift" => {
            "associatedtype break case catch class continue deinit do else enum extension \
             fallthrough fileprivate for func guard if import in inout internal let private \
             protocol public repeat rethrows return static struct switch throw throws try \
             typealias var where while"
        }
        "zig" => {
            "and break catch comptime const continue defer else enum errdefer export extern fn for \
             if inline or orelse packed pub return struct switch test try union usingnamespace var \
             volatile while"
        }
        _ => "",
    }
}

/// Directives that have their own nodes if they are complete.
const DIRECTIVES: &str = "#define #elif #else #endif #if #ifdef #ifndef #include #undef";

/// Returns the reserved word of a language that equals `word`; `None` if a node of kind `kind` may
/// have it as its text.
pub(super) fn reserved_word(language: &Language, kind: &str, word: &str) -> Option<&'static str> {
    if kind == "preproc_directive" {
        return DIRECTIVES.split(' ').find(|directive| *directive == word);
    }
    let lower_case = word.to_ascii_lowercase();
    let word = if language.pattern_syntax.any_case {
        &lower_case
    } else {
        word
    };
    if !NAMES.contains(&kind) {
        return None;
    }
    let mut words = reserved_words(language).split_ascii_whitespace();
    words.find(|reserved| *reserved == word)
}

/// Degree of similarity between a word and a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Resemblance {
    /// Two adjacent letters are exchanged.
    Exchanged,
    /// One letter is missing, added or different.
    Close,
}

/// Returns the keyword of a language that a word resembles; `None` for a keyword itself. Exchanged
/// letters take precedence over other differences.
pub(super) fn misspelt_keyword(language: &Language, word: &str) -> Option<(String, Resemblance)> {
    let is_word = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphabetic());
    let lower_case = word.to_ascii_lowercase();
    if word.len() + 1 < MIN_KEYWORD
        || !is_word(word)
        || WORDS.contains(&&*lower_case) && !language.pattern_syntax.any_case
    {
        return None;
    }
    let grammar = language.grammar();
    let any_case = language.pattern_syntax.any_case;
    let mut found: Option<(String, Resemblance)> = None;
    for kind in 0..grammar.node_kind_count() as u16 {
        let Some(name) = grammar.node_kind_for_id(kind) else {
            continue;
        };
        let keyword = match name.strip_prefix("keyword_") {
            Some(keyword) => keyword,
            None if !grammar.node_kind_is_named(kind) => name,
            None => continue,
        };
        if !is_word(keyword) {
            continue;
        }
        if keyword == word || any_case && keyword.eq_ignore_ascii_case(word) {
            return None;
        }
        let same_case = if any_case { &lower_case } else { word };
        let keyword_case = keyword.to_ascii_lowercase();
        let compared = if any_case { &*keyword_case } else { keyword };
        if keyword.len() < MIN_KEYWORD {
            continue;
        }
        match resemblance(same_case.as_bytes(), compared.as_bytes()) {
            Some(Resemblance::Exchanged) => {
                found = Some((keyword.to_owned(), Resemblance::Exchanged));
            }
            Some(Resemblance::Close) if found.is_none() => {
                found = Some((keyword.to_owned(), Resemblance::Close));
            }
            _ => {}
        }
    }
    found
}

/// Compares two different words.
fn resemblance(word: &[u8], keyword: &[u8]) -> Option<Resemblance> {
    let start = word.iter().zip(keyword).take_while(|(a, b)| a == b).count();
    let (word, keyword) = (&word[start..], &keyword[start..]);
    match (word, keyword) {
        ([a, b, rest @ ..], [c, d, other @ ..]) if a == d && b == c && rest == other => {
            Some(Resemblance::Exchanged)
        }
        ([_, rest @ ..], [_, other @ ..]) if rest == other => Some(Resemblance::Close),
        (rest, [_, other @ ..]) if rest == other => Some(Resemblance::Close),
        ([_, rest @ ..], other) if rest == other => Some(Resemblance::Close),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_words_resemble_keywords() {
        let compare = |word: &str, keyword: &str| resemblance(word.as_bytes(), keyword.as_bytes());
        for (word, keyword) in [("retrun", "return"), ("fucntion", "function")] {
            assert_eq!(compare(word, keyword), Some(Resemblance::Exchanged));
        }
        for (word, keyword) in [
            ("clas", "class"),
            ("stuct", "struct"),
            ("fnn", "fn"),
            ("clasz", "class"),
        ] {
            assert_eq!(compare(word, keyword), Some(Resemblance::Close));
        }
        assert_eq!(compare("sort", "float"), None);
    }
}
