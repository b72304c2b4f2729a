/*
 * harness.c: calls the functions that work on single numbers or by shares on lists of inputs.
 */
#include <ridge/frame.h>

#include "lab.h"

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

/* scalars: n; args: x | out[1] */
#define SUM(name)                                                    \
    HARNESS(name)                                                    \
    {                                                                \
        *(float *)f->buf[1] = sm_##name(f->i[0], f->buf[0]);         \
    }

SUM(naive)
SUM(pairwise)
SUM(kahan)
SUM(neumaier)
SUM(lse)

/* scalars: n; args: x | y [n] */
HARNESS(softmax)
{
    sm_softmax(f->i[0], f->buf[0], f->buf[1]);
}

/* scalars: n; args: x, x2 | out[1] */
HARNESS(dot)
{
    *(float *)f->buf[2] = sm_dot(f->i[0], f->buf[0], f->buf[1]);
}

/* scalars: n; args: x | sums[8]: by 1 to 8 workers, of whom the last comes first */
HARNESS(workers)
{
    int64_t n = f->i[0], blocks = (n + SM_BLOCK - 1) / SM_BLOCK;
    float *sums = f->buf[1], *part = malloc((size_t)(blocks + 1) * sizeof *part);
    for (int W = 1; part && W <= 8; W++) {
        memset(part, 0xff, (size_t)(blocks + 1) * sizeof *part);
        for (int w = W; w-- > 0;)
            sm_partial(n, f->buf[0], w, W, part);
        sums[W - 1] = sm_combine(blocks, part);
    }
    free(part);
}

/* scalars: n, parts; args: x | moments[parts][3]: of the first k parts, n, mean, m2. Parts of which the
 * number is a multiple of 3 are empty; the last two that are not are merged the other way round. */
HARNESS(welford)
{
    int64_t n = f->i[0], parts = f->i[1], from = 0;
    const float *x = f->buf[0];
    float *out = f->buf[1];
    struct sm_stats all = { 0 };
    for (int64_t k = 0; k < parts; k++, out += 3) {
        int64_t to = k % 3 == 0 ? from : k + 2 >= parts ? n : from + (n - from) / 2;
        struct sm_stats s = { 0 };
        for (; from < to; from++)
            sm_push(&s, x[from]);
        all = k + 3 >= parts ? sm_merge(s, all) : sm_merge(all, s);
        out[0] = (float)all.n, out[1] = all.mean, out[2] = all.m2;
    }
}

/* scalars: n; args: x, caps | y, grad */
HARNESS(cap)
{
    const float *x = f->buf[0], *cap = f->buf[1];
    for (uint64_t k = 0; k < f->count[0]; k++) {
        ((float *)f->buf[2])[k] = sm_cap(x[k], cap[k]);
        ((float *)f->buf[3])[k] = sm_cap_grad(x[k], cap[k]);
    }
}

/* scalars: n; args: x | loss[1], grad */
HARNESS(zloss)
{
    *(float *)f->buf[1] = sm_zloss(f->i[0], f->buf[0], 1e-4f, f->buf[2]);
}

/* scalars: n; args: abc [n][3] | roots [n][3]: how many, and they */
HARNESS(roots)
{
    const float *abc = f->buf[0];
    float *out = f->buf[1];
    for (int64_t k = 0; k < f->i[0]; k++, abc += 3, out += 3)
        out[0] = (float)sm_roots(abc[0], abc[1], abc[2], out + 1);
}
