/*
 * hopper.h: what stands behind load2, dot and store2 of tile.h where -DTILE_HOPPER asks for it, on a Hopper. The block
 * program stays the same to the letter; its products are wgmma's, 64 x BN x 16 by a warpgroup, with both operands in
 * shared memory. They lie there swizzled: of each 8 rows the 16 bytes with number c of row r stand in place c ^ r, so
 * that no eight of them share banks. A's rows run along K. B comes as it is, with its rows along N, in strips of 64
 * columns: the descriptor says so.
 *
 * A loaded tile is waited for where it is used, and dot may use it late. So load2 only notes where a tile lies; dot
 * begins to copy it, by cp.async, into one of several places in turn, and multiplies the operands of LAG calls ago,
 * which are there by now. store2 makes up for what is left. What load2 was asked for must therefore not change until
 * store2: true of every program that reads its operands and writes its results elsewhere.
 *
 * One product stays under way while the next call begins. A place is written again two barriers after the call that
 * multiplied it: at the first of them every warpgroup has waited for the product before that one.
 */
#ifndef HOPPER_H
#define HOPPER_H

static __device__ inline unsigned shared_at(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

/* Where a tile begins; how far it is to the next strip of columns (of an operand along N) and to the next eight rows;
 * swizzle 1 is that of 128 bytes, 2 that of 64. All in bytes. */
static __device__ inline unsigned long long descriptor(const void *p, unsigned strip, unsigned eight, unsigned swizzle)
{
    return (shared_at(p) & 0x3ffff) >> 4 | (unsigned long long)(strip >> 4) << 16 |
           (unsigned long long)(eight >> 4) << 32 | (unsigned long long)swizzle << 62;
}

/* d = a b, plus d where `add` is not 0, for 64 x N x 16; b along N. Thread t of the warpgroup holds in d[i] row
 * t/32*16 + t%32/4 + i/2%2*8, column i/4*8 + t%4*2 + i%2. */
static __device__ inline void multiply_add(float (&d)[32], unsigned long long a, unsigned long long b, int add)
{
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %34, 0;\n\t"
                 "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {"
                 "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
                 "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, "
                 "%32, %33, p, 1, 1, 0, 1;\n\t}"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]),
                   "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]),
                   "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]),
                   "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]),
                   "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]),
                   "+f"(d[30]), "+f"(d[31])
                 : "l"(a), "l"(b), "r"(add));
}
static __device__ inline void multiply_add(float (&d)[64], unsigned long long a, unsigned long long b, int add)
{
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %66, 0;\n\t"
                 "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {"
                 "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
                 "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
                 "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
                 "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, "
                 "%64, %65, p, 1, 1, 0, 1;\n\t}"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]),
                   "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]),
                   "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]),
                   "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]),
                   "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]),
                   "+f"(d[30]), "+f"(d[31]), "+f"(d[32]), "+f"(d[33]), "+f"(d[34]), "+f"(d[35]),
                   "+f"(d[36]), "+f"(d[37]), "+f"(d[38]), "+f"(d[39]), "+f"(d[40]), "+f"(d[41]),
                   "+f"(d[42]), "+f"(d[43]), "+f"(d[44]), "+f"(d[45]), "+f"(d[46]), "+f"(d[47]),
                   "+f"(d[48]), "+f"(d[49]), "+f"(d[50]), "+f"(d[51]), "+f"(d[52]), "+f"(d[53]),
                   "+f"(d[54]), "+f"(d[55]), "+f"(d[56]), "+f"(d[57]), "+f"(d[58]), "+f"(d[59]),
                   "+f"(d[60]), "+f"(d[61]), "+f"(d[62]), "+f"(d[63])
                 : "l"(a), "l"(b), "r"(add));
}

/* R x C bfloat16 in global memory, in chunks of eight neighbours of a row: chunk e·threads + t is thread t's e-th. */
template <int R, int C, int WARPS> struct matrix {
    static_assert(R * C % (256 * WARPS) == 0, "every thread has whole chunks of eight");
    static constexpr int HELD = R * C / 8 / (32 * WARPS);
    const bf16 *p;
    int ld;
    mask2 in;
    bool aligned, whole;

    static __device__ int row(int e) { return (e * 32 * WARPS + (int)threadIdx.x) / (C / 8); }
    static __device__ int col(int e) { return (e * 32 * WARPS + (int)threadIdx.x) % (C / 8) * 8; }

    /* Begins to copy the e-th chunk; what does not exist is 0. */
    template <bool WHOLE> __device__ void fetch(unsigned char *to, int e) const
    {
        int r = row(e), c = col(e), count = r < in.rows ? in.cols - c : 0;
        const bf16 *from = p + (long long)r * ld + c;
        if constexpr (WHOLE) {
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_at(to)), "l"(from) : "memory");
        } else if (!aligned) {
            *reinterpret_cast<uint4 *>(to) = chunk(from, count, false);
        } else {
            count = count < 0 ? 0 : count > 8 ? 8 : count;
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared_at(to)), "l"(count ? from : p),
                         "r"(2 * count) : "memory");
        }
    }
};

template <int WARPS, int R, int C>
static __device__ inline matrix<R, C, WARPS> load2(const bf16 *p, span<R, 1> rows, span<C, 1> cols, int ld, mask2 in)
{
    bool aligned = ld % 8 == 0 && cols.first % 8 == 0;
    return {p + rows.first * ld + cols.first, ld, in, aligned, aligned && in.rows == R && in.cols == C};
}

/* Where the operands of a call lie, and how many calls' operands there is room for. */
template <int BM, int BN, int BK> struct places {
    static constexpr int A_BYTES = 2 * BM * BK, BYTES = A_BYTES + 2 * BK * BN;
    static constexpr int COUNT = 6 * BYTES <= 98304 ? 6 : 4, LAG = COUNT - 2;
    static constexpr int SHARED = COUNT * BYTES + 1024; /* of the launch; a place begins at a multiple of 1,024 */
    static_assert(SHARED <= 232448, "what a block of a Hopper may have");

    static __device__ unsigned char *of(int call)
    {
        extern __shared__ unsigned char tile_places[];
        unsigned up = -shared_at(tile_places) & 1023;
        return tile_places + up + call % COUNT * BYTES;
    }
};

/* BM x BN sums in the registers of WARPS / 4 warpgroups, one above the other, each with BANDS bands of 64 rows. */
template <int BM, int BN, int WARPS> struct sums {
    static constexpr int BANDS = BM / (16 * WARPS);
    static_assert(WARPS % 4 == 0 && BM % (16 * WARPS) == 0, "each warpgroup has bands of 64 rows");
    float part[BANDS][BN / 2]; /* of any value until the first product, which does not add to it */
    int calls, depth;          /* of dot; its BK */

    __device__ sums() : calls(0), depth(0) {}
    static __device__ int row() { return (int)threadIdx.x / 128 * BANDS * 64; }
};

/* Rows of C elements along K, as many bytes as the swizzle is wide. */
template <bool WHOLE, int R, int C, int WARPS>
static __device__ inline void fetch_rows(unsigned char *to, const matrix<R, C, WARPS> &m)
{
    static_assert(C == 32 || C == 64, "a row is as long as a swizzle of 64 or 128 bytes");
#pragma unroll
    for (int e = 0; e < m.HELD; e++) {
        int r = m.row(e), c = m.col(e) / 8;
        m.template fetch<WHOLE>(to + r * 2 * C + ((C == 64 ? c ^ r % 8 : c ^ r / 2 % 4) << 4), e);
    }
}

/* Rows along N, in strips of 64 columns. */
template <bool WHOLE, int R, int C, int WARPS>
static __device__ inline void fetch_strips(unsigned char *to, const matrix<R, C, WARPS> &m)
{
    static_assert(C % 64 == 0, "strips of 64 columns");
#pragma unroll
    for (int e = 0; e < m.HELD; e++) {
        int r = m.row(e), c = m.col(e) / 8;
        m.template fetch<WHOLE>(to + c / 8 * R * 128 + r * 128 + ((c % 8 ^ r % 8) << 4), e);
    }
}

/* The product of a call whose operands are there, for all who have passed a barrier since. Left under way. */
template <int BM, int BN, int BK, int WARPS>
static __device__ inline void multiply(sums<BM, BN, WARPS> &acc, int call)
{
    unsigned char *pa = places<BM, BN, BK>::of(call), *pb = pa + places<BM, BN, BK>::A_BYTES;
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
    for (int k = 0; k < BK; k += 16)
#pragma unroll
        for (int i = 0; i < acc.BANDS; i++)
            multiply_add(acc.part[i],
                         descriptor(pa + (acc.row() + 64 * i) * 2 * BK + 2 * k, 16, 16 * BK, BK == 64 ? 1 : 2),
                         descriptor(pb + k * 128, BK * 128, 1024, 1), call | k);
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

/* All copies but the last `left` calls' are there, for wgmma and for all threads. */
template <int LEFT> static __device__ inline void arrived()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(LEFT) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
}

template <int BM, int BN, int BK, int WARPS>
static __device__ inline void dot(sums<BM, BN, WARPS> &acc, const matrix<BM, BK, WARPS> &a,
                                  const matrix<BK, BN, WARPS> &b)
{
    typedef places<BM, BN, BK> P;
    int due = acc.calls - P::LAG; /* a branch around a wgmma would have it waited for at once */
    arrived<P::LAG - 1>();
    multiply<BM, BN, BK>(acc, due < 0 ? 0 : due); /* before its time of whatever is there: call 0 overwrites that */
    asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
    unsigned char *to = P::of(acc.calls);
    if (a.whole && b.whole) {
        fetch_rows<true>(to, a);
        fetch_strips<true>(to + P::A_BYTES, b);
    } else {
        fetch_rows<false>(to, a);
        fetch_strips<false>(to + P::A_BYTES, b);
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    acc.calls++;
    acc.depth = BK;
}

/* The products that dot has left. */
template <int BK, int BM, int BN, int WARPS> static __device__ inline void catch_up(sums<BM, BN, WARPS> &acc)
{
    int lag = places<BM, BN, BK>::LAG;
    arrived<0>();
    for (int call = acc.calls < lag ? 0 : acc.calls - lag; call < acc.calls; call++)
        multiply<BM, BN, BK>(acc, call);
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
}

template <int BM, int BN, int WARPS>
static __device__ inline void store2(float *p, span<BM, 1> rows, span<BN, 1> cols, int ld, sums<BM, BN, WARPS> &acc,
                                     mask2 in)
{
    int t = threadIdx.x % 128, row = acc.row() + t / 32 * 16 + t % 32 / 4, col = t % 4 * 2;
    bool aligned = ld % 2 == 0 && cols.first % 2 == 0;
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    if (acc.depth == 32)
        catch_up<32>(acc);
    if (acc.depth == 64)
        catch_up<64>(acc);
    p += rows.first * ld + cols.first;
#pragma unroll
    for (int i = 0; i < acc.BANDS; i++)
#pragma unroll
        for (int j = 0; j < BN / 2; j += 2) {
            int r = row + 64 * i + j / 2 % 2 * 8, c = col + j / 4 * 8;
            float *to = p + (long long)r * ld + c, x = acc.calls ? acc.part[i][j] : 0.f;
            float y = acc.calls ? acc.part[i][j + 1] : 0.f;
            if (r >= in.rows || c >= in.cols)
                continue;
            if (aligned && c + 1 < in.cols) {
                *reinterpret_cast<float2 *>(to) = make_float2(x, y);
                continue;
            }
            to[0] = x;
            if (c + 1 < in.cols)
                to[1] = y;
        }
}

#endif
