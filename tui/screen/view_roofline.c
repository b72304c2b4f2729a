/* A lab's roofline: ceilings, the ridge point, its timed attempts on their way up, the reference. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/app/roofline_data.h"
#include "runner/base/figure.h"
#include "screen.h"
#include "runner/base/js.h"

enum { PLOT_LEAST = 8, PLOT_MOST = 18, PLOT_WIDE = 110, STEPS = 6 };

struct roof_view {
    json_t *lab, *points;
    struct roofline r;
};

static int roof_open(struct view *v)
{
    struct roof_view *d = v->data;
    d->lab = app_lab(v->app, v->arg ? v->arg : "");
    if (!d->lab)
        return -1;
    snprintf(v->title, sizeof v->title, "roofline");
    return 0;
}

static void roof_close(struct view *v)
{
    struct roof_view *d = v->data;
    json_decref(d->lab);
    json_decref(d->points);
}

static int roof_load(struct view *v)
{
    struct roof_view *d = v->data;
    json_decref(d->points);
    d->points = NULL;
    d->r = (struct roofline){ .npoints = 0 };
    if (!v->app->db || roofline_ceilings(v->app, d->lab, NULL, &d->r) != APP_OK) {
        app_fail(v->app, APP_CONFIG, "The roofline can't be read: no database");
        return -1;
    }
    d->points = roofline_points(v->app, d->lab);
    roofline_place(d->points, &d->r);
    if (roofline_ridge(&d->r) > 0)
        snprintf(v->right, sizeof v->right, "ridge %.3g FLOP/B", roofline_ridge(&d->r));
    else
        v->right[0] = 0;
    return 0;
}

/* Lines around the plot: ceilings, ridge, and of each bench its last run, reference and way here. */
static int lines_around(const struct roofline *r)
{
    int n = r->npeaks + r->nbws + 3;
    for (int k = 0; k < r->npoints; k++)
        n += r->point[k].mark != 'o' ? 2 : 0;
    return n;
}

static void fill_plot(struct view *v, struct pane *p)
{
    struct roof_view *d = v->data;
    char *text = NULL, *save = NULL;
    size_t n = 0;
    int h = p->h - 2 - lines_around(&d->r), w = p->w < PLOT_WIDE ? p->w : PLOT_WIDE;
    FILE *f = open_memstream(&text, &n);
    if (!f)
        return;
    h = h < PLOT_LEAST ? PLOT_LEAST : h > PLOT_MOST ? PLOT_MOST : h;
    roofline_text(&d->r, w, h, !screen_ascii(v->scr), f);
    if (!fclose(f))
        for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
            pane_text(p, STYLE_TEXT, 0, "%s", line);
    free(text);
}

/* "fma   #3 1.9 → #12 9.1 → #31 22.4 GFLOP/s": the last few timed attempts of a bench, the oldest first. */
static void fill_path(struct pane *p, const json_t *points, const char *bench)
{
    char line[512], rate[FIGURE];
    const json_t *step[STEPS], *x;
    size_t k, n = 0;
    json_array_foreach(points, k, x)
        if (n < STEPS && !strcmp(js_text(x, "bench"), bench))
            step[n++] = x;
    if (n < 2)
        return;
    int at = snprintf(line, sizeof line, "%.60s ", bench);
    for (k = n; k-- > 0;)
        at += snprintf(line + at, sizeof line - (size_t)at, " #%.0f %s%s", js_number(step[k], "attempt"),
                       figure_count(js_number(step[k], "gflops"), rate), k ? " →" : " GFLOP/s");
    pane_wrap(p, STYLE_TEXT, 2, line);
}

static void fill_paths(struct pane *p, const json_t *points)
{
    size_t k, q;
    const json_t *x, *y;
    size_t before = p->n;
    json_array_foreach(points, k, x) {
        int first = 1;
        json_array_foreach(points, q, y)
            first = first && (q >= k || strcmp(js_text(x, "bench"), js_text(y, "bench")));
        if (first)
            fill_path(p, points, js_text(x, "bench"));
    }
    if (p->n == before && json_array_size(points))
        pane_say(p, STYLE_DIM, 2, "One timed run so far; the next one draws a path.");
}

static int has_flops(const json_t *lab)
{
    size_t k;
    const json_t *b;
    json_array_foreach(json_object_get(lab, "bench"), k, b)
        if (js_number(b, "flops") > 0 && js_number(b, "bytes") > 0)
            return 1;
    return 0;
}

static void roof_fill(struct view *v)
{
    struct roof_view *d = v->data;
    struct pane *p = &v->pane[0];
    int under = d->r.npeaks && d->r.nbws, timed = json_array_size(d->points) > 0;
    if (timed)
        fill_paths(p, d->points);
    if (under || timed)
        fill_plot(v, p);
    if (!under) {
        pane_blank(p);
        pane_wrap(p, STYLE_STRONG, 0, "There are no ceilings yet.");
        pane_wrap(p, STYLE_TEXT, 0, "In a shell, `ridge calibrate` measures what this machine can do at most, in about "
                                    "twenty seconds. This page draws it when it is opened again.");
    }
    if (!timed) {
        pane_blank(p);
        pane_wrap(p, STYLE_STRONG, 0, has_flops(d->lab) ? "Nothing has been timed yet."
                                                        : "No bench of this lab counts FLOP and bytes.");
        pane_wrap(p, STYLE_TEXT, 0, has_flops(d->lab)
                      ? "b on the lab's page times your code against the reference; both will stand here."
                      : "So the lab has no place on a roofline. H on the lab's page shows how its times changed.");
    }
}

static unsigned roof_changed(struct view *v)
{
    return screen_run(v->scr)->running ? VIEW_HANDLED : VIEW_RELOAD;
}

static const unsigned char bar[] = {ACTION_FIND, 0};

const struct view_ops view_roofline = {
    .name = "roofline",
    .groups = GROUP_SPACE,
    .bar = bar,
    .size = sizeof(struct roof_view),
    .open = roof_open,
    .close = roof_close,
    .load = roof_load,
    .fill = roof_fill,
    .changed = roof_changed,
};
