//! Themes: the style of each class, and its escape sequences and CSS rules.
//!
//! Invariant: a [`Theme`] is resolved when it is loaded; its source is not retained.

use std::str::FromStr;
use std::sync::OnceLock;

use ransack_base::internal::{ErrorParts, nearest};
use ransack_base::{Error, Result};
use syntect::highlighting::{FontStyle, Highlighter};
use syntect::parsing::Scope;
use two_face::theme::{EmbeddedLazyThemeSet, EmbeddedThemeName};

use crate::class::{Class, scopes};
use crate::render::Palette;
use crate::tm_theme;

/// Colour in sRGB, 8 bits per channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the fields are the channels of their names")]
pub struct Rgb {
    pub r: u8,
    pub g: u8,
    pub b: u8,
}

/// Text style of a highlight class, such as keywords.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Style {
    /// Text colour; `None` for the theme's foreground colour.
    pub color: Option<Rgb>,
    /// Whether the text is bold.
    pub bold: bool,
    /// Whether the text is italic.
    pub italic: bool,
    /// Whether the text is underlined.
    pub underline: bool,
}

/// Colour depth of a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ColorDepth {
    /// 24-bit colours (`38;2;r;g;b`).
    #[default]
    TrueColor,
    /// The 256-colour palette of xterm (`38;5;n`).
    Ansi256,
    /// The 16 standard colours, whose shades are defined by the user's terminal.
    Ansi16,
}

/// Theme: a style for each class, a foreground colour and a background colour.
///
/// The bundled themes are those that come with `bat`; [`Theme::names`] lists them. Catppuccin Mocha
/// (dark) and Coldark-Cold (light) have a contrast of at least 4.5 to 1 in every class, as WCAG 2
/// (level AA) requires for text.
///
/// ```
/// # mod ransack { pub use ransack_base::*; pub use ransack_highlight as highlight; }
/// use ransack::highlight::{Class, Theme};
///
/// let theme = Theme::named("Nord").unwrap();
/// assert!(theme.is_dark());
/// assert_ne!(theme.style(Class::Keyword), theme.style(Class::String));
/// ```
#[derive(Clone, Debug)]
pub struct Theme {
    name: String,
    foreground: Rgb,
    background: Rgb,
    styles: [Style; Class::ALL.len()],
}

impl Default for Theme {
    /// Returns the bundled theme "Catppuccin Mocha", which is dark.
    fn default() -> Theme {
        let theme = EmbeddedThemeName::CatppuccinMocha;
        Theme::resolve(theme.as_name(), bundled_set().get(theme))
    }
}

impl FromStr for Theme {
    type Err = Error;

    /// Returns the bundled theme with this name, compared case-insensitively.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidOption`](ransack_base::ErrorKind::InvalidOption) if there is no such theme;
    /// [`Error::candidates`] returns the nearest names.
    fn from_str(name: &str) -> Result<Theme> {
        Theme::named(name).ok_or_else(|| {
            let error = Error::option("unknown theme").with_pattern(name);
            error.with_candidates(nearest(name, Theme::names()))
        })
    }
}

impl Theme {
    /// Returns the names of the bundled themes.
    pub fn names() -> Vec<&'static str> {
        bundled().map(EmbeddedThemeName::as_name).collect()
    }

    /// Returns the bundled theme with this name, compared case-insensitively; `None` if there is no
    /// such theme. [`str::parse`] returns an error with the nearest names instead.
    pub fn named(name: &str) -> Option<Theme> {
        let found = bundled().find(|theme| theme.as_name().eq_ignore_ascii_case(name))?;
        Some(Theme::resolve(found.as_name(), bundled_set().get(found)))
    }

    /// Creates a theme from the text of a `.tmTheme` file. Ignores invalid rules, colours and font
    /// styles.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidOption`](ransack_base::ErrorKind::InvalidOption) if the text
    /// is not an XML property list with a `settings` array, or is nested more
    /// than 32 levels deep.
    pub fn from_tm_theme(text: &[u8]) -> Result<Theme> {
        let theme = tm_theme::parse(text)?;
        let name = theme.name.clone().unwrap_or_default();
        Ok(Theme::resolve(&name, &theme))
    }

    /// Returns the theme's name; empty if the `.tmTheme` file does not specify a name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the colour of plain text.
    pub fn foreground(&self) -> Rgb {
        self.foreground
    }

    /// Returns the background colour. Palettes from [`Theme::palette`] do not set the background,
    /// so the terminal keeps its own.
    pub fn background(&self) -> Rgb {
        self.background
    }

    /// Returns whether the theme's background is dark.
    pub fn is_dark(&self) -> bool {
        let Rgb { r, g, b } = self.background;
        u16::from(r) + u16::from(g) + u16::from(b) < 3 * 128
    }

    /// Returns the style of a class.
    pub fn style(&self, class: Class) -> Style {
        self.styles[class as usize]
    }

    /// Returns the theme's escape sequences for a terminal with this colour depth.
    pub fn palette(&self, depth: ColorDepth) -> Palette {
        Palette::new(|class| {
            let style = self.style(class);
            let mut codes = Vec::new();
            let attributes = [(style.bold, 1), (style.italic, 3), (style.underline, 4)];
            codes.extend(
                attributes
                    .iter()
                    .filter(|(on, _)| *on)
                    .map(|(_, n)| format!("{n}")),
            );
            codes.extend(style.color.map(|color| color.sgr(depth)));
            if codes.is_empty() {
                return String::new();
            }
            format!("\x1b[{}m", codes.join(";"))
        })
    }

    /// Returns CSS rules that style text rendered as [`Output::Html`](super::Output::Html) inside
    /// elements that match `selector`.
    pub fn css(&self, selector: &str) -> String {
        let (fore, back) = (self.foreground.hex(), self.background.hex());
        let mut css = format!("{selector} {{ color: {fore}; background: {back} }}\n");
        for class in Class::ALL {
            let style = self.style(class);
            let mut rules = Vec::new();
            rules.extend(style.color.map(|color| format!("color: {}", color.hex())));
            rules.extend(style.bold.then(|| "font-weight: bold".into()));
            rules.extend(style.italic.then(|| "font-style: italic".into()));
            rules.extend(style.underline.then(|| "text-decoration: underline".into()));
            if !rules.is_empty() {
                css += &format!("{selector} .hl-{class} {{ {} }}\n", rules.join("; "));
            }
        }
        css
    }

    fn resolve(name: &str, theme: &syntect::highlighting::Theme) -> Theme {
        let highlighter = Highlighter::new(theme);
        let plain = highlighter.get_default();
        let rgb = |c: syntect::highlighting::Color| Rgb {
            r: c.r,
            g: c.g,
            b: c.b,
        };
        let styles = Class::ALL.map(|class| {
            let mut candidates = scopes(class)
                .iter()
                .filter_map(|scope| Scope::new(scope).ok())
                .map(|scope| highlighter.style_for_stack(&[scope]));
            let resolved = candidates
                .find(|style| style.foreground != plain.foreground || !style.font_style.is_empty())
                .unwrap_or(plain);
            let has = |font| resolved.font_style.contains(font);
            Style {
                color: (resolved.foreground != plain.foreground).then(|| rgb(resolved.foreground)),
                bold: has(FontStyle::BOLD),
                italic: has(FontStyle::ITALIC),
                underline: has(FontStyle::UNDERLINE),
            }
        });
        Theme {
            name: name.to_owned(),
            foreground: rgb(plain.foreground),
            background: rgb(plain.background),
            styles,
        }
    }
}

/// Returns the bundled themes, unpacked on the first call.
fn bundled_set() -> &'static EmbeddedLazyThemeSet {
    static THEMES: OnceLock<EmbeddedLazyThemeSet> = OnceLock::new();
    THEMES.get_or_init(two_face::theme::extra)
}

/// Iterates over the bundled themes, except themes that leave the colours to the terminal.
fn bundled() -> impl Iterator<Item = EmbeddedThemeName> {
    use EmbeddedThemeName::{Ansi, Base16, Base16_256};
    EmbeddedLazyThemeSet::theme_names()
        .iter()
        .copied()
        .filter(|name| !matches!(name, Ansi | Base16 | Base16_256))
}

impl Rgb {
    fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.r, self.g, self.b)
    }

    /// Returns the SGR parameters of this colour, or of the nearest colour that the terminal
    /// supports.
    fn sgr(self, depth: ColorDepth) -> String {
        let Rgb { r, g, b } = self;
        match depth {
            ColorDepth::TrueColor => format!("38;2;{r};{g};{b}"),
            ColorDepth::Ansi256 => format!("38;5;{}", self.nearest_of_256()),
            ColorDepth::Ansi16 => self.nearest_of_16().to_string(),
        }
    }

    /// Returns the squared Euclidean distance.
    fn distance(self, other: Rgb) -> u32 {
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        square(self.r, other.r) + square(self.g, other.g) + square(self.b, other.b)
    }

    /// Returns the nearest colour of xterm's cube and greys. The first 16 colours
    /// are skipped, since the user defines them.
    fn nearest_of_256(self) -> u8 {
        const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        let cube_color = |n: u8| {
            let n = usize::from(n - 16);
            Rgb {
                r: LEVELS[n / 36],
                g: LEVELS[n / 6 % 6],
                b: LEVELS[n % 6],
            }
        };
        let grey_color = |n: u8| {
            let level = 8 + (n - 232) * 10;
            Rgb {
                r: level,
                g: level,
                b: level,
            }
        };
        let cube = (16..232).map(|n| (n, cube_color(n)));
        let greys = (232..=255).map(|n| (n, grey_color(n)));
        cube.chain(greys)
            .min_by_key(|(_, color)| self.distance(*color))
            .map_or(16, |(n, _)| n)
    }

    /// Returns the SGR parameter of the standard colour with the same hue, since
    /// the user defines the shades: green for a pale green.
    fn nearest_of_16(self) -> u8 {
        let channels = [self.r, self.g, self.b];
        let max = channels.into_iter().max().unwrap_or(0);
        let min = channels.into_iter().min().unwrap_or(0);
        if max - min < 40 {
            return match max {
                0..64 => 30,
                64..160 => 90,
                160..224 => 37,
                _ => 97,
            };
        }
        let middle = min + (max - min) / 2;
        let hue = channels
            .iter()
            .enumerate()
            .filter(|(_, channel)| **channel > middle)
            .map(|(bit, _)| 1 << bit)
            .sum::<u8>();
        if max > 200 { 90 + hue } else { 30 + hue }
    }
}
