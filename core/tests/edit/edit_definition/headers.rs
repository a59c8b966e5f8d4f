//! Headers of files and directives: comments that are no documentation of a definition.

use ransack::DefinitionAction::Remove;
use ransack::DefinitionPart::{Doc, Whole};
use ransack::InsertPlace;

use super::{check, edit, insert, move_to, replace};

/// Headers of files of a language: the file name, the header, and two definitions, `a` and `b`.
const HEADERS: [(&str, &str, [&str; 2]); 14] = [
    (
        "a.py",
        "#!/usr/bin/env python3\n",
        ["def a(): pass\n", "def b(): pass\n"],
    ),
    (
        "a.py",
        "# -*- coding: utf-8 -*-\n",
        ["def a(): pass\n", "def b(): pass\n"],
    ),
    (
        "a.rb",
        "# frozen_string_literal: true\n",
        ["def a; end\n", "def b; end\n"],
    ),
    (
        "a.rb",
        "#!/usr/bin/env ruby\n# typed: strict\n",
        ["def a; end\n", "def b; end\n"],
    ),
    (
        "a.sh",
        "#!/bin/sh\n# shellcheck shell=sh\n",
        ["a() { :; }\n", "b() { :; }\n"],
    ),
    (
        "a.ts",
        "// @ts-nocheck\n",
        ["function a() {}\n", "function b() {}\n"],
    ),
    (
        "a.ts",
        "/// <reference types=\"node\" />\n",
        ["function a() {}\n", "function b() {}\n"],
    ),
    (
        "a.js",
        "/* eslint-disable no-var */\n",
        ["function a() {}\n", "function b() {}\n"],
    ),
    (
        "a.js",
        "/** @license MIT */\n",
        ["function a() {}\n", "function b() {}\n"],
    ),
    (
        "a.js",
        "#!/usr/bin/env node\n// @flow\n",
        ["function a() {}\n", "function b() {}\n"],
    ),
    (
        "a.c",
        "// Copyright 2020 A. Author\n// You may use this file as you like.\n",
        ["int a(void) { return 1; }\n", "int b(void) { return 1; }\n"],
    ),
    ("a.rs", "//! Top.\n", ["fn a() {}\n", "fn b() {}\n"]),
    (
        "a.lua",
        "#!/usr/bin/lua\n",
        ["function a() end\n", "function b() end\n"],
    ),
    (
        "a.hs",
        "{-# LANGUAGE GADTs #-}\n",
        ["a = f x\n  where x = 1\n", "b = 1\n"],
    ),
];

#[test]
fn the_header_of_a_file_is_no_part_of_its_first_definition() {
    for (file, header, [a, b]) in HEADERS {
        let source = format!("{header}{a}\n{b}");
        check(file, &source, "a", Remove, &format!("{header}{b}"));
        let whole = replace(Whole, b.trim_end());
        check(file, &source, "a", whole, &format!("{header}{b}\n{b}"));
        let moved = edit(
            file,
            &source,
            &[("a", move_to(None, InsertPlace::After, "b"))],
        )
        .unwrap();
        assert!(moved.starts_with(&format!("{header}{b}")), "{moved}");
        for place in [InsertPlace::Before, InsertPlace::FirstMember] {
            let name = if place == InsertPlace::Before {
                "a"
            } else {
                ""
            };
            let text = edit(file, &source, &[(name, insert(place, b.trim_end()))]).unwrap();
            assert!(text.starts_with(header), "{text}");
            assert!(text.ends_with(&format!("{a}\n{b}")), "{text}");
        }
    }
}

/// New documentation is separated from the header, and is found when it is replaced again.
#[test]
fn documentation_below_a_header_is_its_own() {
    for (file, header, [a, b]) in HEADERS {
        if file == "a.py" {
            continue;
        }
        let source = format!("{header}{a}\n{b}");
        let once = edit(file, &source, &[("a", replace(Doc, "One."))]).unwrap();
        assert!(once.starts_with(&format!("{header}\n")), "{once}");
        let twice = edit(file, &once, &[("a", replace(Doc, "Two."))]).unwrap();
        assert_eq!(twice, once.replace("One.", "Two."));
        assert_eq!(
            edit(file, &twice, &[("a", replace(Doc, ""))]).unwrap(),
            format!("{header}\n{a}\n{b}")
        );
    }
}

#[test]
fn other_comments_at_the_start_are_documentation() {
    let table = [
        (
            "a.js",
            "/** Language of a text. */\nfunction a() {}\n\nlet b = 1;\n",
        ),
        (
            "a.rb",
            "# Returns the encoding: a name.\ndef a; end\n\nB = 1\n",
        ),
        ("a.sh", "# Checks the license key.\na() { :; }\n\nb=1\n"),
    ];
    for (file, source) in table {
        let (_, rest) = source.split_once("\n\n").unwrap();
        check(file, source, "a", Remove, rest);
    }
}

#[test]
fn directives_and_attributes_survive_new_documentation() {
    let table = [
        (
            "a.go",
            "package p\n\n//export a\nfunc a() {}\n",
            "package p\n\n// New.\n//\n//export a\nfunc a() {}\n",
        ),
        (
            "a.go",
            "package p\n\n// Old.\n//\n//go:noinline\nfunc a() {}\n",
            "package p\n\n// New.\n//\n//go:noinline\nfunc a() {}\n",
        ),
        (
            "a.go",
            "package p\n\n//go:noinline\n// Old.\n// More.\nfunc a() {}\n",
            "package p\n\n//go:noinline\n// New.\nfunc a() {}\n",
        ),
        (
            "a.rs",
            "/// Old.\n#[cfg(test)]\n/// More.\nfn a() {}\n",
            "/// New.\n#[cfg(test)]\nfn a() {}\n",
        ),
        (
            "a.rs",
            "/** Old.\n\n * x */\n#[cfg(test)]\n#[inline]\n/// More.\n/// And.\nfn a() {}\n",
            "/** New. */\n#[cfg(test)]\n#[inline]\nfn a() {}\n",
        ),
        (
            "a.ts",
            "/** Old. */\n// @ts-ignore\nfunction a() {}\n",
            "/** New. */\n// @ts-ignore\nfunction a() {}\n",
        ),
        (
            "a.rb",
            "# Old.\n# rubocop:disable Metrics\n# More.\ndef a; end\n",
            "# New.\n# rubocop:disable Metrics\ndef a; end\n",
        ),
        (
            "a.sh",
            "x=1\n# shellcheck disable=SC1\na() { :; }\n",
            "x=1\n# New.\n# shellcheck disable=SC1\na() { :; }\n",
        ),
        (
            "a.hs",
            "-- | Old.\n-- More.\na x = x\n",
            "-- | New.\na x = x\n",
        ),
    ];
    for (file, source, expected) in table {
        check(file, source, "a", replace(Doc, "New."), expected);
        let removed = edit(file, source, &[("a", replace(Doc, ""))]).unwrap();
        for line in source
            .lines()
            .filter(|line| !line.contains("Old.") && !line.contains("More."))
        {
            assert!(
                line.contains("And.") || line.contains("* x") || removed.contains(line),
                "{removed}"
            );
        }
    }
}
