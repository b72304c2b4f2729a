/* curve.c: a lab's curves, out of the outputs of a case. */
#include "curve.h"

#include <math.h>
#include <string.h>

static double value_at(const void *values, enum ridge_dtype dtype, size_t k)
{
    float narrow;
    double wide;
    if (dtype == RIDGE_F32) {
        memcpy(&narrow, (const char *)values + k * sizeof narrow, sizeof narrow);
        return (double)narrow;
    }
    memcpy(&wide, (const char *)values + k * sizeof wide, sizeof wide);
    return wide;
}

struct range {
    double lo, hi;
    size_t lo_at, finite;
};

/* The least and the most of the finite values of [from, to). */
static struct range range_of(const void *values, enum ridge_dtype dtype, size_t from, size_t to)
{
    struct range r = { .lo = INFINITY, .hi = -INFINITY };
    for (size_t k = from; k < to; k++) {
        double v = value_at(values, dtype, k);
        if (!isfinite(v))
            continue;
        r.finite++;
        r.hi = fmax(r.hi, v);
        if (v < r.lo)
            r.lo_at = k;
        r.lo = fmin(r.lo, v);
    }
    return r;
}

static json_t *point_of(const struct range *r, int alone)
{
    if (!r->finite)
        return json_null();
    return alone ? json_real(r->lo) : json_pack("[f,f]", r->lo, r->hi);
}

json_t *curve_thin(const void *values, enum ridge_dtype dtype, size_t n)
{
    json_t *points = json_array();
    size_t parts = n > CURVE_POINTS ? CURVE_PAIRS : n;
    for (size_t k = 0; k < parts; k++) {
        struct range r = range_of(values, dtype, k * n / parts, (k + 1) * n / parts);
        json_array_append_new(points, point_of(&r, parts == n));
    }
    struct range all = range_of(values, dtype, 0, n);
    double last = n ? value_at(values, dtype, n - 1) : INFINITY;
    return json_pack("{s:I s:I s:o s:o s:o}", "n", (json_int_t)n, "bad", (json_int_t)(n - all.finite), "least_at",
                     all.finite ? json_integer((json_int_t)all.lo_at) : json_null(), "last",
                     isfinite(last) ? json_real(last) : json_null(), "points", points);
}

static int is_kept(const json_t *list, const char *id)
{
    size_t k;
    const json_t *row;
    json_array_foreach(list, k, row)
        if (!strcmp(util_str(row, "id", ""), id))
            return 1;
    return 0;
}

static void keep(struct job *j, const struct case_memory *b, const struct lab_curve *c, size_t k)
{
    json_t *row = curve_thin(b->buf[k].snapshot, b->buf[k].decl->dtype, b->buf[k].count);
    json_t *head = json_pack("{s:s s:s s:s s:o s:o}", "id", c->id, "call", b->call_name, "case", b->case_id, "title",
                             job_text(c->title), "unit", job_text(c->unit));
    json_object_update(row, head);
    json_decref(head);
    json_array_append_new(job_list(j, "curves"), row);
}

void curve_keep(struct job *j, const struct case_memory *b)
{
    for (size_t q = 0; q < j->lab.ncurves; q++) {
        const struct lab_curve *c = &j->lab.curves[q];
        if (strcmp(c->call, b->call_name) || strcmp(c->case_id, b->case_id) ||
            is_kept(json_object_get(j->report, "curves"), c->id))
            continue;
        for (size_t k = 0; k < b->nbuf; k++)
            if (!strcmp(b->buf[k].name, c->output) && b->buf[k].snapshot &&
                (b->buf[k].decl->dtype == RIDGE_F32 || b->buf[k].decl->dtype == RIDGE_F64))
                keep(j, b, c, k);
    }
}
