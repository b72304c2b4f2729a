/*
 * harness.c: lays machines and copies out for the learner's functions, and has each ring asked for twice. It judges
 * nothing.
 */
#include <ridge/frame.h>

#include "lab.h"

#include <string.h>

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

enum { LINK = 8, HEAD = 6 + IC_NODES, ROW = HEAD + LINK * IC_LINKS };
enum { PATH = 3 + 2 * IC_HOPS, FLOW = 1 + IC_USES, TEXT = 1024 };

static ic_link_t link_of(const double *w)
{
    return (ic_link_t){ (int)w[0], (int)w[1], (int)w[2], (int)w[3], w[4], (int)w[5], (int)w[6], w[7] };
}

/* A row: nodes, links, p2p, copy_Bps, chunk, setup, kind[32], 8 numbers a link. */
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

/* links [R][8]; rates [R] */
HARNESS(rate)
{
    const double *row = f->buf[0];
    double *out = f->buf[1];
    for (uint64_t r = 0; r < f->count[1]; r++, row += LINK) {
        ic_link_t l = link_of(row);
        out[r] = ic_link_Bps(&l);
    }
}

/* N | machines [R][ROW], pairs [R][N][2]; paths [R][N][PATH] */
HARNESS(route)
{
    int N = (int)f->i[0];
    const double *row = f->buf[0];
    const int32_t *pair = f->buf[1];
    int32_t *out = f->buf[2];
    for (uint64_t r = 0; r < f->count[1] / (uint64_t)(2 * N); r++, row += ROW)
        for (int k = 0; k < N; k++, pair += 2, out += PATH) {
            ic_topo_t t;
            ic_path_t p;
            unpack(row, &t);
            memset(&p, 0x55, sizeof p);
            ic_route(&t, pair[0], pair[1], &p);
            out[0] = p.relation, out[1] = p.staged, out[2] = p.hops;
            for (int h = 0; h < IC_HOPS; h++)
                out[3 + h] = p.link[h], out[3 + IC_HOPS + h] = p.back[h];
        }
}

/* machines; texts [R][TEXT], of which the last four bytes are the length */
HARNESS(matrix)
{
    const double *row = f->buf[0];
    uint8_t *out = f->buf[1];
    for (uint64_t r = 0; r < f->count[1] / TEXT; r++, row += ROW, out += TEXT) {
        ic_topo_t t;
        unpack(row, &t);
        memset(out, 0x55, TEXT);
        int32_t n = ic_matrix(&t, (char *)out, TEXT - 4);
        memcpy(out + TEXT - 4, &n, 4);
    }
}

/* N, M | capacities [R][M], flows [R][N][FLOW]; rates [R][N] */
HARNESS(fair)
{
    int N = (int)f->i[0], M = (int)f->i[1];
    const double *capacity = f->buf[0];
    const int32_t *given = f->buf[1];
    double *out = f->buf[2];
    for (uint64_t r = 0; r < f->count[0] / (uint64_t)M; r++, capacity += M, out += N) {
        ic_flow_t flow[IC_COPIES];
        int n = 0;
        for (int k = 0; k < N; k++, given += FLOW) {
            if (given[0] <= 0)
                continue;
            flow[n].uses = given[0];
            memcpy(flow[n++].resource, given + 1, sizeof flow[0].resource);
        }
        ic_fair(capacity, M, flow, n, out);
    }
}

/* N | machines, copies [R][N][5] = src, dst, pageable, bytes, start; ends [R][N + 1], carried [R][48][2] */
HARNESS(run)
{
    int N = (int)f->i[0];
    const double *row = f->buf[0], *given = f->buf[1];
    double *end = f->buf[2];
    int64_t *carried = f->buf[3];
    for (uint64_t r = 0; r < f->count[2] / (uint64_t)(N + 1); r++, row += ROW, end += N + 1, carried += 2 * IC_LINKS) {
        ic_topo_t t;
        ic_copy_t copy[IC_COPIES];
        int n = 0;
        unpack(row, &t);
        for (int k = 0; k < N; k++, given += 5)
            if (given[0] >= 0)
                copy[n++] = (ic_copy_t){ (int)given[0], (int)given[1], (int)given[2], (int64_t)given[3], given[4] };
        end[N] = ic_run(&t, copy, n, end, (int64_t (*)[2])carried);
    }
}

/* bytes | machines; orders [R][2][IC_RING]: two rings of the same machine, the second after all others */
HARNESS(ring)
{
    const double *row = f->buf[0];
    int32_t *out = f->buf[1];
    uint64_t R = f->count[1] / (2 * IC_RING);
    for (uint64_t again = 0; again < 2; again++)
        for (uint64_t r = 0; r < R; r++) {
            ic_topo_t t;
            int order[IC_NODES];
            unpack(row + r * ROW, &t);
            memset(order, again ? 0x11 : 0x55, sizeof order);
            ic_ring(&t, f->i[0], order);
            for (int i = 0; i < IC_RING; i++)
                out[(2 * r + again) * IC_RING + (uint64_t)i] = order[i];
        }
}
