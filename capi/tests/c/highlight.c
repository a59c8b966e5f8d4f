/* Syntax highlighting: calls, spans, themes, streams, languages, invalid input. */

#include <pthread.h>

#include "test.h"

SIZE_IS(size_of_highlight_span, ransack_highlight_span, 40);
SIZE_IS(size_of_highlight_report, ransack_highlight_report, 72);
SIZE_IS(size_of_highlighted, ransack_highlighted, 40);
SIZE_IS(size_of_highlight_colors, ransack_highlight_colors, 176);
SIZE_IS(size_of_highlight_update, ransack_highlight_update, 40);
SIZE_IS(size_of_theme, ransack_theme, 32);
SIZE_IS(size_of_text_style, ransack_text_style, 8);

#define str ransack_bytes_from_str

static const char code[] = "return f(\"x\"); // \xC3\xA9\r\nint a;\n";

/* Eleven colours that differ in their last number. */
static ransack_highlight_colors own_colors(void) {
  ransack_highlight_colors colors;
  memset(&colors, 0, sizeof colors);
  colors.comment = str("\x1b[38;5;1m");
  colors.keyword = str("\x1b[38;5;2m");
  colors.function = str("\x1b[38;5;3m");
  colors.string = str("\x1b[38;5;5m");
  colors.type_ = str("\x1b[38;5;7m");
  colors.inserted = str("\x1b[38;5;10m");
  colors.deleted = str("\x1b[38;5;11m");
  return colors;
}

static ransack_highlight_form *html(void) {
  ransack_highlight_form *form = NULL;
  OK(ransack_highlight_form_html(&form));
  return form;
}

static void code_in_own_colors(void) {
  const ransack_highlight_colors colors = own_colors();
  const ransack_bytes broken = bytes("a\xFF\n\xC3", 4);
  ransack_highlight_form *form = NULL;
  ransack_highlighted *found = NULL;
  OK(ransack_highlight_form_colors(&colors, &form));
  OK(ransack_highlight(str("return f(\"x\"); // y"), str("c"), form, NULL, NULL, &found));
  CHECK(is(found->output, "\x1b[38;5;2mreturn\x1b[39m \x1b[38;5;3m" "f\x1b[39m("
                          "\x1b[38;5;5m\"x\"\x1b[39m); \x1b[38;5;1m// y\x1b[39m"));
  ransack_highlighted_free(found);
  OK(ransack_highlight(str("+a\n-b\n"), str("diff"), form, NULL, NULL, &found));
  CHECK(is(found->output, "\x1b[38;5;10m+a\x1b[39m\n\x1b[38;5;11m-b\x1b[39m\n"));
  ransack_highlighted_free(found);
  OK(ransack_highlight(broken, str("klingon"), form, NULL, NULL, &found));
  CHECK(found->output.len == broken.len && memcmp(found->output.data, broken.data, broken.len) == 0);
  ransack_highlighted_free(found);
  ransack_highlight_form_free(form);
}

static void forms(void) {
  ransack_highlight_form *form = html(), *terminal = NULL;
  ransack_highlighted *found = NULL;
  ransack_theme *theme = NULL;
  const char *shown[] = {"\x1b[38;2;255;121;198mreturn\x1b[39m", "\x1b[38;5;212mreturn\x1b[39m",
                         "\x1b[95mreturn\x1b[39m"};
  uint32_t depth;
  OK(ransack_highlight(str("return a < b;"), str("c"), form, NULL, NULL, &found));
  CHECK(strstr((const char *)found->output.data, "<span class=\"hl-keyword\">return</span>") ==
        (const char *)found->output.data);
  CHECK(strstr((const char *)found->output.data, "&lt;") != NULL);
  CHECK_IS(found->spans_len, 0);
  CHECK(is(found->report->language, "c"));
  CHECK_IS(found->report->engine, RANSACK_HIGHLIGHT_ENGINE_TREE_SITTER);
  CHECK_IS(found->report->stopped_by, RANSACK_STOPPED_BY_NONE);
  CHECK_IS(found->report->complete, 1);
  CHECK(found->report->reason.len > 0);
  ransack_highlighted_free(found);
  ransack_highlight_form_free(form);

  OK(ransack_theme_named(str("DRACULA"), &theme));
  for (depth = RANSACK_COLOR_DEPTH_TRUE_COLOR; depth <= RANSACK_COLOR_DEPTH_ANSI16; depth++) {
    OK(ransack_highlight_form_theme(theme, depth, &terminal));
    OK(ransack_highlight(str("return"), str("c"), terminal, NULL, NULL, &found));
    CHECK(is(found->output, shown[depth]));
    ransack_highlighted_free(found);
    ransack_highlight_form_free(terminal);
  }
  ransack_theme_free(theme);
}

static void spans(void) {
  ransack_highlighted *found = NULL;
  const ransack_highlight_span *comment;
  OK(ransack_highlight(str(code), str("c"), NULL, NULL, NULL, &found));
  CHECK_IS(found->output.len, 0);
  CHECK(found->spans_len > 5);
  CHECK_IS(found->spans[0].start, 0);
  CHECK_IS(found->spans[0].end, 6);
  CHECK_IS(found->spans[0].class_, RANSACK_HIGHLIGHT_CLASS_KEYWORD);
  CHECK(strcmp(ransack_highlight_class_name(found->spans[0].class_), "keyword") == 0);
  for (comment = found->spans; comment->class_ != RANSACK_HIGHLIGHT_CLASS_COMMENT;) comment++;
  CHECK_IS(comment->end - comment->start, 5);
  CHECK_IS(comment->end_utf16 - comment->start_utf16, 4);
  CHECK_IS(comment[1].start, comment[1].start_utf16 + 1);
  ransack_highlighted_free(found);
}

static void options(void) {
  ransack_highlight_options options = RANSACK_HIGHLIGHT_OPTIONS_INIT;
  ransack_highlighted *found = NULL;
  const ransack_highlight_engine engines[] = {
      RANSACK_HIGHLIGHT_ENGINE_TREE_SITTER, RANSACK_HIGHLIGHT_ENGINE_TREE_SITTER,
      RANSACK_HIGHLIGHT_ENGINE_SYNTECT, RANSACK_HIGHLIGHT_ENGINE_PLAIN};
  for (options.engine = 0; options.engine < 4; options.engine++) {
    OK(ransack_highlight(str(code), str("c"), NULL, &options, NULL, &found));
    CHECK_IS(found->report->engine, engines[options.engine]);
    ransack_highlighted_free(found);
  }
  options.engine = RANSACK_HIGHLIGHT_ENGINE_SYNTECT;
  options.max_line = 10;
  OK(ransack_highlight(str(code), str("c"), NULL, &options, NULL, &found));
  CHECK_IS(found->report->complete, 0);
  CHECK_IS(found->report->long_lines, 1);
  CHECK_IS(found->report->first_long_lines_len, 1);
  CHECK_IS(found->report->first_long_lines[0], 1);
  ransack_highlighted_free(found);
  OK(ransack_highlight(str(code), str("klingon"), NULL, NULL, NULL, &found));
  CHECK_IS(found->report->language.len, 0);
  CHECK_IS(found->report->engine, RANSACK_HIGHLIGHT_ENGINE_PLAIN);
  CHECK_IS(found->spans_len, 0);
  ransack_highlighted_free(found);
}

/* 1,300 comments of Swift take a parser over 20 s. */
static void the_time_limit_leaves_the_rest_plain(void) {
  ransack_highlight_options options = RANSACK_HIGHLIGHT_OPTIONS_INIT;
  ransack_highlighted *found = NULL;
  ransack_pool_stats stats;
  char hostile[2601];
  size_t n;
  for (n = 0; n < 2600; n += 2) memcpy(hostile + n, "/*", 2);
  hostile[2600] = 0;
  CHECK_IS(options.time_limit_ms, 0);
  options.time_limit_ms = 20;
  OK(ransack_highlight(str(hostile), str("swift"), NULL, &options, NULL, &found));
  CHECK_IS(found->report->complete, 0);
  CHECK_IS(found->report->stopped_by, RANSACK_STOPPED_BY_TIMEOUT);
  CHECK_IS(found->spans_len, 0);
  ransack_highlighted_free(found);
  /* A parser that a worker started before the timeout continues; others do not wait for it. */
  OK(ransack_pool_stats_get(NULL, &stats));
  CHECK_IS(stats.size, ransack_pool_size(NULL));
  CHECK(stats.abandoned <= 1);
  CHECK(stats.workers >= stats.abandoned && stats.idle + stats.blocked <= stats.workers);
  options.time_limit_ms = RANSACK_NO_LIMIT;
  OK(ransack_highlight(str(code), str("c"), NULL, &options, NULL, &found));
  CHECK_IS(found->report->complete, 1);
  ransack_highlighted_free(found);
  CHECK_IS(ransack_pool_stats_get(NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
}

static void themes(void) {
  static const char file[] =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\"><dict>"
      "<key>name</key><string>Own</string><key>settings</key><array>"
      "<dict><key>settings</key><dict><key>background</key><string>#ffffff</string>"
      "<key>foreground</key><string>#000000</string></dict></dict>"
      "<dict><key>scope</key><string>keyword</string><key>settings</key><dict>"
      "<key>foreground</key><string>#ff0000</string><key>fontStyle</key><string>bold</string>"
      "</dict></dict></array></dict></plist>";
  const ransack_bytes *names = NULL;
  ransack_theme *theme = NULL;
  ransack_text_style style;
  ransack_string *css = NULL;
  size_t i, len = 0;
  OK(ransack_theme_names(&names, &len));
  CHECK(len >= 20);
  for (i = 0; i < len; i++) {
    OK(ransack_theme_named(names[i], &theme));
    CHECK(theme->name.len == names[i].len);
    CHECK(theme->foreground != theme->background);
    ransack_theme_free(theme);
  }
  OK(ransack_theme_from_tm_theme(str(file), &theme));
  CHECK(is(theme->name, "Own"));
  CHECK_IS(theme->background, 0xFFFFFF);
  CHECK_IS(theme->is_dark, 0);
  OK(ransack_theme_style(theme, RANSACK_HIGHLIGHT_CLASS_KEYWORD, &style));
  CHECK_IS(style.color, 0xFF0000);
  CHECK(style.has_color && style.bold && !style.italic && !style.underline);
  OK(ransack_theme_style(theme, RANSACK_HIGHLIGHT_CLASS_STRING, &style));
  CHECK(!style.has_color && style.color == 0);
  OK(ransack_theme_css(theme, str("pre"), &css));
  CHECK(strstr((const char *)css->text.data, "pre .hl-keyword { color: #ff0000") != NULL);
  ransack_string_free(css);
  ransack_theme_free(theme);
}

static void languages(void) {
  const ransack_bytes *names = NULL;
  ransack_bytes found, reason;
  ransack_highlight_engine engine;
  ransack_string *licences = NULL;
  size_t i, len = 0;
  uint8_t yes = 9;
  OK(ransack_supported_languages(&names, &len));
  CHECK(len >= 200);
  for (i = 0; i < len; i++) {
    OK(ransack_supports_language(names[i], &yes));
    CHECK_IS(yes, 1);
    OK(ransack_highlight_engine_of(names[i], &engine, &reason));
    CHECK(engine != RANSACK_HIGHLIGHT_ENGINE_DEFAULT && reason.len > 0);
  }
  OK(ransack_supports_language(str("klingon"), &yes));
  CHECK_IS(yes, 0);
  OK(ransack_warm_language(str("RS"), NULL));
  OK(ransack_warm_language(str("haml"), NULL));
  OK(ransack_detect_language(str("src/CMakeLists.txt"), str(""), &found));
  CHECK(is(found, "cmake"));
  OK(ransack_detect_language(str("run"), str("#!/bin/sh\n"), &found));
  CHECK(is(found, "bash"));
  OK(ransack_detect_language(str("a.h"), str("int f(void);\n"), &found));
  CHECK(is(found, "c"));
  OK(ransack_detect_language(str("a.h"), str("class A {};\n"), &found));
  CHECK(is(found, "cpp"));
  OK(ransack_detect_language(str("cli.ts.bak"), str("#!/usr/bin/env node\n"), &found));
  CHECK(is(found, "typescript"));
  OK(ransack_detect_language(bytes("\xFF", 1), bytes("\xFF", 1), &found));
  CHECK_IS(found.len, 0);
  OK(ransack_highlight_acknowledgements(&licences));
  CHECK(strstr((const char *)licences->text.data, "Copyright") != NULL);
  ransack_string_free(licences);
}

/* Output of a stream. */
typedef struct page {
  char text[4096];
  size_t len;
} page;

static void apply(page *page, ransack_highlight_update *update) {
  CHECK(update->keep <= page->len && update->keep_utf16 <= update->keep);
  CHECK(update->keep + update->append.len < sizeof page->text);
  memcpy(page->text + update->keep, update->append.data, update->append.len);
  page->len = update->keep + update->append.len;
  ransack_string_free(update->owner);
}

static void streams(const char *language, const char *text) {
  ransack_highlight_form *form = html();
  ransack_highlight_stream *stream = NULL;
  ransack_highlighted *whole = NULL;
  ransack_highlight_report *report = NULL;
  ransack_highlight_update update;
  page page = {"", 0};
  size_t i;
  OK(ransack_highlight(str(text), str(language), form, NULL, NULL, &whole));
  OK(ransack_highlight_stream_new(str(language), form, NULL, &stream));
  ransack_highlight_form_free(form);
  for (i = 0; text[i] != '\0'; i++) {
    OK(ransack_highlight_stream_push(stream, bytes(text + i, 1), NULL, &update));
    apply(&page, &update);
  }
  OK(ransack_highlight_stream_report(stream, &report));
  CHECK_IS(report->complete, 0);
  ransack_highlight_report_free(report);
  OK(ransack_highlight_stream_finish(stream, NULL, &update));
  apply(&page, &update);
  CHECK(page.len == whole->output.len && memcmp(page.text, whole->output.data, page.len) == 0);
  OK(ransack_highlight_stream_report(stream, &report));
  CHECK_IS(report->complete, 1);
  ransack_highlight_report_free(report);
  ransack_highlighted_free(whole);
  ransack_highlight_stream_free(stream);
}

static void cancelled_calls(void) {
  const uint32_t reasons[] = {RANSACK_ABORT_REASON_USER, RANSACK_ABORT_REASON_TIMEOUT};
  ransack_highlight_form *form = html();
  size_t i;
  for (i = 0; i < 2; i++) {
    const int timeout = reasons[i] == RANSACK_ABORT_REASON_TIMEOUT;
    const ransack_status status = timeout ? RANSACK_STATUS_TIMEOUT : RANSACK_STATUS_ABORTED;
    ransack_cancel_token *token = NULL;
    ransack_highlighted *found = NULL;
    ransack_highlight_stream *stream = NULL;
    ransack_highlight_update update;
    update.keep = 99;
    OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
    OK(ransack_highlight_stream_new(str("c"), form, NULL, &stream));
    OK(ransack_highlight(str(code), str("c"), form, NULL, token, &found));
    ransack_highlighted_free(found);
    found = NULL;
    OK(ransack_cancel_token_cancel(token, reasons[i]));
    CHECK_IS(ransack_highlight(str(code), str("c"), form, NULL, token, &found), status);
    CHECK_IS(ransack_warm_language(str("c"), token), status);
    CHECK_IS(ransack_highlight_stream_push(stream, str(code), token, &update), status);
    CHECK_IS(ransack_highlight_stream_finish(stream, token, &update), status);
    CHECK(found == NULL && update.keep == 99);
    ransack_highlight_stream_free(stream);
    ransack_cancel_token_free(token);
  }
  ransack_highlight_form_free(form);
}

static void *cancel_it(void *argument) {
  OK(ransack_cancel_token_cancel((const ransack_cancel_token *)argument,
                                 RANSACK_ABORT_REASON_USER));
  return NULL;
}

/* Text whose highlighting takes longer than its cancellation. */
static void work_under_way_is_cancelled(void) {
  enum { LEN = 1 << 22 };
  char *text = (char *)malloc(LEN);
  ransack_highlight_options options = RANSACK_HIGHLIGHT_OPTIONS_INIT;
  ransack_cancel_token *token = NULL;
  ransack_highlighted *found = NULL;
  pthread_t thread;
  size_t i;
  CHECK(text != NULL);
  for (i = 0; i < LEN; i++) text[i] = "f(a, b);"[i % 8];
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
  CHECK(pthread_create(&thread, NULL, cancel_it, token) == 0);
  CHECK_IS(ransack_highlight(bytes(text, LEN), str("c"), NULL, NULL, token, &found),
           RANSACK_STATUS_ABORTED);
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK(found == NULL);
  ransack_cancel_token_free(token);
  options.on_timeout = RANSACK_ON_TIMEOUT_PARTIAL;
  OK(ransack_cancel_token_new(NULL, 5, &token));
  OK(ransack_highlight(bytes(text, LEN), str("c"), NULL, &options, token, &found));
  CHECK_IS(found->report->stopped_by, RANSACK_STOPPED_BY_TIMEOUT);
  CHECK_IS(found->report->complete, 0);
  ransack_highlighted_free(found);
  ransack_cancel_token_free(token);
  free(text);
}

#define IS_NULL(call) CHECK_IS(call, RANSACK_STATUS_NULL_ARGUMENT)
#define IS_INVALID(call) CHECK_IS(call, RANSACK_STATUS_INVALID_OPTION)
#define IS_BAD_VERSION(call) CHECK_IS(call, RANSACK_STATUS_BAD_VERSION)

static void null_arguments(void) {
  const ransack_bytes text = str("a"), none = bytes(NULL, 1);
  const ransack_highlight_colors colors = own_colors();
  ransack_highlight_form *form = html(), *made = NULL;
  ransack_highlighted *found = NULL;
  ransack_highlight_stream *stream = NULL;
  ransack_highlight_update update;
  ransack_highlight_report *report = NULL;
  ransack_highlight_engine engine;
  ransack_theme *theme = NULL;
  ransack_text_style style;
  ransack_string *string = NULL;
  ransack_bytes name;
  const ransack_bytes *names = NULL;
  size_t len;
  uint8_t yes;
  memset(&update, 0, sizeof update);

  IS_NULL(ransack_highlight(none, text, form, NULL, NULL, &found));
  IS_NULL(ransack_highlight(text, none, form, NULL, NULL, &found));
  IS_NULL(ransack_highlight(text, text, form, NULL, NULL, NULL));
  IS_NULL(ransack_highlight_form_html(NULL));
  IS_NULL(ransack_highlight_form_colors(NULL, &made));
  IS_NULL(ransack_highlight_form_colors(&colors, NULL));
  IS_NULL(ransack_highlight_form_theme(NULL, 0, &made));
  IS_NULL(ransack_highlight_stream_new(none, form, NULL, &stream));
  IS_NULL(ransack_highlight_stream_new(text, NULL, NULL, &stream));
  IS_NULL(ransack_highlight_stream_new(text, form, NULL, NULL));
  OK(ransack_highlight_stream_new(text, form, NULL, &stream));
  IS_NULL(ransack_highlight_stream_push(NULL, text, NULL, &update));
  IS_NULL(ransack_highlight_stream_push(stream, none, NULL, &update));
  IS_NULL(ransack_highlight_stream_push(stream, text, NULL, NULL));
  IS_NULL(ransack_highlight_stream_finish(NULL, NULL, &update));
  IS_NULL(ransack_highlight_stream_finish(stream, NULL, NULL));
  IS_NULL(ransack_highlight_stream_report(NULL, &report));
  IS_NULL(ransack_highlight_stream_report(stream, NULL));
  ransack_highlight_stream_free(stream);
  IS_NULL(ransack_theme_named(none, &theme));
  IS_NULL(ransack_theme_named(str("Nord"), NULL));
  IS_NULL(ransack_theme_from_tm_theme(none, &theme));
  IS_NULL(ransack_theme_from_tm_theme(text, NULL));
  IS_NULL(ransack_theme_style(NULL, 0, &style));
  IS_NULL(ransack_theme_css(NULL, text, &string));
  IS_NULL(ransack_theme_names(NULL, &len));
  IS_NULL(ransack_theme_names(&names, NULL));
  OK(ransack_theme_named(str("Nord"), &theme));
  IS_NULL(ransack_theme_style(theme, 0, NULL));
  IS_NULL(ransack_theme_css(theme, none, &string));
  IS_NULL(ransack_theme_css(theme, text, NULL));
  IS_NULL(ransack_highlight_form_theme(theme, 0, NULL));
  ransack_theme_free(theme);
  IS_NULL(ransack_warm_language(none, NULL));
  IS_NULL(ransack_supports_language(none, &yes));
  IS_NULL(ransack_supports_language(text, NULL));
  IS_NULL(ransack_supported_languages(NULL, &len));
  IS_NULL(ransack_supported_languages(&names, NULL));
  IS_NULL(ransack_detect_language(none, text, &name));
  IS_NULL(ransack_detect_language(text, none, &name));
  IS_NULL(ransack_detect_language(text, text, NULL));
  IS_NULL(ransack_highlight_engine_of(none, &engine, &name));
  OK(ransack_highlight_engine_of(str("c"), NULL, NULL));
  IS_NULL(ransack_highlight_acknowledgements(NULL));
  CHECK(found == NULL && made == NULL && report == NULL && string == NULL);
  ransack_highlight_form_free(form);

  ransack_highlighted_free(NULL);
  ransack_highlight_form_free(NULL);
  ransack_highlight_stream_free(NULL);
  ransack_highlight_report_free(NULL);
  ransack_theme_free(NULL);
}

static void bad_arguments(void) {
  const ransack_bytes text = str("a"), bad = bytes("a\xFF", 2);
  ransack_highlight_options options = RANSACK_HIGHLIGHT_OPTIONS_INIT;
  ransack_highlight_colors colors = own_colors();
  ransack_highlight_form *form = html(), *made = NULL;
  ransack_highlighted *found = NULL;
  ransack_highlight_stream *stream = NULL;
  ransack_highlight_engine engine;
  ransack_theme *theme = NULL, *nord = NULL;
  ransack_text_style style;
  ransack_bytes name;
  uint8_t yes = 7;
  OK(ransack_theme_named(str("Nord"), &nord));
  options.engine = 4;
  IS_INVALID(ransack_highlight(text, text, form, &options, NULL, &found));
  MESSAGE_IS("unknown value 4 of `engine`: expected 0 to 3");
  options.engine = 0;
  options.on_timeout = 2;
  IS_INVALID(ransack_highlight(text, text, form, &options, NULL, &found));
  options.on_timeout = 0;
  for (options.version = 0; options.version < 3; options.version += 2) {
    IS_BAD_VERSION(ransack_highlight(text, text, form, &options, NULL, &found));
    IS_BAD_VERSION(ransack_highlight_stream_new(text, form, &options, &stream));
    IS_BAD_VERSION(ransack_options_init(&options, "ransack_highlight_options", options.version));
  }
  IS_INVALID(ransack_highlight_form_theme(nord, 3, &made));
  IS_INVALID(ransack_theme_style(nord, 24, &style));
  IS_INVALID(ransack_theme_named(str("no such theme"), &theme));
  MESSAGE_STARTS("unknown theme: `no such theme`");
  IS_INVALID(ransack_theme_named(str("Nordd"), &theme));
  MESSAGE_STARTS("unknown theme: `Nordd`; candidates: Nord");
  CHECK(is(ransack_last_error()->candidates[0], "Nord"));
  IS_INVALID(ransack_theme_from_tm_theme(str("{}"), &theme));
  IS_INVALID(ransack_theme_from_tm_theme(bytes(NULL, 0), &theme));
  IS_INVALID(ransack_highlight_engine_of(str("klingon"), &engine, &name));
  MESSAGE_STARTS("unknown language: `klingon`");
  IS_INVALID(ransack_warm_language(str("pyhton"), NULL));
  MESSAGE_STARTS("unknown language: `pyhton`; candidates: python");
  IS_INVALID(ransack_highlight_engine_of(str("dockrfile"), &engine, &name));
  MESSAGE_STARTS("unknown language: `dockrfile`; candidates: dockerfile");
  CHECK_IS(ransack_supports_language(bad, &yes), RANSACK_STATUS_INVALID_UTF8);
  CHECK_IS(ransack_last_error()->offset, 1);
  CHECK_IS(ransack_highlight(text, bad, form, NULL, NULL, &found), RANSACK_STATUS_INVALID_UTF8);
  CHECK_IS(ransack_theme_named(bad, &theme), RANSACK_STATUS_INVALID_UTF8);
  colors.type_ = bad;
  CHECK_IS(ransack_highlight_form_colors(&colors, &made), RANSACK_STATUS_INVALID_UTF8);
  MESSAGE_IS("`colors.type_` is not UTF-8: ill-formed at byte 1");
  CHECK(found == NULL && made == NULL && theme == NULL && stream == NULL);
  CHECK_IS(yes, 7);
  ransack_theme_free(nord);
  ransack_highlight_form_free(form);
}

int main(void) {
  code_in_own_colors();
  forms();
  spans();
  options();
  the_time_limit_leaves_the_rest_plain();
  themes();
  languages();
  streams("c", code);
  streams("awk", code);
  streams("klingon", code);
  streams("html", "<p>\xC3\xA9</p>\r\n<script>\r\nlet a = `b\n`; /* c\r\nd */</script>\n");
  streams("markdown", "# \xF0\x9F\x98\x80\r\n\r\n```js\r\nlet a = \"b\"\r\n```\r\n> *c*");
  streams("python", "a = \"\"\"b\r\n# \xE2\x82\xAC\n\"\"\"\n# c");
  cancelled_calls();
  work_under_way_is_cancelled();
  null_arguments();
  bad_arguments();
  return 0;
}
