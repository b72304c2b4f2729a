/* leaf.c: one page of the book as a document. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "curriculum/load/mdpage.h"
#include "leaf.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"

enum { SEED = 0x626f6f6b }; /* of the book's questions: nobody's number */

struct writing {
    struct app *a;
    const struct book *b;
    const struct leaf *leaf;
    enum leaf_form form;
    struct text *to;
    struct text answers; /* of an EPUB: they stand at the page's end */
    int nanswers;
};

const char *leaf_ending(enum leaf_form form)
{
    return form == LEAF_EPUB ? ".xhtml" : ".html";
}

const char leaf_style[] =
    "/* Ridge's book */\n"
    ":root{color-scheme:light dark}\n"
    "body{max-width:42em;margin:0 auto;padding:.5em 1em 3em;line-height:1.5;font-family:Georgia,\"DejaVu Serif\",serif;"
    "overflow-wrap:break-word}\n"
    "h1,h2,h3,h4,nav,table,summary,.ask b{font-family:system-ui,\"DejaVu Sans\",sans-serif;line-height:1.25}\n"
    "h2{margin-top:2em;border-bottom:1px solid #bbb}\n"
    "code,pre{font-family:ui-monospace,\"DejaVu Sans Mono\",monospace;font-size:.88em}\n"
    "pre{overflow-x:auto;background:#f4f4f4;padding:.6em;line-height:1.3}\n"
    ".t{overflow-x:auto}table{border-collapse:collapse;font-size:.9em}th,td{padding:.2em .7em;text-align:left;"
    "vertical-align:top;border-bottom:1px solid #ccc}td.n,th.n{text-align:right}td.m,th.m{text-align:center}\n"
    "blockquote{margin-left:0;padding-left:1em;border-left:.25em solid #bbb}\n"
    "details{border:1px solid #bbb;border-radius:.3em;padding:.3em .7em;margin:.6em 0}summary{cursor:pointer}\n"
    "nav{display:flex;gap:1em;justify-content:space-between;font-size:.9em}nav ol{list-style:none;padding-left:1em}\n"
    "nav.contents{display:block;font-size:1em;line-height:1.6}nav.contents>ol{padding-left:0}"
    "nav.contents>ol>li>a{font-weight:bold}"
    ".ask{white-space:pre-line}.note{color:#555;font-size:.9em}\n"
    "@media (prefers-color-scheme:dark){body{background:#16181b;color:#ddd}a{color:#8bf}pre{background:#212428}"
    ".note{color:#aaa}th,td{border-color:#444}}\n"
    "@media print{body{max-width:none}nav:not(.contents){display:none}"
    "pre{white-space:pre-wrap}h1,h2,h3{break-after:avoid}"
    "pre,table,details{break-inside:avoid}}\n";

void leaf_begin(const char *title, enum leaf_form form, struct text *to)
{
    text_addf(to, "%s<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\"%s>\n<head>\n%s<title>",
              form == LEAF_EPUB ? "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n" : "",
              form == LEAF_EPUB ? " xml:lang=\"en\" xmlns:epub=\"http://www.idpf.org/2007/ops\"" : "",
              "<meta charset=\"utf-8\"/>\n");
    text_add_markup(to, title, strlen(title));
    text_addf(to, "</title>\n%s<link rel=\"stylesheet\" type=\"text/css\" href=\"book.css\"/>\n</head>\n<body>\n",
              form == LEAF_EPUB ? "" : "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n");
}

void leaf_end(struct text *to)
{
    text_addf(to, "</body>\n</html>\n");
}

static void plain(struct text *to, const char *s)
{
    text_add_markup(to, s, strlen(s));
}

/* ---- links ------------------------------------------------------------------------------------------------ */

/* `w31-fp8-kquant` in code; [text](ridge:g02-memspaces#Mechanism/The chase). */
static bool leads(const char *link, bool code, char *ret, size_t n, void *data)
{
    const struct writing *w = data;
    const char *at = code ? link : !strncmp(link, "ridge:", 6) ? link + 6 : NULL;
    char id[128], section[160] = "";
    if (!at)
        return false;
    const char *hash = code ? NULL : strchr(at, '#');
    snprintf(id, sizeof id, "%.*s", hash ? (int)(hash - at) : (int)strlen(at), at);
    const struct leaf *l = leaf_of(w->b, id);
    if (!l || l == w->leaf || (code && l->kind == LEAF_GLOSSARY))
        return false;
    if (hash)
        mdpage_id(hash + 1, section, sizeof section);
    return snprintf(ret, n, "%s%s%s%s", l->name, leaf_ending(w->form), hash ? "#" : "", section) < (int)n;
}

static void link_to(struct writing *w, size_t k, const char *words)
{
    text_addf(w->to, "<a href=\"%s%s\">", w->b->leaf[k].name, leaf_ending(w->form));
    plain(w->to, words);
    text_addf(w->to, "</a>");
}

/* A browser has no buttons for a book; a reader of EPUBs has. */
static void add_nav(struct writing *w, size_t k)
{
    if (w->form == LEAF_EPUB)
        return;
    text_addf(w->to, "<nav><span>");
    if (k)
        link_to(w, k - 1, w->b->leaf[k - 1].title);
    text_addf(w->to, "</span><a href=\"index.html\">Contents</a><span>");
    if (k + 1 < w->b->n)
        link_to(w, k + 1, w->b->leaf[k + 1].title);
    text_addf(w->to, "</span></nav>\n");
}

void leaf_contents(const struct book *b, enum leaf_form form, struct text *to)
{
    int depth = -1;
    for (size_t k = 0; k < b->n; k++) {
        const struct leaf *l = &b->leaf[k];
        for (; depth < l->depth; depth++)
            text_addf(to, "<ol>\n");
        if (k && l->depth <= b->leaf[k - 1].depth)
            text_addf(to, "</li>\n");
        for (; depth > l->depth; depth--)
            text_addf(to, "</ol></li>\n");
        text_addf(to, "<li><a href=\"%s%s\">", l->name, leaf_ending(form));
        plain(to, l->title);
        text_addf(to, "</a>");
    }
    for (; depth >= 0; depth--)
        text_addf(to, "</li></ol>\n");
}

/* ---- questions -------------------------------------------------------------------------------------------- */

/* `marks`: an attribute, or "". */
static void add_list(struct writing *w, const json_t *list, const char *tag, const char *marks)
{
    size_t k;
    const json_t *o;
    if (!json_array_size(list))
        return;
    text_addf(w->to, "<%s%s>\n", tag, marks);
    json_array_foreach(list, k, o) {
        text_addf(w->to, "<li>");
        plain(w->to, json_string_value(o));
        text_addf(w->to, "</li>\n");
    }
    text_addf(w->to, "</%s>\n", tag);
}

/* A table to be filled in. */
static void add_empty_table(struct writing *w, const json_t *q)
{
    const json_t *rows = json_object_get(q, "rows"), *columns = json_object_get(q, "columns"), *o;
    size_t k, c;
    if (!json_array_size(rows))
        return;
    text_addf(w->to, "<div class=\"t\"><table><thead><tr><th></th>");
    json_array_foreach(columns, c, o) {
        text_addf(w->to, "<th>");
        plain(w->to, json_string_value(o));
        text_addf(w->to, "</th>");
    }
    text_addf(w->to, "</tr></thead><tbody>\n");
    json_array_foreach(rows, k, o) {
        text_addf(w->to, "<tr><td>");
        plain(w->to, json_string_value(o));
        text_addf(w->to, "</td>");
        for (c = 0; c < json_array_size(columns); c++)
            text_addf(w->to, "<td>\u2026</td>");
        text_addf(w->to, "</tr>\n");
    }
    text_addf(w->to, "</tbody></table></div>\n");
}

static void paragraph(struct text *to, const char *class, const char *s)
{
    if (!*s)
        return;
    text_addf(to, "<p class=\"%s\">", class);
    plain(to, s);
    text_addf(to, "</p>\n");
}

/* What is right, and why. */
static void add_solution(const json_t *q, struct text *to)
{
    size_t k;
    const json_t *o, *rubric = json_object_get(q, "rubric");
    if (!json_array_size(rubric)) {
        paragraph(to, "ask", js_text(q, "expected"));
    } else {
        text_addf(to, "<p>A good text has:</p>\n<ul>\n");
        json_array_foreach(rubric, k, o) {
            text_addf(to, "<li>");
            plain(to, json_string_value(o));
            text_addf(to, "</li>\n");
        }
        text_addf(to, "</ul>\n");
    }
    paragraph(to, "ask", js_text(q, "worked"));
}

static void add_question(struct writing *w, const json_t *q, size_t number)
{
    static const char *const notes[] = { "names", "about", "title", "from" };
    const char *unit = figure_unit(js_text(q, "unit"));
    text_addf(w->to, "<p class=\"ask\"><b>%zu.</b> ", number);
    plain(w->to, js_text(q, "ask"));
    if (*unit) {
        text_addf(w->to, " [");
        plain(w->to, unit);
        text_addf(w->to, "]");
    }
    text_addf(w->to, "</p>\n");
    for (size_t k = 0; k < sizeof notes / sizeof *notes; k++)
        paragraph(w->to, "note", js_text(q, notes[k]));
    add_list(w, json_object_get(q, "options"), "ul", "");
    add_list(w, json_object_get(q, "items"), "ul", "");
    add_list(w, json_object_get(q, "lines"), "ol", "");
    add_list(w, json_object_get(q, "claims"), "ol", " type=\"a\"");
    add_list(w, json_object_get(q, "fixes"), "ol", " type=\"A\"");
    add_empty_table(w, q);
    if (!*js_text(q, "expected") && !*js_text(q, "worked") && !json_object_get(q, "rubric"))
        return;
    if (w->form == LEAF_HTML) {
        text_addf(w->to, "<details><summary>Answer</summary>\n");
        add_solution(q, w->to);
        text_addf(w->to, "</details>\n");
        return;
    }
    int n = ++w->nanswers;
    text_addf(w->to, "<p class=\"fold\" id=\"asked-%d\"><a href=\"#answer-%d\">Answer %d</a></p>\n", n, n, n);
    text_addf(&w->answers, "<div id=\"answer-%d\"><p class=\"fold\"><a href=\"#asked-%d\">%d</a></p>\n", n, n, n);
    add_solution(q, &w->answers);
    text_addf(&w->answers, "</div>\n");
}

static int add_questions(struct writing *w, const char *owner)
{
    json_t *list = curriculum_solved(w->a->cur, owner, SEED);
    size_t k;
    const json_t *q;
    if (!list)
        return -1;
    if (json_array_size(list)) {
        text_addf(w->to, "<h2 id=\"questions\">Questions</h2>\n<p class=\"note\">Ridge asks them with other numbers: "
                         "<code>ridge answer ");
        plain(w->to, owner[0] == 'w' && strlen(owner) == 3 ? owner + 1 + (owner[1] == '0') : owner);
        text_addf(w->to, "</code>.</p>\n");
    }
    json_array_foreach(list, k, q)
        add_question(w, q, k + 1);
    json_decref(list);
    return 0;
}

/* ---- texts ------------------------------------------------------------------------------------------------ */

/* A text of the curriculum, whose title is left out where the page has one. */
static int add_text(struct writing *w, const char *what, int shift)
{
    char *text = curriculum_lesson(w->a->cur, what);
    if (!text)
        return -1;
    struct mdpage p = { .shift = shift, .untitled = true, .leads = leads, .data = w, .nanswers = w->nanswers,
                        .answers = w->form == LEAF_EPUB ? &w->answers : NULL };
    int rc = mdpage_add(&p, text, strlen(text), w->to);
    w->nanswers = p.nanswers;
    free(text);
    return rc;
}

static int add_lab(struct writing *w)
{
    const char *id = w->leaf->id;
    char brief[160];
    snprintf(brief, sizeof brief, "brief:%s", id);
    if (add_text(w, id, 0))
        return -1;
    text_addf(w->to, "<h2 id=\"the-task\">The task</h2>\n<p class=\"note\"><code>ridge start %s</code>, then "
                     "<code>ridge test %s</code></p>\n", id, id);
    return add_text(w, brief, 1) || add_questions(w, id) ? -1 : 0;
}

/* A lab of a step that is not there yet is named, so that nobody looks for it. */
static void add_step(struct writing *w)
{
    size_t k;
    const json_t *id, *said = json_object_get(w->leaf->of, "note");
    paragraph(w->to, "ask", said ? json_string_value(said) : "");
    text_addf(w->to, "<ul>\n");
    json_array_foreach(json_object_get(w->leaf->of, "labs"), k, id) {
        const struct leaf *l = leaf_of(w->b, json_string_value(id));
        text_addf(w->to, "<li>");
        if (l)
            link_to(w, (size_t)(l - w->b->leaf), l->title);
        else
            plain(w->to, json_string_value(id));
        text_addf(w->to, "%s</li>\n", l ? "" : ": not there yet");
    }
    text_addf(w->to, "</ul>\n");
}

static int add_body(struct writing *w)
{
    const struct leaf *l = w->leaf;
    switch (l->kind) {
    case LEAF_PART: paragraph(w->to, "goal", js_text(l->of, "goal")); return 0;
    case LEAF_STEP: add_step(w); return 0;
    case LEAF_LAB: return add_lab(w);
    case LEAF_GLOSSARY: return add_text(w, l->id, 0);
    default: return add_text(w, l->id, 0) || add_questions(w, l->id) ? -1 : 0;
    }
}

int leaf_page(struct app *a, const struct book *b, size_t k, enum leaf_form form, struct text *to)
{
    struct writing w = { .a = a, .b = b, .leaf = &b->leaf[k], .form = form, .to = to };
    leaf_begin(b->leaf[k].title, form, to);
    add_nav(&w, k);
    text_addf(to, "<h1>");
    plain(to, b->leaf[k].title);
    text_addf(to, "</h1>\n");
    int rc = add_body(&w);
    if (w.nanswers && form == LEAF_EPUB)
        text_addf(to, "<h2 id=\"answers\">Answers</h2>\n%s", text_str(&w.answers));
    text_finish(&w.answers);
    add_nav(&w, k);
    leaf_end(to);
    if (rc)
        app_fail(a, APP_CONFIG, "%s: %s", b->leaf[k].id, curriculum_error(a->cur));
    return rc;
}
