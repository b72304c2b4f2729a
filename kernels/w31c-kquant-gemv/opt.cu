/*
 * opt.cu: the same with two rows at a time: what is read of x serves both, and formats of four bits have two bytes of x
 * for each byte of weights. Where warps have few turns, several share a row, so that the last turn is short: 2048 pairs
 * of rows keep 65 of 100 of 3168 warps busy, quarters of them 86. Sums of parts meet in shared memory at the end, in
 * one order.
 */
#include "lab.h"

#define gemv_q4_0 ref_q4_0
#define gemv_q8_0 ref_q8_0
#define gemv_q4_K ref_q4_K
#define gemv_q6_K ref_q6_K
#include "ref.cu"
#undef gemv_q4_0
#undef gemv_q8_0
#undef gemv_q4_K
#undef gemv_q6_K

enum { FEW_TURNS = 4, TURNS = 4 * FEW_TURNS }; /* of whole rows, and of quarters */

template <class F> static __device__ __forceinline__ void shared_rows(float *y, const problem &p, int parts)
{
    __shared__ float table[TURNS][WARPS][2];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, groups = WARPS / parts, group = warp / parts;
    int blocks = p.K / F::BLOCK, each = (blocks + parts - 1) / parts, before = warp % parts * each;
    int by = gridDim.x * groups * 2;
    share mine = { (int)(group * gridDim.x + blockIdx.x) * 2, by, before, min(each, blocks - before) };
    walk<F, 2, 1>(p, mine, [&](int turn, int, float (&sum)[2][1]) {
        float a = warp_sum(sum[0][0]), b = warp_sum(sum[1][0]);
        if (lane == 0)
            table[turn][warp][0] = a, table[turn][warp][1] = b;
    });
    __syncthreads();
    for (int i = threadIdx.x; i < TURNS * groups * 2; i += THREADS) {
        int turn = i / (groups * 2), which = i / 2 % groups, r = i % 2;
        int row = (which * gridDim.x + blockIdx.x) * 2 + turn * by + r;
        if (row >= p.N)
            continue;
        float all = 0;
        for (int k = 0; k < parts; k++)
            all += table[turn][which * parts + k][r];
        y[row] = all;
    }
}

/* How many warps share a row: 4 or 2 where turns are few and that many have a whole chunk each. */
template <class F> static __device__ __forceinline__ int parts_of(const problem &p)
{
    enum { CHUNK = plan<F, 2>::BLOCKS * F::BLOCK };
    long warps = (long)gridDim.x * WARPS;
    if (p.N > FEW_TURNS * 2 * warps)
        return 1;
    return p.K >= 4 * CHUNK ? 4 : p.K >= 2 * CHUNK ? 2 : 1;
}

template <class F> static __device__ __forceinline__ void two_rows(float *y, const problem &p)
{
    int parts = p.B == 1 ? parts_of<F>(p) : 1;
    if (parts > 1)
        shared_rows<F>(y, p, parts);
    else if (p.B == 1 && p.N > (int)gridDim.x * WARPS)
        multiply<F, 2, 1>(y, p);
    else
        by_columns<F>(y, p);
}

GEMV(gemv_q4_0, Q4_0, struct q4_0, two_rows)
GEMV(gemv_q8_0, Q8_0, struct q8_0, two_rows)
GEMV(gemv_q4_K, Q4_K, struct q4_K, two_rows)
GEMV(gemv_q6_K, Q6_K, struct q6_K, two_rows)
