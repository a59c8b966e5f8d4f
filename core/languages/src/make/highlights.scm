; Captures that the query of the crate lacks or assigns to another class.
; The comment after a value is a part of it.
(variable_assignment value: (text) @comment.from_hash)
