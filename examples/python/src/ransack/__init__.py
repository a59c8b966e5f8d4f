"""Native search, editing and text primitives for editors, terminals and coding agents.

- `grep`, `glob`, `fuzzy_find`, `ast_grep`, `outline`, `skeleton`, `imports`, `exports`: streams of results
  in files, for `for` and `async for`
- `outline_file`, `definition_in_file`, `skeleton_file`, `imports_file`, `exports_file`: one file
- `tree`: directory tree with numbers, within a number of tokens
- `pack`, `pack_stream`: files as one text for a language model
- `edit`, `replace`, `edit_definition`, `ast_edit`: edits of text, by name and by pattern; `recover_edits`: after a crash
- `read_lines`, `resolve_lines`: lines of files, with snapshots
- `apply_patch`: patches of files; `conflicts`: a stream of the conflicts that merges have left
- `undo`, `redo`, `checkpoint`, `edits`: undo journal of applied edits
- `search`, `has_match`, `fuzzy_match_strings`, `unified_diff`, `edit_text`, `parse_patch`: text in memory
- `ast_match_source`, `outline_source`, `definition_source`, `skeleton_source`, `imports_source`,
  `exports_source`, `add_imports`, `check_syntax`, `node_chain_at`: code in memory
- `highlight`, `HighlightStream`, `Theme`: syntax highlighting
- `visible_width`, `truncate_to_width`, `wrap_text_with_ansi`, `strip_ansi`: terminal text
- `Tokenizer`, `TokenCounter`, `count_tokens`, `estimate_tokens`: tokens of language models
- `render`, `Renderer`: results as text within a number of tokens
- `Workspace`: cached, watched directory
- `CancelToken`, `to_thread`, `Pool`: cancellation and time limits, worker threads
- `Error`: failure of a call

Keyword options have the names, the meaning and the defaults of the C structs (`ransack.types`); None
stands for the default, `NO_LIMIT` for no limit. A text may be `str`, `bytes`, `bytearray` or `memoryview`,
a path `str`, `bytes` or `os.PathLike`. In results paths and names are `str`; content of files is `bytes`,
or `str` with `text=str`.

Every call releases the global interpreter lock. Ctrl-C cancels a call of the main thread, waits until
it has ended, and raises KeyboardInterrupt. In a child process made by fork, calls raise RuntimeError if
the parent has made one; use the start method "spawn" of multiprocessing.
"""

from ._code import (
    add_imports,
    ast_languages,
    ast_match_source,
    block_range_at,
    check_syntax,
    definition_source,
    enclosing_block_boundaries,
    explain_pattern,
    exports_source,
    imports_source,
    node_chain_at,
    organise_imports,
    outline_source,
    remove_imports,
    skeleton_source,
)
from ._declarations import VERSION as __version__
from ._edits import Patch, apply_patch, edit, edit_text, parse_patch
from ._files import (
    ast_edit,
    ast_grep,
    checkpoint, conflicts,
    definition_in_file,
    edit_definition,
    edits,
    escape_glob,
    exports,
    exports_file,
    file_types,
    fuzzy_find,
    glob,
    grep,
    imports,
    imports_file,
    interrupted_edits,
    outline,
    outline_file,
    recover_edits,
    redo, replace, skeleton, skeleton_file, tree, undo,
)
from ._handles import CancelToken, Pool
from ._highlight import (
    Highlighted,
    HighlightStream,
    HighlightUpdate,
    Theme,
    detect_language,
    highlight,
    highlight_acknowledgements,
    highlight_engine_of,
    supported_languages,
    supports_language,
    theme_names,
    warm_language,
)
from ._library import Aborted, Error, NotFound, PermissionDenied, TimedOut, lib as _lib
from ._memory import FuzzyList, Results, fuzzy_match_strings, has_match, search, unified_diff
from ._operations import SkeletonFileOptions
from ._pack import pack, pack_stream
from ._read_lines import read_lines, resolve_lines, set_snapshot_memory, snapshot_memory
from ._render import Renderer, render
from ._streams import Stream, to_thread
from ._text import (
    Segments,
    extract_segments,
    graphemes,
    pad_to_width,
    sanitize_text,
    slice_with_width,
    strip_ansi,
    truncate_to_width,
    unicode_version,
    visible_width,
    visible_widths,
    wrap_text_with_ansi,
)
from ._tokens import (
    Chunk,
    TokenCounter,
    Tokenizer,
    TokenizerTruncateOptions,
    Truncated,
    count_tokens,
    encode,
    encoding_for_model,
    estimate_tokens,
)
from ._workspace import Workspace, WorkspaceCache
from .types import *  # noqa: F403
from .types import __all__ as _types

NO_LIMIT: int = _lib.no_limit()
"""Value of a numeric option that means "no limit"."""

__all__ = [
    "NO_LIMIT",
    "Aborted",
    "CancelToken",
    "Chunk",
    "Error",
    "FuzzyList",
    "HighlightStream",
    "HighlightUpdate",
    "Highlighted",
    "NotFound",
    "Patch",
    "PermissionDenied",
    "Pool",
    "Renderer",
    "Results",
    "Segments",
    "SkeletonFileOptions",
    "Stream",
    "Theme",
    "TimedOut",
    "TokenCounter",
    "Tokenizer",
    "TokenizerTruncateOptions",
    "Truncated",
    "Workspace",
    "WorkspaceCache",
    "__version__",
    "add_imports",
    "apply_patch",
    "ast_edit",
    "ast_grep",
    "ast_languages",
    "ast_match_source",
    "block_range_at",
    "check_syntax",
    "checkpoint",
    "conflicts",
    "count_tokens",
    "definition_in_file",
    "definition_source",
    "detect_language",
    "edit",
    "edit_definition",
    "edit_text",
    "edits",
    "enclosing_block_boundaries",
    "encode",
    "encoding_for_model",
    "escape_glob",
    "estimate_tokens",
    "explain_pattern",
    "exports",
    "exports_file",
    "exports_source",
    "extract_segments",
    "file_types",
    "fuzzy_find",
    "fuzzy_match_strings",
    "glob",
    "graphemes",
    "grep",
    "has_match",
    "highlight",
    "highlight_acknowledgements",
    "highlight_engine_of",
    "imports",
    "imports_file",
    "imports_source",
    "interrupted_edits",
    "node_chain_at",
    "organise_imports",
    "outline",
    "outline_file",
    "outline_source",
    "pad_to_width",
    "pack",
    "pack_stream",
    "parse_patch",
    "read_lines",
    "recover_edits",
    "redo",
    "remove_imports",
    "render",
    "replace",
    "resolve_lines",
    "sanitize_text",
    "search",
    "set_snapshot_memory",
    "skeleton",
    "skeleton_file",
    "skeleton_source",
    "slice_with_width",
    "snapshot_memory",
    "strip_ansi",
    "supported_languages",
    "supports_language",
    "theme_names",
    "to_thread",
    "tree",
    "truncate_to_width",
    "undo",
    "unicode_version",
    "unified_diff",
    "visible_width",
    "visible_widths",
    "warm_language",
    "wrap_text_with_ansi",
]
__all__ += _types
