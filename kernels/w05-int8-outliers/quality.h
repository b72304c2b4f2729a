/*
 * quality.h: what quantised weights cost a language model. microlm reads texts of its language with the
 * weights that the learner's functions made; its perplexity is compared with that of its own weights.
 * Included by oracle.c, once.
 */
#ifndef W05_QUALITY_H
#define W05_QUALITY_H

#include <ridge/oracle.h>

#include "../microlm/gemm.c"
#include "../microlm/net.c"
#include "../microlm/linears.h"
#include "../microlm/synthlang.c"

enum { DOCS = 2, DOC = 256 };
enum { TEXTS = 1000, CALIBRATION = 2000 }; /* other texts for the scales than for the judgement */

/* Most that the perplexity may grow by. Measured: see lab.lua. */
static const double INT8_MOST = 1.01, INT4_MOST = 1.03;

/* The model reads DOCS texts, named from `first`, with weights w; the mean loss in nats. NULL: no memory. */
static struct net *read_texts(const struct microlm_shape *s, const float *w, uint64_t first, double *loss)
{
    static uint8_t text[DOCS * DOC];
    struct synth_lang lang;
    struct net *n = net_create(s, DOCS * DOC, DOC);
    synth_lang_init(&lang, 1);
    for (int k = 0; k < DOCS; k++)
        synth_text(&lang, first + (uint64_t)k, text + k * DOC, NULL, DOC);
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

/* The root mean square of each channel that a matrix reads, on texts kept for this. */
int rms_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    struct microlm m;
    double loss;
    (void)seed;
    if (!b || trained(c, &m))
        return -1;
    const struct microlm_shape *s = &m.shape;
    float *w = widened(&m), *out = b->data;
    struct net *n = w && b->count == (size_t)s->L * part_at(s, PARTS) ? read_texts(s, w, CALIBRATION, &loss) : NULL;
    for (int l = 0; n && l < s->L; l++)
        for (int part = 0; part < PARTS; part++) {
            const struct layer *y = n->layer + l;
            const float *x = (const float *[PARTS]){ y->h1, y->att, y->h2, y->act }[part];
            size_t width = part_at(s, part + 1) - part_at(s, part);
            for (size_t i = 0; i < width; i++) {
                double sum = 1e-12;
                for (size_t t = 0; t < DOCS * DOC; t++)
                    sum += (double)x[t * width + i] * x[t * width + i];
                *out++ = (float)sqrt(sum / (DOCS * DOC));
            }
        }
    int ok = n != NULL;
    net_destroy(n);
    free(w);
    microlm_free(&m);
    return ok ? 0 : -1;
}

/* Perplexity with the quantised matrices of `got` over `plain`, the loss without; negative: no memory. */
static double grown(const struct microlm *m, float *w, const float *got, double plain)
{
    double loss = 0;
    for (int l = 0; l < m->shape.L; l++)
        for (int k = 0; k < LINEARS; k++) {
            size_t at = microlm_at(&m->shape, LINEAR[k].tensor, l);
            memcpy(w + at, got + at, microlm_size(&m->shape, LINEAR[k].tensor) * sizeof *w);
        }
    struct net *n = read_texts(&m->shape, w, TEXTS, &loss);
    double ratio = n ? exp(loss - plain) : -1;
    net_destroy(n);
    return ratio;
}

static void judge_quality(const double ratio[3], int planted, struct ridge_verdict *v)
{
    static const char *const what[3] = { "int8 rows", "four bits in groups", "four bits with AWQ scales" };
    const double most[3] = { INT8_MOST, INT4_MOST, planted ? ratio[1] : INT4_MOST };
    for (int k = 0; k < 3; k++)
        if (!(ratio[k] <= most[k])) {
            snprintf(v->message, sizeof v->message,
                     "quality: %s: perplexity is %.4f times that of the 16-bit model, %.4f is allowed%s", what[k],
                     ratio[k], most[k], planted && k == 2 ? ": that of the same bits without scales" : "");
            return;
        }
    ridge_count(v, "ppl_int8", ratio[0]);
    ridge_count(v, "ppl_int4", ratio[1]);
    ridge_count(v, "ppl_awq", ratio[2]);
    v->pass = 1;
}

int quality_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *got[3] = { ridge_data(c, "int8"), ridge_data(c, "int4"), ridge_data(c, "scaled4") };
    struct microlm m;
    double plain = 0, ratio[3];
    if (!got[0] || !got[1] || !got[2] || trained(c, &m))
        return -1;
    float *w = widened(&m);
    struct net *n = w ? read_texts(&m.shape, w, TEXTS, &plain) : NULL;
    int ok = n != NULL;
    net_destroy(n);
    for (int k = 0; ok && k < 3; k++) {
        ratio[k] = grown(&m, w, got[k], plain);
        ok = !(ratio[k] < 0);
    }
    if (ok)
        judge_quality(ratio, ridge_int(c, "planted") > 0, v);
    free(w);
    microlm_free(&m);
    return ok ? 0 : -1;
}

#endif
