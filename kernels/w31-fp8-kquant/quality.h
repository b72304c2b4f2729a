/*
 * quality.h: what codecs cost a language model. microlm reads texts of its language with weights that the learner's
 * functions made, and, for five of the variants, with activations that are rounded on their way into each matrix: by
 * one int8 scale a tensor, after SmoothQuant's division or a Hadamard rotation, or to E4M3. Included by oracle.c, once.
 */
#ifndef W31_QUALITY_H
#define W31_QUALITY_H

#include <ridge/oracle.h>

#include "../microlm/gemm.c"
static void judged_gemm(int m, int n, int k, struct view A, struct view B, float *C, int ldc, int add);
#define gemm judged_gemm
#include "../microlm/net.c"
#undef gemm
#include "../microlm/linears.h"
#include "../microlm/synthlang.c"

enum { DOCS = 2, DOC = 256, ROTATED = 256 };
enum { TEXTS = 1000, CALIBRATION = 2000 }; /* other texts for the maxima than for the judgement */

/* --- activations on their way into a matrix ------------------------------------------------------------------- */

enum rounding { AS_THEY_ARE, INT8, SMOOTHED, CLIPPED, TURNED, FLOAT8 };

/* What judged_gemm does to the inputs of a matrix of `w`. */
static struct {
    enum rounding how;
    const struct microlm_shape *s;
    const float *w, *scales, *most; /* SmoothQuant's scales and the calibration's maxima, of every channel */
    const int8_t *sign;
    float *room;
} acting;

static const float *scales_of(size_t at)
{
    const struct microlm_shape *s = acting.s;
    for (int l = 0; l < s->L; l++)
        for (int k = 0; k < LINEARS; k++)
            if (at == microlm_at(s, LINEAR[k].tensor, l))
                return acting.scales + (size_t)l * part_at(s, PARTS) + part_at(s, LINEAR[k].reads);
    return NULL;
}

/* Hadamard's transform of n numbers, n a power of two, each multiplied by its sign before. */
static void turned(float *x, const int8_t *sign, int n)
{
    for (int i = 0; i < n; i++)
        x[i] *= sign[i];
    for (int h = 1; h < n; h *= 2)
        for (int i = 0; i < n; i++)
            if (!(i & h)) {
                float a = x[i], b = x[i + h];
                x[i] = a + b;
                x[i + h] = a - b;
            }
    for (int i = 0; i < n; i++)
        x[i] /= sqrtf((float)n);
}

/* E4M3 of a/scale times the scale, by the exponent; |a| / scale is at most 448. */
static float through_e4m3(float a, float scale)
{
    double q = fabs(a / scale);
    int e = q >= 0x1p-6 ? ilogb(q) : -6;
    return (float)copysign(ldexp(rint(ldexp(q, 3 - e)), e - 3) * scale, a);
}

/* One scale for all of a tensor: int8, or E4M3. `limit`: a scale from elsewhere; what is larger is clipped. */
static void round_tensor(float *x, size_t n, enum rounding how, float limit)
{
    float most = limit;
    for (size_t i = 0; i < n; i++)
        if (limit > 0)
            x[i] = fminf(fmaxf(x[i], -limit), limit);
        else
            most = fmaxf(most, fabsf(x[i]));
    float scale = most / (how == FLOAT8 ? 448.f : 127.f);
    for (size_t i = 0; scale > 0 && i < n; i++)
        x[i] = how == FLOAT8 ? through_e4m3(x[i], scale) : rintf(x[i] / scale) * scale;
}

static void judged_gemm(int m, int n, int k, struct view A, struct view B, float *C, int ldc, int add)
{
    size_t at = acting.w ? (size_t)(B.at - acting.w) : 0;
    const float *s = acting.w && B.at > acting.w && at < microlm_count(acting.s) ? scales_of(at) : NULL;
    if (acting.how == AS_THEY_ARE || !s) {
        gemm(m, n, k, A, B, C, ldc, add);
        return;
    }
    size_t all = (size_t)m * (size_t)k;
    memcpy(acting.room, A.at, all * sizeof *A.at);
    for (size_t i = 0; (acting.how == SMOOTHED || acting.how == CLIPPED) && i < all; i++)
        acting.room[i] /= s[i % (size_t)k];
    float limit = 0;
    for (int c = 0; acting.how == CLIPPED && c < k; c++)
        limit = fmaxf(limit, acting.most[(s - acting.scales) + c] / s[c]);
    for (size_t i = 0; acting.how == TURNED && i < all; i += ROTATED)
        turned(acting.room + i, acting.sign, ROTATED);
    round_tensor(acting.room, all, acting.how, limit);
    gemm(m, n, k, (struct view){ acting.room, k, 1 }, B, C, ldc, add);
}

/* --- the model -------------------------------------------------------------------------------------------------- */

/* DOCS texts: of the language, named from `first`, or, shifted, prose of another kind: one letter over and over. */
static void texts(uint64_t first, int shifted, uint8_t *text)
{
    struct synth_lang lang;
    synth_lang_init(&lang, 1);
    for (int k = 0; k < DOCS; k++) {
        synth_text(&lang, first + (uint64_t)k, text + k * DOC, NULL, DOC);
        if (shifted)
            memset(text + k * DOC + 1, 'a' + k, DOC - 1);
    }
}

/* The model reads texts with weights w; the mean loss in nats. NULL: no memory. */
static struct net *read_texts(const struct microlm_shape *s, const float *w, uint64_t first, int shifted, double *loss)
{
    static uint8_t text[DOCS * DOC];
    struct net *n = net_create(s, DOCS * DOC, DOC);
    texts(first, shifted, text);
    if (!n)
        return NULL;
    net_forward(n, w, text, DOCS, DOC);
    *loss = net_loss(n, w, NULL, NULL, NULL);
    return n;
}

static float *widened(const struct microlm *m)
{
    float *w = malloc(m->count * sizeof *w);
    for (size_t k = 0; w && k < m->count; k++)
        w[k] = microlm_float(m->w[k]);
    return w;
}

/* The largest magnitude of each channel that a matrix reads, on texts kept for this. */
int most_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    struct microlm m;
    double loss;
    (void)seed;
    if (!b || trained(c, &m))
        return -1;
    const struct microlm_shape *s = &m.shape;
    float *w = widened(&m), *out = b->data;
    acting.how = AS_THEY_ARE;
    struct net *n = w && b->count == (size_t)s->L * part_at(s, PARTS)
                        ? read_texts(s, w, CALIBRATION, ridge_int(c, "shifted") == 1, &loss)
                        : NULL;
    for (int l = 0; n && l < s->L; l++)
        for (int part = 0; part < PARTS; part++) {
            const struct layer *y = n->layer + l;
            const float *x = (const float *[PARTS]){ y->h1, y->att, y->h2, y->act }[part];
            size_t width = part_at(s, part + 1) - part_at(s, part);
            for (size_t i = 0; i < width; i++, out++) {
                *out = 0;
                for (size_t t = 0; t < DOCS * DOC; t++)
                    *out = fmaxf(*out, fabsf(x[t * width + i]));
            }
        }
    int ok = n != NULL;
    net_destroy(n);
    free(w);
    microlm_free(&m);
    return ok ? 0 : -1;
}

/* --- the judgement ----------------------------------------------------------------------------------------- */

/* Variants: which output has the weights (NULL: int8 of the model's own), and how activations are rounded. `most` is
 * for the model as it is and with planted channels; 0: told, not judged. */
static const struct variant {
    const char *output, *counter, *what;
    enum rounding how;
    double most[2];
} VARIANT[] = {
    { "w_e4m3", "ppl_e4m3", "E4M3, weights and activations, a scale for each tensor", FLOAT8, { 1.02, 1.02 } },
    { "w_q40", "ppl_q4_0", "Q4_0, weights alone", AS_THEY_ARE, { 1.05, 0 } },
    { "w_q4k", "ppl_q4_K", "Q4_K, weights alone", AS_THEY_ARE, { 1.05, 0 } },
    { "w_q6k", "ppl_q6_K", "Q6_K, weights alone", AS_THEY_ARE, { 1.005, 1.01 } },
    { NULL, "ppl_int8", "int8, weights and activations", INT8, { 0, 0 } },
    { "w_smooth", "ppl_smooth", "int8 with your SmoothQuant scales", SMOOTHED, { 1.02, 1.02 } },
    { "w_smooth", "ppl_static", "the same, activations by a scale from the calibration", CLIPPED, { 0, 0 } },
    { "w_turned", "ppl_turned", "int8 of rotated weights and activations", TURNED, { 1.05, 1.05 } },
};
enum { VARIANTS = sizeof VARIANT / sizeof VARIANT[0] };

/* Perplexity of a variant over `plain`, the loss without; negative: no memory. */
static double grown(const struct ridge_case *c, const struct microlm *m, float *w, const struct variant *x,
                    double plain)
{
    const float *got = x->output ? ridge_data(c, x->output) : NULL;
    double loss = 0;
    for (int l = 0; l < m->shape.L; l++)
        for (int k = 0; k < LINEARS; k++) {
            size_t at = microlm_at(&m->shape, LINEAR[k].tensor, l), n = microlm_size(&m->shape, LINEAR[k].tensor);
            for (size_t i = 0; i < n; i++)
                w[at + i] = got ? got[at + i] : microlm_float(m->w[at + i]);
            if (!got)
                round_tensor(w + at, n, INT8, 0);
        }
    acting.how = x->how;
    struct net *n = read_texts(&m->shape, w, TEXTS, 0, &loss);
    acting.how = AS_THEY_ARE;
    double ratio = n ? exp(loss - plain) : -1;
    net_destroy(n);
    return ratio;
}

int quality_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct microlm m;
    double plain = 0;
    int planted = ridge_int(c, "planted") > 0, shifted = ridge_int(c, "shifted") == 1, ok;
    if (trained(c, &m))
        return -1;
    float *w = widened(&m), *room = malloc(DOCS * DOC * (size_t)m.shape.ff * sizeof *room);
    struct net *n = w && room ? read_texts(&m.shape, w, TEXTS, 0, &plain) : NULL;
    ok = n != NULL;
    net_destroy(n);
    acting.s = &m.shape;
    acting.w = w;
    acting.scales = ridge_data(c, "scale");
    acting.most = ridge_data(c, "most");
    acting.sign = ridge_data(c, "settled");
    acting.room = room;
    v->pass = ok;
    for (int k = 0; ok && k < VARIANTS; k++) {
        double ratio = grown(c, &m, w, VARIANT + k, plain), most = shifted ? 0 : VARIANT[k].most[planted];
        ok = !(ratio < 0);
        ridge_count(v, VARIANT[k].counter, ratio);
        if (most > 0 && !(ratio <= most) && v->pass) {
            snprintf(v->message, sizeof v->message,
                     "quality: %s: perplexity is %.4f times that of the 16-bit model, %.4f is allowed", VARIANT[k].what,
                     ratio, most);
            v->pass = 0;
        }
    }
    acting.w = NULL;
    free(w);
    free(room);
    microlm_free(&m);
    return ok ? 0 : -1;
}

#endif
