/* Looking back: history, roofline. */
#define _GNU_SOURCE
#include <langinfo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli.h"

static const char *when(const json_t *row, char *buf, size_t n)
{
    time_t t = (time_t)(jnum(row, "started") / 1000);
    struct tm tm;
    localtime_r(&t, &tm);
    strftime(buf, n, "%Y-%m-%d %H:%M", &tm);
    return buf;
}

int cmd_history(struct cli *c)
{
    json_t *rows = NULL, *lab = NULL;
    char buf[32];
    if (c->nargs && !(lab = cli_lab(c, c->args[0])))
        return APP_USAGE;
    if (app_need_db(&c->app) != APP_OK ||
        db_attempts(c->app.db, lab ? jstr(lab, "id") : NULL, c->limit ? (int)c->limit : 50, &rows) != DB_OK) {
        if (c->app.db)
            app_fail(&c->app, APP_CONFIG, "%s", db_error(c->app.db));
        json_decref(lab);
        return cli_fail(c, APP_CONFIG);
    }
    json_decref(lab);
    if (c->app.json)
        return cli_json(json_pack("{s:o}", "attempts", rows));
    size_t k;
    const json_t *r;
    if (!json_array_size(rows))
        printf("No attempts yet. `ridge next` says where to begin.\n");
    json_array_foreach(rows, k, r) {
        printf("%5.0f  %s  %-20s %-8s ", jnum(r, "id"), when(r, buf, sizeof buf), jstr(r, "lab"), jstr(r, "verb"));
        cli_status_word(c, jstr(r, "status"));
        printf(" %5.0f/%-5.0f %-7s %7.2f s\n", jnum(r, "points"), jnum(r, "max"), jstr(r, "stage"), jnum(r, "duration_ms") / 1e3);
    }
    json_decref(rows);
    return APP_OK;
}

/* ---- roofline ----------------------------------------------------------------------------------- */

enum { PLOT_W = 56, PLOT_H = 14 };

struct point {
    double intensity, gflops;
    const char *what;
    char mark;
};

struct plot {
    double x0, x1, y0, y1; /* log10 of FLOP/B and GFLOP/s */
    char cell[PLOT_H][PLOT_W + 1];
};

static void put(struct plot *p, double ai, double gf, char mark)
{
    int x = (int)lround((log10(ai) - p->x0) / (p->x1 - p->x0) * (PLOT_W - 1));
    int y = (int)lround((p->y1 - log10(gf)) / (p->y1 - p->y0) * (PLOT_H - 1));
    if (x >= 0 && x < PLOT_W && y >= 0 && y < PLOT_H)
        p->cell[y][x] = mark;
}

static void draw_plot(struct plot *p, const struct point *pt, size_t n, double peak, double bw)
{
    p->x0 = -2;
    p->x1 = 4;
    double top = peak;
    for (size_t k = 0; k < n; k++)
        top = pt[k].gflops > top ? pt[k].gflops : top;
    p->y1 = ceil(log10(top) + 0.1);
    p->y0 = p->y1 - 5;
    memset(p->cell, ' ', sizeof p->cell);
    for (int x = 0; bw > 0 && x < PLOT_W; x++) {
        double ai = pow(10, p->x0 + (p->x1 - p->x0) * x / (PLOT_W - 1)), roof = fmin(peak, ai * bw);
        put(p, ai, roof, ai * bw < peak ? '/' : '-');
    }
    for (size_t k = 0; k < n; k++)
        put(p, pt[k].intensity, pt[k].gflops, pt[k].mark);
    for (int y = 0; y < PLOT_H; y++) {
        p->cell[y][PLOT_W] = 0;
        double v = p->y1 - (p->y1 - p->y0) * y / (PLOT_H - 1);
        printf("%9.3g |%s\n", pow(10, v), p->cell[y]);
    }
    printf("  GFLOP/s +");
    for (int x = 0; x < PLOT_W; x++)
        putchar('-');
    printf("\n           0.01      0.1       1        10       100      1000   FLOP/B\n");
}

/* Intensity from the bench's own FLOP and byte counts; a lab without FLOP has no place under the roof. */
static double intensity_of(const json_t *lab, const char *bench)
{
    size_t k;
    const json_t *b;
    json_array_foreach(json_object_get(lab, "bench"), k, b)
        if (!strcmp(jstr(b, "id"), bench) && jnum(b, "flops") > 0 && jnum(b, "bytes") > 0)
            return jnum(b, "flops") / jnum(b, "bytes");
    return 0;
}

static json_t *points_of(struct cli *c, const json_t *lab)
{
    json_t *rows = NULL, *points = json_array();
    size_t k;
    const json_t *m;
    if (db_measurements(c->app.db, jstr(lab, "id"), NULL, 200, &rows) != DB_OK)
        return points;
    json_array_foreach(rows, k, m) {
        double ai = intensity_of(lab, jstr(m, "bench"));
        if (ai > 0 && jnum(m, "gflops") > 0)
            json_array_append_new(points, json_pack("{s:O s:s s:f s:f s:f}", "attempt", json_object_get(m, "attempt"),
                                                    "bench", jstr(m, "bench"), "intensity", ai, "gflops", jnum(m, "gflops"),
                                                    "ratio", jnum(m, "ratio")));
    }
    json_decref(rows);
    return points;
}

static void ceilings(struct cli *c, double *peak, double *bw)
{
    const json_t *card = json_object_get(curriculum_hw(c->app.cur), c->hw), *v = json_object_get(card, "values");
    *peak = jnum(json_object_get(v, "fp32"), "value") / 1e9;
    *bw = jnum(json_object_get(v, "bw"), "value") / 1e9;
}

int cmd_roofline(struct cli *c)
{
    json_t *lab = cli_lab(c, c->args[0]);
    double peak = 0, bw = 0;
    if (!lab)
        return APP_USAGE;
    if (app_need_db(&c->app) != APP_OK) {
        json_decref(lab);
        return cli_fail(c, APP_CONFIG);
    }
    if (c->hw) {
        ceilings(c, &peak, &bw);
        if (!(peak > 0 && bw > 0)) {
            app_fail(&c->app, APP_USAGE, "There is no hardware card \"%s\" with an FP32 peak and a bandwidth.", c->hw);
            json_decref(lab);
            return cli_fail(c, APP_USAGE);
        }
    }
    json_t *points = points_of(c, lab);
    if (c->app.json) {
        json_t *d = json_pack("{s:s s:o}", "lab", jstr(lab, "id"), "points", points);
        if (c->hw)
            json_object_set_new(d, "ceilings", json_pack("{s:s s:f s:f s:f}", "hw", c->hw, "gflops", peak, "gbps", bw,
                                                         "ridge", peak / bw));
        json_decref(lab);
        return cli_json(d);
    }
    size_t n = json_array_size(points);
    struct point *pt = calloc(n + 1, sizeof *pt);
    for (size_t k = 0; k < n; k++) {
        const json_t *r = json_array_get(points, n - 1 - k); /* oldest first, so that the newest mark wins */
        pt[k] = (struct point){ jnum(r, "intensity"), jnum(r, "gflops"), jstr(r, "bench"), k + 1 == n ? '@' : 'o' };
    }
    if (!n && !c->hw) {
        printf("No timed run of %s has FLOP to plot yet: `ridge bench %s`.\n", jstr(lab, "id"), jstr(lab, "id"));
    } else {
        struct plot p;
        draw_plot(&p, pt, n, peak > 0 ? peak : 1, bw);
        printf("@ the last run   o earlier runs   %s\n", c->hw ? "/ - the card's bandwidth and FP32 ceilings"
                                                               : "(--hw ID draws a card's ceilings)");
    }
    free(pt);
    json_decref(points);
    json_decref(lab);
    return APP_OK;
}
