//! One call.

use std::collections::BTreeMap;
use std::sync::Arc;

use ransack_base::internal::{add_skip, rel_path};
use ransack_base::{CancelToken, Result};

use super::all::pack_all;
use super::call::PackCall;
use super::options::{PackLevel, PackOptions};
use super::outcome::{Pack, PackedDirectory, PackedFile};
use super::within::pack_within;

/// Packs the files of a scope.
pub(super) fn pack(options: &PackOptions, token: &CancelToken) -> Result<Pack> {
    token.heartbeat()?;
    let call = Arc::new(PackCall::new(options)?);
    let mut pack = match call.maximum {
        None => pack_all(&call, token)?,
        Some(maximum) => pack_within(&call, maximum, token)?,
    };
    if options.list_only {
        let is_listed = |file: &&PackedFile| file.treatment > PackLevel::Path;
        let listed = pack.files.iter().filter(is_listed);
        pack.text = listed.map(|file| format!("{}\n", file.path)).collect();
        pack.tokens = call.size(&pack.text, token)?.tokens;
    }
    pack.directories = directories(&pack.files);
    if let Some(rules) = &call.rules {
        for (reason, path) in rules.take_faults() {
            add_skip(&mut pack.report, reason, path);
        }
        pack.decisions = rules.take_decisions();
    }
    Ok(pack)
}

/// Returns the totals of all directories.
fn directories(files: &[PackedFile]) -> Vec<PackedDirectory> {
    let mut totals: BTreeMap<(u32, &[u8]), PackedDirectory> = BTreeMap::new();
    for file in files {
        let path = file.path.as_bytes();
        let ends = memchr::memrchr_iter(b'/', path).chain([0]);
        for end in ends {
            let total =
                totals
                    .entry((file.root, &path[..end]))
                    .or_insert_with(|| PackedDirectory {
                        path: rel_path(path[..end].to_vec()),
                        root: file.root,
                        ..PackedDirectory::default()
                    });
            total.files += 1;
            total.tokens += file.tokens;
            total.original_tokens += file.original_tokens;
        }
    }
    totals.into_values().collect()
}
