/* gemm.h: one product for every matrix of the trainer, forward and backward. */
#ifndef MICROLM_GEMM_H
#define MICROLM_GEMM_H

#ifdef _OPENMP
#define PARALLEL(clauses) _Pragma(#clauses)
#else
#define PARALLEL(clauses)
#endif

/* A matrix that is read: element (i, j) is at[i * row + j * col]. */
struct view {
    const float *at;
    int row, col;
};

/*
 * C[m][n] (rows ldc apart) = A[m][k] B[k][n], or += with `add`. Each element is one sum in the order of
 * k, so that the number of threads changes no bit.
 */
void gemm(int m, int n, int k, struct view A, struct view B, float *C, int ldc, int add);

#endif
