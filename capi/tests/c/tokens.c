/* Tokens: encodings, counting, encoding, cutting, vocabularies from files, text
 * that is no UTF-8, cancelled calls, bad arguments. */

#define _POSIX_C_SOURCE 200809L

#include <pthread.h>

#include "test.h"

#define HELLO "Hello, world!"
#define END "<|endoftext|>"

static ransack_bytes str(const char *text) { return ransack_bytes_from_str(text); }

static ransack_tokenizer *o200k(void) {
  ransack_tokenizer *tokenizer = NULL;
  OK(ransack_tokenizer_get(RANSACK_ENCODING_O200K_BASE, &tokenizer));
  return tokenizer;
}

static size_t count_in(const ransack_tokenizer *tokenizer, ransack_bytes text) {
  size_t count = 99;
  OK(ransack_tokenizer_count(tokenizer, text, NULL, NULL, &count));
  return count;
}

/* Whether these are the tokens, and the text what they stand for. */
static void encodes(const ransack_tokenizer *tokenizer, const char *text, const uint32_t *ids,
                    size_t len) {
  ransack_token_ids *found = NULL;
  ransack_string *back = NULL;
  size_t i;
  OK(ransack_tokenizer_encode(tokenizer, str(text), NULL, NULL, &found));
  CHECK_IS(found->len, len);
  for (i = 0; i < len; i++) CHECK_IS(found->ids[i], ids[i]);
  OK(ransack_tokenizer_decode(tokenizer, found->ids, found->len, &back));
  CHECK(is(back->text, text));
  CHECK_IS(back->text.data[back->text.len], 0);
  ransack_string_free(back);
  ransack_token_ids_free(found);
}

static void encodings(void) {
  static const struct {
    uint32_t encoding;
    const char *name, *model;
    size_t count;
  } known[] = {
      {RANSACK_ENCODING_O200K_BASE, "o200k_base", "gpt-4o-mini", 10},
      {RANSACK_ENCODING_O200K_HARMONY, "o200k_harmony", "gpt-oss-120b", 10},
      {RANSACK_ENCODING_CL100K_BASE, "cl100k_base", "ft:gpt-3.5-turbo:us::1", 10},
      {RANSACK_ENCODING_P50K_BASE, "p50k_base", "text-davinci-003", 11},
      {RANSACK_ENCODING_P50K_EDIT, "p50k_edit", "text-davinci-edit-001", 11},
      {RANSACK_ENCODING_R50K_BASE, "r50k_base", "gpt2", 17},
  };
  ransack_encoding encoding;
  ransack_bytes name;
  size_t i, count;
  for (i = 0; i < sizeof known / sizeof *known; i++) {
    OK(ransack_encoding_from_name(str(known[i].name), &encoding));
    CHECK_IS(encoding, known[i].encoding);
    OK(ransack_encoding_for_model(str(known[i].model), &encoding));
    CHECK_IS(encoding, known[i].encoding);
    OK(ransack_encoding_name(known[i].encoding, &name));
    CHECK(is(name, known[i].name));
    OK(ransack_count_tokens(str("for (;;)\n        x += 1234;"), known[i].encoding, &count));
    CHECK_IS(count, known[i].count);
  }
  OK(ransack_encoding_from_name(str("GPT2"), &encoding));
  CHECK_IS(encoding, RANSACK_ENCODING_R50K_BASE);

  CHECK_IS(ransack_encoding_from_name(str("o300k"), &encoding), RANSACK_STATUS_UNKNOWN_MODEL);
  CHECK(is(ransack_last_error()->pattern, "o300k"));
  CHECK_IS(ransack_encoding_for_model(str("unheard-of"), &encoding), RANSACK_STATUS_UNKNOWN_MODEL);
  CHECK(is(ransack_last_error()->pattern, "unheard-of"));
  CHECK_IS(ransack_encoding_for_model(bytes(NULL, 0), &encoding), RANSACK_STATUS_UNKNOWN_MODEL);
  CHECK_IS(encoding, RANSACK_ENCODING_R50K_BASE);
}

static void counting(void) {
  ransack_tokenizer *tokenizer = o200k();
  ransack_bytes texts[3];
  size_t count = 99, total = 99, counts[3] = {7, 7, 7};
  uint8_t fits = 7;
  OK(ransack_count_tokens(str(HELLO), RANSACK_ENCODING_O200K_BASE, &count));
  CHECK_IS(count, 4);
  OK(ransack_count_tokens(bytes(NULL, 0), RANSACK_ENCODING_O200K_BASE, &count));
  CHECK_IS(count, 0);
  CHECK_IS(count_in(tokenizer, str(HELLO)), 4);
  CHECK_IS(count_in(tokenizer, bytes("a\0b", 3)), 3);

  texts[0] = str(HELLO);
  texts[1] = bytes(NULL, 0);
  texts[2] = str("one two three");
  OK(ransack_tokenizer_count_each(tokenizer, texts, 3, NULL, NULL, counts, &total));
  CHECK_IS(counts[0], 4);
  CHECK_IS(counts[1], 0);
  CHECK_IS(counts[2], 3);
  CHECK_IS(total, 7);
  total = 99;
  OK(ransack_tokenizer_count_each(tokenizer, texts, 1, NULL, NULL, NULL, &total));
  CHECK_IS(total, 4);
  OK(ransack_tokenizer_count_each(tokenizer, texts + 2, 1, NULL, NULL, counts, NULL));
  CHECK_IS(counts[0], 3);
  OK(ransack_tokenizer_count_each(tokenizer, NULL, 0, NULL, NULL, NULL, &total));
  CHECK_IS(total, 0);

  OK(ransack_tokenizer_count_up_to(tokenizer, str(HELLO), 4, NULL, NULL, &fits, &count));
  CHECK_IS(fits, 1);
  CHECK_IS(count, 4);
  OK(ransack_tokenizer_count_up_to(tokenizer, str(HELLO), 3, NULL, NULL, &fits, &count));
  CHECK_IS(fits, 0);
  CHECK_IS(count, 0);
  OK(ransack_tokenizer_count_up_to(tokenizer, bytes(NULL, 0), 0, NULL, NULL, &fits, &count));
  CHECK_IS(fits, 1);
  OK(ransack_tokenizer_count_up_to(tokenizer, str(HELLO), (size_t)-1, NULL, NULL, &fits, &count));
  CHECK_IS(count, 4);
  ransack_tokenizer_free(tokenizer);
  ransack_tokenizer_free(NULL);
}

static void encoding_and_decoding(void) {
  static const uint32_t hello[] = {13225, 11, 2375, 0}, part[] = {13225, 199999};
  ransack_tokenizer *tokenizer = o200k();
  ransack_string *text = NULL;
  ransack_tokens *tokens = NULL;
  encodes(tokenizer, HELLO, hello, 4);
  encodes(tokenizer, "", NULL, 0);
  OK(ransack_tokenizer_decode(tokenizer, part, 2, &text));
  CHECK(is(text->text, "Hello" END));
  ransack_string_free(text);
  OK(ransack_tokenizer_decode(tokenizer, NULL, 0, &text));
  CHECK_IS(text->text.len, 0);
  ransack_string_free(text);

  OK(ransack_tokenizer_token_offsets(tokenizer, str(HELLO), NULL, NULL, &tokens));
  CHECK_IS(tokens->len, 4);
  CHECK_IS(tokens->tokens[2].id, 2375);
  CHECK_IS(tokens->tokens[2].start, 6);
  CHECK_IS(tokens->tokens[2].end, 12);
  ransack_tokens_free(tokens);
  OK(ransack_tokenizer_token_offsets(tokenizer, bytes(NULL, 0), NULL, NULL, &tokens));
  CHECK_IS(tokens->len, 0);
  ransack_tokens_free(tokens);
  ransack_tokens_free(NULL);
  ransack_token_ids_free(NULL);
  ransack_tokenizer_free(tokenizer);
}

static void special_tokens(void) {
  ransack_tokenizer *tokenizer = o200k();
  ransack_token_options options = RANSACK_TOKEN_OPTIONS_INIT;
  const ransack_special_token *specials = NULL, *again = NULL;
  ransack_bytes allowed[2];
  ransack_token_ids *ids = NULL;
  size_t len = 99, count = 99;
  OK(ransack_tokenizer_special_tokens(tokenizer, &specials, &len));
  CHECK_IS(len, 2);
  CHECK(is(specials[0].text, END));
  CHECK_IS(specials[0].id, 199999);
  CHECK(is(specials[1].text, "<|endofprompt|>"));
  OK(ransack_tokenizer_special_tokens(tokenizer, &again, &len));
  CHECK(again == specials);

  CHECK_IS(count_in(tokenizer, str("a" END)), 8);
  OK(ransack_tokenizer_count(tokenizer, str("a" END), &options, NULL, &count));
  CHECK_IS(count, 8);
  allowed[0] = str("<|endofprompt|>");
  options.allowed_special = allowed;
  options.allowed_special_len = 1;
  OK(ransack_tokenizer_count(tokenizer, str("a" END), &options, NULL, &count));
  CHECK_IS(count, 8);
  allowed[1] = str(END);
  options.allowed_special_len = 2;
  OK(ransack_tokenizer_encode(tokenizer, str("a" END), &options, NULL, &ids));
  CHECK_IS(ids->len, 2);
  CHECK_IS(ids->ids[1], 199999);
  ransack_token_ids_free(ids);
  allowed[0] = str("<|nothing|>");
  CHECK_IS(ransack_tokenizer_count(tokenizer, str("a"), &options, NULL, &count),
           RANSACK_STATUS_INVALID_OPTION);
  CHECK(is(ransack_last_error()->pattern, "<|nothing|>"));
  allowed[0] = bytes("<\xFF", 2);
  CHECK_IS(ransack_tokenizer_count(tokenizer, str("a"), &options, NULL, &count),
           RANSACK_STATUS_INVALID_UTF8);
  CHECK(strstr(ransack_last_error_message(), "`allowed_special`") != NULL);
  options.all_special = 1;
  OK(ransack_tokenizer_count(tokenizer, str("a" END), &options, NULL, &count));
  CHECK_IS(count, 2);
  ransack_tokenizer_free(tokenizer);
}

static void cutting(void) {
  ransack_tokenizer *tokenizer = o200k();
  const ransack_bytes text = str("one two three four");
  ransack_truncation cut;
  ransack_chunks *chunks = NULL;
  OK(ransack_tokenizer_truncate(tokenizer, text, 3, RANSACK_TRUNCATE_FROM_END, NULL, NULL, &cut));
  CHECK_IS(cut.dropped_start, 13);
  CHECK_IS(cut.dropped_end, 18);
  CHECK_IS(cut.tokens, 3);
  CHECK_IS(cut.total_tokens, 4);
  OK(ransack_tokenizer_truncate(tokenizer, text, 3, RANSACK_TRUNCATE_FROM_START, NULL, NULL, &cut));
  CHECK_IS(cut.dropped_start, 0);
  CHECK_IS(cut.dropped_end, 3);
  OK(ransack_tokenizer_truncate(tokenizer, text, 3, RANSACK_TRUNCATE_FROM_MIDDLE, NULL, NULL,
                                &cut));
  CHECK_IS(cut.dropped_start, 7);
  CHECK_IS(cut.dropped_end, 13);
  OK(ransack_tokenizer_truncate(tokenizer, text, 0, RANSACK_TRUNCATE_FROM_END, NULL, NULL, &cut));
  CHECK_IS(cut.dropped_end - cut.dropped_start, text.len);
  CHECK_IS(cut.tokens, 0);
  OK(ransack_tokenizer_truncate(tokenizer, text, (size_t)-1, RANSACK_TRUNCATE_FROM_END, NULL, NULL,
                                &cut));
  CHECK_IS(cut.dropped_start, text.len);
  CHECK_IS(cut.dropped_end, text.len);
  CHECK_IS(cut.tokens, 4);

  OK(ransack_tokenizer_split(tokenizer, str("one two three four five"), 3, 1, NULL, NULL, &chunks));
  CHECK_IS(chunks->len, 2);
  CHECK_IS(chunks->chunks[0].start, 0);
  CHECK_IS(chunks->chunks[0].end, 13);
  CHECK_IS(chunks->chunks[0].tokens, 3);
  CHECK_IS(chunks->chunks[1].start, 7);
  CHECK_IS(chunks->chunks[1].end, 23);
  ransack_chunks_free(chunks);
  OK(ransack_tokenizer_split(tokenizer, bytes(NULL, 0), 1, 0, NULL, NULL, &chunks));
  CHECK_IS(chunks->len, 0);
  ransack_chunks_free(chunks);
  ransack_chunks_free(NULL);
  chunks = NULL;
  CHECK_IS(ransack_tokenizer_split(tokenizer, text, 3, 3, NULL, NULL, &chunks),
           RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(ransack_tokenizer_split(tokenizer, text, 0, 0, NULL, NULL, &chunks),
           RANSACK_STATUS_INVALID_OPTION);
  CHECK(chunks == NULL);
  ransack_tokenizer_free(tokenizer);
}

static void counters(void) {
  ransack_tokenizer *tokenizer = o200k();
  ransack_token_options options = RANSACK_TOKEN_OPTIONS_INIT;
  ransack_token_counter *counter = NULL;
  ransack_bytes allowed = str(END);
  size_t total = 99, i;
  uint8_t popped = 7;
  OK(ransack_token_counter_new(tokenizer, NULL, &counter));
  OK(ransack_token_counter_pop(counter, &popped));
  CHECK_IS(popped, 0);
  OK(ransack_token_counter_push(counter, str("Hello, wor"), NULL, &total));
  CHECK_IS(total, 3);
  OK(ransack_token_counter_push(counter, str("ld!"), NULL, &total));
  CHECK_IS(total, 4);
  OK(ransack_token_counter_push(counter, bytes(NULL, 0), NULL, &total));
  CHECK_IS(total, 4);
  for (i = 0; i < 2; i++) {
    OK(ransack_token_counter_pop(counter, &popped));
    CHECK_IS(popped, 1);
  }
  OK(ransack_token_counter_total(counter, &total));
  CHECK_IS(total, 3);
  ransack_token_counter_free(counter);

  /* Parts may end within a character, and outlive what they came with. */
  options.allowed_special = &allowed;
  options.allowed_special_len = 1;
  OK(ransack_token_counter_new(tokenizer, &options, &counter));
  ransack_tokenizer_free(tokenizer);
  allowed = bytes(NULL, 1);
  OK(ransack_token_counter_push(counter, str("\xE4\xB8"), NULL, &total));
  OK(ransack_token_counter_push(counter, str("\x96<|endof"), NULL, &total));
  OK(ransack_token_counter_push(counter, str("text|>"), NULL, &total));
  CHECK_IS(total, 2);
  ransack_token_counter_free(counter);
  ransack_token_counter_free(NULL);
}

/* Each ill-formed part counts as U+FFFD; places are those of the bytes. */
static void ill_formed_text(void) {
  ransack_tokenizer *tokenizer = o200k();
  const ransack_bytes bad = bytes("a \xF0\x9F\x98 b\xFF", 8);
  const char *good = "a \xEF\xBF\xBD b\xEF\xBF\xBD";
  ransack_token_ids *ids = NULL;
  ransack_tokens *tokens = NULL;
  ransack_truncation cut;
  ransack_string *back = NULL;
  size_t count, i, end = 0;
  OK(ransack_count_tokens(bad, RANSACK_ENCODING_O200K_BASE, &count));
  CHECK_IS(count, count_in(tokenizer, str(good)));
  OK(ransack_tokenizer_encode(tokenizer, bad, NULL, NULL, &ids));
  OK(ransack_tokenizer_decode(tokenizer, ids->ids, ids->len, &back));
  CHECK(is(back->text, good));
  ransack_string_free(back);
  ransack_token_ids_free(ids);
  OK(ransack_tokenizer_token_offsets(tokenizer, bad, NULL, NULL, &tokens));
  CHECK_IS(tokens->len, count);
  for (i = 0; i < tokens->len; i++) {
    CHECK_IS(tokens->tokens[i].start, end);
    end = tokens->tokens[i].end;
  }
  CHECK_IS(end, bad.len);
  ransack_tokens_free(tokens);
  OK(ransack_tokenizer_truncate(tokenizer, bad, count - 1, RANSACK_TRUNCATE_FROM_END, NULL, NULL,
                                &cut));
  CHECK_IS(cut.dropped_start, 7);
  CHECK_IS(cut.dropped_end, 8);
  ransack_tokenizer_free(tokenizer);

  /* A token that is a part of a character decodes to just that. */
  OK(ransack_tokenizer_get(RANSACK_ENCODING_O200K_HARMONY, &tokenizer));
  OK(ransack_tokenizer_encode(tokenizer, str("\xF0\x93\x80\x80"), NULL, NULL, &ids));
  CHECK(ids->len > 1);
  OK(ransack_tokenizer_decode(tokenizer, ids->ids, 1, &back));
  CHECK(back->text.len < 4 && back->text.data[0] == 0xF0);
  ransack_string_free(back);
  ransack_token_ids_free(ids);
  ransack_tokenizer_free(tokenizer);
}

static const char *base64_of(const char *token, size_t len) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  static char out[8];
  const uint32_t a = (uint8_t)token[0], b = len > 1 ? (uint8_t)token[1] : 0;
  out[0] = digits[a >> 2];
  out[1] = digits[(a & 3) << 4 | b >> 4];
  out[2] = len > 1 ? digits[(b & 15) << 2] : '=';
  out[3] = '=';
  out[4] = 0;
  return out;
}

/* Every byte by its value, and "ab" as 256. */
static const char *ranks(void) {
  static char file[16384];
  size_t len = 0;
  int byte;
  for (byte = 0; byte < 256; byte++) {
    const char c = (char)byte;
    len += (size_t)sprintf(file + len, "%s %d\n", base64_of(&c, 1), byte);
  }
  sprintf(file + len, "%s 256\n", base64_of("ab", 2));
  return file;
}

static const char *write_file(const char *path, const char *content) {
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL);
  CHECK(fputs(content, file) >= 0);
  CHECK(fclose(file) == 0);
  return path;
}

static const char json[] =
    "{\"added_tokens\": [{\"id\": 3, \"content\": \"<s>\", \"special\": true}],"
    " \"model\": {\"type\": \"BPE\", \"vocab\": {\"a\": 0, \"b\": 1, \"ab\": 2},"
    " \"merges\": [\"a b\"]}}";

static void tiktoken_files(const char *dir) {
  static const uint32_t cab[] = {'c', 256};
  ransack_tiktoken_options options = RANSACK_TIKTOKEN_OPTIONS_INIT;
  ransack_token_options all = RANSACK_TOKEN_OPTIONS_INIT;
  ransack_special_token special;
  ransack_tokenizer *tokenizer = NULL;
  const ransack_special_token *specials = NULL;
  const char *path = write_file(in_dir(dir, "small.tiktoken"), ranks());
  size_t len = 99, count = 99;
  OK(ransack_tokenizer_from_tiktoken(str(ranks()), NULL, &tokenizer));
  encodes(tokenizer, "cab", cab, 2);
  OK(ransack_tokenizer_special_tokens(tokenizer, &specials, &len));
  CHECK_IS(len, 0);
  ransack_tokenizer_free(tokenizer);

  special.text = str("<s>");
  special.id = 300;
  options.special_tokens = &special;
  options.special_tokens_len = 1;
  options.pattern = str("."); /* Each character by itself, so that nothing merges. */
  OK(ransack_tokenizer_from_tiktoken_file(str(path), &options, &tokenizer));
  CHECK_IS(count_in(tokenizer, str("cab")), 3);
  all.all_special = 1;
  OK(ransack_tokenizer_count(tokenizer, str("cab<s>"), &all, NULL, &count));
  CHECK_IS(count, 4);
  ransack_tokenizer_free(tokenizer);

  tokenizer = NULL;
  CHECK_IS(ransack_tokenizer_from_tiktoken(str("IQ== 0\n"), NULL, &tokenizer),
           RANSACK_STATUS_INVALID_VOCABULARY);
  CHECK_IS(ransack_tokenizer_from_tiktoken(bytes(NULL, 0), NULL, &tokenizer),
           RANSACK_STATUS_INVALID_VOCABULARY);
  CHECK_IS(ransack_tokenizer_from_tiktoken(str("\xFF 0\n"), NULL, &tokenizer),
           RANSACK_STATUS_INVALID_VOCABULARY);
  CHECK(strstr(ransack_last_error_message(), "line 1") != NULL);
  options.pattern = str("(");
  CHECK_IS(ransack_tokenizer_from_tiktoken(str(ranks()), &options, &tokenizer),
           RANSACK_STATUS_INVALID_PATTERN);
  options.pattern = bytes("\xFF", 1);
  CHECK_IS(ransack_tokenizer_from_tiktoken(str(ranks()), &options, &tokenizer),
           RANSACK_STATUS_INVALID_UTF8);
  options.pattern.len = 0;
  special.text = bytes("\xFF", 1);
  CHECK_IS(ransack_tokenizer_from_tiktoken_file(str(path), &options, &tokenizer),
           RANSACK_STATUS_INVALID_UTF8);
  path = in_dir(dir, "nowhere");
  CHECK_IS(ransack_tokenizer_from_tiktoken_file(str(path), NULL, &tokenizer),
           RANSACK_STATUS_NOT_FOUND);
  CHECK(is(ransack_last_error()->path, path));
  CHECK_IS(ransack_tokenizer_from_tiktoken_file(str(dir), NULL, &tokenizer), RANSACK_STATUS_IO);
  CHECK(tokenizer == NULL);
}

static void json_files(const char *dir) {
  static const uint32_t abba[] = {2, 1, 0};
  ransack_tokenizer *tokenizer = NULL;
  const ransack_special_token *specials = NULL;
  const char *path = write_file(in_dir(dir, "tokenizer.json"), json);
  size_t len = 99;
  OK(ransack_tokenizer_from_tokenizer_json(str(json), &tokenizer));
  encodes(tokenizer, "abba", abba, 3);
  ransack_tokenizer_free(tokenizer);
  OK(ransack_tokenizer_from_tokenizer_json_file(str(path), &tokenizer));
  CHECK_IS(count_in(tokenizer, str("abba")), 3);
  OK(ransack_tokenizer_special_tokens(tokenizer, &specials, &len));
  CHECK_IS(len, 1);
  CHECK(is(specials[0].text, "<s>"));
  CHECK_IS(specials[0].id, 3);
  ransack_tokenizer_free(tokenizer);

  tokenizer = NULL;
  CHECK_IS(ransack_tokenizer_from_tokenizer_json(bytes(NULL, 0), &tokenizer),
           RANSACK_STATUS_INVALID_VOCABULARY);
  CHECK_IS(ransack_tokenizer_from_tokenizer_json(bytes("\xFF\xFE", 2), &tokenizer),
           RANSACK_STATUS_INVALID_VOCABULARY);
  CHECK_IS(ransack_tokenizer_from_tokenizer_json(str("{\"model\": {\"type\": \"Unigram\"}}"),
                                                 &tokenizer),
           RANSACK_STATUS_INVALID_VOCABULARY);
  CHECK(strstr(ransack_last_error_message(), "Unigram") != NULL);
  path = in_dir(dir, "nowhere");
  CHECK_IS(ransack_tokenizer_from_tokenizer_json_file(str(path), &tokenizer),
           RANSACK_STATUS_NOT_FOUND);
  CHECK(is(ransack_last_error()->path, path));
  CHECK_IS(ransack_tokenizer_from_tokenizer_json_file(str(dir), &tokenizer), RANSACK_STATUS_IO);
  CHECK(tokenizer == NULL);
}

static void cancelled_calls(void) {
  const uint32_t reasons[] = {RANSACK_ABORT_REASON_USER, RANSACK_ABORT_REASON_SIGNAL,
                              RANSACK_ABORT_REASON_TIMEOUT};
  ransack_tokenizer *tokenizer = o200k();
  ransack_token_counter *counter = NULL;
  const ransack_bytes text = str(HELLO);
  size_t i, count;
  OK(ransack_token_counter_new(tokenizer, NULL, &counter));
  OK(ransack_token_counter_push(counter, text, NULL, &count));
  for (i = 0; i < sizeof reasons / sizeof *reasons; i++) {
    const int timeout = reasons[i] == RANSACK_ABORT_REASON_TIMEOUT;
    const ransack_status status = timeout ? RANSACK_STATUS_TIMEOUT : RANSACK_STATUS_ABORTED;
    ransack_cancel_token *token = NULL;
    ransack_token_ids *ids = NULL;
    ransack_tokens *tokens = NULL;
    ransack_chunks *chunks = NULL;
    ransack_truncation cut;
    size_t total = 99;
    uint8_t fits = 7;
    count = 99;
    cut.tokens = 99;
    OK(ransack_cancel_token_new(&token));
    OK(ransack_tokenizer_count(tokenizer, text, NULL, token, &count));
    CHECK_IS(count, 4);
    OK(ransack_cancel_token_cancel(token, reasons[i]));
    CHECK_IS(ransack_tokenizer_count(tokenizer, text, NULL, token, &count), status);
    CHECK_IS(ransack_tokenizer_count_each(tokenizer, &text, 1, NULL, token, &count, &total),
             status);
    CHECK_IS(ransack_tokenizer_count_up_to(tokenizer, text, 1, NULL, token, &fits, &count), status);
    CHECK_IS(ransack_tokenizer_truncate(tokenizer, text, 1, 0, NULL, token, &cut), status);
    CHECK_IS(ransack_tokenizer_split(tokenizer, text, 2, 1, NULL, token, &chunks), status);
    CHECK_IS(ransack_tokenizer_encode(tokenizer, text, NULL, token, &ids), status);
    CHECK_IS(ransack_tokenizer_token_offsets(tokenizer, text, NULL, token, &tokens), status);
    CHECK_IS(ransack_token_counter_push(counter, text, token, &total), status);
    CHECK_IS(count, 4);
    CHECK_IS(total, 99);
    CHECK_IS(fits, 7);
    CHECK_IS(cut.tokens, 99);
    CHECK(chunks == NULL && ids == NULL && tokens == NULL);
    OK(ransack_token_counter_total(counter, &total));
    CHECK_IS(total, 4);
    ransack_cancel_token_free(token);
  }
  ransack_token_counter_free(counter);
  ransack_tokenizer_free(tokenizer);
}

static void *cancel_it(void *argument) {
  OK(ransack_cancel_token_cancel((const ransack_cancel_token *)argument,
                                 RANSACK_ABORT_REASON_USER));
  return NULL;
}

/* More text than could be counted in a minute, though little of it exists. */
static void work_under_way_is_cancelled(void) {
  enum { LEN = 1 << 20, TEXTS = 1 << 15 };
  ransack_tokenizer *tokenizer = o200k();
  char *text = (char *)malloc(LEN);
  ransack_bytes *texts = (ransack_bytes *)malloc(TEXTS * sizeof *texts);
  ransack_cancel_token *token = NULL;
  size_t i, total = 99;
  pthread_t thread;
  CHECK(text != NULL && texts != NULL);
  for (i = 0; i < LEN; i++) text[i] = "ab c(1)\n"[i % 8];
  for (i = 0; i < TEXTS; i++) texts[i] = bytes(text, LEN);
  OK(ransack_cancel_token_new_with_timeout_ms(20, &token));
  CHECK_IS(ransack_tokenizer_count_each(tokenizer, texts, TEXTS, NULL, token, NULL, &total),
           RANSACK_STATUS_TIMEOUT);
  ransack_cancel_token_free(token);
  OK(ransack_cancel_token_new(&token));
  CHECK(pthread_create(&thread, NULL, cancel_it, token) == 0);
  CHECK_IS(ransack_tokenizer_count_each(tokenizer, texts, TEXTS, NULL, token, NULL, &total),
           RANSACK_STATUS_ABORTED);
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK_IS(total, 99);
  ransack_cancel_token_free(token);
  free(texts);
  free(text);
  ransack_tokenizer_free(tokenizer);
}

typedef struct shared {
  const ransack_tokenizer *tokenizer;
  ransack_token_counter *counter;
} shared;

static void *push_many(void *argument) {
  const shared *s = (const shared *)argument;
  size_t i, total;
  for (i = 0; i < 100; i++) {
    CHECK_IS(count_in(s->tokenizer, str(HELLO)), 4);
    OK(ransack_token_counter_push(s->counter, str(" word"), NULL, &total));
  }
  return NULL;
}

static void threads_share_tokenizers_and_counters(void) {
  ransack_tokenizer *tokenizer = o200k();
  pthread_t threads[4];
  size_t i, total = 0;
  shared s;
  s.tokenizer = tokenizer;
  OK(ransack_token_counter_new(tokenizer, NULL, &s.counter));
  for (i = 0; i < 4; i++) CHECK(pthread_create(&threads[i], NULL, push_many, &s) == 0);
  for (i = 0; i < 4; i++) CHECK(pthread_join(threads[i], NULL) == 0);
  OK(ransack_token_counter_total(s.counter, &total));
  CHECK_IS(total, 400);
  ransack_token_counter_free(s.counter);
  ransack_tokenizer_free(tokenizer);
}

#define IS_NULL(call) CHECK_IS(call, RANSACK_STATUS_NULL_ARGUMENT)
#define IS_INVALID(call) CHECK_IS(call, RANSACK_STATUS_INVALID_OPTION)
#define IS_BAD_VERSION(call) CHECK_IS(call, RANSACK_STATUS_BAD_VERSION)

static void null_arguments(void) {
  const ransack_bytes text = str("ab"), none = bytes(NULL, 1);
  const uint32_t id = 0;
  ransack_tokenizer *t = o200k(), *made = NULL;
  ransack_encoding encoding = RANSACK_ENCODING_P50K_EDIT;
  ransack_token_counter *counter = NULL;
  const ransack_special_token *specials = NULL;
  ransack_token_options options = RANSACK_TOKEN_OPTIONS_INIT;
  ransack_tiktoken_options tiktoken = RANSACK_TIKTOKEN_OPTIONS_INIT;
  ransack_token_ids *ids = NULL;
  ransack_tokens *tokens = NULL;
  ransack_chunks *chunks = NULL;
  ransack_string *string = NULL;
  ransack_truncation cut;
  ransack_bytes texts[2];
  size_t n = 99;
  uint8_t flag = 7;
  texts[0] = text;
  texts[1] = none;
  memset(&cut, 0, sizeof cut);

  IS_NULL(ransack_encoding_from_name(none, &encoding));
  IS_NULL(ransack_encoding_from_name(str("gpt2"), NULL));
  IS_NULL(ransack_encoding_name(0, NULL));
  IS_NULL(ransack_encoding_for_model(none, &encoding));
  IS_NULL(ransack_encoding_for_model(str("gpt-4"), NULL));
  IS_NULL(ransack_count_tokens(none, 0, &n));
  IS_NULL(ransack_count_tokens(text, 0, NULL));
  IS_NULL(ransack_tokenizer_get(0, NULL));
  IS_NULL(ransack_tokenizer_from_tiktoken(none, NULL, &made));
  IS_NULL(ransack_tokenizer_from_tiktoken(str(ranks()), NULL, NULL));
  IS_NULL(ransack_tokenizer_from_tiktoken_file(none, NULL, &made));
  IS_NULL(ransack_tokenizer_from_tiktoken_file(text, NULL, NULL));
  IS_NULL(ransack_tokenizer_from_tokenizer_json(none, &made));
  IS_NULL(ransack_tokenizer_from_tokenizer_json(str(json), NULL));
  IS_NULL(ransack_tokenizer_from_tokenizer_json_file(none, &made));
  IS_NULL(ransack_tokenizer_from_tokenizer_json_file(text, NULL));
  tiktoken.special_tokens_len = 1;
  IS_NULL(ransack_tokenizer_from_tiktoken(str(ranks()), &tiktoken, &made));
  CHECK(strstr(ransack_last_error_message(), "`special_tokens`") != NULL);

  IS_NULL(ransack_tokenizer_count(NULL, text, NULL, NULL, &n));
  CHECK(strstr(ransack_last_error_message(), "`tokenizer`") != NULL);
  IS_NULL(ransack_tokenizer_count(t, none, NULL, NULL, &n));
  IS_NULL(ransack_tokenizer_count(t, text, NULL, NULL, NULL));
  options.allowed_special_len = 1;
  IS_NULL(ransack_tokenizer_count(t, text, &options, NULL, &n));
  IS_NULL(ransack_token_counter_new(t, &options, &counter));
  IS_NULL(ransack_tokenizer_count_each(NULL, texts, 1, NULL, NULL, NULL, &n));
  IS_NULL(ransack_tokenizer_count_each(t, NULL, 1, NULL, NULL, NULL, &n));
  IS_NULL(ransack_tokenizer_count_each(t, texts, 2, NULL, NULL, &n, &n));
  IS_NULL(ransack_tokenizer_count_up_to(NULL, text, 1, NULL, NULL, &flag, &n));
  IS_NULL(ransack_tokenizer_count_up_to(t, none, 1, NULL, NULL, &flag, &n));
  IS_NULL(ransack_tokenizer_count_up_to(t, text, 1, NULL, NULL, NULL, &n));
  IS_NULL(ransack_tokenizer_count_up_to(t, text, 1, NULL, NULL, &flag, NULL));
  IS_NULL(ransack_tokenizer_truncate(NULL, text, 1, 0, NULL, NULL, &cut));
  IS_NULL(ransack_tokenizer_truncate(t, none, 1, 0, NULL, NULL, &cut));
  IS_NULL(ransack_tokenizer_truncate(t, text, 1, 0, NULL, NULL, NULL));
  IS_NULL(ransack_tokenizer_split(NULL, text, 1, 0, NULL, NULL, &chunks));
  IS_NULL(ransack_tokenizer_split(t, none, 1, 0, NULL, NULL, &chunks));
  IS_NULL(ransack_tokenizer_split(t, text, 1, 0, NULL, NULL, NULL));
  IS_NULL(ransack_tokenizer_encode(NULL, text, NULL, NULL, &ids));
  IS_NULL(ransack_tokenizer_encode(t, none, NULL, NULL, &ids));
  IS_NULL(ransack_tokenizer_encode(t, text, NULL, NULL, NULL));
  IS_NULL(ransack_tokenizer_token_offsets(NULL, text, NULL, NULL, &tokens));
  IS_NULL(ransack_tokenizer_token_offsets(t, none, NULL, NULL, &tokens));
  IS_NULL(ransack_tokenizer_token_offsets(t, text, NULL, NULL, NULL));
  IS_NULL(ransack_tokenizer_decode(NULL, &id, 1, &string));
  IS_NULL(ransack_tokenizer_decode(t, NULL, 1, &string));
  IS_NULL(ransack_tokenizer_decode(t, &id, 1, NULL));
  IS_NULL(ransack_tokenizer_special_tokens(NULL, &specials, &n));
  IS_NULL(ransack_tokenizer_special_tokens(t, NULL, &n));
  IS_NULL(ransack_tokenizer_special_tokens(t, &specials, NULL));
  IS_NULL(ransack_token_counter_new(NULL, NULL, &counter));
  IS_NULL(ransack_token_counter_new(t, NULL, NULL));
  CHECK(counter == NULL);
  OK(ransack_token_counter_new(t, NULL, &counter));
  IS_NULL(ransack_token_counter_push(NULL, text, NULL, &n));
  IS_NULL(ransack_token_counter_push(counter, none, NULL, &n));
  IS_NULL(ransack_token_counter_push(counter, text, NULL, NULL));
  IS_NULL(ransack_token_counter_pop(NULL, &flag));
  IS_NULL(ransack_token_counter_pop(counter, NULL));
  IS_NULL(ransack_token_counter_total(NULL, &n));
  IS_NULL(ransack_token_counter_total(counter, NULL));
  CHECK_IS(n, 99);
  OK(ransack_token_counter_total(counter, &n));
  CHECK_IS(n, 0);
  ransack_token_counter_free(counter);

  CHECK_IS(flag, 7);
  CHECK_IS(encoding, RANSACK_ENCODING_P50K_EDIT);
  CHECK_IS(cut.total_tokens, 0);
  CHECK(made == NULL && specials == NULL && ids == NULL);
  CHECK(tokens == NULL && chunks == NULL && string == NULL);
  ransack_tokenizer_free(t);
}

static void bad_arguments(void) {
  const ransack_bytes text = str("ab"), endless = bytes("", (size_t)-1);
  const uint32_t ids[] = {13225, 0xFFFFFFFF};
  ransack_tokenizer *t = o200k(), *made = NULL;
  ransack_encoding encoding = RANSACK_ENCODING_P50K_EDIT;
  ransack_token_options options = RANSACK_TOKEN_OPTIONS_INIT;
  ransack_tiktoken_options tiktoken = RANSACK_TIKTOKEN_OPTIONS_INIT;
  ransack_token_counter *counter = NULL;
  ransack_string *string = NULL;
  ransack_truncation cut;
  ransack_bytes name = bytes(NULL, 0);
  size_t n = 99;
  IS_INVALID(ransack_count_tokens(text, 6, &n));
  CHECK(strstr(ransack_last_error_message(), "`encoding`") != NULL);
  IS_INVALID(ransack_count_tokens(endless, 0, &n));
  IS_INVALID(ransack_encoding_name(6, &name));
  IS_INVALID(ransack_tokenizer_get(0xFFFFFFFF, &made));
  IS_INVALID(ransack_tokenizer_decode(t, ids, 2, &string));
  CHECK(strstr(ransack_last_error_message(), "4294967295") != NULL);
  IS_INVALID(ransack_tokenizer_decode(t, ids, (size_t)-1, &string));
  IS_INVALID(ransack_tokenizer_truncate(t, text, 1, 3, NULL, NULL, &cut));
  CHECK(strstr(ransack_last_error_message(), "`from`") != NULL);
  CHECK_IS(ransack_encoding_from_name(bytes("gpt\xFF", 4), &encoding), RANSACK_STATUS_INVALID_UTF8);
  CHECK_IS(ransack_last_error()->offset, 3);
  CHECK_IS(ransack_encoding_for_model(bytes("\xFF", 1), &encoding), RANSACK_STATUS_INVALID_UTF8);
  for (options.version = 0; options.version < 3; options.version += 2) {
    tiktoken.version = options.version;
    IS_BAD_VERSION(ransack_tokenizer_count(t, text, &options, NULL, &n));
    IS_BAD_VERSION(ransack_tokenizer_count_each(t, &text, 1, &options, NULL, NULL, &n));
    IS_BAD_VERSION(ransack_token_counter_new(t, &options, &counter));
    IS_BAD_VERSION(ransack_tokenizer_from_tiktoken(str(ranks()), &tiktoken, &made));
    IS_BAD_VERSION(ransack_tokenizer_from_tiktoken_file(text, &tiktoken, &made));
  }
  CHECK_IS(n, 99);
  CHECK_IS(encoding, RANSACK_ENCODING_P50K_EDIT);
  CHECK(name.data == NULL && made == NULL && counter == NULL && string == NULL);
  ransack_tokenizer_free(t);
}

int main(int argc, char **argv) {
  const char *dir = tree_of(argc, argv);
  encodings();
  counting();
  encoding_and_decoding();
  special_tokens();
  cutting();
  counters();
  ill_formed_text();
  tiktoken_files(dir);
  json_files(dir);
  cancelled_calls();
  work_under_way_is_cancelled();
  threads_share_tokenizers_and_counters();
  null_arguments();
  bad_arguments();
  return 0;
}
