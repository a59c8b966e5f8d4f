; Captures that the query of the crate lacks: punctuation, operators, numbers distinct from other
; constants.
(list_lit . (sym_lit) @function)
((list_lit . (sym_lit) @keyword)
 (#match? @keyword "^(ns|def|defn-?|defmacro|defmulti|defmethod|defprotocol|defrecord|deftype|fn|let|letfn|loop|recur|if|if-let|if-not|when|when-let|when-not|cond|condp|case|do|doseq|dotimes|for|try|catch|finally|throw|quote|var|and|or|not|->>?)$"))
((list_lit . (sym_lit) @_define . (sym_lit) @function)
 (#match? @_define "^def"))
[(bool_lit) (nil_lit)] @constant
["(" ")" "[" "]" "{" "}"] @punctuation
(regex_lit) @string
(dis_expr) @comment.all
