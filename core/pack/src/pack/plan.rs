//! One call.

use std::collections::BTreeMap;
use std::sync::Arc;

use ransack_base::internal::{add_skip, rel_path};
use ransack_base::{CancelToken, Report, Result};

use super::all::pack_all;
use super::call::PackCall;
use super::options::{PackLevel, PackOptions};
use super::outcome::{Pack, PackedDirectory, PackedFile};
use super::within::{measure_all, pack_within};

/// Packs the files of a scope.
pub(super) fn pack(options: &PackOptions, token: &CancelToken) -> Result<Pack> {
    token.heartbeat()?;
    let call = Arc::new(PackCall::new(options)?);
    let mut pack = match call.maximum {
        None => pack_all(&call, token)?,
        Some(maximum) => {
            let measured = measure_all(&call, token)?.collect_outcome()?;
            pack_within(&call, maximum, measured, token)?.pack
        }
    };
    if options.list_only {
        let is_listed = |file: &&PackedFile| file.treatment > PackLevel::Path;
        let listed = pack.files.iter().filter(is_listed);
        pack.text = listed.map(|file| format!("{}\n", file.path)).collect();
        pack.tokens = call.size(&pack.text, token)?.tokens;
    }
    pack.directories = directories(&pack.files);
    report_rules(&call, &mut pack.report);
    if let Some(rules) = &call.rules {
        pack.decisions = rules.take_decisions();
    }
    Ok(pack)
}

/// Adds the rule files that could not be read to a report.
pub(super) fn report_rules(call: &PackCall, report: &mut Report) {
    let rules = call.rules.iter();
    for (reason, path) in rules.flat_map(|rules| rules.take_faults()) {
        add_skip(report, reason, path);
    }
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
