; Captures that the query of the crate lacks or assigns to another class.
((identifier) @variable (#match? @variable "^_"))
