/*
 * A pipeline, the obvious way. GPipe is what it is; every other schedule sends one micro-batch through and back
 * before it takes the next one. Nothing is ever in flight twice, so memory is no problem; and one stage works at a
 * time, so p of them are as fast as one. Messages are received when they are needed, which is when the transfer
 * begins, and each send is waited for before the next operation but one.
 */
#include <stdlib.h>

#include "lab.h"

static op_t *put(op_t *at, int what, int chunk, int micro)
{
    *at = (op_t){ what, chunk, micro };
    return at + 1;
}

static op_t *back(op_t *at, int kind, int v, int micro)
{
    if (kind == PIPE_ZB_H1)
        return put(put(at, PIPE_X, 0, micro), PIPE_W, 0, micro);
    for (int k = v - 1; k >= 0; k--)
        at = put(at, PIPE_B, k, micro);
    return at;
}

int pipe_sched(int kind, int p, int m, int v, int s, op_t *out)
{
    (void)s;
    if (v > 1 && (kind != PIPE_INTERLEAVED || p == 1 || m % p))
        return -1;
    op_t *at = out;
    for (int i = 0; i < m; i++) {
        for (int k = 0; k < v; k++)
            at = put(at, PIPE_F, k, i);
        if (kind != PIPE_GPIPE)
            at = back(at, kind, v, i);
    }
    for (int i = 0; i < m && kind == PIPE_GPIPE; i++)
        at = put(at, PIPE_B, 0, i);
    return (int)(at - out);
}

enum { ACTIVATION, GRADIENT };

static int tag(int way, int piece, int micro, int m)
{
    return (piece * m + micro) * 2 + way;
}

void pipe_run(comm_t *c, net_t *net, int kind, int m, int v)
{
    int p = comm_size(c), s = comm_rank(c), last = p * v - 1, sent = 0;
    int64_t bytes = net_size(net) * (int64_t)sizeof(float);
    op_t *op = malloc((size_t)(3 * m * v) * sizeof *op);
    float *in = malloc((size_t)bytes), *out = malloc((size_t)bytes * 2);
    comm_req req = 0;
    int computed = 0; /* of the operations that write a message: W has none, and two halves take turns */
    int n = pipe_sched(kind, p, m, v, s, op);
    for (int k = 0; k < n; k++) {
        int g = op[k].chunk * p + s, i = op[k].micro, fwd = op[k].what == PIPE_F, to = fwd ? g + 1 : g - 1;
        int from = fwd ? g - 1 : g + 1, way = fwd ? ACTIVATION : GRADIENT;
        if (op[k].what == PIPE_W) {
            net_weights(net, op[k].chunk, i);
            continue;
        }
        float *place = (float *)((char *)out + bytes * (computed++ % 2));
        if (from >= 0 && from <= last)
            comm_recv(c, in, bytes, from % p, tag(way, g, i, m), NULL);
        if (fwd)
            net_forward(net, op[k].chunk, i, in, place);
        else
            net_backward(net, op[k].chunk, i, in, place);
        if (op[k].what == PIPE_B)
            net_weights(net, op[k].chunk, i);
        if (sent)
            comm_wait(req, NULL);
        sent = to >= 0 && to <= last;
        if (sent)
            req = comm_isend(c, place, bytes, to % p, tag(way, to, i, m));
    }
    if (sent)
        comm_wait(req, NULL);
    free(out);
    free(in);
    free(op);
}
