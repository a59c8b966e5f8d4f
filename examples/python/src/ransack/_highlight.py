"""Syntax highlighting, its themes and its languages.

A language is a name, an alias or an extension, such as "python", "py" or "ts"; text in an unknown
language stays plain.
"""

from __future__ import annotations

from ctypes import POINTER, byref, c_uint8, c_uint32
from dataclasses import dataclass
from typing import Any, Generic, List, Optional, Tuple, Union

from . import _declarations as declarations
from ._handles import CancelToken, Handle, run
from ._inputs import Inputs, enum
from ._library import lib
from ._operations import listed, owned, string
from ._values import AnyPath, AnyText, Text, Unpack, copy_as, text as read_text
from .types import (
    ColorDepth,
    HighlightClass,
    HighlightColors,
    HighlightEngine,
    HighlightOptions,
    HighlightReport,
    HighlightSpan,
    OnTimeout,
    TextStyle,
)


class Theme(Handle):
    """Theme: a text style for each syntax class. Any number of threads may use it.

    `Theme("Catppuccin Mocha")` is a bundled theme; its name is not case-sensitive.
    """

    def __init__(self, name: Text) -> None:
        super().__init__("ransack_theme_free", POINTER(declarations.Theme))
        inputs = Inputs()
        lib.ransack_theme_named(inputs.text(name, "name"), self.out)

    @classmethod
    def from_tm_theme(cls, content: Text) -> Theme:
        """Returns a theme from the content of a `.tmTheme` file."""
        inputs, theme = Inputs(), cls.__new__(cls)
        Handle.__init__(theme, "ransack_theme_free", POINTER(declarations.Theme))
        lib.ransack_theme_from_tm_theme(inputs.text(content, "content"), theme.out)
        return theme

    @property
    def name(self) -> str:
        """Name of the theme."""
        return read_text(self.handle.contents.name)

    @property
    def foreground(self) -> int:
        """Colour of plain text, as 0xRRGGBB."""
        return int(self.handle.contents.foreground)

    @property
    def background(self) -> int:
        """Background colour, as 0xRRGGBB."""
        return int(self.handle.contents.background)

    @property
    def is_dark(self) -> bool:
        """Whether the theme is for a dark background."""
        return bool(self.handle.contents.is_dark)

    def style(self, class_: Union[HighlightClass, str]) -> TextStyle:
        """Returns the text style of a syntax class, such as "keyword"."""
        found = declarations.TextStyle()
        lib.ransack_theme_style(self.handle, enum(HighlightClass, class_, "class_"), byref(found))
        return TextStyle._read(found)

    def css(self, selector: Text) -> str:
        """Returns CSS rules that apply the theme to HTML output inside all elements that `selector` matches."""
        inputs = Inputs()
        return string(lib.ransack_theme_css, self.handle, inputs.text(selector, "selector"))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.name}>"


# Form of the output: a theme or its name, escape sequences by class, or "html". None means ranges.
Output = Union[Theme, HighlightColors, str, None]


@dataclass(frozen=True)
class Highlighted(Generic[AnyText]):
    """Highlighted text, or ranges of it."""

    output: AnyText
    """Text with markup, which is closed at the end of each line. Empty without a form of output."""
    spans: Tuple[HighlightSpan, ...]
    """Ranges of text with a class, in order and without overlaps. Empty with a form of output."""
    report: HighlightReport
    """Language, engine and completeness."""


def highlight(
    text: AnyText,
    language: Text,
    output: Output = None,
    *,
    depth: Union[ColorDepth, str] = ColorDepth.TRUE_COLOR,
    token: Optional[CancelToken] = None,
    **options: Unpack[HighlightOptions],
) -> Highlighted[AnyText]:
    """Highlights a text: as ranges, or as text with markup if `output` is its form.

    `output` is a `Theme` or the name of one, for terminals with the colours that `depth` names
    ("true_color", "ansi256" or "ansi16"); a dictionary with the keys of `HighlightColors`; or "html", for
    elements such as `<span class="hl-keyword">`. Without its markup the output equals the text. Takes time
    linear in the text.

    ```python
    print(ransack.highlight("let a = 1;", "rust", "Nord").output)
    ```
    """
    inputs = Inputs()
    view, name = inputs.text(text, "text"), inputs.text(language, "language")
    form = _form(output, depth)
    given = inputs.options("HighlightOptions", "highlight", options)

    def read(c: Any) -> Highlighted[AnyText]:
        spans = tuple(HighlightSpan._read(c.spans[i]) for i in range(c.spans_len))
        return Highlighted(copy_as(text, c.output), spans, HighlightReport._read(c.report.contents))

    before = (view, name, form.handle if form else None, byref(given))
    # The time limit of a short call must not make its result incomplete.
    size = view.len if given.on_timeout == OnTimeout.FAIL else None
    return owned(lib.ransack_highlight, before, "highlighted", read, token, size)


@dataclass(frozen=True)
class HighlightUpdate:
    """Change of the output of a `HighlightStream`."""

    keep: int
    """Number of bytes of the output so far to keep; the rest is removed."""
    append: bytes
    """Text to append to the kept output."""


class HighlightStream(Handle):
    """Highlighter of a text that arrives in chunks, such as the answer of a model.

    After `finish`, the output equals the output of `highlight` for the whole text. `output` and `depth` are
    as for `highlight`, except that `output` is required.

    ```python
    stream, shown = ransack.HighlightStream("python", "Nord"), b""
    for chunk in ("def f():\\n", "    return 1\\n"):
        update = stream.push(chunk)
        shown = shown[: update.keep] + update.append
    ```
    """

    def __init__(
        self,
        language: Text,
        output: Union[Theme, HighlightColors, str],
        *,
        depth: Union[ColorDepth, str] = ColorDepth.TRUE_COLOR,
        **options: Unpack[HighlightOptions],
    ) -> None:
        super().__init__("ransack_highlight_stream_free")
        self._language = language
        inputs = Inputs()
        form = _form(output, depth)
        given = inputs.optional("HighlightOptions", "HighlightStream", options)
        handle = form.handle if form else None
        lib.ransack_highlight_stream_new(inputs.text(language, "language"), handle, given, self.out)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._language!r}>"

    def push(self, chunk: Text, *, token: Optional[CancelToken] = None) -> HighlightUpdate:
        """Appends text, which may end inside a character. If the token fires, nothing is appended."""
        inputs = Inputs()
        view = inputs.text(chunk, "chunk")
        return self._update(lib.ransack_highlight_stream_push, (view,), token)

    def finish(self, *, token: Optional[CancelToken] = None) -> HighlightUpdate:
        """Completes the output for the text so far. More text may follow."""
        return self._update(lib.ransack_highlight_stream_finish, (), token)

    @property
    def report(self) -> HighlightReport:
        """Report on the text so far, which is not `complete` before `finish`."""
        found = POINTER(declarations.HighlightReport)()
        lib.ransack_highlight_stream_report(self.handle, byref(found))
        try:
            return HighlightReport._read(found.contents)
        finally:
            lib.ransack_highlight_report_free(found)

    def _update(self, function: Any, before: Tuple[Any, ...], token: Optional[CancelToken]) -> HighlightUpdate:
        update = declarations.HighlightUpdate()
        try:
            # Parses the whole text at times, however short the chunk is.
            run(lambda cancel: function(self.handle, *before, cancel, byref(update)), token)
            return HighlightUpdate(update.keep, copy_as(b"", update.append))
        finally:
            lib.ransack_string_free(update.owner)


def theme_names() -> List[str]:
    """Returns the names of the bundled themes."""
    return listed(lib.ransack_theme_names, read_text)


def supports_language(language: Text) -> bool:
    """Returns whether a language with this name, alias or extension can be highlighted."""
    inputs, found = Inputs(), c_uint8()
    lib.ransack_supports_language(inputs.text(language, "language"), byref(found))
    return bool(found.value)


def supported_languages() -> List[str]:
    """Returns the names of the languages and file formats that can be highlighted, sorted."""
    return listed(lib.ransack_supported_languages, read_text)


def detect_language(path: AnyPath, first_bytes: Text = b"") -> Optional[str]:
    """Returns the language of a file by its path and the first bytes of its content, None if it is unknown.

    Looks at a modeline, the file name, the interpreter after "#!", the extension and the first line. Up to
    64 KiB of the content decide among languages that share an extension, such as C and C++ for ".h".
    """
    inputs, found = Inputs(), declarations.Bytes()
    lib.ransack_detect_language(
        inputs.path(path, "path"), inputs.text(first_bytes, "first_bytes"), byref(found)
    )
    return read_text(found) or None


def highlight_engine_of(language: Text) -> Tuple[HighlightEngine, str]:
    """Returns the default engine of a language and the reason for that choice."""
    inputs, engine, reason = Inputs(), c_uint32(), declarations.Bytes()
    lib.ransack_highlight_engine_of(inputs.text(language, "language"), byref(engine), byref(reason))
    return HighlightEngine(engine.value), read_text(reason)


def highlight_acknowledgements() -> str:
    """Returns the copyright notices and licences of the bundled syntaxes and themes."""
    return string(lib.ransack_highlight_acknowledgements)


def warm_language(language: Text, *, token: Optional[CancelToken] = None) -> None:
    """Prepares a language, so that the first call that highlights it is as fast as later calls.

    Takes 5 to 100 ms, and no time if the language is prepared. Raises `Error` if the language is unknown;
    its `candidates` are the nearest names.
    """
    inputs = Inputs()
    view = inputs.text(language, "language")
    run(lambda cancel: lib.ransack_warm_language(view, cancel), token)


def _form(output: Output, depth: Union[ColorDepth, str]) -> Optional[Handle]:
    """Returns the form of the library."""
    if output is None:
        return None
    form = Handle("ransack_highlight_form_free")
    colors = enum(ColorDepth, depth, "depth")
    if output == "html":
        lib.ransack_highlight_form_html(form.out)
    elif isinstance(output, (str, Theme)):
        theme = output if isinstance(output, Theme) else Theme(output)
        lib.ransack_highlight_form_theme(theme.handle, colors, form.out)
    else:
        inputs = Inputs()
        lib.ransack_highlight_form_colors(inputs.dictionary("HighlightColors", output, "output"), form.out)
    return form
