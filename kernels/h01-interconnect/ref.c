/*
 * ref.c: the links of a server. A way is found backwards: distances from the end first, then the widest slowest link
 * among ways that keep to them, then from the start the lowest link that is on such a way. Fair rates fill the
 * resource that has least for each of its flows, freeze those, and go on. The run goes from event to event, between
 * which no rate changes. Eight GPUs have 5,040 rings: all are tried.
 */
#include "lab.h"

#include <stdio.h>
#include <string.h>

#ifndef IC_SEARCH
#define IC_SEARCH 1
#endif

double ic_link_Bps(const ic_link_t *link)
{
    double raw = link->rate * 1e9 * link->width; /* of a socket: bytes one way */
    if (link->kind == IC_PCIE)
        raw = raw / 8 * (link->rate <= 5 ? 8. / 10 : 128. / 130);
    if (link->kind == IC_NVLINK)
        raw /= 2;
    return raw * link->payload / (link->payload + link->overhead);
}

/* --------------------------------------------------------------------------------------------------------- ways */

enum { FAR = 1000 };

struct ways {
    int far[IC_NODES];     /* links from here to the end */
    double wide[IC_NODES]; /* the slowest link of the best such way */
};

static int across(const ic_link_t *l, int v)
{
    return l->a == v ? l->b : l->b == v ? l->a : -1;
}

static int passes(const ic_topo_t *t, int nvlink, int v)
{
    return nvlink ? t->kind[v] == IC_NVSWITCH : t->kind[v] == IC_PCIE_SWITCH || t->kind[v] == IC_CPU;
}

/* Nodes at distance d + 1 take over the widest of their neighbours at distance d. */
static void look(const ic_topo_t *t, int nvlink, int dst, struct ways *w)
{
    for (int v = 0; v < t->nodes; v++)
        w->far[v] = FAR, w->wide[v] = 0;
    w->far[dst] = 0, w->wide[dst] = 1e300;
    for (int d = 0; d < t->nodes; d++)
        for (int l = 0; l < t->links; l++)
            for (int side = 0; side < 2; side++) {
                const ic_link_t *k = &t->link[l];
                int u = side ? k->a : k->b, v = side ? k->b : k->a; /* from v to u */
                if ((k->kind == IC_NVLINK) != nvlink || w->far[u] != d || w->far[v] <= d)
                    continue;
                if (u != dst && !passes(t, nvlink, u))
                    continue;
                double rate = ic_link_Bps(k), wide = rate < w->wide[u] ? rate : w->wide[u];
                w->far[v] = d + 1;
                w->wide[v] = wide > w->wide[v] ? wide : w->wide[v];
            }
}

/* Appends the way from src to dst to a path. Returns its links, 0 if there is none. */
static int append(const ic_topo_t *t, int nvlink, int src, int dst, ic_path_t *p)
{
    struct ways w;
    look(t, nvlink, dst, &w);
    if (w.far[src] >= FAR)
        return 0;
    double least = w.wide[src];
    for (int at = src, steps = w.far[src]; steps > 0; steps--)
        for (int l = 0; l < t->links; l++) {
            const ic_link_t *k = &t->link[l];
            int to = across(k, at);
            if (to < 0 || (k->kind == IC_NVLINK) != nvlink || w.far[to] != w.far[at] - 1)
                continue;
            if ((to != dst && !passes(t, nvlink, to)) || w.wide[to] < least || ic_link_Bps(k) < least)
                continue;
            p->link[p->hops] = l, p->back[p->hops++] = k->b == at;
            at = to;
            break;
        }
    return w.far[src];
}

static int relation(const ic_topo_t *t, int src, int dst, const ic_path_t *p)
{
    int switches = 0, cpus = t->kind[src] == IC_CPU || t->kind[dst] == IC_CPU, at = src;
    for (int h = 0; h < p->hops; h++) {
        if (t->link[p->link[h]].kind == IC_SOCKET)
            return IC_SYS;
        at = across(&t->link[p->link[h]], at);
        switches += t->kind[at] == IC_PCIE_SWITCH;
        cpus += t->kind[at] == IC_CPU;
    }
    return cpus ? IC_PHB : switches > 1 ? IC_PXB : IC_PIX;
}

static int own_cpu(const ic_topo_t *t, int src)
{
    int best = -1;
    struct ways w;
    look(t, 0, src, &w);
    for (int v = 0; v < t->nodes; v++)
        if (t->kind[v] == IC_CPU && (best < 0 || w.far[v] < w.far[best]))
            best = v;
    return best;
}

static int is_device(const ic_topo_t *t, int v)
{
    return t->kind[v] == IC_GPU || t->kind[v] == IC_NIC;
}

void ic_route(const ic_topo_t *t, int src, int dst, ic_path_t *p)
{
    memset(p, 0, sizeof *p);
    p->staged = -1;
    p->relation = IC_NV;
    if (t->kind[src] == IC_GPU && t->kind[dst] == IC_GPU && append(t, 1, src, dst, p))
        return;
    append(t, 0, src, dst, p);
    p->relation = relation(t, src, dst, p);
    if (!is_device(t, src) || !is_device(t, dst) || p->relation <= t->p2p)
        return;
    p->staged = own_cpu(t, src);
    p->hops = 0;
    append(t, 0, src, p->staged, p);
    append(t, 0, p->staged, dst, p);
}

/* ------------------------------------------------------------------------------------------------------- matrix */

static int list_devices(const ic_topo_t *t, int *node)
{
    int n = 0;
    for (int kind = IC_GPU; kind <= IC_NIC; kind++)
        for (int v = 0; v < t->nodes; v++)
            if (t->kind[v] == kind)
                node[n++] = v;
    return n;
}

static void device_name(const ic_topo_t *t, const int *node, int i, char name[16])
{
    int before = 0;
    for (int k = 0; k < i; k++)
        before += t->kind[node[k]] == t->kind[node[i]];
    snprintf(name, 16, "%s%d", t->kind[node[i]] == IC_GPU ? "GPU" : "NIC", before);
}

static void cell(const ic_topo_t *t, int src, int dst, char text[16])
{
    static const char *const word[] = { "NV", "PIX", "PXB", "PHB", "SYS" };
    ic_path_t p;
    ic_route(t, src, dst, &p);
    int width = t->link[p.link[0]].width;
    for (int h = 1; h < p.hops; h++)
        if (t->link[p.link[h]].width < width)
            width = t->link[p.link[h]].width;
    if (p.relation == IC_NV)
        snprintf(text, 16, "NV%d", width);
    else
        snprintf(text, 16, "%s", word[p.relation]);
}

int ic_matrix(const ic_topo_t *t, char *text, size_t size)
{
    int node[IC_NODES], n = list_devices(t, node), at = 0;
    char word[16] = "";
    for (int r = -1; r < n; r++) {
        if (r >= 0)
            device_name(t, node, r, word);
        at += snprintf(text + at, size - (size_t)at, "%-5s", word);
        for (int c = 0; c < n; c++) {
            if (r < 0)
                device_name(t, node, c, word);
            else if (r == c)
                snprintf(word, sizeof word, "X");
            else
                cell(t, node[r], node[c], word);
            at += snprintf(text + at, size - (size_t)at, "%6s", word);
        }
        at += snprintf(text + at, size - (size_t)at, "\n");
    }
    return at;
}

/* --------------------------------------------------------------------------------------------------------- rates */

enum { RESOURCES = 2 * IC_LINKS + IC_NODES };

void ic_fair(const double *capacity, int resources, const ic_flow_t *flow, int n, double *rate)
{
    double left[RESOURCES];
    int open[RESOURCES] = { 0 }, frozen[IC_COPIES] = { 0 }, rest = n;
    for (int r = 0; r < resources; r++)
        left[r] = capacity[r];
    for (int i = 0; i < n; i++)
        for (int u = 0; u < flow[i].uses; u++)
            open[flow[i].resource[u]]++;
    for (int round = 0; round < n && rest > 0; round++) {
        int tight = -1;
        for (int r = 0; r < resources; r++)
            if (open[r] && (tight < 0 || left[r] / open[r] < left[tight] / open[tight]))
                tight = r;
        double share = left[tight] / open[tight];
        for (int i = 0; i < n; i++) {
            int through = 0;
            for (int u = 0; u < flow[i].uses; u++)
                through |= flow[i].resource[u] == tight;
            if (frozen[i] || !through)
                continue;
            frozen[i] = 1, rate[i] = share, rest--;
            for (int u = 0; u < flow[i].uses; u++)
                left[flow[i].resource[u]] -= share, open[flow[i].resource[u]]--;
        }
    }
}

/* ----------------------------------------------------------------------------------------------------------- run */

/* Where a copy's bytes flow; how long it takes until they do is returned. */
static double prepare(const ic_topo_t *t, const ic_copy_t *c, const ic_path_t *p, ic_flow_t *f)
{
    double delay = t->setup, slowest = 0, first = (double)(c->bytes < t->chunk ? c->bytes : t->chunk);
    int before = p->staged >= 0;
    f->uses = 0;
    for (int h = 0, at = c->src; h < p->hops; h++) {
        const ic_link_t *l = &t->link[p->link[h]];
        double rate = ic_link_Bps(l);
        f->resource[f->uses++] = 2 * p->link[h] + p->back[h];
        delay += l->latency;
        if (before)
            slowest = slowest == 0 || rate < slowest ? rate : slowest;
        at = across(l, at);
        before = before && at != p->staged;
    }
    if (p->staged >= 0)
        delay += first / slowest;
    if (c->pageable) {
        f->resource[f->uses++] = 2 * IC_LINKS + (t->kind[c->src] == IC_CPU ? c->src : c->dst);
        delay += first / t->copy_Bps;
    }
    return delay;
}

static void capacities(const ic_topo_t *t, double *capacity)
{
    for (int r = 0; r < RESOURCES; r++)
        capacity[r] = r >= 2 * IC_LINKS ? t->copy_Bps : r / 2 < t->links ? ic_link_Bps(&t->link[r / 2]) : 0;
}

/* All flows from their begin[] to their end[]. */
static double flow_on(const double *capacity, const ic_flow_t *flow, const double *begin, const double *bytes, int n,
                      double *end)
{
    double left[IC_COPIES], rate[IC_COPIES], now = 0, last = 0;
    int done[IC_COPIES] = { 0 }, id[IC_COPIES];
    memcpy(left, bytes, (size_t)n * sizeof left[0]);
    for (int rest = n, events = 2 * n; rest > 0 && events > 0; events--) {
        ic_flow_t active[IC_COPIES];
        int m = 0, ends = -1;
        double next = 1e300;
        for (int i = 0; i < n; i++)
            if (!done[i] && begin[i] <= now)
                id[m] = i, active[m++] = flow[i];
            else if (!done[i] && begin[i] < next)
                next = begin[i];
        ic_fair(capacity, RESOURCES, active, m, rate);
        for (int k = 0; k < m; k++)
            if (now + left[id[k]] / rate[k] <= next)
                next = now + left[id[k]] / rate[k], ends = k;
        for (int k = 0; k < m; k++)
            left[id[k]] -= rate[k] * (next - now);
        now = next;
        if (ends >= 0) {
            end[id[ends]] = last = now;
            done[id[ends]] = 1, rest--;
        }
        for (int k = 0; k < m; k++)
            left[id[k]] = left[id[k]] < 0 ? 0 : left[id[k]];
    }
    return last;
}

double ic_run(const ic_topo_t *t, const ic_copy_t *copy, int n, double *end, int64_t (*carried)[2])
{
    ic_flow_t flow[IC_COPIES];
    double capacity[RESOURCES], begin[IC_COPIES], bytes[IC_COPIES];
    capacities(t, capacity);
    memset(carried, 0, (size_t)t->links * sizeof carried[0]);
    for (int i = 0; i < n; i++) {
        ic_path_t p;
        ic_route(t, copy[i].src, copy[i].dst, &p);
        begin[i] = copy[i].start + prepare(t, &copy[i], &p, &flow[i]);
        bytes[i] = (double)copy[i].bytes;
        for (int h = 0; h < p.hops; h++)
            carried[p.link[h]][p.back[h]] += copy[i].bytes;
    }
    return flow_on(capacity, flow, begin, bytes, n, end);
}

/* ---------------------------------------------------------------------------------------------------------- ring */

struct search {
    int n, gpu[IC_RING], now[IC_RING], best[IC_RING];
    double capacity[RESOURCES], begin[IC_RING][IC_RING], bytes, least;
    ic_flow_t flow[IC_RING][IC_RING];
};

static void judge(struct search *s)
{
    ic_flow_t flow[IC_RING];
    double begin[IC_RING], bytes[IC_RING], end[IC_RING];
    for (int i = 0; i < s->n; i++) {
        int a = s->now[i], b = s->now[(i + 1) % s->n];
        flow[i] = s->flow[a][b], begin[i] = s->begin[a][b], bytes[i] = s->bytes;
    }
    double last = flow_on(s->capacity, flow, begin, bytes, s->n, end);
    if (s->least < 0 || last < s->least) {
        s->least = last;
        memcpy(s->best, s->now, sizeof s->best);
    }
}

static void try_all(struct search *s, int at)
{
    if (at >= s->n - 1 || !IC_SEARCH) {
        judge(s);
        return;
    }
    for (int k = at; k < s->n; k++) {
        int a = s->now[at], b = s->now[k];
        s->now[at] = b, s->now[k] = a;
        try_all(s, at + 1);
        s->now[at] = a, s->now[k] = b;
    }
}

void ic_ring(const ic_topo_t *t, int64_t bytes, int *order)
{
    struct search s = { .bytes = (double)bytes, .least = -1 };
    capacities(t, s.capacity);
    for (int v = 0; v < t->nodes && s.n < IC_RING; v++)
        if (t->kind[v] == IC_GPU)
            s.now[s.n] = s.n, s.gpu[s.n++] = v;
    for (int a = 0; a < s.n; a++)
        for (int b = 0; b < s.n; b++) {
            ic_path_t p;
            ic_copy_t c = { .src = s.gpu[a], .dst = s.gpu[b], .bytes = bytes };
            if (a == b)
                continue;
            ic_route(t, s.gpu[a], s.gpu[b], &p);
            s.begin[a][b] = prepare(t, &c, &p, &s.flow[a][b]);
        }
    try_all(&s, 1);
    for (int i = 0; i < s.n; i++)
        order[i] = s.gpu[s.best[i]];
}
