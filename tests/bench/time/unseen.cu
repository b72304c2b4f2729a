// A judge's own kernels: written and measured after the model, for judging alone. What a learner writes in a first year.
#include <cuda_fp16.h>
#include "common.cuh"
#include <cstdint>
__global__ void saxpy(float *y, const float *x, float a, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = a * x[i] + y[i];
}
__global__ void dot(const float *a, const float *b, float *part, int n)
{
    __shared__ float warp[8];
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        v += a[i] * b[i];
    for (int d = 16; d; d /= 2)
        v += __shfl_down_sync(0xffffffffu, v, d);
    if (threadIdx.x % 32 == 0)
        warp[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < 8; k++)
            v += warp[k];
        part[blockIdx.x] = v;
    }
}
__global__ void add_by_rows(float *o, const float *a, const float *b, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    o[y * n + x] = a[y * n + x] + b[y * n + x];
}
__global__ void add_by_columns(float *o, const float *a, const float *b, int n)
{
    int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
    o[y * n + x] = a[y * n + x] + b[y * n + x];
}
__global__ void row_sums(const float *a, float *o, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    if (r >= rows)
        return;
    for (int k = 0; k < cols; k++)
        s += a[(size_t)r * cols + k];
    o[r] = s;
}
__global__ void column_sums(const float *a, float *o, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    if (c >= cols)
        return;
    for (int k = 0; k < rows; k++)
        s += a[(size_t)k * cols + c];
    o[c] = s;
}
__global__ void max_pool(const float *a, float *o, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const float *p = a + (size_t)2 * y * n + 2 * x;
    o[y * (n / 2) + x] = fmaxf(fmaxf(p[0], p[1]), fmaxf(p[n], p[n + 1]));
}
__global__ void jacobi_tile(const float *a, float *o, int n)
{
    __shared__ float t[18][34];
    int x = blockIdx.x * 32 + threadIdx.x + 1, y = blockIdx.y * 16 + threadIdx.y + 1;
    for (int i = threadIdx.y * 32 + threadIdx.x; i < 18 * 34; i += 512) {
        int gy = blockIdx.y * 16 + i / 34, gx = blockIdx.x * 32 + i % 34;
        t[i / 34][i % 34] = gy < n && gx < n ? a[gy * n + gx] : 0;
    }
    __syncthreads();
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    if (x < n - 1 && y < n - 1)
        o[y * n + x] = 0.25f * (t[ty][tx - 1] + t[ty][tx + 1] + t[ty - 1][tx] + t[ty + 1][tx]);
}
__global__ void gemm_plain(const float *A, const float *B, float *C, int n)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    float s = 0;
    for (int k = 0; k < n; k++)
        s += A[r * n + k] * B[k * n + c];
    C[r * n + c] = s;
}
__global__ void gemm_tile(const float *A, const float *B, float *C, int n)
{
    __shared__ float a[32][32], b[32][32];
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 32 + threadIdx.y;
    float s = 0;
    for (int t = 0; t < n; t += 32) {
        a[threadIdx.y][threadIdx.x] = A[r * n + t + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = B[(t + threadIdx.y) * n + c];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k++)
            s += a[threadIdx.y][k] * b[k][threadIdx.x];
        __syncthreads();
    }
    C[r * n + c] = s;
}
// a column of 8 results a thread
__global__ void gemm_coarse(const float *A, const float *B, float *C, int n)
{
    __shared__ float a[64 * 8], b[8 * 64];
    int tc = threadIdx.x % 64, tr = threadIdx.x / 64;
    float acc[8] = {0};
    A += blockIdx.y * 64 * n, B += blockIdx.x * 64, C += blockIdx.y * 64 * n + blockIdx.x * 64;
    for (int t = 0; t < n; t += 8) {
        a[threadIdx.x] = A[threadIdx.x / 8 * n + threadIdx.x % 8];
        b[threadIdx.x] = B[threadIdx.x / 64 * n + threadIdx.x % 64];
        __syncthreads();
        A += 8, B += 8 * n;
        for (int k = 0; k < 8; k++) {
            float w = b[k * 64 + tc];
            for (int i = 0; i < 8; i++)
                acc[i] += a[(tr * 8 + i) * 8 + k] * w;
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; i++)
        C[(tr * 8 + i) * n + tc] = acc[i];
}
__global__ void softmax_block(const float *a, float *o, int cols)
{
    __shared__ float s[256];
    const float *x = a + (size_t)blockIdx.x * cols;
    int t = threadIdx.x;
    float m = -1e30f, sum = 0;
    for (int k = t; k < cols; k += 256)
        m = fmaxf(m, x[k]);
    s[t] = m;
    __syncthreads();
    for (int d = 128; d; d /= 2) {
        if (t < d)
            s[t] = fmaxf(s[t], s[t + d]);
        __syncthreads();
    }
    m = s[0];
    __syncthreads();
    for (int k = t; k < cols; k += 256)
        sum += expf(x[k] - m);
    s[t] = sum;
    __syncthreads();
    for (int d = 128; d; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    for (int k = t; k < cols; k += 256)
        o[(size_t)blockIdx.x * cols + k] = expf(x[k] - m) / s[0];
}
__global__ void softmax_online(const float *a, float *o, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    const float *x = a + (size_t)r * cols;
    float m = -1e30f, d = 0;
    for (int k = 0; k < cols; k++) {
        float v = x[k], top = fmaxf(m, v);
        d = d * __expf(m - top) + __expf(v - top);
        m = top;
    }
    for (int k = 0; k < cols; k++)
        o[(size_t)r * cols + k] = __expf(x[k] - m) / d;
}
__global__ void argmax_warp(const float *a, int *o, int rows, int cols)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, at = 0;
    float best = -1e30f;
    if (r >= rows)
        return;
    for (int k = lane; k < cols; k += 32)
        if (a[(size_t)r * cols + k] > best)
            best = a[(size_t)r * cols + k], at = k;
    for (int d = 16; d; d /= 2) {
        float v = __shfl_down_sync(0xffffffffu, best, d);
        int w = __shfl_down_sync(0xffffffffu, at, d);
        if (v > best)
            best = v, at = w;
    }
    if (!lane)
        o[r] = at;
}
__global__ void embedding_bag(const float *table, const int *word, float *o, int width)
{
    float s = 0;
    for (int k = 0; k < 8; k++)
        s += table[(size_t)word[blockIdx.x * 8 + k] * width + threadIdx.x];
    o[blockIdx.x * width + threadIdx.x] = s;
}
__global__ void count_bytes(const unsigned char *a, int *h, int n)
{
    __shared__ int s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
        atomicAdd(&s[a[i]], 1);
    __syncthreads();
    atomicAdd(&h[threadIdx.x], s[threadIdx.x]);
}
__global__ void bin_all(const int *a, int *h, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&h[a[i]], 1);
}
__global__ void scan_tree(int *a)
{
    __shared__ int s[1024];
    int t = threadIdx.x;
    a += blockIdx.x * 1024;
    s[t] = a[t], s[t + 512] = a[t + 512];
    for (int d = 1; d < 1024; d *= 2) {
        __syncthreads();
        int i = (t + 1) * d * 2 - 1;
        if (i < 1024)
            s[i] += s[i - d];
    }
    for (int d = 256; d; d /= 2) {
        __syncthreads();
        int i = (t + 1) * d * 2 - 1;
        if (i + d < 1024)
            s[i + d] += s[i];
    }
    __syncthreads();
    a[t] = s[t], a[t + 512] = s[t + 512];
}
__global__ void turn_over(float *o, const float *a, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    o[(size_t)y * n + x] = a[(size_t)x * n + y];
}
__global__ void turn_over_tile(float *o, const float *a, int n)
{
    __shared__ float t[16][16];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    t[threadIdx.y][threadIdx.x] = a[(size_t)y * n + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x, y = blockIdx.x * 16 + threadIdx.y;
    o[(size_t)y * n + x] = t[threadIdx.x][threadIdx.y];
}
__global__ void spmv_ell(const int *col, const float *val, const float *x, float *y, int rows, int most)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int k = 0; k < most; k++)
        s += val[k * rows + r] * x[col[k * rows + r]];
    y[r] = s;
}
__global__ void forces(const float4 *p, float4 *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = p[i];
    float fx = 0, fy = 0, fz = 0;
    for (int j = 0; j < n; j++) {
        float4 q = p[j];
        float dx = q.x - me.x, dy = q.y - me.y, dz = q.z - me.z, d = dx * dx + dy * dy + dz * dz + 0.01f;
        float f = q.w / (d * sqrtf(d));
        fx += dx * f, fy += dy * f, fz += dz * f;
    }
    o[i] = make_float4(fx, fy, fz, 0);
}
__global__ void life(const unsigned char *a, unsigned char *o, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, live = 0;
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1)
        return;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            live += a[(y + dy) * n + x + dx];
    int me = a[y * n + x];
    o[y * n + x] = live - me == 3 || (me && live - me == 2);
}
__global__ void blur_rows(const float *a, float *o, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    float s = 0;
    for (int k = -8; k <= 8; k++)
        s += x + k >= 0 && x + k < n ? a[y * n + x + k] : 0;
    o[y * n + x] = s / 17;
}
__global__ void blur_columns(const float *a, float *o, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    float s = 0;
    for (int k = -8; k <= 8; k++)
        s += y + k >= 0 && y + k < n ? a[(y + k) * n + x] : 0;
    o[y * n + x] = s / 17;
}
__global__ void grey(const unsigned char *rgb, unsigned char *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        o[i] = (unsigned char)(0.3f * rgb[3 * i] + 0.59f * rgb[3 * i + 1] + 0.11f * rgb[3 * i + 2]);
}
__global__ void resize(const float *a, float *o, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float fx = (float)x * (n - 1) / m, fy = (float)y * (n - 1) / m;
    int ix = (int)fx, iy = (int)fy;
    float u = fx - ix, v = fy - iy;
    const float *p = a + iy * n + ix;
    o[y * m + x] = (1 - v) * ((1 - u) * p[0] + u * p[1]) + v * ((1 - u) * p[n] + u * p[n + 1]);
}
__global__ void fft256(float2 *a)
{
    __shared__ float2 s[256];
    int t = threadIdx.x, r = __brev(t) >> 24, q = __brev(t + 128) >> 24;
    a += blockIdx.x * 256;
    s[r] = a[t], s[q] = a[t + 128];
    __syncthreads();
    for (int h = 1; h < 256; h *= 2) {
        int k = t % h, i = t / h * 2 * h + k;
        float sn, cs;
        sincosf(-3.14159265f * k / h, &sn, &cs);
        float2 u = s[i], v = s[i + h];
        float2 w = make_float2(v.x * cs - v.y * sn, v.x * sn + v.y * cs);
        s[i] = make_float2(u.x + w.x, u.y + w.y);
        s[i + h] = make_float2(u.x - w.x, u.y - w.y);
        __syncthreads();
    }
    a[t] = s[t], a[t + 128] = s[t + 128];
}
__constant__ float centre[16][4], taps[17];
__global__ void nearest_centre(const float4 *p, int *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = 0;
    float4 q = p[i];
    float best = 1e30f;
    for (int k = 0; k < 16; k++) {
        float a = q.x - centre[k][0], b = q.y - centre[k][1], c = q.z - centre[k][2], d = q.w - centre[k][3];
        float far = a * a + b * b + c * c + d * d;
        if (far < best)
            best = far, at = k;
    }
    o[i] = at;
}
__global__ void filter17(const float *a, float *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    if (i + 17 > n)
        return;
    for (int k = 0; k < 17; k++)
        s += taps[k] * a[i + k];
    o[i] = s;
}
__global__ void normals(float2 *o, int rounds)
{
    unsigned s = (blockIdx.x * blockDim.x + threadIdx.x) * 747796405u + 1u;
    float2 sum = make_float2(0, 0);
    for (int k = 0; k < rounds; k++) {
        s ^= s << 13, s ^= s >> 17, s ^= s << 5;
        float u = (s >> 8) * 5.9604645e-8f + 1e-7f;
        s ^= s << 13, s ^= s >> 17, s ^= s << 5;
        float r = sqrtf(-2 * __logf(u)), w = 6.2831853f * ((s >> 8) * 5.9604645e-8f);
        sum.x += r * __cosf(w), sum.y += r * __sinf(w);
    }
    o[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void bias_relu4(const float4 *a, const float4 *bias, float4 *o, int cols4, int n4)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4)
        return;
    float4 v = a[i], b = bias[i % cols4];
    o[i] = make_float4(fmaxf(v.x + b.x, 0), fmaxf(v.y + b.y, 0), fmaxf(v.z + b.z, 0), fmaxf(v.w + b.w, 0));
}
__global__ void quantize_row(const float *a, int8_t *q, float *scale, int cols)
{
    __shared__ float s[8];
    const float *x = a + (size_t)blockIdx.x * cols;
    float m = 0;
    for (int k = threadIdx.x; k < cols; k += 256)
        m = fmaxf(m, fabsf(x[k]));
    for (int d = 16; d; d /= 2)
        m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, d));
    if (threadIdx.x % 32 == 0)
        s[threadIdx.x / 32] = m;
    __syncthreads();
    for (int k = 0; k < 8; k++)
        m = fmaxf(m, s[k]);
    for (int k = threadIdx.x; k < cols; k += 256)
        q[(size_t)blockIdx.x * cols + k] = (int8_t)__float2int_rn(x[k] * 127 / m);
    if (!threadIdx.x)
        scale[blockIdx.x] = m / 127;
}
__global__ void bitonic_step(const int *a, int *o, int j, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, p = i ^ j;
    if (p > i) {
        int x = a[i], y = a[p], turn = (x > y) == !(i & k);
        o[i] = turn ? y : x;
        o[p] = turn ? x : y;
    }
}
__global__ void bubble_block(const int *a, int *o)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * 256 + t];
    __syncthreads();
    for (int k = 0; k < 256; k++) {
        if (t % 2 == k % 2 && t < 255 && s[t] > s[t + 1]) {
            int x = s[t];
            s[t] = s[t + 1];
            s[t + 1] = x;
        }
        __syncthreads();
    }
    o[blockIdx.x * 256 + t] = s[t];
}
__global__ void keep_each(const int *a, int *o, int *count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] % 4 == 0)
        o[atomicAdd(count, 1) & 0xfffff] = a[i];
}
__global__ void sum_last_block(const float *a, float *part, unsigned *ticket, float *o, int n)
{
    __shared__ float s[256];
    __shared__ bool last;
    int t = threadIdx.x;
    float v = 0;
    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
        v += a[i];
    s[t] = v;
    __syncthreads();
    for (int d = 128; d; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (!t) {
        part[blockIdx.x] = s[0];
        __threadfence();
        last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    v = 0;
    for (int i = t; i < gridDim.x; i += 256)
        v += part[i];
    atomicAdd(o, v);
}
__global__ void attention_warp(const float *q, const float *K, const float *V, float *o, int len)
{
    int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    const float *k = K + (size_t)w % 64 * len * 64, *v = V + (size_t)w % 64 * len * 64;
    float q0 = q[w * 64 + lane], q1 = q[w * 64 + lane + 32], m = -1e30f, d = 0, o0 = 0, o1 = 0;
    for (int t = 0; t < len; t++) {
        float s = q0 * k[t * 64 + lane] + q1 * k[t * 64 + lane + 32];
        for (int i = 16; i; i /= 2)
            s += __shfl_xor_sync(0xffffffffu, s, i);
        float top = fmaxf(m, s), c = __expf(m - top), p = __expf(s - top);
        d = d * c + p, o0 = o0 * c + p * v[t * 64 + lane], o1 = o1 * c + p * v[t * 64 + lane + 32], m = top;
    }
    o[w * 64 + lane] = o0 / d;
    o[w * 64 + lane + 32] = o1 / d;
}
__global__ void horner(const double *x, double *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double v = x[i] * 1e-300, s = 1;
    for (int k = 1; k < 24; k++)
        s = s * v + 1.0 / k;
    o[i] = s;
}
__global__ void sum_one_block(const float *a, float *o, int n)
{
    __shared__ float s[1024];
    int t = threadIdx.x;
    float v = 0;
    for (int i = t; i < n; i += 1024)
        v += a[i];
    s[t] = v;
    __syncthreads();
    for (int d = 512; d; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (!t)
        *o = s[0];
}
__global__ void sum_one_thread(const float *a, float *o, int n)
{
    float v = 0;
    for (int i = 0; i < n; i++)
        v += a[i];
    *o = v;
}
__global__ void substitute(const float *L, const float *b, float *x, int n)
{
    int lane = threadIdx.x;
    for (int r = 0; r < n; r++) {
        float s = 0;
        for (int k = lane; k < r; k += 32)
            s += L[r * n + k] * x[k];
        for (int d = 16; d; d /= 2)
            s += __shfl_down_sync(0xffffffffu, s, d);
        if (!lane)
            x[r] = b[r] - s * 0.01f;
        __syncwarp();
    }
}
__global__ void julia(unsigned char *o, int n, int limit)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y, k = 0;
    double x = 3.0 * px / n - 1.5, y = 3.0 * py / n - 1.5;
    for (; k < limit && x * x + y * y < 4; k++) {
        double t = x * x - y * y - 0.8;
        y = 2 * x * y + 0.156;
        x = t;
    }
    o[py * n + px] = (unsigned char)k;
}
__global__ void find_place(const int *sorted, const int *want, int *o, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lo = 0, hi = n;
    if (i >= m)
        return;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (sorted[mid] < want[i])
            lo = mid + 1;
        else
            hi = mid;
    }
    o[i] = lo;
}
__global__ void insert_all(unsigned *table, const int *key, int n, unsigned mask)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned k = key[i] + 1u, h = k * 2654435761u >> 8 & mask;
    while (true) {
        unsigned was = atomicCAS(&table[h], 0u, k);
        if (was == 0 || was == k)
            return;
        h = (h + 1) & mask;
    }
}
struct point {
    float x, y, z;
};
__global__ void rotate(point *p, float c, float s, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    point q = p[i];
    p[i] = {c * q.x - s * q.y, s * q.x + c * q.y, q.z};
}
__global__ void halves_to_floats(const __half *a, float *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        o[i] = __half2float(a[i]) * 0.5f;
}
__global__ void dropout(const float *a, float *o, unsigned seed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = (i + seed) * 0x9e3779b9u;
    x ^= x >> 15, x *= 0x85ebca6bu, x ^= x >> 13;
    if (i < n)
        o[i] = x & 1 ? 2 * a[i] : 0;
}
__global__ void group_norm(const float *a, float *o, int n)
{
    __shared__ float s[512], q[512];
    const float *x = a + (size_t)blockIdx.x * n;
    float u = 0, v = 0;
    for (int k = threadIdx.x; k < n; k += 512)
        u += x[k], v += x[k] * x[k];
    s[threadIdx.x] = u, q[threadIdx.x] = v;
    __syncthreads();
    for (int d = 256; d; d /= 2) {
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d], q[threadIdx.x] += q[threadIdx.x + d];
        __syncthreads();
    }
    float mean = s[0] / n, r = rsqrtf(q[0] / n - mean * mean + 1e-5f);
    for (int k = threadIdx.x; k < n; k += 512)
        o[(size_t)blockIdx.x * n + k] = (x[k] - mean) * r;
}
int main()
{
    const int n = 1 << 20;
    float *a = floats(n * 16), *b = floats(n * 16), *o = zeros(n * 16);
    RUN(saxpy<<<1056, 256>>>(o, a, 0.5f, 8 * n));
    RUN(saxpy<<<128, 256>>>(o, a, 0.5f, n / 8));
    RUN(saxpy<<<n / 16, 256>>>(o, a, 0.5f, 16 * n));
    RUN(dot<<<528, 256>>>(a, b, o, 8 * n));
    RUN(dot<<<32, 256>>>(a, b, o, n));
    RUN(add_by_rows<<<dim3(64, 128), dim3(32, 16)>>>(o, a, b, 2048));
    RUN(add_by_columns<<<dim3(64, 128), dim3(32, 16)>>>(o, a, b, 2048));
    RUN(row_sums<<<32, 128>>>(a, o, 4096, 1024));
    RUN(row_sums<<<4, 64>>>(a, o, 256, 8192));
    RUN(column_sums<<<32, 128>>>(a, o, 1024, 4096));
    RUN(max_pool<<<dim3(32, 64), dim3(32, 16)>>>(a, o, 2048));
    RUN(jacobi_tile<<<dim3(64, 128), dim3(32, 16)>>>(a, o, 2048));
    RUN(gemm_plain<<<dim3(24, 24), dim3(16, 16)>>>(a, b, o, 384));
    RUN(gemm_plain<<<dim3(20, 20), dim3(32, 32)>>>(a, b, o, 640));
    RUN(gemm_tile<<<dim3(20, 20), dim3(32, 32)>>>(a, b, o, 640));
    RUN(gemm_coarse<<<dim3(10, 10), 512>>>(a, b, o, 640));
    RUN(softmax_block<<<512, 256>>>(a, o, 4096));
    RUN(softmax_online<<<8, 64>>>(a, o, 512, 1024));
    RUN(argmax_warp<<<512, 256>>>(a, (int *)o, 4096, 512));
    int *word = filled<int>(n, [](size_t i) { return (int)(mix((unsigned)i) % 65536u); });
    RUN(embedding_bag<<<4096, 128>>>(a, word, o, 128));
    int *h = (int *)zeros(n + 64);
    RUN(count_bytes<<<132, 256>>>((unsigned char *)word, h, 4 * n));
    RUN(bin_all<<<1056, 256>>>(word, h, n));
    RUN(scan_tree<<<1024, 512>>>(h));
    RUN(turn_over<<<dim3(64, 64), dim3(16, 16)>>>(o, a, 1024));
    RUN(turn_over<<<dim3(64, 256), dim3(32, 8)>>>(o, a, 2048));
    RUN(turn_over_tile<<<dim3(128, 128), dim3(16, 16)>>>(o, a, 2048));
    RUN(spmv_ell<<<256, 256>>>(word, a, b, o, 65536, 16));
    RUN(forces<<<16, 128>>>((float4 *)a, (float4 *)o, 2048));
    RUN(life<<<dim3(64, 128), dim3(32, 16)>>>((unsigned char *)a, (unsigned char *)o, 2048));
    RUN(blur_rows<<<dim3(8, 1024), 128>>>(a, o, 1024));
    RUN(blur_columns<<<dim3(8, 1024), 128>>>(a, o, 1024));
    RUN(grey<<<n / 64, 256>>>((unsigned char *)a, (unsigned char *)o, 4 * n));
    RUN(resize<<<dim3(48, 96), dim3(32, 16)>>>(a, o, 1024, 1536));
    RUN(fft256<<<2048, 128>>>((float2 *)o));
    RUN(nearest_centre<<<1024, 256>>>((float4 *)a, (int *)o, n / 4));
    RUN(filter17<<<n / 256, 256>>>(a, o, n));
    RUN(normals<<<264, 128>>>((float2 *)o, 128));
    RUN(bias_relu4<<<n / 128, 256>>>((float4 *)a, (float4 *)b, (float4 *)o, 1024, 2 * n));
    RUN(quantize_row<<<2048, 256>>>(a, (int8_t *)o, o + 2 * n, 2048));
    RUN(bitonic_step<<<n / 64, 256>>>((int *)a, (int *)o, 1024, 4096));
    RUN(bubble_block<<<512, 256>>>(word, (int *)o));
    RUN(keep_each<<<n / 512, 256>>>(word, h, h + n + 9, n / 2));
    RUN(sum_last_block<<<264, 256>>>(a, o, (unsigned *)h + n + 16, o + n + 1, 4 * n));
    RUN(attention_warp<<<256, 128>>>(a, a, b, o, 128));
    RUN(horner<<<n / 256, 256>>>((double *)a, (double *)o, n));
    RUN(sum_one_block<<<1, 1024>>>(a, o, n));
    RUN(sum_one_thread<<<1, 1>>>(a, o, 32768));
    RUN(substitute<<<1, 32>>>(a, b, o, 512));
    RUN(julia<<<dim3(32, 32), dim3(16, 16)>>>((unsigned char *)o, 512, 200));
    int *sorted = filled<int>(n, [](size_t i) { return (int)i * 2; });
    int *want = filled<int>(n, [](size_t i) { return (int)(mix((unsigned)i) % 2097152u); });
    RUN(find_place<<<n / 1024, 256>>>(sorted, want, (int *)o, n, n / 4));
    std::vector<unsigned> full(n, 0); // as after a first launch, so that each of the timed ones finds the same
    for (int i = 0; i < n / 4; i++) {
        unsigned k = mix(i) % 2097152u + 1u, at = k * 2654435761u >> 8 & (n - 1);
        while (full[at] && full[at] != k)
            at = (at + 1) & (n - 1);
        full[at] = k;
    }
    unsigned *table;
    OK(cudaMalloc(&table, n * 4));
    OK(cudaMemcpy(table, full.data(), n * 4, cudaMemcpyHostToDevice));
    RUN(insert_all<<<n / 1024, 256>>>(table, want, n / 4, n - 1));
    RUN(rotate<<<n / 256, 256>>>((point *)o, 0.8f, 0.6f, n));
    RUN(halves_to_floats<<<n / 64, 256>>>((__half *)a, o, 4 * n));
    RUN(dropout<<<n / 64, 256>>>(a, o, 7, 4 * n));
    RUN(group_norm<<<256, 512>>>(a, o, 16384));
    std::puts("done");
}
