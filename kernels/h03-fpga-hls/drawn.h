/*
 * drawn.h: the loops and networks of h03-fpga-hls's cases, in the rows of rows.h. Only oracle.c includes this file.
 */
#ifndef H03_DRAWN_H
#define H03_DRAWN_H

#include <ridge/oracle.h>

#include "lab.h"
#include "rows.h"

static int below(uint64_t *s, int n)
{
    return (int)(ridge_next(s) % (uint64_t)n);
}

static int between(uint64_t *s, int lo, int hi)
{
    return lo + below(s, hi - lo + 1);
}

/* -------------------------------------------------------------------------------------------------- drawn loops */

static int kind(df_loop_t *l, int lat, int units)
{
    l->lat[l->kinds] = lat, l->units[l->kinds] = units;
    return l->kinds++;
}

static int op(df_loop_t *l, int of)
{
    l->kind[l->ops] = of;
    return l->ops++;
}

static void edge(df_loop_t *l, int from, int to, int dist)
{
    l->from[l->edges] = from, l->to[l->edges] = to, l->dist[l->edges++] = dist;
}

/* sum += a[i] * b[i] in fp32, with as many sums side by side as `sums`; the latencies are those of Vitis HLS. */
static void dot(df_loop_t *l, int sums)
{
    int a = kind(l, 2, 2), b = kind(l, 2, 2), mul = kind(l, 3, 1), add = kind(l, 4, 1);
    int x = op(l, a), y = op(l, b), m = op(l, mul), s = op(l, add);
    edge(l, x, m, 0), edge(l, y, m, 0), edge(l, m, s, 0), edge(l, s, s, sums);
}

/* h[x[i]]++: what is stored may be what the next iteration loads. */
static void histogram(df_loop_t *l)
{
    int in = kind(l, 2, 2), table = kind(l, 1, 2), add = kind(l, 1, 0);
    int x = op(l, in), load = op(l, table), plus = op(l, add), store = op(l, table);
    edge(l, x, load, 0), edge(l, load, plus, 0), edge(l, plus, store, 0), edge(l, store, load, 1);
}

/* y[i] from `taps` neighbours of one array with `ports` ports, and as many multipliers as `units`. */
static void stencil(df_loop_t *l, int taps, int ports, int units)
{
    int in = kind(l, 2, ports), mul = kind(l, 3, units), add = kind(l, 1, 0), out = kind(l, 1, 2), sum = -1;
    for (int k = 0; k < taps; k++) {
        int x = op(l, in), m = op(l, mul);
        edge(l, x, m, 0);
        if (k) {
            int s = op(l, add);
            edge(l, sum, s, 0), edge(l, m, s, 0);
            sum = s;
        } else {
            sum = m;
        }
    }
    edge(l, sum, op(l, out), 0);
}

/* A long chain through one multiplier and back into the next iteration, and much beside it that wants it, too. */
static void rival(df_loop_t *l, int n)
{
    int mul = kind(l, 3, 1), add = kind(l, 1, 1), first = op(l, mul), last = first;
    for (int k = 1; k < n; k++) {
        int v = op(l, k % 2 ? add : mul);
        edge(l, last, v, 0);
        last = v;
    }
    edge(l, last, first, 1);
    for (int k = 0; k < 2 * n; k++) {
        int v = op(l, k % 3 ? mul : add), w = op(l, add);
        edge(l, v, w, 0);
        if (k % 2)
            edge(l, w, last, 1 + k % 3);
    }
}

/* Any body. Circles: an edge against the order of operations has a dist. */
static void any_loop(df_loop_t *l, int n, uint64_t *s)
{
    int kinds = between(s, 1, DF_KINDS);
    for (int k = 0; k < kinds; k++)
        kind(l, below(s, 3) ? between(s, 1, 5) : between(s, 1, 40), below(s, 3) ? between(s, 1, 3) : 0);
    for (int v = 0; v < n; v++)
        op(l, below(s, kinds));
    for (int v = 1; v < n; v++)
        for (int k = between(s, below(s, 4) ? 1 : 0, 2); k > 0; k--)
            edge(l, below(s, 2) && v > 5 ? v - between(s, 1, 5) : below(s, v), v, below(s, 8) ? 0 : between(s, 1, 3));
    for (int k = below(s, 5); k > 0; k--) {
        int a = below(s, n), b = between(s, 0, a);
        edge(l, a, b, below(s, 2) ? 1 : between(s, 1, 9));
    }
}

/*
 * A loop that has a pipeline of `ii` in which every unit starts something in every cycle: the pipeline is drawn first,
 * and then edges that it satisfies, most of them without a cycle to spare.
 */
static void tight_loop(df_loop_t *l, uint64_t *s)
{
    int start[DF_OPS], ii = between(s, 4, 10), kinds = between(s, 2, 4);
    for (int k = 0; k < kinds; k++)
        kind(l, between(s, 1, 5), 1 + (l->ops + 3 * ii < 48 && below(s, 2)));
    for (int k = 0; k < kinds; k++)
        for (int u = 0; u < l->units[k] * ii && l->ops < 48; u++) {
            int v = op(l, k);
            start[v] = u % ii + ii * below(s, 4);
        }
    for (int e = 0; e < 2 * l->ops; e++) {
        int best = -1, to = below(s, l->ops), slack = 0, dist = 0;
        for (int k = 0; k < 5; k++) { /* of a few the one with the fewest cycles to spare */
            int u = below(s, l->ops), late = start[u] + l->lat[l->kind[u]] - start[to];
            int d = late > 0 ? (late + ii - 1) / ii : 0, spare = start[to] + ii * d - start[u] - l->lat[l->kind[u]];
            if (u != to && (best < 0 || spare < slack))
                best = u, slack = spare, dist = d;
        }
        if (best >= 0)
            edge(l, best, to, dist);
    }
}

/*
 * All operations in one circle, as slow as they may be: no loop has a larger II. `turned`: edges are listed against
 * their direction, so that one look at all of them gets one operation further.
 */
static void circle(df_loop_t *l, int n, int turned)
{
    int slow = kind(l, 40, 0);
    for (int v = 0; v < n; v++)
        op(l, slow);
    for (int k = 0; k < n; k++) {
        int from = turned ? n - 1 - k : k;
        edge(l, from, (from + 1) % n, from == n - 1);
    }
}

enum { ANY, DOT, DOTS, HISTOGRAM, PORTS, MULTIPLIERS, RIVAL, TIGHT, CIRCLE };

static int draw(df_loop_t *l, int shape, int size, int k, uint64_t *s)
{
    memset(l, 0, sizeof *l);
    if (shape == DOT || shape == DOTS)
        dot(l, shape == DOT ? 1 : 4);
    else if (shape == HISTOGRAM)
        histogram(l);
    else if (shape == PORTS)
        stencil(l, 8, 2, 0);
    else if (shape == MULTIPLIERS)
        stencil(l, 9, 16, 4);
    else if (shape == TIGHT)
        tight_loop(l, s);
    else if (shape == RIVAL)
        rival(l, size);
    else if (shape == CIRCLE)
        circle(l, size, k);
    else
        any_loop(l, k ? between(s, 1, size) : 1, s);
    return l->ops > DF_OPS || l->edges > DF_EDGES ? -1 : 0;
}

int loops_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int32_t *row = b ? b->data : NULL;
    for (int k = 0; row && k < ridge_int(c, "R"); k++, row += LOOP) {
        df_loop_t l;
        if (draw(&l, (int)ridge_int(c, "shape"), (int)ridge_int(c, "size"), k, &seed))
            return -1;
        pack(&l, row);
    }
    return row ? 0 : -1;
}

int times_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    const int32_t *row = ridge_data(c, "loops");
    int32_t *times = b ? b->data : NULL;
    uint64_t s = ridge_mix(seed, buffer);
    for (int k = 0; times && row && k < ridge_int(c, "R"); k++, row += LOOP) {
        int most = DF_OPS / row[0];
        if (row[1] && DF_EDGES / row[1] < most)
            most = DF_EDGES / row[1];
        times[k] = k ? between(&s, 1, most) : 1;
    }
    return times && row ? 0 : -1;
}

/* ------------------------------------------------------------------------------------------------- drawn networks */

static void pack_net(const df_net_t *net, int32_t *row)
{
    row[0] = net->procs, row[1] = net->fifos;
    row = back(row + 2, net->ii, DF_PROCS);
    row = back(row, net->depth, DF_PROCS);
    row = back(row, net->firings, DF_PROCS);
    row = back(row, net->from, DF_FIFOS);
    row = back(row, net->to, DF_FIFOS);
    row = back(row, net->give, DF_FIFOS);
    row = back(row, net->take, DF_FIFOS);
    row = back(row, net->size, DF_FIFOS);
    back(row, net->width, DF_FIFOS);
}

static int process(df_net_t *n, int ii, int depth, int firings)
{
    n->ii[n->procs] = ii, n->depth[n->procs] = depth, n->firings[n->procs] = firings;
    return n->procs++;
}

static void fifo(df_net_t *n, int from, int to, int give, int take, int size, int width)
{
    int f = n->fifos++;
    n->from[f] = from, n->to[f] = to, n->give[f] = give, n->take[f] = take, n->size[f] = size, n->width[f] = width;
}

/* Vectors of 8 go round by a scale that needs all of each, and straight on to where they are divided by it. */
static void normalise(df_net_t *n, int size)
{
    int in = process(n, 1, 3, 512), sum = process(n, 8, 12, 64), root = process(n, 4, 20, 64),
        out = process(n, 8, 6, 64);
    fifo(n, in, sum, 1, 8, 8, 8);
    fifo(n, sum, root, 1, 1, 2, 32);
    fifo(n, root, out, 1, 1, 2, 16);
    fifo(n, in, out, 1, 8, size, 8);
}

/* Two ways of different length: tokens wait where they are wide or where they are narrow. */
static void two_ways(df_net_t *n, uint64_t *s)
{
    int from = process(n, 1, 2, 48), to, last = from, wide = 8 << below(s, 4);
    for (int k = 0, stages = between(s, 1, 4); k < stages; k++) {
        int p = process(n, between(s, 1, 3), between(s, 8, 30), 48);
        fifo(n, last, p, 1, 1, 2, 8 << below(s, 3));
        last = p;
    }
    int narrow = process(n, 1, 4, 48);
    fifo(n, from, narrow, 1, 1, 2, wide);
    to = process(n, 1, 5, 48);
    fifo(n, last, to, 1, 1, 2, 32);
    fifo(n, narrow, to, 1, 1, 2, between(s, 1, wide));
}

/*
 * Two ways again, and on the shorter one tokens can wait before a process as well as behind it: either FIFO may be
 * small, and not both.
 */
static void either(df_net_t *n, uint64_t *s)
{
    int ii = between(s, 2, 3), from = process(n, 1, 2, 48), far = process(n, 1, between(s, 30, 60), 48);
    int near = process(n, ii, 3, 48), to = process(n, ii, 4, 48), wide = 8 << below(s, 3);
    fifo(n, from, far, 1, 1, 2, 16);
    fifo(n, far, to, 1, 1, 2, 16);
    fifo(n, from, near, 1, 1, 2, wide);
    fifo(n, near, to, 1, 1, 2, between(s, 8, 2 * wide));
}

/*
 * Any network without circles. Firings are to one another as powers of two. `sound`: there is room for what a firing
 * writes and takes, and nobody waits for more than comes; otherwise now and then not.
 */
static void any_net(df_net_t *n, int procs, int sound, uint64_t *s)
{
    int turns[DF_PROCS], unit = between(s, 1, 4);
    for (int k = 0; k < procs; k++) {
        turns[k] = 1 << below(s, k ? 4 : 3);
        process(n, below(s, 2) ? 1 : between(s, 1, 6), below(s, 8) ? between(s, 1, 20) : between(s, 1, 64),
                turns[k] * unit);
        if (!sound && below(s, 16) == 0)
            n->firings[k] += below(s, 3);
    }
    for (int k = 1; k < procs; k++)
        for (int e = between(s, 1, 3); e > 0 && n->fifos < DF_FIFOS; e--) {
            int a = e > 1 ? below(s, k) : k - 1, more = between(s, 1, 3);
            int give = more * (turns[k] > turns[a] ? turns[k] / turns[a] : 1);
            int take = more * (turns[a] > turns[k] ? turns[a] / turns[k] : 1);
            int larger = give > take ? give : take, room = larger + below(s, 3) * below(s, larger + 30);
            fifo(n, a, k, give, take, sound || below(s, 16) ? room : between(s, 1, larger), 1 + below(s, 64));
        }
    if (!sound && procs > 2 && below(s, 2) && n->fifos < DF_FIFOS)
        fifo(n, procs - 1, 1, 1, 1, 4, 8);
}

enum { ALONE = 10, CHAIN, NORMALISE, WAYS, NETS, SOUND, EITHER };

static int draw_net(df_net_t *n, int shape, int size, int k, uint64_t *s)
{
    memset(n, 0, sizeof *n);
    if (shape == ALONE && k == 8) /* one firing: nothing else happens before it writes */
        process(n, 1, 64, 1);
    else if (shape == ALONE && k == 9) /* longer than anybody guesses */
        process(n, 2, 9, 300000);
    else if (shape == ALONE)
        process(n, 1 + k % 4, k < 4 ? 40 : k < 8 ? 64 : between(s, 1, 64), k < 5 ? 1024 : between(s, 1, 300));
    else if (shape == NORMALISE)
        normalise(n, k < 4 ? 4 + 2 * k : size + k);
    else if (shape == WAYS)
        two_ways(n, s);
    else if (shape == EITHER)
        either(n, s);
    else if (shape == CHAIN)
        for (int p = 0; p < size; p++) {
            process(n, between(s, 1, 4), between(s, 1, 20), 100);
            if (p)
                fifo(n, p - 1, p, 1, 1, between(s, 1, 3), 8);
        }
    else
        any_net(n, k ? between(s, 1, size) : 1, shape == SOUND || k % 3, s);
    return 0;
}

int nets_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int32_t *row = b ? b->data : NULL;
    for (int k = 0; row && k < ridge_int(c, "R"); k++, row += NET) {
        df_net_t n;
        draw_net(&n, (int)ridge_int(c, "shape"), (int)ridge_int(c, "size"), k, &seed);
        pack_net(&n, row);
    }
    return row ? 0 : -1;
}

#endif
