/*
 * bench.cu: the ladder on a GPU. First every kernel against float64, on rows drawn from ragged shapes; then each at 16
 * heads and 4,096 to 16,384 tokens, without and with a mask: medians of launches between events, each on an L2 that a
 * memset has emptied, all of them in turn; and FP8 beside bfloat16, as the median of the pairs' ratios.
 *
 *   nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -I runner/include \
 *        -I labs/w17-flash-hopper -I kernels/w17-flash-hopper -o /tmp/w17 kernels/w17-flash-hopper/bench.cu && /tmp/w17
 *
 * As a library (-shared -Xcompiler -fPIC -o /tmp/w17.so) it launches the kernels for bench.py, which times them beside
 * cuDNN's attention as PyTorch calls it, in one run.
 */
#include "../bench.cuh"
#include "lab.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "ref.cu"

typedef CUresult encode_fn(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *,
                           const cuuint64_t *, const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave,
                           CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

/* As the runner encodes it: boxes of `box` rows of one head, rows of 128 bytes, the swizzle of 128 bytes. */
static tmap map_of(const void *p, int heads, int S, int bytes, int box)
{
    static encode_fn *encode;
    cudaDriverEntryPointQueryResult found;
    if (!encode)
        OK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&encode, 12000, cudaEnableDefault,
                                            &found));
    tmap m;
    cuuint64_t dims[3] = { 128, (cuuint64_t)S, (cuuint64_t)heads }, stride[2] = { 128ull * bytes, 128ull * bytes * S };
    cuuint32_t size[3] = { 128u / bytes, (cuuint32_t)box, 1 }, step[3] = { 1, 1, 1 };
    OK(encode(&m, bytes == 2 ? CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 : CU_TENSOR_MAP_DATA_TYPE_UINT8, 3, (void *)p, dims,
              stride, size, step, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
              CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    return m;
}

enum { SYNC, RING_, HOP_, FP8_, STEPS };
static const char *const step_name[] = { "flash_sync", "flash_ring", "flash_hop", "flash_fp8" };

/* One launch; `scales` are those of Q, K and V, and matter to FP8 alone. 0, or CUDA's error. */
extern "C" int w17_launch(int step, const void *q, const void *k, const void *v, void *o, float *lse,
                          const float *const *scales, int S, int heads, int group, int causal)
{
    static int sms;
    int bytes = step == FP8_ ? 1 : 2, high = (S + 127) / 128;
    if (!sms) {
        OK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
        OK(cudaFuncSetAttribute(flash_sync, cudaFuncAttributeMaxDynamicSharedMemorySize, SYNC_SMEM));
        OK(cudaFuncSetAttribute(flash_ring, cudaFuncAttributeMaxDynamicSharedMemorySize, RING_SMEM));
        OK(cudaFuncSetAttribute(flash_hop, cudaFuncAttributeMaxDynamicSharedMemorySize, HOP_SMEM));
        OK(cudaFuncSetAttribute(flash_fp8, cudaFuncAttributeMaxDynamicSharedMemorySize, FP8_SMEM));
    }
    tmap mq = map_of(q, heads, S, bytes, 64), mk = map_of(k, heads / group, S, bytes, KEYS);
    tmap mv = map_of(v, heads / group, S, bytes, KEYS), mo = map_of(o, heads, S, 2, 64);
    float scale = 1 / sqrtf(128);
    if (step == SYNC)
        flash_sync<<<dim3((S + 63) / 64, heads), 128, SYNC_SMEM>>>(mo, lse, mq, mk, mv, S, group, scale, causal);
    else if (step == RING_)
        flash_ring<<<dim3(high, heads), 384, RING_SMEM>>>(mo, lse, mq, mk, mv, S, group, scale, causal);
    else if (step == HOP_)
        flash_hop<<<sms, 384, HOP_SMEM>>>(mo, lse, mq, mk, mv, S, heads, group, scale, causal);
    else
        flash_fp8<<<sms, 384, FP8_SMEM>>>(mo, lse, mq, mk, mv, scales[0], scales[1], scales[2], S, heads, group,
                                          scale, causal);
    return cudaGetLastError();
}

static double of_e4m3(uint8_t h)
{
    int e = h >> 3 & 15, m = h & 7;
    double x = e ? ldexp(8 + m, e - 10) : ldexp(m, -9);
    return h >> 7 ? -x : x;
}

/* Normal numbers: what a GPU's power, and so its clock, depends on. In e4m3 a hundred times larger. */
__global__ void fill(void *p, size_t n, int bytes, unsigned seed)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned long long z = (i + 1) * 0x9e3779b97f4a7c15ull + seed * 0xd1b54a32d192ed03ull;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        float u = ((unsigned)(z >> 32) + .5f) / 4294967296.f, v = (unsigned)z / 4294967296.f;
        float x = sqrtf(-2 * logf(u)) * cospif(2 * v);
        if (bytes == 2)
            ((bf *)p)[i] = __float2bfloat16(x);
        else
            ((uint8_t *)p)[i] = pack_e4m3(100 * x, 0, 0, 0) & 255;
    }
}

struct Problem {
    int S, heads, group, causal, bytes;
    void *q, *k, *v, *o;
    float *lse, *scales[3];
    Problem(int S, int heads, int group, int causal, int bytes)
        : S(S), heads(heads), group(group), causal(causal), bytes(bytes)
    {
        size_t n = (size_t)S * heads * 128, m = n / group, s = (size_t)(S + 127) / 128 * heads;
        OK(cudaMalloc(&q, n * bytes));
        OK(cudaMalloc(&k, m * bytes));
        OK(cudaMalloc(&v, m * bytes));
        OK(cudaMalloc(&o, n * 2));
        OK(cudaMalloc(&lse, 4ul * S * heads));
        OK(cudaMemset(o, 0xff, n * 2));
        fill<<<1024, 256>>>(q, n, bytes, 1);
        fill<<<1024, 256>>>(k, m, bytes, 2);
        fill<<<1024, 256>>>(v, m, bytes, 3);
        for (float *&p : scales) {
            std::vector<float> x(s);
            for (size_t i = 0; i < s; i++)
                x[i] = .01f * (1 + i % 3 * .5f);
            OK(cudaMalloc(&p, 4 * s));
            OK(cudaMemcpy(p, x.data(), 4 * s, cudaMemcpyHostToDevice));
        }
        OK(cudaDeviceSynchronize());
    }
    ~Problem()
    {
        for (void *p : { q, k, v, o })
            cudaFree(p);
        cudaFree(lse);
        for (float *p : scales)
            cudaFree(p);
    }
    void run(int step) const
    {
        OK(w17_launch(step, q, k, v, o, lse, scales, S, heads, group, causal));
    }
    double at(const void *p, int head, int row, int col, size_t i) const
    {
        (void)col;
        if (bytes == 2)
            return __bfloat162float(((const bf *)p)[i]);
        return of_e4m3(((const uint8_t *)p)[i]) * .01f * (1 + (head * ((S + 127) / 128) + row / 128) % 3 * .5f);
    }
    /* The largest error of O, as a share of what rounding the weights to V's format may do, on some rows. */
    double worst(int step)
    {
        size_t n = (size_t)S * heads * 128, m = n / group;
        std::vector<uint8_t> hq(n * bytes), hk(m * bytes), hv(m * bytes);
        std::vector<bf> ho(n);
        std::vector<float> hl((size_t)S * heads);
        run(step);
        OK(cudaDeviceSynchronize());
        OK(cudaMemcpy(hq.data(), q, hq.size(), cudaMemcpyDeviceToHost));
        OK(cudaMemcpy(hk.data(), k, hk.size(), cudaMemcpyDeviceToHost));
        OK(cudaMemcpy(hv.data(), v, hv.size(), cudaMemcpyDeviceToHost));
        OK(cudaMemcpy(ho.data(), o, 2 * n, cudaMemcpyDeviceToHost));
        OK(cudaMemcpy(hl.data(), lse, 4 * hl.size(), cudaMemcpyDeviceToHost));
        double e = 0, unit = bytes == 2 ? 0x1p-8 : 0x1p-4;
        for (int r = 0; r < S * heads; r += 1 + S * heads / 97) {
            int head = r / S, row = r % S, kv = head / group, seen = causal ? row + 1 : S;
            std::vector<double> p(seen), want(128), mag(128);
            double top = -1e30, sum = 0;
            for (int j = 0; j < seen; j++) {
                for (int x = 0; x < 128; x++)
                    p[j] += at(hq.data(), head, row, x, (size_t)r * 128 + x) *
                            at(hk.data(), kv, j, x, ((size_t)kv * S + j) * 128 + x) / sqrt(128.);
                top = std::max(top, p[j]);
            }
            for (int j = 0; j < seen; j++)
                sum += p[j] = exp(p[j] - top);
            for (int j = 0; j < seen; j++)
                for (int x = 0; x < 128; x++) {
                    double t = p[j] / sum * at(hv.data(), kv, j, x, ((size_t)kv * S + j) * 128 + x);
                    want[x] += t, mag[x] += fabs(t);
                }
            for (int x = 0; x < 128; x++) {
                double d = fabs(__bfloat162float(ho[(size_t)r * 128 + x]) - want[x]);
                double room = 1.1 * unit * mag[x] + 0x1p-8 * fabs(want[x]);
                e = std::isnan(d) ? 1e30 : std::max(e, d / room);
            }
            double d = fabs(hl[r] - (top + log(sum))) / (bytes == 2 ? 1e-3 : 1e-2);
            e = std::isnan(d) ? 1e30 : std::max(e, d);
        }
        return e;
    }
};

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

static void time_all(int S, int causal, int times)
{
    Problem p(S, 16, 1, causal, 2), b(S, 16, 1, causal, 1);
    std::vector<float> ms[STEPS], gain;
    for (int k = -2; k < times; k++) {
        float t[STEPS];
        for (int s = 0; s < STEPS; s++) {
            t[s] = once([&] { (s == FP8_ ? b : p).run(s); });
            if (k >= 0)
                ms[s].push_back(t[s]);
        }
        if (k >= 0)
            gain.push_back(t[HOP_] / t[FP8_]);
    }
    double flop = 4. * 16 * S * S * 128 / (causal ? 2 : 1) * 1e-9;
    printf("S %5d, %s, 16 heads, medians of %d:", S, causal ? "causal" : "plain ", times);
    for (int s = 0; s < STEPS; s++)
        printf("  %s %.3f ms %.1f TFLOP/s", step_name[s], median(ms[s]), flop / median(ms[s]));
    printf("  fp8/bf16 %.3f\n", median(gain));
    fflush(stdout);
}

int main()
{
    cudaDeviceProp prop;
    OK(cudaGetDeviceProperties(&prop, 0));
    printf("%s, %d SMs\n", prop.name, prop.multiProcessorCount);
    OK(cudaMalloc(&junk, JUNK));
    int shapes[][4] = { { 1, 1, 1, 0 }, { 128, 2, 1, 1 }, { 300, 3, 1, 0 }, { 1100, 8, 4, 1 }, { 2048, 16, 1, 0 } };
    for (auto &s : shapes) {
        printf("check S %d, %d heads, group %d, causal %d, error of what is allowed:", s[0], s[1], s[2], s[3]);
        for (int step = 0; step < STEPS; step++) {
            Problem p(s[0], s[1], s[2], s[3], step == FP8_ ? 1 : 2);
            printf(" %s %.2f", step_name[step], p.worst(step));
            fflush(stdout);
        }
        printf("\n");
    }
    for (int S : { 4096, 8192, 16384 })
        for (int causal = 0; causal < 2; causal++)
            time_all(S, causal, S > 8192 ? 11 : 21);
    return 0;
}
