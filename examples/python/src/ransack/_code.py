"""Code in memory: syntax-tree search, definitions, imports, syntax checks.

Offsets in results are bytes; of a `str`, of its UTF-8. A language is a name or an alias, such as "python"
or "ts". Each call parses the whole text.
"""

from __future__ import annotations

from ctypes import byref, c_uint32
from functools import partial
from typing import Any, Iterable, List, Optional, Tuple, Type

from . import _declarations as declarations
from ._handles import CancelToken
from ._inputs import Inputs, number
from ._library import lib
from ._memory import Results, collected
from ._operations import Layout, Parts, listed, named, owned
from ._values import AnyPath, AnyText, Content, Text, Texts, Unpack, copy_as, reader
from .types import (
    AstLanguage,
    AstMatch,
    AstMatchOptions,
    Definition,
    EditStatus,
    Exports,
    ImportRemoval,
    ImportRequest,
    Imports,
    Outline,
    PatternReading,
    Skeleton,
    SkeletonOptions,
    SyntaxDiagnostic,
    SyntaxNode,
)


def ast_match_source(
    source: Text,
    language: Text,
    patterns: Texts = (),
    *,
    text: Type[Content] = bytes,  # type: ignore[assignment]
    token: Optional[CancelToken] = None,
    **options: Unpack[AstMatchOptions],
) -> Results[AstMatch[Content]]:
    """Searches a text in a language for code that matches a pattern, or the option `rule`.

    Code in results is `bytes`, or `str` with `text=str`.
    """
    inputs = Inputs()
    view = inputs.text(source, "source")
    given = inputs.options("AstMatchOptions", "ast_match_source", {"patterns": patterns, **options})
    before = (view, inputs.text(language, "language"), byref(given))
    read = partial(AstMatch._read, content=reader(text))
    return collected(lib.ransack_ast_match_source, before, token, declarations.on_ast_match, read, view.len)


def explain_pattern(pattern: Text, language: Text, *, token: Optional[CancelToken] = None) -> List[PatternReading]:
    """Returns the interpretations of a syntax-tree pattern; code matches the pattern if it matches any."""
    call = lib.ransack_explain_pattern
    return _each(call, pattern, language, (), "pattern_readings", "readings", PatternReading, token)


def ast_languages() -> List[AstLanguage]:
    """Returns the languages whose syntax the library can parse, sorted by name."""
    return listed(lib.ransack_ast_languages, AstLanguage._read)


def outline_source(
    source: Text, language: Text, *, key_depth: Optional[int] = None, token: Optional[CancelToken] = None
) -> Outline:
    """Returns the definitions of a text in a language. `key_depth` limits the depth of keys, as in `OutlineOptions`."""
    inputs = Inputs()
    view = inputs.text(source, "source")
    depth = inputs.options("OutlineOptions", "outline_source", {"key_depth": key_depth}).key_depth
    before = (view, inputs.text(language, "language"), depth)
    return owned(lib.ransack_outline_source, before, "outline", Outline._read, token, view.len)


def definition_source(
    source: Text,
    language: Text,
    name: Text,
    parts: Parts = (),
    *,
    layout: Optional[Layout] = None,
    text: Type[Content] = bytes,  # type: ignore[assignment]
    token: Optional[CancelToken] = None,
) -> Definition[Content]:
    """Returns the source of the definition with a name path in a text; see `definition_in_file`."""
    inputs = Inputs()
    view = inputs.text(source, "source")
    before = (view, inputs.text(language, "language")) + named(inputs, name, parts, layout)
    read = partial(Definition._read, content=reader(text))
    return owned(lib.ransack_definition_source, before, "definition", read, token, view.len)


def skeleton_source(
    source: Text,
    language: Text,
    *,
    text: Type[Content] = bytes,  # type: ignore[assignment]
    token: Optional[CancelToken] = None,
    **options: Unpack[SkeletonOptions],
) -> Skeleton[Content]:
    """Returns a text with its function bodies elided. Its text is `bytes`, or `str` with `text=str`."""
    inputs = Inputs()
    view = inputs.text(source, "source")
    given = byref(inputs.options("SkeletonOptions", "skeleton_source", options))
    before = (view, inputs.text(language, "language"), given)
    read = partial(Skeleton._read, content=reader(text))
    return owned(lib.ransack_skeleton_source, before, "skeleton", read, token, view.len)


def imports_source(source: Text, language: Text, *, token: Optional[CancelToken] = None) -> Imports:
    """Returns the imports of a text, including those in functions and conditions."""
    inputs = Inputs()
    view = inputs.text(source, "source")
    before = (view, inputs.text(language, "language"))
    return owned(lib.ransack_imports_source, before, "imports", Imports._read, token, view.len)


def exports_source(source: Text, language: Text, *, token: Optional[CancelToken] = None) -> Exports:
    """Returns the names that a text exports."""
    inputs = Inputs()
    view = inputs.text(source, "source")
    before = (view, inputs.text(language, "language"))
    return owned(lib.ransack_exports_source, before, "exports", Exports._read, token, view.len)


def add_imports(
    source: AnyText,
    language: Text,
    imports: Iterable[ImportRequest],
    *,
    token: Optional[CancelToken] = None,
) -> Tuple[AnyText, List[EditStatus]]:
    """Adds imports to a text. Returns the new text, and for each import whether it changed the text.

    An import is a dictionary with the keys of `ImportRequest`. A name joins a statement that imports from
    the same module; a new statement is inserted at its sorted position.

    ```python
    ransack.add_imports("import os\\n", "python", [{"module": "sys", "names": ["argv"]}])
    ```
    """
    inputs = Inputs()
    view = inputs.text(source, "source")
    array = inputs.dictionaries("ImportRequest", imports, "imports")
    statuses = (c_uint32 * len(array))()
    before = (view, inputs.text(language, "language"), array, len(array), statuses)
    text: AnyText = owned(
        lib.ransack_add_imports, before, "string", lambda c: copy_as(source, c.text), token, view.len
    )
    return text, [EditStatus(status) for status in statuses]


def remove_imports(
    source: AnyText,
    language: Text,
    removals: Iterable[ImportRemoval],
    *,
    token: Optional[CancelToken] = None,
) -> AnyText:
    """Removes imports at the top level of a text and returns the new text: all imports or none.

    A removal is a dictionary with the keys of `ImportRemoval`. Raises `Error` for an import that the text
    does not have; its `candidates` are the nearest modules or names.
    """
    inputs = Inputs()
    view = inputs.text(source, "source")
    array = inputs.dictionaries("ImportRemoval", removals, "removals")
    before = (view, inputs.text(language, "language"), array, len(array))
    text: AnyText = owned(
        lib.ransack_remove_imports, before, "string", lambda c: copy_as(source, c.text), token, view.len
    )
    return text


def organise_imports(
    source: AnyText, language: Text, *, file_name: AnyPath = "", token: Optional[CancelToken] = None
) -> AnyText:
    """Groups, sorts and merges the imports at the top level of a text by the convention of its language.

    `file_name` identifies the main header in C and C++.
    """
    inputs = Inputs()
    view = inputs.text(source, "source")
    before = (view, inputs.text(language, "language"), inputs.path(file_name, "file_name"))
    text: AnyText = owned(
        lib.ransack_organise_imports, before, "string", lambda c: copy_as(source, c.text), token, view.len
    )
    return text


def check_syntax(source: Text, language: Text, *, token: Optional[CancelToken] = None) -> List[SyntaxDiagnostic]:
    """Returns the syntax errors of a text, in its order; none if the text is well-formed."""
    call = lib.ransack_check_syntax
    return _each(call, source, language, (), "syntax_diagnostics", "diagnostics", SyntaxDiagnostic, token)


def block_range_at(
    source: Text, language: Text, line: int, *, token: Optional[CancelToken] = None
) -> Optional[SyntaxNode]:
    """Returns the outermost node that begins on line `line` (1-based), None if no node begins there."""
    line = number(line, 64, "line")
    nodes = _each(lib.ransack_block_range_at, source, language, (line,), "syntax_nodes", "nodes", SyntaxNode, token)
    return nodes[0] if nodes else None


def node_chain_at(
    source: Text, language: Text, line: int, *, token: Optional[CancelToken] = None
) -> List[SyntaxNode]:
    """Returns the named nodes that contain the first character of line `line`, from the innermost to the root."""
    line = number(line, 64, "line")
    return _each(lib.ransack_node_chain_at, source, language, (line,), "syntax_nodes", "nodes", SyntaxNode, token)


def enclosing_block_boundaries(
    source: Text, language: Text, shown: Iterable[Tuple[int, int]], *, token: Optional[CancelToken] = None
) -> Optional[List[int]]:
    """Returns the lines that an excerpt needs as context, None if the text has syntax errors.

    `shown` are the ranges of lines in the excerpt, as (first, last), 1-based. The result has the first and
    last lines of all blocks that begin or end in the excerpt, except lines that it shows.
    """
    inputs = Inputs()
    view = inputs.text(source, "source")
    array = inputs.dictionaries("LineRange", shown, "shown")
    before = (view, inputs.text(language, "language"), array, len(array))

    def read(c: Any) -> Optional[List[int]]:
        return None if c.has_syntax_errors else list(c.lines[: c.len])

    return owned(lib.ransack_enclosing_block_boundaries, before, "line_numbers", read, token, view.len)


def _each(
    function: Any,
    source: Text,
    language: Text,
    more: Tuple[Any, ...],
    name: str,
    field: str,
    kind: Any,
    token: Optional[CancelToken],
) -> List[Any]:
    """Calls a function on a text that gives a struct `name` with an array `field`."""
    inputs = Inputs()
    view = inputs.text(source, "source")
    before = (view, inputs.text(language, "language"), *more)

    def read(c: Any) -> List[Any]:
        array = getattr(c, field)
        return [kind._read(array[i]) for i in range(c.len)]

    return owned(function, before, name, read, token, view.len)
