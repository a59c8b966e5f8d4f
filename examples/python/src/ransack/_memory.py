"""Operations on text in memory. Offsets in results are bytes; of a `str`, of its UTF-8."""

from __future__ import annotations

from ctypes import byref, c_uint8, c_void_p
from typing import TYPE_CHECKING, Any, Callable, List, Optional, TypeVar

from . import _declarations as declarations
from ._handles import CancelToken, output, run
from ._inputs import Inputs
from ._library import lib
from ._operations import Layout, Parts, collect, named
from ._values import Text, Texts
from .types import (
    AstMatch,
    AstMatchOptions,
    Definition,
    FuzzyMatchOptions,
    FuzzyString,
    GrepMatch,
    Outline,
    Report,
    SearchOptions,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

T = TypeVar("T")


class Results(List[T]):
    """Results of a call on text in memory, with its report."""

    def __init__(self, items: List[T], report: Report) -> None:
        super().__init__(items)
        self.report = report


def search(
    content: Text, patterns: Texts, *, token: Optional[CancelToken] = None, **options: Unpack[SearchOptions]
) -> Results[GrepMatch]:
    """Searches a text for lines that match a pattern."""
    inputs = Inputs()
    before = (
        inputs.text(content, "content"),
        byref(inputs.options("SearchOptions", "search", {"patterns": patterns, **options})),
    )
    return _collected(lib.ransack_search, before, token, declarations.on_grep_match, GrepMatch._read)


def has_match(
    content: Text, patterns: Texts, *, token: Optional[CancelToken] = None, **options: Unpack[SearchOptions]
) -> bool:
    """Returns whether a text contains a match. Stops at the first one."""
    inputs = Inputs()
    view = inputs.text(content, "content")
    given = byref(inputs.options("SearchOptions", "has_match", {"patterns": patterns, **options}))
    found = c_uint8()
    run(lambda cancel: lib.ransack_has_match(view, given, cancel, byref(found)), token)
    return bool(found.value)


def fuzzy_match_strings(
    query: Text, strings: Texts, *, token: Optional[CancelToken] = None, **options: Unpack[FuzzyMatchOptions]
) -> Results[FuzzyString]:
    """Ranks strings by the rules of `fuzzy_find`, best first."""
    inputs = Inputs()
    array = inputs.texts(strings, "strings")
    given = byref(inputs.options("FuzzyMatchOptions", "fuzzy_match_strings", options))
    before = (inputs.text(query, "query"), array, len(array), given)
    return _collected(
        lib.ransack_fuzzy_match_strings, before, token, declarations.on_fuzzy_string, FuzzyString._read
    )


def ast_match_source(
    source: Text,
    language: Text,
    patterns: Texts = (),
    *,
    token: Optional[CancelToken] = None,
    **options: Unpack[AstMatchOptions],
) -> Results[AstMatch]:
    """Searches a text in a language for code that matches a pattern, or the option `rule`."""
    inputs = Inputs()
    given = byref(inputs.options("AstMatchOptions", "ast_match_source", {"patterns": patterns, **options}))
    before = (inputs.text(source, "source"), inputs.text(language, "language"), given)
    return _collected(lib.ransack_ast_match_source, before, token, declarations.on_ast_match, AstMatch._read)


def outline_source(
    source: Text, language: Text, *, key_depth: Optional[int] = None, token: Optional[CancelToken] = None
) -> Outline:
    """Returns the definitions of a text in a language. `key_depth` is that of `outline`."""
    inputs = Inputs()
    depth = inputs.options("OutlineOptions", "outline_source", {"key_depth": key_depth}).key_depth
    before = (inputs.text(source, "source"), inputs.text(language, "language"), depth)
    result = (declarations.Outline, "ransack_outline_free", Outline._read)
    return _single(lib.ransack_outline_source, before, token, *result)


def definition_source(
    source: Text,
    language: Text,
    name: Text,
    parts: Parts = (),
    *,
    layout: Optional[Layout] = None,
    token: Optional[CancelToken] = None,
) -> Definition:
    """Returns the source of the definition with a name path in a text; see `definition_in_file`."""
    inputs = Inputs()
    before = (
        inputs.text(source, "source"),
        inputs.text(language, "language"),
        *named(inputs, name, parts, layout),
    )
    result = (declarations.Definition, "ransack_definition_free", Definition._read)
    return _single(lib.ransack_definition_source, before, token, *result)


def _collected(
    function: Any, before: Any, token: Optional[CancelToken], callback: Any, read: Callable[[Any], T]
) -> Results[T]:
    items, report = run(lambda cancel: collect(function, before, cancel, callback, read), token)
    return Results(items, report)


def _single(
    function: Any, before: Any, token: Optional[CancelToken], struct: Any, free: str, read: Callable[[Any], T]
) -> T:
    def call(cancel: Optional[c_void_p]) -> T:
        with output(struct, free) as result:
            function(*before, cancel, byref(result))
            return read(result.contents)

    return run(call, token)
