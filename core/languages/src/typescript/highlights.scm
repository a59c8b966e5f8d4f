; Captures that the query of the crate lacks or assigns to another class.
(template_literal_type) @string
(template_type) @none
(template_type ["${" "}"] @punctuation)
(function_signature name: (identifier) @function)
[(method_signature name: (property_identifier) @function)
 (abstract_method_signature name: (property_identifier) @function)]
[(internal_module name: (identifier) @module) (module name: (identifier) @module)]
["accessor" "asserts" "infer" "is" "module" "require" "unique symbol"] @keyword
(this_type) @variable
