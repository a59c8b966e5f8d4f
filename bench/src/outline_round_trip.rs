//! Round trips of lookups, edits by name and skeletons, over the files of
//! [`outline_oracle`].
//!
//! For the definitions of each file:
//!
//! - the lookup of a name gives its definition;
//! - replacing a part by its own text, with or without a trailing line feed, changes no byte;
//! - removing a definition and inserting it again next to its neighbour restores the file;
//! - a skeleton has no more syntax errors than the file, and all signatures outside the elided
//!   bodies.
//!
//! Edits are dry runs on a copy of the file in memory; their changes are applied here.

pub(crate) mod named;
mod reason;
mod skeleton;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use ransack::DefinitionAction::{Insert, Remove, Replace};
use ransack::{
    AstChange, CancelToken, DefinitionAction, DefinitionEdit, DefinitionEditOptions,
    DefinitionOptions, DefinitionPart, Outline, OutlineOptions, SkeletonLevel, SkeletonOptions,
    definition, edit_definition, outline, skeleton,
};
use tempfile::TempDir;

use self::named::{Named, named, places, range};
use self::reason::{REASONS, Reason, has_same_lines, reason};
use self::skeleton::lost;
use crate::outline_oracle;
use crate::table::Table;

/// Maximum number of files per language; if there are more, every n-th file is read.
const MOST_FILES: usize = 400;
/// Maximum number of bytes that the lookups of a file read. Bounds the definitions of a large file
/// that are looked up, removed and inserted; if there are more, every n-th is. Parts of all
/// definitions are replaced by their own text.
const MOST_BYTES: usize = 64 << 20;
/// Minimum number of definitions chosen per file, if it has as many.
const LEAST_DEFINITIONS: usize = 12;
/// Directory of files in memory.
pub(crate) const SHARED_MEMORY: &str = "/dev/shm";

/// Counts of one language.
#[derive(Default)]
struct Counts {
    files: usize,
    /// Files that are not UTF-8.
    left_out: usize,
    definitions: usize,
    /// Files in which some definitions are not looked up.
    sampled: usize,
    /// Lookups, and how many did not return the definition.
    lookups: Trials,
    /// Parts replaced by their own text.
    own: Trials,
    /// Parts replaced by their own text and a line feed.
    own_with_feed: Trials,
    /// Definitions removed and inserted again.
    trips: usize,
    reasons: BTreeMap<Reason, usize>,
    /// Skeletons, and how many have new syntax errors or lack a signature.
    skeletons: Trials,
}

#[derive(Default)]
struct Trials {
    all: usize,
    failed: usize,
}

impl fmt::Display for Trials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} / {}", self.failed, self.all)
    }
}

/// Runs the round trips for the languages in `chosen`, or for all languages with a corpus. Returns
/// false if one fails without a known reason. With `differences`, prints the failures.
pub(crate) fn measure(
    chosen: &[String],
    differences: bool,
    out: &mut dyn Write,
) -> Result<(bool, Vec<Table>), Box<dyn Error>> {
    let mut trips = Table::new(&[
        "outline-round-trip",
        "files",
        "definitions",
        "lookups failed",
        "own text",
        "with line feed",
        "skeletons",
    ]);
    let mut head = vec!["removed, inserted", "trips", "restored"];
    head.extend(REASONS.iter().map(|(_, name)| *name));
    let mut restored = Table::new(&head);
    let mut passes = true;
    for (language, files) in outline_oracle::corpora(chosen)? {
        let mut trip = RoundTrip::new(language, differences, out)?;
        let count = files.len().min(MOST_FILES);
        for at in 0..count {
            trip.file(&files[at * files.len() / count])?;
        }
        let counts = trip.counts;
        let faults = counts.reasons.get(&Reason::Fault).copied().unwrap_or(0);
        let failed = [
            &counts.lookups,
            &counts.own,
            &counts.own_with_feed,
            &counts.skeletons,
        ];
        passes &= faults == 0 && failed.iter().all(|trials| trials.failed == 0);
        trips.row(vec![
            language.to_owned(),
            counts.files.to_string(),
            counts.definitions.to_string(),
            counts.lookups.to_string(),
            counts.own.to_string(),
            counts.own_with_feed.to_string(),
            counts.skeletons.to_string(),
        ]);
        let number = |(reason, _): &(Reason, &str)| counts.reasons.get(reason).copied();
        let numbers: Vec<usize> = REASONS.iter().map(|r| number(r).unwrap_or(0)).collect();
        let others: usize = numbers.iter().sum();
        let mut row = vec![language.to_owned(), counts.trips.to_string()];
        row.push((counts.trips - others).to_string());
        row.extend(numbers.iter().map(usize::to_string));
        restored.row(row);
        if counts.left_out > 0 {
            writeln!(out, "  {language}: {} files are not UTF-8", counts.left_out)?;
        }
        if counts.sampled > 0 {
            let (sampled, chosen) = (counts.sampled, counts.lookups.all);
            let all = counts.definitions;
            writeln!(
                out,
                "  {language}: {chosen} of {all} definitions looked up; {sampled} files are too large"
            )?;
        }
    }
    Ok((passes, vec![trips, restored]))
}

/// Round trips over the files of a language.
struct RoundTrip<'w> {
    language: &'static str,
    _dir: TempDir,
    /// Copy of the file whose definitions are edited.
    path: PathBuf,
    counts: Counts,
    /// Receives failed round trips.
    out: Option<&'w mut dyn Write>,
}

impl<'w> RoundTrip<'w> {
    fn new(
        language: &'static str,
        differences: bool,
        out: &'w mut dyn Write,
    ) -> io::Result<RoundTrip<'w>> {
        let memory = Path::new(SHARED_MEMORY);
        let dir = match memory.is_dir() {
            true => tempfile::tempdir_in(memory)?,
            false => tempfile::tempdir()?,
        };
        Ok(RoundTrip {
            language,
            path: dir.path().join("text"),
            _dir: dir,
            counts: Counts::default(),
            out: differences.then_some(out),
        })
    }

    fn file(&mut self, path: &Path) -> Result<(), Box<dyn Error>> {
        let bytes = fs::read(path)?;
        let Ok(source) = String::from_utf8(bytes) else {
            self.counts.left_out += 1;
            return Ok(());
        };
        let shape = self.outline(&source)?;
        let named = named(&shape);
        self.counts.files += 1;
        self.counts.definitions += named.len();
        self.skeletons(path, &source, &shape)?;
        fs::write(&self.path, &source)?;
        self.own_text(path, &source, &named)?;
        let most = LEAST_DEFINITIONS.max(MOST_BYTES / source.len().max(1));
        let count = named.len().min(most);
        self.counts.sampled += usize::from(count < named.len());
        for at in 0..count {
            let chosen = &named[at * named.len() / count];
            self.look_up(path, &source, chosen)?;
            self.remove_and_insert(path, &source, &shape, &named, chosen)?;
        }
        Ok(())
    }

    fn outline(&self, source: &str) -> ransack::Result<Outline> {
        let options = OutlineOptions::default().key_depth(None);
        outline(
            source.as_bytes(),
            self.language,
            &options,
            &CancelToken::new(),
        )
    }

    fn tell(&mut self, what: &str, path: &Path, named: &Named<'_>, why: &str) -> io::Result<()> {
        let Some(out) = &mut self.out else {
            return Ok(());
        };
        let (line, kind) = (named.item.name_span().start.line, named.item.kind.name());
        writeln!(
            out,
            "{what} {}:{line}: {kind} {}: {why}",
            path.display(),
            named.name
        )
    }

    fn look_up(&mut self, path: &Path, source: &str, chosen: &Named<'_>) -> io::Result<()> {
        let token = CancelToken::new();
        let found = definition(
            source.as_bytes(),
            self.language,
            &chosen.name,
            &DefinitionOptions::default(),
            &token,
        );
        self.counts.lookups.all += 1;
        let why = match found {
            Ok(found) if found.item == *chosen.item => return Ok(()),
            Ok(found) => format!("line {}", found.item.name_span().start.line),
            Err(error) => error.to_string(),
        };
        self.counts.lookups.failed += 1;
        self.tell("lookup", path, chosen, &why)
    }

    /// Replaces each part of each definition with its own text.
    fn own_text(
        &mut self,
        path: &Path,
        source: &str,
        named: &[Named<'_>],
    ) -> Result<(), Box<dyn Error>> {
        for (part_name, part) in DefinitionPart::ALL {
            // A summary is not part of the text.
            if part == DefinitionPart::Summary {
                continue;
            }
            for end in ["", "\n"] {
                let (mut edits, mut of) = (Vec::new(), Vec::new());
                for definition in named {
                    if let Some(range) = range(part, definition.item) {
                        let text = format!("{}{end}", &source[range]);
                        edits.push((definition.name.clone(), Replace { part, text }));
                        of.push(definition);
                    }
                }
                let mut failed: BTreeMap<usize, String> = BTreeMap::new();
                match self.edit(edits.clone()) {
                    Ok(changes) => failed.extend(changes.iter().map(changed)),
                    // Changes of several definitions may overlap.
                    Err(_) => {
                        for (index, edit) in edits.into_iter().enumerate() {
                            match self.edit(vec![edit]) {
                                Ok(changes) => failed.extend(
                                    changes.iter().map(|change| (index, changed(change).1)),
                                ),
                                Err(error) => failed.extend([(index, error.to_string())]),
                            }
                        }
                    }
                }
                let trials = match end {
                    "" => &mut self.counts.own,
                    _ => &mut self.counts.own_with_feed,
                };
                trials.all += of.len();
                trials.failed += failed.len();
                for (index, why) in failed {
                    self.tell(&format!("{part_name}{end:?}"), path, of[index], &why)?;
                }
            }
        }
        Ok(())
    }

    fn remove_and_insert(
        &mut self,
        path: &Path,
        source: &str,
        shape: &Outline,
        all: &[Named<'_>],
        chosen: &Named<'_>,
    ) -> Result<(), Box<dyn Error>> {
        self.counts.trips += 1;
        let text = &source[chosen.item.span().start.offset..chosen.item.span().end.offset];
        let line_start = source[..chosen.item.span().start.offset]
            .rfind('\n')
            .map_or(0, |feed| feed + 1);
        let blanks = &source[line_start..chosen.item.span().start.offset];
        let lines = [blanks, text].concat();
        let (mut results, mut restores_as_lines) = (Vec::new(), false);
        fs::write(&self.path, source)?;
        let mut refusal = None;
        match self.edit(vec![(chosen.name.clone(), Remove)]) {
            Err(error) => refusal = Some(error.to_string()),
            Ok(changes) => {
                let without = applied(source, &changes)?;
                fs::write(&self.path, &without)?;
                let now = self.outline(&without)?;
                for (place, target) in places(&now, chosen, all) {
                    let insert = |text: &str| {
                        let text = text.to_owned();
                        let action = Insert { place, text };
                        let result = match self.edit(vec![(target.clone(), action)]) {
                            Ok(changes) => Ok(applied(&without, &changes)?),
                            Err(error) => Err(error.to_string()),
                        };
                        Ok::<_, Box<dyn Error>>(result)
                    };
                    let result = insert(text)?;
                    if result.as_deref() == Ok(source) {
                        return Ok(());
                    }
                    results.push(result);
                    restores_as_lines |= !blanks.is_empty()
                        && blanks.trim().is_empty()
                        && insert(&lines)?.is_ok_and(|text| has_same_lines(&text, source));
                }
            }
        }
        let reason = reason(
            source,
            shape,
            all,
            chosen,
            refusal.is_some(),
            &results,
            restores_as_lines,
        );
        *self.counts.reasons.entry(reason).or_default() += 1;
        let known = REASONS.iter().find(|(known, _)| *known == reason);
        let why = results.iter().map(|result| match result {
            Ok(result) => difference(source, result),
            Err(why) => format!("insertion: {why}"),
        });
        let why = why.chain(refusal.map(|why| format!("removal: {why}")));
        let mut why = why.collect::<Vec<_>>().join("; ");
        if why.is_empty() {
            "no place".clone_into(&mut why);
        }
        self.tell(
            &format!("trip [{}]", known.map_or("", |(_, name)| name)),
            path,
            chosen,
            &why,
        )?;
        Ok(())
    }

    /// Returns the changes that edits make to the copy.
    fn edit(&self, edits: Vec<(String, DefinitionAction)>) -> ransack::Result<Vec<AstChange>> {
        if edits.is_empty() {
            return Ok(Vec::new());
        }
        let edits = edits.into_iter();
        let edits = edits.map(|(name, action)| DefinitionEdit::new(&self.path, name, action));
        let options = DefinitionEditOptions::default()
            .edits(edits.collect::<Vec<_>>())
            .language(self.language)
            .time_per_file(Duration::from_secs(60));
        Ok(edit_definition(&options, &CancelToken::new())?.changes)
    }

    fn skeletons(
        &mut self,
        path: &Path,
        source: &str,
        shape: &Outline,
    ) -> Result<(), Box<dyn Error>> {
        for (name, level) in SkeletonLevel::ALL {
            // A list of names is not text in the language.
            if level == SkeletonLevel::Names {
                continue;
            }
            let options = SkeletonOptions::default().level(level);
            let made = skeleton(
                source.as_bytes(),
                self.language,
                &options,
                &CancelToken::new(),
            )?;
            let text = String::from_utf8(made.text)?;
            let now = self.outline(&text)?;
            self.counts.skeletons.all += 1;
            let lost = lost(shape, &now, level);
            let new_errors = now.syntax_errors.saturating_sub(shape.syntax_errors);
            if lost.is_empty() && new_errors == 0 {
                continue;
            }
            self.counts.skeletons.failed += 1;
            if let Some(out) = &mut self.out {
                let (path, shown) = (path.display(), &lost[..lost.len().min(3)]);
                writeln!(
                    out,
                    "skeleton {name} {path}: {new_errors} new errors, lost {shown:?}"
                )?;
            }
        }
        Ok(())
    }
}

/// Returns the index of the edit that made a change, and the change.
fn changed(change: &AstChange) -> (usize, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        change.rewrite as usize,
        difference(&text(&change.before), &text(&change.after)),
    )
}

/// Returns a text after changes.
pub(crate) fn applied(source: &str, changes: &[AstChange]) -> Result<String, Box<dyn Error>> {
    let (mut text, mut from) = (Vec::new(), 0);
    for change in changes {
        text.extend_from_slice(&source.as_bytes()[from..change.span.start.offset]);
        text.extend_from_slice(&change.after);
        from = change.span.end.offset;
    }
    text.extend_from_slice(&source.as_bytes()[from..]);
    Ok(String::from_utf8(text)?)
}

/// Describes the first difference of two texts.
fn difference(old: &str, new: &str) -> String {
    let shared = old
        .bytes()
        .zip(new.bytes())
        .take_while(|(a, b)| a == b)
        .count();
    let shown = |text: &str| {
        let from = shared.saturating_sub(30);
        let part = text.as_bytes().get(from..).unwrap_or_default();
        String::from_utf8_lossy(&part[..part.len().min(90)]).into_owned()
    };
    format!("{:?} became {:?}", shown(old), shown(new))
}
