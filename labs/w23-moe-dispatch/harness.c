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

/* All ranks, in their order or turned round. */
static comm_t *ranks(int64_t turned)
{
    return turned ? comm_split(comm_world(), 0, -comm_rank(comm_world())) : comm_world();
}

/* A plan of which choices and sizes are gone right after; of turned choices if asked. */
static disp_t *planned(comm_t *comm, const struct moe *sizes, int64_t T, const int32_t *idx, int turned)
{
    int64_t n = T * sizes->k;
    struct moe *m = malloc(sizeof *m);
    int32_t *own = malloc((size_t)n * sizeof *own + 1);
    *m = *sizes;
    for (int64_t k = 0; k < n; k++)
        own[k] = idx[turned ? n - 1 - k : k];
    disp_t *p = moe_plan(comm, m, T, own);
    memset(m, 0x55, sizeof *m);
    memset(own, 0x55, (size_t)n * sizeof *own);
    free(own);
    free(m);
    return p;
}

/* What a function has to write holds something else before. */
static void used(float *x, int64_t n)
{
    for (int64_t k = 0; k < n; k++)
        x[k] = 7;
}

/* In place of experts: number e of all multiplies by 1 + e/8. */
static void scaled(const disp_t *p, int64_t first, int64_t experts, int64_t d, const float *in, float *out)
{
    for (int64_t e = 0; e < experts; e++)
        for (int64_t n = moe_rows(p, e) * d; n > 0; n--)
            *out++ = *in++ * (1 + (float)(first + e) / 8);
}

/* T, E, k, d, uneven, turned, twice | x, idx, w, dy | got, counts, y, dout, dw, dx, all this rank's; done [1].
 * twice: dispatch and combine are called with other rows before, and another plan is used in between. */
HARNESS(exchange)
{
    comm_t *comm = ranks(f->i[5]);
    struct moe m = { f->i[1], f->i[2], f->i[3], 0 };
    int P = comm_size(comm);
    int64_t T = tokens(f->i[0], f->i[4]), n = 0, room = P * f->i[0] * m.k, mine = m.E / P;
    int64_t first = comm_rank(comm) * mine;
    const float *x = f->buf[0], *w = f->buf[2], *dy = f->buf[3];
    float *got = f->buf[4], *y = f->buf[6], *dout = f->buf[7], *dw = f->buf[8], *dx = f->buf[9];
    for (int b = 4; b < 10; b++)
        memset(f->buf[b], 0, f->count[b] * (b == 5 ? sizeof(int64_t) : sizeof(float)));
    disp_t *p = planned(comm, &m, T, f->buf[1], 0), *other = NULL;
    *(int32_t *)f->buf[10] = p != NULL;
    moe_free(NULL);
    if (!p)
        return;
    for (int64_t e = 0; e < mine; e++)
        n += ((int64_t *)f->buf[5])[e] = moe_rows(p, e);
    if (n < 0 || n > room)
        comm_fail("moe_rows() gives %lld rows in all; %lld is the most.", (long long)n, (long long)room);
    used(y, T * m.d);
    used(dw, T * m.k);
    used(dx, T * m.d);
    float *out = malloc((size_t)(n * m.d) * sizeof *out + 1);
    float *rows = malloc((size_t)(room * m.d) * sizeof *rows + 1), *home = malloc((size_t)(T * m.d) * sizeof *home + 1);
    float *weights = malloc((size_t)(T * m.k) * sizeof *weights + 1);
    if (f->i[6]) {
        other = planned(comm, &m, T - T / 2, f->buf[1], 1);
        if (!other)
            comm_fail("moe_plan() gives NULL for a second plan, of choices that the first one had.");
        moe_dispatch(p, dy, got);
        moe_dispatch(other, dy, rows);
    }
    moe_dispatch(p, x, got);
    scaled(p, first, mine, m.d, got, out);
    if (other)
        moe_combine(p, got, w, y);
    moe_combine(p, out, w, y);
    if (other)
        moe_combine(other, rows, w, home);
    moe_combine_bwd(p, w, dy, dout, dw);
    if (other)
        moe_combine_bwd(other, w, x, rows, weights);
    scaled(p, first, mine, m.d, dout, out);
    moe_dispatch_bwd(p, out, dx);
    if (other)
        moe_dispatch_bwd(other, rows, home);
    moe_free(p);
    moe_free(other);
    free(weights);
    free(home);
    free(rows);
    free(out);
}

/* T, E, k, d, uneven, turned, twice, ff, shared, rate | x, idx, w, W1, W2, this rank's; S | y, this rank's; done [1].
 * twice: a layer with half of the tokens goes before, with the last choices first. */
HARNESS(layer)
{
    comm_t *comm = ranks(f->i[5]);
    struct moe m = { f->i[1], f->i[2], f->i[3], f->i[8] > 0 };
    int64_t T = tokens(f->i[0], f->i[4]), n = T * m.k;
    const int32_t *idx = f->buf[1];
    memset(f->buf[6], 0, f->count[6] * sizeof(float));
    my.n = m.E / comm_size(comm);
    my.d = m.d;
    my.ff = f->i[7];
    my.shared = f->i[8];
    my.rate = f->d[9];
    my.W1 = f->buf[3];
    my.W2 = f->buf[4];
    my.S = f->buf[5];
    if (f->i[6]) {
        int32_t *turned = malloc((size_t)n * sizeof *turned + 1);
        for (int64_t k = 0; k < n; k++)
            turned[k] = idx[n - 1 - k];
        moe_layer(comm, &m, T - T / 2, f->buf[0], turned, f->buf[2], f->buf[6]);
        free(turned);
    }
    used(f->buf[6], T * m.d);
    int bad = moe_layer(comm, &m, T, f->buf[0], idx, f->buf[2], f->buf[6]);
    if (bad)
        memset(f->buf[6], 0, f->count[6] * sizeof(float));
    *(int32_t *)f->buf[7] = bad == 0;
}

/* Layers with all ranks until one has died, the answer thrown away; 1: it was noticed by all. */
static int until_death(const struct moe *m, int64_t T, const struct ridge_frame *f)
{
    enum { MOST = 60 };
    comm_t *all = comm_world();
    float *y = malloc((size_t)(T * m->d) * sizeof *y + 1);
    int lost = 0;
    for (int step = 0; step < MOST && !lost; step++) {
        int rc = moe_layer(all, m, T, f->buf[0], f->buf[1], f->buf[2], y);
        if (rc != MOE_LOST && comm_broken(all))
            comm_fail("moe_layer() returns %d, and a rank had died before it returned.", rc);
        if (rc && !comm_broken(all))
            comm_fail("moe_layer() returns %d, and nobody has died.", rc);
        lost = !comm_agree(all, rc == 0);
    }
    free(y);
    return lost;
}

static void experts_of(const comm_t *comm, const struct moe *m, const struct ridge_frame *f)
{
    my.n = m->E / comm_size(comm);
    my.d = m->d;
    my.ff = f->i[5];
    my.shared = f->i[6];
    my.rate = f->d[7];
    my.W1 = (const float *)f->buf[3] + comm_rank(comm) * my.n * my.d * my.ff;
    my.W2 = (const float *)f->buf[4] + comm_rank(comm) * my.n * my.d * my.ff;
    my.S = f->buf[5];
}

/* T, E, k, d, uneven, ff, shared, rate | x, idx, w, this rank's; A1, A2, all experts'; S | y, alive, this rank's.
 * The ranks that live have all experts between them, and the answer of a layer once more. */
HARNESS(survive)
{
    struct moe m = { f->i[1], f->i[2], f->i[3], f->i[6] > 0 };
    int64_t T = tokens(f->i[0], f->i[4]);
    memset(f->buf[6], 0, f->count[6] * sizeof(float));
    *(int32_t *)f->buf[7] = 0;
    experts_of(comm_world(), &m, f);
    if (!until_death(&m, T, f))
        comm_fail("Nobody has died: this case is of no use.");
    comm_t *living = comm_shrink(comm_world());
    experts_of(living, &m, f);
    used(f->buf[6], T * m.d);
    *(int32_t *)f->buf[7] = moe_layer(living, &m, T, f->buf[0], f->buf[1], f->buf[2], f->buf[6]) == 0;
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
