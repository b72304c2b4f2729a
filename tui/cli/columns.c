/* columns.c: the widths of a table's columns, and text that fits one. */
#define _GNU_SOURCE
#include "columns.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fold.h"
#include "runner/base/memory.h"
#include "runner/base/utf8.h"
#include "runner/base/util.h"

static size_t last_shown(const struct column *c, size_t n)
{
    size_t last = 0;
    for (size_t k = 0; k < n; k++)
        if (!c[k].hidden)
            last = k;
    return last;
}

/* The width that column k cannot do without. */
static int least_of(const struct column *c, size_t k, size_t last)
{
    int least = c[k].least ? c[k].least : k == last ? COLUMNS_LAST : 0;
    return least && least < c[k].natural ? least : c[k].natural;
}

/* Of the columns that are shown, without `except` (n: none). */
static int least_sum(const struct column *c, size_t n, int indent, size_t except)
{
    size_t last = last_shown(c, n);
    int sum = indent, shown = 0;
    for (size_t k = 0; k < n; k++)
        if (!c[k].hidden && k != except)
            sum += least_of(c, k, last) + (shown++ ? COLUMNS_BETWEEN : 0);
    return sum;
}

static bool hide_worst(struct column *c, size_t n)
{
    size_t worst = n;
    for (size_t k = 0; k < n; k++)
        if (!c[k].hidden && c[k].rank && (worst == n || c[k].rank > c[worst].rank))
            worst = k;
    if (worst < n)
        c[worst].hidden = true;
    return worst < n;
}

/* What is left over goes to the columns that were narrowed, evenly; a third of the line is the last one's first. */
static void spread(struct column *c, size_t n, int spare, int total, bool under)
{
    size_t last = last_shown(c, n), end = under ? last : n;
    while (!under && spare > 0 && c[last].width < c[last].natural && c[last].width < total / 3)
        c[last].width++, spare--;
    for (bool more = true; more && spare > 0;) {
        more = false;
        for (size_t k = 0; k < end && spare > 0; k++)
            if (!c[k].hidden && c[k].width < c[k].natural)
                c[k].width++, spare--, more = true;
    }
}

bool columns_fit(struct column *c, size_t n, int indent, int total, bool may_stand_under)
{
    for (size_t k = 0; k < n; k++) {
        c[k].hidden = !c[k].natural;
        c[k].width = c[k].natural;
    }
    if (!total)
        return false;
    while (least_sum(c, n, indent, n) > total && hide_worst(c, n))
        ;
    size_t last = last_shown(c, n);
    bool under = may_stand_under && least_sum(c, n, indent, n) > total;
    for (size_t k = 0; k < n; k++)
        c[k].width = least_of(c, k, last);
    spread(c, n, total - least_sum(c, n, indent, under ? last : n), total, under);
    return under;
}

char *columns_one_line(const char *text)
{
    char *clean = util_clean(text, strlen(text), 0);
    size_t n = strlen(clean);
    for (char *p = clean; *p; p++)
        *p = *p == '\n' || *p == '\t' ? ' ' : *p;
    while (n && clean[n - 1] == ' ')
        clean[--n] = 0;
    return clean;
}

/* One line of n bytes, cut before the letters that have no room. */
static void cut(struct text *to, const char *s, size_t n, int width)
{
    int column = 0;
    for (size_t k = 0, used; k < n; k += used) {
        int wide = utf8_width(utf8_decode(s + k, n - k, &used));
        if (wide && column && column + wide > width) {
            text_add(to, "\n", 1);
            column = 0;
        }
        text_add(to, s + k, used);
        column += wide;
    }
}

char *columns_wrap(const char *text, int width, bool whole)
{
    char *folded = NULL;
    size_t n = 0;
    struct text t = { 0 };
    FILE *f = width > 0 ? open_memstream(&folded, &n) : NULL;
    if (!f)
        return strdup(text);
    fold_line(f, text, strlen(text), width, 0);
    fclose(f);
    if (!folded)
        memory_end();
    for (char *s = folded; *s;) {
        size_t len = strcspn(s, "\n");
        if (whole)
            text_add(&t, s, len);
        else
            cut(&t, s, len, width);
        s += len + 1;
        if (*s)
            text_add(&t, "\n", 1);
    }
    free(folded);
    return t.s ? t.s : strdup("");
}

bool columns_right_to_left(const char *text)
{
    static const struct {
        uint32_t from, to;
    } all[] = { { 0x590, 0x8ff }, { 0xfb1d, 0xfdff }, { 0xfe70, 0xfefe }, { 0x10800, 0x10fff }, { 0x1e800, 0x1efff } };
    for (size_t k = 0, used, n = strlen(text); k < n; k += used) {
        uint32_t c = utf8_decode(text + k, n - k, &used);
        for (size_t q = 0; q < sizeof all / sizeof *all; q++)
            if (c >= all[q].from && c <= all[q].to)
                return true;
    }
    return false;
}
