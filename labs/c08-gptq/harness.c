/*
 * harness.c: lays out data for the learner's functions. It judges nothing.
 */
#include <ridge/frame.h>

#include "lab.h"

#include <stdlib.h>
#include <string.h>

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

/* m, k | X | H */
HARNESS(hessian)
{
    hessian(f->i[0], f->i[1], f->buf[0], f->buf[1]);
}

/* n, k, damp | H0, W | H, W1, dead [1] */
HARNESS(prepare)
{
    memcpy(f->buf[2], f->buf[0], f->count[0] * sizeof(double));
    memcpy(f->buf[3], f->buf[1], f->count[1] * sizeof(float));
    *(int64_t *)f->buf[4] = prepare(f->i[0], f->i[1], f->d[2], f->buf[2], f->buf[3]);
}

/* k | HD | U, ok [1]: 1, or 0 if refused; U is zeros then */
HARNESS(factor)
{
    int bad = factor(f->i[0], f->buf[0], f->buf[1]);
    if (bad)
        memset(f->buf[1], 0, f->count[1] * sizeof(float));
    *(int32_t *)f->buf[2] = bad == 0 ? 1 : bad == -1 ? 0 : 2;
}

/* k | H0 | perm */
HARNESS(order)
{
    order_of(f->i[0], f->buf[0], f->buf[1]);
}

/* n, k | W, V, H0 | loss [1] */
HARNESS(loss)
{
    *(double *)f->buf[3] = layer_error(f->i[0], f->i[1], f->buf[0], f->buf[1], f->buf[2]);
}

/* n, k, bits, group, block | W, UD | codes, grids */
HARNESS(gptq)
{
    struct how how = { .bits = (int)f->i[2], .group = f->i[3], .block = f->i[4] };
    float *W = malloc(f->count[0] * sizeof *W + 1);
    memcpy(W, f->buf[0], f->count[0] * sizeof *W);
    gptq(&how, f->i[0], f->i[1], W, f->buf[1], f->buf[2], f->buf[3]);
    free(W);
}

/* n, k | W, UD | W1 */
HARNESS(sparse)
{
    memcpy(f->buf[2], f->buf[0], f->count[0] * sizeof(float));
    sparse24(f->i[0], f->i[1], f->buf[2], f->buf[1]);
}

/* m, n, k, bits, group, block, order, damp | X, W | codes, grids, perm, ok [1] */
HARNESS(quantise)
{
    struct how how = { .bits = (int)f->i[3], .group = f->i[4], .block = f->i[5], .order = (int)f->i[6],
                       .damp = f->d[7] };
    int bad = quantise(&how, f->i[0], f->i[1], f->i[2], f->buf[0], f->buf[1], f->buf[2], f->buf[3], f->buf[4]);
    *(int32_t *)f->buf[5] = bad == 0 ? 1 : bad == -1 ? 0 : 2;
}
