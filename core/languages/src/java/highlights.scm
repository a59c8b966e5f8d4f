; Captures that the query of the crate lacks: punctuation, operators, numbers distinct from other
; constants.
["(" ")" "[" "]" "{" "}" "," ";" "."] @punctuation
["=" "+" "-" "*" "/" "%" "!" "==" "!=" "<" ">" "<=" ">=" "&&" "||" "->" "?" ":" "+=" "-="] @operator
(package_declaration (_) @module)
(record_declaration name: (identifier) @type)
(compact_constructor_declaration name: (identifier) @type)
(record_pattern . (identifier) @type)
(enum_constant name: (identifier) @constant)
(method_reference "::" . (identifier) @function)
(super) @variable
(module_declaration name: (_) @module)
