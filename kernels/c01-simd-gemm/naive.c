/*
 * naive.c: the bottom of the ladder. All six calls are the three loops of the textbook.
 *
 * For each of the M·N results it fetches a row of A and a column of B: 2K loads for K
 * multiply-adds. Nothing that was loaded for one result is kept for the next. A column of B has
 * its elements 4·N bytes apart, so each of them costs a cache line of 64 bytes, and as soon as K
 * lines do not fit a cache every one is fetched again for the next result. The sum is one chain of
 * additions, so even with all data at hand the core waits for its own last result.
 */
#include "lab.h"

static void three_loops(int M, int N, int K, const float *A, const float *B, float *C)
{
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < K; k++)
                sum += A[(size_t)i * K + k] * B[(size_t)k * N + j];
            C[(size_t)i * N + j] = sum;
        }
}

void sgemm_ijk(int M, int N, int K, const float *A, const float *B, float *C)
{
    three_loops(M, N, K, A, B, C);
}

void sgemm_ikj(int M, int N, int K, const float *A, const float *B, float *C)
{
    three_loops(M, N, K, A, B, C);
}

void sgemm_tiled(int M, int N, int K, const float *A, const float *B, float *C)
{
    three_loops(M, N, K, A, B, C);
}

void sgemm_simd(int M, int N, int K, const float *A, const float *B, float *C)
{
    three_loops(M, N, K, A, B, C);
}

void sgemm_packed(int M, int N, int K, const float *A, const float *B, float *C)
{
    three_loops(M, N, K, A, B, C);
}

void sgemm_threads(int M, int N, int K, const float *A, const float *B, float *C)
{
    three_loops(M, N, K, A, B, C);
}
