/* Workspaces: the same results as without a workspace, even after changes; handles. */

#include "test.h"

SIZE_IS(size_of_snapshot_info, ransack_snapshot_info, 12);
SIZE_IS(size_of_table_size, ransack_table_size, 16);

/* Results of the callbacks, one line each. */
typedef struct seen {
  char text[4096];
  size_t len;
} seen;

static void put(seen *s, ransack_bytes bytes) {
  CHECK(s->len + bytes.len + 2 < sizeof s->text);
  memcpy(s->text + s->len, bytes.data, bytes.len);
  s->len += bytes.len;
  s->text[s->len++] = '\n';
  s->text[s->len] = 0;
}

static int note_path(const ransack_glob_match *item, void *user_data) {
  put((seen *)user_data, item->path);
  return 0;
}

static int note_match(const ransack_grep_match *item, void *user_data) {
  put((seen *)user_data, item->path);
  put((seen *)user_data, item->line);
  return 0;
}

static seen of_glob(const ransack_workspace *w, const char *pattern, const char *root,
                    ransack_snapshot_info *snapshot) {
  seen s;
  glob_case c;
  ransack_report *report = NULL;
  s.len = 0;
  s.text[0] = 0;
  glob_case_init(&c, pattern, root == NULL ? "" : root);
  if (root == NULL) c.scope.roots_len = 0;
  c.scope.hidden = 1;
  c.scope.workspace = w;
  OK(ransack_glob(&c.options, NULL, note_path, &s, &report));
  CHECK_IS(report->complete, 1);
  if (snapshot != NULL) *snapshot = report->snapshot;
  ransack_report_free(report);
  return s;
}

static seen of_grep(const ransack_workspace *w, const char *root) {
  seen s;
  grep_case c;
  ransack_report *report = NULL;
  s.len = 0;
  s.text[0] = 0;
  grep_case_init(&c, "needle", root == NULL ? "" : root);
  if (root == NULL) c.scope.roots_len = 0;
  c.scope.workspace = w;
  c.scope.paths_from = RANSACK_PATHS_FROM_ABSOLUTE;
  OK(ransack_grep(&c.options, NULL, note_match, &s, &report));
  ransack_report_free(report);
  return s;
}

static int note_fuzzy(const ransack_fuzzy_match *item, void *user_data) {
  put((seen *)user_data, item->path);
  return 0;
}

static seen of_fuzzy(const ransack_workspace *w, const char *root) {
  seen s;
  ransack_fuzzy_find_options options = RANSACK_FUZZY_FIND_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_bytes roots = ransack_bytes_from_str(root == NULL ? "" : root);
  ransack_report *report = NULL;
  s.len = 0;
  s.text[0] = 0;
  options.query = ransack_bytes_from_str("txt");
  scope.roots = &roots;
  scope.roots_len = root != NULL;
  scope.workspace = w;
  options.scope = &scope;
  OK(ransack_fuzzy_find(&options, NULL, note_fuzzy, &s, &report));
  ransack_report_free(report);
  return s;
}

static int note_code(const ransack_ast_match *item, void *user_data) {
  put((seen *)user_data, item->path);
  put((seen *)user_data, item->text);
  return 0;
}

static seen of_code(const ransack_workspace *w, const char *root) {
  seen s;
  ransack_ast_grep_options options = RANSACK_AST_GREP_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_bytes roots = ransack_bytes_from_str(root == NULL ? "" : root);
  ransack_report *report = NULL;
  s.len = 0;
  s.text[0] = 0;
  options.rule = ransack_bytes_from_str("kind: line_comment");
  scope.roots = &roots;
  scope.roots_len = root != NULL;
  scope.workspace = w;
  options.scope = &scope;
  OK(ransack_ast_grep(&options, NULL, note_code, &s, &report));
  ransack_report_free(report);
  return s;
}

/* Preview over the whole tree, with the workspace and without it. */
static void the_same_edits(const ransack_workspace *w, const char *tree) {
  ransack_ast_edit_options options = RANSACK_AST_EDIT_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_bytes root = ransack_bytes_from_str(tree);
  ransack_rewrite rewrite;
  ransack_ast_edit_outcome *here = NULL, *there = NULL;
  rewrite.pattern = ransack_bytes_from_str("// needle");
  rewrite.replacement = ransack_bytes_from_str("// thread");
  options.rewrites = &rewrite;
  options.rewrites_len = 1;
  options.scope = &scope;
  scope.workspace = w;
  OK(ransack_ast_edit(&options, NULL, &here));
  scope.workspace = NULL;
  scope.roots = &root;
  scope.roots_len = 1;
  OK(ransack_ast_edit(&options, NULL, &there));
  CHECK(here->preview.len > 0 && here->preview.len == there->preview.len);
  CHECK(memcmp(here->preview.data, there->preview.data, here->preview.len) == 0);
  CHECK(here->changes_len == 1 && there->changes_len == 1);
  ransack_ast_edit_outcome_free(here);
  ransack_ast_edit_outcome_free(there);
}

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  CHECK(file != NULL);
  fputs(text, file);
  fclose(file);
}

static void equal(seen here, seen there) {
  CHECK(here.len > 0 && strcmp(here.text, there.text) == 0);
}

static void same(const ransack_workspace *w, const char *tree) {
  equal(of_glob(w, "**", NULL, NULL), of_glob(NULL, "**", tree, NULL));
  equal(of_grep(w, NULL), of_grep(NULL, tree));
  equal(of_fuzzy(w, NULL), of_fuzzy(NULL, tree));
  equal(of_code(w, NULL), of_code(NULL, tree));
  the_same_edits(w, tree);
  equal(of_grep(w, "sub"), of_grep(NULL, in_dir(tree, "sub")));
}

static ransack_workspace *open_by(const char *tree, uint32_t refresh) {
  ransack_workspace_options options = RANSACK_WORKSPACE_OPTIONS_INIT;
  ransack_workspace *w = NULL;
  options.refresh = refresh;
  OK(ransack_workspace_open(ransack_bytes_from_str(tree), &options, &w));
  CHECK(w != NULL);
  return w;
}

static void the_same_answers(const char *tree) {
  static const uint32_t ways[] = {RANSACK_REFRESH_MODE_WALK, RANSACK_REFRESH_MODE_WATCH,
                                  RANSACK_REFRESH_MODE_STAT};
  const char *added = in_dir(tree, "sub/new.txt");
  size_t i;
  for (i = 0; i < sizeof ways / sizeof *ways; i++) {
    ransack_workspace *w = open_by(tree, ways[i]);
    ransack_snapshot_info snapshot;
    same(w, tree);
    write_file(added, "needle\n");
    same(w, tree);
    remove(added);
    same(w, tree);
    of_glob(w, "*", NULL, &snapshot);
    CHECK_IS(snapshot.rescan, RANSACK_RESCAN_REASON_NONE);
    if (snapshot.fallback == RANSACK_WATCH_FALLBACK_NONE) CHECK_IS(snapshot.mode, ways[i]);
    ransack_workspace_free(w);
  }
  {
    ransack_snapshot_info snapshot;
    of_glob(NULL, "*", tree, &snapshot);
    CHECK_IS(snapshot.mode, RANSACK_REFRESH_MODE_WALK);
  }
}

static void by_hand(const char *tree) {
  ransack_workspace *w = open_by(tree, RANSACK_REFRESH_MODE_MANUAL);
  const char *added = in_dir(tree, "sub/by_hand.txt");
  ransack_snapshot_info snapshot;
  ransack_table_size size = {0, 0};
  CHECK_IS(of_glob(w, "**/by_hand.txt", NULL, &snapshot).len, 0);
  CHECK_IS(snapshot.mode, RANSACK_REFRESH_MODE_MANUAL);
  CHECK_IS(snapshot.rescan, RANSACK_RESCAN_REASON_FIRST);
  write_file(added, "needle\n");
  CHECK_IS(of_glob(w, "**/by_hand.txt", NULL, NULL).len, 0);
  OK(ransack_workspace_invalidate(w, ransack_bytes_from_str("sub")));
  CHECK(of_glob(w, "**/by_hand.txt", NULL, &snapshot).len > 0);
  CHECK_IS(snapshot.rescan, RANSACK_RESCAN_REASON_REQUESTED);
  remove(added);
  OK(ransack_workspace_invalidate(w, ransack_bytes_from_str("")));
  CHECK_IS(of_glob(w, "**/by_hand.txt", NULL, NULL).len, 0);
  write_file(added, "needle\n");
  OK(ransack_workspace_refresh(w, NULL));
  OK(ransack_workspace_refresh(w, &snapshot));
  CHECK(of_glob(w, "**/by_hand.txt", NULL, NULL).len > 0);
  OK(ransack_workspace_table_size(w, &size));
  CHECK(size.entries > 5 && size.bytes > size.entries);
  ransack_workspace_free(w);
  remove(added);
}

static void handles(const char *tree) {
  ransack_bytes root = ransack_bytes_from_str(tree);
  ransack_workspace *w = NULL, *hasty = NULL;
  ransack_snapshot_info snapshot;
  glob_case c;
  ransack_report *report = NULL;
  glob_case_init(&c, "*", ".");
  OK(ransack_workspace_open(root, NULL, &w));
  OK(ransack_workspace_without_waiting(w, &hasty));
  c.scope.workspace = hasty;
  OK(ransack_glob(&c.options, NULL, NULL, NULL, &report));
  ransack_report_free(report);
  report = NULL;
  ransack_workspace_free(w);
  OK(ransack_glob(&c.options, NULL, NULL, NULL, &report));
  ransack_report_free(report);
  report = NULL;
  OK(ransack_workspace_close(hasty));
  OK(ransack_workspace_close(hasty));
  CHECK_IS(ransack_glob(&c.options, NULL, NULL, NULL, &report), RANSACK_STATUS_CLOSED);
  CHECK(report == NULL);
  CHECK(strstr(ransack_last_error_message(), "closed") != NULL);
  CHECK_IS(ransack_workspace_refresh(hasty, &snapshot), RANSACK_STATUS_CLOSED);
  ransack_workspace_free(hasty);
  ransack_workspace_free(NULL);
}

/* One of two workspaces works after the other is closed, and both outlive their root. */
static void two_on_one_root(const char *place) {
  const char *root = in_dir(place, "two");
  const char *moved = in_dir(place, "moved");
  ransack_workspace *one = NULL, *other = NULL;
  ransack_report *report = NULL;
  glob_case c;
  CHECK_IS(rename(in_dir(place, "tree"), root), 0);
  one = open_by(root, RANSACK_REFRESH_MODE_WATCH);
  other = open_by(root, RANSACK_REFRESH_MODE_WATCH);
  same(one, root);
  same(other, root);
  OK(ransack_workspace_close(one));
  same(other, root);
  CHECK_IS(rename(root, moved), 0);
  glob_case_init(&c, "*", ".");
  c.scope.workspace = other;
  CHECK_IS(ransack_glob(&c.options, NULL, NULL, NULL, &report), RANSACK_STATUS_NOT_FOUND);
  CHECK(report == NULL);
  CHECK_IS(rename(moved, root), 0);
  same(other, root);
  ransack_workspace_free(one);
  ransack_workspace_free(other);
  CHECK_IS(rename(root, in_dir(place, "tree")), 0);
}

static void faults(const char *tree) {
  ransack_workspace_options options, by_macro = RANSACK_WORKSPACE_OPTIONS_INIT;
  ransack_workspace *w = NULL;
  ransack_report *report = NULL;
  ransack_bytes none = ransack_bytes_from_str("");
  glob_case c;
  grep_case g;
  CHECK_IS(ransack_workspace_open(ransack_bytes_from_str(in_dir(tree, "nowhere")), NULL, &w),
           RANSACK_STATUS_NOT_FOUND);
  CHECK_IS(ransack_workspace_open(ransack_bytes_from_str(in_dir(tree, "a.txt")), NULL, &w),
           RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(ransack_workspace_open(none, NULL, &w), RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(ransack_workspace_open(ransack_bytes_from_str(tree), NULL, NULL),
           RANSACK_STATUS_NULL_ARGUMENT);
  OK(ransack_options_init(&options, "ransack_workspace_options", RANSACK_WORKSPACE_OPTIONS_VERSION));
  CHECK_IS(options.version, by_macro.version);
  CHECK_IS(options.refresh, by_macro.refresh);
  CHECK_IS(ransack_options_init(&options, "ransack_workspace_options", RANSACK_WORKSPACE_OPTIONS_VERSION + 1),
           RANSACK_STATUS_BAD_VERSION);
  CHECK_IS(ransack_options_init(NULL, "ransack_workspace_options", 1), RANSACK_STATUS_NULL_ARGUMENT);
  options.refresh = 4;
  CHECK_IS(ransack_workspace_open(ransack_bytes_from_str(tree), &options, &w),
           RANSACK_STATUS_INVALID_OPTION);
  options.version = RANSACK_WORKSPACE_OPTIONS_VERSION + 1;
  CHECK_IS(ransack_workspace_open(ransack_bytes_from_str(tree), &options, &w),
           RANSACK_STATUS_BAD_VERSION);
  CHECK(w == NULL);

  glob_case_init(&c, "*", ".");
  grep_case_init(&g, "needle", ".");
  /* Neither a root nor a workspace. */
  c.scope.roots_len = g.scope.roots_len = 0;
  CHECK_IS(ransack_glob(&c.options, NULL, NULL, NULL, &report), RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(ransack_grep(&g.options, NULL, NULL, NULL, &report), RANSACK_STATUS_INVALID_OPTION);
  {
    ransack_fuzzy_find_options f = RANSACK_FUZZY_FIND_OPTIONS_INIT;
    CHECK_IS(ransack_fuzzy_find(&f, NULL, NULL, NULL, &report), RANSACK_STATUS_INVALID_OPTION);
  }
  {
    ransack_ast_edit_options e = RANSACK_AST_EDIT_OPTIONS_INIT;
    ransack_ast_edit_outcome *outcome = NULL;
    ransack_rewrite rewrite;
    rewrite.pattern = rewrite.replacement = ransack_bytes_from_str("f()");
    e.rewrites = &rewrite;
    e.rewrites_len = 1;
    CHECK_IS(ransack_ast_edit(&e, NULL, &outcome), RANSACK_STATUS_INVALID_OPTION);
    CHECK(outcome == NULL);
  }
  CHECK_IS(ransack_workspace_refresh(NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_workspace_invalidate(NULL, none), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_workspace_close(NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_workspace_table_size(NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_workspace_without_waiting(NULL, &w), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK(report == NULL && w == NULL);
}

/* A call outside the root is an error unless the options allow it. */
/* A followed link out of the workspace, `links/to.txt`, is skipped unless that is allowed. */
static void links_outside(const ransack_workspace *w, int allowed) {
  grep_case c;
  seen s;
  ransack_report *report = NULL;
  s.len = 0;
  s.text[0] = 0;
  grep_case_init(&c, "linked", "links");
  c.scope.follow_symlinks = 1;
  c.scope.workspace = w;
  OK(ransack_grep(&c.options, NULL, note_match, &s, &report));
  CHECK_IS(report->complete, 1);
  CHECK(strcmp(s.text, allowed ? "links/to.txt\nlinked\n" : "") == 0);
  CHECK_IS(report->skipped_len, !allowed);
  if (!allowed) {
    CHECK_IS(report->skipped[0].reason, RANSACK_SKIP_REASON_OUTSIDE);
    CHECK(is(report->skipped[0].paths[0].path, "links/to.txt"));
  }
  ransack_report_free(report);
}

static void outside(const char *place, const char *tree) {
  ransack_workspace_options options = RANSACK_WORKSPACE_OPTIONS_INIT;
  ransack_workspace *w = NULL;
  const char *const roots[] = {place, "..", "../nowhere"};
  seen found;
  size_t i;
  CHECK(!options.allow_outside);
  OK(ransack_workspace_open(ransack_bytes_from_str(tree), &options, &w));
  for (i = 0; i < sizeof roots / sizeof *roots; i++) {
    glob_case c;
    ransack_report *report = NULL;
    glob_case_init(&c, "tree", roots[i]);
    c.scope.workspace = w;
    CHECK_IS(ransack_glob(&c.options, NULL, NULL, NULL, &report), RANSACK_STATUS_INVALID_OPTION);
    CHECK(report == NULL);
  }
  links_outside(w, 0);
  ransack_workspace_free(w);
  options.allow_outside = 1;
  OK(ransack_workspace_open(ransack_bytes_from_str(tree), &options, &w));
  links_outside(w, 1);
  /* Paths outside the workspace are absolute. */
  found = of_glob(w, "tree", "..", NULL);
  CHECK(found.text[0] == '/' && strstr(found.text, "/tree\n") != NULL);
  ransack_workspace_free(w);
}

/* Paths for the program's own file access; refused as in a call. */
static void resolves(const char *tree) {
  ransack_workspace *w = open_by(tree, RANSACK_REFRESH_MODE_WALK);
  ransack_string *path = NULL;
  const char *const within[] = {"sub/../a.txt", "new/deep.txt", "."};
  const char *const refused[] = {"", "..", "../other/linked.txt", "links/to.txt", "new/../.."};
  size_t i;
  for (i = 0; i < sizeof within / sizeof *within; i++) {
    OK(ransack_workspace_resolve(w, ransack_bytes_from_str(within[i]), &path));
    CHECK(path->text.len > 0 && path->text.data[0] == '/');
    CHECK(i != 0 || ends_in(path->text, "/tree/a.txt"));
    CHECK(i != 1 || ends_in(path->text, "/tree/new/deep.txt"));
    CHECK(i != 2 || ends_in(path->text, "/tree"));
    ransack_string_free(path);
    path = NULL;
  }
  for (i = 0; i < sizeof refused / sizeof *refused; i++) {
    CHECK_IS(ransack_workspace_resolve(w, ransack_bytes_from_str(refused[i]), &path),
             RANSACK_STATUS_INVALID_OPTION);
    CHECK(path == NULL);
  }
  CHECK_IS(ransack_workspace_resolve(w, ransack_bytes_from_str("a.txt/x"), &path),
           RANSACK_STATUS_NOT_FOUND);
  CHECK_IS(ransack_workspace_resolve(NULL, ransack_bytes_from_str("a.txt"), &path),
           RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_workspace_resolve(w, ransack_bytes_from_str("a.txt"), NULL),
           RANSACK_STATUS_NULL_ARGUMENT);
  OK(ransack_workspace_close(w));
  CHECK_IS(ransack_workspace_resolve(w, ransack_bytes_from_str("a.txt"), &path),
           RANSACK_STATUS_CLOSED);
  ransack_workspace_free(w);
}

static ransack_changes *changes_since(const ransack_workspace *w, ransack_bytes since) {
  ransack_changes *changes = NULL;
  OK(ransack_workspace_changes(w, since, NULL, &changes));
  CHECK(changes->report->complete && changes->report->total_matches == changes->files_len);
  return changes;
}

/* Files that changed since an earlier call. */
static void changes(const char *tree, uint32_t refresh) {
  ransack_workspace *w = open_by(tree, refresh);
  const char *path = in_dir(tree, "changed-new.txt");
  ransack_bytes nothing = {NULL, 0};
  ransack_cancel_token *token = NULL;
  ransack_changes *before = changes_since(w, nothing), *after, *failed = NULL;
  CHECK(before->files_len == 0 && before->next.len > 0);
  write_file(path, "x");
  after = changes_since(w, before->next);
  CHECK(after->files_len == 1 && ends_in(after->files[0].path, "changed-new.txt"));
  CHECK(after->files[0].kind == RANSACK_CHANGE_KIND_CREATED);
  ransack_changes_free(after);
  after = changes_since(w, before->next);
  CHECK(after->files_len == 1);
  ransack_changes_free(before);
  write_file(path, "yy");
  before = changes_since(w, after->next);
  CHECK(before->files_len == 1 && before->files[0].kind == RANSACK_CHANGE_KIND_MODIFIED);
  remove(path);
  ransack_changes_free(after);
  after = changes_since(w, before->next);
  CHECK(after->files_len == 1 && after->files[0].kind == RANSACK_CHANGE_KIND_DELETED);
  CHECK_IS(ransack_workspace_changes(w, ransack_bytes_from_str("x"), NULL, &failed),
           RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(ransack_workspace_changes(NULL, nothing, NULL, &failed), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_workspace_changes(w, nothing, NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
  OK(ransack_cancel_token_cancel(token, RANSACK_ABORT_REASON_USER));
  CHECK_IS(ransack_workspace_changes(w, before->next, token, &failed), RANSACK_STATUS_ABORTED);
  OK(ransack_workspace_close(w));
  CHECK_IS(ransack_workspace_changes(w, before->next, NULL, &failed), RANSACK_STATUS_CLOSED);
  CHECK(failed == NULL);
  ransack_cancel_token_free(token);
  ransack_changes_free(before);
  ransack_changes_free(after);
  ransack_changes_free(NULL);
  ransack_workspace_free(w);
}

/* Only the folders of a workspace are searched. */
static void folders(const char *tree) {
  ransack_workspace_options options = RANSACK_WORKSPACE_OPTIONS_INIT;
  ransack_workspace *w = NULL;
  ransack_bytes names[2];
  names[0] = ransack_bytes_from_str("sub");
  names[1] = ransack_bytes_from_str(in_dir(tree, "b"));
  options.folders = names;
  options.folders_len = 2;
  OK(ransack_workspace_open(ransack_bytes_from_str(tree), &options, &w));
  CHECK(strcmp(of_glob(w, "**", NULL, NULL).text, "sub/d.rs\nb/\xC3\xBCn\xC3\xAF.txt\n") == 0);
  ransack_workspace_free(w);
  w = NULL;
  names[1] = ransack_bytes_from_str("a.txt");
  CHECK_IS(ransack_workspace_open(ransack_bytes_from_str(tree), &options, &w),
           RANSACK_STATUS_INVALID_OPTION);
  CHECK(w == NULL);
}

/* Default limits of searches. */
static void preset(const char *tree) {
  ransack_workspace_options options = RANSACK_WORKSPACE_OPTIONS_INIT;
  ransack_grep_options grep = RANSACK_GREP_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_workspace *w = NULL;
  ransack_report *report = NULL;
  ransack_bytes pattern = ransack_bytes_from_str("x");
  const char *path = in_dir(tree, "preset.txt");
  char text[203];
  int i;
  for (i = 0; i < 202; i++) text[i] = i % 2 == 0 ? 'x' : '\n';
  text[202] = 0;
  write_file(path, text);
  grep.patterns = &pattern;
  grep.patterns_len = 1;
  grep.scope = &scope;
  for (i = 0; i < 3; i++) {
    options.preset = i == 0 ? RANSACK_PRESET_NONE : RANSACK_PRESET_AGENT;
    if (i == 2) options.default_limit = 7;
    OK(ransack_workspace_open(ransack_bytes_from_str(tree), &options, &w));
    scope.workspace = w;
    OK(ransack_grep(&grep, NULL, NULL, NULL, &report));
    CHECK(report->stopped_by == (i == 0 ? RANSACK_STOPPED_BY_NONE : RANSACK_STOPPED_BY_LIMIT));
    CHECK(i != 1 || report->next_offset == 100);
    CHECK(i != 2 || report->next_offset == 7);
    ransack_report_free(report);
    grep.limit = RANSACK_NO_LIMIT - 1;
    OK(ransack_grep(&grep, NULL, NULL, NULL, &report));
    CHECK(report->stopped_by == RANSACK_STOPPED_BY_NONE && report->total_matches >= 101);
    ransack_report_free(report);
    grep.limit = RANSACK_NO_LIMIT;
    ransack_workspace_free(w);
  }
  options.preset = 2;
  CHECK_IS(ransack_workspace_open(ransack_bytes_from_str(tree), &options, &w),
           RANSACK_STATUS_INVALID_OPTION);
  remove(path);
}

static ransack_status set(const ransack_workspace *w, const char *path, const char *text) {
  return ransack_workspace_set_buffer(w, ransack_bytes_from_str(path), ransack_bytes_from_str(text));
}

static ransack_status clear(const ransack_workspace *w, const char *path) {
  return ransack_workspace_clear_buffer(w, ransack_bytes_from_str(path));
}

/* Unsaved texts replace files; no file is written. */
static void buffers(const char *tree, uint32_t refresh) {
  ransack_workspace *w = open_by(tree, refresh);
  ransack_ast_edit_options options = RANSACK_AST_EDIT_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_ast_edit_outcome *outcome = NULL;
  ransack_rewrite rewrite;
  ransack_bytes null_text;
  seen before = of_grep(w, NULL), found;
  OK(set(w, "a.txt", "unsaved\n"));
  OK(set(w, in_dir(tree, "new/deep/b.rs"), "f(); // needle\n"));
  found = of_grep(w, NULL);
  CHECK(strstr(found.text, "new/deep/b.rs\nf(); // needle\n") != NULL);
  CHECK(strstr(found.text, "a.txt\n") == NULL && strstr(before.text, "a.txt\n") != NULL);
  CHECK(strstr(of_grep(w, "new").text, "/new/deep/b.rs\nf(); // needle\n") != NULL);
  CHECK(strcmp(of_glob(w, "new/**", NULL, NULL).text, "new/deep\nnew/deep/b.rs\n") == 0);
  CHECK(strstr(of_code(w, NULL).text, "new/deep/b.rs\n// needle\n") != NULL);
  OK(set(w, "new/txt", ""));
  CHECK(strstr(of_fuzzy(w, NULL).text, "new/txt\n") != NULL);

  rewrite.pattern = ransack_bytes_from_str("f()");
  rewrite.replacement = ransack_bytes_from_str("g()");
  options.rewrites = &rewrite;
  options.rewrites_len = 1;
  options.scope = &scope;
  scope.workspace = w;
  OK(ransack_ast_edit(&options, NULL, &outcome));
  CHECK_IS(outcome->changes_len, 1);
  ransack_ast_edit_outcome_free(outcome);
  outcome = NULL;
  options.dry_run = 0;
  OK(set(w, "new/deep/b.rs", "/* \xc3\xa9 */\r\nf(); // needle\n"));
  OK(ransack_ast_edit(&options, NULL, &outcome));
  CHECK(!outcome->applied && outcome->file_changes_len == 1);
  if (outcome->file_changes_len == 1) {
    const ransack_file_change *file = outcome->file_changes;
    CHECK(file->has_buffer && file->text_edits_len == 1);
    CHECK(!file->has_buffer_version && file->buffer_version == 0);
    CHECK(memcmp(file->uri.data, "file:///", 8) == 0);
    CHECK(ends_in(file->uri, "/new/deep/b.rs"));
    CHECK(file->text_edits->start_line == 1 && file->text_edits->start_character == 0);
    CHECK(file->text_edits->end_line == 1 && file->text_edits->end_character == 1);
    CHECK(is(file->text_edits->new_text, "g"));
  }
  ransack_ast_edit_outcome_free(outcome);
  outcome = NULL;

  CHECK_IS(set(w, "", "x"), RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(set(w, "sub", "x"), RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(set(w, "../x", "x"), RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(set(w, "a.txt/x", "x"), RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(set(NULL, "x", "x"), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(clear(NULL, "x"), RANSACK_STATUS_NULL_ARGUMENT);
  null_text.data = NULL;
  null_text.len = 1;
  CHECK_IS(ransack_workspace_set_buffer(w, ransack_bytes_from_str("x"), null_text),
           RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_workspace_clear_buffer(w, null_text), RANSACK_STATUS_NULL_ARGUMENT);

  OK(clear(w, "none"));
  OK(clear(w, "new/deep/b.rs"));
  CHECK(strcmp(of_glob(w, "new/**", NULL, NULL).text, "new/txt\n") == 0);
  OK(clear(w, ""));
  equal(of_grep(w, NULL), before);
  same(w, tree);
  OK(ransack_workspace_close(w));
  CHECK_IS(set(w, "x", "x"), RANSACK_STATUS_CLOSED);
  CHECK_IS(clear(w, ""), RANSACK_STATUS_CLOSED);
  ransack_workspace_free(w);
}

int main(int argc, char **argv) {
  const char *place = tree_of(argc, argv);
  const char *tree = in_dir(place, "tree");
  two_on_one_root(place);
  the_same_answers(tree);
  by_hand(tree);
  handles(tree);
  faults(tree);
  outside(place, tree);
  resolves(tree);
  changes(tree, RANSACK_REFRESH_MODE_WATCH);
  changes(tree, RANSACK_REFRESH_MODE_MANUAL);
  folders(tree);
  preset(tree);
  buffers(tree, RANSACK_REFRESH_MODE_WATCH);
  buffers(tree, RANSACK_REFRESH_MODE_WALK);
  return 0;
}
