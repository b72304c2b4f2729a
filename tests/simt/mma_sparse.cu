// mma_sparse.cu: mma.sp and wgmma.mma_async.sp on 2:4 sparse operands: where the metadata's nibbles stand.
#include "wgmma.h"

/* Of four elements two are there: which, as a nibble. Of tf32's two one. */
__host__ __device__ inline unsigned nibble(int row, int q, int group)
{
    const unsigned pairs[6] = { 0x4, 0x8, 0xc, 0x9, 0xd, 0xe };
    return group == 2 ? ((row * 5 + q * 3) % 2 ? 0xe : 0x4) : pairs[(row * 5 + q * 3) % 6];
}
/* Four nibbles of rows g and g + 8 in each lane that the selector names. */
__device__ inline unsigned metadata(int lane, int k, int group, int selector, int row0)
{
    int lanes = k / group / 4, part = lane % 4 - selector * lanes;
    unsigned e = 0;
    for (int i = 0; part >= 0 && part < lanes && i < 8; i++)
        e |= nibble(row0 + lane / 4 + i / 4 * 8, part * 4 + i % 4, group) << 4 * i;
    return e;
}
/* Of elements of 8 bits a lane has eight nibbles of one row. */
__device__ inline unsigned metadata8(int lane)
{
    unsigned e = 0;
    for (int i = 0; i < 8; i++)
        e |= nibble(lane / 4 + lane % 2 * 8, lane % 4 / 2 * 8 + i, 4) << 4 * i;
    return e;
}
template <class T> __device__ unsigned word(const T *p) { return *(const unsigned *)p; }

__global__ void f16_k16(const half *a, const half *b, float *d)
{
    int l = threadIdx.x, g = l / 4, t = l % 4;
    float c[4] = { 1, 1, 1, 1 };
    asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%0, %1, %2, %3}, %8, 2;"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(word(a + g * 8 + t * 2)), "r"(word(a + (g + 8) * 8 + t * 2)), "r"(word(b + g * 16 + t * 2)),
                   "r"(word(b + g * 16 + t * 2 + 8)), "r"(metadata(l, 16, 4, 2, 0)));
    for (int i = 0; i < 4; i++)
        d[(g + i / 2 * 8) * 8 + t * 2 + i % 2] = c[i];
}
__global__ void f16_k32(const half *a, const half *b, float *d)
{
    int l = threadIdx.x, g = l / 4, t = l % 4;
    float c[4] = { 1, 1, 1, 1 };
    asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9, %10, %11}, {%0, %1, %2, %3}, %12, 1;"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(word(a + g * 16 + t * 2)), "r"(word(a + (g + 8) * 16 + t * 2)), "r"(word(a + g * 16 + t * 2 + 8)),
                   "r"(word(a + (g + 8) * 16 + t * 2 + 8)), "r"(word(b + g * 32 + t * 2)), "r"(word(b + g * 32 + t * 2 + 8)),
                   "r"(word(b + g * 32 + t * 2 + 16)), "r"(word(b + g * 32 + t * 2 + 24)), "r"(metadata(l, 32, 4, 1, 0)));
    for (int i = 0; i < 4; i++)
        d[(g + i / 2 * 8) * 8 + t * 2 + i % 2] = c[i];
}
__global__ void s8_k64(const signed char *a, const signed char *b, int *d)
{
    int l = threadIdx.x, g = l / 4, t = l % 4, c[4] = { 1, 1, 1, 1 };
    asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9, %10, %11}, {%0, %1, %2, %3}, %12, 0;"
                 : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
                 : "r"(word(a + g * 32 + t * 4)), "r"(word(a + (g + 8) * 32 + t * 4)), "r"(word(a + g * 32 + t * 4 + 16)),
                   "r"(word(a + (g + 8) * 32 + t * 4 + 16)), "r"(word(b + g * 64 + t * 4)), "r"(word(b + g * 64 + t * 4 + 16)),
                   "r"(word(b + g * 64 + t * 4 + 32)), "r"(word(b + g * 64 + t * 4 + 48)), "r"(metadata8(l)));
    for (int i = 0; i < 4; i++)
        d[(g + i / 2 * 8) * 8 + t * 2 + i % 2] = c[i];
}
__global__ void tf32_k8(const float *a, const float *b, float *d)
{
    int l = threadIdx.x, g = l / 4, t = l % 4;
    float c[4] = { 1, 1, 1, 1 };
    asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%0, %1, %2, %3}, %8, 3;"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(word(a + g * 4 + t)), "r"(word(a + (g + 8) * 4 + t)), "r"(word(b + g * 8 + t)), "r"(word(b + g * 8 + t + 4)),
                   "r"(metadata(l, 8, 2, 3, 0)));
    for (int i = 0; i < 4; i++)
        d[(g + i / 2 * 8) * 8 + t * 2 + i % 2] = c[i];
}
/* Of A 16 elements a row lie in shared memory; B is 32 deep. */
__global__ void group_k32(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *d)
{
    __shared__ alignas(512) unsigned char sa[2048], sb[1024];
    int t = threadIdx.x;
    for (int i = t; i < 64 * 16; i += 128)
        *(__nv_bfloat16 *)(sa + w_at(i / 16, i % 16, 2, 0, false, 1024, 128)) = a[i];
    for (int i = t; i < 16 * 32; i += 128)
        *(__nv_bfloat16 *)(sb + w_at(i / 32, i % 32, 2, 0, false, 256, 128)) = b[i];
    w_proxy();
    __syncthreads();
    float c[8] = {};
    unsigned e = metadata(t % 32, 32, 4, 0, t / 32 * 16);
    w_fence();
    asm volatile("wgmma.mma_async.sp.sync.aligned.m64n16k32.f32.bf16.bf16 {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, %10, 0, 1, 1, 1, 0, 0;"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]), "+f"(c[4]), "+f"(c[5]), "+f"(c[6]), "+f"(c[7])
                 : "l"(w_desc(sa, 1024, 128, 0)), "l"(w_desc(sb, 256, 128, 0)), "r"(e));
    w_commit();
    w_wait<0>();
    for (int i = 0; i < 8; i++)
        d[w_row(t, i) * 16 + w_col(t, i)] = c[i];
}

static int val(int i) { return (i * 5 + i / 7) % 7 - 3; }
static int dot(int row, int col, int k, int group)
{
    int s = 0;
    for (int q = 0; q < k / group; q++) {
        unsigned n = nibble(row, q, group);
        if (group == 2) {
            s += val(row * k / 2 + q) * val(col * k + 2 * q + (n == 0xe) + 500);
            continue;
        }
        s += val(row * k / 2 + 2 * q) * val(col * k + 4 * q + (n & 3) + 500);
        s += val(row * k / 2 + 2 * q + 1) * val(col * k + 4 * q + (n >> 2) + 500);
    }
    return s;
}
template <class T> T *put(int n, int from)
{
    return t_dev<T>(n, [=](int i) { return (T)(float)val(i + from); });
}

int main()
{
    float *d = t_dev<float>(64 * 16);
    int *s = t_dev<int>(128);
    f16_k16<<<1, 32>>>(put<half>(128, 0), put<half>(128, 500), d);
    t_is("f16 k16", d, 128, [](int i) { return 1.0f + dot(i / 8, i % 8, 16, 4); });
    f16_k32<<<1, 32>>>(put<half>(256, 0), put<half>(256, 500), d);
    t_is("f16 k32", d, 128, [](int i) { return 1.0f + dot(i / 8, i % 8, 32, 4); });
    s8_k64<<<1, 32>>>(put<signed char>(512, 0), put<signed char>(512, 500), s);
    t_is("s8 k64", s, 128, [](int i) { return 1 + dot(i / 8, i % 8, 64, 4); });
    tf32_k8<<<1, 32>>>(put<float>(64, 0), put<float>(64, 500), d);
    t_is("tf32 k8", d, 128, [](int i) { return 1.0f + dot(i / 8, i % 8, 8, 2); });
    group_k32<<<1, 128>>>(put<__nv_bfloat16>(1024, 0), put<__nv_bfloat16>(512, 500), d);
    t_is("wgmma k32", d, 1024, [](int i) { return (float)dot(i / 16, i % 16, 32, 4); });
    return t_end();
}
