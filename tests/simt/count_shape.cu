// count_shape.cu: how two- and three-dimensional blocks map to warps, and what that costs.
#include "t.h"

// 64 floats a row. 16x16: a warp is two half rows of 64 B = 2 sectors each
// expect rows#1 g_ld_sec == 32
// expect rows#1 g_ld_req == 8
// 8x8: four pieces of 32 B; 2 warps
// expect rows#2 g_ld_req == 2
// expect rows#2 g_ld_sec == 8
// 4x8: eight pieces of 16 B, each in a sector of its own, half used
// expect rows#3 g_ld_req == 1
// expect rows#3 g_ld_sec == 8
// expect rows#3 g_ld_eff == 0.5
// 1x32: 32 rows
// expect rows#4 g_ld_sec == 32
// 32x1
// expect rows#5 g_ld_sec == 4
// 33x2 = 66 threads in 3 warps: lanes 0..31 of row 0: 4 sectors; then (32,0) and (0..30,1): 1 + 4; then (31,1) and
// (32,1): 2 lanes in 2 sectors
// expect rows#6 g_ld_req == 3
// expect rows#6 g_ld_sec == 11
__global__ void rows(const float *a, float *o)
{
    int x = threadIdx.x, y = threadIdx.y;
    o[y * 64 + x] = a[y * 64 + x];
}
// 4x4x4: a warp has 8 pieces of 16 B (z = 0, 1), rows of 64 and planes of 512 floats
// expect planes g_ld_req == 2
// expect planes g_ld_sec == 16
__global__ void planes(const float *a, float *o)
{
    int i = threadIdx.x + 64 * threadIdx.y + 512 * threadIdx.z;
    o[i] = a[i];
}
// 32x32 tiles of a 64x64 matrix, 32 warps in each of 4 blocks. Reads 4 sectors, column stores 32
// expect transpose_naive g_ld_req == 128
// expect transpose_naive g_ld_sec == 512
// expect transpose_naive g_st_sec == 4096
// expect transpose_naive g_st_spr == 32
// expect transpose_naive g_st_eff == 0.125
__global__ void transpose_naive(const float *a, float *o)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    o[x * 64 + y] = a[y * 64 + x];
}
// through shared memory both sides are rows; the column read has 32 words in one bank, or none with a row of 33
// expect transpose_tiled g_st_sec == 512
// expect transpose_tiled g_ld_sec == 512
// expect transpose_tiled sh_st_wave == 128
// expect transpose_tiled sh_ld_wave == 4096
// expect transpose_tiled sh_ld_req == 128
// expect transpose_tiled sh_ideal == 256
// expect transpose_tiled sh_conf == 3968
// expect transpose_tiled bar == 1
// expect transpose_tiled smem_B == 4096
// expect transpose_padded sh_wave == 256
// expect transpose_padded sh_conf == 0
// expect transpose_padded smem_B == 4224
__global__ void transpose_tiled(const float *a, float *o)
{
    __shared__ float s[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    s[ty][tx] = a[(blockIdx.y * 32 + ty) * 64 + blockIdx.x * 32 + tx];
    __syncthreads();
    o[(blockIdx.x * 32 + ty) * 64 + blockIdx.y * 32 + tx] = s[tx][ty];
}
__global__ void transpose_padded(const float *a, float *o)
{
    __shared__ float s[32][33];
    int tx = threadIdx.x, ty = threadIdx.y;
    s[ty][tx] = a[(blockIdx.y * 32 + ty) * 64 + blockIdx.x * 32 + tx];
    __syncthreads();
    o[(blockIdx.x * 32 + ty) * 64 + blockIdx.y * 32 + tx] = s[tx][ty];
}
// 64^3 with 16x16 blocks: 128 warps, 64 steps, two loads: a has 2 rows (2 sectors), b 16 floats (2 sectors)
// expect matmul_naive g_ld_req == 16384
// expect matmul_naive g_ld_sec == 32768
// expect matmul_naive g_st_sec == 512
// expect matmul_naive flops == 524288
// expect matmul_naive flops_f32 == 524288
// both operands are the same 16 KiB
// expect matmul_naive g_uniq_ld == 16384
__global__ void matmul_naive(const float *a, const float *b, float *c)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float s = 0;
    for (int k = 0; k < 64; k++)
        s += a[y * 64 + k] * b[k * 64 + x];
    c[y * 64 + x] = s;
}
// 16 blocks x 4 tiles x 8 warps x 2 loads = 1024 requests of 4 sectors, as many shared stores; 16 steps of two
// reads in each, of which nvcc joins those of as[ty][k] by four: (16 + 4) x 512 = 10240 requests, one wavefront for 16 words
// of bs, two for the two quads of as: (16 + 4 x 2) x 512, as an H200 counts
// expect matmul_tiled g_ld_req == 1024
// expect matmul_tiled g_ld_sec == 4096
// expect matmul_tiled sh_st_req == 1024
// expect matmul_tiled sh_ld_req == 10240
// expect matmul_tiled sh_ld_wave == 12288
// expect matmul_tiled sh_conf == 0
// expect matmul_tiled bar == 8
// expect matmul_tiled flops == 524288
__global__ void matmul_tiled(const float *a, const float *b, float *c)
{
    __shared__ float as[16][16], bs[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    float s = 0;
    for (int t = 0; t < 4; t++) {
        as[ty][tx] = a[y * 64 + t * 16 + tx];
        bs[ty][tx] = b[(t * 16 + ty) * 64 + x];
        __syncthreads();
        for (int k = 0; k < 16; k++)
            s += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    c[y * 64 + x] = s;
}

int main()
{
    float *a = t_dev<float>(4096, [](int i) { return (float)(i % 7); }), *o = t_dev<float>(4096);
    for (dim3 b : { dim3(16, 16), dim3(8, 8), dim3(4, 8), dim3(1, 32), dim3(32, 1), dim3(33, 2) })
        rows<<<1, b>>>(a, o);
    planes<<<1, dim3(4, 4, 4)>>>(a, o);
    auto turned = [](int i) { return (float)((i % 64 * 64 + i / 64) % 7); };
    transpose_naive<<<dim3(2, 2), dim3(32, 32)>>>(a, o);
    t_is("naive", o, 4096, turned);
    transpose_tiled<<<dim3(2, 2), dim3(32, 32)>>>(a, o);
    t_is("tiled", o, 4096, turned);
    transpose_padded<<<dim3(2, 2), dim3(32, 32)>>>(a, o);
    t_is("padded", o, 4096, turned);
    auto product = [](int i) {
        float s = 0;
        for (int k = 0; k < 64; k++)
            s += (float)((i / 64 * 64 + k) % 7) * ((k * 64 + i % 64) % 7);
        return s;
    };
    matmul_naive<<<dim3(4, 4), dim3(16, 16)>>>(a, a, o);
    t_is("product", o, 4096, product);
    matmul_tiled<<<dim3(4, 4), dim3(16, 16)>>>(a, a, o);
    t_is("product by tiles", o, 4096, product);
    return t_end();
}
