/* What each rank of an attempt did when: lanes to scale, a mark on one event, another attempt below if asked. */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/gradebook.h"
#include "screen.h"
#include "tui/app/timeline_text.h"
#include "runner/base/js.h"
#include "runner/base/term.h"

enum { LANES, DETAIL, DETAIL_ROWS = 3 };
/* n: of a lane, which of the two times TIMELINE_LANES, and the lane; of EVENT, which line of its text */
enum { LANE = ROW_OWN, RULER, EVENT };
#define ZOOM_MOST 2000.0

struct time_view {
    char *lab;
    long long id[2]; /* the attempts; 0: there is no second one */
    int graded;      /* the first is a grading of a class */
    json_t *report[2];
    struct timeline *t[2];
    size_t entry;    /* which of the first one's cases */
    double from, to; /* ns in sight */
    double at;       /* ns: the mark's event is the lane's last that begins here or before */
};

/* ---- facts ----------------------------------------------------------------------------------------------- */

static double whole(const struct time_view *d)
{
    return fmax(d->t[0]->end, d->t[1] ? d->t[1]->end : 0);
}

static void forget(struct time_view *d, int k)
{
    timeline_free(d->t[k]);
    json_decref(d->report[k]);
    d->t[k] = NULL;
    d->report[k] = NULL;
    d->id[k] = 0;
}

/* Attempt `id` below the first one, in the same case; the sentence why not is the application's. */
static int set_other(struct view *v, long long id)
{
    struct time_view *d = v->data;
    json_t *report = timeline_report(v->app, d->lab, id);
    struct timeline *t = report ? timeline_read(timeline_entry(report, d->t[0]->case_id, 0)) : NULL;
    if (!t) {
        if (report)
            app_fail(v->app, APP_USAGE, "Attempt %lld has no timeline of case %s.", id, d->t[0]->case_id);
        json_decref(report);
        return -1;
    }
    forget(d, 1);
    d->report[1] = report;
    d->t[1] = t;
    d->id[1] = id;
    return 0;
}

static void show_all(struct view *v)
{
    struct time_view *d = v->data;
    d->from = 0;
    d->to = whole(d);
}

static void tell_window(struct view *v)
{
    struct time_view *d = v->data;
    char from[24], to[24];
    timeline_time(d->from, from);
    timeline_time(d->to, to);
    snprintf(v->right, sizeof v->right, "%s to %s", from, to);
}

/* The first one's report, NULL with a sentence in a.error. */
static json_t *first_report(struct app *a, long long id, int graded)
{
    json_t *report = NULL;
    if (!graded)
        return timeline_report(a, NULL, id);
    if (!a->db || db_grading_report(a->db, id, &report) != DB_OK)
        app_fail(a, APP_CONFIG, "Grading %lld can't be read: %s", id, a->db ? db_error(a->db) :
                 "There is no database.");
    else if (!timeline_entry(report, NULL, 0))
        app_fail(a, APP_USAGE,
                 "Grading %lld has no timeline: the lab is not of several ranks, or its profile was not reached.", id);
    else
        return report;
    json_decref(report);
    return NULL;
}

/* v->arg: an attempt's number, "grading/" and a grading's, or a lab, of which it is the newest attempt that has one. */
static int time_open(struct view *v)
{
    struct time_view *d = v->data;
    char *end = NULL;
    const char *arg = v->arg ? v->arg : "";
    d->graded = !strncmp(arg, "grading/", 8);
    arg += d->graded ? 8 : 0;
    long long id = strtoll(arg, &end, 10), other = d->id[1];
    if (end == arg || *end)
        id = timeline_latest(v->app, arg);
    if (!id) {
        app_fail(v->app, APP_USAGE,
                 "No attempt of %s has a timeline yet; p profiles, and labs of several ranks leave one.", arg);
        return -1;
    }
    d->id[1] = 0;
    d->report[0] = first_report(v->app, id, d->graded);
    d->t[0] = timeline_read(timeline_entry(d->report[0], NULL, d->entry));
    if (d->report[0] && !d->t[0]) {
        d->entry = 0;
        d->t[0] = timeline_read(timeline_entry(d->report[0], NULL, 0));
    }
    if (!d->t[0])
        return d->report[0] ? app_fail(v->app, APP_USAGE, "The timeline of %s %lld can't be read.",
                                       d->graded ? "grading" : "attempt", id),
               -1           : -1;
    d->id[0] = id;
    d->lab = strdup(js_text(d->report[0], "lab"));
    if (other && d->lab)
        set_other(v, other);
    if (!(d->from >= 0 && d->to > d->from && d->to <= whole(d)))
        show_all(v);
    v->npanes = 2;
    snprintf(v->title, sizeof v->title, "timeline");
    return d->lab ? 0 : -1;
}

static void time_close(struct view *v)
{
    struct time_view *d = v->data;
    forget(d, 0);
    forget(d, 1);
    free(d->lab);
}

/* ---- the mark -------------------------------------------------------------------------------------------- */

static const struct timeline_lane *lane_of(const struct time_view *d, int n, const struct timeline **ret)
{
    *ret = d->t[n / TIMELINE_LANES];
    return &(*ret)->lane[n % TIMELINE_LANES];
}

/* The event of a lane that the mark is on: the last that begins at `at` or before, else the first. */
static size_t marked(const struct time_view *d, const struct timeline *t, const struct timeline_lane *l)
{
    size_t k = l->first;
    while (k + 1 < l->first + l->n && t->event[k + 1].t0 <= d->at)
        k++;
    return k;
}

static const struct timeline_event *event_here(struct view *v)
{
    struct time_view *d = v->data;
    const struct row *r = pane_row(&v->pane[LANES]);
    const struct timeline *t;
    if (!r || r->kind != LANE)
        return NULL;
    const struct timeline_lane *l = lane_of(d, r->n, &t);
    return &t->event[marked(d, t, l)];
}

/* The window keeps its length and comes to hold what begins at t0, within the whole. */
static void slide(struct time_view *d, double from)
{
    double span = d->to - d->from, most = whole(d) - span;
    d->from = from > most ? most : from;
    d->from = d->from < 0 ? 0 : d->from;
    d->to = d->from + span;
}

static void to_sight(struct time_view *d, double at)
{
    double span = d->to - d->from;
    if (at < d->from || at >= d->to)
        slide(d, at - span / 4);
}

/* Events that begin at one time are one step: the mark's place is a time. */
static unsigned step(struct view *v, int way)
{
    struct time_view *d = v->data;
    const struct row *r = pane_row(&v->pane[LANES]);
    const struct timeline *t;
    if (!r || r->kind != LANE)
        return VIEW_HANDLED;
    const struct timeline_lane *l = lane_of(d, r->n, &t);
    size_t k = marked(d, t, l), end = l->first + l->n;
    double t0 = t->event[k].t0;
    while (k < end && k >= l->first && t->event[k].t0 == t0 && (way > 0 ? k + 1 < end : k > l->first))
        k = way > 0 ? k + 1 : k - 1;
    d->at = t->event[k].t0;
    to_sight(d, d->at);
    return VIEW_FILL;
}

static unsigned zoom(struct view *v, double by)
{
    struct time_view *d = v->data;
    const struct timeline_event *e = event_here(v);
    double span = (d->to - d->from) * by, end = whole(d);
    double center = e && e->t1 > d->from && e->t0 < d->to ? (fmax(e->t0, d->from) + fmin(e->t1, d->to)) / 2
                                                          : (d->from + d->to) / 2;
    span = span > end ? end : span < end / ZOOM_MOST ? end / ZOOM_MOST : span;
    d->to = d->from + span;
    slide(d, center - span / 2);
    return VIEW_FILL;
}

/* ---- rows ------------------------------------------------------------------------------------------------ */

static void time_layout(struct view *v, int y, int x, int h, int w)
{
    int detail = h > 6 ? DETAIL_ROWS : 1;
    pane_place(&v->pane[LANES], y, x, h - detail, w);
    pane_place(&v->pane[DETAIL], y + h - detail, x, detail, w);
    v->focus = LANES;
}

static void fill_one(struct view *v, int which)
{
    struct time_view *d = v->data;
    struct pane *p = &v->pane[LANES];
    char head[400], line[440];
    timeline_heading(d->t[which], head, sizeof head);
    snprintf(line, sizeof line, "%s %lld: %s", d->graded && !which ? "Grading" : "Run", d->id[which], head);
    pane_wrap(p, STYLE_STRONG, 0, line);
    pane_add(p, RULER, which)->select = 0;
    for (int k = 0; k < d->t[which]->nlanes; k++)
        pane_add(p, LANE, which * TIMELINE_LANES + k);
}

static void time_fill(struct view *v)
{
    struct time_view *d = v->data;
    fill_one(v, 0);
    if (d->t[1]) {
        pane_blank(&v->pane[LANES]);
        fill_one(v, 1);
    }
    for (int k = 0; k < DETAIL_ROWS - 1; k++)
        pane_add(&v->pane[DETAIL], EVENT, k)->select = 0;
    pane_text(&v->pane[DETAIL], STYLE_DIM, 0, "%s", timeline_legend(!screen_ascii(v->scr)));
    tell_window(v);
}

static enum style style_of(enum timeline_fill f)
{
    return f == FILL_EXPOSED ? STYLE_BAD : f == FILL_COMPUTE ? STYLE_TEXT : f == FILL_COMM ? STYLE_EMPH : STYLE_DIM;
}

/* The mark's event is drawn in stars: seen without colour, too. */
static void draw_cells(struct view *v, const struct row *r, struct pen *p, int width)
{
    struct time_view *d = v->data;
    struct timeline_cell cell[TIMELINE_CELLS];
    const struct timeline *t;
    const struct timeline_lane *l = lane_of(d, r->n, &t);
    const struct timeline_event *e = pane_row(&v->pane[LANES]) == r ? &t->event[marked(d, t, l)] : NULL;
    double per = (d->to - d->from) / width;
    char one[8];
    timeline_cells(t, l, d->from, d->to, width, cell);
    for (int c = 0; c < width; c++) {
        double a = d->from + c * per;
        int here = e && e->t1 > a && e->t0 < a + per;
        pen_put(p, here ? STYLE_ACCENT : style_of(cell[c].fill),
                here && !cell[c].letter ? "*" : timeline_sign(&cell[c], !screen_ascii(v->scr), one));
    }
}

/* When it is drawn, rows and mark are settled. */
static void draw_event(struct view *v, int line, struct pen *p)
{
    const struct timeline_event *e = event_here(v);
    char text[160];
    const char *at = text;
    size_t next = 1;
    if (!e)
        return;
    timeline_event_text(e, text, sizeof text);
    for (int k = 0; k < line && next; k++) {
        term_break(at, pen_left(p), &next);
        at += next;
    }
    if (next)
        pen_fmt(p, STYLE_ACCENT, "%.*s", (int)term_break(at, pen_left(p), &next), at);
}

static void time_draw(struct view *v, const struct row *r, struct pen *p)
{
    struct time_view *d = v->data;
    int width = pen_left(p) - TIMELINE_LABEL;
    char text[2 * TIMELINE_CELLS + 1];
    const struct timeline *t;
    if (r->kind == EVENT) {
        draw_event(v, r->n, p);
        return;
    }
    width = width > TIMELINE_CELLS ? TIMELINE_CELLS : width;
    if (width < 2)
        return;
    if (r->kind == RULER) {
        pen_to(p, pen_at(p) + TIMELINE_LABEL);
        timeline_ruler(d->from, d->to, width, text);
        pen_put(p, STYLE_DIM, text);
        return;
    }
    timeline_lane_name(lane_of(d, r->n, &t), text);
    pen_cell(p, STYLE_DIM, TIMELINE_LABEL, text);
    draw_cells(v, r, p, width);
}

/* ---- keys ------------------------------------------------------------------------------------------------ */

static unsigned next_case(struct view *v)
{
    struct time_view *d = v->data;
    size_t next = timeline_entry(d->report[0], NULL, d->entry + 1) ? d->entry + 1 : 0;
    struct timeline *t = timeline_read(timeline_entry(d->report[0], NULL, next));
    long long other = d->id[1];
    if (!t || (!next && !d->entry)) {
        timeline_free(t);
        screen_say(v->scr, STYLE_TEXT, "This attempt has a timeline of one case only.");
        return VIEW_HANDLED;
    }
    timeline_free(d->t[0]);
    d->t[0] = t;
    d->entry = next;
    forget(d, 1);
    if (other && set_other(v, other))
        screen_say(v->scr, STYLE_BAD, "%s", v->app->error);
    d->at = 0;
    show_all(v);
    return VIEW_FILL;
}

/* An empty answer takes the second attempt away. */
static unsigned compared(struct view *v, const char *text, int tag)
{
    struct time_view *d = v->data;
    char *end = NULL;
    long long id = text ? strtoll(text, &end, 10) : 0;
    (void)tag;
    if (!text)
        return VIEW_HANDLED;
    if (!*text)
        forget(d, 1);
    else if (*end || id < 1)
        screen_say(v->scr, STYLE_BAD, "\"%s\" is no attempt's number; H on the lab's page lists them.", text);
    else if (set_other(v, id))
        screen_say(v->scr, STYLE_BAD, "%s", v->app->error);
    show_all(v);
    return VIEW_FILL;
}

static unsigned time_request(struct view *v, enum action a, struct row *r)
{
    struct time_view *d = v->data;
    double span = d->to - d->from;
    (void)r;
    switch (a) {
    case ACTION_EVENT_BEFORE:
        return step(v, -1);
    case ACTION_EVENT_NEXT:
        return step(v, 1);
    case ACTION_PAN_BACK:
        return slide(d, d->from - span / 2), VIEW_FILL;
    case ACTION_PAN_ON:
        return slide(d, d->from + span / 2), VIEW_FILL;
    case ACTION_ZOOM_IN:
        return zoom(v, .5);
    case ACTION_ZOOM_OUT:
        return zoom(v, 2);
    case ACTION_ZOOM_ALL:
        return show_all(v), VIEW_FILL;
    case ACTION_NEXT_CASE:
        return next_case(v);
    case ACTION_BESIDE:
        screen_ask(v->scr, "compare with attempt", "", compared, 0);
        return VIEW_HANDLED;
    case ACTION_PANE: /* the lower pane has nothing to go to */
        return VIEW_HANDLED;
    default:
        return VIEW_IGNORED;
    }
}

static void time_keep(struct view *v, json_t *place)
{
    struct time_view *d = v->data;
    json_object_set_new(place, "entry", json_integer((json_int_t)d->entry));
    json_object_set_new(place, "other", json_integer(d->id[1]));
    json_object_set_new(place, "from", json_real(d->from));
    json_object_set_new(place, "to", json_real(d->to));
    json_object_set_new(place, "at", json_real(d->at));
}

static void time_restore(struct view *v, json_t *place)
{
    struct time_view *d = v->data;
    double entry = js_number(place, "entry");
    d->entry = entry > 0 && entry < 1000 ? (size_t)entry : 0;
    d->id[1] = (long long)js_number(place, "other");
    d->from = js_number(place, "from");
    d->to = js_number(place, "to");
    d->at = js_number(place, "at");
}

static const unsigned char bar[] = { ACTION_EVENT_NEXT, ACTION_ZOOM_IN, ACTION_ZOOM_OUT, ACTION_ZOOM_ALL, ACTION_PAN_ON,
                                     ACTION_BESIDE, ACTION_NEXT_CASE, 0 };

const struct view_ops view_timeline = {
    .name = "timeline",
    .groups = GROUP_TIMELINE | GROUP_SPACE,
    .bar = bar,
    .size = sizeof(struct time_view),
    .open = time_open,
    .close = time_close,
    .layout = time_layout,
    .fill = time_fill,
    .draw = time_draw,
    .request = time_request,
    .keep = time_keep,
    .restore = time_restore,
};
