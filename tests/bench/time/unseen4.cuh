// Kernels of unseen4.cu that move data: copies, matrices, sums, rows of a network, neighbourhoods.
#pragma once
#include <cuda_fp16.h>
#include <mma.h>
#include "common.cuh"
#include <cfloat>
#include <cstdint>
#define HERE (int)(blockIdx.x * blockDim.x + threadIdx.x)
#define EVERYWHERE (int)(gridDim.x * blockDim.x)
#define FULL 0xffffffffu
static int up(int n, int by) { return (n + by - 1) / by; }
__device__ __forceinline__ float warp_sum(float v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(FULL, v, d);
    return v;
}
__device__ __forceinline__ float warp_max(float v)
{
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(FULL, v, d));
    return v;
}

// ---- moving data
__global__ void noop() {}
__global__ void copy_bytes(unsigned char *out, const unsigned char *in, int n)
{
    int i = HERE;
    if (i < n)
        out[i] = in[i];
}
__global__ void copy_quads(uint4 *out, const uint4 *in, int n)
{
    int i = HERE;
    if (i < n)
        out[i] = in[i];
}
__global__ void copy_halfs_in_steps(__half *out, const __half *in, int n)
{
    for (int i = HERE; i < n; i += EVERYWHERE)
        out[i] = in[i];
}
__global__ void step_read(float *out, const float *in, int step, int n)
{
    int i = HERE;
    if (i < n)
        out[i] = 2.0f * in[(size_t)i * step];
}
struct Particle {
    float x, y, z, vx, vy, vz, mass;
};
__global__ void push_records(Particle *p, float dt, int n)
{
    int i = HERE;
    if (i >= n)
        return;
    p[i].x += dt * p[i].vx;
    p[i].y += dt * p[i].vy;
    p[i].z += dt * p[i].vz;
}
__global__ void push_columns(float *x, float *y, float *z, const float *vx, const float *vy, const float *vz, float dt,
                             int n)
{
    int i = HERE;
    if (i >= n)
        return;
    x[i] += dt * vx[i];
    y[i] += dt * vy[i];
    z[i] += dt * vz[i];
}
__global__ void xpose_naive(float *out, const float *in, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[x * h + y] = in[y * w + x];
}
template <int PAD> __global__ void xpose_shared(float *out, const float *in, int w, int h)
{
    __shared__ float t[32][32 + PAD];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    t[threadIdx.y][threadIdx.x] = in[y * w + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    out[y * h + x] = t[threadIdx.x][threadIdx.y];
}
__global__ void pull(float *out, const float *in, const int *from, int n)
{
    int i = HERE;
    if (i < n)
        out[i] = in[from[i]];
}
__global__ void put(float *out, const float *in, const int *to, int n)
{
    int i = HERE;
    if (i < n)
        out[to[i]] = in[i];
}
__global__ void add_into(float *cells, const float *v, const int *cell, int n)
{
    int i = HERE;
    if (i < n)
        atomicAdd(&cells[cell[i]], v[i]);
}
__global__ void bisect(int *at, const int *sorted, int n, const int *wanted, int m)
{
    int i = HERE;
    if (i >= m)
        return;
    int key = wanted[i], lo = 0, hi = n;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (sorted[mid] < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    at[i] = lo;
}
__global__ void walk_list(int *last, const int *next, int start, int steps)
{
    int at = start;
    for (int s = 0; s < steps; s++)
        at = next[at];
    *last = at;
}
__global__ void walk_in_shared(int *last, int rounds)
{
    __shared__ int next[512];
    for (int i = threadIdx.x; i < 512; i += blockDim.x)
        next[i] = (i * 5 + 77) & 511;
    __syncthreads();
    int at = threadIdx.x;
    for (int r = 0; r < rounds; r++)
        at = next[at];
    last[HERE] = at;
}

// ---- matrices
// the mistake: neighbours in a warp have different rows
__global__ void gemm_swapped(float *c, const float *a, const float *b, int n, int k)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
    float s = 0;
    for (int i = 0; i < k; i++)
        s += a[row * k + i] * b[i * n + col];
    c[row * n + col] = s;
}
__global__ void gemm_element(float *c, const float *a, const float *b, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    float s = 0;
    for (int i = 0; i < k; i++)
        s += a[row * k + i] * b[i * n + col];
    c[row * n + col] = s;
}
template <class T, int B> __global__ void gemm_shared(T *c, const T *a, const T *b, int n, int k)
{
    __shared__ T ta[B][B], tb[B][B];
    int tx = threadIdx.x, ty = threadIdx.y, col = blockIdx.x * B + tx, row = blockIdx.y * B + ty;
    T s = 0;
    for (int at = 0; at < k; at += B) {
        ta[ty][tx] = a[row * k + at + tx];
        tb[ty][tx] = b[(at + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < B; i++)
            s += ta[ty][i] * tb[i][tx];
        __syncthreads();
    }
    c[row * n + col] = s;
}
// a square of R×R results for each of 16×16 threads
template <int R> __global__ void gemm_squares(float *c, const float *a, const float *b, int n, int k)
{
    constexpr int TILE = 16 * R, DEEP = 16;
    __shared__ float ta[DEEP][TILE + 1], tb[DEEP][TILE];
    int tid = threadIdx.y * 16 + threadIdx.x, row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
    float acc[R][R] = {};
    for (int at = 0; at < k; at += DEEP) {
        for (int e = tid; e < TILE * DEEP; e += 256) {
            ta[e % DEEP][e / DEEP] = a[(row0 + e / DEEP) * k + at + e % DEEP];
            tb[e / TILE][e % TILE] = b[(at + e / TILE) * n + col0 + e % TILE];
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < DEEP; i++) {
            float va[R], vb[R];
            for (int r = 0; r < R; r++)
                va[r] = ta[i][threadIdx.y * R + r], vb[r] = tb[i][threadIdx.x + 16 * r];
            for (int r = 0; r < R; r++)
                for (int q = 0; q < R; q++)
                    acc[r][q] += va[r] * vb[q];
        }
        __syncthreads();
    }
    for (int r = 0; r < R; r++)
        for (int q = 0; q < R; q++)
            c[(row0 + threadIdx.y * R + r) * n + col0 + threadIdx.x + 16 * q] = acc[r][q];
}
using namespace nvcuda;
typedef wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> FragA;
typedef wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> FragB;
typedef wmma::fragment<wmma::accumulator, 16, 16, 16, float> FragC;
__global__ void gemm_wmma(float *c, const __half *a, const __half *b, int n, int k)
{
    int col = blockIdx.x * 16, row = (blockIdx.y * blockDim.y + threadIdx.y) * 16;
    FragA fa;
    FragB fb;
    FragC fc;
    wmma::fill_fragment(fc, 0.0f);
    for (int at = 0; at < k; at += 16) {
        wmma::load_matrix_sync(fa, a + row * k + at, k);
        wmma::load_matrix_sync(fb, b + at * n + col, n);
        wmma::mma_sync(fc, fa, fb, fc);
    }
    wmma::store_matrix_sync(c + row * n + col, fc, n, wmma::mem_row_major);
}
// 64×64 for four warps, each with a quarter of 32×32, slabs of 32 by way of shared memory
__global__ void gemm_wmma_slabs(float *c, const __half *a, const __half *b, int n, int k)
{
    __shared__ __align__(32) __half sa[64][40], sb[32][72];
    int tid = threadIdx.x, warp = tid / 32, wr = warp / 2 * 32, wc = warp % 2 * 32;
    int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    FragC acc[2][2];
    for (int i = 0; i < 4; i++)
        wmma::fill_fragment(acc[i / 2][i % 2], 0.0f);
    for (int at = 0; at < k; at += 32) {
        for (int e = tid; e < 256; e += 128) {
            *(uint4 *)&sa[e / 4][e % 4 * 8] = *(const uint4 *)&a[(row0 + e / 4) * k + at + e % 4 * 8];
            *(uint4 *)&sb[e / 8][e % 8 * 8] = *(const uint4 *)&b[(at + e / 8) * n + col0 + e % 8 * 8];
        }
        __syncthreads();
        for (int i = 0; i < 32; i += 16) {
            FragA fa[2];
            FragB fb[2];
            for (int h = 0; h < 2; h++) {
                wmma::load_matrix_sync(fa[h], &sa[wr + 16 * h][i], 40);
                wmma::load_matrix_sync(fb[h], &sb[i][wc + 16 * h], 72);
            }
            for (int q = 0; q < 4; q++)
                wmma::mma_sync(acc[q / 2][q % 2], fa[q / 2], fb[q % 2], acc[q / 2][q % 2]);
        }
        __syncthreads();
    }
    for (int q = 0; q < 4; q++)
        wmma::store_matrix_sync(c + (row0 + wr + q / 2 * 16) * n + col0 + wc + q % 2 * 16, acc[q / 2][q % 2], n,
                                wmma::mem_row_major);
}
// b is stored by columns, so both are read four bytes at a time
__global__ void gemm_dp4a(int *c, const int *a, const int *b, int n, int k4)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y, s = 0;
    for (int i = 0; i < k4; i++)
        s = __dp4a(a[row * k4 + i], b[col * k4 + i], s);
    c[row * n + col] = s;
}
__global__ void gemv_row_each(float *y, const float *a, const float *x, int rows, int cols)
{
    int r = HERE;
    if (r >= rows)
        return;
    float s = 0;
    for (int j = 0; j < cols; j++)
        s += a[r * cols + j] * x[j];
    y[r] = s;
}
__global__ void gemv_column_order(float *y, const float *at, const float *x, int rows, int cols)
{
    int r = HERE;
    if (r >= rows)
        return;
    float s = 0;
    for (int j = 0; j < cols; j++)
        s += at[j * rows + r] * x[j];
    y[r] = s;
}
__global__ void gemv_row_by_warp(float *y, const float4 *a, const float4 *x, int cols4)
{
    int r = HERE / 32, lane = threadIdx.x % 32;
    float s = 0;
    for (int j = lane; j < cols4; j += 32) {
        float4 p = a[r * cols4 + j], q = x[j];
        s += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
    }
    s = warp_sum(s);
    if (lane == 0)
        y[r] = s;
}
__global__ void spmv_thread(float *y, const int *start, const int *col, const float *v, const float *x, int rows)
{
    int r = HERE;
    if (r >= rows)
        return;
    float s = 0;
    for (int e = start[r]; e < start[r + 1]; e++)
        s += v[e] * x[col[e]];
    y[r] = s;
}
__global__ void spmv_warp(float *y, const int *start, const int *col, const float *v, const float *x, int rows)
{
    int r = HERE / 32, lane = threadIdx.x % 32;
    if (r >= rows)
        return;
    float s = 0;
    for (int e = start[r] + lane; e < start[r + 1]; e += 32)
        s += v[e] * x[col[e]];
    s = warp_sum(s);
    if (lane == 0)
        y[r] = s;
}

// ---- sums and counts
__global__ void sum_odd_lanes_idle(float *out, const float *in, int n)
{
    __shared__ float s[256];
    int t = threadIdx.x, i = HERE;
    s[t] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        if (t % (2 * d) == 0)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}
__global__ void sum_bank_clashes(float *out, const float *in, int n)
{
    __shared__ float s[512];
    int t = threadIdx.x, i = HERE;
    s[t] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        int at = 2 * d * t;
        if (at < blockDim.x)
            s[at] += s[at + d];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}
__global__ void sum_halving(float *out, const float *in, int n)
{
    __shared__ float s[128];
    int t = threadIdx.x, i = HERE;
    s[t] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}
__global__ void sum_warps_then_atomic(float *out, const float *in, int n)
{
    float v = 0;
    for (int i = HERE; i < n; i += EVERYWHERE)
        v += in[i];
    v = warp_sum(v);
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, v);
}
__global__ void sum_all_to_one_word(float *out, const float *in, int n)
{
    int i = HERE;
    if (i < n)
        atomicAdd(out, in[i]);
}
__global__ void sum_in_one_block(float *out, const float *in, int n)
{
    __shared__ float s[32];
    float v = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        v += in[i];
    v = warp_sum(v);
    if (threadIdx.x % 32 == 0)
        s[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = warp_sum(s[threadIdx.x]);
        if (threadIdx.x == 0)
            *out = v;
    }
}
__global__ void sum_alone(float *out, const float *in, int n)
{
    float v = 0;
    for (int i = 0; i < n; i++)
        v += in[i];
    *out = v;
}
__global__ void count_over(int *count, const float *in, float limit, int n)
{
    int i = HERE;
    if (i < n && in[i] > limit)
        atomicAdd(count, 1);
}
__global__ void draw_tickets(int *counter, int *ticket, const int *key, int n)
{
    int i = HERE;
    if (i < n && key[i] % 3 == 0)
        ticket[i] = atomicAdd(counter, key[i]);
}
__global__ void histo_global(unsigned *bin, const unsigned char *in, int n)
{
    for (int i = HERE; i < n; i += EVERYWHERE)
        atomicAdd(&bin[in[i]], 1u);
}
__global__ void histo_shared(unsigned *bin, const unsigned char *in, int n)
{
    __shared__ unsigned own[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        own[i] = 0;
    __syncthreads();
    for (int i = HERE; i < n; i += EVERYWHERE)
        atomicAdd(&own[in[i]], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        atomicAdd(&bin[i], own[i]);
}

// ---- rows of a network
__global__ void softmax_threads(float *out, const float *in, int rows, int cols)
{
    int r = HERE;
    if (r >= rows)
        return;
    float m = -FLT_MAX, d = 0;
    for (int j = 0; j < cols; j++) {
        float v = in[r * cols + j], higher = fmaxf(m, v);
        d = d * __expf(m - higher) + __expf(v - higher);
        m = higher;
    }
    for (int j = 0; j < cols; j++)
        out[r * cols + j] = __expf(in[r * cols + j] - m) / d;
}
// 256 columns stay in the registers of one warp
__global__ void softmax_in_registers(float *out, const float *in, int rows)
{
    int r = HERE / 32, lane = threadIdx.x % 32;
    if (r >= rows)
        return;
    float v[8], m = -FLT_MAX, d = 0;
#pragma unroll
    for (int k = 0; k < 8; k++)
        v[k] = in[r * 256 + k * 32 + lane], m = fmaxf(m, v[k]);
    m = warp_max(m);
#pragma unroll
    for (int k = 0; k < 8; k++)
        v[k] = __expf(v[k] - m), d += v[k];
    d = 1.0f / warp_sum(d);
#pragma unroll
    for (int k = 0; k < 8; k++)
        out[r * 256 + k * 32 + lane] = v[k] * d;
}
__global__ void normalise_rows(float *out, const float *in, const float *gain, const float *bias, int cols)
{
    __shared__ float s[256];
    const float *x = in + (size_t)blockIdx.x * cols;
    int t = threadIdx.x;
    float mean = 0, var = 0;
    for (int pass = 0; pass < 2; pass++) {
        float v = 0;
        for (int j = t; j < cols; j += blockDim.x)
            v += pass ? (x[j] - mean) * (x[j] - mean) : x[j];
        s[t] = v;
        __syncthreads();
        for (int d = blockDim.x / 2; d > 0; d /= 2) {
            if (t < d)
                s[t] += s[t + d];
            __syncthreads();
        }
        (pass ? var : mean) = s[0] / cols;
        __syncthreads();
    }
    float scale = rsqrtf(var + 1e-5f);
    for (int j = t; j < cols; j += blockDim.x)
        out[(size_t)blockIdx.x * cols + j] = (x[j] - mean) * scale * gain[j] + bias[j];
}
__global__ void normalise_row_by_thread(float *out, const float *in, int rows, int cols)
{
    int r = HERE;
    if (r >= rows)
        return;
    float sum = 0, squares = 0;
    for (int j = 0; j < cols; j++) {
        float v = in[r * cols + j];
        sum += v, squares += v * v;
    }
    float mean = sum / cols, scale = rsqrtf(squares / cols - mean * mean + 1e-5f);
    for (int j = 0; j < cols; j++)
        out[r * cols + j] = (in[r * cols + j] - mean) * scale;
}
__global__ void loss_and_gradient(float *loss, float *grad, const float *logits, const int *target, int cols)
{
    int r = HERE / 32, lane = threadIdx.x % 32;
    const float *x = logits + (size_t)r * cols;
    float m = -FLT_MAX, d = 0;
    for (int j = lane; j < cols; j += 32)
        m = fmaxf(m, x[j]);
    m = warp_max(m);
    for (int j = lane; j < cols; j += 32)
        d += __expf(x[j] - m);
    d = warp_sum(d);
    for (int j = lane; j < cols; j += 32)
        grad[(size_t)r * cols + j] = __expf(x[j] - m) / d - (j == target[r] ? 1.0f : 0.0f);
    if (lane == 0)
        loss[r] = logf(d) + m - x[target[r]];
}
// one head of width 64, one warp for each query, keys one after another
__global__ void attend_warp(float *out, const float *q, const float *k, const float *v, int seq)
{
    int i = HERE / 32, lane = threadIdx.x % 32, head = i / seq;
    float q0 = q[i * 64 + lane], q1 = q[i * 64 + 32 + lane], m = -FLT_MAX, d = 0, o0 = 0, o1 = 0;
    for (int j = head * seq; j < (head + 1) * seq; j++) {
        float s = warp_sum(q0 * k[j * 64 + lane] + q1 * k[j * 64 + 32 + lane]) * 0.125f;
        float higher = fmaxf(m, s), old = __expf(m - higher), p = __expf(s - higher);
        d = d * old + p;
        o0 = o0 * old + p * v[j * 64 + lane], o1 = o1 * old + p * v[j * 64 + 32 + lane];
        m = higher;
    }
    out[i * 64 + lane] = o0 / d, out[i * 64 + 32 + lane] = o1 / d;
}
// a thread for each query of width 32; keys and values come in tiles through shared memory; causal
__global__ void attend_tiles(float *out, const float *q, const float *k, const float *v, int seq)
{
    __shared__ float sk[32][32], sv[32][32];
    size_t base = (size_t)blockIdx.y * seq * 32;
    int i = HERE;
    float mine[32], acc[32] = {}, m = -FLT_MAX, d = 0;
    for (int c = 0; c < 32; c++)
        mine[c] = q[base + i * 32 + c] * 0.17677669f;
    for (int at = 0; at <= (int)(blockIdx.x * blockDim.x + blockDim.x - 1); at += 32) {
        for (int e = threadIdx.x; e < 1024; e += blockDim.x) {
            sk[e / 32][e % 32] = k[base + at * 32 + e];
            sv[e / 32][e % 32] = v[base + at * 32 + e];
        }
        __syncthreads();
        for (int j = 0; j < 32 && at + j <= i; j++) {
            float s = 0;
#pragma unroll
            for (int c = 0; c < 32; c++)
                s += mine[c] * sk[j][c];
            float higher = fmaxf(m, s), old = __expf(m - higher), p = __expf(s - higher);
            d = d * old + p, m = higher;
#pragma unroll
            for (int c = 0; c < 32; c++)
                acc[c] = acc[c] * old + p * sv[j][c];
        }
        __syncthreads();
    }
    for (int c = 0; c < 32; c++)
        out[base + i * 32 + c] = acc[c] / d;
}
__global__ void embed(float4 *out, const float4 *table, const int *token, int width4)
{
    for (int j = threadIdx.x; j < width4; j += blockDim.x)
        out[(size_t)blockIdx.x * width4 + j] = table[(size_t)token[blockIdx.x] * width4 + j];
}
__global__ void rotate_pairs(float2 *x, int heads, int pairs, int n)
{
    int i = HERE;
    if (i >= n)
        return;
    int pair = i % pairs, at = i / (pairs * heads);
    float angle = at * exp2f(-13.2877f * pair / pairs), s, c;
    sincosf(angle, &s, &c);
    float2 v = x[i];
    x[i] = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
}
__global__ void adam_update(float *w, float *m, float *v, const float *g, float rate, float c1, float c2, int n)
{
    int i = HERE;
    if (i >= n)
        return;
    float grad = g[i];
    float m1 = m[i] = 0.9f * m[i] + 0.1f * grad;
    float v1 = v[i] = 0.999f * v[i] + 0.001f * grad * grad;
    w[i] -= rate * (m1 / c1 / (sqrtf(v1 / c2) + 1e-8f) + 0.01f * w[i]);
}
__global__ void quantise_rows(signed char *out, float *scale, const float *in, int cols)
{
    __shared__ float s[4];
    const float *x = in + (size_t)blockIdx.x * cols;
    float m = 0;
    for (int j = threadIdx.x; j < cols; j += blockDim.x)
        m = fmaxf(m, fabsf(x[j]));
    m = warp_max(m);
    if (threadIdx.x % 32 == 0)
        s[threadIdx.x / 32] = m;
    __syncthreads();
    m = fmaxf(fmaxf(s[0], s[1]), fmaxf(s[2], s[3])) / 127.0f;
    for (int j = threadIdx.x; j < cols; j += blockDim.x)
        out[(size_t)blockIdx.x * cols + j] = (signed char)__float2int_rn(x[j] / m);
    if (threadIdx.x == 0)
        scale[blockIdx.x] = m;
}
__global__ void unpack_bytes(float4 *out, const char4 *in, float scale, int n4)
{
    int i = HERE;
    if (i >= n4)
        return;
    char4 q = in[i];
    out[i] = make_float4(q.x * scale, q.y * scale, q.z * scale, q.w * scale);
}
// the greatest eight of a row by insertion, a thread each
__global__ void best_eight(float *out, const float *in, int rows, int cols)
{
    int r = HERE;
    if (r >= rows)
        return;
    float top[8];
    for (int k = 0; k < 8; k++)
        top[k] = -FLT_MAX;
    for (int j = 0; j < cols; j++) {
        float v = in[r * cols + j];
        if (v <= top[7])
            continue;
#pragma unroll
        for (int k = 0; k < 8; k++) {
            float keep = fmaxf(top[k], v);
            v = fminf(top[k], v), top[k] = keep;
        }
    }
    for (int k = 0; k < 8; k++)
        out[r * 8 + k] = top[k];
}

// ---- neighbourhoods
__global__ void heat_line(float *out, const float *in, int n)
{
    int i = HERE;
    if (i > 0 && i < n - 1)
        out[i] = in[i] + 0.2f * (in[i - 1] - 2 * in[i] + in[i + 1]);
}
__global__ void relax_plane(float *out, const float *in, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * w + x;
    if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
        out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w]);
}
__global__ void relax_volume(float *out, const float *in, int w, int h, int d)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x == 0 || y == 0 || z == 0 || x >= w - 1 || y >= h - 1 || z >= d - 1)
        return;
    int area = w * h, i = z * area + y * w + x;
    out[i] = 0.4f * in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w] + in[i - area] + in[i + area]);
}
// one block plays a board of 64×64 on a ring
__global__ void life_in_a_block(unsigned char *board, const unsigned char *first, int generations)
{
    __shared__ unsigned char cell[2][4096];
    for (int i = threadIdx.x; i < 4096; i += blockDim.x)
        cell[0][i] = first[i] & 1;
    __syncthreads();
    for (int g = 0; g < generations; g++) {
        const unsigned char *old = cell[g & 1];
        for (int i = threadIdx.x; i < 4096; i += blockDim.x) {
            int x = i % 64, over = (i + 4032) % 4096 / 64 * 64, mid = i / 64 * 64, down = (i + 64) % 4096 / 64 * 64;
            int l = (x + 63) % 64, r = (x + 1) % 64;
            int n = old[over + l] + old[over + x] + old[over + r] + old[mid + l] + old[mid + r] + old[down + l] +
                    old[down + x] + old[down + r];
            cell[~g & 1][i] = n == 3 || (n == 2 && old[i]);
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < 4096; i += blockDim.x)
        board[i] = cell[generations & 1][i];
}
__global__ void convolve(float *out, const float *in, const float *weight, int channels, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, o = blockIdx.z;
    if (x >= w - 2 || y >= h - 2)
        return;
    float s = 0;
    for (int c = 0; c < channels; c++)
        for (int k = 0; k < 9; k++)
            s += in[(c * h + y + k / 3) * w + x + k % 3] * weight[(o * channels + c) * 9 + k];
    out[(o * h + y) * w + x] = fmaxf(s, 0.0f);
}
__constant__ float blur_weight[25];
__global__ void blur_by_constants(float *out, const float *in, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w - 4 || y >= h - 4)
        return;
    float s = 0;
#pragma unroll
    for (int k = 0; k < 25; k++)
        s += blur_weight[k] * in[(y + k / 5) * w + x + k % 5];
    out[y * w + x] = s;
}
