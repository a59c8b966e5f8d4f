use super::masker::Masker;
use crate::parse::{Interrupt, WorkBudget};

pub(super) fn mask(_: &mut Masker<'_>, _: &mut WorkBudget<'_>) -> Result<(), Interrupt> {
    Ok(())
}
