/*
 * w06b-paged-attn: attention of one new token a sequence over a paged cache, and its split form.
 *
 * The cache is a pool of blocks of `bs` slots, as in w06-paged-kv. Block table: token p of sequence s
 * lives in block bt[s·max_blk + p / bs], slot p % bs. Entries behind a sequence's last block, and slots
 * behind its last token, hold garbage: any int, and NaN. All arrays are row-major and dense.
 *
 *     Q, O     half   [b][H][hd]             one row for each query head of each sequence
 *     Kc, Vc   half   [blocks][Hkv][bs][hd]  so a block holds `bs` adjacent rows for each KV head
 *     bt       int    [b][max_blk]           block table
 *     len      int    [b]                    tokens in the cache, 0 allowed
 *     part     float  [b][H][splits][hd]     a split's result
 *     lse      float  [b][H][splits]         and the log of the sum of its exponentials
 *
 * Query head h reads KV head h / (H/Hkv): the group of H/Hkv heads, 1 to 8 of them, shares one cache.
 * hd is 64 or 128. bs is any number from 1 on. All base pointers are multiples of 256 bytes. Nothing
 * is known beforehand of the arrays that you write. The runner launches:
 *
 *     paged_attn    grid (Hkv, b),          block (128)
 *     paged_split   grid (splits, Hkv, b),  block (128)
 *     paged_merge   grid (H, b),            block (128)
 *
 * Kernels are extern "C": the runner finds them by name. Sums are kept in float, at least.
 */
#ifndef W06B_PAGED_ATTN_H
#define W06B_PAGED_ATTN_H

#include <cuda_fp16.h>
#include <stddef.h>

#define THREADS 128 /* of every block */
#define WARPS 4     /* THREADS / 32 */
#define GROUP 8     /* query heads that share one KV head, at most */

/*
 * O = softmax(scale · q·k over all len[s] tokens) · V. One block does all query heads of a group: each
 * K and each V element is loaded once for the group. A sequence without tokens gets zeros.
 */
extern "C" __global__ void paged_attn(half *O, const half *Q, const half *Kc, const half *Vc, const int *bt,
                                      const int *len, int H, int Hkv, int hd, int bs, int max_blk, float scale);

/*
 * The same over the tokens chunk·i to chunk·(i+1) - 1 only, as far as the sequence goes, for the split
 * i = blockIdx.x of gridDim.x; chunk is a multiple of bs. `part` is the split's own softmax times V,
 * already divided by its sum; `lse` is log Σ exp(scale · q·k), natural. A split without tokens
 * stores zeros and -INFINITY.
 */
extern "C" __global__ void paged_split(float *part, float *lse, const half *Q, const half *Kc, const half *Vc,
                                       const int *bt, const int *len, int H, int Hkv, int hd, int bs, int max_blk,
                                       float scale, int chunk);

/*
 * Joins the splits: O = Σ exp(lse_i) · part_i / Σ exp(lse_i), for any finite lse, 10,000 as well. A split
 * whose lse is -INFINITY has no say whatever its part holds, NaN too; if all have, O is zero.
 */
extern "C" __global__ void paged_merge(half *O, const float *part, const float *lse, int H, int hd, int splits);

#endif
