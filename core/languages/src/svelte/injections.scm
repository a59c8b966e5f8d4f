; A template in another language.
((element (start_tag (tag_name) @_tag (attribute (attribute_name) @_name [(attribute_value) @injection.language (quoted_attribute_value (attribute_value) @injection.language)])) (text) @injection.content)
 (#eq? @_tag "template")
 (#eq? @_name "lang"))
