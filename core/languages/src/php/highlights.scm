; Captures that the query of the crate lacks: punctuation, operators, numbers distinct from other
; constants.
(variable_name) @variable
(variable_name "$" @variable)
(class_declaration name: (name) @type)
(base_clause (name) @type)
["(" ")" "[" "]" "{" "}" "," ";"] @punctuation
["=" "+" "-" "*" "/" "." "==" "===" "!=" "!==" "<" ">" "->" "=>" "::" "&&" "||" "!"] @operator
[(interface_declaration name: (name) @type) (trait_declaration name: (name) @type) (enum_declaration name: (name) @type)]
(class_interface_clause (name) @type)
(use_declaration (name) @type)
(binary_expression operator: "instanceof" right: (name) @type)
(enum_case name: (name) @constant)
(class_constant_access_expression (_) (name) @constant)
(nullsafe_member_call_expression name: (name) @function)
["?->"] @operator
["yield from" "unset"] @keyword
(var_modifier) @keyword
(bottom_type) @type
; A name that is a word of the language.
(name _ @none)
