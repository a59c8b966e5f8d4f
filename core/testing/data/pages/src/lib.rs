//! Shapes and their areas.

use std::fmt;

/// A rectangle.
pub struct Shape {
    width: f64,
    height: f64,
}

impl Shape {
    /// Returns the area.
    pub fn area(&self) -> f64 {
        // TODO: units
        self.width * self.height
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {}", self.width, self.height)
    }
}
