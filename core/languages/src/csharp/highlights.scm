; Captures that the query of the crate lacks: punctuation, operators, numbers distinct from other
; constants.
(type_parameter name: (identifier) @type)
(type_parameter_constraints_clause . "where" . (identifier) @type)
(delegate_declaration name: (identifier) @type)
["and" "ascending" "by" "descending" "equals" "group" "into" "join" "not" "notnull" "on" "or" "orderby" "readonly" "unmanaged"] @keyword
(invocation_expression function: [
  (identifier) @function
  (generic_name (identifier) @function)
  (member_access_expression name: [(identifier) @function (generic_name (identifier) @function)])
  (conditional_access_expression (member_binding_expression name: [(identifier) @function (generic_name (identifier) @function)]))
])
