/* comment: what an instructor says of lines of a student's code, and of all of the work. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli_class.h"
#include "cli_table.h"
#include "grader/class/remark.h"
#include "runner/base/js.h"
#include "runner/base/util.h"
#include "tui/app/class_remark.h"

static void add_comment(struct cli_table *t, const json_t *row, const json_t *comment)
{
    struct text place = { 0 };
    remark_place(comment, &place);
    cli_table_cellf(t, NULL, "%.0f", js_number(comment, "id"));
    cli_table_cell(t, NULL, js_text(row, "key"));
    cli_table_cell(t, NULL, text_str(&place));
    cli_table_cellf(t, NULL, "%s: %s", js_text(comment, "who"), js_text(comment, "text"));
    text_finish(&place);
}

/* The rows of the lab, of one student with `key`; yours. NULL with *code. */
static json_t *read_rows(struct cli *c, const json_t *lab, const char *key, int *code)
{
    struct class_book b;
    *code = (int)class_book_open(&c->app, js_text(lab, "id"), &b);
    if (*code)
        return NULL;
    json_t *rows = class_book_rows(&c->app, &b, NULL, false);
    for (size_t k = json_array_size(rows); key && k-- > 0;)
        if (strcmp(js_text(json_array_get(rows, k), "key"), key))
            json_array_remove(rows, k);
    if (key && !json_array_size(rows))
        *code = cli_no_student(c, key);
    class_book_close(&b);
    return rows;
}

static int list(struct cli *c, const json_t *lab, const char *key)
{
    static const struct cli_table_column columns[] = { { .right = true }, { .least = 12 }, { .least = 12 },
                                                       { .under = true } };
    int code;
    size_t k, q, n = 0;
    json_t *rows = read_rows(c, lab, key, &code), *row, *comment, *found = json_array();
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 0);
    json_array_foreach(rows, k, row)
        json_array_foreach(json_object_get(row, "comments"), q, comment) {
            json_t *one = json_copy(comment);
            json_object_set(one, "key", json_object_get(row, "key"));
            json_array_append_new(found, one);
            if (!c->app.json)
                add_comment(t, row, comment);
            n++;
        }
    if (!code && c->app.json)
        cli_json(json_pack("{s:s s:O s:O}", "schema", "ridge.comment/1", "lab", json_object_get(lab, "id"), "rows",
                           found));
    if (!code && !c->app.json && !n)
        printf("Nothing was commented. `ridge comment %s KEY FILE:LINE \"TEXT\"` does.\n", js_text(lab, "id"));
    cli_table_print(c, t);
    json_decref(found);
    json_decref(rows);
    return code;
}

static int add(struct cli *c, const json_t *lab, const char *key)
{
    int64_t id = 0;
    const char *place = c->nargs > 3 ? c->args[2] : NULL, *text = c->args[c->nargs - 1];
    int code = (int)class_comment(&c->app, lab, key, place, text, &id);
    if (!code && c->app.json)
        cli_json(json_pack("{s:s s:O s:s s:I}", "schema", "ridge.comment/1", "lab", json_object_get(lab, "id"), "key",
                           key, "id", (json_int_t)id));
    else if (!code)
        printf("Comment %lld of %s in %s is kept; `ridge comment %s --remove %lld` takes it back.\n", (long long)id,
               key, js_text(lab, "id"), js_text(lab, "id"), (long long)id);
    return code;
}

int cmd_comment(struct cli *c)
{
    json_t *lab = cli_lab(c, c->args[0]);
    if (!lab)
        return APP_USAGE;
    char *key = NULL;
    int code = (int)app_need_db(&c->app);
    if (!code && c->opt.remove && c->nargs > 1)
        code = app_fail(&c->app, APP_USAGE, "--remove takes the number of a comment, and nothing beside it.");
    if (!code && c->nargs > 1)
        key = cli_student_key(c, c->args[1], &code);
    if (!code)
        code = c->opt.remove  ? cli_take_back(c, lab, "ridge.comment/1")
             : c->nargs > 2 ? add(c, lab, key)
                            : list(c, lab, key);
    if (code)
        cli_fail(c, code);
    free(key);
    json_decref(lab);
    return code;
}
