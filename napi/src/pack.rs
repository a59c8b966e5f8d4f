//! Packing of files into one text: `pack` and `packStream`.

use std::time::Duration;

use napi::bindgen_prelude::External;
use napi::{Error, Result, Status};
use napi_derive::napi;
use ransack::{
    CancelToken, Encoding, LevelRule, Pack, PackDecision, PackFormat, PackLevel, PackReason,
    PackRules, PackedDirectory, PackedFile, PackedText, Pool, RelevantText, RuleMode, RuleSource,
    WeightRule,
};

use crate::convert::{BatchItem, BatchShape, BatchWriter};
use crate::number::{count, maximum};
use crate::options::{CallOptions, FileOptions, TimeoutOptions, option_groups, set, set_some};
use crate::path::PathArgument;
use crate::report::Report;
use crate::task::{Task, Waker};
use crate::workspace::WorkspaceHandle;

/// Starts packing as task `id`, in `workspace` if given.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn pack(
    workspace: Option<&External<WorkspaceHandle>>,
    wait: bool,
    waker: &External<Waker>,
    id: u32,
    options: PackCall,
) -> Result<External<Task>> {
    let prepared = PreparedPack::new(options, workspace, wait)?;
    let (timeout, shape) = (prepared.timeout, prepared.shape);
    Ok(waker.start_collected(id, timeout, shape, |token| {
        let token = token.clone();
        Pool::shared().run(&CancelToken::new(), move |_| {
            let packed = ransack::pack(&prepared.into_options()?, &token)?;
            Ok(PackSummary::split(packed, shape))
        })
    }))
}

/// Starts packing as task `id`, in `workspace` if given, with a text that arrives in parts.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn pack_stream(
    workspace: Option<&External<WorkspaceHandle>>,
    wait: bool,
    waker: &External<Waker>,
    id: u32,
    options: PackCall,
) -> Result<External<Task>> {
    let prepared = PreparedPack::new(options, workspace, wait)?;
    let (timeout, shape) = (prepared.timeout, prepared.shape);
    Ok(
        waker.start_stream(id, timeout, shape, |token| match prepared.into_options() {
            Ok(options) => ransack::pack_stream(&options, token),
            Err(error) => Pool::shared().run(token, |_| Err(error)),
        }),
    )
}

/// Options of a call, converted but for the encoding.
struct PreparedPack {
    options: ransack::PackOptions,
    encoding: Option<String>,
    timeout: Option<Duration>,
    shape: BatchShape,
}

impl PreparedPack {
    fn new(
        options: PackCall,
        workspace: Option<&External<WorkspaceHandle>>,
        wait: bool,
    ) -> Result<PreparedPack> {
        let timeout = options.timeout.duration()?;
        let encoding = options.pack.encoding.clone();
        let mut shape = BatchShape {
            bytes: options.files.bytes.unwrap_or_default(),
            ..BatchShape::default()
        };
        let mut options = options.into_core()?;
        shape.several_roots = options.scope.roots.len() > 1;
        if let Some(handle) = workspace {
            options.scope.workspace = Some((&handle.workspace(wait)).into());
        }
        Ok(PreparedPack {
            options,
            encoding,
            timeout,
            shape,
        })
    }

    /// Returns the options.
    ///
    /// # Errors
    ///
    /// `UnknownName` if no encoding has the name.
    fn into_options(self) -> ransack::Result<ransack::PackOptions> {
        let mut options = self.options;
        if let Some(name) = self.encoding {
            options.encoding = name.parse::<Encoding>()?;
        }
        Ok(options)
    }
}

/// Summary of a pack.
#[napi(object, object_from_js = false)]
pub struct PackSummary {
    /// Text.
    pub text: String,
    /// Number of tokens in `text`, in the `encoding` of the call.
    pub tokens: f64,
    /// Parts of the text, each a pack of its own; empty unless `maxPartTokens` is set.
    pub parts: Vec<PackPart>,
    /// Report on the call. `complete` is false if a file was skipped; files that the maximum
    /// shortens or leaves out are not gaps.
    pub report: Report,
}

/// Part of a pack.
#[napi(object, object_from_js = false)]
pub struct PackPart {
    /// Text.
    pub text: String,
    /// Number of tokens in `text`.
    pub tokens: f64,
}

impl PackPart {
    fn new(part: ransack::PackPart) -> PackPart {
        PackPart {
            text: part.text,
            tokens: part.tokens as f64,
        }
    }
}

impl PackSummary {
    /// Splits a pack into a list of items (files, then directories, then decisions) and a summary.
    fn split(packed: Pack, shape: BatchShape) -> (Vec<PackItem>, PackSummary) {
        let files = packed
            .files
            .into_iter()
            .map(|file| PackItem::File(Box::new(file)));
        let directories = packed.directories.into_iter().map(PackItem::Directory);
        let decisions = packed.decisions.into_iter().map(PackItem::Decision);
        let summary = PackSummary {
            text: packed.text,
            tokens: packed.tokens as f64,
            parts: packed.parts.into_iter().map(PackPart::new).collect(),
            report: Report::new(&packed.report, shape.bytes),
        };
        (files.chain(directories).chain(decisions).collect(), summary)
    }
}

/// Item of a pack.
pub enum PackItem {
    /// File in scope.
    File(Box<PackedFile>),
    /// Totals of a directory.
    Directory(PackedDirectory),
    /// Decision of the rules.
    Decision(PackDecision),
}

/// Layout, read by `PackBatch` in `js/pack.js`. Each item begins with its kind:
///
/// - 0, a file: the treatment, the reason, tokens, original tokens, size, priority, whether the
///   encoding was detected, the number of secrets, the line of each; the root or -1; with bytes,
///   the byte length of the path. Strings: the path, the language or an empty string,
///   the encoding, the version, the kind of each secret.
/// - 1, a directory: files, tokens, original tokens, the root or -1, the byte length as above. Strings:
///   the path.
/// - 2, a decision: whether it is a directory, whether it is included, the line or 0, the kind of
///   the source (0 none, 1 file, 2 caller, 3 default), -1, the byte length. Strings: the path; with a
///   source, the rule; with a file, its path.
impl BatchItem for PackItem {
    fn max_strings(&self) -> usize {
        match self {
            PackItem::File(file) => 4 + file.secrets.len(),
            PackItem::Directory(_) => 1,
            PackItem::Decision(_) => 3,
        }
    }

    fn write(&self, _: Option<&PackItem>, writer: &mut BatchWriter<'_>) -> Result<()> {
        match self {
            PackItem::File(file) => {
                writer.numbers.push(0.0);
                write_file(file, writer)
            }
            PackItem::Directory(directory) => {
                writer.numbers.extend([
                    1.0,
                    directory.files as f64,
                    directory.tokens as f64,
                    directory.original_tokens as f64,
                ]);
                write_place(directory.root, directory.path.as_bytes(), writer)
            }
            PackItem::Decision(decision) => write_decision(decision, writer),
        }
    }
}

/// Writes the root, or -1 if the call has only one, and the path.
fn write_place(root: u32, path: &[u8], writer: &mut BatchWriter<'_>) -> Result<()> {
    let root = match writer.shape.several_roots {
        true => f64::from(root),
        false => -1.0,
    };
    writer.numbers.push(root);
    writer.string(path)?;
    writer.byte_len(path);
    Ok(())
}

/// Layout, read by `PackBatch` in `js/pack.js`: the kind 3, the number of files so far, whether there
/// is a file; the file without its kind. Strings: the text, then the strings of the file.
impl BatchItem for PackedText {
    fn max_strings(&self) -> usize {
        let of_file = self.file.as_ref().map_or(0, |file| 4 + file.secrets.len());
        1 + of_file
    }

    fn write(&self, _: Option<&PackedText>, writer: &mut BatchWriter<'_>) -> Result<()> {
        let has_file = f64::from(u8::from(self.file.is_some()));
        let numbers = [3.0, self.files_done as f64, has_file];
        writer.numbers.extend(numbers);
        writer.string_without_bytes(self.text.as_bytes())?;
        match &self.file {
            Some(file) => write_file(file, writer),
            None => Ok(()),
        }
    }
}

fn write_file(file: &PackedFile, writer: &mut BatchWriter<'_>) -> Result<()> {
    let treatment = PackLevel::ALL
        .iter()
        .position(|(_, l)| *l == file.treatment);
    let reason = PackReason::ALL.iter().position(|(_, r)| *r == file.reason);
    writer.numbers.extend([
        treatment.unwrap_or(0) as f64,
        reason.unwrap_or(0) as f64,
        file.tokens as f64,
        file.original_tokens as f64,
        file.size as f64,
        file.priority,
        f64::from(u8::from(file.is_encoding_detected)),
        file.secrets.len() as f64,
    ]);
    let lines = file.secrets.iter().map(|secret| secret.line as f64);
    writer.numbers.extend(lines);
    write_place(file.root, file.path.as_bytes(), writer)?;
    let version = file.version.to_string();
    let language = file.language.unwrap_or_default();
    for text in [language, file.encoding, &version] {
        writer.string_without_bytes(text.as_bytes())?;
    }
    for secret in &file.secrets {
        writer.string_without_bytes(secret.kind.as_bytes())?;
    }
    Ok(())
}

fn write_decision(decision: &PackDecision, writer: &mut BatchWriter<'_>) -> Result<()> {
    let source = match &decision.source {
        None => 0.0,
        Some(RuleSource::File(_)) => 1.0,
        Some(RuleSource::Caller) => 2.0,
        Some(_) => 3.0,
    };
    writer.numbers.extend([
        2.0,
        f64::from(u8::from(decision.is_directory)),
        f64::from(u8::from(decision.is_included)),
        decision.line.unwrap_or(0) as f64,
        source,
        -1.0,
    ]);
    let path = decision.path.as_bytes();
    writer.string(path)?;
    writer.byte_len(path);
    if decision.source.is_some() {
        let rule = decision.rule.as_deref().unwrap_or_default();
        writer.string_without_bytes(rule.as_bytes())?;
    }
    if let Some(RuleSource::File(file)) = &decision.source {
        writer.string_without_bytes(file.as_os_str().as_encoded_bytes())?;
    }
    Ok(())
}

/// Options for `pack` and `packStream`.
#[napi(
    object,
    object_to_js = false,
    js_name = "PackOptions extends FileOptions"
)]
pub struct PackOptions {
    /// Maximum number of tokens of the whole text, in `encoding`. Default: no limit.
    /// `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub max_tokens: Option<f64>,
    /// Maximum size of the whole text in bytes of UTF-8. Giving both this and `maxTokens` throws a
    /// `RansackOptionError`. Default: no limit. `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub max_bytes: Option<f64>,
    /// Maximum number of tokens of a part. If set, the result also has `parts`, cut between files; a
    /// file that does not fit into a part is cut at the ends of definitions, or else of lines, in
    /// the text too. Default: no parts. `Infinity` means no parts.
    #[napi(ts_type = "number | null")]
    pub max_part_tokens: Option<f64>,
    /// Encoding in which tokens are counted. Default: `'o200k_base'`.
    #[napi(ts_type = "EncodingName")]
    pub encoding: Option<String>,
    /// Notation of the text. Default: `'markdown'`.
    #[napi(ts_type = "PackFormat")]
    pub format: Option<String>,
    /// Whether the text begins with a directory tree of the files in scope, each with its number of
    /// tokens as a whole. A tree uses at most a twentieth of the maximum: directories collapse to
    /// counts. The tree is omitted if its first line is too long or if there is a single file. The
    /// format `'jinni'` has no tree. Default: true.
    pub tree: Option<bool>,
    /// Whether each line of a file that is shown as a whole begins with its number and a tab.
    /// Default: false.
    pub line_numbers: Option<bool>,
    /// Texts that make files and definitions relevant. A string consists of words, compared
    /// regardless of ASCII case: a definition is relevant if its name is one of them, a file if it
    /// contains one. With a `RegExp`, a definition is relevant if its name matches, a file if its
    /// text does. Relevant files come first, and skeletons show the bodies of relevant definitions.
    /// Matters only with a maximum. Default: none.
    #[napi(ts_type = "string | RegExp | ReadonlyArray<string | RegExp>")]
    pub relevant: Option<Vec<PackRelevant>>,
    /// Maximum levels of detail by glob; the last glob that matches a file counts. Default: none,
    /// which shows whole files.
    #[napi(ts_type = "Record<string, PackLevel> | Map<string, PackLevel>")]
    pub levels: Option<Vec<(String, String)>>,
    /// Factors for the priority of files by glob; the last glob that matches a file counts.
    /// Default: 1 for all files.
    #[napi(ts_type = "Record<string, number> | Map<string, number>")]
    pub weights: Option<Vec<(String, f64)>>,
    /// Texts to add after the files, such as a diff or a log. They count towards the maximum and are
    /// never shortened. Default: none.
    #[napi(ts_type = "ReadonlyArray<PackSection>")]
    pub sections: Option<Vec<PackSection>>,
    /// Rules that decide, besides the options of the scope, which files are packed. A list stands
    /// for `{ rules: list }`; false for no rules. Default: `{}`: the rules of `.contextfiles` in the
    /// tree and the built-in rules.
    #[napi(ts_type = "PackRules | readonly string[] | false")]
    pub rules: Option<PackRuleOptions>,
    /// Whether the result has `decisions`: for each entry of the walked directories, the rule that
    /// decided. Default: false.
    pub explain: Option<bool>,
    /// Whether files that seem to contain a secret are packed. Default: false: they are left out and
    /// reported.
    pub allow_secrets: Option<bool>,
    /// Whether `text` is a list of the files that would be packed, one path per line. Default:
    /// false.
    pub list_only: Option<bool>,
    /// Maximum size of a file in bytes; a larger file is skipped and reported. Default: 16 MiB.
    /// `Infinity` means 2 GiB.
    #[napi(ts_type = "number | null")]
    pub max_file_size: Option<f64>,
    /// Maximum size of all packed files in bytes without `maxTokens` and `maxBytes`; if there is
    /// more, the call fails and the error names the ten largest files. Default: 100 MiB.
    /// `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub max_content_size: Option<f64>,
    /// Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard.
    /// Default: UTF-8; the encoding of other files is detected and reported.
    pub file_encoding: Option<String>,
    /// Maximum time in milliseconds to parse one file; a file that takes longer is not shortened.
    /// Default: 2000. `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub time_per_file_ms: Option<f64>,
}

/// Text that makes files relevant, as JavaScript passes it.
#[napi(object, object_to_js = false)]
pub struct PackRelevant {
    /// Words or expression.
    pub text: String,
    /// Whether the text is an expression.
    pub is_pattern: bool,
}

/// Text from the caller that a pack contains after its files.
#[napi(object, object_to_js = false)]
pub struct PackSection {
    /// Heading.
    pub title: String,
    /// Text.
    pub text: String,
}

/// Rules of a call, as JavaScript passes them.
#[napi(object, object_to_js = false)]
pub struct PackRuleOptions {
    /// Whether there are no rules.
    pub is_off: bool,
    /// Combination of rules.
    pub mode: Option<String>,
    /// Rules of the caller.
    pub rules: Option<Vec<String>>,
    /// Directory above which no rules are read.
    pub root: Option<PathArgument>,
    /// Whether the built-in rules apply.
    pub use_defaults: Option<bool>,
}

option_groups! {
    /// Options for `pack` and `packStream`, by group.
    pub struct PackCall {
        /// Options that limit the duration of the call.
        pub timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
        /// Options that select the files in scope.
        pub files: FileOptions,
        pack: PackOptions,
    }
}

/// Returns the value with a name.
fn named<T: Copy>(option: &str, values: &[(&str, T)], name: &str) -> Result<T> {
    let known = values.iter().find(|(known, _)| *known == name);
    let unknown = || {
        Error::new(
            Status::InvalidArg,
            format!("`{option}`: unknown value {name}"),
        )
    };
    known.map(|(_, value)| *value).ok_or_else(unknown)
}

impl PackCall {
    /// Converts to the core's options, without the encoding.
    ///
    /// # Errors
    ///
    /// Fails if a numeric option is not a whole number from 0 to 2^53 - 1.
    fn into_core(self) -> Result<ransack::PackOptions> {
        let mut core = ransack::PackOptions::default();
        self.files.set_on(&mut core.scope)?;
        let own = self.pack;
        set_some(&mut core.max_tokens, maximum("maxTokens", own.max_tokens)?);
        set_some(&mut core.max_bytes, maximum("maxBytes", own.max_bytes)?);
        let max_part_tokens = maximum("maxPartTokens", own.max_part_tokens)?;
        set_some(&mut core.max_part_tokens, max_part_tokens);
        if let Some(format) = own.format {
            core.format = named("format", &PackFormat::ALL, &format)?;
        }
        set(&mut core.tree, own.tree);
        set(&mut core.line_numbers, own.line_numbers);
        for PackRelevant { text, is_pattern } in own.relevant.into_iter().flatten() {
            core.relevant.push(match is_pattern {
                true => RelevantText::Pattern(text),
                false => RelevantText::Words(text),
            });
        }
        for (glob, level) in own.levels.into_iter().flatten() {
            let level = named("levels", &PackLevel::ALL, &level)?;
            core.levels.push(LevelRule::new(glob, level));
        }
        let weights = own.weights.into_iter().flatten();
        core.weights = weights
            .map(|(glob, weight)| WeightRule::new(glob, weight))
            .collect();
        let sections = own.sections.into_iter().flatten();
        core.sections = sections
            .map(|PackSection { title, text }| ransack::PackSection::new(title, text))
            .collect();
        if let Some(rules) = own.rules {
            core.rules = rules.into_core()?;
        }
        set(&mut core.explain, own.explain);
        set(&mut core.allow_secrets, own.allow_secrets);
        set(&mut core.list_only, own.list_only);
        set_some(
            &mut core.max_file_size,
            count("maxFileSize", own.max_file_size)?,
        );
        let max_content_size = count("maxContentSize", own.max_content_size)?;
        set_some(&mut core.max_content_size, max_content_size);
        set_some(&mut core.file_encoding, own.file_encoding);
        let time = count("timePerFileMs", own.time_per_file_ms)?;
        set_some(&mut core.time_per_file, time.map(Duration::from_millis));
        Ok(core)
    }
}

impl PackRuleOptions {
    fn into_core(self) -> Result<Option<PackRules>> {
        if self.is_off {
            return Ok(None);
        }
        let mut core = PackRules::default();
        if let Some(mode) = self.mode {
            core.mode = named("rules.mode", &RuleMode::ALL, &mode)?;
        }
        set(&mut core.rules, self.rules);
        set_some(&mut core.root, self.root.map(|root| root.0));
        set(&mut core.use_defaults, self.use_defaults);
        Ok(Some(core))
    }
}
