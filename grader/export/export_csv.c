/* export_csv.c: a class as one plain table, and as one JSON document. */
#include "export_internal.h"

#include <string.h>

#include "grader/class/adjust.h"
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

void export_csv(const struct export_class *c, struct text *to)
{
    enum { COLUMNS = sizeof columns / sizeof columns[0] };
    size_t k;
    const json_t *row;
    for (size_t q = 0; q < COLUMNS; q++)
        text_addf(to, "%s%s", columns[q], q + 1 < COLUMNS ? "," : "\r\n");
    json_array_foreach(c->rows, k, row) {
        for (size_t q = 0; q < COLUMNS; q++) {
            add_cell(to, row, columns[q]);
            text_addf(to, "%s", q + 1 < COLUMNS ? "," : "\r\n");
        }
    }
}

json_t *export_json(const struct export_class *c)
{
    return json_pack("{s:s, s:s, s:s, s:f, s:O}", "schema", "ridge.class/1", "lab", c->lab, "title", c->title,
                     "max", c->max, "rows", c->rows);
}
