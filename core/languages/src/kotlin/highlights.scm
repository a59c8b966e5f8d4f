; Captures that the query of the crate lacks or assigns to another class.
(function_declaration (simple_identifier) @function)
; The query of the crate paints these nodes as a whole.
(primary_constructor) @none
(jump_expression) @none
["return" "return@" "break" "break@" "continue" "continue@" "throw"] @keyword
["by" "constructor" "get" "init" "set" "where" "companion" "import" "package" "super"] @keyword
