#include "lab.h"

/*
 * One block for one sequence and one KV head: blockIdx.y and blockIdx.x. Four warps share the tokens
 * among them; each row of K and V, once loaded, serves all H/Hkv query heads of the group. Carry a
 * running maximum, sum and row for each head, and merge the warps at the end.
 */
extern "C" __global__ void paged_attn(half *O, const half *Q, const half *Kc, const half *Vc, const int *bt,
                                      const int *len, int H, int Hkv, int hd, int bs, int max_blk, float scale)
{
    /* yours */
}

/*
 * The same for the tokens of split blockIdx.x of gridDim.x; the KV head is blockIdx.y, the sequence
 * blockIdx.z. Write a device function that takes a range of tokens, and let both kernels call it.
 */
extern "C" __global__ void paged_split(float *part, float *lse, const half *Q, const half *Kc, const half *Vc,
                                       const int *bt, const int *len, int H, int Hkv, int hd, int bs, int max_blk,
                                       float scale, int chunk)
{
    /* yours */
}

/* One block for one row of O; thread x has column x, when there is one. Which of the splits count? */
extern "C" __global__ void paged_merge(half *O, const float *part, const float *lse, int H, int hd, int splits)
{
    /* yours */
}
