/* adjust: what an instructor decides of one student in one lab, with a reason; and what was decided. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/adjust.h"
#include "tui/app/class_book.h"
#include "tui/app/class_remark.h"
#include "cli_class.h"
#include "cli_table.h"
#include "db/gradebook.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

/* ---- what is asked ------------------------------------------------------------------------ */

static bool decides(const struct cli *c)
{
    return c->opt.due || c->opt.excuse || c->opt.points || c->opt.undo || c->opt.reason;
}

/* The reason, cleaned; NULL with the sentence. Yours. */
static char *read_reason(struct cli *c)
{
    if (c->opt.reason && c->opt.reason[strspn(c->opt.reason, " ")])
        return class_text(&c->app, "--reason", c->opt.reason);
    app_fail(&c->app, APP_USAGE,
             "--reason says why, in a sentence that the student may read; without one nothing is decided.");
    return NULL;
}

/* Of the options one decision; 0, or the exit code with the sentence. */
static int read_kind(struct cli *c, struct db_adjustment *a)
{
    const struct cli_values *o = &c->opt;
    if (!!c->opt.due + o->excuse + !!o->points + o->undo != 1)
        return app_fail(&c->app, APP_USAGE,
                        "Say what is decided with one of --due TIME, --excuse, --points N and --undo.");
    if (!c->opt.lab || !c->opt.only.n)
        return app_fail(&c->app, APP_USAGE, "Name the lab with --lab, and the student with --only KEY.");
    a->kind = c->opt.due ? "due" : o->excuse ? "excuse" : o->points ? "points" : "undo";
    if (c->opt.due)
        return (int)class_due(&c->app, c->opt.due, &a->has_value, &a->value);
    a->has_value = o->points != NULL;
    if (o->points && adjust_parse_points(o->points, &a->value))
        return app_fail(&c->app, APP_USAGE,
                        "--points takes a number such as 7 or 7.5, with three places at most; not \"%s\".", o->points);
    return 0;
}

/* More than the lab has may be meant, but not by a slip of the finger. */
static int check_bonus(struct cli *c, const struct db_adjustment *a, const char *key)
{
    char question[300];
    if (a->value <= a->most)
        return 0;
    snprintf(question, sizeof question, "%g points are more than the %g of %.60s. Give %.60s the bonus?",
             (double)a->value / 1e3, (double)a->most / 1e3, a->lab, key);
    if (cli_confirmed(c, question))
        return 0;
    return app_fail(&c->app, APP_USAGE,
                    "%g points are more than the %g of %s; nothing was changed. A bonus needs --yes.",
                    (double)a->value / 1e3, (double)a->most / 1e3, a->lab);
}

/* ---- deciding ----------------------------------------------------------------------------- */

/* The rows of the lab as they are now, and who is in its class, all yours; NULL with *code and the sentence. */
static json_t *look(struct cli *c, const json_t *lab, json_t **students, int *code)
{
    struct class_book b;
    *code = (int)class_book_open(&c->app, js_text(lab, "id"), &b);
    if (*code)
        return NULL;
    json_t *rows = class_book_rows(&c->app, &b, NULL, false);
    *students = json_incref(b.students);
    class_book_close(&b);
    return rows;
}

static void print_grade(const json_t *row)
{
    const json_t *grade = json_object_get(row, "grade");
    printf("%s", js_text(row, "status"));
    if (json_is_number(grade))
        printf(" %g of %g", json_number_value(grade), js_number(row, "max"));
}

static json_t *told(const json_t *lab, const char *kind, const json_t *was, const json_t *is)
{
    return json_pack("{s:s s:O s:O s:s s:{s:O s:O} s:{s:O s:O} s:O}", "schema", "ridge.adjust/1", "lab",
                     json_object_get(lab, "id"), "key", json_object_get(is, "key"), "kind", kind, "was", "status",
                     json_object_get(was, "status"), "grade", json_object_get(was, "grade"), "is", "status",
                     json_object_get(is, "status"), "grade", json_object_get(is, "grade"), "adjust",
                     json_object_get(is, "adjust"));
}

static void print_one(const json_t *lab, const json_t *was, const json_t *is)
{
    printf("%s, %s: ", js_text(is, "key"), js_text(lab, "id"));
    print_grade(was);
    printf("  ->  ");
    print_grade(is);
    printf("\n");
    if (!json_is_object(json_object_get(is, "adjust")))
        return;
    struct text said = { 0 };
    cli_adjustment(is, &said);
    printf("%s\n", text_str(&said));
    text_finish(&said);
}

/* Of each student who was named what the lab was worth before, and is now. */
static void tell(struct cli *c, const json_t *lab, const char *kind, const json_t *before, const json_t *after)
{
    json_t *list = json_array();
    for (int k = 0; k < c->opt.only.n; k++) {
        const json_t *was = js_row(before, "key", c->opt.only.words[k]);
        const json_t *is = js_row(after, "key", c->opt.only.words[k]);
        if (c->app.json)
            json_array_append_new(list, told(lab, kind, was, is));
        else
            print_one(lab, was, is);
    }
    if (c->app.json && c->opt.only.n == 1)
        cli_json(json_incref(json_array_get(list, 0)));
    else if (c->app.json)
        cli_json(json_pack("{s:s s:O s:s s:O}", "schema", "ridge.adjust/1", "lab", json_object_get(lab, "id"), "kind",
                           kind, "students", list));
    json_decref(list);
}

/* May this be decided of the student? 0, or the exit code with the sentence. */
static int check_one(struct cli *c, const struct db_adjustment *a, const json_t *rows, const char *key)
{
    const json_t *was = js_row(rows, "key", key);
    if (!was)
        return cli_no_student(c, key);
    if (!strcmp(a->kind, "undo") && !json_is_object(json_object_get(was, "adjust")))
        return app_fail(&c->app, APP_USAGE,
                        "Nothing of %s in %s was adjusted by hand, so that there is nothing to undo.", key, a->lab);
    return strcmp(a->kind, "points") ? 0 : check_bonus(c, a, key);
}

/* For all who are named, or for nobody. */
static int store(struct cli *c, struct db_adjustment *a, const json_t *students)
{
    enum db_status rc = db_begin(c->app.db);
    for (int k = 0; k < c->opt.only.n && rc == DB_OK; k++) {
        a->student = json_integer_value(json_object_get(js_row(students, "key", c->opt.only.words[k]), "id"));
        rc = db_adjustment_add(c->app.db, a, NULL);
    }
    rc = rc == DB_OK ? db_commit(c->app.db) : rc;
    if (rc == DB_OK)
        return 0;
    int code = (int)app_fail_db(&c->app);
    db_rollback(c->app.db);
    return code;
}

static int decide(struct cli *c, const json_t *lab, struct db_adjustment *a)
{
    json_t *students = NULL, *again = NULL, *after = NULL;
    int code;
    json_t *before = look(c, lab, &students, &code);
    if (!before)
        return code;
    a->most = (int64_t)(class_book_points(lab, before) * 1e3 + .5);
    for (int k = 0; k < c->opt.only.n && !code; k++)
        code = check_one(c, a, before, c->opt.only.words[k]);
    code = code ? code : store(c, a, students);
    if (!code)
        after = look(c, lab, &again, &code);
    if (after)
        tell(c, lab, a->kind, before, after);
    json_decref(after);
    json_decref(again);
    json_decref(students);
    json_decref(before);
    return code;
}

static int run_decision(struct cli *c, const json_t *lab)
{
    struct db_adjustment a = { 0 };
    int code = read_kind(c, &a);
    char *reason = code ? NULL : read_reason(c);
    a.reason = reason;
    a.lab = js_text(lab, "id");
    code = code ? code : reason ? decide(c, lab, &a) : APP_USAGE;
    free(reason);
    return code;
}

/* ---- listing ------------------------------------------------------------------------------- */

/* The zone that the lab's due time was said in. */
static struct late_policy zone_of(struct cli *c, const char *lab)
{
    json_t *policy = NULL;
    struct late_policy p = late_from_json(db_assignment_get(c->app.db, lab, &policy) == DB_OK ? policy : NULL);
    json_decref(policy);
    return p;
}

static void add_row(struct cli *c, struct cli_table *t, const json_t *row)
{
    const struct late_policy p = zone_of(c, js_text(row, "lab"));
    char when[40];
    struct text said = { 0 };
    late_format_in(&p, (int64_t)js_number(row, "at"), when);
    adjust_sentence(row, &p, &said);
    cli_table_cell(t, NULL, js_text(row, "key"));
    cli_table_cell(t, NULL, js_text(row, "lab"));
    cli_table_cellf(t, NULL, "%s by %s", when, js_text(row, "who"));
    cli_table_cell(t, NULL, text_str(&said));
    text_finish(&said);
}

static int list(struct cli *c, const char *lab)
{
    static const struct cli_table_column columns[] = { { .least = 12 }, { .rank = 0 }, { .least = 20 },
                                                       { .under = true } };
    json_t *rows = NULL, *row;
    size_t k, n = 0;
    if (db_adjustments(c->app.db, lab, &rows) != DB_OK)
        return (int)app_fail_db(&c->app);
    if (class_book_mask(&c->app, rows) != APP_OK) {
        json_decref(rows);
        return APP_CONFIG;
    }
    for (k = json_array_size(rows); k-- > 0;)
        if (!cli_is_meant(c, js_text(json_array_get(rows, k), "key")))
            json_array_remove(rows, k);
    adjust_mark(rows);
    if (c->app.json)
        return cli_json(json_pack("{s:s s:o}", "schema", "ridge.adjust/1", "rows", rows));
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 0);
    json_array_foreach(rows, k, row)
        if (json_is_true(json_object_get(row, "holds")))
            add_row(c, t, row), n++;
    cli_table_print(c, t);
    if (!n)
        printf("No grade was adjusted by hand.\n");
    json_decref(rows);
    return APP_OK;
}

static int from_file(struct cli *c, const json_t *lab)
{
    const struct cli_values *o = &c->opt;
    if (!lab)
        return app_fail(&c->app, APP_USAGE, "Name the lab that the table is about with --lab.");
    if (o->due || o->excuse || o->points || o->undo || o->only.n)
        return app_fail(&c->app, APP_USAGE, "--from says what is decided of whom; beside it stand --lab, --reason and "
                        "--column alone.");
    return cli_adjust_from(c, lab, o->from);
}

int cmd_adjust(struct cli *c)
{
    json_t *lab = c->opt.lab ? cli_lab(c, c->opt.lab) : NULL;
    if (c->opt.lab && !lab)
        return APP_USAGE;
    int code = (int)app_need_db(&c->app);
    code = code ? code : cli_only(c);
    if (!code && c->opt.from)
        code = from_file(c, lab);
    else if (!code && c->opt.column_of.n)
        code = app_fail(&c->app, APP_USAGE, "--column says what a column of --from FILE.csv is.");
    else if (!code)
        code = decides(c) ? run_decision(c, lab) : list(c, lab ? js_text(lab, "id") : NULL);
    if (code)
        cli_fail(c, code);
    cli_only_free(c);
    json_decref(lab);
    return code;
}
