/*
 * lib_cublas.c: cuBLAS's calls: handles, products, and the rest through lib_blas.c. Arguments are checked as
 * the library checks them; work goes in the order of the handle's stream and takes, on the virtual clock,
 * what the device's datasheet rate or its memory allows.
 */
#include "lib_cublas.h"

#include <stdlib.h>
#include <string.h>

/* ---- handles ------------------------------------------------------------------------------------------- */

cublasStatus_t cublasCreate(cublasHandle_t *handle)
{
    if (!handle)
        return CUBLAS_STATUS_INVALID_VALUE;
    simt_start();
    *handle = calloc(1, sizeof **handle);
    if (!*handle)
        return CUBLAS_STATUS_ALLOC_FAILED;
    (*handle)->magic = CUBLAS_MAGIC;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasDestroy(cublasHandle_t handle)
{
    CUBLAS_KNOWN(handle);
    cudaError_t e = lib_wait(handle->stream);
    handle->magic = 0;
    free(handle);
    return e ? CUBLAS_STATUS_EXECUTION_FAILED : CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version)
{
    CUBLAS_KNOWN(handle);
    *version = CUBLAS_VERSION;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value)
{
    *value = type == MAJOR_VERSION   ? CUBLAS_VER_MAJOR
             : type == MINOR_VERSION ? CUBLAS_VER_MINOR
                                     : CUBLAS_VER_PATCH;
    return CUBLAS_STATUS_SUCCESS;
}
#define SETTING(Name, type, field)                                                                           \
    cublasStatus_t cublasSet##Name(cublasHandle_t handle, type v)                                            \
    {                                                                                                        \
        CUBLAS_KNOWN(handle);                                                                                \
        handle->field = v;                                                                                   \
        return CUBLAS_STATUS_SUCCESS;                                                                        \
    }                                                                                                        \
    cublasStatus_t cublasGet##Name(cublasHandle_t handle, type *v)                                           \
    {                                                                                                        \
        CUBLAS_KNOWN(handle);                                                                                \
        *v = handle->field;                                                                                  \
        return CUBLAS_STATUS_SUCCESS;                                                                        \
    }
SETTING(Stream, cudaStream_t, stream)
SETTING(PointerMode, cublasPointerMode_t, mode)
SETTING(MathMode, cublasMath_t, math)
SETTING(AtomicsMode, cublasAtomicsMode_t, atomics)
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t size)
{
    (void)workspace, (void)size;
    CUBLAS_KNOWN(handle);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int sms)
{
    (void)sms;
    CUBLAS_KNOWN(handle);
    return CUBLAS_STATUS_SUCCESS;
}

#define STATUSES(X)                                                                                          \
    X(SUCCESS, "success")                                                                                    \
    X(NOT_INITIALIZED, "the library was not initialized") X(ALLOC_FAILED, "the resource allocation failed")  \
        X(INVALID_VALUE, "an invalid value was used as an argument")                                         \
            X(ARCH_MISMATCH, "an absent device architectural feature is required")                           \
                X(MAPPING_ERROR, "an access to GPU memory space failed")                                     \
                    X(EXECUTION_FAILED, "the function failed to launch on the GPU")                          \
                        X(INTERNAL_ERROR, "an internal operation failed")                                    \
                            X(NOT_SUPPORTED, "the functionality is not supported")                           \
                                X(LICENSE_ERROR, "the requested functionality requires some license")
const char *cublasGetStatusName(cublasStatus_t status)
{
    switch (status) {
#define NAME(s, text) case CUBLAS_STATUS_##s: return "CUBLAS_STATUS_" #s;
        STATUSES(NAME)
    }
    return "unknown status";
}
const char *cublasGetStatusString(cublasStatus_t status)
{
    switch (status) {
#define TEXT(s, text) case CUBLAS_STATUS_##s: return text;
        STATUSES(TEXT)
    }
    return "unknown status";
}

int gemm_type_of(cudaDataType t)
{
    switch (t) {
    case CUDA_R_16F: return GEMM_F16;
    case CUDA_R_16BF: return GEMM_BF16;
    case CUDA_R_32F: return GEMM_F32;
    case CUDA_R_64F: return GEMM_F64;
    case CUDA_R_8I: return GEMM_S8;
    case CUDA_R_32I: return GEMM_S32;
    default: return -1;
    }
}

struct scalar scalar_of(cublasHandle_t h, const void *p, int type)
{
    if (!p)
        return (struct scalar){ .type = type };
    if (h->mode == CUBLAS_POINTER_MODE_DEVICE)
        return (struct scalar){ .device = p, .type = type };
    return (struct scalar){ .value = gemm_load(p, 0, type), .type = type };
}

int scalar_get(const struct scalar *s, double *v)
{
    *v = s->value;
    if (!s->device)
        return 1;
    if (!lib_reads("cuBLAS's alpha or beta (pointer mode device)", s->device, gemm_size(s->type)))
        return 0;
    *v = gemm_load(s->device, 0, s->type);
    return 1;
}

cublasStatus_t cublas_submit(cublasHandle_t h, void (*fn)(void *), const void *args, size_t size, double flop,
                             double bytes, int type, uintptr_t pc)
{
    const struct device *d = api_device();
    double rate = d->flop_s * (type == GEMM_F64 ? 0.5 : type == GEMM_F32 || type == GEMM_S32 ? 1 : 8);
    double by_flop = flop / (0.7 * rate), by_bytes = bytes / (0.8 * d->copy_Bps);
    double seconds = 3e-6 + (by_flop > by_bytes ? by_flop : by_bytes);
    return lib_submit(h->stream, fn, args, size, seconds, pc) ? CUBLAS_STATUS_EXECUTION_FAILED
                                                              : CUBLAS_STATUS_SUCCESS;
}

/* ---- host memory to device and back -------------------------------------------------------------------- */

static cublasStatus_t move(int rows, int cols, int size, const void *from, int ldf, void *to, int ldt,
                           cudaStream_t s, int wait)
{
    if (rows < 0 || cols < 0 || size <= 0 || ldf <= 0 || ldt <= 0)
        return CUBLAS_STATUS_INVALID_VALUE;
    cudaError_t e = cudaMemcpy2DAsync(to, (size_t)ldt * (size_t)size, from, (size_t)ldf * (size_t)size,
                                      (size_t)rows * (size_t)size, (size_t)cols, cudaMemcpyDefault, s);
    if (!e && wait)
        e = cudaStreamSynchronize(s);
    return e ? CUBLAS_STATUS_MAPPING_ERROR : CUBLAS_STATUS_SUCCESS;
}
#define MOVES(Verb)                                                                                          \
    cublasStatus_t cublas##Verb##Vector(int n, int size, const void *x, int incx, void *y, int incy)         \
    {                                                                                                        \
        return move(1, n, size, x, incx, y, incy, 0, 1);                                                     \
    }                                                                                                        \
    cublasStatus_t cublas##Verb##VectorAsync(int n, int size, const void *x, int incx, void *y, int incy,    \
                                             cudaStream_t s)                                                 \
    {                                                                                                        \
        return move(1, n, size, x, incx, y, incy, s, 0);                                                     \
    }                                                                                                        \
    cublasStatus_t cublas##Verb##Matrix(int rows, int cols, int size, const void *a, int lda, void *b,       \
                                        int ldb)                                                             \
    {                                                                                                        \
        return move(rows, cols, size, a, lda, b, ldb, 0, 1);                                                 \
    }                                                                                                        \
    cublasStatus_t cublas##Verb##MatrixAsync(int rows, int cols, int size, const void *a, int lda, void *b,  \
                                             int ldb, cudaStream_t s)                                        \
    {                                                                                                        \
        return move(rows, cols, size, a, lda, b, ldb, s, 0);                                                 \
    }
MOVES(Set)
MOVES(Get)

/* ---- products ------------------------------------------------------------------------------------------ */

struct product {
    struct gemm g;
    struct scalar alpha, beta;
    int count;
    long long stride_a, stride_b, stride_c; /* elements, between the products of a batch */
    int pointers;                           /* a, b, c are arrays of pointers, on the device */
    char name[32];
};

static size_t extent(unsigned rows, unsigned cols, size_t ld, int type)
{
    return rows && cols ? ((cols - 1) * ld + rows) * gemm_size(type) : 0;
}

static int reaches(const struct product *p, const struct gemm *g)
{
    char what[64];
    size_t a =
        g->transposed_a ? extent(g->k, g->m, g->lda, g->type_a) : extent(g->m, g->k, g->lda, g->type_a);
    size_t b =
        g->transposed_b ? extent(g->n, g->k, g->ldb, g->type_b) : extent(g->k, g->n, g->ldb, g->type_b);
    snprintf(what, sizeof what, "%s: A", p->name);
    if (!lib_reads(what, g->a, a))
        return 0;
    what[strlen(what) - 1] = 'B';
    if (!lib_reads(what, g->b, b))
        return 0;
    what[strlen(what) - 1] = 'C';
    return lib_writes(what, g->c, extent(g->m, g->n, g->ldc, g->type_c));
}

static void run_product(void *arg)
{
    struct product *p = arg;
    if (!scalar_get(&p->alpha, &p->g.alpha) || !scalar_get(&p->beta, &p->g.beta))
        return;
    if (p->pointers && (!lib_reads(p->name, p->g.a, (size_t)p->count * 8) ||
                        !lib_reads(p->name, p->g.b, (size_t)p->count * 8) ||
                        !lib_reads(p->name, p->g.c, (size_t)p->count * 8)))
        return;
    for (int i = 0; i < p->count; i++) {
        struct gemm g = p->g;
        if (p->pointers) {
            g.a = ((const void *const *)p->g.a)[i];
            g.b = ((const void *const *)p->g.b)[i];
            g.c = ((void *const *)p->g.c)[i];
        } else {
            g.a = (const char *)p->g.a + i * p->stride_a * (long long)gemm_size(g.type_a);
            g.b = (const char *)p->g.b + i * p->stride_b * (long long)gemm_size(g.type_b);
            g.c = (char *)p->g.c + i * p->stride_c * (long long)gemm_size(g.type_c);
        }
        if (!reaches(p, &g))
            return;
        gemm_run(&g);
    }
}

/* What cuBLAS prints of the classic calls. */
static void complain(const char *name, int parameter)
{
    if (strlen(name) == strlen("cublasSgemm"))
        printf(" ** On entry to %cGEMM  parameter number %d had an illegal value\n", name[6], parameter);
}

static cublasStatus_t submit_product(cublasHandle_t h, struct product *p, cublasOperation_t ta,
                                     cublasOperation_t tb, int m, int n, int k, int lda, int ldb, int ldc,
                                     uintptr_t pc)
{
    CUBLAS_KNOWN(h);
    if (m < 0 || n < 0 || k < 0 || p->count < 0 || ta > CUBLAS_OP_C || tb > CUBLAS_OP_C ||
        lda < (ta ? k : m) || ldb < (tb ? n : k) || ldc < m || lda < 1 || ldb < 1 || ldc < 1) {
        complain(p->name, m < 0                ? 3
                          : n < 0              ? 4
                          : k < 0              ? 5
                          : lda < (ta ? k : m) ? 8
                          : ldb < (tb ? n : k) ? 10
                                               : 13);
        error_addf("api", pc,
                   "%s: m=%d n=%d k=%d lda=%d ldb=%d ldc=%d: matrices are column-major, so lda is at least "
                   "the rows of A as stored (%d), ldb of B (%d), ldc of C (%d)",
                   p->name, m, n, k, lda, ldb, ldc, ta ? k : m, tb ? n : k, m);
        return CUBLAS_STATUS_INVALID_VALUE;
    }
    p->g.m = (unsigned)m, p->g.n = (unsigned)n, p->g.k = (unsigned)k;
    p->g.transposed_a = ta != CUBLAS_OP_N, p->g.transposed_b = tb != CUBLAS_OP_N;
    p->g.lda = (size_t)lda, p->g.ldb = (size_t)ldb, p->g.ldc = (size_t)ldc;
    if (!m || !n || !p->count)
        return CUBLAS_STATUS_SUCCESS;
    double flop = 2.0 * m * n * k * p->count;
    double bytes = ((double)m * k * gemm_size(p->g.type_a) + (double)k * n * gemm_size(p->g.type_b) +
                    2.0 * m * n * gemm_size(p->g.type_c)) * p->count;
    return cublas_submit(h, run_product, p, sizeof *p, flop, bytes, p->g.type_a, pc);
}

/* The type of alpha and beta, or -1: cuBLAS has no such product. */
static int scalar_type(int a, int b, int c, cublasComputeType_t compute)
{
    if (a < 0 || a != b || c < 0)
        return -1;
    switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC: return a == GEMM_F16 && c == GEMM_F16 ? GEMM_F16 : -1;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC: return a == GEMM_F64 && c == GEMM_F64 ? GEMM_F64 : -1;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC: return a == GEMM_S8 && c == GEMM_S32 ? GEMM_S32 : -1;
    default:
        if (a == GEMM_F64 || a == GEMM_S32 || c == GEMM_F64 || c == GEMM_S32)
            return -1;
        return a == GEMM_F32 && c != GEMM_F32 ? -1 : GEMM_F32;
    }
}

static cublasStatus_t product_ex(cublasHandle_t h, struct product *p, cublasOperation_t ta,
                                 cublasOperation_t tb, int m, int n, int k, const void *alpha, cudaDataType a,
                                 int lda, cudaDataType b, int ldb, const void *beta, cudaDataType c, int ldc,
                                 cublasComputeType_t compute, uintptr_t pc)
{
    CUBLAS_KNOWN(h);
    p->g.type_a = gemm_type_of(a), p->g.type_b = gemm_type_of(b), p->g.type_c = gemm_type_of(c);
    int type = scalar_type(p->g.type_a, p->g.type_b, p->g.type_c, compute);
    if (type < 0) {
        error_addf("api", pc, "%s: cuBLAS has no product of data types A %d, B %d, C %d with compute type %d",
                   p->name, (int)a, (int)b, (int)c, (int)compute);
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    if (!alpha || !beta)
        return CUBLAS_STATUS_INVALID_VALUE;
    p->alpha = scalar_of(h, alpha, type), p->beta = scalar_of(h, beta, type);
    return submit_product(h, p, ta, tb, m, n, k, lda, ldb, ldc, pc);
}

cublasStatus_t cublasGemmEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                            const void *alpha, const void *A, cudaDataType typeA, int lda, const void *B,
                            cudaDataType typeB, int ldb, const void *beta, void *C, cudaDataType typeC,
                            int ldc, cublasComputeType_t compute, cublasGemmAlgo_t algo)
{
    struct product p = { .g = { .a = A, .b = B, .c = C }, .count = 1, .name = "cublasGemmEx" };
    (void)algo;
    return product_ex(h, &p, ta, tb, m, n, k, alpha, typeA, lda, typeB, ldb, beta, typeC, ldc, compute,
                      API_PC);
}
cublasStatus_t cublasSgemmEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n,
                             int k, const float *alpha, const void *A, cudaDataType typeA, int lda,
                             const void *B, cudaDataType typeB, int ldb, const float *beta, void *C,
                             cudaDataType typeC, int ldc)
{
    struct product p = { .g = { .a = A, .b = B, .c = C }, .count = 1, .name = "cublasSgemmEx" };
    return product_ex(h, &p, ta, tb, m, n, k, alpha, typeA, lda, typeB, ldb, beta, typeC, ldc,
                      CUBLAS_COMPUTE_32F, API_PC);
}
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n,
                                   int k, const void *alpha, const void *const A[], cudaDataType typeA,
                                   int lda, const void *const B[], cudaDataType typeB, int ldb,
                                   const void *beta, void *const C[], cudaDataType typeC, int ldc, int count,
                                   cublasComputeType_t compute, cublasGemmAlgo_t algo)
{
    struct product p = { .g = { .a = A, .b = B, .c = (void *)(uintptr_t)C }, .count = count, .pointers = 1,
                         .name = "cublasGemmBatchedEx" };
    (void)algo;
    return product_ex(h, &p, ta, tb, m, n, k, alpha, typeA, lda, typeB, ldb, beta, typeC, ldc, compute,
                      API_PC);
}
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m,
                                          int n, int k, const void *alpha, const void *A, cudaDataType typeA,
                                          int lda, long long strideA, const void *B, cudaDataType typeB,
                                          int ldb, long long strideB, const void *beta, void *C,
                                          cudaDataType typeC, int ldc, long long strideC, int count,
                                          cublasComputeType_t compute, cublasGemmAlgo_t algo)
{
    struct product p = { .g = { .a = A, .b = B, .c = C },
                         .count = count,
                         .stride_a = strideA,
                         .stride_b = strideB,
                         .stride_c = strideC,
                         .name = "cublasGemmStridedBatchedEx" };
    (void)algo;
    return product_ex(h, &p, ta, tb, m, n, k, alpha, typeA, lda, typeB, ldb, beta, typeC, ldc, compute,
                      API_PC);
}

/* The products of one type: S, D, H. */
#define GEMMS(S, T, cuda, compute)                                                                           \
    cublasStatus_t cublas##S##gemm(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m,      \
                                   int n, int k, const T *alpha, const T *A, int lda, const T *B, int ldb,   \
                                   const T *beta, T *C, int ldc)                                             \
    {                                                                                                        \
        struct product p = { .g = { .a = A, .b = B, .c = C }, .count = 1, .name = "cublas" #S "gemm" };      \
        return product_ex(h, &p, ta, tb, m, n, k, alpha, cuda, lda, cuda, ldb, beta, cuda, ldc, compute,     \
                          API_PC);                                                                           \
    }                                                                                                        \
    cublasStatus_t cublas##S##gemmBatched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb,      \
                                          int m, int n, int k, const T *alpha, const T *const A[], int lda,  \
                                          const T *const B[], int ldb, const T *beta, T *const C[], int ldc, \
                                          int count)                                                         \
    {                                                                                                        \
        struct product p = { .g = { .a = A, .b = B, .c = (void *)(uintptr_t)C },                             \
                             .count = count,                                                                 \
                             .pointers = 1,                                                                  \
                             .name = "cublas" #S "gemmBatched" };                                            \
        return product_ex(h, &p, ta, tb, m, n, k, alpha, cuda, lda, cuda, ldb, beta, cuda, ldc, compute,     \
                          API_PC);                                                                           \
    }                                                                                                        \
    cublasStatus_t cublas##S##gemmStridedBatched(                                                            \
        cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const T *alpha,   \
        const T *A, int lda, long long strideA, const T *B, int ldb, long long strideB, const T *beta, T *C, \
        int ldc, long long strideC, int count)                                                               \
    {                                                                                                        \
        struct product p = { .g = { .a = A, .b = B, .c = C },                                                \
                             .count = count,                                                                 \
                             .stride_a = strideA,                                                            \
                             .stride_b = strideB,                                                            \
                             .stride_c = strideC,                                                            \
                             .name = "cublas" #S "gemmStridedBatched" };                                     \
        return product_ex(h, &p, ta, tb, m, n, k, alpha, cuda, lda, cuda, ldb, beta, cuda, ldc, compute,     \
                          API_PC);                                                                           \
    }
GEMMS(S, float, CUDA_R_32F, CUBLAS_COMPUTE_32F)
GEMMS(D, double, CUDA_R_64F, CUBLAS_COMPUTE_64F)
GEMMS(H, __half, CUDA_R_16F, CUBLAS_COMPUTE_16F)
