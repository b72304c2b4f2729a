/*
 * Inputs and judge of w12b-serve. microlm's own forward pass, in float with the 16-bit weights, reads
 * each prompt with what was said after it, all at once: no cache, no batch, no draft. For each byte said
 * it has the probability, and that of the likeliest one.
 */
#include <ridge/oracle.h>

#include "../microlm/gemm.c"
#include "../microlm/net.c"
#include "../microlm/synthlang.c"
#include "../microlm/trained.h"

enum { F_NONE, F_SEAT, F_BYTE, F_LEFT }; /* harness.c has the same */
enum { SHAPE = 9, REQ = 3, LANGUAGE = 1 };
static const double LEAST = .001, MEAN = 1.5; /* of p(said) / p(likeliest); of the mean of its inverse */

/* --- the models ------------------------------------------------------------------------------------ */

/* The draft of the small pair is the small model without its last layers. */
static void cut_layers(struct microlm *m, int L)
{
    struct microlm_shape s = m->shape;
    s.L = L;
    size_t from = microlm_at(&m->shape, MLM_NORMF, m->shape.L - 1), to = microlm_at(&s, MLM_NORMF, L - 1);
    memmove(m->w + to, m->w + from, (size_t)s.d * sizeof *m->w);
    m->count = microlm_count(&s);
    m->shape = s;
}

/* One of each, read and checked once: which 0 the model that is served, 1 its draft. */
static struct { struct microlm m; float *wide; } kept[2][2];

/* `small`: the pair for quick cases, of 115,008 weights and of its first layer. NULL: no such file, or no memory. */
static const struct microlm *pick_model(const struct ridge_case *c, int which)
{
    int small = ridge_int(c, "small") != 0;
    struct microlm *m = &kept[small][which].m;
    if (!m->w && microlm_trained(small || which ? "draft.bin" : "weights.bin", m))
        return NULL;
    if (small && which && m->shape.L > 1)
        cut_layers(m, 1);
    return m;
}

/* The served model's weights as floats. */
static const float *pick_weights(const struct ridge_case *c)
{
    const struct microlm *m = pick_model(c, 0);
    float **wide = &kept[ridge_int(c, "small") != 0][0].wide;
    if (m && !*wide && (*wide = malloc(m->count * sizeof **wide)))
        for (size_t k = 0; k < m->count; k++)
            (*wide)[k] = microlm_float(m->w[k]);
    return m ? *wide : NULL;
}

static int weights_fill(struct ridge_case *c, const char *buffer, int which)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    const struct microlm *m = b ? pick_model(c, which) : NULL;
    if (!m || m->count != b->count)
        return -1;
    memcpy(b->data, m->w, m->count * sizeof *m->w);
    return 0;
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
    int ctx = (int)(ridge_int(c, "longest") + ridge_int(c, "wmax"));
    (void)seed;
    for (int k = 0; k < 2; k++) {
        const struct microlm *m = b && b->count == 2 * SHAPE ? pick_model(c, k) : NULL;
        if (!m)
            return -1;
        const struct microlm_shape *s = &m->shape;
        const int32_t n[SHAPE] = { s->d, s->L, s->H, s->Hkv, s->hd, s->ff, s->V, ctx, (int32_t)s->base };
        memcpy((int32_t *)b->data + (ptrdiff_t)k * SHAPE, n, sizeof n);
    }
    return 0;
}

/* --- the requests ---------------------------------------------------------------------------------- */

static int between(uint64_t *seed, int lo, int hi)
{
    return lo + (int)(ridge_next(seed) % (uint64_t)(hi - lo + 1));
}

/* Rows of n, want, after: bytes said by then. Lengths are drawn between `least` and the most. */
int reqs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    int32_t *at = ridge_data(c, buffer);
    int n = (int)ridge_int(c, "n"), longest = (int)ridge_int(c, "longest"), most = (int)ridge_int(c, "wmax");
    double least = ridge_num(c, "least");
    if (!at || n < 1 || !(least > 0 && least <= 1))
        return -1;
    for (int k = 0; k < n; k++, at += REQ) {
        at[0] = between(&seed, (int)ceil(least * longest), longest);
        at[1] = between(&seed, (int)ceil(least * most), most);
        at[2] = k * (int)ridge_int(c, "spread");
    }
    return 0;
}

int text_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    uint8_t *text = ridge_data(c, buffer);
    size_t n = (size_t)ridge_int(c, "n"), longest = (size_t)ridge_int(c, "longest");
    struct synth_lang lang;
    if (!text)
        return -1;
    synth_lang_init(&lang, LANGUAGE);
    for (size_t k = 0; k < n; k++)
        synth_text(&lang, ridge_next(&seed), text + k * longest, NULL, longest);
    return 0;
}

/* --- the judge ------------------------------------------------------------------------------------- */

static int misused(struct ridge_verdict *v, const double *note)
{
    static const char *const text[] = {
        [F_SEAT] = "misuse: a byte was said for request %.0f, which has no seat: not there yet, or served already",
        [F_BYTE] = "misuse: request %.0f was told %.0f, which is no byte",
        [F_LEFT] = "mismatch: serve returned, and request %.0f has had %.0f bytes only",
    };
    int kind = note[0] >= F_SEAT && note[0] <= F_LEFT ? (int)note[0] : F_NONE;
    if (kind == F_NONE && note[0] == F_NONE)
        return 0;
    v->pass = 0;
    if (kind == F_NONE)
        snprintf(v->message, sizeof v->message, "mismatch: the harness's notes were overwritten");
    else
        snprintf(v->message, sizeof v->message, text[kind], note[1], note[2]);
    return 1;
}

struct judge {
    const struct microlm *m;
    const float *w;
    struct net *net;
    uint8_t *doc;
    double regret, worst; /* sum and largest of ln p(likeliest) - ln p(said) */
    int said, bad_id, bad_at, bad_byte, bad_best;
};

static int judge_open(struct judge *j, const struct ridge_case *c, int longest)
{
    j->m = pick_model(c, 0);
    j->w = pick_weights(c);
    if (!j->m || !j->w)
        return -1;
    j->doc = malloc((size_t)longest);
    j->net = net_create(&j->m->shape, longest, longest);
    return j->doc && j->net ? 0 : -1;
}

static void judge_close(struct judge *j)
{
    net_destroy(j->net);
    free(j->doc);
}

/* doc: n bytes of the prompt, then `want` that were said. The softmax's sum is the same for all bytes of a row. */
static void judge_request(struct judge *j, int id, int n, int want)
{
    int V = j->m->shape.V;
    const float *z = net_forward(j->net, j->w, j->doc, 1, n + want) + (ptrdiff_t)(n - 1) * V;
    for (int t = 0; t < want; t++, z += V) {
        int said = j->doc[n + t], best = 0;
        for (int b = 1; b < V; b++)
            best = z[b] > z[best] ? b : best;
        double off = (double)z[best] - z[said];
        j->regret += off;
        j->said++;
        if (off > j->worst) {
            j->worst = off;
            j->bad_id = id;
            j->bad_at = t;
            j->bad_byte = said;
            j->bad_best = best;
        }
    }
}

/* The bytes said for request `id`, in order, behind its prompt; how many. */
static int gather(const int32_t *log, size_t pairs, int id, uint8_t *to, int want)
{
    int got = 0;
    for (size_t k = 0; k < pairs && got < want; k++)
        if (log[2 * k] == id)
            to[got++] = (uint8_t)log[2 * k + 1];
    return got;
}

static void conclude(const struct judge *j, const double *note, struct ridge_verdict *v)
{
    double ratio = exp(j->regret / j->said);
    if (j->worst > -log(LEAST) || ratio > MEAN) {
        snprintf(v->message, sizeof v->message,
                 "mismatch: request %d, byte %d said: 0x%02x, which the model holds for %.3g times as likely as "
                 "0x%02x; over all bytes 1/%.3g", j->bad_id, j->bad_at, (unsigned)j->bad_byte, exp(-j->worst),
                 (unsigned)j->bad_best, ratio);
        return;
    }
    ridge_count(v, "ppl_ratio", ratio);
    ridge_count(v, "waited", note[3]);
    v->pass = 1;
}

int serve_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *out = ridge_buffer(c, "said");
    const int32_t *req = ridge_data(c, "reqs");
    const uint8_t *text = ridge_data(c, "text");
    const double *note = ridge_data(c, "notes");
    int n = (int)ridge_int(c, "n"), longest = (int)ridge_int(c, "longest"), most = (int)ridge_int(c, "wmax");
    struct judge j = { 0 };
    v->pass = 0;
    if (!out || !req || !text || !note)
        return -1;
    if (misused(v, note))
        return 0;
    int rc = judge_open(&j, c, longest + most), whole = 1;
    uint64_t drawn = microlm_sum(text, (size_t)n * (size_t)longest);
    int judged = (int)ridge_int(c, "judged"), first = (int)(drawn % (uint64_t)n);
    for (int k = 0; !rc && whole && k < n; k++, req += REQ, text += longest) {
        memcpy(j.doc, text, (size_t)req[0]);
        whole = gather(out->data, out->count / 2, k, j.doc + req[0], req[1]) == req[1];
        if (whole && (k - first + n) % n < judged)
            judge_request(&j, k, req[0], req[1]);
        else if (!whole)
            snprintf(v->message, sizeof v->message, "mismatch: what was said to request %d is not all in the log", k);
    }
    if (!rc && whole)
        conclude(&j, note, v);
    judge_close(&j);
    return rc;
}
