//! Limits on work on one file: cancellation and time.

use std::time::{Duration, Instant};

use ransack_base::{Aborted, CancelToken};

/// Reason why work on a file ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// The token fired.
    Aborted(Aborted),
    /// The file exceeded the time limit for one file.
    OutOfTime,
    /// The tree is nested too deeply for a rule.
    TooDeep,
    /// No thread has as much stack as the parser may need for text of this size.
    NoStack,
}

impl From<Aborted> for Interrupt {
    fn from(aborted: Aborted) -> Interrupt {
        Interrupt::Aborted(aborted)
    }
}

/// Cancellation token and deadline for work on one file.
#[derive(Clone)]
pub struct WorkLimits {
    token: CancelToken,
    deadline: Option<Instant>,
}

impl WorkLimits {
    /// Creates limits without a deadline.
    pub fn of(token: &CancelToken) -> WorkLimits {
        WorkLimits {
            token: token.clone(),
            deadline: None,
        }
    }

    /// Checks the token and the clock now.
    pub fn check(&self) -> Result<(), Interrupt> {
        check(&self.token, self.deadline)
    }
}

fn check(token: &CancelToken, deadline: Option<Instant>) -> Result<(), Interrupt> {
    token.heartbeat()?;
    match deadline {
        Some(deadline) if Instant::now() >= deadline => Err(Interrupt::OutOfTime),
        _ => Ok(()),
    }
}

/// Cancellation token and time limit for work on one file.
#[derive(Clone)]
pub struct WorkBudget<'a> {
    token: &'a CancelToken,
    deadline: Option<Instant>,
    /// Steps remaining until the next check.
    steps_left: u32,
}

impl<'a> WorkBudget<'a> {
    /// Number of steps between two checks of token and clock; a step takes some ten nanoseconds.
    const CHECK_INTERVAL: u32 = 4096;

    /// Creates a budget that starts now; without a `time_limit`, time is unlimited.
    pub fn new(token: &'a CancelToken, time_limit: Option<Duration>) -> WorkBudget<'a> {
        WorkBudget {
            token,
            deadline: time_limit.and_then(|limit| Instant::now().checked_add(limit)),
            steps_left: WorkBudget::CHECK_INTERVAL,
        }
    }

    /// Counts one small step of work. Checks the token and the clock every
    /// `CHECK_INTERVAL` steps.
    #[inline]
    pub fn step(&mut self) -> Result<(), Interrupt> {
        self.steps_left -= 1;
        if self.steps_left == 0 {
            self.steps_left = WorkBudget::CHECK_INTERVAL;
            self.check()
        } else {
            Ok(())
        }
    }

    /// Checks the token and the clock now.
    pub fn check(&self) -> Result<(), Interrupt> {
        check(self.token, self.deadline)
    }

    /// Returns the token and the deadline of this budget.
    pub fn limits(&self) -> WorkLimits {
        WorkLimits {
            token: self.token.clone(),
            deadline: self.deadline,
        }
    }
}
