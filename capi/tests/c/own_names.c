/* Names of the program that the parsers inside the library and the C library also use: the program
 * links with the static library, and each side calls its own. */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <regex.h>

#include "test.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Functions and tables of tree-sitter, its grammars and Oniguruma. */
int token_name(void);
int ts_parser_new(void);
int ts_parser_delete(void);
int tree_sitter_c(void);
int onig_new(void);
int rust_eh_personality(void);
extern int OPERATORS;

int calls = 0;
int token_name(void) { return ++calls; }
int ts_parser_new(void) { return ++calls; }
int ts_parser_delete(void) { return ++calls; }
int tree_sitter_c(void) { return ++calls; }
int onig_new(void) { return ++calls; }
int rust_eh_personality(void) { return ++calls; }
int OPERATORS = 7;

#ifdef __cplusplus
}
#endif

static int count(const ransack_ast_match *item, void *user_data) {
  CHECK(is(item->text, "f(1)"));
  ++*(size_t *)user_data;
  return 0;
}

/* Uses parsers, the scanners of grammars, and Oniguruma. */
static void the_library_uses_its_own(void) {
  const char *languages[] = {"c", "cpp", "ruby", "perl", "haskell", "yaml"};
  ransack_bytes pattern = ransack_bytes_from_str("f(1)");
  ransack_ast_match_options options = RANSACK_AST_MATCH_OPTIONS_INIT;
  ransack_highlight_options by_lines = RANSACK_HIGHLIGHT_OPTIONS_INIT;
  ransack_highlighted *highlighted = NULL;
  ransack_report *report = NULL;
  size_t i, seen = 0;
  options.patterns = &pattern;
  options.patterns_len = 1;
  for (i = 0; i < sizeof languages / sizeof *languages; i++) {
    ransack_syntax_diagnostics *errors = NULL;
    OK(ransack_check_syntax(ransack_bytes_from_str("x\n"), ransack_bytes_from_str(languages[i]),
                            NULL, &errors));
    ransack_syntax_diagnostics_free(errors);
  }
  OK(ransack_ast_match_source(ransack_bytes_from_str("int x = f(1);"), ransack_bytes_from_str("c"),
                              &options, NULL, count, &seen, &report));
  CHECK_IS(seen, 1);
  ransack_report_free(report);
  by_lines.engine = RANSACK_HIGHLIGHT_ENGINE_SYNTECT;
  OK(ransack_highlight(ransack_bytes_from_str("int x;"), ransack_bytes_from_str("c"), NULL,
                       &by_lines, NULL, &highlighted));
  CHECK(highlighted->spans_len > 0);
  ransack_highlighted_free(highlighted);
}

/* glibc's re_search; Oniguruma has a function of this name. */
static void the_program_uses_its_own(void) {
  struct re_pattern_buffer compiled;
  const char *error;
  memset(&compiled, 0, sizeof compiled);
  re_syntax_options = RE_SYNTAX_POSIX_EXTENDED;
  error = re_compile_pattern("b+", 2, &compiled);
  CHECK(error == NULL);
  CHECK_IS(re_search(&compiled, "aabbb", 5, 0, 5, NULL), 2);
  regfree(&compiled);
  CHECK_IS(calls, 0);
  CHECK_IS(token_name() + OPERATORS, 8);
  CHECK_IS(ts_parser_new() + ts_parser_delete() + tree_sitter_c() + onig_new(), 2 + 3 + 4 + 5);
  CHECK_IS(rust_eh_personality(), 6);
}

int main(void) {
  the_library_uses_its_own();
  the_program_uses_its_own();
  return 0;
}
