/*
 * bench.cu: the products beside what memory can do with as many bytes, in one run. First each rung against the naive
 * one. Then, for shapes of Llama-3-8B, as many matrices as it takes for L2 to hold none from one turn to the next: the
 * time of a train of launches, a matrix each, in turn with trains that copy half as many bytes (so that as many move),
 * that only read them, and of the naive rung. A ratio is the median of the rounds' ratios; the copy is the faster of a
 * kernel's and cudaMemcpyAsync's. "early" launches may begin while the one before ends: ours asks for W and waits with
 * all else, the copy waits for nothing.
 *
 *   nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -I runner/include -I labs/w31c-kquant-gemv \
 *        -I kernels/w31c-kquant-gemv -o /tmp/w31c kernels/w31c-kquant-gemv/bench.cu && /tmp/w31c
 */
#include "../bench.cuh"

#define gemv_q4_0 naive_q4_0
#define gemv_q8_0 naive_q8_0
#define gemv_q4_K naive_q4_K
#define gemv_q6_K naive_q6_K
#define quantise_x naive_quantise
#include "naive.cu"
#undef gemv_q4_0
#undef gemv_q8_0
#undef gemv_q4_K
#undef gemv_q6_K
#undef quantise_x
#ifndef RUNG
#define RUNG "opt.cu"
#endif
#include RUNG

#include <cmath>

static int sms;

/* --- what the products are held against ------------------------------------------------------------------------ */

enum { EACH = 8 }; /* loads of 16 bytes that a thread has under way */

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
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
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

/* One that may begin while the kernel before it ends, where `early`. */
static cudaLaunchConfig_t config(int blocks, int threads, int smem, bool early)
{
    static cudaLaunchAttribute a;
    a.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    a.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t c = {};
    c.gridDim = blocks, c.blockDim = threads, c.dynamicSmemBytes = smem, c.attrs = &a, c.numAttrs = early;
    return c;
}

/* --- a problem ------------------------------------------------------------------------------------------------- */

struct format {
    const char *name;
    int block, bytes, d, dmin; /* where the fp16 numbers stand in a block; dmin -1: there is none */
    const void *naive, *rung;
};
static const format FORMATS[] = {
    { "q4_0", 32, 18, 0, -1, (const void *)naive_q4_0, (const void *)gemv_q4_0 },
    { "q8_0", 32, 34, 0, -1, (const void *)naive_q8_0, (const void *)gemv_q8_0 },
    { "q4_K", 256, 144, 0, 2, (const void *)naive_q4_K, (const void *)gemv_q4_K },
    { "q6_K", 256, 210, 208, -1, (const void *)naive_q6_K, (const void *)gemv_q6_K },
};

__device__ static unsigned long long mixed(unsigned long long i, unsigned seed)
{
    unsigned long long z = (i + 1) * 0x9e3779b97f4a7c15ull + seed * 0xd1b54a32d192ed03ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    return z ^ (z >> 27);
}

/* Any bytes, and scales of 2^-9 to 2^-8. */
__global__ void fill_blocks(uint8_t *p, size_t blocks, int bytes, int d, int dmin, unsigned seed)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < blocks; i += (size_t)gridDim.x * blockDim.x) {
        uint8_t *b = p + i * bytes;
        for (int k = 0; k < bytes; k++)
            b[k] = (uint8_t)mixed(i * bytes + k, seed);
        b[d + 1] = 0x18 | (b[d + 1] & 3);
        if (dmin >= 0)
            b[dmin + 1] = 0x18 | (b[dmin + 1] & 3);
    }
}

__global__ void fill_x(float *p, size_t n)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned long long z = mixed(i, 99);
        float u = ((unsigned)(z >> 32) + .5f) / 4294967296.f, v = (unsigned)z / 4294967296.f;
        p[i] = sqrtf(-2 * logf(u)) * cospif(2 * v);
    }
}

struct Problem {
    const format &f;
    int N, K;
    size_t bytes;
    std::vector<uint8_t *> W;
    float *x, *xd, *y;
    int8_t *xq;
    int16_t *xs;

    Problem(const format &f, int N, int K, int matrices)
        : f(f), N(N), K(K), bytes((size_t)N * (K / f.block) * f.bytes), W(matrices)
    {
        OK(cudaMalloc(&x, 4ul * K * MOST_COLUMNS));
        OK(cudaMalloc(&xd, 4ul * K / 32 * MOST_COLUMNS));
        OK(cudaMalloc(&xq, 1ul * K * MOST_COLUMNS));
        OK(cudaMalloc(&xs, 2ul * K / 16 * MOST_COLUMNS));
        OK(cudaMalloc(&y, 4ul * N * MOST_COLUMNS));
        fill_x<<<64, 256>>>(x, (size_t)K * MOST_COLUMNS);
        quantise_x<<<(K * MOST_COLUMNS + 4 * THREADS - 1) / (4 * THREADS), THREADS>>>(xq, xd, xs, x, K, MOST_COLUMNS);
        for (size_t i = 0; i < W.size(); i++) {
            OK(cudaMalloc(&W[i], bytes));
            fill_blocks<<<1024, 256>>>(W[i], bytes / f.bytes, f.bytes, f.d, f.dmin, (unsigned)i);
        }
        OK(cudaDeviceSynchronize());
    }
    ~Problem()
    {
        for (uint8_t *w : W)
            cudaFree(w);
        for (void *p : { (void *)x, (void *)xd, (void *)xq, (void *)xs, (void *)y })
            cudaFree(p);
    }
    void launch(const void *kernel, int i, int B, int blocks, int smem, bool early = false)
    {
        void *args[] = { &y, &W[i], &xq, &xd, &xs, &N, &K, &B };
        cudaLaunchConfig_t c = config(blocks, THREADS, smem, early);
        OK(cudaLaunchKernelExC(&c, kernel, args));
    }
    std::vector<float> result(const void *kernel, int B, int blocks, int smem)
    {
        std::vector<float> host((size_t)N * B);
        OK(cudaMemset(y, 0xff, 4ul * N * MOST_COLUMNS));
        launch(kernel, 0, B, blocks, smem);
        OK(cudaDeviceSynchronize());
        OK(cudaMemcpy(host.data(), y, 4ul * N * B, cudaMemcpyDeviceToHost));
        return host;
    }
    /* The largest difference to the naive rung, in units of y's root mean square. */
    double off(int B, int blocks)
    {
        std::vector<float> a = result(f.naive, B, blocks, 0), b = result(f.rung, B, blocks, SMEM);
        double worst = 0, square = 0;
        for (size_t i = 0; i < a.size(); i++) {
            double e = fabs((double)a[i] - b[i]);
            worst = e <= worst ? worst : e;
            square += (double)a[i] * a[i];
        }
        return worst / sqrt(square / a.size());
    }
};

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

static void time_all(const format &f, int N, int K, int rounds, int blocks)
{
    size_t bytes = (size_t)N * (K / f.block) * f.bytes;
    int matrices = std::max(2, (int)(300e6 / bytes) + 1);
    Problem p(f, N, K, matrices);
    size_t n = bytes / 32; /* half of the bytes, in sixteens */
    auto ours = [&](int i) { p.launch(f.rung, i, 1, blocks, SMEM); };
    auto reading = [&](int i) { read_all<<<4 * sms, 512>>>((uint4 *)p.W[i], 2 * n, (uint32_t *)p.y); };
    auto copying = [&](int i) { copy_all<<<4 * sms, 512>>>((uint4 *)p.W[i] + n, (uint4 *)p.W[i], n); };
    auto driver = [&](int i) {
        OK(cudaMemcpyAsync(p.W[i] + 16 * n, p.W[i], 16 * n, cudaMemcpyDeviceToDevice));
    };
    auto soon = [&](int i) { p.launch(f.rung, i, 1, blocks, SMEM, true); };
    auto copy_soon = [&](int i) {
        cudaLaunchConfig_t c = config(4 * sms, 512, 0, true);
        OK(cudaLaunchKernelEx(&c, copy_all, (uint4 *)p.W[i] + n, (const uint4 *)p.W[i], n));
    };
    std::vector<float> t[6], of_copy, of_read, of_soon, soon_of, more[3];
    for (int k = -2; k < rounds; k++) {
        float x[6] = { train(matrices, ours), train(matrices, reading), train(matrices, copying),
                       train(matrices, driver), train(matrices, soon), train(matrices, copy_soon) };
        for (int j = 0; j < 3; j++)
            more[j].push_back(train(matrices, [&](int i) { p.launch(f.rung, i, 2 << j, blocks, SMEM); }));
        if (k < 0)
            continue;
        for (int i = 0; i < 6; i++)
            t[i].push_back(x[i]);
        of_copy.push_back(std::min(x[2], x[3]) / x[0]);
        of_read.push_back(x[1] / x[0]);
        of_soon.push_back(std::min(x[2], x[3]) / x[4]);
        soon_of.push_back(std::min(std::min(x[2], x[3]), x[5]) / x[4]);
    }
    float naive = train(2, [&](int i) { p.launch(f.naive, i, 1, 4 * sms, 0); });
    double gb = bytes * 1e-6;
    printf("%s %6d x %5d, %2d of %5.1f MB: ours %6.2f µs %4.0f GB/s, of copy %.3f, of reading %.3f; reading %6.2f µs "
           "%4.0f, copying %6.2f µs %4.0f, cudaMemcpy %6.2f µs; naive %7.1f µs; 2, 4, 8 columns %.2f %.2f %.2f µs\n",
           f.name, N, K, matrices, gb, 1e3 * median(t[0]), gb / median(t[0]), median(of_copy), median(of_read),
           1e3 * median(t[1]), gb / median(t[1]), 1e3 * median(t[2]), gb / median(t[2]), 1e3 * median(t[3]),
           1e3 * naive, 1e3 * median(more[0]), 1e3 * median(more[1]), 1e3 * median(more[2]));
    printf("     early: ours %6.2f µs, of copy %.3f, of early copy %.3f; early copy %6.2f µs\n",
           1e3 * median(t[4]), median(of_soon), median(soon_of), 1e3 * median(t[5]));
    fflush(stdout);
}

int main(int argc, char **argv)
{
    cudaDeviceProp prop;
    OK(cudaGetDeviceProperties(&prop, 0));
    sms = prop.multiProcessorCount;
    int rounds = argc > 1 ? atoi(argv[1]) : 31, each = argc > 2 ? atoi(argv[2]) : 3;
    printf("%s, %d SMs, %d blocks an SM\n", prop.name, sms, each);
    for (const format &f : FORMATS) {
        OK(cudaFuncSetAttribute(f.rung, cudaFuncAttributeMaxDynamicSharedMemorySize, SMEM));
        Problem odd(f, 131, 3 * 256, 1), wide(f, 4096, 14336, 1);
        printf("%s: off by %.2g of y with 1 column, %.2g with 3, %.2g with 8; %.2g of 4096 x 14336\n", f.name,
               odd.off(1, 7), odd.off(3, 7), odd.off(8, 7), wide.off(1, each * sms));
    }
    for (const format &f : FORMATS) {
        time_all(f, 4096, 4096, rounds, each * sms);
        time_all(f, 14336, 4096, rounds, each * sms);
        time_all(f, 4096, 14336, rounds, each * sms);
        time_all(f, 128256, 4096, std::min(rounds, 11), each * sms);
    }
    return 0;
}
