; Captures that the query of the crate lacks: punctuation, operators, numbers distinct from other
; constants.
["(" ")" "[" "]" "{" "}" "," ";" "." ":"] @punctuation
(package_identifier) @module
