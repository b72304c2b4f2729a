/*
 * harness.c: calls the learner's functions that take or return structs, on rows of parameters.
 *
 * A row of `rows` is six doubles; which of them mean what is said beside each call. Results go to
 * `cost` (flops, bytes), to `time` and `regime`, or to `top`.
 */
#include <ridge/frame.h>

#include "lab.h"

enum { ROW = 6, MAX_OPS = 64 };

#define HARNESS(name)                                \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

static void put(double *out, uint64_t k, struct cost c)
{
    out[2 * k] = c.flops;
    out[2 * k + 1] = c.bytes;
}

/* m n k b */
HARNESS(cost_gemm)
{
    const double *r = f->buf[0];
    for (uint64_t k = 0; k < f->count[0] / ROW; k++, r += ROW)
        put(f->buf[1], k, cost_gemm((int64_t)r[0], (int64_t)r[1], (int64_t)r[2], (int)r[3]));
}

/* n n_in n_out flop_per_elt b */
HARNESS(cost_elementwise)
{
    const double *r = f->buf[0];
    for (uint64_t k = 0; k < f->count[0] / ROW; k++, r += ROW)
        put(f->buf[1], k, cost_elementwise((int64_t)r[0], (int)r[1], (int)r[2], r[3], (int)r[4]));
}

/* rows cols b */
HARNESS(cost_softmax)
{
    const double *r = f->buf[0];
    for (uint64_t k = 0; k < f->count[0] / ROW; k++, r += ROW)
        put(f->buf[1], k, cost_softmax((int64_t)r[0], (int64_t)r[1], (int)r[2]));
}

/* rows cols b */
HARNESS(cost_norm)
{
    const double *r = f->buf[0];
    for (uint64_t k = 0; k < f->count[0] / ROW; k++, r += ROW)
        put(f->buf[1], k, cost_norm((int64_t)r[0], (int64_t)r[1], (int)r[2]));
}

/* B H S d b */
HARNESS(cost_attn_unfused)
{
    const double *r = f->buf[0];
    for (uint64_t k = 0; k < f->count[0] / ROW; k++, r += ROW)
        put(f->buf[1], k,
            cost_attn_unfused((int64_t)r[0], (int64_t)r[1], (int64_t)r[2], (int64_t)r[3],
                              (int)r[4]));
}

/* flops bytes peak bw */
HARNESS(roof)
{
    const double *r = f->buf[0];
    double *time = f->buf[1];
    int32_t *regime = f->buf[2];
    for (uint64_t k = 0; k < f->count[0] / ROW; k++, r += ROW) {
        struct cost c = { r[0], r[1] };
        time[k] = roof_time(c, r[2], r[3]);
        regime[k] = roof_regime(c, r[2], r[3]);
    }
}

/* flops bytes calls; peak and bw are scalars */
HARNESS(top3)
{
    const double *r = f->buf[0];
    double *top = f->buf[1];
    struct op ops[MAX_OPS];
    int n = (int)f->i[0], out[3] = { -2, -2, -2 };
    for (int k = 0; k < n && k < MAX_OPS; k++, r += ROW)
        ops[k] = (struct op){ { r[0], r[1] }, (int64_t)r[2] };
    top3(ops, n, f->d[1], f->d[2], out);
    for (int k = 0; k < 3; k++)
        top[k] = out[k];
}

/* The copy at an address that is a multiple of 4 and of nothing larger, between two guard cells. */
HARNESS(copy_shifted)
{
    float *dst = f->buf[0];
    const float *src = f->buf[1];
    int64_t n = f->i[0];
    dst[0] = dst[n + 1] = -8;
    copy_f32(dst + 1, src + 3, n);
}
