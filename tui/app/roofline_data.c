/* What stands in a lab's roofline: this machine's ceilings or a card's, and the timed attempts. */
#define _GNU_SOURCE
#include "roofline_data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/js.h"

/* ---- ceilings ------------------------------------------------------------------------------------------ */

static void ceiling(struct roof_ceiling *list, int *n, double value, const char *format, const char *a, const char *b)
{
    if (*n == ROOF_CEILINGS || !(value > 0))
        return;
    list[*n].value = value;
    snprintf(list[*n].name, sizeof list[*n].name, format, a, b);
    (*n)++;
}

/* The highest first: it is the roof. */
static int higher(const void *a, const void *b)
{
    double x = ((const struct roof_ceiling *)a)->value, y = ((const struct roof_ceiling *)b)->value;
    return x < y ? 1 : x > y ? -1 : 0;
}

static void own_ceilings(const json_t *d, int threads, struct roofline *r)
{
    size_t k;
    const json_t *m;
    json_array_foreach(json_object_get(d, "flops"), k, m)
        if (!strcmp(js_text(m, "type"), "f32") && (js_number(m, "threads") > 1) == (threads > 1))
            ceiling(r->peak, &r->npeaks, js_number(m, "median") / 1e9, "%s FMA, %s", js_text(m, "isa"),
                    js_text(m, "type"));
    json_array_foreach(json_object_get(d, "bandwidth"), k, m)
        if (!strcmp(js_text(m, "level"), "DRAM") && (js_number(m, "threads") > 1) == (threads > 1))
            ceiling(r->bw, &r->nbws, js_number(m, "median") / 1e9, "%s %s", js_text(m, "level"), js_text(m, "op"));
    qsort(r->peak, (size_t)r->npeaks, sizeof r->peak[0], higher);
    qsort(r->bw, (size_t)r->nbws, sizeof r->bw[0], higher);
}

static void gpu_ceilings(const json_t *d, struct roofline *r)
{
    size_t k;
    const json_t *gpu = json_object_get(d, "gpu"), *m;
    json_array_foreach(json_object_get(gpu, "flops"), k, m)
        ceiling(r->peak, &r->npeaks, js_number(m, "median") / 1e9, "%s matmul%s", js_text(m, "type"), "");
    ceiling(r->bw, &r->nbws, js_number(json_object_get(gpu, "copy"), "median") / 1e9, "GPU copy%s%s", "", "");
    qsort(r->peak, (size_t)r->npeaks, sizeof r->peak[0], higher);
}

static int card_ceilings(struct app *a, const char *hw, struct roofline *r)
{
    const json_t *card = json_object_get(curriculum_hw(a->cur), hw), *v = json_object_get(card, "values");
    ceiling(r->peak, &r->npeaks, js_number(json_object_get(v, "fp32"), "value") / 1e9, "%s FP32%s", hw, "");
    ceiling(r->bw, &r->nbws, js_number(json_object_get(v, "bw"), "value") / 1e9, "%s memory%s", hw, "");
    return r->npeaks && r->nbws;
}

json_t *roofline_calibration(struct app *a)
{
    json_t *d = NULL;
    if (!a->db || db_state_get(a->db, ROOFLINE_CALIBRATION, &d) != DB_OK || json_is_object(d))
        return d;
    json_decref(d);
    return NULL;
}

enum app_exit roofline_ceilings(struct app *a, const json_t *lab, const char *hw, struct roofline *r)
{
    if (hw)
        return card_ceilings(a, hw, r) ? APP_OK
             : app_fail(a, APP_USAGE, "There is no hardware card \"%s\" with an FP32 peak and a bandwidth.", hw);
    json_t *d = roofline_calibration(a);
    if (d && js_row(json_object_get(lab, "bench"), "clock", "gpu"))
        gpu_ceilings(d, r);
    else if (d)
        own_ceilings(d, (int)js_number(json_object_get(lab, "limits"), "threads"), r);
    json_decref(d);
    return APP_OK;
}

/* ---- points -------------------------------------------------------------------------------------------- */

/* Intensity from the bench's own FLOP and byte counts; a lab without FLOP has no place under the roof. */
static double intensity_of(const json_t *lab, const char *bench)
{
    size_t k;
    const json_t *b;
    json_array_foreach(json_object_get(lab, "bench"), k, b)
        if (!strcmp(js_text(b, "id"), bench) && js_number(b, "flops") > 0 && js_number(b, "bytes") > 0)
            return js_number(b, "flops") / js_number(b, "bytes");
    return 0;
}

json_t *roofline_points(struct app *a, const json_t *lab)
{
    json_t *rows = NULL, *points = json_array();
    size_t k;
    const json_t *m;
    if (db_measurements(a->db, js_text(lab, "id"), NULL, ROOF_POINTS - 32, &rows) != DB_OK)
        return points;
    json_array_foreach(rows, k, m) {
        double ai = intensity_of(lab, js_text(m, "bench")), gflops = js_number(m, "gflops");
        double t = js_number(m, "t_reference"), reference = t > 0 ? gflops * js_number(m, "t_learner") / t : 0;
        if (ai > 0 && gflops > 0)
            json_array_append_new(points, json_pack("{s:O s:s s:f s:f s:f s:f}", "attempt",
                                                    json_object_get(m, "attempt"), "bench", js_text(m, "bench"),
                                                    "intensity", ai, "gflops", gflops, "ratio", js_number(m, "ratio"),
                                                    "reference_gflops", reference));
    }
    json_decref(rows);
    return points;
}

static void add_point(struct roofline *r, double ai, double gflops, char mark, const char *label, const char *bench)
{
    if (r->npoints == ROOF_POINTS || !(ai > 0) || !(gflops > 0))
        return;
    struct roof_point *p = &r->point[r->npoints++];
    *p = (struct roof_point){ .intensity = ai, .gflops = gflops, .mark = mark };
    snprintf(p->label, sizeof p->label, "%s%s", label, bench);
}

/* Is the k-th the newest of its bench? */
static int is_last(const json_t *points, size_t k)
{
    const char *bench = js_text(json_array_get(points, k), "bench");
    for (size_t q = 0; q < k; q++)
        if (!strcmp(js_text(json_array_get(points, q), "bench"), bench))
            return 0;
    return 1;
}

void roofline_place(const json_t *points, struct roofline *r)
{
    for (int last = 0; last < 2; last++)
        for (size_t k = json_array_size(points); k-- > 0;) {
            const json_t *p = json_array_get(points, k);
            const char *bench = js_text(p, "bench");
            double ai = js_number(p, "intensity"), gflops = js_number(p, "gflops");
            if (is_last(points, k) != last)
                continue;
            if (last)
                add_point(r, ai, js_number(p, "reference_gflops"), 'R', "reference of ", bench);
            add_point(r, ai, gflops, last ? '@' : 'o', last ? "last run of " : "earlier runs", last ? bench : "");
        }
}
