//! Options for the text operations.

use std::borrow::Cow;

use ransack_base::internal::setters;

/// Options that describe the character widths and tab stops of a terminal. The default matches
/// kitty, ghostty, WezTerm and Windows Terminal; see [the policy](crate::visible_width#policy).
///
/// ```
/// # extern crate ransack_text as ransack;
/// use ransack::{TextOptions, visible_width};
///
/// assert_eq!(visible_width("a\tb", &TextOptions::default()), 9);
/// assert_eq!(visible_width("a\tb", &TextOptions::default().tab_width(4)), 5);
/// assert_eq!(visible_width("a\tb", &TextOptions::default().tab_width(4).fixed_tabs(true)), 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextOptions {
    /// Distance between tab stops, in cells. If 0, a tab has no width. Default: 8.
    pub tab_width: u8,
    /// Whether every tab is [`tab_width`](TextOptions::tab_width) cells wide, wherever it stands, as
    /// if replaced by that many spaces. Default: false; a tab extends to the next tab stop.
    pub fixed_tabs: bool,
    /// Whether characters of ambiguous East Asian width (UAX #11) are two cells wide, as in
    /// terminals configured for East Asian locales. Default: false.
    pub ambiguous_wide: bool,
    /// Policy for the width of a cluster of several characters. Default: [`ClusterWidth::Capped`].
    pub cluster_width: ClusterWidth,
    /// Whether U+FE0F after a character that can be an emoji makes the character two cells wide.
    /// Default: true. Set to false for terminals that ignore U+FE0F (xterm, VTE, Terminal.app,
    /// older tmux).
    pub emoji_variation: bool,
    /// Whether U+FE0E after an emoji with a text form makes the emoji one cell wide. Default: true.
    /// Set to false for terminals that keep the emoji two cells wide.
    pub text_variation: bool,
    /// Whether a regional indicator that is not part of a flag is two cells wide. Default: true.
    /// Set to false for terminals that follow East Asian Width, which makes such an indicator
    /// narrow.
    pub lone_regional_wide: bool,
}

impl Default for TextOptions {
    fn default() -> TextOptions {
        TextOptions {
            tab_width: 8,
            fixed_tabs: false,
            ambiguous_wide: false,
            cluster_width: ClusterWidth::Capped,
            emoji_variation: true,
            text_variation: true,
            lone_regional_wide: true,
        }
    }
}

/// Adds the setters of [`TextOptions`].
macro_rules! text_setters {
    ($($options:tt)*) => {
        setters! { $($options)* TextOptions {
            value(u8) tab_width,
            value(bool) fixed_tabs,
            value(bool) ambiguous_wide,
            value(ClusterWidth) cluster_width,
            value(bool) emoji_variation,
            value(bool) text_variation,
            value(bool) lone_regional_wide,
        }}
    };
}

text_setters!();

/// Policy for the width of a grapheme cluster of several characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum ClusterWidth {
    /// Sum of the widths of the cluster's characters, at most two cells, as in ghostty, WezTerm and
    /// Windows Terminal.
    #[default]
    Capped = 0,
    /// Width of the cluster's first character; marks add nothing. This is kitty's policy, specified
    /// by the kitty text sizing protocol.
    First = 1,
    /// Sum of the widths of the cluster's characters, without a limit, as in terminals without
    /// grapheme clustering (mode 2027), which place characters one by one.
    Sum = 2,
}

/// Options for [`truncate_to_width`](crate::truncate_to_width).
///
/// ```
/// # extern crate ransack_text as ransack;
/// use ransack::{CutAt, TruncateOptions, truncate_to_width};
///
/// let options = TruncateOptions::default().cut_at(CutAt::Middle).ellipsis("...");
/// assert_eq!(truncate_to_width("src/text/truncate.rs", 12, &options), "src/t...e.rs");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TruncateOptions {
    /// Widths and tab stops of the terminal.
    pub text: TextOptions,
    /// Replacement for the removed part. May contain escape sequences and may be empty. An ellipsis
    /// wider than the maximum width is itself truncated. Default: `…`.
    pub ellipsis: Cow<'static, str>,
    /// Part of the text to remove. Default: [`CutAt::End`].
    pub cut_at: CutAt,
    /// Whether to cut between words if that keeps at least one word. Default:
    /// false.
    pub word_boundary: bool,
    /// Whether to pad the result with trailing spaces up to the width. Default: false.
    pub pad: bool,
}

impl Default for TruncateOptions {
    fn default() -> TruncateOptions {
        TruncateOptions {
            text: TextOptions::default(),
            ellipsis: Cow::Borrowed("\u{2026}"),
            cut_at: CutAt::End,
            word_boundary: false,
            pad: false,
        }
    }
}

setters! { TruncateOptions {
    value(TextOptions) text,
    into(Cow<'static, str>) ellipsis,
    value(CutAt) cut_at,
    value(bool) word_boundary,
    value(bool) pad,
}}
text_setters!(TruncateOptions.text:);

/// Part of the text to remove if the text is too wide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum CutAt {
    /// The end of the text.
    #[default]
    End = 0,
    /// The start of the text.
    Start = 1,
    /// The middle of the text. If an odd number of cells is kept, the part before the ellipsis gets
    /// the extra cell.
    Middle = 2,
}

/// Options for [`wrap_text_with_ansi`](crate::wrap_text_with_ansi).
///
/// ```
/// # extern crate ransack_text as ransack;
/// use ransack::{WrapOptions, wrap_text_with_ansi};
///
/// let options = WrapOptions::default();
/// assert_eq!(wrap_text_with_ansi("see http://a.example/b", 8, &options).len(), 4);
/// let options = options.keep_urls(true);
/// assert_eq!(wrap_text_with_ansi("see http://a.example/b", 8, &options), ["see", "http://a.example/b"]);
/// let options = WrapOptions::default().hard(false).break_after_hyphens(true);
/// assert_eq!(wrap_text_with_ansi("a well-known name", 6, &options), ["a", "well-", "known", "name"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrapOptions {
    /// Widths and tab stops of the terminal.
    pub text: TextOptions,
    /// Whether to keep spaces at a break: spaces that fit stay at the end of the line, and the
    /// others start the next line. Default: false, which drops spaces at a break.
    pub keep_spaces: bool,
    /// Whether to keep a word that contains `://` whole even if it is wider than the line. Default:
    /// false.
    pub keep_urls: bool,
    /// Whether to break words that are wider than the line. Default: true. If false, such a word
    /// gets a line of its own, which is wider than the width.
    pub hard: bool,
    /// Whether to break between words. Default: true. If false, every line is filled to the width
    /// and breaks between any two clusters, and [`hard`](WrapOptions::hard) has no effect.
    pub word_wrap: bool,
    /// Whether a line may break after a hyphen inside a word: `-`, U+2010, U+2012 and U+2013.
    /// Several hyphens and slashes stay together. A line does not break after those at the start of
    /// a word, after a colon or after opening punctuation. Default: false.
    pub break_after_hyphens: bool,
    /// Whether a line may break after a slash or backslash inside a word, under the conditions of
    /// [`break_after_hyphens`](WrapOptions::break_after_hyphens). Default: false.
    pub break_after_slashes: bool,
}

impl Default for WrapOptions {
    fn default() -> WrapOptions {
        WrapOptions {
            text: TextOptions::default(),
            keep_spaces: false,
            keep_urls: false,
            hard: true,
            word_wrap: true,
            break_after_hyphens: false,
            break_after_slashes: false,
        }
    }
}

setters! { WrapOptions {
    value(TextOptions) text,
    value(bool) keep_spaces,
    value(bool) keep_urls,
    value(bool) hard,
    value(bool) word_wrap,
    value(bool) break_after_hyphens,
    value(bool) break_after_slashes,
}}
text_setters!(WrapOptions.text:);

/// Alignment of text padded by [`pad_to_width`](crate::pad_to_width).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum Align {
    /// Spaces after the text.
    #[default]
    Left = 0,
    /// Spaces before the text.
    Right = 1,
    /// Spaces on both sides; an odd space goes after the text.
    Center = 2,
}
