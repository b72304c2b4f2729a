/*
 * bench.cu: the ladder on a GPU beside cuBLASLt in the same run. First gemm_fp8 of every rung against float64 on ragged
 * shapes; then each at side 4096 and 8192: medians of launches between events, each on an L2 that a memset has emptied,
 * in turn with cuBLASLt's product of the same codes with the same scales (VEC128_32F of A, BLK128x128_32F of B, D in
 * bfloat16; of its eight best proposals the one that was fastest). The ratio is the median of the pairs' ratios. Then the
 * error of sums that stay in the tensor cores, and the quantisers beside copies of as many bytes.
 *
 * With -DTRIALS other stages, groups and tiles are timed, too.
 *
 *   nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -I runner/include -I labs/w31b-fp8-gemm \
 *        -I kernels/w31b-fp8-gemm -o /tmp/w31b kernels/w31b-fp8-gemm/bench.cu -lcublasLt && /tmp/w31b
 */
#include "../bench.cuh"
#include "lab.h"

#include <cublasLt.h>

#include <cmath>

#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_(a, b)
#define quant_rows JOIN(RUNG, rows)
#define quant_tiles JOIN(RUNG, tiles)
#define gemm_mma JOIN(RUNG, mma)
#define gemm_single JOIN(RUNG, single)
#define gemm_fp8 JOIN(RUNG, fp8)

#define RUNG naive
namespace naive {
#include "naive.cu"
}
#undef RUNG
#undef STAGES
#undef CLUSTER
#undef HALVES
#undef OUTS
#undef GROUP
#undef TURNS
#define RUNG ref
namespace ref {
#include "ref.cu"
}
#undef RUNG
#undef STAGES
#undef CLUSTER
#undef HALVES
#undef OUTS
#undef GROUP
#undef TURNS
#define RUNG opt
namespace opt {
#include "opt.cu"
}
#undef RUNG
#undef STAGES
#undef CLUSTER
#undef HALVES
#undef OUTS
#undef GROUP
#undef TURNS
#ifdef TRIALS
#include "trials.cuh"
#endif

typedef __nv_bfloat16 bf;
typedef void fp8_fn(const tmap, const tmap, const tmap, const tmap, const float *, int, int, int);

struct Rung {
    const char *name;
    fp8_fn *fp8;
    int high; /* rows of a tile */
};
static const Rung rungs[] = {
    { "naive", naive::naive_fp8, 256 },
    { "ref", ref::ref_fp8, 256 },
    { "opt", opt::opt_fp8, 256 },
#ifdef TRIALS
    TRIAL_RUNGS
#endif
};
enum { RUNGS = sizeof rungs / sizeof rungs[0] };

typedef CUresult encode_fn(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *,
                           const cuuint64_t *, const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave,
                           CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

/* As the runner encodes it: rows of `pitch` elements in memory, boxes of high x wide. */
static tmap map_of(void *p, CUtensorMapDataType type, int size, int rows, int cols, int pitch, int high, int wide)
{
    static encode_fn *encode;
    cudaDriverEntryPointQueryResult found;
    if (!encode)
        OK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&encode, 12000, cudaEnableDefault,
                                            &found));
    tmap m;
    cuuint64_t dims[2] = { (cuuint64_t)cols, (cuuint64_t)rows }, stride[1] = { (cuuint64_t)size * pitch };
    cuuint32_t box[2] = { (cuuint32_t)wide, (cuuint32_t)high }, step[2] = { 1, 1 };
    OK(encode(&m, type, 2, p, dims, stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
              wide * size == 128 ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_NONE,
              CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    return m;
}

static tmap codes_map(uint8_t *p, int rows, int K, int high)
{
    return map_of(p, CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, rows, K, K, high, 128);
}

/* Normal numbers: what a GPU's power, and so its clock, depends on. */
__global__ void fill(bf *h, size_t n, unsigned seed, float shift)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned long long z = (i + 1) * 0x9e3779b97f4a7c15ull + seed * 0xd1b54a32d192ed03ull;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        float u = ((unsigned)(z >> 32) + .5f) / 4294967296.f, v = (unsigned)z / 4294967296.f;
        h[i] = __float2bfloat16(shift + sqrtf(-2 * logf(u)) * cospif(2 * v));
    }
}

static double of_e4m3(uint8_t h)
{
    static double value[256];
    if (!value[0x08])
        for (int i = 0; i < 256; i++) {
            int e = i >> 3 & 15, m = i & 7;
            double x = e ? ldexp(8 + m, e - 10) : ldexp(m, -9);
            value[i] = i >> 7 ? -x : x;
        }
    return value[h];
}

template <class T> static std::vector<T> host(const T *p, size_t n)
{
    std::vector<T> v(n);
    OK(cudaDeviceSynchronize());
    OK(cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
    return v;
}

static int sms;

struct Problem {
    int M, N, K, M4;
    bf *X, *W, *D;
    uint8_t *A, *B;
    float *sA, *sB;
    std::vector<double> want, mag;
    Problem(int M, int N, int K, float shift = 0) : M(M), N(N), K(K), M4((M + 3) / 4 * 4)
    {
        OK(cudaMalloc(&X, 2ul * M * K));
        OK(cudaMalloc(&W, 2ul * N * K));
        OK(cudaMalloc(&D, 2ul * M * N));
        OK(cudaMalloc(&A, 1ul * M * K));
        OK(cudaMalloc(&B, 1ul * N * K));
        OK(cudaMalloc(&sA, 4ul * M4 * (K / 128)));
        OK(cudaMalloc(&sB, 4ul * ((N + 127) / 128) * (K / 128)));
        fill<<<1024, 256>>>(X, (size_t)M * K, 1, shift);
        fill<<<1024, 256>>>(W, (size_t)N * K, 2, shift);
        rows();
        tiles();
        OK(cudaDeviceSynchronize());
    }
    ~Problem()
    {
        for (void *p : { (void *)X, (void *)W, (void *)D, (void *)A, (void *)B, (void *)sA, (void *)sB })
            cudaFree(p);
    }
    void rows() const
    {
        ref::ref_rows<<<dim3(K / 128, (M + 63) / 64), 256>>>(A, sA, X, M, K);
    }
    void tiles() const
    {
        ref::ref_tiles<<<dim3(K / 128, (N + 127) / 128), 256>>>(B, sB, W, N, K);
    }
    /* As few blocks as finish in the same number of waves, in pairs. */
    int blocks(int high) const
    {
        int units = (M + high - 1) / high * ((N + 255) / 256), room = sms / 2, waves = (units + room - 1) / room;
        return (units + waves - 1) / waves * 2;
    }
    void fp8(const Rung &r) const
    {
        tmap d = map_of(D, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, M, N, N, 64, 64);
        tmap s = map_of(sA, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, K / 128, M, M4, 1, 128);
        r.fp8<<<blocks(r.high), 384, FP8_SMEM>>>(d, codes_map(A, M, K, 128), s, codes_map(B, N, K, 128), sB, M, N, K);
    }
    void single() const
    {
        ref::ref_single<<<dim3((N + 127) / 128, (M + 63) / 64), 128>>>(D, codes_map(A, M, K, 64), sA,
                                                                       codes_map(B, N, K, 128), sB, M, N, K);
    }
    void mma() const
    {
        ref::ref_mma<<<dim3((N + 63) / 64, (M + 63) / 64), 128>>>(D, A, sA, B, sB, M, N, K);
    }
    /* What D should be, and the sums of magnitudes. */
    void expect()
    {
        std::vector<uint8_t> a = host(A, (size_t)M * K), b = host(B, (size_t)N * K);
        std::vector<float> sa = host(sA, (size_t)M4 * (K / 128)), sb = host(sB, (size_t)(N + 127) / 128 * (K / 128));
        want.assign((size_t)M * N, 0);
        mag.assign((size_t)M * N, 0);
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++)
                for (int k = 0; k < K; k++) {
                    double scale = (double)sa[(size_t)(k / 128) * M4 + i] * sb[j / 128 * (K / 128) + k / 128];
                    double t = of_e4m3(a[(size_t)i * K + k]) * of_e4m3(b[(size_t)j * K + k]) * scale;
                    want[(size_t)i * N + j] += t, mag[(size_t)i * N + j] += fabs(t);
                }
    }
    double worst() const /* the largest error, as a share of 2^-8 of the element and 2^-9 of the sum of magnitudes */
    {
        std::vector<bf> d = host(D, (size_t)M * N);
        double e = 0;
        for (size_t i = 0; i < d.size(); i++) {
            double x = fabs(__bfloat162float(d[i]) - want[i]) / (0x1p-8 * fabs(want[i]) + 0x1p-9 * mag[i]);
            e = x <= e ? e : std::isnan(x) ? 1e30 : x;
        }
        return e;
    }
};

/* ---- cuBLASLt ---------------------------------------------------------------------------------------------------- */

static cublasLtHandle_t blas;
static void *junk, *space;
enum { JUNK = 160 << 20, SPACE = 64 << 20 }; /* bytes: three times the L2 of an H200; cuBLASLt's workspace */

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

/* Row-major D = A B^T is column-major D' = B'^T A': our B is cuBLASLt's A. */
struct Library {
    cublasLtMatmulDesc_t op;
    cublasLtMatrixLayout_t left, right, out;
    cublasLtMatmulAlgo_t algo;
    const Problem &p;
    explicit Library(const Problem &p) : p(p)
    {
        cublasOperation_t yes = CUBLAS_OP_T, no = CUBLAS_OP_N;
        int32_t tile = CUBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F, row = CUBLASLT_MATMUL_MATRIX_SCALE_VEC128_32F;
        OK(cublasLtMatmulDescCreate(&op, CUBLAS_COMPUTE_32F, CUDA_R_32F));
        set(CUBLASLT_MATMUL_DESC_TRANSA, yes);
        set(CUBLASLT_MATMUL_DESC_TRANSB, no);
        set(CUBLASLT_MATMUL_DESC_A_SCALE_MODE, tile);
        set(CUBLASLT_MATMUL_DESC_B_SCALE_MODE, row);
        set(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, p.sB);
        set(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, p.sA);
        OK(cublasLtMatrixLayoutCreate(&left, CUDA_R_8F_E4M3, p.K, p.N, p.K));
        OK(cublasLtMatrixLayoutCreate(&right, CUDA_R_8F_E4M3, p.K, p.M, p.K));
        OK(cublasLtMatrixLayoutCreate(&out, CUDA_R_16BF, p.N, p.M, p.N));
        choose();
    }
    ~Library()
    {
        cublasLtMatrixLayoutDestroy(left);
        cublasLtMatrixLayoutDestroy(right);
        cublasLtMatrixLayoutDestroy(out);
        cublasLtMatmulDescDestroy(op);
    }
    template <class T> void set(cublasLtMatmulDescAttributes_t what, const T &value)
    {
        OK(cublasLtMatmulDescSetAttribute(op, what, &value, sizeof value));
    }
    void run() const
    {
        float one = 1, zero = 0;
        OK(cublasLtMatmul(blas, op, &one, p.B, left, p.A, right, &zero, p.D, out, p.D, out, &algo, space, SPACE, 0));
    }
    void choose()
    {
        cublasLtMatmulPreference_t want;
        cublasLtMatmulHeuristicResult_t found[8];
        size_t bytes = SPACE;
        int n = 0, best = 0;
        float least = 1e30f;
        OK(cublasLtMatmulPreferenceCreate(&want));
        OK(cublasLtMatmulPreferenceSetAttribute(want, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes, sizeof bytes));
        OK(cublasLtMatmulAlgoGetHeuristic(blas, op, left, right, out, out, want, 8, found, &n));
        OK(cublasLtMatmulPreferenceDestroy(want));
        for (int i = 0; i < n; i++) {
            std::vector<float> t;
            algo = found[i].algo;
            for (int k = 0; k < 7; k++)
                t.push_back(once([&] { run(); }));
            if (median(t) < least)
                least = median(t), best = i;
        }
        if (!n)
            printf("cuBLASLt has no such product\n"), exit(1);
        algo = found[best].algo;
        printf("cuBLASLt: %d proposals, number %d is the fastest\n", n, best);
    }
};

static void time_all(int n, int pairs)
{
    Problem p(n, n, n);
    printf("\nside %d, medians of %d pairs, %d blocks of gemm_fp8\n", n, pairs, p.blocks(256));
    Library lib(p);
    OK(cudaMemset(p.D, 0xff, 2ul * n * n));
    lib.run();
    std::vector<bf> theirs_d = host(p.D, (size_t)n * n);
    std::vector<float> mine[RUNGS + 2], theirs[RUNGS + 2], ratio[RUNGS + 2];
    for (int k = -3; k < pairs; k++)
        for (int v = 0; v < RUNGS + 2; v++) {
            if (v == RUNGS + 1 && (k > 4 || n > 4096))
                continue;
            float x = once([&] { v < RUNGS ? p.fp8(rungs[v]) : v == RUNGS ? p.single() : p.mma(); });
            float y = once([&] { lib.run(); });
            if (k >= 0)
                mine[v].push_back(x), theirs[v].push_back(y), ratio[v].push_back(y / x);
        }
    for (int v = 0; v < RUNGS + 2; v++) {
        double flop = 2.0 * n * n * n * 1e-9;
        if (mine[v].size())
            printf("  %-12s %9.3f ms %8.1f TFLOP/s   cuBLASLt %8.1f TFLOP/s   ratio %.3f\n",
                   v < RUNGS ? rungs[v].name : v == RUNGS ? "gemm_single" : "gemm_mma", median(mine[v]),
                   flop / median(mine[v]), flop / median(theirs[v]), median(ratio[v]));
    }
    p.fp8(rungs[1]);
    std::vector<bf> d = host(p.D, (size_t)n * n);
    double error = 0, size = 0;
    for (size_t i = 0; i < d.size(); i++) {
        double x = __bfloat162float(d[i]), y = __bfloat162float(theirs_d[i]);
        error += (x - y) * (x - y), size += y * y;
    }
    fflush(stdout);
    printf("  ref and cuBLASLt differ by %.2g of D, root of squares\n", sqrt(error / size));
    fflush(stdout);
}

/* ---- sums that stay in the tensor cores --------------------------------------------------------------------------- */

/* 64 x 128 sums of codes alone: with KEEP all of K in the accumulator, else each 128 of K added in float. */
template <int KEEP>
__global__ void __launch_bounds__(128)
    sums(float *C, const __grid_constant__ tmap A, const __grid_constant__ tmap B, int K)
{
    __shared__ __align__(1024) unsigned char a[64 * 128], b[128 * 128];
    __shared__ uint64_t full;
    int t = threadIdx.x, row = t / 32 * 16 + t % 32 / 4;
    float part[64], total[64] = {};
    if (t == 0) {
        mbar_init(&full, 1);
        fence_mbar_init();
    }
    __syncthreads();
    for (int k = 0; k < K / 128; k++) {
        if (t == 0) {
            mbar_arrive_expect(&full, sizeof a + sizeof b);
            tma_load_2d(a, &A, k * 128, 0, &full);
            tma_load_2d(b, &B, k * 128, 0, &full);
        }
        mbar_wait(&full, k % 2);
        wgmma_fence();
#pragma unroll
        for (int i = 0; i < 4; i++)
            wgmma_m64n128k32_e4m3(part, smem_desc(a + 32 * i), smem_desc(b + 32 * i), KEEP ? k | i : i);
        wgmma_commit();
        wgmma_wait<0>();
        landed(part);
#pragma unroll
        for (int i = 0; i < 64; i++)
            total[i] = KEEP ? part[i] : total[i] + part[i];
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 64; i++)
        C[(row + i / 2 % 2 * 8) * 128 + i / 4 * 8 + t % 4 * 2 + i % 2] = total[i];
}

/* Errors over the element and over the root of the squares of its terms: the largest, and the first also as a mean. */
static void precision(int K, float shift)
{
    Problem p(64, 128, K, shift);
    std::vector<uint8_t> a = host(p.A, 64ul * K), b = host(p.B, 128ul * K);
    std::vector<double> want(64 * 128), square(64 * 128);
    for (int i = 0; i < 64 * 128; i++)
        for (int k = 0; k < K; k++) {
            double t = of_e4m3(a[(size_t)(i / 128) * K + k]) * of_e4m3(b[(size_t)(i % 128) * K + k]);
            want[i] += t, square[i] += t * t;
        }
    float *C;
    OK(cudaMalloc(&C, 4 * 64 * 128));
    for (int keep = 1; keep >= 0; keep--) {
        tmap x = codes_map(p.A, 64, K, 64), y = codes_map(p.B, 128, K, 128);
        if (keep)
            sums<1><<<1, 128>>>(C, x, y, K);
        else
            sums<0><<<1, 128>>>(C, x, y, K);
        std::vector<float> c = host(C, 64 * 128);
        double most = 0, mean = 0, rooted = 0;
        for (int i = 0; i < 64 * 128; i++) {
            double error = fabs(c[i] - want[i]);
            most = std::max(most, error / fabs(want[i]));
            mean += error / fabs(want[i]) / (64 * 128);
            rooted = std::max(rooted, error / sqrt(square[i]));
        }
        printf("K %6d, normal numbers %+.0f, %s: relative error %.2e at most, %.2e on average; of the root of squares %.2e\n", K,
               shift, keep ? "all of K kept in the tensor cores " : "every 128 of K added in float     ", most, mean,
               rooted);
    }
    OK(cudaFree(C));
}

/* Bytes a second of the quantisers, and of a copy of as many bytes. */
static void quantisers(int n)
{
    Problem p(n, n, n);
    double bytes = 3.0 * n * n;
    char *from = (char *)junk, *to;
    OK(cudaMalloc(&to, JUNK));
    size_t half = std::min((size_t)(bytes / 2), (size_t)JUNK);
    std::vector<float> t[3], ratio[2];
    for (int k = -2; k < 15; k++) {
        float copy = once([&] { OK(cudaMemcpyAsync(to, from, half, cudaMemcpyDeviceToDevice)); });
        float rows = once([&] { p.rows(); }), tiles = once([&] { p.tiles(); });
        if (k >= 0) {
            t[0].push_back(rows), t[1].push_back(tiles), t[2].push_back(copy);
            ratio[0].push_back(copy / rows), ratio[1].push_back(copy / tiles);
        }
    }
    printf("side %d: quant_rows %.2f TB/s, quant_tiles %.2f, copy %.2f; of the copy %.3f and %.3f\n", n,
           bytes / median(t[0]) * 1e-9, bytes / median(t[1]) * 1e-9, 2.0 * half / median(t[2]) * 1e-9, median(ratio[0]),
           median(ratio[1]));
    OK(cudaFree(to));
}

int main()
{
    cudaDeviceProp prop;
    OK(cudaGetDeviceProperties(&prop, 0));
    sms = prop.multiProcessorCount;
    printf("%s, %d SMs, cuBLASLt %zu\n", prop.name, sms, cublasLtGetVersion());
    OK(cublasLtCreate(&blas));
    OK(cudaMalloc(&junk, JUNK));
    OK(cudaMalloc(&space, SPACE));
    for (const Rung &r : rungs)
        OK(cudaFuncSetAttribute(r.fp8, cudaFuncAttributeMaxDynamicSharedMemorySize, FP8_SMEM));
    int shapes[][3] = { { 1, 8, 128 }, { 72, 136, 384 }, { 256, 128, 128 }, { 300, 136, 1152 }, { 520, 392, 256 } };
    for (auto &s : shapes) {
        Problem p(s[0], s[1], s[2]);
        p.expect();
        printf("check %dx%dx%d, error of what is allowed:", s[0], s[1], s[2]);
        for (int v = 0; v < RUNGS + 2; v++) {
            OK(cudaMemset(p.D, 0xff, 2ul * p.M * p.N));
            v < RUNGS ? p.fp8(rungs[v]) : v == RUNGS ? p.single() : p.mma();
            OK(cudaGetLastError());
            printf(" %.2f", p.worst());
        }
        printf("\n");
        fflush(stdout);
    }
    time_all(4096, 41);
    time_all(8192, 21);
    for (int K : { 128, 1024, 4096, 16384 })
        for (float shift : { 0.f, 2.f })
            precision(K, shift);
    quantisers(8192);
    return 0;
}
