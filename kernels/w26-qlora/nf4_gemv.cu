/*
 * nf4_gemv.cu: y = W x on a GPU, W in four bits as this lab's lab.h has them. No rung of the lab's ladder, which is C.
 * nf4_gemv_bench.cu has the line that builds it.
 *
 *     weight i of W [out][in], row-major     NF4[code of i] * max(0, mean + step[i/64/256] * scale[i/64])
 *     code      two a byte, an even i in its low half        scale   int8, one a block of 64
 *     x, y      bfloat16, sums in float                      out a multiple of 16, in one of 256 and at most 30,720
 *
 * What binds it: memory gives an SM of an H200 some 13 bytes of codes a cycle, and in a cycle it can issue 128
 * instructions of a thread: 10 a byte. At most half of them can be of those that move bits, and a quarter loads from
 * shared memory. In these a byte's two weights have to be cut out, looked up, multiplied and scaled. Here are 4.9, of
 * which one is a permutation of bytes and 1.2 are loads.
 *
 * 1. A byte is looked up whole, two weights in one load. Each lane has a table of its own in its own bank, so that 32
 *    different bytes are 32 different banks. A row of the tables is 256 bytes and they begin at a multiple of 65,536:
 *    one permutation of bytes puts the code between the two halves of the address.
 * 2. Products are the tensor cores': mma m16n8k16, weights of 16 rows on the left, looked up straight into the
 *    fragment. In which order a row's weights take its columns is free, so a thread's 16 consecutive bytes are 8 mma.
 * 3. Of the eight columns on the right a product with one x needs one. Here column 2b has block b's part of x, and else
 *    zeros: the sums of four blocks come out apart, each in a lane that multiplies it by its own scale.
 * 4. Table and x are float16. x comes in scaled by a power of two for each 256 elements, so bfloat16's range is kept;
 *    of the table's values the error is 2^-12.
 * 5. A block takes some bands of 16 rows, and its 16 warps go through them side by side, 256 columns each, so that what
 *    is read at a time lies together. Nobody waits before the end: each warp has its own sums of each band.
 * 6. Codes come by TMA, into stages that each warp has for itself: what is under way does not take registers, and goes
 *    on while the warp computes. Half rows of 64 bytes lie side by side there, so that a warp reads 512 bytes on end.
 *    A block's scales lie together in memory, and come at once.
 * 7. x is asked for first: behind the codes that fill all stages it would come last, and nothing begins without it. The
 *    table is filled and the codes are asked for while it is under way.
 */
#ifndef W26_NF4_GEMV
#define W26_NF4_GEMV

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <ridge/hop.h>

#include "nf4_levels.h"

namespace nf4 {

enum { WARPS = 16, ROWS = 16, SLICE = 256, BLOCK = 64, GROUP = 256 };
enum { TABLE = 1 << 16, TABLE_ROW = 256, STAGE = ROWS * SLICE / 2, STAGES = 3 };

/* What lane l % 16 looks up: constants in the code, which no load has to wait for. */
__device__ __forceinline__ float level_of(int i)
{
    const float level[16] = NF4_LEVELS;
    float mine = 0;
#pragma unroll
    for (int j = 0; j < 16; j++) {
        asm("" : "+r"(i)); /* else the compiler makes an array in memory of this */
        mine = i == j ? level[j] : mine;
    }
    return mine;
}

/* The kernel reads the codes by a tensor map of [in/128][out][64] bytes, with boxes of 2 x 16 x 64. */
struct matrix {
    const uint8_t *code;
    const int8_t *scale;
    const float *step;
    float mean;
    int out, in;
};

/* Where things lie in shared memory. Before the table: x in float16, a factor of each slice, barriers, and one stage of
 * each warp where there are three; the system leaves all but 1 KiB of TABLE for these. Behind it the other stages. */
struct layout {
    int undo, full, low_stage; /* from the start */
    int scale, step, sums, end; /* from the table's end, where two stages begin */
};

__host__ __device__ inline layout lay_out(int in, int bands)
{
    layout l;
    l.undo = 2 * in;
    l.full = (l.undo + 4 * (in / SLICE) + 7) / 8 * 8;
    l.low_stage = (l.full + 8 * (WARPS * STAGES + 1) + 127) / 128 * 128;
    l.scale = 2 * WARPS * STAGE;
    l.step = l.scale + bands * ROWS * (in / BLOCK);
    l.sums = l.step + 4 * (bands * ROWS * (in / BLOCK) / GROUP + 2);
    l.end = l.sums + 4 * WARPS * ROWS * bands;
    return l;
}

__host__ __device__ inline int stages_of(const layout &l)
{
    return l.low_stage + WARPS * STAGE <= TABLE - 1024 ? 3 : 2;
}

__host__ __device__ inline int smem_bytes(int in, int bands)
{
    return 2 * TABLE - 1024 + lay_out(in, bands).end;
}

/* ---- the pieces of a warp ---------------------------------------------------------------------------------------- */

/* Pieces are 16 rows x 256 columns, in the order of bands and, in a band, of slices; a warp takes every WARPS-th. */
struct walk {
    int band, slice;
};

/* WARPS as bands and slices. */
__device__ __forceinline__ void next(walk &at, const walk &by, int slices)
{
    at.band += by.band, at.slice += by.slice;
    if (at.slice >= slices)
        at.slice -= slices, at.band++;
}

__device__ __forceinline__ void bulk_load(void *to, const void *from, uint32_t bytes, uint64_t *bar)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     smem_at(to)),
                 "l"(from), "r"(bytes), "r"(smem_at(bar))
                 : "memory");
}

/* One thread. */
__device__ __forceinline__ void ask(const walk &at, int first, const tmap *codes, unsigned char *stage, uint64_t *full)
{
    mbar_arrive_expect(full, STAGE);
    tma_load_3d(stage, codes, 0, (first + at.band) * ROWS, at.slice * 2, full);
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

__device__ __forceinline__ uint32_t pack_halves(float low, float high)
{
    __half2 two = __floats2half2_rn(low, high);
    return *(uint32_t *)&two;
}

/* Eight threads a row: byte i / 8 of i = thread + 512 j has the levels thread / 8 % 16 and thread / 128 + 4 j. */
__device__ __forceinline__ void fill_table(unsigned char *table)
{
    float mine = level_of(threadIdx.x % 16), low = __shfl_sync(~0u, mine, threadIdx.x / 8 % 16);
#pragma unroll
    for (int j = 0; j < 4; j++) {
        float high = __shfl_sync(~0u, mine, threadIdx.x / 128 + 4 * j);
        uint32_t v = pack_halves(low, high);
        *(uint4 *)(table + (threadIdx.x / 8 + 64 * j) * TABLE_ROW + threadIdx.x % 8 * 16) = make_uint4(v, v, v, v);
    }
}

__device__ __forceinline__ uint32_t to_halves(uint32_t two, float factor)
{
    return pack_halves(__uint_as_float(two << 16) * factor, __uint_as_float(two & 0xffff0000) * factor);
}

/* A slice of x, 8 elements a lane, to float16, the largest between 2^14 and 2^15; and what undoes that. */
__device__ __forceinline__ void fill_slice(uint4 *to, float *undo, const uint4 &v, int lane)
{
    uint32_t most = 0;
    for (uint32_t two : { v.x, v.y, v.z, v.w })
        most = max(most, max(two & 0x7fff, two >> 16 & 0x7fff));
    most = __reduce_max_sync(~0u, most);
    int up = min(253, 268 - (int)(most >> 7)); /* exponents with 127 added, as in a float */
    float factor = __uint_as_float(up << 23);
    to[lane] = make_uint4(to_halves(v.x, factor), to_halves(v.y, factor), to_halves(v.z, factor),
                          to_halves(v.w, factor));
    if (lane == 0)
        *undo = __uint_as_float((254 - up) << 23);
}

/* Four slices of a warp at a time, so that their loads wait together; `then` between the first loads and their use. */
template <class F>
__device__ __forceinline__ void fill_x(uint4 *x16, float *undo, const __nv_bfloat16 *x, int slices, int w, int lane,
                                       F then)
{
    for (int s = w; s < slices; s += 4 * WARPS) {
        uint4 v[4];
#pragma unroll
        for (int j = 0; j < 4; j++)
            if (s + j * WARPS < slices)
                v[j] = __ldg((const uint4 *)x + (s + j * WARPS) * (SLICE / 8) + lane);
        if (s == w)
            then();
#pragma unroll
        for (int j = 0; j < 4; j++)
            if (s + j * WARPS < slices)
                fill_slice(x16 + (s + j * WARPS) * (SLICE / 8), undo + s + j * WARPS, v[j], lane);
    }
}

/* ---- products ---------------------------------------------------------------------------------------------------- */

/* Columns 0 and 2 of the right operand are blocks 0 and 1, of chunk 0; 4 and 6 blocks 2 and 3, of chunk 1. A lane whose
 * column g and k (t) do not belong together has zeros. */
__device__ __forceinline__ void load_x(uint32_t (&right)[16], const uint4 *x16, int slice, int lane)
{
    int g = lane / 4, t = lane % 4;
    bool mine = g % 2 == 0 && t / 2 == g / 2 % 2;
    const uint4 *from = x16 + slice * (SLICE / 8) + g / 4 * 16 + t * 4;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        uint4 v = make_uint4(0, 0, 0, 0);
        if (mine)
            v = from[i];
        right[4 * i] = v.x, right[4 * i + 1] = v.y, right[4 * i + 2] = v.z, right[4 * i + 3] = v.w;
    }
}

__device__ __forceinline__ void mma(float (&d)[4], const uint32_t *a, const uint32_t *b)
{
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

/* Byte b of a word in the table of the lane, whose address has its second byte free for it. */
__device__ __forceinline__ uint32_t look_up(uint32_t table, uint32_t word, int b)
{
    uint32_t two;
    asm("ld.shared.u32 %0, [%1];" : "=r"(two) : "r"(__byte_perm(word, table, 0x7604 | b << 4)));
    return two;
}

/* A chunk's sums: 8 mma, each of two bytes of both rows. */
__device__ __forceinline__ void multiply(float (&d)[4], const uint4 &upper, const uint4 &lower,
                                         const uint32_t (&right)[16], uint32_t table)
{
    const uint32_t u[4] = { upper.x, upper.y, upper.z, upper.w }, l[4] = { lower.x, lower.y, lower.z, lower.w };
#pragma unroll
    for (int i = 0; i < 8; i++) {
        uint32_t a[4];
#pragma unroll
        for (int j = 0; j < 2; j++) {
            a[2 * j] = look_up(table, u[i / 2], i % 2 * 2 + j);
            a[2 * j + 1] = look_up(table, l[i / 2], i % 2 * 2 + j);
        }
        mma(d, a, right + 2 * i);
    }
}

/* A band's sums of this warp, which the four lanes of a quad have parts of, to shared memory: even lanes go on with
 * the upper row and odd ones with the lower, so that two exchanges do for both. */
__device__ __forceinline__ void put(float *sums, float (&part)[2], int lane)
{
    int odd = lane % 2;
    float mine = odd ? part[1] : part[0];
    mine += __shfl_xor_sync(~0u, odd ? part[0] : part[1], 1);
    mine += __shfl_xor_sync(~0u, mine, 2);
    if (lane % 4 < 2)
        sums[8 * odd + lane / 4] += mine;
    part[0] = part[1] = 0;
}

/* The codes of a stage, for this lane; behind it the stage may be written again. */
__device__ __forceinline__ void read_stage(uint4 (&code)[2][2], const unsigned char *stage, int lane)
{
#pragma unroll
    for (int h = 0; h < 2; h++)
#pragma unroll
        for (int c = 0; c < 2; c++)
            code[h][c] = *(const uint4 *)(stage + c * STAGE / 2 + h * STAGE / 4 + lane * 16);
    __syncwarp();
}

/* Any number of blocks, each with the bands from out/16 * b / blocks on, a product below 2^32. */
__global__ void __launch_bounds__(WARPS * 32, 1)
    nf4_gemv(__nv_bfloat16 *y, const __grid_constant__ tmap codes, const matrix W, const __nv_bfloat16 *x)
{
    extern __shared__ __align__(128) unsigned char smem[];
    int w = threadIdx.x / 32, lane = threadIdx.x % 32, slices = W.in / SLICE, across = W.in / BLOCK;
    uint32_t all = W.out / ROWS;
    int first = all * blockIdx.x / gridDim.x, bands = all * (blockIdx.x + 1) / gridDim.x - first;
    const layout l = lay_out(W.in, bands);
    int stages = stages_of(l);
    unsigned char *behind = smem + (2 * TABLE - smem_at(smem)), *stage = behind + w * STAGE;
    unsigned char *last_stage = smem + l.low_stage + w * STAGE;
    uint4 *x16 = (uint4 *)smem;
    float *undo = (float *)(smem + l.undo), *step = (float *)(behind + l.step), *totals = (float *)(behind + l.sums);
    float *mine = totals + w * bands * ROWS;
    const int8_t *scale = (const int8_t *)(behind + l.scale);
    uint64_t *all_scales = (uint64_t *)(smem + l.full), *full = all_scales + 1 + w * STAGES;
    int before = first * ROWS * across, n_scales = bands * ROWS * across; /* blocks of W */
    const walk by = { WARPS / slices, WARPS % slices };
    walk at = { w / slices, w % slices }, ahead = at;
    auto stage_of = [&](int i) { return i < 2 ? stage + i * (WARPS * STAGE) : last_stage; };
    auto ask_for = [&](int from, int to) {
        if (lane == 0)
            for (int i = from; i < to; i++, next(ahead, by, slices))
                if (ahead.band < bands)
                    ask(ahead, first, &codes, stage_of(i), &full[i]);
    };
    auto init = [&] {
        if (lane == 0) {
            for (int i = 0; i < STAGES; i++)
                mbar_init(&full[i], 1);
            if (w == 0)
                mbar_init(all_scales, 1);
            fence_mbar_init();
            if (w == 0) {
                mbar_arrive_expect(all_scales, n_scales);
                bulk_load(behind + l.scale, W.scale + before, n_scales, all_scales);
            }
        }
    };
    int steps = (before + n_scales - 1) / GROUP - before / GROUP + 1, i = threadIdx.x;
    float my_step = i < steps ? __ldg(W.step + before / GROUP + i) : 0;
    asm volatile("griddepcontrol.launch_dependents;\n\tgriddepcontrol.wait;" ::: "memory");
    auto meanwhile = [&] {
        init();
        ask_for(0, stages);
        fill_table(smem + (TABLE - smem_at(smem)));
    };
    fill_x(x16, undo, x, slices, w, lane, meanwhile);
    if (w >= slices) /* no x for this warp */
        meanwhile();
    if (i < steps)
        step[i] = my_step;
    for (i += WARPS * 32; i < steps; i += WARPS * 32)
        step[i] = __ldg(W.step + before / GROUP + i);
    for (int i = lane; i < bands * ROWS; i += 32)
        mine[i] = 0;
    __syncthreads();
    mbar_wait(all_scales, 0);
    uint32_t table = TABLE | lane * 4;
    asm volatile("" : "+r"(table)::"memory"); /* nothing is looked up before the barrier */

    uint32_t right[16];
    float back = 0, part[2] = { 0, 0 };
    int slot = 0, parity = 0, last = -1, into = before % GROUP;
    while (at.band < bands) {
        uint4 code[2][2];
        float chunk[2][4] = {}, by_step[2];
        int of_block[2];
        if (at.slice != last) {
            last = at.slice;
            load_x(right, x16, last, lane);
            back = undo[last];
        }
        mbar_wait(&full[slot], parity);
        read_stage(code, stage_of(slot), lane);
        if (lane == 0 && ahead.band < bands) {
            ask(ahead, first, &codes, stage_of(slot), &full[slot]);
            next(ahead, by, slices);
        }
#pragma unroll
        for (int h = 0; h < 2; h++) { /* lane t of a quad has block t of both rows */
            uint32_t b = (at.band * ROWS + lane / 4 + 8 * h) * across + at.slice * (SLICE / BLOCK) + lane % 4;
            of_block[h] = scale[b];
            by_step[h] = step[(b + into) / GROUP];
        }
#pragma unroll
        for (int c = 0; c < 2; c++)
            multiply(chunk[c], code[0][c], code[1][c], right, table);
#pragma unroll
        for (int h = 0; h < 2; h++)
            part[h] = fmaf((lane % 4 < 2 ? chunk[0][2 * h] : chunk[1][2 * h]) * back,
                           fmaxf(0, fmaf(by_step[h], (float)of_block[h], W.mean)), part[h]);
        int band = at.band;
        next(at, by, slices);
        if (at.band != band)
            put(mine + band * ROWS, part, lane);
        if (++slot == stages)
            slot = 0, parity ^= 1;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < bands * ROWS; i += WARPS * 32) {
        float sum = 0;
        for (int v = 0; v < WARPS; v++)
            sum += totals[v * bands * ROWS + i];
        y[first * ROWS + i] = __float2bfloat16(sum);
    }
}
}

#endif
