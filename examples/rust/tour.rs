//! `cargo run --release --example tour -- [DIR]`: runs every operation once on
//! a directory (default: this checkout), and prints results, times, and the
//! call in Rust, C and Node.

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ransack::highlight::{ColorDepth, HighlightOptions, Output, Theme, detect_language, highlight};
use ransack::{
    AbortReason, AstGrepOptions, CancelToken, DefinitionAction, DefinitionEdit,
    DefinitionEditOptions, DefinitionPart, FuzzyFindOptions, GlobOptions, GrepMatch, GrepMode,
    GrepOptions, ImportRequest, InsertPlace, OutlineFilesOptions, Pool, Report, SearchOptions,
    SkeletonLevel, SkeletonOptions, TextOptions, TokenOptions, Tokenizer, TruncateOptions,
    Workspace, WorkspaceOptions, WrapOptions, ast_grep, definition_in_file, edit_definition,
    encoding_for_model, fuzzy_find, glob, grep, grep_stream, imports_file, outline_stream, search,
    skeleton_stream, truncate_to_width, visible_width, wrap_text_with_ansi,
};

type Outcome = Result<(), Box<dyn Error>>;

fn main() -> Outcome {
    let root = match std::env::args_os().nth(1) {
        Some(dir) => PathBuf::from(dir),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join(".."),
    };
    let root = root.canonicalize()?;
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "ransack over {} on {} threads",
        root.display(),
        Pool::shared().size()
    )?;
    tour_grep(&mut out, &root)?;
    tour_first_hits(&mut out, &root)?;
    tour_glob(&mut out, &root)?;
    tour_fuzzy(&mut out, &root)?;
    tour_workspace(&mut out, &root)?;
    tour_search(&mut out, &root)?;
    tour_ast(&mut out, &root)?;
    tour_outline(&mut out, &root)?;
    tour_skeleton(&mut out, &root)?;
    tour_tokens(&mut out, &root)?;
    tour_highlight(&mut out, &root)?;
    tour_text(&mut out)?;
    tour_cancel(&mut out, &root)
}

const PATTERN: &str = r"\b(main|init)\b";

fn tour_grep(out: &mut impl Write, root: &Path) -> Outcome {
    title(out, "grep: every line that matches", PATTERN)?;
    let options = GrepOptions::new(PATTERN, root).max_columns(100);
    let begun = Instant::now();
    let outcome = grep(&options, &CancelToken::new())?;
    let time = begun.elapsed();
    for found in outcome.items.iter().take(5) {
        line(out, found)?;
    }
    more(out, outcome.items.len(), 5)?;
    summary(out, time, &outcome.report)?;
    calls(
        out,
        r#"grep(&GrepOptions::new(pattern, dir), &CancelToken::new())?"#,
        r#"ransack_grep(&options, NULL, on_match, user_data, &report);"#,
        r#"await grep({ pattern, path: dir })"#,
    )
}

fn tour_first_hits(out: &mut impl Write, root: &Path) -> Outcome {
    title(
        out,
        "grep: the first ten files, and the offset of the next page",
        "the",
    )?;
    let options = GrepOptions::new("the", root)
        .word(true)
        .ignore_case(true)
        .mode(GrepMode::FilesWithMatches)
        .limit(10);
    let begun = Instant::now();
    let outcome = grep(&options, &CancelToken::new())?;
    let time = begun.elapsed();
    for found in &outcome.items {
        writeln!(out, "  {}", found.path)?;
    }
    summary(out, time, &outcome.report)?;
    calls(
        out,
        r#"options.select.limit = Some(10); options.select.offset = next_offset;"#,
        r#"options.limit = 10; options.offset = next_offset;"#,
        r#"await grep({ pattern, path, mode: 'filesWithMatches', maxCount: 10, offset })"#,
    )
}

fn tour_glob(out: &mut impl Write, root: &Path) -> Outcome {
    let pattern = "**/*.{c,h,rs,js,mjs,ts,py,go,java,md}";
    title(out, "glob: paths by glob pattern, newest first", pattern)?;
    let options = GlobOptions::new(pattern, root).sort_by_mtime(true);
    let begun = Instant::now();
    let outcome = glob(&options, &CancelToken::new())?;
    let time = begun.elapsed();
    for found in outcome.items.iter().take(5) {
        writeln!(
            out,
            "  {:>9} bytes  {}",
            found.size.unwrap_or(0),
            found.path
        )?;
    }
    more(out, outcome.items.len(), 5)?;
    summary(out, time, &outcome.report)?;
    calls(
        out,
        r#"glob(&GlobOptions::new(pattern, dir), &CancelToken::new())?"#,
        r#"ransack_glob(&options, NULL, on_match, user_data, &report);"#,
        r#"await glob({ pattern, path: dir, sortByMtime: true })"#,
    )
}

fn tour_fuzzy(out: &mut impl Write, root: &Path) -> Outcome {
    let query = "mainrs";
    title(out, "fuzzy_find: fuzzy path search", query)?;
    let begun = Instant::now();
    let outcome = fuzzy_find(&FuzzyFindOptions::new(query, root), &CancelToken::new())?;
    let time = begun.elapsed();
    for found in outcome.items.iter().take(5) {
        writeln!(out, "  {:>5}  {}", found.score, found.path)?;
    }
    more(out, outcome.items.len(), 5)?;
    summary(out, time, &outcome.report)?;
    calls(
        out,
        r#"fuzzy_find(&FuzzyFindOptions::new(query, dir), &CancelToken::new())?"#,
        r#"ransack_fuzzy_find(&options, NULL, on_match, user_data, &report);"#,
        r#"await fuzzyFind({ query, path: dir })"#,
    )
}

fn tour_workspace(out: &mut impl Write, root: &Path) -> Outcome {
    let pattern = "**/*.{c,rs}";
    title(
        out,
        "workspace: paths from a cached, watched file table",
        pattern,
    )?;
    let begun = Instant::now();
    let workspace = Workspace::open(root, &WorkspaceOptions::default())?;
    workspace.refresh()?;
    let size = workspace.table_size();
    writeln!(
        out,
        "  {} entries in {} kB, listed in {}",
        size.entries,
        size.bytes / 1000,
        ms(begun.elapsed())
    )?;
    let begun = Instant::now();
    let outcome = glob(&GlobOptions::new(pattern, &workspace), &CancelToken::new())?;
    let time = begun.elapsed();
    summary(out, time, &outcome.report)?;
    let snapshot = outcome.report.snapshot;
    writeln!(out, "  refreshed by: {:?}", snapshot.mode)?;
    calls(
        out,
        r#"glob(&GlobOptions::new(pattern, &workspace), &token)?"#,
        r#"options.scope.workspace = workspace; ransack_glob(&options, NULL, on_match, user_data, &report);"#,
        r#"await new Workspace(dir).glob({ pattern })"#,
    )
}

fn tour_search(out: &mut impl Write, root: &Path) -> Outcome {
    title(out, "search: text in memory", r"^\w.*")?;
    let options = GlobOptions::new("*", root)
        .recursive(false)
        .file_type(ransack::FileType::File);
    let files = glob(&options, &CancelToken::new())?.items;
    let Some(file) = files.first() else {
        writeln!(out, "  (no file in the root to read)")?;
        return Ok(());
    };
    let text = fs::read(root.join(&file.path))?;
    let begun = Instant::now();
    let outcome = search(&text, &SearchOptions::new(r"^\w.*"), &CancelToken::new())?;
    let time = begun.elapsed();
    writeln!(out, "  in {} ({} bytes)", file.path, text.len())?;
    summary(out, time, &outcome.report)?;
    calls(
        out,
        r#"search(text, &SearchOptions::new(pattern), &CancelToken::new())?"#,
        r#"ransack_search(text, &options, NULL, on_match, user_data, &report);"#,
        r#"search(text, { pattern })"#,
    )
}

fn tour_tokens(out: &mut impl Write, root: &Path) -> Outcome {
    title(
        out,
        "tokens: number of tokens of the files of the root",
        "*",
    )?;
    let options = GlobOptions::new("*", root)
        .recursive(false)
        .file_type(ransack::FileType::File);
    let files = glob(&options, &CancelToken::new())?.items;
    let texts = files
        .iter()
        .map(|file| fs::read(root.join(&file.path)))
        .collect::<io::Result<Vec<_>>>()?;
    let tokenizer = Tokenizer::get(encoding_for_model("gpt-5")?);
    let begun = Instant::now();
    let counts = tokenizer.count_batch(&texts, &TokenOptions::default(), &CancelToken::new())?;
    let time = begun.elapsed();
    for (file, count) in files.iter().zip(&counts).take(5) {
        writeln!(out, "  {count:>9} tokens  {}", file.path)?;
    }
    more(out, files.len(), 5)?;
    let total: usize = counts.iter().sum();
    writeln!(out, "  {total} tokens in total, in {}", ms(time))?;
    calls(
        out,
        r#"count_tokens(text, Encoding::O200kBase)"#,
        r#"ransack_count_tokens(text, RANSACK_ENCODING_O200K_BASE, &tokens);"#,
        r#"countTokens(text, 'O200kBase')"#,
    )
}

const CODE: &str = "if ($A) { return $B; }";

fn tour_ast(out: &mut impl Write, root: &Path) -> Outcome {
    title(
        out,
        "ast_grep: the first syntax-tree matches of a pattern",
        CODE,
    )?;
    let options = AstGrepOptions::new(CODE, root).limit(5);
    let begun = Instant::now();
    let outcome = ast_grep(&options, &CancelToken::new())?;
    let time = begun.elapsed();
    for found in &outcome.items {
        let text = String::from_utf8_lossy(&found.text);
        let text: Vec<_> = text.split_whitespace().collect();
        let line = found.span.start.line;
        writeln!(out, "  {}:{line}: {}", found.path, text.join(" "))?;
    }
    summary(out, time, &outcome.report)?;
    calls(
        out,
        r#"ast_grep(&AstGrepOptions::new(pattern, dir), &CancelToken::new())?"#,
        r#"ransack_ast_grep(&options, NULL, on_match, user_data, &report);"#,
        r#"await astGrep({ pattern, path: dir })"#,
    )
}

fn tour_outline(out: &mut impl Write, root: &Path) -> Outcome {
    title(
        out,
        "outline: the definitions of the first file with any",
        "",
    )?;
    let options = OutlineFilesOptions::new(root).types(["rust", "c", "py", "ts", "js", "go"]);
    let begun = Instant::now();
    let mut first = None;
    let report = outline_stream(&options, &CancelToken::new()).for_each(|outline| {
        let is_empty = outline.items.is_empty();
        first = first.take().or((!is_empty).then_some(outline));
        ControlFlow::Continue(())
    })?;
    let time = begun.elapsed();
    if let Some(outline) = &first {
        for item in outline.items.iter().take(5) {
            let line = item.name_span().start.line;
            let kind = item.kind.name();
            writeln!(out, "  {}:{line}: {kind} {}", outline.path, item.signature)?;
        }
        more(out, outline.items.len(), 5)?;
    }
    summary(out, time, &report)?;
    calls(
        out,
        r#"outline_stream(&OutlineFilesOptions::new(dir), &CancelToken::new()).for_each(|outline| ...)?"#,
        r#"ransack_outline_each(&options, NULL, on_outline, user_data, &report);"#,
        r#"for await (const outlines of outlineStream({ path: dir })) ..."#,
    )?;
    match first
        .as_ref()
        .and_then(|outline| Some((outline, outline.items.first()?)))
    {
        Some((outline, item)) => {
            let file = root.join(&outline.path);
            tour_definition(out, &file, item.qualified_name())?;
            tour_edit_definition(out, &file)
        }
        None => Ok(()),
    }
}

fn tour_skeleton(out: &mut impl Write, root: &Path) -> Outcome {
    title(out, "skeleton: every file with its bodies elided", "")?;
    let files = OutlineFilesOptions::new(root);
    let options = SkeletonOptions::default().level(SkeletonLevel::Signatures);
    let (mut elided, mut tokens, mut original) = (0, 0, 0);
    let begun = Instant::now();
    let report = skeleton_stream(&files, &options, &CancelToken::new()).for_each(|skeleton| {
        elided += skeleton.elided;
        tokens += skeleton.tokens;
        original += skeleton.original_tokens;
        ControlFlow::Continue(())
    })?;
    let time = begun.elapsed();
    writeln!(
        out,
        "  {elided} bodies elided: {tokens} tokens of {original}"
    )?;
    summary(out, time, &report)?;
    calls(
        out,
        r#"skeleton_stream(&files, &options, &CancelToken::new()).for_each(|skeleton| ...)?"#,
        r#"ransack_skeleton_each(&options, level, NULL, 0, NULL, on_skeleton, user_data, &report);"#,
        r#"for await (const skeletons of skeletonStream({ path: dir, level: 'signatures' })) ..."#,
    )
}

fn tour_definition(out: &mut impl Write, file: &Path, name: &str) -> Outcome {
    title(out, "definition: parts of one of them, by name", name)?;
    let options = OutlineFilesOptions::new(file);
    let parts = [DefinitionPart::Doc, DefinitionPart::Signature];
    let begun = Instant::now();
    match definition_in_file(&options, name, &parts, &CancelToken::new()) {
        Ok(found) => {
            let time = begun.elapsed();
            for found in &found.items {
                let text = String::from_utf8_lossy(&found.text);
                let first = text.lines().next().unwrap_or_default();
                writeln!(out, "  {first} ... ({} bytes)", found.text.len())?;
            }
            summary(out, time, &found.report)?;
        }
        // Several definitions may have the name.
        Err(error) => writeln!(out, "  {error}: {}", error.candidates().join(", "))?,
    }
    calls(
        out,
        r#"definition_in_file(&options, name, &parts, &CancelToken::new())?"#,
        r#"ransack_definition_in_file(&options, name, parts, 2, NULL, on_definition, user_data, &report);"#,
        r#"await definition({ path: file, name, parts: ['doc', 'signature'] })"#,
    )
}

fn tour_edit_definition(out: &mut impl Write, file: &Path) -> Outcome {
    let shown = file.file_name().unwrap_or_default().to_string_lossy();
    title(out, "imports: the modules that the file imports", &shown)?;
    let token = CancelToken::new();
    let begun = Instant::now();
    match imports_file(&OutlineFilesOptions::new(file), &token) {
        Ok(found) => {
            let time = begun.elapsed();
            let imports = found.items.iter().flat_map(|imports| &imports.items);
            for import in imports.clone().take(5) {
                let (kind, names) = (import.kind.name(), import.names.len());
                writeln!(out, "  {kind} {}: {names} names", import.module)?;
            }
            more(out, imports.count(), 5)?;
            summary(out, time, &found.report)?;
        }
        // Not every language has imports.
        Err(error) => writeln!(out, "  {error}")?,
    }
    calls(
        out,
        r#"imports_file(&OutlineFilesOptions::new(file), &CancelToken::new())?"#,
        r#"ransack_imports_file(&options, NULL, on_imports, user_data, &report);"#,
        r#"await imports({ path: file })"#,
    )?;
    title(
        out,
        "edit_definition: a comment and an import, previewed",
        &shown,
    )?;
    let mark = if shown.ends_with(".py") { "#" } else { "//" };
    let text = format!("{mark} A comment.");
    let place = InsertPlace::LastMember;
    let mut edits = vec![DefinitionAction::Insert { place, text }];
    let module = match file.extension().and_then(|extension| extension.to_str()) {
        Some("rs") => Some("std::fmt"),
        Some("py") => Some("typing"),
        _ => None,
    };
    edits.extend(module.map(|module| DefinitionAction::AddImports {
        imports: vec![ImportRequest::new(module)],
    }));
    let edits = edits.into_iter();
    let edits = edits.map(|action| DefinitionEdit::new(file, "", action));
    let begun = Instant::now();
    match edit_definition(&DefinitionEditOptions::default().edits(edits), &token) {
        Ok(outcome) => {
            let time = begun.elapsed();
            for change in &outcome.changes {
                let after = String::from_utf8_lossy(&change.after);
                writeln!(out, "  line {}: + {}", change.span.start.line, after.trim())?;
            }
            summary(out, time, &outcome.report)?;
        }
        // The comment is not valid syntax in every language.
        Err(error) => writeln!(out, "  {error}")?,
    }
    calls(
        out,
        r#"edit_definition(&DefinitionEditOptions::default().edits(edits), &CancelToken::new())?"#,
        r#"ransack_edit_definition(&options, NULL, &outcome);"#,
        r#"await editDefinition({ path: file, edits: [{ action: 'addImports', imports }] })"#,
    )
}

fn tour_highlight(out: &mut impl Write, root: &Path) -> Outcome {
    title(out, "highlight: the beginning of the first source file", "")?;
    let options = GlobOptions::new("**/*.{rs,c,ts,py}", root).limit(1);
    let found = glob(&options, &CancelToken::new())?;
    let Some(first) = found.items.first() else {
        return Ok(());
    };
    let path = first.path.to_string();
    let text = fs::read(root.join(&path))?;
    let theme = Theme::named("Catppuccin Mocha").ok_or("no such theme")?;
    let language = detect_language(&path, &text).unwrap_or("plain");
    let begun = Instant::now();
    let token = CancelToken::new();
    let colored = highlight(&text, &HighlightOptions::new(language), &token)?;
    let time = begun.elapsed();
    let shown = colored.render(&Output::Ansi(theme.palette(ColorDepth::Ansi256)), &token)?;
    for line in shown.split(|&b| b == b'\n').take(5) {
        writeln!(out, "  {}", String::from_utf8_lossy(line))?;
    }
    let report = colored.report();
    writeln!(
        out,
        "  {path}: {} bytes of {language} in {time:.1?} by {:?}: {}",
        text.len(),
        report.engine.engine,
        report.engine.reason
    )?;
    calls(
        out,
        r#"highlight(text, &HighlightOptions::new("rust"), &token)?.render(&output, &token)?"#,
        r#"ransack_highlight(text, language, form, NULL, NULL, &highlighted);"#,
        r#"highlightCode(code, 'rust', colors)"#,
    )
}

const STYLED: &str = "A \x1b[1mbold\x1b[22m word, \x1b[4m日本語の文字\x1b[24m, an e\u{301}, a \
    \x1b]8;id=a;https://example.org\x1b\\link of two words\x1b]8;;\x1b\\, 👩\u{200D}💻 and 🇩🇪.";

fn tour_text(out: &mut impl Write) -> Outcome {
    title(
        out,
        "terminal text: measured, wrapped and cut by cells",
        "24 cells",
    )?;
    let begun = Instant::now();
    let cells = visible_width(STYLED, &TextOptions::default());
    let lines = wrap_text_with_ansi(STYLED, 24, &WrapOptions::default());
    let cut = truncate_to_width(STYLED, 24, &TruncateOptions::default());
    let time = begun.elapsed();
    for line in &lines {
        writeln!(out, "  {line}")?;
    }
    writeln!(out, "  {cut}")?;
    writeln!(
        out,
        "  {cells} cells in {} bytes, in {}",
        STYLED.len(),
        ms(time)
    )?;
    calls(
        out,
        r#"visible_width(text, &options); wrap_text_with_ansi(text, 24, &WrapOptions::default())"#,
        r#"ransack_visible_width(text, NULL, &cells); ransack_wrap_text_with_ansi(text, 24, NULL, &lines);"#,
        r#"visibleWidth(text); wrapTextWithAnsi(text, 24)"#,
    )
}

fn tour_cancel(out: &mut impl Write, root: &Path) -> Outcome {
    title(
        out,
        "cancel: a search for `.` is cancelled after its first results",
        ".",
    )?;
    let token = CancelToken::new();
    let mut stream = grep_stream(&GrepOptions::new(".", root), &token);
    let first = stream.next_batch(1);
    let begun = Instant::now();
    token.cancel(AbortReason::User);
    let settled = stream.find_map(Result::err);
    let time = begun.elapsed();
    match (first, settled) {
        (Some(Ok(_)), Some(error)) => {
            writeln!(out, "  {error}, {} after the cancellation", ms(time))?;
        }
        _ => writeln!(out, "  the search had ended before")?,
    }
    calls(
        out,
        r#"token.cancel(AbortReason::User)   // or CancelToken::with_timeout(..)"#,
        r#"ransack_cancel_token_cancel(token, RANSACK_ABORT_REASON_USER);"#,
        r#"grep({ pattern, path, signal: AbortSignal.timeout(500) })"#,
    )
}

fn title(out: &mut impl Write, what: &str, pattern: &str) -> io::Result<()> {
    writeln!(out, "\n{what}   `{pattern}`")
}

fn line(out: &mut impl Write, found: &GrepMatch) -> io::Result<()> {
    let text = String::from_utf8_lossy(&found.line);
    let cut = if found.clip.is_some() { " (cut)" } else { "" };
    writeln!(
        out,
        "  {}:{}: {}{cut}",
        found.path,
        found.line_number,
        text.trim()
    )
}

fn more(out: &mut impl Write, all: usize, shown: usize) -> io::Result<()> {
    if all > shown {
        writeln!(out, "  ... and {} more", all - shown)
    } else {
        Ok(())
    }
}

fn summary(out: &mut impl Write, time: Duration, report: &Report) -> io::Result<()> {
    write!(
        out,
        "  {}{} found, {} searched, in {}",
        if report.total_is_exact {
            ""
        } else {
            "at least "
        },
        report.total_matches,
        report.files_searched,
        ms(time),
    )?;
    for skipped in &report.skipped {
        write!(out, "; {} skipped ({:?})", skipped.count, skipped.reason)?;
    }
    if let Some(next) = report.next_offset {
        write!(out, "; next offset {next}")?;
    }
    writeln!(
        out,
        "{}",
        if report.complete {
            "; complete"
        } else {
            "; not complete"
        }
    )
}

fn calls(out: &mut impl Write, rust: &str, c: &str, node: &str) -> Outcome {
    writeln!(out, "    Rust  {rust}\n    C     {c}\n    Node  {node}")?;
    Ok(())
}

fn ms(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}
