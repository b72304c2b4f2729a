/*
 * bench.cu: the reference, and its epilogue behind w16's mainloop (hopper.cu), on a GPU beside cuBLASLt's own fused
 * bias+ReLU, outside the grader. Medians of launches between events, each on an L2 that a memset has emptied, the three
 * in turn; the ratio is the median of the turns' ratios. And how far the results are apart. Inputs are normal numbers.
 *
 *   nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -I runner/include \
 *        -I labs/w15b-epilogue-gemm -I kernels/w15b-epilogue-gemm -o /tmp/w15b kernels/w15b-epilogue-gemm/bench.cu -lcublasLt && /tmp/w15b
 */
#include "../bench.cuh"
#include "ref.cu"

#include "hopper.cu"

#include <cublasLt.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

/* Normal numbers: what a GPU's power, and so its clock, depends on. */
__global__ void fill(bf16 *p, size_t n, unsigned long long salt)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned long long z = (i + 1 + salt) * 0x9e3779b97f4a7c15ull;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        float u = ((unsigned)(z >> 32) + .5f) / 4294967296.f, v = (unsigned)z / 4294967296.f;
        p[i] = __float2bfloat16(sqrtf(-2 * logf(u)) * cospif(2 * v));
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

typedef CUresult encode_fn(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *,
                           const cuuint64_t *, const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave,
                           CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

/* Boxes of `box` rows and 64 columns, the swizzle of 128 bytes. */
static tmap map_of(const void *p, int rows, int cols, int box)
{
    static encode_fn *encode;
    cudaDriverEntryPointQueryResult found;
    if (!encode)
        OK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&encode, 12000, cudaEnableDefault,
                                            &found));
    tmap m;
    cuuint64_t dims[2] = { (cuuint64_t)cols, (cuuint64_t)rows }, stride[1] = { 2ull * cols };
    cuuint32_t size[2] = { 64, (cuuint32_t)box }, step[2] = { 1, 1 };
    OK(encode(&m, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, (void *)p, dims, stride, size, step,
              CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
              CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    return m;
}

static int sms;

/* As many blocks as finish in the fewest waves, and no more. */
static int blocks(int M, int N)
{
    int tiles = (M + 127) / 128 * ((N + 255) / 256), waves = (tiles + sms - 1) / sms;
    return (tiles + waves - 1) / waves;
}

static void *junk;
enum { JUNK = 160 << 20 }; /* bytes: three times the L2 of an H200 */

/* The memset also keeps the GPU busy while the launch is queued: the events enclose the kernel alone. */
template <class F> static float once(F f)
{
    static cudaEvent_t a, z;
    if (!a) {
        OK(cudaEventCreate(&a));
        OK(cudaEventCreate(&z));
    }
    float ms;
    OK(cudaMemsetAsync(junk, 0, JUNK));
    OK(cudaEventRecord(a));
    f();
    OK(cudaEventRecord(z));
    OK(cudaEventSynchronize(z));
    OK(cudaEventElapsedTime(&ms, a, z));
    OK(cudaGetLastError());
    return ms;
}

static float median(std::vector<float> v)
{
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
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

static void compare(int M, int N, int K, int turns)
{
    bf16 *A, *B, *D, *E, *H, *bias;
    OK(cudaMalloc(&A, 2ul * M * K));
    OK(cudaMalloc(&B, 2ul * N * K));
    OK(cudaMalloc(&D, 2ul * M * N));
    OK(cudaMalloc(&E, 2ul * M * N));
    OK(cudaMalloc(&H, 2ul * M * N));
    OK(cudaMalloc(&bias, 2ul * N));
    fill<<<1024, 256>>>(A, (size_t)M * K, 1);
    fill<<<1024, 256>>>(B, (size_t)N * K, 1ull << 40);
    fill<<<1024, 256>>>(bias, N, 1ull << 41);
    Library library(M, N, K, bias);
    dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
    tmap a = map_of(A, M, K, 128), b = map_of(B, N, K, 128), d = map_of(H, M, N, 64);
    std::vector<float> ref, hop, lib, of_ref, of_hop;
    for (int k = -3; k < turns; k++) {
        float x = once([&] { gemm_bias_relu<<<grid, THREADS>>>(D, A, B, bias, M, N, K); });
        float y = once([&] { hopper::hopper_bias_relu<<<blocks(M, N), 384, HOP_SMEM>>>(d, a, b, bias, M, N, K); });
        float z = once([&] { library.run(E, A, B); });
        if (k >= 0)
            ref.push_back(x), hop.push_back(y), lib.push_back(z), of_ref.push_back(z / x), of_hop.push_back(z / y);
    }
    size_t n = (size_t)M * N;
    printf("%5d x %5d x %5d: cuBLASLt %8.1f µs %6.1f TFLOP/s; ref %8.1f µs, ratio %.3f, apart by %.1e; on w16's "
           "mainloop %8.1f µs, ratio %.3f, apart by %.1e\n", M, N, K, median(lib) * 1e3,
           2e-9 * M * N * K / median(lib), median(ref) * 1e3, median(of_ref), apart(D, E, n), median(hop) * 1e3,
           median(of_hop), apart(H, E, n));
    fflush(stdout);
    for (bf16 *p : {A, B, D, E, H, bias})
        OK(cudaFree(p));
}

int main()
{
    cudaDeviceProp prop;
    OK(cudaGetDeviceProperties(&prop, 0));
    sms = prop.multiProcessorCount;
    printf("%s, %d SMs\n", prop.name, sms);
    OK(cudaMalloc(&junk, JUNK));
    OK(cudaFuncSetAttribute(hopper::hopper_bias_relu, cudaFuncAttributeMaxDynamicSharedMemorySize, HOP_SMEM));
    compare(1000, 1032, 520, 15);
    compare(1024, 1024, 1024, 41);
    compare(2048, 2048, 2048, 41);
    compare(4096, 4096, 4096, 41);
    compare(8192, 8192, 8192, 15);
    compare(8192, 8192, 512, 41);
    return 0;
}
