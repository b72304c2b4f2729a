/*
 * Oracles and input generators of c11-transformer-fwd: the formulas in double, all tokens of a layer at
 * once, keys and values kept unrotated and turned where they meet a query. Weights are drawn, or those
 * of microlm.
 */
#include <ridge/oracle.h>

#include <stdlib.h>

#include "../microlm/synthlang.c"
#include "../microlm/trained.h"

/* Relative error, in the norm of what is compared. Trained heads have scores of a hundred and more, in
 * which a float's last digit is already 1e-5 of a probability. */
static const double EPS = 1e-5, TRAINED_EPS = 1e-4;

static double num(uint16_t bf16)
{
    return microlm_float(bf16);
}

/* --- inputs ------------------------------------------------------------------------------------- */

/* Roughly normal: mean 0, variance 1, within +-3. */
static double drawn(uint64_t *s)
{
    return 2 * (ridge_uniform(s) + ridge_uniform(s) + ridge_uniform(s) - 1.5);
}

static struct microlm_shape shape_of(const struct ridge_case *c)
{
    return (struct microlm_shape){ (int)ridge_int(c, "d"), (int)ridge_int(c, "L"), (int)ridge_int(c, "H"),
                                   (int)ridge_int(c, "Hkv"), (int)ridge_int(c, "hd"), (int)ridge_int(c, "ff"),
                                   (int)ridge_int(c, "V"), (int)ridge_int(c, "ctx"),
                                   (float)ridge_num(c, "base"), 1e-5f };
}

static int draw_weights(const struct microlm_shape *s, uint16_t *w, uint64_t seed)
{
    for (int t = MLM_EMBED; t < MLM_TENSORS; t++) {
        int many = t == MLM_EMBED || t == MLM_NORMF ? 1 : s->L, gain = microlm_rows(s, t) == 1;
        double sd = gain ? .2 : 1 / sqrt(microlm_cols(s, t));
        for (int layer = 0; layer < many; layer++) {
            size_t at = microlm_at(s, t, t == MLM_NORMF ? s->L - 1 : layer);
            for (size_t k = at; k < at + microlm_size(s, t); k++)
                w[k] = microlm_bf16((float)(gain + sd * drawn(&seed)));
        }
    }
    return 0;
}

int weights_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    struct microlm_shape s = shape_of(c);
    if (!b || microlm_wrong(&s) || b->count != microlm_count(&s))
        return -1;
    if (ridge_int(c, "trained") != 1)
        return draw_weights(&s, b->data, seed);
    struct microlm m;
    return microlm_trained("weights.bin", &m) ? -1 : microlm_give(b, &m);
}

/* A text of the language that microlm speaks; with probe > 0 one that ends in a question. */
int text_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    struct synth_lang lang;
    int probe = (int)ridge_int(c, "probe"), V = (int)ridge_int(c, "V");
    uint8_t *text = b ? malloc(b->count + 1) : NULL;
    if (!text)
        return -1;
    synth_lang_init(&lang, 1);
    int rc = 0;
    if (probe > 0)
        rc = synth_probe(&lang, seed, text, b->count + 1, (size_t)probe);
    else
        synth_text(&lang, seed, text, NULL, b->count);
    for (size_t k = 0; !rc && k < b->count; k++)
        ((uint8_t *)b->data)[k] = (uint8_t)(text[k] % V);
    free(text);
    return rc;
}

int normal_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    for (size_t k = 0; b && k < b->count; k++)
        if (b->dtype == RIDGE_F32)
            ((float *)b->data)[k] = (float)drawn(&seed);
        else
            ((uint16_t *)b->data)[k] = microlm_bf16((float)drawn(&seed));
    return b ? 0 : -1;
}

/* x of a norm or of the gate: size times normal, the first few at the ends of what must not overflow */
int sized_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    double size = ridge_num(c, "size");
    if (!b || !isfinite(size))
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((float *)b->data)[k] = (float)(size * drawn(&seed));
    if (!strcmp(buffer, "g") && b->count > 4)
        memcpy(b->data, (float[]){ 1e4f, -1e4f, 0, 88, -88 }, 5 * sizeof(float));
    return 0;
}

/*
 * huge = 1: all query heads are one vector q, and token t's keys q times a number: the scores are whole
 * multiples of 50 up to 1e4, each with its sign, so that no rounding decides which is the largest.
 */
int keys_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t hd = ridge_int(c, "hd"), width = hd * ridge_int(c, "Hkv"), len = ridge_int(c, "len");
    int query = !strcmp(buffer, "q");
    if (!b || hd < 2)
        return -1;
    float *x = b->data;
    for (size_t k = 0; k < b->count; k++)
        x[k] = (float)drawn(&seed);
    for (size_t k = 0; ridge_int(c, "huge") == 1 && k < b->count; k++) {
        int64_t t = (int64_t)k / width, place = (t * 7 + 3) % len;
        double score = 1e4 - 50. * (double)place * (place % 2 ? 7.9 : 1);
        double q = (double)((int64_t)k % hd % 3 - 1);
        x[k] = (float)(query ? q : q * score * sqrt((double)hd) / (double)(hd - (hd + 1) / 3));
    }
    return 0;
}

/* Few values, so that many are equal; some enormous. */
int logits_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    for (size_t k = 0; b && k < b->count; k++)
        ((float *)b->data)[k] = (float)rint(4 * drawn(&seed)) / 2 + (ridge_next(&seed) % 997 == 0 ? 1e4f : 0);
    return b ? 0 : -1;
}

/* temperature, top_k, u */
int draws_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const double warm[] = { 0, 1, .7, 2, 1e-3, .25 }, most[] = { 0, 1, 5, 40, 0, 3, 1000 };
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    for (size_t k = 0; b && k < b->count / 3; k++) {
        float *d = (float *)b->data + 3 * k;
        d[0] = (float)warm[k % 6];
        d[1] = (float)most[k % 7];
        d[2] = k % 9 == 0 ? 0 : k % 13 == 0 ? 1 - 0x1p-24f : (float)(ridge_next(&seed) >> 40) * 0x1p-24f;
    }
    return b ? 0 : -1;
}

/* --- comparing ---------------------------------------------------------------------------------- */

/* 1 when got[n] is want[n] within eps; else the message says where it is worst. */
static int close_to(struct ridge_verdict *v, const char *what, const float *got, const double *want, size_t n,
                    double eps)
{
    double off = 0, size = 0;
    size_t worst = 0;
    for (size_t k = 0; k < n; k++) {
        double e = fabs(got[k] - want[k]);
        off += e * e;
        size += want[k] * want[k];
        if (!(e <= fabs(got[worst] - want[worst])))
            worst = k;
    }
    if (sqrt(off) <= eps * sqrt(size))
        return 1;
    snprintf(v->message, sizeof v->message,
             "mismatch: %s: off by %.2g of its length, %.0e is allowed; worst at [%zu]: %.7g, expected %.7g", what,
             sqrt(off / size), eps, worst, (double)got[worst], want[worst]);
    return 0;
}

static int same(struct ridge_verdict *v, const char *what, const float *got, const double *want, size_t n)
{
    return close_to(v, what, got, want, n, EPS);
}

static void rms_row(double *y, const double *x, const uint16_t *gain, int d, double eps)
{
    double sum = 0;
    for (int i = 0; i < d; i++)
        sum += x[i] * x[i];
    for (int i = 0; i < d; i++)
        y[i] = x[i] / sqrt(sum / d + eps) * num(gain[i]);
}

int norm_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "x");
    const uint16_t *gain = ridge_data(c, "gain");
    double *x = b && gain ? malloc(2 * b->count * sizeof *x) : NULL;
    if (!x)
        return -1;
    for (size_t k = 0; k < b->count; k++)
        x[k] = ((const float *)b->data)[k];
    rms_row(x + b->count, x, gain, (int)b->count, (double)(float)ridge_num(c, "eps"));
    v->pass = same(v, "y", ridge_data(c, "y"), x + b->count, b->count) &&
              same(v, "y where y is x", ridge_data(c, "self"), x + b->count, b->count);
    free(x);
    return 0;
}

int gate_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "g");
    const float *u = ridge_data(c, "u");
    double *want = b && u ? malloc(b->count * sizeof *want) : NULL;
    if (!want)
        return -1;
    for (size_t k = 0; k < b->count; k++) {
        double g = ((const float *)b->data)[k];
        want[k] = g / (1 + exp(-g)) * u[k];
    }
    v->pass = same(v, "y", ridge_data(c, "y"), want, b->count) &&
              same(v, "y where y is g", ridge_data(c, "self"), want, b->count);
    free(want);
    return 0;
}

static void turn(double *y, const double *x, int hd, double pos, double base)
{
    for (int i = 0; i < hd / 2; i++) {
        double a = pos * pow(base, -2. * i / hd);
        y[i] = x[i] * cos(a) - x[hd / 2 + i] * sin(a);
        y[hd / 2 + i] = x[i] * sin(a) + x[hd / 2 + i] * cos(a);
    }
}

int rotate_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int heads = (int)ridge_int(c, "heads"), hd = (int)ridge_int(c, "hd");
    double pos = ridge_num(c, "pos"), base = ridge_num(c, "base"), x[2 * 256], want[256];
    const float *in = ridge_data(c, "vec"), *out = ridge_data(c, "turned"), *table = ridge_data(c, "turn");
    if (!in || !out || !table || hd > 256 || hd < 2)
        return -1;
    for (int i = 0; i < hd; i++)
        x[i] = i < hd / 2;
    turn(want, x, hd, pos, base);
    v->pass = same(v, "turn (cosines, then sines)", table, want, (size_t)hd);
    for (int h = 0; v->pass && h < heads; h++) {
        char what[32];
        for (int i = 0; i < hd; i++)
            x[i] = in[h * hd + i];
        turn(want, x, hd, pos, base);
        snprintf(what, sizeof what, "head %d", h);
        v->pass = same(v, what, out + h * hd, want, (size_t)hd);
    }
    return 0;
}

/* One query head against keys and values `step` apart; p has room for len. */
static void attend_row(double *out, const double *q, const double *k, const double *val, int64_t len, int64_t step,
                       int hd, double *p)
{
    double top = -INFINITY, sum = 0;
    for (int64_t t = 0; t < len; t++) {
        p[t] = 0;
        for (int i = 0; i < hd; i++)
            p[t] += q[i] * k[t * step + i];
        p[t] /= sqrt(hd);
        top = fmax(top, p[t]);
    }
    for (int64_t t = 0; t < len; t++)
        sum += p[t] = exp(p[t] - top);
    memset(out, 0, (size_t)hd * sizeof *out);
    for (int64_t t = 0; t < len; t++)
        for (int i = 0; i < hd; i++)
            out[i] += p[t] / sum * val[t * step + i];
}

static double *widened(const struct ridge_buffer *b)
{
    double *x = b ? malloc((b->count + 1) * sizeof *x) : NULL;
    for (size_t k = 0; x && k < b->count; k++)
        x[k] = ((const float *)b->data)[k];
    return x;
}

int attention_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t len = ridge_int(c, "len"), H = ridge_int(c, "H"), Hkv = ridge_int(c, "Hkv"), hd = ridge_int(c, "hd");
    double *q = widened(ridge_buffer(c, "q")), *k = widened(ridge_buffer(c, "k"));
    double *val = widened(ridge_buffer(c, "v"));
    double *p = malloc((size_t)(len + hd) * sizeof *p);
    const float *out = ridge_data(c, "out");
    int ok = q && k && val && p && out;
    v->pass = ok;
    for (int64_t h = 0; v->pass && h < H; h++) {
        char what[64];
        int64_t at = h / (H / Hkv) * hd;
        attend_row(p + len, q + h * hd, k + at, val + at, len, Hkv * hd, (int)hd, p);
        snprintf(what, sizeof what, "query head %d of %d, %d KV heads", (int)h, (int)H, (int)Hkv);
        v->pass = same(v, what, out + h * hd, p + len, (size_t)hd);
    }
    free(q);
    free(k);
    free(val);
    free(p);
    return ok ? 0 : -1;
}

/* y [n][out] = x [n][in] W^T, each row of weights widened once. */
static void products(double *y, const double *x, const uint16_t *W, int64_t n, int64_t in, int64_t out, double *row)
{
    for (int64_t o = 0; o < out; o++, W += in) {
        for (int64_t i = 0; i < in; i++)
            row[i] = num(W[i]);
        for (int64_t t = 0; t < n; t++) {
            double s[4] = { 0 };
            int64_t i = 0;
            for (; i + 4 <= in; i += 4)
                for (int j = 0; j < 4; j++)
                    s[j] += row[i + j] * x[t * in + i + j];
            for (; i < in; i++)
                s[0] += row[i] * x[t * in + i];
            y[t * out + o] = s[0] + s[1] + s[2] + s[3];
        }
    }
}

int multiply_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t n = ridge_int(c, "n"), in = ridge_int(c, "width"), out = ridge_int(c, "rows");
    double *x = widened(ridge_buffer(c, "X")), *y = malloc((size_t)(n * out + in) * sizeof *y);
    const uint16_t *W = ridge_data(c, "W");
    const float *got = ridge_data(c, "Y");
    int ok = x && y && W && got && n > 0 && in > 0 && out > 0;
    if (ok)
        products(y, x, W, n, in, out, y + n * out);
    v->pass = ok;
    for (int64_t t = 0; v->pass && t < n; t++) {
        char what[32];
        snprintf(what, sizeof what, "token %d", (int)t);
        v->pass = same(v, what, got + t * out, y + t * out, (size_t)out);
    }
    free(x);
    free(y);
    return ok ? 0 : -1;
}

/* --- the whole model ---------------------------------------------------------------------------- */

struct exact {
    struct microlm_shape s;
    const uint16_t *w;
    const float *past; /* [L][2][before][Hkv*hd], keys rotated; or NULL */
    int64_t before, n;
    double eps;
    double *x, *h, *q, *att, *g, *u, *k, *v, *row, *stream, *logits; /* k, v: one layer */
};

static int exact_open(struct exact *e)
{
    const struct microlm_shape *s = &e->s;
    int64_t n = e->n, d = s->d, q = s->H * s->hd, kv = (int64_t)s->Hkv * s->hd * (e->before + n), ff = s->ff;
    const int64_t size[] = { n * d, n * (d > q ? d : q), n * q, n * q, n * ff, n * ff, kv, kv,
                             d + ff + q + e->before + n, (s->L + 1) * d, n * s->V };
    double **at[] = { &e->x, &e->h, &e->q, &e->att, &e->g, &e->u, &e->k, &e->v, &e->row, &e->stream, &e->logits };
    int64_t all = 0;
    for (size_t k = 0; k < sizeof size / sizeof size[0]; k++)
        all += size[k];
    double *p = malloc((size_t)all * sizeof *p);
    for (size_t k = 0; p && k < sizeof size / sizeof size[0]; k++) {
        *at[k] = p;
        p += size[k];
    }
    return p ? 0 : -1;
}

#define TENSOR(t) (e->w + microlm_at(&e->s, MLM_##t, l))

static void exact_attention(struct exact *e, int l)
{
    const struct microlm_shape *s = &e->s;
    int64_t kv = s->Hkv * s->hd, wide = s->H * s->hd, before = e->before, group = s->H / s->Hkv;
    for (int64_t k = 0; e->past && k < before * kv; k++) {
        e->k[k] = e->past[2 * l * before * kv + k];
        e->v[k] = e->past[(2 * l + 1) * before * kv + k];
    }
    products(e->q, e->h, TENSOR(WQ), e->n, s->d, wide, e->row);
    products(e->k + before * kv, e->h, TENSOR(WK), e->n, s->d, kv, e->row);
    products(e->v + before * kv, e->h, TENSOR(WV), e->n, s->d, kv, e->row);
    for (int64_t t = 0; t < e->n; t++) {
        double pos = (double)(before + t), from[256];
        for (int64_t h = 0; h < s->H + s->Hkv; h++) {
            double *at = h < s->H ? e->q + t * wide + h * s->hd : e->k + (before + t) * kv + (h - s->H) * s->hd;
            memcpy(from, at, (size_t)s->hd * sizeof *from);
            turn(at, from, s->hd, pos, s->base);
        }
        for (int64_t h = 0; h < s->H; h++)
            attend_row(e->att + t * wide + h * s->hd, e->q + t * wide + h * s->hd, e->k + h / group * s->hd,
                       e->v + h / group * s->hd, before + t + 1, kv, s->hd, e->row);
    }
}

static void exact_add(struct exact *e, const uint16_t *W, const double *y, int64_t in)
{
    products(e->h, y, W, e->n, in, e->s.d, e->row);
    for (int64_t k = 0; k < e->n * e->s.d; k++)
        e->x[k] += e->h[k];
}

static void exact_norms(struct exact *e, const uint16_t *gain)
{
    for (int64_t t = 0; t < e->n; t++)
        rms_row(e->h + t * e->s.d, e->x + t * e->s.d, gain, e->s.d, (double)1e-5f);
}

/* Logits after each byte of `text`, and the last byte's stream. */
static void exact_run(struct exact *e, const uint8_t *text)
{
    const struct microlm_shape *s = &e->s;
    int64_t d = s->d, last = (e->n - 1) * d;
    for (int64_t k = 0; k < e->n * d; k++)
        e->x[k] = num(e->w[text[k / d] * d + k % d]);
    for (int l = 0; l < s->L; l++) {
        memcpy(e->stream + l * d, e->x + last, (size_t)d * sizeof *e->x);
        exact_norms(e, TENSOR(NORM1));
        exact_attention(e, l);
        exact_add(e, TENSOR(WO), e->att, s->H * s->hd);
        exact_norms(e, TENSOR(NORM2));
        products(e->g, e->h, TENSOR(W1), e->n, d, s->ff, e->row);
        products(e->u, e->h, TENSOR(W3), e->n, d, s->ff, e->row);
        for (int64_t k = 0; k < e->n * s->ff; k++)
            e->g[k] *= e->u[k] / (1 + exp(-e->g[k]));
        exact_add(e, TENSOR(W2), e->g, s->ff);
    }
    memcpy(e->stream + s->L * d, e->x + last, (size_t)d * sizeof *e->x);
    exact_norms(e, e->w + microlm_at(s, MLM_NORMF, s->L - 1));
    products(e->logits, e->h, e->w, e->n, d, s->V, e->row);
}

static int exact_start(struct exact *e, const struct ridge_case *c, int64_t before, int64_t n)
{
    *e = (struct exact){ .s = shape_of(c), .w = ridge_data(c, "weights"), .before = before, .n = n,
                         .eps = ridge_int(c, "trained") == 1 ? TRAINED_EPS : EPS };
    return !e->w || microlm_wrong(&e->s) || e->s.hd > 256 || n < 1 || exact_open(e) ? -1 : 0;
}

static int stream_passes(const struct exact *e, const float *stream, struct ridge_verdict *v)
{
    for (int l = 0; l <= e->s.L; l++) {
        char what[80];
        snprintf(what, sizeof what, l ? "the stream after layer %d" : "the stream before layer 0, the embedding%.0d",
                 l ? l - 1 : 0);
        if (!close_to(v, what, stream + (int64_t)l * e->s.d, e->stream + (int64_t)l * e->s.d, (size_t)e->s.d, e->eps))
            return 0;
    }
    return 1;
}

/* Logits of the last `many` bytes. */
static int logits_pass(const struct exact *e, const float *got, int64_t many, struct ridge_verdict *v)
{
    for (int64_t k = 0; k < many; k++) {
        char what[64];
        int64_t t = e->n - many + k;
        snprintf(what, sizeof what, "logits after position %d", (int)(e->before + t));
        if (!close_to(v, what, got + k * e->s.V, e->logits + t * e->s.V, (size_t)e->s.V, e->eps))
            return 0;
    }
    return 1;
}

int forward_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t P = ridge_int(c, "P"), n = ridge_int(c, "n");
    const float *logits = ridge_data(c, "logits"), *stream = ridge_data(c, "stream");
    const int32_t *held = ridge_data(c, "held");
    const uint8_t *text = ridge_data(c, "text");
    struct exact e;
    if (!logits || !stream || !held || !text || exact_start(&e, c, 0, n))
        return -1;
    exact_run(&e, text);
    v->pass = stream_passes(&e, stream, v) && logits_pass(&e, logits, n - P + 1, v);
    if (v->pass && *held != n) {
        snprintf(v->message, sizeof v->message, "mismatch: the cache says %d tokens, expected %d", (int)*held,
                 (int)n);
        v->pass = 0;
    }
    free(e.x);
    return 0;
}

int decode_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t n = ridge_int(c, "n");
    const float *logits = ridge_data(c, "every");
    struct exact e;
    if (!logits || exact_start(&e, c, ridge_int(c, "P"), n))
        return -1;
    e.past = ridge_data(c, "past");
    exact_run(&e, ridge_data(c, "text"));
    v->pass = logits_pass(&e, logits, n, v);
    free(e.x);
    return 0;
}

int prefill_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *logits = ridge_data(c, "last");
    struct exact e;
    if (!logits || exact_start(&e, c, 0, ridge_int(c, "n")))
        return -1;
    exact_run(&e, ridge_data(c, "text"));
    v->pass = logits_pass(&e, logits, 1, v);
    free(e.x);
    return 0;
}

/* Each byte must be the likeliest after those that were said before it; a tie within 1e-4 is a tie. */
int greedy_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t P = ridge_int(c, "P"), n = ridge_int(c, "n");
    const uint8_t *text = ridge_data(c, "text"), *said = ridge_data(c, "said");
    uint8_t *all = malloc((size_t)(P + n));
    struct exact e;
    if (!text || !said || !all || exact_start(&e, c, 0, P + n - 1)) {
        free(all);
        return -1;
    }
    memcpy(all, text, (size_t)P);
    for (int64_t k = 0; k < n; k++)
        all[P + k] = (uint8_t)(said[k] % e.s.V);
    exact_run(&e, all);
    v->pass = 1;
    for (int64_t k = 0; v->pass && k < n; k++) {
        const double *z = e.logits + (P - 1 + k) * e.s.V;
        int best = 0;
        for (int i = 1; i < e.s.V; i++)
            best = z[i] > z[best] ? i : best;
        v->pass = said[k] < e.s.V && z[said[k]] >= z[best] - 1e-4;
        if (!v->pass)
            snprintf(v->message, sizeof v->message, "mismatch: byte %d said is %d, the likeliest is %d", (int)k,
                     said[k], best);
    }
    free(all);
    free(e.x);
    return 0;
}

/* --- sampling ----------------------------------------------------------------------------------- */

static int is_kept(const float *z, int V, int i, int top_k)
{
    int before = 0;
    for (int j = 0; j < V; j++)
        before += z[j] > z[i] || (z[j] == z[i] && j < i);
    return top_k == 0 || before < top_k;
}

/* May `got` be the answer? Where u falls on a boundary to within rounding, either side may. */
static int may_be(const float *z, int V, const float *draw, int got, int *want)
{
    double p[256], sum = 0, run = 0;
    int top = 0, fits = 0;
    for (int i = 1; i < V; i++)
        top = z[i] > z[top] ? i : top;
    *want = top;
    if (draw[0] == 0)
        return got == top;
    for (int i = 0; i < V; i++)
        sum += p[i] = is_kept(z, V, i, (int)draw[1]) ? exp(((double)z[i] - z[top]) / draw[0]) : 0;
    *want = -1;
    for (int i = 0; i < V; i++) {
        double from = run / sum, to = (run += p[i]) / sum;
        if (*want < 0 && to > draw[2])
            *want = i;
        fits |= i == got && p[i] > 0 && from <= draw[2] + 1e-6 && to >= draw[2] - 1e-6;
    }
    return fits;
}

int pick_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int V = (int)ridge_int(c, "V"), n = (int)ridge_int(c, "n"), want = 0;
    const float *z = ridge_data(c, "zs"), *draw = ridge_data(c, "draws");
    const int32_t *chosen = ridge_data(c, "chosen");
    if (!z || !draw || !chosen || V < 1 || V > 256)
        return -1;
    for (int k = 0; k < n; k++, z += V, draw += 3)
        if (!may_be(z, V, draw, chosen[k], &want)) {
            snprintf(v->message, sizeof v->message,
                     "mismatch: pick %d (temperature %g, top_k %d, u = %.6f) is %d, expected %d", k, (double)draw[0],
                     (int)draw[1], (double)draw[2], chosen[k], want);
            return 0;
        }
    v->pass = 1;
    return 0;
}
