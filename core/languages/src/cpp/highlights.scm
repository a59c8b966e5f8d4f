; Captures that the query of the crate lacks: punctuation, operators, numbers distinct from other
; constants.
(namespace_identifier) @module
"::" @punctuation
["and" "and_eq" "bitand" "bitor" "compl" "decltype" "not" "not_eq" "operator" "or" "or_eq" "static_assert" "xor" "xor_eq"] @keyword
(destructor_name (identifier) @function)
(concept_definition name: (identifier) @type)
; Named casts look like templates.
((call_expression function: (template_function name: (identifier) @keyword))
 (#any-of? @keyword "static_cast" "const_cast" "dynamic_cast" "reinterpret_cast"))
((call_expression function: (identifier) @keyword) (#eq? @keyword "typeid"))
; The grammar parses declarations of modules as those of variables.
((declaration . type: (type_identifier) @keyword) (#any-of? @keyword "export" "import" "module"))
((declaration . type: (type_identifier) @_export declarator: (identifier) @keyword)
 (#eq? @_export "export") (#any-of? @keyword "import" "module"))
