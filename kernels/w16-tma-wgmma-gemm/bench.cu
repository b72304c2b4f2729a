/*
 * bench.cu: the ladder on a GPU beside cuBLAS in the same run. First the three products of every rung against float64
 * on ragged shapes; then each at side 4096 and 8192: medians of launches between events, each on an L2 that a memset
 * has emptied, in turn with cuBLAS's product of the same bfloat16 matrices (cublasGemmEx, sums in float, D in
 * bfloat16). The ratio is the median of the pairs' ratios.
 *
 *   nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -I runner/include \
 *        -I labs/w16-tma-wgmma-gemm -I kernels/w16-tma-wgmma-gemm -o /tmp/w16 kernels/w16-tma-wgmma-gemm/bench.cu -lcublas && /tmp/w16
 */
#include "../bench.cuh"
#include "lab.h"

#include <cublas_v2.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define tma_tile naive_1
#define wgmma_tile naive_2
#define gemm_single naive_3
#define gemm_ring naive_4
#define gemm_hop naive_5
namespace naive {
#include "naive.cu"
}
#undef STAGES
#undef CLUSTER
#undef tma_tile
#undef wgmma_tile
#undef gemm_single
#undef gemm_ring
#undef gemm_hop
#define tma_tile ref_1
#define wgmma_tile ref_2
#define gemm_single ref_3
#define gemm_ring ref_4
#define gemm_hop ref_5
namespace ref {
#include "ref.cu"
}
#undef STAGES
#undef CLUSTER
#undef tma_tile
#undef wgmma_tile
#undef gemm_single
#undef gemm_ring
#undef gemm_hop
#define tma_tile opt_1
#define wgmma_tile opt_2
#define gemm_single opt_3
#define gemm_ring opt_4
#define gemm_hop opt_5
namespace opt {
#include "opt.cu"
}

typedef __nv_bfloat16 bf;
typedef void plain_fn(bf *, const tmap, const tmap, int, int, int);
typedef void mapped_fn(const tmap, const tmap, const tmap, int, int, int);

struct Rung {
    const char *name;
    plain_fn *single, *ring;
    mapped_fn *hop;
};
static const Rung rungs[] = {
    { "naive", naive::naive_3, naive::naive_4, naive::naive_5 },
    { "ref", ref::ref_3, ref::ref_4, ref::ref_5 },
    { "opt", opt::opt_3, opt::opt_4, opt::opt_5 },
};
static const char *const step_name[] = { "gemm_single", "gemm_ring", "gemm_hop" };

typedef CUresult encode_fn(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *,
                           const cuuint64_t *, const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave,
                           CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

/* As the runner encodes it: boxes of `box` rows and 64 columns, the swizzle of 128 bytes. */
static tmap map_of(void *p, int rows, int cols, int box)
{
    static encode_fn *encode;
    cudaDriverEntryPointQueryResult found;
    if (!encode)
        OK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&encode, 12000, cudaEnableDefault,
                                            &found));
    tmap m;
    cuuint64_t dims[2] = { (cuuint64_t)cols, (cuuint64_t)rows }, stride[1] = { 2ull * cols };
    cuuint32_t size[2] = { 64, (cuuint32_t)box }, step[2] = { 1, 1 };
    OK(encode(&m, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, p, dims, stride, size, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
              CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    return m;
}

/* Normal numbers: what a GPU's power, and so its clock, depends on. */
__global__ void fill(bf *h, size_t n, unsigned seed)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned long long z = (i + 1) * 0x9e3779b97f4a7c15ull + seed * 0xd1b54a32d192ed03ull;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        float u = ((unsigned)(z >> 32) + .5f) / 4294967296.f, v = (unsigned)z / 4294967296.f;
        h[i] = __float2bfloat16(sqrtf(-2 * logf(u)) * cospif(2 * v));
    }
}

static int sms;

struct Problem {
    int M, N, K;
    bf *A, *B, *D;
    Problem(int M, int N, int K) : M(M), N(N), K(K)
    {
        OK(cudaMalloc(&A, 2ul * M * K));
        OK(cudaMalloc(&B, 2ul * N * K));
        OK(cudaMalloc(&D, 2ul * M * N));
        fill<<<1024, 256>>>(A, (size_t)M * K, 1);
        fill<<<1024, 256>>>(B, (size_t)N * K, 2);
        OK(cudaDeviceSynchronize());
    }
    ~Problem()
    {
        for (void *p : { A, B, D })
            cudaFree(p);
    }
    /* As few blocks as finish in the same number of waves, in pairs. */
    int blocks() const
    {
        int units = (M + 255) / 256 * ((N + 255) / 256), room = sms / 2, waves = (units + room - 1) / room;
        return (units + waves - 1) / waves * 2;
    }
    void run(const Rung &r, int step) const
    {
        dim3 low((N + 127) / 128, (M + 63) / 64), high((N + 127) / 128, (M + 127) / 128);
        tmap a = map_of(A, M, K, step ? 128 : 64), b = map_of(B, N, K, 128), d = map_of(D, M, N, 64);
        if (step == 0)
            r.single<<<low, 128>>>(D, a, b, M, N, K);
        else if (step == 1)
            r.ring<<<high, 160, RING_SMEM>>>(D, a, b, M, N, K);
        else
            r.hop<<<blocks(), 384, HOP_SMEM>>>(d, a, b, M, N, K);
    }
    double worst() /* the largest error, as a share of what bfloat16 and float sums allow */
    {
        OK(cudaDeviceSynchronize());
        std::vector<bf> a((size_t)M * K), b((size_t)N * K), d((size_t)M * N);
        OK(cudaMemcpy(a.data(), A, 2 * a.size(), cudaMemcpyDeviceToHost));
        OK(cudaMemcpy(b.data(), B, 2 * b.size(), cudaMemcpyDeviceToHost));
        OK(cudaMemcpy(d.data(), D, 2 * d.size(), cudaMemcpyDeviceToHost));
        double e = 0;
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++) {
                double want = 0, mag = 0;
                for (int k = 0; k < K; k++) {
                    double t = (double)__bfloat162float(a[(size_t)i * K + k]) * __bfloat162float(b[(size_t)j * K + k]);
                    want += t, mag += fabs(t);
                }
                double room = 0x1p-8 * fabs(want) + 8 * 0x1p-24 * sqrt(K) * mag;
                double x = fabs(__bfloat162float(d[(size_t)i * N + j]) - want) / room;
                e = x <= e ? e : std::isnan(x) ? 1e30 : x;
            }
        return e;
    }
};

static cublasHandle_t blas;
static void *junk;
enum { JUNK = 160 << 20 }; /* bytes: three times the L2 of an H200 */

/* Row-major D = A Bt^T is column-major D' = Bt'^T A'. */
static void library(const Problem &p)
{
    float one = 1, zero = 0;
    OK(cublasGemmEx(blas, CUBLAS_OP_T, CUBLAS_OP_N, p.N, p.M, p.K, &one, p.B, CUDA_R_16BF, p.K, p.A, CUDA_R_16BF, p.K,
                    &zero, p.D, CUDA_R_16BF, p.N, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
}

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

static void time_all(int n, int pairs)
{
    Problem p(n, n, n);
    std::vector<float> mine[9], theirs[9], ratio[9];
    for (int k = -3; k < pairs; k++)
        for (int v = 0; v < 9; v++) {
            float x = once([&] { p.run(rungs[v / 3], v % 3); }), y = once([&] { library(p); });
            if (k >= 0)
                mine[v].push_back(x), theirs[v].push_back(y), ratio[v].push_back(y / x);
        }
    printf("\nside %d, medians of %d pairs, %d blocks of gemm_hop\n", n, pairs, p.blocks());
    for (int v = 0; v < 9; v++) {
        double flop = 2.0 * n * n * n * 1e-9;
        printf("  %-6s %-12s %9.3f ms %8.1f TFLOP/s   cuBLAS %8.1f TFLOP/s   ratio %.3f\n", rungs[v / 3].name,
               step_name[v % 3], median(mine[v]), flop / median(mine[v]), flop / median(theirs[v]), median(ratio[v]));
    }
    fflush(stdout);
}

int main()
{
    cudaDeviceProp prop;
    OK(cudaGetDeviceProperties(&prop, 0));
    sms = prop.multiProcessorCount;
    printf("%s, %d SMs\n", prop.name, sms);
    OK(cublasCreate(&blas));
    OK(cudaMalloc(&junk, JUNK));
    for (const Rung &r : rungs) {
        OK(cudaFuncSetAttribute(r.ring, cudaFuncAttributeMaxDynamicSharedMemorySize, RING_SMEM));
        OK(cudaFuncSetAttribute(r.hop, cudaFuncAttributeMaxDynamicSharedMemorySize, HOP_SMEM));
    }
    int shapes[][3] = { { 1, 8, 8 }, { 72, 136, 200 }, { 128, 256, 64 }, { 130, 264, 136 }, { 300, 520, 712 } };
    for (auto &s : shapes) {
        Problem p(s[0], s[1], s[2]);
        printf("check %dx%dx%d, error of what is allowed:", s[0], s[1], s[2]);
        for (const Rung &r : rungs)
            for (int step = 0; step < 3; step++) {
                OK(cudaMemset(p.D, 0xff, 2ul * p.M * p.N));
                p.run(r, step);
                OK(cudaGetLastError());
                printf(" %.2f", p.worst());
            }
        printf("\n");
    }
    time_all(4096, 41);
    time_all(8192, 21);
    return 0;
}
