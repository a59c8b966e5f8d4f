//! Closings: code that completes a header, such as `if (x)` or `class A extends B`, to a full
//! statement or declaration.
//!
//! A closing goes between the header and the text of a context. A closing that begins with a blank
//! and a letter continues a block; it is used only for a fragment that ends with `}`.

/// Closings for blocks in C-like languages.
const BRACES: &[&str] = &[" {}", " {};"];

/// Closings for blocks in languages with `try` and `catch`.
const CATCH: &[&str] = &[" {}", " catch (e) {}", " finally {}", " while (x);"];

/// End of a conditional preprocessor directive.
const DIRECTIVE: &str = "\nint x;\n#endif\n";

/// Languages whose elements have end tags.
const MARKUP: [&str; 5] = ["astro", "html", "svelte", "vue", "xml"];

/// Returns the end tag for a fragment that is a start tag; `None` for other fragments and
/// languages.
pub(super) fn end_tag(language: &str, fragment: &str) -> Option<String> {
    let tag = fragment.strip_prefix('<')?.strip_suffix('>')?;
    let is_tag = MARKUP.contains(&language)
        && tag.starts_with(char::is_alphabetic)
        && !tag.ends_with('/')
        && !tag.contains(['<', '>']);
    let name = tag.split(char::is_whitespace).next()?;
    is_tag.then(|| format!("</{name}>"))
}

/// Returns the closings for a language name; empty if the language has no header patterns.
pub(super) fn closings(language: &str) -> &'static [&'static str] {
    match language {
        "c" | "objc" => &[" {}", " {};", " while (x);", DIRECTIVE],
        "cpp" => &[
            " {}",
            " {};",
            " catch (...) {}",
            " while (x);",
            " class c {};",
            " void f() {}",
            DIRECTIVE,
        ],
        "csharp" => &[" {}", " catch (E e) {}", " finally {}", " while (x);", " 0"],
        "dart" => CATCH,
        "go" => &[" {}", " {\ndefault:\n}"],
        "java" => &[" {}", " catch (E e) {}", " finally {}", " while (x);", " 0"],
        "javascript" | "typescript" | "tsx" => {
            &[" {}", " 0", " catch (e) {}", " finally {}", " while (x);"]
        }
        "kotlin" => &[
            " {}",
            " { 0 }",
            " { else -> 0 }",
            " = 0",
            " catch (e: E) {}",
            " finally {}",
            " while (x)",
        ],
        "php" => &[
            " {}",
            " 0",
            " catch (E $e) {}",
            " finally {}",
            " while (1);",
        ],
        "python" | "starlark" => &["\n    pass", ":\n    pass", "\nexcept:\n    pass"],
        "ruby" => &["\nx\nend"],
        "rust" => &[" {}", " 0", " => 0"],
        "scala" => &[" {}", " = 0", " 0"],
        "solidity" => &[" {}", " catch {}", " while (x);"],
        "swift" => &[
            " {}",
            " { x }",
            " else { x }",
            " catch {}",
            " while x",
            " { default: x }",
        ],
        "lua" => &[
            "\nx()\nend",
            " then\nx()\nend",
            " do\nx()\nend",
            "\nx()\nuntil x",
        ],
        "bash" => &[
            "\n:\nfi",
            "; then\n:\nfi",
            "\n:\ndone",
            "; do\n:\ndone",
            " {\n:\n}",
        ],
        "elixir" => &[" do\nx\nend"],
        "julia" => &["\nx\nend"],
        "zig" => &[" {}", " void {}", " 0"],
        "odin" => BRACES,
        "protobuf" | "graphql" | "css" => &[" {}"],
        "hcl" => &[" {\n}"],
        "perl" | "powershell" | "r" => BRACES,
        _ => &[],
    }
}
