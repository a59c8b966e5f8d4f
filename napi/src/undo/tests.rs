use super::*;

#[test]
fn operations_get_the_names_of_javascript() {
    for (name, expected) in [("edit", "edit"), ("ast_edit", "astEdit"), ("", "")] {
        assert_eq!(camel_case(name), expected);
    }
}
