//! Round trips of lookups, edits by name and skeletons, over the files of
//! [`outline_oracle`].
//!
//! For the definitions of each file:
//!
//! - the lookup of a name gives its definition;
//! - a part that is replaced by its own text, with or without a line feed at its end, changes no
//!   byte;
//! - a definition that is removed, and inserted again beside its neighbour, restores the file;
//! - a skeleton has no more syntax errors than the file, and all signatures outside the elided
//!   bodies.
//!
//! Edits are dry runs on a copy of the file in memory; their changes are applied here.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ransack::DefinitionAction::{Insert, Remove, Replace};
use ransack::InsertPlace::{After, Before, FirstMember, LastMember};
use ransack::{
    AstChange, CancelToken, DefinitionAction, DefinitionEdit, DefinitionEditOptions,
    DefinitionPart, InsertPlace, ItemKind, Outline, OutlineItem, OutlineOptions, SkeletonLevel,
    SkeletonOptions, definition, edit_definition, outline, skeleton,
};
use tempfile::TempDir;

use crate::outline_oracle;
use crate::table::Table;

/// Maximum number of files per language; of more, every n-th is read.
const MOST_FILES: usize = 400;
/// Maximum number of definitions per file that are looked up, removed and inserted; of more, every
/// n-th is. Parts of all definitions are replaced by their own text.
const MOST_DEFINITIONS: usize = 12;
/// Directory of files in memory.
const SHARED_MEMORY: &str = "/dev/shm";

/// Reason for which a definition that is removed and inserted again does not restore the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reason {
    /// Its neighbours have other blank lines between them than is usual in the file.
    BlankLines,
    /// The code around it needs it: the removal is refused.
    Needed,
    /// It is one of several names of a declaration.
    SharedDeclaration,
    /// Other code is in its first or last line.
    SharedLine,
    /// A comment follows it in its line, and goes with it.
    Comment,
    /// Code that is no definition lies between it and its neighbours.
    OtherCode,
    /// The file has syntax errors.
    SyntaxErrors,
    /// None of the others: a fault.
    Fault,
}

const REASONS: [(Reason, &str); 8] = [
    (Reason::BlankLines, "blank lines"),
    (Reason::Needed, "needed"),
    (Reason::SharedDeclaration, "shared"),
    (Reason::SharedLine, "one line"),
    (Reason::Comment, "comment"),
    (Reason::OtherCode, "other code"),
    (Reason::SyntaxErrors, "errors"),
    (Reason::Fault, "faults"),
];

/// Counts of one language.
#[derive(Default)]
struct Counts {
    files: usize,
    /// Files that are not UTF-8.
    left_out: usize,
    definitions: usize,
    /// Lookups, and those that did not give the definition.
    lookups: Trials,
    /// Parts replaced by their own text.
    own: Trials,
    /// Parts replaced by their own text and a line feed.
    own_with_feed: Trials,
    /// Definitions removed and inserted again.
    trips: usize,
    reasons: BTreeMap<Reason, usize>,
    /// Skeletons, and those with new syntax errors or without a signature.
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

/// Makes the round trips of the languages of `chosen`, or of all whose corpus is there. Returns
/// false if one fails without a reason. With `differences`, prints those that fail.
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
    /// Receives the round trips that fail.
    out: Option<&'w mut dyn Write>,
}

/// Definition of a file.
struct Named<'o> {
    /// Name path, with a number if several definitions have it.
    name: String,
    item: &'o OutlineItem,
    /// Index among its siblings, after those of the definitions around it.
    place: Vec<usize>,
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
        let count = named.len().min(MOST_DEFINITIONS);
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
        let (name, part) = (&chosen.name, DefinitionPart::Whole);
        let found = definition(
            source.as_bytes(),
            self.language,
            name,
            part,
            &CancelToken::new(),
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

    /// Replaces each part of each definition by its own text.
    fn own_text(
        &mut self,
        path: &Path,
        source: &str,
        named: &[Named<'_>],
    ) -> Result<(), Box<dyn Error>> {
        for (part_name, part) in DefinitionPart::ALL {
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
        let mut results = Vec::new();
        fs::write(&self.path, source)?;
        let mut refusal = None;
        match self.edit(vec![(chosen.name.clone(), Remove)]) {
            Err(error) => refusal = Some(error.to_string()),
            Ok(changes) => {
                let without = applied(source, &changes)?;
                fs::write(&self.path, &without)?;
                let now = self.outline(&without)?;
                for (place, target) in places(&now, chosen, all) {
                    let action = Insert {
                        place,
                        text: text.to_owned(),
                    };
                    let result = self.edit(vec![(target, action)]);
                    let result = match result {
                        Ok(changes) => Ok(applied(&without, &changes)?),
                        Err(error) => Err(error.to_string()),
                    };
                    if result.as_deref() == Ok(source) {
                        return Ok(());
                    }
                    results.push(result);
                }
            }
        }
        let reason = reason(source, shape, all, chosen, refusal.is_some(), &results);
        *self.counts.reasons.entry(reason).or_default() += 1;
        let known = REASONS.iter().find(|(known, _)| *known == reason);
        let why = match (refusal, results.first()) {
            (Some(why), _) => format!("removal: {why}"),
            (None, Some(Ok(result))) => difference(source, result),
            (None, Some(Err(why))) => format!("insertion: {why}"),
            (None, None) => "no place".to_owned(),
        };
        self.tell(
            &format!("trip [{}]", known.map_or("", |(_, name)| name)),
            path,
            chosen,
            &why,
        )?;
        Ok(())
    }

    /// Returns the changes of edits of the copy.
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

/// Returns the definitions that have a name, in the order of the outline.
fn named(outline: &Outline) -> Vec<Named<'_>> {
    fn add<'o>(items: &'o [OutlineItem], around: &[usize], found: &mut Vec<Named<'o>>) {
        for (index, item) in items.iter().enumerate() {
            let place = [around, &[index]].concat();
            found.push(Named {
                name: item.qualified_name().to_owned(),
                item,
                place: place.clone(),
            });
            add(&item.children, &place, found);
        }
    }
    let mut found = Vec::new();
    add(&outline.items, &[], &mut found);
    let path = |name: &str| name.trim().replace("::", ".");
    let mut counts: HashMap<String, usize> = HashMap::new();
    for named in &found {
        *counts.entry(path(&named.name)).or_default() += 1;
    }
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for named in &mut found {
        let path = path(&named.name);
        if counts[&path] > 1 {
            let number = numbers.entry(path).or_default();
            *number += 1;
            named.name = format!("{}#{number}", named.name);
        }
    }
    found.retain(|named| !named.item.name.is_empty());
    found
}

fn range(part: DefinitionPart, item: &OutlineItem) -> Option<Range<usize>> {
    let span = match part {
        DefinitionPart::Doc => item.doc_span(),
        DefinitionPart::Attributes => item.attributes_span(),
        DefinitionPart::Signature => Some(item.signature_span()),
        DefinitionPart::Body => item.body_span(),
        DefinitionPart::Value => item.value_span(),
        _ => Some(item.span()),
    };
    span.map(|span| span.start.offset..span.end.offset)
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
fn applied(source: &str, changes: &[AstChange]) -> Result<String, Box<dyn Error>> {
    let (mut text, mut from) = (Vec::new(), 0);
    for change in changes {
        text.extend_from_slice(&source.as_bytes()[from..change.span.start.offset]);
        text.extend_from_slice(&change.after);
        from = change.span.end.offset;
    }
    text.extend_from_slice(&source.as_bytes()[from..]);
    Ok(String::from_utf8(text)?)
}

/// Returns the places at which a removed definition may be inserted again: after the one before it,
/// before the one after it, inside the one around it.
fn places(now: &Outline, chosen: &Named<'_>, all: &[Named<'_>]) -> Vec<(InsertPlace, String)> {
    let now = named(now);
    let Some((&index, around)) = chosen.place.split_last() else {
        return Vec::new();
    };
    let name_of = |place: &[usize]| {
        let found = now.iter().find(|named| named.place == place);
        found.map(|named| named.name.clone())
    };
    let beside = |index: usize| name_of(&[around, &[index]].concat());
    let parent = match around {
        [] => Some(String::new()),
        _ => name_of(around),
    };
    let is_last = !all
        .iter()
        .any(|named| named.place == [around, &[index + 1]].concat());
    let mut places = vec![
        (After, index.checked_sub(1).and_then(beside)),
        (Before, beside(index)),
    ];
    if index == 0 {
        places.push((FirstMember, parent.clone()));
    }
    if is_last {
        places.push((LastMember, parent));
    }
    let places = places.into_iter();
    places
        .filter_map(|(place, name)| Some((place, name?)))
        .collect()
}

/// Returns the reason for which no result of an insertion is the source.
fn reason(
    source: &str,
    shape: &Outline,
    all: &[Named<'_>],
    chosen: &Named<'_>,
    is_refused: bool,
    results: &[Result<String, String>],
) -> Reason {
    let same_lines = |result: &Result<String, String>| {
        result
            .as_ref()
            .is_ok_and(|text| without_blank_lines(text).eq(without_blank_lines(source)))
    };
    let (start, end) = (
        chosen.item.span().start.offset,
        chosen.item.span().end.offset,
    );
    let before = source[..start].rsplit('\n').next().unwrap_or_default();
    let after = source[end..].split('\n').next().unwrap_or_default();
    let after = after.trim_start().trim_start_matches([',', ';']).trim();
    let header = |item: &OutlineItem| item.signature_span().start.offset;
    let is_shared = all.iter().any(|other| {
        !std::ptr::eq(other.item, chosen.item) && header(other.item) == header(chosen.item)
    });
    let is_comment = is_comment(after);
    if results.iter().any(same_lines) {
        Reason::BlankLines
    } else if is_shared {
        Reason::SharedDeclaration
    } else if !before.trim().is_empty() || !(after.is_empty() || is_comment) {
        Reason::SharedLine
    } else if is_comment {
        Reason::Comment
    } else if shape.syntax_errors > 0 {
        Reason::SyntaxErrors
    } else if is_refused {
        Reason::Needed
    } else if !is_beside(source, shape, chosen) {
        Reason::OtherCode
    } else {
        Reason::Fault
    }
}

/// Returns whether only white space lies between a definition and one of its neighbours, or, of one
/// without neighbours, around it.
fn is_beside(source: &str, shape: &Outline, chosen: &Named<'_>) -> bool {
    let (mut around, mut siblings) = (None, shape.items.as_slice());
    let Some((&index, places)) = chosen.place.split_last() else {
        return false;
    };
    for place in places {
        around = siblings.get(*place);
        siblings = around.map_or(&[], |item| &item.children);
    }
    let whole = |item: &OutlineItem| item.span().start.offset..item.span().end.offset;
    let own = whole(chosen.item);
    let column = |at: usize| at - source[..at].rfind('\n').map_or(0, |feed| feed + 1);
    let are_beside = |first: Range<usize>, second: Range<usize>| {
        let gap = source.get(first.end..second.start).unwrap_or("code");
        let (line, lines) = gap.split_once('\n').unwrap_or((gap, ""));
        let line = line.trim_start().trim_start_matches([',', ';']).trim();
        (line.is_empty() || is_comment(line))
            && lines.trim().is_empty()
            && column(first.start) == column(second.start)
    };
    let previous = index.checked_sub(1).and_then(|index| siblings.get(index));
    let next = siblings.get(index + 1);
    if previous.is_none() && next.is_none() {
        let inside = around.map(|item| range(DefinitionPart::Body, item));
        let inside = inside.unwrap_or(Some(0..source.len())).unwrap_or_default();
        let head = source.get(inside.start..own.start).unwrap_or("code");
        let tail = source.get(own.end..inside.end).unwrap_or("code");
        let is_bracket = |c: char| c.is_whitespace() || "{}()[],;".contains(c);
        return [head, tail].iter().all(|text| text.chars().all(is_bracket));
    }
    previous.is_some_and(|item| are_beside(whole(item), own.clone()))
        || next.is_some_and(|item| are_beside(own.clone(), whole(item)))
}

fn is_comment(text: &str) -> bool {
    let marks = ["//", "/*", "#", "--"];
    marks.iter().any(|mark| text.starts_with(mark))
}

fn without_blank_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim().is_empty())
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

/// Returns the signatures outside of functions that the outline of a skeleton has not.
fn lost<'o>(shape: &'o Outline, now: &'o Outline, level: SkeletonLevel) -> Vec<&'o str> {
    // The signature of a type alias has the comments of its members.
    let key = |item: &'o OutlineItem| match level {
        SkeletonLevel::Signatures => (item.kind, item.qualified_name(), ""),
        _ => (item.kind, item.qualified_name(), item.signature.as_str()),
    };

    let mut elided: Vec<Range<usize>> = Vec::new();
    shape.for_each(|item| {
        if is_elided(item) {
            elided.extend(range(DefinitionPart::Body, item));
        }
    });
    let mut counts: HashMap<(ItemKind, &str, &str), i64> = HashMap::new();
    now.for_each(|item| *counts.entry(key(item)).or_default() += 1);
    let mut lost = Vec::new();
    shape.for_each(|item| {
        let start = item.name_span().start.offset;
        if elided.iter().any(|body| body.contains(&start)) {
            return;
        }
        let count = counts.entry(key(item)).or_default();
        *count -= 1;
        if *count < 0 {
            lost.push(item.signature.as_str());
        }
    });
    lost
}

/// Returns whether a skeleton elides the body of a definition.
fn is_elided(item: &OutlineItem) -> bool {
    use ItemKind::{Constructor, Function, Macro, Method, Test};
    match item.kind {
        Test => item.children.is_empty(),
        kind => matches!(kind, Function | Method | Constructor | Macro),
    }
}
