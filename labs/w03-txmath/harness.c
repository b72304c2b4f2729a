/*
 * harness.c: calls the learner's functions on rows of parameters. The thirteen scalars are the
 * model; a row of `rows` is one question about it, a row of `nums` three doubles for what needs no
 * model.
 */
#include <ridge/frame.h>

#include "lab.h"

enum { ROW = 8, NUMS = 3 };

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

/* Scalars in the order of lab.lua's CONFIG. */
static struct tcfg config(const struct ridge_frame *f)
{
    const int64_t *i = f->i;
    return (struct tcfg){ .L = (int)i[0], .d = (int)i[1], .H = (int)i[2], .Hkv = (int)i[3],
                          .hd = (int)i[4], .ff = (int)i[5], .V = (int)i[6], .tied = (int)i[7],
                          .gated = (int)i[8], .bias = (int)i[9], .npos = (int)i[10],
                          .E = (int)i[11], .topk = (int)i[12] };
}

HARNESS(p_total)
{
    ((int64_t *)f->buf[0])[0] = p_total(config(f));
}

HARNESS(p_matmul)
{
    ((int64_t *)f->buf[0])[0] = p_matmul(config(f));
}

/* B S causal */
HARNESS(f_fwd)
{
    const int64_t *r = f->buf[0];
    double *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[0] / ROW; k++, r += ROW)
        out[k] = f_fwd(config(f), r[0], r[1], (int)r[2]);
}

/* B S - b */
HARNESS(kv_bytes)
{
    const int64_t *r = f->buf[0];
    int64_t *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[0] / ROW; k++, r += ROW)
        out[k] = kv_bytes(config(f), r[0], r[1], (int)r[3]);
}

/* B S - - tp sp ckpt */
HARNESS(act_bytes)
{
    const int64_t *r = f->buf[0];
    int64_t *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[0] / ROW; k++, r += ROW)
        out[k] = act_bytes(config(f), r[1], r[0], (int)r[4], (int)r[5], (int)r[6]);
}

/* causal = 0 and 1 */
HARNESS(seq_crossover)
{
    double *out = f->buf[0];
    for (int causal = 0; causal < 2; causal++)
        out[causal] = seq_crossover(config(f), causal);
}

/* N D - */
HARNESS(train_flops)
{
    const double *r = f->buf[0];
    double *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[0] / NUMS; k++, r += NUMS)
        out[k] = train_flops(r[0], r[1]);
}

/* tok_s N peak */
HARNESS(mfu)
{
    const double *r = f->buf[0];
    double *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[0] / NUMS; k++, r += NUMS)
        out[k] = mfu(r[0], r[1], r[2]);
}

/* C - - */
HARNESS(chinchilla)
{
    const double *r = f->buf[0];
    double *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[0] / NUMS; k++, r += NUMS)
        chinchilla(r[0], &out[2 * k], &out[2 * k + 1]);
}
