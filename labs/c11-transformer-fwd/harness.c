/*
 * harness.c: cuts one array of weights into a model, and gives the learner's functions room of exact
 * size, so that the sanitizer sees a step too far. Nothing is judged here.
 */
#include <ridge/frame.h>
#include <stdlib.h>

#include "lab.h"

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

/* A poisoned block of `count` floats; ends the process when there is none. */
static float *room(size_t count)
{
    float *p = malloc(count ? count * sizeof *p : 1);
    if (!p)
        abort();
    memset(p, 0xff, count * sizeof *p);
    return p;
}

static const bf16 *cut(const bf16 **at, int rows, int cols)
{
    const bf16 *w = *at;
    *at += (size_t)rows * (size_t)cols;
    return w;
}

struct engine {
    tf_model m;
    tf_layer *layer;
    tf_cache c;
    tf_room r;
};

static void open_room(struct engine *e)
{
    tf_shape s = e->m.s;
    size_t n = TF_BLOCK, d = (size_t)s.d, q = (size_t)s.H * (size_t)s.hd, ff = (size_t)s.ff;
    size_t kv = (size_t)s.L * (size_t)s.ctx * (size_t)s.Hkv * (size_t)s.hd, row = d > ff ? d : ff;
    e->c = (tf_cache){ room(kv), room(kv), 0 };
    e->r = (tf_room){ room(n * d), room(n * d), room(n * q), room(n * q), room(n * ff), room(n * ff),
                      room(n * (size_t)s.ctx), room(n * (size_t)s.hd), room(row > q ? row : q),
                      room(((size_t)s.L + 1) * d) };
}

/* The scalars of every call about a model: d L H Hkv hd ff V ctx base, in this order. */
static struct engine engine_open(const struct ridge_frame *f, const bf16 *w)
{
    tf_shape s = { (int)f->i[0], (int)f->i[1], (int)f->i[2], (int)f->i[3], (int)f->i[4],
                   (int)f->i[5], (int)f->i[6], (int)f->i[7], (float)f->i[8], 1e-5f };
    struct engine e = { .m = { .s = s }, .layer = malloc((size_t)s.L * sizeof *e.layer) };
    if (!e.layer)
        abort();
    e.m.embed = cut(&w, s.V, s.d);
    for (tf_layer *l = e.layer; l < e.layer + s.L; l++) {
        l->norm1 = cut(&w, 1, s.d);
        l->wq = cut(&w, s.H * s.hd, s.d);
        l->wk = cut(&w, s.Hkv * s.hd, s.d);
        l->wv = cut(&w, s.Hkv * s.hd, s.d);
        l->wo = cut(&w, s.d, s.H * s.hd);
        l->norm2 = cut(&w, 1, s.d);
        l->w1 = cut(&w, s.ff, s.d);
        l->w3 = cut(&w, s.ff, s.d);
        l->w2 = cut(&w, s.d, s.ff);
    }
    e.m.normf = cut(&w, 1, s.d);
    e.m.layer = e.layer;
    open_room(&e);
    return e;
}

static void engine_close(struct engine *e)
{
    tf_room r = e->r;
    float *all[] = { r.x, r.h, r.q, r.att, r.g, r.u, r.score, r.turn, r.row, r.stream, e->c.k, e->c.v };
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        free(all[k]);
    free(e->layer);
}

/* Tokens that are to be there already, without asking the learner to compute them. */
static void warm(struct engine *e, const float *past, int len)
{
    tf_shape s = e->m.s;
    size_t kv = (size_t)s.Hkv * (size_t)s.hd, each = (size_t)len * kv;
    for (int l = 0; l < s.L; l++) {
        memcpy(e->c.k + (size_t)l * (size_t)s.ctx * kv, past + 2 * (size_t)l * each, each * sizeof *past);
        memcpy(e->c.v + (size_t)l * (size_t)s.ctx * kv, past + (2 * (size_t)l + 1) * each, each * sizeof *past);
    }
    e->c.len = len;
}

/*
 * scalars: shape | P (bytes in the first call), n (bytes in all)
 * args: weights, text [n] | logits [n - P + 1][V], stream [L + 1][d], len [1]
 * The first P bytes in one call, then one byte a call.
 */
HARNESS(forward)
{
    struct engine e = engine_open(f, f->buf[0]);
    const uint8_t *text = f->buf[1];
    float *logits = f->buf[2];
    int P = (int)f->i[9], n = (int)f->i[10];
    tf_forward(&e.m, &e.c, &e.r, text, P, logits);
    for (int t = P; t < n; t++)
        tf_forward(&e.m, &e.c, &e.r, text + t, 1, logits += e.m.s.V);
    memcpy(f->buf[3], e.r.stream, ((size_t)e.m.s.L + 1) * (size_t)e.m.s.d * sizeof(float));
    *(int32_t *)f->buf[4] = e.c.len;
    engine_close(&e);
}

/*
 * scalars: shape | P (bytes of the past), n
 * args: weights, text [n], past [L][2][P][Hkv*hd] | logits [n][V]
 * Like forward, with a past that costs nothing: n bytes, one a call.
 */
HARNESS(decode)
{
    struct engine e = engine_open(f, f->buf[0]);
    const uint8_t *text = f->buf[1];
    warm(&e, f->buf[2], (int)f->i[9]);
    for (int t = 0; t < (int)f->i[10]; t++)
        tf_forward(&e.m, &e.c, &e.r, text + t, 1, (float *)f->buf[3] + (size_t)t * (size_t)e.m.s.V);
    engine_close(&e);
}

/* scalars: shape | n; args: weights, text [n] | logits [V]: n bytes in one call */
HARNESS(prefill)
{
    struct engine e = engine_open(f, f->buf[0]);
    tf_forward(&e.m, &e.c, &e.r, f->buf[1], (int)f->i[9], f->buf[2]);
    engine_close(&e);
}

/* scalars: shape | P, n; args: weights, text [P] | said [n]: the likeliest byte, n times */
HARNESS(greedy)
{
    struct engine e = engine_open(f, f->buf[0]);
    uint8_t *said = f->buf[2];
    float *logits = room((size_t)e.m.s.V);
    tf_forward(&e.m, &e.c, &e.r, f->buf[1], (int)f->i[9], logits);
    for (int t = 0; t < (int)f->i[10]; t++) {
        int b = tf_pick(logits, e.m.s.V, 0, 0, 0);
        said[t] = (uint8_t)b;
        if (b < 0 || b >= e.m.s.V || t + 1 == (int)f->i[10])
            break;
        tf_forward(&e.m, &e.c, &e.r, said + t, 1, logits);
    }
    free(logits);
    engine_close(&e);
}

/* scalars: V, n; args: logits [n][V], draws [n][3] (temperature, top_k, u) | chosen [n] */
HARNESS(pick)
{
    int V = (int)f->i[0];
    const float *draw = f->buf[1];
    float *z = room((size_t)V);
    for (int k = 0; k < (int)f->i[1]; k++) {
        memcpy(z, (const float *)f->buf[0] + (size_t)k * (size_t)V, (size_t)V * sizeof *z);
        ((int32_t *)f->buf[2])[k] = tf_pick(z, V, draw[3 * k], (int)draw[3 * k + 1], draw[3 * k + 2]);
    }
    free(z);
}

/* scalars: d, eps; args: x, gain [d] | y, self [d]: self is x, normed in place */
HARNESS(rmsnorm)
{
    int d = (int)f->i[0];
    rmsnorm(f->buf[2], f->buf[0], f->buf[1], d, (float)f->d[1]);
    memcpy(f->buf[3], f->buf[0], (size_t)d * sizeof(float));
    rmsnorm(f->buf[3], f->buf[3], f->buf[1], d, (float)f->d[1]);
}

/* scalars: d; args: g, u [d] | y, self [d]: self is g, gated in place */
HARNESS(swiglu)
{
    int d = (int)f->i[0];
    swiglu(f->buf[2], f->buf[0], f->buf[1], d);
    memcpy(f->buf[3], f->buf[0], (size_t)d * sizeof(float));
    swiglu(f->buf[3], f->buf[3], f->buf[1], d);
}

/* scalars: pos, heads, hd, base; args: v [heads][hd] | turn [hd], turned [heads][hd] */
HARNESS(rotate)
{
    int heads = (int)f->i[1], hd = (int)f->i[2];
    rope_turns(f->buf[1], hd, (int)f->i[0], (float)f->i[3]);
    memcpy(f->buf[2], f->buf[0], (size_t)heads * (size_t)hd * sizeof(float));
    rope(f->buf[2], heads, hd, f->buf[1]);
}

/* scalars: len, H, Hkv, hd; args: q [H*hd], k, v [len][Hkv*hd] | out [H*hd] */
HARNESS(attention)
{
    int len = (int)f->i[0];
    float *score = room((size_t)len);
    attend(f->buf[3], f->buf[0], f->buf[1], f->buf[2], len, (int)f->i[1], (int)f->i[2], (int)f->i[3], score);
    free(score);
}

/* scalars: n, in, out; args: W [out][in], x [n][in] | y [n][out] */
HARNESS(multiply)
{
    float *row = room((size_t)f->i[1]);
    linear(f->buf[2], f->buf[1], f->buf[0], (int)f->i[0], (int)f->i[1], (int)f->i[2], row);
    free(row);
}
