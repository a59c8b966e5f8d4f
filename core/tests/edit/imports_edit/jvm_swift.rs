//! Imports in Kotlin, Scala and Swift: orders, selectors, attributes and conditions.

use super::*;

#[test]
fn kotlin_is_organised() {
    organises(
        "kotlin",
        "// Copyright\n@file:JvmName(\"X\")\n\npackage a.b\n\n// About list.\nimport java.util.List\nimport kotlin.math.max // max\nimport größe.B\n\n\
         import a.b.C as D\nimport javax.inject.Inject\nimport `in`.Z\nimport größe.B\nimport größe.A;\nimport a.*\n\n/** Doc. */\nclass X\n",
        "// Copyright\n@file:JvmName(\"X\")\n\npackage a.b\n\nimport a.*\nimport größe.A;\nimport größe.B\nimport `in`.Z\n\
         // About list.\nimport java.util.List\nimport javax.inject.Inject\nimport kotlin.math.max // max\nimport a.b.C as D\n\n/** Doc. */\nclass X\n",
    );
    // The text is in ASCII order.
    organises(
        "kotlin",
        "import a.B as C\nimport java.util.List\nimport kotlin.math.max\nimport org.x.Y\nimport org.x.X\n",
        "import a.B as C\nimport java.util.List\nimport kotlin.math.max\nimport org.x.X\nimport org.x.Y\n",
    );
    let loose = "import b.B; import a.A\nimport d.D /* c\n */\nimport c.C\n";
    organises("kotlin", loose, loose);
}

#[test]
fn kotlin_imports_are_added_and_removed() {
    adds(
        "kotlin",
        &[
            request("a.b").name_as("C", "D"),
            request("java.io").name("File"),
            request("c").name("*").kind(ImportKind::Wildcard),
            request("b.c.D"),
            request("b.B"),
        ],
        "package p\n\nimport b.B\nimport java.util.List\n\nfun f() {}\n",
        "package p\n\nimport b.B\nimport b.c.D\nimport c.*\nimport java.io.File\nimport java.util.List\nimport a.b.C as D\n\nfun f() {}\n",
    );
    for (before, after) in [
        ("", "import a.B\n"),
        ("fun f() {}\n", "import a.B\n\nfun f() {}\n"),
        (
            "#!/usr/bin/env kotlin\n@file:DependsOn(\"x\")\n\nf()\n",
            "#!/usr/bin/env kotlin\n@file:DependsOn(\"x\")\n\nimport a.B\n\nf()\n",
        ),
        // The grammar makes the comment a part of the package.
        (
            "package p.internal\n\n/** Doc. */\nabstract class C\n",
            "package p.internal\n\nimport a.B\n\n/** Doc. */\nabstract class C\n",
        ),
        (
            "/* Licence */\npackage p\n\n/** Doc. */\nclass C\n",
            "/* Licence */\npackage p\n\nimport a.B\n\n/** Doc. */\nclass C\n",
        ),
    ] {
        adds("kotlin", &[request("a").name("B")], before, after);
    }
    removes(
        "kotlin",
        &[
            ImportRemoval::name("a", "B"),
            ImportRemoval::module("c.D"),
            ImportRemoval::name("e", "*"),
        ],
        "// About B.\nimport a.B as X // b\nimport c.D\nimport e.*\nimport f.G\n",
        "import f.G\n",
    );
}

#[test]
fn scala_is_organised() {
    organises(
        "scala",
        "// Copyright\npackage a.b\npackage c\n\n// About files.\nimport java.nio.file.{Paths, Files} // nio\nimport java.a.B, javax.x.Y\n\nimport scala.util.{Try, Failure => F, _}\n\
         import org.größe.B\nimport org.a.{given, *, X as Y, given Ordering[Int]}\nimport org.größe.B\nimport zio.Task\n\nobject X { import Z.b; import Z.a }\n",
        "// Copyright\npackage a.b\npackage c\n\nimport java.a.B\n// About files.\nimport java.nio.file.{Files, Paths} // nio\nimport javax.x.Y\n\n\
         import scala.util.{Failure => F, Try, _}\n\nimport org.a.{X as Y, given Ordering[Int], given, *}\nimport org.größe.B\nimport zio.Task\n\nobject X { import Z.b; import Z.a }\n",
    );
    // The text is in ASCII order, with its own sections.
    organises(
        "scala",
        "import akka.actor.Actor\nimport java.util.UUID\nimport scala.util.Try\n\nimport org.b.C\nimport org.a.B\n",
        "import akka.actor.Actor\nimport java.util.UUID\nimport scala.util.Try\n\nimport org.a.B\nimport org.b.C\n",
    );
    // The text has symbols and lists first.
    organises(
        "scala",
        "import cats.{~>, Monad}\nimport cats.effect._\nimport cats.effect.{b, A}\nimport cats.effect.std.{C, c}\nimport cats.data.D\n",
        "import cats.{~>, Monad}\nimport cats.data.D\nimport cats.effect._\nimport cats.effect.{b, A}\nimport cats.effect.std.{c, C}\n",
    );
    // An import that may begin with a name from another import stays in place.
    organises(
        "scala",
        "import org.z.Z\nimport org.y.Y\nimport mutable.Map\nimport scala.collection.mutable\nimport org.b.B\nimport org.a.A\n",
        "import org.y.Y\nimport org.z.Z\nimport mutable.Map\nimport scala.collection.mutable\n\nimport org.a.A\nimport org.b.B\n",
    );
    let relative = "import slick.driver.H2._\nimport api._\nimport actor.Y\nimport actor.X\n";
    organises("scala", relative, relative);
    organises(
        "scala",
        "package a {\n  import org.d.D\n  import org.c.C\n  class X\n}\npackage b:\n  import org.f.F\n  import org.e.E\n  class Y\n",
        "package a {\n  import org.c.C\n  import org.d.D\n  class X\n}\npackage b:\n  import org.e.E\n  import org.f.F\n  class Y\n",
    );
}

#[test]
fn scala_imports_are_added() {
    adds(
        "scala",
        &[
            request("org.a").name("B"),
            request("org.c").name_as("D", "E").name("F").name("*"),
            request("scala.util").name("Try"),
            request("org.z").name("*").kind(ImportKind::Wildcard),
            request("org.y").name_as("A", "B"),
        ],
        "package p\n\nimport org.a.A\n\nclass X\n",
        "package p\n\nimport scala.util.Try\n\nimport org.a.{A, B}\nimport org.c.{D => E, F, _}\nimport org.y.{A => B}\nimport org.z._\n\nclass X\n",
    );
    // Scala 3.
    adds(
        "scala",
        &[
            request("org.a").name_as("B", "C"),
            request("org.d").name("*"),
            request("org.d").name("given"),
        ],
        "import org.a.X as Y\n",
        "import org.a.{B as C, X as Y}\nimport org.d.{given, *}\n",
    );
    // A list with a wildcard hides the original names of its renamed names.
    adds(
        "scala",
        &[
            request("org.a").name("*"),
            request("org.b").name_as("X", "Y"),
        ],
        "import org.a.{B => C}\nimport org.b._\n",
        "import org.a._\nimport org.a.{B => C}\nimport org.b._\nimport org.b.{X => Y}\n",
    );
    for (before, after) in [
        ("", "import org.a.B\n"),
        ("object X\n", "import org.a.B\n\nobject X\n"),
        (
            "//> using scala 3\n\npackage p\npackage q\n\n/** Doc. */\nclass C\n",
            "//> using scala 3\n\npackage p\npackage q\n\nimport org.a.B\n\n/** Doc. */\nclass C\n",
        ),
        (
            "package p {\n  class C\n}\n",
            "import org.a.B\n\npackage p {\n  class C\n}\n",
        ),
        (
            "package p {\n  import org.c.C\n  class C\n}\n",
            "package p {\n  import org.a.B\n  import org.c.C\n  class C\n}\n",
        ),
    ] {
        adds("scala", &[request("org.a").name("B")], before, after);
    }
}

#[test]
fn scala_imports_are_removed() {
    let name = ImportRemoval::name;
    removes(
        "scala",
        &[
            name("a", "B"),
            name("a", "*"),
            name("c", "D"),
            name("e", "F"),
            name("g", "given"),
        ],
        "import a.{B, C => X, D, _}\nimport b.A, c.D, e.{F, G}\nimport g.{given, H}\n",
        "import a.{C => X, D}\nimport b.A, e.{G}\nimport g.H\n",
    );
    removes(
        "scala",
        &[name("a", "C"), ImportRemoval::module("b.X")],
        "import a.{B => A, C}\nimport b.X\n\nclass Y\n",
        "import a.{B => A}\n\nclass Y\n",
    );
}

#[test]
fn swift_is_organised() {
    organises(
        "swift",
        "// swift-tools-version:5.9\n// Copyright\n\nimport UIKit\n@testable import App\nimport struct Foundation.URL\n// About core.\n@_exported import Core\n\n\
         import Foundation // f\nimport UIKit\n@_implementationOnly import Z\nimport class AVKit.Player\n@preconcurrency import Größe\npublic import B\n\nstruct X {}\n",
        "// swift-tools-version:5.9\n// Copyright\n\npublic import B\n// About core.\n@_exported import Core\nimport Foundation // f\n@preconcurrency import Größe\nimport UIKit\n\n\
         import class AVKit.Player\nimport struct Foundation.URL\n\n@_implementationOnly import Z\n\n@testable import App\n\nstruct X {}\n",
    );
    // Conditional regions stay as they are.
    let condition = "#if canImport(UIKit)\nimport UIKit\nimport AVKit\n#if os(iOS)\nimport D\nimport C\n#endif\nimport B\nimport A\n#else\nimport F\nimport E\n#endif\n";
    organises(
        "swift",
        &format!("import Z\nimport Y\n{condition}import X\nimport W\n"),
        &format!("import Y\nimport Z\n{condition}import W\nimport X\n"),
    );
    let loose = "import B; import A\n\nfunc f() {}\nimport D\n@testable\nimport C\n";
    organises(
        "swift",
        loose,
        &loose.replace(
            "import D\n@testable\nimport C\n",
            "import D\n\n@testable\nimport C\n",
        ),
    );
}

#[test]
fn swift_imports_are_added_and_removed() {
    adds(
        "swift",
        &[
            request("Core"),
            request("Combine"),
            request("App"),
            request("Kit").kind(ImportKind::ReExport),
            request("UIKit"),
        ],
        "import Foundation\n@_exported import Core\n\n@testable import App\n\n#if os(iOS)\nimport UIKit\n#endif\n",
        "import Combine\nimport Foundation\n@_exported import Core\n@_exported import Kit\nimport UIKit\n\n@testable import App\n\n#if os(iOS)\nimport UIKit\n#endif\n",
    );
    for (before, after) in [
        ("", "import A\n"),
        ("struct X {}\n", "import A\n\nstruct X {}\n"),
        (
            "#!/usr/bin/swift\n// Copyright\n\n/// Doc.\nstruct X {}\n",
            "#!/usr/bin/swift\n// Copyright\n\nimport A\n\n/// Doc.\nstruct X {}\n",
        ),
        (
            "// swift-tools-version:5.9\nlet x = 1\n",
            "// swift-tools-version:5.9\nimport A\n\nlet x = 1\n",
        ),
    ] {
        adds("swift", &[request("A")], before, after);
    }
    removes(
        "swift",
        &[
            ImportRemoval::name("Foundation", "URL"),
            ImportRemoval::module("App"),
            ImportRemoval::module("UIKit"),
        ],
        "import Core\nimport struct Foundation.URL\n@testable import App\n#if os(iOS)\nimport UIKit\n#endif\n",
        "import Core\n#if os(iOS)\n#endif\n",
    );
}
