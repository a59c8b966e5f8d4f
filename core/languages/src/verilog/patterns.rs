//! Patterns of Verilog and SystemVerilog.

use crate::pattern::ContextCondition::{Always, Fallback};
use crate::pattern::{FILE, PatternSyntax, at, named};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("_", "")],
    list_placeholders: &[named("_", ";"), named("wire _", ";")],
    contexts: &[
        FILE,
        at("item", Always, "module m;\n", "\nendmodule"),
        at("item", Always, "module m;\n", ";\nendmodule"),
        at(
            "statement",
            Fallback,
            "module m; initial begin\n",
            "\nend endmodule",
        ),
        at(
            "statement",
            Fallback,
            "module m; initial begin\n",
            ";\nend endmodule",
        ),
        at(
            "expression",
            Fallback,
            "module m; assign x = ",
            "; endmodule",
        ),
        at("port", Fallback, "module m(", "); endmodule"),
    ],
    block_kinds: "action_block combinational_body constraint_block cross_body generate_block \
        par_block seq_block sequential_body specify_block",
    ..PatternSyntax::DEFAULT
};
