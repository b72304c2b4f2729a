/*
 * lib_blas_ex.c: cuBLAS's operations on vectors whose types are arguments: cublasDotEx and its like. Half precision is
 * computed in float, as cuBLAS asks.
 */
#include <math.h>
#include <stdlib.h>

#include "lib_cublas.h"

enum ex_op { EX_DOT, EX_NRM2, EX_AXPY, EX_SCAL };

struct ex {
    enum ex_op op;
    const char *name;
    long n, incx, incy;
    int type; /* of x, y and the result; -1: cuBLAS has no such operation */
    const void *x;
    void *y;
    void *result;
    int result_on_host;
    struct scalar alpha;
};

/* The type of all operands; alpha's, or the execution's, is float for half precision. -1: not so. */
static int common_type(cudaDataType x, cudaDataType y, cudaDataType result, cudaDataType with)
{
    int type = gemm_type_of(x);
    cudaDataType wide = type == GEMM_F16 || type == GEMM_BF16 ? CUDA_R_32F : x;
    return type > GEMM_F64 || x != y || x != result || with != wide ? -1 : type;
}

static size_t bytes_of(const struct ex *e, long inc)
{
    return e->n <= 0 ? 0 : (size_t)(1 + (e->n - 1) * labs(inc)) * gemm_size(e->type);
}

/* Element i of a vector: from the other end where its increment is negative. */
static size_t place(const struct ex *e, long i, long inc)
{
    return (size_t)(inc < 0 ? (i - (e->n - 1)) * inc : i * inc);
}

static double x_at(const struct ex *e, long i)
{
    return gemm_load(e->x, place(e, i, e->incx), e->type);
}

static void run(void *arg)
{
    struct ex *e = arg;
    size_t x = bytes_of(e, e->incx), y = bytes_of(e, e->incy);
    double alpha, sum = 0;
    if (!lib_reads(e->name, e->x, x) || !scalar_get(&e->alpha, &alpha))
        return;
    if (e->y && !(e->op == EX_DOT ? lib_reads(e->name, e->y, y) : lib_writes(e->name, e->y, y)))
        return;
    if (e->result && !e->result_on_host && !lib_writes(e->name, e->result, gemm_size(e->type)))
        return;
    for (long i = 0; i < e->n; i++) {
        size_t at = place(e, i, e->incy);
        if (e->op == EX_DOT)
            sum += x_at(e, i) * gemm_load(e->y, at, e->type);
        else if (e->op == EX_NRM2)
            sum += x_at(e, i) * x_at(e, i);
        else if (e->op == EX_AXPY)
            gemm_store(e->y, at, e->type, gemm_load(e->y, at, e->type) + alpha * x_at(e, i));
        else
            gemm_store(e->y, at, e->type, alpha * x_at(e, i));
    }
    if (e->result)
        gemm_store(e->result, 0, e->type, e->op == EX_NRM2 ? sqrt(sum) : sum);
}

static cublasStatus_t submit(cublasHandle_t h, struct ex *e, const void *alpha, int alpha_type, uintptr_t pc)
{
    CUBLAS_KNOWN(h);
    if (e->type < 0) {
        error_addf("api", pc, "%s: it takes one real type for all operands (16F, 16BF, 32F or 64F), and 32F for alpha "
                   "and for the execution where that is of half precision", e->name);
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    if (e->result ? alpha != NULL : !alpha)
        return CUBLAS_STATUS_INVALID_VALUE;
    e->alpha = scalar_of(h, alpha, alpha_type);
    e->result_on_host = h->mode == CUBLAS_POINTER_MODE_HOST;
    double bytes = (double)bytes_of(e, e->incx) + (e->y ? 2.0 * (double)bytes_of(e, e->incy) : 0);
    cublasStatus_t s = cublas_submit(h, run, e, sizeof *e, 0, bytes, e->type, pc);
    if (s == CUBLAS_STATUS_SUCCESS && e->result && e->result_on_host && lib_wait(h->stream))
        return CUBLAS_STATUS_EXECUTION_FAILED;
    return s;
}

/* Of real numbers the conjugated form is the same. */
#define DOT(call)                                                                                            \
    cublasStatus_t call(cublasHandle_t h, int n, const void *x, cudaDataType typeX, int incx, const void *y, \
                        cudaDataType typeY, int incy, void *result, cudaDataType typeR, cudaDataType exec)   \
    {                                                                                                        \
        struct ex e = { .op = EX_DOT, .name = #call, .n = n, .incx = incx, .incy = incy, .x = x,             \
                        .y = (void *)(uintptr_t)y, .result = result };                                       \
        e.type = common_type(typeX, typeY, typeR, exec);                                                     \
        return result ? submit(h, &e, NULL, GEMM_F64, API_PC) : CUBLAS_STATUS_INVALID_VALUE;                 \
    }
DOT(cublasDotEx)
DOT(cublasDotcEx)

cublasStatus_t cublasNrm2Ex(cublasHandle_t h, int n, const void *x, cudaDataType typeX, int incx, void *result,
                            cudaDataType typeR, cudaDataType exec)
{
    struct ex e = { .op = EX_NRM2, .name = "cublasNrm2Ex", .n = n, .incx = incx, .x = x, .result = result };
    e.type = common_type(typeX, typeX, typeR, exec);
    return result ? submit(h, &e, NULL, GEMM_F64, API_PC) : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t cublasAxpyEx(cublasHandle_t h, int n, const void *alpha, cudaDataType typeAlpha, const void *x,
                            cudaDataType typeX, int incx, void *y, cudaDataType typeY, int incy, cudaDataType exec)
{
    struct ex e = { .op = EX_AXPY, .name = "cublasAxpyEx", .n = n, .incx = incx, .incy = incy, .x = x, .y = y };
    e.type = typeAlpha == exec ? common_type(typeX, typeY, typeX, exec) : -1;
    return submit(h, &e, alpha, gemm_type_of(typeAlpha), API_PC);
}

cublasStatus_t cublasScalEx(cublasHandle_t h, int n, const void *alpha, cudaDataType typeAlpha, void *x,
                            cudaDataType typeX, int incx, cudaDataType exec)
{
    struct ex e = { .op = EX_SCAL, .name = "cublasScalEx", .n = n, .incx = incx, .incy = incx, .x = x, .y = x };
    e.type = typeAlpha == exec ? common_type(typeX, typeX, typeX, exec) : -1;
    return submit(h, &e, alpha, gemm_type_of(typeAlpha), API_PC);
}
