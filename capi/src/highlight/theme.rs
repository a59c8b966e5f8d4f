//! Themes, and output forms for highlighted text.

use ransack::highlight::{Class, ColorDepth, Colors, Output, Palette, Rgb, Theme};

use super::language::NameList;
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::options::{unknown, value_of};
use crate::panic::guard;
use crate::slice::ransack_bytes;
use crate::string::{self, ransack_string};

/// Number of colours that a terminal supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_color_depth {
    /// 24-bit colours.
    TrueColor = 0,
    /// The 256 colours of xterm.
    Ansi256 = 1,
    /// The 16 basic colours, whose shades the terminal defines.
    Ansi16 = 2,
}

/// Theme: a text style for each syntax class. Owned by the caller; free it with
/// ransack_theme_free(). A theme is immutable, so any number of threads may share it.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_theme {
    /// Name of the theme.
    pub name: ransack_bytes,
    /// Colour of plain text, as 0xRRGGBB.
    pub foreground: u32,
    /// Background colour, as 0xRRGGBB.
    pub background: u32,
    /// Whether the theme is for a dark background.
    pub is_dark: u8,
}

/// Text style of a syntax class, such as keywords. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_text_style {
    /// Text colour as 0xRRGGBB; the colour of plain text if `has_color` is 0.
    pub color: u32,
    /// Whether the class has its own colour.
    pub has_color: u8,
    /// Whether the text is bold.
    pub bold: u8,
    /// Whether the text is italic.
    pub italic: u8,
    /// Whether the text is underlined.
    pub underline: u8,
}

impl Handle for ransack_theme {
    type Owner = OwnedTheme;
}

/// Theme, with the name that its C struct points to.
///
/// Invariant: `shown` is the first field, so a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct OwnedTheme {
    shown: ransack_theme,
    theme: Box<Theme>,
}

impl OwnedTheme {
    fn new(theme: Theme) -> OwnedTheme {
        let theme = Box::new(theme);
        OwnedTheme {
            shown: ransack_theme {
                name: ransack_bytes::of(theme.name().as_bytes()),
                foreground: number(theme.foreground()),
                background: number(theme.background()),
                is_dark: theme.is_dark().into(),
            },
            theme,
        }
    }
}

/// Returns a colour as 0xRRGGBB.
fn number(color: Rgb) -> u32 {
    u32::from_be_bytes([0, color.r, color.g, color.b])
}

/// Returns the names of the bundled themes. "Catppuccin Mocha" (dark) and "Coldark-Cold" (light)
/// have a contrast ratio of at least 4.5:1 in every syntax class. `out_names` receives a pointer to
/// an array, and `out_len` its number of names. The array and everything it points to are static.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_theme_names(
    out_names: *mut *const ransack_bytes,
    out_len: *mut usize,
) -> ransack_status {
    static NAMES: NameList = NameList::new(Theme::names);
    // SAFETY: the header requires NULL or outputs that are valid for one write.
    unsafe { NAMES.write(out_names, out_len) }
}

/// Returns the bundled theme with the given name, ignoring case. Free the theme with
/// ransack_theme_free().
///
/// Fails with RANSACK_STATUS_INVALID_OPTION if the name is unknown; the error's `candidates` are
/// the nearest names.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_theme_named(
    name: ransack_bytes,
    out: *mut *mut ransack_theme,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires text that does not change during the call.
        let name = unsafe { name.text("name") }?;
        let theme: Theme = name.parse()?;
        out.write(ffi::into_handle(OwnedTheme::new(theme)));
        Ok(())
    })
}

/// Creates a theme from the content of a `.tmTheme` file. Free it with ransack_theme_free().
///
/// Fails with RANSACK_STATUS_INVALID_OPTION if the content is malformed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_theme_from_tm_theme(
    text: ransack_bytes,
    out: *mut *mut ransack_theme,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires text that does not change during the call.
        let text = unsafe { text.get("text") }?;
        out.write(ffi::into_handle(OwnedTheme::new(Theme::from_tm_theme(
            text,
        )?)));
        Ok(())
    })
}

/// Returns the text style of a syntax class, a ransack_highlight_class.
///
/// Fails with RANSACK_STATUS_INVALID_OPTION if the number is unknown.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_theme_style(
    theme: *const ransack_theme,
    class_: u32,
    out: *mut ransack_text_style,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or a theme that is not freed during the call.
        let theme = unsafe { ffi::borrow(theme, "theme") }?;
        let style = theme.theme.style(class_of(class_)?);
        out.write(ransack_text_style {
            color: number(style.color.unwrap_or(theme.theme.foreground())),
            has_color: style.color.is_some().into(),
            bold: style.bold.into(),
            italic: style.italic.into(),
            underline: style.underline.into(),
        });
        Ok(())
    })
}

/// Returns CSS rules that apply the theme to HTML output inside all elements that `selector`
/// matches. Free `out` with ransack_string_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_theme_css(
    theme: *const ransack_theme,
    selector: ransack_bytes,
    out: *mut *mut ransack_string,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or a theme that is not freed during the call.
        let theme = unsafe { ffi::borrow(theme, "theme") }?;
        // SAFETY: the header requires text that does not change during the call.
        let selector = unsafe { selector.text("selector") }?;
        out.write(string::into_handle(theme.theme.css(&selector)));
        Ok(())
    })
}

/// Frees a theme. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_theme_free(theme: *mut ransack_theme) {
    // SAFETY: the header requires NULL or a theme of this library that is not used afterwards.
    unsafe { ffi::free(theme) }
}

/// Converts a class number.
pub(super) fn class_of(number: u32) -> Result<Class, Failure> {
    value_of(&Class::ALL, "class_", number).copied()
}

/// Escape sequences, in UTF-8, that select the colours of eleven syntax classes. An empty sequence
/// leaves its class plain. Every other class takes the colour of the most similar of these eleven
/// classes. Initialise with RANSACK_HIGHLIGHT_COLORS_INIT. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_highlight_colors {
    /// Escape sequence written before a comment.
    pub comment: ransack_bytes,
    /// Escape sequence written before a keyword.
    pub keyword: ransack_bytes,
    /// Escape sequence written before a function name.
    pub function: ransack_bytes,
    /// Escape sequence written before a variable name.
    pub variable: ransack_bytes,
    /// Escape sequence written before a string.
    pub string: ransack_bytes,
    /// Escape sequence written before a number.
    pub number: ransack_bytes,
    /// Escape sequence written before a type name.
    pub type_: ransack_bytes,
    /// Escape sequence written before an operator.
    pub operator_: ransack_bytes,
    /// Escape sequence written before punctuation.
    pub punctuation: ransack_bytes,
    /// Escape sequence written before an inserted line in a diff.
    pub inserted: ransack_bytes,
    /// Escape sequence written before a deleted line in a diff.
    pub deleted: ransack_bytes,
}

/// Output form for highlighted text. Markup is closed at the end of each line. A form is immutable,
/// so any number of threads may share it.
pub struct ransack_highlight_form {
    _private: [u8; 0],
}

impl Handle for ransack_highlight_form {
    type Owner = Output;
}

/// Creates a form for terminals with the caller's colours. Free the form with
/// ransack_highlight_form_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_form_colors(
    colors: *const ransack_highlight_colors,
    out: *mut *mut ransack_highlight_form,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or colours that do not change during the call.
        let palette = unsafe { palette(colors) }?;
        out.write(ffi::into_handle(Output::Ansi(palette)));
        Ok(())
    })
}

/// Creates a form for terminals that uses the colours of a theme. The theme may be freed first.
/// `depth` is a ransack_color_depth. Free the form with ransack_highlight_form_free().
///
/// Fails with RANSACK_STATUS_INVALID_OPTION if `depth` is unknown.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_form_theme(
    theme: *const ransack_theme,
    depth: u32,
    out: *mut *mut ransack_highlight_form,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or a theme that is not freed during the call.
        let theme = unsafe { ffi::borrow(theme, "theme") }?;
        let depth = match depth {
            0 => ColorDepth::TrueColor,
            1 => ColorDepth::Ansi256,
            2 => ColorDepth::Ansi16,
            other => return Err(unknown("depth", other, ransack_color_depth::Ansi16 as u32)),
        };
        out.write(ffi::into_handle(Output::Ansi(theme.theme.palette(depth))));
        Ok(())
    })
}

/// Creates a form for HTML, in which highlighted text is wrapped in elements such as <span
/// class="hl-keyword"> and special characters are escaped. Free the form with
/// ransack_highlight_form_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_form_html(
    out: *mut *mut ransack_highlight_form,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        unsafe { ffi::out_param(out, "out") }?.write(ffi::into_handle(Output::Html));
        Ok(())
    })
}

/// Frees an output form. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_form_free(form: *mut ransack_highlight_form) {
    // SAFETY: the header requires NULL or a form of this library that is not used afterwards.
    unsafe { ffi::free(form) }
}

/// Converts colours; NULL is an error.
///
/// # Safety
///
/// `colors` is NULL or points to colours whose sequences are valid during the call.
unsafe fn palette(colors: *const ransack_highlight_colors) -> Result<Palette, Failure> {
    // SAFETY: the contract of this function.
    let colors = unsafe { colors.as_ref() }.ok_or_else(|| Failure::null("colors"))?;
    // SAFETY: each text is valid by the contract of this function.
    let text = |color: ransack_bytes, name: &str| unsafe { color.text(name) };
    Ok(Palette::from(&Colors {
        comment: &text(colors.comment, "colors.comment")?,
        keyword: &text(colors.keyword, "colors.keyword")?,
        function: &text(colors.function, "colors.function")?,
        variable: &text(colors.variable, "colors.variable")?,
        string: &text(colors.string, "colors.string")?,
        number: &text(colors.number, "colors.number")?,
        r#type: &text(colors.type_, "colors.type_")?,
        operator: &text(colors.operator_, "colors.operator_")?,
        punctuation: &text(colors.punctuation, "colors.punctuation")?,
        inserted: &text(colors.inserted, "colors.inserted")?,
        deleted: &text(colors.deleted, "colors.deleted")?,
    }))
}
