//! Themes, and the forms that highlighted text can have.

use ransack::highlight::{Class, ColorDepth, Colors, Output, Palette, Rgb, Theme};

use super::language::Names;
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::options::unknown;
use crate::panic::guard;
use crate::slice::ransack_bytes;
use crate::string::{self, ransack_string};

/// How many colours a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_color_depth {
    /// Any colour.
    TrueColor = 0,
    /// The 256 of xterm.
    Ansi256 = 1,
    /// The 16 that every terminal has, in the shades of the user's choice.
    Ansi16 = 2,
}

/// A theme: what each class looks like.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_theme {
    /// Its name.
    pub name: ransack_bytes,
    /// The colour of plain text, as 0xRRGGBB.
    pub foreground: u32,
    /// The colour behind it.
    pub background: u32,
    /// Whether it is meant for a dark background.
    pub is_dark: u8,
}

/// How text of a class looks. This struct never grows.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_text_style {
    /// The colour, as 0xRRGGBB; that of plain text if `has_color` is 0.
    pub color: u32,
    /// Whether there is a colour.
    pub has_color: u8,
    /// Bold.
    pub bold: u8,
    /// In italics.
    pub italic: u8,
    /// Underlined.
    pub underline: u8,
}

impl Handle for ransack_theme {
    type Owner = Owner;
}

/// The visible part comes first, so that a pointer to the whole is a pointer
/// to it.
#[repr(C)]
pub(crate) struct Owner {
    shown: ransack_theme,
    theme: Box<Theme>,
}

impl Owner {
    fn new(theme: Theme) -> Owner {
        let theme = Box::new(theme);
        Owner {
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

fn number(color: Rgb) -> u32 {
    u32::from_be_bytes([0, color.r, color.g, color.b])
}

/// Gives the names of the bundled themes. Of the dark ones "Catppuccin Mocha" and
/// of the light ones "Coldark-Cold" keep a contrast of 4.5 to 1 in every class.
/// The array, and all it points to, is static.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_theme_names(
    out_names: *mut *const ransack_bytes,
    out_len: *mut usize,
) -> ransack_status {
    static NAMES: Names = Names::new(Theme::names);
    // SAFETY: outputs of the caller.
    unsafe { NAMES.give(out_names, out_len) }
}

/// Gives the bundled theme with a name; case is ignored. Free it with
/// ransack_theme_free().
///
/// Fails with RANSACK_STATUS_INVALID_OPTION if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_theme_named(
    name: ransack_bytes,
    out: *mut *mut ransack_theme,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the name is valid during the call.
        let name = unsafe { name.text("name") }?;
        let theme = Theme::named(&name).ok_or_else(|| {
            let message = format!("there is no theme `{name}`");
            Failure::new(ransack_status::InvalidOption, message)
        })?;
        out.write(ffi::into_handle(Owner::new(theme)));
        Ok(())
    })
}

/// Makes a theme of the text of a `.tmTheme` file. Free it with
/// ransack_theme_free().
///
/// Fails with RANSACK_STATUS_INVALID_OPTION if the text is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_theme_from_tm_theme(
    text: ransack_bytes,
    out: *mut *mut ransack_theme,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the text is valid during the call.
        let text = unsafe { text.get("text") }?;
        out.write(ffi::into_handle(Owner::new(Theme::from_tm_theme(text)?)));
        Ok(())
    })
}

/// Gives how text of a class, a ransack_highlight_class, looks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_theme_style(
    theme: *const ransack_theme,
    class_: u32,
    out: *mut ransack_text_style,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: a theme that lives during the call.
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

/// Gives style rules for HTML output within an element that `selector` matches.
/// Free `out` with ransack_string_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_theme_css(
    theme: *const ransack_theme,
    selector: ransack_bytes,
    out: *mut *mut ransack_string,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: a theme that lives during the call.
        let theme = unsafe { ffi::borrow(theme, "theme") }?;
        // SAFETY: the selector is valid during the call.
        let selector = unsafe { selector.text("selector") }?;
        out.write(string::into_handle(theme.theme.css(&selector)));
        Ok(())
    })
}

/// Frees a theme. Does nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_theme_free(theme: *mut ransack_theme) {
    // SAFETY: NULL or a theme of this library, used for the last time.
    unsafe { ffi::free(theme) }
}

pub(super) fn class_of(number: u32) -> Result<Class, Failure> {
    let class = Class::ALL.get(number as usize).copied();
    class.ok_or_else(|| unknown("class_", number))
}

/// The escape sequences before text of eleven classes; one that is empty leaves
/// its class plain. Other classes take the colour of the one that is nearest.
/// This struct never grows.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
#[allow(missing_docs, reason = "each is the class of its name")]
pub struct ransack_highlight_colors {
    pub comment: ransack_bytes,
    pub keyword: ransack_bytes,
    pub function: ransack_bytes,
    pub variable: ransack_bytes,
    pub string: ransack_bytes,
    pub number: ransack_bytes,
    pub type_: ransack_bytes,
    pub operator_: ransack_bytes,
    pub punctuation: ransack_bytes,
    pub inserted: ransack_bytes,
    pub deleted: ransack_bytes,
}

/// A form of highlighted text. Whatever is put around parts of the text is taken
/// back before the line ends. It can be used for any number of calls at a time.
pub struct ransack_highlight_form {
    _private: [u8; 0],
}

impl Handle for ransack_highlight_form {
    type Owner = Output;
}

/// Makes the form for a terminal, with colours of one's own. Free it with
/// ransack_highlight_form_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_form_colors(
    colors: *const ransack_highlight_colors,
    out: *mut *mut ransack_highlight_form,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: NULL, or colours that are valid during the call.
        let palette = unsafe { palette(colors) }?;
        out.write(ffi::into_handle(Output::Ansi(palette)));
        Ok(())
    })
}

/// Makes the form for a terminal with the colours of a theme, which may be freed
/// before it; `depth` is a ransack_color_depth. Free it with
/// ransack_highlight_form_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_form_theme(
    theme: *const ransack_theme,
    depth: u32,
    out: *mut *mut ransack_highlight_form,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: a theme that lives during the call.
        let theme = unsafe { ffi::borrow(theme, "theme") }?;
        let depth = match depth {
            0 => ColorDepth::TrueColor,
            1 => ColorDepth::Ansi256,
            2 => ColorDepth::Ansi16,
            other => return Err(unknown("depth", other)),
        };
        out.write(ffi::into_handle(Output::Ansi(theme.theme.palette(depth))));
        Ok(())
    })
}

/// Makes HTML the form: <span class="hl-keyword">, with what is special in HTML
/// escaped. Free it with ransack_highlight_form_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_form_html(
    out: *mut *mut ransack_highlight_form,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        unsafe { ffi::out_param(out, "out") }?.write(ffi::into_handle(Output::Html));
        Ok(())
    })
}

/// Frees a form. Does nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_form_free(form: *mut ransack_highlight_form) {
    // SAFETY: NULL or a form of this library, used for the last time.
    unsafe { ffi::free(form) }
}

/// # Safety
///
/// `colors` is NULL or points to colours whose texts are valid during the call.
pub(super) unsafe fn palette(colors: *const ransack_highlight_colors) -> Result<Palette, Failure> {
    // SAFETY: the caller's promise.
    let colors = unsafe { colors.as_ref() }.ok_or_else(|| Failure::null("colors"))?;
    // SAFETY: the caller's promise, for each text.
    let text = |color: ransack_bytes| unsafe { color.text("colors") };
    Ok(Palette::from(&Colors {
        comment: &text(colors.comment)?,
        keyword: &text(colors.keyword)?,
        function: &text(colors.function)?,
        variable: &text(colors.variable)?,
        string: &text(colors.string)?,
        number: &text(colors.number)?,
        r#type: &text(colors.type_)?,
        operator: &text(colors.operator_)?,
        punctuation: &text(colors.punctuation)?,
        inserted: &text(colors.inserted)?,
        deleted: &text(colors.deleted)?,
    }))
}
