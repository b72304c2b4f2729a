/*
 * bench.cu: 2:4 on a GPU beside dense products of the same run. First ref and opt against float64 on a few shapes,
 * with weights that compress24 has compressed; then medians of interleaved rounds, each launch on an L2 that a
 * memset emptied:
 *
 *   few     gemv16, cublasGemmEx of the same weights dense, and spmv24 of ref and opt, for 1, 4 and 8 tokens.
 *           Ratios are over the faster of the two dense ones. "half empty": gemv16 of weights of which half are 0,
 *   anywhere. many    cublasGemmEx in fp16, gemm24 of ref (mma.sp) and opt (wgmma.sp), and cuSPARSELt where its
 *           header is found. TFLOP/s count the dense product's 2 M N K, also for the sparse ones.
 *
 *   nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -I labs/w32-sparse24 -I kernels/w32-sparse24 \
 *        -o /tmp/w32 kernels/w32-sparse24/bench.cu -lcublas && /tmp/w32
 *   with cuSPARSELt: -I of its header, -Xlinker and the path of libcusparseLt.so.0, -lcusparse
 */
#include "../bench.cuh"
#include "opt.cu" /* and with it ref.cu, whose products are ref_spmv24 and ref_gemm24 here */

#include <cublas_v2.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

#if __has_include(<cusparseLt.h>)
#include <cusparseLt.h>
#define HAS_LT 1
#else
#define HAS_LT 0
#endif

/* Normal numbers, since power, and so the clock, depends on the data; a share `empty` of them is 0, anywhere. */
__global__ void fill(half *h, size_t n, unsigned seed, float empty)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned long long z = (i + 1) * 0x9e3779b97f4a7c15ull + seed * 0xd1b54a32d192ed03ull;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        z ^= z >> 31;
        float u = ((unsigned)(z >> 32) + .5f) / 4294967296.f, v = (unsigned)z / 4294967296.f;
        bool gone = (z * 0xda942042e4dd58b5ull >> 40) * 0x1p-24f < empty;
        h[i] = __float2half(gone ? 0 : sqrtf(-2 * logf(u)) * cospif(2 * v) / 16);
    }
}

template <class T> static T *room(size_t n)
{
    T *p;
    OK(cudaMalloc(&p, n * sizeof(T)));
    return p;
}

struct problem_of {
    int M, K, N;
    half *W, *val, *X, *Y;
    unsigned *meta;
    int *lost;
    float *y;

    problem_of(int M, int K, int N, float empty = 0)
        : M(M), K(K), N(N), W(room<half>((size_t)M * K)), val(room<half>((size_t)M * K / 2)),
          X(room<half>((size_t)N * K)), Y(room<half>((size_t)N * M)), meta(room<unsigned>((size_t)M * K / 32)),
          lost(room<int>(M)),
          y(room<float>((size_t)std::min(N, BATCH) * M))
    {
        fill<<<1024, 256>>>(W, (size_t)M * K, 1, empty);
        fill<<<1024, 256>>>(X, (size_t)N * K, 2, 0);
        compress24<<<M / 16, THREADS>>>(W, val, meta, lost, M, K);
        OK(cudaDeviceSynchronize());
    }
    ~problem_of()
    {
        for (void *p : {(void *)W, (void *)val, (void *)X, (void *)Y, (void *)meta, (void *)lost, (void *)y})
            cudaFree(p);
    }
    void dense(int B) const
    {
        gemv16<<<(M + ROWS - 1) / ROWS, THREADS>>>(W, X, y, M, K, B);
    }
    void few(bool best, int B) const
    {
        (best ? spmv24 : ref_spmv24)<<<(M + ROWS - 1) / ROWS, THREADS>>>(val, meta, X, y, M, K, B);
    }
    void many(bool best) const
    {
        dim3 grid((M + TILE_M - 1) / TILE_M, (N + TILE_N - 1) / TILE_N);
        (best ? gemm24 : ref_gemm24)<<<grid, THREADS, GEMM_SMEM>>>(val, meta, X, Y, M, K, N);
    }
    void cublas(cublasHandle_t h, int n, bool wide) const
    {
        float one = 1, zero = 0;
        OK(cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, M, n, K, &one, W, CUDA_R_16F, K, X, CUDA_R_16F, K, &zero,
                        wide ? (void *)Y : (void *)y, wide ? CUDA_R_16F : CUDA_R_32F, M, CUBLAS_COMPUTE_32F,
                        CUBLAS_GEMM_DEFAULT));
    }
};

template <class T> static std::vector<T> host(const T *p, size_t n)
{
    std::vector<T> v(n);
    OK(cudaDeviceSynchronize());
    OK(cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
    return v;
}

/* Largest errors over the sum of magnitudes, of samples: of weights that compression left. */
static void check(int M, int K, int N)
{
    problem_of p(M, K, N);
    std::vector<half> W = host(p.W, (size_t)M * K), X = host(p.X, (size_t)N * K);
    for (size_t q = 0; q < W.size(); q += 4) {
        float size[4];
        for (int i = 0; i < 4; i++)
            size[i] = fabsf(__half2float(W[q + i]));
        for (int i = 0; i < 4; i++) {
            int above = 0;
            for (int j = 0; j < 4; j++)
                above += size[j] > size[i] || (j < i && size[j] == size[i]);
            W[q + i] = above < 2 ? W[q + i] : __float2half(0);
        }
    }
    int B = std::min(N, BATCH);
    double off[4] = {};
    std::vector<float> y[2];
    std::vector<half> Y[2];
    for (int best = 0; best < 2; best++) {
        OK(cudaMemset(p.y, 0xff, 4ul * B * M));
        OK(cudaMemset(p.Y, 0xff, 2ul * N * M));
        p.few(best, B);
        p.many(best);
        y[best] = host(p.y, (size_t)B * M), Y[best] = host(p.Y, (size_t)N * M);
    }
    for (int s = 0; s < 2000; s++) {
        int m = (int)(s * 7919ll % M), n = (int)(s * 104729ll % N);
        double sum = 0, all = 0;
        for (int k = 0; k < K; k++) {
            double term = (double)__half2float(W[(size_t)m * K + k]) * __half2float(X[(size_t)n * K + k]);
            sum += term, all += fabs(term);
        }
        for (int best = 0; best < 2; best++) {
            double e = n < B ? fabs(y[best][(size_t)n * M + m] - sum) / all : 0;
            double f = fabs(__half2float(Y[best][(size_t)n * M + m]) - sum) / all;
            off[best] = std::max(off[best], std::isnan(e) ? 1e30 : e);
            off[2 + best] = std::max(off[2 + best], std::isnan(f) ? 1e30 : f);
        }
    }
    printf("check %d x %d, %d tokens: spmv ref %.1e opt %.1e, gemm ref %.1e opt %.1e of the magnitudes\n", M, K, N,
           off[0], off[1], off[2], off[3]);
}

typedef std::function<void()> launch;

/* Median seconds of each, a round after the other, each launch on an L2 that a memset emptied. */
static std::vector<double> rounds(const std::vector<launch> &all, int n, void *sweep, size_t bytes)
{
    std::vector<std::vector<double>> s(all.size());
    cudaEvent_t a, z;
    OK(cudaEventCreate(&a));
    OK(cudaEventCreate(&z));
    for (int r = -2; r < n; r++)
        for (size_t k = 0; k < all.size(); k++) {
            float ms;
            OK(cudaMemsetAsync(sweep, r, bytes));
            OK(cudaEventRecord(a));
            all[k]();
            OK(cudaEventRecord(z));
            OK(cudaEventSynchronize(z));
            OK(cudaEventElapsedTime(&ms, a, z));
            if (r >= 0)
                s[k].push_back(ms * 1e-3);
        }
    OK(cudaGetLastError());
    std::vector<double> median;
    for (auto &v : s) {
        std::sort(v.begin(), v.end());
        median.push_back(v[v.size() / 2]);
    }
    return median;
}

static void few(cublasHandle_t h, int M, int K, void *sweep, size_t bytes)
{
    problem_of p(M, K, BATCH), half_empty(M, K, BATCH, .5f);
    double dense_bytes = 2.0 * M * K, sparse_bytes = dense_bytes * 36 / 64;
    for (int B : {1, 4, 8}) {
        auto t = rounds({[&] { p.dense(B); }, [&] { half_empty.dense(B); }, [&] { p.cublas(h, B, false); },
                         [&] { p.few(false, B); }, [&] { p.few(true, B); }}, 31, sweep, bytes);
        double base = std::min(t[0], t[2]);
        printf("%d x %d, %d tokens: gemv16 %.1f µs %.0f GB/s, half empty %.3f of it; cuBLAS %.1f µs; spmv24 ref "
               "%.1f µs %.0f GB/s %.3f x, opt %.1f µs %.0f GB/s %.3f x\n", M, K, B, t[0] * 1e6, dense_bytes / t[0] / 1e9,
               t[1] / t[0], t[2] * 1e6, t[3] * 1e6, sparse_bytes / t[3] / 1e9, base / t[3], t[4] * 1e6,
               sparse_bytes / t[4] / 1e9, base / t[4]);
    }
}

#if HAS_LT
/* cuSPARSELt's product of weights that it prunes itself: seconds in rounds with cuBLAS's. */
static void library(cublasHandle_t h, problem_of &p, void *sweep, size_t bytes)
{
    cusparseLtHandle_t lt;
    cusparseLtMatDescriptor_t a, b, c;
    cusparseLtMatmulDescriptor_t d;
    cusparseLtMatmulAlgSelection_t alg;
    cusparseLtMatmulPlan_t plan;
    size_t size, buffer, work;
    float one = 1, zero = 0;
    OK(cusparseLtInit(&lt));
    OK(cusparseLtStructuredDescriptorInit(&lt, &a, p.M, p.K, p.K, 16, CUDA_R_16F, CUSPARSE_ORDER_ROW,
                                          CUSPARSELT_SPARSITY_50_PERCENT));
    OK(cusparseLtDenseDescriptorInit(&lt, &b, p.K, p.N, p.K, 16, CUDA_R_16F, CUSPARSE_ORDER_COL));
    OK(cusparseLtDenseDescriptorInit(&lt, &c, p.M, p.N, p.M, 16, CUDA_R_16F, CUSPARSE_ORDER_COL));
    OK(cusparseLtMatmulDescriptorInit(&lt, &d, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &a,
                                      &b, &c, &c, CUSPARSE_COMPUTE_32F));
    OK(cusparseLtMatmulAlgSelectionInit(&lt, &alg, &d, CUSPARSELT_MATMUL_ALG_DEFAULT));
    OK(cusparseLtMatmulPlanInit(&lt, &plan, &d, &alg));
    half *pruned = room<half>((size_t)p.M * p.K);
    OK(cusparseLtSpMMAPrune(&lt, &d, p.W, pruned, CUSPARSELT_PRUNE_SPMMA_STRIP, 0));
    OK(cusparseLtSpMMACompressedSize(&lt, &plan, &size, &buffer));
    char *packed = room<char>(size), *extra = room<char>(std::max(buffer, (size_t)1));
    OK(cusparseLtSpMMACompress(&lt, &plan, pruned, packed, extra, 0));
    OK(cusparseLtMatmulSearch(&lt, &plan, &one, packed, p.X, &zero, p.Y, p.Y, nullptr, nullptr, 0));
    OK(cusparseLtMatmulGetWorkspace(&lt, &plan, &work));
    char *space = room<char>(std::max(work, (size_t)1));
    auto t = rounds({[&] { p.cublas(h, p.N, true); },
                     [&] { OK(cusparseLtMatmul(&lt, &plan, &one, packed, p.X, &zero, p.Y, p.Y, space, nullptr, 0)); }},
                    21, sweep, bytes);
    double flops = 2.0 * p.M * p.N * p.K;
    printf("  cuSPARSELt, after its search: %.1f µs %.0f TFLOP/s, %.3f of cuBLAS\n", t[1] * 1e6, flops / t[1] / 1e12,
           t[0] / t[1]);
    for (void *q : {(void *)pruned, (void *)packed, (void *)extra, (void *)space})
        cudaFree(q);
}
#endif

static void many(cublasHandle_t h, int M, int K, int N, void *sweep, size_t bytes)
{
    problem_of p(M, K, N);
    auto t = rounds({[&] { p.cublas(h, N, true); }, [&] { p.many(false); }, [&] { p.many(true); }}, 21, sweep, bytes);
    double flops = 2.0 * M * N * K / 1e12;
    printf("%d x %d, %d tokens: cuBLAS fp16 %.1f µs %.0f TFLOP/s; gemm24 ref %.1f µs %.0f, %.3f of cuBLAS; opt %.1f µs "
           "%.0f, %.3f of cuBLAS\n", M, K, N, t[0] * 1e6, flops / t[0], t[1] * 1e6, flops / t[1], t[0] / t[1],
           t[2] * 1e6, flops / t[2], t[0] / t[2]);
#if HAS_LT
    library(h, p, sweep, bytes);
#endif
}

int main()
{
    cudaDeviceProp prop;
    cublasHandle_t h;
    size_t bytes = 256ul << 20;
    OK(cudaGetDeviceProperties(&prop, 0));
    OK(cublasCreate(&h));
    OK(cudaFuncSetAttribute(ref_gemm24, cudaFuncAttributeMaxDynamicSharedMemorySize, GEMM_SMEM));
    OK(cudaFuncSetAttribute(gemm24, cudaFuncAttributeMaxDynamicSharedMemorySize, GEMM_SMEM));
    void *sweep = room<char>(bytes);
    printf("%s, %d SMs%s\n", prop.name, prop.multiProcessorCount, HAS_LT ? "" : ", no cuSPARSELt here");
    const int checks[][3] = {{16, 64, 1}, {48, 192, 7}, {144, 640, 300}, {1024, 4096, 512}};
    for (auto &c : checks)
        check(c[0], c[1], c[2]);
    few(h, 8192, 8192, sweep, bytes);
    few(h, 28672, 8192, sweep, bytes);
    few(h, 8192, 28672, sweep, bytes);
    for (int N : {64, 256, 1024, 4096})
        many(h, 8192, 8192, N, sweep, bytes);
    many(h, 4096, 4096, 4096, sweep, bytes);
    many(h, 8192, 8192, 8192, sweep, bytes);
    return 0;
}
