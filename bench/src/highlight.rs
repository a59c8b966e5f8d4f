//! Highlighting: throughput, first call, streams, memory and aborts, compared with other
//! highlighters.

use std::error::Error;
use std::hint::black_box;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use ransack::highlight::{
    Colors, Engine, HighlightOptions, HighlightStream, Output, Palette, highlight,
};
use ransack::{AbortReason, CancelToken, Pool};
use ransack_testing::samples::HIGHLIGHTED;
use syntect::easy::HighlightLines;
use syntect::util::{LinesWithEndings, as_24_bit_terminal_escaped};
use tree_sitter_highlight::{HighlightConfiguration, HighlightEvent, Highlighter};

use crate::cases::{self, Case};
use crate::child;
use crate::corpus::Corpus;
use crate::find;
use crate::measure::{Plan, run};
use crate::rival::{Clock, OWN_ADDON, PI_NATIVES};
use crate::table::{Table, median};

/// Highlighter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    Ransack,
    /// ransack with the engine for languages without a grammar.
    Lines,
    Syntect,
    TreeSitter,
    Node,
    PiNatives,
    Shiki,
}

/// Measurement of a process.
#[derive(Clone, Copy)]
enum What {
    /// Throughput after the first call in MB/s, and time of the first call in
    /// milliseconds.
    Speed,
    /// Time of streaming line by line, relative to one call.
    Stream,
    /// Memory after one call in each of twenty languages, in MB.
    Memory,
    /// Longest time from a cancellation to the return, in milliseconds.
    Abort,
    /// Longest time from a cancellation during rendering, in milliseconds.
    RenderAbort,
    /// Longest time from a cancellation during streaming, in milliseconds.
    StreamAbort,
    /// Longest time from a cancellation in the first call of each of many
    /// languages, in milliseconds.
    FirstAbort,
    /// Longest time from a cancellation on lines that are hard to match, in
    /// milliseconds.
    LineAbort,
}

/// Text of the corpus or of this repository.
#[derive(Clone, Copy)]
struct Text {
    path: &'static str,
    language: &'static str,
    /// Extension or name by which syntect finds its grammar.
    extension: &'static str,
}

const C: Text = Text {
    path: "kernel/sched/core.c",
    language: "c",
    extension: "c",
};
/// Languages without a built-in grammar.
const ASSEMBLY: Text = Text {
    path: "arch/arm/crypto/curve25519-core.S",
    language: "arm-assembly",
    extension: "S",
};
const REST: Text = Text {
    path: "Documentation/admin-guide/sysctl/kernel.rst",
    language: "restructuredtext",
    extension: "rst",
};
const TYPESCRIPT: Text = Text {
    path: concat!(env!("CARGO_MANIFEST_DIR"), "/../napi/index.d.ts"),
    language: "typescript",
    extension: "ts",
};
/// Hostile texts, by a name used in place of a path.
const LINE: Text = Text {
    path: "5 MB line",
    language: "javascript",
    extension: "js",
};
const PARENTHESES: Text = Text {
    path: "300,000 parentheses",
    language: "c",
    extension: "c",
};
const TAGS: Text = Text {
    path: "300,000 tags",
    language: "html",
    extension: "html",
};
const BRACKETS: Text = Text {
    path: "300,000 brackets",
    language: "javascript",
    extension: "js",
};
const TEMPLATES: Text = Text {
    path: "100,000 templates",
    language: "javascript",
    extension: "js",
};
const ANGLES: Text = Text {
    path: "200,000 angles",
    language: "kotlin",
    extension: "kt",
};
const TEXTS: [Text; 10] = [
    C,
    ASSEMBLY,
    REST,
    TYPESCRIPT,
    LINE,
    PARENTHESES,
    TAGS,
    BRACKETS,
    TEMPLATES,
    ANGLES,
];

impl Text {
    fn read(self, corpus: &Corpus) -> io::Result<String> {
        match self.path {
            path if path == LINE.path => Ok("a.b(function(c){return c+1}),".repeat(180_000)),
            path if path == PARENTHESES.path => Ok("(".repeat(300_000)),
            path if path == TAGS.path => Ok("<a>".repeat(300_000)),
            path if path == BRACKETS.path => Ok("[".repeat(300_000)),
            path if path == TEMPLATES.path => Ok("f(`${".repeat(100_000)),
            path if path == ANGLES.path => Ok("a<".repeat(200_000)),
            path => std::fs::read_to_string(corpus.path().join(path)),
        }
    }
}

const WHO: [(&str, Who); 7] = [
    ("ransack", Who::Ransack),
    ("ransack, syntect engine", Who::Lines),
    ("syntect + Oniguruma", Who::Syntect),
    ("tree-sitter-highlight", Who::TreeSitter),
    ("ransack, Node", Who::Node),
    ("pi-natives, Bun", Who::PiNatives),
    ("shiki, Node", Who::Shiki),
];

/// Line fragments on which regular expressions backtrack.
const HARD: [&str; 16] = [
    "\"\\", "(", "[", "{", "<a ", "a ", "${", "`", "*", "|", "a.", "=", "\t", "%", "#{", "/*",
];

pub(crate) fn measure(corpus: &Corpus, plan: &Plan) -> Result<Table, Box<dyn Error>> {
    use What::{Abort, FirstAbort, LineAbort, Memory, RenderAbort, Speed, Stream, StreamAbort};
    let mut head = vec![""];
    head.extend(WHO.iter().map(|(name, _)| *name));
    let mut table = Table::new(&head);
    const FIRST: &str = "the same, first call in a process, ms";
    let rows: [(What, Text, &[&str]); 17] = [
        (Speed, C, &["`kernel/sched/core.c`, MB/s", FIRST]),
        (Speed, TYPESCRIPT, &["`napi/index.d.ts`, MB/s", FIRST]),
        (
            Speed,
            ASSEMBLY,
            &["`arm/crypto/curve25519-core.S`, MB/s", FIRST],
        ),
        (Speed, REST, &["`sysctl/kernel.rst`, MB/s", FIRST]),
        (Stream, C, &["`core.c` line by line, x one call"]),
        (Memory, C, &["20 languages, MB of memory"]),
        (
            Abort,
            LINE,
            &["cancel to return, JavaScript on one line of 5 MB, ms"],
        ),
        (
            Abort,
            PARENTHESES,
            &["the same, 300,000 open parentheses in C, ms"],
        ),
        (Abort, TAGS, &["the same, 300,000 open tags of HTML, ms"]),
        (
            Abort,
            BRACKETS,
            &["the same, 300,000 `[` in JavaScript, ms"],
        ),
        (
            Abort,
            TEMPLATES,
            &["the same, 100,000 nested templates, ms"],
        ),
        (
            Abort,
            ANGLES,
            &["the same, 200,000 times `a<` in Kotlin, ms"],
        ),
        (
            StreamAbort,
            LINE,
            &["the same, the line of 5 MB through a stream, ms"],
        ),
        (
            StreamAbort,
            PARENTHESES,
            &["the same, the parentheses through a stream, ms"],
        ),
        (
            RenderAbort,
            LINE,
            &["the same, the line of 5 MB while it is rendered, ms"],
        ),
        (
            FirstAbort,
            C,
            &["the same, first call in each of 80 languages, ms"],
        ),
        (LineAbort, C, &["the same, hard lines of 2,048 bytes, ms"]),
    ];
    for (what, text, titles) in rows {
        let mut samples = vec![vec![Vec::new(); WHO.len()]; titles.len()];
        for _ in 0..plan.runs {
            for (place, (_, who)) in WHO.iter().enumerate() {
                let values = one_run(*who, what, text, corpus)?;
                for (value, samples) in values.into_iter().zip(&mut samples) {
                    samples[place].push(value);
                }
            }
        }
        for (title, samples) in titles.iter().zip(samples) {
            let mut cells = vec![(*title).to_owned()];
            // For aborts, the maximum of all processes counts.
            let value = |samples: &Vec<f64>| match what {
                Speed | Stream | Memory => median(samples),
                _ => samples.iter().copied().reduce(f64::max),
            };
            cells.extend(
                samples.iter().map(|samples| {
                    value(samples).map_or("-".into(), |value| format!("{value:.2}"))
                }),
            );
            table.row(cells);
        }
    }
    Ok(table)
}

/// Measures in a child process; `None` if the highlighter does not support the
/// measurement or is not installed.
fn one_run(who: Who, what: What, text: Text, corpus: &Corpus) -> Result<Vec<f64>, Box<dyn Error>> {
    let command = match (who, what) {
        (Who::Ransack | Who::Lines, _) => own(who, what, text, corpus),
        (Who::Node | Who::PiNatives | Who::Shiki, What::Speed) => script(who, text, corpus),
        (Who::TreeSitter, _) if text.language != C.language => None,
        (_, What::Speed) => own(who, what, text, corpus),
        _ => None,
    };
    let Some(command) = command else {
        return Ok(Vec::new());
    };
    let output = String::from_utf8(run(command, Clock::Outside, None)?.output)?;
    let values = output.split_ascii_whitespace().map(str::parse);
    Ok(values.collect::<Result<_, _>>()?)
}

fn own(who: Who, what: What, text: Text, corpus: &Corpus) -> Option<Command> {
    let case = cases::named(cases::HIGHLIGHT)?;
    let mut command = child::command(child::HIGHLIGHT, &case, corpus)?;
    command.arg(format!("{},{},{}", who as u8, what as u8, text.path));
    Some(command)
}

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/node/highlight.mjs");

fn script(who: Who, text: Text, corpus: &Corpus) -> Option<Command> {
    let modules = || std::env::var("RANSACK_BENCH_NODE_MODULES").ok();
    let node = || find::program("RANSACK_BENCH_NODE", "node");
    let (name, runtime, module) = match who {
        Who::Node => {
            let addon = std::env::var("RANSACK_BENCH_ADDON");
            (
                "ransack",
                node(),
                addon.unwrap_or_else(|_| OWN_ADDON.into()),
            )
        }
        Who::PiNatives => {
            let bun = find::program("RANSACK_BENCH_BUN", "bun");
            ("pi-natives", bun, format!("{}/{PI_NATIVES}", modules()?))
        }
        _ => (
            "shiki",
            node(),
            format!("{}/shiki/dist/index.mjs", modules()?),
        ),
    };
    if !Path::new(&module).exists() {
        return None;
    }
    let mut command = Command::new(runtime?);
    command
        .args([SCRIPT, name, &module])
        .arg(corpus.path().join(text.path))
        .arg(text.language);
    Some(command)
}

/// Runs a measurement in the process that [`own`] starts.
pub(crate) fn child(_: &Case, corpus: &Corpus, task: &str) -> Result<(), Box<dyn Error>> {
    let mut parts = task.splitn(3, ',');
    let mut next = || parts.next().unwrap_or_default();
    let who: usize = next().parse()?;
    let what = next();
    let path = next();
    let (_, who) = WHO.get(who).ok_or("no such rival")?;
    let text = TEXTS
        .iter()
        .find(|t| t.path == path)
        .ok_or("no such text")?;
    let code = text.read(corpus)?;
    let value = match what.parse::<u8>()? {
        n if n == What::Speed as u8 => {
            let times = times(5, *who, *text, &code);
            let warm = median(&times[1..]).ok_or("no times")?;
            write!(io::stdout(), "{} ", code.len() as f64 / warm / 1e6)?;
            times[0] * 1e3
        }
        n if n == What::Stream as u8 => {
            let one_call = median(&times(5, *who, *text, &code)[1..]).ok_or("no times")?;
            let streamed: Vec<f64> = (0..4)
                .map(|_| time(|| stream(*who, *text, &code)).as_secs_f64())
                .collect();
            median(&streamed).ok_or("no times")? / one_call
        }
        n if n == What::Abort as u8 => {
            let options = options(*who, *text);
            worst_abort(|token| (highlight(code.as_bytes(), &options, token).is_err(), ()))
        }
        n if n == What::StreamAbort as u8 => {
            let options = options(*who, *text);
            worst_abort(|token| {
                let mut stream = HighlightStream::new(&options, Output::Html);
                let pushed = stream.push(code.as_bytes(), token);
                let ended = pushed.and_then(|_| stream.finish(token));
                (ended.is_err(), stream)
            })
        }
        n if n == What::RenderAbort as u8 => {
            let found = highlight(code.as_bytes(), &options(*who, *text), &CancelToken::new())?;
            worst_abort(|token| {
                let mut forms = [output(), Output::Html].into_iter().cycle();
                (forms.any(|form| found.render(&form, token).is_err()), ())
            })
        }
        n if n == What::FirstAbort as u8 => worst_first_abort(*who),
        n if n == What::LineAbort as u8 => worst_line_abort(*who),
        _ => {
            let mut names = HIGHLIGHTED.iter();
            let grammars = names.by_ref().filter(|(name, _)| {
                let choice = ransack::highlight::engine_of(name);
                choice.is_some_and(|c| *who == Who::Lines || c.engine == Engine::TreeSitter)
            });
            for (name, sample) in grammars.take(20) {
                let text = Text {
                    language: name,
                    ..*text
                };
                black_box(once(*who, text, sample));
            }
            child::peak_kilobytes() as f64 / 1e3
        }
    };
    writeln!(io::stdout(), "{value}")?;
    Ok(())
}

/// Cancels calls, each after a different delay. A call returns whether it was cancelled, and may
/// abandon workers.
fn worst_abort<T: Send>(call: impl Fn(&CancelToken) -> (bool, T) + Sync) -> f64 {
    let waits = (0..20).map(|trial| 2 + 4 * trial);
    let trials = waits.chain([100, 200, 400, 800, 1600]).filter_map(|wait| {
        // Workers that the last trial abandoned may still be running.
        drop(Pool::shared().run(&CancelToken::new(), |_| Ok(())).next());
        abort(&call, Duration::from_millis(wait))
    });
    trials.fold(f64::NAN, f64::max)
}

/// Cancels the first call in each language, each after a different delay.
fn worst_first_abort(who: Who) -> f64 {
    let trials = (1..)
        .zip(HIGHLIGHTED.iter())
        .filter_map(|(trial, (name, sample))| {
            let mut options = HighlightOptions::new(*name);
            options.engine = (who == Who::Lines).then_some(Engine::Syntect);
            let text = sample.repeat(1000);
            let call = |token: &_| (highlight(text.as_bytes(), &options, token).is_err(), ());
            abort(&call, Duration::from_millis(trial % 10))
        });
    trials.fold(f64::NAN, f64::max)
}

/// Returns the milliseconds from a cancellation to the return of a call, or `None` if the call
/// finished before.
fn abort<T: Send>(
    call: &(impl Fn(&CancelToken) -> (bool, T) + Sync),
    wait: Duration,
) -> Option<f64> {
    let token = CancelToken::new();
    std::thread::scope(|scope| {
        let call = scope.spawn(|| {
            let (is_aborted, rest) = call(&token);
            (Instant::now(), is_aborted, rest)
        });
        std::thread::sleep(wait);
        let asked = Instant::now();
        token.cancel(AbortReason::User);
        let (returned, is_aborted, _rest) = call.join().ok()?;
        is_aborted.then(|| returned.saturating_duration_since(asked).as_secs_f64() * 1e3)
    })
}

/// Cancels calls on lines on which regular expressions backtrack.
fn worst_line_abort(who: Who) -> f64 {
    let hard = HARD.iter().cycle();
    let trials = HIGHLIGHTED.iter().step_by(4).zip(hard);
    let trials = trials.filter_map(|((name, _), part)| {
        let mut options = HighlightOptions::new(*name);
        options.engine = (who == Who::Lines).then_some(Engine::Syntect);
        let line = part.repeat(2048 / part.len());
        let call = |token: &_| (highlight(line.as_bytes(), &options, token).is_err(), ());
        abort(&call, Duration::from_millis(2))
    });
    trials.fold(f64::NAN, f64::max)
}

fn times(calls: usize, who: Who, text: Text, code: &str) -> Vec<f64> {
    (0..calls)
        .map(|_| time(|| drop(black_box(once(who, text, code)))).as_secs_f64())
        .collect()
}

fn time(work: impl FnOnce()) -> Duration {
    let begun = Instant::now();
    work();
    begun.elapsed()
}

fn options(who: Who, text: Text) -> HighlightOptions {
    let mut options = HighlightOptions::new(text.language);
    options.engine = (who == Who::Lines).then_some(Engine::Syntect);
    options
}

fn output() -> Output {
    let colors = Colors {
        comment: "\x1b[38;2;106;153;85m",
        keyword: "\x1b[38;2;86;156;214m",
        function: "\x1b[38;2;220;220;170m",
        variable: "\x1b[38;2;156;220;254m",
        string: "\x1b[38;2;206;145;120m",
        number: "\x1b[38;2;181;206;168m",
        r#type: "\x1b[38;2;78;201;176m",
        operator: "\x1b[38;2;212;212;212m",
        punctuation: "\x1b[38;2;212;212;212m",
        inserted: "\x1b[32m",
        deleted: "\x1b[31m",
    };
    Output::Ansi(Palette::from(&colors))
}

fn once(who: Who, text: Text, code: &str) -> Vec<u8> {
    match who {
        Who::Ransack | Who::Lines => {
            let token = CancelToken::new();
            highlight(code.as_bytes(), &options(who, text), &token)
                .and_then(|found| found.render(&output(), &token))
                .unwrap_or_default()
        }
        Who::Syntect => by_syntect(text, code).unwrap_or_default(),
        Who::TreeSitter => by_tree_sitter(code).unwrap_or_default(),
        Who::Node | Who::PiNatives | Who::Shiki => Vec::new(),
    }
}

fn stream(who: Who, text: Text, code: &str) {
    let token = CancelToken::new();
    let mut stream = HighlightStream::new(&options(who, text), output());
    let mut shown = Vec::new();
    for line in code.split_inclusive('\n') {
        if let Ok(update) = stream.push(line.as_bytes(), &token) {
            update.apply(&mut shown);
        }
    }
    if let Ok(update) = stream.finish(&token) {
        update.apply(&mut shown);
    }
    black_box(shown);
}

/// Highlights as syntect's documentation does.
fn by_syntect(text: Text, code: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    static SYNTAXES: std::sync::OnceLock<syntect::parsing::SyntaxSet> = std::sync::OnceLock::new();
    let syntaxes = SYNTAXES.get_or_init(two_face::syntax::extra_newlines);
    let themes = two_face::theme::extra();
    let theme = themes.get(two_face::theme::EmbeddedThemeName::MonokaiExtended);
    let syntax = syntaxes
        .find_syntax_by_extension(text.extension)
        .ok_or("no syntax")?;
    let mut lines = HighlightLines::new(syntax, theme);
    let mut out = Vec::new();
    for line in LinesWithEndings::from(code) {
        let parts = lines.highlight_line(line, syntaxes)?;
        out.extend_from_slice(as_24_bit_terminal_escaped(&parts, false).as_bytes());
    }
    Ok(out)
}

fn by_tree_sitter(code: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    static CONFIG: std::sync::OnceLock<Option<HighlightConfiguration>> = std::sync::OnceLock::new();
    const NAMES: [&str; 12] = [
        "comment",
        "constant",
        "delimiter",
        "function",
        "keyword",
        "label",
        "number",
        "operator",
        "property",
        "string",
        "type",
        "variable",
    ];
    let config = CONFIG.get_or_init(|| {
        let mut config = HighlightConfiguration::new(
            tree_sitter_c::LANGUAGE.into(),
            "c",
            tree_sitter_c::HIGHLIGHT_QUERY,
            "",
            "",
        )
        .ok()?;
        config.configure(&NAMES);
        Some(config)
    });
    let config = config.as_ref().ok_or("the query does not compile")?;
    let mut highlighter = Highlighter::new();
    let mut out = Vec::new();
    for event in highlighter.highlight(config, code.as_bytes(), None, None, |_| None)? {
        match event? {
            HighlightEvent::Source { start, end } => {
                out.extend_from_slice(&code.as_bytes()[start..end]);
            }
            HighlightEvent::HighlightStart(class) => {
                write!(out, "\x1b[38;5;{}m", class.0)?;
            }
            HighlightEvent::HighlightEnd => out.extend_from_slice(b"\x1b[39m"),
        }
    }
    Ok(out)
}
