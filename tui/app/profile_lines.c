/* profile_lines.c: a profile's rows by line. */
#define _GNU_SOURCE
#include "profile_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/js.h"

static const struct {
    const char *source, *key[PROFILE_COLUMNS];
    int hot;
} tables[] = {
    { "ctrace", { "loads", "stores", "l1_miss" }, 2 },
    { "simt", { "g_ld_sec", "g_st_sec", "sh_conf", "act_thr" }, 2 },
    { "ncu", { "g_sec", "g_sec_extra", "samples", "stall_share" }, 2 },
    { "cachegrind", { "Ir", "Dr", "D1mr", "DLmr" }, 2 },
};
enum { TABLES = sizeof tables / sizeof *tables, WARP = 32, CHANCE = 10 };

/* All lanes at work is what is expected, and a few samples are chance: a line that says no more says nothing. */
static bool says(const json_t *row, const char *key)
{
    double v = js_number(row, key);
    if (!strcmp(key, "act_thr"))
        return v > 0 && v < WARP;
    return v >= (strcmp(key, "samples") ? 1 : CHANCE);
}

/* Two sources have keys of one name: a row that names its source belongs to that source alone. */
static bool belongs(const struct profile_lines *t, const json_t *row)
{
    const char *source = js_text(row, "source");
    if (*source && strcmp(source, t->source))
        return false;
    for (int k = 0; k < t->columns; k++)
        if (says(row, t->column[k]->name))
            return true;
    return false;
}

static void tell(const json_t *row, const struct counter_word *column, char ret[FIGURE])
{
    const json_t *v = json_object_get(row, column->name);
    if (!strcmp(column->name, "stall_share") && *js_text(row, "stall"))
        snprintf(ret, FIGURE, "%.14s %.0f %%", js_text(row, "stall"), 100 * json_number_value(v));
    else if (json_is_number(v))
        counter_value(column->name, json_number_value(v), ret);
    else
        snprintf(ret, FIGURE, "-");
}

static void add(struct profile_lines *t, const json_t *row, double most)
{
    double cost = js_number(row, t->column[t->hot]->name);
    struct profile_line *l = &t->line[t->n++];
    *l = (struct profile_line){ .call = js_text(row, "call"), .in = js_text(row, "case"), .file = js_text(row, "file"),
                                .line = (int)js_number(row, "line"), .hot = most > 0 && cost >= .5 * most };
    for (int k = 0; k < t->columns; k++)
        tell(row, t->column[k], l->value[k]);
}

bool profile_lines(const json_t *report, size_t k, struct profile_lines *ret)
{
    const json_t *rows = json_object_get(report, "lines"), *row;
    double most = 0;
    size_t n;
    if (k >= TABLES)
        return false;
    *ret = (struct profile_lines){ .source = tables[k].source, .hot = tables[k].hot };
    while (ret->columns < PROFILE_COLUMNS && tables[k].key[ret->columns]) {
        ret->column[ret->columns] = counter_find(tables[k].key[ret->columns]);
        ret->columns++;
    }
    ret->line = calloc(json_array_size(rows) + 1, sizeof *ret->line);
    if (!ret->line)
        abort();
    json_array_foreach(rows, n, row)
        if (belongs(ret, row) && js_number(row, tables[k].key[ret->hot]) > most)
            most = js_number(row, tables[k].key[ret->hot]);
    json_array_foreach(rows, n, row)
        if (belongs(ret, row))
            add(ret, row, most);
    return true;
}

void profile_lines_finish(struct profile_lines *t)
{
    free(t->line);
    t->line = NULL;
    t->n = 0;
}
