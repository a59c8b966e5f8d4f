; Captures that the query of the crate lacks or assigns to another class.
(table_constructor ["{" "}"] @punctuation)
