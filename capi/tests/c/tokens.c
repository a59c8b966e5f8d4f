/* Tokenizers: encodings, counting, encoding, truncation, splitting, counters, ill-formed UTF-8. */

#include "tokens.h"

SIZE_IS(size_of_truncation, ransack_truncation, 32);
SIZE_IS(size_of_chunk, ransack_chunk, 24);
SIZE_IS(size_of_chunks, ransack_chunks, 16);
SIZE_IS(size_of_token, ransack_token, 24);
SIZE_IS(size_of_tokens, ransack_tokens, 16);
SIZE_IS(size_of_token_ids, ransack_token_ids, 16);
SIZE_IS(size_of_special_token, ransack_special_token, 24);
SIZE_IS(size_of_encoding, ransack_encoding, 4);
SIZE_IS(size_of_model_family, ransack_model_family, 4);

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
  size_t i, count;
  for (i = 0; i < sizeof known / sizeof *known; i++) {
    OK(ransack_encoding_from_name(str(known[i].name), &encoding));
    CHECK_IS(encoding, known[i].encoding);
    OK(ransack_encoding_for_model(str(known[i].model), &encoding));
    CHECK_IS(encoding, known[i].encoding);
    CHECK(strcmp(ransack_encoding_name(known[i].encoding), known[i].name) == 0);
    OK(ransack_count_tokens(str("for (;;)\n        x += 1234;"), known[i].encoding, &count));
    CHECK_IS(count, known[i].count);
  }
  OK(ransack_encoding_from_name(str("openai/gpt-oss-120b"), &encoding));
  CHECK_IS(encoding, RANSACK_ENCODING_O200K_HARMONY);
  OK(ransack_encoding_from_name(str("GPT2"), &encoding));
  CHECK_IS(encoding, RANSACK_ENCODING_R50K_BASE);

  CHECK_IS(ransack_encoding_from_name(str("o300k"), &encoding), RANSACK_STATUS_UNKNOWN_MODEL);
  CHECK(is(ransack_last_error()->pattern, "o300k"));
  CHECK_IS(ransack_encoding_for_model(str("unheard-of"), &encoding), RANSACK_STATUS_UNKNOWN_MODEL);
  CHECK(is(ransack_last_error()->pattern, "unheard-of"));
  CHECK_IS(ransack_encoding_for_model(bytes(NULL, 0), &encoding), RANSACK_STATUS_UNKNOWN_MODEL);
  CHECK_IS(encoding, RANSACK_ENCODING_R50K_BASE);
}

static void estimates(void) {
  static const char *names[] = {"claude-3", "claude-4.7", "qwen-3.5", "deepseek-3", "kimi-k2", "glm-5"};
  char text[20 * (sizeof HELLO - 1) + 1] = "";
  ransack_model_family family;
  size_t count, estimate;
  uint32_t i;
  for (i = 0; i < 20; i++)
    strcat(text, HELLO);
  OK(ransack_count_tokens(str(text), RANSACK_ENCODING_O200K_BASE, &count));
  for (i = 0; i < sizeof names / sizeof *names; i++) {
    OK(ransack_model_family_from_name(str(names[i]), &family));
    CHECK_IS(family, i);
    CHECK(strcmp(ransack_model_family_name(i), names[i]) == 0);
    OK(ransack_estimate_tokens(str(text), i, &estimate));
    CHECK(estimate > count / 2 && estimate < 4 * count);
    OK(ransack_estimate_tokens(bytes(NULL, 0), i, &estimate));
    CHECK_IS(estimate, 0);
  }
  OK(ransack_model_family_from_name(str("CLAUDE_47"), &family));
  CHECK_IS(family, RANSACK_MODEL_FAMILY_CLAUDE47);
  CHECK_IS(ransack_model_family_from_name(str("claud-3"), &family), RANSACK_STATUS_UNKNOWN_MODEL);
  CHECK(is(ransack_last_error()->pattern, "claud-3"));
  CHECK_IS(family, RANSACK_MODEL_FAMILY_CLAUDE47);
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
  OK(ransack_tokenizer_count_batch(tokenizer, texts, 3, NULL, NULL, counts, &total));
  CHECK_IS(counts[0], 4);
  CHECK_IS(counts[1], 0);
  CHECK_IS(counts[2], 3);
  CHECK_IS(total, 7);
  total = 99;
  OK(ransack_tokenizer_count_batch(tokenizer, texts, 1, NULL, NULL, NULL, &total));
  CHECK_IS(total, 4);
  OK(ransack_tokenizer_count_batch(tokenizer, texts + 2, 1, NULL, NULL, counts, NULL));
  CHECK_IS(counts[0], 3);
  OK(ransack_tokenizer_count_batch(tokenizer, NULL, 0, NULL, NULL, NULL, &total));
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
  CHECK(strstr(ransack_last_error_message(), "`allowed_special[0]` is not UTF-8") != NULL);
  options.all_special = 1;
  OK(ransack_tokenizer_count(tokenizer, str("a" END), &options, NULL, &count));
  CHECK_IS(count, 2);
  ransack_tokenizer_free(tokenizer);
}

static void cutting(void) {
  ransack_tokenizer *tokenizer = o200k();
  const ransack_bytes text = str("one two three four");
  const ransack_bytes lines = str("a b\nc d\ne f\ng h\n");
  ransack_truncate_tokens_options how = RANSACK_TRUNCATE_TOKENS_OPTIONS_INIT;
  ransack_truncation cut;
  ransack_chunks *chunks = NULL;
  OK(ransack_tokenizer_truncate(tokenizer, text, 3, NULL, NULL, NULL, &cut));
  CHECK_IS(cut.dropped_start, 13);
  CHECK_IS(cut.dropped_end, 18);
  CHECK_IS(cut.tokens, 3);
  CHECK_IS(cut.total_tokens, 4);
  how.from_ = RANSACK_TRUNCATE_FROM_START;
  OK(ransack_tokenizer_truncate(tokenizer, text, 3, &how, NULL, NULL, &cut));
  CHECK_IS(cut.dropped_start, 0);
  CHECK_IS(cut.dropped_end, 3);
  how.from_ = RANSACK_TRUNCATE_FROM_MIDDLE;
  OK(ransack_tokenizer_truncate(tokenizer, text, 3, &how, NULL, NULL, &cut));
  CHECK_IS(cut.dropped_start, 7);
  CHECK_IS(cut.dropped_end, 13);
  how.marker = str("...\n");
  how.line_boundary = 1;
  OK(ransack_tokenizer_truncate(tokenizer, lines, 9, &how, NULL, NULL, &cut));
  CHECK_IS(cut.dropped_start, 4);
  CHECK_IS(cut.dropped_end, 12);
  CHECK(cut.tokens <= 9);
  OK(ransack_tokenizer_truncate(tokenizer, text, 0, NULL, NULL, NULL, &cut));
  CHECK_IS(cut.dropped_end - cut.dropped_start, text.len);
  CHECK_IS(cut.tokens, 0);
  OK(ransack_tokenizer_truncate(tokenizer, text, (size_t)-1, NULL, NULL, NULL, &cut));
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

  /* Parts may end inside a character, and the counter outlives tokenizer and options. */
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

/* Each ill-formed part counts as U+FFFD; offsets refer to the bytes. */
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
  OK(ransack_tokenizer_truncate(tokenizer, bad, count - 1, NULL, NULL, NULL, &cut));
  CHECK_IS(cut.dropped_start, 7);
  CHECK_IS(cut.dropped_end, 8);
  ransack_tokenizer_free(tokenizer);

  /* A token that is part of a character decodes to that part. */
  OK(ransack_tokenizer_get(RANSACK_ENCODING_O200K_HARMONY, &tokenizer));
  OK(ransack_tokenizer_encode(tokenizer, str("\xF0\x93\x80\x80"), NULL, NULL, &ids));
  CHECK(ids->len > 1);
  OK(ransack_tokenizer_decode(tokenizer, ids->ids, 1, &back));
  CHECK(back->text.len < 4 && back->text.data[0] == 0xF0);
  ransack_string_free(back);
  ransack_token_ids_free(ids);
  ransack_tokenizer_free(tokenizer);
}

int main(void) {
  encodings();
  estimates();
  counting();
  encoding_and_decoding();
  special_tokens();
  cutting();
  counters();
  ill_formed_text();
  return 0;
}
