//! Setters of options.

use std::path::PathBuf;

use ransack::{
    CancelToken, CutAt, FileType, FuzzyFindOptions, FuzzyMatchOptions, FuzzySignals, GlobOptions,
    GrepMode, GrepOptions, OnTimeout, Pool, Query, RefreshMode, Scope, SearchOptions, TextOptions,
    TruncateOptions, Workspace, WorkspaceOptions, glob, search,
};

/// The compiler checks that each field has a setter; this tests the parameter types.
#[test]
fn setters_set_their_field_and_no_other() {
    let options = GrepOptions::new("a", "src")
        .types(["rust"])
        .globs(vec![String::from("*.rs")])
        .roots(["lib", "src"])
        .ignore_case(true)
        .limit(10)
        .offset(3)
        .encoding("latin1")
        .max_file_size(1 << 20)
        .mode(GrepMode::Count)
        .on_timeout(OnTimeout::Partial);
    let mut expected = GrepOptions::new("a", "src");
    expected.scope.types = vec!["rust".into()];
    expected.scope.globs = vec!["*.rs".into()];
    expected.scope.roots = vec!["lib".into(), "src".into()];
    expected.query.ignore_case = true;
    expected.select.limit = Some(10);
    expected.select.offset = 3;
    expected.encoding = Some("latin1".into());
    expected.max_file_size = Some(1 << 20);
    expected.select.mode = GrepMode::Count;
    expected.on_timeout = OnTimeout::Partial;
    assert_eq!(format!("{options:?}"), format!("{expected:?}"));
}

#[test]
fn optional_values_can_be_removed() {
    let options = FuzzyFindOptions::new("lib", ".");
    assert_eq!(options.limit, Some(100));
    assert_eq!(options.clone().limit(None).limit, None);
    assert_eq!(options.limit(Some(5)).limit, Some(5));
    let options = GlobOptions::new("*", ".").file_type(FileType::Dir);
    assert_eq!(options.file_type, Some(FileType::Dir));
    assert_eq!(options.file_type(None).file_type, None);
}

#[test]
fn whole_parts_can_be_set() {
    let scope = Scope::new("src").types(["rust"]).hidden(false);
    let query = Query::new("a").patterns(["b", "c"]).word(true);
    let options = GrepOptions::default()
        .scope(scope.clone())
        .query(query.clone());
    assert_eq!((&options.scope, &options.query), (&scope, &query));
    let signals = FuzzySignals::default()
        .recent(["a.rs"])
        .current("b.rs")
        .frecency([(PathBuf::from("c.rs"), 2.0)]);
    let options = FuzzyMatchOptions::default().signals(signals.clone());
    assert_eq!(options.signals, signals);
    let text = TextOptions::default().tab_width(4);
    let options = TruncateOptions::default().text(text).cut_at(CutAt::Start);
    assert_eq!(options.text, text);
    assert_eq!(TruncateOptions::default().tab_width(4).text, text);
}

#[test]
fn calls_take_options_that_are_built_in_place() {
    let token = CancelToken::new();
    let text = "one\nTwo\nthree\n";
    let options = SearchOptions::new("t").ignore_case(true).limit(1);
    let found = search(text.as_bytes(), &options, &token).unwrap();
    assert_eq!(found.items.len(), 1);
    assert_eq!(found.items[0].line_number, 2);
    let dir = tempfile::tempdir().unwrap();
    for name in ["a.txt", ".b.txt", "c.rs"] {
        std::fs::write(dir.path().join(name), "").unwrap();
    }
    let options = GlobOptions::new("*", dir.path())
        .hidden(true)
        .types(["txt"]);
    let names: Vec<String> = glob(&options.pool(Pool::new(1)), &token)
        .unwrap()
        .items
        .iter()
        .map(|found| found.path.to_string())
        .collect();
    assert_eq!(names, [".b.txt", "a.txt"]);
    let options = WorkspaceOptions::default().refresh(RefreshMode::Manual);
    let workspace = Workspace::open(dir.path(), &options).unwrap();
    assert_eq!(
        glob(
            &GlobOptions::new("*.rs", dir.path()).workspace(&workspace),
            &token
        )
        .unwrap()
        .items
        .len(),
        1
    );
}

#[test]
fn syntax_options_have_setters() {
    use std::time::Duration;

    use ransack::{AstEditOptions, AstGrepOptions, AstQuery, RecoveryOptions, Rewrite, Strictness};

    let options = AstGrepOptions::new("$A", "src")
        .strictness(Strictness::Cst)
        .language("rust")
        .time_per_file(None)
        .include_meta(true)
        .limit(2)
        .follow_symlinks(true);
    let mut expected = AstGrepOptions::new("$A", "src");
    expected.query.strictness = Strictness::Cst;
    expected.language = Some("rust".into());
    expected.time_per_file = None;
    expected.select.include_meta = true;
    expected.select.limit = Some(2);
    expected.scope.follow_symlinks = true;
    assert_eq!(format!("{options:?}"), format!("{expected:?}"));
    assert_eq!(
        AstQuery::default().rule("kind: a").rule.as_deref(),
        Some("kind: a")
    );
    let options = AstEditOptions::default()
        .rewrites([Rewrite::new("a", "b"), Rewrite::new("b", "c")])
        .dry_run(false);
    assert_eq!(options.rewrites.len(), 2);
    assert!(!options.dry_run);
    let options = RecoveryOptions::new(".")
        .wait(Duration::from_secs(1))
        .roots(["a"]);
    assert_eq!(options.roots, [PathBuf::from("a")]);
    assert_eq!(options.wait, Duration::from_secs(1));
}
