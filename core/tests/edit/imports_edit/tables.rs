//! Tables of texts before and after import changes.

use super::*;

#[test]
fn python_is_organised() {
    organises(
        "python",
        "#!/usr/bin/env python\n# Licence.\nimport sys, os\nfrom . import b, a\nfrom .. import z\nimport numpy as np\n\
         from collections import (\n    OrderedDict,\n    abc,\n    ChainMap,\n)\n\
         from __future__ import annotations\nimport os\n# About requests.\nimport requests  # http\n\
         from typing import List\nfrom typing import Any, List\n\nx = 1\n",
        "#!/usr/bin/env python\n# Licence.\nfrom __future__ import annotations\n\nimport os\nimport sys\n\
         from collections import (\n    ChainMap,\n    OrderedDict,\n    abc,\n)\n\
         from typing import Any, List\n\nimport numpy as np\n# About requests.\nimport requests  # http\n\n\
         from .. import z\nfrom . import a, b\n\nx = 1\n",
    );
    // Imports do not cross code, standalone comments or pins.
    organises(
        "python",
        "import b\nimport a\nx = 1\nimport d\nimport c\n\n# Alone.\n\nimport f\nimport e\n",
        "import a\nimport b\nx = 1\nimport c\nimport d\n\n# Alone.\n\nimport e\nimport f\n",
    );
    organises(
        "python",
        "import b\nimport a\nimport z  # isort: skip\nimport d\nimport c",
        "import a\nimport b\nimport z  # isort: skip\nimport c\nimport d",
    );
    // Names among comments stay.
    organises(
        "python",
        "from b import (\n    z,  # Z\n    y,\n)\nfrom a import c; import d\nfrom a import CONST, Class, func, Alpha, _x, a10, a2\n",
        "from b import (\n    z,  # Z\n    y,\n)\nfrom a import c; import d\nfrom a import CONST, Alpha, Class, _x, a2, a10, func\n",
    );
    organises(
        "python",
        "from a import b as c\nfrom a import d\nfrom a import *\nfrom a import b as c\nfrom e import f, g as h\nfrom e import i\n",
        "from a import b as c\nfrom a import d\nfrom a import *\nfrom a import b as c\nfrom e import f, g as h, i\n",
    );
    let long = "from package.module import aaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbbbbb\n\
                from package.module import cccccccccccccc\n";
    organises(
        "python",
        long,
        "from package.module import (\n    aaaaaaaaaaaaaaaaaaaa,\n    bbbbbbbbbbbbbbbbbbbbbbbbbbbbb,\n    cccccccccccccc,\n)\n",
    );
}

#[test]
fn typescript_is_organised() {
    organises(
        "typescript",
        "\"use strict\";\nimport z from './z';\nimport { d, B, a as c } from \"b\";\nimport A from 'A';\n\
         import up from '../up';\nimport { e } from \"b\"; // e\nimport type { T } from \"b\";\n\
         import \"effect\";\nimport y from 'y';\nimport x from 'x';\n\nimport w from 'w';\nimport v from 'v';\n",
        "\"use strict\";\nimport A from 'A';\nimport type { T } from \"b\";\nimport { a as c, B, d, e } from \"b\"; // e\n\
         import up from '../up';\nimport z from './z';\n\
         import \"effect\";\nimport x from 'x';\nimport y from 'y';\n\nimport v from 'v';\nimport w from 'w';\n",
    );
    organises(
        "javascript",
        "import {b,a} from 'm'\nimport def from 'm'\nimport * as ns from 'm'\nimport j from './j.json' with { type: 'json' }\n",
        "import * as ns from 'm'\nimport def, { a, b } from 'm'\nimport j from './j.json' with { type: 'json' }\n",
    );
    organises(
        "tsx",
        "import {\n  c,\n  a,\n  type b,\n} from 'x'\nimport React from 'react'\n",
        "import React from 'react'\nimport {\n  a,\n  type b,\n  c,\n} from 'x'\n",
    );
}

#[test]
fn rust_is_organised() {
    organises(
        "rust",
        "//! Doc.\n\nuse std::io::{self, Write, Read};\nuse std::fmt;\nuse std::fmt;\n\nuse crate::b;\n// About a.\nuse crate::a::{B, z, c::{y, x}};\n#[cfg(test)]\nuse super::t;\nuse self::s;\n\nfn f() {}\n",
        "//! Doc.\n\nuse std::fmt;\nuse std::io::{self, Read, Write};\n\nuse self::s;\n#[cfg(test)]\nuse super::t;\n// About a.\nuse crate::a::{B, c::{x, y}, z};\nuse crate::b;\n\nfn f() {}\n",
    );
    // The pre-2024 order, which the text follows.
    organises(
        "rust",
        "use a::{b, B, C};\nuse a::{d, D, E};\nuse a::z;\nuse a::y;\n",
        "use a::y;\nuse a::z;\nuse a::{b, B, C};\nuse a::{d, D, E};\n",
    );
}

#[test]
fn go_java_and_c_are_organised() {
    organises(
        "go",
        "package a\n\nimport \"C\"\n\nimport (\n\t\"os\"\n\tz \"github.com/x/z\"\n\t\"fmt\" // f\n\t\"os\"\n\n\t// About b.\n\t\"b\"\n\t\"a\"\n)\n",
        "package a\n\nimport \"C\"\n\nimport (\n\t\"fmt\" // f\n\t\"os\"\n\n\tz \"github.com/x/z\"\n\n\t\"a\"\n\t// About b.\n\t\"b\"\n)\n",
    );
    organises(
        "java",
        "package a;\n\nimport java.util.List;\nimport b.C;\n\nimport static a.B.x;\nimport java.util.List;\nimport java.util.*;\n\nclass X {}\n",
        "package a;\n\nimport static a.B.x;\n\nimport b.C;\nimport java.util.*;\nimport java.util.List;\n\nclass X {}\n",
    );
    organises(
        "cpp",
        "#pragma once\n#include <vector>\n#include \"z.h\"\n#include \"main_file.h\"\n#include <vector>\n#include <algorithm> // sort\n#include \"a.h\"\n\n#include <b.h>\n#include <a.h>\n#if X\n#include <d.h>\n#include <c.h>\n#endif\n",
        "#pragma once\n#include \"main_file.h\"\n#include \"a.h\"\n#include \"z.h\"\n#include <algorithm> // sort\n#include <vector>\n\n#include <a.h>\n#include <b.h>\n#if X\n#include <c.h>\n#include <d.h>\n#endif\n",
    );
    // A comment is the heading of a block.
    organises(
        "c",
        "// Own.\n#include \"b.h\"\n#include \"a.h\"\n// Others.\n#include <d.h>\n#include <c.h>\n",
        "// Own.\n#include \"a.h\"\n#include \"b.h\"\n// Others.\n#include <c.h>\n#include <d.h>\n",
    );
    // Files included for their generated content stay.
    organises(
        "c",
        "#include \"b.h\"\n#include \"a.h\"\n#include \"x.def\"\n#include \"d.h\"\n#include \"c.h\"\n",
        "#include \"a.h\"\n#include \"b.h\"\n#include \"x.def\"\n#include \"c.h\"\n#include \"d.h\"\n",
    );
}

#[test]
fn names_go_into_statements_of_their_module() {
    adds(
        "python",
        &[request("a").name("c")],
        "from a import b\n",
        "from a import b, c\n",
    );
    adds(
        "python",
        &[request("a").name("b")],
        "from a import b\n",
        "from a import b\n",
    );
    adds(
        "python",
        &[request("a").name("c")],
        "from a import (\n    b,\n    d,\n)\n",
        "from a import (\n    b,\n    c,\n    d,\n)\n",
    );
    adds(
        "typescript",
        &[request("x").name("b"), request("x").name_as("default", "X")],
        "import { a } from \"x\";\n",
        "import X, { a, b } from \"x\";\n",
    );
    adds(
        "typescript",
        &[request("x").name("T").kind(ImportKind::TypeOnly)],
        "import { a } from 'x'\n",
        "import type { T } from 'x'\nimport { a } from 'x'\n",
    );
    adds(
        "typescript",
        &[request("x").name("b")],
        "import {a} from 'x'\n",
        "import {a, b} from 'x'\n",
    );
    adds(
        "rust",
        &[request("a").name("c"), request("std::io").name("Read")],
        "use a::b;\nuse std::{fmt, io::Write, io::{self}};\n",
        "use a::{b, c};\nuse std::{fmt, io::Write, io::{self, Read}};\n",
    );
    adds(
        "rust",
        &[request("a").name("b"), request("a").name_as("c", "d")],
        "pub use a::b;\n",
        "pub use a::b;\nuse a::c as d;\n",
    );
    // The style of the text: one statement per name.
    adds(
        "rust",
        &[request("a").name("c")],
        "use a::b;\nuse a::d;\n",
        "use a::b;\nuse a::c;\nuse a::d;\n",
    );
}

#[test]
fn new_imports_go_to_their_sorted_place() {
    adds(
        "python",
        &[
            request("sys"),
            request("re").name("compile"),
            request(".x").name("y"),
            request("numpy").name_as("*", "np"),
        ],
        "\"\"\"Doc.\"\"\"\n\nimport os\nimport typing\n\nimport zope\n\nx = 1\n",
        "\"\"\"Doc.\"\"\"\n\nimport os\nimport sys\nimport typing\nfrom re import compile\n\nimport numpy as np\nimport zope\n\nfrom .x import y\n\nx = 1\n",
    );
    adds(
        "python",
        &[request("os")],
        "from __future__ import annotations\nimport requests\n",
        "from __future__ import annotations\nimport os\nimport requests\n",
    );
    adds(
        "javascript",
        &[
            request("./b").name("b"),
            request("lodash").name_as("default", "_"),
        ],
        "import z from 'z'\nimport a from './a'\n\na()\n",
        "import _ from 'lodash'\nimport z from 'z'\nimport a from './a'\nimport { b } from './b'\n\na()\n",
    );
    adds(
        "rust",
        &[
            request("std::fmt"),
            request("crate::m").name("X"),
            request("serde").name("Serialize"),
        ],
        "//! Doc.\n\nuse std::io;\n\nuse crate::a;\n\nfn f() {}\n",
        "//! Doc.\n\nuse std::{fmt, io};\n\nuse serde::Serialize;\n\nuse crate::a;\nuse crate::m::X;\n\nfn f() {}\n",
    );
    adds(
        "go",
        &[
            request("strings"),
            request("github.com/a/b").name_as("*", "c"),
        ],
        "package a\n\nimport (\n\t\"fmt\"\n\t\"time\"\n)\n",
        "package a\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n\t\"time\"\n\n\tc \"github.com/a/b\"\n)\n",
    );
    adds(
        "java",
        &[
            request("java.util").name("Map"),
            request("a.B").name("x").kind(ImportKind::Member),
        ],
        "package a;\n\nimport java.util.List;\nimport java.util.Set;\n",
        "package a;\n\nimport static a.B.x;\n\nimport java.util.List;\nimport java.util.Map;\nimport java.util.Set;\n",
    );
    adds(
        "c",
        &[
            request("stdlib.h"),
            request("b.h").kind(ImportKind::Include),
        ],
        "#ifndef A_H\n#define A_H\n#include \"a.h\"\n\n#include <stdio.h>\n#ifdef X\n#include <x.h>\n#endif\n#endif\n",
        "#ifndef A_H\n#define A_H\n#include \"a.h\"\n#include \"b.h\"\n\n#include <stdio.h>\n#include <stdlib.h>\n#ifdef X\n#include <x.h>\n#endif\n#endif\n",
    );
}

#[test]
fn first_imports_go_behind_the_header() {
    let os = || [request("os")];
    adds("python", &os(), "", "import os\n");
    adds(
        "python",
        &os(),
        "\u{feff}x = 1\n",
        "\u{feff}import os\n\nx = 1\n",
    );
    adds("python", &os(), "x = 1\n", "import os\n\nx = 1\n");
    adds(
        "python",
        &os(),
        "def f(): pass\n",
        "import os\n\n\ndef f(): pass\n",
    );
    adds(
        "python",
        &os(),
        "#!/usr/bin/python\n# -*- coding: utf-8 -*-\n# Copyright\n\"\"\"Doc.\"\"\"\n\n\ndef f(): pass\n",
        "#!/usr/bin/python\n# -*- coding: utf-8 -*-\n# Copyright\n\"\"\"Doc.\"\"\"\n\nimport os\n\n\ndef f(): pass\n",
    );
    adds(
        "python",
        &os(),
        "\"\"\"Doc.\"\"\"",
        "\"\"\"Doc.\"\"\"\n\nimport os",
    );
    adds(
        "javascript",
        &[request("m").name("a")],
        "#!/usr/bin/env node\n/* Licence */\n'use strict'\nf()\n",
        "#!/usr/bin/env node\n/* Licence */\n'use strict'\nimport { a } from 'm'\n\nf()\n",
    );
    adds(
        "rust",
        &[request("std::fmt")],
        "// Licence\n\n//! Doc.\n#![allow(x)]\n\n/// F.\nfn f() {}\n",
        "// Licence\n\n//! Doc.\n#![allow(x)]\n\nuse std::fmt;\n\n/// F.\nfn f() {}\n",
    );
    adds(
        "rust",
        &[request("std::fmt")],
        "/// F.\nfn f() {}\n",
        "use std::fmt;\n\n/// F.\nfn f() {}\n",
    );
    adds(
        "go",
        &[request("os"), request("fmt")],
        "// Doc.\npackage a\n\nfunc f() {}\n",
        "// Doc.\npackage a\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc f() {}\n",
    );
    adds(
        "go",
        &[request("os")],
        "package a\n",
        "package a\n\nimport \"os\"\n",
    );
    adds(
        "java",
        &[request("a").name("B")],
        "/* Licence */\npackage x;\n\nclass C {}\n",
        "/* Licence */\npackage x;\n\nimport a.B;\n\nclass C {}\n",
    );
    adds(
        "c",
        &[request("a.h")],
        "#pragma once\nint x;\n",
        "#pragma once\n#include <a.h>\n\nint x;\n",
    );
    adds(
        "c",
        &[request("a.h")],
        "/* Licence */\n\n#ifndef G\n#define G\n\nint x;\n#endif\n",
        "/* Licence */\n\n#ifndef G\n#define G\n\n#include <a.h>\n\nint x;\n#endif\n",
    );
    adds(
        "cpp",
        &[request("a.h")],
        "#if !defined(G)\n// Guard.\n#define G\n\n#include <b.h>\n\nint x;\n#endif\n",
        "#if !defined(G)\n// Guard.\n#define G\n\n#include <a.h>\n#include <b.h>\n\nint x;\n#endif\n",
    );
    // Not a guard: another macro is defined.
    adds(
        "c",
        &[request("a.h")],
        "#ifndef G\n#define H\n\n#include <b.h>\n#endif\n",
        "#include <a.h>\n\n#ifndef G\n#define H\n\n#include <b.h>\n#endif\n",
    );
}

#[test]
fn imports_are_removed() {
    let module = ImportRemoval::module;
    let name = ImportRemoval::name;
    removes(
        "python",
        &[module("os")],
        "import os  # x\nimport sys\n",
        "import sys\n",
    );
    removes(
        "python",
        &[module("os")],
        "import os, sys as s\n",
        "import sys as s\n",
    );
    removes(
        "python",
        &[name("a", "b")],
        "from a import b, c as d\n",
        "from a import c as d\n",
    );
    removes(
        "python",
        &[name("a", "b")],
        "from a import (\n    b,  # about b\n    c,  # about c\n)\n",
        "from a import (\n    c,  # about c\n)\n",
    );
    removes(
        "python",
        &[name("a", "c")],
        "from a import (\n    b,  # about b\n    c\n)\n",
        "from a import (\n    b,  # about b\n)\n",
    );
    removes(
        "python",
        &[module("b")],
        "import a\n\nimport b\n\nx = 1\n",
        "import a\n\nx = 1\n",
    );
    removes(
        "python",
        &[module("a"), module("b")],
        "import a\n\nimport b\n\nx = 1\n",
        "x = 1\n",
    );
    removes(
        "python",
        &[module("a")],
        "import a; import b\n",
        "import b\n",
    );
    removes(
        "typescript",
        &[name("x", "default")],
        "import X, { a, type B } from \"x\";\n",
        "import { a, type B } from \"x\";\n",
    );
    removes(
        "typescript",
        &[name("x", "a"), name("x", "B")],
        "import X, { a, type B } from \"x\";\n",
        "import X from \"x\";\n",
    );
    removes(
        "javascript",
        &[module("x")],
        "import 'x'\nimport y from 'y'\n",
        "import y from 'y'\n",
    );
    removes(
        "rust",
        &[name("std::io", "Read"), module("std::fmt")],
        "use std::{fmt, io::{self, Read}};\n#[cfg(x)]\nuse a::b;\n",
        "use std::io::{self};\n#[cfg(x)]\nuse a::b;\n",
    );
    removes(
        "rust",
        &[module("a")],
        "// About.\n#[cfg(x)]\nuse a::b;\nuse c;\n",
        "use c;\n",
    );
    removes(
        "go",
        &[module("os"), module("fmt")],
        "package a\n\nimport (\n\t\"fmt\"\n\n\t\"os\"\n)\n\nfunc f() {}\n",
        "package a\n\nfunc f() {}\n",
    );
    removes(
        "go",
        &[module("os")],
        "package a\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n",
        "package a\n\nimport (\n\t\"fmt\"\n)\n",
    );
    removes(
        "java",
        &[name("a", "B")],
        "import a.B;\nimport a.C;\n",
        "import a.C;\n",
    );
    removes(
        "java",
        &[module("a.B")],
        "import a.B;\nimport a.C;\n",
        "import a.C;\n",
    );
    removes(
        "c",
        &[module("x.h")],
        "#ifdef X\n#include <x.h>\n#endif\n",
        "#ifdef X\n#endif\n",
    );
}

#[test]
fn what_is_not_there_is_an_error_with_the_nearest() {
    let token = CancelToken::new();
    let error = |language: &str, source: &str, removal: ImportRemoval| {
        remove_imports(source.as_bytes(), language, &[removal], &token).unwrap_err()
    };
    let found = error(
        "python",
        "from typing import List\nimport os\n",
        ImportRemoval::module("tiping"),
    );
    assert_eq!(found.kind(), ErrorKind::UnknownName);
    assert_eq!(found.candidates(), ["typing"]);
    let found = error(
        "python",
        "from typing import List\n",
        ImportRemoval::name("typing", "list"),
    );
    assert_eq!(found.candidates(), ["List"]);
    let found = error("json", "{}", ImportRemoval::module("x"));
    assert_eq!(found.kind(), ErrorKind::InvalidOption);
    let add = |language: &str, request: ImportRequest| {
        let found = add_imports(b"", language, &[request], &token).unwrap_err();
        assert_eq!(found.kind(), ErrorKind::InvalidOption, "{found}");
    };
    add("python", request(""));
    add("python", request("a\nimport b"));
    add("python", request("a; import b"));
    add("python", request("a").name("b c"));
    add("python", request("a").kind(ImportKind::TypeOnly));
    add("javascript", request("a\"; f(); \""));
    add("javascript", request("a").name("*"));
    add("rust", request("a::b; fn f() {}"));
    add("go", request("a").name("b"));
    add("java", request("a").name_as("B", "C"));
    add("c", request("a.h>\n#include <b.h"));
    add("bash", request("a"));
    for (second, message) in [
        (request(""), "`imports[1]`: the module is empty"),
        (
            request("a").name("b").name(""),
            "`imports[1].names[1]`: the name is empty",
        ),
        (
            request("a").name_as("b", ""),
            "`imports[1].names[0]`: the alias is empty",
        ),
    ] {
        let found = add_imports(b"", "javascript", &[request("b"), second], &token).unwrap_err();
        assert_eq!(found.kind(), ErrorKind::InvalidOption);
        assert_eq!(found.to_string(), message);
    }
    let token = CancelToken::new();
    token.cancel(AbortReason::User);
    let found = organise_imports(b"import a", "python", None, &token).unwrap_err();
    assert_eq!(found.kind(), ErrorKind::Aborted);
}
