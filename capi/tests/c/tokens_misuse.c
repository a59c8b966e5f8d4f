/* Tokenizers: cancelled calls, threads, invalid arguments.
 *
 * Not under valgrind: it counts megabytes of text, which takes minutes there. */

#define _POSIX_C_SOURCE 200809L

#include <pthread.h>

#include "tokens.h"

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
    OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
    OK(ransack_tokenizer_count(tokenizer, text, NULL, token, &count));
    CHECK_IS(count, 4);
    OK(ransack_cancel_token_cancel(token, reasons[i]));
    CHECK_IS(ransack_tokenizer_count(tokenizer, text, NULL, token, &count), status);
    CHECK_IS(ransack_tokenizer_count_batch(tokenizer, &text, 1, NULL, token, &count, &total),
             status);
    CHECK_IS(ransack_tokenizer_count_up_to(tokenizer, text, 1, NULL, token, &fits, &count), status);
    CHECK_IS(ransack_tokenizer_truncate(tokenizer, text, 1, NULL, NULL, token, &cut), status);
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

/* Text that cannot be counted in a minute; most of it shares the same memory. */
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
  OK(ransack_cancel_token_new(NULL, 20, &token));
  CHECK_IS(ransack_tokenizer_count_batch(tokenizer, texts, TEXTS, NULL, token, NULL, &total),
           RANSACK_STATUS_TIMEOUT);
  ransack_cancel_token_free(token);
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
  CHECK(pthread_create(&thread, NULL, cancel_it, token) == 0);
  CHECK_IS(ransack_tokenizer_count_batch(tokenizer, texts, TEXTS, NULL, token, NULL, &total),
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
  ransack_model_family family;
  ransack_token_counter *counter = NULL;
  const ransack_special_token *specials = NULL;
  ransack_token_options options = RANSACK_TOKEN_OPTIONS_INIT;
  ransack_tiktoken_options tiktoken = RANSACK_TIKTOKEN_OPTIONS_INIT;
  ransack_token_ids *ids = NULL;
  ransack_tokens *tokens = NULL;
  ransack_chunks *chunks = NULL;
  ransack_string *string = NULL;
  ransack_special_token special = RANSACK_SPECIAL_TOKEN_INIT;
  ransack_truncation cut;
  ransack_bytes texts[2];
  size_t n = 99;
  uint8_t flag = 7;
  texts[0] = text;
  texts[1] = none;
  memset(&cut, 0, sizeof cut);

  IS_NULL(ransack_encoding_from_name(none, &encoding));
  IS_NULL(ransack_encoding_from_name(str("gpt2"), NULL));
  IS_NULL(ransack_encoding_for_model(none, &encoding));
  IS_NULL(ransack_encoding_for_model(str("gpt-4"), NULL));
  IS_NULL(ransack_model_family_from_name(none, &family));
  IS_NULL(ransack_model_family_from_name(str("glm-5"), NULL));
  IS_NULL(ransack_estimate_tokens(none, 0, &n));
  IS_NULL(ransack_estimate_tokens(text, 0, NULL));
  IS_NULL(ransack_count_tokens(none, 0, &n));
  IS_NULL(ransack_count_tokens(text, 0, NULL));
  IS_NULL(ransack_tokenizer_get(0, NULL));
  IS_NULL(ransack_tokenizer_from_tiktoken(none, NULL, &made));
  IS_NULL(ransack_tokenizer_from_tiktoken(str(ranks()), NULL, NULL));
  IS_NULL(ransack_tokenizer_from_tiktoken_file(none, NULL, &made));
  IS_NULL(ransack_tokenizer_from_tiktoken_file(text, NULL, NULL));
  IS_NULL(ransack_tokenizer_from_tokenizer_json(none, &made));
  IS_NULL(ransack_tokenizer_from_tokenizer_json(str(JSON), NULL));
  IS_NULL(ransack_tokenizer_from_tokenizer_json_file(none, &made));
  IS_NULL(ransack_tokenizer_from_tokenizer_json_file(text, NULL));
  tiktoken.special_tokens_len = 1;
  IS_NULL(ransack_tokenizer_from_tiktoken(str(ranks()), &tiktoken, &made));
  MESSAGE_IS("`special_tokens` is NULL");
  special.text = none;
  tiktoken.special_tokens = &special;
  IS_NULL(ransack_tokenizer_from_tiktoken(str(ranks()), &tiktoken, &made));
  MESSAGE_IS("`special_tokens[0].text` is NULL");

  IS_NULL(ransack_tokenizer_count(NULL, text, NULL, NULL, &n));
  CHECK(strstr(ransack_last_error_message(), "`tokenizer`") != NULL);
  IS_NULL(ransack_tokenizer_count(t, none, NULL, NULL, &n));
  IS_NULL(ransack_tokenizer_count(t, text, NULL, NULL, NULL));
  options.allowed_special_len = 1;
  IS_NULL(ransack_tokenizer_count(t, text, &options, NULL, &n));
  IS_NULL(ransack_token_counter_new(t, &options, &counter));
  IS_NULL(ransack_tokenizer_count_batch(NULL, texts, 1, NULL, NULL, NULL, &n));
  IS_NULL(ransack_tokenizer_count_batch(t, NULL, 1, NULL, NULL, NULL, &n));
  IS_NULL(ransack_tokenizer_count_batch(t, texts, 2, NULL, NULL, &n, &n));
  MESSAGE_IS("`texts[1]` is NULL");
  IS_NULL(ransack_tokenizer_count_up_to(NULL, text, 1, NULL, NULL, &flag, &n));
  IS_NULL(ransack_tokenizer_count_up_to(t, none, 1, NULL, NULL, &flag, &n));
  IS_NULL(ransack_tokenizer_count_up_to(t, text, 1, NULL, NULL, NULL, &n));
  IS_NULL(ransack_tokenizer_truncate(NULL, text, 1, NULL, NULL, NULL, &cut));
  IS_NULL(ransack_tokenizer_truncate(t, none, 1, NULL, NULL, NULL, &cut));
  IS_NULL(ransack_tokenizer_truncate(t, text, 1, NULL, NULL, NULL, NULL));
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
  IS_NULL(ransack_token_counter_pop(NULL, &flag));
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
  ransack_truncate_tokens_options how = RANSACK_TRUNCATE_TOKENS_OPTIONS_INIT;
  ransack_token_counter *counter = NULL;
  ransack_string *string = NULL;
  ransack_truncation cut;
  ransack_bytes specials[2];
  size_t n = 99;
  IS_INVALID(ransack_count_tokens(text, 6, &n));
  MESSAGE_IS("unknown value 6 of `encoding`: expected 0 to 5");
  IS_INVALID(ransack_count_tokens(endless, 0, &n));
  IS_INVALID(ransack_estimate_tokens(text, 6, &n));
  MESSAGE_IS("unknown value 6 of `family`: expected 0 to 5");
  IS_INVALID(ransack_tokenizer_get(0xFFFFFFFF, &made));
  IS_INVALID(ransack_tokenizer_decode(t, ids, 2, &string));
  MESSAGE_IS("`ids[1]`: unknown token id 4294967295");
  IS_INVALID(ransack_tokenizer_decode(t, ids, (size_t)-1, &string));
  how.from_ = 3;
  IS_INVALID(ransack_tokenizer_truncate(t, text, 1, &how, NULL, NULL, &cut));
  MESSAGE_IS("unknown value 3 of `from_`: expected 0 to 2");
  how.from_ = 0;
  how.marker = str("two words");
  IS_INVALID(ransack_tokenizer_truncate(t, text, 1, &how, NULL, NULL, &cut));
  MESSAGE_IS("marker of 2 tokens: must not exceed the limit, 1");
  how.marker = bytes("\xFF", 1);
  CHECK_IS(ransack_tokenizer_truncate(t, text, 1, &how, NULL, NULL, &cut),
           RANSACK_STATUS_INVALID_UTF8);
  specials[0] = str(END);
  specials[1] = str("<|endofprmpt|>");
  options.allowed_special = specials;
  options.allowed_special_len = 2;
  IS_INVALID(ransack_tokenizer_count(t, text, &options, NULL, &n));
  MESSAGE_STARTS("`allowed_special[1]`: unknown special token: `<|endofprmpt|>`; candidates: <|endofprompt|>");
  CHECK(is(ransack_last_error()->candidates[0], "<|endofprompt|>"));
  CHECK_IS(ransack_encoding_from_name(bytes("gpt\xFF", 4), &encoding), RANSACK_STATUS_INVALID_UTF8);
  CHECK_IS(ransack_last_error()->offset, 3);
  CHECK_IS(ransack_encoding_for_model(bytes("\xFF", 1), &encoding), RANSACK_STATUS_INVALID_UTF8);
  for (options.version = 0; options.version < 3; options.version += 2) {
    tiktoken.version = options.version;
    IS_BAD_VERSION(ransack_tokenizer_count(t, text, &options, NULL, &n));
    IS_BAD_VERSION(ransack_tokenizer_count_batch(t, &text, 1, &options, NULL, NULL, &n));
    IS_BAD_VERSION(ransack_token_counter_new(t, &options, &counter));
    IS_BAD_VERSION(ransack_tokenizer_from_tiktoken(str(ranks()), &tiktoken, &made));
    IS_BAD_VERSION(ransack_tokenizer_from_tiktoken_file(text, &tiktoken, &made));
  }
  CHECK_IS(n, 99);
  CHECK_IS(encoding, RANSACK_ENCODING_P50K_EDIT);
  CHECK(made == NULL && counter == NULL && string == NULL);
  ransack_tokenizer_free(t);
}

int main(void) {
  cancelled_calls();
  work_under_way_is_cancelled();
  threads_share_tokenizers_and_counters();
  null_arguments();
  bad_arguments();
  return 0;
}
