/* lib_lu.c: cuBLAS's batches of small LU factorisations, solutions and inverses. Matrices are column-major.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib_cublas.h"

enum lu_op { LU_FACTOR, LU_SOLVE, LU_INVERT };
struct lu {
    enum lu_op op;
    int type, n, lda, rhs, ldb, trans, count;
    const void *const *a; /* device array of pointers */
    void *const *b;
    int *pivots, *info;   /* pivots: n a matrix, from 1; NULL: no exchanges */
};

#define AT(p, ld, i, j) ((size_t)(i) + (size_t)(j) * (size_t)(ld))

static int factor(void *a, int type, int n, int lda, int *pivots)
{
    int info = 0;
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; pivots && i < n; i++)
            if (fabs(gemm_load(a, AT(a, lda, i, k), type)) > fabs(gemm_load(a, AT(a, lda, best, k), type)))
                best = i;
        if (pivots)
            pivots[k] = best + 1;
        for (int j = 0; best != k && j < n; j++) {
            double x = gemm_load(a, AT(a, lda, k, j), type);
            gemm_store(a, AT(a, lda, k, j), type, gemm_load(a, AT(a, lda, best, j), type));
            gemm_store(a, AT(a, lda, best, j), type, x);
        }
        double d = gemm_load(a, AT(a, lda, k, k), type);
        if (d == 0) {
            info = info ? info : k + 1;
            continue;
        }
        for (int i = k + 1; i < n; i++) {
            double f = gemm_load(a, AT(a, lda, i, k), type) / d;
            gemm_store(a, AT(a, lda, i, k), type, f);
            for (int j = k + 1; j < n; j++)
                gemm_store(a, AT(a, lda, i, j), type,
                           gemm_load(a, AT(a, lda, i, j), type) - f * gemm_load(a, AT(a, lda, k, j), type));
        }
    }
    return info;
}

static void exchange(double *x, int n, const int *pivots, int back)
{
    for (int s = 0; pivots && s < n; s++) {
        int k = back ? n - 1 - s : s, other = pivots[k] - 1;
        double v = x[k];
        x[k] = x[other], x[other] = v;
    }
}

/* x = A^-1 x, or the transpose's, from the factors. */
static void solve(const void *a, int type, int n, int lda, const int *pivots, int trans, double *x)
{
#define A(i, j) gemm_load(a, trans ? AT(a, lda, j, i) : AT(a, lda, i, j), type)
    if (!trans)
        exchange(x, n, pivots, 0);
    for (int i = 0; i < n; i++) { /* the lower factor: of ones, or transposed of U */
        for (int j = 0; j < i; j++)
            x[i] -= A(i, j) * x[j];
        if (trans)
            x[i] /= A(i, i);
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            x[i] -= A(i, j) * x[j];
        if (!trans)
            x[i] /= A(i, i);
    }
    if (trans)
        exchange(x, n, pivots, 1);
#undef A
}

static void one(const struct lu *l, const void *a, void *b, int *pivots, int *info)
{
    size_t size = gemm_size(l->type), bytes = ((size_t)(l->n - 1) * (size_t)l->lda + (size_t)l->n) * size;
    int columns = l->op == LU_SOLVE ? l->rhs : l->n;

    if (l->op == LU_FACTOR) {
        void *in_place = (void *)(uintptr_t)a;
        if (lib_writes("cuBLAS's getrf: a matrix", in_place, bytes))
            *info = factor(in_place, l->type, l->n, l->lda, pivots);
        return;
    }
    double *x = malloc((size_t)l->n * sizeof *x);
    if (x && lib_reads("cuBLAS's getrs or getri: factors", a, bytes) &&
        lib_writes("cuBLAS's getrs or getri: result", b,
                   ((size_t)(columns - 1) * (size_t)l->ldb + (size_t)l->n) * size)) {
        for (int j = 0; j < columns; j++) {
            for (int i = 0; i < l->n; i++)
                x[i] = l->op == LU_SOLVE ? gemm_load(b, AT(b, l->ldb, i, j), l->type) : i == j;
            solve(a, l->type, l->n, l->lda, pivots, l->trans, x);
            for (int i = 0; i < l->n; i++)
                gemm_store(b, AT(b, l->ldb, i, j), l->type, x[i]);
        }
        if (info)
            *info = 0;
    }
    free(x);
}

static void run(void *arg)
{
    const struct lu *l = arg;
    size_t pivots = l->pivots ? (size_t)l->n * (size_t)l->count * sizeof(int) : 0;
    size_t infos = l->info ? (size_t)l->count * sizeof(int) : 0;
    if (!lib_reads("cuBLAS's array of matrices", l->a, (size_t)l->count * sizeof *l->a) ||
        !lib_reads("cuBLAS's array of matrices", l->b, l->b ? (size_t)l->count * sizeof *l->b : 0) ||
        !(l->op == LU_FACTOR ? lib_writes("cuBLAS's pivots", l->pivots, pivots) :
                               lib_reads("cuBLAS's pivots", l->pivots, pivots)) ||
        !lib_writes("cuBLAS's info", l->info, infos))
        return;
    for (int i = 0; i < l->count; i++)
        one(l, l->a[i], l->b ? l->b[i] : NULL, l->pivots ? l->pivots + (size_t)i * (size_t)l->n : NULL,
            l->info ? l->info + i : NULL);
}

static cublasStatus_t submit(cublasHandle_t h, const struct lu *l, uintptr_t pc)
{
    CUBLAS_KNOWN(h);
    if (l->n < 0 || l->count < 0 || l->lda < l->n || (l->b && l->ldb < l->n))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (!l->n || !l->count)
        return CUBLAS_STATUS_SUCCESS;
    double flop = (double)l->n * l->n * l->n * l->count;
    return cublas_submit(h, run, l, sizeof *l, flop, 8.0 * l->n * l->n * l->count, l->type, pc);
}

#define LU(S, T, kind)                                                                                       \
    cublasStatus_t cublas##S##getrfBatched(cublasHandle_t h, int n, T *const A[], int lda, int *pivots,      \
                                           int *info, int count)                                             \
    {                                                                                                        \
        struct lu l = { .op = LU_FACTOR,                                                                     \
                        .type = kind,                                                                        \
                        .n = n,                                                                              \
                        .lda = lda,                                                                          \
                        .count = count,                                                                      \
                        .a = (const void *const *)A,                                                         \
                        .pivots = pivots,                                                                    \
                        .info = info };                                                                      \
        return submit(h, &l, API_PC);                                                                        \
    }                                                                                                        \
    cublasStatus_t cublas##S##getriBatched(cublasHandle_t h, int n, const T *const A[], int lda,             \
                                           const int *pivots, T *const C[], int ldc, int *info, int count)   \
    {                                                                                                        \
        struct lu l = { .op = LU_INVERT,                                                                     \
                        .type = kind,                                                                        \
                        .n = n,                                                                              \
                        .lda = lda,                                                                          \
                        .ldb = ldc,                                                                          \
                        .count = count,                                                                      \
                        .a = (const void *const *)A,                                                         \
                        .b = (void *const *)C,                                                               \
                        .pivots = (int *)(uintptr_t)pivots,                                                  \
                        .info = info };                                                                      \
        return submit(h, &l, API_PC);                                                                        \
    }                                                                                                        \
    cublasStatus_t cublas##S##getrsBatched(cublasHandle_t h, cublasOperation_t trans, int n, int nrhs,       \
                                           const T *const A[], int lda, const int *pivots, T *const B[],     \
                                           int ldb, int *info, int count)                                    \
    {                                                                                                        \
        struct lu l = { .op = LU_SOLVE,                                                                      \
                        .type = kind,                                                                        \
                        .n = n,                                                                              \
                        .lda = lda,                                                                          \
                        .rhs = nrhs,                                                                         \
                        .ldb = ldb,                                                                          \
                        .trans = trans != CUBLAS_OP_N,                                                       \
                        .count = count,                                                                      \
                        .a = (const void *const *)A,                                                         \
                        .b = (void *const *)B,                                                               \
                        .pivots = (int *)(uintptr_t)pivots };                                                \
        if (info)                                                                                            \
            *info = 0;                                                                                       \
        return submit(h, &l, API_PC);                                                                        \
    }
LU(S, float, GEMM_F32)
LU(D, double, GEMM_F64)
