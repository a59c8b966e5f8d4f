"""Conversion between Python values and `ransack_bytes`, and the base of the enumerations."""

from __future__ import annotations

import os
from ctypes import c_char_p, c_void_p, cast, string_at
from enum import IntEnum
from typing import Any, Iterable, Union

from . import _declarations as declarations

# Text or path. Text is UTF-8; a path is bytes of the file system, as `os.fsencode` makes them.
Text = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]
# Several of them, or a single one.
Texts = Union[Text, Iterable[Text]]


class Number(IntEnum):
    """Enumeration that accepts the numbers of newer libraries: numbers are never reused."""

    @classmethod
    def _missing_(cls, value: object) -> Number:
        if not isinstance(value, int) or value < 0:
            raise ValueError(f"{value!r} is not a valid {cls.__name__}")
        member = int.__new__(cls, value)
        member._name_, member._value_ = f"UNKNOWN_{value}", value
        return member

    def __str__(self) -> str:
        return self.name.lower()


def encode(value: Text, what: str) -> bytes:
    """Returns the bytes of a text. `what` names it in errors."""
    return _bytes(value, what, lambda text: text.encode("utf-8", "surrogateescape"))


def encode_path(value: Text, what: str) -> bytes:
    """Returns the bytes of a path. `what` names it in errors."""
    return _bytes(value, what, os.fsencode)


def _bytes(value: Text, what: str, encoder: Any) -> bytes:
    plain = value if isinstance(value, (str, bytes)) else _plain(value, what)
    return plain if isinstance(plain, bytes) else bytes(encoder(plain))


def _plain(value: Any, what: str) -> Union[str, bytes]:
    try:
        plain: Union[str, bytes] = os.fspath(value)
    except TypeError:
        raise TypeError(f"{what} must be str, bytes or os.PathLike, not {type(value).__name__}") from None
    return plain


def as_list(value: Texts) -> Iterable[Text]:
    """Returns the elements of several texts; a single text is one."""
    return [value] if isinstance(value, (str, bytes, os.PathLike)) else value


def view(value: bytes) -> declarations.Bytes:
    """Returns a view of `value`, which must outlive the view."""
    return declarations.Bytes(cast(c_char_p(value), c_void_p), len(value))


def content(c: Any) -> bytes:
    """Copies a view."""
    return string_at(c.data, c.len) if c.len else b""


def text(c: Any) -> str:
    """Copies a view of UTF-8."""
    return content(c).decode("utf-8", "replace")


def path(c: Any) -> str:
    """Copies a path; `os.fsencode` returns its bytes."""
    return os.fsdecode(content(c))
