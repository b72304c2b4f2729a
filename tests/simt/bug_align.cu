// bug_align.cu: addresses that are no multiple of an access's size, where the compiler can see it, too; and what
// nvcc moves in smaller pieces, at any address.
// native no
#include "t.h"
#include <cstdint>

__shared__ char outside[512];
__device__ char device[512];

struct byte4 {
    unsigned char r, g, b, a;
};
struct __attribute__((packed)) record {
    short tag;
    int value;
};
struct two {
    double x, y;
};
__device__ char *filled(char *s)
{
    for (int i = threadIdx.x; i < 512; i += 32)
        s[i] = (char)i;
    __syncthreads();
    return s;
}

#define WRONG(name, type, from, at) \
    __global__ void name(char *p, int *o) \
    { \
        __shared__ char s[512]; \
        filled(s), filled(outside), filled(device); \
        type v = *(type *)((from) + (at));
#define END o[threadIdx.x] = v > 0; }

// args array4
// expect-error misaligned @array4
WRONG(array4, int, s, 1 + 4 * threadIdx.x) END //@array4
// args array2
// expect-error misaligned @array2
WRONG(array2, short, s, 3) END //@array2
// args array8
// expect-error misaligned @array8
WRONG(array8, long long, s, 4) END //@array8
// args outside4
// expect-error misaligned @outside4
WRONG(outside4, int, outside, 2 + 4 * threadIdx.x) END //@outside4
// args device8
// expect-error misaligned @device8
WRONG(device8, double, device, 4 + 8 * threadIdx.x) END //@device8
// args masked
// expect-error misaligned @masked
WRONG(masked, int, (char *)((uintptr_t)p & ~(uintptr_t)15), 2) END //@masked
// args array16
// expect-error misaligned @array16
__global__ void array16(int *o)
{
    __shared__ float s[128];
    filled((char *)s);
    float4 v = *(float4 *)(s + 1 + threadIdx.x); //@array16
    o[threadIdx.x] = v.w > 0;
}
// args stored4
// expect-error misaligned @stored4
__global__ void stored4(int *o)
{
    __shared__ char s[512];
    *(int *)(s + 2 + 4 * threadIdx.x) = threadIdx.x; //@stored4
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x + 2];
}
// args stored8
// expect-error misaligned @stored8
__global__ void stored8(int *o)
{
    __shared__ float s[128];
    *(float2 *)(s + 1 + 2 * threadIdx.x) = make_float2(1, 2); //@stored8
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x + 1] > 0;
}
// args added
// expect-error misaligned @added
__global__ void added(int *o)
{
    __shared__ char s[512];
    filled(s);
    atomicAdd((int *)(s + 1), 1); //@added
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x];
}
// 32 bytes, which the compiler moves by an instruction that faults
// args wide
// expect-error misaligned @wide
__global__ void wide(char *p, int *o)
{
    double4 v = *(double4 *)(p + 8); //@wide
    o[threadIdx.x] = v.x + v.w > 0;
}

// args right
__global__ void right(char *p, int *o)
{
    __shared__ char s[512];
    __shared__ byte4 pixels[33];
    __shared__ struct {
        double first;
        two rest[32];
    } pairs;
    int t = threadIdx.x, sum = 0, v;
    filled(s);
    pixels[t + 1] = byte4{ 1, 2, 3, 4 };
    if (t == 0)
        pixels[0] = byte4{ 1, 2, 3, 4 };
    pairs.rest[t] = two{ 1, 2 };
    __syncthreads();
    sum += ((byte4 *)((char *)pixels + 1))[t].r;   // a byte of each
    sum += ((byte4 *)(p + 1))[t].g;
    sum += ((record *)(p + 64))[t].value;          // packed: 6 bytes a piece
    memcpy(&v, s + 1 + t, sizeof v);
    sum += v & 1;
    memcpy(&v, p + 3, sizeof v);
    sum += v & 1;
    two q = pairs.rest[31 - t];                    // 16 bytes, aligned to 8
    sum += (int)q.y;
    *(byte4 *)(p + 257 + 4 * t) = byte4{ 1, 1, 1, 1 };
    memcpy(p + 401 + 4 * t, &sum, sizeof sum);
    o[t] = sum;
}
// found in the address, and again by the processor: one report
// args copied16
// expect-error misaligned @copied16
// reports 1
__global__ void copied16(const char *p, float4 *o)
{
    o[threadIdx.x] = *(const float4 *)(p + 4 + 16 * threadIdx.x); //@copied16
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    char *p = t_dev<char>(1024);
    int *o = t_dev<int>(64);
#define CASE(name) if (!strcmp(w, #name))
    CASE(array4) array4<<<1, 32>>>(p, o);
    CASE(array2) array2<<<1, 32>>>(p, o);
    CASE(array8) array8<<<1, 32>>>(p, o);
    CASE(outside4) outside4<<<1, 32>>>(p, o);
    CASE(device8) device8<<<1, 32>>>(p, o);
    CASE(masked) masked<<<1, 32>>>(p, o);
    CASE(array16) array16<<<1, 32>>>(o);
    CASE(copied16) copied16<<<1, 8>>>(p, (float4 *)o);
    CASE(stored4) stored4<<<1, 32>>>(o);
    CASE(stored8) stored8<<<1, 32>>>(o);
    CASE(added) added<<<1, 32>>>(o);
    CASE(wide) wide<<<1, 32>>>(p, o);
    CASE(right) right<<<1, 32>>>(p, o);
    cudaDeviceSynchronize();
    while (t_nowned > 0)
        cudaFree(t_owned[--t_nowned]);
    puts("ok");
    return 0;
}
