//! `cargo run --release --example tour -- [DIR]`: runs the main operations on a directory, by
//! default the core of this checkout, and prints what each found and how long it took.

use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, IsTerminal, StdoutLock, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ransack::highlight::{ColorDepth, HighlightOptions, Output, Theme, detect_language, highlight};
use ransack::{
    AbortReason, AstEditOptions, AstGrepOptions, CancelToken, DefinitionAction, DefinitionEdit,
    DefinitionEditOptions, DefinitionPart, FileType, FuzzyFindOptions, GlobOptions, GrepMode,
    GrepOptions, Grouping, ImportRequest, IndexMode, InsertPlace, OutlineFilesOptions, Pool,
    Render, RenderOptions, Report, SearchOptions, SkeletonOptions, TextOptions, TokenOptions,
    Tokenizer, TruncateOptions, Workspace, WorkspaceOptions, WrapOptions, ast_edit, ast_grep,
    definition_in_file, edit_definition, encoding_for_model, fuzzy_find, glob, grep, grep_stream,
    imports_file, outline_stream, render, search, skeleton_stream, strip_ansi, truncate_to_width,
    visible_width, wrap_text_with_ansi,
};

type Outcome = Result<(), Box<dyn Error>>;

fn main() -> Outcome {
    let core = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../core");
    let root = env::args_os().nth(1).map_or_else(core, PathBuf::from);
    let root = root.canonicalize()?;
    let out = io::stdout().lock();
    let color = out.is_terminal() && env::var_os("NO_COLOR").is_none();
    let mut tour = Tour { out, color, root };
    let threads = Pool::shared().size();
    writeln!(
        tour.out,
        "The main operations, in {}, on {threads} threads\n",
        tour.root.display()
    )?;
    tour.files()?;
    tour.workspace()?;
    tour.syntax()?;
    tour.structure()?;
    tour.text()?;
    tour.cancel()?;
    writeln!(
        tour.out,
        "\nNext: cargo run --release --example grep -- 'TODO|FIXME' DIR   \
         (or ast_edit, glob, highlight, workspace)\n      \
         cargo doc -p ransack --open                               \
         every function and option of the crate\n      \
         README.md                                                 \
         first use from Node, Rust, C and Python"
    )?;
    Ok(())
}

/// Code that the tour looks for.
const CALL: &str = "assert_eq!($A, $B)";

const STYLED: &str = "A \x1b[1mbold\x1b[22m word, \x1b[4m日本語の文字\x1b[24m, e\u{301}, \
    👩\u{200D}💻 and 🇩🇪.";

/// Output of the tour, and the directory it shows.
struct Tour {
    out: StdoutLock<'static>,
    color: bool,
    root: PathBuf,
}

impl Tour {
    fn files(&mut self) -> Outcome {
        let token = CancelToken::new();
        let pattern = r"\b(main|init)\b";
        let begun = Instant::now();
        let outcome = grep(&GrepOptions::new(pattern, &self.root), &token)?;
        self.found("grep", pattern, &outcome.report, begun.elapsed())?;
        self.rendered(outcome.items.as_slice(), 0, 2)?;

        let options = GrepOptions::new("the", &self.root).word(true).limit(2);
        let options = options.mode(GrepMode::FilesWithMatches);
        let begun = Instant::now();
        let outcome = grep(&options, &token)?;
        self.found(
            "grep, a page",
            "the, first files",
            &outcome.report,
            begun.elapsed(),
        )?;
        self.rendered(outcome.items.as_slice(), 0, 2)?;

        let pattern = "**/*.{c,go,java,js,md,py,rs,ts}";
        let options = GlobOptions::new(pattern, &self.root).sort_by_mtime(true);
        let begun = Instant::now();
        let outcome = glob(&options, &token)?;
        self.found("glob, newest", pattern, &outcome.report, begun.elapsed())?;
        for found in outcome.items.iter().take(2) {
            self.sample(&format!(
                "{} ({} bytes)",
                found.path,
                found.size.unwrap_or(0)
            ))?;
        }

        let query = "mainrs";
        let begun = Instant::now();
        let outcome = fuzzy_find(&FuzzyFindOptions::new(query, &self.root), &token)?;
        self.found("fuzzy_find", query, &outcome.report, begun.elapsed())?;
        self.rendered(outcome.items.as_slice(), 0, 2)?;
        Ok(())
    }

    fn workspace(&mut self) -> Outcome {
        let token = CancelToken::new();
        let begun = Instant::now();
        let options = WorkspaceOptions::default().index(IndexMode::Memory);
        let workspace = Workspace::open(&self.root, &options)?;
        workspace.ready(&token, |_| ())?;
        let entries = workspace.table_size().entries;
        let result = format!("{entries} files and directories");
        self.row("Workspace", "opened, indexed", &result, begun.elapsed())?;
        let pattern = "CancelToken::new";
        let begun = Instant::now();
        let outcome = grep(&GrepOptions::new(pattern, &workspace), &token)?;
        self.found("grep, indexed", pattern, &outcome.report, begun.elapsed())
    }

    fn syntax(&mut self) -> Outcome {
        let token = CancelToken::new();
        let begun = Instant::now();
        let outcome = ast_grep(&AstGrepOptions::new(CALL, &self.root).limit(2), &token)?;
        self.found("ast_grep", CALL, &outcome.report, begun.elapsed())?;
        self.rendered(outcome.items.as_slice(), 0, 2)?;

        let replacement = "assert_eq!($B, $A)";
        let options = AstEditOptions::new(CALL, replacement, &self.root).max_replacements(2);
        let begun = Instant::now();
        let outcome = ast_edit(&options, &token)?;
        self.found(
            "ast_edit, preview",
            replacement,
            &outcome.report,
            begun.elapsed(),
        )?;
        self.rendered(outcome.file_changes.as_slice(), 3, 5)?;
        Ok(())
    }

    fn structure(&mut self) -> Outcome {
        let token = CancelToken::new();
        let options = OutlineFilesOptions::new(&self.root);
        let mut first = None;
        let begun = Instant::now();
        let report = outline_stream(&options, &token).for_each(|outline| {
            let shown = ["rust", "c", "python", "typescript", "javascript", "go"];
            let is_shown = !outline.items.is_empty() && shown.contains(&outline.language);
            first = first.take().or(is_shown.then_some(outline));
            ControlFlow::Continue(())
        })?;
        self.found("outline", "every file", &report, begun.elapsed())?;
        if let Some(outline) = first {
            self.rendered(&outline, 0, 2)?;
            let name = outline.items[0].qualified_name();
            self.definition(&self.root.join(&outline.path), name)?;
        }

        let skeletons = SkeletonOptions::default();
        let (mut tokens, mut original) = (0, 0);
        let begun = Instant::now();
        skeleton_stream(&options, &skeletons, &token).for_each(|skeleton| {
            tokens += skeleton.tokens;
            original += skeleton.original_tokens;
            ControlFlow::Continue(())
        })?;
        let result = format!("{tokens} of {original} tokens");
        self.row("skeleton", "bodies elided", &result, begun.elapsed())
    }

    fn definition(&mut self, file: &Path, name: &str) -> Outcome {
        let token = CancelToken::new();
        let shown = file.strip_prefix(&self.root)?.display().to_string();
        let options = OutlineFilesOptions::new(file);
        let begun = Instant::now();
        let parts = [DefinitionPart::Signature];
        let found = definition_in_file(&options, name, &parts.into(), &token)?;
        let bytes: usize = found
            .items
            .iter()
            .map(|definition| definition.text.len())
            .sum();
        let result = format!("{bytes} bytes of signature");
        self.row("definition", name, &result, begun.elapsed())?;

        let begun = Instant::now();
        let imports = imports_file(&options, &token)?;
        let count: usize = imports.items.iter().map(|file| file.items.len()).sum();
        let result = format!("{count} imports");
        self.row("imports", &shown, &result, begun.elapsed())?;

        let mark = if shown.ends_with(".py") { "#" } else { "//" };
        let text = format!("{mark} A comment.");
        let place = InsertPlace::Before;
        let mut edits = vec![DefinitionEdit::new(
            file,
            name,
            DefinitionAction::Insert { place, text },
        )];
        let module = match file.extension().and_then(|extension| extension.to_str()) {
            Some("rs") => Some("std::fmt"),
            Some("py") => Some("typing"),
            _ => None,
        };
        edits.extend(module.map(|module| {
            let imports = vec![ImportRequest::new(module)];
            DefinitionEdit::new(file, "", DefinitionAction::AddImports { imports })
        }));
        let options = DefinitionEditOptions::default().edits(edits);
        let begun = Instant::now();
        let outcome = edit_definition(&options, &token)?;
        let result = format!("{} changes possible", outcome.changes.len());
        self.row(
            "edit_definition",
            "insert, import",
            &result,
            begun.elapsed(),
        )?;
        self.rendered(outcome.file_changes.as_slice(), 2, 6)?;
        Ok(())
    }

    fn text(&mut self) -> Outcome {
        let token = CancelToken::new();
        let options = GlobOptions::new("*", &self.root).recursive(false);
        let files = glob(&options.file_type(FileType::File), &token)?.items;
        if let Some(file) = files.first() {
            let path = file.path.to_string();
            let text = fs::read(self.root.join(&file.path))?;
            let pattern = r"^\w.*";
            let begun = Instant::now();
            let outcome = search(&text, &SearchOptions::new(pattern), &token)?;
            let result = format!("{} lines", outcome.items.len());
            let of = format!("{pattern} in {path}");
            self.row("search", &of, &result, begun.elapsed())?;

            let begun = Instant::now();
            let tokenizer = Tokenizer::get(encoding_for_model("gpt-5")?);
            let count = tokenizer.count(&text, &TokenOptions::default(), &token)?;
            let result = format!("{count} tokens in {} bytes", text.len());
            self.row("count_tokens", &path, &result, begun.elapsed())?;
        }

        let options = GlobOptions::new("**/*.{rs,c,ts,py}", &self.root).limit(1);
        if let Some(file) = glob(&options, &token)?.items.first() {
            let path = file.path.to_string();
            let text = fs::read(self.root.join(&file.path))?;
            let theme = Theme::named("Catppuccin Mocha").ok_or("no such theme")?;
            let language = detect_language(&path, &text).unwrap_or("plain");
            let begun = Instant::now();
            let colored = highlight(&text, &HighlightOptions::new(language), &token)?;
            let palette = theme.palette(ColorDepth::Ansi256);
            let shown = colored.render(&Output::Ansi(palette), &token)?;
            let result = format!("{} bytes of {language}", text.len());
            self.row("highlight", &path, &result, begun.elapsed())?;
            for line in shown.split(|&b| b == b'\n').take(2) {
                self.sample(&String::from_utf8_lossy(line))?;
            }
        }

        let begun = Instant::now();
        let cells = visible_width(STYLED, &TextOptions::default());
        let lines = wrap_text_with_ansi(STYLED, 24, &WrapOptions::default());
        let result = format!("{cells} cells in {} lines", lines.len());
        let of = "wrapped to 24 cells";
        self.row("terminal text", of, &result, begun.elapsed())?;
        for line in &lines {
            self.sample(line)?;
        }
        Ok(())
    }

    fn cancel(&mut self) -> Outcome {
        let token = CancelToken::new();
        let mut stream = grep_stream(&GrepOptions::new(".", &self.root), &token);
        let first = stream.next_batch(1);
        let begun = Instant::now();
        token.cancel(AbortReason::User);
        let settled = stream.find_map(Result::err);
        let time = begun.elapsed();
        let result = match (first, settled) {
            (Some(Ok(_)), Some(error)) => error.to_string(),
            _ => "the search had ended before".into(),
        };
        self.row("cancel", "grep, in its first results", &result, time)
    }

    /// Prints the line of an operation.
    fn row(&mut self, operation: &str, of: &str, result: &str, time: Duration) -> Outcome {
        let (bold, plain) = if self.color {
            ("\x1b[1m", "\x1b[22m")
        } else {
            ("", "")
        };
        let ms = time.as_secs_f64() * 1000.0;
        writeln!(
            self.out,
            "{bold}{operation:<17}{plain} {of:<32} {result:<40} {ms:>8.2} ms"
        )?;
        Ok(())
    }

    /// Prints the line of an operation over files.
    fn found(&mut self, operation: &str, of: &str, report: &Report, time: Duration) -> Outcome {
        let more = if report.total_is_exact { "" } else { "+" };
        let (total, searched) = (report.total_matches, report.files_searched);
        let incomplete = if report.complete { "" } else { ", incomplete" };
        let result = format!("{total}{more} found, {searched} files read{incomplete}");
        self.row(operation, of, &result, time)
    }

    /// Prints lines of a rendered result: `count` lines after the first `skipped`.
    fn rendered(
        &mut self,
        result: &(impl Render + ?Sized),
        skipped: usize,
        count: usize,
    ) -> Outcome {
        let options = RenderOptions::default().group(Grouping::Flat);
        let text = render(result, &options, &CancelToken::new())?.text;
        for line in text
            .lines()
            .skip(skipped)
            .take(count)
            .take_while(|line| !line.is_empty())
        {
            self.sample(line)?;
        }
        Ok(())
    }

    /// Prints one of the results, cut to one line.
    fn sample(&mut self, text: &str) -> Outcome {
        let words: Vec<_> = text.split_whitespace().collect();
        let line =
            truncate_to_width(&words.join(" "), 80, &TruncateOptions::default()).into_owned();
        if self.color {
            writeln!(self.out, "{:18}\x1b[2m{line}\x1b[0m", "")?;
        } else {
            writeln!(self.out, "{:18}{}", "", strip_ansi(&line))?;
        }
        Ok(())
    }
}
