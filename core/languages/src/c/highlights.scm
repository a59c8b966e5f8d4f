; Captures that the query of the crate lacks: punctuation, operators, numbers distinct from other
; constants.
(char_literal) @string
(escape_sequence) @escape
["(" ")" "[" "]" "{" "}" "," ":"] @punctuation
["/" "%" "!" "|" "^" "~" "<<" ">>" "<=" ">=" "*=" "/=" "%=" "&=" "|=" "^=" "<<=" ">>=" "?"] @operator
[(true) (false)] @constant
(enumerator name: (identifier) @constant)
(preproc_def name: (identifier) @constant)
["goto" "_Generic" "alignas" "alignof" "_Alignas" "_Alignof" "offsetof" "register" "__attribute__" "noreturn" "_Noreturn" "restrict" "__restrict__" "_Atomic" "constexpr" "thread_local" "__thread" "asm" "__asm__" "__asm" "__declspec" "__extension__"] @keyword
((preproc_arg) @constant (#match? @constant "^[A-Z_][A-Z0-9_]*$"))
