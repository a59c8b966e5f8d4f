//! One call whose text arrives in parts.

use std::sync::{Arc, Mutex, PoisonError};
use std::{mem, vec};

use ransack_base::internal::{ErrorParts, ResultSource, stream};
use ransack_base::{CancelToken, Error, Next, Outcome, Pool, Report, Result, Stream};
use ransack_search::internal::scope_pool;

use super::PackStream;
use super::all::{Section, check_size, write_all};
use super::call::{Maximum, PackCall};
use super::frame::frame_of;
use super::joiner::{Frame, Joiner};
use super::options::PackOptions;
use super::outcome::{PackedFile, PackedText};
use super::plan::report_rules;
use super::within::{Measured, PackWithin, measure_all, pack_within};

/// Starts a call.
pub(super) fn pack_stream(options: &PackOptions, token: &CancelToken) -> PackStream {
    let begun = begin(options, token);
    let (call, phase) = match begun {
        Ok((call, phase)) => (Some(call), phase),
        Err(error) => (None, Phase::Failed(error)),
    };
    stream(Arc::new(PackSource {
        token: token.clone(),
        state: Mutex::new(PackState {
            call,
            phase,
            on_ready: None,
        }),
    }))
}

fn begin(options: &PackOptions, token: &CancelToken) -> Result<(Arc<PackCall>, Phase)> {
    token.heartbeat()?;
    if options.explain || options.list_only {
        let message = "a stream has no decisions of rules and no list of paths (collect the pack)";
        return Err(Error::option(message));
    }
    let call = Arc::new(PackCall::new(options)?);
    let phase = match call.maximum {
        Some(maximum) => Phase::Measuring {
            maximum,
            stream: measure_all(&call, token)?,
            measured: Vec::new(),
        },
        None if options.tree => Phase::Counting {
            stream: write_all(&call, false, token)?,
            files: Vec::new(),
        },
        None => writing(&call, frame_of(&call, [].iter(), token)?, token)?,
    };
    Ok((call, phase))
}

/// Begins to write the parts of all files.
fn writing(call: &Arc<PackCall>, frame: Frame, token: &CancelToken) -> Result<Phase> {
    let mut text = String::new();
    let tree = frame.tree.as_deref();
    let joiner = Joiner::begin(call.options.format, tree, &mut text);
    Ok(Phase::Writing {
        stream: write_all(call, true, token)?,
        joiner,
        given: frame.given,
        text,
        files: Vec::new(),
    })
}

/// Step of a call.
enum Phase {
    /// Measures all files.
    Measuring {
        maximum: Maximum,
        stream: Stream<Measured>,
        measured: Vec<Measured>,
    },
    /// Counts the tokens of all files for the tree.
    Counting {
        stream: Stream<Section>,
        files: Vec<PackedFile>,
    },
    /// Divides the maximum, on a worker.
    Dividing(Stream<PackWithin>),
    /// Returns the parts of a text.
    Returning(vec::IntoIter<PackedText>, Report),
    /// Writes the parts of all files.
    Writing {
        stream: Stream<Section>,
        joiner: Joiner,
        given: Vec<String>,
        /// Text before the next part.
        text: String,
        /// Files so far.
        files: Vec<PackedFile>,
    },
    /// The text is complete.
    Complete(Report),
    Failed(Error),
    Ended,
}

/// Producer of the parts.
struct PackSource {
    token: CancelToken,
    state: Mutex<PackState>,
}

type ReadyCallback = Arc<dyn Fn() + Send + Sync>;

struct PackState {
    /// `None` if the options are invalid.
    call: Option<Arc<PackCall>>,
    phase: Phase,
    on_ready: Option<ReadyCallback>,
}

/// Result of one step of a phase.
enum Step {
    /// Parts to return.
    Parts(Vec<PackedText>),
    /// Nothing; the next phase has begun.
    Continue,
    /// Nothing until the phase is ready.
    Pending,
}

impl PackState {
    /// Takes one step of the phase.
    fn step(&mut self, max: usize, wait: bool, token: &CancelToken) -> Result<Step> {
        let Some(call) = self.call.clone() else {
            return Ok(Step::Continue);
        };
        if !matches!(self.phase, Phase::Failed(_) | Phase::Ended) {
            // The consumer may have dropped parts that it had not used.
            token.heartbeat()?;
        }
        match &mut self.phase {
            Phase::Measuring {
                maximum,
                stream,
                measured,
            } => {
                let report = match taken(stream, usize::MAX, wait)? {
                    Taken::Items(items) => {
                        measured.extend(items);
                        return Ok(read_ahead(measured.len()));
                    }
                    Taken::Pending => return Ok(Step::Pending),
                    Taken::End(report) => report,
                };
                let (maximum, items) = (*maximum, mem::take(measured));
                let pool = scope_pool(&call.scope, call.options.pool.as_ref());
                let pool = pool.unwrap_or_else(|| Pool::shared().clone());
                let dividing = pool.run(token, move |token| {
                    let measured = Outcome { items, report };
                    pack_within(&call, maximum, measured, token)
                });
                self.begin(Phase::Dividing(dividing));
                Ok(Step::Continue)
            }
            Phase::Counting { stream, files } => {
                match taken(stream, usize::MAX, wait)? {
                    Taken::Items(items) => {
                        files.extend(items.into_iter().map(|section| section.file));
                        return Ok(read_ahead(files.len()));
                    }
                    Taken::Pending => return Ok(Step::Pending),
                    Taken::End(_) => {}
                }
                check_size(&call, files.iter())?;
                let frame = frame_of(&call, files.iter(), token)?;
                let phase = writing(&call, frame, token)?;
                self.begin(phase);
                Ok(Step::Continue)
            }
            Phase::Dividing(stream) => {
                let within = match taken(stream, 1, wait)? {
                    Taken::Items(within) => within,
                    Taken::Pending => return Ok(Step::Pending),
                    Taken::End(_) => Vec::new(),
                };
                for within in within {
                    let (parts, report) = divided(within);
                    self.phase = Phase::Returning(parts.into_iter(), report);
                }
                Ok(Step::Continue)
            }
            Phase::Returning(parts, report) => {
                let batch: Vec<PackedText> = parts.by_ref().take(max).collect();
                if batch.is_empty() {
                    let mut report = mem::take(report);
                    report_rules(&call, &mut report);
                    self.phase = Phase::Complete(report);
                    return Ok(Step::Continue);
                }
                Ok(Step::Parts(batch))
            }
            Phase::Writing {
                stream,
                joiner,
                given,
                text,
                files,
            } => {
                let sections = match taken(stream, max, wait)? {
                    Taken::Items(sections) => sections,
                    Taken::Pending => return Ok(Step::Pending),
                    Taken::End(mut report) => {
                        check_size(&call, files.iter())?;
                        joiner.finish(given, text);
                        let last = PackedText {
                            text: mem::take(text),
                            file: None,
                            files_done: files.len() as u64,
                        };
                        report_rules(&call, &mut report);
                        self.phase = Phase::Complete(report);
                        return Ok(Step::Parts(vec![last]));
                    }
                };
                let mut parts = Vec::with_capacity(sections.len());
                for Section { file, pieces, .. } in sections {
                    for piece in &pieces {
                        joiner.push(piece, text);
                    }
                    files.push(file.clone());
                    parts.push(PackedText {
                        text: mem::take(text),
                        file: Some(file),
                        files_done: files.len() as u64,
                    });
                }
                // Files after the maximum have no pieces.
                check_size(&call, files.iter())?;
                Ok(Step::Parts(parts))
            }
            Phase::Complete(_) | Phase::Failed(_) | Phase::Ended => Ok(Step::Continue),
        }
    }

    /// Begins a phase that has a stream.
    fn begin(&mut self, phase: Phase) {
        self.phase = phase;
        if let Some(on_ready) = self.on_ready.clone() {
            self.phase.set_on_ready(on_ready);
        }
    }
}

impl Phase {
    fn set_on_ready(&mut self, on_ready: ReadyCallback) {
        let callback = move || on_ready();
        match self {
            Phase::Measuring { stream, .. } => stream.on_ready(callback),
            Phase::Counting { stream, .. } | Phase::Writing { stream, .. } => {
                stream.on_ready(callback);
            }
            Phase::Dividing(stream) => stream.on_ready(callback),
            Phase::Returning(..) | Phase::Complete(_) | Phase::Failed(_) | Phase::Ended => {}
        }
    }
}

/// Results of a stream.
enum Taken<T> {
    Items(Vec<T>),
    Pending,
    End(Report),
}

fn taken<T>(stream: &mut Stream<T>, max: usize, wait: bool) -> Result<Taken<T>> {
    let next = match wait {
        false => stream.poll_batch(max),
        true => match stream.next_batch(max) {
            Some(batch) => Next::Batch(batch?),
            None => Next::End(Ok(stream.report().cloned().unwrap_or_default())),
        },
    };
    match next {
        Next::Batch(items) => Ok(Taken::Items(items)),
        Next::Pending => Ok(Taken::Pending),
        Next::End(report) => Ok(Taken::End(report?)),
    }
}

/// Returns the part that says how many files were read ahead of the text.
fn read_ahead(files: usize) -> Step {
    Step::Parts(vec![PackedText {
        files_done: files as u64,
        ..PackedText::default()
    }])
}

/// Returns the parts of a text with a maximum.
fn divided(within: PackWithin) -> (Vec<PackedText>, Report) {
    let PackWithin { pack, ends } = within;
    let mut parts = Vec::with_capacity(pack.files.len() + 1);
    let mut start = 0;
    for ((file, end), files_done) in pack.files.into_iter().zip(ends).zip(1..) {
        parts.push(PackedText {
            text: pack.text[start..end].to_owned(),
            file: Some(file),
            files_done,
        });
        start = end;
    }
    parts.push(PackedText {
        text: pack.text[start..].to_owned(),
        file: None,
        files_done: parts.len() as u64,
    });
    (parts, pack.report)
}

impl PackSource {
    fn state(&self) -> std::sync::MutexGuard<'_, PackState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ResultSource<PackedText> for PackSource {
    fn take(&self, max: usize, wait: bool) -> Next<PackedText> {
        let mut state = self.state();
        loop {
            match state.step(max, wait, &self.token) {
                Ok(Step::Parts(parts)) => return Next::Batch(parts),
                Ok(Step::Pending) => return Next::Pending,
                Ok(Step::Continue) => {}
                Err(error) => state.phase = Phase::Failed(error),
            }
            match mem::replace(&mut state.phase, Phase::Ended) {
                Phase::Failed(error) => return Next::End(Err(error)),
                Phase::Complete(report) => return Next::End(Ok(report)),
                Phase::Ended => return Next::End(Ok(Report::default())),
                phase => state.phase = phase,
            }
        }
    }

    fn on_ready(&self, callback: Box<dyn Fn() + Send + Sync>) {
        let mut state = self.state();
        let callback: ReadyCallback = callback.into();
        state.phase.set_on_ready(callback.clone());
        state.on_ready = Some(callback);
    }

    fn stop(&self, _: usize) -> Report {
        let mut state = self.state();
        match mem::replace(&mut state.phase, Phase::Ended) {
            Phase::Writing { stream, .. } => stream.stop(),
            Phase::Complete(report) => report,
            _ => Report::default(),
        }
    }

    fn has_failed(&self) -> bool {
        self.token.heartbeat().is_err()
    }

    fn close(&self) {
        self.state().phase = Phase::Ended;
    }
}
