// mem_vector.cu: vector types, wide and reinterpreted accesses, and the cache-hint loads and stores.
#include "t.h"

__global__ void reversed(const float4 *a, float4 *o)
{
    float4 v = a[threadIdx.x];
    o[threadIdx.x] = make_float4(v.w, v.z, v.y, v.x);
}
__global__ void reinterpreted(float *a)
{
    float4 v = reinterpret_cast<float4 *>(a)[threadIdx.x];
    float2 lo = make_float2(v.x + 1, v.y + 1), hi = { v.z + 2, v.w + 2 };
    reinterpret_cast<float2 *>(a)[2 * threadIdx.x] = lo;
    *(float2 *)(a + 4 * threadIdx.x + 2) = hi;
}
__global__ void small(const uchar4 *a, ushort2 *b, char3 *c, int *o)
{
    int t = threadIdx.x;
    uchar4 v = a[t];
    b[t] = make_ushort2(v.x + v.y, v.z * v.w);
    c[t] = make_char3(t, -t, 1);
    char3 r = c[t];
    o[t] = v.x + v.y * 2 + v.z * 3 + v.w * 4 + r.x + r.y + r.z + sizeof(char3) + sizeof(short3) + sizeof(float3);
}
__global__ void wide(double2 *a, longlong2 *b, int3 *c)
{
    int t = threadIdx.x;
    double2 v = a[t];
    a[t] = make_double2(v.y, v.x);
    b[t] = make_longlong2(1ll << 40, t);
    c[t] = make_int3(t, t + 1, t + 2);
}
struct __align__(16) quad {
    int a;
    float b;
    short c[4];
};
__global__ void structs(quad *q)
{
    quad v = q[threadIdx.x];
    v.a += v.c[3];
    v.b *= 2;
    q[threadIdx.x] = v;
}
__global__ void hints(const int *__restrict__ a, int *o)
{
    int t = threadIdx.x;
    int s = __ldg(a + t) + __ldca(a + t) + __ldcg(a + t) + __ldcs(a + t) + __ldlu(a + t) + __ldcv(a + t);
    __stwb(o + t, s);
    __stcg(o + 64 + t, s + 1);
    __stcs(o + 128 + t, s + 2);
    __stwt(o + 192 + t, s + 3);
}
__global__ void hints_wide(const float4 *a, float4 *o)
{
    float4 v = __ldg(a + threadIdx.x);
    __stcs(o + threadIdx.x, v);
    double2 d = __ldcs((const double2 *)a + threadIdx.x);
    __stcg((double2 *)o + 32 + threadIdx.x, d);
}
__global__ void local(int *o)
{
    // an array that is indexed at run time lies in local memory
    int a[32], t = threadIdx.x;
    for (int i = 0; i < 32; i++)
        a[i] = i * t;
    int s = 0;
    for (int i = 0; i < 32; i++)
        s += a[(i * 7 + t) & 31];
    o[t] = s + a[t];
}
__global__ void copied(char *o, const char *in)
{
    char line[24];
    memcpy(line, in + 24 * threadIdx.x, 24);
    memset(line + 20, 'z', 4);
    memcpy(o + 24 * threadIdx.x, line, sizeof line);
}

int main()
{
    float *f = t_dev<float>(256, [](int i) { return (float)i; });
    float *g = t_dev<float>(256);
    reversed<<<1, 32>>>((float4 *)f, (float4 *)g);
    t_is("float4", g, 128, [](int i) { return (float)(i / 4 * 4 + 3 - i % 4); });
    reinterpreted<<<1, 32>>>(f);
    t_is("reinterpreted", f, 128, [](int i) { return i + (i % 4 < 2 ? 1.0f : 2.0f); });
    uchar4 *u = t_dev<uchar4>(32, [](int i) { return make_uchar4(i, i + 1, i + 2, i + 3); });
    ushort2 *b = t_dev<ushort2>(32);
    char3 *c = t_dev<char3>(32);
    int *o = t_dev<int>(256);
    small<<<1, 32>>>(u, b, c, o);
    t_is("uchar4", o, 32, [](int i) { return 10 * i + 2 + 6 + 12 + 1 + 3 + 6 + 12; });
    t_is("ushort2", b, 32, [](int i) { return make_ushort2(2 * i + 1, (i + 2) * (i + 3)); });
    t_is("char3", c, 32, [](int i) { return make_char3(i, -i, 1); });
    double2 *d = t_dev<double2>(32, [](int i) { return make_double2(i, i + 0.5); });
    longlong2 *l = t_dev<longlong2>(32);
    int3 *i3 = t_dev<int3>(32);
    wide<<<1, 32>>>(d, l, i3);
    t_is("double2", d, 32, [](int i) { return make_double2(i + 0.5, i); });
    t_is("longlong2", l, 32, [](int i) { return make_longlong2(1ll << 40, i); });
    t_is("int3", i3, 32, [](int i) { return make_int3(i, i + 1, i + 2); });
    quad *q = t_dev<quad>(32, [](int i) { return quad{ i, i * 0.5f, { 1, 2, 3, (short)(i * 4) } }; });
    structs<<<1, 32>>>(q);
    t_is("struct", q, 32, [](int i) { return quad{ i * 5, (float)i, { 1, 2, 3, (short)(i * 4) } }; });
    int *in = t_dev<int>(64, [](int i) { return i * i; });
    hints<<<1, 64>>>(in, o);
    t_is("hints", o, 256, [](int i) { return 6 * (i & 63) * (i & 63) + i / 64; });
    float4 *w = t_dev<float4>(64, [](int i) { return make_float4(i, i, i, i + 0.5f); }), *x = t_dev<float4>(64);
    hints_wide<<<1, 32>>>(w, x);
    t_is("wide hints", x, 64, [](int i) { return make_float4(i & 31, i & 31, i & 31, (i & 31) + 0.5f); });
    local<<<1, 32>>>(o);
    t_is("local", o, 32, [](int i) { return 496 * i + i * i; });
    char *s = t_dev<char>(24 * 8, [](int i) { return (char)('a' + i % 25); }), *r = t_dev<char>(24 * 8);
    copied<<<1, 8>>>(r, s);
    t_is("memcpy", r, 24 * 8, [](int i) { return (char)(i % 24 < 20 ? 'a' + i % 25 : 'z'); });
    return t_end();
}
