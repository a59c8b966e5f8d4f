; The crate does not export its query files.
[(tag_name) (erroneous_end_tag_name)] @tag
(doctype) @constant
[(attribute_name) (directive_name) (directive_modifier)] @attribute
(directive_value) @property
[(attribute_value) (quoted_attribute_value)] @string
(entity) @escape
(comment) @comment
["<" ">" "</" "/>" "=" (interpolation)] @punctuation
(interpolation (raw_text) @none)
