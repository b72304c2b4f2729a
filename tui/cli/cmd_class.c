/* class: students down, labs across; and one lab, milestone by milestone. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/app/class_book.h"
#include "tui/app/class_sheet.h"
#include "cli.h"
#include "grader/class/items.h"
#include "tui/screen/screen.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

static json_t *to_json(const struct class_sheet *s)
{
    json_t *labs = json_array(), *rows = json_array();
    for (size_t k = 0; k < s->nlabs; k++)
        json_array_append_new(labs, json_string(s->lab[k]));
    for (size_t k = 0; k < s->nstudents; k++) {
        const struct class_student *t = &s->student[k];
        json_t *cells = json_object();
        for (size_t q = 0; q < s->nlabs; q++) {
            const struct class_cell *c = class_sheet_cell(s, k, q);
            json_object_set_new(cells, s->lab[q],
                                json_pack("{s:s s:s s:o s:f s:i s:s}", "status", c->status, "stage", c->stage, "grade",
                                          strcmp(c->status, "EXCUSED") ? json_real(c->grade) : json_null(), "max",
                                          c->max, "late_days", c->late_days, "adjust", c->marks));
        }
        json_array_append_new(rows, json_pack("{s:s s:s s:s s:f s:f s:i s:o}", "key", t->key, "name", t->name,
                                              "section", t->section, "total", t->total, "possible",
                                              s->possible - t->excused, "passed", t->passed, "labs", cells));
    }
    return json_pack("{s:s s:f s:o s:o}", "schema", "ridge.sheet/1", "possible", s->possible, "labs", labs, "rows",
                     rows);
}

/* The pen makes signs ASCII where they must be. */
static void print_student(const struct class_sheet *s, size_t student)
{
    const struct class_student *t = &s->student[student];
    char line[2048];
    struct pen *p = pen_to_text(line, sizeof line, 38 + 2 * (int)s->nlabs, !cli_utf8());
    if (!p)
        return;
    pen_cell(p, STYLE_TEXT, 12, t->key);
    pen_cell(p, STYLE_TEXT, 14, t->name);
    for (size_t q = 0; q < s->nlabs; q++) {
        const struct class_cell *c = class_sheet_cell(s, student, q);
        if (class_sheet_extended(s, q))
            pen_put(p, STYLE_TEXT, strchr(c->marks, 'd') ? "d" : " ");
        pen_put(p, STYLE_TEXT, class_sign(c, NULL));
    }
    pen_number(p, STYLE_TEXT, 8, "%.1f", t->total);
    pen_number(p, STYLE_TEXT, 4, "%d", t->passed);
    printf("%s\n", line);
    pen_free(p);
}

static void print_adjusted(const struct class_sheet *s)
{
    size_t n = 0;
    for (size_t k = 0; k < s->nstudents * s->nlabs; k++)
        n += s->cell[k].marks[0] != 0;
    if (n)
        printf("Adjusted by hand: %zu (d due time, e excused, p points); `ridge adjust` says why\n", n);
}

static void print_labs(const struct class_sheet *s)
{
    for (size_t q = 0; q < s->nlabs; q++)
        printf("lab %2zu  %-22s %zu passed, %zu missing\n", q + 1, s->lab[q], class_sheet_count(s, q, "PASS"),
               class_sheet_count(s, q, "MISSING"));
    print_adjusted(s);
    printf("%zu students, %.0f points in all; behind the signs: total, labs passed\n", s->nstudents, s->possible);
}

/* ---- one lab ------------------------------------------------------------------------------------------------ */

static void print_item(const json_t *m)
{
    const json_t *facility = json_object_get(m, "facility"), *tells = json_object_get(m, "discrimination");
    char share[16] = "-", r[16] = "-";
    if (json_is_number(facility))
        snprintf(share, sizeof share, "%.0f %%", 100 * json_number_value(facility));
    if (json_is_number(tells))
        snprintf(r, sizeof r, "%.2f", json_number_value(tells));
    cli_column(js_text(m, "id"), 24);
    printf("%6.4g %6.0f %6.0f %5.0f %9s %15s\n", js_number(m, "max"), js_number(m, "passed"), js_number(m, "failed"),
           js_number(m, "open"), share, r);
}

static void print_mistake(const json_t *m)
{
    const json_t *students = json_object_get(m, "students");
    char *what = util_clean(js_text(m, "what"), strlen(js_text(m, "what")), 0);
    char *said = util_clean(js_text(m, "example"), strlen(js_text(m, "example")), 0);
    char *first = util_clean(json_string_value(json_array_get(students, 0)),
                             json_string_length(json_array_get(students, 0)), 0);
    printf("%4zu  %s: %s\n      %s: %s\n", json_array_size(students), js_text(m, "milestone"), what, first, said);
    free(first);
    free(said);
    free(what);
}

static void print_items(const json_t *d)
{
    enum { SHOWN = 12 };
    const json_t *stages = json_object_get(d, "stages"), *median = json_object_get(d, "median"), *m;
    size_t k, all = json_array_size(json_object_get(d, "mistakes"));
    printf("%s: %.0f of %.0f students graded", js_text(d, "lab"), js_number(d, "graded"), js_number(d, "students"));
    if (json_is_number(median))
        printf("; median %.0f %% of the points; %.0f gold, %.0f silver, %.0f bronze", 100 * json_number_value(median),
               js_number(stages, "gold"), js_number(stages, "silver"), js_number(stages, "bronze"));
    printf("\n\nmilestone                points passed failed  open  facility  discrimination\n");
    json_array_foreach(json_object_get(d, "milestones"), k, m)
        print_item(m);
    printf("\nfacility: points reached of those there were; discrimination: how they go with the other milestones' "
           "(from %d gradings)\n", ITEMS_LEAST);
    if (all)
        printf("\nstudents, mistake, and the first one's message\n");
    json_array_foreach(json_object_get(d, "mistakes"), k, m)
        if (k < SHOWN)
            print_mistake(m);
    if (all > SHOWN)
        printf("      %zu more: --json\n", all - SHOWN);
}

static enum app_exit print_lab(struct cli *c, const json_t *lab)
{
    struct class_book book;
    enum app_exit code = class_book_open(&c->app, js_text(lab, "id"), &book);
    if (code != APP_OK)
        return code;
    json_t *rows = class_book_rows(&c->app, &book, NULL, false);
    if ((code = class_book_add_reports(&c->app, rows)) == APP_OK) {
        json_t *items = items_of(lab, rows);
        if (c->app.json)
            cli_json(json_incref(items));
        else
            print_items(items);
        json_decref(items);
    }
    json_decref(rows);
    class_book_close(&book);
    return code;
}

/* ---- all labs ----------------------------------------------------------------------------------------------- */

static void print_class(const struct class_sheet *s)
{
    if (!s->nstudents)
        printf("There is no class yet. `ridge roster import FILE.csv` makes one.\n");
    for (size_t k = 0; k < s->nstudents; k++)
        print_student(s, k);
    if (s->nstudents)
        print_labs(s);
}

int cmd_class(struct cli *c)
{
    struct class_sheet s;
    json_t *lab = NULL;
    if (c->nargs && !(lab = cli_lab(c, c->args[0])))
        return APP_USAGE;
    enum app_exit code = app_need_db(&c->app);
    if (code == APP_OK)
        code = lab ? print_lab(c, lab) : class_sheet_load(&c->app, &s);
    json_decref(lab);
    if (code != APP_OK)
        return cli_fail(c, code);
    if (c->nargs)
        return APP_OK;
    if (c->app.json)
        cli_json(to_json(&s));
    else
        print_class(&s);
    class_sheet_free(&s);
    return APP_OK;
}
