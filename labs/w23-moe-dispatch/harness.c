/*
 * harness.c: a rank's side of the lab: its experts, and the calls of the learner's functions. It runs in the learner's
 * process and judges nothing. Arithmetic is done for real, and what a GPU would need is charged to the virtual clock.
 */
#include <stdlib.h>
#include <string.h>

#include "lab.h"
#include "ridge/frame.h"

#define HARNESS(call)                                                                                                  \
    ridge_trampoline ridge_call_##call;                                                                                \
    void ridge_call_##call(const struct ridge_frame *f)

static struct {
    int64_t n, d, ff, shared; /* experts here, their widths; that of the shared one */
    const float *W1, *W2, *S;
    double rate;              /* FLOP/s */
} my;

/* --- experts ---------------------------------------------------------------------------------------------- */

/* y = relu(x A) B for n rows; A [d][ff], B [ff][d] */
static void mlp(int64_t n, int64_t ff, const float *A, const float *B, const float *x, float *y, const char *what)
{
    float *h = malloc((size_t)ff * sizeof *h + 1);
    for (int64_t r = 0; r < n; r++, x += my.d, y += my.d) {
        memset(h, 0, (size_t)ff * sizeof *h);
        memset(y, 0, (size_t)my.d * sizeof *y);
        for (int64_t i = 0; i < my.d; i++)
            for (int64_t q = 0; q < ff; q++)
                h[q] += x[i] * A[i * ff + q];
        for (int64_t q = 0; q < ff; q++)
            for (int64_t i = 0; h[q] > 0 && i < my.d; i++)
                y[i] += h[q] * B[q * my.d + i];
    }
    free(h);
    comm_compute(4.0 * (double)(n * my.d * ff) / my.rate, what);
}

void expert(int64_t e, int64_t n, const float *x, float *y)
{
    if (e < 0 || e >= my.n)
        comm_fail("expert() is asked for number %lld of this rank, which has %lld.", (long long)e, (long long)my.n);
    mlp(n, my.ff, my.W1 + e * my.d * my.ff, my.W2 + e * my.d * my.ff, x, y, "expert");
}

void shared_expert(int64_t n, const float *x, float *y)
{
    mlp(n, my.shared, my.S, my.S + my.d * my.shared, x, y, "shared expert");
}

/* --- calls ------------------------------------------------------------------------------------------------ */

/* Tokens of this rank: each has `uneven` fewer than the one before. */
static int64_t tokens(int64_t T, int64_t uneven)
{
    int64_t n = T - uneven * comm_rank(comm_world());
    return n > 0 ? n : 0;
}

/* In place of experts: number e of all multiplies by 1 + e/8. */
static void scaled(const disp_t *p, int64_t experts, int64_t d, const float *in, float *out)
{
    for (int64_t e = 0; e < experts; e++)
        for (int64_t n = moe_rows(p, e) * d; n > 0; n--)
            *out++ = *in++ * (1 + (float)(comm_rank(comm_world()) * experts + e) / 8);
}

/* T, E, k, d, uneven | x, idx, w, dy | got, counts, y, dout, dw, dx, all this rank's; done [1] */
HARNESS(exchange)
{
    struct moe m = { f->i[1], f->i[2], f->i[3], 0 };
    int P = comm_size(comm_world());
    int64_t T = tokens(f->i[0], f->i[4]), n = 0, room = P * f->i[0] * m.k, mine = m.E / P;
    for (int b = 4; b < 10; b++)
        memset(f->buf[b], 0, f->count[b] * (b == 5 ? sizeof(int64_t) : sizeof(float)));
    disp_t *p = moe_plan(comm_world(), &m, T, f->buf[1]);
    *(int32_t *)f->buf[10] = p != NULL;
    if (!p)
        return;
    for (int64_t e = 0; e < mine; e++)
        n += ((int64_t *)f->buf[5])[e] = moe_rows(p, e);
    if (n < 0 || n > room)
        comm_fail("moe_rows() gives %lld rows in all; %lld is the most.", (long long)n, (long long)room);
    float *out = malloc((size_t)(n * m.d) * sizeof *out + 1);
    moe_dispatch(p, f->buf[0], f->buf[4]);
    scaled(p, mine, m.d, f->buf[4], out);
    moe_combine(p, out, f->buf[2], f->buf[6]);
    moe_combine_bwd(p, f->buf[2], f->buf[3], f->buf[7], f->buf[8]);
    scaled(p, mine, m.d, f->buf[7], out);
    moe_dispatch_bwd(p, out, f->buf[9]);
    free(out);
    moe_free(p);
}

/* T, E, k, d, uneven, ff, shared, rate | x, idx, w, W1, W2, this rank's; S | y, this rank's; done [1] */
HARNESS(layer)
{
    struct moe m = { f->i[1], f->i[2], f->i[3], f->i[6] > 0 };
    memset(f->buf[6], 0, f->count[6] * sizeof(float));
    my.n = m.E / comm_size(comm_world());
    my.d = m.d;
    my.ff = f->i[5];
    my.shared = f->i[6];
    my.rate = f->d[7];
    my.W1 = f->buf[3];
    my.W2 = f->buf[4];
    my.S = f->buf[5];
    *(int32_t *)f->buf[7] =
        moe_layer(comm_world(), &m, tokens(f->i[0], f->i[4]), f->buf[0], f->buf[1], f->buf[2], f->buf[6]) == 0;
}

/* rows | models [rows][10]: L, d, ff, E, k, shared, rest, P, T, w | figures [rows][4]; -1 if refused */
HARNESS(sizes)
{
    const int64_t *x = f->buf[0];
    int64_t *to = f->buf[1];
    for (int64_t r = 0; r < f->i[0]; r++, x += 10, to += 4) {
        struct model m = { x[0], x[1], x[2], x[3], x[4], x[5], x[6] };
        struct sizes s = { 0 };
        int bad = moe_sizes(&m, (int)x[7], x[8], x[9], &s);
        to[0] = bad ? -1 : s.total;
        to[1] = bad ? -1 : s.active;
        to[2] = bad ? -1 : s.held;
        to[3] = bad ? -1 : s.sent;
    }
}
