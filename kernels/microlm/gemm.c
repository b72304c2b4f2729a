/*
 * gemm.c: pack, then multiply tiles that live in registers. B is packed once for everybody in panels
 * of NR columns, A by each thread in panels of MR rows; packing hides whether a matrix is transposed.
 */
#include "gemm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __AVX512F__
enum { VW = 16, MR = 12 };
#elif defined __AVX__
enum { VW = 8, MR = 6 };
#else
enum { VW = 4, MR = 6 };
#endif
enum { NR = 2 * VW, KB = 512 };

typedef float vec __attribute__((vector_size(VW * sizeof(float)), aligned(4)));

/* c[MR][NR] = the product of a panel of each; the accumulators are registers. */
static void tile(int k, const float *a, const float *b, float *c)
{
    vec sum[MR][2] = { 0 };
    for (int p = 0; p < k; p++, a += MR, b += NR) {
        vec b0 = *(const vec *)b, b1 = *(const vec *)(b + VW);
#pragma GCC unroll 12
        for (int i = 0; i < MR; i++) {
            sum[i][0] += a[i] * b0;
            sum[i][1] += a[i] * b1;
        }
    }
    for (int i = 0; i < MR; i++) {
        *(vec *)(c + i * NR) = sum[i][0];
        *(vec *)(c + i * NR + VW) = sum[i][1];
    }
}

/* panel[p][width] of rows [i0, i0 + width) of v, columns [p0, p0 + k); zeros past the last row. */
static void pack(struct view v, int i0, int rows, int width, int p0, int k, float *panel)
{
    int n = rows - i0 < width ? rows - i0 : width;
    if (n < width)
        memset(panel, 0, (size_t)k * (size_t)width * sizeof *panel);
    const float *at = v.at + (size_t)i0 * (size_t)v.row + (size_t)p0 * (size_t)v.col;
    if (v.row == 1) {
        for (int p = 0; p < k; p++, panel += width, at += v.col)
            memcpy(panel, at, (size_t)n * sizeof *panel);
        return;
    }
    for (int i = 0; i < n; i++, at += v.row)
        for (int p = 0; p < k; p++)
            panel[p * width + i] = at[(size_t)p * (size_t)v.col];
}

static void put(const float *t, float *C, int ldc, int rows, int cols, int add)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            C[(size_t)i * (size_t)ldc + (size_t)j] = t[i * NR + j] + (add ? C[(size_t)i * (size_t)ldc + (size_t)j] : 0);
}

void gemm(int m, int n, int k, struct view A, struct view B, float *C, int ldc, int add)
{
    int panels = (n + NR - 1) / NR, blocks = (m + MR - 1) / MR;
    struct view Bt = { B.at, B.col, B.row };
    float *packed = malloc((size_t)panels * NR * KB * sizeof *packed);
    if (!packed) {
        fputs("microlm: no memory\n", stderr);
        exit(1);
    }
    PARALLEL(omp parallel)
    for (int p0 = 0; p0 < k; p0 += KB) {
        int kb = k - p0 < KB ? k - p0 : KB;
        PARALLEL(omp for schedule(static))
        for (int j = 0; j < panels; j++)
            pack(Bt, j * NR, n, NR, p0, kb, packed + (size_t)j * NR * (size_t)kb);
        PARALLEL(omp for schedule(static))
        for (int i = 0; i < blocks; i++) {
            float a[MR * KB], t[MR * NR];
            pack(A, i * MR, m, MR, p0, kb, a);
            int rows = m - i * MR < MR ? m - i * MR : MR;
            for (int j = 0; j < panels; j++) {
                int cols = n - j * NR < NR ? n - j * NR : NR;
                tile(kb, a, packed + (size_t)j * NR * (size_t)kb, t);
                put(t, C + (size_t)i * MR * (size_t)ldc + (size_t)j * NR, ldc, rows, cols, add || p0);
            }
        }
    }
    free(packed);
}
