//! Braces: a glob is the union of its expansions, as a pattern and as a filter.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use ransack::{CancelToken, ErrorKind, GlobOptions, GrepMode, GrepOptions, glob, grep};
use ransack_testing::{Tree, tier};

const FILES: &[&str] = &[
    "a",
    "ab",
    "b",
    "a.js",
    "b.ts",
    "{}",
    "{,}",
    "{a}",
    "a,b",
    "src/a",
    "src/b.ts",
    "src/ab/a.js",
    "src/x/src/a",
    "test/a.ts",
    "test/src",
    "x/test/b",
    "x/a/b/ab",
    ".h/a",
];

fn tree() -> &'static Path {
    static TREE: OnceLock<Tree> = OnceLock::new();
    let tree = TREE.get_or_init(|| {
        let tree = Tree::new();
        FILES.iter().for_each(|file| tree.write(file, "x"));
        tree
    });
    tree.root()
}

type Found = Result<BTreeSet<String>, ErrorKind>;

/// Paths that patterns find; `InvalidGlob` for invalid ones.
fn found(patterns: &[String], change: impl FnOnce(&mut GlobOptions)) -> Found {
    let mut options = GlobOptions::new("", tree());
    options.patterns = patterns.to_vec();
    change(&mut options);
    let outcome = glob(&options, &CancelToken::new()).map_err(|error| error.kind())?;
    Ok(outcome.items.iter().map(|m| m.path.to_string()).collect())
}

/// Files that a content search with these globs finds.
fn searched(globs: &[String]) -> Found {
    let mut options = GrepOptions::new("x", tree());
    options.scope.globs = globs.to_vec();
    options.select.mode = GrepMode::FilesWithMatches;
    let outcome = grep(&options, &CancelToken::new()).map_err(|error| error.kind())?;
    Ok(outcome.items.iter().map(|m| m.path.to_string()).collect())
}

fn found_by(pattern: &str) -> Vec<String> {
    found(&[pattern.into()], |_| {})
        .unwrap()
        .into_iter()
        .collect()
}

fn searched_by(glob: &str) -> Vec<String> {
    searched(&[glob.into()]).unwrap().into_iter().collect()
}

#[test]
fn an_empty_alternative_is_none() {
    assert_eq!(found_by("{*.js,}"), ["a.js", "src/ab/a.js"]);
    assert_eq!(searched_by("{*.js,}"), ["a.js", "src/ab/a.js"]);
    assert_eq!(searched_by("{,*.js,,}"), searched_by("*.js"));
    assert_eq!(searched_by("!{*.ts,}"), searched_by("!*.ts"));
    assert_eq!(
        found_by("a{,b}"),
        [
            "a",
            "ab",
            "src/a",
            "src/ab",
            "src/x/src/a",
            "x/a",
            "x/a/b/ab"
        ]
    );
    assert_eq!(
        found_by("{,x/}test/*"),
        ["test/a.ts", "test/src", "x/test/b"]
    );
    // Braces with only empty alternatives are literal.
    for name in ["{}", "{,}"] {
        assert_eq!(found_by(name), [name]);
        assert_eq!(searched_by(name), [name]);
        assert!(!searched_by(&format!("!{name}")).contains(&name.to_owned()));
        assert_eq!(searched_by(&format!("!{name}")).len(), FILES.len() - 1);
    }
    assert_eq!(found_by("{a}"), found_by("a"));
    assert_eq!(found_by(r"\{a\}"), ["{a}"]);
}

#[test]
fn an_alternative_may_be_a_directory() {
    let below: Vec<String> = searched(&["src/".into(), "test/".into()])
        .unwrap()
        .into_iter()
        .collect();
    assert_eq!(below.len(), 7);
    assert_eq!(searched_by("{src/,test/}"), below);
    assert_eq!(searched_by("{src,test}/"), below);
    assert_eq!(
        searched_by("!{src/,test/}").len(),
        FILES.len() - below.len()
    );
    assert_eq!(
        found_by("{src/,test/}"),
        ["src", "src/x/src", "test", "x/test"]
    );
    assert_eq!(found_by("{x,test}/{src/,a}"), ["x/a"]);
    // Each alternative is a separate glob: without `/`, it matches at any depth.
    assert_eq!(
        found_by("{*.js,src/b.ts}"),
        ["a.js", "src/ab/a.js", "src/b.ts"]
    );
}

/// Part of a glob: the text and its expansions, by the definition.
#[derive(Clone, Debug)]
struct Part {
    text: String,
    expansions: Vec<String>,
}

fn literal() -> impl Strategy<Value = Part> {
    let texts = prop::sample::select(vec![
        "a", "b", "ab", "*", "**", "?", "/", "/", "src", "test", "x/", ".js", ".ts", "", "[ab]",
        "./", "../", r"\,", r"\{", "!", ".h/", "(", "(b)",
    ]);
    texts.prop_map(|text| Part {
        text: text.to_owned(),
        expansions: vec![text.to_owned()],
    })
}

fn part() -> impl Strategy<Value = Part> {
    literal().prop_recursive(3, 12, 3, |inner| {
        let parts = prop::collection::vec(inner.clone(), 1..3).prop_map(|parts| join(&parts));
        let group = prop::collection::vec(parts.clone(), 1..4).prop_map(|alternatives| {
            let texts: Vec<&str> = alternatives.iter().map(|part| &part.text[..]).collect();
            Part {
                text: format!("{{{}}}", texts.join(",")),
                expansions: alternatives
                    .iter()
                    .flat_map(|part| part.expansions.clone())
                    .collect(),
            }
        });
        prop_oneof![parts, group]
    })
}

fn join(parts: &[Part]) -> Part {
    let mut expansions = vec![String::new()];
    for part in parts {
        expansions = expansions
            .iter()
            .flat_map(|head| {
                part.expansions
                    .iter()
                    .map(move |tail| format!("{head}{tail}"))
            })
            .collect();
    }
    Part {
        text: parts.iter().map(|part| &part.text[..]).collect(),
        expansions,
    }
}

#[test]
fn a_glob_is_the_union_of_its_expansions() {
    let globs = prop::collection::vec(part(), 1..4).prop_map(|parts| join(&parts));
    let globs = globs.prop_filter("another meaning", |glob| {
        // A `!` negates only at the start of the whole glob.
        let expansions = || glob.expansions.iter();
        glob.text.contains('{')
            && !glob.text.replace(r"\{", "").starts_with('!')
            && !expansions().any(|text| text.starts_with('!'))
            && !expansions().all(String::is_empty)
            && glob.expansions.len() < 60
    });
    let config = ProptestConfig {
        cases: tier::cases(3000),
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    };
    let result = TestRunner::new(config).run(&globs, |glob| {
        let one = [glob.text.clone()];
        let mut all = glob.expansions.clone();
        all.retain(|text| !text.is_empty());
        for recursive in [true, false] {
            let change = |o: &mut GlobOptions| o.recursive = recursive;
            prop_assert_eq!(found(&one, change), found(&all, change));
        }
        prop_assert_eq!(searched(&one), searched(&all));
        let negated: Vec<String> = all.iter().map(|text| format!("!{text}")).collect();
        prop_assert_eq!(searched(&[format!("!{}", glob.text)]), searched(&negated));
        Ok(())
    });
    if let Err(failure) = result {
        panic!("{failure}");
    }
}
