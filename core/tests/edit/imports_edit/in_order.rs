//! Ruby, Lua and Perl, whose imports run code in their order; Solidity, whose order is free.

use super::*;

fn module(name: &str) -> ImportRemoval {
    ImportRemoval::module(name)
}

#[test]
fn ruby_is_changed() {
    let head = "#!/usr/bin/env ruby\n# frozen_string_literal: true\n\n";
    adds(
        "ruby",
        &[request("json")],
        &format!("{head}puts 1\n"),
        &format!("{head}require \"json\"\n\nputs 1\n"),
    );
    adds(
        "ruby",
        &[
            request("set"),
            request("./größe"),
            request("../up"),
            request("task.rb").kind(ImportKind::Include),
            request("m").name("M").kind(ImportKind::Dynamic),
        ],
        "# Doc.\n\nrequire 'json' # j\nrequire_relative 'lib'\n\nclass A\nend\n",
        "# Doc.\n\nrequire 'json' # j\nrequire 'set'\nrequire_relative 'lib'\nrequire_relative 'größe'\n\
         require_relative '../up'\nautoload :M, 'm'\nload 'task.rb'\n\nclass A\nend\n",
    );
    let same = "require(\"json\")\nKernel.require 'set'\nrequire_relative './lib'\n";
    adds(
        "ruby",
        &[request("json"), request("set"), request("./lib")],
        same,
        same,
    );
    removes(
        "ruby",
        &[module("json"), module("./lib"), module("m"), module("f.rb")],
        "# Doc.\n\n# J.\nrequire 'json' # j\nrequire_relative 'lib'\nautoload :M, 'm'\nload 'f.rb'\nrequire 'set'\n",
        "# Doc.\n\nrequire 'set'\n",
    );
    removes(
        "ruby",
        &[ImportRemoval::name("m", "M")],
        "autoload :M, 'm'\nautoload :N, 'm'\n",
        "autoload :N, 'm'\n",
    );
    // Files load in their order; only repeated statements go.
    organises(
        "ruby",
        "require 'z'\nrequire 'a'\n# Again.\nrequire 'z'\nload 'f.rb'\nload 'f.rb'\nautoload :A, 'x'\n\
         autoload :A, 'y'\nautoload :A, 'x'\n\nrequire 'z'\n",
        "# Again.\nrequire 'z'\nrequire 'a'\nload 'f.rb'\nload 'f.rb'\nautoload :A, 'x'\n\
         autoload :A, 'y'\nautoload :A, 'x'\n\nrequire 'z'\n",
    );
}

#[test]
fn code_of_ruby_stays() {
    let code = "require 'a' if x\nbegin\n  require 'b'\nrescue LoadError\nend\nx = require 'c'\n\
                require \"d#{x}\"\nobj.require 'e'\n=begin\nrequire 'f'\n=end\nclass A\n  require 'g'\nend\n\
                s = <<~TEXT\n  require 'h'\nTEXT\n__END__\nrequire 'i'\n";
    organises("ruby", code, code);
    let token = CancelToken::new();
    for name in ["a", "b", "c", "d", "e", "f", "g", "h", "i"] {
        let found = remove_imports(code.as_bytes(), "ruby", &[module(name)], &token).unwrap_err();
        assert_eq!(found.kind(), ErrorKind::UnknownName, "{name}");
    }
    adds(
        "ruby",
        &[request("a")],
        code,
        &format!("require 'a'\n\n{code}"),
    );
}

#[test]
fn lua_is_changed() {
    adds(
        "lua",
        &[
            request("a.b"),
            request("größe").name_as("*", "g"),
            request("c").name("d").name_as("e", "f"),
            request("x").kind(ImportKind::SideEffect),
            request("f.lua").kind(ImportKind::Include),
        ],
        "-- Doc.\n\nlocal z = require \"z\" -- z\nlocal y = require 'y';\n\nz()\n",
        "-- Doc.\n\nlocal z = require \"z\" -- z\nlocal y = require 'y';\nlocal b = require \"a.b\"\n\
         local g = require \"größe\"\nlocal d = require(\"c\").d\nlocal f = require(\"c\").e\nrequire \"x\"\n\
         dofile \"f.lua\"\n\nz()\n",
    );
    adds(
        "lua",
        &[request("a")],
        "#!/usr/bin/lua\nprint 'x'\n",
        "#!/usr/bin/lua\nlocal a = require('a')\n\nprint 'x'\n",
    );
    // Without a semicolon, the next line would call the module.
    adds(
        "lua",
        &[request("a")],
        "--[[ (\n]] -- Main.\n(main or print)()\n",
        "local a = require(\"a\");\n\n--[[ (\n]] -- Main.\n(main or print)()\n",
    );
    let same = "local a = require('a')\nlocal b <const> = require \"b\"\nlocal d = require 'c'.d\n";
    adds(
        "lua",
        &[request("a"), request("b"), request("c").name("d")],
        same,
        same,
    );
    removes(
        "lua",
        &[
            module("a"),
            ImportRemoval::name("b", "*"),
            ImportRemoval::name("c", "d"),
            module("x"),
        ],
        "local a = require 'a' -- a\nlocal b = require('b');\nlocal d = require 'c'.d\n-- X.\nrequire 'x'\nm = require 'm'\n",
        "m = require 'm'\n",
    );
    organises(
        "lua",
        "require 'z'\nlocal b = require 'b'\nlocal a = require 'a' -- a\nlocal b = require 'b' -- b\nrequire 'z'\n\
         local x = require 'a'\nlocal x = require 'b'\nlocal x = require 'a'\n",
        "require 'z'\nlocal b = require 'b' -- b\nlocal a = require 'a' -- a\n\
         local x = require 'a'\nlocal x = require 'b'\nlocal x = require 'a'\n",
    );
}

#[test]
fn code_of_lua_stays() {
    let code = "local a, b = require 'a', require 'b'\nM.c = require 'c'\nlocal d = require 'd' or {}\n\
                local e = require 'e'(x)\nlocal f = require('f' .. x)\nif x then require 'g' end\n\
                do local h = require 'h' end\n--[[\nrequire 'i'\n]]\ns = [[\nrequire 'j'\n]]\nreturn require 'k'\n";
    organises("lua", code, code);
    let token = CancelToken::new();
    for name in ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"] {
        let found = remove_imports(code.as_bytes(), "lua", &[module(name)], &token).unwrap_err();
        assert_eq!(found.kind(), ErrorKind::UnknownName, "{name}");
    }
}

#[test]
fn perl_is_changed() {
    let head = "#!/usr/bin/perl -w\n# Copyright\npackage A::B;\n\nuse v5.36;\n";
    adds(
        "perl",
        &[request("strict"), request("Carp").name("croak")],
        &format!("{head}\nsub f {{}}\n"),
        &format!("{head}\nuse strict;\nuse Carp qw(croak);\n\nsub f {{}}\n"),
    );
    adds(
        "perl",
        &[
            request("utf8"),
            request("POSIX").name("floor"),
            request("List::Util").name("max"),
            request("parent").name("Base"),
            request("X").kind(ImportKind::SideEffect),
            request("Y").kind(ImportKind::Dynamic),
            request("y.pl").kind(ImportKind::Include),
        ],
        "use strict;\nuse warnings FATAL => 'all';\nuse FindBin;\nuse lib \"$FindBin::Bin/lib\";\nuse List::Util qw(sum first); # l\n\
         use parent -norequire, 'C';\n\n1;\n",
        "use strict;\nuse warnings FATAL => 'all';\nuse FindBin;\nuse lib \"$FindBin::Bin/lib\";\nuse utf8;\nuse List::Util qw(sum first max); # l\n\
         use POSIX qw(floor);\nuse X ();\nrequire Y;\nrequire 'y.pl';\nuse parent -norequire, 'C';\nuse parent qw(Base);\n\n1;\n",
    );
    // Lists with other delimiters, lists of strings, and lists with options.
    adds(
        "perl",
        &[
            request("A").name("c"),
            request("B").name("b"),
            request("B").name("c"),
            request("Getopt::Long").name("GetOptions"),
            request("D").name("z"),
        ],
        "use A qw/a b/;\nuse B 'a', \"b\";\nuse Getopt::Long qw(:config no_ignore_case);\nuse D qw(\n    x\n    y\n);\n",
        "use A qw/a b c/;\nuse B 'a', \"b\";\nuse Getopt::Long qw(:config no_ignore_case);\nuse D qw(\n    x\n    y\n    z\n);\n\
         use B qw(c);\nuse Getopt::Long qw(GetOptions);\n",
    );
    adds(
        "perl",
        &[
            request("threads").name("all"),
            request("feature").name("state"),
        ],
        "use threads 'yield';\nuse feature qw(say);\n",
        "use threads 'yield';\nuse feature qw(say state);\nuse threads qw(all);\n",
    );
    let name = ImportRemoval::name;
    removes(
        "perl",
        &[
            module("Carp"),
            name("A", "b"),
            name("B", "a"),
            name("D", "y"),
            name("E", "c"),
            name("F", "f"),
            module("Y"),
        ],
        "use Carp; # c\nuse A qw(a b c);\nuse B ('a', 'b');\nuse D qw(\n    x\n    y\n);\nuse E qw(a b c);\nuse F 1.2 qw(f);\nrequire Y;\nuse strict;\n",
        "use A qw(a c);\nuse B ('b');\nuse D qw(\n    x\n);\nuse E qw(a b);\nuse strict;\n",
    );
    organises(
        "perl",
        "use strict;\nuse B qw(z a);\nuse A;\nuse A; # a\nuse B qw(z a);\ndo \"f.pl\";\ndo \"f.pl\";\nno strict;\nuse strict;\n",
        "use strict;\nuse B qw(z a);\nuse A; # a\nuse B qw(z a);\ndo \"f.pl\";\ndo \"f.pl\";\nno strict;\nuse strict;\n",
    );
}

#[test]
fn code_of_perl_stays() {
    let code = "use constant A => 1;\nrequire B if $x;\neval { require C; 1 };\nBEGIN { use D; }\nuse 5.010;\n\n\
                =head1 NAME\n\nuse E;\n\n=cut\n\nsub f { require F; }\nif (1) { use G; }\nmy $s = <<\"TEXT\";\nuse H;\nTEXT\n\
                1;\n__END__\nuse I;\n";
    organises("perl", code, code);
    let token = CancelToken::new();
    for name in ["constant", "B", "C", "D", "E", "F", "G", "H", "I"] {
        let found = remove_imports(code.as_bytes(), "perl", &[module(name)], &token).unwrap_err();
        assert_eq!(found.kind(), ErrorKind::UnknownName, "{name}");
    }
    // Documentation without an end, and a last statement without a semicolon, take no import below.
    let pod = "=head1 A\n\nuse B;\n";
    adds("perl", &[request("C")], pod, &format!("use C;\n\n{pod}"));
    adds("perl", &[request("C")], "use A", "use C;\n\nuse A");
    let heredoc = "use A C => <<'TEXT';\nuse B;\nTEXT\n";
    adds(
        "perl",
        &[request("C")],
        heredoc,
        &format!("use C;\n\n{heredoc}"),
    );
    // An import belongs to its package.
    let block = "# Doc.\n\npackage A {\n    use B;\n    sub f {}\n}\n";
    let inner = block.replace("use B;\n", "use B;\n    use C;\n");
    adds("perl", &[request("C")], block, &inner);
    let empty = block.replace("use B;\n    ", "");
    let inner = empty.replace("sub", "use C;\n\n    sub");
    adds("perl", &[request("C")], &empty, &inner);
    let line = b"package A { sub f {} }\n";
    let found = add_imports(line, "perl", &[request("C")], &token).unwrap_err();
    assert_eq!(found.kind(), ErrorKind::InvalidOption);
}

#[test]
fn solidity_is_changed() {
    let head = "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\n";
    let end = "\ncontract A {}\n";
    adds(
        "solidity",
        &[request("./B.sol").name("B")],
        &format!("{head}{end}"),
        &format!("{head}\nimport {{B}} from \"./B.sol\";\n{end}"),
    );
    adds(
        "solidity",
        &[
            request("./d.sol").name_as("A", "B"),
            request("./e.sol"),
            request("./c.sol").name_as("*", "C"),
            request("./b.sol").name_as("*", "B"),
            request("./a.sol"),
        ],
        &format!(
            "{head}\nimport './a.sol';\nimport './b.sol' as B;\nimport {{D, E as F}} from './d.sol'; // d\n{end}"
        ),
        &format!(
            "{head}\nimport './a.sol';\nimport './b.sol' as B;\nimport * as C from './c.sol';\n\
             import {{A as B, D, E as F}} from './d.sol'; // d\nimport './e.sol';\n{end}"
        ),
    );
    removes(
        "solidity",
        &[
            module("a.sol"),
            ImportRemoval::name("b.sol", "*"),
            ImportRemoval::name("d.sol", "E"),
        ],
        "import \"a.sol\";\nimport \"b.sol\" as B;\nimport * as C from \"b.sol\";\nimport {D, E as F} from \"d.sol\";\n",
        "import {D} from \"d.sol\";\n",
    );
    organises(
        "solidity",
        &format!(
            "{head}\n// About b.\nimport {{D, C}} from \"b.sol\";\nimport \"a.sol\"; // a\nimport \"a.sol\";\n\
             import {{E}} from \"b.sol\";\n\nimport \"0.sol\";\n{end}"
        ),
        &format!(
            "{head}\nimport \"a.sol\"; // a\n// About b.\nimport {{C, D, E}} from \"b.sol\";\n\nimport \"0.sol\";\n{end}"
        ),
    );
}

#[test]
fn imports_that_a_language_lacks_are_errors() {
    let token = CancelToken::new();
    for (language, request) in [
        ("ruby", request("a").name("b")),
        ("ruby", request("a\"; f(); \"")),
        ("ruby", request("a#{b}")),
        ("ruby", request("")),
        ("lua", request("a-b")),
        ("lua", request("a").name("*")),
        ("lua", request("a").name("b c")),
        ("lua", request("a.end")),
        ("perl", request("A").name("*")),
        ("perl", request("A").name_as("b", "c")),
        ("perl", request("A").name("b c")),
        ("perl", request("A; f()")),
        ("perl", request("$x.pl").kind(ImportKind::Include)),
        ("solidity", request("a\"; \"")),
        ("solidity", request("a").name("b c")),
        ("solidity", request("a").kind(ImportKind::SideEffect)),
    ] {
        let shown = format!("{language}: {request:?}");
        let found = add_imports(b"", language, &[request], &token);
        let found = found.expect_err(&shown);
        assert_eq!(found.kind(), ErrorKind::InvalidOption, "{shown} {found}");
    }
}
