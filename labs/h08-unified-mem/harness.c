/*
 * harness.c: lays boxes, masks, machines and traces out for the learner's functions, and has each plan made twice. It
 * judges nothing: oracle.c runs the plans.
 */
#include <ridge/frame.h>

#include "lab.h"

#include <string.h>

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

enum { BOX = 6, MASK = 3, MACHINE = 9, OP = 3, TOUCH = 3, BRAKE = 4, STATS = 5 };

static um_op_t op[UM_OPS], made[UM_OPS];

/* A row: the machine's fields in lab.h's order, then the number of ops, which is returned. */
static int unpack(const int64_t *r, um_machine_t *m)
{
    *m = (um_machine_t){ (int)r[0], (int)r[1], r[2], r[3], r[4], r[5], r[6], r[7] };
    return (int)r[8];
}

static void unpack_ops(const int32_t *r, int n)
{
    memset(op, 0x55, sizeof op);
    for (int k = 0; k < n; k++, r += OP)
        op[k] = (um_op_t){ r[0], r[1], r[2] };
}

/* boxes [R][6] = one's cap and rate, two's four, then the bytes of a model; tokens [R][3] */
HARNESS(token)
{
    const double *r = f->buf[0];
    double *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[1] / 3; k++, r += BOX + 1, out += 3) {
        um_box_t one = { r[0], r[1], 0, 0 }, two = { r[2], r[3], r[4], r[5] };
        out[0] = um_token(&one, r[6]);
        out[1] = um_token(&two, r[6]);
        out[2] = um_break_even(&one, &two);
    }
}

/* masks [R][3] = there, faulted, percent; grown [R] */
HARNESS(grow)
{
    const int64_t *r = f->buf[0];
    int64_t *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[1]; k++, r += MASK)
        out[k] = um_grow((uint32_t)r[0], (uint32_t)r[1], (int)r[2]);
}

/* N | machines [R][9], hints [R][UM_BLOCKS], ops [R][N][3]; times [R][N + 5], the last five are the figures */
HARNESS(run)
{
    int N = (int)f->i[0];
    const int64_t *row = f->buf[0];
    const uint8_t *hint = f->buf[1];
    const int32_t *ops = f->buf[2];
    int64_t *out = f->buf[3];
    for (uint64_t r = 0; r < f->count[0] / MACHINE; r++) {
        static int64_t held[1 + UM_OPS], *const end = held + 1; /* before the first end stands none */
        um_machine_t m;
        um_stats_t s;
        int n = unpack(row + MACHINE * r, &m);
        unpack_ops(ops + (uint64_t)(OP * N) * r, n);
        memset(held, 0x55, sizeof held);
        memset(&s, 0x55, sizeof s);
        memset(out, 0, (size_t)(N + STATS) * sizeof *out);
        um_run(&m, hint + UM_BLOCKS * r, op, n, end, &s);
        memcpy(out, end, (size_t)n * sizeof *out);
        memcpy(out + N, &s, sizeof s);
        out += N + STATS;
    }
}

/* N | brakes [R][4] = n, lapse, threshold, pin, touches [R][N][3]; whats [R][N + 1], the last what is returned */
HARNESS(thrash)
{
    int N = (int)f->i[0];
    const int64_t *brake = f->buf[0], *touch = f->buf[1];
    int32_t *out = f->buf[2];
    for (uint64_t r = 0; r < f->count[0] / BRAKE; r++, brake += BRAKE, touch += TOUCH * N, out += N + 1) {
        static um_touch_t a[UM_OPS];
        static uint8_t what[UM_OPS];
        int n = (int)brake[0];
        memset(what, 0x55, sizeof what);
        memset(out, 0, (size_t)(N + 1) * sizeof *out);
        for (int k = 0; k < n; k++)
            a[k] = (um_touch_t){ touch[TOUCH * k], (int)touch[TOUCH * k + 1], (int)touch[TOUCH * k + 2] };
        out[N] = um_thrash(a, n, brake[1], (int)brake[2], brake[3], what);
        for (int k = 0; k < n; k++)
            out[k] = what[k];
    }
}

/* N | machines, ops; plans [R][2][1 + UM_BLOCKS + UM_OPS * 3]: two plans of one trace, the second after all others */
HARNESS(place)
{
    int N = (int)f->i[0];
    const int64_t *row = f->buf[0];
    const int32_t *ops = f->buf[1];
    int32_t *out = f->buf[2];
    uint64_t R = f->count[0] / MACHINE;
    enum { PLAN = 1 + UM_BLOCKS + OP * UM_OPS };
    for (int again = 0; again < 2; again++)
        for (uint64_t r = 0; r < R; r++) {
            uint8_t hint[UM_BLOCKS];
            um_machine_t m;
            int32_t *to = out + (2 * r + (uint64_t)again) * PLAN;
            int n = unpack(row + MACHINE * r, &m);
            unpack_ops(ops + (uint64_t)(OP * N) * r, n);
            memset(made, again ? 0x11 : 0x55, sizeof made);
            memset(hint, again ? 0x11 : 0x55, sizeof hint);
            memset(to, 0, PLAN * sizeof *to);
            to[0] = um_place(&m, op, n, hint, made);
            for (int b = 0; b < m.blocks; b++)
                to[1 + b] = hint[b];
            for (int k = 0; k < to[0] && k < UM_OPS; k++) {
                int32_t *o = to + 1 + UM_BLOCKS + OP * k;
                o[0] = made[k].kind, o[1] = made[k].block, o[2] = (int32_t)made[k].bytes;
            }
        }
}
