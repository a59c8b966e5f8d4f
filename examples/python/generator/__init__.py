"""Generates the modules of the package that follow the C header.

- `header`: reads `ransack.cdef` (declarations) and `ransack.h` (documentation).
- `declarations`: writes `_declarations.py`, the ctypes structs and the signatures of all functions.
- `types`: writes `types.py`, the enumerations, results and options of the public API.

Nothing of this is installed. The build writes both modules into the wheel, so they cannot differ from
the header.
"""
