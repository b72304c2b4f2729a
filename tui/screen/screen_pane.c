/* Panes: lists of rows with a mark and a first row in sight. No curses here. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tui/app/excerpt.h"
#include "curriculum/load/markdown.h"
#include "screen.h"
#include "screen_impl.h"
#include "runner/base/term.h"
#include "runner/base/words.h"

enum { MAX_ROWS = 100000, MAX_DOCS = 64, MEASURE = 84, SENTENCE = 110 };

static void free_rows(struct pane *p)
{
    for (size_t k = 0; k < p->n; k++) {
        free(p->rows[k].text);
        free(p->rows[k].file);
    }
    for (size_t k = 0; k < p->ndocs; k++)
        markdown_free(p->docs[k]);
    p->n = p->ndocs = 0;
}

void pane_clear(struct pane *p)
{
    free_rows(p);
    free(p->rows);
    free(p->docs);
    p->rows = NULL;
    p->docs = NULL;
    p->cap = 0;
}

void pane_empty(struct pane *p)
{
    free_rows(p);
}

struct row *pane_add(struct pane *p, int kind, int n)
{
    static struct row spare; /* memory is out or the cap reached: something to write into */
    if (p->n == p->cap) {
        size_t cap = p->cap ? p->cap * 2 : 64;
        struct row *more = cap > MAX_ROWS ? NULL : realloc(p->rows, cap * sizeof *more);
        if (!more) {
            spare = (struct row){0};
            return &spare;
        }
        p->rows = more;
        p->cap = cap;
    }
    struct row *r = &p->rows[p->n++];
    *r = (struct row){.kind = kind, .n = n, .select = kind >= ROW_OWN};
    return r;
}

struct row *pane_text(struct pane *p, enum style s, int indent, const char *fmt, ...)
{
    struct row *r = pane_add(p, ROW_TEXT, (int)p->n);
    va_list ap;
    va_start(ap, fmt);
    if (vasprintf(&r->text, fmt, ap) < 0)
        r->text = NULL;
    va_end(ap);
    r->style = s;
    r->indent = (unsigned char)indent;
    return r;
}

/* Columns of a line that begins at `indent`, however wide the pane is: of paragraphs one longer than MEASURE is tiring,
 * a sentence that stands alone may have SENTENCE. */
static int measure(const struct pane *p, int indent, int most)
{
    int width = p->w < most ? p->w : most;
    return width - indent > 8 ? width - indent : 8;
}

void pane_wrap(struct pane *p, enum style s, int indent, const char *text)
{
    int width = measure(p, indent, SENTENCE);
    size_t next, used;
    do {
        used = term_break(text, width, &next);
        if (next)
            pane_text(p, s, indent, "%.*s", (int)used, text);
        text += next;
    } while (next && *text);
}

void pane_say(struct pane *p, enum style s, int indent, const char *fmt, ...)
{
    char *text;
    va_list ap;
    va_start(ap, fmt);
    int n = vasprintf(&text, fmt, ap);
    va_end(ap);
    if (n < 0)
        return;
    pane_wrap(p, s, indent, text);
    free(text);
}

static void add_parts(struct pane *p, enum style s, int indent, const char *text)
{
    size_t before = p->n;
    if (*text)
        pane_wrap(p, s, indent, text);
    for (size_t k = before; k < p->n; k++)
        p->rows[k].part = 1;
}

void pane_item(struct pane *p, int kind, int n, int head, const json_t *item, const char *text)
{
    size_t next, used = term_break(text, measure(p, head, SENTENCE), &next);
    struct row *r = pane_add(p, kind, n);
    r->item = item;
    r->text = strndup(text, used);
    if (next)
        add_parts(p, STYLE_TEXT, head, text + next);
}

void pane_hang(struct pane *p, enum style s, int indent, const char *head, const char *text)
{
    int behind = indent + term_width(head);
    size_t next, used = term_break(text, measure(p, behind, SENTENCE), &next);
    pane_text(p, s, indent, "%s%.*s", head, (int)used, text);
    if (next)
        add_parts(p, s, behind, text + next);
}

void pane_blank(struct pane *p)
{
    if (p->n)
        pane_text(p, STYLE_TEXT, 0, "%s", "");
}

void pane_head(struct pane *p, const char *text, const char *right)
{
    struct row *r = pane_add(p, ROW_HEAD, (int)p->n);
    r->text = strdup(text);
    r->file = right && *right ? strdup(right) : NULL;
}

struct row *pane_status(struct pane *p, const char *status, const char *text, const char *right)
{
    struct row *r = pane_add(p, ROW_STATUS, (int)p->n);
    r->text = strdup(text);
    r->file = right && *right ? strdup(right) : NULL;
    r->sign = status_sign(status);
    r->style = status_style(status);
    return r;
}

/* Is the file that a compiler names one of the folder's? Its colours stand between the words. */
static char *located(const char *line, const char *dir, int *number)
{
    char name[128], *path = NULL, *plain = strdup(line);
    size_t n = 0;
    for (size_t k = 0; plain && line[k]; k++) {
        size_t esc = term_escape(line + k);
        if (esc)
            k += esc - 1;
        else
            plain[n++] = line[k];
    }
    if (plain)
        plain[n] = 0;
    *number = dir && plain ? text_location(plain, name, sizeof name) : 0;
    free(plain);
    if (!*number || asprintf(&path, "%s/%s", dir, name) < 0)
        return NULL;
    if (!access(path, R_OK))
        return path;
    free(path);
    return NULL;
}

/* One line with colours in it, wrapped; `path` (taken over) is where its first row leads to. */
static void log_line(struct pane *p, const char *line, int indent, int hang, int most, char *path, int number)
{
    enum style s = STYLE_TEXT;
    size_t next, used;
    do {
        used = term_break(line, measure(p, indent, most), &next);
        struct row *r = pane_add(p, ROW_LOG, (int)p->n);
        r->text = strndup(line, used);
        r->style = s;
        r->indent = (unsigned char)indent;
        if (path) {
            r->file = path;
            r->line = number;
            r->select = 1;
            path = NULL;
        }
        indent += hang;
        hang = 0;
        for (size_t k = 0; k < next; k++)
            if (line[k] == 27)
                s = text_log_style(line + k, s);
        line += next;
    } while (next && *line);
}

void pane_log(struct pane *p, const char *text, const char *dir)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        char *line = strndup(text, n);
        int number = 0;
        if (line && excerpt_gutter(line)) { /* the marks of an excerpt stand under what they point at */
            struct row *r = pane_add(p, ROW_LOG, (int)p->n);
            r->text = line;
            r->wide = 1;
            line = NULL;
        } else if (line && n) {
            char *path = located(line, dir, &number);
            log_line(p, line, 0, 2, SENTENCE, path, number);
        } else if (line) {
            pane_text(p, STYLE_TEXT, 0, "%s", "");
        }
        free(line);
        text += n + (text[n] == '\n');
    }
}

/* Lines that were only broken in the source file flow together, an empty one ends a paragraph, and
 * `code` gets its style: what questions and hints are written in. */
void pane_prose(struct pane *p, int indent, const char *text)
{
    size_t n = 0, len = strlen(text);
    char *flat = malloc(len * 5 + 1); /* a backtick becomes up to five bytes */
    int code = 0, lines = 0, blank = 0;
    for (size_t k = 0; flat && k < len; k++) {
        if (text[k] == ' ' || text[k] == '\t' || text[k] == '\n') {
            blank = 1;
            lines += text[k] == '\n';
            continue;
        }
        if (blank && n) {
            if (lines > 1) {
                flat[n] = 0;
                log_line(p, flat, indent, 0, MEASURE, NULL, 0);
                pane_blank(p);
                n = 0;
            } else {
                flat[n++] = ' ';
            }
        }
        blank = lines = 0;
        if (text[k] == '`')
            n += (size_t)sprintf(flat + n, (code = !code) ? "\033[36m" : "\033[0m");
        else
            flat[n++] = text[k];
    }
    if (flat && n) {
        flat[n] = 0;
        log_line(p, flat, indent, 0, MEASURE, NULL, 0);
    }
    free(flat);
}

void pane_markdown(struct pane *p, const char *text, int indent, int ascii)
{
    struct markdown *m = NULL, **docs;
    if (p->ndocs < MAX_DOCS)
        m = markdown_render(text, strlen(text), measure(p, indent, MEASURE), ascii);
    if (!m)
        return;
    if (!(docs = realloc(p->docs, (p->ndocs + 1) * sizeof *docs))) {
        markdown_free(m);
        return;
    }
    p->docs = docs;
    p->docs[p->ndocs++] = m;
    for (size_t k = 0; k < m->nlines; k++) {
        struct row *r = pane_add(p, ROW_MARKDOWN, (int)k);
        r->md = m;
        r->indent = (unsigned char)indent;
        r->wide = m->lines[k].lang != NULL;
    }
}

void pane_place(struct pane *p, int y, int x, int h, int w)
{
    int in = p->box ? 1 : 0;
    p->y = y + in;
    p->x = x + in + 2;
    p->h = h - 2 * in > 1 ? h - 2 * in : 1;
    p->w = w - 2 * in - 3 > 1 ? w - 2 * in - 3 : 1;
}

/* ---- sideways ------------------------------------------------------------------- */

static int row_width(const struct row *r)
{
    if (r->kind == ROW_MARKDOWN)
        return r->indent + r->md->lines[r->n].width;
    return r->indent + r->wide - 1 + (r->text ? term_width(r->text) : 0);
}

int pane_sideways(struct pane *p, int columns)
{
    int beyond = 0, was = p->left;
    for (size_t k = 0; k < p->n; k++) {
        int more = p->rows[k].wide ? row_width(&p->rows[k]) - p->w : 0;
        beyond = more > beyond ? more : beyond;
    }
    p->left += columns;
    p->left = p->left > beyond ? beyond : p->left;
    p->left = p->left < 0 ? 0 : p->left;
    return p->left != was;
}

/* ---- the mark ------------------------------------------------------------------- */

static long next_select(const struct pane *p, long from, int step)
{
    for (long k = from + step; k >= 0 && k < (long)p->n; k += step)
        if (p->rows[k].select)
            return k;
    return -1;
}

static long last_top(const struct pane *p)
{
    return (long)p->n > p->h ? (long)p->n - p->h : 0;
}

void pane_scroll(struct pane *p, long rows)
{
    p->top += rows;
    p->top = p->top < 0 ? 0 : p->top > last_top(p) ? last_top(p) : p->top;
    p->follow = p->follow && p->top == last_top(p);
}

static int in_sight(const struct pane *p, long k)
{
    return k >= p->top && k < p->top + p->h;
}

struct row *pane_row(struct pane *p)
{
    return p->cursor >= 0 && p->cursor < (long)p->n && in_sight(p, p->cursor) &&
                   p->rows[p->cursor].select
               ? &p->rows[p->cursor]
               : NULL;
}

static void bring_into_sight(struct pane *p)
{
    if (p->cursor < 0)
        return;
    if (p->cursor < p->top)
        p->top = p->cursor;
    if (p->cursor >= p->top + p->h)
        p->top = p->cursor - p->h + 1;
    /* what leads up to the first one is worth seeing */
    if (p->cursor < p->h && next_select(p, p->cursor, -1) < 0)
        p->top = 0;
}

void pane_mark(struct pane *p, int kind, int n)
{
    for (size_t k = 0; k < p->n; k++)
        if (p->rows[k].select && p->rows[k].kind == kind && p->rows[k].n == n) {
            p->cursor = (long)k;
            p->marked = 1;
            bring_into_sight(p);
            return;
        }
}

void pane_settle(struct pane *p)
{
    if (p->h < 1)
        p->h = 1;
    if (p->cursor >= (long)p->n)
        p->cursor = next_select(p, (long)p->n, -1);
    if (p->cursor >= 0 && !p->rows[p->cursor].select) {
        long down = next_select(p, p->cursor, 1);
        p->cursor = down >= 0 ? down : next_select(p, p->cursor, -1);
    }
    if (p->cursor < 0)
        p->cursor = next_select(p, -1, 1);
    if (p->follow)
        p->top = last_top(p);
    if (p->top > last_top(p))
        p->top = last_top(p);
    if (p->top < 0)
        p->top = 0;
}

/* Of a text that was wrapped all rows are seen, where there is room for them. */
static void whole_in_sight(struct pane *p)
{
    long end = p->cursor;
    while (end >= 0 && end + 1 < (long)p->n && p->rows[end + 1].part)
        end++;
    if (end >= p->top + p->h && end - p->cursor < p->h)
        p->top = end - p->h + 1;
}

static void step_one(struct pane *p, int way)
{
    long to = next_select(p, p->cursor < 0 && way < 0 ? 0 : p->cursor, way);
    if (p->cursor >= 0 && !in_sight(p, p->cursor)) {
        /* the mark was left behind while reading: begin with what is in sight */
        long edge = way > 0 ? p->top - 1 : p->top + p->h;
        long seen = next_select(p, edge, way);
        if (seen >= 0 && in_sight(p, seen)) {
            p->cursor = seen;
            return;
        }
    }
    if (to >= 0 && in_sight(p, to)) {
        p->cursor = to;
        return;
    }
    p->top += way;
    if (p->top < 0 || p->top > last_top(p)) {
        p->top -= way;
        return;
    }
    if (to >= 0 && in_sight(p, to))
        p->cursor = to;
}

static void step(struct pane *p, int way)
{
    step_one(p, way);
    if (in_sight(p, p->cursor))
        whole_in_sight(p);
}

static void page(struct pane *p, int way)
{
    long was = p->top, by = p->h > 2 ? p->h - 1 : 1, to;
    p->top += way * by;
    p->top = p->top < 0 ? 0 : p->top > last_top(p) ? last_top(p) : p->top;
    if (p->cursor < 0)
        return;
    if (p->top == was)
        to = way > 0 ? next_select(p, (long)p->n, -1) : next_select(p, -1, 1);
    else
        to = way > 0 ? next_select(p, p->top - 1, 1) : next_select(p, p->top + p->h, -1);
    if (to >= 0 && in_sight(p, to))
        p->cursor = to;
}

void pane_move(struct pane *p, enum action a)
{
    switch (a) {
    case ACTION_UP:
        step(p, -1);
        break;
    case ACTION_DOWN:
        step(p, 1);
        break;
    case ACTION_PAGE_UP:
        page(p, -1);
        break;
    case ACTION_PAGE_DOWN:
    case ACTION_READ_ON:
        page(p, 1);
        break;
    case ACTION_TOP:
        p->top = 0;
        p->cursor = next_select(p, -1, 1);
        break;
    case ACTION_BOTTOM:
        p->top = last_top(p);
        p->cursor = next_select(p, (long)p->n, -1);
        break;
    default:
        break;
    }
    p->follow = p->follow && p->top == last_top(p);
}
