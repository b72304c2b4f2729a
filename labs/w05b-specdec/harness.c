/*
 * harness.c: chance and the two toy models, as the learner's code sees them.
 *
 * Walking, an rng_t gives the exact law of spec_verify without drawing anything. Nothing is judged here;
 * the first misuse is noted and oracle.c puts it into words.
 */
#include <ridge/frame.h>
#include <stdlib.h>

#include "lab.h"

#include <speculative/chance.h>

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

/* What else may go wrong; oracle.c has the whole list. */
enum { F_COUNT = F_ENDLESS + 1, F_TOKEN, F_CONTEXT, F_ROWS };
enum { WALKS = 4000000 };

/* --- the models ------------------------------------------------------------------------------- */

struct models {
    const float *p, *q; /* [V][V] each */
    int V, K;
    rng_t *r;
    double target_calls, draft_calls;
};

void draft_row(models_t *m, int last, float *q)
{
    m->draft_calls++;
    if (last < 0 || last >= m->V) {
        misuse(m->r, F_CONTEXT, last, m->V);
        last = 0;
    }
    memcpy(q, m->q + (size_t)last * (size_t)m->V, (size_t)m->V * sizeof *q);
}

void target_rows(models_t *m, const int *last, int n, float *p)
{
    m->target_calls++;
    if (n < 1 || n > m->K + 1) {
        misuse(m->r, F_ROWS, n, m->K + 1);
        return;
    }
    for (int j = 0; j < n; j++) {
        int at = last[j];
        if (at < 0 || at >= m->V) {
            misuse(m->r, F_CONTEXT, at, m->V);
            at = 0;
        }
        memcpy(p + (size_t)j * (size_t)m->V, m->p + (size_t)at * (size_t)m->V, (size_t)m->V * sizeof *p);
    }
}

/* --- the calls -------------------------------------------------------------------------------- */

/* Is what came back a list of 1..K+1 tokens? */
static int sound(struct rng *r, int n, const int *out, int K, int V)
{
    if (n < 1 || n > K + 1) {
        misuse(r, F_COUNT, n, K + 1);
        return 0;
    }
    for (int j = 0; j < n; j++)
        if (out[j] < 0 || out[j] >= V) {
            misuse(r, F_TOKEN, out[j], V);
            return 0;
        }
    return 1;
}

/* Sequences are numbered by length, then as numbers to the base V. */
static size_t extend(size_t id, int token, int V)
{
    return id * (size_t)V + 1 + (size_t)token;
}

/* All memory of one round: exact sizes, so that the sanitizer sees a step too far. */
struct round {
    int K, V, *draft, *out;
    float *p, *q, *work;
};

static int round_new(struct round *t, int K, int V, size_t work)
{
    size_t k = (size_t)K, v = (size_t)V;
    *t = (struct round){ .K = K, .V = V };
    t->draft = malloc(k * sizeof *t->draft);
    t->out = malloc((k + 1) * sizeof *t->out);
    t->p = malloc((k + 1) * v * sizeof *t->p);
    t->q = malloc(k * v * sizeof *t->q);
    t->work = malloc(work * v * sizeof *t->work);
    if (!t->out || !t->p || !t->work || (K && (!t->draft || !t->q)))
        return -1;
    memset(t->work, 0xff, work * v * sizeof *t->work);
    return 0;
}

static void round_free(struct round *t)
{
    free(t->draft);
    free(t->out);
    free(t->p);
    free(t->q);
    free(t->work);
}

/* The rows along the draft numbered `code`; returns the draft's probability. */
static double lay_out(struct round *t, const float *tree, size_t prefixes, size_t code)
{
    size_t id = 0, V = (size_t)t->V, row = V * sizeof *tree;
    double weight = 1;
    for (int j = 0; j <= t->K; j++) {
        memcpy(t->p + (size_t)j * V, tree + id * V, row);
        if (j == t->K)
            break;
        memcpy(t->q + (size_t)j * V, tree + (prefixes + id) * V, row);
        t->draft[j] = (int)(code % V);
        code /= V;
        weight *= t->q[(size_t)j * V + (size_t)t->draft[j]];
        id = extend(id, t->draft[j], t->V);
    }
    return weight;
}

/* args: V K | tree [2][prefixes][V] | mass [seqs], fault [3] */
HARNESS(law)
{
    int V = (int)f->i[0], K = (int)f->i[1];
    const float *tree = f->buf[0];
    double *mass = f->buf[1], *fault = f->buf[2];
    size_t prefixes = f->count[0] / 2 / (size_t)V, drafts = 1, walks = 0;
    struct rng r = { .walking = 1 };
    struct round t;
    memset(mass, 0, f->count[1] * sizeof *mass);
    for (int j = 0; j < K; j++)
        drafts *= (size_t)V;
    int ready = !round_new(&t, K, V, 1);
    for (size_t code = 0; ready && code < drafts && r.fault[0] == F_NONE; code++) {
        double weight = lay_out(&t, tree, prefixes, code);
        if (!(weight > 0))
            continue;
        r.fixed = 0;
        do {
            r.depth = 0;
            r.weight = weight;
            int n = spec_verify(t.p, t.q, t.draft, K, V, t.work, &r, t.out);
            if (++walks > WALKS)
                misuse(&r, F_ENDLESS, WALKS, 0);
            if (!sound(&r, n, t.out, K, V))
                break;
            size_t id = 0;
            for (int j = 0; j < n; j++)
                id = extend(id, t.out[j], V);
            mass[id] += r.weight;
        } while (r.fault[0] == F_NONE && advance(&r));
    }
    memcpy(fault, r.fault, sizeof r.fault);
    round_free(&t);
}

/* args: V K rounds | tabs [2][V][V], dice | toks [rounds][K+2] = n, tokens; fault [3], calls [2] */
HARNESS(decode)
{
    int V = (int)f->i[0], K = (int)f->i[1], last = 0;
    const float *tabs = f->buf[0];
    int32_t *toks = f->buf[2];
    double *fault = f->buf[3], *calls = f->buf[4];
    struct rng r = { .state = *(const uint64_t *)f->buf[1] };
    struct models m = { tabs, tabs + (size_t)V * (size_t)V, V, K, &r, 0, 0 };
    struct round t;
    memset(toks, 0, f->count[2] * sizeof *toks);
    int ready = !round_new(&t, K, V, 2 * (size_t)K + 2);
    for (int64_t k = 0; ready && k < f->i[2] && r.fault[0] == F_NONE; k++, toks += K + 2) {
        int n = spec_round(&m, last, K, V, t.work, &r, t.out);
        if (!sound(&r, n, t.out, K, V))
            break;
        toks[0] = n;
        memcpy(toks + 1, t.out, (size_t)n * sizeof *toks);
        last = t.out[n - 1];
    }
    memcpy(fault, r.fault, sizeof r.fault);
    calls[0] = m.target_calls;
    calls[1] = m.draft_calls;
    round_free(&t);
}

/* args: V K rounds | wide = p [K+1][V], q [K][V], drafts [rounds][K]; dice; work [V] | toks, fault */
HARNESS(verify)
{
    int V = (int)f->i[0], K = (int)f->i[1], draft[SPEC_MAX_K], out[SPEC_MAX_K + 1];
    const float *p = f->buf[0], *q = p + (size_t)(K + 1) * (size_t)V, *d = q + (size_t)K * (size_t)V;
    float *work = f->buf[2];
    int32_t *toks = f->buf[3];
    struct rng r = { .state = *(const uint64_t *)f->buf[1] };
    memset(toks, 0, f->count[3] * sizeof *toks);
    for (int64_t k = 0; k < f->i[2] && r.fault[0] == F_NONE; k++, toks += K + 2, d += K) {
        for (int j = 0; j < K; j++)
            draft[j] = (int)d[j];
        int n = spec_verify(p, q, draft, K, V, work, &r, out);
        if (!sound(&r, n, out, K, V))
            break;
        toks[0] = n;
        memcpy(toks + 1, out, (size_t)n * sizeof *toks);
    }
    memcpy(f->buf[4], r.fault, sizeof r.fault);
}

/* args: betas [R], costs [R], Ks [R] | alpha [R], speed [R], best [R] */
HARNESS(worth)
{
    const double *beta = f->buf[0], *c = f->buf[1];
    const int32_t *K = f->buf[2];
    double *alpha = f->buf[3], *speed = f->buf[4];
    int32_t *best = f->buf[5];
    for (uint64_t k = 0; k < f->count[0]; k++) {
        alpha[k] = spec_alpha(beta[k], K[k]);
        speed[k] = spec_speedup(beta[k], K[k], c[k]);
        best[k] = spec_best_K(beta[k], c[k]);
    }
}
