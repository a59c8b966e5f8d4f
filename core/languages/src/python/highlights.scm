; Captures that the query of the crate lacks: punctuation, operators, numbers distinct from other
; constants.
(decorator "@" @attribute)
(decorator (identifier) @attribute)
(decorator (call function: (identifier) @attribute))
(class_definition name: (identifier) @type)
["(" ")" "[" "]" "{" "}" "," ":" "."] @punctuation
(call function: (attribute attribute: (identifier) @function))
(decorator (attribute attribute: (identifier) @attribute))
(decorator (call function: (attribute attribute: (identifier) @attribute)))
(type_alias_statement "type" @keyword)
(class_pattern (dotted_name (identifier) @type .))
