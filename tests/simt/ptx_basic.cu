// ptx_basic.cu: inline PTX: special registers, integer and bit operations, loads and stores, predicates.
#include <cstdint>
#include "t.h"

__device__ unsigned laneid()
{
    unsigned r;
    asm("mov.u32 %0, %%laneid;" : "=r"(r));
    return r;
}
__global__ void registers(unsigned *o)
{
    unsigned a, b, c, d, e, f, g;
    asm("mov.u32 %0, %%lanemask_eq;" : "=r"(a));
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(b));
    asm("mov.u32 %0, %%lanemask_le;" : "=r"(c));
    asm("mov.u32 %0, %%lanemask_gt;" : "=r"(d));
    asm("mov.u32 %0, %%lanemask_ge;" : "=r"(e));
    asm volatile("mov.u32 %0, %%tid.x;" : "=r"(f));
    asm volatile("mov.u32 %0, %%ctaid.x;" : "=r"(g));
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = a + b * 3 + c * 5 + d * 7 + e * 11 + f * 13 + g * 17 + laneid();
}
__global__ void clocks(unsigned *o)
{
    unsigned smid, nsm;
    long long t0 = clock64(), t1, g;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(smid));
    asm volatile("mov.u32 %0, %%nsmid;" : "=r"(nsm));
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(g));
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(t1));
    o[threadIdx.x] = smid < nsm && t1 > t0 && g > 0;
}
__global__ void integers(unsigned *o, unsigned x, unsigned y)
{
    unsigned r[16], t = threadIdx.x;
    x += t * 0x01010101u;
    asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(r[0]) : "r"(x), "r"(y), "r"(t)); // majority
    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(r[1]) : "r"(x), "r"(y), "r"(0x6420));
    asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r[2]) : "r"(x));
    asm("bfe.s32 %0, %1, %2, %3;" : "=r"(r[3]) : "r"(x), "r"(24), "r"(8));
    asm("bfi.b32 %0, %1, %2, 8, 4;" : "=r"(r[4]) : "r"(t), "r"(x));
    asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(r[5]) : "r"(x), "r"(y), "r"(t));
    asm("popc.b32 %0, %1;" : "=r"(r[6]) : "r"(x));
    asm("clz.b32 %0, %1;" : "=r"(r[7]) : "r"(x >> t));
    asm("brev.b32 %0, %1;" : "=r"(r[8]) : "r"(x));
    asm("mul.hi.u32 %0, %1, %2;" : "=r"(r[9]) : "r"(x), "r"(y));
    asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(r[10]) : "r"(x), "r"(y), "r"(7));
    asm("add.u32 %0, %1, %2;\n\t"
        "xor.b32 %0, %0, %3;"
        : "=r"(r[11])
        : "r"(x), "r"(y), "r"(t));
    asm("{\n\t.reg .pred p;\n\tsetp.lt.u32 p, %1, %2;\n\tselp.b32 %0, %3, %4, p;\n\t}" : "=r"(r[12]) : "r"(t), "r"(16), "r"(x), "r"(y));
    asm("shl.b32 %0, %1, %2;" : "=r"(r[13]) : "r"(x), "r"(t + 16));  // clamps at 32, unlike C
    asm("min.s32 %0, %1, %2;" : "=r"(r[14]) : "r"(x), "r"(y));
    asm("{\n\t.reg .u64 q;\n\tmul.wide.u32 q, %1, %2;\n\tshr.u64 q, q, 16;\n\tcvt.u32.u64 %0, q;\n\t}" : "=r"(r[15]) : "r"(x), "r"(y));
    for (int k = 0; k < 16; k++)
        o[t * 16 + k] = r[k];
}
static unsigned rev(unsigned x)
{
    unsigned r = 0;
    for (int k = 0; k < 32; k++)
        r |= (x >> k & 1) << (31 - k);
    return r;
}
static unsigned integers_want(int j)
{
    unsigned t = j / 16, x = 0x8badf00du + t * 0x01010101u, y = 0x12345678u;
    switch (j % 16) {
    case 0: return (x & y) | (x & t) | (y & t);
    case 1: return (x & 255) | (x >> 16 & 255) << 8 | (y & 255) << 16 | (y >> 16 & 255) << 24;
    case 2: return x >> 4 & 255;
    case 3: return (unsigned)((int)x >> 24);
    case 4: return (x & ~0xf00u) | (t & 15) << 8;
    case 5: return (unsigned)(((unsigned long long)y << 32 | x) << t >> 32);
    case 6: return __builtin_popcount(x);
    case 7: return x >> t ? __builtin_clz(x >> t) : 32;
    case 8: return rev(x);
    case 9: return (unsigned)((unsigned long long)x * y >> 32);
    case 10: return x * y + 7;
    case 11: return (x + y) ^ t;
    case 12: return t < 16 ? x : y;
    case 13: return t + 16 < 32 ? x << (t + 16) : 0;
    case 14: return (int)x < (int)y ? x : y;
    default: return (unsigned)((unsigned long long)x * y >> 16);
    }
}
__global__ void floats(float *o, double *d)
{
    float r[8], x = 1.5f + threadIdx.x;
    asm("fma.rn.f32 %0, %1, %1, %2;" : "=f"(r[0]) : "f"(x), "f"(0.25f));
    asm("add.f32 %0, %1, %2;" : "=f"(r[1]) : "f"(x), "f"(2.0f));
    asm("mul.f32 %0, %1, 0f40000000;" : "=f"(r[2]) : "f"(x)); // 2.0
    asm("max.f32 %0, %1, %2;" : "=f"(r[3]) : "f"(x), "f"(9.0f));
    asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(*(int *)&r[4]) : "f"(x));
    asm("sqrt.rn.f32 %0, %1;" : "=f"(r[5]) : "f"(x));
    asm("mov.b32 %0, %1;" : "=r"(*(unsigned *)&r[6]) : "f"(x));
    asm("sub.rn.f32 %0, %1, %2;" : "=f"(r[7]) : "f"(x), "f"(0.5f));
    double e;
    asm("fma.rn.f64 %0, %1, %2, %3;" : "=d"(e) : "d"((double)x), "d"(3.0), "d"(-1.0));
    d[threadIdx.x] = e;
    for (int k = 0; k < 8; k++)
        o[threadIdx.x * 8 + k] = r[k];
}
__global__ void approximate(float *o)
{
    float r[6], x = 0.25f + threadIdx.x * 0.125f;
    asm("ex2.approx.f32 %0, %1;" : "=f"(r[0]) : "f"(x));
    asm("lg2.approx.f32 %0, %1;" : "=f"(r[1]) : "f"(x));
    asm("rcp.approx.f32 %0, %1;" : "=f"(r[2]) : "f"(x));
    asm("rsqrt.approx.f32 %0, %1;" : "=f"(r[3]) : "f"(x));
    asm("tanh.approx.f32 %0, %1;" : "=f"(r[4]) : "f"(x));
    asm("sin.approx.f32 %0, %1;" : "=f"(r[5]) : "f"(x));
    for (int k = 0; k < 6; k++)
        o[threadIdx.x * 6 + k] = r[k];
}
// expect memory g_ld_req == 3
// expect memory g_st_req == 4
__global__ void memory(const int *in, int *o)
{
    __shared__ __align__(16) int s[128];
    int t = threadIdx.x, a, b, c, d, e, f;
    asm volatile("ld.global.nc.s32 %0, [%1];" : "=r"(a) : "l"(in + t));
    asm volatile("ld.global.cg.u32 %0, [%1+128];" : "=r"(b) : "l"(in + t));
    asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(c), "=r"(d), "=r"(e), "=r"(f) : "l"(in + 4 * t));
    unsigned at = (unsigned)__cvta_generic_to_shared(&s[4 * t]);
    asm volatile("st.shared.v2.u32 [%0], {%1, %2};" ::"r"(at), "r"(a), "r"(b) : "memory");
    asm volatile("st.shared.u32 [%0+8], %1;" ::"r"(at), "r"(c + d) : "memory");
    uint64_t wide;
    asm("{ .reg .u64 p; cvta.to.shared.u64 p, %1; cvt.u32.u64 %0, p; }" : "=r"(at) : "l"(&s[4 * (31 - t)]));
    asm("cvta.to.global.u64 %0, %1;" : "=l"(wide) : "l"(o));
    __syncthreads();
    int x, y, z;
    asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "r"(at));
    asm volatile("ld.shared.u32 %0, [%1+8];" : "=r"(z) : "r"(at));
    asm volatile("st.global.cs.u32 [%0], %1;" ::"l"(wide + 4 * t), "r"(x) : "memory");
    asm volatile("st.global.wt.u32 [%0+128], %1;" ::"l"(o + t), "r"(y) : "memory");
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; @p st.global.u32 [%0+256], %1; }" ::"l"(o + t), "r"(z), "r"(t & 1) : "memory");
    o[96 + t] = e + f;
}
__global__ void warp(unsigned *o)
{
    unsigned t = threadIdx.x, a, b, c, m;
    asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 0x1f, 0xffffffff;" : "=r"(a) : "r"(t));
    asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %1, 4, 0, -1; @!p mov.u32 %0, 99; }" : "=r"(b) : "r"(t));
    asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 10; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(c) : "r"(t));
    asm volatile("activemask.b32 %0;" : "=r"(m));
    asm volatile("bar.warp.sync 0xffffffff;");
    o[t] = a + b * 100 + (c == 0x3ff) * 10000 + (m == 0xffffffff) * 100000;
}
__global__ void reds(int *o, float *f)
{
    int old;
    asm volatile("red.global.add.s32 [%0], %1;" ::"l"(o), "r"(2) : "memory");
    asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(o + 1), "r"(1) : "memory");
    asm volatile("red.global.add.f32 [%0], %1;" ::"l"(f), "f"(0.5f) : "memory");
    asm volatile("membar.gl;" ::: "memory");
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    o[2 + old] = 1;
}
__global__ void copies(const float4 *in, float4 *o, int n)
{
    __shared__ float4 s[64];
    int t = threadIdx.x;
    unsigned at = (unsigned)__cvta_generic_to_shared(&s[t]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(in + t));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;" ::"r"(at + 512), "l"(in + 32 + t), "r"(t < n ? 16 : 0));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    asm volatile("bar.sync 0;" ::: "memory");
    asm volatile("prefetch.global.L2 [%0];" ::"l"(in));
    asm volatile("nanosleep.u32 10;");
    o[t] = s[31 - t];
    o[32 + t] = s[63 - t];
}

int main()
{
    unsigned *u = t_dev<unsigned>(512);
    registers<<<2, 64>>>(u);
    t_is("registers", u, 128, [](int i) {
        unsigned l = i & 31, eq = 1u << l, lt = eq - 1, ge = ~lt;
        return eq + lt * 3 + (lt | eq) * 5 + (ge & ~eq) * 7 + ge * 11 + (i & 63) * 13 + i / 64 * 17 + l;
    });
    clocks<<<1, 32>>>(u);
    t_is("clocks", u, 32, [](int) { return 1u; });
    integers<<<1, 32>>>(u, 0x8badf00du, 0x12345678u);
    t_is("integers", u, 512, integers_want);
    float *f = t_dev<float>(256);
    double *d = t_dev<double>(32);
    floats<<<1, 32>>>(f, d);
    t_is("floats", f, 256, [](int j) {
        float x = 1.5f + j / 8;
        int k = (int)x;
        const float w[8] = { x * x + 0.25f, x + 2, x * 2, x > 9 ? x : 9, t_float(k), sqrtf(x), x, x - 0.5f };
        return w[j % 8];
    });
    t_is("double", d, 32, [](int i) { return (1.5 + i) * 3 - 1; });
    approximate<<<1, 32>>>(f);
    t_near("approximate", f, 192, 1e-3, 1e-6, [](int j) {
        double x = 0.25 + j / 6 * 0.125;
        const double w[6] = { exp2(x), log2(x), 1 / x, 1 / sqrt(x), tanh(x), sin(x) };
        return w[j % 6];
    });
    int *in = t_dev<int>(128, [](int i) { return i * 3; }), *o = t_dev<int>(128);
    memory<<<1, 32>>>(in, o);
    t_is("memory", o, 128, [](int i) {
        int t = i & 31, u = 31 - t;
        switch (i / 32) {
        case 0: return u * 3;
        case 1: return (u + 32) * 3;
        case 2: return t & 1 ? (8 * u + 1) * 3 : 0;
        default: return (8 * t + 5) * 3;
        }
    });
    warp<<<1, 32>>>(u);
    t_is("warp", u, 32, [](int i) { return (unsigned)((i ^ 1) + (i < 4 ? 99 : i - 4) * 100 + 110000); });
    int *r = t_dev<int>(40);
    float *g = t_dev<float>(1);
    reds<<<1, 32>>>(r, g);
    t_is("reductions", r, 34, [](int i) { return i == 0 ? 64 : i == 1 ? 32 : 1; });
    EQ(t_get(g), 16);
    float4 *q = t_dev<float4>(64, [](int i) { return make_float4(i, i, i, i + 1); }), *p = t_dev<float4>(64);
    copies<<<1, 32>>>(q, p, 20);
    t_is("cp.async", p, 64, [](int i) {
        int u = i < 32 ? 31 - i : 95 - i;
        return u - 32 >= 20 ? make_float4(0, 0, 0, 0) : make_float4(u, u, u, u + 1);
    });
    return t_end();
}
