"""Prints the tokens of TEXT for MODEL with their bytes:

    RANSACK_LIBRARY=/path/to/libransack.so tokens.py MODEL TEXT

Declarations follow include/ransack.h; only ctypes is needed.
"""

import ctypes as c
import os
import sys


class Bytes(c.Structure):
    _fields_ = [("data", c.c_void_p), ("len", c.c_size_t)]

    @classmethod
    def of(cls, value):
        """Returns a view of `value`, which must outlive the view."""
        return cls(c.cast(c.c_char_p(value), c.c_void_p), len(value))


class Token(c.Structure):
    _fields_ = [("id", c.c_uint32), ("start", c.c_size_t), ("end", c.c_size_t)]


class Tokens(c.Structure):
    _fields_ = [("tokens", c.POINTER(Token)), ("len", c.c_size_t)]


def load(path):
    library = c.CDLL(path)
    library.ransack_last_error_message.restype = c.c_char_p
    library.ransack_encoding_for_model.argtypes = [Bytes, c.POINTER(c.c_uint32)]
    library.ransack_tokenizer_get.argtypes = [c.c_uint32, c.POINTER(c.c_void_p)]
    library.ransack_tokenizer_token_offsets.argtypes = [
        c.c_void_p,
        Bytes,
        c.c_void_p,
        c.c_void_p,
        c.POINTER(c.POINTER(Tokens)),
    ]
    library.ransack_tokens_free.argtypes = [c.POINTER(Tokens)]
    library.ransack_tokens_free.restype = None
    library.ransack_tokenizer_free.argtypes = [c.c_void_p]
    library.ransack_tokenizer_free.restype = None
    return library


def check(library, status):
    if status != 0:
        raise RuntimeError(library.ransack_last_error_message().decode())


class Tokenizer:
    """Tokenizer of a published model. Call `close` after use."""

    def __init__(self, library, model):
        self.library, self.handle = library, c.c_void_p()
        encoding = c.c_uint32()
        name = model.encode()
        check(library, library.ransack_encoding_for_model(Bytes.of(name), c.byref(encoding)))
        check(library, library.ransack_tokenizer_get(encoding, c.byref(self.handle)))

    def close(self):
        self.library.ransack_tokenizer_free(self.handle)
        self.handle = None

    def tokens(self, text):
        """Returns pairs of a token id and its bytes; `text` is a bytes object."""
        tokens = c.POINTER(Tokens)()
        view = Bytes.of(text)
        call = self.library.ransack_tokenizer_token_offsets
        check(self.library, call(self.handle, view, None, None, c.byref(tokens)))
        try:
            found = [tokens.contents.tokens[i] for i in range(tokens.contents.len)]
            return [(t.id, text[t.start : t.end]) for t in found]
        finally:
            self.library.ransack_tokens_free(tokens)


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: tokens.py MODEL TEXT")
    library = load(os.environ.get("RANSACK_LIBRARY", "libransack.so.0.1"))
    tokenizer = Tokenizer(library, sys.argv[1])
    for number, part in tokenizer.tokens(os.fsencode(sys.argv[2])):
        sys.stdout.buffer.write(b"%6d %s\n" % (number, part))
    tokenizer.close()


if __name__ == "__main__":
    main()
