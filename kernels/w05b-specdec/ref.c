/*
 * Speculative decoding, the reference. Three things make it faster than naive.c:
 *
 *   two numbers a draft   acceptance asks for p and q of the drafted token only. Rows of a vocabulary
 *                         (128,256 floats in Llama 3) are left alone until something is refused, and
 *                         then it is one row. Traffic falls from 2*K*V floats a round to at most 2*V.
 *   no useless coin       p >= q is accepted whatever the coin says, so none is tossed.
 *   eight sums            floating-point addition may not be reordered by the compiler, so one sum
 *                         is a chain of V additions, each waiting for the last. Eight independent
 *                         sums are eight chains, and one vector instruction adds to all of them.
 *
 * Normalising the residual takes no pass of its own: rng_pick divides by the total for us.
 */
#include "lab.h"

enum { LANES = 8 };

/* max(p - q, 0) of one row into rest[V]; returns its sum, in double. */
static double residual(const float *p, const float *q, int V, float *rest)
{
    double sum[LANES] = { 0 };
    int x = 0;
    for (; x + LANES <= V; x += LANES)
        for (int k = 0; k < LANES; k++) {
            float more = p[x + k] - q[x + k];
            rest[x + k] = more > 0 ? more : 0;
            sum[k] += rest[x + k];
        }
    for (; x < V; x++) {
        rest[x] = p[x] > q[x] ? p[x] - q[x] : 0;
        sum[0] += rest[x];
    }
    return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

int spec_verify(const float *p, const float *q, const int *draft, int K, int V, float *work, rng_t *r,
                int *out)
{
    for (int j = 0; j < K; j++, p += V, q += V) {
        double want = p[draft[j]], had = q[draft[j]];
        if (want < had && !rng_coin(r, want / had)) {
            double total = residual(p, q, V, work);
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
        float *row = q + (size_t)j * (size_t)V;
        draft_row(m, seen[j], row);
        seen[j + 1] = rng_pick(r, row, V, 1);
    }
    target_rows(m, seen, K + 1, p);
    return spec_verify(p, q, seen + 1, K, V, work, r, out);
}

/* Horner: 1 + beta*(1 + beta*(...)). Nothing is subtracted, so nothing cancels. */
double spec_alpha(double beta, int K)
{
    double sum = 1;
    for (int k = 0; k < K; k++)
        sum = 1 + beta * sum;
    return sum;
}

double spec_speedup(double beta, int K, double c)
{
    return spec_alpha(beta, K) / (1 + K * c);
}

int spec_best_K(double beta, double c)
{
    int best = 0;
    double most = 1, sum = 1;
    for (int K = 1; K <= SPEC_MAX_K; K++) {
        sum = 1 + beta * sum;
        if (sum / (1 + K * c) > most) {
            most = sum / (1 + K * c);
            best = K;
        }
    }
    return best;
}
