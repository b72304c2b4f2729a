// mem_poison.cu: what memory holds before anybody wrote it: the same plainly wrong values in every block and run.
// native no
// allow-error uninitialised
#include "t.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

enum { BLOCKS = 8, SEEN = 10 };
__shared__ int outside[3];

template <class T> __device__ __noinline__ T *table(int n)
{
    __shared__ T in_a_function[33];
    return &in_a_function[n];
}

// every block reads, then leaves zeros for the next one
__global__ void look(unsigned *o)
{
    extern __shared__ double dynamic[];
    __shared__ float f[64];
    __shared__ half h;
    __shared__ __nv_bfloat16 b;
    __shared__ char c[3];
    o += blockIdx.x * SEEN;
    o[0] = f[63] != f[63];
    o[1] = dynamic[5] != dynamic[5];
    o[2] = __hisnan(h);
    o[3] = __hisnan(b);
    o[4] = isnan(*table<float>(32));
    o[5] = *table<int>(32);
    o[6] = outside[2];
    o[7] = c[2] != 0;
    o[8] = isnan(f[0] + 1 - f[0]);
    f[0] = f[63] = *table<float>(32) = 0;
    h = __float2half(0);
    b = __float2bfloat16(0);
    *table<int>(32) = outside[2] = c[2] = 0;
    o[9] = f[63] == 0 && outside[2] == 0 && *table<int>(32) == 0 && c[2] == 0; // and stays written
    dynamic[5] = 0;
}
// the kernel heap gives out memory again
__global__ void heap(int *o)
{
    for (int i = 0; i < 3; i++) {
        float *p = (float *)malloc(100 * sizeof *p);
        o[i] = isnan(p[0]) && isnan(p[99]);
        for (int k = 0; k < 100; k++)
            p[k] = 0;
        free(p);
    }
}
// sums that start nowhere: what the thread before left would go on
__global__ void sums(const float *a, int *o, int n)
{
    float acc[4];
    int count;
    for (int k = 0; k < n; k++) {
        acc[k & 3] += a[k];
        count += 1;
    }
    o[threadIdx.x] = acc[0] < -1e30f && acc[3] < -1e30f && count < -1000000;
}
// a loop comes to the declaration again, which is no new variable
__global__ void kept(int *o)
{
    for (int i = 0; i < 4; i++) {
        __shared__ int count;
        if (i == 0 && threadIdx.x == 0)
            count = 0;
        __syncthreads();
        if (threadIdx.x == 0)
            count++;
        __syncthreads();
        o[threadIdx.x] = count;
        __syncthreads();
    }
}

int main()
{
    unsigned *o = t_dev<unsigned>(BLOCKS * SEEN);
    for (int run = 0; run < 2; run++) {
        look<<<BLOCKS, 1, 64>>>(o);
        t_is("unwritten", o, BLOCKS * SEEN, [](int i) { return i % SEEN == 5 || i % SEEN == 6 ? 0x7ffb7ffbu : 1u; });
    }
    for (int k = 0; k < 3; k++) { // and so does the device's
        double *d, h[1000];
        CK(cudaMalloc(&d, sizeof h));
        CK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
        EQ(std::isnan(h[0]) && std::isnan(h[999]), 1);
        CK(cudaMemset(d, 0, sizeof h));
        CK(cudaFree(d));
    }
    int *n = t_dev<int>(64);
    heap<<<1, 1>>>(n);
    t_is("heap", n, 3, [](int) { return 1; });
#if defined __clang__ || __GNUC__ >= 12 // as the flag
    sums<<<1, 64>>>(t_dev<float>(16, [](int) { return 1.0f; }), n, 16);
    t_is("sums", n, 64, [](int) { return 1; });
#endif
    kept<<<1, 64>>>(n);
    t_is("written", n, 64, [](int) { return 4; });
    return t_end();
}
