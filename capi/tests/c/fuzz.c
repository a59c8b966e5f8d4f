/* Options structs with any version, numbers, flags and pointers that the header allows: no call
 * panics, and a call that fails writes no output.
 *
 * The same function runs under libFuzzer: see capi/fuzz. Each struct has its own block of exactly
 * the size of its version, so valgrind and AddressSanitizer detect reads past its end. */

#include "test.h"

/* Bytes that choose the arguments; 0 past their end. */
typedef struct input {
  const uint8_t *data;
  size_t len;
} input;

static uint8_t byte_of(input *in) {
  if (in->len == 0) return 0;
  in->len--;
  return *in->data++;
}

/* Often small numbers, sometimes the largest. */
static uint64_t number_of(input *in) {
  uint8_t kind = byte_of(in);
  switch (kind) {
    case 255: return UINT64_MAX;
    case 254: return UINT64_MAX - 1;
    case 253: return (uint64_t)1 << 63;
    case 252: return UINT32_MAX;
    default: return kind;
  }
}

/* Usually the version of the header. */
static uint32_t version_of(input *in, uint32_t newest) {
  uint8_t kind = byte_of(in);
  return kind < 200 ? newest : kind < 240 ? newest + 1 + (kind & 3) : kind == 255 ? UINT32_MAX : 0;
}

/* The next bytes, up to 255; sometimes NULL, with or without a length. */
static ransack_bytes bytes_of(input *in) {
  uint8_t len = byte_of(in);
  ransack_bytes view;
  if (len == 255) return bytes(NULL, byte_of(in));
  if (len > in->len) len = (uint8_t)in->len;
  view = bytes(len ? in->data : NULL, len);
  in->data += len;
  in->len -= len;
  return view;
}

/* Up to three texts in `texts`. */
static size_t texts_of(input *in, ransack_bytes texts[3]) {
  size_t i, len = byte_of(in) % 4;
  for (i = 0; i < len; i++) texts[i] = bytes_of(in);
  return len;
}

/* Moves a struct to a block of its size. */
static void *block_of(const void *options, size_t size) {
  void *block = malloc(size);
  CHECK(block != NULL);
  memcpy(block, options, size);
  return block;
}

/* Content of an output before a call. */
static const uint8_t canary[sizeof(ransack_text)] = {0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5};

static int is_known(ransack_status status) {
  CHECK(status != RANSACK_STATUS_PANIC && status != RANSACK_STATUS_INTERNAL);
  if (status != RANSACK_STATUS_OK) CHECK(ransack_last_error_message()[0] != 0);
  return status == RANSACK_STATUS_OK;
}

/* Checks the output of a call, and frees it. */
static void check_text(ransack_status status, ransack_text *out) {
  if (is_known(status)) {
    CHECK(out->text.len == 0 || out->text.data != NULL);
    ransack_string_free(out->owner);
  } else {
    CHECK(memcmp(out, canary, sizeof canary) == 0);
  }
  memcpy(out, canary, sizeof canary);
}

#define CHECK_HANDLE(status, out, release)  \
  do {                                      \
    if (is_known(status)) {                 \
      CHECK((out) != NULL);                 \
      release(out);                         \
    } else {                                \
      CHECK((out) == NULL);                 \
    }                                       \
    (out) = NULL;                           \
  } while (0)

static ransack_text_options *text_options_of(input *in) {
  ransack_text_options options = RANSACK_TEXT_OPTIONS_INIT;
  if (byte_of(in) & 1) return NULL;
  options.version = version_of(in, RANSACK_TEXT_OPTIONS_VERSION);
  options.cluster_width = (uint32_t)number_of(in);
  options.tab_width = byte_of(in);
  options.ambiguous_wide = byte_of(in);
  options.emoji_variation = byte_of(in);
  options.text_variation = byte_of(in);
  options.lone_regional_wide = byte_of(in);
  options.fixed_tabs = byte_of(in);
  return (ransack_text_options *)block_of(&options, sizeof options);
}

static void text_calls(input *in) {
  ransack_truncate_options truncate = RANSACK_TRUNCATE_OPTIONS_INIT;
  ransack_wrap_options wrap = RANSACK_WRAP_OPTIONS_INIT;
  ransack_text_options *options = text_options_of(in);
  ransack_bytes ellipsis = bytes_of(in);
  ransack_truncate_options *truncate_block;
  ransack_wrap_options *wrap_block;
  ransack_lines *lines = NULL;
  ransack_text out;
  uint64_t width = number_of(in), start = number_of(in);
  uint32_t align = (uint32_t)number_of(in);
  size_t cells = 99, before = 77;
  ransack_bytes text;
  memcpy(&out, canary, sizeof out);
  truncate.version = version_of(in, RANSACK_TRUNCATE_OPTIONS_VERSION);
  truncate.cut_at = (uint32_t)number_of(in);
  truncate.text = options;
  truncate.ellipsis = byte_of(in) & 1 ? &ellipsis : NULL;
  truncate.word_boundary = byte_of(in);
  truncate.pad = byte_of(in);
  wrap.version = version_of(in, RANSACK_WRAP_OPTIONS_VERSION);
  wrap.text = options;
  wrap.keep_spaces = byte_of(in);
  wrap.keep_urls = byte_of(in);
  wrap.hard = byte_of(in);
  wrap.word_wrap = byte_of(in);
  wrap.break_after_hyphens = byte_of(in);
  wrap.break_after_slashes = byte_of(in);
  truncate_block = (ransack_truncate_options *)block_of(&truncate, sizeof truncate);
  wrap_block = (ransack_wrap_options *)block_of(&wrap, sizeof wrap);
  text = bytes_of(in);

  if (!is_known(ransack_visible_width(text, options, &cells))) CHECK_IS(cells, 99);
  check_text(ransack_truncate_to_width(text, (size_t)width, truncate_block, &out), &out);
  check_text(ransack_pad_to_width(text, (size_t)width, align, options, &out), &out);
  if (is_known(ransack_slice_with_width(text, (size_t)start, (size_t)width, truncate.pad, options,
                                        &out, &before))) {
    OK(ransack_visible_width(out.text, options, &cells));
    CHECK_IS(cells, before);
    check_text(RANSACK_STATUS_OK, &out);
  } else {
    CHECK_IS(before, 77);
  }
  CHECK_HANDLE(ransack_wrap_text_with_ansi(text, (size_t)width, wrap_block, &lines), lines,
               ransack_lines_free);
  free(wrap_block);
  free(truncate_block);
  free(options);
}

static int on_grep(const ransack_grep_match *item, void *user_data) {
  CHECK(item->line.len == 0 || item->line.data != NULL);
  return ++*(size_t *)user_data == 20;
}

static void search_calls(input *in) {
  ransack_search_options options = RANSACK_SEARCH_OPTIONS_INIT;
  ransack_search_options *block;
  ransack_report *report = NULL;
  ransack_bytes patterns[3], exclude[3], text;
  size_t seen = 0;
  uint8_t has = 7;
  options.version = version_of(in, RANSACK_SEARCH_OPTIONS_VERSION);
  options.patterns_len = texts_of(in, patterns);
  options.patterns = options.patterns_len ? patterns : NULL;
  if (byte_of(in) == 255) options.patterns = NULL;
  options.literal = byte_of(in);
  options.ignore_case = byte_of(in);
  options.smart_case = byte_of(in);
  options.word = byte_of(in);
  options.invert = byte_of(in);
  options.multiline = byte_of(in);
  options.dot_all = byte_of(in);
  options.mode = (uint32_t)number_of(in);
  options.limit = number_of(in);
  options.offset = number_of(in);
  options.max_count_per_file = number_of(in);
  options.context_before = number_of(in);
  options.context_after = number_of(in);
  options.max_columns = number_of(in);
  options.size_limit = 100000 + byte_of(in);
  options.exclude_len = texts_of(in, exclude);
  options.exclude = exclude;
  options.backtracking = byte_of(in);
  text = bytes_of(in);
  block = (ransack_search_options *)block_of(&options, sizeof options);
  CHECK_HANDLE(ransack_search(text, block, NULL, on_grep, &seen, &report), report,
               ransack_report_free);
  if (!is_known(ransack_has_match(text, block, NULL, &has))) CHECK_IS(has, 7);
  free(block);
}

static int on_glob(const ransack_glob_match *item, void *user_data) {
  CHECK(item->path.data != NULL);
  return ++*(size_t *)user_data == 20;
}

static void glob_calls(input *in, const char *dir) {
  ransack_glob_options options = RANSACK_GLOB_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_glob_options *block;
  ransack_scope *scope_block;
  ransack_report *report = NULL;
  ransack_bytes patterns[3], globs[3], types[3], types_not[3], ignore_files[3];
  ransack_bytes root = ransack_bytes_from_str(dir);
  size_t seen = 0;
  scope.version = version_of(in, RANSACK_SCOPE_VERSION);
  scope.hidden = (uint32_t)number_of(in);
  scope.roots = &root;
  scope.roots_len = 1;
  scope.globs_len = texts_of(in, globs);
  scope.globs = globs;
  scope.types_len = texts_of(in, types);
  scope.types = types;
  scope.types_not_len = texts_of(in, types_not);
  scope.types_not = byte_of(in) == 255 ? NULL : types_not;
  scope.gitignore = byte_of(in);
  scope.node_modules = byte_of(in);
  scope.follow_symlinks = byte_of(in);
  scope.tracked = byte_of(in);
  scope.max_depth = number_of(in);
  scope.ignore_files_len = texts_of(in, ignore_files);
  scope.ignore_files = ignore_files;
  scope.glob_ignore_case = byte_of(in);
  scope.nested_repositories = byte_of(in);
  scope_block = (ransack_scope *)block_of(&scope, sizeof scope);
  options.version = version_of(in, RANSACK_GLOB_OPTIONS_VERSION);
  options.patterns_len = texts_of(in, patterns);
  options.patterns = patterns;
  options.recursive = byte_of(in);
  options.literal = byte_of(in);
  options.ignore_case = byte_of(in);
  options.scope = scope_block;
  options.file_type = (uint32_t)number_of(in);
  options.stat = byte_of(in);
  options.sort_by_mtime = byte_of(in);
  options.limit = number_of(in);
  options.offset = number_of(in);
  options.timeout_ms = number_of(in);
  options.on_timeout = (uint32_t)number_of(in);
  block = (ransack_glob_options *)block_of(&options, sizeof options);
  CHECK_HANDLE(ransack_glob(block, NULL, on_glob, &seen, &report), report, ransack_report_free);
  free(block);
  free(scope_block);
}

static int on_ast(const ransack_ast_match *item, void *user_data) {
  CHECK(item->text.len == 0 || item->text.data != NULL);
  return ++*(size_t *)user_data == 20;
}

static void syntax_calls(input *in) {
  ransack_ast_match_options options = RANSACK_AST_MATCH_OPTIONS_INIT;
  ransack_definition_options definition_options = RANSACK_DEFINITION_OPTIONS_INIT;
  ransack_skeleton_options skeleton_options = RANSACK_SKELETON_OPTIONS_INIT;
  ransack_ast_match_options *block;
  ransack_report *report = NULL;
  ransack_pattern_readings *readings = NULL;
  ransack_syntax_diagnostics *faults = NULL;
  ransack_outline *outline = NULL;
  ransack_definition *definition = NULL;
  ransack_skeleton *skeleton = NULL;
  ransack_imports *imports = NULL;
  ransack_string *organised = NULL;
  ransack_bytes patterns[3], language, name, source;
  uint64_t depth;
  uint32_t parts[2], level;
  size_t seen = 0, patterns_len = texts_of(in, patterns);
  options.version = version_of(in, RANSACK_AST_MATCH_OPTIONS_VERSION);
  options.patterns_len = patterns_len;
  options.patterns = patterns;
  options.rule = bytes_of(in);
  options.selector = bytes_of(in);
  options.limit = number_of(in);
  options.offset = number_of(in);
  options.strictness = (uint32_t)number_of(in);
  options.include_meta = byte_of(in);
  options.explain = byte_of(in);
  language = bytes_of(in);
  name = bytes_of(in);
  depth = number_of(in);
  parts[0] = (uint32_t)number_of(in);
  parts[1] = level = (uint32_t)number_of(in);
  source = bytes_of(in);
  block = (ransack_ast_match_options *)block_of(&options, sizeof options);
  CHECK_HANDLE(ransack_ast_match_source(source, language, block, NULL, on_ast, &seen, &report),
               report, ransack_report_free);
  free(block);
  if (patterns_len) {
    CHECK_HANDLE(ransack_explain_pattern(patterns[0], language, NULL, &readings), readings,
                 ransack_pattern_readings_free);
  }
  CHECK_HANDLE(ransack_check_syntax(source, language, NULL, &faults), faults,
               ransack_syntax_diagnostics_free);
  CHECK_HANDLE(ransack_outline_source(source, language, depth, NULL, &outline), outline,
               ransack_outline_free);
  definition_options.layout = depth % 4;
  definition_options.parts = parts;
  definition_options.parts_len = level % 3;
  CHECK_HANDLE(ransack_definition_source(source, language, name, &definition_options, NULL, &definition),
               definition, ransack_definition_free);
  skeleton_options.level = level;
  skeleton_options.names = &name;
  skeleton_options.names_len = level & 1;
  skeleton_options.max_tokens = depth;
  CHECK_HANDLE(ransack_skeleton_source(source, language, &skeleton_options, NULL, &skeleton),
               skeleton, ransack_skeleton_free);
  CHECK_HANDLE(ransack_imports_source(source, language, NULL, &imports), imports,
               ransack_imports_free);
  CHECK_HANDLE(ransack_organise_imports(source, language, name, NULL, &organised), organised,
               ransack_string_free);
}

static void highlight_calls(input *in) {
  ransack_highlight_options options = RANSACK_HIGHLIGHT_OPTIONS_INIT;
  ransack_highlight_options *block;
  ransack_highlight_form *form = NULL;
  ransack_highlighted *out = NULL;
  ransack_bytes language, text;
  options.version = version_of(in, RANSACK_HIGHLIGHT_OPTIONS_VERSION);
  options.engine = (uint32_t)number_of(in);
  options.on_timeout = (uint32_t)number_of(in);
  options.max_line = number_of(in);
  options.time_limit_ms = number_of(in);
  language = bytes_of(in);
  text = bytes_of(in);
  block = (ransack_highlight_options *)block_of(&options, sizeof options);
  OK(ransack_highlight_form_html(&form));
  CHECK_HANDLE(ransack_highlight(text, language, form, block, NULL, &out), out,
               ransack_highlighted_free);
  ransack_highlight_form_free(form);
  free(block);
}

static void token_calls(input *in) {
  ransack_tiktoken_options options = RANSACK_TIKTOKEN_OPTIONS_INIT;
  ransack_tiktoken_options *block;
  ransack_special_token special;
  ransack_tokenizer *tokenizer = NULL;
  ransack_bytes ranks;
  size_t count = 99;
  uint32_t encoding = (uint32_t)number_of(in);
  options.version = version_of(in, RANSACK_TIKTOKEN_OPTIONS_VERSION);
  options.pattern = bytes_of(in);
  memset(&special, 0, sizeof special);
  special.text = bytes_of(in);
  special.id = (uint32_t)number_of(in);
  options.special_tokens = &special;
  options.special_tokens_len = byte_of(in) & 1;
  if (byte_of(in) == 255) options.special_tokens = NULL;
  ranks = bytes_of(in);
  if (!is_known(ransack_count_tokens(ranks, encoding, &count))) CHECK_IS(count, 99);
  block = (ransack_tiktoken_options *)block_of(&options, sizeof options);
  CHECK_HANDLE(ransack_tokenizer_from_tiktoken(ranks, block, &tokenizer), tokenizer,
               ransack_tokenizer_free);
  free(block);
}

void ransack_fuzz_options(const uint8_t *data, size_t len, const char *dir) {
  input in;
  in.data = data;
  in.len = len;
  switch (byte_of(&in) % 6) {
    case 0: text_calls(&in); break;
    case 1: search_calls(&in); break;
    case 2: glob_calls(&in, dir); break;
    case 3: syntax_calls(&in); break;
    case 4: highlight_calls(&in); break;
    default: token_calls(&in); break;
  }
}

#ifndef RANSACK_FUZZ
/* Inputs of random bytes, identical in every run, mixed with meaningful words. */
int main(int argc, char **argv) {
  static const char *const words[] = {"\4rust", "\6python", "\4html", "\2$A", "\7f($A) ;",
                                      "\012fn f() {}\n", "\4*.rs", "\5a|b.*", "\3\x1b[m"};
  const char *dir = tree_of(argc, argv);
  uint64_t state = 7;
  uint8_t data[200];
  int round;
  for (round = 0; round < 500; round++) {
    size_t len = 0;
    data[len++] = (uint8_t)round;
    while (len < 150) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      if (state >> 61 == 0) {
        const char *word = words[(state >> 33) % (sizeof words / sizeof *words)];
        memcpy(data + len, word, strlen(word));
        len += strlen(word);
      } else {
        /* Small numbers are often valid. */
        data[len++] = (uint8_t)((state >> 40 & 3) ? state >> 33 & 3 : state >> 33 & 255);
      }
    }
    ransack_fuzz_options(data, len, dir);
  }
  return 0;
}
#endif
