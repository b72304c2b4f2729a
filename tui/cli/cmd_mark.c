/* mark: points by hand beside the machine's, from the items of a lab's rubric. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli_class.h"
#include "cli_table.h"
#include "grader/class/remark.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "tui/app/class_remark.h"

/* ---- the rubric ---------------------------------------------------------------------------------------------- */

static int print_rubric(struct cli *c, const json_t *lab)
{
    static const struct cli_table_column columns[] = { { .head = "item", .least = 12 },
                                                       { .head = "points", .right = true },
                                                       { .head = "what" } };
    bool changes;
    json_t *rubric = class_rubric(&c->app, lab, &changes);
    char points[FIGURE];
    size_t k;
    const json_t *item;
    if (!rubric)
        return APP_USAGE;
    if (c->app.json) {
        cli_json(json_pack("{s:s s:O s:f s:O}", "schema", "ridge.mark/1", "lab", json_object_get(lab, "id"), "possible",
                           remark_possible(rubric), "rubric", rubric));
        json_decref(rubric);
        return APP_OK;
    }
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 0);
    json_array_foreach(rubric, k, item) {
        cli_table_cell(t, NULL, js_text(item, "id"));
        cli_table_cellf(t, NULL, "%g", js_number(item, "points"));
        cli_table_cell(t, NULL, js_text(item, "text"));
    }
    cli_table_print(c, t);
    printf("\n%s by hand beside the machine's. `ridge mark %s KEY ITEM` gives all of an item, ITEM=N a part.\n",
           figure_of(remark_possible(rubric), "point", points), js_text(lab, "id"));
    json_decref(rubric);
    return APP_OK;
}

/* ---- a student's marks --------------------------------------------------------------------------------------- */

static void add_mark(struct cli_table *t, const json_t *m)
{
    cli_table_cellf(t, NULL, "%.0f", js_number(m, "id"));
    cli_table_cell(t, NULL, js_text(m, "item"));
    cli_table_cellf(t, NULL, "%g", js_number(m, "points"));
    cli_table_cellf(t, NULL, "%s: %s", js_text(m, "who"), js_text(m, "text"));
}

static void print_marks(const struct cli *c, const json_t *lab, const json_t *row)
{
    static const struct cli_table_column columns[] = { { .right = true }, { .least = 12 }, { .right = true },
                                                       { .under = true } };
    const json_t *hand = json_object_get(row, "by_hand"), *grade = json_object_get(row, "grade"), *m;
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 0);
    size_t k;
    json_array_foreach(json_object_get(hand, "marks"), k, m)
        add_mark(t, m);
    printf("%s, %s: %s", js_text(row, "key"), js_text(lab, "id"), js_text(row, "status"));
    if (json_is_number(grade))
        printf(" %g of %g", json_number_value(grade), js_number(row, "max"));
    printf("; by hand %g of %g\n", js_number(hand, "points"), js_number(hand, "max"));
    cli_table_print(c, t);
}

static int show(struct cli *c, const json_t *lab, const char *key)
{
    struct class_book b;
    int code = (int)class_book_open(&c->app, js_text(lab, "id"), &b);
    if (code)
        return code;
    json_t *rows = class_book_rows(&c->app, &b, NULL, false), *row = js_row(rows, "key", key);
    if (!row)
        code = cli_no_student(c, key);
    else if (c->app.json)
        cli_json(json_pack("{s:s s:O s:s s:O s:O s:O}", "schema", "ridge.mark/1", "lab", json_object_get(lab, "id"),
                           "key", key, "by_hand", json_object_get(row, "by_hand"), "grade",
                           json_object_get(row, "grade"), "max", json_object_get(row, "max")));
    else
        print_marks(c, lab, row);
    json_decref(rows);
    class_book_close(&b);
    return code;
}

/* Another rubric than the one by which others were marked changes what all can reach. */
static int check_rubric(struct cli *c, const json_t *lab)
{
    bool changes;
    json_t *rubric = class_rubric(&c->app, lab, &changes);
    int code = rubric ? APP_OK : APP_USAGE;
    if (rubric && changes &&
        !cli_confirmed(c, "The lab's rubric is another one than that of the marks so far. Go on by the new one?"))
        code = app_fail(&c->app, APP_USAGE, "The rubric of %s was changed since somebody was marked by it; nothing was "
                        "stored. With --yes the class goes by the new one, and marks that were given stay.",
                        js_text(lab, "id"));
    json_decref(rubric);
    return code;
}

int cmd_mark(struct cli *c)
{
    json_t *lab = cli_lab(c, c->args[0]);
    if (!lab)
        return APP_USAGE;
    char *key = NULL;
    int code = (int)app_need_db(&c->app);
    if (!code && c->opt.remove && c->nargs > 1)
        code = app_fail(&c->app, APP_USAGE, "--remove takes the number of a mark, and nothing beside it.");
    if (!code && c->nargs > 1)
        key = cli_student_key(c, c->args[1], &code);
    if (!code && c->opt.remove)
        code = cli_take_back(c, lab, "ridge.mark/1");
    if (!code && c->nargs > 2)
        code = check_rubric(c, lab);
    if (!code && c->nargs > 2)
        code = (int)class_mark(&c->app, lab, key, c->args + 2, c->nargs - 2, c->opt.reason);
    if (!code && !c->opt.remove)
        code = c->nargs > 1 ? show(c, lab, key) : print_rubric(c, lab);
    if (code)
        cli_fail(c, code);
    free(key);
    json_decref(lab);
    return code;
}
