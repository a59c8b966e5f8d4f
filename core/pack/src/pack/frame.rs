//! The frame of a pack: the directory tree and the texts of the caller.

use ransack_base::internal::{ErrorParts, rel_path};
use ransack_base::{CancelToken, Error, ErrorKind, OptionName, Result};
use ransack_search::FileType;

use super::call::{Maximum, PART_MARGIN, PackCall};
use super::joiner::Frame;
use super::options::PackFormat;
use super::outcome::PackedFile;
use crate::tree::{Numbers, TreeEntry, TreeLayout, TreeStyle, tree_of_files};

/// Share of a maximum that the directory tree may have, as a divisor.
const TREE_SHARE: u64 = 20;

/// Bytes of a directory tree per token, at most.
const TREE_BYTES_PER_TOKEN: u64 = 8;

/// Returns the frame of a pack of these files, which have their numbers of tokens.
///
/// # Errors
///
/// `InvalidOption` if a text of the caller does not fit into a part or into the maximum.
pub(super) fn frame_of<'a>(
    call: &PackCall,
    files: impl ExactSizeIterator<Item = &'a PackedFile>,
    token: &CancelToken,
) -> Result<Frame> {
    let mut frame = Frame {
        tree: None,
        given: given_parts(call, token)?,
    };
    let Some(maximum) = call.maximum else {
        frame.tree = tree_part(call, files, token)?;
        return Ok(frame);
    };
    let size = call.size(&call.join(&frame, &[]), token)?;
    if maximum.cost(size) > maximum.value() {
        let message = format!(
            "the maximum is {}, and the text without any file has {}",
            maximum.value(),
            maximum.cost(size)
        );
        return Err(Error::option(message));
    }
    let with_tree = Frame {
        tree: tree_part(call, files, token)?,
        ..frame.clone()
    };
    let size = call.size(&call.join(&with_tree, &[]), token)?;
    match maximum.cost(size) > maximum.value() {
        true => Ok(frame),
        false => Ok(with_tree),
    }
}

/// Returns the part of the directory tree; `None` if the call has no tree, or a tree of one line does
/// not fit.
fn tree_part<'a>(
    call: &PackCall,
    files: impl ExactSizeIterator<Item = &'a PackedFile>,
    token: &CancelToken,
) -> Result<Option<String>> {
    let options = &call.options;
    let has_tree = options.tree && options.format != PackFormat::Jinni && !options.list_only;
    if !has_tree || files.len() < 2 {
        return Ok(None);
    }
    let entries = files.map(|file| {
        let path = call.heading(file.root, &file.path);
        // A tree has one root; an absolute path begins with the name of its first directory.
        let path = path.trim_start_matches('/').to_owned();
        TreeEntry {
            root: 0,
            relative: path.len(),
            path: rel_path(path.into_bytes()),
            kind: FileType::File,
            is_root: false,
            numbers: Numbers {
                tokens: Some(file.original_tokens),
                ..Numbers::default()
            },
        }
    });
    let share = call.maximum.map(|maximum| match maximum {
        Maximum::Tokens(max) => max / TREE_SHARE,
        Maximum::Bytes(max) => max / TREE_SHARE / TREE_BYTES_PER_TOKEN,
    });
    let part = options.max_part_tokens;
    let part = part.map(|max| max.saturating_sub(2 * PART_MARGIN));
    let max_tokens = share.into_iter().chain(part).min();
    let layout = TreeLayout {
        depth: None,
        max_tokens: max_tokens.map(|max| usize::try_from(max).unwrap_or(usize::MAX)),
        encoding: options.encoding,
        style: TreeStyle::Indent,
    };
    match tree_of_files(entries.collect(), layout, token) {
        Ok(tree) => Ok(Some(call.writer.tree(&tree.text))),
        Err(error) if error.kind() == ErrorKind::InvalidOption => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the parts of the caller's texts.
///
/// # Errors
///
/// `InvalidOption` if one does not fit into a part.
fn given_parts(call: &PackCall, token: &CancelToken) -> Result<Vec<String>> {
    let mut given = Vec::with_capacity(call.options.sections.len());
    for (index, section) in call.options.sections.iter().enumerate() {
        let text = call.writer.given(section);
        let tokens = call.size(&text, token)?.tokens + PART_MARGIN;
        if let Some(max) = call.options.max_part_tokens.filter(|max| tokens > *max) {
            let message = format!("the text does not fit into a part of {max} tokens");
            return Err(Error::option(message).in_element(OptionName::Sections, index));
        }
        given.push(text);
    }
    Ok(given)
}
