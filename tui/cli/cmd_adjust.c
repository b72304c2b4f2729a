/* adjust: what an instructor decides of one student in one lab, with a reason; and what was decided. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/adjust.h"
#include "tui/app/class_book.h"
#include "cli_class.h"
#include "cli_table.h"
#include "db/gradebook.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

enum { REASON_BYTES = 1000 };

static int book_error(struct cli *c)
{
    return (int)app_fail(&c->app, APP_CONFIG, "%s", db_error(c->app.db));
}

/* ---- what is asked ------------------------------------------------------------------------ */

static bool decides(const struct cli *c)
{
    return c->opt.due || c->opt.excuse || c->opt.points || c->opt.undo || c->opt.reason;
}

/* Foreign text on one line, without spaces around; NULL with the sentence. Yours. */
static char *read_reason(struct cli *c)
{
    const char *s = c->opt.reason ? c->opt.reason : "";
    char *clean = util_clean(s, strlen(s), 0), *from = clean;
    for (char *p = clean; *p; p++)
        *p = (unsigned char)*p < ' ' ? ' ' : *p;
    from += strspn(from, " ");
    size_t n = strlen(from);
    while (n && from[n - 1] == ' ')
        n--;
    memmove(clean, from, n);
    clean[n] = 0;
    if (n && n <= REASON_BYTES)
        return clean;
    free(clean);
    app_fail(&c->app, APP_USAGE,
             n ? "--reason is too long: a sentence is enough."
               : "--reason says why, in a sentence that the student may read; without one nothing is decided.");
    return NULL;
}

/* Of the options one decision; 0, or the exit code with the sentence. */
static int read_kind(struct cli *c, struct db_adjustment *a)
{
    const struct cli_values *o = &c->opt;
    if (!!c->opt.due + o->excuse + !!o->points + o->undo != 1)
        return app_fail(&c->app, APP_USAGE,
                        "Say what is decided with one of --due TIME, --excuse, --points N and --undo.");
    if (!c->opt.lab || !c->opt.only)
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

/* The rows of the lab as they are now, yours, and this student's among them; NULL with *code and the sentence. */
static json_t *look(struct cli *c, const json_t *lab, json_t **row, json_int_t *student, int *code)
{
    struct class_book b;
    *code = (int)class_book_open(&c->app, js_text(lab, "id"), &b);
    if (*code)
        return NULL;
    json_t *rows = class_book_rows(&c->app, &b, NULL, false);
    *row = js_row(rows, "key", c->opt.only);
    *student = json_integer_value(json_object_get(js_row(b.students, "key", c->opt.only), "id"));
    class_book_close(&b);
    if (*row)
        return rows;
    *code = cli_no_student(c, c->opt.only);
    json_decref(rows);
    return NULL;
}

static void print_grade(const json_t *row)
{
    const json_t *grade = json_object_get(row, "grade");
    printf("%s", js_text(row, "status"));
    if (json_is_number(grade))
        printf(" %g of %g", json_number_value(grade), js_number(row, "max"));
}

static void tell(struct cli *c, const json_t *lab, const char *kind, const json_t *was, const json_t *is)
{
    if (c->app.json) {
        cli_json(json_pack("{s:s s:O s:s s:s s:{s:O s:O} s:{s:O s:O} s:O}", "schema", "ridge.adjust/1", "lab",
                           json_object_get(lab, "id"), "key", c->opt.only, "kind", kind, "was", "status",
                           json_object_get(was, "status"), "grade", json_object_get(was, "grade"), "is", "status",
                           json_object_get(is, "status"), "grade", json_object_get(is, "grade"), "adjust",
                           json_object_get(is, "adjust")));
        return;
    }
    printf("%s, %s: ", c->opt.only, js_text(lab, "id"));
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

static int decide(struct cli *c, const json_t *lab, struct db_adjustment *a)
{
    json_int_t student;
    json_t *was, *is, *after = NULL;
    int code;
    json_t *before = look(c, lab, &was, &student, &code);
    if (!before)
        return code;
    a->student = student;
    a->most = (int64_t)(class_book_points(lab, before) * 1e3 + .5);
    if (!strcmp(a->kind, "undo") && !json_is_object(json_object_get(was, "adjust")))
        code = app_fail(&c->app, APP_USAGE,
                        "Nothing of %s in %s was adjusted by hand, so that there is nothing to undo.", c->opt.only,
                        a->lab);
    if (!code && !strcmp(a->kind, "points"))
        code = check_bonus(c, a, c->opt.only);
    if (!code && db_adjustment_add(c->app.db, a, NULL) != DB_OK)
        code = book_error(c);
    if (!code)
        after = look(c, lab, &is, &student, &code);
    if (after)
        tell(c, lab, a->kind, was, is);
    json_decref(after);
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

static void add_row(struct cli_table *t, const json_t *row)
{
    char when[32];
    struct text said = { 0 };
    late_format_time((int64_t)js_number(row, "at"), when);
    adjust_sentence(row, &said);
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
        return book_error(c);
    for (k = json_array_size(rows); c->opt.only && k-- > 0;)
        if (strcmp(js_text(json_array_get(rows, k), "key"), c->opt.only))
            json_array_remove(rows, k);
    adjust_mark(rows);
    if (c->app.json)
        return cli_json(json_pack("{s:s s:o}", "schema", "ridge.adjust/1", "rows", rows));
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 0);
    json_array_foreach(rows, k, row)
        if (json_is_true(json_object_get(row, "holds")))
            add_row(t, row), n++;
    cli_table_print(c, t);
    if (!n)
        printf("No grade was adjusted by hand.\n");
    json_decref(rows);
    return APP_OK;
}

int cmd_adjust(struct cli *c)
{
    json_t *lab = c->opt.lab ? cli_lab(c, c->opt.lab) : NULL;
    if (c->opt.lab && !lab)
        return APP_USAGE;
    char *only = NULL;
    int code = (int)app_need_db(&c->app);
    code = code ? code : cli_only(c, &only);
    if (!code)
        code = decides(c) ? run_decision(c, lab) : list(c, lab ? js_text(lab, "id") : NULL);
    if (code)
        cli_fail(c, code);
    free(only);
    json_decref(lab);
    return code;
}
