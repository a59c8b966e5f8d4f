//! Rendering of results as text: `render`. The package passes a result as an array of numbers and
//! an array of strings, so that the formats exist only in the core.

use napi::bindgen_prelude::{Float64Array, Object};
use napi::{Env, Error, Result, Status};
use napi_derive::napi;
use ransack::{
    CancelToken, Encoding, RenderMatch, RenderReport, RenderSkipped, Renderer, StoppedBy,
};

use crate::error::failure;
use crate::number::{count, maximum, saturated};
use crate::options::{set, set_some};
use crate::report::skip_reason_named;

/// Options for `render`.
#[napi(object, object_to_js = false)]
pub struct RenderOptions {
    /// Maximum number of tokens in the whole text, including its last line. Items are left out at
    /// the end, as a whole. `Infinity` means no limit. Default: no limit.
    #[napi(ts_type = "number | null")]
    pub max_tokens: Option<f64>,
    /// Encoding in which tokens are counted. Default: `'O200kBase'`.
    #[napi(ts_type = "EncodingName")]
    pub encoding: Option<String>,
    /// Whether matches and definitions have line numbers. Default: true.
    pub line_numbers: Option<bool>,
    /// Place of the paths of matches and definitions. Default: `'file'`.
    pub group: Option<Grouping>,
    /// Offset of the first item in the search, for the offset of the next page. Default: 0.
    pub offset: Option<f64>,
    /// Whether to use ANSI colours, for terminals. Default: false.
    pub color: Option<bool>,
    /// URL of the directory that the paths are relative to, such as `file:///home/me/project/`. If
    /// set, paths are hyperlinks (OSC 8), for terminals. Default: none.
    pub links: Option<String>,
}

/// Place of the paths of matches and definitions.
#[napi(string_enum = "camelCase")]
pub enum Grouping {
    /// Each path is a heading above the lines of its file.
    File,
    /// Each line begins with its path: `PATH:LINE:TEXT`.
    Flat,
}

impl From<Grouping> for ransack::Grouping {
    fn from(group: Grouping) -> ransack::Grouping {
        match group {
            Grouping::File => ransack::Grouping::File,
            Grouping::Flat => ransack::Grouping::Flat,
        }
    }
}

impl RenderOptions {
    /// Converts to the core's options, with the encoding and the cursor of the next page.
    fn into_core(
        self,
        encoding: Option<Encoding>,
        cursor: Option<String>,
    ) -> Result<ransack::RenderOptions> {
        let mut core = ransack::RenderOptions::default();
        let max_tokens = maximum("maxTokens", self.max_tokens)?;
        set_some(&mut core.max_tokens, max_tokens.map(saturated));
        set(&mut core.encoding, encoding);
        set(&mut core.line_numbers, self.line_numbers);
        set(&mut core.group, self.group.map(Into::into));
        set(&mut core.offset, count("offset", self.offset)?);
        set_some(&mut core.cursor, cursor);
        set(&mut core.color, self.color);
        set_some(&mut core.links, self.links);
        Ok(core)
    }
}

/// Renders a result. Returns an object with `text`, `shown`, `total` and, where they apply, `tokens`
/// and `nextOffset`, or with the `error`. `cursor` is the cursor of the next page.
///
/// `numbers` and `strings` are the records of `js/render.js`. Each begins with its kind:
///
/// | kind | numbers | strings |
/// | ---: | --- | --- |
/// | 0 | root, line, count of matching lines or -1, flags (1 cut before, 2 cut after), numbers of context lines before and after, number of submatches; line of each context line; first and last UTF-16 column of each submatch | path, text, each context line |
/// | 1 | whether the path is a directory | path |
/// | 2 | root, line, depth | path, signature |
/// | 3 | root | path, diff |
/// | 4 | complete, cause of the end (0 none, 1 limit, 2 time, 3 callback), files searched, files with matches, matches, exact, next offset or -1, number of reasons, number of hints; for each reason the number of paths and of listed paths | for each reason its name and paths; hints |
///
/// # Errors
///
/// Fails if an option or a record is invalid.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn render(
    env: &Env,
    numbers: Float64Array,
    strings: Vec<String>,
    cursor: Option<String>,
    options: RenderOptions,
) -> Result<Object<'_>> {
    let mut result = Object::new(env)?;
    let encoding = options.encoding.as_deref().map(str::parse);
    let rendered = match encoding.transpose() {
        Ok(encoding) => {
            let mut renderer = Renderer::new(options.into_core(encoding, cursor)?);
            let mut records = Records {
                numbers: &numbers,
                strings: &strings,
            };
            while !records.numbers.is_empty() {
                records.add(&mut renderer)?;
            }
            renderer.finish(&CancelToken::new())
        }
        Err(error) => Err(error),
    };
    match rendered {
        Ok(rendering) => {
            result.set("text", rendering.text)?;
            result.set("shown", rendering.shown as f64)?;
            result.set("total", rendering.total as f64)?;
            if let Some(tokens) = rendering.tokens {
                result.set("tokens", tokens as f64)?;
            }
            if let Some(offset) = rendering.next_offset {
                result.set("nextOffset", offset as f64)?;
            }
        }
        Err(error) => result.set("error", failure(env, &error)?)?,
    }
    Ok(result)
}

/// Records that are left.
struct Records<'a> {
    numbers: &'a [f64],
    strings: &'a [String],
}

impl<'a> Records<'a> {
    fn number(&mut self) -> Result<f64> {
        let (first, rest) = self.numbers.split_first().ok_or_else(incomplete)?;
        self.numbers = rest;
        Ok(*first)
    }

    fn count(&mut self) -> Result<u64> {
        Ok(self.number()? as u64)
    }

    fn flag(&mut self) -> Result<bool> {
        Ok(self.number()? != 0.0)
    }

    /// Returns a number that is absent if negative.
    fn optional(&mut self) -> Result<Option<u64>> {
        let number = self.number()?;
        Ok((number >= 0.0).then_some(number as u64))
    }

    fn string(&mut self) -> Result<&'a str> {
        let (first, rest) = self.strings.split_first().ok_or_else(incomplete)?;
        self.strings = rest;
        Ok(first)
    }

    /// Returns the root and the path of a file.
    fn file(&mut self) -> Result<(u32, &'a [u8])> {
        Ok((self.count()? as u32, self.string()?.as_bytes()))
    }

    /// Adds the next record to a renderer.
    fn add(&mut self, renderer: &mut Renderer) -> Result<()> {
        match self.count()? {
            0 => renderer.push_match(&self.found()?),
            1 => {
                let is_dir = self.flag()?;
                renderer.push_path(self.string()?.as_bytes(), is_dir);
            }
            2 => {
                let file = self.file()?;
                let (line, depth) = (self.count()?, self.count()? as u32);
                renderer.push_definition(file, line, depth, self.string()?.as_bytes());
            }
            3 => {
                let file = self.file()?;
                renderer.push_diff(file, self.string()?.as_bytes());
            }
            _ => renderer.push_report(&self.report()?),
        }
        Ok(())
    }

    fn found(&mut self) -> Result<RenderMatch<'a>> {
        let mut found = RenderMatch::default();
        (found.root, found.path) = self.file()?;
        found.line_number = self.count()?;
        found.count = self.optional()?;
        let flags = self.count()?;
        found.is_cut_before = flags & 1 != 0;
        found.is_cut_after = flags & 2 != 0;
        let (before, after, submatches) = (self.count()?, self.count()?, self.count()?);
        let text = self.string()?;
        found.text = text.as_bytes();
        for _ in 0..before {
            let line = (self.count()?, self.string()?.as_bytes());
            found.context_before.push(line);
        }
        for _ in 0..after {
            let line = (self.count()?, self.string()?.as_bytes());
            found.context_after.push(line);
        }
        let mut columns = Columns {
            text,
            at: 0,
            column: 0,
        };
        for _ in 0..submatches {
            let (start, end) = (self.count()?, self.count()?);
            let start = columns.offset(start);
            found.submatches.push(start..columns.offset(end));
        }
        Ok(found)
    }

    fn report(&mut self) -> Result<RenderReport<'a>> {
        let mut report = RenderReport::default();
        report.complete = self.flag()?;
        report.stopped_by = match self.count()? {
            1 => Some(StoppedBy::Limit),
            2 => Some(StoppedBy::Timeout),
            3 => Some(StoppedBy::Callback),
            _ => None,
        };
        report.files_searched = self.count()?;
        report.files_with_matches = self.count()?;
        report.total_matches = self.count()?;
        report.total_is_exact = self.flag()?;
        report.next_offset = self.optional()?;
        let (reasons, hints) = (self.count()?, self.count()?);
        for _ in 0..reasons {
            let mut skipped = RenderSkipped::default();
            skipped.reason = skip_reason_named(self.string()?);
            skipped.count = self.count()?;
            for _ in 0..self.count()? {
                skipped.paths.push(self.string()?.as_bytes());
            }
            report.skipped.push(skipped);
        }
        for _ in 0..hints {
            report.hints.push(self.string()?);
        }
        Ok(report)
    }
}

/// Converts ascending UTF-16 columns of a text to byte offsets. A column before the previous one
/// counts as that one.
struct Columns<'a> {
    text: &'a str,
    at: usize,
    column: u64,
}

impl Columns<'_> {
    fn offset(&mut self, column: u64) -> usize {
        for c in self.text[self.at..].chars() {
            if self.column >= column {
                break;
            }
            self.at += c.len_utf8();
            self.column += c.len_utf16() as u64;
        }
        self.at
    }
}

fn incomplete() -> Error {
    Error::new(Status::InvalidArg, "a record is incomplete")
}
