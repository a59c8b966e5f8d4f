; Captures that the query of the crate lacks: punctuation, operators, numbers distinct from other
; constants.
(expression/variable) @variable
(pattern/variable) @variable
(decl/signature name: (variable) @function)
(decl/function name: (variable) @function)
(decl/bind name: (variable) @function)
(apply function: (expression/variable) @function)
(qualified id: (variable) @variable)
(apply function: (qualified id: (variable) @function))
(infix_id (variable) @function)
(export (variable) @function)
(import_name (variable) @function)
(foreign_import signature: (signature name: (variable) @function))
