//! Path patterns, compared with `globset` where both interpret a pattern the same way.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use globset::GlobBuilder;
use ransack::{CancelToken, ErrorKind, GlobOptions, escape_glob, glob};
use tempfile::TempDir;

use super::Input;

/// Files of the searched tree.
const FILES: [&str; 34] = [
    "a",
    "b",
    "ab",
    "abc",
    "a.b",
    "a.ts",
    "b.tsx",
    "A.TS",
    "é",
    "日本",
    "[a]",
    "a]",
    "{a}",
    "a,b",
    "!a",
    "-",
    "*",
    "?",
    "\\",
    " ",
    ".a/b",
    ".a/.b",
    "x/a",
    "x/b.ts",
    "x/y/a.ts",
    "x/y/z/a",
    "x/y/z/abc",
    "x/[id]/page.ts",
    "x/é/a",
    "aa/aa/aa",
    "aa/ab/aa",
    "a b/c d",
    "node_modules/a",
    "#a",
];

fn tree() -> &'static Path {
    static TREE: OnceLock<TempDir> = OnceLock::new();
    TREE.get_or_init(|| {
        let tree = TempDir::new().unwrap();
        for file in FILES {
            let path = tree.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x").unwrap();
        }
        tree
    })
    .path()
}

/// Files and directories that match, or `None` for an invalid pattern.
fn found(patterns: &[String], change: impl FnOnce(&mut GlobOptions)) -> Option<BTreeSet<String>> {
    let mut options = GlobOptions::new("", tree());
    options.patterns = patterns.to_vec();
    options.scope.hidden = true;
    options.scope.node_modules = true;
    options.scope.gitignore = false;
    change(&mut options);
    match glob(&options, &CancelToken::new()) {
        Ok(outcome) => {
            assert!(outcome.report.complete);
            let paths = outcome
                .items
                .iter()
                .map(|item| item.path.to_string_lossy().into_owned());
            Some(paths.collect())
        }
        Err(error) => {
            let expected = [ErrorKind::InvalidGlob, ErrorKind::InvalidOption];
            assert!(expected.contains(&error.kind()), "{error}");
            None
        }
    }
}

/// Paths of all entries of the tree.
fn entries() -> BTreeSet<String> {
    let ancestors = |file: &&str| -> Vec<String> {
        let path = Path::new(file).ancestors();
        path.map(|path| path.to_string_lossy().into_owned())
            .collect()
    };
    let mut all: BTreeSet<String> = FILES.iter().flat_map(ancestors).collect();
    all.remove("");
    all
}

/// Whether both libraries document the same meaning for a pattern.
fn is_common(pattern: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || "*?./ -_".contains(c);
    let stars = pattern
        .split('/')
        .all(|part| part == "**" || !part.contains("**"));
    let parts = pattern
        .split('/')
        .all(|part| !matches!(part, "" | "." | ".."));
    pattern.chars().all(is_plain) && stars && parts
}

pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let recursive = input.byte() & 1 == 0;
    let patterns: Vec<String> = match input.rest() {
        rest if rest.len() > 400 => return,
        rest => String::from_utf8_lossy(rest)
            .split('\n')
            .map(str::to_owned)
            .collect(),
    };
    let matches = found(&patterns, |options| options.recursive = recursive);
    let in_any_case = found(&patterns, |options| {
        options.recursive = recursive;
        options.ignore_case = true;
    });
    assert_eq!(in_any_case.is_some(), matches.is_some(), "{patterns:?}");
    if let (Some(in_any_case), Some(matches)) = (in_any_case, &matches)
        && !patterns.iter().any(|pattern| pattern.contains(['!', '^']))
    {
        assert!(in_any_case.is_superset(matches), "{patterns:?}");
    }
    if let [pattern] = patterns.as_slice() {
        if let Some(matches) = &matches
            && is_common(pattern)
        {
            let mut matches = matches.clone();
            matches.retain(|path| path.is_ascii());
            assert_eq!(matches, by_globset(pattern, recursive), "{pattern:?}");
        }
        // The escaped form of any text finds only the entry of that name.
        let escaped = [escape_glob(pattern)];
        let literal = found(&escaped, |options| options.recursive = false);
        if let Some(literal) = literal
            && !pattern.is_empty()
            && Path::new(pattern)
                .components()
                .all(|c| matches!(c, std::path::Component::Normal(_)))
            && !pattern.ends_with('/')
            && !pattern.contains("//")
            && !pattern.contains("/.")
        {
            let mut expected = entries();
            expected.retain(|path| path == pattern);
            assert_eq!(literal, expected, "{escaped:?}");
        }
    }
    // As globs of a scope, they exclude files and never add files.
    let mut options = GlobOptions::new("**", tree());
    options.scope.globs = patterns;
    if let Ok(outcome) = glob(&options, &CancelToken::new()) {
        assert!(outcome.items.len() <= entries().len());
    }
}

/// Returns the matching ASCII paths; `globset` matches bytes.
fn by_globset(pattern: &str, recursive: bool) -> BTreeSet<String> {
    let anywhere = recursive && !pattern.contains('/');
    let text = if anywhere {
        format!("**/{pattern}")
    } else {
        pattern.to_owned()
    };
    let glob = GlobBuilder::new(&text)
        .literal_separator(true)
        .build()
        .unwrap();
    let matcher = glob.compile_matcher();
    let mut expected = entries();
    expected.retain(|path| path.is_ascii() && matcher.is_match(path));
    expected
}
