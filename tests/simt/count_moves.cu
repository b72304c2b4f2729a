// count_moves.cu: into how many instructions an access to a struct is made, and what nvcc makes of it: each kernel is
// one warp without branches, so its requests are its instructions. `moves` has nvcc's LDG STG LDS STS, which
// tests/simt/sass compares with nvcc's own (13.0, sm_90a), and after `here` the emulator's where it counts otherwise.
#include <cuda_fp16.h>

#include "t.h"

// moves back 1 1 0 0
// moves back_member 1 1 0 0
// moves copy_best 2 2 0 0
// moves copy_both 1 1 0 0
// moves copy_c16 16 16 0 0 here 4 4 0 0
// moves copy_c4 4 4 0 0 here 1 1 0 0
// moves copy_c4a4 1 1 0 0
// moves copy_d2 2 2 0 0
// moves copy_d2a16 1 1 0 0
// moves copy_d3 3 3 0 0 here 6 6 0 0
// moves copy_double2 1 1 0 0
// moves copy_f2 2 2 0 0
// moves copy_f2a8 1 1 0 0
// moves copy_f2x2 2 2 0 0
// moves copy_f3 3 3 0 0
// moves copy_f3a16 1 1 0 0
// moves copy_f3a8 2 2 0 0
// moves copy_f4 4 4 0 0
// moves copy_f4a16 1 1 0 0
// moves copy_f4a8 2 2 0 0
// moves copy_f4end 1 1 0 0
// moves copy_f4in 1 1 0 0
// moves copy_f4mem 1 1 0 0
// moves copy_f8a16 2 2 0 0
// moves copy_f8a32 2 2 0 0
// moves copy_float2 1 1 0 0
// moves copy_float3 3 3 0 0
// moves copy_float4 1 1 0 0
// moves copy_h8 8 8 0 0 here 4 4 0 0
// moves copy_h8a16 1 1 0 0
// moves copy_half2 1 1 0 0
// moves copy_ic 2 2 0 0
// moves copy_idb 2 2 0 0
// moves copy_int3 3 3 0 0
// moves copy_longlong2 1 1 0 0
// moves copy_many4 1 1 0 0
// moves copy_mixed 1 1 0 0
// moves copy_pf 2 2 0 0
// moves copy_s2 2 2 0 0 here 1 1 0 0
// moves copy_short2 1 1 0 0
// moves copy_short4 1 1 0 0
// moves copy_slot 1 1 0 0
// moves copy_u64x2 2 2 0 0
// moves copy_uchar3 3 3 0 0
// moves copy_uchar4 1 1 0 0
// moves pass_auto 1 1 0 0
// moves pass_best 2 1 0 0 here 1 1 0 0
// moves pass_braces 1 1 0 0
// moves pass_choice 1 1 0 0
// moves pass_d2 2 1 0 0 here 1 1 0 0
// moves pass_d3 3 1 0 0 here 6 1 0 0
// moves pass_double2 1 1 0 0
// moves pass_f2x2 2 1 0 0 here 1 1 0 0
// moves pass_f3 3 1 0 0
// moves pass_f4a16 1 1 0 0
// moves pass_float2 1 1 0 0
// moves pass_float3 3 1 0 0
// moves pass_float4 1 1 0 0
// moves pass_half2 1 1 0 0
// moves pass_lambda 1 1 0 0
// moves pass_member 1 1 0 0
// moves pass_pointer 1 1 0 0
// moves pass_returned 1 1 0 0
// moves pass_shared 1 1 1 1
// moves pass_slot 1 1 0 0
// moves pass_two 2 1 0 0
// moves pass_uchar4 1 1 0 0
// moves pass_uint4 1 1 0 0
// moves put_braces 0 1 0 0
// moves put_d2 0 2 0 0
// moves put_f2x2 0 2 0 0 here 0 1 0 0
// moves put_float4 0 1 0 0
// moves put_half 0 1 0 0
// moves put_local 0 1 0 0
// moves put_members 0 1 0 0 here 0 4 0 0
// moves put_returned 0 2 0 0
// moves put_returned3 0 6 0 0
// moves put_slot 0 1 0 0
// moves put_temporary 0 1 0 0
// moves read_all 1 1 0 0 here 4 1 0 0
// moves read_float4_xy 1 1 0 0 here 2 1 0 0
// moves read_x 1 1 0 0
// moves read_xy 1 1 0 0 here 2 1 0 0
// moves shared_16 1 1 1 1
// moves shared_4 4 1 1 1
// moves shared_slot 1 1 1 1
// moves use_best 2 1 0 0 here 1 1 0 0
// moves use_both 1 1 0 0
// moves use_c4a4 1 1 0 0
// moves use_d2 2 1 0 0
// moves use_d2a16 1 1 0 0
// moves use_double2 1 1 0 0
// moves use_f2 2 1 0 0
// moves use_f2a8 1 1 0 0
// moves use_f2x2 2 1 0 0 here 1 1 0 0
// moves use_f3a16 1 1 0 0
// moves use_f3a8 2 1 0 0 here 1 1 0 0
// moves use_f4 4 1 0 0
// moves use_f4a16 1 1 0 0
// moves use_f4a8 2 1 0 0 here 1 1 0 0
// moves use_f4end 1 1 0 0
// moves use_f4mem 1 1 0 0
// moves use_f8a16 2 1 0 0
// moves use_float4 1 1 0 0
// moves use_float4_xyz 1 1 0 0
// moves use_float4_y 1 1 0 0
// moves use_float4_yz 2 1 0 0 here 1 1 0 0
// moves use_idb 2 1 0 0
// moves use_many4 1 1 0 0
// moves use_mixed 2 1 0 0 here 1 1 0 0
// moves use_slot 1 1 0 0
// moves use_sums 1 1 0 0
// moves use_x 1 1 0 0
// moves use_xy 1 1 0 0
// moves use_xyz 1 1 0 0
// moves use_xz 2 1 0 0 here 1 1 0 0
// moves use_y 1 1 0 0
// moves use_yz 2 1 0 0 here 1 1 0 0
// moves use_zw 1 1 0 0
struct d2 { double x, y; };
struct d3 { double x, y, z; };
struct u64x2 { unsigned long long a, b; };
struct f2 { float x, y; };
struct f3 { float x, y, z; };
struct f4 { float x, y, z, w; };
struct f2x2 { float2 a, b; };
struct f4in { float4 v; };
struct c4 { unsigned char x, y, z, w; };
struct c16 { unsigned char x[16]; };
struct s2 { short x, y; };
struct h8 { half x[8]; };
struct ic { int a; char b; };
struct idb { int a; double b; };
struct pf { const float *p; int n; };
struct __align__(4) c4a4 { unsigned char x, y, z, w; };
struct __align__(8) f2a8 { float x, y; };
struct __align__(8) f3a8 { float x, y, z; };
struct __align__(8) f4a8 { float x, y, z, w; };
struct __align__(16) f3a16 { float x, y, z; };
struct __align__(16) f4a16 { float x, y, z, w; };
struct alignas(16) h8a16 { half x[8]; };
struct alignas(16) d2a16 { double x, y; };
struct alignas(16) mixed { float x; int k; double d; };
struct __attribute__((aligned(16))) f8a16 { float x[8]; };
struct alignas(32) f8a32 { float x[8]; };
struct f4end { float x, y, z, w; } __attribute__((aligned(16)));
struct f4mem { alignas(16) float x[4]; };
struct best { f2a8 at; f2a8 of; };
template <class T, int N> struct __align__(sizeof(T) * N) many { T v[N]; };
typedef many<float, 4> many4;
typedef struct __align__(8) { unsigned key, value; } slot;
union __align__(8) both { unsigned half[2]; unsigned long long all; };
struct __align__(16) sums {
    float x, y, z, w;
    __host__ __device__ sums operator+(const sums &o) const { return { x + o.x, y + o.y, z + o.z, w + o.w }; }
};

// a copy from memory to memory
#define COPY(T) \
    __global__ void copy_##T(const T *a, T *o) { o[threadIdx.x] = a[threadIdx.x]; }
COPY(d2) COPY(d3) COPY(u64x2) COPY(f2) COPY(f3) COPY(f4) COPY(f2x2) COPY(f4in) COPY(c4) COPY(c16) COPY(s2) COPY(h8)
COPY(ic) COPY(idb) COPY(pf) COPY(c4a4) COPY(f2a8) COPY(f3a8) COPY(f4a8) COPY(f3a16) COPY(f4a16) COPY(h8a16)
COPY(d2a16) COPY(mixed) COPY(f8a16) COPY(f8a32) COPY(f4end) COPY(f4mem) COPY(best) COPY(many4) COPY(slot) COPY(both)
COPY(float2) COPY(float3) COPY(float4) COPY(double2) COPY(longlong2) COPY(uchar3) COPY(uchar4) COPY(short2)
COPY(short4) COPY(int3) COPY(half2)

// a copy in a local variable, of which all is used, or some
#define USE(name, T, value) \
    __global__ void use_##name(const T *a, float *o) \
    { \
        T v = a[threadIdx.x]; \
        o[threadIdx.x] = (float)(value); \
    }
#define SUM4 v.x + v.y + v.z + v.w
USE(d2, d2, v.x + v.y)
USE(f2, f2, v.x + v.y)
USE(f4, f4, SUM4)
USE(f2x2, f2x2, v.a.x + v.a.y + v.b.x + v.b.y)
USE(idb, idb, v.a + v.b)
USE(c4a4, c4a4, SUM4)
USE(f2a8, f2a8, v.x + v.y)
USE(f3a8, f3a8, v.x + v.y + v.z)
USE(f4a8, f4a8, SUM4)
USE(f3a16, f3a16, v.x + v.y + v.z)
USE(f4a16, f4a16, SUM4)
USE(d2a16, d2a16, v.x + v.y)
USE(mixed, mixed, v.x + v.k + v.d)
USE(f8a16, f8a16, v.x[0] + v.x[1] + v.x[2] + v.x[3] + v.x[4] + v.x[5] + v.x[6] + v.x[7])
USE(f4end, f4end, SUM4)
USE(f4mem, f4mem, v.x[0] + v.x[1] + v.x[2] + v.x[3])
USE(best, best, v.at.x + v.at.y + v.of.x + v.of.y)
USE(many4, many4, v.v[0] + v.v[1] + v.v[2] + v.v[3])
USE(slot, slot, v.key + v.value)
USE(both, both, v.half[0] + v.half[1])
USE(sums, sums, (v + v).x + v.y + v.z + v.w)
USE(float4, float4, SUM4)
USE(double2, double2, v.x + v.y)
USE(x, f4a16, v.x)
USE(y, f4a16, v.y)
USE(xy, f4a16, v.x + v.y)
USE(xz, f4a16, v.x + v.z)
USE(yz, f4a16, v.y + v.z)
USE(zw, f4a16, v.z + v.w)
USE(xyz, f4a16, v.x + v.y + v.z)
USE(float4_y, float4, v.y)
USE(float4_yz, float4, v.y + v.z)
USE(float4_xyz, float4, v.x + v.y + v.z)

// members, without a copy
#define READ(name, T, value) \
    __global__ void read_##name(const T *a, float *o) \
    { \
        const T &v = a[threadIdx.x]; \
        o[threadIdx.x] = value; \
    }
READ(x, f4a16, v.x)
READ(xy, f4a16, v.x + v.y)
READ(all, f4a16, SUM4)
READ(float4_xy, float4, v.x + v.y)

// by value into a function that stays one, straight from memory: nothing but -fno-elide-constructors makes gcc tell
// expect pass_float4 g_ld_sec == 16
// expect pass_uint4 g_ld_sec == 16
// expect pass_half2 g_ld_sec == 4
// expect pass_two g_ld_sec == 32
#define PASS(name, T, value) \
    __device__ __noinline__ float taken_##name(float s, T v) { return s + (float)(value); } \
    __global__ void pass_##name(const T *a, float *o) { o[threadIdx.x] = taken_##name(0, a[threadIdx.x]); }
PASS(uint4, uint4, SUM4)
PASS(float4, float4, SUM4)
PASS(float3, float3, v.x + v.y + v.z)
PASS(float2, float2, v.x + v.y)
PASS(double2, double2, v.x + v.y)
PASS(uchar4, uchar4, SUM4)
PASS(half2, half2, __half2float(v.x) + __half2float(v.y))
PASS(f4a16, f4a16, SUM4)
PASS(f3, f3, v.x + v.y + v.z)
PASS(f2x2, f2x2, v.a.x + v.a.y + v.b.x + v.b.y)
PASS(slot, slot, v.key + v.value)
PASS(best, best, v.at.x + v.at.y + v.of.x + v.of.y)
PASS(d2, d2, v.x + v.y)
PASS(d3, d3, v.x + v.y + v.z)
__device__ __noinline__ float4 handed(const float4 *a, int k) { return a[k]; }
__global__ void pass_returned(const float4 *a, float *o) { o[threadIdx.x] = taken_float4(0, handed(a, threadIdx.x)); }
__global__ void pass_pointer(const float4 *a, float *o)
{
    const float4 *p = a + threadIdx.x;
    o[threadIdx.x] = taken_float4(0, *p);
}
__global__ void pass_member(const best *a, float *o) { o[threadIdx.x] = taken_slot(0, *(const slot *)&a[threadIdx.x].of); }
__global__ void pass_auto(const float4 *a, float *o)
{
    auto v = a[threadIdx.x];
    o[threadIdx.x] = taken_float4(0, v);
}
__global__ void pass_braces(const float4 *a, float *o)
{
    float4 v{ a[threadIdx.x] };
    o[threadIdx.x] = taken_float4(0, v);
}
__global__ void pass_lambda(const float4 *a, float *o)
{
    auto f = [](float4 v) { return taken_float4(0, v); };
    o[threadIdx.x] = f(a[threadIdx.x]);
}
__global__ void pass_choice(const float4 *a, float *o, int k)
{
    o[threadIdx.x] = taken_float4(0, k ? a[threadIdx.x] : make_float4(1, 1, 1, 1));
}
__global__ void pass_two(const float4 *a, float *o)
{
    o[threadIdx.x] = taken_float4(0, a[threadIdx.x]) + taken_float4(0, a[threadIdx.x + 32]);
}
__global__ void pass_shared(const float4 *a, float *o)
{
    __shared__ float4 s[32];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    o[threadIdx.x] = taken_float4(0, s[threadIdx.x ^ 5]);
}

// stores: a local variable, a temporary, what a function returns, members
__device__ f4a16 returned(float x) { return { x, x, x, x }; }
__device__ f3 returned3(float x) { return { x, x + 1, x * x }; }
__global__ void put_local(f4a16 *o)
{
    f4a16 v;
    v.x = v.y = v.z = v.w = threadIdx.x;
    o[threadIdx.x] = v;
}
__global__ void put_temporary(f4a16 *o) { o[threadIdx.x] = f4a16{ 1, 2, 3, (float)threadIdx.x }; }
__global__ void put_braces(f4a16 *o) { o[threadIdx.x] = { 1, 2, 3, (float)threadIdx.x }; }
__global__ void put_slot(slot *o) { o[threadIdx.x] = slot{ 1, threadIdx.x }; }
__global__ void put_returned(f4a16 *o)
{
    o[threadIdx.x] = returned(threadIdx.x);
    o[threadIdx.x + 32] = returned(3);
}
__global__ void put_returned3(f3 *o)
{
    o[threadIdx.x] = returned3(threadIdx.x);
    o[threadIdx.x + 32] = returned3(3);
}
__device__ __noinline__ half returned_half(int i) { return __int2half_rn(i); }
__global__ void put_half(half *o) { o[threadIdx.x] = returned_half(threadIdx.x); }
__global__ void put_members(f4a16 *o)
{
    f4a16 &v = o[threadIdx.x];
    v.x = v.y = v.z = v.w = threadIdx.x;
}
__global__ void put_float4(float4 *o, float x) { o[threadIdx.x] = make_float4(x, x, x, x); }
__global__ void put_d2(d2 *o, double x)
{
    d2 v = { x, x };
    o[threadIdx.x] = v;
}
__global__ void put_f2x2(f2x2 *o, float x)
{
    f2x2 v;
    v.a = v.b = make_float2(x, x);
    o[threadIdx.x] = v;
}

// there and back, one member changed
__global__ void back(f4a16 *o)
{
    f4a16 v = o[threadIdx.x];
    v.x += 1;
    o[threadIdx.x] = v;
}
__global__ void back_member(f4a16 *o) { o[threadIdx.x].y += 1; }

// through shared memory
__global__ void shared_16(const f4a16 *a, float *o)
{
    __shared__ f4a16 s[32];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    f4a16 v = s[threadIdx.x ^ 5];
    o[threadIdx.x] = SUM4;
}
__global__ void shared_slot(const slot *a, unsigned *o)
{
    __shared__ slot s[32];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    slot v = s[threadIdx.x ^ 5];
    o[threadIdx.x] = v.key ^ v.value;
}
__global__ void shared_4(const f4 *a, float *o)
{
    __shared__ f4 s[32];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    f4 v = s[threadIdx.x ^ 5];
    o[threadIdx.x] = SUM4;
}

static float *a, *o, host[32 * 8];

// bytes: without padding, which nvcc need not copy
#define RUN_BYTES(T, bytes) \
    copy_##T<<<1, 32>>>((const T *)a, (T *)o); \
    t_is(#T, (unsigned char *)o, bytes, [](int i) { return ((unsigned char *)host)[i]; });
#define RUN(T) RUN_BYTES(T, 32 * sizeof(T))
#define RUN_PADDED(T) RUN_BYTES(T, 4)
#define RUN_USE(name, T, value) \
    use_##name<<<1, 32>>>((const T *)a, o); \
    t_is(#name, o, 32, [](int i) { \
        T v = ((T *)host)[i]; \
        return (float)(value); \
    });
#define RUN_PASS(name, T, value) \
    pass_##name<<<1, 32>>>((const T *)a, o); \
    t_is("pass " #name, o, 32, [](int i) { \
        T v = ((T *)host)[i]; \
        return 0 + (float)(value); \
    });

int main()
{
    auto value = [](int i) { return i + 0.5f; };
    a = t_dev<float>(512, value);
    o = t_dev<float>(512);
    for (int i = 0; i < 32 * 8; i++)
        host[i] = value(i);
    RUN(d2) RUN(d3) RUN(u64x2) RUN(f2) RUN(f3) RUN(f4) RUN(f2x2) RUN(f4in) RUN(c4) RUN(c16) RUN(s2) RUN(h8)
    RUN_PADDED(ic) RUN_PADDED(idb) RUN_PADDED(pf) RUN(c4a4) RUN(f2a8) RUN_PADDED(f3a8) RUN(f4a8) RUN_PADDED(f3a16)
    RUN(f4a16) RUN(h8a16) RUN(d2a16) RUN(mixed) RUN(f8a16) RUN(f8a32) RUN(f4end) RUN(f4mem) RUN(best) RUN(many4)
    RUN(slot) RUN(both) RUN(float2) RUN(float3) RUN(float4) RUN(double2) RUN(longlong2) RUN(uchar3) RUN(uchar4)
    RUN(short2) RUN(short4) RUN(int3) RUN(half2)
    RUN_USE(d2, d2, v.x + v.y)
    RUN_USE(f2, f2, v.x + v.y)
    RUN_USE(f4, f4, SUM4)
    RUN_USE(f2x2, f2x2, v.a.x + v.a.y + v.b.x + v.b.y)
    RUN_USE(idb, idb, v.a + v.b)
    RUN_USE(c4a4, c4a4, SUM4)
    RUN_USE(f2a8, f2a8, v.x + v.y)
    RUN_USE(f3a8, f3a8, v.x + v.y + v.z)
    RUN_USE(f4a8, f4a8, SUM4)
    RUN_USE(f3a16, f3a16, v.x + v.y + v.z)
    RUN_USE(f4a16, f4a16, SUM4)
    RUN_USE(d2a16, d2a16, v.x + v.y)
    RUN_USE(mixed, mixed, v.x + v.k + v.d)
    RUN_USE(f8a16, f8a16, v.x[0] + v.x[1] + v.x[2] + v.x[3] + v.x[4] + v.x[5] + v.x[6] + v.x[7])
    RUN_USE(f4end, f4end, SUM4)
    RUN_USE(f4mem, f4mem, v.x[0] + v.x[1] + v.x[2] + v.x[3])
    RUN_USE(best, best, v.at.x + v.at.y + v.of.x + v.of.y)
    RUN_USE(many4, many4, v.v[0] + v.v[1] + v.v[2] + v.v[3])
    RUN_USE(slot, slot, v.key + v.value)
    RUN_USE(both, both, v.half[0] + v.half[1])
    RUN_USE(sums, sums, (v + v).x + v.y + v.z + v.w)
    RUN_USE(float4, float4, SUM4)
    RUN_USE(double2, double2, v.x + v.y)
    RUN_USE(x, f4a16, v.x)
    RUN_USE(y, f4a16, v.y)
    RUN_USE(xy, f4a16, v.x + v.y)
    RUN_USE(xz, f4a16, v.x + v.z)
    RUN_USE(yz, f4a16, v.y + v.z)
    RUN_USE(zw, f4a16, v.z + v.w)
    RUN_USE(xyz, f4a16, v.x + v.y + v.z)
    RUN_USE(float4_y, float4, v.y)
    RUN_USE(float4_yz, float4, v.y + v.z)
    RUN_USE(float4_xyz, float4, v.x + v.y + v.z)
    read_x<<<1, 32>>>((f4a16 *)a, o);
    read_xy<<<1, 32>>>((f4a16 *)a, o);
    read_all<<<1, 32>>>((f4a16 *)a, o);
    t_is("read", o, 32, [](int i) { return 16.0f * i + 8; });
    read_float4_xy<<<1, 32>>>((float4 *)a, o);
    put_local<<<1, 32>>>((f4a16 *)o);
    t_is("put", o, 128, [](int i) { return (float)(i / 4); });
    put_temporary<<<1, 32>>>((f4a16 *)o);
    put_braces<<<1, 32>>>((f4a16 *)o);
    t_is("put braces", o, 128, [](int i) { return i % 4 < 3 ? i % 4 + 1.0f : (float)(i / 4); });
    put_slot<<<1, 32>>>((slot *)o);
    t_is("put slot", (unsigned *)o, 64, [](int i) { return i % 2 ? i / 2 : 1u; });
    put_returned<<<1, 32>>>((f4a16 *)o);
    t_is("put returned", o, 256, [](int i) { return i < 128 ? (float)(i / 4) : 3.0f; });
    put_returned3<<<1, 32>>>((f3 *)o);
    t_is("put returned3", o, 192, [](int i) { 
        float x = i < 96 ? i / 3 : 3;
        return i % 3 == 0 ? x : i % 3 == 1 ? x + 1 : x * x;
    });
    put_half<<<1, 32>>>((half *)o);
    t_is("put half", (half *)o, 32, [](int i) { return __int2half_rn(i); });
    put_members<<<1, 32>>>((f4a16 *)o);
    put_float4<<<1, 32>>>((float4 *)o, 1);
    put_d2<<<1, 32>>>((d2 *)o, 1);
    put_f2x2<<<1, 32>>>((f2x2 *)o, 1);
    t_is("put f2x2", o, 128, [](int) { return 1.0f; });
    back<<<1, 32>>>((f4a16 *)o);
    back_member<<<1, 32>>>((f4a16 *)o);
    t_is("back", o, 128, [](int i) { return i % 4 < 2 ? 2.0f : 1.0f; });
    shared_16<<<1, 32>>>((f4a16 *)a, o);
    t_is("shared_16", o, 32, [](int i) { return 16.0f * (i ^ 5) + 8; });
    shared_slot<<<1, 32>>>((slot *)a, (unsigned *)o);
    RUN_PASS(uint4, uint4, SUM4)
    RUN_PASS(float4, float4, SUM4)
    RUN_PASS(float3, float3, v.x + v.y + v.z)
    RUN_PASS(float2, float2, v.x + v.y)
    RUN_PASS(double2, double2, v.x + v.y)
    RUN_PASS(uchar4, uchar4, SUM4)
    RUN_PASS(half2, half2, __half2float(v.x) + __half2float(v.y))
    RUN_PASS(f4a16, f4a16, SUM4)
    RUN_PASS(f3, f3, v.x + v.y + v.z)
    RUN_PASS(f2x2, f2x2, v.a.x + v.a.y + v.b.x + v.b.y)
    RUN_PASS(slot, slot, v.key + v.value)
    RUN_PASS(best, best, v.at.x + v.at.y + v.of.x + v.of.y)
    RUN_PASS(d2, d2, v.x + v.y)
    RUN_PASS(d3, d3, v.x + v.y + v.z)
    pass_returned<<<1, 32>>>((float4 *)a, o);
    pass_pointer<<<1, 32>>>((float4 *)a, o);
    pass_member<<<1, 32>>>((best *)a, o);
    pass_auto<<<1, 32>>>((float4 *)a, o);
    pass_braces<<<1, 32>>>((float4 *)a, o);
    pass_lambda<<<1, 32>>>((float4 *)a, o);
    pass_choice<<<1, 32>>>((float4 *)a, o, 1);
    pass_two<<<1, 32>>>((float4 *)a, o);
    pass_shared<<<1, 32>>>((float4 *)a, o);
    t_is("pass_shared", o, 32, [](int i) { return 16.0f * (i ^ 5) + 8; });
    shared_4<<<1, 32>>>((f4 *)a, o);
    t_is("shared_4", o, 32, [](int i) { return 16.0f * (i ^ 5) + 8; });
    return t_end();
}
