//! Masked shell code, which `bash -n` accepts.

use crate::mask::tests::{assert_unchanged, hidden, masked, tree};

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        // Code after a mask is not swallowed.
        let rest = "\n# c\nls \"z\"\n";
        let source = format!("{source}{rest}");
        assert_eq!(masked("bash", &source), format!("{expected}{rest}"));
        let tree = tree("bash", &source).root_node().to_sexp();
        assert!(
            tree.ends_with("(comment) (command name: (command_name (word)) argument: (string (string_content))))"),
            "{source}\n{tree}"
        );
    }
}

#[test]
fn brackets_in_patterns_are_letters() {
    check(&[
        ("key=\"${key%]*}\"", "key=\"${key%_*}\""),
        ("a=${k##*[[:alpha:]]]}", "a=${k##*[[:alpha:]]_}"),
        ("a=${k%[^]]*}$b", "a=${k%[^]_*}$b"),
        (
            "a=${k[0]%%]*}${k//]/)}${k/#]/]}",
            "a=${k[0]%%_*}${k//_/_}${k/#_/]}",
        ),
        ("a=${@%$b]}${!k%]}${1^]}", "a=${@%$b_}${!k%_}${1^_}"),
        ("a=${k%{*}", "a=${k%_*}"),
        (
            "[[ \"[${k%\\]]*}\" == x ]] && b",
            "[[ \"[${k%\\__*}\" == x ]] && b",
        ),
        ("a=${k%`b ${c%]}`]}", "a=${k%`b ${c%_}`_}"),
        ("cat <<E\n${k%]*}\nE", "cat <<E\n${k%_*}\nE"),
    ]);
}

#[test]
fn text_in_expansions_has_no_operators() {
    check(&[
        (
            "a=\"${b:+ (é $d)}${e+ | f}\"",
            "a=\"${b:+ _é $d_}${e+ _ f}\"",
        ),
        ("a=${b//&/\\&c;}", "a=${b//&/\\&c_}"),
        ("a=\"${b-\\<$c\\>}\"", "a=\"${b-__$c__}\""),
        ("a=${b/)/}${c/@(d|e)/f}", "a=${b/_/}${c/@(d|e)/f}"),
        ("a=${b[10#$c]}", "a=${b[   $c]}"),
        ("a=\"${b:$c:1}${d:0:-e}\"", "a=\"${b: c:1}${d:0: e}\""),
    ]);
}

#[test]
fn backticks_that_the_grammar_confuses_are_brackets() {
    check(&[
        ("a=`b`\nc=` d`", "a=`b`\nc=$(d)"),
        ("a=`b|c`; d=` (e) 2>&1 `", "a=`b|c`; d=$( e  2>&1 )"),
        ("a \"${b:-`c \"$0\"`}\"", "a \"${b-$(c \"$0\")}\""),
    ]);
}

#[test]
fn keywords_after_compound_commands_are_separate() {
    check(&[
        ("if { a; } then b; fi", "if { a; };then b; fi"),
        ("if (a) >f then b; fi", "if (a) >f;then b; fi"),
        ("{ (a) }", "{ (a);}"),
        ("{ { a; } } | b", "{ { a; };} | b"),
        (
            "while :; do case a in b) c;; esac done",
            "while :; do case a in b) c;; esac;done",
        ),
        (
            "if a; then { b; } else for c; do d; done fi",
            "if a; then { b; };else for c; do d; done;fi",
        ),
        ("f() { if a; then b; fi }", "f() { if a; then b; fi;}"),
    ]);
}

#[test]
fn names_redirections_and_patterns_are_read() {
    check(&[
        ("@A@ -e 'a@b' c@d", "_A_ -e 'a@b' c@d"),
        ("@A@=\"$b\"", "_A_=\"$b\""),
        ("exec 8<>f", "exec 8< f"),
        ("a && ! ( : <>/dev/é ) 2>f", "a && ! ( : < /dev/é ) 2>f"),
        (
            "case a in\nb|*\"$c\"*);;\nesac",
            "case a in\nb|_\"$c\"*);;\nesac",
        ),
        (
            "case a in\n*\"\n$b\"*) c;;\nesac",
            "case a in\n_\"\n$b\"*) c;;\nesac",
        ),
        ("[[ $a = b && \\\n$c = d ]]", "[[ $a = b &&  \n$c = d ]]"),
    ]);
}

#[test]
fn heredocs_that_the_grammar_lacks_are_redirections_and_comments() {
    check(&[
        ("cat <<A <<B\n a\nA\nb\n\nB", "cat < A < B\n#a\n#\n#\n\n#"),
        ("cat <<'E'; ls\nx $(\nE", "cat < 'E'; ls\n# $(\n#"),
        ("cat <<-E; ls\n\tx\n\tE", "cat <  E; ls\n#x\n#E"),
        ("cat <<''\néa\n", "cat < ''\n##a\n"),
        ("cat <<E'F'\nx\nEF", "cat < E'F'\n#\n#F"),
        ("<<E cat\nx\nE", "< E cat\n#\n#"),
        ("f() { cat <<E; }\nx\nE", "f() { cat < E; }\n#\n#"),
        ("(cat <<E)\nx\nE", "(cat < E)\n#\n#"),
        ("x=$(cat <<E & ls\nx\nE\n)", "x=$(cat < E & ls\n#\n#\n)"),
        ("cat <<E |\nx\nE\nsort", "cat < E |\n#\n#\nsort"),
        (
            "cat <<E | cat 3<<F\nx\nE\ny\nF",
            "cat < E | cat 3< F\n#\n#\n#\n#",
        ),
        (
            "case x in a) cat <<E;;\nx\nE\nesac",
            "case x in a) cat < E;;\n#\n#\nesac",
        ),
        (
            "if cat <<E; then\nx\nE\nls; fi",
            "if cat < E; then\n#\n#\nls; fi",
        ),
        (": <<=cut\nx\n=cut", ": < =cut\n#\n#cut"),
        ("cat <<E\n\\$(ls\nE", "cat < E\n#$(ls\n#"),
        ("cat <<E\nx\\$(ls\nE", "cat <<E\nx\\_(ls\nE"),
    ]);
}

#[test]
fn loops_tests_and_assignments_are_read() {
    check(&[
        ("for i do a; done", "for i;do a; done"),
        ("for i in; do a; done", "for i   ; do a; done"),
        ("[ a -o \\( b = c \\) ]", "[ a -o  ( b = c  ) ]"),
        ("[ \"$a\" = ~ -o b = ~ ]", "[ \"$a\" = _ -o b = _ ]"),
        ("[ \"$a\" \"$b\" ] && c", "_ \"$a\" \"$b\" ] && c"),
        ("[ ! \"$a\" \"$b\" ] && c", "_ _ \"$a\" \"$b\" ] && c"),
        ("[ \"$a\" = - ]", "[ \"$a\" = _ ]"),
        ("[ a \\< b ]", "[ a  < b ]"),
        (
            "[ a ]; if [ -x a; then b; fi",
            "[ a ]; if _ -x a; then b; fi",
        ),
        ("a=b 2>f && c", "a=b     && c"),
        (
            "if ! A=1 b=($(c)); then d; fi",
            "if ! A=1;b=($(c)); then d; fi",
        ),
        ("a=$((b 2>&1\n c) | d)", "a=$( b 2>&1\n c  | d)"),
        ("((a) | b) 5<&0", " (a) | b  5<&0"),
        (
            "for ((a = 0; a < $((b)); a++)); do c; done",
            "for ((a = 0; a <  ((b)); a++)); do c; done",
        ),
        (
            "((a $b)); (($c $d e)); f=$(( $g $h 1 ))",
            "((a   )); (($c +  e)); f=$(( $g +  1 ))",
        ),
        ("a=$((0x$b + 0${c} + 16#$d))", "a=$((  $b +  ${c} +    $d))"),
        (
            "[[ $a != *'\"b\"':*([[:space:]])c* ]] || d",
            "[[ $a != *__b__:*([[:space:]])c* ]] || d",
        ),
        ("a=`sed s/.$//`$b", "a=`sed s/._//`$b"),
        (
            "case a in\n?*' '?*) b;;\n*[-.]'c'*) d;;\nesac",
            "case a in\n?*___?*) b;;\n*[-.]_c_*) d;;\nesac",
        ),
    ]);
}

#[test]
fn old_arithmetic_has_brackets() {
    check(&[
        ("a=$[ 16#$b ] c", "a=$((   $b)) c"),
        ("a=$[ 2**(b*2)-b[1] ]", "a=$((2**(b*2)-b[1]))"),
        ("a=$((1 << $\"b\"))", "a=$((1 <<  \"b\"))"),
    ]);
}

#[test]
fn subscripts_flags_and_empty_substitutions_are_read() {
    check(&[
        ("a=${b[$c,$d]}${e[f,g]}", "a=${b[$c,_d]}${e[f,g]}"),
        ("a[$b,$c]=\"d,e\"", "a[$b,_c]=\"d,e\""),
        (
            "unset ${(M)${(k)é[@]}:#b_*} c",
            "unset ${___________________} c",
        ),
        ("a $(\n\t)\"b\"$( )\"c\"", "a $(\n:)\"b\"$(:)\"c\""),
    ]);
}

#[test]
fn two_brackets_of_subshells_are_one() {
    check(&[
        ("((a) | b)", " (a) | b "),
        (
            "((((( a \")\" 2>&1; b >&4) | c) 3>&1) | (d; e)) 4>>f && g) || (h)",
            "    ( a \")\" 2>&1; b >&4) | c  3>&1  | (d; e)  4>>f && g  || (h)",
        ),
        ("((a; b) && (c)) || d", " (a; b) && (c)  || d"),
    ]);
    assert_unchanged(
        "bash",
        &["(( (a + b) * (c) )) && ((d = (e) + 1))\nfor ((a = (1); ; )); do b; done\n"],
    );
}

#[test]
fn comparisons_and_patterns_are_read() {
    check(&[
        (
            "{\nif test $a == 1; then\nb=\"c\"\nfi\n}",
            "{\nif test $a __ 1; then\nb=\"c\"\nfi\n}",
        ),
        (
            "[[ $a =~ \\[\\<([^]]+)\\>\\] ]] && b",
            "[[ $a =~ \\[\\<([^_]+)\\>\\] ]] && b",
        ),
        ("export @A@ b=1", "export _A_ b=1"),
        (
            "[[ $a == \\[ && $b == *\\] ]] && case $c in *\\)*) d;; esac",
            "[[ $a == \\[ && $b == *__ ]] && case $c in *__*) d;; esac",
        ),
        (
            "[[ $a == @(\"-é\"|'-b'*) && $c ]] && d",
            "[[ $a == @(_-é_|_-b_*) && $c ]] && d",
        ),
        (
            "case $a in\n[\"${b}\"]) c;;\n[\"d\"]*) e;;\nesac",
            "case $a in\n_\"${b}\"_) c;;\n_\"d\"_*) e;;\nesac",
        ),
        (
            "case $a in\nb){\n{ c; }\nd() { e; }\n};;\nf){ g; }\nesac",
            "case $a in\nb) \n{ c; }\nd() { e; }\n ;;\nf)  g;  \nesac",
        ),
    ]);
}

#[test]
fn hidden_tokens_have_their_classes() {
    let source = "cat <<'A' <<-B; a=1 2>f; case a in *' '*) ;; esac\nx\nA\n\tB\n";
    let expected = [
        ("2", "number"),
        (">", "operator"),
        ("' '", "string"),
        ("<<", "operator"),
        ("'A'", "string"),
        ("x\nA", "string"),
        ("<<-", "operator"),
        ("B", "string"),
        ("\tB", "string"),
    ];
    assert_eq!(hidden("bash", source), expected);
}

#[test]
fn other_code_stays() {
    assert_unchanged(
        "bash",
        &[
            "[ $a == 1 ] && [[ $a == 1 || ( $b == 2 && ($c =~ d) ) ]]",
            "a=$[1+2]",
            "a=${(b",
        ],
    );
    assert_unchanged(
        "bash",
        &[
            "cat <<E >f 2>&1 # c; d\n; } ${a%b}\nE\n",
            "cat <<\"E\" | sort && ls\n${a%]}\nE\n",
            "cat <<<E; ls; a=$((1 << 2)); ((a <<= 2))\nE\n",
            "cat <<-E\n\tx\n\tE\nls \"<<A <<B\" '<<A; b' # <<A <<B\n",
            "a=${k%[a-z]}${k:-]}${k/x/]}${#k}${k[@]} b=(a [1]=b)\n",
            "case a in (b|c) d;; *) e;; esac; case f in\n'g h') i;; esac\n",
            "for i in a b; do c; done; for i; do c; done; for ((i=0;;)); do c; done\n",
            "find . \\( -name a -o -name b \\) -print; expr \\( 1 \\)\n",
            "[ ! -f a ] && [ -z \"$b\" ] && [ \"$c\" = d ] && [ e -eq 1 ]; [ f ]\n",
            "a=${b:-<(c)}\n",
            "a=b c 2>f && d; e >f; (g) | h; ( (i) ); $((1 + (2)))\n",
            "((a + $b)); ((c = $d ? $e : $f)); g=$((h[$i] * (j) - $k)); for ((l=0; l<$m; l++)); do n; done\n",
            "[[ $a == 'b c' && $d != e* ]]; [ \"$f\" = 'g*' ]\n",
            "f() ( a; ); g=$(a; b); `a`; \"$(b \"c\")\"; <(d) ; ~/e\n",
            // Without an end.
            "cat <<E; ls\n",
            "if [ -x a; then b; fi",
            "a=${k%",
            "$(\"`${(( '",
            "cat <<",
            "\\",
            "case",
        ],
    );
}

#[test]
fn nesting_takes_no_stack() {
    for open in [
        "$(",
        "a$(",
        "\"$(",
        "${a%",
        "((",
        "`a $(",
        "case a in b) ",
        "<(",
    ] {
        masked_or_unchanged(&open.repeat(20_000));
    }
}

fn masked_or_unchanged(source: &str) {
    let token = ransack_base::CancelToken::new();
    let budget = crate::budget::WorkBudget::new(&token, None);
    let masked = crate::mask::mask_ranges(super::mask, source.as_bytes(), &[], &budget).unwrap();
    assert!(masked.is_none_or(|masked| masked.text.len() == source.len()));
}
