use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;

use super::*;
use crate::cancel::AbortReason;

#[test]
fn the_value_is_computed_once_for_all_threads() {
    static COMPUTED: AtomicU32 = AtomicU32::new(0);
    let cell = SharedOnce::<u32>::default();
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let cell = cell.clone();
            std::thread::spawn(move || {
                cell.get_or_compute(&CancelToken::new(), || {
                    COMPUTED.fetch_add(1, Ordering::SeqCst) + 7
                })
            })
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), Ok(7));
    }
    assert_eq!(COMPUTED.load(Ordering::SeqCst), 1);
}

#[test]
fn an_aborted_caller_is_released_and_the_next_finds_the_value() {
    let cell = SharedOnce::<u32>::default();
    let token = CancelToken::new();
    let (open, gate) = mpsc::channel::<()>();
    let (begun, begins) = mpsc::channel();
    let aborted = {
        let (cell, token) = (cell.clone(), token.clone());
        std::thread::spawn(move || {
            cell.get_or_compute(&token, move || {
                begun.send(()).unwrap();
                gate.recv().unwrap();
                5
            })
        })
    };
    begins.recv().unwrap();
    token.cancel(AbortReason::User);
    assert_eq!(aborted.join().unwrap(), Err(Aborted(AbortReason::User)));
    open.send(()).unwrap();
    let value = cell.get_or_compute(&CancelToken::new(), || panic!("computed twice"));
    assert_eq!(value, Ok(5));
}

/// A waiter runs the computation itself if no worker can be started for it.
#[test]
fn whoever_takes_a_queued_computation_runs_it_for_all() {
    let cell = SharedOnce::<u32>::default();
    *cell.0.lock() = OnceState::Queued(Box::new(|| 5));
    cell.run_if_queued();
    let token = CancelToken::new();
    assert_eq!(
        cell.get_or_compute(&token, || panic!("computed twice")),
        Ok(5)
    );
    cell.run_if_queued();
    cell.drop_queued();
    assert_eq!(
        cell.get_or_compute(&token, || panic!("computed twice")),
        Ok(5)
    );
}

#[test]
fn a_computation_that_is_dropped_leaves_the_next_caller_to_bring_its_own() {
    let cell = SharedOnce::<u32>::default();
    *cell.0.lock() = OnceState::Queued(Box::new(|| panic!("it was dropped")));
    cell.drop_queued();
    assert_eq!(cell.get_or_compute(&CancelToken::new(), || 6), Ok(6));
}

#[test]
fn a_panic_gives_the_default() {
    let cell = SharedOnce::<Option<u32>>::default();
    let token = CancelToken::new();
    let value = cell.get_or_compute(&token, || panic!("on purpose"));
    assert_eq!(value, Ok(None));
    assert_eq!(cell.get_or_compute(&token, || Some(1)), Ok(None));
}
