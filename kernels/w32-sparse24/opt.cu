/*
 * opt.cu: compress24 and gemv16 are ref.cu's.
 *
 * spmv24: 128 columns a turn, so that a warp has 4.5 KiB of weights under way where ref.cu has 2.25; and weights,
 * which nobody reads twice, pass by the L1, in which the tokens stay.
 *
 * gemm24: wgmma.sp in mma.sp's place. A warpgroup has 64 rows x 256 tokens; its operands of weights are the same
 * words in the same order, from shared memory into registers, and the tokens' tiles lie as Hopper's swizzle of 128
 * bytes wants them: the XOR of ref.cu is that swizzle. While they are multiplied, copies are asked for.
 * Each turn waits for its own products: with one turn left under way while the next operands were loaded, sums were
 * wrong on an H200 where a block had ten turns, and right on the emulator.
 */
#include "lab.h"
#define spmv24 ref_spmv24
#define gemm24 ref_gemm24
#include "ref.cu"
#undef spmv24
#undef gemm24

/* Of a warp's turn: 128 columns of two tiles of 16 rows. */
struct words {
    uint4 a[2][4];
    unsigned sign[2][2];
};

static __device__ void ask(words &w, const uint4 *v, const unsigned *e, int k, int wide, int tiles)
{
#pragma unroll
    for (int i = 0; i < 4; i++) {
        size_t at = (size_t)(i / 2) * wide + k + i % 2;
        bool there = i / 2 < tiles && k + i % 2 < wide;
        w.sign[i / 2][i % 2] = there ? __ldcs(e + at * 32) : 0x44444444;
        w.a[i / 2][i % 2 * 2] = there ? __ldcs(v + at * 64) : uint4{0, 0, 0, 0};
        w.a[i / 2][i % 2 * 2 + 1] = there ? __ldcs(v + at * 64 + 32) : uint4{0, 0, 0, 0};
    }
}

extern "C" __global__ void __launch_bounds__(THREADS)
    spmv24(const half *val, const unsigned *meta, const half *X, float *Y, int M, int K, int B)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4, m = blockIdx.x * ROWS;
    int tiles = M - m < ROWS ? 1 : 2, wide = K / 64;
    float d[2][4] = {};
    const uint4 *v = (const uint4 *)val + (size_t)(m / 16) * wide * 64 + lane;
    const unsigned *e = meta + (size_t)(m / 16) * wide * 32 + lane;
    const half *x = X + (size_t)g * K + 2 * t;
    for (int k = warp * 2; k < wide; k += WARPS * 2) {
        words w;
        ask(w, v, e, k, wide, tiles);
#pragma unroll
        for (int s = 0; s < 2; s++) {
            uint32_t b[8];
#pragma unroll
            for (int j = 0; j < 8; j++)
                b[j] = g < B && k + s < wide ? *(const uint32_t *)(x + (k + s) * 64 + 8 * j) : 0;
#pragma unroll
            for (int i = 0; i < 2; i++) {
                mma_sp<0>(d[i], w.a[i][2 * s], b[0], b[1], b[2], b[3], w.sign[i][s]);
                mma_sp<1>(d[i], w.a[i][2 * s + 1], b[4], b[5], b[6], b[7], w.sign[i][s]);
            }
        }
    }
    share(d, Y, M, B);
}

/* ---- many tokens: wgmma.sp ----------------------------------------------------------------------------------- */

/* 64 x 32 of weights, of which 16 columns are left, by 32 x 256 of tokens. */
template <int S>
static __device__ __forceinline__ void group_sp(float (&d)[128], const uint4 &a, uint64_t b, unsigned meta)
{
    asm volatile("wgmma.mma_async.sp.sync.aligned.m64n256k32.f32.f16.f16 {"
                 "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
                 "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
                 "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
                 "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "
                 "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "
                 "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "
                 "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "
                 "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, "
                 "{%128, %129, %130, %131}, %132, %133, %134, 1, 1, 1, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]),
                   "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]),
                   "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]),
                   "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]),
                   "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]),
                   "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]),
                   "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]),
                   "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31]),
                   "+f"(d[32]), "+f"(d[33]), "+f"(d[34]), "+f"(d[35]),
                   "+f"(d[36]), "+f"(d[37]), "+f"(d[38]), "+f"(d[39]),
                   "+f"(d[40]), "+f"(d[41]), "+f"(d[42]), "+f"(d[43]),
                   "+f"(d[44]), "+f"(d[45]), "+f"(d[46]), "+f"(d[47]),
                   "+f"(d[48]), "+f"(d[49]), "+f"(d[50]), "+f"(d[51]),
                   "+f"(d[52]), "+f"(d[53]), "+f"(d[54]), "+f"(d[55]),
                   "+f"(d[56]), "+f"(d[57]), "+f"(d[58]), "+f"(d[59]),
                   "+f"(d[60]), "+f"(d[61]), "+f"(d[62]), "+f"(d[63]),
                   "+f"(d[64]), "+f"(d[65]), "+f"(d[66]), "+f"(d[67]),
                   "+f"(d[68]), "+f"(d[69]), "+f"(d[70]), "+f"(d[71]),
                   "+f"(d[72]), "+f"(d[73]), "+f"(d[74]), "+f"(d[75]),
                   "+f"(d[76]), "+f"(d[77]), "+f"(d[78]), "+f"(d[79]),
                   "+f"(d[80]), "+f"(d[81]), "+f"(d[82]), "+f"(d[83]),
                   "+f"(d[84]), "+f"(d[85]), "+f"(d[86]), "+f"(d[87]),
                   "+f"(d[88]), "+f"(d[89]), "+f"(d[90]), "+f"(d[91]),
                   "+f"(d[92]), "+f"(d[93]), "+f"(d[94]), "+f"(d[95]),
                   "+f"(d[96]), "+f"(d[97]), "+f"(d[98]), "+f"(d[99]),
                   "+f"(d[100]), "+f"(d[101]), "+f"(d[102]), "+f"(d[103]),
                   "+f"(d[104]), "+f"(d[105]), "+f"(d[106]), "+f"(d[107]),
                   "+f"(d[108]), "+f"(d[109]), "+f"(d[110]), "+f"(d[111]),
                   "+f"(d[112]), "+f"(d[113]), "+f"(d[114]), "+f"(d[115]),
                   "+f"(d[116]), "+f"(d[117]), "+f"(d[118]), "+f"(d[119]),
                   "+f"(d[120]), "+f"(d[121]), "+f"(d[122]), "+f"(d[123]),
                   "+f"(d[124]), "+f"(d[125]), "+f"(d[126]), "+f"(d[127])
                 : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "l"(b), "r"(meta), "n"(S));
}

static __device__ __forceinline__ void group_fence()
{
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
static __device__ __forceinline__ void group_commit()
{
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
template <int N> static __device__ __forceinline__ void group_wait()
{
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory");
}
static __device__ __forceinline__ void fence_proxy()
{
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/* Rows of 128 bytes with the swizzle of 128 bytes, eight of them 1,024 bytes on. */
static __device__ __forceinline__ uint64_t describe(const void *p)
{
    return (uint64_t)((shared_at(p) & 0x3ffff) >> 4) | (uint64_t)1 << 16 | (uint64_t)64 << 32 | (uint64_t)1 << 62;
}

/* What wgmma.sp takes from registers for one turn. */
struct operand {
    uint4 a[2];
    unsigned meta;
};

static __device__ __forceinline__ void load(operand &o, const stage &s, int warp, int lane)
{
    o.a[0] = s.w[warp][0][lane], o.a[1] = s.w[warp][1][lane], o.meta = s.meta[warp][lane];
}

static __device__ __forceinline__ void turn_of(float (&d)[128], const operand &o, const stage &s)
{
    group_fence();
    group_sp<0>(d, o.a[0], describe(&s.x[0][0]), o.meta);
    group_sp<1>(d, o.a[1], describe(&s.x[0][4]), o.meta);
    group_commit();
}

static __device__ void leave_group(const float (&d)[128], half (*out)[TILE_M + 8], half *Y, int M, int N)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
    int m0 = blockIdx.x * TILE_M, n0 = blockIdx.y * TILE_N;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 128; i++)
        out[i / 4 * 8 + 2 * t + i % 2][warp * 16 + g + i / 2 % 2 * 8] = __float2half(d[i]);
    __syncthreads();
    for (int i = threadIdx.x; i < TILE_N * TILE_M / 8; i += THREADS) {
        int n = i / 16, m = i % 16 * 8;
        if (n0 + n < N && m0 + m < M)
            *(uint4 *)(Y + (size_t)(n0 + n) * M + m0 + m) = *(const uint4 *)&out[n][m];
    }
}

/* The copies of the turn STAGES - 1 ahead, into the stage that the turn before this one has left. */
static __device__ __forceinline__ void ahead(stage *s, const problem &p, int k, int turns)
{
    if (k + STAGES - 1 < turns)
        bring(s[(k + STAGES - 1) % STAGES], p, k + STAGES - 1);
    copies_end();
}

extern "C" __global__ void __launch_bounds__(THREADS)
    gemm24(const half *val, const unsigned *meta, const half *X, half *Y, int M, int K, int N)
{
    extern __shared__ __align__(1024) uint4 memory[];
    stage *s = (stage *)memory;
    problem p = {(const uint4 *)val, meta, X, M, K, N};
    int turns = K / DEEP;
    float d[128] = {};
    for (int k = 1 - STAGES; k < 0; k++)
        ahead(s, p, k, turns);
    for (int k = 0; k < turns; k++) {
        operand o;
        copies_wait<STAGES - 2>();
        fence_proxy();
        __syncthreads();
        load(o, s[k % STAGES], threadIdx.x / 32, threadIdx.x % 32);
        turn_of(d, o, s[k % STAGES]);
        ahead(s, p, k, turns);
        group_wait<0>();
    }
    leave_group(d, (half (*)[TILE_M + 8])memory, Y, M, N);
}
