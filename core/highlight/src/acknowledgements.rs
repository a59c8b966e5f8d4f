//! Licences of the bundled syntaxes and themes.

use std::fmt::Write;

/// Returns the copyright notices and licences of the bundled syntaxes and themes, as plain text.
/// Programs that redistribute them must include these notices.
///
/// ```
/// # mod ransack { pub use ransack_base::*; pub use ransack_highlight as highlight; }
/// let text = ransack::highlight::acknowledgements();
/// assert!(text.contains("Copyright") && text.contains("Dracula"));
/// ```
pub fn acknowledgements() -> String {
    let listing = two_face::acknowledgement::listing();
    let mut text = String::new();
    for license in listing.for_syntaxes().iter().chain(listing.for_themes()) {
        let path = license.rel_path.display();
        // Writing to a string cannot fail.
        let _ = write!(text, "{path}\n\n{}\n\n", license.text.trim());
    }
    text
}
