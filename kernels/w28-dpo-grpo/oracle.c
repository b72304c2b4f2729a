/*
 * oracle.c: log-probabilities in float64, losses in long double by their definition in lab.h, gradients as difference
 * quotients of those and never by a formula. A trained policy is asked for answers to prompts that no training sees,
 * and held against the reference that it began from.
 */
#pragma GCC optimize("O3")
#include <stdlib.h>

#include "../microlm/gemm.c"
#include "../microlm/net.c"
#include "../microlm/synthlang.c"
#include "../microlm/trained.h"
#include <ridge/oracle.h>

#include "../../labs/w28-dpo-grpo/policy.h"

enum { IGNORED = -100 };
typedef long double real;

static int fail(struct ridge_verdict *v)
{
    v->pass = 0;
    return 0;
}

#define SAY(v, ...) (snprintf((v)->message, sizeof (v)->message, __VA_ARGS__), fail(v))

/* --- inputs ------------------------------------------------------------------------------------------------ */

enum { RANDOM, FAR, EQUAL, SPIKE, HOLES, RISING, BELOW, NEAR }; /* lab.lua has the same */

static double hashed(uint64_t seed, uint64_t k)
{
    uint64_t s = seed + k * 0x9e3779b97f4a7c15u;
    return ridge_uniform(&s);
}

static double normal_at(uint64_t seed, uint64_t k)
{
    return sqrt(-2 * log(1 - hashed(seed, 2 * k))) * cos(6.283185307179586 * hashed(seed, 2 * k + 1));
}

/* A logit, whatever buffer it is asked for: RANDOM around 0; FAR up to 1e4 of both signs; EQUAL; SPIKE: one of each row
 * is 1e4 above the rest; RISING along the row; BELOW: all near -9e4. */
static double logit_at(const struct ridge_case *c, uint64_t seed, int64_t t, int64_t v)
{
    int64_t V = ridge_int(c, "V"), mode = ridge_int(c, "mode");
    double z = normal_at(seed, (uint64_t)(t * V + v));
    switch (mode) {
    case FAR:
        return 2e4 * hashed(seed, (uint64_t)(t * V + v)) - 1e4;
    case EQUAL:
        return 7.5;
    case SPIKE:
        return v == (t * 5 + 3) % V ? 1e4 : z;
    case RISING:
        return .03 * (double)v + .01 * z;
    case BELOW:
        return z - 9e4;
    default:
        return 3 * z;
    }
}

static int ignored(const struct ridge_case *c, int64_t t)
{
    return ridge_int(c, "mode") == HOLES && t % 3 != 1;
}

int logits_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t V = ridge_int(c, "V");
    if (!b || V < 1)
        return -1;
    float *x = b->data;
    for (size_t k = 0; k < b->count; k++) {
        int64_t t = (int64_t)k / V;
        x[k] = ignored(c, t) ? NAN : (float)logit_at(c, seed, t, (int64_t)k % V);
    }
    return 0;
}

int tok_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t V = ridge_int(c, "V");
    if (!b || V < 1)
        return -1;
    int32_t *tok = b->data;
    for (size_t t = 0; t < b->count; t++)
        tok[t] = ignored(c, (int64_t)t) ? IGNORED : (int32_t)(hashed(seed ^ 0x746f6b, t) * (double)V);
    for (size_t t = 0; t < b->count; t++) /* the last column and the first one are asked for, too */
        if (tok[t] >= 0 && t < 4)
            tok[t] = t % 2 ? (int32_t)V - 1 : 0;
    return 0;
}

/* The largest of a row and the log of its sum of e^(x - largest). */
static void row_of(int64_t V, const float *x, double *top, double *rest)
{
    double sum = 0;
    *top = x[0];
    for (int64_t v = 1; v < V; v++)
        *top = fmax(*top, x[v]);
    for (int64_t v = 0; v < V; v++)
        sum += exp(x[v] - *top);
    *rest = log(sum);
}

/* What logp_gather leaves of the logits that this seed gives. */
int kept_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t V = ridge_int(c, "V");
    float *keep = b ? b->data : NULL, *x = calloc((size_t)(V > 0 ? V : 1), sizeof *x);
    if (!b || V < 1 || !x)
        return free(x), -1;
    for (int64_t t = 0; t < (int64_t)b->count / 2; t++) {
        double top = 0, rest = 0;
        for (int64_t v = 0; v < V; v++)
            x[v] = (float)logit_at(c, seed, t, v);
        if (!ignored(c, t))
            row_of(V, x, &top, &rest);
        keep[2 * t] = (float)top, keep[2 * t + 1] = (float)rest;
    }
    free(x);
    return 0;
}

/* One of five tokens that count pulls at nothing: its row is 0 after the way back, and not what it was. */
int slope_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b)
        return -1;
    float *g = b->data;
    for (size_t t = 0; t < b->count; t++)
        g[t] = ignored(c, (int64_t)t) ? NAN : t % 5 == 3 ? 0 : (float)normal_at(seed ^ 0x67, t);
    return 0;
}

/* Log-probabilities of answers: of the policy (p...) near those of the reference (r...), further apart with `apart`; of
 * a mismatched one (o...) with `shift` between the two. `ahead` is added to the chosen one's by the policy. */
int sums_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b)
        return -1;
    double apart = ridge_num(c, "apart"), shift = ridge_num(c, "shift"), *x = b->data;
    uint64_t base = seed ^ (buffer[0] == 'o' || buffer[0] == 'q' ? 3u : (uint64_t)(buffer[1] == 'r'));
    for (size_t k = 0; k < b->count; k++) {
        double ref = -20 + 5 * normal_at(base, k);
        x[k] = buffer[0] == 'r' || buffer[0] == 'q' ? ref : ref + apart * normal_at(base ^ 0x70, k);
        if (!strcmp(buffer, "pc"))
            x[k] += ridge_num(c, "ahead");
        if (buffer[0] == 'o')
            x[k] = ref + shift + .3 * normal_at(base ^ 0x70, k);
    }
    return 0;
}

int good_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b)
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((int32_t *)b->data)[k] = (int32_t)(hashed(seed ^ 0x676f, k) * 5) - 2; /* all but 0 are up */
    return 0;
}

int lengths_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b)
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((int32_t *)b->data)[k] = 1 + (int32_t)(hashed(ridge_mix(seed, buffer), k) * 30);
    return 0;
}

/* Sums whose mean is size * e^normal below 0. */
int means_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t lengths = ridge_mix(seed, buffer[1] == 'c' ? "lc" : "lr");
    if (!b)
        return -1;
    for (size_t k = 0; k < b->count; k++) {
        double n = 1 + floor(hashed(lengths, k) * 30);
        ((double *)b->data)[k] = -n * ridge_num(c, "size") * exp(normal_at(ridge_mix(seed, buffer), k));
    }
    return 0;
}

/* Rewards: normal; where `mode` is EQUAL, each second group has one reward for all; where HOLES, 0 or 1; where NEAR,
 * 30, some 2e-8 apart. */
int rewards_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t K = ridge_int(c, "K"), mode = ridge_int(c, "mode");
    if (!b || K < 1)
        return -1;
    double *x = b->data;
    for (size_t k = 0; k < b->count; k++) {
        x[k] = normal_at(seed ^ 0x72, k);
        if (mode == HOLES)
            x[k] = x[k] > .3;
        if (mode == NEAR)
            x[k] = 30 + 2e-8 * x[k];
        if (mode == EQUAL && k / (size_t)K % 2)
            x[k] = .1;
    }
    return 0;
}

/* Where each answer's tokens begin: `most` at most for each; with mode HOLES each fourth answer has none, and three
 * tokens before the first answer belong to nobody. */
int from_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t most = ridge_int(c, "most");
    if (!b || most < 1)
        return -1;
    int32_t *from = b->data;
    from[0] = ridge_int(c, "mode") == HOLES ? 3 : 0;
    for (size_t k = 1; k < b->count; k++) {
        int none = ridge_int(c, "mode") == HOLES && k % 4 == 2;
        from[k] = from[k - 1] + (none ? 0 : 1 + (int32_t)(hashed(seed ^ 0x6672, k) * (double)most));
    }
    return 0;
}

/* Log-probabilities of tokens: lp, old and tref, which are apart; no ratio is within .003 of where clipping begins. */
int tokens_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b)
        return -1;
    double apart = ridge_num(c, "apart"), clip = ridge_num(c, "clip"), *x = b->data;
    for (size_t k = 0; k < b->count; k++) {
        double lp = -.05 - 3 * hashed(seed ^ 0x6c70, k), d = apart * normal_at(seed ^ 0x6f6c, k), r = exp(d);
        if (fabs(r - 1 - clip) < .003 || fabs(r - 1 + clip) < .003)
            d += .02;
        x[k] = buffer[0] == 'l' ? lp : buffer[0] == 'o' ? lp - d : lp + apart * normal_at(seed ^ 0x7472, k);
    }
    return 0;
}

int advs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b)
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((double *)b->data)[k] = k % 5 == 4 ? 0 : normal_at(seed ^ 0x61, k);
    return 0;
}

int draft_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    struct microlm m;
    (void)seed;
    return microlm_trained("draft.bin", &m) ? -1 : microlm_give(ridge_buffer(c, buffer), &m);
}

/* --- part A ------------------------------------------------------------------------------------------------ */

int gather_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t T = ridge_int(c, "T"), V = ridge_int(c, "V");
    const float *x = ridge_data(c, "logits"), *lp = ridge_data(c, "lp"), *keep = ridge_data(c, "keep");
    const int32_t *tok = ridge_data(c, "tok");
    if (!x || !lp || !keep || !tok)
        return -1;
    for (int64_t t = 0; t < T; t++, x += V) {
        double top = 0, rest = 0, want = 0;
        if (tok[t] != IGNORED) {
            row_of(V, x, &top, &rest);
            want = x[tok[t]] - top - rest;
        }
        if (!(fabs(keep[2 * t] - top) <= 0) || !(fabs(keep[2 * t + 1] - rest) <= 1e-5 * (1 + fabs(rest))))
            return SAY(v, "row %lld: largest %.7g and log of the sum %.7g expected, got %.7g and %.7g", (long long)t,
                       top, rest, keep[2 * t], keep[2 * t + 1]);
        if (!(fabs(lp[t] - want) <= 1e-6 * fabs(want) + 1e-5 * (1 + fabs(rest))))
            return SAY(v, "row %lld, token %d: log-probability %.7g expected, got %.7g", (long long)t, tok[t], want,
                       lp[t]);
    }
    v->pass = 1;
    return 0;
}

int back_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t T = ridge_int(c, "T"), V = ridge_int(c, "V");
    const float *x = ridge_data(c, "logits"), *g = ridge_data(c, "slope"), *got = ridge_data(c, "dlogits");
    const int32_t *tok = ridge_data(c, "tok");
    if (!x || !g || !got || !tok)
        return -1;
    for (int64_t t = 0; t < T; t++, x += V, got += V) {
        double top = 0, rest = 0;
        if (tok[t] != IGNORED)
            row_of(V, x, &top, &rest);
        for (int64_t k = 0; k < V; k++) {
            double slope = tok[t] == IGNORED ? 0 : g[t], p = tok[t] == IGNORED ? 0 : exp(x[k] - top - rest);
            double hot = k == tok[t], want = slope * (hot - p), size = fabs(slope) * (hot + p);
            if (!(fabs(got[k] - want) <= 1e-5 * size + 1e-30))
                return SAY(v, "row %lld, logit %lld%s: gradient %.7g expected, got %.7g", (long long)t, (long long)k,
                           tok[t] == IGNORED ? " of an ignored token" : hot ? ", the token's own" : "", want, got[k]);
        }
    }
    v->pass = 1;
    return 0;
}

/* --- part B: losses by their definition, as functions of some numbers --------------------------------------- */

struct loss {
    const struct ridge_case *c;
    real (*value)(const struct loss *l, const real *x);
    int64_t count; /* numbers in x */
    double h;      /* step of the quotient; below 0: -h times the number itself, or -h if that is above 1 */
    const real *at_first; /* x as it was, for what is constant to the gradient */
};

static real softplus(real x)
{
    return (x > 0 ? x : 0) + log1pl(expl(-fabsl(x)));
}

static real sigmoid(real x)
{
    return x >= 0 ? 1 / (1 + expl(-x)) : expl(x) / (1 + expl(x));
}

static real dpo_value(const struct loss *l, const real *x)
{
    int64_t n = ridge_int(l->c, "n");
    const double *rc = ridge_data(l->c, "rc"), *rr = ridge_data(l->c, "rr");
    real sum = 0, beta = ridge_num(l->c, "beta");
    for (int64_t i = 0; i < n; i++)
        sum += softplus(-beta * ((x[i] - rc[i]) - (x[n + i] - rr[i])));
    return sum / n;
}

static real kto_value(const struct loss *l, const real *x)
{
    int64_t n = ridge_int(l->c, "n"), m = ridge_int(l->c, "m");
    const double *ref = ridge_data(l->c, "rc"), *o = ridge_data(l->c, "other"), *q = ridge_data(l->c, "qother");
    const int32_t *good = ridge_data(l->c, "good");
    real sum = 0, z = 0, beta = ridge_num(l->c, "beta");
    for (int64_t k = 0; k < m; k++)
        z += ((real)o[k] - q[k]) / m;
    z = z > 0 ? z : 0;
    for (int64_t i = 0; i < n; i++) {
        real h = beta * (x[i] - ref[i] - z);
        sum += good[i] ? ridge_num(l->c, "up") * sigmoid(-h) : ridge_num(l->c, "down") * sigmoid(h);
    }
    return sum / n;
}

static real orpo_value(const struct loss *l, const real *x)
{
    int64_t n = ridge_int(l->c, "n");
    const int32_t *lc = ridge_data(l->c, "lc"), *lr = ridge_data(l->c, "lr");
    real sum = 0;
    for (int64_t i = 0; i < n; i++) {
        real a = x[i] / lc[i], b = x[n + i] / lr[i];
        real gap = a - logl(-expm1l(a)) - (b - logl(-expm1l(b)));
        sum += -a + ridge_num(l->c, "lambda") * softplus(-gap);
    }
    return sum / n;
}

static real grpo_value(const struct loss *l, const real *x)
{
    int64_t n = ridge_int(l->c, "n");
    const int32_t *from = ridge_data(l->c, "from");
    const double *old = ridge_data(l->c, "old"), *ref = ridge_data(l->c, "tref"), *adv = ridge_data(l->c, "advs");
    real clip = ridge_num(l->c, "clip"), beta = ridge_num(l->c, "beta"), sum = 0;
    for (int64_t i = 0; i < n; i++)
        for (int32_t t = from[i]; t < from[i + 1]; t++) {
            real r = expl(x[t] - old[t]), d = ref[t] - x[t];
            real held = r < 1 - clip ? 1 - clip : r > 1 + clip ? 1 + clip : r;
            real gain = r * adv[i] < held * adv[i] ? r * adv[i] : held * adv[i];
            sum += (gain - beta * (expl(d) - d - 1)) / (from[i + 1] - from[i]);
        }
    return -sum / n;
}

/* Answer i's advantage over the mean of the others of its group, of K returns. */
static real over_others(int64_t K, const real *group, int64_t i)
{
    real sum = 0;
    for (int64_t k = 0; k < K; k++)
        sum += k == i ? 0 : group[k];
    return group[i] - sum / (K - 1);
}

static real rloo_value(const struct loss *l, const real *x)
{
    int64_t G = ridge_int(l->c, "groups"), K = ridge_int(l->c, "K");
    const int32_t *from = ridge_data(l->c, "from");
    const double *ref = ridge_data(l->c, "tref"), *reward = ridge_data(l->c, "reward");
    real sum = 0, value[64], beta = ridge_num(l->c, "beta");
    for (int64_t i = 0; i < G * K; i++) {
        int64_t first = i / K * K;
        for (int64_t k = 0; k < K; k++) {
            value[k] = reward[first + k];
            for (int32_t t = from[first + k]; t < from[first + k + 1]; t++)
                value[k] -= beta * (l->at_first[t] - ref[t]);
        }
        for (int32_t t = from[i]; t < from[i + 1]; t++)
            sum += over_others(K, value, i - first) * x[t];
    }
    return -sum / (G * K);
}

/* 1 if got[k - base] is the quotient of the loss by x[k] for k from `first` to `end` - 1; else `name` begins the
 * sentence. */
static int gradient_is(struct loss *l, real *x, const double *got, int64_t base, int64_t first, int64_t end,
                       const char *name, struct ridge_verdict *v)
{
    for (int64_t k = first; k < end; k++) {
        real keep = x[k], h = l->h > 0 ? l->h : -l->h * fminl(fabsl(keep), 1), up;
        x[k] = keep + h, up = l->value(l, x);
        x[k] = keep - h;
        real want = (up - l->value(l, x)) / (2 * h), rounding = 1e-18L * (1 + fabsl(up)) / h;
        x[k] = keep;
        if (!(fabsl(got[k - base] - want) <= 1e-7L * fabsl(want) + rounding))
            return SAY(v, "%s[%lld]: gradient %.9Lg expected, got %.9g", name, (long long)(k - base), want,
                       got[k - base]);
    }
    return 1;
}

static int loss_is(const struct loss *l, const real *x, double got, struct ridge_verdict *v)
{
    real want = l->value(l, x);
    return fabsl(got - want) <= 1e-9L * fabsl(want) + 1e-300L
               ? 1 : SAY(v, "the loss is %.12Lg, got %.12g", want, got);
}

static void copy_to(real *x, const double *from, int64_t n)
{
    for (int64_t k = 0; k < n; k++)
        x[k] = from[k];
}

/* Of a loss of two arrays of n numbers: the value, and both gradients. */
static int judge_pairs(struct loss *l, struct ridge_verdict *v)
{
    int64_t n = ridge_int(l->c, "n");
    const double *p[2] = { ridge_data(l->c, l->h < 0 ? "mc" : "pc"), ridge_data(l->c, l->h < 0 ? "mr" : "pr") };
    const double *d[2] = { ridge_data(l->c, "dc"), ridge_data(l->c, "dr") }, *loss = ridge_data(l->c, "loss");
    real *x = calloc((size_t)(2 * n) + 1, sizeof *x);
    if (!p[0] || !p[1] || !d[0] || !d[1] || !loss || !x)
        return free(x), -1;
    copy_to(x, p[0], n), copy_to(x + n, p[1], n);
    v->pass = loss_is(l, x, *loss, v) && gradient_is(l, x, d[0], 0, 0, n, "dchosen", v) &&
              gradient_is(l, x, d[1], n, n, 2 * n, "drejected", v);
    free(x);
    return 0;
}

int dpo_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct loss l = { .c = c, .value = dpo_value, .h = 1e-5 };
    const double *pc = ridge_data(c, "pc"), *pr = ridge_data(c, "pr"), *rc = ridge_data(c, "rc"),
                 *rr = ridge_data(c, "rr"), *margin = ridge_data(c, "margin");
    if (!pc || !pr || !rc || !rr || !margin)
        return -1;
    for (int64_t i = 0; i < ridge_int(c, "n"); i++) {
        double want = ridge_num(c, "beta") * ((pc[i] - rc[i]) - (pr[i] - rr[i]));
        if (!(fabs(margin[i] - want) <= 1e-9 * fabs(want) + 1e-12))
            return SAY(v, "margin[%lld]: %.10g expected, got %.10g", (long long)i, want, margin[i]);
    }
    return judge_pairs(&l, v);
}

int orpo_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct loss l = { .c = c, .value = orpo_value, .h = -1e-6 };
    return judge_pairs(&l, v);
}

int kto_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    /* h is in units of beta: the quotient of a sigmoid errs by its third derivative, beta cubed */
    struct loss l = { .c = c, .value = kto_value, .h = 1e-5L / fmaxl(1, ridge_num(c, "beta")) };
    int64_t n = ridge_int(c, "n");
    const double *p = ridge_data(c, "pc"), *d = ridge_data(c, "dc"), *loss = ridge_data(c, "loss");
    real *x = calloc((size_t)n + 1, sizeof *x);
    if (!p || !d || !loss || !x || !ridge_data(c, "rc") || !ridge_data(c, "good"))
        return free(x), -1;
    copy_to(x, p, n);
    v->pass = loss_is(&l, x, *loss, v) && gradient_is(&l, x, d, 0, 0, n, "dlp", v);
    free(x);
    return 0;
}

/* Of a loss of tokens. */
static int judge_tokens(struct loss *l, int64_t answers, struct ridge_verdict *v)
{
    const int32_t *from = ridge_data(l->c, "from");
    const double *lp = ridge_data(l->c, "lps"), *d = ridge_data(l->c, "dlp"), *loss = ridge_data(l->c, "loss");
    if (!from || !lp || !d || !loss)
        return -1;
    int64_t n = from[answers];
    real *x = calloc((size_t)n + 1, sizeof *x), *was = calloc((size_t)n + 1, sizeof *was);
    if (x && was) {
        copy_to(x, lp, n), copy_to(was, lp, n);
        l->at_first = was;
        v->pass = loss_is(l, x, *loss, v) && gradient_is(l, x, d, 0, from[0], n, "dlp", v);
    }
    int rc = x && was ? 0 : -1;
    free(x);
    free(was);
    return rc;
}

int grpo_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct loss l = { .c = c, .value = grpo_value, .h = 1e-6 };
    int64_t n = ridge_int(c, "n");
    const int32_t *from = ridge_data(c, "from");
    const double *lp = ridge_data(c, "lps"), *ref = ridge_data(c, "tref"), *kl = ridge_data(c, "kl");
    real want = 0;
    if (!from || !lp || !ref || !kl)
        return -1;
    for (int64_t i = 0; i < n; i++)
        for (int32_t t = from[i]; t < from[i + 1]; t++) {
            real d = (real)ref[t] - lp[t];
            want += (expl(d) - d - 1) / (from[i + 1] - from[i]) / n;
        }
    if (!(fabsl(*kl - want) <= 1e-7L * want + 1e-15L))
        return SAY(v, "the mean of k3 is %.10Lg, got %.10g", want, *kl);
    return judge_tokens(&l, n, v);
}

int rloo_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct loss l = { .c = c, .value = rloo_value, .h = 1e-6 };
    return ridge_int(c, "K") > 64 ? -1 : judge_tokens(&l, ridge_int(c, "groups") * ridge_int(c, "K"), v);
}

int advantages_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t G = ridge_int(c, "groups"), K = ridge_int(c, "K");
    const double *reward = ridge_data(c, "reward"), *adv = ridge_data(c, "adv"), *leave = ridge_data(c, "leave");
    real group[64];
    if (!reward || !adv || !leave || K > 64)
        return -1;
    for (int64_t i = 0; i < G * K; i++) {
        int64_t first = i / K * K;
        real mean = 0, square = 0;
        int same = 1;
        for (int64_t k = 0; k < K; k++) {
            mean += (group[k] = reward[first + k]) / K;
            same &= reward[first + k] == reward[first];
        }
        for (int64_t k = 0; k < K; k++)
            square += (group[k] - mean) * (group[k] - mean) / K;
        real by = sqrtl(square) + ridge_num(c, "eps"), want = same ? 0 : (reward[i] - mean) / by;
        real rounding = 4e-15L * fabsl((real)reward[i]); /* of a mean in float64 */
        if (!(fabsl(adv[i] - want) <= 1e-9L * fabsl(want) + (same ? 0 : rounding / by)))
            return SAY(v, "group %lld, answer %lld: GRPO's advantage is %.10Lg, got %.10g", (long long)(i / K),
                       (long long)(i % K), want, adv[i]);
        want = over_others(K, group, i - first);
        if (!(fabsl(leave[i] - want) <= 1e-9L * fabsl(want) + 1e-14L + rounding))
            return SAY(v, "group %lld, answer %lld: RLOO's advantage is %.10Lg, got %.10g", (long long)(i / K),
                       (long long)(i % K), want, leave[i]);
    }
    v->pass = 1;
    return 0;
}

/* --- part C ------------------------------------------------------------------------------------------------ */

enum { PROBES = 10, PAIRED = 20, LONG = 64, COUNT = 115008, DPO = 0 };
#define HELD_OUT 900000000u /* seeds of documents that no training draws */

struct judged {
    double reward, kl, nll; /* share of answers that the rule likes; nats an answer; nats a byte of plain text */
    double margin;          /* DPO: nats by which the better of two answers gained on the other; see gained() */
};

/* Log-probabilities of n answers. */
static void sums_by(struct net *net, const float *w, int n, const uint8_t *text, double *sum)
{
    const float *z = net_forward(net, w, text, n, TEXT);
    for (int i = 0; i < n; i++) {
        sum[i] = 0;
        for (int k = PROMPT - 1; k < TEXT - 1; k++) {
            double top, rest;
            const float *row = z + (size_t)(i * TEXT + k) * BYTES;
            row_of(BYTES, row, &top, &rest);
            sum[i] += row[text[i * TEXT + k + 1]] - top - rest;
        }
    }
}

static void ask(struct net *net, const float *w, const float *ref, struct judged *ret)
{
    static uint8_t text[DOCS * TEXT], plain[DOCS * LONG];
    struct synth_lang lang;
    double now[DOCS], then[DOCS];
    uint64_t rng = 99;
    synth_lang_init(&lang, 1);
    for (int b = 0; b < PROBES; b++) {
        for (int i = 0; i < DOCS; i++)
            prompt_of(&lang, HELD_OUT + (uint64_t)(b * DOCS + i), text + i * TEXT);
        answer_all(net, w, DOCS, text, &rng);
        sums_by(net, w, DOCS, text, now);
        sums_by(net, ref, DOCS, text, then);
        for (int i = 0; i < DOCS; i++) {
            ret->reward += reward_of(text + i * TEXT) / (PROBES * DOCS);
            ret->kl += (now[i] - then[i]) / (PROBES * DOCS);
        }
    }
    for (int i = 0; i < DOCS; i++)
        synth_text(&lang, HELD_OUT / 2 + (uint64_t)i, plain + i * LONG, NULL, LONG);
    net_forward(net, w, plain, DOCS, LONG);
    ret->nll = net_loss(net, w, NULL, NULL, NULL);
}

/* Two answers of the reference to one prompt, of which the rule likes one: how much further the policy has moved that
 * one from the reference than the other, in nats, as a mean over such pairs of prompts that no training draws. DPO's
 * margin is beta times that. */
static double gained(struct net *net, const float *w, const float *ref)
{
    static uint8_t text[DOCS * TEXT];
    struct synth_lang lang;
    double now[DOCS], then[DOCS], sum = 0;
    uint64_t rng = 77;
    int pairs = 0;
    synth_lang_init(&lang, 1);
    for (int b = 0; b < PAIRED; b++) {
        for (int i = 0; i < DOCS; i++)
            prompt_of(&lang, HELD_OUT * 2 + (uint64_t)((b * DOCS + i) / 2), text + i * TEXT);
        answer_all(net, ref, DOCS, text, &rng);
        sums_by(net, w, DOCS, text, now);
        sums_by(net, ref, DOCS, text, then);
        for (int i = 0; i < DOCS; i += 2) {
            double first = reward_of(text + i * TEXT) - reward_of(text + (i + 1) * TEXT);
            sum += first * (now[i] - then[i] - now[i + 1] + then[i + 1]);
            pairs += first != 0;
        }
    }
    return pairs ? sum / pairs : 0;
}

static int judge_policy(const struct ridge_case *c, const struct judged *j, struct ridge_verdict *v)
{
    double least = ridge_num(c, "reward_least"), most = ridge_num(c, "kl_most"), text = ridge_num(c, "nll_most");
    if (!isfinite(j->reward) || !isfinite(j->kl) || !isfinite(j->nll))
        return SAY(v, "the weights ran away: what the policy says is no number");
    if (ridge_int(c, "method") == DPO && !(j->margin >= ridge_num(c, "margin_least")))
        return SAY(v, "of pairs not trained on the better answer gained %.2f nats on the other; %.3g is within reach",
                   j->margin, ridge_num(c, "margin_least"));
    if (!(j->reward >= least))
        return SAY(v, "on prompts not trained on the rule likes %.3f of the answers; %.3g is within reach (KL %.2f)",
                   j->reward, least, j->kl);
    if (!(j->kl <= most))
        return SAY(v, "the policy is %.2f nats an answer from its reference, at most %.3g expected (reward %.3f)",
                   j->kl, most, j->reward);
    if (!(j->nll <= text))
        return SAY(v, "plain text costs the policy %.3f nats a byte now, at most %.3g expected (reward %.3f, KL %.2f)",
                   j->nll, text, j->reward, j->kl);
    v->pass = 1;
    return 0;
}

int train_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const uint16_t *draft = ridge_data(c, "draft");
    const float *w = ridge_data(c, "w");
    const double *recipe = ridge_data(c, "recipe");
    struct judged j = { 0 };
    struct net *net = net_create(&draft_shape, DOCS * LONG, LONG);
    float *ref = calloc(COUNT, sizeof *ref);
    if (!draft || !w || !recipe || !net || !ref)
        return net_destroy(net), free(ref), -1;
    for (int k = 0; k < COUNT; k++)
        ref[k] = microlm_float(draft[k]);
    ask(net, w, ref, &j);
    j.margin = ridge_int(c, "method") == DPO ? gained(net, w, ref) : 0;
    net_destroy(net);
    free(ref);
    ridge_count(v, "reward", j.reward);
    ridge_count(v, "policy_kl", j.kl);
    ridge_count(v, "plain_nll", j.nll);
    if (ridge_int(c, "method") == DPO)
        ridge_count(v, "margin", j.margin);
    if (!(recipe[0] >= 0 && recipe[0] <= 1 && recipe[1] > 0 && recipe[1] <= .01))
        return SAY(v, "beta %g, lr %g: beta is from 0 to 1, lr above 0 and at most .01", recipe[0], recipe[1]);
    return judge_policy(c, &j, v);
}
