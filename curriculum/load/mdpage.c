/* mdpage.c: md4c's callbacks write a page's body. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "mdpage.h"
#include "mdparse.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINK = 400, MAX_ID = 160, LEVELS = 6, SEEN = 400 };

struct page {
    struct mdpage *p;
    struct text *out;   /* where text goes now: the page, or `quote` */
    struct text *whole; /* the page */
    struct text quote;  /* the outermost quote, until it is known whether it answers something */
    struct text plain;  /* of a heading or the outermost quote: its text without markup */
    struct text span;   /* of code: its text, which may come in pieces */
    struct text inner;  /* of a heading: its markup */
    int quotes, heading, images;
    bool code, linked, dropped; /* dropped: a link that leads nowhere */
    char section[MAX_ID];       /* the id of the last h2 */
    char *seen[SEEN];           /* ids that are taken */
    int nseen;
};

/* --- ids ----------------------------------------------------------------------------------- */

void mdpage_id(const char *heading, char *ret, size_t n)
{
    size_t k = 0;
    bool gap = false;
    for (const char *p = heading; *p && k + 3 < n; p++) {
        if (*p == '/') {
            gap = false;
            ret[k++] = '-';
            ret[k++] = '-';
        } else if (isascii((unsigned char)*p) && isalnum((unsigned char)*p)) {
            if (gap && k && ret[k - 1] != '-')
                ret[k++] = '-';
            ret[k++] = (char)tolower((unsigned char)*p);
            gap = false;
        } else {
            gap = true;
        }
    }
    ret[k] = 0;
    if (!k || !isalpha((unsigned char)*ret)) { /* XML's ids begin with a letter */
        memmove(ret + 2, ret, k + 1 < n - 2 ? k + 1 : n - 2);
        memcpy(ret, "s-", 2);
        ret[n - 1] = 0;
    }
}

/* The heading's id, below the section it stands in; one that is taken gets a number. */
static void heading_id(struct page *g, int level, char ret[MAX_ID])
{
    char own[MAX_ID / 2], path[MAX_ID];
    mdpage_id(text_str(&g->plain), own, sizeof own);
    snprintf(path, sizeof path, level > 2 && *g->section ? "%s--%s" : "%.0s%s", g->section, own);
    snprintf(ret, MAX_ID, "%s", path);
    for (int k = 0, again = 2; k < g->nseen; k++)
        if (!strcmp(g->seen[k], ret)) {
            snprintf(ret, MAX_ID, "%.*s-%d", MAX_ID - 8, path, again++);
            k = -1;
        }
    if (g->nseen < SEEN)
        g->seen[g->nseen++] = strdup(ret);
    if (level == 2)
        snprintf(g->section, sizeof g->section, "%s", own);
}

static void leave_heading(struct page *g)
{
    int level = g->heading, shown = level + g->p->shift;
    char id[MAX_ID];
    g->heading = 0;
    if (level == 1 && g->p->untitled) {
        if (g->p->title)
            text_add_markup(g->p->title, text_str(&g->plain), g->plain.len);
    } else {
        heading_id(g, level, id);
        shown = shown > LEVELS ? LEVELS : shown;
        text_addf(g->out, "<h%d id=\"%s\">%s</h%d>\n", shown, id, text_str(&g->inner), shown);
    }
    text_finish(&g->inner);
    text_finish(&g->plain);
}

/* --- quotes -------------------------------------------------------------------------------- */

/* "Answer: …", "Answer (2): …" */
static bool answers(const char *plain)
{
    plain += strspn(plain, " \n");
    return !strncmp(plain, "Answer", 6) && !isalpha((unsigned char)plain[6]);
}

static void leave_quote(struct page *g)
{
    if (--g->quotes) {
        text_addf(g->out, "</blockquote>\n");
        return;
    }
    g->out = g->whole;
    const char *body = text_str(&g->quote);
    if (!answers(text_str(&g->plain))) {
        text_addf(g->out, "<blockquote>\n%s</blockquote>\n", body);
    } else if (g->p->answers) {
        int n = ++g->p->nanswers;
        text_addf(g->out, "<p class=\"fold\" id=\"asked-%d\"><a href=\"#answer-%d\">Answer %d</a></p>\n", n, n, n);
        text_addf(g->p->answers, "<div id=\"answer-%d\"><p class=\"fold\"><a href=\"#asked-%d\">%d</a></p>\n%s</div>\n",
                  n, n, n, body);
    } else {
        text_addf(g->out, "<details><summary>Answer</summary>\n%s</details>\n", body);
    }
    text_finish(&g->quote);
    text_finish(&g->plain);
}

/* --- blocks -------------------------------------------------------------------------------- */

static void open_list(struct page *g, const MD_BLOCK_OL_DETAIL *d)
{
    if (d->start == 1)
        text_addf(g->out, "<ol>\n");
    else
        text_addf(g->out, "<ol start=\"%u\">\n", d->start);
}

static void open_code(struct page *g, const MD_ATTRIBUTE *lang)
{
    size_t n = 0;
    while (lang->text && n < lang->size && (isalnum((unsigned char)lang->text[n]) || strchr("+-_", lang->text[n])))
        n++;
    if (n)
        text_addf(g->out, "<pre class=\"code %.*s\"><code>", (int)n, lang->text);
    else
        text_addf(g->out, "<pre><code>");
}

static void open_cell(struct page *g, const char *tag, const MD_BLOCK_TD_DETAIL *d)
{
    const char *class = d->align == MD_ALIGN_RIGHT ? " class=\"n\"" : d->align == MD_ALIGN_CENTER ? " class=\"m\"" : "";
    text_addf(g->out, "<%s%s>", tag, class);
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *ctx)
{
    struct page *g = ctx;
    switch (type) {
    case MD_BLOCK_QUOTE:
        if (!g->quotes++)
            g->out = &g->quote;
        else
            text_addf(g->out, "<blockquote>\n");
        break;
    case MD_BLOCK_UL: text_addf(g->out, "<ul>\n"); break;
    case MD_BLOCK_OL: open_list(g, detail); break;
    case MD_BLOCK_LI: {
        const MD_BLOCK_LI_DETAIL *d = detail;
        text_addf(g->out, "<li>%s", !d->is_task ? "" : d->task_mark == ' ' ? "\u2610 " : "\u2611 ");
        break;
    }
    case MD_BLOCK_H: g->heading = (int)((MD_BLOCK_H_DETAIL *)detail)->level; break;
    case MD_BLOCK_CODE: open_code(g, &((MD_BLOCK_CODE_DETAIL *)detail)->lang); break;
    case MD_BLOCK_P: text_addf(g->out, "<p>"); break;
    case MD_BLOCK_HR: text_addf(g->out, "<hr/>\n"); break;
    case MD_BLOCK_TABLE: text_addf(g->out, "<div class=\"t\"><table>\n"); break;
    case MD_BLOCK_THEAD: text_addf(g->out, "<thead>"); break;
    case MD_BLOCK_TBODY: text_addf(g->out, "<tbody>"); break;
    case MD_BLOCK_TR: text_addf(g->out, "<tr>"); break;
    case MD_BLOCK_TH: open_cell(g, "th", detail); break;
    case MD_BLOCK_TD: open_cell(g, "td", detail); break;
    default: break;
    }
    return 0;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *ctx)
{
    static const char *const ends[] = {
        [MD_BLOCK_UL] = "</ul>\n",    [MD_BLOCK_OL] = "</ol>\n",         [MD_BLOCK_LI] = "</li>\n",
        [MD_BLOCK_P] = "</p>\n",      [MD_BLOCK_CODE] = "</code></pre>\n", [MD_BLOCK_TABLE] = "</table></div>\n",
        [MD_BLOCK_TR] = "</tr>\n",    [MD_BLOCK_THEAD] = "</thead>\n",   [MD_BLOCK_TBODY] = "</tbody>\n",
        [MD_BLOCK_TH] = "</th>",      [MD_BLOCK_TD] = "</td>",
    };
    struct page *g = ctx;
    (void)detail;
    if (type == MD_BLOCK_H)
        leave_heading(g);
    else if (type == MD_BLOCK_QUOTE)
        leave_quote(g);
    else if ((size_t)type < sizeof ends / sizeof *ends && ends[type])
        text_addf(g->out, "%s", ends[type]);
    return 0;
}

/* --- spans and text ------------------------------------------------------------------------ */

static struct text *inline_out(struct page *g)
{
    return g->heading ? &g->inner : g->out;
}

/* An address as it may stand in a page of ours. */
static bool leads(const struct page *g, const char *link, bool code, char ret[MAX_LINK])
{
    if (g->p->leads && g->p->leads(link, code, ret, MAX_LINK, g->p->data))
        return true;
    if (code || (strncmp(link, "https://", 8) && strncmp(link, "http://", 7)))
        return false;
    return snprintf(ret, MAX_LINK, "%s", link) < MAX_LINK;
}

static void open_link(struct page *g, const MD_ATTRIBUTE *href)
{
    char link[MAX_LINK], to[MAX_LINK];
    snprintf(link, sizeof link, "%.*s", href->text ? (int)href->size : 0, href->text ? href->text : "");
    g->linked = true;
    g->dropped = !leads(g, link, false, to);
    if (g->dropped)
        return;
    text_addf(inline_out(g), "<a href=\"");
    text_add_markup(inline_out(g), to, strlen(to));
    text_addf(inline_out(g), "\">");
}

/* `w31-fp8-kquant` leads to that lab, if the book has it. */
static void leave_code(struct page *g)
{
    char to[MAX_LINK];
    struct text *out = inline_out(g);
    bool link = !g->linked && leads(g, text_str(&g->span), true, to);
    g->code = false;
    if (link) {
        text_addf(out, "<a href=\"");
        text_add_markup(out, to, strlen(to));
        text_addf(out, "\">");
    }
    text_addf(out, "<code>");
    text_add_markup(out, text_str(&g->span), g->span.len);
    text_addf(out, link ? "</code></a>" : "</code>");
    text_finish(&g->span);
}

static int enter_span(MD_SPANTYPE type, void *detail, void *ctx)
{
    struct page *g = ctx;
    switch (type) {
    case MD_SPAN_STRONG: text_addf(inline_out(g), "<strong>"); break;
    case MD_SPAN_EM: text_addf(inline_out(g), "<em>"); break;
    case MD_SPAN_DEL: text_addf(inline_out(g), "<del>"); break;
    case MD_SPAN_A: open_link(g, &((MD_SPAN_A_DETAIL *)detail)->href); break;
    case MD_SPAN_CODE: g->code = true; break;
    default: break;
    }
    return 0;
}

static int leave_span(MD_SPANTYPE type, void *detail, void *ctx)
{
    struct page *g = ctx;
    (void)detail;
    switch (type) {
    case MD_SPAN_STRONG: text_addf(inline_out(g), "</strong>"); break;
    case MD_SPAN_EM: text_addf(inline_out(g), "</em>"); break;
    case MD_SPAN_DEL: text_addf(inline_out(g), "</del>"); break;
    case MD_SPAN_CODE: leave_code(g); break;
    case MD_SPAN_A:
        if (!g->dropped)
            text_addf(inline_out(g), "</a>");
        g->linked = g->dropped = false;
        break;
    default: break;
    }
    return 0;
}

static int put_text(MD_TEXTTYPE type, const MD_CHAR *p, MD_SIZE n, void *ctx)
{
    struct page *g = ctx;
    char entity[MDPARSE_ENTITY];
    size_t len;
    if (type == MD_TEXT_BR) {
        text_addf(inline_out(g), "<br/>\n");
        return 0;
    }
    if (type == MD_TEXT_SOFTBR) {
        p = "\n";
        n = 1;
    } else if (type == MD_TEXT_NULLCHAR) {
        p = "\ufffd";
        n = 3;
    } else if (type == MD_TEXT_ENTITY && (len = mdparse_entity(p, n, entity))) {
        p = entity;
        n = (MD_SIZE)len;
    }
    if (g->heading || g->quotes)
        text_add(&g->plain, p, n);
    if (g->code)
        text_add(&g->span, p, n);
    else
        text_add_markup(inline_out(g), p, n);
    return 0;
}

int mdpage_add(struct mdpage *p, const char *text, size_t size, struct text *to)
{
    const MD_PARSER callbacks = {
        .enter_block = enter_block,
        .leave_block = leave_block,
        .enter_span = enter_span,
        .leave_span = leave_span,
        .text = put_text,
    };
    struct page g = { .p = p, .out = to, .whole = to };
    int rc = mdparse(text, size, &callbacks, &g);
    text_finish(&g.quote);
    text_finish(&g.inner);
    text_finish(&g.plain);
    text_finish(&g.span);
    while (g.nseen)
        free(g.seen[--g.nseen]);
    return rc;
}
