; Captures that the query of the crate lacks or assigns to another class.
["BEGIN" "END" "not" "undef" "defined?"] @keyword
(character) @string
