/*
 * net.c: every layer forward and, in the opposite order, backward. What the backward pass needs is kept
 * from the forward pass: inputs of norms, outputs of norms, rotated q and k, v, probabilities, both
 * halves of the MLP. Loops over tokens and heads are parallel and write disjoint rows, and every sum
 * has a fixed order: the same bits with 1 thread and with 64.
 */
#include "net.h"

#include <math.h>

#include "gemm.h"

enum { BLOCK = 64 }; /* rows of scores at a time; keys past a block's last row are not looked at */

struct layer {
    float *x, *h1, *q, *k, *v, *p, *att, *x2, *h2, *g, *u, *act; /* [T][...]; p [B][H][S][S] */
};

struct net {
    struct microlm_shape s;
    int tokens, longest, B, S;
    const uint8_t *text;
    struct layer *layer;
    float *x, *h, *logits;                         /* after the last layer, its norm, the head */
    float *angle;                                  /* [longest][hd]: cos, then sin */
    float *dx, *dh, *dq, *dk, *dv, *dkh, *dvh, *datt, *dg, *du, *dact; /* gradients of those */
    float *dp;                                     /* [B*H][BLOCK][S] */
    float *chunk;                                  /* partial sums of the gains' gradients */
    void **all;
    int nall;
};

enum { CHUNKS = 64 };

/* ------------------------------------------------------------------------------------------ memory */

static float *room(struct net *n, size_t count)
{
    float *p = n->all ? aligned_alloc(64, (count * sizeof *p + 127) / 64 * 64) : NULL;
    if (p)
        n->all[n->nall++] = p;
    return p;
}

static void room_layer(struct net *n, struct layer *l, size_t T)
{
    const struct microlm_shape *s = &n->s;
    size_t d = (size_t)s->d, q = (size_t)s->H * (size_t)s->hd, kv = (size_t)s->Hkv * (size_t)s->hd, ff = (size_t)s->ff;
    *l = (struct layer){ room(n, T * d), room(n, T * d), room(n, T * q), room(n, T * kv), room(n, T * kv),
                         room(n, T * (size_t)s->H * (size_t)n->longest), room(n, T * q), room(n, T * d),
                         room(n, T * d), room(n, T * ff), room(n, T * ff), room(n, T * ff) };
}

static void turn_table(struct net *n)
{
    int half = n->s.hd / 2;
    for (int t = 0; n->angle && t < n->longest; t++)
        for (int i = 0; i < half; i++) {
            double a = t * pow(n->s.base, -2. * i / n->s.hd);
            n->angle[t * n->s.hd + i] = (float)cos(a);
            n->angle[t * n->s.hd + half + i] = (float)sin(a);
        }
}

struct net *net_create(const struct microlm_shape *s, int tokens, int longest)
{
    struct net *n = calloc(1, sizeof *n);
    if (!n)
        return NULL;
    *n = (struct net){ .s = *s, .tokens = tokens, .longest = longest };
    size_t T = (size_t)tokens, d = (size_t)s->d, ff = (size_t)s->ff, q = (size_t)s->H * (size_t)s->hd;
    int want = 12 * s->L + 16;
    n->all = calloc((size_t)want, sizeof *n->all);
    n->layer = calloc((size_t)s->L, sizeof *n->layer);
    for (int l = 0; n->layer && l < s->L; l++)
        room_layer(n, n->layer + l, T);
    float **plain[] = { &n->x, &n->h, &n->dx, &n->dh, &n->dq, &n->dkh, &n->dvh, &n->datt };
    for (size_t k = 0; k < sizeof plain / sizeof plain[0]; k++)
        *plain[k] = room(n, T * (k < 4 ? d : q));
    n->dk = room(n, T * q);
    n->dv = room(n, T * q);
    n->dg = room(n, T * ff);
    n->du = room(n, T * ff);
    n->dact = room(n, T * ff);
    n->dp = room(n, T * (size_t)s->H * BLOCK);
    n->logits = room(n, T * (size_t)s->V);
    n->angle = room(n, (size_t)longest * (size_t)s->hd + CHUNKS * d);
    if (n->nall < want) {
        net_destroy(n);
        return NULL;
    }
    n->chunk = n->angle + (size_t)longest * (size_t)s->hd;
    turn_table(n);
    return n;
}

void net_destroy(struct net *n)
{
    for (int k = 0; n && k < n->nall; k++)
        free(n->all[k]);
    if (n) {
        free(n->all);
        free(n->layer);
    }
    free(n);
}

/* ------------------------------------------------------------------------------------------ pieces */

/* e^x to about 2 units in the last place, without a call: a compiler makes it a vector. */
static inline float fast_exp(float x)
{
    x = x < -87 ? -87 : x > 88 ? 88 : x;
    float n = __builtin_rintf(x * 1.44269504f), r = x - n * .693359375f + n * 2.12194440e-4f;
    float p = .0416666667f + r * (.00833333333f + r * .00138888889f);
    p = 1 + r * (1 + r * (.5f + r * (.166666667f + r * p)));
    union { int32_t i; float f; } scale = { ((int32_t)n + 127) << 23 };
    return p * scale.f;
}

/* Y [T][out] = X [T][in] W^T, W [out][in] */
static void linear(float *Y, const float *X, const float *W, int T, int in, int out, int add)
{
    gemm(T, out, in, (struct view){ X, in, 1 }, (struct view){ W, 1, in }, Y, out, add);
}

/* dX (+)= dY W;  dW += dY^T X */
static void linear_back(float *dX, float *dW, const float *dY, const float *X, const float *W, int T, int in, int out,
                        int add)
{
    gemm(T, in, out, (struct view){ dY, out, 1 }, (struct view){ W, in, 1 }, dX, in, add);
    gemm(out, in, T, (struct view){ dY, 1, out }, (struct view){ X, in, 1 }, dW, in, 1);
}

static float inverse_rms(const float *x, int d, float eps)
{
    double sum = 0;
    for (int i = 0; i < d; i++)
        sum += x[i] * x[i];
    return (float)(1 / sqrt(sum / d + eps));
}

static void norm(float *y, const float *x, const float *gain, int T, int d, float eps)
{
    PARALLEL(omp parallel for schedule(static))
    for (int t = 0; t < T; t++) {
        const float *in = x + (size_t)t * (size_t)d;
        float r = inverse_rms(in, d, eps);
        for (int i = 0; i < d; i++)
            y[(size_t)t * (size_t)d + (size_t)i] = in[i] * r * gain[i];
    }
}

/* One token: dx += gain dy r - x r^3 (sum of gain dy x) / d; dgain += dy x r. */
static void norm_back_row(float *dx, float *dgain, const float *dy, const float *x, const float *gain, int d, float eps)
{
    float r = inverse_rms(x, d, eps);
    double dot = 0;
    for (int i = 0; i < d; i++)
        dot += gain[i] * dy[i] * x[i];
    float common = (float)(dot * r * r * r / d);
    for (int i = 0; i < d; i++) {
        dx[i] += gain[i] * dy[i] * r - x[i] * common;
        dgain[i] += dy[i] * x[i] * r;
    }
}

static void norm_back(struct net *n, float *dgain, const float *dy, const float *x, const float *gain, int T)
{
    int d = n->s.d;
    memset(n->chunk, 0, CHUNKS * (size_t)d * sizeof *n->chunk);
    PARALLEL(omp parallel for schedule(static))
    for (int c = 0; c < CHUNKS; c++)
        for (int t = (int)((int64_t)T * c / CHUNKS); t < (int)((int64_t)T * (c + 1) / CHUNKS); t++) {
            size_t at = (size_t)t * (size_t)d;
            norm_back_row(n->dx + at, n->chunk + (size_t)c * (size_t)d, dy + at, x + at, gain, d, n->s.eps);
        }
    for (int c = 0; c < CHUNKS; c++)
        for (int i = 0; i < d; i++)
            dgain[i] += n->chunk[(size_t)c * (size_t)d + (size_t)i];
}

/* Turn each head of x [T][heads*hd] by its position; sign -1 turns back. */
static void rope(struct net *n, float *x, int heads, float sign)
{
    int hd = n->s.hd, half = hd / 2;
    PARALLEL(omp parallel for schedule(static))
    for (int t = 0; t < n->B * n->S; t++) {
        const float *c = n->angle + (size_t)(t % n->S) * (size_t)hd, *s = c + half;
        for (int h = 0; h < heads; h++) {
            float *a = x + ((size_t)t * (size_t)heads + (size_t)h) * (size_t)hd, *b = a + half;
            for (int i = 0; i < half; i++) {
                float re = a[i] * c[i] - sign * b[i] * s[i], im = sign * a[i] * s[i] + b[i] * c[i];
                a[i] = re;
                b[i] = im;
            }
        }
    }
}

/* --------------------------------------------------------------------------------------- attention */

/* One document and query head: rows of q, k, v, out are `row` or `kvrow` apart. */
struct head {
    const float *q, *k, *v;
    float *p, *out;
    int S, hd, row, kvrow;
};

static struct head head_of(const struct net *n, const struct layer *l, int which)
{
    const struct microlm_shape *s = &n->s;
    int b = which / s->H, h = which % s->H, g = h / (s->H / s->Hkv);
    struct head x = { .S = n->S, .hd = s->hd, .row = s->H * s->hd, .kvrow = s->Hkv * s->hd };
    size_t q = (size_t)b * (size_t)n->S * (size_t)x.row + (size_t)h * (size_t)s->hd;
    size_t kv = (size_t)b * (size_t)n->S * (size_t)x.kvrow + (size_t)g * (size_t)s->hd;
    x.q = l->q + q;
    x.k = l->k + kv;
    x.v = l->v + kv;
    x.out = l->att + q;
    x.p = l->p + (size_t)which * (size_t)n->S * (size_t)n->S;
    return x;
}

/* Row i of scores to probabilities over keys 0..i; zeros up to `keys`. */
static void softmax_row(float *p, int i, int keys, float scale)
{
    float top = -INFINITY, sum = 0;
    for (int j = 0; j <= i; j++)
        top = p[j] > top ? p[j] : top;
    for (int j = 0; j <= i; j++)
        p[j] = fast_exp((p[j] - top) * scale);
    for (int j = 0; j <= i; j++)
        sum += p[j];
    for (int j = 0; j <= i; j++)
        p[j] /= sum;
    for (int j = i + 1; j < keys; j++)
        p[j] = 0;
}

static void attend_head(const struct head *x)
{
    float scale = 1 / sqrtf((float)x->hd);
    for (int i0 = 0; i0 < x->S; i0 += BLOCK) {
        int rows = x->S - i0 < BLOCK ? x->S - i0 : BLOCK, keys = i0 + rows;
        float *p = x->p + (size_t)i0 * (size_t)x->S;
        size_t at = (size_t)i0 * (size_t)x->row;
        gemm(rows, keys, x->hd, (struct view){ x->q + at, x->row, 1 }, (struct view){ x->k, 1, x->kvrow }, p, x->S, 0);
        for (int i = 0; i < rows; i++)
            softmax_row(p + (size_t)i * (size_t)x->S, i0 + i, keys, scale);
        gemm(rows, x->hd, keys, (struct view){ p, x->S, 1 }, (struct view){ x->v, x->kvrow, 1 }, x->out + at, x->row,
             0);
    }
}

/* From dout to dq, dk, dv of this head alone (rows `row` apart); ds has room for BLOCK rows. */
static void attend_back(const struct head *x, const float *dout, float *dq, float *dk, float *dv, float *ds)
{
    float scale = 1 / sqrtf((float)x->hd);
    for (int i0 = 0; i0 < x->S; i0 += BLOCK) {
        int rows = x->S - i0 < BLOCK ? x->S - i0 : BLOCK, keys = i0 + rows;
        const float *p = x->p + (size_t)i0 * (size_t)x->S;
        size_t at = (size_t)i0 * (size_t)x->row;
        struct view pT = { p, 1, x->S }, dsT = { ds, 1, x->S }, dy = { dout + at, x->row, 1 };
        gemm(keys, x->hd, rows, pT, dy, dv, x->row, 1);
        gemm(rows, keys, x->hd, dy, (struct view){ x->v, 1, x->kvrow }, ds, x->S, 0);
        for (int i = 0; i < rows; i++) {
            float *a = ds + (size_t)i * (size_t)x->S, dot = 0;
            const float *w = p + (size_t)i * (size_t)x->S;
            for (int j = 0; j < keys; j++)
                dot += a[j] * w[j];
            for (int j = 0; j < keys; j++)
                a[j] = w[j] * (a[j] - dot) * scale;
        }
        gemm(rows, x->hd, keys, (struct view){ ds, x->S, 1 }, (struct view){ x->k, x->kvrow, 1 }, dq + at, x->row, 0);
        gemm(keys, x->hd, rows, dsT, (struct view){ x->q + at, x->row, 1 }, dk, x->row, 1);
    }
}

/* attend_back adds a block at a time; heads of a group then add up in dk and dv. */
static void attention_back(struct net *n, const struct layer *l)
{
    const struct microlm_shape *s = &n->s;
    int T = n->B * n->S, group = s->H / s->Hkv, width = s->Hkv * s->hd;
    size_t q = (size_t)s->H * (size_t)s->hd;
    memset(n->dkh, 0, (size_t)T * q * sizeof *n->dkh);
    memset(n->dvh, 0, (size_t)T * q * sizeof *n->dvh);
    PARALLEL(omp parallel for schedule(static))
    for (int which = 0; which < n->B * s->H; which++) {
        struct head x = head_of(n, l, which);
        size_t at = (size_t)(x.out - l->att);
        float *ds = n->dp + (size_t)which * BLOCK * (size_t)n->S;
        attend_back(&x, n->datt + at, n->dq + at, n->dkh + at, n->dvh + at, ds);
    }
    PARALLEL(omp parallel for schedule(static))
    for (int t = 0; t < T; t++)
        for (int i = 0; i < width; i++) {
            float a = 0, b = 0;
            for (int h = 0; h < group; h++) {
                size_t from = (size_t)t * q + (size_t)((i / s->hd * group + h) * s->hd + i % s->hd);
                a += n->dkh[from];
                b += n->dvh[from];
            }
            n->dk[(size_t)t * (size_t)width + (size_t)i] = a;
            n->dv[(size_t)t * (size_t)width + (size_t)i] = b;
        }
}

/* ------------------------------------------------------------------------------------------ layers */

static void gate(float *act, const float *g, const float *u, size_t count)
{
    PARALLEL(omp parallel for schedule(static))
    for (size_t k = 0; k < count; k++)
        act[k] = g[k] / (1 + fast_exp(-g[k])) * u[k];
}

static void gate_back(float *dg, float *du, const float *dact, const float *g, const float *u, size_t count)
{
    PARALLEL(omp parallel for schedule(static))
    for (size_t k = 0; k < count; k++) {
        float sig = 1 / (1 + fast_exp(-g[k]));
        du[k] = dact[k] * g[k] * sig;
        dg[k] = dact[k] * u[k] * sig * (1 + g[k] * (1 - sig));
    }
}

#define W(t) (w + microlm_at(s, MLM_##t, i))
#define G(t) (grad + microlm_at(s, MLM_##t, i))

static void layer_forward(struct net *n, const float *w, int i, float *next)
{
    const struct microlm_shape *s = &n->s;
    struct layer *l = n->layer + i;
    int T = n->B * n->S, q = s->H * s->hd, kv = s->Hkv * s->hd;
    norm(l->h1, l->x, W(NORM1), T, s->d, s->eps);
    linear(l->q, l->h1, W(WQ), T, s->d, q, 0);
    linear(l->k, l->h1, W(WK), T, s->d, kv, 0);
    linear(l->v, l->h1, W(WV), T, s->d, kv, 0);
    rope(n, l->q, s->H, 1);
    rope(n, l->k, s->Hkv, 1);
    PARALLEL(omp parallel for schedule(static))
    for (int which = 0; which < n->B * s->H; which++) {
        struct head x = head_of(n, l, which);
        attend_head(&x);
    }
    memcpy(l->x2, l->x, (size_t)T * (size_t)s->d * sizeof *l->x2);
    linear(l->x2, l->att, W(WO), T, q, s->d, 1);
    norm(l->h2, l->x2, W(NORM2), T, s->d, s->eps);
    linear(l->g, l->h2, W(W1), T, s->d, s->ff, 0);
    linear(l->u, l->h2, W(W3), T, s->d, s->ff, 0);
    gate(l->act, l->g, l->u, (size_t)T * (size_t)s->ff);
    memcpy(next, l->x2, (size_t)T * (size_t)s->d * sizeof *next);
    linear(next, l->act, W(W2), T, s->ff, s->d, 1);
}

/* dx comes in as the gradient of the layer's output and leaves as that of its input. */
static void layer_backward(struct net *n, const float *w, int i, float *grad)
{
    const struct microlm_shape *s = &n->s;
    const struct layer *l = n->layer + i;
    int T = n->B * n->S, q = s->H * s->hd, kv = s->Hkv * s->hd;
    linear_back(n->dact, G(W2), n->dx, l->act, W(W2), T, s->ff, s->d, 0);
    gate_back(n->dg, n->du, n->dact, l->g, l->u, (size_t)T * (size_t)s->ff);
    linear_back(n->dh, G(W1), n->dg, l->h2, W(W1), T, s->d, s->ff, 0);
    linear_back(n->dh, G(W3), n->du, l->h2, W(W3), T, s->d, s->ff, 1);
    norm_back(n, G(NORM2), n->dh, l->x2, W(NORM2), T);
    linear_back(n->datt, G(WO), n->dx, l->att, W(WO), T, q, s->d, 0);
    attention_back(n, l);
    rope(n, n->dq, s->H, -1);
    rope(n, n->dk, s->Hkv, -1);
    linear_back(n->dh, G(WQ), n->dq, l->h1, W(WQ), T, s->d, q, 0);
    linear_back(n->dh, G(WK), n->dk, l->h1, W(WK), T, s->d, kv, 1);
    linear_back(n->dh, G(WV), n->dv, l->h1, W(WV), T, s->d, kv, 1);
    norm_back(n, G(NORM1), n->dh, l->x, W(NORM1), T);
}

float *net_forward(struct net *n, const float *w, const uint8_t *text, int B, int S)
{
    const struct microlm_shape *s = &n->s;
    int T = B * S, i = s->L - 1;
    n->B = B;
    n->S = S;
    n->text = text;
    for (int t = 0; t < T; t++)
        memcpy(n->layer[0].x + (size_t)t * (size_t)s->d, w + (size_t)text[t] * (size_t)s->d, (size_t)s->d * sizeof *w);
    for (int l = 0; l < s->L; l++)
        layer_forward(n, w, l, l + 1 < s->L ? n->layer[l + 1].x : n->x);
    norm(n->h, n->x, W(NORMF), T, s->d, s->eps);
    linear(n->logits, n->h, w, T, s->d, s->V, 0);
    return n->logits;
}

/* Logits become (softmax - one at the next byte) times `by`; returns -ln p. */
static float loss_row(float *z, int V, int next, float by)
{
    float top = -INFINITY, sum = 0;
    for (int v = 0; v < V; v++)
        top = z[v] > top ? z[v] : top;
    float at = z[next] - top;
    for (int v = 0; v < V; v++)
        z[v] = fast_exp(z[v] - top);
    for (int v = 0; v < V; v++)
        sum += z[v];
    for (int v = 0; v < V; v++)
        z[v] *= by / sum;
    z[next] -= by;
    return logf(sum) - at;
}

void net_backward(struct net *n, const float *w, float *grad)
{
    const struct microlm_shape *s = &n->s;
    int T = n->B * n->S, i = s->L - 1;
    memset(grad, 0, microlm_count(s) * sizeof *grad);
    memset(n->dx, 0, (size_t)T * (size_t)s->d * sizeof *n->dx);
    linear_back(n->dh, grad, n->logits, n->h, w, T, s->d, s->V, 0);
    norm_back(n, G(NORMF), n->dh, n->x, W(NORMF), T);
    for (int l = s->L - 1; l >= 0; l--)
        layer_backward(n, w, l, grad);
    for (int t = 0; t < T; t++)
        for (int c = 0; c < s->d; c++)
            grad[(size_t)n->text[t] * (size_t)s->d + (size_t)c] += n->dx[(size_t)t * (size_t)s->d + (size_t)c];
}

double net_loss(struct net *n, const float *w, float *nll, const float *weight, float *grad)
{
    const struct microlm_shape *s = &n->s;
    int T = n->B * n->S;
    float count = (float)(n->B * (n->S - 1)), *each = nll ? nll : n->dh; /* dh is free until the head's gradient */
    PARALLEL(omp parallel for schedule(static))
    for (int t = 0; t < T; t++) {
        float *z = n->logits + (size_t)t * (size_t)s->V;
        int last = t % n->S == n->S - 1;
        each[t] = last ? 0 : loss_row(z, s->V, n->text[t + 1], (weight ? weight[t] : 1) / count);
        if (last)
            memset(z, 0, (size_t)s->V * sizeof *z);
    }
    double sum = 0;
    for (int t = 0; t < T; t++)
        sum += each[t];
    if (grad)
        net_backward(n, w, grad);
    return sum / count;
}
