; Captures that the query of the crate lacks: punctuation, operators, numbers distinct from other
; constants.
(quoted_attribute_value) @string
(entity) @escape
"=" @punctuation
