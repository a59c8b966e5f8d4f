"""Tokenizers of language models."""

from __future__ import annotations

from ctypes import byref, c_size_t, c_uint8, c_uint32
from dataclasses import dataclass
from typing import Any, Generic, Iterable, List, Optional, Union

from . import _declarations as declarations
from ._handles import CancelToken, Handle, output, run
from ._inputs import Inputs, each, number
from ._library import lib
from ._operations import listed, owned
from ._values import AnyPath, AnyText, Text, Texts, Unpack, content, like
from .types import (
    Encoding,
    ModelFamily,
    SpecialToken,
    TiktokenOptions,
    Token,
    TokenOptions,
    TruncateTokensOptions,
)


class TokenizerTruncateOptions(TruncateTokensOptions, TokenOptions, total=False):
    """Options of `Tokenizer.truncate`: all fields of `TruncateTokensOptions` and of `TokenOptions`."""


@dataclass(frozen=True)
class Truncated(Generic[AnyText]):
    """Text within a number of tokens."""

    text: AnyText
    """Start of the text, the marker if text was removed, and end of the text."""
    dropped_start: int
    """Byte offset of the first removed byte, from 0; the length of the text in bytes if the text fits."""
    dropped_end: int
    """Byte offset one past the last removed byte."""
    tokens: int
    """Number of tokens of the start and the end, each counted separately; with a marker, of `text`."""
    total_tokens: int
    """Number of tokens of the whole text."""


@dataclass(frozen=True)
class Chunk(Generic[AnyText]):
    """Chunk of a text."""

    text: AnyText
    """Text of the chunk."""
    start: int
    """Byte offset of the chunk in the text, from 0."""
    end: int
    """Byte offset one past the last byte of the chunk."""
    tokens: int
    """Number of tokens of the chunk, counted separately."""


class Tokenizer(Handle):
    """Tokenizer of an encoding ("o200k_base") or a model ("gpt-4o"). Any number of threads may use it."""

    def __init__(self, encoding: Union[Encoding, str]) -> None:
        super().__init__("ransack_tokenizer_free")
        self._name = str(encoding)
        lib.ransack_tokenizer_get(number_of(encoding), self.out)

    @classmethod
    def for_model(cls, model: Text) -> Tokenizer:
        """Returns the tokenizer of a published model, such as "gpt-4o"."""
        return cls(encoding_for_model(model))

    @classmethod
    def from_tiktoken(cls, ranks: Text, **options: Unpack[TiktokenOptions]) -> Tokenizer:
        """Returns a tokenizer from the content of a `.tiktoken` file: base64 tokens with their ranks."""
        inputs = Inputs()
        given = inputs.optional("TiktokenOptions", "from_tiktoken", options)
        return cls._made("ranks", lib.ransack_tokenizer_from_tiktoken, inputs.text(ranks, "ranks"), given)

    @classmethod
    def from_tiktoken_file(cls, path: AnyPath, **options: Unpack[TiktokenOptions]) -> Tokenizer:
        """Returns a tokenizer from a `.tiktoken` file."""
        inputs = Inputs()
        given = inputs.optional("TiktokenOptions", "from_tiktoken_file", options)
        return cls._made(path, lib.ransack_tokenizer_from_tiktoken_file, inputs.path(path, "path"), given)

    @classmethod
    def from_tokenizer_json(cls, json: Text) -> Tokenizer:
        """Returns a tokenizer from the content of a Hugging Face `tokenizer.json`."""
        inputs = Inputs()
        return cls._made("json", lib.ransack_tokenizer_from_tokenizer_json, inputs.text(json, "json"))

    @classmethod
    def from_tokenizer_json_file(cls, path: AnyPath) -> Tokenizer:
        """Returns a tokenizer from a Hugging Face `tokenizer.json`."""
        inputs = Inputs()
        return cls._made(path, lib.ransack_tokenizer_from_tokenizer_json_file, inputs.path(path, "path"))

    @classmethod
    def _made(cls, name: object, function: Any, *arguments: Any) -> Tokenizer:
        tokenizer = cls.__new__(cls)
        Handle.__init__(tokenizer, "ransack_tokenizer_free")
        tokenizer._name = str(name)
        function(*arguments, tokenizer.out)
        return tokenizer

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._name}>"

    def count(self, text: Text, *, token: Optional[CancelToken] = None, **options: Unpack[TokenOptions]) -> int:
        """Returns the number of tokens of a text."""
        inputs, count = Inputs(), c_size_t()
        view, given = inputs.text(text, "text"), inputs.optional("TokenOptions", "count", options)
        function = lib.ransack_tokenizer_count
        run(lambda cancel: function(self.handle, view, given, cancel, byref(count)), token, view.len)
        return count.value

    def count_batch(
        self, texts: Texts, *, token: Optional[CancelToken] = None, **options: Unpack[TokenOptions]
    ) -> List[int]:
        """Returns the number of tokens of each text, counted on several threads."""
        inputs = Inputs()
        given = inputs.optional("TokenOptions", "count_batch", options)
        array = inputs.texts(texts, "texts")
        counts = (c_size_t * len(array))()
        before = (self.handle, array, len(array), given)
        size = sum(view.len for view in array)
        run(lambda cancel: lib.ransack_tokenizer_count_batch(*before, cancel, counts, None), token, size)
        return list(counts)

    def count_up_to(
        self, text: Text, limit: int, *, token: Optional[CancelToken] = None, **options: Unpack[TokenOptions]
    ) -> Optional[int]:
        """Returns the number of tokens of a text, None if it has more than `limit`; stops at the first one more."""
        inputs, fits, count = Inputs(), c_uint8(), c_size_t()
        view, given = inputs.text(text, "text"), inputs.optional("TokenOptions", "count_up_to", options)
        before = (self.handle, view, number(limit, 64, "limit"), given)
        function = lib.ransack_tokenizer_count_up_to
        run(lambda cancel: function(*before, cancel, byref(fits), byref(count)), token, view.len)
        return count.value if fits.value else None

    def encode(
        self, text: Text, *, token: Optional[CancelToken] = None, **options: Unpack[TokenOptions]
    ) -> List[int]:
        """Returns the ids of the tokens of a text."""
        inputs = Inputs()
        view, given = inputs.text(text, "text"), inputs.optional("TokenOptions", "encode", options)
        before = (self.handle, view, given)
        return owned(
            lib.ransack_tokenizer_encode, before, "token_ids", lambda c: list(c.ids[: c.len]), token, view.len
        )

    def token_offsets(
        self, text: Text, *, token: Optional[CancelToken] = None, **options: Unpack[TokenOptions]
    ) -> List[Token]:
        """Returns the tokens of a text with their ranges, in bytes."""
        inputs = Inputs()
        view, given = inputs.text(text, "text"), inputs.optional("TokenOptions", "token_offsets", options)

        def read(c: Any) -> List[Token]:
            return [Token._read(c.tokens[i]) for i in range(c.len)]

        before = (self.handle, view, given)
        return owned(lib.ransack_tokenizer_token_offsets, before, "tokens", read, token, view.len)

    def decode(self, ids: Iterable[int]) -> bytes:
        """Returns the bytes of tokens; a single token may be a part of a character."""
        values = each(lambda value, what: number(value, 32, what), ids, "ids")
        array = (c_uint32 * len(values))(*values)
        with output(declarations.String, "ransack_string_free") as string:
            lib.ransack_tokenizer_decode(self.handle, array, len(values), byref(string))
            return content(string.contents.text)

    def truncate(
        self,
        text: AnyText,
        limit: int,
        *,
        token: Optional[CancelToken] = None,
        **options: Unpack[TokenizerTruncateOptions],
    ) -> Truncated[AnyText]:
        """Truncates a text to at most `limit` tokens: at its end, or at its start or in its middle by `from_`.

        The text is cut between two tokens that meet at a character boundary, or between two lines by
        `line_boundary`. `marker` takes the place of the removed text and counts too. Takes time linear in
        the whole text. Raises `Error` if the marker has more than `limit` tokens.

        ```python
        tokenizer.truncate(log, 1000, from_="middle", marker="\n[...]\n").text
        ```
        """
        inputs, cut = Inputs(), declarations.Truncation()
        view = inputs.text(text, "text")
        how, given = inputs.several(("TruncateTokensOptions", "TokenOptions"), "truncate", options)
        before = (self.handle, view, number(limit, 64, "limit"), byref(how), byref(given))
        run(lambda cancel: lib.ransack_tokenizer_truncate(*before, cancel, byref(cut)), token, view.len)
        start, end = cut.dropped_start, cut.dropped_end
        whole = content(view)
        marker = content(how.marker) if start < end else b""
        kept: AnyText = like(text, whole[:start] + marker + whole[end:])
        return Truncated(kept, start, end, cut.tokens, cut.total_tokens)

    def split(
        self,
        text: AnyText,
        size: int,
        *,
        overlap: int = 0,
        token: Optional[CancelToken] = None,
        **options: Unpack[TokenOptions],
    ) -> List[Chunk[AnyText]]:
        """Splits a text into chunks of at most `size` tokens.

        Each chunk begins with about the last `overlap` tokens of the chunk before. Takes time linear in
        the total length of the chunks.
        """
        inputs = Inputs()
        view, given = inputs.text(text, "text"), inputs.optional("TokenOptions", "split", options)
        before = (self.handle, view, number(size, 64, "size"), number(overlap, 64, "overlap"), given)
        whole = content(view)

        def read(c: Any) -> List[Chunk[AnyText]]:
            found = (c.chunks[i] for i in range(c.len))
            return [Chunk(like(text, whole[f.start : f.end]), f.start, f.end, f.tokens) for f in found]

        return owned(lib.ransack_tokenizer_split, before, "chunks", read, token, view.len)

    def special_tokens(self) -> List[SpecialToken]:
        """Returns the special tokens of the vocabulary."""
        return listed(lib.ransack_tokenizer_special_tokens, SpecialToken._read, self.handle)


class TokenCounter(Handle):
    """Token counter for text that grows at its end. The total equals the count of the whole text.

    `push` takes time linear in the length of the part and of the last few words before it.

    ```python
    counter = ransack.TokenCounter("gpt-4o")
    for part in ("Hello", ", world"):
        total = counter.push(part)
    ```
    """

    def __init__(self, tokenizer: Union[Tokenizer, Encoding, str], **options: Unpack[TokenOptions]) -> None:
        super().__init__("ransack_token_counter_free")
        inputs = Inputs()
        given = inputs.optional("TokenOptions", "TokenCounter", options)
        owner = as_tokenizer(tokenizer)
        lib.ransack_token_counter_new(owner.handle, given, self.out)

    def push(self, part: Text, *, token: Optional[CancelToken] = None) -> int:
        """Appends a part, which may end inside a character, and returns the new total."""
        inputs, total = Inputs(), c_size_t()
        view = inputs.text(part, "part")
        # Changes the counter, unless the token fires: then nothing is appended.
        run(lambda cancel: lib.ransack_token_counter_push(self.handle, view, cancel, byref(total)), token, view.len)
        return total.value

    def pop(self) -> bool:
        """Removes the last part. Returns whether there was one."""
        popped = c_uint8()
        lib.ransack_token_counter_pop(self.handle, byref(popped))
        return bool(popped.value)

    @property
    def total(self) -> int:
        """Number of tokens of the text."""
        total = c_size_t()
        lib.ransack_token_counter_total(self.handle, byref(total))
        return total.value

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.total} tokens>"


def count_tokens(
    text: Text,
    encoding: Union[Tokenizer, Encoding, str],
    *,
    token: Optional[CancelToken] = None,
    **options: Unpack[TokenOptions],
) -> int:
    """Returns the number of tokens of a text in a published encoding, such as "o200k_base"."""
    return as_tokenizer(encoding).count(text, token=token, **options)


def encode(
    text: Text,
    encoding: Union[Tokenizer, Encoding, str],
    *,
    token: Optional[CancelToken] = None,
    **options: Unpack[TokenOptions],
) -> List[int]:
    """Returns the ids of the tokens of a text in a published encoding."""
    return as_tokenizer(encoding).encode(text, token=token, **options)


def estimate_tokens(text: Text, family: Union[ModelFamily, str]) -> int:
    """Estimates the number of tokens of a text for models whose vocabulary is not built in.

    `family` is a member of `ModelFamily` or a name such as "claude-4.7". The estimate of code and English
    of 8,000 bytes or more is at or up to 15 % above the count; of shorter texts and other languages,
    often 20 to 30 %.
    """
    inputs, found, tokens = Inputs(), c_uint32(), c_size_t()
    if isinstance(family, str):
        lib.ransack_model_family_from_name(inputs.text(family, "family"), byref(found))
    else:
        found.value = number(family, 32, "family")
    view = inputs.text(text, "text")
    lib.ransack_estimate_tokens(view, found.value, byref(tokens))
    return tokens.value


def as_tokenizer(encoding: Union[Tokenizer, Encoding, str]) -> Tokenizer:
    """Returns a tokenizer, or the tokenizer of an encoding or model."""
    return encoding if isinstance(encoding, Tokenizer) else Tokenizer(encoding)


def number_of(encoding: Union[Encoding, str]) -> int:
    """Returns the number of an encoding."""
    if not isinstance(encoding, str):
        return int(number(encoding, 32, "encoding"))
    inputs, found = Inputs(), c_uint32()
    lib.ransack_encoding_from_name(inputs.text(encoding, "encoding"), byref(found))
    return found.value


def encoding_for_model(model: Text) -> Encoding:
    """Returns the encoding of a published model, such as "gpt-4o"."""
    inputs, encoding = Inputs(), c_uint32()
    lib.ransack_encoding_for_model(inputs.text(model, "model"), byref(encoding))
    return Encoding(encoding.value)
