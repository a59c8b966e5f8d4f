use super::*;

#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
struct Old {
    version: u32,
    width: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
struct New {
    version: u32,
    width: u32,
    height: u32,
    depth: u32,
}

// SAFETY: `repr(C)`, a `u32` version first, integers only. Implemented by hand because the
// struct is not in the header.
unsafe impl Versioned for New {
    const NAME: &'static str = "New";
    const SIZES: &'static [usize] = &[size_of::<Old>(), size_of::<New>()];
}

impl Defaults for New {
    fn defaults() -> New {
        New {
            version: 2,
            width: 1,
            height: 7,
            depth: 8,
        }
    }
}

#[test]
fn older_version_is_read_over_defaults() {
    let old = Old {
        version: 1,
        width: 5,
    };
    // SAFETY: `old` is a struct of the version that it declares.
    let read = unsafe { read_versioned((&raw const old).cast::<New>(), "o") }.unwrap();
    assert_eq!(
        read,
        New {
            version: 1,
            width: 5,
            height: 7,
            depth: 8
        }
    );
    let new = New {
        version: 2,
        width: 5,
        height: 6,
        depth: 9,
    };
    // SAFETY: `new` is a struct of the version that it declares.
    assert_eq!(unsafe { read_versioned(&raw const new, "o") }.unwrap(), new);
}

#[test]
fn older_version_is_written_up_to_its_end() {
    let mut place = New {
        version: 99,
        width: 99,
        height: 99,
        depth: 99,
    };
    // SAFETY: `place` is large enough for every version.
    unsafe { write_defaults(&raw mut place, 1) }.unwrap();
    assert_eq!(
        place,
        New {
            version: 1,
            width: 1,
            height: 99,
            depth: 99
        }
    );
    // SAFETY: `place` is large enough for every version.
    unsafe { write_defaults(&raw mut place, 2) }.unwrap();
    assert_eq!(place, New::defaults());
}

#[test]
fn unknown_versions_and_null_are_errors() {
    for version in [0, 3, u32::MAX] {
        let mut place = New {
            version,
            width: 99,
            height: 99,
            depth: 99,
        };
        let before = place;
        // SAFETY: `place` is large enough for every version.
        let read = unsafe { read_versioned(&raw const place, "o") };
        assert_eq!(read.unwrap_err().status, ransack_status::BadVersion);
        // SAFETY: `place` is large enough for every version.
        let written = unsafe { write_defaults(&raw mut place, version) };
        assert_eq!(written.unwrap_err().status, ransack_status::BadVersion);
        assert_eq!(place, before);
    }
    // SAFETY: NULL is allowed.
    let read = unsafe { read_versioned::<New>(std::ptr::null(), "o") };
    assert_eq!(read.unwrap_err().status, ransack_status::NullArgument);
}
