/*
 * bench.cu: the ladder on a GPU beside libraries in the same run. First every rung against float64 or exact integers on
 * ragged shapes; then medians of interleaved pairs on an L2 that a memset has emptied:
 *
 *   layer   quantise_rows and gemm_w8a8, bf16 to bf16, against cublasGemmEx in bf16 alone: each batch of its own pairs
 *   normed  norm_quantise and gemm_w8a8 against a bf16 RMSNorm and cublasGemmEx
 *   product gemm_w8a8 alone against cublasGemmEx in bf16, and against cublasLt's int8, whose sums go to memory as int32
 *   four    gemv_w4 against a device-to-device copy's rate, and against cublasGemmEx of the same weights in bf16
 *
 *   nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -I runner/include -I labs/g10-int8-gemm \
 *        -I kernels/g10-int8-gemm -o /tmp/g10 kernels/g10-int8-gemm/bench.cu -lcublas -lcublasLt && /tmp/g10
 */
#include "../bench.cuh"
#include "lab.h"

#include <cublasLt.h>
#include <cublas_v2.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define quantise_rows naive_1
#define norm_quantise naive_2
#define gemm_s32 naive_3
#define gemm_w8a8 naive_4
#define gemv_w4 naive_5
namespace naive {
#include "naive.cu"
}
#undef quantise_rows
#undef norm_quantise
#undef gemm_s32
#undef gemm_w8a8
#undef gemv_w4
#define quantise_rows ref_1
#define norm_quantise ref_2
#define gemm_s32 ref_3
#define gemm_w8a8 ref_4
#define gemv_w4 ref_5
namespace ref {
#include "ref.cu"
}

typedef void rows_fn(int8_t *, float *, const bf16 *, int, int);
typedef void norm_fn(int8_t *, float *, const bf16 *, const bf16 *, int, int);
typedef void exact_fn(int *, const tmap, const tmap, int, int, int);
typedef void layer_fn(const tmap, const tmap, const tmap, const float *, const float *, int, int, int);
typedef void gemv_fn(bf16 *, const uint32_t *, const bf16 *, const uint8_t *, const bf16 *, int, int, int);

struct Rung {
    const char *name;
    rows_fn *rows;
    norm_fn *norm;
    exact_fn *exact;
    layer_fn *layer;
    gemv_fn *gemv;
};
static const Rung rungs[] = {
    { "naive", naive::naive_1, naive::naive_2, naive::naive_3, naive::naive_4, naive::naive_5 },
    { "ref", ref::ref_1, ref::ref_2, ref::ref_3, ref::ref_4, ref::ref_5 },
};
static const Rung &best = rungs[1];

typedef CUresult encode_fn(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *,
                           const cuuint64_t *, const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave,
                           CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

/* As the runner encodes it: boxes whose rows are 128 bytes, with the swizzle of 128 bytes. */
static tmap map_of(void *p, int rows, int cols, int box, bool bytes)
{
    static encode_fn *encode;
    cudaDriverEntryPointQueryResult found;
    if (!encode)
        OK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&encode, 12000, cudaEnableDefault,
                                            &found));
    tmap m;
    cuuint64_t dims[2] = { (cuuint64_t)cols, (cuuint64_t)rows }, stride[1] = { (bytes ? 1ull : 2ull) * cols };
    cuuint32_t size[2] = { bytes ? 128u : 64u, (cuuint32_t)box }, step[2] = { 1, 1 };
    OK(encode(&m, bytes ? CU_TENSOR_MAP_DATA_TYPE_UINT8 : CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, p, dims, stride, size,
              step, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
              CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    return m;
}

static __device__ unsigned long long mixed(size_t i, unsigned seed)
{
    unsigned long long z = (i + 1) * 0x9e3779b97f4a7c15ull + seed * 0xd1b54a32d192ed03ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

/* Normal numbers: what a GPU's power, and so its clock, depends on. */
__global__ void fill_bf16(bf16 *h, size_t n, unsigned seed)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned long long z = mixed(i, seed);
        float u = ((unsigned)(z >> 32) + .5f) / 4294967296.f, v = (unsigned)z / 4294967296.f;
        h[i] = __float2bfloat16(sqrtf(-2 * logf(u)) * cospif(2 * v));
    }
}
__global__ void fill_words(uint32_t *w, size_t n, unsigned seed)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        w[i] = (uint32_t)mixed(i, seed);
}
__global__ void fill_groups(bf16 *scale, uint8_t *zero, size_t n)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        scale[i] = __float2bfloat16((mixed(i, 9) % 1000 + 500) * 1e-5f);
        zero[i] = mixed(i, 8) % 16;
    }
}

/* An ordinary RMSNorm in bf16, a block a row of at most 8 · 1024 elements, for the pipeline in bf16. */
__global__ void __launch_bounds__(1024) norm_bf16(bf16 *y, const bf16 *x, const bf16 *gain, int K)
{
    __shared__ float part[32];
    int k = threadIdx.x * 8;
    uint4 v = k < K ? *(const uint4 *)(x + (size_t)blockIdx.x * K + k) : make_uint4(0, 0, 0, 0);
    uint4 g = k < K ? *(const uint4 *)(gain + k) : make_uint4(0, 0, 0, 0);
    __nv_bfloat162 *a = (__nv_bfloat162 *)&v, *b = (__nv_bfloat162 *)&g;
    float sum = 0;
    for (int i = 0; i < 4; i++) {
        float2 p = __bfloat1622float2(a[i]);
        sum += p.x * p.x + p.y * p.y;
    }
    for (int d = 16; d; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0;
    for (int w = 0; w < (int)blockDim.x / 32; w++)
        sum += part[w];
    float r = rsqrtf(sum / K + EPS);
    for (int i = 0; i < 4; i++) {
        float2 p = __bfloat1622float2(a[i]), w = __bfloat1622float2(b[i]);
        a[i] = __floats2bfloat162_rn(p.x * r * w.x, p.y * r * w.y);
    }
    if (k < K)
        *(uint4 *)(y + (size_t)blockIdx.x * K + k) = v;
}

static int sms;
static cublasHandle_t blas;
static cublasLtHandle_t lt;
static void *junk, *room;
enum { JUNK = 160 << 20, ROOM = 32 << 20 }; /* bytes: three times the L2 of an H200; cublasLt's workspace */

template <class T> static std::vector<T> fetch(const T *p, size_t n)
{
    std::vector<T> v(n);
    OK(cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
    return v;
}
static float wide(bf16 x)
{
    return __bfloat162float(x);
}

/* A layer: X [M][K] in bf16, W [N][K] in bf16 and in int8 with a scale a row. */
struct Layer {
    int M, N, K;
    bf16 *X, *W, *D, *gain, *Y;
    int8_t *q, *B;
    float *sa, *sb;
    int *C;
    tmap a, b, d, a64;

    Layer(int M, int N, int K) : M(M), N(N), K(K)
    {
        OK(cudaMalloc(&X, 2ul * M * K));
        OK(cudaMalloc(&Y, 2ul * M * K));
        OK(cudaMalloc(&W, 2ul * N * K));
        OK(cudaMalloc(&D, 2ul * M * N));
        OK(cudaMalloc(&C, 4ul * M * N));
        OK(cudaMalloc(&q, (size_t)M * K));
        OK(cudaMalloc(&B, (size_t)N * K));
        OK(cudaMalloc(&sa, 4ul * M));
        OK(cudaMalloc(&sb, 4ul * N));
        OK(cudaMalloc(&gain, 2ul * K));
        fill_bf16<<<1024, 256>>>(X, (size_t)M * K, 1);
        fill_bf16<<<1024, 256>>>(W, (size_t)N * K, 2);
        fill_bf16<<<8, 256>>>(gain, K, 3);
        best.rows<<<N, 256>>>(B, sb, W, N, K);
        a = map_of(q, M, K, 128, true), a64 = map_of(q, M, K, 64, true), b = map_of(B, N, K, 64, true);
        d = map_of(D, M, N, 64, false);
        OK(cudaDeviceSynchronize());
    }
    ~Layer()
    {
        for (void *p : { (void *)X, (void *)Y, (void *)W, (void *)D, (void *)C, (void *)q, (void *)B, (void *)sa,
                         (void *)sb, (void *)gain })
            cudaFree(p);
    }
    void quantise(const Rung &r) const
    {
        r.rows<<<M, 256>>>(q, sa, X, M, K);
    }
    void product(const Rung &r, int blocks = 0) const
    {
        r.layer<<<blocks ? blocks : sms, 384, GEMM_SMEM>>>(d, a, b, sa, sb, M, N, K);
    }
    void exact(const Rung &r) const
    {
        r.exact<<<dim3((N + 127) / 128, (M + 63) / 64), 128>>>(C, a64, b, M, N, K);
    }
    /* Row-major D = A B^T is column-major D' = B'^T A'. */
    void yardstick(const bf16 *from) const
    {
        float one = 1, zero = 0;
        OK(cublasGemmEx(blas, CUBLAS_OP_T, CUBLAS_OP_N, N, M, K, &one, W, CUDA_R_16BF, K, from, CUDA_R_16BF, K, &zero,
                        D, CUDA_R_16BF, N, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    }

    /* Places where codes are not the nearest ones, by quantise_rows exactly, by norm_quantise beyond a hundredth. */
    int wrong_codes(const Rung &r, bool normed) const
    {
        int bad = 0;
        OK(cudaMemset(q, 0x80, (size_t)M * K));
        if (normed)
            r.norm<<<M, 256>>>(q, sa, X, gain, M, K);
        else
            quantise(r);
        OK(cudaDeviceSynchronize());
        std::vector<bf16> x = fetch(X, (size_t)M * K), w = fetch(gain, (size_t)K);
        std::vector<int8_t> code = fetch(q, (size_t)M * K);
        std::vector<float> s = fetch(sa, (size_t)M);
        for (int m = 0; m < M; m++) {
            const bf16 *row = &x[(size_t)m * K];
            double top = 0, sum = 0;
            for (int k = 0; k < K; k++) {
                top = std::max(top, fabs((double)wide(row[k]) * (normed ? wide(w[k]) : 1)));
                sum += (double)wide(row[k]) * wide(row[k]);
            }
            double want = top / 127 / (normed ? sqrt(sum / K + EPS) : 1);
            bad += !(fabs(s[m] - want) <= 1e-5 * want);
            for (int k = 0; k < K; k++) {
                double v = (double)wide(row[k]) * (normed ? wide(w[k]) : 1) * 127 / top;
                float f = wide(row[k]) * (127 / (float)top);
                bad += normed ? !(fabs(code[(size_t)m * K + k] - v) <= .51) : code[(size_t)m * K + k] != (int)rintf(f);
            }
        }
        return bad;
    }
    /* Sums that are not exact, and results farther off than one rounding to bf16. */
    void wrong_sums(const Rung &r, int blocks, int *sums, int *results) const
    {
        quantise(best);
        OK(cudaMemset(D, 0xff, 2ul * M * N));
        OK(cudaMemset(C, 0xff, 4ul * M * N));
        exact(r);
        product(r, blocks);
        OK(cudaDeviceSynchronize());
        std::vector<int8_t> x = fetch(q, (size_t)M * K), w = fetch(B, (size_t)N * K);
        std::vector<float> u = fetch(sa, (size_t)M), v = fetch(sb, (size_t)N);
        std::vector<int> c = fetch(C, (size_t)M * N);
        std::vector<bf16> y = fetch(D, (size_t)M * N);
        for (int m = 0; m < M; m++)
            for (int n = 0; n < N; n++) {
                int sum = 0;
                for (int k = 0; k < K; k++)
                    sum += x[(size_t)m * K + k] * w[(size_t)n * K + k];
                double want = (double)sum * u[m] * v[n];
                *sums += c[(size_t)m * N + n] != sum;
                *results += !(fabs(wide(y[(size_t)m * N + n]) - want) <= 0x1.01p-8 * fabs(want));
            }
    }
};

/* ---- cublasLt in int8 -------------------------------------------------------------------------------------------- */

/* B [N][K] and A [M][K], int8, to C [M][N] in int32: the best of its algorithms by a trial of each. */
struct Int8Library {
    cublasLtMatmulDesc_t op;
    cublasLtMatrixLayout_t w, x, c;
    cublasLtMatmulAlgo_t algo;
    bool there = false;

    explicit Int8Library(const Layer &l)
    {
        cublasOperation_t t = CUBLAS_OP_T;
        cublasLtMatmulPreference_t pref;
        cublasLtMatmulHeuristicResult_t found[16];
        size_t size = ROOM;
        int n = 0;
        float least = 1e30f;
        OK(cublasLtMatmulDescCreate(&op, CUBLAS_COMPUTE_32I, CUDA_R_32I));
        OK(cublasLtMatmulDescSetAttribute(op, CUBLASLT_MATMUL_DESC_TRANSA, &t, sizeof t));
        OK(cublasLtMatrixLayoutCreate(&w, CUDA_R_8I, l.K, l.N, l.K));
        OK(cublasLtMatrixLayoutCreate(&x, CUDA_R_8I, l.K, l.M, l.K));
        OK(cublasLtMatrixLayoutCreate(&c, CUDA_R_32I, l.N, l.M, l.N));
        OK(cublasLtMatmulPreferenceCreate(&pref));
        OK(cublasLtMatmulPreferenceSetAttribute(pref, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &size, sizeof size));
        if (cublasLtMatmulAlgoGetHeuristic(lt, op, w, x, c, c, pref, 16, found, &n) || !n) {
            printf("  cublasLt has no int8 product of this shape\n");
            return;
        }
        there = true;
        for (int i = 0; i < n; i++) {
            algo = found[i].algo;
            run(l);
            OK(cudaDeviceSynchronize());
            cudaEvent_t from, to;
            float ms;
            OK(cudaEventCreate(&from));
            OK(cudaEventCreate(&to));
            OK(cudaEventRecord(from));
            for (int k = 0; k < 5; k++)
                run(l);
            OK(cudaEventRecord(to));
            OK(cudaEventSynchronize(to));
            OK(cudaEventElapsedTime(&ms, from, to));
            if (ms < least)
                least = ms, chosen = i;
        }
        algo = found[chosen].algo;
        OK(cublasLtMatmulPreferenceDestroy(pref));
    }
    int chosen = 0;
    void run(const Layer &l) const
    {
        int one = 1, zero = 0;
        OK(cublasLtMatmul(lt, op, &one, l.B, w, l.q, x, &zero, l.C, c, l.C, c, &algo, room, ROOM, 0));
    }
};

/* ---- times ------------------------------------------------------------------------------------------------------ */

/* The memset also keeps the GPU busy while the launch is queued: the events enclose the kernels alone. */
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

/* Medians of both, in µs, and of the pairs' ratios theirs / mine. */
template <class F, class G> static void pairs(const char *what, int n, F mine, G theirs)
{
    std::vector<float> a, b, ratio;
    for (int k = -3; k < n; k++) {
        float x = once(mine), y = once(theirs);
        if (k >= 0)
            a.push_back(x), b.push_back(y), ratio.push_back(y / x);
    }
    std::vector<float> sorted = ratio;
    std::sort(sorted.begin(), sorted.end());
    printf("  %-34s %9.2f µs  against %9.2f µs   times as fast %6.3f  (quarters %.3f to %.3f)\n", what, 1e3 * median(a),
           1e3 * median(b), median(ratio), sorted[n / 4], sorted[3 * n / 4]);
    fflush(stdout);
}

static void time_layer(int M, int N, int K, int n)
{
    Layer l(M, N, K);
    Int8Library other(l);
    double op = 2.0 * M * N * K;
    printf("\n%d x %d x %d, %.1f GOP, medians of %d pairs\n", M, N, K, op * 1e-9, n);
    auto bf = [&] { l.yardstick(l.X); };
    pairs("layer: int8 of bf16", n, [&] { l.quantise(best), l.product(best); }, bf);
    pairs("normed: int8 of bf16", n, [&] { best.norm<<<M, 256>>>(l.q, l.sa, l.X, l.gain, M, K), l.product(best); },
          [&] { norm_bf16<<<M, 1024>>>(l.Y, l.X, l.gain, K), l.yardstick(l.Y); });
    pairs("product: int8 of bf16", n, [&] { l.product(best); }, bf);
    if (other.there)
        pairs("product: int8 of cublasLt's int8", n, [&] { l.product(best); }, [&] { other.run(l); });
    pairs("product: naive of bf16", n, [&] { l.product(rungs[0]); }, bf);
    pairs("sums: gemm_s32 of bf16", n, [&] { l.exact(best); }, bf);
    pairs("rows: quantise_rows of naive", n, [&] { l.quantise(best); }, [&] { l.quantise(rungs[0]); });
    pairs("rows: quantise_rows of a copy", n, [&] { l.quantise(best); },
          [&] { OK(cudaMemcpyAsync(l.Y, l.X, 3ul * M * K / 2, cudaMemcpyDeviceToDevice)); });
    pairs("rows: norm_quantise of naive", n, [&] { best.norm<<<M, 256>>>(l.q, l.sa, l.X, l.gain, M, K); },
          [&] { rungs[0].norm<<<M, 256>>>(l.q, l.sa, l.X, l.gain, M, K); });
}

/* ---- four bits -------------------------------------------------------------------------------------------------- */

struct Four {
    int M, N, K, groups;
    uint32_t *w;
    bf16 *scale;
    uint8_t *zero;
    bf16 *x, *y, *W, *copy;

    Four(int M, int N, int K) : M(M), N(N), K(K), groups((K + GROUP - 1) / GROUP)
    {
        size_t n = (size_t)N * K / 8, g = (size_t)groups * N;
        OK(cudaMalloc(&w, 4 * n));
        OK(cudaMalloc(&copy, 4 * n));
        OK(cudaMalloc(&scale, 2 * g));
        OK(cudaMalloc(&zero, g));
        OK(cudaMalloc(&x, 2ul * M * K));
        OK(cudaMalloc(&y, 2ul * M * N));
        OK(cudaMalloc(&W, 2ul * N * K));
        fill_words<<<1024, 256>>>(w, n, 5);
        fill_groups<<<1024, 256>>>(scale, zero, g);
        fill_bf16<<<8, 256>>>(x, (size_t)M * K, 6);
        fill_bf16<<<1024, 256>>>(W, (size_t)N * K, 7);
        OK(cudaDeviceSynchronize());
    }
    ~Four()
    {
        for (void *p : { (void *)w, (void *)copy, (void *)scale, (void *)zero, (void *)x, (void *)y, (void *)W })
            cudaFree(p);
    }
    double bytes() const
    {
        return .5 * N * K + 3.0 * groups * N + 2.0 * M * (N + K);
    }
    void run(const Rung &r) const
    {
        r.gemv<<<(N + 31) / 32, 256>>>(y, w, scale, zero, x, M, N, K);
    }
    void yardstick() const
    {
        float one = 1, none = 0;
        OK(cublasGemmEx(blas, CUBLAS_OP_T, CUBLAS_OP_N, N, M, K, &one, W, CUDA_R_16BF, K, x, CUDA_R_16BF, K, &none, y,
                        CUDA_R_16BF, N, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    }
    double worst(const Rung &r) const /* the largest error, as a share of what is allowed */
    {
        OK(cudaMemset(y, 0xff, 2ul * M * N));
        run(r);
        OK(cudaDeviceSynchronize());
        std::vector<uint32_t> word = fetch(w, (size_t)N * K / 8);
        std::vector<bf16> d = fetch(scale, (size_t)groups * N);
        std::vector<uint8_t> z = fetch(zero, (size_t)groups * N);
        std::vector<bf16> in = fetch(x, (size_t)M * K), out = fetch(y, (size_t)M * N);
        double e = 0;
        for (int m = 0; m < M; m++)
            for (int n = 0; n < N; n++) {
                double want = 0, size = 0;
                for (int k = 0; k < K; k++) {
                    size_t g = (size_t)(k / GROUP) * N + n;
                    int code = word[(size_t)n * (K / 8) + k / 8] >> 4 * (k % 8 / 2 + 4 * (k % 2)) & 15;
                    double v = (double)__bfloat162float(d[g]) * (code - z[g]) * wide(in[(size_t)m * K + k]);
                    want += v, size += fabs(v);
                }
                double allowed = 0x1p-8 * fabs(want) + 0x1p-21 * sqrt(K) * size;
                double off = fabs(wide(out[(size_t)m * N + n]) - want) / allowed;
                e = off <= e ? e : std::isnan(off) ? 1e30 : off;
            }
        return e;
    }
};

static void time_four(int M, int N, int K, int n)
{
    Four f(M, N, K);
    size_t half = (size_t)N * K / 4;
    std::vector<float> mine, copied;
    for (int k = -3; k < n; k++) {
        float a = once([&] { f.run(best); });
        float b = once([&] { OK(cudaMemcpyAsync(f.copy, f.w, 2 * half, cudaMemcpyDeviceToDevice)); });
        if (k >= 0)
            mine.push_back(a), copied.push_back(b);
    }
    double rate = f.bytes() / median(mine) * 1e-6, copy = 4.0 * half / median(copied) * 1e-6;
    printf("\nfour bits, %d x %d x %d, %.1f MB, medians of %d\n", M, N, K, f.bytes() * 1e-6, n);
    printf("  gemv_w4 %.2f µs, %.0f GB/s; a copy %.0f GB/s: %.3f of it\n", 1e3 * median(mine), rate, copy, rate / copy);
    pairs("four bits of bf16", n, [&] { f.run(best); }, [&] { f.yardstick(); });
    pairs("four bits of naive", n, [&] { f.run(best); }, [&] { f.run(rungs[0]); });
}

int main()
{
    cudaDeviceProp prop;
    OK(cudaGetDeviceProperties(&prop, 0));
    sms = prop.multiProcessorCount;
    printf("%s, %d SMs\n", prop.name, sms);
    OK(cublasCreate(&blas));
    OK(cublasLtCreate(&lt));
    OK(cudaMalloc(&junk, JUNK));
    OK(cudaMalloc(&room, ROOM));
    for (const Rung &r : rungs)
        OK(cudaFuncSetAttribute(r.layer, cudaFuncAttributeMaxDynamicSharedMemorySize, GEMM_SMEM));
    int shapes[][4] = { { 1, 8, 16, 3 }, { 72, 136, 208, 3 }, { 130, 264, 272, 1 }, { 257, 520, 1040, 0 },
                        { 300, 1032, 400, 2 }, { 3, 40, 16384, 0 }, { 640, 2048, 512, 7 } };
    for (auto &s : shapes) {
        Layer l(s[0], s[1], s[2]);
        printf("check %d x %d x %d, wrong codes, normed, sums, results:", s[0], s[1], s[2]);
        for (const Rung &r : rungs) {
            int sums = 0, results = 0, codes = l.wrong_codes(r, false), normed = l.wrong_codes(r, true);
            l.wrong_sums(r, s[3], &sums, &results);
            printf("   %s %d %d %d %d", r.name, codes, normed, sums, results);
        }
        printf("\n");
    }
    int four[][3] = { { 1, 16, 32 }, { 1, 40, 160 }, { 3, 200, 4096 }, { 8, 136, 1056 } };
    for (auto &s : four) {
        Four f(s[0], s[1], s[2]);
        printf("check four bits %d x %d x %d, error of what is allowed:", s[0], s[1], s[2]);
        for (const Rung &r : rungs)
            printf(" %s %.2f", r.name, f.worst(r));
        printf("\n");
    }
    for (int m : { 64, 128, 256, 512, 1024, 2048, 4096 })
        time_layer(m, 4096, 4096, m < 2048 ? 41 : 25);
    for (int m : { 256, 1024, 4096 })
        time_layer(m, 8192, 8192, 25);
    for (int m : { 256, 2048 })
        time_layer(m, 14336, 4096, 25);
    time_layer(8192, 8192, 8192, 15);
    for (int m : { 1, 8 }) {
        time_four(m, 4096, 4096, 41);
        time_four(m, 14336, 4096, 41);
        time_four(m, 28672, 8192, 41);
    }
    return 0;
}
