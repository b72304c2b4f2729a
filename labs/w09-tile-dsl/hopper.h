/*
 * hopper.h: what stands behind load2, dot and store2 of tile.h where -DTILE_HOPPER asks for it, on a Hopper. The block
 * program stays the same to the letter; its products are wgmma's, 64 x BN x 16 by a warpgroup, with both operands in
 * shared memory. They lie there swizzled: of each 8 rows the 16 bytes with number c of row r stand in place c ^ r, so
 * that no eight of them share banks. A's rows run along K. B comes as it is, with its rows along N, in strips of 64
 * columns: the descriptor says so.
 *
 * There are three places, used in turn. One product stays under way while the next operands arrive: whoever writes a
 * place has passed the barrier that all reach after waiting for the product that read it.
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

/* BM x BN sums in the registers of WARPS / 4 warpgroups, one above the other, each with BANDS bands of 64 rows. */
template <int BM, int BN, int WARPS> struct sums {
    static constexpr int BANDS = BM / (16 * WARPS);
    static_assert(WARPS % 4 == 0 && BM % (16 * WARPS) == 0, "each warpgroup has bands of 64 rows");
    float part[BANDS][BN / 2]; /* of any value until the first product, which does not add to it */
    int turn, any;

    __device__ sums() : turn(0), any(0) {}
    static __device__ int row() { return (int)threadIdx.x / 128 * BANDS * 64; }
};

/* Rows of C elements along K, as many bytes as the swizzle is wide. */
template <int R, int C, int WARPS> static __device__ inline void stage_rows(unsigned char *to,
                                                                           const matrix<R, C, WARPS> &m)
{
    static_assert(C == 32 || C == 64, "a row is as long as a swizzle of 64 or 128 bytes");
#pragma unroll
    for (int e = 0; e < m.HELD; e++) {
        int r = m.row(e), c = m.col(e) / 8;
        *reinterpret_cast<uint4 *>(to + r * 2 * C + ((C == 64 ? c ^ r % 8 : c ^ r / 2 % 4) << 4)) = m.v[e];
    }
}

/* Rows along N, in strips of 64 columns. */
template <int R, int C, int WARPS> static __device__ inline void stage_strips(unsigned char *to,
                                                                             const matrix<R, C, WARPS> &m)
{
    static_assert(C % 64 == 0, "strips of 64 columns");
#pragma unroll
    for (int e = 0; e < m.HELD; e++) {
        int r = m.row(e), c = m.col(e) / 8;
        *reinterpret_cast<uint4 *>(to + c / 8 * R * 128 + r * 128 + ((c % 8 ^ r % 8) << 4)) = m.v[e];
    }
}

template <int BM, int BN, int BK, int WARPS>
static __device__ inline void dot(sums<BM, BN, WARPS> &acc, const matrix<BM, BK, WARPS> &a,
                                  const matrix<BK, BN, WARPS> &b)
{
    constexpr int A_BYTES = 2 * BM * BK, BYTES = A_BYTES + 2 * BK * BN;
    static_assert(3 * BYTES <= 49152, "three places");
    __shared__ __align__(1024) unsigned char place[3][BYTES];
    unsigned char *pa = place[acc.turn], *pb = pa + A_BYTES;
    acc.turn = acc.turn == 2 ? 0 : acc.turn + 1;
    stage_rows(pa, a);
    stage_strips(pb, b);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); /* wgmma sees what threads have stored */
    __syncthreads();
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
    for (int k = 0; k < BK; k += 16)
#pragma unroll
        for (int i = 0; i < acc.BANDS; i++)
            multiply_add(acc.part[i],
                         descriptor(pa + (acc.row() + 64 * i) * 2 * BK + 2 * k, 16, 16 * BK, BK == 64 ? 1 : 2),
                         descriptor(pb + k * 128, BK * 128, 1024, 1), acc.any | k);
    acc.any = 1;
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
}

template <int BM, int BN, int WARPS>
static __device__ inline void store2(float *p, span<BM, 1> rows, span<BN, 1> cols, int ld, sums<BM, BN, WARPS> &acc,
                                     mask2 in)
{
    int t = threadIdx.x % 128, row = acc.row() + t / 32 * 16 + t % 32 / 4, col = t % 4 * 2;
    bool aligned = ld % 2 == 0 && cols.first % 2 == 0;
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    p += rows.first * ld + cols.first;
#pragma unroll
    for (int i = 0; i < acc.BANDS; i++)
#pragma unroll
        for (int j = 0; j < BN / 2; j += 2) {
            int r = row + 64 * i + j / 2 % 2 * 8, c = col + j / 4 * 8;
            float *to = p + (long long)r * ld + c, x = acc.any ? acc.part[i][j] : 0.f;
            float y = acc.any ? acc.part[i][j + 1] : 0.f;
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
