//! Laws of import changes over random texts, made of imports, comments and code that contains the
//! words of imports: nothing is lost, organising twice changes nothing more, and an import that is
//! added and removed again leaves the text as it was.

use proptest::prelude::*;
use ransack::check_syntax;
use ransack_testing::tier;

use super::*;

/// Pieces of the texts of one language. `@` in a piece is replaced with a number.
pub(super) struct Language {
    pub(super) name: &'static str,
    /// Start of the text.
    pub(super) headers: &'static [&'static str],
    pub(super) imports: &'static [&'static str],
    pub(super) comments: &'static [&'static str],
    /// Code, which stays as it is.
    pub(super) code: &'static [&'static str],
    /// End of the text, after everything else.
    pub(super) ends: &'static [&'static str],
    /// Imports to add: module, names and kind, and the name to remove, if any.
    pub(super) added: fn() -> Vec<ImportRequest>,
    /// Whether imports keep their order.
    pub(super) keeps_order: bool,
}

const LANGUAGES: [Language; 6] = [
    Language {
        name: "ruby",
        headers: &[
            "",
            "#!/usr/bin/ruby\n",
            "# frozen_string_literal: true\n",
            "# Copyright @\n\n",
        ],
        imports: &[
            "require 'a'\n",
            "require \"b\" # c@\n",
            "require_relative 'a'\n",
            "require_relative '../größe'\n",
            "require('c');\n",
            "autoload :A, 'a'\n",
            "autoload :A, 'b'\n",
            "load 'a.rb'\n",
            "require 'd'; require 'e'\n",
            "  require 'f'\n",
        ],
        comments: &[
            "# c@\n",
            "=begin\nrequire 'c@'\n=end\n",
            "# rubocop:disable X@\n",
        ],
        code: &[
            "x@ = require 'a'\n",
            "require 'a' if x@\n",
            "begin\n  require 'a' # c@\nrescue LoadError\nend\n",
            "class A@\n  require 'a'\nend\n",
            "s@ = <<~TEXT\n  require 'a'\nTEXT\n",
            "def f@ = require 'a'\n",
            "(f@ || g).call\n",
        ],
        ends: &["", "__END__\nrequire 'a' @\n"],
        added: || {
            vec![
                request("zz"),
                request("./zz"),
                request("zz.rb").kind(ImportKind::Include),
                request("zz").name("Z").kind(ImportKind::Dynamic),
            ]
        },
        keeps_order: true,
    },
    Language {
        name: "lua",
        headers: &["", "#!/usr/bin/lua\n", "-- Copyright @\n\n"],
        imports: &[
            "local a = require 'a'\n",
            "local a = require('b') -- c@\n",
            "local b = require(\"größe\");\n",
            "local c = require 'a'.c\n",
            "local d <const> = require 'd'\n",
            "e = require 'e'\n",
            "require 'f'\n",
            "dofile 'f.lua'\n",
            "local g = require 'g'; local h = require 'h'\n",
            "  local i = require 'i'\n",
        ],
        comments: &["-- c@\n", "--[[ c@\nrequire 'a'\n]]\n"],
        code: &[
            "local x@ = require 'a' or {}\n",
            "if x@ then require 'a' end\n",
            "local function f@()\n  local a = require 'a' -- c@\nend\n",
            "local s@ = [[\nrequire 'a'\n]]\n",
            "M.x@ = require 'a';\n",
            "(f@ or g)()\n",
            "-- Call.\n;(f@ or g)()\n",
        ],
        ends: &["", "return require 'a', @\n"],
        added: || {
            vec![
                request("zz"),
                request("a.zz").name_as("*", "z"),
                request("zz").name("x"),
                request("zz").kind(ImportKind::SideEffect),
                request("zz.lua").kind(ImportKind::Include),
            ]
        },
        keeps_order: true,
    },
    Language {
        name: "perl",
        headers: &[
            "",
            "#!/usr/bin/perl\n",
            "# Copyright @\n\npackage A::B;\n",
            "package A;\n\nuse v5.36;\n",
        ],
        imports: &[
            "use strict;\n",
            "use warnings; # c@\n",
            "use A;\n",
            "use A qw(a b);\n",
            "use B qw/größe b/;\n",
            "use C 'a', \"b\";\n",
            "use D ('a', 'b');\n",
            "use E 1.2 qw(\n    a\n    b\n);\n",
            "use F ();\n",
            "use G -opt => { a => 1 };\n",
            "use parent -norequire, 'A';\n",
            "use lib 'lib';\n",
            "require H;\n",
            "require 'a.pl';\n",
            "do 'a.pl';\n",
            "use I; use J;\n",
            "  use K;\n",
        ],
        comments: &[
            "# c@\n",
            "\n=head1 c@\n\nuse A;\n\n=cut\n\n",
            "## no critic (c@)\n",
        ],
        code: &[
            "my $x@ = 1;\n",
            "no strict 'refs'; # c@\n",
            "use constant X@ => 1;\n",
            "require A if $x@;\n",
            "eval { require A; $x@ };\n",
            "BEGIN { $x@ = 1; use A; }\n",
            "sub f@ {\n    use A;\n    require A;\n}\n",
            "my $s@ = <<'TEXT';\nuse A;\nTEXT\n",
            "use L@ C => <<TEXT;\nuse A;\nTEXT\n",
        ],
        ends: &["", "1;\n\n__END__\n\nuse A; @\n"],
        added: || {
            vec![
                request("ZZ"),
                request("zz"),
                request("ZZ").name("x"),
                request("A").name("zz"),
                request("parent").name("ZZ"),
                request("ZZ").kind(ImportKind::SideEffect),
                request("ZZ").kind(ImportKind::Dynamic),
                request("zz.pl").kind(ImportKind::Include),
            ]
        },
        keeps_order: true,
    },
    Language {
        name: "solidity",
        headers: &[
            "",
            "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\n",
            "pragma solidity ^0.8.0;\npragma abicoder v2;\n\n",
        ],
        imports: &[
            "import \"a.sol\";\n",
            "import './größe.sol'; // c@\n",
            "import \"a.sol\" as A;\n",
            "import * as B from \"b.sol\";\n",
            "import {C, A} from \"c.sol\";\n",
            "import { D as E } from \"c.sol\";\n",
            "import {\n    F,\n    G\n} from \"c.sol\";\n",
            "import {\n    H, // c@\n    I\n} from \"d.sol\";\n",
            "import \"e.sol\"; import \"f.sol\";\n",
        ],
        comments: &["// c@\n", "/* c@ */\n", "/// c@\n"],
        code: &[
            "contract A@ {\n    string s = \"import 'a.sol';\";\n}\n",
            "function f@() pure {}\n",
            "uint constant x@ = 1;\n",
        ],
        ends: &[""],
        added: || {
            vec![
                request("zz.sol"),
                request("zz.sol").name_as("*", "Z"),
                request("zz.sol").name("Z"),
                request("c.sol").name("Z"),
            ]
        },
        keeps_order: false,
    },
    Language {
        name: "vue",
        headers: &[
            "<script>\n",
            "<script setup lang=\"ts\">\n",
            "<template>\n<p>import a from 'a'</p>\n</template>\n\n<script>\n",
            "<script lang=\"ts\">\nimport type { T } from 't'\nf()\n</script>\n<script setup lang=\"ts\">\n",
        ],
        imports: SCRIPT_IMPORTS,
        comments: &["// c@\n", "/* c@ */\n"],
        code: SCRIPT_CODE,
        ends: &[
            "</script>\n",
            "</script>\n\n<style>\n@import 'a.css'; /* @ */\n</style>\n",
        ],
        added: script_requests,
        keeps_order: false,
    },
    Language {
        name: "astro",
        headers: &["---\n"],
        imports: SCRIPT_IMPORTS,
        comments: &["// c@\n", "/* c@ */\n"],
        code: SCRIPT_CODE,
        ends: &[
            "---\n<p />\n",
            "---\n<script>import z from 'a' // @\n</script>\n",
        ],
        added: script_requests,
        keeps_order: false,
    },
];

const SCRIPT_IMPORTS: &[&str] = &[
    "import a from 'a'\n",
    "import { b } from 'b' // c@\n",
    "import { d, c } from './größe'\n",
    "import {\n  e,\n  f,\n} from './e'\n",
    "import 'g'\n",
];

const SCRIPT_CODE: &[&str] = &[
    "const x@ = await import('a')\n",
    "const s@ = `\nimport a from 'a'\n`\n",
    "function f@() {\n  // import a from 'a'\n}\n",
];

fn script_requests() -> Vec<ImportRequest> {
    vec![
        request("zz"),
        request("zz").name("z"),
        request("b").name("z"),
        request("./zz").name_as("default", "Z"),
    ]
}

/// Piece of a text: its sort, its index among the pieces of this sort, and whether a blank line
/// follows.
type Piece = (u8, u8, bool);

/// Returns a text, its comments, and its code.
fn text_of(language: &Language, ends: (u8, u8), pieces: &[Piece]) -> (String, Vec<String>) {
    let pick = |from: &[&str], at: u8| from[usize::from(at) % from.len()].to_owned();
    let mut text = pick(language.headers, ends.0).replace('@', "0");
    let mut code = Vec::new();
    for (number, (sort, index, is_blank)) in pieces.iter().enumerate() {
        let piece = match sort {
            0..5 => pick(language.imports, *index),
            5..7 => pick(language.comments, *index),
            _ if language.code.is_empty() => continue,
            _ => pick(language.code, *index),
        };
        let piece = piece.replace('@', &format!("{}", number + 1));
        text.push_str(&piece);
        text.push_str(if *is_blank { "\n" } else { "" });
        if *sort >= 7 {
            code.push(piece);
        }
    }
    text.push_str(&pick(language.ends, ends.1).replace('@', "999"));
    (text, code)
}

/// Returns the numbered comments of a text, sorted.
fn comments_of(text: &str) -> Vec<&str> {
    let is_end = |c: char| !c.is_ascii_alphanumeric();
    let words = text.split(is_end);
    let is_comment = |word: &&str| {
        let number = word.strip_prefix('c').unwrap_or_default();
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut found: Vec<_> = words.filter(is_comment).collect();
    found.sort_unstable();
    found
}

#[track_caller]
fn has_in_order(text: &str, parts: &[String]) {
    let mut at = 0;
    for part in parts {
        let found = text[at..].find(part.as_str());
        at += found.unwrap_or_else(|| panic!("{part:?} is not in its place:\n{text}")) + part.len();
    }
}

/// Returns the imports of a text, each once, in order of its first occurrence.
fn distinct_imports(text: &str, language: &str) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let read = imports(text.as_bytes(), language, &CancelToken::new()).unwrap();
    let shown = read.items.into_iter().flat_map(|import| {
        let key = format!("{:?} {}", import.kind, import.module);
        let names = import.names.iter();
        let names = names.map(|name| format!("{key} {} {:?}", name.name, name.alias));
        let names: Vec<_> = names.collect();
        if names.is_empty() { vec![key] } else { names }
    });
    shown.filter(|import| seen.insert(import.clone())).collect()
}

fn has_errors(text: &str, language: &str) -> bool {
    let faults = check_syntax(text.as_bytes(), language, &CancelToken::new()).unwrap();
    !faults.is_empty()
}

fn laws_hold(language: &Language, source: &str, code: &[String], added: usize) {
    let name = language.name;
    let token = CancelToken::new();
    let is_valid = !has_errors(source, name);
    let before = distinct_imports(source, name);
    let organise = |source: &str| text(organise_imports(source.as_bytes(), name, None, &token));

    let organised = organise(source);
    let mut after = distinct_imports(&organised, name);
    let mut expected = before.clone();
    if !language.keeps_order {
        after.sort();
        expected.sort();
    }
    assert_eq!(after, expected, "{source}\n==>\n{organised}");
    assert_eq!(
        comments_of(&organised),
        comments_of(source),
        "{source}\n==>\n{organised}"
    );
    has_in_order(&organised, code);
    assert_eq!(organise(&organised), organised, "{source}");
    assert!(!is_valid || !has_errors(&organised, name), "{organised}");

    let requests = (language.added)();
    let request = &requests[added % requests.len()];
    let add = |source: &str| {
        let requests = std::slice::from_ref(request);
        add_imports(source.as_bytes(), name, requests, &token)
            .unwrap()
            .text
    };
    let added = String::from_utf8(add(source)).unwrap();
    assert_ne!(added, source, "{request:?}");
    assert!(
        !is_valid || !has_errors(&added, name),
        "{source}\n==>\n{added}"
    );
    assert_eq!(
        comments_of(&added),
        comments_of(source),
        "{source}\n==>\n{added}"
    );
    has_in_order(&added, code);
    let after = distinct_imports(&added, name);
    let kept = before
        .iter()
        .filter(|import| after.contains(import))
        .count();
    assert_eq!(kept, before.len(), "{source}\n==>\n{added}");
    assert_eq!(String::from_utf8(add(&added)).unwrap(), added);
    let names = request.names.iter();
    let mut removals: Vec<_> = names
        .map(|(name, _)| ImportRemoval::name(&request.module, name))
        .collect();
    if removals.is_empty() {
        removals.push(ImportRemoval::module(&request.module));
    }
    let removed = text(remove_imports(added.as_bytes(), name, &removals, &token));
    assert_eq!(removed, source, "{request:?}:\n{added}");
}

/// Checks the laws for a text of each language.
fn laws_hold_in(languages: &[Language], (ends, pieces, added, is_crlf): RandomText) {
    for language in languages {
        let (mut source, mut code) = text_of(language, ends, &pieces);
        if is_crlf {
            source = source.replace('\n', "\r\n");
            code.iter_mut()
                .for_each(|code| *code = code.replace('\n', "\r\n"));
        }
        laws_hold(language, &source, &code, added);
    }
}

/// Header and end of a text, its pieces, the number of the request, and whether lines end with CRLF.
type RandomText = ((u8, u8), Vec<Piece>, usize, bool);

fn random_text() -> impl Strategy<Value = RandomText> {
    let piece = (0..9u8, any::<u8>(), any::<bool>());
    let pieces = prop::collection::vec(piece, 0..12);
    (any::<(u8, u8)>(), pieces, 0..8usize, any::<bool>())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: tier::cases(2_000), ..ProptestConfig::default() })]

    #[test]
    fn laws_hold_over_random_texts(text in random_text()) {
        laws_hold_in(&LANGUAGES, text);
    }

    #[test]
    fn laws_hold_over_more_random_texts(text in random_text()) {
        laws_hold_in(&pieces::LANGUAGES, text);
    }
}
