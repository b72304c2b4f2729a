/*
 * nf4_gemv_bench.cu: nf4_gemv.cu beside what memory can do with as many bytes, in one run. First against float64; then
 * three shapes, each with so many matrices that L2 holds none of them from one turn to the next: the time of a train of
 * launches, a matrix each, in turn with trains that read as many bytes, that copy half as many (so that as many bytes
 * move), and of cuBLAS's product with the same weights in bfloat16. Ratios are the medians of the rounds' ratios.
 *
 * Launched programmatically, kernels of a train may begin while the one before ends: ours and those that read. With any
 * argument it checks and does not time, for compute-sanitizer.
 *
 *   nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -I runner/include -o /tmp/w26 \
 *        kernels/w26-qlora/nf4_gemv_bench.cu -lcublas && /tmp/w26
 */
#include "../bench.cuh"
#include "nf4_gemv.cu"

#include <cublas_v2.h>

#include <cmath>

typedef __nv_bfloat16 bf;
using nf4::matrix;

static int sms;
enum { SMEM = 227 << 10 };

typedef CUresult encode_fn(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *,
                           const cuuint64_t *, const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave,
                           CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

static tmap map_of(const matrix &W)
{
    static encode_fn *encode;
    cudaDriverEntryPointQueryResult found;
    if (!encode)
        OK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&encode, 12000, cudaEnableDefault,
                                            &found));
    tmap m;
    cuuint64_t dims[3] = { 64, (cuuint64_t)W.out, (cuuint64_t)W.in / 128 }, stride[2] = { (cuuint64_t)W.in / 2, 64 };
    cuuint32_t size[3] = { 64, nf4::ROWS, 2 }, step[3] = { 1, 1, 1 };
    OK(encode(&m, CU_TENSOR_MAP_DATA_TYPE_UINT8, 3, (void *)W.code, dims, stride, size, step,
              CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
              CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    return m;
}

/* A launch that may begin while the kernel before it ends, where `early`. */
template <class... Want, class... Have>
static void launch(void (*f)(Want...), int blocks, int threads, int bytes, bool early, Have... args)
{
    cudaLaunchConfig_t c = {};
    cudaLaunchAttribute a = {};
    a.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    a.val.programmaticStreamSerializationAllowed = 1;
    c.gridDim = blocks, c.blockDim = threads, c.dynamicSmemBytes = bytes;
    c.attrs = &a, c.numAttrs = early;
    OK(cudaLaunchKernelEx(&c, f, static_cast<Want>(args)...));
}

static void gemv(bf *y, const matrix &W, const bf *x, bool early = false)
{
    int bands = W.out / nf4::ROWS, blocks = std::min(bands, sms);
    while (nf4::smem_bytes(W.in, (bands + blocks - 1) / blocks) > SMEM) /* scales and sums of many bands */
        blocks += sms;
    int bytes = nf4::smem_bytes(W.in, (bands + blocks - 1) / blocks);
    launch(nf4::nf4_gemv, blocks, 32 * nf4::WARPS, bytes, early, y, map_of(W), W, x);
}

/* ---- what it is held against ------------------------------------------------------------------------------------- */

enum { EACH = 8 }; /* loads of 16 bytes that a thread has in flight */

__global__ void __launch_bounds__(512) read_all(const uint4 *from, size_t n, uint32_t *never)
{
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
    uint32_t seen = 0;
    size_t threads = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += EACH * threads) {
        uint4 v[EACH];
#pragma unroll
        for (int j = 0; j < EACH; j++)
            v[j] = i + j * threads < n ? __ldcs(from + i + j * threads) : make_uint4(0, 0, 0, 0);
#pragma unroll
        for (int j = 0; j < EACH; j++)
            seen |= v[j].x | v[j].y | v[j].z | v[j].w;
    }
    if (seen == 0x12345678)
        *never = seen;
}

__global__ void __launch_bounds__(512) copy_all(uint4 *to, const uint4 *from, size_t n)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += EACH * threads) {
        uint4 v[EACH];
#pragma unroll
        for (int j = 0; j < EACH; j++)
            if (i + j * threads < n)
                v[j] = __ldcs(from + i + j * threads);
#pragma unroll
        for (int j = 0; j < EACH; j++)
            if (i + j * threads < n)
                __stcs(to + i + j * threads, v[j]);
    }
}

/* ---- a problem --------------------------------------------------------------------------------------------------- */

__device__ static unsigned long long mixed(unsigned long long i, unsigned seed)
{
    unsigned long long z = (i + 1) * 0x9e3779b97f4a7c15ull + seed * 0xd1b54a32d192ed03ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

__global__ void fill_bytes(uint8_t *p, size_t n, unsigned seed)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (uint8_t)mixed(i, seed);
}

__global__ void fill_steps(float *p, size_t n, unsigned seed)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = 1e-4f * (float)(1 + mixed(i, seed) % 1000) * 1e-3f;
}

__global__ void fill_x(bf *p, size_t n, unsigned seed)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned long long z = mixed(i, seed);
        float u = ((unsigned)(z >> 32) + .5f) / 4294967296.f, v = (unsigned)z / 4294967296.f;
        p[i] = __float2bfloat16(sqrtf(-2 * logf(u)) * cospif(2 * v));
    }
}

__constant__ float level[16] = NF4_LEVELS;

__device__ static double weight(const matrix &W, size_t i)
{
    double s = (double)W.mean + (double)W.step[i / 64 / 256] * W.scale[i / 64];
    return (double)level[W.code[i / 2] >> i % 2 * 4 & 15] * (s > 0 ? s : 0);
}

__global__ void widen(bf *to, const matrix W)
{
    size_t n = (size_t)W.out * W.in;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        to[i] = __float2bfloat16((float)weight(W, i));
}

/* The largest error as a share (in 2^-20) of what is allowed: y's rounding, and 2^-12 of each product, the table's. */
__global__ void judge(const bf *y, const matrix W, const bf *x, unsigned *worst)
{
    __shared__ double sum[256], mag[256];
    double a = 0, m = 0;
    for (int k = threadIdx.x; k < W.in; k += 256) {
        double p = weight(W, (size_t)blockIdx.x * W.in + k) * (double)__bfloat162float(x[k]);
        a += p, m += fabs(p);
    }
    sum[threadIdx.x] = a, mag[threadIdx.x] = m;
    __syncthreads();
    if (threadIdx.x)
        return;
    for (int i = 1; i < 256; i++)
        a += sum[i], m += mag[i];
    double share = fabs(__bfloat162float(y[blockIdx.x]) - a) / (0x1p-8 * fabs(a) + 0x1p-12 * m + 1e-300);
    atomicMax(worst, share < 4000 ? (unsigned)(share * 0x1p20) : 0xffffffffu);
}

struct Problem {
    int out, in, copies;
    std::vector<matrix> W;
    std::vector<bf *> wide;
    bf *x, *y;
    size_t codes, blocks, steps;

    Problem(int out, int in, int copies, bool also_wide) : out(out), in(in), copies(copies)
    {
        codes = (size_t)out * in / 2, blocks = codes / 32, steps = (blocks + 255) / 256;
        OK(cudaMalloc(&x, 2ul * in));
        OK(cudaMalloc(&y, 2ul * out));
        fill_x<<<64, 256>>>(x, in, 99);
        for (int i = 0; i < copies; i++) {
            uint8_t *code, *scale;
            float *step;
            bf *big;
            OK(cudaMalloc(&code, codes));
            OK(cudaMalloc(&scale, blocks));
            OK(cudaMalloc(&step, 4 * steps));
            fill_bytes<<<1024, 256>>>(code, codes, 3 * i);
            fill_bytes<<<1024, 256>>>(scale, blocks, 3 * i + 1);
            fill_steps<<<64, 256>>>(step, steps, 3 * i + 2);
            W.push_back({ code, (int8_t *)scale, step, 6e-3f, out, in });
            if (!also_wide)
                continue;
            OK(cudaMalloc(&big, 4 * codes));
            widen<<<1024, 256>>>(big, W[i]);
            wide.push_back(big);
        }
        OK(cudaDeviceSynchronize());
    }
    ~Problem()
    {
        for (matrix &m : W)
            cudaFree((void *)m.code), cudaFree((void *)m.scale), cudaFree((void *)m.step);
        for (bf *p : wide)
            cudaFree(p);
        cudaFree(x), cudaFree(y);
    }
    size_t bytes() const
    {
        return codes + blocks + 4 * steps + 2ul * in + 2ul * out;
    }
    double worst(int i) const
    {
        unsigned *device, share;
        OK(cudaMalloc(&device, sizeof share));
        OK(cudaMemset(device, 0, sizeof share));
        judge<<<out, 256>>>(y, W[i], x, device);
        OK(cudaMemcpy(&share, device, sizeof share, cudaMemcpyDeviceToHost));
        cudaFree(device);
        return share * 0x1p-20;
    }
};

static bool check(int out, int in, float times)
{
    Problem p(out, in, 1, false);
    if (times != 1) { /* x far beyond float16's range */
        std::vector<bf> x(in);
        OK(cudaMemcpy(x.data(), p.x, 2ul * in, cudaMemcpyDeviceToHost));
        for (bf &v : x)
            v = __float2bfloat16(__bfloat162float(v) * times);
        OK(cudaMemcpy(p.x, x.data(), 2ul * in, cudaMemcpyHostToDevice));
    }
    OK(cudaMemset(p.y, 0xff, 2ul * out));
    gemv(p.y, p.W[0], p.x);
    OK(cudaDeviceSynchronize());
    double e = p.worst(0);
    printf("check %d x %d, x times %g: error of what is allowed %.3f\n", out, in, times, e);
    return e <= 1;
}

static cublasHandle_t blas;

/* Milliseconds a launch of a train of f(0) .. f(n - 1). */
template <class F> static float train(int n, F f)
{
    static cudaEvent_t a, z;
    if (!a) {
        OK(cudaEventCreate(&a));
        OK(cudaEventCreate(&z));
    }
    float ms;
    OK(cudaEventRecord(a));
    for (int i = 0; i < n; i++)
        f(i);
    OK(cudaEventRecord(z));
    OK(cudaEventSynchronize(z));
    OK(cudaEventElapsedTime(&ms, a, z));
    OK(cudaGetLastError());
    return ms / n;
}

static float median(std::vector<float> v)
{
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

static bool time_all(int out, int in, int copies, int rounds)
{
    Problem p(out, in, copies, true);
    size_t n = p.bytes() / 32 * 2; /* of 16 bytes, even */
    std::vector<uint4 *> pool;
    for (int i = 0; i < copies; i++) {
        uint4 *b;
        OK(cudaMalloc(&b, 16 * n));
        OK(cudaMemset(b, i, 16 * n));
        pool.push_back(b);
    }
    float one = 1, zero = 0;
    int blocks = 4 * sms;
    auto ours = [&](int i) { gemv(p.y, p.W[i], p.x); };
    auto ours_early = [&](int i) { gemv(p.y, p.W[i], p.x, true); };
    auto reading = [&](int i) { launch(read_all, blocks, 512, 0, false, pool[i], n, (uint32_t *)p.y); };
    auto reading_early = [&](int i) { launch(read_all, blocks, 512, 0, true, pool[i], n, (uint32_t *)p.y); };
    auto copying = [&](int i) { copy_all<<<blocks, 512>>>(pool[i] + n / 2, pool[i], n / 2); };
    auto driver = [&](int i) { OK(cudaMemcpyAsync(pool[i] + n / 2, pool[i], 8 * n, cudaMemcpyDeviceToDevice)); };
    auto wide = [&](int i) {
        OK(cublasGemmEx(blas, CUBLAS_OP_T, CUBLAS_OP_N, out, 1, in, &one, p.wide[i], CUDA_R_16BF, in, p.x, CUDA_R_16BF,
                        in, &zero, p.y, CUDA_R_16BF, out, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    };
    std::vector<float> t[7], of_copy, of_read, of_wide, of_early;
    for (int k = -2; k < rounds; k++) {
        float x[7] = { train(copies, ours),   train(copies, reading), train(copies, copying),
                       train(copies, driver), train(copies, wide),    train(copies, ours_early),
                       train(copies, reading_early) };
        if (k < 0)
            continue;
        for (int i = 0; i < 7; i++)
            t[i].push_back(x[i]);
        of_copy.push_back(std::min(x[2], x[3]) / x[0]);
        of_read.push_back(x[1] / x[0]);
        of_wide.push_back(x[4] / x[0]);
        of_early.push_back(x[6] / x[5]);
    }
    ours(0);
    double e = p.worst(0), gb = p.bytes() * 1e-6, moved = 16e-6 * n;
    printf("%d x %d, %d matrices of %.1f MB, medians of %d trains: ours %.2f µs %.0f GB/s; reading %.2f µs %.0f GB/s, "
           "copying %.2f µs %.0f GB/s, cudaMemcpy %.2f µs %.0f GB/s; cuBLAS in bfloat16 %.2f µs %.0f GB/s\n", out, in,
           copies, gb, rounds, 1e3 * median(t[0]), gb / median(t[0]), 1e3 * median(t[1]), moved / median(t[1]),
           1e3 * median(t[2]), moved / median(t[2]), 1e3 * median(t[3]), moved / median(t[3]), 1e3 * median(t[4]),
           4e-6 * p.codes / median(t[4]));
    printf("  of the faster copy %.3f, of reading %.3f, faster than bfloat16 by %.2f; error of what is allowed %.3f\n",
           median(of_copy), median(of_read), median(of_wide), e);
    printf("  launched programmatically: ours %.2f µs %.0f GB/s, reading %.2f µs %.0f GB/s, of reading %.3f\n",
           1e3 * median(t[5]), gb / median(t[5]), 1e3 * median(t[6]), moved / median(t[6]), median(of_early));
    fflush(stdout);
    for (uint4 *b : pool)
        cudaFree(b);
    return e <= 1;
}

int main(int argc, char **)
{
    cudaDeviceProp prop;
    OK(cudaGetDeviceProperties(&prop, 0));
    sms = prop.multiProcessorCount;
    OK(cudaFuncSetAttribute(nf4::nf4_gemv, cudaFuncAttributeMaxDynamicSharedMemorySize, SMEM));
    printf("%s, %d SMs\n", prop.name, sms);
    OK(cublasCreate(&blas));
    bool right = check(16, 256, 1);
    right = check(16, 4352, 1) && right;
    right = check(48, 2816, 1e30f) && right;
    right = check(2128, 1536, 1e-30f) && right;
    right = check(4096, 14336, 1) && right;
    if (argc == 1) {
        right = time_all(14336, 4096, 12, 31) && right;
        right = time_all(4096, 14336, 12, 31) && right;
        right = time_all(8192, 28672, 6, 31) && right;
        right = time_all(16384, 30720, 4, 31) && right;
    }
    printf(right ? "all right\n" : "WRONG\n");
    return !right;
}
