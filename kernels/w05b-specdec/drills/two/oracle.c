/*
 * oracle.c: the law of two candidates from its definition. Rows are whole multiples of a power of two. Nothing here
 * accepts or refuses anything: what a candidate pays of each token is a minimum, and the rest is what is left.
 */
#include <ridge/oracle.h>

#include "../../../speculative/rows.h"

#include <stdlib.h>

enum { F_NONE, F_COIN, F_WEIGHT, F_TOTAL, F_ENDLESS, F_TOKEN, F_KEPT, F_OTHER };
enum rows { ANY, EQUAL, DISJOINT, ONE_HOT, SPIKES, HOLES, NEAR };
enum { MAX_V = 64, NEITHER = 2 };
static const double UNITS = 4096, FINE = 1048576; /* the unit of a probability: 1/4096, or 2^-20 */
static const double TAIL = 4.9;                   /* deviations: beyond it once in a million */

/* --- rows ------------------------------------------------------------------------------------- */

static double weight(uint64_t *s)
{
    return 20 + (double)(ridge_next(s) % 100);
}

/* Can token x of the target, or of the draft, come at all? */
static int possible(enum rows kind, int draft, int x, int peak, int V)
{
    switch (kind) {
    case DISJOINT: return x % 2 != draft;
    case ONE_HOT: return !draft || x == peak;
    case SPIKES: return x == (draft ? (peak + 1) % V : peak);
    case HOLES: return (x + peak) % 3 != draft;
    default: return 1;
    }
}

int rows_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int V = (int)ridge_int(c, "V"), kind = (int)ridge_int(c, "rows");
    double w[MAX_V];
    if (!b || b->dtype != RIDGE_F32 || V < 2 || V > MAX_V || kind < ANY || kind > NEAR)
        return -1;
    float *p = b->data, *q = p + V;
    int peak = (int)(ridge_next(&seed) % (uint64_t)V);
    for (int draft = 0; draft < 2; draft++) {
        for (int x = 0; x < V; x++)
            w[x] = possible((enum rows)kind, draft, x, peak, V) * weight(&seed);
        apportion(w, V, UNITS, draft ? q : p);
    }
    for (int x = 0; x < V; x++)
        q[x] = kind == EQUAL ? p[x] : kind == NEAR ? nextafterf(p[x], 2) : q[x];
    return 0;
}

int dice_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    uint64_t *state = ridge_data(c, buffer);
    if (!state)
        return -1;
    *state = ridge_mix(seed, buffer);
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

/* p and q over a large vocabulary, then both candidates of every round. */
int wide_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    float *p = ridge_data(c, buffer);
    int V = (int)ridge_int(c, "V"), rounds = (int)ridge_int(c, "rounds");
    double *w = malloc((size_t)V * sizeof *w);
    if (!p || !w) {
        free(w);
        return -1;
    }
    float *q = p + V, *d = q + V;
    for (int draft = 0; draft < 2; draft++) {
        for (int x = 0; x < V; x++)
            w[x] = weight(&seed);
        apportion(w, V, FINE, draft ? q : p);
    }
    for (int k = 0; k < 2 * rounds; k++)
        d[k] = (float)drawn(q, V, &seed);
    free(w);
    return 0;
}

/* --- what is right ---------------------------------------------------------------------------- */

static int misused(struct ridge_verdict *v, const double *fault)
{
    static const char *const text[] = {
        [F_COIN] = "misuse: rng_coin was asked for a probability of %.6g",
        [F_WEIGHT] = "misuse: rng_pick got the weight %.6g, for token %.0f",
        [F_TOTAL] = "misuse: rng_pick was told a total of %.9g, its weights add up to %.9g",
        [F_ENDLESS] = "misuse: more than %.0f random decisions",
        [F_TOKEN] = "mismatch: token %.0f in a vocabulary of %.0f",
        [F_KEPT] = "mismatch: *kept is %.0f with token %.0f; it is 0, 1 or 2",
        [F_OTHER] = "mismatch: *kept is %.0f, and token %.0f is not that candidate",
    };
    int kind = fault[0] >= F_COIN && fault[0] <= F_OTHER ? (int)fault[0] : F_NONE;
    if (kind == F_NONE && fault[0] == F_NONE)
        return 0;
    v->pass = 0;
    if (kind == F_NONE)
        snprintf(v->message, sizeof v->message, "mismatch: the harness's notes were overwritten");
    else
        snprintf(v->message, sizeof v->message, text[kind], fault[1], fault[2]);
    return 1;
}

/* The chance that each of the two is kept; left[V] is what neither has paid. */
static void paid(const float *p, const float *q, int V, double *left, double kept[2])
{
    double total = 1;
    for (int x = 0; x < V; x++)
        left[x] = p[x];
    for (int k = 0; k < 2; k++) {
        double sum = 0;
        kept[k] = 0;
        for (int x = 0; x < V; x++) {
            double pays = fmin(left[x], total * q[x]);
            kept[k] += pays;
            left[x] -= pays;
            sum += left[x];
        }
        total = sum;
    }
}

static int law_holds(const double *mass, const float *p, int V, double tol, struct ridge_verdict *v)
{
    double off = 0, got = 0;
    int worst = -1;
    for (int x = 0; x < V; x++) {
        double sum = mass[x] + mass[V + x] + mass[2 * V + x];
        if (fabs(sum - p[x]) <= fmax(off, tol))
            continue;
        off = fabs(sum - p[x]);
        got = sum;
        worst = x;
    }
    if (worst < 0)
        return 1;
    snprintf(v->message, sizeof v->message,
             "mismatch: law: token %d comes with probability %.15g, the target says %.15g", worst, got, p[worst]);
    return 0;
}

/* mass[k][x] is the probability that token x comes and k is what was kept. */
int law_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const double *mass = ridge_data(c, "mass"), *fault = ridge_data(c, "fault");
    const float *p = ridge_data(c, "rows");
    int V = (int)ridge_int(c, "V");
    double left[MAX_V], kept[2], tol = ridge_int(c, "rows") == NEAR ? 1e-6 : 1e-12;
    if (!mass || !fault || !p || V < 2 || V > MAX_V)
        return -1;
    if (misused(v, fault) || !law_holds(mass, p, V, tol, v))
        return 0;
    paid(p, p + V, V, left, kept);
    v->pass = 1;
    for (int k = 0; k < 2 && v->pass; k++) {
        double got = 0;
        for (int x = 0; x < V; x++)
            got += mass[k * V + x];
        if (fabs(got - kept[k]) <= tol)
            continue;
        v->pass = 0;
        snprintf(v->message, sizeof v->message,
                 "mismatch: yield: candidate %d is kept with probability %.15g, the rule keeps it with %.15g", k, got,
                 kept[k]);
    }
    return 0;
}

/* Is the token of a round one that may come in this way? */
static int may_come(const float *p, const float *q, int V, const double *left, int token, int kept)
{
    if (token < 0 || token >= V || kept < 0 || kept > NEITHER)
        return 0;
    return kept == 0 ? p[token] > 0 : kept == 1 ? p[token] > q[token] : left[token] > -1e-9;
}

int wide_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *toks = ridge_data(c, "toks");
    const float *p = ridge_data(c, "wide");
    const double *fault = ridge_data(c, "fault");
    int V = (int)ridge_int(c, "V");
    int64_t rounds = ridge_int(c, "rounds");
    double kept[2], seen[NEITHER + 1] = { 0 }, *left = malloc((size_t)V * sizeof *left);
    if (!toks || !p || !fault || !left) {
        free(left);
        return -1;
    }
    paid(p, p + V, V, left, kept);
    v->pass = !misused(v, fault);
    for (int64_t k = 0; k < rounds && v->pass; k++, toks += 2) {
        v->pass = may_come(p, p + V, V, left, toks[0], toks[1]);
        if (v->pass)
            seen[toks[1]]++;
        else
            snprintf(v->message, sizeof v->message, "mismatch: round %lld: token %d cannot come with *kept %d",
                     (long long)k, toks[0], toks[1]);
    }
    free(left);
    for (int k = 0; k < 2 && v->pass; k++) {
        double want = kept[k] * (double)rounds;
        if (fabs(seen[k] - want) <= TAIL * sqrt(want * (1 - kept[k])))
            continue;
        v->pass = 0;
        snprintf(v->message, sizeof v->message, "mismatch: yield: candidate %d is kept in %.0f of %lld rounds, not in %.0f",
                 k, seen[k], (long long)rounds, want);
    }
    return 0;
}
