/*
 * g04-occupancy: what an SM gives to a block, how many blocks it therefore holds, how many it needs; and three kernels
 * whose launch bounds you choose.
 *
 * The six functions are plain integer arithmetic, compiled for host and device alike; the kernels at the end of this
 * file ask them one question a thread. All sizes are in registers, bytes and cycles; a warp has WARP threads.
 *
 * How an SM hands things out (all compute capabilities from 7.5 to 10.0; what differs stands in struct sm):
 *
 *     warps       a block takes whole warps; a warp that is not full counts as one
 *     blocks      a block takes one slot, whatever its size
 *     registers   a warp's registers are rounded up to a multiple of REG_UNIT. The file is in PARTS equal parts, a
 *                 warp's registers lie in one of them, and a block's warps may go to any part that has room
 *     shared      a block's bytes plus smem_reserve, rounded up to a multiple of smem_unit
 *
 * A block that asks for more than a block may have is held by no SM: more than MAX_THREADS threads, more than MAX_REGS
 * registers a thread, more than smem_block bytes (without the reserve).
 */
#ifndef G04_OCCUPANCY_H
#define G04_OCCUPANCY_H

#include <stddef.h>

#define HD __host__ __device__

#define WARP 32
#define PARTS 4           /* of the register file, each with a scheduler */
#define REG_UNIT 256      /* registers: a warp has a multiple of it */
#define MAX_REGS 255      /* of a thread */
#define MAX_THREADS 1024  /* of a block */
#define NO_LIMIT 0x7fffffff

struct sm {
    int warps, blocks; /* that are resident at most */
    int regs;          /* 32-bit registers, of all parts together */
    int smem;          /* bytes of shared memory of the SM */
    int smem_block;    /* bytes that a block may ask for */
    int smem_reserve;  /* bytes that the system keeps for each block */
    int smem_unit;     /* bytes */
};

struct shape {
    int threads; /* of a block, 1 or more */
    int regs;    /* of a thread, 0 or more */
    int smem;    /* bytes that a block asks for, 0 or more */
};

/* Which resource; also the number of its bit in a set of limits. */
enum { BY_WARPS, BY_BLOCKS, BY_REGS, BY_SMEM, LIMITS };

struct need {
    int warps;     /* of a block */
    int regs_warp; /* registers that a warp takes, rounded up */
    int smem;      /* bytes that a block takes, with the reserve, rounded up */
};

/* What a block takes. Only rounding: whether the block may have that much is asked later. */
HD struct need takes(const struct sm *m, struct shape k);

/* by[r] = how many blocks resource r alone would allow, r from 0 to LIMITS - 1; NO_LIMIT where a block takes none of
 * it (0 registers; 0 bytes of shared memory, reserve and all). What a block may not have gives 0 there, and there
 * alone: too many threads in by[BY_WARPS], too many registers in by[BY_REGS], too many bytes in by[BY_SMEM]. */
HD void blocks_by(const struct sm *m, struct shape k, int by[LIMITS]);

/* The blocks that an SM holds: the least of the four. *limits = the set of all resources that allow just as few, with
 * bit 1 << BY_REGS for registers and so on. */
HD int resident(const struct sm *m, struct shape k, unsigned *limits);

/* The most registers a thread may have (at most MAX_REGS), so that warps, slots and registers allow `blocks` blocks of
 * `threads` threads (shared memory and its reserve are not asked); 0 where no number of them will do.
 * threads and blocks are 1 or more. This is the bound that
 * __launch_bounds__(threads, blocks) asks the compiler to keep. */
HD int reg_cap(const struct sm *m, int threads, int blocks);

/* The most bytes that a block may ask for, so that shared memory allows `blocks` blocks; -1 where the SM has fewer
 * slots than that, or not even 0 bytes will do. blocks is 1 or more. */
HD int smem_cap(const struct sm *m, int blocks);

/* A kernel in one of the ways in which it may be built or launched. The rates below are per SM and round: an H200's. */
struct variant {
    struct shape k;
    long long warps; /* that an SM has to run, one after another or together: its share of the grid; 0 or more */
    long long waits; /* times that a warp waits for memory, one after another */
    long long chain; /* cycles of arithmetic in a warp of which each waits for the one before */
    long long inst;  /* instructions that a warp issues, spills among them */
    long long bytes; /* that a warp moves to and from memory, spills among them */
};

#define LATENCY 660 /* cycles from a load to its value */
#define ISSUE 4     /* warp instructions that an SM issues in a cycle */
#define RATE 16     /* bytes that an SM's share of the memory moves in a cycle */

/* Cycles of a variant on an SM: the largest of
 *     issuing     warps · inst / ISSUE, rounded up
 *     moving      warps · bytes / RATE, rounded up
 *     waiting     turns · (waits · LATENCY + chain), where turns is warps over the resident warps, rounded up
 * and -1 where the SM holds no block of it. Products fit in a long long, not in an int. */
HD long long cycles(const struct sm *m, const struct variant *v);

/* The index of the variant with the fewest cycles, of equal ones the first; -1 where none of the n can run. */
HD int choose(const struct sm *m, const struct variant *v, int n);

/* --- three kernels: their bodies are here, their bounds are yours --------------------------------- */

#define BLOCK 256 /* threads of a block of each */
#define HOPS 16
#define FAN 32

/* y[i] = where one stands after HOPS steps i -> next[i]: a lane has one load under way. n may be 0. */
static __device__ __forceinline__ void hops_body(int *y, const int *next, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    int at = i;
    for (int k = 0; k < HOPS; k++)
        at = next[at];
    y[i] = at;
}

/* Columns of FAN values, brought to mean 0 and variance 1: a lane could have FAN loads under way, in FAN registers. */
static __device__ __forceinline__ void fan_body(float *y, const float *x, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    float v[FAN], sum = 0, square = 0;
#pragma unroll
    for (int k = 0; k < FAN; k++)
        v[k] = x[(size_t)k * n + i];
#pragma unroll
    for (int k = 0; k < FAN; k++)
        sum += v[k];
    float mean = sum / FAN;
#pragma unroll
    for (int k = 0; k < FAN; k++)
        square += (v[k] - mean) * (v[k] - mean);
    float scale = 1 / sqrtf(square / FAN + 1e-5f);
#pragma unroll
    for (int k = 0; k < FAN; k++)
        y[(size_t)k * n + i] = (v[k] - mean) * scale;
}

#define SIDE 8            /* a thread's results are SIDE x SIDE, in as many registers */
#define TILE (16 * SIDE)  /* a block's are TILE x TILE */

/* c = aᵀ·b: c is N x N, a and b are K x N. N is a multiple of TILE; the grid has N / TILE blocks in x and in y. */
static __device__ __forceinline__ void tile_body(float *c, const float *a, const float *b, int N, int K)
{
    int row = blockIdx.y * TILE + threadIdx.x / 16 * SIDE, column = blockIdx.x * TILE + threadIdx.x % 16 * SIDE;
    float sum[SIDE][SIDE] = {};
    for (int k = 0; k < K; k++) {
        float u[SIDE], v[SIDE];
#pragma unroll
        for (int j = 0; j < SIDE; j++)
            u[j] = a[(size_t)k * N + row + j], v[j] = b[(size_t)k * N + column + j];
#pragma unroll
        for (int i = 0; i < SIDE; i++)
#pragma unroll
            for (int j = 0; j < SIDE; j++)
                sum[i][j] += u[i] * v[j];
    }
#pragma unroll
    for (int i = 0; i < SIDE; i++)
#pragma unroll
        for (int j = 0; j < SIDE; j++)
            c[(size_t)(row + i) * N + column + j] = sum[i][j];
}

/* Yours are three definitions of one line: `__launch_bounds__(BLOCK, blocks)` behind __global__, or none, and the call
 * of the body. What the bounds give, `ridge profile` shows as registers and spilled bytes where nvcc is there. */
extern "C" __global__ void hops(int *y, const int *next, int n);
extern "C" __global__ void fan(float *y, const float *x, int n);
extern "C" __global__ void tile(float *c, const float *a, const float *b, int N, int K);

/* --- the runner's questions, one a thread --------------------------------------------------------- */

enum { SHAPE = 3, VARIANT = 8, SET = 6 }; /* ints of a shape; numbers of a variant; variants of a set */

static HD inline struct shape shape_at(const int *row)
{
    return { row[0], row[1], row[2] };
}

/* out[i] = what shape i takes */
extern "C" __global__ void ask_takes(int *out, const struct sm *m, const int *shape, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    struct need n = takes(m, shape_at(shape + SHAPE * i));
    out[3 * i] = n.warps;
    out[3 * i + 1] = n.regs_warp;
    out[3 * i + 2] = n.smem;
}

/* out[i] = the four limits of shape i */
extern "C" __global__ void ask_blocks(int *out, const struct sm *m, const int *shape, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, by[LIMITS] = { -1, -1, -1, -1 };
    if (i >= count)
        return;
    blocks_by(m, shape_at(shape + SHAPE * i), by);
    for (int r = 0; r < LIMITS; r++)
        out[LIMITS * i + r] = by[r];
}

/* out[i] = {blocks, limits} of shape i */
extern "C" __global__ void ask_resident(int *out, const struct sm *m, const int *shape, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    unsigned limits = ~0u;
    out[2 * i] = resident(m, shape_at(shape + SHAPE * i), &limits);
    out[2 * i + 1] = (int)limits;
}

/* out[i] = {most registers, most bytes} for want[i] = {threads, blocks} */
extern "C" __global__ void ask_caps(int *out, const struct sm *m, const int *want, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    out[2 * i] = reg_cap(m, want[2 * i], want[2 * i + 1]);
    out[2 * i + 1] = smem_cap(m, want[2 * i + 1]);
}

static HD inline struct variant variant_at(const long long *row)
{
    return { { (int)row[0], (int)row[1], (int)row[2] }, row[3], row[4], row[5], row[6], row[7] };
}

/* out[i] = cycles of variant i */
extern "C" __global__ void ask_cycles(long long *out, const struct sm *m, const long long *variant, int sets)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= sets * SET)
        return;
    struct variant v = variant_at(variant + VARIANT * i);
    out[i] = cycles(m, &v);
}

/* out[i] = which variant of set i */
extern "C" __global__ void ask_choose(int *out, const struct sm *m, const long long *variant, int sets)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= sets)
        return;
    struct variant v[SET];
    for (int k = 0; k < SET; k++)
        v[k] = variant_at(variant + VARIANT * (SET * i + k));
    out[i] = choose(m, v, SET);
}

#endif
