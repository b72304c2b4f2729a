/* cli_table.c: columns that fit. */
#define _GNU_SOURCE
#include "cli_table.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "fold.h"
#include "runner/base/utf8.h"
#include "runner/base/js.h"
#include "runner/base/memory.h"
#include "runner/base/util.h"

enum { COLUMNS = 24, UNDER = 4 /* how far a last column that stands under the others is set in */ };

struct cell {
    char *text;
    const char *style;
    bool across; /* begins a row that is this text alone */
};

struct cli_table {
    struct cli_table_column col[COLUMNS];
    struct column place[COLUMNS];
    size_t n, ncells, room;
    struct cell *cells; /* row by row */
    int indent;
    bool under;
};

struct cli_table *cli_table_new(const struct cli_table_column *columns, size_t n, int indent)
{
    struct cli_table *t = calloc(1, sizeof *t);
    if (!t || n > COLUMNS)
        memory_end();
    memcpy(t->col, columns, n * sizeof *columns);
    t->n = n;
    t->indent = indent;
    for (size_t k = 0; k < n; k++) {
        t->place[k] = (struct column){ .rank = columns[k].rank, .least = columns[k].least };
        if (columns[k].head)
            t->place[k].natural = utf8_text_width(columns[k].head, strlen(columns[k].head));
    }
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
    struct column *place = &t->place[t->ncells % t->n];
    char *clean = columns_one_line(text);
    int wide = utf8_text_width(clean, strlen(clean));
    if (wide > place->natural)
        place->natural = wide;
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

void cli_table_number(struct cli_table *t, const json_t *row, const char *key)
{
    if (json_is_number(json_object_get(row, key)))
        cli_table_cellf(t, NULL, "%g", js_number(row, key));
    else
        cli_table_cell(t, NULL, "-");
}

/* n bytes of text in `width` columns. A terminal that turns text from right to left would take the blanks and numbers
 * behind such a name along: a mark ends its direction. */
static void put(struct text *line, const struct cli *c, const char *style, const char *s, size_t n, int width,
                bool right)
{
    const char *on = style ? cli_color(c, style) : "";
    char *text = util_path("%.*s", (int)n, s);
    int gap = width - utf8_text_width(s, n);
    gap = gap < 0 ? 0 : gap;
    text_addf(line, "%*s%s%s%s%s%*s", right ? gap : 0, "", on, text,
              width && cli_utf8() && columns_right_to_left(text) ? "\u200e" : "", *on ? cli_color(c, "off") : "",
              right ? 0 : gap, "");
    free(text);
}

static void end_line(struct text *line)
{
    while (line->len && line->s[line->len - 1] == ' ')
        line->len--;
    fwrite(text_str(line), 1, line->len, stdout);
    putchar('\n');
    line->len = 0;
}

/* The next line of a folded cell; *n: its length. */
static const char *next_line(const char **rest, size_t *n)
{
    const char *s = *rest;
    *n = strcspn(s, "\n");
    *rest = s + *n + (s[*n] != 0);
    return s;
}

static void print_across(const struct cli *c, const struct cell *x, int width)
{
    struct text line = { 0 };
    const char *on = x->style ? cli_color(c, x->style) : "";
    text_addf(&line, "%s%s%s", on, x->text, *on ? cli_color(c, "off") : "");
    fold_line(stdout, text_str(&line), line.len, width, -1);
    text_finish(&line);
}

static void print_under(const struct cli *c, const struct cli_table *t, const struct cell *x, size_t last, int width)
{
    int at = t->indent + UNDER;
    char *text = columns_wrap(x->text, width - at, t->col[last].whole);
    struct text line = { 0 };
    for (const char *rest = text; *rest;) {
        size_t n;
        const char *s = next_line(&rest, &n);
        text_addf(&line, "%*s", at, "");
        put(&line, c, x->style, s, n, 0, false);
        end_line(&line);
    }
    text_finish(&line);
    free(text);
}

/* A row is as many lines as its most folded cell. */
static void print_row(const struct cli *c, const struct cli_table *t, const struct cell *row, int width)
{
    char *text[COLUMNS] = { NULL };
    const char *rest[COLUMNS] = { NULL };
    struct text line = { 0 };
    size_t last = 0;
    bool more = true;
    for (size_t k = 0; k < t->n; k++)
        if (!t->place[k].hidden)
            last = k;
    for (size_t k = 0; k < t->n; k++)
        if (!t->place[k].hidden && !(t->under && k == last))
            rest[k] = text[k] = columns_wrap(row[k].text, width ? t->place[k].width : 0, t->col[k].whole);
    for (bool first = true; more || first; first = false) {
        more = false;
        text_addf(&line, "%*s", t->indent, "");
        for (size_t k = 0; k < t->n; k++) {
            size_t n;
            if (!text[k])
                continue;
            const char *s = next_line(&rest[k], &n);
            put(&line, c, row[k].style, s, n, k == last && !t->col[k].right ? 0 : t->place[k].width, t->col[k].right);
            text_addf(&line, "%*s", k == last ? 0 : COLUMNS_BETWEEN, "");
            more |= *rest[k] != 0;
        }
        end_line(&line);
    }
    if (t->under)
        print_under(c, t, &row[last], last, width);
    for (size_t k = 0; k < t->n; k++)
        free(text[k]);
    text_finish(&line);
}

void cli_table_print(const struct cli *c, struct cli_table *t)
{
    int width = cli_fold_width();
    struct cell heads[COLUMNS];
    bool any = false;
    t->under = columns_fit(t->place, t->n, t->indent, width, t->col[t->n - 1].under);
    for (size_t k = 0; k < t->n; k++) {
        heads[k] = (struct cell){ (char *)(size_t)(t->col[k].head ? t->col[k].head : ""), "dim", false };
        any |= t->col[k].head != NULL;
    }
    if (any && t->ncells)
        print_row(c, t, heads, width);
    for (size_t k = 0; k + t->n <= t->ncells; k += t->n)
        if (t->cells[k].across)
            print_across(c, &t->cells[k], width);
        else
            print_row(c, t, t->cells + k, width);
    for (size_t k = 0; k < t->ncells; k++)
        free(t->cells[k].text);
    free(t->cells);
    free(t);
}
