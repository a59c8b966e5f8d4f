; Captures that the query of the crate lacks or assigns to another class.
(call_expression function: (generic_function function: (field_expression field: (identifier) @function)))
