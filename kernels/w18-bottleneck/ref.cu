/*
 * ref.cu: reports read by the rules of lab.h, and five kernels whose bound is gone.
 *
 * speed_of_light  six quotients; fmaxf leaves a NaN aside, which is just what "does not count" asks for.
 * lengths         256 points are 768 floats in a row: the block loads them as they lie, and each thread takes its three
 *                 from shared memory. A stride of three words meets every bank once, since 3 and 32 have no factor in
 *                 common.
 * row_sums        a pitch of 65 words in place of 64: 32 rows begin in 32 banks.
 * mixed           the block's 32 heavy elements go to one warp, and the light ones to the other seven. Results return
 *                 through shared memory, so that the stores stay whole sectors.
 * dots            four floats a load and two loads of each row under way; eight sums in place of one.
 * classes         a count that is indexed by data would have to be in memory. Eight compares and eight counts with
 *                 fixed names are in registers.
 */
#include "lab.h"

enum { WARP = 32, BLOCK = 256 };
static const unsigned ALL = 0xffffffff;

struct Reading {
    float part[UNITS]; /* NaN: not measured */
    float compute, move;
    bool known; /* is there a duration? */
};

static __device__ Reading read_report(const float *r, const float *m)
{
    Reading a;
    float s = r[F_US] * 1e-6f, slots = s * m[M_HZ] * m[M_SMS];
    a.known = s > 0;
    a.part[U_FLOPS] = r[F_FLOP] / (s * m[M_FLOPS]);
    a.part[U_TENSOR] = r[F_TENSOR] / (s * m[M_TENSOR]);
    a.part[U_ISSUE] = r[F_INST] / (slots * 4);
    a.part[U_DRAM] = r[F_DRAM_B] / (s * m[M_DRAM]);
    a.part[U_L2] = r[F_L2_B] / (s * m[M_L2]);
    a.part[U_SHARED] = r[F_SH_WAVE] / slots;
    a.compute = fmaxf(fmaxf(a.part[U_FLOPS], a.part[U_TENSOR]), a.part[U_ISSUE]);
    a.move = fmaxf(fmaxf(a.part[U_DRAM], a.part[U_L2]), a.part[U_SHARED]);
    return a;
}

extern "C" __global__ void speed_of_light(float *sol, int *unit, const float *report, const float *machine, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, best = -1;
    if (i >= n)
        return;
    Reading a = read_report(report + (long long)i * FIELDS, machine);
    float top = -1;
    for (int u = 0; u < UNITS; u++)
        if (a.known && a.part[u] > top) {
            top = a.part[u];
            best = u;
        }
    sol[2 * i] = a.known ? a.compute : NAN;
    sol[2 * i + 1] = a.known ? a.move : NAN;
    unit[i] = best;
}

/* Comparisons with NaN are false, so a rule without its field does not hold. */
static __device__ int bound_of(const float *r, const float *machine)
{
    Reading a = read_report(r, machine);
    if (!a.known)
        return B_UNKNOWN;
    if (r[F_GAP_US] >= r[F_US])
        return B_LAUNCH;
    if (r[F_L2_B] > 0 && r[F_LOCAL_B] >= r[F_L2_B] / 4)
        return B_SPILL;
    if (r[F_SH_WAVE] > 0 && r[F_SH_CONF] >= r[F_SH_WAVE] / 2 && a.part[U_SHARED] >= LOW)
        return B_SHARED;
    if (r[F_LANES] <= 16 && a.part[U_ISSUE] >= LOW)
        return B_DIVERGENCE;
    if (a.move >= HIGH && !(a.compute > a.move))
        return B_MEMORY;
    if (a.compute >= HIGH)
        return B_COMPUTE;
    return isnan(a.move) && isnan(a.compute) ? B_UNKNOWN : B_LATENCY;
}

extern "C" __global__ void name_bound(int *bound, const float *report, const float *machine, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        bound[i] = bound_of(report + (long long)i * FIELDS, machine);
}

extern "C" __global__ void roof_point(float *point, const float *report, const float *machine, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float *r = report + (long long)i * FIELDS;
    float s = r[F_US] * 1e-6f, bytes = r[F_DRAM_B], plain = isnan(r[F_FLOP]) ? 0 : r[F_FLOP];
    float tensor = isnan(r[F_TENSOR]) ? 0 : r[F_TENSOR], flop = plain + tensor;
    float peak = tensor >= plain ? machine[M_TENSOR] : machine[M_FLOPS];
    bool there = s > 0 && bytes >= 0 && flop + bytes > 0;
    float intensity = bytes > 0 ? flop / bytes : INFINITY, attained = flop / s;
    float ceiling = fminf(peak, intensity * machine[M_DRAM]);
    float part = flop > 0 ? attained / ceiling : bytes / (s * machine[M_DRAM]);
    point[4 * i] = there ? intensity : NAN;
    point[4 * i + 1] = there ? attained : NAN;
    point[4 * i + 2] = there ? ceiling : NAN;
    point[4 * i + 3] = there ? part : NAN;
}

extern "C" __global__ void lengths(float *out, const float *p, int n)
{
    __shared__ float xyz[3 * BLOCK];
    long long first = 3ll * blockIdx.x * BLOCK, end = 3ll * n;
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    for (int k = t; k < 3 * BLOCK && first + k < end; k += BLOCK)
        xyz[k] = p[first + k];
    __syncthreads();
    if (i >= n)
        return;
    float x = xyz[3 * t], y = xyz[3 * t + 1], z = xyz[3 * t + 2];
    out[i] = sqrtf(x * x + y * y + z * z);
}

extern "C" __global__ void row_sums(float *out, const float *x, int R)
{
    __shared__ float tile[WIDTH][WIDTH + 1];
    int t = threadIdx.x, first = blockIdx.x * WIDTH;
    for (int r = 0; r < WIDTH && first + r < R; r++)
        tile[r][t] = x[(long long)(first + r) * WIDTH + t];
    __syncthreads();
    if (first + t >= R)
        return;
    float sum = 0;
    for (int c = 0; c < WIDTH; c++)
        sum += tile[t][c];
    out[first + t] = sum;
}

extern "C" __global__ void mixed(unsigned *y, const unsigned *x, long long n)
{
    __shared__ unsigned value[BLOCK];
    enum { HEAVY = BLOCK / RARE };
    int t = threadIdx.x;
    long long i = (long long)blockIdx.x * BLOCK + t;
    value[t] = i < n ? x[i] : 0;
    __syncthreads();
    if (t < HEAVY) {
        value[t * RARE] = heavy(value[t * RARE]);
    } else {
        int k = t - HEAVY, at = k / (RARE - 1) * RARE + k % (RARE - 1) + 1;
        value[at] = light(value[at]);
    }
    __syncthreads();
    if (i < n)
        y[i] = value[t];
}

static __device__ float dot4(float4 a, float4 b)
{
    return a.x * b.x + a.y * b.y + (a.z * b.z + a.w * b.w);
}

extern "C" __global__ void dots(float *out, const float *a, const float *b, int R, int C)
{
    int r = blockIdx.x, lane = threadIdx.x;
    if (r >= R)
        return;
    a += (long long)r * C;
    b += (long long)r * C;
    float even = 0, odd = 0;
    int c = 0, whole = C % 4 ? 0 : C / 4;
    const float4 *a4 = (const float4 *)a, *b4 = (const float4 *)b;
    for (c = lane; c + WARP < whole; c += 2 * WARP) {
        float4 p = a4[c], q = a4[c + WARP], u = b4[c], v = b4[c + WARP];
        even += dot4(p, u);
        odd += dot4(q, v);
    }
    if (c < whole)
        even += dot4(a4[c], b4[c]);
    for (c = 4 * whole + lane; c < C; c += WARP)
        odd += a[c] * b[c];
    float sum = even + odd;
    for (int d = WARP / 2; d; d /= 2)
        sum += __shfl_down_sync(ALL, sum, d);
    if (lane == 0)
        out[r] = sum;
}

extern "C" __global__ void classes(int *count, const int *x, long long n)
{
    int T = gridDim.x * blockDim.x, t = blockIdx.x * blockDim.x + threadIdx.x;
    int have[CLASSES] = {};
    for (long long i = t; i < n; i += T) {
        int v = x[i];
#pragma unroll
        for (int k = 0; k < CLASSES; k++)
            have[k] += v == k;
    }
#pragma unroll
    for (int k = 0; k < CLASSES; k++)
        count[k * T + t] = have[k];
}
