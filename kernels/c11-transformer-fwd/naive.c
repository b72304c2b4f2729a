/*
 * naive.c: the model as it is written down, one token at a time, one number at a time. Each weight is
 * widened where it is used, each token of a prompt reads all weights again, each sum is one chain of
 * additions. It is the version to read first, and to trust when a faster one disagrees.
 */
#include "lab.h"

void rmsnorm(float *y, const float *x, const bf16 *gain, int d, float eps)
{
    float sum = 0;
    for (int i = 0; i < d; i++)
        sum += x[i] * x[i];
    float r = 1 / sqrtf(sum / (float)d + eps);
    for (int i = 0; i < d; i++)
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

void attend(float *out, const float *q, const float *k, const float *v, int len, int H, int Hkv, int hd,
            float *score)
{
    int width = Hkv * hd;
    for (int h = 0; h < H; h++) {
        int at = h / (H / Hkv) * hd;
        float top = -INFINITY, sum = 0;
        for (int t = 0; t < len; t++) {
            score[t] = 0;
            for (int i = 0; i < hd; i++)
                score[t] += q[h * hd + i] * k[(size_t)t * (size_t)width + (size_t)(at + i)];
            score[t] /= sqrtf((float)hd);
            top = fmaxf(top, score[t]);
        }
        for (int t = 0; t < len; t++)
            sum += score[t] = expf(score[t] - top);
        for (int i = 0; i < hd; i++) {
            out[h * hd + i] = 0;
            for (int t = 0; t < len; t++)
                out[h * hd + i] += score[t] / sum * v[(size_t)t * (size_t)width + (size_t)(at + i)];
        }
    }
}

void swiglu(float *y, const float *g, const float *u, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = g[i] / (1 + expf(-g[i])) * u[i];
}

void linear(float *y, const float *x, const bf16 *W, int n, int in, int out, float *row)
{
    (void)row;
    for (int t = 0; t < n; t++)
        for (int o = 0; o < out; o++) {
            float sum = 0;
            for (int i = 0; i < in; i++)
                sum += bf16_float(W[(size_t)o * (size_t)in + (size_t)i]) * x[t * in + i];
            y[t * out + o] = sum;
        }
}

static void add(float *x, const float *y, int n)
{
    for (int i = 0; i < n; i++)
        x[i] += y[i];
}

static void layer(const tf_model *m, int l, tf_cache *c, tf_room *r)
{
    tf_shape s = m->s;
    const tf_layer *w = m->layer + l;
    size_t kv = (size_t)s.Hkv * (size_t)s.hd, first = (size_t)l * (size_t)s.ctx * kv;
    float *k = c->k + first + (size_t)c->len * kv, *v = c->v + first + (size_t)c->len * kv;
    rmsnorm(r->h, r->x, w->norm1, s.d, s.eps);
    linear(r->q, r->h, w->wq, 1, s.d, s.H * s.hd, r->row);
    linear(k, r->h, w->wk, 1, s.d, s.Hkv * s.hd, r->row);
    linear(v, r->h, w->wv, 1, s.d, s.Hkv * s.hd, r->row);
    rope_turns(r->turn, s.hd, c->len, s.base);
    rope(r->q, s.H, s.hd, r->turn);
    rope(k, s.Hkv, s.hd, r->turn);
    attend(r->att, r->q, c->k + first, c->v + first, c->len + 1, s.H, s.Hkv, s.hd, r->score);
    linear(r->h, r->att, w->wo, 1, s.H * s.hd, s.d, r->row);
    add(r->x, r->h, s.d);
    rmsnorm(r->h, r->x, w->norm2, s.d, s.eps);
    linear(r->g, r->h, w->w1, 1, s.d, s.ff, r->row);
    linear(r->u, r->h, w->w3, 1, s.d, s.ff, r->row);
    swiglu(r->g, r->g, r->u, s.ff);
    linear(r->h, r->g, w->w2, 1, s.ff, s.d, r->row);
    add(r->x, r->h, s.d);
}

void tf_forward(const tf_model *m, tf_cache *c, tf_room *r, const uint8_t *text, int n, float *logits)
{
    tf_shape s = m->s;
    size_t d = (size_t)s.d;
    for (int t = 0; t < n; t++, c->len++) {
        for (size_t i = 0; i < d; i++)
            r->x[i] = bf16_float(m->embed[text[t] * d + i]);
        for (int l = 0; l < s.L; l++) {
            memcpy(r->stream + (size_t)l * d, r->x, d * sizeof(float));
            layer(m, l, c, r);
        }
    }
    memcpy(r->stream + (size_t)s.L * d, r->x, d * sizeof(float));
    rmsnorm(r->h, r->x, m->normf, s.d, s.eps);
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

int tf_pick(const float *logits, int V, float temperature, int top_k, float u)
{
    int best = 0, last = 0;
    double sum = 0, run = 0;
    for (int i = 1; i < V; i++)
        best = logits[i] > logits[best] ? i : best;
    if (temperature == 0)
        return best;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < V; i++) {
            if (top_k && rank_of(logits, V, i) >= top_k)
                continue;
            double p = exp((logits[i] - logits[best]) / temperature);
            sum += pass ? 0 : p;
            run += pass ? p : 0;
            last = i;
            if (pass && run > u * sum)
                return i;
        }
    return last;
}
