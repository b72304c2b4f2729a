// tensor_copy.cu: boxes of tensor maps, held byte by byte against what the host works out: 1 to 5 dimensions, parts
// outside, element strides, swizzles, fills, im2col, stores and reductions.
#include "hop.h"
#include <vector>

enum { BYTES = 16384 };
struct place {
    int c[5];
    int by[3];
};
// One box into shared memory that held 0xee, and all of that out.
__global__ void load(const __grid_constant__ CUtensorMap m, int rank, int im2col, place p, unsigned bytes, uint4 *o)
{
    __shared__ __align__(1024) uint4 s[BYTES / 16];
    __shared__ uint64_t bar;
    for (int i = threadIdx.x; i < BYTES / 16; i += 128)
        s[i] = make_uint4(0xeeeeeeee, 0xeeeeeeee, 0xeeeeeeee, 0xeeeeeeee);
    if (threadIdx.x == 0) {
        MBAR_INIT(&bar, 1);
        FENCE_INIT();
    }
    FENCE_PROXY();
    __syncthreads();
    if (threadIdx.x == 0) {
        MBAR_ARRIVE_EXPECT(&bar, bytes);
        const int *c = p.c, *by = p.by;
        if (im2col && rank == 3)
            IM2COL_LOAD_3(s, &m, c[0], c[1], c[2], &bar, by[0]);
        else if (im2col && rank == 4)
            IM2COL_LOAD_4(s, &m, c[0], c[1], c[2], c[3], &bar, by[0], by[1]);
        else if (im2col)
            IM2COL_LOAD_5(s, &m, c[0], c[1], c[2], c[3], c[4], &bar, by[0], by[1], by[2]);
        else if (rank == 1)
            TENSOR_LOAD_1(s, &m, c[0], &bar);
        else if (rank == 2)
            TENSOR_LOAD_2(s, &m, c[0], c[1], &bar);
        else if (rank == 3)
            TENSOR_LOAD_3(s, &m, c[0], c[1], c[2], &bar);
        else if (rank == 4)
            TENSOR_LOAD_4(s, &m, c[0], c[1], c[2], c[3], &bar);
        else
            TENSOR_LOAD_5(s, &m, c[0], c[1], c[2], c[3], c[4], &bar);
    }
    MBAR_WAIT(&bar, 0);
    for (int i = threadIdx.x; i < BYTES / 16; i += 128)
        o[i] = s[i];
}
// The box's bytes from global memory, shared memory, tensor.
template <int op> __global__ void store(const __grid_constant__ CUtensorMap m, int rank, place p, const uint4 *a)
{
    __shared__ __align__(1024) uint4 s[BYTES / 16];
    for (int i = threadIdx.x; i < BYTES / 16; i += 128)
        s[i] = a[i];
    FENCE_PROXY();
    __syncthreads();
    if (threadIdx.x == 0) {
        const int *c = p.c;
        if (op)
            TENSOR_ADD_2(&m, c[0], c[1], s);
        else if (rank == 1)
            TENSOR_STORE_1(&m, c[0], s);
        else if (rank == 2)
            TENSOR_STORE_2(&m, c[0], c[1], s);
        else
            TENSOR_STORE_3(&m, c[0], c[1], c[2], s);
        BULK_COMMIT();
        BULK_WAIT(0);
    }
}

struct shape {
    const char *name;
    int type, size, rank, swizzle, nan;
    unsigned dims[5], box[5], step[5];
    int at[5];
    int lower[3], upper[3], by[3]; // im2col
    unsigned channels, pixels;     // 0: tile
};
static const CUtensorMapDataType U8 = CU_TENSOR_MAP_DATA_TYPE_UINT8, U16 = CU_TENSOR_MAP_DATA_TYPE_UINT16,
                                 U32 = CU_TENSOR_MAP_DATA_TYPE_UINT32, U64 = CU_TENSOR_MAP_DATA_TYPE_UINT64,
                                 F16 = CU_TENSOR_MAP_DATA_TYPE_FLOAT16, F32 = CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
                                 F64 = CU_TENSOR_MAP_DATA_TYPE_FLOAT64, BF16 = CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
#define ONES {1, 1, 1, 1, 1}
static const shape boxes[] = {
    {"1d", U8, 1, 1, 0, 0, {300}, {64}, ONES, {16}},
    {"1d past the end", U32, 4, 1, 0, 0, {100}, {64}, ONES, {72}},
    {"1d before the start", U16, 2, 1, 0, 0, {100}, {64}, ONES, {-8}},
    {"1d part of 16 bytes", U16, 2, 1, 0, 0, {100}, {64}, ONES, {72}},
    {"1d outside", U16, 2, 1, 0, 0, {100}, {64}, ONES, {1000}},
    {"2d", U16, 2, 2, 0, 0, {72, 40}, {32, 16}, ONES, {8, 3}},
    {"2d corner", F32, 4, 2, 0, 0, {100, 40}, {32, 16}, ONES, {92, 30}},
    {"2d before", F32, 4, 2, 0, 0, {100, 40}, {32, 16}, ONES, {-4, -2}},
    {"2d nan half", F16, 2, 2, 0, 1, {72, 40}, {32, 16}, ONES, {64, 30}},
    {"2d nan bf16", BF16, 2, 2, 0, 1, {72, 40}, {32, 16}, ONES, {64, 30}},
    {"2d nan float", F32, 4, 2, 0, 1, {72, 40}, {32, 16}, ONES, {64, 30}},
    {"2d nan double", F64, 8, 2, 0, 1, {72, 40}, {32, 16}, ONES, {64, 30}},
    {"3d", U32, 4, 3, 0, 0, {20, 12, 9}, {8, 4, 5}, ONES, {4, 9, 6}},
    {"4d", U16, 2, 4, 0, 0, {24, 6, 5, 7}, {8, 3, 4, 3}, ONES, {8, 2, -1, 5}},
    {"5d", U8, 1, 5, 0, 0, {32, 5, 4, 3, 6}, {16, 2, 3, 2, 4}, ONES, {16, 1, 2, 1, -2}},
    {"5d long", U64, 8, 5, 0, 0, {6, 5, 4, 3, 6}, {2, 2, 3, 2, 4}, ONES, {2, 1, 2, 1, 3}},
    {"strides", U16, 2, 3, 0, 0, {64, 30, 20}, {16, 8, 9}, {1, 2, 3}, {8, 5, 4}},
    {"strides past the end", U16, 2, 2, 0, 0, {64, 30}, {16, 16}, {1, 3}, {8, 25}},
    {"stride of the first", U32, 4, 2, 0, 0, {64, 30}, {16, 8}, {2, 1}, {8, 5}},
    {"swizzle 32", U16, 2, 2, 1, 0, {64, 64}, {16, 32}, ONES, {16, 8}},
    {"swizzle 64", U16, 2, 2, 2, 0, {64, 64}, {32, 32}, ONES, {16, 8}},
    {"swizzle 128", U16, 2, 2, 3, 0, {128, 64}, {64, 32}, ONES, {16, 8}},
    {"swizzle 128 float corner", F32, 4, 2, 3, 1, {100, 40}, {32, 24}, ONES, {80, 30}},
    {"swizzle 128 3d", U8, 1, 3, 3, 0, {256, 10, 10}, {128, 4, 6}, ONES, {64, 8, 2}},
    {"swizzle 32 narrow", U16, 2, 2, 1, 0, {64, 64}, {8, 16}, ONES, {16, 8}},
    {"swizzle 64 narrow", U16, 2, 2, 2, 0, {64, 64}, {8, 16}, ONES, {16, 8}},
    {"swizzle 128 narrow", U16, 2, 2, 3, 0, {128, 64}, {32, 16}, ONES, {16, 8}},
    {"im2col w", U16, 2, 3, 0, 0, {32, 20, 4}, {}, ONES, {8, -1, 1}, {-1}, {-1}, {0}, 16, 30},
    {"im2col w offset", U16, 2, 3, 0, 0, {32, 20, 4}, {}, ONES, {8, 3, 1}, {-1}, {-1}, {2}, 16, 30},
    {"im2col w strides", U16, 2, 3, 0, 0, {32, 20, 4}, {}, {1, 2, 1}, {8, -1, 1}, {-1}, {-1}, {1}, 16, 20},
    {"im2col wh", U32, 4, 4, 0, 0, {16, 9, 7, 3}, {}, ONES, {4, -1, -2, 0}, {-1, -2}, {-1, 0}, {2, 1}, 8, 100},
    {"im2col wh strides", F16, 2, 4, 0, 1, {16, 9, 7, 3}, {}, {1, 2, 3, 1}, {0, 1, 1, 1}, {-1, -2}, {0, -1}, {1, 2}, 8, 16},
    {"im2col whd", U8, 1, 5, 0, 0, {32, 5, 4, 3, 2}, {}, ONES, {16, 0, -1, 0, 0}, {-1, -1, 0}, {0, -1, -1}, {1, 1, 1}, 16, 70},
    {"im2col swizzle", U16, 2, 4, 3, 0, {64, 9, 7, 3}, {}, ONES, {0, -1, -1, 0}, {-1, -1}, {-1, -1}, {0, 2}, 64, 64},
};

static std::vector<unsigned char> memory;

static size_t element_at(const shape &b, const long *i)
{
    size_t at = 0, pitch = b.size;
    for (int d = 0; d < b.rank; d++) {
        at += i[d] * pitch;
        pitch = (pitch * b.dims[d] + 15) / 16 * 16; // rows are padded to whole 16 bytes
    }
    return at;
}

// What one element of the box is, at these indices of the tensor.
static void put(const shape &b, const long *i, unsigned char *to)
{
    bool inside = true;
    for (int d = 0; d < b.rank; d++)
        inside &= i[d] >= 0 && i[d] < (long)b.dims[d];
    if (inside) {
        memcpy(to, &memory[element_at(b, i)], b.size);
    } else {
        for (int k = 0; k < b.size; k++)
            to[k] = !b.nan ? 0 : k % 2 ? 0x7f : 0xf7; // the special NaN
    }
}

static unsigned swizzled(const shape &b, unsigned at)
{
    unsigned chunks = (1u << b.swizzle) - 1; // 16-byte chunks that are exchanged, less 1
    return b.swizzle ? at ^ ((at >> 7 & chunks) << 4) : at;
}

// Rows that are shorter than the swizzle's span are padded to it.
static unsigned padding(const shape &b)
{
    unsigned row = (b.channels ? b.channels : b.box[0]) * b.size, span = b.swizzle ? 16u << b.swizzle : 0;
    return row < span ? span - row : 0;
}

// The bytes that the mbarrier counts.
static unsigned expected(const shape &b, unsigned char *s)
{
    unsigned at = 0, rows = 0, pad = padding(b);
    if (b.channels) {
        long p[5], i[5];
        for (int d = 0; d < b.rank; d++)
            p[d] = b.at[d];
        for (unsigned k = 0; k < b.pixels; k++) {
            for (unsigned c = 0; c < b.channels; c++, at += b.size) {
                for (int d = 0; d < b.rank; d++)
                    i[d] = p[d] + (d == 0 ? (long)c : d < b.rank - 1 ? b.by[d - 1] : 0);
                unsigned char v[8];
                put(b, i, v);
                for (int k2 = 0; k2 < b.size; k2++)
                    s[swizzled(b, at + k2)] = v[k2];
            }
            int d = 1;
            for (; d < b.rank - 1; d++) {
                p[d] += b.step[d];
                if (p[d] <= (long)b.dims[d] - 1 + b.upper[d - 1])
                    break;
                p[d] = b.lower[d - 1];
            }
            if (d == b.rank - 1)
                p[d]++;
            at += pad;
        }
        return at - b.pixels * pad;
    }
    unsigned n[5] = {1, 1, 1, 1, 1};
    for (int d = 0; d < b.rank; d++)
        n[d] = d ? (b.box[d] + b.step[d] - 1) / b.step[d] : b.box[d];
    for (unsigned v = 0; v < n[4]; v++)
        for (unsigned w = 0; w < n[3]; w++)
            for (unsigned z = 0; z < n[2]; z++)
                for (unsigned y = 0; y < n[1]; y++, at += pad, rows++)
                    for (unsigned x = 0; x < n[0]; x++, at += b.size) {
                        unsigned k[5] = {x, y, z, w, v};
                        long i[5];
                        for (int d = 0; d < b.rank; d++)
                            i[d] = b.at[d] + (long)k[d] * (d ? b.step[d] : 1);
                        unsigned char e[8];
                        put(b, i, e);
                        for (int k2 = 0; k2 < b.size; k2++)
                            s[swizzled(b, at + k2)] = e[k2];
                    }
    return at - rows * pad;
}

static int make(const shape &b, CUtensorMap *m, void *base)
{
    cuuint64_t d[5], s[5], pitch = b.size;
    cuuint32_t x[5], e[5];
    for (int i = 0; i < b.rank; i++) {
        d[i] = b.dims[i];
        pitch = (pitch * d[i] + 15) / 16 * 16;
        s[i] = pitch;
        x[i] = b.box[i];
        e[i] = b.step[i];
    }
    if (b.channels)
        return encode_im2col()(m, (CUtensorMapDataType)b.type, b.rank, base, d, s, b.lower, b.upper, b.channels, b.pixels, e,
                               CU_TENSOR_MAP_INTERLEAVE_NONE, (CUtensorMapSwizzle)b.swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                               (CUtensorMapFloatOOBfill)b.nan);
    return encode_tiled()(m, (CUtensorMapDataType)b.type, b.rank, base, d, s, x, e, CU_TENSOR_MAP_INTERLEAVE_NONE,
                          (CUtensorMapSwizzle)b.swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, (CUtensorMapFloatOOBfill)b.nan);
}

int main()
{
    enum { TENSOR = 65536 };
    unsigned char *tensor = t_dev<unsigned char>(TENSOR, [](int i) { return (unsigned char)((i * 37 + i / 251) % 255); });
    unsigned char *from = t_dev<unsigned char>(BYTES, [](int i) { return (unsigned char)(i * 11 % 253); });
    uint4 *out = t_dev<uint4>(BYTES / 16);
    memory.resize(TENSOR);
    std::vector<unsigned char> want(BYTES);
    for (const shape &b : boxes) {
        CUtensorMap m;
        place p;
        memcpy(p.c, b.at, sizeof p.c);
        memcpy(p.by, b.by, sizeof p.by);
        CK(cudaMemcpy(memory.data(), tensor, TENSOR, cudaMemcpyDeviceToHost));
        t_int(make(b, &m, tensor), 0, b.name, __LINE__);
        memset(want.data(), 0xee, BYTES);
        unsigned bytes = expected(b, want.data());
        load<<<1, 128>>>(m, b.rank, b.channels != 0, p, bytes, out);
        t_is(b.name, (unsigned char *)out, BYTES, [&](int i) { return want[i]; });
    }
    // stores: what lies outside is left out
    for (int k = 0; k < 5; k++) {
        static const shape stores[] = {
            {"store 1d", U16, 2, 1, 0, 0, {100}, {64}, ONES, {72}},
            {"store 2d", U16, 2, 2, 0, 0, {72, 40}, {32, 16}, ONES, {64, 30}},
            {"store 2d swizzle", F32, 4, 2, 3, 0, {100, 40}, {32, 16}, ONES, {8, 4}},
            {"store 3d", U32, 4, 3, 0, 0, {20, 12, 9}, {8, 4, 5}, ONES, {4, 9, 6}},
            {"reduce 2d", U32, 4, 2, 1, 0, {100, 40}, {8, 16}, ONES, {96, 30}},
        };
        const shape &b = stores[k];
        CUtensorMap m;
        place p;
        memcpy(p.c, b.at, sizeof p.c);
        CK(cudaMemcpy(memory.data(), tensor, TENSOR, cudaMemcpyDeviceToHost));
        t_int(make(b, &m, tensor), 0, b.name, __LINE__);
        std::vector<unsigned char> s(BYTES);
        CK(cudaMemcpy(s.data(), from, BYTES, cudaMemcpyDeviceToHost));
        unsigned at = 0;
        for (unsigned z = 0; z < (b.rank > 2 ? b.box[2] : 1); z++)
            for (unsigned y = 0; y < (b.rank > 1 ? b.box[1] : 1); y++)
                for (unsigned x = 0; x < b.box[0]; x++, at += b.size) {
                    long i[3] = {b.at[0] + (long)x, b.at[1] + (long)y, b.at[2] + (long)z};
                    bool inside = true;
                    for (int d = 0; d < b.rank; d++) // of a row, whole 16 bytes are written
                        inside &= i[d] >= 0 && i[d] < (d ? (long)b.dims[d] : (long)(b.dims[0] * b.size + 15) / 16 * 16 / b.size);
                    if (!inside)
                        continue;
                    unsigned old, add;
                    memcpy(&add, &s[swizzled(b, at)], 4);
                    memcpy(&old, &memory[element_at(b, i)], 4);
                    if (k == 4)
                        add += old;
                    memcpy(&memory[element_at(b, i)], &add, b.size);
                }
        if (k == 4)
            store<1><<<1, 128>>>(m, b.rank, p, (const uint4 *)from);
        else
            store<0><<<1, 128>>>(m, b.rank, p, (const uint4 *)from);
        t_is(b.name, tensor, TENSOR, [&](int i) { return memory[i]; });
    }
    return t_end();
}
