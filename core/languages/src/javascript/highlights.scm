; Captures that the query of the crate lacks: punctuation, operators, numbers distinct from other
; constants.
(regex "/" @string)
(escape_sequence) @escape
(private_property_identifier) @property
(generator_function_declaration name: (identifier) @function)
(generator_function name: (identifier) @function)
(method_definition name: (private_property_identifier) @function)
(call_expression function: (member_expression property: (private_property_identifier) @function))
["meta" "using"] @keyword
