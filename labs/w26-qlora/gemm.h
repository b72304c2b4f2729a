/*
 * gemm.h: the library's product of matrices, which stands for cuBLAS here: both sides are packed, and a tile of 6 x 16
 * sums stays in registers. Included by harness.c, once, which has raw_take() and raw_give().
 */
#ifndef W26_GEMM_H
#define W26_GEMM_H

#include "lab.h"

enum { GEMM_MR = 6, GEMM_NR = 16, GEMM_KB = 256 };

/* tile [MR][NR] = a panel of A times a panel of B, both packed by columns of k. */
static void gemm_tile_plain(int k, const float *a, const float *b, float *tile)
{
    memset(tile, 0, sizeof *tile * GEMM_MR * GEMM_NR);
    for (int p = 0; p < k; p++, a += GEMM_MR, b += GEMM_NR)
        for (int i = 0; i < GEMM_MR; i++)
            for (int j = 0; j < GEMM_NR; j++)
                tile[i * GEMM_NR + j] += a[i] * b[j];
}

/* The same; the harness is built for any processor, so this one function says what it needs. */
__attribute__((target("avx2,fma"))) static void gemm_tile_wide(int k, const float *a, const float *b, float *tile)
{
    __m256 low[GEMM_MR], high[GEMM_MR];
#pragma GCC unroll 6
    for (int i = 0; i < GEMM_MR; i++)
        low[i] = high[i] = _mm256_setzero_ps();
    for (int p = 0; p < k; p++, a += GEMM_MR, b += GEMM_NR) {
        __m256 b0 = _mm256_loadu_ps(b), b1 = _mm256_loadu_ps(b + 8);
#pragma GCC unroll 6
        for (int i = 0; i < GEMM_MR; i++) {
            __m256 by = _mm256_broadcast_ss(a + i);
            low[i] = _mm256_fmadd_ps(by, b0, low[i]);
            high[i] = _mm256_fmadd_ps(by, b1, high[i]);
        }
    }
#pragma GCC unroll 6
    for (int i = 0; i < GEMM_MR; i++) {
        _mm256_storeu_ps(tile + i * GEMM_NR, low[i]);
        _mm256_storeu_ps(tile + i * GEMM_NR + 8, high[i]);
    }
}

static void gemm_tile(int k, const float *a, const float *b, float *tile)
{
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        gemm_tile_wide(k, a, b, tile);
    else
        gemm_tile_plain(k, a, b, tile);
}

/* Rows [i0, i0 + width) of v, columns [p0, p0 + k), as [k][width]; zeros past the last of `rows`. */
static void gemm_pack(struct view v, int i0, int rows, int width, int p0, int k, float *to)
{
    const float *at = v.at + i0 * v.row + p0 * v.col;
    int n = rows - i0 < width ? rows - i0 : width;
    if (n < width)
        memset(to, 0, sizeof *to * (size_t)(k * width));
    if (v.row == 1) {
        for (int p = 0; p < k; p++, to += width, at += v.col)
            memcpy(to, at, sizeof *to * (size_t)n);
        return;
    }
    for (int i = 0; i < n; i++, at += v.row)
        for (int p = 0; p < k; p++)
            to[p * width + i] = at[p * v.col];
}

void gemm_add(int m, int n, int k, struct view A, struct view B, float *C, int64_t ldc)
{
    static float a[GEMM_MR * GEMM_KB], *packed;
    static size_t room;
    int panels = (n + GEMM_NR - 1) / GEMM_NR;
    size_t want = (size_t)panels * GEMM_NR * GEMM_KB;
    float tile[GEMM_MR * GEMM_NR];
    struct view Bt = { B.at, B.col, B.row };
    if (want > room) {
        raw_give(packed);
        packed = raw_take((room = want) * sizeof *packed);
    }
    for (int p0 = 0; p0 < k; p0 += GEMM_KB) {
        int kb = k - p0 < GEMM_KB ? k - p0 : GEMM_KB;
        for (int j = 0; j < panels; j++)
            gemm_pack(Bt, j * GEMM_NR, n, GEMM_NR, p0, kb, packed + (size_t)j * GEMM_NR * GEMM_KB);
        for (int i0 = 0; i0 < m; i0 += GEMM_MR) {
            gemm_pack(A, i0, m, GEMM_MR, p0, kb, a);
            for (int j = 0; j < panels; j++) {
                gemm_tile(kb, a, packed + (size_t)j * GEMM_NR * GEMM_KB, tile);
                for (int i = 0; i < GEMM_MR && i0 + i < m; i++)
                    for (int c = 0; c < GEMM_NR && j * GEMM_NR + c < n; c++)
                        C[(i0 + i) * ldc + j * GEMM_NR + c] += tile[i * GEMM_NR + c];
            }
        }
    }
}

#endif
