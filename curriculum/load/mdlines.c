/* mdlines.c: wrap runs of styled text by display width; lay out tables. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "mdlines.h"
#include "runner/base/term.h"
#include "runner/base/utf8.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_LINES = 200000, TAB = 4, CELL_LEAST = 3, MAX_COLUMNS = 32 };

/* Grows *p to hold `need` elements; false and sticky failure when it cannot. */
static bool grow(struct md_out *o, void **p, size_t *size, size_t need, size_t element)
{
    if (o->failed)
        return false;
    if (need <= *size)
        return true;
    size_t want = *size ? *size * 2 : 16;
    while (want < need)
        want *= 2;
    void *grown = realloc(*p, want * element);
    if (!grown) {
        o->failed = true;
        return false;
    }
    *p = grown;
    *size = want;
    return true;
}

/* --- inline text -------------------------------------------------------------------------- */

static void inline_bytes(struct md_out *o, struct md_inline *t, const char *p, size_t n,
                         enum markdown_style style, int link)
{
    void *text = t->text, *runs = t->runs;
    if (!n || !grow(o, &text, &t->size, t->n + n, 1))
        return;
    t->text = text;
    memcpy(t->text + t->n, p, n);
    struct md_run *last = t->nruns ? &t->runs[t->nruns - 1] : NULL;
    if (last && last->style == style && last->link == link) {
        last->len += n;
    } else if (grow(o, &runs, &t->runs_size, t->nruns + 1, sizeof *t->runs)) {
        t->runs = runs;
        t->runs[t->nruns++] = (struct md_run){t->n, n, style, link};
    }
    t->n += n;
}

void md_inline_add(struct md_out *o, struct md_inline *t, const char *p, size_t n,
                   enum markdown_style style, int link)
{
    for (size_t k = 0, used; k < n; k += used) {
        uint32_t c = utf8_decode(p + k, n - k, &used);
        char buf[4];
        if (c == '\n') {
            inline_bytes(o, t, "\n", 1, style, link);
        } else if (c == '\t') {
            inline_bytes(o, t, " ", 1, style, link);
        } else if (utf8_is_unsafe(c) || c == 0xfffd) {
            if (o->ascii)
                inline_bytes(o, t, "?", 1, style, link);
            else
                inline_bytes(o, t, buf, utf8_put(0xfffd, buf), style, link);
        } else if (o->ascii && c >= 0x80) {
            const char *a = utf8_to_ascii(c);
            inline_bytes(o, t, a, strlen(a), style, link);
        } else {
            inline_bytes(o, t, p + k, used, style, link);
        }
    }
}

void md_inline_clear(struct md_inline *t)
{
    t->n = t->nruns = 0;
}

void md_inline_free(struct md_inline *t)
{
    free(t->text);
    free(t->runs);
    *t = (struct md_inline){0};
}

/* --- lines -------------------------------------------------------------------------------- */

void md_line_begin(struct md_out *o)
{
    void *lines = o->doc->lines;
    if (o->doc->nlines >= MAX_LINES)
        o->failed = true;
    if (!grow(o, &lines, &o->lines_size, o->doc->nlines + 1, sizeof *o->doc->lines))
        return;
    o->doc->lines = lines;
    struct markdown_line *l = &o->doc->lines[o->doc->nlines];
    *l = (struct markdown_line){.text = calloc(1, 1)};
    if (!l->text) {
        o->failed = true;
        return;
    }
    o->doc->nlines++;
    if (o->prefix)
        o->prefix(o->ctx);
}

static struct markdown_line *current(const struct md_out *o)
{
    return o->failed || !o->doc->nlines ? NULL : &o->doc->lines[o->doc->nlines - 1];
}

int md_line_width(const struct md_out *o)
{
    const struct markdown_line *l = current(o);
    return l ? l->width : 0;
}

/* What is allocated for a text of n bytes: the next power of two. */
static size_t room_for(size_t n)
{
    size_t room = 1;
    while (room < n)
        room *= 2;
    return room;
}

void md_line_add(struct md_out *o, const char *p, size_t n, enum markdown_style style, int link)
{
    struct markdown_line *l = current(o);
    if (!l || !n)
        return;
    if (room_for(l->len + n + 1) > room_for(l->len + 1)) {
        char *text = realloc(l->text, room_for(l->len + n + 1));
        if (!text) {
            o->failed = true;
            return;
        }
        l->text = text;
    }
    memcpy(l->text + l->len, p, n);
    l->text[l->len + n] = 0;
    struct markdown_span *last = l->nspans ? &l->spans[l->nspans - 1] : NULL;
    if (last && last->style == style && last->link == link) {
        last->len += n;
    } else {
        struct markdown_span *spans = realloc(l->spans, (l->nspans + 1) * sizeof *spans);
        if (!spans) {
            o->failed = true;
            return;
        }
        l->spans = spans;
        spans[l->nspans++] = (struct markdown_span){l->len, n, style, link};
    }
    l->len += n;
    l->width += utf8_text_width(p, n);
}

void md_line_pad(struct md_out *o, int columns, enum markdown_style style)
{
    for (int k = 0; k < columns; k++)
        md_line_add(o, " ", 1, style, -1);
}

void md_line_blank(struct md_out *o)
{
    md_line_begin(o);
    struct markdown_line *l = current(o);
    while (l && l->len && l->text[l->len - 1] == ' ') {
        struct markdown_span *last = &l->spans[l->nspans - 1];
        l->text[--l->len] = 0;
        l->width--;
        if (--last->len == 0)
            l->nspans--;
    }
}

/* Bytes [from, to) of an inline text with their styles. */
static void add_range(struct md_out *o, const struct md_inline *t, size_t from, size_t to)
{
    size_t low = 0, high = t->nruns;
    while (low + 1 < high) { /* the run that holds `from` */
        size_t mid = (low + high) / 2;
        if (t->runs[mid].start <= from)
            low = mid;
        else
            high = mid;
    }
    for (size_t k = low; k < t->nruns && from < to; k++) {
        size_t end = t->runs[k].start + t->runs[k].len;
        if (end <= from)
            continue;
        size_t stop = end < to ? end : to;
        md_line_add(o, t->text + from, stop - from, t->runs[k].style, t->runs[k].link);
        from = stop;
    }
}

/* --- wrapping ----------------------------------------------------------------------------- */

struct piece {
    size_t from, to; /* bytes */
    int width;
};

/* A cut address can be neither copied nor clicked. */
static bool is_address(const struct md_inline *t, size_t at)
{
    static const char *const begin[] = { "https://", "http://" };
    for (size_t k = 0; k < sizeof begin / sizeof *begin; k++)
        if (t->n - at > strlen(begin[k]) && !memcmp(t->text + at, begin[k], strlen(begin[k])))
            return true;
    return false;
}

/*
 * The next line of at most `avail` columns, from byte `at`: breaks at spaces, but for those between a figure and its
 * unit, inside a word only when the word is wider than a line and no address. Returns where the following line starts.
 */
static size_t next_piece(const struct md_inline *t, size_t at, int avail, struct piece *ret)
{
    size_t end = at, word = at, within = at;
    int width = 0, end_width = 0, within_width = 0; /* within: the last space before a unit, for want of another */
    while (at < t->n && t->text[at] == ' ')
        at++;
    *ret = (struct piece){at, at, 0};
    end = word = within = at;
    for (size_t k = at, used; k <= t->n; k += used) {
        bool stop = k == t->n || t->text[k] == '\n';
        if (!stop && t->text[k] == ' ' && term_holds(t->text, t->n, k)) {
            within = k;
            within_width = width;
        } else if (stop || t->text[k] == ' ') {
            end = k;
            end_width = width;
            word = k + 1;
            if (stop) {
                *ret = (struct piece){at, end, end_width};
                return k == t->n ? k : k + 1;
            }
        }
        uint32_t c = utf8_decode(t->text + k, t->n - k, &used);
        int w = utf8_width(c);
        if (width + w > avail && t->text[k] != ' ') {
            if (end > at) { /* back to the last space */
                *ret = (struct piece){at, end, end_width};
                return word;
            }
            if (within > at) {
                *ret = (struct piece){at, within, within_width};
                return within + 1;
            }
            if (k > at && !is_address(t, at)) { /* one long word: cut it */
                *ret = (struct piece){at, k, width};
                return k;
            }
        }
        width += w;
    }
    return t->n;
}

/* Trailing spaces are no text. */
static void trim(const struct md_inline *t, struct piece *p)
{
    while (p->to > p->from && t->text[p->to - 1] == ' ') {
        p->to--;
        p->width--;
    }
}

void md_wrap(struct md_out *o, const struct md_inline *t)
{
    size_t at = 0;
    while (at < t->n && !o->failed) {
        struct piece p;
        md_line_begin(o);
        int avail = o->width - md_line_width(o);
        at = next_piece(t, at, avail > 1 ? avail : 1, &p);
        trim(t, &p);
        add_range(o, t, p.from, p.to);
        while (at < t->n && t->text[at] == ' ')
            at++;
    }
}

void md_code_line(struct md_out *o, const char *p, size_t n, const char *lang, int indent)
{
    md_line_begin(o);
    if (md_line_width(o) + indent < o->width / 2)
        md_line_pad(o, indent, MARKDOWN_NORMAL);
    struct markdown_line *l = current(o);
    if (!l)
        return;
    int start = l->width;
    l->lang = lang;
    l->code_start = (int)l->len;
    for (size_t k = 0, used; k < n && !o->failed; k += used) {
        uint32_t c = utf8_decode(p + k, n - k, &used);
        char buf[4];
        if (c == '\t') {
            md_line_pad(o, TAB - (md_line_width(o) - start) % TAB, MARKDOWN_CODEBLOCK);
        } else if (utf8_is_unsafe(c) || c == 0xfffd) {
            if (o->ascii)
                md_line_add(o, "?", 1, MARKDOWN_CODEBLOCK, -1);
            else
                md_line_add(o, buf, utf8_put(0xfffd, buf), MARKDOWN_CODEBLOCK, -1);
        } else if (o->ascii && c >= 0x80) {
            const char *a = utf8_to_ascii(c);
            /* a drawing keeps its columns: one for one */
            md_line_add(o, a, utf8_width(c) == 1 ? 1 : strlen(a), MARKDOWN_CODEBLOCK, -1);
        } else {
            md_line_add(o, p + k, used, MARKDOWN_CODEBLOCK, -1);
        }
    }
}

/* --- tables ------------------------------------------------------------------------------- */

static int natural_width(const struct md_inline *t)
{
    int width = 0, widest = 0;
    for (size_t k = 0, used; k < t->n; k += used) {
        uint32_t c = utf8_decode(t->text + k, t->n - k, &used);
        width = c == '\n' ? 0 : width + utf8_width(c);
        if (width > widest)
            widest = width;
    }
    return widest;
}

/* Narrow the widest columns until all fit. */
static void fit(int *widths, size_t n, int avail)
{
    int sum = 0;
    for (size_t k = 0; k < n; k++)
        sum += widths[k];
    while (sum > avail) {
        size_t widest = 0;
        for (size_t k = 1; k < n; k++)
            if (widths[k] > widths[widest])
                widest = k;
        if (widths[widest] <= 1)
            return;
        widths[widest]--;
        sum--;
    }
}

static void table_row(struct md_out *o, struct md_cell *row, const int *widths, size_t n)
{
    size_t at[MAX_COLUMNS] = {0};
    const char *bar = o->ascii ? " | " : " \u2502 ";
    bool more = true, first = true;
    while ((more || first) && !o->failed) {
        more = false;
        md_line_begin(o);
        for (size_t c = 0; c < n; c++) {
            const struct md_inline *t = &row[c].text;
            struct piece p = {0};
            if (at[c] < t->n) {
                at[c] = next_piece(t, at[c], widths[c], &p);
                trim(t, &p);
            }
            more = more || at[c] < t->n;
            int left = row[c].align == 2   ? widths[c] - p.width
                       : row[c].align == 1 ? (widths[c] - p.width) / 2
                                           : 0;
            if (c)
                md_line_add(o, bar, strlen(bar), MARKDOWN_TABLE, -1);
            md_line_pad(o, left, MARKDOWN_NORMAL);
            add_range(o, t, p.from, p.to);
            if (c + 1 < n)
                md_line_pad(o, widths[c] - p.width - left, MARKDOWN_NORMAL);
        }
        first = false;
    }
}

static void table_rule(struct md_out *o, const int *widths, size_t n)
{
    const char *dash = o->ascii ? "-" : "\u2500", *cross = o->ascii ? "-+-" : "\u2500\u253c\u2500";
    md_line_begin(o);
    for (size_t c = 0; c < n; c++) {
        if (c)
            md_line_add(o, cross, strlen(cross), MARKDOWN_TABLE, -1);
        for (int k = 0; k < widths[c]; k++)
            md_line_add(o, dash, strlen(dash), MARKDOWN_TABLE, -1);
    }
}

/* Too narrow for columns: one "head: cell" line each. */
static void table_stacked(struct md_out *o, struct md_cell *cells, size_t rows, size_t columns)
{
    for (size_t r = 1; r < rows; r++) {
        if (r > 1)
            md_line_blank(o);
        for (size_t c = 0; c < columns; c++) {
            const struct md_inline *head = &cells[c].text, *t = &cells[r * columns + c].text;
            struct md_inline both = {0};
            md_inline_add(o, &both, head->text, head->n, MARKDOWN_TABLE, -1);
            md_inline_add(o, &both, ": ", 2, MARKDOWN_TABLE, -1);
            for (size_t k = 0; k < t->nruns; k++)
                md_inline_add(o, &both, t->text + t->runs[k].start, t->runs[k].len,
                              t->runs[k].style, t->runs[k].link);
            md_wrap(o, &both);
            md_inline_free(&both);
        }
    }
}

void md_table(struct md_out *o, struct md_cell *cells, size_t rows, size_t columns)
{
    int widths[MAX_COLUMNS];
    if (!rows || !columns)
        return;
    /* the prefix of the first line tells how much room there is */
    size_t before = o->doc->nlines;
    md_line_begin(o);
    int avail = o->width - md_line_width(o) - 3 * ((int)columns - 1);
    if (o->failed || o->doc->nlines != before + 1)
        return;
    struct markdown_line *probe = &o->doc->lines[before];
    free(probe->text);
    free(probe->spans);
    o->doc->nlines = before;
    if (columns > MAX_COLUMNS || avail < CELL_LEAST * (int)columns) {
        table_stacked(o, cells, rows, columns);
        return;
    }
    for (size_t c = 0; c < columns; c++) {
        widths[c] = 1;
        for (size_t r = 0; r < rows; r++) {
            int w = natural_width(&cells[r * columns + c].text);
            if (w > widths[c])
                widths[c] = w;
        }
    }
    fit(widths, columns, avail);
    for (size_t r = 0; r < rows; r++) {
        table_row(o, &cells[r * columns], widths, columns);
        if (r == 0)
            table_rule(o, widths, columns);
    }
}
