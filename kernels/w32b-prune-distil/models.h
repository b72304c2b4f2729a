/*
 * models.h: what pruning and teaching leave of two language models, by the perplexity on texts that nothing was
 * fitted on. Included by oracle.c, once.
 */
#ifndef W32B_MODELS_H
#define W32B_MODELS_H

#include <ridge/oracle.h>

#include "../microlm/gemm.c"
#include "../microlm/net.c"
#include "../microlm/synthlang.c"
#include "../microlm/trained.h"

enum { DOCS = 2, DOC = 128, TEXTS = 1000, PLANT_SEED = 7, PLANT_CHANNELS = 4 };
static const float PLANT_FACTOR = 64;

#define SAY(v, ...) (snprintf((v)->message, sizeof (v)->message, __VA_ARGS__), (v)->pass = 0)

static int whole_model(const struct ridge_case *c, struct microlm *m)
{
    if (microlm_trained("weights.bin", m))
        return -1;
    if (ridge_int(c, "planted"))
        microlm_plant(m, PLANT_SEED, PLANT_CHANNELS, PLANT_FACTOR);
    return 0;
}

int trained_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    struct microlm m;
    (void)seed;
    return whole_model(c, &m) ? -1 : microlm_give(ridge_buffer(c, buffer), &m);
}

int draft_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    struct microlm m;
    (void)seed;
    return microlm_trained("draft.bin", &m) ? -1 : microlm_give(ridge_buffer(c, buffer), &m);
}

/* The mean loss in nats of weights `w` on DOCS texts; negative: no memory. */
static double reads(const struct microlm_shape *s, const float *w)
{
    static uint8_t text[DOCS * DOC];
    struct synth_lang lang;
    struct net *n = net_create(s, DOCS * DOC, DOC);
    if (!n)
        return -1;
    synth_lang_init(&lang, 1);
    for (int k = 0; k < DOCS; k++)
        synth_text(&lang, TEXTS + (uint64_t)k, text + k * DOC, NULL, DOC);
    net_forward(n, w, text, DOCS, DOC);
    double loss = net_loss(n, w, NULL, NULL, NULL);
    net_destroy(n);
    return loss;
}

/* The loss of the model as it came. */
static double plain(const struct microlm *m)
{
    float *w = malloc(m->count * sizeof *w);
    double loss = -1;
    for (size_t k = 0; w && k < m->count; k++)
        w[k] = microlm_float(m->w[k]);
    if (w)
        loss = reads(&m->shape, w);
    free(w);
    return loss;
}

/* What is left of microlm: the output that holds it, its shape, how much perplexity may grow; 0: told, not judged.
 * The largest of draws 1 to 6 of the reference: 1.038, 1.046, 1.192, 1.057, 1.015, 1.161. */
static const struct rest {
    const char *output, *counter, *what;
    int H, ff, L;
    double most;
} REST[] = {
    { "w_rows", "ppl_wanda", "half of each row by Wanda", 8, 768, 4, 1.06 },
    { "w_magnitude", "ppl_magnitude", "half of each row by magnitude", 8, 768, 4, 0 },
    { "w_24", "ppl_two_four", "two of four by Wanda", 8, 768, 4, 1.27 },
    { "w_heads", "ppl_heads", "six of eight heads", 6, 768, 4, 1.12 },
    { "w_width", "ppl_width", "three of four neurons", 8, 576, 4, 1.04 },
    { "w_depth", "ppl_depth", "three of four layers", 8, 768, 3, 1.2 },
};

int microlm_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct microlm m;
    if (whole_model(c, &m))
        return -1;
    struct microlm_shape s = m.shape;
    double before = plain(&m);
    int ok = before >= 0;
    microlm_free(&m);
    v->pass = ok;
    for (size_t k = 0; ok && k < sizeof REST / sizeof REST[0]; k++) {
        s.H = REST[k].H, s.ff = REST[k].ff, s.L = REST[k].L;
        const struct ridge_buffer *b = ridge_buffer(c, REST[k].output);
        double loss = b && b->count == microlm_count(&s) ? reads(&s, b->data) : -1, ratio = exp(loss - before);
        ok = !(loss < 0);
        ridge_count(v, REST[k].counter, ratio);
        if (REST[k].most > 0 && !(ratio <= REST[k].most) && v->pass)
            SAY(v, "microlm, %s: perplexity is %.4f times that of the whole model, %.4f is allowed", REST[k].what,
                ratio, REST[k].most);
    }
    return ok ? 0 : -1;
}

int distil_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static const char *const output[3] = { "pruned", "by_forward", "by_reverse" };
    static const char *const counter[3] = { "ppl_pruned", "ppl_forward", "ppl_reverse" };
    static const double most[3] = { 0, 1.16, 1.28 };
    struct microlm m;
    double before, ratio[3];
    if (microlm_trained("draft.bin", &m))
        return -1;
    before = plain(&m);
    int ok = before >= 0;
    v->pass = ok;
    for (int k = 0; ok && k < 3; k++) {
        const struct ridge_buffer *b = ridge_buffer(c, output[k]);
        double loss = b && b->count == m.count ? reads(&m.shape, b->data) : -1;
        ok = !(loss < 0);
        ratio[k] = exp(loss - before);
        ridge_count(v, counter[k], ratio[k]);
        if (most[k] > 0 && !(ratio[k] <= most[k]) && v->pass)
            SAY(v, "the draft, %s: perplexity is %.4f times that of the whole draft, %.4f is allowed", counter[k] + 4,
                ratio[k], most[k]);
    }
    microlm_free(&m);
    return ok ? 0 : -1;
}

#endif
