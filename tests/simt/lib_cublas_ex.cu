// lib_cublas_ex.cu: cuBLAS's vectors of any type, and cuBLASLt's products of bytes. Small integers: sums are exact.
// allow-error api
#include <cublasLt.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include "blas.h"

static float x_of(int i) { return (float)(i % 5 - 2); }
static float y_of(int i) { return (float)(i % 3 - 1); }

template <class T> static void vectors(cudaDataType type, cudaDataType wide)
{
    const int n = 96;
    T *x = t_dev<T>(2 * n, [](int i) { return (T)x_of(i); }), *y = t_dev<T>(n, [](int i) { return (T)y_of(i); });
    T dot, norm;
    double three_d = 3;
    float three_f = 3, sum = 0, square = 0;
    const void *three = sizeof(T) == 8 ? (const void *)&three_d : &three_f;
    for (int i = 0; i < n; i++)
        sum += x_of(2 * i) * y_of(n - 1 - i), square += x_of(i) * x_of(i);
    OK(cublasDotEx(h, n, x, type, 2, y, type, -1, &dot, type, wide));
    EQ((double)dot, sum);
    OK(cublasNrm2Ex(h, n, x, type, 1, &norm, type, wide));
    EQ(std::fabs((double)norm * (double)norm - square) < 1, 1);
    OK(cublasAxpyEx(h, n, three, wide, x, type, 1, y, type, 1, wide));
    t_is("axpy", y, n, [](int i) { return (T)(y_of(i) + 3 * x_of(i)); });
    OK(cublasScalEx(h, n / 2, three, wide, y, type, 2, wide));
    t_is("scal", y, n, [](int i) { return (T)((y_of(i) + 3 * x_of(i)) * (i % 2 ? 1 : 3)); });
    T *there = t_dev<T>(1);
    OK(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE));
    OK(cublasDotcEx(h, n, x, type, 1, x, type, 1, there, type, wide));
    OK(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST));
    EQ((double)t_get(there), square);
}

/* op(A) is transposed, as cuBLASLt's integer products want it. */
template <class Out, class Scale> static void bytes(cudaDataType to, cudaDataType scale, Scale alpha)
{
    const int m = 32, n = 16, k = 64;
    signed char *a = t_dev<signed char>(k * m, [](int i) { return (signed char)(i % 7 - 3); });
    signed char *b = t_dev<signed char>(k * n, [](int i) { return (signed char)(i % 11 - 5); });
    Out *c = t_dev<Out>(m * n);
    Scale beta = 0;
    cublasLtHandle_t lt;
    cublasLtMatmulDesc_t product;
    cublasLtMatrixLayout_t la, lb, lc;
    cublasOperation_t t = CUBLAS_OP_T;
    OK(cublasLtCreate(&lt));
    OK(cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32I, scale));
    OK(cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_TRANSA, &t, sizeof t));
    OK(cublasLtMatrixLayoutCreate(&la, CUDA_R_8I, k, m, k));
    OK(cublasLtMatrixLayoutCreate(&lb, CUDA_R_8I, k, n, k));
    OK(cublasLtMatrixLayoutCreate(&lc, to, m, n, m));
    OK(cublasLtMatmul(lt, product, &alpha, a, la, b, lb, &beta, c, lc, c, lc, nullptr, nullptr, 0, 0));
    t_is("bytes", c, m * n, [=](int p) {
        int sum = 0;
        for (int x = 0; x < k; x++)
            sum += ((p % m * k + x) % 7 - 3) * ((p / m * k + x) % 11 - 5);
        float v = nearbyintf((float)alpha * (float)sum);
        return (Out)(sizeof(Out) > 1 ? v : v > 127 ? 127 : v < -128 ? -128 : v);
    });
    OK(cublasLtMatrixLayoutDestroy(la));
    OK(cublasLtMatrixLayoutDestroy(lb));
    OK(cublasLtMatrixLayoutDestroy(lc));
    OK(cublasLtMatmulDescDestroy(product));
    OK(cublasLtDestroy(lt));
}

int main()
{
    OK(cublasCreate(&h));
    vectors<float>(CUDA_R_32F, CUDA_R_32F);
    vectors<double>(CUDA_R_64F, CUDA_R_64F);
    vectors<__half>(CUDA_R_16F, CUDA_R_32F);
    vectors<__nv_bfloat16>(CUDA_R_16BF, CUDA_R_32F);
    float r;
    float *x = t_dev<float>(4);
    status(cublasDotEx(h, 4, x, CUDA_R_32F, 1, x, CUDA_R_16F, 1, &r, CUDA_R_32F, CUDA_R_32F),
           CUBLAS_STATUS_NOT_SUPPORTED, __LINE__);
    bytes<int, int>(CUDA_R_32I, CUDA_R_32I, 2);
    bytes<signed char, float>(CUDA_R_8I, CUDA_R_32F, 0.75f);
    OK(cublasDestroy(h));
    return t_end();
}
