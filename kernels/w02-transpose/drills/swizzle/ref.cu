/*
 * ref.cu: the turn without padding.
 *
 * Two elements share a word, so the tile is 64 rows of 32 words. On the way in a warp writes one row: any permutation of
 * its words lies in 32 banks. On the way out a lane k takes word w of rows 2k and 2k + 1 and turns 2x2 elements, so the
 * warp reads word w of every second row at once. With word w of row r at place w xor (r/2) these are the places w xor k:
 * for a fixed w another one for each k, so 32 banks, no padding and no extra wavefront. r mod 32 in place of r/2 would
 * give rows 2k and 2k + 32 the same place, and every read two wavefronts.
 *
 * Words need even row lengths. Where C or R is odd, rows begin between two words, and a pair is two accesses of 16 bits.
 */
#include "lab.h"

static __device__ int place(int r, int w)
{
    return r * WORDS + (w ^ (r / 2 & (WORDS - 1)));
}

/* Elements x and x + 1 of a row of n as a word; what lies outside is 0. */
static __device__ uint32_t load_pair(const uint16_t *row, int x, int n)
{
    if (n % 2 == 0)
        return x < n ? *(const uint32_t *)(row + x) : 0;
    uint32_t low = x < n ? row[x] : 0, high = x + 1 < n ? row[x + 1] : 0;
    return low | high << 16;
}

static __device__ void store_pair(uint16_t *row, int x, int n, uint32_t pair)
{
    if (n % 2 == 0) {
        if (x < n)
            *(uint32_t *)(row + x) = pair;
        return;
    }
    if (x < n)
        row[x] = (uint16_t)pair;
    if (x + 1 < n)
        row[x + 1] = (uint16_t)(pair >> 16);
}

extern "C" __global__ void transpose_b16(uint16_t *out, const uint16_t *in, int R, int C)
{
    __shared__ uint32_t tile[SIDE * WORDS];
    int lane = threadIdx.x, left = blockIdx.x * SIDE, top = blockIdx.y * SIDE;

#pragma unroll
    for (int r = threadIdx.y; r < SIDE; r += ROWS)
        if (top + r < R)
            tile[place(r, lane)] = load_pair(in + (size_t)(top + r) * C, left + 2 * lane, C);
    __syncthreads();

#pragma unroll
    for (int w = threadIdx.y; w < WORDS; w += ROWS) {
        int x = left + 2 * w, y = top + 2 * lane;
        uint32_t a = y < R ? tile[place(2 * lane, w)] : 0, b = y + 1 < R ? tile[place(2 * lane + 1, w)] : 0;
        if (x < C)
            store_pair(out + (size_t)x * R, y, R, (a & 0xffff) | b << 16);
        if (x + 1 < C)
            store_pair(out + (size_t)(x + 1) * R, y, R, a >> 16 | (b & 0xffff0000));
    }
}
