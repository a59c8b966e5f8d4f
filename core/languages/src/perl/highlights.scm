; Captures that the query of the crate lacks or assigns to another class.
(pod) @comment
(data_section) @comment
