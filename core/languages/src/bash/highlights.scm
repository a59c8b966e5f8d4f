; Captures that the query of the crate lacks: punctuation, operators, numbers distinct from other
; constants.
(variable_name) @variable
(simple_expansion "$" @variable)
["(" ")" "{" "}" "[" "]" "[[" "]]" ";" ";;"] @punctuation
((command_name (word) @keyword) (#any-of? @keyword "break" "continue" "exit" "return"))
(number) @number
(special_variable_name) @variable
[(heredoc_start) (heredoc_end)] @string
(ansi_c_string) @string
["$(" "${" "$((" "))" "`"] @punctuation
