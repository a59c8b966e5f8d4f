//! Foundation of `ransack`: cancellation, errors, reports, streams of results, and the worker threads.
//!
//! Users depend on the crate `ransack`, which re-exports the public types. The crates of the
//! library also use [`internal`], which is not a stable interface.
//!
//! | module | responsibility |
//! | --- | --- |
//! | `cancel` | cancel tokens: reasons, deadlines, children |
//! | `content_id` | content ids of files |
//! | `nearest` | known names similar to an unknown name |
//! | `error` | the error type and its kinds; existing paths nearest to a missing path |
//! | `path` | relative paths as bytes |
//! | `offsets` | lossy decoding, UTF-16 offsets, line index |
//! | `two_stage_table` | compact tables of Unicode properties |
//! | `report` | completeness, counts and skipped paths of a call |
//! | `stream`, `async_stream` | the consumer's end of an operation |
//! | `exec` | worker threads, and every form of shared or detached work |
//! | `setters` | setters of options structs |

#[cfg(feature = "futures")]
mod async_stream;
mod cancel;
mod content_id;
mod error;
mod exec;
pub mod internal;
mod nearest;
pub mod offsets;
mod path;
mod report;
mod setters;
mod stream;
mod two_stage_table;

#[cfg(feature = "futures")]
pub use async_stream::AsyncStream;
#[cfg(feature = "futures")]
pub use cancel::wait::CancelWait;
pub use cancel::{AbortReason, Aborted, CancelToken};
pub use content_id::ContentId;
pub use error::{Error, ErrorKind, OptionName, Result, TextDifference, TextPassage};
pub use exec::{Pool, PoolStats};
pub use path::RelPath;
pub use report::{
    IndexUse, Outcome, RefreshMode, Report, RescanReason, SkipReason, Skipped, SkippedPath,
    SnapshotInfo, StoppedBy, WatchFallback,
};
pub use stream::{Next, Stream};
