/*
 * w09-tile-dsl: block programs. Every kernel is written on tile.h, one program for each block of the launch.
 *
 * One dimension, float, programs of 128 threads (TILE_THREADS), BLOCK = 1,024 elements:
 *
 *     sigmoid_tile  y[i] = 1 / (1 + exp(-x[i]))          i < n       ceil(n / BLOCK) programs
 *     mul_tile      y[i] = a[i] · b[i]                   i < n       the same; after sigmoid_tile it is SiLU in two
 *     silu_tile     y[i] = x[i] / (1 + exp(-x[i]))       i < n       the same, in one
 *     swiglu_tile   y[r][c] = silu(x[r][c]) · x[r][F + c]            axis 0: block of columns, axis 1: row
 *     softmax_tile  y[r][c] = exp(x[r][c] - m) / Σ exp(x[r][k] - m)  program r: row r; 1 <= C <= BLOCK
 *
 * x of the last two has rows of `ld` floats, ld >= 2F or ld >= C; what lies behind a row's own elements belongs to
 * somebody else: never read it. y is dense, [R][F] and [R][C]. m is the row's largest element.
 * Base pointers are multiples of 256 bytes. n, R, F may be 0.
 *
 * Two dimensions: C[M][N] = A[M][K] · B[K][N], row-major and dense, A and B bfloat16, C and the sums float. Any sizes,
 * K = 0 too. Programs are launched in one dimension, ceil(M/BM)·ceil(N/BN) of them, in grouped order: GROUP_M rows of
 * tiles are a group; groups follow each other from top to bottom; within a group, programs go down its column of
 * tiles, then to the next column. The last group has the rows that are left.
 *
 *     order  int [tiles][2]   program p writes its row and column of tiles into order[p], once
 *
 *     matmul_64     BM = BN = 64,  BK = 32, GROUP_M = 4, 4 warps
 *     matmul_128    BM = BN = 128, BK = 32, GROUP_M = 8, 8 warps
 */
#ifndef W09_TILE_DSL_H
#define W09_TILE_DSL_H

#include <stddef.h>

#include "tile.h"

#define BLOCK 1024

extern "C" __global__ void sigmoid_tile(const float *x, float *y, long long n);
extern "C" __global__ void mul_tile(const float *a, const float *b, float *y, long long n);
extern "C" __global__ void silu_tile(const float *x, float *y, long long n);
extern "C" __global__ void swiglu_tile(const float *x, float *y, int R, int F, int ld);
extern "C" __global__ void softmax_tile(const float *x, float *y, int R, int C, int ld);

extern "C" __global__ void matmul_64(const bf16 *A, const bf16 *B, float *C, int *order, int M, int N, int K);
extern "C" __global__ void matmul_128(const bf16 *A, const bf16 *B, float *C, int *order, int M, int N, int K);

/*
 * The autotuner's cache, as a kernel with a thread for each request (grid of ceil(n/128) blocks).
 *
 *     config    int   [configs][3]   BM, BN, BK of each configuration
 *     asked     int   [n][3]         M, N, K >= 1 of request i; requests come in the order of i
 *     cost      float [n][configs]   what configuration c would take for request i, if it were timed then
 *     choice    int   [n]            the configuration that request i runs with
 *     measured  int   [n]            how many configurations were timed for it: 0 on a cache hit
 *
 * The key of a request is its bucket: each of M, N, K rounded up to a power of two. The first request of a bucket
 * times every configuration that fits, takes the fastest (of equals the first) and caches it; later ones of the
 * bucket take what is cached, whatever their own costs. A configuration fits when dot's two stages,
 * 2·(BM·(BK + 8) + BK·(BN + 8)) bfloat16, take at most STAGE_LIMIT bytes. At least one does.
 */
#define STAGE_LIMIT 49152

extern "C" __global__ void autotune(const int *config, const int *asked, const float *cost, int *choice,
                                    int *measured, int n, int configs);

#endif
