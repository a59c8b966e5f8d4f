"""Calls over files: arguments and results of the functions of the package and of `Workspace`."""

from __future__ import annotations

from ctypes import byref, c_size_t, c_void_p
from functools import partial
from typing import Any, Callable, Iterable, List, Mapping, Optional, Tuple, Type, TypeVar, Union

from . import _declarations as declarations
from ._handles import CancelToken, Collector, output, run
from ._inputs import Inputs
from ._library import lib
from ._streams import Operation
from ._values import AnyPath, AnyPaths, Content, Text, reader, text
from .types import (
    AstEditOutcome,
    DefinitionEdit,
    DefinitionLayout,
    DefinitionPart,
    EditsOutcome,
    OutlineOptions,
    RecoveryOutcome,
    ReplaceOutcome,
    Report,
    SkeletonOptions,
    TreeOutcome, UndoOutcome,
)

T = TypeVar("T")
Part = Union[DefinitionPart, str]
# Parts of a definition; a single part is one.
Parts = Union[Part, Iterable[Part]]
Layout = Union[DefinitionLayout, str]
Edits = Iterable[DefinitionEdit]

GREP = Operation("grep", ("GrepOptions",), declarations.GrepMatch)
GLOB = Operation("glob", ("GlobOptions",), declarations.GlobMatch)
FUZZY_FIND = Operation("fuzzy_find", ("FuzzyFindOptions",), declarations.FuzzyMatch)
AST_GREP = Operation("ast_grep", ("AstGrepOptions",), declarations.AstMatch)
OUTLINE = Operation("outline", ("OutlineOptions",), declarations.Outline)
SKELETON = Operation("skeleton", ("OutlineOptions", "SkeletonOptions"), declarations.Skeleton)
IMPORTS = Operation("imports", ("OutlineOptions",), declarations.Imports)
EXPORTS = Operation("exports", ("OutlineOptions",), declarations.Exports)
CONFLICTS = Operation("conflicts", ("ConflictsOptions",), declarations.Conflict)
PACK = Operation("pack", ("PackOptions",), declarations.PackedText)
# Only of one file.
DEFINITION = Operation("definition", ("OutlineOptions",), declarations.Definition)


class SkeletonFileOptions(OutlineOptions, SkeletonOptions, total=False):
    """Options of `skeleton` and `skeleton_file`: all fields of `OutlineOptions` and of `SkeletonOptions`."""


def camel(name: str) -> str:
    """Returns the name of a struct in Python."""
    return "".join(word.capitalize() for word in name.split("_"))


def collect(
    function: Any, before: Tuple[Any, ...], token: Any, callback: Any, read: Callable[[Any], T]
) -> Tuple[Any, Report]:
    """Calls a function that passes results to a callback. Returns the results and the report."""
    collector = Collector(callback, read)
    with output(declarations.Report, "ransack_report_free") as report:
        function(*before, token, collector.callback, None, byref(report))
        collector.check()
        return collector.items, Report._read(report.contents)


def owned(
    function: Any,
    before: Tuple[Any, ...],
    name: str,
    read: Callable[[Any], T],
    token: Optional[CancelToken],
    size: Optional[int] = None,
) -> T:
    """Calls a function that gives a struct `name` to free. `size` is as for `run`."""
    struct, free = getattr(declarations, camel(name)), f"ransack_{name}_free"

    def call(cancel: Optional[c_void_p]) -> T:
        with output(struct, free) as found:
            function(*before, cancel, byref(found))
            return read(found.contents)

    return run(call, token, size)


def string(function: Any, *before: Any) -> str:
    """Returns the text that a function gives, without a cancel token."""
    with output(declarations.String, "ransack_string_free") as found:
        function(*before, byref(found))
        return text(found.contents.text)


def listed(function: Any, read: Callable[[Any], T], *before: Any) -> List[T]:
    """Returns the elements of an array that the library keeps."""
    kind = function.argtypes[-2]._type_
    array, length = kind(), c_size_t()
    function(*before, byref(array), byref(length))
    return [read(array[i]) for i in range(length.value)]


def ast_edit(
    values: Mapping[str, Any], content: Type[Content], token: Optional[CancelToken]
) -> AstEditOutcome[Content]:
    """Calls `ransack_ast_edit`."""
    inputs = Inputs()
    options = inputs.options("AstEditOptions", "ast_edit", values)
    read = partial(AstEditOutcome._read, content=reader(content))
    return owned(lib.ransack_ast_edit, (byref(options),), "ast_edit_outcome", read, token)


def tree(values: Mapping[str, Any], token: Optional[CancelToken]) -> TreeOutcome:
    """Calls `ransack_tree`."""
    inputs = Inputs()
    options = inputs.options("TreeOptions", "tree", values)
    return owned(lib.ransack_tree, (byref(options),), "tree_outcome", TreeOutcome._read, token)


def edit_definition(
    edits: Edits,
    path: Optional[AnyPath],
    values: Mapping[str, Any],
    content: Type[Content],
    token: Optional[CancelToken],
) -> AstEditOutcome[Content]:
    """Calls `ransack_edit_definition`. `path` is the file of the edits that name none."""
    inputs, rows = Inputs(), list[Any](edits)
    if path is not None:
        # An edit that is no dictionary is an error below.
        rows = [{**row, "path": row.get("path") or path} if isinstance(row, Mapping) else row for row in rows]
    options = inputs.options("DefinitionEditOptions", "edit_definition", {"edits": rows, **values})
    read = partial(AstEditOutcome._read, content=reader(content))
    return owned(lib.ransack_edit_definition, (byref(options),), "ast_edit_outcome", read, token)


def replace(values: Mapping[str, Any], content: Type[Content], token: Optional[CancelToken]) -> ReplaceOutcome[Content]:
    """Calls `ransack_replace`."""
    inputs = Inputs()
    options = inputs.options("ReplaceOptions", "replace", values)
    read = partial(ReplaceOutcome._read, content=reader(content))
    return owned(lib.ransack_replace, (byref(options),), "replace_outcome", read, token)


def recovery(name: str, roots: AnyPaths, values: Mapping[str, Any], token: Optional[CancelToken]) -> RecoveryOutcome:
    """Calls `ransack_recover_edits` or `ransack_interrupted_edits`."""
    inputs = Inputs()
    options = inputs.options("RecoveryOptions", name, {"roots": roots, **values})
    return owned(getattr(lib, f"ransack_{name}"), (byref(options),), "recovery_outcome", RecoveryOutcome._read, token)


def reverse(name: str, values: Mapping[str, Any], token: Optional[CancelToken]) -> UndoOutcome:
    """Calls `ransack_undo` or `ransack_redo`."""
    inputs = Inputs()
    options = inputs.options("UndoOptions", name, values)
    return owned(getattr(lib, f"ransack_{name}"), (byref(options),), "undo_outcome", UndoOutcome._read, token)


def checkpoint(values: Mapping[str, Any], token: Optional[CancelToken]) -> None:
    """Calls `ransack_checkpoint`."""
    inputs = Inputs()
    options = inputs.options("CheckpointOptions", "checkpoint", values)
    run(lambda cancel: lib.ransack_checkpoint(byref(options), cancel), token)


def edits(values: Mapping[str, Any], token: Optional[CancelToken]) -> EditsOutcome:
    """Calls `ransack_edits`."""
    inputs = Inputs()
    options = inputs.options("EditsOptions", "edits", values)
    return owned(lib.ransack_edits, (byref(options),), "edits_outcome", EditsOutcome._read, token)


def in_file(
    name: str,
    path: AnyPath,
    operation: Operation,
    read: Callable[[Any], T],
    values: Mapping[str, Any],
    token: Optional[CancelToken],
    *more: Any,
) -> Tuple[Optional[T], Report]:
    """Calls a function on one file, such as `ransack_outline_file`.

    `more` are the arguments after the options. Returns None for a file that was skipped.
    """
    inputs = Inputs()
    options = inputs.several(operation.options, name, values)
    function, free = getattr(lib, f"ransack_{name}"), f"ransack_{operation.name}_free"
    before = (inputs.path(path, "path"), *map(byref, options), *more)

    def call(cancel: Optional[c_void_p]) -> Tuple[Optional[T], Report]:
        with output(operation.item, free) as found, output(declarations.Report, "ransack_report_free") as report:
            function(*before, cancel, byref(found), byref(report))
            return (read(found.contents) if found else None), Report._read(report.contents)

    return run(call, token)


def named(inputs: Inputs, name: Text, parts: Parts, layout: Optional[Layout]) -> Tuple[Any, ...]:
    """Returns the arguments that name parts of a definition and their layout."""
    values = {"parts": parts, "layout": layout}
    options = inputs.options("DefinitionOptions", "definition", values)
    return inputs.text(name, "name"), byref(options)
