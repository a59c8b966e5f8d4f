"""Terminal text: widths, truncation and wrapping. A `str` gives `str`, `bytes` give `bytes`."""

from __future__ import annotations

from ctypes import byref, c_size_t
from typing import TYPE_CHECKING, Any, AnyStr, List, Union

from . import _declarations as declarations
from ._handles import output
from ._inputs import Inputs, number
from ._library import lib
from ._values import content
from .types import TextOptions, TruncateOptions, WrapOptions

if TYPE_CHECKING:
    from typing_extensions import Unpack


def visible_width(text: Union[str, bytes], **options: Unpack[TextOptions]) -> int:
    """Returns the width of a text in cells."""
    inputs, cells = Inputs(), c_size_t()
    given = inputs.optional("TextOptions", "visible_width", options)
    lib.ransack_visible_width(inputs.text(text, "text"), given, byref(cells))
    return cells.value


def truncate_to_width(text: AnyStr, width: int, **options: Unpack[TruncateOptions]) -> AnyStr:
    """Truncates a text to at most `width` cells, ellipsis included."""
    inputs, result = Inputs(), declarations.Text()
    given = inputs.optional("TruncateOptions", "truncate_to_width", options)
    view = inputs.text(text, "text")
    try:
        lib.ransack_truncate_to_width(view, number(width, 64, "width"), given, byref(result))
        return _like(text, result.text)
    finally:
        lib.ransack_string_free(result.owner)


def wrap_text_with_ansi(text: AnyStr, width: int, **options: Unpack[WrapOptions]) -> List[AnyStr]:
    """Wraps a text into lines of at most `width` cells."""
    inputs = Inputs()
    given = inputs.optional("WrapOptions", "wrap_text_with_ansi", options)
    view = inputs.text(text, "text")
    with output(declarations.Lines, "ransack_lines_free") as lines:
        lib.ransack_wrap_text_with_ansi(view, number(width, 64, "width"), given, byref(lines))
        return [_like(text, lines.contents.lines[i]) for i in range(lines.contents.len)]


def _like(text: AnyStr, c: Any) -> AnyStr:
    """Copies a view as the type of `text`."""
    value = content(c)
    return value if isinstance(text, bytes) else value.decode("utf-8", "surrogateescape")
