/* request: what students ask of their grades with `ridge submit --request`, and what they are answered. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli_class.h"
#include "cli_table.h"
#include "db/gradebook.h"
#include "grader/class/late.h"
#include "runner/base/js.h"
#include "tui/app/class_remark.h"

static bool is_open(const json_t *request)
{
    return json_is_null(json_object_get(request, "answer"));
}

static void add_request(struct cli_table *t, const json_t *row, const json_t *q)
{
    const json_t *a = json_object_get(q, "answer");
    char when[32];
    late_format_time((int64_t)js_number(q, "made"), when);
    cli_table_cellf(t, NULL, "%.0f", js_number(q, "id"));
    cli_table_cell(t, NULL, js_text(row, "key"));
    cli_table_cell(t, NULL, when);
    cli_table_cell(t, NULL, is_open(q) ? "open" : strcmp(js_text(a, "kind"), "accept") ? "declined" : "accepted");
    if (is_open(q))
        cli_table_cell(t, NULL, js_text(q, "text"));
    else
        cli_table_cellf(t, NULL, "%s (%s: %s)", js_text(q, "text"), js_text(a, "who"), js_text(a, "text"));
}

static int list(struct cli *c, const json_t *lab, const char *key)
{
    static const struct cli_table_column columns[] = { { .right = true }, { .least = 12 }, { .rank = 1 }, { .rank = 0 },
                                                       { .under = true } };
    struct class_book b;
    json_t *rows, *row, *q, *found = json_array();
    size_t k, i, n = 0, open = 0;
    int code = (int)class_book_open(&c->app, js_text(lab, "id"), &b);
    if (code)
        return code;
    rows = class_book_rows(&c->app, &b, NULL, false);
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 0);
    json_array_foreach(rows, k, row)
        json_array_foreach(json_object_get(row, "requests"), i, q) {
            open += is_open(q);
            if ((key && strcmp(js_text(row, "key"), key)) || (!key && !c->opt.all && !is_open(q)))
                continue;
            json_t *one = json_copy(q);
            json_object_set(one, "key", json_object_get(row, "key"));
            json_array_append_new(found, one);
            if (!c->app.json)
                add_request(t, row, q), n++;
        }
    cli_table_print(c, t);
    if (c->app.json)
        cli_json(json_pack("{s:s s:O s:I s:O}", "schema", "ridge.request/1", "lab", json_object_get(lab, "id"), "open",
                           (json_int_t)open, "rows", found));
    else if (!n)
        printf(key || c->opt.all ? "Nothing was asked.\n"
                                 : "No request is open; --all lists those that were answered.\n");
    json_decref(found);
    json_decref(rows);
    class_book_close(&b);
    return code;
}

/* The student's oldest request without an answer, 0 with app.error, and who the student is. */
static int64_t open_of(struct cli *c, const json_t *lab, const char *key, int64_t *student)
{
    struct class_book b;
    int64_t id = 0;
    size_t i;
    const json_t *q;
    if (class_book_open(&c->app, js_text(lab, "id"), &b) != APP_OK)
        return 0;
    json_t *rows = class_book_rows(&c->app, &b, NULL, false);
    *student = class_student_id(&c->app, &b, key);
    json_array_foreach(json_object_get(js_row(rows, "key", key), "requests"), i, q)
        if (!id && is_open(q))
            id = json_integer_value(json_object_get(q, "id"));
    if (*student && !id)
        app_fail(&c->app, APP_USAGE, "%s has no open request in %s.", key, js_text(lab, "id"));
    json_decref(rows);
    class_book_close(&b);
    return id;
}

static int answer(struct cli *c, const json_t *lab, const char *key)
{
    struct db_remark r = { .lab = js_text(lab, "id"), .kind = c->opt.accept ? "accept" : "decline" };
    if (c->opt.accept && c->opt.decline)
        return app_fail(&c->app, APP_USAGE, "A request is answered with one of --accept and --decline.");
    char *reason = class_text(&c->app, "--reason", c->opt.reason);
    r.text = reason;
    r.about = reason ? open_of(c, lab, key, &r.student) : 0;
    int code = r.about ? 0 : APP_USAGE;
    if (!code && db_remark_add(c->app.db, &r, NULL, NULL) != DB_OK)
        code = app_fail_db(&c->app);
    free(reason);
    if (!code && !c->app.json)
        printf("Request %lld of %s is %s; the student's page says so.\n", (long long)r.about, key,
               c->opt.accept ? "accepted" : "declined");
    if (!code && c->app.json && c->opt.decline)
        cli_json(json_pack("{s:s s:s s:s s:I s:s}", "schema", "ridge.request/1", "lab", r.lab, "key", key, "id",
                           (json_int_t)r.about, "answer", r.kind));
    return code;
}

int cmd_request(struct cli *c)
{
    json_t *lab = cli_lab(c, c->args[0]);
    if (!lab)
        return APP_USAGE;
    char *key = NULL;
    int code = (int)app_need_db(&c->app);
    bool answers = c->opt.accept || c->opt.decline;
    if (!code && answers && c->nargs < 2)
        code = app_fail(&c->app, APP_USAGE, "Name the student whose request is answered: `ridge request LAB KEY`.");
    if (!code && c->nargs > 1)
        key = cli_student_key(c, c->args[1], &code);
    if (!code)
        code = answers ? answer(c, lab, key) : list(c, lab, key);
    if (code)
        cli_fail(c, code);
    if (!code && c->opt.accept) { /* which is a regrade of this one */
        c->opt.lab = js_text(lab, "id");
        c->opt.only = (struct cli_words){ .words = { key }, .n = 1 };
        code = cli_regrade(c);
    }
    free(key);
    json_decref(lab);
    return code;
}
