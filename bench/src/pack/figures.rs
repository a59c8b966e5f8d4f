//! Figures of packs within a maximum, each in a process of its own.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::Stdio;
use std::time::Instant;

use ransack::{
    CancelToken, Encoding, ItemKind, OutlineFilesOptions, PackLevel, PackOptions, RelevantText,
    Workspace, WorkspaceOptions, count_tokens, outline_stream, pack,
};

use crate::cases::Case;
use crate::child;
use crate::corpus::Corpus;
use crate::measure::Plan;
use crate::table::{Table, median};

/// Maxima in tokens.
const MAXIMA: [u64; 4] = [2_000, 10_000, 100_000, 1_000_000];

/// Encodings in which the maxima are filled.
const ENCODINGS: [Encoding; 4] = [
    Encoding::O200kBase,
    Encoding::O200kHarmony,
    Encoding::Cl100kBase,
    Encoding::R50kBase,
];

/// Task that packs within a maximum: `within ENCODING TOKENS`.
const WITHIN: &str = "within";

/// Task that names definitions as relevant: `definitions NUMBER`.
const DEFINITIONS: &str = "definitions";

/// Numbers of definitions that a call names.
const NAMED: [usize; 3] = [10, 40, 160];

/// Measures the fill of each maximum, repeated packs and named definitions.
pub(super) fn measure(
    case: &Case,
    corpus: &Corpus,
    plan: &Plan,
) -> Result<Vec<Table>, Box<dyn Error>> {
    let run = |task: String| -> Result<Vec<f64>, Box<dyn Error>> {
        let mut command = child::command(child::PACK, case, corpus).ok_or("no own program")?;
        let output = command.arg(task).stdin(Stdio::null()).output()?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into());
        }
        let numbers = String::from_utf8(output.stdout)?;
        let numbers = numbers.split_whitespace().map(str::parse);
        Ok(numbers.collect::<Result<_, _>>()?)
    };
    let mut table = Table::new(&[
        "within a maximum",
        "fill, %",
        "first ms",
        "second ms",
        "third ms",
        "peak MB beyond the text",
    ]);
    let mut row = |title: String, numbers: &[f64]| {
        let numbers = numbers.iter().map(|number| format!("{number:.2}"));
        table.row([title].into_iter().chain(numbers).collect());
    };
    for encoding in ENCODINGS {
        for max in MAXIMA {
            let name = encoding.name();
            row(
                format!("{max} {name}"),
                &run(format!("{WITHIN} {name} {max}"))?,
            );
        }
    }
    if !plan.only_check {
        let task = format!("{WITHIN} {} 100000", Encoding::default().name());
        let mut columns: [Vec<f64>; 5] = Default::default();
        for _ in 0..plan.runs {
            for (column, number) in columns.iter_mut().zip(run(task.clone())?) {
                column.push(number);
            }
        }
        let medians: Vec<f64> = columns.iter().filter_map(|column| median(column)).collect();
        row(
            format!("100000, median of {} processes", plan.runs),
            &medians,
        );
    }
    let mut named = Table::new(&[
        "named definitions",
        "maximum, tokens",
        "bodies that fit",
        "bodies shown",
        "shown of those that fit",
    ]);
    for number in NAMED {
        let numbers = run(format!("{DEFINITIONS} {number}"))?;
        let cells = numbers.iter().map(|number| format!("{number:.2}"));
        named.row([number.to_string()].into_iter().chain(cells).collect());
    }
    Ok(vec![table, named])
}

/// Runs a task.
pub(super) fn child(corpus: &Corpus, task: &str) -> Result<(), Box<dyn Error>> {
    let words: Vec<&str> = task.split(' ').collect();
    match words[..] {
        [WITHIN, encoding, max] => within(corpus, encoding.parse()?, max.parse()?),
        [DEFINITIONS, number] => definitions(corpus, number.parse()?),
        _ => Err("no such task".into()),
    }
}

/// Packs twice through a workspace.
fn within(corpus: &Corpus, encoding: Encoding, max: u64) -> Result<(), Box<dyn Error>> {
    let token = CancelToken::new();
    let workspace = Workspace::open(corpus.path(), &WorkspaceOptions::default())?;
    let options = PackOptions::new(&workspace)
        .max_tokens(max)
        .encoding(encoding);
    let mut numbers = Vec::new();
    let mut texts = Vec::new();
    for _ in 0..3 {
        let begun = Instant::now();
        let packed = pack(&options, &token)?;
        let milliseconds = 1e3 * begun.elapsed().as_secs_f64();
        if texts.is_empty() {
            let counted = count_tokens(&packed.text, encoding) as u64;
            if counted > max {
                return Err(format!("{counted} tokens are more than {max}").into());
            }
            numbers.push(100.0 * counted as f64 / max as f64);
        }
        numbers.push(milliseconds);
        texts.push(packed.text);
    }
    // The texts of the three calls are kept.
    let text = texts.iter().map(String::len).sum::<usize>() as f64 / 1e6;
    numbers.push(child::peak_kilobytes() as f64 * 1.024 / 1e3 - text);
    if texts.windows(2).any(|pair| pair[0] != pair[1]) {
        return Err("two packs of the same files differ".into());
    }
    let numbers = numbers.iter().map(f64::to_string);
    writeln!(io::stdout(), "{}", numbers.collect::<Vec<_>>().join(" "))?;
    Ok(())
}

/// Function with a body.
struct Function {
    name: String,
    path: String,
    text: String,
}

/// Names functions as relevant, and counts those that are shown with their bodies within half of the
/// tokens of the files that define them.
fn definitions(corpus: &Corpus, number: usize) -> Result<(), Box<dyn Error>> {
    /// Minimum length of a name and of a body in bytes.
    const MIN_NAME: usize = 6;
    const MIN_BODY: usize = 80;
    let token = CancelToken::new();
    let mut functions = Vec::new();
    let mut counts: HashMap<String, usize> = HashMap::new();
    let listed = OutlineFilesOptions::new(corpus.path());
    outline_stream(&listed, &token).for_each(|outline| {
        let path = outline.path.to_string_lossy().into_owned();
        let source = fs::read_to_string(corpus.path().join(&path)).unwrap_or_default();
        outline.for_each(|item| {
            *counts.entry(item.name.to_ascii_lowercase()).or_default() += 1;
            let body = item.body_span();
            let body = body.and_then(|body| source.get(body.start.offset..body.end.offset));
            let is_function = matches!(item.kind, ItemKind::Function | ItemKind::Method);
            if let Some(body) = body.filter(|body| is_function && body.len() >= MIN_BODY) {
                functions.push(Function {
                    name: item.name.clone(),
                    path: path.clone(),
                    text: body.to_owned(),
                });
            }
        });
        ControlFlow::Continue(())
    })?;
    let is_word = |name: &str| {
        name.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    functions.retain(|function| {
        function.name.len() >= MIN_NAME
            && is_word(&function.name)
            && counts.get(&function.name.to_ascii_lowercase()) == Some(&1)
    });
    let step = (functions.len() / number).max(1);
    let named: Vec<&Function> = functions.iter().step_by(step).take(number).collect();
    let paths: HashSet<&str> = named
        .iter()
        .map(|function| function.path.as_str())
        .collect();
    let mut whole = 0;
    for path in &paths {
        let text = fs::read_to_string(corpus.path().join(path))?;
        whole += count_tokens(&text, Encoding::default()) as u64;
    }
    let names: Vec<&str> = named
        .iter()
        .map(|function| function.name.as_str())
        .collect();
    let options = PackOptions::new(corpus.path())
        .max_tokens(whole / 2)
        .relevant([RelevantText::Words(names.join(" "))]);
    let packed = pack(&options, &token)?;
    let files = packed.files.iter();
    let levels = files.map(|file| (file.path.to_string_lossy(), file.treatment));
    let levels: HashMap<_, _> = levels.collect();
    let is_shown = |function: &&&Function| {
        let level = levels.get(function.path.as_str());
        // Without its comments, a body is another text.
        level == Some(&PackLevel::Uncommented) || packed.text.contains(function.text.trim_end())
    };
    let shown = named.iter().filter(is_shown).count();
    let mut sizes: Vec<u64> = named
        .iter()
        .map(|function| count_tokens(&function.text, Encoding::default()) as u64)
        .collect();
    sizes.sort_unstable();
    let mut left = whole / 2;
    let fit = sizes.iter().take_while(|size| {
        let fits = **size <= left;
        left = left.saturating_sub(**size);
        fits
    });
    let fit = fit.count();
    let share = shown as f64 / fit as f64;
    writeln!(io::stdout(), "{} {fit} {shown} {share}", whole / 2)?;
    for function in named.iter().filter(|function| !is_shown(function)).take(5) {
        writeln!(
            io::stderr(),
            "not shown: {} in {}",
            function.name,
            function.path
        )?;
    }
    Ok(())
}
