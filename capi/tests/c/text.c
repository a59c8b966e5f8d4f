/* Terminal text: width, truncation, wrapping, ill-formed UTF-8, invalid arguments. */

#include "test.h"

SIZE_IS(size_of_text, ransack_text, 24);
SIZE_IS(size_of_segments, ransack_segments, 64);
SIZE_IS(size_of_lines, ransack_lines, 16);
SIZE_IS(size_of_grapheme, ransack_grapheme, 40);

static ransack_bytes str(const char *text) { return ransack_bytes_from_str(text); }

static size_t width(const char *text) {
  size_t cells = 99;
  OK(ransack_visible_width(str(text), NULL, &cells));
  return cells;
}

static void widths(void) {
  static const uint16_t units[] = {0x65E5, 0xD83D, 0xDE00, 0xD83D, 0x61};
  ransack_text_options options = RANSACK_TEXT_OPTIONS_INIT;
  ransack_bytes texts[3];
  size_t cells = 99, each[3] = {7, 7, 7};
  CHECK(strcmp(ransack_unicode_version(), "17.0.0") == 0);
  CHECK_IS(width(""), 0);
  CHECK_IS(width("hello"), 5);
  CHECK_IS(width("\x1b[1;31mhello\x1b[0m \xE4\xB8\x96\xE7\x95\x8C"), 10);
  CHECK_IS(width("a\tb"), 9);
  CHECK_IS(width("e\xCC\x81\xF0\x9F\x87\xA9\xF0\x9F\x87\xAA"), 3);

  OK(ransack_visible_width(bytes(NULL, 0), &options, &cells));
  CHECK_IS(cells, 0);
  OK(ransack_visible_width(bytes("a\0b", 3), &options, &cells));
  CHECK_IS(cells, 2);
  options.tab_width = 4;
  OK(ransack_visible_width(str("a\tb"), &options, &cells));
  CHECK_IS(cells, 5);
  options.fixed_tabs = 1;
  OK(ransack_visible_width(str("a\tb"), &options, &cells));
  CHECK_IS(cells, 6);
  options.ambiguous_wide = 1;
  OK(ransack_visible_width(str("\xCE\xA9"), &options, &cells));
  CHECK_IS(cells, 2);
  options.cluster_width = RANSACK_CLUSTER_WIDTH_SUM;
  OK(ransack_visible_width(str("\xF0\x9F\x91\x8D\xF0\x9F\x8F\xBD"), &options, &cells));
  CHECK_IS(cells, 4);
  options.emoji_variation = 0;
  OK(ransack_visible_width(str("\xE2\x9D\xA4\xEF\xB8\x8F"), &options, &cells));
  CHECK_IS(cells, 1);
  options.text_variation = 0;
  OK(ransack_visible_width(str("\xE2\x8C\x9A\xEF\xB8\x8E"), &options, &cells));
  CHECK_IS(cells, 2);
  options.lone_regional_wide = 0;
  OK(ransack_visible_width(str("\xF0\x9F\x87\xA9"), &options, &cells));
  CHECK_IS(cells, 1);

  OK(ransack_visible_width_utf16(units, 5, NULL, &cells));
  CHECK_IS(cells, 6);
  OK(ransack_visible_width_utf16(NULL, 0, NULL, &cells));
  CHECK_IS(cells, 0);
  OK(ransack_visible_width_latin1(bytes("caf\xE9\x9B" "1m", 7), NULL, &cells));
  CHECK_IS(cells, 4);

  texts[0] = str("one");
  texts[1] = bytes(NULL, 0);
  texts[2] = str("\xE4\xB8\x96");
  OK(ransack_visible_widths(texts, 3, NULL, each));
  CHECK_IS(each[0], 3);
  CHECK_IS(each[1], 0);
  CHECK_IS(each[2], 2);
  OK(ransack_visible_widths(NULL, 0, NULL, NULL));
}

/* Frees a result and returns whether it equals `expected`. `in` is its address if it must be a
 * part of the input text, else NULL. */
static int gives(ransack_text result, const char *expected, const void *in) {
  const int same = is(result.text, expected) && (result.owner == NULL) == (in != NULL);
  const int there = in == NULL || result.text.data == (const uint8_t *)in;
  if (result.owner != NULL) {
    CHECK(result.owner->text.data == result.text.data);
    CHECK_IS(result.text.data[result.text.len], 0);
  }
  ransack_string_free(result.owner);
  return same && there;
}

static void truncation(void) {
  ransack_truncate_options options = RANSACK_TRUNCATE_OPTIONS_INIT;
  ransack_text_options wide = RANSACK_TEXT_OPTIONS_INIT;
  ransack_bytes ellipsis = str("...");
  ransack_text cut;
  const char *text = "hello brave world";
  OK(ransack_truncate_to_width(str(text), 17, NULL, &cut));
  CHECK(gives(cut, text, text));
  OK(ransack_truncate_to_width(str(text), (size_t)-1, &options, &cut));
  CHECK(gives(cut, text, text));
  OK(ransack_truncate_to_width(str("a\xE4\xB8\x96"), (size_t)-1, &options, &cut));
  CHECK(is(cut.text, "a\xE4\xB8\x96"));
  OK(ransack_truncate_to_width(str(text), 8, NULL, &cut));
  CHECK(gives(cut, "hello b\xE2\x80\xA6", NULL));
  OK(ransack_truncate_to_width(str("\x1b[31mhello\x1b[39m"), 3, NULL, &cut));
  CHECK(gives(cut, "\x1b[31mhe\xE2\x80\xA6\x1b[39m", NULL));
  options.cut_at = RANSACK_CUT_AT_START;
  OK(ransack_truncate_to_width(str(text), 6, &options, &cut));
  CHECK(gives(cut, "\xE2\x80\xA6world", NULL));
  options.cut_at = RANSACK_CUT_AT_MIDDLE;
  options.word_boundary = 1;
  OK(ransack_truncate_to_width(str(text), 14, &options, &cut));
  CHECK(gives(cut, "hello\xE2\x80\xA6world", NULL));
  options.word_boundary = 0;
  options.cut_at = RANSACK_CUT_AT_END;
  options.ellipsis = &ellipsis;
  OK(ransack_truncate_to_width(str(text), 8, &options, &cut));
  CHECK(gives(cut, "hello...", NULL));
  ellipsis.len = 0;
  options.pad = 1;
  OK(ransack_truncate_to_width(str("\xE4\xB8\x96\xE7\x95\x8C"), 3, &options, &cut));
  CHECK(gives(cut, "\xE4\xB8\x96 ", NULL));
  OK(ransack_truncate_to_width(str("ab"), (size_t)-1, &options, &cut));
  CHECK_IS(cut.text.len, 65535);
  ransack_string_free(cut.owner);
  /* The nested text options apply. */
  wide.ambiguous_wide = 1;
  options.text = &wide;
  options.ellipsis = NULL;
  OK(ransack_truncate_to_width(str("hello"), 4, &options, &cut));
  CHECK(gives(cut, "he\xE2\x80\xA6", NULL));
}

static void slices_and_segments(void) {
  ransack_text slice;
  ransack_segments parts;
  size_t cells;
  const char *line = "\x1b[31mhello\x1b[39m world";
  OK(ransack_slice_with_width(str(line), 6, 3, 1, NULL, &slice, &cells));
  CHECK(gives(slice, "wor", line + 16));
  CHECK_IS(cells, 3);
  OK(ransack_slice_with_width(str(line), 1, 2, 1, NULL, &slice, &cells));
  CHECK(gives(slice, "\x1b[31mel\x1b[39m", NULL));
  OK(ransack_slice_with_width(str("\xE4\xB8\x96\xE7\x95\x8C"), 1, 2, 1, NULL, &slice, &cells));
  CHECK(gives(slice, "  ", NULL));
  CHECK_IS(cells, 2);
  OK(ransack_slice_with_width(str("\xE4\xB8\x96\xE7\x95\x8C"), 0, 3, 0, NULL, &slice, &cells));
  CHECK_IS(cells, 4);
  OK(ransack_slice_with_width(str(line), (size_t)-1, (size_t)-1, 1, NULL, &slice, &cells));
  CHECK_IS(slice.text.len + cells, 0);
  CHECK(slice.owner == NULL);

  OK(ransack_extract_segments(str("\x1b[32mgreen line\x1b[39m"), 2, 6, 10, 1, NULL, &parts));
  CHECK_IS(parts.before_width, 2);
  CHECK_IS(parts.after_width, 4);
  CHECK(gives(parts.before, "\x1b[32mgr\x1b[39m", NULL));
  CHECK(gives(parts.after, "\x1b[32mline\x1b[39m", NULL));
  line = "plain line";
  OK(ransack_extract_segments(str(line), 2, 6, (size_t)-1, 1, NULL, &parts));
  CHECK(gives(parts.before, "pl", line));
  CHECK(gives(parts.after, "line", line + 6));
}

static void wrapping(void) {
  ransack_wrap_options options = RANSACK_WRAP_OPTIONS_INIT;
  ransack_lines *lines = NULL;
  const char *text = "\x1b[1mhello brave\x1b[22m world";
  OK(ransack_wrap_text_with_ansi(str(text), 6, NULL, &lines));
  CHECK_IS(lines->len, 3);
  CHECK(is(lines->lines[0], "\x1b[1mhello\x1b[22m"));
  CHECK(is(lines->lines[1], "\x1b[1mbrave\x1b[22m"));
  CHECK(is(lines->lines[2], "world"));
  CHECK(lines->lines[2].data == (const uint8_t *)text + strlen(text) - 5);
  ransack_lines_free(lines);
  OK(ransack_wrap_text_with_ansi(bytes(NULL, 0), (size_t)-1, &options, &lines));
  CHECK_IS(lines->len, 1);
  CHECK_IS(lines->lines[0].len, 0);
  ransack_lines_free(lines);
  options.keep_spaces = 1;
  OK(ransack_wrap_text_with_ansi(str("ab   cd"), 4, &options, &lines));
  CHECK_IS(lines->len, 2);
  CHECK(is(lines->lines[0], "ab  "));
  CHECK(is(lines->lines[1], " cd"));
  ransack_lines_free(lines);
  options.keep_urls = 1;
  OK(ransack_wrap_text_with_ansi(str("see http://a.example/b"), 0, &options, &lines));
  CHECK(is(lines->lines[lines->len - 1], "http://a.example/b"));
  ransack_lines_free(lines);
  ransack_options_init(&options, "ransack_wrap_options", RANSACK_WRAP_OPTIONS_VERSION);
  options.hard = 0;
  OK(ransack_wrap_text_with_ansi(str("ab abcdef"), 4, &options, &lines));
  CHECK_IS(lines->len, 2);
  CHECK(is(lines->lines[1], "abcdef"));
  ransack_lines_free(lines);
  options.word_wrap = 0;
  OK(ransack_wrap_text_with_ansi(str("ab abcdef"), 4, &options, &lines));
  CHECK_IS(lines->len, 3);
  CHECK(is(lines->lines[0], "ab a"));
  ransack_lines_free(lines);
  options.word_wrap = 1;
  options.break_after_hyphens = 1;
  options.break_after_slashes = 1;
  OK(ransack_wrap_text_with_ansi(str("ab-cd/ef"), 4, &options, &lines));
  CHECK_IS(lines->len, 3);
  CHECK(is(lines->lines[1], "cd/"));
  ransack_lines_free(lines);
  ransack_lines_free(NULL);
}

static void padding_and_cleaning(void) {
  ransack_text result;
  const char *text = "plain\ttext\n";
  OK(ransack_pad_to_width(str("ab"), 4, RANSACK_ALIGN_LEFT, NULL, &result));
  CHECK(gives(result, "ab  ", NULL));
  OK(ransack_pad_to_width(str("ab"), 4, RANSACK_ALIGN_RIGHT, NULL, &result));
  CHECK(gives(result, "  ab", NULL));
  OK(ransack_pad_to_width(str("ab"), 5, RANSACK_ALIGN_CENTER, NULL, &result));
  CHECK(gives(result, " ab  ", NULL));
  OK(ransack_pad_to_width(str(text), 4, RANSACK_ALIGN_CENTER, NULL, &result));
  CHECK(gives(result, text, text));
  OK(ransack_strip_ansi(str(text), &result));
  CHECK(gives(result, text, text));
  OK(ransack_strip_ansi(str("\x1b]8;;http://a.b\x07link\x1b]8;;\x07\r"), &result));
  CHECK(gives(result, "link\r", NULL));
  OK(ransack_sanitize_text(str(text), &result));
  CHECK(gives(result, text, text));
  OK(ransack_sanitize_text(str("a\x1b[1mb\x07\r\nc\rd"), &result));
  CHECK(gives(result, "ab\nc\nd", NULL));
}

typedef struct pieces {
  char text[256];
  size_t stop_after;
  size_t count;
} pieces;

/* OFFSET+LENGTH=WIDTH, with '!' for an escape sequence. */
static int note(const ransack_grapheme *item, void *user_data) {
  pieces *p = (pieces *)user_data;
  char *end = p->text + strlen(p->text);
  sprintf(end, "%u+%u=%u%s ", (unsigned)item->offset, (unsigned)item->text.len,
          (unsigned)item->width, item->is_escape ? "!" : "");
  return ++p->count == p->stop_after;
}

static void clusters(void) {
  pieces p = {"", 0, 0};
  OK(ransack_graphemes(str("a\x1b[1m\te\xCC\x81\r\n\xE4\xB8\x96"), NULL, note, &p));
  CHECK(strcmp(p.text, "0+1=1 1+4=0! 5+1=7 6+3=1 9+2=0 11+3=2 ") == 0);
  memset(&p, 0, sizeof p);
  p.stop_after = 2;
  OK(ransack_graphemes(str("abcd"), NULL, note, &p));
  CHECK(strcmp(p.text, "0+1=1 1+1=1 ") == 0);
  OK(ransack_graphemes(bytes(NULL, 0), NULL, note, &p));
  CHECK_IS(p.count, 2);
}

/* Each ill-formed part counts as U+FFFD. */
static void ill_formed_text(void) {
  /* A lone byte, an incomplete sequence, a surrogate (three parts), and U+FFFD itself; 0x9B begins
   * no control sequence here. */
  static const char bad[] = "a\x9B" "1m\xE4\xB8z\xED\xA0\x80\xEF\xBF\xBD";
  const ransack_bytes text = bytes(bad, sizeof bad - 1);
  pieces p = {"", 0, 0};
  ransack_text_options options = RANSACK_TEXT_OPTIONS_INIT;
  ransack_lines *lines = NULL;
  ransack_segments parts;
  ransack_text result;
  size_t cells, both[2];
  ransack_bytes texts[2];
  OK(ransack_visible_width(text, NULL, &cells));
  CHECK_IS(cells, 10);
  options.ambiguous_wide = 1;
  OK(ransack_visible_width(text, &options, &cells));
  CHECK_IS(cells, 16);
  texts[0] = text;
  texts[1] = bytes("\xFF", 1);
  OK(ransack_visible_widths(texts, 2, NULL, both));
  CHECK_IS(both[0], 10);
  CHECK_IS(both[1], 1);

  /* A part of the text keeps its bytes; a built result is UTF-8. */
  OK(ransack_truncate_to_width(text, 10, NULL, &result));
  CHECK(result.owner == NULL && result.text.data == text.data);
  CHECK_IS(result.text.len, text.len);
  OK(ransack_truncate_to_width(text, 3, NULL, &result));
  CHECK(gives(result, "a\xEF\xBF\xBD\xE2\x80\xA6", NULL));
  OK(ransack_slice_with_width(text, 1, 4, 1, NULL, &result, &cells));
  CHECK(gives(result, "\x9B" "1m\xE4\xB8", bad + 1));
  OK(ransack_extract_segments(text, 2, 6, 2, 1, NULL, &parts));
  CHECK(gives(parts.before, "a\x9B", bad));
  CHECK(gives(parts.after, "\xED\xA0", bad + 7));
  OK(ransack_strip_ansi(text, &result));
  CHECK(result.owner == NULL && result.text.data == text.data);
  OK(ransack_pad_to_width(bytes("\xFF", 1), 2, RANSACK_ALIGN_LEFT, NULL, &result));
  CHECK(gives(result, "\xEF\xBF\xBD ", NULL));
  OK(ransack_wrap_text_with_ansi(text, 4, NULL, &lines));
  CHECK_IS(lines->len, 3);
  CHECK(is(lines->lines[0], "a\x9B" "1m"));
  CHECK(is(lines->lines[1], "\xE4\xB8z\xED\xA0"));
  CHECK(is(lines->lines[2], "\x80\xEF\xBF\xBD"));
  CHECK(lines->lines[2].data == text.data + 9);
  ransack_lines_free(lines);
  OK(ransack_graphemes(text, NULL, note, &p));
  CHECK(strcmp(p.text, "0+1=1 1+1=1 2+1=1 3+1=1 4+2=1 6+1=1 7+1=1 8+1=1 9+1=1 10+3=1 ") == 0);
  OK(ransack_sanitize_text(text, &result));
  CHECK(gives(result, "a1mz\xEF\xBF\xBD", NULL));
}

static void bad_arguments(void) {
  const ransack_bytes text = bytes("ab", 2), none = bytes(NULL, 1), endless = bytes("", (size_t)-1);
  const uint16_t unit = 0x61;
  ransack_text_options options = RANSACK_TEXT_OPTIONS_INIT;
  ransack_truncate_options truncate = RANSACK_TRUNCATE_OPTIONS_INIT;
  ransack_wrap_options wrap = RANSACK_WRAP_OPTIONS_INIT;
  ransack_bytes texts[2], ellipsis = bytes("a\xFF", 2);
  ransack_lines *lines = NULL;
  ransack_segments parts;
  ransack_text result;
  pieces p = {"", 0, 0};
  size_t cells = 99, both[2] = {99, 99};
  memset(&result, 0, sizeof result);
  memset(&parts, 0, sizeof parts);

  CHECK_IS(ransack_visible_width(text, NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_visible_width(none, NULL, &cells), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK(strstr(ransack_last_error_message(), "`text`") != NULL);
  CHECK_IS(ransack_visible_width(endless, NULL, &cells), RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(ransack_visible_width_latin1(none, NULL, &cells), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_visible_width_latin1(text, NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_visible_width_utf16(NULL, 1, NULL, &cells), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_visible_width_utf16(&unit, 1, NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_visible_width_utf16(&unit, (size_t)-1, NULL, &cells),
           RANSACK_STATUS_INVALID_OPTION);
  texts[0] = text;
  texts[1] = none;
  CHECK_IS(ransack_visible_widths(texts, 2, NULL, both), RANSACK_STATUS_NULL_ARGUMENT);
  MESSAGE_IS("`texts[1]` is NULL");
  CHECK_IS(both[0], 99);
  CHECK_IS(ransack_visible_widths(texts, 1, NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_visible_widths(NULL, 1, NULL, both), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_truncate_to_width(none, 1, NULL, &result), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_truncate_to_width(text, 1, NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_slice_with_width(none, 0, 1, 0, NULL, &result, &cells),
           RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_slice_with_width(text, 0, 1, 0, NULL, NULL, &cells),
           RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_extract_segments(none, 0, 1, 0, 0, NULL, &parts), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_extract_segments(text, 0, 1, 0, 0, NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_wrap_text_with_ansi(none, 1, NULL, &lines), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_wrap_text_with_ansi(text, 1, NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_pad_to_width(none, 9, 0, NULL, &result), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_pad_to_width(text, 9, 0, NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_pad_to_width(text, 9, 3, NULL, &result), RANSACK_STATUS_INVALID_OPTION);
  MESSAGE_IS("unknown value 3 of `align`: expected 0 to 2");
  CHECK_IS(ransack_graphemes(none, NULL, note, &p), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_graphemes(text, NULL, NULL, &p), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_strip_ansi(none, &result), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_strip_ansi(text, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_sanitize_text(none, &result), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_sanitize_text(text, NULL), RANSACK_STATUS_NULL_ARGUMENT);

  options.cluster_width = 3;
  CHECK_IS(ransack_visible_width(text, &options, &cells), RANSACK_STATUS_INVALID_OPTION);
  MESSAGE_IS("unknown value 3 of `cluster_width`: expected 0 to 2");
  options.cluster_width = 0;
  options.version = 2;
  CHECK_IS(ransack_visible_width(text, &options, &cells), RANSACK_STATUS_BAD_VERSION);
  CHECK_IS(ransack_visible_widths(texts, 1, &options, both), RANSACK_STATUS_BAD_VERSION);
  CHECK_IS(ransack_graphemes(text, &options, note, &p), RANSACK_STATUS_BAD_VERSION);
  MESSAGE_STARTS("`options.version` is 2: ");
  truncate.text = &options;
  CHECK_IS(ransack_truncate_to_width(text, 1, &truncate, &result), RANSACK_STATUS_BAD_VERSION);
  MESSAGE_STARTS("`text.version` is 2: ");
  truncate.text = NULL;
  truncate.cut_at = 3;
  CHECK_IS(ransack_truncate_to_width(text, 1, &truncate, &result), RANSACK_STATUS_INVALID_OPTION);
  MESSAGE_IS("unknown value 3 of `cut_at`: expected 0 to 2");
  truncate.cut_at = 0;
  truncate.ellipsis = &ellipsis;
  CHECK_IS(ransack_truncate_to_width(text, 1, &truncate, &result), RANSACK_STATUS_INVALID_UTF8);
  CHECK_IS(ransack_last_error()->offset, 1);
  truncate.version = 0;
  CHECK_IS(ransack_truncate_to_width(text, 1, &truncate, &result), RANSACK_STATUS_BAD_VERSION);
  wrap.text = &options;
  CHECK_IS(ransack_wrap_text_with_ansi(text, 1, &wrap, &lines), RANSACK_STATUS_BAD_VERSION);
  wrap.version = 7;
  CHECK_IS(ransack_wrap_text_with_ansi(text, 1, &wrap, &lines), RANSACK_STATUS_BAD_VERSION);

  CHECK_IS(cells, 99);
  CHECK_IS(both[0], 99);
  CHECK(lines == NULL);
  CHECK(result.text.data == NULL && result.owner == NULL);
  CHECK(parts.before.text.data == NULL);
  CHECK_IS(p.count, 0);
}

int main(void) {
  widths();
  truncation();
  slices_and_segments();
  wrapping();
  padding_and_cleaning();
  clusters();
  ill_formed_text();
  bad_arguments();
  return 0;
}
