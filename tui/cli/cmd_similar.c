/* similar: which submissions of a class resemble each other, or those of earlier years. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli_class.h"
#include "cli_table.h"
#include "grader/export/export.h"
#include "db/gradebook.h"
#include "grader/intake/intake.h"
#include "runner/base/programs.h"
#include "grader/similar/similar_boxed.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

enum { GIVEN_BYTES = 1 << 20, PAIRS = 25, GIVEN_SHOWN = 10 };

/* Any bytes as UTF-8: what is none becomes a letter, which keeps the tokens apart as they were. */
static json_t *text_of(const void *data, size_t n)
{
    json_t *j = json_stringn(data, n);
    if (j)
        return j;
    char *s = malloc(n + 1);
    if (!s)
        return json_string("");
    for (size_t k = 0; k < n; k++)
        s[k] = ((const signed char *)data)[k] < 0 ? 'x' : ((const char *)data)[k];
    j = json_stringn(s, n);
    free(s);
    return j;
}

static json_t *add_document(json_t *documents, const char *who, const char *role)
{
    json_t *clean = text_of(who, strlen(who)), *files = json_array();
    json_array_append_new(documents, json_pack("{s:o, s:s, s:o}", "who", clean, "role", role, "files", files));
    return files;
}

static void add_file(json_t *files, const char *name, const void *data, size_t n)
{
    json_array_append_new(files,
                          json_pack("{s:o, s:o}", "name", text_of(name, strlen(name)), "text", text_of(data, n)));
}

/* ---- what was given out ---------------------------------------------------------------------------------- */

static void add_given_file(struct cli *c, json_t *files, char *name)
{
    struct err e;
    char *path = util_below(c->app.root, name), *s = util_read_file(path, GIVEN_BYTES, &e);
    if (s)
        add_file(files, name, s, strlen(s));
    free(s);
    free(path);
    free(name);
}

/* The skeleton and the header; and the reference, which lies on every student's disk and is nobody's own work. */
static void add_given(struct cli *c, const json_t *lab, json_t *documents)
{
    const char *dir = js_text(lab, "dir");
    json_t *files = add_document(documents, "given", "given");
    size_t k;
    const json_t *name;
    json_array_foreach(json_object_get(lab, "edit"), k, name)
        add_given_file(c, files, util_path("%s/skeleton/%s", dir, json_string_value(name)));
    add_given_file(c, files, util_path("%s/lab.h", dir));
    files = add_document(documents, "reference", "reference");
    add_given_file(c, files, util_path("%s/%s", js_text(lab, "kernels"), js_text(lab, "reference")));
}

/* ---- workbooks ------------------------------------------------------------------------------------------- */

static int book_error(struct cli *c, const struct db *db)
{
    app_fail(&c->app, APP_CONFIG, "%s", db_error(db));
    return -1;
}

static int add_submission(struct cli *c, struct db *db, const json_t *row, const char *who, const char *role,
                          json_t *documents)
{
    struct db_file *file;
    size_t n;
    if (db_submission_files(db, json_integer_value(json_object_get(row, "id")), &file, &n) != DB_OK)
        return book_error(c, db);
    json_t *files = add_document(documents, who, role);
    for (size_t k = 0; k < n; k++)
        add_file(files, file[k].name, file[k].data, file[k].size);
    db_files_free(file, n);
    return 0;
}

/* The last submission of each student that was taken. `prefix`: before the keys, NULL: none. */
static int add_book(struct cli *c, struct db *db, const char *lab, const char *prefix, const char *role,
                    json_t *documents)
{
    json_t *rows = NULL, *last = json_object(), *row;
    const char *key;
    size_t k;
    int rc = db_submissions(db, lab, &rows) == DB_OK ? 0 : book_error(c, db);
    json_array_foreach(rows, k, row) {
        if (!json_is_string(json_object_get(row, "refused")))
            json_object_set(last, js_text(row, "key"), row);
    }
    json_object_foreach(last, key, row) {
        char *who = prefix ? util_path("%s/%s", prefix, key) : util_path("%s", key);
        rc = rc ? rc : add_submission(c, db, row, who, role, documents);
        free(who);
    }
    json_decref(last);
    json_decref(rows);
    return rc;
}

static int add_other_book(struct cli *c, const char *path, const char *lab, const char *prefix, json_t *documents)
{
    char why[DB_ERR_MAX];
    struct db *db = NULL;
    if (db_open(path, DB_RDONLY, &db, why, sizeof why) != DB_OK) {
        app_fail(&c->app, APP_CONFIG, "%s cannot be compared: %s", path, why);
        return -1;
    }
    int rc = add_book(c, db, lab, prefix, "archive", documents);
    db_close(db);
    return rc;
}

/* ---- folders and archives -------------------------------------------------------------------------------- */

/* How much of each path is one folder around all of it. */
static size_t common_folder(const json_t *entries)
{
    const char *first = js_text(json_array_get(entries, 0), "path");
    size_t n = strcspn(first, "/") + 1, k;
    const json_t *e;
    json_array_foreach(entries, k, e) {
        const char *path = js_text(e, "path");
        if (*path && path[strlen(path) - 1] == '/')
            continue; /* a folder, not what is in it */
        if (strncmp(path, first, n) || path[n - 1] != '/' || !strchr(path + n, '/'))
            return 0;
    }
    return json_array_size(entries) ? n : 0;
}

/* Each folder in it is a document, and so is each file. */
static void add_entries(const json_t *entries, const char *prefix, const char *role, json_t *documents)
{
    json_t *by_who = json_object();
    size_t skip = common_folder(entries), k;
    const json_t *e;
    json_array_foreach(entries, k, e) {
        const char *path = js_text(e, "path") + skip, *text = json_string_value(json_object_get(e, "text"));
        if (!text)
            continue;
        char *who = util_path("%s%s%.*s", prefix ? prefix : "", prefix ? "/" : "", (int)strcspn(path, "/"), path);
        json_t *files = json_object_get(by_who, who);
        if (!files) {
            files = add_document(documents, who, role);
            json_object_set(by_who, who, files);
        }
        add_file(files, path, text, strlen(text));
        free(who);
    }
    json_decref(by_who);
}

static int add_folder(struct cli *c, const json_t *lab, const char *path, const char *prefix, const char *role,
                      json_t *documents)
{
    struct err e;
    char *program = programs_find("ridge-intake");
    json_t *entries = intake_fetch(program, path, false, INTAKE_ZONE_OF_MACHINE, json_object_get(lab, "edit"), NULL,
                                   &e);
    free(program);
    if (!entries) {
        app_fail(&c->app, APP_CONFIG, "%s cannot be compared: %s.", path, e.text);
        return -1;
    }
    add_entries(entries, prefix, role, documents);
    json_decref(entries);
    return 0;
}

static bool ends(const char *s, const char *with)
{
    size_t n = strlen(s), m = strlen(with);
    return n > m && !strcmp(s + n - m, with);
}

static int add_against(struct cli *c, const json_t *lab, json_t *documents)
{
    for (int k = 0; k < c->opt.against.n; k++) {
        const char *path = c->opt.against.words[k], *slash = strrchr(path, '/');
        const char *base = slash && slash[1] ? slash + 1 : path;
        int rc = ends(path, ".db") ? add_other_book(c, path, js_text(lab, "id"), base, documents)
                                   : add_folder(c, lab, path, base, "archive", documents);
        if (rc)
            return rc;
    }
    return 0;
}

static int add_class(struct cli *c, const json_t *lab, json_t *documents)
{
    for (int k = 0; k < c->nargs - 1; k++)
        if (add_folder(c, lab, c->args[k + 1], c->nargs > 2 ? c->args[k + 1] : NULL, "class", documents))
            return -1;
    if (c->nargs > 1)
        return 0;
    return app_need_db(&c->app) == APP_OK ? add_book(c, c->app.db, js_text(lab, "id"), NULL, "class", documents) : -1;
}

/* ---- what is said ---------------------------------------------------------------------------------------- */

static size_t count_role(const json_t *answer, const char *role)
{
    size_t n = 0, k;
    const json_t *d;
    json_array_foreach(json_object_get(answer, "documents"), k, d)
        n += !strcmp(js_text(d, "role"), role);
    return n;
}

/* Those whose work is nine tenths the skeleton, or next to nothing. */
static void print_given(const struct cli *c, const json_t *answer)
{
    static const struct cli_table_column columns[] = { { .least = 12 }, { .under = true } };
    struct cli_table *t = cli_table_new(columns, 2, 0);
    size_t k, n = 0;
    const json_t *d;
    json_array_foreach(json_object_get(answer, "documents"), k, d) {
        if (strcmp(js_text(d, "role"), "class") || js_number(d, "given") < 0.9 * js_number(d, "fingerprints") ||
            n++ >= GIVEN_SHOWN)
            continue;
        cli_table_cell(t, NULL, js_text(d, "who"));
        if (js_number(d, "fingerprints") > 0)
            cli_table_cellf(t, NULL, "%.0f %% of this work is the skeleton",
                            100 * js_number(d, "given") / js_number(d, "fingerprints"));
        else
            cli_table_cell(t, NULL, "too short to be compared");
    }
    cli_table_print(c, t);
    if (n > GIVEN_SHOWN)
        printf("%zu more like these; --json lists all.\n", n - GIVEN_SHOWN);
}

void cli_print_copies(const struct cli *c, const json_t *copies)
{
    static const struct cli_table_column columns[] = { { .least = 12 }, { .under = true } };
    size_t k, n = json_array_size(copies);
    const json_t *d;
    if (!n)
        return;
    printf("\nTheir own work is the reference solution's, which lies on every student's disk. Read the source before "
           "you decide:\n");
    struct cli_table *t = cli_table_new(columns, 2, 0);
    json_array_foreach(copies, k, d) {
        cli_table_cell(t, NULL, js_text(d, "who"));
        cli_table_cellf(t, NULL, "%.0f %% of what is not the skeleton is the reference", 100 * js_number(d, "share"));
    }
    cli_table_print(c, t);
}

json_t *cli_copies(struct cli *c, const json_t *lab)
{
    struct err e;
    json_t *documents = json_array(), *question, *answer = NULL;
    char *program = programs_find("ridge-similar");
    add_given(c, lab, documents);
    int rc = add_book(c, c->app.db, js_text(lab, "id"), NULL, "class", documents);
    question = json_pack("{s:o, s:i}", "documents", documents, "limit", 0);
    if (!rc && program)
        answer = similar_boxed(program, question, &e);
    json_t *list = json_incref(json_object_get(answer, "copies"));
    json_decref(answer);
    json_decref(question);
    free(program);
    return list ? list : json_array();
}

/* {key: name} of the class in the workbook; empty without one. */
static json_t *class_names(struct cli *c)
{
    json_t *names = json_object(), *students = NULL, *s;
    size_t k;
    if (c->nargs < 2 && db_students(c->app.db, &students) == DB_OK)
        json_array_foreach(students, k, s)
            json_object_set(names, js_text(s, "key"), json_object_get(s, "name"));
    json_decref(students);
    return names;
}

static void add_pair(struct cli_table *t, const json_t *p, const json_t *names)
{
    const char *a = js_text(names, js_text(p, "a")), *b = js_text(names, js_text(p, "b"));
    bool archive = json_is_true(json_object_get(p, "archive"));
    cli_table_cell(t, NULL, js_text(p, "a"));
    cli_table_cell(t, NULL, js_text(p, "b"));
    cli_table_cellf(t, NULL, "%.0f %%", 100 * js_number(p, "share_a"));
    cli_table_cellf(t, NULL, "%.0f %%", 100 * js_number(p, "share_b"));
    cli_table_cellf(t, NULL, "%.0f", js_number(p, "common"));
    cli_table_cell(t, NULL, archive ? "archive" : "");
    cli_table_cellf(t, NULL, "%s%s%s", a, *b && !archive ? " / " : "", archive ? "" : b);
}

static void print_table(struct cli *c, const json_t *answer)
{
    static const struct cli_table_column columns[] = {
        { .head = "A", .least = 12 }, { .head = "B", .least = 12 }, { .head = "of A in B", .right = true },
        { .head = "of B in A", .right = true }, { .head = "common", .rank = 1, .right = true }, { .rank = 0 },
        { .under = true }
    };
    const json_t *gone = json_object_get(answer, "subtracted"), *pairs = json_object_get(answer, "pairs"), *p;
    size_t k;
    printf(
        "%zu submissions, %zu of the archive; left out: %.0f fingerprints that were given out, %.0f that most have\n",
        count_role(answer, "class"), count_role(answer, "archive"), js_number(gone, "given"),
        js_number(gone, "common"));
    print_given(c, answer);
    cli_print_copies(c, json_object_get(answer, "copies"));
    if (!json_array_size(pairs)) {
        printf("No two submissions have anything else in common.\n");
        return;
    }
    json_t *names = class_names(c);
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 0);
    printf("\n");
    json_array_foreach(pairs, k, p)
        add_pair(t, p, names);
    cli_table_print(c, t);
    json_decref(names);
    if (js_number(answer, "found") > (double)json_array_size(pairs))
        printf("%.0f more pairs, none with a larger share; --limit N shows them.\n",
               js_number(answer, "found") - (double)json_array_size(pairs));
    printf(
        "\nA high share is a reason to read both sources, and no verdict. --html FILE shows them side by side.\n");
}

static int write_page(struct cli *c, const json_t *lab, const json_t *answer, const json_t *question)
{
    struct text page = { 0 };
    struct err e;
    char *title = util_path("%s: what resembles what", js_text(lab, "title"));
    similar_html(title, answer, question, &page);
    int rc = page.dropped ? err_set(&e, "no memory for the page")
                          : export_write(c->opt.html, text_str(&page), page.len, &e);
    free(title);
    text_finish(&page);
    return rc ? app_fail(&c->app, APP_CONFIG, "%s", e.text) : APP_OK;
}

static int compare(struct cli *c, const json_t *lab, const json_t *question)
{
    struct err e;
    char *program = programs_find("ridge-similar");
    json_t *answer = similar_boxed(program, question, &e);
    free(program);
    if (!answer)
        return app_fail(&c->app, APP_OURS, "%s", e.text);
    json_object_set(answer, "lab", json_object_get(lab, "id"));
    int rc = c->opt.html ? write_page(c, lab, answer, question) : APP_OK;
    if (rc != APP_OK)
        json_decref(answer);
    else if (c->app.json)
        return cli_json(answer);
    else
        print_table(c, answer);
    if (rc == APP_OK)
        json_decref(answer);
    return rc;
}

int cmd_similar(struct cli *c)
{
    if (c->opt.html && !*c->opt.html)
        return cli_fail(c, app_fail(&c->app, APP_USAGE, "--html needs the name of the page: --html FILE."));
    json_t *lab = cli_lab(c, c->args[0]), *documents = json_array();
    if (!lab) {
        json_decref(documents);
        return APP_USAGE;
    }
    int rc = APP_OK;
    add_given(c, lab, documents);
    if (add_class(c, lab, documents) || add_against(c, lab, documents))
        rc = APP_CONFIG;
    else if (json_array_size(documents) < 2)
        rc = app_fail(&c->app, APP_CONFIG,
                      "There are not two hand-ins of %s to compare. `ridge grade DIR --lab %s` takes hand-ins in; or "
                      "name a folder of submissions.",
                      js_text(lab, "id"), js_text(lab, "id"));
    json_t *question =
        json_pack("{s:o, s:I}", "documents", documents, "limit", (json_int_t)(c->opt.limit ? c->opt.limit : PAIRS));
    if (rc == APP_OK)
        rc = compare(c, lab, question);
    json_decref(question);
    json_decref(lab);
    return rc == APP_OK ? rc : cli_fail(c, rc);
}
