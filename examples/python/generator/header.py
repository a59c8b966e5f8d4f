"""Reads the declarations of `ransack.cdef`, the documentation of `ransack.h` and the features of `capi/src`.

Both header files are generated, so their form is regular. A declaration in another form is an error.
"""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, List, Optional, Tuple

NAME = r"ransack_(\w+)"
# Folders in `capi/src` whose functions need a Cargo feature.
FEATURES = {"ast": "ast", "edit": "ast", "highlight": "highlight", "outline": "outline", "pack": "ast", "tokens": "tokens"}


@dataclass(frozen=True)
class CType:
    """C type without `const`: name of the base and number of `*`."""

    base: str
    stars: int


@dataclass(frozen=True)
class Field:
    """Field of a struct or parameter of a function."""

    name: str
    type: CType
    doc: str = ""


@dataclass(frozen=True)
class Function:
    """Function, or the type of a callback."""

    result: CType
    parameters: Tuple[Field, ...]


@dataclass
class Header:
    """Everything that the header declares, by name without `ransack_`."""

    constants: Dict[str, int] = field(default_factory=dict)
    enums: Dict[str, Dict[str, int]] = field(default_factory=dict)
    aliases: Dict[str, str] = field(default_factory=dict)
    structs: Dict[str, List[Field]] = field(default_factory=dict)
    struct_docs: Dict[str, str] = field(default_factory=dict)
    callbacks: Dict[str, Function] = field(default_factory=dict)
    functions: Dict[str, Function] = field(default_factory=dict)
    # Feature of each function that needs one.
    features: Dict[str, str] = field(default_factory=dict)

    @property
    def version(self) -> str:
        """Version of the header, as in "1.2.3"."""
        return ".".join(str(self.constants[f"VERSION_{part}"]) for part in ("MAJOR", "MINOR", "PATCH"))

    def lengths(self, struct: str) -> Dict[str, str]:
        """Returns the fields that are arrays, with the fields that have their lengths."""
        fields = self.structs[struct]
        pointers = {f.name for f in fields if f.type.stars == 1}
        lengths = (f.name for f in fields if f.type == CType("size_t", 0))
        return {name[:-4]: name for name in lengths if name[-4:] == "_len" and name[:-4] in pointers}

    def optional(self, struct: str) -> Dict[str, str]:
        """Returns the fields whose value is known only if a `has_` flag is set, with their flags."""
        names = [f.name for f in self.structs[struct]]
        found = {}
        for flag in names:
            stem = flag[len("has_") :] if flag.startswith("has_") else None
            for name in (stem, f"{stem}_span", f"{stem}_ms"):
                if stem and name in names:
                    found[name] = flag
        return found

    def enum_of(self, item: Field) -> Optional[str]:
        """Returns the enumeration of a field, which its documentation names if its type does not."""
        if item.type.base in self.enums:
            return item.type.base
        return self.named_enum(item) if item.type == CType("uint32_t", 0) else None

    def named_enum(self, item: Field) -> Optional[str]:
        """Returns the enumeration that the documentation of a field names."""
        named = re.search(r"\b(?:a|values of) ransack_(\w+)", item.doc)
        return named[1] if named and named[1] in self.enums else None


def read(include: Path) -> Header:
    """Reads the two files in the directory `include`, and the sources of the functions next to it."""
    header = Header()
    _declarations(header, (include / "ransack.cdef").read_text("utf-8"))
    _documentation(header, (include / "ransack.h").read_text("utf-8"))
    for folder, feature in FEATURES.items():
        for source in (include / "../capi/src" / folder).rglob("*.rs"):
            functions = re.findall(rf'extern "C" fn {NAME}\(', source.read_text("utf-8"))
            header.features.update((name, feature) for name in functions)
    return header


def _declarations(header: Header, text: str) -> None:
    text = re.sub(r"//.*", "", text)
    # A statement ends at a `;` outside of braces.
    for statement in re.findall(r"\s*((?:[^;{}]|\{[^{}]*\})+);", text):
        _declaration(header, " ".join(statement.split()))


def _declaration(header: Header, text: str) -> None:
    if match := re.fullmatch(r"enum \{ RANSACK_(\w+) = (\d+) \}", text):
        header.constants[match[1]] = int(match[2])
    elif match := re.fullmatch(rf"enum {NAME} \{{(.*)\}}", text):
        prefix = f"RANSACK_{match[1].upper()}_"
        rows = re.findall(r"(\w+) = (\d+),", match[2])
        header.enums[match[1]] = {name[len(prefix) :]: int(value) for name, value in rows}
    elif match := re.fullmatch(rf"typedef (u?int32_t) {NAME}", text):
        header.aliases[match[2]] = match[1]
    elif re.fullmatch(rf"typedef struct {NAME} {NAME}", text):
        pass  # An opaque struct: only pointers to it exist.
    elif match := re.fullmatch(rf"typedef struct {NAME} \{{(.*)\}} {NAME}", text):
        header.structs[match[1]] = [_field(row) for row in match[2].split(";") if row.strip()]
    elif match := re.fullmatch(rf"typedef (.+) ?\(\*{NAME}\)\((.*)\)", text):
        header.callbacks[match[2]] = Function(_type(match[1]), _parameters(match[3]))
    elif re.fullmatch(rf"extern uint64_t {NAME}", text):
        pass
    elif match := re.fullmatch(rf"(.*?){NAME}\((.*)\)", text):
        header.functions[match[2]] = Function(_type(match[1]), _parameters(match[3]))
    else:
        raise ValueError(f"cannot read declaration: {text}")


def _parameters(text: str) -> Tuple[Field, ...]:
    return () if text == "void" else tuple(_field(row) for row in text.split(","))


def _field(text: str) -> Field:
    match = re.fullmatch(r"(.*?)(\w+)", text.strip())
    if match is None:
        raise ValueError(f"cannot read field: {text}")
    return Field(match[2], _type(match[1]))


def _type(text: str) -> CType:
    words = text.replace("*", " * ").split()
    bases = [word for word in words if word not in ("const", "struct", "*")]
    if len(bases) != 1:
        raise ValueError(f"cannot read type: {text}")
    return CType(bases[0].removeprefix("ransack_"), words.count("*"))


def _documentation(header: Header, text: str) -> None:
    if value := re.search(r"#define RANSACK_NO_PARENT (\d+)", text):
        header.constants["NO_PARENT"] = int(value[1])
    comment = r"/\*\*((?:(?!\*/).)*)\*/\s*"
    for doc, name, body in re.findall(rf"{comment}typedef struct {NAME} \{{(.*?)\}} ransack_", text, re.S):
        header.struct_docs[name] = _clean(doc)
        docs = {row: _clean(doc) for doc, row in re.findall(rf"{comment}[^;]*?(\w+);", body, re.S)}
        fields = header.structs[name]
        header.structs[name] = [Field(_name(f.name), f.type, docs[f.name]) for f in fields]


def _name(name: str) -> str:
    """Returns the name of a field in Python, as in "pass_" for "pass"."""
    return f"{name}_" if keyword.iskeyword(name) else name


def _clean(comment: str) -> str:
    lines = [re.sub(r"^\s*\* ?", "", line) for line in comment.strip().splitlines()]
    return "\n".join(lines).strip()
