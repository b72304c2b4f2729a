/*
 * harness.c: a rank's side of the lab: hands over whole weights, takes them away again, and runs the layer.
 *
 * It runs in the learner's process and judges nothing. Arithmetic is done for real, and what a GPU would need for it
 * is charged to the virtual clock at the case's rate. What comes from comm_alloc() goes with the rank.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"
#include "ridge/frame.h"

ridge_trampoline ridge_call_mlp, ridge_call_train, ridge_call_attn;

static double rate; /* FLOP/s */

void tp_gemm(int ta, int tb, int64_t m, int64_t n, int64_t k, const float *a, const float *b, float *c)
{
    for (int64_t i = 0; i < m; i++) {
        for (int64_t j = 0; j < n; j++)
            c[i * n + j] = 0;
        for (int64_t p = 0; p < k; p++) {
            float x = ta ? a[p * m + i] : a[i * k + p];
            for (int64_t j = 0; j < n; j++)
                c[i * n + j] += x * (tb ? b[j * k + p] : b[p * n + j]);
        }
    }
    comm_compute(2.0 * (double)m * (double)n * (double)k / rate, "gemm");
}

/* One query against keys 0 .. t; w [T] is room for the weights. */
static void attend(int64_t t, int64_t hd, int64_t stride, const float *q, const float *k, const float *v, float *w,
                   float *o)
{
    float most = -INFINITY, sum = 0;
    for (int64_t s = 0; s <= t; s++) {
        float x = 0;
        for (int64_t e = 0; e < hd; e++)
            x += q[e] * k[s * stride + e];
        w[s] = x / sqrtf((float)hd);
        most = fmaxf(most, w[s]);
    }
    for (int64_t s = 0; s <= t; s++)
        sum += w[s] = expf(w[s] - most);
    for (int64_t e = 0; e < hd; e++) {
        o[e] = 0;
        for (int64_t s = 0; s <= t; s++)
            o[e] += w[s] / sum * v[s * stride + e];
    }
}

void tp_heads(int64_t T, int64_t H, int64_t Hkv, int64_t hd, const float *q, const float *k, const float *v, float *o)
{
    float *w = malloc((size_t)T * sizeof *w);
    for (int64_t t = 0; t < T; t++)
        for (int64_t j = 0; j < H; j++) {
            int64_t at = (t * H + j) * hd, kv = j / (H / Hkv) * hd;
            attend(t, hd, Hkv * hd, q + at, k + kv, v + kv, w, o + at);
        }
    free(w);
    comm_compute(2.0 * (double)(T * (T + 1)) * (double)(H * hd) / rate, "heads");
}

float tp_gelu(float u)
{
    return .5f * u * (1 + erff(u * (float)M_SQRT1_2));
}

float tp_gelu_grad(float u)
{
    return .5f * (1 + erff(u * (float)M_SQRT1_2)) + u * expf(-.5f * u * u) * .398942280401432678f;
}

/* ---- what is handed over is the harness's own, and is spoilt before it is freed -------------------------- */

static float *copy(const void *from, int64_t n)
{
    float *p = malloc((size_t)n * sizeof *p + 1);
    memcpy(p, from, (size_t)n * sizeof *p);
    return p;
}

static void spoil(float *p, int64_t n)
{
    for (int64_t k = 0; k < n; k++)
        p[k] = NAN;
    free(p);
}

/* buf: W1 b1 W2 b2 */
static struct tp_mlp load_mlp(comm_t *c, int64_t h, int64_t ff, void *const *buf)
{
    struct tp_mlp mine = { 0 }, whole = { .h = h, .ff = ff, .W1 = copy(buf[0], h * ff), .b1 = copy(buf[1], ff),
                                          .W2 = copy(buf[2], ff * h), .b2 = copy(buf[3], h) };
    tp_mlp_load(c, &whole, &mine);
    spoil(whole.W1, h * ff);
    spoil(whole.b1, ff);
    spoil(whole.W2, ff * h);
    spoil(whole.b2, h);
    return mine;
}

/* args: T h ff rate | X, W1, b1, W2, b2, whole | Y, the same on all */
void ridge_call_mlp(const struct ridge_frame *f)
{
    int64_t T = f->i[0];
    comm_t *c = comm_world();
    rate = f->d[3];
    struct tp_mlp m = load_mlp(c, f->i[1], f->i[2], f->buf + 1);
    float *U = comm_alloc(T * m.ff * (int64_t)sizeof *U);
    tp_mlp_fwd(c, &m, T, f->buf[0], U, f->buf[5]);
}

static struct tp_mlp gradients(const struct tp_mlp *m)
{
    int64_t h = m->h, ff = m->ff, w = sizeof(float);
    return (struct tp_mlp){ .h = h, .ff = ff, .W1 = comm_alloc(h * ff * w), .b1 = comm_alloc(ff * w),
                            .W2 = comm_alloc(ff * h * w), .b2 = comm_alloc(h * w) };
}

/* g: [h][most] and [most] and [most][h] and [h]; hidden units that this rank does not have are zero. */
static void hand_in(const struct tp_mlp *grad, int64_t most, float *g)
{
    int64_t h = grad->h, ff = grad->ff < most ? grad->ff : most;
    memset(g, 0, (size_t)(2 * h * most + most + h) * sizeof *g);
    for (int64_t k = 0; k < h; k++)
        memcpy(g + k * most, grad->W1 + k * grad->ff, (size_t)ff * sizeof *g);
    memcpy(g += h * most, grad->b1, (size_t)ff * sizeof *g);
    memcpy(g += most, grad->W2, (size_t)(ff * h) * sizeof *g);
    memcpy(g + most * h, grad->b2, (size_t)h * sizeof *g);
}

/* args: T h ff rate most | X, W1, b1, W2, b2, dY, whole | Y, dX, the same on all; G, this rank's gradients */
void ridge_call_train(const struct ridge_frame *f)
{
    int64_t T = f->i[0];
    comm_t *c = comm_world();
    rate = f->d[3];
    struct tp_mlp m = load_mlp(c, f->i[1], f->i[2], f->buf + 1), grad = gradients(&m);
    float *U = comm_alloc(T * m.ff * (int64_t)sizeof *U), *dX = comm_alloc(T * m.h * (int64_t)sizeof *dX);
    tp_mlp_fwd(c, &m, T, f->buf[0], U, f->buf[6]);
    tp_mlp_bwd(c, comm_stream(), &m, T, f->buf[0], U, f->buf[5], dX, &grad);
    memcpy(f->buf[7], dX, (size_t)(T * m.h) * sizeof *dX); /* the block below would read it now */
    hand_in(&grad, f->i[4], f->buf[8]);
}

/* args: T h H Hkv hd rate | X, Wq, Wk, Wv, Wo, bo, whole | Y, the same on all */
void ridge_call_attn(const struct ridge_frame *f)
{
    int64_t h = f->i[1], q = f->i[2] * f->i[4], kv = f->i[3] * f->i[4];
    struct tp_attn m = { 0 };
    comm_t *c = comm_world();
    rate = f->d[5];
    struct tp_attn whole = { .h = h, .hd = f->i[4], .H = f->i[2], .Hkv = f->i[3], .Wq = copy(f->buf[1], h * q),
                             .Wk = copy(f->buf[2], h * kv), .Wv = copy(f->buf[3], h * kv),
                             .Wo = copy(f->buf[4], q * h), .bo = copy(f->buf[5], h) };
    tp_attn_load(c, &whole, &m);
    spoil(whole.Wq, h * q);
    spoil(whole.Wk, h * kv);
    spoil(whole.Wv, h * kv);
    spoil(whole.Wo, q * h);
    spoil(whole.bo, h);
    tp_attn_fwd(c, &m, f->i[0], f->buf[0], f->buf[6]);
}
