//! The shared pool, saturated with every kind of uninterruptible call: other calls still start and
//! end.

use std::path::Path;
use std::time::Duration;

use ransack::highlight::{Engine, HighlightOptions, highlight};
use ransack::{
    AstEditOptions, AstGrepOptions, AstMatchOptions, AstQuery, CancelToken, Encoding,
    FuzzyFindOptions, FuzzyList, FuzzyMatchOptions, GlobOptions, GrepOptions, Pool, Query,
    SearchOptions, TokenOptions, Tokenizer, Workspace, WorkspaceOptions, ast_edit, ast_grep,
    ast_match, block_range_at, check_syntax, fuzzy_find, glob, grep, has_match, search,
};
use ransack_testing::Tree;
use ransack_testing::child::alone;

/// Call that takes seconds to hours, with a token that fires soon.
type Hostile = fn(&Path, &CancelToken);

/// Results do not matter: some are refused, others time out.
const HOSTILE: &[Hostile] = &[
    // Parsers.
    |_, token| {
        drop(highlight(
            "/*".repeat(1_300).as_bytes(),
            &HighlightOptions::new("swift"),
            token,
        ));
    },
    |_, token| drop(check_syntax("/*".repeat(1_300).as_bytes(), "swift", token)),
    |_, token| {
        drop(check_syntax(
            "a<".repeat(200_000).as_bytes(),
            "kotlin",
            token,
        ));
    },
    |_, token| {
        drop(block_range_at(
            "a<".repeat(200_000).as_bytes(),
            "kotlin",
            1,
            token,
        ));
    },
    |root, token| {
        let mut options = AstGrepOptions::new("$A % $A", root.join("hostile"));
        options.time_per_file = None;
        drop(ast_grep(&options, token));
    },
    // The call's time limit passes; its token does not fire.
    |_, token| {
        let mut options = HighlightOptions::new("swift");
        options.time_limit = Some(Duration::from_millis(10));
        drop(highlight("/*".repeat(1_300).as_bytes(), &options, token));
    },
    // Regular expressions of TextMate grammars.
    |_, token| {
        let mut options = HighlightOptions::new("javascript");
        options.engine = Some(Engine::Syntect);
        options.max_line = usize::MAX;
        drop(highlight("(".repeat(100_000).as_bytes(), &options, token));
    },
    // Rules.
    |_, token| {
        let has = "{ has: { matches: u, stopBy: end } }";
        let mut options = AstMatchOptions::default();
        options.query = AstQuery::from_rule(format!(
            "{{ rule: {{ matches: u }}, \
             utils: {{ u: {{ all: [{{ any: [{has}, {has}] }}, {{ regex: z }}] }} }} }}"
        ));
        let source = "f(".repeat(100) + &")".repeat(100);
        drop(ast_match(source.as_bytes(), "javascript", &options, token));
    },
    // Regular expressions.
    |root, token| {
        let mut options = GrepOptions::new("[A-Z](?s:.)*b|[A-Z]", root.join("hostile"));
        options.query.multiline = true;
        drop(grep(&options, token));
    },
];

fn saturate(root: &Path) {
    let count = 2 * Pool::shared().size();
    for hostile in HOSTILE {
        for _ in 0..count {
            hostile(root, &CancelToken::with_timeout(Duration::from_millis(10)));
        }
    }
}

#[test]
fn every_operation_ends_while_the_pool_is_saturated() {
    alone(|| {
        let tree = Tree::of(&[
            ("hostile/a.swift", &"/*".repeat(1_300)),
            ("hostile/b.kt", &"a<".repeat(200_000)),
            ("hostile/c.txt", &"A".repeat(180_000)),
            ("code/a.c", "int value(int a) { return f(a); }\n"),
        ]);
        let root = tree.path("code");
        let token = CancelToken::new();
        saturate(tree.root());
        let pool = Pool::shared();
        let stats = pool.stats();
        assert!(stats.abandoned > 0, "{stats:?}");
        assert!(
            stats.workers <= stats.size + stats.blocked + Pool::MAX_ABANDONED,
            "{stats:?}"
        );

        assert_eq!(pool.run(&token, |_| Ok(5)).next().unwrap().unwrap(), 5);
        assert_eq!(
            grep(&GrepOptions::new("value", &root), &token)
                .unwrap()
                .items
                .len(),
            1
        );
        assert_eq!(
            glob(&GlobOptions::new("*.c", &root), &token)
                .unwrap()
                .items
                .len(),
            1
        );
        let found = fuzzy_find(&FuzzyFindOptions::new("a.c", &root), &token).unwrap();
        assert_eq!(found.items.len(), 1);
        let names: Vec<String> = (0..50_000).map(|n| format!("src/file{n}.c")).collect();
        let mut list = FuzzyList::new(&names);
        assert!(
            !list
                .rank("file9", &FuzzyMatchOptions::default(), &token)
                .unwrap()
                .items
                .is_empty()
        );
        let text = "int value(int a) { return f(a); }\n".repeat(5_000);
        let text = text.as_bytes();
        assert!(
            !search(text, &SearchOptions::new("value"), &token)
                .unwrap()
                .items
                .is_empty()
        );
        assert!(!has_match(text, &Query::new("absent"), &token).unwrap());
        assert_eq!(
            ast_grep(&AstGrepOptions::new("f($A)", &root), &token)
                .unwrap()
                .items
                .len(),
            1
        );
        assert!(
            !ast_match(text, "c", &AstMatchOptions::new("f($A)"), &token)
                .unwrap()
                .items
                .is_empty()
        );
        assert_eq!(check_syntax(text, "c", &token).unwrap(), []);
        let edit = AstEditOptions::new("f($A)", "g($A)", &root);
        assert_eq!(ast_edit(&edit, &token).unwrap().changes.len(), 1);
        for engine in [Engine::TreeSitter, Engine::Syntect] {
            let mut options = HighlightOptions::new("c");
            options.engine = Some(engine);
            options.time_limit = Some(Duration::MAX);
            let found = highlight(&text[..20_000], &options, &token).unwrap();
            assert!(found.report().complete, "{engine:?}");
        }
        let tokenizer = Tokenizer::get(Encoding::O200kBase);
        let text = "a word, another word; ".repeat(200_000);
        assert!(
            tokenizer
                .count(&text, &TokenOptions::default(), &token)
                .unwrap()
                > 0
        );
        let workspace = Workspace::open(&root, &WorkspaceOptions::default()).unwrap();
        let found = grep(
            &GrepOptions::new("value", ".").workspace(&workspace),
            &token,
        )
        .unwrap();
        assert_eq!(found.items.len(), 1);
        workspace.close();
    });
}
