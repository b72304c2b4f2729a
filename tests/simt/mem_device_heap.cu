// mem_device_heap.cu: malloc, free, new and delete in kernels.
#include "t.h"

struct item {
    int a, b;
    __device__ item(int a) : a(a), b(a * 2) {}
    __device__ ~item() {}
};
__global__ void own(int *o)
{
    int t = threadIdx.x;
    int *p = (int *)malloc(8 * sizeof(int));
    for (int i = 0; i < 8; i++)
        p[i] = t * i;
    int s = 0;
    for (int i = 0; i < 8; i++)
        s += p[i];
    free(p);
    item *n = new item(t);
    item *many = (item *)new char[3 * sizeof(item)];
    many[2] = *n;
    o[t] = s + n->b + many[2].a;
    delete n;
    delete[] (char *)many;
}
__device__ int *kept;
__global__ void make(int n)
{
    if (threadIdx.x == 0)
        kept = (int *)malloc(n * sizeof(int));
    __syncthreads();
    kept[threadIdx.x] = threadIdx.x * 3;
}
__global__ void use(int *o) { o[threadIdx.x] = kept[threadIdx.x]; }
__global__ void drop()
{
    free(kept);
    free(nullptr);
}
__global__ void for_block(int *o)
{
    __shared__ int *s;
    if (threadIdx.x == 0)
        s = new int[blockDim.x];
    __syncthreads();
    s[threadIdx.x] = blockIdx.x * 100 + threadIdx.x;
    __syncthreads();
    o[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
        delete[] s;
}

int main()
{
    CK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
    int *o = t_dev<int>(128);
    own<<<1, 64>>>(o);
    t_is("own", o, 64, [](int i) { return 28 * i + 2 * i + i; });
    make<<<1, 64>>>(64);
    use<<<1, 64>>>(o);
    t_is("kept over launches", o, 64, [](int i) { return 3 * i; });
    drop<<<1, 1>>>();
    for_block<<<4, 32>>>(o);
    t_is("a block's own", o, 128, [](int i) { return i / 32 * 100 + 31 - i % 32; });
    return t_end();
}
