// count_global.cu: requests and 32-byte sectors of global accesses. A warp of 4-byte lanes side by side takes
// 32 x 4 / 32 = 4 sectors. Allocations are 256-byte aligned.
#include "t.h"

// 8 warps, 4 sectors each way; 256 x 4 = 1024 B touched once
// expect coalesced g_ld_req == 8
// expect coalesced g_ld_sec == 32
// expect coalesced g_ld_spr == 4
// expect coalesced g_ld_eff == 1
// expect coalesced g_st_req == 8
// expect coalesced g_st_sec == 32
// expect coalesced g_uniq_ld == 1024
// expect coalesced g_uniq_st == 1024
// expect coalesced act_thr == 32
// expect coalesced br_eff == 1
// expect coalesced@copy g_ld_sec == 32
__global__ void coalesced(const float *a, float *o)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = a[i]; //@copy
}
// lanes of 1 and 2 bytes: 32 B = 1 sector, 64 B = 2
// expect bytes g_ld_sec == 8
// expect bytes g_st_sec == 16
// expect bytes g_ld_eff == 1
__global__ void bytes(const unsigned char *a, short *o)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = a[i];
}
// 32 x 8 B = 8 sectors; 32 x 16 B = 16; one request each
// expect eight g_ld_req == 8
// expect eight g_ld_sec == 64
// expect eight g_st_sec == 64
__global__ void eight(const float2 *a, double *o)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 v = a[i];
    o[i] = v.x + v.y;
}
// expect sixteen g_ld_req == 2
// expect sixteen g_ld_sec == 32
// expect sixteen g_st_req == 2
// expect sixteen g_st_sec == 32
// expect sixteen g_ld_eff == 1
__global__ void sixteen(const float4 *a, float4 *o)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = a[i];
}
// stride in floats: 2 -> 256 B = 8 sectors, half of each used; 8 and more -> a sector for each lane
// expect strided#1 g_ld_sec == 8
// expect strided#1 g_ld_eff == 0.5
// expect strided#2 g_ld_sec == 12
// expect strided#3 g_ld_sec == 32
// expect strided#3 g_ld_eff == 0.125
// expect strided#4 g_ld_sec == 32
// expect strided#5 g_ld_sec == 1
// one word of the sector for all lanes
// expect strided#5 g_ld_eff == 0.125
// expect strided g_st_sec == 4
__global__ void strided(const float *a, float *o, int stride) { o[threadIdx.x] = a[threadIdx.x * stride]; }
// 4..132 B lie in sectors 0..4; 16..144 B too; 28..156 B; 32..160 B in 1..4
// expect offset#1 g_ld_sec == 5
// expect offset#2 g_ld_sec == 5
// expect offset#3 g_ld_sec == 5
// expect offset#4 g_ld_sec == 4
// expect offset#1 g_ld_eff == 0.8
// expect offset#1 g_st_sec == 5
// expect offset#4 g_st_sec == 4
__global__ void offset(const float *a, float *o, int by) { o[threadIdx.x + by] = a[threadIdx.x + by]; }
// the order of lanes does not matter, nor does a lane that reads what another reads
// expect shuffled g_ld_sec == 4
// expect shuffled g_st_sec == 4
// expect halved g_ld_sec == 2
// expect halved g_ld_req == 1
// expect halved g_ld_eff == 1
__global__ void shuffled(const float *a, float *o) { o[31 - threadIdx.x] = a[threadIdx.x * 5 & 31]; }
__global__ void halved(const float *a, float *o) { o[threadIdx.x] = a[threadIdx.x / 2]; }
// two rows of 16 lanes, as in a matrix product: 2 words in 2 sectors, 16 words in 2 sectors; (8 + 64) of 128 B
// expect rows@left g_ld_sec == 2
// expect rows@left g_ld_eff == 0.125
// expect rows@right g_ld_sec == 2
// expect rows@right g_ld_eff == 1
// expect rows g_ld_eff == 0.5625
__global__ void rows(const float *a, const float *b, float *o)
{
    float x = a[threadIdx.y * 64]; //@left
    float y = b[threadIdx.x];      //@right
    o[threadIdx.y * 16 + threadIdx.x] = x * y;
}
// eight words in no order, each four times; then eight of 64 B strides: 32 B of 8 sectors
// expect gathered#1 g_ld_sec == 1
// expect gathered#1 g_ld_eff == 1
// expect gathered#2 g_ld_sec == 8
// expect gathered#2 g_ld_eff == 0.125
__global__ void gathered(const float *a, float *o, int stride) { o[threadIdx.x] = a[(threadIdx.x * 5 & 7) * stride]; }
// 40 threads: a whole warp and one of 8 lanes (32 B = 1 sector); (32 + 8) / 2 lanes an instruction
// expect partial g_ld_req == 2
// expect partial g_ld_sec == 5
// expect partial act_thr == 20
__global__ void partial(const float *a, float *o) { o[threadIdx.x] = a[threadIdx.x]; }
// n = 100 of 128: three whole warps and one of 4 lanes; n = 96: the last warp makes no request; n = 1: one lane
// expect tail#1@load g_ld_req == 4
// expect tail#1@load g_ld_sec == 13
// expect tail#2@load g_ld_req == 3
// expect tail#2@load g_ld_sec == 12
// expect tail#3@load g_ld_req == 1
// expect tail#3@load g_ld_sec == 1
// expect tail#3@load g_ld_eff == 0.125
__global__ void tail(const float *a, float *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        o[i] = a[i]; //@load
}
// 1000 elements by 256 threads: 31 whole warps and 8 lanes more; 1000 x 4 / 32 = 125 sectors
// expect grid_stride g_ld_req == 32
// expect grid_stride g_ld_sec == 125
// expect grid_stride g_st_req == 32
// expect grid_stride g_uniq_ld == 4000
__global__ void grid_stride(const float *a, float *o, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        o[i] = a[i] * 2;
}
// a struct of 16 bytes of which one float is read: 512 B = 16 sectors, a quarter used
struct item {
    float x, y, z, w;
};
// expect field g_ld_req == 1
// expect field g_ld_sec == 16
// expect field g_ld_eff == 0.25
__global__ void field(const item *a, float *o) { o[threadIdx.x] = a[threadIdx.x].y; }
// a copied struct is split by the alignment of its type, as in nvcc's PTX
// expect whole_4 g_ld_req == 4
// expect whole_4 g_st_req == 4
// expect whole_4 g_ld_sec == 64
// expect whole_16 g_ld_req == 1
// expect whole_16 g_st_sec == 16
// expect whole_2 g_ld_req == 2
// expect whole_2 g_st_sec == 16
// expect whole_3 g_ld_req == 3
// expect whole_3 g_st_sec == 36
struct __align__(16) wide {
    float x, y, z, w;
};
struct two {
    float x, y;
};
struct point {
    float x, y, z;
};
__global__ void whole_4(const item *a, item *o) { o[threadIdx.x] = a[threadIdx.x]; }
__global__ void whole_16(const wide *a, wide *o) { o[threadIdx.x] = a[threadIdx.x]; }
__global__ void whole_2(const two *a, two *o) { o[threadIdx.x] = a[threadIdx.x]; }
__global__ void whole_3(const point *a, point *o) { o[threadIdx.x] = a[threadIdx.x]; }
// every other float4: 1024 B touched = 32 sectors, half of each used
// expect spaced g_ld_sec == 32
// expect spaced g_ld_eff == 0.5
__global__ void spaced(const float4 *a, float4 *o) { o[threadIdx.x] = a[threadIdx.x * 2]; }
// float2 from 8 B on: 8..264 B = 9 sectors
// expect pair_offset g_ld_sec == 9
__global__ void pair_offset(const float2 *a, float2 *o) { o[threadIdx.x] = a[threadIdx.x + 1]; }
// ten blocks read the same 128 floats: 10 x 4 x 4 sectors, 512 B different
// expect repeated g_ld_sec == 160
// expect repeated g_uniq_ld == 512
// expect repeated g_uniq_st == 5120
__global__ void repeated(const float *a, float *o) { o[blockIdx.x * 128 + threadIdx.x] = a[threadIdx.x]; }
// three floats at a stride of 12 B: three requests, each over 384 B = 12 sectors
// expect three g_ld_req == 3
// expect three g_ld_sec == 36
__global__ void three(const float *a, float *o)
{
    int i = threadIdx.x;
    o[i] = a[3 * i] + a[3 * i + 1] + a[3 * i + 2];
}
// a load whose value is used twice is one load; a read-modify-write is a load and a store
// expect updated g_ld_req == 2
// expect updated g_st_req == 1
__global__ void updated(float *a, const float *b)
{
    float v = b[threadIdx.x];
    a[threadIdx.x] += v * v;
}

int main()
{
    float *a = t_dev<float>(4096, [](int i) { return (float)i; }), *o = t_dev<float>(4096);
    coalesced<<<2, 128>>>(a, o);
    t_is("coalesced", o, 256, [](int i) { return (float)i; });
    bytes<<<1, 256>>>((unsigned char *)a, (short *)o);
    eight<<<1, 256>>>((float2 *)a, (double *)o);
    t_is("eight", (double *)o, 256, [](int i) { return 4.0 * i + 1; });
    sixteen<<<1, 64>>>((float4 *)a, (float4 *)o);
    for (int s : { 2, 3, 8, 100, 0 })
        strided<<<1, 32>>>(a, o, s);
    for (int by : { 1, 4, 7, 8 })
        offset<<<1, 32>>>(a, o, by);
    shuffled<<<1, 32>>>(a, o);
    halved<<<1, 32>>>(a, o);
    rows<<<1, dim3(16, 2)>>>(a, a + 1024, o);
    for (int s : { 1, 16 })
        gathered<<<1, 32>>>(a, o, s);
    partial<<<1, 40>>>(a, o);
    for (int n : { 100, 96, 1 })
        tail<<<1, 128>>>(a, o, n);
    grid_stride<<<2, 128>>>(a, o, 1000);
    t_is("grid stride", o, 1000, [](int i) { return 2.0f * i; });
    field<<<1, 32>>>((item *)a, o);
    whole_4<<<1, 32>>>((item *)a, (item *)o);
    whole_16<<<1, 32>>>((wide *)a, (wide *)o);
    whole_2<<<1, 32>>>((two *)a, (two *)o);
    whole_3<<<1, 32>>>((point *)a, (point *)o);
    t_is("whole", o, 96, [](int i) { return (float)i; });
    spaced<<<1, 32>>>((float4 *)a, (float4 *)o);
    pair_offset<<<1, 32>>>((float2 *)a, (float2 *)o);
    repeated<<<10, 128>>>(a, o);
    three<<<1, 32>>>(a, o);
    t_is("three", o, 32, [](int i) { return 9.0f * i + 3; });
    updated<<<1, 32>>>(o, a);
    return t_end();
}
