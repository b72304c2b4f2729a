#include "lab.h"

/* After a refusal the target is another one: what has it still to say? The second candidate meets that. */
int spec_two(const float *p, const float *q, const int *cand, int V, float *work, rng_t *r, int *kept)
{
    (void)p, (void)q, (void)V, (void)work, (void)r;
    *kept = 0;
    return cand[0]; /* yours */
}
