; Captures that the query of the crate lacks or assigns to another class.
((var) @variable (#match? @variable "^_"))
