/*
 * machines.h: the machines of h01-interconnect's cases, drawn with nodes and links in any order, and how they lie in a
 * buffer.
 */
#ifndef H01_MACHINES_H
#define H01_MACHINES_H

#include <ridge/oracle.h>

#include "lab.h"

enum { LINK = 8, HEAD = 6 + IC_NODES, ROW = HEAD + LINK * IC_LINKS };
enum { ANY, PCIE8, HGX, CUBE, BRIDGES, DEEP, FIVE }; /* shapes */

static int below(uint64_t *s, int n)
{
    return (int)(ridge_next(s) % (uint64_t)n);
}

static ic_link_t link_of(const double *w)
{
    return (ic_link_t){ (int)w[0], (int)w[1], (int)w[2], (int)w[3], w[4], (int)w[5], (int)w[6], w[7] };
}

static void unpack(const double *row, ic_topo_t *t)
{
    memset(t, 0, sizeof *t);
    t->nodes = (int)row[0], t->links = (int)row[1], t->p2p = (int)row[2];
    t->copy_Bps = row[3], t->chunk = (int64_t)row[4], t->setup = row[5];
    for (int v = 0; v < t->nodes; v++)
        t->kind[v] = (int)row[6 + v];
    for (int l = 0; l < t->links; l++)
        t->link[l] = link_of(row + HEAD + LINK * l);
}

static void pack_link(const ic_link_t *l, double *w)
{
    const double is[LINK] = { l->a, l->b, l->kind, l->width, l->rate, l->payload, l->overhead, l->latency };
    memcpy(w, is, sizeof is);
}

/* With nodes and links in another order, so that nothing can be read from their numbers. */
static void pack_shuffled(const ic_topo_t *t, double *row, uint64_t *s)
{
    int node[IC_NODES], link[IC_LINKS];
    for (int k = 0; k < t->nodes; k++) {
        int j = below(s, k + 1);
        node[k] = node[j], node[j] = k;
    }
    for (int k = 0; k < t->links; k++) {
        int j = below(s, k + 1);
        link[k] = link[j], link[j] = k;
    }
    memset(row, 0, ROW * sizeof row[0]);
    const double head[6] = { t->nodes, t->links, t->p2p, t->copy_Bps, (double)t->chunk, t->setup };
    memcpy(row, head, sizeof head);
    for (int k = 0; k < t->nodes; k++)
        row[6 + node[k]] = t->kind[k];
    for (int k = 0; k < t->links; k++) {
        ic_link_t l = t->link[k];
        int turn = below(s, 2), a = node[l.a], b = node[l.b];
        l.a = turn ? b : a, l.b = turn ? a : b;
        pack_link(&l, row + HEAD + LINK * link[k]);
    }
}

static int add(ic_topo_t *t, int kind)
{
    t->kind[t->nodes] = kind;
    return t->nodes++;
}

static void join(ic_topo_t *t, int a, int b, ic_link_t like)
{
    like.a = a, like.b = b;
    if (t->links < IC_LINKS)
        t->link[t->links++] = like;
}

static ic_link_t pcie(double rate, int lanes)
{
    return (ic_link_t){ 0, 0, IC_PCIE, lanes, rate, 256, 24, 250e-9 };
}

static ic_link_t nvlink(double rate, int width)
{
    return (ic_link_t){ 0, 0, IC_NVLINK, width, rate, 256, 16, 350e-9 };
}

static ic_link_t socket(double rate)
{
    return (ic_link_t){ 0, 0, IC_SOCKET, 1, rate, 64, 16, 120e-9 };
}

static ic_link_t any_pcie(uint64_t *s)
{
    static const double rate[] = { 2.5, 5, 8, 16, 32 };
    ic_link_t l = pcie(rate[below(s, 5)], 4 << below(s, 3));
    l.payload = 128 << below(s, 2);
    l.latency = 1e-9 * (100 + below(s, 400));
    return l;
}

static ic_link_t any_nvlink(uint64_t *s)
{
    static const double rate[] = { 40, 50, 100 };
    ic_link_t l = nvlink(rate[below(s, 3)], 1 + below(s, 4));
    l.latency = 1e-9 * (100 + below(s, 400));
    return l;
}

/* A second link between two nodes that are joined, the same or another. */
static void join_twice(ic_topo_t *t, int a, int b, ic_link_t one, ic_link_t other, uint64_t *s)
{
    join(t, a, b, one);
    if (below(s, 3) == 0)
        join(t, a, b, below(s, 2) ? one : other);
}

static void any_nvlinks(ic_topo_t *t, const int *gpu, int n, int cpu, uint64_t *s)
{
    int how = below(s, 8), first;
    if (how == 1) /* bridges */
        for (int g = 0; g + 1 < n; g += 2)
            join(t, gpu[g], gpu[g + 1], any_nvlink(s));
    if (how == 2) { /* two switches, each of which reaches all */
        first = add(t, IC_NVSWITCH);
        add(t, IC_NVSWITCH);
        for (int g = 0; g < 2 * n; g++)
            join(t, gpu[g / 2], first + g % 2, below(s, 3) ? nvlink(50, below(s, 2) ? 6 : 4) : nvlink(100, 3));
    }
    if (how == 3) { /* two switches with a trunk */
        first = add(t, IC_NVSWITCH);
        add(t, IC_NVSWITCH);
        for (int g = 0; g < n; g++)
            join(t, gpu[g], first + g % 2, any_nvlink(s));
        join_twice(t, first, first + 1, any_nvlink(s), any_nvlink(s), s);
    }
    for (int g = 0; how >= 6 && g < n; g++) /* to a CPU, which no copy over NVLink passes or ends at */
        join(t, gpu[g], cpu, any_nvlink(s));
    for (int a = 0; how >= 4 && a < n; a++) /* some neighbours */
        for (int b = a + 1; b < n; b++)
            if (below(s, how) == 0 && t->links < IC_LINKS - 2)
                join_twice(t, gpu[a], gpu[b], any_nvlink(s), any_nvlink(s), s);
}

static void any_machine(ic_topo_t *t, uint64_t *s)
{
    int cpus = 1 << below(s, 3), cpu[4], host[12], hosts = 0, gpu[IC_RING], gpus = 2 + below(s, 6), nics = below(s, 3);
    t->copy_Bps = 1e9 * (4 + below(s, 12)), t->chunk = 1 << (16 + below(s, 7)), t->setup = 1e-6 * (1 + below(s, 12));
    for (int c = 0; c < cpus; c++) {
        host[hosts++] = cpu[c] = add(t, IC_CPU);
        for (int k = below(s, 3); k > 0; k--) {
            int up = below(s, 2) ? cpu[c] : host[hosts - 1];
            host[hosts] = add(t, IC_PCIE_SWITCH);
            join_twice(t, up, host[hosts++], any_pcie(s), any_pcie(s), s);
            if (c && below(s, 4) == 0) /* a switch with an uplink to each of two CPUs */
                join(t, cpu[c - 1], host[hosts - 1], any_pcie(s));
        }
    }
    for (int c = 0; c < cpus && cpus > 1; c++) /* two CPUs get two links, four a ring */
        join(t, cpu[c], cpu[(c + 1) % cpus], socket(20 + 10 * below(s, 3)));
    for (int g = 0; g < gpus; g++) {
        gpu[g] = add(t, IC_GPU);
        join(t, gpu[g], host[below(s, hosts)], any_pcie(s));
    }
    for (int k = 0; k < nics; k++) {
        int nic = add(t, IC_NIC);
        join(t, nic, host[below(s, hosts)], any_pcie(s));
        if (below(s, 3) == 0) /* in two slots, and yet no way for others */
            join(t, nic, host[below(s, hosts)], any_pcie(s));
    }
    any_nvlinks(t, gpu, gpus, cpu[0], s);
}

/* Eight GPUs, two below each of four switches, two switches at each of two CPUs. */
static void eight(ic_topo_t *t, int *gpu, double rate)
{
    int cpu[2] = { add(t, IC_CPU), add(t, IC_CPU) };
    t->copy_Bps = 10e9, t->chunk = 4 << 20, t->setup = 8e-6;
    join(t, cpu[0], cpu[1], socket(60));
    for (int k = 0; k < 4; k++) {
        int up = add(t, IC_PCIE_SWITCH);
        join(t, cpu[k / 2], up, pcie(rate, 16));
        for (int g = 0; g < 2; g++)
            join(t, gpu[2 * k + g] = add(t, IC_GPU), up, pcie(rate, 16));
        join(t, add(t, IC_NIC), up, pcie(rate, 16));
    }
}

/* Five switches below one another at each of two CPUs, with GPUs below the third and the last. */
static void deep(ic_topo_t *t)
{
    int cpu[2] = { add(t, IC_CPU), add(t, IC_CPU) };
    t->copy_Bps = 10e9, t->chunk = 4 << 20, t->setup = 8e-6;
    join(t, cpu[0], cpu[1], socket(60));
    for (int c = 0; c < 2; c++)
        for (int k = 0, up = cpu[c]; k < 5; k++) {
            int host = add(t, IC_PCIE_SWITCH);
            join(t, up, host, pcie(16, 16));
            if (k == 2 || k == 4)
                join(t, add(t, IC_GPU), host, pcie(16, 16));
            up = host;
        }
}

/* Five GPUs, each two of them joined: neighbours by wide links of a long latency, the others by narrow, near ones. The
 * best ring of large copies goes from neighbour to neighbour, and that of small ones never. */
static void five(ic_topo_t *t)
{
    int cpu = add(t, IC_CPU), gpu[5];
    t->copy_Bps = 10e9, t->chunk = 4 << 20, t->setup = 8e-6;
    for (int g = 0; g < 5; g++)
        join(t, gpu[g] = add(t, IC_GPU), cpu, pcie(16, 16));
    for (int a = 0; a < 5; a++)
        for (int b = a + 1; b < 5; b++) {
            int wide = b - a == 1 || b - a == 4;
            ic_link_t l = nvlink(50, wide ? 12 : 1);
            l.latency = wide ? 20e-6 : 350e-9;
            join(t, gpu[a], gpu[b], l);
        }
}

/* The direct links of eight V100 in the first machine that NVIDIA built of them: six of each GPU. */
static void cube(ic_topo_t *t, const int *gpu)
{
    static const char link[] = "011 021 032 042 122 131 152 232 261 371 451 461 472 562 571 672 ";
    for (const char *k = link; *k; k += 4)
        join(t, gpu[k[0] - '0'], gpu[k[1] - '0'], nvlink(50, k[2] - '0'));
}

static void draw(ic_topo_t *t, int shape, int p2p, uint64_t *s)
{
    int gpu[IC_RING];
    memset(t, 0, sizeof *t);
    if (shape == ANY)
        any_machine(t, s);
    else if (shape == DEEP)
        deep(t);
    else if (shape == FIVE)
        five(t);
    else
        eight(t, gpu, shape == HGX ? 32 : shape == CUBE ? 8 : 16);
    if (shape == CUBE)
        cube(t, gpu);
    if (shape == BRIDGES) /* between GPUs of different switches */
        for (int g = 0; g < 8; g += 4)
            join(t, gpu[g + 1], gpu[g + 2], nvlink(50, 12)), join(t, gpu[g], gpu[g + 3], nvlink(50, 12));
    if (shape == HGX) { /* one node for the switches, over which a GPU's links are spread */
        int middle = add(t, IC_NVSWITCH);
        for (int g = 0; g < 8; g++)
            join(t, gpu[g], middle, nvlink(50, 18));
    }
    t->p2p = p2p >= 0 ? p2p : below(s, 5);
}

#endif
