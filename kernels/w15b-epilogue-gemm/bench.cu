/*
 * bench.cu: the reference on a GPU beside cuBLASLt's own fused bias+ReLU, outside the grader. Medians of 15 launches
 * between events, in turn, the best of three rounds; and how far the two results are apart. Inputs are random.
 *
 *   nvcc -O3 -std=c++17 -arch=sm_90a -I labs/w15b-epilogue-gemm -I kernels/w15b-epilogue-gemm -o /tmp/w15b \
 *        kernels/w15b-epilogue-gemm/bench.cu -lcublasLt && /tmp/w15b
 */
#include "ref.cu"

#include <cublasLt.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define OK(x)                                                                                                        \
    do {                                                                                                             \
        int e_ = (int)(x);                                                                                           \
        if (e_) {                                                                                                    \
            printf("%s:%d error %d\n", __FILE__, __LINE__, e_);                                                      \
            exit(1);                                                                                                 \
        }                                                                                                            \
    } while (0)

__global__ void fill(bf16 *p, size_t n, unsigned long long salt)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned long long z = (i + salt) * 0x9e3779b97f4a7c15ull;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z ^= z >> 27;
        p[i] = __float2bfloat16((float)(z >> 40) * 0x1p-23f - 1);
    }
}

/* D = relu(A Bᵀ + bias), row-major: for the library, which is column-major, Dᵀ = B Aᵀ. */
struct Library {
    cublasLtHandle_t lt;
    cublasLtMatmulDesc_t op;
    cublasLtMatrixLayout_t a, b, d;
    cublasLtMatmulHeuristicResult_t plan;
    void *space;
    size_t bytes = 64ul << 20;

    Library(int M, int N, int K, const bf16 *bias)
    {
        cublasOperation_t turned = CUBLAS_OP_T;
        cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_RELU_BIAS;
        cublasLtMatmulPreference_t wish;
        int found = 0;
        OK(cublasLtCreate(&lt));
        OK(cudaMalloc(&space, bytes));
        OK(cublasLtMatmulDescCreate(&op, CUBLAS_COMPUTE_32F, CUDA_R_32F));
        OK(cublasLtMatmulDescSetAttribute(op, CUBLASLT_MATMUL_DESC_TRANSA, &turned, sizeof turned));
        OK(cublasLtMatmulDescSetAttribute(op, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue));
        OK(cublasLtMatmulDescSetAttribute(op, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof bias));
        OK(cublasLtMatrixLayoutCreate(&a, CUDA_R_16BF, K, N, K));
        OK(cublasLtMatrixLayoutCreate(&b, CUDA_R_16BF, K, M, K));
        OK(cublasLtMatrixLayoutCreate(&d, CUDA_R_16BF, N, M, N));
        OK(cublasLtMatmulPreferenceCreate(&wish));
        OK(cublasLtMatmulPreferenceSetAttribute(wish, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes, sizeof bytes));
        OK(cublasLtMatmulAlgoGetHeuristic(lt, op, a, b, d, d, wish, 1, &plan, &found));
        OK(found ? 0 : 1);
    }
    void run(bf16 *D, const bf16 *A, const bf16 *B) const
    {
        float one = 1, zero = 0;
        OK(cublasLtMatmul(lt, op, &one, B, a, A, b, &zero, D, d, D, d, &plan.algo, space, bytes, 0));
    }
};

template <class F> static double time_of(F f)
{
    const int launches = 15;
    cudaEvent_t a, z;
    OK(cudaEventCreate(&a));
    OK(cudaEventCreate(&z));
    f();
    f();
    OK(cudaDeviceSynchronize());
    std::vector<float> ms(launches);
    for (float &m : ms) {
        OK(cudaEventRecord(a));
        f();
        OK(cudaEventRecord(z));
        OK(cudaEventSynchronize(z));
        OK(cudaEventElapsedTime(&m, a, z));
    }
    OK(cudaGetLastError());
    std::sort(ms.begin(), ms.end());
    return ms[launches / 2] * 1e-3;
}

/* Largest difference of the two results, over the largest value. */
static double apart(const bf16 *x, const bf16 *y, size_t n)
{
    std::vector<bf16> a(n), b(n);
    double worst = 0, most = 0;
    OK(cudaMemcpy(a.data(), x, 2 * n, cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(b.data(), y, 2 * n, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < n; i++) {
        double d = fabs(__bfloat162float(a[i]) - __bfloat162float(b[i]));
        worst = std::max(worst, std::isnan(d) ? 1e30 : d);
        most = std::max(most, (double)fabsf(__bfloat162float(b[i])));
    }
    return worst / most;
}

static void compare(int M, int N, int K)
{
    bf16 *A, *B, *D, *E, *bias;
    OK(cudaMalloc(&A, 2ul * M * K));
    OK(cudaMalloc(&B, 2ul * N * K));
    OK(cudaMalloc(&D, 2ul * M * N));
    OK(cudaMalloc(&E, 2ul * M * N));
    OK(cudaMalloc(&bias, 2ul * N));
    fill<<<1024, 256>>>(A, (size_t)M * K, 1);
    fill<<<1024, 256>>>(B, (size_t)N * K, 1ull << 40);
    fill<<<1024, 256>>>(bias, N, 1ull << 41);
    Library library(M, N, K, bias);
    dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
    double ours = 1, plain = 1, theirs = 1;
    for (int round = 0; round < 3; round++) {
        ours = std::min(ours, time_of([&] { gemm_bias_relu<<<grid, THREADS>>>(D, A, B, bias, M, N, K); }));
        theirs = std::min(theirs, time_of([&] { library.run(E, A, B); }));
    }
    double off = apart(D, E, (size_t)M * N);
    for (int round = 0; round < 3; round++)
        plain = std::min(plain, time_of([&] { gemm_plain<<<grid, THREADS>>>(D, A, B, M, N, K); }));
    double flop = 2.0 * M * N * K / 1e12;
    printf("%d x %d x %d: bias+ReLU %.1f us %.1f TFLOP/s, plain %.1f us; cuBLASLt fused %.1f us %.1f TFLOP/s; "
           "ratio %.3f, apart by %.1e\n", M, N, K, ours * 1e6, flop / ours, plain * 1e6, theirs * 1e6, flop / theirs,
           theirs / ours, off);
    for (bf16 *p : {A, B, D, E, bias})
        OK(cudaFree(p));
}

int main()
{
    cudaDeviceProp prop;
    OK(cudaGetDeviceProperties(&prop, 0));
    printf("%s, %d SMs\n", prop.name, prop.multiProcessorCount);
    compare(1024, 1024, 1024);
    compare(2048, 2048, 2048);
    compare(4096, 4096, 4096);
    compare(8192, 8192, 8192);
    compare(8192, 8192, 512);
    return 0;
}
