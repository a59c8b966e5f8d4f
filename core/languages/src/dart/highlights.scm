; Captures that the query of the crate lacks or assigns to another class.
["await"] @keyword
(call_expression function: (instantiation_expression function: (identifier) @function))
; A name that is a word of the language.
(identifier _ @none)
