; Commands of a recipe, without the references to variables.
((recipe_line ((shell_text) @injection.content . "\t"?)+)
 (#set! injection.language "bash"))
