/* tree_attn.cu: yours. lab.h says what each kernel has to do. */
#include "lab.h"

extern "C" __global__ void tree_split(float *part, float *lse, const half *Q, const half *Kc, const half *Vc,
                                      const int *bt, const int *len, const uint64_t *mask, int T, int H, int Hkv,
                                      int hd, int bs, int max_blk, float scale, int chunk)
{
    /* tiles of K and V in shared memory, and every row of every node's group from the same tile */
}

extern "C" __global__ void tree_merge(half *O, const float *part, const float *lse, int T, int H, int hd, int splits)
{
    /* a warp a row: the largest lse, weights, and the weighted sum */
}

extern "C" __global__ void tree_commit(half *Kc, half *Vc, int *after, const int *bt, const int *len, const int *path,
                                       const int *n, int T, int Hkv, int hd, int bs, int max_blk)
{
    /* rows that move, 16 bytes a lane; none is overwritten before somebody has it */
}
