/*
 * oracle.c: what is right in h01-interconnect. machines.h draws the machines. Every way there is gets looked at, link
 * by link; rates rise together from 0 until something is full; a learner's own rates are held against the
 * definition. All rings of a machine are run.
 */
#include <ridge/oracle.h>

#include "machines.h"

#include <stdarg.h>
#include <stdlib.h>

enum { PATH = 3 + 2 * IC_HOPS, FLOW = 1 + IC_USES, TEXT = 1024 };
enum { MIXED, LOAD, BOTH, TINY, PAGEABLE, PEERS }; /* copies */

static int wrong(struct ridge_verdict *v, const char *how, ...)
{
    va_list a;
    va_start(a, how);
    vsnprintf(v->message, sizeof v->message, how, a);
    va_end(a);
    v->pass = 0;
    return 0;
}

static int near(double a, double b)
{
    return fabs(a - b) <= 1e-6 * fabs(b) + 1e-15;
}

/* ------------------------------------------------------------------------------------------------------ machines */

int machines_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    double *row = b ? b->data : NULL;
    for (int k = 0; row && k < ridge_int(c, "R"); k++, row += ROW) {
        ic_topo_t t;
        draw(&t, (int)ridge_int(c, "shape"), (int)ridge_int(c, "p2p"), &seed);
        pack_shuffled(&t, row, &seed);
    }
    return row ? 0 : -1;
}

/* ---------------------------------------------------------------------------------------------------------- rate */

/* Every speed with every width, so that no mistake in one generation hides. */
int links_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const double gts[] = { 2.5, 5, 8, 16, 32 }, gbs[] = { 40, 50, 100 };
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    double *row = b ? b->data : NULL;
    for (int k = 0; row && k < ridge_int(c, "R"); k++, row += LINK) {
        ic_link_t l = pcie(gts[k % 5], 1 << below(&seed, 5));
        if (k % 3 == 2)
            l = nvlink(gbs[below(&seed, 3)], 1 + below(&seed, 18));
        if (k % 11 == 10)
            l = socket(5 + below(&seed, 80));
        l.payload = 32 << below(&seed, 5), l.overhead = below(&seed, 40), l.b = 1;
        pack_link(&l, row);
    }
    return row ? 0 : -1;
}

static double data_rate(const ic_link_t *l)
{
    double line = 0;
    switch (l->kind) {
    case IC_PCIE: line = 1e9 * l->rate * l->width / (l->rate <= 5 ? 10. : 130. / 16); break;
    case IC_NVLINK: line = .5e9 * l->rate * l->width; break;
    case IC_SOCKET: line = 1e9 * l->rate; break;
    }
    return line / (1 + (double)l->overhead / l->payload);
}

int rate_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static const char *const kind[] = { "PCIe", "NVLink", "socket" }, *const unit[] = { "GT/s", "GB/s", "GB/s" };
    const double *row = ridge_data(c, "links"), *got = ridge_data(c, "speeds");
    for (int k = 0; k < ridge_int(c, "R"); k++, row += LINK) {
        ic_link_t l = link_of(row);
        if (!near(got[k], data_rate(&l)))
            return wrong(v, "ic_link_Bps of link %d (%s, %g %s, width %d, packet %d + %d) is %.6g, expected %.6g", k,
                         kind[l.kind], l.rate, unit[l.kind], l.width, l.payload, l.overhead, got[k], data_rate(&l));
    }
    v->pass = 1;
    return 0;
}

/* ---------------------------------------------------------------------------------------------------------- ways */

struct way {
    int hops, link[IC_NODES];
    double slowest;
};

struct hunt {
    const ic_topo_t *t;
    int nvlink, dst, been[IC_NODES];
    struct way now, best;
};

static int across(const ic_link_t *l, int v)
{
    return l->a == v ? l->b : l->b == v ? l->a : -1;
}

/* All ways from here, links in their order: of equal ways the first one found is the one that lab.h asks for. */
static void hunt(struct hunt *h, int at)
{
    struct way *now = &h->now, *best = &h->best;
    if (at == h->dst) {
        now->slowest = INFINITY;
        for (int k = 0; k < now->hops; k++)
            now->slowest = fmin(now->slowest, data_rate(&h->t->link[now->link[k]]));
        if (best->hops < 0 || now->hops < best->hops ||
            (now->hops == best->hops && now->slowest > best->slowest * (1 + 1e-9)))
            *best = *now;
        return;
    }
    int kind = h->t->kind[at];
    if (now->hops && (h->nvlink ? kind != IC_NVSWITCH : kind != IC_PCIE_SWITCH && kind != IC_CPU))
        return;
    h->been[at] = 1;
    for (int l = 0; l < h->t->links; l++) {
        int to = across(&h->t->link[l], at);
        if (to < 0 || h->been[to] || (h->t->link[l].kind == IC_NVLINK) != h->nvlink)
            continue;
        now->link[now->hops++] = l;
        hunt(h, to);
        now->hops--;
    }
    h->been[at] = 0;
}

static struct way find(const ic_topo_t *t, int nvlink, int src, int dst)
{
    struct hunt h = { .t = t, .nvlink = nvlink, .dst = dst };
    h.best.hops = -1;
    hunt(&h, src);
    return h.best;
}

static void put_way(const ic_topo_t *t, const struct way *w, int src, ic_path_t *p)
{
    for (int k = 0, at = src; k < w->hops; k++) {
        const ic_link_t *l = &t->link[w->link[k]];
        p->link[p->hops] = w->link[k];
        p->back[p->hops++] = l->a != at;
        at = across(l, at);
    }
}

static int name_of(const ic_topo_t *t, const struct way *w, int src)
{
    int count[IC_NVSWITCH + 1] = { 0 }, sockets = 0, at = src;
    count[t->kind[src]]++;
    for (int k = 0; k < w->hops; k++) {
        sockets += t->link[w->link[k]].kind == IC_SOCKET;
        at = across(&t->link[w->link[k]], at);
        count[t->kind[at]]++;
    }
    return sockets ? IC_SYS : count[IC_CPU] ? IC_PHB : count[IC_PCIE_SWITCH] > 1 ? IC_PXB : IC_PIX;
}

/* before: the slowest link of the leg to the staging CPU. */
static void route(const ic_topo_t *t, int src, int dst, ic_path_t *p, double *before)
{
    struct way w = { .hops = -1 };
    memset(p, 0, sizeof *p);
    p->staged = -1, *before = INFINITY;
    if (t->kind[src] == IC_GPU && t->kind[dst] == IC_GPU)
        w = find(t, 1, src, dst);
    if (w.hops > 0) {
        p->relation = IC_NV;
        put_way(t, &w, src, p);
        return;
    }
    w = find(t, 0, src, dst);
    p->relation = name_of(t, &w, src);
    if (t->kind[src] == IC_CPU || t->kind[dst] == IC_CPU || p->relation <= t->p2p) {
        put_way(t, &w, src, p);
        return;
    }
    struct way first = { .hops = -1 };
    for (int v = 0; v < t->nodes; v++)
        if (t->kind[v] == IC_CPU) {
            w = find(t, 0, src, v);
            if (first.hops < 0 || w.hops < first.hops)
                first = w, p->staged = v;
        }
    put_way(t, &first, src, p);
    *before = first.slowest;
    w = find(t, 0, p->staged, dst);
    put_way(t, &w, p->staged, p);
}

/* Pairs of nodes that may ask for a way: no NVSwitches, no PCIe switches, not two CPUs. */
static void draw_pair(const ic_topo_t *t, int *a, int *b, uint64_t *s)
{
    for (int k = 0; k < 100000; k++) {
        *a = below(s, t->nodes), *b = below(s, t->nodes);
        int x = t->kind[*a], y = t->kind[*b];
        if (*a != *b && x != IC_NVSWITCH && y != IC_NVSWITCH && x != IC_PCIE_SWITCH && y != IC_PCIE_SWITCH &&
            (x != IC_CPU || y != IC_CPU))
            return;
    }
}

int pairs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    const double *row = ridge_data(c, "machines");
    int32_t *pair = b ? b->data : NULL;
    for (int k = 0; row && pair && k < ridge_int(c, "R"); k++, row += ROW)
        for (int i = 0; i < ridge_int(c, "N"); i++, pair += 2) {
            ic_topo_t t;
            int src, dst;
            unpack(row, &t);
            draw_pair(&t, &src, &dst, &seed);
            pair[0] = src, pair[1] = dst;
        }
    return row && pair ? 0 : -1;
}

static void tell(const ic_path_t *p, const int32_t *link, int hops, char *text, size_t size)
{
    size_t n = 0;
    text[0] = 0;
    for (int h = 0; h < hops && h < IC_HOPS && n < size; h++)
        n += (size_t)snprintf(text + n, size - n, "%s%d", h ? ", " : "", p ? p->link[h] : link[h]);
}

int route_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static const char *const word[] = { "IC_NV", "IC_PIX", "IC_PXB", "IC_PHB", "IC_SYS" };
    static const char *const kind[] = { "CPU", "switch", "GPU", "NIC", "NVSwitch" };
    const double *row = ridge_data(c, "machines");
    const int32_t *pair = ridge_data(c, "pairs"), *got = ridge_data(c, "paths");
    for (int k = 0; k < ridge_int(c, "R"); k++, row += ROW)
        for (int i = 0; i < ridge_int(c, "N"); i++, pair += 2, got += PATH) {
            ic_topo_t t;
            ic_path_t p;
            double before;
            char who[80], is[60], want[60];
            unpack(row, &t);
            route(&t, pair[0], pair[1], &p, &before);
            snprintf(who, sizeof who, "machine %d (%d nodes, p2p %s), from %s %d to %s %d", k, t.nodes, word[t.p2p],
                     kind[t.kind[pair[0]]], pair[0], kind[t.kind[pair[1]]], pair[1]);
            if (got[0] != p.relation)
                return wrong(v, "%s: relation is %d, expected %s (%d)", who, got[0], word[p.relation], p.relation);
            if (got[1] != p.staged)
                return wrong(v, "%s: staged is %d, expected %d", who, got[1], p.staged);
            tell(NULL, got + 3, got[2], is, sizeof is);
            tell(&p, NULL, p.hops, want, sizeof want);
            int same = got[2] == p.hops;
            for (int h = 0; same && h < p.hops; h++)
                same = got[3 + h] == p.link[h];
            if (!same)
                return wrong(v, "%s: the links are %s (%d hops), expected %s", who, is, got[2], want);
            for (int h = 0; h < p.hops; h++)
                if (got[3 + IC_HOPS + h] != p.back[h])
                    return wrong(v, "%s: back[%d] on link %d is %d, expected %d", who, h, p.link[h],
                                 got[3 + IC_HOPS + h], p.back[h]);
        }
    v->pass = 1;
    return 0;
}

/* -------------------------------------------------------------------------------------------------------- matrix */

static int narrowest(const ic_topo_t *t, const ic_path_t *p)
{
    int least = 1 << 20;
    for (int h = 0; h < p->hops; h++)
        least = t->link[p->link[h]].width < least ? t->link[p->link[h]].width : least;
    return least;
}

static int print_matrix(const ic_topo_t *t, char *text, size_t size)
{
    static const char *const word[] = { "", "PIX", "PXB", "PHB", "SYS" };
    char name[IC_NODES][16];
    int node[IC_NODES], n = 0, gpus = 0, nics = 0;
    for (int v = 0; v < t->nodes; v++)
        if (t->kind[v] == IC_GPU)
            snprintf(name[n], 16, "GPU%d", gpus++), node[n++] = v;
    for (int v = 0; v < t->nodes; v++)
        if (t->kind[v] == IC_NIC)
            snprintf(name[n], 16, "NIC%d", nics++), node[n++] = v;
    size_t at = (size_t)snprintf(text, size, "     ");
    for (int k = 0; k < n; k++)
        at += (size_t)snprintf(text + at, size - at, "%6s", name[k]);
    for (int r = 0; r < n; r++) {
        at += (size_t)snprintf(text + at, size - at, "\n%-5s", name[r]);
        for (int k = 0; k < n; k++) {
            ic_path_t p;
            double before;
            char nv[16] = "X";
            if (k != r)
                route(t, node[r], node[k], &p, &before);
            if (k != r && p.relation == IC_NV)
                snprintf(nv, sizeof nv, "NV%d", narrowest(t, &p));
            at += (size_t)snprintf(text + at, size - at, "%6s", k != r && p.relation != IC_NV ? word[p.relation] : nv);
        }
    }
    return (int)(at + (size_t)snprintf(text + at, size - at, "\n"));
}

int matrix_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const double *row = ridge_data(c, "machines");
    const char *got = ridge_data(c, "texts");
    for (int k = 0; k < ridge_int(c, "R"); k++, row += ROW, got += TEXT) {
        ic_topo_t t;
        char want[TEXT];
        int32_t n;
        unpack(row, &t);
        int length = print_matrix(&t, want, sizeof want), at = 0, line = 1;
        if (length >= TEXT - 4)
            return -1;
        for (; at < length && got[at] == want[at]; at++)
            line += want[at] == '\n';
        if (at < length || got[at]) {
            int from = at;
            while (from > 0 && want[from - 1] != '\n')
                from--;
            char mine[120] = "", yours[120] = "";
            snprintf(mine, sizeof mine, "%.*s", (int)strcspn(want + from, "\n"), want + from);
            for (int i = 0; i < 119 && from + i < TEXT - 4 && got[from + i] && got[from + i] != '\n'; i++)
                yours[i] = got[from + i] >= ' ' && got[from + i] < 127 ? got[from + i] : '?';
            return wrong(v, "machine %d (%d nodes), line %d, column %d: \"%s\", expected \"%s\"", k, t.nodes, line,
                         at - from + 1, yours, mine);
        }
        memcpy(&n, got + TEXT - 4, 4);
        if (n != length)
            return wrong(v, "machine %d: ic_matrix returns %d, expected %d", k, n, length);
    }
    v->pass = 1;
    return 0;
}

/* --------------------------------------------------------------------------------------------------------- rates */

enum { RESOURCES = 2 * IC_LINKS + IC_NODES };

int capacities_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    double *to = b ? b->data : NULL;
    for (size_t k = 0; to && k < b->count; k++)
        to[k] = 1 + below(&seed, k % 3 ? 100 : 10);
    return to ? 0 : -1;
}

/* Problem 0 has no flow, problem 1 one, the others what comes. */
int flows_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int32_t *row = b ? b->data : NULL;
    int N = (int)ridge_int(c, "N"), M = (int)ridge_int(c, "M");
    seed = ridge_mix(seed, buffer);
    for (int k = 0; row && k < ridge_int(c, "R"); k++)
        for (int i = 0; i < N; i++, row += FLOW) {
            int most = M < 6 ? M : 6;
            row[0] = i < (k < 2 ? k : N) ? 1 + below(&seed, most) : 0;
            for (int u = 0; u < IC_USES; u++)
                row[1 + u] = -1;
            for (int u = 0; u < row[0]; u++)
                for (int again = 1; again;) {
                    row[1 + u] = below(&seed, M), again = 0;
                    for (int w = 0; w < u; w++)
                        again |= row[1 + w] == row[1 + u];
                }
        }
    return row ? 0 : -1;
}

/* Does flow i pass a resource that is full, in which nobody has more? */
static int held(const double *capacity, const double *used, const double *top, const int32_t *flow, double rate)
{
    for (int u = 0; u < flow[0]; u++) {
        int r = flow[1 + u];
        if (used[r] >= capacity[r] * (1 - 1e-9) && rate >= top[r] * (1 - 1e-9))
            return 1;
    }
    return 0;
}

int fair_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const double *capacity = ridge_data(c, "capacities"), *rate = ridge_data(c, "rates");
    const int32_t *flow = ridge_data(c, "flows");
    int N = (int)ridge_int(c, "N"), M = (int)ridge_int(c, "M");
    for (int k = 0; k < ridge_int(c, "R"); k++, capacity += M, rate += N, flow += N * FLOW) {
        double used[RESOURCES] = { 0 }, top[RESOURCES] = { 0 };
        int n = 0;
        while (n < N && flow[n * FLOW] > 0)
            n++;
        for (int i = 0; i < n; i++)
            for (int u = 0; u < flow[i * FLOW]; u++) {
                int r = flow[i * FLOW + 1 + u];
                used[r] += rate[i];
                top[r] = fmax(top[r], rate[i]);
            }
        for (int i = 0; i < n; i++)
            if (!(rate[i] > 0))
                return wrong(v, "problem %d, %d flows: rate[%d] is %g, expected more than 0", k, n, i, rate[i]);
        for (int r = 0; r < M; r++)
            if (!(used[r] <= capacity[r] * (1 + 1e-9)))
                return wrong(v, "problem %d, %d flows: resource %d has to give %.6g, expected at most %.6g", k, n, r,
                             used[r], capacity[r]);
        for (int i = 0; i < n; i++)
            if (!held(capacity, used, top, flow + i * FLOW, rate[i]))
                return wrong(v, "problem %d, %d flows: flow %d has %.6g, and no full resource in which it leads", k, n,
                             i, rate[i]);
    }
    v->pass = 1;
    return 0;
}

/* All rates rise together; a flow stops when something on its way is full. */
static void rise(const double *capacity, const ic_flow_t *flow, const int *on, int n, double *rate)
{
    double used[RESOURCES] = { 0 };
    int moves[IC_COPIES], any = 0;
    for (int i = 0; i < n; i++)
        moves[i] = on[i], rate[i] = 0, any |= on[i];
    while (any) {
        double step = INFINITY;
        int count[RESOURCES] = { 0 };
        for (int i = 0; i < n; i++)
            for (int u = 0; moves[i] && u < flow[i].uses; u++)
                count[flow[i].resource[u]]++;
        for (int r = 0; r < RESOURCES; r++)
            if (count[r])
                step = fmin(step, (capacity[r] - used[r]) / count[r]);
        for (int i = 0; i < n; i++)
            rate[i] += moves[i] ? step : 0;
        for (int r = 0; r < RESOURCES; r++)
            used[r] += step * count[r];
        any = 0;
        for (int i = 0; i < n; i++) {
            for (int u = 0; moves[i] && u < flow[i].uses; u++)
                if (used[flow[i].resource[u]] >= capacity[flow[i].resource[u]] * (1 - 1e-12))
                    moves[i] = 0;
            any |= moves[i];
        }
    }
}

/* ----------------------------------------------------------------------------------------------------------- run */

/* A copy that is ready to flow. */
struct ready {
    ic_flow_t flow;
    double begin, bytes;
};

static struct ready make_ready(const ic_topo_t *t, const ic_copy_t *c, const ic_path_t *p, double before)
{
    struct ready r = { .begin = c->start + t->setup, .bytes = (double)c->bytes };
    double first = (double)(c->bytes > t->chunk ? t->chunk : c->bytes);
    for (int h = 0; h < p->hops; h++) {
        r.flow.resource[r.flow.uses++] = p->link[h] + IC_LINKS * p->back[h];
        r.begin += t->link[p->link[h]].latency;
    }
    if (p->staged >= 0)
        r.begin += first / before;
    if (c->pageable) {
        int host = t->kind[c->src] == IC_CPU ? c->src : c->dst;
        r.flow.resource[r.flow.uses++] = 2 * IC_LINKS + host;
        r.begin += first / t->copy_Bps;
    }
    return r;
}

static void capacities_of(const ic_topo_t *t, double *capacity)
{
    for (int r = 0; r < RESOURCES; r++)
        capacity[r] = t->copy_Bps;
    for (int l = 0; l < t->links; l++)
        capacity[l] = capacity[l + IC_LINKS] = data_rate(&t->link[l]);
}

/* From change to change: a copy begins or a copy ends. */
static double simulate(const double *capacity, const struct ready *copy, int n, double *end)
{
    ic_flow_t flow[IC_COPIES];
    double left[IC_COPIES], rate[IC_COPIES], now = 0;
    int state[IC_COPIES], on[IC_COPIES]; /* state 0: waits, 1: flows, 2: ended */
    for (int i = 0; i < n; i++)
        flow[i] = copy[i].flow, left[i] = copy[i].bytes, state[i] = 0;
    for (int ended = 0; ended < n;) {
        double step = INFINITY;
        for (int i = 0; i < n; i++)
            on[i] = state[i] == 1;
        rise(capacity, flow, on, n, rate);
        for (int i = 0; i < n; i++)
            if (state[i] < 2)
                step = fmin(step, state[i] ? left[i] / rate[i] : fmax(0, copy[i].begin - now));
        now += step;
        for (int i = 0; i < n; i++) {
            if (state[i] == 1 && (left[i] -= rate[i] * step) <= 1e-9 * copy[i].bytes)
                state[i] = 2, end[i] = now, ended++;
            else if (state[i] == 0 && copy[i].begin <= now * (1 + 1e-15))
                state[i] = 1;
        }
    }
    return now;
}

static void draw_copy(const ic_topo_t *t, int mix, int k, ic_copy_t *c, uint64_t *s)
{
    static const int64_t size[] = { 0, 1, 4096, 1 << 20, 1 << 26, 1 << 30, 16000000000 }; /* the last: weights */
    int x = 0, y = 0, way = 0;
    for (int tries = 0; tries < 10000; tries++) {
        draw_pair(t, &x, &y, s);
        way = t->kind[x] == IC_CPU ? 1 : t->kind[y] == IC_CPU ? 2 : 3;
        if (mix == LOAD ? way == 1 : mix == PAGEABLE || mix == BOTH ? way < 3 : mix == PEERS ? way == 3 : 1)
            break;
    }
    if (mix == BOTH && (way == 1) == (k % 2 == 1)) {
        int z = x;
        x = y, y = z, way = 3 - way;
    }
    *c = (ic_copy_t){ .src = x, .dst = y };
    c->pageable = way < 3 && (mix == PAGEABLE ? k % 4 != 3 : mix == MIXED ? below(s, 3) == 0 : 0);
    c->bytes = mix == TINY ? below(s, 2) : mix == MIXED ? size[below(s, 7)] : 1 << 28;
    c->bytes += c->bytes > 1 ? below(s, 1 << 20) : 0;
    c->start = mix == MIXED || mix == TINY ? 1e-6 * below(s, 20000) : 0;
}

int copies_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    const double *row = ridge_data(c, "machines");
    double *to = b ? b->data : NULL;
    int N = (int)ridge_int(c, "N");
    for (int k = 0; row && to && k < ridge_int(c, "R"); k++, row += ROW)
        for (int i = 0; i < N; i++, to += 5) {
            ic_topo_t t;
            ic_copy_t one;
            unpack(row, &t);
            draw_copy(&t, (int)ridge_int(c, "mix"), i, &one, &seed);
            int there = k > 1 || N < 2 || i < k; /* machine 0 has no copy, machine 1 one */
            const double w[5] = { there ? one.src : -1, one.dst, one.pageable, (double)one.bytes, one.start };
            memcpy(to, w, sizeof w);
        }
    return row && to ? 0 : -1;
}

static int judge_run(const ic_topo_t *t, const ic_copy_t *copy, int n, const double *end, double last,
                     const int64_t *carried, struct ridge_verdict *v)
{
    struct ready ready[IC_COPIES];
    double capacity[RESOURCES], want[IC_COPIES], before;
    int64_t should[IC_LINKS][2] = { { 0 } };
    capacities_of(t, capacity);
    for (int i = 0; i < n; i++) {
        ic_path_t p;
        route(t, copy[i].src, copy[i].dst, &p, &before);
        ready[i] = make_ready(t, &copy[i], &p, before);
        for (int h = 0; h < p.hops; h++)
            should[p.link[h]][p.back[h]] += copy[i].bytes;
    }
    for (int l = 0; l < 2 * t->links; l++)
        if (carried[l] != should[l / 2][l % 2])
            return wrong(v, "%d copies: carried[%d][%d] is %lld, expected %lld", n, l / 2, l % 2, (long long)carried[l],
                         (long long)should[l / 2][l % 2]);
    double all = simulate(capacity, ready, n, want);
    for (int i = 0; i < n; i++)
        if (!near(end[i], want[i]))
            return wrong(v, "%d copies: copy %d (%lld bytes from %d to %d at %.6g s%s) ends at %.9g, expected %.9g", n,
                         i, (long long)copy[i].bytes, copy[i].src, copy[i].dst, copy[i].start,
                         copy[i].pageable ? ", pageable" : "", end[i], want[i]);
    if (!near(last, all))
        return wrong(v, "%d copies: ic_run returns %.9g s, expected %.9g", n, last, all);
    v->pass = 1;
    return 0;
}

int run_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const double *row = ridge_data(c, "machines"), *given = ridge_data(c, "copies"), *end = ridge_data(c, "ends");
    const int64_t *carried = ridge_data(c, "carried");
    int N = (int)ridge_int(c, "N");
    for (int k = 0; k < ridge_int(c, "R"); k++, row += ROW, end += N + 1, carried += 2 * IC_LINKS) {
        ic_topo_t t;
        ic_copy_t copy[IC_COPIES];
        int n = 0;
        unpack(row, &t);
        for (int i = 0; i < N; i++, given += 5)
            if (given[0] >= 0)
                copy[n++] = (ic_copy_t){ (int)given[0], (int)given[1], (int)given[2], (int64_t)given[3], given[4] };
        v->pass = 0;
        judge_run(&t, copy, n, end, end[N], carried, v);
        if (!v->pass) {
            char said[400];
            snprintf(said, sizeof said, "%.399s", v->message);
            return wrong(v, "machine %d (%d nodes): %s", k, t.nodes, said);
        }
    }
    v->pass = 1;
    return 0;
}

/* ---------------------------------------------------------------------------------------------------------- ring */

struct rings {
    int n, node[IC_RING];
    double capacity[RESOURCES];
    struct ready pair[IC_RING][IC_RING];
};

static void prepare_rings(const ic_topo_t *t, int64_t bytes, struct rings *s)
{
    s->n = 0;
    capacities_of(t, s->capacity);
    for (int v = 0; v < t->nodes && s->n < IC_RING; v++)
        if (t->kind[v] == IC_GPU)
            s->node[s->n++] = v;
    for (int a = 0; a < s->n; a++)
        for (int b = 0; b < s->n; b++) {
            ic_copy_t c = { .src = s->node[a], .dst = s->node[b], .bytes = bytes };
            ic_path_t p;
            double before;
            if (a == b)
                continue;
            route(t, c.src, c.dst, &p, &before);
            s->pair[a][b] = make_ready(t, &c, &p, before);
        }
}

static double run_ring(const struct rings *s, const int *order)
{
    struct ready copy[IC_RING];
    double end[IC_RING];
    for (int i = 0; i < s->n; i++)
        copy[i] = s->pair[order[i]][order[(i + 1) % s->n]];
    return simulate(s->capacity, copy, s->n, end);
}

/* The next permutation in the order of a dictionary, with order[0] where it is. 0: there is none. */
static int next_order(int *order, int n)
{
    int i = n - 2, j = n - 1;
    while (i > 0 && order[i] > order[i + 1])
        i--;
    if (i <= 0)
        return 0;
    while (order[j] < order[i])
        j--;
    int x = order[i];
    order[i] = order[j], order[j] = x;
    for (int a = i + 1, b = n - 1; a < b; a++, b--)
        x = order[a], order[a] = order[b], order[b] = x;
    return 1;
}

static double best_ring(const struct rings *s)
{
    int order[IC_RING] = { 0, 1, 2, 3, 4, 5, 6, 7 };
    double best = INFINITY;
    do
        best = fmin(best, run_ring(s, order));
    while (next_order(order, s->n));
    return best;
}

int ring_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const double *row = ridge_data(c, "machines");
    const int32_t *got = ridge_data(c, "orders");
    double spent = 0, least = 0;
    for (int k = 0; k < ridge_int(c, "R"); k++, row += ROW, got += 2 * IC_RING) {
        ic_topo_t t;
        static struct rings s;
        int order[IC_RING], seen[IC_RING] = { 0 };
        unpack(row, &t);
        prepare_rings(&t, ridge_int(c, "bytes"), &s);
        for (int i = 0; i < s.n; i++) {
            order[i] = -1;
            for (int g = 0; g < s.n; g++)
                if (s.node[g] == got[i])
                    order[i] = g;
            if (order[i] < 0 || seen[order[i]]++)
                return wrong(v, "machine %d, %d GPUs: order[%d] is %d, expected a GPU's node that was not there before",
                             k, s.n, i, got[i]);
            if (got[i] != got[IC_RING + i])
                return wrong(v, "machine %d, asked for twice, has two rings: order[%d] is %d, then %d", k, i, got[i],
                             got[IC_RING + i]);
        }
        spent += run_ring(&s, order), least += best_ring(&s);
    }
    v->pass = 1;
    ridge_count(v, "ring_us", 1e6 * spent);
    ridge_count(v, "best_us", 1e6 * least);
    ridge_count(v, "ring_pct", 100 * least / spent);
    return 0;
}
