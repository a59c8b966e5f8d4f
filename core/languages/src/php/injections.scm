; The query of the crate has no injections for here-documents.
((heredoc (heredoc_body) @injection.content (heredoc_end) @injection.language)
 (#set! injection.include-children))
((nowdoc (nowdoc_body) @injection.content (heredoc_end) @injection.language)
 (#set! injection.include-children))
