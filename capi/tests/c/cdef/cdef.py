"""Searches FILE for "needle" through cffi, with the declarations of CDEF and no others:

    cdef.py CDEF LIBRARY FILE
"""

import sys

from cffi import FFI

cdef, library, path = sys.argv[1:]
ffi = FFI()
with open(cdef, encoding="utf-8") as declarations:
    ffi.cdef(declarations.read())
ransack = ffi.dlopen(library)


def check(status):
    if status != ransack.RANSACK_STATUS_OK:
        name = ffi.string(ransack.ransack_status_name(status)).decode()
        sys.exit(f"{name}: {ffi.string(ransack.ransack_last_error_message()).decode()}")


def text(view):
    return ffi.buffer(view.data, view.len)[:].decode()


assert ransack.ransack_no_limit == 2**64 - 1
assert ransack.RANSACK_MAX_SUBMATCHES == 10_000
options = ffi.new("ransack_grep_options *")
check(ransack.ransack_grep_options_init(options, ransack.RANSACK_GREP_OPTIONS_VERSION))
assert options.limit == ransack.ransack_no_limit


@ffi.callback("int(const ransack_grep_match *, void *)")
def on_match(item, _user_data):
    print(f"{text(item.path)}:{item.line_number}: {text(item.line)}")
    return 0


check(ransack.ransack_grep_simple(b"needle", path.encode(), on_match, ffi.NULL, ffi.NULL))
