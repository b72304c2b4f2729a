/*
 * harness.c: lays out the arguments that the learner's functions take, and has them prune two language models. Texts
 * and activations are made here; whether what comes out is any good the oracle finds out.
 */
#include <microlm/gemm.c>
#include <microlm/net.c>
#include <microlm/synthlang.c>
#include <ridge/frame.h>
#include <stdlib.h>

#include "lab.h"

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

/* A poisoned block of exactly `bytes`; ends the process when there is none. */
static void *block(size_t bytes)
{
    void *p = malloc(bytes ? bytes : 1);
    if (!p)
        abort();
    memset(p, 0xff, bytes);
    return p;
}

/* args: H Hkv keep | score | kept [H], status [1] */
HARNESS(heads)
{
    memset(f->buf[1], 0xff, f->count[1] * sizeof(int32_t)); /* no head: the oracle looks for it behind the last */
    *(int32_t *)f->buf[2] = heads_kept((int)f->i[0], (int)f->i[1], (int)f->i[2], f->buf[0], f->buf[1]);
}

/* args: out in n m | W norm | mask, status [1] */
HARNESS(nm)
{
    memset(f->buf[2], 0xff, f->count[2]); /* neither value of a mask: the oracle looks for it where a call is refused */
    *(int32_t *)f->buf[3] = wanda_nm(f->i[0], f->i[1], f->buf[0], f->buf[1], (int)f->i[2], (int)f->i[3], f->buf[2]);
}

/* args: rows cols nr nc all | W r c | out */
HARNESS(cut)
{
    int64_t all = f->i[4]; /* 1: all rows, 2: all columns */
    narrow(f->i[0], f->i[1], f->buf[0], f->i[2], all & 1 ? NULL : f->buf[1], f->i[3], all & 2 ? NULL : f->buf[2],
           f->buf[3]);
}

/* A case cannot say infinity: 1e300 stands for it. */
static double temperature(double T)
{
    return T < 1e300 ? T : INFINITY;
}

/* args: rows V T | student teacher counts | loss [1], grad, status [1] */
HARNESS(forward)
{
    *(int32_t *)f->buf[5] =
        kd_forward(f->i[0], f->i[1], temperature(f->d[2]), f->buf[0], f->buf[1], f->buf[2], f->buf[3], f->buf[4]);
}
HARNESS(reverse)
{
    *(int32_t *)f->buf[5] =
        kd_reverse(f->i[0], f->i[1], temperature(f->d[2]), f->buf[0], f->buf[1], f->buf[2], f->buf[3], f->buf[4]);
}

/* --- microlm ------------------------------------------------------------------------------------------------- */

static const struct microlm_shape whole = { 256, 4, 8, 2, 32, 768, 256, 1024, 10000, 1e-5f };
enum { DOCS = 2, DOC = 128, TOKENS = DOCS * DOC, HEADS = 6, WIDTH = 576, DEPTH = 3 };

static float *widened(const uint16_t *bits, size_t n)
{
    float *w = block(n * sizeof *w);
    for (size_t k = 0; k < n; k++)
        w[k] = microlm_float(bits[k]);
    return w;
}

/* `docs` texts from number `first` on. */
static void texts(uint64_t first, int docs, int bytes, uint8_t *text)
{
    struct synth_lang lang;
    synth_lang_init(&lang, 1);
    for (int k = 0; k < docs; k++)
        synth_text(&lang, first + (uint64_t)k, text + k * bytes, NULL, (size_t)bytes);
}

/* Which activations a matrix reads. */
static const float *read_by(const struct layer *y, enum microlm_tensor t)
{
    return t <= MLM_WV ? y->h1 : t == MLM_WO ? y->att : t == MLM_W2 ? y->act : y->h2;
}

enum method { ROWS, MAGNITUDE, TWO_FOUR };

/* Each matrix of `w` after its mask, by inputs of `tokens` tokens. */
static void prune(const struct microlm_shape *s, const struct net *n, int64_t tokens, enum method how, float *w)
{
    for (int l = 0; l < s->L; l++)
        for (enum microlm_tensor t = MLM_WQ; t <= MLM_W2; t++) {
            int64_t out = microlm_rows(s, t), in = microlm_cols(s, t);
            float *m = w + microlm_at(s, t, l), *norm = block((size_t)in * sizeof *norm);
            uint8_t *mask = block((size_t)(out * in));
            if (t != MLM_NORM2) {
                channel_norms(tokens, in, read_by(n->layer + l, t), norm);
                for (int64_t c = 0; how == MAGNITUDE && c < in; c++)
                    norm[c] = 1;
                if (how == TWO_FOUR)
                    wanda_nm(out, in, m, norm, 2, 4, mask);
                else
                    wanda_rows(out, in, m, norm, in / 2, mask);
                for (int64_t i = 0; i < out * in; i++)
                    m[i] = mask[i] == 1 ? m[i] : 0;
            }
            free(mask);
            free(norm);
        }
}

/* The next tensor of a smaller model: rows r and columns c of the one in `from`, NULL: all. */
static float *cut_to(float *to, const struct microlm_shape *s, const float *from, enum microlm_tensor t, int l, int nr,
                     const int32_t *r, int nc, const int32_t *c)
{
    int rows = microlm_rows(s, t), cols = microlm_cols(s, t);
    nr = r ? nr : rows, nc = c ? nc : cols;
    narrow(rows, cols, from + microlm_at(s, t, l), nr, r, nc, c, to);
    return to + (size_t)nr * (size_t)nc;
}

/* Heads are `hd` rows of wq and columns of wo each; neurons rows of w1 and w3 and columns of w2. NULL: all stay. */
static float *cut_layer(float *to, const float *w, int l, int q, const int32_t *rows, int ff, const int32_t *neurons)
{
    const struct microlm_shape *s = &whole;
    to = cut_to(to, s, w, MLM_NORM1, l, 0, NULL, 0, NULL);
    to = cut_to(to, s, w, MLM_WQ, l, q, rows, 0, NULL);
    to = cut_to(to, s, w, MLM_WK, l, 0, NULL, 0, NULL);
    to = cut_to(to, s, w, MLM_WV, l, 0, NULL, 0, NULL);
    to = cut_to(to, s, w, MLM_WO, l, 0, NULL, q, rows);
    to = cut_to(to, s, w, MLM_NORM2, l, 0, NULL, 0, NULL);
    to = cut_to(to, s, w, MLM_W1, l, ff, neurons, 0, NULL);
    to = cut_to(to, s, w, MLM_W3, l, ff, neurons, 0, NULL);
    return cut_to(to, s, w, MLM_W2, l, 0, NULL, ff, neurons);
}

static float *ends(float *to, const float *w, enum microlm_tensor t)
{
    size_t n = microlm_size(&whole, t);
    memcpy(to, w + microlm_at(&whole, t, whole.L - 1), n * sizeof *to);
    return to + n;
}

/* Six of eight heads a layer, three of the four that share a KV head. */
static void fewer_heads(const struct net *n, const float *w, float *to)
{
    double score[8];
    int32_t kept[HEADS], rows[HEADS * 32];
    to = ends(to, w, MLM_EMBED);
    for (int l = 0; l < whole.L; l++) {
        head_scores(TOKENS, whole.H, whole.hd, n->layer[l].att, score);
        if (heads_kept(whole.H, whole.Hkv, HEADS / whole.Hkv, score, kept))
            abort();
        for (int k = 0; k < HEADS * 32; k++)
            rows[k] = kept[k / 32] * 32 + k % 32;
        to = cut_layer(to, w, l, HEADS * 32, rows, 0, NULL);
    }
    ends(to, w, MLM_NORMF);
}

/* Three of four neurons, by the length of their outputs over the tokens. */
static void narrower(const struct net *n, const float *w, float *to)
{
    float norm[768];
    double score[768];
    int32_t neurons[WIDTH];
    to = ends(to, w, MLM_EMBED);
    for (int l = 0; l < whole.L; l++) {
        channel_norms(TOKENS, whole.ff, n->layer[l].act, norm);
        for (int k = 0; k < whole.ff; k++)
            score[k] = -(double)norm[k];
        least(whole.ff, score, WIDTH, neurons);
        to = cut_layer(to, w, l, 0, NULL, WIDTH, neurons);
    }
    ends(to, w, MLM_NORMF);
}

/* All layers but the one of least influence. */
static void shallower(const struct net *n, const float *w, float *to)
{
    size_t plane = (size_t)TOKENS * (size_t)whole.d;
    float *x = block((size_t)(whole.L + 1) * plane * sizeof *x);
    double score[4];
    int32_t gone = 0;
    for (int l = 0; l <= whole.L; l++)
        memcpy(x + (size_t)l * plane, l < whole.L ? n->layer[l].x : n->x, plane * sizeof *x);
    layer_influence(whole.L, TOKENS, whole.d, x, score);
    least(whole.L, score, 1, &gone);
    to = ends(to, w, MLM_EMBED);
    for (int l = 0; l < whole.L; l++)
        if (l != gone)
            to = cut_layer(to, w, l, 0, NULL, 0, NULL);
    ends(to, w, MLM_NORMF);
    free(x);
}

/* args: draw | trained | rows, magnitude, two_four, heads, width, depth */
HARNESS(microlm)
{
    static uint8_t text[TOKENS];
    size_t count = microlm_count(&whole);
    float *w = widened(f->buf[0], count);
    struct net *n = net_create(&whole, TOKENS, DOC);
    if (!n)
        abort();
    texts(100000 * (uint64_t)f->i[0], DOCS, DOC, text);
    net_forward(n, w, text, DOCS, DOC);
    for (enum method how = ROWS; how <= TWO_FOUR; how++) {
        memcpy(f->buf[1 + how], w, count * sizeof *w);
        prune(&whole, n, TOKENS, how, f->buf[1 + how]);
    }
    fewer_heads(n, w, f->buf[4]);
    narrower(n, w, f->buf[5]);
    shallower(n, w, f->buf[6]);
    net_destroy(n);
    free(w);
}

/* --- the draft: pruned, then taught by what it was --------------------------------------------------------------- */

static const struct microlm_shape small = { 64, 2, 2, 1, 32, 192, 256, 1024, 10000, 1e-5f };
enum { PUPILS = 4, PAGE = 64, READ = PUPILS * PAGE };

struct adam {
    float *m, *v;
    int t;
};

/* A step of Adam on the weights that are not 0; the others stay so. */
static void step(struct adam *a, size_t n, const float *grad, float *w)
{
    double c1 = 1 - pow(.9, ++a->t), c2 = 1 - pow(.999, a->t);
    for (size_t k = 0; k < n; k++) {
        a->m[k] = .9f * a->m[k] + .1f * grad[k];
        a->v[k] = .999f * a->v[k] + .001f * grad[k] * grad[k];
        if (w[k] != 0)
            w[k] -= (float)(1e-3 * (a->m[k] / c1) / (sqrt(a->v[k] / c2) + 1e-8));
    }
}

typedef int kd_fn(int64_t, int64_t, double, const float *, const float *, const uint8_t *, double *, float *);

/* `steps` steps by `loss`, the teacher's weights in `old`; curve: the loss of each. */
static void teach(kd_fn *loss, double T, uint64_t first, int steps, const float *old, float *w, float *curve)
{
    size_t count = microlm_count(&small), logits = (size_t)READ * (size_t)small.V;
    struct net *teacher = net_create(&small, READ, PAGE), *pupil = net_create(&small, READ, PAGE);
    struct adam a = { calloc(count, sizeof(float)), calloc(count, sizeof(float)), 0 };
    float *grad = block(count * sizeof *grad), *dz = block(logits * sizeof *dz);
    static uint8_t text[READ], counts[READ];
    if (!teacher || !pupil || !a.m || !a.v)
        abort();
    for (int t = 0; t < steps; t++) {
        double said = 0;
        texts(first + (uint64_t)(t * PUPILS), PUPILS, PAGE, text);
        for (int i = 0; i < READ; i++)
            counts[i] = i % PAGE < PAGE - 1;
        const float *z = net_forward(teacher, old, text, PUPILS, PAGE);
        float *y = net_forward(pupil, w, text, PUPILS, PAGE);
        if (loss(READ, small.V, T, y, z, counts, &said, dz))
            abort();
        memcpy(y, dz, logits * sizeof *y);
        net_backward(pupil, w, grad);
        step(&a, count, grad, w);
        curve[t] = (float)said;
    }
    net_destroy(teacher);
    net_destroy(pupil);
    free(a.m);
    free(a.v);
    free(grad);
    free(dz);
}

/* args: draw steps T | draft | pruned, by_forward, by_reverse, curve [steps], back [steps] */
HARNESS(distil)
{
    static uint8_t text[READ];
    size_t count = microlm_count(&small);
    float *w = widened(f->buf[0], count);
    uint64_t first = 100000 * (uint64_t)f->i[0];
    struct net *n = net_create(&small, READ, PAGE);
    if (!n)
        abort();
    texts(first, PUPILS, PAGE, text);
    net_forward(n, w, text, PUPILS, PAGE);
    memcpy(f->buf[1], w, count * sizeof *w);
    prune(&small, n, READ, TWO_FOUR, f->buf[1]);
    net_destroy(n);
    for (int k = 0; k < 2; k++) {
        memcpy(f->buf[2 + k], f->buf[1], count * sizeof *w);
        teach(k ? kd_reverse : kd_forward, f->d[2], first + PUPILS, (int)f->i[1], w, f->buf[2 + k], f->buf[4 + k]);
    }
    free(w);
}
