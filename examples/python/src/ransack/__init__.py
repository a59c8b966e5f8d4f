"""Native search, editing and text primitives for editors, terminals and coding agents.

- `grep`, `glob`, `fuzzy_find`, `ast_grep`, `outline`: iterators over results in files
- `ast_edit`: AST edits; `outline_file`, `definition_in_file`: one file
- `search`, `has_match`, `ast_match_source`, `fuzzy_match_strings`, `outline_source`,
  `definition_source`: text in memory
- `visible_width`, `truncate_to_width`, `wrap_text_with_ansi`: terminal text
- `Tokenizer`, `count_tokens`, `encode`: tokens of language models
- `Workspace`: cached, watched directory
- `CancelToken`, `Pool`: cancellation and time limits, worker threads
- `Error`: failure of a call

Keyword options have the names, the meaning and the defaults of the C structs (`ransack.types`); None
stands for the default, `NO_LIMIT` for no limit. Arguments that are text or paths may be `str`, `bytes`
or `os.PathLike`. In results paths and names are `str`, content of files is `bytes`.

Every call releases the global interpreter lock. Ctrl-C cancels a call of the main thread, waits until
it has ended, and raises KeyboardInterrupt. A child process made by fork must not use the library if its
parent has; use the start method "spawn" of multiprocessing.
"""

from ._declarations import VERSION as __version__
from ._files import ast_edit, ast_grep, definition_in_file, fuzzy_find, glob, grep, outline, outline_file
from ._handles import CancelToken, Pool
from ._library import Aborted, Error, TimedOut, lib as _lib
from ._memory import (
    Results,
    ast_match_source,
    definition_source,
    fuzzy_match_strings,
    has_match,
    outline_source,
    search,
)
from ._streams import Stream
from ._text import truncate_to_width, visible_width, wrap_text_with_ansi
from ._tokens import Tokenizer, count_tokens, encode, encoding_for_model
from ._workspace import Workspace
from .types import *  # noqa: F403
from .types import __all__ as _types

NO_LIMIT: int = _lib.no_limit()
"""Value of a numeric option that means "no limit"."""

__all__ = [
    "NO_LIMIT",
    "Aborted",
    "CancelToken",
    "Error",
    "Pool",
    "Results",
    "Stream",
    "TimedOut",
    "Tokenizer",
    "Workspace",
    "__version__",
    "ast_edit",
    "ast_grep",
    "ast_match_source",
    "count_tokens",
    "definition_in_file",
    "definition_source",
    "encode",
    "encoding_for_model",
    "fuzzy_find",
    "fuzzy_match_strings",
    "glob",
    "grep",
    "has_match",
    "outline",
    "outline_file",
    "outline_source",
    "search",
    "truncate_to_width",
    "visible_width",
    "wrap_text_with_ansi",
]
__all__ += _types
