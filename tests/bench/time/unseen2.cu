// A second set of a judge's own kernels, as unseen.cu: written before the model saw them, for judging alone.
#include "common.cuh"
#include "unseen2.cuh"
#include <utility>
// thread 0 adds up what its block has loaded
__global__ void sum_by_first(const float *a, float *part, int n)
{
    __shared__ float s[256];
    int i = global_id();
    s[threadIdx.x] = i < n ? a[i] : 0.0f;
    __syncthreads();
    if (threadIdx.x == 0) {
        float sum = 0;
        for (int k = 0; k < 256; k++)
            sum += s[k];
        part[blockIdx.x] = sum;
    }
}
__global__ void sum_by_remainder(const int *a, int *total, int n)
{
    extern __shared__ int partial[];
    int tid = threadIdx.x, v = 0;
    for (int i = global_id(); i < n; i += gridDim.x * blockDim.x)
        v += a[i];
    partial[tid] = v;
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0)
            partial[tid] += partial[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        atomicAdd(total, partial[0]);
}
__global__ void sum_shared_word(const float *a, float *part, int n)
{
    __shared__ float total;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    for (int i = global_id(); i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&total, a[i]);
    __syncthreads();
    if (threadIdx.x == 0)
        part[blockIdx.x] = total;
}
__global__ void sum_two_each(const float *a, float *part)
{
    __shared__ float s[512];
    int t = threadIdx.x, i = blockIdx.x * 1024 + t;
    s[t] = a[i] + a[i + 512];
    __syncthreads();
    for (int d = 256; d >= 32; d >>= 1) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t < 32) {
        float v = s[t];
        for (int d = 16; d > 0; d >>= 1)
            v += __shfl_down_sync(0xffffffffu, v, d);
        if (t == 0)
            part[blockIdx.x] = v;
    }
}
__global__ void largest(const float *a, float *part, int n)
{
    __shared__ float best[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float m = -INFINITY;
    for (int i = global_id(); i < n; i += gridDim.x * blockDim.x)
        m = fmaxf(m, a[i]);
    for (int d = 16; d; d /= 2)
        m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, d));
    if (lane == 0)
        best[warp] = m;
    __syncthreads();
    if (warp == 0) {
        m = lane < blockDim.x / 32 ? best[lane] : -INFINITY;
        for (int d = 16; d; d /= 2)
            m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, d));
        if (lane == 0)
            part[blockIdx.x] = m;
    }
}
__global__ void count_above(const float *a, float limit, int *count, int n)
{
    int i = global_id();
    if (i < n && a[i] > limit)
        atomicAdd(count, 1);
}
__global__ void max_one_word(const int *a, int *best, int n)
{
    int i = global_id();
    if (i < n)
        atomicMax(best, a[i]);
}
__global__ void squares_one_word(const float *a, float *sum, int n)
{
    float v = 0;
    for (int i = global_id(); i < n; i += gridDim.x * blockDim.x)
        v += a[i] * a[i];
    atomicAdd(sum, v);
}
__global__ void norm_double(const float *a, double *sum, int n)
{
    double v = 0;
    for (int i = global_id(); i < n; i += gridDim.x * blockDim.x)
        v += (double)a[i] * a[i];
    for (int d = 16; d; d /= 2)
        v += __shfl_down_sync(0xffffffffu, v, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(sum, v);
}
__global__ void add_to_columns(const float *a, float *sums, int cols, int n)
{
    int i = global_id();
    if (i < n)
        atomicAdd(&sums[i % cols], a[i]);
}
__global__ void letters(const char *text, int *count, int n)
{
    int i = global_id();
    if (i < n && text[i] >= 'a' && text[i] <= 'z')
        atomicAdd(&count[text[i] - 'a'], 1);
}
__global__ void histogram_warps(const int *a, int *h, int n)
{
    __shared__ int bins[8][64];
    int warp = threadIdx.x / 32, t = threadIdx.x;
    for (int k = t; k < 512; k += 256)
        bins[k / 64][k % 64] = 0;
    __syncthreads();
    for (int i = global_id(); i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[warp][a[i] & 63], 1);
    __syncthreads();
    if (t < 64) {
        int sum = 0;
        for (int w = 0; w < 8; w++)
            sum += bins[w][t];
        atomicAdd(&h[t], sum);
    }
}
__global__ void histogram_plane(const float2 *p, int *h, int n)
{
    int i = global_id();
    if (i >= n)
        return;
    int x = min((int)(p[i].x * 64), 63), y = min((int)(p[i].y * 64), 63);
    atomicAdd(&h[y * 64 + x], 1);
}
__global__ void histogram_weights(const int *bin, const float *weight, float *h, int n)
{
    __shared__ float s[32];
    if (threadIdx.x < 32)
        s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = global_id(); i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&s[bin[i] & 31], weight[i]);
    __syncthreads();
    if (threadIdx.x < 32)
        atomicAdd(&h[threadIdx.x], s[threadIdx.x]);
}
// a row in shared memory, warps by shuffles
__global__ void softmax_kept(const float *a, float *o, int cols)
{
    extern __shared__ float row[];
    __shared__ float part[8];
    const float *x = a + (size_t)blockIdx.x * cols;
    float m = -INFINITY, sum = 0;
    for (int k = threadIdx.x; k < cols; k += 256) {
        row[k] = x[k];
        m = fmaxf(m, row[k]);
    }
    for (int d = 16; d; d /= 2)
        m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, d));
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = m;
    __syncthreads();
    for (int k = 0; k < 8; k++)
        m = fmaxf(m, part[k]);
    __syncthreads();
    for (int k = threadIdx.x; k < cols; k += 256) {
        row[k] = expf(row[k] - m);
        sum += row[k];
    }
    for (int d = 16; d; d /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0;
    for (int k = 0; k < 8; k++)
        sum += part[k];
    for (int k = threadIdx.x; k < cols; k += 256)
        o[(size_t)blockIdx.x * cols + k] = row[k] / sum;
}
// a warp a row of 32 * V, kept in registers
template <int V> __global__ void softmax_registers(const float *a, float *o, int rows)
{
    int r = global_id() / 32, lane = threadIdx.x % 32;
    if (r >= rows)
        return;
    float v[V], m = -INFINITY, sum = 0;
#pragma unroll
    for (int k = 0; k < V; k++) {
        v[k] = a[((size_t)r * V + k) * 32 + lane];
        m = fmaxf(m, v[k]);
    }
    for (int d = 16; d; d /= 2)
        m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, d));
#pragma unroll
    for (int k = 0; k < V; k++) {
        v[k] = __expf(v[k] - m);
        sum += v[k];
    }
    for (int d = 16; d; d /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, d);
#pragma unroll
    for (int k = 0; k < V; k++)
        o[((size_t)r * V + k) * 32 + lane] = v[k] / sum;
}
__global__ void softmax_classes(const float *logits, float *o, int rows)
{
    int r = global_id();
    if (r >= rows)
        return;
    float e[10], m = logits[r * 10], sum = 0;
    for (int k = 1; k < 10; k++)
        m = fmaxf(m, logits[r * 10 + k]);
    for (int k = 0; k < 10; k++) {
        e[k] = expf(logits[r * 10 + k] - m);
        sum += e[k];
    }
    for (int k = 0; k < 10; k++)
        o[r * 10 + k] = e[k] / sum;
}
__global__ void softmax_columns(const float *a, float *o, int rows, int cols)
{
    int c = global_id();
    if (c >= cols)
        return;
    float m = -INFINITY, sum = 0;
    for (int r = 0; r < rows; r++)
        m = fmaxf(m, a[r * cols + c]);
    for (int r = 0; r < rows; r++)
        sum += expf(a[r * cols + c] - m);
    for (int r = 0; r < rows; r++)
        o[r * cols + c] = expf(a[r * cols + c] - m) / sum;
}
__global__ void cross_entropy(const float *logits, const int *label, float *loss, int rows, int classes)
{
    int r = global_id() / 32, lane = threadIdx.x % 32;
    if (r >= rows)
        return;
    const float *x = logits + (size_t)r * classes;
    float sum = 0;
    for (int k = lane; k < classes; k += 32)
        sum += __expf(x[k]);
    for (int d = 16; d; d /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (lane == 0)
        loss[r] = logf(sum) - x[label[r] % classes];
}
__constant__ float kernel3[9], poly[32];
__global__ void convolve_clamped(const float *a, float *o, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int xx = min(max(x + dx, 0), width - 1), yy = min(max(y + dy, 0), height - 1);
            sum += kernel3[(dy + 1) * 3 + dx + 1] * a[yy * width + xx];
        }
    o[y * width + x] = sum;
}
__global__ void wave_step(const float *now, const float *before, float *next, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x == 0 || y == 0 || z == 0 || x >= n - 1 || y >= n - 1 || z >= n - 1)
        return;
    int i = (z * n + y) * n + x;
    float around = now[i - 1] + now[i + 1] + now[i - n] + now[i + n] + now[i - n * n] + now[i + n * n];
    next[i] = 2 * now[i] - before[i] + 0.1f * (around - 6 * now[i]);
}
__global__ void sobel(const unsigned char *a, unsigned char *o, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1)
        return;
    const unsigned char *p = a + y * n + x;
    int gx = p[-n + 1] + 2 * p[1] + p[n + 1] - p[-n - 1] - 2 * p[-1] - p[n - 1];
    int gy = p[n - 1] + 2 * p[n] + p[n + 1] - p[-n - 1] - 2 * p[-n] - p[-n + 1];
    o[y * n + x] = (unsigned char)min(255, (int)sqrtf((float)(gx * gx + gy * gy)));
}
// 16 steps of a line in shared memory, with 16 neighbours on each side that lose their worth
__global__ void relax_steps(const float *a, float *o, int n)
{
    __shared__ float line[2][256 + 32];
    int start = blockIdx.x * 256 - 16, now = 0;
    for (int k = threadIdx.x; k < 288; k += 256)
        line[0][k] = start + k >= 0 && start + k < n ? a[start + k] : 0.0f;
    __syncthreads();
    for (int step = 0; step < 16; step++) {
        for (int k = threadIdx.x; k < 288; k += 256) {
            float left = k > 0 ? line[now][k - 1] : 0.0f, right = k < 287 ? line[now][k + 1] : 0.0f;
            line[1 - now][k] = 0.5f * line[now][k] + 0.25f * (left + right);
        }
        now = 1 - now;
        __syncthreads();
    }
    o[blockIdx.x * 256 + threadIdx.x] = line[now][threadIdx.x + 16];
}
__global__ void logistic(float *x, float rate, int steps)
{
    int i = global_id();
    float v = 0.1f + 0.8f * (i % 1000) / 1000.0f;
    for (int k = 0; k < steps; k++)
        v = rate * v * (1.0f - v);
    x[i] = v;
}
__global__ void spin(float2 *o, float c, float s, int steps)
{
    float x = threadIdx.x, y = 1.0f;
    for (int k = 0; k < steps; k++) {
        float t = c * x - s * y;
        y = s * x + c * y;
        x = t;
    }
    o[global_id()] = make_float2(x, y);
}
__global__ void polynomial(const float *x, float *o, int n)
{
    int i = global_id();
    if (i >= n)
        return;
    float v = x[i], sum = poly[31];
    for (int k = 30; k >= 0; k--)
        sum = sum * v + poly[k];
    o[i] = sum;
}
__global__ void cube_root(const float *a, float *o, int n)
{
    int i = global_id();
    if (i >= n)
        return;
    float v = a[i] + 1.0f, r = v;
    for (int k = 0; k < 12; k++)
        r = (2.0f * r + v / (r * r)) / 3.0f;
    o[i] = r;
}
__global__ void midpoints(double *part, int each, double width)
{
    int i = global_id();
    double sum = 0;
    for (int k = 0; k < each; k++) {
        double x = (i * (double)each + k + 0.5) * width;
        sum += 4.0 / (1.0 + x * x);
    }
    part[i] = sum * width;
}
__global__ void daxpy(double *y, const double *x, double a, int n)
{
    int i = global_id();
    if (i < n)
        y[i] += a * x[i];
}
__global__ void kepler(const double *mean, double *o, double e, int n)
{
    int i = global_id();
    if (i >= n)
        return;
    double m = mean[i], x = m;
    for (int k = 0; k < 5; k++)
        x -= (x - e * sin(x) - m) / (1.0 - e * cos(x));
    o[i] = x;
}
__global__ void mixed_kinds(const int *kind, const float *a, float *o, int n)
{
    int i = global_id();
    if (i >= n)
        return;
    float v = a[i];
    switch (kind[i] & 3) {
    case 0:
        v = sinf(v) * 3.0f;
        break;
    case 1:
        v = logf(v + 1.0f);
        break;
    case 2:
        v = powf(v, 1.5f);
        break;
    default:
        v = v * 0.5f + 1.0f;
    }
    o[i] = v;
}
// every other thread has the work
__global__ void odd_ones(float *o, int steps)
{
    int i = global_id();
    float v = i * 0.001f;
    if (i % 2) {
        for (int k = 0; k < steps; k++)
            v = sqrtf(v + k);
    }
    o[i] = v;
}
__global__ void divisors(const int *a, const int *b, int *o, int n)
{
    int i = global_id();
    if (i >= n)
        return;
    int x = a[i] + 1, y = b[i] + 1;
    while (y) {
        int r = x % y;
        x = y;
        y = r;
    }
    o[i] = x;
}
__global__ void walk_out(int *steps, int wall)
{
    unsigned s = global_id() * 2891336453u + 12345u;
    int at = 0, k = 0;
    while (abs(at) < wall && k < 1000) {
        s = s * 747796405u + 2891336453u;
        at += s >> 31 ? 1 : -1;
        k++;
    }
    steps[global_id()] = k;
}
struct corner {
    float x, y, z;
};
__global__ void triangle_areas(const corner *p, const int *index, float *area, int n)
{
    int i = global_id();
    if (i >= n)
        return;
    corner a = p[index[3 * i]], b = p[index[3 * i + 1]], c = p[index[3 * i + 2]];
    float ux = b.x - a.x, uy = b.y - a.y, uz = b.z - a.z, vx = c.x - a.x, vy = c.y - a.y, vz = c.z - a.z;
    float nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    area[i] = 0.5f * sqrtf(nx * nx + ny * ny + nz * nz);
}
__global__ void two_hops(const int *first, const int *second, const float *a, float *o, int n)
{
    int i = global_id();
    if (i < n)
        o[i] = a[second[first[i]]];
}
__global__ void neighbour_mean(const int *edge, const float *a, float *o, int n)
{
    int i = global_id();
    if (i >= n)
        return;
    float sum = 0;
    for (int k = 0; k < 8; k++)
        sum += a[edge[i * 8 + k]];
    o[i] = sum / 8;
}
__global__ void permute_doubles(double *o, const double *a, const int *to, int n)
{
    int i = global_id();
    if (i < n)
        o[to[i]] = a[i];
}
struct node {
    int next;
    float value;
};
__global__ void list_sums(const node *list, const int *head, float *o, int steps)
{
    int i = global_id(), at = head[i];
    float sum = 0;
    for (int k = 0; k < steps; k++) {
        sum += list[at].value;
        at = list[at].next;
    }
    o[i] = sum;
}
struct branch {
    int key, left, right, value;
};
__global__ void tree_find(const branch *tree, const int *key, int *o, int n)
{
    int i = global_id();
    if (i >= n)
        return;
    int at = 0, found = -1;
    while (at >= 0 && found < 0) {
        branch b = tree[at];
        if (b.key == key[i])
            found = b.value;
        at = key[i] < b.key ? b.left : b.right;
    }
    o[i] = found;
}
__global__ void matvec_half(const __half2 *A, const __half2 *x, float *y, int rows, int cols2)
{
    int r = global_id() / 32, lane = threadIdx.x % 32;
    if (r >= rows)
        return;
    float sum = 0;
    for (int k = lane; k < cols2; k += 32) {
        float2 a = __half22float2(A[(size_t)r * cols2 + k]), b = __half22float2(x[k]);
        sum += a.x * b.x + a.y * b.y;
    }
    for (int d = 16; d; d /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (lane == 0)
        y[r] = sum;
}
// a thread a row, the vector in shared memory by pieces
__global__ void matvec_pieces(const float *A, const float *x, float *y, int cols)
{
    __shared__ float piece[128];
    int r = global_id();
    float sum = 0;
    for (int k0 = 0; k0 < cols; k0 += 128) {
        piece[threadIdx.x] = x[k0 + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 128; k++)
            sum += A[(size_t)r * cols + k0 + k] * piece[k];
        __syncthreads();
    }
    y[r] = sum;
}
__global__ void matvec_turned(const float *A, const float *x, float *y, int rows, int cols)
{
    int c = global_id();
    if (c >= cols)
        return;
    float sum = 0;
    for (int r = 0; r < rows; r++)
        sum += A[(size_t)r * cols + c] * x[r];
    y[c] = sum;
}
__global__ void hash_records(const unsigned char *text, unsigned *o, int n, int length)
{
    int i = global_id();
    if (i >= n)
        return;
    unsigned h = 2166136261u;
    for (int k = 0; k < length; k++)
        h = (h ^ text[i * length + k]) * 16777619u;
    o[i] = h;
}
__global__ void crc_words(const unsigned *a, unsigned *o, int n)
{
    int i = global_id();
    if (i >= n)
        return;
    unsigned crc = ~a[i];
    for (int bit = 0; bit < 32; bit++)
        crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    o[i] = ~crc;
}
__device__ unsigned rotated(unsigned x, int by)
{
    return x << by | x >> (32 - by);
}
__device__ void quarter(unsigned &a, unsigned &b, unsigned &c, unsigned &d)
{
    a += b, d = rotated(d ^ a, 16);
    c += d, b = rotated(b ^ c, 12);
    a += b, d = rotated(d ^ a, 8);
    c += d, b = rotated(b ^ c, 7);
}
__global__ void keystream(uint4 *o, unsigned key)
{
    unsigned s[16], w[16];
    for (int k = 0; k < 16; k++)
        w[k] = s[k] = k == 12 ? global_id() : key * (k + 1);
    for (int round = 0; round < 10; round++) {
        for (int k = 0; k < 4; k++)
            quarter(w[k], w[4 + k], w[8 + k], w[12 + k]);
        for (int k = 0; k < 4; k++)
            quarter(w[k], w[4 + (k + 1) % 4], w[8 + (k + 2) % 4], w[12 + (k + 3) % 4]);
    }
    for (int k = 0; k < 4; k++)
        o[global_id() * 4 + k] = make_uint4(w[4 * k] + s[4 * k], w[4 * k + 1] + s[4 * k + 1],
                                            w[4 * k + 2] + s[4 * k + 2], w[4 * k + 3] + s[4 * k + 3]);
}
// one block turns a matrix of 64 x 64 into its upper triangle
__global__ void eliminate(const float *A, float *o)
{
    __shared__ float m[64][65];
    for (int i = threadIdx.x; i < 4096; i += blockDim.x)
        m[i / 64][i % 64] = A[blockIdx.x * 4096 + i] + (i / 64 == i % 64 ? 64.0f : 0.0f);
    __syncthreads();
    for (int p = 0; p < 63; p++) {
        int row = p + 1 + threadIdx.x / 16;
        for (int r = row; r < 64; r += blockDim.x / 16) {
            float f = m[r][p] / m[p][p];
            for (int c = p + 1 + threadIdx.x % 16; c < 64; c += 16)
                m[r][c] -= f * m[p][c];
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < 4096; i += blockDim.x)
        o[blockIdx.x * 4096 + i] = i % 64 < i / 64 ? 0.0f : m[i / 64][i % 64];
}
__global__ void prefix_rows(const float *a, float *o, int rows, int cols)
{
    int r = global_id();
    if (r >= rows)
        return;
    float sum = 0;
    for (int c = 0; c < cols; c++) {
        sum += a[r * cols + c];
        o[r * cols + c] = sum;
    }
}
// each thread counts what is smaller than its own
__global__ void rank_sort(const int *a, int *o)
{
    __shared__ int s[1024];
    int t = threadIdx.x, rank = 0;
    s[t] = a[blockIdx.x * 1024 + t];
    __syncthreads();
    for (int k = 0; k < 1024; k++)
        rank += s[k] < s[t] || (s[k] == s[t] && k < t);
    o[blockIdx.x * 1024 + rank] = s[t];
}
__global__ void dot_one_warp(const float *a, const float *b, float *o, int n)
{
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += 32)
        sum += a[i] * b[i];
    for (int d = 16; d; d /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (threadIdx.x == 0)
        *o = sum;
}
// a block that has most of an SM's shared memory to itself
__global__ void column_window(const float *a, float *o, int rows, int cols)
{
    extern __shared__ float window[];
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int r = 0; r < rows; r++) {
        float *slot = &window[r % 256 * blockDim.x + threadIdx.x], v = a[r * cols + c];
        sum += v - (r >= 256 ? *slot : 0.0f);
        *slot = v;
        o[r * cols + c] = sum / 256;
    }
}
static __half *halves(size_t n)
{
    return filled<__half>(n, [](size_t i) { return __float2half((mix((unsigned)i) >> 8) / 16777216.0f); });
}
static int *below_million(size_t n)
{
    return filled<int>(n, [](size_t i) { return (int)(mix((unsigned)i) & 0xfffff); });
}
static void copies(float *a, float *b, float *o)
{
    const int n = 1 << 20;
    RUN(copy_pairs<<<n / 128, 256>>>((double2 *)o, (double2 *)a, 2 * n));
    RUN(copy_pairs<<<512, 128>>>((double2 *)o, (double2 *)a, 65536));
    RUN(copy_runs<<<n / 256, 256>>>(o, a, 4 * n, 4));
    RUN(copy_runs<<<n / 2048, 128>>>(o, a, n, 16));
    RUN(reverse<<<n / 64, 512>>>(o, a, 8 * n));
    RUN(scale_half2<<<n / 64, 256>>>((__half2 *)o, 1.0f, 4 * n));
    RUN(count_up<<<n / 64, 1024>>>((unsigned *)o, 16 * n));
    RUN(zip<<<264, 512>>>((float2 *)o, a, b, 4 * n));
    RUN(zip<<<8, 128>>>((float2 *)o, a, b, n / 8));
    RUN(bump_every<<<n / 128, 256>>>(o, 3, 6 * n));
    RUN(bump_every<<<n / 256, 256>>>(o, 16, 16 * n));
    RUN(thumbnail<<<dim3(32, 128), dim3(32, 8)>>>(a, o, 4096, 4));
    RUN(advance<<<n / 256, 256>>>((particle *)o, 0.01f, n));
    RUN(pick_member<<<n / 256, 256>>>((sample *)a, o, n));
    RUN(split_planes<<<n / 64, 256>>>((uchar4 *)a, (unsigned char *)o, (unsigned char *)o + 4 * n,
                                      (unsigned char *)o + 8 * n, 4 * n));
    RUN(transpose_any<<<dim3(32, 47), dim3(32, 32)>>>(o, a, 1500, 1000));
    RUN(transpose_any<<<dim3(94, 94), dim3(32, 32)>>>(o, a, 3000, 3000));
    RUN(transpose_bytes<<<dim3(128, 128), dim3(16, 16)>>>((unsigned char *)o, (unsigned char *)a, 2048));
    RUN(transpose_in_place<<<dim3(128, 128), dim3(16, 16)>>>(o, 2048));
    RUN(swap_heads<<<1024, 256>>>(a, o, 12, 64));
}
static void products(float *a, float *b, float *o)
{
    RUN(linear_relu<<<dim3(32, 19), dim3(16, 16)>>>(a, b, b, o, 300, 500, 400));
    RUN(scores<<<dim3(32, 32), dim3(16, 16)>>>(a, b, o, 512, 64));
    double *d = filled<double>(1 << 17, [](size_t i) { return i % 97 * 0.01; });
    RUN(matmul_double<<<dim3(16, 16), dim3(16, 16)>>>(d, d + (1 << 16), (double *)o, 256));
    RUN(matmul_edges<<<dim3(44, 32), dim3(16, 16)>>>(a, b, o, 500, 700, 300));
    RUN(matmul_two_by_two<<<dim3(24, 24), dim3(16, 16)>>>(a, b, o, 768));
    RUN(matmul_fours<<<dim3(16, 16), 256>>>(a, b, o, 1024));
    RUN(matmul_fours<<<dim3(6, 6), 256>>>(a, b, o, 384));
    __nv_bfloat16 *brain = filled<__nv_bfloat16>(1 << 20, [](size_t i) { return __float2bfloat16(i % 31 * 0.1f); });
    RUN(wmma_strip<<<256, 128>>>(brain, brain, o, 1024));
    RUN(wmma_strip<<<64, 128>>>(brain, brain, o, 512));
    __half *h = halves(1 << 20);
    RUN(wmma_padded<<<dim3(16, 8), 256>>>(h, h, o, 1024, 2048, 512));
    RUN(matvec_half<<<256, 256>>>((__half2 *)h, (__half2 *)h, o, 2048, 256));
    RUN(matvec_half<<<1024, 256>>>((__half2 *)a, (__half2 *)h, o, 8192, 1024));
    RUN(matvec_pieces<<<32, 128>>>(a, b, o, 1024));
    RUN(matvec_turned<<<64, 128>>>(a, b, o, 1024, 8192));
}
static void sums(float *a, float *b, float *o)
{
    const int n = 1 << 20;
    int *oi = (int *)o, *any = below_million(4 * n);
    RUN(sum_by_first<<<n / 256, 256>>>(a, o, n));
    RUN(sum_by_remainder<<<528, 128, 512>>>(any, oi, 4 * n));
    RUN(sum_by_remainder<<<2112, 512, 2048>>>(any, oi, n));
    RUN(sum_shared_word<<<264, 256>>>(a, o, n));
    RUN(sum_two_each<<<n / 256, 512>>>(a, o));
    RUN(largest<<<264, 1024>>>(a, o, 8 * n));
    RUN(count_above<<<n / 512, 256>>>(a, 0.75f, oi, n / 2));
    RUN(max_one_word<<<n / 256, 256>>>(any, oi, n));
    RUN(squares_one_word<<<132, 256>>>(a, o, 2 * n));
    RUN(norm_double<<<528, 128>>>(a, (double *)o, 4 * n));
    RUN(add_to_columns<<<n / 256, 256>>>(a, o, 1000, n));
    char *text = filled<char>(n, [](size_t i) { return (char)(mix((unsigned)i) % 96u + 32); });
    RUN(letters<<<n / 1024, 256>>>(text, oi, n / 4));
    RUN(histogram_warps<<<264, 256>>>(any, oi, 2 * n));
    RUN(histogram_plane<<<n / 256, 256>>>((float2 *)a, oi, n));
    RUN(histogram_weights<<<132, 256>>>(any, a, o, n));
    RUN(softmax_kept<<<1024, 256, 8192>>>(a, o, 2048));
    RUN(softmax_registers<16><<<512, 128>>>(a, o, 2048));
    RUN(softmax_registers<32><<<512, 256>>>(a, o, 4096));
    RUN(softmax_classes<<<512, 256>>>(a, o, 131072));
    RUN(softmax_columns<<<64, 128>>>(a, o, 256, 8192));
    RUN(cross_entropy<<<1024, 128>>>(a, any, o, 4096, 1000));
    RUN(prefix_rows<<<16, 64>>>(a, o, 1024, 512));
    RUN(dot_one_warp<<<1, 32>>>(a, b, o, 16384));
    RUN(rank_sort<<<64, 1024>>>(any, oi));
}
static void pointwise(float *a, float *b, float *o)
{
    const int n = 1 << 20;
    float weights[32];
    for (int k = 0; k < 32; k++)
        weights[k] = 1.0f / (k + 1);
    OK(cudaMemcpyToSymbol(kernel3, weights, sizeof kernel3));
    OK(cudaMemcpyToSymbol(poly, weights, sizeof poly));
    RUN(convolve_clamped<<<dim3(60, 135), dim3(32, 8)>>>(a, o, 1920, 1080));
    RUN(wave_step<<<dim3(5, 20, 160), dim3(32, 8)>>>(a, b, o, 160));
    RUN(sobel<<<dim3(128, 128), dim3(16, 16)>>>((unsigned char *)a, (unsigned char *)o, 2048));
    RUN(relax_steps<<<n / 256, 256>>>(a, o, n));
    RUN(logistic<<<528, 256>>>(o, 3.7f, 1000));
    RUN(logistic<<<20, 64>>>(o, 3.7f, 5000));
    RUN(spin<<<264, 128>>>((float2 *)o, 0.8f, 0.6f, 2000));
    RUN(polynomial<<<n / 128, 256>>>(a, o, 2 * n));
    RUN(cube_root<<<n / 256, 256>>>(a, o, n));
    RUN(midpoints<<<264, 256>>>((double *)o, 64, 1.0 / (264 * 256 * 64)));
    double *angle = filled<double>(n, [](size_t i) { return i % 6283 * 0.001; });
    RUN(daxpy<<<n / 256, 256>>>((double *)o, angle, 0.5, n));
    RUN(kepler<<<256, 128>>>(angle, (double *)o, 0.3, 32768));
    int *any = below_million(n);
    RUN(mixed_kinds<<<n / 256, 256>>>(any, a, o, n));
    RUN(odd_ones<<<264, 256>>>(o, 200));
    RUN(divisors<<<1024, 128>>>(any, any + n / 2, (int *)o, 131072));
    RUN(walk_out<<<264, 128>>>((int *)o, 12));
    RUN(hash_records<<<512, 128>>>((unsigned char *)a, (unsigned *)o, 65536, 64));
    RUN(crc_words<<<n / 256, 256>>>((unsigned *)a, (unsigned *)o, n));
    RUN(keystream<<<512, 256>>>((uint4 *)o, 0x61707865u));
    RUN(eliminate<<<1, 256>>>(a, o));
    RUN(eliminate<<<264, 256>>>(a, o));
    OK(cudaFuncSetAttribute(column_window, cudaFuncAttributeMaxDynamicSharedMemorySize, 128 << 10));
    RUN(column_window<<<64, 128, 128 << 10>>>(a, o, 512, 8192));
}
// keys 0, 2, 4, … of a full tree, whose middle is its root
static int grow(std::vector<branch> &tree, int lo, int hi)
{
    if (lo >= hi)
        return -1;
    int mid = (lo + hi) / 2, at = (int)tree.size();
    tree.push_back({2 * mid, -1, -1, mid});
    int left = grow(tree, lo, mid), right = grow(tree, mid + 1, hi);
    tree[at].left = left;
    tree[at].right = right;
    return at;
}
template <class T> static T *on_gpu(const std::vector<T> &v)
{
    T *d;
    OK(cudaMalloc(&d, v.size() * sizeof(T)));
    OK(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
    return d;
}
static void gathers(float *a, float *o)
{
    const int n = 1 << 20;
    int *any = below_million(4 * n);
    RUN(triangle_areas<<<n / 1024, 256>>>((corner *)a, any, o, n / 4));
    RUN(two_hops<<<n / 512, 256>>>(any, any + n, a, o, n / 2));
    RUN(neighbour_mean<<<n / 1024, 128>>>(any, a, o, n / 8));
    std::vector<int> order(n);
    for (int i = 0; i < n; i++)
        order[i] = i;
    for (int i = n - 1; i > 0; i--)
        std::swap(order[i], order[mix(i) % (i + 1)]);
    RUN(permute_doubles<<<n / 256, 256>>>((double *)o, (double *)a, on_gpu(order), n));
    std::vector<node> list(n);
    for (int i = 0; i < n; i++)
        list[order[i]] = {order[(i + 1) % n], 1.0f};
    node *links = on_gpu(list);
    int *head = any + 2 * n;
    RUN(list_sums<<<1, 1>>>(links, head, o, 400));
    RUN(list_sums<<<2, 32>>>(links, head, o, 256));
    RUN(list_sums<<<264, 128>>>(links, head, o, 24));
    std::vector<branch> tree;
    grow(tree, 0, 1 << 16);
    int *key = filled<int>(n / 16, [](size_t i) { return (int)(mix((unsigned)i) & 0x1ffff); });
    RUN(tree_find<<<n / 2048, 128>>>(on_gpu(tree), key, (int *)o, n / 16));
}
int main()
{
    const int n = 1 << 20;
    float *a = floats(n * 16), *b = floats(n * 16), *o = zeros(n * 16);
    copies(a, b, o);
    products(a, b, o);
    sums(a, b, o);
    pointwise(a, b, o);
    gathers(a, o);
    OK(cudaDeviceReset());
    std::puts("done");
}
