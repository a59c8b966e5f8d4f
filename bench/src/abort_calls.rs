//! Calls to cancel: every operation that takes a token, by name.

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ransack::ast::Language;
use ransack::highlight::{Class, HighlightOptions, HighlightStream, Output, Palette, highlight};
use ransack::{
    AstEditOptions, AstGrepOptions, AstMatchOptions, CancelToken, DefinitionAction,
    DefinitionEditOptions, DefinitionOptions, Encoding, Error as Failure, FuzzyFindOptions,
    FuzzyList, FuzzyMatchOptions, GlobOptions, ImportRemoval, ImportRequest, IndexMode,
    OutlineFilesOptions, OutlineOptions, RecoveryOptions, SearchOptions, SkeletonOptions,
    TokenCounter, TokenOptions, Tokenizer, TreeOptions, TruncateFrom, TruncateTokensOptions,
    Workspace, WorkspaceOptions, add_imports, ast_edit, ast_grep, ast_match, block_range_at,
    check_syntax, definition, edit_definition, enclosing_block_boundaries, explain_pattern,
    exports, exports_stream, fuzzy_find, fuzzy_match, glob, grep, imports, imports_stream,
    interrupted_edits, node_chain_at, organise_imports, outline, outline_stream, recover_edits,
    remove_imports, search, skeleton, skeleton_stream, tree,
};

use crate::abort::LOOP;
use crate::cases::Case;
use crate::corpus::Corpus;

type Prepare = Box<dyn Fn() -> ransack::Result<()>>;
type Call = Box<dyn Fn(&CancelToken) -> Option<Failure> + Sync>;

/// A call to cancel.
pub(crate) struct Cancelled {
    /// Runs before each call, outside the measured time.
    pub(crate) prepare: Option<Prepare>,
    /// Makes the call and returns its error.
    pub(crate) call: Call,
}

/// Returns the call of an operation over the files of the corpus, or on one of its files in memory.
pub(crate) fn named(
    operation: &str,
    file: &str,
    case: &Case,
    corpus: &Corpus,
) -> Result<Cancelled, Box<dyn Error>> {
    let call = match file {
        "" if operation.starts_with("Workspace::") => in_workspace(operation, case, corpus)?,
        "" => over_files(operation, case, corpus),
        file => {
            let path = corpus.path().join(file);
            match (operation, fs::read(&path)?) {
                ("edit_definition", _) => edit_of_definition(path),
                (operation, text) => {
                    in_memory(operation, text.clone(), case).or_else(|| of_tokens(operation, text))
                }
            }
        }
    };
    let language = Language::from_path(file).map(|language| language.name);
    let call = match (call, language) {
        (None, Some(language)) => of_code(operation, fs::read(corpus.path().join(file))?, language),
        (call, _) => call,
    };
    call.ok_or_else(|| format!("no operation is named {operation}").into())
}

/// Returns a call on a value that it owns.
fn on<T: Sync + 'static, R>(
    value: T,
    call: impl Fn(&T, &CancelToken) -> ransack::Result<R> + Sync + 'static,
) -> Option<Cancelled> {
    Some(Cancelled {
        prepare: None,
        call: Box::new(move |token| call(&value, token).err()),
    })
}

fn over_files(operation: &str, case: &Case, corpus: &Corpus) -> Option<Cancelled> {
    let root = corpus.path();
    let swap = AstEditOptions::new("call($A, $B)", "call($B, $A)", root);
    match operation {
        // Delay that the machine adds to every row.
        LOOP => on((), |(), token| -> ransack::Result<()> {
            loop {
                token.heartbeat()?;
            }
        }),
        "grep" => on(case.options(corpus), grep),
        "glob" => on(GlobOptions::new("**/*{z,y}*{0..9}*.none", root), glob),
        "tree" => on(TreeOptions::new(root).lines(true).max_tokens(2000), tree),
        "fuzzy_find" => on(FuzzyFindOptions::new("f9", root), |options, token| {
            fuzzy_find(options, token)
        }),
        "ast_grep" => {
            // Without a literal, no prefilter rules out files.
            let mut options = AstGrepOptions::new("$A % $A", root);
            options.time_per_file = None;
            on(options, ast_grep)
        }
        "ast_edit" => on(swap, ast_edit),
        "ast_edit, applied" => on(swap.dry_run(false), |options, token| {
            ast_edit(options, token)
        }),
        "outline_each" => on(OutlineFilesOptions::new(root), |options, token| {
            outline_stream(options, token).for_each(|_| std::ops::ControlFlow::Continue(()))
        }),
        "skeleton_each" => on(OutlineFilesOptions::new(root), |options, token| {
            let skeleton = SkeletonOptions::default();
            skeleton_stream(options, &skeleton, token)
                .for_each(|_| std::ops::ControlFlow::Continue(()))
        }),
        "imports_each" => on(OutlineFilesOptions::new(root), |options, token| {
            imports_stream(options, token).for_each(|_| std::ops::ControlFlow::Continue(()))
        }),
        "exports_each" => on(OutlineFilesOptions::new(root), |options, token| {
            exports_stream(options, token).for_each(|_| std::ops::ControlFlow::Continue(()))
        }),
        "interrupted_edits" => on(RecoveryOptions::new(root), |options, token| {
            interrupted_edits(options, token)
        }),
        "recover_edits" => on(RecoveryOptions::new(root), |options, token| {
            recover_edits(options, token)
        }),
        _ => None,
    }
}

/// Returns a call on a value that is recreated before each call. The measured time excludes
/// dropping the last value and creating the next.
fn anew<T: Send + 'static>(
    make: impl Fn() -> ransack::Result<T> + 'static,
    call: impl Fn(&mut T, &CancelToken) -> ransack::Result<()> + Sync + 'static,
) -> Option<Cancelled> {
    let current: Arc<Mutex<Option<T>>> = Arc::default();
    let next = current.clone();
    let prepare = move || {
        let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
        *next = None;
        *next = Some(make()?);
        Ok(())
    };
    let call = move |token: &CancelToken| {
        let mut current = current.lock().unwrap_or_else(PoisonError::into_inner);
        current.as_mut().and_then(|value| call(value, token).err())
    };
    Some(Cancelled {
        prepare: Some(Box::new(prepare)),
        call: Box::new(call),
    })
}

fn in_workspace(
    operation: &str,
    case: &Case,
    corpus: &Corpus,
) -> Result<Option<Cancelled>, Box<dyn Error>> {
    let root = corpus.path();
    let opened = |index| {
        // The exported file lies elsewhere.
        let options = WorkspaceOptions::default().index(index).allow_outside(true);
        let root = root.to_owned();
        move || Workspace::open(&root, &options)
    };
    let token = CancelToken::new();
    let indexed = || -> ransack::Result<Workspace> {
        let workspace = opened(IndexMode::Memory)()?;
        workspace.ready(&token, |_| {})?;
        Ok(workspace)
    };
    Ok(match operation {
        // The first call waits for the scan.
        "Workspace::glob, first" => anew(opened(IndexMode::None), |workspace, token| {
            let found = glob(&GlobOptions::new("**/*.none", &*workspace), token);
            found.map(drop)
        }),
        "Workspace::ready" => anew(opened(IndexMode::Memory), |workspace, token| {
            workspace.ready(token, |_| {})
        }),
        "Workspace::grep" => {
            let mut options = case.options(corpus);
            options.scope.roots = vec![".".into()];
            on((indexed()?, options), |(workspace, options), token| {
                grep(&options.clone().workspace(workspace), token)
            })
        }
        "Workspace::export_index" => {
            let path = tempfile::NamedTempFile::new()?.into_temp_path();
            on((indexed()?, path), |(workspace, path), token| {
                workspace.export_index(path, token)
            })
        }
        "Workspace::import_index" => {
            let file = tempfile::NamedTempFile::new()?.into_temp_path();
            indexed()?.export_index(&file, &token)?;
            anew(opened(IndexMode::Memory), move |workspace, token| {
                workspace.import_index(&file, token)
            })
        }
        _ => None,
    })
}

/// Renames a definition that the file lacks, which is known only after parsing.
fn edit_of_definition(path: PathBuf) -> Option<Cancelled> {
    let action = DefinitionAction::Rename { name: "b".into() };
    let options = DefinitionEditOptions::new(path, "absent", action).time_per_file(None);
    on(options, edit_definition)
}

fn in_memory(operation: &str, text: Vec<u8>, case: &Case) -> Option<Cancelled> {
    let mut options = SearchOptions::new(case.pattern.as_str()).ignore_case(case.ignore_case);
    let lines =
        |text: &[u8]| -> Vec<Vec<u8>> { text.split(|b| *b == b'\n').map(<[u8]>::to_vec).collect() };
    match operation {
        "search" => on(text, move |text, token| search(text, &options, token)),
        "search, `a{65535}b`" => {
            options.query.patterns = vec!["a{65535}b".into()];
            on(text, move |text, token| search(text, &options, token))
        }
        "search, another `a{65535}b` each time" => {
            let copies = AtomicU32::new(65_535);
            on(text, move |text, token| {
                let mut options = options.clone();
                let copies = copies.fetch_sub(1, Ordering::Relaxed);
                options.query.patterns = vec![format!("a{{{copies}}}b")];
                search(text, &options, token)
            })
        }
        "fuzzy_match" => on(lines(&text), |lines, token| {
            fuzzy_match("file9", lines, &FuzzyMatchOptions::default(), token)
        }),
        "FuzzyList::rank" => {
            let list = Mutex::new(FuzzyList::new(lines(&text)));
            on(list, |list, token| {
                let mut list = list.lock().unwrap_or_else(PoisonError::into_inner);
                list.rank("fl9", &FuzzyMatchOptions::default(), token)
            })
        }
        _ => None,
    }
}

fn of_tokens(operation: &str, text: Vec<u8>) -> Option<Cancelled> {
    let tokenizer = Tokenizer::get(Encoding::O200kBase);
    let options = TokenOptions::default();
    match operation {
        "count" => on(text, move |text, token| {
            tokenizer.count(text, &options, token)
        }),
        "count_batch" => {
            let lines: Vec<Vec<u8>> = text.split(|b| *b == b'\n').map(<[u8]>::to_vec).collect();
            on(lines, move |lines, token| {
                tokenizer.count_batch(lines, &options, token)
            })
        }
        "encode" => on(text, move |text, token| {
            tokenizer.encode(text, &options, token)
        }),
        "token_offsets" => on(text, move |text, token| {
            tokenizer.token_offsets(text, &options, token)
        }),
        "truncate" => on(text, move |text, token| {
            let middle = TruncateTokensOptions::default().from(TruncateFrom::Middle);
            tokenizer.truncate(text, 1_000_000, &middle, &options, token)
        }),
        "split" => on(text, move |text, token| {
            tokenizer.split(text, 1000, 100, &options, token)
        }),
        "TokenCounter::push" => anew(
            move || Ok(TokenCounter::new(tokenizer, options.clone())),
            move |counter, token| counter.push(&text, token).map(drop),
        ),
        _ => None,
    }
}

fn of_code(operation: &str, text: Vec<u8>, language: &'static str) -> Option<Cancelled> {
    let highlighting = HighlightOptions::new(language).time_limit(Duration::MAX);
    match operation {
        "ast_match" => on(text, move |text, token| {
            ast_match(text, language, &AstMatchOptions::new("$A % $A"), token)
        }),
        "explain_pattern" => on(String::from_utf8(text).ok()?, move |text, token| {
            explain_pattern(text, language, token)
        }),
        "outline" => on(text, move |text, token| {
            outline(text, language, &OutlineOptions::default(), token)
        }),
        "definition" => on(text, move |text, token| {
            definition(
                text,
                language,
                "absent",
                &DefinitionOptions::default(),
                token,
            )
        }),
        "skeleton" => on(text, move |text, token| {
            skeleton(text, language, &SkeletonOptions::default(), token)
        }),
        "imports" => on(text, move |text, token| imports(text, language, token)),
        "exports" => on(text, move |text, token| exports(text, language, token)),
        "add_imports" => on(text, move |text, token| {
            let request = ImportRequest::new("package5000").name("other");
            add_imports(text, language, &[request], token)
        }),
        "remove_imports" => on(text, move |text, token| {
            let removal = ImportRemoval::module("package5000");
            remove_imports(text, language, &[removal], token)
        }),
        "organise_imports" => on(text, move |text, token| {
            organise_imports(text, language, None, token)
        }),
        "check_syntax" => on(text, move |text, token| check_syntax(text, language, token)),
        "node_chain_at" => on(text, move |text, token| {
            node_chain_at(text, language, 1, token)
        }),
        "block_range_at" => on(text, move |text, token| {
            block_range_at(text, language, 1000, token)
        }),
        "enclosing_block_boundaries" => on(text, move |text, token| {
            enclosing_block_boundaries(text, language, &[1000..=2000], token)
        }),
        "highlight" => on(text, move |text, token| {
            let highlighted = highlight(text, &highlighting, token)?;
            highlighted.render(&Output::Ansi(palette()), token)
        }),
        "HighlightStream::push" => anew(
            move || Ok(HighlightStream::new(&highlighting, Output::Html)),
            move |stream, token| stream.push(&text, token).map(drop),
        ),
        _ => None,
    }
}

fn palette() -> Palette {
    Palette::new(|class| match class {
        Class::Keyword => "\x1b[1m".into(),
        _ => String::new(),
    })
}
