// count_types.cu: how many instructions move a struct. A type that is aligned to A bytes moves in units of A, 16 at
// most: that is what nvcc's machine code does (13.0, sm_90a, nvdisasm: an LDG or STG for each unit), and one warp's
// requests are its instructions. Unlike the sectors of a coalesced load, which meet once, those of two halves of 16
// bytes are fetched twice: 32 lanes x 16 B span 16 sectors, in each of two requests.
#include "t.h"

// expect copy_float2 g_ld_req == 1
// expect copy_float4 g_ld_req == 1
// expect copy_float4 g_ld_sec == 16
// expect copy_double2 g_ld_req == 1
// expect copy_doubles g_ld_req == 2
// expect copy_doubles g_st_req == 2
// expect copy_doubles#1 g_ld_sec == 32
// expect copy_doubles#1 g_ld_spr == 16
// expect copy_doubles#2 g_ld_req == 2
// expect copy_doubles#2 g_ld_sec == 33
// expect copy_doubles#1 g_ld_eff == 0.5
// expect copy_pairs g_ld_req == 2
// expect copy_pairs g_st_req == 2
// expect copy_words g_ld_req == 2
// expect copy_floats_8 g_ld_req == 2
// expect copy_floats_8 g_st_req == 2
// expect copy_floats_16 g_ld_req == 1
// expect copy_floats_16 g_st_req == 1
// expect copy_floats_4 g_ld_req == 4
// expect copy_three_8 g_ld_req == 2
// expect copy_padded g_ld_req == 2
// expect copy_pointer g_ld_req == 2
// expect copy_eight_16 g_ld_req == 2
// expect copy_eight_16 g_st_req == 2
// expect copy_eight_32 g_ld_req == 2
// expect copy_eight_4 g_ld_req == 8
struct doubles {
    double x, y;
};
struct pairs {
    float2 a, b;
};
struct words {
    unsigned long long a, b;
};
struct __align__(8) floats_8 {
    float x, y, z, w;
};
struct __align__(16) floats_16 {
    float x, y, z, w;
};
struct floats_4 {
    float x, y, z, w;
};
struct __align__(8) three_8 {
    float x, y, z;
};
struct padded {
    int a;
    double b;
};
struct pointer {
    const float *p;
    int n;
};
struct __align__(16) eight_16 {
    float x[8];
};
struct __align__(32) eight_32 {
    float x[8];
};
struct eight_4 {
    float x[8];
};
#define COPY(type) \
    __global__ void copy_##type(const type *a, type *o) { o[threadIdx.x] = a[threadIdx.x]; }
COPY(float2)
COPY(float4)
COPY(double2)
COPY(doubles)
COPY(pairs)
COPY(words)
COPY(floats_8)
COPY(floats_16)
COPY(floats_4)
COPY(three_8)
COPY(padded)
COPY(pointer)
COPY(eight_16)
COPY(eight_32)
COPY(eight_4)
// in a loop and by a computed index: each of three turns two requests
// expect turns g_ld_req == 6
// expect turns g_st_req == 6
__global__ void turns(const doubles *a, doubles *o, int n)
{
    for (int i = 0; i < n; i++)
        o[i * 32 + threadIdx.x] = a[(i * 7 + threadIdx.x * 5) % 96];
}
// an array in shared memory is laid out by the compiler, which aligns it to 16 whatever its type wants: STS.128
// expect shared sh_ld_req == 1
// expect shared sh_st_req == 1
// expect shared sh_conf == 0
__global__ void shared(const doubles *a, doubles *o)
{
    __shared__ doubles s[32];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    o[threadIdx.x] = s[31 - threadIdx.x];
}

int main()
{
    float *a = t_dev<float>(512, [](int i) { return i + 0.5f; }), *o;
#define RUN(type, floats)                                    \
    copy_##type<<<1, 32>>>((type *)a, (type *)(o = t_dev<float>(512))); \
    t_is(#type, o, 32 * floats, [](int i) { return i + 0.5f; })
    RUN(float2, 2);
    RUN(float4, 4);
    RUN(double2, 4);
    RUN(doubles, 4);
    RUN(pairs, 4);
    RUN(words, 4);
    RUN(floats_8, 4);
    RUN(floats_16, 4);
    RUN(floats_4, 4);
    RUN(eight_16, 8);
    RUN(eight_32, 8);
    RUN(eight_4, 8);
    copy_three_8<<<1, 32>>>((three_8 *)a, (three_8 *)o);
    copy_padded<<<1, 32>>>((padded *)a, (padded *)o);
    copy_pointer<<<1, 32>>>((pointer *)a, (pointer *)o);
    turns<<<1, 32>>>((doubles *)a, (doubles *)o, 3);
    shared<<<1, 32>>>((doubles *)a, (doubles *)o);
    // a multiple of 8 is aligned enough for them
    copy_doubles<<<1, 32>>>((doubles *)(a + 2), (doubles *)(o + 6));
    t_is("from 8 on", o + 6, 128, [](int i) { return i + 2.5f; });
    return t_end();
}
