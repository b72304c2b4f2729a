// count_operations.cu: barriers, shuffles, votes, atomics, cp.async bytes, floating-point operations.
#include "t.h"
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

// 4 warps in each of 2 blocks: 5 shuffles a warp and 5 more in the first warp; two votes; two barriers a block
// expect collectives shfl == 50
// expect collectives vote == 16
// expect collectives bar == 2
__global__ void collectives(int *o)
{
    __shared__ int s[4];
    int t = threadIdx.x, v = t;
    for (int d = 16; d; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    unsigned b = __ballot_sync(0xffffffff, t & 1);
    int any = __any_sync(0xffffffff, t == 5);
    if ((t & 31) == 0)
        s[t / 32] = v + __popc(b) + any;
    __syncthreads();
    if (t < 32) {
        v = t < 4 ? s[t] : 0;
        for (int d = 16; d; d /= 2)
            v += __shfl_xor_sync(0xffffffff, v, d);
        if (t == 0)
            o[blockIdx.x] = v;
    }
    __syncthreads();
}
// 2 warps. All lanes on one word: 31 wait for others; different words: none; 8 lanes on each of 4 words: 7
// expect atomics@one atom == 2
// expect atomics@one atom_ser == 62
// expect atomics@own atom == 2
// expect atomics@own atom_ser == 0
// expect atomics@four atom_ser == 14
// expect atomics@few atom == 1
// expect atomics@few atom_ser == 3
// expect atomics@shared atom_ser == 62
// expect atomics g_st_req == 0
// expect atomics g_ld_req == 0
__global__ void atomics(int *o)
{
    __shared__ int s;
    int t = threadIdx.x;
    if (t == 0)
        s = 0;
    __syncthreads();
    atomicAdd(&o[0], 1);           //@one
    atomicAdd(&o[32 + t], 1);      //@own
    atomicMax(&o[8 + (t & 3)], t); //@four
    if (t < 4)
        atomicAdd(&o[1], 1);       //@few
    atomicAdd(&s, 1);              //@shared
    __syncthreads();
    if (t == 0)
        atomicAdd(&o[2], s);
}
// 64 threads: an addition, a multiplication, a fused pair (2), and 8 more fused in a loop: 1 + 1 + 2 + 16 = 20
// expect single flops_f32 == 1280
// expect single flops_f64 == 0
// expect single flops == 1280
__global__ void single(float *o, float x, float y)
{
    float a = x + o[threadIdx.x], b = __fmul_rn(a, y), c = fmaf(a, b, y);
    for (int i = 0; i < 8; i++)
        c = c * x + b;
    o[threadIdx.x] = c;
}
// in double: a fused pair and an addition: 3 x 64
// expect doubles flops_f64 == 192
// expect doubles flops_f32 == 0
__global__ void doubles(double *o, double x)
{
    double a = o[threadIdx.x];
    o[threadIdx.x] = __dadd_rn(fma(a, x, x), a);
}
// half: an addition (1), half2: a fused pair of two (4): 5 x 64
// expect halves flops_f16 == 320
// expect halves flops_f32 == 0
__global__ void halves(half *o, half2 *p)
{
    half a = o[threadIdx.x];
    half2 b = p[threadIdx.x];
    o[threadIdx.x] = __hadd(a, a);
    p[threadIdx.x] = __hfma2(b, b, b);
}
// comparisons, moves, conversions and integers are no floating-point operations
// expect none flops == 0
__global__ void none(float *o, int *q)
{
    int t = threadIdx.x;
    float a = o[t];
    q[t] = (int)fmaxf(a, 3) * 5 + t / 3;
    o[t] = -fabsf(a);
}
// only the lanes that run count: 10 of 64 add
// expect few flops == 10
__global__ void few(float *o)
{
    if (threadIdx.x < 10)
        o[threadIdx.x] += 1.5f;
}
// flops / (32 B x sectors): 128 fused = 256 FLOP over (16 + 16) x 32 B
// expect intensity ai == 0.25
__global__ void intensity(float *o, float x) { o[threadIdx.x] = fmaf(o[threadIdx.x], x, x); }
// 64 threads x 16 B, then 64 x 4 B
// expect copies cpa_B == 1280
__global__ void copies(const float4 *a, float *o)
{
    __shared__ float4 s[64];
    __shared__ float r[64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[t], &a[t], 16);
    __pipeline_memcpy_async(&r[t], (const float *)a + t, 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    o[t] = s[63 - t].x + r[t ^ 1];
}
// 2 x 16^3 x 4 = 32768 tensor operations
// expect tensor flops_tensor == 32768
// expect tensor flops == 32768
__global__ void tensor(const half *a, const half *b, float *o)
{
    using namespace nvcuda;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.0f);
    for (int k = 0; k < 4; k++) {
        wmma::load_matrix_sync(fa, a + k * 16, 64);
        wmma::load_matrix_sync(fb, b + k * 256, 16);
        wmma::mma_sync(fc, fa, fb, fc);
    }
    wmma::store_matrix_sync(o, fc, 16, wmma::mem_row_major);
}
// 2048 threads and 65,536 registers an SM, 228 KiB of shared memory, 1 KiB reserved a block:
// 40 KiB a block -> 5 blocks of 128 threads = 20 of 64 warps
// expect occupied occ_th == 0.3125
// expect occupied smem_B == 40960
__global__ void occupied(int *o)
{
    __shared__ int s[10240];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x ^ 1];
}

int main()
{
    int *o = t_dev<int>(128);
    collectives<<<2, 128>>>(o);
    // the sum of 0..127, 16 odd lanes in each of 4 warps, lane 5 of the first
    t_is("collectives", o, 2, [](int) { return 8128 + 64 + 1; });
    int *p = t_dev<int>(128);
    atomics<<<1, 64>>>(p);
    t_is("atomics", p, 3, [](int i) { return i == 1 ? 4 : 64; });
    float *f = t_dev<float>(256, [](int i) { return (float)i; });
    single<<<1, 64>>>(f, 1, 0.5f);
    double *d = t_dev<double>(64, [](int i) { return (double)i; });
    doubles<<<1, 64>>>(d, 2);
    t_is("doubles", d, 64, [](int i) { return 3.0 * i + 2; });
    half *h = t_dev<half>(64, [](int i) { return __float2half(i); });
    half2 *h2 = t_dev<half2>(64, [](int i) { return __floats2half2_rn(i, 1); });
    halves<<<1, 64>>>(h, h2);
    none<<<1, 64>>>(f, o);
    few<<<1, 64>>>(f);
    intensity<<<1, 128>>>(f, 2);
    copies<<<1, 64>>>(t_dev<float4>(64, [](int i) { return make_float4(i, i, i, i); }), f);
    t_is("copies", f, 64, [](int i) { return 63.0f - i + (i ^ 1) / 4; });
    half *a = t_dev<half>(1024, [](int i) { return __float2half(i % 3); });
    tensor<<<1, 32>>>(a, a, f);
    occupied<<<1, 128>>>(o);
    return t_end();
}
