/* lib_cublas.h: what the files of cuBLAS share: lib_cublas.c (the calls), lib_blas.c (vectors, triangles). */
#ifndef SIMT_LIB_CUBLAS_H
#define SIMT_LIB_CUBLAS_H

#include "runner/simt/include/cublas_v2.h"
#include "lib.h"
#include "lib_gemm.h"

struct cublasContext {
    uint32_t magic;
    cudaStream_t stream;
    cublasPointerMode_t mode;
    cublasMath_t math;
    cublasAtomicsMode_t atomics;
};
#define CUBLAS_MAGIC 0x73616c62u
#define CUBLAS_KNOWN(h)                                                                                      \
    if (!(h) || (h)->magic != CUBLAS_MAGIC)                                                                  \
    return CUBLAS_STATUS_NOT_INITIALIZED

int gemm_type_of(cudaDataType t); /* -1: none of enum gemm_type */

/* alpha or beta: its value now, or where it will be when the work is done. */
struct scalar {
    double value;
    const void *device;
    int type; /* enum gemm_type */
};
struct scalar scalar_of(cublasHandle_t h, const void *p, int type);
int scalar_get(const struct scalar *s, double *v); /* 0: not the device's memory */

cublasStatus_t cublas_submit(cublasHandle_t h, void (*fn)(void *), const void *args, size_t size, double flop,
                             double bytes, int type, uintptr_t pc);

/* A call on vectors and triangles. */
enum blas_op {
    BLAS_AXPY,
    BLAS_DOT,
    BLAS_NRM2,
    BLAS_ASUM,
    BLAS_AMAX,
    BLAS_AMIN,
    BLAS_SCAL,
    BLAS_COPY,
    BLAS_SWAP,
    BLAS_ROT,
    BLAS_GEMV,
    BLAS_GER,
    BLAS_TRSV,
    BLAS_GEAM,
    BLAS_DGMM,
    BLAS_TRSM,
    BLAS_TRMM,
    BLAS_SYRK,
    BLAS_SYMM
};
struct blas {
    enum blas_op op;
    int type; /* GEMM_F32 or GEMM_F64 */
    const char *name;
    long m, n, k;
    const void *a, *x;
    void *y;  /* what is written: y, C, or B of trsm */
    long lda, incx, incy; /* of matrices the leading dimension */
    struct scalar alpha, beta;
    int trans, trans_b, upper, right, unit;
    void *result; /* of a reduction */
    int result_on_host;
};
void blas_run(void *blas);

#endif
