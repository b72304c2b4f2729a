/*
 * hopper_bench.cu: opt_hopper.cu beside cuBLAS in one run. First against float64 on ragged groups; then 64 experts of
 * 1,024 x 2,048 x 1,408, evenly and unevenly filled: medians of launches between events, each on an L2 that a memset
 * has emptied, in turn with cublasGemmStridedBatchedEx, where all groups are alike, and cublasGemmGroupedBatchedEx. The
 * ratio is the median of the pairs' ratios. TFLOP/s count the products of tokens that are there.
 *
 *   nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -I runner/include -I labs/w16-tma-wgmma-gemm \
 *        -o /tmp/w23b kernels/w23b-grouped-gemm/hopper_bench.cu -lcublas && /tmp/w23b
 *
 * With -shared -Xcompiler -fPIC it is what hopper_bench.py holds against PyTorch's grouped product.
 */
#include "../bench.cuh"
#include "opt_hopper.cu"

#include <cublas_v2.h>

#include <cmath>
#include <numeric>
#include <random>

typedef __nv_bfloat16 bf;
typedef std::vector<int> counts;

typedef CUresult encode_fn(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *,
                           const cuuint64_t *, const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave,
                           CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

/* Matrices [deep][rows][cols], boxes of `box` rows and 64 columns, the swizzle of 128 bytes. */
static tmap map_of(const void *p, int deep, int rows, int cols, int box)
{
    static encode_fn *encode;
    cudaDriverEntryPointQueryResult found;
    if (!encode)
        OK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&encode, 12000, cudaEnableDefault,
                                            &found));
    tmap m;
    cuuint64_t dims[3] = { (cuuint64_t)cols, (cuuint64_t)rows, (cuuint64_t)deep };
    cuuint64_t stride[2] = { 2ull * cols, 2ull * cols * rows };
    cuuint32_t size[3] = { 64, (cuuint32_t)box, 1 }, step[3] = { 1, 1, 1 };
    OK(encode(&m, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, deep ? 3 : 2, (void *)p, dims, stride, size, step,
              CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
              CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    return m;
}

static int sms()
{
    static int n;
    if (!n) {
        OK(cudaDeviceGetAttribute(&n, cudaDevAttrMultiProcessorCount, 0));
        OK(cudaFuncSetAttribute(hopper::grouped_hop, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                hopper::GROUPED_SMEM));
    }
    return n;
}

/* The launch; T is the number of tokens, off[E]. */
static void grouped(const bf *X, const bf *W, bf *Y, const int *off, int E, int T, int N, int K)
{
    static int *queue;
    if (!queue) {
        OK(cudaMalloc(&queue, 2 * sizeof(int)));
        OK(cudaMemset(queue, 0, 2 * sizeof(int)));
    }
    tmap x = map_of(X, 0, T, K, 128), w = map_of(W, E, N, K, 128), y = map_of(Y, 0, T, N, 64);
    hopper::grouped_hop<<<sms(), 384, hopper::GROUPED_SMEM>>>(y, x, w, Y, off, queue, E, N, K);
}

extern "C" int w23b_launch(const bf *X, const bf *W, bf *Y, const int *off, int E, int T, int N, int K)
{
    grouped(X, W, Y, off, E, T, N, K);
    return cudaGetLastError();
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

/* The largest error of every `step`-th token, as a share (in 2^-20) of what bfloat16 and float sums allow. */
__global__ void judge(const bf *X, const bf *W, const bf *Y, const int *off, int E, int N, int K, int step,
                      unsigned *worst)
{
    int token = blockIdx.x * step, e = 0;
    while (token >= off[e + 1])
        e++;
    for (int f = threadIdx.x; f < N; f += blockDim.x) {
        const bf *x = X + (size_t)token * K, *w = W + ((size_t)e * N + f) * K;
        double want = 0, mag = 0;
        for (int k = 0; k < K; k++) {
            double p = (double)__bfloat162float(x[k]) * __bfloat162float(w[k]);
            want += p;
            mag += fabs(p);
        }
        double got = __bfloat162float(Y[(size_t)token * N + f]);
        double share = fabs(got - want) / (0x1p-8 * fabs(want) + 8 * 0x1p-24 * sqrt((double)K) * mag);
        atomicMax(worst, share < 4000 ? (unsigned)(share * 0x1p20) : 0xffffffffu);
    }
}

static cublasHandle_t blas;

struct Problem {
    int E, T, N, K;
    counts n, from;
    bf *X, *W, *Y;
    int *off;
    void **pointers; /* of W, X and Y, of the groups that are not empty */

    Problem(const counts &n, int N, int K) : E(n.size()), T(0), N(N), K(K), n(n), from(1, 0)
    {
        for (int c : n)
            from.push_back(T += c);
        OK(cudaMalloc(&X, 2ul * T * K));
        OK(cudaMalloc(&W, 2ul * E * N * K));
        OK(cudaMalloc(&Y, 2ul * T * N + 1024));
        OK(cudaMalloc(&off, sizeof(int) * (E + 1)));
        OK(cudaMalloc(&pointers, 3 * sizeof(void *) * E));
        OK(cudaMemcpy(off, from.data(), sizeof(int) * (E + 1), cudaMemcpyHostToDevice));
        fill<<<1024, 256>>>(X, (size_t)T * K, 1);
        fill<<<1024, 256>>>(W, (size_t)E * N * K, 2);
        point();
        OK(cudaDeviceSynchronize());
    }
    ~Problem()
    {
        for (void *p : { (void *)X, (void *)W, (void *)Y, (void *)off, (void *)pointers })
            cudaFree(p);
    }
    void point()
    {
        std::vector<void *> all[3];
        for (int e = 0; e < E; e++)
            if (n[e]) {
                all[0].push_back(W + (size_t)e * N * K);
                all[1].push_back(X + (size_t)from[e] * K);
                all[2].push_back(Y + (size_t)from[e] * N);
            }
        for (int i = 0; i < 3; i++)
            OK(cudaMemcpy(pointers + i * E, all[i].data(), sizeof(void *) * all[i].size(), cudaMemcpyHostToDevice));
    }
    bool even() const
    {
        return std::count(n.begin(), n.end(), n[0]) == E;
    }
    void ours() const
    {
        grouped(X, W, Y, off, E, T, N, K);
    }
    /* Row-major Y = X W^T is column-major Y' = W'^T X'. */
    void batched() const
    {
        float one = 1, zero = 0;
        OK(cublasGemmStridedBatchedEx(blas, CUBLAS_OP_T, CUBLAS_OP_N, N, n[0], K, &one, W, CUDA_R_16BF, K,
                                      (long long)N * K, X, CUDA_R_16BF, K, (long long)n[0] * K, &zero, Y, CUDA_R_16BF,
                                      N, (long long)n[0] * N, E, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    }
    int by_cublas() const /* 0, or what cuBLAS's grouped product says */
    {
        counts rows;
        for (int c : n)
            if (c)
                rows.push_back(c);
        int groups = rows.size();
        std::vector<cublasOperation_t> ta(groups, CUBLAS_OP_T), tb(groups, CUBLAS_OP_N);
        std::vector<float> one(groups, 1), zero(groups, 0);
        counts width(groups, N), depth(groups, K), each(groups, 1);
        return cublasGemmGroupedBatchedEx(blas, ta.data(), tb.data(), width.data(), rows.data(), depth.data(),
                                          one.data(), pointers, CUDA_R_16BF, depth.data(), pointers + E, CUDA_R_16BF,
                                          depth.data(), zero.data(), pointers + 2 * E, CUDA_R_16BF, width.data(),
                                          groups, each.data(), CUBLAS_COMPUTE_32F);
    }
    double worst(int step) const
    {
        unsigned *device, share;
        OK(cudaMalloc(&device, sizeof share));
        OK(cudaMemset(device, 0, sizeof share));
        judge<<<(T + step - 1) / step, 256>>>(X, W, Y, off, E, N, K, step, device);
        OK(cudaMemcpy(&share, device, sizeof share, cudaMemcpyDeviceToHost));
        cudaFree(device);
        return share * 0x1p-20;
    }
};

/* Bytes behind Y's last row, which nobody may touch. */
static bool fence_holds(const Problem &p)
{
    std::vector<unsigned char> behind(1024);
    OK(cudaMemcpy(behind.data(), (char *)p.Y + 2ul * p.T * p.N, 1024, cudaMemcpyDeviceToHost));
    return std::count(behind.begin(), behind.end(), 0xff) == 1024;
}

static bool check(const counts &n, int N, int K)
{
    Problem p(n, N, K);
    bool right = true;
    for (int again = 0; again < 2; again++) {
        OK(cudaMemset(p.Y, 0xff, 2ul * p.T * N + 1024));
        p.ours();
        OK(cudaDeviceSynchronize());
        double e = p.worst(1);
        right = right && e <= 1 && fence_holds(p);
        printf("check %d experts, %d tokens, N %d, K %d: error of what is allowed %.2f%s\n", p.E, p.T, N, K, e,
               fence_holds(p) ? "" : ", wrote behind Y");
    }
    return right;
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

template <class F> static void pairs_with(const char *name, const Problem &p, double flop, F other, int pairs)
{
    std::vector<float> mine, theirs, ratio;
    for (int k = -3; k < pairs; k++) {
        float x = once([&] { p.ours(); }), y = once(other);
        if (k >= 0)
            mine.push_back(x), theirs.push_back(y), ratio.push_back(y / x);
    }
    printf("    ours %7.3f ms %6.1f TFLOP/s   %-8s %7.3f ms %6.1f TFLOP/s   ratio %.3f\n", median(mine),
           flop / median(mine), name, median(theirs), flop / median(theirs), median(ratio));
}

static bool time_all(const char *name, const counts &n, int N, int K, int pairs)
{
    Problem p(n, N, K);
    double flop = 2.0 * p.T * N * K * 1e-9;
    OK(cudaMemset(p.Y, 0xff, 2ul * p.T * N));
    p.ours();
    double e = p.worst(37);
    printf("%s: %d experts, %d tokens, most %d, least %d; error of what is allowed %.2f\n", name, p.E, p.T,
           *std::max_element(n.begin(), n.end()), *std::min_element(n.begin(), n.end()), e);
    if (p.even())
        pairs_with("batched", p, flop, [&] { p.batched(); }, pairs);
    OK(cudaMemset(p.Y, 0xff, 2ul * p.T * N));
    int bad = p.by_cublas();
    if (bad)
        printf("    cublasGemmGroupedBatchedEx: error %d\n", bad);
    else {
        printf("    (cuBLAS's grouped: error %.2f)\n", p.worst(37));
        pairs_with("grouped", p, flop, [&] { p.by_cublas(); }, pairs);
    }
    fflush(stdout);
    return e <= 1;
}

/* So many tokens over so many experts, the share of the i-th as 1 / i^power, in a mixed order. */
static counts zipf(int experts, int tokens, double power)
{
    std::vector<double> share(experts);
    for (int i = 0; i < experts; i++)
        share[i] = pow(i + 1, -power);
    double all = std::accumulate(share.begin(), share.end(), 0.0);
    counts n;
    for (double s : share)
        n.push_back((int)(tokens * s / all));
    n[0] += tokens - std::accumulate(n.begin(), n.end(), 0);
    std::shuffle(n.begin(), n.end(), std::mt19937(7));
    return n;
}

int main()
{
    cudaDeviceProp prop;
    OK(cudaGetDeviceProperties(&prop, 0));
    OK(cublasCreate(&blas));
    int version;
    OK(cublasGetVersion(blas, &version));
    printf("%s, %d SMs, cuBLAS %d\n", prop.name, sms(), version);
    OK(cudaMalloc(&junk, JUNK));
    bool right = check({ 0, 1, 130, 300, 64, 0, 63, 65, 128, 129, 256, 257, 0 }, 136, 200);
    right = check({ 1 }, 8, 8) && right;
    right = check({ 0, 0, 700, 0 }, 392, 712) && right;
    right = check(zipf(300, 9000, 1), 264, 64) && right;

    counts holes(64, 1170);
    for (int e = 0; e < 64; e += 8)
        holes[e] = e % 16 ? 1 : 0;
    counts one(64, 0);
    one[17] = 65536;
    right = time_all("even", counts(64, 1024), 1408, 2048, 31) && right;
    right = time_all("Zipf 0.5", zipf(64, 65536, .5), 1408, 2048, 31) && right;
    right = time_all("Zipf 1", zipf(64, 65536, 1), 1408, 2048, 31) && right;
    right = time_all("holes", holes, 1408, 2048, 31) && right;
    right = time_all("all on one", one, 1408, 2048, 31) && right;
    right = time_all("few tokens", counts(64, 16), 1408, 2048, 31) && right;
    printf(right ? "all right\n" : "WRONG\n");
    return !right;
}
