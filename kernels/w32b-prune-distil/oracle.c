/*
 * oracle.c: masks, lists and cuts by their definitions, divergences in float64; what is left of microlm reads texts of
 * its language, which no calibration had.
 */
#include "models.h"

enum { RANDOM, TIES, ZEROS, LOUD, FAR, EQUAL, HOLES, NONE, CLOSE }; /* lab.lua has the same */

/* Of element k of a buffer, in 0..1. */
static double hashed(uint64_t seed, uint64_t k)
{
    uint64_t s = seed + k * 0x9e3779b97f4a7c15u;
    return ridge_uniform(&s);
}

/* --- inputs ---------------------------------------------------------------------------------------------------- */

/* TIES: halves of few sizes, so that products are exact and often equal; ZEROS: all 0; CLOSE: eight neighbouring
 * floats, whose products with 1.25 are fewer. */
int W_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t mode = ridge_int(c, "mode");
    if (!b)
        return -1;
    for (size_t k = 0; k < b->count; k++) {
        double u = 2 * hashed(ridge_mix(seed, buffer), k) - 1;
        ((float *)b->data)[k] = (float)(mode == ZEROS    ? 0
                                        : mode == TIES  ? floor(u * 3) / 2
                                        : mode == CLOSE ? copysign(1.75 + floor(fabs(u) * 8) * 0x1p-23, u)
                                                        : u);
    }
    return 0;
}

/* Norms of channels: some 0; LOUD: one in nine is 64 times as loud; TIES: 1 or 2; CLOSE: 1.25. */
int norm_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t mode = ridge_int(c, "mode");
    if (!b)
        return -1;
    for (size_t k = 0; k < b->count; k++) {
        double u = hashed(ridge_mix(seed, buffer), k);
        ((float *)b->data)[k] = (float)(mode == TIES    ? 1 + (u > .5)
                                        : mode == CLOSE ? 1.25
                                        : mode == LOUD  ? (k % 9 == 4 ? 64 : 1) * (.5 + u)
                                                        : (k % 11 == 3 ? 0 : .5 + u));
    }
    return 0;
}

/* Vectors: some are zeros, of the stream every fifth. */
int x_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t mode = ridge_int(c, "mode"), wide = ridge_int(c, "wide");
    if (!b || wide < 1)
        return -1;
    for (size_t k = 0; k < b->count; k++) {
        double u = 2 * hashed(ridge_mix(seed, buffer), k) - 1;
        uint64_t row = k / (uint64_t)wide;
        ((float *)b->data)[k] = (float)(mode == ZEROS && row % 5 == 2 ? 0 : mode == LOUD && k % 7 == 0 ? 300 * u : u);
    }
    return 0;
}

int scores_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t mode = ridge_int(c, "mode");
    if (!b)
        return -1;
    for (size_t k = 0; k < b->count; k++) {
        double u = 2 * hashed(ridge_mix(seed, buffer), k) - 1;
        ((double *)b->data)[k] = mode == EQUAL ? 1.5 : mode == TIES ? floor(u * 2) : u;
    }
    return 0;
}

/* Indices that rise, spread over the rows or the columns. */
int index_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t most = ridge_int(c, buffer[0] == 'r' ? "rows" : "cols");
    if (!b || most < 1)
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((int32_t *)b->data)[k] = (int32_t)(((double)k + hashed(ridge_mix(seed, buffer), k)) * (double)most /
                                            (double)b->count);
    return 0;
}

static int counts_row(int64_t mode, uint64_t r)
{
    return mode == NONE ? 0 : mode == HOLES ? r % 3 == 1 : 1;
}

/* Logits; FAR: up to 1e4 of both signs; EQUAL: student and teacher the same; NaN in rows that do not count. */
int logits_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t mode = ridge_int(c, "mode"), V = ridge_int(c, "V");
    if (!b || V < 1)
        return -1;
    for (size_t k = 0; k < b->count; k++) {
        double u = 2 * hashed(mode == EQUAL ? seed : ridge_mix(seed, buffer), k) - 1;
        ((float *)b->data)[k] = counts_row(mode, k / (uint64_t)V) ? (float)(mode == FAR ? 1e4 * u : 6 * u) : NAN;
    }
    return 0;
}

int counts_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    (void)seed;
    if (!b)
        return -1;
    for (size_t r = 0; r < b->count; r++)
        ((uint8_t *)b->data)[r] = counts_row(ridge_int(c, "mode"), r) ? (uint8_t)(1 + r % 3) : 0;
    return 0;
}

/* --- weights ---------------------------------------------------------------------------------------------------- */

int norms_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    int64_t in = ridge_int(c, "wide"), tokens = ridge_int(c, "tokens");
    const float *X = ridge_data(c, "X");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        double sum = 0;
        for (int64_t t = 0; t < tokens; t++)
            sum += (double)X[t * in + (int64_t)index[k]] * X[t * in + (int64_t)index[k]];
        scale[k] = want[k] = sqrt(sum);
    }
    return 0;
}

/* How many of scores `from` to `from + n - 1` are larger than score k, or the same and stand earlier. */
static int64_t ahead(const float *score, int64_t from, int64_t n, int64_t k)
{
    int count = 0;
    for (int64_t j = from; j < k; j++)
        count += score[j] >= score[k];
    for (int64_t j = k + 1; j < from + n; j++)
        count += score[j] > score[k];
    return count;
}

/* Row r of a mask by groups of `group`, of which `stay` stay. */
static void row_verify(const struct ridge_case *c, int64_t r, int64_t group, int64_t stay, float *score,
                       struct ridge_verdict *v)
{
    int64_t in = ridge_int(c, "cols");
    const float *w = (const float *)ridge_data(c, "W") + r * in, *norm = ridge_data(c, "norm");
    const uint8_t *mask = (const uint8_t *)ridge_data(c, "mask") + r * in;
    for (int64_t k = 0; k < in; k++)
        score[k] = fabsf(w[k]) * norm[k];
    for (int64_t k = 0; k < in; k++) {
        int want = ahead(score, k / group * group, group, k) < stay;
        if (mask[k] != want) {
            SAY(v, "row %lld, column %lld, weight %.9g on a channel of norm %g: %d expected, yours %d", (long long)r,
                (long long)k, w[k], norm[k], want, mask[k]);
            return;
        }
    }
}

/* Of many rows every 37th. */
static int mask_verify(const struct ridge_case *c, int64_t group, int64_t stay, struct ridge_verdict *v)
{
    int64_t out = ridge_int(c, "out");
    float *score = malloc((size_t)ridge_int(c, "cols") * sizeof *score);
    if (!score || !ridge_data(c, "W") || !ridge_data(c, "norm") || !ridge_data(c, "mask")) {
        free(score);
        return -1;
    }
    v->pass = 1;
    for (int64_t r = 0; r < out && v->pass; r += out > 64 ? 37 : 1)
        row_verify(c, r, group, stay, score, v);
    free(score);
    return 0;
}

int rows_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t in = ridge_int(c, "cols");
    return mask_verify(c, in, in - ridge_int(c, "drop"), v);
}

int nm_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "mask");
    const int32_t *status = ridge_data(c, "status");
    int64_t m = ridge_int(c, "m"), in = ridge_int(c, "cols");
    if (!b || !status || m < 1)
        return -1;
    if (*status != (in % m ? -1 : 0))
        return SAY(v, "%lld columns in groups of %lld: %d expected, returned %d", (long long)in, (long long)m,
                   in % m ? -1 : 0, *status);
    if (in % m == 0)
        return mask_verify(c, m, ridge_int(c, "n"), v);
    for (size_t k = 0; k < b->count; k++)
        if (((uint8_t *)b->data)[k] != 0xff)
            return SAY(v, "refused, and mask[%zu] was written all the same", k);
    v->pass = 1;
    return 0;
}

/* --- structures --------------------------------------------------------------------------------------------------- */

int heads_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    int64_t H = ridge_int(c, "H"), hd = ridge_int(c, "hd"), tokens = ridge_int(c, "tokens");
    const float *x = ridge_data(c, "att");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        want[k] = 0;
        for (int64_t t = 0; t < tokens; t++) {
            double sum = 0;
            for (int64_t i = 0; i < hd; i++) {
                double e = x[(t * H + (int64_t)index[k]) * hd + i];
                sum += e * e;
            }
            want[k] += sqrt(sum);
        }
        scale[k] = want[k];
    }
    return 0;
}

int kept_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t H = ridge_int(c, "H"), Hkv = ridge_int(c, "Hkv"), keep = ridge_int(c, "keep"), n = 0;
    const double *score = ridge_data(c, "weighed");
    const int32_t *kept = ridge_data(c, "kept"), *status = ridge_data(c, "status");
    int refused = H % Hkv || keep < 1 || keep > H / Hkv;
    if (!score || !kept || !status)
        return -1;
    if (*status != (refused ? -1 : 0))
        return SAY(v, "%lld heads, %lld KV heads, %lld to keep of each: %d expected, returned %d", (long long)H,
                   (long long)Hkv, (long long)keep, refused ? -1 : 0, *status);
    for (int64_t h = 0; !refused && h < H; h++) {
        int64_t group = H / Hkv, first = h / group * group, above = 0;
        for (int64_t j = first; j < first + group; j++)
            above += score[j] > score[h] || (score[j] == score[h] && j < h);
        if (above < keep && kept[n++] != h)
            return SAY(v, "kept[%lld]: head %lld expected, yours %d", (long long)n - 1, (long long)h, kept[n - 1]);
    }
    for (; n < H; n++)
        if (kept[n] != -1)
            return SAY(v, "kept[%lld] was written, and nothing belongs there", (long long)n);
    v->pass = 1;
    return 0;
}

int influence_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                     double *scale)
{
    int64_t tokens = ridge_int(c, "tokens"), d = ridge_int(c, "wide");
    const float *x = ridge_data(c, "x");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        want[k] = 0;
        for (int64_t t = 0; t < tokens; t++) {
            const float *a = x + ((int64_t)index[k] * tokens + t) * d, *b = a + tokens * d;
            double aa = 0, ab = 0, bb = 0;
            for (int64_t i = 0; i < d; i++)
                aa += (double)a[i] * a[i], ab += (double)a[i] * b[i], bb += (double)b[i] * b[i];
            want[k] += (1 - (aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : 0)) / (double)tokens;
        }
        scale[k] = 1;
    }
    return 0;
}

int least_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t n = ridge_int(c, "n"), k = ridge_int(c, "k"), at = 0;
    const double *score = ridge_data(c, "score");
    const int32_t *which = ridge_data(c, "which");
    if (!score || !which)
        return -1;
    for (int64_t i = 0; i < n; i++) {
        int64_t below = 0;
        for (int64_t j = 0; j < n; j++)
            below += score[j] < score[i] || (score[j] == score[i] && j < i);
        if (below < k && which[at++] != i)
            return SAY(v, "which[%lld]: %lld expected, yours %d", (long long)at - 1, (long long)i, which[at - 1]);
    }
    v->pass = 1;
    return 0;
}

int cut_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    int64_t cols = ridge_int(c, "cols"), nc = ridge_int(c, "nc"), all = ridge_int(c, "all");
    const float *W = ridge_data(c, "matrix");
    const int32_t *r = ridge_data(c, "r"), *col = ridge_data(c, "c");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        int64_t i = (int64_t)index[k] / nc, j = (int64_t)index[k] % nc;
        scale[k] = want[k] = W[(all & 1 ? i : r[i]) * cols + (all & 2 ? j : col[j])];
    }
    return 0;
}

/* --- distillation ---------------------------------------------------------------------------------------------- */

static double log_sum(int64_t V, double T, const float *x)
{
    double top = -INFINITY, sum = 0;
    for (int64_t i = 0; i < V; i++)
        top = fmax(top, x[i] / T);
    for (int64_t i = 0; i < V; i++)
        sum += exp(x[i] / T - top);
    return top + log(sum);
}

static int kd_verify(const struct ridge_case *c, struct ridge_verdict *v, int reverse)
{
    int64_t rows = ridge_int(c, "rows"), V = ridge_int(c, "V"), n = 0;
    double T = ridge_num(c, "T"), all = 0, large = 0;
    const float *s = ridge_data(c, "student"), *t = ridge_data(c, "teacher"), *grad = ridge_data(c, "grad");
    const uint8_t *counts = ridge_data(c, "counts");
    const double *loss = ridge_data(c, "loss");
    const int32_t *status = ridge_data(c, "status");
    int refused = !(T > 0) || T >= 1e300; /* which stands for infinity */
    if (!s || !t || !grad || !counts || !loss || !status)
        return -1;
    if (*status != (refused ? -1 : 0))
        return SAY(v, "T = %g: %d expected, returned %d", T, refused ? -1 : 0, *status);
    for (int64_t k = 0; refused && k < rows * V; k++)
        if (!isnan(grad[k]) || !isnan(*loss))
            return SAY(v, "T = %g is refused, and something was written all the same", T);
    for (int64_t r = 0; r < rows; r++)
        n += counts[r] != 0;
    for (int64_t r = 0; !refused && r < rows; r++) {
        const float *x = s + r * V, *y = t + r * V;
        double ls = counts[r] ? log_sum(V, T, x) : 0, lt = counts[r] ? log_sum(V, T, y) : 0, kl = 0, size = 0;
        for (int64_t i = 0; counts[r] && i < V; i++) {
            double lq = x[i] / T - ls, lp = y[i] / T - lt, term = reverse ? exp(lq) * (lq - lp) : exp(lp) * (lp - lq);
            kl += term, size += fabs(term);
        }
        for (int64_t i = 0; i < V; i++) {
            double lq = x[i] / T - ls, lp = y[i] / T - lt, want = 0, slack = 0;
            if (counts[r]) {
                want = T / (double)n * (reverse ? exp(lq) * (lq - lp - kl) : exp(lq) - exp(lp));
                slack = T / (double)n * (reverse ? exp(lq) * (fabs(lq - lp) + fabs(kl)) : exp(lq) + exp(lp));
            }
            if (!(fabs(grad[r * V + i] - want) <= 2e-7 * fabs(want) + 1e-9 * slack + 1e-37))
                return SAY(v, "row %lld%s, logit %lld: gradient %.9g expected, yours %.9g", (long long)r,
                           counts[r] ? "" : ", which does not count", (long long)i, want, grad[r * V + i]);
        }
        all += kl, large += size;
    }
    all = n > 0 ? T * T * all / (double)n : 0, large = n > 0 ? T * T * large / (double)n : 0;
    if (!refused && !(fabs(*loss - all) <= 1e-12 * large + 1e-10 * fabs(all)))
        return SAY(v, "loss %.12g expected, yours %.12g", all, *loss);
    v->pass = 1;
    return 0;
}

int forward_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return kd_verify(c, v, 0);
}

int reverse_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return kd_verify(c, v, 1);
}
