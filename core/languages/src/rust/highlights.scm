; Captures that the query of the crate lacks: punctuation, operators, numbers distinct from other
; constants.
[(integer_literal) (float_literal)] @number
((identifier) @constant (#match? @constant "^[A-Z][A-Z0-9_]+$"))
["=" "+" "-" "/" "%" "->" "=>" "==" "!=" "<=" ">=" "&&" "||" "+=" "-=" "*=" "/=" ".." "..=" "?" "!"] @operator
((scoped_identifier path: (identifier) @module) (#match? @module "^[a-z]"))
(scoped_use_list path: (identifier) @module)
(macro_invocation "!" @function)
(lifetime) @constant
(lifetime ["'" (identifier)] @constant)
; Markers of documentation comments contain operators.
[(outer_doc_comment_marker) (inner_doc_comment_marker)] @comment
(outer_doc_comment_marker _ @comment)
(inner_doc_comment_marker _ @comment)
(label ["'" (identifier)] @constant)
(macro_definition name: (identifier) @function)
(call_expression function: [(identifier) @function (scoped_identifier name: (identifier) @function)])
[(function_item name: (identifier) @function) (function_signature_item name: (identifier) @function)]
((scoped_identifier path: (identifier) @type)
 (#any-of? @type "bool" "char" "f32" "f64" "i8" "i16" "i32" "i64" "i128" "isize" "str" "u8" "u16" "u32" "u64" "u128" "usize"))
