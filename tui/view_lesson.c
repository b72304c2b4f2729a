/* The reader: one page of Markdown, its headings beside it when wanted, and where it was left. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "markdown.h"
#include "screen.h"

enum { HEADING = ROW_OWN };
enum { TEXT = 0, OUTLINE = 1, MEASURE = 84, OUTLINE_WIDTH = 30 };

struct lesson {
    char *text;
    int outline;
    int questions; /* it is a card: its questions */
    double at; /* how far down the text: lines change their number with the width */
};

static int questions_of(struct view *v)
{
    size_t k;
    const json_t *card;
    json_array_foreach(curriculum_cards(v->app->cur), k, card) if (!strcmp(js_text(card, "id"), v->arg))
        return (int)json_array_size(json_object_get(card, "questions"));
    return 0;
}

static int lesson_open(struct view *v)
{
    struct lesson *l = v->data;
    l->text = curriculum_lesson(v->app->cur, v->arg ? v->arg : "");
    if (!l->text) {
        app_fail(v->app, APP_CONFIG, "This page can't be read: %s", curriculum_error(v->app->cur));
        return -1;
    }
    int page = strchr(v->arg, '/') && !strncmp(l->text, "# ", 2);
    l->questions = page ? questions_of(v) : 0;
    snprintf(v->title, sizeof v->title, "%.*s", page ? (int)strcspn(l->text + 2, "\n") : 6,
             page ? l->text + 2 : "lesson");
    v->npanes = 2;
    return 0;
}

static void lesson_close(struct view *v)
{
    struct lesson *l = v->data;
    free(l->text);
}

/* A line of text longer than MEASURE is tiring; what is left of a wide screen stays empty, or
 * holds the headings. */
static void lesson_layout(struct view *v, int y, int x, int h, int w)
{
    struct lesson *l = v->data;
    int beside = l->outline && w >= 64, wide = beside ? OUTLINE_WIDTH : 0;
    struct pane *t = &v->pane[TEXT];
    if (t->n)
        l->at = (double)t->top / (double)t->n;
    v->pane[OUTLINE].hidden = !l->outline;
    t->hidden = l->outline && !beside;
    if (l->outline)
        pane_place(&v->pane[OUTLINE], y, x, h, beside ? wide : w);
    pane_place(t, y, x + wide, h, w - wide < MEASURE + 3 ? w - wide : MEASURE + 3);
    if (t->hidden)
        v->focus = OUTLINE;
}

static const struct markdown *doc_of(const struct view *v)
{
    return v->pane[TEXT].ndocs ? v->pane[TEXT].docs[0] : NULL;
}

static int heading_at_top(const struct view *v)
{
    const struct markdown *m = doc_of(v);
    int at = -1;
    for (size_t k = 0; m && k < m->nheadings; k++)
        if ((long)m->headings[k].line <= v->pane[TEXT].top + 1)
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

static void lesson_fill(struct view *v)
{
    struct lesson *l = v->data;
    struct pane *t = &v->pane[TEXT];
    pane_markdown(t, l->text, 0, screen_ascii(v->scr));
    t->top = (long)(l->at * (double)t->n + .5);
    const struct markdown *m = doc_of(v);
    for (size_t k = 0; m && k < m->nheadings; k++)
        if (m->headings[k].level <= 3)
            pane_add(&v->pane[OUTLINE], HEADING, (int)k);
    pane_settle(t);
    lesson_moved(v);
}

static void lesson_draw(struct view *v, const struct row *r, struct pen *p)
{
    const struct markdown *m = doc_of(v);
    if (!m || (size_t)r->n >= m->nheadings)
        return;
    pen_to(p, 2 * (m->headings[r->n].level - 1));
    pen_put(p, m->headings[r->n].level < 3 ? STYLE_TEXT : STYLE_DIM, m->headings[r->n].text);
}

static unsigned to_heading(struct view *v, int k)
{
    const struct markdown *m = doc_of(v);
    if (!m || k < 0 || (size_t)k >= m->nheadings)
        return VIEW_HANDLED;
    v->pane[TEXT].top = (long)m->headings[k].line;
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
            if ((long)m->headings[k].line > t->top)
                return to_heading(v, (int)k);
        return VIEW_HANDLED;
    }
    for (size_t k = m->nheadings; k-- > 0;)
        if ((long)m->headings[k].line < t->top)
            return to_heading(v, (int)k);
    v->pane[TEXT].top = 0;
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
            v->focus = TEXT;
            if (v->pane[TEXT].hidden) {
                l->outline = 0;
                screen_relayout(v);
            }
            return to_heading(v, k);
        }
        return VIEW_IGNORED;
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
    case ACTION_NEXT:
        return step_heading(v, 1);
    case ACTION_PREV:
        return step_heading(v, -1);
    default:
        return VIEW_IGNORED;
    }
}

static void lesson_keep(struct view *v, json_t *place)
{
    struct lesson *l = v->data;
    const struct pane *t = &v->pane[TEXT];
    json_object_set_new(place, "at", json_real(t->n ? (double)t->top / (double)t->n : 0));
    json_object_set_new(place, "outline", json_boolean(l->outline));
}

static void lesson_restore(struct view *v, json_t *place)
{
    struct lesson *l = v->data;
    l->outline = json_is_true(json_object_get(place, "outline"));
    l->at = js_number(place, "at");
}

static const unsigned char bar[] = {ACTION_READ_ON, ACTION_OUTLINE, ACTION_NEXT, ACTION_NOTES, ACTION_FIND, 0};

static const unsigned char card_bar[] = {
    ACTION_READ_ON, ACTION_ANSWERS, ACTION_OUTLINE, ACTION_NEXT, ACTION_NOTES, ACTION_FIND, 0};

static const unsigned char *bar_now(const struct view *v)
{
    const struct lesson *l = v->data;
    return l->questions ? card_bar : bar;
}

const struct view_ops view_lesson = {
    .name = "lesson",
    .groups = GROUP_LESSON,
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
