use super::*;

fn event(watch: i32, what: ReadFlags, name: &[u8]) -> Vec<u8> {
    let mut bytes = watch.to_ne_bytes().to_vec();
    let padded = name.len().next_multiple_of(16);
    bytes.extend(what.bits().to_ne_bytes());
    bytes.extend(0_u32.to_ne_bytes());
    bytes.extend((padded as u32).to_ne_bytes());
    bytes.extend(name);
    bytes.resize(16 + padded, 0);
    bytes
}

#[test]
fn events_are_split_one_by_one() {
    let mut bytes = event(3, ReadFlags::CREATE, b"name");
    bytes.extend(event(4, ReadFlags::IGNORED, b""));
    let (first, rest) = InotifyEvent::parse(&bytes).unwrap();
    assert_eq!(
        (first.watch, first.what, first.name),
        (3, ReadFlags::CREATE, &b"name"[..])
    );
    let (second, rest) = InotifyEvent::parse(rest).unwrap();
    assert_eq!((second.watch, second.name), (4, &b""[..]));
    assert!(InotifyEvent::parse(rest).is_none());
    for cut in 0..16 {
        assert!(InotifyEvent::parse(&bytes[..cut]).is_none());
    }
}

#[test]
fn mount_points_are_unescaped() {
    let line = br"36 35 98:0 /mnt1 /a\040b\134c rw shared:1 - ext3 /dev/root rw";
    assert_eq!(mount_point(line).unwrap(), br"/a b\c");
    assert_eq!(mount_point(b"36 35"), None);
    assert_eq!(mount_point(br"1 2 3 4 /x\04").unwrap(), br"/x\04");
}

#[test]
fn a_drain_is_requested_at_the_bound_and_at_twice_as_many() {
    let mut state = WatchState::default();
    state.dirs.insert(1, vec![0]);
    let mut asked = Vec::new();
    for n in 1..=2 * MIN_DRAIN_WEIGHT {
        state.record(&InotifyEvent {
            watch: 1,
            what: ReadFlags::CREATE,
            name: n.to_string().as_bytes(),
        });
        if state.needs_drain() {
            asked.push(n);
        }
    }
    assert_eq!(asked, [MIN_DRAIN_WEIGHT, 2 * MIN_DRAIN_WEIGHT]);
}

#[test]
fn changes_beyond_the_bound_are_an_overflow() {
    let mut state = WatchState::default();
    state.dirs.insert(1, vec![0]);
    for n in 0..=MAX_CHANGES {
        let name = n.to_string();
        state.record(&InotifyEvent {
            watch: 1,
            what: ReadFlags::MOVED_FROM,
            name: name.as_bytes(),
        });
    }
    assert!(state.changes.lost && state.changes.touches < MAX_CHANGES);
}
