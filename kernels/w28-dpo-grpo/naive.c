/*
 * naive.c: a row is walked twice, once for its largest logit and once for the sum, and e^x is a call of the C library
 * for each of them.
 */
#define logp_gather ref_gather
#include "ref.c"
#undef logp_gather

void logp_gather(int T, int V, const float *logits, const int32_t *tok, float *lp, float *keep)
{
    for (int t = 0; t < T; t++) {
        const float *x = logits + (size_t)t * (size_t)V;
        lp[t] = keep[2 * t] = keep[2 * t + 1] = 0;
        if (tok[t] == IGNORED)
            continue;
        float top = x[0];
        for (int v = 1; v < V; v++)
            top = fmaxf(top, x[v]);
        double sum = 0;
        for (int v = 0; v < V; v++)
            sum += expf(x[v] - top);
        keep[2 * t] = top;
        keep[2 * t + 1] = (float)log(sum);
        lp[t] = (float)(x[tok[t]] - top - log(sum));
    }
}
