//! Pieces of the random texts of C#, PHP, Kotlin, Scala and Swift; see `laws`.

use super::laws::Language;
use super::*;

const CSHARP_IMPORTS: &[&str] = &[
    "using System;\n",
    "using Größe.B; // c@\n",
    "using static System.Math;\n",
    "using A = System.Tuple<int, string>;\n",
    "using unsafe P = int*;\n",
    "global using Z;\n",
    "using a;\n",
    "using   A . B ;\n",
    "using C; using D;\n",
    "  using E; /* c@ */\n",
];

const CSHARP_CODE: &[&str] = &[
    "#if X@\nusing C;\nusing B; // c@\n#elif Y\nusing A;\n#else\nusing System;\n#endif\n",
    "#region R@\n",
    "#endregion R@\n",
    "#pragma warning disable @\n",
    "class A@ {\n    void F() { using (var x = y) { } using var z = w; }\n}\n",
    "enum E@ { using_, B }\n",
];

fn csharp_requests() -> Vec<ImportRequest> {
    vec![
        request("zz"),
        request("System.Zz"),
        request("zz.Z").kind(ImportKind::Member),
        request("zz.Z").name_as("*", "ZZ"),
    ]
}

const PHP_IMPORTS: &[&str] = &[
    "use A\\B;\n",
    "use \\A\\C as D; // c@\n",
    "use Größe;\n",
    "use A\\{B, C as E, D\\F};\n",
    "use A\\{\n    G,\n    H,\n};\n",
    "use A\\{\n    I, // c@\n    J\n};\n",
    "use B\\{K};\n",
    "use A\\L, B\\M as N;\n",
    "use function A\\f;\n",
    "use function A\\{g, h};\n",
    "use const A\\X, A\\Y;\n",
    "use C\\{O, function p, const Q};\n",
    "use D\\R; use D\\S;\n",
    "  use D\\T;\n",
];

const PHP_CODE: &[&str] = &[
    "require 'a@.php';\n",
    "class A@ { use T, S; }\n",
    "$f@ = function () use ($a) { return 1; };\n",
    "$s@ = <<<'TEXT'\nuse A\\B;\nTEXT;\n",
    "function f@() {}\n",
];

fn php_requests() -> Vec<ImportRequest> {
    vec![
        request("zz\\Z"),
        request("A").name("Zz"),
        request("B").name_as("Zz", "Y"),
        request("A").name("zz").kind(ImportKind::Function),
        request("A").name("ZZ").kind(ImportKind::Constant),
    ]
}

const SCALA_IMPORTS: &[&str] = &[
    "import org.b.B\n",
    "import org.größe.{D, C => E, _} // c@\n",
    "import org.a.{\n  F,\n  G\n}\n",
    "import org.a.{\n  H, // c@\n  I\n}\n",
    "import org.a.{J}\n",
    "import org.a._\n",
    "import java.util.List, scala.util.{Try, Failure}\n",
    "import java.util.{List => JList}\n",
    "import scala.collection.mutable\n",
    "import mutable.Map\n",
    "import org.c.K; import org.c.L\n",
    "  import org.d.M /* c@ */\n",
];

const SCALA_CODE: &[&str] = &[
    "class A@ {\n  import org.z.Z\n  import org.y.Y // c@\n}\n",
    "object B@ { def f = { import a.b; 1 } }\n",
    "trait C@\n",
];

fn scala_requests() -> Vec<ImportRequest> {
    vec![
        request("org.zz").name("Z"),
        request("org.a").name("Zz"),
        request("org.b").name("Zz"),
        request("org.zz").name_as("Z", "Y"),
        request("java.zz").name("*"),
        request("scala.util").name("Zz"),
        request("org.zz").name("Z").name("Y"),
    ]
}

pub(super) const LANGUAGES: [Language; 10] = [
    Language {
        name: "csharp",
        headers: &[
            "",
            "// Copyright @\n\n#define X\nextern alias Y;\n",
            "#nullable enable\n",
            "using System;\n\nnamespace N;\n\n",
        ],
        imports: CSHARP_IMPORTS,
        comments: &["// c@\n", "/* c@ */\n", "/// <summary>c@</summary>\n"],
        code: CSHARP_CODE,
        ends: &["", "namespace Z { class Y@ { } }\n"],
        added: csharp_requests,
        keeps_order: false,
    },
    Language {
        name: "csharp",
        headers: &["namespace N\n{\n", "// Copyright @\nnamespace N {\n\n"],
        imports: CSHARP_IMPORTS,
        comments: &["// c@\n", "/* c@ */\n"],
        code: CSHARP_CODE,
        ends: &["}\n", "}\nnamespace M { using System; class Y@ { } }\n"],
        added: csharp_requests,
        keeps_order: false,
    },
    Language {
        name: "php",
        headers: &[
            "<?php\n",
            "#!/usr/bin/php\n<?php\n\n// Copyright @\ndeclare(strict_types=1);\n\nnamespace N;\n\n",
            "<?php declare(strict_types=1);\nnamespace N;\n",
            "<p>use A\\B;</p>\n<?php\n",
        ],
        imports: PHP_IMPORTS,
        comments: &["// c@\n", "# c@\n", "/** c@ */\n"],
        code: PHP_CODE,
        ends: &["", "?>\n<p>use A\\B; @</p>\n"],
        added: php_requests,
        keeps_order: false,
    },
    Language {
        name: "php",
        headers: &[
            "<?php\nnamespace N {\n",
            "<?php\n// Copyright @\nnamespace N\n{ // N\n\n",
        ],
        imports: PHP_IMPORTS,
        comments: &["// c@\n", "# c@\n"],
        code: PHP_CODE,
        ends: &["}\n"],
        added: php_requests,
        keeps_order: false,
    },
    Language {
        name: "kotlin",
        headers: &[
            "",
            "// Copyright @\n@file:JvmName(\"X\")\n\npackage a.b\n\n",
            "package a\n",
            "package a.internal\n\n/** c@ */\n",
            "@file:Suppress(\"X\")\n\n/* c@ */\npackage a.internal; // c@\n",
            "#!/usr/bin/env kotlin\n",
        ],
        imports: &[
            "import b.B\n",
            "import größe.A // c@\n",
            "import b.C as D\n",
            "import b.*\n",
            "import java.util.List\n",
            "import kotlin.math.max\n",
            "import `in`.E;\n",
            "import f.F; import f.G\n",
            "  import h.H /* c@ */\n",
        ],
        comments: &["// c@\n", "/* c@ */\n", "/** c@ */\n"],
        code: &[],
        ends: &["", "fun f@() {\n    // import b.B\n}\n", "class X@\n"],
        added: || {
            vec![
                request("zz").name("Z"),
                request("b").name("Zz"),
                request("a").name_as("Z", "Y"),
                request("zz").name("*"),
                request("java.zz.Z"),
            ]
        },
        keeps_order: false,
    },
    Language {
        name: "scala",
        headers: &[
            "",
            "// Copyright @\npackage a.b\npackage c\n\n",
            "//> using scala 3\n\n",
        ],
        imports: SCALA_IMPORTS,
        comments: &["// c@\n", "/* c@ */\n", "/** c@ */\n"],
        code: SCALA_CODE,
        ends: &["", "package z {\n  import org.b.B\n  class Y@\n}\n"],
        added: scala_requests,
        keeps_order: false,
    },
    Language {
        name: "scala",
        headers: &["package n {\n", "// Copyright @\npackage n {\n\n"],
        imports: SCALA_IMPORTS,
        comments: &["// c@\n", "/* c@ */\n"],
        code: SCALA_CODE,
        ends: &["}\n"],
        added: scala_requests,
        keeps_order: false,
    },
    Language {
        name: "scala",
        headers: &["", "package a\n"],
        imports: &[
            "import org.b.B as C\n",
            "import org.größe.{D, E as F, given, *} // c@\n",
            "import org.a.{given Ordering[Int], G}\n",
            "import org.a.given\n",
            "import org.a.*\n",
            "import org.b.{H as _, *}\n",
        ],
        comments: &["// c@\n", "/* c@ */\n"],
        code: &["export org.z.Z@\n", "given A@: Int = 1\n"],
        ends: &[""],
        added: scala_requests,
        keeps_order: false,
    },
    Language {
        name: "swift",
        headers: &[
            "",
            "// swift-tools-version:5.9\n",
            "#!/usr/bin/swift\n// Copyright @\n\n",
        ],
        imports: &[
            "import Foundation\n",
            "import Größe // c@\n",
            "@testable import App\n",
            "@_exported import Core\n",
            "import struct Foundation.URL\n",
            "import func Darwin.exit\n",
            "@_implementationOnly import B\n",
            "@preconcurrency import C\n",
            "public import D\n",
            "import E; import F\n",
            "@testable\nimport G\n",
            "  import H /* c@ */\n",
        ],
        comments: &["// c@\n", "/* c@ */\n", "/// c@\n"],
        code: &[
            "#if canImport(X@)\nimport Y\nimport X // c@\n#if os(iOS)\nimport B\n#endif\nimport A\n#else\nimport Z\n#endif\n",
            "struct A@ {\n    // import B\n}\n",
            "let s@ = \"\"\"\nimport A\n\"\"\"\n",
            "func f@() {}\n",
        ],
        ends: &["", "@main\nstruct Y@ {}\n"],
        added: || {
            vec![
                request("ZZ"),
                request("Azz"),
                request("ZZ").kind(ImportKind::ReExport),
            ]
        },
        keeps_order: false,
    },
    Language {
        name: "java",
        headers: &["", "/* Copyright @ */\npackage a;\n\n"],
        imports: &[
            "import b.B;\n",
            "import größe.A; // c@\n",
            "import b.*;\n",
            "import static b.B.c;\n",
            "import d.D; import d.E;\n",
        ],
        comments: &["// c@\n", "/* c@ */\n", "/** c@ */\n"],
        code: &[],
        ends: &["", "class X@ {\n    // import b.B;\n}\n"],
        added: || {
            vec![
                request("zz").name("Z"),
                request("b").name("Zz"),
                request("zz.Z").name("z").kind(ImportKind::Member),
            ]
        },
        keeps_order: false,
    },
];
