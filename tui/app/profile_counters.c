/* profile_counters.c: a profile's counters by call and case. */
#include "profile_counters.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/js.h"

bool profile_traced(const json_t *report, const json_t *row)
{
    size_t k;
    const json_t *r;
    bool any = false;
    json_array_foreach(json_object_get(report, "counters"), k, r) {
        if (js_is(r, "source", "lab"))
            continue;
        any = true;
        if (js_is(r, "case", js_text(row, "case")))
            return true;
    }
    return !any;
}

static size_t column_of(const struct profile_counters *t, const json_t *row)
{
    size_t k = 0;
    while (k < t->columns && !(js_is(row, "call", t->column[k].call) && js_is(row, "case", t->column[k].in) &&
                               js_is(row, "source", t->column[k].source)))
        k++;
    return k;
}

static size_t counter_of(const struct profile_counters *t, const json_t *row)
{
    size_t k = 0;
    while (k < t->n && !(js_is(row, "name", t->counter[k].name) && js_is(row, "source", t->counter[k].source)))
        k++;
    return k;
}

/* The heads of columns and rows; the cells follow once their number is known. */
static void add_heads(struct profile_counters *t, const json_t *report, const json_t *row)
{
    size_t column = column_of(t, row), counter = counter_of(t, row);
    if (column == PROFILE_COUNTERS_MOST || counter == PROFILE_COUNTERS_MOST) {
        t->left_out++;
        return;
    }
    if (column == t->columns)
        t->column[t->columns++] = (struct profile_column){ js_text(row, "call"), js_text(row, "case"),
                                                           js_text(row, "source") };
    if (counter == t->n)
        t->counter[t->n++] = (struct profile_counter){ .name = js_text(row, "name"), .source = js_text(row, "source"),
                                                       .words = counter_words_in(report, js_text(row, "name")),
                                                       .zero = true };
    if (js_number(row, "value") != 0)
        t->counter[counter].zero = false;
}

static void add_cell(struct profile_counters *t, const json_t *row)
{
    size_t column = column_of(t, row), counter = counter_of(t, row);
    if (column < t->columns && counter < t->n && !t->cell[counter * t->columns + column])
        t->cell[counter * t->columns + column] = row;
}

static void *room(size_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size);
    if (!p)
        abort();
    return p;
}

void profile_counters(const json_t *report, struct profile_counters *ret)
{
    const json_t *rows = json_object_get(report, "counters"), *row;
    size_t k;
    *ret = (struct profile_counters){ .column = room(PROFILE_COUNTERS_MOST, sizeof *ret->column),
                                      .counter = room(PROFILE_COUNTERS_MOST, sizeof *ret->counter) };
    json_array_foreach(rows, k, row)
        if (profile_traced(report, row))
            add_heads(ret, report, row);
    ret->cell = room(ret->n * ret->columns, sizeof *ret->cell);
    json_array_foreach(rows, k, row)
        if (profile_traced(report, row))
            add_cell(ret, row);
}

void profile_counters_finish(struct profile_counters *t)
{
    free(t->column);
    free(t->counter);
    free(t->cell);
    *t = (struct profile_counters){ .n = 0 };
}

const char *profile_value(const struct profile_counters *t, size_t counter, size_t column, char ret[FIGURE])
{
    const json_t *row = t->cell[counter * t->columns + column];
    if (row)
        return counter_value(t->counter[counter].name, js_number(row, "value"), ret);
    snprintf(ret, FIGURE, "-");
    return ret;
}
