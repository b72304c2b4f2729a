/*
 * ref.cu: one source for waves of 32 and of 64 lanes.
 *
 * Nothing here is a number of a machine. A wave's width is wave_size(); how many of its lanes exist follows from the
 * block, since the last wave of a block of 96 threads has 32 lanes of 64. A word of votes has 64 bits on both machines:
 * on the one with 32 lanes its upper half is zero and costs nothing that is worth a second version.
 *
 * wave_sum halves the lanes that exist: five steps for 32 of them, six for 64. Each step's partner exists, because a
 * block is a multiple of 32 threads, so that a wave has 32 lanes or all.
 *
 * transpose walks over its tile by the block's threads, so it does not care how many waves those are. A barrier parts
 * the two walks: an element is read by another wave than the one that wrote it. A tile's row is one float longer than
 * wave_size(). 33 and 65 both leave 1 when divided by the 32 banks, so a column lies in as many banks as it has rows, up
 * to all of them.
 */
#include "lab.h"

/* How many lanes this thread's wave has. */
static __device__ int lanes_here(void)
{
    int left = (int)blockDim.x - (int)threadIdx.x / wave_size() * wave_size();
    return left < wave_size() ? left : wave_size();
}

/* The word in which the first `lanes` bits are set, of 1 to 64. */
static __device__ unsigned long long first_bits(int lanes)
{
    return ~0ull >> (64 - lanes);
}

/* Votes of the lanes below this one. */
static __device__ int rank_in(unsigned long long votes, int lane)
{
    return __popcll(votes & ((1ull << lane) - 1));
}

extern "C" __global__ void wave_sum(float *sum, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lanes = lanes_here();
    float v = i < n ? x[i] : 0;
    for (int d = lanes / 2; d; d /= 2)
        v += __shfl_xor_sync(first_bits(lanes), v, d);
    if (i < n)
        sum[i] = v;
}

extern "C" __global__ void compact(int *out, int *count, const float *p, float least, int R, int C)
{
    int waves = (blockDim.x + wave_size() - 1) / wave_size(), lane = threadIdx.x % wave_size();
    int row = blockIdx.x * waves + threadIdx.x / wave_size(), lanes = lanes_here(), at = 0;
    if (row >= R)
        return; /* with all its lanes */
    p += (size_t)row * C;
    out += (size_t)row * C;
    for (int from = 0; from < C; from += lanes) {
        int c = from + lane;
        bool keep = c < C && p[c] >= least;
        unsigned long long votes = __ballot_sync(first_bits(lanes), keep);
        if (keep)
            out[at + rank_in(votes, lane)] = c;
        at += __popcll(votes);
    }
    if (lane == 0)
        count[row] = at;
}

extern "C" __global__ void pack(int *out, int *count, const float *v, float least, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % wave_size(), at = 0;
    unsigned long long all = first_bits(lanes_here());
    bool keep = i < n && v[i] >= least;
    unsigned long long votes = __ballot_sync(all, keep);
    if (!votes)
        return; /* the word is the same in all lanes */
    int leader = __ffsll((long long)votes) - 1;
    if (lane == leader)
        at = atomicAdd(count, __popcll(votes));
    at = __shfl_sync(all, at, leader);
    if (keep)
        out[at + rank_in(votes, lane)] = i;
}

extern "C" __global__ void transpose(float *out, const float *in, int R, int C)
{
    constexpr int side = wave_size();
    __shared__ float tile[side][side + 1];
    int x = blockIdx.x * side, y = blockIdx.y * side;
    for (int k = threadIdx.x; k < side * side; k += blockDim.x) {
        int r = k / side, c = k % side;
        if (y + r < R && x + c < C)
            tile[r][c] = in[(size_t)(y + r) * C + x + c];
    }
    __syncthreads();
    for (int k = threadIdx.x; k < side * side; k += blockDim.x) {
        int r = k / side, c = k % side;
        if (x + r < C && y + c < R)
            out[(size_t)(x + r) * R + y + c] = tile[c][r];
    }
}
