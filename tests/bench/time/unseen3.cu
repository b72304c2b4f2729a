// A third set of a judge's own kernels, as unseen.cu: written without a look at the model, for judging alone.
#include <cuda_fp16.h>
#include <mma.h>
#include "common.cuh"
#include <cfloat>
#include <numeric>
#define TID (blockIdx.x * blockDim.x + threadIdx.x)
__global__ void nothing() {}
__global__ void mostly_beyond(float *o, int n)
{
    int i = TID;
    if (i < n)
        o[i] = 1.0f;
}
template <class T> __global__ void clone(T *to, const T *from, int n)
{
    int i = TID;
    if (i < n)
        to[i] = from[i];
}
// so many elements for each thread, a whole grid apart
template <int EACH> __global__ void clone_unrolled(float *to, const float *from)
{
    int grid = gridDim.x * blockDim.x;
    float v[EACH];
#pragma unroll
    for (int k = 0; k < EACH; k++)
        v[k] = from[TID + k * grid];
#pragma unroll
    for (int k = 0; k < EACH; k++)
        to[TID + k * grid] = v[k];
}
__global__ void every_kth(float *o, const float *a, int k, int n)
{
    int i = TID;
    if (i < n)
        o[i] = a[i * k];
}
__global__ void spread_out(float *o, const float *a, int k, int n)
{
    int i = TID;
    if (i < n)
        o[i * k] = a[i];
}
__global__ void shifted(float *o, const float *a, int by, int n)
{
    int i = TID;
    if (i < n)
        o[i] = a[i + by];
}
struct star {
    float x, y, z, mass, red, green, blue, age;
};
__global__ void brighten(star *s, int n)
{
    int i = TID;
    if (i < n)
        s[i].red = s[i].red * 0.5f + 0.5f;
}
struct rgb {
    unsigned char r, g, b;
};
__global__ void negative(rgb *p, int n)
{
    int i = TID;
    if (i >= n)
        return;
    p[i].r = 255 - p[i].r;
    p[i].g = 255 - p[i].g;
    p[i].b = 255 - p[i].b;
}
struct trade {
    long long id;
    double price;
    int quantity, side;
};
__global__ void turnover_records(const trade *t, double *o, int n)
{
    int i = TID;
    if (i < n)
        o[i] = t[i].side & 1 ? t[i].price * t[i].quantity : -t[i].price * t[i].quantity;
}
__global__ void turnover_arrays(const double *price, const int *quantity, const int *side, double *o, int n)
{
    int i = TID;
    if (i < n)
        o[i] = side[i] & 1 ? price[i] * quantity[i] : -price[i] * quantity[i];
}
__global__ void flip_plain(float *o, const float *a, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        o[x * height + y] = a[y * width + x];
}
// a tile of 32 x 32 by a block of 32 x 8
template <class T, int PAD> __global__ void flip_tile(T *o, const T *a, int width, int height)
{
    __shared__ T tile[32][32 + PAD];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 32;
    for (int j = threadIdx.y; j < 32; j += 8)
        tile[j][threadIdx.x] = a[(y0 + j) * width + x0 + threadIdx.x];
    __syncthreads();
    for (int j = threadIdx.y; j < 32; j += 8)
        o[(x0 + j) * height + y0 + threadIdx.x] = tile[threadIdx.x][j];
}
// a thread turns 4 x 4 in its registers
__global__ void flip_fours(float *o, const float *a, int n)
{
    int x = (blockIdx.x * blockDim.x + threadIdx.x) * 4, y = (blockIdx.y * blockDim.y + threadIdx.y) * 4;
    float4 r[4];
    for (int k = 0; k < 4; k++)
        r[k] = *(const float4 *)&a[(y + k) * n + x];
    *(float4 *)&o[x * n + y] = make_float4(r[0].x, r[1].x, r[2].x, r[3].x);
    *(float4 *)&o[(x + 1) * n + y] = make_float4(r[0].y, r[1].y, r[2].y, r[3].y);
    *(float4 *)&o[(x + 2) * n + y] = make_float4(r[0].z, r[1].z, r[2].z, r[3].z);
    *(float4 *)&o[(x + 3) * n + y] = make_float4(r[0].w, r[1].w, r[2].w, r[3].w);
}
__global__ void product_plain(const float *A, const float *B, float *C, int M, int N, int K)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= M || j >= N)
        return;
    float acc = 0;
    for (int k = 0; k < K; k++)
        acc += A[i * K + k] * B[k * N + j];
    C[i * N + j] = acc;
}
// neighbouring threads have neighbouring rows
__global__ void product_by_rows(const float *A, const float *B, float *C, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    float acc = 0;
    for (int k = 0; k < n; k++)
        acc += A[i * n + k] * B[k * n + j];
    C[i * n + j] = acc;
}
template <int T> __global__ void product_tiles(const float *A, const float *B, float *C, int n)
{
    __shared__ float a[T][T], b[T][T];
    int x = threadIdx.x, y = threadIdx.y, j = blockIdx.x * T + x, i = blockIdx.y * T + y;
    float acc = 0;
    for (int k0 = 0; k0 < n; k0 += T) {
        a[y][x] = A[i * n + k0 + x];
        b[y][x] = B[(k0 + y) * n + j];
        __syncthreads();
        for (int k = 0; k < T; k++)
            acc += a[y][k] * b[k][x];
        __syncthreads();
    }
    C[i * n + j] = acc;
}
// 128 x 64 a block of 128 threads, 8 x 8 a thread
__global__ void product_registers(const float *A, const float *B, float *C, int N, int K)
{
    __shared__ float a[8][128], b[8][64];
    int t = threadIdx.x, tx = t % 8, ty = t / 8;
    float acc[8][8] = {}, u[8], v[8];
    A += (size_t)blockIdx.y * 128 * K;
    B += blockIdx.x * 64;
    for (int k0 = 0; k0 < K; k0 += 8) {
        for (int k = 0; k < 8; k++)
            a[k][t] = A[t * K + k0 + k];
        for (int i = t; i < 512; i += 128)
            b[i / 64][i % 64] = B[(k0 + i / 64) * N + i % 64];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 8; k++) {
#pragma unroll
            for (int i = 0; i < 8; i++) {
                u[i] = a[k][ty * 8 + i];
                v[i] = b[k][i * 8 + tx];
            }
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 8; j++)
                    acc[i][j] += u[i] * v[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            C[(blockIdx.y * 128 + ty * 8 + i) * N + blockIdx.x * 64 + j * 8 + tx] = acc[i][j];
}
// each block takes four pairs of 8 x 8 matrices
__global__ void product_many_small(const float *A, const float *B, float *C)
{
    __shared__ float a[4][64], b[4][64];
    int m = threadIdx.x / 64, e = threadIdx.x % 64, at = (blockIdx.x * 4 + m) * 64 + e;
    a[m][e] = A[at];
    b[m][e] = B[at];
    __syncthreads();
    float acc = 0;
    for (int k = 0; k < 8; k++)
        acc += a[m][e / 8 * 8 + k] * b[m][k * 8 + e % 8];
    C[at] = acc;
}
// a warp has one tile of 16 x 16; the second matrix lies by columns
__global__ void tensor_plain(const __half *A, const __half *B, float *C, int N, int K)
{
    using namespace nvcuda::wmma;
    int j = (blockIdx.x * 4 + threadIdx.x / 32) * 16, i = blockIdx.y * 16;
    fragment<matrix_a, 16, 16, 16, __half, row_major> a;
    fragment<matrix_b, 16, 16, 16, __half, col_major> b;
    fragment<accumulator, 16, 16, 16, float> c;
    fill_fragment(c, 0.0f);
    for (int k = 0; k < K; k += 16) {
        load_matrix_sync(a, A + i * K + k, K);
        load_matrix_sync(b, B + j * K + k, K);
        mma_sync(c, a, b, c);
    }
    store_matrix_sync(C + i * N + j, c, N, mem_row_major);
}
// 64 x 64 a block of 4 warps, 32 x 32 a warp, 64 deep in shared memory, sums in half precision
__global__ void tensor_tiles(const __half *A, const __half *B, __half *C, int n)
{
    using namespace nvcuda::wmma;
    __shared__ __align__(32) __half a[64][80], b[64][80];
    int w = threadIdx.x / 32, wi = w / 2 * 32, wj = w % 2 * 32, i0 = blockIdx.y * 64, j0 = blockIdx.x * 64;
    fragment<accumulator, 16, 16, 16, __half> c[2][2];
    for (int i = 0; i < 4; i++)
        fill_fragment(c[i / 2][i % 2], __float2half(0.0f));
    for (int k0 = 0; k0 < n; k0 += 64) {
        for (int e = threadIdx.x * 8; e < 4096; e += 1024) {
            *(int4 *)&a[e / 64][e % 64] = *(const int4 *)&A[(i0 + e / 64) * n + k0 + e % 64];
            *(int4 *)&b[e / 64][e % 64] = *(const int4 *)&B[(k0 + e / 64) * n + j0 + e % 64];
        }
        __syncthreads();
        for (int k = 0; k < 64; k += 16)
            for (int i = 0; i < 2; i++) {
                fragment<matrix_a, 16, 16, 16, __half, row_major> fa;
                load_matrix_sync(fa, &a[wi + i * 16][k], 80);
                for (int j = 0; j < 2; j++) {
                    fragment<matrix_b, 16, 16, 16, __half, row_major> fb;
                    load_matrix_sync(fb, &b[k][wj + j * 16], 80);
                    mma_sync(c[i][j], fa, fb, c[i][j]);
                }
            }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            store_matrix_sync(C + (i0 + wi + i * 16) * n + j0 + wj + j * 16, c[i][j], n, mem_row_major);
}
__global__ void fold_modulo(const float *a, float *part, int n)
{
    __shared__ float s[192];
    int t = threadIdx.x, i = TID;
    s[t] = i < n ? a[i] : 0.0f;
    for (int d = 1; d < 192; d *= 2) {
        __syncthreads();
        if (t % (2 * d) == 0 && t + d < 192)
            s[t] += s[t + d];
    }
    if (t == 0)
        part[blockIdx.x] = s[0];
}
// no thread idles between those at work, but their words share banks
__global__ void fold_spread(const float *a, float *part, int n)
{
    __shared__ float s[512];
    int t = threadIdx.x, i = TID;
    s[t] = i < n ? a[i] : 0.0f;
    for (int d = 1; d < 512; d *= 2) {
        __syncthreads();
        int at = 2 * d * t;
        if (at + d < 512)
            s[at] += s[at + d];
    }
    if (t == 0)
        part[blockIdx.x] = s[0];
}
__global__ void fold_halves(const double *a, double *part, int n)
{
    __shared__ double s[128];
    int t = threadIdx.x, i = TID;
    s[t] = i < n ? a[i] : 0.0;
    for (int d = 64; d > 0; d /= 2) {
        __syncthreads();
        if (t < d)
            s[t] += s[t + d];
    }
    if (t == 0)
        part[blockIdx.x] = s[0];
}
// each level of the tree goes through global memory
__global__ void fold_in_place(float *a)
{
    float *mine = a + (size_t)blockIdx.x * 2 * blockDim.x;
    int t = threadIdx.x;
    for (int d = blockDim.x; d > 0; d /= 2) {
        if (t < d)
            mine[t] = 0.5f * (mine[t] + mine[t + d]);
        __syncthreads();
    }
}
// a block has a piece of the whole, but one thread of it does the work
__global__ void fold_lonely(const float *a, float *part, int each)
{
    if (threadIdx.x != 0)
        return;
    float sum = 0;
    for (int k = 0; k < each; k++)
        sum += a[blockIdx.x * each + k];
    part[blockIdx.x] = sum;
}
__global__ void fold_fours(const float4 *a, float *part, int n4)
{
    __shared__ float s[16];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float sum = 0;
    for (int i = TID; i < n4; i += gridDim.x * blockDim.x) {
        float4 v = a[i];
        sum += v.x + v.y + v.z + v.w;
    }
    for (int d = 16; d > 0; d >>= 1)
        sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (lane == 0)
        s[warp] = sum;
    __syncthreads();
    if (threadIdx.x < 16) {
        sum = s[threadIdx.x];
        for (int d = 8; d > 0; d >>= 1)
            sum += __shfl_down_sync(0xffffu, sum, d);
        if (threadIdx.x == 0)
            part[blockIdx.x] = sum;
    }
}
__global__ void tally(unsigned *word, const int *a, int n)
{
    int i = TID;
    if (i < n)
        atomicAdd(word, (unsigned)a[i] & 7u);
}
__global__ void tally_long(unsigned long long *word, int times)
{
    for (int k = 0; k < times; k++)
        atomicAdd(word, (unsigned long long)(threadIdx.x + k));
}
// one of a warp adds for all of it
__global__ void tally_warps(int *word, const int *a, int n)
{
    int i = TID;
    unsigned odd = __ballot_sync(0xffffffffu, i < n && (a[i] & 1));
    if (threadIdx.x % 32 == 0)
        atomicAdd(word, __popc(odd));
}
__global__ void lowest(float *word, const float *a, int n)
{
    for (int i = TID; i < n; i += gridDim.x * blockDim.x)
        atomicMin((int *)word, __float_as_int(a[i])); // of floats that are not negative
}
__global__ void digits(const int *a, int *count, int n)
{
    int i = TID;
    if (i < n)
        atomicAdd(&count[a[i] % 10], 1);
}
__global__ void bins_dynamic(const int *a, int *count, int bins, int n)
{
    extern __shared__ int mine[];
    for (int k = threadIdx.x; k < bins; k += blockDim.x)
        mine[k] = 0;
    __syncthreads();
    for (int i = TID; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[a[i] % bins], 1);
    __syncthreads();
    for (int k = threadIdx.x; k < bins; k += blockDim.x)
        if (mine[k])
            atomicAdd(&count[k], mine[k]);
}
// each thread counts in a column of its own
__global__ void bins_columns(const unsigned char *a, int *count, int each)
{
    __shared__ unsigned short mine[32][128];
    int t = threadIdx.x;
    for (int k = 0; k < 32; k++)
        mine[k][t] = 0;
    for (int k = 0; k < each; k++)
        mine[a[(blockIdx.x * each + k) * 128 + t] >> 3][t]++;
    __syncthreads();
    if (t >= 32)
        return;
    int sum = 0;
    for (int k = 0; k < 128; k++)
        sum += mine[t][(k + t) & 127];
    atomicAdd(&count[t], sum);
}
// of a masked row only what lies left of the diagonal counts
__global__ void masked_softmax(const float *a, float *o, int n)
{
    __shared__ float s[128];
    int r = blockIdx.x, t = threadIdx.x;
    float top = -FLT_MAX, sum = 0;
    for (int c = t; c <= r; c += 128)
        top = fmaxf(top, a[r * n + c]);
    s[t] = top;
    __syncthreads();
    for (int d = 64; d; d >>= 1) {
        if (t < d)
            s[t] = fmaxf(s[t], s[t + d]);
        __syncthreads();
    }
    top = s[0];
    __syncthreads();
    for (int c = t; c <= r; c += 128)
        sum += __expf(a[r * n + c] - top);
    s[t] = sum;
    __syncthreads();
    for (int d = 64; d; d >>= 1) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    for (int c = t; c < n; c += 128)
        o[r * n + c] = c <= r ? __expf(a[r * n + c] - top) / s[0] : 0.0f;
}
__global__ void softmax_alone(const float *a, float *o, int rows, int cols)
{
    int r = TID;
    if (r >= rows)
        return;
    float top = a[r * cols], sum = 0;
    for (int c = 1; c < cols; c++)
        top = fmaxf(top, a[r * cols + c]);
    for (int c = 0; c < cols; c++)
        sum += o[r * cols + c] = expf(a[r * cols + c] - top);
    for (int c = 0; c < cols; c++)
        o[r * cols + c] /= sum;
}
__global__ void log_softmax(const float *a, float *o, int rows, int cols)
{
    int r = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (r >= rows)
        return;
    float top = -FLT_MAX, sum = 0;
    for (int c = lane; c < cols; c += 32) {
        float v = a[r * cols + c], m = fmaxf(top, v);
        sum = sum * expf(top - m) + expf(v - m);
        top = m;
    }
    for (int d = 1; d < 32; d *= 2) {
        float t = __shfl_xor_sync(0xffffffffu, top, d), s = __shfl_xor_sync(0xffffffffu, sum, d), m = fmaxf(top, t);
        sum = sum * expf(top - m) + s * expf(t - m);
        top = m;
    }
    for (int c = lane; c < cols; c += 32)
        o[r * cols + c] = a[r * cols + c] - top - logf(sum);
}
__global__ void smooth_line(const float *a, float *o, int n)
{
    int i = TID;
    if (i < 3 || i >= n - 3)
        return;
    o[i] = 0.4f * a[i] + 0.15f * (a[i - 1] + a[i + 1]) + 0.1f * (a[i - 2] + a[i + 2]) + 0.05f * (a[i - 3] + a[i + 3]);
}
__global__ void laplace_plane(const double *a, double *o, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * w + x;
    if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
        o[i] = a[i - 1] + a[i + 1] + a[i - w] + a[i + w] - 4 * a[i];
}
__global__ void box_blur_tile(const float *a, float *o, int w, int h)
{
    __shared__ float t[12][36];
    int x0 = blockIdx.x * 32 - 2, y0 = blockIdx.y * 8 - 2, tx = threadIdx.x, ty = threadIdx.y;
    for (int y = ty; y < 12; y += 8)
        for (int x = tx; x < 36; x += 32) {
            bool inside = x0 + x >= 0 && y0 + y >= 0 && x0 + x < w && y0 + y < h;
            t[y][x] = inside ? a[(y0 + y) * w + x0 + x] : 0.0f;
        }
    __syncthreads();
    float sum = 0;
    for (int dy = 0; dy < 5; dy++)
        for (int dx = 0; dx < 5; dx++)
            sum += t[ty + dy][tx + dx];
    if (x0 + tx + 2 < w && y0 + ty + 2 < h)
        o[(y0 + ty + 2) * w + x0 + tx + 2] = sum * 0.04f;
}
// a thread goes up a column of the volume and has the planes below and above in registers
__global__ void diffuse_up(const float *a, float *o, int n, int planes)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, plane = n * n;
    if (x == 0 || y == 0 || x >= n - 1 || y >= n - 1)
        return;
    int i = y * n + x;
    float below = a[i], here = a[i + plane];
    for (int z = 1; z < planes - 1; z++) {
        i += plane;
        float above = a[i + plane];
        o[i] = here + 0.1f * (below + above + a[i - 1] + a[i + 1] + a[i - n] + a[i + n] - 6.0f * here);
        below = here;
        here = above;
    }
}
template <class T, int N> __global__ void chains(T *o, T by, int steps)
{
    T v[N];
    for (int c = 0; c < N; c++)
        v[c] = (T)(threadIdx.x + c);
    for (int k = 0; k < steps; k++)
#pragma unroll
        for (int c = 0; c < N; c++)
            v[c] = v[c] * by + (T)1;
    for (int c = 1; c < N; c++)
        v[0] += v[c];
    o[TID] = v[0];
}
__global__ void pair_energy(const double *x, const double *y, double *o, int n)
{
    int i = TID;
    double e = 0;
    for (int j = 0; j < n; j++) {
        double dx = x[j] - x[i], dy = y[j] - y[i], r2 = dx * dx + dy * dy + 0.5, r6 = 1.0 / (r2 * r2 * r2);
        e += r6 * r6 - r6;
    }
    o[i] = e;
}
__global__ void compound(const double *rate, double *o, int years, int n)
{
    int i = TID;
    if (i >= n)
        return;
    double sum = 1000.0;
    for (int k = 0; k < years; k++)
        sum += sum * rate[i] / 100.0;
    o[i] = exp(-sum * 1e-4);
}
__global__ void branch_eight_ways(const float *a, float *o, int n)
{
    int i = TID;
    if (i >= n)
        return;
    float v = a[i];
    int way = threadIdx.x % 8;
    for (int k = 0; k < 4 * (way + 1); k++) {
        if (way == 0)
            v = v * 1.01f;
        else if (way == 1)
            v = sqrtf(v + 0.1f);
        else if (way == 2)
            v = 1.0f / (v + 1.0f);
        else if (way < 6)
            v = v * v * 0.5f + way;
        else
            v = fabsf(v - k);
    }
    o[i] = v;
}
// as much work for a whole warp or for one lane of each
__global__ void work_for_some(float *o, int steps, int period)
{
    int i = TID;
    float v = i;
    if (i % period == 0)
        for (int k = 0; k < steps; k++)
            v = v * 0.999f + 0.5f;
    o[i] = v;
}
__global__ void smallest_factor(int *o, int from, int n)
{
    int i = TID;
    if (i >= n)
        return;
    int x = from + 2 * i, f = 3;
    while (f * f <= x && x % f)
        f += 2;
    o[i] = f * f <= x ? f : x;
}
__global__ void lookup(const int *index, const float *table, int mask, float *o, int n)
{
    int i = TID;
    if (i < n)
        o[i] = table[index[i] & mask];
}
__global__ void fetch_rows(const int *row, const float4 *table, float4 *o, int n)
{
    int r = TID / 16, c = TID % 16;
    if (r < n)
        o[r * 16 + c] = table[(size_t)row[r] * 16 + c];
}
__global__ void sum_of_lists(const int *start, const int *item, const float *a, float *o, int n)
{
    int i = TID;
    if (i >= n)
        return;
    float sum = 0;
    for (int k = start[i]; k < start[i + 1]; k++)
        sum += a[item[k]];
    o[i] = sum;
}
__global__ void follow(const int *next, int *o, int from, int steps)
{
    int at = from + TID * 64;
    for (int k = 0; k < steps; k++)
        at = next[at];
    o[TID] = at;
}
__global__ void vector_by_threads(const float *A, const float *x, float *y, int rows, int cols)
{
    int r = TID;
    if (r >= rows)
        return;
    float sum = 0;
    for (int c = 0; c < cols; c++)
        sum += A[r * cols + c] * x[c];
    y[r] = sum;
}
__global__ void vector_by_warps(const float4 *A, const float4 *x, float *y, int rows, int cols4)
{
    int r = blockIdx.x * blockDim.y + threadIdx.y;
    if (r >= rows)
        return;
    float sum = 0;
    for (int c = threadIdx.x; c < cols4; c += 32) {
        float4 a = A[(size_t)r * cols4 + c], b = x[c];
        sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    for (int d = 16; d; d >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (threadIdx.x == 0)
        y[r] = sum;
}
__global__ void vector_by_blocks(const float *A, const float *x, float *y, int cols)
{
    __shared__ float total;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    float sum = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        sum += A[(size_t)blockIdx.x * cols + c] * x[c];
    atomicAdd(&total, sum);
    __syncthreads();
    if (threadIdx.x == 0)
        y[blockIdx.x] = total;
}
__global__ void murmur(const unsigned *key, unsigned *o, int words, int n)
{
    int i = TID;
    if (i >= n)
        return;
    unsigned h = 0x9747b28cu;
    for (int k = 0; k < words; k++) {
        unsigned w = key[k * n + i] * 0xcc9e2d51u;
        h ^= (w << 15 | w >> 17) * 0x1b873593u;
        h = (h << 13 | h >> 19) * 5 + 0xe6546b64u;
    }
    h ^= h >> 16, h *= 0x85ebca6bu, h ^= h >> 13, h *= 0xc2b2ae35u;
    o[i] = h ^ h >> 16;
}
__constant__ unsigned round_word[64];
__device__ unsigned turned(unsigned x, int by)
{
    return x >> by | x << (32 - by);
}
// what SHA-256 does with one block, of a number each, with constants of its own
__global__ void sha_of_number(unsigned *o, unsigned from)
{
    unsigned w[16] = {from + TID, 0x80000000u}, s[8];
    w[15] = 32;
    for (int k = 0; k < 8; k++)
        s[k] = round_word[k] ^ 0x5a5a5a5au;
    unsigned a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
#pragma unroll
    for (int k = 0; k < 64; k++) {
        if (k >= 16) {
            unsigned p = w[(k + 1) & 15], q = w[(k + 14) & 15];
            w[k & 15] += (turned(p, 7) ^ turned(p, 18) ^ p >> 3) + w[(k + 9) & 15] +
                         (turned(q, 17) ^ turned(q, 19) ^ q >> 10);
        }
        unsigned t = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g));
        t += round_word[k] + w[k & 15];
        unsigned u = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + t, d = c, c = b, b = a, a = t + u;
    }
    o[TID] = (s[0] + a) ^ (s[4] + e);
}
__global__ void bloom_add(const int *key, unsigned *bits, unsigned mask, int n)
{
    int i = TID;
    if (i >= n)
        return;
    unsigned long long h = (unsigned long long)key[i] * 0x9e3779b97f4a7c15ull;
    for (int k = 0; k < 3; k++) {
        unsigned at = (unsigned)(h >> (8 + 16 * k)) & mask;
        atomicOr(&bits[at / 32], 1u << at % 32);
    }
}
// most of an SM's shared memory for two warps
__global__ void smooth_window(const float *a, float *o, int each)
{
    extern __shared__ float window[];
    const float *from = a + (size_t)blockIdx.x * each;
    for (int i = threadIdx.x; i < each; i += blockDim.x)
        window[i] = from[i];
    __syncthreads();
    for (int i = threadIdx.x; i < each; i += blockDim.x) {
        float sum = 0;
        for (int k = 0; k < 32; k++)
            sum += window[(i + k * 7) % each];
        o[(size_t)blockIdx.x * each + i] = sum;
    }
}
// a thread keeps 64 sums in registers
__global__ void moments(const float *a, float *o, int each)
{
    float sum[64] = {};
    int grid = gridDim.x * blockDim.x;
    for (int k = 0; k < each; k++) {
        float v = a[TID + k * grid], power = 1;
#pragma unroll
        for (int p = 0; p < 64; p++) {
            sum[p] += power;
            power *= v;
        }
    }
    float all = 0;
#pragma unroll
    for (int p = 0; p < 64; p++)
        all += sum[p] / (p + 1);
    o[TID] = all;
}
__global__ void stream_by_few(const float4 *a, float4 *o, int n4)
{
    for (int i = TID; i < n4; i += gridDim.x * blockDim.x) {
        float4 v = a[i];
        o[i] = make_float4(v.x + 1, v.y + 1, v.z + 1, v.w + 1);
    }
}
__global__ void sort_alone(const int *a, int *o, int n)
{
    for (int i = 0; i < n; i++) {
        int v = a[i], k = i;
        for (; k > 0 && o[k - 1] > v; k--)
            o[k] = o[k - 1];
        o[k] = v;
    }
}
static const int M = 1000000;
template <class T> static T *on_gpu(const std::vector<T> &v)
{
    T *d;
    OK(cudaMalloc(&d, v.size() * sizeof(T)));
    OK(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
    return d;
}
static void moves(float *a, float *o)
{
    RUN(nothing<<<1, 1>>>());
    RUN(nothing<<<3000, 256>>>());
    RUN(mostly_beyond<<<50000, 96>>>(o, 1000));
    RUN(clone<<<12 * M / 512 + 1, 512>>>((char *)o, (const char *)a, 12 * M));
    RUN(clone<<<12, 256>>>(o, a, 3000));
    RUN(clone<<<10 * M / 320, 320>>>(o, a, 10 * M));
    RUN(clone<<<8 * M / 256, 256>>>((float4 *)o, (const float4 *)a, 8 * M));
    RUN(clone<<<1563, 128>>>((float4 *)o, (const float4 *)a, 200000));
    RUN(clone_unrolled<8><<<2500, 256>>>(o, a));
    RUN(every_kth<<<M / 128, 128>>>(o, a, 2, M));
    RUN(every_kth<<<M / 250, 250>>>(o, a, 31, M));
    RUN(spread_out<<<M / 200, 200>>>(o, a, 5, M));
    RUN(shifted<<<6 * M / 256, 256>>>(o, a, 3, 6 * M));
    RUN(brighten<<<2 * M / 256 + 1, 256>>>((star *)o, 2 * M));
    RUN(negative<<<2 * M / 128, 128>>>((rgb *)o, 2 * M));
    double *price = filled<double>(M, [](size_t i) { return 10.0 + (double)(i % 977) * 0.01; });
    trade *book =
        filled<trade>(M, [](size_t i) { return trade{(long long)i, 10.0 + (double)(i % 977), (int)i % 50, (int)i}; });
    RUN(turnover_records<<<M / 256 + 1, 256>>>(book, (double *)o, M));
    RUN(turnover_arrays<<<M / 256 + 1, 256>>>(price, (const int *)book, (const int *)book + M, (double *)o, M));
    RUN(flip_plain<<<dim3(75, 25), dim3(16, 32)>>>(o, a, 1200, 800));
    RUN(flip_tile<float, 0><<<dim3(90, 60), dim3(32, 8)>>>(o, a, 2880, 1920));
    RUN(flip_tile<double, 1><<<dim3(40, 40), dim3(32, 8)>>>((double *)o, (const double *)a, 1280, 1280));
    RUN(flip_fours<<<dim3(40, 40), dim3(16, 16)>>>(o, a, 2560));
}
static void products(float *a, float *b, float *o)
{
    RUN(product_plain<<<dim3(10, 32), dim3(32, 8)>>>(a, b, o, 250, 320, 200));
    RUN(product_plain<<<dim3(4, 4), dim3(16, 16)>>>(a, b, o, 64, 64, 4096));
    RUN(product_by_rows<<<dim3(8, 64), dim3(32, 4)>>>(a, b, o, 256));
    RUN(product_tiles<8><<<dim3(25, 25), dim3(8, 8)>>>(a, b, o, 200));
    RUN(product_tiles<24><<<dim3(14, 14), dim3(24, 24)>>>(a, b, o, 336));
    RUN(product_registers<<<dim3(8, 4), 128>>>(a, b, o, 512, 512));
    RUN(product_registers<<<dim3(40, 20), 128>>>(a, b, o, 2560, 64));
    RUN(product_many_small<<<6000, 256>>>(a, b, o));
    __half *h = filled<__half>(2 << 20, [](size_t i) { return __float2half((float)(i % 61) * 0.01f); });
    RUN(tensor_plain<<<dim3(32, 4), 128>>>(h, h, o, 2048, 512));
    RUN(tensor_tiles<<<dim3(12, 12), 128>>>(h, h, (__half *)o, 768));
    RUN(tensor_tiles<<<dim3(5, 5), 128>>>(h, h, (__half *)o, 320));
    RUN(vector_by_threads<<<25, 80>>>(a, b, o, 2000, 500));
    RUN(vector_by_warps<<<1200, dim3(32, 5)>>>((const float4 *)a, (const float4 *)b, o, 6000, 480));
    RUN(vector_by_blocks<<<300, 256>>>(a, b, o, 10000));
}
static void sums(float *a, float *o, const int *any)
{
    double *d = filled<double>(700001, [](size_t i) { return 1.0 / (double)(i + 1); });
    int *oi = (int *)o;
    RUN(fold_modulo<<<7813, 192>>>(a, o, 3 * M / 2));
    RUN(fold_spread<<<5860, 512>>>(a, o, 3 * M));
    RUN(fold_halves<<<5469, 128>>>(d, (double *)o, 700001));
    RUN(fold_in_place<<<2000, 256>>>(o));
    RUN(fold_lonely<<<200, 64>>>(a, o, 5000));
    RUN(fold_fours<<<200, 512>>>((const float4 *)a, o, 6 * M));
    RUN(tally<<<400, 250>>>((unsigned *)o, any, 100000));
    RUN(tally_long<<<66, 96>>>((unsigned long long *)o, 16));
    RUN(tally_warps<<<3907, 256>>>(oi, any, M));
    RUN(lowest<<<40, 256>>>(o, a, 300000));
    OK(cudaMemset(o, 0, 1 << 20));
    RUN(digits<<<782, 256>>>(any, oi, 200000));
    RUN(bins_dynamic<<<100, 384, 4800>>>(any, oi, 1200, 3 * M));
    RUN(bins_dynamic<<<264, 256, 64>>>(any, oi, 16, M));
    RUN(bins_columns<<<200, 128>>>((const unsigned char *)any, oi, 120));
    RUN(masked_softmax<<<1100, 128>>>(a, o, 1100));
    RUN(softmax_alone<<<157, 128>>>(a, o, 20000, 48));
    RUN(log_softmax<<<834, dim3(32, 6)>>>(a, o, 5000, 600));
}
static void pointwise(float *a, float *o, const int *any)
{
    double *d = filled<double>(2 * M, [](size_t i) { return (double)(mix((unsigned)i) % 1000u) * 0.01; });
    double *od = (double *)o;
    RUN(smooth_line<<<2344, 128>>>(a, o, 300000));
    RUN(laplace_plane<<<dim3(50, 75), dim3(32, 16)>>>(d, od, 1600, 1200));
    RUN(box_blur_tile<<<dim3(40, 90), dim3(32, 8)>>>(a, o, 1280, 720));
    RUN(diffuse_up<<<dim3(7, 25), dim3(32, 8)>>>(a, o, 200, 60));
    RUN(chains<float, 1><<<132, 64>>>(o, 0.5f, 3000));
    RUN(chains<float, 2><<<264, 128>>>(o, 0.5f, 1500));
    RUN(chains<float, 3><<<100, 256>>>(o, 0.5f, 1000));
    RUN(chains<float, 4><<<528, 128>>>(o, 0.5f, 800));
    RUN(chains<float, 8><<<132, 32>>>(o, 0.5f, 4000));
    RUN(chains<double, 2><<<132, 128>>>(od, 0.5, 1000));
    RUN(pair_energy<<<24, 64>>>(d, d + M, od, 1536));
    RUN(compound<<<391, 256>>>(d, od, 40, 100000));
    RUN(branch_eight_ways<<<1954, 256>>>(a, o, 500000));
    RUN(work_for_some<<<400, 128>>>(o, 500, 32));
    RUN(work_for_some<<<400, 128>>>(o, 500, 1));
    RUN(smallest_factor<<<157, 128>>>((int *)o, 1000001, 20000));
    RUN(murmur<<<1563, 192>>>((const unsigned *)any, (unsigned *)o, 10, 300000));
    std::vector<unsigned> words(64);
    for (unsigned k = 0; k < 64; k++)
        words[k] = mix(k + 1);
    OK(cudaMemcpyToSymbol(round_word, words.data(), 256));
    RUN(sha_of_number<<<300, 256>>>((unsigned *)o, 12345u));
    unsigned *bits = (unsigned *)zeros(1 << 18);
    RUN(bloom_add<<<2344, 128>>>(any, bits, (1u << 23) - 1, 300000));
    OK(cudaFuncSetAttribute(smooth_window, cudaFuncAttributeMaxDynamicSharedMemorySize, 160000));
    RUN(smooth_window<<<40, 64, 160000>>>(a, o, 40000));
    RUN(moments<<<132, 64>>>(a, o, 40));
    RUN(stream_by_few<<<4, 64>>>((const float4 *)a, (float4 *)o, 250000));
    RUN(sort_alone<<<1, 1>>>(any, (int *)o, 300));
}
// one ring through all places that are 32 ints apart, from the first on
static std::vector<int> ring(int n)
{
    std::vector<int> order(n / 32), next(n, 0);
    std::iota(order.begin(), order.end(), 0);
    for (int i = n / 32 - 1; i > 0; i--)
        std::swap(order[i], order[mix(i) % (i + 1u)]);
    for (int i = 0; i < n / 32; i++)
        next[order[i] * 32] = order[(i + 1) % (n / 32)] * 32;
    return next;
}
static void gathers(float *a, float *o, const int *any)
{
    RUN(lookup<<<7813, 128>>>(any, a, 0x3fff, o, M));
    RUN(lookup<<<7813, 128>>>(any, a, 0xffffff, o, M));
    int *row = filled<int>(60000, [](size_t i) { return (int)(mix((unsigned)i) % 300000u); });
    RUN(fetch_rows<<<5000, 192>>>(row, (const float4 *)a, (float4 *)o, 60000));
    std::vector<int> start(80001, 0);
    for (int i = 0; i < 80000; i++)
        start[i + 1] = start[i] + (int)(mix(i) % 24u);
    RUN(sum_of_lists<<<313, 256>>>(on_gpu(start), any, a, o, 80000));
    RUN(follow<<<1, 1>>>(on_gpu(ring(1 << 13)), (int *)o, 0, 3000));
    RUN(follow<<<1, 1>>>(on_gpu(ring(1 << 20)), (int *)o, 0, 2000));
    int *far = on_gpu(ring(1 << 24));
    RUN(follow<<<1, 1>>>(far, (int *)o, 0, 1500));
    RUN(follow<<<132, 64>>>(far, (int *)o, 32, 100));
}
int main()
{
    const int n = 32 << 20;
    float *a = floats(n), *b = floats(4 << 20), *o = zeros(n);
    int *any = filled<int>(4 << 20, [](size_t i) { return (int)(mix((unsigned)i) & 0xffffff); });
    moves(a, o);
    products(a, b, o);
    sums(a, o, any);
    pointwise(a, o, any);
    gathers(a, o, any);
    OK(cudaDeviceReset());
    std::puts("done");
}
