use std::thread::current;

use super::*;

#[test]
fn small_work_stays_on_its_thread_and_large_work_gets_the_stack() {
    let here = current().id();
    assert_eq!(with_stack(ON_CALLER, || current().id()).unwrap(), here);
    let size = 256 << 20;
    let nested = with_stack(size, || {
        let there = current().id();
        // Work that fits runs on the thread that has the stack.
        (there, with_stack(size, || current().id()).unwrap())
    });
    let (there, inner) = nested.unwrap();
    assert!(there != here && inner == there);
}

#[test]
#[cfg(not(miri))]
fn a_stack_beyond_the_address_space_is_an_error() {
    for size in [usize::MAX, usize::MAX / 4 + 1, usize::MAX / 8] {
        assert!(with_stack(size, || ()).is_err(), "{size}");
    }
}

#[test]
fn a_panic_reaches_the_caller() {
    let work = || -> () { with_stack(ON_CALLER + 1, || panic!("the work panics")).unwrap() };
    assert!(std::panic::catch_unwind(work).is_err());
}
