/* Tokenizers: vocabularies from files. */

#include "tokens.h"

static const char *write_file(const char *path, const char *content) {
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL);
  CHECK(fputs(content, file) >= 0);
  CHECK(fclose(file) == 0);
  return path;
}

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
  options.pattern = str("."); /* Each character separately, so nothing merges. */
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
  const char *path = write_file(in_dir(dir, "tokenizer.json"), JSON);
  size_t len = 99;
  OK(ransack_tokenizer_from_tokenizer_json(str(JSON), &tokenizer));
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

int main(int argc, char **argv) {
  const char *dir = tree_of(argc, argv);
  tiktoken_files(dir);
  json_files(dir);
  return 0;
}
