"""Reads of lines, and places of lines that were read."""

from __future__ import annotations

from ctypes import byref
from functools import partial
from typing import Any, Mapping, Optional, Type

from . import _declarations as declarations
from ._handles import CancelToken
from ._inputs import Inputs, number
from ._library import lib
from ._operations import owned
from ._values import Content, Unpack, reader
from .types import ReadLinesOptions, ReadLinesOutcome, ResolvedLines, ResolveLinesOptions, SnapshotMemory


def lines_of(
    values: Mapping[str, Any], text: Type[Content], token: Optional[CancelToken]
) -> ReadLinesOutcome[Content]:
    """Calls `ransack_read_lines`."""
    inputs = Inputs()
    options = inputs.options("ReadLinesOptions", "read_lines", values)
    read = partial(ReadLinesOutcome._read, content=reader(text))
    return owned(lib.ransack_read_lines, (byref(options),), "read_lines_outcome", read, token)


def place_of(values: Mapping[str, Any], token: Optional[CancelToken]) -> ResolvedLines:
    """Calls `ransack_resolve_lines`."""
    inputs = Inputs()
    options = inputs.options("ResolveLinesOptions", "resolve_lines", values)
    return owned(lib.ransack_resolve_lines, (byref(options),), "resolved_lines", ResolvedLines._read, token)


def read_lines(
    *,
    text: Type[Content] = bytes,  # type: ignore[assignment]
    token: Optional[CancelToken] = None,
    **options: Unpack[ReadLinesOptions],
) -> ReadLinesOutcome[Content]:
    r"""Reads lines of the file `path`, or of several files with the option `ranges`.

    `first_line` and `last_line` may count from the end, as in -1 for the last line. Each range of the
    outcome has the number of lines and a snapshot id, which `edit` and `resolve_lines` take.

    ```python
    read = ransack.read_lines(path="a.py", first_line=10, last_line=20, numbered=True, text=str).ranges[0]
    line = {"action": "replace_lines", "first_line": 12, "last_line": 12, "snapshot": read.snapshot}
    ransack.edit([{**line, "new_text": "x = 1"}], path="a.py", dry_run=False)
    ```
    """
    return lines_of(options, text, token)


def resolve_lines(
    *, token: Optional[CancelToken] = None, **options: Unpack[ResolveLinesOptions]
) -> ResolvedLines:
    """Returns where the lines `first_line` to `last_line` of the option `snapshot` are in the file `path` now.

    Raises `Error` if they have changed or their place is not certain; its `passages` are the current lines.
    """
    return place_of(options, token)


def snapshot_memory() -> SnapshotMemory:
    """Returns the memory that the process uses for snapshots of read files."""
    found = declarations.SnapshotMemory()
    lib.ransack_snapshot_memory_get(byref(found))
    return SnapshotMemory._read(found)


def set_snapshot_memory(max_bytes: int) -> None:
    """Sets the maximum memory that the process uses for snapshots of read files; 64 MiB by default."""
    lib.ransack_set_snapshot_memory(number(max_bytes, 64, "max_bytes"))
