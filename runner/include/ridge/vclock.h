/*
 * vclock.h: streams, events and graphs of a GPU in virtual time. A list of calls, as a host made them, and a machine
 * give the time at which each piece of work starts and ends, what memory holds at the end, and every pair of accesses
 * that nothing puts in order. It is a pure function: whoever has the list gets the same answer.
 *
 * What is modelled, by the CUDA C++ Programming Guide (asynchronous concurrent execution; graphs):
 *   - A call costs the host time. The work of a stream is done in order; work of different streams is ordered by
 *     events, by the host's waiting, and by the legacy default stream (stream 0), which waits for all others and is
 *     waited for.
 *   - Copies to and from the device have an engine each, or share one. An engine takes its work in the order of the
 *     calls: what is not ready holds up what was issued behind it. Kernels have `lanes` places and no such queue.
 *   - A copy from or to pageable memory returns when it is done.
 *   - Work that is issued to a capturing stream becomes nodes of a graph; a stream that waits for an event of the
 *     capture joins it. A graph's launch costs the host one call; launches of one graph follow each other.
 * What is not: bandwidth shared between engines, kernels that slow each other down, streams that do not block.
 *
 * Memory is counted in cells, each of which holds a number. A kernel computes out[i] = 3 a[i] + 5 b[i] + 1.
 */
#ifndef RIDGE_VCLOCK_H
#define RIDGE_VCLOCK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum vclock_kind { VC_H2D, VC_D2H, VC_KERNEL, VC_RECORD, VC_WAIT, VC_SYNC_EVENT, VC_SYNC_STREAM, VC_SYNC_DEVICE,
                   VC_BEGIN, VC_END, VC_LAUNCH, VC_KINDS };

/* A call: x is an event or a graph; cells dst.. are written, a.. and b.. read. A row of eight numbers. */
struct vclock_op {
    int64_t kind, stream, x, dst, a, b, cells, unused;
};

struct vclock_machine {
    int64_t host_ns;            /* what a call costs the host */
    int64_t copy_ns, h2d_ns, d2h_ns; /* a copy: once, and for each cell */
    int64_t kernel_ns, cell_ns; /* a kernel: once, and for each cell */
    int64_t engines, lanes;     /* copy engines, 1 or 2; kernels at once */
    int64_t graph_ns, node_ns;  /* a graph's launch: the host's cost, and the device's for each node */
    int64_t pinned;             /* 0: the host's memory is pageable */
    int64_t host_cells, dev_cells;
};

enum { VC_STREAMS = 32, VC_EVENTS = 256, VC_GRAPHS = 8, VC_NODES = 64, VC_WORK = 4096, VC_PLACES = 2 * VC_STREAMS };

/* Which work is known to be done: of place p (a stream, or a captured one) the first know[p] pieces. */
struct vclock_past {
    int16_t know[VC_PLACES];
};

struct vclock_work {
    int call, place, seq;
    int64_t kind, dst, a, b, cells, start, end;
    struct vclock_past past;
};

struct vclock_node {
    struct vclock_op op;
    uint64_t after; /* nodes that come before, all of them */
};

struct vclock {
    struct vclock_machine m;
    int64_t host, tail[VC_STREAMS], engine[2], lane[32];
    struct vclock_past known, past[VC_STREAMS];
    struct { int set, graph; uint64_t after; int64_t time; struct vclock_past past; } event[VC_EVENTS];
    struct { int n, done, origin; struct vclock_node node[VC_NODES]; } graph[VC_GRAPHS];
    int capture[VC_STREAMS], graphs, capturing; /* the graph that a stream is captured for, or -1 */
    uint64_t after[VC_STREAMS];
    int seq[VC_PLACES], n;
    int64_t calls, launches, waits, kernels, *host_cell, *dev_cell;
    char wrong[400]; /* the first mistake, or "" */
    struct vclock_work work[VC_WORK];
};

static inline void vclock_free(struct vclock *v)
{
    if (v)
        free(v->host_cell);
    free(v);
}

/* You own it. The host's cells hold their own numbers, the device's -1. NULL: no memory. */
static inline struct vclock *vclock_new(const struct vclock_machine *m)
{
    struct vclock *v = calloc(1, sizeof *v);
    int64_t *cells = v ? malloc((size_t)(m->host_cells + m->dev_cells + 1) * sizeof *cells) : NULL;
    if (!cells) {
        free(v);
        return NULL;
    }
    v->m = *m;
    v->host_cell = cells;
    v->dev_cell = cells + m->host_cells;
    for (int64_t k = 0; k < m->host_cells; k++)
        cells[k] = k;
    for (int64_t k = 0; k < m->dev_cells; k++)
        v->dev_cell[k] = -1;
    for (int s = 0; s < VC_STREAMS; s++)
        v->capture[s] = -1;
    v->capturing = -1;
    return v;
}

static inline int64_t vclock_max(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static inline void vclock_learn(struct vclock_past *p, const struct vclock_past *q)
{
    for (int k = 0; k < VC_PLACES; k++)
        if (q->know[k] > p->know[k])
            p->know[k] = q->know[k];
}

static inline const char *vclock_name(int64_t kind)
{
    static const char *const name[] = {"copy to the device", "copy to the host", "kernel", "event record", "wait",
        "event synchronize", "stream synchronize", "device synchronize", "begin of a capture", "end of a capture",
        "graph launch"};
    return kind >= 0 && kind < VC_KINDS ? name[kind] : "unknown call";
}

/* From when on, and after what, work of stream s can start that is issued now. */
static inline int64_t vclock_ready(const struct vclock *v, int s, struct vclock_past *past)
{
    int64_t t = vclock_max(v->host, v->tail[s]);
    *past = v->past[s];
    vclock_learn(past, &v->known);
    for (int k = 0; k < VC_STREAMS; k++)
        if (s == 0 || k == 0) { /* the legacy default stream */
            t = vclock_max(t, v->tail[k]);
            vclock_learn(past, &v->past[k]);
        }
    return t;
}

/* Until when the engine is taken that work gets which can start at `ready`. Of the places for kernels that are free by
 * then it gets the one that became free last, so that a stream's kernels stay where they are. */
static inline int64_t *vclock_engine(struct vclock *v, int64_t kind, int64_t ready)
{
    int best = 0;
    if (kind != VC_KERNEL)
        return &v->engine[kind == VC_D2H && v->m.engines > 1];
    for (int k = 1; k < v->m.lanes && k < 32; k++) {
        int fits = v->lane[k] <= ready, fitted = v->lane[best] <= ready;
        if (fits ? !fitted || v->lane[k] > v->lane[best] : !fitted && v->lane[k] < v->lane[best])
            best = k;
    }
    return &v->lane[best];
}

static inline int64_t vclock_lasts(const struct vclock_machine *m, const struct vclock_op *o)
{
    return o->kind == VC_KERNEL ? m->kernel_ns + o->cells * m->cell_ns
                                : m->copy_ns + o->cells * (o->kind == VC_H2D ? m->h2d_ns : m->d2h_ns);
}

/* ---- what work reads and writes --------------------------------------------------------- */

struct vclock_range {
    int dev, write;
    int64_t from, to;
};

static inline int vclock_ranges(const struct vclock_work *w, struct vclock_range r[3])
{
    r[0] = (struct vclock_range){w->kind != VC_D2H, 1, w->dst, w->dst + w->cells};
    r[1] = (struct vclock_range){w->kind != VC_H2D, 0, w->a, w->a + w->cells};
    r[2] = (struct vclock_range){1, 0, w->b, w->b + w->cells};
    return w->kind == VC_KERNEL ? 3 : 2;
}

/* The two pieces of work touch the same cells, and one of them writes there: which cells are they? */
static inline int vclock_meet(const struct vclock_work *w, const struct vclock_work *u, struct vclock_range *at)
{
    struct vclock_range a[3], b[3];
    int na = vclock_ranges(w, a), nb = vclock_ranges(u, b);
    for (int i = 0; i < na; i++)
        for (int j = 0; j < nb; j++)
            if (a[i].dev == b[j].dev && (a[i].write || b[j].write) && a[i].from < b[j].to && b[j].from < a[i].to) {
                *at = a[i];
                at->from = vclock_max(a[i].from, b[j].from);
                return 1;
            }
    return 0;
}

static inline void vclock_compute(struct vclock *v, const struct vclock_work *w)
{
    int64_t *dst = (w->kind == VC_D2H ? v->host_cell : v->dev_cell) + w->dst;
    const int64_t *a = (w->kind == VC_H2D ? v->host_cell : v->dev_cell) + w->a, *b = v->dev_cell + w->b;
    for (int64_t k = 0; k < w->cells; k++)
        dst[k] = w->kind == VC_KERNEL ? (int64_t)(3 * (uint64_t)a[k] + 5 * (uint64_t)b[k] + 1) : a[k];
}

/* The work takes its place: it is held against all before it, done, and known to whatever its stream does next. */
static inline void vclock_add(struct vclock *v, struct vclock_work w)
{
    struct vclock_range at;
    for (int k = v->n - 1; k >= 0 && !v->wrong[0]; k--) {
        const struct vclock_work *u = &v->work[k];
        if (w.past.know[u->place] < u->seq && vclock_meet(&w, u, &at))
            snprintf(v->wrong, sizeof v->wrong,
                     "call %d, a %s, %s cell %lld of the %s, and nothing puts it behind call %d, a %s that %s the same "
                     "cell", w.call, vclock_name(w.kind), at.write ? "writes" : "reads", (long long)at.from,
                     at.dev ? "device" : "host", u->call, vclock_name(u->kind), at.write ? "uses" : "writes");
    }
    w.seq = ++v->seq[w.place];
    w.past.know[w.place] = (int16_t)w.seq;
    vclock_compute(v, &w);
    v->kernels += w.kind == VC_KERNEL;
    v->work[v->n++] = w;
}

/* Start and end of an operation that can start at `ready`. */
static inline struct vclock_work vclock_place(struct vclock *v, const struct vclock_op *o, int call, int place,
                                              int64_t ready)
{
    int64_t *engine = vclock_engine(v, o->kind, ready);
    struct vclock_work w = {.call = call, .place = place, .kind = o->kind, .dst = o->dst, .a = o->a, .b = o->b,
                            .cells = o->cells, .start = vclock_max(ready, *engine)};
    *engine = w.end = w.start + vclock_lasts(&v->m, o);
    return w;
}

/* ---- calls ------------------------------------------------------------------------------ */

static inline void vclock_fail(struct vclock *v, int call, const struct vclock_op *o, const char *what)
{
    if (!v->wrong[0])
        snprintf(v->wrong, sizeof v->wrong, "call %d, a %s: %s", call, vclock_name(o->kind), what);
}

static inline void vclock_capture(struct vclock *v, const struct vclock_op *o, int call)
{
    int s = (int)o->stream, g = v->capture[s], n = v->graph[g].n;
    if (o->kind == VC_RECORD) {
        v->event[o->x].set = 1;
        v->event[o->x].graph = g;
        v->event[o->x].after = v->after[s];
        return;
    }
    if (n == VC_NODES) {
        vclock_fail(v, call, o, "the graph has more than 64 nodes");
        return;
    }
    v->graph[g].node[n] = (struct vclock_node){*o, v->after[s]};
    v->after[s] |= 1ull << n;
    v->graph[g].n++;
}

static inline void vclock_end(struct vclock *v, const struct vclock_op *o, int call)
{
    int g = v->capturing, n = g < 0 ? 0 : v->graph[g].n;
    uint64_t all = n == VC_NODES ? ~0ull : (1ull << n) - 1;
    if (g < 0 || v->graph[g].origin != o->stream) {
        vclock_fail(v, call, o, "no capture began in this stream");
        return;
    }
    if (v->after[o->stream] != all)
        vclock_fail(v, call, o, "a stream that joined the capture was not brought back to the one where it began");
    for (int s = 0; s < VC_STREAMS; s++)
        v->capture[s] = -1;
    v->graph[g].done = 1;
    v->capturing = -1;
}

static inline void vclock_launch(struct vclock *v, const struct vclock_op *o, int call)
{
    int s = (int)o->stream, g = (int)o->x;
    struct vclock_past past, all;
    int64_t end[VC_NODES], ready = vclock_ready(v, s, &past), last = ready;
    int first = v->n;
    if (g < 0 || g >= v->graphs || !v->graph[g].done) {
        vclock_fail(v, call, o, "there is no such graph, or its capture has not ended");
        return;
    }
    all = past;
    for (int k = 0; k < v->graph[g].n && v->n < VC_WORK; k++) {
        const struct vclock_node *node = &v->graph[g].node[k];
        int64_t from = ready;
        struct vclock_past mine = past;
        for (int j = 0; j < k; j++)
            if (node->after >> j & 1) {
                from = vclock_max(from, end[j]);
                vclock_learn(&mine, &v->work[first + j].past);
            }
        struct vclock_work w = vclock_place(v, &node->op, call, VC_STREAMS + (int)node->op.stream, from + v->m.node_ns);
        w.past = mine;
        vclock_add(v, w);
        end[k] = w.end;
        last = vclock_max(last, w.end);
        vclock_learn(&all, &v->work[v->n - 1].past);
    }
    v->tail[s] = last;
    v->past[s] = all;
    v->launches++;
}

/* A copy or a kernel outside of a capture. */
static inline void vclock_issue(struct vclock *v, const struct vclock_op *o, int call)
{
    int s = (int)o->stream;
    struct vclock_past past;
    int64_t ready = vclock_ready(v, s, &past);
    struct vclock_work w = vclock_place(v, o, call, s, ready);
    w.past = past;
    vclock_add(v, w);
    v->tail[s] = w.end;
    v->past[s] = v->work[v->n - 1].past;
    if (o->kind != VC_KERNEL && !v->m.pinned) {
        v->host = vclock_max(v->host, w.end);
        vclock_learn(&v->known, &v->past[s]);
    }
}

static inline void vclock_wait(struct vclock *v, const struct vclock_op *o, int call)
{
    int s = (int)o->stream;
    v->waits++;
    if (!v->event[o->x].set)
        return; /* an event that was never recorded holds nobody up */
    if (v->event[o->x].graph >= 0) {
        if (v->event[o->x].graph != v->capturing) {
            vclock_fail(v, call, o, "the event was recorded in a capture that has ended");
            return;
        }
        v->after[s] = (v->capture[s] == v->capturing ? v->after[s] : 0) | v->event[o->x].after;
        v->capture[s] = v->capturing;
    } else if (v->capture[s] >= 0) {
        vclock_fail(v, call, o, "a captured stream waits for an event from outside of the capture");
    } else {
        v->tail[s] = vclock_max(v->tail[s], v->event[o->x].time);
        vclock_learn(&v->past[s], &v->event[o->x].past);
    }
}

static inline void vclock_sync(struct vclock *v, const struct vclock_op *o)
{
    for (int s = 0; s < VC_STREAMS; s++)
        if (o->kind == VC_SYNC_DEVICE || (o->kind == VC_SYNC_STREAM && o->stream == s)) {
            v->host = vclock_max(v->host, v->tail[s]);
            vclock_learn(&v->known, &v->past[s]);
        }
    if (o->kind == VC_SYNC_EVENT && v->event[o->x].set) {
        v->host = vclock_max(v->host, v->event[o->x].time);
        vclock_learn(&v->known, &v->event[o->x].past);
    }
}

static inline const char *vclock_refuses(const struct vclock *v, const struct vclock_op *o)
{
    int event = o->kind == VC_RECORD || o->kind == VC_WAIT || o->kind == VC_SYNC_EVENT, work = o->kind <= VC_KERNEL;
    int64_t to = o->kind == VC_D2H ? v->m.host_cells : v->m.dev_cells;
    int64_t from = o->kind == VC_H2D ? v->m.host_cells : v->m.dev_cells;
    if (o->kind < 0 || o->kind >= VC_KINDS)
        return "there is no such call";
    if (o->stream < 0 || o->stream >= VC_STREAMS)
        return "there is no such stream";
    if (event && (o->x < 0 || o->x >= VC_EVENTS))
        return "there is no such event";
    if (work && (o->cells < 1 || o->dst < 0 || o->a < 0 || o->cells > to - o->dst || o->cells > from - o->a ||
                 (o->kind == VC_KERNEL && (o->b < 0 || o->cells > v->m.dev_cells - o->b))))
        return "its cells are not all there";
    if (v->capturing >= 0 && (o->kind == VC_SYNC_EVENT || o->kind == VC_SYNC_STREAM || o->kind == VC_SYNC_DEVICE))
        return "the host may not wait while a stream is captured: nothing runs";
    if (v->capturing >= 0 && (o->kind == VC_BEGIN || o->kind == VC_LAUNCH || (o->stream == 0 && work)))
        return "not while a stream is captured";
    if (o->kind == VC_BEGIN && (o->stream == 0 || v->graphs == VC_GRAPHS))
        return o->stream ? "there are eight graphs already" : "the legacy default stream cannot be captured";
    if (v->n >= VC_WORK - VC_NODES)
        return "more work than the clock has room for";
    return NULL;
}

/* One more call. After the first mistake nothing more is done. */
static inline void vclock_call(struct vclock *v, const struct vclock_op *o)
{
    const char *no = vclock_refuses(v, o);
    int call = (int)v->calls++;
    v->host += o->kind == VC_LAUNCH ? v->m.graph_ns : v->m.host_ns;
    if (no)
        vclock_fail(v, call, o, no);
    if (v->wrong[0])
        return;
    if (o->kind == VC_BEGIN) {
        v->capture[o->stream] = v->capturing = v->graphs;
        v->graph[v->graphs++].origin = (int)o->stream;
        v->after[o->stream] = 0;
    } else if (o->kind == VC_END) {
        vclock_end(v, o, call);
    } else if (o->kind == VC_WAIT) {
        vclock_wait(v, o, call);
    } else if (v->capture[o->stream] >= 0 && o->kind <= VC_RECORD) {
        vclock_capture(v, o, call);
    } else if (o->kind == VC_LAUNCH) {
        vclock_launch(v, o, call);
    } else if (o->kind == VC_RECORD) {
        v->event[o->x].set = 1;
        v->event[o->x].graph = -1;
        v->event[o->x].time = vclock_ready(v, (int)o->stream, &v->event[o->x].past);
    } else if (o->kind <= VC_KERNEL) {
        vclock_issue(v, o, call);
    } else {
        vclock_sync(v, o);
    }
}

/* Is all work known to the host to be done? */
static inline int vclock_finished(const struct vclock *v)
{
    for (int p = 0; p < VC_PLACES; p++)
        if (v->known.know[p] < v->seq[p])
            return 0;
    return 1;
}

/* When the last work ends, or the host, whichever is later. */
static inline int64_t vclock_makespan(const struct vclock *v)
{
    int64_t t = v->host;
    for (int k = 0; k < v->n; k++)
        t = vclock_max(t, v->work[k].end);
    return t;
}

#endif
