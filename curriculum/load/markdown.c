/* markdown.c: md4c's callbacks drive the line writer of mdlines.c. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "markdown.h"
#include "mdlines.h"
#include "mdparse.h"
#include "runner/base/utf8.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64, MAX_CELLS = 20000 };

/* A quote or list item around the text. */
struct container {
    bool quote, marked; /* the marker was printed */
    bool ordered, tight;
    unsigned number;
    char marker[16];
};

struct render {
    struct md_out out;
    struct container stack[MAX_DEPTH];
    int depth, lists; /* containers in force; lists opened */
    struct {
        bool ordered, tight;
        unsigned next;
    } list[MAX_DEPTH];
    struct md_inline text;
    int strong, emph, code, heading, quotes, link; /* nesting of spans and blocks */
    bool told; /* links to pages are followed by their command */
    size_t quote_from;                             /* the outermost quote's first line */
    bool gap, tight_now;                           /* a blank line is due */
    /* code block */
    bool in_code, indented; /* indented: by blanks, not fenced */
    struct md_inline block;
    const char *lang;
    /* table */
    bool in_table, head;
    struct md_cell *cells;
    size_t ncells, cells_size, columns, rows;
    int align;
};

/* --- prefix and gaps ---------------------------------------------------------------------- */

/* Quote bars and list markers; those that would leave too little room are left out. */
static void put_prefix(void *ctx)
{
    struct render *r = ctx;
    struct md_out *o = &r->out;
    int room = o->width - 8;
    const char *bar = o->ascii ? "| " : "\u2502 ";
    for (int k = 0; k < r->depth; k++) {
        struct container *c = &r->stack[k];
        int width = c->quote ? 2 : utf8_text_width(c->marker, strlen(c->marker));
        bool marked = c->marked;
        c->marked = true;
        if (md_line_width(o) + width > room)
            continue;
        if (c->quote)
            md_line_add(o, bar, strlen(bar), MARKDOWN_MARKER, -1);
        else if (!marked)
            md_line_add(o, c->marker, strlen(c->marker), MARKDOWN_MARKER, -1);
        else
            md_line_pad(o, width, MARKDOWN_NORMAL);
    }
}

/* A blank line between blocks; not before the first line of a list item. */
static void put_gap(struct render *r)
{
    bool fresh_item = r->depth && !r->stack[r->depth - 1].quote && !r->stack[r->depth - 1].marked;
    if (r->gap && r->out.doc->nlines && !fresh_item)
        md_line_blank(&r->out);
    r->gap = false;
}

static enum markdown_style style_now(const struct render *r)
{
    if (r->code)
        return MARKDOWN_CODE;
    if (r->link >= 0)
        return MARKDOWN_LINK;
    if (r->heading)
        return r->heading == 1 ? MARKDOWN_H1 : r->heading == 2 ? MARKDOWN_H2 : MARKDOWN_H3;
    if (r->strong)
        return MARKDOWN_STRONG;
    if (r->emph)
        return MARKDOWN_EMPH;
    if (r->in_table && r->head)
        return MARKDOWN_TABLE;
    return r->quotes ? MARKDOWN_QUOTE : MARKDOWN_NORMAL;
}

static void flush_text(struct render *r)
{
    bool blank = true;
    for (size_t k = 0; k < r->text.n; k++)
        blank = blank && (r->text.text[k] == ' ' || r->text.text[k] == '\n');
    if (!blank) {
        put_gap(r);
        md_wrap(&r->out, &r->text);
    }
    md_inline_clear(&r->text);
}

/* --- blocks ------------------------------------------------------------------------------- */

static void add_heading(struct render *r)
{
    struct markdown *doc = r->out.doc;
    struct markdown_heading *grown =
        realloc(doc->headings, (doc->nheadings + 1) * sizeof *doc->headings);
    char *text = grown ? strndup(r->text.text ? r->text.text : "", r->text.n) : NULL;
    if (grown)
        doc->headings = grown;
    if (!text) {
        r->out.failed = true;
        return;
    }
    doc->headings[doc->nheadings++] = (struct markdown_heading){r->heading, doc->nlines, text};
}

static const char *keep_lang(struct render *r, const MD_ATTRIBUTE *a)
{
    struct markdown *doc = r->out.doc;
    char **grown = realloc(doc->langs, (doc->nlangs + 1) * sizeof *doc->langs);
    char *text = NULL;
    if (grown) {
        doc->langs = grown;
        text = strndup(a->text ? a->text : "", a->text ? a->size : 0);
    }
    if (!text) {
        r->out.failed = true;
        return "";
    }
    for (char *p = text; *p; p++)
        if ((unsigned char)*p <= 0x20 || (unsigned char)*p >= 0x7f)
            *p = 0; /* the first word, in ASCII */
    doc->langs[doc->nlangs++] = text;
    return text;
}

static void put_code_block(struct render *r)
{
    const char *p = r->block.text, *end = p ? p + r->block.n : p;
    put_gap(r);
    while (p && p < end && !r->out.failed) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        size_t n = (size_t)((stop ? stop : end) - p);
        md_code_line(&r->out, p, n, r->lang, r->indented ? MDPARSE_INDENT : 0);
        p += n + 1;
    }
    md_inline_clear(&r->block);
}

static void put_rule(struct render *r)
{
    const char *dash = r->out.ascii ? "-" : "\u2500";
    put_gap(r);
    md_line_begin(&r->out);
    for (int k = md_line_width(&r->out); k < r->out.width && !r->out.failed; k++)
        md_line_add(&r->out, dash, strlen(dash), MARKDOWN_RULE, -1);
}

static void free_cells(struct render *r)
{
    for (size_t k = 0; k < r->ncells; k++)
        md_inline_free(&r->cells[k].text);
    free(r->cells);
    r->cells = NULL;
    r->ncells = r->cells_size = r->columns = r->rows = 0;
}

static void add_cell(struct render *r)
{
    if (r->ncells >= MAX_CELLS)
        return;
    if (r->ncells == r->cells_size) {
        size_t want = r->cells_size ? r->cells_size * 2 : 32;
        struct md_cell *grown = realloc(r->cells, want * sizeof *grown);
        if (!grown) {
            r->out.failed = true;
            return;
        }
        r->cells = grown;
        r->cells_size = want;
    }
    r->cells[r->ncells++] = (struct md_cell){r->text, r->align};
    r->text = (struct md_inline){0}; /* the cell owns it now */
}

static void push(struct render *r, struct container c)
{
    if (r->depth < MAX_DEPTH)
        r->stack[r->depth] = c;
    r->depth++;
    if (r->depth > MAX_DEPTH)
        r->depth = MAX_DEPTH; /* deeper nesting is drawn at this depth */
}

static void push_item(struct render *r, const MD_BLOCK_LI_DETAIL *d)
{
    struct container c = {0};
    int k = (r->lists < MAX_DEPTH ? r->lists : MAX_DEPTH) - 1;
    if (k < 0)
        k = 0;
    c.tight = r->list[k].tight;
    if (d->is_task)
        snprintf(c.marker, sizeof c.marker, "[%c] ", d->task_mark == ' ' ? ' ' : 'x');
    else if (r->list[k].ordered)
        snprintf(c.marker, sizeof c.marker, "%u. ", r->list[k].next++);
    else
        snprintf(c.marker, sizeof c.marker, "%s ",
                 r->out.ascii ? (k % 2 ? "-" : "*") : (k % 2 ? "\u25e6" : "\u2022"));
    if (!c.tight && r->out.doc->nlines && r->gap)
        md_line_blank(&r->out);
    r->gap = false;
    push(r, c);
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *ctx)
{
    struct render *r = ctx;
    if (type != MD_BLOCK_TD && type != MD_BLOCK_TH && !r->in_table)
        flush_text(r);
    switch (type) {
    case MD_BLOCK_QUOTE:
        put_gap(r);
        if (!r->quotes)
            r->quote_from = r->out.doc->nlines;
        push(r, (struct container){.quote = true, .marked = true});
        r->quotes++;
        break;
    case MD_BLOCK_UL:
    case MD_BLOCK_OL: {
        int k = r->lists < MAX_DEPTH ? r->lists : MAX_DEPTH - 1;
        if (r->lists == 0)
            put_gap(r);
        r->gap = false;
        r->list[k].ordered = type == MD_BLOCK_OL;
        r->list[k].tight = type == MD_BLOCK_OL ? ((MD_BLOCK_OL_DETAIL *)detail)->is_tight
                                               : ((MD_BLOCK_UL_DETAIL *)detail)->is_tight;
        r->list[k].next = type == MD_BLOCK_OL ? ((MD_BLOCK_OL_DETAIL *)detail)->start : 1;
        r->lists++;
        break;
    }
    case MD_BLOCK_LI:
        push_item(r, detail);
        break;
    case MD_BLOCK_H:
        r->heading = (int)((MD_BLOCK_H_DETAIL *)detail)->level;
        break;
    case MD_BLOCK_CODE:
        r->in_code = true;
        r->indented = !((MD_BLOCK_CODE_DETAIL *)detail)->fence_char;
        r->lang = keep_lang(r, &((MD_BLOCK_CODE_DETAIL *)detail)->lang);
        break;
    case MD_BLOCK_TABLE:
        r->in_table = true;
        r->columns = ((MD_BLOCK_TABLE_DETAIL *)detail)->col_count;
        break;
    case MD_BLOCK_THEAD:
        r->head = true;
        break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD: {
        MD_ALIGN a = ((MD_BLOCK_TD_DETAIL *)detail)->align;
        r->align = a == MD_ALIGN_CENTER ? 1 : a == MD_ALIGN_RIGHT ? 2 : 0;
        break;
    }
    default:
        break;
    }
    return r->out.failed;
}

/* The quote that ends here, if it answers something. */
static void keep_answer(struct render *r)
{
    struct markdown *doc = r->out.doc;
    if (r->out.failed || r->quote_from >= doc->nlines)
        return;
    const char *text = doc->lines[r->quote_from].text;
    while (*text && !isalpha((unsigned char)*text)) /* the quote's bar */
        text++;
    if (strncmp(text, "Answer", 6) || isalpha((unsigned char)text[6]))
        return;
    struct markdown_answer *grown = realloc(doc->answers, (doc->nanswers + 1) * sizeof *grown);
    if (!grown) {
        r->out.failed = true;
        return;
    }
    doc->answers = grown;
    doc->answers[doc->nanswers++] = (struct markdown_answer){r->quote_from, doc->nlines};
}

static void leave_quote(struct render *r)
{
    flush_text(r);
    r->quotes--;
    if (!r->quotes)
        keep_answer(r);
    if (r->depth)
        r->depth--;
    r->gap = true;
}

static void leave_item(struct render *r)
{
    flush_text(r);
    if (!r->depth)
        return;
    if (!r->stack[r->depth - 1].quote && !r->stack[r->depth - 1].marked)
        md_line_begin(&r->out); /* an empty item still shows its marker */
    r->gap = !r->stack[r->depth - 1].tight;
    r->depth--;
}

static void leave_table(struct render *r)
{
    r->in_table = false;
    put_gap(r);
    if (r->columns)
        md_table(&r->out, r->cells, r->ncells / r->columns, r->columns);
    free_cells(r);
    r->gap = true;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *ctx)
{
    struct render *r = ctx;
    (void)detail;
    switch (type) {
    case MD_BLOCK_P:
        flush_text(r);
        r->gap = true;
        break;
    case MD_BLOCK_H:
        put_gap(r);
        add_heading(r);
        flush_text(r);
        r->heading = 0;
        r->gap = true;
        break;
    case MD_BLOCK_CODE:
        r->in_code = false;
        put_code_block(r);
        r->gap = true;
        break;
    case MD_BLOCK_HR:
        put_rule(r);
        r->gap = true;
        break;
    case MD_BLOCK_QUOTE:
        leave_quote(r);
        break;
    case MD_BLOCK_LI:
        leave_item(r);
        break;
    case MD_BLOCK_UL:
    case MD_BLOCK_OL:
        r->lists--;
        r->gap = r->lists == 0 || r->gap;
        break;
    case MD_BLOCK_THEAD:
        r->head = false;
        break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
        add_cell(r);
        break;
    case MD_BLOCK_TABLE:
        leave_table(r);
        break;
    default:
        break;
    }
    return r->out.failed;
}

/* --- spans and text ----------------------------------------------------------------------- */

static int keep_link(struct render *r, const MD_ATTRIBUTE *a)
{
    struct markdown *doc = r->out.doc;
    struct md_inline clean = {0};
    char **grown = realloc(doc->links, (doc->nlinks + 1) * sizeof *doc->links);
    if (!grown || doc->nlinks >= INT_MAX - 1) {
        r->out.failed = true;
        return -1;
    }
    doc->links = grown;
    md_inline_add(&r->out, &clean, a->text ? a->text : "", a->text ? a->size : 0, MARKDOWN_LINK,
                  -1);
    char *text = strndup(clean.text ? clean.text : "", clean.n);
    md_inline_free(&clean);
    if (!text) {
        r->out.failed = true;
        return -1;
    }
    doc->links[doc->nlinks] = text;
    return (int)doc->nlinks++;
}

static int enter_span(MD_SPANTYPE type, void *detail, void *ctx)
{
    struct render *r = ctx;
    switch (type) {
    case MD_SPAN_STRONG:
        r->strong++;
        break;
    case MD_SPAN_EM:
        r->emph++;
        break;
    case MD_SPAN_CODE:
        r->code++;
        break;
    case MD_SPAN_A:
        r->link = keep_link(r, &((MD_SPAN_A_DETAIL *)detail)->href);
        break;
    default:
        break;
    }
    return r->out.failed;
}

bool markdown_is_page(const char *link)
{
    return !strncmp(link, "ridge:", MARKDOWN_PAGE);
}

/* " (`ridge show 'w01-roofline#Two roofs'`)" behind a link's text. */
static void tell_page(struct render *r, const char *page)
{
    char command[400];
    const char *quote = strchr(page, ' ') || strchr(page, '(') ? "'" : "";
    quote = *quote && strchr(page, '\'') ? "\"" : quote;
    int n = snprintf(command, sizeof command, "ridge show %s%s%s", quote, page, quote);
    if (n >= (int)sizeof command)
        return;
    md_inline_add(&r->out, &r->text, " (", 2, style_now(r), -1);
    r->code++;
    md_inline_add(&r->out, &r->text, command, (size_t)n, style_now(r), -1);
    r->code--;
    md_inline_add(&r->out, &r->text, ")", 1, style_now(r), -1);
}

static void leave_link(struct render *r)
{
    const char *link = r->link >= 0 ? r->out.doc->links[r->link] : "";
    r->link = -1;
    if (r->told && markdown_is_page(link))
        tell_page(r, link + MARKDOWN_PAGE);
}

static int leave_span(MD_SPANTYPE type, void *detail, void *ctx)
{
    struct render *r = ctx;
    (void)detail;
    switch (type) {
    case MD_SPAN_STRONG:
        r->strong--;
        break;
    case MD_SPAN_EM:
        r->emph--;
        break;
    case MD_SPAN_CODE:
        r->code--;
        break;
    case MD_SPAN_A:
        leave_link(r);
        break;
    default:
        break;
    }
    return r->out.failed;
}

/* "&lt;" and its like; an unknown one stays as typed. */
static void add_entity(struct render *r, const char *p, size_t n)
{
    char text[MDPARSE_ENTITY];
    size_t len = mdparse_entity(p, n, text);
    md_inline_add(&r->out, &r->text, len ? text : p, len ? len : n, style_now(r), r->link);
}

static void add_raw(struct render *r, const char *p, size_t n)
{
    struct md_inline *t = &r->block;
    if (t->n + n > t->size) {
        size_t want = t->size ? t->size : 256;
        while (want < t->n + n)
            want *= 2;
        char *grown = realloc(t->text, want);
        if (!grown) {
            r->out.failed = true;
            return;
        }
        t->text = grown;
        t->size = want;
    }
    if (n)
        memcpy(t->text + t->n, p, n);
    t->n += n;
}

static int put_text(MD_TEXTTYPE type, const MD_CHAR *p, MD_SIZE n, void *ctx)
{
    struct render *r = ctx;
    if (r->in_code) {
        add_raw(r, type == MD_TEXT_NULLCHAR ? "\0" : p, type == MD_TEXT_NULLCHAR ? 1 : n);
        return r->out.failed;
    }
    switch (type) {
    case MD_TEXT_NULLCHAR:
        md_inline_add(&r->out, &r->text, "\0", 1, style_now(r), r->link);
        break;
    case MD_TEXT_BR:
        md_inline_add(&r->out, &r->text, "\n", 1, style_now(r), r->link);
        break;
    case MD_TEXT_SOFTBR:
        md_inline_add(&r->out, &r->text, " ", 1, style_now(r), r->link);
        break;
    case MD_TEXT_ENTITY:
        add_entity(r, p, n);
        break;
    default:
        for (MD_SIZE k = 0, from = 0; k <= n; k++) {
            if (k < n && p[k] != '\n')
                continue;
            md_inline_add(&r->out, &r->text, p + from, k - from, style_now(r), r->link);
            if (k < n)
                md_inline_add(&r->out, &r->text, " ", 1, style_now(r), r->link);
            from = k + 1;
        }
    }
    return r->out.failed;
}

/* --- the whole ---------------------------------------------------------------------------- */

static struct markdown *render(const char *text, size_t size, int width, bool ascii, bool told)
{
    const MD_PARSER parser = {
        .enter_block = enter_block,
        .leave_block = leave_block,
        .enter_span = enter_span,
        .leave_span = leave_span,
        .text = put_text,
    };
    struct render *r = calloc(1, sizeof *r);
    struct markdown *doc = calloc(1, sizeof *doc);
    if (!r || !doc) {
        free(r);
        free(doc);
        return NULL;
    }
    r->link = -1;
    r->told = told;
    r->out = (struct md_out){.doc = doc,
                             .width = width < MARKDOWN_MIN_WIDTH ? MARKDOWN_MIN_WIDTH : width,
                             .ascii = ascii,
                             .prefix = put_prefix,
                             .ctx = r};
    if (mdparse(text, size, &parser, r))
        r->out.failed = true;
    flush_text(r);
    bool failed = r->out.failed;
    free_cells(r);
    md_inline_free(&r->text);
    md_inline_free(&r->block);
    free(r);
    if (failed) {
        markdown_free(doc);
        return NULL;
    }
    return doc;
}

struct markdown *markdown_render(const char *text, size_t size, int width, bool ascii)
{
    return render(text, size, width, ascii, false);
}

struct markdown *markdown_render_told(const char *text, size_t size, int width, bool ascii)
{
    return render(text, size, width, ascii, true);
}

void markdown_free(struct markdown *m)
{
    if (!m)
        return;
    for (size_t k = 0; k < m->nlines; k++) {
        free(m->lines[k].text);
        free(m->lines[k].spans);
    }
    for (size_t k = 0; k < m->nheadings; k++)
        free(m->headings[k].text);
    for (size_t k = 0; k < m->nlinks; k++)
        free(m->links[k]);
    for (size_t k = 0; k < m->nlangs; k++)
        free(m->langs[k]);
    free(m->lines);
    free(m->headings);
    free(m->answers);
    free(m->links);
    free(m->langs);
    free(m);
}
