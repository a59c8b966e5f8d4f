"""Packing of files into one text."""

from __future__ import annotations

import re
from ctypes import byref
from functools import partial
from typing import Any, Iterable, Mapping, Optional, Union

from ._handles import CancelToken
from ._inputs import Inputs
from ._library import lib
from ._operations import PACK, owned
from ._streams import Stream
from ._values import AnyPaths, Unpack, reader
from .types import Packed, PackedText, PackLevel, PackOptions

# Words, or an expression; a single one is one.
Relevant = Union[str, "re.Pattern[str]", Iterable[Union[str, "re.Pattern[str]"]]]


def values_of(
    relevant: Relevant,
    levels: Mapping[str, Union[PackLevel, str]],
    weights: Mapping[str, float],
    sections: Mapping[str, str],
    values: Mapping[str, Any],
) -> Mapping[str, Any]:
    """Returns the values of all fields of the options."""
    texts = [relevant] if isinstance(relevant, (str, re.Pattern)) else relevant
    return {
        **values,
        "relevant": [(text.pattern, True) if isinstance(text, re.Pattern) else (text, False) for text in texts],
        "levels": list(levels.items()),
        "weights": list(weights.items()),
        "sections": list(sections.items()),
    }


def pack_files(values: Mapping[str, Any], token: Optional[CancelToken]) -> Packed[str]:
    """Calls `ransack_pack`."""
    inputs = Inputs()
    options = inputs.options("PackOptions", "pack", values)
    return owned(lib.ransack_pack, (byref(options),), "packed", partial(Packed._read, content=reader(str)), token)


def stream_of_files(values: Mapping[str, Any], token: Optional[CancelToken]) -> Stream[PackedText[str]]:
    """Calls `ransack_pack_stream`."""
    return Stream(PACK, partial(PackedText._read, content=reader(str)), values, token)


def pack(
    roots: AnyPaths,
    *,
    relevant: Relevant = (),
    levels: Mapping[str, Union[PackLevel, str]] = {},
    weights: Mapping[str, float] = {},
    sections: Mapping[str, str] = {},
    token: Optional[CancelToken] = None,
    **options: Unpack[PackOptions],
) -> Packed[str]:
    """Packs files into one text for a language model.

    With `max_tokens` or `max_bytes`, the text never exceeds the maximum: files with a low priority are
    shown in less detail, then left out. Files and definitions that `relevant` names come first: words, or
    compiled expressions. `levels` and `weights` map globs to maximum levels and to factors of the priority;
    `sections` maps headings to texts that follow the files.

    ```python
    packed = ransack.pack("src", max_tokens=50_000, relevant="parse_config", levels={"vendor/": "outline"})
    print(packed.text, packed.tokens)
    ```
    """
    return pack_files(values_of(relevant, levels, weights, sections, {"roots": roots, **options}), token)


def pack_stream(
    roots: AnyPaths,
    *,
    relevant: Relevant = (),
    levels: Mapping[str, Union[PackLevel, str]] = {},
    weights: Mapping[str, float] = {},
    sections: Mapping[str, str] = {},
    token: Optional[CancelToken] = None,
    **options: Unpack[PackOptions],
) -> Stream[PackedText[str]]:
    """Packs files like `pack`, and returns the text in parts, one for each file.

    While the call reads files ahead of the text, it returns parts without a text, whose `files_done` is the
    number of files so far. Without a maximum, the tree needs the numbers of tokens of all files, so files
    are read twice; with `tree=False`, the first part arrives as soon as the first file is read.

    ```python
    with ransack.pack_stream("src", tree=False) as parts:
        for part in parts:
            print(part.text, end="")
    ```
    """
    return stream_of_files(values_of(relevant, levels, weights, sections, {"roots": roots, **options}), token)
