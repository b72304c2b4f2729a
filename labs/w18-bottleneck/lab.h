/*
 * w18-bottleneck: a program that reads a kernel's profile and names what binds it; then five kernels that are right and
 * slow, each bound by something else.
 *
 * Arrays are dense and begin at a multiple of 256 bytes; inputs and outputs do not overlap. n, R and C may be 0, and
 * need not fit the launch. The runner launches:
 *
 *     speed_of_light, name_bound, roof_point    grid (max(1, ceil(n/128))), block (128)   a thread has one report
 *     lengths      grid (max(1, ceil(n/256))),  block (256)   a block has 256 points
 *     row_sums     grid (max(1, ceil(R/64))),   block (64)    a block has 64 rows
 *     mixed        grid (max(1, ceil(n/256))),  block (256)   a block has 256 elements
 *     dots         grid (max(1, R)),            block (32)    a warp has one row
 *     classes      grid (1 or more),            block (256)   thread t of T has elements t, t + T, t + 2T, ...
 *
 * Kernels are extern "C": the runner finds them by name.
 */
#ifndef W18_BOTTLENECK_H
#define W18_BOTTLENECK_H

/* ---- reports ---------------------------------------------------------------------------- */

/* A report is a row of FIELDS floats, of one launch. A field that was not measured is NaN. */
enum field {
    F_US,      /* duration of the launch, in microseconds */
    F_GAP_US,  /* how long the GPU stands idle until the next launch, in microseconds */
    F_FLOP,    /* floating-point operations outside of tensor cores */
    F_TENSOR,  /* floating-point operations on tensor cores */
    F_INST,    /* warp instructions, on all SMs */
    F_LANES,   /* active threads an instruction, 32 at most */
    F_DRAM_B,  /* bytes read from and written to device memory */
    F_L2_B,    /* bytes that moved between the L2 and the SMs */
    F_LOCAL_B, /* those of F_L2_B that are local memory's */
    F_SH_WAVE, /* wavefronts of shared memory, on all SMs */
    F_SH_CONF, /* those of F_SH_WAVE that only bank conflicts made necessary */
    FIELDS
};

/* The machine: a row of MACHINE floats, all of them known and above 0. */
enum machine {
    M_FLOPS,  /* FLOP/s outside of tensor cores */
    M_TENSOR, /* FLOP/s on tensor cores */
    M_DRAM,   /* B/s of device memory */
    M_L2,     /* B/s between the L2 and the SMs */
    M_SMS,    /* SMs; each has 4 schedulers, which issue an instruction a cycle each, and */
    M_HZ,     /* one wavefront of shared memory a cycle; cycles a second */
    MACHINE
};

/* The units, in the order in which a tie is decided. The first three compute, the others move bytes. */
enum unit { U_FLOPS, U_TENSOR, U_ISSUE, U_DRAM, U_L2, U_SHARED, UNITS };

/* sol[2i] and sol[2i + 1] = the speed of light of report i: how busy the busiest computing unit and the busiest unit
 * that moves bytes were, as parts of their peaks over the whole duration:
 *
 *     U_FLOPS   F_FLOP / (s * M_FLOPS)            s       the duration in seconds
 *     U_TENSOR  F_TENSOR / (s * M_TENSOR)         cycles  s * M_HZ
 *     U_ISSUE   F_INST / (cycles * M_SMS * 4)
 *     U_DRAM    F_DRAM_B / (s * M_DRAM)
 *     U_L2      F_L2_B / (s * M_L2)
 *     U_SHARED  F_SH_WAVE / (cycles * M_SMS)
 *
 * A unit whose field was not measured does not count; where none of a group counts, its part is NaN. Where the duration
 * was not measured or is 0, both are NaN. unit[i] = the busiest unit of all six, -1 where none counts. */
extern "C" __global__ void speed_of_light(float *sol, int *unit, const float *report, const float *machine, int n);

/* What binds a launch, in the order of the rules. */
enum bound {
    B_UNKNOWN,    /* the duration was not measured or is 0, or no unit counts and no rule before B_COMPUTE holds */
    B_LAUNCH,     /* the GPU stands idle for at least as long as the launch takes */
    B_SPILL,      /* local memory has at least a quarter of the bytes between the L2 and the SMs */
    B_SHARED,     /* at least half of the wavefronts are conflicts, and U_SHARED is at LOW of its peak or above */
    B_DIVERGENCE, /* 16 active threads an instruction or fewer, and U_ISSUE is at LOW or above */
    B_MEMORY,     /* the part that moves bytes is at HIGH or above, and no less than the computing one */
    B_COMPUTE,    /* the computing part is at HIGH or above */
    B_LATENCY,    /* neither is at HIGH: it waits */
};
#define LOW .3f
#define HIGH .6f

/* bound[i] = the first of B_UNKNOWN (for its duration), B_LAUNCH, B_SPILL ... B_LATENCY whose rule holds for report i.
 * A rule one of whose fields was not measured does not hold; nor does that of B_SPILL where F_L2_B is 0, nor that of
 * B_SHARED where F_SH_WAVE is 0. A part that is NaN is at nothing, and the other part decides alone. These rules and
 * their thresholds are this lab's: Nsight Compute has many more. */
extern "C" __global__ void name_bound(int *bound, const float *report, const float *machine, int n);

/* Where report i stands on the roofline of device memory, four floats: point[4i] .. point[4i + 3] =
 *
 *     intensity  (F_FLOP + F_TENSOR) / F_DRAM_B, in FLOP a byte; INFINITY where no byte moved and a FLOP was done
 *     attained   FLOP/s over the duration
 *     ceiling    the smaller of the peak and intensity * M_DRAM; the peak is M_TENSOR where tensor cores did at least
 *                half of the FLOP, else M_FLOPS
 *     part       attained / ceiling; of a launch without FLOP, which stands on the roofline's left edge: the part that
 *                F_DRAM_B is of what M_DRAM moves in that time
 *
 * F_FLOP or F_TENSOR that was not measured is 0 here. All four are NaN where the duration or F_DRAM_B was not measured,
 * or the duration is 0, or there are neither bytes nor FLOP. */
extern "C" __global__ void roof_point(float *point, const float *report, const float *machine, int n);

/* ---- kernels ---------------------------------------------------------------------------- */

/* out[i] = sqrt(x*x + y*y + z*z) of point i, the floats p[3i], p[3i + 1] and p[3i + 2]. */
extern "C" __global__ void lengths(float *out, const float *p, int n);

#define WIDTH 64 /* columns of row_sums, and threads of its block */

/* out[r] = the sum of row r of x (R x WIDTH), added from column 0 to column 63 or in any other order. */
extern "C" __global__ void row_sums(float *out, const float *x, int R);

#define RARE 8   /* every RARE-th element of mixed is heavy */
#define STEPS 48 /* steps of a heavy element */

static __device__ inline unsigned light(unsigned v)
{
    return v * 1664525u + 1013904223u;
}

static __device__ inline unsigned heavy(unsigned v)
{
    for (int k = 0; k < STEPS; k++) {
        v ^= v << 13;
        v ^= v >> 17;
        v ^= v << 5;
    }
    return v;
}

/* y[i] = heavy(x[i]) where i % RARE is 0, else light(x[i]). Loads and stores move no more sectors than n
 * elements have. */
extern "C" __global__ void mixed(unsigned *y, const unsigned *x, long long n);

/* out[r] = the sum over c of a[r][c] * b[r][c]; a and b are R x C. Rows begin at a multiple of 16 bytes where C is a
 * multiple of 4. */
extern "C" __global__ void dots(float *out, const float *a, const float *b, int R, int C);

#define CLASSES 8

/* count[k * T + t] = how many of thread t's elements are k, for k = 0 .. CLASSES - 1; T is the number of threads of the
 * grid. x[i] lies in 0 .. CLASSES - 1. A thread's counts live in registers: no local memory. */
extern "C" __global__ void classes(int *count, const int *x, long long n);

#endif
