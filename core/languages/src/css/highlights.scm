; Captures that the query of the crate lacks.
(scope_statement ["@scope" "to"] @keyword)
