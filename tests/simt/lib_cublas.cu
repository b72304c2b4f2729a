// lib_cublas.cu: cuBLAS: products in every layout and mixture of types, batches, vectors, triangles. Small
// integers: sums are exact whatever their order.
// allow-error api
#include <cublasLt.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <vector>
#include "blas.h"

static int val(int i) { return (i * 7 + i / 5) % 9 - 4; }
template <class T> static T *matrix(int rows, int cols, int ld, int first)
{
    return t_dev<T>(ld * cols, [=](int i) { return (T)(float)(i % ld < rows ? val(i + first) : 99); });
}

/* C[i + j ldc] of alpha op(A) op(B) + beta C. */
static float want(int ta, int tb, int k, int lda, int ldb, int ldc, float alpha, float beta, int i, int j)
{
    float sum = 0;
    for (int x = 0; x < k; x++)
        sum += (float)val((ta ? x + i * lda : i + x * lda)) *
               (float)val((tb ? j + x * ldb : x + j * ldb) + 1000);
    return alpha * sum + beta * (float)val(i + j * ldc + 2000);
}

template <class T, class C> static void check(const char *name, C *c, int ta, int tb, int m, int n, int k,
                                              int lda, int ldb, int ldc, float alpha, float beta)
{
    t_is(name, c, ldc * n, [=](int p) {
        int i = p % ldc, j = p / ldc;
        return (C)(i < m ? want(ta, tb, k, lda, ldb, ldc, alpha, beta, i, j) : 99.0f);
    });
}

template <class T, class C> static void product(const char *name, cudaDataType type, cudaDataType out,
                                                cublasComputeType_t compute)
{
    const int m = 19, n = 13, k = 11;
    for (int t = 0; t < 4; t++) {
        int ta = t & 1, tb = t >> 1, lda = (ta ? k : m) + 2, ldb = (tb ? n : k) + 1, ldc = m + 3;
        T *a = matrix<T>(ta ? k : m, ta ? m : k, lda, 0), *b = matrix<T>(tb ? n : k, tb ? k : n, ldb, 1000);
        C *c = matrix<C>(m, n, ldc, 2000);
        float alpha = 2, beta = t == 3 ? 0 : 1;
        __half alpha_h = 2, beta_h = t == 3 ? 0 : 1;
        double alpha_d = alpha, beta_d = beta;
        int alpha_i = 2, beta_i = (int)beta;
        const void *al = compute == CUBLAS_COMPUTE_16F ? (void *)&alpha_h : compute == CUBLAS_COMPUTE_64F ?
                         (void *)&alpha_d : compute == CUBLAS_COMPUTE_32I ? (void *)&alpha_i : (void *)&alpha;
        const void *be = compute == CUBLAS_COMPUTE_16F ? (void *)&beta_h : compute == CUBLAS_COMPUTE_64F ?
                         (void *)&beta_d : compute == CUBLAS_COMPUTE_32I ? (void *)&beta_i : (void *)&beta;
        OK(cublasGemmEx(h, ta ? CUBLAS_OP_T : CUBLAS_OP_N, tb ? CUBLAS_OP_T : CUBLAS_OP_N, m, n, k, al, a,
                        type, lda, b, type, ldb, be, c, out, ldc, compute, CUBLAS_GEMM_DEFAULT));
        check<T>(name, c, ta, tb, m, n, k, lda, ldb, ldc, alpha, beta);
    }
}

static void classic(void)
{
    const int m = 40, n = 33, k = 21;
    float *a = matrix<float>(m, k, m, 0), *b = matrix<float>(k, n, k, 1000),
          *c = matrix<float>(m, n, m, 2000);
    float alpha = 1, beta = 0;
    OK(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, a, m, b, k, &beta, c, m));
    check<float>("Sgemm", c, 0, 0, m, n, k, m, k, m, 1, 0);
    double *da = matrix<double>(m, k, m, 0), *db = matrix<double>(k, n, k, 1000),
           *dc = matrix<double>(m, n, m, 2000);
    double dalpha = 1, dbeta = 1;
    OK(cublasDgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &dalpha, da, m, db, k, &dbeta, dc, m));
    check<double>("Dgemm", dc, 0, 0, m, n, k, m, k, m, 1, 1);
    __half *ha = matrix<__half>(m, k, m, 0), *hb = matrix<__half>(k, n, k, 1000),
           *hc = matrix<__half>(m, n, m, 2000);
    __half halpha = 1, hbeta = 0;
    OK(cublasHgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &halpha, ha, m, hb, k, &hbeta, hc, m));
    check<__half>("Hgemm", hc, 0, 0, m, n, k, m, k, m, 1, 0);
    status(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, a, m - 1, b, k, &beta, c, m),
           CUBLAS_STATUS_INVALID_VALUE, __LINE__);
    /* scalars in device memory */
    float *s = t_dev<float>(2, [](int i) { return i ? 0.0f : 3.0f; });
    OK(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE));
    OK(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, s, a, m, b, k, s + 1, c, m));
    OK(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST));
    check<float>("device scalars", c, 0, 0, m, n, k, m, k, m, 3, 0);
}

/* cuBLASLt's objects in the caller's own room. */
static void in_place(void)
{
    const int m = 24, n = 16, k = 8;
    float *a = matrix<float>(m, k, m, 0), *b = matrix<float>(k, n, k, 1000), *c = matrix<float>(m, n, m, 2000);
    float alpha = 1, beta = 0;
    cublasLtHandle_t lt;
    cublasLtMatmulDescOpaque_t product;
    cublasLtMatrixLayoutOpaque_t la, lb, lc;
    cublasLtMatmulPreferenceOpaque_t wishes;
    cublasLtMatmulHeuristicResult_t best;
    int found = 0;
    OK(cublasLtCreate(&lt));
    OK(cublasLtMatmulDescInit(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    OK(cublasLtMatrixLayoutInit(&la, CUDA_R_32F, m, k, m));
    OK(cublasLtMatrixLayoutInit(&lb, CUDA_R_32F, k, n, k));
    OK(cublasLtMatrixLayoutInit(&lc, CUDA_R_32F, m, n, m));
    OK(cublasLtMatmulPreferenceInit(&wishes));
    OK(cublasLtMatmulAlgoGetHeuristic(lt, &product, &la, &lb, &lc, &lc, &wishes, 1, &best, &found));
    OK(cublasLtMatmul(lt, &product, &alpha, a, &la, b, &lb, &beta, c, &lc, c, &lc, &best.algo, nullptr, 0, 0));
    check<float>("objects in place", c, 0, 0, m, n, k, m, k, m, 1, 0);
    OK(cublasLtDestroy(lt));
}

static void batches(void)
{
    const int n = 8, count = 3, size = n * n;
    float alpha = 1, beta = 0;
    float *a = t_dev<float>(size * count, [](int i) { return (float)val(i); });
    float *b = t_dev<float>(size * count, [](int i) { return (float)val(i + 1000); });
    float *c = t_dev<float>(size * count);
    auto each = [=](int p) {
        int which = p / (n * n), i = p % n, j = p / n % n;
        float sum = 0;
        for (int x = 0; x < n; x++)
            sum += (float)val(which * n * n + i + x * n) * (float)val(which * n * n + x + j * n + 1000);
        return sum;
    };
    OK(cublasSgemmStridedBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &alpha, a, n, size, b, n, size, &beta,
                                 c, n, size, count));
    t_is("strided", c, size * count, each);
    CK(cudaMemset(c, 0, size * count * sizeof(float)));
    float **pa = t_dev<float *>(count, [=](int i) { return a + i * size; });
    float **pb = t_dev<float *>(count, [=](int i) { return b + i * size; });
    float **pc = t_dev<float *>(count, [=](int i) { return c + i * size; });
    OK(cublasSgemmBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &alpha, pa, n, pb, n, &beta, pc, n, count));
    t_is("pointers", c, size * count, each);
    CK(cudaMemset(c, 0, size * count * sizeof(float)));
    OK(cublasGemmStridedBatchedEx(h, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &alpha, a, CUDA_R_32F, n, size, b,
                                  CUDA_R_32F, n, size, &beta, c, CUDA_R_32F, n, size, count,
                                  CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    t_is("strided, by type", c, size * count, each);
}

static void vectors(void)
{
    const int n = 200;
    auto x_of = [](int i) { return (float)val(i); };
    float *x = t_dev<float>(n, x_of), *y = t_dev<float>(n, [](int i) { return (float)(i % 3); });
    float alpha = 3, r = 0, dot = 0, sum = 0, square = 0;
    int at = 0;
    for (int i = 0; i < n; i++)
        dot += x_of(i) * (float)(i % 3), sum += fabsf(x_of(i)), square += x_of(i) * x_of(i);
    OK(cublasSdot(h, n, x, 1, y, 1, &r));
    EQ(r, dot);
    OK(cublasSasum(h, n, x, 1, &r));
    EQ(r, sum);
    OK(cublasSnrm2(h, n, x, 1, &r));
    EQ(fabsf(r * r - square) < 1e-2f, 1);
    float *peak = t_dev<float>(n, [](int i) { return i == 77 ? -9.0f : (float)(i % 5 + 1); });
    OK(cublasIsamax(h, n, peak, 1, &at));
    EQ(at, 78);
    OK(cublasSaxpy(h, n, &alpha, x, 1, y, 1));
    t_is("axpy", y, n, [=](int i) { return (float)(i % 3) + 3 * x_of(i); });
    OK(cublasSscal(h, n / 2, &alpha, y, 2));
    t_is("scal by steps", y, n, [=](int i) { return ((float)(i % 3) + 3 * x_of(i)) * (i % 2 ? 1 : 3); });
    OK(cublasScopy(h, n, x, 1, y, 1));
    OK(cublasSswap(h, n, peak, 1, y, 1));
    t_is("swap", peak, n, x_of);

    const int m = 12, c = 7;
    float *a = matrix<float>(m, c, m, 0), *v = t_dev<float>(m, x_of), *w = t_dev<float>(m);
    float one = 1, zero = 0;
    OK(cublasSgemv(h, CUBLAS_OP_N, m, c, &one, a, m, v, 1, &zero, w, 1));
    t_is("gemv", w, m, [=](int i) {
        float s = 0;
        for (int j = 0; j < c; j++)
            s += (float)val(i + j * m) * x_of(j);
        return s;
    });
    OK(cublasSgemv(h, CUBLAS_OP_T, m, c, &one, a, m, v, 1, &zero, w, 1));
    t_is("gemv, transposed", w, c, [=](int j) {
        float s = 0;
        for (int i = 0; i < m; i++)
            s += (float)val(i + j * m) * x_of(i);
        return s;
    });
    OK(cublasSger(h, m, c, &one, v, 1, v, 1, a, m));
    t_is("ger", a, m * c, [=](int p) { return (float)val(p) + x_of(p % m) * x_of(p / m); });
}

static void matrices(void)
{
    const int n = 6, c = 4;
    float one = 1, two = 2;
    float *a = matrix<float>(n, c, n, 0), *t = t_dev<float>(n * c), *b = matrix<float>(n, c, n, 50);
    OK(cublasSgeam(h, CUBLAS_OP_T, CUBLAS_OP_N, c, n, &one, a, n, &two, t, c, t, c));
    t_is("geam transposes", t, n * c, [=](int p) { return (float)val(p / c + p % c * n); });
    /* a lower triangle of ones solves to differences */
    float *l = t_dev<float>(n * n, [=](int p) { return p % n >= p / n ? 1.0f : 7.0f; });
    OK(cublasStrsm(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, n, c, &one,
                   l, n, b, n));
    t_is("trsm", b, n * c, [=](int p) { return (float)(val(p + 50) - (p % n ? val(p - 1 + 50) : 0)); });
    float *r = matrix<float>(c, n, c, 50);
    OK(cublasStrsm(h, CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, c, n, &one, l,
                   n, r, c));
    t_is("trsm from the right", r, n * c,
         [=](int p) { return (float)(val(p + 50) - (p / c < n - 1 ? val(p + c + 50) : 0)); });
    float *s = t_dev<float>(n * n);
    float zero = 0;
    OK(cublasSsyrk(h, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, n, c, &one, a, n, &zero, s, n));
    t_is("syrk", s, n * n, [=](int p) {
        float sum = 0;
        for (int x = 0; x < c; x++)
            sum += (float)val(p % n + x * n) * (float)val(p / n + x * n);
        return p % n <= p / n ? sum : 0.0f;
    });
    float *full = t_dev<float>(n * c);
    OK(cublasStrmm(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, n, c, &one,
                   l, n, a, n, full, n));
    t_is("trmm", full, n * c, [=](int p) {
        float sum = 0;
        for (int i = 0; i <= p % n; i++)
            sum += (float)val(p / n * n + i);
        return sum;
    });
}

/* Work waits for its stream, and a stream for the work. */
__global__ void fill(float *p, float v) { p[threadIdx.x] = v; }
static void streams(void)
{
    cudaStream_t st;
    cudaEvent_t before, after;
    float one = 1, zero = 0, ms = 0;
    float *a = t_dev<float>(16), *b = t_dev<float>(16), *c = t_dev<float>(16);
    CK(cudaStreamCreate(&st));
    CK(cudaEventCreate(&before));
    CK(cudaEventCreate(&after));
    OK(cublasSetStream(h, st));
    fill<<<1, 16, 0, st>>>(a, 2);
    fill<<<1, 16, 0, st>>>(b, 3);
    CK(cudaEventRecord(before, st));
    OK(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, a, 4, b, 4, &zero, c, 4));
    CK(cudaEventRecord(after, st));
    fill<<<1, 16, 0, st>>>(a, 0);
    CK(cudaStreamSynchronize(st));
    t_is("in order", c, 16, [](int) { return 24.0f; });
    CK(cudaEventElapsedTime(&ms, before, after));
    EQ(ms > 0, 1);
    OK(cublasSetStream(h, 0));
    CK(cudaStreamDestroy(st));
    CK(cudaEventDestroy(before));
    CK(cudaEventDestroy(after));
}

int main()
{
    float one = 1;
    status(cublasSscal(nullptr, 1, &one, nullptr, 1), CUBLAS_STATUS_NOT_INITIALIZED, __LINE__);
    OK(cublasCreate(&h));
    product<float, float>("float", CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F);
    product<double, double>("double", CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F);
    product<__half, __half>("half", CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F);
    product<__half, float>("half to float", CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F);
    product<__nv_bfloat16, float>("bfloat16 to float", CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F);
    classic();
    in_place();
    batches();
    vectors();
    matrices();
    streams();
    OK(cublasDestroy(h));
    return t_end();
}
