/* cli_adjust_from.c: `ridge adjust --from FILE.csv`: many decisions at once, all of them or none. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli_class.h"
#include "cli_table.h"
#include "db/gradebook.h"
#include "grader/class/decide.h"
#include "grader/intake/intake.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "runner/base/util.h"
#include "tui/app/class_book.h"

struct from {
    struct cli *c;
    const char *lab, *path;
    json_t *rows, *bad;    /* of decide.h, "key" beside "who" */
    json_t *changes;       /* of class_changes() */
    int64_t most;          /* the lab's points, thousandths */
    size_t bonus;          /* how many get more */
};

/* ---- what the file says -------------------------------------------------------------------------------------- */

static json_t *read_file(struct cli *c, const char *path)
{
    struct err e = { "" };
    size_t n = 0;
    char *text = util_read_bytes(path, CSV_MAX_BYTES, &n, &e);
    struct csv *table = text ? csv_parse(text, n, &e) : NULL;
    json_t *r = table ? decide_parse(table, c->opt.column_of.words, (size_t)c->opt.column_of.n, c->opt.reason, &e)
                      : NULL;
    if (!text)
        app_fail(&c->app, APP_USAGE, "%s Nothing was decided.", e.text);
    else if (!r)
        app_fail(&c->app, APP_USAGE, "%s: %s Nothing was decided; mend the file, and name it again.", path, e.text);
    csv_free(table);
    free(text);
    return r;
}

static void complain(struct from *f, const json_t *row, const char *why)
{
    json_array_append_new(f->bad, json_pack("{s:O s:i s:s}", "line", json_object_get(row, "line"), "column", 0, "why",
                                            why));
}

/* Each row's student by the key that the class shows; two rows may not be the same student by two names. */
static void find_students(struct from *f, const json_t *students)
{
    json_t *row, *seen = json_object();
    size_t k, at;
    json_array_foreach(f->rows, k, row) {
        const char *who = js_text(row, "who");
        int rc = 0;
        const json_t *s = js_row(students, "key", who);
        if (!s && !(rc = intake_student(students, who, &at)))
            s = json_array_get(students, at);
        const char *key = js_text(s, "key"), *before = json_string_value(json_object_get(seen, key));
        if (rc == -2)
            complain(f, row, "fits more than one student; `ridge roster` lists the keys");
        else if (!s)
            complain(f, row, "nobody of the class has this key, login, e-mail or name");
        else if (before && strcmp(before, who))
            complain(f, row, "this student has a row before, under another name");
        if (s) {
            json_object_set(row, "key", json_object_get(s, "key"));
            json_object_set(row, "id", json_object_get(s, "id"));
            json_object_set_new(seen, key, json_string(who));
        }
        f->bonus += !strcmp(js_text(row, "kind"), "points") && js_number(row, "value") > (double)f->most;
    }
    json_decref(seen);
}

/* ---- doing it ------------------------------------------------------------------------------------------------ */

static int add_all(struct from *f)
{
    size_t k;
    const json_t *row;
    json_array_foreach(f->rows, k, row) {
        const json_t *value = json_object_get(row, "value");
        struct db_adjustment a = { .student = json_integer_value(json_object_get(row, "id")), .lab = f->lab,
                                   .kind = js_text(row, "kind"), .has_value = json_is_integer(value),
                                   .value = json_integer_value(value), .most = f->most,
                                   .reason = js_text(row, "reason") };
        if (db_adjustment_add(f->c->app.db, &a, NULL) != DB_OK)
            return (int)app_fail_db(&f->c->app);
    }
    return 0;
}

static json_t *rows_now(struct from *f, json_t **students, int *code)
{
    struct class_book b;
    *code = (int)class_book_open(&f->c->app, f->lab, &b);
    if (*code)
        return NULL;
    json_t *rows = class_book_rows(&f->c->app, &b, NULL, false);
    if (students)
        *students = json_incref(b.students);
    class_book_close(&b);
    return rows;
}

/* Everything in one transaction, of which nothing is left unless `keep`. What it changes is f->changes. */
static int apply(struct from *f, bool keep)
{
    int code = 0;
    json_t *before = NULL, *after = NULL;
    if (db_begin(f->c->app.db) != DB_OK)
        return (int)app_fail_db(&f->c->app);
    before = rows_now(f, NULL, &code);
    code = code ? code : add_all(f);
    if (!code)
        after = rows_now(f, NULL, &code);
    if (!code) {
        json_decref(f->changes);
        f->changes = class_changes(before, after);
    }
    if (!code && keep && db_commit(f->c->app.db) != DB_OK)
        code = (int)app_fail_db(&f->c->app);
    db_rollback(f->c->app.db);
    json_decref(before);
    json_decref(after);
    return code;
}

/* ---- what is said -------------------------------------------------------------------------------------------- */

static void add_place(const struct from *f, const json_t *bad, struct text *to)
{
    text_addf(to, "%s:%d", f->path, (int)js_number(bad, "line"));
    if (js_number(bad, "column") > 0)
        text_addf(to, ":%d", (int)js_number(bad, "column"));
    text_addf(to, ": %s", js_text(bad, "why"));
}

/* As a document there is room for one sentence, which has the first place. */
static int refuse(struct from *f)
{
    size_t k, n = json_array_size(f->bad);
    const json_t *b;
    struct text first = { 0 };
    add_place(f, json_array_get(f->bad, 0), &first);
    json_array_foreach(f->bad, k, b) {
        struct text line = { 0 };
        add_place(f, b, &line);
        if (!f->c->app.json)
            fprintf(stderr, "%s\n", text_str(&line));
        text_finish(&line);
    }
    app_fail(&f->c->app, APP_USAGE, "%s%sNothing was decided: %zu row%s of %s %s wrong. All rows are taken, or none.",
             f->c->app.json ? text_str(&first) : "", f->c->app.json ? ". " : "", n, cli_s(n), f->path,
             n == 1 ? "is" : "are");
    text_finish(&first);
    return APP_USAGE;
}

static void print(const struct from *f)
{
    char decisions[FIGURE], changed[FIGURE];
    cli_print_changes(f->c, f->changes);
    printf("%s%s in %s; %s changed.\n", json_array_size(f->changes) ? "\n" : "",
           figure_of((double)json_array_size(f->rows), "decision", decisions), f->lab,
           figure_of((double)json_array_size(f->changes), "grade", changed));
    if (f->bonus)
        printf("%zu of them %s more than the %g points of the lab: a bonus.\n", f->bonus, f->bonus == 1 ? "is" : "are",
               (double)f->most / 1e3);
}

static int tell(struct from *f, bool stored)
{
    return cli_json(json_pack("{s:s s:s s:s s:b s:I s:I s:O}", "schema", "ridge.adjust/1", "lab", f->lab, "from",
                              f->path, "stored", stored, "decisions", (json_int_t)json_array_size(f->rows), "bonus",
                              (json_int_t)f->bonus, "changes", f->changes));
}

static int decide(struct from *f)
{
    struct cli *c = f->c;
    int code = apply(f, false);
    bool stored = false;
    if (code)
        return code;
    if (!c->app.json)
        print(f);
    if (json_array_size(f->rows) && cli_confirmed(c, "Store these decisions?")) {
        code = apply(f, true);
        stored = !code;
    }
    if (!code && c->app.json)
        return tell(f, stored);
    if (!code)
        printf(stored ? "They are stored; `ridge adjust --lab %s` lists them.\n"
                      : "Nothing was stored; the same command with --yes stores all of it. (%s)\n", f->lab);
    return code;
}

int cli_adjust_from(struct cli *c, const json_t *lab, const char *path)
{
    json_t *students = NULL, *read = read_file(c, path);
    int code = read ? 0 : APP_USAGE;
    if (code)
        return code;
    struct from f = { .c = c, .lab = js_text(lab, "id"), .path = path, .rows = json_object_get(read, "rows"),
                      .bad = json_object_get(read, "bad"), .changes = json_array() };
    json_t *now = rows_now(&f, &students, &code);
    if (!code) {
        f.most = (int64_t)(class_book_points(lab, now) * 1e3 + .5);
        find_students(&f, students);
        code = json_array_size(f.bad) ? refuse(&f) : decide(&f);
    }
    json_decref(f.changes);
    json_decref(students);
    json_decref(now);
    json_decref(read);
    return code;
}
