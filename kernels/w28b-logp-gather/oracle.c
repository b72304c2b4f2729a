/*
 * oracle.c: log-probabilities and their gradient in float64 of the bf16 logits as they are; DPO's loss likewise. A
 * gradient's formula is held against difference quotients by w28-dpo-grpo, whose C functions these kernels follow.
 */
#include <ridge/oracle.h>

enum { IGNORED = -100 };
enum { RANDOM, FAR, EQUAL, SPIKE, HOLES, RISING, BELOW, MASKED, FLAT }; /* lab.lua has the same */

static uint16_t to_bf16(double x)
{
    float f = (float)x;
    uint32_t u;
    memcpy(&u, &f, 4);
    return (uint16_t)(isnan(f) ? 0x7fc0 : (u + 0x7fff + (u >> 16 & 1)) >> 16);
}

static double from_bf16(uint16_t h)
{
    uint32_t u = (uint32_t)h << 16;
    float f;
    memcpy(&f, &u, 4);
    return (double)f;
}

/* Of element k of a buffer, in 0..1. */
static double hashed(uint64_t seed, uint64_t k)
{
    uint64_t s = seed + k * 0x9e3779b97f4a7c15u;
    return ridge_uniform(&s);
}

/* Logit v of row t, in bf16, from the case's `draw` alone, so that what was changed in place can be made again. BELOW:
 * all under -9e4; FAR: up to 1e4 of both signs; FLAT: one value a row. */
static uint16_t logit_at(const struct ridge_case *c, int64_t t, int64_t v, int64_t V, int64_t mode)
{
    double u = hashed((uint64_t)ridge_int(c, "draw") << 40, (uint64_t)(t * V + v)), z = 12 * u - 6;
    return to_bf16(mode == FAR      ? 2e4 * u - 1e4
                   : mode == EQUAL  ? 7.5
                   : mode == SPIKE  ? (v == (t * 5 + 3) % V ? 1e4 : z)
                   : mode == RISING ? .03 * (double)v + .1 * u
                   : mode == BELOW  ? -9e4 - 2000 * u
                   : mode == FLAT   ? (t % 2 ? -3e30 : 3e5)
                                    : z);
}

static int ignored(int64_t mode, int64_t t)
{
    return mode == MASKED || (mode == HOLES && t % 3 != 1);
}

int logits_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t V = ridge_int(c, "V"), mode = ridge_int(c, "mode");
    if (!b || b->dtype != RIDGE_BF16 || V < 1)
        return -1;
    uint16_t *x = b->data;
    (void)seed;
    for (size_t k = 0; k < b->count; k++) {
        int64_t t = (int64_t)k / V;
        x[k] = ignored(mode, t) ? 0x7fc0 : logit_at(c, t, (int64_t)k % V, V, mode);
    }
    return 0;
}

static int32_t token_at(const struct ridge_case *c, uint64_t seed, int64_t t)
{
    int64_t V = ridge_int(c, "V");
    if (ignored(ridge_int(c, "mode"), t))
        return IGNORED;
    return t < 4 ? (int32_t)(t % 2 ? V - 1 : 0) : (int32_t)(hashed(seed ^ 0x746f6b, (uint64_t)t) * (double)V);
}

int tok_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b)
        return -1;
    for (size_t t = 0; t < b->count; t++)
        ((int32_t *)b->data)[t] = token_at(c, seed, (int64_t)t);
    return 0;
}

/* The largest of row t and the log of its sum of e^(x - largest). */
static void row_of(const struct ridge_case *c, const uint16_t *row, int64_t t, double *top, double *rest)
{
    int64_t V = ridge_int(c, "V"), mode = ridge_int(c, "mode");
    double sum = 0;
    *top = -INFINITY;
    for (int64_t v = 0; v < V; v++)
        *top = fmax(*top, from_bf16(row ? row[v] : logit_at(c, t, v, V, mode)));
    for (int64_t v = 0; v < V; v++)
        sum += exp(from_bf16(row ? row[v] : logit_at(c, t, v, V, mode)) - *top);
    *rest = log(sum);
}

/* What logp_gather leaves of these logits. */
int kept_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    (void)seed;
    if (!b)
        return -1;
    for (int64_t t = 0; t < (int64_t)b->count / 2; t++) {
        double top = 0, rest = 0;
        if (!ignored(ridge_int(c, "mode"), t))
            row_of(c, NULL, t, &top, &rest);
        ((float *)b->data)[2 * t] = (float)top, ((float *)b->data)[2 * t + 1] = (float)rest;
    }
    return 0;
}

int slope_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b)
        return -1;
    for (size_t t = 0; t < b->count; t++)
        ((float *)b->data)[t] = ignored(ridge_int(c, "mode"), (int64_t)t) ? NAN
                                : t % 5 == 3                              ? 0
                                                                          : (float)(4 * hashed(seed ^ 0x67, t) - 2);
    return 0;
}

static int wrong(double got, double want, double slack)
{
    return !(fabs(got - want) <= slack);
}

#define SAY(v, ...) (snprintf((v)->message, sizeof (v)->message, __VA_ARGS__), (v)->pass = 0)

int gather_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t T = ridge_int(c, "T"), V = ridge_int(c, "V");
    const uint16_t *x = ridge_data(c, "logits");
    const float *lp = ridge_data(c, "lp"), *keep = ridge_data(c, "keep");
    const int32_t *tok = ridge_data(c, "tok");
    int64_t step = T > 512 ? T / 128 : 1; /* of a timed launch every so many rows */
    if (!x || !lp || !keep || !tok)
        return -1;
    for (int64_t t = 0; t < T; t += step) {
        double top = 0, rest = 0, want = 0;
        if (tok[t] != IGNORED) {
            row_of(c, x + t * V, t, &top, &rest);
            want = from_bf16(x[t * V + tok[t]]) - top - rest;
        }
        if (wrong(keep[2 * t], top, 0) || wrong(keep[2 * t + 1], rest, 1e-5 * (1 + fabs(rest))))
            return SAY(v, "row %lld: largest %.7g and log of the sum %.7g expected, got %.7g and %.7g", (long long)t,
                       top, rest, keep[2 * t], keep[2 * t + 1]);
        if (wrong(lp[t], want, 1e-6 * fabs(want) + 1e-5 * (1 + fabs(rest))))
            return SAY(v, "row %lld, token %d: log-probability %.7g expected, got %.7g", (long long)t, tok[t], want,
                       lp[t]);
    }
    v->pass = 1;
    return 0;
}

int back_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t T = ridge_int(c, "T"), V = ridge_int(c, "V");
    const uint16_t *got = ridge_data(c, "logits");
    const float *g = ridge_data(c, "slope"), *keep = ridge_data(c, "kept");
    const int32_t *tok = ridge_data(c, "tok");
    if (!got || !g || !keep || !tok)
        return -1;
    for (int64_t t = 0; t < T; t++) {
        int counts = tok[t] != IGNORED;
        double top = 0, rest = 0;
        if (counts)
            row_of(c, NULL, t, &top, &rest);
        for (int64_t k = 0; k < V; k++) {
            double x = counts ? from_bf16(logit_at(c, t, k, V, ridge_int(c, "mode"))) : 0;
            double p = counts ? exp(x - top - rest) : 0, hot = counts && k == tok[t];
            double want = counts ? g[t] * (hot - p) : 0;
            double size = counts ? fabs(g[t]) * fmax(fabs(hot - p), 1e-2 * hot) : 0;
            if (wrong(from_bf16(got[t * V + k]), want, 4e-3 * size + 1e-30))
                return SAY(v, "row %lld, logit %lld%s: gradient %.5g expected, got %.5g", (long long)t, (long long)k,
                           !counts ? " of an ignored token" : hot ? ", the token's own" : "", want,
                           from_bf16(got[t * V + k]));
        }
    }
    v->pass = 1;
    return 0;
}

/* --- pairs ------------------------------------------------------------------------------------------------- */

/* Where answers begin: up to `most` tokens each; with mode HOLES each fifth has none, and the first begins at 3. */
int from_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t most = ridge_int(c, "most");
    if (!b || most < 1)
        return -1;
    int32_t *from = b->data;
    from[0] = ridge_int(c, "mode") == HOLES ? 3 : 0;
    for (size_t k = 1; k < b->count; k++)
        from[k] = from[k - 1] + (ridge_int(c, "mode") == HOLES && k % 5 == 2
                                     ? 0 : 1 + (int32_t)(hashed(seed ^ 0x6672, k) * (double)most));
    return 0;
}

int sums_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b)
        return -1;
    for (size_t k = 0; k < b->count; k++) {
        double ref = -3 * hashed(seed ^ 0x72, k), apart = ridge_num(c, "apart");
        ((float *)b->data)[k] = (float)(buffer[0] == 'r' ? ref : ref + apart * (hashed(seed ^ 0x70, k) - .5));
    }
    return 0;
}

int pairs_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t n = ridge_int(c, "n");
    const float *lp = ridge_data(c, "plp"), *ref = ridge_data(c, "rlp"), *margin = ridge_data(c, "margin"),
                *loss = ridge_data(c, "loss"), *dlp = ridge_data(c, "dlp");
    const int32_t *from = ridge_data(c, "from");
    double beta = (float)ridge_num(c, "beta");
    if (!lp || !ref || !margin || !loss || !dlp || !from)
        return -1;
    for (int64_t i = 0; i < n; i++) {
        double gap = 0, size = 0;
        for (int32_t k = from[2 * i]; k < from[2 * i + 2]; k++) {
            gap += ((double)lp[k] - ref[k]) * (k < from[2 * i + 1] ? 1 : -1);
            size += fabs((double)lp[k]) + fabs(ref[k]);
        }
        double m = beta * gap, e = exp(-fabs(m)), slack = beta * 1e-6 * size;
        double pull = beta / (double)n * (m > 0 ? e : 1) / (1 + e), want = fmax(-m, 0) + log1p(e);
        if (wrong(margin[i], m, slack + 1e-7))
            return SAY(v, "pair %lld: margin %.7g expected, got %.7g", (long long)i, m, margin[i]);
        if (wrong(loss[i], want, (slack + 1e-5) * fmin(want, 1) + 1e-5 * want + 1e-37))
            return SAY(v, "pair %lld: loss %.7g expected, got %.7g", (long long)i, want, loss[i]);
        for (int32_t k = from[2 * i]; k < from[2 * i + 2]; k++) {
            double slope = k < from[2 * i + 1] ? -pull : pull;
            if (wrong(dlp[k], slope, (slack + 1e-5) * fabs(slope) + 1e-37))
                return SAY(v, "pair %lld, token %lld of the %s answer: gradient %.6g expected, got %.6g", (long long)i,
                           (long long)(k - from[2 * i]), k < from[2 * i + 1] ? "chosen" : "rejected", slope, dlp[k]);
        }
    }
    v->pass = 1;
    return 0;
}
