//! Generated.
pub(super) static COEFFICIENTS: [[f32; 6]; super::features::FEATURES] = [[1.0; 6]; super::features::FEATURES];
