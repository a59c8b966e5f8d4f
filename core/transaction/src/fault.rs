//! Faults that tests inject into edit steps.

use std::cell::Cell;
use std::io;

/// Event at a fault point.
#[derive(Clone, Copy, Debug)]
pub(crate) enum InjectedFault {
    /// Aborts the process.
    Death,
    /// Fails this call.
    Failure,
    /// Fails this call and all later calls.
    Failures,
    /// Runs the function, simulating another process at this point.
    Meanwhile(fn()),
}

/// Whether and how the file system exchanges, renames and links files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExchangeSupport {
    Real,
    /// Files are neither exchanged nor renamed without replacement.
    None,
    /// Same as `None`, without hard links.
    NoLinks,
    /// Every target is a mount point.
    Busy,
}

thread_local! {
    /// Number of fault points before the next fault, and the fault.
    static NEXT: Cell<Option<(u32, InjectedFault)>> = const { Cell::new(None) };
    static EXCHANGE: Cell<ExchangeSupport> = const { Cell::new(ExchangeSupport::Real) };
}

/// Sets a fault at the fault point with this number, counted from now; `None` for no fault. Returns
/// the previous setting with its remaining points.
pub(crate) fn set(next: Option<(u32, InjectedFault)>) -> Option<(u32, InjectedFault)> {
    NEXT.replace(next)
}

/// Sets how exchanges behave for calls of this thread.
pub(crate) fn set_exchange(support: ExchangeSupport) {
    EXCHANGE.set(support);
}

/// Returns the result of an exchange that must not reach the file system.
pub(crate) fn injected_exchange() -> Option<io::Result<bool>> {
    match EXCHANGE.get() {
        ExchangeSupport::Real => None,
        ExchangeSupport::None | ExchangeSupport::NoLinks => Some(Ok(false)),
        ExchangeSupport::Busy => Some(Err(io::ErrorKind::ResourceBusy.into())),
    }
}

pub(crate) fn are_links_supported() -> bool {
    EXCHANGE.get() != ExchangeSupport::NoLinks
}

pub(crate) fn is_rename_new_supported() -> bool {
    matches!(
        EXCHANGE.get(),
        ExchangeSupport::Real | ExchangeSupport::Busy
    )
}

pub(crate) fn fault_point() -> io::Result<()> {
    let Some((points, fault)) = NEXT.get() else {
        return Ok(());
    };
    if let Some(remaining) = points.checked_sub(1) {
        NEXT.set(Some((remaining, fault)));
        return Ok(());
    }
    match fault {
        InjectedFault::Death => std::process::abort(),
        InjectedFault::Failure => NEXT.set(None),
        InjectedFault::Failures => {}
        InjectedFault::Meanwhile(happen) => {
            NEXT.set(None);
            happen();
            return Ok(());
        }
    }
    Err(io::Error::other("injected fault"))
}
