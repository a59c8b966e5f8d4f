//! Syntax edits.
//!
//! - `brackets`: brackets around inserted expressions.
//! - `buffers`: open buffers of a workspace.
//! - `diffs`: diffs of the changed files.
//! - `files`: previews, links and metadata.
//! - `gaps`: gaps that deletions leave in the syntax.
//! - `keeps`: code in a match that the pattern does not name.
//! - `names`: renames without a parse.
//! - `oracle`: comparison with ast-grep.
//! - `rules`: several rewrites, passes, limits and refusals.
//! - `separators`: commas and operators of lists whose elements are deleted, captured or added.
//! - `shapes`: sequences, headers and declarations.
//! - `statements`: expressions at the start of a statement.
//! - `syntax_errors`: errors that an edit would introduce.
//! - `tokens`: tokens that an edit would join.
//! - `texts`: unchanged bytes, terminators and indentation.

mod brackets;
mod buffers;
mod diffs;
mod files;
mod gaps;
mod keeps;
mod masked;
mod names;
mod oracle;
mod preview;
mod rules;
mod separators;
mod shapes;
mod statements;
mod syntax_errors;
mod texts;
mod tokens;

use std::fs;
use std::path::Path;

use ransack::{AstEditOptions, AstEditOutcome, CancelToken, Rewrite, ast_edit};

fn edit(options: &AstEditOptions) -> ransack::Result<AstEditOutcome> {
    ast_edit(options, &CancelToken::new())
}

fn applied(dir: &Path, rewrites: &[(&str, &str)]) -> AstEditOptions {
    let mut options = AstEditOptions::default();
    options.scope = ransack::Scope::new(dir);
    options.rewrites = rewrites.iter().map(|(p, r)| Rewrite::new(*p, *r)).collect();
    options.dry_run = false;
    options
}

/// Text of a file with this name, and the text after the rewrites.
fn rewritten_by(
    name: &str,
    text: impl AsRef<[u8]>,
    rewrites: &[(&str, &str)],
    adjust: impl Fn(&mut AstEditOptions),
) -> ransack::Result<Vec<u8>> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(name);
    fs::write(&path, text).unwrap();
    let mut options = applied(dir.path(), rewrites);
    adjust(&mut options);
    edit(&options)?;
    let names: Vec<_> = fs::read_dir(dir.path()).unwrap().collect();
    assert_eq!(names.len(), 1, "{names:?}");
    Ok(fs::read(path).unwrap())
}

fn rewritten(name: &str, text: &str, pattern: &str, replacement: &str) -> String {
    let new = rewritten_by(name, text, &[(pattern, replacement)], |_| ()).unwrap();
    String::from_utf8(new).unwrap()
}
