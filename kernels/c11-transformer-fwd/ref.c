/*
 * ref.c: the version that yours is timed against. What makes it faster than naive.c:
 *
 *   blocks of tokens    A prompt goes through a layer TF_BLOCK tokens at a time. Each row of weights
 *                       is widened to float once and used for all of them: 16 times fewer bytes read,
 *                       16 times less widening. Only attention still goes token by token.
 *   sixteen sums        A sum of floats is a chain in which each addition waits for the last, and a
 *                       compiler may not reorder it. Sixteen independent partial sums are one or two
 *                       vectors (gcc's own vector type: no intrinsics, any CPU), and four rows or four
 *                       tokens at a time hide the latency.
 *   four rows a token   When there is one token, four rows share each load of x.
 *   values by rows      The weighted sum of values runs over tokens outside and the head's width
 *                       inside: consecutive floats, no sum across them.
 *
 * Angles are computed once per token, not once per layer and head: the same for all of them.
 */
#include "lab.h"

enum { LANES = 16 };
typedef float lanes __attribute__((vector_size(LANES * 4), aligned(4)));
typedef uint32_t lanes_u32 __attribute__((vector_size(LANES * 4)));
typedef uint16_t lanes_u16 __attribute__((vector_size(LANES * 2), aligned(2)));

static inline lanes load(const float *x)
{
    return *(const lanes *)x;
}

/* Sixteen weights to floats: their bits are the upper halves. */
static inline lanes widen(const bf16 *w)
{
    return (lanes)(__builtin_convertvector(*(const lanes_u16 *)w, lanes_u32) << 16);
}

static inline float total(lanes s)
{
    float sum = 0;
    for (int j = 0; j < LANES; j++)
        sum += s[j];
    return sum;
}

void rmsnorm(float *y, const float *x, const bf16 *gain, int d, float eps)
{
    lanes s = { 0 };
    int i = 0;
    for (; i + LANES <= d; i += LANES)
        s += load(x + i) * load(x + i);
    for (; i < d; i++)
        s[0] += x[i] * x[i];
    float r = 1 / sqrtf(total(s) / (float)d + eps);
    for (i = 0; i < d; i++)
        y[i] = x[i] * r * bf16_float(gain[i]);
}

void rope_turns(float *turn, int hd, int pos, float base)
{
    for (int i = 0; i < hd / 2; i++) {
        double a = pos * pow(base, -2. * i / hd);
        turn[i] = (float)cos(a);
        turn[hd / 2 + i] = (float)sin(a);
    }
}

void rope(float *v, int heads, int hd, const float *turn)
{
    for (int h = 0; h < heads; h++, v += hd)
        for (int i = 0; i < hd / 2; i++) {
            float re = v[i], im = v[hd / 2 + i], c = turn[i], s = turn[hd / 2 + i];
            v[i] = re * c - im * s;
            v[hd / 2 + i] = re * s + im * c;
        }
}

static float dot(const float *a, const float *b, int n)
{
    lanes s = { 0 };
    int i = 0;
    for (; i + LANES <= n; i += LANES)
        s += load(a + i) * load(b + i);
    for (; i < n; i++)
        s[0] += a[i] * b[i];
    return total(s);
}

/* One query head against one KV head, whose tokens are `step` floats apart. */
static void attend_head(float *restrict out, const float *q, const float *k, const float *v, int len, size_t step,
                        int hd, float *restrict score)
{
    float top = -INFINITY, sum = 0, scale = 1 / sqrtf((float)hd);
    for (int t = 0; t < len; t++) {
        score[t] = dot(q, k + (size_t)t * step, hd) * scale;
        top = fmaxf(top, score[t]);
    }
    memset(out, 0, (size_t)hd * sizeof *out);
    for (int t = 0; t < len; t++) {
        float p = expf(score[t] - top);
        const float *row = v + (size_t)t * step;
        sum += p;
        for (int i = 0; i < hd; i++)
            out[i] += p * row[i];
    }
    for (int i = 0; i < hd; i++)
        out[i] /= sum;
}

#ifndef OTHER_ATTEND
void attend(float *out, const float *q, const float *k, const float *v, int len, int H, int Hkv, int hd,
            float *score)
{
    for (int h = 0; h < H; h++) {
        int at = h / (H / Hkv) * hd;
        attend_head(out + h * hd, q + h * hd, k + at, v + at, len, (size_t)Hkv * (size_t)hd, hd, score);
    }
}
#endif

void swiglu(float *y, const float *g, const float *u, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = g[i] / (1 + expf(-g[i])) * u[i];
}

/* One row, widened already, times up to four tokens; results are `out` floats apart. */
static void row_times_tokens(float *y, const float *x, const float *row, int in, int out, int tokens)
{
    lanes s[4] = { { 0 } };
    const float *xs[4];
    int i = 0;
    for (int t = 0; t < 4; t++)
        xs[t] = x + (t < tokens ? t : 0) * in;
    for (; i + LANES <= in; i += LANES) {
        lanes w = load(row + i);
#pragma GCC unroll 4
        for (int t = 0; t < 4; t++)
            s[t] += w * load(xs[t] + i);
    }
    for (; i < in; i++)
        for (int t = 0; t < 4; t++)
            s[t][0] += row[i] * xs[t][i];
    for (int t = 0; t < tokens; t++)
        y[t * out] = total(s[t]);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

#ifndef OTHER_LINEAR
/* Up to four rows of weights times one token: each load of x serves all of them. */
static void rows_times_token(float *y, const float *x, const bf16 *W, int in, int rows)
{
    lanes s[4] = { { 0 } };
    const bf16 *w[4];
    int i = 0;
    for (int r = 0; r < 4; r++)
        w[r] = W + (size_t)(r < rows ? r : 0) * (size_t)in;
    for (; i + LANES <= in; i += LANES) {
        lanes v = load(x + i);
#pragma GCC unroll 4
        for (int r = 0; r < 4; r++)
            s[r] += widen(w[r] + i) * v;
    }
    for (; i < in; i++)
        for (int r = 0; r < 4; r++)
            s[r][0] += bf16_float(w[r][i]) * x[i];
    for (int r = 0; r < rows; r++)
        y[r] = total(s[r]);
}

void linear(float *y, const float *x, const bf16 *W, int n, int in, int out, float *row)
{
    if (n == 1) {
        for (int o = 0; o < out; o += 4)
            rows_times_token(y + o, x, W + (size_t)o * (size_t)in, in, least(4, out - o));
        return;
    }
    for (int o = 0; o < out; o++, W += in) {
        for (int i = 0; i < in; i++)
            row[i] = bf16_float(W[i]);
        for (int t = 0; t < n; t += 4)
            row_times_tokens(y + t * out + o, x + t * in, row, in, out, least(4, n - t));
    }
}
#endif

static void add(float *restrict x, const float *restrict y, int n)
{
    for (int i = 0; i < n; i++)
        x[i] += y[i];
}

static void norms(float *h, const float *x, const bf16 *gain, tf_shape s, int n)
{
    for (int t = 0; t < n; t++)
        rmsnorm(h + t * s.d, x + t * s.d, gain, s.d, s.eps);
}

/* Tokens [c->len, c->len + n) of layer l: q, k, v, rotation, attention; att [n][H*hd] */
static void attention(const tf_model *m, int l, const tf_cache *c, tf_room *r, int n)
{
    tf_shape s = m->s;
    const tf_layer *w = m->layer + l;
    int wide = s.H * s.hd, kv = s.Hkv * s.hd;
    float *keys = c->k + (size_t)l * (size_t)s.ctx * (size_t)kv, *values = c->v + (keys - c->k);
    float *k = keys + (size_t)c->len * (size_t)kv, *v = values + (size_t)c->len * (size_t)kv;
    linear(r->q, r->h, w->wq, n, s.d, wide, r->row);
    linear(k, r->h, w->wk, n, s.d, kv, r->row);
    linear(v, r->h, w->wv, n, s.d, kv, r->row);
    for (int t = 0; t < n; t++) {
        rope(r->q + t * wide, s.H, s.hd, r->turn + t * s.hd);
        rope(k + t * kv, s.Hkv, s.hd, r->turn + t * s.hd); /* once: they stay in the cache like this */
        attend(r->att + t * wide, r->q + t * wide, keys, values, c->len + t + 1, s.H, s.Hkv, s.hd, r->score);
    }
}

static void layer(const tf_model *m, int l, const tf_cache *c, tf_room *r, int n)
{
    tf_shape s = m->s;
    const tf_layer *w = m->layer + l;
    norms(r->h, r->x, w->norm1, s, n);
    attention(m, l, c, r, n);
    linear(r->h, r->att, w->wo, n, s.H * s.hd, s.d, r->row);
    add(r->x, r->h, n * s.d);
    norms(r->h, r->x, w->norm2, s, n);
    linear(r->g, r->h, w->w1, n, s.d, s.ff, r->row);
    linear(r->u, r->h, w->w3, n, s.d, s.ff, r->row);
    swiglu(r->g, r->g, r->u, n * s.ff);
    linear(r->h, r->g, w->w2, n, s.ff, s.d, r->row);
    add(r->x, r->h, n * s.d);
}

/* n <= TF_BLOCK tokens through all layers; x of the last one is what is left at its place in r->x. */
static void block(const tf_model *m, tf_cache *c, tf_room *r, const uint8_t *text, int n)
{
    tf_shape s = m->s;
    size_t d = (size_t)s.d;
    const float *last = r->x + (size_t)(n - 1) * d;
    for (int t = 0; t < n; t++) {
        rope_turns(r->turn + t * s.hd, s.hd, c->len + t, s.base);
        for (size_t i = 0; i < d; i++)
            r->x[(size_t)t * d + i] = bf16_float(m->embed[text[t] * d + i]);
    }
    for (int l = 0; l < s.L; l++) {
        memcpy(r->stream + (size_t)l * d, last, d * sizeof *last);
        layer(m, l, c, r, n);
    }
    memcpy(r->stream + (size_t)s.L * d, last, d * sizeof *last);
    c->len += n;
}

void tf_forward(const tf_model *m, tf_cache *c, tf_room *r, const uint8_t *text, int n, float *logits)
{
    tf_shape s = m->s;
    for (int t = 0; t < n; t += TF_BLOCK)
        block(m, c, r, text + t, least(TF_BLOCK, n - t));
    rmsnorm(r->h, r->stream + (size_t)s.L * (size_t)s.d, m->normf, s.d, s.eps);
    linear(logits, r->h, m->embed, 1, s.d, s.V, r->row);
}

/* How many logits come before z[i] in order of size. */
static int rank_of(const float *z, int V, int i)
{
    int before = 0;
    for (int j = 0; j < V; j++)
        before += z[j] > z[i] || (z[j] == z[i] && j < i);
    return before;
}

static double weight(const float *z, int V, int i, int best, float temperature, int top_k)
{
    if (top_k > 0 && rank_of(z, V, i) >= top_k)
        return 0;
    return exp(((double)z[i] - z[best]) / temperature);
}

int tf_pick(const float *logits, int V, float temperature, int top_k, float u)
{
    int best = 0, last = 0;
    double sum = 0, run = 0;
    for (int i = 1; i < V; i++)
        best = logits[i] > logits[best] ? i : best;
    if (temperature == 0)
        return best;
    for (int i = 0; i < V; i++)
        sum += weight(logits, V, i, best, temperature, top_k);
    for (int i = 0; i < V; i++) {
        double p = weight(logits, V, i, best, temperature, top_k);
        run += p;
        last = p > 0 ? i : last;
        if (p > 0 && run > u * sum)
            return i;
    }
    return last; /* u so close to 1 that rounding ate it */
}
