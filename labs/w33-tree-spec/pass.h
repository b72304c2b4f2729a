/*
 * pass.h: microlm by its layers, as a submission calls them: n tokens at once, each of which sees the cache and those
 * of the n that its mask names. The sums of a token do not depend on which others are beside it, so that a tree and
 * plain decoding compute the same numbers. Included by harness.c, once.
 */
#ifndef W33_PASS_H
#define W33_PASS_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <microlm/model.h>

enum { PASS_TOKENS = 64, PASS_LANES = 16 };
typedef float pass_lanes __attribute__((vector_size(PASS_LANES * 4), aligned(4)));

struct lm {
    struct microlm_shape s;
    float *w, *turn;                    /* all weights; cosines and sines of each position */
    float *h, *q, *att, *g, *u, *score; /* of one pass */
    float *fresh;                       /* [L][PASS_TOKENS][2*Hkv*hd]: keys, then values, of the tokens of this pass */
    const float *(*slot)(const void *cache, int s); /* [L][2*Hkv*hd] of slot s */
    const void *cache;
    int len;                            /* slots that everybody sees */
    int layers;                         /* calls of lm_layer */
};

static float *pass_room(size_t n)
{
    float *p = malloc((n ? n : 1) * sizeof *p);
    if (!p)
        abort();
    return p;
}

/* Cut weights of `s` out of bf16 numbers, which may be freed afterwards. */
static struct lm *lm_open(const struct microlm_shape *s, const uint16_t *w)
{
    struct lm *m = calloc(1, sizeof *m);
    size_t n = microlm_count(s), T = PASS_TOKENS, half = (size_t)s->hd / 2;
    if (!m)
        abort();
    *m = (struct lm){ .s = *s, .w = pass_room(n), .turn = pass_room((size_t)s->ctx * (size_t)s->hd),
                      .h = pass_room(T * (size_t)s->d), .q = pass_room(T * (size_t)(s->H * s->hd)),
                      .att = pass_room(T * (size_t)(s->H * s->hd)), .g = pass_room(T * (size_t)s->ff),
                      .u = pass_room(T * (size_t)s->ff), .score = pass_room((size_t)s->ctx + T),
                      .fresh = pass_room((size_t)s->L * T * 2 * (size_t)(s->Hkv * s->hd)) };
    for (size_t k = 0; k < n; k++)
        m->w[k] = microlm_float(w[k]);
    for (size_t i = 0; i < half; i++) {
        double step = pow(s->base, -2. * (double)i / s->hd);
        for (size_t t = 0; t < (size_t)s->ctx; t++) {
            m->turn[t * 2 * half + i] = (float)cos((double)t * step);
            m->turn[t * 2 * half + half + i] = (float)sin((double)t * step);
        }
    }
    return m;
}

static void lm_close(struct lm *m)
{
    float *all[] = { m->w, m->turn, m->h, m->q, m->att, m->g, m->u, m->score, m->fresh };
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        free(all[k]);
    free(m);
}

static size_t lm_kv(const struct lm *m)
{
    return 2 * (size_t)(m->s.Hkv * m->s.hd);
}

static const float *lm_w(const struct lm *m, enum microlm_tensor t, int l)
{
    return m->w + microlm_at(&m->s, t, l);
}

static float pass_dot(const float *a, const float *b, int n)
{
    pass_lanes s = { 0 };
    float sum = 0;
    for (int i = 0; i < n; i += PASS_LANES)
        s += *(const pass_lanes *)(a + i) * *(const pass_lanes *)(b + i);
    for (int j = 0; j < PASS_LANES; j++)
        sum += s[j];
    return sum;
}

/* y[i][o] (+)= w[o] x[i] for n tokens, in rows of `step` numbers; a row of weights serves all of them. */
static void pass_linear(float *y, size_t step, const float *x, const float *w, int in, int out, int n, int add)
{
    for (int o = 0; o < out; o++, w += in)
        for (int i = 0; i < n; i++) {
            float *at = y + (size_t)i * step + o;
            *at = (add ? *at : 0) + pass_dot(w, x + (size_t)i * (size_t)in, in);
        }
}

static void pass_norm(float *y, const float *x, const float *gain, int d, int n, float eps)
{
    for (int i = 0; i < n; i++, x += d, y += d) {
        float r = 1 / sqrtf(pass_dot(x, x, d) / (float)d + eps);
        for (int k = 0; k < d; k++)
            y[k] = x[k] * r * gain[k];
    }
}

static void pass_rotate(float *v, int heads, int hd, const float *turn)
{
    for (int h = 0; h < heads; h++, v += hd)
        for (int i = 0; i < hd / 2; i++) {
            float re = v[i], im = v[hd / 2 + i], c = turn[i], s = turn[hd / 2 + i];
            v[i] = re * c - im * s;
            v[hd / 2 + i] = re * s + im * c;
        }
}

/* Keys of layer l that token i sees, in the order of the text; returns how many. */
static int pass_seen(const struct lm *m, int l, int n, uint64_t mask, const float **key)
{
    size_t kv = lm_kv(m);
    int seen = 0;
    for (int s = 0; s < m->len; s++)
        key[seen++] = m->slot(m->cache, s) + (size_t)l * kv;
    for (int j = 0; j < n; j++)
        if (mask >> j & 1)
            key[seen++] = m->fresh + ((size_t)l * PASS_TOKENS + (size_t)j) * kv;
    return seen;
}

static void pass_attend(const struct lm *m, float *out, const float *q, const float *const *key, int seen)
{
    const struct microlm_shape *s = &m->s;
    int hd = s->hd, wide = s->Hkv * hd;
    memset(out, 0, (size_t)(s->H * hd) * sizeof *out);
    for (int h = 0; h < s->H; h++, q += hd, out += hd) {
        int from = h / (s->H / s->Hkv) * hd;
        float top = -INFINITY, sum = 0;
        for (int t = 0; t < seen; t++) {
            m->score[t] = pass_dot(q, key[t] + from, hd) / sqrtf((float)hd);
            top = m->score[t] > top ? m->score[t] : top;
        }
        for (int t = 0; t < seen; t++) {
            float p = expf(m->score[t] - top);
            sum += p;
            for (int k = 0; k < hd; k++)
                out[k] += p * key[t][wide + from + k];
        }
        for (int k = 0; k < hd; k++)
            out[k] /= sum;
    }
}

static void pass_layer(struct lm *m, int l, int n, const int32_t *pos, const uint64_t *mask, float *x)
{
    const struct microlm_shape *s = &m->s;
    int wide = s->Hkv * s->hd, full = s->H * s->hd;
    size_t kv = lm_kv(m);
    float *fresh = m->fresh + (size_t)l * PASS_TOKENS * kv;
    const float **key = malloc(((size_t)m->len + PASS_TOKENS) * sizeof *key);
    if (!key)
        abort();
    pass_norm(m->h, x, lm_w(m, MLM_NORM1, l), s->d, n, s->eps);
    pass_linear(m->q, (size_t)full, m->h, lm_w(m, MLM_WQ, l), s->d, full, n, 0);
    pass_linear(fresh, kv, m->h, lm_w(m, MLM_WK, l), s->d, wide, n, 0);
    pass_linear(fresh + wide, kv, m->h, lm_w(m, MLM_WV, l), s->d, wide, n, 0);
    for (int i = 0; i < n; i++) {
        pass_rotate(m->q + (size_t)i * (size_t)full, s->H, s->hd, m->turn + (size_t)pos[i] * (size_t)s->hd);
        pass_rotate(fresh + (size_t)i * kv, s->Hkv, s->hd, m->turn + (size_t)pos[i] * (size_t)s->hd);
    }
    for (int i = 0; i < n; i++) {
        int seen = pass_seen(m, l, n, mask[i], key);
        pass_attend(m, m->att + (size_t)i * (size_t)full, m->q + (size_t)i * (size_t)full, key, seen);
    }
    pass_linear(x, (size_t)s->d, m->att, lm_w(m, MLM_WO, l), full, s->d, n, 1);
    pass_norm(m->h, x, lm_w(m, MLM_NORM2, l), s->d, n, s->eps);
    pass_linear(m->g, (size_t)s->ff, m->h, lm_w(m, MLM_W1, l), s->d, s->ff, n, 0);
    pass_linear(m->u, (size_t)s->ff, m->h, lm_w(m, MLM_W3, l), s->d, s->ff, n, 0);
    for (size_t k = 0; k < (size_t)n * (size_t)s->ff; k++)
        m->g[k] = m->g[k] / (1 + expf(-m->g[k])) * m->u[k];
    pass_linear(x, (size_t)s->d, m->g, lm_w(m, MLM_W2, l), s->ff, s->d, n, 1);
    free(key);
}

static void pass_embed(const struct lm *m, int n, const int32_t *token, float *x)
{
    size_t d = (size_t)m->s.d;
    for (int i = 0; i < n; i++)
        memcpy(x + (size_t)i * d, lm_w(m, MLM_EMBED, 0) + (size_t)token[i] * d, d * sizeof *x);
}

static void pass_head(struct lm *m, int n, const float *x, float *y)
{
    const struct microlm_shape *s = &m->s;
    pass_norm(m->h, x, lm_w(m, MLM_NORMF, s->L - 1), s->d, n, s->eps);
    pass_linear(y, (size_t)s->V, m->h, lm_w(m, MLM_EMBED, 0), s->d, s->V, n, 0);
}

#endif
