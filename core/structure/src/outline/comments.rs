//! Comments that are not documentation: the file header and tool directives.

use ransack_languages::internal::{DocStyle, OutlineTable, has_word};
use tree_sitter::Node;

/// Number of leading bytes of the text searched for the header.
const HEADER_WINDOW: usize = 32 << 10;

/// Line starts, lower case and after the comment marker, that identify comments about the whole
/// file.
const HEADER_STARTS: [&str; 66] = [
    "vi:",
    "vim:",
    "coding:",
    "coding=",
    "encoding:",
    "frozen_string_literal:",
    "warn_indent:",
    "shareable_constant_value:",
    "typed:",
    "@ts-nocheck",
    "@ts-check",
    "@flow",
    "@jsx",
    "@jest-",
    "@vitest-environment",
    "<reference",
    "<amd-",
    "eslint-env",
    "eslint-disable ",
    "go:build",
    "+build ",
    "shellcheck shell=",
    "@generated",
    "@file",
    "\\file",
    "@packagedocumentation",
    "ruff: noqa",
    "flake8: noqa",
    "isort: skip_file",
    "pyright: ",
    "mypy: ",
    "type: ignore",
    "pylint: disable=",
    "pylint: skip-file",
    "pytype: ",
    "fmt: off",
    "yapf: disable",
    "@babel",
    "@format",
    "@prettier",
    "@noflow",
    "tslint:disable ",
    "tslint:disable:",
    "stylelint-disable ",
    "oxlint-disable ",
    "biome-ignore-all",
    "deno-lint-ignore-file",
    "deno-fmt-ignore-file",
    "dprint-ignore-file",
    "istanbul ignore file",
    "v8 ignore file",
    "swift-tools-version",
    "swiftlint:disable ",
    "swift-format-ignore-file",
    "@dart",
    "ignore_for_file:",
    "clang-format off",
    "@formatter:off",
    "phpcs:disable",
    "phpcs:ignorefile",
    "shellcheck disable=",
    "luacheck:",
    "yaml-language-server:",
    "code generated ",
    "do not edit",
    "this file ",
];

/// Starts of code that may precede header comments.
const PREAMBLE: [&[u8]; 6] = [b"<?", b"declare(", b"#![", b"#pragma", b"\"use ", b"'use "];

/// Lower-case words that identify a licence comment.
const LICENCE_WORDS: [&str; 8] = [
    "copyright",
    "spdx-",
    "licensed under",
    "@license",
    "@licence",
    "all rights reserved",
    "mit license",
    "public license",
];

/// Starts of tool directives, after the comment marker.
const DIRECTIVES: [&str; 44] = [
    "rubocop:",
    "standard:",
    "steep:",
    "typed:",
    "@ts-",
    "@vite-ignore",
    "@phpstan-",
    "@psalm-suppress",
    "eslint-",
    "tslint:",
    "biome-ignore",
    "oxlint-",
    "deno-lint-",
    "deno-fmt-",
    "prettier-ignore",
    "dprint-ignore",
    "istanbul ignore",
    "c8 ignore",
    "v8 ignore",
    "webpack",
    "shellcheck ",
    "noqa",
    "type: ignore",
    "pylint:",
    "mypy:",
    "pyright:",
    "ruff:",
    "fmt:",
    "isort:",
    "pragma:",
    "nosec",
    "nolint",
    "NOLINT",
    "NOSONAR",
    "clang-format ",
    "cppcheck-suppress",
    "swiftlint:",
    "swift-format-ignore",
    "ktlint-",
    "phpcs:",
    "ignore:",
    "luacheck:",
    "stylua:",
    "credo:",
];

/// Returns whether a comment is a tool directive, which is not part of the documentation and is not
/// replaced with it: `//go:noinline`, `//export f`, `# rubocop:disable all`.
pub(crate) fn is_directive(comment: &[u8]) -> bool {
    let Ok(comment) = std::str::from_utf8(comment) else {
        return false;
    };
    if let Some(text) = comment.strip_prefix("//") {
        // Go: https://go.dev/doc/comment#syntax
        let words = ["export ", "extern ", "line "];
        let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        let tool = text.trim_start_matches(is_word);
        let named = tool.strip_prefix(':').filter(|_| tool.len() < text.len());
        if words.iter().any(|word| text.starts_with(word))
            || named.is_some_and(|name| name.starts_with(is_word))
        {
            return true;
        }
    }
    let text = without_marker(comment);
    DIRECTIVES.iter().any(|start| text.starts_with(start))
}

/// Returns a comment line without its marker.
fn without_marker(line: &str) -> &str {
    let is_mark = |c: char| "/*#-%;{!".contains(c) || c.is_whitespace();
    line.trim_start_matches(is_mark)
}

/// Returns the end of the leading comments about the whole file: a shebang, magic comments,
/// directives and the licence. Returns 0 if there are no such comments.
pub(crate) fn header_end(root: Node<'_>, source: &[u8], table: &OutlineTable) -> usize {
    let mut cursor = root.walk();
    let mut end = 0;
    // Row after a line comment with a licence; line comments directly below continue it.
    let mut licence_row = None;
    for node in root.children(&mut cursor) {
        if node.start_byte() > HEADER_WINDOW {
            break;
        }
        let text = source.get(node.byte_range()).unwrap_or_default();
        let is_pragma = text.starts_with(b"{-#");
        let is_comment = is_pragma || has_word(table.comments, node.kind());
        if !is_comment {
            match text.get(..2) {
                Some(b"#!") if node.start_position().row == 0 && !text.starts_with(b"#![") => {
                    end = trimmed_end(source, node.end_byte());
                }
                _ if PREAMBLE.iter().any(|start| text.starts_with(start)) => {}
                _ => break,
            }
            continue;
        }
        let row = node.start_position().row;
        let lower = String::from_utf8_lossy(text).to_lowercase();
        let begins = |line: &str| {
            let line = without_marker(line);
            let is_start =
                |start: &&str| line.starts_with(*start) || line.trim_end() == start.trim_end();
            HEADER_STARTS.iter().any(is_start)
        };
        let is_magic = lower.contains("-*-") || lower.lines().any(begins);
        let is_line = !text.contains(&b'\n') && !text.ends_with(b"*/");
        let is_licence = LICENCE_WORDS.iter().any(|word| lower.contains(word));
        let continues = licence_row == Some(row) && is_line && !is_doc_mark(text);
        let is_header = is_pragma
            || is_licence
            || continues
            || (text.starts_with(b"#!") && row == 0)
            || is_inner_doc(text, &table.doc)
            || is_magic;
        licence_row = (is_line && (is_licence || continues)).then_some(row + 1);
        if is_header {
            end = trimmed_end(source, node.end_byte());
        }
    }
    end
}

/// Returns the end of a node without the line feed that some grammars include.
fn trimmed_end(source: &[u8], end: usize) -> usize {
    source[..end.min(source.len())].trim_ascii_end().len()
}

/// Returns whether a line comment has a documentation mark, which licences do not have.
fn is_doc_mark(comment: &[u8]) -> bool {
    comment.starts_with(b"///") || comment.starts_with(b"---") || comment.starts_with(b"-- |")
}

/// Returns whether a comment documents the enclosing file or module, like `//!` in Rust.
pub(crate) fn is_inner_doc(comment: &[u8], style: &DocStyle) -> bool {
    let is_inner = comment.starts_with(b"//!") || comment.starts_with(b"/*!");
    is_inner && style.lines.contains(&"///") && !style.lines.contains(&"//!")
}

#[cfg(test)]
mod tests;
