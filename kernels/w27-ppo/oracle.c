/*
 * oracle.c: the formulas in float64. Gradients are difference quotients of the losses, attention is that of each
 * sequence alone. Placements are judged in oracle_jobs.h, a trained policy in oracle_train.h.
 */
#include "oracle_say.h"

#include "oracle_jobs.h"
#include "oracle_train.h"

/* --- inputs -------------------------------------------------------------------------------------------------- */

enum { RANDOM, SAME, BOUNDARY, FAR, NOBODY, TIES, NEAR, FULL };

static int is_pad(int64_t mode, uint64_t seed, size_t i)
{
    return mode == NOBODY || (mode != FULL && drawn(seed, "pad", i) < .3);
}

int mask_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    for (size_t i = 0; b && i < b->count; i++)
        ((uint8_t *)b->data)[i] = is_pad(ridge_int(c, "mode"), seed, i) ? 0 : i % 2 ? 1 : 255;
    return b ? 0 : -1;
}

/* The log of the ratio at place i. */
static double moved(const struct ridge_case *c, int64_t mode, uint64_t seed, size_t i)
{
    double u = drawn(seed, "ratio", i), clip = ridge_num(c, "clip");
    if (mode == SAME)
        return 0;
    if (mode == BOUNDARY)
        return log(u < .5 ? 1 - clip : 1 + clip) + (drawn(seed, "side", i) < .5 ? 1e-4 : -1e-4);
    if (mode == FAR)
        return u < .3 ? -300 : u < .5 ? 39 : u < .6 ? 300 : normal(seed, "ratio", i);
    if (mode == NEAR)
        return 2e-7 * normal(seed, "ratio", i);
    return .3 * normal(seed, "ratio", i);
}

/* How far the value has moved. */
static double value_moved(const struct ridge_case *c, int64_t mode, uint64_t seed, size_t i)
{
    double u = drawn(seed, "vmove", i), vclip = ridge_num(c, "vclip");
    if (mode == TIES)
        return u < .5 ? 2 * vclip : -2 * vclip;
    if (mode == BOUNDARY)
        return (u < .5 ? vclip : -vclip) + (drawn(seed, "vside", i) < .5 ? 1e-3 : -1e-3);
    return mode == SAME ? 0 : 2 * vclip * normal(seed, "vmove", i);
}

/* Number i of the arrays of a loss, by name. */
static double number(const struct ridge_case *c, const char *name, int64_t mode, uint64_t seed, size_t i)
{
    double logp = -fabs(2 * normal(seed, "logp", i)) - (mode == FAR ? 1 : 0), ratio = moved(c, mode, seed, i);
    if (mode == NEAR)
        logp = -.001 * drawn(seed, "logp", i);
    if (!strcmp(name, "logp"))
        return logp;
    if (!strcmp(name, "old") || !strcmp(name, "ref"))
        return logp - ratio;
    if (!strcmp(name, "adv"))
        return drawn(seed, "zero", i) < .15 ? 0 : ratio > 40 ? fabs(normal(seed, "adv", i)) : normal(seed, "adv", i);
    if (!strcmp(name, "was"))
        return mode == SAME ? .75 : (mode == NEAR ? 1e-4 : 1) * normal(seed, name, i) + ridge_num(c, "shift");
    double v_old = mode == TIES ? floor(8 * drawn(seed, "v", i)) : normal(seed, "v", i);
    double by = value_moved(c, mode, seed, i);
    if (!strcmp(name, "v_old"))
        return v_old;
    if (!strcmp(name, "v"))
        return v_old + by;
    if (!strcmp(name, "ret"))
        return mode == TIES ? v_old + .75 * by : v_old + 2 * normal(seed, "ret", i);
    return normal(seed, name, i);
}

/* Arrays of places; NaN where a pad is. */
int places_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t mode = ridge_int(c, "mode");
    for (size_t i = 0; b && i < b->count; i++)
        ((float *)b->data)[i] = is_pad(mode, seed, i) ? NAN : (float)number(c, buffer, mode, seed, i);
    return b ? 0 : -1;
}

/* Log-probabilities and values of one answer, without pads. */
int tokens_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    double size = ridge_num(c, "size");
    for (size_t i = 0; b && i < b->count; i++) {
        double x = normal(seed, buffer, i);
        ((float *)b->data)[i] = (float)((buffer[0] == 'l' ? -fabs(x) : x) * (size > 0 ? size : 1));
    }
    return b ? 0 : -1;
}

/* --- part A -------------------------------------------------------------------------------------------------- */

int shape_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t T = ridge_int(c, "T");
    const float *logp = ridge_data(c, "lp"), *ref = ridge_data(c, "lref"), *r = ridge_data(c, "r");
    double beta = ridge_num(c, "beta"), score = ridge_num(c, "score");
    if (!logp || !ref || !r)
        return -1;
    for (int64_t t = 0; t < T; t++) {
        double charge = beta * ((double)logp[t] - ref[t]), want = -charge + (t == T - 1 ? score : 0);
        if (!(fabs(r[t] - want) <= 2e-6 * (beta * (fabs(logp[t]) + fabs(ref[t])) + fabs(score)) + 1e-12))
            return SAY(v, "token %lld of %lld: reward %.8g expected, got %.8g", (long long)t, (long long)T, want, r[t]);
    }
    return right(v);
}

/* Advantages by their definition: sums of discounted errors, forward. */
static double advantage(int64_t T, const double *r, const double *v, double gamma, double lambda, int64_t t,
                        double *size)
{
    double sum = 0, by = 1;
    *size = fabs(v[t]);
    for (int64_t k = t; k < T; k++, by *= gamma * lambda) {
        double next = k + 1 < T ? v[k + 1] : 0;
        sum += by * (r[k] + gamma * next - v[k]);
        *size += by * (fabs(r[k]) + gamma * fabs(next) + fabs(v[k]));
    }
    return sum;
}

int gae_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t T = ridge_int(c, "T");
    const float *r = ridge_data(c, "rewards"), *val = ridge_data(c, "values"), *adv = ridge_data(c, "gadv"),
                *ret = ridge_data(c, "gret");
    double *wide = calloc(2 * (size_t)T + 1, sizeof *wide);
    if (!r || !val || !adv || !ret || !wide)
        return free(wide), -1;
    for (int64_t t = 0; t < T; t++)
        wide[t] = r[t], wide[T + t] = val[t];
    for (int64_t t = 0; t < T; t++) {
        double size,
            want = advantage(T, wide, wide + T, ridge_num(c, "gamma"), ridge_num(c, "lambda"), t, &size);
        if (fabs(adv[t] - want) <= 2e-6 * size + 1e-12 && fabs(ret[t] - (want + val[t])) <= 2e-6 * size + 1e-12)
            continue;
        free(wide);
        return SAY(v, "token %lld of %lld: advantage %.8g and return %.8g expected, got %.8g and %.8g", (long long)t,
                   (long long)T, want, want + val[t], adv[t], ret[t]);
    }
    free(wide);
    return right(v);
}

/* Mean and 1/sqrt(variance + 1e-8) of the places that are none of the pads. */
static void moments(int64_t n, const uint8_t *mask, const double *a, double *mean, double *by)
{
    double count = 0, squares = 0;
    *mean = 0;
    for (int64_t i = 0; i < n; i++)
        if (mask[i])
            *mean += a[i], count++;
    *mean /= count > 0 ? count : 1;
    for (int64_t i = 0; i < n; i++)
        if (mask[i])
            squares += (a[i] - *mean) * (a[i] - *mean);
    *by = 1 / sqrt(squares / (count > 0 ? count : 1) + 1e-8);
}

int whiten_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t n = ridge_int(c, "n");
    const uint8_t *mask = ridge_data(c, "mask");
    const float *was = ridge_data(c, "was"), *a = ridge_data(c, "white");
    double *wide = calloc((size_t)n + 1, sizeof *wide), mean, by;
    if (!mask || !was || !a || !wide)
        return free(wide), -1;
    for (int64_t i = 0; i < n; i++)
        wide[i] = was[i];
    moments(n, mask, wide, &mean, &by);
    for (int64_t i = 0; i < n; i++) {
        double want = mask[i] ? (wide[i] - mean) * by : 0;
        if (fabs(a[i] - want) <= (mask[i] ? 1e-5 * (fabs(want) + 1e-2 * fabs(mean) * by + 1e-6) : 0))
            continue;
        free(wide);
        return SAY(v, "place %lld (%s): %.8g expected, got %.8g", (long long)i, mask[i] ? "a token" : "a pad", want,
                   a[i]);
    }
    free(wide);
    return right(v);
}

/* --- part B -------------------------------------------------------------------------------------------------- */

static double limit(double x, double low, double high)
{
    return fmin(fmax(x, low), high);
}

static double policy_loss(double clip, double log_ratio, double adv)
{
    double ratio = exp(log_ratio);
    return -fmin(ratio * adv, limit(ratio, 1 - clip, 1 + clip) * adv);
}

static double value_loss(double vclip, double v, double v_old, double ret)
{
    double near = v_old + limit(v - v_old, -vclip, vclip);
    return fmax((v - ret) * (v - ret), (near - ret) * (near - ret)) / 2;
}

/* One place of a loss: 1 if both gradients are right. `by` is one over the number of places. */
static int check_place(const struct ridge_case *c, int64_t i, double by, struct ridge_verdict *v)
{
    const float *logp = ridge_data(c, "logp"), *old = ridge_data(c, "old"), *adv = ridge_data(c, "adv"),
                *val = ridge_data(c, "v"), *v_old = ridge_data(c, "v_old"), *ret = ridge_data(c, "ret"),
                *dlogp = ridge_data(c, "dlogp"), *dv = ridge_data(c, "dv");
    double clip = ridge_num(c, "clip"), vclip = ridge_num(c, "vclip"), vcoef = ridge_num(c, "vcoef"), h = 1e-6;
    double d = (double)logp[i] - old[i], x = val[i], o = v_old[i], r = ret[i];
    double da = by * (policy_loss(clip, d + h, adv[i]) - policy_loss(clip, d - h, adv[i])) / (2 * h);
    double db = by * vcoef * (value_loss(vclip, x + h, o, r) - value_loss(vclip, x - h, o, r)) / (2 * h);
    if (ridge_int(c, "mode") == TIES)
        db = by * vcoef * (x - r);
    double sa = by * fabs(adv[i]) * fmax(1, d < 0 || d > 50 ? 1 : exp(d)), sb = by * vcoef * (1 + fabs(x) + fabs(r));
    if (!(fabs(dlogp[i] - da) <= 1e-5 * sa + 1e-30))
        return SAY(v, "place %lld (ratio %.6g, advantage %.4g): gradient %.7g by logp expected, got %.7g",
                   (long long)i, exp(d), adv[i], da, dlogp[i]);
    if (!(fabs(dv[i] - db) <= 1e-5 * sb + 1e-30))
        return SAY(v, "place %lld (value %.6g, before %.6g, return %.6g): gradient %.7g by v expected, got %.7g",
                   (long long)i, x, o, r, db, dv[i]);
    return 1;
}

static int close_to(double got, double want, double scale)
{
    return fabs(got - want) <= 1e-5 * scale + 1e-12;
}

int loss_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t n = ridge_int(c, "n");
    const uint8_t *mask = ridge_data(c, "mask");
    const float *logp = ridge_data(c, "logp"), *old = ridge_data(c, "old"), *adv = ridge_data(c, "adv"),
                *val = ridge_data(c, "v"), *v_old = ridge_data(c, "v_old"), *ret = ridge_data(c, "ret"),
                *dlogp = ridge_data(c, "dlogp"), *dv = ridge_data(c, "dv");
    const double *got = ridge_data(c, "stats");
    double clip = ridge_num(c, "clip"), vclip = ridge_num(c, "vclip"), vcoef = ridge_num(c, "vcoef");
    double want[5] = { 0 }, size = 0, count = 0;
    if (!mask || !logp || !old || !adv || !val || !v_old || !ret || !dlogp || !dv || !got)
        return -1;
    for (int64_t i = 0; i < n; i++)
        count += mask[i] != 0;
    double by = count > 0 ? 1 / count : 0;
    for (int64_t i = 0; i < n; i++) {
        if (!mask[i] && (dlogp[i] != 0 || dv[i] != 0))
            return SAY(v, "place %lld is a pad: gradients of exactly 0 expected, got %g and %g", (long long)i, dlogp[i],
                       dv[i]);
        if (!mask[i])
            continue;
        double d = (double)logp[i] - old[i], ratio = exp(d), p = policy_loss(clip, d, adv[i]);
        want[1] += by * p, size += by * fabs(p);
        want[2] += by * value_loss(vclip, val[i], v_old[i], ret[i]);
        want[3] += by * (ratio > 1 + clip || ratio < 1 - clip);
        want[4] += by * (expm1(d) - d);
        if (!check_place(c, i, by, v))
            return 0;
    }
    want[0] = want[1] + vcoef * want[2];
    static const char *const what[] = { "loss", "policy loss", "value loss", "share of clipped ratios",
                                        "divergence from the old policy" };
    for (int k = 0; k < 5; k++)
        if (!close_to(got[k], want[k], k == 1 ? size : k == 0 ? size + vcoef * want[2] : fabs(want[k])))
            return SAY(v, "%s: %.9g expected (the mean over %.0f places), got %.9g", what[k], want[k], count, got[k]);
    return right(v);
}

int kl_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t n = ridge_int(c, "n");
    const uint8_t *mask = ridge_data(c, "mask");
    const float *logp = ridge_data(c, "logp"), *ref = ridge_data(c, "ref");
    const double *got = ridge_data(c, "kls");
    double want[3] = { 0 }, size[3] = { 0 }, count = 0;
    if (!mask || !logp || !ref || !got)
        return -1;
    for (int64_t i = 0; i < n; i++)
        count += mask[i] != 0;
    for (int64_t i = 0; i < n; i++) {
        double d = mask[i] ? (double)logp[i] - ref[i] : 0;
        /* e^-d - 1 + d, by its series where the terms would cancel */
        double k3 = fabs(d) < 1e-3 ? d * d * (.5 - d / 6 + d * d / 24) : exp(-d) - 1 + d;
        double each[3] = { d, d * d / 2, k3 };
        for (int k = 0; k < 3 && mask[i]; k++)
            want[k] += each[k] / count, size[k] += fabs(each[k]) / count;
    }
    for (int k = 0; k < 3; k++)
        if (!(fabs(got[k] - want[k]) <= 1e-6 * size[k]))
            return SAY(v, "k%d: %.10g expected (the mean over %.0f places), got %.10g", k + 1, want[k], count, got[k]);
    return right(v);
}

/* -log sigmoid(m) */
static double preferred(double m)
{
    return fmax(-m, 0) + log1p(exp(-fabs(m)));
}

int bt_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t n = ridge_int(c, "n");
    const float *win = ridge_data(c, "lwin"), *lose = ridge_data(c, "llose"), *dw = ridge_data(c, "dwin"),
                *dl = ridge_data(c, "dlose");
    const double *loss = ridge_data(c, "loss");
    double want = 0;
    if (!win || !lose || !dw || !dl || !loss)
        return -1;
    for (int64_t i = 0; i < n; i++) {
        double m = (double)win[i] - lose[i], h = 1e-5;
        double slope = (preferred(m + h) - preferred(m - h)) / (2 * h) / (double)n;
        want += preferred(m) / (double)n;
        if (!(fabs(dw[i] - slope) <= 2e-6 / (double)n) || !(fabs(dl[i] + slope) <= 2e-6 / (double)n))
            return SAY(v, "pair %lld (margin %.6g): gradients %.8g and %.8g expected, got %.8g and %.8g", (long long)i,
                       m, slope, -slope, dw[i], dl[i]);
    }
    if (!close_to(*loss, want, want))
        return SAY(v, "loss %.9g expected, got %.9g", want, *loss);
    return right(v);
}

/* Features of answers, the hidden taste that compares them, and whether a person would turn the pair round: people do
 * so by Bradley and Terry, the more often the nearer the two are. */
enum { TASTES = 1024 };

static double taste(uint64_t seed, int64_t d, const float *x)
{
    double sum = 0;
    for (int64_t j = 0; j < d && j < TASTES; j++)
        sum += x[j] * normal(seed, "taste", (size_t)j);
    return sum;
}

static void pair_of(uint64_t seed, int64_t i, int64_t d, float *win, float *lose, int noisy)
{
    for (int64_t j = 0; j < d; j++) {
        win[j] = (float)normal(seed, "one", (size_t)(i * d + j));
        lose[j] = (float)normal(seed, "other", (size_t)(i * d + j));
    }
    double margin = taste(seed, d, win) - taste(seed, d, lose);
    int turned = noisy ? drawn(seed, "vote", (size_t)i) > 1 / (1 + exp(-margin)) : margin < 0;
    for (int64_t j = 0; j < d && turned; j++) {
        float was = win[j];
        win[j] = lose[j], lose[j] = was;
    }
}

/* `taste_seed` of the case makes the pairs, so that a judge can make others of the same taste. */
int pairs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t n = ridge_int(c, "n"), d = ridge_int(c, "d");
    float win[TASTES], lose[TASTES];
    (void)seed;
    if (!b || d < 1 || d > TASTES)
        return -1;
    for (int64_t i = 0; i < n; i++) {
        pair_of((uint64_t)ridge_int(c, "taste_seed"), i, d, win, lose, 1);
        memcpy((float *)b->data + i * d, !strcmp(buffer, "xwin") ? win : lose, sizeof *win * (size_t)d);
    }
    return 0;
}

static double pairs_loss(int64_t n, int64_t d, const float *xw, const float *xl, const double *w)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++) {
        double m = 0;
        for (int64_t j = 0; j < d; j++)
            m += w[j] * ((double)xw[i * d + j] - xl[i * d + j]);
        sum += preferred(m) / (double)n;
    }
    return sum;
}

int step_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t n = ridge_int(c, "n"), d = ridge_int(c, "d");
    const float *xw = ridge_data(c, "xwin"), *xl = ridge_data(c, "xlose"), *w0 = ridge_data(c, "w0"),
                *w1 = ridge_data(c, "w1");
    const double *loss = ridge_data(c, "loss");
    double w[TASTES], lr = ridge_num(c, "lr"), h = 1e-5;
    if (!xw || !xl || !w0 || !w1 || !loss || d > TASTES)
        return -1;
    for (int64_t j = 0; j < d; j++)
        w[j] = w0[j];
    double want = pairs_loss(n, d, xw, xl, w);
    if (!close_to(*loss, want, want))
        return SAY(v, "the loss before the step is %.8g, got %.8g", want, *loss);
    for (int64_t j = 0; j < d; j++) {
        double keep = w[j], up;
        w[j] = keep + h, up = pairs_loss(n, d, xw, xl, w);
        w[j] = keep - h;
        double to = keep - lr * (up - pairs_loss(n, d, xw, xl, w)) / (2 * h);
        w[j] = keep;
        if (!(fabs(w1[j] - to) <= 2e-5 * lr + 1e-6 * fabs(keep)))
            return SAY(v, "w[%lld]: %.7g expected after the step (before: %.7g), got %.7g", (long long)j, to, keep,
                       w1[j]);
    }
    return right(v);
}

int rank_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    enum { HELD_OUT = 2000 };
    int64_t d = ridge_int(c, "d"), good = 0;
    const float *w = ridge_data(c, "w2");
    const double *losses = ridge_data(c, "losses");
    float win[TASTES], lose[TASTES];
    if (!w || !losses || d > TASTES)
        return -1;
    for (int64_t i = 0; i < HELD_OUT; i++) {
        pair_of((uint64_t)ridge_int(c, "taste_seed"), (1 << 20) + i, d, win, lose, 0);
        double m = 0;
        for (int64_t j = 0; j < d; j++)
            m += w[j] * ((double)win[j] - lose[j]);
        good += m > 0;
    }
    double share = (double)good / HELD_OUT;
    ridge_count(v, "rm_accuracy", share);
    if (!(share >= ridge_num(c, "least")))
        return SAY(v, "%.1f %% of %d pairs that were not trained on are ranked rightly; at least %.0f %% is expected",
                   100 * share, HELD_OUT, 100 * ridge_num(c, "least"));
    return right(v);
}

/* --- part C -------------------------------------------------------------------------------------------------- */

int len_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t cap = ridge_int(c, "cap"), few = ridge_int(c, "few");
    for (size_t i = 0; b && i < b->count; i++) {
        double u = drawn(seed, "len", i);
        int32_t most = (int32_t)(few > 0 ? few : cap);
        ((int32_t *)b->data)[i] = 1 + (int32_t)(u * u * most);
    }
    return b && cap >= 1 ? 0 : -1;
}

/* The sequence that is placed k-th: how many are longer, or as long and before it. */
static int64_t rank_of(int64_t n, const int32_t *len, int64_t i)
{
    int64_t k = 0;
    for (int64_t j = 0; j < n; j++)
        k += len[j] > len[i] || (len[j] == len[i] && j < i);
    return k;
}

int pack_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t n = ridge_int(c, "n"), cap = ridge_int(c, "cap"), rows = 0, bad = -1;
    const int32_t *len = ridge_data(c, "len"), *row = ridge_data(c, "row"), *at = ridge_data(c, "at"),
                  *got = ridge_data(c, "rows");
    int64_t *order = calloc((size_t)n + 1, sizeof *order), *used = calloc((size_t)n + 1, sizeof *used), r = 0, to = 0;
    if (!len || !row || !at || !got || !order || !used)
        return free(order), free(used), -1;
    for (int64_t i = 0; i < n; i++)
        order[rank_of(n, len, i)] = i;
    for (int64_t k = 0; k < n && bad < 0; k++) {
        for (r = 0; used[r] + len[order[k]] > cap; r++)
            ;
        to = used[r];
        rows = r + 1 > rows ? r + 1 : rows;
        used[r] += len[order[k]];
        bad = row[order[k]] != r || at[order[k]] != to ? order[k] : -1;
    }
    free(order);
    free(used);
    if (bad >= 0)
        return SAY(v, "sequence %lld (%d tokens): row %lld, place %lld expected, got row %d, place %d", (long long)bad,
                   len[bad], (long long)r, (long long)to, row[bad], at[bad]);
    if (*got != rows)
        return SAY(v, "%lld rows expected, got %d", (long long)rows, *got);
    return right(v);
}

/* A packing in the order of the numbers, by first fit; `lens` draws the lengths as len_fill does. */
static int first_fit(struct ridge_case *c, uint64_t seed, int64_t n, int32_t *row, int32_t *at)
{
    int64_t cap = ridge_int(c, "cap");
    int32_t *len = calloc((size_t)n + 1, sizeof *len), *used = calloc((size_t)n + 1, sizeof *used);
    struct ridge_buffer one = { "len", RIDGE_I32, (size_t)n, len };
    struct ridge_case mine = *c;
    mine.buffers = &one, mine.nbuffers = 1;
    int rc = len && used && !len_fill(&mine, "len", seed) ? 0 : -1;
    for (int64_t i = 0; !rc && i < n; i++) {
        int32_t r = 0;
        while (used[r] + len[i] > cap)
            r++;
        row[i] = r, at[i] = used[r], used[r] += len[i];
    }
    free(len);
    free(used);
    return rc;
}

int packed_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int32_t *other = b ? calloc(b->count + 1, sizeof *other) : NULL;
    int rows = !strcmp(buffer, "rows_of");
    int rc = other ? first_fit(c, seed, (int64_t)b->count, rows ? b->data : other, rows ? other : b->data) : -1;
    free(other);
    return rc;
}

int layout_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t n = ridge_int(c, "n"), T = ridge_int(c, "cap") + 3;
    const int32_t *len = ridge_data(c, "len"), *row = ridge_data(c, "rows_of"), *at = ridge_data(c, "at_of"),
                  *start = ridge_data(c, "starts"), *position = ridge_data(c, "position");
    const uint8_t *learn = ridge_data(c, "learn");
    const struct ridge_buffer *all = ridge_buffer(c, "starts");
    if (!len || !row || !at || !start || !position || !learn || !all)
        return -1;
    for (int64_t k = 0; k < (int64_t)all->count; k++) {
        int64_t r = k / T, t = k % T, own = -1;
        for (int64_t i = 0; i < n; i++)
            own = row[i] == r && at[i] <= t && t < at[i] + len[i] ? i : own;
        int64_t from = own < 0 ? -1 : at[own], place = own < 0 ? -1 : t - from, next = own >= 0 && place + 1 < len[own];
        if (start[k] != from || position[k] != place || learn[k] != next)
            return SAY(v, "row %lld, place %lld (%s): start %lld, position %lld, learn %lld expected, got %d, %d, %d",
                       (long long)r, (long long)t, own < 0 ? "a pad" : next ? "a token" : "the last of a sequence",
                       (long long)from, (long long)place, (long long)next, start[k], position[k], learn[k]);
    }
    return right(v);
}

/* Segments of drawn lengths up to `longest`, and pads between and behind some of them. */
int start_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t longest = ridge_int(c, "longest"), mode = ridge_int(c, "mode");
    if (!b || longest < 1)
        return -1;
    int32_t *start = b->data;
    for (int64_t t = 0, n = (int64_t)b->count, s = 0; t < n; s++) {
        int64_t len = mode == FULL ? longest : 1 + (int64_t)(drawn(seed, "segment", (size_t)s) * (double)longest);
        int pad = mode == NOBODY || (mode == RANDOM && drawn(seed, "gap", (size_t)s) < .25);
        for (int64_t k = t; k < n && k < t + len; k++)
            start[k] = pad ? -1 : (int32_t)t;
        t += len;
    }
    return 0;
}

/* Rows of q, k and v, `steep` times as large as usual for q and k; NaN at pads. */
int heads_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    size_t wide = (size_t)(ridge_int(c, "H") * ridge_int(c, "hd")), T = b && wide ? b->count / wide : 0;
    int32_t *own = calloc(T + 1, sizeof *own);
    if (!b || !wide)
        return free(own), -1;
    struct ridge_case mine = *c;
    struct ridge_buffer place = { "start", RIDGE_I32, T, own };
    mine.buffers = &place, mine.nbuffers = 1;
    double by = strcmp(buffer, "val") ? ridge_num(c, "steep") : 1;
    int rc = own ? start_fill(&mine, "start", seed) : -1;
    for (size_t i = 0; !rc && i < b->count; i++)
        ((float *)b->data)[i] = own[i / wide] < 0 ? NAN : (float)(by * normal(seed, buffer, i));
    free(own);
    return rc;
}

static void turned(int64_t hd, int64_t position, const float *x, double *y)
{
    for (int64_t i = 0; i < hd / 2; i++) {
        double a = (double)position * pow(10000, -2. * (double)i / (double)hd), re = x[i], im = x[i + hd / 2];
        y[i] = re * cos(a) - im * sin(a), y[i + hd / 2] = re * sin(a) + im * cos(a);
    }
}

struct heads {
    int64_t T, H, hd;
    const int32_t *start;
    const float *q, *k, *v, *out;
    double *keys; /* of one head, turned */
    double *p;
};

/* Place t of head h: 1 if its row is right. */
static int check_row(const struct heads *a, int64_t t, int64_t h, struct ridge_verdict *v)
{
    int64_t wide = a->H * a->hd, from = a->start[t], at = t * wide + h * a->hd;
    double q[128], most = -INFINITY, steepest = 0, sum = 0; /* the largest score, and the largest magnitude of one */
    turned(a->hd, t - from, a->q + at, q);
    for (int64_t s = from; s <= t; s++) {
        a->p[s] = 0;
        for (int64_t i = 0; i < a->hd; i++)
            a->p[s] += q[i] * a->keys[s * a->hd + i] / sqrt((double)a->hd);
        most = fmax(most, a->p[s]);
        steepest = fmax(steepest, fabs(a->p[s]));
    }
    for (int64_t s = from; s <= t; s++)
        sum += a->p[s] = exp(a->p[s] - most);
    for (int64_t i = 0; i < a->hd; i++) {
        double want = 0, size = 0;
        for (int64_t s = from; s <= t; s++) {
            double x = a->p[s] / sum * a->v[s * wide + h * a->hd + i];
            want += x, size += fabs(x);
        }
        if (!(fabs(a->out[at + i] - want) <= 5e-5 * (1 + steepest) * size))
            return SAY(v, "place %lld (byte %lld of its sequence), head %lld, number %lld: %.7g expected, got %.7g",
                       (long long)t, (long long)(t - from), (long long)h, (long long)i, want, a->out[at + i]);
    }
    return 1;
}

static int check_heads(const struct heads *a, struct ridge_verdict *v)
{
    int64_t wide = a->H * a->hd;
    for (int64_t t = 0; t < a->T; t++)
        for (int64_t i = 0; i < wide && a->start[t] < 0; i++)
            if (a->out[t * wide + i] != 0)
                return SAY(v, "place %lld is a pad: 0 expected, got %g", (long long)t, a->out[t * wide + i]);
    for (int64_t h = 0; h < a->H; h++) {
        for (int64_t t = 0; t < a->T; t++)
            if (a->start[t] >= 0)
                turned(a->hd, t - a->start[t], a->k + t * wide + h * a->hd, a->keys + t * a->hd);
        for (int64_t t = 0; t < a->T; t++)
            if (a->start[t] >= 0 && !check_row(a, t, h, v))
                return 0;
    }
    return right(v);
}

int attn_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct heads a = { .T = ridge_int(c, "T"),
                       .H = ridge_int(c, "H"),
                       .hd = ridge_int(c, "hd"),
                       .start = ridge_data(c, "start"),
                       .q = ridge_data(c, "q"),
                       .k = ridge_data(c, "k"),
                       .v = ridge_data(c, "val"),
                       .out = ridge_data(c, "out") };
    if (!a.start || !a.q || !a.k || !a.v || !a.out || a.hd > 128)
        return -1;
    a.keys = calloc((size_t)(a.T * a.hd) + 1, sizeof *a.keys);
    a.p = calloc((size_t)a.T + 1, sizeof *a.p);
    int rc = a.keys && a.p ? check_heads(&a, v) : -1;
    free(a.keys);
    free(a.p);
    return rc;
}

/* --- part E -------------------------------------------------------------------------------------------------- */

static int64_t answer_length(uint64_t seed, int64_t b, int64_t N)
{
    int64_t n = 1 + (int64_t)(drawn(seed, "answer", (size_t)b) * (double)(N + 3));
    return n > N ? N : n;
}

int lens_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    for (size_t i = 0; b && i < b->count; i++)
        ((int32_t *)b->data)[i] = (int32_t)answer_length(seed, (int64_t)i, ridge_int(c, "N"));
    return b ? 0 : -1;
}

/* Arrays [B][N] with NaN behind the end of each answer. */
int batch_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t N = ridge_int(c, "N");
    if (!b || N < 1)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        int64_t t = (int64_t)i % N, in = t < answer_length(seed, (int64_t)i / N, N);
        double x = normal(seed, buffer, i);
        ((float *)b->data)[i] = in ? (float)(buffer[1] == 'v' ? x : -fabs(x)) : NAN;
    }
    return 0;
}

/* Wants of one answer: shaped rewards, then advantages. */
static void answer_wants(const struct ridge_case *c, int64_t b, int64_t len, double *adv, double *ret, double *size)
{
    int64_t N = ridge_int(c, "N");
    const float *logp = (const float *)ridge_data(c, "blogp") + b * N, *ref = (const float *)ridge_data(c, "bref") +
          b * N, *val = (const float *)ridge_data(c, "bv") + b * N, *score = ridge_data(c, "marks");
    double r[256], v[256];
    for (int64_t t = 0; t < len; t++) {
        r[t] = -ridge_num(c, "beta") * ((double)logp[t] - ref[t]) + (t == len - 1 ? score[b] : 0);
        v[t] = val[t];
    }
    for (int64_t t = 0; t < len; t++) {
        adv[t] = advantage(len, r, v, ridge_num(c, "gamma"), ridge_num(c, "lambda"), t, size + t);
        ret[t] = adv[t] + v[t];
    }
}

static int check_batch(const struct ridge_case *c, double *adv, double *ret, double *size, struct ridge_verdict *v)
{
    int64_t B = ridge_int(c, "B"), N = ridge_int(c, "N");
    const int32_t *len = ridge_data(c, "lens");
    const uint8_t *mask = ridge_data(c, "bmask");
    const float *got = ridge_data(c, "badv"), *gotr = ridge_data(c, "bret");
    uint8_t *in = calloc((size_t)(B * N) + 1, 1);
    double mean, by;
    if (!in)
        return -1;
    for (int64_t b = 0; b < B; b++) {
        answer_wants(c, b, len[b], adv + b * N, ret + b * N, size + b * N);
        memset(in + b * N, 1, (size_t)len[b]);
    }
    moments(B * N, in, adv, &mean, &by);
    int64_t bad = 0;
    for (; bad < B * N; bad++) {
        double want = in[bad] ? (adv[bad] - mean) * by : 0;
        if (mask[bad] != in[bad] || !(fabs(got[bad] - want) <= (in[bad] ? 1e-5 * (size[bad] * by + 1) : 0)) ||
            !(fabs(gotr[bad] - (in[bad] ? ret[bad] : 0)) <= (in[bad] ? 1e-5 * size[bad] : 0)))
            break;
    }
    free(in);
    if (bad == B * N)
        return right(v);
    int64_t b = bad / N, t = bad % N, pad = t >= len[b];
    return SAY(v, "answer %lld (%d tokens), place %lld: mask %d, advantage %.7g, return %.7g expected, got %d, %.7g, "
               "%.7g", (long long)b, len[b], (long long)t, !pad, pad ? 0 : (adv[bad] - mean) * by, pad ? 0 : ret[bad],
               mask[bad], got[bad], gotr[bad]);
}

int batch_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    size_t n = (size_t)(ridge_int(c, "B") * ridge_int(c, "N"));
    if (ridge_int(c, "N") > 256 || !ridge_data(c, "lens") || !ridge_data(c, "bmask") || !ridge_data(c, "badv") ||
        !ridge_data(c, "bret") || !ridge_data(c, "blogp") || !ridge_data(c, "bref") || !ridge_data(c, "bv") ||
        !ridge_data(c, "marks"))
        return -1;
    double *room = calloc(3 * n + 1, sizeof *room);
    int rc = room ? check_batch(c, room, room + n, room + 2 * n, v) : -1;
    free(room);
    return rc;
}
