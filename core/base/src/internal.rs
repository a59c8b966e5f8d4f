//! Items shared by the crates of `ransack`; not a public interface. They may change in any version.

pub use crate::cancel::{Subscription, has_deadline, on_cancel, run_after};
pub use crate::error::{ErrorParts, clip_end, text_passage};
pub use crate::exec::{
    Detached, JobQueue, Monitor, MonitorGuard, Semaphore, SharedOnce, SharedWork, Task, TaskGroup,
    Usage, Worker, block, detach, for_each_chunked, hurry, is_contended, is_worker,
    keep_unless_failed, lock, offload, pause, release, submit, submit_for, turn_is_over,
    with_stack,
};
pub use crate::nearest::{Nearest, nearest};
pub use crate::offsets::lines::{
    LineBounds, line_at, line_feeds, line_start, position, position_near, span, span_of,
};
pub use crate::offsets::lossy::{char_blocks, char_start, decode_lossy};
pub use crate::offsets::map::OffsetMap;
pub use crate::offsets::utf16_position::Utf16Positions;
pub use crate::path::{file_uri, is_missing, may_exist, os_str, percent_encode, rel_path, slashed};
pub use crate::report::{SkipLog, add_skip, describe_skip, skipped_path, snapshot_info};
pub use crate::setters;
pub use crate::stream::{Consumer, ResultSource, stream};
pub use crate::two_stage_table::{TwoStageTable, stored_blocks};
