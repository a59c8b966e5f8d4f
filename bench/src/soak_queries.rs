//! Queries of the soak: each runs in the workspace, and again without it on the same files for
//! comparison.

use std::fmt::Debug;
use std::path::Path;

use ransack::{
    AstGrepOptions, CancelToken, FuzzyFindOptions, GlobOptions, GrepMode, GrepOptions, Outcome,
    OutlineFilesOptions, Report, Stream, Workspace, ast_grep, ast_grep_stream, fuzzy_find,
    fuzzy_find_stream, glob, glob_stream, grep, grep_stream, outline_stream,
};

/// Options of a call whose only root is relative to the workspace.
pub(crate) enum Query {
    Grep(GrepOptions),
    Glob(GlobOptions),
    FuzzyFind(FuzzyFindOptions),
    AstGrep(AstGrepOptions),
    Outline(OutlineFilesOptions),
}

/// Returns the queries of the soak.
pub(crate) fn queries() -> Vec<Query> {
    let lines = |pattern: &str| GrepOptions::new(pattern, ".");
    let paths = |pattern: &str| GlobOptions::new(pattern, ".");
    vec![
        Query::Grep(lines("soak_value")),
        Query::Grep(lines(r"soak_generated_\d+_1\b")),
        Query::Grep(lines("soak_second").mode(GrepMode::FilesWithMatches)),
        Query::Grep(lines(r"\bsoak_written_[0-9]+\b").mode(GrepMode::Count)),
        Query::Grep(lines(r"\b[a-z]+_suspend\b")),
        Query::Grep(lines("absent_from_the_tree")),
        Query::Grep(lines("netif_carrier_OFF").ignore_case(true).limit(300)),
        Query::Grep(lines(".").limit(500)),
        Query::Grep(GrepOptions::new("return", "project").types(["c"])),
        Query::Glob(paths("**/*.c")),
        Query::Glob(paths("**/*.o").gitignore(false)),
        Query::Glob(paths("generated/**")),
        Query::Glob(paths("**/*.h").sort_by_mtime(true).limit(50)),
        Query::FuzzyFind(FuzzyFindOptions::new("netmain", ".").limit(50)),
        Query::FuzzyFind(FuzzyFindOptions::new("unit7", ".").limit(20)),
        Query::FuzzyFind(FuzzyFindOptions::new("moved", ".").limit(20)),
        Query::AstGrep(AstGrepOptions::new("return soak_value + $A", ".").language("c")),
        Query::AstGrep(AstGrepOptions::new("printf($$$A)", "project")),
        Query::Outline(OutlineFilesOptions::new("project")),
    ]
}

/// Collects the results of a stream or, for an abandoned query, only the first result.
fn take<T>(mut stream: Stream<T>, first_only: bool) -> ransack::Result<Option<Report>> {
    if first_only {
        return stream.next().transpose().map(|_| None);
    }
    stream.collect_outcome().map(|outcome| Some(outcome.report))
}

impl Query {
    /// Runs in the workspace and returns the report, or `None` for a call dropped after its first
    /// result.
    pub(crate) fn run(
        &self,
        workspace: &Workspace,
        first_only: bool,
        token: &CancelToken,
    ) -> ransack::Result<Option<Report>> {
        match self {
            Query::Grep(options) => take(
                grep_stream(&options.clone().workspace(workspace), token),
                first_only,
            ),
            Query::Glob(options) => take(
                glob_stream(&options.clone().workspace(workspace), token),
                first_only,
            ),
            Query::FuzzyFind(options) => take(
                fuzzy_find_stream(&options.clone().workspace(workspace), token),
                first_only,
            ),
            Query::AstGrep(options) => take(
                ast_grep_stream(&options.clone().workspace(workspace), token),
                first_only,
            ),
            Query::Outline(options) => take(
                outline_stream(&options.clone().workspace(workspace), token),
                first_only,
            ),
        }
    }

    /// Returns the difference between the results with and without the workspace, and the number of
    /// results.
    pub(crate) fn compare(
        &self,
        workspace: &Workspace,
        root: &Path,
    ) -> ransack::Result<(Option<String>, usize)> {
        let token = &CancelToken::new();
        match self {
            Query::Grep(options) => {
                let mut direct = options.clone();
                place(&mut direct.scope.roots, root);
                let own = grep(&options.clone().workspace(workspace), token)?;
                Ok(difference(options, &own, &grep(&direct, token)?))
            }
            Query::Glob(options) => {
                let mut direct = options.clone();
                place(&mut direct.scope.roots, root);
                let own = glob(&options.clone().workspace(workspace), token)?;
                Ok(difference(options, &own, &glob(&direct, token)?))
            }
            Query::FuzzyFind(options) => {
                let mut direct = options.clone();
                place(&mut direct.scope.roots, root);
                let own = fuzzy_find(&options.clone().workspace(workspace), token)?;
                Ok(difference(options, &own, &fuzzy_find(&direct, token)?))
            }
            Query::AstGrep(options) => {
                let mut direct = options.clone();
                place(&mut direct.scope.roots, root);
                let own = ast_grep(&options.clone().workspace(workspace), token)?;
                Ok(difference(options, &own, &ast_grep(&direct, token)?))
            }
            Query::Outline(options) => {
                let mut direct = options.clone();
                place(&mut direct.scope.roots, root);
                let own = outline_stream(&options.clone().workspace(workspace), token)
                    .collect_outcome()?;
                let plain = outline_stream(&direct, token).collect_outcome()?;
                Ok(difference(options, &own, &plain))
            }
        }
    }
}

fn place(roots: &mut [std::path::PathBuf], root: &Path) {
    for path in roots {
        *path = root.join(&*path);
    }
}

fn difference<T: PartialEq + Debug>(
    options: &impl Debug,
    own: &Outcome<T>,
    plain: &Outcome<T>,
) -> (Option<String>, usize) {
    let counts = |report: &Report| {
        (
            report.complete,
            report.stopped_by,
            report.total_is_exact,
            report.next_offset,
            report.no_files_matched_scope,
        )
    };
    let pairs = || own.items.iter().zip(&plain.items);
    let at = match pairs().position(|(own, plain)| own != plain) {
        None if own.items.len() != plain.items.len() => own.items.len().min(plain.items.len()),
        None if counts(&own.report) == counts(&plain.report) => return (None, own.items.len()),
        None => own.items.len(),
        Some(at) => at,
    };
    let text = format!(
        "{options:?}\nresult {at} in the workspace: {:?}\nanew: {:?}\nreports: {:?}\n{:?}",
        own.items.get(at),
        plain.items.get(at),
        own.report,
        plain.report
    );
    (Some(text), own.items.len())
}
