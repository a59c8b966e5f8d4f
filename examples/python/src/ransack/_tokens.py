"""Tokenizers of language models."""

from __future__ import annotations

from ctypes import byref, c_size_t, c_uint32, c_void_p
from typing import TYPE_CHECKING, Any, Iterable, List, Mapping, Optional, Union

from . import _declarations as declarations
from ._handles import CancelToken, Handle, output, run, token_handle
from ._inputs import Inputs, each, number
from ._library import lib
from ._values import Text, content
from .types import Encoding, Token, TokenOptions

if TYPE_CHECKING:
    from typing_extensions import Unpack

# Counting is linear in the text: shorter texts take less time than to start a thread for Ctrl-C.
SHORT = 64 * 1024


class Tokenizer:
    """Tokenizer of an encoding ("o200k_base") or a model ("gpt-4o"). Any number of threads may use it."""

    def __init__(self, encoding: Union[Encoding, str]) -> None:
        self._handle = Handle("ransack_tokenizer_free")
        lib.ransack_tokenizer_get(number_of(encoding), self._handle.out)

    @classmethod
    def for_model(cls, model: Text) -> Tokenizer:
        """Returns the tokenizer of a published model, such as "gpt-4o"."""
        return cls(encoding_for_model(model))

    def count(self, text: Text, *, token: Optional[CancelToken] = None, **options: Unpack[TokenOptions]) -> int:
        """Returns the number of tokens of a text."""
        count = c_size_t()
        self._call(lib.ransack_tokenizer_count, text, "count", options, token, byref(count))
        return count.value

    def encode(
        self, text: Text, *, token: Optional[CancelToken] = None, **options: Unpack[TokenOptions]
    ) -> List[int]:
        """Returns the ids of the tokens of a text."""
        with output(declarations.TokenIds, "ransack_token_ids_free") as ids:
            self._call(lib.ransack_tokenizer_encode, text, "encode", options, token, byref(ids))
            found: List[int] = ids.contents.ids[: ids.contents.len]
            return found

    def token_offsets(
        self, text: Text, *, token: Optional[CancelToken] = None, **options: Unpack[TokenOptions]
    ) -> List[Token]:
        """Returns the tokens of a text with their ranges, in bytes."""
        with output(declarations.Tokens, "ransack_tokens_free") as tokens:
            function = lib.ransack_tokenizer_token_offsets
            self._call(function, text, "token_offsets", options, token, byref(tokens))
            return [Token._read(tokens.contents.tokens[i]) for i in range(tokens.contents.len)]

    def decode(self, ids: Iterable[int]) -> bytes:
        """Returns the bytes of tokens; a single token may be a part of a character."""
        values = each(lambda value, what: number(value, 32, what), ids, "ids")
        array = (c_uint32 * len(values))(*values)
        with output(declarations.String, "ransack_string_free") as string:
            lib.ransack_tokenizer_decode(self._handle.handle, array, len(values), byref(string))
            return content(string.contents.text)

    def _call(
        self, function: Any, text: Text, name: str, options: Mapping[str, Any], token: Optional[CancelToken], out: Any
    ) -> None:
        inputs = Inputs()
        view = inputs.text(text, "text")
        given = inputs.optional("TokenOptions", name, options)

        def call(cancel: Optional[c_void_p]) -> None:
            function(self._handle.handle, view, given, cancel, out)

        if view.len < SHORT:
            call(token_handle(token))
        else:
            run(call, token)


def count_tokens(
    text: Text,
    encoding: Union[Encoding, str],
    *,
    token: Optional[CancelToken] = None,
    **options: Unpack[TokenOptions],
) -> int:
    """Returns the number of tokens of a text in a published encoding, such as "o200k_base"."""
    return Tokenizer(encoding).count(text, token=token, **options)


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


def encode(
    text: Text,
    encoding: Union[Encoding, str],
    *,
    token: Optional[CancelToken] = None,
    **options: Unpack[TokenOptions],
) -> List[int]:
    """Returns the ids of the tokens of a text in a published encoding."""
    return Tokenizer(encoding).encode(text, token=token, **options)
