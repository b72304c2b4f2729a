/*
 * bench.cu: the ladder on a GPU, outside the grader. First every kernel of every rung against float64 on ragged shapes.
 * Then silu (fused and in two kernels), swiglu and softmax beside a device-to-device cudaMemcpy that moves as many
 * bytes, and matmul beside cuBLAS with bfloat16 inputs and float results. Last a real autotuner: the shapes of
 * lab.lua's table that fit, timed for three products. Each time is the median of launches between events that
 * alternate with the yardstick's. Tensors of 268 MB do not stay in L2.
 *
 *   nvcc -O3 -std=c++17 -arch=sm_90a -I labs/w09-tile-dsl -I kernels/w09-tile-dsl -o /tmp/w09 \
 *        kernels/w09-tile-dsl/bench.cu -lcublas && /tmp/w09
 *
 * -DOPT='"file.cu"' measures another file in the place of opt.cu. tile.h is read once for all rungs: the products are
 * those of wmma, with -DTILE_HOPPER those of wgmma.
 */
#include "../bench.cuh"
#include "lab.h"

#ifndef OPT
#define OPT "opt.cu"
#endif

#include <cublas_v2.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define sigmoid_tile naive_sigmoid
#define mul_tile naive_mul
#define silu_tile naive_silu
#define swiglu_tile naive_swiglu
#define softmax_tile naive_softmax
#define matmul_64 naive_64
#define matmul_128 naive_128
#define autotune naive_tune
namespace naive {
#include "naive.cu"
}
#undef sigmoid_tile
#undef mul_tile
#undef silu_tile
#undef swiglu_tile
#undef softmax_tile
#undef matmul_64
#undef matmul_128
#undef autotune
#define sigmoid_tile ref_sigmoid
#define mul_tile ref_mul
#define silu_tile ref_silu
#define swiglu_tile ref_swiglu
#define softmax_tile ref_softmax
#define matmul_64 ref_64
#define matmul_128 ref_128
#define autotune ref_tune
namespace ref {
#include "ref.cu"
}
#undef sigmoid_tile
#undef mul_tile
#undef silu_tile
#undef swiglu_tile
#undef softmax_tile
#undef matmul_64
#undef matmul_128
#undef autotune
#define sigmoid_tile opt_sigmoid
#define mul_tile opt_mul
#define silu_tile opt_silu
#define swiglu_tile opt_swiglu
#define softmax_tile opt_softmax
#define matmul_64 opt_64
#define matmul_128 opt_128
#define autotune opt_tune
namespace opt {
#include OPT
}

typedef void unary_fn(const float *, float *, long long);
typedef void binary_fn(const float *, const float *, float *, long long);
typedef void rows_fn(const float *, float *, int, int, int);
typedef void matmul_fn(const bf16 *, const bf16 *, float *, int *, int, int, int);

struct Rung {
    const char *name;
    unary_fn *sigmoid, *silu;
    binary_fn *mul;
    rows_fn *swiglu, *softmax;
    matmul_fn *mm64, *mm128;
};
static const Rung rungs[] = {
    {"naive", naive::naive_sigmoid, naive::naive_silu, naive::naive_mul, naive::naive_swiglu, naive::naive_softmax,
     naive::naive_64, naive::naive_128},
    {"ref", ref::ref_sigmoid, ref::ref_silu, ref::ref_mul, ref::ref_swiglu, ref::ref_softmax, ref::ref_64,
     ref::ref_128},
    {"opt", opt::opt_sigmoid, opt::opt_silu, opt::opt_mul, opt::opt_swiglu, opt::opt_softmax, opt::opt_64,
     opt::opt_128},
};

/* Uniform in -2 to 2, by a hash of the position. */
static __host__ __device__ float value(size_t i)
{
    unsigned long long z = (i + 1) * 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z ^= z >> 27;
    return (float)(z >> 40) * 0x1p-22f - 2;
}

__global__ void fill(float *p, bf16 *h, size_t n)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        if (p)
            p[i] = value(i);
        else
            h[i] = __float2bfloat16(value(i));
}

static float *floats(size_t n)
{
    float *p;
    OK(cudaMalloc(&p, 4 * n + 256));
    fill<<<1024, 256>>>(p, nullptr, n);
    return p;
}

static bf16 *halves(size_t n)
{
    bf16 *p;
    OK(cudaMalloc(&p, 2 * n + 256));
    fill<<<1024, 256>>>(nullptr, p, n);
    return p;
}

/* opt.cu's block program with other numbers. */
template <int BM, int BN, int BK, int GROUP_M, int WARPS>
__global__ void __launch_bounds__(32 * WARPS)
    variant(const bf16 *A, const bf16 *B, float *C, int *order, int M, int N, int K)
{
    opt::matmul_tile<BM, BN, BK, GROUP_M, WARPS>(A, B, C, order, M, N, K);
}

/* What a launch of a product needs beside its numbers; its kernel is told once. */
template <int BM, int BN, int BK, class F> static int shared_of(F *kernel)
{
#ifdef TILE_HOPPER
    int bytes = places<BM, BN, BK>::SHARED;
#else
    int bytes = 0;
#endif
    OK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    return bytes;
}

static int blocks_of(long long n)
{
    return (int)((n + BLOCK - 1) / BLOCK);
}

/* ---- checks --------------------------------------------------------------------------------------------- */

static double sigmoid(double x)
{
    return 1 / (1 + std::exp(-x));
}

/* |got - want| in the 2-norm, relative; `want(i)` is element i. */
template <class F> static double distance(const float *d, size_t n, F want)
{
    std::vector<float> got(n);
    OK(cudaDeviceSynchronize());
    OK(cudaMemcpy(got.data(), d, 4 * n, cudaMemcpyDeviceToHost));
    double off = 0, all = 1e-300;
    for (size_t i = 0; i < n; i++) {
        double w = want(i);
        off += (got[i] - w) * (got[i] - w);
        all += w * w;
    }
    return std::isnan(off) ? 1e30 : std::sqrt(off / all);
}

static void check_maps(const Rung &r, int n, int R, int C, int ld)
{
    size_t most = std::max((size_t)n, (size_t)R * C);
    float *x = floats(std::max((size_t)n, (size_t)R * ld)), *y = floats(most);
    r.silu<<<blocks_of(n), TILE_THREADS>>>(x, y, n);
    double a = distance(y, n, [](size_t i) { return value(i) * sigmoid(value(i)); });
    int F = C / 2;
    r.swiglu<<<dim3(blocks_of(F), R), TILE_THREADS>>>(x, y, R, F, ld);
    double b = distance(y, (size_t)R * F, [&](size_t i) {
        size_t at = i / F * ld + i % F;
        return value(at) * sigmoid(value(at)) * value(at + F);
    });
    r.softmax<<<R, TILE_THREADS>>>(x, y, R, C, ld);
    double c = distance(y, (size_t)R * C, [&](size_t i) {
        double sum = 0;
        for (int k = 0; k < C; k++)
            sum += std::exp((double)value(i / C * ld + k));
        return std::exp((double)value(i / C * ld + i % C)) / sum;
    });
    printf("  %-5s silu %.1e swiglu %.1e softmax %.1e", r.name, a, b, c);
    OK(cudaFree(x));
    OK(cudaFree(y));
}

static void check_matmul(const Rung &r, int M, int N, int K)
{
    bf16 *A = halves((size_t)M * K), *B = halves((size_t)K * N);
    float *C = floats((size_t)M * N);
    int *order;
    OK(cudaMalloc(&order, 8ul * ((M + 63) / 64) * ((N + 63) / 64)));
    auto want = [&](size_t i) {
        double sum = 0;
        for (int k = 0; k < K; k++)
            sum += (double)__bfloat162float(__float2bfloat16(value(i / N * K + k))) *
                   (double)__bfloat162float(__float2bfloat16(value((size_t)k * N + i % N)));
        return sum;
    };
    r.mm64<<<((M + 63) / 64) * ((N + 63) / 64), 128, shared_of<64, 64, 32>(r.mm64)>>>(A, B, C, order, M, N, K);
    double a = distance(C, (size_t)M * N, want);
    OK(cudaMemset(C, 0xff, 4ul * M * N));
    r.mm128<<<((M + 127) / 128) * ((N + 127) / 128), 256, shared_of<128, 128, 32>(r.mm128)>>>(A, B, C, order, M, N, K);
    printf(" matmul_64 %.1e matmul_128 %.1e", a, distance(C, (size_t)M * N, want));
#ifdef TILE_HOPPER
    if (&r == rungs + 2) {
        auto large = variant<256, 128, 64, 8, 8>;
        OK(cudaMemset(C, 0xff, 4ul * M * N));
        large<<<((M + 255) / 256) * ((N + 127) / 128), 256, shared_of<256, 128, 64>(large)>>>(A, B, C, order, M, N, K);
        printf(" 256 x 128 x 64 %.1e", distance(C, (size_t)M * N, want));
    }
#endif
    printf("\n");
    for (void *p : {(void *)A, (void *)B, (void *)C, (void *)order})
        OK(cudaFree(p));
}

/* ---- times ---------------------------------------------------------------------------------------------- */

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

struct Pair {
    double mine, yard; /* seconds */
};

/* Medians of alternating launches, after two of each. */
template <class F, class G> static Pair pair(F f, G g, int n = 20)
{
    std::vector<float> x, y;
    for (int i = -2; i < n; i++) {
        float u = once(f), v = once(g);
        if (i >= 0)
            x.push_back(u), y.push_back(v);
    }
    std::sort(x.begin(), x.end());
    std::sort(y.begin(), y.end());
    return {x[n / 2] * 1e-3, y[n / 2] * 1e-3};
}

/* f beside a copy that moves `bytes` in all, read and written; `moved` is what f itself has to move. */
template <class F> static void beside_copy(const char *rung, const char *what, double moved, float *x, float *y, F f)
{
    Pair t = pair(f, [&] { OK(cudaMemcpyAsync(y, x, (size_t)(moved / 2), cudaMemcpyDeviceToDevice)); });
    printf("  %-5s %-22s %8.1f µs %7.0f GB/s   copy of as many bytes %8.1f µs   %.3f of the copy\n", rung, what,
           t.mine * 1e6, moved / t.mine / 1e9, t.yard * 1e6, t.yard / t.mine);
    fflush(stdout);
}

static void maps()
{
    const long long n = 1ll << 26;
    const int R = 8192, F = 4096, rows = 65536, C = 1024;
    float *x = floats(n), *y = floats(n), *s = floats(n);
    printf("\nmaps: silu of %lld floats, swiglu of %d x %d, softmax of %d x %d\n", n, R, F, rows, C);
    for (const Rung &r : rungs) {
        beside_copy(r.name, "silu", 8.0 * n, x, y, [&] { r.silu<<<blocks_of(n), TILE_THREADS>>>(x, y, n); });
        beside_copy(r.name, "sigmoid, then product", 8.0 * n, x, y, [&] {
            r.sigmoid<<<blocks_of(n), TILE_THREADS>>>(x, s, n);
            r.mul<<<blocks_of(n), TILE_THREADS>>>(s, x, y, n);
        });
        beside_copy(r.name, "swiglu", 12.0 * R * F, x, y,
                    [&] { r.swiglu<<<dim3(blocks_of(F), R), TILE_THREADS>>>(x, y, R, F, 2 * F); });
        beside_copy(r.name, "softmax", 8.0 * rows * C, x, y,
                    [&] { r.softmax<<<rows, TILE_THREADS>>>(x, y, rows, C, C); });
    }
    for (float *p : {x, y, s})
        OK(cudaFree(p));
}

struct Product {
    int M, N, K, *order;
    bf16 *A, *B;
    float *C;
    cublasHandle_t blas;
    Product(int M, int N, int K, cublasHandle_t blas)
        : M(M), N(N), K(K), A(halves((size_t)M * K)), B(halves((size_t)K * N)), C(floats((size_t)M * N)), blas(blas)
    {
        OK(cudaMalloc(&order, 8ul * ((M + 63) / 64) * ((N + 63) / 64)));
        OK(cudaDeviceSynchronize());
    }
    ~Product()
    {
        for (void *p : {(void *)A, (void *)B, (void *)C, (void *)order})
            cudaFree(p);
    }
    /* Row-major C = A B is column-major C' = B' A'. */
    void yardstick() const
    {
        float one = 1, zero = 0;
        OK(cublasGemmEx(blas, CUBLAS_OP_N, CUBLAS_OP_N, N, M, K, &one, B, CUDA_R_16BF, N, A, CUDA_R_16BF, K, &zero, C,
                        CUDA_R_32F, N, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    }
    template <class F> void beside_cublas(const char *rung, const char *what, F f, int launches = 20) const
    {
        Pair t = pair(f, [&] { yardstick(); }, launches);
        double flop = 2.0 * M * N * K;
        printf("  %-5s %-26s %9.3f ms %7.1f TFLOP/s   cuBLAS %7.1f TFLOP/s   %.3f of cuBLAS\n", rung, what,
               t.mine * 1e3, flop / t.mine / 1e12, flop / t.yard / 1e12, t.yard / t.mine);
        fflush(stdout);
    }
};

template <int BM, int BN, int BK, int GROUP_M, int WARPS> static void tune(const Product &p)
{
    char what[64];
    snprintf(what, sizeof what, "%dx%dx%d, group %d, %d warps", BM, BN, BK, GROUP_M, WARPS);
    auto kernel = variant<BM, BN, BK, GROUP_M, WARPS>;
    int grid = ((p.M + BM - 1) / BM) * ((p.N + BN - 1) / BN), shared = shared_of<BM, BN, BK>(kernel);
    p.beside_cublas("tune", what,
                    [&] { kernel<<<grid, 32 * WARPS, shared>>>(p.A, p.B, p.C, p.order, p.M, p.N, p.K); });
}

static void products(cublasHandle_t blas)
{
    for (int side : {2048, 4096, 8192}) {
        Product p(side, side, side, blas);
        printf("\nproduct of side %d, bfloat16 in, float out\n", side);
        for (const Rung &r : rungs) {
            if (&r == rungs && side > 2048)
                continue; /* seconds */
            int n = &r == rungs ? 3 : 20, small = side / 64 * (side / 64), big = side / 128 * (side / 128);
            int lean = shared_of<64, 64, 32>(r.mm64), full = shared_of<128, 128, 32>(r.mm128);
            p.beside_cublas(r.name, "matmul_64",
                            [&] { r.mm64<<<small, 128, lean>>>(p.A, p.B, p.C, p.order, side, side, side); }, n);
            p.beside_cublas(r.name, "matmul_128",
                            [&] { r.mm128<<<big, 256, full>>>(p.A, p.B, p.C, p.order, side, side, side); }, n);
        }
    }
    int shapes[][3] = {{4096, 4096, 4096}, {128, 4096, 4096}, {8192, 1024, 512}};
    for (auto &s : shapes) {
        Product p(s[0], s[1], s[2], blas);
        printf("\nautotune, %d x %d x %d\n", s[0], s[1], s[2]);
        tune<64, 64, 32, 4, 4>(p);
        tune<128, 64, 32, 8, 4>(p);
        tune<128, 128, 32, 1, 8>(p);
        tune<128, 128, 32, 8, 8>(p);
        tune<128, 128, 32, 16, 8>(p);
        tune<64, 64, 64, 4, 4>(p);
#ifdef TILE_HOPPER
        tune<128, 128, 64, 8, 8>(p);
        tune<256, 128, 32, 8, 8>(p);
        tune<256, 128, 64, 4, 8>(p);
        tune<256, 128, 64, 8, 8>(p);
#endif
    }
}

int main()
{
    cudaDeviceProp prop;
    cublasHandle_t blas;
    OK(cudaGetDeviceProperties(&prop, 0));
    OK(cublasCreate(&blas));
    printf("%s, %d SMs\n", prop.name, prop.multiProcessorCount);
    for (const Rung &r : rungs) {
        check_maps(r, 2049, 5, 782, 785);
        check_matmul(r, 130, 200, 72);
        check_maps(r, 70000, 33, 1000, 1024);
        check_matmul(r, 33, 65, 17);
        printf("%-65s", "");
        check_matmul(r, 300, 264, 648); /* more steps of K than any path has under way */
        printf("%-65s", "");
        check_matmul(r, 131, 259, 517);
    }
    maps();
    products(blas);
    return 0;
}
