"""Calls over files: arguments and results of the functions of the package and of `Workspace`."""

from __future__ import annotations

from ctypes import byref, c_void_p
from typing import Any, Callable, Dict, Iterable, Mapping, Optional, Tuple, TypeVar, Union

from . import _declarations as declarations
from . import types
from ._handles import CancelToken, Collector, output, run
from ._inputs import Inputs
from ._library import lib
from ._streams import Operation
from ._values import Text

T = TypeVar("T")
Part = Union[types.DefinitionPart, str]
# Parts of a definition; a single part is one.
Parts = Union[Part, Iterable[Part]]
Layout = Union[types.DefinitionLayout, str]

GREP = Operation("grep", "GrepOptions", declarations.GrepMatch, types.GrepMatch._read)
GLOB = Operation("glob", "GlobOptions", declarations.GlobMatch, types.GlobMatch._read)
FUZZY_FIND = Operation("fuzzy_find", "FuzzyFindOptions", declarations.FuzzyMatch, types.FuzzyMatch._read)
AST_GREP = Operation("ast_grep", "AstGrepOptions", declarations.AstMatch, types.AstMatch._read)
OUTLINE = Operation("outline", "OutlineOptions", declarations.Outline, types.Outline._read)
# Results of calls on one file: struct, function that frees it, reader.
OUTLINE_OF_FILE = (declarations.Outline, "ransack_outline_free", types.Outline._read)
DEFINITION_OF_FILE = (declarations.Definition, "ransack_definition_free", types.Definition._read)


def collect(
    function: Any, before: Tuple[Any, ...], token: Any, callback: Any, read: Callable[[Any], T]
) -> Tuple[Any, types.Report]:
    """Calls a function that passes results to a callback. Returns the results and the report."""
    collector = Collector(callback, read)
    with output(declarations.Report, "ransack_report_free") as report:
        function(*before, token, collector.callback, None, byref(report))
        collector.check()
        return collector.items, types.Report._read(report.contents)


def ast_edit(values: Mapping[str, Any], token: Optional[CancelToken]) -> types.AstEditOutcome:
    """Calls `ransack_ast_edit`."""
    inputs = Inputs()
    options = byref(inputs.options("AstEditOptions", "ast_edit", values))

    def call(handle: Optional[c_void_p]) -> types.AstEditOutcome:
        with output(declarations.AstEditOutcome, "ransack_ast_edit_outcome_free") as outcome:
            lib.ransack_ast_edit(options, handle, byref(outcome))
            return types.AstEditOutcome._read(outcome.contents)

    return run(call, token)


def in_file(
    name: str,
    path: Text,
    extra: Callable[[Inputs], Tuple[Any, ...]],
    result: Tuple[Any, str, Callable[[Any], T]],
    values: Dict[str, Any],
    token: Optional[CancelToken],
) -> Tuple[Optional[T], types.Report]:
    """Calls a function on one file, such as `ransack_outline_file`.

    `result` is the struct of the result, the function that frees it, and the reader. Returns None for a
    file that was skipped.
    """
    inputs = Inputs()
    options = byref(inputs.options("OutlineOptions", name, values))
    function = getattr(lib, f"ransack_{name}")
    arguments = (inputs.path(path, "path"), options, *extra(inputs))
    struct, free, read = result

    def call(handle: Optional[c_void_p]) -> Tuple[Optional[T], types.Report]:
        with output(struct, free) as found, output(declarations.Report, "ransack_report_free") as report:
            function(*arguments, handle, byref(found), byref(report))
            return (read(found.contents) if found else None), types.Report._read(report.contents)

    return run(call, token)


def named(inputs: Inputs, name: Text, parts: Parts, layout: Optional[Layout]) -> Tuple[Any, ...]:
    """Returns the arguments that name parts of a definition and their layout."""
    values = {"parts": parts, "layout": layout}
    options = inputs.options("DefinitionOptions", "definition", values)
    return inputs.text(name, "name"), byref(options)
