/*
 * oracle.c: the router in float64. Gradients are difference quotients of the losses, never a formula; where data are
 * small integers logits are exact, and then so is the choice, ties and all.
 */
#include <float.h>
#include <ridge/oracle.h>
#include <stdlib.h>

#include "../../labs/w22-moe-router/toy.h"

enum { MOST = 128, PROBE = 4096 };

static int fail(struct ridge_verdict *v)
{
    v->pass = 0;
    return 0;
}

#define SAY(v, ...) (snprintf((v)->message, sizeof (v)->message, __VA_ARGS__), fail(v))

/* --- inputs -------------------------------------------------------------------------------------------- */

enum { RANDOM, INTEGERS, EQUAL, BROKEN, ENDS, STEEP, BELOW };

/* A token at the ends of float32, by turns: as it is; with logits of some hundreds; and with one number alone, which
 * gives logits up to 2e38, or some that float32 cannot hold. */
static float at_the_ends(float x, size_t t, int alone)
{
    if (t % 4 < 2)
        return t % 4 ? 40 * x : x;
    return alone ? copysignf(t % 4 == 2 ? 5e37f : 3e38f, x) : 0;
}

/* RANDOM: normal; INTEGERS: small ones, so that logits are exact and often equal; EQUAL: all tokens the same; BROKEN:
 * of each five tokens one has a NaN and one an infinity; ENDS: see at_the_ends; STEEP: integers, the gate's in
 * hundreds. */
int tokens_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t mode = ridge_int(c, "mode"), d = ridge_int(c, "d");
    seed = ridge_mix(seed, buffer);
    if (!b || b->dtype != RIDGE_F32 || d < 1)
        return -1;
    float *x = b->data;
    int tokens = buffer[0] == 'x';
    for (size_t i = 0; i < b->count; i++) {
        size_t t = i / (size_t)d, at = i % (size_t)d;
        int whole = mode == INTEGERS || mode == STEEP;
        x[i] = whole ? (float)((int)(ridge_uniform(&seed) * 5) - 2) : toy_normal(&seed);
        if (!tokens && mode == STEEP)
            x[i] *= 100;
        if (tokens && mode == ENDS)
            x[i] = at_the_ends(x[i], t, at == t % (size_t)d);
        if (tokens && mode == EQUAL && t)
            x[i] = x[at];
        if (tokens && mode == BROKEN && at == t % (size_t)d)
            x[i] = t % 5 == 1 ? NAN : t % 5 == 3 ? -INFINITY : x[i];
    }
    return 0;
}

/* k different experts for each token; lean > 0: in that share of them expert 0 is the first. Rejected tokens where
 * `mode` is BROKEN. */
int idx_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t E = ridge_int(c, "E"), k = ridge_int(c, "k"), mode = ridge_int(c, "mode");
    double lean = ridge_num(c, "lean");
    if (!b || E < 1 || E > MOST || k < 1 || k > E)
        return -1;
    int32_t *idx = b->data, all[MOST];
    for (size_t t = 0; t < b->count / (size_t)k; t++, idx += k) {
        for (int e = 0; e < E; e++)
            all[e] = e;
        int fixed = ridge_uniform(&seed) < lean;
        for (int j = 0; j < k; j++) {
            int to = j || !fixed ? j + (int)(ridge_uniform(&seed) * (double)(E - j)) : 0;
            int32_t was = all[j];
            all[j] = all[to], all[to] = was;
            idx[j] = mode == BROKEN && t % 4 == 2 ? -1 : all[j];
        }
    }
    return 0;
}

/* Weights that sum to 1 over a token's choices; 0 for rejected ones. */
int share_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t k = ridge_int(c, "k"), mode = ridge_int(c, "mode");
    if (!b || k < 1)
        return -1;
    float *w = b->data;
    for (size_t t = 0; t < b->count / (size_t)k; t++, w += k) {
        double sum = 0, at[MOST];
        for (int j = 0; j < k; j++)
            sum += at[j] = exp(2 * toy_normal(&seed));
        for (int j = 0; j < k; j++)
            w[j] = mode == BROKEN && t % 4 == 2 ? 0 : (float)(at[j] / sum);
    }
    return 0;
}

/* What arrives at the weights; NaN at a rejected token, as whatever is computed from one. */
int dw_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t k = ridge_int(c, "k"), mode = ridge_int(c, "mode");
    if (!b || k < 1)
        return -1;
    float *dw = b->data;
    for (size_t i = 0; i < b->count; i++)
        dw[i] = mode == BROKEN && i / (size_t)k % 4 == 2 ? NAN : toy_normal(&seed);
    return 0;
}

/* Scores: normal; where `mode` is INTEGERS of few different values, zeros of both signs among them; all the same where
 * it is EQUAL; all far below zero where it is BELOW. */
int score_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t mode = ridge_int(c, "mode");
    double size = ridge_num(c, "size");
    if (!b)
        return -1;
    float *s = b->data;
    for (size_t i = 0; i < b->count; i++) {
        float z = toy_normal(&seed);
        s[i] = mode == EQUAL ? -.5f : mode == INTEGERS ? truncf(2 * z) : mode == BELOW ? z - 2000 : z;
        if (size > 0)
            s[i] *= (float)size;
    }
    return 0;
}

/* --- the gate ------------------------------------------------------------------------------------------ */

/* Logits of one token and the bound on what float32 may make of each. Returns 0 if one is not finite. */
static int logits_of(int64_t d, int64_t E, const float *x, const float *Wg, double *z, double *bound)
{
    int good = 1;
    for (int64_t e = 0; e < E; e++) {
        double sum = 0, size = 0;
        for (int64_t i = 0; i < d; i++) {
            double p = (double)x[i] * Wg[i * E + e];
            sum += p, size += fabs(p);
        }
        z[e] = sum, bound[e] = 8 * 0x1p-24 * sqrt((double)d) * size;
        good &= fabs(sum) <= FLT_MAX;
    }
    return good;
}

/* Is `a` a right choice before `b`? Equal numbers that are exact: the lower index. */
static int before(const double *z, const double *bound, int64_t exact, int32_t a, int32_t b)
{
    if (exact)
        return z[a] > z[b] || (z[a] == z[b] && a < b);
    return z[a] >= z[b] - bound[a] - bound[b];
}

/* 0, or what is wrong with the choice of token t. */
static int check_choice(const double *z, const double *bound, int64_t exact, int64_t t, int64_t E, int64_t k,
                        const int32_t *idx, struct ridge_verdict *v)
{
    char taken[MOST] = { 0 };
    for (int64_t j = 0; j < k; j++) {
        if (idx[j] < 0 || idx[j] >= E || taken[idx[j]])
            return SAY(v, "token %lld: choice %lld is expert %d, which %s", (long long)t, (long long)j, idx[j],
                       idx[j] < 0 || idx[j] >= E ? "does not exist" : "was chosen before"),
                   1;
        taken[idx[j]] = 1;
        if (j && !before(z, bound, exact, idx[j - 1], idx[j]))
            return SAY(v, "token %lld: choice %lld is expert %d (logit %.7g), behind expert %d (%.7g)", (long long)t,
                       (long long)j, idx[j], z[idx[j]], idx[j - 1], z[idx[j - 1]]),
                   1;
    }
    for (int32_t e = 0; e < E; e++)
        if (!taken[e] && !before(z, bound, exact, idx[k - 1], e))
            return SAY(v, "token %lld: expert %d (logit %.7g) was chosen, expert %d (%.7g) was not", (long long)t,
                       idx[k - 1], z[idx[k - 1]], e, z[e]),
                   1;
    return 0;
}

static int check_weights(const double *z, const double *bound, int64_t t, int64_t k, const int32_t *idx, const float *w,
                         struct ridge_verdict *v)
{
    double sum = 0, slack = 0;
    for (int64_t j = 0; j < k; j++) {
        sum += exp(z[idx[j]] - z[idx[0]]);
        slack = fmax(slack, bound[idx[j]]);
    }
    for (int64_t j = 0; j < k; j++) {
        double want = exp(z[idx[j]] - z[idx[0]]) / sum;
        if (!(fabs(w[j] - want) <= want * (2 * slack + 3e-6 * (1 + sqrt((double)k))) + 1e-30))
            return SAY(v, "token %lld, expert %d: weight %.7g expected, got %.7g (softmax over the %lld chosen)",
                       (long long)t, idx[j], want, w[j], (long long)k),
                   1;
    }
    return 0;
}

int gate_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t T = ridge_int(c, "T"), d = ridge_int(c, "d"), E = ridge_int(c, "E"), k = ridge_int(c, "k");
    int64_t exact = ridge_int(c, "mode") == INTEGERS, rejected = 0;
    const float *x = ridge_data(c, "x"), *Wg = ridge_data(c, "Wg"), *w = ridge_data(c, "w");
    const int32_t *idx = ridge_data(c, "chosen"), *count = ridge_data(c, "rejected");
    double z[MOST], bound[MOST];
    if (!x || !Wg || !w || !idx || !count || E > MOST)
        return -1;
    for (int64_t t = 0; t < T; t++, idx += k, w += k) {
        if (logits_of(d, E, x + t * d, Wg, z, bound)) {
            if (check_choice(z, bound, exact, t, E, k, idx, v) || check_weights(z, bound, t, k, idx, w, v))
                return 0;
            continue;
        }
        rejected++;
        for (int64_t j = 0; j < k; j++)
            if (idx[j] != -1 || w[j] != 0)
                return SAY(v, "token %lld has a logit that is not finite: expert -1, weight 0 expected, got %d, %g",
                           (long long)t, idx[j], w[j]);
    }
    if (*count != rejected)
        return SAY(v, "%lld tokens rejected expected, got %d", (long long)rejected, *count);
    v->pass = 1;
    return 0;
}

/* --- gradients by difference quotients ----------------------------------------------------------------- */

/* sum of dw_i * softmax(l)_i over k logits. */
static double through(int64_t k, const double *l, const float *dw)
{
    double sum = 0, out = 0;
    for (int64_t i = 0; i < k; i++)
        sum += exp(l[i]);
    for (int64_t i = 0; i < k; i++)
        out += dw[i] * exp(l[i]) / sum;
    return out;
}

int back_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t T = ridge_int(c, "T"), E = ridge_int(c, "E"), k = ridge_int(c, "k");
    const int32_t *idx = ridge_data(c, "idx");
    const float *w = ridge_data(c, "share"), *dw = ridge_data(c, "dw"), *was = ridge_data(c, "was"),
                *got = ridge_data(c, "dl");
    if (!idx || !w || !dw || !was || !got || E > MOST)
        return -1;
    for (int64_t t = 0; t < T; t++, idx += k, w += k, dw += k, was += E, got += E) {
        double want[MOST], scale[MOST], l[MOST], size = 0;
        for (int64_t e = 0; e < E; e++)
            want[e] = was[e], scale[e] = 0;
        for (int64_t j = 0; j < k && idx[0] >= 0; j++)
            l[j] = log(w[j]), size += fabs(w[j] * dw[j]);
        for (int64_t j = 0; j < k && idx[0] >= 0; j++) {
            double keep = l[j], h = 1e-4, up, down;
            l[j] = keep + h, up = through(k, l, dw);
            l[j] = keep - h, down = through(k, l, dw);
            l[j] = keep;
            want[idx[j]] += (up - down) / (2 * h);
            scale[idx[j]] = fabs(was[idx[j]]) + fabs(w[j] * dw[j]) + size;
        }
        for (int64_t e = 0; e < E; e++)
            if (!(fabs(got[e] - want[e]) <= 1e-5 * scale[e]))
                return SAY(v, "token %lld, logit %lld: gradient %.7g expected (it was %.7g before), got %.7g",
                           (long long)t, (long long)e, want[e], was[e], got[e]);
    }
    v->pass = 1;
    return 0;
}

/* One token's part of the loss, f being fixed. */
static double row_loss(int64_t E, const double *l, const double *f, double alpha, double beta, double T)
{
    double top = l[0], sum = 0, fp = 0;
    for (int64_t e = 1; e < E; e++)
        top = fmax(top, l[e]);
    for (int64_t e = 0; e < E; e++)
        sum += exp(l[e] - top);
    for (int64_t e = 0; e < E; e++)
        fp += f[e] * exp(l[e] - top) / sum;
    double z = top + log(sum);
    return (alpha * (double)E * fp + beta * z * z) / T;
}

static void shares(int64_t n, int64_t E, const int32_t *idx, double *f)
{
    memset(f, 0, sizeof *f * (size_t)E);
    for (int64_t i = 0; i < n; i++)
        if (idx[i] >= 0 && idx[i] < E)
            f[idx[i]] += 1.0 / (double)n;
}

int balance_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t T = ridge_int(c, "T"), E = ridge_int(c, "E"), k = ridge_int(c, "k");
    double alpha = ridge_num(c, "alpha"), beta = ridge_num(c, "beta"), want = 0, f[MOST], l[MOST];
    const float *logits = ridge_data(c, "logits"), *got = ridge_data(c, "dl");
    const int32_t *idx = ridge_data(c, "idx");
    const double *loss = ridge_data(c, "loss");
    if (!logits || !got || !idx || !loss || E > MOST)
        return -1;
    shares(T * k, E, idx, f);
    for (int64_t t = 0; t < T; t++, logits += E, got += E) {
        double size = 0;
        for (int64_t e = 0; e < E; e++)
            l[e] = logits[e], size = fmax(size, fabs(l[e]));
        want += row_loss(E, l, f, alpha, beta, (double)T);
        double scale = (alpha * (double)E + 2 * beta * (size + log((double)E))) / (double)T;
        for (int64_t e = 0; e < E; e++) {
            double keep = l[e], h = 1e-4, up, down;
            l[e] = keep + h, up = row_loss(E, l, f, alpha, beta, (double)T);
            l[e] = keep - h, down = row_loss(E, l, f, alpha, beta, (double)T);
            l[e] = keep;
            if (!(fabs(got[e] - (up - down) / (2 * h)) <= 1e-5 * scale + 1e-12))
                return SAY(v, "token %lld, logit %lld: gradient %.7g expected, got %.7g", (long long)t, (long long)e,
                           (up - down) / (2 * h), got[e]);
        }
    }
    if (!(fabs(*loss - want) <= 1e-5 * fabs(want) + 1e-12))
        return SAY(v, "loss %.8g expected, got %.8g", want, *loss);
    v->pass = 1;
    return 0;
}

/* --- slots --------------------------------------------------------------------------------------------- */

/* How many choices of the same expert come before choice j of token t. */
static int64_t ahead(int64_t T, int64_t k, const int32_t *idx, int64_t t, int64_t j)
{
    int64_t n = 0;
    for (int64_t s = 0; s < T; s++)
        for (int64_t i = 0; i < k; i++)
            n += idx[s * k + i] == idx[t * k + j] && (i < j || (i == j && s < t));
    return n;
}

int capacity_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t T = ridge_int(c, "T"), E = ridge_int(c, "E"), k = ridge_int(c, "k"), cap = ridge_int(c, "cap");
    const int32_t *idx = ridge_data(c, "idx"), *slot = ridge_data(c, "slot"), *wanted = ridge_data(c, "wanted"),
                  *dropped = ridge_data(c, "dropped");
    int64_t want_dropped = 0, count[MOST] = { 0 };
    if (!idx || !slot || !wanted || !dropped || E > MOST)
        return -1;
    for (int64_t i = 0; i < T * k; i++) {
        int64_t place = idx[i] < 0 ? -1 : ahead(T, k, idx, i / k, i % k), want = -1;
        if (place >= 0) {
            count[idx[i]]++;
            want = place < cap ? idx[i] * cap + place : -1;
            want_dropped += want < 0;
        }
        if (slot[i] != want)
            return SAY(v, "token %lld, choice %lld (expert %d, %lld came before): slot %lld expected, got %d",
                       (long long)(i / k), (long long)(i % k), idx[i], (long long)place, (long long)want, slot[i]);
    }
    for (int64_t e = 0; e < E; e++)
        if (wanted[e] != count[e])
            return SAY(v, "expert %lld is wanted by %lld choices, got %d", (long long)e, (long long)count[e],
                       wanted[e]);
    if (*dropped != want_dropped)
        return SAY(v, "%lld dropped expected, got %d", (long long)want_dropped, *dropped);
    v->pass = 1;
    return 0;
}

int choice_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t T = ridge_int(c, "T"), E = ridge_int(c, "E"), cap = ridge_int(c, "cap"), nobody = 0;
    const float *score = ridge_data(c, "score");
    const int32_t *tok = ridge_data(c, "tok"), *got = ridge_data(c, "nobody");
    char *taken = calloc(1, (size_t)T + 1);
    if (!score || !tok || !got || !taken || E < 1)
        return free(taken), -1;
    for (int64_t e = 0; e < E; e++)
        for (int64_t t = 0; t < T; t++) {
            int64_t rank = 0;
            for (int64_t s = 0; s < T; s++)
                rank += score[s * E + e] > score[t * E + e] || (score[s * E + e] == score[t * E + e] && s < t);
            if (rank >= cap)
                continue;
            taken[t] = 1;
            if (tok[e * cap + rank] != t) {
                free(taken);
                return SAY(v, "expert %lld, place %lld: token %lld (score %.7g) expected, got %d", (long long)e,
                           (long long)rank, (long long)t, score[t * E + e], tok[e * cap + rank]);
            }
        }
    for (int64_t t = 0; t < T; t++)
        nobody += !taken[t];
    free(taken);
    for (int64_t i = 0; i < E * cap; i++)
        if (i % cap >= T && tok[i] != -1)
            return SAY(v, "expert %lld, place %lld: there is no token left, -1 expected, got %d", (long long)(i / cap),
                       (long long)(i % cap), tok[i]);
    if (*got != nobody)
        return SAY(v, "%lld tokens are taken by nobody, got %d", (long long)nobody, *got);
    v->pass = 1;
    return 0;
}

/* --- a step of training -------------------------------------------------------------------------------- */

struct layer {
    int64_t T, d, E, k, o;
    double alpha, beta;
    const float *x, *target;
    double *W;    /* the gate, then the experts */
    int32_t *idx; /* chosen before any weight is moved, and then fixed, as a gradient has it */
    double f[MOST];
};

static void row_logits(const struct layer *m, int64_t t, double *z)
{
    for (int64_t e = 0; e < m->E; e++) {
        z[e] = 0;
        for (int64_t i = 0; i < m->d; i++)
            z[e] += m->x[t * m->d + i] * m->W[i * m->E + e];
    }
}

/* |y - target|^2 of token t. */
static double row_error(const struct layer *m, int64_t t, const double *z, const int32_t *idx)
{
    const double *We = m->W + m->d * m->E;
    double sum = 0, out = 0, y[MOST] = { 0 };
    for (int64_t j = 0; j < m->k; j++)
        sum += exp(z[idx[j]] - z[idx[0]]);
    for (int64_t j = 0; j < m->k; j++)
        for (int64_t i = 0; i < m->d; i++)
            for (int64_t q = 0; q < m->o; q++)
                y[q] += exp(z[idx[j]] - z[idx[0]]) / sum * m->x[t * m->d + i] * We[(idx[j] * m->d + i) * m->o + q];
    for (int64_t q = 0; q < m->o; q++)
        out += (y[q] - m->target[t * m->o + q]) * (y[q] - m->target[t * m->o + q]);
    return out;
}

static double layer_loss(const struct layer *m, double *squares)
{
    double z[MOST], sum = 0, more = 0;
    for (int64_t t = 0; t < m->T; t++) {
        row_logits(m, t, z);
        sum += row_error(m, t, z, m->idx + t * m->k) / (2 * (double)m->T);
        more += row_loss(m->E, z, m->f, m->alpha, m->beta, (double)m->T);
    }
    if (squares)
        *squares = sum;
    return sum + more;
}

static void layer_choose(struct layer *m)
{
    double z[MOST];
    for (int64_t t = 0; t < m->T; t++) {
        row_logits(m, t, z);
        for (int64_t j = 0; j < m->k; j++) {
            int best = 0;
            for (int e = 1; e < m->E; e++)
                best = z[e] > z[best] ? e : best;
            m->idx[t * m->k + j] = best;
            z[best] = -INFINITY;
        }
    }
    shares(m->T * m->k, m->E, m->idx, m->f);
}

/* The gradient of all weights, by difference quotients; its largest element. */
static double layer_gradient(struct layer *m, int64_t all, double *g)
{
    double largest = 0, h = 1e-4;
    for (int64_t i = 0; i < all; i++) {
        double keep = m->W[i], up;
        m->W[i] = keep + h, up = layer_loss(m, NULL);
        m->W[i] = keep - h, g[i] = (up - layer_loss(m, NULL)) / (2 * h);
        m->W[i] = keep;
        largest = fmax(largest, fabs(g[i]));
    }
    return largest;
}

/* 1 if the weights have moved by lr times the gradient. */
static int check_step(struct layer *m, const struct ridge_case *c, int64_t all, double *g, struct ridge_verdict *v)
{
    const float *now[2] = { ridge_data(c, "Wg1"), ridge_data(c, "We1") };
    int64_t gate = m->d * m->E, each = m->d * m->o;
    double lr = ridge_num(c, "lr"), largest = layer_gradient(m, all, g);
    for (int64_t i = 0; i < all; i++) {
        int64_t at = i < gate ? i : i - gate;
        double want = m->W[i] - lr * g[i], got = now[i >= gate][at];
        if (fabs(got - want) <= lr * 2e-5 * largest + 0x1p-23 * fabs(m->W[i]))
            continue;
        if (i < gate)
            return SAY(v, "Wg[%lld][%lld]: %.7g expected after the step, got %.7g (before: %.7g)",
                       (long long)(i / m->E), (long long)(i % m->E), want, got, m->W[i]);
        return SAY(v, "We[%lld][%lld][%lld]: %.7g expected after the step, got %.7g (before: %.7g)",
                   (long long)(at / each), (long long)(at % each / m->o), (long long)(at % m->o), want, got, m->W[i]);
    }
    return 1;
}

static int judge_step(struct layer *m, const struct ridge_case *c, int64_t all, double *g, struct ridge_verdict *v)
{
    const int32_t *wanted = ridge_data(c, "load");
    const double *loss = ridge_data(c, "loss");
    double squares, sum = layer_loss(m, &squares);
    (void)sum;
    if (!(fabs(*loss - squares) <= 1e-5 * squares))
        return SAY(v, "the first term of the loss is %.8g before the step, got %.8g", squares, *loss);
    for (int64_t e = 0; e < m->E; e++)
        if (fabs(wanted[e] - m->f[e] * (double)(m->T * m->k)) > .5)
            return SAY(v, "expert %lld is wanted %.0f times, got %d", (long long)e, m->f[e] * (double)(m->T * m->k),
                       wanted[e]);
    if (check_step(m, c, all, g, v))
        v->pass = 1;
    return 0;
}

int step_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct layer m = { .T = ridge_int(c, "T"),
                       .d = ridge_int(c, "d"),
                       .E = ridge_int(c, "E"),
                       .k = ridge_int(c, "k"),
                       .o = ridge_int(c, "o"),
                       .alpha = ridge_num(c, "alpha"),
                       .beta = ridge_num(c, "beta"),
                       .x = ridge_data(c, "x"),
                       .target = ridge_data(c, "target") };
    const float *Wg = ridge_data(c, "Wg"), *We = ridge_data(c, "We0");
    if (!m.x || !m.target || !Wg || !We || !ridge_data(c, "Wg1") || !ridge_data(c, "We1") || !ridge_data(c, "load") ||
        !ridge_data(c, "loss") || m.E > MOST || m.o > MOST)
        return -1;
    int64_t gate = m.d * m.E, all = gate + m.E * m.d * m.o;
    double *g = calloc((size_t)all, sizeof *g);
    m.W = calloc((size_t)all, sizeof *m.W);
    m.idx = calloc((size_t)(m.T * m.k), sizeof *m.idx);
    int rc = -1;
    if (g && m.W && m.idx) {
        for (int64_t i = 0; i < all; i++)
            m.W[i] = i < gate ? Wg[i] : We[i - gate];
        layer_choose(&m);
        rc = judge_step(&m, c, all, g, v);
    }
    free(g);
    free(m.W);
    free(m.idx);
    return rc;
}

/* --- the training run ---------------------------------------------------------------------------------- */

struct judged {
    double loss, load, entropy; /* mean squared error / 2, max over mean, over its largest value */
};

/* PROBE tokens that were not trained on, by a trained layer. */
static int probe(uint64_t seed, int64_t E, const float *Wg, const float *We, struct judged *ret)
{
    static struct toy toy;
    static float x[PROBE * TOY_D], target[PROBE * TOY_O], scratch[MOST * TOY_D * TOY_O], gate[MOST * TOY_D];
    struct layer m = { .T = PROBE, .d = TOY_D, .E = E, .k = 2, .o = TOY_O, .x = x, .target = target };
    int64_t n = TOY_D * E, all = n + E * TOY_D * TOY_O;
    toy_begin(&toy, seed, (int)E, gate, scratch);
    toy.state ^= 0x5bd1e995u;
    toy_batch(&toy, PROBE, x, target);
    m.W = calloc((size_t)all, sizeof *m.W);
    m.idx = calloc(PROBE * 2, sizeof *m.idx);
    if (m.W && m.idx) {
        for (int64_t i = 0; i < all; i++)
            m.W[i] = i < n ? Wg[i] : We[i - n];
        layer_choose(&m);
        layer_loss(&m, &ret->loss);
        ret->load = ret->entropy = 0;
        for (int64_t e = 0; e < E; e++) {
            ret->load = fmax(ret->load, m.f[e] * (double)E);
            ret->entropy -= m.f[e] > 0 ? m.f[e] * log(m.f[e]) / log((double)E) : 0;
        }
    }
    int failed = !m.W || !m.idx;
    free(m.W);
    free(m.idx);
    return failed ? -1 : 0;
}

int train_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *Wg = ridge_data(c, "Wg2"), *We = ridge_data(c, "We2"), *Wg0 = ridge_data(c, "Wg3"),
                *We0 = ridge_data(c, "We3");
    const double *r = ridge_data(c, "recipe");
    struct judged with, without;
    int64_t E = ridge_int(c, "E");
    uint64_t seed = (uint64_t)ridge_int(c, "seed");
    if (!Wg || !We || !Wg0 || !We0 || !r || E < 2 || E > MOST || probe(seed, E, Wg, We, &with) ||
        probe(seed, E, Wg0, We0, &without))
        return -1;
    ridge_count(v, "max_load", with.load);
    ridge_count(v, "entropy", with.entropy);
    ridge_count(v, "toy_loss", with.loss);
    ridge_count(v, "max_load_alone", without.load);
    ridge_count(v, "entropy_alone", without.entropy);
    ridge_count(v, "toy_loss_alone", without.loss);
    if (!(r[2] > 0 && r[2] <= 1 && r[0] >= 0 && r[0] <= 1 && r[1] >= 0 && r[1] <= 1))
        return SAY(v, "alpha %g, beta %g, lr %g: alpha and beta are from 0 to 1, lr is above 0 and at most 1", r[0],
                   r[1], r[2]);
    if (!isfinite(with.loss))
        return SAY(v, "the weights ran away: on tokens not trained on the loss is no number");
    if (!(with.loss <= ridge_num(c, "loss_most")))
        return SAY(v, "on tokens not trained on the loss is %.3g; %.3g is within reach (without balance: %.3g, "
                   "fullest expert %.2f, entropy %.3f)", with.loss, ridge_num(c, "loss_most"), without.loss,
                           without.load,
                   without.entropy);
    if (!(with.load <= 1.25) || !(with.entropy >= .97))
        return SAY(v,
                   "the fullest expert has %.2f times the mean load and the entropy is %.3f of its largest value: "
                   "at most 1.25 and at least 0.97 expected (without balance: %.2f and %.3f)",
                   with.load, with.entropy, without.load, without.entropy);
    v->pass = 1;
    return 0;
}
