// wgmma_bf16.cu: wgmma.mma_async of bf16: descriptors of every swizzle, both majors, A from registers, chains and groups.
// expect tiles wgmma == 8
#include "wgmma.h"

/* D = A B of 64 x 16 x 16, both operands in one layout each. */
template <int transA, int transB>
__global__ void tiles(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *d, unsigned swizzle, unsigned leadA,
                      unsigned strideA, unsigned leadB, unsigned strideB)
{
    __shared__ alignas(1024) unsigned char sa[8192], sb[8192];
    int t = threadIdx.x;
    for (int i = t; i < 64 * 16; i += 128)
        *(__nv_bfloat16 *)(sa + w_at(i / 16, i % 16, 2, swizzle, transA, leadA, strideA)) = a[i];
    for (int i = t; i < 16 * 16; i += 128)
        *(__nv_bfloat16 *)(sb + w_at(i / 16, i % 16, 2, swizzle, transB, leadB, strideB)) = b[i];
    w_proxy();
    __syncthreads();
    float c[8];
    for (int i = 0; i < 8; i++)
        c[i] = 1;
    w_fence();
    for (int turn = 0; turn < 2; turn++)
        asm volatile("{ .reg .pred p; setp.ne.b32 p, %10, 0;\n"
                     "wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, p, 1, 1, %11, %12; }"
                     : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]), "+f"(c[4]), "+f"(c[5]), "+f"(c[6]), "+f"(c[7])
                     : "l"(w_desc(sa, leadA, strideA, swizzle)), "l"(w_desc(sb, leadB, strideB, swizzle)), "r"(turn), "n"(transA), "n"(transB));
    w_commit();
    w_wait<0>();
    for (int i = 0; i < 8; i++)
        d[w_row(t, i) * 16 + w_col(t, i)] = c[i];
}

/* A from registers, minus A B, onto what is there. */
__global__ void registers(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *d)
{
    __shared__ alignas(128) unsigned char sb[512];
    int t = threadIdx.x, g = t % 32 / 4, row = t / 32 * 16 + g;
    for (int i = t; i < 16 * 16; i += 128)
        *(__nv_bfloat16 *)(sb + w_at(i / 16, i % 16, 2, 0, false, 256, 128)) = b[i];
    w_proxy();
    __syncthreads();
    const unsigned *p = (const unsigned *)a;
    unsigned r[4] = { p[row * 8 + t % 4], p[(row + 8) * 8 + t % 4], p[row * 8 + t % 4 + 4], p[(row + 8) * 8 + t % 4 + 4] };
    float c[8];
    for (int i = 0; i < 8; i++)
        c[i] = 1000;
    w_fence();
    asm volatile("wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, %12, 1, -1, 1, 0;"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]), "+f"(c[4]), "+f"(c[5]), "+f"(c[6]), "+f"(c[7])
                 : "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]), "l"(w_desc(sb, 256, 128, 0)));
    w_commit();
    w_wait<0>();
    for (int i = 0; i < 8; i++)
        d[w_row(t, i) * 16 + w_col(t, i)] = c[i];
}

/* Two accumulators in two groups: one is waited for, the other goes on. */
__global__ void groups(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *d)
{
    __shared__ alignas(128) unsigned char sa[2048], sb[512];
    int t = threadIdx.x;
    for (int i = t; i < 64 * 16; i += 128)
        *(__nv_bfloat16 *)(sa + w_at(i / 16, i % 16, 2, 0, false, 1024, 128)) = a[i];
    for (int i = t; i < 16 * 16; i += 128)
        *(__nv_bfloat16 *)(sb + w_at(i / 16, i % 16, 2, 0, false, 256, 128)) = b[i];
    w_proxy();
    __syncthreads();
    float c[2][8];
    for (int i = 0; i < 16; i++)
        c[i / 8][i % 8] = i / 8;
    w_fence();
#pragma unroll
    for (int k = 0; k < 2; k++) {
        asm volatile("wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, 1, 1, 1, 0, 0;"
                     : "+f"(c[k][0]), "+f"(c[k][1]), "+f"(c[k][2]), "+f"(c[k][3]), "+f"(c[k][4]), "+f"(c[k][5]), "+f"(c[k][6]), "+f"(c[k][7])
                     : "l"(w_desc(sa, 1024, 128, 0)), "l"(w_desc(sb, 256, 128, 0)));
        w_commit();
    }
    w_wait<1>();
    for (int i = 0; i < 8; i++)
        d[w_row(t, i) * 16 + w_col(t, i)] = c[0][i];
    w_wait<0>();
    for (int i = 0; i < 8; i++)
        d[w_row(t, i) * 16 + w_col(t, i)] += 10 * c[1][i];
}

static int val(int i) { return (i * 5 + i / 7) % 7 - 3; }
static int dot(int row, int col)
{
    int s = 0;
    for (int k = 0; k < 16; k++)
        s += val(row * 16 + k) * val(col * 16 + k + 500);
    return s;
}

int main()
{
    __nv_bfloat16 *a = t_dev<__nv_bfloat16>(64 * 16, [](int i) { return __float2bfloat16(val(i)); });
    __nv_bfloat16 *b = t_dev<__nv_bfloat16>(16 * 16, [](int i) { return __float2bfloat16(val(i + 500)); });
    float *d = t_dev<float>(64 * 16);
    for (unsigned swizzle = 0; swizzle < 4; swizzle++) {
        unsigned width = w_width(swizzle), rows = 8 * width, across = 16 / (width / 2) + (16 % (width / 2) != 0);
        printf("swizzle %u, by rows\n", swizzle);
        tiles<0, 0><<<1, 128>>>(a, b, d, swizzle, swizzle ? 16 : 8 * rows, rows, swizzle ? 16 : 2 * rows, rows);
        t_is("rows", d, 1024, [](int i) { return 2.0f * dot(i / 16, i % 16); });
        printf("swizzle %u, by columns\n", swizzle);
        unsigned wide = 64 / (width / 2), few = across; /* swizzle widths along M, along N */
        if (swizzle)
            tiles<1, 1><<<1, 128>>>(a, b, d, swizzle, 2 * rows, rows, 2 * rows, rows);
        else
            tiles<1, 1><<<1, 128>>>(a, b, d, swizzle, wide * rows, rows, few * rows, rows);
        t_is("columns", d, 1024, [](int i) { return 2.0f * dot(i / 16, i % 16); });
    }
    registers<<<1, 128>>>(a, b, d);
    t_is("registers", d, 1024, [](int i) { return 1000.0f - dot(i / 16, i % 16); });
    groups<<<1, 128>>>(a, b, d);
    t_is("groups", d, 1024, [](int i) { return 11.0f * dot(i / 16, i % 16) + 10; });
    return t_end();
}
