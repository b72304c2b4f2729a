/*
 * linear_ce_bench.cu: linear_ce.cu beside cuBLAS in one run. First losses against float64 on ragged shapes; then 4,096
 * tokens x 4,096 x 128,256: medians of launches between events, each on an L2 that a memset has emptied, in turn with
 * cuBLAS's product, which stores bfloat16 logits, alone and with a loss kernel behind it that reads them once. The
 * ratio is the median of the pairs' ratios.
 *
 *   nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -I runner/include -I labs/w16-tma-wgmma-gemm \
 *        -o /tmp/w28 kernels/w28-dpo-grpo/linear_ce_bench.cu -lcublas && /tmp/w28
 *
 * -DCLUSTER=2 takes blocks in pairs, as w16's opt.cu does. With -shared -Xcompiler -fPIC it is what linear_ce_bench.py
 * holds against PyTorch.
 */
#include "../bench.cuh"
#include "linear_ce.cu"

#include <cublas_v2.h>

#include <cmath>

typedef __nv_bfloat16 bf;

typedef CUresult encode_fn(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *,
                           const cuuint64_t *, const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave,
                           CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

/* Boxes of 128 rows and 64 columns, the swizzle of 128 bytes. */
static tmap map_of(const void *p, int rows, int cols)
{
    static encode_fn *encode;
    cudaDriverEntryPointQueryResult found;
    if (!encode)
        OK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&encode, 12000, cudaEnableDefault,
                                            &found));
    tmap m;
    cuuint64_t dims[2] = { (cuuint64_t)cols, (cuuint64_t)rows }, stride[1] = { 2ull * cols };
    cuuint32_t size[2] = { 64, 128 }, step[2] = { 1, 1 };
    OK(encode(&m, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, (void *)p, dims, stride, size, step,
              CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
              CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    return m;
}

/* As few blocks as finish in the same number of waves, in pairs. */
static int blocks_of(int T, int V)
{
    static int sms;
    if (!sms) {
        OK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
        OK(cudaFuncSetAttribute(hopper::linear_ce_tiles, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                hopper::CE_SMEM));
    }
    int units = (T + 127) / 128 * ((V + 255) / 256), waves = (units + sms - 1) / sms;
    return std::min(sms, ((units + waves - 1) / waves + 1) / 2 * 2);
}

static size_t pairs_of(int T, int V)
{
    return (size_t)T * ((V + 255) / 256);
}

static void fused(const bf *hidden, const bf *weight, const int *target, float2 *part, float *picked, float *loss,
                  float *lse, int T, int V, int K)
{
    tmap h = map_of(hidden, T, K), w = map_of(weight, V, K);
    hopper::linear_ce_tiles<<<blocks_of(T, V), 384, hopper::CE_SMEM>>>(h, w, target, part, picked, T, V, K);
    hopper::linear_ce_combine<<<(T + 31) / 32, dim3(32, 16)>>>(loss, lse, part, picked, target, T, V);
}

/* part has room for T x ceil(V / 256) pairs of floats. */
extern "C" int w28_launch(const bf *hidden, const bf *weight, const int *target, float2 *part, float *picked,
                          float *loss, float *lse, int T, int V, int K)
{
    fused(hidden, weight, target, part, picked, loss, lse, T, V, K);
    return cudaGetLastError();
}

/* ---- what it is held against ------------------------------------------------------------------------------------- */

/* The loss of stored logits, one block a token: each thread keeps its largest logit and sum, 8 logits a load. */
__global__ void __launch_bounds__(1024) loss_of_logits(float *loss, const bf *logits, const int *target, int V)
{
    __shared__ float2 seen[32];
    const bf *row = logits + (size_t)blockIdx.x * V;
    float2 mine = make_float2(-INFINITY, 0);
    for (int v = 8 * threadIdx.x; v < V; v += 8 * 1024) {
        uint4 raw = *(const uint4 *)(row + v);
        const __nv_bfloat162 *two = (const __nv_bfloat162 *)&raw;
        float x[8], most = mine.x, sum = 0;
        for (int i = 0; i < 4; i++) {
            x[2 * i] = __low2float(two[i]), x[2 * i + 1] = __high2float(two[i]);
            most = fmaxf(most, fmaxf(x[2 * i], x[2 * i + 1]));
        }
        for (int i = 0; i < 8; i++)
            sum += __expf(x[i] - most);
        mine = make_float2(most, mine.y * __expf(mine.x - most) + sum);
    }
    for (int gap = 16; gap; gap /= 2)
        mine = hopper::join(mine, make_float2(__shfl_xor_sync(~0u, mine.x, gap), __shfl_xor_sync(~0u, mine.y, gap)));
    if (threadIdx.x % 32 == 0)
        seen[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < 32; i++)
            mine = hopper::join(mine, seen[i]);
        loss[blockIdx.x] = mine.x + logf(mine.y) - __bfloat162float(row[target[blockIdx.x]]);
    }
}

/* Normal numbers times `scale`: what a GPU's power, and so its clock, depends on. */
__global__ void fill(bf *h, size_t n, unsigned seed, float scale)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned long long z = (i + 1) * 0x9e3779b97f4a7c15ull + seed * 0xd1b54a32d192ed03ull;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        float u = ((unsigned)(z >> 32) + .5f) / 4294967296.f, v = (unsigned)z / 4294967296.f;
        h[i] = __float2bfloat16(scale * sqrtf(-2 * logf(u)) * cospif(2 * v));
    }
}

/* Losses of every `step`-th token in float64, a block each, in two passes over the logits, which it computes twice. */
__global__ void __launch_bounds__(256)
    truth(double *loss, const bf *hidden, const bf *weight, const int *target, int V, int K, int step)
{
    __shared__ double seen[256];
    int token = blockIdx.x * step, word = target[token];
    const bf *h = hidden + (size_t)token * K;
    auto logit = [&](int v) {
        const bf *w = weight + (size_t)v * K;
        double x = 0;
        for (int k = 0; k < K; k++)
            x += (double)__bfloat162float(h[k]) * __bfloat162float(w[k]);
        return x;
    };
    double most = -INFINITY, sum = 0;
    for (int v = threadIdx.x; v < V; v += 256)
        most = fmax(most, logit(v));
    seen[threadIdx.x] = most;
    __syncthreads();
    for (int i = 0; i < 256; i++)
        most = fmax(most, seen[i]);
    __syncthreads();
    for (int v = threadIdx.x; v < V; v += 256)
        sum += exp(logit(v) - most);
    seen[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < 256; i++)
            sum += seen[i];
        loss[blockIdx.x] = word >= 0 && word < V ? most + log(sum) - logit(word) : 0;
    }
}

static cublasHandle_t blas;

struct Problem {
    int T, V, K;
    bf *hidden, *weight, *logits;
    int *target;
    float2 *part;
    float *picked, *loss, *lse;

    Problem(int T, int V, int K, float scale, bool with_logits, bool ignored) : T(T), V(V), K(K), logits(nullptr)
    {
        OK(cudaMalloc(&hidden, 2ul * T * K));
        OK(cudaMalloc(&weight, 2ul * V * K));
        if (with_logits)
            OK(cudaMalloc(&logits, 2ul * T * V));
        OK(cudaMalloc(&target, 4ul * T));
        OK(cudaMalloc(&part, 8 * pairs_of(T, V)));
        for (float **p : { &picked, &loss, &lse })
            OK(cudaMalloc(p, 4ul * T));
        fill<<<1024, 256>>>(hidden, (size_t)T * K, 1, scale);
        fill<<<1024, 256>>>(weight, (size_t)V * K, 2, 1 / sqrtf(K));
        std::vector<int> words(T);
        for (int t = 0; t < T; t++)
            words[t] = ignored && t % 7 == 3 ? -100 : t == 0 ? V - 1 : (int)(t * 2654435761u % V);
        OK(cudaMemcpy(target, words.data(), 4ul * T, cudaMemcpyHostToDevice));
        OK(cudaMemset(part, 0xff, 8 * pairs_of(T, V)));
        OK(cudaMemset(picked, 0xff, 4ul * T));
        OK(cudaDeviceSynchronize());
    }
    ~Problem()
    {
        for (void *p : { (void *)hidden, (void *)weight, (void *)logits, (void *)target, (void *)part, (void *)picked,
                         (void *)loss, (void *)lse })
            cudaFree(p);
    }
    void ours() const
    {
        fused(hidden, weight, target, part, picked, loss, lse, T, V, K);
    }
    /* Row-major logits = hidden weight^T is column-major logits' = weight'^T hidden'. */
    void product() const
    {
        float one = 1, zero = 0;
        OK(cublasGemmEx(blas, CUBLAS_OP_T, CUBLAS_OP_N, V, T, K, &one, weight, CUDA_R_16BF, K, hidden, CUDA_R_16BF, K,
                        &zero, logits, CUDA_R_16BF, V, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    }
    void loss_kernel() const
    {
        loss_of_logits<<<T, 1024>>>(loss, logits, target, V);
    }
    /* The largest distance of a loss from float64's, of every `step`-th token. */
    double apart(int step) const
    {
        int n = (T + step - 1) / step;
        double *device;
        std::vector<double> want(n);
        std::vector<float> got(T);
        OK(cudaMalloc(&device, sizeof(double) * n));
        truth<<<n, 256>>>(device, hidden, weight, target, V, K, step);
        OK(cudaMemcpy(want.data(), device, sizeof(double) * n, cudaMemcpyDeviceToHost));
        OK(cudaMemcpy(got.data(), loss, 4ul * T, cudaMemcpyDeviceToHost));
        cudaFree(device);
        double worst = 0;
        for (int i = 0; i < n; i++) {
            double e = fabs(got[i * step] - want[i]);
            worst = e <= worst ? worst : std::isnan(e) ? 1e30 : e;
        }
        return worst;
    }
};

/* A loss of some tens has steps of 2e-6 in float; the sums before it add as much again. */
static bool check(int T, int V, int K, float scale)
{
    Problem p(T, V, K, scale, false, true);
    p.ours();
    OK(cudaDeviceSynchronize());
    double e = p.apart(1), room = 2e-5 * (1 + scale);
    printf("check %d tokens, %d words, K %d, logits times %g: loss apart from float64 by %.1e, allowed %.1e\n", T, V, K,
           scale, e, room);
    return e <= room;
}

static void *junk;
enum { JUNK = 160 << 20 }; /* bytes: three times the L2 of an H200 */

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

static bool time_all(int T, int V, int K, int rounds)
{
    Problem p(T, V, K, 1, true, false);
    p.ours();
    double e = p.apart(64);
    std::vector<float> mine, gemm, loss, alone, both;
    for (int i = -2; i < rounds; i++) {
        float a = once([&] { p.ours(); }), g = once([&] { p.product(); }), l = once([&] { p.loss_kernel(); });
        if (i >= 0)
            mine.push_back(a), gemm.push_back(g), loss.push_back(l), alone.push_back(a / g),
                both.push_back((g + l) / a);
    }
    double stored = p.apart(64), flop = 2.0 * T * V * K * 1e-9, bytes = 2.0 * T * V * 1e-6;
    printf("%d tokens x %d x %d, medians of %d: ours %.3f ms %.1f TFLOP/s; cuBLAS %.3f ms %.1f TFLOP/s, the loss of "
           "its logits %.3f ms %.0f GB/s\n", T, K, V, rounds, median(mine), flop / median(mine), median(gemm),
           flop / median(gemm), median(loss), bytes / median(loss));
    printf("  of cuBLAS's product alone %.3f, faster than product and loss by %.3f; loss apart from float64 by %.1e, "
           "that of bfloat16 logits by %.1e\n", median(alone), median(both), e, stored);
    return e <= 4e-5;
}

int main()
{
    cudaDeviceProp prop;
    OK(cudaGetDeviceProperties(&prop, 0));
    printf("%s, %d SMs, clusters of %d\n", prop.name, prop.multiProcessorCount, CLUSTER);
    OK(cublasCreate(&blas));
    OK(cudaMalloc(&junk, JUNK));
    bool right = check(1, 8, 8, 1);
    right = check(130, 264, 136, 1) && right;
    right = check(300, 1000, 712, 30) && right;
    right = check(513, 5000, 64, 4) && right;
    right = time_all(4096, 128256, 4096, 15) && right;
    printf(right ? "all right\n" : "WRONG\n");
    return !right;
}
