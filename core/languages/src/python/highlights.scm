; Captures that the query of the crate lacks: punctuation, operators, numbers distinct from other
; constants.
(decorator "@" @attribute)
(decorator (identifier) @attribute)
(decorator (call function: (identifier) @attribute))
(class_definition name: (identifier) @type)
["(" ")" "[" "]" "{" "}" "," ":" "."] @punctuation
