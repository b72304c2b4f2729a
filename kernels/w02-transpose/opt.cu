/*
 * opt.cu: the same traffic, scheduled better.
 *
 * vadd moves four floats a load where the pointers and n allow it: a quarter of the instructions
 * for the same bytes, and 16 bytes a lane keep more of them in flight.
 *
 * transpose_tiled swizzles in place of padding: element (r, c) is stored at column c XOR r, which
 * permutes each row, so that both a row and a column of the tile touch 32 different banks, in
 * exactly 4 KiB. It saves the padding and no time.
 *
 * transpose_wide moves four floats a lane where both matrices allow it, in the tile, too: a lane
 * loads 16 bytes along a row of `in` and stores them to the tile as they are, and collects four
 * elements of a column of the tile into the 16 bytes that it stores along a row of `out`. Rows of 65
 * floats could not take 16 bytes at once, and their columns would meet each bank twice. So a quad of
 * four floats stays whole, and quad q of row r is stored at place q XOR r/4: eight quads of a row lie
 * in all 32 banks, and so do four columns of a quad in eight rows that lie four apart, which is what
 * a warp reads: eight lanes along each of four rows of `out`, 128 bytes, whole sectors still.
 */
#include "lab.h"

extern "C" __global__ void vadd(const float *a, const float *b, float *c, size_t n)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    bool aligned = !(((size_t)a | (size_t)b | (size_t)c) & 15);
    size_t quads = aligned ? n / 4 : 0;
    for (size_t q = i; q < quads; q += stride) {
        float4 x = reinterpret_cast<const float4 *>(a)[q];
        float4 y = reinterpret_cast<const float4 *>(b)[q];
        reinterpret_cast<float4 *>(c)[q] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    }
    for (size_t k = quads * 4 + i; k < n; k += stride)
        c[k] = a[k] + b[k];
}

extern "C" __global__ void transpose_naive(float *out, const float *in, int R, int C)
{
    int x = blockIdx.x * TILE + threadIdx.x;
    for (int j = threadIdx.y; j < TILE; j += ROWS) {
        int y = blockIdx.y * TILE + j;
        if (x < C && y < R)
            out[(size_t)x * R + y] = in[(size_t)y * C + x];
    }
}

extern "C" __global__ void transpose_tiled(float *out, const float *in, int R, int C)
{
    __shared__ float tile[TILE][TILE];
    float v[TILE / ROWS];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;

#pragma unroll
    for (int k = 0; k < TILE / ROWS; k++)
        v[k] = x < C && y + k * ROWS < R ? in[(size_t)(y + k * ROWS) * C + x] : 0.0f;
#pragma unroll
    for (int k = 0; k < TILE / ROWS; k++) {
        int r = threadIdx.y + k * ROWS;
        tile[r][threadIdx.x ^ r] = v[k];
    }
    __syncthreads();

    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
#pragma unroll
    for (int k = 0; k < TILE / ROWS; k++) {
        int c = threadIdx.y + k * ROWS;
        if (x < R && y + k * ROWS < C)
            out[(size_t)(y + k * ROWS) * R + x] = tile[threadIdx.x][c ^ threadIdx.x];
    }
}

/* Four neighbours of a row of a matrix with `n` columns; what lies outside reads as zero. */
static __device__ float4 load4(const float *row, int x, int n, bool whole)
{
    if (whole && x + 3 < n)
        return *reinterpret_cast<const float4 *>(row + x);
    return make_float4(x < n ? row[x] : 0, x + 1 < n ? row[x + 1] : 0, x + 2 < n ? row[x + 2] : 0,
                       x + 3 < n ? row[x + 3] : 0);
}

static __device__ void store4(float *row, int x, int n, bool whole, float4 v)
{
    if (whole && x + 3 < n) {
        *reinterpret_cast<float4 *>(row + x) = v;
        return;
    }
    if (x < n)
        row[x] = v.x;
    if (x + 1 < n)
        row[x + 1] = v.y;
    if (x + 2 < n)
        row[x + 2] = v.z;
    if (x + 3 < n)
        row[x + 3] = v.w;
}

extern "C" __global__ void transpose_wide(float *out, const float *in, int R, int C)
{
    constexpr int QUADS = WIDE / 4, DOWN = 256 / QUADS; /* 16 lanes cover a row, 16 rows a pass */
    __shared__ float4 tile[WIDE][QUADS];
    int t = threadIdx.y * TILE + threadIdx.x, lane = t % QUADS, line = t / QUADS;
    bool whole = !(C & 3) && !((size_t)in & 15), whole_out = !(R & 3) && !((size_t)out & 15);
    float4 v[WIDE / DOWN];

#pragma unroll
    for (int k = 0; k < WIDE / DOWN; k++) {
        int y = blockIdx.y * WIDE + line + k * DOWN;
        v[k] = y < R ? load4(in + (size_t)y * C, (blockIdx.x * QUADS + lane) * 4, C, whole)
                     : make_float4(0, 0, 0, 0);
    }
#pragma unroll
    for (int k = 0; k < WIDE / DOWN; k++) {
        int r = line + k * DOWN;
        tile[r][lane ^ (r / 4)] = v[k];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < WIDE / DOWN; k++) {
        int q = k % 2 * 8 + t % 8, c = k / 2 * 32 + t / 8, y = blockIdx.x * WIDE + c;
        const float *at = reinterpret_cast<const float *>(tile[q * 4]) + ((c / 4) ^ q) * 4 + c % 4;
        if (y < C)
            store4(out + (size_t)y * R, (blockIdx.y * QUADS + q) * 4, R, whole_out,
                   make_float4(at[0], at[WIDE], at[2 * WIDE], at[3 * WIDE]));
    }
}
