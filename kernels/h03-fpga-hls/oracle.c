/*
 * oracle.c: what is right in h03-fpga-hls. A pipeline is run turn by turn, each start written down and counted; a
 * process is a shift register that moves or does not. IIs are found by trying with all pairs of distances, costs by
 * their definition, the best folding from lists of what nothing else beats.
 */
#include <ridge/oracle.h>

#include "drawn.h"

#include <stdarg.h>
#include <stdlib.h>

static int wrong(struct ridge_verdict *v, const char *how, ...)
{
    va_list a;
    va_start(a, how);
    vsnprintf(v->message, sizeof v->message, how, a);
    va_end(a);
    v->pass = 0;
    return 0;
}

/* ------------------------------------------------------------------------------------------------ loops: verdicts */

int unroll_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *row = ridge_data(c, "loops"), *times = ridge_data(c, "times"), *got = ridge_data(c, "unrolled");
    for (int64_t r = 0; r < ridge_int(c, "R"); r++, row += LOOP, got += LOOP) {
        df_loop_t l = loop_of(row), g = loop_of(got);
        int T = times[r];
        if (g.ops != l.ops * T || g.edges != l.edges * T || g.kinds != l.kinds)
            return wrong(v, "loop %lld, %d times: %d operations, %d edges and %d kinds, expected %d, %d and %d",
                         (long long)r, T, g.ops, g.edges, g.kinds, l.ops * T, l.edges * T, l.kinds);
        for (int k = 0; k < l.kinds; k++)
            if (g.lat[k] != l.lat[k] || g.units[k] != l.units[k])
                return wrong(v, "loop %lld, %d times: kind %d has latency %d and %d units, expected %d and %d",
                             (long long)r, T, k, g.lat[k], g.units[k], l.lat[k], l.units[k]);
        for (int o = 0; o < g.ops; o++)
            if (g.kind[o] != l.kind[o % l.ops])
                return wrong(v, "loop %lld, %d times: operation %d is of kind %d, expected %d", (long long)r, T, o,
                             g.kind[o], l.kind[o % l.ops]);
        for (int e = 0; e < g.edges; e++) { /* iteration 1,000 of the copies, and what it was in the given loop */
            int at = e % l.edges, now = 1000 * T + e / l.edges, then = now - l.dist[at];
            int from = then % T * l.ops + l.from[at], to = now % T * l.ops + l.to[at], dist = 1000 - then / T;
            if (g.from[e] != from || g.to[e] != to || g.dist[e] != dist)
                return wrong(
                    v,
                    "loop %lld of %d operations, %d times: edge %d is %d -> %d of %d ago, expected %d -> %d of "
                    "%d ago",
                    (long long)r, l.ops, T, e, g.from[e], g.to[e], g.dist[e], from, to, dist);
        }
    }
    v->pass = 1;
    return 0;
}

/* The longest way between all pairs at this II. 0: some way leads back to its begin and is longer than nothing. */
enum { ENDLESS = 1 << 30 };
static int64_t way[DF_OPS][DF_OPS];
static int fits(const df_loop_t *l, int ii)
{
    for (int a = 0; a < l->ops; a++)
        for (int b = 0; b < l->ops; b++)
            way[a][b] = INT64_MIN / 4;
    for (int e = 0; e < l->edges; e++) {
        int64_t w = l->lat[l->kind[l->from[e]]] - (int64_t)ii * l->dist[e];
        if (w > way[l->from[e]][l->to[e]])
            way[l->from[e]][l->to[e]] = w;
    }
    for (int m = 0; m < l->ops; m++)
        for (int a = 0; a < l->ops; a++)
            for (int b = 0; b < l->ops; b++)
                if (way[a][m] + way[m][b] > way[a][b])
                    way[a][b] = way[a][m] + way[m][b] < ENDLESS ? way[a][m] + way[m][b] : ENDLESS;
    for (int a = 0; a < l->ops; a++)
        if (way[a][a] > 0)
            return 0;
    return 1;
}

static int least_ii(const df_loop_t *l)
{
    int units = 1, lo, hi = 40 * DF_OPS;
    for (int k = 0; k < l->kinds; k++) {
        int n = 0;
        for (int o = 0; o < l->ops; o++)
            n += l->kind[o] == k;
        while (l->units[k] && units * l->units[k] < n)
            units++;
    }
    for (lo = 1; lo < hi;) {
        int ii = (lo + hi) / 2;
        if (fits(l, ii))
            hi = ii;
        else
            lo = ii + 1;
    }
    return lo > units ? lo : units;
}

/* The depth that edges alone demand at this II. */
static int64_t least_depth(const df_loop_t *l, int ii)
{
    int64_t most = 0;
    fits(l, ii);
    for (int b = 0; b < l->ops; b++) {
        int64_t at = 0;
        for (int a = 0; a < l->ops; a++)
            at = way[a][b] > at ? way[a][b] : at;
        most = at + l->lat[l->kind[b]] > most ? at + l->lat[l->kind[b]] : most;
    }
    return most;
}

int ii_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *row = ridge_data(c, "loops"), *got = ridge_data(c, "iis");
    double sum = 0;
    for (int64_t r = 0; r < ridge_int(c, "R"); r++, row += LOOP) {
        df_loop_t l = loop_of(row);
        int want = least_ii(&l);
        sum += want;
        if (got[r] != want)
            return wrong(v, "df_ii of loop %lld, which has %d operations, %d edges and %d kinds: %d, expected %d",
                         (long long)r, l.ops, l.edges, l.kinds, got[r], want);
    }
    ridge_count(v, "least_ii", sum);
    v->pass = 1;
    return 0;
}

struct start {
    int64_t cycle;
    int kind, op, turn;
};

static int order(const void *a, const void *b)
{
    const struct start *p = a, *q = b;
    if (p->kind != q->kind)
        return p->kind - q->kind;
    return p->cycle != q->cycle ? (p->cycle < q->cycle ? -1 : 1) : p->op - q->op;
}

/* Runs DF_TURNS iterations. Returns the cycles, or -1 with what is wrong in v. */
static int64_t turns(const df_loop_t *l, const int32_t *plan, int64_t r, struct ridge_verdict *v)
{
    static struct start all[DF_OPS * DF_TURNS];
    int64_t ii = plan[0], cycles = 0;
    int n = 0;
    if (ii < 1 || ii > 100000)
        return wrong(v, "loop %lld: an II of %lld", (long long)r, (long long)ii), -1;
    for (int turn = 0; turn < DF_TURNS; turn++)
        for (int o = 0; o < l->ops; o++) {
            int64_t t = ii * turn + plan[1 + o], end = t + l->lat[l->kind[o]];
            if (plan[1 + o] < 0 || plan[1 + o] > 100000)
                return wrong(v, "loop %lld: start[%d] is %d", (long long)r, o, plan[1 + o]), -1;
            all[n++] = (struct start){ t, l->kind[o], o, turn };
            cycles = end > cycles ? end : cycles;
        }
    for (int e = 0; e < l->edges; e++) {
        int u = l->from[e], w = l->to[e], turn = l->dist[e] < DF_TURNS ? l->dist[e] : DF_TURNS - 1;
        int64_t there = plan[1 + u] + l->lat[l->kind[u]], t = ii * turn + plan[1 + w];
        if (t < there)
            return wrong(
                       v,
                       "loop %lld, II %lld: operation %d starts in cycle %lld in iteration %d, expected %lld or later, "
                       "when iteration %d has the result of operation %d",
                       (long long)r, (long long)ii, w, (long long)t, turn, (long long)there, turn - l->dist[e], u),
                   -1;
    }
    qsort(all, (size_t)n, sizeof all[0], order);
    for (int k = 0, run; k < n; k += run) {
        const struct start *a = &all[k];
        for (run = 1; k + run < n && a[run].kind == a->kind && a[run].cycle == a->cycle;)
            run++;
        if (l->units[a->kind] && run > l->units[a->kind])
            return wrong(v,
                         "loop %lld, II %lld: %d operations of kind %d start in cycle %lld, expected at most %d: "
                         "operation %d of iteration %d, operation %d of iteration %d",
                         (long long)r, (long long)ii, run, a->kind, (long long)a->cycle, l->units[a->kind], a->op,
                         a->turn, a[1].op, a[1].turn),
                   -1;
    }
    return cycles;
}

int schedule_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *row = ridge_data(c, "loops"), *got = ridge_data(c, "pipelines");
    double cycles = 0, least = 0, iis = 0, least_iis = 0;
    for (int64_t r = 0; r < ridge_int(c, "R"); r++, row += LOOP, got += 2 * (1 + DF_OPS)) {
        df_loop_t l = loop_of(row);
        int ii = least_ii(&l);
        int64_t n = turns(&l, got, r, v);
        if (n < 0)
            return 0;
        if (memcmp(got, got + 1 + DF_OPS, (1 + DF_OPS) * sizeof *got))
            return wrong(v, "loop %lld has another pipeline when it is asked for again", (long long)r);
        cycles += (double)n, iis += got[0], least_iis += ii;
        least += (double)(least_depth(&l, ii) + ii * (DF_TURNS - 1));
    }
    ridge_count(v, "ii", iis);
    ridge_count(v, "ii_pct", 100 * least_iis / iis);
    ridge_count(v, "clocks", cycles);
    ridge_count(v, "loop_pct", 100 * least / cycles);
    v->pass = 1;
    return 0;
}

/* ---------------------------------------------------------------------------------------------- networks: verdicts */

/* A process: stage[d] is a firing that has made d steps. `rest`: steps until another may begin. */
struct pipe {
    uint8_t stage[66];
    int rest, stalled;
    int64_t begun;
};

struct engine {
    struct pipe pipe[DF_PROCS];
    int64_t held[DF_FIFOS];
    df_stat_t at, end; /* now, and when something happened last */
};

/* Writes of one cycle. Returns how many processes wrote. */
static int writes(const df_net_t *n, struct engine *e)
{
    int64_t before[DF_FIFOS];
    int count = 0;
    memcpy(before, e->held, sizeof before);
    for (int p = 0; p < n->procs; p++) {
        struct pipe *q = &e->pipe[p];
        int due = q->stage[n->depth[p]], room = 1;
        for (int f = 0; f < n->fifos; f++)
            room &= n->from[f] != p || before[f] + n->give[f] <= n->size[f];
        q->stalled = due && !room;
        e->at.stalls[p] += q->stalled;
        if (!due || !room)
            continue;
        for (int f = 0; f < n->fifos; f++)
            if (n->from[f] == p) {
                e->held[f] += n->give[f];
                e->at.high[f] = e->held[f] > e->at.high[f] ? e->held[f] : e->at.high[f];
            }
        q->stage[n->depth[p]] = 0;
        e->at.done[p]++;
        count++;
    }
    return count;
}

static int begins(const df_net_t *n, struct engine *e)
{
    int count = 0;
    for (int p = 0; p < n->procs; p++) {
        struct pipe *q = &e->pipe[p];
        int may = !q->stalled && q->rest == 0 && q->begun < n->firings[p];
        for (int f = 0; f < n->fifos; f++)
            may &= n->to[f] != p || e->held[f] >= n->take[f];
        if (!may)
            continue;
        for (int f = 0; f < n->fifos; f++)
            e->held[f] -= n->to[f] == p ? n->take[f] : 0;
        q->stage[0] = 1;
        q->rest = n->ii[p];
        q->begun++;
        count++;
    }
    return count;
}

/* Moves all that is not stalled. Returns whether anything moved that could make a difference. */
static int steps(const df_net_t *n, struct engine *e)
{
    int moved = 0;
    for (int p = 0; p < n->procs; p++) {
        struct pipe *q = &e->pipe[p];
        if (q->stalled)
            continue;
        moved |= q->rest > 0;
        q->rest -= q->rest > 0;
        for (int d = n->depth[p]; d > 0; d--) {
            moved |= q->stage[d - 1];
            q->stage[d] = q->stage[d - 1];
        }
        q->stage[0] = 0;
    }
    return moved;
}

static int64_t runs(const df_net_t *n, df_stat_t *stat)
{
    static struct engine e;
    memset(&e, 0, sizeof e);
    for (int64_t t = 0;; t++) {
        int64_t left = 0;
        int happened = writes(n, &e) + begins(n, &e);
        if (happened) {
            e.at.last = t;
            e.end = e.at;
        }
        for (int p = 0; p < n->procs; p++)
            left += n->firings[p] - e.at.done[p];
        int moved = steps(n, &e);
        if (!left || (!happened && !moved)) {
            *stat = e.end;
            return left ? -1 : t;
        }
    }
}

int run_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *row = ridge_data(c, "nets");
    const int64_t *got = ridge_data(c, "runs");
    double cycles = 0, stuck = 0;
    for (int64_t r = 0; r < ridge_int(c, "R"); r++, row += NET, got += 2 + 2 * DF_PROCS + DF_FIFOS) {
        df_net_t n;
        df_stat_t s;
        net_of(row, &n);
        int64_t want = runs(&n, &s);
        cycles += want < 0 ? 0 : (double)want, stuck += want < 0;
        if (n.procs == 1 && want != n.depth[0] + (int64_t)n.ii[0] * (n.firings[0] - 1))
            return -1;
        if (got[0] != want)
            return wrong(v, "df_run of network %lld, %d processes and %d FIFOs: %lld, expected %lld%s", (long long)r,
                         n.procs, n.fifos, (long long)got[0], (long long)want,
                         want < 0 ? ", since it comes to a standstill" : "");
        if (got[1] != s.last)
            return wrong(v, "network %lld, which takes %lld cycles: last is %lld, expected %lld", (long long)r,
                         (long long)want, (long long)got[1], (long long)s.last);
        for (int p = 0; p < DF_PROCS; p++)
            if (got[2 + p] != s.done[p] || got[2 + DF_PROCS + p] != s.stalls[p])
                return wrong(v,
                             "network %lld of %d processes: process %d has done %lld and was stalled in %lld cycles, "
                             "expected %lld and %lld",
                             (long long)r, n.procs, p, (long long)got[2 + p], (long long)got[2 + DF_PROCS + p],
                             (long long)s.done[p], (long long)s.stalls[p]);
        for (int f = 0; f < DF_FIFOS; f++)
            if (got[2 + 2 * DF_PROCS + f] != s.high[f])
                return wrong(v, "network %lld of %d FIFOs: FIFO %d held at most %lld, expected %lld", (long long)r,
                             n.fifos, f, (long long)got[2 + 2 * DF_PROCS + f], (long long)s.high[f]);
    }
    ridge_count(v, "clocks", cycles);
    ridge_count(v, "standstills", stuck);
    v->pass = 1;
    return 0;
}

int fifos_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *row = ridge_data(c, "nets"), *got = ridge_data(c, "sizes");
    double bits = 0, floor_bits = 0, water = 0, cut = 0, cuttable = 0;
    for (int64_t r = 0; r < ridge_int(c, "R"); r++, row += NET, got += 2 * DF_FIFOS) {
        double had[] = { bits, floor_bits, water };
        df_net_t n;
        df_stat_t s;
        net_of(row, &n);
        for (int f = 0; f < n.fifos; f++)
            n.size[f] = 1 << 30;
        int64_t want = runs(&n, &s);
        if (want < 0)
            return -1;
        for (int f = 0; f < n.fifos; f++) {
            n.size[f] = got[f];
            if (got[f] < 1 || got[f] > 1 << 30)
                return wrong(v, "network %lld: FIFO %d has a size of %d", (long long)r, f, got[f]);
            bits += (double)got[f] * n.width[f];
            floor_bits += (double)(n.give[f] > n.take[f] ? n.give[f] : n.take[f]) * n.width[f];
            water += (double)s.high[f] * n.width[f];
        }
        if (memcmp(got, got + DF_FIFOS, DF_FIFOS * sizeof *got))
            return wrong(v, "network %lld has other sizes when it is asked for again", (long long)r);
        int64_t is = runs(&n, &s);
        if (is != want)
            return wrong(
                v,
                "network %lld, %d processes and %d FIFOs: with your sizes it takes %lld cycles, expected %lld, as "
                "with FIFOs without end%s",
                (long long)r, n.procs, n.fifos, (long long)is, (long long)want,
                is < 0 ? " (-1: it comes to a standstill)" : "");
        double much = water - had[2] - (floor_bits - had[1]); /* each network counts alike, however wide its FIFOs */
        if (much > 0)
            cut += (water - had[2] - (bits - had[0])) / much, cuttable++;
    }
    ridge_count(v, "bits", bits);
    ridge_count(v, "water_pct", 100 * water / bits);
    ridge_count(v, "fifo_pct", 100 * floor_bits / bits);
    ridge_count(v, "cut_pct", cuttable > 0 ? 100 * cut / cuttable : 100);
    v->pass = 1;
    return 0;
}

/* ----------------------------------------------------------------------------------------------------- int8 network */

enum { RUNS, WIDE_A, WIDE_B, WIDE_C, TOO_MANY };
enum { SPREAD, EXTREME, TIES, LARGE, FAR };

static int sizes(const struct ridge_case *c, int *n)
{
    char name[8];
    for (int l = 0; l <= DF_LAYERS; l++) {
        snprintf(name, sizeof name, "n%d", l);
        n[l] = (int)ridge_int(c, name);
    }
    return (int)ridge_int(c, "layers");
}

int layers_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int n[DF_LAYERS + 1], mode = (int)ridge_int(c, "mode");
    uint64_t s = ridge_mix(seed, buffer);
    sizes(c, n);
    if (!b)
        return -1;
    for (int l = 0; l < (int)b->count; l++)
        if (!strcmp(buffer, "n"))
            ((int32_t *)b->data)[l] = n[l];
        else if (!strcmp(buffer, "mult"))
            ((int32_t *)b->data)[l] = mode == TIES    ? 1 << below(&s, 3)
                                      : mode >= LARGE ? 2000000000 + below(&s, 147483647)
                                                      : between(&s, 20000, 60000);
        else if (mode == TIES || mode == FAR)
            ((int32_t *)b->data)[l] = mode == TIES ? between(&s, 3, 6) : between(&s, 1, 3);
        else
            ((int32_t *)b->data)[l] = (mode == LARGE     ? 31
                                       : mode == EXTREME ? 21
                                                         : 15) +
                                      between(&s, 6, 7) + (n[l] > 15) + (n[l] > 63);
    return 0;
}

int bytes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int mode = (int)ridge_int(c, "mode");
    uint64_t s = ridge_mix(seed, buffer);
    for (size_t k = 0; b && k < b->count; k++)
        ((int8_t *)b->data)[k] = (int8_t)(mode == EXTREME ? (below(&s, 8) ? -128 : 127)
                                          : mode == TIES  ? between(&s, -6, 6)
                                                          : between(&s, -128, 127));
    return b ? 0 : -1;
}

int bias_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int mode = (int)ridge_int(c, "mode");
    uint64_t s = ridge_mix(seed, buffer);
    for (size_t k = 0; b && k < b->count; k++)
        ((int32_t *)b->data)[k] = mode == TIES ? between(&s, -40, 40) : between(&s, -20000, 20000);
    return b ? 0 : -1;
}

/* Floor of acc * mult / 2^shift + 1/2, by division. */
static int64_t nearest(int64_t acc, int64_t mult, int shift)
{
    int64_t unit = INT64_C(1) << shift, twice = acc * mult + unit / 2, q = twice / unit;
    return q - (twice % unit < 0);
}

static int ascending(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

/* The network, and all products that are not 0 into product[]. Returns how many. */
static int64_t network(const struct ridge_case *c, int8_t *y, int32_t *product)
{
    const int8_t *w = ridge_data(c, "w"), *x = ridge_data(c, "x");
    const int32_t *bias = ridge_data(c, "bias"), *mult = ridge_data(c, "mult"), *shift = ridge_data(c, "shift");
    int n[DF_LAYERS + 1], layers = sizes(c, n);
    int8_t in[DF_WIDEST], out[DF_WIDEST];
    int64_t count = 0;
    memcpy(in, x, (size_t)n[0]);
    for (int l = 0; l < layers; l++) {
        for (int o = 0; o < n[l + 1]; o++) {
            int64_t acc = *bias++;
            for (int i = 0; i < n[l]; i++) {
                int32_t p = *w++ * in[i];
                acc += p;
                if (p)
                    product[count++] = p;
            }
            int64_t v = nearest(acc, mult[l], shift[l]), lo = l + 1 < layers ? 0 : -128;
            out[o] = (int8_t)(v < lo ? lo : v > 127 ? 127 : v);
        }
        memcpy(in, out, sizeof in);
    }
    memcpy(y, in, (size_t)n[layers]);
    return count;
}

/* What the slices multiplied: of each call the field below 2^18 and what stands above it. */
static int64_t multiplied(const int32_t *log, int64_t calls, int32_t *product)
{
    int64_t count = 0;
    for (int64_t k = 0; k < calls; k++) {
        int64_t p = (int64_t)log[2 * k] * log[2 * k + 1], low = p % (1 << 18);
        low += low < -(1 << 17) ? 1 << 18 : low >= 1 << 17 ? -(1 << 18) : 0;
        int64_t high = (p - low) / (1 << 18);
        if (low)
            product[count++] = (int32_t)low;
        if (high)
            product[count++] = (int32_t)high;
    }
    return count;
}

static int same_products(struct ridge_verdict *v, int32_t *got, int64_t m, int32_t *want, int64_t n)
{
    int64_t k = 0;
    qsort(got, (size_t)m, sizeof *got, ascending);
    qsort(want, (size_t)n, sizeof *want, ascending);
    while (k < m && k < n && got[k] == want[k])
        k++;
    v->pass = k == m && k == n;
    if (!v->pass)
        wrong(v, "y is right, but the DSP slices have not computed it: a product of %d %s",
              k == n || (k < m && got[k] < want[k]) ? got[k] : want[k],
              k == n || (k < m && got[k] < want[k]) ? "that no weight and input have" : "is missing");
    return v->pass;
}

int mlp_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static const char *const why[] = { NULL, "a has more than 27 bits", "b has more than 18 bits",
                                       "c has more than 48 bits", "there were more calls than twice the products" };
    const int64_t *end = ridge_data(c, "end");
    const int8_t *y = ridge_data(c, "y");
    int8_t want[DF_WIDEST];
    int n[DF_LAYERS + 1], layers = sizes(c, n);
    int64_t products = 0, cap = ridge_int(c, "cap");
    for (int l = 0; l < layers; l++)
        products += (int64_t)n[l] * n[l + 1];
    if (end[0] < 0 || end[0] > cap || end[1] < RUNS || end[1] > TOO_MANY)
        return wrong(v, "the record of the calls was overwritten");
    if (end[1])
        return wrong(v, "df_macc, call %lld (the first is 0): %s", (long long)end[0], why[end[1]]);
    int32_t *a = malloc((size_t)(2 * end[0] + 1) * sizeof *a), *b = malloc((size_t)(products + 1) * sizeof *b);
    if (!a || !b)
        return -1;
    int64_t all = network(c, want, b);
    int same = 1;
    for (int o = 0; same && o < n[layers]; o++)
        if (y[o] != want[o])
            same = wrong(v, "%d layers: y[%d] is %d, expected %d", layers, o, y[o], want[o]);
    if (same && same_products(v, a, multiplied(ridge_data(c, "log"), end[0], a), b, all)) {
        ridge_count(v, "dsp_calls", (double)end[0]);
        ridge_count(v, "products", (double)products);
    }
    free(a), free(b);
    return 0;
}

/* ----------------------------------------------------------------------------------------------------------- costs */

static int tree(int n)
{
    int stages = 0;
    while (1 << stages < n)
        stages++;
    return stages;
}

static df_cost_t cost(int n_in, int n_out, int simd, int pe)
{
    int64_t turns = (int64_t)(n_in / simd) * (n_out / pe), width = 8 * (int64_t)simd * pe, least = -1;
    for (int shape = 0; shape < 6; shape++) {
        int64_t w = shape < 3 ? 1 << shape : 9 << (shape - 3), d = 16384 >> shape, across = 0, down = 0;
        while (across * w < width)
            across++;
        while (down * d < turns)
            down++;
        if (least < 0 || across * down < least)
            least = across * down;
    }
    return (df_cost_t){ simd * (int64_t)(pe / 2 + pe % 2), turns <= DF_LUTRAM ? 0 : least,
                        DF_PIPE + tree(simd) + (turns - 1), turns };
}

/* A divisor of n. */
static int divisor(int n, uint64_t *s)
{
    int d;
    do
        d = between(s, 1, n);
    while (n % d);
    return d;
}

int foldings_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const int32_t first[][4] = {
        { 1, 1, 1, 1 },       { 16, 64, 16, 64 },   { 16, 64, 1, 1 },           { 64, 32, 64, 1 },
        { 64, 32, 32, 2 },    { 7, 9, 7, 3 },       { 64, 64, 8, 8 },           { 64, 65, 8, 5 },
        { 1024, 1024, 1, 1 }, { 1024, 1024, 8, 4 }, { 1024, 1024, 1024, 1024 }, { 1000, 1000, 125, 8 },
        { 6, 5, 3, 5 },       { 1023, 1, 1, 1 },    { 128, 130, 2, 1 },
    };
    static const int32_t near[] = { 1, 2, 3, 5, 8, 12, 16, 24, 32, 48, 60, 64, 100, 128, 256, 360, 512, 1000, 1024 };
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int32_t *row = b ? b->data : NULL;
    for (size_t k = 0; row && k < b->count / 4; k++, row += 4)
        if (k < sizeof first / sizeof *first) {
            memcpy(row, first[k], sizeof *first);
        } else {
            for (int i = 0; i < 2; i++)
                row[i] =
                    below(&seed, 4) ? near[below(&seed, (int)(sizeof near / sizeof *near))] : between(&seed, 1, 1024);
            row[2] = divisor(row[0], &seed), row[3] = divisor(row[1], &seed);
        }
    return row ? 0 : -1;
}

int layer_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *r = ridge_data(c, "foldings");
    const int64_t *got = ridge_data(c, "costs");
    for (int64_t k = 0; k < ridge_int(c, "R"); k++, r += 4, got += 4) {
        df_cost_t w = cost(r[0], r[1], r[2], r[3]);
        if (got[0] != w.dsp || got[1] != w.bram || got[2] != w.cycles || got[3] != w.interval)
            return wrong(
                v,
                "df_layer(n_in = %d, n_out = %d, simd = %d, pe = %d): dsp %lld, bram %lld, cycles %lld, interval "
                "%lld; expected %lld, %lld, %lld and %lld",
                r[0], r[1], r[2], r[3], (long long)got[0], (long long)got[1], (long long)got[2], (long long)got[3],
                (long long)w.dsp, (long long)w.bram, (long long)w.cycles, (long long)w.interval);
    }
    v->pass = 1;
    return 0;
}

enum { BUDGET = 5 + DF_LAYERS };

int budgets_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const int32_t first[][BUDGET] = {
        { 1, 1, 0, 1, 1, 1 },                     /* the least that there is */
        { 1, 0, 256, 4096, 4, 4 },                /* no slice: nothing fits */
        { 4, 400, 200, 1024, 16, 64, 32, 32, 5 }, /* the jets of Duarte et al. on an AU10P */
        { 4, 216, 216, 64, 16, 64, 32, 32, 5 },   /* on an AU7P, and quicker */
        { 3, 64, 8, 1 << 20, 256, 128, 64, 10 },  /* blocks are short */
        { 3, 64, 0, 1 << 20, 64, 64, 64, 10 },    /* and there are none: all in LUTs */
        { 2, 12, 40, 1 << 20, 784, 32, 10 },
        { 6, 512, 256, 1 << 20, 64, 64, 64, 64, 64, 64, 10 },
        { 2, 400, 200, 10, 64, 64, 64 },       /* an interval that nobody can afford */
        { 3, 40, 30, 1 << 20, 7, 13, 11, 17 }, /* primes: all or one at a time */
        { 2, 28, 10, 1 << 20, 64, 100, 128 },  /* the quickest for their slices need too many blocks */
        { 1, 512, 0, 1, 32, 32 },              /* all slices, and not one less */
        { 1, 288, 256, 1024, 768, 768 },       /* all blocks */
    };
    static const int32_t near[] = { 5, 8, 10, 12, 16, 24, 32, 48, 64, 100, 128, 256 };
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int32_t *row = b ? b->data : NULL;
    for (size_t k = 0; row && k < b->count / BUDGET; k++, row += BUDGET)
        if (k < sizeof first / sizeof *first) {
            memcpy(row, first[k], sizeof *first);
        } else {
            row[0] = between(&seed, 1, DF_LAYERS), row[1] = between(&seed, 2, below(&seed, 2) ? 512 : 60);
            row[2] = below(&seed, below(&seed, 2) ? 257 : 20),
            row[3] = below(&seed, 3) ? between(&seed, 50, 5000) : 1 << 20;
            for (int l = 0; l <= DF_LAYERS; l++)
                row[4 + l] = l <= row[0] ? near[below(&seed, (int)(sizeof near / sizeof *near))] : 0;
        }
    return row ? 0 : -1;
}

struct choice {
    int dsp, bram, cycles;
};

static int cheaper(const void *a, const void *b)
{
    const struct choice *p = a, *q = b;
    return p->dsp != q->dsp ? p->dsp - q->dsp : p->bram != q->bram ? p->bram - q->bram : p->cycles - q->cycles;
}

/* Leaves of n choices those that no other beats in all three. Returns how many. */
static size_t unbeaten(struct choice *c, size_t n)
{
    int quickest[257];
    size_t kept = 0;
    for (int b = 0; b < 257; b++)
        quickest[b] = 1 << 30;
    qsort(c, n, sizeof *c, cheaper);
    for (size_t k = 0; k < n; k++) {
        if (c[k].cycles >= quickest[c[k].bram])
            continue;
        for (int b = c[k].bram; b < 257; b++)
            quickest[b] = c[k].cycles < quickest[b] ? c[k].cycles : quickest[b];
        c[kept++] = c[k];
    }
    return kept;
}

static size_t foldings(int n_in, int n_out, const int32_t *budget, struct choice *ret)
{
    size_t n = 0;
    for (int s = 1; s <= n_in; s++)
        for (int q = 1; n_in % s == 0 && q <= n_out; q++) {
            df_cost_t w;
            if (n_out % q)
                continue;
            w = cost(n_in, n_out, s, q);
            if (w.dsp <= budget[1] && w.bram <= budget[2] && w.interval <= budget[3])
                ret[n++] = (struct choice){ (int)w.dsp, (int)w.bram, (int)w.cycles };
        }
    return unbeaten(ret, n);
}

/* The fewest cycles of all foldings that the budget allows; -1: there are none. */
static int64_t best(const int32_t *budget)
{
    static struct choice one[4096];
    struct choice *all = calloc(1, sizeof *all);
    size_t n = 1;
    for (int l = 0; all && l < budget[0]; l++) {
        size_t m = foldings(budget[4 + l], budget[5 + l], budget, one), k = 0;
        struct choice *next = malloc((n * m + 1) * sizeof *next);
        if (!next)
            abort();
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < m; j++) {
                struct choice both = { all[i].dsp + one[j].dsp, all[i].bram + one[j].bram,
                                       all[i].cycles + one[j].cycles };
                if (both.dsp <= budget[1] && both.bram <= budget[2])
                    next[k++] = both;
            }
        free(all);
        all = next;
        n = unbeaten(all, k);
    }
    int64_t least = -1;
    for (size_t k = 0; all && k < n; k++)
        least = least < 0 || all[k].cycles < least ? all[k].cycles : least;
    free(all);
    return least;
}

/* What this folding costs, into *sum. 0: it is not one, or nobody can pay it; v says why. */
static int affordable(struct ridge_verdict *v, int64_t r, const int32_t *b, const int64_t *got, df_cost_t *sum)
{
    *sum = (df_cost_t){ 0, 0, 0, 0 };
    for (int l = 0; l < b[0]; l++) {
        int64_t s = got[1 + l], q = got[1 + DF_LAYERS + l];
        if (s < 1 || q < 1 || s > b[4 + l] || q > b[5 + l] || b[4 + l] % s || b[5 + l] % q)
            return wrong(v, "df_fit, network %lld: layer %d of %d inputs and %d outputs has simd %lld and pe %lld",
                         (long long)r, l, b[4 + l], b[5 + l], (long long)s, (long long)q);
        df_cost_t w = cost(b[4 + l], b[5 + l], (int)s, (int)q);
        sum->dsp += w.dsp, sum->bram += w.bram, sum->cycles += w.cycles;
        if (w.interval > b[3])
            return wrong(v, "df_fit, network %lld: layer %d has an interval of %lld, expected at most %d", (long long)r,
                         l, (long long)w.interval, b[3]);
    }
    if (sum->dsp > b[1] || sum->bram > b[2])
        return wrong(v, "df_fit, network %lld: %lld slices and %lld blocks, expected at most %d and %d", (long long)r,
                     (long long)sum->dsp, (long long)sum->bram, b[1], b[2]);
    return 1;
}

int fit_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *b = ridge_data(c, "budgets");
    const int64_t *got = ridge_data(c, "fits");
    double cycles = 0, least = 0;
    for (int64_t r = 0; r < ridge_int(c, "R"); r++, b += BUDGET, got += 1 + 2 * DF_LAYERS) {
        int64_t want = best(b);
        df_cost_t sum;
        for (int l = want < 0 ? 0 : b[0]; l < DF_LAYERS; l++)
            if (got[1 + l] != -1 || got[1 + DF_LAYERS + l] != -1)
                return wrong(v, "df_fit, network %lld of %d layers: writes simd[%d] or pe[%d]%s", (long long)r, b[0], l,
                             l, want < 0 ? ", and there is no folding" : "");
        if ((got[0] < 0) != (want < 0) || (want < 0 && got[0] != -1))
            return wrong(
                v, "df_fit, network %lld of %d layers, %d slices, %d blocks, interval %d: returns %lld, expected %s",
                (long long)r, b[0], b[1], b[2], b[3], (long long)got[0],
                want < 0 ? "-1, since nothing fits" : "the cycles of a folding that fits");
        if (want < 0)
            continue;
        if (!affordable(v, r, b, got, &sum))
            return 0;
        if (got[0] != sum.cycles)
            return wrong(v, "df_fit, network %lld: returns %lld, expected %lld, the cycles of its folding",
                         (long long)r, (long long)got[0], (long long)sum.cycles);
        cycles += (double)sum.cycles, least += (double)want;
    }
    ridge_count(v, "clocks", cycles);
    ridge_count(v, "fit_pct", 100 * least / cycles);
    v->pass = 1;
    return 0;
}
