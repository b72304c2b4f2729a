/*
 * harness.c: lays layers and programs out for the learner's functions, and has each layer's program made twice. It
 * judges nothing: oracle.c goes through the programs.
 */
#include <ridge/frame.h>

#include "lab.h"

#include <string.h>

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

enum { LAYER = 15, OP = 6 + NT_QUEUES };

static nt_op_t op[NT_OPS];

/* A row: the layer's fields in lab.h's order, then the number of instructions, which is returned. */
static int unpack(const int64_t *r, nt_layer_t *l)
{
    *l = (nt_layer_t){ (int)r[0], (int)r[1], (int)r[2], (int)r[3], (int)r[4], r[5], r[6],
                       r[7],      r[8],      r[9],      r[10],     r[11],     r[12], r[13] };
    return (int)r[14];
}

static void unpack_ops(const int32_t *r, int n)
{
    memset(op, 0x55, sizeof op);
    for (int k = 0; k < n; k++, r += OP) {
        op[k] = (nt_op_t){ r[0], r[1], r[2], r[3], r[4], r[5], { 0 } };
        for (int q = 0; q < NT_QUEUES; q++)
            op[k].after[q] = r[6 + q];
    }
}

/* N | layers [R][LAYER], ops [R][N][OP]; times [R][N + 1][2], the last row is what was returned */
HARNESS(time)
{
    int N = (int)f->i[0];
    const int64_t *row = f->buf[0];
    const int32_t *ops = f->buf[1];
    int64_t *out = f->buf[2];
    for (uint64_t r = 0; r < f->count[0] / LAYER; r++, row += LAYER, ops += OP * N, out += 2 * (N + 1)) {
        static int64_t start[NT_OPS], end[NT_OPS];
        nt_layer_t l;
        int n = unpack(row, &l);
        unpack_ops(ops, n);
        memset(start, 0x55, sizeof start);
        memset(end, 0x55, sizeof end);
        memset(out, 0, (size_t)(2 * (N + 1)) * sizeof *out);
        out[2 * N] = nt_time(&l, op, n, start, end);
        for (int k = 0; k < n; k++)
            out[2 * k] = start[k], out[2 * k + 1] = end[k];
    }
}

/* N | layers, ops; races [R] */
HARNESS(races)
{
    int N = (int)f->i[0];
    const int64_t *row = f->buf[0];
    const int32_t *ops = f->buf[1];
    int64_t *out = f->buf[2];
    for (uint64_t r = 0; r < f->count[0] / LAYER; r++, row += LAYER, ops += OP * N) {
        nt_layer_t l;
        int n = unpack(row, &l);
        unpack_ops(ops, n);
        out[r] = nt_races(&l, op, n);
    }
}

/* N | layers; made [R][2][N + 1][OP]: two programs of the same layer, the second after all others. The last row begins
 * with the number of instructions. */
HARNESS(program)
{
    int N = (int)f->i[0];
    const int64_t *row = f->buf[0];
    int32_t *out = f->buf[1];
    uint64_t R = f->count[0] / LAYER;
    for (int again = 0; again < 2; again++)
        for (uint64_t r = 0; r < R; r++) {
            nt_layer_t l;
            int32_t *to = out + (2 * r + (uint64_t)again) * (uint64_t)(OP * (N + 1));
            unpack(row + r * LAYER, &l);
            memset(op, again ? 0x11 : 0x55, sizeof op);
            memset(to, 0, (size_t)(OP * (N + 1)) * sizeof *to);
            to[OP * N] = nt_program(&l, op);
            for (int k = 0; k < N && k < to[OP * N]; k++) {
                const nt_op_t *o = &op[k];
                const int32_t six[6] = { o->kind, o->queue, o->tile, o->part, o->bank, o->at };
                memcpy(to + OP * k, six, sizeof six);
                for (int q = 0; q < NT_QUEUES; q++)
                    to[OP * k + 6 + q] = o->after[q];
            }
        }
}

/* gemms [R][8]; blocks [R][3] = bytes, bm, bn */
HARNESS(block)
{
    const int64_t *r = f->buf[0];
    int64_t *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[0] / 8; k++, r += 8, out += 3) {
        nt_gemm_t g = { r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7] };
        int bm = 77, bn = 77;
        out[0] = nt_block(&g, &bm, &bn);
        out[1] = bm, out[2] = bn;
    }
}

/* N | nets [R][4] = chips, net_ns, net_rate, n; chunks [R][N][2] = ready, bytes; cuts [R][N + 1], the last the time */
HARNESS(scale)
{
    int N = (int)f->i[0];
    const int64_t *net = f->buf[0], *chunk = f->buf[1];
    int64_t *out = f->buf[2];
    for (uint64_t r = 0; r < f->count[0] / 4; r++, net += 4, chunk += 2 * N, out += N + 1) {
        int64_t ready[NT_CHUNKS], bytes[NT_CHUNKS];
        int cut[NT_CHUNKS], n = (int)net[3];
        memset(cut, 0x55, sizeof cut);
        memset(ready, 0x55, sizeof ready);
        memset(bytes, 0x55, sizeof bytes);
        for (int i = 0; i < n; i++)
            ready[i] = chunk[2 * i], bytes[i] = chunk[2 * i + 1];
        memset(out, 0, (size_t)(N + 1) * sizeof *out);
        out[N] = nt_scale((int)net[0], net[1], net[2], n, ready, bytes, cut);
        for (int i = 0; i < n; i++)
            out[i] = cut[i];
    }
}
