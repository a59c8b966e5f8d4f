; Captures that the query of the crate lacks or assigns to another class.
[(color_value) (plain_value)] @constant
(color_value "#" @constant)
(scope_statement ["@scope" "to"] @keyword)
