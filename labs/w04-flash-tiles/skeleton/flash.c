/*
 * flash.c: yours. The contract is in lab.h; `ridge test` shows the first case that disagrees.
 *
 * A way through it:
 *   1. get the tiles from tm_alloc and declare them with tm_tile
 *   2. for each head, for each tile of Br rows: load Q, set m = -INFINITY, l = 0, o = 0
 *   3.     for each tile of Bc keys that some row may see: load K, V; fold the scores into m, l, o
 *   4.     divide o by l, LSE = m + log l, store both, once
 *
 * As shipped it compiles, allocates one tile and computes nothing.
 */
#include <math.h>

#include "lab.h"

void flash_fwd(const float *Q, const float *K, const float *V, float *O, float *LSE, int S, int d,
               int causal, int group, tm_t *tm)
{
    enum { Br = 32, Bc = 32 };
    tm_tile(tm, Br, Bc);
    float *q = tm_alloc(tm, (size_t)Br * (size_t)d * sizeof(float));
    if (!q)
        return;
    int rows = S < Br ? S : Br;
    tm_load(tm, q, Q, (size_t)rows * (size_t)d * sizeof(float));
    /* Your code here: this much loads the first tile of Q. The rest is the lab. */
    (void)K, (void)V, (void)O, (void)LSE, (void)causal, (void)group;
}

/* Elements, not bytes; 64-bit all the way, since tokens * L * heads * hd passes 2^31 easily. */
int64_t kv_elems_mha(int64_t tokens, int L, int H, int hd)
{
    (void)tokens, (void)L, (void)H, (void)hd;
    return -1;
}

int64_t kv_elems_gqa(int64_t tokens, int L, int Hkv, int hd)
{
    (void)tokens, (void)L, (void)Hkv, (void)hd;
    return -1;
}

int64_t kv_elems_mla(int64_t tokens, int L, int dc, int dr)
{
    (void)tokens, (void)L, (void)dc, (void)dr;
    return -1;
}
