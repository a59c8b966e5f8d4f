; Captures that the query of the crate lacks: punctuation, operators, numbers distinct from other
; constants.
(regex "/" @string)
(escape_sequence) @escape
(private_property_identifier) @property
