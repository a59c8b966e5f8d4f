"""Keyword arguments as options structs.

A struct is filled by the library's `ransack_options_init`, then by the given arguments; no default is
repeated here. Names and kinds of the fields come from the header.
"""

from __future__ import annotations

from ctypes import Array, byref, c_uint32, pointer
from difflib import get_close_matches
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Set, Union

from . import _declarations as declarations
from . import types
from ._library import lib
from ._values import Texts, as_list, encode, encode_path, view

# Members of an enumeration, or their names; a single one counts as a list of one.
Enums = Union[int, str, Iterable[Union[int, str]]]


class Inputs:
    """Memory that the arguments of one call refer to. Keep it until the call has returned."""

    def __init__(self) -> None:
        self._kept: List[Any] = []

    def text(self, value: Any, what: str) -> declarations.Bytes:
        """Returns a view of a text."""
        return self._view(encode(value, what))

    def path(self, value: Any, what: str) -> declarations.Bytes:
        """Returns a view of a path."""
        return self._view(encode_path(value, what))

    def dictionary(self, name: str, value: Any, what: str) -> Any:
        """Returns a pointer to the struct `name`, which is not one of options."""
        return pointer(self._struct(name, value, what))

    def dictionaries(self, name: str, values: Any, what: str) -> Array[Any]:
        """Returns an array of the struct `name`; a single text becomes an array of one."""
        rows = [values] if isinstance(values, str) else values
        items = each(lambda row, what: self._struct(name, row, what), rows, what)
        return self.array(getattr(declarations, name), items)

    def texts(self, values: Texts, what: str) -> Array[Any]:
        """Returns an array of views."""
        return self.array(declarations.Bytes, each(self.text, as_list(values), what))

    def enums(self, kind: Any, values: Enums, what: str) -> Array[Any]:
        """Returns an array of numbers of an enumeration."""
        if isinstance(values, (str, int)):
            return self.array(c_uint32, [enum(kind, values, what)])
        return self.array(c_uint32, each(lambda value, what: enum(kind, value, what), values, what))

    def options(self, name: str, call: str, values: Mapping[str, Any]) -> Any:
        """Returns the struct `name` with `values`; None stands for the default. `call` is for errors."""
        return self.several((name,), call, values)[0]

    def several(self, names: Iterable[str], call: str, values: Mapping[str, Any]) -> List[Any]:
        """Returns the structs `names`. Each takes the `values` that it has a field for."""
        given = {key: value for key, value in values.items() if value is not None}
        structs = [self._options(name, given) for name in names]
        for key in given:
            known = [known for name in names for known in keywords(name)]
            raise TypeError(f"{call}() got an unexpected keyword argument {key!r}{advice(key, known)}")
        return structs

    def optional(self, name: str, call: str, values: Mapping[str, Any]) -> Optional[Any]:
        """Returns a pointer to the struct `name`, None if there are no `values`."""
        return pointer(self.options(name, call, values)) if values else None

    def _options(self, name: str, given: Dict[str, Any]) -> Any:
        """Takes the fields of the struct from `given`."""
        struct = getattr(declarations, name)()
        c_name, version = declarations.DEFAULTS[name]
        lib.ransack_options_init(byref(struct), c_name.encode(), version)
        fields = declarations.FIELDS[name]
        for key in [key for key in given if key in fields and fields[key][0] != "nested"]:
            self._set(struct, key, *fields[key], given.pop(key), key)
        # What is left belongs to a struct that this one points to.
        for key, (kind, extra) in fields.items() if given else ():
            if kind == "nested" and not given.keys().isdisjoint(declarations.FIELDS[extra]):
                setattr(struct, key, pointer(self._options(extra, given)))
        self._kept.append(struct)
        return struct

    def _set(self, struct: Any, key: str, kind: str, extra: Any, value: Any, what: str) -> None:
        """Sets the field `key`. `what` is its name in errors."""
        if kind in ("text", "path"):
            setattr(struct, key, getattr(self, kind)(value, what))
        elif kind == "text_pointer":
            setattr(struct, key, pointer(self.text(value, what)))
        elif kind in ("texts", "paths"):
            make = self.text if kind == "texts" else self.path
            self._set_array(struct, key, declarations.Bytes, each(make, as_list(value), what))
        elif kind == "structs":
            array = self.dictionaries(extra, value, what)
            setattr(struct, key, array)
            setattr(struct, key + "_len", len(array))
        elif kind == "enums":
            array = self.enums(getattr(types, extra), value, what)
            setattr(struct, key, array)
            setattr(struct, key + "_len", len(array))
        elif kind == "handle":
            # The wrong object would be memory of another type for the library.
            if extra not in (base.__name__ for base in type(value).__mro__):
                raise TypeError(f"{what} must be {extra}, not {type(value).__name__}")
            self._kept.append(value)
            setattr(struct, key, value.handle)
        elif kind == "enum":
            setattr(struct, key, enum(getattr(types, extra), value, what))
        elif kind == "flag":
            if not isinstance(value, int):
                raise TypeError(f"{what} must be bool, not {type(value).__name__}")
            setattr(struct, key, bool(value))
        else:
            setattr(struct, key, number(value, extra, what))

    def _struct(self, name: str, row: Any, what: str) -> Any:
        """Returns the struct `name`: of a dictionary, or of a tuple of all its fields."""
        struct, fields = getattr(declarations, name)(), declarations.FIELDS[name]
        if isinstance(row, str) and name == "ImportName":
            row = {"name": row}
        if isinstance(row, Mapping):
            for key in row.keys() - fields.keys():
                raise TypeError(f"{what} has the unexpected key {key!r}{advice(key, fields)}")
            given = {key: value for key, value in row.items() if value is not None}
        else:
            if not isinstance(row, (tuple, list)) or len(row) != len(fields):
                raise TypeError(f"{what} must be ({', '.join(fields)}), not {row!r}")
            given = dict(zip(fields, row))
        for key, value in given.items():
            self._set(struct, key, *fields[key], value, f"{what}.{key}")
        return struct

    def _set_array(self, struct: Any, key: str, element: Any, items: List[Any]) -> None:
        setattr(struct, key, self.array(element, items))
        setattr(struct, key + "_len", len(items))

    def array(self, element: Any, items: List[Any]) -> Array[Any]:
        """Returns an array of values of a ctypes type."""
        array: Array[Any] = (element * len(items))(*items)
        self._kept.append(array)
        return array

    def _view(self, value: bytes) -> declarations.Bytes:
        self._kept.append(value)
        return view(value)


def each(make: Callable[[Any, str], Any], values: Any, what: str) -> List[Any]:
    """Returns `make` of each value. An error names the value by its index."""
    try:
        several = enumerate(values)
    except TypeError:
        raise TypeError(f"{what} must be iterable, not {type(values).__name__}") from None
    return [make(value, f"{what}[{i}]") for i, value in several]


def advice(key: str, names: Iterable[str]) -> str:
    """Returns the end of an error about an unknown name."""
    nearest = get_close_matches(key, names, 1)
    return f"; did you mean {nearest[0]!r}?" if nearest else ""


def keywords(name: str) -> Set[str]:
    """Returns the keyword arguments that the struct `name` has."""
    found: Set[str] = set()
    for key, (kind, extra) in declarations.FIELDS[name].items():
        found |= keywords(extra) if kind == "nested" else {key}
    return found


def enum(kind: Any, value: Union[int, str], what: str) -> int:
    """Returns the number of an enumeration: of a member, or of its name in any case."""
    if isinstance(value, str):
        if value.upper() not in kind.__members__:
            names = ", ".join(repr(name.lower()) for name in kind.__members__)
            raise ValueError(f"{what} must be one of {names}, not {value!r}")
        return int(kind[value.upper()])
    return int(number(value, 32, what))


def number(value: Any, bits: int, what: str) -> Any:
    """Returns a number of `bits` unsigned bits, of -`bits` signed ones, or a float for 0. ctypes checks none."""
    if not bits:
        return float(value)
    if not isinstance(value, int):
        raise TypeError(f"{what} must be int, not {type(value).__name__}")
    if bits < 0:
        most = 1 << (-bits - 1)
        if not -most <= value < most:
            raise ValueError(f"{what} must be at least -2**{-bits - 1} and less than 2**{-bits - 1}, not {value}")
    elif not 0 <= value < 1 << bits:
        raise ValueError(f"{what} must be at least 0 and less than 2**{bits}, not {value}")
    return int(value)
