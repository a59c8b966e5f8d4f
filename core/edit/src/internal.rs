//! Items shared by the crates of `ransack`; not a public interface. They may change in any version.

pub use crate::engine::{
    EditCall, EngineOutcome, ExpectedVersions, ListedChange, NameEffect, NewPath, PlanFile,
    PlanLimits, PlanStatus, PlanStop, PlannedText, SourceText, TextPlan, edit, identity, path_in,
    request_of,
};
