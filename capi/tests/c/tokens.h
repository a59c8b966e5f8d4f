/* Helpers shared by the token programs. */

#ifndef TOKENS_H
#define TOKENS_H

#include "test.h"

#define HELLO "Hello, world!"
#define END "<|endoftext|>"
#define JSON \
  "{\"added_tokens\": [{\"id\": 3, \"content\": \"<s>\", \"special\": true}]," \
  " \"model\": {\"type\": \"BPE\", \"vocab\": {\"a\": 0, \"b\": 1, \"ab\": 2}," \
  " \"merges\": [\"a b\"]}}"

static inline ransack_bytes str(const char *text) { return ransack_bytes_from_str(text); }

static inline ransack_tokenizer *o200k(void) {
  ransack_tokenizer *tokenizer = NULL;
  OK(ransack_tokenizer_get(RANSACK_ENCODING_O200K_BASE, &tokenizer));
  return tokenizer;
}

static inline size_t count_in(const ransack_tokenizer *tokenizer, ransack_bytes text) {
  size_t count = 99;
  OK(ransack_tokenizer_count(tokenizer, text, NULL, NULL, &count));
  return count;
}

/* Whether these are the tokens, and they decode to the text. */
static inline void encodes(const ransack_tokenizer *tokenizer, const char *text,
                           const uint32_t *ids, size_t len) {
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

static inline const char *base64_of(const char *token, size_t len) {
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
static inline const char *ranks(void) {
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

#endif
