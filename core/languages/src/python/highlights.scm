; Captures that the query of the crate lacks: punctuation, operators, numbers distinct from other
; constants.
(decorator "@" @attribute)
(class_definition name: (identifier) @type)
["(" ")" "[" "]" "{" "}" "," ":" "."] @punctuation
; A wildcard with a field stands for the one kind of node that has the field: such patterns compile in
; half the time.
(call function: (_ attribute: (identifier) @function))
(decorator [
  (identifier) @attribute
  (_ attribute: (identifier) @attribute)
  (_ function: (identifier) @attribute)
  (_ function: (_ attribute: (identifier) @attribute))
])
(type_alias_statement "type" @keyword)
(class_pattern (dotted_name (identifier) @type .))
