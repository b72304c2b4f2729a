/*
 * ref.cu: bytes come as they lie, whatever a block's size, and are taken apart in shared memory.
 *
 * 1. Blocks of 18, 34 and 210 bytes begin at any even address, where no load wider than two bytes may. But a row is one
 *    run of bytes: a chunk of it, from the multiple of 16 below its first byte on, comes as one bulk copy, as if it
 *    were text. In shared memory a lane reads aligned words and shifts two neighbours into one.
 * 2. A warp has rows of its own and a ring of stages of its own, with an mbarrier each, so no block ever waits for all
 *    of its threads. While the warp works at one chunk the next is on its way, be it of the next row: between two rows
 *    nothing drains. One lane asks for all of it.
 * 3. A lane has 32 weights and their scales. Codes stay integers: dp4a adds four products of bytes. What is subtracted
 *    from every code, or beside it, meets only the sum of x's codes, which has been made once.
 * 4. x is read as it is, 16 bytes a lane, through the L1, which keeps it.
 * 5. Columns share everything up to the codes in registers.
 * 6. W is there before any kernel runs, x is what the kernel before this one makes. So the first chunks are asked for at
 *    once, and only then is waited for that kernel, where the launch lets this one begin before it has ended.
 */
#include "lab.h"

enum { RING = SMEM / WARPS, MOST_STAGES = 2 }; /* more under way was measured slower */

extern __shared__ __align__(128) unsigned char smem[];

struct problem {
    const unsigned char *W;
    const int8_t *xq;
    const float *xd;
    const int16_t *xs;
    int N, K, B;
};

/* N words that begin `shift` bits into the first of N + 1; 32 is the second. */
template <int N>
static __device__ __forceinline__ void join(uint32_t (&to)[N], const uint32_t (&from)[N + 1], int shift)
{
#pragma unroll
    for (int i = 0; i < N; i++)
        to[i] = __funnelshift_rc(from[i], from[i + 1], shift);
}

template <int N> static __device__ __forceinline__ void load_words(uint32_t (&to)[N], int at)
{
    const uint32_t *p = (const uint32_t *)(smem + (at & ~3));
#pragma unroll
    for (int i = 0; i < N; i++)
        to[i] = p[i];
}

/* d is the first half of an even word or the second of an odd one; the codes behind it, shifted or not. */
template <int N> static __device__ __forceinline__ float scale_and_codes(uint32_t (&to)[N], int at)
{
    uint32_t raw[N + 1];
    int odd = at & 2;
    load_words(raw, at);
    join(to, raw, odd ? 32 : 16);
    return __half2float(__ushort_as_half((unsigned short)(odd ? raw[0] >> 16 : raw[0])));
}

static __device__ __forceinline__ int dot16(const uint32_t *w, const uint4 &x, int sum)
{
    sum = __dp4a((int)w[0], (int)x.x, sum);
    sum = __dp4a((int)w[1], (int)x.y, sum);
    sum = __dp4a((int)w[2], (int)x.z, sum);
    return __dp4a((int)w[3], (int)x.w, sum);
}

/* --- formats ------------------------------------------------------------------------------------------------ */

/* BLOCK elements in BYTES; a warp works at STEP blocks of a row at a time, and a chunk is STEPS of them. `read` takes a
 * lane's weights out of the blocks at offset `at`, `load` the x for them, where e counts x in sixteens. */
struct Q4_0 {
    enum { BLOCK = 32, BYTES = 18, STEP = 32, STEPS = 4 };
    struct weights {
        uint32_t low[4], high[4];
        float d;
    };
    struct input {
        uint4 low, high;
        float d;
        int sum;
    };
    static __device__ __forceinline__ int block_of(int lane) { return lane; }
    static __device__ __forceinline__ int sixteen_of(int lane) { return 2 * lane; }
    static __device__ __forceinline__ void read(weights &w, int at, int lane)
    {
        uint32_t qs[4];
        w.d = scale_and_codes(qs, at + lane * BYTES);
#pragma unroll
        for (int i = 0; i < 4; i++) {
            w.low[i] = qs[i] & 0x0f0f0f0f;
            w.high[i] = qs[i] >> 4 & 0x0f0f0f0f;
        }
    }
    static __device__ __forceinline__ void load(input &x, const uint4 *q, const float *d, const int16_t *s, int e)
    {
        x.low = q[e], x.high = q[e + 1];
        x.d = d[e / 2];
        short2 two = *(const short2 *)(s + e);
        x.sum = two.x + two.y;
    }
    static __device__ __forceinline__ float dot(const weights &w, const input &x)
    {
        return w.d * x.d * dot16(w.low, x.low, dot16(w.high, x.high, -8 * x.sum));
    }
};

struct Q8_0 {
    enum { BLOCK = 32, BYTES = 34, STEP = 32, STEPS = 2 };
    struct weights {
        uint32_t qs[8];
        float d;
    };
    struct input {
        uint4 low, high;
        float d;
    };
    static __device__ __forceinline__ int block_of(int lane) { return lane; }
    static __device__ __forceinline__ int sixteen_of(int lane) { return 2 * lane; }
    static __device__ __forceinline__ void read(weights &w, int at, int lane)
    {
        w.d = scale_and_codes(w.qs, at + lane * BYTES);
    }
    static __device__ __forceinline__ void load(input &x, const uint4 *q, const float *d, const int16_t *, int e)
    {
        x.low = q[e], x.high = q[e + 1];
        x.d = d[e / 2];
    }
    static __device__ __forceinline__ float dot(const weights &w, const input &x)
    {
        return w.d * x.d * dot16(w.qs, x.low, dot16(w.qs + 4, x.high, 0));
    }
};

/* Eight lanes a block: 16 bytes of qs are 16 elements of each of two neighbouring sub-blocks. */
struct Q4_K {
    enum { BLOCK = 256, BYTES = 144, STEP = 4, STEPS = 4 };
    struct weights {
        uint32_t low[4], high[4];
        float scale[2], least[2];
    };
    struct input {
        uint4 low, high;
        float2 d;
        int sum[2];
    };
    static __device__ __forceinline__ int block_of(int lane) { return lane / 8; }
    static __device__ __forceinline__ int sixteen_of(int lane)
    {
        return lane / 8 * 16 + lane % 8 / 2 * 4 + lane % 2;
    }
    static __device__ __forceinline__ void read(weights &w, int at, int lane)
    {
        at += lane / 8 * BYTES;
        uint4 head = *(const uint4 *)(smem + at), q = *(const uint4 *)(smem + at + 16 + lane % 8 * 16);
        const uint32_t qs[4] = { q.x, q.y, q.z, q.w };
        bool late = lane & 4; /* sub-blocks 4 to 7 */
        uint32_t sc = late ? (head.w & 0x0f0f0f0f) | (head.y >> 2 & 0x30303030) : head.y & 0x3f3f3f3f;
        uint32_t m = late ? (head.w >> 4 & 0x0f0f0f0f) | (head.z >> 2 & 0x30303030) : head.z & 0x3f3f3f3f;
        float d = __half2float(__ushort_as_half((unsigned short)head.x));
        float dmin = __half2float(__ushort_as_half((unsigned short)(head.x >> 16)));
        int shift = lane & 2 ? 16 : 0;
        sc >>= shift, m >>= shift;
        w.scale[0] = d * (sc & 255), w.scale[1] = d * (sc >> 8 & 255);
        w.least[0] = dmin * (m & 255), w.least[1] = dmin * (m >> 8 & 255);
#pragma unroll
        for (int i = 0; i < 4; i++) {
            w.low[i] = qs[i] & 0x0f0f0f0f;
            w.high[i] = qs[i] >> 4 & 0x0f0f0f0f;
        }
    }
    static __device__ __forceinline__ void load(input &x, const uint4 *q, const float *d, const int16_t *s, int e)
    {
        x.low = q[e], x.high = q[e + 2];
        x.d = *(const float2 *)(d + e / 2); /* e / 2 is even */
        x.sum[0] = s[e], x.sum[1] = s[e + 2];
    }
    static __device__ __forceinline__ float dot(const weights &w, const input &x)
    {
        return x.d.x * (w.scale[0] * dot16(w.low, x.low, 0) - w.least[0] * x.sum[0]) +
               x.d.y * (w.scale[1] * dot16(w.high, x.high, 0) - w.least[1] * x.sum[1]);
    }
};

/* Eight lanes a block: 16 bytes of ql are 16 elements of a quarter and 16 of the quarter next but one, whose top bits
 * lie in the same bytes of qh, four bits further up. */
struct Q6_K {
    enum { BLOCK = 256, BYTES = 210, STEP = 4, STEPS = 4 };
    struct weights {
        uint32_t low[4], high[4];
        float scale[2];
    };
    struct input {
        uint4 low, high;
        float d[2];
        int sum[2];
    };
    static __device__ __forceinline__ int block_of(int lane) { return lane / 8; }
    static __device__ __forceinline__ int sixteen_of(int lane) { return lane / 4 * 8 + lane % 4; }
    static __device__ __forceinline__ void read(weights &w, int at, int lane)
    {
        at += lane / 8 * BYTES;
        int half = lane >> 2 & 1, quarter = lane >> 1 & 1, part = lane & 1, shift = at & 2 ? 16 : 0;
        uint32_t raw[5], ql[4], qh[4];
        load_words(raw, at + half * 64 + quarter * 32 + part * 16);
        join(ql, raw, shift);
        load_words(raw, at + 128 + half * 32 + part * 16);
        join(qh, raw, shift);
#pragma unroll
        for (int i = 0; i < 4; i++) {
            uint32_t top = qh[i] >> quarter * 2;
            w.low[i] = (ql[i] & 0x0f0f0f0f) | (top << 4 & 0x30303030);
            w.high[i] = (ql[i] >> 4 & 0x0f0f0f0f) | (top & 0x30303030);
        }
        float d = __half2float(*(const __half *)(smem + at + 208));
        const signed char *sc = (const signed char *)(smem + at + 192 + half * 8 + quarter * 2 + part);
        w.scale[0] = d * sc[0], w.scale[1] = d * sc[4];
    }
    static __device__ __forceinline__ void load(input &x, const uint4 *q, const float *d, const int16_t *s, int e)
    {
        x.low = q[e], x.high = q[e + 4];
        x.d[0] = d[e / 2], x.d[1] = d[e / 2 + 2];
        x.sum[0] = s[e], x.sum[1] = s[e + 4];
    }
    static __device__ __forceinline__ float dot(const weights &w, const input &x)
    {
        return w.scale[0] * x.d[0] * dot16(w.low, x.low, -32 * x.sum[0]) +
               w.scale[1] * x.d[1] * dot16(w.high, x.high, -32 * x.sum[1]);
    }
};

/* --- the walk ----------------------------------------------------------------------------------------------- */

/* How a warp lays out its ring: R rows of a chunk are a stage, mbarriers lie behind the stages. A chunk has whole
 * pieces of 16 bytes, so all chunks of a row begin equally far, 14 bytes at most, behind a multiple of 16. */
template <class F, int R> struct plan {
    enum {
        STEPS = F::STEPS / R,
        BLOCKS = STEPS * F::STEP,
        BYTES = BLOCKS * F::BYTES,
        PITCH = (BYTES + 14 + 15) / 16 * 16,
        STAGE = R * PITCH,
        STAGES = (RING - 64) / STAGE < MOST_STAGES ? (RING - 64) / STAGE : MOST_STAGES
    };
    static_assert(BYTES % 16 == 0 && STAGES > 0, "chunks of a row begin alike, and one has room");
};

/* What one lane asks for next: a chunk of `row` and of the R - 1 rows behind it, which begins `at` bytes behind W. What
 * is wanted of a row begins `from` bytes behind its first and has `size`.
 * Behind the last row `row` itself comes again. */
template <class F, int R> struct ahead {
    size_t at;
    int row, left; /* bytes of a row that are left */

    __device__ __forceinline__ void begin(int first, int bytes, int from, int size)
    {
        at = (size_t)first * bytes + from, row = first, left = size;
    }
    /* Into the stage at offset `to`. The last 16 bytes of a chunk may be of the next blocks, but not beyond W: what is
     * there of the last row's comes by hand. */
    __device__ __forceinline__ void ask(const problem &p, int to, int bytes, uint64_t *full)
    {
        typedef plan<F, R> plan;
        const unsigned char *from[R];
        int size[R], all = 0;
#pragma unroll
        for (int r = 0; r < R; r++) {
            size_t first = at + (row + r < p.N ? r * bytes : 0);
            int skew = (int)first & 15, end = skew + min(left, (int)plan::BYTES);
            from[r] = p.W + (first - skew);
            size[r] = (end + 15) & ~15;
            if (end & 15 && row + r >= p.N - 1) {
                size[r] -= 16;
#pragma unroll 1
                for (int i = size[r]; i < end; i += 2)
                    *(uint16_t *)(smem + to + r * plan::PITCH + i) = *(const uint16_t *)(from[r] + i);
            }
            all += size[r];
        }
        mbar_arrive_expect(full, all);
#pragma unroll
        for (int r = 0; r < R; r++)
            bulk_load(smem + to + r * plan::PITCH, from[r], size[r], full);
        at += plan::BYTES, left -= plan::BYTES;
    }
};

/* What a chunk adds to the sums of R rows of a single column. `blocks` of a row are left, and the chunk's x begins at
 * sixteen e. x is loaded before the step that needs it, the first of it before anybody waits
 * for W. */
template <class F, int R>
static __device__ __forceinline__ void add_chunk(float (&sum)[R][1], const problem &p, const int (&at)[R], int blocks,
                                                 int e, int lane, uint64_t *full, int parity)
{
    typename F::input x;
    e += F::sixteen_of(lane), blocks -= F::block_of(lane);
    if (blocks > 0)
        F::load(x, (const uint4 *)p.xq, p.xd, p.xs, e);
    mbar_wait(full, parity);
#pragma unroll 1
    for (int step = 0; step < plan<F, R>::STEPS && blocks > 0; step++) {
#pragma unroll
        for (int r = 0; r < R; r++) {
            typename F::weights w;
            F::read(w, at[r] + step * (F::STEP * F::BYTES), lane);
            sum[r][0] += F::dot(w, x);
        }
        e += F::STEP * F::BLOCK / 16, blocks -= F::STEP;
        if (blocks > 0 && step + 1 < plan<F, R>::STEPS)
            F::load(x, (const uint4 *)p.xq, p.xd, p.xs, e);
    }
}

/* The same for NB columns, four at a time, since registers hold no more: codes are unpacked once for these. */
template <class F, int R, int NB>
static __device__ __forceinline__ void add_chunk(float (&sum)[R][NB], const problem &p, const int (&at)[R], int blocks,
                                                 int e, int lane, uint64_t *full, int parity)
{
    enum { GROUP = NB < 4 ? NB : 4 };
    mbar_wait(full, parity);
#pragma unroll
    for (int first = 0; first < NB; first += GROUP)
#pragma unroll 1
        for (int step = 0; step < plan<F, R>::STEPS; step++) {
            bool mine = step * F::STEP + F::block_of(lane) < blocks;
            unsigned mask = __ballot_sync(~0u, mine);
            if (!mine)
                continue;
            typename F::weights w[R];
#pragma unroll
            for (int r = 0; r < R; r++)
                F::read(w[r], at[r] + step * (F::STEP * F::BYTES), lane);
            int own = e + step * (F::STEP * F::BLOCK / 16) + F::sixteen_of(lane);
#pragma unroll
            for (int b = first; b < first + GROUP; b++) {
                typename F::input x;
                __syncwarp(mask); /* else x of all columns is loaded at once */
                F::load(x, (const uint4 *)p.xq, p.xd, p.xs, min(b, p.B - 1) * (p.K / 16) + own);
#pragma unroll
                for (int r = 0; r < R; r++)
                    sum[r][b] += F::dot(w[r], x);
            }
        }
}

static __device__ __forceinline__ float warp_sum(float v)
{
#pragma unroll
    for (int d = 16; d; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    return v;
}

/* What a warp has to do: rows first, first + by, .. and of each the `blocks` blocks behind the first `before`. */
struct share {
    int first, by, before, blocks;
};

/* R rows at a time, NB columns. done(turn, row, sum) gets what each lane has summed up. */
template <class F, int R, int NB, class Done>
static __device__ __forceinline__ void walk(const problem &p, const share &mine, Done done)
{
    typedef plan<F, R> plan;
    int lane = threadIdx.x % 32, ring = threadIdx.x / 32 * RING, bytes = p.K / F::BLOCK * F::BYTES;
    int from = mine.before * F::BYTES, slot = 0, parity = 0, turn = 0;
    uint64_t *full = (uint64_t *)(smem + ring + RING - 64);
    ahead<F, R> next;
    next.begin(mine.first, bytes, from, mine.blocks * F::BYTES);
    auto ask_next = [&](int to) { /* one lane */
        if (next.left <= 0)
            next.begin(next.row + mine.by, bytes, from, mine.blocks * F::BYTES);
        if (next.row < p.N)
            next.ask(p, ring + to * plan::STAGE, bytes, full + to);
    };
    if (lane == 0) {
        for (int i = 0; i < plan::STAGES; i++)
            mbar_init(full + i, 1);
        fence_mbar_init();
#pragma unroll 1
        for (int i = 0; i < plan::STAGES; i++)
            ask_next(i);
    }
    __syncwarp();
    asm volatile("griddepcontrol.launch_dependents;\n\tgriddepcontrol.wait;" ::: "memory");
    for (int row = mine.first; row < p.N; row += mine.by, turn++) {
        float sum[R][NB] = {};
        int skew[R], at[R];
#pragma unroll
        for (int r = 0; r < R; r++)
            skew[r] = r * plan::PITCH + (min(row + r, p.N - 1) * bytes + from & 15);
        for (int past = 0; past < mine.blocks; past += plan::BLOCKS) {
#pragma unroll
            for (int r = 0; r < R; r++)
                at[r] = ring + slot * plan::STAGE + skew[r];
            add_chunk<F, R>(sum, p, at, mine.blocks - past, (mine.before + past) * (F::BLOCK / 16), lane, full + slot,
                            parity);
            __syncwarp();
            if (lane == 0)
                ask_next(slot);
            if (++slot == plan::STAGES)
                slot = 0, parity ^= 1;
        }
        done(turn, row, sum);
    }
}

/* Warps take R rows in turns, so that blocks read neighbouring rows at a time. */
template <class F, int R, int NB> static __device__ __forceinline__ void multiply(float *y, const problem &p)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    share mine = { (int)(warp * gridDim.x + blockIdx.x) * R, (int)gridDim.x * WARPS * R, 0, p.K / F::BLOCK };
    walk<F, R, NB>(p, mine, [&](int, int row, float (&sum)[R][NB]) {
#pragma unroll
        for (int r = 0; r < R; r++)
#pragma unroll
            for (int b = 0; b < NB; b++) {
                float all = warp_sum(sum[r][b]);
                if (lane == 0 && row + r < p.N && b < p.B)
                    y[(size_t)b * p.N + row + r] = all;
            }
    });
}

template <class F> static __device__ __forceinline__ void by_columns(float *y, const problem &p)
{
    if (p.B == 1)
        multiply<F, 1, 1>(y, p);
    else if (p.B == 2)
        multiply<F, 1, 2>(y, p);
    else if (p.B <= 4)
        multiply<F, 1, 4>(y, p);
    else
        multiply<F, 1, 8>(y, p);
}

#define GEMV(name, format, block, columns)                                                                             \
    extern "C" __global__ void __launch_bounds__(THREADS, 3)                                                           \
        name(float *y, const block *W, const int8_t *xq, const float *xd, const int16_t *xs, int N, int K, int B)      \
    {                                                                                                                  \
        columns<format>(y, { (const unsigned char *)W, xq, xd, xs, N, K, B });                                         \
    }

GEMV(gemv_q4_0, Q4_0, struct q4_0, by_columns)
GEMV(gemv_q8_0, Q8_0, struct q8_0, by_columns)
GEMV(gemv_q4_K, Q4_K, struct q4_K, by_columns)
GEMV(gemv_q6_K, Q6_K, struct q6_K, by_columns)

/* --- x ------------------------------------------------------------------------------------------------------ */

static __device__ __forceinline__ int code_of(float x, float inverse)
{
    return (int)roundf(x * inverse);
}

/* Eight lanes a block of 32, four numbers each. Threads beyond the end have zeros, and take part in the shuffles. */
extern "C" __global__ void quantise_x(int8_t *xq, float *xd, int16_t *xs, const float *x, int K, int B)
{
    size_t n = (size_t)blockIdx.x * THREADS + threadIdx.x;
    bool mine = n < (size_t)B * K / 4;
    float4 v = mine ? ((const float4 *)x)[n] : make_float4(0, 0, 0, 0);
    float most = fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w)));
    for (int d = 4; d; d /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, d));
    float scale = most / 127, inverse = scale != 0 ? 1 / scale : 0;
    int a = code_of(v.x, inverse), b = code_of(v.y, inverse), c = code_of(v.z, inverse), d = code_of(v.w, inverse);
    int sum = a + b + c + d;
    sum += __shfl_xor_sync(0xffffffff, sum, 1);
    sum += __shfl_xor_sync(0xffffffff, sum, 2);
    if (!mine)
        return;
    ((char4 *)xq)[n] = make_char4((signed char)a, (signed char)b, (signed char)c, (signed char)d);
    if (n % 4 == 0)
        xs[n / 4] = (int16_t)sum;
    if (n % 8 == 0)
        xd[n / 8] = scale;
}
