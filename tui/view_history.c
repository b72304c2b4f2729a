/* Attempts, the newest first; Enter shows the report. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "screen.h"

enum { ATTEMPT = ROW_OWN, CURVE };
enum { LIMIT = 500, CURVE_MAX = 60 };

struct history {
    json_t *attempts;
};

static int history_load(struct view *v)
{
    struct history *h = v->data;
    json_decref(h->attempts);
    h->attempts = NULL;
    if (!v->app->db || db_attempts(v->app->db, v->arg, LIMIT, &h->attempts) != DB_OK) {
        app_fail(v->app, APP_CONFIG, "The history can't be read: %s",
                 v->app->db ? db_error(v->app->db) : "no database");
        return -1;
    }
    snprintf(v->title, sizeof v->title, "history");
    snprintf(v->right, sizeof v->right, "%s%zu attempts",
             json_array_size(h->attempts) == LIMIT ? "the latest " : "",
             json_array_size(h->attempts));
    return 0;
}

static void history_close(struct view *v)
{
    struct history *h = v->data;
    json_decref(h->attempts);
}

static void history_fill(struct view *v)
{
    struct history *h = v->data;
    struct pane *p = &v->pane[0];
    size_t k;
    const json_t *a;
    json_array_foreach(h->attempts, k, a) pane_add(p, ATTEMPT, (int)js_number(a, "id"))->item = a;
    if (!p->n) {
        pane_text(p, STYLE_TEXT, 0, "Nothing has been run yet.");
        pane_text(p, STYLE_DIM, 0,
                  "Each run of a lab is kept here with its sources and its report.");
    }
}

/* Points of the attempts, the oldest at the left. */
static void draw_curve(struct view *v, struct pen *p)
{
    struct history *h = v->data;
    double points[CURVE_MAX];
    size_t n = json_array_size(h->attempts), shown = n < CURVE_MAX ? n : CURVE_MAX;
    for (size_t k = 0; k < shown; k++)
        points[k] = js_number(json_array_get(h->attempts, shown - 1 - k), "points");
    pen_put(p, STYLE_DIM, "points   ");
    pen_spark(p, points, shown);
}

static void history_draw(struct view *v, const struct row *r, struct pen *p)
{
    if (r->kind == CURVE) {
        draw_curve(v, p);
        return;
    }
    char when[32], took[32], what[64];
    const json_t *a = r->item;
    const char *stage = js_text(a, "stage");
    int saved = json_is_true(json_object_get(a, "watch"));
    text_ago(when, sizeof when, (int64_t)js_number(a, "started"), screen_now(v->scr));
    text_duration(took, sizeof took, js_number(a, "duration_ms"));
    pen_right(p, STYLE_DIM, "%s %9s", saved ? "save" : js_text(a, "verb"), took);
    pen_number(p, STYLE_DIM, 4, "%d", r->n);
    pen_to(p, 6);
    pen_cell(p, STYLE_DIM, 10, when);
    if (!v->arg)
        pen_cell(p, STYLE_TEXT, 17, js_text(a, "lab"));
    pen_status(p, js_text(a, "status"));
    pen_put(p, STYLE_TEXT, " ");
    snprintf(what, sizeof what, "%s%s", *stage ? "★ " : "", *stage ? stage : js_text(a, "status"));
    pen_cell(p, *stage ? STYLE_ACCENT : STYLE_TEXT, 13, what);
    pen_number(p, STYLE_TEXT, 4, "%.0f", js_number(a, "points"));
    pen_fmt(p, STYLE_DIM, " of %.0f", js_number(a, "max"));
}

static unsigned history_request(struct view *v, enum action a, struct row *r)
{
    char id[32];
    if (a != ACTION_OPEN || !r)
        return VIEW_IGNORED;
    snprintf(id, sizeof id, "%d", r->n);
    screen_open(v->scr, &view_report, id);
    return VIEW_HANDLED;
}

static unsigned history_changed(struct view *v)
{
    return screen_job(v->scr)->running ? VIEW_HANDLED : VIEW_RELOAD;
}

static const unsigned char bar[] = {ACTION_OPEN, ACTION_FIND, 0};

const struct view_ops view_history = {
    .name = "history",
    .groups = GROUP_HISTORY,
    .bar = bar,
    .size = sizeof(struct history),
    .load = history_load,
    .close = history_close,
    .fill = history_fill,
    .draw = history_draw,
    .request = history_request,
    .changed = history_changed,
};
