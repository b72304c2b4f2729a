/* The first page of an empty workbook: what Ridge is, and the lab to begin with. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "screen.h"
#include "screen_impl.h"
#include "tui/app/facts.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"

enum { BEGIN = ROW_OWN, LATER };

struct first {
    char *text;
    json_t *next;
};

static int first_open(struct view *v)
{
    struct first *f = v->data;
    f->text = curriculum_lesson(v->app->cur, FIRST_PAGE);
    if (!f->text) {
        app_fail(v->app, APP_CONFIG, "The first page can't be read: %s", curriculum_error(v->app->cur));
        return -1;
    }
    snprintf(v->title, sizeof v->title, "welcome");
    return 0;
}

static void first_close(struct view *v)
{
    struct first *f = v->data;
    free(f->text);
    json_decref(f->next);
}

static int first_load(struct view *v)
{
    struct first *f = v->data;
    json_decref(f->next);
    f->next = app_next(v->app, NULL);
    return 0;
}

static void fill_choice(const struct first *f, struct pane *p)
{
    if (f->next)
        pane_add(p, BEGIN, 0)->item = f->next;
    pane_add(p, LATER, 0);
}

/* A page is read from its heading on, and Enter is about a row in sight: where the text and what can be chosen do not
 * fit one window, what can be chosen stands above the text. */
static void first_fill(struct view *v)
{
    struct first *f = v->data;
    struct pane *p = &v->pane[0];
    pane_markdown(p, f->text, 0, screen_ascii(v->scr));
    if ((long)p->n + 3 > p->h) {
        pane_empty(p);
        fill_choice(f, p);
        pane_blank(p);
        pane_markdown(p, f->text, 0, screen_ascii(v->scr));
    } else {
        pane_blank(p);
        fill_choice(f, p);
    }
    if (!p->marked)
        pane_mark(p, f->next ? BEGIN : LATER, 0);
}

static void first_draw(struct view *v, const struct row *r, struct pen *p)
{
    const char *id = js_text(r->item, "lab");
    char hours[32];
    if (r->kind == LATER) {
        pen_cell(p, STYLE_TEXT, 10, "Look");
        pen_put(p, STYLE_TEXT, "around first: the year, week by week");
        return;
    }
    figure_hours(hours, sizeof hours, js_number(json_object_get(facts_brief(v->app, id), "hours"), "lab"));
    pen_right(p, STYLE_DIM, "%s", hours);
    pen_cell(p, STYLE_STRONG, 10, "Begin");
    pen_cell(p, STYLE_ACCENT, 20, id);
    pen_put(p, STYLE_STRONG, js_text(r->item, "title"));
}

/* The page goes, so that q leads from the lab to home. */
static unsigned first_request(struct view *v, enum action a, struct row *r)
{
    struct screen *s = v->scr;
    char lab[80] = "";
    if (a != ACTION_OPEN || !r || r->kind < ROW_OWN)
        return VIEW_IGNORED;
    if (r->kind == BEGIN)
        snprintf(lab, sizeof lab, "%s", js_text(r->item, "lab"));
    screen_close_top(s);
    if (*lab)
        screen_open(s, &view_lab, lab);
    return VIEW_HANDLED;
}

static const unsigned char bar[] = {ACTION_OPEN, 0};

const struct view_ops view_first = {
    .name = "first",
    .groups = 0,
    .bar = bar,
    .size = sizeof(struct first),
    .open = first_open,
    .close = first_close,
    .load = first_load,
    .fill = first_fill,
    .draw = first_draw,
    .request = first_request,
};
