; Captures that the query of the crate lacks or assigns to another class.
(apply_expression function: (variable_expression (identifier) @function))
