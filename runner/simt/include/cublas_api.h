/*
 * cublas_api.h: cuBLAS. Matrices are column-major, in device memory; work is done in the order of the
 * handle's stream. Sums are kept in float (doubles in double) and rounded once; see rt/lib/lib_cublas.c. C and
 * C++.
 */
#ifndef SIMT_CUBLAS_API_H
#define SIMT_CUBLAS_API_H
#define CUBLAS_API_H_ /* programs ask for it */
#define CUBLASAPI
#define CUBLASWINAPI

#include <stdint.h>

#include "cuComplex.h"
#include "cuda_runtime_api.h"
#include "library_types.h"

#ifdef __cplusplus
#include "cuda_bf16.h"
#include "cuda_fp16.h"
extern "C" {
#else
typedef struct { unsigned short x; } __half;
#endif

#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 0
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VERSION 130000

typedef enum {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14,
    CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef cublasStatus_t cublasStatus;
typedef enum { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, CUBLAS_FILL_MODE_FULL } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT } cublasSideMode_t;
typedef enum {
    CUBLAS_OP_N,
    CUBLAS_OP_T,
    CUBLAS_OP_C,
    CUBLAS_OP_HERMITAN = 2,
    CUBLAS_OP_CONJG = 3
} cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED, CUBLAS_ATOMICS_ALLOWED } cublasAtomicsMode_t;
typedef enum {
    CUBLAS_GEMM_DFALT = -1,
    CUBLAS_GEMM_DEFAULT = -1,
    CUBLAS_GEMM_ALGO0 = 0,
    CUBLAS_GEMM_ALGO1 = 1,
    CUBLAS_GEMM_ALGO2 = 2,
    CUBLAS_GEMM_ALGO3 = 3,
    CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
    CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
    CUBLAS_GEMM_ALGO0_TENSOR_OP = 100
} cublasGemmAlgo_t;
typedef enum {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC = 65,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_64F_PEDANTIC = 71,
    CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32I_PEDANTIC = 73
} cublasComputeType_t;
typedef cudaDataType cublasDataType_t;

typedef struct cublasContext *cublasHandle_t;

cublasStatus_t cublasCreate(cublasHandle_t *handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t size);
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int sms);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);

cublasStatus_t cublasSetVector(int n, int elemSize, const void *x, int incx, void *device, int incy);
cublasStatus_t cublasGetVector(int n, int elemSize, const void *device, int incx, void *y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int cols, int elemSize, const void *A, int lda, void *device,
                               int ldb);
cublasStatus_t cublasGetMatrix(int rows, int cols, int elemSize, const void *device, int lda, void *B,
                               int ldb);
cublasStatus_t cublasSetVectorAsync(int n, int elemSize, const void *x, int incx, void *device, int incy,
                                    cudaStream_t s);
cublasStatus_t cublasGetVectorAsync(int n, int elemSize, const void *device, int incx, void *y, int incy,
                                    cudaStream_t s);
cublasStatus_t cublasSetMatrixAsync(int rows, int cols, int elemSize, const void *A, int lda, void *device,
                                    int ldb, cudaStream_t s);
cublasStatus_t cublasGetMatrixAsync(int rows, int cols, int elemSize, const void *device, int lda, void *B,
                                    int ldb, cudaStream_t s);

/* Of S and D, T being float and double. */
#define SIMT_CUBLAS(S, s, T)                                                                                 \
    cublasStatus_t cublas##S##axpy(cublasHandle_t h, int n, const T *alpha, const T *x, int incx, T *y,      \
                                   int incy);                                                                \
    cublasStatus_t cublas##S##dot(cublasHandle_t h, int n, const T *x, int incx, const T *y, int incy,       \
                                  T *result);                                                                \
    cublasStatus_t cublas##S##nrm2(cublasHandle_t h, int n, const T *x, int incx, T *result);                \
    cublasStatus_t cublas##S##asum(cublasHandle_t h, int n, const T *x, int incx, T *result);                \
    cublasStatus_t cublasI##s##amax(cublasHandle_t h, int n, const T *x, int incx, int *result);             \
    cublasStatus_t cublasI##s##amin(cublasHandle_t h, int n, const T *x, int incx, int *result);             \
    cublasStatus_t cublas##S##scal(cublasHandle_t h, int n, const T *alpha, T *x, int incx);                 \
    cublasStatus_t cublas##S##copy(cublasHandle_t h, int n, const T *x, int incx, T *y, int incy);           \
    cublasStatus_t cublas##S##swap(cublasHandle_t h, int n, T *x, int incx, T *y, int incy);                 \
    cublasStatus_t cublas##S##rot(cublasHandle_t h, int n, T *x, int incx, T *y, int incy, const T *c,       \
                                  const T *s);                                                               \
    cublasStatus_t cublas##S##gemv(cublasHandle_t h, cublasOperation_t trans, int m, int n, const T *alpha,  \
                                   const T *A, int lda, const T *x, int incx, const T *beta, T *y,           \
                                   int incy);                                                                \
    cublasStatus_t cublas##S##ger(cublasHandle_t h, int m, int n, const T *alpha, const T *x, int incx,      \
                                  const T *y, int incy, T *A, int lda);                                      \
    cublasStatus_t cublas##S##trsv(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans,         \
                                   cublasDiagType_t diag, int n, const T *A, int lda, T *x, int incx);       \
    cublasStatus_t cublas##S##gemm(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m,      \
                                   int n, int k, const T *alpha, const T *A, int lda, const T *B, int ldb,   \
                                   const T *beta, T *C, int ldc);                                            \
    cublasStatus_t cublas##S##gemmBatched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb,      \
                                          int m, int n, int k, const T *alpha, const T *const A[], int lda,  \
                                          const T *const B[], int ldb, const T *beta, T *const C[], int ldc, \
                                          int count);                                                        \
    cublasStatus_t cublas##S##gemmStridedBatched(                                                            \
        cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const T *alpha,   \
        const T *A, int lda, long long strideA, const T *B, int ldb, long long strideB, const T *beta, T *C, \
        int ldc, long long strideC, int count);                                                              \
    cublasStatus_t cublas##S##geam(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m,      \
                                   int n, const T *alpha, const T *A, int lda, const T *beta, const T *B,    \
                                   int ldb, T *C, int ldc);                                                  \
    cublasStatus_t cublas##S##dgmm(cublasHandle_t h, cublasSideMode_t side, int m, int n, const T *A,        \
                                   int lda, const T *x, int incx, T *C, int ldc);                            \
    cublasStatus_t cublas##S##trsm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo,           \
                                   cublasOperation_t trans, cublasDiagType_t diag, int m, int n,             \
                                   const T *alpha, const T *A, int lda, T *B, int ldb);                      \
    cublasStatus_t cublas##S##trmm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo,           \
                                   cublasOperation_t trans, cublasDiagType_t diag, int m, int n,             \
                                   const T *alpha, const T *A, int lda, const T *B, int ldb, T *C, int ldc); \
    cublasStatus_t cublas##S##syrk(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans, int n,  \
                                   int k, const T *alpha, const T *A, int lda, const T *beta, T *C,          \
                                   int ldc);                                                                 \
    cublasStatus_t cublas##S##symm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo, int m,    \
                                   int n, const T *alpha, const T *A, int lda, const T *B, int ldb,          \
                                   const T *beta, T *C, int ldc);                                            \
    cublasStatus_t cublas##S##getrfBatched(cublasHandle_t h, int n, T *const A[], int lda, int *pivots,      \
                                           int *info, int count);                                            \
    cublasStatus_t cublas##S##getriBatched(cublasHandle_t h, int n, const T *const A[], int lda,             \
                                           const int *pivots, T *const C[], int ldc, int *info, int count);  \
    cublasStatus_t cublas##S##getrsBatched(cublasHandle_t h, cublasOperation_t trans, int n, int nrhs,       \
                                           const T *const A[], int lda, const int *pivots, T *const B[],     \
                                           int ldb, int *info, int count);
SIMT_CUBLAS(S, s, float)
SIMT_CUBLAS(D, d, double)
#undef SIMT_CUBLAS

cublasStatus_t cublasHgemm(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                           const __half *alpha, const __half *A, int lda, const __half *B, int ldb,
                           const __half *beta, __half *C, int ldc);
cublasStatus_t cublasHgemmBatched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n,
                                  int k, const __half *alpha, const __half *const A[], int lda,
                                  const __half *const B[], int ldb, const __half *beta, __half *const C[],
                                  int ldc, int count);
cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m,
                                         int n, int k, const __half *alpha, const __half *A, int lda,
                                         long long strideA, const __half *B, int ldb, long long strideB,
                                         const __half *beta, __half *C, int ldc, long long strideC,
                                         int count);
cublasStatus_t cublasSgemmEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n,
                             int k, const float *alpha, const void *A, cudaDataType typeA, int lda,
                             const void *B, cudaDataType typeB, int ldb, const float *beta, void *C,
                             cudaDataType typeC, int ldc);
cublasStatus_t cublasDotEx(cublasHandle_t h, int n, const void *x, cudaDataType typeX, int incx, const void *y,
                           cudaDataType typeY, int incy, void *result, cudaDataType typeR, cudaDataType exec);
cublasStatus_t cublasDotcEx(cublasHandle_t h, int n, const void *x, cudaDataType typeX, int incx, const void *y,
                            cudaDataType typeY, int incy, void *result, cudaDataType typeR, cudaDataType exec);
cublasStatus_t cublasNrm2Ex(cublasHandle_t h, int n, const void *x, cudaDataType typeX, int incx, void *result,
                            cudaDataType typeR, cudaDataType exec);
cublasStatus_t cublasAxpyEx(cublasHandle_t h, int n, const void *alpha, cudaDataType typeAlpha, const void *x,
                            cudaDataType typeX, int incx, void *y, cudaDataType typeY, int incy, cudaDataType exec);
cublasStatus_t cublasScalEx(cublasHandle_t h, int n, const void *alpha, cudaDataType typeAlpha, void *x,
                            cudaDataType typeX, int incx, cudaDataType exec);
/* These three take the compute type of CUDA 11 and later; in C++ also the data type that it was before. */
cublasStatus_t cublasGemmEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                            const void *alpha, const void *A, cudaDataType typeA, int lda, const void *B,
                            cudaDataType typeB, int ldb, const void *beta, void *C, cudaDataType typeC,
                            int ldc, cublasComputeType_t compute, cublasGemmAlgo_t algo);
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n,
                                   int k, const void *alpha, const void *const A[], cudaDataType typeA,
                                   int lda, const void *const B[], cudaDataType typeB, int ldb,
                                   const void *beta, void *const C[], cudaDataType typeC, int ldc, int count,
                                   cublasComputeType_t compute, cublasGemmAlgo_t algo);
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m,
                                          int n, int k, const void *alpha, const void *A, cudaDataType typeA,
                                          int lda, long long strideA, const void *B, cudaDataType typeB,
                                          int ldb, long long strideB, const void *beta, void *C,
                                          cudaDataType typeC, int ldc, long long strideC, int count,
                                          cublasComputeType_t compute, cublasGemmAlgo_t algo);

#ifdef __cplusplus
}

/* The data type that named the computation before CUDA 11. */
static inline cublasComputeType_t simt_cublas_compute(cudaDataType t)
{
    return t == CUDA_R_16F ? CUBLAS_COMPUTE_16F : t == CUDA_R_64F ? CUBLAS_COMPUTE_64F :
           t == CUDA_R_32I ? CUBLAS_COMPUTE_32I : CUBLAS_COMPUTE_32F;
}
static inline cublasStatus_t cublasGemmEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m,
                                          int n, int k, const void *alpha, const void *A, cudaDataType typeA,
                                          int lda, const void *B, cudaDataType typeB, int ldb,
                                          const void *beta, void *C, cudaDataType typeC, int ldc,
                                          cudaDataType compute, cublasGemmAlgo_t algo)
{
    return cublasGemmEx(h, ta, tb, m, n, k, alpha, A, typeA, lda, B, typeB, ldb, beta, C, typeC, ldc,
                        simt_cublas_compute(compute), algo);
}
static inline cublasStatus_t
cublasGemmStridedBatchedEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                           const void *alpha, const void *A, cudaDataType typeA, int lda, long long strideA,
                           const void *B, cudaDataType typeB, int ldb, long long strideB, const void *beta,
                           void *C, cudaDataType typeC, int ldc, long long strideC, int count,
                           cudaDataType compute, cublasGemmAlgo_t algo)
{
    return cublasGemmStridedBatchedEx(h, ta, tb, m, n, k, alpha, A, typeA, lda, strideA, B, typeB, ldb,
                                      strideB, beta, C, typeC, ldc, strideC, count,
                                      simt_cublas_compute(compute), algo);
}
#endif

#endif
