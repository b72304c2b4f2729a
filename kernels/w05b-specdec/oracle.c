/*
 * Oracles and input generators of w05b-specdec.
 *
 * Probabilities are whole multiples of a power of two, so that rows add up to exactly 1 and p - q is
 * exact. Laws are computed from the definition: the target's probability of a sequence is a product,
 * and the chance that a draft survives j places is a sum of products of min(p, q). Nothing here
 * accepts or refuses anything.
 */
#include <ridge/oracle.h>

#include "../speculative/rows.h"

#include <stdlib.h>

enum { F_NONE, F_COIN, F_WEIGHT, F_TOTAL, F_ENDLESS, F_COUNT, F_TOKEN, F_CONTEXT, F_ROWS };
enum rows { ANY, SHIFTED, EQUAL, DISJOINT, GREEDY, HOLES };
enum { MAX_V = 64 };
static const double UNITS = 4096, FINE = 1048576; /* the unit of a probability: 1/4096, or 2^-20 */
static const double MOVED = .2;                   /* of each row, where the overlap is the same everywhere */
static const double TAIL = 4.9;                   /* deviations: beyond it once in a million */

/* --- rows ------------------------------------------------------------------------------------- */

static double weight(uint64_t *s)
{
    return 20 + (double)(ridge_next(s) % 100);
}

/* A row of the target and one of the draft. w is room for n numbers. */
static void pair(enum rows kind, int n, double units, uint64_t *s, double *w, float *p, float *q)
{
    int peak = (int)(ridge_next(s) % (uint64_t)n);
    for (int x = 0; x < n; x++) {
        w[x] = weight(s);
        if (kind == DISJOINT)
            w[x] *= x % 2;
        else if (kind == GREEDY)
            w[x] = x == peak;
        else if (kind == HOLES && (x + peak) % 3 == 0)
            w[x] = 0;
    }
    apportion(w, n, units, p);
    if (kind == SHIFTED) {
        shifted(p, n, MOVED, units, q);
        return;
    }
    int other = (int)(ridge_next(s) % 4) ? peak : (int)(ridge_next(s) % (uint64_t)n);
    for (int x = 0; x < n; x++) {
        w[x] = kind == EQUAL ? p[x] : weight(s);
        if (kind == DISJOINT)
            w[x] *= (x + 1) % 2;
        else if (kind == GREEDY)
            w[x] = x == other;
        else if (kind == HOLES && (x + peak) % 3 == 1)
            w[x] = 0;
    }
    apportion(w, n, units, q);
}

/* [2][rows][V]: all rows of the target, then all of the draft. */
static int pairs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int V = (int)ridge_int(c, "V"), kind = (int)ridge_int(c, "rows");
    double w[MAX_V];
    if (!b || b->dtype != RIDGE_F32 || V < 2 || V > MAX_V || kind < ANY || kind > HOLES)
        return -1;
    size_t rows = b->count / 2 / (size_t)V, v = (size_t)V;
    float *p = b->data;
    for (size_t k = 0; k < rows; k++)
        pair((enum rows)kind, V, UNITS, &seed, w, p + k * v, p + (rows + k) * v);
    return 0;
}

int tree_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    return pairs_fill(c, buffer, seed);
}

int tabs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    return pairs_fill(c, buffer, seed);
}

int dice_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    uint64_t *state = ridge_data(c, buffer);
    if (!state)
        return -1;
    *state = seed;
    return 0;
}

static int drawn(const float *row, int n, uint64_t *s)
{
    double u = ridge_uniform(s);
    for (int x = 0; x < n; x++) {
        if (u < row[x])
            return x;
        u -= row[x];
    }
    return 0;
}

/* p [K+1][V], q [K][V] over a large vocabulary, then the drafts of every round. */
int wide_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    float *p = ridge_data(c, buffer);
    int V = (int)ridge_int(c, "V"), K = (int)ridge_int(c, "K"), rounds = (int)ridge_int(c, "rounds");
    double *w = malloc((size_t)V * sizeof *w);
    size_t v = (size_t)V;
    if (!p || !w) {
        free(w);
        return -1;
    }
    float *q = p + (size_t)(K + 1) * v, *d = q + (size_t)K * v;
    for (int j = 0; j <= K; j++) {
        for (int x = 0; x < V; x++)
            w[x] = weight(&seed);
        apportion(w, V, FINE, p + (size_t)j * v);
        if (j < K)
            shifted(p + (size_t)j * v, V, MOVED, FINE, q + (size_t)j * v);
    }
    for (int k = 0; k < rounds; k++)
        for (int j = 0; j < K; j++)
            *d++ = (float)drawn(q + (size_t)j * v, V, &seed);
    free(w);
    return 0;
}

/* --- misuse ----------------------------------------------------------------------------------- */

static int misused(struct ridge_verdict *v, const double *fault)
{
    static const char *const text[] = {
        [F_COIN] = "misuse: rng_coin was asked for a probability of %.6g",
        [F_WEIGHT] = "misuse: rng_pick got the weight %.6g, for token %.0f",
        [F_TOTAL] = "misuse: rng_pick was told a total of %.9g, its weights add up to %.9g",
        [F_ENDLESS] = "misuse: more than %.0f random decisions",
        [F_COUNT] = "mismatch: %.0f tokens returned, there must be 1 to %.0f",
        [F_TOKEN] = "mismatch: token %.0f in a vocabulary of %.0f",
        [F_CONTEXT] = "misuse: a row after token %.0f was asked for, in a vocabulary of %.0f",
        [F_ROWS] = "misuse: %.0f rows asked of the target in one call, at most %.0f are needed",
    };
    int kind = fault[0] >= F_COIN && fault[0] <= F_ROWS ? (int)fault[0] : F_NONE;
    if (kind == F_NONE && fault[0] == F_NONE)
        return 0;
    v->pass = 0;
    if (kind == F_NONE)
        snprintf(v->message, sizeof v->message, "mismatch: the harness's notes were overwritten");
    else
        snprintf(v->message, sizeof v->message, text[kind], fault[1], fault[2]);
    return 1;
}

/* --- the exact law ---------------------------------------------------------------------------- */

struct tree {
    int V, K;
    size_t prefixes, seqs;
    const float *p, *q;
    const double *mass;
    double off, bad_target, bad_got, survive[8], want[8], total;
    int path[8], bad_len, bad[8];
};

/*
 * Walk all sequences. `target` is the target's probability of this prefix, `given` the mass of shorter
 * outputs that the target would go on to complete like this, `both` the chance that the draft is this
 * prefix and is accepted whole.
 */
static void visit(struct tree *t, size_t id, int len, double target, double given, double both)
{
    size_t V = (size_t)t->V;
    if (len > 0) {
        given += t->mass[id];
        t->total += t->mass[id];
        t->survive[len] += t->mass[id];
    }
    if (len <= t->K)
        t->want[len] += both;
    if (len == t->K + 1) {
        double off = fabs(given - target);
        if (!(off <= t->off)) {
            t->off = off;
            t->bad_target = target;
            t->bad_got = given;
            t->bad_len = len;
            memcpy(t->bad, t->path, sizeof t->bad);
        }
        return;
    }
    for (size_t x = 0; x < V; x++) {
        double p = t->p[id * V + x], q = len < t->K ? t->q[id * V + x] : 0;
        t->path[len] = (int)x;
        visit(t, id * V + 1 + x, len + 1, target * p, given * p, both * fmin(p, q));
    }
}

static void spell(const struct tree *t, char *text, size_t size)
{
    size_t at = 0;
    for (int k = 0; k < t->bad_len && at < size; k++)
        at += (size_t)snprintf(text + at, size - at, "%s%d", k ? " " : "", t->bad[k]);
}

/* mass[id] is the probability that a round returns exactly that sequence. */
int law_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *rows = ridge_buffer(c, "tree"), *out = ridge_buffer(c, "mass");
    const double *fault = ridge_data(c, "fault");
    struct tree t = { .V = (int)ridge_int(c, "V"), .K = (int)ridge_int(c, "K") };
    if (!rows || !out || !fault || t.V < 2 || t.K < 0 || t.K > 5)
        return -1;
    t.p = rows->data;
    t.q = t.p + rows->count / 2;
    t.mass = out->data;
    if (misused(v, fault))
        return 0;
    visit(&t, 0, 0, 1, 0, 1);
    ridge_count(v, "law_off", t.off);
    v->pass = 0;
    if (!(fabs(t.total - 1) <= 1e-12)) {
        snprintf(v->message, sizeof v->message, "mismatch: the probabilities of all results add up to %.15g",
                 t.total);
        return 0;
    }
    if (!(t.off <= 1e-12)) {
        char text[64] = "";
        spell(&t, text, sizeof text);
        snprintf(v->message, sizeof v->message,
                 "mismatch: law: the tokens %s come with probability %.15g, the target says %.15g", text,
                 t.bad_got, t.bad_target);
        return 0;
    }
    double least = 1;
    for (int n = 1; n <= t.K; n++) {
        least -= t.survive[n]; /* what is longer than n */
        if (fabs(least - t.want[n]) <= 1e-12)
            continue;
        snprintf(v->message, sizeof v->message,
                 "mismatch: yield: more than %d tokens come with probability %.15g, the best is %.15g", n,
                 least, t.want[n]);
        return 0;
    }
    v->pass = 1;
    return 0;
}

/* --- long runs -------------------------------------------------------------------------------- */

/* Mean and mean square of a round's tokens after each context, `left` drafts to go. */
static void yields(const float *p, const float *q, int V, int K, double *mean, double *square)
{
    double m[MAX_V], s[MAX_V];
    for (int c = 0; c < V; c++)
        m[c] = s[c] = 1;
    for (int k = 0; k < K; k++) {
        for (int c = 0; c < V; c++) {
            mean[c] = square[c] = 1;
            for (int x = 0; x < V; x++) {
                double both = fmin(p[c * V + x], q[c * V + x]);
                mean[c] += both * m[x];
                square[c] += both * (2 * m[x] + s[x]);
            }
        }
        memcpy(m, mean, (size_t)V * sizeof *m);
        memcpy(s, square, (size_t)V * sizeof *s);
    }
    memcpy(mean, m, (size_t)V * sizeof *m);
    memcpy(square, s, (size_t)V * sizeof *s);
}

/* The normal deviate of a chi-square with `free` degrees of freedom (Wilson and Hilferty, 1931). */
static double deviate(double chi, double free)
{
    double h = 2 / (9 * free);
    return (cbrt(chi / free) - (1 - h)) / sqrt(h);
}

/* Chi-square of the tokens after each context against the target's rows; cells too thin to count are
 * thrown together. 1 when a token came that the target never says. */
static int transitions(const float *p, const double *seen, int V, double *chi, double *free, int *from, int *to)
{
    for (int c = 0; c < V; c++) {
        double visits = 0, thin = 0, thin_seen = 0;
        for (int x = 0; x < V; x++)
            visits += seen[c * V + x];
        *free -= visits > 0;
        for (int x = 0; x < V; x++) {
            double want = visits * p[c * V + x], got = seen[c * V + x];
            if (want == 0 && got > 0) {
                *from = c;
                *to = x;
                return 1;
            }
            if (want < 8) {
                thin += want;
                thin_seen += got;
                continue;
            }
            *chi += (got - want) * (got - want) / want;
            ++*free;
        }
        if (thin >= 8) {
            *chi += (thin_seen - thin) * (thin_seen - thin) / thin;
            ++*free;
        }
    }
    return 0;
}

struct run {
    double rounds, tokens, want, variance;
};

/* Is the number of tokens what the overlap of the rows makes possible? Publishes what gates ask. */
static int yield_passes(struct ridge_verdict *v, const struct run *r)
{
    ridge_count(v, "tok_per_call", r->tokens / r->rounds);
    ridge_count(v, "yield_off_pct", 100 * fabs(r->tokens / r->want - 1));
    if (fabs(r->tokens - r->want) <= TAIL * sqrt(r->variance) + 1e-9 * r->want)
        return 1;
    snprintf(v->message, sizeof v->message, "mismatch: yield: %.4f tokens a round, expected %.4f",
             r->tokens / r->rounds, r->want / r->rounds);
    return 0;
}

int decode_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *toks = ridge_data(c, "toks");
    const float *p = ridge_data(c, "tabs");
    const double *fault = ridge_data(c, "fault"), *calls = ridge_data(c, "calls");
    int V = (int)ridge_int(c, "V"), K = (int)ridge_int(c, "K"), last = 0, from = 0, to = 0;
    int64_t rounds = ridge_int(c, "rounds");
    if (!toks || !p || !fault || !calls || V < 2 || V > MAX_V || rounds < 1)
        return -1;
    if (misused(v, fault))
        return 0;
    double mean[MAX_V], square[MAX_V], seen[MAX_V * MAX_V] = { 0 }, chi = 0, free = 0;
    struct run r = { .rounds = (double)rounds };
    yields(p, p + V * V, V, K, mean, square);
    for (int64_t k = 0; k < rounds; k++, toks += K + 2) {
        r.want += mean[last];
        r.variance += square[last] - mean[last] * mean[last];
        int n = toks[0], sound = n >= 1 && n <= K + 1;
        for (int j = 1; sound && j <= n; j++) {
            sound = toks[j] >= 0 && toks[j] < V;
            if (sound)
                seen[last * V + toks[j]]++;
            last = sound ? toks[j] : 0;
        }
        if (!sound) {
            snprintf(v->message, sizeof v->message, "mismatch: round %lld has no result", (long long)k);
            return 0;
        }
        r.tokens += n;
    }
    ridge_count(v, "target_calls", calls[0] / r.rounds);
    ridge_count(v, "draft_calls", calls[1] / r.rounds);
    if (transitions(p, seen, V, &chi, &free, &from, &to)) {
        snprintf(v->message, sizeof v->message, "mismatch: law: token %d after %d, which the target never says",
                 to, from);
        return 0;
    }
    if (free > 0 && deviate(chi, free) > TAIL) {
        snprintf(v->message, sizeof v->message,
                 "mismatch: law: %.0f tokens follow each other as the target would not have it: chi-square "
                 "%.0f, about %.0f expected",
                 r.tokens, chi, free);
        return 0;
    }
    v->pass = yield_passes(v, &r);
    return 0;
}

static double overlap(const float *p, const float *q, int V)
{
    double sum = 0;
    for (int x = 0; x < V; x++)
        sum += fmin(p[x], q[x]);
    return sum;
}

/* One round over a large vocabulary: which tokens are possible at all, and how many came. */
int wide_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *toks = ridge_data(c, "toks");
    const float *p = ridge_data(c, "wide");
    const double *fault = ridge_data(c, "fault");
    int V = (int)ridge_int(c, "V"), K = (int)ridge_int(c, "K");
    int64_t rounds = ridge_int(c, "rounds");
    if (!toks || !p || !fault || V < 2 || K < 0)
        return -1;
    if (misused(v, fault))
        return 0;
    const float *q = p + (size_t)(K + 1) * (size_t)V, *d = q + (size_t)K * (size_t)V;
    double m = 1, s = 1;
    for (int j = K - 1; j >= 0; j--) {
        double both = overlap(p + (size_t)j * (size_t)V, q + (size_t)j * (size_t)V, V);
        s = 1 + both * (2 * m + s);
        m = 1 + both * m;
    }
    struct run r = { .rounds = (double)rounds, .want = m * (double)rounds, .variance = (s - m * m) * (double)rounds };
    for (int64_t k = 0; k < rounds; k++, toks += K + 2, d += K) {
        int n = toks[0], end = n < 1 || n > K + 1 ? -1 : toks[n];
        size_t at = (size_t)(n - 1) * (size_t)V + (size_t)end;
        int good = end >= 0 && end < V && (n == K + 1 ? p[at] > 0 : p[at] > q[at]);
        for (int j = 0; good && j < n - 1; j++)
            good = toks[1 + j] == (int)d[j];
        r.tokens += n;
        if (good)
            continue;
        snprintf(v->message, sizeof v->message,
                 "mismatch: round %lld: %d tokens, the last of them %d: not a draft's prefix and one possible token",
                 (long long)k, n, end);
        return 0;
    }
    v->pass = yield_passes(v, &r);
    return 0;
}

/* --- what it is worth ------------------------------------------------------------------------- */

static double series(double beta, int K)
{
    long double sum = 0, power = 1;
    for (int k = 0; k <= K; k++, power *= beta)
        sum += power;
    return (double)sum;
}

static double speed_of(double beta, int K, double c)
{
    return series(beta, K) / (1 + K * c);
}

/* The greatest speed-up, and where. */
static double fastest(double beta, double c, int *at)
{
    double most = 1;
    *at = 0;
    for (int K = 1; K <= 64; K++) {
        double s = speed_of(beta, K, c);
        if (s > most) {
            *at = K;
            most = s;
        }
    }
    return most;
}

static int differs(struct ridge_verdict *v, const char *what, double beta, int K, double c, double got, double want)
{
    if (fabs(got - want) <= 1e-12 * want)
        return 0;
    snprintf(v->message, sizeof v->message,
             "mismatch: %s(beta = %.17g, K = %d, c = %.6g) is %.15g, expected %.15g", what, beta, K, c, got, want);
    return 1;
}

int worth_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "betas");
    const double *cost = ridge_data(c, "costs"), *alpha = ridge_data(c, "alpha"), *speed = ridge_data(c, "speed");
    const int32_t *Ks = ridge_data(c, "Ks"), *best = ridge_data(c, "best");
    if (!b || !cost || !alpha || !speed || !Ks || !best)
        return -1;
    const double *beta = b->data;
    for (size_t k = 0; k < b->count; k++) {
        int at = 0;
        double most = fastest(beta[k], cost[k], &at);
        if (differs(v, "alpha", beta[k], Ks[k], cost[k], alpha[k], series(beta[k], Ks[k])))
            return 0;
        if (differs(v, "speedup", beta[k], Ks[k], cost[k], speed[k], speed_of(beta[k], Ks[k], cost[k])))
            return 0;
        if (best[k] >= 0 && best[k] <= 64 && speed_of(beta[k], best[k], cost[k]) >= most * (1 - 1e-12))
            continue;
        snprintf(v->message, sizeof v->message,
                 "mismatch: best K(beta = %.17g, c = %.6g) is %d, expected %d: %.6f times as fast", beta[k], cost[k],
                 best[k], at, most);
        return 0;
    }
    v->pass = 1;
    return 0;
}

int worth_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const double odd_beta[] = { 0, 1, .8, .8, .3, .5, 1 - 1e-9, 1 - 1e-15, .999, 1, 1e-300, .9 };
    static const double odd_cost[] = { .1, .05, .05, .2, .2, 0, .01, .02, 3, .5, .1, 1 };
    static const int odd_K[] = { 4, 64, 4, 4, 4, 0, 64, 8, 64, 0, 1, 7 };
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    const size_t odd = sizeof odd_K / sizeof odd_K[0];
    if (!b)
        return -1;
    for (size_t k = 0; k < b->count; k++) {
        uint64_t r = ridge_next(&seed);
        if (b->dtype == RIDGE_I32)
            ((int32_t *)b->data)[k] = k < odd ? odd_K[k] : (int32_t)(r % 65);
        else if (!strcmp(buffer, "betas"))
            ((double *)b->data)[k] = k < odd ? odd_beta[k] : (double)(r % 1001) / 1000;
        else
            ((double *)b->data)[k] = k < odd ? odd_cost[k] : (double)(r % 400) / 1000;
    }
    return 0;
}
