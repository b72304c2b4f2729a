// bug_struct.cu: what goes wrong with a struct that moves whole, or that a function returned, is told at its line.
// flags --workers 1
// native no
// expect-exit *
#include "t.h"

struct __align__(16) four {
    float x, y, z, w;
};
struct three {
    float x, y, z;
};
__device__ three noted(float x) { return { x, x + 1, x * x }; }

// args beyond
// expect-error out-of-bounds @beyond
__global__ void beyond(three *o)
{
    o[threadIdx.x + 8] = noted(threadIdx.x); //@beyond
}
// args clash
// expect-error race @clash
__global__ void clash(three *o)
{
    o[threadIdx.x % 32] = noted(threadIdx.x); //@clash
}
// a member is written while another thread reads the whole, of which it uses others
// args member
// expect-error race @member_write|@member_read
__global__ void member(float *o)
{
    __shared__ four s[64];
    int i = threadIdx.x;
    s[i] = four{ 1, 2, 3, 4 };
    __syncthreads();
    s[i].w = i;        //@member_write
    four v = s[63 - i]; //@member_read
    o[i] = v.x + v.y;
}
// args never
// expect-error uninitialised @never
__global__ void never(const four *a, float *o)
{
    four v = a[threadIdx.x]; //@never
    o[threadIdx.x] = v.x + v.y + v.z + v.w;
}
// args odd
// expect-error misaligned @odd
__global__ void odd(const four *a, float *o)
{
    four v = a[threadIdx.x]; //@odd
    o[threadIdx.x] = v.x + v.y + v.z + v.w;
}
// straight from memory into a call, and out of a user's own copies
// args passed
// expect-error out-of-bounds @passed
__device__ __noinline__ float taken(four v) { return v.x + v.w; }
__global__ void passed(const four *a, float *o) { o[threadIdx.x] = taken(a[threadIdx.x + 128]); } //@passed
// args copies
// expect-error out-of-bounds @copies
struct own {
    int n;
    __device__ own(const own &o) : n(o.n) {}
};
__device__ __noinline__ int taken(own v) { return v.n; }
__global__ void copies(const own *a, int *o) { o[threadIdx.x] = taken(a[threadIdx.x + 512]); } //@copies
// written by members, one of them by nobody: padding for all that is known
// args padding
__global__ void padding(four *a, float *o)
{
    a[threadIdx.x].x = a[threadIdx.x].y = a[threadIdx.x].z = 1;
    four v = a[threadIdx.x];
    o[threadIdx.x] = v.x + v.y + v.z;
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    float *o = t_dev<float>(96), *a;
    CK(cudaMalloc(&a, 2048));
#define CASE(name) if (!strcmp(w, #name))
    CASE(beyond) beyond<<<1, 32>>>((three *)o);
    CASE(clash) clash<<<1, 64>>>((three *)o);
    CASE(member) member<<<1, 64>>>(o);
    CASE(never) never<<<1, 32>>>((four *)a, o);
    CASE(odd) odd<<<1, 16>>>((four *)(o + 1), o);
    CASE(passed) passed<<<1, 32>>>((four *)a, o);
    CASE(copies) copies<<<1, 32>>>((own *)a, (int *)o);
    CASE(padding) padding<<<1, 32>>>((four *)a, o);
    cudaDeviceSynchronize();
    cudaFree(a);
    while (t_nowned > 0)
        cudaFree(t_owned[--t_nowned]);
    puts("ok");
    return 0;
}
