/*
 * ref.c: a list scheduler on reservation tables. Values that are read together must not lie in one memory slice, so
 * placing comes with scheduling: a node is tried in a cycle with each place that its readers allow, the nearest
 * first. The node with the longest way behind it goes first, in the first cycle in which all that its chain touches
 * is free; what was left free earlier is filled by those that come later. Several orders are tried, and the shortest
 * plan is kept.
 */
#include "lab.h"

#include <stdlib.h>
#include <string.h>

#ifndef SS_ORDERS /* naive.c tries one, and has each node wait for the one before */
#define SS_ORDERS 18
#endif

static int apart(int a, int b)
{
    return a < b ? b - a : a - b;
}

static int stages(const ss_node_t *v)
{
    int k = 0;
    while (k < SS_STAGES && v->stage[k] >= 0)
        k++;
    return k;
}

/* Cycles from the first instruction of a chain to its stage k. */
static int until(const ss_chip_t *chip, const ss_node_t *v, int k)
{
    int c = 0;
    for (int s = 0; s < k; s++)
        c += chip->lat[v->stage[s]] + apart(v->stage[s], v->stage[s + 1]);
    return c;
}

/* ----------------------------------------------------------------------------------------------------- the table */

/* What is taken, by cycle: rows grow as plans get longer. Cycles may be negative: BEFORE of them are kept. */
enum { BEFORE = 40 + SS_SLICES + 1 };
struct table {
    int64_t cycles;
    uint16_t *slice, *stream; /* [cycles][slices], [cycles][2][slices] */
};

static void extend(struct table *t, int64_t cycle)
{
    if (cycle + BEFORE < t->cycles)
        return;
    int64_t more = 2 * (cycle + BEFORE) + 64;
    t->slice = realloc(t->slice, (size_t)more * SS_SLICES * sizeof t->slice[0]);
    t->stream = realloc(t->stream, (size_t)more * 2 * SS_SLICES * sizeof t->stream[0]);
    if (!t->slice || !t->stream)
        abort();
    memset(t->slice + t->cycles * SS_SLICES, 0, (size_t)(more - t->cycles) * SS_SLICES * sizeof t->slice[0]);
    memset(t->stream + t->cycles * 2 * SS_SLICES, 0, (size_t)(more - t->cycles) * 2 * SS_SLICES * sizeof t->stream[0]);
    t->cycles = more;
}

static void drop(struct table *t)
{
    free(t->slice);
    free(t->stream);
}

/* The two actions on the table: each adds `by` and returns how many are there then. */
static int issue(struct table *t, int x, int64_t cycle, int by)
{
    extend(t, cycle);
    uint16_t *at = &t->slice[(cycle + BEFORE) * SS_SLICES + x];
    return *at = (uint16_t)(*at + by);
}

/* A value that is on a stream at `from` in `cycle` and goes to `to`: the most that any of its registers has then. */
static int flow(struct table *t, int from, int to, int64_t cycle, int by)
{
    int east = to > from, most = 0;
    extend(t, cycle + apart(from, to));
    for (int k = 0; k <= apart(from, to); k++) {
        int x = east ? from + k : from - k;
        uint16_t *at = &t->stream[((cycle + k + BEFORE) * 2 + east) * SS_SLICES + x];
        *at = (uint16_t)(*at + by);
        most = *at > most ? *at : most;
    }
    return most;
}

/* -------------------------------------------------------------------------------------------------------- replay */

static int64_t written(const ss_chip_t *chip, const ss_node_t *v, int64_t cycle, int place)
{
    int last = stages(v) - 1, q = v->stage[last];
    return cycle + until(chip, v, last) + chip->lat[q] + apart(q, place);
}

int64_t ss_replay(const ss_chip_t *chip, const ss_node_t *node, int n, const ss_plan_t *plan,
                  int64_t fault[SS_FAULTS])
{
    struct table t = { 0, NULL, NULL };
    int64_t cycles = 0;
    memset(fault, 0, SS_FAULTS * sizeof fault[0]);
    extend(&t, 0);
    for (int v = 0; v < n; v++) {
        const ss_node_t *d = &node[v];
        int k, q = d->stage[0];
        for (int i = 0; i < 2 && d->in[i] >= 0; i++) {
            int u = d->in[i], m = plan->place[u];
            int64_t there = plan->cycle[v] - apart(q, m), read = there - chip->lat[m];
            fault[SS_EARLY] += read < 0 || (node[u].in[0] >= 0 && read <= written(chip, &node[u], plan->cycle[u], m));
            issue(&t, m, read, 1);
            flow(&t, m, q, there, 1);
        }
        for (k = 0; k < stages(d); k++) {
            int64_t cycle = plan->cycle[v] + until(chip, d, k);
            int to = k + 1 < stages(d) ? d->stage[k + 1] : plan->place[v];
            issue(&t, d->stage[k], cycle, 1);
            flow(&t, d->stage[k], to, cycle + chip->lat[d->stage[k]], 1);
        }
        if (k) {
            int64_t write = written(chip, d, plan->cycle[v], plan->place[v]);
            issue(&t, plan->place[v], write, 1);
            cycles = write + 1 > cycles ? write + 1 : cycles;
        }
    }
    for (int64_t k = 0; k < t.cycles * SS_SLICES; k++)
        fault[SS_SLICE] += t.slice[k] > 1 ? t.slice[k] - 1 : 0;
    for (int64_t k = 0; k < t.cycles * 2 * SS_SLICES; k++)
        fault[SS_STREAM] += t.stream[k] > chip->streams ? t.stream[k] - chip->streams : 0;
    drop(&t);
    return cycles;
}

/* --------------------------------------------------------------------------------------------------------- bound */

static int nearest(const ss_chip_t *chip, int q)
{
    int least = SS_SLICES;
    for (int m = 0; m < chip->slices; m++)
        if (chip->kind[m] == SS_MEM && apart(m, q) < least)
            least = apart(m, q);
    return least;
}

/* From a result's being on a stream at p, or from a read's cycle where p is -1, to its being at q over a memory. */
static int way(const ss_chip_t *chip, int p, int q)
{
    int least = 1 << 20;
    for (int m = 0; m < chip->slices; m++) {
        int c = (p < 0 ? 0 : apart(p, m) + 1) + chip->lat[m] + apart(m, q);
        if (chip->kind[m] == SS_MEM && c < least)
            least = c;
    }
    return least;
}

/* Earliest cycle of the last result of u's chain, or -1 for an input; its slice is *p. */
static int made(const ss_chip_t *chip, const ss_node_t *node, const int *first, int u, int *p)
{
    int last = stages(&node[u]) - 1;
    *p = last < 0 ? -1 : node[u].stage[last];
    return last < 0 ? 0 : first[u] + until(chip, &node[u], last) + chip->lat[*p];
}

static void earliest(const ss_chip_t *chip, const ss_node_t *node, int n, int *first, int *end)
{
    for (int v = 0; v < n; v++) {
        first[v] = end[v] = 0;
        for (int i = 0, p; i < 2 && node[v].in[i] >= 0; i++) {
            int c = made(chip, node, first, node[v].in[i], &p);
            c += way(chip, p, node[v].stage[0]);
            first[v] = c > first[v] ? c : first[v];
        }
        int p, c = made(chip, node, first, v, &p);
        if (p >= 0)
            end[v] = c + nearest(chip, p) + 1;
    }
}

int64_t ss_bound(const ss_chip_t *chip, const ss_node_t *node, int n)
{
    static int first[SS_NODES], end[SS_NODES];
    int count[SS_SLICES] = { 0 }, head[SS_SLICES], tail[SS_SLICES], memories = 0;
    int64_t most = 0, accesses = 0;
    earliest(chip, node, n, first, end);
    for (int v = 0; v < n; v++) {
        most = end[v] > most ? end[v] : most;
        accesses += node[v].in[0] >= 0 ? 2 + (node[v].in[1] >= 0) : 0;
        for (int k = 0; k < stages(&node[v]); k++) {
            int x = node[v].stage[k], at = first[v] + until(chip, &node[v], k), after = end[v] - at;
            head[x] = !count[x] || at < head[x] ? at : head[x];
            tail[x] = !count[x] || after < tail[x] ? after : tail[x];
            count[x]++;
        }
    }
    for (int x = 0; x < chip->slices; x++) {
        memories += chip->kind[x] == SS_MEM;
        if (count[x] && head[x] + count[x] - 1 + tail[x] > most)
            most = head[x] + count[x] - 1 + tail[x];
    }
    accesses = (accesses + memories - 1) / memories;
    return accesses > most ? accesses : most;
}

/* ------------------------------------------------------------------------------------------------------ schedule */

struct work {
    const ss_chip_t *chip;
    const ss_node_t *node;
    int n, behind[SS_NODES]; /* the longest way from a node's first instruction to the end */
    int rank[SS_NODES], load[SS_SLICES]; /* load: reads and writes of a slice so far */
    int even; /* how many eighths of a place an access of a slice weighs */
    int first_reader[SS_NODES]; /* where its first reader is; -1 */
    struct table t;
    ss_plan_t plan;
    int64_t ready[SS_NODES]; /* from this cycle on it can be read */
};

/* May value u be kept in slice m? Not beside a value that some node reads together with u. */
static int allowed(const struct work *w, int u, int m)
{
    if (w->chip->kind[m] != SS_MEM)
        return 0;
    for (int v = 0; v < w->n; v++) {
        const int *in = w->node[v].in;
        int other = in[1] < 0 ? -1 : in[0] == u ? in[1] : in[1] == u ? in[0] : -1;
        if (other >= 0 && w->plan.place[other] == m)
            return 0;
    }
    return 1;
}

/* Adds (or takes away) a read at slice m for an instruction at q in cycle t. 1: everything was free. */
static int reads(struct work *w, int m, int q, int64_t t, int by)
{
    int a = issue(&w->t, m, t - apart(q, m) - w->chip->lat[m], by);
    return (a <= 1) & (flow(&w->t, m, q, t - apart(q, m), by) <= w->chip->streams);
}

static int chain(struct work *w, const ss_node_t *d, int64_t t, int by)
{
    int fits = 1;
    for (int k = 0; k < stages(d); k++) {
        int x = d->stage[k];
        int64_t c = t + until(w->chip, d, k);
        fits &= issue(&w->t, x, c, by) <= 1;
        if (k + 1 < stages(d))
            fits &= flow(&w->t, x, d->stage[k + 1], c + w->chip->lat[x], by) <= w->chip->streams;
    }
    return fits;
}

static int writes(struct work *w, int m, const ss_node_t *d, int64_t t, int by)
{
    int64_t c = written(w->chip, d, t, m);
    int q = d->stage[stages(d) - 1], a = issue(&w->t, m, c, by);
    return (a <= 1) & (flow(&w->t, q, m, c - apart(q, m), by) <= w->chip->streams);
}

/* Reads operand i in cycle t: from where it is, or from the best place that it may still get. The place, or -1. */
static int take(struct work *w, int v, int i, int64_t t)
{
    int u = w->node[v].in[i], q = w->node[v].stage[0], best = -1, cost = 0;
    for (int m = 0; m < w->chip->slices; m++) {
        int64_t read = t - apart(q, m) - w->chip->lat[m];
        int c = 16 * apart(q, m) + w->even * w->load[m];
        if (w->plan.place[u] >= 0 ? m != w->plan.place[u] : !allowed(w, u, m))
            continue;
        if (read < w->ready[u] || (best >= 0 && c >= cost))
            continue;
        int fits = reads(w, m, q, t, 1);
        reads(w, m, q, t, -1);
        if (fits)
            best = m, cost = c;
    }
    if (best >= 0)
        reads(w, best, q, t, 1);
    return best;
}

/* The place to write to, for readers at w->first_reader: near on both ways. -1: none is free. */
static int give(struct work *w, int v, int64_t t)
{
    const ss_node_t *d = &w->node[v];
    int q = d->stage[stages(d) - 1], to = w->first_reader[v], best = -1, cost = 0;
    for (int m = 0; m < w->chip->slices; m++) {
        int c = 8 * (apart(q, m) + (to < 0 ? 0 : apart(m, to) + w->chip->lat[m])) + w->even * w->load[m];
        if ((best >= 0 && c >= cost) || !allowed(w, v, m))
            continue;
        int fits = writes(w, m, d, t, 1);
        writes(w, m, d, t, -1);
        if (fits)
            best = m, cost = c;
    }
    if (best >= 0)
        writes(w, best, d, t, 1);
    return best;
}

/* Puts node v into cycle t, if all that it touches is free then. */
static int put(struct work *w, int v, int64_t t)
{
    const ss_node_t *d = &w->node[v];
    int was[2], got[2] = { -1, -1 }, done = 0, place = -1, right = chain(w, d, t, 1);
    for (; right && done < 2 && d->in[done] >= 0; done++) {
        was[done] = w->plan.place[d->in[done]];
        got[done] = take(w, v, done, t);
        if (got[done] < 0)
            break;
        w->plan.place[d->in[done]] = got[done];
    }
    right = right && (done == 2 || d->in[done] < 0);
    place = right ? give(w, v, t) : -1;
    if (place >= 0) {
        w->load[place]++;
        for (int i = 0; i < done; i++)
            w->load[got[i]]++;
        w->plan.place[v] = place, w->plan.cycle[v] = (int)t;
        w->ready[v] = written(w->chip, d, t, place) + 1;
        return 1;
    }
    chain(w, d, t, -1);
    for (int i = done - 1; i >= 0; i--) {
        reads(w, got[i], d->stage[0], t, -1);
        w->plan.place[d->in[i]] = was[i];
    }
    return 0;
}

static void look_behind(struct work *w)
{
    for (int v = w->n - 1; v >= 0; v--) {
        const ss_node_t *d = &w->node[v];
        int last = stages(d) - 1, own = last < 0 ? 0 : until(w->chip, d, last) + w->chip->lat[d->stage[last]];
        w->behind[v] = last < 0 ? 0 : own + nearest(w->chip, d->stage[last]) + 1;
        w->first_reader[v] = -1;
        for (int r = v + 1; r < w->n; r++)
            if (w->node[r].in[0] == v || w->node[r].in[1] == v) {
                int c = own + way(w->chip, last < 0 ? -1 : d->stage[last], w->node[r].stage[0]) + w->behind[r];
                if (c > w->behind[v] || w->first_reader[v] < 0)
                    w->first_reader[v] = w->node[r].stage[0];
                w->behind[v] = c > w->behind[v] ? c : w->behind[v];
            }
    }
}

/* The node that is next: what it takes is made, and its rank is the highest. -1: none is left. */
static int next_node(const struct work *w, const uint8_t *done)
{
    int best = -1;
    for (int v = 0; v < w->n; v++) {
        const int *in = w->node[v].in;
        if (done[v] || (in[0] >= 0 && !done[in[0]]) || (in[1] >= 0 && !done[in[1]]))
            continue;
        if (best < 0 || w->rank[v] > w->rank[best])
            best = v;
    }
    return best;
}

/* One order, from its ranks. Returns the plan's cycles. */
static int64_t list(struct work *w)
{
    uint8_t done[SS_NODES] = { 0 };
    int64_t cycles = 0, from = 0;
    w->t = (struct table){ 0, NULL, NULL };
    extend(&w->t, 0);
    memset(w->load, 0, sizeof w->load);
    for (int v = 0; v < w->n; v++) {
        w->plan.place[v] = -1, w->plan.cycle[v] = 0, w->ready[v] = 0;
        done[v] = w->node[v].in[0] < 0;
    }
    for (int v; (v = next_node(w, done)) >= 0; done[v] = 1) {
        const int *in = w->node[v].in;
        int64_t t = SS_ORDERS > 1 ? w->ready[in[0]] : from;
        if (in[1] >= 0 && w->ready[in[1]] > t)
            t = w->ready[in[1]];
        while (!put(w, v, t))
            t++;
        from = w->ready[v];
        cycles = w->ready[v] > cycles ? w->ready[v] : cycles;
    }
    for (int v = 0; v < w->n; v++) /* inputs that nobody reads */
        for (int m = 0; w->plan.place[v] < 0; m++)
            w->plan.place[v] = w->chip->kind[m] == SS_MEM ? m : -1;
    drop(&w->t);
    return cycles;
}

void ss_schedule(const ss_chip_t *chip, const ss_node_t *node, int n, ss_plan_t *plan)
{
    static struct work w;
    uint32_t seed = 1;
    int64_t best = -1, bound = ss_bound(chip, node, n);
    w.chip = chip, w.node = node, w.n = n;
    look_behind(&w);
    for (int order = 0; order < SS_ORDERS && best != bound; order++) {
        for (int v = 0; v < n; v++) {
            seed = seed * 1664525u + 1013904223u;
            w.rank[v] = w.behind[v] * 8 + (order ? (int)(seed >> 8) % (8 * order) : 0);
        }
        w.even = order % 6;
        int64_t cycles = list(&w);
        if (best < 0 || cycles < best)
            best = cycles, *plan = w.plan;
    }
}
