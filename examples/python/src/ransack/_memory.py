"""Operations on text in memory. Offsets in results are bytes; of a `str`, of its UTF-8."""

from __future__ import annotations

from ctypes import byref, c_uint8
from functools import partial
from typing import Any, Callable, List, Literal, Optional, Tuple, Type, TypeVar, Union, overload

from . import _declarations as declarations
from ._handles import CancelToken, Handle, output, run
from ._inputs import Inputs, number
from ._library import lib
from ._operations import collect
from ._values import AnyPath, AnyText, Content, Text, Texts, Unpack, copy_as, reader
from .types import ChangedWords, FuzzyMatchOptions, FuzzyString, GrepMatch, Report, SearchOptions

T = TypeVar("T")


class Results(List[T]):
    """Results of a call on text in memory, with its report."""

    def __init__(self, items: List[T], report: Report) -> None:
        super().__init__(items)
        self.report = report

    def __repr__(self) -> str:
        return f"{type(self).__name__}({super().__repr__()}, {self.report!r})"


def search(
    content: Text,
    patterns: Texts,
    *,
    text: Type[Content] = bytes,  # type: ignore[assignment]
    token: Optional[CancelToken] = None,
    **options: Unpack[SearchOptions],
) -> Results[GrepMatch[Content]]:
    """Searches a text for lines that match a pattern. Lines are `bytes`, or `str` with `text=str`."""
    inputs = Inputs()
    view = inputs.text(content, "content")
    given = inputs.options("SearchOptions", "search", {"patterns": patterns, **options})
    read = partial(GrepMatch._read, content=reader(text))
    return collected(lib.ransack_search, (view, byref(given)), token, declarations.on_grep_match, read, view.len)


def has_match(
    content: Text, patterns: Texts, *, token: Optional[CancelToken] = None, **options: Unpack[SearchOptions]
) -> bool:
    """Returns whether a text contains a match. Stops at the first one."""
    inputs = Inputs()
    view = inputs.text(content, "content")
    given = byref(inputs.options("SearchOptions", "has_match", {"patterns": patterns, **options}))
    found = c_uint8()
    run(lambda cancel: lib.ransack_has_match(view, given, cancel, byref(found)), token, view.len)
    return bool(found.value)


def fuzzy_match_strings(
    query: Text, strings: Texts, *, token: Optional[CancelToken] = None, **options: Unpack[FuzzyMatchOptions]
) -> Results[FuzzyString]:
    """Ranks strings by the rules of `fuzzy_find`, best first."""
    inputs = Inputs()
    array = inputs.texts(strings, "strings")
    given = byref(inputs.options("FuzzyMatchOptions", "fuzzy_match_strings", options))
    before = (inputs.text(query, "query"), array, len(array), given)
    size = sum(view.len for view in array)
    return collected(
        lib.ransack_fuzzy_match_strings, before, token, declarations.on_fuzzy_string, FuzzyString._read, size
    )


class FuzzyList(Handle):
    """Strings for repeated ranking, such as search as the user types.

    The list copies the strings and uses 72 additional bytes for each. It caches the matches of up to
    eight queries, so a query that extends an earlier one examines few strings.
    """

    def __init__(self, strings: Texts) -> None:
        super().__init__("ransack_fuzzy_list_free")
        inputs = Inputs()
        array = inputs.texts(strings, "strings")
        self._length, self._size = len(array), sum(view.len for view in array)
        lib.ransack_fuzzy_list_new(array, len(array), self.out)

    def rank(
        self, query: Text, *, token: Optional[CancelToken] = None, **options: Unpack[FuzzyMatchOptions]
    ) -> Results[FuzzyString]:
        """Ranks the strings by the rules of `fuzzy_find`, best first, as `fuzzy_match_strings` does."""
        inputs = Inputs()
        given = byref(inputs.options("FuzzyMatchOptions", "rank", options))
        before = (self.handle, inputs.text(query, "query"), given)
        callback, read = declarations.on_fuzzy_string, FuzzyString._read
        return collected(lib.ransack_fuzzy_list_rank, before, token, callback, read, self._size)

    def __len__(self) -> int:
        return self._length

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self)} strings>"


@overload
def unified_diff(
    old_text: AnyText,
    new_text: AnyText,
    path: AnyPath,
    *,
    context: int = 3,
    words: Literal[False] = False,
    token: Optional[CancelToken] = None,
) -> AnyText: ...
@overload
def unified_diff(
    old_text: AnyText,
    new_text: AnyText,
    path: AnyPath,
    *,
    context: int = 3,
    words: Literal[True],
    token: Optional[CancelToken] = None,
) -> Tuple[AnyText, List[ChangedWords]]: ...
def unified_diff(
    old_text: AnyText,
    new_text: AnyText,
    path: AnyPath,
    *,
    context: int = 3,
    words: bool = False,
    token: Optional[CancelToken] = None,
) -> Union[AnyText, Tuple[AnyText, List[ChangedWords]]]:
    """Compares two texts line by line and returns the differences in the format of `diff -u`.

    `git apply` and `patch` read it; it is empty if the texts are equal. `path` names the file in the
    header, as "a/PATH" and "b/PATH". `context` is the number of unchanged lines around each change.
    Takes time linear in the texts.

    With `words`, returns the diff and the words that differ in the changed lines, in text order, cut to
    the characters that differ. Their offsets are bytes; of a `str`, of its UTF-8. The default is False,
    which skips the comparison of the words.

    ```python
    diff, words = ransack.unified_diff("a = f(x)\n", "a = g(x)\n", "f.py", words=True)
    print([(w.old_start, w.old_end) for w in words])  # [(4, 5)]
    ```
    """
    if not isinstance(words, bool):
        raise TypeError(f"words must be bool, not {type(words).__name__}")
    inputs = Inputs()
    old, new = inputs.text(old_text, "old_text"), inputs.text(new_text, "new_text")
    before = (old, new, inputs.path(path, "path"), number(context, 64, "context"))

    def call(cancel: Any) -> Union[AnyText, Tuple[AnyText, List[ChangedWords]]]:
        diffs = output(declarations.String, "ransack_string_free")
        lists = output(declarations.ChangedWordsList, "ransack_changed_words_list_free")
        with diffs as diff, lists as found:
            lib.ransack_unified_diff(*before, cancel, byref(diff), byref(found) if words else None)
            text: AnyText = copy_as(old_text, diff.contents.text)
            if not words:
                return text
            c = found.contents
            return text, [ChangedWords._read(c.items[i]) for i in range(c.len)]

    return run(call, token, old.len + new.len)


def collected(
    function: Any, before: Any, token: Optional[CancelToken], callback: Any, read: Callable[[Any], T], size: int
) -> Results[T]:
    """Calls a function that passes results to a callback. `size` is as for `run`."""
    items, report = run(lambda cancel: collect(function, before, cancel, callback, read), token, size)
    return Results(items, report)
