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
scope = ffi.new("ransack_scope *")
options = ffi.new("ransack_grep_options *")
check(ransack.ransack_options_init(scope, b"ransack_scope", ransack.RANSACK_SCOPE_VERSION))
check(ransack.ransack_options_init(options, b"ransack_grep_options", ransack.RANSACK_GREP_OPTIONS_VERSION))
assert options.limit == ransack.ransack_no_limit
# The objects that the views and structs point to must live as long as the call.
texts = [ffi.new("char[]", text) for text in (path.encode(), b"needle")]
roots, patterns = (ffi.new("ransack_bytes[1]", [ransack.ransack_bytes_from_str(text)]) for text in texts)
scope.roots, scope.roots_len = roots, 1
options.patterns, options.patterns_len, options.scope = patterns, 1, scope


@ffi.callback("int(const ransack_grep_match *, void *)")
def on_match(item, _user_data):
    print(f"{text(item.path)}:{item.line_number}: {text(item.line)}")
    return 0


check(ransack.ransack_grep(options, ffi.NULL, on_match, ffi.NULL, ffi.NULL))
