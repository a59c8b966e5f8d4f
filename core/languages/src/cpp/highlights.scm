; Captures that the query of the crate lacks: punctuation, operators, numbers distinct from other
; constants.
(namespace_identifier) @module
"::" @punctuation
["and" "and_eq" "bitand" "bitor" "compl" "decltype" "not" "not_eq" "operator" "or" "or_eq" "static_assert" "xor" "xor_eq"] @keyword
(destructor_name (identifier) @function)
(concept_definition name: (identifier) @type)
; Named casts look like templates, and declarations of modules like those of variables.
((template_function name: (identifier) @keyword)
 (#any-of? @keyword "static_cast" "const_cast" "dynamic_cast" "reinterpret_cast"))
; Rooted in rare nodes, because each name in a text is tried.
(call_expression function: (identifier) @keyword (#eq? @keyword "typeid"))
(function_declarator declarator: (identifier) @keyword (#eq? @keyword "typeid"))
(declaration type: (type_identifier) @keyword (#any-of? @keyword "export" "import"))
