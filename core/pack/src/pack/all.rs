//! Packs all files at their highest levels.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ransack_base::internal::ErrorParts;
use ransack_base::{Aborted, CancelToken, Error, Outcome, Result, Stream};
use ransack_grammars::internal::Parsers;

use super::call::{PackCall, packed_file};
use super::examiner::{ProcessText, TextOfFile};
use super::frame::frame_of;
use super::measure::MeasuredSize;
use super::middle::{Middle, count_joined, count_piece};
use super::options::PackLevel;
use super::outcome::{Pack, PackReason, PackedFile};

/// One file and its pieces.
pub(super) struct Section {
    pub(super) file: PackedFile,
    pub(super) pieces: Vec<String>,
    /// Middle of the only piece.
    middle: Option<Middle>,
}

/// Writes the part of each file at its highest level.
struct WriteAll {
    call: Arc<PackCall>,
    /// Whether the pieces are wanted, and not only their sizes.
    keeps_pieces: bool,
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
        let encoding = call.options.encoding;
        let max_level = call.max_level(text.root, &text.path);
        let is_secret = !text.secrets.is_empty() && !call.options.allow_secrets;
        if is_secret || max_level == PackLevel::Omitted {
            file.reason = match is_secret {
                true => PackReason::Secret,
                false => PackReason::Level,
            };
            file.original_tokens = MeasuredSize::of(text.text.as_bytes(), encoding).tokens;
            return Ok(Section {
                file,
                pieces: Vec::new(),
                middle: None,
            });
        }
        let mut pieces = call.pieces(text, max_level, parsers, token)?;
        self.written.fetch_add(file.size, Ordering::Relaxed);
        let mut middle = None;
        match &pieces[..] {
            [piece] => {
                let tokens = count_piece(&text.text, piece, encoding);
                (file.tokens, file.original_tokens) = (tokens.piece, tokens.text);
                middle = tokens.middle;
            }
            pieces => {
                file.tokens = MeasuredSize::of_all(pieces, encoding).tokens;
                file.original_tokens = MeasuredSize::of(text.text.as_bytes(), encoding).tokens;
            }
        }
        token.heartbeat()?;
        file.treatment = max_level;
        file.reason = match max_level {
            PackLevel::Whole => PackReason::Complete,
            _ => PackReason::Level,
        };
        if !self.keeps_pieces || self.exceeds() {
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

/// Starts writing the parts of all files; without pieces, only their sizes are computed.
pub(super) fn write_all(
    call: &Arc<PackCall>,
    keeps_pieces: bool,
    token: &CancelToken,
) -> Result<Stream<Section>> {
    let process = WriteAll {
        call: call.clone(),
        keeps_pieces,
        written: AtomicU64::new(0),
    };
    call.start(process, token)
}

/// Packs all files at their highest levels.
pub(super) fn pack_all(call: &Arc<PackCall>, token: &CancelToken) -> Result<Pack> {
    let keeps_pieces = !call.options.list_only;
    let Outcome { items, report } = write_all(call, keeps_pieces, token)?.collect_outcome()?;
    check_size(call, items.iter().map(|section| &section.file))?;
    let frame = frame_of(call, items.iter().map(|section| &section.file), token)?;
    let pieces = items.iter().flat_map(|section| &section.pieces);
    let pieces: Vec<&str> = pieces.map(String::as_str).collect();
    let text = call.join(&frame, &pieces);
    let middles = items.iter().filter_map(|section| {
        let middle = section.middle.as_ref()?;
        let text = section.pieces.first()?.get(middle.range.clone())?;
        Some((text, middle.tokens))
    });
    let count = |text: &str| Ok(call.size(text, token)?.tokens);
    let tokens = count_joined(&text, middles, token, count)?;
    let parts = call.parts(&frame, &pieces, token)?;
    Ok(Pack {
        text,
        tokens,
        parts,
        files: items.into_iter().map(|section| section.file).collect(),
        report,
        ..Pack::default()
    })
}

/// Checks the size of all files together.
///
/// # Errors
///
/// `InvalidOption` if it exceeds the maximum; names the ten largest files.
pub(super) fn check_size<'a>(
    call: &PackCall,
    files: impl Iterator<Item = &'a PackedFile> + Clone,
) -> Result<()> {
    /// Number of files that the error names.
    const NAMED: usize = 10;
    let max = call.options.max_content_size;
    let Some(max) = max.filter(|_| !call.options.list_only) else {
        return Ok(());
    };
    let written = files.clone().map(|file| file.size).sum::<u64>();
    if written <= max {
        return Ok(());
    }
    let mut largest: Vec<&PackedFile> = files.collect();
    largest.sort_by_key(|file| (Reverse(file.size), file.root, &file.path));
    largest.truncate(NAMED);
    let list = largest.iter();
    let list = list.map(|file| format!("{} ({} bytes)", file.path, file.size));
    let list = list.collect::<Vec<_>>().join(", ");
    let message = format!(
        "the files have {written} bytes, more than the maximum of {max}; the largest are {list}"
    );
    Err(Error::option(message))
}
