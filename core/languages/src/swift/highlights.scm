; Captures that the query of the crate lacks or assigns to another class.
(type_parameter (type_identifier) @type)
(inheritance_constraint (identifier (simple_identifier) @type))
(equality_constraint (identifier (simple_identifier) @type))
["actor" "any" "as" "associatedtype" "case" "consume" "infix" "is" "operator" "postfix" "precedencegroup" "prefix"] @keyword
(property_behavior_modifier) @keyword
(availability_condition) @none
(availability_condition ["#" "available"] @keyword)
((simple_identifier) @keyword (#eq? @keyword "fallthrough"))
((call_expression . (simple_identifier) @keyword) (#eq? @keyword "defer"))
