((script_element (raw_text) @injection.content)
 (#set! injection.language "typescript"))
((style_element (raw_text) @injection.content)
 (#set! injection.language "css"))
((interpolation (raw_text) @injection.content)
 (#set! injection.language "typescript"))
((directive_attribute
   (quoted_attribute_value (attribute_value) @injection.content))
 (#set! injection.language "typescript"))
((template_element (start_tag (attribute (attribute_name) @_name [(attribute_value) @injection.language (quoted_attribute_value (attribute_value) @injection.language)])) (text) @injection.content)
 (#eq? @_name "lang"))
; A custom block.
((document (element (start_tag (attribute (attribute_name) @_name [(attribute_value) @injection.language (quoted_attribute_value (attribute_value) @injection.language)])) (text) @injection.content))
 (#eq? @_name "lang"))
