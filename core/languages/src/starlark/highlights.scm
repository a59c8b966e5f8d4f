; Captures that the query of the crate lacks or assigns to another class.
(call function: (attribute attribute: (identifier) @function))
