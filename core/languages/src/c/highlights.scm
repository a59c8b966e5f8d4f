; Captures that the query of the crate lacks: punctuation, operators, numbers distinct from other
; constants.
(char_literal) @string
(escape_sequence) @escape
["(" ")" "[" "]" "{" "}" "," ":"] @punctuation
["/" "%" "!" "|" "^" "~" "<<" ">>" "<=" ">=" "*=" "/=" "%=" "&=" "|=" "^=" "<<=" ">>=" "?"] @operator
[(true) (false)] @constant
(enumerator name: (identifier) @constant)
(preproc_def name: (identifier) @constant)
