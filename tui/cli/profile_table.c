/* The counters of a profile as a table: a row each, a column for every call and case; a table for every source. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "profile_table.h"
#include "tui/screen/screen.h"
#include "runner/base/counter_words.h"
#include "runner/base/js.h"
#include "runner/base/term.h"

enum { NAME = 14, COLUMNS = 64, LEAST = 10, MOST = 18, NAME_MOST = COUNTER_WORDS_MOST };

struct column {
    const char *call, *case_id;
    int width;
};

struct table {
    const char *source;
    struct column col[COLUMNS];
    int n, name; /* columns; the width of the counters' names */
};

static int same(const json_t *row, const char *key, const char *value)
{
    return !strcmp(js_text(row, key), value);
}

static void add_column(struct table *t, const json_t *row)
{
    int length = (int)strlen(counter_words(js_text(row, "name")));
    if (js_number(row, "value") != 0 && length > t->name)
        t->name = length < NAME_MOST ? length : NAME_MOST;
    for (int k = 0; k < t->n; k++)
        if (same(row, "call", t->col[k].call) && same(row, "case", t->col[k].case_id))
            return;
    if (t->n == COLUMNS)
        return;
    struct column *c = &t->col[t->n++];
    *c = (struct column){ js_text(row, "call"), js_text(row, "case"), LEAST };
    int need = (int)strlen(c->call) > (int)strlen(c->case_id) ? (int)strlen(c->call) : (int)strlen(c->case_id);
    c->width = need < LEAST ? LEAST : need > MOST ? MOST : need;
}

static const json_t *cell(const json_t *rows, const struct table *t, const struct column *c, const char *name)
{
    size_t k;
    const json_t *r;
    json_array_foreach(rows, k, r) if (same(r, "name", name) && same(r, "source", t->source) &&
                                       same(r, "call", c->call) && same(r, "case", c->case_id)) return r;
    return NULL;
}

static void print_value(const json_t *row, int width)
{
    char value[FIGURE];
    const char *v = counter_value(js_text(row, "name"), js_number(row, "value"), value);
    printf("  %*s%s", width > term_width(v) ? width - term_width(v) : 0, "", v);
}

static int seen_before(const json_t *rows, size_t k, const char *name, const char *source)
{
    for (size_t q = 0; q < k; q++)
        if (same(json_array_get(rows, q), "name", name) && same(json_array_get(rows, q), "source", source))
            return 1;
    return 0;
}

/* Nothing to see: 0 wherever it was counted. */
static int all_zero(const json_t *rows, const char *name, const char *source)
{
    size_t k;
    const json_t *r;
    json_array_foreach(rows, k, r)
        if (same(r, "name", name) && same(r, "source", source) && js_number(r, "value") != 0)
            return 0;
    return 1;
}

/* Columns from..to-1; returns how many counters are 0 in all columns. */
static int print_part(const json_t *rows, const struct table *t, int from, int to)
{
    size_t k;
    const json_t *r;
    int zero = 0;
    printf("%-*s", t->name, t->source);
    for (int q = from; q < to; q++)
        printf("  %*.*s", t->col[q].width, MOST, t->col[q].call);
    printf("\n%*s", t->name, "");
    for (int q = from; q < to; q++)
        printf("  %*.*s", t->col[q].width, MOST, t->col[q].case_id);
    printf("\n");
    json_array_foreach(rows, k, r) {
        const char *name = js_text(r, "name");
        if (!same(r, "source", t->source) || seen_before(rows, k, name, t->source))
            continue;
        if (all_zero(rows, name, t->source)) {
            zero++;
            continue;
        }
        printf("%-*.*s", t->name, NAME_MOST, counter_words(name));
        for (int q = from; q < to; q++) {
            const json_t *at = cell(rows, t, &t->col[q], name);
            if (at)
                print_value(at, t->col[q].width);
            else
                printf("  %*s", t->col[q].width, "-");
        }
        printf("\n");
    }
    return zero;
}

static void print_source(const json_t *rows, const char *source, int width)
{
    size_t k;
    const json_t *r;
    struct table t = { .source = source, .name = NAME };
    int zero = 0;
    json_array_foreach(rows, k, r)
        if (same(r, "source", source))
            add_column(&t, r);
    for (int from = 0, to; from < t.n; from = to) { /* as many as the line holds */
        int used = t.name;
        for (to = from; to < t.n && (to == from || used + 2 + t.col[to].width <= width); to++)
            used += 2 + t.col[to].width;
        zero = print_part(rows, &t, from, to);
        printf("%s", to < t.n ? "\n" : "");
    }
    if (zero)
        printf("%d more counter%s zero (see --json). `ridge help counters` tells what each one is.\n", zero,
               zero == 1 ? " is" : "s are");
}

void profile_table(const json_t *rows, int width)
{
    size_t k;
    const json_t *r;
    json_array_foreach(rows, k, r) {
        int done = 0;
        for (size_t q = 0; q < k && !done; q++)
            done = same(json_array_get(rows, q), "source", js_text(r, "source"));
        if (done)
            continue;
        printf("%s", k ? "\n" : "");
        print_source(rows, js_text(r, "source"), width);
    }
}
