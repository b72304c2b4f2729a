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
#include "runner/base/figure.h"
#include "runner/base/programs.h"
#include "grader/similar/similar_boxed.h"
#include "tui/app/class_similar.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

enum { PAIRS = 25, GIVEN_SHOWN = 10 };

/* ---- workbooks ------------------------------------------------------------------------------------------- */

static int add_other_book(struct cli *c, const char *path, const char *lab, const char *prefix, json_t *documents)
{
    struct err why = { "" };
    struct db *db = NULL;
    if (db_open(path, DB_RDONLY, &db, &why) != DB_OK) {
        app_fail(&c->app, APP_CONFIG, "%s cannot be compared: %s", path, why.text);
        return -1;
    }
    int rc = class_similar_book(&c->app, db, lab, prefix, "archive", documents) == APP_OK ? 0 : -1;
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
            files = class_similar_document(documents, who, role);
            json_object_set(by_who, who, files);
        }
        class_similar_file(files, path, text, strlen(text));
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
        app_fail(&c->app, APP_CONFIG, "%s cannot be compared. %s", path, e.text);
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
    if (app_need_db(&c->app) != APP_OK)
        return -1;
    return (int)class_similar_book(&c->app, c->app.db, js_text(lab, "id"), NULL, "class", documents);
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

/* Names students whose work is nine tenths the skeleton, or next to nothing. */
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

/* "1001, 1002 and old/zoe (archive)", and below it the names that the roster has for them. */
static void add_cluster(struct cli_table *t, const json_t *cluster, const json_t *names)
{
    const json_t *members = json_object_get(cluster, "members"), *m;
    double least = 100 * js_number(cluster, "least"), most = 100 * js_number(cluster, "most");
    size_t k, n = json_array_size(members), named = 0;
    struct text who = { 0 }, called = { 0 };
    json_array_foreach(members, k, m) {
        bool archive = json_is_true(json_object_get(m, "archive"));
        const char *name = archive ? "" : js_text(names, js_text(m, "who"));
        text_addf(&who, "%s%s%s", k ? ", " : "", js_text(m, "who"), archive ? " (archive)" : "");
        if (*name)
            text_addf(&called, "%s%s", named++ ? " / " : "", name);
    }
    cli_table_cell(t, NULL, text_str(&who));
    if (most - least >= 1)
        cli_table_cellf(t, NULL, "%.0f to %.0f %%", least, most);
    else
        cli_table_cellf(t, NULL, "%.0f %%", most);
    cli_table_cellf(t, NULL, "%.0f of %zu", js_number(cluster, "links"), n * (n - 1) / 2);
    cli_table_cell(t, NULL, text_str(&called));
    text_finish(&who);
    text_finish(&called);
}

void cli_print_clusters(const struct cli *c, const json_t *clusters, const json_t *names, size_t limit)
{
    static const struct cli_table_column columns[] = { { .head = "who resembles whom", .least = 24 },
                                                       { .head = "share", .right = true },
                                                       { .head = "pairs", .rank = 1, .right = true },
                                                       { .under = true } };
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 0);
    size_t k, n = json_array_size(clusters);
    const json_t *one;
    json_array_foreach(clusters, k, one)
        if (k < limit)
            add_cluster(t, one, names);
    cli_table_print(c, t);
    if (n > limit)
        printf("%zu more; --limit N shows them.\n", n - limit);
}

static void print_below(const json_t *answer)
{
    double n = js_number(answer, "below");
    if (n > 0)
        printf("%.0f %s less than %.0f %% in common, %.0f %% at most; --threshold P shows them.\n", n,
               n == 1 ? "pair has" : "pairs have", js_number(answer, "threshold"),
               100 * js_number(answer, "below_most"));
}

static void print_table(struct cli *c, const json_t *answer)
{
    const json_t *gone = json_object_get(answer, "subtracted"), *clusters = json_object_get(answer, "clusters");
    char all[FIGURE], given[FIGURE];
    printf("%s, %zu of the archive; left out: %s that were given out, %.0f that most have\n",
           figure_of((double)count_role(answer, "class"), "submission", all), count_role(answer, "archive"),
           figure_of(js_number(gone, "given"), "fingerprint", given), js_number(gone, "common"));
    print_given(c, answer);
    cli_print_copies(c, json_object_get(answer, "copies"));
    if (!js_number(answer, "found")) {
        printf("No two submissions have anything else in common.\n");
        return;
    }
    printf("\n");
    json_t *names = class_names(c);
    if (json_array_size(clusters))
        cli_print_clusters(c, clusters, names, c->opt.limit ? (size_t)c->opt.limit : PAIRS);
    else
        printf("No two submissions have %.0f %% in common.\n", js_number(answer, "threshold"));
    json_decref(names);
    print_below(answer);
    if (json_array_size(clusters))
        printf("\nA high share is a reason to read both sources, and no verdict. --html FILE shows them side by "
               "side.\n");
}

static int write_page(struct cli *c, const json_t *lab, const json_t *answer, const json_t *question)
{
    struct text page = { 0 };
    struct err e;
    char *title = util_path("%s: what resembles what", js_text(lab, "title"));
    similar_html(title, answer, question, &page);
    int rc = page.dropped ? err_set(&e, "There is no memory for the page.")
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
    class_similar_given(&c->app, lab, documents);
    if (add_class(c, lab, documents) || add_against(c, lab, documents))
        rc = APP_CONFIG;
    else if (json_array_size(documents) < 2)
        rc = app_fail(&c->app, APP_CONFIG,
                      "There are not two hand-ins of %s to compare. `ridge grade DIR --lab %s` takes hand-ins in; or "
                      "name a folder of submissions.",
                      js_text(lab, "id"), js_text(lab, "id"));
    json_t *question =
        json_pack("{s:o, s:I, s:I}", "documents", documents, "limit", (json_int_t)(c->opt.limit ? c->opt.limit : PAIRS),
                  "threshold", (json_int_t)c->opt.threshold);
    if (rc == APP_OK)
        rc = compare(c, lab, question);
    json_decref(question);
    json_decref(lab);
    return rc == APP_OK ? rc : cli_fail(c, rc);
}
