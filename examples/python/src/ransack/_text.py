"""Terminal text: widths, truncation, wrapping, escape sequences. The result has the type of the text."""

from __future__ import annotations

from ctypes import byref, c_size_t
from dataclasses import dataclass
from functools import partial
from typing import Any, Callable, Generic, List, Tuple, Union, overload

from . import _declarations as declarations
from ._handles import Collector, output
from ._inputs import Inputs, enum, number
from ._library import lib
from ._values import AnyText, Text, Texts, Unpack, copy_as
from .types import Align, Grapheme, TextOptions, TruncateOptions, WrapOptions


@dataclass(frozen=True)
class Segments(Generic[AnyText]):
    """Parts of a line on both sides of a box that covers its middle."""

    before: AnyText
    """Text before the box, with its styles closed."""
    after: AnyText
    """Text after the box, with the styles that are active there reopened."""
    before_width: int
    """Width of `before` in cells; less than requested if the line is too short."""
    after_width: int
    """Width of `after` in cells."""


def visible_width(text: Text, **options: Unpack[TextOptions]) -> int:
    """Returns the width of a text in cells."""
    inputs, cells = Inputs(), c_size_t()
    given = inputs.optional("TextOptions", "visible_width", options)
    lib.ransack_visible_width(inputs.text(text, "text"), given, byref(cells))
    return cells.value


def visible_widths(texts: Texts, **options: Unpack[TextOptions]) -> List[int]:
    """Returns the width of each text in cells, in one call."""
    inputs = Inputs()
    given = inputs.optional("TextOptions", "visible_widths", options)
    array = inputs.texts(texts, "texts")
    widths = (c_size_t * len(array))()
    lib.ransack_visible_widths(array, len(array), given, widths)
    return list(widths)


def truncate_to_width(text: AnyText, width: int, **options: Unpack[TruncateOptions]) -> AnyText:
    """Truncates a text to at most `width` cells, ellipsis included."""
    inputs = Inputs()
    given = inputs.optional("TruncateOptions", "truncate_to_width", options)
    view, cells = inputs.text(text, "text"), number(width, 64, "width")
    return _changed(text, lambda out: lib.ransack_truncate_to_width(view, cells, given, out))


def slice_with_width(
    line: AnyText, start: int, length: int, *, strict: bool = False, **options: Unpack[TextOptions]
) -> Tuple[AnyText, int]:
    """Returns the slice of a line from cell `start` that is `length` cells wide, and its width.

    Styles that are open where the slice starts are reopened there and closed at its end. A wide
    character that straddles the start is dropped, and one that straddles the end is kept. With `strict`
    both become spaces, and the width never exceeds `length`.
    """
    inputs, width = Inputs(), c_size_t()
    given = inputs.optional("TextOptions", "slice_with_width", options)
    before = (inputs.text(line, "line"), number(start, 64, "start"), number(length, 64, "length"), bool(strict), given)
    return _changed(line, lambda out: lib.ransack_slice_with_width(*before, out, byref(width))), width.value


def extract_segments(
    line: AnyText,
    before_end: int,
    after_start: int,
    after_len: int,
    *,
    strict_after: bool = False,
    **options: Unpack[TextOptions],
) -> Segments[AnyText]:
    """Returns the parts of a line on both sides of a box from cell `before_end` to cell `after_start`.

    The second part has `after_len` cells. Wide characters that straddle the box become spaces before it,
    and with `strict_after` after it.
    """
    inputs, found = Inputs(), declarations.Segments()
    given = inputs.optional("TextOptions", "extract_segments", options)
    view = inputs.text(line, "line")
    cells = {"before_end": before_end, "after_start": after_start, "after_len": after_len}
    numbers = [number(value, 64, name) for name, value in cells.items()]
    try:
        lib.ransack_extract_segments(view, *numbers, bool(strict_after), given, byref(found))
        before, after = copy_as(line, found.before.text), copy_as(line, found.after.text)
        return Segments(before, after, found.before_width, found.after_width)
    finally:
        lib.ransack_string_free(found.before.owner)
        lib.ransack_string_free(found.after.owner)


def wrap_text_with_ansi(text: AnyText, width: int, **options: Unpack[WrapOptions]) -> List[AnyText]:
    """Wraps a text into lines of at most `width` cells."""
    inputs = Inputs()
    given = inputs.optional("WrapOptions", "wrap_text_with_ansi", options)
    view = inputs.text(text, "text")
    with output(declarations.Lines, "ransack_lines_free") as lines:
        lib.ransack_wrap_text_with_ansi(view, number(width, 64, "width"), given, byref(lines))
        return [copy_as(text, lines.contents.lines[i]) for i in range(lines.contents.len)]


def pad_to_width(
    line: AnyText, width: int, align: Union[Align, str] = Align.LEFT, **options: Unpack[TextOptions]
) -> AnyText:
    """Pads a line with spaces to `width` cells, at most 65,535. `align` is "left", "right" or "center"."""
    inputs = Inputs()
    given = inputs.optional("TextOptions", "pad_to_width", options)
    before = (inputs.text(line, "line"), number(width, 64, "width"), enum(Align, align, "align"), given)
    return _changed(line, lambda out: lib.ransack_pad_to_width(*before, out))


@overload
def graphemes(text: str, **options: Unpack[TextOptions]) -> List[Grapheme[str]]: ...
@overload
def graphemes(text: Union[bytes, bytearray, memoryview], **options: Unpack[TextOptions]) -> List[Grapheme]: ...
def graphemes(text: Text, **options: Unpack[TextOptions]) -> List[Any]:
    """Returns the grapheme clusters and escape sequences of a text, with their offsets in bytes and widths."""
    inputs = Inputs()
    given = inputs.optional("TextOptions", "graphemes", options)
    read = partial(Grapheme._read, content=partial(copy_as, text if isinstance(text, str) else b""))
    collector = Collector(declarations.on_grapheme, read)
    lib.ransack_graphemes(inputs.text(text, "text"), given, collector.callback, None)
    collector.check()
    return collector.items


def strip_ansi(text: AnyText) -> AnyText:
    """Removes the escape sequences from a text; everything else stays."""
    inputs = Inputs()
    view = inputs.text(text, "text")
    return _changed(text, lambda out: lib.ransack_strip_ansi(view, out))


def sanitize_text(text: AnyText) -> AnyText:
    """Removes escape sequences, control characters but tab and LF, and ill-formed parts; CR LF becomes LF."""
    inputs = Inputs()
    view = inputs.text(text, "text")
    return _changed(text, lambda out: lib.ransack_sanitize_text(view, out))


def unicode_version() -> str:
    """Returns the Unicode version of widths and grapheme clusters, such as "17.0.0"."""
    return str(lib.ransack_unicode_version().decode())


def _changed(text: AnyText, call: Callable[[Any], Any]) -> AnyText:
    """Returns the text that a call makes from `text`."""
    result = declarations.Text()
    try:
        call(byref(result))
        found: AnyText = copy_as(text, result.text)
        return found
    finally:
        lib.ransack_string_free(result.owner)
