use super::*;

/// Waits until the grace period of all abandoned workers has ended.
fn outlast_grace(roster: &mut Roster) {
    while roster.has_grace() {
        roster.end_grace();
        std::thread::yield_now();
    }
}

#[test]
fn a_worker_counts_until_its_grace_has_ended() {
    let mut roster = Roster::default();
    let (a, b) = (roster.add(), roster.add());
    roster.abandon(a);
    assert_eq!((roster.counted(9), roster.abandoned()), (2, 1));
    outlast_grace(&mut roster);
    assert_eq!((roster.counted(9), roster.counted(0)), (1, 2));
    roster.readopt(a);
    assert_eq!((roster.counted(9), roster.abandoned()), (2, 0));
    // A worker that returns in time is never replaced.
    roster.abandon(b);
    roster.readopt(b);
    outlast_grace(&mut roster);
    assert_eq!(roster.counted(9), 2);
}

#[test]
fn a_worker_that_is_blocked_and_abandoned_is_subtracted_once() {
    let mut roster = Roster::default();
    let (a, _) = (roster.add(), roster.add());
    for first_blocked in [true, false] {
        if first_blocked {
            roster.set_blocked(a, true);
        }
        roster.abandon(a);
        outlast_grace(&mut roster);
        roster.set_blocked(a, true);
        assert_eq!(roster.counted(9), 1);
        assert_eq!((roster.blocked(), roster.abandoned()), (1, 1));
        roster.set_blocked(a, false);
        if first_blocked {
            roster.set_blocked(a, false);
        }
        assert_eq!(roster.counted(9), 1);
        roster.readopt(a);
        assert_eq!(roster.counted(9), 2);
    }
}

#[test]
fn an_index_is_reused_without_its_past() {
    let mut roster = Roster::default();
    let a = roster.add();
    roster.abandon(a);
    roster.readopt(a);
    roster.remove(a);
    assert_eq!((roster.threads(), roster.counted(9)), (0, 0));
    assert_eq!(roster.add(), a);
    outlast_grace(&mut roster);
    assert_eq!(roster.counted(9), 1);
}

#[test]
fn nested_abandoned_work_ends_with_the_outermost() {
    let mut roster = Roster::default();
    let a = roster.add();
    roster.abandon(a);
    roster.abandon(a);
    outlast_grace(&mut roster);
    roster.readopt(a);
    assert_eq!(roster.counted(9), 0);
    roster.readopt(a);
    assert_eq!(roster.counted(9), 1);
}
