/* cli_table.c: columns that fit. */
#define _GNU_SOURCE
#include "cli_table.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "fold.h"
#include "runner/base/utf8.h"
#include "runner/base/util.h"
#include "runner/base/memory.h"

enum { COLUMNS = 24, BETWEEN = 2, LAST = 24 /* the last column folds down to this width */ };

struct cell {
    char *text;
    const char *style;
    bool across; /* begins a row that is this text alone */
};

struct cli_table {
    struct cli_table_column col[COLUMNS];
    int width[COLUMNS];
    bool hidden[COLUMNS];
    size_t n, ncells, room;
    struct cell *cells; /* row by row */
    int indent;
};

struct cli_table *cli_table_new(const struct cli_table_column *columns, size_t n, int indent)
{
    struct cli_table *t = calloc(1, sizeof *t);
    if (!t || n > COLUMNS)
        memory_end();
    memcpy(t->col, columns, n * sizeof *columns);
    t->n = n;
    t->indent = indent;
    for (size_t k = 0; k < n; k++)
        if (t->col[k].head)
            t->width[k] = utf8_text_width(t->col[k].head, strlen(t->col[k].head));
    return t;
}

static void add(struct cli_table *t, struct cell cell)
{
    if (t->ncells == t->room) {
        t->room = t->room ? 2 * t->room : 64;
        t->cells = realloc(t->cells, t->room * sizeof *t->cells);
        if (!t->cells)
            memory_end();
    }
    t->cells[t->ncells++] = cell;
}

void cli_table_cell(struct cli_table *t, const char *style, const char *text)
{
    size_t column = t->ncells % t->n;
    char *clean = util_clean(text, strlen(text), 0);
    int wide = utf8_text_width(clean, strlen(clean));
    if (wide > t->width[column])
        t->width[column] = wide;
    add(t, (struct cell){ clean, style, false });
}

void cli_table_line(struct cli_table *t, const char *style, const char *fmt, ...)
{
    char *s = NULL;
    va_list ap;
    va_start(ap, fmt);
    if (vasprintf(&s, fmt, ap) < 0)
        memory_end();
    va_end(ap);
    add(t, (struct cell){ s, style, true });
    while (t->ncells % t->n)
        add(t, (struct cell){ NULL, NULL, false });
}

void cli_table_cellf(struct cli_table *t, const char *style, const char *fmt, ...)
{
    char *s = NULL;
    va_list ap;
    va_start(ap, fmt);
    if (vasprintf(&s, fmt, ap) < 0)
        memory_end();
    va_end(ap);
    cli_table_cell(t, style, s);
    free(s);
}

void cli_table_status(struct cli_table *t, const char *status)
{
    cli_table_cellf(t, cli_status_color(status), "%s %s", cli_mark(status), status);
}

/* Columns that nothing is in take no room; then those of the highest rank go, until the others fit. */
static void choose(struct cli_table *t, int width)
{
    for (;;) {
        int sum = t->indent, shown = 0;
        size_t last = 0, worst = t->n;
        for (size_t k = 0; k < t->n; k++)
            if (!t->hidden[k] && !(t->hidden[k] = !t->width[k]))
                last = k;
        for (size_t k = 0; k < t->n; k++) {
            if (t->hidden[k])
                continue;
            int wide = k == last && t->width[k] > LAST ? LAST : t->width[k];
            sum += wide + (shown++ ? BETWEEN : 0);
            if (t->col[k].rank && (worst == t->n || t->col[k].rank > t->col[worst].rank))
                worst = k;
        }
        if (!width || sum <= width || worst == t->n)
            return;
        t->hidden[worst] = true;
    }
}

static void put(struct text *line, const struct cli *c, const struct cell *x, int width, bool right, bool last)
{
    int gap = width - utf8_text_width(x->text, strlen(x->text));
    const char *on = x->style ? cli_color(c, x->style) : "";
    gap = gap < 0 ? 0 : gap;
    text_addf(line, "%*s%s%s%s%*s", right ? gap : 0, "", on, x->text, *on ? cli_color(c, "off") : "",
              right || last ? 0 : gap, "");
}

static void print_row(const struct cli *c, const struct cli_table *t, const struct cell *row, int width)
{
    struct text line = { 0 };
    size_t last = 0;
    if (row->across) {
        const char *on = row->style ? cli_color(c, row->style) : "";
        text_addf(&line, "%s%s%s", on, row->text, *on ? cli_color(c, "off") : "");
        fold_line(stdout, text_str(&line), line.len, width, -1);
        text_finish(&line);
        return;
    }
    int hang = t->indent;
    for (size_t k = 0; k < t->n; k++)
        if (!t->hidden[k])
            last = k;
    text_addf(&line, "%*s", t->indent, "");
    for (size_t k = 0; k < t->n; k++) {
        if (t->hidden[k])
            continue;
        if (k == last)
            hang = fold_columns(text_str(&line), line.len);
        put(&line, c, &row[k], t->width[k], t->col[k].right, k == last);
        if (k != last)
            text_addf(&line, "%*s", BETWEEN, "");
    }
    while (line.len && line.s[line.len - 1] == ' ')
        line.len--;
    fold_line(stdout, text_str(&line), line.len, width, hang);
    text_finish(&line);
}

void cli_table_print(const struct cli *c, struct cli_table *t)
{
    int width = cli_fold_width();
    struct cell heads[COLUMNS];
    bool any = false;
    choose(t, width);
    for (size_t k = 0; k < t->n; k++) {
        heads[k] = (struct cell){ (char *)(size_t)(t->col[k].head ? t->col[k].head : ""), "dim", false };
        any |= t->col[k].head != NULL;
    }
    if (any)
        print_row(c, t, heads, width);
    for (size_t k = 0; k + t->n <= t->ncells; k += t->n)
        print_row(c, t, t->cells + k, width);
    for (size_t k = 0; k < t->ncells; k++)
        free(t->cells[k].text);
    free(t->cells);
    free(t);
}
