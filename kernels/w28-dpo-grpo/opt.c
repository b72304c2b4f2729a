/*
 * opt.c: the same reading, with less said about each logit. ref.c asks of every logit whether it is the largest so far,
 * and pays for both answers. Here eight vectors are loaded into registers and their largest is taken first: the sum
 * shrinks once for the eight, by one e^x more, and each of them then adds e^(x - largest) without a question.
 */
#define logp_gather ref_gather
#include "ref.c"
#undef logp_gather

enum { AT_ONCE = 8 };

static inline lanes larger(lanes a, lanes b)
{
    ilanes more = a > b;
    return (lanes)(((ilanes)a & more) | ((ilanes)b & ~more));
}

static int eight_at_a_time(int V, const float *x, double *top, double *sum)
{
    int v = 0, step = AT_ONCE * LANES;
    lanes most = *(const lanes *)x, all = most * 0;
    for (; v + step <= V; v += step) {
        lanes in[AT_ONCE], now = most;
#pragma GCC unroll 8
        for (int k = 0; k < AT_ONCE; k++)
            now = larger(now, in[k] = *(const lanes *)(x + v + k * LANES));
        all *= exp_of(most - now);
        most = now;
#pragma GCC unroll 8
        for (int k = 0; k < AT_ONCE; k++)
            all += exp_of(in[k] - now);
    }
    for (int k = 0; k < LANES; k++)
        one_more(top, sum, most[k], all[k]);
    return v;
}

void logp_gather(int T, int V, const float *logits, const int32_t *tok, float *lp, float *keep)
{
    for (int t = 0; t < T; t++) {
        const float *x = logits + (size_t)t * (size_t)V;
        double top = x[0], sum = 0;
        lp[t] = keep[2 * t] = keep[2 * t + 1] = 0;
        if (tok[t] == IGNORED)
            continue;
        for (int v = V >= AT_ONCE * LANES ? eight_at_a_time(V, x, &top, &sum) : 0; v < V; v++)
            one_more(&top, &sum, x[v], 1);
        keep[2 * t] = (float)top;
        keep[2 * t + 1] = (float)log(sum);
        lp[t] = (float)(x[tok[t]] - top - log(sum));
    }
}
