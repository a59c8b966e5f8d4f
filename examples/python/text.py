"""Prints TEXT wrapped at WIDTH cells, with the width of each line:

    RANSACK_LIBRARY=/path/to/libransack.so text.py WIDTH TEXT

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

    def get(self):
        return c.string_at(self.data, self.len)


class Lines(c.Structure):
    _fields_ = [("lines", c.POINTER(Bytes)), ("len", c.c_size_t)]


def load(path):
    library = c.CDLL(path)
    library.ransack_last_error_message.restype = c.c_char_p
    library.ransack_visible_width.argtypes = [Bytes, c.c_void_p, c.POINTER(c.c_size_t)]
    library.ransack_wrap_text_with_ansi.argtypes = [
        Bytes,
        c.c_size_t,
        c.c_void_p,
        c.POINTER(c.POINTER(Lines)),
    ]
    library.ransack_lines_free.argtypes = [c.POINTER(Lines)]
    library.ransack_lines_free.restype = None
    return library


def check(library, status):
    if status != 0:
        raise RuntimeError(library.ransack_last_error_message().decode())


def visible_width(library, text):
    """Returns the width of `text`, a bytes object, in cells."""
    cells = c.c_size_t()
    check(library, library.ransack_visible_width(Bytes.of(text), None, c.byref(cells)))
    return cells.value


def wrap(library, text, width):
    """Wraps `text` and returns its lines as a list of bytes objects."""
    lines = c.POINTER(Lines)()
    view = Bytes.of(text)
    check(library, library.ransack_wrap_text_with_ansi(view, width, None, c.byref(lines)))
    try:
        return [lines.contents.lines[i].get() for i in range(lines.contents.len)]
    finally:
        library.ransack_lines_free(lines)


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: text.py WIDTH TEXT")
    library = load(os.environ.get("RANSACK_LIBRARY", "libransack.so.0.1"))
    for line in wrap(library, os.fsencode(sys.argv[2]), int(sys.argv[1])):
        sys.stdout.buffer.write(b"%3d %s\n" % (visible_width(library, line), line))


if __name__ == "__main__":
    main()
