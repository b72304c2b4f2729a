/* The reader: one page of Markdown, its sections folded or open, its headings beside it when wanted, bookmarks, and
 * where it was left. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "curriculum/load/markdown.h"
#include "screen.h"
#include "tui/app/bookmarks.h"
#include "tui/app/chapter.h"
#include "tui/app/tours.h"
#include "runner/base/js.h"

enum { HEADING = ROW_OWN, FOLDED, ANSWER, QUOTED, EXERCISE };
enum {
    TEXT = 0,
    OUTLINE = 1,
    OUTLINE_WIDTH = 30,
    HEADINGS = 512,
    ANSWERS = 256,
    FOLDS_FROM = 2 /* a page's title folds nothing */
};

struct lesson {
    char *text;
    int outline;
    int questions;      /* the page is a card: the card's questions */
    int full;           /* of a deep dive passages that were read are whole, too */
    json_t *chapter;    /* of a deep dive what curriculum_chapter() gives, else NULL */
    struct facts facts; /* of a deep dive: what is ticked off and answered */
    char *heading;      /* where it is to open, until it has */
    double at;          /* how far down the text: lines change their number with the width */
    int quote;          /* the passage that it is to stand at, once it is laid out again; -1: none */
    unsigned char folded[HEADINGS];
    unsigned char shown[ANSWERS]; /* answers of exercises, which fold until they are asked for */
};

static const json_t *card_of(const struct view *v)
{
    return js_row(curriculum_cards(v->app->cur), "id", v->arg);
}

/* A chapter with the state of its exercises; yours. */
static char *chapter_text(struct view *v)
{
    struct lesson *l = v->data;
    facts_free(&l->facts);
    facts_load(&l->facts, v->app);
    json_t *marks = chapter_marks(v->app, &l->facts, card_of(v), l->full ? NULL : "Enter shows it");
    json_t *chapter = curriculum_chapter(v->app->cur, v->arg, marks, false);
    json_decref(marks);
    if (!chapter)
        return NULL;
    json_decref(l->chapter);
    l->chapter = chapter;
    return strdup(js_text(chapter, "markdown"));
}

/* A tour with what the learner's copies of its files say; yours. */
static char *tour_text(struct view *v, const json_t *tour)
{
    json_t *page = tours_page(v->app, tour);
    char *text = page ? strdup(js_text(page, "markdown")) : NULL;
    json_decref(page);
    return text;
}

static char *text_of(struct view *v)
{
    const json_t *card = v->arg ? card_of(v) : NULL;
    if (card && tours_is(card))
        return tour_text(v, card);
    return card && chapter_is(card) ? chapter_text(v) : curriculum_lesson(v->app->cur, v->arg ? v->arg : "");
}

/* "w01@0.4" is that far down, "w01-roofline#Numbers" at that heading. */
static void take_place(struct view *v)
{
    struct lesson *l = v->data;
    char *heading = v->arg ? strchr(v->arg, '#') : NULL, *at = v->arg && !heading ? strrchr(v->arg, '@') : NULL;
    if (heading) {
        *heading = 0;
        free(l->heading);
        l->heading = strdup(heading + 1);
    }
    if (!at)
        return;
    *at = 0;
    l->at = strtod(at + 1, NULL);
    if (!(l->at >= 0 && l->at <= 1))
        l->at = 0;
}

static int lesson_open(struct view *v)
{
    struct lesson *l = v->data;
    take_place(v);
    l->quote = -1;
    l->text = text_of(v);
    if (!l->text) {
        app_fail(v->app, APP_CONFIG, "This page can't be read: %s", curriculum_error(v->app->cur));
        return -1;
    }
    int page = (strchr(v->arg, '/') || !strcmp(v->arg, "glossary")) && !strncmp(l->text, "# ", 2);
    l->questions = page ? (int)json_array_size(json_object_get(card_of(v), "questions")) : 0;
    snprintf(v->title, sizeof v->title, "%.*s", page ? (int)strcspn(l->text + 2, "\n") : 6,
             page ? l->text + 2 : "lesson");
    v->npanes = 2;
    return 0;
}

static void lesson_close(struct view *v)
{
    struct lesson *l = v->data;
    json_decref(l->chapter);
    facts_free(&l->facts);
    free(l->heading);
    free(l->text);
}

static const struct markdown *doc_of(const struct view *v)
{
    return v->pane[TEXT].ndocs ? v->pane[TEXT].docs[0] : NULL;
}

/* The line of the page that a row shows. */
static size_t line_of(const struct view *v, long row)
{
    const struct pane *t = &v->pane[TEXT];
    if (row < 0 || row >= (long)t->n)
        return 0;
    if (t->rows[row].kind == ANSWER)
        return doc_of(v)->answers[t->rows[row].n].from;
    return t->rows[row].kind == FOLDED ? doc_of(v)->headings[t->rows[row].n].line : (size_t)t->rows[row].n;
}

/* The row that shows a line, or the folded section that it lies in. */
static long row_of(const struct view *v, size_t line)
{
    long row = 0;
    for (long k = 0; k < (long)v->pane[TEXT].n && line_of(v, k) <= line; k++)
        row = k;
    return row;
}

static double place(const struct view *v)
{
    const struct markdown *m = doc_of(v);
    return m && m->nlines ? (double)line_of(v, v->pane[TEXT].top) / (double)m->nlines : 0;
}

/* Prose keeps to its measure; code has all of the width, and the headings stand beside them. */
static void lesson_layout(struct view *v, int y, int x, int h, int w)
{
    struct lesson *l = v->data;
    int beside = l->outline && w >= 64, wide = beside ? OUTLINE_WIDTH : 0;
    struct pane *t = &v->pane[TEXT];
    if (t->n)
        l->at = place(v);
    v->pane[OUTLINE].hidden = !l->outline;
    t->hidden = l->outline && !beside;
    if (l->outline)
        pane_place(&v->pane[OUTLINE], y, x, h, beside ? wide : w);
    pane_place(t, y, x + wide, h, w - wide);
    if (t->hidden)
        v->focus = OUTLINE;
}

static int heading_at_top(const struct view *v)
{
    const struct markdown *m = doc_of(v);
    int at = -1;
    for (size_t k = 0; m && k < m->nheadings; k++)
        if (m->headings[k].line <= line_of(v, v->pane[TEXT].top) + 1)
            at = (int)k;
    return at;
}

static unsigned lesson_moved(struct view *v)
{
    const struct pane *t = &v->pane[TEXT];
    long last = (long)t->n - t->h;
    int percent = last > 0 ? (int)(100 * t->top / last) : 100;
    snprintf(v->right, sizeof v->right, "%d %%", percent > 100 ? 100 : percent);
    if (v->focus == TEXT && heading_at_top(v) >= 0)
        pane_mark(&v->pane[OUTLINE], HEADING, heading_at_top(v));
    return VIEW_HANDLED;
}

static int folds(const struct view *v, int k)
{
    const struct markdown *m = doc_of(v);
    return m && k >= 0 && (size_t)k < m->nheadings && k < HEADINGS && m->headings[k].level >= FOLDS_FROM;
}

/* The answer that a line lies in, -1: none. */
static int answer_at(const struct markdown *m, size_t line)
{
    for (size_t k = 0; m && k < m->nanswers && k < ANSWERS; k++)
        if (line >= m->answers[k].from && line < m->answers[k].to)
            return (int)k;
    return -1;
}

/* The page that the first link of a line leads to, "w01-roofline#Math"; NULL: none. */
static const char *link_at(const struct markdown *m, size_t line)
{
    for (size_t k = 0; m && line < m->nlines && k < m->lines[line].nspans; k++) {
        int link = m->lines[line].spans[k].link;
        if (link >= 0 && markdown_is_page(m->links[link]))
            return m->links[link] + MARKDOWN_PAGE;
    }
    return NULL;
}

/* "│ from `w04-flash-tiles` …": the first line of a passage that a chapter quotes; the name of its page, else NULL. */
static const char *quoted_from(const struct markdown *m, size_t line)
{
    const struct markdown_line *l = &m->lines[line];
    const char *from = strstr(l->text, " from "), *name = from ? from + strlen(" from ") : NULL;
    if (!from || from == l->text || from - l->text > 3)
        return NULL;
    for (size_t k = 0; k < l->nspans; k++)
        if (l->text + l->spans[k].start == name && l->spans[k].style == MARKDOWN_CODE)
            return name;
    return NULL;
}

/* The line of passage number `quote`; nlines: there is none. */
static size_t quote_line(const struct markdown *m, int quote)
{
    for (size_t k = 0; k < m->nlines; k++)
        if (quoted_from(m, k) && !quote--)
            return k;
    return m->nlines;
}

/* The passage that a row of a deep dive is the first line of, -1: none. */
static int quote_of(const struct view *v, const struct row *r)
{
    const struct lesson *l = v->data;
    const struct markdown *m = doc_of(v);
    int before = 0;
    if (!l->chapter || !m || !r || r->kind != ROW_MARKDOWN || !quoted_from(m, (size_t)r->n))
        return -1;
    for (size_t k = 0; k < (size_t)r->n; k++)
        before += quoted_from(m, k) != NULL;
    return before;
}

/* Of a folded section its heading stays, of a folded answer one line; the headings and first lines of the others can
 * be marked, to fold them, and so can lines with links. */
static void take_folded_out(struct view *v)
{
    const struct lesson *l = v->data;
    const struct markdown *m = doc_of(v);
    struct pane *t = &v->pane[TEXT];
    size_t kept = 0;
    int next = 0, within = 0; /* within: the level of the folded heading above, 0: none */
    for (size_t k = 0; m && k < t->n; k++) {
        struct row r = t->rows[k];
        if ((size_t)next < m->nheadings && m->headings[next].line == k) {
            int h = next++, level = m->headings[h].level;
            within = within && level > within ? within : 0;
            r.select = (unsigned char)folds(v, h);
            if (!within && r.select && l->folded[h]) {
                within = level;
                t->rows[kept++] = (struct row){ .kind = FOLDED, .n = h, .select = 1 };
                continue;
            }
        }
        int answer = answer_at(m, k);
        if (answer >= 0 && k == m->answers[answer].from) {
            r.select = 1;
            if (!l->shown[answer])
                r = (struct row){ .kind = ANSWER, .n = answer, .select = 1 };
        } else if (answer >= 0 && !l->shown[answer]) {
            continue;
        }
        r.select |= r.kind == ROW_MARKDOWN && (link_at(m, k) || (l->chapter && quoted_from(m, k)));
        if (!within)
            t->rows[kept++] = r;
    }
    t->n = kept;
}

static int begins_with(const struct markdown *m, size_t line, const char *word)
{
    size_t n = strlen(word);
    return m->lines[line].len > n && !strncmp(m->lines[line].text, word, n);
}

/* Which heading a name means, "Mechanism/The chase" one below another; nheadings: none. */
static size_t heading_named(const struct markdown *m, const char *name)
{
    const char *slash = strchr(name, '/');
    size_t k, below;
    for (k = 0; k < m->nheadings; k++)
        if (!strcmp(m->headings[k].text, name))
            return k;
    for (k = 0; slash && k < m->nheadings; k++)
        if (strlen(m->headings[k].text) == (size_t)(slash - name) &&
            !strncmp(m->headings[k].text, name, (size_t)(slash - name)))
            break;
    for (below = slash ? k + 1 : m->nheadings; below < m->nheadings && m->headings[below].level > m->headings[k].level;
         below++)
        if (!strcmp(m->headings[below].text, slash + 1))
            return below;
    return k;
}

/* To the heading that it was opened for, or the paragraph that begins with it, as the glossary's do; nothing stays
 * folded above it. */
static void go_to_heading(struct view *v)
{
    struct lesson *l = v->data;
    const struct markdown *m = doc_of(v);
    size_t line = 0, k = m ? heading_named(m, l->heading) : 0;
    if (m && k < m->nheadings)
        line = m->headings[k].line;
    else
        for (k = m ? m->nlines : 0; k-- > 0;)
            line = *l->heading && begins_with(m, k, l->heading) ? k : line;
    memset(l->folded, 0, sizeof l->folded);
    l->at = m && m->nlines ? (double)line / (double)m->nlines : 0;
    free(l->heading);
    l->heading = NULL;
}

/* The headings; of a deep dive also where its passages are from, and after the last of its nine sections the
 * exercises. */
static void fill_outline(struct view *v, const struct markdown *m)
{
    const struct lesson *l = v->data;
    struct pane *p = &v->pane[OUTLINE];
    const json_t *questions = l->chapter ? json_object_get(card_of(v), "questions") : NULL, *q;
    size_t line = 0, i;
    bool in_last = false;
    for (size_t k = 0; m && k <= m->nheadings; k++) {
        size_t next = k < m->nheadings ? m->headings[k].line : m->nlines;
        for (; l->chapter && line < next; line++)
            if (quoted_from(m, line))
                pane_add(p, QUOTED, (int)line);
        if (in_last && (k == m->nheadings || m->headings[k].level <= 2)) {
            json_array_foreach(questions, i, q)
                pane_add(p, EXERCISE, (int)i)->item = q;
            in_last = false;
        }
        if (k < m->nheadings && m->headings[k].level <= 3)
            pane_add(p, HEADING, (int)k);
        in_last |= k < m->nheadings && m->headings[k].level == 2 && !strcmp(m->headings[k].text, "Exercises");
    }
}

static void lesson_fill(struct view *v)
{
    struct lesson *l = v->data;
    struct pane *t = &v->pane[TEXT];
    pane_markdown(t, l->text, 0, screen_ascii(v->scr));
    const struct markdown *m = doc_of(v);
    if (l->heading)
        go_to_heading(v);
    if (m && l->quote >= 0)
        l->at = (double)quote_line(m, l->quote) / (double)m->nlines;
    take_folded_out(v);
    t->top = row_of(v, m ? (size_t)(l->at * (double)m->nlines + .5) : 0);
    fill_outline(v, m);
    pane_settle(t);
    if (m && l->quote >= 0)
        pane_mark(t, ROW_MARKDOWN, (int)quote_line(m, l->quote));
    l->quote = -1;
    lesson_moved(v);
}

/* Of a deep dive: is that heading one of its sections, and ticked off? */
static bool is_ticked(const struct view *v, int k)
{
    const struct lesson *l = v->data;
    const struct markdown *m = doc_of(v);
    return l->chapter && m->headings[k].level == 2 && chapter_ticked(&l->facts, card_of(v), m->headings[k].text);
}

static void lesson_draw(struct view *v, const struct row *r, struct pen *p)
{
    const struct markdown *m = doc_of(v);
    if (r->kind == ANSWER) {
        pen_put(p, STYLE_ACCENT, "▸ Answer");
        pen_put(p, STYLE_DIM, ": Enter shows it, once you have one of your own");
        return;
    }
    if (r->kind == EXERCISE) {
        const struct lesson *l = v->data;
        pen_to(p, 4);
        pen_put(p, STYLE_ACCENT, js_text(r->item, "id"));
        pen_fmt(p, STYLE_DIM, "  %s", chapter_exercise(&l->facts, card_of(v), r->item));
        return;
    }
    if (r->kind == QUOTED && m && (size_t)r->n < m->nlines) {
        const char *from = quoted_from(m, (size_t)r->n);
        pen_to(p, 4);
        pen_fmt(p, STYLE_DIM, "from %.*s", from ? (int)strcspn(from, " ") : 0, from ? from : "");
        return;
    }
    if (!m || (size_t)r->n >= m->nheadings)
        return;
    if (r->kind == FOLDED) {
        pen_put(p, STYLE_DIM, "▸ ");
        pen_put(p, STYLE_HEAD, m->headings[r->n].text);
        return;
    }
    pen_to(p, 2 * (m->headings[r->n].level - 1));
    if (is_ticked(v, r->n))
        pen_put(p, STYLE_ACCENT, "✓ ");
    pen_put(p, m->headings[r->n].level < 3 ? STYLE_TEXT : STYLE_DIM, m->headings[r->n].text);
}

static unsigned to_heading(struct view *v, int k)
{
    const struct markdown *m = doc_of(v);
    if (!m || k < 0 || (size_t)k >= m->nheadings)
        return VIEW_HANDLED;
    v->pane[TEXT].top = row_of(v, m->headings[k].line);
    pane_settle(&v->pane[TEXT]);
    return VIEW_HANDLED | lesson_moved(v);
}

/* From the headings to the text, which they hide where the window is narrow. */
static void show_text(struct view *v)
{
    struct lesson *l = v->data;
    v->focus = TEXT;
    if (!v->pane[TEXT].hidden)
        return;
    l->outline = 0;
    screen_relayout(v);
}

static unsigned to_line(struct view *v, size_t line)
{
    show_text(v);
    v->pane[TEXT].top = row_of(v, line);
    pane_settle(&v->pane[TEXT]);
    return VIEW_HANDLED | lesson_moved(v);
}

static unsigned step_heading(struct view *v, int way)
{
    const struct markdown *m = doc_of(v);
    const struct pane *t = &v->pane[TEXT];
    if (!m)
        return VIEW_HANDLED;
    if (way > 0) {
        for (size_t k = 0; k < m->nheadings; k++)
            if (row_of(v, m->headings[k].line) > t->top)
                return to_heading(v, (int)k);
        return VIEW_HANDLED;
    }
    for (size_t k = m->nheadings; k-- > 0;)
        if (row_of(v, m->headings[k].line) < t->top)
            return to_heading(v, (int)k);
    v->pane[TEXT].top = 0;
    return VIEW_HANDLED;
}

static void make_rows_again(struct view *v)
{
    screen_relayout(v); /* which keeps the place */
    lesson_moved(v);
}

/* The heading that a row shows, -1: none. */
static int heading_of(const struct view *v, const struct row *r)
{
    const struct markdown *m = doc_of(v);
    if (!r || r->kind == FOLDED)
        return r ? r->n : -1;
    for (size_t k = 0; m && r->kind == ROW_MARKDOWN && k < m->nheadings; k++)
        if (m->headings[k].line == (size_t)r->n)
            return (int)k;
    return -1;
}

/* The section under the mark, else the one that is being read. */
static unsigned fold(struct view *v, const struct row *r)
{
    struct lesson *l = v->data;
    int k = heading_of(v, r);
    if (!folds(v, k))
        k = heading_at_top(v);
    if (!folds(v, k))
        return VIEW_HANDLED;
    l->folded[k] = !l->folded[k];
    make_rows_again(v);
    pane_mark(&v->pane[TEXT], l->folded[k] ? FOLDED : ROW_MARKDOWN,
              l->folded[k] ? k : (int)doc_of(v)->headings[k].line);
    return VIEW_HANDLED;
}

/* The passages of a deep dive that were read: all of them in full, or each folded to one line. */
static unsigned fold_quotes(struct view *v, int quote)
{
    struct lesson *l = v->data;
    l->full = !l->full;
    char *text = chapter_text(v);
    if (!text && !curriculum_waits(v->app->cur))
        screen_say(v->scr, STYLE_BAD, "This page can't be read: %s", curriculum_error(v->app->cur));
    if (!text || !strcmp(text, l->text)) { /* the same: none was read */
        l->full = text ? l->full : !l->full;
        free(text);
        return VIEW_HANDLED;
    }
    free(l->text);
    l->text = text;
    l->quote = quote;
    memset(l->folded, 0, sizeof l->folded); /* passages have headings, too, so these have other numbers now */
    make_rows_again(v);
    return VIEW_HANDLED;
}

static int any_folded(const struct view *v)
{
    const struct lesson *l = v->data;
    return memchr(l->folded, 1, sizeof l->folded) != NULL;
}

/* The answer that a row shows the first line of, -1: none. */
static int answer_of(const struct view *v, const struct row *r)
{
    const struct markdown *m = doc_of(v);
    if (!r || r->kind == ANSWER)
        return r ? r->n : -1;
    int k = r->kind == ROW_MARKDOWN ? answer_at(m, (size_t)r->n) : -1;
    return k >= 0 && m->answers[k].from == (size_t)r->n ? k : -1;
}

static unsigned fold_answer(struct view *v, int k)
{
    struct lesson *l = v->data;
    l->shown[k] = !l->shown[k];
    make_rows_again(v);
    pane_mark(&v->pane[TEXT], l->shown[k] ? ROW_MARKDOWN : ANSWER, l->shown[k] ? (int)doc_of(v)->answers[k].from : k);
    return VIEW_HANDLED;
}

/* All, or when any is folded none. */
static unsigned fold_all(struct view *v)
{
    struct lesson *l = v->data;
    int yes = !any_folded(v);
    for (int k = 0; k < HEADINGS; k++)
        l->folded[k] = (unsigned char)(yes && folds(v, k));
    make_rows_again(v);
    return VIEW_HANDLED;
}

static unsigned bookmark(struct view *v)
{
    const struct markdown *m = doc_of(v);
    int k = heading_at_top(v);
    const char *title = m && m->nheadings ? m->headings[0].text : v->title;
    switch (bookmarks_toggle(v->app, v->arg, title, k > 0 ? m->headings[k].text : "", place(v))) {
    case 1:
        screen_say(v->scr, STYLE_TEXT, "A bookmark is here. M lists them all.");
        break;
    case 0:
        screen_say(v->scr, STYLE_TEXT, "The bookmark is gone.");
        break;
    default:
        screen_say(v->scr, STYLE_BAD, "The bookmark could not be kept: %s",
                   v->app->db ? db_error(v->app->db) : "There is no workbook.");
    }
    return VIEW_HANDLED;
}

/* Ticks the section that is being read off, or not; of a deep dive only, where reading is part of what is done. */
static unsigned tick(struct view *v)
{
    struct lesson *l = v->data;
    const struct markdown *m = doc_of(v);
    int k = v->focus == OUTLINE && pane_row(&v->pane[OUTLINE]) && pane_row(&v->pane[OUTLINE])->kind == HEADING
                ? pane_row(&v->pane[OUTLINE])->n
                : heading_at_top(v);
    while (m && k >= 0 && m->headings[k].level != 2)
        k--;
    if (!l->chapter || k < 0)
        return VIEW_IGNORED;
    bool on = !is_ticked(v, k);
    if (!v->app->db || chapter_tick(v->app, card_of(v), l->chapter, m->headings[k].text, on) != APP_OK) {
        screen_say(v->scr, STYLE_BAD, "%s", v->app->db ? v->app->error : "There is no workbook.");
        return VIEW_HANDLED;
    }
    facts_free(&l->facts);
    facts_load(&l->facts, v->app);
    screen_say(v->scr, STYLE_TEXT, on ? "%s is ticked off." : "%s is open again.", m->headings[k].text);
    return VIEW_HANDLED;
}

/* Notes of the page, a new one under the heading that is being read. */
static unsigned open_notes(struct view *v)
{
    const struct markdown *m = doc_of(v);
    int k = heading_at_top(v);
    char owner[200];
    snprintf(owner, sizeof owner, "%s%s%.120s", v->arg, k > 0 ? "#" : "", k > 0 ? m->headings[k].text : "");
    screen_open(v->scr, &view_notes, owner);
    return VIEW_HANDLED;
}

/* Where a row's first link leads, as this view's argument; "": it has none. */
static void page_of(const struct view *v, const struct row *r, char *ret, size_t n)
{
    const char *link = r && r->kind == ROW_MARKDOWN ? link_at(doc_of(v), (size_t)r->n) : NULL;
    size_t k;
    const json_t *card;
    *ret = 0;
    if (!link)
        return;
    snprintf(ret, n, "%s", link);
    json_array_foreach(curriculum_cards(v->app->cur), k, card) { /* "d11#Math" is deep/d11's */
        const char *id = js_text(card, "id"), *name = strchr(id, '/') ? strchr(id, '/') + 1 : id;
        size_t len = strlen(name);
        if (!strncmp(link, name, len) && (!link[len] || link[len] == '#'))
            snprintf(ret, n, "%s%s", id, link + len);
    }
}

static bool open_link(struct view *v, const struct row *r)
{
    char page[200];
    page_of(v, r, page, sizeof page);
    if (*page)
        screen_open(v->scr, &view_lesson, page);
    return *page;
}

/* The answer to open_file()'s question. */
static unsigned file_chosen(struct view *v, const char *text, int tag)
{
    struct tours_place place;
    (void)tag;
    if (!text || !*text)
        return VIEW_HANDLED;
    if (tours_place(v->app, card_of(v), text, &place) != APP_OK) {
        screen_say(v->scr, STYLE_BAD, "%s", v->app->error);
        return VIEW_HANDLED;
    }
    if (!screen_read_file(v->scr, place.copy, place.line) && !place.line)
        screen_say(v->scr, STYLE_TEXT, "%s was not found in that file, which was opened at its top.", place.symbol);
    free(place.copy);
    return VIEW_HANDLED;
}

/* Of a tour: a file of its order, in the learner's editor or pager. */
static unsigned open_file(struct view *v)
{
    char label[64];
    const json_t *tour = card_of(v);
    if (!tour || !tours_is(tour))
        return VIEW_IGNORED;
    snprintf(label, sizeof label, "file, 1 to %zu", json_array_size(json_object_get(tour, "files")));
    screen_ask(v->scr, label, "", file_chosen, 0);
    return VIEW_HANDLED;
}

static unsigned lesson_request(struct view *v, enum action a, struct row *r)
{
    struct lesson *l = v->data;
    switch (a) {
    case ACTION_OUTLINE:
        l->outline = !l->outline;
        v->focus = l->outline ? OUTLINE : TEXT;
        return VIEW_FILL;
    case ACTION_OPEN:
        if (r && r->kind == HEADING) {
            int k = r->n;
            show_text(v);
            return to_heading(v, k);
        }
        if (r && r->kind == EXERCISE) {
            screen_open(v->scr, &view_questions, v->arg);
            return VIEW_HANDLED;
        }
        if (r && r->kind == QUOTED)
            return to_line(v, (size_t)r->n);
        if (open_link(v, r))
            return VIEW_HANDLED;
        if (answer_of(v, r) >= 0)
            return fold_answer(v, answer_of(v, r));
        if (quote_of(v, r) >= 0)
            return fold_quotes(v, quote_of(v, r));
        return folds(v, heading_of(v, r)) ? fold(v, r) : VIEW_IGNORED;
    case ACTION_FOLD:
        return answer_of(v, r) >= 0  ? fold_answer(v, answer_of(v, r))
               : quote_of(v, r) >= 0 ? fold_quotes(v, quote_of(v, r))
                                     : fold(v, r);
    case ACTION_FOLD_ALL:
        return fold_all(v);
    case ACTION_FIND: /* what is folded can be looked for, too */
        if (l->chapter && !l->full)
            fold_quotes(v, -1);
        if (any_folded(v))
            fold_all(v);
        return VIEW_IGNORED;
    case ACTION_BOOKMARK:
        return bookmark(v);
    case ACTION_BOOKMARKS:
        screen_open(v->scr, &view_bookmarks, NULL);
        return VIEW_HANDLED;
    case ACTION_TICK_SECTION:
        return tick(v);
    case ACTION_OPEN_FILE:
        return open_file(v);
    case ACTION_SOURCES:
        screen_open(v->scr, &view_sources, v->arg);
        return VIEW_HANDLED;
    case ACTION_READ_ON:
        pane_move(&v->pane[v->pane[TEXT].hidden ? OUTLINE : TEXT], a);
        return VIEW_HANDLED | lesson_moved(v);
    case ACTION_NOTES:
        return open_notes(v);
    case ACTION_ANSWERS:
        if (!l->questions)
            return VIEW_IGNORED;
        screen_open(v->scr, &view_questions, v->arg);
        return VIEW_HANDLED;
    case ACTION_INTERVIEW:
        if (!l->chapter)
            return VIEW_IGNORED;
        screen_open(v->scr, &view_interview, v->arg);
        return VIEW_HANDLED;
    case ACTION_NEXT:
        return step_heading(v, 1);
    case ACTION_PREV:
        return step_heading(v, -1);
    default:
        return VIEW_IGNORED;
    }
}

static void lesson_keep(struct view *v, json_t *kept)
{
    struct lesson *l = v->data;
    json_t *folded = json_array();
    for (int k = 0; k < HEADINGS; k++)
        if (l->folded[k])
            json_array_append_new(folded, json_integer(k));
    json_object_set_new(kept, "at", json_real(place(v)));
    json_object_set_new(kept, "outline", json_boolean(l->outline));
    json_object_set_new(kept, "folded", folded);
}

static void lesson_restore(struct view *v, json_t *kept)
{
    struct lesson *l = v->data;
    size_t k;
    const json_t *h;
    l->outline = json_is_true(json_object_get(kept, "outline"));
    l->at = js_number(kept, "at");
    json_array_foreach(json_object_get(kept, "folded"), k, h)
        if (json_integer_value(h) >= 0 && json_integer_value(h) < HEADINGS)
            l->folded[json_integer_value(h)] = 1;
}

static const unsigned char bar[] = { ACTION_READ_ON, ACTION_OUTLINE, ACTION_FOLD,
                                     ACTION_NEXT,    ACTION_NOTES,   ACTION_BOOKMARK,
                                     ACTION_FIND,    ACTION_SOURCES, 0 };

static const unsigned char card_bar[] = { ACTION_READ_ON, ACTION_ANSWERS,  ACTION_OUTLINE, ACTION_FOLD,    ACTION_NEXT,
                                          ACTION_NOTES,   ACTION_BOOKMARK, ACTION_FIND,    ACTION_SOURCES, 0 };

static const unsigned char tour_bar[] = { ACTION_READ_ON, ACTION_OPEN_FILE, ACTION_ANSWERS, ACTION_OUTLINE, ACTION_FOLD,
                                          ACTION_NEXT,    ACTION_NOTES,     ACTION_BOOKMARK, ACTION_FIND,   0 };

static const unsigned char chapter_bar[] = { ACTION_READ_ON,
                                             ACTION_TICK_SECTION,
                                             ACTION_ANSWERS,
                                             ACTION_OUTLINE,
                                             ACTION_FOLD,
                                             ACTION_NEXT,
                                             ACTION_SOURCES,
                                             ACTION_NOTES,
                                             ACTION_BOOKMARK,
                                             ACTION_FIND,
                                             0 };

static const unsigned char *bar_now(const struct view *v)
{
    const struct lesson *l = v->data;
    const json_t *card = l->questions ? card_of(v) : NULL;
    return l->chapter ? chapter_bar : card && tours_is(card) ? tour_bar : card ? card_bar : bar;
}

const struct view_ops view_lesson = {
    .name = "lesson",
    .groups = GROUP_LESSON | GROUP_WIDE | GROUP_SPACE,
    .bar = bar,
    .bar_now = bar_now,
    .size = sizeof(struct lesson),
    .open = lesson_open,
    .close = lesson_close,
    .layout = lesson_layout,
    .fill = lesson_fill,
    .draw = lesson_draw,
    .request = lesson_request,
    .moved = lesson_moved,
    .keep = lesson_keep,
    .restore = lesson_restore,
};
