/*
 * ref.c: modulo scheduling as Rau describes it, a network run cycle by cycle, FIFOs cut down from their high water, two
 * products a multiplication, and of all foldings of the layers only those kept that nothing beats.
 *
 * What makes it good. The scheduler places what has the longest way behind it, and throws out what stands in the way;
 * then it moves operations to and fro until the iteration gets no shorter, from several orders. FIFOs are cut one after
 * the other, the widest first, since a token that may wait in either of two places should wait where it is narrow, and
 * then in other orders.
 */
#include "lab.h"

#include <stdlib.h>
#include <string.h>

#ifndef DF_ORDERS /* of operations, and of FIFOs; naive.c tries one */
#define DF_ORDERS 12
#define DF_CUTS 5
#endif

static int up(int a, int b)
{
    return (a + b - 1) / b;
}

/* -------------------------------------------------------------------------------------------------------- loops */

void df_unroll(const df_loop_t *loop, int times, df_loop_t *out)
{
    memset(out, 0, sizeof *out);
    out->ops = loop->ops * times, out->edges = loop->edges * times, out->kinds = loop->kinds;
    memcpy(out->lat, loop->lat, sizeof out->lat);
    memcpy(out->units, loop->units, sizeof out->units);
    for (int k = 0; k < times; k++) {
        for (int v = 0; v < loop->ops; v++)
            out->kind[k * loop->ops + v] = loop->kind[v];
        for (int e = 0; e < loop->edges; e++) {
            int at = k * loop->edges + e, ago = loop->dist[e], turns = k >= ago ? 0 : up(ago - k, times);
            out->to[at] = k * loop->ops + loop->to[e];
            out->from[at] = (k - ago + turns * times) * loop->ops + loop->from[e];
            out->dist[at] = turns;
        }
    }
}

/* Earliest starts at this II, if only edges count. 0: some circle does not fit into its iterations. */
static int earliest(const df_loop_t *l, int ii, int *start)
{
    memset(start, 0, DF_OPS * sizeof start[0]);
    for (int pass = 0; pass <= l->ops; pass++) {
        int moved = 0;
        for (int e = 0; e < l->edges; e++) {
            int t = start[l->from[e]] + l->lat[l->kind[l->from[e]]] - ii * l->dist[e];
            moved |= t > start[l->to[e]];
            start[l->to[e]] = t > start[l->to[e]] ? t : start[l->to[e]];
        }
        if (!moved)
            return 1;
    }
    return 0;
}

int df_ii(const df_loop_t *loop)
{
    int count[DF_KINDS] = { 0 }, start[DF_OPS], ii = 1;
    for (int v = 0; v < loop->ops; v++)
        count[loop->kind[v]]++;
    for (int k = 0; k < loop->kinds; k++)
        if (loop->units[k] && up(count[k], loop->units[k]) > ii)
            ii = up(count[k], loop->units[k]);
    while (!earliest(loop, ii, start))
        ii++;
    return ii;
}

struct plan {
    const df_loop_t *l;
    int ii, start[DF_OPS], rank[DF_OPS]; /* start: -1 while an operation has no place */
    int used[DF_KINDS][DF_OPS * 40];     /* by residue; an II is never above the sum of all latencies */
};

static int free_at(const struct plan *p, int v, int t)
{
    int k = p->l->kind[v];
    return !p->l->units[k] || p->used[k][t % p->ii] < p->l->units[k];
}

static void put(struct plan *p, int v, int t)
{
    p->start[v] = t;
    p->used[p->l->kind[v]][t % p->ii]++;
}

static void take_out(struct plan *p, int v)
{
    p->used[p->l->kind[v]][p->start[v] % p->ii]--;
    p->start[v] = -1;
}

/* The cycles between which v may start, as its placed neighbours stand. */
static void limits(const struct plan *p, int v, int *lo, int *hi)
{
    const df_loop_t *l = p->l;
    *lo = 0, *hi = 100000;
    for (int e = 0; e < l->edges; e++) {
        int u = l->from[e], w = l->to[e], gap = l->lat[l->kind[u]] - p->ii * l->dist[e];
        if (w == v && u != v && p->start[u] >= 0 && p->start[u] + gap > *lo)
            *lo = p->start[u] + gap;
        if (u == v && w != v && p->start[w] >= 0 && p->start[w] - gap < *hi)
            *hi = p->start[w] - gap;
    }
}

static int next_op(const struct plan *p)
{
    int best = -1;
    for (int v = 0; v < p->l->ops; v++)
        if (p->start[v] < 0 && (best < 0 || p->rank[v] > p->rank[best]))
            best = v;
    return best;
}

/* What is in the way of v at t loses its place: the lowest rival for the unit, and readers that would be too early. */
static void evict(struct plan *p, int v, int t)
{
    const df_loop_t *l = p->l;
    while (!free_at(p, v, t)) {
        int worst = -1;
        for (int u = 0; u < l->ops; u++)
            if (p->start[u] >= 0 && l->kind[u] == l->kind[v] && p->start[u] % p->ii == t % p->ii &&
                (worst < 0 || p->rank[u] < p->rank[worst]))
                worst = u;
        take_out(p, worst);
    }
    for (int e = 0; e < l->edges; e++) {
        int w = l->to[e];
        if (l->from[e] == v && w != v && p->start[w] >= 0 && p->start[w] + p->ii * l->dist[e] < t + l->lat[l->kind[v]])
            take_out(p, w);
    }
}

/* Rau's iterative modulo scheduling: an operation that finds no free cycle takes one. 0: it went round too often. */
static int place_all(struct plan *p)
{
    int before[DF_OPS];
    memset(p->used, 0, sizeof p->used);
    for (int v = 0; v < p->l->ops; v++)
        p->start[v] = before[v] = -1;
    for (int left = 30 * p->l->ops, v; (v = next_op(p)) >= 0; left--) {
        int lo, hi, t;
        if (!left)
            return 0;
        limits(p, v, &lo, &hi);
        for (t = lo; t < lo + p->ii && !free_at(p, v, t);)
            t++;
        if (t == lo + p->ii)
            t = before[v] >= lo ? before[v] + 1 : lo;
        evict(p, v, t);
        put(p, v, before[v] = t);
    }
    return 1;
}

static int depth_of(const struct plan *p)
{
    int depth = 0, first = p->start[0];
    for (int v = 0; v < p->l->ops; v++) {
        int end = p->start[v] + p->l->lat[p->l->kind[v]];
        depth = end > depth ? end : depth;
        first = p->start[v] < first ? p->start[v] : first;
    }
    return depth - first;
}

/* Moves operations: late ones first to the latest cycle that their readers allow, then all to their earliest. */
static void squeeze(struct plan *p)
{
    for (int round = 0; round < 8; round++)
        for (int k = 0; k < p->l->ops; k++) {
            int lo, hi, was, t, v = round % 2 ? k : p->l->ops - 1 - k, down = round % 2;
            limits(p, v, &lo, &hi);
            was = p->start[v];
            take_out(p, v);
            if (down)
                for (t = lo; t < was && !free_at(p, v, t);)
                    t++;
            else
                for (t = hi < 100000 ? hi : was; t > was && !free_at(p, v, t);)
                    t--;
            put(p, v, t);
        }
}

/* How far the end is behind each operation. */
static void heights(const df_loop_t *l, int ii, int *height)
{
    for (int v = 0; v < l->ops; v++)
        height[v] = l->lat[l->kind[v]];
    for (int pass = 0, moved = 1; moved && pass <= l->ops; pass++) {
        moved = 0;
        for (int e = 0; e < l->edges; e++) {
            int h = height[l->to[e]] + l->lat[l->kind[l->from[e]]] - ii * l->dist[e];
            moved |= h > height[l->from[e]];
            height[l->from[e]] = h > height[l->from[e]] ? h : height[l->from[e]];
        }
    }
}

int df_schedule(const df_loop_t *loop, int start[DF_OPS])
{
    static struct plan p;
    int height[DF_OPS], best = -1;
    uint32_t seed = 1;
    p.l = loop;
    for (p.ii = df_ii(loop); best < 0; p.ii++) {
        heights(loop, p.ii, height);
        for (int order = 0; order < DF_ORDERS; order++) {
            for (int v = 0; v < loop->ops; v++) {
                seed = seed * 1664525u + 1013904223u;
                p.rank[v] = 8 * height[v] + (order ? (int)(seed >> 8) % (4 * order) : 0);
            }
            if (!place_all(&p))
                continue;
            squeeze(&p);
            int depth = depth_of(&p);
            if (best >= 0 && depth >= best)
                continue;
            best = depth;
            int first = p.start[0];
            for (int v = 0; v < loop->ops; v++)
                first = p.start[v] < first ? p.start[v] : first;
            for (int v = 0; v < loop->ops; v++)
                start[v] = p.start[v] - first;
        }
        if (best >= 0)
            return p.ii;
    }
    return 0;
}

/* ----------------------------------------------------------------------------------------------------- networks */

struct process {
    int64_t step, due[64];     /* due: a ring of the steps in which firings in flight have to write */
    int64_t begun, done, next; /* next: the first step in which another may begin */
    int stalled;
};

struct run {
    const df_net_t *net;
    struct process p[DF_PROCS];
    int64_t held[DF_FIFOS], late[DF_PROCS]; /* late: stalls up to now */
    df_stat_t *stat;
};

static int must_write(const struct run *r, int k)
{
    const struct process *p = &r->p[k];
    return p->begun > p->done && p->due[p->done % 64] == p->step;
}

/* Judges all first and writes then: what the one writes is no matter to the others in this cycle. */
static int write_all(struct run *r)
{
    const df_net_t *n = r->net;
    int written = 0;
    for (int k = 0; k < n->procs; k++)
        r->p[k].stalled = 0;
    for (int f = 0; f < n->fifos; f++)
        if (must_write(r, n->from[f]) && r->held[f] + n->give[f] > n->size[f])
            r->p[n->from[f]].stalled = 1;
    for (int f = 0; f < n->fifos; f++)
        if (must_write(r, n->from[f]) && !r->p[n->from[f]].stalled) {
            r->held[f] += n->give[f];
            if (r->held[f] > r->stat->high[f])
                r->stat->high[f] = r->held[f];
        }
    for (int k = 0; k < n->procs; k++) {
        r->late[k] += r->p[k].stalled;
        if (must_write(r, k) && !r->p[k].stalled)
            r->p[k].done++, written = 1;
    }
    return written;
}

static int may_begin(const struct run *r, int k)
{
    const df_net_t *n = r->net;
    const struct process *p = &r->p[k];
    if (p->stalled || p->begun == n->firings[k] || p->step < p->next)
        return 0;
    for (int f = 0; f < n->fifos; f++)
        if (n->to[f] == k && r->held[f] < n->take[f])
            return 0;
    return 1;
}

static int begin_all(struct run *r)
{
    const df_net_t *n = r->net;
    int began = 0;
    for (int k = 0; k < n->procs; k++) {
        struct process *p = &r->p[k];
        if (may_begin(r, k)) {
            for (int f = 0; f < n->fifos; f++)
                r->held[f] -= n->to[f] == k ? n->take[f] : 0;
            p->due[p->begun++ % 64] = p->step + n->depth[k];
            p->next = p->step + n->ii[k];
            began = 1;
        }
        p->step += !p->stalled;
    }
    return began;
}

/* A cycle at whose end nothing has happened for longer than any pipeline takes is one of a standstill. */
int64_t df_run(const df_net_t *net, df_stat_t *stat)
{
    static struct run r;
    int64_t t, left = 1;
    memset(&r, 0, sizeof r);
    memset(stat, 0, sizeof *stat);
    r.net = net, r.stat = stat;
    for (t = 0; left && t - stat->last <= 128; t++) {
        int written = write_all(&r);
        if (written | begin_all(&r)) {
            stat->last = t;
            memcpy(stat->stalls, r.late, sizeof r.late);
        }
        left = 0;
        for (int k = 0; k < net->procs; k++)
            left += net->firings[k] - r.p[k].done;
    }
    for (int k = 0; k < net->procs; k++)
        stat->done[k] = r.p[k].done;
    return left ? -1 : stat->last;
}

/* The least size of FIFO f with which the network still takes `cycles`, all others as they are. */
static void cut(df_net_t *net, int f, int64_t cycles)
{
    int lo = net->give[f] > net->take[f] ? net->give[f] : net->take[f], hi = net->size[f];
    df_stat_t stat;
    while (lo < hi) {
        net->size[f] = (lo + hi) / 2;
        if (df_run(net, &stat) == cycles)
            hi = net->size[f];
        else
            lo = net->size[f] + 1;
    }
    net->size[f] = hi;
}

static int64_t bits(const df_net_t *net)
{
    int64_t sum = 0;
    for (int f = 0; f < net->fifos; f++)
        sum += (int64_t)net->size[f] * net->width[f];
    return sum;
}

void df_fifos(df_net_t *net)
{
    static df_net_t best;
    df_stat_t stat;
    uint32_t seed = 1;
    for (int f = 0; f < net->fifos; f++)
        net->size[f] = 1 << 30;
    int64_t cycles = df_run(net, &stat);
    for (int order = 0; order < DF_CUTS; order++) {
        int left[DF_FIFOS], weight[DF_FIFOS];
        for (int f = 0; f < net->fifos; f++) {
            seed = seed * 1664525u + 1013904223u;
            net->size[f] = stat.high[f] ? (int)stat.high[f] : 1;
            left[f] = 1;
            weight[f] = order == 1 ? -f : order == 2 ? f : 16 * net->width[f];
            if (order > 2)
                weight[f] = (int)(seed >> 8);
        }
        for (int k = 0, f; k < net->fifos; k++) {
            for (int g = f = 0; g < net->fifos; g++)
                if (!left[f] || (left[g] && weight[g] > weight[f]))
                    f = g;
            left[f] = 0;
            cut(net, f, cycles);
        }
        if (!order || bits(net) < bits(&best))
            best = *net;
    }
    *net = best;
}

/* -------------------------------------------------------------------------------------------------- int8 network */

enum { FIELD = 18, MOST = 7 }; /* 7 products of -128 and -128 are 114,688, and the field ends at 131,071 */

static void two_dots(df_dsp_t *dsp, int n, const int8_t *upper, const int8_t *lower, const int8_t *x, int32_t *sum)
{
    for (int from = 0; from < n; from += MOST) {
        int64_t p = 0;
        for (int i = from; i < n && i < from + MOST; i++)
            p = df_macc(dsp, upper[i] * (1 << FIELD) + lower[i], x[i], p);
        int64_t low = (p & ((1 << FIELD) - 1)) - ((p & 1 << (FIELD - 1)) << 1);
        sum[0] += (int32_t)((p - low) / (1 << FIELD)); /* low has borrowed from it where it is negative */
        sum[1] += (int32_t)low;
    }
}

static void one_dot(df_dsp_t *dsp, int n, const int8_t *w, const int8_t *x, int32_t *sum)
{
    int64_t p = *sum;
    for (int i = 0; i < n; i++)
        p = df_macc(dsp, w[i], x[i], p);
    *sum = (int32_t)p;
}

static int8_t requantise(int32_t acc, int32_t mult, int shift, int last)
{
    int64_t v = ((int64_t)acc * mult + (INT64_C(1) << (shift - 1))) >> shift, lo = last ? -128 : 0;
    return (int8_t)(v < lo ? lo : v > 127 ? 127 : v);
}

void df_mlp(df_dsp_t *dsp, int layers, const int *n, const int8_t *w, const int32_t *bias, const int32_t *mult,
            const int *shift, const int8_t *x, int8_t *y)
{
    static int8_t in[DF_WIDEST], out[DF_WIDEST];
    memcpy(in, x, (size_t)n[0]);
    for (int l = 0; l < layers; l++) {
        for (int o = 0; o < n[l + 1]; o += 2) {
            int two = o + 1 < n[l + 1];
            int32_t sum[2] = { bias[o], two ? bias[o + 1] : 0 };
            if (two)
                two_dots(dsp, n[l], w + o * n[l], w + (o + 1) * n[l], in, sum);
            else
                one_dot(dsp, n[l], w + o * n[l], in, sum);
            for (int k = 0; k <= two; k++)
                out[o + k] = requantise(sum[k], mult[l], shift[l], l + 1 == layers);
        }
        w += n[l] * n[l + 1];
        bias += n[l + 1];
        memcpy(in, out, (size_t)n[l + 1]);
    }
    memcpy(y, in, (size_t)n[layers]);
}

/* --------------------------------------------------------------------------------------------------------- costs */

static int64_t blocks(int64_t width, int64_t words)
{
    static const int shape[][2] = { { 1, 16384 }, { 2, 8192 }, { 4, 4096 }, { 9, 2048 }, { 18, 1024 }, { 36, 512 } };
    int64_t least = INT64_MAX;
    for (int k = 0; k < 6; k++) {
        int64_t b = ((width + shape[k][0] - 1) / shape[k][0]) * ((words + shape[k][1] - 1) / shape[k][1]);
        least = b < least ? b : least;
    }
    return words <= DF_LUTRAM ? 0 : least;
}

df_cost_t df_layer(int n_in, int n_out, int simd, int pe)
{
    df_cost_t c = { (int64_t)simd * up(pe, 2), 0, DF_PIPE - 1, (int64_t)(n_in / simd) * (n_out / pe) };
    c.bram = blocks(8 * (int64_t)simd * pe, c.interval);
    for (int left = simd; left > 1; left = up(left, 2))
        c.cycles++;
    c.cycles += c.interval;
    return c;
}

/* What the layers so far, or one layer, can be: `before` is the choice of the layers before that leads here. */
struct choice {
    int dsp, bram, cycles, simd, pe, before;
};

struct choices {
    struct choice *c;
    int n, room;
};

static void add(struct choices *to, struct choice c)
{
    if (to->n == to->room) {
        to->room = 2 * to->room + 256;
        to->c = realloc(to->c, (size_t)to->room * sizeof to->c[0]);
        if (!to->c)
            abort();
    }
    to->c[to->n++] = c;
}

static int cheaper(const void *a, const void *b)
{
    const struct choice *p = a, *q = b;
    return p->dsp != q->dsp ? p->dsp - q->dsp : p->bram != q->bram ? p->bram - q->bram : p->cycles - q->cycles;
}

/* Leaves the choices that no other beats: going up in slices, each must be quicker than all with as few blocks. */
static void prune(struct choices *all)
{
    int quickest[257], n = 0;
    for (int b = 0; b <= 256; b++)
        quickest[b] = 1 << 30;
    if (all->n)
        qsort(all->c, (size_t)all->n, sizeof all->c[0], cheaper);
    for (int k = 0; k < all->n; k++) {
        struct choice c = all->c[k];
        if (c.cycles >= quickest[c.bram])
            continue;
        for (int b = c.bram; b <= 256 && c.cycles < quickest[b]; b++)
            quickest[b] = c.cycles;
        all->c[n++] = c;
    }
    all->n = n;
}

static struct choices foldings(int n_in, int n_out, int64_t dsp, int64_t bram, int64_t interval)
{
    struct choices all = { NULL, 0, 0 };
    for (int s = 1; s <= n_in; s++)
        for (int q = 1; n_in % s == 0 && q <= n_out; q++) {
            df_cost_t c = { 0, 0, 0, 0 };
            if (n_out % q == 0)
                c = df_layer(n_in, n_out, s, q);
            if (c.dsp && c.dsp <= dsp && c.bram <= bram && c.interval <= interval)
                add(&all, (struct choice){ (int)c.dsp, (int)c.bram, (int)c.cycles, s, q, 0 });
        }
    prune(&all);
    return all;
}

int64_t df_fit(int layers, const int *n, int64_t dsp, int64_t bram, int64_t interval, int *simd, int *pe)
{
    struct choices upto[DF_LAYERS + 1] = { { NULL, 0, 0 } };
    int64_t least = -1;
    int at = 0;
    add(&upto[0], (struct choice){ 0, 0, 0, 0, 0, 0 });
    for (int l = 0; l < layers; l++) {
        struct choices one = foldings(n[l], n[l + 1], dsp, bram, interval);
        for (int i = 0; i < upto[l].n; i++)
            for (int j = 0; j < one.n; j++) {
                const struct choice *a = &upto[l].c[i], *b = &one.c[j];
                if (a->dsp + b->dsp <= dsp && a->bram + b->bram <= bram)
                    add(&upto[l + 1], (struct choice){ a->dsp + b->dsp, a->bram + b->bram, a->cycles + b->cycles,
                                                       b->simd, b->pe, i });
            }
        prune(&upto[l + 1]);
        free(one.c);
    }
    for (int k = 0; k < upto[layers].n; k++)
        if (least < 0 || upto[layers].c[k].cycles < least)
            least = upto[layers].c[k].cycles, at = k;
    for (int l = layers; least >= 0 && l > 0; at = upto[l--].c[at].before)
        simd[l - 1] = upto[l].c[at].simd, pe[l - 1] = upto[l].c[at].pe;
    for (int l = 0; l <= layers; l++)
        free(upto[l].c);
    return least;
}
