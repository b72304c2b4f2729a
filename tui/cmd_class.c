/* class: students down, labs across. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "class_sheet.h"
#include "cli.h"
#include "screen.h"

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
                                json_pack("{s:s s:s s:f s:f s:i}", "status", c->status, "stage", c->stage, "grade",
                                          c->grade, "max", c->max, "late_days", c->late_days));
        }
        json_array_append_new(rows, json_pack("{s:s s:s s:s s:f s:i s:o}", "key", t->key, "name", t->name, "section",
                                              t->section, "total", t->total, "passed", t->passed, "labs", cells));
    }
    return json_pack("{s:s s:f s:o s:o}", "schema", "ridge.sheet/1", "possible", s->possible, "labs", labs, "rows",
                     rows);
}

/* The pen makes signs ASCII where they must be. */
static void print_student(const struct class_sheet *s, size_t student)
{
    const struct class_student *t = &s->student[student];
    char line[2048];
    struct pen *p = pen_to_text(line, sizeof line, 38 + (int)s->nlabs, !cli_utf8());
    if (!p)
        return;
    pen_cell(p, STYLE_TEXT, 12, t->key);
    pen_cell(p, STYLE_TEXT, 14, t->name);
    for (size_t q = 0; q < s->nlabs; q++)
        pen_put(p, STYLE_TEXT, class_sign(class_sheet_cell(s, student, q), NULL));
    pen_number(p, STYLE_TEXT, 8, "%.1f", t->total);
    pen_number(p, STYLE_TEXT, 4, "%d", t->passed);
    printf("%s\n", line);
    pen_free(p);
}

static void print_labs(const struct class_sheet *s)
{
    for (size_t q = 0; q < s->nlabs; q++)
        printf("lab %2zu  %-22s %zu passed, %zu missing\n", q + 1, s->lab[q], class_sheet_count(s, q, "PASS"),
               class_sheet_count(s, q, "MISSING"));
    printf("%zu students, %.0f points in all; behind the signs: total, labs passed\n", s->nstudents, s->possible);
}

int cmd_class(struct cli *c)
{
    struct class_sheet s;
    enum app_exit code = app_need_db(&c->app);
    if (code == APP_OK)
        code = class_sheet_load(&c->app, &s);
    if (code != APP_OK)
        return cli_fail(c, code);
    if (c->app.json) {
        cli_json(to_json(&s));
    } else if (!s.nstudents) {
        printf("No class yet: `ridge roster import FILE.csv`.\n");
    } else {
        for (size_t k = 0; k < s.nstudents; k++)
            print_student(&s, k);
        print_labs(&s);
    }
    class_sheet_free(&s);
    return APP_OK;
}
