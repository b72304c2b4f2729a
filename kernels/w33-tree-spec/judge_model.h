/*
 * judge_model.h: which layers a draft may skip, and microlm, read by its own forward pass: whole texts at once, no
 * cache, no tree, no draft. Included by oracle.c, once, after its rows and sentences.
 */
#ifndef W33_JUDGE_MODEL_H
#define W33_JUDGE_MODEL_H

#include "../microlm/gemm.c"
#include "../microlm/net.c"
#include "../microlm/synthlang.c"
#include "../microlm/trained.h"

/* --- layers to skip --------------------------------------------------------------------------------------------- */

static int layers_in(unsigned set)
{
    int n = 0;
    for (; set; set >>= 1)
        n += set & 1;
    return n;
}

/* Agreement falls with each layer that is left out, more with some than with others; flat 1: with some not at all; 2:
 * with all alike; 3: no set without one layer agrees at all. */
int agree_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    double *a = ridge_data(c, buffer), harm[16], with[16][16];
    int L = (int)ridge_int(c, "L"), flat = (int)ridge_int(c, "flat");
    if (!a || L < 1 || L > 16)
        return -1;
    for (int l = 0; l < L; l++) {
        harm[l] = flat == 2 ? .125 : flat && ridge_next(&seed) % 2 ? 0 : .3 * ridge_uniform(&seed);
        for (int k = 0; k < L; k++)
            with[l][k] = flat ? 0 : .15 * ridge_uniform(&seed) - .05;
    }
    for (unsigned keep = 0; keep < 1u << L; keep++) {
        double at = 1;
        for (int l = 0; l < L; l++)
            for (int k = 0; k <= l; k++)
                if (!(keep >> l & 1) && !(keep >> k & 1))
                    at *= k == l ? 1 - harm[l] : 1 - with[l][k];
        a[keep] = flat == 3 && layers_in(keep) == L - 1 ? 0 : fmin(1, fmax(0, at));
    }
    return 0;
}

static double gain(double a, int K, double c)
{
    double sum = 0, power = 1;
    for (int k = 0; k <= K; k++, power *= a)
        sum += power;
    return sum / (1 + K * c);
}

int skip_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const double *a = ridge_data(c, "agree"), *notes = ridge_data(c, "notes4");
    const int32_t *keep = ridge_data(c, "keep_set");
    int L = (int)ridge_int(c, "L"), K = (int)ridge_int(c, "K");
    unsigned set = (1u << L) - 1, best = set;
    double most = gain(1, K, 1);
    char text[200];
    if (!a || !notes || !keep)
        return -1;
    if (misused(v, notes))
        return 0;
    ridge_count(v, "asked", notes[3]);
    for (int left = L - 1; left > 0; left--) {
        unsigned next = 0;
        for (int l = 0; l < L; l++)
            if (set >> l & 1 && (!next || a[set - (1u << l)] > a[next]))
                next = set - (1u << l);
        set = next;
        if (gain(a[set], K, (double)left / L) > most * (1 + 1e-12)) {
            most = gain(a[set], K, (double)left / L);
            best = set;
        }
    }
    if ((unsigned)*keep != best) {
        snprintf(text, sizeof text, "layers: the set %#x was chosen, expected %#x: %d of %d layers, %.4f times as fast",
                 (unsigned)*keep, best, layers_in(best), L, most);
        return fails(v, text);
    }
    v->pass = 1;
    return 0;
}

/* --- microlm ---------------------------------------------------------------------------------------------------- */

static struct microlm kept[2]; /* weights.bin, draft.bin, read once */

static const struct microlm *trained_model(int small)
{
    struct microlm *m = &kept[small != 0];
    return m->w || !microlm_trained(small ? "draft.bin" : "weights.bin", m) ? m : NULL;
}

/* Only the layers of `keep`; free .w. */
static struct microlm with_layers(const struct microlm *m, unsigned keep)
{
    struct microlm cut = { .shape = m->shape };
    cut.shape.L = layers_in(keep & ((1u << m->shape.L) - 1));
    if (!cut.shape.L)
        return cut;
    cut.count = microlm_count(&cut.shape);
    cut.w = malloc(cut.count * sizeof *cut.w);
    if (!cut.w)
        return cut;
    size_t each = (microlm_at(&m->shape, MLM_NORMF, m->shape.L - 1) - microlm_at(&m->shape, MLM_NORM1, 0)) /
                  (size_t)m->shape.L, at = microlm_size(&m->shape, MLM_EMBED);
    memcpy(cut.w, m->w, at * sizeof *m->w);
    for (int l = 0; l < m->shape.L; l++)
        if (keep >> l & 1) {
            memcpy(cut.w + at, m->w + microlm_at(&m->shape, MLM_NORM1, l), each * sizeof *m->w);
            at += each;
        }
    memcpy(cut.w + at, m->w + microlm_at(&m->shape, MLM_NORMF, m->shape.L - 1),
           (size_t)m->shape.d * sizeof *m->w);
    return cut;
}

/* The pair of a microlm case, small: microlm's draft and its first layer. Models a case needs once: its first. */
static struct microlm model_of(const struct ridge_case *c, int which)
{
    int small = ridge_int(c, "small") == 1;
    const struct microlm *m = trained_model(small || which);
    return m ? with_layers(m, small && which ? 1 : ~0u) : (struct microlm){ 0 };
}

static int weights_fill(struct ridge_case *c, const char *buffer, int which)
{
    struct microlm m = model_of(c, which);
    return microlm_give(ridge_buffer(c, buffer), &m);
}

int target_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    (void)seed;
    return weights_fill(c, buffer, 0);
}

int draft_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    (void)seed;
    return weights_fill(c, buffer, 1);
}

int shapes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    (void)seed;
    for (size_t k = 0; b && k < b->count / SHAPE; k++) {
        struct microlm m = model_of(c, (int)k);
        const struct microlm_shape *s = &m.shape;
        const int32_t n[SHAPE] = { s->d, s->L, s->H, s->Hkv, s->hd, s->ff, s->V, s->ctx, (int32_t)s->base };
        if (!m.w)
            return -1;
        memcpy((int32_t *)b->data + k * SHAPE, n, sizeof n);
        free(m.w);
    }
    return b ? 0 : -1;
}

int text_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    struct synth_lang lang;
    if (!b)
        return -1;
    synth_lang_init(&lang, LANGUAGE);
    synth_text(&lang, seed, b->data, NULL, b->count);
    return 0;
}

int bytes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b)
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((int32_t *)b->data)[k] = 33 + (int32_t)(ridge_next(&seed) % 90);
    return 0;
}

struct reader {
    struct microlm_shape s;
    float *w;
    struct net *net;
};

static int reader_open(struct reader *r, struct microlm *m, int longest)
{
    *r = (struct reader){ .s = m->shape, .w = m->w ? malloc(m->count * sizeof *r->w) : NULL };
    for (size_t k = 0; r->w && k < m->count; k++)
        r->w[k] = microlm_float(m->w[k]);
    r->net = r->w ? net_create(&r->s, longest, longest) : NULL;
    microlm_free(m);
    return r->net ? 0 : -1;
}

static void reader_close(struct reader *r)
{
    if (r->net)
        net_destroy(r->net);
    free(r->w);
}

int layers_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *parent = ridge_data(c, "parents"), *token = ridge_data(c, "bytes");
    const struct ridge_buffer *b = ridge_buffer(c, "logits");
    const double *fault = ridge_data(c, "fault");
    const struct microlm *whole = trained_model(ridge_int(c, "small") == 1);
    struct microlm cut = whole ? with_layers(whole, (unsigned)ridge_int(c, "keep")) : (struct microlm){ 0 };
    struct reader r;
    uint8_t text[NODES];
    char say[160];
    if (!parent || !token || !b || !fault)
        return -1;
    if (misused(v, fault)) {
        free(cut.w);
        return 0;
    }
    v->pass = 1;
    int bad = reader_open(&r, &cut, NODES);
    for (int i = 0; !bad && v->pass && i < (int)b->count / r.s.V; i++) {
        int n = 0;
        for (int j = i; j >= 0; j = parent[j])
            text[NODES - ++n] = (uint8_t)token[j];
        const float *want = net_forward(r.net, r.w, text + NODES - n, 1, n) + (n - 1) * r.s.V;
        const float *got = (const float *)b->data + i * r.s.V;
        for (int x = 0; v->pass && x < r.s.V; x++)
            if (!(fabsf(got[x] - want[x]) <= CLOSE * (1 + fabsf(want[x])))) {
                snprintf(say, sizeof say, "logits: node %d, token %d: %.6g, expected %.6g", i, x, got[x], want[x]);
                fails(v, say);
            }
    }
    reader_close(&r);
    return bad ? -1 : 0;
}

/* Each byte is the likeliest one, but for sums in another order. */
static int greedy(const float *z, int V, const uint8_t *said, int want, struct ridge_verdict *v)
{
    char text[200];
    for (int k = 0; k < want; k++, z += V) {
        int best = 0;
        for (int x = 1; x < V; x++)
            best = z[x] > z[best] ? x : best;
        if (z[said[k]] >= z[best] - CLOSE)
            continue;
        snprintf(text, sizeof text, "greedy: byte %d said is %d, plain decoding says %d (logits %.5f and %.5f)", k,
                 said[k], best, z[said[k]], z[best]);
        return fails(v, text);
    }
    v->pass = 1;
    return 0;
}

/* Is the text as surprising as the model's own texts are, and does it take the likeliest byte as often? Both sums are of
 * terms with mean 0, given what came before, if each byte is drawn from the model's row. */
static int sampled(const float *z, int V, const uint8_t *said, int want, struct ridge_verdict *v)
{
    double off[2] = { 0 }, variance[2] = { 0 };
    char text[200];
    for (int k = 0; k < want; k++, z += V) {
        double sum = 0, mean = 0, square = 0, most = 0;
        int best = 0;
        for (int x = 0; x < V; x++)
            best = z[x] > z[best] ? x : best;
        for (int x = 0; x < V; x++)
            sum += exp(z[x] - z[best]);
        for (int x = 0; x < V; x++) {
            double p = exp(z[x] - z[best]) / sum, surprise = log(sum) - (z[x] - z[best]);
            mean += p * surprise;
            square += p * surprise * surprise;
            most = p > most ? p : most;
        }
        off[0] += log(sum) - (z[said[k]] - z[best]) - mean;
        variance[0] += square - mean * mean;
        off[1] += (said[k] == best) - most;
        variance[1] += most * (1 - most);
    }
    for (int k = 0; k < 2; k++)
        if (!(fabs(off[k]) <= TAIL * sqrt(variance[k]) + 1e-3 * want)) {
            snprintf(text, sizeof text, "sampled: %d bytes are off the model's own %s by %.1f, one standard deviation is "
                     "%.1f", want, k ? "count of likeliest bytes" : "surprise in nats", off[k], sqrt(variance[k]));
            return fails(v, text);
        }
    v->pass = 1;
    return 0;
}

int microlm_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const uint8_t *prompt = ridge_data(c, "text"), *said = ridge_data(c, "said");
    const double *calls = ridge_data(c, "calls6"), *fault = ridge_data(c, "fault");
    int n = (int)ridge_int(c, "prompt"), want = (int)ridge_int(c, "want");
    struct reader r;
    if (!prompt || !said || !calls || !fault)
        return -1;
    if (misused(v, fault))
        return 0;
    ridge_count(v, "target_calls", calls[1] / calls[0]);
    ridge_count(v, "draft_calls", calls[2] / calls[0]);
    ridge_count(v, "nodes_max", calls[3]);
    ridge_count(v, "layers_kept", layers_in((unsigned)calls[4]));
    ridge_count(v, "tok_per_call", calls[5] / calls[0]);
    struct microlm m = model_of(c, 0);
    uint8_t *all = malloc((size_t)(n + want));
    int bad = reader_open(&r, &m, n + want) || !all;
    if (!bad) {
        memcpy(all, prompt, (size_t)n);
        memcpy(all + n, said, (size_t)want);
        const float *z = net_forward(r.net, r.w, all, 1, n + want) + (size_t)(n - 1) * (size_t)r.s.V;
        (ridge_int(c, "sampled") ? sampled : greedy)(z, r.s.V, said, want, v);
    }
    free(all);
    reader_close(&r);
    return bad ? -1 : 0;
}

#endif
