"""Results as text for people and models, within a number of tokens."""

from __future__ import annotations

import ctypes
from ctypes import byref
from typing import Any, Iterable, Optional, Union

from . import _declarations as declarations
from ._handles import CancelToken, Handle
from ._inputs import Inputs
from ._library import lib
from ._memory import Results
from ._operations import owned
from ._streams import Stream
from ._values import Unpack
from .types import (
    AstEditOutcome,
    AstMatch,
    FileChange,
    FuzzyMatch,
    GlobMatch,
    GrepMatch,
    Outline,
    Rendering,
    RenderOptions,
    Report,
)

# Result that can be rendered.
Item = Union[GrepMatch[Any], GlobMatch, FuzzyMatch, AstMatch[Any], Outline, FileChange, Report]

PUSH = {
    AstMatch: "ast_match",
    FileChange: "file_change",
    FuzzyMatch: "fuzzy_match",
    GlobMatch: "glob_match",
    GrepMatch: "grep_match",
    Outline: "outline",
    Report: "report",
}


class Renderer(Handle):
    """Collects results and renders them as text for a person or a model.

    Matches and definitions are grouped by file, one line each; paths are one line each; changes are
    unified diffs, cut between hunks. The last line says how many items are shown and, if there are more,
    where the next page begins. A line before it tells what an incomplete call has not examined.
    """

    def __init__(self, **options: Unpack[RenderOptions]) -> None:
        super().__init__("ransack_renderer_free")
        inputs = Inputs()
        given = inputs.optional("RenderOptions", "Renderer", options)
        self._pushed = 0
        lib.ransack_renderer_new(given, self.out)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._pushed} results>"

    def push(self, item: Item) -> None:
        """Adds a result, whose text is copied, or the report of a call."""
        name = PUSH.get(type(item))
        if name is None:
            kinds = "a match, a path, an outline, a changed file or a report"
            raise TypeError(f"item must be {kinds}, not {type(item).__name__}")
        inputs = Inputs()
        getattr(lib, f"ransack_renderer_push_{name}")(self.handle, byref(_struct(inputs, item)))
        self._pushed += 1

    def finish(self, *, token: Optional[CancelToken] = None) -> Rendering:
        """Renders the results. Raises `Error` if the last line alone has more than `max_tokens`."""
        return owned(lib.ransack_renderer_finish, (self.handle,), "rendering", Rendering._read, token)


def render(
    results: Union[Stream[Any], Results[Any], AstEditOutcome[Any], Item, Iterable[Item]],
    *,
    token: Optional[CancelToken] = None,
    **options: Unpack[RenderOptions],
) -> Rendering:
    """Renders results as text for a person or a model; see `Renderer`.

    `results` is the result of a call, whose report is rendered too, or any list of results. A stream is
    read to its end.

    ```python
    print(ransack.render(ransack.grep("TODO", "src", limit=100), max_tokens=2000).text)
    ```
    """
    renderer = Renderer(**options)
    items: Any = results.file_changes if isinstance(results, AstEditOutcome) else results
    for item in [items] if type(items) in PUSH else items:
        renderer.push(item)
    if isinstance(results, (AstEditOutcome, Results, Stream)):
        renderer.push(results.report)
    return renderer.finish(token=token)


def _struct(inputs: Inputs, value: Any) -> Any:
    """Returns the C struct of a result: the reverse of its `_read`."""
    struct = getattr(declarations, type(value).__name__)()
    for name, kind in struct._fields_:
        given = getattr(value, name, None)
        if given is None:
            if name == "parent":
                setattr(struct, name, declarations.NO_PARENT)
            continue
        if isinstance(given, tuple):
            given = [_field(inputs, element) for element in given]
            setattr(struct, name + "_len", len(given))
            given = inputs.array(kind._type_, given)
        else:
            given = _field(inputs, given)
            if issubclass(kind, ctypes._Pointer):
                given = ctypes.pointer(given)
        setattr(struct, name, given)
        for flag in (f"has_{name}", f"has_{name.rpartition('_')[0]}"):
            # What is not None is known.
            if hasattr(struct, flag) and not hasattr(value, flag):
                setattr(struct, flag, 1)
    return struct


def _field(inputs: Inputs, value: Any) -> Any:
    if isinstance(value, (str, bytes)):
        return inputs.text(value, "text")
    return value if isinstance(value, int) else _struct(inputs, value)
