; Captures that the query of the crate lacks or assigns to another class.
(call function: (extract_operator rhs: (identifier) @function))
