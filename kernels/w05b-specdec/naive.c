/*
 * Speculative decoding, the first solution that comes to mind: for every draft work out the whole
 * residual row and its sum, and then toss the coin that in most cases makes it useless.
 *
 * It is right. For each of the K drafts it reads both rows of V floats and writes one; of these at
 * most one is ever drawn from. And it adds the residual up in one double, so that every addition
 * waits for the one before it. ref.c looks at two numbers per draft, and at one row per round.
 */
#include "lab.h"

/* (p - q)+ of one row into rest[V]; its sum, or 0 where the rows are equal. */
static double residual(const float *p, const float *q, int V, float *rest)
{
    double total = 0;
    for (int x = 0; x < V; x++) {
        rest[x] = 0;
        if (p[x] > q[x])
            rest[x] = p[x] - q[x];
        total += rest[x];
    }
    return total;
}

int spec_verify(const float *p, const float *q, const int *draft, int K, int V, float *work, rng_t *r,
                int *out)
{
    for (int j = 0; j < K; j++, p += V, q += V) {
        double total = residual(p, q, V, work);
        double ratio = (double)p[draft[j]] / q[draft[j]];
        if (!rng_coin(r, ratio < 1 ? ratio : 1)) {
            out[j] = rng_pick(r, work, V, total);
            return j + 1;
        }
        out[j] = draft[j];
    }
    out[K] = rng_pick(r, p, V, 1);
    return K + 1;
}

int spec_round(models_t *m, int last, int K, int V, float *work, rng_t *r, int *out)
{
    float *p = work + V, *q = p + (size_t)(K + 1) * (size_t)V;
    int seen[SPEC_MAX_K + 1] = { last };
    for (int j = 0; j < K; j++) {
        draft_row(m, seen[j], q + (size_t)j * (size_t)V);
        seen[j + 1] = rng_pick(r, q + (size_t)j * (size_t)V, V, 1);
    }
    target_rows(m, seen, K + 1, p);
    return spec_verify(p, q, seen + 1, K, V, work, r, out);
}

double spec_alpha(double beta, int K)
{
    double sum = 0;
    for (int k = 0; k <= K; k++) {
        double power = 1;
        for (int j = 0; j < k; j++)
            power *= beta;
        sum += power;
    }
    return sum;
}

double spec_speedup(double beta, int K, double c)
{
    return spec_alpha(beta, K) / (1 + K * c);
}

int spec_best_K(double beta, double c)
{
    int best = 0;
    for (int K = 1; K <= SPEC_MAX_K; K++)
        if (spec_speedup(beta, K, c) > spec_speedup(beta, best, c))
            best = K;
    return best;
}
