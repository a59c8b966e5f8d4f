; Captures that the query of the crate lacks: punctuation, operators, numbers distinct from other
; constants.
["(" ")" "[" "]" "{" "}" "," ";" "." ":"] @punctuation
(package_identifier) @module
(method_elem name: (field_identifier) @function)
(type_parameter_declaration name: (identifier) @type)
; A call of a generic function parses as a conversion to a generic type.
(type_conversion_expression type: (generic_type type: (type_identifier) @function))
(type_conversion_expression type: (generic_type type: (qualified_type name: (type_identifier) @function)))
