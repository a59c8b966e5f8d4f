//! Comments and other text with a meaning to tools: regions, suppressions, licences, pragmas.

use super::*;

#[test]
fn regions_and_skipped_files_stay() {
    for text in [
        "# isort: off\nimport b\nimport a\n# isort: on\n",
        "# fmt: off\nimport b\nimport a\n",
        "import z\n# fmt: off\nimport b\nimport a\n# fmt: on\nimport y\n",
        "\"\"\"Doc.\"\"\"\n# isort:skip_file\n\nimport b\nimport a\n",
        "import b\nimport a\n\nx = 1\n# isort: skip_file\n",
    ] {
        organises("python", text, text);
    }
    organises(
        "python",
        "import d\nimport c\n# isort: off\nimport b\nimport a\n# isort: on\nimport f\nimport e\n",
        "import c\nimport d\n# isort: off\nimport b\nimport a\n# isort: on\nimport e\nimport f\n",
    );
    let text = "// clang-format off\n#include \"b.h\"\n#include \"a.h\"\n// clang-format on\n";
    organises("cpp", text, text);
    for (language, text) in [
        (
            "python",
            "\"\"\"isort:skip_file\"\"\"\nimport b\nimport a\n",
        ),
        ("rust", "#![rustfmt::skip]\nuse b;\nuse a;\n"),
        (
            "java",
            "// @formatter:off\nimport b.B;\nimport a.A;\n// @formatter:on\n",
        ),
        (
            "typescript",
            "// deno-fmt-ignore-file\nimport b from 'b';\nimport a from 'a';\n",
        ),
        (
            "typescript",
            "// biome-ignore-all assist/source/organizeImports: x\nimport b from 'b';\nimport a from 'a';\n",
        ),
        (
            "typescript",
            "// biome-ignore assist/source/organizeImports: x\nimport b from 'b';\nimport a from 'a';\n",
        ),
    ] {
        organises(language, text, text);
    }
    let text = "// organize-imports-ignore\nimport b from 'b';\nimport a from 'a';\n";
    organises("typescript", text, text);
}

#[test]
fn suppressions_stay_on_their_lines() {
    let names = "zzzzzzzzzzzzzzzzzzzz, bbbbbbbbbbbbbbbbbbbb, cccccccccccccccccccccc, aaaaaaa";
    let sorted = "aaaaaaa, bbbbbbbbbbbbbbbbbbbb, cccccccccccccccccccccc, zzzzzzzzzzzzzzzzzzzz";
    organises(
        "typescript",
        &format!("import b from \"b\";\n// @ts-ignore\nimport {{ {names} }} from \"a\";\n"),
        &format!("// @ts-ignore\nimport {{ {sorted} }} from \"a\";\nimport b from \"b\";\n"),
    );
    organises(
        "typescript",
        "// eslint-disable-next-line a/b\nimport { c } from 'm';\nimport { b } from 'm';\nimport a from 'a';\n",
        "import a from 'a';\nimport { b } from 'm';\n// eslint-disable-next-line a/b\nimport { c } from 'm';\n",
    );
    organises(
        "python",
        &format!("from m import {names}  # noqa: F401\nfrom m import b\nfrom m import c\n"),
        &format!("from m import {sorted}  # noqa: F401\nfrom m import b, c\n"),
    );
    organises(
        "python",
        "from m import z  # type: ignore[x]\nfrom m import a\nimport os, sys  # noqa\n",
        "import os, sys  # noqa\n\nfrom m import a\nfrom m import z  # type: ignore[x]\n",
    );
    // A new name needs its own messages.
    adds(
        "python",
        &[request("m").name("b")],
        "from m import a  # noqa\n",
        "from m import a  # noqa\nfrom m import b\n",
    );
    removes(
        "python",
        &[ImportRemoval::name("m", "aaaaaaa")],
        &format!("from m import {names}, dddddddddddddddddd  # noqa\n"),
        &format!(
            "from m import {}, dddddddddddddddddd  # noqa\n",
            &names[..names.len() - 9]
        ),
    );
}

#[test]
fn suppressions_in_a_file_stay_at_its_start() {
    for comment in [
        "# ruff: noqa: I001",
        "# flake8: noqa",
        "# mypy: ignore-errors",
        "# pyright: strict",
        "# pylint: disable=wrong-import-position",
    ] {
        organises(
            "python",
            &format!("{comment}\nimport b\nimport a\n"),
            &format!("{comment}\nimport a\nimport b\n"),
        );
        removes(
            "python",
            &[ImportRemoval::module("a")],
            &format!("{comment}\nimport a\n\nx = 1\n"),
            &format!("{comment}\nx = 1\n"),
        );
        adds(
            "python",
            &[request("a")],
            &format!("{comment}\nx = 1\n"),
            &format!("{comment}\nimport a\n\nx = 1\n"),
        );
    }
}

#[test]
fn comments_go_with_their_imports() {
    organises(
        "typescript",
        "// on foo\nimport foo from \"foo\";\n// on bar\nimport bar from \"bar\";\n",
        "// on bar\nimport bar from \"bar\";\n// on foo\nimport foo from \"foo\";\n",
    );
    removes(
        "go",
        &[ImportRemoval::module("b")],
        "package p\n\nimport (\n\t// why b\n\t\"b\"\n\t\"a\"\n)\n",
        "package p\n\nimport (\n\t\"a\"\n)\n",
    );
    removes(
        "python",
        &[ImportRemoval::module("b")],
        "# SPDX-License-Identifier: MIT\nimport b\n# why c\nimport c\n",
        "# SPDX-License-Identifier: MIT\n# why c\nimport c\n",
    );
    // No blank line is left at the ends of a list.
    removes(
        "go",
        &[ImportRemoval::module("b")],
        "package p\n\nimport (\n\t\"b\"\n\n\t\"a\"\n)\n",
        "package p\n\nimport (\n\t\"a\"\n)\n",
    );
    removes(
        "go",
        &[ImportRemoval::module("b")],
        "package p\n\nimport (\n\t\"a\"\n\n\t\"b\"\n)\n",
        "package p\n\nimport (\n\t\"a\"\n)\n",
    );
}

#[test]
fn headers_of_files_stay_whole() {
    let os = [request("os")];
    adds(
        "python",
        &os,
        "# Copyright me\n# All rights reserved.\nx = 1\n",
        "# Copyright me\n# All rights reserved.\nimport os\n\nx = 1\n",
    );
    adds(
        "python",
        &os,
        "# Made by us\n# Licence: MIT\n# No warranty.\n",
        "# Made by us\n# Licence: MIT\n# No warranty.\n\nimport os\n",
    );
    let header = "#!/usr/bin/env python\n# Tool\n# that does things.\n";
    organises(
        "python",
        &format!("{header}import b\nimport a\n"),
        &format!("{header}import a\nimport b\n"),
    );
    let q = [request("m").name("q")];
    adds(
        "typescript",
        &q,
        "/// <reference path=\"./a.d.ts\" />\nnamespace X {}\n",
        "/// <reference path=\"./a.d.ts\" />\nimport { q } from \"m\";\n\nnamespace X {}\n",
    );
    organises(
        "typescript",
        "/// <reference types=\"n\" />\nimport b from 'b';\nimport a from 'a';\n",
        "/// <reference types=\"n\" />\nimport a from 'a';\nimport b from 'b';\n",
    );
    // A suppression below a licence applies to the next line.
    adds(
        "typescript",
        &q,
        "// Copyright me\n// @ts-ignore\nfoo();\n",
        "// Copyright me\nimport { q } from \"m\";\n\n// @ts-ignore\nfoo();\n",
    );
}

#[test]
fn a_byte_order_mark_pins_nothing() {
    organises(
        "python",
        "\u{feff}import b\nimport a\n",
        "\u{feff}import a\nimport b\n",
    );
    removes(
        "typescript",
        &[ImportRemoval::module("a")],
        "\u{feff}import a from 'a';\n\nfoo();\n",
        "\u{feff}foo();\n",
    );
    adds(
        "go",
        &[request("b")],
        "\u{feff}package p\n\nimport \"a\"\n",
        "\u{feff}package p\n\nimport \"a\"\nimport \"b\"\n",
    );
}

#[test]
fn future_imports_precede_other_code() {
    let future = [request("__future__").name("annotations"), request("abc")];
    adds(
        "python",
        &future,
        "\"\"\"Doc.\"\"\"\n\n__all__ = [\"x\"]\n\nimport os\n",
        "\"\"\"Doc.\"\"\"\n\nfrom __future__ import annotations\n\n__all__ = [\"x\"]\n\nimport abc\nimport os\n",
    );
    adds(
        "python",
        &future,
        "import sys; import os\nimport re  # isort: skip\nimport cmd\n",
        "from __future__ import annotations\n\nimport sys; import os\nimport re  # isort: skip\nimport abc\nimport cmd\n",
    );
    adds(
        "python",
        &[request("os")],
        "\"\"\"Doc.\"\"\"\nfrom __future__ import division; x = 1\n",
        "\"\"\"Doc.\"\"\"\nfrom __future__ import division; x = 1\n\nimport os\n",
    );
    adds(
        "python",
        &future[..1],
        "from __future__ import division  # isort: skip\nimport os\n",
        "from __future__ import annotations\n\nfrom __future__ import division  # isort: skip\nimport os\n",
    );
}

#[test]
fn adding_and_removing_gives_the_text_before() {
    let token = CancelToken::new();
    for (language, text) in [
        ("typescript", "'use strict';\nfoo();\n"),
        ("typescript", "'use strict';\n\nfoo();\n"),
        ("typescript", "foo();\n"),
        ("python", "\"\"\"Doc.\"\"\"\nx = 1\n"),
        ("python", "\"\"\"Doc.\"\"\"\n\n\ndef f(): pass\n"),
        ("python", "def f(): pass\n"),
        ("python", "import os\nx = 1\n"),
        ("python", "import os\n\nx = 1\n"),
        ("python", "import os\nfrom . import a\n"),
        ("python", "import os\n\nfrom . import a\n\n\nx = 1\n"),
        ("python", "# Copyright\n\nx = 1\n"),
        ("python", "# Copyright\n"),
        ("python", "\"\"\"Doc.\"\"\"\n"),
        ("python", "#!/usr/bin/env python\nx = 1\n"),
        ("python", "\n\nx = 1\n"),
        ("typescript", "/// <reference lib=\"dom\" />\n"),
        ("typescript", "/// <reference lib=\"dom\" />\nfoo();\n"),
        ("go", "package p\n\nfunc f() {}\n"),
        (
            "go",
            "package p\n\nimport (\n\t\"os\"\n\n\t\"z.org/z\"\n)\n",
        ),
        ("java", "package p;\n\nclass A {}\n"),
        ("rust", "//! Doc.\n\nfn f() {}\n"),
        ("c", "#pragma once\n\nint x;\n"),
    ] {
        let request = request("zz");
        let request = match language {
            "typescript" | "java" => request.name("q"),
            "rust" => ImportRequest::new("zz::q"),
            _ => request,
        };
        let module = request.module.clone();
        let added = add_imports(text.as_bytes(), language, &[request], &token).unwrap();
        let removals = [ImportRemoval::module(module)];
        let removed = remove_imports(&added.text, language, &removals, &token).unwrap();
        assert_eq!(
            String::from_utf8_lossy(&removed),
            text,
            "{language}:\n{}",
            String::from_utf8_lossy(&added.text)
        );
    }
}

#[test]
fn types_become_values_once() {
    let q = [request("m").name("q")];
    adds(
        "typescript",
        &q,
        "import type { q } from \"m\";\n",
        "import { q } from \"m\";\n",
    );
    adds(
        "typescript",
        &q,
        "import type { p, q } from \"m\";\n",
        "import type { p } from \"m\";\nimport { q } from \"m\";\n",
    );
    adds(
        "tsx",
        &[request("m").name("q").name("r").name("s")],
        "import { p, type q, type r } from \"m\";\n",
        "import { p, q, r, s } from \"m\";\n",
    );
    adds(
        "typescript",
        &[request("m").name_as("default", "D")],
        "import type D from \"m\";\n",
        "import D from \"m\";\n",
    );
    adds(
        "typescript",
        &q,
        "import type { q /* why */, r } from \"m\";\n",
        "import type { r } from \"m\";\nimport { q } from \"m\";\n",
    );
    adds(
        "typescript",
        &[request("m").name("q").name("s")],
        "import type {q} from \"m\";\n",
        "import {q, s} from \"m\";\n",
    );
    adds(
        "typescript",
        &[request("m").name("q").name("r")],
        "import {type q,type r} from \"m\";\n",
        "import {q,r} from \"m\";\n",
    );
    // The default import precedes the namespace.
    let text = "import c, * as e from \"./c\";\n";
    organises("typescript", text, text);
}
