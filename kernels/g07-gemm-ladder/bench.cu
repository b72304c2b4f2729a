/*
 * bench.cu: the ladder on a GPU beside cuBLAS in the same run. First every kernel of every rung against float64 on
 * ragged shapes; then the six stages of naive.cu, ref.cu and opt.cu at one side, slowest first by the estimate of
 * lab.lua; then shapes of opt.cu's last stage. Each time is the median of launches between events that alternate with
 * the yardstick's: cuBLAS SGEMM in pedantic float (no TF32) for five stages, cublasGemmEx with bfloat16 inputs for
 * gemm_wmma.
 *
 *   nvcc -O3 -std=c++17 -arch=sm_90a -I labs/g07-gemm-ladder -I kernels/g07-gemm-ladder -o /tmp/g07 \
 *        kernels/g07-gemm-ladder/bench.cu -lcublas && /tmp/g07
 *
 * With an argument, only that side, and without the kernels of naive.cu and gemm_naive, which take seconds.
 */
#include "../bench.cuh"
#include "lab.h"

#include <cublas_v2.h>
#include <cuda_pipeline.h>
#include <mma.h>
#include <stdint.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define gemm_naive naive_1
#define gemm_coalesced naive_2
#define gemm_tiled naive_3
#define gemm_register naive_4
#define gemm_wmma naive_5
#define gemm_async naive_6
namespace naive {
#include "naive.cu"
}
#undef gemm_naive
#undef gemm_coalesced
#undef gemm_tiled
#undef gemm_register
#undef gemm_wmma
#undef gemm_async
#define gemm_naive ref_1
#define gemm_coalesced ref_2
#define gemm_tiled ref_3
#define gemm_register ref_4
#define gemm_wmma ref_5
#define gemm_async ref_6
namespace ref {
#include "ref.cu"
}
#undef gemm_naive
#undef gemm_coalesced
#undef gemm_tiled
#undef gemm_register
#undef gemm_wmma
#undef gemm_async
#define gemm_naive opt_1
#define gemm_coalesced opt_2
#define gemm_tiled opt_3
#define gemm_register opt_4
#define gemm_wmma opt_5
#define gemm_async opt_6
namespace opt {
#include "opt.cu"
}
#undef gemm_naive
#undef gemm_coalesced
#undef gemm_tiled
#undef gemm_register
#undef gemm_wmma
#undef gemm_async

typedef __nv_bfloat16 bf;
typedef void float_fn(float *, const float *, const float *, int, int, int);
typedef void bf_fn(float *, const bf *, const bf *, int, int, int);

struct Rung {
    const char *name;
    float_fn *small[3], *reg, *async;
    bf_fn *wmma;
};
static const Rung rungs[] = {
    {"naive", {naive::naive_1, naive::naive_2, naive::naive_3}, naive::naive_4, naive::naive_6, naive::naive_5},
    {"ref", {ref::ref_1, ref::ref_2, ref::ref_3}, ref::ref_4, ref::ref_6, ref::ref_5},
    {"opt", {opt::opt_1, opt::opt_2, opt::opt_3}, opt::opt_4, opt::opt_6, opt::opt_5},
};
/* In the order of the estimate: async before wmma. */
static const char *const stage_name[] = {"naive", "coalesced", "tiled", "register", "async", "wmma"};

__global__ void fill(float *p, bf *h, size_t n, unsigned seed)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned long long z = (i + 1) * 0x9e3779b97f4a7c15ull + seed * 0xd1b54a32d192ed03ull;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        p[i] = (float)(int)(z >> 32) / 2147483648.f; /* -1 to 1, all bits of the mantissa */
        h[i] = __float2bfloat16(p[i]);
    }
}

struct Problem {
    int M, N, K;
    float *A, *B, *C;
    bf *Ah, *Bh;
    Problem(int M, int N, int K) : M(M), N(N), K(K)
    {
        size_t a = (size_t)M * K + 1, b = (size_t)K * N + 1;
        OK(cudaMalloc(&A, 4 * a));
        OK(cudaMalloc(&B, 4 * b));
        OK(cudaMalloc(&C, 4ul * M * N));
        OK(cudaMalloc(&Ah, 2 * a));
        OK(cudaMalloc(&Bh, 2 * b));
        fill<<<1024, 256>>>(A, Ah, a - 1, 1);
        fill<<<1024, 256>>>(B, Bh, b - 1, 2);
        OK(cudaDeviceSynchronize());
    }
    ~Problem()
    {
        for (void *p : {(void *)A, (void *)B, (void *)C, (void *)Ah, (void *)Bh})
            cudaFree(p);
    }
    void run(const Rung &r, int stage) const
    {
        dim3 small((N + 31) / 32, (M + 31) / 32), big((N + 127) / 128, (M + 127) / 128);
        if (stage < 3)
            r.small[stage]<<<small, dim3(32, 32)>>>(C, A, B, M, N, K);
        else if (stage == 3)
            r.reg<<<big, BIG_THREADS>>>(C, A, B, M, N, K);
        else if (stage == 4)
            r.async<<<(N + ASYNC_COLS - 1) / ASYNC_COLS * big.y, ASYNC_THREADS, ASYNC_SMEM>>>(C, A, B, M, N, K);
        else
            r.wmma<<<big, BIG_THREADS>>>(C, Ah, Bh, M, N, K);
    }
    double worst(bool half) /* |C - float64| over the sum of magnitudes */
    {
        OK(cudaDeviceSynchronize());
        std::vector<float> a((size_t)M * K), b((size_t)K * N), c((size_t)M * N);
        std::vector<bf> x(a.size()), y(b.size());
        OK(cudaMemcpy(a.data(), A, 4 * a.size(), cudaMemcpyDeviceToHost));
        OK(cudaMemcpy(b.data(), B, 4 * b.size(), cudaMemcpyDeviceToHost));
        OK(cudaMemcpy(c.data(), C, 4 * c.size(), cudaMemcpyDeviceToHost));
        OK(cudaMemset(C, 0xff, 4 * c.size()));
        double e = 0;
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++) {
                double want = 0, mag = 1e-30;
                for (int k = 0; k < K; k++) {
                    float u = a[(size_t)i * K + k], v = b[(size_t)k * N + j];
                    double t = half ? (double)__bfloat162float(__float2bfloat16(u)) *
                                          __bfloat162float(__float2bfloat16(v))
                                    : (double)u * v;
                    want += t, mag += fabs(t);
                }
                double d = fabs(c[(size_t)i * N + j] - want) / mag;
                e = d <= e ? e : std::isnan(d) ? 1e30 : d;
            }
        return e;
    }
};

static cublasHandle_t blas;

/* Row-major C = A B is column-major C' = B' A'. */
static void sgemm(const Problem &p, cublasMath_t mode)
{
    float one = 1, zero = 0;
    OK(cublasSetMathMode(blas, mode));
    OK(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, p.N, p.M, p.K, &one, p.B, p.N, p.A, p.K, &zero, p.C, p.N));
}
static void bgemm(const Problem &p)
{
    float one = 1, zero = 0;
    OK(cublasSetMathMode(blas, CUBLAS_DEFAULT_MATH));
    OK(cublasGemmEx(blas, CUBLAS_OP_N, CUBLAS_OP_N, p.N, p.M, p.K, &one, p.Bh, CUDA_R_16BF, p.N, p.Ah, CUDA_R_16BF,
                    p.K, &zero, p.C, CUDA_R_32F, p.N, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
}

template <class F> static float once(F f)
{
    static cudaEvent_t a, z;
    if (!a) {
        OK(cudaEventCreate(&a));
        OK(cudaEventCreate(&z));
    }
    float ms;
    OK(cudaEventRecord(a));
    f();
    OK(cudaEventRecord(z));
    OK(cudaEventSynchronize(z));
    OK(cudaEventElapsedTime(&ms, a, z));
    OK(cudaGetLastError());
    return ms;
}

/* Medians of alternating launches, after two of each: seconds of f and of the yardstick g. */
template <class F, class G> static void pair(F f, G g, int n, double *tf, double *tg)
{
    std::vector<float> x, y;
    for (int i = -2; i < n; i++) {
        float u = once(f), v = once(g);
        if (i >= 0)
            x.push_back(u), y.push_back(v);
    }
    std::sort(x.begin(), x.end());
    std::sort(y.begin(), y.end());
    *tf = x[n / 2] * 1e-3, *tg = y[n / 2] * 1e-3;
}

static void line(const char *name, const char *what, double flop, double t, double yard)
{
    printf("  %-6s %-28s %9.3f ms %8.2f TFLOP/s   yardstick %8.2f TFLOP/s   ratio %.3f\n", name, what, t * 1e3,
           flop / t / 1e12, flop / yard / 1e12, yard / t);
    fflush(stdout);
}

template <class P, int BLOCKS>
__global__ void __launch_bounds__(P::THREADS, BLOCKS)
    variant(float *C, const float *A, const float *B, int M, int N, int K)
{
    extern __shared__ __align__(128) float variant_turns[];
    opt::gemm<P>(C, A, B, M, N, K, variant_turns);
}

template <class P, int BLOCKS> static void shape(const Problem &p, const char *what)
{
    auto k = variant<P, BLOCKS>;
    OK(cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, P::SMEM));
    int blocks = (p.M + P::BM - 1) / P::BM * ((p.N + P::BN - 1) / P::BN), fit = 0;
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, k, P::THREADS, P::SMEM));
    cudaFuncAttributes at;
    OK(cudaFuncGetAttributes(&at, k));
    double t, y;
    pair([&] { k<<<blocks, P::THREADS, P::SMEM>>>(p.C, p.A, p.B, p.M, p.N, p.K); },
         [&] { sgemm(p, CUBLAS_PEDANTIC_MATH); }, 20, &t, &y);
    line("shape", what, 2.0 * p.M * p.N * p.K, t, y);
    printf("         %d registers, %zu bytes of stack, %d blocks of %d threads an SM\n", at.numRegs,
           at.localSizeBytes, fit, P::THREADS);
}

static void stages(int n, bool slow)
{
    Problem p(n, n, n);
    double flop = 2.0 * n * n * n, t, y;
    printf("\nside %d\n", n);
    pair([&] { sgemm(p, CUBLAS_DEFAULT_MATH); }, [&] { sgemm(p, CUBLAS_PEDANTIC_MATH); }, 20, &t, &y);
    line("cuBLAS", "SGEMM, default math", flop, t, y);
    for (const Rung &r : rungs) {
        double before = 1e30;
        bool ranked = true;
        for (int s = 0; s < 6; s++) {
            bool crawls = s == 0 || &r == rungs; /* seconds, not milliseconds */
            if (crawls && !slow)
                continue;
            if (&r == &rungs[2] && s != 4)
                continue; /* opt.cu has the others from ref.cu */
            if (s < 5)
                pair([&] { p.run(r, s); }, [&] { sgemm(p, CUBLAS_PEDANTIC_MATH); }, crawls ? 3 : 20, &t, &y);
            else
                pair([&] { p.run(r, s); }, [&] { bgemm(p); }, crawls ? 3 : 20, &t, &y);
            line(r.name, stage_name[s], flop, t, y);
            ranked = ranked && t < before;
            before = t;
        }
        if (&r == &rungs[1])
            printf("  ref.cu's stages are %s by time as by the estimate\n", ranked ? "ranked" : "NOT ranked");
    }
}

int main(int argc, char **argv)
{
    cudaDeviceProp prop;
    OK(cudaGetDeviceProperties(&prop, 0));
    printf("%s, %d SMs\n", prop.name, prop.multiProcessorCount);
    OK(cublasCreate(&blas));
    for (const Rung &r : rungs)
        OK(cudaFuncSetAttribute(r.async, cudaFuncAttributeMaxDynamicSharedMemorySize, ASYNC_SMEM));
    int shapes[][3] = {{1, 1, 1},      {5, 7, 0},     {33, 65, 17},  {128, 128, 16},
                       {130, 136, 24}, {1153, 260, 3}, {300, 260, 72}};
    for (auto &s : shapes) {
        Problem p(s[0], s[1], s[2]);
        printf("check %dx%dx%d:", s[0], s[1], s[2]);
        for (const Rung &r : rungs) {
            double e = 0;
            for (int k = 0; k < 6; k++) {
                OK(cudaMemset(p.C, 0xff, 4ul * p.M * p.N));
                p.run(r, k);
                OK(cudaGetLastError());
                e = std::max(e, p.worst(k == 5));
            }
            printf("  %s %.1e", r.name, e);
        }
        printf("\n");
    }
    int side = argc > 1 ? atoi(argv[1]) : 4096;
    stages(side, argc < 2);
    if (argc < 2) {
        stages(2048, false);
        stages(8192, false);
    }
    printf("\nshapes of opt.cu's gemm_async, side %d: tile and turn, words of A that a thread copies\n", side);
    Problem p(side, side, side);
    shape<opt::plan<128, 256, 8, 4>, 1>(p, "128x256x8, four words");
    shape<opt::plan<128, 256, 8, 1>, 1>(p, "128x256x8, one word");
    shape<opt::plan<128, 256, 16, 4>, 1>(p, "128x256x16, four words");
    shape<opt::plan<128, 256, 16, 1>, 1>(p, "128x256x16, one word");
    shape<opt::plan<256, 128, 16, 1>, 1>(p, "256x128x16, one word");
    shape<opt::plan<128, 128, 16, 4>, 2>(p, "128x128x16, four words");
    shape<opt::plan<128, 128, 16, 1>, 2>(p, "128x128x16, one word");
    return 0;
}
