use ransack_base::RelPath;
use ransack_search::Scope;
use ransack_search::internal::{FileRef, begin_scope};
use ransack_transaction::JournalOptions;

use super::*;
use crate::engine::planner::{ListedChange, PlanStatus, PlanStop, PlannedText, TextPlan};
use crate::engine::{ExpectedVersions, SourceText};

/// Offset of a replaced `f`.
struct ReplacedByte;

impl ListedChange for ReplacedByte {
    fn set_file(&mut self, _path: RelPath, _root: u32) {}

    fn weight(&self) -> usize {
        1
    }
}

/// Replaces each `f` by `g`. Runs out of time if there is a limit.
struct Replacer;

impl PlanFile for Replacer {
    type Change = ReplacedByte;
    type Scratch = ();
    type Target = ();

    fn target(&self, _file: &FileRef<'_>, _text: &[u8]) -> Result<Option<()>> {
        Ok(Some(()))
    }

    fn plan(
        &self,
        source: &SourceText,
        _target: (),
        _root: u32,
        room: u64,
        _scratch: &mut (),
        limits: PlanLimits<'_>,
    ) -> Result<PlannedText<ReplacedByte>, PlanStop> {
        if limits.time.is_some() {
            return Err(PlanStop::Skip(SkipReason::ParseTimeout));
        }
        let mut text = source.text.clone();
        let found = text.iter_mut().filter(|byte| **byte == b'f');
        let changes = found.take(room as usize).map(|byte| {
            *byte = b'g';
            ReplacedByte
        });
        let changes = changes.collect();
        Ok(PlannedText {
            status: PlanStatus::Complete,
            refused: None,
            plan: Some(TextPlan::new(text, changes)),
        })
    }
}

#[test]
fn a_file_that_cannot_be_planned_up_to_the_limit_is_skipped_and_reported() {
    let dir = tempfile::TempDir::new().unwrap();
    for name in ["a.js", "b.js"] {
        std::fs::write(dir.path().join(name), "f(1);\nf(2);\nf(3);\n").unwrap();
    }
    let call = EditCall {
        planner: Arc::new(Replacer),
        scope: begin_scope(&Scope::new(dir.path())),
        operations: Vec::new(),
        needs_every_root: false,
        dry_run: true,
        preview: None,
        if_versions: Arc::new(ExpectedVersions::default()),
        request: 0,
        max_replacements: Some(4),
        max_files: None,
        fail_on_parse_error: false,
        time_per_file: None,
        max_file_size: None,
        max_held: 1 << 20,
        encoding: None,
        wait: Duration::ZERO,
        journal: JournalOptions::default(),
        operation: "edit",
        pool: None,
    };
    let plan = |limited_time| {
        let planned = plan_within(&call, limited_time, &CancelToken::new()).unwrap();
        let counts: Vec<usize> = planned.plans.iter().map(|p| p.changes.len()).collect();
        (counts, planned.report)
    };
    let (counts, report) = plan(None);
    assert_eq!(counts, [3, 1]);
    assert_eq!(report.stopped_by, Some(StoppedBy::Limit));
    assert_eq!(report.skipped, []);

    let (counts, report) = plan(Some(Duration::ZERO));
    assert_eq!(counts, [3]);
    assert_eq!(report.stopped_by, Some(StoppedBy::Limit));
    assert!(!report.complete);
    assert_eq!(report.skipped.len(), 1);
    assert_eq!(report.skipped[0].reason, SkipReason::ParseTimeout);
    assert_eq!(report.skipped[0].count, 1);
    assert_eq!(report.skipped[0].first[0].path.as_bytes(), b"b.js");
    assert_eq!((report.files_with_matches, report.total_matches), (1, 3));
}
