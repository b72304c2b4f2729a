/* logp.cu: yours. lab.h says what each kernel has to do. */
#include "lab.h"

extern "C" __global__ void logp_gather(const bf16 *logits, const int *tok, float *lp, float *keep, int T, int V)
{
    /* one walk over row blockIdx.x: largest and sum in each thread, then in a warp, then in the block */
}

extern "C" __global__ void logp_bwd(bf16 *logits, const int *tok, const float *keep, const float *g, int T, int V)
{
    /* each logit becomes its gradient; keep has what the row has to say */
}

extern "C" __global__ void dpo_pairs(const float *lp, const float *ref, const int *from, float *margin, float *loss,
                                     float *dlp, float beta, int n)
{
    /* a sum over the pair's tokens, a margin, and the same pull at each token of a side */
}
