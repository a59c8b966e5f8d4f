; Captures that the query of the crate lacks: punctuation, operators, numbers distinct from other
; constants.
(variable_name) @variable
(variable_name "$" @variable)
(class_declaration name: (name) @type)
(base_clause (name) @type)
["(" ")" "[" "]" "{" "}" "," ";"] @punctuation
["=" "+" "-" "*" "/" "." "==" "===" "!=" "!==" "<" ">" "->" "=>" "::" "&&" "||" "!"] @operator
