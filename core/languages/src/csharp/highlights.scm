; Captures that the query of the crate lacks: punctuation, operators, numbers distinct from other
; constants.
(invocation_expression function: (identifier) @function)
(invocation_expression function: (member_access_expression name: (identifier) @function))
(invocation_expression function: (generic_name (identifier) @function))
(invocation_expression function: (member_access_expression name: (generic_name (identifier) @function)))
(invocation_expression function: (conditional_access_expression (member_binding_expression name: (identifier) @function)))
(invocation_expression function: (conditional_access_expression (member_binding_expression name: (generic_name (identifier) @function))))
(type_parameter name: (identifier) @type)
(type_parameter_constraints_clause . "where" . (identifier) @type)
(delegate_declaration name: (identifier) @type)
["and" "ascending" "by" "descending" "equals" "group" "into" "join" "not" "notnull" "on" "or" "orderby" "readonly" "unmanaged"] @keyword
