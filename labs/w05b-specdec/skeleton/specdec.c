/*
 * specdec.c: yours. lab.h says what each function must do.
 *
 * Everything compiles as it stands and every function is wrong. Start with spec_alpha and two values
 * you can check by hand; then spec_verify with K = 0 and K = 1 on paper, V = 2; then the round.
 */
#include "lab.h"

int spec_verify(const float *p, const float *q, const int *draft, int K, int V, float *work, rng_t *r,
                int *out)
{
    /* For each draft: a coin. On the first refusal: which tokens did the draft propose too rarely,
     * and by how much? If nothing is refused: the target's last row is still unused. */
    (void)p, (void)q, (void)draft, (void)K, (void)V, (void)work, (void)r;
    out[0] = 0;
    return 1;
}

int spec_round(models_t *m, int last, int K, int V, float *work, rng_t *r, int *out)
{
    /* K times: a row of the draft, a token from it. The target's K+1 rows follow the K+1 tokens
     * last, draft[0], ..., draft[K-1]. Split work into what spec_verify needs, p and q. */
    (void)m, (void)K, (void)V, (void)work, (void)r;
    out[0] = last;
    return 1;
}

double spec_alpha(double beta, int K)
{
    /* The closed form divides by 1 - beta. What is left of its digits at beta = 1 - 1e-9? */
    (void)beta, (void)K;
    return 0;
}

double spec_speedup(double beta, int K, double c)
{
    /* Tokens of a round over what the round costs, in calls of the target. */
    (void)beta, (void)K, (void)c;
    return 0;
}

int spec_best_K(double beta, double c)
{
    (void)beta, (void)c;
    return 1;
}
