//! Packs all files at their highest levels.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ransack_base::internal::ErrorParts;
use ransack_base::{Aborted, CancelToken, Error, Outcome, Result};
use ransack_grammars::internal::Parsers;

use super::call::{PackCall, given_sections, packed_file};
use super::examiner::{ProcessText, TextOfFile};
use super::measure::Size;
use super::middle::{Middle, count_joined, count_piece};
use super::options::PackLevel;
use super::outcome::{Pack, PackReason, PackedFile};

/// One file and its pieces.
struct Section {
    file: PackedFile,
    pieces: Vec<String>,
    /// Middle of the only piece.
    middle: Option<Middle>,
}

/// Writes the part of each file at its highest level.
struct WriteAll {
    call: Arc<PackCall>,
    /// Size of the files so far in bytes.
    written: AtomicU64,
}

impl WriteAll {
    fn exceeds(&self) -> bool {
        let max = self.call.options.max_content_size;
        max.is_some_and(|max| self.written.load(Ordering::Relaxed) > max)
    }
}

impl ProcessText for WriteAll {
    type Output = Section;

    fn process(
        &self,
        text: &TextOfFile,
        parsers: &mut Parsers,
        token: &CancelToken,
    ) -> Result<Section, Aborted> {
        let call = &self.call;
        let mut file = packed_file(text);
        let max_level = call.max_level(text.root, &text.path);
        let is_secret = !text.secrets.is_empty() && !call.options.allow_secrets;
        if is_secret || max_level == PackLevel::Omitted {
            file.reason = match is_secret {
                true => PackReason::Secret,
                false => PackReason::Level,
            };
            return Ok(Section {
                file,
                pieces: Vec::new(),
                middle: None,
            });
        }
        let mut pieces = call.pieces(text, max_level, parsers, token)?;
        self.written.fetch_add(file.size, Ordering::Relaxed);
        let encoding = call.options.encoding;
        let mut middle = None;
        match &pieces[..] {
            [piece] => {
                let tokens = count_piece(&text.text, piece, encoding);
                (file.tokens, file.original_tokens) = (tokens.piece, tokens.text);
                middle = tokens.middle;
            }
            pieces => {
                file.tokens = Size::of_all(pieces, encoding).tokens;
                file.original_tokens = Size::of(text.text.as_bytes(), encoding).tokens;
            }
        }
        token.heartbeat()?;
        file.treatment = max_level;
        file.reason = match max_level {
            PackLevel::Whole => PackReason::Complete,
            _ => PackReason::Level,
        };
        if call.options.list_only || self.exceeds() {
            pieces.clear();
            middle = None;
        }
        Ok(Section {
            file,
            pieces,
            middle,
        })
    }

    fn weigh(section: &Section) -> usize {
        size_of::<Section>() + section.pieces.iter().map(String::len).sum::<usize>()
    }
}

/// Packs all files at their highest levels.
pub(super) fn pack_all(call: &Arc<PackCall>, token: &CancelToken) -> Result<Pack> {
    let process = WriteAll {
        call: call.clone(),
        written: AtomicU64::new(0),
    };
    let Outcome { items, report } = call.run(process, token)?;
    let written = items.iter().map(|section| section.file.size).sum::<u64>();
    if let Some(max) = call
        .options
        .max_content_size
        .filter(|_| !call.options.list_only)
        && written > max
    {
        return Err(too_large(&items, written, max));
    }
    let given = given_sections(call, token)?;
    let pieces = items.iter().flat_map(|section| &section.pieces);
    let pieces: Vec<&str> = pieces.map(String::as_str).collect();
    let text = call.writer.join(&pieces, &given);
    let middles = items.iter().filter_map(|section| {
        let middle = section.middle.as_ref()?;
        let text = section.pieces.first()?.get(middle.range.clone())?;
        Some((text, middle.tokens))
    });
    let count = |text: &str| Ok(call.size(text, token)?.tokens);
    let tokens = count_joined(&text, middles, token, count)?;
    let parts = call.parts(&pieces, &given, token)?;
    Ok(Pack {
        text,
        tokens,
        parts,
        files: items.into_iter().map(|section| section.file).collect(),
        report,
        ..Pack::default()
    })
}

/// Creates the error of files that are too large together.
fn too_large(sections: &[Section], written: u64, max: u64) -> Error {
    /// Number of files that the error names.
    const NAMED: usize = 10;
    let mut largest: Vec<&PackedFile> = sections.iter().map(|section| &section.file).collect();
    largest.sort_by_key(|file| (Reverse(file.size), file.root, &file.path));
    largest.truncate(NAMED);
    let list = largest.iter();
    let list = list.map(|file| format!("{} ({} bytes)", file.path, file.size));
    let list = list.collect::<Vec<_>>().join(", ");
    let message = format!(
        "the files have {written} bytes, more than the maximum of {max}; the largest are {list}"
    );
    Error::option(message)
}
