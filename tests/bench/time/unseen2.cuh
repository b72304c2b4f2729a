// Copies, layouts, transposes and products of unseen2.cu.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
__device__ int global_id()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}
__global__ void copy_pairs(double2 *dst, const double2 *src, int n)
{
    int i = global_id();
    if (i < n)
        dst[i] = src[i];
}
// a run of neighbours for each thread
__global__ void copy_runs(float *dst, const float *src, int n, int each)
{
    int first = global_id() * each;
    for (int k = 0; k < each; k++)
        if (first + k < n)
            dst[first + k] = src[first + k];
}
__global__ void reverse(float *dst, const float *src, int n)
{
    int i = global_id();
    if (i < n)
        dst[n - 1 - i] = src[i];
}
__global__ void scale_half2(__half2 *v, float by, int n)
{
    int i = global_id();
    if (i < n)
        v[i] = __hmul2(v[i], __float2half2_rn(by));
}
__global__ void count_up(unsigned *o, int n)
{
    int i = global_id();
    if (i < n)
        o[i] = i;
}
__global__ void zip(float2 *o, const float *a, const float *b, int n)
{
    for (int i = global_id(); i < n; i += gridDim.x * blockDim.x)
        o[i] = make_float2(a[i], b[i]);
}
__global__ void bump_every(float *v, int stride, int n)
{
    int i = global_id() * stride;
    if (i < n)
        v[i] += 1.0f;
}
__global__ void thumbnail(const float *image, float *small, int width, int by)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    small[y * (width / by) + x] = image[(size_t)y * by * width + x * by];
}
struct particle {
    float pos[3], vel[3], mass;
};
__global__ void advance(particle *p, float dt, int n)
{
    int i = global_id();
    if (i >= n)
        return;
    for (int d = 0; d < 3; d++)
        p[i].pos[d] += dt * p[i].vel[d];
}
struct sample {
    double when;
    float value[4];
    int channel, flags;
};
__global__ void pick_member(const sample *s, float *o, int n)
{
    int i = global_id();
    if (i < n)
        o[i] = s[i].value[2];
}
__global__ void split_planes(const uchar4 *rgba, unsigned char *r, unsigned char *g, unsigned char *b, int n)
{
    int i = global_id();
    if (i >= n)
        return;
    uchar4 p = rgba[i];
    r[i] = p.x;
    g[i] = p.y;
    b[i] = p.z;
}
__global__ void transpose_any(float *o, const float *a, int rows, int cols)
{
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    if (x < cols && y < rows)
        tile[threadIdx.y][threadIdx.x] = a[y * cols + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    if (x < rows && y < cols)
        o[y * rows + x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void transpose_bytes(unsigned char *o, const unsigned char *a, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n)
        o[x * n + y] = a[y * n + x];
}
__global__ void transpose_in_place(float *m, int n)
{
    __shared__ float upper[16][17], lower[16][17];
    if (blockIdx.x < blockIdx.y)
        return;
    int tx = threadIdx.x, ty = threadIdx.y;
    float *u = m + (blockIdx.y * 16 + ty) * n + blockIdx.x * 16 + tx;
    float *l = m + (blockIdx.x * 16 + ty) * n + blockIdx.y * 16 + tx;
    upper[ty][tx] = *u;
    lower[ty][tx] = *l;
    __syncthreads();
    *u = lower[tx][ty];
    *l = upper[tx][ty];
}
// positions x heads x width becomes heads x positions x width
__global__ void swap_heads(const float *q, float *o, int heads, int width)
{
    int at = blockIdx.x, many = gridDim.x;
    for (int i = threadIdx.x; i < heads * width; i += blockDim.x) {
        int h = i / width, d = i % width;
        o[((size_t)h * many + at) * width + d] = q[(size_t)at * heads * width + i];
    }
}
__global__ void linear_relu(const float *X, const float *W, const float *bias, float *Y, int M, int N, int K)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= M || col >= N)
        return;
    float sum = bias[col];
    for (int k = 0; k < K; k++)
        sum += X[row * K + k] * W[k * N + col];
    Y[row * N + col] = fmaxf(sum, 0.0f);
}
// scores of queries and keys: both by rows
__global__ void scores(const float *Q, const float *K, float *S, int len, int width)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= len || j >= len)
        return;
    float sum = 0.0f;
    for (int d = 0; d < width; d++)
        sum += Q[i * width + d] * K[j * width + d];
    S[i * len + j] = sum * rsqrtf((float)width);
}
__global__ void matmul_double(const double *A, const double *B, double *C, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += A[row * n + k] * B[k * n + col];
    C[row * n + col] = sum;
}
__global__ void matmul_edges(const float *A, const float *B, float *C, int M, int N, int K)
{
    __shared__ float As[16][16], Bs[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, col = blockIdx.x * 16 + tx, row = blockIdx.y * 16 + ty;
    float sum = 0;
    for (int t = 0; t < (K + 15) / 16; t++) {
        int ka = t * 16 + tx, kb = t * 16 + ty;
        As[ty][tx] = row < M && ka < K ? A[row * K + ka] : 0.0f;
        Bs[ty][tx] = kb < K && col < N ? B[kb * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}
// four results a thread, 16 apart
__global__ void matmul_two_by_two(const float *A, const float *B, float *C, int n)
{
    __shared__ float As[32][32], Bs[32][32];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32, col = blockIdx.x * 32;
    float c00 = 0, c01 = 0, c10 = 0, c11 = 0;
    for (int t = 0; t < n; t += 32) {
        for (int y = ty; y < 32; y += 16)
            for (int x = tx; x < 32; x += 16) {
                As[y][x] = A[(row + y) * n + t + x];
                Bs[y][x] = B[(t + y) * n + col + x];
            }
        __syncthreads();
        for (int k = 0; k < 32; k++) {
            float a0 = As[ty][k], a1 = As[ty + 16][k], b0 = Bs[k][tx], b1 = Bs[k][tx + 16];
            c00 += a0 * b0;
            c01 += a0 * b1;
            c10 += a1 * b0;
            c11 += a1 * b1;
        }
        __syncthreads();
    }
    C[(row + ty) * n + col + tx] = c00;
    C[(row + ty) * n + col + tx + 16] = c01;
    C[(row + ty + 16) * n + col + tx] = c10;
    C[(row + ty + 16) * n + col + tx + 16] = c11;
}
// 64 x 64 a block of 256, 4 x 4 a thread, everything by fours
__global__ void matmul_fours(const float *A, const float *B, float *C, int n)
{
    __shared__ float As[16][64], Bs[16][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row = blockIdx.y * 64, col = blockIdx.x * 64;
    float acc[4][4] = {};
    for (int k0 = 0; k0 < n; k0 += 16) {
        float4 a = *(const float4 *)&A[(row + t / 4) * n + k0 + t % 4 * 4];
        As[t % 4 * 4 + 0][t / 4] = a.x;
        As[t % 4 * 4 + 1][t / 4] = a.y;
        As[t % 4 * 4 + 2][t / 4] = a.z;
        As[t % 4 * 4 + 3][t / 4] = a.w;
        *(float4 *)&Bs[ty][tx * 4] = *(const float4 *)&B[(k0 + ty) * n + col + tx * 4];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++) {
            float4 av = *(const float4 *)&As[k][ty * 4], bv = *(const float4 *)&Bs[k][tx * 4];
            float x[4] = {av.x, av.y, av.z, av.w}, y[4] = {bv.x, bv.y, bv.z, bv.w};
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    acc[i][j] += x[i] * y[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        *(float4 *)&C[(row + ty * 4 + i) * n + col + tx * 4] = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}
// 16 x 64 a warp
__global__ void wmma_strip(const __nv_bfloat16 *A, const __nv_bfloat16 *B, float *C, int n)
{
    using namespace nvcuda::wmma;
    int warp = global_id() / 32, row = warp / (n / 64) * 16, col = warp % (n / 64) * 64;
    if (row >= n)
        return;
    fragment<accumulator, 16, 16, 16, float> c[4];
    for (int j = 0; j < 4; j++)
        fill_fragment(c[j], 0.0f);
    for (int k = 0; k < n; k += 16) {
        fragment<matrix_a, 16, 16, 16, __nv_bfloat16, row_major> a;
        load_matrix_sync(a, A + row * n + k, n);
        for (int j = 0; j < 4; j++) {
            fragment<matrix_b, 16, 16, 16, __nv_bfloat16, row_major> b;
            load_matrix_sync(b, B + k * n + col + j * 16, n);
            mma_sync(c[j], a, b, c[j]);
        }
    }
    for (int j = 0; j < 4; j++)
        store_matrix_sync(C + row * n + col + j * 16, c[j], n, mem_row_major);
}
// 128 x 128 a block of 8 warps, 32 x 64 a warp; rows in shared memory are padded
__global__ void wmma_padded(const __half *A, const __half *B, float *C, int M, int N, int K)
{
    using namespace nvcuda::wmma;
    __shared__ __align__(32) __half As[128][48], Bs[32][144];
    int warp = threadIdx.x / 32, wr = warp / 2 * 32, wc = warp % 2 * 64, row = blockIdx.y * 128, col = blockIdx.x * 128;
    fragment<accumulator, 16, 16, 16, float> c[2][4];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++)
            fill_fragment(c[i][j], 0.0f);
    for (int k0 = 0; k0 < K; k0 += 32) {
        for (int i = threadIdx.x; i < 512; i += 256) {
            *(uint4 *)&As[i / 4][i % 4 * 8] = *(const uint4 *)&A[(row + i / 4) * K + k0 + i % 4 * 8];
            *(uint4 *)&Bs[i / 16][i % 16 * 8] = *(const uint4 *)&B[(k0 + i / 16) * N + col + i % 16 * 8];
        }
        __syncthreads();
        for (int k = 0; k < 32; k += 16) {
            fragment<matrix_a, 16, 16, 16, __half, row_major> a[2];
            for (int i = 0; i < 2; i++)
                load_matrix_sync(a[i], &As[wr + i * 16][k], 48);
            for (int j = 0; j < 4; j++) {
                fragment<matrix_b, 16, 16, 16, __half, row_major> b;
                load_matrix_sync(b, &Bs[k][wc + j * 16], 144);
                for (int i = 0; i < 2; i++)
                    mma_sync(c[i][j], a[i], b, c[i][j]);
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++)
            store_matrix_sync(&C[(row + wr + i * 16) * N + col + wc + j * 16], c[i][j], N, mem_row_major);
}
