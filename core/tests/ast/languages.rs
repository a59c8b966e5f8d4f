//! AST search in every language, over one sample file each.

use std::collections::BTreeSet;

use ransack::ast::{Language, languages};
use ransack::{AstMatchOptions, CancelToken, ast_match};
use ransack_testing::samples;

/// File, language, pattern, and the expected captures of `$A`, in order.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

const CASES: &[Case] = &[
    (
        "page.astro",
        "astro",
        "<Layout title=$A>$$$</Layout>",
        &["\"Posts\""],
    ),
    (
        "backup.sh",
        "bash",
        "cp --archive $A /var/backups",
        &["\"$file\""],
    ),
    ("backup.sh", "bash", "local target=$A", &["$1"]),
    ("list.c", "c", "free($A)", &["head"]),
    ("list.c", "c", "while ($A) { $$$ }", &["head"]),
    ("list.c", "c", "int $A;", &["value"]),
    ("list.c", "c", "struct node *$A = $B", &["next"]),
    ("list.c", "c", "#include $A", &["<stdlib.h>"]),
    ("core.clj", "clojure", "(defn $A [$$$] $$$)", &["total"]),
    (
        "core.clj",
        "clojure",
        "(println $A)",
        &["(str/join \", \" [\"a\" \"b\"])"],
    ),
    (
        "CMakeLists.txt",
        "cmake",
        "add_subdirectory($A)",
        &["tests"],
    ),
    ("CMakeLists.txt", "cmake", "add_library($A $$$)", &["shop"]),
    ("cart.cpp", "cpp", "std::move($A)", &["item"]),
    (
        "cart.cpp",
        "cpp",
        "std::vector<$A>",
        &["std::unique_ptr<Item>"],
    ),
    (
        "cart.cpp",
        "cpp",
        "void add($$$A) { $$$ }",
        &["std::unique_ptr<Item> item"],
    ),
    ("Cart.cs", "csharp", "Console.WriteLine($A)", &["Total()"]),
    ("Cart.cs", "csharp", "[Obsolete($A)]", &["\"use Sum\""]),
    ("Cart.cs", "csharp", "public void $A() { $$$ }", &["Print"]),
    ("Cart.cs", "csharp", "List<$A>", &["Item"]),
    ("site.css", "css", "color: $A", &["var(--accent)"]),
    ("site.css", "css", "display: $A;", &["none"]),
    ("main.dart", "dart", "runApp($A)", &["const Counter()"]),
    (
        "main.dart",
        "dart",
        "import $A;",
        &["'package:flutter/material.dart'"],
    ),
    ("fix.diff", "diff", "+++ $A", &["b/src/lib.rs"]),
    (
        "Dockerfile",
        "dockerfile",
        "FROM $A AS base",
        &["debian:bookworm-slim"],
    ),
    ("Dockerfile", "dockerfile", "EXPOSE $A", &["8080"]),
    ("cart.ex", "elixir", "IO.puts($A)", &["message"]),
    ("cart.ex", "elixir", "def $A(items) do $$$ end", &["total"]),
    ("cart.erl", "erlang", "io:format($A)", &["\"started~n\""]),
    (
        "cart.erl",
        "erlang",
        "spawn($A)",
        &["fun() -> loop([]) end"],
    ),
    (
        "cart.go",
        "go",
        "fmt.Errorf($$$A)",
        &["\"negative price: %d\", item.Price"],
    ),
    ("cart.go", "go", "append($A, item)", &["c.items"]),
    ("cart.go", "go", "if $A < 0 { $$$ }", &["item.Price"]),
    (
        "cart.go",
        "go",
        "func (c *Cart) $A($$$) error { $$$ }",
        &["Add"],
    ),
    ("schema.graphql", "graphql", "name: $A", &["String!"]),
    (
        "schema.graphql",
        "graphql",
        "@deprecated(reason: $A)",
        &["\"use cost\""],
    ),
    ("Cart.hs", "haskell", "sum $A", &["(map price items)"]),
    (
        "Cart.hs",
        "haskell",
        "import qualified Data.Map as $A",
        &["Map"],
    ),
    ("main.tf", "hcl", "ami = $A", &["var.image"]),
    (
        "main.tf",
        "hcl",
        "resource \"aws_instance\" $A { $$$ }",
        &["\"web\""],
    ),
    (
        "index.html",
        "html",
        "<a href=$A $$$>$$$</a>",
        &["\"/cart\""],
    ),
    ("index.html", "html", "class=$A", &["\"link\""]),
    ("setup.ini", "ini", "name = $A", &[" shop"]),
    (
        "Cart.java",
        "java",
        "String.format($$$A)",
        &["\"%d items\", items.size()"],
    ),
    (
        "Cart.java",
        "java",
        "@Override public String $A() { $$$ }",
        &["toString"],
    ),
    (
        "Cart.java",
        "java",
        "return $A",
        &["String.format(\"%d items\", items.size())"],
    ),
    (
        "cart.js",
        "javascript",
        "console.log($$$A)",
        &["'added', item.name"],
    ),
    (
        "cart.js",
        "javascript",
        "throw new TypeError($A)",
        &["'no item'"],
    ),
    ("cart.js", "javascript", "add($A) { $$$ }", &["item"]),
    (
        "cart.js",
        "javascript",
        "import { $A } from './total.js'",
        &["total"],
    ),
    (
        "cart.js",
        "javascript",
        "<Total value={$A} />",
        &["total(cart)"],
    ),
    ("package.json", "json", "\"name\": $A", &["\"shop\""]),
    (
        "package.json",
        "json",
        "{ \"left-pad\": $A }",
        &["\"^1.3.0\""],
    ),
    (
        "cart.jl",
        "julia",
        "println($A)",
        &["total([Item(\"a\", 1.5)])"],
    ),
    ("cart.jl", "julia", "name::$A", &["String"]),
    ("justfile", "just", "version := $A", &["\"1.2.0\""]),
    ("Cart.kt", "kotlin", "println($A)", &["total()"]),
    ("Cart.kt", "kotlin", "fun total(): $A = $B", &["Int"]),
    ("Cart.kt", "kotlin", "List<$A>", &["Item"]),
    ("cart.lua", "lua", "ipairs($A)", &["Cart.new().items"]),
    (
        "cart.lua",
        "lua",
        "return $A",
        &["setmetatable({ items = items or {} }, Cart)", "Cart"],
    ),
    ("Makefile", "make", "CC := $A", &["gcc"]),
    ("Makefile", "make", "include $A", &["config.mk"]),
    ("README.md", "markdown", "# $A", &["Shop"]),
    (
        "README.md",
        "javascript",
        "console.log($A)",
        &["total([1, 2])"],
    ),
    ("README.md", "python", "print($A)", &["total"]),
    ("default.nix", "nix", "pname = $A;", &["\"shop\""]),
    (
        "default.nix",
        "nix",
        "pkgs.stdenv.mkDerivation $A",
        &["{\n  pname = \"shop\";\n  version = \"1.2.0\";\n  buildInputs = [ pkgs.openssl ];\n}"],
    ),
    ("Cart.m", "objc", "[self.items addObject:$A]", &["item"]),
    (
        "Cart.m",
        "objc",
        "NSLog($$$A)",
        &["@\"added %@\", item.name"],
    ),
    ("cart.ml", "ocaml", "print_endline $A", &["\"empty\""]),
    (
        "cart.ml",
        "ocaml",
        "List.fold_left $A 0 items",
        &["(fun sum item -> sum + item.price)"],
    ),
    ("cart.odin", "odin", "fmt.println($A)", &["sum"]),
    ("cart.odin", "odin", "sum += $A", &["item.price"]),
    ("Cart.pm", "perl", "print_total($A)", &["$sum"]),
    ("Cart.pm", "perl", "return $A;", &["$sum"]),
    (
        "cart.php",
        "php",
        "array_push($$$A)",
        &["$this->items, $item"],
    ),
    (
        "cart.php",
        "php",
        "throw new InvalidArgumentException($A);",
        &["'negative'"],
    ),
    (
        "cart.php",
        "php",
        "public function $A($$$): void { $$$ }",
        &["add"],
    ),
    ("cart.ps1", "powershell", "Write-Output $A", &[" $sum"]),
    ("cart.proto", "protobuf", "string name = $A;", &["1"]),
    (
        "cart.proto",
        "protobuf",
        "rpc Add ($A) returns (Item)",
        &["Item"],
    ),
    (
        "cart.py",
        "python",
        "logging.error($A, exc_info=error)",
        &["\"no price\""],
    ),
    ("cart.py", "python", "@dataclass($A)", &["frozen=True"]),
    ("cart.py", "python", "name: $A", &["str"]),
    ("cart.py", "python", "items: $A", &["list[Item]"]),
    (
        "cart.py",
        "python",
        "except $A as error: $$$",
        &["TypeError"],
    ),
    (
        "cart.R",
        "r",
        "print($A)",
        &["total(data.frame(price = c(1, 2)))"],
    ),
    ("cart.R", "r", "library($A)", &["dplyr"]),
    ("date.regex", "regex", "(?<year>$$$A)", &["\\d{4}"]),
    ("cart.rb", "ruby", "puts $A", &["total"]),
    ("cart.rb", "ruby", "attr_reader $A", &[":items"]),
    ("cart.rb", "ruby", "def $A\n  puts total\nend", &["show"]),
    ("cart.rs", "rust", "println!(\"{}\", $A)", &["sum"]),
    ("cart.rs", "rust", "#[derive($$$A)]", &["Debug, Clone"]),
    ("cart.rs", "rust", "pub name: $A", &["String"]),
    (
        "cart.rs",
        "rust",
        "pub fn $A(items: &[Item]) -> u32 { $$$ }",
        &["total"],
    ),
    ("cart.rs", "rust", "let sum: $A = $B", &["u32"]),
    ("cart.rs", "rust", "n => $A", &["n + 1"]),
    ("Cart.scala", "scala", "println($A)", &["total"]),
    (
        "Cart.scala",
        "scala",
        "import scala.collection.mutable.$A",
        &["ListBuffer"],
    ),
    ("Cart.sol", "solidity", "require($A, $B)", &["price > 0"]),
    (
        "Cart.sol",
        "solidity",
        "emit Added($$$A)",
        &["msg.sender, price"],
    ),
    (
        "report.sql",
        "sql",
        "DELETE FROM items WHERE $A",
        &["price < 0"],
    ),
    ("report.sql", "sql", "price > $A", &["10"]),
    ("BUILD", "starlark", "glob($A)", &["[\"src/**/*.rs\"]"]),
    ("BUILD", "starlark", "name = $A", &["\"shop\""]),
    (
        "Cart.svelte",
        "svelte",
        "<ul class=$A>$$$</ul>",
        &["\"list\""],
    ),
    (
        "Cart.svelte",
        "typescript",
        "console.log($A)",
        &["items.length"],
    ),
    ("Cart.svelte", "css", "color: $A", &["teal"]),
    ("Cart.swift", "swift", "print($A)", &["item.name"]),
    ("Cart.swift", "swift", "var price: $A", &["Int"]),
    ("Cart.tla", "tlaplus", "Append(items, $A)", &["p"]),
    (
        "Cargo.toml",
        "toml",
        "version = $A",
        &["\"1.2.0\"", "\"1\""],
    ),
    ("Cart.tsx", "tsx", "useState<$A>(false)", &["boolean"]),
    ("Cart.tsx", "tsx", "<Total value={$A} />", &["items.length"]),
    ("Cart.tsx", "tsx", "onClose={$A}", &["() => setOpen(false)"]),
    ("cart.ts", "typescript", "this.items.push($A)", &["item"]),
    (
        "cart.ts",
        "typescript",
        "@Injectable($A)",
        &["{ providedIn: 'root' }"],
    ),
    ("cart.ts", "typescript", "name: $A", &["string"]),
    ("cart.ts", "typescript", "item: $A", &["Item"]),
    (
        "cart.ts",
        "typescript",
        "add($$$A): void { $$$ }",
        &["item: Item"],
    ),
    ("counter.v", "verilog", "assign next = $A;", &["count + 1"]),
    ("counter.v", "verilog", "count <= $A;", &["0", "next"]),
    (
        "Cart.vue",
        "vue",
        "<button $$$A>$$$</button>",
        &["class=\"buy\" @click=\"buy(items)\""],
    ),
    (
        "Cart.vue",
        "typescript",
        "console.log($A)",
        &["items.value"],
    ),
    ("Cart.vue", "css", "color: $A", &["green"]),
    ("pom.xml", "xml", "<groupId>$A</groupId>", &["com.example"]),
    ("ci.yml", "yaml", "runs-on: $A", &["ubuntu-latest"]),
    (
        "cart.zig",
        "zig",
        "std.debug.print($A, $B)",
        &["\"{d}\\n\""],
    ),
    ("cart.zig", "zig", "var sum: $A = 0;", &["u32"]),
    ("cart.zig", "zig", "@import($A)", &["\"std\""]),
];

/// Returns the capture of `$A` in each match.
fn found(case: &Case) -> Result<Vec<String>, ransack::Error> {
    let (file, language, pattern, _) = case;
    let source = samples::file(file);
    let host = Language::from_path(file).unwrap().name;
    let mut options = AstMatchOptions::new(*pattern);
    options.select.include_meta = true;
    let outcome = ast_match(source.as_bytes(), host, &options, &CancelToken::new())?;
    assert!(outcome.report.complete, "{case:?}: {:?}", outcome.report);
    let in_language = outcome
        .items
        .into_iter()
        .filter(|item| item.language == *language);
    Ok(in_language
        .map(|item| {
            let a = item.meta_variables.iter().find(|m| m.name == "A").unwrap();
            String::from_utf8(a.text.clone()).unwrap()
        })
        .collect())
}

#[test]
fn patterns_find_their_nodes() {
    let mut faults = Vec::new();
    for case in CASES {
        match found(case) {
            Ok(found) if found == case.3 => {}
            Ok(found) => faults.push(format!("{case:?}\n    found {found:?}")),
            Err(error) => faults.push(format!("{case:?}\n    {error}")),
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_language_is_tested() {
    let tested: BTreeSet<_> = CASES.iter().map(|case| case.1).collect();
    let known: BTreeSet<_> = languages().iter().map(|language| language.name).collect();
    assert_eq!(tested, known);
}
