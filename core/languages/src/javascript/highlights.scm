; Captures that the query of the crate lacks: punctuation, operators, numbers distinct from other
; constants.
(regex "/" @string)
(escape_sequence) @escape
(generator_function_declaration name: (identifier) @function)
(generator_function name: (identifier) @function)
["meta" "using"] @keyword
