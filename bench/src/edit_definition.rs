//! Edits of definitions on the files of [`outline_oracle`], checked by the compilers of their
//! languages.
//!
//! In each file, every edit is tried on a sample of the definitions, as a dry run on a copy in
//! memory whose changes are applied here. If the compiler accepts the file:
//!
//! - it accepts the result;
//! - every other declaration that it found remains, with the same code unless it contains the
//!   edited declaration;
//! - outside the edited definition, a change removes only white space, separators and comments.
//!
//! An edit refused as a syntax error is repeated with `allow_syntax_errors`: if the result passes
//! these checks, the refusal was needless.

mod compiler;
mod trial;

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ransack::DefinitionAction::{Insert, Move, Remove, Rename, Replace};
use ransack::{
    AstChange, CancelToken, DefinitionEditOptions, DefinitionPart, ErrorKind, OutlineOptions,
    edit_definition, outline,
};
use tempfile::TempDir;

use self::compiler::{Compiler, Declaration, Declarations, code};
use self::trial::{GROUPS, Trial, trials};
use crate::outline_oracle;
use crate::outline_round_trip::named::{Named, named, range};
use crate::outline_round_trip::{SHARED_MEMORY, applied};
use crate::table::Table;

/// Languages whose compilers report offsets of declarations, with their file extensions.
const LANGUAGES: [(&str, &str); 4] = [
    ("python", "py"),
    ("typescript", "ts"),
    ("tsx", "tsx"),
    ("javascript", "js"),
];
/// Maximum number of files per language; if there are more, every n-th file is read.
const MOST_FILES: usize = 400;
/// Maximum number of definitions per file.
const MOST_DEFINITIONS: usize = 3;
/// Maximum size of a file.
const MOST_BYTES: usize = 200_000;
/// Maximum share of needless refusals, per thousand.
const MOST_NEEDLESS: usize = 1;

/// Counts of one language.
#[derive(Default)]
struct Counts {
    files: usize,
    edits: BTreeMap<&'static str, usize>,
    /// Edits whose result does not compile.
    broken: usize,
    /// Edits that lose or cut another declaration or other code.
    cut: usize,
    /// Edits refused as syntax errors, and how many of them would have passed.
    refused: usize,
    needless: usize,
    /// Edits refused for other reasons.
    invalid: usize,
}

/// Edits the definitions of the languages in `chosen`, or of all languages with a corpus. Returns
/// false if an edit damages a file or too many edits are refused needlessly. With `differences`,
/// prints these edits and edits refused for other reasons.
pub(crate) fn measure(
    chosen: &[String],
    differences: bool,
    out: &mut dyn Write,
) -> Result<(bool, Vec<Table>), Box<dyn Error>> {
    let mut head = vec!["edit-definition", "files", "edits"];
    head.extend(GROUPS);
    head.extend(["not compiled", "cut", "refused", "needless", "invalid"]);
    let mut table = Table::new(&head);
    let mut passes = true;
    for (language, files) in outline_oracle::corpora(chosen)? {
        let Some((_, extension)) = LANGUAGES.iter().find(|(name, _)| *name == language) else {
            continue;
        };
        let mut session = Session::new(language, extension, differences.then_some(&mut *out))?;
        let count = files.len().min(MOST_FILES);
        for at in 0..count {
            session.file(&files[at * files.len() / count])?;
        }
        let counts = session.counts;
        let edits: usize = counts.edits.values().sum();
        passes &= counts.broken == 0 && counts.cut == 0;
        passes &= counts.needless * 1000 <= MOST_NEEDLESS * edits;
        let groups = GROUPS.iter().map(|group| counts.edits.get(group));
        let numbers = [counts.files, edits]
            .into_iter()
            .chain(groups.map(|count| count.copied().unwrap_or(0)))
            .chain([counts.broken, counts.cut])
            .chain([counts.refused, counts.needless, counts.invalid]);
        let numbers = numbers.map(|number| number.to_string());
        table.row(
            std::iter::once(language.to_owned())
                .chain(numbers)
                .collect(),
        );
    }
    Ok((passes, vec![table]))
}

/// Edits of the files of a language.
struct Session<'w> {
    language: &'static str,
    _dir: TempDir,
    /// Copy of the file with the edited definitions.
    path: PathBuf,
    compiler: Compiler,
    counts: Counts,
    out: Option<&'w mut dyn Write>,
}

impl<'w> Session<'w> {
    fn new(
        language: &'static str,
        extension: &str,
        out: Option<&'w mut dyn Write>,
    ) -> Result<Session<'w>, Box<dyn Error>> {
        let memory = Path::new(SHARED_MEMORY);
        let dir = match memory.is_dir() {
            true => tempfile::tempdir_in(memory)?,
            false => tempfile::tempdir()?,
        };
        let edited = dir.path().join("edited").with_extension(extension);
        Ok(Session {
            language,
            path: dir.path().join("text"),
            compiler: Compiler::start(language, edited)?,
            _dir: dir,
            counts: Counts::default(),
            out,
        })
    }

    fn file(&mut self, path: &Path) -> Result<(), Box<dyn Error>> {
        let Ok(source) = String::from_utf8(fs::read(path)?) else {
            return Ok(());
        };
        if source.len() > MOST_BYTES {
            return Ok(());
        }
        let Ok(declarations) = self.compiler.compile(&source)? else {
            return Ok(());
        };
        let options = OutlineOptions::default().key_depth(None);
        let shape = outline(
            source.as_bytes(),
            self.language,
            &options,
            &CancelToken::new(),
        )?;
        let all = named(&shape);
        if all.is_empty() {
            return Ok(());
        }
        self.counts.files += 1;
        fs::write(&self.path, &source)?;
        for chosen in sample(&all, path) {
            for trial in trials(&source, self.language, chosen, &all) {
                self.trial(path, &source, &declarations, chosen, &trial)?;
            }
        }
        Ok(())
    }

    fn trial(
        &mut self,
        path: &Path,
        source: &str,
        declarations: &[Declaration],
        chosen: &Named<'_>,
        trial: &Trial,
    ) -> Result<(), Box<dyn Error>> {
        *self.counts.edits.entry(trial.group).or_default() += 1;
        let (verdict, detail) = match self.edit(chosen, trial, false) {
            Ok(changes) => {
                let fault = self.fault(source, declarations, chosen, trial, &changes)?;
                match fault {
                    None => return Ok(()),
                    Some(Fault::Broken(why)) => {
                        self.counts.broken += 1;
                        ("not compiled", why)
                    }
                    Some(Fault::Cut(why)) => {
                        self.counts.cut += 1;
                        ("cut", why)
                    }
                }
            }
            Err(error) if error.kind() == ErrorKind::SyntaxError => {
                self.counts.refused += 1;
                let Ok(changes) = self.edit(chosen, trial, true) else {
                    return Ok(());
                };
                let fault = self.fault(source, declarations, chosen, trial, &changes)?;
                if fault.is_some() {
                    return Ok(());
                }
                self.counts.needless += 1;
                ("needless", error.to_string())
            }
            Err(error) => {
                self.counts.invalid += 1;
                ("invalid", error.to_string())
            }
        };
        if let Some(out) = &mut self.out {
            let (line, kind) = (chosen.item.name_span().start.line, chosen.item.kind.name());
            let (path, name, action) = (path.display(), &chosen.name, &trial.action);
            let action: String = format!("{action:?}").chars().take(160).collect();
            writeln!(
                out,
                "{verdict} {path}:{line}: {kind} {name}: {action}: {detail}"
            )?;
        }
        Ok(())
    }

    fn edit(
        &self,
        chosen: &Named<'_>,
        trial: &Trial,
        allow_syntax_errors: bool,
    ) -> ransack::Result<Vec<AstChange>> {
        let options = DefinitionEditOptions::new(&self.path, &*chosen.name, trial.action.clone())
            .language(self.language)
            .allow_syntax_errors(allow_syntax_errors)
            .time_per_file(Duration::from_secs(60));
        Ok(edit_definition(&options, &CancelToken::new())?.changes)
    }

    /// Returns the damage done by changes, if any.
    fn fault(
        &mut self,
        source: &str,
        declarations: &[Declaration],
        chosen: &Named<'_>,
        trial: &Trial,
        changes: &[AstChange],
    ) -> Result<Option<Fault>, Box<dyn Error>> {
        let after = applied(source, changes)?;
        let now = match self.compiler.compile(&after)? {
            Ok(now) => now,
            Err(why) => {
                let line = first_difference(source, &after);
                return Ok(Some(Fault::Broken(format!("{why}: {line}"))));
            }
        };
        let span = chosen.item.span();
        let mut edited = span.start.offset..span.end.offset;
        if let Replace { part, .. } = &trial.action
            && let Some(part) = range(*part, chosen.item)
        {
            // The value of a pattern such as `{ a, b } = c` belongs to each name.
            edited = edited.start.min(part.start)..edited.end.max(part.end);
        }
        let lost = lost(source, &after, declarations, &now, chosen, trial)
            .map(|name| format!("declaration {name}: {}", first_difference(source, &after)))
            .or_else(|| lost_code(changes, &edited, trial));
        Ok(lost.map(Fault::Cut))
    }
}

/// Damage done by an edit.
enum Fault {
    Broken(String),
    Cut(String),
}

/// Returns a sample of the definitions of a file, identical in every run.
fn sample<'a, 'o>(all: &'a [Named<'o>], path: &Path) -> Vec<&'a Named<'o>> {
    let count = all.len().min(MOST_DEFINITIONS);
    let mut hasher = DefaultHasher::new();
    path.file_name().hash(&mut hasher);
    let part = all.len() / count;
    let shift = usize::try_from(hasher.finish() % part as u64).unwrap_or(0);
    (0..count).map(|at| &all[at * part + shift]).collect()
}

/// Returns the first declaration that is missing after an edit.
fn lost(
    source: &str,
    after: &str,
    declarations: &[Declaration],
    now: &[Declaration],
    chosen: &Named<'_>,
    trial: &Trial,
) -> Option<String> {
    let item = chosen.item;
    let span = item.span().start.offset..item.span().end.offset;
    let mut codes = Declarations::new();
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    for declaration in now {
        *names.entry(&declaration.name).or_default() += 1;
        let code = code(after, declaration.range.clone());
        let key = (declaration.name.clone(), code);
        *codes.entry(key).or_default() += 1;
    }
    let mut take = |name: &str| match names.get_mut(name) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    };
    if let Some(name) = &trial.adds
        && !take(name)
    {
        return Some(name.clone());
    }
    let replaced = match &trial.action {
        Remove => Some(span.clone()),
        Replace { part, .. } if *part != DefinitionPart::Whole => range(*part, item),
        _ => None,
    };
    for declaration in declarations {
        let Declaration { name, range } = declaration;
        let is_own = *name == item.name;
        // The compiler stops reporting a declaration if its value is no longer a function.
        let is_gone = trial.group == "value" || matches!(trial.action, Rename { .. } | Remove);
        if is_own && is_gone {
            continue;
        }
        let is_inside = |outer: &Range<usize>| outer.start <= range.start && range.end <= outer.end;
        if replaced.as_ref().is_some_and(is_inside) && !is_own {
            continue;
        }
        let is_beside = range.end <= span.start || span.end <= range.start;
        let is_whole = is_beside || (matches!(trial.action, Move { .. }) && is_inside(&span));
        if !take(name) {
            return Some(name.clone());
        }
        // A statement with several names contains the code of all of them.
        if is_whole && !matches!(trial.action, Rename { .. }) {
            let key = (name.clone(), code(source, range.clone()));
            match codes.get_mut(&key) {
                Some(count) if *count > 0 => *count -= 1,
                _ => return Some(name.clone()),
            }
        }
    }
    None
}

/// Returns the first code outside the edited definition that a change removes.
fn lost_code(changes: &[AstChange], edited: &Range<usize>, trial: &Trial) -> Option<String> {
    if matches!(trial.action, Rename { .. }) {
        return None;
    }
    for change in changes {
        let mut written = change.after.iter();
        let start = change.span.start.offset;
        let mut is_comment = false;
        for (at, byte) in change.before.iter().enumerate() {
            let rest = &change.before[at..];
            // Comments on the line of a removed definition are removed with it; `pass` and `...`
            // are placeholders.
            is_comment |= rest.starts_with(b"#") || rest.starts_with(b"//");
            is_comment &= *byte != b'\n';
            let is_free = byte.is_ascii_whitespace() || matches!(byte, b',' | b';' | b'{' | b'}');
            let is_edited =
                edited.contains(&(start + at)) && !matches!(trial.action, Insert { .. });
            if is_free || is_edited || is_comment {
                continue;
            }
            if !written.any(|other| other == byte) {
                let text = String::from_utf8_lossy(&change.before);
                let is_placeholder = matches!(text.trim(), "pass" | "...");
                if is_placeholder {
                    break;
                }
                return Some(format!(
                    "code {:?} became {:?}",
                    text,
                    String::from_utf8_lossy(&change.after)
                ));
            }
        }
    }
    None
}

/// Prints both texts from the first differing line.
fn first_difference(old: &str, new: &str) -> String {
    let shared = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b);
    let shared = shared.count();
    let from = old.as_bytes()[..shared]
        .iter()
        .rposition(|byte| *byte == b'\n');
    let shown = |text: &str| {
        let part = text.as_bytes().get(from.unwrap_or(0)..).unwrap_or_default();
        String::from_utf8_lossy(&part[..part.len().min(220)]).into_owned()
    };
    format!("{:?} became {:?}", shown(old), shown(new))
}
