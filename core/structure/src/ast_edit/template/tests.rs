use super::*;

fn parts(replacement: &str) -> Vec<TemplatePart> {
    Template::parse(replacement, "f($A, $$$B)").unwrap().parts
}

fn literal(text: &str) -> TemplatePart {
    TemplatePart::Literal(text.into())
}

fn capture(slot: VarSlot, is_list: bool, indent: &str) -> TemplatePart {
    let indent = indent.into();
    let text = if is_list { "$$$B" } else { "$A" }.into();
    TemplatePart::Capture {
        slot,
        is_list,
        text,
        indent,
    }
}

#[test]
fn dollars_are_metavariables_text_or_escaped() {
    assert_eq!(
        parts("g($$$B, $A)"),
        [
            literal("g("),
            capture(1, true, ""),
            literal(", "),
            capture(0, false, ""),
            literal(")")
        ]
    );
    assert_eq!(parts(r"\$A\n $a $1 $"), [literal(r"$A\n $a $1 $")]);
    assert_eq!(parts(r"\\$A"), [literal(r"\"), capture(0, false, "")]);
    assert_eq!(parts(r"\$$A"), [literal("$"), capture(0, false, "")]);
    assert_eq!(parts("{\n  $A;\n}")[1], capture(0, false, "  "));
    assert!(parts("").is_empty());
}

#[test]
fn an_unknown_metavariable_is_an_error() {
    for replacement in ["g($C)", "g($_)", "g($$$)"] {
        let error = Template::parse(replacement, "f($A, $$$B)").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidPattern);
        assert_eq!(error.offset(), Some(2));
    }
}
