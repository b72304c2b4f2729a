/*
 * lib_blas.c: cuBLAS's operations on vectors, and on matrices other than the product: which reduces to it
 * where it can (syrk, symm, trmm make a whole matrix first).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib_cublas.h"

#define REAL float
#define TYPE GEMM_F32
#define NAME(x) x##_f32
#include "lib_blas_kernel.h"
#undef REAL
#undef TYPE
#undef NAME

#define REAL double
#define TYPE GEMM_F64
#define NAME(x) x##_f64
#include "lib_blas_kernel.h"
#undef REAL
#undef TYPE
#undef NAME

static size_t vector_bytes(long n, long inc, int type)
{
    return n <= 0 ? 0 : (size_t)(1 + (n - 1) * labs(inc)) * gemm_size(type);
}

static size_t matrix_bytes(long rows, long cols, long ld, int type)
{
    return rows <= 0 || cols <= 0 ? 0 : (size_t)((cols - 1) * ld + rows) * gemm_size(type);
}

/* Bytes that a call uses of a, x and y. */
static void extents(const struct blas *b, size_t *a, size_t *x, size_t *y)
{
    long order = b->right ? b->n : b->m; /* of a triangle or a symmetric matrix */
    int t = b->type;

    *a = *x = *y = 0;
    switch (b->op) {
    case BLAS_GEMV:
        *a = matrix_bytes(b->m, b->n, b->lda, t);
        *x = vector_bytes(b->trans ? b->m : b->n, b->incx, t);
        *y = vector_bytes(b->trans ? b->n : b->m, b->incy, t);
        break;
    case BLAS_GER: /* x is m long, a is the other vector, y the matrix */
        *x = vector_bytes(b->m, b->incx, t);
        *a = vector_bytes(b->n, b->incy, t);
        *y = matrix_bytes(b->m, b->n, b->lda, t);
        break;
    case BLAS_TRSV:
        *a = matrix_bytes(b->n, b->n, b->lda, t);
        *y = vector_bytes(b->n, b->incy, t);
        break;
    case BLAS_GEAM:
        *a = b->trans ? matrix_bytes(b->n, b->m, b->lda, t) : matrix_bytes(b->m, b->n, b->lda, t);
        *x = b->trans_b ? matrix_bytes(b->n, b->m, b->incx, t) : matrix_bytes(b->m, b->n, b->incx, t);
        *y = matrix_bytes(b->m, b->n, b->incy, t);
        break;
    case BLAS_DGMM:
        *a = matrix_bytes(b->m, b->n, b->lda, t);
        *x = vector_bytes(order, b->incx, t);
        *y = matrix_bytes(b->m, b->n, b->incy, t);
        break;
    case BLAS_TRSM:
    case BLAS_TRMM:
    case BLAS_SYMM:
        *a = matrix_bytes(order, order, b->lda, t);
        *x = b->op == BLAS_TRSM ? 0 : matrix_bytes(b->m, b->n, b->incx, t);
        *y = matrix_bytes(b->m, b->n, b->incy, t);
        break;
    case BLAS_SYRK:
        *a = b->trans ? matrix_bytes(b->k, b->n, b->lda, t) : matrix_bytes(b->n, b->k, b->lda, t);
        *y = matrix_bytes(b->n, b->n, b->incy, t);
        break;
    default:
        *x = b->x ? vector_bytes(b->n, b->incx, t) : 0;
        *y = b->y ? vector_bytes(b->n, b->incy, t) : 0;
    }
}

void blas_run(void *arg)
{
    struct blas *b = arg;
    size_t a, x, y, result = b->op == BLAS_AMAX || b->op == BLAS_AMIN ? sizeof(int) : gemm_size(b->type);
    double alpha, beta;
    char what[3][64];

    extents(b, &a, &x, &y);
    for (int i = 0; i < 3; i++)
        snprintf(what[i], sizeof what[i], "%s: its %s", b->name, i == 0 ? "A" : i == 1 ? "x or B" : "y or C");
    if (!lib_reads(what[0], b->a, a) || !lib_reads(what[1], b->x, x))
        return;
    if (b->op == BLAS_DOT ? !lib_reads(what[2], b->y, y) : !lib_writes(what[2], b->y, y))
        return;
    if (b->op == BLAS_SWAP || b->op == BLAS_ROT)
        heap_written(b->x, x);
    if (b->result && !b->result_on_host &&
        !lib_writes("cuBLAS's result (pointer mode device)", b->result, result))
        return;
    if (!scalar_get(&b->alpha, &alpha) || !scalar_get(&b->beta, &beta))
        return;
    if (b->type == GEMM_F64)
        blas_f64(b, alpha, beta);
    else
        blas_f32(b, (float)alpha, (float)beta);
}

/* ---- the calls ----------------------------------------------------------------------------------------- */

static cublasStatus_t submit(cublasHandle_t h, struct blas *b, const void *alpha, const void *beta,
                             uintptr_t pc)
{
    CUBLAS_KNOWN(h);
    size_t a, x, y;
    if (b->m < 0 || b->n < 0 || b->k < 0)
        return CUBLAS_STATUS_INVALID_VALUE;
    b->alpha = scalar_of(h, alpha, b->type), b->beta = scalar_of(h, beta, b->type);
    b->result_on_host = h->mode == CUBLAS_POINTER_MODE_HOST;
    extents(b, &a, &x, &y);
    double order = b->right ? b->n : b->m;
    double flop = b->op >= BLAS_TRSM && b->op != BLAS_SYRK ? 2.0 * (double)b->m * (double)b->n * order :
                  b->op == BLAS_SYRK ? (double)b->n * (double)b->n * (double)b->k : 0;
    cublasStatus_t s = cublas_submit(h, blas_run, b, sizeof *b, flop, (double)(a + x + 2 * y), b->type, pc);
    if (s == CUBLAS_STATUS_SUCCESS && b->result && b->result_on_host && lib_wait(h->stream))
        return CUBLAS_STATUS_EXECUTION_FAILED;
    return s;
}

#define BAD(condition)                                                                                       \
    if (condition)                                                                                           \
    return CUBLAS_STATUS_INVALID_VALUE
#define START(S, T, OP, call)                                                                                \
    struct blas b = { .op = OP, .type = sizeof(T) == 8 ? GEMM_F64 : GEMM_F32, .name = call }

#define REDUCTION(name, T, R, OP, call)                                                                      \
    cublasStatus_t name(cublasHandle_t h, int n, const T *x, int incx, R *result)                            \
    {                                                                                                        \
        START(S, T, OP, call);                                                                               \
        b.n = n, b.x = x, b.incx = incx, b.result = result;                                                  \
        BAD(!result);                                                                                        \
        return submit(h, &b, NULL, NULL, API_PC);                                                            \
    }
#define VECTORS(S, s, T)                                                                                     \
    REDUCTION(cublas##S##nrm2, T, T, BLAS_NRM2, "cublas" #S "nrm2")                                          \
    REDUCTION(cublas##S##asum, T, T, BLAS_ASUM, "cublas" #S "asum")                                          \
    REDUCTION(cublasI##s##amax, T, int, BLAS_AMAX, "cublasI" #s "amax")                                      \
    REDUCTION(cublasI##s##amin, T, int, BLAS_AMIN, "cublasI" #s "amin")                                      \
    cublasStatus_t cublas##S##dot(cublasHandle_t h, int n, const T *x, int incx, const T *y, int incy,       \
                                  T *result)                                                                 \
    {                                                                                                        \
        START(S, T, BLAS_DOT, "cublas" #S "dot");                                                            \
        b.n = n, b.x = x, b.incx = incx, b.y = (void *)(uintptr_t)y, b.incy = incy, b.result = result;       \
        BAD(!result);                                                                                        \
        return submit(h, &b, NULL, NULL, API_PC);                                                            \
    }                                                                                                        \
    cublasStatus_t cublas##S##axpy(cublasHandle_t h, int n, const T *alpha, const T *x, int incx, T *y,      \
                                   int incy)                                                                 \
    {                                                                                                        \
        START(S, T, BLAS_AXPY, "cublas" #S "axpy");                                                          \
        b.n = n, b.x = x, b.incx = incx, b.y = y, b.incy = incy;                                             \
        BAD(!alpha);                                                                                         \
        return submit(h, &b, alpha, NULL, API_PC);                                                           \
    }                                                                                                        \
    cublasStatus_t cublas##S##scal(cublasHandle_t h, int n, const T *alpha, T *x, int incx)                  \
    {                                                                                                        \
        START(S, T, BLAS_SCAL, "cublas" #S "scal");                                                          \
        b.n = n, b.y = x, b.incy = incx;                                                                     \
        BAD(!alpha);                                                                                         \
        return submit(h, &b, alpha, NULL, API_PC);                                                           \
    }                                                                                                        \
    cublasStatus_t cublas##S##copy(cublasHandle_t h, int n, const T *x, int incx, T *y, int incy)            \
    {                                                                                                        \
        START(S, T, BLAS_COPY, "cublas" #S "copy");                                                          \
        b.n = n, b.x = x, b.incx = incx, b.y = y, b.incy = incy;                                             \
        return submit(h, &b, NULL, NULL, API_PC);                                                            \
    }                                                                                                        \
    cublasStatus_t cublas##S##swap(cublasHandle_t h, int n, T *x, int incx, T *y, int incy)                  \
    {                                                                                                        \
        START(S, T, BLAS_SWAP, "cublas" #S "swap");                                                          \
        b.n = n, b.x = x, b.incx = incx, b.y = y, b.incy = incy;                                             \
        return submit(h, &b, NULL, NULL, API_PC);                                                            \
    }                                                                                                        \
    cublasStatus_t cublas##S##rot(cublasHandle_t h, int n, T *x, int incx, T *y, int incy, const T *c,       \
                                  const T *s)                                                                \
    {                                                                                                        \
        START(S, T, BLAS_ROT, "cublas" #S "rot");                                                            \
        b.n = n, b.x = x, b.incx = incx, b.y = y, b.incy = incy;                                             \
        BAD(!c || !s);                                                                                       \
        return submit(h, &b, c, s, API_PC);                                                                  \
    }
#define MATRICES(S, T)                                                                                       \
    cublasStatus_t cublas##S##gemv(cublasHandle_t h, cublasOperation_t trans, int m, int n, const T *alpha,  \
                                   const T *A, int lda, const T *x, int incx, const T *beta, T *y, int incy) \
    {                                                                                                        \
        START(S, T, BLAS_GEMV, "cublas" #S "gemv");                                                          \
        b.m = m, b.n = n, b.a = A, b.lda = lda, b.x = x, b.incx = incx, b.y = y, b.incy = incy;              \
        b.trans = trans != CUBLAS_OP_N;                                                                      \
        BAD(!alpha || !beta || lda < m || !incx || !incy);                                                   \
        return submit(h, &b, alpha, beta, API_PC);                                                           \
    }                                                                                                        \
    cublasStatus_t cublas##S##ger(cublasHandle_t h, int m, int n, const T *alpha, const T *x, int incx,      \
                                  const T *y, int incy, T *A, int lda)                                       \
    {                                                                                                        \
        START(S, T, BLAS_GER, "cublas" #S "ger");                                                            \
        b.m = m, b.n = n, b.x = x, b.incx = incx, b.a = y, b.incy = incy, b.y = A, b.lda = lda;              \
        BAD(!alpha || lda < m || !incx || !incy);                                                            \
        return submit(h, &b, alpha, NULL, API_PC);                                                           \
    }                                                                                                        \
    cublasStatus_t cublas##S##trsv(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans,         \
                                   cublasDiagType_t diag, int n, const T *A, int lda, T *x, int incx)        \
    {                                                                                                        \
        START(S, T, BLAS_TRSV, "cublas" #S "trsv");                                                          \
        b.n = n, b.a = A, b.lda = lda, b.y = x, b.incy = incx, b.upper = uplo,                               \
        b.trans = trans != CUBLAS_OP_N;                                                                      \
        b.unit = diag;                                                                                       \
        BAD(lda < n || !incx);                                                                               \
        return submit(h, &b, NULL, NULL, API_PC);                                                            \
    }                                                                                                        \
    cublasStatus_t cublas##S##geam(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m,      \
                                   int n, const T *alpha, const T *A, int lda, const T *beta, const T *B,    \
                                   int ldb, T *C, int ldc)                                                   \
    {                                                                                                        \
        START(S, T, BLAS_GEAM, "cublas" #S "geam");                                                          \
        b.m = m, b.n = n, b.a = A, b.lda = lda, b.x = B, b.incx = ldb, b.y = C, b.incy = ldc;                \
        b.trans = ta != CUBLAS_OP_N, b.trans_b = tb != CUBLAS_OP_N;                                          \
        BAD(!alpha || !beta || ldc < m);                                                                     \
        if (!A)                                                                                              \
            b.a = B, b.lda = ldb, b.trans = b.trans_b;                                                       \
        if (!B)                                                                                              \
            b.x = A, b.incx = lda, b.trans_b = b.trans;                                                      \
        return submit(h, &b, alpha, beta, API_PC);                                                           \
    }                                                                                                        \
    cublasStatus_t cublas##S##dgmm(cublasHandle_t h, cublasSideMode_t side, int m, int n, const T *A,        \
                                   int lda, const T *x, int incx, T *C, int ldc)                             \
    {                                                                                                        \
        START(S, T, BLAS_DGMM, "cublas" #S "dgmm");                                                          \
        b.m = m, b.n = n, b.a = A, b.lda = lda, b.x = x, b.incx = incx, b.y = C, b.incy = ldc,               \
        b.right = side;                                                                                      \
        BAD(lda < m || ldc < m);                                                                             \
        return submit(h, &b, NULL, NULL, API_PC);                                                            \
    }                                                                                                        \
    cublasStatus_t cublas##S##trsm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo,           \
                                   cublasOperation_t trans, cublasDiagType_t diag, int m, int n,             \
                                   const T *alpha, const T *A, int lda, T *B, int ldb)                       \
    {                                                                                                        \
        START(S, T, BLAS_TRSM, "cublas" #S "trsm");                                                          \
        b.m = m, b.n = n, b.a = A, b.lda = lda, b.y = B, b.incy = ldb, b.right = side, b.upper = uplo;       \
        b.trans = trans != CUBLAS_OP_N, b.unit = diag;                                                       \
        BAD(!alpha || lda < (side ? n : m) || ldb < m);                                                      \
        return submit(h, &b, alpha, NULL, API_PC);                                                           \
    }                                                                                                        \
    cublasStatus_t cublas##S##trmm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo,           \
                                   cublasOperation_t trans, cublasDiagType_t diag, int m, int n,             \
                                   const T *alpha, const T *A, int lda, const T *B, int ldb, T *C, int ldc)  \
    {                                                                                                        \
        START(S, T, BLAS_TRMM, "cublas" #S "trmm");                                                          \
        b.m = m, b.n = n, b.a = A, b.lda = lda, b.x = B, b.incx = ldb, b.y = C, b.incy = ldc,                \
        b.right = side;                                                                                      \
        b.upper = uplo, b.trans = trans != CUBLAS_OP_N, b.unit = diag;                                       \
        BAD(!alpha || lda < (side ? n : m) || ldb < m || ldc < m);                                           \
        return submit(h, &b, alpha, NULL, API_PC);                                                           \
    }                                                                                                        \
    cublasStatus_t cublas##S##syrk(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans, int n,  \
                                   int k, const T *alpha, const T *A, int lda, const T *beta, T *C, int ldc) \
    {                                                                                                        \
        START(S, T, BLAS_SYRK, "cublas" #S "syrk");                                                          \
        b.n = n, b.k = k, b.a = A, b.lda = lda, b.y = C, b.incy = ldc, b.upper = uplo;                       \
        b.trans = trans != CUBLAS_OP_N;                                                                      \
        BAD(!alpha || !beta || lda < (b.trans ? k : n) || ldc < n);                                          \
        return submit(h, &b, alpha, beta, API_PC);                                                           \
    }                                                                                                        \
    cublasStatus_t cublas##S##symm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo, int m,    \
                                   int n, const T *alpha, const T *A, int lda, const T *B, int ldb,          \
                                   const T *beta, T *C, int ldc)                                             \
    {                                                                                                        \
        START(S, T, BLAS_SYMM, "cublas" #S "symm");                                                          \
        b.m = m, b.n = n, b.a = A, b.lda = lda, b.x = B, b.incx = ldb, b.y = C, b.incy = ldc,                \
        b.right = side;                                                                                      \
        b.upper = uplo;                                                                                      \
        BAD(!alpha || !beta || lda < (side ? n : m) || ldb < m || ldc < m);                                  \
        return submit(h, &b, alpha, beta, API_PC);                                                           \
    }
VECTORS(S, s, float)
VECTORS(D, d, double)
MATRICES(S, float)
MATRICES(D, double)
