//! Time stolen by the host of a virtual machine, which a measurement on the machine cannot
//! distinguish from its own delays.

use std::fs;

/// Processor time of the whole machine since it was started, in ticks of `/proc/stat`.
#[derive(Clone, Copy)]
pub(crate) struct MachineTime {
    total: u64,
    stolen: u64,
}

impl MachineTime {
    /// Returns the time until now, or `None` if the system does not count stolen time.
    pub(crate) fn now() -> Option<MachineTime> {
        MachineTime::parse(&fs::read_to_string("/proc/stat").ok()?)
    }

    /// Parses `proc_stat(5)`: `cpu`, then user, nice, system, idle, iowait, irq, softirq, steal,
    /// and two values already included in the first ones.
    fn parse(text: &str) -> Option<MachineTime> {
        let of_all = text.lines().next()?.strip_prefix("cpu ")?;
        let ticks: Vec<u64> = of_all
            .split_whitespace()
            .map_while(|field| field.parse().ok())
            .collect();
        let ticks = ticks.get(..8)?;
        Some(MachineTime {
            total: ticks.iter().sum(),
            stolen: ticks[7],
        })
    }

    /// Returns the share of the time since `begun` that was stolen, from 0 to 1.
    pub(crate) fn stolen_since(self, begun: MachineTime) -> f64 {
        let total = self.total.saturating_sub(begun.total).max(1);
        self.stolen.saturating_sub(begun.stolen) as f64 / total as f64
    }
}

#[cfg(test)]
mod tests;
