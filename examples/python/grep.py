"""Prints the lines below DIR (or of a file) that match PATTERN:

    RANSACK_LIBRARY=/path/to/libransack.so grep.py DIR PATTERN

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


FLAGS = "literal ignore_case smart_case word invert multiline dot_all".split()
SCOPE_FLAGS = "gitignore node_modules follow_symlinks tracked".split()
NUMBERS = (
    "limit offset max_count_per_file context_before context_after max_columns max_file_size"
).split()


def array(name):
    return [(name, c.POINTER(Bytes)), (name + "_len", c.c_size_t)]


class Scope(c.Structure):
    VERSION = 1
    _fields_ = (
        [("version", c.c_uint32), ("hidden", c.c_uint32)]
        + array("roots")
        + array("globs")
        + array("types")
        + array("types_not")
        + [(name, c.c_uint8) for name in SCOPE_FLAGS]
    )


class GrepOptions(c.Structure):
    VERSION = 1
    _fields_ = (
        [("version", c.c_uint32)]
        + array("patterns")
        + [(name, c.c_uint8) for name in FLAGS]
        + [("scope", c.POINTER(Scope)), ("mode", c.c_uint32)]
        + [(name, c.c_uint64) for name in NUMBERS]
        + [("encoding", Bytes), ("timeout_ms", c.c_uint64)]
        + [("on_timeout", c.c_uint32), ("binary", c.c_uint8)]
        + [("pool", c.c_void_p), ("size_limit", c.c_uint64)]
    )


class Match(c.Structure):
    # The first fields suffice, because the library passes a pointer.
    _fields_ = [
        ("path", Bytes),
        ("line_number", c.c_uint64),
        ("byte_offset", c.c_uint64),
        ("line", Bytes),
    ]


OnMatch = c.CFUNCTYPE(c.c_int, c.POINTER(Match), c.c_void_p)


def load(path):
    library = c.CDLL(path)
    library.ransack_last_error_message.restype = c.c_char_p
    library.ransack_scope_init.argtypes = [c.POINTER(Scope), c.c_uint32]
    library.ransack_grep_options_init.argtypes = [c.POINTER(GrepOptions), c.c_uint32]
    library.ransack_report_free.argtypes = [c.c_void_p]
    library.ransack_report_free.restype = None
    library.ransack_grep.argtypes = [
        c.POINTER(GrepOptions),
        c.c_void_p,
        OnMatch,
        c.c_void_p,
        c.POINTER(c.c_void_p),
    ]
    return library


def grep(library, root, pattern, on_match):
    """Calls `on_match(path, line_number, line)` for each match."""

    def each(item, _user_data):
        match = item.contents
        on_match(match.path.get(), match.line_number, match.line.get())
        return 0

    def check(status):
        if status != 0:
            raise RuntimeError(library.ransack_last_error_message().decode())

    scope, options, report = Scope(), GrepOptions(), c.c_void_p()
    check(library.ransack_scope_init(c.byref(scope), Scope.VERSION))
    check(library.ransack_grep_options_init(c.byref(options), GrepOptions.VERSION))
    scope.roots, scope.roots_len = c.pointer(Bytes.of(root)), 1
    options.scope = c.pointer(scope)
    options.patterns, options.patterns_len = c.pointer(Bytes.of(pattern)), 1
    check(library.ransack_grep(c.byref(options), None, OnMatch(each), None, c.byref(report)))
    library.ransack_report_free(report)


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: grep.py DIR PATTERN")
    library = load(os.environ.get("RANSACK_LIBRARY", "libransack.so.0.1"))

    def show(path, line_number, line):
        sys.stdout.buffer.write(b"%s:%d: %s\n" % (path, line_number, line))

    try:
        grep(library, os.fsencode(sys.argv[1]), os.fsencode(sys.argv[2]), show)
    except RuntimeError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
