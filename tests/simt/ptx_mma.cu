// ptx_mma.cu: ldmatrix and mma.sync with the register layouts of the PTX manual.
#include <cstdint>
#include "t.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

static int val(int i) { return (i * 5 + i / 7) % 7 - 3; }

__device__ unsigned smem(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

/* Row r of 8x8 matrix m lies at the address that lane 8 * m + r gives; lane l gets elements 2 * (l % 4), + 1 of row l / 4. */
__global__ void matrices(unsigned *o)
{
    __shared__ __align__(16) unsigned short s[32 * 8];
    int t = threadIdx.x;
    for (int i = t; i < 256; i += 32)
        s[i] = (unsigned short)i;
    __syncwarp();
    unsigned a, b, c, d, at = smem(&s[t * 8]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at));
    o[t] = a, o[32 + t] = b, o[64 + t] = c, o[96 + t] = d;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(at));
    o[128 + t] = a, o[160 + t] = b;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(at));
    o[192 + t] = a;
}
// A row-major 16 x K, B column-major K x 8 (row-major N x K in memory), C and D row-major 16 x 8
template <class T> __device__ unsigned two(const T *p) { return *(const unsigned *)p; }
__global__ void half_k16(const half *a, const half *b, float *d)
{
    int l = threadIdx.x, g = l / 4, t = l % 4;
    unsigned x[4] = { two(a + g * 16 + t * 2), two(a + (g + 8) * 16 + t * 2), two(a + g * 16 + t * 2 + 8), two(a + (g + 8) * 16 + t * 2 + 8) };
    unsigned y[2] = { two(b + g * 16 + t * 2), two(b + g * 16 + t * 2 + 8) };
    float c[4] = { 1, 1, 1, 1 };
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    d[g * 8 + t * 2] = c[0], d[g * 8 + t * 2 + 1] = c[1];
    d[(g + 8) * 8 + t * 2] = c[2], d[(g + 8) * 8 + t * 2 + 1] = c[3];
}
__global__ void half_k8(const half *a, const half *b, float *d)
{
    int l = threadIdx.x, g = l / 4, t = l % 4;
    float c[4];
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %7, %7, %7};"
                 : "=f"(c[0]), "=f"(c[1]), "=f"(c[2]), "=f"(c[3])
                 : "r"(two(a + g * 8 + t * 2)), "r"(two(a + (g + 8) * 8 + t * 2)), "r"(two(b + g * 8 + t * 2)), "f"(0.0f));
    d[g * 8 + t * 2] = c[0], d[g * 8 + t * 2 + 1] = c[1];
    d[(g + 8) * 8 + t * 2] = c[2], d[(g + 8) * 8 + t * 2 + 1] = c[3];
}
__global__ void half_half(const half *a, const half *b, half *d)
{
    int l = threadIdx.x, g = l / 4, t = l % 4;
    unsigned x[4] = { two(a + g * 16 + t * 2), two(a + (g + 8) * 16 + t * 2), two(a + g * 16 + t * 2 + 8), two(a + (g + 8) * 16 + t * 2 + 8) };
    unsigned y[2] = { two(b + g * 16 + t * 2), two(b + g * 16 + t * 2 + 8) }, c[2];
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %8};"
                 : "=r"(c[0]), "=r"(c[1])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]), "r"(0));
    *(unsigned *)&d[g * 8 + t * 2] = c[0];
    *(unsigned *)&d[(g + 8) * 8 + t * 2] = c[1];
}
__global__ void bf16_k16(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *d)
{
    int l = threadIdx.x, g = l / 4, t = l % 4;
    unsigned x[4] = { two(a + g * 16 + t * 2), two(a + (g + 8) * 16 + t * 2), two(a + g * 16 + t * 2 + 8), two(a + (g + 8) * 16 + t * 2 + 8) };
    unsigned y[2] = { two(b + g * 16 + t * 2), two(b + g * 16 + t * 2 + 8) };
    float c[4] = { 0, 0, 0, 0 };
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    d[g * 8 + t * 2] = c[0], d[g * 8 + t * 2 + 1] = c[1];
    d[(g + 8) * 8 + t * 2] = c[2], d[(g + 8) * 8 + t * 2 + 1] = c[3];
}
__global__ void tf32_k8(const unsigned *a, const unsigned *b, float *d)
{
    int l = threadIdx.x, g = l / 4, t = l % 4;
    float c[4] = { 0, 0, 0, 0 };
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[g * 8 + t]), "r"(a[(g + 8) * 8 + t]), "r"(a[g * 8 + t + 4]), "r"(a[(g + 8) * 8 + t + 4]), "r"(b[g * 8 + t]), "r"(b[g * 8 + t + 4]));
    d[g * 8 + t * 2] = c[0], d[g * 8 + t * 2 + 1] = c[1];
    d[(g + 8) * 8 + t * 2] = c[2], d[(g + 8) * 8 + t * 2 + 1] = c[3];
}
__global__ void s8_k32(const signed char *a, const signed char *b, int *d)
{
    int l = threadIdx.x, g = l / 4, t = l % 4, c[4] = { 0, 0, 0, 0 };
    const unsigned *p = (const unsigned *)a, *q = (const unsigned *)b; // 8 words a row of 32
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
                 : "r"(p[g * 8 + t]), "r"(p[(g + 8) * 8 + t]), "r"(p[g * 8 + t + 4]), "r"(p[(g + 8) * 8 + t + 4]), "r"(q[g * 8 + t]), "r"(q[g * 8 + t + 4]));
    d[g * 8 + t * 2] = c[0], d[g * 8 + t * 2 + 1] = c[1];
    d[(g + 8) * 8 + t * 2] = c[2], d[(g + 8) * 8 + t * 2 + 1] = c[3];
}
static int dot(int p, int k)
{
    int s = 0;
    for (int i = 0; i < k; i++)
        s += val(p / 8 * k + i) * val(p % 8 * k + i + 500);
    return s;
}

int main()
{
    unsigned *u = t_dev<unsigned>(224);
    matrices<<<1, 32>>>(u);
    t_is("ldmatrix", u, 224, [](int i) -> unsigned {
        int l = i & 31, k = i / 32;
        if (k == 4 || k == 5) { // transposed: element (row, col) of the matrix goes where (col, row) did
            int m = k - 4, e = (m * 8 + l % 4 * 2) * 8 + l / 4;
            return e | (e + 8) << 16;
        }
        int e = ((k == 6 ? 0 : k) * 8 + l / 4) * 8 + l % 4 * 2;
        return e | (e + 1) << 16;
    });
    half *a = t_dev<half>(256, [](int i) { return __float2half(val(i)); });
    half *b = t_dev<half>(128, [](int i) { return __float2half(val(i + 500)); });
    float *d = t_dev<float>(128);
    half_k16<<<1, 32>>>(a, b, d);
    t_is("f16 k16", d, 128, [](int p) { return dot(p, 16) + 1.0f; });
    half_k8<<<1, 32>>>(a, b, d);
    t_is("f16 k8", d, 128, [](int p) { return (float)dot(p, 8); });
    half *h = t_dev<half>(128);
    half_half<<<1, 32>>>(a, b, h);
    t_is("f16 to f16", h, 128, [](int p) { return __float2half(dot(p, 16)); });
    bf16_k16<<<1, 32>>>(t_dev<__nv_bfloat16>(256, [](int i) { return __float2bfloat16(val(i)); }),
                        t_dev<__nv_bfloat16>(128, [](int i) { return __float2bfloat16(val(i + 500)); }), d);
    t_is("bf16 k16", d, 128, [](int p) { return (float)dot(p, 16); });
    tf32_k8<<<1, 32>>>(t_dev<unsigned>(128, [](int i) { return t_bits(val(i)); }), t_dev<unsigned>(64, [](int i) { return t_bits(val(i + 500)); }), d);
    t_is("tf32 k8", d, 128, [](int p) { return (float)dot(p, 8); });
    int *s = t_dev<int>(128);
    s8_k32<<<1, 32>>>(t_dev<signed char>(512, [](int i) { return (signed char)val(i); }),
                      t_dev<signed char>(256, [](int i) { return (signed char)val(i + 500); }), s);
    t_is("s8 k32", s, 128, [](int p) { return dot(p, 32); });
    return t_end();
}
