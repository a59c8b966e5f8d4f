; The query of the crate captures a key together with its value.
[(bare_key) (quoted_key)] @property
(table [(bare_key) (dotted_key) (quoted_key)] @type)
(table (dotted_key (bare_key) @type))
(table_array_element [(bare_key) (dotted_key) (quoted_key)] @type)
(table_array_element (dotted_key (bare_key) @type))
(boolean) @constant
(comment) @comment
(string) @string
(escape_sequence) @escape
[(integer) (float)] @number
[(offset_date_time) (local_date_time) (local_date) (local_time)] @number
["." "," "[" "]" "[[" "]]" "{" "}"] @punctuation
"=" @operator
