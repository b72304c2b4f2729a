// lang_printf.cu: printf in kernels. One thread prints at a time, so the order is defined.
#include "t.h"

__global__ void formats(int x)
{
    printf("int %d %5d|%-5d|%05d %x %X %o %u %c %%\n", x, x, x, x, x, x, x, (unsigned)x, 'q');
    printf("long %lld %llu %llx %ld\n", -5000000000ll, 5000000000ull, 255ull << 32, 7L);
    printf("float %f %.3f %8.2f %e %g\n", 1.5f, 3.14159, -2.25, 12345.678, 1e-7);
    printf("string %s [%6s] [%-6s]\n", "abc", "de", "fg");
    printf("many %d %d %d %d %d %d %d %d %d %d\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    int n = printf("count %d\n", x);
    printf("returned %d\n", n);
    printf("star %*d\n", 6, x);
    printf("plain\n");
}
__global__ void turns(int *turn)
{
    if (threadIdx.x == 0) {
        while (atomicAdd(turn, 0) != (int)blockIdx.x)
            ;
        printf("block %d of %d\n", blockIdx.x, gridDim.x);
        __threadfence();
        atomicAdd(turn, 1);
    }
}
struct point {
    int x, y;
    __device__ void show() const { printf("(%d, %d)\n", x, y); }
};
__global__ void members(point p)
{
    for (int i = 0; i < 3; i++)
        if (threadIdx.x == i) {
            p.x += i;
            p.show();
        }
}

int main()
{
    formats<<<1, 1>>>(42);
    CK(cudaDeviceSynchronize());
    formats<<<1, 1>>>(7);
    CK(cudaDeviceSynchronize());
    turns<<<3, 32>>>(t_dev<int>(1));
    CK(cudaDeviceSynchronize());
    members<<<1, 1>>>(point{ 4, 5 });
    CK(cudaDeviceSynchronize());
    return t_end();
}
