//! Files that pass through the window in parts, compared with a line-by-line search: every mode,
//! context and limit, inverted or not, by calls, streams, workspaces, buffers and in memory.

use ransack::{
    CancelToken, GrepMatch, GrepMode, GrepOptions, Outcome, SearchOptions, Workspace,
    WorkspaceOptions, grep, grep_stream, search,
};
use ransack_testing::naive::{Hit, Naive};
use ransack_testing::{Tree, tier};

/// Text of about this many bytes, in which few or most lines contain the needle.
fn text(bytes: usize, step: usize) -> Vec<u8> {
    let mut text = Vec::with_capacity(bytes + 100);
    for number in 0.. {
        if text.len() >= bytes {
            break;
        }
        let word = if number % step == 0 {
            "needle"
        } else {
            "straw"
        };
        // Some lines end with `\r\n`, and some have a carriage return within.
        let (middle, end) = [(" ", "\n"), (" ", "\r\n"), ("\r", "\n")][number % 3];
        text.extend(format!("{word}{middle}{number}{end}").bytes());
    }
    text
}

fn hits(outcome: &Outcome<GrepMatch>) -> Vec<Hit> {
    outcome.items.iter().map(Hit::from).collect()
}

/// Compares all kinds of searches on one text.
fn check(bytes: usize, step: usize, multiline: bool) {
    let text = text(bytes, step);
    let tree = Tree::new();
    tree.write("f", &text);
    let token = CancelToken::new();
    let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
    workspace.set_buffer("buffer", text.clone()).unwrap();
    for (number, context) in [(0, 0), (1, 0), (0, 2), (2, 1)].into_iter().enumerate() {
        for invert in [false, true] {
            let mut options = GrepOptions::new("needle", tree.root());
            options.query.invert = invert;
            options.query.multiline = multiline;
            (options.select.context_before, options.select.context_after) = context;
            let about = format!("{bytes} bytes, 1 in {step}, context {context:?}, {invert}");
            let naive = Naive::new(&options.query);
            let expected = naive.search(&text, &options.select);
            let found = grep(&options, &token).unwrap();
            assert!(found.report.complete, "{about}");
            assert!(hits(&found) == expected, "{about}");
            let streamed: Vec<Hit> = grep_stream(&options, &token)
                .map(|item| Hit::from(&item.unwrap()))
                .collect();
            assert!(streamed == expected, "{about}, as a stream");
            let mut inside = options.clone();
            inside.scope.roots = vec!["f".into()];
            let inside = inside.workspace(&workspace);
            let found = grep(&inside, &token).unwrap();
            assert!(hits(&found) == expected, "{about}, in a workspace");
            let mut buffer = inside;
            buffer.scope.roots = vec!["buffer".into()];
            let found = grep(&buffer, &token).unwrap();
            assert!(hits(&found) == expected, "{about}, in a buffer");
            let mut in_memory = SearchOptions::new("needle");
            in_memory.query = options.query.clone();
            in_memory.select = options.select.clone();
            let found = search(&text, &in_memory, &token).unwrap();
            assert!(hits(&found) == expected, "{about}, in memory");

            // One limit of each kind for each context.
            let limit = [1, 500, 40_000, 1_000_000][number];
            let offset = [0, 7, 30_000, 1][number];
            let mut page = options.clone();
            (page.select.limit, page.select.offset) = (Some(limit), offset);
            let found = grep(&page, &token).unwrap();
            let wanted = naive.search(&text, &page.select);
            let found = hits(&found);
            let differs =
                std::iter::zip(&found, &wanted).position(|(found, wanted)| found != wanted);
            assert!(
                found.len() == wanted.len() && differs.is_none(),
                "{about}, {offset} to {limit}: {:?} {:?}",
                differs.map(|at| &found[at]),
                differs.map(|at| &wanted[at]),
            );
            let mut capped = options.clone();
            capped.select.max_count_per_file = Some(limit);
            let found = grep(&capped, &token).unwrap();
            let wanted = naive.search(&text, &capped.select);
            assert!(hits(&found) == wanted, "{about}, at most {limit}");

            for (mode, count) in [
                (GrepMode::Count, expected.len() as u64),
                (GrepMode::FilesWithMatches, expected.len().min(1) as u64),
            ] {
                let mut options = options.clone();
                options.select.mode = mode;
                let found = grep(&options, &token).unwrap();
                assert_eq!(found.items.len(), expected.len().min(1), "{about}");
                assert_eq!(found.report.total_matches, count, "{about}, {mode:?}");
            }
        }
    }
}

#[test]
fn results_are_those_of_each_line() {
    let cases = [
        (1_100_000, 50, false),
        (1_300_000, 50, true),
        (2_500_000, 50, false),
        (2_500_000, 2, false),
        (5_000_000, 1000, false),
        (1_500_000, 1, false),
    ];
    let few = if tier::runs("random") { 6 } else { 3 };
    for (bytes, step, multiline) in cases.into_iter().take(few) {
        check(bytes, step, multiline);
    }
}
