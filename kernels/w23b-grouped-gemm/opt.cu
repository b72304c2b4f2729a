/*
 * opt.cu: the same tiles on the mainloop of w15b-epilogue-gemm. Tiles come by cp.async, which needs no registers: two
 * turns are on their way while one is multiplied. Rows of 64 bytes are not padded but swizzled, chunk c of row r at
 * place c XOR (r / 2 mod 4), so that three pairs of tiles fit into 48 KiB. Fragments come by ldmatrix, whose layout is
 * documented: sums are rounded and exchanged in registers, and stored from there. The rest is ref.cu's.
 */
#define OWN_PRODUCT
#include "ref.cu"

namespace {

constexpr int STAGES = 3;

/* Four blocks of 8 x 8: lane l brings the address of row l % 8 of block l / 8. */
__device__ void ldmatrix_x4(unsigned (&r)[4], const void *shared)
{
    unsigned at = (unsigned)__cvta_generic_to_shared(shared);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(at)
                 : "memory");
}

__device__ void mma_bf16(float (&d)[4], const unsigned (&a)[4], const unsigned *b)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

struct Tile {
    bf16 at[TILE * DEEP];

    __device__ bf16 *chunk(int r, int c)
    {
        return at + r * DEEP + (c ^ (r / 2 % 4)) * 8;
    }
    /* Rows from `row` to `end`, 32 columns from k0 on; zeros where there are none. */
    __device__ void ask(const bf16 *matrix, int row, int end, int d, int k0)
    {
        for (int e = threadIdx.x; e < TILE * 4; e += THREADS) {
            int r = row + e / 4, k = k0 + e % 4 * 8;
            bool there = r < end && k < d;
            const bf16 *from = there ? matrix + (size_t)r * d + k : matrix;
            __pipeline_memcpy_async(chunk(e / 4, e % 4), from, 16, there ? 0 : 16);
        }
    }
};

struct Stage {
    Tile a, b;

    __device__ void ask(const Work &work, const bf16 *rows, int d, int ff, int turn)
    {
        a.ask(rows, work.first, work.end, d, turn * DEEP);
        b.ask(work.W, work.col, ff, d, turn * DEEP);
    }
};

/* One turn's products of a warp: rows from wr on, columns from wc on. */
__device__ void multiply(Stage *s, float (&sum)[4][4][4], int wr, int wc)
{
    int lane = threadIdx.x % 32;
#pragma unroll
    for (int k = 0; k < DEEP / 8; k += 2) {
        unsigned a[4][4], b[2][4];
#pragma unroll
        for (int i = 0; i < 4; i++)
            ldmatrix_x4(a[i], s->a.chunk(wr + 16 * i + lane % 16, k + lane / 16));
#pragma unroll
        for (int j = 0; j < 2; j++)
            ldmatrix_x4(b[j], s->b.chunk(wc + 16 * j + lane / 16 * 8 + lane % 8, k + lane / 8 % 2));
#pragma unroll
        for (int e = 0; e < 16; e++)
            mma_bf16(sum[e / 4][e % 4], a[e / 4], b[e % 4 / 2] + e % 2 * 2);
    }
}

__device__ unsigned rounded_pair(const float *v)
{
    __nv_bfloat162 pair = __floats2bfloat162_rn(v[0], v[1]);
    return *reinterpret_cast<unsigned *>(&pair);
}

/*
 * A warp's 64 x 32, from registers: lane 4 g + t has columns 2t, 2t + 1 of rows g and g + 8 of each 16 x 8. Of two such
 * blocks side by side an even lane takes over its neighbour's part of the left one, and gives away its own of the right
 * one: 8 bytes a lane, and four lanes fill a sector.
 */
__device__ void finish(bf16 *y, const float (&sum)[4][4][4], int ff, int row, int end, int col)
{
    int lane = threadIdx.x % 32, odd = lane % 2;
#pragma unroll
    for (int e = 0; e < 16; e++) {
        const float (*block)[4] = sum[e / 4] + e % 2 * 2;
        int half = e / 2 % 2, r = row + e / 4 * 16 + half * 8 + lane / 4;
        int c = col + (e % 2 * 2 + odd) * 8 + lane % 4 / 2 * 4;
        unsigned left = rounded_pair(block[0] + half * 2), right = rounded_pair(block[1] + half * 2);
        unsigned other = __shfl_xor_sync(ALL, odd ? left : right, 1);
        if (r < end && c < ff)
            *reinterpret_cast<uint2 *>(y + (size_t)r * ff + c) =
                odd ? make_uint2(other, right) : make_uint2(left, other);
    }
}

} // namespace

extern "C" __global__ void __launch_bounds__(THREADS, 2)
    grouped_gemm(bf16 *y, const bf16 *rows, const bf16 *W, const int *off, const int *tiles, int E, int d, int ff)
{
    __shared__ __align__(128) Stage stages[STAGES];
    Work work;
    if (!find_work(&work, W, off, tiles, d, ff))
        return;
    float sum[4][4][4] = {};
    int warp = threadIdx.x / 32, turns = (d + DEEP - 1) / DEEP, wr = warp % 2 * 64, wc = warp / 2 * 32;
    for (int t = 0; t < STAGES - 1; t++) {
        if (t < turns)
            stages[t].ask(work, rows, d, ff, t);
        __pipeline_commit();
    }
    for (int t = 0; t < turns; t++) {
        __pipeline_wait_prior(STAGES - 2);
        __syncthreads();
        int next = t + STAGES - 1;
        if (next < turns)
            stages[next % STAGES].ask(work, rows, d, ff, next);
        __pipeline_commit();
        multiply(&stages[t % STAGES], sum, wr, wc);
    }
    finish(y, sum, ff, work.first + wr, work.end, work.col + wc);
}
