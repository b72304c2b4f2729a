/* timeline.c: rows of a report that may be anybody's, into lanes; how long each computes or stands still. */
#include "timeline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/figure.h"
#include "runner/base/util.h"

static const char *const kinds[TIMELINE_KINDS] = { "compute", "send", "wait", "collective", "run" };

enum { FIELDS = 8, SCANNED = 4 * TIMELINE_EVENTS, ENTRIES = 4096 }; /* more rows or entries are not looked at */

const json_t *timeline_entry(const json_t *report, const char *case_id, size_t k)
{
    const json_t *list = json_object_get(report, "timelines");
    for (size_t at = 0; at < json_array_size(list) && at < ENTRIES; at++) {
        const json_t *e = json_array_get(list, at);
        if (json_array_size(json_object_get(e, "rows")) && (!case_id || !strcmp(util_str(e, "case", ""), case_id)) &&
            !k--)
            return e;
    }
    return NULL;
}

/* ---- rows ------------------------------------------------------------------------------------------------ */

/* Printable ASCII, cut to its room. */
static void plain(const char *s, char *ret, size_t n)
{
    snprintf(ret, n, "%s", s ? s : "");
    for (char *c = ret; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
}

/* A whole number from `least` to `most`. */
static int whole(const json_t *v, int least, int most, int *ret)
{
    json_int_t x = json_integer_value(v);
    if (!json_is_integer(v) || x < least || x > most)
        return 0;
    *ret = (int)x;
    return 1;
}

/* 0 to `most`. */
static int amount(const json_t *v, double most, double *ret)
{
    *ret = json_number_value(v);
    return json_is_number(v) && *ret >= 0 && *ret <= most;
}

static int kind_of(const json_t *v, enum timeline_kind *ret)
{
    const char *s = json_string_value(v);
    for (int k = 0; s && k < TIMELINE_KINDS; k++)
        if (!strcmp(s, kinds[k])) {
            *ret = (enum timeline_kind)k;
            return 1;
        }
    return 0;
}

static int read_row(const json_t *row, struct timeline_event *e)
{
    int ok = json_array_size(row) == FIELDS && whole(json_array_get(row, 0), 0, TIMELINE_RANKS - 1, &e->rank) &&
             whole(json_array_get(row, 1), 0, TIMELINE_STREAMS - 1, &e->stream) &&
             amount(json_array_get(row, 2), TIMELINE_END_NS, &e->t0) &&
             amount(json_array_get(row, 3), TIMELINE_END_NS, &e->t1) && kind_of(json_array_get(row, 4), &e->kind) &&
             json_is_string(json_array_get(row, 5)) && amount(json_array_get(row, 6), 1e18, &e->bytes) &&
             whole(json_array_get(row, 7), -1, TIMELINE_RANKS - 1, &e->peer);
    plain(json_string_value(json_array_get(row, 5)), e->name, sizeof e->name);
    return ok && e->t1 - e->t0 >= TIMELINE_LEAST_NS;
}

static void read_rows(struct timeline *t, const json_t *rows)
{
    size_t all = json_array_size(rows), seen = all < SCANNED ? all : SCANNED;
    for (size_t k = 0; k < seen && t->n < TIMELINE_EVENTS; k++)
        t->n += (size_t)read_row(json_array_get(rows, k), &t->event[t->n]);
    t->refused = all - t->n;
}

/* ---- lanes ----------------------------------------------------------------------------------------------- */

/* The sends of a rank come last and share a lane, whichever stream they are of. */
static int lane_key(const struct timeline_event *e)
{
    return e->rank * (TIMELINE_STREAMS + 1) + (e->kind == TIMELINE_SEND ? TIMELINE_STREAMS : e->stream);
}

static int by_lane(const void *a, const void *b)
{
    const struct timeline_event *x = a, *y = b;
    int lane = lane_key(x) - lane_key(y);
    if (lane)
        return lane;
    if (x->t0 != y->t0)
        return x->t0 < y->t0 ? -1 : 1;
    if (x->t1 != y->t1)
        return x->t1 > y->t1 ? -1 : 1;
    return (int)x->kind - (int)y->kind;
}

struct edge {
    double at;
    int compute, comm; /* +1 begins, -1 ends */
};

static int by_time(const void *a, const void *b)
{
    const struct edge *x = a, *y = b;
    return x->at < y->at ? -1 : x->at > y->at;
}

static size_t edges_of(const struct timeline *t, const struct timeline_lane *l, struct edge *ret)
{
    size_t n = 0;
    for (size_t k = l->first; k < l->first + l->n; k++) {
        const struct timeline_event *e = &t->event[k];
        int compute = e->kind == TIMELINE_COMPUTE, comm = !compute && e->kind != TIMELINE_RUN;
        ret[n++] = (struct edge){ e->t0, compute, comm };
        ret[n++] = (struct edge){ e->t1, -compute, -comm };
    }
    qsort(ret, n, sizeof *ret, by_time);
    return n;
}

/* A piece that begins where the last one ended is part of it. */
static void add_span(struct timeline *t, struct timeline_lane *l, double t0, double t1)
{
    struct timeline_span *last = l->nspans ? &t->span[t->nspans - 1] : NULL;
    l->uncovered += t1 - t0;
    if (last && last->t1 == t0) {
        last->t1 = t1;
        return;
    }
    t->span[t->nspans++] = (struct timeline_span){ t0, t1 };
    l->nspans++;
}

/* One sweep over beginnings and ends: overlapping events count once. */
static void measure_lane(struct timeline *t, struct timeline_lane *l, struct edge *edge)
{
    size_t n = edges_of(t, l, edge);
    int compute = 0, comm = 0;
    l->span = t->nspans;
    for (size_t k = 0; k + 1 < n; k++) {
        compute += edge[k].compute;
        comm += edge[k].comm;
        if (edge[k + 1].at <= edge[k].at)
            continue;
        if (compute)
            l->compute += edge[k + 1].at - edge[k].at;
        else if (comm)
            add_span(t, l, edge[k].at, edge[k + 1].at);
    }
}

/* Events of more lanes than there is room for are refused. */
static void find_lanes(struct timeline *t)
{
    size_t k;
    qsort(t->event, t->n, sizeof *t->event, by_lane);
    for (k = 0; k < t->n; k++) {
        const struct timeline_event *e = &t->event[k];
        if (!k || lane_key(e) != lane_key(e - 1)) {
            if (t->nlanes == TIMELINE_LANES)
                break;
            t->lane[t->nlanes++] = (struct timeline_lane){ .rank = e->rank, .stream = e->stream,
                                                           .sends = e->kind == TIMELINE_SEND, .first = k };
            t->ranks += !k || e->rank != (e - 1)->rank;
        }
        t->lane[t->nlanes - 1].n++;
        t->end = fmax(t->end, e->t1);
    }
    t->refused += t->n - k;
    t->n = k;
}

struct timeline *timeline_read(const json_t *entry)
{
    struct timeline *t = calloc(1, sizeof *t);
    struct edge *edge = malloc(sizeof *edge * 2 * TIMELINE_EVENTS);
    if (t) {
        t->event = calloc(TIMELINE_EVENTS, sizeof *t->event);
        t->span = calloc((size_t)2 * TIMELINE_EVENTS, sizeof *t->span);
    }
    if (t && t->event && t->span && edge) {
        plain(util_str(entry, "case", ""), t->case_id, sizeof t->case_id);
        plain(util_str(entry, "call", ""), t->call, sizeof t->call);
        if (!amount(json_object_get(entry, "dropped"), 1e15, &t->dropped))
            t->dropped = 0;
        read_rows(t, json_object_get(entry, "rows"));
        find_lanes(t);
        for (int k = 0; k < t->nlanes; k++)
            measure_lane(t, &t->lane[k], edge);
    }
    free(edge);
    if (t && t->n)
        return t;
    timeline_free(t);
    return NULL;
}

void timeline_free(struct timeline *t)
{
    if (!t)
        return;
    free(t->event);
    free(t->span);
    free(t);
}

const struct timeline_lane *timeline_exposed(const struct timeline *t)
{
    const struct timeline_lane *most = NULL;
    for (int k = 0; k < t->nlanes; k++) {
        const struct timeline_lane *l = &t->lane[k];
        if (!l->stream && !l->sends && (!most || l->uncovered > most->uncovered))
            most = l;
    }
    return most;
}

/* ---- words ----------------------------------------------------------------------------------------------- */

const char *timeline_kind_name(enum timeline_kind kind)
{
    return kinds[kind];
}

void timeline_lane_name(const struct timeline_lane *l, char ret[24])
{
    if (l->sends)
        snprintf(ret, 24, "r%d send", l->rank);
    else if (l->stream)
        snprintf(ret, 24, "r%d s%d", l->rank, l->stream);
    else
        snprintf(ret, 24, "r%d", l->rank);
}

void timeline_time(double ns, char ret[24])
{
    static const char *const units[] = { "ns", "µs", "ms", "s" };
    int k = 0;
    for (; k < 3 && ns >= 1000; k++)
        ns /= 1000;
    snprintf(ret, 24, "%.5g %s", ns, units[k]);
}

void timeline_event_text(const struct timeline_event *e, char *ret, size_t n)
{
    char took[24], at[24], more[80] = "", bytes[FIGURE];
    timeline_time(e->t1 - e->t0, took);
    timeline_time(e->t0, at);
    if (e->kind == TIMELINE_SEND)
        snprintf(more, sizeof more, ", %s B to rank %d", figure_count(e->bytes, bytes), e->peer);
    snprintf(ret, n, "%s %s: %s from %s%s", kinds[e->kind], e->name, took, at, more);
}

double timeline_step(double span, int most)
{
    double step = pow(10, floor(log10(span / (most > 0 ? most : 1))));
    static const double times[] = { 1, 2, 5, 10 };
    for (int k = 0; k < 4; k++)
        if (span / (step * times[k]) <= most)
            return step * times[k];
    return step * 10;
}
