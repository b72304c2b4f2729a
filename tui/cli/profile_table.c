/* profile_table.c: the counters of a profile: a row for each, a column a call and case, a table a source. */
#define _GNU_SOURCE
#include "profile_table.h"

#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "runner/base/term.h"
#include "tui/app/profile_counters.h"

enum { NAME = 14, LEAST = 10, MOST = 18, NAME_MOST = COUNTER_WORDS_MOST };

/* The part of a profile that one source counted. */
struct table {
    const struct profile_counters *of;
    const char *source;
    size_t column[PROFILE_COUNTERS_MOST]; /* the columns' numbers in `of` */
    int n, name;                          /* columns; the width of the counters' names */
};

static int width_of(const struct table *t, int q)
{
    const struct profile_column *c = &t->of->column[t->column[q]];
    int call = (int)strlen(c->call), in = (int)strlen(c->in), need = call > in ? call : in;
    return need < LEAST ? LEAST : need > MOST ? MOST : need;
}

static struct table table_of(const struct profile_counters *of, const char *source)
{
    struct table t = { .of = of, .source = source, .name = NAME };
    for (size_t k = 0; k < of->columns; k++)
        if (!strcmp(of->column[k].source, source))
            t.column[t.n++] = k;
    for (size_t k = 0; k < of->n; k++) {
        int length = (int)strlen(of->counter[k].words);
        if (!strcmp(of->counter[k].source, source) && !of->counter[k].zero && length > t.name)
            t.name = length < NAME_MOST ? length : NAME_MOST;
    }
    return t;
}

static void print_row(const struct table *t, size_t counter, int from, int to)
{
    char value[FIGURE];
    printf("%-*.*s", t->name, NAME_MOST, t->of->counter[counter].words);
    for (int q = from; q < to; q++) {
        const char *v = profile_value(t->of, counter, t->column[q], value);
        int width = width_of(t, q);
        printf("  %*s%s", width > term_width(v) ? width - term_width(v) : 0, "", v);
    }
    printf("\n");
}

/* Columns from..to-1; returns how many counters are 0 in all columns. */
static int print_part(const struct table *t, int from, int to)
{
    int zero = 0;
    printf("%-*s", t->name, t->source);
    for (int q = from; q < to; q++)
        printf("  %*.*s", width_of(t, q), MOST, t->of->column[t->column[q]].call);
    printf("\n%*s", t->name, "");
    for (int q = from; q < to; q++)
        printf("  %*.*s", width_of(t, q), MOST, t->of->column[t->column[q]].in);
    printf("\n");
    for (size_t k = 0; k < t->of->n; k++) {
        if (strcmp(t->of->counter[k].source, t->source))
            continue;
        if (t->of->counter[k].zero)
            zero++;
        else
            print_row(t, k, from, to);
    }
    return zero;
}

static void print_source(const struct table *t, int width)
{
    int zero = 0;
    for (int from = 0, to; from < t->n; from = to) { /* as many as the line holds */
        int used = t->name;
        for (to = from; to < t->n && (to == from || used + 2 + width_of(t, to) <= width); to++)
            used += 2 + width_of(t, to);
        zero = print_part(t, from, to);
        printf("%s", to < t->n ? "\n" : "");
    }
    if (zero)
        printf("%d more counter%s zero (see --json). `ridge help counters` tells what each one is.\n", zero,
               zero == 1 ? " is" : "s are");
}

static int is_first(const struct profile_counters *of, size_t k)
{
    for (size_t q = 0; q < k; q++)
        if (!strcmp(of->column[q].source, of->column[k].source))
            return 0;
    return 1;
}

void profile_table(const json_t *report, int width)
{
    struct profile_counters of;
    profile_counters(report, &of);
    for (size_t k = 0; k < of.columns; k++) {
        if (!is_first(&of, k))
            continue;
        struct table t = table_of(&of, of.column[k].source);
        printf("%s", k ? "\n" : "");
        print_source(&t, width);
    }
    if (of.left_out)
        printf("\n%zu more counts are in --json.\n", of.left_out);
    profile_counters_finish(&of);
}
