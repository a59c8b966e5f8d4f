"""Conversion between Python values and `ransack_bytes`, and the types that annotations share."""

from __future__ import annotations

import os
import sys
from ctypes import c_char_p, c_void_p, cast, string_at
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Callable, Iterable, Type, Union

from . import _declarations as declarations

if TYPE_CHECKING:
    from typing_extensions import TypeVar, Unpack

    T = TypeVar("T")
    Content = TypeVar("Content", bytes, str, default=bytes)
    AnyText = TypeVar("AnyText", str, bytes, bytearray, memoryview)
else:
    from typing import TypeVar

    T = TypeVar("T")
    # Type of the content of files in results.
    Content = TypeVar("Content", bytes, str)
    # Type of a text that a call changes: the result has the type of the argument.
    AnyText = TypeVar("AnyText", str, bytes, bytearray, memoryview)

    if sys.version_info >= (3, 11):
        from typing import Unpack
    else:

        class Unpack:
            """`typing.Unpack` of later versions, so that `typing.get_type_hints` works."""

            def __class_getitem__(cls, options: Any) -> Any:
                return options


__all__ = ["AnyPath", "AnyPaths", "AnyText", "Content", "Number", "Text", "Texts", "Unpack"]

# Text, UTF-8 in the library.
Text = Union[str, bytes, bytearray, memoryview]
# Several of them, or a single one.
Texts = Union[Text, Iterable[Text]]
# Path: `str` as `os.fsencode` converts it, or the bytes of the file system.
AnyPath = Union[str, bytes, os.PathLike[str], os.PathLike[bytes]]
# Several of them, or a single one.
AnyPaths = Union[AnyPath, Iterable[AnyPath]]


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
    if isinstance(value, str):
        return value.encode("utf-8", "surrogateescape")
    if isinstance(value, bytes):
        return value
    if isinstance(value, (bytearray, memoryview)):
        return bytes(value)
    advice = "; read the file first" if isinstance(value, os.PathLike) else ""
    raise TypeError(f"{what} must be str, bytes, bytearray or memoryview, not {type(value).__name__}{advice}")


def encode_path(value: AnyPath, what: str) -> bytes:
    """Returns the bytes of a path. `what` names it in errors."""
    try:
        return os.fsencode(value)
    except TypeError:
        raise TypeError(f"{what} must be str, bytes or os.PathLike, not {type(value).__name__}") from None


def as_list(value: Any) -> Iterable[Any]:
    """Returns an iterable of texts or paths; a single text or path becomes a list of one."""
    return [value] if isinstance(value, (str, bytes, bytearray, memoryview, os.PathLike)) else value


def view(value: bytes) -> declarations.Bytes:
    """Returns a view of `value`, which must outlive the view."""
    return declarations.Bytes(cast(c_char_p(value), c_void_p), len(value))


def content(c: Any) -> bytes:
    """Copies a view."""
    return string_at(c.data, c.len) if c.len else b""


def text(c: Any) -> str:
    """Copies a view of UTF-8; ill-formed parts become U+FFFD."""
    return content(c).decode("utf-8", "replace")


def path(c: Any) -> str:
    """Copies a path; `os.fsencode` returns its bytes."""
    return os.fsdecode(content(c))


def reader(kind: Any) -> Callable[[Any], Any]:
    """Returns the function that reads content of files as `kind`, `bytes` or `str`."""
    if kind not in (bytes, str):
        raise TypeError(f"text must be bytes or str, not {kind!r}")
    return content if kind is bytes else text


def make(kind: Type[T], /, **fields: Any) -> T:
    """Returns a result. The constructor of a frozen dataclass takes several times as long."""
    found = object.__new__(kind)
    object.__setattr__(found, "__dict__", fields)
    return found


def like(value: Any, found: bytes) -> Any:
    """Returns a text that a call has made from `value` as the type of `value`."""
    if isinstance(value, str):
        return found.decode("utf-8", "surrogateescape")
    return type(value)(found) if isinstance(value, (bytearray, memoryview)) else found


def copy_as(value: Any, c: Any) -> Any:
    """Copies a view of text that a call has made from `value`, as the type of `value`."""
    return like(value, content(c))
