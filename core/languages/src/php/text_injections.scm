; The query of the crate has no injection for the HTML outside `<?php` tags.
((text) @injection.content
 (#set! injection.language "html")
 (#set! injection.combined))
