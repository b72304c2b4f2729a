/*
 * w33b-tree-attn: attention of a tree of guesses over a paged cache, the joining of its splits, and what becomes of the
 * cache after the verdict.
 *
 * The target judges T nodes of a tree in one pass (w33-tree-spec); node 0 is the root. The pool of blocks is that of
 * w06b-paged-attn, and the nodes' keys and values stand behind the cached ones: node j is token len + j of its
 * sequence. Token p lives in block bt[p / bs] of its sequence, slot p % bs. Slots behind the last node hold NaN, and
 * entries of a table behind the last block any int.
 *
 *     Q, O     half   [b][T][H][hd]          a row for each query head of each node
 *     Kc, Vc   half   [blocks][Hkv][bs][hd]
 *     bt       int    [b][max_blk]
 *     len      int    [b]                    tokens in the cache, which every node sees; 0 allowed
 *     mask     uint64 [b][T]                 bit j of mask[i]: node i sees node j, itself or an ancestor
 *     part     float  [b][T][H][splits][hd]  a split's result
 *     lse      float  [b][T][H][splits]      and the natural log of the sum of its exponentials
 *
 * Query head h reads KV head h / (H/Hkv); a group is 1 to 8 heads. T is 1 to 64, hd is 64 or 128, bs at least 1. All
 * arrays are dense and row-major, base pointers multiples of 256 bytes. Each kernel has blocks of THREADS threads and
 * tree_split SHARED bytes of dynamic shared memory. Kernels are extern "C": the runner finds them by name.
 */
#ifndef W33B_TREE_ATTN_H
#define W33B_TREE_ATTN_H

#include <cuda_fp16.h>
#include <stddef.h>
#include <stdint.h>

#define THREADS 256
#define WARPS 8        /* THREADS / 32 */
#define SHARED 230400 /* of tree_split: 225 KiB, so an SM has one block */
#define ROWS 128       /* T * H/Hkv: up to so many rows the cache is read once */

/*
 * Grid (splits, Hkv, b). Split i has tokens chunk*i to chunk*(i+1) - 1, nodes among them, as far as there are any. For
 * each node and head: part is the softmax of scale * q.k over the tokens of this split that the node sees, times V,
 * divided by its sum; lse is log of the sum of exp(scale * q.k). A row that sees nothing in a split gets zeros and
 * -INFINITY. Sums are floats, at least; a weight may be rounded to half before it meets V. All rows of a group are
 * served from one load of each K and V element, ROWS at a time if there are more. scale is above 0, and not always
 * 1/sqrt(hd).
 */
extern "C" __global__ void tree_split(float *part, float *lse, const half *Q, const half *Kc, const half *Vc,
                                      const int *bt, const int *len, const uint64_t *mask, int T, int H, int Hkv,
                                      int hd, int bs, int max_blk, float scale, int chunk);

/* Grid ((T*H + 7)/8, b). O = sum of exp(lse_i) part_i over the sum of exp(lse_i), for any finite lse, 10,000 as well. A
 * split whose lse is -INFINITY has no say, whatever its part holds, NaN too; if all have, O is zero. */
extern "C" __global__ void tree_merge(half *O, const float *part, const float *lse, int T, int H, int hd, int splits);

/*
 * Grid (Hkv, b). The verdict has kept n[s] nodes of sequence s, path[s][0..n[s]-1], rising, the root first; what stands
 * behind them in path is any int, and n may be 0. Token len + path[i] becomes token len + i, keys and values, in place.
 * after[s] = len[s] + n[s]. A row that stays where it is is neither loaded nor stored, and all else keeps its bits.
 *
 *     path     int    [b][T]
 *     n, after int    [b]
 */
extern "C" __global__ void tree_commit(half *Kc, half *Vc, int *after, const int *bt, const int *len, const int *path,
                                       const int *n, int T, int Hkv, int hd, int bs, int max_blk);

#endif
