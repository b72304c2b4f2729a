// bug_window.cu: a tensor copy needs 128 bytes of alignment, and dynamic shared memory has 16 where nobody asks for more.
// expect-error misaligned @load
// expect-exit *
// native no
#include "hop.h"

__global__ void window(const __grid_constant__ CUtensorMap m, int *o)
{
    extern __shared__ unsigned char unasked[];
    __shared__ uint64_t bar;
    int t = threadIdx.x;
    if (t == 0) {
        MBAR_INIT(&bar, 1);
        MBAR_ARRIVE_EXPECT(&bar, 256);
        TENSOR_LOAD_1(unasked, &m, 0, &bar); //@load
    }
    __syncthreads();
    MBAR_WAIT(&bar, 0);
    o[t] = ((int *)unasked)[t];
}

int main()
{
    int *a = t_dev<int>(1024), *o = t_dev<int>(1024);
    CUtensorMap m = dense_map(a, CU_TENSOR_MAP_DATA_TYPE_INT32, 4, {1024}, {64});
    window<<<1, 64, 1024>>>(m, o);
    cudaDeviceSynchronize();
    return 0;
}
