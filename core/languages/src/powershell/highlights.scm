; Captures that the query of the crate lacks or assigns to another class.
; The keywords of these nodes are not nodes of their own.
((command command_name: (command_name) @keyword) (#match? @keyword "^(?i:using)$"))
((switch_clause_condition) @keyword (#match? @keyword "^(?i:default)$"))
(class_statement) @keyword.head
(class_statement . (simple_name) @type)
(class_statement ":" (simple_name) @type)
(enum_statement) @keyword.head
(enum_statement . (simple_name) @type)
(enum_member (simple_name) @constant)
(class_attribute) @keyword
(class_method_definition (simple_name) @function)
(key_expression (simple_name) @property)
["in"] @keyword
["(" ")" "[" "]" "{" "}" "@{" "@(" "$(" ":" "," "."] @punctuation
["=" "|" "::" "!" "+=" "-=" "*=" "/=" "%=" "++" "--"] @operator
