; Captures that the query of the crate lacks: punctuation, operators, numbers distinct from other
; constants.
(invocation_expression function: (identifier) @function)
(invocation_expression function: (member_access_expression name: (identifier) @function))
