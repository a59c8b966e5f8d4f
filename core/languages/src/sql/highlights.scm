; Captures that the query of the crate lacks or assigns to another class.
(keyword_null) @constant
[(keyword_desc) (keyword_asc) (keyword_default)] @keyword
(create_function (object_reference name: (identifier) @function))
