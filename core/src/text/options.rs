use std::borrow::Cow;

/// How a terminal lays out text. The default is what kitty, ghostty, WezTerm
/// and Windows Terminal show; see [the policy](crate::visible_width#policy).
///
/// ```
/// use ransack::{TextOptions, visible_width};
///
/// let mut options = TextOptions::default();
/// assert_eq!(visible_width("a\tb", &options), 9);
/// options.tab_width = 4;
/// assert_eq!(visible_width("a\tb", &options), 5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextOptions {
    /// Cells from one tab stop to the next; with 0 a tab takes no cell.
    /// Default 8.
    pub tab_width: u8,
    /// Whether characters of ambiguous East Asian width (UAX #11) take two
    /// cells, as terminals can be set to in East Asian locales. Default false.
    pub ambiguous_wide: bool,
    /// What a cluster of several characters takes. Default
    /// [`ClusterWidth::Capped`].
    pub cluster_width: ClusterWidth,
    /// Whether U+FE0F after a character that can be an emoji makes it two
    /// cells wide. Default true; false for terminals that ignore it (xterm,
    /// VTE, Terminal.app, older tmux).
    pub emoji_variation: bool,
    /// Whether U+FE0E after an emoji that has a text form makes it one cell
    /// wide. Default true; false for terminals that keep two cells.
    pub text_variation: bool,
    /// Whether a regional indicator that is no half of a flag takes two cells.
    /// Default true; false for terminals that follow East Asian Width, where
    /// it is narrow.
    pub lone_regional_wide: bool,
}

impl Default for TextOptions {
    fn default() -> TextOptions {
        TextOptions {
            tab_width: 8,
            ambiguous_wide: false,
            cluster_width: ClusterWidth::Capped,
            emoji_variation: true,
            text_variation: true,
            lone_regional_wide: true,
        }
    }
}

/// What a grapheme cluster of several characters takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum ClusterWidth {
    /// The sum of its characters, at most two cells: ghostty, WezTerm, Windows
    /// Terminal.
    #[default]
    Capped = 0,
    /// What its first character takes, marks taking nothing: kitty, whose
    /// text sizing protocol fixes it so.
    First = 1,
    /// The sum of its characters, however many: terminals without grapheme
    /// clustering (mode 2027), which place one character after the other.
    Sum = 2,
}

/// How [`truncate_to_width`](crate::truncate_to_width) cuts.
///
/// ```
/// use ransack::{CutAt, TruncateOptions, truncate_to_width};
///
/// let mut options = TruncateOptions::default();
/// options.cut_at = CutAt::Middle;
/// options.ellipsis = "...".into();
/// assert_eq!(truncate_to_width("src/text/truncate.rs", 12, &options), "src/t...e.rs");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TruncateOptions {
    /// How the terminal lays out text.
    pub text: TextOptions,
    /// What stands for the part that was cut; may hold escapes and may be
    /// empty. Cut itself where it is wider than the width. Default `…`.
    pub ellipsis: Cow<'static, str>,
    /// Where to cut. Default [`CutAt::End`].
    pub cut_at: CutAt,
    /// Whether to cut between words, where that leaves at least one word.
    /// Default false.
    pub word_boundary: bool,
    /// Whether to fill up to the width with spaces at the end. Default false.
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

/// Which part of a text that is too wide is cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum CutAt {
    /// The end.
    #[default]
    End = 0,
    /// The start.
    Start = 1,
    /// The middle; the part before it gets the odd cell.
    Middle = 2,
}

/// How [`wrap_text_with_ansi`](crate::wrap_text_with_ansi) breaks lines.
///
/// ```
/// use ransack::{WrapOptions, wrap_text_with_ansi};
///
/// let mut options = WrapOptions::default();
/// assert_eq!(wrap_text_with_ansi("see http://a.example/b", 8, &options).len(), 4);
/// options.keep_urls = true;
/// assert_eq!(wrap_text_with_ansi("see http://a.example/b", 8, &options), ["see", "http://a.example/b"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrapOptions {
    /// How the terminal lays out text.
    pub text: TextOptions,
    /// Whether spaces at a break are kept: they stay at the end of the line as
    /// long as they fit, and the rest starts the next. Default false: the
    /// spaces at a break are dropped.
    pub keep_spaces: bool,
    /// Whether a word that holds `://` is left whole even where it is wider
    /// than the line. Default false.
    pub keep_urls: bool,
}

/// On which side [`pad_to_width`](crate::pad_to_width) leaves the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum Align {
    /// Spaces come after the text.
    #[default]
    Left = 0,
    /// Spaces come before the text.
    Right = 1,
    /// Spaces come on both sides, the odd one after the text.
    Center = 2,
}
