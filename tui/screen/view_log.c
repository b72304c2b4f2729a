/* The log: what happened when, day by day, with hours; filtered by a text. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tui/app/work_log.h"
#include "screen.h"
#include "tui/app/facts.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"

enum { ENTRY = ROW_OWN, OLDER };
enum { BEFORE_LINE = 39, ROOM_BESIDE = 66 }; /* columns: of time, kind and subject; for a line to stand beside them */
enum { FIRST = 2000, STEP = 4 }; /* entries at first, and how many times as many Enter on the last row gets */
#define SHOWN_HOURS .05 /* less would be told as none */

struct log {
    json_t *days;
    int most, more; /* entries that are loaded; there are older ones */
    char filter[80];
};

static int log_load(struct view *v)
{
    struct log *l = v->data;
    l->most = l->most ? l->most : FIRST;
    json_t *days = work_log_latest(v->app, l->filter[0] ? WORK_LOG_MOST : l->most, l->filter, &l->more);
    double hours = 0;
    size_t k;
    const json_t *d;
    char sum[32];
    if (!days)
        return -1;
    json_decref(l->days);
    l->days = days;
    json_array_foreach(days, k, d)
        hours += js_number(d, "hours");
    figure_hours(sum, sizeof sum, hours);
    snprintf(v->title, sizeof v->title, "log");
    snprintf(v->right, sizeof v->right, "%s%s%s%zu %s%s%s", l->filter[0] ? "\"" : "", l->filter,
             l->filter[0] ? "\" · " : "", json_array_size(days), json_array_size(days) == 1 ? "day" : "days",
             hours >= SHOWN_HOURS ? ", about " : "", hours >= SHOWN_HOURS ? sum : "");
    return 0;
}

static void log_close(struct view *v)
{
    struct log *l = v->data;
    json_decref(l->days);
}

/* What happened stands behind whose it is; where the page is narrow, below. */
static void fill_entry(struct pane *p, const json_t *e, int n)
{
    if (p->w >= ROOM_BESIDE) {
        pane_item(p, ENTRY, n, BEFORE_LINE, e, js_text(e, "line"));
        return;
    }
    pane_add(p, ENTRY, n)->item = e;
    size_t from = p->n;
    if (*js_text(e, "line"))
        pane_hang(p, STYLE_TEXT, 9, "", js_text(e, "line"));
    for (; from < p->n; from++)
        p->rows[from].part = 1;
}

static void fill_day(struct pane *p, const json_t *day, int *n)
{
    char title[64] = "", right[64], hours[32];
    struct tm tm = {0};
    size_t k;
    const json_t *e;
    if (strptime(js_text(day, "day"), "%Y-%m-%d", &tm))
        strftime(title, sizeof title, "%A %-d %b %Y", &tm);
    figure_hours(hours, sizeof hours, js_number(day, "hours"));
    snprintf(right, sizeof right, "about %s", hours);
    pane_blank(p);
    pane_head(p, title, js_number(day, "hours") >= SHOWN_HOURS ? right : NULL);
    json_array_foreach(json_object_get(day, "entries"), k, e)
        fill_entry(p, e, (*n)++);
}

static void log_fill(struct view *v)
{
    struct log *l = v->data;
    struct pane *p = &v->pane[0];
    size_t k;
    const json_t *day;
    int n = 0;
    json_array_foreach(l->days, k, day)
        fill_day(p, day, &n);
    if (l->more && !l->filter[0] && l->most < WORK_LOG_MOST) {
        pane_blank(p);
        pane_add(p, OLDER, 0);
    }
    if (!p->n && l->filter[0])
        pane_text(p, STYLE_TEXT, 0, "No entry contains \"%s\". Press f, then Enter, to show all entries.", l->filter);
    else if (!p->n)
        pane_text(p, STYLE_TEXT, 0,
                  "Nothing has happened yet. Runs, answers, ticks, hints, reviews and notes will appear here.");
}

static void log_draw(struct view *v, const struct row *r, struct pen *p)
{
    if (r->kind == OLDER) {
        pen_put(p, STYLE_TEXT, "what is older");
        return;
    }
    time_t t = (time_t)(js_number(r->item, "when") / 1000);
    char when[16];
    struct tm tm;
    const char *status = work_log_status(r->item);
    (void)v;
    localtime_r(&t, &tm);
    strftime(when, sizeof when, "%H:%M", &tm);
    pen_put(p, STYLE_DIM, when);
    pen_to(p, 7);
    if (*status)
        pen_status(p, status);
    pen_to(p, 9);
    pen_cell(p, STYLE_TEXT, 9, js_text(r->item, "kind"));
    pen_cell(p, STYLE_ACCENT, r->text ? BEFORE_LINE - 19 : pen_left(p), js_text(r->item, "subject"));
    pen_put(p, STYLE_TEXT, " ");
    pen_put(p, STYLE_TEXT, r->text ? r->text : "");
}

/* ---- keys ----------------------------------------------------------------------- */

static unsigned filter_done(struct view *v, const char *text, int tag)
{
    struct log *l = v->data;
    (void)tag;
    if (!text)
        return VIEW_HANDLED;
    snprintf(l->filter, sizeof l->filter, "%s", text);
    return VIEW_RELOAD;
}

/* A week or a lab, as its name says. */
static unsigned open_owner(struct view *v, const char *owner)
{
    int week = 0, used = 0;
    if (sscanf(owner, "w%2d%n", &week, &used) == 1 && !owner[used]) {
        char n[16];
        snprintf(n, sizeof n, "%d", week);
        screen_open(v->scr, &view_week, n);
    } else if (facts_brief(v->app, owner)) {
        screen_open(v->scr, &view_lab, owner);
    }
    return VIEW_HANDLED;
}

static unsigned open_entry(struct view *v, const json_t *e)
{
    const char *kind = js_text(e, "kind"), *subject = js_text(e, "subject");
    char id[32];
    if (!strcmp(kind, "note")) {
        screen_open(v->scr, &view_notes, *subject ? subject : NULL);
    } else if (!strcmp(kind, "answer")) {
        screen_open(v->scr, &view_questions, subject);
    } else if (!strcmp(kind, "test") || !strcmp(kind, "bench") || !strcmp(kind, "profile")) {
        snprintf(id, sizeof id, "%lld", (long long)js_number(e, "id"));
        screen_open(v->scr, &view_report, id);
    } else {
        return open_owner(v, subject);
    }
    return VIEW_HANDLED;
}

static unsigned show_older(struct log *l)
{
    l->most = l->most * STEP < WORK_LOG_MOST ? l->most * STEP : WORK_LOG_MOST;
    return VIEW_RELOAD;
}

static unsigned log_request(struct view *v, enum action a, struct row *r)
{
    struct log *l = v->data;
    switch (a) {
    case ACTION_OPEN:
        if (r && r->kind == OLDER)
            return show_older(l);
        return r && r->kind == ENTRY ? open_entry(v, r->item) : VIEW_IGNORED;
    case ACTION_ONLY:
        screen_ask(v->scr, "Show only entries that contain", l->filter, filter_done, 0);
        return VIEW_HANDLED;
    default:
        return VIEW_IGNORED;
    }
}

static unsigned log_changed(struct view *v)
{
    return screen_run(v->scr)->running ? VIEW_HANDLED : VIEW_RELOAD;
}

static void log_keep(struct view *v, json_t *place)
{
    struct log *l = v->data;
    json_object_set_new(place, "filter", json_string(l->filter));
}

static void log_restore(struct view *v, json_t *place)
{
    struct log *l = v->data;
    snprintf(l->filter, sizeof l->filter, "%s", js_text(place, "filter"));
}

static const unsigned char bar[] = {ACTION_OPEN, ACTION_ONLY, ACTION_FIND, 0};

const struct view_ops view_log = {
    .name = "log",
    .groups = GROUP_LOG | GROUP_SPACE,
    .bar = bar,
    .size = sizeof(struct log),
    .load = log_load,
    .close = log_close,
    .fill = log_fill,
    .draw = log_draw,
    .request = log_request,
    .changed = log_changed,
    .keep = log_keep,
    .restore = log_restore,
};
