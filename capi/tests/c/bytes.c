/* Macros for ransack_bytes and for structs that callers fill, and names of enumerators. */

#include "test.h"

#define NAME_IS(call, text) CHECK(strcmp(call, text) == 0)

static void literals(void) {
  const ransack_bytes three[] = {RANSACK_BYTES("a"), RANSACK_BYTES("b\0c"), RANSACK_BYTES("")};
  ransack_bytes view = RANSACK_BYTES("Gr\xC3\xB6\xC3\x9F" "e");
  char printed[64];
  CHECK_IS(three[0].len, 1);
  CHECK_IS(three[1].len, 3);
  CHECK(memcmp(three[1].data, "b\0c", 3) == 0);
  CHECK_IS(three[2].len, 0);
  sprintf(printed, "[%" RANSACK_BYTES_FMT "|%" RANSACK_BYTES_FMT "]", RANSACK_BYTES_ARG(view),
          RANSACK_BYTES_ARG(three[2]));
  CHECK(strcmp(printed, "[Gr\xC3\xB6\xC3\x9F" "e|]") == 0);
  view.len = 2;
  sprintf(printed, "%-4" RANSACK_BYTES_FMT "|", RANSACK_BYTES_ARG(view));
  CHECK(strcmp(printed, "Gr  |") == 0);
  view = ransack_bytes_from_str(NULL);
  sprintf(printed, "%" RANSACK_BYTES_FMT, RANSACK_BYTES_ARG(view));
  CHECK_IS(printed[0], 0);
}

static void structs(void) {
  ransack_definition_edit edits[2] = {RANSACK_DEFINITION_EDIT_INIT, RANSACK_DEFINITION_EDIT_INIT};
  ransack_import_name name = RANSACK_IMPORT_NAME_INIT;
  ransack_import_request request = RANSACK_IMPORT_REQUEST_INIT;
  ransack_string *text = NULL;
  CHECK_IS(edits[1].action, RANSACK_DEFINITION_ACTION_REPLACE);
  CHECK(edits[1].path.len == 0 && edits[1].if_version.len == 0 && edits[1].imports == NULL);
  name.name = RANSACK_BYTES("path");
  request.module = RANSACK_BYTES("os");
  request.names = &name, request.names_len = 1;
  OK(ransack_add_imports(RANSACK_BYTES("x = 1\n"), RANSACK_BYTES("python"), &request, 1, NULL, NULL,
                         &text));
  CHECK(strncmp((const char *)text->text.data, "from os import path\n", 20) == 0);
  ransack_string_free(text);
}

/* The header test compares all names with the core. */
static void names(void) {
  NAME_IS(ransack_status_name(RANSACK_STATUS_OK), "RANSACK_STATUS_OK");
  NAME_IS(ransack_status_name(RANSACK_STATUS_NOT_FOUND), "RANSACK_STATUS_NOT_FOUND");
  NAME_IS(ransack_status_name(-1), "");
  NAME_IS(ransack_status_name(1000), "");
  NAME_IS(ransack_skip_reason_name(RANSACK_SKIP_REASON_TOO_LARGE), "tooLarge");
  NAME_IS(ransack_skip_reason_name(RANSACK_SKIP_REASON_OTHER), "other");
  NAME_IS(ransack_skip_reason_name(1000), "");
  NAME_IS(ransack_stopped_by_name(RANSACK_STOPPED_BY_NONE), "");
  NAME_IS(ransack_stopped_by_name(RANSACK_STOPPED_BY_CALLBACK), "callback");
  NAME_IS(ransack_stopped_by_name(1000), "");
  NAME_IS(ransack_item_kind_name(RANSACK_ITEM_KIND_TYPE_ALIAS), "typeAlias");
  NAME_IS(ransack_item_kind_name(10000), "");
  NAME_IS(ransack_modifier_name(3), "");
  NAME_IS(ransack_import_kind_name(10000), "");
  NAME_IS(ransack_export_kind_name(10000), "");
  NAME_IS(ransack_highlight_class_name(24), "");
  NAME_IS(ransack_encoding_name(6), "");
  NAME_IS(ransack_model_family_name(6), "");
}

int main(void) {
  literals();
  structs();
  names();
  return 0;
}
