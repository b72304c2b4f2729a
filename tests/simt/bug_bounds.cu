// bug_bounds.cu: accesses outside what was allocated or declared, and values nobody wrote.
// native no
#include "t.h"

// args past_end
// reports 1
// expect-error out-of-bounds @pe_read
// expect-error out-of-bounds @pe_write
__global__ void past_end(const float *in, float *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) {
        float x = in[i]; //@pe_read
        o[i] = x * 2;    //@pe_write
    }
}
// args before_start
// expect-error out-of-bounds @bs
__global__ void before_start(const int *in, int *o) { o[threadIdx.x] = in[(int)threadIdx.x - 1]; } //@bs
// two mistakes, and not one index that is used twice
// args two_ends
// reports 2
// expect-error out-of-bounds @te_read
// expect-error out-of-bounds @te_write
__global__ void two_ends(const float *in, float *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = i <= n ? in[i] : 0; //@te_read
    if (i < n)
        o[i + 2] = x * 2; //@te_write
}
// the allocation ends inside the float4
// args wide_end
// expect-error out-of-bounds @we
__global__ void wide_end(const float4 *in, float4 *o) { o[threadIdx.x] = in[threadIdx.x]; } //@we
// args shared_end
// expect-error out-of-bounds @se
__global__ void shared_end(int *o)
{
    __shared__ int s[32];
    s[threadIdx.x + 1] = threadIdx.x; //@se
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x ? threadIdx.x : 1];
}
// args dynamic_end
// expect-error out-of-bounds @de
__global__ void dynamic_end(int *o)
{
    extern __shared__ int d[];
    d[threadIdx.x] = threadIdx.x; //@de
    __syncthreads();
    o[threadIdx.x] = d[0];
}
// args no_dynamic
// expect-error out-of-bounds @nd
__global__ void no_dynamic(int *o)
{
    extern __shared__ int d[];
    if (threadIdx.x == 0)
        d[0] = 1; //@nd
    o[threadIdx.x] = 1;
}
__constant__ float table[8];
// args symbol_end
// expect-error out-of-bounds @sy
__device__ int symbol[16];
__global__ void symbol_end() { symbol[threadIdx.x] = 1; } //@sy
// an atomic out of bounds
// args atomic_end
// expect-error out-of-bounds @ae
__global__ void atomic_end(int *o) { atomicAdd(&o[threadIdx.x + 1000], 1); } //@ae
// args after_free
// allow-error illegal-address
// expect-error use-after-free @af
__global__ void after_free(int *a) { a[threadIdx.x] = 1; } //@af
// args misaligned4
// expect-error misaligned @m4
__global__ void misaligned4(char *a, int *o) { o[threadIdx.x] = *(int *)(a + 4 * threadIdx.x + 2); } //@m4
// args misaligned16
// allow-error illegal-address
// expect-error misaligned @m16
__global__ void misaligned16(float *a, float4 *o) { o[threadIdx.x] = *(float4 *)(a + 1 + 4 * threadIdx.x); } //@m16
// args constant_write
// expect-error const-write @cw
__global__ void constant_write() { ((float *)table)[threadIdx.x] = 1; } //@cw
// args null_pointer
// expect-error null @np
__global__ void null_pointer(float *p) { p[threadIdx.x] = 1; } //@np
// args host_pointer
// expect-error host-pointer @hp
__global__ void host_pointer(const float *h, float *o) { o[threadIdx.x] = h[threadIdx.x]; } //@hp
// args wild
// expect-error * @wild
__global__ void wild(float *p) { p[threadIdx.x] = 1; } //@wild
// half of the array has no value
// args uninit_shared
// expect-error uninitialised @us
__global__ void uninit_shared(float *o)
{
    __shared__ float s[64];
    if (threadIdx.x < 32)
        s[threadIdx.x] = 1;
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x]; //@us
}
// what the block before left there is no value
// args uninit_next
// expect-error uninitialised @un
__global__ void uninit_next(int *o)
{
    __shared__ int s[32];
    if (blockIdx.x == 0)
        s[threadIdx.x] = 0;
    o[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x]; //@un
    s[threadIdx.x] = 1;
}
// args uninit_dynamic
// expect-error uninitialised @ud
__global__ void uninit_dynamic(int *o)
{
    extern __shared__ int d[];
    o[threadIdx.x] = atomicAdd(&d[threadIdx.x], 1); //@ud
}
// a tree that reaches past the threads there are, and fits the array
// args uninit_tree
// expect-error uninitialised @ut
__global__ void uninit_tree(float *o)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    s[t] = 1;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        if (t % (2 * d) == 0)
            s[t] += s[t + d]; //@ut
        __syncthreads();
    }
    if (t == 0)
        *o = s[0];
}
// struct and vector of which nothing was written
// args uninit_struct
// expect-error uninitialised @ust
// expect-error uninitialised @uv
struct pair {
    double v;
    int i, k[3];
};
__global__ void uninit_struct(pair *p, float4 *v)
{
    __shared__ pair s[32];
    __shared__ float4 q[32];
    p[threadIdx.x] = s[threadIdx.x]; //@ust
    v[threadIdx.x] = q[threadIdx.x]; //@uv
}
// args uninit_global
// expect-error uninitialised @ug
__global__ void uninit_global(const float *in, float *o) { o[threadIdx.x] = in[threadIdx.x] + 1; } //@ug
// args uninit_part
// expect-error uninitialised @up
__global__ void uninit_part(const int *in, int *o) { o[threadIdx.x] = in[threadIdx.x]; } //@up

// an index that was computed in 32 bits, overflowed and became negative; it is no host pointer
// args overflowed
// expect-error out-of-bounds @ov
__global__ void overflowed(float *o, int row, int columns)
{
    o[row * columns + threadIdx.x] = 1; //@ov
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    float *f = t_dev<float>(1000), *g = t_dev<float>(1000);
    int *o = t_dev<int>(1000);
    static float host[64];
#define CASE(name) if (!strcmp(w, #name))
    CASE(past_end) past_end<<<4, 256>>>(f, g, 1000);
    CASE(two_ends) two_ends<<<4, 256>>>(f, g, 1000);
    CASE(before_start) before_start<<<1, 32>>>(o, (int *)f);
    CASE(wide_end) wide_end<<<1, 251>>>((float4 *)f, (float4 *)t_dev<float4>(251));
    CASE(shared_end) shared_end<<<1, 32>>>(o);
    CASE(dynamic_end) dynamic_end<<<1, 33, 32 * 4>>>(o);
    CASE(no_dynamic) no_dynamic<<<1, 32>>>(o);
    CASE(symbol_end) symbol_end<<<1, 17>>>();
    CASE(overflowed) overflowed<<<1, 32>>>(f, 40000, 65536);
    CASE(atomic_end) atomic_end<<<1, 1>>>(o);
    if (!strcmp(w, "after_free")) {
        int *p;
        CK(cudaMalloc(&p, 4096));
        CK(cudaFree(p));
        after_free<<<1, 32>>>(p);
    }
    CASE(misaligned4) misaligned4<<<1, 32>>>((char *)f, o);
    CASE(misaligned16) misaligned16<<<1, 32>>>(f, (float4 *)g);
    CASE(constant_write) constant_write<<<1, 8>>>();
    CASE(null_pointer) null_pointer<<<1, 32>>>(nullptr);
    CASE(host_pointer) host_pointer<<<1, 32>>>(host, f);
    CASE(wild) wild<<<1, 32>>>((float *)0x123456780000ull);
    CASE(uninit_shared) uninit_shared<<<1, 64>>>(f);
    CASE(uninit_next) uninit_next<<<2, 32>>>(o);
    CASE(uninit_dynamic) uninit_dynamic<<<1, 32, 128>>>(o);
    CASE(uninit_tree) uninit_tree<<<1, 96>>>(f);
    CASE(uninit_struct) uninit_struct<<<1, 32>>>(t_dev<pair>(32), t_dev<float4>(32));
    if (!strcmp(w, "uninit_global")) {
        float *p;
        CK(cudaMalloc(&p, 4096));
        uninit_global<<<1, 32>>>(p, f);
        cudaDeviceSynchronize();
        cudaFree(p);
    }
    if (!strcmp(w, "uninit_part")) {
        int *p;
        CK(cudaMalloc(&p, 4096));
        CK(cudaMemset(p, 0, 31 * 4));
        uninit_part<<<1, 32>>>(p, o);
        cudaDeviceSynchronize();
        cudaFree(p);
    }
    cudaDeviceSynchronize();
    while (t_nowned > 0)
        cudaFree(t_owned[--t_nowned]);
    puts("ok");
    return 0;
}
