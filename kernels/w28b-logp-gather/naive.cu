/*
 * naive.cu: a logit a lane and load, two bytes, and a row walked twice: for the largest, and for the sum. The second
 * walk finds a row of 256 KB in the L2 at best.
 */
#define logp_gather ref_gather
#include "ref.cu"
#undef logp_gather

extern "C" __global__ void logp_gather(const bf16 *logits, const int *tok, float *lp, float *keep, int T, int V)
{
    int t = blockIdx.x;
    if (t >= T)
        return;
    int token = tok[t];
    const bf16 *row = logits + (size_t)t * V;
    Sums s = {-INFINITY, 0};
    for (int v = threadIdx.x; token != IGNORED && v < V; v += THREADS)
        s.top = fmaxf(s.top, __bfloat162float(row[v]));
    for (int v = threadIdx.x; token != IGNORED && v < V; v += THREADS)
        s.sum += exp_of(__bfloat162float(row[v]) - s.top);
    s = token == IGNORED ? Sums{0, 1} : block_sums(s);
    if (threadIdx.x)
        return;
    float rest = logf(s.sum);
    lp[t] = token == IGNORED ? 0 : __bfloat162float(row[token]) - s.top - rest;
    keep[2 * t] = s.top;
    keep[2 * t + 1] = rest;
}
