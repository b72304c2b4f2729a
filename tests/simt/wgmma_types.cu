// wgmma_types.cu: wgmma.mma_async of every element type and accumulator, and of 256 columns.
// expect wide wgmma == 4
#include "wgmma.h"

/* Tiles by rows, one swizzle of 32 bytes a row. */
template <class T, int K> __device__ void tiles(const T *a, const T *b, unsigned char *sa, unsigned char *sb)
{
    for (int i = threadIdx.x; i < 64 * K; i += 128)
        *(T *)(sa + w_at(i / K, i % K, sizeof(T), 3, false, 16, 256)) = a[i];
    for (int i = threadIdx.x; i < 16 * K; i += 128)
        *(T *)(sb + w_at(i / K, i % K, sizeof(T), 3, false, 16, 256)) = b[i];
    w_proxy();
    __syncthreads();
}
__global__ void f16(const half *a, const half *b, float *d)
{
    __shared__ alignas(256) unsigned char sa[2048], sb[512];
    tiles<half, 16>(a, b, sa, sb);
    int t = threadIdx.x;
    float c[8] = {};
    w_fence();
    asm volatile("wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, 1, 1, 1, 0, 0;"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]), "+f"(c[4]), "+f"(c[5]), "+f"(c[6]), "+f"(c[7])
                 : "l"(w_desc(sa, 16, 256, 3)), "l"(w_desc(sb, 16, 256, 3)));
    w_commit();
    w_wait<0>();
    for (int i = 0; i < 8; i++)
        d[w_row(t, i) * 16 + w_col(t, i)] = c[i];
}
__global__ void f16_f16(const half *a, const half *b, half *d)
{
    __shared__ alignas(256) unsigned char sa[2048], sb[512];
    tiles<half, 16>(a, b, sa, sb);
    int t = threadIdx.x;
    unsigned c[4] = {};
    w_fence();
    asm volatile("wgmma.mma_async.sync.aligned.m64n16k16.f16.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
                 : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
                 : "l"(w_desc(sa, 16, 256, 3)), "l"(w_desc(sb, 16, 256, 3)));
    w_commit();
    w_wait<0>();
    for (int i = 0; i < 8; i++)
        d[w_row(t, i) * 16 + w_col(t, i)] = ((const half *)c)[i];
}
__global__ void tf32(const float *a, const float *b, float *d)
{
    __shared__ alignas(256) unsigned char sa[2048], sb[512];
    tiles<float, 8>(a, b, sa, sb);
    int t = threadIdx.x;
    float c[8] = {};
    w_fence();
    asm volatile("wgmma.mma_async.sync.aligned.m64n16k8.f32.tf32.tf32 {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, 1, 1, -1;"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]), "+f"(c[4]), "+f"(c[5]), "+f"(c[6]), "+f"(c[7])
                 : "l"(w_desc(sa, 16, 256, 3)), "l"(w_desc(sb, 16, 256, 3)));
    w_commit();
    w_wait<0>();
    for (int i = 0; i < 8; i++)
        d[w_row(t, i) * 16 + w_col(t, i)] = c[i];
}
__global__ void e4m3(const __nv_fp8_e4m3 *a, const __nv_fp8_e4m3 *b, float *d)
{
    __shared__ alignas(256) unsigned char sa[2048], sb[512];
    tiles<__nv_fp8_e4m3, 32>(a, b, sa, sb);
    int t = threadIdx.x;
    float c[8] = {};
    w_fence();
    asm volatile("wgmma.mma_async.sync.aligned.m64n16k32.f32.e4m3.e4m3 {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, 1, 1, 1;"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]), "+f"(c[4]), "+f"(c[5]), "+f"(c[6]), "+f"(c[7])
                 : "l"(w_desc(sa, 16, 256, 3)), "l"(w_desc(sb, 16, 256, 3)));
    w_commit();
    w_wait<0>();
    for (int i = 0; i < 8; i++)
        d[w_row(t, i) * 16 + w_col(t, i)] = c[i];
}
__global__ void e5m2(const __nv_fp8_e5m2 *a, const __nv_fp8_e5m2 *b, float *d)
{
    __shared__ alignas(256) unsigned char sa[2048], sb[512];
    tiles<__nv_fp8_e5m2, 32>(a, b, sa, sb);
    int t = threadIdx.x;
    float c[8] = {};
    w_fence();
    asm volatile("wgmma.mma_async.sync.aligned.m64n16k32.f32.e5m2.e5m2 {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, 1, 1, 1;"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]), "+f"(c[4]), "+f"(c[5]), "+f"(c[6]), "+f"(c[7])
                 : "l"(w_desc(sa, 16, 256, 3)), "l"(w_desc(sb, 16, 256, 3)));
    w_commit();
    w_wait<0>();
    for (int i = 0; i < 8; i++)
        d[w_row(t, i) * 16 + w_col(t, i)] = c[i];
}
__global__ void e4m3_f16(const __nv_fp8_e4m3 *a, const __nv_fp8_e4m3 *b, half *d)
{
    __shared__ alignas(256) unsigned char sa[2048], sb[512];
    tiles<__nv_fp8_e4m3, 32>(a, b, sa, sb);
    int t = threadIdx.x;
    unsigned c[4] = {};
    w_fence();
    asm volatile("wgmma.mma_async.sync.aligned.m64n16k32.f16.e4m3.e4m3 {%0, %1, %2, %3}, %4, %5, 1, 1, 1;"
                 : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
                 : "l"(w_desc(sa, 16, 256, 3)), "l"(w_desc(sb, 16, 256, 3)));
    w_commit();
    w_wait<0>();
    for (int i = 0; i < 8; i++)
        d[w_row(t, i) * 16 + w_col(t, i)] = ((const half *)c)[i];
}
__global__ void s8(const signed char *a, const signed char *b, int *d)
{
    __shared__ alignas(256) unsigned char sa[2048], sb[512];
    tiles<signed char, 32>(a, b, sa, sb);
    int t = threadIdx.x;
    int c[8] = {};
    w_fence();
    asm volatile("wgmma.mma_async.sync.aligned.m64n16k32.s32.s8.s8 {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, 1;"
                 : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3]), "+r"(c[4]), "+r"(c[5]), "+r"(c[6]), "+r"(c[7])
                 : "l"(w_desc(sa, 16, 256, 3)), "l"(w_desc(sb, 16, 256, 3)));
    w_commit();
    w_wait<0>();
    for (int i = 0; i < 8; i++)
        d[w_row(t, i) * 16 + w_col(t, i)] = c[i];
}
__global__ void u8(const unsigned char *a, const unsigned char *b, int *d)
{
    __shared__ alignas(256) unsigned char sa[2048], sb[512];
    tiles<unsigned char, 32>(a, b, sa, sb);
    int t = threadIdx.x;
    int c[8] = {};
    w_fence();
    asm volatile("wgmma.mma_async.sync.aligned.m64n16k32.satfinite.s32.u8.u8 {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, 1;"
                 : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3]), "+r"(c[4]), "+r"(c[5]), "+r"(c[6]), "+r"(c[7])
                 : "l"(w_desc(sa, 16, 256, 3)), "l"(w_desc(sb, 16, 256, 3)));
    w_commit();
    w_wait<0>();
    for (int i = 0; i < 8; i++)
        d[w_row(t, i) * 16 + w_col(t, i)] = c[i];
}

__global__ void wide(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *d)
{
    __shared__ alignas(1024) unsigned char sa[2048], sb[8192];
    int t = threadIdx.x;
    for (int i = t; i < 64 * 16; i += 128)
        *(__nv_bfloat16 *)(sa + w_at(i / 16, i % 16, 2, 0, false, 1024, 128)) = a[i];
    for (int i = t; i < 256 * 16; i += 128)
        *(__nv_bfloat16 *)(sb + w_at(i / 16, i % 16, 2, 0, false, 4096, 128)) = b[i];
    w_proxy();
    __syncthreads();
    float c[128];
    w_fence();
    asm volatile("wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {"
                 "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %"
                 "21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %4"
                 "0, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59"
                 ", %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78,"
                 " %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, "
                 "%98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, %112, %113, %1"
                 "14, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127"
                 "}, %128, %129, 0, 1, 1, 0, 0;"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]), "+f"(c[4]), "+f"(c[5]), "+f"(c[6]), "+f"(c[7]),
                   "+f"(c[8]), "+f"(c[9]), "+f"(c[10]), "+f"(c[11]), "+f"(c[12]), "+f"(c[13]), "+f"(c[14]), "+f"(c[15]),
                   "+f"(c[16]), "+f"(c[17]), "+f"(c[18]), "+f"(c[19]), "+f"(c[20]), "+f"(c[21]), "+f"(c[22]), "+f"(c[23]),
                   "+f"(c[24]), "+f"(c[25]), "+f"(c[26]), "+f"(c[27]), "+f"(c[28]), "+f"(c[29]), "+f"(c[30]), "+f"(c[31]),
                   "+f"(c[32]), "+f"(c[33]), "+f"(c[34]), "+f"(c[35]), "+f"(c[36]), "+f"(c[37]), "+f"(c[38]), "+f"(c[39]),
                   "+f"(c[40]), "+f"(c[41]), "+f"(c[42]), "+f"(c[43]), "+f"(c[44]), "+f"(c[45]), "+f"(c[46]), "+f"(c[47]),
                   "+f"(c[48]), "+f"(c[49]), "+f"(c[50]), "+f"(c[51]), "+f"(c[52]), "+f"(c[53]), "+f"(c[54]), "+f"(c[55]),
                   "+f"(c[56]), "+f"(c[57]), "+f"(c[58]), "+f"(c[59]), "+f"(c[60]), "+f"(c[61]), "+f"(c[62]), "+f"(c[63]),
                   "+f"(c[64]), "+f"(c[65]), "+f"(c[66]), "+f"(c[67]), "+f"(c[68]), "+f"(c[69]), "+f"(c[70]), "+f"(c[71]),
                   "+f"(c[72]), "+f"(c[73]), "+f"(c[74]), "+f"(c[75]), "+f"(c[76]), "+f"(c[77]), "+f"(c[78]), "+f"(c[79]),
                   "+f"(c[80]), "+f"(c[81]), "+f"(c[82]), "+f"(c[83]), "+f"(c[84]), "+f"(c[85]), "+f"(c[86]), "+f"(c[87]),
                   "+f"(c[88]), "+f"(c[89]), "+f"(c[90]), "+f"(c[91]), "+f"(c[92]), "+f"(c[93]), "+f"(c[94]), "+f"(c[95]),
                   "+f"(c[96]), "+f"(c[97]), "+f"(c[98]), "+f"(c[99]), "+f"(c[100]), "+f"(c[101]), "+f"(c[102]), "+f"(c[103]),
                   "+f"(c[104]), "+f"(c[105]), "+f"(c[106]), "+f"(c[107]), "+f"(c[108]), "+f"(c[109]), "+f"(c[110]), "+f"(c[111]),
                   "+f"(c[112]), "+f"(c[113]), "+f"(c[114]), "+f"(c[115]), "+f"(c[116]), "+f"(c[117]), "+f"(c[118]), "+f"(c[119]),
                   "+f"(c[120]), "+f"(c[121]), "+f"(c[122]), "+f"(c[123]), "+f"(c[124]), "+f"(c[125]), "+f"(c[126]), "+f"(c[127])
                 : "l"(w_desc(sa, 1024, 128, 0)), "l"(w_desc(sb, 4096, 128, 0)));
    w_commit();
    w_wait<0>();
    for (int i = 0; i < 128; i++)
        d[w_row(t, i) * 256 + w_col(t, i)] = c[i];
}

static int val(int i) { return (i * 5 + i / 7) % 7 - 3; }
static int dot(int row, int col, int k, int least = -9)
{
    int s = 0;
    for (int i = 0; i < k; i++) {
        int x = val(row * k + i), y = val(col * k + i + 500);
        s += (x < least ? -x : x) * (y < least ? -y : y);
    }
    return s;
}
template <class T> T *put(int n, int from, int least = -9)
{
    return t_dev<T>(n, [=](int i) { int v = val(i + from); return (T)(float)(v < least ? -v : v); });
}

int main()
{
    float *d = t_dev<float>(64 * 256);
    half *h = t_dev<half>(64 * 16);
    int *s = t_dev<int>(64 * 16);
    f16<<<1, 128>>>(put<half>(1024, 0), put<half>(256, 500), d);
    t_is("f16", d, 1024, [](int i) { return (float)dot(i / 16, i % 16, 16); });
    f16_f16<<<1, 128>>>(put<half>(1024, 0), put<half>(256, 500), h);
    t_is("f16 to f16", h, 1024, [](int i) { return __float2half(dot(i / 16, i % 16, 16)); });
    tf32<<<1, 128>>>(put<float>(512, 0), put<float>(128, 500), d);
    t_is("tf32", d, 1024, [](int i) { return (float)-dot(i / 16, i % 16, 8); });
    e4m3<<<1, 128>>>(put<__nv_fp8_e4m3>(2048, 0), put<__nv_fp8_e4m3>(512, 500), d);
    t_is("e4m3", d, 1024, [](int i) { return (float)dot(i / 16, i % 16, 32); });
    e5m2<<<1, 128>>>(put<__nv_fp8_e5m2>(2048, 0), put<__nv_fp8_e5m2>(512, 500), d);
    t_is("e5m2", d, 1024, [](int i) { return (float)dot(i / 16, i % 16, 32); });
    e4m3_f16<<<1, 128>>>(put<__nv_fp8_e4m3>(2048, 0), put<__nv_fp8_e4m3>(512, 500), h);
    t_is("e4m3 to f16", h, 1024, [](int i) { return __float2half(dot(i / 16, i % 16, 32)); });
    s8<<<1, 128>>>(put<signed char>(2048, 0), put<signed char>(512, 500), s);
    t_is("s8", s, 1024, [](int i) { return dot(i / 16, i % 16, 32); });
    u8<<<1, 128>>>(put<unsigned char>(2048, 0, 0), put<unsigned char>(512, 500, 0), s);
    t_is("u8", s, 1024, [](int i) { return dot(i / 16, i % 16, 32, 0); });
    wide<<<1, 128>>>(put<__nv_bfloat16>(1024, 0), put<__nv_bfloat16>(4096, 500), d);
    t_is("256 columns", d, 64 * 256, [](int i) { return (float)dot(i / 256, i % 256, 16); });
    return t_end();
}
