/*
 * lm.h: microlm (kernels/microlm/model.h) as a model that is fine-tuned: forward and backward pass in which every
 * linear layer is somebody else's, so that it may be frozen, in four bits, and have an adapter. Norms, embedding and
 * head are frozen in a run with adapters. Included by harness.c, once.
 */
#ifndef W26_LM_H
#define W26_LM_H

#include "lab.h"

enum { LM_WQ, LM_WK, LM_WV, LM_WO, LM_W1, LM_W3, LM_W2, LM_LINEARS, LM_LAYERS = 4 };

struct lm_shape {
    int d, L, H, Hkv, hd, ff, V;
};

static inline int lm_out(const struct lm_shape *s, int k)
{
    return (int[]){ s->H * s->hd, s->Hkv * s->hd, s->Hkv * s->hd, s->d, s->ff, s->ff, s->d }[k];
}

static inline int lm_in(const struct lm_shape *s, int k)
{
    return k == LM_WO ? s->H * s->hd : k == LM_W2 ? s->ff : s->d;
}

/* Where linear k of layer l begins in the flat weights; k = LM_LINEARS: where the layer ends. norm1 and norm2 are the
 * d numbers before LM_WQ and LM_W1. */
static inline size_t lm_at(const struct lm_shape *s, int l, int k)
{
    size_t each = 2 * (size_t)s->d, at = (size_t)s->V * (size_t)s->d;
    for (int j = 0; j < LM_LINEARS; j++)
        each += (size_t)lm_out(s, j) * (size_t)lm_in(s, j);
    at += (size_t)l * each + (size_t)s->d;
    for (int j = 0; j < k; j++)
        at += (size_t)lm_out(s, j) * (size_t)lm_in(s, j) + (j == LM_WO ? (size_t)s->d : 0);
    return at;
}

static inline size_t lm_count(const struct lm_shape *s)
{
    return lm_at(s, s->L - 1, LM_LINEARS) + (size_t)s->d;
}

/* What a layer keeps for the way back. */
struct lm_kept {
    float *x, *h1, *q, *k, *v, *p, *att, *x2, *h2, *g, *u, *act;
    float *H[LM_LINEARS];
};

struct lm {
    struct lm_shape s;
    const uint16_t *w16; /* the base */
    float *w, *dw;       /* of a run that trains all; else NULL */
    struct base head, lin[LM_LAYERS][LM_LINEARS];
    struct nf4 q[LM_LAYERS][LM_LINEARS];
    struct lora lo[LM_LAYERS][LM_LINEARS], dlo[LM_LAYERS][LM_LINEARS]; /* r = 0: none */
    struct lm_kept kept[LM_LAYERS];
    float *x, *h, *logits, *gain, *dx, *dh, *dq, *dk, *dv, *datt, *dg, *du, *dact; /* one batch of T tokens */
};

/* --- pieces -------------------------------------------------------------------------------------------- */

static float lm_inverse_rms(int d, const float *x)
{
    double sum = 0;
    for (int i = 0; i < d; i++)
        sum += (double)x[i] * x[i];
    return (float)(1 / sqrt(sum / d + 1e-5));
}

/* The gains of a norm at `at` of the flat weights. */
static const float *lm_gain(const struct lm *m, size_t at)
{
    for (int i = 0; i < m->s.d; i++)
        m->gain[i] = m->w ? m->w[at + (size_t)i] : bf16_value(m->w16[at + (size_t)i]);
    return m->gain;
}

static void lm_norm(const struct lm *m, int T, const float *x, size_t at, float *y)
{
    const float *gain = lm_gain(m, at);
    int d = m->s.d;
    for (int t = 0; t < T; t++, x += d, y += d) {
        float r = lm_inverse_rms(d, x);
        for (int i = 0; i < d; i++)
            y[i] = x[i] * r * gain[i];
    }
}

/* Adds to dx, and to the gains' gradient in a run that has one. */
static void lm_norm_back(const struct lm *m, int T, const float *x, size_t at, const float *dy, float *dx)
{
    const float *gain = lm_gain(m, at);
    int d = m->s.d;
    for (int t = 0; t < T; t++, x += d, dy += d, dx += d) {
        float r = lm_inverse_rms(d, x);
        double dot = 0;
        for (int i = 0; i < d; i++)
            dot += (double)gain[i] * dy[i] * x[i];
        float common = (float)(dot * r * r * r / d);
        for (int i = 0; i < d; i++) {
            dx[i] += gain[i] * dy[i] * r - x[i] * common;
            if (m->dw)
                m->dw[at + (size_t)i] += dy[i] * x[i] * r;
        }
    }
}

/* Turns each head by its position in its document; sign -1 turns back. */
static void lm_rope(const struct lm_shape *s, int T, int S, float *x, int heads, float sign)
{
    int half = s->hd / 2;
    for (int i = 0; i < half; i++) {
        double slow = pow(10000, -2. * i / s->hd);
        for (int at = 0; at < S; at++) {
            float c = (float)cos(at * slow), sn = sign * (float)sin(at * slow);
            for (int t = at; t < T; t += S)
                for (int h = 0; h < heads; h++) {
                    float *a = x + ((size_t)t * (size_t)heads + (size_t)h) * (size_t)s->hd + i, *b = a + half, was = *a;
                    *a = was * c - *b * sn;
                    *b = was * sn + *b * c;
                }
        }
    }
}

/* Probabilities of head h of a document that begins at row t0: p [S][S]. */
static float *lm_p(const struct lm *m, const struct lm_kept *l, int t0, int S, int h)
{
    return l->p + ((size_t)(t0 / S) * (size_t)m->s.H + (size_t)h) * (size_t)S * (size_t)S;
}

static void lm_attend(const struct lm *m, const struct lm_kept *l, int T, int S)
{
    const struct lm_shape *s = &m->s;
    int hd = s->hd, q = s->H * hd, kv = s->Hkv * hd;
    memset(l->att, 0, sizeof(float) * (size_t)(T * q));
    for (int t0 = 0; t0 < T; t0 += S)
        for (int h = 0; h < s->H; h++) {
            const float *K = l->k + (size_t)(t0 * kv + h / (s->H / s->Hkv) * hd), *V = l->v + (K - l->k);
            float *p = lm_p(m, l, t0, S, h), *Q = l->q + (size_t)(t0 * q + h * hd);
            memset(p, 0, sizeof *p * (size_t)(S * S));
            gemm_add(S, S, hd, (struct view){ Q, q, 1 }, (struct view){ K, 1, kv }, p, S);
            for (int i = 0; i < S; i++, p += S) {
                float top = -INFINITY, sum = 0, scale = 1 / sqrtf((float)hd);
                for (int j = 0; j <= i; j++)
                    top = fmaxf(top, p[j]);
                for (int j = 0; j < S; j++)
                    sum += p[j] = j <= i ? expf((p[j] - top) * scale) : 0;
                for (int j = 0; j <= i; j++)
                    p[j] /= sum;
            }
            gemm_add(S, hd, S, (struct view){ p - S * S, S, 1 }, (struct view){ V, kv, 1 }, l->att + (Q - l->q), q);
        }
}

/* dq, dk, dv from datt. ds is room for [S][S]. */
static void lm_attend_back(struct lm *m, const struct lm_kept *l, int T, int S, float *ds)
{
    const struct lm_shape *s = &m->s;
    int hd = s->hd, q = s->H * hd, kv = s->Hkv * hd;
    memset(m->dq, 0, sizeof(float) * (size_t)(T * q));
    memset(m->dk, 0, sizeof(float) * (size_t)(T * kv));
    memset(m->dv, 0, sizeof(float) * (size_t)(T * kv));
    for (int t0 = 0; t0 < T; t0 += S)
        for (int h = 0; h < s->H; h++) {
            ptrdiff_t at = t0 * q + h * hd, kat = t0 * kv + h / (s->H / s->Hkv) * hd;
            const float *p = lm_p(m, l, t0, S, h);
            struct view dy = { m->datt + at, q, 1 };
            gemm_add(S, hd, S, (struct view){ p, 1, S }, dy, m->dv + kat, kv);
            memset(ds, 0, sizeof *ds * (size_t)(S * S));
            gemm_add(S, S, hd, dy, (struct view){ l->v + kat, 1, kv }, ds, S);
            for (int i = 0; i < S; i++) {
                float dot = 0;
                for (int j = 0; j <= i; j++)
                    dot += ds[i * S + j] * p[i * S + j];
                for (int j = 0; j < S; j++)
                    ds[i * S + j] = p[i * S + j] * (ds[i * S + j] - dot) / sqrtf((float)hd);
            }
            gemm_add(S, hd, S, (struct view){ ds, S, 1 }, (struct view){ l->k + kat, kv, 1 }, m->dq + at, q);
            gemm_add(S, hd, S, (struct view){ ds, 1, S }, (struct view){ l->q + at, q, 1 }, m->dk + kat, kv);
        }
}

/* --- linear layers ------------------------------------------------------------------------------------- */

static const struct lora *lm_adapter(const struct lm *m, int l, int k)
{
    return m->lo[l][k].r ? &m->lo[l][k] : NULL;
}

static void lm_linear(struct lm *m, int l, int k, int T, const float *X, float *Y)
{
    const struct base *b = &m->lin[l][k];
    if (!m->w) {
        lora_fwd(b, lm_adapter(m, l, k), T, X, Y, m->kept[l].H[k]);
        return;
    }
    memset(Y, 0, sizeof *Y * (size_t)(T * b->out));
    gemm_add(T, b->out, b->in, (struct view){ X, b->in, 1 }, (struct view){ m->w + lm_at(&m->s, l, k), 1, b->in }, Y,
             b->out);
}

/* dX grows; so does the gradient of what is trained. */
static void lm_linear_back(struct lm *m, int l, int k, int T, const float *X, const float *dY, float *dX)
{
    const struct base *b = &m->lin[l][k];
    if (!m->w) {
        lora_bwd(b, lm_adapter(m, l, k), T, X, m->kept[l].H[k], dY, dX, m->dlo[l][k].A, m->dlo[l][k].B);
        return;
    }
    size_t at = lm_at(&m->s, l, k);
    gemm_add(T, b->in, b->out, (struct view){ dY, b->out, 1 }, (struct view){ m->w + at, b->in, 1 }, dX, b->in);
    gemm_add(b->out, b->in, T, (struct view){ dY, 1, b->out }, (struct view){ X, b->in, 1 }, m->dw + at, b->in);
}

/* --- the model ----------------------------------------------------------------------------------------- */

static void lm_layer(struct lm *m, int i, int T, int S, float *next)
{
    const struct lm_shape *s = &m->s;
    const struct lm_kept *l = &m->kept[i];
    size_t Td = (size_t)(T * s->d), Tf = (size_t)(T * s->ff);
    lm_norm(m, T, l->x, lm_at(s, i, LM_WQ) - (size_t)s->d, l->h1);
    lm_linear(m, i, LM_WQ, T, l->h1, l->q);
    lm_linear(m, i, LM_WK, T, l->h1, l->k);
    lm_linear(m, i, LM_WV, T, l->h1, l->v);
    lm_rope(s, T, S, l->q, s->H, 1);
    lm_rope(s, T, S, l->k, s->Hkv, 1);
    lm_attend(m, l, T, S);
    lm_linear(m, i, LM_WO, T, l->att, l->x2);
    for (size_t j = 0; j < Td; j++)
        l->x2[j] += l->x[j];
    lm_norm(m, T, l->x2, lm_at(s, i, LM_W1) - (size_t)s->d, l->h2);
    lm_linear(m, i, LM_W1, T, l->h2, l->g);
    lm_linear(m, i, LM_W3, T, l->h2, l->u);
    for (size_t j = 0; j < Tf; j++)
        l->act[j] = l->g[j] / (1 + expf(-l->g[j])) * l->u[j];
    lm_linear(m, i, LM_W2, T, l->act, next);
    for (size_t j = 0; j < Td; j++)
        next[j] += l->x2[j];
}

/* dx: in, the gradient of the layer's output; out, that of its input. */
static void lm_layer_back(struct lm *m, int i, int T, int S, float *ds)
{
    const struct lm_shape *s = &m->s;
    const struct lm_kept *l = &m->kept[i];
    size_t Td = (size_t)(T * s->d), Tf = (size_t)(T * s->ff), f4 = sizeof(float);
    memset(m->dact, 0, f4 * Tf);
    lm_linear_back(m, i, LM_W2, T, l->act, m->dx, m->dact);
    for (size_t j = 0; j < Tf; j++) {
        float sig = 1 / (1 + expf(-l->g[j]));
        m->du[j] = m->dact[j] * l->g[j] * sig;
        m->dg[j] = m->dact[j] * l->u[j] * sig * (1 + l->g[j] * (1 - sig));
    }
    memset(m->dh, 0, f4 * Td);
    lm_linear_back(m, i, LM_W1, T, l->h2, m->dg, m->dh);
    lm_linear_back(m, i, LM_W3, T, l->h2, m->du, m->dh);
    lm_norm_back(m, T, l->x2, lm_at(s, i, LM_W1) - (size_t)s->d, m->dh, m->dx);
    memset(m->datt, 0, f4 * (size_t)(T * s->H * s->hd));
    lm_linear_back(m, i, LM_WO, T, l->att, m->dx, m->datt);
    lm_attend_back(m, l, T, S, ds);
    lm_rope(s, T, S, m->dq, s->H, -1);
    lm_rope(s, T, S, m->dk, s->Hkv, -1);
    memset(m->dh, 0, f4 * Td);
    lm_linear_back(m, i, LM_WQ, T, l->h1, m->dq, m->dh);
    lm_linear_back(m, i, LM_WK, T, l->h1, m->dk, m->dh);
    lm_linear_back(m, i, LM_WV, T, l->h1, m->dv, m->dh);
    lm_norm_back(m, T, l->x, lm_at(s, i, LM_WQ) - (size_t)s->d, m->dh, m->dx);
}

/* Logits become the gradient of the mean loss; returns it. */
static double lm_loss(struct lm *m, const uint8_t *text, int T, int S)
{
    int V = m->s.V, count = T - T / S;
    double loss = 0;
    for (int t = 0; t < T; t++) {
        float *z = m->logits + (size_t)t * (size_t)V, top = -INFINITY, sum = 0;
        if (t % S == S - 1) {
            memset(z, 0, sizeof *z * (size_t)V);
            continue;
        }
        for (int v = 0; v < V; v++)
            top = fmaxf(top, z[v]);
        float at = z[text[t + 1]] - top;
        for (int v = 0; v < V; v++)
            sum += z[v] = expf(z[v] - top);
        for (int v = 0; v < V; v++)
            z[v] *= 1 / (sum * (float)count);
        z[text[t + 1]] -= 1 / (float)count;
        loss += logf(sum) - at;
    }
    return loss / count;
}

/* One batch of T bytes in documents of S: forward, backward into dlo or dw, which are cleared before. */
static double lm_pass(struct lm *m, const uint8_t *text, int T, int S)
{
    const struct lm_shape *s = &m->s;
    size_t d = (size_t)s->d, last = lm_count(s) - d;
    for (int t = 0; t < T; t++)
        for (size_t i = 0; i < d; i++)
            m->kept[0].x[(size_t)t * d + i] = m->w ? m->w[text[t] * d + i] : bf16_value(m->w16[text[t] * d + i]);
    for (int l = 0; l < s->L; l++)
        lm_layer(m, l, T, S, l + 1 < s->L ? m->kept[l + 1].x : m->x);
    lm_norm(m, T, m->x, last, m->h);
    struct view E = { m->w, 1, s->d };
    if (m->w) {
        memset(m->logits, 0, sizeof(float) * (size_t)(T * s->V));
        gemm_add(T, s->V, s->d, (struct view){ m->h, s->d, 1 }, E, m->logits, s->V);
    } else {
        lora_fwd(&m->head, NULL, T, m->h, m->logits, NULL);
    }
    double loss = lm_loss(m, text, T, S);
    memset(m->dh, 0, sizeof(float) * (size_t)T * d);
    memset(m->dx, 0, sizeof(float) * (size_t)T * d);
    if (m->w) {
        struct view dZ = { m->logits, s->V, 1 }, dZt = { m->logits, 1, s->V };
        gemm_add(T, s->d, s->V, dZ, (struct view){ m->w, s->d, 1 }, m->dh, s->d);
        gemm_add(s->V, s->d, T, dZt, (struct view){ m->h, s->d, 1 }, m->dw, s->d);
    } else {
        lora_bwd(&m->head, NULL, T, m->h, NULL, m->logits, m->dh, NULL, NULL);
    }
    lm_norm_back(m, T, m->x, last, m->dh, m->dx);
    float *ds = m->logits; /* free by now; [S][S] fits where S <= V, and T >= S */
    for (int l = s->L - 1; l >= 0; l--)
        lm_layer_back(m, l, T, S, ds);
    if (m->dw)
        for (int t = 0; t < T; t++)
            for (size_t i = 0; i < d; i++)
                m->dw[text[t] * d + i] += m->dx[(size_t)t * d + i];
    return loss;
}

#endif
