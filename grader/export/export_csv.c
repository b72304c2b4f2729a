/* export_csv.c: a class as one plain table, and as one JSON document. */
#include "export_internal.h"

#include <stdlib.h>
#include <string.h>

#include "grader/class/adjust.h"
#include "grader/credit.h"
#include "runner/base/js.h"
#include "grader/class/late.h"

static const char *const columns[] = { "key", "name",      "email",   "section", "status",   "stage",    "points",
                                       "max", "late_days", "penalty", "grade",   "attempts", "received", "why",
                                       "adjust", "measured" };

static bool is_time(const char *column)
{
    return !strcmp(column, "received");
}

static bool is_count(const char *column)
{
    return !strcmp(column, "late_days") || !strcmp(column, "attempts");
}

/* What was decided by hand, and the grade without it; readers of the columns before find them where they were. */
static bool add_adjustment(struct text *to, const json_t *row, const char *column)
{
    struct text said = { 0 };
    double grade;
    bool first = !strcmp(column, "adjust");
    if (!first && strcmp(column, "measured"))
        return false;
    adjust_sentences(row, &said);
    if (first)
        export_cell(to, text_str(&said), ',');
    else if (export_value(json_object_get(json_object_get(row, "adjust"), "measured"), "grade", &grade))
        export_number(to, grade, '.');
    text_finish(&said);
    return true;
}

static void add_cell(struct text *to, const json_t *row, const char *column)
{
    double v;
    char when[32];
    if (add_adjustment(to, row, column))
        return;
    if (!export_value(row, column, &v)) {
        export_cell(to, util_str(row, column, ""), ',');
    } else if (is_time(column)) {
        late_format_time((int64_t)v, when);
        text_addf(to, "%s", when);
    } else if (is_count(column)) {
        text_addf(to, "%.0f", v);
    } else {
        export_number(to, v, '.');
    }
}

/* ---- by milestone and by function ------------------------------------------------------------------------ */

static const char *const of_milestone[] = { "points", "max", "status" }, *const of_function[] = { "right", "cases" };
enum { OF_MILESTONE = 3, OF_FUNCTION = 2 };

/* The functions that the lab judges: as of a report without cases, so that all students have the same columns. */
static json_t *judged(const struct export_class *c)
{
    return c->doc ? credit_functions(c->doc, NULL) : json_array();
}

static void add_heads(struct text *to, const json_t *list, const char *key, const char *const *what, size_t n)
{
    size_t k;
    const json_t *one;
    json_array_foreach(list, k, one) {
        for (size_t q = 0; q < n; q++) {
            char *head = util_path("%s %s", util_str(one, key, ""), what[q]);
            text_addf(to, ",");
            export_cell(to, head, ',');
            free(head);
        }
    }
}

/* Of each of `list` what the row of `of` with the same `key` says. */
static void add_values(struct text *to, const json_t *list, const char *key, const json_t *of, const char *const *what,
                       size_t n)
{
    size_t k;
    const json_t *one;
    double v;
    json_array_foreach(list, k, one) {
        const json_t *row = js_row(of, key, util_str(one, key, ""));
        for (size_t q = 0; q < n; q++) {
            text_addf(to, ",");
            if (!export_value(row, what[q], &v))
                export_cell(to, util_str(row, what[q], ""), ',');
            else if (!strcmp(key, "call"))
                text_addf(to, "%.0f", v);
            else
                export_number(to, v, '.');
        }
    }
}

static const char *rule_of(const json_t *report)
{
    const json_t *m = js_row(json_object_get(report, "milestones"), "kind", "correct");
    return util_str(json_object_get(report, "graded"), "partial", util_str(m, "partial", "none"));
}

static void add_parts(struct text *to, const struct export_class *c, const json_t *row, const json_t *functions)
{
    const json_t *report = json_object_get(row, "report");
    json_t *right = report ? credit_functions(c->doc, report) : NULL;
    text_addf(to, ",%s", report ? rule_of(report) : "");
    add_values(to, json_object_get(c->doc, "milestones"), "id", json_object_get(report, "milestones"), of_milestone,
               OF_MILESTONE);
    add_values(to, functions, "call", right, of_function, OF_FUNCTION);
    json_decref(right);
}

void export_csv(const struct export_class *c, struct text *to)
{
    enum { COLUMNS = sizeof columns / sizeof columns[0] };
    size_t k;
    const json_t *row;
    json_t *functions = judged(c);
    for (size_t q = 0; q < COLUMNS; q++)
        text_addf(to, "%s%s", q ? "," : "", columns[q]);
    if (c->doc) {
        text_addf(to, ",partial");
        add_heads(to, json_object_get(c->doc, "milestones"), "id", of_milestone, OF_MILESTONE);
        add_heads(to, functions, "call", of_function, OF_FUNCTION);
    }
    text_addf(to, "\r\n");
    json_array_foreach(c->rows, k, row) {
        for (size_t q = 0; q < COLUMNS; q++) {
            text_addf(to, "%s", q ? "," : "");
            add_cell(to, row, columns[q]);
        }
        if (c->doc)
            add_parts(to, c, row, functions);
        text_addf(to, "\r\n");
    }
    json_decref(functions);
}

/* The row without its report, and with the points of that report's milestones. */
static json_t *slim(const struct export_class *c, const json_t *row)
{
    static const char *const kept[] = { "id", "status", "points", "max" };
    json_t *to = json_copy((json_t *)(size_t)row), *list;
    const json_t *report = json_object_get(row, "report"), *m;
    size_t k;
    json_object_del(to, "report");
    if (!report || !c->doc)
        return to;
    json_object_set_new(to, "partial", json_string(rule_of(report)));
    json_object_set_new(to, "functions", credit_functions(c->doc, report));
    json_object_set_new(to, "milestones", list = json_array());
    json_array_foreach(json_object_get(report, "milestones"), k, m) {
        json_t *one = json_object();
        for (size_t q = 0; q < sizeof kept / sizeof *kept; q++)
            if (json_object_get(m, kept[q]))
                json_object_set(one, kept[q], json_object_get(m, kept[q]));
        json_array_append_new(list, one);
    }
    return to;
}

json_t *export_json(const struct export_class *c)
{
    json_t *rows = json_array();
    size_t k;
    const json_t *row;
    json_array_foreach(c->rows, k, row)
        json_array_append_new(rows, slim(c, row));
    return json_pack("{s:s, s:s, s:s, s:f, s:o}", "schema", "ridge.class/1", "lab", c->lab, "title", c->title, "max",
                     c->max, "rows", rows);
}
